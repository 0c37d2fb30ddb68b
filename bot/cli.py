"""The command line: run the bot, play in the terminal, watch AIs play, and look after the games that are stored.

Exit codes: 0 all went well; 1 something could not be done, and a sentence said why; 2 the command or the settings are
wrong; 130 interrupted.
"""

from __future__ import annotations

import asyncio
import contextlib
import functools
import getpass
import inspect
import json
import logging
import math
import os
import re
import secrets
import select
import shlex
import signal
import stat
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Coroutine, Iterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from datetime import datetime
from difflib import get_close_matches
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Annotated, Any

import typer
from pydantic import ValidationError
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table as Figures
from rich.text import Text

from bot import plots, tournament
from bot.export import FORMATS
from bot.export import export as export_as
from bot.hall import Hall, objection_to, shares
from bot.ports import Conflict, Occupant, Players, RealClock, Saved, Store, StoreFailed, story_of
from bot.surfaces.terminal import figures
from bot.surfaces.terminal.keyboard import Keyboard, as_found
from bot.surfaces.terminal.session import Terminal
from bot.table import Table, ended
from games import all_games, intervals
from games.core import Game, IllegalAction, Options, Seat, dice_for, no_figures

log = logging.getLogger(__name__)

HEARTBEAT = "heartbeat"
"""The file in the data folder that the running bot touches."""

BEAT = 30.0
STALE = 90.0
"""Seconds between two touches, and after how many the bot is taken to be down."""

ME = "terminal"
"""The user id of whoever sits at this terminal, and the place where they play."""

FIRST = "codenames"
"""The game of whoever names none."""

AGAIN = "again"
"""Under this a table keeps what one types to play its game again (“play ultimatum”)."""

PACE = 1.2
"""Seconds between sentences in a game that somebody follows."""


@dataclass(frozen=True)
class World:
    """What the commands need from outside, made from the settings: by `bot.__main__`, and by tests as they like. `players`
    takes a model by name instead of the configured one (`model`) and strategies that their built-in players may be asked for
    (`strategies`); both may be left out. `web` serves games to browsers, says where, and raises Taken where it cannot; None: off."""

    data: Path
    token: str
    store: Callable[[], Awaitable[Store]]
    memory: Callable[[], Store]
    players: Callable[..., Players]
    discord: Callable[[Hall], Coroutine[Any, Any, None]]
    speak: Callable[[bool], None]
    web: Callable[[Hall, Callable[[str], None]], Coroutine[Any, Any, None]] | None = None
    games: Mapping[str, Game[Any]] = field(default_factory=all_games)


class Wrong(Exception):
    """The command cannot be carried out: a sentence, and the exit code."""

    def __init__(self, sentence: str, code: int = 2) -> None:
        super().__init__(sentence)
        self.code = code


# ── what may be typed ─────────────────────────────────────────────────────────────────────────────────────────────────

GameName = Annotated[str, typer.Argument(metavar="GAME", help="Which game; `masquerade games` lists them.")]
Given = Annotated[
    list[str] | None,
    typer.Option(
        "--option", "--set", "-o", metavar="KEY=VALUE", help="An option of the game; @FILE reads the value from a file."
    ),
]
Seed = Annotated[str | None, typer.Option(help="The same seed and the same answers tell the same story.")]
Specs = Annotated[
    str,
    typer.Option(
        "--players",
        metavar="SPEC,SPEC…",
        help="Who plays: built-in, built-in:easy (normal, hard, bold, careful), built-in: and a strategy of the game, a "
        "model's name, or a persona. Fewer than there are seats are shared out in blocks: of two, the first plays one team and the "
        "second the other. Where somebody runs the game, one more than plays is for them. "
        "Without it, built-in players are watched, and the model of the settings, if there is one, plays along.",
    ),
]
Size = Annotated[int | None, typer.Option(min=1, help="How many sit at the table, where a game leaves that open.")]
Pace = Annotated[float | None, typer.Option(min=0, help="Seconds between sentences.")]


def app(world: Callable[[], World]) -> typer.Typer:
    """The commands over one world, which is made when the first of them needs it."""
    cli = typer.Typer(
        name="masquerade",
        help="People and language models at one table.",
        epilog="Exit codes: 0 all went well, 1 something could not be done, 2 the command or the settings are wrong, "
        "130 interrupted.",
        no_args_is_help=True,
        add_completion=False,
        pretty_exceptions_enable=False,
        rich_markup_mode=None,
    )

    @cli.callback()
    def masquerade(
        shown: Annotated[
            bool, typer.Option("--version", is_eager=True, callback=_show_version, help="Print the version and leave.")
        ] = False,
    ) -> None:
        """People and language models at one table."""

    for job in (run, play, watch, export, games, erase_person, health):
        cli.command()(_command(job, world))
    from bot.duet import add_duet  # it is made of what stands here

    add_duet(cli, world)
    return cli


