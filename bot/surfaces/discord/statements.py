"""Statements in several messages. Where the bot reads what is said in a channel and everybody has the floor once, a line is not
yet what somebody says: their lines are gathered, may be changed and taken back, and count when their author presses, or when
time is up.

What is gathered is a draft of the table's, and so survives a restart; which message holds which line does not, and later lines
are added to what was there.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field

import discord
from discord import ButtonStyle

from bot.surfaces.discord import ids, parts
from bot.surfaces.discord.markdown import clean
from bot.surfaces.discord.outbox import quietly
from bot.surfaces.discord.press import Press
from bot.surfaces.discord.speech import spoken, statement_ask
from bot.table import Table
from games.core import Action, Ask, IllegalAction, Seat, StaleAsk, talk_fields
from games.story import PASSED

SAY_IT = "Say it"
NOTHING = "You have written nothing yet that waits to be said."


@dataclass
class Gathered:
    """What somebody has written to one question: lines by their messages, 0 for what a restart has kept; and the sign below the
    first, with the button."""

    table: Table
    seat: Seat
    key: str
    lines: dict[int, str] = field(default_factory=dict)
    sign: discord.Message | None = None

    @property
    def is_open(self) -> bool:
        return self.table.ask(self.seat, self.key) is not None

    async def keep(self) -> None:
        """Keeps the lines as a draft. IllegalAction when they come to nothing that can be said."""
        ask = self.table.ask(self.seat, self.key)
        if ask is None:
            raise StaleAsk(PASSED)
        words = "\n".join(filter(None, self.lines.values()))
        await self.table.draft(self.seat, self.key, spoken(ask.says, words) if words else None)

    async def take_sign(self) -> None:
        if self.sign is not None:
            await quietly(self.sign.delete())


class Statements:
    """All that is being gathered."""

    def __init__(self) -> None:
        self._by_seat: dict[tuple[str, Seat], Gathered] = {}

    async def add(self, message: discord.Message, table: Table, seat: Seat, ask: Ask, words: str) -> None:
        """A line more. IllegalAction says why it is not taken."""
        found = self._by_seat.get((table.id, seat))
        if found is None or found.key != ask.key:
            found = Gathered(table, seat, ask.key)
            if (before := table.drafts.get((seat, ask.key))) is not None and type(before) is ask.says:
                found.lines[0] = str(getattr(before, talk_fields(type(before))[0]))
        found.lines[message.id] = words
        try:
            await found.keep()
        except IllegalAction:
            del found.lines[message.id]
            raise
        self._by_seat[table.id, seat] = found
        if found.sign is None:
            found.sign = await message.reply(view=_sign(table, seat, ask), mention_author=False, nonce=str(message.id))

    async def changed(self, message: int, words: str) -> bool:
        """A line was changed, or taken back (no words); whether it was one that is gathered. IllegalAction when the lines
        cannot be said so; then they stand as they were."""
        for found in list(self._by_seat.values()):
            if message in found.lines and found.is_open:
                before = found.lines[message]
                found.lines[message] = words
                try:
                    await found.keep()
                except IllegalAction:
                    found.lines[message] = before
                    raise
                if not any(found.lines.values()):
                    del self._by_seat[found.table.id, found.seat]
                    await found.take_sign()
                return True
        return False

    async def deleted(self, messages: Collection[int]) -> None:
        for message in messages:
            await self.changed(message, "")

    async def sweep(self, table: Table) -> None:
        """Takes away the signs of what is not asked any more."""
        gone = [each for each in self._by_seat.values() if each.table.id == table.id and not each.is_open]
        for each in gone:
            self._by_seat.pop((table.id, each.seat), None)
        for each in gone:
            await each.take_sign()


def uses_up(table: Table, seat: Seat, ask: Ask, action: Action) -> bool:
    """Whether this is all that the seat may say for now, in a round with others. Between two, every line is a turn."""
    if len([each for each in table.order if each not in table.game.lobby.staff]) < 3 or ask.need == "none":
        return False
    return not any(each.says and not each.private for each in table.asks_after(seat, action, ask.key))


async def say_it(press: Press, mark: str) -> None:
    """What somebody has written so far is what they say."""
    ask = statement_ask(press.table, press.seat)
    draft = press.table.drafts.get((press.seat, ask.key)) if ask else None
    if ask is None or ids.mark(ask.key) != mark:
        raise StaleAsk(PASSED)
    if draft is None:
        raise IllegalAction(NOTHING)
    await press.submit(draft, ask.key)
    await press.answer.nothing()
    if press.message is not None:
        await quietly(press.message.delete())


def _sign(table: Table, seat: Seat, ask: Ask) -> discord.ui.LayoutView:
    when = " or time is up" if ask.within else ""
    line = (
        f"✍️ **{clean(table.names[seat])}**, this will be your statement when you press **{SAY_IT}**{when}. "
        "Write on, edit or delete: all your lines count together."
    )
    button = parts.button(SAY_IT, "💬", ids.make("stated", table.id, ids.mark(ask.key)), ButtonStyle.primary)
    return parts.layout(parts.text(line), parts.row([button]))
