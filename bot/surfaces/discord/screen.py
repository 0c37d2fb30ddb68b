"""Puts a table on Discord and keeps it there: every message once, the board always as the table is now.

A message has a *slot* (“board”, “dm:red-spymaster:1”, “end”); see `outbox`. The board is edited: one edit at a time, the
newest state wins, and nothing is sent when nothing changed.

Errors that end here: a deleted board, or one too old to edit, is posted anew; while its channel is gone, or closed to the bot,
the game waits (see `barred`); a failing Discord is tried again.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import aiohttp
import discord

from bot.notes import next_time
from bot.ports import Lobby
from bot.surfaces.discord import answers, barred, board, ids, parts, result, undone, views
from bot.surfaces.discord.answers import Answer
from bot.surfaces.discord.barred import Barred, may_show
from bot.surfaces.discord.bets import Bets
from bot.surfaces.discord.busy import Busy
from bot.surfaces.discord.feed import Feed
from bot.surfaces.discord.line import Line
from bot.surfaces.discord.lobby import draw_lobby
from bot.surfaces.discord.markdown import clean
from bot.surfaces.discord.outbox import (
    ARCHIVED,
    BOARD,
    MISSING_ACCESS,
    MISSING_PERMISSIONS,
    ROOM,
    UNKNOWN_CHANNEL,
    UNKNOWN_GUILD,
    UNKNOWN_MESSAGE,
    Outbox,
    passing,
    quietly,
)
from bot.surfaces.discord.pages import Pages
from bot.surfaces.discord.parts import Drawn
from bot.surfaces.discord.reminders import Reminders
from bot.surfaces.discord.rooms import Rooms
from bot.surfaces.discord.turns import GAME
from bot.table import Table, ended
from games.core import IllegalAction, Seat

log = logging.getLogger(__name__)

BREATH = 10.0
"""Seconds at least between two rounds of news where AIs take their time: what happens meanwhile is told together."""

HASTE = 2.5
"""The same where the page turns, the game ends, or somebody has pressed: a channel gets at most five messages and five edits in
five seconds, also where a board is laid anew each time."""

A_LOT = 3
"""Messages of one round after which the next waits twice as long."""

MANY = 5
"""Players who talk among themselves; where there are fewer, somebody waits for each word."""

GLANCE = 1.0
"""Seconds after which it is looked whether news has become urgent."""

RETRIES = (2.0, 5.0, 15.0, 30.0, 60.0)
COMES_BACK = (1.0, 5.0, 30.0, 300.0, 3600.0)
"""Seconds after which a board that was deleted comes back: the first time, the second …"""

STEADY = 900.0
"""Seconds that a board has lain, after which it may be lost as if for the first time."""

A_LITTLE = 0.1
"""Seconds by which clocks may differ."""

A_FEW = 2
"""Messages below a board that leave it in sight: when the page turns, it is changed where it is."""

SOME, OFTEN = 4, 30.0
"""As below, where the game tells its story in messages, and many talk."""

FAR_ABOVE, SELDOM, QUIET = 25, 300.0, 8.0
"""Messages below a board after which it comes down; seconds at least between two times; seconds without another message."""

SHOWN = "discord-shown"
"""The kind of documents that say where a game that is played elsewhere is shown."""

PAGE, LOOK = "page", "look"
"""The slots that keep which page lies there, and how it looks."""


class Screen:
    """One game in its channel, from its lobby to its result. `place` is where; a lobby is looked up anew each time, by the id
    that it shares with its table. `forget` is called with that id when nothing more is to be shown, `gone` with the place
    when there is no such channel any more."""

    def __init__(
        self,
        line: Line,
        id: str,
        place: str,
        forget: Callable[[str], object],
        gone: Callable[[str], Awaitable[None]],
    ) -> None:
        self.line, self.id, self.place = line, id, place
        self._forget, self._gone = forget, gone
        self._lock = asyncio.Lock()
        self.outbox = Outbox(line, id, place)
        self.channel = self.outbox.channel
        self.feed = Feed(self.outbox)
        self.rooms = Rooms(self.outbox)
        self.busy = Busy(self.outbox)
        self.pages = Pages(self.outbox, self.wake)
        self.bets = Bets(self.outbox)
        self.reminders = Reminders(self.outbox)
        self.barred = Barred(self.outbox, self.try_again, self._given_away)
        self.panels: dict[str, discord.Interaction[Any]] = {}
        """What stands before each person alone, and goes when something else takes its place."""
        self.typed: dict[tuple[str, str], dict[str, str]] = {}
        """What each person has typed into a form that was not accepted."""
        self.taken: dict[tuple[str, str, str], dict[str, str]] = {}
        """What each person has typed into the last form of a kind that was accepted, and the moment that it answered."""
        self.hinted: set[tuple[int, int, str]] = set()
        self._shown = ""
        self._above: list[str] = []
        self._stale = False
        self._told_at, self._sent = 0.0, 0
        self._below = 0
        self._laid_at = self._down_at = float("-inf")
        self._lost = 0
        self._returns_at = self._wanted_at = 0.0
        self._returning: asyncio.Task[None] | None = None
        self._shutting: asyncio.Task[None] | None = None
        self._hushed = 0
        self.blind = False
        """Nothing is shown here any more: the channel is gone."""
        self.unseen = False
        """The board was left alone after a start: nobody has looked whether it is there still."""
        self._work: asyncio.Task[None] | None = None
        self.table: Table | None = None
        self.closed: Lobby | None = None
        """The lobby of which no game came."""

    # ── what is shown ──

    def draw(self) -> Drawn | None:
        """The board, or before the start the lobby, or that it was closed; None when all are gone."""
        number = ids.number(self.id, BOARD)
        if (lobby := self.closed) is not None:
            title = clean(self.line.hall.game(lobby.game).title)
            why = " Nobody had come or gone for a long time." if lobby.id in self.line.hall.expired else ""
            return parts.message(f"### {title}\nThe lobby was closed; no game began.{why}", number=number)
        if (table := self.table) is not None:
            # It is not said whose DMs are closed, nor asked whether anything is to be sent there: that may be a secret.
            some_closed = not table.outcome and any(s.user in self.line.closed for s in table.seats.values())
            return board.board(table, number, some_closed, self._faces(table), self.bets.row(table))
        if (lobby := self.line.hall.lobbies.get(self.id)) is not None:
            faces = self.line.faces([seat for seat, _ in self.line.hall.seating(lobby)])
            return draw_lobby(self.line.hall, lobby, number, faces)
        return None

    def _faces(self, table: Table) -> dict[Seat, str]:
        """What stands before names on the board: masks, else the characters' faces where they are what there is to see, in
        games to watch."""
        looks = {seat: self.line.hall.players.look(each) for seat, each in table.seats.items()}
        faces = {seat: look.face for seat, look in looks.items() if look and table.about.watch}
        return self.line.faces(table.order) or faces

    # ── by a press ──

    @contextmanager
    def hushed(self) -> Iterator[None]:
        """While a press is being carried out: its own answer shows the news."""
        self._hushed += 1
        try:
            yield
        finally:
            self._hushed -= 1
            if self._stale:
                self.wake()

    async def answer(self, answer: Answer) -> None:
        """Answers a press of the board by the board, when what comes before it has been told; that one answer is also the edit.
        Where nothing changed it is left to whoever asked to say something else. When another edit is on its way, that one or
        the next will show what happened."""
        if not self._lock.locked():
            with self.hushed():
                async with self._lock:
                    if await self._has_told_news():
                        await self._answer_by_board(answer)
        self.wake()

    async def _has_told_news(self) -> bool:
        """Whether everything that stands above the board is out, told now if it can be told at once."""
        if (table := self.table) is None or not await self.feed.waiting(table):
            return True
        if self.blind or not self.line.ready or self._working or self._is_early or table.about.watch:
            return False
        try:
            await self.feed.tell(table)
        except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
            log.info("game %s: a press cannot be answered by its news: %s", self.id, error)
            return False
        return True

    async def _answer_by_board(self, answer: Answer) -> None:
        drawn, pressed = self.draw(), answer.interaction.message
        if drawn is None or parts.digest(drawn) == self._shown:
            return
        if pressed is None or (await self._turned() and await self._pushed_up(str(pressed.id))):
            return  # another is to be laid
        try:
            async with asyncio.timeout(answers.PATIENCE):
                await answer.update(drawn)
        except TimeoutError:  # discord.py tries again for half a minute, and the others look at the board meanwhile
            log.info("game %s: Discord does not take the board as an answer; it is edited instead", self.id)
            return
        await self._laid(drawn)

    async def open_by(self, answer: Answer, there: str = "", elsewhere: bool = False) -> None:
        """Shows the board or lobby as the answer to a command; that message is the board from now on. Where it is to lie
        `elsewhere`, the answer is what to say of it (`there`) and a link."""
        if elsewhere:
            self.wake()
            await self.rest()
            await answer.show(parts.message(f"{there} {await self.link()}"), ephemeral=not answer.public)
            return
        try:
            async with self._lock:
                if (drawn := self.draw()) is not None:
                    post = await self.outbox.pending(BOARD)
                    message = await answer.show(drawn, ephemeral=False)
                    message = message or await answer.interaction.original_response()
                    await self.outbox.out(post, message.id)
                    await self._laid(drawn)
        finally:
            self.wake()  # also when the answer came too late: then the board is posted by itself

    async def is_board(self, message: discord.Message | None) -> bool:
        return await self.outbox.lies(BOARD, message)

    async def link(self) -> str:
        """Where the board is."""
        return await self.outbox.link(BOARD)

    # ── by itself ──

    def wake(self) -> None:
        """There is news: brings Discord up to date, unless that is under way."""
        self._stale = True
        if self.line.ready and not self.blind and not self._hushed and not self._working:
            self._work = asyncio.create_task(self._keep_up(), name=f"discord:{self.id}")

    @property
    def _working(self) -> bool:
        return self._work is not None and not self._work.done()

    async def rest(self) -> None:
        """Returns when all news is out."""
        if self._work is not None:
            await asyncio.wait([self._work])

    async def stop(self) -> None:
        await self.barred.stop()
        await self.rooms.stop()
        await self.pages.stop()
        await self.busy.stop()
        await self.feed.stop()
        await ended([self._work, self._returning, self._shutting])

    async def _keep_up(self) -> None:
        GAME.set(self.id)
        waits = iter(RETRIES)
        while self._stale:
            await self._breathe()
            self._stale = False
            try:
                await self._catch_up()
                waits = iter(RETRIES)
            except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
                if passing(error):
                    wait = next(waits, RETRIES[-1])
                    log.warning("game %s: Discord fails (%r); trying again in %g s", self.id, error, wait)
                    await self.line.hall.clock.sleep(wait)
                    self._stale = True
                elif not await self._is_given_up(error):
                    log.error("game %s: Discord refuses a message: %s", self.id, error, exc_info=error)
                    return
            except IllegalAction as refusal:
                log.info("game %s: %s", self.id, refusal)
            except Exception:
                log.exception("game %s: showing it broke", self.id)
                return

    async def _breathe(self) -> None:
        slept, since = 0.0, self.line.hall.clock.steady() - self._told_at
        while True:
            urgent = await self._is_urgent()
            hurried = HASTE if self.outbox.sent - self._sent < A_LOT else 2 * HASTE
            left = self._between(hurried if urgent else BREATH) - since - slept
            if left <= 0:
                break
            step = left if urgent else min(left, GLANCE)
            await self.line.hall.clock.sleep(step)
            slept += step
        self._told_at, self._sent = self.line.hall.clock.steady(), self.outbox.sent

    async def _is_urgent(self) -> bool:
        """Whether news is not to wait for more of it: there is none, or somebody waits for an answer."""
        table = self.table
        if table is None or table.about.watch or table.paused is not None or not self._many_talk:
            return True
        return await self._turned()

    @property
    def _many_talk(self) -> bool:
        """Whether a game tells its story in messages, and many of them are what somebody says."""
        return self.table is not None and bool(self.table.game.shows.feed) and len(self.table.order) >= MANY

    @property
    def _is_early(self) -> bool:
        return self._told_at + self._between(HASTE) > self.line.hall.clock.steady()

    def _between(self, seconds: float) -> float:
        """Seconds between two rounds of news, where AIs take their time; the end comes at once."""
        table = self.table
        return seconds if table is not None and table.about.pace > 0 and table.outcome is None else 0.0

    async def _catch_up(self) -> None:
        if self.barred.why and not self._may_show:
            await self.barred.begin(
                self.table, self.barred.why
            )  # somebody has let it go on elsewhere, where this is not known
            return
        await undone.take_away(self.outbox, self._users, LOOK)
        if (table := self.table) is not None:
            await self.bets.recall()
            self.busy.wake(table)
            self.rooms.wake(table)  # they tell by themselves: a board that Discord refuses must not keep them shut
            await self.feed.tell(table)
        async with self._lock:
            waited = await self.barred.waits()  # before: what is found out meanwhile is not over because this was shown
            await self._bring_up_to_date()
            if table is not None and waited and await self.barred.end(table):
                await self._lay_again()
        await self._take_away()
        if self.closed is not None:
            self._forget(self.id)
        if table is None or (table := self.table) is None:
            return
        await self.pages.catch_up(table)
        await self.reminders.catch_up(table)
        if table.outcome is not None:
            await self.feed.tell(table)  # what happened while the board was laid comes before how it ended
            await self.rooms.finish(table)
            await self._show_result(table)
            self.line.hall.forget(table)
            self._forget(self.id)

    @property
    def _users(self) -> list[str]:
        return [each.user for each in self.table.seats.values()] if self.table is not None else []

    # ── the board ──

    async def _bring_up_to_date(self) -> None:
        drawn = self.draw()
        digest = drawn and parts.digest(drawn)
        turned = await self._turned()
        if drawn is None or (digest == self._shown and not turned and not await self.barred.waits()):
            return
        post = (await self.outbox.posts()).get(BOARD)
        message = post.message if post else ""
        if post and not message:
            message = await self.outbox.found(post)
        if post and not self._shown:
            # The process may have died, or Discord failed, between laying the board and taking the old one away.
            self._above = [each for each in post.note.split() if each.isdigit() and each != message]
            if message and not turned and (look := self._look(drawn)) and look == await self.outbox.noted(LOOK):
                self._shown = parts.digest(drawn)
                self.unseen = True
                return
        # The end is told below, in a message of its own: the board need not come down for it.
        anew = not self._is_over and (self._is_buried or (turned and await self._pushed_up(message or "0")))
        in_place = bool(message) and not anew
        if in_place and await self.outbox.edit(self.channel.get_partial_message(int(message)), drawn):
            await self._laid(drawn)
        else:
            await self._lay(drawn, message)

    async def bring_down(self) -> None:
        """Posts the board anew at the end of its channel, in place of the one that talk has pushed away."""
        async with self._lock:
            await self._lay_again()
        await self._take_away()

    async def _lay_again(self) -> None:
        drawn, post = self.draw(), (await self.outbox.posts()).get(BOARD)
        if drawn is not None:
            await self._lay(drawn, post.message if post else "")

    # ── what happens to it ──

    async def deleted(self, messages: Collection[int]) -> None:
        """Somebody has deleted these messages: the board comes back, later each time, should something delete it whenever it
        is there."""
        post = (await self.outbox.posts()).get(BOARD)
        if post is None or not post.message or int(post.message) not in messages or self._is_over:
            return
        if self.line.hall.clock.steady() - self._laid_at > STEADY:
            self._lost = 0
        wait, self._lost = COMES_BACK[min(self._lost, len(COMES_BACK) - 1)], self._lost + 1
        log.info("game %s: its board was deleted; it comes back in %g s", self.id, wait)
        self._return_in(wait)

    async def look(self) -> None:
        """Looks for a board that was left alone: what became of it while the bot was away, Discord tells nobody."""
        self.unseen, post = False, (await self.outbox.posts()).get(BOARD)
        if post is None or not post.message or self.blind or self._is_over:
            return
        try:
            await self.channel.fetch_message(int(post.message))
        except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
            if isinstance(error, discord.HTTPException) and error.code == UNKNOWN_MESSAGE:
                await self.deleted([int(post.message)])
            elif passing(error) or not await self._is_given_up(error):
                log.info("game %s: its board cannot be looked for: %s", self.id, error)

    def buried(self) -> None:
        """Somebody has written below the board: it comes down when it is far above, and talk pauses; not often."""
        self._below += 1
        if self._is_buried and self.line.ready and not self.blind and not self.barred.why and not self._is_over:
            self._return_in(QUIET)

    @property
    def _is_over(self) -> bool:
        return self.closed is not None or (self.table is not None and self.table.outcome is not None)

    @property
    def _is_buried(self) -> bool:
        far, seldom = (SOME, OFTEN) if self._many_talk else (FAR_ABOVE, SELDOM)
        return self._below >= far and self.line.hall.clock.steady() - self._down_at >= seldom

    def _return_in(self, seconds: float) -> None:
        self._wanted_at = self.line.hall.clock.steady()
        self._returns_at = self._wanted_at + seconds
        if self._returning is None or self._returning.done():
            self._returning = asyncio.create_task(self._return(), name=f"discord:{self.id}:returning")

    async def _return(self) -> None:
        while (wait := self._returns_at - self.line.hall.clock.steady()) > 0:
            await self.line.hall.clock.sleep(wait)
            if self._returns_at - self.line.hall.clock.steady() > A_LITTLE:
                continue  # it has been put off meanwhile
            self._returns_at = 0.0
            if self._is_over or self._laid_at > self._wanted_at:
                return  # it stays where it lies, with the result below; or came with the news meanwhile
            try:
                await self.bring_down()
            except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
                log.info("game %s: its board cannot come back: %s", self.id, error)
                self._shown = ""
                self.wake()  # tries again, and knows what to do about what is wrong

    async def arrive(self, old: Screen) -> None:
        """The game is played here from now on: of what was shown elsewhere the board comes along."""
        post = (await old.outbox.posts()).get(BOARD)
        if post is not None and post.message and not old.blind:
            await quietly(old.channel.get_partial_message(int(post.message)).delete())
        if post is not None:
            note = " ".join(filter(None, [post.note, post.message]))  # another nonce than that of the old one
            await self.outbox.save(replace(post, message="", note=note, channel=str(self.channel.id)))
        await self.rooms.revive()

    async def come_back(self) -> None:
        """Somebody is here: a game that waits to be shown is tried at once. IllegalAction says why it still waits."""
        await self.shut()
        if self.barred.why:
            self.try_again()
            await self.rest()
        if self.barred.why:
            raise IllegalAction(self.barred.sentence)

    def allowed(self) -> None:
        """Something may have changed about what the bot may do here."""
        if self.barred.why:
            self.try_again()
        elif self._is_shut:
            self._shutting = asyncio.create_task(self.shut(), name=f"discord:{self.id}:shutting")

    def try_again(self) -> None:
        if self.barred.why and not self.blind and self._may_show:
            self.wake()

    async def shut(self) -> None:
        """Lets the game wait if the channel is closed to the bot, before anybody's move cannot be shown; the board says so where
        it may be changed still."""
        if not self._is_shut or (table := self.table) is None:
            return
        await self.barred.begin(table, barred.CLOSED)
        async with self._lock:
            drawn, post = self.draw(), (await self.outbox.posts()).get(BOARD)
            if drawn is not None and post is not None and post.message:
                await quietly(self.outbox.edit(self.channel.get_partial_message(int(post.message)), drawn))
            self._shown = ""

    @property
    def _may_show(self) -> bool:
        return may_show(self.line.client.get_channel(self.channel.id))

    @property
    def _is_shut(self) -> bool:
        playing = self.table is not None and self.table.outcome is None
        return playing and not self.barred.why and not self.blind and not self._may_show

    def _given_away(self, table: Table) -> None:
        """Nobody could play on for too long."""
        self.blind = True
        self.line.hall.forget(table)
        self._forget(self.id)

    async def _lay(self, drawn: Drawn, old: str) -> None:
        """Posts the board at the end of its channel; the one that was above is to go when the new one is there."""
        if old:
            note = " ".join(dict.fromkeys([*self._above, old]))  # what is still to go when the new one is there
            await self.outbox.save(replace((await self.outbox.posts())[BOARD], message="", note=note))
            self._shown = ""
        await self.outbox.send(BOARD, drawn, anew=True)
        self._laid_at = self.line.hall.clock.steady()
        if self._is_buried:
            self._down_at = self._laid_at
        self._below = 0
        await self._laid(drawn)
        self._above += filter(None, [old])

    async def _take_away(self) -> None:
        """Deletes boards that another has taken the place of. What Discord fails at is tried again with the next news."""
        going, self._above = self._above, []
        for message in going:
            try:
                await self.channel.get_partial_message(int(message)).delete()
            except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
                log.debug("game %s: a board could not be taken away: %s", self.id, error)
                if passing(error):
                    self._above.append(message)

    async def _laid(self, drawn: Drawn) -> None:
        """What lies there now. The page is kept, so that a restart does not turn it again, and the look, so that it is left alone."""
        self._shown = parts.digest(drawn)
        await self.outbox.note(LOOK, self._look(drawn))
        if self._page() != await self.outbox.noted(PAGE):
            await self.outbox.note(PAGE, self._page())

    def _look(self, drawn: Drawn) -> str:
        """A board as it lies there, told apart from one that looked the same at another time: what came between may not have been
        written down. Of a lobby nobody knows when that was."""
        return f"{len(self.table.log)}:{parts.digest(drawn)}" if self.table is not None else ""

    def _page(self) -> str:
        """The page that should lie there; empty where pages are not turned."""
        return views.public_scene(table).page if (table := self.table) is not None else ""

    async def _turned(self) -> bool:
        """Whether another page should lie there than does."""
        return self._page() not in ("", await self.outbox.noted(PAGE))

    async def _pushed_up(self, message: str) -> bool:
        """Whether so much was posted below the board that it is better laid anew than changed where it is."""
        if self._laid_at > float("-inf"):
            return self._below > (A_FEW if self._many_talk else 0)
        ours = (post for slot, post in (await self.outbox.posts()).items() if not slot.startswith(ROOM))
        below = [int(post.message) for post in ours if post.message and post.channel == str(self.channel.id)]
        last = getattr(self.line.client.get_channel(self.channel.id), "last_message_id", None)
        return max([*below, last or 0]) > int(message)

    # ── the result ──

    async def _show_result(self, table: Table) -> None:
        if table.called_off:
            # Called off: the board says so, and nothing is revealed.
            await self.outbox.gone("end")
            return
        store = self.line.hall.store
        moves, calls = await store.moves(self.id), await store.calls(self.id)
        bets = await self.said_below(table)
        number, masks = ids.number(self.id, "end"), self.line.faces(table.order)
        await self.outbox.send("end", lambda: result.result(table, number, moves, calls, bets, masks))

    async def said_below(self, table: Table) -> list[str]:
        """What the result says besides: how onlookers bet, and whether the next game is another one for its host."""
        how = "press “Built-in players” in the lobby"
        return [*await self.bets.result(table), *([f"-# {next_time(how)}"] if self.line.hall.outgrown(table) else [])]

    # ── what goes wrong ──

    async def _is_given_up(self, error: Exception) -> bool:
        try:
            return await self._given_up(error)
        except (discord.HTTPException, aiohttp.ClientError, OSError) as another:
            return await self._given_up(another)

    async def _given_up(self, error: Exception) -> bool:
        """The channel is gone or closed to the bot: the game waits. False when it is another error."""
        if not isinstance(error, discord.HTTPException):
            return False
        if error.code == ARCHIVED:
            thread = await self.line.client.fetch_channel(self.channel.id)
            if isinstance(thread, discord.Thread):
                await thread.edit(archived=False)
            self._stale = True
            return True
        if error.code in (UNKNOWN_CHANNEL, UNKNOWN_GUILD):
            await self._gone(self.place)
            return True
        if error.code in (MISSING_ACCESS, MISSING_PERMISSIONS):
            log.warning("game %s: the bot may not write in its channel any more (%s)", self.id, error.text)
            self._shown = ""
            await self.barred.begin(self.table, barred.CLOSED)
            self._stale = False
            return True
        return False


class Window(Screen):
    """A game that is played elsewhere, shown in a channel to look on: its board, what everybody hears, and how it ends. Nobody
    is written to, and what goes wrong here is no matter of the game's."""

    def draw(self) -> Drawn | None:
        table = self.table
        return board.board(table, ids.number(self.id, BOARD), faces=self._faces(table)) if table is not None else None

    async def _catch_up(self) -> None:
        if (table := self.table) is None:
            return
        await self.feed.tell(table)
        async with self._lock:
            await self._bring_up_to_date()
        await self._take_away()
        if table.outcome is not None:
            await self.feed.tell(table)
            await self._show_result(table)
            await self.close()

    async def close(self) -> None:
        """Nothing more is shown here."""
        self.blind = True
        self._forget(self.id)
        await self.line.hall.store.put(SHOWN, self.id, None)

    _is_shut = False  # that it cannot be shown here keeps nobody from playing it

    async def _given_up(self, error: Exception) -> bool:
        shut = (UNKNOWN_CHANNEL, UNKNOWN_GUILD, MISSING_ACCESS, MISSING_PERMISSIONS)
        if isinstance(error, discord.HTTPException) and error.code in shut:
            self._stale = False
            await self.close()
            return True
        return await super()._given_up(error)
