"""The rules of a game with a header: code keeps the ledger, and the manager shows it.

In each round the declared moves come in their order; a move that two sides make at once is opened when both have made it.
Then each side is paid, fields change, and the next round begins or the game ends. Whenever there is news before the human's
side is to move, and at the end, the manager is asked to show how things stand: what it writes stands beside the facts,
which code tells.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import reduce
from typing import Any

from games.core import (
    EVERYONE,
    Action,
    Ask,
    Dice,
    Event,
    IllegalAction,
    Outcome,
    Seat,
    StoodIn,
    Told,
    altered,
    escape,
    require,
    tidy,
    tidy_lines,
)
from games.duet import protocol
from games.duet.events import (
    HUMAN,
    MANAGER,
    PLAYER,
    SIDES,
    Changed,
    Choose,
    Cued,
    Dealt,
    Ended,
    Enter,
    LengthSet,
    Moved,
    Named,
    Opened,
    Paid,
    PaidNothing,
    RoundBegan,
    Show,
    Shown,
    Single,
    TurnCame,
    Value,
    Write,
    Wrote,
)
from games.duet.ledger import display, offers, reckoning
from games.duet.ledger.expressions import MOST_AT_ONCE, BadExpression, evaluate, together
from games.duet.ledger.header import Header, MoveRule
from games.duet.ledger.reckoning import Happened, Made, Past, State
from games.duet.state import LONGEST_DISPLAY, Message

# ── the beginning ─────────────────────────────────────────────────────────────────────────────────────────────────────


def begin(header: Header, rng: random.Random) -> list[Told]:
    """Deals the private values and sets the fields."""
    try:
        return list(_dealt(header, rng))
    except BadExpression as mistake:
        raise IllegalAction(f"This pair cannot be dealt: {mistake} Try again, or mend its header.") from None


def _dealt(header: Header, rng: random.Random) -> Iterator[Told]:
    fields: dict[str, Single] = {}
    for field in header.fields:
        if field.kind != "list":
            fields[field.name] = reckoning.draw(field, fields, rng)
    if fields:
        yield Told(EVERYONE, Changed(tuple(fields.items())))
    for seat in SIDES:
        if values := reckoning.deal(header, seat, fields, rng):
            yield Told(frozenset({seat}), Dealt(seat, values))
    if not (header.rounds.target and header.rounds.hidden):  # nobody knows how many will be drawn
        yield Told(frozenset() if header.rounds.hidden else EVERYONE, LengthSet(reckoning.length(header, rng)))


# ── what happened ─────────────────────────────────────────────────────────────────────────────────────────────────────


def evolve(s: State, event: Event) -> State:
    """Folds one event."""
    match event:
        case Dealt(seat=seat, values=values):
            return altered(s, private=(*s.private, (seat, values)))
        case LengthSet(rounds=rounds):
            return altered(s, length=rounds)
        case RoundBegan(round=number):
            past = (*s.past, Past(s.round, s.made)) if s.round else s.past
            return _noted(altered(s, round=number, past=past, made=()), Happened("round", value=number))
        case TurnCame(turn=turn):
            asked = [Happened("asked", event.move, seat, event.ask) for seat in event.seats]
            return _noted(altered(s, turn=turn, pending=event, hidden=()), *asked)
        case StoodIn(seat=seat) if seat in SIDES:
            return altered(s, stand_ins=(*s.stand_ins, seat))
        case Moved(move=move, seat=seat, value=value) if s.pending and len(s.pending.seats) > 1:
            return altered(s, hidden=(*s.hidden, (seat, value)))
        case Moved(move=move) | Opened(move=move):
            chosen = event.values if isinstance(event, Opened) else ((event.seat, event.value),)
            made = tuple(Made(move, seat, value, seat in s.stand_ins) for seat, value in chosen)
            s = altered(s, made=(*s.made, *made), pending=None, hidden=(), stand_ins=(), news=True)
            return _noted(s, *(Happened("moved", move, seat, value) for seat, value in chosen))
        case Changed(values=values):
            fields = dict(s.fields) | dict(values)
            what = "changed" if s.round else "given"
            changes = [Happened(what, name, None, value) for name, value in values]
            return _noted(altered(s, fields=tuple(fields.items()), news=True), *changes)
        case Paid(round=number, seat=seat, amount=won):
            paid = Happened("paid", seat=seat, value=won)
            return _noted(altered(s, paid=(*s.paid, (number, seat, won)), news=True), paid)
        case Ended(why=why, paid=paid, revealed=revealed):
            s = altered(s, ended=True, why=why, paid=paid, private=revealed)
            return altered(s, pending=None, hidden=(), news=True)
        case Cued(display=number):
            return altered(s, display=number, cued=True)
        case Shown(display=number, text=text):
            shown = (*s.messages, Message("shown", text, open=True))
            s = altered(s, display=number, cued=False, news=False, messages=shown, closed=s.ended)
            return _noted(s, Happened("shown", value=text))
        case Wrote(kept=kept):
            return altered(s, messages=(*s.messages, Message("wrote", kept)))
    return s


def after(s: State, told: Iterable[Told]) -> State:
    """The state when all of this has been told."""
    return reduce(evolve, (each.event for each in told), s)


def _noted(s: State, *lines: Happened) -> State:
    return altered(s, happened=(*s.happened, *lines))


# ── what is asked ─────────────────────────────────────────────────────────────────────────────────────────────────────


def asks(s: State, seat: Seat) -> tuple[Ask, ...]:
    """The open questions, from the table's state or the seat's own view."""
    if s.closed:
        return ()
    if seat == MANAGER:
        text = "Show how the game ended." if s.ended else "Show how things stand."
        asked = Ask(f"display:{s.display}", text, "each", forms=(Show,), late="autoplay", examples=_AS_SHOWN)
        return (asked,) if s.cued else ()
    turn = s.pending
    if turn is None or seat not in turn.seats or any(who == seat for who, _ in s.hidden):
        return ()
    default = _default(s, turn, seat)
    ask = Ask(
        key=f"move:{turn.turn}",
        text=display.question(turn, s.header),
        need="each",
        choices=tuple(map(Choose, turn.choices)),
        forms=() if turn.choices else (form_of(turn),),
        allowed={each.move: each.choices for each in turn.fields if each.choices},
        amounts=offers.amounts(turn, s.header.unit_of(turn.move), s.header.language),
        about={
            each.move if turn.fields else "number": offers.limits(each, s.header.language)
            for each in turn.fields or (turn,)
        },
        default=default,
        within=s.within,
        late="default" if default is not None else "autoplay",
        private=len(turn.seats) > 1,
        known=True,
        examples=offers.examples(turn),
    )
    return (ask,)


_AS_SHOWN = (Show(""), Show("The lamp hums in the corner."))


def form_of(turn: TurnCame) -> type[Action]:
    """What is filled in where nothing can be picked."""
    forms: dict[str, type[Action]] = {"number": Enter, "text": Write}
    return forms.get(turn.kind) or offers.form_of(turn)


def _default(s: State, turn: TurnCame, seat: Seat) -> Action | None:
    """What the header says an absent side does, if it does and it can be done."""
    rule = s.header.move(turn.move)
    how = {f"{rule.name}.{each.name}" if rule.fields else rule.name: each.default for each in rule.parts}
    return worked_out(s, turn, seat, how) if all(how.values()) else None


def worked_out(
    s: State, turn: TurnCame, seat: Seat, how: Mapping[str, str], rng: random.Random | None = None
) -> Action | None:
    """The move that expressions come to: one for all of it, or for each field (“offer.price”) of an offer. None where they come
    to none that can be made."""

    def said(of: TurnCame, name: str) -> Any:
        within = {"low": of.low, "high": of.high, "step": of.step, "choices": list(of.choices)}
        return evaluate(how[name], reckoning.names(s, seat) | within, rng)

    try:
        if turn.fields and turn.move not in how:
            value: Any = tuple((each.move, said(each, f"{turn.move}.{each.move}")) for each in turn.fields)
        else:
            value = said(turn, turn.move)
    except BadExpression:
        return None  # `pairs.check` tells the author
    if isinstance(value, Mapping):
        value = tuple((each.move, value.get(each.move)) for each in turn.fields)
    return nearest(s.header.move(turn.move), turn, value)


def nearest(rule: MoveRule, turn: TurnCame, value: Value) -> Action | None:
    """The legal move that comes nearest to a value; None when there is none."""
    match turn.kind:
        case "number" if isinstance(value, int | float):
            return Enter(reckoning.Steps(turn).nearest(value))
        case "choice" if str(value) in turn.choices:
            return Choose(str(value))
        case "text" if isinstance(value, str):
            text = protocol.defused(tidy(value))[: rule.longest].strip()
            return Write(text) if text else None
        case "offer" if isinstance(value, tuple):
            each = zip(rule.fields, turn.fields, value, strict=True)
            return offers.filled(turn, [nearest(field, asked, put) for field, asked, (_, put) in each])
    return None


# ── what an answer brings about ───────────────────────────────────────────────────────────────────────────────────────


@together(MOST_AT_ONCE)
def decide(s: State, seat: Seat, action: Action, dice: Dice) -> list[Told]:
    """What an action brings about. IllegalAction says why not."""
    if isinstance(action, Show):
        return list(_shown(s, action))
    turn = s.pending
    assert turn is not None
    value = _value(s, s.header.move(turn.move), turn, action)
    moved = Moved(turn.turn, turn.move, seat, value, s.header.unit_of(turn.move))
    if len(turn.seats) > 1:
        return [Told(frozenset({seat}), moved)]
    return [Told(EVERYONE, moved), *_changes(evolve(s, moved), s.header.move(turn.move).sets)]


def _shown(s: State, action: Show) -> Iterator[Told]:
    """The display that comes of what the manager wrote, and for itself what has become of that."""
    text = tidy_lines(action.text)
    made = display.compose(text[:LONGEST_DISPLAY], s.heard(None))
    if text:
        yield Told(frozenset({MANAGER}), Wrote(text, "", made.kept, made.dropped))
    yield Told(EVERYONE, Shown(s.display, made.text, made.by_code))


def _value(s: State, rule: MoveRule, turn: TurnCame, action: Action) -> Value:
    """The value of a move that is legal. IllegalAction says what would be."""
    if turn.fields and isinstance(action, offers.form_of(turn)):
        each = zip(rule.fields, turn.fields, offers.parts(turn, action), strict=True)
        return tuple((field.name, _single(s, field, asked, part)) for field, asked, part in each)
    return _single(s, rule, turn, action)


def _single(s: State, rule: MoveRule, turn: TurnCame, action: Action) -> Single:
    match action:
        case Enter(number=number):
            return _number(s, turn, number)
        case Write(text=text):
            return protocol.said(tidy(text), rule.longest)
    assert isinstance(action, Choose)
    return action.choice


def _number(s: State, turn: TurnCame, number: float) -> float:
    steps = reckoning.Steps(turn)
    if not steps.low <= number <= steps.high:
        raise IllegalAction(f"That is out of range. {display.question(turn, s.header)}.")
    if abs(steps.nearest(number) - number) > 1e-6:
        raise IllegalAction(f"{number:g} lies between two steps. {display.question(turn, s.header)}.")
    return steps.nearest(number)


def _changes(s: State, sets: Sequence[tuple[str, str]]) -> list[Told]:
    """New values for fields, each worked out from what was so before any of them changed. What cannot be worked out is the
    header's mistake, and ends the game: see `then`."""
    if not sets:
        return []
    fields = {field.name: field for field in s.header.fields}
    known = reckoning.names(s)
    try:
        values: Named = tuple((name, reckoning.clipped(fields[name], evaluate(how, known))) for name, how in sets)
    except BadExpression as mistake:
        return [_broken(s, mistake)]
    changed = tuple(each for each in values if dict(s.fields).get(each[0]) != each[1])
    return [Told(EVERYONE, Changed(changed))] if changed else []


