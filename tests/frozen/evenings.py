"""Games to be frozen: real tables with built-in players, people who do as built-in players would but type their own words, and
models that answer by a script. Each is played to its end, or to a question that somebody is asked in its middle."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from bot.clock import VirtualClock
from bot.hall import Hall
from bot.players.autoplay import BuiltInPlayers
from bot.ports import Brief, Call, Move, Occupant, Player, Store
from bot.table import Table
from bot.tournament import InOrder
from games import all_games
from games.core import HOST, Action, Ask, IllegalAction, Pause, Seat, Temper, dice_for, talk_fields
from games.duet import events as duet
from games.mystery import events as mystery
from games.town import events as town

PEOPLE = {"Ann": "discord:11", "Bob": "discord:12", "Dora": "discord:13"}
PLACE = "discord:1:2"
LONGEST = 3000
"""Steps of an evening."""


@dataclass
class Evening:
    """One game. `people` and `models` are names by seat; `typed` is what people say in turn where they are asked for words,
    `unasked` what they do as soon as they may; the game stops where a person owes an answer to `until` (a key's beginning), or
    at its end."""

    name: str
    game: str
    seed: str
    options: Mapping[str, Any] = field(default_factory=dict)
    people: Mapping[str, str] = field(default_factory=dict)
    models: Mapping[str, str] = field(default_factory=dict)
    typed: tuple[str, ...] = ()
    unasked: tuple[tuple[str, Action], ...] = ()
    until: str = ""
    parties: int = 1
    paused: bool = False

    @property
    def id(self) -> str:
        return self.name.replace("-", "")[:24]


class Cast(InOrder):
    """The house's built-in players, and models that answer by a script."""

    def __init__(self) -> None:
        super().__init__(BuiltInPlayers())

    def seat(self, occupant: Occupant) -> Player:
        return Scripted() if occupant.kind == "model" else super().seat(occupant)


class Scripted:
    """A model in a duet: it shows something of its own, keeps a haggle of three rounds, and wants 85."""

    async def move(self, brief: Brief) -> Move:
        ask = next(ask for ask in brief.asks if ask.need != "none")
        text = self._text(brief)
        action = (duet.Show if duet.Show in ask.forms else duet.Write)(text)
        call = Call("tiny-1", "9f2c", 812, 640, 40, 0.00021, 1.25, "They will not go higher.", text)
        return Move(ask.key, action, "They will not go higher.", call)

    def _text(self, brief: Brief) -> str:
        if brief.seat != duet.MANAGER:
            return "85, and not a dollar less."
        said = [event for event in brief.heard if isinstance(event, duet.Spoke)]
        match brief.heard[-2:]:
            case [*_, duet.Turned()] if any(isinstance(event, duet.Answered) for event in brief.heard[-2:]):
                done = len(said) >= 3
                return "They stay at $85. You gain nothing. [GAME_OVER]" if done else "They want $85. What do you say?"
            case _ if said:
                return f"One moment.\n[PLAYER_TURN]\nRound {len(said)}. The human says: {said[-1].text}\n[/PLAYER_TURN]"
        return DISPLAYS[len(brief.heard) % len(DISPLAYS)]


async def play(evening: Evening, store: Store) -> Table:
    """The table, stopped, with all that happened in the store."""
    games = all_games()
    clock, game = VirtualClock(1_750_000_000.0), games[evening.game]
    hall = Hall(store, Cast(), clock, games=games)
    options = game.lobby.options.model_validate(dict(evening.options))
    seats = game.lobby.seats(
        options, [frozenset()] * max(evening.parties, len(evening.people)), dice_for(evening.seed, 0)
    ).seats
    free = (name for name in ("Basil", "Clio", "Dante", "Edda", "Felix", "Greta", "Hugo", "Iris", "Jasper"))
    sitting = {
        seat: Occupant("person", who, PEOPLE[who])
        if (who := evening.people.get(seat))
        else Occupant("model", evening.models[seat], model="tiny")
        if seat in evening.models
        else Occupant("built-in", next(free))
        for seat in seats
    }
    host = PEOPLE[next(iter(evening.people.values()))] if evening.people else ""
    table = await hall.open(evening.game, options, sitting, host=host, place=PLACE, seed=evening.seed, id=evening.id)
    await _Conductor(evening, table, clock).run()
    await hall.close()
    return table


class _Conductor:
    """Moves for the people of an evening."""

    def __init__(self, evening: Evening, table: Table, clock: VirtualClock) -> None:
        self.evening, self.table, self.clock = evening, table, clock
        self.rng = random.Random(evening.seed)
        self.typed, self.unasked = list(evening.typed), list(evening.unasked)
        self.n = 0

    async def run(self) -> None:
        for _ in range(LONGEST):
            await self.table.idle()
            if self.table.story.outcome:
                assert not self.evening.until, f"{self.evening.name} ended before {self.evening.until}"
                return
            await self._unasked()
            owed = [(seat, asks[0]) for seat, asks in self.table.story.owed(self.table.story.people).items()]
            if self.evening.until and any(ask.key.startswith(self.evening.until) for _, ask in owed):
                await self._leave_it_there(*owed[-1])
                return
            if owed:
                await self._answer(*owed[0])
                continue
            await self.clock.advance(0.0)
            if (at := self.clock.next) is not None:
                await self.clock.advance(at - self.clock.now() + 0.01)
        raise AssertionError(f"{self.evening.name} does not end: {self.table.waited_for()}")

    async def _submit(self, seat: Seat, action: Action, key: str) -> None:
        self.n += 1
        await self.table.submit(seat, action, key, f"discord:press:{self.n}")

    async def _unasked(self) -> None:
        if self.evening.game == "town" and self.table.story.state.day < 2:
            return  # nobody has anything to tell yet
        for seat, action in list(self.unasked):
            ask = next((ask for ask in self.table.story.asks(Seat(seat)) if ask.takes(action)), None)
            if ask is not None:
                try:
                    await self._submit(Seat(seat), action, ask.key)
                except IllegalAction:
                    continue
                self.unasked.remove((seat, action))
                return

    def _choice(self, seat: Seat, ask: Ask) -> Action:
        return self.table.game.policy.autoplay(self.table.story.view(seat), seat, ask, self.rng, Temper())

    async def _answer(self, seat: Seat, ask: Ask) -> None:
        action = self._choice(seat, ask)
        speaks = next((form for form in ask.forms if form in (mystery.Say, town.Say, duet.Write)), None)
        if speaks is not None and (talk_fields(type(action)) or action in ask.choices):
            action = speaks(self.typed.pop(0)) if self.typed else (ask.default or action)
        await self._submit(seat, action, ask.key)

    async def _leave_it_there(self, seat: Seat, ask: Ask) -> None:
        """Where several are asked, all but the last have answered; a choice that is half made stays with its table, and a
        paused game stays paused."""
        for other in self.table.story.people:
            asks = [each for each in self.table.story.asks(other) if each.key == ask.key and each.need != "none"]
            if other != seat and asks:
                await self._answer(other, asks[0])
        await self.table.draft(seat, ask.key, self._choice(seat, ask))
        if self.evening.paused:
            await self._submit(HOST, Pause(), "host")


# ── what people type ──────────────────────────────────────────────────────────────────────────────────────────────────

IN_THE_HOUSE = (
    "Hello everybody. I am innocent, I swear.",
    "I was in the Kitchen last night and saw Bob.",
    "saw nobody n1, was hiding in the cellar",
    "Ann is lying! She was never in the Library.",
    "No wait, I meant the Garden. Basil and Clio were there.",
    "did anyone see Dante last night?",
    "basil told me Clio struck at him, idk",
)

IN_TOWN = (
    "doc here, healed bob n1",
    "Bob is sus, I checked him last night: he is suspicious.",
    "I'm the Sheriff. N1 Clio not sus, n2 Basil is sus",
    "not me, I stayed home. who visited Edda?",
    "inv: Dante could be doctor, disguiser or SK",
    "claim or hang, Basil",
    "vote Clio, she was at Felix's house n1 (LO here)",
    "jk, I am just a Mayor. no wait, Veteran",
)

TOWN_UNASKED: tuple[tuple[str, Action], ...] = (
    ("p1", town.Whisper("p2", "Bob, I am the Doctor and was on you in night 1.")),
    ("p2", town.Whisper("p1", "ty, im Lookout. Basil visited you n1")),
    ("p1", town.Write("will", "Doctor\nN1: healed Bob\nN2: healed myself")),
    ("p2", town.Write("will", "LO\nn1 Ann – visited by Basil, Clio\nn2 jailed")),
    *(((f"p{n % 2 + 1}"), town.Say(text)) for n, text in enumerate(IN_TOWN)),
)

DISPLAYS = (
    "The evening light falls on the table. As you see above, it goes on.",
    "A clock ticks somewhere, and nobody looks up.",
    "The tea is getting cold. What now?",
)
IN_A_HAGGLE = ("I give you $30 for it.", "$60! That is all I have.", "My last word: 70.")
QUESTIONS = ("Is it alive?", "Is it bigger than a house?", "Can I eat it, Basil?", "Is it an owl?")


def _pair(evening: Evening) -> tuple[Evening, Evening]:
    """An evening that is left in its middle, and the same to its end."""
    return replace(evening, name=f"{evening.name}-running"), replace(evening, name=f"{evening.name}-over", until="")


def _duet(pair: str, until: str, seed: str, typed: tuple[str, ...] = (), **models: str) -> tuple[Evening, Evening]:
    people = {seat: who for seat, who in (("human", "Ann"), ("player", "Bob")) if seat not in models}
    if pair in ("ultimatum", "twenty-questions"):
        people.pop("player", None)
    return _pair(Evening(pair, "duet", seed, {"pair": pair, "timers": True}, people, models, typed, until=until))


EVENINGS: tuple[Evening, ...] = (
    *_pair(
        Evening(
            "codenames", "codenames", "frozen", {"timers": True},
            people={"red-spymaster": "Ann", "red-1": "Bob", "blue-1": "Dora"}, until="guess:3",
        )
    ),
    Evening(
        "codenames-paused", "codenames", "frozen 2", {"majority": True},
        people={"red-1": "Ann", "red-2": "Bob", "blue-spymaster": "Dora"}, until="guess:1", parties=6, paused=True,
    ),
    *_pair(
        Evening(
            "mystery", "mystery", "frozen", {"players": 6, "plotting": True},
            people={"p1": "Ann", "p2": "Bob"}, typed=IN_THE_HOUSE, until="night:2",
        )
    ),
    Evening(
        "mystery-paused", "mystery", "frozen 2", {"players": 5, "votes": "sealed"},
        people={"p1": "Ann", "p5": "Bob"}, typed=IN_THE_HOUSE, until="vote:1", paused=True,
    ),
    *_pair(
        Evening(
            "town", "town", "frozen 4", {"players": 8, "roles": "classic"},
            people={"p1": "Ann", "p2": "Bob"}, unasked=TOWN_UNASKED, until="night:2",
        )
    ),
    Evening(
        "town-on-trial", "town", "frozen 2", {"players": 7, "timers": "none", "ai_statements": 1},
        people={"p1": "Ann", "p2": "Bob", "p3": "Dora"}, unasked=TOWN_UNASKED, until="judge:",
    ),
    *_pair(
        Evening(
            "liars-dice", "liars-dice", "frozen", {"players": 4, "exact": True}, people={"p1": "Ann", "p3": "Bob"}, until="bid:3"
        )
    ),
    *_duet("ultimatum", "move:1", "frozen", manager="Max"),
    *_duet("prisoners-dilemma", "move:3", "frozen"),
    *_duet("bargaining", "move:4", "frozen", manager="Max"),
    *_duet("twenty-questions", "move:7", "frozen", QUESTIONS, manager="Max"),
    *_duet("auction", "move:1", "frozen"),
    *_duet("haggle", "turn:2", "frozen", IN_A_HAGGLE, manager="Max", player="Pip"),
)  # fmt: skip

IN_ONE_FILE = ("codenames-running", "mystery-running", "town-running", "bargaining-running", "haggle-running")
"""Those that are kept as one real file of the store, too."""
