"""What a whole game of Town asks of Discord: how many requests, of which kind, and how many at a time."""

from __future__ import annotations

import random
import re
from collections import Counter
from contextlib import suppress
from typing import Any

import pytest

from bot.players.autoplay import BuiltInPlayers
from bot.ports import Brief, Move, Occupant, Player
from games.core import IllegalAction, Seat, Temper
from games.town.events import Confer, Say, Whisper
from tests.bot.discord.square import Square, square

CLASSIC = (
    "sheriff investigator lookout jailor doctor escort medium vigilante mayor godfather mafioso framer executioner jester "
    "serial-killer"
)  # fmt: skip
PACE = 1.5
STEP = 4.0
"""Seconds of the clock in which people do something."""

WINDOW = 5.0
LONGEST = 3600.0


class Everyone(BuiltInPlayers):
    """Built-in players, who answer at once."""

    def seat(self, occupant: Occupant) -> Player:
        return Someone()


class Someone(Player):
    async def move(self, brief: Brief) -> Move:
        ask = next((ask for ask in brief.asks if ask.need != "none"), None) or next(a for a in brief.asks if a.invites)
        rng = random.Random(brief.dice)
        return Move(ask.key, brief.game.policy.autoplay(brief.view, brief.seat, ask, rng, Temper(talkativeness=0.8)))


class Noting(list[Any]):
    """Requests, with when each was made."""

    def __init__(self, t: Square) -> None:
        super().__init__()
        self.t, self.times = t, list[float]()

    def append(self, entry: Any) -> None:
        self.times.append(self.t.env.now().timestamp())
        super().append(entry)


class Meter:
    """Counts what the bot asks of Discord, by route, and when. Answers to presses are not among it."""

    def __init__(self, t: Square) -> None:
        self.t, self.noted = t, Noting(t)
        t.env.backend.http_requests = self.noted

    @property
    def at(self) -> list[tuple[float, str, str]]:
        return [
            (when, f"{each.method} {self._route(each.path)}", _channel(each.path))
            for when, each in zip(self.noted.times, self.noted, strict=True)
            if "/interactions/" not in each.path and "/webhooks/" not in each.path
        ]

    def _route(self, path: str) -> str:
        kind = "dm" if int(_channel(path) or 0) in self.t.env.backend.dm_channels.values() else "thread"
        kind = "square" if _channel(path) == str(self.t.channel.id) else kind
        return re.sub(r"\d{6,}", "#", path.replace(f"/channels/{_channel(path)}", f"/{kind}"))

    @property
    def routes(self) -> Counter[str]:
        return Counter(route for _, route, _ in self.at)

    def peak(self, *methods: str) -> int:
        """The most requests with these methods to one channel's messages in any five seconds."""
        most, at = 0, self.at
        for channel in {each[2] for each in at}:
            times = [
                now
                for now, route, where in at
                if where == channel and route.split()[0] in methods and "messages" in route
            ]
            most = max([most, *(sum(now <= other < now + WINDOW for other in times) for now in times)])
        return most


def _channel(path: str) -> str:
    found = re.search(r"/channels/(\d+)", path)
    return found[1] if found else ""


async def live(t: Square, meter: Meter, people: dict[str, Any], dice: random.Random) -> float:
    """Plays to the end, as the clock runs: people do what is asked of them after a while, and talk."""
    start = t.env.now().timestamp()
    while t.hall.tables and t.env.now().timestamp() < start + LONGEST:
        for seat in [each for each in people if t.hall.tables and dice.random() < 0.6]:
            await act(t, Seat(seat), dice)
        await t.env.advance_time(STEP)
    return t.env.now().timestamp() - start


async def act(t: Square, seat: Seat, dice: random.Random) -> None:
    """What somebody does now, if anything."""
    table = t.table
    asks = [ask for ask in table.story.asks(seat) if ask.need != "none" or {Say, Confer, Whisper} & set(ask.forms)]
    if not asks:
        return
    ask = dice.choice(asks)
    if Say in ask.forms and dice.random() < 0.5:
        action: Any = Say("What did you see last night?")
    elif Whisper in ask.forms and dice.random() < 0.5:
        action = Whisper(dice.choice(ask.allowed["to"]), "I trust you.")
    elif Confer in ask.forms:
        action = Confer("Let us wait.")
    elif ask.need == "none" and dice.random() < 0.8:
        return
    else:
        action = table.game.policy.autoplay(table.story.view(seat), seat, ask, dice, Temper())
    with suppress(IllegalAction):  # people try what they may not
        await t.within(table.submit(seat, action, ask.key, f"live:{len(table.story.log)}"))


@pytest.mark.soak
async def test_a_game_of_fifteen_stays_within_discords_limits():
    async with square(CLASSIC) as t:
        t.hall.players = Everyone()
        people = {"p1": t.alice, "p9": t.bob, "p10": t.carol, "p11": t.dave, "p14": t.erin}
        await t.open(seats=people, pace=PACE, timers="rapid")
        meter = Meter(t)
        seconds = await live(t, meter, people, random.Random(5))
        await t.env.advance_time(60)
        for route, count in meter.routes.most_common():
            print(f"{count:6} {route}")  # noqa: T201
        messages, edits = meter.peak("POST"), meter.peak("PATCH")
        print(f"{len(meter.at)} requests in {seconds:.0f} s; at most {messages} messages, {edits} edits in 5 s")  # noqa: T201
        assert not t.hall.tables, "the town has come to an end"
        assert messages <= 5 and edits <= 5
        looked_up = Counter({route: n for route, n in meter.routes.items() if route.startswith("GET")})
        assert set(looked_up) <= {"GET /guilds/#/members/#"}, "nothing need be looked for but who is still there"
        assert looked_up.total() <= 3 * len(people)
        assert len(meter.at) / seconds < 4, "of the fifty a second that a bot has for all its tables"
        assert meter.routes["POST /square/messages"] < seconds / 2
        nights = 1 + max(int(each.name.split("night ")[1].split(" ")[0]) for each in nightly(t))
        assert meter.routes["POST /square/threads"] <= 3 * nights + 1
        assert meter.routes["PUT /thread/thread-members/#"] <= len(people) * (nights + 1)


def nightly(t: Square) -> list[Any]:
    """The threads of the nights, as Discord has them."""
    every = [t.env.backend.channels[each.id] for each in t.channel.threads]
    return [each for each in every if "night " in each.name]
