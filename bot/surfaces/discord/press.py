"""One press of somebody at a table: who it is, what they may, and how they are answered."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import discord

from bot import rights
from bot.surfaces.discord import ids, parts, views
from bot.surfaces.discord.answers import Answer
from bot.surfaces.discord.outbox import quietly
from bot.surfaces.discord.pages import draw_page
from bot.surfaces.discord.parts import Drawn
from bot.surfaces.discord.picks import Picked, ask_items, follow_items, is_page, shown_picks
from bot.surfaces.discord.screens import Screens
from bot.table import Table
from games.core import HOST, Action, Ask, IllegalAction, Room, Seat, StaleAsk, Told
from games.scene import Scene
from games.story import PASSED


class Press:
    """A press of somebody at a table, or a form that they have filled in."""

    def __init__(self, screens: Screens, answer: Answer, table: Table) -> None:
        self.screens, self.answer, self.table = screens, answer, table
        self.screen = screens.of(table)

    # ── who, and what they may ──

    @property
    def message(self) -> discord.Message | None:
        """What was pressed; none where there is no message, as in an answer to a command."""
        return self.answer.interaction.message

    @property
    def seat(self) -> Seat:
        """The seat of whoever pressed."""
        table, seat = self.table, self.table.seat_of(self.answer.user)
        if seat is None:
            if table.about.watch:
                raise IllegalAction("AIs play here, for you to watch. Start a game of your own to play.")
            hint = " With /game join you can take the seat of an AI." if rights.free(table) else ""
            raise IllegalAction(f"{rights.NOT_SEATED}{hint}")
        return seat

    @property
    def seats(self) -> list[Seat]:
        """All that whoever pressed may answer for: a seat, the host's chair, or both."""
        return self.answer.asker.seats(self.table) or [self.seat]

    @property
    def scene(self) -> Scene:
        """What they see."""
        first = self.seats[0]
        return self.table.scene(None if first == HOST else first)

    async def submit(self, action: Action, key: str | None = None) -> list[Told]:
        """The one door. Without `key`, the open question that takes the action; the table itself says why not."""
        for seat in self.seats:
            for ask in self.table.asks(seat):
                if ask.key == key or (key is None and ask.takes(action)):
                    return await self.table.submit(seat, action, ask.key, self.answer.cause)
        return await self.table.submit(self.seats[0], action, key or "", self.answer.cause)

    def asked(self, key: str) -> Ask | None:
        """The question that a custom id knows by this mark."""
        asks = (ask for seat in self.seats for ask in self.table.asks(seat))
        return next((ask for ask in asks if ids.mark(ask.key) == key), None)

    def following(self) -> list[discord.ui.Item[Any]]:
        """What goes with what they have just done, if it has not been shown to them."""
        seat = self.seat
        ask = self.table.follow(seat, self.answer.followed)
        self.answer.followed = ask or self.answer.followed
        return follow_items(self.table, seat, ask)

    async def room(self) -> tuple[Table, Room] | None:
        """The room beside a table in which it was pressed, if it was."""
        return await self.screens.room(self.answer.interaction.channel_id or 0)

    # ── what comes of it ──

    async def show(self, drawn: Drawn) -> None:
        await (self.answer.update(drawn) if self.message else self.answer.show(drawn))

    async def show_panel(self, drawn: Drawn) -> None:
        """Something for them alone. One panel a person: a new one takes the old one's place."""
        old = self.screen.panels.pop(self.answer.user, None)
        await self.answer.show(drawn)
        self.screen.panels[self.answer.user] = self.answer.interaction
        if old is not None and not old.is_expired():
            await quietly(old.delete_original_response())

    async def decided(self, action: object, key: str | None = None) -> None:
        """Carries out what a panel offered; the panel says what came of it."""
        try:
            if not isinstance(action, Action):
                raise StaleAsk(PASSED)
            told = await self.submit(action, key)
            said = views.sentences(self.table, heard(told, self.seats[0])) or "Done."
        except IllegalAction as refusal:
            said = views.refused(self.table, refusal)
        await self.answer.update(parts.message(said))
        self.screen.panels[self.answer.user] = self.answer.interaction

    async def done(self, told: Sequence[Told], note: str) -> None:
        """A move has been made: what was pressed shows it, or what stands (`note`) is told to them alone."""
        seat = self.seats[0]
        if await self.screen.is_board(self.message):
            await self.screen.answer(self.answer)
        elif seat != HOST and is_page(self.message, self.table):
            await self.redraw(self.picked(), f"✅ {note}", f"✅ {note}")
            return
        elif self.message is None or self.message.flags.ephemeral:
            await self.show(parts.message(views.sentences(self.table, heard(told, None)) or "Done."))
            return
        elif await self.room() is not None:
            return  # the room that they spoke in tells it
        if privately(told, seat):  # the board does not show it: a sealed vote
            await self.answer.say(f"✅ {note}", *self.following())

    def picked(self) -> Picked:
        """What the pressed message shows as picked, with what was picked in it a moment ago."""
        fresh = self.screen.pages.picked.get(self.message.id, {}) if self.message is not None else {}
        shown = shown_picks(self.message, self.table)
        return {mark: {**shown.get(mark, {}), **fresh.get(mark, {})} for mark in {*shown, *fresh}}

    async def redraw(self, picked: Picked, note: str, reply: str = "") -> None:
        """The pressed message as it is now: the page, the page on demand, or else `reply` and what is still asked."""
        table, seat, message = self.table, self.seat, self.message
        if message is None or message.flags.ephemeral:
            await self.show(draw_page(table, seat, picked=picked, note=note))
        elif await self.screen.outbox.lies(await self.screen.pages.slot(table, seat), message):
            await self.answer.update(await self.screen.pages.pressed(table, seat, note))
        else:
            items = [] if reply else ask_items(table, seat, picked)
            await self.answer.update(parts.message(reply or note or "Your choice:", *items))


def find_ask(table: Table, seat: Seat, action: Action | type[Action]) -> Ask | None:
    """The question open to `seat` that takes this action."""
    return next((ask for ask in table.asks(seat) if ask.takes(action)), None)


def privately(told: Sequence[Told], seat: Seat) -> list[Any]:
    """What a move told the seat that not everybody heard, up to the first thing that everybody did."""
    public = next((n for n, each in enumerate(told) if each.to is None), len(told))
    return heard(told[:public], seat)


def heard(told: Sequence[Told], seat: Seat | None) -> list[Any]:
    return [each.event for each in told if each.heard_by(seat)]
