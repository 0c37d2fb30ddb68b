"""The words of a duet: what happens between a manager, a human's side and a player's side, and what each of them may do."""

from __future__ import annotations

from typing import Literal

from games.core import Action, Event, Prose, Seat, record

MANAGER, HUMAN, PLAYER = Seat("manager"), Seat("human"), Seat("player")
"""`human` and `player` are the two sides of the seed's protocol, whoever sits there."""

SIDES = (HUMAN, PLAYER)

OTHER = {HUMAN: PLAYER, PLAYER: HUMAN}
"""Of each side the one across the table."""

Single = int | float | str | bool | None
"""A number, a choice, a text or a yes or no; None: not made yet, or not known."""

Named = tuple[tuple[str, Single], ...]
"""Values by name, in the order of the header."""

Value = Single | Named
"""What a field, a move or a private value may be; of a move with several fields, what was put into each."""

Kind = Literal["number", "choice", "text", "offer"]
"""How a declared move is made; an offer is several values at once."""

Unit = str | tuple[str, ...]
"""How an amount is written (“$”, “points”); for an offer, one for each of its fields."""


# ── the beginning ─────────────────────────────────────────────────────────────────────────────────────────────────────


@record
class Began(Event):
    """Two sides sit down. `header` is the pair's header as written (empty: it has none); `hops` how often the manager may
    turn to the player before it turns to the human, `most_turns` how many turns a game without a header may take."""

    title: str
    header: str
    hops: int
    most_turns: int
    seconds: int


@record
class Handed(Event):
    """The manager, or the player, is given its prompt: the pair's text as it is played. `tokens` is how long an answer of
    its may be, `temperature` how a model is to be asked (None: as it is)."""

    seat: Seat
    text: str
    tokens: int
    temperature: float | None


@record
class Dealt(Event):
    """A side is told its private values."""

    seat: Seat
    values: Named


@record
class LengthSet(Event):
    """How many rounds there will be. Nobody hears it where the end is hidden."""

    rounds: int


# ── with a header ─────────────────────────────────────────────────────────────────────────────────────────────────────


@record
class RoundBegan(Event):
    """A round begins; what was moved in the one before stays in the ledger. Rounds count from 1."""

    round: int


@record
class TurnCame(Event):
    """A declared move is due from those seats: at once and unseen by each other when there are two. `low`, `high` and `step`
    are for numbers, `choices` for choices, worked out for this very turn; `unit` is how it is written, None as the header
    says. An offer has `fields`, each asked for as a move of its own would be. Turns count from 1."""

    turn: int
    move: str
    seats: tuple[Seat, ...]
    kind: Kind
    ask: str
    low: float | None = None
    high: float | None = None
    step: float | None = None
    choices: tuple[str, ...] = ()
    unit: str | None = None
    fields: tuple[TurnCame, ...] = ()


@record
class Moved(Event):
    """A side made the move that was due. One that is made at once with the other side's is told to its side alone. `unit` is
    how it is written, if it is an amount."""

    turn: int
    move: str
    seat: Seat
    value: Value
    unit: Unit = ""


@record
class Opened(Event):
    """Both have moved at once: what they chose."""

    turn: int
    move: str
    values: tuple[tuple[Seat, Value], ...]
    unit: Unit = ""


@record
class Changed(Event):
    """Fields of the state have new values, by the header's rules."""

    values: Named


@record
class Paid(Event):
    """A side's payoff of a round. Where it would give away a private value, that side alone hears it."""

    round: int
    seat: Seat
    amount: float
    unit: str = ""


@record
class PaidNothing(Paid):
    """The same of a round that paid a side nothing."""


@record
class Ended(Event):
    """The game is over: each side's total, its payoff of every round, and what was private."""

    why: str
    totals: tuple[tuple[Seat, float], ...] = ()
    paid: tuple[tuple[int, Seat, float], ...] = ()
    revealed: tuple[tuple[Seat, Named], ...] = ()


@record
class Cued(Event):
    """The manager is to show how things stand. Displays count from 1."""

    display: int


# ── what is written ───────────────────────────────────────────────────────────────────────────────────────────────────


@record
class Shown(Event):
    """A display, as it reaches the human; 0 without a header, where nobody counts them and the manager wrote all of it. `by_code`:
    nothing in it is the manager's."""

    display: int
    text: Prose
    by_code: bool = False


@record
class Wrote(Event):
    """What the manager wrote, as nobody is shown it. Without a header: with a block for the player in it; or sent back, and then
    `again` says why. With one: its answer as it came, `kept` of it what is shown, with slots where facts stand, and the
    sentences that were `dropped`."""

    text: Prose
    again: str = ""
    kept: Prose = ""
    dropped: tuple[str, ...] = ()


@record
class Asked(Event):
    """A block that the manager wrote for the player, and all that the player gets. Without a header."""

    text: Prose


@record
class Answered(Event):
    """The player's decision, as the manager gets it. Without a header."""

    text: Prose


@record
class Spoke(Event):
    """What the human wrote. Without a header."""

    text: Prose


@record
class Turned(Event):
    """Whose turn it is in a game without a header. `turn` counts what the human wrote, `hop` how often the manager has turned
    to the player since."""

    to: Seat
    turn: int
    hop: int


# ── actions ───────────────────────────────────────────────────────────────────────────────────────────────────────────


@record
class Choose(Action):
    """Choose one of them."""

    choice: str


@record
class Enter(Action):
    """Say a number."""

    number: float


@record
class Write(Action):
    """Words of one's own."""

    text: Prose


@record
class Show(Action):
    """What the manager writes: a display (with a header: colour and slots, or nothing), or a block for the player."""

    text: Prose


@record
class Stop(Action):
    """The human ends a game that has no end of its own."""
