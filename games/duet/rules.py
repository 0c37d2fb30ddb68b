"""The rules of a duet. With a header code keeps the ledger and the manager shows it; without one the manager keeps it all.

*With a header.* In each round the declared moves come in their order; a move that two sides make at once is opened when
both have made it. Then each side is paid, fields change, and the next round begins or the game ends. Whenever there is
news before the human's side is to move, and at the end, the manager is asked to show how things stand: what it writes stands
beside the facts, which code tells.

*Without.* The manager writes: a block for the player, which alone hears it and answers; or else a display, and then it is
the human's turn to write.
"""

from __future__ import annotations

import math
import random
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import timedelta
from itertools import takewhile

from games.core import (
    EVERYONE,
    TABLE,
    Action,
    Ask,
    Audience,
    Dice,
    Event,
    IllegalAction,
    Kind,
    Outcome,
    Paused,
    Seat,
    Seated,
    Seating,
    StoodIn,
    Temper,
    Told,
    altered,
    escape,
    tidy,
    tidy_lines,
)
from games.duet import display, ledger, offers, pairs, protocol
from games.duet.expressions import MOST_AT_ONCE, BadExpression, evaluate, together
from games.duet.header import Header, MoveRule
from games.duet.ledger import Happened, Made, Message, Past, Prompt, State
from games.duet.options import DuetOptions
from games.duet.words import (
    HUMAN,
    MANAGER,
    PLAYER,
    SIDES,
    Answered,
    Asked,
    Began,
    Changed,
    Choose,
    Cued,
    Dealt,
    Ended,
    Enter,
    Handed,
    LengthSet,
    Moved,
    Named,
    Opened,
    Paid,
    RoundBegan,
    Show,
    Shown,
    Single,
    Spoke,
    Stop,
    TurnCame,
    Turned,
    Value,
    Write,
    Wrote,
)

__all__ = [
    "State",
    "asks",
    "decide",
    "evolve",
    "may_begin",
    "may_sit",
    "outcome",
    "part",
    "redeal",
    "seats",
    "setup",
    "then",
]

LONGEST_DISPLAY = 4000
LONGEST_WORDS = 2000
"""Characters of what a manager, and of what a side may write at once."""

WARNINGS = 2
"""After so many the manager's next display that tells both sides' secrets stops the game."""

STARTED = (MANAGER, HUMAN, PLAYER)


# ── who sits where ────────────────────────────────────────────────────────────────────────────────────────────────────


def seats(options: DuetOptions, wishes: Sequence[Collection[str]], dice: Dice) -> Seating:
    """The human's side, the player's, and the manager. Whoever wishes for a side gets it, the first who does."""
    free = list(SIDES)
    given: dict[int, Seat] = {}
    for at, wish in enumerate(wishes):
        wanted = next((seat for seat in free if seat in wish), None)
        if wanted is not None:
            given[at] = wanted
            free.remove(wanted)
    for at in range(len(wishes)):
        if at not in given:
            given[at] = free.pop(0)
    return Seating((*SIDES, MANAGER), tuple(given[at] for at in range(len(wishes))))


def seat_title(seat: Seat) -> str:
    return {MANAGER: "Manager", HUMAN: "Human", PLAYER: "Player"}[seat]


def part(s: State, seat: Seat) -> str:
    """What the header calls a side."""
    return str(s.header.titles.get(seat, "")) if s.header else ""


