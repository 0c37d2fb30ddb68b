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
import re
from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands

from bot.ports import Brief, Lobby
from bot.surfaces.discord import board, ids
from bot.surfaces.discord.answers import Answer, answering
from bot.surfaces.discord.forms import filled_in, form_fields
from bot.surfaces.discord.outbox import SURFACE
from bot.surfaces.discord.picks import confided, follow_items, private_asks, read_back, refusal_of, walk
from bot.surfaces.discord.picks import in_words as stands
from bot.surfaces.discord.private import PASSED
from bot.surfaces.discord.threads import cause_of
from bot.surfaces.discord.words import clean, plain, said
from bot.table import Table
from games.core import Action, Ask, Channel, IllegalAction, Reading, Seat, StaleAsk, answer_fields, talk_fields
from games.reading import is_bare_number, number_field

if TYPE_CHECKING:
    from bot.surfaces.discord.client import DiscordSurface

log = logging.getLogger(__name__)

LONGEST_SAID = 2000
HELLO_AGAIN = 3600.0
"""Seconds before somebody who plays nothing is told so once more."""

BRIEFLY = 15.0
"""Seconds that a sign of having heard stays, where the bot may not react to messages."""

OFFERED = 60.0
"""Seconds that the way to see how one was understood stands below a message."""

UNDERSTOOD = "What was understood"
UNREADABLE = (
    "Discord does not show me this message. Say it with `/say`, press the board's button, or mention me in it (a reply "
    "counts when its @ is on)."
)
UNSURE = "I am not sure that this is what you mean. Confirm it or change it."
NOT_SEATED = "You do not sit at this table."
NOT_ASKED = "You are not asked to say anything now."
PRESS = "Or use the board's buttons."
NOTHING_PLAYED = "Nothing is played in this channel."
NOBODY_WHISPERS = "Nobody whispers in this game."
ROOM_OVER = "What was said here is over. Nobody hears you in this room any more."
ROOM_TO_READ = "This room is for reading."
NOT_YOUR_ROOM = "Only those who are in this room write here."

_MENTION = re.compile(r"<@!?(\d+)>")
_EMOJI = re.compile(r"<a?(:\w+:)\d+>")


# ── statements ────────────────────────────────────────────────────────────────────────────────────────────────────────


def statement_ask(table: Table, seat: Seat) -> Ask | None:
    """The question that a seat answers by speaking to everybody."""
    return next((ask for ask in table.story.asks(seat) if ask.says and not ask.private), None)


def spoken(ask: Ask, words: str) -> Action:
    """Words as an answer to a question that takes them. IllegalAction about what the form does not take."""
    assert ask.says is not None
    return filled_in(ask.says, {talk_fields(ask.says)[0]: words})


def offered(table: Table, seat: Seat) -> tuple[Ask, ...]:
    """What a seat owes an answer to at the table, before everybody's eyes, other than by speaking."""
    return tuple(ask for ask in table.story.asks(seat) if ask.need != "none" and not (ask.private or ask.says))


def read_as_answer(table: Table, seat: Seat, words: str) -> tuple[Ask, Reading] | None:
    """Words that are not just said as an answer to what the seat owes. None where nothing is owed that words answer, or where
    the answer has to be confirmed, which words cannot be."""
    view = table.story.view(seat)
    readings = [(ask, table.game.read(view, seat, ask, words, table.names)) for ask in offered(table, seat)]
    found = next((each for each in readings if each[1].action is not None), next(iter(readings), None))
    if found is None or (found[1].action is not None and _to_be_confirmed(table, seat, found[1].action)):
        return None
    return found


def _to_be_confirmed(table: Table, seat: Seat, action: Action) -> bool:
    scene = board.scene_of(table, seat)
    grid = board.grid_of(scene)
    presses = [press for cell in grid.cells for press in cell.presses] if grid else []
    return any(each.confirm and each.action == action for each in (*scene.controls, *presses))


