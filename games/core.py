"""A game is a story told to seats: what happens, who hears it, and what is asked of whom.

The words of the house stand here. An `Event` is something that happened, in the past tense, its consequences included.
`Told` says who hears it. A *view* is the fold of what one seat was told; the table's own state is the fold of everything,
by the same function. An `Ask` is an open question to a seat; an `Action` answers it. A `Game` gathers the functions that
make one game, as a value.

Errors: `IllegalAction` is one sentence for whoever tried (person or model); `StaleAsk` is the same for a question that is
no longer open. Anything else that rises is a programmer's mistake.
"""

from __future__ import annotations

import random
import re
import unicodedata
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import Field, dataclass, field, fields
from datetime import timedelta
from functools import cache
from importlib.resources import files
from pathlib import Path
from types import ModuleType
from typing import (
    TYPE_CHECKING,
    Annotated,
    Any,
    ClassVar,
    Generic,
    Literal,
    NewType,
    TypeVar,
    cast,
    dataclass_transform,
    get_args,
    get_type_hints,
)

from pydantic import BaseModel, ConfigDict

if TYPE_CHECKING:
    from games.scene import Scene

Seat = NewType("Seat", str)
"""A place at one game's table (“red-spymaster”, “p3”), for this game's life; never a user id."""

CLOCK, HOST = Seat("clock"), Seat("host")
"""They sit at the table too: time running out, a dispute settled."""

TABLE = Seat("table")
"""Hears everything: the fold of the whole log, for graveyards, the reveal and whoever may see all."""

Audience = frozenset[Seat] | None
EVERYONE: None = None
"""An audience: every seat, and spectators too."""

Kind = Literal["person", "model", "built-in"]
"""What sits in a seat. Public: everyone sees the 🤖 marks."""

Talk = Annotated[str, "talk"]
"""What somebody says in words of their own, as a field of an action or event. It comes in through `marked`: names of those
at the table are {seat} marks in it, and nothing else in it is one."""

Prose = Annotated[str, "talk", "lines"]
"""`Talk` in more than one line: what somebody writes for others to read."""

Document = Annotated[str, "document"]
"""An option that is a text file's whole content, which a host brings."""

MEANS, CLAIMS = "means", "claims"
"""Fields that an action may have beside words. `means` is what is meant by them: records of the game's own, made once, when the
words are said (see `Game.meant`); None: nobody has looked at them yet. An event has it, too. `claims` is what a model says that it
means, in short sentences of the game's phrasebook, for `meant` to read."""

S = TypeVar("S")
R = TypeVar("R")
T = TypeVar("T")
C = TypeVar("C", bound=type)


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def record(cls: C) -> C:
    """A small immutable value. Slots and no pydantic inside: a game makes thousands of them."""
    return cast(C, dataclass(frozen=True, slots=True)(cls))


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def state(cls: C) -> C:
    """What a game's views are: a record with many fields, of which every event changes a few; see `altered`."""
    return cast(C, dataclass(frozen=True)(cls))


def altered(state: R, /, **changes: Any) -> R:
    """A `state` with some of its fields changed: `dataclasses.replace`, at a sixth of its cost."""
    fresh = _new(state.__class__)
    _set(fresh, "__dict__", state.__dict__ | changes)
    return fresh


_new, _set = object.__new__, object.__setattr__


class Event:
    """Something that happened. Subclasses are records, named in the past tense."""

    __slots__ = ()


class Action:
    """Something a seat may do. Its fields are the modal's fields, the model's answer form and the HTTP body."""

    __slots__ = ()


class IllegalAction(Exception):
    """A move that the rules refuse: one sentence, read by whoever tried."""


class StaleAsk(IllegalAction):
    """A move that answers a question which is no longer open, or never was open to this seat."""


def require(so: object, refusal: str) -> None:
    """IllegalAction with this sentence, unless it is so."""
    if not so:
        raise IllegalAction(refusal)


@record
class Told:
    """An event and who hears it. `to` has no default: say who, every time."""

    to: Audience
    event: Event

    def heard_by(self, seat: Seat | None) -> bool:
        """Whether `seat` hears it; None is the public (spectators), TABLE hears everything."""
        return self.to is None or seat == TABLE or (seat is not None and seat in self.to)