def may_begin(options: DuetOptions, sitting: Mapping[Seat, tuple[Kind, Temper]]) -> str | None:
    """Why a pair cannot be played by those who sit there, in a sentence."""
    if wrong := next((each for each in pairs.check(options.manager, options.player) if not each.note), None):
        return f"This pair cannot be played. {wrong}"
    header_text, _ = pairs.split(options.manager)
    manager = sitting[MANAGER][0]
    if manager == "person":
        return "Nobody sits in the manager's place: a model does, or the table itself."
    if not header_text:
        machines = [seat_title(seat).lower() for seat in SIDES if sitting[seat][0] == "built-in"]
        if manager != "model" or machines:
            return (
                "This pair has no header: a language model has to manage it, and to play where no person does, and there is "
                "none here. Take a pair with a header, such as ultimatum or bargaining, or ask whoever runs this table for a "
                "model (MASQUERADE_MODEL)."
            )
        return None
    header = pairs.parse(header_text)
    for seat in SIDES:
        kind, temper = sitting[seat]
        known = [each.name for each in header.strategies if each.seat == seat]
        if kind == "built-in" and temper.strategy and temper.strategy not in known:
            verb = "are" if len(known) > 1 else "is"
            there = f"there {verb} {', '.join(known)}" if known else "it names none"
            return f"{header.title} has no strategy “{temper.strategy}” for the {header.titles[seat]}: {there}."
    return None


def may_sit(s: State, seat: Seat, held: frozenset[Seat]) -> str | None:
    """Nobody plays both sides, or as the manager; and where the display is for the human alone, nobody else may have read it."""
    if seat == MANAGER:
        return "Nobody sits in the manager's place."
    if held - {seat}:
        return "You have seen the other side's hand."
    if (
        seat == PLAYER
        and s.began
        and s.header is None
        and any(each.how == "shown" and each.open for each in s.messages)
    ):
        return "What the manager wrote for the human could be read here, and the player may not know it."
    return None


# ── the beginning ─────────────────────────────────────────────────────────────────────────────────────────────────────


@together(MOST_AT_ONCE)
def setup(places: tuple[Seat, ...], options: DuetOptions, dice: Dice) -> list[Told]:
    """Hands out the prompts, and with a header deals the private values and sets the fields."""
    header_text, body = pairs.split(options.manager)
    header = pairs.parse(header_text) if header_text else None
    title = header.title if header else options.pair.replace("-", " ").replace("_", " ").capitalize()
    seconds = options.seconds if options.timers else 0
    warm = options.temperature
    told = [
        Told(EVERYONE, Began(title, header_text, options.hops, options.most_turns, seconds)),
        Told(frozenset({MANAGER}), Handed(MANAGER, body, options.manager_tokens, warm)),
        Told(frozenset({PLAYER}), Handed(PLAYER, options.player.strip(), options.player_tokens, warm)),
    ]
    if header is None:
        return [*told, Told(EVERYONE, Turned(MANAGER, 0, 0))]
    try:
        return [*told, *_dealt(header, dice())]
    except BadExpression as mistake:
        raise IllegalAction(f"This pair cannot be dealt: {mistake} Try again, or mend its header.") from None


def _dealt(header: Header, rng: random.Random) -> Iterator[Told]:
    fields: dict[str, Single] = {}
    for field in header.fields:
        if field.kind != "list":
            fields[field.name] = ledger.draw(field, fields, rng)
    if fields:
        yield Told(EVERYONE, Changed(tuple(fields.items())))
    for seat in SIDES:
        if values := ledger.deal(header, seat, fields, rng):
            yield Told(frozenset({seat}), Dealt(seat, values))
    if not (header.rounds.target and header.rounds.hidden):  # nobody knows how many will be drawn
        yield Told(frozenset() if header.rounds.hidden else EVERYONE, LengthSet(length(header, rng)))


def length(header: Header, rng: random.Random) -> int:
    """How many rounds there will be at most, drawn."""
    rounds = header.rounds
    if rounds.chance is None:
        return rng.randint(rounds.low, rounds.high)
    count = rounds.low
    while count < rounds.high and rng.random() < rounds.chance:
        count += 1
    return count


# ── what happened ─────────────────────────────────────────────────────────────────────────────────────────────────────


