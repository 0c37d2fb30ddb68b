"""What a game with a ledger shows: what is due, what has been moved, who has how much."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from games.core import Seat, escape
from games.duet import scenes
from games.duet.events import MANAGER, SIDES, Choose, Named, TurnCame, Value
from games.duet.ledger import display, offered, reckoning
from games.duet.ledger.reckoning import Made, State
from games.duet.ledger.rules import form_of
from games.duet.sentences import amount, both, called, counted, written
from games.scene import Block, Control, Lines, Roster, Row, Scene, Text, Timer


def scene(s: State, seat: Seat | None) -> Scene:
    """What `seat` sees; None is the public."""
    own = dict(s.private).get(seat, ()) if seat is not None else ()
    blocks: list[Block] = [Text(_lead(s, seat), "lead")]
    blocks += [on_table] if (on_table := offered.headline(s)) else []
    if not (s.shown or s.hidden or s.ended):
        blocks.append(Text(escape(s.header.summary)))
    if own and not s.closed:
        meant = {each.name: each.means for _, each in s.header.private if each.means}
        told = [f"{_hand(s, (each,))}{f' ({escape(meant[each[0]])})' if each[0] in meant else ''}" for each in own]
        blocks.append(Text(f"Only you know: {', '.join(told)}."))
    if seat is not None and (chosen := _own_choice(s, seat)):
        blocks.append(Text(chosen))
    due = s.pending.seats if s.pending and len(s.pending.seats) == 1 else ()
    sides = scenes.rows(s, s.header.titles, (*due, MANAGER) if s.cued else due)
    blocks.append(Roster(tuple(_across(s, row) for row in sides.rows)))
    blocks += offered.scales(s, seat)
    lines = tuple(_ledger(s))
    # What was moved in this round stands; the displays have told of earlier ones.
    if lines and (s.closed or s.made):
        blocks.append(Lines("Ledger", lines) if s.closed else Text(lines[-1], drawn=bool(on_table)))
    blocks += [Text(standing, "small")] if s.round and (standing := _standing(s)) else []
    if s.closed and s.private:
        blocks.append(Lines("What was private", tuple(f"{{{who}}}: {_hand(s, values)}" for who, values in s.private)))
    blocks += [Timer(who, f"move:{s.turn}", "Time for this move") for who in due if s.within]
    page = _own_page(s, seat) if seat in SIDES and not s.closed else ""
    at_once = any(rule.by == "both" for rule in s.header.moves)
    label = "My move" if at_once else "My side" if s.header.private else ""
    return scenes.scene(
        s, str(s.turn or ""), label, page, blocks, _controls(s, seat), f"Round {s.round}" if s.round else ""
    )


def _across(s: State, row: Row) -> Row:
    """A side as it sits across the table: the words it wrote in this round, and what both chose at once, which lies there until
    they are asked again."""
    rule = s.header.move
    if words := [each.value for each in s.made if each.seat == row.seat and rule(each.move).kind == "text"]:
        row = replace(row, says=str(words[-1]))
    if s.pending is not None and len(s.pending.seats) > 1:
        return replace(row, laid=row.seat in dict(s.hidden))
    lying = s.made if s.pending else offered.made(s)
    chosen = [each for each in lying if each.seat == row.seat and rule(each.move).by == "both"]
    return replace(row, answer=_amount(s, chosen[-1].move, chosen[-1].value)) if chosen else row


def about(s: State) -> str:
    """What is played, in how many rounds, and what each side is asked in them."""
    header = s.header
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


def _own_choice(s: State, seat: Seat) -> str:
    """What a side has chosen at once with the other, last or just now."""
    if s.ended:
        return ""
    if s.pending is not None and len(s.pending.seats) > 1:
        mine = [_amount(s, s.pending.move, value) for who, value in s.hidden if who == seat]
        return f"You have chosen “{mine[0]}”; it is opened when both have chosen." if mine else ""
    made = [each for each in offered.made(s) if each.seat == seat and s.header.move(each.move).by == "both"]
    return f"You chose “{_amount(s, made[-1].move, made[-1].value)}” last." if made else ""


def _own_page(s: State, seat: Seat | None) -> str:
    """A side's own page, where it has one, is new whenever it is asked for a move that both make at once. Where a game begins so,
    what a side is dealt stands on the page that asks first."""
    asked = sum(each.what == "asked" and s.header.move(each.name).by == "both" for each in s.happened) // 2
    if not asked and not dict(s.private).get(seat):  # type: ignore[arg-type]
        return ""
    return f"own:{max(asked, 1) if s.header.moves[0].by == 'both' else asked}"


def _lead(s: State, seat: Seat | None) -> str:
    """What is so now, in a line; whoever is asked a question has it before them and need not read it twice."""
    if s.closed:
        return "The game is over."
    if s.cued:
        return "{manager} is writing."
    if s.pending is not None and seat in SIDES and len(s.pending.seats) > 1:
        return "Both choose at once, unseen by each other."
    if s.pending is not None and seat in s.pending.seats:
        return f"It is your turn: {called(s.pending.move)}."
    if s.pending is not None:
        return f"{both(s.pending.seats)}: {display.question(s.pending, s.header)}"
    return "The game goes on." if s.made or s.past else "The game begins."


def _hand(s: State, values: Named) -> str:
    """What a side alone is told, as it is read."""
    return written(values, tuple(str(s.header.unit_of(name)) for name, _ in values))


def _ledger(s: State) -> Iterator[str]:
    """A line for each round with moves in it."""
    many, known = s.round > 1, s.ended or not reckoning.payoffs_are_private(s.header_text)
    for number, made in [*((each.round, each.moves) for each in s.past), (s.round, s.made)]:
        moves = ", ".join(
            f"{{{each.seat}}} {called(each.move)} {_moved(s, each)}{' (stand-in)' if each.stand_in else ''}"
            for each in made
        )
        paid = [f"{{{seat}}} gets {amount(won, s.header.unit)}" for at, seat, won in s.paid if at == number and known]
        if moves or paid:
            yield (f"Round {number}: " if many else "") + "; ".join(each for each in (moves, ", ".join(paid)) if each)


def _amount(s: State, name: str, value: Value) -> str:
    """A field, private value or move of that name with its unit."""
    return written(value, s.header.unit_of(name))


def _moved(s: State, made: Made) -> str:
    """What was moved; what somebody wrote in quotation marks."""
    told = _amount(s, made.move, made.value)
    return f"“{told}”" if s.header.move(made.move).kind == "text" else told


def _standing(s: State) -> str:
    """The round, the fields, and the totals where they are known; of a contest, the rounds that each side has won."""
    header = s.header
    rounds = f" of {s.length}" if s.length is not None and not header.rounds.hidden else ""
    parts = [f"Round {s.round}{rounds}"] if s.length != 1 else []
    parts += [f"{called(name)} {_amount(s, name, value)}" for name, value in s.fields]
    if header.rounds.target:
        parts += [f"{{{seat}}} {counted(won, 'round')} won" for seat, won in reckoning.wins(s).items()]
    elif (s.ended or not reckoning.payoffs_are_private(s.header_text)) and s.paid:
        parts += [f"{{{seat}}} {amount(won, header.unit)}" for seat, won in reckoning.totals(s).items()]
    return " · ".join(parts)


def _controls(s: State, seat: Seat | None) -> Iterator[Control]:
    """What may be pressed now. The public's buttons are for whoever is asked."""
    if seat in dict(s.hidden):
        return  # it has chosen, and waits for the other side
    if s.pending is not None and (len(s.pending.seats) == 1 or seat in s.pending.seats):
        yield from _moves(s.pending)


def _moves(turn: TurnCame) -> Iterator[Control]:
    for choice in turn.choices:
        yield Control(escape(choice[:1].upper() + choice[1:]), Choose(choice), style="primary")
    if not turn.choices:
        emoji = {"number": "🔢", "offer": "🤝", "text": "✍️"}[turn.kind]
        yield Control(f"{called(turn.move).capitalize()} …", form_of(turn), emoji, "primary")
