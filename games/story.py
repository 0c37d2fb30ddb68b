"""A game in progress, told so far: the log, and what the table and every seat make of it.

The log is the game. `Story` folds it, incrementally, once for the table and once for each view that somebody looks at;
it decides what a move would bring about, a `Step`, without changing anything, so that a table can write it down before it
is told. Nothing here waits, stores or speaks; whoever holds a story puts moves in order.
"""

from __future__ import annotations

import copy
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
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
    Hinted,
    Hosts,
    IllegalAction,
    Kind,
    LetBack,
    Options,
    Outcome,
    Parsed,
    Pause,
    Paused,
    Resume,
    Resumed,
    Seat,
    Seated,
    Skipped,
    StaleAsk,
    Told,
    VotedOut,
    altered,
    dice_for,
    escape,
    learner,
    state,
    tidy,
)

S = TypeVar("S")

LONGEST_CONSEQUENCE = 1000
"""More events than any move can bring about: beyond it, `then` of a game does not come to rest."""

MOST_DEALS = 200
"""After so many, whoever learns a game plays what they were dealt: with its options there may be nothing better."""


@state
class House:
    """What the house keeps of a game, beside the game's own state: who sits where, whether it rests, whether it was called off;
    where its host sits, once another than who began it hosts it; from which seats somebody was voted `out`; and who was `hinted` of
    which kind of question."""

    kinds: Mapping[Seat, Kind] = field(default_factory=dict)
    seats: tuple[Seat, ...] = ()
    paused: str | None = None
    pauses: int = 0
    cancelled: str | None = None
    host: Seat | None = None
    out: frozenset[Seat] = frozenset()
    hinted: frozenset[tuple[Seat, str]] = frozenset()

    def after(self, event: Event) -> House:
        match event:
            case Seated(seat=seat, kind=kind):
                kinds = {**self.kinds, seat: kind}
                return altered(self, kinds=kinds, seats=tuple([each for each in kinds if each != HOST]))
            case Paused(why=why):
                return altered(self, paused=why, pauses=self.pauses + 1)
            case Resumed():
                return altered(self, paused=None)
            case Cancelled(why=why):
                return altered(self, cancelled=why)
            case Hosts(seat=seat):
                return altered(self, host=seat)
            case VotedOut(seat=seat):
                return altered(self, out=self.out | {seat})
            case LetBack(seat=seat):
                return altered(self, out=self.out - {seat})
            case Hinted(seat=seat, of=kind):
                return altered(self, hinted=self.hinted | {(seat, kind)})
        return self


@dataclass(slots=True)
class Step(Generic[S]):
    """What a move brings about, in order, and what becomes of the game by it; it can be told when the log is `after` entries
    long."""

    after: int
    told: list[Told]
    state: S
    house: House


