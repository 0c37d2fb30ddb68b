"""Builds the world and hands it to the command line: the only file that knows every adapter."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Any

from bot.cli import DATABASE, FIRST, Backups, World, Wrong, app
from games import find_games

# Who asks for help or health waits for nothing else: each adapter is imported where it is made.
if TYPE_CHECKING:
    from bot.hall import Hall
    from bot.players.autoplay import Strategies
    from bot.players.seating import HousePlayers
    from bot.ports import Store
    from bot.settings import Settings
    from games.core import Game

log = logging.getLogger(__name__)

WATCHED = "town"
"""The game that somebody watches who names none."""


def build() -> World:
    """The world that the settings ask for. Wrong, with every mistake in them, when they cannot be used."""
    from bot.settings import BadSettings, read_settings

    try:
        settings = read_settings()
    except BadSettings as bad:
        raise Wrong(str(bad)) from None
    specs = settings.specs

    @cache
    def games() -> Mapping[str, Game[Any]]:
        found = find_games(settings.shelf, settings.games)
        for sentence in found.wrong:
            sys.stderr.write(f"{sentence}\n")
        return found.games

    async def store() -> Store:
        from bot.stores.sqlite import SqliteStore

        opened = await SqliteStore.open(settings.data / DATABASE, games())
        opened.longest_thought = settings.thoughts
        opened.backups = settings.backups
        return opened

    def memory() -> Store:
        from bot.stores.memory import MemoryStore

        return MemoryStore(games())

    def known_strategies() -> Iterable[str]:
        return dict.fromkeys(name for game in games().values() for name in game.policy.strategies())

    def players(model: str = "", strategies: Strategies = known_strategies) -> HousePlayers:
        from bot.players.purse import Purse
        from bot.players.seating import HousePlayers

        try:
            there = specs if not model or model in specs else {**specs, model: settings.unlisted(model)}
        except ValueError as unreachable:
            raise Wrong(str(unreachable)) from None
        return HousePlayers(
            there,
            model or settings.model,
            concurrent=settings.concurrent,
            purse=Purse(settings.budgets),
            narrator=settings.narrator,
            rewording=settings.rewording,
            strategies=strategies,
        )

    return World(
        data=settings.data,
        token=settings.discord_token.get_secret_value(),
        store=store,
        memory=memory,
        players=players,
        discord=lambda hall: _discord(hall, settings),
        speak=lambda quiet: _speak(settings, quiet),
        games=games,
        folder=settings.games,
        drain=settings.drain,
        keep_days=settings.keep_days,
        thoughts_days=settings.thoughts_days,
        backups=Backups(settings.backups, settings.backup_every, settings.backups_kept) if settings.backups else None,
        lobby_hours=settings.lobby_hours,
        web=(lambda hall, ready: _browsers(hall, settings, ready)) if settings.web else None,
    )


async def _browsers(hall: Hall, settings: Settings, ready: Callable[[str], None]) -> None:
    """The browser surface, until it is cancelled."""
    from bot.surfaces.web.server import Taken, serve

    try:
        await serve(hall, replace(settings.site, first=FIRST, watched=WATCHED), ready)
    except Taken as taken:
        raise Wrong(str(taken), 1) from None


async def _discord(hall: Hall, settings: Settings) -> None:
    """The bot on Discord, until the connection is closed for good."""
    import discord

    from bot.players.seating import warm_up
    from bot.settings import invitation
    from bot.surfaces.discord import DiscordSurface
    from bot.surfaces.discord.turns import A_SECOND

    log.info(
        "Invite the bot to a server: %s", invitation(settings.discord_token.get_secret_value()) or "see the README"
    )
    if settings.specs:
        # Before anybody can press anything: whoever needs it meanwhile would wait for it with the whole bot.
        await asyncio.to_thread(warm_up, settings.specs.values(), hall.games.values())
    of_a_day = [each for each in (settings.budget_server, settings.budget_day) if each is not None]
    # Nobody speaks here; discord.py would warn at every start that it cannot.
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False
    try:
        await DiscordSurface(
            hall,
            token=settings.discord_token.get_secret_value(),
            message_content=settings.message_content,
            guild_ids=settings.guilds,
            watch_pace=settings.spectator_pace,
            ai_pace=settings.pace,
            narrator=hall.players.narrator(),
            masked=True,
            a_second=A_SECOND,
            in_browser=await _doors(hall, settings),
            invite=settings.site.invite,
            most_games=settings.games_per_server,
            most_games_each=settings.games_per_person,
            servers=settings.servers,
            dollars=(settings.budget, min(of_a_day, default=None)),
        ).start()
    except discord.LoginFailure:
        raise Wrong(
            "Discord does not know this DISCORD_TOKEN. Copy it again from the “Bot” page of your application."
        ) from None
    except discord.PrivilegedIntentsRequired:
        raise Wrong(
            "Discord refuses MASQUERADE_MESSAGE_CONTENT=on: turn on “Message Content Intent” on the “Bot” page first."
        ) from None


async def _doors(hall: Hall, settings: Settings) -> Callable[[str, str], str] | None:
    """Links from Discord to a seat in the browser, where people on Discord can reach it."""
    if not (settings.web and settings.web_public_url):
        return None
    from bot.surfaces.web.doors import discord_link
    from bot.surfaces.web.keys import Keys

    keys = await Keys.open(hall.store)
    return lambda game, user: discord_link(keys, settings.web_public_url, game, user, secrets.token_hex(8))


def _speak(settings: Settings, quiet: bool) -> None:
    """What the log says, on standard error. Nothing talks into a game in the terminal."""
    if quiet:
        logging.basicConfig(level=logging.CRITICAL, stream=sys.stderr)
        return
    from bot.logs import speak

    speak(logging.getLevelNamesMapping()[settings.log_level.upper()], settings.log_format)
    for doubt in settings.doubts:
        log.warning(doubt)


def main() -> None:
    """The program `masquerade`, also as `python -m bot`."""
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(AttributeError, ValueError, OSError):
            stream.reconfigure(errors="replace")  # type: ignore[union-attr]
    app(build)()


if __name__ == "__main__":
    main()