def evolve(s: State, event: Event) -> State:
    """Folds one event."""
    match event:
        case Seated(seat=seat, kind=kind) if seat in STARTED:
            return altered(s, kinds=(*(each for each in s.kinds if each[0] != seat), (seat, kind)))
        case Began(title=title, header=header, hops=hops, most_turns=most, seconds=seconds):
            return altered(
                s, began=True, title=title, header_text=header, hops=hops, most_turns=most, seconds=seconds
            )  # fmt: skip
        case Handed(seat=seat, text=text, tokens=tokens, temperature=warm):
            return altered(s, prompts=(*s.prompts, Prompt(seat, text, tokens, warm)))
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
        case Moved(move=move, seat=seat, value=value):
            return _moved(s, move, ((seat, value),))
        case Opened(move=move, values=values):
            return _moved(s, move, values)
        case Changed(values=values):
            fields = dict(s.fields) | dict(values)
            what = "changed" if s.round else "given"
            changes = [Happened(what, name, None, value) for name, value in values]
            return _noted(altered(s, fields=tuple(fields.items()), news=True), *changes)
        case Paid(round=number, seat=seat, amount=won):
            paid = Happened("paid", seat=seat, value=won)
            return _noted(altered(s, paid=(*s.paid, (number, seat, won)), news=True), paid)
        case Ended(why=why, totals=totals, paid=paid, revealed=revealed):
            return altered(
                s, ended=True, why=why, totals=totals, paid=paid, private=revealed, pending=None, hidden=(), news=True,
                to=None, closed=not s.header_text,
            )  # fmt: skip
        case Cued(display=number):
            return altered(s, display=number, cued=True)
        case Shown(text=text) if not s.header_text:
            return altered(s, messages=(*s.messages, Message("shown", text, s.ended or _open(s))))
        case Shown(display=number, text=text):
            shown = (*s.messages, Message("shown", text, open=True))
            s = altered(s, display=number, cued=False, news=False, messages=shown, closed=s.ended)
            return _noted(s, Happened("shown", value=text))
        case Wrote(kept=kept) if s.header_text:
            return _wrote(s, "wrote", kept)
    return _conversed(s, event)


def _conversed(s: State, event: Event) -> State:
    """Folds what a manager without a header and the two sides write to each other."""
    match event:
        case Wrote(text=text, again=again):
            return _wrote(_wrote(s, "wrote", text), "warned", again)
        case Asked(text=text) | Answered(text=text) | Spoke(text=text):
            return _wrote(s, type(event).__name__.lower(), text)
        case Turned(to=to, turn=turn, hop=hop):
            return altered(s, to=to, turn=turn, hop=hop)
    return s


def _noted(s: State, *lines: Happened) -> State:
    return altered(s, happened=(*s.happened, *lines))


def _moved(s: State, move: str, values: tuple[tuple[Seat, Value], ...]) -> State:
    made = tuple(Made(move, seat, value, seat in s.stand_ins) for seat, value in values)
    s = altered(s, made=(*s.made, *made), pending=None, hidden=(), stand_ins=(), news=True)
    return _noted(s, *(Happened("moved", move, seat, value) for seat, value in values))


def _wrote(s: State, how: str, text: str) -> State:
    return altered(s, messages=(*s.messages, Message(how, text, how == "spoke" and _open(s)))) if text else s


def _open(s: State) -> bool:
    """Whether what passes between the manager and the human is for everybody. A person in the player's place reads what
    everybody reads, and then it is not."""
    return s.kind(PLAYER) != "person"


def _between(s: State) -> Audience:
    """Who hears what passes between the manager and the human."""
    return EVERYONE if _open(s) else frozenset({HUMAN, MANAGER})


# ── what is asked ─────────────────────────────────────────────────────────────────────────────────────────────────────


def asks(s: State, seat: Seat) -> tuple[Ask, ...]:
    """The open questions, from the table's state or the seat's own view."""
    if not s.began or s.closed or seat not in STARTED:
        return ()
    if s.header is None:
        return _asks_of_protocol(s, seat)
    if seat == MANAGER:
        return (_display_ask(s),) if s.cued else ()
    turn = s.pending
    if turn is None or seat not in turn.seats or any(who == seat for who, _ in s.hidden):
        return ()
    return (_move_ask(s, turn, seat),)


def _display_ask(s: State) -> Ask:
    text = "Show how the game ended." if s.ended else "Show how things stand."
    return Ask(f"display:{s.display}", text, "each", forms=(Show,), late="autoplay", examples=_AS_SHOWN)