class Story(Generic[S]):
    """One game's log with its folds. `seed` decides the dice; it gives away the deal and is never shown mid-game."""

    def __init__(self, game: Game[S], options: Options, seed: str, log: Iterable[Told] = ()) -> None:
        self.game, self.options, self.seed = game, options, seed
        self.log: list[Told] = []
        self.state: S = game.rules.blank()
        """The fold of everything: what TABLE knows."""
        self.house = House()
        self.outcome: Outcome | None = None
        """How the game ended; None while it runs."""
        self._views: dict[Seat | None, tuple[int, S]] = {}
        self._asked: dict[Seat, tuple[Ask, ...]] = {}
        self.tell(log)

    # ── what is so ──

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Those who play, in the game's order; the host and the clock are not among them."""
        return self.house.seats

    @property
    def kinds(self) -> Mapping[Seat, Kind]:
        """Who sits in each seat, the host’s included."""
        return self.house.kinds

    @property
    def paused(self) -> str | None:
        """Why the game is paused; None while it is not."""
        return self.house.paused

    @property
    def people(self) -> tuple[Seat, ...]:
        return tuple(seat for seat in self.seats if self.kinds[seat] == "person")

    def view(self, seat: Seat | None) -> S:
        """What `seat` makes of what it was told; None is the public."""
        if seat == TABLE:
            return self.state
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
        if self.outcome is not None:
            asks = ()
        elif self.house.paused is not None:
            asks = self._asks_in_a_pause(seat)
        else:
            asks = self.game.rules.asks(self.state, seat)
            if seat == HOST:
                asks = (*asks, _HOSTING)
        self._asked[seat] = asks
        return asks

    def owed(self, seats: Iterable[Seat]) -> dict[Seat, tuple[Ask, ...]]:
        """Those of `seats` that are waited for, with what they owe."""
        owed = {seat: tuple(ask for ask in self.asks(seat) if ask.need != "none") for seat in seats}
        return {seat: asks for seat, asks in owed.items() if asks}

    def why_not(self, seat: Seat, action: Action) -> str:
        """Why the seat may not do this now, whichever question it would answer: “You are dead.” Empty where neither the game
        nor the house has a reason to give."""
        if self.outcome:
            return "The game is over."
        if self.paused is not None:
            return f"The game is paused. {self.paused}"
        if isinstance(action, Resume):
            return "The game is not paused."
        if type(action) in _HOUSE:
            return "" if seat == HOST else "Only the host can do that."
        asks = self.asks(seat)
        try:
            if any(ask.allows(action) for ask in asks):  # what no question can list, only deciding finds
                self.game.rules.decide(self.state, seat, action, dice_for(self.seed, len(self.log)))
                return ""
            self.game.rules.why_not(self.view(seat), seat, action)
        except IllegalAction as refusal:
            return str(refusal)
        return next((self._listed(ask, *wrong) for ask in asks if (wrong := ask.unlisted(action))), "")

    def misfit(self, seat: Seat, action: Action) -> str:
        """What does not go together in an action that is only begun, as far as the game says so."""
        try:
            self.game.rules.why_not(self.view(seat), seat, action)
        except IllegalAction as refusal:
            return str(refusal)
        return ""

    # ── what a move would bring about ──

    def begin(self, seats: Mapping[Seat, Kind], host: bool = False) -> Step[S]:
        """The opening: who sits where, then the set-up. `host` says that a host sits apart from the players."""
        seated = [Told(EVERYONE, Seated(seat, kind)) for seat, kind in seats.items()]
        if host:
            seated.append(Told(EVERYONE, Seated(HOST, "person")))
        dice = dice_for(self.seed, len(self.log))
        dealt = self.game.rules.setup(tuple(seats), self.options, dice)
        pupil, deals = learner(self.options, seats), 1
        while pupil is not None and deals < MOST_DEALS:
            begun = Story(self.game, self.options, self.seed, [*seated, *dealt])
            if self.game.lobby.taught(begun.view(pupil), pupil):
                break
            dealt, deals = self.game.rules.setup(tuple(seats), self.options, dice), deals + 1
        return self._step([*seated, *dealt], dice)

    def decide(self, seat: Seat, action: Action, key: str, first: Sequence[Told] = ()) -> Step[S]:
        """What `action` of `seat` brings about, in answer to the ask `key`; IllegalAction or StaleAsk says why not. The game
        decides nothing but what the ask allows. `first` is told before all of it."""
        for ask in self.asks(seat):
            if ask.key == key:
                break
        else:
            raise StaleAsk(self.why_not(seat, action) or PASSED)
        if not ask.allows(action):
            raise IllegalAction(self.why_not(seat, action) or NOT_NOW)
        dice = dice_for(self.seed, len(self.log))
        if type(action) in _HOUSE:
            return self._step([Told(EVERYONE, _of_the_house(action))], dice, first)
        return self._step(self.game.rules.decide(self.state, seat, action, dice), dice, first)

    def reseat(
        self,
        seat: Seat,
        kind: Kind,
        *,
        host: bool = False,
        hosts: Seat | None = None,
        why: Sequence[Event] = (),
    ) -> Step[S]:
        """What it brings about that a person, model or built-in player takes `seat` now, after what says `why`; `host`: that it
        is the host, who sits apart no more; `hosts` is who hosts the game from then on, where that changes. A game that people
        began pauses when none of them is left."""
        told = [*(Told(EVERYONE, each) for each in why), Told(EVERYONE, Seated(seat, kind))]
        if hosts is not None:
            told += self._hosting(hosts)
        elif host and self.kinds.get(HOST) == "person":
            told.append(Told(EVERYONE, Seated(HOST, "built-in")))
        if self.people == (seat,) and kind != "person" and self.paused is None:
            told.append(Told(EVERYONE, Paused(NOBODY_LEFT)))
        return self._step(told, dice_for(self.seed, len(self.log)))

    def pause(self, why: str) -> Step[S]:
        """What it brings about that the game has to wait, and not because its host says so: `why`, a sentence."""
        return self._step([Told(EVERYONE, Paused(why))])

    def host(self, seat: Seat) -> Step[S]:
        """What it brings about that whoever sits there hosts the game now."""
        return self._step(self._hosting(seat), dice_for(self.seed, len(self.log)))

    def skip(self) -> Step[S]:
        """What it brings about that nobody is waited for any longer; that time is up is for the table."""
        return self._step([Told(EVERYONE, Skipped())], dice_for(self.seed, len(self.log)))

    def let_back(self, seat: Seat) -> Step[S]:
        """What it brings about that whoever was sent away from that seat may come back."""
        return self._step([Told(EVERYONE, LetBack(seat))])

    def heir(self, after: Seat) -> Seat | None:
        """Who hosts the game when whoever hosted it from that seat does no more: the next person around the table; None where
        there is no other."""
        order = self.seats
        at = order.index(after) + 1 if after in order else 0
        return next((each for each in (*order[at:], *order[:at]) if each in self.people and each != after), None)

    def _hosting(self, seat: Seat) -> list[Told]:
        """Whoever hosted it apart from the players sits apart no more."""
        apart = [Told(EVERYONE, Seated(HOST, "built-in"))] if self.kinds.get(HOST) == "person" else []
        return [Told(EVERYONE, Hosts(seat)), *apart]

    def tell(self, told: Step[S] | Iterable[Told]) -> None:
        """These have happened: they are in the log now."""
        step = told if isinstance(told, Step) else self._step(list(told))
        if step.after != len(self.log):
            raise ValueError(f"decided after {step.after} events, and told after {len(self.log)}")
        self.log += step.told
        self.state, self.house, self._asked = step.state, step.house, {}
        why = step.house.cancelled
        self.outcome = self.game.rules.outcome(step.state) if why is None else Outcome(frozenset(), why)

    def after(self, told: Step[S] | Iterable[Told]) -> Story[S]:
        """The story as it will be once `told` is told; this one stays as it is."""
        ahead = copy.copy(self)
        ahead.log, ahead._views = list(self.log), dict(self._views)
        ahead.tell(told)
        return ahead

    # ── within ──

    def _asks_in_a_pause(self, seat: Seat) -> tuple[Ask, ...]:
        resume = Ask(f"resume:{self.house.pauses}", "The game is paused.", "none", choices=(Resume(),))
        return (resume, _HOSTING) if seat == HOST else (resume,) if seat in self.kinds else ()

    def _step(self, told: list[Told], dice: dice_for | None = None, first: Sequence[Told] = ()) -> Step[S]:
        """`told` after what comes `first`, and, where there are `dice` for it, all that follows by itself; while the game is
        paused, nothing does. The dice are laid from place to place: to make them anew costs more than most moves."""
        state, house, evolve, then = self.state, self.house, self.game.rules.evolve, self.game.rules.then
        after = place = len(self.log)
        if first:
            told, place = [*first, *told], after - len(first)
        fresh = told
        while True:
            for each in fresh:
                event = each.event
                state = evolve(state, event)
                if type(event) in _NOTED:
                    house = house.after(event)
            if dice is None or house.paused is not None or house.cancelled is not None:
                break
            done = len(told)
            if done > LONGEST_CONSEQUENCE:
                raise RuntimeError(f"{self.game.name}: what follows a move does not come to rest")
            dice.place, dice.thrown = place + done, None
            fresh = then(state, dice)
            if not fresh:
                fresh = self._hints(state, house)
            if not fresh:
                break
            told = told + fresh
        return Step(after, told, state, house)

    def _hints(self, state: S, house: House) -> list[Told]:
        """What people who learn the game are told of questions that are put to them for the first time."""
        if not self.options.hints:
            return []
        known = self.game.shows.hints()
        people = (seat for seat in house.seats if house.kinds[seat] == "person")
        kinds = ((seat, ask.key.partition(":")[0]) for seat in people for ask in self.game.rules.asks(state, seat))
        new = (each for each in dict.fromkeys(kinds) if each[1] in known and each not in house.hinted)
        return [Told(frozenset({seat}), Hinted(seat, kind, " ".join(known[kind].split()))) for seat, kind in new]

    def _listed(self, ask: Ask, name: str, value: str) -> str:
        """What may be chosen instead of that value."""
        listed = [f"{{{each}}}" if each in self.kinds else each for each in ask.allowed[name]]
        wrong = f"{{{value}}}" if value in self.kinds else escape(value[:_QUOTED])
        there = f"You can choose: {', '.join(listed)}." if listed else "There is nothing to choose."
        return f"{name.capitalize()}: “{wrong}” cannot be chosen now. {there}"


def _of_the_house(action: Action) -> Event:
    match action:
        case Pause():
            return Paused("The host paused the game.")
        case Cancel(why=why):
            return Cancelled(escape(tidy(why)) or Cancel().why)
    return Resumed()


def read_answer(game: Game[S], view: S, seat: Seat, ask: Ask, text: str, names: Mapping[Seat, str]) -> Parsed:
    """What somebody wrote, as an answer: as the game reads it, or else as the house does."""
    if game.talks.read is not None:
        return game.talks.read(view, seat, ask, text, names)
    from games.reading import read  # its library is loaded when somebody first answers in words

    return read(ask, text, names)


_HOUSE = frozenset({Pause, Resume, Cancel})
_NOTED = frozenset({Seated, Paused, Resumed, Cancelled, Hosts, VotedOut, LetBack, Hinted})
NOBODY_LEFT = "Nobody is left at the table."
PASSED = "That moment has passed. Look at the table again."
_QUOTED = 60
NOT_NOW = "That is not one of the things you can do now."
_HOSTING = Ask("host", "You host this game.", "none", choices=(Pause(),), forms=(Cancel,))
