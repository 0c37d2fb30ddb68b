"""Who sits at a table, and what they know: nothing here lets anything happen."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import fields, replace
from functools import lru_cache
from typing import Any

from bot.ports import Occupant, Saved, Source
from games.colour import Bounds, sift
from games.core import (
    CLAIMS,
    CLOCK,
    HOST,
    MEANS,
    Action,
    Ask,
    Event,
    Game,
    Options,
    Outcome,
    Room,
    Seat,
    Told,
    marked,
    named,
    prose_fields,
    talk_fields,
    tidy,
)
from games.scene import Scene
from games.story import Story


class OfStory:
    """What a table, and a game that is over, answer from the story told there."""

    story: Story[Any]

    @property
    def game(self) -> Game[Any]:
        return self.story.game

    @property
    def options(self) -> Options:
        return self.story.options

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None while it runs."""
        return self.story.outcome

    @property
    def paused(self) -> str | None:
        """Why the game is paused; None while it is not."""
        return self.story.paused

    @property
    def pauses(self) -> int:
        """How often the game has been paused so far."""
        return self.story.house.pauses


class Seated(OfStory):
    """A story, and those to whom it is told. `held` are the people who hold or have held a seat; `spent` is what the game's
    models have cost so far, in US dollars."""

    def __init__(self, saved: Saved, story: Story[Any]) -> None:
        self.id, self.story, self.about = saved.id, story, saved.about
        self._host, self.place = saved.host, saved.place
        self.seats: dict[Seat, Occupant] = dict(saved.seats)
        self.held: list[tuple[str, Seat]] = list(saved.held)
        self.spent = 0.0

    @property
    def host(self) -> str:
        """Who hosts the game: whoever sits where it was handed to, or else who began it; empty where nobody does."""
        at = self.story.house.host
        return self._host if at is None else self.seats[at].user

    @property
    def opened_by(self) -> str:
        """Who began it, whoever hosts it now."""
        return self._host

    @property
    def began_hosted(self) -> bool:
        """Whether anybody ever hosted it."""
        return bool(self._host) or self.story.house.host is not None

    @property
    def hosted(self) -> bool:
        """Whether its host is there, apart from the players or among them."""
        apart = self.story.house.host is None and self.story.kinds.get(HOST) == "person"
        return bool(self.host) and (apart or self.seat_of(self.host) is not None)

    @property
    def called_off(self) -> bool:
        """Whether it was ended before its end."""
        return self.story.house.cancelled is not None

    @property
    def order(self) -> tuple[Seat, ...]:
        """Those who play, in the game's order."""
        return self.story.seats

    @property
    def people(self) -> tuple[Seat, ...]:
        """The seats in which people sit."""
        return self.story.people

    @property
    def log(self) -> Sequence[Told]:
        """All that was told, and to whom."""
        return self.story.log

    @property
    def rooms(self) -> tuple[Room, ...]:
        """The rooms beside the table, as they are now."""
        return self.game.shows.rooms(self.story.state)

    def view(self, seat: Seat | None) -> Any:
        """What `seat` makes of what it was told; None is the public, TABLE knows all. The game's own state."""
        return self.story.view(seat)

    def scene(self, seat: Seat | None) -> Scene:
        """What `seat` sees. Drawn once for as long as nothing happens and people look."""
        return _drawn(self.story, len(self.log), seat)

    def heard(self, seat: Seat | None) -> list[Event]:
        """What `seat` was told, in order; None is the public."""
        return self.story.heard(seat)

    def asks(self, seat: Seat) -> tuple[Ask, ...]:
        """The questions open to `seat` now."""
        return self.story.asks(seat)

    def ask(self, seat: Seat, key: str) -> Ask | None:
        """The question of that key, while it is open to `seat`."""
        return next((ask for ask in self.asks(seat) if ask.key == key), None)

    def seal(self, *parts: str) -> str:
        """A mark of something secret, from which nobody reads it without the game's seed."""
        return hashlib.sha256("|".join((self.story.seed, *parts)).encode()).hexdigest()[:12]

    def try_out(self, seat: Seat, action: Action, key: str) -> None:
        """IllegalAction or StaleAsk where the rules would refuse this move now; nothing happens."""
        self.story.decide(seat, action, key)

    def asks_after(self, seat: Seat, action: Action, key: str) -> tuple[Ask, ...]:
        """What the seat would be asked after this move; nothing happens. IllegalAction or StaleAsk where the rules would
        refuse it."""
        return self.story.after(self.story.decide(seat, self.kept(action), key)).asks(seat)

    def why_not(self, seat: Seat, action: Action) -> str:
        """Why the seat may not do this now, where anybody says why, with {seat} marks."""
        return self.story.why_not(seat, action)

    def misfit(self, seat: Seat, action: Action) -> str:
        """What does not go together in an action that is only begun, with {seat} marks."""
        return self.story.misfit(seat, action)

    @property
    def names(self) -> dict[Seat, str]:
        return {seat: occupant.name for seat, occupant in self.seats.items()}

    def named(self, text: str) -> str:
        """`text` with its {seat} marks as plain names; a surface that decorates names does it itself."""
        return named(text, self.names)

    def narrated(self, text: str) -> str:
        """What of a narrator's words may stand beside what happened: nothing about anybody here, or that could be so in this game."""
        never = frozenset(self.game.talks.unsaid(self.view(None)))
        kept, _ = sift(marked(text, self.names), Bounds("en", never=never))
        return " ".join(kept)

    def seat_of(self, user: str) -> Seat | None:
        """The seat that a person holds now."""
        return next((seat for seat, occupant in self.seats.items() if user and occupant.user == user), None)

    def follow(self, seat: Seat, before: Ask | None = None) -> Ask | None:
        """What goes with what the seat has just done, and did not stand there `before`; see `Ask.follows`."""
        ask = next((ask for ask in self.asks(seat) if ask.follows), None)
        return None if ask and before and (ask.key, ask.text) == (before.key, before.text) else ask

    def waited_for(self) -> tuple[Seat, ...]:
        return tuple(self.story.owed(self.story.seats))

    def source(self, seat: Seat) -> Source:
        """By whom or what a move of that seat comes in, unless something else moves for it."""
        return "host" if seat == HOST else "clock" if seat == CLOCK else self.seats[seat].kind

    def objection(self, seat: Seat, occupant: Occupant) -> str | None:
        """Why `occupant` may not take that seat now; None when they may."""
        if seat not in self.seats:
            return "There is no such seat at this table."
        if self.outcome:
            return "The game is over."
        if (
            occupant.kind != "person"
        ):  # whoever plays by itself has seen nothing elsewhere: a person may leave any seat to it
            return None
        held = frozenset(each for user, each in self.held if occupant.user and user == occupant.user)
        return for_staff(self.game, seat) or self.game.lobby.may_sit(self.story.state, seat, held)

    def forget(self, user: str, name: str) -> None:
        """Lets go of a person's id, and of their name in favour of `name`; the store is told by whoever holds it."""
        self.held = [each for each in self.held if each[0] != user]
        for seat, occupant in self.seats.items():
            if user in (occupant.user, occupant.stands_for):
                self.seats[seat] = replace(occupant, user="", stands_for="", name=name)
        if self._host == user:
            self._host = ""

    # ── what is said in a move ──

    def kept(self, action: Action) -> Action:
        """The action with what somebody says in it as a story keeps it: tidied, and seats for names; and all else that they may
        have typed on one line, since a refusal may repeat it."""
        lines = prose_fields(type(action))
        return _on_one_line(_respoken(action, lambda text, name: marked(text, self.names, name in lines)))

    def spoken(self, action: Action) -> Action:
        """The same as people read it: names for seats."""
        return _respoken(action, lambda text, _: self.named(text))


