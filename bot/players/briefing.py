"""A seat's prompt: the rules, who it is, what it heard, what it sees, and what it is asked now.

Everything in it comes from a `Brief`, that is from what one seat was told. The first two parts only ever grow at their end
while a game goes on, so that a provider which remembers the beginning of a prompt need not read it again; what is its seat's
alone stands at the end of the first. What stands there, the rest does not say again. What people wrote stands in it as JSON
strings: no line break or bracket of theirs can pass for the table's own words.

What people may look up is sent, too: how a part is played well with who one is, and the ledger as it grows, below what it came of.
A `bare` prompt goes without, and so does a compact one.

The wording is in `prompts/`; a value that is missing there, or one that the prompt does not ask for, is a `PromptBroken`.
"""

from __future__ import annotations

import json
import math
import operator
import re
import string
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from importlib.resources import files
from itertools import zip_longest
from typing import Any, Literal, get_args, get_type_hints

from bot.players.completions import Sent
from bot.players.reply import Blank, Form, about_of, blanks_of, form_for
from bot.ports import Brief, Move
from games.core import Action, Event, Game, Seat, Seated, escape, named
from games.scene import Block, Card, Chart, Face, Grid, Lines, Roster, Scene, Sheet, Tally, Text

Size = Literal["full", "compact"]

PARTS = ("who", "heard", "now", "again")
BREAK = "\n* * *\n"
LATELY = 3
"""How many of the latest events, and of a list's lines, a compact prompt repeats."""

LONG = 160
"""A sentence of more characters is not repeated in a compact prompt: it describes what the view shows."""

SPEECH = 100
"""Characters of what somebody said that a compact prompt repeats."""

MANY = 12
"""More values than this are not listed in a compact prompt when the answer is held to a schema: they cost too much."""


class PromptBroken(ValueError):
    """A prompt file and the code disagree about the values that go into it."""


def prompt(
    brief: Brief,
    persona: str = "",
    size: Size = "full",
    *,
    listed: bool = True,
    longest: int | None = None,
    bare: bool = False,
) -> Sent[Move]:
    """The prompt for `brief`: its system prompt and first turn grow only at their end from one prompt of a game to the next, its
    last turn is new each time. `persona` is a few sentences of character. Without `listed`, a compact prompt leaves out long
    lists of allowed values (the answer's schema has them). A full one of more than `longest` characters leaves out what
    was said longest ago; what happened is never left out. A `bare` one is without what code makes of what its seat heard."""
    names = names_of(brief)
    compact = size == "compact"
    titles = {seat: brief.game.shows.seat_title(seat) for seat in names}
    form = form_for(brief.asks, names, titles, thoughts=not compact, optional=not compact)
    parts = parts_of("player_compact" if compact else "player")
    game = brief.game
    known = () if compact else game.prompts.known_moves
    scene = game.shows.scene(brief.view, brief.seat)
    sheets = () if compact or bare else scene.sheets
    pages = [sheet for sheet in sheets if sheet.kind == "page"]
    who = {"title": game.title, "name": names.get(brief.seat, brief.seat), "seat": game.shows.seat_title(brief.seat)}
    if compact:
        who |= {"summary": game.summary}
    else:
        who |= {"rules": game.manual().strip(), "players": _players(brief, names)}
        who["voice"] = f"{CHARACTER} {persona}" if persona else PLAIN
        # Those of one part share all but their name and voice.
        who["part"] = "".join(f"\n{_sheet(each, names)}\n" for each in pages)
        who["moves"] = "\n- ".join(
            ["\nThe moves, of which each question takes some:", *(known_move(each) for each in known)] if known else []  # type: ignore[arg-type]
        )
    system = fill(parts["who"], **who)
    seen = scene if compact else _unsaid(scene, pages, game.shows.seat_title)
    ledger = None if compact or bare else _ledger(brief, names)
    view = "\n".join(filter(None, (draw(seen, names, compact), *(ledger.adds(scene, names) if ledger else ()))))
    now = fill(parts["now"], view=view, asks=asked(form, names, listed or not compact, known))
    if brief.refusals:
        tries = zip_longest(brief.refusals, brief.drafts[: len(brief.refusals)], fillvalue="")
        again = "\n".join(
            f"- {one_line(named(refusal, names))}{f' You had written: {one_line(draft)[:LONGEST_DRAFT]}' if draft else ''}"
            for refusal, draft in tries
        )
        now = f"{now}\n\n{fill(parts['again'], refusals=again)}"
    room = None if longest is None else longest - len(system) - len(now) - len(parts["heard"])
    sentences = _lately(brief, names) if compact else _all_heard(brief, names, room, ledger.told if ledger else {})
    heard = [fill(parts["heard"], heard="\n".join(f"- {each}" for each in sentences))] if sentences else []
    return form.prompt(system, *heard, now)


