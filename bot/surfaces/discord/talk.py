"""What people say in words of their own: statements at the table, and answers by DM to what they alone are asked.

A statement comes by a form, by `/say`, as a reply to the bot or a mention of it, or, where the bot may read what is said in
a channel, as any message of somebody who is asked to speak. So does an answer to what somebody owes at the table, where words
can give it and nothing else can be meant. An answer by DM to what is asked in private is shown back as it was understood, and
is a move once it has been confirmed.

What is refused is refused in a sentence; what nobody has asked for is left alone.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable
from typing import Any

import discord

from bot.ports import Brief
from bot.surfaces.discord import ids, parts, views
from bot.surfaces.discord.answers import Answer
from bot.surfaces.discord.markdown import clean, linked, said
from bot.surfaces.discord.outbox import quietly
from bot.surfaces.discord.picks import Question, ask_items, confided, follow_items, in_words, pressable, questions
from bot.surfaces.discord.screens import Screens
from bot.surfaces.discord.speech import (
    answer_in,
    as_said,
    offered,
    read_as_answer,
    read_in_private,
    room_ask,
    seat_named,
    spoken,
    statement_ask,
    submit,
    taken_as_answer,
    why_silent,
)
from bot.surfaces.discord.statements import Statements, uses_up
from bot.surfaces.fields import filled_in, form_fields, why_not
from bot.table import Table
from games.core import Action, Ask, IllegalAction, Parsed, Room, Seat, StaleAsk, answer_fields, talk_fields
from games.story import PASSED

log = logging.getLogger(__name__)

LONGEST_SAID = 2000
HELP = frozenset({"help", "h", "", "hilfe", "ayuda", "aide", "commands", "start", "rules"})
HELLO_AGAIN = 3600.0
"""Seconds before somebody who plays nothing is told so once more."""

BRIEFLY = 15.0
"""Seconds that a sign of having heard stays, where the bot may not react to messages."""

OFFERED = 60.0
"""Seconds that the way to see how one was understood stands below a message."""

MOST_HEARD = 500
"""Messages of which it is remembered that they counted, for those who change them."""

UNDERSTOOD = "What was understood"
UNREADABLE = (
    "Discord does not show me this message. Say it with `/say`, press the board's button, or mention me in it (a reply "
    "counts when its @ is on)."
)
HOW_TO_ANSWER = "This is what you are asked. At the table, `/game rules` tells how it is played."
UNSURE = "I am not sure that this is what you mean. Confirm it or change it."
STANDS = "What you said stands as you wrote it first."
NOT_SEATED = "You do not sit at this table."
NOTHING_PLAYED = "Nothing is played in this channel."
NOBODY_WHISPERS = "Nobody whispers in this game."


class Talk:
    """Listens."""

    def __init__(self, screens: Screens) -> None:
        self.screens, self.hall, self.line = screens, screens.hall, screens.line
        self._greeted: dict[str, float] = {}
        self._fading: set[asyncio.Task[None]] = set()
        self._heard: dict[int, str] = {}
        self.statements = Statements()

    # ── by a command ──

    async def say(self, answer: Answer, words: str) -> None:
        """`/say`. IllegalAction says why not."""
        channel = answer.interaction.channel_id or 0
        table = self._table_at(answer.interaction.guild_id, channel)
        if table is None and (room := await self.screens.room(channel)) is not None:
            table, done = room[0], ""
            seat, followed = await self._say_in_room(*room, answer.user, words, answer.cause)
        else:
            table, seat = self._seated(table, answer)
            ask, action = answer_in(table, seat, as_said(table, words))
            followed = await submit(table, seat, action, ask.key, answer.cause)
            said = f"You say: “{clean(as_said(table, words), LONGEST_SAID)}”"
            done = said if ask.says else in_words(table, action)
        await answer.say(f"✅ {done}".strip(), *follow_items(table, seat, followed))

    async def whisper(self, answer: Answer, player: str, words: str) -> None:
        """`/whisper`: something said to one player alone. IllegalAction says why not."""
        table, seat = self._seated(await self._table_of(answer.interaction), answer)
        way, words = confided(table, seat), as_said(table, words, self._me)
        if way is None:
            kinds = (
                each for each in table.game.rules.actions if len(talk_fields(each)) == 1 < len(answer_fields(each)) < 3
            )
            aside = next(kinds, None)
            raise StaleAsk((aside and table.named(why_not(table, seat, aside, words))) or NOBODY_WHISPERS)
        to = seat_named(table, player)
        if to is None:
            raise IllegalAction(f"Nobody called “{player.strip()}” plays here.")
        ask, form, _ = way
        action = filled_in(form, {each.name: words if each.talk else str(to) for each in form_fields(form)})
        followed = await submit(table, seat, action, ask.key, answer.cause)
        await answer.say(f"✅ {in_words(table, action)}", *follow_items(table, seat, followed))

    async def whisperable(self, interaction: discord.Interaction[Any]) -> list[tuple[str, str]]:
        """To whom whoever types may whisper in this channel now, each with their seat."""
        table = await self._table_of(interaction)
        seat = table.seat_of(ids.user_of(interaction.user.id)) if table is not None else None
        way = confided(table, seat) if table is not None and seat is not None else None
        return [(table.seats[each].name, each) for each in way[2]] if table is not None and way is not None else []

    def _table_at(self, guild: int | None, channel: int) -> Table | None:
        found = self.hall.at(ids.place_at(guild, channel))
        return found if isinstance(found, Table) else None

    async def _table_of(self, interaction: discord.Interaction[Any]) -> Table | None:
        found = await self.screens.there(interaction.channel)
        return found if isinstance(found, Table) else None

    @staticmethod
    def _seated(table: Table | None, answer: Answer) -> tuple[Table, Seat]:
        seat = table.seat_of(answer.user) if table is not None else None
        if table is None or seat is None:
            raise IllegalAction(NOTHING_PLAYED if table is None else NOT_SEATED)
        return table, seat

    # ── by a message ──

    async def heard(self, message: discord.Message) -> None:
        """A message, by DM or in a channel."""
        if message.guild is not None and (table := self._table_at(message.guild.id, message.channel.id)) is not None:
            await self.statements.sweep(table)
        if message.author.bot or message.type not in (discord.MessageType.default, discord.MessageType.reply):
            return
        try:
            if message.guild is None:
                await self._by_dm(message)
            elif (table := self._table_at(message.guild.id, message.channel.id)) is not None:
                await self._at_the_table(message, table)
            elif (room := await self.screens.room(message.channel.id)) is not None and room[1].says is not None:
                await self._in_room(message, *room)
        except IllegalAction as refusal:
            await _reply(message, clean(str(refusal)))

    async def _say_in_room(
        self, table: Table, room: Room, user: str, words: str, cause: str
    ) -> tuple[Seat, Ask | None]:
        """Says something in a room: who it was, and what follows. IllegalAction says why not."""
        seat, ask = room_ask(table, room, user)
        action = spoken(room.says, as_said(table, words, self._me))
        return seat, await submit(table, seat, action, ask.key, cause)

    async def _in_room(self, message: discord.Message, table: Table, room: Room) -> None:
        """Something written in a room: said there, if its author may speak; else taken away."""
        user, screen = ids.user_of(message.author.id), self.screens.of(table)
        try:
            room_ask(table, room, user)
        except IllegalAction as refusal:
            await self._turn_away(message, str(refusal))
            return
        if not (self._reads(message) or self._addressed(message)) or not as_said(table, message.content, self._me):
            await self._hint(message, table)
            return
        async with screen.rooms.typing(room, message.channel.id, message.id):
            _, followed = await self._say_in_room(table, room, user, message.content, ids.cause_of(message.id))
        await self._show_claimed(message, table, followed)

    async def _at_the_table(self, message: discord.Message, table: Table) -> None:
        seat, addressed = table.seat_of(ids.user_of(message.author.id)), self._addressed(message)
        if seat is None:
            if self._mentioned(message):
                await self._tell_for_a_while(message, f"{NOT_SEATED} `/game status` says who does.")
            return
        words, ask = as_said(table, message.content, self._me), statement_ask(table, seat)
        if not (addressed or self._reads(message)):
            if ask is not None:
                await self._hint(message, table)
            return
        if not (ask or taken_as_answer(table, seat, words, addressed)):
            await self._tell_why_not(message, table, seat, addressed)
            return
        if not words:
            await self._hint(message, table)
            return
        try:
            answered, action = answer_in(table, seat, words)
            if not addressed and answered == ask and uses_up(table, seat, ask, action):
                await self.statements.add(message, table, seat, ask, words)
                return
            screen, since = self.screens.of(table), len(table.log)
            with screen.hushed():
                followed = await submit(table, seat, action, answered.key, ids.cause_of(message.id))
                await screen.feed.stands(table, seat, since, message.id)
        except StaleAsk as refusal:
            await self._tell_for_a_while(message, str(refusal))
            return
        self._remember(message.id, table)
        await self._nod(message)
        await self._show_claimed(message, table, followed)

    async def _tell_why_not(self, message: discord.Message, table: Table, seat: Seat, addressed: bool) -> None:
        """Why a line does not count; where it is not for the bot, once as long as nothing changes."""
        kinds = [each for each in table.game.rules.actions if talk_fields(each) and len(answer_fields(each)) == 1]
        key = (message.author.id, message.channel.id, views.public_scene(table).page)
        hinted = self.screens.of(table).hinted
        if addressed or (kinds and key not in hinted):
            hinted.add(key)
            why = f"The game is paused. {table.paused}" if table.paused is not None else ""
            await self._tell_for_a_while(message, why or why_silent(table, seat, next(iter(kinds), None)))

    async def edited(self, channel: int, message: int, content: str) -> None:
        """A message was changed: a line that waits to be said is changed with it; what has been said stands."""
        try:
            if self._heard.get(message) in self.hall.tables:
                there = self.line.client.get_partial_messageable(channel).get_partial_message(message)
                await self._tell_for_a_while(there, STANDS)
            else:
                await self.statements.changed(message, content)
        except IllegalAction as refusal:
            there = self.line.client.get_partial_messageable(channel).get_partial_message(message)
            await self._tell_for_a_while(there, str(refusal))

    def _remember(self, message: int, table: Table) -> None:
        self._heard[message] = table.id
        for oldest in list(self._heard)[:-MOST_HEARD]:
            del self._heard[oldest]

    async def _tell_for_a_while(self, message: discord.Message | discord.PartialMessage, sentence: str) -> None:
        view = parts.layout(parts.text(f"-# {clean(sentence)}"))
        await quietly(self._for_a_while(message.reply(view=view, mention_author=False)))

    @property
    def _me(self) -> int:
        return self.line.client.user.id if self.line.client.user else 0

    def _reads(self, message: discord.Message) -> bool:
        """Whether people just write here, to speak."""
        return self.line.reads(message.guild.id if message.guild else None)

    def _addressed(self, message: discord.Message) -> bool:
        """Whether it answers a message of the bot, or mentions it."""
        to = message.reference.resolved if message.reference else None
        mine = isinstance(to, discord.Message) and to.author.id == self._me
        return mine or any(user.id == self._me for user in message.mentions)

    def _mentioned(self, message: discord.Message) -> bool:
        """Whether it mentions the bot in its words: a reply does without meaning to."""
        return f"<@{self._me}>" in message.content or f"<@!{self._me}>" in message.content

    async def _hint(self, message: discord.Message, table: Table) -> None:
        """Once a game and channel: why a reply did not count, where Discord keeps its words from the bot."""
        hinted, key = self.screens.of(table).hinted, (message.author.id, message.channel.id, "hidden")
        if not (message.attachments or message.stickers or self._reads(message) or key in hinted):
            hinted.add(key)
            await _reply(message, UNREADABLE)

    # ── by DM ──

    async def _by_dm(self, message: discord.Message) -> None:
        user = ids.user_of(message.author.id)
        await self.screens.remember_open(user)
        tables = [table for table in self.hall.tables.values() if not table.outcome]
        playing = [(table, seat) for table in tables if (seat := table.seat_of(user)) is not None]
        asked = [(table, seat) for table, seat in playing if questions(table, seat)]
        meant = await self._replied_to(message)
        asked = [each for each in asked if each[0].id == meant] or asked
        match asked:
            case []:
                await self._answer_at_a_table(message, playing)
            case [(table, seat)]:
                await self._read(message, table, seat)
            case _:
                where = ", ".join(f"<#{table.place.split(':')[-1]}>" for table, _ in asked)
                await _reply(
                    message, f"You are asked at several tables: {where}. Reply to the message of the one you mean."
                )

    async def _replied_to(self, message: discord.Message) -> str:
        """The table whose DM is answered; else empty."""
        if message.reference is None:
            return ""
        for screen in list(self.screens.values()):
            posts = await screen.outbox.posts()
            if any(post.message == str(message.reference.message_id) for post in posts.values()):
                return screen.id
        to = message.reference.resolved
        return next((each.table for each, _ in pressable(to if isinstance(to, discord.Message) else None)), "")

    async def _answer_at_a_table(self, message: discord.Message, playing: list[tuple[Table, Seat]]) -> None:
        """Where nothing is asked in private: an answer to what somebody owes at the one table where words answer it."""
        read = [
            (table, seat, each) for table, seat in playing if (each := read_as_answer(table, seat, message.content))
        ]
        if len(read) != 1 or (reading := read[0][2][1]).action is None or not reading.sure:
            await self._nothing_asked(message, playing)
            return
        [(table, seat, (ask, _))] = read
        followed = await submit(table, seat, reading.action, ask.key, ids.cause_of(message.id))
        await _reply(message, f"✅ {in_words(table, reading.action)}", *follow_items(table, seat, followed))

    async def _nothing_asked(self, message: discord.Message, playing: list[tuple[Table, Seat]]) -> None:
        if not playing:
            await self._greet(message)
            return
        lines = ["Nothing is asked of you in private just now."]
        for table, seat in playing:
            if statement_ask(table, seat) or offered(table, seat):
                link = await self.screens.of(table).link()
                do = "may speak" if statement_ask(table, seat) else "are waited for"
                lines.append(f"You {do} at the table. {linked('To the table', link)}")
        await _reply(message, "\n".join(lines))

    async def _greet(self, message: discord.Message) -> None:
        """One friendly sentence, at most once an hour a person; whoever asks for help gets it each time."""
        if as_said_by(message) in HELP:
            self._greeted.pop(str(message.author.id), None)
        now, user = self.hall.clock.steady(), str(message.author.id)
        self._greeted = {each: at for each, at in self._greeted.items() if now - at < HELLO_AGAIN}
        if user not in self._greeted:
            self._greeted[user] = now
            starts = " or ".join(f"`/{name} start`" for name in self.hall.games)
            await _reply(
                message, f"Hello! You play nothing just now. Games begin in a server's channel, with {starts}."
            )

    async def _read(self, message: discord.Message, table: Table, seat: Seat) -> None:
        """Shows what was understood, to be confirmed or changed; to whoever asks for help, what they are asked."""
        if as_said_by(message) in HELP:
            await _reply(message, HOW_TO_ANSWER, *ask_items(table, seat))
            return
        question, reading = read_in_private(table, seat, message.content)
        if not reading.sure and (guess := await self._guess(message, question)) is not None:
            reading = Parsed(guess, why=f"{UNSURE} {reading.why}")
            if question.mark not in {each.mark for each in questions(table, seat)}:
                await _reply(message, PASSED)  # while the guess was made
                return
        why, sure = said(reading.why, views.names(table)), reading.sure and reading.action is not None
        if sure and reading.action is not None:
            await table.draft(seat, question.ask.key, reading.action)
            if refusal_line := question.refusal(reading.action):
                sure, why = False, refusal_line
        drawn = question.read_back(reading.action, why, sure)
        await message.reply(view=drawn.view, mention_author=False, nonce=str(message.id))
        self.screens.of(table).wake()  # the page shows what was understood

    async def _guess(self, message: discord.Message, question: Question) -> Action | None:
        """What a model makes of the words, where one is configured: never sure, and so never done unless confirmed."""
        reader, table, seat = self.hall.players.reader(), question.table, question.seat
        if reader is None:
            return None
        await message.channel.typing()
        view, asks = table.view(seat), (question.ask,)
        brief = Brief(table.game, table.id, seat, view=view, heard=(), asks=asks, names=table.names, place=table.place)
        return await reader.fill(brief, as_said(table, message.content))

    # ── signs ──

    async def _nod(self, message: discord.Message) -> None:
        """A sign that what was said has been taken."""
        try:
            await message.add_reaction("✅")
        except discord.Forbidden:
            await quietly(self._for_a_while(message.reply(view=parts.layout(parts.text("✅")), mention_author=False)))
        except discord.HTTPException as error:
            log.debug("a statement was taken, and could not be acknowledged: %s", error)

    async def _show_claimed(self, message: discord.Message, table: Table, followed: Ask | None) -> None:
        """Where everybody reads along: a button, for a while, to see alone how one was understood; nothing where there is
        nothing to take back."""
        if followed is not None and followed.choices:
            button = parts.button(UNDERSTOOD, "📜", ids.make("heard", table.id))
            view = parts.layout(parts.row([button]))
            await quietly(self._for_a_while(message.reply(view=view, mention_author=False), OFFERED))

    async def _turn_away(self, message: discord.Message, sentence: str) -> None:
        """Takes away what is not to be said here, and says why for a while."""
        await quietly(message.delete())
        view = parts.layout(parts.text(f"-# {message.author.mention}: {clean(sentence)}"))
        await quietly(self._for_a_while(message.channel.send(view=view, nonce=str(message.id))))

    async def _for_a_while(self, sending: Awaitable[discord.Message], seconds: float = BRIEFLY) -> None:
        """Lets a sign stand for a while, by the house's clock: discord.py's `delete_after` knows only that on the wall."""
        sign = await sending

        async def fade() -> None:
            await self.hall.clock.sleep(seconds)
            await quietly(sign.delete())

        fading = asyncio.create_task(fade(), name="discord:fading")
        self._fading.add(fading)
        fading.add_done_callback(self._fading.discard)


def as_said_by(message: discord.Message) -> str:
    return message.content.strip(" ?!./").casefold()


async def _reply(message: discord.Message, sentence: str, *more: discord.ui.Item[Any]) -> None:
    await message.reply(view=parts.layout(parts.text(sentence), *more), mention_author=False, nonce=str(message.id))
