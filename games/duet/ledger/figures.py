"""What many duets come to: which offers were made, how often they were refused, what was earned; and the course of one.

A pair says in its header what it wants counted. Where it says nothing, every number and every choice is counted. The games
are those that are over, so that what was private may be counted as well. Intervals know which rounds are of one game, and so
have more to do with each other than with those of others.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product
from typing import Any

from games import intervals
from games.core import Figure
from games.duet.ledger import reckoning
from games.duet.ledger.expressions import BadExpression, evaluate, names_in
from games.duet.ledger.header import Header, MoveRule, Report
from games.duet.ledger.reckoning import State
from games.duet.words import SIDES

MOST_BINS = 12
"""More different numbers than this are gathered into intervals of one width."""

MOST_TEXTS, OTHERS = 24, "others"
"""Of more different texts than this, the less frequent ones are counted together."""

MEAN = "mean"

Key = str | float
"""What cases are told apart by: a text, or a number."""

Case = tuple[Key, Any, int]
"""What a case belongs to, what was so in it, and in which game."""

Made = tuple[int, str, Any]
"""A move that was made: in which round, by which side, and how."""


def figures(states: Sequence[State]) -> tuple[Figure, ...]:
    """What these games come to; of one alone, its course."""
    found: list[Figure] = []
    for text in dict.fromkeys(each.header_text for each in states):
        games = [_Game(each) for each in states if each.header_text == text]
        found += _course(games[0]) if len(games) == 1 else _counted(games)
    return tuple(replace(each, unit=_of_many(each.unit)) for each in found)


def _of_many(unit: str) -> str:
    """“coin|coins” as it stands over several amounts."""
    return unit.rpartition("|")[2].strip()


@dataclass(frozen=True)
class _Game:
    """One game's ledger, round by round."""

    state: State

    @cached_property
    def header(self) -> Header:
        return self.state.header

    @cached_property
    def names(self) -> dict[str, Any]:
        """What stood for what at the end."""
        return reckoning.names(self.state)

    @cached_property
    def rounds(self) -> list[dict[str, Any]]:
        """The moves of each round by name, with `round`, `by` and `payoff`; of the last, if anything was moved in it."""
        rounds = list(self.names["past"])
        if self.state.made:
            last = ("round", "by", "payoff", *(rule.name for rule in self.header.moves))
            rounds.append({name: self.names[name] for name in last})
        return rounds

    def known(self) -> Iterator[dict[str, Any]]:
        """What stood for what when each round was paid for."""
        fields = self._fields()
        totals = self.totals()
        for at, each in enumerate(self.rounds):
            number = each["round"]
            yield self.names | fields.get(number, {}) | each | {"past": self.rounds[:at], "total": totals[at]}

    def _fields(self) -> dict[int, dict[str, Any]]:
        """The fields as they were when each round was paid for. What a field that changes was at first is worked out again;
        one that was drawn is not known then."""
        s = self.state
        changed = {each.name for each in s.happened if each.what == "changed"}
        now: dict[str, Any] = {name: value for name, value in s.fields if name not in changed}
        for field in self.header.fields:
            if field.name in changed:
                now[field.name] = None if field.drawn else _worked_out(field.value, now)
        found: dict[int, dict[str, Any]] = {}
        number = 0
        for each in s.happened:
            if each.what == "round":
                number += 1
            elif each.what == "changed":
                now[each.name] = each.value
            elif each.what == "paid":
                found.setdefault(number, dict(now))
        return found

    def totals(self) -> list[dict[str, float]]:
        """What each side had after each round."""
        found, total = [], dict.fromkeys(map(str, SIDES), 0.0)
        for each in self.rounds:
            total = {side: reckoning.tidy_number(total[side] + (each["payoff"][side] or 0)) for side in total}
            found.append(total)
        return found

    def made(self, rule: MoveRule) -> Iterator[Made]:
        """Every time that move was made, or what was said in a field of it."""
        move, _, field = rule.name.partition(".")
        for each in self.rounds:
            sides = each[move] if rule.by == "both" else {each["by"].get(move, ""): each[move]}
            said = ((side, how[field] if field and how else how) for side, how in sides.items())
            yield from ((each["round"], side, how) for side, how in said if how is not None)


# ── many games ────────────────────────────────────────────────────────────────────────────────────────────────────────