@record
class Ask:
    """An open question to one seat; a seat may have several open at once.

    `key` names the moment (“guess:3:1”), so that a late press can be told from a timely one. `need` says who is waited
    for: *each* seat asked, *one* of those sharing the key, or *none* (a standing offer). Answer with one of `choices`, or
    fill in one of `forms`; `allowed` lists the values that a form's field takes just now (select options, schema enum),
    for whoever draws the form: `decide` stays the judge. A form may be made for this question alone. A value may be a seat, or
    have {seat} marks in it; see `labelled`. `amounts` says how a number in a field is read, with “…” in its place: “$…”; for one
    and for more where these differ: “… coin|… coins”.
    `invites` marks a standing offer that players other than people should be asked about once. A `private` question is
    put and answered where nobody else sees it, and nobody hears who still owes it; `known`: that it is put to this seat is no
    secret. One that `follows` goes with what the seat has just done (“You were understood so: …”): whoever did it is shown its
    text at once, alone, and may answer it, beginning with its `default`. `within` is the time to answer; `late` what an absent
    person does then.
    """

    key: str
    text: str
    need: Literal["each", "one", "none"]
    choices: tuple[Action, ...] = ()
    forms: tuple[type[Action], ...] = ()
    allowed: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    default: Action | None = None
    within: timedelta | None = None
    late: Literal["default", "autoplay"] = "default"
    invites: bool = False
    private: bool = False
    follows: bool = False
    known: bool = False
    examples: tuple[Action, ...] = ()
    amounts: Mapping[str, str] = field(default_factory=dict)

    @property
    def says(self) -> type[Action] | None:
        """The form that plain talk fills in, where one does: it has nothing but one text to fill in."""
        return next(
            (
                form
                for form in self.forms
                if () != talk_fields(form)[:1] == tuple(each.name for each in answer_fields(form))
            ),
            None,
        )

    def takes(self, action: Action) -> bool:
        """Whether `action` is of a kind that this question asks for."""
        return isinstance(action, self.forms) or action in self.choices or (action == self.default)


@record
class Outcome:
    """How a game ended: the seats that won (none: a draw, or called off) and why, in one sentence. `side` is what those who
    won together are called (“Mafia”), where that is neither what each of them was nor what their seats are called."""

    winners: frozenset[Seat]
    why: str
    side: str = ""


@record
class Temper:
    """How a built-in player plays, each from 0 to 1: `boldness` (careful to bold), `strength` (weak to its best),
    `talkativeness` (silent to chatty), `suspicion` (trusting to wary). `strategy` is one that the game has a name for
    (“tit-for-tat”), instead of its own."""

    boldness: float = 0.5
    strength: float = 1.0
    talkativeness: float = 0.5
    suspicion: float = 0.5
    strategy: str = ""


@record
class Wish:
    """Something one may ask for in the lobby (“Join Red”). Wishes of one `group` exclude each other."""

    key: str
    label: str
    emoji: str = ""
    group: str = ""


@record
class Seating:
    """The seats of a game about to start, and which of them each party in the lobby gets, in the lobby's order."""

    seats: tuple[Seat, ...]
    given: tuple[Seat, ...]


@record
class Speech:
    """Something that a seat said, in its own words."""

    seat: Seat
    text: Talk


@record
class Channel:
    """A room beside the table: who may read there now (None: everybody), and with whose ears it listens: all that `hears`
    is told and the public is not is told in it. `name` stays the same for the whole game; `about` stands at its head.

    Where people talk there, their words are moves: what one of the `writers` of now writes there fills in the form `says`,
    and nobody else is to write. A room without that form is for reading, and what is said there beside is no part of the
    game. One that is `over` stays as it is: it is told to the end, and then nobody comes, goes or writes any more."""

    name: str
    title: str
    about: str
    hears: Seat
    readers: frozenset[Seat] | None
    writers: frozenset[Seat] = frozenset()
    says: type[Action] | None = None
    over: bool = False


@record
class Wager:
    """Something that onlookers may bet on. `choices` may have {seat} marks; `open` says whether bets are taken now; `right`
    are the choices that have won, empty as long as nobody knows."""

    question: str
    choices: tuple[str, ...]
    open: bool
    right: frozenset[str] = frozenset()


@record
class Reading:
    """What somebody's own words mean as an answer: the action, if any was found, and whether it can be nothing else. `why`
    is a sentence about what is missing or doubtful."""

    action: Action | None
    sure: bool = False
    why: str = ""