_AS_SHOWN = (Show(""), Show("The lamp hums in the corner."))


def _move_ask(s: State, turn: TurnCame, seat: Seat) -> Ask:
    default = _default(s, turn, seat)
    both = len(turn.seats) > 1
    choices = tuple(Choose(each) for each in turn.choices)
    forms: dict[str, type[Action]] = {"number": Enter, "text": Write}
    if turn.fields:
        forms["offer"] = offers.form_of(turn)
    return Ask(
        key=f"move:{turn.turn}",
        text=question(s, turn),
        need="each",
        choices=choices,
        forms=(forms[turn.kind],) if turn.kind in forms else (),
        allowed={each.move: each.choices for each in turn.fields if each.choices},
        default=default,
        within=_within(s),
        late="default" if default is not None else "autoplay",
        private=both,
        known=True,
        examples=offers.examples(turn),
    )


def question(s: State, turn: TurnCame) -> str:
    """What is asked, with the range of a number, as text that may have {seat} marks in it."""
    return display.question(turn, s.header) if s.header else escape(turn.ask)


def _default(s: State, turn: TurnCame, seat: Seat) -> Action | None:
    """What the header says an absent side does, if it does and it can be done."""
    header = s.header
    rule = header.move(turn.move) if header else None
    if rule is None or not all(each.default for each in rule.parts):
        return None
    try:
        said = [(each.name, evaluate(each.default, ledger.names(s, seat))) for each in rule.parts]
        value: Value = tuple(said) if rule.fields else said[0][1]
    except BadExpression:
        return None
    return nearest(rule, turn, value)


def nearest(rule: MoveRule, turn: TurnCame, value: Value) -> Action | None:
    """The legal move that comes nearest to a value; None when there is none."""
    match turn.kind:
        case "number" if isinstance(value, int | float):
            return Enter(on_grid(turn, value))
        case "choice" if str(value) in turn.choices:
            return Choose(str(value))
        case "text":
            return in_words(rule, value)
        case "offer" if isinstance(value, tuple):
            each = zip(rule.fields, turn.fields, value, strict=True)
            return offers.filled(turn, [nearest(field, asked, put) for field, asked, (_, put) in each])
    return None


def on_grid(turn: TurnCame, value: float) -> float:
    """The number that may be entered and comes nearest to `value`."""
    low, high, step = turn.low or 0, turn.low or 0 if turn.high is None else turn.high, turn.step or 1
    steps = min(round((max(value, low) - low) / step), int((high - low) / step + 1e-9))
    return ledger.tidy_number(low + step * steps)


def in_words(rule: MoveRule, value: Value) -> Write | None:
    """A value as what may be written, as long as that may be; None where nothing is left of it."""
    text = protocol.defused(tidy(value))[: rule.longest].strip() if isinstance(value, str) else ""
    return Write(text) if text else None


def _within(s: State) -> timedelta | None:
    return timedelta(seconds=s.seconds) if s.seconds else None


# ── what an answer brings about ───────────────────────────────────────────────────────────────────────────────────────


@together(MOST_AT_ONCE)
def decide(s: State, seat: Seat, action: Action, dice: Dice) -> list[Told]:
    """What an action brings about. IllegalAction says why not."""
    if s.header is None:
        return _decide_protocol(s, seat, action)
    if seat == MANAGER:
        return list(_shown(s, action))
    turn = s.pending
    if s.ended or seat not in SIDES:
        raise IllegalAction("There is nothing to do for you now.")
    if turn is None or seat not in turn.seats:
        raise IllegalAction("It is not your turn.")
    if any(who == seat for who, _ in s.hidden):
        raise IllegalAction("You have made your move; it is opened when the other side has made theirs.")
    value = _value(s, s.header.move(turn.move), turn, action)
    if len(turn.seats) > 1:
        return [Told(frozenset({seat}), Moved(turn.turn, turn.move, seat, value, s.header.unit_of(turn.move)))]
    moved = Told(EVERYONE, Moved(turn.turn, turn.move, seat, value, s.header.unit_of(turn.move)))
    return [moved, *_sets(s, turn.move, ((seat, value),))]


