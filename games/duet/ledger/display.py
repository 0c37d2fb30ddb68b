"""A display: facts, told by code from what everybody heard, and between them colour, the manager's own words in quotation marks.

The manager places the facts with slots in its text: “A hush. {moves} {due}”. What it leaves out stands before {due}, or at the end.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from games import colour
from games.colour import Bounds
from games.core import Seat, escape, record, tidy
from games.duet.events import HUMAN, OTHER, PLAYER, SIDES, TurnCame, Unit, Value
from games.duet.ledger import offers, reckoning
from games.duet.ledger.header import Header, MoveRule
from games.duet.ledger.reckoning import Happened, State
from games.duet.ledger.telling import fill, tongue
from games.duet.pairs import parse
from games.duet.protocol import has_tags
from games.duet.sentences import amount, called, written

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
    if has_tags(text):
        return replace(compose("", s), dropped=(text,))
    told, bounds = facts(s), _bounds(s)
    left, due = dict(told), (told.get("due", ""), _slot("due"))
    bounds = replace(bounds, language=colour.language_of(text, bounds.language))
    (opened, closed), pieces = tongue(bounds.language).quotes, _SLOT.split(text)
    lines, dropped = list[tuple[str, str]](), list[str]()  # as they are told, and as the manager may read them again
    for at, piece in enumerate(pieces):
        if not at % 2:
            said, not_said = _colour(piece, at > 0, at < len(pieces) - 1, bounds)
            lines += [(f"{opened}{said}{closed}", said)] if said else []
            dropped += not_said
        elif (slot := piece.lower()) in left:
            lines.append((left.pop(slot), _slot(slot)))
    own = any(not kept.startswith("{{") for _, kept in lines)
    at = lines.index(due) if due in lines else len(lines)
    lines[at:at] = [(fact, _slot(name)) for name, fact in left.items() if name != "example"]
    shown, kept = ("\n".join(each) for each in zip(*lines, strict=True)) if lines else ("", "")
    return Display(shown, kept, tuple(dropped), not own)


def _slot(name: str) -> str:
    return f"{{{{{name}}}"


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
    rounds = _by_round(s, news)
    since = rounds[-1] if s.made else (rounds[0][0], news)
    told = {
        "rules": _rules(s, header) if shown < 0 else "",
        "moves": _moves(s, header, rounds),
        "payoffs": _payoffs(s, header, *since),
        "round": _round(s, header, s.round) if rounds[1:] and not s.made else "",
        "result": _result(s, header) if s.ended else "",
        "due": _due(s, header),
        "example": "" if s.ended else _with_fields(s, header, header.told("example") or ""),
    }
    return {name: text for name, text in told.items() if text}


def _by_round(s: State, news: Sequence[Happened]) -> list[tuple[int, list[Happened]]]:
    """What is new, by the round in which it happened; the first had begun before."""
    rounds: list[tuple[int, list[Happened]]] = [(s.round - sum(each.what == "round" for each in news), [])]
    for each in news:
        if each.what == "round":
            rounds.append((rounds[-1][0] + 1, []))
        else:
            rounds[-1][1].append(each)
    return rounds


def _tell(header: Header, name: str, ours: str, values: Mapping[str, Value], unit: Unit | None = None) -> str:
    """What the author has said in other words, or else in ours."""
    return fill(header.told(name) or ours, values, header.unit if unit is None else unit, header.language)


def _with_fields(s: State, header: Header, template: str) -> str:
    """A template of several fields, each with its own unit."""
    return fill(template, dict(s.fields), {name: header.unit_of(name) for name, _ in s.fields}, header.language)


def _rules(s: State, header: Header) -> str:
    """What the game is about, and what a round pays; or else the fields that nothing changes."""
    if (template := header.told("rules")) is not None:
        return _with_fields(s, header, template)
    pays = "; ".join(
        f"{' / '.join(map(escape, chosen))}: {' / '.join(amount(each, header.unit, header.language) for each in pay)}"
        for chosen, pay in reckoning.outcomes(s).items()
    )
    if pays:
        return f"{escape(header.summary)}\n{{{HUMAN}}} / {{{PLAYER}}} – {pays}."
    changing = {name for changes in (header.after_round, *(rule.sets for rule in header.moves)) for name, _ in changes}
    colon = tongue(header.language).colon
    known = (
        f"{called(name)}{colon}{written(value, header.unit_of(name), header.language)}"
        for name, value in s.fields
        if name not in changing
    )
    return "\n".join(filter(None, (escape(header.summary), " · ".join(known))))


def _round(s: State, header: Header, number: int) -> str:
    """Which round has begun, where there are several."""
    if s.ended or header.rounds.high == 1:
        return ""
    ours = tongue(header.language)
    template = ours.round if s.length is None else ours.of_rounds
    return _tell(header, "round", template, {"round": number, "rounds": s.length})


def _moves(s: State, header: Header, rounds: Sequence[tuple[int, Sequence[Happened]]]) -> str:
    """What was moved, and what changed by it where the author has words for that; a line for each round, which begins by saying
    so if it has begun since the last display. What was paid before the one in which somebody has moved stands above its line."""
    rows = []
    for at, (number, some) in enumerate(rounds):
        if at and s.made and number == s.round:
            before = [each for _, earlier in rounds[:at] for each in earlier]
            rows.append(_payoffs(s, header, rounds[0][0], before))
        last = {each.name: nth for nth, each in enumerate(some)}  # what changes twice is told as it is at last
        said = [
            _moved(each, header, number)
            for nth, each in enumerate(some)
            if each.what == "moved" or last[each.name] == nth
        ]
        if any(said):
            rows.append(" ".join(filter(None, [_round(s, header, number) if at else "", *said])))
    return "\n".join(filter(None, rows))


def _moved(each: Happened, header: Header, now: int) -> str:
    template = header.told(each.name, each.value)
    rule = next((rule for rule in header.moves if each.what == "moved" and rule.name == each.name), None)
    if template is None and rule is not None:
        ours = tongue(header.language)
        template = {"choice": ours.choice, "text": ours.text}.get(rule.kind, ours.number)
    if not template or each.what not in ("moved", "changed"):
        return ""
    value, unit = _inner(each.value, rule), header.unit_of(each.name)
    parts: dict[str, Value] = dict(value) if isinstance(value, tuple) else {}
    units = {**dict(zip(parts, unit, strict=False)), "value": unit}
    values = {**parts, "value": value, "round": now, "move": called(each.name), **_who(each.seat)}
    return fill(template, values, units, header.language)


def _inner(value: Value, rule: MoveRule | None) -> Value:
    """A value as it may stand within quotation marks, with what its author named in it as text."""
    if isinstance(value, tuple) and rule is not None:
        parts = zip(rule.fields, value, strict=True)
        return tuple((name, _inner(each, part)) for part, (name, each) in parts)  # type: ignore[misc]
    if not isinstance(value, str):
        return value
    text = tidy(value).translate(_INNER)
    return escape(text) if rule is not None and rule.kind == "choice" else text


_INNER = str.maketrans("“”„«»", "‘’‚‹›")
"""Quotation marks within others."""


def _who(seat: Seat | None) -> dict[str, Value]:
    """A side and the other one, as marks."""
    return {} if seat is None else {"who": f"{{{seat}}}", "other": f"{{{OTHER[seat]}}}"}


def _payoffs(s: State, header: Header, now: int, news: Sequence[Happened]) -> str:
    """What was paid, and what each side has by now, where the end does not say the same. That a round of a negotiation which
    goes on has paid nothing needs no words."""
    paid = [each for each in news if each.what == "paid"]
    total, ours = reckoning.totals(s), tongue(header.language)
    nothing = not any(each.value for each in paid)
    said_already = s.ended and all(each.value == total[str(each.seat)] for each in paid)
    if not paid or said_already or (nothing and header.ends_when):
        return ""
    said = [
        _tell(header, "payoff", ours.payoff, {"value": each.value, "round": now, **_who(each.seat)}) for each in paid
    ]
    if nothing and header.told("payoff") is None:
        said = [ours.nothing]
    if header.rounds.target and not s.ended:
        said.append(_rounds_won(s))
    elif not s.ended and s.past[1:]:
        sides = {side: f"{{{side}}} {amount(total[side], header.unit, header.language)}" for side in total}
        said.append(fill(ours.totals, {**sides, HUMAN: f"{sides[HUMAN]},"}, "", header.language))
    return " ".join(said)


def _result(s: State, header: Header) -> str:
    """How it ended, and what was private."""
    ours = tongue(header.language)
    lines, had = [f"{ours.over} {s.why}".strip()], f"{{who}} – {{name}}{ours.colon}{{value}}."
    for seat, hand in s.private:
        told = (
            _tell(header, name, had, {"name": called(name), "value": value, **_who(seat)}, header.unit_of(name))
            for name, value in hand
        )
        lines.append(" ".join(told))
    return "\n".join(lines)


def standing(s: State) -> str:
    """What each side has in the end; in a contest, how many rounds it has won."""
    header, total = s.header, reckoning.totals(s)
    if header.told("result"):
        return " ".join(_tell(header, "result", "", {"value": total[seat], **_who(seat)}) for seat in SIDES)
    if header.rounds.target:
        return _rounds_won(s)
    has = {side: amount(total[side], header.unit, header.language) for side in total}
    return _both_have(tongue(header.language).result, has, header)


def _rounds_won(s: State) -> str:
    return _both_have(tongue(s.header.language).wins, reckoning.wins(s), s.header)


def _both_have(template: str, of: Mapping[str, Value], header: Header) -> str:
    sides = {str(seat): f"{{{seat}}}" for seat in SIDES}
    return fill(template, {**sides, "one": of[HUMAN], "two": of[PLAYER]}, "", header.language)


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