def why_silent(table: Table, seat: Seat, words: str, kind: type[Action] | None = None) -> str:
    """Why a seat that is not asked to speak (or for such words) may not: as the rules say it, where they know of talk at
    all."""
    kind = kind or next(
        (each for each in table.game.actions if talk_fields(each) and len(answer_fields(each)) == 1), None
    )
    return (kind and why_not(table, seat, kind, words)) or NOT_ASKED


def why_not(table: Table, seat: Seat, kind: type[Action], words: str = "…") -> str:
    """Why a seat is not asked for an action of this kind, as the rules say it of one like it; empty where they do not."""
    asks = [ask for each in table.story.seats for ask in table.story.asks(each)]
    typed: dict[str, str] = {}
    for field in form_fields(kind):
        some = (value for ask in asks for value in ask.allowed.get(field.name, ()))
        other = next((each for each in table.story.seats if each != seat), seat)
        typed[field.name] = words if field.talk else next(some, str(other))
    try:
        table.story.decide(seat, filled_in(kind, typed), "")
    except IllegalAction as refusal:
        return table.named(str(refusal)) if str(refusal) != PASSED else ""
    return ""


def _player_named(table: Table, player: str) -> Seat:
    """The seat by its id, or by who sits there. IllegalAction when there is none."""
    wanted = player.strip().casefold()
    for seat, occupant in table.seats.items():
        if wanted in (seat.casefold(), occupant.name.casefold()):
            return seat
    raise IllegalAction(f"Nobody called “{player.strip()}” plays here.")


def as_said(table: Table, content: str, bot: int = 0) -> str:
    """What somebody wrote, with names for Discord's mentions; a mention of the bot itself is an address and no word."""
    names = {occupant.user: occupant.name for occupant in table.seats.values() if occupant.user}

    def name(found: re.Match[str]) -> str:
        return "" if found[1] == str(bot) else names.get(f"discord:{found[1]}", "somebody")

    return _EMOJI.sub(r"\1", _MENTION.sub(name, content)).strip()