@lru_cache(maxsize=512)
def _drawn(story: Story[Any], told: int, seat: Seat | None) -> Scene:
    """A scene after so many entries of the log. Not every game keeps its own: they are most of what a table weighs."""
    return story.game.shows.scene(story.view(seat), seat)


def for_staff(game: Game[Any], seat: Seat) -> str | None:
    """Why no person takes this seat: it is one of those who run the game rather than play it. None for all others."""
    return (
        f"The {game.shows.seat_title(seat)} runs the game, and only an AI sits there."
        if seat in game.lobby.staff
        else None
    )


def question(story: Story[Any], seat: Seat, key: str) -> Ask | None:
    """The question of that key to that seat. A pause closes none: it is answered when the game goes on."""
    asks: tuple[Ask, ...] = () if story.outcome else story.game.rules.asks(story.state, seat)
    return next((ask for ask in asks if ask.key == key), None)


def _on_one_line(action: Action) -> Action:
    """The action with each text that is no speech tidied."""
    speech = {*talk_fields(type(action)), CLAIMS, MEANS}
    typed = {each.name: getattr(action, each.name) for each in fields(action) if each.name not in speech}  # type: ignore[arg-type]
    tidied = {name: _tidied(value) for name, value in typed.items()}
    return action if tidied == typed else replace(action, **tidied)  # type: ignore[type-var]


def _tidied(value: Any) -> Any:
    if isinstance(value, tuple):
        return tuple(map(_tidied, value))
    return tidy(value) if isinstance(value, str) else value


def _respoken(action: Action, how: Callable[[str, str], str]) -> Action:
    """The action with `how` done to all that somebody says in it, given the text and its field."""
    spoken = (*talk_fields(type(action)), CLAIMS)
    said = {name: how(text, name) for name in spoken if isinstance(text := getattr(action, name, None), str)}
    return replace(action, **said) if said else action  # type: ignore[type-var]
