"""What a pair declares of its game: the fields, the moves, the payoffs, and when it ends.

An *expression* is a text in a small language (`games.duet.ledger.expressions`): arithmetic, comparisons, `a if b else c`, a few
functions. In it stand the names of fields, private values and moves. What both sides have of one name is told apart as
`value.human` and `value.player`; a move of this round that has not been made is None.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import field
from itertools import pairwise
from typing import Any, Literal

from games.core import Seat, record
from games.duet.events import SIDES, Kind, Unit, Value
from games.duet.ledger.expressions import BadExpression, names_in


class Expression(str):
    """It knows on which line of the header it stands, and what it is there: “the payoff of the human side”."""

    line: int
    what: str

    def __new__(cls, text: str = "", line: int = 2, what: str = "") -> Expression:
        made = super().__new__(cls, text)
        made.line, made.what = line, what
        return made


By = Literal["human", "player", "both", "in turns", "the other"]
"""Who makes a move: one side, both at once and unseen, the human in odd rounds and the player in even ones, or whichever side
did not make the move before it in this round."""

FieldKind = Literal["integer", "number", "text", "choice", "yes-no", "list"]


@record
class Field:
    """A value that the ledger keeps, or that a side is dealt. It begins as `value`, an expression; or is drawn: from `low` to
    `high` in steps of `step`, or as one of `choices`. A list (or table) is a constant and holds `constant` as it was written:
    lists and tables of texts and numbers. `unit` is how its amounts are written, None as the game's. Those of one `group` are dealt
    together, so that they sum to `total`; `means` is what a private value is to whoever has it. Values outside the range are a mistake of the header's rules and are cut to it."""

    name: str
    kind: FieldKind
    value: Expression = Expression()
    low: float | None = None
    high: float | None = None
    step: float | None = None
    choices: tuple[str, ...] = ()
    constant: Any = None
    unit: str | None = None
    line: int = 0
    group: str = ""
    total: int = 0
    means: str = ""

    @property
    def drawn(self) -> bool:
        """Whether the game's seed decides what it is."""
        return not self.value and self.kind != "list"


def shares(group: Sequence[Field], rng: random.Random) -> list[int]:
    """What each field of a group is dealt: every way of sharing out the total is as likely as any other."""
    least = int(group[0].low or 0)
    free, cuts = group[0].total - least * len(group), len(group) - 1
    ends = [-1, *sorted(rng.sample(range(free + cuts), cuts)), free + cuts]
    return [least + end - before - 1 for before, end in pairwise(ends)]


@record
class MoveRule:
    """A declared move of every round. It is due when `when` is so (always, if empty), and then sets fields of the state.
    `low`, `high` and `step` are expressions, for numbers; `choices` maps each choice to further words for it, which
    people may type; `longest` is how many characters a text may have. `default` is what an absent side does. An offer has
    `fields`, which are moves of their own as to what may be said in each; all else is the offer's."""

    name: str
    by: By
    kind: Kind
    ask: str
    low: Expression = Expression()
    high: Expression = Expression()
    step: Expression = Expression("1")
    choices: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    longest: int = 200
    when: Expression = Expression()
    sets: tuple[tuple[str, Expression], ...] = ()
    default: Expression = Expression()
    unit: str | None = None
    fields: tuple[MoveRule, ...] = ()
    line: int = 0

    @property
    def parts(self) -> tuple[MoveRule, ...]:
        """What single values there are in it: an offer's fields, or itself."""
        return self.fields or (self,)


@record
class Rounds:
    """How many rounds: from `low` to `high`, drawn; or, with a `chance`, after each round another one with that chance, and
    never more than `high`. `hidden`: nobody is told how many there will be. With a `target`, whoever has won so many rounds
    has won the game, and it is over as soon as nobody can catch up."""

    low: int = 1
    high: int = 1
    chance: float | None = None
    hidden: bool = False
    target: int = 0


@record
class Strategy:
    """A named way for a built-in player to make its moves: an expression for each move. Besides the ledger's names there are
    `me` and `them` in it (“human”, “player”), the side's own private values, `past` (a record for each earlier round), and
    `chance(p)`, `between(low, high)` and `pick(list)`, which throw dice."""

    name: str
    seat: Seat
    moves: tuple[tuple[str, Expression], ...]


@record
class Report:
    """A figure to make of many games. For every round of every game in which it is not None, `of` is looked at: how often it
    had each value (`how` “distribution”), how often it was so (“share”) or what it was on average (“mean”), for each value of
    `by` (empty: overall; “round” is a name like any other)."""

    title: str
    of: Expression
    how: Literal["distribution", "share", "mean"]
    by: Expression = Expression()


@record
class Header:
    """A pair's header, read and found to be in order. What it calls by a name of `let:` stands in its expressions as it is
    worked out. `won_by` says which side has won when the game is over (“human”, “player”); empty: the one with more."""

    title: str
    summary: str
    titles: Mapping[Seat, str]
    unit: str = ""
    fields: tuple[Field, ...] = ()
    private: tuple[tuple[Seat, Field], ...] = ()
    rounds: Rounds = field(default_factory=Rounds)
    moves: tuple[MoveRule, ...] = ()
    after_round: tuple[tuple[str, Expression], ...] = ()
    payoff: Mapping[Seat, Expression] = field(default_factory=lambda: dict.fromkeys(SIDES, Expression("0")))
    ends_when: Expression = Expression()
    won_by: Expression = Expression()
    player_hears: tuple[str, ...] | None = None
    strategies: tuple[Strategy, ...] = ()
    reports: tuple[Report, ...] = ()
    language: str = "en"
    tell: Mapping[tuple[str, str], str] = field(default_factory=dict)
    """Templates of displays, by what is told (“offer”, “round”) and, of a choice or a yes-no, which; that is empty where it is any."""

    def told(self, name: str, value: Value = None) -> str | None:
        """The author's template for a move, a field or something of the house's, if there is one."""
        which = ("yes" if value else "no") if isinstance(value, bool) else str(value)
        return self.tell.get((name, which), self.tell.get((name, "")))

    def unit_of(self, name: str) -> Unit:
        """How amounts of a field, private value or move are written."""
        fields = (*self.fields, *(field for _, field in self.private))
        declared: tuple[Field | MoveRule, ...] = (*fields, *self.moves)
        found = next((each for each in declared if each.name == name), None)
        if isinstance(found, MoveRule) and found.fields:
            return tuple(self.unit if each.unit is None else each.unit for each in found.fields)
        return self.unit if found is None or found.unit is None else found.unit

    def move(self, name: str) -> MoveRule:
        """The declared move of that name. KeyError when there is none."""
        found = {rule.name: rule for rule in self.moves}
        return found[name]

    @property
    def pays_in_private(self) -> bool:
        """Whether a payoff could give a private value away: then each side hears its own alone, until the end."""
        secret = {field.name for _, field in self.private}
        with suppress(BadExpression):  # in a header that is not in order
            return any(names_in(expression) & secret for expression in self.payoff.values())
        return False