# ── what may not ──────────────────────────────────────────────────────────────────────────────────────────────────────


def why_not(s: State, seat: Seat, action: Action) -> None:
    """What the seat is to do instead; a value that is not offered is left to the house."""
    require(seat != MANAGER, "There is nothing to show now.")
    require(seat in SIDES and not s.ended, "There is nothing to do for you now.")
    turn = s.pending
    if turn is None or seat not in turn.seats:
        raise IllegalAction("It is not your turn.")
    moved = "You have made your move; it is opened when the other side has made theirs."
    require(all(who != seat for who, _ in s.hidden), moved)
    how = {"choice": f"Choose one of these: {escape(', '.join(turn.choices))}.", "number": "Give a number.",
           "text": "Write it in words.", "offer": "Fill in every field."}  # fmt: skip
    require(turn.fields and isinstance(action, offers.form_of(turn)), how[turn.kind])


# ── what follows by itself ────────────────────────────────────────────────────────────────────────────────────────────


@together(MOST_AT_ONCE)
def then(s: State, dice: Dice) -> list[Told]:
    """What follows by itself."""
    if s.closed or s.cued:
        return []
    if s.ended:
        return [Told(EVERYONE, Cued(s.display + 1))]
    turn = s.pending
    if turn is not None:
        if len(turn.seats) < 2 or len(s.hidden) < len(turn.seats):
            return []
        values = tuple(sorted(s.hidden))
        opened = Opened(turn.turn, turn.move, values, s.header.unit_of(turn.move))
        return [Told(EVERYONE, opened), *_changes(evolve(s, opened), s.header.move(turn.move).sets)]
    if not s.round:
        return [Told(EVERYONE, RoundBegan(1))]
    try:
        upcoming = reckoning.next_turn(s)
        if upcoming is None:
            return _settled(s)
    except BadExpression as mistake:
        return [_broken(s, mistake)]
    if HUMAN in upcoming.seats and s.news:
        return [Told(EVERYONE, Cued(s.display + 1))]
    return [Told(EVERYONE, upcoming)]