@record
class Tool:
    """Something that a seat may look up before it answers. `look` is a pure function of the seat's own view, and of what was
    asked for; it changes nothing. An IllegalAction is a sentence for whoever asked. `argument` says in a few words what is
    asked for (“a player”), empty where there is nothing to ask: names of those at the table come as their seats (“p3”), unless
    it is about `words`, whoever may be called so; and what comes back may have {seat} marks. `name` is a tag: lower-case
    letters, digits and “_”."""

    name: str
    about: str
    look: Callable[[Any, Seat, str], str]
    argument: str = ""
    words: bool = False


@record
class Final:
    """A way to end a turn. `becomes` makes an answer to the letter's ask of the text that it holds; its IllegalAction is a
    sentence for the model. `argument` says in a few words what that text is, empty where it holds none; where it is one of
    `values` only, these are its values, as in `Ask.allowed`; it may have `longest` characters at most (0: as many as the house
    lets a model say). Where it is for one of `to`, it begins with that one and a colon: `becomes` gets both, whom as in
    `Ask.allowed` (“p3: Hello”). `tag` is written as a tool's name is."""

    tag: str
    about: str
    becomes: Callable[[str], Action]
    argument: str = ""
    values: tuple[str, ...] = ()
    longest: int = 0
    to: tuple[str, ...] = ()


@record
class Agent:
    """How a letter is answered in steps: some thinking that nobody hears, at most `looks` look-ups with the game's tools (those
    of these names, or all), and then one of `finals`. What was found is told to the seat as `LookedUp`, just
    before its answer, for a game to fold into its view and repeat in its next letters as long as it likes: where it stands
    among what else was heard, so that a letter begins as the last one did."""

    finals: tuple[Final, ...]
    looks: int = 3
    tools: frozenset[str] | None = None


def _reads_nothing(text: str) -> Action:
    raise TypeError("a letter says how its answer is read: by `read`, or by the finals of its `agent`")


@record
class Letter:
    """A game's own prompt for a seat, where it does not want the house's: `system`, then `turns` in order: what the seat was
    told (user) and what it answered (assistant). Texts may have {seat} marks. `read` makes an answer to the ask `key` of
    what the model writes; its IllegalAction is a sentence for the model. `tokens` is how long the answer may be (0: as the
    house has it), `temperature` is the model's own where None. `shape` is a JSON schema to which
    an endpoint that can may hold the answer; `read` takes either. Of an answer that was cut off, where it is not to be had
    `whole`, what stands up to the end of its last sentence is read; where it may be `blank`, so is an empty one. With an `agent` it is answered in steps: the house says
    how, below `system`, and how this turn may end, below the last of `turns`; `read`, `shape` and `whole` say nothing.
    `compact` is the same in fewer words, for a model that reads slowly or remembers little."""

    key: str
    system: str
    turns: tuple[tuple[Literal["user", "assistant"], str], ...]
    read: Callable[[str], Action] = _reads_nothing
    tokens: int = 0
    temperature: float | None = None
    shape: Mapping[str, Any] | None = None
    whole: bool = True
    blank: bool = False
    agent: Agent | None = None
    compact: Letter | None = None


@record
class Figure:
    """What many games of one kind come to, or the course of one of them: to be printed as a table and drawn as a plot. There
    is a value for each of `labels`, `of` how many cases each stands for, and, where it is a share or a mean, the ends of its
    95 % interval. `unit` is what the values are (“share”, “games”, “points”). Lines (`course`) join what follows in time.
    `series` tells apart figures that belong into one plot; `at` are the places of the labels where they are numbers."""

    title: str
    axis: str
    unit: str
    labels: tuple[str, ...]
    values: tuple[float, ...]
    of: tuple[int, ...] = ()
    low: tuple[float, ...] = ()
    high: tuple[float, ...] = ()
    course: bool = False
    series: str = ""
    at: tuple[float, ...] = ()


@record
class Remark:
    """Something wrong with a document that a host brings, or (`note`) worth knowing. Lines count from 1 in the text of its
    `field`."""

    field: str
    line: int
    sentence: str
    note: bool = False