def _command(job: Callable[..., Coroutine[Any, Any, None]], world: Callable[[], World]) -> Callable[..., None]:
    """A command that carries out `job` in the world; what is typed are its other parameters."""

    @functools.wraps(job)
    def command(**typed: Any) -> None:
        go(lambda: job(world(), **typed))

    _, *parameters = inspect.signature(job, eval_str=True).parameters.values()
    command.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    return command


def _show_version(wanted: bool) -> None:
    if wanted:
        try:
            typer.echo(version("masquerade"))
        except PackageNotFoundError:
            typer.echo("unknown")
        raise typer.Exit


def go(job: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """Carries out one command; whatever goes wrong with the world becomes a sentence and an exit code."""
    try:
        with as_found():
            asyncio.run(job())
    except Wrong as wrong:
        _say(str(wrong))
        raise typer.Exit(wrong.code) from None
    except (StoreFailed, IllegalAction) as failed:
        _say(str(failed))
        raise typer.Exit(1 if isinstance(failed, StoreFailed) else 2) from None
    except BrokenPipeError:
        sys.stderr.close()  # whoever read our output has left; there is nobody to tell
        raise typer.Exit(1) from None
    except (KeyboardInterrupt, asyncio.CancelledError):
        raise typer.Exit(130) from None


def _say(sentence: str) -> None:
    Console(stderr=True, highlight=False, soft_wrap=True).print(sentence, markup=False)


def prog() -> str:
    """How this program was called, for hints that can be typed as they stand."""
    called = Path(sys.argv[0])
    if called.name != "__main__.py":
        return called.name if str(called.parent) in os.environ.get("PATH", "").split(os.pathsep) else sys.argv[0]
    beside = Path(sys.executable).parent / "masquerade"
    if beside.exists():
        with contextlib.suppress(ValueError):
            return str(beside.relative_to(Path.cwd()))
    return "python -m bot"


# ── run ───────────────────────────────────────────────────────────────────────────────────────────────────────────────


async def run(
    world: World,
    terminal: Annotated[
        bool, typer.Option("--terminal", help="Play in this terminal, and neither in browsers nor on Discord.")
    ] = False,
) -> None:
    """Serve games to browsers, and to Discord where DISCORD_TOKEN is set; or play one in this terminal."""
    piped = not terminal and not world.token and _piped()
    if not terminal and not piped and (world.token or world.web):
        await _serve(world)
    elif piped or (sys.stdin.isatty() and sys.stdout.isatty()):
        typer.echo("Here is a game in the terminal.\n")
        await play(world, FIRST)
    else:
        typer.echo("This is not a terminal to play in: here is one game that AIs play.\n")
        await watch(world, pace=0.0)


def _piped() -> bool:
    """Whether somebody sends what is to be typed, by a pipe or from a file. A service's empty or silent input is none."""
    try:
        at = sys.stdin.fileno()
        kind = os.fstat(at)
        if stat.S_ISREG(kind.st_mode):
            return kind.st_size > 0
        if not stat.S_ISFIFO(kind.st_mode) or not select.select([at], [], [], 0.3)[0]:
            return False
        import fcntl
        import termios

        waiting = fcntl.ioctl(at, termios.FIONREAD, bytes(4))
    except (AttributeError, ImportError, OSError, ValueError):
        return False
    return bool(int.from_bytes(waiting, sys.byteorder))


async def _serve(world: World) -> None:
    """Discord, browsers or both, until it is told to stop; what happened is in the store. A port that is taken ends what is
    for browsers alone; beside Discord it is a line in the log."""
    world.speak(False)
    stop = asyncio.Event()
    for sign in (signal.SIGTERM, signal.SIGINT):
        with contextlib.suppress(NotImplementedError):  # Windows has no such handlers; Ctrl-C interrupts there
            asyncio.get_running_loop().add_signal_handler(sign, stop.set)
    with _alone(world.data):
        async with _hall(world) as hall:
            served = {"discord": world.token, "web": world.web}
            await hall.reopen(("terminal", *(place for place, there in served.items() if not there)))
            jobs: list[Coroutine[Any, Any, Any]] = [_beat(world.data / HEARTBEAT), stop.wait()]
            if world.token:
                jobs.append(world.discord(hall))
            if world.web:
                jobs.append(_browsers(world, hall))
            tasks = [asyncio.create_task(job) for job in jobs]
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            await ended(tasks)
            for task in done:
                task.result()


async def _browsers(world: World, hall: Hall) -> None:
    assert world.web is not None
    try:
        await world.web(hall, _ready)
    except Wrong as taken:
        if not world.token:
            raise
        log.error("Nothing is served to browsers. %s", taken)
        await asyncio.Event().wait()


def _ready(address: str) -> None:
    """Says where games are served, to whoever started the program."""
    typer.echo(f"Masquerade is at {address} (Ctrl-C ends it; every game is kept).")
    sys.stdout.flush()


@contextlib.contextmanager
def _alone(data: Path) -> Iterator[None]:
    """Holds the data folder: two programs that lead the same games would undo each other's moves. Wrong where another does."""
    try:
        import fcntl
    except ImportError:  # not on this system; the store still refuses a second writer of a game
        yield
        return
    try:
        data.mkdir(parents=True, exist_ok=True)
        held = (data / "lock").open("w")
    except OSError:
        yield  # the store says what is wrong with the folder
        return
    with held:
        try:
            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise Wrong(
                f"Another Masquerade runs on the folder {data}: stop it first, or name another folder with MASQUERADE_DATA.",
                1,
            ) from None
        except OSError as error:  # a disk over the network that knows no locks
            log.warning("The folder %s cannot be held against a second Masquerade: %s", data, error.strerror)
        yield


async def _beat(path: Path) -> None:
    """A sign of life, as long as the loop goes round. Whoever leaves in order takes it along."""
    try:
        while True:
            try:
                await asyncio.to_thread(path.touch)
            except OSError as error:
                log.warning("The sign of life %s cannot be given: %s", path, error.strerror)
            await asyncio.sleep(BEAT)
    finally:
        with contextlib.suppress(OSError):
            await asyncio.to_thread(path.unlink, missing_ok=True)


async def health(world: World) -> None:
    """Say whether the bot is up: exit code 0 when it gave a sign of life in the last 90 seconds."""
    age = _last_beat(world)
    if age is None:
        raise Wrong("The bot does not run here.", 1)
    if age > STALE:
        raise Wrong(f"The bot gave no sign of life for {age:.0f} seconds.", 1)
    typer.echo("The bot is up.")


def _last_beat(world: World) -> float | None:
    """Seconds since the bot's last sign of life; None when it has not run here, or has left in order."""
    try:
        return time.time() - (world.data / HEARTBEAT).stat().st_mtime
    except OSError:
        return None


# ── play ──────────────────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class Wanted:
    """Who was asked for at the table, as typed."""

    seat: str | None = None
    wish: str | None = None
    specs: str = ""
    size: int | None = None
    name: str = ""


async def play(
    world: World,
    game: Annotated[
        str | None, typer.Argument(metavar="GAME", help="Which game; without it you are asked, in a terminal.")
    ] = None,
    seat: Annotated[str | None, typer.Option(help="The seat you take, for example red-1.")] = None,
    wish: Annotated[
        str | None, typer.Option("--as", metavar="WISH", help="What you would like to be, for example spymaster.")
    ] = None,
    seed: Seed = None,
    players: Specs = "",
    size: Size = None,
    option: Given = None,
    timers: Annotated[bool, typer.Option("--timers", help="Play against the clock.")] = False,
    name: Annotated[str, typer.Option(help="What the others call you.")] = "",
    pace: Pace = None,
    resume: Annotated[
        bool, typer.Option("--resume", help="Go on with the game you left last, or with the one whose id you name.")
    ] = False,
) -> None:
    """Play a game in this terminal, against and with AIs."""
    world.speak(True)
    if resume:
        await _resume(world, pace, game)
        return
    preset = _preset(world.games, game or _chosen(world.games))
    options = _options(preset.game, option, {"timers": timers, **preset.values, **_sized(size)})
    asked = Wanted(seat, wish, players, size, name)
    await play_with(world, preset.game, options, asked, seed, pace, f"play {preset.name}")


async def play_with(
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
    async with _hall(world, players) as hall:
        places, you = _places(game, options, _wishes(game, asked.wish), asked.size, asked.seat)
        me = Occupant("person", asked.name or _name(), user=ME)
        others = hall.cast([seat for seat in places if seat != you], asked.specs, [me.name], game.staff)
        seats = {seat: others.get(seat, me) for seat in places}
        terminal = _terminal(hall, pace, Keyboard())
        hall.surfaces.append(terminal)
        if await _left(hall):
            _hint(terminal, f"This is a new game. The one you left goes on with: {prog()} play --resume\n")
        if note := game.autoplay_note(options):
            terminal.console.print(note, style="dim", markup=False)
        table = await hall.open(game.name, options, seats, host=ME, place=ME, seed=seed, about={AGAIN: again})
        await _sit(terminal, table, you)
        return table.id


async def _resume(world: World, pace: float | None, wanted: str | None) -> None:
    async with _hall(world) as hall, AsyncExitStack() as closing:
        left = await _left(hall)
        if wanted is not None and wanted.casefold() not in _presets(world.games):
            left = [saved for saved in left if saved.id == wanted]
            if not left:
                raise Wrong(f"You left no game “{wanted}”. `{prog()} games` lists them.", 1)
        if not left:
            raise Wrong(f"There is no game to go on with. Start one: {prog()} play {FIRST}", 1)
        terminal = _terminal(hall, pace, Keyboard())
        hall.surfaces.append(terminal)
        for saved in left:
            _seat_its_model(world, hall, saved, closing)
            table = await hall.reopen_one(saved.id)
            you = table.seat_of(ME) if table else None
            if table is not None and you is not None:
                await _sit(terminal, table, you, resumed=True)
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
    """The games that were begun in this terminal and are not over, the newest first."""
    running = [saved for saved in await hall.store.recent_games(1000) if saved.ended is None]
    here = [saved for saved in running if saved.about.get("place") == ME]
    return [saved for saved in here if any(each.user == ME for each in saved.seats.values())]


async def _sit(terminal: Terminal, table: Table, you: Seat, resumed: bool = False) -> None:
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
    again = f"{prog()} {table.about.get(AGAIN) or f'play {table.game.name}'}"
    wish = next((each.key for each in reversed(table.game.wishes)), None)
    _hint(terminal, f"\nPlay again: {again}")
    if wish:
        _hint(terminal, f"Another part: {again} --as {wish}")
    _hint(terminal, f"Keep this game: {prog()} export {table.id} --format md")


def _hint(terminal: Terminal, line: str) -> None:
    """What may be typed next, in one piece however long it is."""
    terminal.console.print(line, style="dim", markup=False, soft_wrap=True)


def _chosen(known: Mapping[str, Game[Any]]) -> str:
    """The game that somebody at a terminal picks; elsewhere the first."""
    games = list(known.values())
    first = next(at for at, game in enumerate(games, 1) if game.name == FIRST)
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return FIRST
    console = Console(highlight=False)
    console.print("What would you like to play?")
    for at, game in enumerate(games, 1):
        _show_game(console, f"{at} {game.name}", game)
    while True:
        try:
            typed = input(f"A name or number (Enter for {first}): ").strip()
        except EOFError:
            raise Wrong("No game was chosen.", 1) from None
        if not typed:
            return FIRST
        if typed.isdecimal() and 0 < int(typed) <= len(games):
            return games[int(typed) - 1].name
        try:
            return _preset(known, typed).name
        except Wrong as unknown:
            console.print(str(unknown), markup=False)


def _places(
    game: Game[Any], options: Options, wishes: Collection[str], size: int | None, wanted: str | None
) -> tuple[tuple[Seat, ...], Seat]:
    """The seats of the game, and the one that the first party gets, or asked for."""
    parties = max(min(game.players), size or 1)
    if parties not in game.players:
        raise Wrong(f"{game.title} is for {min(game.players)} to {max(game.players)} players.")
    seating = game.seats(options, [frozenset(wishes), *[frozenset[str]()] * (parties - 1)], dice_for("seats", 0))
    if wanted is None:
        return seating.seats, seating.given[0]
    if wanted not in seating.seats:
        free = ", ".join(seat for seat in seating.seats if seat not in game.staff)
        raise Wrong(f"There is no seat “{wanted}”. There are: {free}.")
    return seating.seats, Seat(wanted)


def _wishes(game: Game[Any], typed: str | None) -> list[str]:
    known = [wish.key for wish in game.wishes]
    wished = [each.strip() for each in (typed or "").split(",") if each.strip()]
    for each in wished:
        if each.casefold() not in known:
            there = f" You may wish for: {', '.join(known)}." if known else ""
            raise Wrong(f"In {game.title} nobody can be “{each}”.{there}")
    return [each.casefold() for each in wished]


def _name() -> str:
    """What to call whoever did not say."""
    try:
        user = getpass.getuser()
    except (OSError, KeyError, ImportError):
        return "Guest"
    return user.capitalize() if user.isalpha() and user not in ("root", "admin", "user") else "Guest"


# ── watch ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class _Many:
    """Which games to play, who plays, by which spec, in each seat, and where to write what comes of it."""

    game: Game[Any]
    options: Options
    seats: Mapping[Seat, tuple[str, Occupant]]
    games: int
    seed: str
    parallel: int
    json_file: typer.FileTextWrite | None

    @property
    def quiet(self) -> bool:
        """Whether standard output belongs to the JSON."""
        return self.json_file is not None and self.json_file.name == "<stdout>"

    def write(self, played: tournament.Played) -> None:
        """One line of JSON, where any was asked for."""
        if self.json_file is not None:
            print(tournament.as_line(played), file=self.json_file, flush=True)

    @property
    def seeds(self) -> list[str]:
        return [self.seed] if self.games == 1 else [f"{self.seed}-{n}" for n in range(1, self.games + 1)]


async def watch(
    world: World,
    game: GameName = FIRST,
    players: Specs = "",
    games: Annotated[int, typer.Option(min=1, help="How many games; more than one are counted, not told.")] = 1,
    seed: Seed = None,
    pace: Pace = None,
    json_file: Annotated[
        typer.FileTextWrite | None,
        typer.Option(
            "--json",
            metavar="FILE",
            encoding="utf-8",
            help="Write one line of JSON a game; - is standard output.",
        ),
    ] = None,
    size: Size = None,
    option: Given = None,
    parallel: Annotated[int, typer.Option(min=1, help="How many games at once, when models play.")] = 4,
    everything: Annotated[
        bool, typer.Option("--all", "--behind", help="See what every seat sees, and what models think.")
    ] = False,
    plot: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="Draw what was counted: a .png or .svg file, or a folder for a file a figure."
        ),
    ] = None,
) -> None:
    """Let AIs play, and look on; or let them play many games, and count."""
    world.speak(True)
    preset = _preset(world.games, game)
    played = preset.game
    options = _options(played, option, {**preset.values, **_sized(size)})
    places, _ = _places(played, options, [], size, None)
    specs = players or "built-in"
    hall = Hall(world.memory(), world.players(), RealClock(), games=world.games)
    cast = hall.cast(places, specs, staff=played.staff)
    asked_for = shares(places, specs, played.staff)
    seats = {seat: (asked_for[seat] or cast[seat].model or cast[seat].kind, cast[seat]) for seat in places}
    if objection := objection_to(played, options, cast):
        raise Wrong(objection)
    _check_plot(played, plot)
    if json_file is not None:
        json_file.flush()  # opens it, before the first game and after all that may be wrong with what was typed
    many = _Many(played, options, seats, games, seed or secrets.token_hex(4), parallel, json_file)
    if games == 1 and not many.quiet:
        again = preset.name + "".join(f" -o {shlex.quote(each)}" for each in option or ())
        again += f" --size {size}" if size else ""
        states = await _watch_one(world, many, pace, everything, again)
    else:
        states = await _watch_many(world, many)
    if plot is not None:
        note = f"n = {len(states)} games, seed {many.seed}"
        await _draw(played, preset.name, states, note, plot, many.quiet)


