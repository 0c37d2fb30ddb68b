"""The rules that every duet keeps: who sits where, how it begins, and what nobody is told. The rest is of its kind: see
`free` and `ledger.rules`."""

from __future__ import annotations

import random
from collections.abc import Collection, Mapping, Sequence

from games.core import (
    EVERYONE,
    TABLE,
    Dice,
    Event,
    Kind,
    Seat,
    Seated,
    Seating,
    Temper,
    Told,
    altered,
)
from games.duet import free, pairs
from games.duet.events import HUMAN, MANAGER, PLAYER, SIDES, Began, Handed, Turned
from games.duet.ledger import reckoning
from games.duet.ledger import rules as ledger
from games.duet.ledger.expressions import MOST_AT_ONCE, together
from games.duet.ledger.reckoning import State as WithLedger
from games.duet.options import DuetOptions
from games.duet.state import Duet, Prompt

# ── who sits where ────────────────────────────────────────────────────────────────────────────────────────────────────


def seats(options: DuetOptions, wishes: Sequence[Collection[str]], dice: Dice) -> Seating:
    """The human's side, the player's, and the manager. Whoever wishes for a side gets it, the first who does."""
    free, given = list(SIDES), dict[int, Seat]()
    for at in sorted(range(len(wishes)), key=lambda at: not {*SIDES} & {*wishes[at]}):
        given[at] = next((seat for seat in free if seat in wishes[at]), free[0])
        free.remove(given[at])
    return Seating((*SIDES, MANAGER), tuple(given[at] for at in range(len(wishes))))


def seat_title(seat: Seat) -> str:
    return {MANAGER: "Manager", HUMAN: "Human", PLAYER: "Player"}[seat]


def part(s: Duet, seat: Seat) -> str:
    """What the header calls a side."""
    return str(s.header.titles.get(seat, "")) if isinstance(s, WithLedger) else ""


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


def may_sit(s: Duet, seat: Seat, held: frozenset[Seat]) -> str | None:
    """Nobody plays both sides, or as the manager; and where the display is for the human alone, nobody else may have read it."""
    if seat == MANAGER:
        return "Nobody sits in the manager's place."
    if held - {seat}:
        return "You have seen the other side's hand."
    read_by_all = not isinstance(s, WithLedger) and any(each.how == "shown" and each.open for each in s.messages)
    if seat == PLAYER and read_by_all:
        return "What the manager wrote for the human could be read here, and the player may not know it."
    return None


# ── what happens ──────────────────────────────────────────────────────────────────────────────────────────────────────


@together(MOST_AT_ONCE)
def setup(places: tuple[Seat, ...], options: DuetOptions, dice: Dice) -> list[Told]:
    """Hands out the prompts, and begins the game of its kind."""
    header, body = pairs.split(options.manager)
    title = pairs.title(options.pair, options.manager)
    seconds = options.seconds if options.timers else 0
    warm = options.temperature
    return [
        Told(EVERYONE, Began(title, header, options.hops, options.most_turns, seconds)),
        Told(frozenset({MANAGER}), Handed(MANAGER, body, options.manager_tokens, warm)),
        Told(frozenset({PLAYER}), Handed(PLAYER, options.player.strip(), options.player_tokens, warm)),
        *(ledger.begin(pairs.parse(header), dice()) if header else [Told(EVERYONE, Turned(MANAGER, 0, 0))]),
    ]


def evolve(s: Duet, event: Event) -> Duet:
    """Folds one event. Of which kind a duet is, is decided as it begins."""
    match event:
        case Seated(seat=seat, kind=kind) if seat in (*SIDES, MANAGER):
            return altered(s, kinds=(*(each for each in s.kinds if each[0] != seat), (seat, kind)))
        case Began(title=title, header=header, seconds=seconds) if header:
            return WithLedger(True, title, seconds, s.kinds, header_text=header)
        case Began(title=title, hops=hops, most_turns=most, seconds=seconds):
            return free.State(True, title, seconds, s.kinds, hops=hops, most_turns=most)
        case Handed(seat=seat, text=text, tokens=tokens, temperature=warm):
            return altered(s, prompts=(*s.prompts, Prompt(seat, text, tokens, warm)))
    if isinstance(s, WithLedger):
        return ledger.evolve(s, event)
    return free.evolve(s, event) if isinstance(s, free.State) else s


def resample(s: Duet, seat: Seat, rng: random.Random) -> Duet:
    """Another world that `seat` could not tell from this one: what it was not told is left out, and what lies in other hands is
    dealt anew; its own view stays as it is."""
    if seat == TABLE:
        return s
    heard = s.heard(seat)
    return reckoning.imagined(heard, rng) if isinstance(heard, WithLedger) and heard != s else heard
