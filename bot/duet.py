"""`masquerade duet`: a game from two files, played at once in this terminal, and `masquerade duet check` for whoever writes
them."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Any

import typer
from pydantic import ValidationError

from bot.cli import Seed, Specs, Wanted, World, Wrong, go, play_with, prog, read_text, write
from bot.export import FORMATS, export
from bot.ports import Store
from games.core import Game
from games.duet import pairs

DUET = "duet"

ManagerFile = Annotated[
    Path | None, typer.Option("--manager-prompt", "--manager", "-M", metavar="FILE", help="The manager's prompt.")
]
PlayerFile = Annotated[
    Path | None, typer.Option("--player-prompt", "--player", "-P", metavar="FILE", help="The player's prompt.")
]


def add_duet(cli: typer.Typer, world: Callable[[], World]) -> None:
    """Adds the commands `duet` and `duet check`."""
    duet = typer.Typer(invoke_without_command=True, rich_markup_mode=None)
    cli.add_typer(duet, name=DUET)

    @duet.callback()
    def play(
        context: typer.Context,
        manager: ManagerFile = None,
        player: PlayerFile = None,
        model: Annotated[
            str, typer.Option("--model", "-m", metavar="MODEL", help="The model that manages and plays.")
        ] = "",
        temperature: Annotated[
            float | None, typer.Option("--temperature", "-t", min=0, max=2, help="How freely models write.")
        ] = None,
        manager_tokens: Annotated[
            int, typer.Option("--manager-max-tokens", min=16, max=8000, help="How long a display may be.")
        ] = 500,
        player_tokens: Annotated[
            int, typer.Option("--player-max-tokens", min=4, max=8000, help="How long the player's answers may be.")
        ] = 100,
        save: Annotated[
            Path | None,
            typer.Option(metavar="FILE", help="Write what was said to a file that ends in .json, .csv or .md."),
        ] = None,
        players: Specs = "",
        seed: Seed = None,
        side: Annotated[
            str, typer.Option("--side", "--as", metavar="SIDE", help="The side you play: human or player.")
        ] = "human",
        name: Annotated[str, typer.Option(help="What the others call you.")] = "",
        pace: Annotated[float | None, typer.Option(min=0, help="Seconds between sentences.")] = None,
    ) -> None:
        """Play a game from two prompts in this terminal; `duet check FILES` says what is wrong with them.

        Without -M or -P the house's own prompt takes its place. The pairs that come along are played by their names:
        `masquerade play ultimatum`.
        """
        if context.invoked_subcommand is not None:
            return
        brought = _Brought(manager, player)
        options = {"manager_tokens": manager_tokens, "player_tokens": player_tokens, "temperature": temperature}
        wanted = Wanted(seat=side, specs=players, name=name)
        go(lambda: _play(world(), brought, options, model, wanted, seed, pace, save))

    @duet.command()
    def check(
        files: Annotated[
            list[Path],
            typer.Argument(
                metavar="FILES", help="Files called NAME_manager.md and NAME_player.md, or folders of them."
            ),
        ],
    ) -> None:
        """Say everything that is wrong with a pair of prompts, with its line."""
        if not _checked(files):
            raise typer.Exit(1)


# ── playing ───────────────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class _Brought:
    """The files that somebody plays from; the house's own prompt stands for one that is missing."""

    manager: Path | None
    player: Path | None

    @property
    def typed(self) -> str:
        given = (("-M", self.manager), ("-P", self.player))
        return " ".join(["duet", *(f"{flag} {shlex.quote(str(file))}" for flag, file in given if file)])

    def texts(self) -> tuple[str, str]:
        """Both prompts. Wrong names every mistake in them, by file and line."""
        manager = read_text(self.manager) if self.manager else _own("duet_manager.md")
        player = read_text(self.player) if self.player else _own("duet_player.md")
        names = {
            "manager": str(self.manager or "the house's manager"),
            "player": str(self.player or "the house's player"),
        }
        wrong = [_line(names[each.file], each) for each in pairs.check(manager, player) if not each.note]
        if wrong:
            raise Wrong("\n".join(wrong))
        return manager, player


def _own(file: str) -> str:
    return files("prompts").joinpath(file).read_text(encoding="utf-8")