class Talk:
    """Listens. `reads_channels` says whether Discord shows the bot what people say without addressing it."""

    def __init__(self, surface: DiscordSurface, reads_channels: bool) -> None:
        self.surface, self.reads_channels = surface, reads_channels
        self._greeted: dict[str, float] = {}
        self._hinted: set[tuple[str, str]] = set()
        self._fading: set[asyncio.Task[None]] = set()

    async def heard(self, message: discord.Message) -> None:
        """A message, by DM or in a channel."""
        if message.author.bot or message.type not in (discord.MessageType.default, discord.MessageType.reply):
            return
        if message.guild is None:
            await self._by_dm(message)
        else:
            await self._in_channel(message, message.guild.id)

    async def say(self, answer: Answer, words: str) -> None:
        """`/say`. IllegalAction says why not."""
        channel = answer.interaction.channel
        place = f"{SURFACE}:{answer.interaction.guild_id}:{channel.id if channel else 0}"
        table = self.surface.hall.at(place)
        if table is None and channel is not None and (room := await self.surface.room(channel.id)) is not None:
            speaker, followed = await self.say_in_room(*room, answer.user, words, answer.cause)
            await answer.say("✅", *follow_items(room[0], speaker, followed))
            return
        if table is None or isinstance(table, Lobby):
            raise IllegalAction(NOTHING_PLAYED)
        seat = table.seat_of(answer.user)
        if seat is None:
            raise IllegalAction(NOT_SEATED)
        words = as_said(table, words)
        ask, action = self._answer_in(table, seat, words)
        followed = await _submit(table, seat, action, ask.key, answer.cause)
        done = f"You say: “{clean(words, LONGEST_SAID)}”" if ask.says else stands(table, action)
        await answer.say(f"✅ {done}", *follow_items(table, seat, followed))

    async def whisper(self, answer: Answer, player: str, words: str) -> None:
        """`/whisper`: something said to one player alone. IllegalAction says why not."""
        table = self._table_here(answer.interaction)
        seat = table.seat_of(answer.user) if table is not None else None
        if table is None or seat is None:
            raise IllegalAction(NOTHING_PLAYED if table is None else NOT_SEATED)
        way, words = confided(table, seat), as_said(table, words, self._me)
        if way is None:
            aside = next(
                (each for each in table.game.actions if len(talk_fields(each)) == 1 < len(answer_fields(each)) < 3),
                None,
            )
            raise StaleAsk((aside and why_not(table, seat, aside, words)) or NOBODY_WHISPERS)
        to = _player_named(table, player)
        action = filled_in(way.form, {way.to: str(to), way.words: words})
        followed = await _submit(table, seat, action, way.ask.key, answer.cause)
        await answer.say(f"✅ {stands(table, action)}", *follow_items(table, seat, followed))

    def whisperable(self, interaction: discord.Interaction[Any]) -> list[tuple[Seat, str]]:
        """To whom whoever types may whisper in this channel now."""
        table = self._table_here(interaction)
        seat = table.seat_of(f"discord:{interaction.user.id}") if table is not None else None
        way = confided(table, seat) if table is not None and seat is not None else None
        return [(each, table.seats[each].name) for each in way.allowed] if table is not None and way is not None else []

    def _table_here(self, interaction: discord.Interaction[Any]) -> Table | None:
        channel = interaction.channel
        found = self.surface.hall.at(f"{SURFACE}:{interaction.guild_id}:{channel.id if channel else 0}")
        return found if isinstance(found, Table) else None

    @staticmethod
    def _answer_in(table: Table, seat: Seat, words: str) -> tuple[Ask, Action]:
        """What somebody's words answer at the table. IllegalAction says why nothing."""
        if (ask := statement_ask(table, seat)) is not None:
            return ask, spoken(ask, words)
        read = read_as_answer(table, seat, words)
        if read is None:
            raise StaleAsk(why_silent(table, seat, words))
        ask, reading = read
        if reading.action is None or not reading.sure:
            raise IllegalAction(f"{reading.why} {PRESS}".strip())
        return ask, reading.action

    # ── in a room beside the table ──

    def room_ask(self, table: Table, channel: Channel, user: str) -> tuple[Seat, Ask]:
        """What somebody who speaks in a room answers. IllegalAction says why they may not."""
        seat = table.seat_of(user)
        if channel.says is None or channel.over:
            raise IllegalAction(ROOM_OVER if channel.over else ROOM_TO_READ)
        if seat is None or (seat not in channel.writers and seat not in (channel.readers or ())):
            raise IllegalAction(NOT_YOUR_ROOM)
        ask = next((each for each in table.story.asks(seat) if channel.says in each.forms), None)
        if seat not in channel.writers or ask is None:
            raise StaleAsk(why_silent(table, seat, "…", channel.says))
        return seat, ask

    async def say_in_room(
        self, table: Table, channel: Channel, user: str, words: str, cause: str
    ) -> tuple[Seat, Ask | None]:
        """Says something in a room: who it was, and what follows. IllegalAction says why not."""
        seat, ask = self.room_ask(table, channel, user)
        assert channel.says is not None
        action = filled_in(channel.says, {talk_fields(channel.says)[0]: as_said(table, words, self._me)})
        return seat, await _submit(table, seat, action, ask.key, cause)

    async def _in_room(self, message: discord.Message, table: Table, channel: Channel) -> None:
        """Something written in a room: said there, if its author may speak; else taken away."""
        if channel.says is None:
            return
        user, screen = f"discord:{message.author.id}", self.surface.screen(table.id, table.place)
        try:
            self.room_ask(table, channel, user)
        except IllegalAction as refusal:
            await self._turn_away(message, str(refusal))
            return
        if not (self.reads_channels or self._addressed(message)) or not as_said(table, message.content, self._me):
            await self._hint(message, table)
            return
        async with screen.rooms.typing(channel, message.channel.id, message.id):
            try:
                _, followed = await self.say_in_room(table, channel, user, message.content, cause_of(message.id))
            except IllegalAction as refusal:
                await _reply(message, clean(str(refusal)))
                return
        await self._show_claimed(message, table, followed)

    # ── at the table ──

    async def _in_channel(self, message: discord.Message, guild: int) -> None:
        table = self.surface.hall.at(f"{SURFACE}:{guild}:{message.channel.id}")
        if table is None and (room := await self.surface.room(message.channel.id)) is not None:
            await self._in_room(message, *room)
            return
        seat = table.seat_of(f"discord:{message.author.id}") if isinstance(table, Table) else None
        if not isinstance(table, Table) or seat is None:
            return
        addressed = self._addressed(message)
        words = as_said(table, message.content, self._me)
        if not (statement_ask(table, seat) or self._answers(table, seat, words, addressed)):
            return
        if not (addressed or self.reads_channels):
            return
        if not words:
            await self._hint(message, table)
            return
        try:
            ask, action = self._answer_in(table, seat, words)
            followed = await _submit(table, seat, action, ask.key, cause_of(message.id))
        except StaleAsk:
            return
        except IllegalAction as refusal:
            await _reply(message, clean(str(refusal)))
            return
        await self._nod(message)
        await self._show_claimed(message, table, followed)

    @staticmethod
    def _answers(table: Table, seat: Seat, words: str, addressed: bool) -> bool:
        """Whether words are taken for an answer to what the seat owes: those that are addressed to the bot, and a number by
        itself where a number is asked for; other people's talk is none of its business."""
        if addressed:
            return read_as_answer(table, seat, words) is not None
        return is_bare_number(words) and any(number_field(form) for ask in offered(table, seat) for form in ask.forms)

    @property
    def _me(self) -> int:
        return self.surface.client.user.id if self.surface.client.user else 0

    def _addressed(self, message: discord.Message) -> bool:
        """Whether it answers a message of the bot, or mentions it."""
        to = message.reference.resolved if message.reference else None
        mine = isinstance(to, discord.Message) and to.author.id == self._me
        return mine or any(user.id == self._me for user in message.mentions)

    async def _hint(self, message: discord.Message, table: Table) -> None:
        """Once a game and channel: why a reply did not count, where Discord keeps its words from the bot."""
        key = (table.id, f"{message.author.id}:{message.channel.id}")
        if message.attachments or message.stickers or self.reads_channels or key in self._hinted:
            return
        self._hinted.add(key)
        await _reply(message, UNREADABLE)

    def forget(self, table: str) -> None:
        """The game is over: nothing more is kept for it."""
        self._hinted = {each for each in self._hinted if each[0] != table}

    # ── by DM ──

    async def _by_dm(self, message: discord.Message) -> None:
        user = f"discord:{message.author.id}"
        await self.surface.remember_open(user)
        tables = [table for table in self.surface.hall.tables.values() if not table.story.outcome]
        playing = [(table, seat) for table in tables if (seat := table.seat_of(user)) is not None]
        asked = [(table, seat) for table, seat in playing if private_asks(table, seat)]
        meant = await self._replied_to(message)
        asked = [each for each in asked if each[0].id == meant] or asked
        match asked:
            case []:
                await self._at_a_table(message, playing)
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
        for screen in list(self.surface.screens.values()):
            posts = await screen.outbox.posts()
            if any(post.message == str(message.reference.message_id) for post in posts.values()):
                return screen.id
        to = message.reference.resolved
        pressed = (ids.read(getattr(each, "custom_id", None) or "") for each in walk(getattr(to, "components", ())))
        return next((each.table for each in pressed if each), "")

    async def _at_a_table(self, message: discord.Message, playing: list[tuple[Table, Seat]]) -> None:
        """Where nothing is asked in private: an answer to what somebody owes at the one table where words answer it."""
        read = [
            (table, seat, each) for table, seat in playing if (each := read_as_answer(table, seat, message.content))
        ]
        if len(read) != 1 or (reading := read[0][2][1]).action is None or not reading.sure:
            await self._nothing_asked(message, playing)
            return
        [(table, seat, (ask, _))] = read
        try:
            followed = await _submit(table, seat, reading.action, ask.key, cause_of(message.id))
        except IllegalAction as refusal:
            await _reply(message, clean(str(refusal)))
            return
        await _reply(message, f"✅ {stands(table, reading.action)}", *follow_items(table, seat, followed))

    async def _nothing_asked(self, message: discord.Message, playing: list[tuple[Table, Seat]]) -> None:
        if not playing:
            await self._greet(message)
            return
        lines = ["Nothing is asked of you in private just now."]
        for table, seat in playing:
            if statement_ask(table, seat) or offered(table, seat):
                link = await self.surface.screen(table.id, table.place).link()
                do = "may speak" if statement_ask(table, seat) else "are waited for"
                lines.append(f"You {do} at the table: {link}")
        await _reply(message, "\n".join(lines))

    async def _greet(self, message: discord.Message) -> None:
        """One friendly sentence, at most once an hour a person."""
        now, user = self.surface.hall.clock.now(), str(message.author.id)
        self._greeted = {each: at for each, at in self._greeted.items() if now - at < HELLO_AGAIN}
        if user in self._greeted:
            return
        self._greeted[user] = now
        starts = " or ".join(f"`/{name} start`" for name in self.surface.hall.games)
        await _reply(message, f"Hello! You play nothing just now. Games begin in a server's channel, with {starts}.")

    async def _read(self, message: discord.Message, table: Table, seat: Seat) -> None:
        """Shows what was understood, to be confirmed or changed."""
        ask, reading = self._reading(table, seat, message.content)
        if not reading.sure and (guess := await self._guess(message, table, seat, ask)) is not None:
            reading = Reading(guess, why=f"{UNSURE} {reading.why}")
            if ask not in private_asks(table, seat):
                await _reply(message, PASSED)  # while the guess was made
                return
        why = said(reading.why, board.names(table))
        sure = reading.sure and reading.action is not None
        if sure and reading.action is not None:
            try:
                await table.draft(seat, ask.key, reading.action)
            except IllegalAction as refusal:
                await _reply(message, board.refused(table, refusal))
                return
            if refusal_line := refusal_of(table, seat, ask, reading.action):
                sure, why = False, refusal_line
        drawn = read_back(table, seat, ask, reading.action, why, sure)
        await message.reply(view=drawn.view, mention_author=False, nonce=str(message.id))
        self.surface.screen(table.id, table.place).wake()  # the page shows what was understood

    async def _guess(self, message: discord.Message, table: Table, seat: Seat, ask: Ask) -> Action | None:
        """What a model makes of the words, where one is configured: never sure, and so never done unless confirmed."""
        reader = self.surface.hall.players.reader()
        if reader is None:
            return None
        await message.channel.typing()
        brief = Brief(
            game=table.game,
            table=table.id,
            seat=seat,
            view=table.story.view(seat),
            heard=(),
            asks=(ask,),
            names=table.names,
            spent=table.spent,
        )
        return await reader.fill(brief, as_said(table, message.content))

    @staticmethod
    def _reading(table: Table, seat: Seat, words: str) -> tuple[Ask, Reading]:
        """What the words answer, of what is owed before what is only offered. What answers nothing that is owed may be said
        to whoever hears the seat in private."""
        view, names, words = table.story.view(seat), table.names, as_said(table, words)
        readings = [(ask, table.game.read(view, seat, ask, words, names)) for ask in private_asks(table, seat)]
        owed = [each for each in readings if each[0].need != "none"]
        found = next((each for each in owed if each[1].sure), None) or next((e for e in owed if e[1].action), None)
        return found or next((each for each in readings if each[1].sure), (owed or readings)[0])

    # ── signs ──

    async def _nod(self, message: discord.Message) -> None:
        """A sign that what was said has been taken."""
        try:
            try:
                await message.add_reaction("✅")
            except discord.Forbidden:
                self._fade(await message.reply(view=board.layout(board.text("✅")), mention_author=False))
        except discord.HTTPException as error:
            log.debug("a statement was taken, and could not be acknowledged: %s", error)

    async def _show_claimed(self, message: discord.Message, table: Table, followed: Ask | None) -> None:
        """Where everybody reads along: a button, for a while, to see alone how one was understood; nothing where there is
        nothing to take back."""
        if followed is None or not followed.choices:
            return
        button = board.button(UNDERSTOOD, "📜", ids.make("heard", table.id))
        try:
            self._fade(await message.reply(view=board.layout(board.row([button])), mention_author=False), OFFERED)
        except discord.HTTPException as error:
            log.debug("how a statement was understood could not be offered: %s", error)

    async def _turn_away(self, message: discord.Message, sentence: str) -> None:
        """Takes away what is not to be said here, and says why for a while."""
        try:
            await message.delete()
        except discord.HTTPException as error:
            log.debug("a message could not be taken away: %s", error)
        drawn = board.layout(board.text(f"-# {message.author.mention}: {clean(sentence)}"))
        try:
            self._fade(await message.channel.send(view=drawn, nonce=str(message.id)))
        except discord.Forbidden as error:
            log.debug("why a message was taken away could not be said: %s", error)

    def _fade(self, sign: discord.Message, seconds: float = BRIEFLY) -> None:
        """Lets a sign stand for a while, by the house's clock: discord.py's `delete_after` knows only that on the wall."""
        fading = asyncio.create_task(self._gone(sign, seconds), name="discord:fading")
        self._fading.add(fading)
        fading.add_done_callback(self._fading.discard)

    async def _gone(self, sign: discord.Message, seconds: float) -> None:
        await self.surface.hall.clock.sleep(seconds)
        try:
            await sign.delete()
        except discord.HTTPException as error:
            log.debug("a sign is there to stay: %s", error)


