"""What a server's rules say to whoever asks on Discord: where the bot plays, who is welcome, who opens games in which channel."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import discord

from bot import rights
from bot.hall import Hall
from bot.house_rules import ServerRules
from bot.surfaces.discord import ids
from bot.surfaces.discord.answers import Answer
from bot.surfaces.discord.barred import NOT_SERVED
from bot.surfaces.discord.markdown import plain
from games.core import IllegalAction


def check_served(hall: Hall, answer: Answer) -> None:
    """IllegalAction on a server where this Masquerade does not play."""
    if not hall.rules.serves(answer.interaction.guild_id):
        raise IllegalAction(NOT_SERVED)


def check_welcome(hall: Hall, answer: Answer, game: str) -> None:
    """IllegalAction for whoever is banned from that game, which may be over, or from this server."""
    found = hall.tables.get(game) or hall.lobbies.get(game)
    if found is not None:
        rights.check_welcome(hall, found, answer.asker)
    elif not answer.asker.moderates:
        hall.rules.check_welcome([answer.user], ids.place_at(answer.interaction.guild_id, 0), game)


def check_opens(hall: Hall, answer: Answer, game: str, channel: Any, spectating: bool = False) -> None:
    """IllegalAction where whoever asks may not open such a game in that channel now. Where AIs are watched, moderators have
    chosen themselves."""
    if answer.interaction.guild_id is None or channel is None:
        raise IllegalAction("Games are played in a server's channels.")
    rules = rules_of(hall, answer)
    if spectating:
        rules = replace(rules, channels=None)
    rights.check_opens(hall, answer.asker, game, ids.place_of(channel), _lies_in(channel), rules)


def check_place(hall: Hall, answer: Answer, channel: Any) -> None:
    """IllegalAction where a game that runs already may not be brought to that channel, or shown there."""
    if str(channel.id) != (rules := rules_of(hall, answer)).spectators:
        rights.check_place(ids.place_of(channel), _lies_in(channel), rules)


def _lies_in(channel: Any) -> list[str]:
    """What a server's rules may know a channel by: its id, and those of what it lies in."""
    lies_in = (getattr(channel, each, None) for each in ("id", "parent_id", "category_id"))
    return [str(each) for each in lies_in if each]


def rules_of(hall: Hall, answer: Answer) -> ServerRules:
    """The rules of the server where somebody asks, with its roles and channels as they are called now; those that are gone are
    left out."""
    return as_it_is(hall.rules.at(ids.server(answer.interaction.guild_id)), answer.interaction.guild)


def as_it_is(rules: ServerRules, guild: discord.Guild | None) -> ServerRules:
    if guild is None:
        return rules
    roles = None if rules.roles is None else {id: _named(guild.get_role(int(id))) for id in rules.roles}
    channels = None if rules.channels is None else {id: _named(_channel(guild, id)) for id in rules.channels}
    return replace(
        rules,
        roles=roles and {id: name for id, name in roles.items() if name},
        channels=channels and {id: name for id, name in channels.items() if name},
        spectators=rules.spectators if rules.spectators and _channel(guild, rules.spectators) else "",
    )


def _channel(guild: discord.Guild, id: str) -> Any:
    return guild.get_channel_or_thread(int(id))


def _named(there: Any) -> str:
    return plain(there.name, 100) if there is not None else ""