def _shown(s: State, action: Action) -> Iterator[Told]:
    """The display that comes of what the manager wrote, and for itself what has become of that."""
    if not isinstance(action, Show) or not s.cued:
        raise IllegalAction("There is nothing to show now.")
    text = tidy_lines(action.text)
    made = display.compose(text[:LONGEST_DISPLAY], ledger.public(s))
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
        case Choose(choice=choice) if turn.kind == "choice":
            found = next((each for each in turn.choices if each.casefold() == tidy(choice).casefold()), None)
            if found is None:
                raise IllegalAction(f"Choose one of these: {escape(', '.join(turn.choices))}.")
            return found
        case Enter(number=number) if turn.kind == "number":
            return _number(s, turn, number)
        case Write(text=text) if turn.kind == "text":
            said = protocol.defused(tidy(text))
            if not said:
                raise IllegalAction("There is nothing written.")
            if len(said) > rule.longest:
                raise IllegalAction(f"That is {len(said)} characters long; {rule.longest} is the most.")
            return said
    how = {"choice": "Choose one of what is offered.", "number": "Give a number.", "text": "Write it in words.",
           "offer": "Fill in every field."}  # fmt: skip
    raise IllegalAction(how[turn.kind])


def _number(s: State, turn: TurnCame, number: float) -> float:
    low, high, step = turn.low or 0, turn.high or 0, turn.step or 1
    if not math.isfinite(number) or not low <= number <= high:
        raise IllegalAction(f"That is out of range. {question(s, turn)}.")
    nearest = low + step * round((number - low) / step)
    if abs(nearest - number) > 1e-6:
        raise IllegalAction(f"{number:g} lies between two steps. {question(s, turn)}.")
    return ledger.tidy_number(number)


def _sets(s: State, move: str, values: tuple[tuple[Seat, Value], ...]) -> list[Told]:
    """How fields change by a move that has been made."""
    header = s.header
    rule = header.move(move) if header else None
    return _changes(_moved(s, move, values), rule.sets) if rule and rule.sets else []


def _changes(s: State, sets: Sequence[tuple[str, str]]) -> list[Told]:
    """New values for fields, each worked out from what was so before any of them changed. What cannot be worked out is the
    header's mistake, and ends the game: see `then`."""
    header = s.header
    fields = {field.name: field for field in header.fields} if header else {}
    known = ledger.names(s)
    try:
        values: Named = tuple((name, ledger.clipped(fields[name], evaluate(how, known))) for name, how in sets)
    except BadExpression as mistake:
        return [_broken(s, mistake)]
    changed = tuple(each for each in values if dict(s.fields).get(each[0]) != each[1])
    return [Told(EVERYONE, Changed(changed))] if changed else []


# ── what follows by itself ────────────────────────────────────────────────────────────────────────────────────────────


@together(MOST_AT_ONCE)
def then(s: State, dice: Dice) -> list[Told]:
    """What follows by itself."""
    if not s.began or s.closed or s.cued or s.header is None:
        return []
    if s.ended:
        return [Told(EVERYONE, Cued(s.display + 1))]
    turn = s.pending
    if turn is not None:
        if len(turn.seats) < 2 or len(s.hidden) < len(turn.seats):
            return []
        values = tuple(sorted(s.hidden))
        opened = Opened(turn.turn, turn.move, values, s.header.unit_of(turn.move))
        return [Told(EVERYONE, opened), *_sets(s, turn.move, values)]
    if not s.round:
        return [Told(EVERYONE, RoundBegan(1))]
    try:
        upcoming = ledger.next_turn(s)
        if upcoming is None:
            return _settled(s, s.header)
    except BadExpression as mistake:
        return [_broken(s, mistake)]
    if HUMAN in upcoming.seats and s.news:
        return [Told(EVERYONE, Cued(s.display + 1))]
    return [Told(EVERYONE, upcoming)]


