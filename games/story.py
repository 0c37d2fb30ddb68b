"""A game in progress, told so far: the log, and what the table and every seat make of it.

The log is the game. `Story` folds it, incrementally, once for the table and once for each view that somebody looks at;
it decides what a move would bring about without changing anything, so that a table can write it down before it is told.
Nothing here waits, stores or speaks; whoever holds a story puts moves in order.
"""

from __future__ import annotations

import copy
from collections.abc import Iterable, Mapping
from typing import Generic, TypeVar

from games.core import (
    EVERYONE,
    HOST,
    TABLE,
    Action,
    Ask,
    Cancel,
    Cancelled,
    Event,
    Game,
    IllegalAction,
    Kind,
    Options,
    Outcome,
    Parsed,
    Pause,
    Paused,
    Resume,
    Resumed,
    Seat,
    Seated,
    StaleAsk,
    Told,
    dice_for,
    escape,
)

S = TypeVar("S")

LONGEST_CONSEQUENCE = 1000
"""More events than any move can bring about: beyond it, `then` of a game does not come to rest."""


class Story(Generic[S]):
    """One game's log with its folds. `seed` decides the dice; it gives away the deal and is never shown mid-game."""

    def __init__(self, game: Game[S], options: Options, seed: str, log: Iterable[Told] = ()) -> None:
        self.game, self.options, self.seed = game, options, seed
        self.log: list[Told] = []
        self.kinds: dict[Seat, Kind] = {}
        self.paused: str | None = None
        self.pauses = 0
        self._cancelled: str | None = None
        self._state = game.rules.blank()
        self._views: dict[Seat | None, tuple[int, S]] = {}
        self._decided: tuple[list[Told], S, list[Event]] | None = None
        self._seats: tuple[Seat, ...] = ()
        self._asked: dict[Seat, tuple[Ask, ...]] = {}
        self._over: bool | None = None
        self._dice = dice_for(seed, 0)  # they are laid from place to place: to make them anew costs more
        for told in log:
            self._fold(told)

    # ── what is so ──

    @property
    def state(self) -> S:
        """The fold of everything: what TABLE knows."""
        return self._state

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Those who play, in the game's order; the host and the clock are not among them."""
        return self._seats

    @property
    def people(self) -> tuple[Seat, ...]:
        return tuple(seat for seat in self.seats if self.kinds[seat] == "person")

    @property
    def outcome(self) -> Outcome | None:
        if self._cancelled is not None:
            return Outcome(frozenset(), self._cancelled)
        return self.game.rules.outcome(self._state)

    def view(self, seat: Seat | None) -> S:
        """What `seat` makes of what it was told; None is the public."""
        if seat == TABLE:
            return self._state
        heard, view = self._views.get(seat) or (0, self.game.rules.blank())
        for told in self.log[heard:] if heard < len(self.log) else ():
            if told.heard_by(seat):
                view = self.game.rules.evolve(view, told.event)
        self._views[seat] = (len(self.log), view)
        return view

    def heard(self, seat: Seat | None) -> list[Event]:
        """What `seat` was told, in order."""
        return [told.event for told in self.log if told.heard_by(seat)]

    def asks(self, seat: Seat) -> tuple[Ask, ...]:
        """The questions open to `seat` now. Every seat may let a paused game go on; the host may pause or end it."""
        asks = self._asked.get(seat)
        if asks is not None:
            return asks
        if self._over is None:
            self._over = self._cancelled is not None or self.game.rules.outcome(self._state) is not None
        if self._over:
            asks = ()
        elif self.paused is not None:
            asks = self._asks_in_a_pause(seat)
        else:
            asks = self.game.rules.asks(self._state, seat)
            if seat == HOST:
                asks = (*asks, _HOSTING)
        self._asked[seat] = asks
        return asks

    def owed(self, seats: Iterable[Seat]) -> dict[Seat, tuple[Ask, ...]]:
        """Those of `seats` that are waited for, with what they owe."""
        owed = {seat: tuple(ask for ask in self.asks(seat) if ask.need != "none") for seat in seats}
        return {seat: asks for seat, asks in owed.items() if asks}

    # ── what a move would bring about ──

    def begin(self, seats: Mapping[Seat, Kind], host: bool = False) -> list[Told]:
        """The opening: who sits where, then the set-up. `host` says that a host sits apart from the players."""
        seated = [Told(EVERYONE, Seated(seat, kind)) for seat, kind in seats.items()]
        if host:
            seated.append(Told(EVERYONE, Seated(HOST, "person")))
        return self._settle(seated + self.game.rules.setup(tuple(seats), self.options, dice_for(self.seed, 0)))

    def decide(self, seat: Seat, action: Action, key: str) -> list[Told]:
        """What `action` of `seat` brings about, in answer to the ask `key`; IllegalAction or StaleAsk says why not. The game
        decides nothing but what the ask allows."""
        for ask in self._asked.get(seat) or self.asks(seat):
            if ask.key == key:
                break
        else:
            raise StaleAsk(self._why_not(seat, action) or PASSED)
        if not ask.allows(action):
            raise IllegalAction(self._why_not(seat, action) or NOT_NOW)
        if isinstance(action, _HOUSE):
            return self._of_the_house(action)
        dice = self._dice
        dice.place, dice.thrown = len(self.log), None
        return self._settle(self.game.rules.decide(self._state, seat, action, dice))

    def reseat(self, seat: Seat, kind: Kind, *, host: bool = False) -> list[Told]:
        """What it brings about that a person, model or built-in player takes `seat` now; `host`: that it is the host, who
        sits apart no more. A game that people began pauses when none of them is left."""
        told = [Told(EVERYONE, Seated(seat, kind))]
        if host and self.kinds.get(HOST) == "person":
            told.append(Told(EVERYONE, Seated(HOST, "built-in")))
        if self.people == (seat,) and kind != "person" and self.paused is None:
            told.append(Told(EVERYONE, Paused("Nobody is left at the table.")))
        return self._settle(told)

    def tell(self, told: list[Told]) -> None:
        """These have happened: they are in the log now."""
        ahead = self._decided
        self._decided, self._asked, self._over = None, {}, None
        if ahead is not None and ahead[0] is told:
            _, self._state, noted = ahead
            for event in noted:
                self._note(event)
            self.log += told
        else:
            for each in told:
                self._fold(each)

    def after(self, told: list[Told]) -> Story[S]:
        """The story as it will be once `told` is told; this one stays as it is."""
        ahead = copy.copy(self)
        ahead.log, ahead.kinds, ahead._views = list(self.log), dict(self.kinds), dict(self._views)
        ahead.tell(told)
        return ahead

    # ── within ──

    def _asks_in_a_pause(self, seat: Seat) -> tuple[Ask, ...]:
        resume = Ask(f"resume:{self.pauses}", "The game is paused.", "none", choices=(Resume(),))
        return (resume, _HOSTING) if seat == HOST else (resume,) if seat in self.kinds else ()

    def _of_the_house(self, action: Pause | Resume | Cancel) -> list[Told]:
        match action:
            case Pause():
                return self._settle([Told(EVERYONE, Paused("The host paused the game."))])
            case Resume():
                return self._settle([Told(EVERYONE, Resumed())])
        return [Told(EVERYONE, Cancelled(escape(" ".join(action.why.split())) or Cancel().why))]

    def _settle(self, told: list[Told]) -> list[Told]:
        """`told` and all that follows from it by itself; while the game is paused, nothing does."""
        state, paused, fresh = self._state, self.paused is not None, told
        noted: list[Event] = []
        evolve, then, dice, logged = self.game.rules.evolve, self.game.rules.then, self._dice, len(self.log)
        while True:
            for each in fresh:
                event = each.event
                state = evolve(state, event)
                if type(event) in _NOTED:
                    noted.append(event)
                    paused = isinstance(event, Paused) or (paused and not isinstance(event, Resumed))
            done = len(told)
            if done > LONGEST_CONSEQUENCE:
                raise RuntimeError(f"{self.game.name}: what follows a move does not come to rest")
            if paused:
                break
            dice.place, dice.thrown = logged + done, None
            fresh = then(state, dice)
            if not fresh:
                break
            told = told + fresh
        self._decided = (told, state, noted)
        return told

    def _fold(self, told: Told) -> None:
        self._note(told.event)
        self._state = self.game.rules.evolve(self._state, told.event)
        self.log.append(told)

    def _note(self, event: Event) -> None:
        match event:
            case Seated(seat=seat, kind=kind):
                self.kinds[seat] = kind
                self._seats = tuple([each for each in self.kinds if each != HOST])
            case Paused(why=why):
                self.paused, self.pauses = why, self.pauses + 1
            case Resumed():
                self.paused = None
            case Cancelled(why=why):
                self._cancelled = why

    def _why_not(self, seat: Seat, action: Action) -> str:
        """Why the seat may not do this now; empty where that is only because something else was asked."""
        if self.outcome:
            return "The game is over."
        if self.paused is not None:
            return f"The game is paused. {self.paused}"
        if isinstance(action, Resume):
            return "The game is not paused."
        if isinstance(action, _HOUSE):
            return "" if seat == HOST else "Only the host can do that."
        asks = self.asks(seat)
        try:
            if any(ask.allows(action) for ask in asks):
                self.game.rules.decide(self._state, seat, action, dice_for(self.seed, len(self.log)))
                return ""
            self.game.rules.why_not(self.view(seat), seat, action)
        except IllegalAction as refusal:
            return str(refusal)
        return next((self._listed(ask, *wrong) for ask in asks if (wrong := ask.unlisted(action))), "")

    def _listed(self, ask: Ask, name: str, value: str) -> str:
        """What may be chosen instead of that value."""
        listed = [f"{{{each}}}" if each in self.kinds else each for each in ask.allowed[name]]
        wrong = f"{{{value}}}" if value in self.kinds else escape(value[:_QUOTED])
        there = f"You can choose: {', '.join(listed)}." if listed else "There is nothing to choose."
        return f"{name.capitalize()}: “{wrong}” cannot be chosen now. {there}"


def read_answer(game: Game[S], view: S, seat: Seat, ask: Ask, text: str, names: Mapping[Seat, str]) -> Parsed:
    """What somebody wrote, as an answer: as the game reads it, or else as the house does."""
    if game.talks.read is not None:
        return game.talks.read(view, seat, ask, text, names)
    from games.reading import read  # its library is loaded when somebody first answers in words

    return read(ask, text, names)


_HOUSE = (Pause, Resume, Cancel)
_NOTED = frozenset({Seated, Paused, Resumed, Cancelled})
PASSED = "That moment has passed. Look at the table again."
_QUOTED = 60
NOT_NOW = "That is not one of the things you can do now."
_HOSTING = Ask("host", "You host this game.", "none", choices=(Pause(),), forms=(Cancel,))
