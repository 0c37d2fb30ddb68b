"""A town told to a friend: who is what, what is said and ordered, who hangs.

    game = town("sheriff doctor godfather jester lookout escort mayor")
    game.day().nominate("p1 p3", "p2 p3")
    game.night("p1 question {p3}", "p3 kill {p1}")

Seats are p1, p2 … in the order of their roles (“serial-killer”; “executioner>p3” wants p3 hanged). A turn of `play` names a seat and what it does: “p1 says …”,
“p1 whispers p2 …”, “p1 confers …”, “p1 reaches …”, “p1 waits”, “p1 wills …”, “p1 notes …”, “p1 forges …”, “p1 sums …”, “p1 jails p2”, “p1 calls p2”, “p1 reveals”, “p1 names p2”, “p1 finds guilty”,
“p1 does heal {p2}”, “p1 does swap {p2} with p3”, “p1 sleeps”, “clock strikes”. Whoever is not told to is absent.
"""

from __future__ import annotations

from typing import Any, cast

from games.core import CLOCK, EVERYONE, Action, Kind, Pause, Resume, Seat, Told, named
from games.story import Story
from games.town import events
from games.town.events import DayBroke, MatesMet, RoleGiven
from games.town.game import TOWN
from games.town.options import TownOptions
from games.town.people import RoleName
from games.town.roles import ROLE
from games.town.state import State
from tests.games import dictated

QUIET = "sheriff doctor godfather mafioso jester lookout escort medium mayor"
"""A town of nine: p1 to p9."""

SIMPLE: dict[str, Any] = {
    "waits": events.Wait, "reveals": events.Reveal, "sleeps": events.Sleep, "strikes": events.TimeUp, "pauses": Pause,
    "resumes": Resume, "settles": events.Settle,
}  # fmt: skip
SPOKEN: dict[str, Any] = {
    "says": events.Say, "confers": events.Confer, "reaches": events.Reach, "jails": events.Jail, "calls": events.Seance,
    "names": events.Nominate, "finds": events.Judge, "sums": events.Sum,
}  # fmt: skip
PAPERS = {"wills": "will", "notes": "death note", "forges": "forgery", "jots": "notebook"}


def town(roles: str = QUIET, /, *, models: str = "", seed: str = "a town", **options: Any) -> Dictated:
    """A town in which these roles are dealt, of people but for the seats named in `models` (“all”: every one)."""
    given = [_given(at, role) for at, role in enumerate(roles.split(), 1)]
    seats = [each.seat for each in given]
    machines = seats if models == "all" else models.split()
    kinds: dict[Seat, Kind] = {seat: "model" if seat in machines else "person" for seat in seats}
    game = Dictated(Story(TOWN, TownOptions(**{"players": len(seats), "roles": "all-any"} | options), seed))
    told = [
        each
        for each in game.story.begin(kinds, host=True).told
        if not isinstance(each.event, RoleGiven | MatesMet | DayBroke)
    ]
    told += [Told(frozenset({each.seat}), each) for each in given]
    for met in (
        tuple((each.seat, each.role) for each in given if ROLE[each.role].faction == "mafia"),
        tuple((each.seat, each.role) for each in given if each.role == "vampire"),
    ):
        if len(met) > 1:
            told.append(Told(frozenset(seat for seat, _ in met), MatesMet(met)))
    game.tell([*told, Told(EVERYONE, DayBroke(1))])
    return game


def _given(at: int, text: str) -> RoleGiven:
    role, _, quarry = text.partition(">")
    return RoleGiven(Seat(f"p{at}"), cast(RoleName, role.replace("-", " ")), Seat(quarry) if quarry else None)


class Dictated(dictated.Dictated[State]):
    """A town that obeys a friend's words, and keeps what every seat saw."""

    @property
    def alive(self) -> str:
        return " ".join(self.state.alive)

    @property
    def moment(self) -> str:
        """What is played: “night 2”."""
        return f"{self.state.phase} {self.state.day}"

    def night(self, *orders: str) -> Dictated:
        """These act in the next night (the day ends without a hanging), and everybody else sleeps."""
        self.dusk()
        self.play(*(f"{order.replace(' ', ' does ', 1)}" for order in orders))
        return self._clock() if self.state.phase == "night" else self

    def dusk(self) -> Dictated:
        """The day ends as the clock has it."""
        while self.state.by_day:
            self._clock()
        return self

    def talk(self) -> Dictated:
        """Nights pass, and the talk is over: the town may nominate."""
        while self.state.phase != "nomination" and self.story.outcome is None:
            self._clock()
        return self

    def trial(self, whom: str) -> Dictated:
        """Somebody stands trial, by as many as it takes."""
        self.talk()
        for seat in self.state.alive:
            if seat != whom and self.state.phase == "nomination":
                self.play(f"{seat} names {whom}")
        assert self.state.phase in ("defence", "judgement")
        return self

    def judge(self, **verdicts: str) -> Dictated:
        """The verdicts of a trial (“p1="guilty"”); who is not named abstains."""
        while self.state.phase == "defence":
            self._clock()
        self.play(*(f"{seat} finds {verdict}" for seat, verdict in verdicts.items()))
        return self._clock() if self.state.phase == "judgement" else self

    def hang(self, whom: str) -> Dictated:
        """All but one hang one."""
        self.trial(whom)
        while self.state.phase == "defence":
            self._clock()
        self.play(*(f"{seat} finds guilty" for seat in self.state.alive if seat != whom))
        return self._clock() if self.state.phase == "last words" else self

    def told(self, seat: str, since: int = 0) -> list[str]:
        """What the seat heard from that place of the log on, which others than it and some did not."""
        return [
            named(TOWN.shows.say(each.event), self.names)
            for each in self.story.log[since:]
            if each.to is not EVERYONE and each.heard_by(Seat(seat))
        ]

    def public(self, since: int = 0) -> list[str]:
        """What everybody heard from that place of the log on."""
        return [named(TOWN.shows.say(each.event), self.names) for each in self.story.log[since:] if each.to is EVERYONE]

    def _clock(self) -> Dictated:
        return cast(Dictated, self.play("clock strikes"))

    def _read(self, turn: str) -> tuple[Seat, Action]:
        return _read(turn)


def _read(turn: str) -> tuple[Seat, Action]:
    who, verb, rest = [*turn.split(" ", 2), "", ""][:3]
    seat = CLOCK if who == "clock" else Seat(who)
    if verb in SIMPLE:
        return seat, SIMPLE[verb]()
    if verb in PAPERS:
        return seat, events.Write(PAPERS[verb], rest)
    if verb == "whispers":
        to, _, text = rest.partition(" ")
        return seat, events.Whisper(to, text)
    if verb == "does":
        deed, _, other = rest.partition(" with ")
        return seat, events.DoubleDeed(deed, other) if other else events.Deed(deed)
    if verb == "bids":
        return seat, events.Bid(int(rest))  # type: ignore[arg-type]
    if verb == "cautious":
        return seat, events.Caution(True)
    return seat, SPOKEN[verb](rest)
