"""Where people of a town talk: who may speak in which room, who listens there, and who of those knows who speaks.

By day there is the town, and whispers; by night the Mafia, the Vampires, the cell, and a Medium with the dead. The dead talk
among themselves at any time. Nobody is in two of the night's rooms: the cell comes before all others.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from games.core import EVERYONE, TABLE, Audience, Channel, Seat, Told, record
from games.town.people import ROLES, RoleName
from games.town.roles import ROLE
from games.town.state import State
from games.town.words import Confer, Means, Overheard, Reached, Room, Said, Voice, WhisperSeen

GRAVEYARD = Seat("graveyard")


@record
class Hearing:
    """Who hears what somebody says: those who know who speaks, those who only hear a voice, and as whose."""

    named: frozenset[Seat]
    unnamed: frozenset[Seat] = frozenset()
    voice: Voice = "somebody"


def ears(room: Room, night: int) -> Seat:
    """They sit where a thread beside the table listens: told what is said there as all see it who read it. Each night has a
    room of its own, for those who are there that night; the graveyard is always the same."""
    return GRAVEYARD if room == "dead" else Seat(f"{room}-{night}")


def room_of(s: State, seat: Seat) -> Room | None:
    """Where, out of the town's hearing, the seat may speak now. It follows from what the seat knows."""
    if s.phase == "over" or s.phase == "deal":
        return None
    if seat not in s.alive:
        return "dead" if seat in s.places else None
    if s.phase != "night":
        return None
    role = s.roles[s.places[seat]]
    if s.jails and s.jails[-1][0] == s.day and (role == "jailor" or seat == s.jails[-1][1]):
        return "jail"
    return None if role is None else _BY_NIGHT.get(role)


_MAFIA: frozenset[RoleName | None] = frozenset(role for role in ROLES if ROLE[role].faction == "mafia")
_VAMPIRES: frozenset[RoleName | None] = frozenset(("vampire",))
_KIN = {**dict.fromkeys(_MAFIA, _MAFIA), **dict.fromkeys(_VAMPIRES, _VAMPIRES)}
_BY_NIGHT: Mapping[RoleName | None, Room] = {
    "medium": "dead", **dict.fromkeys(_VAMPIRES, "vampires"), **dict.fromkeys(_MAFIA, "mafia"),
}  # fmt: skip


def company(s: State, seat: Seat, room: Room) -> bool:
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
    roles, places = s.roles, s.places
    own = _KIN.get(roles[places[seat]])
    if own is None:
        return ()
    return tuple([each for each in s.alive if roles[places[each]] in own and each != seat and s.knows(seat, each)])


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


def hearing(s: State, seat: Seat, room: Room) -> Hearing:
    """Who hears what the seat says in that room tonight. Spies, Vampire Hunters and Mediums in jail hear nothing but the
    cell."""
    held = s.prisoner
    free = [each for each in s.alive if each != held]
    match room:
        case "mafia":
            members = [each for each in free if s.roles[s.places[each]] in _MAFIA]
            return Hearing(frozenset((*members, ears(room, s.day))), _of(s, free, "spy"))
        case "vampires":
            return Hearing(_of(s, free, "vampire") | {ears(room, s.day)}, _of(s, free, "vampire hunter"))
        case "dead":
            return _among_the_dead(s, seat, frozenset(free))
    jailors = _of(s, list(s.alive), "jailor")
    prisoner = frozenset() if s.prisoner is None else frozenset({s.prisoner})
    cell = frozenset({ears(room, s.day)})
    if seat == s.prisoner:
        return Hearing(jailors | prisoner | cell)
    return Hearing(jailors, prisoner | cell, "Jailor")


def _among_the_dead(s: State, seat: Seat, free: frozenset[Seat]) -> Hearing:
    """The dead hear each other, and at night a Medium hears them and is “Medium” to them."""
    dead = frozenset((*s.dead, GRAVEYARD))
    if seat in s.alive:
        return Hearing(frozenset({seat}), dead | (_of(s, list(free), "medium") - {seat}), "Medium")
    return Hearing(dead | (_of(s, list(free), "medium") if s.phase == "night" else frozenset()))


