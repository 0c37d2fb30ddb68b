"""What many duets come to: which offers were made, how often they were refused, what was earned; and the course of one.

A pair says in its header what it wants counted. Where it says nothing, every number and every choice is counted. The games
are those that are over, so that what was private may be counted as well. Intervals know which rounds are of one game, and so
have more to do with each other than with those of others.
"""

from __future__ import annotations

import math
from bisect import bisect
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product
from typing import Any

from games import intervals
from games.core import Figure, altered
from games.duet.events import SIDES
from games.duet.ledger import reckoning
from games.duet.ledger.expressions import BadExpression, evaluate, names_in
from games.duet.ledger.header import Header, MoveRule, Report
from games.duet.ledger.reckoning import Past, State

MOST_BINS = 12
"""More different numbers than this are gathered into intervals of one width."""

Key = str | float
"""What cases are told apart by: a text, or a number."""

Case = tuple[Key, Any, int]
"""What a case belongs to, what was so in it, and in which game."""

Made = tuple[int, str, Any]
"""A move that was made: in which round, by which side, and how."""

Game = Sequence[Mapping[str, Any]]
"""A game as what stood for what when each of its rounds was paid for; of the last, if anything was moved in it."""


def figures(states: Sequence[State]) -> tuple[Figure, ...]:
    """What these games come to; of one alone, its course."""
    found: list[Figure] = []
    for text in dict.fromkeys(each.header_text for each in states):
        same = [each for each in states if each.header_text == text]
        found += _course(same[0]) if len(same) == 1 else _counted(same)
    return tuple(replace(each, unit=_of_many(each.unit)) for each in found)


def _of_many(unit: str) -> str:
    """“coin|coins” as it stands over several amounts."""
    return unit.rpartition("|")[2].strip()


def _rounds(s: State) -> Game:
    """A game as it stood when each round was paid for."""
    kept, fields, number = dict[str, Any](), dict[int, dict[str, Any]](), 0
    for each in s.happened:
        number += each.what == "round"
        if each.what in ("given", "changed"):
            kept[each.name] = each.value
        elif each.what == "paid":
            fields[number] = dict(kept)
    rounds: list[dict[str, Any]] = []
    for past in (*s.past, *([Past(s.round, s.made)] if s.made else [])):
        paid = tuple(each for each in s.paid if each[0] <= past.round)
        then = altered(s, round=past.round, made=past.moves, past=(), paid=paid)
        rounds.append(reckoning.names(then) | fields.get(past.round, {}) | {"past": [*rounds]})
    return rounds


def _made(rule: MoveRule, game: Game) -> Iterator[Made]:
    """Every time that move was made, or what was said in a field of it."""
    move, _, field = rule.name.partition(".")
    for each in game:
        sides = each[move] if rule.by == "both" else {each["by"].get(move, ""): each[move]}
        said = ((side, how[field] if field and how else how) for side, how in sides.items())
        yield from ((each["round"], side, how) for side, how in said if how is not None)


def _single(header: Header) -> list[MoveRule]:
    """The moves, with the fields of an offer (“offer.price”) in its place."""
    return [
        replace(part, name=f"{rule.name}.{part.name}", by=rule.by) if rule.fields else rule
        for rule in header.moves
        for part in rule.parts
    ]


# ── many games ────────────────────────────────────────────────────────────────────────────────────────────────────────


def _counted(states: Sequence[State]) -> Iterator[Figure]:
    header, games = states[0].header, [_rounds(each) for each in states]
    if header.reports:
        yield from _reported(header, games)
    else:
        for rule in _single(header):
            yield from _moves(header, rule, games)
    if any(expression.strip() != "0" for expression in header.payoff.values()):
        yield from _payoffs(header, states, games)
    if reckoning.payoffs_are_private(states[0].header_text):
        yield from _surplus(header, [each for each in states if each.ended])


def _reported(header: Header, games: Sequence[Game]) -> Iterator[Figure]:
    """What a header wants to have counted, for each value of something else; and what it wants of everything together, shares
    and means side by side."""
    cases = {
        report: [case for at, game in enumerate(games) for names in game for case in _cases(report, names, at)]
        for report in header.reports
    }
    for report, of in cases.items():
        course = report.by == "round"
        if report.how == "distribution":
            labels = _Labels([key for _, value, _ in of if (key := _key(value)) is not None])
            plain = _axis(header, report.of) if report.of.isidentifier() else ""
            for by, some in _grouped(of, _Labels([key for key, _, _ in of], bins=not course)).items():
                series = f"{_spaced(report.by)} {by}" if report.by else ""
                yield _distribution(report.title, plain, some, labels, series=series)
        elif report.by:
            yield _means(report.title, _axis(header, report.by), report.how, of, course=course)
    for how, title in (("share", "How often"), ("mean", "On average")):
        chosen = [report for report in cases if report.how == how and not report.by]
        if chosen:
            order = tuple(dict.fromkeys(report.title for report in chosen))
            yield _means(title, "", how, [case for report in chosen for case in cases[report]], order=order)