def _counted(games: Sequence[_Game]) -> Iterator[Figure]:
    header = games[0].header
    if header.reports:
        cases: list[list[Case]] = [[] for _ in header.reports]
        for at, names in ((at, names) for at, game in enumerate(games) for names in game.known()):
            for of, report in zip(cases, header.reports, strict=True):
                of += _cases(report, names, at)
        for of, report in zip(cases, header.reports, strict=True):
            if report.by or report.how == "distribution":
                yield from _reported(header, report, of)
        yield from _overall(header, cases)
    else:
        for rule in _single(header):
            yield from _moves(header, rule, games)
    yield from _payoffs(header, games)
    yield from _surplus(header, games)


def _cases(report: Report, names: Mapping[str, Any], game: int) -> Iterator[Case]:
    """What a report counts in one round; without a `by`, all of it belongs to its title. What cannot be worked out there is not counted."""
    by = _key(_worked_out(report.by, names)) if report.by else report.title
    if by is not None:
        yield from ((by, each, game) for each in _each(_worked_out(report.of, names)))


def _reported(header: Header, report: Report, cases: Sequence[Case]) -> Iterator[Figure]:
    """What a header wants to have counted, for each value of something else; or how often each value was there."""
    axis = _axis(header, report.by)
    course = report.by == "round"
    if report.how == "share":
        yield _shares(report.title, axis, cases, course=course)
    elif report.how == "mean":
        yield _means(report.title, axis, MEAN, cases, course=course)
    else:
        of = _Labels(_keys(value for _, value, _ in cases))
        keys = [key for key, _, _ in cases]
        for by, values in _grouped(cases, _Labels(keys, bins=not course)).items():
            series = f"{_spaced(report.by)} {by}" if report.by else ""
            plain = _axis(header, report.of) if report.of.isidentifier() else ""
            yield _distribution(report.title, plain, values, of, series)


def _overall(header: Header, cases: Sequence[Sequence[Case]]) -> Iterator[Figure]:
    """The shares, and the means, that a header wants of everything together: side by side, each by its title."""
    for how in ("share", "mean"):
        chosen = [at for at, report in enumerate(header.reports) if report.how == how and not report.by]
        together = [case for at in chosen for case in cases[at]]
        order = tuple(dict.fromkeys(header.reports[at].title for at in chosen))
        if how == "share" and chosen:
            yield _shares("How often", "", together, order=order)
        elif chosen:
            yield _means("On average", "", MEAN, together, order=order)


def _moves(header: Header, rule: MoveRule, games: Sequence[_Game]) -> Iterator[Figure]:
    """What there is to count of a move that nobody said anything about."""
    title, axis = _title(rule.name), _axis(header, rule.name)
    made = [(*each, at) for at, game in enumerate(games) for each in game.made(rule)]
    if rule.kind == "number":
        labels = _Labels([value for _, _, value, _ in made])
        sides = {side: [(value, at) for _, who, value, at in made if who == side] for side in map(str, SIDES)}
        several = all(sides.values())
        for seat in SIDES:
            if values := sides[seat]:
                yield _distribution(f"{title}: how often", axis, values, labels, header.titles[seat] if several else "")
    elif rule.kind == "choice":
        if any(number > 1 for number, *_ in made):
            for choice in rule.choices:
                cases = [(number, value == choice, at) for number, _, value, at in made]
                yield _shares(f"{title} by round", "round", cases, course=True, series=choice)
        else:
            choices = [(value, at) for _, _, value, at in made]
            yield _distribution(f"{title}: how often", axis, choices, _Labels((), order=tuple(rule.choices)))
        yield from _after_a_number(header, rule, games)


def _after_a_number(header: Header, rule: MoveRule, games: Sequence[_Game]) -> Iterator[Figure]:
    """How often each choice was made after which number: the last one before it in a round that one side alone has named."""
    rules = _single(header)
    earlier = rules[: rules.index(rule)]
    before = next((each for each in reversed(earlier) if each.kind == "number" and each.by != "both"), None)
    if before is None or rule.by == "both":
        return
    made = []
    for at, game in enumerate(games):
        named = {number: value for number, _, value in game.made(before)}
        made += [(named[number], value, at) for number, _, value in game.made(rule) if number in named]
    for choice in rule.choices:
        cases = [(number, value == choice, at) for number, value, at in made]
        axis = _axis(header, before.name)
        yield _shares(f"{_title(rule.name)} by {_spaced(before.name)}", axis, cases, series=choice)