def _settled(s: State) -> list[Told]:
    """A round is over: each side is paid, fields change, and the next round begins, or the game is over."""
    header, known = s.header, reckoning.names(s)
    private = reckoning.payoffs_are_private(s.header_text)
    paid = []
    for seat in SIDES:
        pay = evaluate(header.payoff[seat], known)
        won = reckoning.a_number(pay, f"The payoff of {seat} is to be a number, and is")
        to = frozenset({seat}) if private else EVERYONE
        paid.append(Told(to, (Paid if won else PaidNothing)(s.round, seat, won, header.unit)))
    s = after(s, paid)
    changes = _changes(s, header.after_round)
    s = after(s, changes)
    if s.ended:
        return paid + changes
    over = bool(header.ends_when and evaluate(header.ends_when, reckoning.names(s)))
    last = s.round >= (header.rounds.high if s.length is None else s.length) or decided(s)
    end = [_over(s, display.standing(s))] if over or last else [Told(EVERYONE, RoundBegan(s.round + 1))]
    return paid + changes + end


def decided(s: State) -> bool:
    """Whether a side has won as many rounds as it takes, or can no longer be caught up with."""
    if not (target := s.header.rounds.target):
        return False
    wins = reckoning.wins(s)
    ahead, left = abs(wins[HUMAN] - wins[PLAYER]), (s.length or 0) - s.round
    return max(wins.values()) >= target or (not s.header.rounds.hidden and ahead > left)


def _broken(s: State, mistake: BadExpression) -> Told:
    """The header asks for something that cannot be worked out: the game ends there, and says so."""
    return _over(s, f"The pair's header cannot be worked out in round {s.round}: {mistake} The game ends here.")


def _over(s: State, why: str) -> Told:
    won = reckoning.totals(s)
    return Told(EVERYONE, Ended(why, tuple((seat, won[seat]) for seat in SIDES), s.paid, s.private))


def outcome(s: State) -> Outcome | None:
    """Whoever has the most has won, unless the header says otherwise; the same for both is a draw. The game is over when its end
    has been shown."""
    if not s.closed:
        return None
    if s.header.won_by:
        with suppress(BadExpression):
            named = evaluate(s.header.won_by, reckoning.names(s))
            return Outcome(frozenset(seat for seat in SIDES if seat == named), s.why)
    won: Mapping[str, float] = reckoning.wins(s) if s.header.rounds.target else reckoning.totals(s)
    winners = [seat for seat in SIDES if won[seat] == max(won.values())]
    return Outcome(frozenset(winners if len(winners) == 1 else ()), s.why)