def _cases(report: Report, names: Mapping[str, Any], game: int) -> Iterator[Case]:
    """What a report counts in one round: what both sides did at once is two cases. Without a `by`, all of it belongs to its
    title. What cannot be worked out there is not counted."""
    by = _key(_worked_out(report.by, names)) if report.by else report.title
    value = _worked_out(report.of, names)
    several = value.values() if isinstance(value, Mapping) else value if isinstance(value, list | tuple) else [value]
    if by is not None:
        yield from ((by, each, game) for each in several if each is not None)


def _moves(header: Header, rule: MoveRule, games: Sequence[Game]) -> Iterator[Figure]:
    """What there is to count of a move that nobody said anything about."""
    title, axis = _title(rule.name), _axis(header, rule.name)
    made = [(*each, at) for at, game in enumerate(games) for each in _made(rule, game)]
    if rule.kind == "number":
        labels = _Labels([value for _, _, value, _ in made])
        sides = {seat: [(value, at) for _, who, value, at in made if who == seat] for seat in SIDES}
        for seat, values in sides.items():
            if values:
                series = header.titles[seat] if all(sides.values()) else ""
                yield _distribution(f"{title}: how often", axis, values, labels, series=series)
    elif rule.kind == "choice":
        if any(number > 1 for number, *_ in made):
            by_round = [(number, value, at) for number, _, value, at in made]
            yield from _chosen(rule, f"{title} by round", "round", by_round, course=True)
        else:
            labels = _Labels((), order=tuple(rule.choices))
            yield _distribution(f"{title}: how often", axis, [(value, at) for _, _, value, at in made], labels)
        yield from _after_a_number(header, rule, games)


def _after_a_number(header: Header, rule: MoveRule, games: Sequence[Game]) -> Iterator[Figure]:
    """How often each choice was made after which number: the last one before it in a round that one side alone has named."""
    rules = _single(header)
    numbers = [each for each in rules[: rules.index(rule)] if each.kind == "number" and each.by != "both"]
    if not numbers or rule.by == "both":
        return
    before, made = numbers[-1], []
    for at, game in enumerate(games):
        named = {number: value for number, _, value in _made(before, game)}
        made += [(named[number], value, at) for number, _, value in _made(rule, game) if number in named]
    yield from _chosen(rule, f"{_title(rule.name)} by {_spaced(before.name)}", _axis(header, before.name), made)


def _chosen(rule: MoveRule, title: str, axis: str, made: Sequence[Case], **look: Any) -> Iterator[Figure]:
    """How often each choice was made, for each key."""
    for choice in rule.choices:
        cases = [(key, value == choice, at) for key, value, at in made]
        yield _means(title, axis, intervals.SHARE, cases, series=choice, **look)


def _payoffs(header: Header, states: Sequence[State], games: Sequence[Game]) -> Iterator[Figure]:
    """What each side had in the end, in games that came to one; and in each round, if there were several."""
    unit, titles = header.unit or "points", tuple(header.titles[seat] for seat in SIDES)
    reported = any(names_in(report.of) & {"payoff", "total"} for report in header.reports)
    several = any(len(game) > 1 for game in games)
    if several or not reported:
        totals = [reckoning.totals(each) for each in states if each.ended]
        cases = [(header.titles[seat], total[seat], at) for seat in SIDES for at, total in enumerate(totals)]
        yield _means("Payoff of a whole game" if several else "Payoff", "side", unit, cases, order=titles)
    if several and not reported:
        for seat in SIDES:
            paid = [(each["round"], each["payoff"][seat], at) for at, game in enumerate(games) for each in game]
            yield _means("Payoff by round", "round", unit, paid, course=True, series=header.titles[seat])


MOST_WAYS = 4000
"""Ways of moving in a round that are looked through for the best of them."""