def _payoffs(header: Header, games: Sequence[_Game]) -> Iterator[Figure]:
    """What each side had in the end, in games that came to one; and in each round, if there were several."""
    if not _pays(header):
        return
    unit, titles = header.unit or "points", tuple(header.titles[seat] for seat in SIDES)
    reported = any(names_in(report.of) & {"payoff", "total"} for report in header.reports)
    several = any(each["round"] > 1 for game in games for each in game.rounds)
    if several or not reported:
        totals = [reckoning.totals(game.state) for game in games if game.state.ended]
        cases: list[Case] = [
            (header.titles[seat], total[seat], at) for seat in SIDES for at, total in enumerate(totals)
        ]
        yield _means("Payoff of a whole game" if several else "Payoff", "side", unit, cases, order=titles)
    if several and not reported:
        for seat in SIDES:
            paid = [(each["round"], each["payoff"][seat], at) for at, game in enumerate(games) for each in game.rounds]
            yield _means("Payoff by round", "round", unit, paid, course=True, series=header.titles[seat])


def _single(header: Header) -> list[MoveRule]:
    """The moves, with the fields of an offer (“offer.price”) in its place."""
    return [
        replace(part, name=f"{rule.name}.{part.name}", by=rule.by) if rule.fields else rule
        for rule in header.moves
        for part in rule.parts
    ]


MOST_WAYS = 4000
"""Ways of moving in a round that are looked through for the best of them."""


def _surplus(header: Header, games: Sequence[_Game]) -> Iterator[Figure]:
    """Where values were private: what both sides gained together, and how much of what they could have gained at most, in a
    round in which both had known everything. Games in which there was nothing to gain have no efficiency."""
    over = [(at, game) for at, game in enumerate(games) if game.state.ended]
    if not over or not reckoning.payoffs_are_private(games[0].state.header_text):
        return
    gained = {at: sum(reckoning.totals(game.state).values()) for at, game in over}
    could = {at: _best(game) for at, game in over}
    cases: list[Case] = [("gained together", gain, at) for at, gain in gained.items()]
    cases += [("possible", best, at) for at, best in could.items() if best is not None]
    yield _means("Surplus", "", header.unit or "points", cases, order=("gained together", "possible"))
    shares = [(gained[at] / best, at) for at, best in could.items() if best]
    if shares:
        yield intervals.counted("Efficiency", "", "of the possible surplus", {"all games": shares})


def _best(game: _Game) -> float | None:
    """The most that both sides could have had together: in one round where whatever pays ends the game, else in as many as were
    played. None where there are too many ways of moving to look through, or where it depends on how the rounds went."""
    header, ways = game.header, list[list[tuple[str, Any]]]()
    moves = {rule.name for rule in header.moves}
    known = {*moves, "by", *(each.name for each in header.fields), *reckoning.secret_names(game.state.header_text)}
    known -= {name for changes in (header.after_round, *(rule.sets for rule in header.moves)) for name, _ in changes}
    ends = header.ends_when or "False"
    if not names_in(ends) <= moves | {"by"} or any(not names_in(each) <= known for each in header.payoff.values()):
        return None
    for rule in header.moves:
        parts = [list(p.choices) or [_worked_out(each, game.names) for each in (p.low, p.high)] for p in rule.parts]
        if any(part.kind == "text" for part in rule.parts) or any(None in values for values in parts):
            return None
        parts_of = [part.name for part in rule.parts]
        values = [dict(zip(parts_of, each, strict=True)) if rule.fields else each[0] for each in product(*parts)]
        sides = [dict(zip(map(str, SIDES), both, strict=True)) for both in product(values, repeat=2)]
        ways.append([(rule.name, each) for each in (sides if rule.by == "both" else values)])
    if math.prod(map(len, ways)) > MOST_WAYS:
        return None
    paid = []
    for way in product(*ways):
        names = game.names | dict(way)
        pays = [_worked_out(header.payoff[seat], names) for seat in SIDES]
        paid += [] if None in pays else [(sum(pays), bool(_worked_out(ends, names)))]
    if header.ends_when and header.rounds.high > 1 and any(pay > 0 and not over for pay, over in paid):
        return None
    rounds = 1 if header.ends_when else len(game.rounds)
    return rounds * max((pay for pay, _ in paid), default=0.0)


