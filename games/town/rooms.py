"""Where people of a town talk: who may speak in which room, who listens there, and who of those knows who speaks.

By day there is the town, and whispers; by night the Mafia, the Vampires, the cell, and a Medium with the dead. The dead talk
among themselves at any time. Nobody is in two of the night's rooms: the cell comes before all others.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from games.core import EVERYONE, TABLE, Audience, Room, Seat, Told, record
from games.town.events import Confer, Means, Overheard, Reached, RoomName, Said, Voice, Waited, WhisperSeen
from games.town.legal import MAFIA, VAMPIRES
from games.town.people import RoleName
from games.town.state import State

GRAVEYARD = Seat("graveyard")

CIRCLES: Mapping[RoomName, tuple[frozenset[RoleName], RoleName]] = {
    "mafia": (MAFIA, "spy"),
    "vampires": (VAMPIRES, "vampire hunter"),
}
"""Who talk among themselves at night, and whose role it is to hear that, without names."""

_AT_HOME: Mapping[RoleName | None, RoomName] = {
    "medium": "dead",
    **{role: room for room, (kin, _) in CIRCLES.items() for role in kin},
}
_THREADS: Mapping[RoomName, tuple[str, str]] = {
    "mafia": ("The Mafia", "The Mafia talks here tonight. A Spy may hear it, without names."),
    "vampires": ("The Vampires", "The Vampires talk here tonight. A Vampire Hunter may hear it, without names."),
    "jail": ("The jail", "You sit in jail tonight, and can talk to the Jailor here."),
}
"""Rooms of one night: what their threads are called, and what is said there of them."""


@record
class Hearing:
    """Who hears what somebody says: those who know who speaks, those who only hear a voice, and as whose."""

    named: frozenset[Seat]
    unnamed: frozenset[Seat] = frozenset()
    voice: Voice = "somebody"


def ears(room: RoomName, night: int) -> Seat:
    """They sit where a thread beside the table listens: told what is said there as all see it who read it. Each night has a
    room of its own, for those who are there that night; the graveyard is always the same."""
    return GRAVEYARD if room == "dead" else Seat(f"{room}-{night}")


def room_of(s: State, seat: Seat) -> RoomName | None:
    """Where, out of the town's hearing, the seat may speak now. It follows from what the seat knows."""
    if s.phase == "over" or s.phase == "deal":
        return None
    if seat not in s.alive:
        return "dead" if seat in s.cast else None
    if s.phase != "night":
        return None
    role = s.cast[seat].role
    if s.jails and s.jails[-1][0] == s.day and (role == "jailor" or seat == s.jails[-1][1]):
        return "jail"
    return _AT_HOME.get(role)


def company(s: State, seat: Seat, room: RoomName) -> bool:
    """Whether somebody is there to talk to, as far as the seat knows: that a mate sits in jail, nobody hears."""
    match room:
        case "jail":
            return True
        case "dead":
            return len(s.seats) - len(s.alive) > (seat not in s.alive)
        case "mafia" | "vampires":
            return bool(mates(s, seat))
    return False


def mates(s: State, seat: Seat) -> tuple[Seat, ...]:
    """Those of the living whom the seat knows for its own."""
    room = _AT_HOME.get(s.cast[seat].role)
    if room is None or room not in CIRCLES:
        return ()
    kin, _ = CIRCLES[room]
    return tuple([each for each in s.alive if s.cast[each].role in kin and each != seat and s.knows(seat, each)])


def may_speak(s: State, seat: Seat) -> bool:
    """Whether the whole town would hear the seat now. Whoever is blackmailed cannot speak, on trial or before the rope
    neither."""
    if seat not in s.alive or seat in s.gagged:
        return False
    match s.phase:
        case "discussion" | "nomination":
            return True
        case "defence" | "last words":
            return seat == s.accused
        case "judgement":
            return s.rules.judgement_talk
    return False


def may_whisper(s: State, seat: Seat) -> bool:
    """Whether the seat may whisper now: all day, but not when blackmailed, nor as a Mayor whom everybody knows."""
    return s.by_day and seat in s.alive and seat not in s.gagged and seat not in s.mayors


def whisperable(s: State, seat: Seat) -> tuple[Seat, ...]:
    """To whom: anybody alive but a revealed Mayor."""
    return tuple([each for each in s.alive if each != seat and each not in s.mayors])


