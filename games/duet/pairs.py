"""A game from two Markdown files: finding them, reading them, and saying everything that is wrong with them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Literal

from games.core import record
from games.duet.events import HUMAN, PLAYER
from games.duet.ledger.declared import BadPair, parse, read
from games.duet.ledger.expressions import meant
from games.duet.ledger.nodes import Mistake
from games.duet.ledger.rehearsal import rehearse

__all__ = ["FOLDER", "LONGEST", "BadPair", "Mistake", "Pair", "check", "find", "names", "parse", "split", "title"]

File = Literal["manager", "player"]

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


def title(name: str, manager: str) -> str:
    """What the pair of that name is called: as its header says, else by its file."""
    header, _ = split(manager)
    declared = read(header).header.title if header else ""
    return declared or name.replace("-", " ").replace("_", " ").capitalize()


def _lines(text: str) -> list[str]:
    return re.split(r"\r\n|\r|\n", text.removeprefix("\ufeff"))


# ── checking ──────────────────────────────────────────────────────────────────────────────────────────────────────────


@lru_cache(maxsize=64)
def check(manager: str, player: str) -> tuple[Mistake, ...]:
    """Everything that is wrong with a pair, or worth a note, in the order of its lines: what is declared, what goes wrong
    when it is played with dice, and what the prompts speak of."""
    texts: Mapping[File, str] = {"manager": manager, "player": player}
    large = [file for file, text in texts.items() if len(text.encode("utf-8", "replace")) > LONGEST]
    if large:
        return tuple(Mistake(1, f"The file is larger than {LONGEST // 1024} KiB.", file=file) for file in large)
    try:
        header, body = split(manager)
    except BadPair as wrong:
        return wrong.mistakes
    whole = "\n".join(_lines(manager))
    before = whole.count("\n", 0, whole.rindex(body))
    found = [
        *_in_header(header),
        *(replace(each, line=before + each.line) for each in _in_manager(body, bool(header))),
        *(replace(each, file="player") for each in _in_player("\n".join(_lines(player)), header)),
    ]
    return tuple(sorted(dict.fromkeys(found), key=lambda each: (each.file, each.line, each.note)))


def _in_header(header: str) -> Iterator[Mistake]:
    if not header:
        why = "Without a header the manager holds both sides' secrets and code checks nothing; it needs a model."
        yield Mistake(1, why, note=True)
        return
    declared = read(header)
    yield from declared.mistakes
    if all(each.note for each in declared.mistakes):
        yield from rehearse(header)


def _in_manager(body: str, header: bool) -> Iterator[Mistake]:
    if not body.strip():
        yield Mistake(1, "There is no prompt for the manager" + (" below the header." if header else "."))
        return
    tag, key = _TAG.search(body), _KEY.search(body)
    if header and tag:
        yield _note(tag, f"With a header code turns to the player, and “{tag[0]}” means nothing to it.")
    if not header and not tag:
        why = "The prompt never speaks of [PLAYER_TURN], by which a manager without a header turns to the player."
        yield Mistake(1, why, note=True)
    if not header and key and _MOVES.search(body):
        why = "This looks like a header. A header begins with a line “---” at the top of the file, with nothing above it, and ends with another."
        yield _note(key, why)


def _in_player(text: str, header: str) -> Iterator[Mistake]:
    if not text.strip():
        yield Mistake(1, "There is no prompt for the player.")
        return
    if _HEADER.match(text):
        so = "; the player would read all of it." if header else ": are the two files swapped?"
        yield Mistake(1, f"The player's file begins with a header, which belongs into the manager's{so}")
    if tag := _TAG.search(text):
        yield _note(tag, f"“{tag[0]}” is for the manager alone: what the player writes goes to it without tags.")
    private = read(header).header.private if header else ()
    own = {field.name for seat, field in private if seat == PLAYER}
    for name in (field.name for seat, field in private if seat == HUMAN and field.name not in own):
        if found := re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text):
            why = f"The prompt speaks of “{name}”, which is private to the human side: the player never learns it."
            yield _note(found, why)


def _note(found: re.Match[str], why: str) -> Mistake:
    return Mistake(1 + found.string.count("\n", 0, found.start()), why, note=True)


_TAG = re.compile(r"\[/?(?:PLAYER_TURN|PLAYER_DECISION)\]", re.IGNORECASE)
_KEY = re.compile(r"^(?:title|summary|moves)[ \t]*:", re.M)
_MOVES = re.compile(r"^moves[ \t]*:[ \t]*$", re.M)
_HEADER = re.compile(r"\s*---[ \t]*\n(?:.*\n)*?\s*(?:title|summary|moves|state|payoff)[ \t]*:")
