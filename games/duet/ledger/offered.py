"""What lies between the two sides: the offer on the table, and on a line all that was named before it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from games.core import Seat
from games.duet.events import SIDES, TurnCame
from games.duet.ledger import reckoning
from games.duet.ledger.expressions import MOST_AT_ONCE, BadExpression, together
from games.duet.ledger.header import Header, MoveRule
from games.duet.ledger.reckoning import Made, State
from games.duet.scenes import FACES
from games.duet.sentences import amount, called, written
from games.scene import Headline, Point, Scale

Said = tuple[Seat, float]
"""Who named a figure, and which."""


def headline(s: State) -> Headline | None:
    """What one side has named, until the other does something about it."""
    last = s.made[-1] if s.made and not s.ended else None
    rule = s.header.move(last.move) if last else None
    if last is None or rule is None or rule.by == "both" or rule.kind not in ("number", "offer"):
        return None
    words = written(last.value, s.header.unit_of(last.move))
    return Headline(words, f"{{{last.seat}}} puts on the table", FACES[last.seat])


def scales(s: State, seat: Seat | None) -> Iterator[Scale]:
    """A line for each figure of the move that is due, or of the last one that had any: from the least to the most that may be
    named, what was, and what `seat` alone knows of it."""
    rule = _of_figures(s)
    if rule is None:
        return
    try:
        with together(MOST_AT_ONCE):
            turn = _asked(s, rule)
    except BadExpression:
        return  # the rules end the game, and say why
    unit = s.header.unit_of(rule.name)
    units = unit if isinstance(unit, tuple) else (unit,)
    figures = [how for part, how in zip(rule.parts, units, strict=True) if part.kind == "number"]
    for part, asked, how in zip(rule.parts, turn.fields or (turn,), units, strict=True):
        if part.kind == "number":
            limit = _limit(s, seat, how) if figures.count(how) == 1 else None
            if (said := _said(s, rule, part)) or limit:
                yield _scale(part.name, asked, said, limit, seat, how)


def _of_figures(s: State) -> MoveRule | None:
    """The rule of the move that is due, if a number is asked for in it, else of the last one in which one was named."""
    moves = [each.move for each in reversed(made(s))]
    moves = [s.pending.move, *moves] if s.pending else moves
    rules = map(s.header.move, moves)
    return next((rule for rule in rules if any(part.kind == "number" for part in rule.parts)), None)


def _asked(s: State, rule: MoveRule) -> TurnCame:
    """The move with its range, as everybody knows it."""
    if s.pending and s.pending.move == rule.name:
        return s.pending
    return reckoning.turn_of(s, rule, reckoning.names(s.heard(None)), ())


def made(s: State) -> tuple[Made, ...]:
    """Every move that everybody knows of, oldest first."""
    return (*(each for past in s.past for each in past.moves), *s.made)


def _said(s: State, rule: MoveRule, part: MoveRule) -> list[Said]:
    """Who named which figure for it, oldest first. What is asked for between the same bounds and in the same unit is the same
    thing, also where each side has a move of its own for it: one asks, the other bids."""
    what, found = _what(s.header, rule, part), list[Said]()
    for each in made(s):
        of = s.header.move(each.move)
        values = [value for _, value in each.value] if isinstance(each.value, tuple) else [each.value]
        for other, value in zip(of.parts, values, strict=True):
            if isinstance(value, int | float) and _what(s.header, of, other) == what:
                found.append((each.seat, value))
    return found


def _what(header: Header, rule: MoveRule, part: MoveRule) -> tuple[str, ...]:
    unit = header.unit if part.unit is None else part.unit
    return (part.kind, part.name if rule.fields else "", part.low, part.high, unit)


def _limit(s: State, seat: Seat | None, unit: str) -> Point | None:
    """What a side alone knows that is counted so: what a thing is worth to it, or has cost it. Where there are several, none
    of them is the bound."""
    hand = () if s.closed or seat is None else dict(s.private).get(seat, ())
    alike = [(name, value) for name, value in hand if _counts(value) and s.header.unit_of(name) == unit]
    if seat is None or len(alike) != 1:
        return None
    [(name, value)] = alike
    assert isinstance(value, int | float)
    return Point(value, f"your {called(name)}: {amount(value, unit)}", seat, FACES[seat])


def _counts(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _scale(name: str, asked: TurnCame, said: list[Said], limit: Point | None, seat: Seat | None, unit: str) -> Scale:
    points = []
    for at, (who, value) in enumerate(said):
        point = Point(value, amount(value, unit), who, FACES[who], any(later == who for later, _ in said[at + 1 :]))
        whose = "you" if who == seat else f"{{{who}}}"
        points.append(point if point.past else replace(point, label=f"{whose}: {point.label}"))
    values = [value for _, value in said] + ([limit.value] if limit else [])
    low, high = min([asked.low or 0, *values]), max([asked.high or 0, *values])
    title = called(name).capitalize()
    named = [(who, [amount(value, unit) for by, value in said if by == who]) for who in SIDES]
    about = [f"{title}, from {amount(low, unit)} to {amount(high, unit)}."]
    about += [f"{{{who}}}: {', then '.join(each)}." for who, each in named if each]
    about += [f"{limit.label.capitalize()}."] if limit else []
    return Scale(title, low, high, tuple(points), " ".join(about), limit)