def _pays(header: Header) -> bool:
    """Whether anybody can win or lose anything."""
    return any(expression.strip() != "0" for expression in header.payoff.values())


# ── one game ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def _course(game: _Game) -> Iterator[Figure]:
    """Every move and both totals, round by round."""
    header, course = game.header, len(game.rounds) > 1
    for rule in _single(header):
        made = list(game.made(rule))
        if rule.kind == "number":
            yield from _moved(header, rule, made, course)
        elif rule.kind == "choice":
            yield from _chosen(header, rule, made, course)
    # Not everybody heard every payoff, and the last round of a game that was called off has none.
    paid = [
        (str(each["round"]), total)
        for each, total in zip(game.rounds, game.totals(), strict=True)
        if None not in each["payoff"].values()
    ]
    rounds = tuple(number for number, _ in paid)
    for seat in SIDES if rounds and _pays(header) else ():
        values = tuple(float(total[seat]) for _, total in paid)
        unit = header.unit or "points"
        yield Figure("Totals", "round", unit, rounds, values, course=course, series=header.titles[seat])


def _moved(header: Header, rule: MoveRule, made: Sequence[Made], course: bool) -> Iterator[Figure]:
    """The numbers of one game, a line for each side that named any."""
    unit = (header.unit if rule.unit is None else rule.unit) or _spaced(rule.name)
    yield from _lines(header, _title(rule.name) + " by round" * course, unit, made, course)


def _chosen(header: Header, rule: MoveRule, made: Sequence[Made], course: bool) -> Iterator[Figure]:
    """The choices of one game, 1 where it was taken. Of two, one says it all; of more, those that nobody took say nothing."""
    taken = {value for _, _, value in made}
    choices = list(rule.choices)
    for choice in choices[:1] if len(choices) == 2 else [each for each in choices if each in taken]:
        title = f"{_title(rule.name)}{' by round' * course}: {choice}"
        took = [(number, side, value == choice) for number, side, value in made]
        yield from _lines(header, title, f"1 = {choice}", took, course)


def _lines(header: Header, title: str, unit: str, made: Sequence[Made], course: bool) -> Iterator[Figure]:
    """What there was in each round, a line for each side."""
    for seat in SIDES:
        if mine := [(str(number), float(value)) for number, side, value in made if side == seat]:
            rounds, values = zip(*mine, strict=True)
            yield Figure(title, "round", unit, rounds, values, course=course, series=header.titles[seat])


# ── figures of cases ──────────────────────────────────────────────────────────────────────────────────────────────────


def _distribution(
    title: str, axis: str, values: Sequence[tuple[Any, int]], labels: _Labels, series: str = ""
) -> Figure:
    """How large a share each had."""
    keyed = [(labels.of(key), game) for value, game in values if (key := _key(value)) is not None]
    cases = {each: [(float(label == each), game) for label, game in keyed] for each in labels.all if keyed}
    return _to_scale(intervals.counted(title, axis, intervals.SHARE, cases, series=series), labels)


def _shares(title: str, axis: str, cases: Sequence[Case], **how: Any) -> Figure:
    """How often it was so, for each key."""
    return _means(title, axis, intervals.SHARE, [(key, float(bool(so)), game) for key, so, game in cases], **how)


def _means(
    title: str,
    axis: str,
    unit: str,
    cases: Sequence[Case],
    *,
    course: bool = False,
    series: str = "",
    order: tuple[str, ...] = (),
) -> Figure:
    """What it was on average, for each key."""
    numbers = [(key, float(value), game) for key, value, game in cases if isinstance(value, int | float)]
    labels = _Labels([key for key, _, _ in numbers], order=order, bins=not course)
    groups = _grouped(numbers, labels)
    return _to_scale(intervals.counted(title, axis, unit, groups, course=course, series=series), labels)


def _to_scale(figure: Figure, labels: _Labels) -> Figure:
    """The figure with its labels where they belong on an axis of numbers, if all of them are."""
    places = () if figure.course or not labels.places else tuple(labels.places[each] for each in figure.labels)
    return replace(figure, at=places)