def _of(s: State, seats: list[Seat], role: str) -> frozenset[Seat]:
    if role not in s.roles:
        return frozenset()
    return frozenset([each for each in seats if s.roles[s.places[each]] == role])


def _faction(s: State, seat: Seat) -> str | None:
    role = s.role(seat)
    return None if role is None else ROLE[role].faction


# ── what is told ──────────────────────────────────────────────────────────────────────────────────────────────────────


def conferred(s: State, seat: Seat, room: Room, text: str, means: Means) -> list[Told]:
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
    listeners = _of(s, list(s.alive), "spy") | _of(s, list(s.alive), "blackmailer")
    whisper = _reaching(frozenset({seat, to}) | listeners, Said("whisper", seat, text, to, means))
    return [*whisper, Told(EVERYONE, WhisperSeen(seat, to))]


def heard_last(s: State, seat: Seat) -> Audience:
    """Who heard the last statement of the seat."""
    said = next(line for line in reversed(s.lines) if line.seat == seat and line.text)
    return EVERYONE if said.room == "town" else frozenset(said.heard or (seat,))


def _reaching(to: frozenset[Seat], event: Said | Overheard) -> list[Told]:
    return [Told(frozenset(), Reached(tuple(sorted(to)))), Told(to, event)]


# ── rooms beside the table ────────────────────────────────────────────────────────────────────────────────────────────


def channels(s: State) -> tuple[Channel, ...]:
    """The rooms that there are now, and those of nights that are over; in a game of AIs instead of them one where everything
    is told to everybody. Nobody reads there of whom the others there are not to know who they are: Jailors, Mediums, Spies
    and Vampire Hunters hear it at their own seats."""
    if s.phase == "deal":
        return ()
    if s.ai_only and not s.left:
        about = "Everything that is hidden at the table is told here: roles, orders, what the AIs think. Nobody who plays reads it."
        return (Channel("backstage", "Behind the scenes", about, TABLE, None),)
    return (*_past(s), *_tonight(s), *_graveyard(s))


def _past(s: State) -> list[Channel]:
    """Rooms of earlier nights, for those who were there; which of them there were, a view need not know."""
    names: tuple[Literal["mafia", "vampires", "jail"], ...] = ("mafia", "vampires", "jail")
    nights = range(1, s.day + (s.phase == "over"))
    return [_room(room, night, frozenset(), over=True) for night in nights for room in names]


def _tonight(s: State) -> list[Channel]:
    """Where some talk tonight. How many of a faction are free gives nothing away: whether there is a room does not depend on
    who sits in jail."""
    if s.phase != "night":
        return []
    found = []
    if len(mafia := frozenset(each for each in s.alive if _faction(s, each) == "mafia")) > 1:
        found.append(_room("mafia", s.day, mafia - {s.prisoner}))
    if len(vampires := _of(s, list(s.alive), "vampire")) > 1:
        found.append(_room("vampires", s.day, vampires - {s.prisoner}))
    if s.prisoner is not None:
        found.append(_room("jail", s.day, frozenset({s.prisoner})))
    return found


_HEADS: dict[str, tuple[str, str]] = {
    "mafia": ("The Mafia", "The Mafia talks here tonight. A Spy may hear it, without names."),
    "vampires": ("The Vampires", "The Vampires talk here tonight. A Vampire Hunter may hear it, without names."),
    "jail": ("The jail", "You sit in jail tonight, and can talk to the Jailor here."),
}


def _room(room: Literal["mafia", "vampires", "jail"], night: int, who: frozenset[Seat], over: bool = False) -> Channel:
    title, about = _HEADS[room]
    return Channel(f"{room}-{night}", f"{title}, night {night}", about, ears(room, night), who, who, Confer, over)


def _graveyard(s: State) -> list[Channel]:
    about = (
        "The dead talk here. They know no more of the living than everybody does, and nobody but a Medium hears them."
    )
    dead, over = frozenset(s.dead), s.phase == "over"
    if not s.graves:
        return []
    writers = frozenset[Seat]() if over else dead
    return [Channel("graveyard", "The graveyard", about, GRAVEYARD, dead, writers, Confer, over)]
