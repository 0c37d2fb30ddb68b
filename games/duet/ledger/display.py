"""A display: facts, told by code from what everybody heard, and between them colour, the manager's own words in quotation marks.

The manager places the facts with slots in its text: “A hush. {moves} {due}”. What it leaves out stands before {due}, or at the end.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import takewhile

from games import colour
from games.colour import Bounds
from games.core import Seat, escape, record, tidy
from games.duet.ledger import offers, reckoning
from games.duet.ledger.header import Header, MoveRule
from games.duet.ledger.reckoning import Happened, State
from games.duet.ledger.telling import fill, tongue
from games.duet.pairs import parse
from games.duet.protocol import has_tags
from games.duet.sentences import amount, called, written
from games.duet.words import HUMAN, OTHER, PLAYER, SIDES, TurnCame, Unit, Value

SLOTS = ("rules", "moves", "payoffs", "round", "result", "due")
"""In the order in which they stand where nobody places them. Besides, there is {example}, if the author wrote one."""

_SLOT = re.compile(rf"(?:\{{\{{)+ *({'|'.join(SLOTS)}|example) *\}}+", re.IGNORECASE)
"""As models write them: “{moves}”, “{{ Moves }}”. In what somebody wrote each { is escaped."""


@record
class Display:
    """A display, and what became of the manager's text: `kept` of it is what it may read again, with slots for facts."""

    text: str
    kept: str
    dropped: tuple[str, ...] = ()
    by_code: bool = True


def compose(text: str, s: State) -> Display:
    """The display that a manager's text makes, from the public's view: each of the facts once, and of its own words what may be
    said beside them."""
    told = facts(s)
    if has_tags(text):
        return Display(plain(s), _slots(told), (text,))
    bounds, left = _bounds(s), dict(told)
    bounds = replace(bounds, language=colour.language_of(text, bounds.language))
    opened, closed = tongue(bounds.language).quotes
    lines, kept, dropped = list[str](), list[str](), list[str]()
    pieces = _SLOT.split(text)
    for at, piece in enumerate(pieces):
        if not at % 2:
            said, not_said = _colour(piece, at > 0, at < len(pieces) - 1, bounds)
            lines += [f"{opened}{said}{closed}"] if said else []
            kept += [said] if said else []
            dropped += not_said
        elif (slot := piece.lower()) in left:
            lines.append(left.pop(slot))
            kept.append(f"{{{{{slot}}}")
    left.pop("example", None)
    own = any(not each.startswith("{{") for each in kept)
    for rows, rest, due in ((lines, [*left.values()], told.get("due")), (kept, _slots(left).split("\n"), "{{due}")):
        at = rows.index(due) if due in rows else len(rows)
        rows[at:at] = rest
    return Display("\n".join(lines), "\n".join(filter(None, kept)), tuple(dropped), not own)


def plain(s: State) -> str:
    """The facts alone."""
    return "\n".join(value for name, value in facts(s).items() if name != "example")


def _slots(told: Mapping[str, str]) -> str:
    return "\n".join(f"{{{{{name}}}" for name in told if name != "example")


def _colour(piece: str, after: bool, before: bool, bounds: Bounds) -> tuple[str, list[str]]:
    """What may be said of a piece of text, and what not. A sentence that a fact would complete is none."""
    cut = list[str]()
    if before:
        end = 1 + max(map(piece.rfind, ".!?…"))
        piece, cut = piece[:end], [piece[end:]]
    if after and (goes_on := _GOES_ON.match(piece)):
        piece, cut = piece[goes_on.end() :], [goes_on[0], *cut]
    kept, dropped = colour.sift(piece, bounds)
    return " ".join(kept), [*dropped, *(each.strip() for each in cut if re.search(r"\w", each))]


_GOES_ON = re.compile(r"\s*(?:[,;:–—-]|[a-zß-öø-ÿ])[^.!?…\n]*[.!?…]*")
"""The rest of a sentence."""


# ── what may not be said ──────────────────────────────────────────────────────────────────────────────────────────────


def _bounds(s: State) -> Bounds:
    moment = "over" if s.ended else "middle" if s.past or s.made else "opening"
    return bounds_of(s.header_text, moment)


@lru_cache(maxsize=256)
def bounds_of(header_text: str, moment: str) -> Bounds:
    """Every choice there is and what people type for it, and all that is private, from the header alone."""
    header = parse(header_text)
    single = [part for rule in header.moves for part in rule.parts]
    choices = {word for rule in single for each, more in rule.choices.items() for word in (each, *more)}
    things = {choice for _, field in header.private for choice in field.choices}
    values = {choice for field in header.fields for choice in field.choices}
    tables = [each.constant for each in header.fields if isinstance(each.constant, dict)]
    called_so = {str(word) for table in tables for thing in things & {*table} for word in _texts(table[thing])}
    fields = {each.name.replace("_", " ") for each in header.fields if each.kind != "list"}
    private = {each.name.replace("_", " ") for _, each in header.private}
    moves = {rule.name.replace("_", " ") for rule in (*header.moves, *single)}
    return Bounds(
        header.language,
        never=frozenset(choices | things | values | called_so | private),
        moves=frozenset(moves | fields),
        others=frozenset({header.titles[PLAYER]}),
        reader=str(HUMAN),
        called=header.titles[HUMAN],
        moment=moment,  # type: ignore[arg-type]
    )


def _texts(value: object) -> Iterator[object]:
    yield from value if isinstance(value, list) else [value]


def unsaid(s: State) -> tuple[str, ...]:
    """What nobody who adds atmosphere may speak of."""
    bounds = _bounds(s)
    return (*bounds.never, *bounds.moves, bounds.called, *bounds.others)


# ── the facts ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def facts(s: State) -> dict[str, str]:
    """What is to be told now, by slot, from the public's view: what has happened since the last display, and what is due."""
    header = s.header
    shown = max((at for at, each in enumerate(s.happened) if each.what == "shown"), default=-1)
    news = s.happened[shown + 1 :]
    began = max((at for at, each in enumerate(news) if each.what == "round"), default=0) if s.made else 0
    told = {
        "rules": _rules(s, header) if shown < 0 else "",
        "moves": _moves(s, header, news, began),
        "payoffs": _payoffs(s, header, news[began:], s.round if began else _began_with(s, news)),
        "round": "" if s.made else _round(s, header, news),
        "result": _result(s, header) if s.ended else "",
        "due": _due(s, header),
        "example": _example(s, header),
    }
    return {name: text for name, text in told.items() if text}


def _rules(s: State, header: Header) -> str:
    """What the game is about, and what a round pays; or else the fields that nothing changes."""
    if (template := header.told("rules")) is not None:
        return _filled(template, dict(s.fields), header)
    changing = {name for rule in header.moves for name, _ in rule.sets} | {name for name, _ in header.after_round}
    fixed = ((name, written(value, header.unit_of(name), header.language)) for name, value in s.fields)
    known = " · ".join(
        f"{called(name)}{tongue(header.language).colon}{value}" for name, value in fixed if name not in changing
    )
    pays = "; ".join(
        f"{' / '.join(map(escape, chosen))}: {' / '.join(_amount(each, header) for each in pay)}"
        for chosen, pay in reckoning.outcomes(s).items()
    )
    both = f"{{{HUMAN}}} / {{{PLAYER}}} – {pays}." if pays else ""
    return "\n".join(each for each in (escape(header.summary), both or known) if each)


def _example(s: State, header: Header) -> str:
    template = header.told("example")
    return _filled(template, dict(s.fields), header) if template and not s.ended else ""


def _filled(template: str, values: Mapping[str, Value], header: Header) -> str:
    """A template of several fields, each with its own unit."""
    return fill(template, values, {name: header.unit_of(name) for name in values}, header.language)


def _round(s: State, header: Header, news: Sequence[Happened]) -> str:
    """Which round has begun, where there are several."""
    begun = [each.value for each in news if each.what == "round"]
    if s.ended or header.rounds.high == 1 or not begun:
        return ""
    ours = tongue(header.language)
    template = header.told("round") or (ours.round if s.length is None else ours.of_rounds)
    return fill(template, {"round": begun[-1], "rounds": s.length}, "", header.language)


def _moves(s: State, header: Header, news: Sequence[Happened], began: int) -> str:
    """What was moved, and what changed by it where the author has words for that; a line for each round, which begins by saying
    so if it has begun since the last display. What was paid before this one, which `began` there, stands above its line."""
    rows: list[list[str]] = [[]]
    now = _began_with(s, news)
    for at, each in enumerate(news):
        if began and at == began:
            rows.append(["", _payoffs(s, header, news[:at], _began_with(s, news))])
        if each.what == "round":
            now = int(str(each.value))
            rows.append([_round(s, header, (each,))])
        elif each.what == "changed" and _changes_again(each.name, news[at + 1 :]):
            continue
        elif each.what in ("moved", "changed") and (said := _moved(each, header, now)):
            rows[-1].append(said)
    return "\n".join(" ".join(filter(None, row)) for row in rows if any(row[1:]) or (row and row is rows[0]))


def _changes_again(name: str, later: Iterable[Happened]) -> bool:
    """Whether a field changes once more in this round, which is then all there is to tell of it."""
    within = takewhile(lambda each: each.what != "round", later)
    return any(each.what == "changed" and each.name == name for each in within)


def _began_with(s: State, news: Sequence[Happened]) -> int:
    """The round in which the news begin."""
    return s.round - sum(each.what == "round" for each in news)


def _moved(each: Happened, header: Header, now: int) -> str:
    template = header.told(each.name, each.value)
    value, unit = _inner(each.value), header.unit_of(each.name)
    units: dict[str, Unit] = {"value": unit}
    values: dict[str, Value] = {}
    if rule := next((rule for rule in header.moves if rule.name == each.name), None):
        ours = tongue(header.language)
        value = _escaped(rule, value)
        if template is None:
            template = {"choice": ours.choice, "text": ours.text}.get(rule.kind, ours.number)
    if isinstance(value, tuple) and isinstance(unit, tuple):
        values |= value
        units |= zip((name for name, _ in value), unit, strict=True)
    values |= {"value": value, "round": now, "move": called(each.name), **_who(each.seat)}
    return fill(template, values, units, header.language) if template else ""


def _escaped(rule: MoveRule, value: Value) -> Value:
    """A value with what its author named in it as text."""
    if isinstance(value, tuple):
        parts = zip(rule.fields, value, strict=True)
        return tuple((name, escape(str(each)) if part.kind == "choice" else each) for part, (name, each) in parts)
    return escape(str(value)) if rule.kind == "choice" else value


def _inner(value: Value) -> Value:
    """A value as it may stand within quotation marks."""
    if isinstance(value, tuple):
        return tuple((name, tidy(each).translate(_INNER) if isinstance(each, str) else each) for name, each in value)
    return tidy(value).translate(_INNER) if isinstance(value, str) else value


_INNER = str.maketrans("“”„«»", "‘’‚‹›")
"""Quotation marks within others."""


def _who(seat: Seat | None) -> dict[str, Value]:
    """A side and the other one, as marks."""
    return {} if seat is None else {"who": f"{{{seat}}}", "other": f"{{{OTHER[seat]}}}"}


def _payoffs(s: State, header: Header, news: Sequence[Happened], now: int) -> str:
    """What was paid, and what each side has by now, where the end does not say the same. That a round of a negotiation which
    goes on has paid nothing needs no words."""
    paid = [each for each in news if each.what == "paid"]
    total = reckoning.totals(s)
    nothing = not any(each.value for each in paid)
    said_already = s.ended and all(each.value == total[str(each.seat)] for each in paid)
    if not paid or said_already or (nothing and header.ends_when):
        return ""
    ours = tongue(header.language)
    said = [
        fill(
            header.told("payoff") or ours.payoff,
            {"value": each.value, "round": now, **_who(each.seat)},
            header.unit,
            header.language,
        )
        for each in paid
    ]
    if nothing and header.told("payoff") is None:
        said = [ours.nothing]
    if header.rounds.target and not s.ended:
        said.append(rounds_won(reckoning.wins(s), header))
    elif not s.ended and s.past[1:]:
        sides: dict[str, Value] = {
            str(seat): f"{{{seat}}} {_amount(total[seat], header)}{',' if seat == HUMAN else ''}" for seat in SIDES
        }
        said.append(fill(ours.totals, sides, "", header.language))
    return " ".join(said)


def _result(s: State, header: Header) -> str:
    """How it ended, and what was private."""
    ours = tongue(header.language)
    lines = [f"{ours.over} {s.why}".strip()]
    for seat, values in s.private:
        told = [
            fill(
                header.told(name) or f"{{who}} – {{name}}{ours.colon}{{value}}.",
                {"name": called(name), "value": value, **_who(seat)},
                header.unit_of(name),
                header.language,
            )
            for name, value in values
        ]
        lines.append(" ".join(told))
    return "\n".join(lines)


def standing(totals: Mapping[str, float], header: Header) -> str:
    """What each side has in the end."""
    if template := header.told("result"):
        return " ".join(
            fill(template, {"value": totals[seat], **_who(seat)}, header.unit, header.language) for seat in SIDES
        )
    return _both_have(
        tongue(header.language).result, {side: _amount(total, header) for side, total in totals.items()}, header
    )


def rounds_won(wins: Mapping[str, int], header: Header) -> str:
    """How many rounds each side has won in the end."""
    return _both_have(tongue(header.language).wins, wins, header)


def _both_have(template: str, of: Mapping[str, Value], header: Header) -> str:
    sides = {str(seat): f"{{{seat}}}" for seat in SIDES}
    return fill(template, {**sides, "one": of[HUMAN], "two": of[PLAYER]}, "", header.language)


def _amount(value: float, header: Header) -> str:
    return amount(value, header.unit, header.language)


def _due(s: State, header: Header) -> str:
    turn = reckoning.due(s)
    if turn is None:
        return ""
    to = "" if HUMAN in turn.seats else f"{{{PLAYER}}}{tongue(header.language).colon}"
    choices = f" ({escape(' / '.join(turn.choices))})" if turn.choices else ""
    return f"{to}{question(turn, header)}{choices}"


def question(turn: TurnCame, header: Header) -> str:
    """What is asked, with the range of a number, as text that may have {seat} marks in it."""
    unit = header.unit_of(turn.move) if turn.unit is None and not turn.fields else turn.unit
    within = "" if turn.kind == "choice" else offers.limits(replace(turn, unit=unit), header.language)  # type: ignore[arg-type]
    return f"{escape(turn.ask)} ({within})" if within else escape(turn.ask)
