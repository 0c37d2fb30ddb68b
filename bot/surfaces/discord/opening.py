"""Opening lobbies and games in a channel, and playing one again."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

import discord

from bot import rights
from bot.ports import About
from bot.surfaces.discord.allowed import check_opens, rules_of
from bot.surfaces.discord.answers import Answer, Missing
from bot.surfaces.discord.ids import place_of
from bot.surfaces.discord.lobby import check_fits
from bot.surfaces.discord.markdown import clean, plain
from bot.surfaces.discord.outbox import quietly
from bot.surfaces.discord.parameters import options_of
from bot.surfaces.discord.screens import Screens
from games.core import Game, IllegalAction, dice_for, nothing

NEEDED_FOR_ROOMS = ("create_private_threads", "create_public_threads", "send_messages_in_threads")
NEEDED_FOR_A_THREAD = ("create_public_threads", "send_messages_in_threads")


async def start(screens: Screens, answer: Answer, game: Game[Any], values: dict[str, Any]) -> None:
    own_thread, away = bool(values.pop("thread", None)), values.pop("away", None)
    # What is wrong with somebody's files is for them alone, however long it takes to fetch them.
    check_opens(screens.hall, answer, game.name, answer.interaction.channel)
    options = await options_of(game, {**rules_of(screens.hall, answer).clocks_of(game), **given(values)})
    late = answer.announce()
    brought = tuple(name for name, value in values.items() if isinstance(value, discord.Attachment))
    screens.hall.check_playable(game, options)
    check_fits(game, options)
    channel = await check_free(screens, answer, own_thread)
    chosen = options.model_dump(mode="json", exclude_defaults=True)
    if own_thread:
        if not isinstance(channel, discord.TextChannel):
            raise IllegalAction("A thread of its own can only be opened from a text channel.")
        channel = await channel.create_thread(
            name=plain(f"{game.title} with {answer.interaction.user.display_name}", 100),
            type=discord.ChannelType.public_thread,
        )
        await quietly(channel.add_user(answer.interaction.user))
    place, about = place_of(channel), About(screens.ai_pace, brought=brought)
    check_opens(screens.hall, answer, game.name, channel)  # as things stand now: fetching files took a while
    away = rules_of(screens.hall, answer).away if away is None else away
    about = about if away is None else replace(about, away=away)
    lobby = await screens.hall.open_lobby(game.name, chosen, answer.user, place, about)
    there = f"A table is set for **{clean(game.title)}** in <#{channel.id}>:"
    await screens.at(lobby.id, place).open_by(answer, there, own_thread or late)
    await say_without_rooms(answer, game, channel, answer.interaction.app_permissions)


def given(values: Mapping[str, Any]) -> dict[str, Any]:
    """What was typed of a command's parameters; what was left out is as the server's moderators chose, or the game has it."""
    return {name: value for name, value in values.items() if value is not None}


async def watch(screens: Screens, answer: Answer, game: Game[Any], values: dict[str, Any]) -> None:
    chosen, pace, cast = (values.pop(each, None) for each in ("channel", "pace", "cast"))
    rules = rules_of(screens.hall, answer)
    options = await options_of(game, {**rules.clocks_of(game), **given(values)})
    seats = game.lobby.seats(options, [], dice_for("", 0)).seats
    check_fits(game, options)
    here = await check_free(screens, answer)
    if chosen is None and rules.spectators:
        chosen = discord.Object(int(rules.spectators))
    channel = check_chosen(answer, chosen) if chosen and chosen.id != here.id else here
    check_opens(screens.hall, answer, game.name, channel, spectating=str(channel.id) == rules.spectators)
    answer.public = channel is here
    sitting = screens.hall.cast(seats, cast or "", staff=game.lobby.staff, place=place_of(channel))
    pace = screens.watch_pace if pace is None else pace
    place, about = place_of(channel), About(pace, watch=True)
    table = await screens.hall.open(game.name, options, sitting, host=answer.user, place=place, about=about)
    await screens.of(table).open_by(answer, f"{clean(game.title)} is played at", channel is not here)
    has = answer.interaction.app_permissions if channel is here else channel.permissions_for(channel.guild.me)
    await say_without_rooms(answer, game, channel, has)


async def say_without_rooms(answer: Answer, game: Game[Any], channel: Any, has: discord.Permissions) -> None:
    """Says that rooms will be missing beside the table, and why, where the game has any."""
    if game.shows.rooms is nothing:
        return
    parent = channel.parent if isinstance(channel, discord.Thread) else channel
    if not isinstance(parent, discord.TextChannel):
        what = "this is a forum" if isinstance(parent, discord.ForumChannel) else "this is no text channel"
        await answer.say(
            f"I can open no threads beside the table, since {what}: some will be missed. "
            "In a text channel, or a thread of one, the game has all its rooms."
        )
    elif missing := lacking(has, NEEDED_FOR_ROOMS):
        await answer.say(
            f"Without {missing} in this channel I can open no threads beside the table: some will be missed."
        )


async def play_again(screens: Screens, answer: Answer, id: str) -> None:
    """Where people play, they gather in a lobby once more; AIs to be looked at begin at once."""
    saved = await screens.saved(id)
    channel, stage = answer.interaction.channel, rules_of(screens.hall, answer).spectators
    spectating = saved.about.watch and channel is not None and str(channel.id) == stage
    check_opens(screens.hall, answer, saved.game, channel, spectating)
    answer.public = True
    if saved.about.watch:
        table = await rights.again(screens.hall, saved, answer.asker, saved.place)
        elsewhere = table.place != place_of(answer.interaction.channel)
        await screens.of(table).open_by(answer, f"{clean(table.game.title)} is played at", elsewhere)
        return
    await screens.of(await rights.gather_again(screens.hall, saved, answer.asker)).open_by(answer)


async def check_free(screens: Screens, answer: Answer, own_thread: bool = False) -> Any:
    """The same, for a new game: it does not begin in a room of another."""
    channel = check_channel(answer, own_thread)
    if await screens.room(channel.id) is not None:
        raise IllegalAction("This thread is a room of a game that is being played: start another one elsewhere.")
    return channel


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
