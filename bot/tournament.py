"""Games that nobody sits at, as many as one likes: who wins how often, and how well everybody answered.

Every game has its own seed, store and clock, so that the same seed and the same built-in players tell the same story
again, whatever else runs. The clock never waits: when nobody is thinking, it jumps to the next moment that matters.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections import Counter, defaultdict, deque
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from typing import Any

from bot.clock import VirtualClock
from bot.hall import Hall
from bot.players.autoplay import BuiltIn
from bot.ports import Called, Occupant, Player, Players, Store
from bot.table import Table, ended
from games.core import TABLE, Game, Options, Seat, StoodIn, record
from games.wire import dump_told

# ── one game ──────────────────────────────────────────────────────────────────────────────────────────────────────────


class InOrder:
    """The house's players, with the built-in ones playing at once."""

    def __init__(self, players: Players) -> None:
        self._players = players
        self.occupant, self.specs, self.look = players.occupant, players.specs, players.look
        self.reader, self.narrator, self.close = players.reader, players.narrator, players.close
        self.settle, self.remember, self.bound = players.settle, players.remember, players.bound

    def seat(self, occupant: Occupant) -> Player:
        return BuiltIn(occupant, at_once=True) if occupant.kind == "built-in" else self._players.seat(occupant)


@record
class Played:
    """One game that was played: its table as it ended, and what its models were asked."""

    seed: str
    table: Table
    specs: Mapping[Seat, str]
    calls: tuple[Called, ...] = ()


async def play_one(
    store: Store,
    players: Players,
    game: str,
    options: Options,
    seats: Mapping[Seat, tuple[str, Occupant]],
    seed: str,
    games: Mapping[str, Game[Any]] | None = None,
) -> Played:
    """Plays a game to its end, as fast as its players think. `seats` says by which spec each seat is played."""
    clock = VirtualClock()
    hall = Hall(store, InOrder(players), clock, games=games)
    table = await hall.open(game, options, {seat: occupant for seat, (_, occupant) in seats.items()}, seed=seed)
    try:
        while not table.outcome:
            await table.idle()
            await asyncio.sleep(0)
            if table.outcome or clock.next is None:
                break
            await clock.advance(clock.next - clock.now())
    finally:
        await hall.close()
    return Played(seed, table, {seat: spec for seat, (spec, _) in seats.items()}, tuple(await store.calls(table.id)))


async def play_many(seeds: Sequence[str], play: Callable[[str], Any], at_once: int = 1) -> AsyncIterator[Played]:
    """Plays a game for each seed, some of them at once, and gives them back in the order of the seeds."""
    free = asyncio.Semaphore(at_once)

    async def one(seed: str) -> Played:
        async with free:
            played: Played = await play(seed)
            return played

    tasks = deque(asyncio.create_task(one(seed)) for seed in seeds)
    try:
        while tasks:
            yield await tasks[0]
            tasks.popleft()  # and its table with it: thousands of them would fill the memory
    finally:
        await ended(tasks)


# ── one line a game ───────────────────────────────────────────────────────────────────────────────────────────────────


def as_line(played: Played) -> str:
    """The game as one line of JSON: nothing in it depends on when or where it was played."""
    return json.dumps(as_dict(played), ensure_ascii=False, separators=(",", ":"))


def as_dict(played: Played) -> dict[str, Any]:
    table = played.table
    outcome, counted = table.outcome, {seat: _answers(table, seat) for seat in table.seats}
    return {
        "game": table.game.name,
        "version": table.game.rules.version,
        "seed": played.seed,
        "options": table.options.model_dump(mode="json"),
        "seats": {
            seat: {
                "title": table.game.shows.seat_title(seat),
                "kind": occupant.kind,
                "name": occupant.name,
                "player": played.specs[seat],
                "part": table.game.shows.part(table.view(TABLE), seat),
                **counted[seat],
            }
            for seat, occupant in table.seats.items()
        },
        "events": [dump_told(told) for told in table.log],
        "outcome": {"winners": sorted(outcome.winners), "why": outcome.why} if outcome else None,
        "turns": turns(table),
        "refusals": sum(each["refused"] for each in counted.values()),
        "fallbacks": sum(each["fallback"] for each in counted.values()),
        "whys": dict(whys(table)),
        "calls": len(played.calls),
        "tokens": tokens(played.calls),
        "cost": cost(played.calls),
        "unpriced": unpriced(played.calls),
    }


