"""A game from two Markdown files: finding them, reading them, and saying everything that is wrong with them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from importlib.resources import files
from pathlib import Path

from games.core import record
from games.duet.declared import BadPair, Mistake, read
from games.duet.expressions import meant
from games.duet.header import Header

__all__ = ["FOLDER", "LONGEST", "BadPair", "Mistake", "Pair", "check", "find", "names", "parse", "split"]

LONGEST = 64 * 1024
"""Bytes of a file."""

FOLDER = Path(str(files("prompts"))) / "games"
"""Our own pairs."""


@record
class Pair:
    """Two prompts, each the whole text of its file; the manager's with its header."""

    name: str
    manager: str
    player: str


# ── files ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


def names(folders: Sequence[Path] = ()) -> tuple[str, ...]:
    """The pairs that lie in these folders and in our own, in order."""
    return tuple(sorted(_found(folders)))


def find(name: str, folders: Sequence[Path] = ()) -> Pair:
    """The pair of that name; what lies in the first of the folders comes before the others, and all before our own.
    ValueError says in a sentence why there is none."""
    there = _found(folders)
    wanted = name.strip().casefold()
    found = next((each for each in there if each.casefold() == wanted), None)
    if found is None:
        known = ", ".join(sorted(there)) or "none yet"
        raise ValueError(f"There is no pair called “{name.strip()[:60]}”{meant(wanted, there)}; there are {known}.")
    folder = there[found]
    return Pair(found, _text(folder / f"{found}_manager.md"), _text(folder / f"{found}_player.md"))


def _found(folders: Sequence[Path]) -> dict[str, Path]:
    """Where each pair lies. What has no second file is no pair."""
    found: dict[str, Path] = {}
    for folder in (*folders, FOLDER):
        for manager in sorted(folder.glob("*_manager.md")) if folder.is_dir() else ():
            name = manager.name.removesuffix("_manager.md")
            if name and (folder / f"{name}_player.md").is_file():
                found.setdefault(name, folder)
    return found


def _text(path: Path) -> str:
    with path.open("rb") as file:
        content = file.read(LONGEST + 1)
    if len(content) > LONGEST:
        raise ValueError(f"{path.name} is larger than {LONGEST // 1024} KiB.")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise ValueError(f"{path.name} is not UTF-8 text; save it as UTF-8.") from None


# ── reading ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def split(manager: str) -> tuple[str, str]:
    """The header of a manager's file and its prompt. The header is "" when there is none; its first line is the file's
    second, so that lines can be counted. BadPair when a header is begun and not closed."""
    lines = _lines(manager)
    begin = next((i for i, line in enumerate(lines) if line.strip()), 0)
    if not lines or lines[begin].rstrip() != "---":
        return "", "\n".join(lines).strip("\n")
    end = next((i for i, line in enumerate(lines[begin + 1 :], begin + 1) if line.rstrip() == "---"), None)
    if end is None:
        raise BadPair([Mistake(begin + 1, "The header that begins here is not closed; put a line “---” below it.")])
    header = "\n".join([""] * begin + lines[begin + 1 : end])
    return header or "\n", "\n".join(lines[end + 1 :]).strip("\n")


@lru_cache(maxsize=256)
def parse(header: str) -> Header:
    """What a header declares. BadPair has everything that is wrong with it."""
    found = read(header)
    if wrong := [each for each in found.mistakes if not each.note]:
        raise BadPair(wrong)
    return found.header


def _lines(text: str) -> list[str]:
    return re.split(r"\r\n|\r|\n", text.removeprefix("\ufeff"))


# ── checking ──────────────────────────────────────────────────────────────────────────────────────────────────────────


@lru_cache(maxsize=64)
def check(manager: str, player: str) -> tuple[Mistake, ...]:
    """Everything that is wrong with a pair, or worth a note, in the order of its lines."""
    return ()
