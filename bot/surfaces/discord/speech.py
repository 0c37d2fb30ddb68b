"""What words answer: which question they are taken for, who may say them, and why not."""

from __future__ import annotations

import re

from bot.surfaces.discord import ids, views
from bot.surfaces.discord.markdown import sat
from bot.surfaces.discord.picks import Question, questions
from bot.surfaces.fields import filled_in, why_not
from bot.table import Table
from games.core import Action, Ask, IllegalAction, Parsed, Room, Seat, StaleAsk, answer_fields, talk_fields
from games.reading import is_bare_number, number_field
from games.story import read_answer

NOT_ASKED = "You are not asked to say anything now."
PRESS = "Or use the board's buttons."
ROOM_OVER = "What was said here is over. Nobody hears you in this room any more."
ROOM_TO_READ = "This room is for reading."
NOT_YOUR_ROOM = "Only those who are in this room write here."

_MENTION = re.compile(r"<@!?(\d+)>")
_EMOJI = re.compile(r"<a?(:\w+:)\d+>")


def statement_ask(table: Table, seat: Seat) -> Ask | None:
    """The question that a seat answers by speaking to everybody."""
    return next((ask for ask in table.asks(seat) if ask.says and not ask.private), None)


def offered(table: Table, seat: Seat) -> tuple[Ask, ...]:
    """What a seat owes an answer to at the table, before everybody's eyes, other than by speaking."""
    return tuple(ask for ask in table.asks(seat) if ask.need != "none" and not (ask.private or ask.says))


def read_as_answer(table: Table, seat: Seat, words: str) -> tuple[Ask, Parsed] | None:
    """Words that are not just said as an answer to what the seat owes. None where nothing is owed that words answer, or where
    the answer has to be confirmed, which words cannot be."""
    view = table.view(seat)
    readings = [(ask, read_answer(table.game, view, seat, ask, words, table.names)) for ask in offered(table, seat)]
    found = next((each for each in readings if each[1].action is not None), next(iter(readings), None))
    if found is None or (found[1].action is not None and _to_be_confirmed(table, seat, found[1].action)):
        return None
    return found


def _to_be_confirmed(table: Table, seat: Seat, action: Action) -> bool:
    scene = table.scene(seat)
    grid = views.grid_of(scene)
    presses = [press for cell in grid.cells for press in cell.presses] if grid else []
    return any(each.confirm and each.action == action for each in (*scene.controls, *presses))


def answer_in(table: Table, seat: Seat, words: str) -> tuple[Ask, Action]:
    """What somebody's words answer at the table. IllegalAction says why nothing."""
    if (ask := statement_ask(table, seat)) is not None:
        return ask, spoken(ask.says, words)
    read = read_as_answer(table, seat, words)
    if read is None:
        kinds = (each for each in table.game.rules.actions if talk_fields(each) and len(answer_fields(each)) == 1)
        raise StaleAsk(why_silent(table, seat, next(kinds, None), words))
    ask, reading = read
    if reading.action is None or not reading.sure:
        raise IllegalAction(f"{reading.why} {PRESS}".strip())
    return ask, reading.action


def room_ask(table: Table, room: Room, user: str) -> tuple[Seat, Ask]:
    """What somebody who speaks in a room answers. IllegalAction says why they may not."""
    seat = table.seat_of(user)
    if room.says is None or room.over:
        raise IllegalAction(ROOM_OVER if room.over else ROOM_TO_READ)
    if seat is None or (seat not in room.writers and seat not in (room.readers or ())):
        raise IllegalAction(NOT_YOUR_ROOM)
    ask = next((each for each in table.asks(seat) if room.says in each.forms), None)
    if seat not in room.writers or ask is None:
        raise StaleAsk(why_silent(table, seat, room.says))
    return seat, ask


def spoken(kind: type[Action] | None, words: str) -> Action:
    """What is said, as an action. IllegalAction about what the form does not take."""
    assert kind is not None
    return filled_in(kind, {talk_fields(kind)[0]: words})


def why_silent(table: Table, seat: Seat, kind: type[Action] | None, words: str = "…") -> str:
    """Why a seat may not say such words: as the rules say it, where they know of talk at all."""
    return (kind and table.named(why_not(table, seat, kind, words))) or NOT_ASKED


def seat_named(table: Table, wanted: str) -> Seat | None:
    """The seat by its id, its title, or who sits there, as they are called or shown."""
    wanted = wanted.strip().casefold()
    for seat, occupant in table.seats.items():
        title, shown = table.game.shows.seat_title(seat), sat(occupant.name, occupant.kind)
        if wanted in (name.casefold() for name in (seat, title, occupant.name, f"{title}: {occupant.name}", shown)):
            return seat
    return None


def as_said(table: Table, content: str, bot: int = 0) -> str:
    """What somebody wrote, with names for Discord's mentions; a mention of the bot itself is an address and no word."""
    names = {occupant.user: occupant.name for occupant in table.seats.values() if occupant.user}

    def name(found: re.Match[str]) -> str:
        return "" if found[1] == str(bot) else names.get(ids.user_of(found[1]), "somebody")

    return _EMOJI.sub(r"\1", _MENTION.sub(name, content)).strip()


def taken_as_answer(table: Table, seat: Seat, words: str, addressed: bool) -> bool:
    """Whether words are taken for an answer to what the seat owes: those that are addressed to the bot, and a number by
    itself where a number is asked for; other people's talk is none of its business."""
    if addressed:
        return read_as_answer(table, seat, words) is not None
    return is_bare_number(words) and any(number_field(form) for ask in offered(table, seat) for form in ask.forms)


def read_in_private(table: Table, seat: Seat, words: str) -> tuple[Question, Parsed]:
    """What the words answer, of what is owed before what is only offered. What answers nothing that is owed may be said
    to whoever hears the seat in private."""
    view, names, words = table.view(seat), table.names, as_said(table, words)
    readings = [(each, read_answer(table.game, view, seat, each.ask, words, names)) for each in questions(table, seat)]
    owed = [each for each in readings if each[0].ask.need != "none"]
    found = next((each for each in owed if each[1].sure), None) or next((e for e in owed if e[1].action), None)
    return found or next((each for each in readings if each[1].sure), (owed or readings)[0])


async def submit(table: Table, seat: Seat, action: Action, key: str, cause: str) -> Ask | None:
    """Somebody's move, and what follows for them alone. IllegalAction says why not, by names."""
    before = table.follow(seat)
    try:
        await table.submit(seat, action, key, cause)
    except IllegalAction as refusal:
        raise type(refusal)(table.named(str(refusal))) from None
    return table.follow(seat, before)
