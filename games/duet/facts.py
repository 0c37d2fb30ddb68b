"""What a display may say: the ledger as facts, each with a name, whose it is, and of which round."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from games.core import Seat, record
from games.duet.words import HUMAN, Kind, Unit, Value


@record
class Fact:
    """One thing that is so. `name` is the header's (“offer”, “pie”) or the house's own: “round”, “rounds”, “payoff” (of one
    round), “total”. `seat` is whose it is, None when it is nobody's. `round` is the round it belongs to, None for what holds
    throughout or stands now. `words` are further words for it, from the header; `unit` is how it is written, None as amounts of
    the game are."""

    name: str
    value: Value
    seat: Seat | None = None
    round: int | None = None
    words: tuple[str, ...] = ()
    unit: Unit | None = None


@record
class Due:
    """A move that is due now: what may be written of it is a question, never that it has been made."""

    name: str
    seats: tuple[Seat, ...]
    kind: Kind
    ask: str
    low: float | None = None
    high: float | None = None
    step: float | None = None
    choices: tuple[str, ...] = ()


@record
class Outcome:
    """What a round pays to each side when the human chooses `human` and the player `player`."""

    human: str
    player: str
    pays_human: float
    pays_player: float

    def chose(self, seat: Seat) -> str:
        """What a side chooses in it."""
        return self.human if seat == HUMAN else self.player

    def pays(self, seat: Seat) -> float:
        """What it pays to a side."""
        return self.pays_human if seat == HUMAN else self.pays_player


@record
class Facts:
    """All that the manager may say now, none of it private. `private` are the names (and words) of values that no display may
    speak of before the end; they are revealed, and among the facts, when it is `over`. `choices` are, for every move that
    is a choice, the words that stand for each of its choices. `rounds` is None while the number of rounds is hidden. `unit` is
    how amounts are written (“$”, “points”, or nothing). `outcomes` are what the ways of choosing pay in a round, where both sides
    make one choice each and the payoffs depend on nothing else that changes or is private; else none."""

    title: str
    titles: Mapping[Seat, str]
    round: int
    rounds: int | None
    facts: tuple[Fact, ...]
    due: tuple[Due, ...] = ()
    private: tuple[tuple[str, ...], ...] = ()
    choices: Mapping[str, Mapping[str, tuple[str, ...]]] = field(default_factory=dict)
    unit: str = ""
    over: bool = False
    why: str = ""
    outcomes: tuple[Outcome, ...] = ()