LONGEST_DRAFT = 600
"""Characters of an answer that was refused, as it is read back."""

PLAIN = "You play calmly and say little."

CHARACTER = "How you talk (what is quoted was said at other tables):"

LEDGER = "From here on the table keeps a ledger. A list that it tells anew takes the place of the one before."

LONGEST_LEDGER = 1200
"""Characters that one list in it takes, each time it is told: what a game puts last goes first."""


# ── prompt files ──────────────────────────────────────────────────────────────────────────────────────────────────────


@cache
def parts_of(name: str) -> dict[str, str]:
    """The parts of prompts/{name}.md. Raises PromptBroken when it has not as many as a prompt."""
    return dict(zip(PARTS, template(name, len(PARTS)), strict=True))


@cache
def template(name: str, count: int) -> tuple[str, ...]:
    """The `count` parts of prompts/{name}.md. Raises PromptBroken when it has more or fewer."""
    text = files("prompts").joinpath(f"{name}.md").read_text(encoding="utf-8")
    *parts, rest = (part.strip("\n") for part in text.split(BREAK))
    if len(parts) != count or rest:
        raise PromptBroken(f"prompts/{name}.md has to have {count} parts, each ending with a line “* * *”.")
    return tuple(parts)


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


def lines_of(game: Game[Any], event: Event, names: Mapping[Seat, str], longest: int | None = None) -> list[str]:
    """An event in a prompt: one line for each that spoke (of `longest` characters of theirs at most), else a sentence."""
    return _lines(game.talks.speeches, game.shows.say, event, names, longest)


def _lines(speeches: Any, say: Any, event: Event, names: Mapping[Seat, str], longest: int | None) -> list[str]:
    if spoken := speeches(event):
        return [f"{names.get(each.seat, each.seat)} {_says(each.text, names, longest)}" for each in spoken]
    return [sentence(say, event, names, longest)]


class _Heard:
    """An event by which one it is: some hold what cannot be hashed."""

    __slots__ = ("event",)

    def __init__(self, event: Event) -> None:
        self.event = event

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Heard) and self.event is other.event

    def __hash__(self) -> int:
        return id(self.event)


@lru_cache(maxsize=1 << 13)
def _told(speeches: Any, say: Any, heard: _Heard, seated: tuple[tuple[Seat, str], ...]) -> tuple[tuple[str, ...], bool]:
    """An event's lines and whether they are speeches, remembered: every prompt repeats them, for each seat that was told. Nothing
    but the event and the names goes into them. All who say nothing do so in one line."""
    names, spoken = dict(seated), speeches(heard.event)
    silent = [names.get(each.seat, each.seat) for each in spoken if not each.text]
    if len(silent) < 2:
        return tuple(_lines(speeches, say, heard.event, names, None)), bool(spoken)
    lines = _lines(lambda event: [each for each in speeches(event) if each.text], say, heard.event, names, None)
    return (*lines, f"{', '.join(silent[:-1])} and {silent[-1]} say nothing."), True


def _says(text: str, names: Mapping[Seat, str], longest: int | None) -> str:
    if not text:
        return "says nothing."
    return f"says: {_talk(text, names, longest)}"


def _talk(text: str, names: Mapping[Seat, str], longest: int | None) -> str:
    """What somebody said as a JSON string, its line breaks too. Names first: one with a quotation mark in it must not end
    the string."""
    text = "\n".join(one_line(line) for line in named(text, names).split("\n"))
    if longest is not None and len(text) > longest:
        text = f"{text[: longest - 1].rstrip()}…"
    return json.dumps(text, ensure_ascii=False)


def _lately(brief: Brief, names: Mapping[Seat, str]) -> list[str]:
    """What only this seat was told, and the latest of all else that is worth telling: a game with a feed says what is. A
    long sentence describes what the view shows, unless others were not told."""
    game = brief.game
    told = [
        n
        for n, event in enumerate(brief.heard)
        if n in brief.private or not game.shows.feed or type(event) in game.shows.feed
    ]
    found = []
    for n in told:
        event, private = brief.heard[n], n in brief.private
        fact = private and not _has_talk(type(event))  # type: ignore[arg-type]
        if fact or n in told[-LATELY:]:
            said = lines_of(game, event, names, SPEECH)
            found += said if private or game.talks.speeches(event) else [each for each in said if len(each) <= LONG]
    return found


