"""A murder mystery told to a friend: who is who, what each chooses at night, what is said, and who hangs.

    game = mystery(6, guilty="p1").quiet_day()
    game.night("p1 Library strike p2", "p2 Library", "p3 Library hide", "p4 >p5 guard p5")
    assert game.learned("p3") == "…"
    game.quiet_day().vote("p3 p1", "p4 p1", "p5 p1")

A night's turn names a seat, where it goes (“>p5” follows p5) and what it does; whoever is not named is absent. A turn of
`play` may also be “p1 says …”, “p1 silent”, “p1 votes p2”, “p1 whispers …”, “host dooms p3” or “clock strikes”.
"""

from __future__ import annotations

from typing import Any

from games.core import (
    CLOCK,
    EVERYONE,
    HOST,
    Action,
    Kind,
    Pause,
    Resume,
    Seat,
    Told,
    named,
)
from games.mystery import GAME
from games.mystery.events import LetDie, MurderersMet, Night, Plot, RoleGiven, Say, Silence, TimeUp, Vote
from games.mystery.options import MysteryOptions
from games.mystery.state import State
from games.story import Story
from tests.games import dictated

PLACES = {4: 3, 5: 3, 6: 4, 7: 5, 8: 5, 9: 6, 10: 7}
"""Of the houses told of here, whatever a host is offered by default."""

SPOKEN: dict[str, Any] = {"says": Say, "votes": Vote, "whispers": Plot, "dooms": LetDie}
SIMPLE: dict[str, Any] = {"silent": Silence, "strikes": TimeUp, "pauses": Pause, "resumes": Resume}


def mystery(
    players: int = 6, guilty: str = "p1", *, models: str = "", host: bool = True, seed: str = "a house", **options: Any
) -> Dictated:
    """A house of people, but for the seats named in `models` (“all”: every one), in which these are guilty; a host apart."""
    seats = [Seat(f"p{n}") for n in range(1, players + 1)]
    murderers = tuple(Seat(seat) for seat in guilty.split())
    machines = seats if models == "all" else models.split()
    kinds: dict[Seat, Kind] = {seat: "model" if seat in machines else "person" for seat in seats}
    options = {"murderers": len(murderers), "places": PLACES[players], "hides": 2, "gentle_first_night": "no"} | options
    chosen = MysteryOptions(players=players, **options)
    game = Dictated(Story(GAME, chosen, seed))
    told = [each for each in game.story.begin(kinds, host).told if not isinstance(each.event, RoleGiven | MurderersMet)]
    roles = [Told(frozenset({seat}), RoleGiven(seat, "innocent")) for seat in seats if seat not in murderers]
    game.tell([*told[:-1], *roles, Told(frozenset(murderers), MurderersMet(murderers)), told[-1]])
    return game


class Dictated(dictated.Dictated[State]):
    """A murder mystery that obeys a friend's words, and keeps what every seat saw."""

    def quiet_day(self) -> Dictated:
        """Everybody is silent until there is something else to do than to talk."""
        while self.state.phase == "talk":
            self._rest(Silence())
        return self

    def night(self, *turns: str) -> Dictated:
        """These choose, and everybody else is absent."""
        assert self.state.phase == "night", self.state.phase
        self.play(*turns)
        if self.state.phase == "night":
            self._rest()
        return self

    def vote(self, *votes: str) -> Dictated:
        """These vote (“p1 p2”: p1 for p2), everybody else for nobody; the votes are counted, and last words are none."""
        assert self.state.phase == "vote", self.state.phase
        self.play(*(vote.replace(" ", " votes ", 1) for vote in votes))
        if self.state.phase == "vote":
            self._rest()
        if self.state.phase == "vote":
            self.play("clock strikes")
        return self

    def hang(self, whom: str) -> Dictated:
        """All hang one, who says nothing to it; with an innocent day of silence before, if it is still to come."""
        self.quiet_day().vote(*(f"{seat} {whom}" for seat in self.state.alive))
        return self.play(f"{whom} silent") if self.story.asks(Seat(whom)) else self

    # ── looked at ──

    def moment(self) -> str:
        """What is played: “night 2”."""
        return f"{self.state.phase} {self.state.day}"

    def learned(self, seat: str, night: int = 0) -> str:
        """What that night (0: the last one) told the seat, in its sentence."""
        return [line for line in self.heard(seat) if line.startswith(f"Night {night or ''}") and ": " in line][-1]

    # ── within ──

    def _rest(self, action: Action | None = None) -> None:
        """Whoever is waited for does this, or what an absent player does."""
        for seat, asks in self.story.owed(self.story.seats).items():
            done = action or asks[0].default
            assert done is not None
            self._do(seat, done, asks[0].key)

    def _read(self, turn: str) -> tuple[Seat, Action]:
        return _read(turn)


def _read(turn: str) -> tuple[Seat, Action]:
    who, verb, rest = [*turn.split(" ", 2), "", ""][:3]
    seat = {"clock": CLOCK, "host": HOST}.get(who, Seat(who))
    if verb in SPOKEN:
        return seat, SPOKEN[verb](rest)
    if verb in SIMPLE:
        return seat, SIMPLE[verb]()
    act, _, target = (rest or "watch").partition(" ")
    where = f"follow {{{verb[1:]}}}" if verb.startswith(">") else verb
    return seat, Night(where, f"{act} {{{target}}}" if target else act)


def public(game: Dictated, since: int = 0) -> list[str]:
    """What everybody was told from that place of the log on, in sentences."""
    return [named(GAME.shows.say(told.event), game.names) for told in game.story.log[since:] if told.to is EVERYONE]