def _settled(s: State, header: Header) -> list[Told]:
    """A round is over: each side is paid, fields change, and the next round begins, or the game is over."""
    known = ledger.names(s)
    private = ledger.payoffs_are_private(s.header_text)
    paid = []
    for seat in SIDES:
        won = evaluate(header.payoff[seat], known)
        if isinstance(won, bool) or not isinstance(won, int | float):
            raise BadExpression(f"The payoff of {seat} is to be a number, and is {won!r}.")
        to = frozenset({seat}) if private else EVERYONE
        paid.append(Told(to, Paid(s.round, seat, ledger.tidy_number(won), header.unit)))
    for told in paid:
        s = evolve(s, told.event)
    changes = _changes(s, header.after_round)
    for told in changes:
        s = evolve(s, told.event)
    if s.ended:
        return paid + changes
    over = bool(header.ends_when and evaluate(header.ends_when, ledger.names(s)))
    last = s.round >= (header.rounds.high if s.length is None else s.length) or decided(s)
    end = [_end(s, header)] if over or last else [Told(EVERYONE, RoundBegan(s.round + 1))]
    return paid + changes + end


def decided(s: State) -> bool:
    """Whether a side has won as many rounds as it takes, or can no longer be caught up with."""
    if s.header is None or not (target := s.header.rounds.target):
        return False
    wins = ledger.wins(s)
    ahead, left = abs(wins[HUMAN] - wins[PLAYER]), (s.length or 0) - s.round
    return max(wins.values()) >= target or (not s.header.rounds.hidden and ahead > left)


def _end(s: State, header: Header) -> Told:
    won = ledger.totals(s)
    totals = tuple((seat, won[seat]) for seat in SIDES)
    contest = header.rounds.target and header.told("result") is None
    why = display.rounds_won(ledger.wins(s), header) if contest else display.standing(won, header)
    return Told(EVERYONE, Ended(why, totals, s.paid, s.private))


def _broken(s: State, mistake: BadExpression) -> Told:
    """The header asks for something that cannot be worked out: the game ends there, and says so."""
    won = ledger.totals(s)
    why = f"The pair's header cannot be worked out in round {s.round}: {mistake} The game ends here."
    return Told(EVERYONE, Ended(why, tuple((seat, won[seat]) for seat in SIDES), s.paid, s.private))


def outcome(s: State) -> Outcome | None:
    """Whoever has the most has won, unless the header says otherwise; the same for both is a draw. The game is over when its end
    has been shown."""
    if not s.closed:
        return None
    won = dict(s.totals)
    if s.header and s.header.rounds.target:
        won = {Seat(side): wins for side, wins in ledger.wins(s).items()}
    if s.header and s.header.won_by:
        with suppress(BadExpression):
            named = evaluate(s.header.won_by, ledger.names(s))
            return Outcome(frozenset(seat for seat in SIDES if seat == named), s.why)
    best = max(won.values(), default=0)
    winners = [seat for seat, each in won.items() if each == best]
    return Outcome(frozenset(winners if len(winners) == 1 else ()), s.why)


# ── without a header ──────────────────────────────────────────────────────────────────────────────────────────────────


def _asks_of_protocol(s: State, seat: Seat) -> tuple[Ask, ...]:
    if s.ended or seat != s.to:
        return ()
    key = f"turn:{s.turn}:{s.hop}"
    if seat == MANAGER:
        warned = sum(each.how == "warned" for each in s.messages)
        text = "Write the display for the human, or a block for the player."
        return (Ask(f"{key}:{warned}", text, "each", forms=(Show,), late="autoplay", examples=_AS_MANAGER),)
    if seat == PLAYER:
        # What is asked of it is the block, and whoever sits there reads it before.
        block = next((each.text for each in reversed(s.messages) if each.how == "asked"), "")
        return (
            Ask(
                key, block, "each", forms=(Write,), within=_within(s), late="autoplay", private=not _open(s), known=True
            ),
        )
    return (
        Ask(key, "It is your turn.", "each", choices=(Stop(),), forms=(Write,), within=_within(s), default=Stop(),
            private=not _open(s), known=True),
    )  # fmt: skip