# ── who hears ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def hearing(s: State, seat: Seat, room: RoomName) -> Hearing:
    """Who hears what the seat says in that room tonight. Spies, Vampire Hunters and Mediums in jail hear nothing but the
    cell."""
    free = [each for each in s.alive if each != s.prisoner]
    here = frozenset({ears(room, s.day)})
    if room in CIRCLES:
        kin, listener = CIRCLES[room]
        return Hearing(_of(s, free, kin) | here, _of(s, free, {listener}))
    if room == "dead":
        # At night a Medium hears them, and is “Medium” to them.
        dead, mediums = here.union(s.dead), _of(s, free, {"medium"})
        if seat in s.alive:
            return Hearing(frozenset({seat}), dead | (mediums - {seat}), "Medium")
        return Hearing(dead | (mediums if s.phase == "night" else frozenset()))
    jailors, cell = _of(s, s.alive, {"jailor"}), here.union(() if s.prisoner is None else (s.prisoner,))
    return Hearing(jailors | cell) if seat == s.prisoner else Hearing(jailors, cell, "Jailor")


def _of(s: State, seats: Collection[Seat], roles: Collection[RoleName]) -> frozenset[Seat]:
    """Those of the seats that have one of these roles, as far as this view knows."""
    return frozenset([each for each in seats if s.cast[each].role in roles])


# ── what is told ──────────────────────────────────────────────────────────────────────────────────────────────────────


def conferred(s: State, seat: Seat, room: RoomName, text: str, means: Means) -> list[Told]:
    """Something said in the room in which the seat is, with a name to it or as a voice."""
    heard = hearing(s, seat, room)
    told = []
    if heard.unnamed:
        told += _reaching(heard.unnamed, Overheard(room, heard.voice, text))
    return told + _reaching(heard.named, Said(room, seat, text, means=means))


def reached(s: State, seat: Seat, text: str, means: Means) -> list[Told]:
    """Something said in each seance in which the seat is."""
    told = []
    for _, medium, whom in s.in_seance(seat):
        to = whom if seat == medium else medium
        told += _reaching(frozenset({medium, whom}), Said("seance", seat, text, to, means))
    return told


def whispered(s: State, seat: Seat, to: Seat, text: str, means: Means) -> list[Told]:
    """A whisper: the two hear it, and every Spy and Blackmailer alive; everybody sees it."""
    listeners = _of(s, s.alive, {"spy", "blackmailer"})
    whisper = _reaching(frozenset({seat, to}) | listeners, Said("whisper", seat, text, to, means))
    return [*whisper, Told(EVERYONE, WhisperSeen(seat, to))]


def waits(s: State, seat: Seat) -> list[Told]:
    """By night nobody else hears who says nothing, but a Jailor whose prisoner does not answer."""
    if seat != s.prisoner:
        return [Told(frozenset({seat}), Waited(seat))]
    return _reaching(_of(s, s.alive, {"jailor"}) | {seat}, Waited(seat))


def heard_last(s: State, seat: Seat) -> Audience:
    """Who heard the last statement of the seat."""
    said = next(line for line in reversed(s.lines) if line.seat == seat and line.text)
    return EVERYONE if said.room == "town" else frozenset(said.heard or (seat,))


def _reaching(to: frozenset[Seat], event: Said | Overheard | Waited) -> list[Told]:
    return [Told(frozenset(), Reached(tuple(sorted(to)))), Told(to, event)]


# ── rooms beside the table ────────────────────────────────────────────────────────────────────────────────────────────


def rooms(s: State) -> tuple[Room, ...]:
    """The rooms that there are now, and those of nights that are over; in a game of AIs instead of them one where everything
    is told to everybody. Nobody reads there of whom the others there are not to know who they are: Jailors, Mediums, Spies
    and Vampire Hunters hear it at their own seats."""
    if s.phase == "deal":
        return ()
    if s.backstage:
        about = "Everything that is hidden at the table is told here: roles, orders, what the AIs think. Nobody who plays reads it."
        return (Room("backstage", "Behind the scenes", about, TABLE, None),)
    over, dead, nobody = s.phase == "over", frozenset(s.dead), frozenset[Seat]()
    # Which rooms of earlier nights there were, a view need not know.
    found = [_thread(room, night, nobody, over=True) for night in range(1, s.day + over) for room in _THREADS]
    if s.phase == "night":
        # How many of a faction are free gives nothing away: whether there is a room does not depend on who sits in jail.
        kins = {room: _of(s, s.alive, kin) for room, (kin, _) in CIRCLES.items()}
        found += [_thread(room, s.day, kin - {s.prisoner}) for room, kin in kins.items() if len(kin) > 1]
        if s.prisoner is not None:
            found.append(_thread("jail", s.day, frozenset({s.prisoner})))
    if s.graves:
        about = "The dead talk here. They know no more of the living than everybody does, and nobody but a Medium hears them."
        writers = nobody if over else dead
        found.append(Room("graveyard", "The graveyard", about, GRAVEYARD, dead, writers, Confer, over))
    return tuple(found)


def _thread(room: RoomName, night: int, who: frozenset[Seat], over: bool = False) -> Room:
    title, about = _THREADS[room]
    return Room(f"{room}-{night}", f"{title}, night {night}", about, ears(room, night), who, who, Confer, over)
