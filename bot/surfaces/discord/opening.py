"""Opening lobbies and games in a channel, playing one again, and taking a person out of all of them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import discord

from bot import rights
from bot.ports import About
from bot.surfaces.discord import parts
from bot.surfaces.discord.answers import Answer, Missing
from bot.surfaces.discord.ids import place_of
from bot.surfaces.discord.lobby import check_fits
from bot.surfaces.discord.markdown import clean, plain
from bot.surfaces.discord.parameters import options_of
from bot.surfaces.discord.screens import Screens
from games.core import Game, IllegalAction, dice_for, nothing

NEEDED_FOR_ROOMS = ("create_private_threads", "create_public_threads", "send_messages_in_threads")
NEEDED_FOR_A_THREAD = ("create_public_threads", "send_messages_in_threads")


async def start(screens: Screens, answer: Answer, game: Game[Any], values: dict[str, Any]) -> None:
    own_thread, away = bool(values.pop("thread", None)), values.pop("away", None)
    # What is wrong with somebody's files is for them alone, however long it takes to fetch them.
    options = await options_of(game, values)
    late = answer.announce()
    brought = tuple(name for name, value in values.items() if isinstance(value, discord.Attachment))
    screens.hall.check_playable(game, options)
    check_fits(game, options)
    channel = check_channel(answer, own_thread)
    chosen = options.model_dump(mode="json", exclude_defaults=True)
    if own_thread:
        if not isinstance(channel, discord.TextChannel):
            raise IllegalAction("A thread of its own can only be opened from a text channel.")
        channel = await channel.create_thread(
            name=plain(f"{game.title} with {answer.interaction.user.display_name}", 100),
            type=discord.ChannelType.public_thread,
        )
    place, about = place_of(channel), About(screens.ai_pace, brought=brought)
    about = about if away is None else replace(about, away=away)
    lobby = await screens.hall.open_lobby(game.name, chosen, answer.user, place, about)
    there = f"A table is set for **{clean(game.title)}** in <#{channel.id}>:"
    await screens.at(lobby.id, place).open_by(answer, there, own_thread or late)
    if game.shows.rooms is not nothing and (missing := lacking(answer.interaction.app_permissions, NEEDED_FOR_ROOMS)):
        await answer.say(
            f"Without {missing} in this channel I can open no threads beside the table: some will be missed."
        )


async def watch(screens: Screens, answer: Answer, game: Game[Any], values: dict[str, Any]) -> None:
    chosen, pace, cast = (values.pop(each, None) for each in ("channel", "pace", "cast"))
    options = await options_of(game, values)
    seats = game.lobby.seats(options, [], dice_for("", 0)).seats
    check_fits(game, options)
    here = check_channel(answer)
    channel = check_chosen(answer, chosen) if chosen and chosen.id != here.id else here
    answer.public = channel is here
    sitting = screens.hall.cast(seats, cast or "", staff=game.lobby.staff)
    pace = screens.watch_pace if pace is None else pace
    place, about = place_of(channel), About(pace, watch=True)
    table = await screens.hall.open(game.name, options, sitting, host=answer.user, place=place, about=about)
    await screens.of(table).open_by(answer, f"{clean(game.title)} is played at", channel is not here)


async def play_again(screens: Screens, answer: Answer, id: str) -> None:
    """Where people play, they gather in a lobby once more; AIs to be looked at begin at once."""
    saved = await screens.saved(id)
    answer.public = True
    if saved.about.watch:
        table = await rights.again(screens.hall, saved, answer.asker, saved.place)
        elsewhere = table.place != place_of(answer.interaction.channel)
        await screens.of(table).open_by(answer, f"{clean(table.game.title)} is played at", elsewhere)
        return
    await screens.of(await rights.gather_again(screens.hall, saved, answer.asker)).open_by(answer)


async def erase(screens: Screens, answer: Answer, nothing: str) -> None:
    """Takes a person out of everything that is kept."""
    hall, user = screens.hall, answer.user
    for table in [each for each in hall.tables.values() if any(held == user for held, _ in each.held)]:
        await screens.of(table).rooms.show_out(table, user)
    count = await hall.erase_person(user)
    screens.line.closed.discard(user)
    await answer.update(parts.message(f"Done. Your name and id are gone from {count} game{'' if count == 1 else 's'}."))


def check_channel(answer: Answer, own_thread: bool = False) -> Any:
    """The channel of a command, if the bot may play there. Missing names the permission that it lacks."""
    channel = answer.interaction.channel
    if answer.interaction.guild_id is None or channel is None:
        raise IllegalAction("Games are played in a server's channels.")
    more = NEEDED_FOR_A_THREAD if own_thread else ()
    check_may_play(answer.interaction.app_permissions, channel, "this channel", more)
    return channel


def check_chosen(answer: Answer, chosen: Any) -> Any:
    """Another channel, if the bot may play there and whoever asks may write there."""
    guild = answer.interaction.guild
    channel = guild.get_channel_or_thread(chosen.id) if guild else None
    if guild is None or not isinstance(channel, discord.TextChannel | discord.Thread):
        raise Missing(f"I cannot see <#{chosen.id}>. Please let me view that channel.")
    if not channel.permissions_for(answer.interaction.user).send_messages:  # type: ignore[arg-type]
        raise IllegalAction("You may not write in that channel yourself.")
    check_may_play(channel.permissions_for(guild.me), channel, f"<#{channel.id}>")
    return channel


def lacking(has: discord.Permissions, needed: Iterable[str]) -> str:
    """The names of the permissions that the bot lacks."""
    return ", ".join(f"“{each.replace('_', ' ').title()}”" for each in needed if not getattr(has, each))


def check_may_play(has: discord.Permissions, channel: Any, where: str, more: tuple[str, ...] = ()) -> None:
    """Missing names what the bot may not do there."""
    sending = "send_messages_in_threads" if isinstance(channel, discord.Thread) else "send_messages"
    if names := lacking(has, ("view_channel", sending, "attach_files", "read_message_history", *more)):
        raise Missing(f"To play in {where} I need {names}, which I do not have. Please ask somebody who can grant it.")