class Options(BaseModel):
    """What a host may choose. Field titles (where none is given, their names) and descriptions are what every surface shows."""

    model_config = ConfigDict(
        frozen=True, extra="forbid", field_title_generator=lambda name, _: name.replace("_", " ").capitalize()
    )

    always_told: ClassVar[tuple[str, ...]] = ()
    """Of what options are said even where nobody chose otherwise: whoever thinks of joining wants to know. The first always is."""

    seldom: ClassVar[tuple[str, ...]] = ()
    """What only those change who look for it."""

    @classmethod
    def suggestions(cls, field: str) -> tuple[str, ...]:
        """The values of a text option worth offering, where they are known."""
        return ()

    @classmethod
    def named_after(cls, files: Mapping[str, str]) -> Mapping[str, str]:
        """Options that follow from what the files are called that were brought for others, by option."""
        return {}

    @classmethod
    def documents(cls) -> tuple[str, ...]:
        """The options that are a text file's whole content."""
        (mark,) = get_args(Document)[1:]
        return tuple(name for name, field in cls.model_fields.items() if mark in field.metadata)

    @classmethod
    def remarks(cls, documents: Mapping[str, str]) -> tuple[Remark, ...]:
        """All that is to be said of documents while they are written, in the order of their lines."""
        return ()


Dice = Callable[[], random.Random]
"""Dice that are made when first thrown: seeding a generator costs more than most moves."""


class _Dice:
    """`functools.cache` over a lambda would cost more than all else that a simple move does."""

    __slots__ = ("_seed", "place", "thrown")

    def __init__(self, seed: str, place: int) -> None:
        self._seed, self.place = seed, place
        self.thrown: random.Random | None = None

    def __call__(self) -> random.Random:
        if self.thrown is None:
            self.thrown = random.Random(f"{self._seed}/{self.place}")
        return self.thrown


dice_for = _Dice
"""The dice at one place of one game's log: the same seed and place throw the same, restarted or not."""


# ── what happens at any table ─────────────────────────────────────────────────────────────────────────────────────────


@record
class Seated(Event):
    """Somebody took a seat, at the start or later. HOST is a person while a host sits apart from the players."""

    seat: Seat
    kind: Kind


@record
class Paused(Event):
    """The game waits until somebody resumes it."""

    why: str


@record
class Resumed(Event):
    """The game goes on."""


@record
class Cancelled(Event):
    """The game was called off."""

    why: str


@record
class LookedUp(Event):
    """A seat looked something up, and this is what it found; told to that seat alone. `argument` and `found` are sentences'
    parts: they may have {seat} marks."""

    seat: Seat
    tool: str
    argument: str
    found: str


@record
class StoodIn(Event):
    """What comes next is no move of who sits there: something else made it, and `why`, in words of the house. Where nobody is to
    know who was asked, the seat alone hears it."""

    seat: Seat
    why: str


@record
class Pause(Action):
    """The host stops the game for a while."""


@record
class Resume(Action):
    """Somebody lets a paused game go on."""


@record
class Cancel(Action):
    """The host calls the game off."""

    why: str = "The host called the game off."


# ── sentences ─────────────────────────────────────────────────────────────────────────────────────────────────────────

_NAME = re.compile(r"\{\{|\{([a-z0-9-]+)\}")


def escape(text: str) -> str:
    """What somebody wrote, made safe for a sentence with {seat} marks in it."""
    return text.replace("{", "{{")


def named(text: str, names: Mapping[Seat, str]) -> str:
    """`text` with each {seat} mark replaced by the name of who sits there; unknown marks stay as they are."""
    return _NAME.sub(lambda m: "{" if m[0] == "{{" else names.get(Seat(m[1]), m[0]), text)


def labelled(value: str, names: Mapping[Seat, str]) -> str:
    """An allowed value as people read it: a seat by who sits there, any other with the names for its marks."""
    return names[Seat(value)] if Seat(value) in names else named(value, names)


def tidy(text: str) -> str:
    """One line of what somebody wrote: without line breaks, control, zero-width and direction characters."""
    kept = (" " if each.isspace() else each for each in unicodedata.normalize("NFC", text) if _visible(each))
    return " ".join("".join(kept).split())


def tidy_lines(text: str) -> str:
    """Lines of what somebody wrote, each tidied; not more than one of them empty between others."""
    lines = "\n".join(tidy(line) for line in re.split(r"\r\n|[\n\r\v\f\x85\u2028\u2029]", text))
    return re.sub(r"\n{3,}", "\n\n", lines).strip("\n")


def _visible(character: str) -> bool:
    return character.isspace() or unicodedata.category(character) not in {"Cc", "Cf", "Cs", "Co", "Cn"}


