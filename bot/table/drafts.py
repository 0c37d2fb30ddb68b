"""What people have picked and not confirmed yet."""

from __future__ import annotations

import json
import logging
from collections.abc import Container

from bot.ports import Moved, Store
from bot.table.seated import Seated, question
from games.core import Action, IllegalAction, Seat, StaleAsk
from games.story import NOT_NOW, PASSED, Story
from games.wire import dump, load_action

log = logging.getLogger(__name__)

DRAFT = "draft"
"""The kind of document that holds a table's drafts."""


class Drafts:
    """Drafts by seat and key. They are kept with seats for names, as stories are: whoever is erased, or gives up a seat, stands
    in nobody's draft."""

    def __init__(self, at: Seated, store: Store) -> None:
        self.at, self._store = at, store
        self._kept: dict[tuple[Seat, str], Action] = {}

    def spoken(self) -> dict[tuple[Seat, str], Action]:
        """All of them, with names for seats."""
        return {each: self.at.spoken(action) for each, action in self._kept.items()}

    async def keep(self, seat: Seat, key: str, action: Action | None) -> None:
        """Keeps what a person has picked; None forgets it."""
        ask = self.at.ask(seat, key)
        if ask is None or self.at.seats[seat].kind != "person":
            raise StaleAsk(PASSED)
        if action is not None and not ask.takes(action):
            raise IllegalAction(NOT_NOW)
        before = dict(self._kept)
        self._kept.pop((seat, key), None)
        if action is not None:
            self._kept[seat, key] = self.at.kept(action)
        if self._kept != before:
            await self.save()

    async def reread(self) -> None:
        """What the store has counts now: somebody was erased there."""
        self._kept.clear()
        await self.recall()

    async def recall(self) -> None:
        """Finds those again that were kept when the process ended; those to closed questions are gone."""
        for seat, key, text in ((await self._store.get(DRAFT, self.at.id)) or {}).get("drafts", ()):
            ask = question(self.at.story, Seat(seat), key)
            try:
                action = load_action(self.at.game, json.dumps(text), ask)
            except ValueError:
                log.warning("table %s: a draft of %s is no action that this version knows", self.at.id, seat)
                continue
            if ask is not None and ask.takes(action):
                self._kept[Seat(seat), key] = action

    def close(self, ahead: Story[object], moved: Moved, seats: Container[Seat]) -> dict[tuple[Seat, str], Action]:
        """Forgets those that a move answers or closes, and those of `seats` that change hands; which they were."""
        closed = {
            (seat, key): action
            for (seat, key), action in self._kept.items()
            if (seat, key) == (moved.seat, moved.key) or seat in seats or question(ahead, seat, key) is None
        }
        self._kept = {each: action for each, action in self._kept.items() if each not in closed}
        return closed

    def restore(self, closed: dict[tuple[Seat, str], Action]) -> None:
        """Takes these back: what should have closed them was not written down."""
        self._kept = closed | self._kept

    async def save(self) -> None:
        kept = [(seat, key, json.loads(dump(action))) for (seat, key), action in self._kept.items()]
        await self._store.put(DRAFT, self.at.id, {"drafts": kept} if kept else None)