def _surplus(header: Header, over: Sequence[State]) -> Iterator[Figure]:
    """Where values were private: what both sides gained together, and how much of what they could have gained at most, in a
    round in which both had known everything. Games in which there was nothing to gain have no efficiency."""
    gained = [sum(reckoning.totals(each).values()) for each in over]
    could = [(at, best) for at, each in enumerate(over) if (best := _best(each)) is not None]
    cases = [("gained together", gain, at) for at, gain in enumerate(gained)]
    cases += [("possible", best, at) for at, best in could]
    if over:
        yield _means("Surplus", "", header.unit or "points", cases, order=("gained together", "possible"))
    if shares := [(gained[at] / best, at) for at, best in could if best]:
        yield intervals.counted("Efficiency", "", "of the possible surplus", {"all games": shares})


def _best(s: State) -> float | None:
    """The most that both sides could have had together: in one round where whatever pays ends the game, else in as many as were
    played. None where there are too many ways of moving to look through, or where it depends on how the rounds went."""
    header, known = s.header, reckoning.names(s)
    moves, ends = {rule.name for rule in header.moves}, header.ends_when or "False"
    fixed = {*moves, "by", *(each.name for each in header.fields), *reckoning.secret_names(s.header_text)}
    fixed -= {name for changes in (header.after_round, *(rule.sets for rule in header.moves)) for name, _ in changes}
    if not names_in(ends) <= moves | {"by"} or any(not names_in(each) <= fixed for each in header.payoff.values()):
        return None
    ways = [_ways(rule, known) for rule in header.moves]
    if not all(ways) or math.prod(map(len, ways)) > MOST_WAYS:
        return None
    best, goes_on = 0.0, bool(header.ends_when) and header.rounds.high > 1
    for way in product(*ways):
        names = known | dict(zip((rule.name for rule in header.moves), way, strict=True))
        pays = [_worked_out(header.payoff[seat], names) for seat in SIDES]
        if None not in pays:
            if goes_on and sum(pays) > 0 and not _worked_out(ends, names):
                return None
            best = max(best, sum(pays))
    return best if header.ends_when else best * len(_rounds(s))


def _ways(rule: MoveRule, known: Mapping[str, Any]) -> list[Any]:
    """What may be chosen in a move, of numbers the ends; nothing where that cannot be said."""
    parts = [list(each.choices) or [_worked_out(end, known) for end in (each.low, each.high)] for each in rule.parts]
    if any(None in values for values in parts):
        return []
    ways = [dict(zip((part.name for part in rule.parts), each, strict=True)) for each in product(*parts)]
    values = ways if rule.fields else [each[rule.name] for each in ways]
    if rule.by != "both":
        return values
    return [dict(zip(SIDES, both, strict=True)) for both in product(values, repeat=2)]


# ── one game ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def _course(s: State) -> Iterator[Figure]:
    """Every move and both totals, round by round."""
    header, game = s.header, _rounds(s)
    course, by_round = len(game) > 1, " by round" * (len(game) > 1)
    lines: list[tuple[str, str, list[Made]]] = []
    for rule in _single(header):
        made, title = list(_made(rule, game)), _title(rule.name) + by_round
        if rule.kind == "number":
            lines.append((title, (header.unit if rule.unit is None else rule.unit) or _spaced(rule.name), made))
        # Of two choices one says it all; of more, those that nobody took say nothing.
        taken = [choice for choice in rule.choices if any(value == choice for _, _, value in made)]
        for choice in list(rule.choices)[:1] if len(rule.choices) == 2 else taken:
            took = [(number, side, value == choice) for number, side, value in made]
            lines.append((f"{title}: {choice}", f"1 = {choice}", took))
    if any(expression.strip() != "0" for expression in header.payoff.values()):
        # Not everybody heard every payoff, and the last round of a game that was called off has none.
        paid = [each for each in game if None not in each["payoff"].values()]
        totals = [(each["round"], str(side), each["total"][side]) for each in paid for side in SIDES]
        lines.append(("Totals", header.unit or "points", totals))
    for title, unit, made in lines:
        for seat in SIDES:
            if mine := [(str(number), float(value)) for number, side, value in made if side == seat]:
                rounds, values = zip(*mine, strict=True)
                yield Figure(title, "round", unit, rounds, values, course=course, series=header.titles[seat])


# ── figures of cases ──────────────────────────────────────────────────────────────────────────────────────────────────


def _distribution(title: str, axis: str, values: Iterable[tuple[Any, int]], labels: _Labels, **look: Any) -> Figure:
    """How large a share each had."""
    keyed = [(labels.of(key), game) for value, game in values if (key := _key(value)) is not None]
    cases = [(each, float(label == each), game) for label, game in keyed for each in labels.all]
    return _drawn(title, axis, intervals.SHARE, cases, labels, **look)