def _all_heard(
    brief: Brief, names: Mapping[Seat, str], room: int | None, below: Mapping[int, Sequence[str]]
) -> list[str]:
    """All that was heard, each with what stands below it (by its place among them); beyond `room` characters one line stands for the oldest speeches.
    How much is left out grows in steps of a quarter of the room, so that the prompt's beginning stays the same for some time.
    Who sat down before the game began stands in the list of players."""
    seated, shows, speeches = tuple(names.items()), brief.game.shows, brief.game.talks.speeches
    skipped = (*shows.bookkeeping, *shows.retold)
    opening = next((n for n, event in enumerate(brief.heard) if not isinstance(event, Seated)), 0)
    told = list[tuple[tuple[str, ...], bool]]()
    for n, event in enumerate(brief.heard):
        if n >= opening and not isinstance(event, skipped):
            say = to_oneself(shows.say_to, brief.seat) if shows.say_to and n in brief.private else shows.say
            told.append(_told(speeches, say, _Heard(event), seated))
        told += [((line,), False) for line in below.get(n, ())]
    every = [line for each, _ in told for line in each]
    length = sum(map(len, every)) + 3 * len(every)
    if room is None or length <= room:
        return every
    excess = left_out_of(length, room)
    found: list[str] = []
    first, left_out = 0, 0
    for each, speech in told:
        if excess > 0 and speech:
            first = first if left_out else len(found)
            left_out += len(each)
            excess -= sum(len(line) + 3 for line in each)
        else:
            found += each
    if left_out:
        found.insert(first, f"({left_out} earlier statements are left out here.)")
    return found


@lru_cache(maxsize=1 << 8)
def to_oneself(say_to: Callable[[Event, Seat], str], seat: Seat) -> Callable[[Event], str]:
    """What a seat alone was told, in the second person; the same function each time, for those who remember by it."""
    return lambda event: say_to(event, seat)


# ── the ledger ────────────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass
class _Ledger:
    """What the ledger has said to a seat: `told`, the lines that stand below each event of those that it `heard`, and its lists as
    they stood then. What was told is never written anew, so that a prompt only grows."""

    view: Any
    heard: list[Event] = field(default_factory=list)
    lists: dict[str, tuple[str, ...]] = field(default_factory=dict)
    told: dict[int, list[str]] = field(default_factory=dict)

    def hears(self, brief: Brief, event: Event, names: Mapping[Seat, str]) -> None:
        shows = brief.game.shows
        self.view = brief.game.rules.evolve(self.view, event)
        if isinstance(event, shows.feed):
            scene = shows.scene(self.view, brief.seat)
            self.told[len(self.heard)] = self.adds(scene, names)
            self.lists |= _lists(scene)
        self.heard.append(event)

    def adds(self, scene: Scene, names: Mapping[Seat, str]) -> list[str]:
        """What a scene's ledger says that was not told: new lines, or a whole list where others of it have gone."""
        found = []
        for title, lines in _lists(scene).items():
            before = self.lists.get(title, ())
            if new := [line for line in lines if line not in before]:
                gone = not set(before) <= set(lines)
                text = "\n".join(f"  - {one_line(named(line, names))}" for line in (lines if gone else new))
                found.append(f"{title}{' anew' if gone else ''}:\n{_in_room(text)}")
        return [LEDGER, *found] if found and not self.lists else found


def _ledger(brief: Brief, names: Mapping[Seat, str]) -> _Ledger:
    """The ledger as a seat has read it, one event after the other."""
    game, heard = brief.game, brief.heard
    shelf = _kept(game.rules.evolve, game.shows.scene, brief.table, brief.seat, tuple(names.items()))
    if not shelf or len(shelf[0].heard) > len(heard) or not all(map(operator.is_, shelf[0].heard, heard)):
        shelf[:] = [_Ledger(game.rules.blank())]
    ledger = shelf[0]
    for event in heard[len(ledger.heard) :]:
        ledger.hears(brief, event, names)
    return ledger


@lru_cache(maxsize=1 << 10)
def _kept(*_: object) -> list[_Ledger]:
    """A place for one ledger, which is remembered from one prompt to the next."""
    return []


def _lists(scene: Scene) -> dict[str, tuple[str, ...]]:
    """The lists of a scene's ledger by their titles (“Claims, Night 1”), but for what was heard anyway."""
    blocks = [(sheet.label, block) for sheet in scene.sheets if sheet.kind == "ledger" for block in sheet.blocks]
    return {f"{label}, {b.title}": b.lines for label, b in blocks if isinstance(b, Lines) and not b.heard}