def marked(text: str, names: Mapping[Seat, str], lines: bool = False) -> str:
    """What somebody wrote, tidied to one line (or, with `lines`, line by line), with a {seat} mark for every name of `names`
    that stands in it as a word."""
    text = escape(tidy_lines(text) if lines else tidy(text))
    seats = {escape(tidy(name)).casefold(): seat for seat, name in names.items() if tidy(name)}
    if not seats:
        return text
    longest_first = "|".join(re.escape(name) for name in sorted(seats, key=len, reverse=True))
    as_a_word = re.compile(rf"(?<![\w{{])(?:{longest_first})(?!\w)", re.IGNORECASE)

    def mark(found: re.Match[str]) -> str:
        seat = seats.get(found[0].casefold())
        return found[0] if seat is None else f"{{{seat}}}"

    return as_a_word.sub(mark, text)


def answer_fields(kind: type[Any]) -> tuple[Field[Any], ...]:
    """The fields that a person fills in: all but what is meant by their words."""
    return tuple(each for each in fields(kind) if each.name not in (MEANS, CLAIMS))


def talk_fields(kind: type[Any]) -> tuple[str, ...]:
    """The fields of a record in which somebody speaks; what a model says that it claims is not said aloud."""
    return _talk_fields(kind)  # type: ignore[arg-type]


def prose_fields(kind: type[Any]) -> tuple[str, ...]:
    """Those of them in which somebody writes in lines."""
    return _talk_fields(kind, "lines")  # type: ignore[arg-type]


@cache
def _talk_fields(kind: Any, how: str = "talk") -> tuple[str, ...]:
    hints = get_type_hints(kind, include_extras=True)
    return tuple(name for name, hint in hints.items() if how in getattr(hint, "__metadata__", ()) and name != CLAIMS)


def house_says(event: Event) -> str:
    """The sentence for what happens at any table, for a game's `say` to end with. TypeError for any other event."""
    match event:
        case Seated(seat=seat, kind=kind) if seat == HOST:
            return f"The host sits {'apart from' if kind == 'person' else 'among'} the players."
        case Seated(seat=seat, kind=kind):
            return f"{{{seat}}} takes a seat{'' if kind == 'person' else ' 🤖'}."
        case Paused(why=why):
            return f"The game is paused. {why}"
        case Resumed():
            return "The game goes on."
        case Cancelled(why=why):
            return why
        case StoodIn(seat=seat, why=why):
            return f"A stand-in moves for {{{seat}}}: {why}."
        case LookedUp(seat=seat, tool=tool, argument=argument, found=found):
            return f"{{{seat}}} looks up {' '.join((tool.replace('_', ' '), argument)).strip()}: {found}"
    raise TypeError(f"no sentence for {type(event).__name__}")


# ── a game ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def _read(view: Any, seat: Seat, ask: Ask, text: str, names: Mapping[Seat, str]) -> Reading:
    from games.reading import read  # its library is loaded when somebody first answers in words

    return read(ask, text, names)


def _no_objection(*_: Any) -> str | None:
    return None


def no_figures(states: Sequence[Any]) -> tuple[Figure, ...]:
    """What a game has that does not count what happened in it."""
    return ()