async def _reply(message: discord.Message, sentence: str, *more: discord.ui.Item[Any]) -> None:
    await message.reply(view=board.layout(board.text(sentence), *more), mention_author=False, nonce=str(message.id))


async def _submit(table: Table, seat: Seat, action: Action, key: str, cause: str) -> Ask | None:
    """Somebody's move, and what follows for them alone. IllegalAction says why not, by names."""
    before = table.follow(seat)
    try:
        await table.submit(seat, action, key, cause)
    except IllegalAction as refusal:
        raise type(refusal)(table.named(str(refusal))) from None
    return table.follow(seat, before)


def say_command(surface: DiscordSurface) -> app_commands.Command[Any, Any, Any]:
    """`/say`: a statement at the table in this channel, for those who would rather not open a form."""

    async def say(interaction: discord.Interaction[Any], text: app_commands.Range[str, 1, LONGEST_SAID]) -> None:
        await answering(interaction, lambda answer: surface.talk.say(answer, text))

    described = app_commands.describe(text="What you say; everybody at the table will hear it")(say)
    return app_commands.Command(
        name="say",
        description="Say something at the table in this channel",
        callback=described,
        allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=False, private_channel=False),
        allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
    )


def whisper_command(surface: DiscordSurface) -> app_commands.Command[Any, Any, Any]:
    """`/whisper`: something said to one player alone, where a game knows that."""

    async def whisper(
        interaction: discord.Interaction[Any], player: str, text: app_commands.Range[str, 1, LONGEST_SAID]
    ) -> None:
        await answering(interaction, lambda answer: surface.talk.whisper(answer, player, text))

    async def suggest(interaction: discord.Interaction[Any], current: str) -> list[app_commands.Choice[str]]:
        found = [each for each in surface.talk.whisperable(interaction) if current.casefold() in each[1].casefold()]
        return [app_commands.Choice(name=plain(name, 100), value=str(seat)) for seat, name in found[:25]]

    described = app_commands.describe(player="To whom", text="What you whisper; nobody else should hear it")(whisper)
    command: app_commands.Command[Any, Any, Any] = app_commands.Command(
        name="whisper",
        description="Say something to one player at the table in this channel",
        callback=described,
        allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=False, private_channel=False),
        allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
    )
    command.autocomplete("player")(suggest)
    return command
