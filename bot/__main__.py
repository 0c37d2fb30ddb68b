"""Builds the world and hands it to the command line: the only file that knows every adapter."""

from __future__ import annotations

import contextlib
import logging
import sys

from bot.cli import World, Wrong, app
from bot.hall import Hall
from bot.players.seating import HousePlayers, personas
from bot.settings import BadSettings, Settings, read_settings
from bot.stores.memory import MemoryStore
from bot.stores.sqlite import SqliteStore


def build() -> World:
    """The world that the settings ask for. Wrong when they are mistaken, with every mistake."""
    try:
        settings = read_settings()
    except BadSettings as bad:
        raise Wrong(str(bad)) from None

    return World(
        data=settings.data,
        token=settings.discord_token,
        models=(),
        personas=lambda: {name: persona.temper for name, persona in personas().items()},
        store=lambda: SqliteStore.open(settings.data / "games.sqlite3"),
        memory=MemoryStore,
        players=HousePlayers,
        discord=lambda hall: _discord(hall, settings),
        speak=lambda quiet: _speak(settings, quiet),
    )


async def _discord(hall: Hall, settings: Settings) -> None:
    """The bot in Discord, until it is cancelled."""
    from bot.surfaces.discord import run_discord  # half a second, spent when there is a bot to run

    await run_discord(hall, settings)


def _speak(settings: Settings, quiet: bool) -> None:
    """What the log says, on standard error. A game in the terminal is not talked into."""
    level = logging.ERROR if quiet else settings.log_level
    logging.basicConfig(level=level, format="%(asctime)s %(levelname)s %(name)s: %(message)s", stream=sys.stderr)


def main() -> None:
    """The program `masquerade`, also as `python -m bot`."""
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(AttributeError, ValueError, OSError):
            stream.reconfigure(errors="replace")  # type: ignore[union-attr]
    app(build)()


if __name__ == "__main__":
    main()
