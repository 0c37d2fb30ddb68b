"""A game that somebody plays in this terminal."""

from __future__ import annotations

import asyncio
import contextlib
import getpass
from contextlib import AsyncExitStack
from typing import Any

from bot import rights
from bot.cli import choosing
from bot.cli.choosing import places, presets, wishes
from bot.cli.costs import show_costs
from bot.cli.opening import hint, open_hall, open_terminal
from bot.cli.typed import Wanted
from bot.cli.world import FIRST, World, Wrong, prog
from bot.hall import Hall
from bot.names import called
from bot.notes import next_time, notes
from bot.ports import About, Conflict, Occupant, Players, Saved
from bot.rights import Asker
from bot.surfaces.terminal.keyboard import Keyboard
from bot.surfaces.terminal.session import Terminal
from bot.table import Table
from games.core import Game, Options, Seat

ME = "terminal"
"""The user id of whoever sits at this terminal, and the place where they play."""

SAT_DOWN = "sat down"
"""The kind of document that says at which game somebody at a terminal has sat last, however they left it."""


async def play(
    world: World,
    game: Game[Any],
    options: Options,
    asked: Wanted,
    seed: str | None,
    pace: float | None,
    again: str,
    players: Players | None = None,
) -> str:
    """A game with these options, at this terminal, to its end or until the person leaves: its id. `again` is what would be typed
    to play it again."""
    async with open_hall(world, players) as hall:
        seated, you = places(game, options, wishes(game, asked.wish), asked.size, asked.seat)
        me = Occupant("person", called(asked.name or _name()), user=ME)
        others = hall.cast([seat for seat in seated if seat != you], asked.specs, [me.name], game.lobby.staff)
        seats = {seat: others.get(seat, me) for seat in seated}
        terminal = open_terminal(hall, pace, Keyboard())
        hall.surfaces.append(terminal)
        if await _left(hall):
            hint(terminal, f"This is a new game. The one you left goes on with: {prog()} play --resume\n")
        open = "strength" not in options.model_fields_set and not asked.specs
        given, tried = await hall.strength_for(game.name, ME) if open else ("", 0)
        options = options.model_copy(update={"strength": given} if given else {})
        for note in (*choosing.among(game, options, asked.preset), *notes(game, options, seats, given, "you have")):
            terminal.console.print(note, style="dim", markup=False)
        if any(each.kind == "built-in" for each in seats.values()):
            hint(terminal, "Another time: --strength easy, normal, hard or mixed.")
        about = About(again=again, given=given, tried=tried)
        table = await hall.open(game.name, options, seats, host=ME, place=ME, seed=seed, about=about)
        await _sit(hall, terminal, table, you)
        return table.id


async def resume(world: World, pace: float | None, wanted: str | None) -> None:
    async with open_hall(world) as hall, AsyncExitStack() as closing:
        left = await _left(hall)
        if wanted is not None and wanted.casefold() not in presets(world.games()):
            left = [saved for saved in left if saved.id == wanted]
            if not left:
                raise Wrong(f"You left no game “{wanted}”. `{prog()} games` lists them.", 1)
        if not left:
            raise Wrong(f"There is no game to go on with. Start one: {prog()} play {FIRST}", 1)
        terminal = open_terminal(hall, pace, Keyboard())
        hall.surfaces.append(terminal)
        for saved in left:
            _seat_its_model(world, hall, saved, closing)
            table = await hall.reopen_one(saved.id)
            you = table.seat_of(ME) if table else None
            if table is not None and you is None:  # an AI played on here
                you = await rights.come_back(table, Asker((ME,), f"terminal:{table.id}:{len(table.log)}"))
            if table is not None and you is not None:
                await _sit(hall, terminal, table, you, resumed=True)
                return
        raise Wrong(f"This version cannot go on with {', '.join(saved.id for saved in left)}.", 1)


def _seat_its_model(world: World, hall: Hall, saved: Saved, closing: AsyncExitStack) -> None:
    """Lets a model play on that the game was started with and no setting lists. Where it cannot be reached any more, the
    table finds that out for itself."""
    unlisted = sorted({each.model for each in saved.seats.values() if each.model} - set(hall.players.specs()))
    if unlisted:
        with contextlib.suppress(Wrong):
            hall.players = world.players(model=unlisted[0])
            closing.push_async_callback(hall.players.close)


async def _left(hall: Hall) -> list[Saved]:
    """The games that were begun in this terminal and are not over: the one that was sat at last, then the newest first."""
    last = (await hall.store.get(SAT_DOWN, ME) or {}).get("game")
    running = [saved for saved in await hall.store.recent_games(1000) if saved.ended is None]
    here = [saved for saved in running if saved.place == ME]
    mine = [saved for saved in here if any(ME in (each.user, each.stands_for) for each in saved.seats.values())]
    return sorted(mine, key=lambda saved: saved.id != last)


async def _sit(hall: Hall, terminal: Terminal, table: Table, you: Seat, resumed: bool = False) -> None:
    await hall.store.put(SAT_DOWN, ME, {"game": table.id})
    try:
        end = await terminal.sit(table, you, resumed=resumed)
    except asyncio.CancelledError:
        end = "left"
    except Conflict:
        how = f"Go on there, or leave it there and go on here: {prog()} play {table.id} --resume"
        raise Wrong(f"This game has been played on elsewhere, perhaps in another terminal. {how}", 1) from None
    if end == "left":
        terminal.console.print(f"\nThe game is saved. Go on with it: {prog()} play --resume", markup=False)
        return
    show_costs(terminal.console, table, await hall.store.calls(table.id))
    again = f"{prog()} {table.about.again or f'play {table.game.name}'}"
    wish = next((each.key for each in reversed(table.game.lobby.wishes)), None)
    if hall.outgrown(table):
        hint(terminal, f"\n{next_time('add --strength easy', 'you have')}")
    hint(terminal, f"\nPlay again: {again}")
    if wish:
        hint(terminal, f"Another part: {again} --as {wish}")
    hint(terminal, f"Keep this game: {prog()} export {table.id} --format md")


def _name() -> str:
    """What to call whoever did not say."""
    try:
        user = getpass.getuser()
    except (OSError, KeyError, ImportError):
        return "Guest"
    return user.capitalize() if user.isalpha() and user not in ("root", "admin", "user") else "Guest"