def _means(
    title: str, axis: str, unit: str, cases: Iterable[Case], *, order: tuple[str, ...] = (), **look: Any
) -> Figure:
    """What it was on average, for each key; how often it was so, where the unit is a share."""
    share = unit == intervals.SHARE
    numbers = [
        (key, float(bool(value) if share else value), game)
        for key, value, game in cases
        if share or isinstance(value, int | float)
    ]
    labels = _Labels([key for key, _, _ in numbers], order=order, bins=not look.get("course"))
    return _drawn(title, axis, unit, numbers, labels, **look)


def _drawn(title: str, axis: str, unit: str, cases: Iterable[Case], labels: _Labels, **look: Any) -> Figure:
    """The figure of these cases, with its labels where they belong on an axis of numbers, if all of them are."""
    groups = _grouped(cases, labels)
    places = () if look.get("course") or not labels.places else tuple(labels.places[each] for each in groups)
    return intervals.counted(title, axis, unit, groups, at=places, **look)


def _grouped(cases: Iterable[Case], labels: _Labels) -> dict[str, list[tuple[Any, int]]]:
    """What was so in which game, by label, in the order of the labels; those without a case are left out."""
    found: dict[str, list[tuple[Any, int]]] = {label: [] for label in labels.all}
    for key, value, game in cases:
        found[labels.of(key)].append((value, game))
    return {label: values for label, values in found.items() if values}


class _Labels:
    """What keys are called: texts in their `order` and then in the alphabet's, numbers from small to large, and gathered into
    `bins` where there are too many of them. Each has a `place` on an axis of numbers, unless there are texts."""

    def __init__(self, keys: Iterable[Key], *, order: tuple[str, ...] = (), bins: bool = True) -> None:
        different = {*keys, *order}
        numbers = sorted(key for key in different if not isinstance(key, str))
        texts = [*order, *sorted(key for key in different if isinstance(key, str) and key not in order)]
        if bins and len(numbers) > MOST_BINS:
            self._scale = _bins(numbers[0], numbers[-1], all(float(each).is_integer() for each in numbers))
        else:
            self._scale = [(each, _number(each), float(each)) for each in numbers]
        self.places = {} if texts else {label: place for _, label, place in self._scale}
        self.all = (*(label for _, label, _ in self._scale), *texts)

    def of(self, key: Key) -> str:
        """The label of a key."""
        if isinstance(key, str):
            return key
        return self._scale[bisect(self._scale, key + 1e-9, key=lambda each: each[0]) - 1][1]


def _bins(low: float, high: float, whole: bool) -> list[tuple[float, str, float]]:
    """Where each bin begins, what it is called, and the middle of what it holds. All have the smallest width of 1, 2, 5, 10, …
    (or of 0.1, 0.2, …) that makes few enough; of whole numbers a bin is called by those in it, else its upper end is the next's."""
    power = 10.0 ** math.floor(math.log10((high - low) / MOST_BINS))
    for width in (step * power * times for times in (1, 10, 100) for step in (1, 2, 5)):
        first, last = math.floor(low / width + 1e-9), math.floor(high / width + 1e-9)
        if (width >= 1 or not whole) and last - first < MOST_BINS:
            break
    found = []
    for begin in (at * width for at in range(first, last + 1)):
        ends = (max(begin, low), min(begin + width - 1, high)) if whole else (begin, begin + width)
        called = ("–" if whole and low >= 0 else " to ").join(dict.fromkeys(map(_number, ends)))
        found.append((begin, called, begin + (width - whole) / 2))
    return found


# ── values ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def _worked_out(expression: str, names: Mapping[str, Any]) -> Any:
    """What an expression came to; None where it cannot be worked out, as with a move that was not made."""
    try:
        return evaluate(expression, names)
    except BadExpression:
        return None


def _key(value: Any) -> Key | None:
    """A value as something to tell cases apart by."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return value if value is None or isinstance(value, str | int | float) else str(value)


def _number(value: float) -> str:
    return str(reckoning.tidy_number(value))


def _spaced(name: str) -> str:
    return name.replace("_", " ").replace(".", " ")


def _title(name: str) -> str:
    return _spaced(name[:1].upper() + name[1:])


def _axis(header: Header, of: str) -> str:
    """What stands at the labels: an amount with its unit, anything else as it is written."""
    amounts = {rule.name: rule.unit for rule in _single(header) if rule.kind == "number"}
    unit = header.unit if amounts.get(of) is None else amounts[of]
    return f"{_spaced(of)} ({_of_many(unit)})" if of in amounts and unit else _spaced(of)
