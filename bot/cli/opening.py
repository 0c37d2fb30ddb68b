"""A store, a hall and a terminal, for as long as a command needs them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import TYPE_CHECKING

from bot.cli.folder import sharing
from bot.cli.world import World
from bot.hall import Hall
from bot.ports import Players, RealClock, Store

# Whoever serves needs no terminal.
if TYPE_CHECKING:
    from bot.surfaces.terminal.keyboard import Keyboard
    from bot.surfaces.terminal.session import Terminal

PACE = 1.2
"""Seconds between sentences in a game that somebody follows."""


@asynccontextmanager
async def open_store(world: World) -> AsyncIterator[Store]:
    store = await world.store()
    try:
        yield store
    finally:
        await store.close()


@asynccontextmanager
async def open_hall(world: World, players: Players | None = None, store: Store | None = None) -> AsyncIterator[Hall]:
    async with AsyncExitStack() as closing:
        if store is None:
            closing.enter_context(sharing(world.data))
            store = await world.store()
        closing.push_async_callback(store.close)
        players = world.players() if players is None else players
        closing.push_async_callback(players.close)
        players.remember(store)
        hall = Hall(store, players, RealClock(), games=world.games())
        hall.keep_days = world.keep_days
        closing.push_async_callback(hall.close)
        yield hall


def open_terminal(hall: Hall, pace: float | None, lines: Keyboard | None, everything: bool = False) -> Terminal:
    from bot.surfaces.terminal.console import Screen
    from bot.surfaces.terminal.session import Terminal

    console = Screen(highlight=False, soft_wrap=False)
    return Terminal(
        console,
        lines,
        (PACE if console.is_terminal else 0.0) if pace is None else pace,
        everything=everything,
        look=hall.players.look,
        moves=hall.store.moves,
    )


def hint(terminal: Terminal, line: str) -> None:
    """What may be typed next, in one piece however long it is."""
    terminal.console.print(line, style="dim", markup=False, soft_wrap=True)
