"""The words of the murder mystery: roles, places and acts, what happens in a game, and what a seat may do."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Literal

from pydantic import Field

from games.core import Action, Event, Seat, Talk, record

Role = Literal["innocent", "murderer"]
Act = Literal["watch", "hide", "guard", "strike"]
Kind = Literal[
    "was", "saw", "alone", "hid", "followed", "guarded", "cry", "fell", "blocked", "saved", "struck", "guilty", "accuses", "clears",
]  # fmt: skip
Ending = Literal["all hanged", "parity", "exhaustion", "none left"]
Struck = Literal["fell", "blocked", "not found"]
Guarded = Literal["blocked", "not found"]

PLACES = ("Hall", "Library", "Kitchen", "Garden", "Cellar", "Attic", "Chapel")
"""In the order in which they lie around the ring; a smaller house has the first of them."""

HALL = PLACES[0]
NOBODY = "nobody"
ACCUSING = ("accuses", "guilty", "struck")
"""Kinds of claims that speak against somebody."""
LONGEST_STATEMENT = 600
"""Characters of one statement."""

CLAIMED = (
    "what your words claim, in short sentences like “Night 1: I was in the Hall. I saw Ben and nobody else. It was Cleo.”; "
    "empty if they claim nothing"
)


@record
class Rules:
    """The switches and timers of one game, which everybody knows. Seconds; 0 is no limit. `spares_newcomer`: nobody strikes in the first night
    where a single person plays among AIs."""

    rounds: int = 2
    hides: int = 2
    strike_first_night: bool = True
    spares_newcomer: bool = False
    open_votes: bool = True
    last_words: bool = True
    plotting: bool = False
    full_nights: bool = False
    most_nights: int = 12
    talk_seconds: int = 180
    night_seconds: int = 120
    vote_seconds: int = 120
    last_words_seconds: int = 60


@record
class Choice:
    """What somebody does for a night: goes to a `place` or `follow`s somebody (one of the two), and one act."""

    place: str | None
    follow: Seat | None
    act: Act = "watch"
    target: Seat | None = None


@record
class Facts:
    """All that one night told one seat; every word of it is true.

    `place` is where the seat was, `seen` who else was seen there (not those who hid). `fell` and `blocked` are those at whom
    a blow was struck there, and what came of it. Only who `hid` there knows `blows`: who struck at whom. `cries` are
    neighbouring places where somebody fell. `guarded` and `struck` are what the seat's own act came to, where that is
    news; `saved` says that somebody's guard kept a blow from this seat.
    """

    place: str
    seen: tuple[Seat, ...] = ()
    fell: tuple[Seat, ...] = ()
    blocked: tuple[Seat, ...] = ()
    hid: bool = False
    blows: tuple[tuple[Seat, Seat], ...] = ()
    cries: tuple[str, ...] = ()
    guarded: Guarded | None = None
    struck: Struck | None = None
    saved: bool = False


@record
class Claim:
    """One thing that `by` claims about a night.

    *was*: `whom` (often `by`) was in `place`. *saw*: `by` saw `whom`, in `place` where one is named. *alone*: `by` saw nobody
    besides those named. *hid*; *followed*, *guarded* `whom`. *cry*: one was heard from `place`. *fell*: `whom`, in `place`.
    *blocked*: a blow at `whom` was. *saved*: `by` was struck at, and guarded. *struck*: `by` saw `whom` strike `other`.
    *guilty*: `whom` is a murderer, for certain. *accuses*, *clears*: what `by` thinks of `whom`, on the day after that night.
    """

    kind: Kind
    by: Seat
    night: int
    whom: Seat | None = None
    place: str | None = None
    other: Seat | None = None


Claims = tuple[Claim, ...] | None
"""What words claim; None in logs that are older than the phrasebook, and in what nobody has read yet."""


def listed(seats: Iterable[Seat]) -> str:
    """“{p1}, {p2} and {p3}”."""
    *most, last = [f"{{{seat}}}" for seat in seats] or ["nobody"]
    return f"{', '.join(most)} and {last}" if most else last


# ── what happens ──────────────────────────────────────────────────────────────────────────────────────────────────────


@record
class Opened(Event):
    """The guests arrive. `places` lie in a ring; `murderers` is how many there are among the seats; `hiders`, drawn by lot, may hide
    once more than the rules give everybody."""

    seats: tuple[Seat, ...]
    places: tuple[str, ...]
    murderers: int
    rules: Rules
    house_rules: Talk = ""
    hiders: tuple[Seat, ...] = ()


@record
class RoleGiven(Event):
    """An innocent learns to be one; only they are told."""

    seat: Seat
    role: Role


@record
class MurderersMet(Event):
    """The murderers learn who they are, and so that everyone else is innocent; only they are told."""

    seats: tuple[Seat, ...]


@record
class TalkBegan(Event):
    """A round of statements. Day 0 is for introductions. Only the `accused`, if there are any, are asked: they answer what was said
    of them in the last round."""

    day: int
    round: int
    accused: tuple[Seat, ...] = ()


@record
class Spoke(Event):
    """A statement before it is shared; only who made it is told. Silence is an empty text."""

    seat: Seat
    text: Talk
    means: Claims = None


@record
class Answered(Event):
    """Somebody has made their statement or cast a sealed vote; what it is, nobody is told yet."""

    seat: Seat


@record
class Shared(Event):
    """All statements of a round, those that accuse nobody first, else in an order that tells nothing; an empty text is silence."""

    day: int
    round: int
    said: tuple[tuple[Seat, Talk], ...]
    means: Claims = None


@record
class Corrected(Event):
    """Somebody's latest statement was misunderstood: what it claims instead; nothing, if nothing is left of it. `text` says so."""

    seat: Seat
    text: Talk
    means: tuple[Claim, ...]


