"""A seat's letter: the rules, who it is, what it heard, what it sees, and what it is asked now.

Everything in it comes from a `Brief`, that is from what one seat was told. The first two parts only ever grow at their end
while a game goes on, so that a provider which remembers the beginning of a prompt need not read it again. What people
wrote stands in it as JSON strings: no line break or bracket of theirs can pass for the table's own words.

The wording is in `prompts/`; a value that is missing there, or one that the letter does not ask for, is a `PromptBroken`.
"""

from __future__ import annotations

import dataclasses
import json
import re
import string
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any, Literal, get_args, get_type_hints

from bot.players.reply import Blank, Choice, Form, form_for
from bot.ports import Brief
from games.core import Event, Seat, named, record
from games.scene import Block, Face, Grid, Lines, Roster, Scene, Tally, Text

Size = Literal["full", "compact"]

PARTS = ("who", "heard", "now", "again")
BREAK = "\n* * *\n"
LATELY = 3
"""How many of the latest sentences, and of a list's lines, a compact letter repeats."""

LONG = 160
"""A sentence of more characters is not repeated in a compact letter: it describes what the view shows."""

MANY = 12
"""More values than this are not listed in a compact letter when the answer is held to a schema: they cost too much."""


class PromptBroken(ValueError):
    """A prompt file and the code disagree about the values that go into it."""


@record
class Letter:
    """What a model reads. `stable` grows only at its end from one letter of a game to the next; `now` is new each time."""

    system: str
    heard: str
    now: str
    form: Form

    @property
    def stable(self) -> str:
        return f"{self.system}\n{self.heard}"

    def messages(self) -> list[dict[str, str]]:
        """Two messages, since many models take nothing but one of each in turn."""
        return [
            {"role": "system", "content": self.system},
            {"role": "user", "content": "\n\n".join(part for part in (self.heard, self.now) if part)},
        ]


def letter(brief: Brief, persona: str = "", size: Size = "full", *, listed: bool = True) -> Letter:
    """The letter for `brief`. `persona` is a few sentences of character. Without `listed`, a compact letter leaves out long
    lists of allowed values (the answer's schema has them)."""
    names = names_of(brief)
    compact = size == "compact"
    form = form_for(brief.asks, names, thoughts=not compact, optional=not compact)
    parts = parts_of("player_compact" if compact else "player")
    game = brief.game
    who = {"title": game.title, "name": names.get(brief.seat, brief.seat), "seat": game.seat_title(brief.seat)}
    if compact:
        who |= {"summary": game.summary}
    else:
        who |= {"rules": game.rules().strip(), "persona": persona or PLAIN, "players": _players(brief, names)}
    sentences = [sentence(game.say, event, names) for event in (brief.heard[-LATELY:] if compact else brief.heard)]
    if compact:
        sentences = [each for each in sentences if len(each) <= LONG]
    now = fill(
        parts["now"],
        view=draw(game.scene(brief.view, brief.seat), names, compact),
        asks=asked(form, names, compact, listed),
    )
    if brief.refusals:
        again = "\n".join(f"- {_line(refusal)}" for refusal in brief.refusals)
        now = f"{now}\n\n{fill(parts['again'], refusals=again)}"
    heard = fill(parts["heard"], heard="\n".join(f"- {each}" for each in sentences)) if sentences else ""
    return Letter(fill(parts["who"], **who), heard, now, form)


PLAIN = "You play calmly and say little."


# ── prompt files ──────────────────────────────────────────────────────────────────────────────────────────────────────


@cache
def parts_of(name: str) -> dict[str, str]:
    """The parts of prompts/{name}.md. Raises PromptBroken when it has not as many as a letter."""
    text = files("prompts").joinpath(f"{name}.md").read_text(encoding="utf-8")
    parts = [part.strip("\n") for part in text.split(BREAK)]
    if len(parts) != len(PARTS) + 1 or parts[-1]:
        raise PromptBroken(f"prompts/{name}.md has to have {len(PARTS)} parts, each ending with a line “* * *”.")
    return dict(zip(PARTS, parts, strict=False))


def fill(text: str, **values: str) -> str:
    """`text` with each $name replaced by its value. Raises PromptBroken for a name without a value, and the reverse."""
    template = string.Template(text)
    if not template.is_valid():
        raise PromptBroken(f"a “$” in a prompt does not begin a name: {text[:60]!r}")
    wanted = set(template.get_identifiers())
    if missing := sorted(wanted - values.keys()):
        raise PromptBroken(f"a prompt asks for ${', $'.join(missing)}, which nobody gives it")
    if unused := sorted(values.keys() - wanted):
        raise PromptBroken(f"a prompt does not ask for ${', $'.join(unused)}")
    return template.substitute(values)


# ── what was heard ────────────────────────────────────────────────────────────────────────────────────────────────────

_NAME = re.compile(r"[\w .'’-]{1,32}")
_WORDS = re.compile(r"[\w'’-]+( [\w'’-]+){0,2}")
"""Up to three words: a clue, a card, a name. Anything longer, or with a mark in it, goes into a letter as a JSON string."""


def names_of(brief: Brief) -> dict[Seat, str]:
    """Who sits where, by names that cannot be taken for anything else, told apart by their seats where two are alike."""
    clean = {seat: _name(name) for seat, name in brief.names.items()}
    alike = [name.casefold() for name in clean.values()]
    return {
        seat: f"{name} ({brief.game.seat_title(seat)})" if alike.count(name.casefold()) > 1 else name
        for seat, name in clean.items()
    }