async def _play(
    world: World,
    brought: _Brought,
    values: dict[str, Any],
    model: str,
    wanted: Wanted,
    seed: str | None,
    pace: float | None,
    save: Path | None,
) -> None:
    world.speak(True)
    _check_file(save)
    manager, player = brought.texts()
    game = _with_strategies_of(world.games[DUET], manager)
    try:
        called = game.options.named_after({k: str(v) for k, v in vars(brought).items() if v})
        options = game.options.model_validate({**called, **values, "manager": manager, "player": player})
    except ValidationError as mistakes:
        raise Wrong("\n".join(each["msg"].removeprefix("Value error, ") for each in mistakes.errors())) from None
    world = replace(world, games={**world.games, DUET: game})
    asked: dict[str, Any] = {"model": model} if model else {}
    players = world.players(strategies=game.strategies, **asked)

    async def keep(store: Store, id: str) -> None:
        if save is not None:
            await _save(store, id, save)

    await play_with(world, game, options, wanted, seed, pace, brought.typed, players, keep)


def _with_strategies_of(game: Game[Any], manager: str) -> Game[Any]:
    """The game with the strategies that this manager's header names, besides those that are known."""
    header, _ = pairs.split(manager)
    named = [each.name for each in pairs.parse(header).strategies] if header else []
    known = tuple(dict.fromkeys((*game.strategies(), *named)))
    return replace(game, strategies=lambda: known)


def _check_file(save: Path | None) -> None:
    """Nobody plays a game to hear at its end that it cannot be saved."""
    if save is None:
        return
    if save.suffix[1:].casefold() not in FORMATS:
        raise Wrong(f"“{save}” is to end in {', '.join(f'.{each}' for each in FORMATS)}.")
    if not save.parent.is_dir():
        raise Wrong(f"“{save}” cannot be written: there is no folder “{save.parent}”.")


async def _save(store: Store, id: str, file: Path) -> None:
    """Writes the transcript: all of a game that is over, and of any other what everybody has heard."""
    saved = await store.load(id)
    assert saved is not None
    format = next(each for each in FORMATS if each == file.suffix[1:].casefold())
    await write(file, export(saved, await store.calls(id), await store.moves(id), format))
    if saved.ended is None:
        how = f"{prog()} export {id} --format {format} --out {shlex.quote(str(file))}"
        typer.echo(f"It is what everybody has heard so far. When the game is over, this writes all of it: {how}")


# ── checking ──────────────────────────────────────────────────────────────────────────────────────────────────────────

_PART = re.compile(r"(?P<name>.*?)[_-]?(?P<part>manager|player)", re.IGNORECASE)
_STAND_IN = "Play."
"""What stands for the player's prompt while a manager's file is checked alone."""


def _checked(found: Sequence[Path]) -> bool:
    """Prints what is wrong with the files; False when anything is."""
    fine = True
    sorted_out: dict[tuple[Path, str], dict[str, Path]] = {}
    for file in _files(found):
        part = _PART.fullmatch(file.stem)
        if part is None:
            typer.echo(f"{file}:1: A file of a pair is called NAME_manager.md or NAME_player.md.")
            fine = False
        else:
            sorted_out.setdefault((file.parent, part["name"]), {})[part["part"].casefold()] = file
    for (_, name), pair in sorted_out.items():
        if _check_pair(pair):
            typer.echo(f"{name or 'The pair'}: in order")
        else:
            fine = False
    return fine


def _files(found: Iterable[Path]) -> Iterator[Path]:
    """The files, and those that lie in the folders among them."""
    for path in found:
        if path.is_dir():
            yield from sorted(each for each in path.glob("*.md") if _PART.fullmatch(each.stem))
        else:
            yield path


def _check_pair(pair: dict[str, Path]) -> bool:
    """Prints what is wrong with a pair, or with what there is of it; False when anything is."""
    texts: dict[str, str] = {}
    for part, file in pair.items():
        try:
            texts[part] = read_text(file)
        except Wrong as unreadable:
            typer.echo(f"{file}:1: {unreadable}")
    if len(texts) < len(pair):
        return False
    mistakes = pairs.check(texts.get("manager", _own("duet_manager.md")), texts.get("player", _STAND_IN))
    mistakes = tuple(each for each in mistakes if each.file in texts)
    for each in mistakes:
        typer.echo(_line(str(pair[each.file]), each))
    if len(texts) == 1:
        (alone,) = pair.values()
        missing = "player" if "manager" in texts else "manager"
        typer.echo(f"{alone}:1: Note: it was checked alone; name the {missing}'s file too, and both are.")
    return all(each.note for each in mistakes)


def _line(file: str, mistake: pairs.Mistake) -> str:
    return f"{file}:{mistake.line}: {'Note: ' if mistake.note else ''}{mistake.sentence}"