def _grouped(cases: Sequence[Case], labels: _Labels) -> dict[str, list[tuple[Any, int]]]:
    """What was so in which game, by label, in the order of the labels; those without a case are left out."""
    found: dict[str, list[tuple[Any, int]]] = {label: [] for label in labels.all}
    for key, value, game in cases:
        found[labels.of(key)].append((value, game))
    return {label: values for label, values in found.items() if values}


class _Labels:
    """What keys are called: texts in their `order` (of too many, the most frequent), numbers from small to large, and
    gathered into `bins` where there are too many of them. Where not all numbers are whole, the upper end of a bin belongs to the next."""

    def __init__(self, keys: Iterable[Key], *, order: tuple[str, ...] = (), bins: bool = True) -> None:
        counted = Counter([*keys, *order])
        numbers = sorted(key for key in counted if not isinstance(key, str))
        common = [key for key, _ in counted.most_common() if isinstance(key, str)]
        self._texts = [*order, *sorted(key for key in common[:MOST_TEXTS] if key not in order)]
        self._others = [OTHERS] * (len(common) > MOST_TEXTS)
        self._width = 0.0
        if bins and len(numbers) > MOST_BINS:
            self._whole = all(float(number).is_integer() for number in numbers)
            self._low, self._high = numbers[0], numbers[-1]
            self._width = _width(self._low, self._high, self._whole)
            places = range(self._at(self._low), self._at(self._high) + 1)
            # The middle of what a bin holds: of whole numbers it is not its own end.
            named = {self._bin(at): at * self._width + (self._width - self._whole) / 2 for at in places}
        else:
            named = {_number(each): float(each) for each in numbers}
        self.places = {} if self._texts or self._others else named
        self.all = (*named, *self._texts, *self._others)

    def of(self, key: Key) -> str:
        """The label of a key."""
        if isinstance(key, str):
            return key if not self._others or key in self._texts else OTHERS
        return self._bin(self._at(key)) if self._width else _number(key)

    def _at(self, number: float) -> int:
        return math.floor(number / self._width + 1e-9)

    def _bin(self, at: int) -> str:
        low = at * self._width
        if not self._whole:
            return f"{_number(low)} to {_number(low + self._width)}"
        first, last = max(low, self._low), min(low + self._width - 1, self._high)
        if first == last:
            return _number(first)
        return f"{_number(first)}{'–' if self._low >= 0 else ' to '}{_number(last)}"


def _width(low: float, high: float, whole: bool) -> float:
    """The smallest of 1, 2, 5, 10, … (or of 0.1, 0.2, …) that makes few enough bins of what lies between."""
    power = 10.0 ** math.floor(math.log10((high - low) / MOST_BINS))
    widths = [step * power * times for times in (1, 10, 100) for step in (1, 2, 5)]
    return next(
        each
        for each in widths
        if (each >= 1 or not whole) and math.floor(high / each + 1e-9) - math.floor(low / each + 1e-9) < MOST_BINS
    )


# ── values ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def _worked_out(expression: str, names: Mapping[str, Any]) -> Any:
    """What an expression came to; None where it cannot be worked out, as with a move that was not made."""
    try:
        return evaluate(expression, names)
    except BadExpression:
        return None


def _each(value: Any) -> Iterator[Any]:
    """The cases in a value: what both sides did at once is two."""
    if isinstance(value, Mapping):
        value = list(value.values())
    for each in value if isinstance(value, list | tuple) else (value,):
        if each is not None:
            yield each


def _keys(values: Iterable[Any]) -> list[Key]:
    return [key for value in values if (key := _key(value)) is not None]


def _key(value: Any) -> Key | None:
    """A value as something to tell cases apart by."""
    if value is None:
        return None
    if isinstance(value, bool):
        return "yes" if value else "no"
    return value if isinstance(value, str | int | float) else str(value)


def _number(value: float) -> str:
    return str(reckoning.tidy_number(value))


def _spaced(name: str) -> str:
    return name.replace("_", " ").replace(".", " ")


def _title(name: str) -> str:
    text = _spaced(name)
    return text[:1].upper() + text[1:]


def _axis(header: Header, of: str) -> str:
    """What stands at the labels: an amount with its unit, anything else as it is written."""
    amounts = {rule.name: rule.unit for rule in _single(header) if rule.kind == "number"}
    unit = header.unit if amounts.get(of) is None else amounts[of]
    return f"{_spaced(of)} ({_of_many(unit)})" if of in amounts and unit else _spaced(of)
