"""What the three seats of a duet are sent when models sit in them: the seed's own shape, and nothing besides.

The manager reads its prompt and then its own displays among what it was told; the player reads its prompt and then its
blocks, each with its own answer. With a header code writes the blocks, from what the header lets the player hear.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache, partial
from importlib.resources import files
from typing import Any, Literal

from games.core import Action, Ask, Event, IllegalAction, Letter, Seat, escape
from games.duet import display, ledger, moves, offers
from games.duet.header import Header, MoveRule
from games.duet.ledger import Happened, State
from games.duet.protocol import DECISION, has_tags
from games.duet.rules import question
from games.duet.sentences import called, written
from games.duet.words import HUMAN, MANAGER, PLAYER, Show, Stop, TurnCame, Write

Turns = list[tuple[Literal["user", "assistant"], str]]

OPENING = "Begin the game now: write what {human} is to see first."
LANGUAGES = {"de": "German", "fr": "French", "es": "Spanish"}
STOPS = frozenset({"[stop]", "stop", "[game_over]"})


def letter(s: State, seat: Seat, asked: tuple[Ask, ...], heard: Sequence[Event] = ()) -> Letter | None:
    """The letter for whoever sits there, as far as this view goes."""
    ask = next((each for each in asked if each.need != "none"), None)
    if ask is None:
        return None
    prompt = s.prompt(seat)
    text = escape(prompt.text) if prompt and prompt.text else ""
    system, turns, read = _with_header(s, seat, text) if s.header else _without(s, seat, text)
    return Letter(
        key=ask.key,
        system=system,
        turns=tuple(turns),
        read=read,
        tokens=prompt.tokens if prompt else 0,
        temperature=prompt.temperature if prompt else None,
        shape=_shape(s.pending) if seat != MANAGER else None,
        whole=seat != MANAGER and s.header is not None,
        blank=seat == MANAGER and s.header is not None,
    )


def _shape(turn: TurnCame | None) -> Mapping[str, Any] | None:
    """What the answer to a declared move may be held to."""
    if turn is None:
        return None
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


@cache
def page(name: str) -> str:
    """One of the pages beside this module."""
    return files(__package__).joinpath(f"{name}.md").read_text(encoding="utf-8").strip()


def _joined(*parts: str) -> str:
    return "\n\n".join(part for part in parts if part)


# ── without a header ──────────────────────────────────────────────────────────────────────────────────────────────────


def _without(s: State, seat: Seat, prompt: str) -> tuple[str, Turns, Callable[[str], Action]]:
    if seat == MANAGER:
        protocol = "" if has_tags(prompt) else page("protocol")
        return _joined(prompt, protocol), [("user", OPENING), *_managed(s)], Show
    mine, theirs = ("answered", "asked") if seat == PLAYER else ("spoke", "shown")
    turns: Turns = []
    for each in s.messages:
        if each.how == theirs:
            turns.append(("user", each.text))
        elif each.how == mine:
            turns.append(("assistant", each.text))
    return (prompt, turns, Write) if seat == PLAYER else (page("human"), turns, _spoken)


def _managed(s: State) -> Iterator[tuple[Literal["user", "assistant"], str]]:
    for each in s.messages:
        match each.how:
            case "wrote" | "shown":
                yield "assistant", each.text
            case "answered":
                yield "user", f"[{DECISION}]\n{each.text}\n[/{DECISION}]"
            case "spoke" | "warned":
                yield "user", each.text


def _spoken(text: str) -> Action:
    return Stop() if text.strip().casefold() in STOPS else Write(text)


# ── with a header ─────────────────────────────────────────────────────────────────────────────────────────────────────


def _with_header(s: State, seat: Seat, prompt: str) -> tuple[str, Turns, Callable[[str], Action]]:
    header = s.header
    assert header is not None
    if seat == MANAGER:
        speak = f"Write in {LANGUAGES[header.language]}." if header.language in LANGUAGES else ""
        return _joined(prompt, page("manager"), speak), list(_shown(s, header)), Show
    turn = s.pending
    if turn is None:
        raise IllegalAction("It is not your turn.")
    rule = header.move(turn.move)
    read = partial(_move, turn, rule)
    role = f"You are the {escape(header.titles[seat])} in “{escape(header.title)}”. {escape(header.summary)}"
    system = _joined(prompt or page("human"), role)
    return system, list(_blocks(s, header, seat, turn)), read


def _move(turn: TurnCame, rule: MoveRule, text: str) -> Action:
    """The move in an answer, which may have been held to its shape."""
    with suppress(ValueError, RecursionError):
        found = json.loads(text)
        if isinstance(found, dict) and turn.move in found:
            held = found[turn.move]
            text = json.dumps(held) if isinstance(held, dict) else str(held)
    return moves.read(turn, rule, text)


def _shown(s: State, header: Header) -> Iterator[tuple[Literal["user", "assistant"], str]]:
    """What happened between the displays, and what it wrote for them, with slots where facts stand."""
    lines: list[str] = [f"{escape(header.title)}: {{human}} is the {escape(header.titles[HUMAN])}, {{player}} the "
                        f"{escape(header.titles[PLAYER])}."]  # fmt: skip
    wrote = _own_texts(s)
    for each in s.happened:
        if each.what == "shown":
            yield "user", "\n".join(lines)
            yield "assistant", next(wrote)
            lines = []
        else:
            lines += _line(each, header)
    facts = display.facts(ledger.public(s))
    slots = (f"{{{{{name}}}:\n{text}" for name, text in facts.items())
    yield "user", "\n".join([*lines, "", "The table tells this, where you put its slot:", *slots]).strip()


def _own_texts(s: State) -> Iterator[str]:
    """For each display what the manager wrote; where it wrote nothing, what was shown."""
    before = ""
    for each in s.messages:
        if each.how == "shown":
            yield before or each.text
        before = each.text if each.how == "wrote" else ""


def _blocks(s: State, header: Header, seat: Seat, turn: TurnCame) -> Iterator[tuple[Literal["user", "assistant"], str]]:
    """What a side was told before each of its moves, and its moves. The player hears what the header lets it."""
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
    yield "user", "\n".join([*before[:-1], _how(s, turn)]).strip()


def _opening(s: State, header: Header, seat: Seat) -> Iterator[str]:
    own = dict(s.private).get(seat, ())
    if own:
        yield "Only you know: " + ", ".join(f"{called(n)} is {written(v, header.unit_of(n))}" for n, v in own) + "."
    public = [each for each in s.happened if each.what == "given" and _allowed(each.name, header, seat)]
    if public:
        values = (f"{called(each.name)} is {written(each.value, header.unit_of(each.name))}" for each in public)
        yield "Everybody knows: " + ", ".join(values) + "."
    if s.length is not None and not header.rounds.hidden and _allowed("rounds", header, seat):
        yield f"There {'is one round' if s.length == 1 else f'are {s.length} rounds'}."


def _how(s: State, turn: TurnCame) -> str:
    """How the answer is to be written."""
    match turn.kind:
        case "choice":
            return f"{escape(turn.ask)}\nAnswer with one of these and nothing else: {escape(', '.join(turn.choices))}."
        case "number":
            return f"{question(s, turn)}\nAnswer with the number and nothing else."
        case "offer":
            return f"{question(s, turn)}\nAnswer with all of it and nothing else, as in: {offers.example(turn)}."
    return f"{escape(turn.ask)}\nAnswer in a sentence and nothing else."


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
