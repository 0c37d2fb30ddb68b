"""What a duet shows: what is due, what has been moved, who has how much; without a header, whose turn it is to write."""

from __future__ import annotations

from collections.abc import Iterator

from games.core import Seat, escape
from games.duet import ledger, offers
from games.duet.ledger import Made, State
from games.duet.rules import question
from games.duet.sentences import amount, called, counted, written
from games.duet.words import HUMAN, MANAGER, PLAYER, SIDES, Choose, Enter, Named, Stop, TurnCame, Value, Write
from games.scene import Block, Control, Face, Lines, Roster, Row, Scene, Text, Timer

FACES: dict[Seat, Face] = {HUMAN: "blue", PLAYER: "red", MANAGER: "neutral"}


def scene(s: State, seat: Seat | None) -> Scene:
    """What `seat` sees; None is the public."""
    header = s.header
    own = dict(s.private).get(seat, ()) if seat is not None else ()
    blocks: list[Block] = [Text(_lead(s, seat), "lead")]
    if header is not None and not (_shown(s) or s.hidden or s.ended):
        blocks.append(Text(escape(header.summary)))
    if own and not s.closed:
        blocks.append(Text(f"Only you know: {_hand(s, own)}."))
    if seat == HUMAN and not _public(s) and (shown := [each.text for each in s.messages if each.how == "shown"]):
        blocks.append(Text(shown[-1]))
    if seat is not None and (chosen := _own_choice(s, seat)):
        blocks.append(Text(chosen))
    blocks.append(Roster(tuple(_rows(s))))
    if header is None and not s.ended:
        blocks.append(Text("The manager keeps this: nobody checks its rules and sums.", "small"))
    if header is not None:
        lines = tuple(_ledger(s))
        # What was moved in this round stands; the displays have told of earlier ones.
        if lines and (s.closed or s.made):
            blocks.append(Lines("Ledger", lines) if s.closed else Text(lines[-1]))
        blocks += [Text(standing, "small")] if s.round and (standing := _standing(s)) else []
    if s.closed and s.private:
        blocks.append(Lines("What was private", tuple(f"{{{who}}}: {_hand(s, values)}" for who, values in s.private)))
    blocks += _timer(s)
    asked = _asked_in_private(s, seat)
    secret = seat in SIDES and not s.closed and (bool(own) or asked > 0 or (header is None and not _public(s)))
    return Scene(
        title=escape(s.title) or "Duet",
        moment=_moment(s, seat),
        face="gold" if s.ended else "neutral",
        blocks=tuple(blocks),
        controls=tuple(_controls(s, seat)),
        secret=secret,
        private_label=_private_label(s),
        page=_own_page(s, asked) if secret else str(_shown(s)),
    )


def about(s: State) -> str:
    """What is played, in how many rounds, and what each side is asked in them."""
    header = s.header
    if header is None:
        return f"{escape(s.title)} has no header: the manager keeps this, and nobody checks its rules and sums."
    lines = [f"{escape(header.title)}: {escape(header.summary)}"]
    if target := header.rounds.target:
        lines.append(f"Whoever has won {counted(target, 'round')} has won.")
    elif header.rounds.hidden:
        lines.append("Nobody knows how many rounds there will be.")
    elif header.rounds.high > 1:
        lines.append(f"There are {s.length} rounds." if s.length else "There are several rounds.")
    for rule in header.moves:
        now = " and ".join(f"{{{seat}}} ({escape(header.titles[seat])})" for seat in SIDES if rule.by in (seat, "both"))
        how = {"both": ", at once", "in turns": "In turns", "the other": "The other side"}.get(rule.by, "")
        lines.append(f"{now}{how}: {escape(rule.ask)}")
    return "\n".join(lines)


def _moment(s: State, seat: Seat | None) -> str:
    """With a header each move that is due is a moment of its own, else each display, and for the player each block."""
    if s.ended:
        return "over"
    if s.header is not None:
        return str(s.turn or "")
    return f"{_shown(s)}:{s.hop if seat == PLAYER else ''}"


def _private_label(s: State) -> str:
    """What a side's own page is offered by, where there is something in the game that the other side does not see."""
    if s.header is not None and any(rule.by == "both" for rule in s.header.moves):
        return "My move"
    apart = s.header.private if s.header is not None else s.began and not _public(s)
    return "My side" if apart else ""


def _own_choice(s: State, seat: Seat) -> str:
    """What a side has chosen at once with the other, last or just now."""
    header = s.header
    if header is None or s.ended:
        return ""
    mine = next((value for who, value in s.hidden if who == seat), None)
    if mine is not None and s.pending is not None:
        return f"You have chosen “{_amount(s, s.pending.move, mine)}”; it is opened when both have chosen."
    if s.pending is not None and len(s.pending.seats) > 1:
        return ""
    both = {rule.name for rule in header.moves if rule.by == "both"}
    earlier = [each for past in (*(past.moves for past in s.past), s.made) for each in past if each.move in both]
    last = next((each for each in reversed(earlier) if each.seat == seat), None)
    return f"You chose “{_amount(s, last.move, last.value)}” last." if last is not None else ""


def _asked_in_private(s: State, seat: Seat | None) -> int:
    """How often that side has been asked for a move that both make at once: each time is a page of its own."""
    both = {rule.name for rule in s.header.moves if rule.by == "both"} if s.header is not None else set()
    return sum(each.what == "asked" and each.seat == seat and each.name in both for each in s.happened)