_AS_MANAGER = (
    Show(f"[{protocol.TURN}]\nWhat do you say?\n[/{protocol.TURN}]"),
    Show("The player thinks it over. What do you write?"),
    Show(f"That was all. [{protocol.OVER}]"),
)


def _decide_protocol(s: State, seat: Seat, action: Action) -> list[Told]:
    if s.ended or seat != s.to:
        raise IllegalAction("It is not your turn.")
    match action:
        case Show(text=text) if seat == MANAGER:
            return _managed(s, tidy_lines(text))
        case Write(text=text) if seat == PLAYER:
            answer = _words(text)
            return [
                Told(frozenset({PLAYER, MANAGER}), Answered(answer)),
                Told(EVERYONE, Turned(MANAGER, s.turn, s.hop)),
            ]
        case Write(text=text) if seat == HUMAN:
            return [Told(_between(s), Spoke(_words(text))), Told(EVERYONE, Turned(MANAGER, s.turn + 1, 0))]
        case Stop() if seat == HUMAN:
            return [Told(EVERYONE, Ended("{human} ended the game."))]
    raise IllegalAction("Write your answer.")


def _words(text: str) -> str:
    said = protocol.defused(tidy_lines(text))
    if not said:
        raise IllegalAction("There is nothing written.")
    if len(said) > LONGEST_WORDS:
        raise IllegalAction(f"That is {len(said)} characters long; {LONGEST_WORDS} is the most.")
    return said


def _managed(s: State, text: str) -> list[Told]:
    """What the manager wrote: a block, a display, or something to be written again."""
    if not text:
        raise IllegalAction("You wrote nothing.")
    if len(text) > LONGEST_DISPLAY:
        raise IllegalAction(f"That is {len(text)} characters long; {LONGEST_DISPLAY} is the most.")
    written = protocol.read(text)
    if written.wrong:
        raise IllegalAction(written.wrong)
    if written.block and s.hop >= s.hops:
        raise IllegalAction(
            f"You have asked the player {s.hop} times since the human wrote: now write what the human is to see."
        )
    if again := _secrets_warning(s, written):
        kept = Told(frozenset({MANAGER}), Wrote(text, again))
        return [kept, _stopped(s)] if _warned(s) >= WARNINGS else [kept]
    if written.block:
        return [
            Told(frozenset({MANAGER}), Wrote(text)),
            Told(frozenset({PLAYER}), Asked(written.block)),
            Told(EVERYONE, Turned(PLAYER, s.turn, s.hop + 1)),
        ]
    if not written.display:
        raise IllegalAction("There is nothing in it for the human to see.")
    shown = Told(_between(s), Shown(0, written.display))
    if written.over or s.turn >= s.most_turns:
        why = "The manager ended the game." if written.over else f"{s.most_turns} turns are over."
        # Once it is over there is nothing left to keep from the player's side.
        last = [Told(EVERYONE, Ended(why)), Told(EVERYONE, shown.event)]
        return last if shown.to is not None else [shown, last[0]]
    return [shown, Told(EVERYONE, Turned(HUMAN, s.turn, s.hop))]


def _secrets_warning(s: State, written: protocol.Written) -> str:
    """A sentence for a manager that writes what both sides keep to themselves where one of them reads it, while the game
    goes on. What a side has just written itself is no secret of theirs."""
    prompt = s.prompt(MANAGER)
    if prompt is None or written.over:
        return ""
    last = {each.how: each.text for each in s.messages if each.how in ("spoke", "answered")}
    said = protocol.secrets_told(secrets := protocol.secrets_in(prompt.text), "\n".join(last.values()))
    told = [each for each in protocol.secrets_told(secrets, written.block or written.display) if each not in said]
    if len(told) < 2:
        return ""
    reader = "the player" if written.block else "the human"
    return (
        f"What you wrote for {reader} holds private values of both sides ({', '.join(told)}). Write it again without what "
        f"{reader} is not to know."
    )


