"""What the seats of a game with a ledger are sent. The manager reads its prompt, and what happened between its own texts; a side
reads blocks by code, of what the header lets it hear, each with its own answer."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from itertools import pairwise
from typing import Any

from games.core import Action, Ask, Event, Prompt, Seat, escape
from games.duet import prompts
from games.duet.events import HUMAN, MANAGER, PLAYER, Show, TurnCame
from games.duet.ledger import display, moves, offers
from games.duet.ledger.counted import counted
from games.duet.ledger.header import Header, MoveRule
from games.duet.ledger.reckoning import Happened, State
from games.duet.prompts import Turn, page
from games.duet.sentences import called, written
from games.duet.state import Message

LANGUAGES = {"de": "German", "fr": "French", "es": "Spanish"}


def prompt(s: State, seat: Seat, asked: tuple[Ask, ...], heard: Sequence[Event] = ()) -> Prompt | None:
    """The prompt for whoever sits there, as far as this view goes."""
    if seat == MANAGER:
        speak = f"Write in {LANGUAGES[s.header.language]}." if s.header.language in LANGUAGES else ""
        addressed = prompts.addressed(s, seat, asked, _shown(s, s.header), Show, page("manager"), speak)
        return addressed and replace(addressed, blank=True)
    if (turn := s.pending) is None:
        return None
    role = f"You are the {escape(s.header.titles[seat])} in “{escape(s.header.title)}”. {escape(s.header.summary)}"
    read = partial(_move, turn, s.header.move(turn.move))
    own = "" if s.prompt(seat) else page("human")
    bare, helped = (
        found and replace(found, shape=_shape(turn), whole=True)
        for lines in ((), _counted(s, seat, turn))
        for found in (prompts.addressed(s, seat, asked, _blocks(s, s.header, seat, turn, lines), read, own, role),)
    )
    return helped and replace(helped, bare=bare)


def _counted(s: State, seat: Seat, turn: TurnCame) -> tuple[str, ...]:
    """What code counts for a side of its bargain, where it may hear of offers and of what they pay."""
    hears = all(_allowed(each, s.header, seat) for each in ("payoff", *(rule.name for rule in s.header.moves)))
    lines = counted(s, seat, turn) if hears and turn.seats == (seat,) else ()
    return ("Counted by the table, for you alone:", *(f"- {each}" for each in lines), "") if lines else ()


def _shape(turn: TurnCame) -> Mapping[str, Any]:
    """What the answer to a declared move may be held to."""
    values = {each.move: _shape_of(each) for each in turn.fields or (turn,)}
    return {"type": "object", "properties": values, "required": list(values), "additionalProperties": False}


def _shape_of(turn: TurnCame) -> Mapping[str, Any]:
    """What a single value may be held to."""
    if turn.kind == "choice":
        return {"type": "string", "enum": list(turn.choices)}
    if turn.kind == "number":
        whole = all(each is not None and each == int(each) for each in (turn.low, turn.step))
        return {"type": "integer" if whole else "number"}
    return {"type": "string"}


def _move(turn: TurnCame, rule: MoveRule, text: str) -> Action:
    """The move in an answer, which may have been held to its shape."""
    with suppress(ValueError, RecursionError):
        found = json.loads(text)
        if isinstance(found, dict) and turn.move in found:
            held = found[turn.move]
            text = json.dumps(held) if isinstance(held, dict) else str(held)
    return moves.read(turn, rule, text)


def _shown(s: State, header: Header) -> Iterator[Turn]:
    """What happened between the displays, and what it wrote for them, with slots where facts stand."""
    lines: list[str] = [f"{escape(header.title)}: {{human}} is the {escape(header.titles[HUMAN])}, {{player}} the "
                        f"{escape(header.titles[PLAYER])}."]  # fmt: skip
    wrote = (  # where it wrote nothing, what was shown
        (before.text if before.how == "wrote" else "") or each.text
        for before, each in pairwise((Message("", ""), *s.messages))
        if each.how == "shown"
    )
    for each in s.happened:
        if each.what == "shown":
            yield "user", "\n".join(lines)
            yield "assistant", next(wrote)
            lines = []
        else:
            lines += _line(each, header)
    facts = display.facts(s.heard(None))
    slots = (f"{{{{{name}}}:\n{text}" for name, text in facts.items())
    yield "user", "\n".join([*lines, "", "The table tells this, where you put its slot:", *slots]).strip()


def _blocks(s: State, header: Header, seat: Seat, turn: TurnCame, more: Sequence[str]) -> Iterator[Turn]:
    """What a side was told before each of its moves, and its moves; `more` before the last. The player hears what the header lets
    it."""
    lines = list(_opening(s, header, seat))
    before: list[str] = []
    for each in s.happened:
        if each.what == "asked" and each.seat == seat:
            before, lines = [*lines, "", escape(str(each.value))], []
        elif each.what == "moved" and each.seat == seat:
            yield "user", "\n".join(before).strip()
            yield "assistant", written(each.value)
        elif each.what == "shown":
            lines += ["", str(each.value)] if seat == HUMAN else []
        elif each.what != "asked" and _heard(each, header, seat):
            lines += _line(each, header)
    yield "user", "\n".join([*before[:-1], *more, _how(s, turn)]).strip()


def _opening(s: State, header: Header, seat: Seat) -> Iterator[str]:
    given = ((each.name, each.value) for each in s.happened if each.what == "given")
    public = [(name, value) for name, value in given if _allowed(name, header, seat)]
    for known, values in (("Only you know", dict(s.private).get(seat, ())), ("Everybody knows", public)):
        if values:
            yield f"{known}: " + ", ".join(f"{called(n)} is {written(v, header.unit_of(n))}" for n, v in values) + "."
    if s.length is not None and not header.rounds.hidden and _allowed("rounds", header, seat):
        yield f"There {'is one round' if s.length == 1 else f'are {s.length} rounds'}."


def _how(s: State, turn: TurnCame) -> str:
    """How the answer is to be written."""
    how = {
        "choice": f"with one of these and nothing else: {escape(', '.join(turn.choices))}",
        "number": "with the number and nothing else",
        "text": "in a sentence and nothing else",
    }.get(turn.kind) or f"with all of it and nothing else, as in: {offers.example(turn)}"
    return f"{display.question(turn, s.header)}\nAnswer {how}."


def _allowed(name: str, header: Header, seat: Seat) -> bool:
    return seat != PLAYER or header.player_hears is None or name in header.player_hears


def _heard(each: Happened, header: Header, seat: Seat) -> bool:
    keys = {"round": "round", "paid": "payoff"}
    return each.seat == seat or _allowed(keys.get(each.what, each.name), header, seat)


def _line(each: Happened, header: Header) -> Iterable[str]:
    match each.what:
        case "round":
            return (f"Round {each.value}.",) if header.rounds.high > 1 else ()
        case "moved":
            return (f"{{{each.seat}}}: {called(each.name)} – {written(each.value, header.unit_of(each.name))}",)
        case "changed":
            return (f"{called(each.name)} is now {written(each.value, header.unit_of(each.name))}.",)
        case "paid":
            return (f"{{{each.seat}}} gets {written(each.value, header.unit)}.",)
    return ()