async def _watch_one(world: World, many: _Many, pace: float | None, everything: bool, typed: str) -> list[Any]:
    """One game, told as it happens; what it came to, if it ended. `typed` are its name and options, to be typed again."""
    game, specs = many.game, {seat: spec for seat, (spec, _) in many.seats.items()}
    occupants = {seat: occupant for seat, (_, occupant) in many.seats.items()}
    async with _hall(world, tournament.InOrder(world.players()), world.memory()) as hall:
        terminal = _terminal(hall, pace, None, everything)
        hall.surfaces.append(terminal)
        table = await hall.open(game.name, many.options, occupants, seed=many.seed)
        await terminal.sit(table)
        many.write(tournament.Played(many.seed, table, specs, tuple(await hall.store.calls(table.id))))
    if all(occupant.kind == "built-in" for occupant in occupants.values()):  # models do not repeat themselves
        in_order = ",".join(specs[seat] for seat in sorted(specs, key=lambda seat: seat in game.staff))
        seated = "" if set(specs.values()) == {"built-in"} else f" --players {in_order}"
        _hint(terminal, f"\nSee it again: {prog()} watch {typed}{seated} --seed {many.seed}")
    return [table.story.state] if table.story.outcome else []


async def _watch_many(world: World, many: _Many) -> list[Any]:
    """Many games, counted. What those that ended came to, if the game makes figures of it; others would fill the memory for
    nothing."""
    console = Console(stderr=many.quiet, highlight=False)
    players, game = world.players(), many.game
    models = any(occupant.kind == "model" for _, occupant in many.seats.values())
    summary = tournament.Summary()
    states: list[Any] = []

    async def play(seed: str) -> tournament.Played:
        return await tournament.play_one(
            world.memory(), players, game.name, many.options, many.seats, seed, world.games
        )

    async with AsyncExitStack() as closing:
        closing.push_async_callback(players.close)
        step = closing.enter_context(_progress(console, many.games))
        try:
            async for played in tournament.play_many(many.seeds, play, many.parallel if models else 1):
                summary.add(played)
                if _counts(game) and played.table.story.outcome:
                    states.append(played.table.story.state)
                many.write(played)
                step(summary.games)
        except asyncio.CancelledError:
            console.print(f"Interrupted after {summary.games} games.")
            _show_summary(console, summary, many, states)
            raise
    _show_summary(console, summary, many, states)
    return states