def sentence(say: Any, event: Event, names: Mapping[Seat, str]) -> str:
    """One line for an event, with what somebody wrote in it as JSON."""
    return _line(named(say(_quoted(event)), names))


def _name(name: str) -> str:
    name = _line(name)
    return name if _NAME.fullmatch(name) else json.dumps(name[:32], ensure_ascii=False)


def _quoted(event: Event) -> Event:
    """The event with its free texts as JSON strings."""
    free = _free_texts(type(event))  # type: ignore[arg-type]
    texts = {name: _data(getattr(event, name)) for name in free}
    return dataclasses.replace(event, **texts) if texts else event  # type: ignore[type-var]


@cache
def _free_texts(kind: type[Event]) -> tuple[str, ...]:
    """The fields in which any text may stand: not seats, and not those that take only certain words."""
    return tuple(name for name, hint in get_type_hints(kind).items() if _is_free(hint))


def _is_free(hint: Any) -> bool:
    return hint is str or any(_is_free(each) for each in get_args(hint))


def _data(value: Any) -> Any:
    if isinstance(value, tuple):
        return tuple(_data(each) for each in value)
    if not isinstance(value, str) or not value or _WORDS.fullmatch(value):
        return value
    return json.dumps(value, ensure_ascii=False)


def _line(text: str) -> str:
    """`text` on one line, without control characters and marks that turn the reading direction."""
    return " ".join("".join(each if each.isprintable() else " " for each in text).split())


# ── what is seen ──────────────────────────────────────────────────────────────────────────────────────────────────────


def draw(scene: Scene, names: Mapping[Seat, str], compact: bool = False) -> str:
    """A scene in lines of text; a compact one leaves out who sits where, the cards that are done, and old lines."""
    blocks = (_shortened(block) for block in scene.blocks) if compact else scene.blocks
    return "\n".join(line for block in blocks if block and (line := _block(block, names)))


def _shortened(block: Block) -> Block | None:
    match block:
        case Roster():
            return None
        case Grid(cells=cells):
            left = [cell for cell in cells if not cell.done]
            faces = dict.fromkeys(cell.face for cell in left)
            groups = ((face, ", ".join(cell.label for cell in left if cell.face == face)) for face in faces)
            return Text(" ".join(f"{_FACES[face]}: {labels}." for face, labels in groups))
        case Lines(title=title, lines=lines):
            return Lines(title, lines[-LATELY:])
    return block


_FACES: dict[Face, str] = {
    "hidden": "Face down",
    "red": "Red",
    "blue": "Blue",
    "neutral": "Neutral",
    "black": "Deadly",
    "gold": "Gold",
}


def _block(block: Block, names: Mapping[Seat, str]) -> str:
    match block:
        case Text(text=text):
            return _line(named(text, names))
        case Grid(cells=cells, about=about):
            notes = [f"{_line(cell.label)}: {_line(named(cell.note, names))}." for cell in cells if cell.note]
            return " ".join([_line(about), *notes])
        case Tally(counts=counts):
            return " · ".join(f"{_line(count.label)}: {count.value}" for count in counts)
        case Roster(rows=rows):
            seats = (
                f"{names.get(row.seat, row.seat)}: {_line(row.part)}{' (to move)' if row.awaited else ''}"
                for row in rows
            )
            return "; ".join(seats)
        case Lines(title=title, lines=lines):
            return f"{_line(title)}: {json.dumps([named(line, names) for line in lines], ensure_ascii=False)}"
    return ""


# ── what is asked ─────────────────────────────────────────────────────────────────────────────────────────────────────


def asked(form: Form, names: Mapping[Seat, str], compact: bool = False, listed: bool = True) -> str:
    """Every ask that the form answers, with what may be answered and an example of how it is written."""
    lines = []
    for ask in form.asks:
        lines.append(_line(named(ask.text, names)))
        choices = [choice for choice in form.choices if choice.ask is ask]
        lines += [_choice(choice, names, compact, listed) for choice in choices]
        # A small model copies whatever example it is shown; where a schema holds it, it needs none.
        if listed or not compact:
            examples = (
                choice.shown(each) for choice in choices for each in ask.examples if type(each) is choice.action
            )
            lines.append(f"For example: {form.written(next(examples, choices[0].sketch))}")
    return "\n".join(lines)


def _choice(choice: Choice, names: Mapping[Seat, str], compact: bool, listed: bool) -> str:
    blanks = "".join(f"\n    {_blank(blank, names, listed or not compact)}" for blank in choice.blanks)
    return f"- {choice.name}: {choice.about}{blanks}"


def _blank(blank: Blank, names: Mapping[Seat, str], listed: bool) -> str:
    about = [blank.about] if blank.about else []
    if blank.values and (listed or len(blank.values) <= MANY):
        about.append(f"{'any' if blank.many else 'one'} of {', '.join(_value(value, names) for value in blank.values)}")
    return f"{blank.name}: {'; '.join(about) or 'text'}{' (may be empty)' if blank.optional else ''}"


def _value(value: str, names: Mapping[Seat, str]) -> str:
    """An allowed value; a seat with the name of who sits there."""
    return f"{value} ({names[Seat(value)]})" if Seat(value) in names else _line(value)


def _players(brief: Brief, names: Mapping[Seat, str]) -> str:
    return "\n".join(
        f"- {name}: {brief.game.seat_title(seat)}{' (you)' if seat == brief.seat else ''}"
        for seat, name in names.items()
    )