@record
class NightFell(Event):
    night: int


@record
class Chose(Event):
    """Somebody's sealed choice for the night; only they are told."""

    seat: Seat
    choice: Choice


@record
class Plotted(Event):
    """A murderer's word to the murderers."""

    seat: Seat
    text: Talk
    means: Claims = None


@record
class Doomed(Event):
    """The host lets somebody who has left the table die of fright at the next dawn; or no more, when they are back."""

    seat: Seat
    doomed: bool = True


@record
class Witnessed(Event):
    """What the night told somebody; only they are told."""

    seat: Seat
    night: int
    facts: Facts


@record
class Dawn(Event):
    """Morning: who was found dead and where; who died of fright, with their role; whose seats were taken over."""

    night: int
    found: tuple[tuple[Seat, str], ...] = ()
    frightened: tuple[tuple[Seat, Role], ...] = ()
    taken: tuple[Seat, ...] = ()


@record
class VoteBegan(Event):
    day: int


@record
class Voted(Event):
    """Somebody's vote, or a change of it: for a seat, or for nobody (None). With sealed votes only they are told."""

    seat: Seat
    whom: Seat | None


@record
class Counted(Event):
    """Every vote, published, and who has to hang (None: nobody)."""

    day: int
    votes: tuple[tuple[Seat, Seat | None], ...]
    hangs: Seat | None


@record
class LastWords(Event):
    """What the condemned said; empty is silence."""

    seat: Seat
    text: Talk
    means: Claims = None


@record
class Hanged(Event):
    """Somebody was hanged, and everyone learns who they were."""

    seat: Seat
    role: Role


@record
class Ended(Event):
    """The end, and everything: every role in the order of the seats, every night's choices and facts in the same order (None:
    dead by then), and what the murderers whispered (night, who, what)."""

    winner: Role
    why: Ending
    roles: tuple[Role, ...]
    choices: tuple[tuple[Choice | None, ...], ...]
    facts: tuple[tuple[Facts | None, ...], ...]
    plots: tuple[tuple[int, Seat, Talk], ...] = ()


# ── what may be done ──────────────────────────────────────────────────────────────────────────────────────────────────


@record
class Say(Action):
    """Make a statement. It may be a lie."""

    text: Annotated[
        Talk,
        Field(
            title="What you say",
            description="up to 600 characters; everyone will hear it",
            json_schema_extra={"maxLength": LONGEST_STATEMENT},
        ),
    ]
    claims: Annotated[Talk, Field(description=CLAIMED, json_schema_extra={"maxLength": LONGEST_STATEMENT})] = ""
    means: Claims = None


@record
class Silence(Action):
    """Say nothing."""


@record
class Tell(Action):
    """Make a statement of one claim: where you were, whom you saw, what happened, whom you suspect. It may be a lie."""

    night: Annotated[str, Field(title="Which night", description="the last one, where none is chosen")] = ""
    place: Annotated[str, Field(title="Where you were")] = ""
    seen: Annotated[tuple[str, ...], Field(title="Whom you saw there", description="all of them, or nobody else")] = ()
    what: Annotated[str, Field(title="What else", description="“…” is whoever you choose below")] = ""
    whom: Annotated[str, Field(title="Who “…” is")] = ""


@record
class Correct(Tell):
    """Say what you claim instead; everybody who heard your statement hears it."""


@record
class TakeBack(Action):
    """You claimed nothing; everybody who heard your statement hears it."""


@record
class Night(Action):
    """Choose for the night where to be and what to do."""

    where: Annotated[str, Field(title="Where", description="a place to be, or whom to follow")]
    act: Annotated[str, Field(title="What", description="one thing to do there")]


@record
class Plot(Action):
    """Whisper something to the other murderers."""

    text: Annotated[Talk, Field(title="Whisper", description="only the murderers hear it")]
    means: Claims = None


@record
class Vote(Action):
    """Vote for whom to hang."""

    whom: Annotated[str, Field(title="Who hangs", description="somebody alive, or nobody")]


@record
class LetDie(Action):
    """Let somebody who has left the table die of fright at dawn."""

    who: Annotated[str, Field(title="Who", description="somebody who has left the table")]


@record
class TimeUp(Action):
    """The clock has run out."""