def left_out_of(length: int, room: int) -> int:
    """How many characters go where `length` of them have `room`: it grows in steps of a quarter of the room."""
    step = max(1, room // 4)
    return max(0, math.ceil((length - max(room, 0)) / step)) * step


_NAME = re.compile(r"[\w .'’-]{1,32}")
_WORDS = re.compile(r"[\w'’-]+( [\w'’-]+){0,2}")
"""Up to three words: a clue, a card, a name. Anything longer, or with a mark in it, goes into a prompt as a JSON string."""


def names_of(brief: Brief) -> dict[Seat, str]:
    """Who sits where, by names that cannot be taken for anything else, told apart by their seats where two are alike."""
    return told_apart({seat: _name(name) for seat, name in brief.names.items()}, brief.game)


def told_apart(names: Mapping[Seat, str], game: Game[Any]) -> dict[Seat, str]:
    """The names, with the seats of those that are alike."""
    alike = [name.casefold() for name in names.values()]
    return {
        seat: f"{name} ({game.shows.seat_title(seat)})" if alike.count(name.casefold()) > 1 else name
        for seat, name in names.items()
    }


def sentence(say: Any, event: Event, names: Mapping[Seat, str], longest: int | None = None) -> str:
    """One line for an event, with what somebody wrote in it as JSON (`longest` characters of it at most)."""
    return one_line(named(say(_quoted(event, names, longest)), names))


def _name(name: str) -> str:
    name = one_line(name)
    return name if _NAME.fullmatch(name) else json.dumps(name[:32], ensure_ascii=False)


def _quoted(event: Event, names: Mapping[Seat, str], longest: int | None = None) -> Event:
    """The event with its free texts as JSON strings, and the names in what somebody says within them."""
    free = _free_texts(type(event))  # type: ignore[arg-type]
    texts = {name: _data(getattr(event, name), hint, names, longest) for name, hint in free.items()}
    return replace(event, **texts) if texts else event  # type: ignore[type-var]


@cache
def _free_texts(kind: Any) -> dict[str, Any]:
    """The fields in which any text may stand, with their types: not seats, and not those that take only certain words."""
    hints = get_type_hints(kind, include_extras=True)
    return {name: hint for name, hint in hints.items() if _is_free(hint)}


def _is_free(hint: Any) -> bool:
    return hint is str or any(_is_free(each) for each in get_args(hint))


@cache
def _has_talk(kind: Any) -> bool:
    """Whether an event repeats what somebody said."""

    def within(hint: Any) -> bool:
        return _is_talk(hint) or any(within(each) for each in get_args(hint))

    return any(within(hint) for hint in _free_texts(kind).values())


def _is_talk(hint: Any) -> bool:
    return "talk" in getattr(hint, "__metadata__", ())


def _data(value: Any, hint: Any, names: Mapping[Seat, str], longest: int | None) -> Any:
    """A value with its texts as JSON: words of somebody's own always, others where they are more than a few words."""
    if isinstance(value, tuple):
        kinds = get_args(hint)
        inner = kinds[:1] * len(value) if kinds[1:] == (...,) else kinds
        return tuple(_data(each, kind, names, longest) for each, kind in zip(value, inner, strict=True))
    if not isinstance(value, str) or not value:
        return value
    if _is_talk(hint):
        return escape(_talk(value, names, longest))
    if any(_is_talk(each) for each in get_args(hint)):
        return _data(value, next(each for each in get_args(hint) if _is_talk(each)), names, longest)
    return value if _WORDS.fullmatch(value) or not _is_free(hint) else json.dumps(value, ensure_ascii=False)


def one_line(text: str) -> str:
    """`text` on one line, without control characters and marks that turn the reading direction."""
    if not text.isprintable():
        text = "".join(each if each.isprintable() else " " for each in text)
    return " ".join(text.split())


# ── what is seen ──────────────────────────────────────────────────────────────────────────────────────────────────────


def draw(scene: Scene, names: Mapping[Seat, str], compact: bool = False) -> str:
    """A scene in lines of text; a compact one leaves out who sits where, the cards that are done, and old lines."""
    blocks = (_shortened(block) for block in scene.blocks) if compact else scene.blocks
    return "\n".join(line for block in blocks if block and (line := _block(block, names)))


def _unsaid(scene: Scene, pages: Sequence[Sheet], title: Callable[[Seat], str]) -> Scene:
    """The scene without what stands above it: with who one is, in what was heard, in the list of players."""
    said = [block for page in pages for block in page.blocks]

    def news(block: Block) -> bool:
        match block:
            case Text(heard=True) | Grid(heard=True) | Lines(heard=True):
                return False
            case Roster(rows=rows):
                return any(row.gone or row.part not in ("", title(row.seat)) for row in rows)
        return block not in said

    return replace(scene, blocks=tuple(filter(news, scene.blocks)))


def _sheet(sheet: Sheet, names: Mapping[Seat, str]) -> str:
    """What can be looked up, as code wrote it."""
    lines: list[str] = []
    for block in sheet.blocks:
        if isinstance(block, Text):
            lines.append(block.text)
        else:
            lines += [f"{block.title}:", *(f"- {line}" for line in block.lines)]
    return "\n".join(one_line(named(line, names)) for line in lines)


def _in_room(ledger: str) -> str:
    """As many whole lines of it as have room."""
    if len(ledger) <= LONGEST_LEDGER:
        return ledger
    return f"{ledger[:LONGEST_LEDGER].rpartition(chr(10))[0]}\n…"


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
            return one_line(named(text, names))
        case Grid(cells=cells, about=about):
            notes = [f"{one_line(cell.label)}: {one_line(named(cell.note, names))}." for cell in cells if cell.note]
            return " ".join([one_line(about), *notes])
        case Tally(counts=counts):
            return " · ".join(f"{one_line(count.label)}: {count.value}" for count in counts)
        case Roster(rows=rows):
            out = ", ".join(names.get(row.seat, row.seat) for row in rows if row.gone)
            seats = (
                f"{names.get(row.seat, row.seat)}{f': {one_line(row.part)}' if row.part else ''}"
                for row in rows
                if not row.gone
            )
            return "; ".join([*seats, *([f"out: {out}"] if out else [])])
        case Chart(title=title, head=head, rows=rows):
            table = (" | ".join(one_line(named(cell, names)) for cell in row) for row in (head, *rows))
            return "\n".join([f"{one_line(title)}:", *(f"  {row}" for row in table)])
        case Card(about=about):
            return one_line(named(about, names))
        case Lines(title=title, lines=lines):
            return f"{one_line(title)}: {json.dumps([named(line, names) for line in lines], ensure_ascii=False)}"
    return ""


# ── what is asked ─────────────────────────────────────────────────────────────────────────────────────────────────────


@cache
def known_move(kind: type[Action]) -> str:
    """What is said of a move once for the whole game: “Vote for whom to hang. {"action": "Vote", "whom": "somebody alive, or nobody"}”."""
    blanks = {each.name: [each.about or "…"] if each.many else each.about or "…" for each in blanks_of(kind)}
    return f"{about_of(kind)} {json.dumps({'action': kind.__name__} | blanks, ensure_ascii=False)}"


def asked(form: Form, names: Mapping[Seat, str], listed: bool = True, known: Collection[type[Action]] = ()) -> str:
    """Every ask that the form answers, with what may be answered; `listed`: with every value, and an example of how it is
    written. Of moves that are `known` only their values are told."""
    lines = []
    for ask in form.asks:
        lines.append(one_line(named(ask.text, names)))
        choices = [choice for choice in form.choices if choice.ask is ask]
        for choice in choices:
            if choice.action in known:
                values = "; ".join(described(replace(each, about="")) for each in choice.blanks if each.values)
                lines.append(f"- {choice.name}{f': {values}' if values else ''}")
            else:
                lines += [
                    f"- {choice.name}: {choice.about}",
                    *(f"    {described(each, listed)}" for each in choice.blanks),
                ]
        # A small model copies whatever example it is shown; where a schema holds it, it needs none.
        if listed and not all(choice.action in known for choice in choices):
            examples = (
                choice.shown(each) for choice in choices for each in ask.examples if type(each) is choice.action
            )
            lines.append(f"For example: {form.written(next(examples, choices[0].sketch))}")
    return "\n".join(lines)


def described(blank: Blank, listed: bool = True) -> str:
    """A line about what is to be filled in; `listed`: with every value that it takes."""
    about = [blank.about] if blank.about else []
    if blank.values and (listed or len(blank.values) <= MANY):
        about.append(f"{'any' if blank.many else 'one'} of {', '.join(one_line(value) for value in blank.values)}")
    return f"{blank.name}: {'; '.join(about) or 'text'}{' (may be empty)' if blank.optional else ''}"


def _players(brief: Brief, names: Mapping[Seat, str]) -> str:
    return "\n".join(f"- {name}: {brief.game.shows.seat_title(seat)}" for seat, name in names.items())
