"""What the people at a table vote on among themselves: to wait no longer, or to play on without one of them.

A table that waits for somebody who does not come back must not need its host for it. Who may vote, and how many it takes,
follows from what everybody can see: whoever is known to be waited for has no vote on waiting, and where all choose in private
everybody has one, so that the count says of nobody whether they have chosen. Votes stand until the moment has passed; they are
not kept over a restart, after which people press again.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping

from bot.ports import Clock
from bot.table.seated import Seated
from games.core import CLOCK, HOST, IllegalAction, Seat, StaleAsk, record

PATIENCE, CLOCKED = 60.0, 300.0
"""Seconds that somebody must have been waited for before the others may vote to wait no longer, without a clock and with one:
that will see to it by itself, and nobody is to be hurried out of the time that all have agreed on."""

FEWEST = 2
"""So many have to agree at least before somebody is voted out."""


@record
class Vote:
    """How a vote stands: who is for it, and how many it takes."""

    those: frozenset[Seat]
    needed: int

    @property
    def carried(self) -> bool:
        return len(self.those) >= self.needed


class Votes:
    """Votes by what they are on: a seat, or None to wait no longer. `running` says whether a clock runs."""

    def __init__(
        self, at: Seated, asked_at: Mapping[tuple[Seat, str], float], running: Callable[[], object], clock: Clock
    ) -> None:
        self.at, self._asked_at, self._running, self._clock = at, asked_at, running, clock
        self._those: dict[Seat | None, set[Seat]] = {}
        self._moment: object = None
        self._since = clock.steady()

    def of(self, on: Seat | None = None) -> Vote:
        """How the vote stands on waiting no longer, or on that seat."""
        may = self.may(on)
        those = frozenset(self._those.get(on, ())) & may
        if on is not None:
            return Vote(those, max(len(may) // 2 + 1, FEWEST))
        # Where nobody is seen to be waited for, the absent are among those who may vote: half of them is enough.
        return Vote(those, len(may) // 2 + 1 if self._seen() else -(-len(may) // 2))

    def standing(self) -> dict[Seat | None, Vote]:
        """Those for which anybody has voted."""
        return {on: vote for on in (None, *self.at.people) if (vote := self.of(on)).those}

    def cast(self, seat: Seat, on: Seat | None = None) -> Vote:
        """Somebody votes; how it stands then. IllegalAction says why they may not."""
        at = self.at
        if self._moment is None:  # nobody has moved since the table was opened
            self._moment = at.scene(None).moment
        if at.outcome:
            raise StaleAsk("The game is over.")
        if at.paused is not None:
            raise StaleAsk("The game is paused.")
        if seat not in at.people:
            raise IllegalAction("Only people who sit at this table vote.")
        if on is None:
            self._check_waiting(seat)
        elif on == seat:
            raise IllegalAction("You can leave by yourself.")
        elif on not in at.people:
            raise StaleAsk("An AI plays there already.")
        elif len(self.may(on)) < FEWEST:
            raise IllegalAction("It takes two votes at least; the host can hand the seat to an AI.")
        self._those.setdefault(on, set()).add(seat)
        return self.of(on)

    def may(self, on: Seat | None) -> frozenset[Seat]:
        """Whose votes count."""
        people = frozenset(self.at.people)
        return people - ({on} if on is not None else self._seen())

    def close(self, on: Seat | None) -> None:
        """It has been carried out."""
        self._those.pop(on, None)

    def _seen(self) -> frozenset[Seat]:
        """Who of the people is waited for, as everybody can see."""
        return frozenset(seat for seat, _ in self._seen_asks() if seat in self.at.people)

    def _seen_asks(self) -> list[tuple[Seat, str]]:
        owed = self.at.story.owed((*self.at.order, HOST))
        return [(seat, ask.key) for seat, asks in owed.items() for ask in asks if ask.known or not ask.private]

    def _check_waiting(self, seat: Seat) -> None:
        """Whether there is anything to vote on. How long it has been waited for is counted from what everybody could see: since
        when somebody is known to be asked, or else since the phase began."""
        at = self.at
        if seat in self._seen():
            raise IllegalAction("The table waits for you: it is your turn.")
        if not at.story.owed((*at.order, HOST, CLOCK)):
            raise StaleAsk("Nobody is waited for.")
        since = min([self._asked_at.get(each, float("-inf")) for each in self._seen_asks()], default=self._since)
        wait = CLOCKED if self._running() else PATIENCE
        if (left := since + wait - self._clock.steady()) > 0:
            raise StaleAsk(f"A little patience: in {max(1, math.ceil(left))} seconds the table may vote to go on.")

    def look(self) -> None:
        """Forgets votes on waiting when the moment has passed: what all see means something else now."""
        moment = self.at.scene(None).moment
        if moment != self._moment:
            self._moment, self._since = moment, self._clock.steady()
            self._those.pop(None, None)