@contextlib.contextmanager
def _progress(console: Console, games: int) -> Iterator[Callable[[int], None]]:
    """A bar on a terminal; a line for every tenth of the games elsewhere."""
    if console.is_terminal:
        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
        with Progress(*columns, console=console, transient=True) as bar:
            task = bar.add_task("Games", total=games)
            yield lambda done: bar.update(task, completed=done)
        return

    def say(done: int) -> None:
        if done == games or done % max(1, games // 10) == 0:
            console.print(f"{done} of {games} games played.")

    yield say


def _show_summary(console: Console, summary: tournament.Summary, many: _Many, states: Sequence[Any]) -> None:
    if not summary.games:
        return
    title = f"{summary.games} game{'s' * (summary.games > 1)}, seed {many.seed}"
    wins = _listing(title, "Won by", right=("Games", "Share", "95 %"))
    for side, games in summary.sides.most_common():
        wins.add_row(side, str(games), *_share(games, summary.games))
    console.print(wins, "")
    asked = any(each["calls"] for each in summary.answers.values())
    costs = ("Calls", "Tokens", "US $") if asked else ()
    seats = _listing("Players", "Player", "Seat", right=("Won (95 %)", "Accepted", "Refused", "Fallback", *costs))
    for (spec, kind), each in sorted(summary.answers.items()):
        won = "{} ({})".format(*_share(each["won"], each["seats"])) if each["seats"] else "–"
        paid = "?" if math.isnan(each["cost"]) else f"{each['cost']:.4f}"
        cells = (won, *(each[name] for name in ("accepted", "refused", "fallback", "calls", "tokens")), paid)
        seats.add_row(spec, kind, *map(str, cells[: 4 + len(costs)]))
    console.print(seats, "")
    turns = sum(summary.turns) / len(summary.turns)
    if turns:
        console.print(f"Turns a game: {turns:.1f} on average, {min(summary.turns)} to {max(summary.turns)}.")
    if summary.unfinished:
        console.print(f"{summary.unfinished} games came to no end.")
    for table in figures.tables(many.game.figures(states)) if states else ():
        console.print("", table)


def _counts(game: Game[Any]) -> bool:
    """Whether the game makes figures of what happened in it."""
    return game.figures is not no_figures


def _check_plot(game: Game[Any], plot: Path | None) -> None:
    """Nobody waits for many games to hear that they cannot be drawn."""
    if plot is None:
        return
    if not _counts(game):
        raise Wrong(f"{game.title} has no figures to draw.")
    if plot.suffix and not plot.is_dir() and plot.suffix[1:].casefold() not in plots.FORMATS:
        raise Wrong(f"“{plot}” is to end in {' or '.join(f'.{each}' for each in plots.FORMATS)}, or to be a folder.")


async def _draw(game: Game[Any], name: str, states: Sequence[Any], note: str, plot: Path, quiet: bool) -> None:
    """All figures in one file; in a folder, a file for each of them, named by the game and the figure's title. `note` stands below."""
    found = plots.drawable(game, game.figures(states) if states else ())
    files = {plot: list(found)}
    if await asyncio.to_thread(_as_folder, plot):
        together = enumerate(plots.plots(found).items(), 1)
        files = {plot / f"{name}-{at}-{_slug(title)}.png": each for at, (title, each) in together}
    for file, each in files.items():
        format = next(known for known in plots.FORMATS if known == file.suffix[1:].casefold())
        await write(file, await asyncio.to_thread(plots.draw, each, format, note), quiet)


def _as_folder(plot: Path) -> bool:
    """Whether it is a folder, which is made if need be."""
    folder = plot.is_dir() or not plot.suffix
    if folder:
        with contextlib.suppress(OSError):  # what is wrong with it is said where it is written to
            plot.mkdir(parents=True, exist_ok=True)
    return folder


def _slug(title: str) -> str:
    """A title as a part of a file's name."""
    return re.sub(r"\W+", "-", title.casefold()).strip("-")[:60]


def _listing(title: str, *left: str, right: Sequence[str] = ()) -> Figures:
    """A table without lines, with its columns of words and of figures."""
    table = Figures(title=title, box=None, padding=(0, 2, 0, 0), pad_edge=False, title_justify="left")
    for column in (*left, *right):
        table.add_column(column, justify="right" if column in right else "left", no_wrap=column == "Id")
    return table


def _share(won: int, of: int) -> tuple[str, str]:
    low, high = intervals.of_share(won, of)
    return f"{100 * won / of:.0f} %", f"{100 * low:.0f}–{100 * high:.0f}"


# ── what is stored ────────────────────────────────────────────────────────────────────────────────────────────────────


async def export(
    world: World,
    id: Annotated[str, typer.Argument(metavar="ID", help="Which game; `masquerade games` lists them.")],
    format: Annotated[
        str, typer.Option(help="json, csv or md; html plays it back; png or svg draws a game that is over.")
    ] = "md",
    out: Annotated[Path | None, typer.Option(help="The file to write, instead of standard output.")] = None,
    public: Annotated[bool, typer.Option("--public", help="Only what everybody heard.")] = False,
) -> None:
    """Write a stored game down. A game that still runs shows what everybody has heard."""
    world.speak(True)
    formats = (*FORMATS, "html", *plots.FORMATS)
    if format not in formats:
        raise Wrong(f"“{format}” is not a format.{_meant(format, formats)} There are: {', '.join(formats)}.")
    if format in plots.FORMATS and out is None and sys.stdout.isatty():
        raise Wrong(f"A picture is for a file: --out {id}.{format}")
    async with _store(world) as store:
        saved = await store.load(id)
        if saved is None:
            known = [each.id for each in await store.recent_games(1000)]
            raise Wrong(f"There is no game “{id}”.{_meant(id, known)} `{prog()} games` lists them.", 1)
        written = b""
        try:
            if format in plots.FORMATS:
                written = await asyncio.to_thread(plots.picture, saved, format, everything=not public)
            else:
                calls, moves = await store.calls(id), await store.moves(id)
                if format in FORMATS:
                    written = export_as(saved, calls, moves, format, everything=not public).encode()
                else:
                    # A web server's libraries take their time to load.
                    from bot.surfaces.web.replay import film
                    from bot.surfaces.web.sessions import Kept

                    kept = Kept(saved, story_of(saved, world.games[saved.game]), tuple(calls), tuple(moves))
                    written = (await asyncio.to_thread(film, kept, everything=not public)).encode()
        except IllegalAction as goes_on:
            raise Wrong(str(goes_on), 1) from None
    if out is not None:
        await write(out, written)
        if saved.ended is None and not public:
            how = f"{prog()} export {id} --format {format} --out {shlex.quote(str(out))}"
            typer.echo(f"It is what everybody has heard so far. When the game is over, this writes all of it: {how}")
    else:
        sys.stdout.buffer.write(written)


async def write(file: Path, written: str | bytes, quiet: bool = False) -> None:
    """Writes a file and says so: on standard output, or where that has to stay `quiet`, on standard error."""
    try:
        await asyncio.to_thread(file.write_bytes, written.encode() if isinstance(written, str) else written)
    except OSError as error:
        raise Wrong(f"“{file}” cannot be written: {error.strerror}.", 1) from None
    typer.echo(f"Written to {file}.", err=quiet)


async def games(world: World, as_json: Annotated[bool, typer.Option("--json", help="For programs.")] = False) -> None:
    """List the games there are, and those that were played."""
    world.speak(True)
    async with _store(world) as store:
        stored = await store.recent_games(100)
    if as_json:
        document = {
            "available": [
                {"name": game.name, "title": game.title, "summary": game.summary, "presets": list(game.presets())}
                for game in world.games.values()
            ],
            "stored": [
                {
                    "id": saved.id,
                    "game": saved.game,
                    "created": saved.created,
                    "ended": saved.ended,
                    "seats": {seat: {"kind": each.kind, "name": each.name} for seat, each in saved.seats.items()},
                }
                for saved in stored
            ],
        }
        typer.echo(json.dumps(document, ensure_ascii=False))
        return
    console = Console(highlight=False)
    console.print("Games that can be played:")
    for game in world.games.values():
        _show_game(console, game.name, game)
    if not stored:
        console.print("No game has been played here yet.")
        return
    rows = _listing("Games that were played", "Id", "Game", "When", "State", "Who")
    for saved in stored:
        when = datetime.fromtimestamp(saved.created).strftime("%Y-%m-%d %H:%M")
        who = ", ".join(dict.fromkeys(Text(each.name).plain for each in saved.seats.values()))
        rows.add_row(saved.id, _preset_of(world.games, saved), when, "over" if saved.ended else "running", Text(who))
    console.print(rows)


def _preset_of(games: Mapping[str, Game[Any]], saved: Saved) -> str:
    """The name by which a stored game is played: its preset's, or its own."""
    presets = games[saved.game].presets() if saved.game in games else {}
    fitting = (name for name, options in presets.items() if options.items() <= saved.options.items())
    return next(fitting, saved.game)


async def erase_person(
    world: World, user: Annotated[str, typer.Argument(metavar="USER", help="A person's id, for example discord:1234.")]
) -> None:
    """Forget a person: their id and name go from every game, and AIs play on for them. Stop the bot first."""
    world.speak(True)
    age = _last_beat(world)
    if age is not None and age <= STALE:
        raise Wrong("The bot is running and would write down again what it remembers: stop it first.", 1)
    async with _hall(world) as hall:
        await hall.reopen((), start=False)
        games = await hall.erase_person(user)
    typer.echo(f"Forgotten, in {games} game{'' if games == 1 else 's'}.")


# ── within ────────────────────────────────────────────────────────────────────────────────────────────────────────────


@asynccontextmanager
async def _store(world: World) -> AsyncIterator[Store]:
    store = await world.store()
    try:
        yield store
    finally:
        await store.close()


@asynccontextmanager
async def _hall(world: World, players: Players | None = None, store: Store | None = None) -> AsyncIterator[Hall]:
    async with AsyncExitStack() as closing:
        store = await world.store() if store is None else store
        closing.push_async_callback(store.close)
        players = world.players() if players is None else players
        closing.push_async_callback(players.close)
        hall = Hall(store, players, RealClock(), games=world.games)
        closing.push_async_callback(hall.close)
        yield hall


def _terminal(hall: Hall, pace: float | None, lines: Keyboard | None, everything: bool = False) -> Terminal:
    console = Console(highlight=False, soft_wrap=False)
    return Terminal(
        console,
        lines,
        (PACE if console.is_terminal else 0.0) if pace is None else pace,
        everything=everything,
        look=hall.players.look,
        moves=hall.store.moves,
    )


@dataclass(frozen=True)
class _Preset:
    """A game by the name that was typed, with the options that this name chooses."""

    game: Game[Any]
    name: str
    values: Mapping[str, Any]


def _presets(games: Mapping[str, Game[Any]]) -> dict[str, _Preset]:
    """All that may be typed for a game, in small letters: its name, or that of one of its presets."""
    named = [_Preset(game, name, {}) for name, game in games.items()]
    named += [_Preset(game, name, values) for game in games.values() for name, values in game.presets().items()]
    return {each.name.casefold(): each for each in reversed(named)}


def _preset(games: Mapping[str, Game[Any]], typed: str) -> _Preset:
    known = _presets(games)
    if found := known.get(typed.casefold()):
        return found
    there = "; ".join(", ".join((name, *game.presets())) for name, game in games.items())
    raise Wrong(
        f"There is no game “{typed}”.{_meant(typed, [each.name for each in known.values()])} There are: {there}."
    )


def _show_game(console: Console, called: str, game: Game[Any]) -> None:
    console.print(f"  {called}: {game.summary}", markup=False)
    if presets := game.presets():
        console.print(f"    {', '.join(presets)}", markup=False)


def _meant(typed: str, known: Sequence[str]) -> str:
    close = get_close_matches(typed.casefold(), known, n=1)
    return f" Did you mean “{close[0]}”?" if close else ""


def _sized(size: int | None) -> dict[str, int]:
    return {"players": size} if size else {}


def _options(game: Game[Any], given: Sequence[str] | None, defaults: Mapping[str, Any]) -> Options:
    """The options as typed, over those of this command where the game has them. Every mistake is named."""
    known = game.options.model_fields
    values = {key: value for key, value in defaults.items() if key in known}
    files: dict[str, str] = {}
    for each in given or ():
        key, equals, text = each.partition("=")
        key = key.strip().replace("-", "_")
        if not equals or key not in known:
            there = f"{game.title} has: {', '.join(known)}."
            raise Wrong(
                f"“{each}” is not KEY=VALUE. {there}"
                if not equals
                else f"{game.title} has no option “{key}”.{_meant(key, list(known))} {there}"
            )
        values[key] = _value(text, key in game.options.documents())
        if text.startswith("@"):
            files[key] = text
    try:
        return game.options.model_validate({**game.options.named_after(files), **values})
    except ValidationError as mistakes:
        wrong = [
            (".".join(map(str, each["loc"])), each["msg"].removeprefix("Value error, ")) for each in mistakes.errors()
        ]
        raise Wrong("\n".join(f"{where}: {why}" if where else why for where, why in wrong)) from None


def read_text(file: Path) -> str:
    """A file's text. Wrong says why there is none."""
    try:
        return file.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise Wrong(f"“{file}” cannot be read: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise Wrong(f"“{file}” cannot be read: it has to be a text file in UTF-8.") from None


def _value(text: str, document: bool) -> Any:
    """A value as typed, or as it stands in a file after @: a document whole, a list or an object as JSON, else the lines of the
    file, or the text itself."""
    brought = text.startswith("@")
    if brought:
        text = read_text(Path(text[1:]))
    if document:
        return text
    if text.lstrip()[:1] in ("[", "{"):
        try:
            return json.loads(text)
        except (ValueError, RecursionError) as error:
            raise Wrong(f"This is not JSON: {error}.") from None
    return [line.strip() for line in text.splitlines() if line.strip()] if brought else text
