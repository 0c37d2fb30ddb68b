"""The timing law: when anything happens that everybody can see follows from what everybody can see.

One town is played again and again: the same people press the same things at the same seconds, and the same AIs say the same, but
who is what is dealt anew. Time is virtual. Every public event, and every reminder, has to come at the same moment.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest

from bot.clock import VirtualClock
from bot.hall import Hall
from bot.players.autoplay import BuiltInPlayers
from bot.ports import About, Brief, Move, Occupant, Player
from bot.stores.memory import MemoryStore
from bot.table import Table, due
from games.core import EVERYONE, Action, Ask, Game, Seat
from games.mystery import GAME as MYSTERY
from games.mystery.events import Night, Vote
from games.mystery.events import Say as State
from games.scene import Timer
from games.town.asks import BIDS, SETTLING
from games.town.events import NOBODY, Bid, Confer, Jail, Nominate, Say, Sleep, Sum, Wait, Write
from tests.bot.discord.square import dealt

PACE = 1.5
STEP = 0.5
PEOPLE = {Seat("p1"): 9.0, Seat("p4"): 4.0, Seat("p6"): 14.0}
"""The people, and how many seconds each takes over an answer."""

Moments = list[tuple[float, str]]


@dataclass
class Watch:
    """Writes down what everybody could see, and when."""

    clock: VirtualClock
    start: float = 0.0
    seen: int = 0
    moments: Moments = field(default_factory=list)
    near: set[str] = field(default_factory=set)

    def changed(self, table: Table) -> None:
        now = round(self.clock.now() - self.start, 2)
        for told in table.log[self.seen :]:
            if told.to is EVERYONE:
                self.moments.append((now, type(told.event).__name__))
        self.seen = len(table.log)
        near = set()
        for timer in table.scene(None).of(Timer):
            ends = due(table.deadlines, timer.seat, timer.key)
            if ends is not None and (ends.seat, ends.key) in table.near:
                near.add(f"reminded of {timer.key}, which ends at {round(ends.at - self.start, 2)}")
        self.moments += [(now, each) for each in sorted(near - self.near)]
        self.near = near


def in_town(brief: Brief, ask: Ask) -> Action:
    """What an AI does, whoever it is: it talks wherever it may, and means nobody harm."""
    eager = ("p2", "p3", "p5", "p7", "p8").index(
        brief.seat
    )  # no two alike: dice would decide, which hidden events move on
    if BIDS[0] in ask.choices:
        return Bid(eager) if ask.key.endswith(":1") else BIDS[0]  # type: ignore[arg-type]
    for form, action in (
        (Say, Say("I was at home.")), (Confer, Confer("What do we do?")), (Sum, Sum("Nothing of note.")),
        (Nominate, Nominate(NOBODY)), (Jail, Jail(NOBODY)), (Write, Write("notebook", "")),
    ):  # fmt: skip
        if form in ask.forms:
            return action
    return ask.default or ask.choices[0]


def in_the_house(brief: Brief, ask: Ask) -> Action:
    what = ask.key.partition(":")[0]
    return Night("Hall", "watch") if what == "night" else Vote("nobody") if what == "vote" else State("I saw nobody.")


class Thinker(Player):
    """Takes its time, as long as its seat says; `more` is how much longer, by what it knows."""

    def __init__(self, clock: VirtualClock, does: Any, more: Callable[[Brief], float]) -> None:
        self.clock, self.does, self.more = clock, does, more

    async def move(self, brief: Brief) -> Move:
        ask = next((each for each in brief.asks if each.need != "none"), None)
        ask = ask or next(each for each in brief.asks if each.invites)
        await self.clock.sleep(0.1 * int(brief.seat[1:]) + self.more(brief))
        return Move(ask.key, self.does(brief, ask))


class Thinkers(BuiltInPlayers):
    def __init__(self, clock: VirtualClock, does: Any, more: Callable[[Brief], float]) -> None:
        super().__init__()
        self.clock, self.does, self.more = clock, does, more

    def seat(self, occupant: Occupant) -> Player:
        return Thinker(self.clock, self.does, self.more)


def nothing(brief: Brief) -> float:
    return 0.0


async def played(
    game: Game[Any],
    seats: int,
    options: dict[str, Any],
    does: Any,
    *,
    seconds: float,
    waits: bool = False,
    slowness: float = 1.0,
    more: Callable[[Brief], float] = nothing,
    seed: str = "a town",
) -> Moments:
    """What everybody could see of so many seconds of it. `waits`: people have nothing to say; with little `slowness` they choose
    before the AIs have talked."""
    clock, games = VirtualClock(), {game.name: game}
    hall = Hall(MemoryStore(games), Thinkers(clock, does, more), clock, games)
    watch = Watch(clock, clock.now())
    hall.surfaces.append(watch)
    every = [Seat(f"p{n}") for n in range(1, seats + 1)]
    sitting = {
        seat: Occupant("person", f"Person {seat}", f"discord:{seat}")
        if seat in PEOPLE
        else Occupant("built-in", f"Ai {seat}")
        for seat in every
    }
    table = await hall.open(
        game.name, options, sitting, host="discord:p1", seed=seed, about=About(PACE, away=0), id="law"
    )
    asked: dict[tuple[Seat, str], float] = {}
    while clock.now() < watch.start + seconds and not table.outcome:
        await clock.advance(STEP)
        for seat, takes in PEOPLE.items():
            for ask in table.asks(seat):
                since = asked.setdefault((seat, ask.key), clock.now())
                quiet = waits and Wait() in ask.choices
                if (ask.need != "none" or quiet) and clock.now() >= since + takes * slowness:
                    action = Wait() if quiet else Sleep() if Sleep() in ask.choices else ask.default
                    if action is not None and ask.allows(action):
                        asked[seat, ask.key] = float("inf")
                        await table.submit(seat, action, ask.key, f"{seat}:{ask.key}:{len(table.log)}")
    await hall.close()
    return watch.moments


ROLES = ("godfather", "sheriff", "mafioso", "doctor", "framer", "jailor", "survivor", "lookout")
"""Three who talk at night, one who jails, and those who do what nobody sees."""


def deals() -> list[str]:
    """The same roles, dealt round the table: each way of it has others among the people."""
    return [" ".join((*ROLES[n:], *ROLES[:n])) for n in range(len(ROLES))]


async def town(roles: str, **more: Any) -> Moments:
    options = {"players": len(ROLES), "roles": "all-any", "timers": "slow"}
    return await played(dealt(roles), len(ROLES), options, in_town, **{"seconds": 500, **more})


@pytest.mark.parametrize(("waits", "slowness"), [(False, 1.0), (True, 1.0), (True, 0.1)])
async def test_in_a_town_nothing_comes_sooner_or_later_for_what_anybody_is(waits: bool, slowness: float):
    await check_town(deals()[::3], waits=waits, slowness=slowness, seconds=330)


@pytest.mark.soak
@pytest.mark.parametrize("slowness", [1.0, 0.3, 0.1])
async def test_nor_in_any_deal_for_a_whole_evening(slowness: float):
    for waits in (False, True):
        await check_town(deals(), waits=waits, slowness=slowness, seconds=1800)


async def check_town(ways: list[str], *, waits: bool, **more: Any) -> None:
    first, *others = [await town(roles, waits=waits, **more) for roles in ways]
    names = {name for _, name in first}
    assert {"NightFell", "Dawned", "DayBroke", "NominationBegan", "FloorGiven"} <= names
    assert any(name.startswith("reminded of discussion") for name in names) or waits
    for other in others:
        assert other == first


async def test_an_ai_that_pauses_longer_for_what_it_is_is_found():
    def mafia(brief: Brief) -> float:
        return 1.0 if brief.view.role(brief.seat) in ("godfather", "mafioso", "framer") else 0.0

    moments = [await town(roles, waits=True, seconds=120, more=mafia) for roles in deals()[:3]]
    assert any(each != moments[0] for each in moments)


async def test_a_night_gives_whoever_is_spoken_to_last_time_to_answer():
    """All people have chosen after so many seconds, and dawn comes a while later, whoever talks."""
    moments = await town(deals()[0], seconds=120)
    night = next(at for at, name in moments if name == "NightFell")
    dawn = next(at for at, name in moments if name == "Dawned")
    assert max(PEOPLE.values()) + SETTLING <= dawn - night <= max(PEOPLE.values()) + SETTLING + 3 * STEP


async def test_in_a_murder_mystery_neither():
    options = {"players": 6, "murderers": 2, "timers": True, "plotting": True}
    moments = [await played(MYSTERY, 6, options, in_the_house, seconds=420, seed=f"deal {n}") for n in range(3)]
    assert {"Dawned"} & {name for _, name in moments[0]} or len(moments[0]) > 20
    assert all(each == moments[0] for each in moments[1:])