def turns(table: Table) -> int:
    """How many turns (or days) the game took, by the highest that its events name; games without any have none."""
    named = (getattr(told.event, name, 0) for told in table.log for name in ("turn", "day"))
    return max((turn for turn in named if isinstance(turn, int)), default=0)


def tokens(calls: Sequence[Called]) -> int:
    return sum(each.call.prompt_tokens + each.call.answer_tokens for each in calls)


def cost(calls: Sequence[Called]) -> float | None:
    """US dollars, as far as prices are known; None where none is."""
    prices = [each.call.cost for each in calls if each.call.cost is not None]
    return round(sum(prices), 6) if prices or not unpriced(calls) else None


def unpriced(calls: Sequence[Called]) -> int:
    """Calls that were answered, and nobody knows what they cost. One that failed before anything came back is none of them."""
    came = [each for each in calls if each.outcome != "unusable" or tokens([each])]
    return sum(each.call.cost is None for each in came)


def whys(table: Table) -> Counter[str]:
    """Why something else moved for a seat, and how often."""
    return Counter(told.event.why for told in table.log if isinstance(told.event, StoodIn))


def _answers(table: Table, seat: Seat) -> dict[str, int]:
    return {
        "accepted": table.answers[seat, "accepted"],
        "refused": table.answers[seat, "refused"] + table.answers[seat, "unusable"],
        "fallback": table.moved[seat, "fallback"],
    }


# ── many games ────────────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass
class Summary:
    """What many games come to. `sides` are who won together (“Red”), with how often. `answers` tells of each kind of seat, by
    the spec that played it and what it was, how it answered; `won` counts seats that won, of the `seats` that could. Of the
    `calls`, `unpriced` ones are not in their `cost`. `whys` are those of all that something else moved."""

    games: int = 0
    unfinished: int = 0
    turns: list[int] = field(default_factory=list)
    sides: Counter[str] = field(default_factory=Counter)
    answers: dict[tuple[str, str], Counter[str]] = field(default_factory=dict)
    whys: Counter[str] = field(default_factory=Counter)

    def in_all(self) -> dict[tuple[str, str], Counter[str]]:
        """What each came to who was of several kinds, as of the kind “all”."""
        found = defaultdict[tuple[str, str], Counter[str]](Counter)
        for (spec, _), counted in self.answers.items():
            found[spec, "all"].update(counted)
        kinds = Counter(spec for spec, _ in self.answers)
        return {each: counted for each, counted in found.items() if kinds[each[0]] > 1}

    def add(self, played: Played) -> None:
        """Takes in one more game."""
        table, outcome = played.table, played.table.outcome
        self.games += 1
        self.unfinished += outcome is None
        self.turns.append(turns(table))
        self.whys += whys(table)
        if outcome:
            self.sides[outcome.side or side_of(table, sorted(outcome.winners))] += 1
        for seat, spec in played.specs.items():
            calls = [each for each in played.calls if each.seat == seat]
            counted: dict[str, Any] = {
                "seats": int(seat not in table.game.lobby.staff),  # whoever runs the game answers, and cannot win it
                "won": int(outcome is not None and seat in outcome.winners),
                **_answers(table, seat),
                "calls": len(calls),
                "tokens": tokens(calls),
                "cost": cost(calls) or 0.0,
                "unpriced": unpriced(calls),
            }
            self.answers.setdefault((spec, kind_of_seat(table, seat)), Counter()).update(counted)


def side_of(table: Table, winners: Sequence[Seat]) -> str:
    """What winners who won together are called: the part that all of them had, what their seats' titles begin with and no
    other's does, or else their names."""
    if not winners:
        return "nobody"
    parts = {table.game.shows.part(table.view(TABLE), seat) for seat in winners}
    if len(parts) == 1 and (part := parts.pop()):
        return str(part)
    titles = {seat: table.game.shows.seat_title(seat).split() for seat in table.seats}
    alike = zip(*(titles.pop(seat) for seat in winners), strict=False)
    common = [words[0] for words in takewhile(lambda words: len(set(words)) == 1, alike)]
    if len(winners) > 1 and common and titles and common not in [words[: len(common)] for words in titles.values()]:
        return " ".join(common)
    return ", ".join(table.names.get(seat, seat) for seat in winners)


def kind_of_seat(table: Table, seat: Seat) -> str:
    """What the seat was in the game, or its title without its number: all Red operatives are of one kind."""
    part = table.game.shows.part(table.view(TABLE), seat)
    return part or re.sub(r"\s*\d+$", "", table.game.shows.seat_title(seat))