def _own_page(s: State, asked: int) -> str:
    """A side's own page is new whenever it is asked in private; without a header, with every display and block. Where a game
    begins so, what a side is dealt stands on the page that asks first."""
    if s.header is None:
        return f"own:{_shown(s)}:{s.hop}"
    return f"own:{max(asked, 1) if s.header.moves[0].by == 'both' else asked}"


def _shown(s: State) -> int:
    """How many displays have been shown. The table is laid anew below each."""
    return sum(each.how == "shown" for each in s.messages)


def _public(s: State) -> bool:
    """Whether everybody reads what passes between the manager and the human."""
    return s.header is not None or s.kind(PLAYER) != "person"


def _lead(s: State, seat: Seat | None) -> str:
    """What is so now, in a line; whoever is asked a question has it before them and need not read it twice."""
    if s.closed:
        return "The game is over." if s.header is not None else s.why
    if s.cued or s.to == MANAGER:
        return "{manager} is writing."
    if s.pending is not None and seat in SIDES and len(s.pending.seats) > 1:
        return "Both choose at once, unseen by each other."
    if s.pending is not None and seat in s.pending.seats:
        return f"Your turn: {called(s.pending.move)}."
    if s.pending is not None:
        return f"{_called(s.pending.seats)}: {question(s, s.pending)}"
    if s.to is not None:
        return f"It is {{{s.to}}}'s turn."
    return "The game begins."


def _called(seats: tuple[Seat, ...]) -> str:
    return " and ".join(f"{{{seat}}}" for seat in seats)


def _rows(s: State) -> Iterator[Row]:
    titles = s.header.titles if s.header else {HUMAN: "Human", PLAYER: "Player"}
    due = s.pending.seats if s.pending and len(s.pending.seats) == 1 else ()
    for seat in SIDES:
        yield Row(seat, escape(titles[seat]), FACES[seat], awaited=seat in due or s.to == seat)
    yield Row(MANAGER, "Manager", FACES[MANAGER], awaited=s.cued or s.to == MANAGER)


def _hand(s: State, values: Named) -> str:
    """What a side alone is told, as it is read."""
    return ", ".join(f"{called(name)} {_amount(s, name, value)}" for name, value in values)


def _ledger(s: State) -> Iterator[str]:
    """A line for each round with moves in it."""
    header, unit = s.header, s.header.unit if s.header else ""
    many = s.round > 1
    for number, made in [*((each.round, each.moves) for each in s.past), (s.round, s.made)]:
        moves = ", ".join(
            f"{{{each.seat}}} {called(each.move)} {_moved(s, each)}{' (stand-in)' if each.stand_in else ''}"
            for each in made
        )
        known = header is not None and (s.ended or not ledger.payoffs_are_private(s.header_text))
        paid = [f"{{{seat}}} gets {amount(won, unit)}" for at, seat, won in s.paid if at == number and known]
        if moves or paid:
            yield (f"Round {number}: " if many else "") + "; ".join(each for each in (moves, ", ".join(paid)) if each)


def _amount(s: State, name: str, value: Value) -> str:
    """A field, private value or move of that name with its unit."""
    return written(value, s.header.unit_of(name) if s.header else "")


def _moved(s: State, made: Made) -> str:
    """What was moved; what somebody wrote in quotation marks."""
    rule = s.header.move(made.move) if s.header else None
    told = _amount(s, made.move, made.value)
    return f"“{told}”" if rule and rule.kind == "text" else told


def _standing(s: State) -> str:
    """The round, the fields, and the totals where they are known."""
    header = s.header
    assert header is not None
    rounds = f" of {s.length}" if s.length is not None and not header.rounds.hidden else ""
    parts = [f"Round {s.round}{rounds}"] if s.length != 1 else []
    parts += [f"{called(name)} {_amount(s, name, value)}" for name, value in s.fields]
    if (s.ended or not ledger.payoffs_are_private(s.header_text)) and s.paid:
        parts += [f"{{{seat}}} {amount(won, header.unit)}" for seat, won in ledger.totals(s).items()]
    return " · ".join(parts)


def _timer(s: State) -> list[Block]:
    if not s.seconds or s.ended:
        return []
    if s.pending is not None and len(s.pending.seats) == 1:
        return [Timer(s.pending.seats[0], f"move:{s.pending.turn}", "Time for this move")]
    if s.to in SIDES and s.to is not None:
        return [Timer(s.to, f"turn:{s.turn}:{s.hop}", "Time to write")]
    return []


def _controls(s: State, seat: Seat | None) -> Iterator[Control]:
    """What may be pressed now. The public's buttons are for whoever is asked."""
    if s.ended:
        return
    if seat in dict(s.hidden):
        return  # it has chosen, and waits for the other side
    if s.pending is not None and (len(s.pending.seats) == 1 or seat in s.pending.seats):
        yield from _moves(s.pending)
    elif s.to in SIDES and (_public(s) or seat == s.to):
        yield Control("Write", Write, "✍️", "primary")
        if s.to == HUMAN:
            yield Control("End the game", Stop(), style="danger", confirm=True)


def _moves(turn: TurnCame) -> Iterator[Control]:
    match turn.kind:
        case "choice":
            for choice in turn.choices:
                yield Control(escape(choice[:1].upper() + choice[1:]), Choose(choice), style="primary")
        case "number":
            yield Control(f"{called(turn.move).capitalize()} …", Enter, "🔢", "primary")
        case "offer":
            yield Control(f"{called(turn.move).capitalize()} …", offers.form_of(turn), "🤝", "primary")
        case "text":
            yield Control(f"{called(turn.move).capitalize()} …", Write, "✍️", "primary")