@dataclass(frozen=True, kw_only=True)
class Game(Generic[S]):
    """One game: functions gathered in one place. A folder under `games/` exports one as `GAME`.

    `evolve` folds and never computes: it accepts any seat's subsequence of the log. `asks` decides who is asked what, from
    the full state or, with the same answer, from that seat's own view. `decide` says what an action brings about, or raises
    IllegalAction; `then` what follows by itself, until it returns []. `scene` draws from a view; the public one is seat
    None. `say` puts an event into one sentence, with seats as {seat} marks; `speeches` are what was said in it by whom, if
    it is talk. Of what everybody hears, the `feed` is worth a message of its own; the rest changes the board only. What is
    `bookkeeping` (whose turn it is, who is asked anew) is no news to whoever reads the story; see `is_bookkeeping`. `read`
    makes an answer of what a person wrote, from that seat's view. `meant` fills in what a person or model means by the words of an
    action, where they have not said so themselves: from the seat's view, and with everybody's names. `part` is what a seat was in a
    game that is over (“murderer”), where that is more than its title. `channels` are the rooms beside the table.

    `staff` run the game rather than play it: nobody joins as one of them. `may_begin` says in a sentence why a game with
    these options cannot begin with these players (their kind, and how the built-in ones play). `letter` is a prompt of the
    game's own for a seat that owes one of these answers, from its view and from all that it heard, in order; `tools` are what may be looked up before one that is given in steps.
    `presets` are further names by which the game can be started, each
    with some options chosen, and `preset_title` is what people call it; `stocked` is the same game with what a folder holds besides; `strategies` names the ways of
    playing that a built-in player may be given. `figures` count what happened in games that are over. `about` is what is
    special about this very game, in lines to read above the rules; from the public view. `unsaid` are the words for what could be
    so in it (roles, places, moves): whoever adds atmosphere says none of them.
    """

    name: str
    title: str
    summary: str
    rules: Callable[[], str]
    players: range
    options: type[Options]
    events: tuple[type[Event], ...]
    actions: tuple[type[Action], ...]
    seats: Callable[[Any, Sequence[Collection[str]], Dice], Seating]
    setup: Callable[[tuple[Seat, ...], Any, Dice], list[Told]]
    blank: Callable[[], S]
    evolve: Callable[[S, Event], S]
    asks: Callable[[S, Seat], tuple[Ask, ...]]
    decide: Callable[[S, Seat, Action, Dice], list[Told]]
    then: Callable[[S, Dice], list[Told]]
    outcome: Callable[[S], Outcome | None]
    say: Callable[[Event], str]
    scene: Callable[[S, Seat | None], Scene]
    autoplay: Callable[[S, Seat, Ask, random.Random, Temper], Action]
    redeal: Callable[[S, Seat, random.Random], S]
    seat_title: Callable[[Seat], str]
    part: Callable[[S, Seat], str] = lambda state, seat: ""
    may_sit: Callable[[S, Seat, frozenset[Seat]], str | None] = _no_objection
    wishes: tuple[Wish, ...] = ()
    feed: tuple[type[Event], ...] = ()
    bookkeeping: tuple[type[Event], ...] = ()
    speeches: Callable[[Event], tuple[Speech, ...]] = lambda event: ()
    read: Callable[[S, Seat, Ask, str, Mapping[Seat, str]], Reading] = _read
    meant: Callable[[S, Seat, Action, Mapping[Seat, str]], Action] = lambda view, seat, action, names: action
    channels: Callable[[S], tuple[Channel, ...]] = lambda state: ()
    wager: Callable[[S], Wager | None] = lambda view: None
    staff: frozenset[Seat] = frozenset()
    may_begin: Callable[[Any, Mapping[Seat, tuple[Kind, Temper]]], str | None] = _no_objection
    letter: Callable[[S, Seat, tuple[Ask, ...], Sequence[Event]], Letter | None] = lambda view, seat, asks, heard: None
    tools: tuple[Tool, ...] = ()
    presets: Callable[[], Mapping[str, Mapping[str, Any]]] = dict
    preset_title: Callable[[str], str] = lambda name: name.replace("-", " ").capitalize()
    stocked: Callable[[Path], Game[S]] | None = None
    strategies: Callable[[], tuple[str, ...]] = tuple
    figures: Callable[[Sequence[S]], tuple[Figure, ...]] = no_figures
    about: Callable[[S], str] = lambda view: ""
    unsaid: Callable[[S], Collection[str]] = lambda view: ()
    autoplay_note: Callable[[Any], str] = lambda options: ""
    upcast: Callable[[int, dict[str, Any]], dict[str, Any]] = lambda version, event: event
    version: int = 1


def kinds(words: ModuleType, base: type[T]) -> tuple[type[T], ...]:
    """All that a game's words have of one kind, in their order: its events, or its actions."""
    found = (each for each in vars(words).values() if isinstance(each, type) and each is not base)
    return tuple(each for each in found if issubclass(each, base))


def rules_of(package: str) -> Callable[[], str]:
    """`rules.md` of a game's package, as people and models read it."""
    return cache(lambda: files(package).joinpath("rules.md").read_text(encoding="utf-8"))


def is_bookkeeping(game: Game[Any], told: Told) -> bool:
    """Whether it only keeps the table in order: what nobody is told, and what the game calls so. Nobody who reads what happened
    misses it, not even who may read all."""
    return told.to == frozenset() or isinstance(told.event, game.bookkeeping)
