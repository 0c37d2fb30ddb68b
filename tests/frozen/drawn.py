"""A frozen game on SimCord's Discord: what is drawn of it, and what comes of pressing what was drawn then."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Mapping
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

import simcord

from bot.hall import Hall
from bot.players.autoplay import BuiltInPlayers
from bot.ports import Store
from bot.stores.memory import MemoryStore
from bot.surfaces.discord import ids
from bot.table import DRAFT, Table
from bot.tournament import InOrder
from tests.bot.discord.hiding import Night
from tests.bot.discord.house import Sleeper, Surface, contexts

Drawn = dict[str, Any]
"""A button or a select: whose, its `id`, and of a select the values."""

_LOOKS = ("key", "card")
"""Buttons that only show something."""


class Parlour(Night):
    """A server in which a frozen game lies on the table, and nobody moves but who presses."""

    table_id: str

    @property
    def table(self) -> Table:
        return self.hall.tables[self.table_id]

    async def seen(self) -> list[Drawn]:
        """All that can be pressed, in public and in what only some see."""
        found = [each for message in self.public() for each in _pressable("", message.components)]
        looks = [each for each in found if (read := ids.read(each["id"])) and read.what in _LOOKS]
        for name, who in list(self.people.items()):
            found += [each for message in self.dms(who) for each in _pressable(name, message.components)]
            for look in looks:
                found += _pressable(name, (await self.press_id(who, look)).get("components", ()))
        return list({(each["who"], each["id"]): each for each in found}.values())

    async def press_id(self, who: Any, drawn: Drawn) -> dict[str, Any]:
        """What somebody gets who presses something that a board still shows: a form, or a message."""
        late = {"custom_id": drawn["id"], "type": 2, "style": 2, "label": "then"}
        if values := drawn.get("values"):
            late = {"custom_id": drawn["id"], "type": 3, "options": [{"label": v[:99], "value": v} for v in values]}
        raw = self.public()[0].raw
        kept, raw.components = raw.components, [{"type": 1, "components": [late]}]
        message = next(each for each in self._seen(raw.channel_id, who) if each.id == raw.id)
        try:
            if values:
                result = await who.select(message, values[:1], custom_id=drawn["id"])
            else:
                result = await who.click(message, custom_id=drawn["id"])
        finally:
            raw.components = kept
        await self.env.settle()
        if result.modal is not None:
            return {"form": result.modal["title"]}
        shown = result.followups[-1] if result.followups else result.response
        if shown is None:
            return {}
        answer = self.answer(result)
        return {"text": answer.text, "components": answer.components}


def _pressable(who: str, components: Iterable[Mapping[str, Any]]) -> list[Drawn]:
    return [
        {"who": who, "id": each["custom_id"]}
        | ({"values": [option["value"] for option in each["options"]]} if "options" in each else {})
        for each in components
        if each["type"] in (2, 3) and "custom_id" in each and not each.get("disabled")
    ]


@asynccontextmanager
async def parlour(store: Store, id: str) -> AsyncIterator[Parlour]:
    """The game of that id as the store has it, laid on a table in SimCord's Discord."""
    saved, drafts = await store.load(id), await store.get(DRAFT, id)
    assert saved is not None
    clock, memory = Sleeper(), MemoryStore()
    hall = Hall(memory, InOrder(BuiltInPlayers()), clock)
    surface = Surface(hall, ai_pace=0.0, watch_pace=0.0)
    async with simcord.run(surface.client, settle_timeout=30.0) as env:
        clock.env = env
        there = Parlour(env, hall, surface, clock)
        there.store, there.table_id = memory, id
        moved: dict[str, str] = {}
        for occupant in saved.seats.values():
            if occupant.user:
                moved[occupant.user] = f"discord:{getattr(there, occupant.name).id}"
        place = f"discord:{there.guild.id}:{there.channel.id}"
        host = moved.get(saved.host, "")
        seats = {seat: replace(each, user=moved.get(each.user, "")) for seat, each in saved.seats.items()}
        held = tuple((moved[user], seat) for user, seat in saved.held)
        await memory.create(replace(saved, place=place, host=host, seats=seats, held=held))
        await memory.put(DRAFT, id, drafts)
        if saved.ended is None:
            (table,) = await hall.reopen(start=False)
        else:
            table = await surface.screens.finished(id)
            hall.tables[id] = table
        contexts[surface].copy().run(surface.changed, table)
        await env.settle()
        try:
            yield there
        finally:
            await hall.close()
