"""Pairs of prompts from files: played at once in this terminal, and checked for whoever writes them."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from importlib.resources import files
from pathlib import Path
from typing import Any

from bot.cli.export import export
from bot.cli.files import read_text
from bot.cli.playing import play
from bot.cli.typed import Wanted
from bot.cli.world import World, Wrong
from bot.export import FORMATS
from games.duet import pairs

DUET = "duet"


# ── playing ───────────────────────────────────────────────────────────────────────────────────────────────────────────


Brought = Mapping[str, Path | None]
"""The files that somebody plays from, the manager's and the player's; the house's own prompt stands for one that is missing."""


def _own(part: str) -> str:
    return files("prompts").joinpath(f"duet_{part}.md").read_text(encoding="utf-8")


def _texts(brought: Brought) -> dict[str, str]:
    """Both prompts. Wrong names every mistake in them, by file and line."""
    texts = {part: read_text(file) if file else _own(part) for part, file in brought.items()}
    if wrong := [each for each in pairs.check(**texts) if not each.note]:
        raise Wrong("\n".join(_line(str(brought[each.file] or f"the house's {each.file}"), each) for each in wrong))
    return texts


async def play_pair(
    world: World,
    brought: Brought,
    values: dict[str, Any],
    model: str,
    wanted: Wanted,
    seed: str | None,
    pace: float | None,
    save: Path | None,
) -> None:
    """Plays a game from these files, with these `values` of its options; `save` is written when it has ended."""
    world.speak(True)
    _check_file(save)
    texts, given = _texts(brought), {part: str(file) for part, file in brought.items() if file}
    header, _ = pairs.split(texts["manager"])
    named = [each.name for each in pairs.parse(header).strategies] if header else []  # besides those that are known
    strategies = tuple(dict.fromkeys((*world.games()[DUET].policy.strategies(), *named)))
    game = world.games()[DUET].but(strategies=lambda: strategies)
    options = game.lobby.options.model_validate({**game.lobby.options.named_after(given), **values, **texts})
    there = {**world.games(), DUET: game}
    world = replace(world, games=lambda: there)
    asked: dict[str, Any] = {"model": model} if model else {}
    players = world.players(strategies=game.policy.strategies, **asked)
    again = " ".join([DUET, *(f"-{part[0].upper()} {shlex.quote(file)}" for part, file in given.items())])

    id = await play(world, game, options, wanted, seed, pace, again, players)
    if save is not None:
        await export(world, id, save.suffix[1:].casefold(), save)


def _check_file(save: Path | None) -> None:
    """Nobody plays a game to hear at its end that it cannot be saved."""
    if save is None:
        return
    if save.suffix[1:].casefold() not in FORMATS:
        raise Wrong(f"“{save}” is to end in {', '.join(f'.{each}' for each in FORMATS)}.")
    if not save.parent.is_dir():
        raise Wrong(f"“{save}” cannot be written: there is no folder “{save.parent}”.")


# ── checking ──────────────────────────────────────────────────────────────────────────────────────────────────────────

_PART = re.compile(r"(?P<name>.*?)[_-]?(?P<part>manager|player)", re.IGNORECASE)


def checked(found: Iterable[Path]) -> Iterator[tuple[str, bool]]:
    """What is to be said of these files and of those in these folders, line by line, and whether it is a mistake."""
    sorted_out: dict[tuple[Path, str], dict[str, Path]] = {}
    for path in found:
        for file in sorted(path.glob("*.md")) if path.is_dir() else [path]:
            if part := _PART.fullmatch(file.stem):
                sorted_out.setdefault((file.parent, part["name"]), {})[part["part"].casefold()] = file
            elif file == path:
                yield f"{file}:1: A file of a pair is called NAME_manager.md or NAME_player.md.", True
    for (_, name), pair in sorted_out.items():
        lines = list(_of_pair(pair))
        yield from lines
        if not any(wrong for _, wrong in lines):
            yield f"{name or 'The pair'}: in order", False


def _of_pair(pair: Mapping[str, Path]) -> Iterator[tuple[str, bool]]:
    """The same of a pair, or of what there is of it."""
    texts: dict[str, str] = {}
    for part, file in pair.items():
        try:
            texts[part] = read_text(file)
        except Wrong as unreadable:
            yield f"{file}:1: {unreadable}", True
    if len(texts) < len(pair):
        return
    missing = [part for part in ("manager", "player") if part not in texts]
    for each in pairs.check(**texts, **{part: _own(part) for part in missing}):
        if each.file in texts:
            yield _line(str(pair[each.file]), each), not each.note
    for part in missing:
        (alone,) = pair.values()
        yield f"{alone}:1: Note: it was checked alone; name the {part}'s file too, and both are.", False


def _line(file: str, mistake: pairs.Mistake) -> str:
    return f"{file}:{mistake.line}: {'Note: ' if mistake.note else ''}{mistake.sentence}"