def _warned(s: State) -> int:
    """How often the manager has been warned since anybody read or wrote anything else."""
    return len(list(takewhile(lambda each: each.how in ("wrote", "warned"), reversed(s.messages)))) // 2


def _stopped(s: State) -> Told:
    """A manager that will not keep the secrets: people decide how it goes on, and a game without them is over."""
    why = f"The manager would have shown what both sides keep to themselves, {WARNINGS + 1} times in a row; nobody read it."
    if any(s.kind(seat) == "person" for seat in SIDES):
        return Told(EVERYONE, Paused(f"{why} Let it try again, or end the game."))
    return Told(EVERYONE, Ended(why))


# ── other worlds ──────────────────────────────────────────────────────────────────────────────────────────────────────


def redeal(s: State, seat: Seat, rng: random.Random) -> State:
    """Another world that `seat` could not tell from this one: what it was not told lies anew; its own view stays as it is."""
    if seat == TABLE or not s.began:
        return s
    s = altered(
        s,
        prompts=tuple(each if each.seat == seat else _other_prompt(each, rng) for each in s.prompts),
        messages=tuple(each if _reads(each, seat) else _other_message(each, rng) for each in s.messages),
    )
    header = s.header
    if header is None:
        return s
    if ledger.payoffs_are_private(s.header_text):
        s = altered(s, happened=tuple(each if each.seat == seat else _other_pay(each, rng) for each in s.happened))
    s = altered(s, length=_other_length(s, header, rng))
    if s.ended:
        return s
    return altered(
        s,
        private=tuple(
            (who, values if who == seat else ledger.deal(header, who, dict(s.fields), rng)) for who, values in s.private
        ),
        hidden=tuple(_other_hidden(s, seat, rng)),
        paid=tuple(
            (number, who, won if who == seat or not ledger.payoffs_are_private(s.header_text) else _some_pay(rng))
            for number, who, won in s.paid
        ),
    )


def _other_pay(line: Happened, rng: random.Random) -> Happened:
    return replace(line, value=_some_pay(rng)) if line.what == "paid" else line


def _some_pay(rng: random.Random) -> float:
    return round(rng.uniform(-100, 100), 2)


def _reads(message: Message, seat: Seat) -> bool:
    hears: dict[str, tuple[Seat, ...]] = {
        "wrote": (MANAGER,), "warned": (MANAGER,), "asked": (PLAYER,), "answered": (MANAGER, PLAYER),
        "spoke": (MANAGER, HUMAN), "shown": (MANAGER, HUMAN),
    }  # fmt: skip
    return message.open or seat in hears[message.how]


def _other_prompt(prompt: Prompt, rng: random.Random) -> Prompt:
    return Prompt(prompt.seat, f"Play well, {rng.random()}.", rng.randint(10, 900), rng.random())


def _other_message(message: Message, rng: random.Random) -> Message:
    return Message(message.how, f"Something else, {rng.random()}.", message.open)


def _other_length(s: State, header: Header, rng: random.Random) -> int | None:
    if s.length is None or not header.rounds.hidden:
        return s.length
    return max(s.round, length(header, rng))


def _other_hidden(s: State, seat: Seat, rng: random.Random) -> Iterator[tuple[Seat, Value]]:
    """What the others may have chosen at once with it, if they have chosen at all."""
    turn = s.pending
    for who, value in s.hidden:
        if who == seat or turn is None:
            yield who, value
        elif rng.random() < 0.7:
            yield who, _some_value(turn, rng)


def _some_value(turn: TurnCame, rng: random.Random) -> Value:
    if turn.fields:
        return tuple((each.move, _some_single(each, rng)) for each in turn.fields)
    return _some_single(turn, rng)


def _some_single(turn: TurnCame, rng: random.Random) -> Single:
    match turn.kind:
        case "choice":
            return rng.choice(turn.choices)
        case "number":
            low, high, step = turn.low or 0, turn.high or 0, turn.step or 1
            return ledger.tidy_number(low + step * rng.randint(0, int((high - low) / step + 1e-9)))
    return f"Perhaps {rng.random()}?"
