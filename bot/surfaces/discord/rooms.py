"""The rooms beside a table, as threads: where some of those who play talk among themselves, the graveyard for the dead, or a
look behind the scenes for whoever watches AIs.

A room is opened when somebody may read in it: a private thread for the people in certain seats, a public one for everybody.
Whatever it hears and the public does not is told there, from the beginning, in as few messages as it fits, each
posted once. What somebody wrote there themselves stands there already, and is not told again. Where nobody may write any
more the thread is locked; when its time is over it is archived too.

Errors that end here: a room that was deleted is opened anew, once; one that the bot may not open is given up, and those who
would read there are told, by DM where it is not for everybody; somebody who
cannot be let in (they have left the server) stays outside; where the bot may not lock, it archives. The game goes on without it.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Collection, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from itertools import islice

import aiohttp
import discord
from discord import ButtonStyle

from bot.bets import takes_bets
from bot.ports import Moved, Post
from bot.surfaces.discord import feed, ids, parts, views
from bot.surfaces.discord.feed import Piece, Place
from bot.surfaces.discord.markdown import clean, fit, plain, quoted, said, told
from bot.surfaces.discord.outbox import ARCHIVED, GONE, ROOM, UNKNOWN_CHANNEL, Outbox, passing
from bot.surfaces.discord.parts import Drawn
from bot.table import Table, ended
from games.core import TABLE, Event, Room, Seat, is_bookkeeping, talk_fields

log = logging.getLogger(__name__)

TYPED = "typed"
"""The slots of what people wrote in a room themselves, by their messages."""

GATHER = 8.0
"""Seconds for which news gathers before a room is told: many sealed choices come at almost the same time."""

TALK_GATHER = 1.5
"""The same where people talk in a room, and wait for an answer."""

APART = (0.0, 3.0, 6.0, 10.0, 20.0)
"""Seconds at least between two tellings of one room: whoever begins to talk is heard at once, long talk in fewer messages."""

LULL = 30.0
"""Seconds of silence after which talk in a room begins anew."""

AGAIN = 15.0
"""Seconds after which a failing Discord is tried again."""

LONGEST_LINE, LONGEST_WRITTEN = 1200, 2600
LONGEST_THOUGHT = 300
OVERSEEN = "People who may manage threads here can read this too."
WRITE = "What you write here is said to all who hear it, AIs too."
SPEAK = "Press “Speak” or use `/say` here: Discord does not show me what you just write."

LOCKED, OVER = "locked", "over"
"""How a thread is shut: nobody may write now, or nobody ever again."""


class Rooms:
    """All rooms beside one table."""

    def __init__(self, outbox: Outbox) -> None:
        self.line, self.id, self.outbox = outbox.line, outbox.id, outbox
        self._lock = asyncio.Lock()
        self._stale = False
        self._work: asyncio.Task[None] | None = None
        self._typing: Counter[str] = Counter()
        self._told: dict[str, tuple[int, float]] = {}
        """How often a room has been told something in this talk, and when last, by its name."""

    def wake(self, table: Table) -> None:
        """There is news: it is told in a while."""
        self._stale = True
        if table.rooms and (self._work is None or self._work.done()):
            self._work = asyncio.create_task(self._keep_up(table), name=f"discord:{self.id}:rooms")

    async def stop(self) -> None:
        await ended([self._work])

    async def finish(self, table: Table) -> None:
        """The game is over: tells the rest at once."""
        async with self._lock:
            if self._work is not None:
                self._work.cancel()  # it is waiting, or it would hold the lock
            await self._catch_up(table)

    async def open(self, table: Table) -> dict[str, Room]:
        """The rooms that are open, by their threads."""
        posts = await self.outbox.posts()
        every = ((posts.get(ROOM + each.name), each) for each in table.rooms)
        return {post.message: room for post, room in every if post is not None and post.message}

    async def link(self, table: Table, seat: Seat) -> str:
        """Where the person in that seat reads along; empty when no room is open to them."""
        rooms = (await self.open(table)).items()
        thread = next((thread for thread, each in rooms if each.readers is None or seat in each.readers), "")
        return f"https://discord.com/channels/{self.outbox.guild}/{thread}" if thread else ""

    @asynccontextmanager
    async def typing(self, room: Room, thread: int, message: int) -> AsyncIterator[None]:
        """While something that somebody wrote in the room is being taken: the room is not shut meanwhile. That it stands
        there is written down before it is taken, so that a crash in between does not tell it once more."""
        self._typing[room.name] += 1
        try:
            slot = f"{ROOM}{room.name}:{TYPED}:{message}"
            await self.outbox.save(Post(self.id, ids.SURFACE, slot, "", str(thread), str(message)))
            yield
        finally:
            self._typing[room.name] -= 1

    async def _standing(self, table: Table, room: Room, moves: Sequence[Moved]) -> frozenset[int]:
        """Where in the log stands what people wrote in the room themselves."""
        start, log = f"{ROOM}{room.name}:{TYPED}:", table.log
        found: set[int] = set()
        posts = await self.outbox.posts()
        typed = {
            ids.cause_of(int(post.message)) for slot, post in posts.items() if slot.startswith(start) and post.message
        }
        ends = [*(move.after for move in moves[1:]), len(log)]
        for move, end in zip(moves, ends, strict=False):
            if move.cause in typed:
                heard = (n for n in range(move.after, end) if log[n].to is not None and log[n].heard_by(room.hears))
                found.update(islice(heard, 1))
        return frozenset(found)

    async def again(self, table: Table, post: Post) -> Drawn | None:
        """What a room was told in one message, as it would be told now; None where the message is something else."""
        name, told, first = post.slot.removeprefix(ROOM).partition(":told:")
        room = next((each for each in table.rooms if each.name == name), None)
        if room is None or not told or not post.slot.startswith(ROOM):
            return None
        moves = await self.line.hall.store.moves(self.id)
        stands = await self._standing(table, room, moves)
        every = pieces(table, room, moves, stands, len(table.log), feed.BEGINNING)
        shown = [each for each in every if feed.read(first) <= each.place <= feed.read(post.note)]
        return feed.draw(shown, ids.number(self.id, post.slot)) if shown else None

    # ── by itself ──

    async def _keep_up(self, table: Table) -> None:
        while self._stale:
            talking = any(each.says for each in table.rooms)
            await self.line.hall.clock.sleep(TALK_GATHER if talking else GATHER)
            async with self._lock:
                self._stale = failed = False
                try:
                    await self._catch_up(self.line.hall.tables.get(self.id, table))
                except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
                    log.warning("game %s: the rooms beside it cannot be told (%r); trying again", self.id, error)
                    self._stale = failed = True
                except Exception:
                    log.exception("game %s: telling the rooms beside it broke", self.id)
                    return
            if failed:
                await self.line.hall.clock.sleep(AGAIN)

    async def _catch_up(self, table: Table) -> None:
        for room in table.rooms:
            try:
                await self._room(table, room)
            except discord.HTTPException as error:
                if passing(error):
                    raise
                if error.code == UNKNOWN_CHANNEL and await self._begin_anew(room):
                    self._stale = True
                else:
                    await self._give_up(table, room, error.text or str(error))

    async def _begin_anew(self, room: Room) -> bool:
        """Forgets a thread that somebody has deleted, so that another one is opened and told everything; False when that was
        done before."""
        start, again = ROOM + room.name, f"{ROOM}{room.name}:anew"
        if await self.outbox.noted(again):
            return False
        log.warning("game %s: its room “%s” was deleted; it is opened anew", self.id, room.name)
        for slot, post in list((await self.outbox.posts()).items()):
            if slot == start or slot.startswith(f"{start}:"):
                await self.outbox.save(replace(post, message="", note=""))
        await self.outbox.note(again, "yes")
        return True

    async def revive(self) -> None:
        """The game is played in another channel now: rooms that could not be opened are tried once more."""
        for slot, post in list((await self.outbox.posts()).items()):
            if slot.startswith(ROOM) and (post.note == GONE or slot.endswith(":anew")):
                await self.outbox.save(replace(post, message="", note=""))

    async def _give_up(self, table: Table, room: Room, why: str) -> None:
        log.warning("game %s goes on without its room “%s”: %s", self.id, room.name, why)
        await self.outbox.gone(ROOM + room.name)
        lack = f"-# “{clean(room.title)}” cannot be opened beside the table: {clean(why, LONGEST_THOUGHT)}"
        if room.readers is None:
            slot = f"lack:{room.name}"
            await self.outbox.send(slot, parts.message(lack, number=ids.number(self.id, slot)))
            return
        label = views.public_scene(table).private_label
        lack += f"\n-# **{clean(label)}** at the table shows what is for you." if label else ""
        lack += "\n-# What you would say there, write to me here." if room.says else ""
        for seat in room.readers:
            user, slot = _person(table, seat), f"lack:{seat}:{views.sitters(table, seat)}"
            if user and user not in self.line.closed:  # nobody else is told: that somebody reads there may be a secret
                drawn = parts.message(lack, number=ids.number(self.id, slot))
                await _let(self._write(slot, drawn, user), self.id)

    async def _write(self, slot: str, drawn: Drawn, user: str) -> None:
        await self.outbox.send(slot, drawn, await self.line.dm(user))

    async def _room(self, table: Table, room: Room) -> None:
        post = (await self.outbox.posts()).get(ROOM + room.name)
        if post is not None and post.note == GONE:
            return
        people = room.readers is None or any(_person(table, seat) for seat in room.readers)
        if post is None and (room.over or not people):
            return
        if await self._shut(room) == OVER == _to_be(room):
            return
        if post is None or not post.message:
            post = await self._open(table, room, post)
        if post is not None:
            thread = self.line.client.get_partial_messageable(int(post.message), guild_id=self.outbox.guild)
            try:
                if self._is_early(table, room):
                    self._stale = True
                else:
                    await self._tell(table, room, thread)
                if not room.over:
                    await self._admit(table, room, thread.id)
                await self._lock_up(room, thread.id)
            except discord.HTTPException as error:
                if error.code != ARCHIVED:
                    raise
                await (await self._thread(thread.id)).edit(archived=False)
                self._stale = True

    # ── opening ──

    async def _open(self, table: Table, room: Room, pending: Post | None) -> Post | None:
        """The thread, made now or found again: the process may have died when it had just made it."""
        parent = await self._parent()
        if parent is None:
            await self._give_up(table, room, "threads can only be opened beside a text channel")
            return None
        name = plain(f"{room.title} · {table.game.title} {self.id}", 100)
        threads, me = await parent.guild.active_threads() if pending is not None else (), self.line.client.user
        mine = (each for each in threads if each.parent_id == parent.id and me is not None and each.owner_id == me.id)
        thread = next((each for each in mine if each.name == name), None)
        slot = ROOM + room.name
        post = Post(self.id, ids.SURFACE, slot, "", str(parent.id))
        if thread is None:
            await self.outbox.save(post)
            if room.readers is None:
                thread = await parent.create_thread(name=name, type=discord.ChannelType.public_thread)
            else:
                private = discord.ChannelType.private_thread
                thread = await parent.create_thread(name=name, type=private, invitable=False)
        await self.outbox.out(post, thread.id)
        return (await self.outbox.posts())[slot]

    async def _parent(self) -> discord.TextChannel | None:
        """The text channel in which the game is played, or that of its thread: no thread can be opened in a thread."""
        client, id = self.line.client, self.outbox.channel.id
        channel = client.get_channel(id) or await client.fetch_channel(id)
        if isinstance(channel, discord.Thread):
            channel = client.get_channel(channel.parent_id) or await client.fetch_channel(channel.parent_id)
        return channel if isinstance(channel, discord.TextChannel) else None

    async def _thread(self, id: int) -> discord.Thread:
        thread = self.line.client.get_channel(id) or await self.line.client.fetch_channel(id)
        assert isinstance(thread, discord.Thread)
        return thread

    # ── who reads ──

    async def _admit(self, table: Table, room: Room, thread: int) -> None:
        """Lets those in who may read now, and shows out who sat there before them. Where everybody may read, nobody is
        let in. Which person it was is not kept: how many have sat there is."""
        for seat in table.order if room.readers is not None else ():
            slot = f"{ROOM}{room.name}:in:{seat}"
            before = await self.outbox.noted(slot)
            reads = _person(table, seat) if seat in (room.readers or ()) else ""
            now = str(views.sitters(table, seat)) if reads else GONE
            if (before or GONE) == now:
                continue
            opened = await self._thread(thread)
            if reads:
                await _let(opened.add_user(ids.person(reads)), self.id)
            for user in {user for user, held in table.held if before and held == seat and user != reads}:
                await _let(opened.remove_user(ids.person(user)), self.id)
            await self.outbox.note(slot, now, thread)

    async def show_out(self, table: Table, user: str) -> None:
        """Somebody is about to be forgotten: they leave the rooms while it is still known who they are."""
        held = {seat for each, seat in table.held if each == user}
        for slot, post in (await self.outbox.posts()).items():
            _, entered, seat = slot.partition(":in:")
            if slot.startswith(ROOM) and entered and seat in held and post.note != GONE:
                await _let(self._remove(int(post.channel), user), self.id)

    async def _remove(self, thread: int, user: str) -> None:
        opened = await self._thread(thread)
        shut = opened.archived
        if shut:
            await opened.edit(archived=False)
        await opened.remove_user(ids.person(user))
        if shut:
            await opened.edit(archived=True)

    # ── who writes ──

    async def _shut(self, room: Room) -> str:
        """How the thread is shut now: LOCKED, OVER, or not at all."""
        return await self.outbox.noted(f"{ROOM}{room.name}:shut")

    async def _lock_up(self, room: Room, thread: int) -> None:
        """Locks the thread when nobody may write there, and opens it when somebody may."""
        now, to_be = await self._shut(room), _to_be(room)
        if self._typing[room.name] or now == to_be:
            return
        opened = await self._thread(thread)
        try:
            await opened.edit(archived=to_be == OVER, locked=bool(to_be))
        except discord.Forbidden as error:
            log.warning("game %s: the bot may not lock its room “%s”: %s", self.id, room.name, error.text)
            if to_be == OVER:
                await opened.edit(archived=True)
        await self.outbox.note(f"{ROOM}{room.name}:shut", to_be, thread)

    # ── what is told ──

    def _is_early(self, table: Table, room: Room) -> bool:
        """Whether talk there waits for more of it; what ends, ends at once."""
        often, at = self._told.get(room.name, (0, 0.0))
        soonest = at + APART[min(often, len(APART) - 1)]
        talking = bool(room.says) and not _to_be(room) and table.outcome is None
        return talking and often > 0 and self.line.hall.clock.steady() < soonest

    async def _tell(self, table: Table, room: Room, thread: discord.PartialMessageable) -> None:
        head = f"{ROOM}{room.name}:head"
        reads = self.line.reads(self.outbox.guild)
        await self.outbox.send(head, lambda: draw_head(room, ids.number(self.id, head), self.id, reads), thread)
        if room.readers is None and room.hears == TABLE and takes_bets(table):
            return  # whoever reads all would know what to bet on
        start = f"{ROOM}{room.name}:told:"
        while True:
            # The log first: of all that is in it by now the moves are there, and what people wrote here is known.
            length, moves = len(table.log), await self.line.hall.store.moves(self.id)
            stands = await self._standing(table, room, moves)
            after = feed.told_to(await self.outbox.posts(), start)
            waiting = pieces(table, room, moves, stands, length, after)
            if not waiting:
                return
            await feed.send_next(self.outbox, waiting, start, thread)
            (often, at), now = self._told.get(room.name, (0, 0.0)), self.line.hall.clock.steady()
            self._told[room.name] = (often + 1 if now - at < LULL else 1, now)


def pieces(
    table: Table, room: Room, moves: Sequence[Moved], stands: Collection[int], length: int, after: Place
) -> list[Piece]:
    """What `room` is told of a story of that `length` after a place: each sentence that the public does not hear, under
    the last thing that it did (but not where people talk), and, where all is heard, what the AIs thought as they moved. What
    was said to everybody in the end need not be told twice, nor what `stands` in the room already, by its place in the log."""
    who, log, heading, game = views.names(table), table.log[:length], "", table.game
    spoken = {speech.text for each in log if each.to is None for speech in game.talks.speeches(each.event)}
    found: list[Piece] = []
    for index in range(max(0, after[0] - 1), length):
        each, event, told = log[index], log[index].event, list[str]()
        if (
            each.to is None
            and room.says is None
            and isinstance(event, game.shows.feed)
            and not game.talks.speeches(event)
        ):
            heading = f"-# {fit(said(game.shows.say(event), who), LONGEST_LINE)}"
        elif each.to is not None and index not in stands and each.heard_by(room.hears):
            words = {getattr(event, field) for field in talk_fields(type(event))}
            told = [] if is_bookkeeping(game, each) or (words and words <= spoken) else _told(table, event)
        for n, text in enumerate(told):
            found.append(Piece(feed.place_of(index + 1, 0, n), f"{heading}\n{text}".strip()))
            heading = ""
        thoughts = (move for move in moves if move.after == index and move.aside and room.hears == TABLE)
        for n, move in enumerate(thoughts, 1):
            thought = f"-# 💭 {who.get(move.seat, 'Somebody')}: ||{clean(move.aside, LONGEST_THOUGHT)}||"
            found.append(Piece((index + 1, n), thought))
    return [piece for piece in found if piece.place > after]


def _told(table: Table, event: Event) -> list[str]:
    """What happened, in one sentence, or as what was written in lines and by whom."""
    speeches = table.game.talks.speeches(event)
    if not any("\n" in each.text for each in speeches):
        return told(table.game.shows.say(event), views.names(table), LONGEST_LINE)
    who, spoken_of = views.names(table, bold=True), views.names(table, marks=False)
    found: list[str] = []
    for each in speeches:
        first, *rest = quoted(each.text, spoken_of, LONGEST_WRITTEN)
        found += [f"{who.get(each.seat, 'Somebody')}:\n{first}", *rest]
    return found


def draw_head(room: Room, number: int, table: str = "", reads: bool = False) -> Drawn:
    """What the room is, how one speaks there, and who else may read it. `reads`: the bot sees what people just write."""
    told = [f"### {clean(room.title)}", clean(room.about)]
    told += [WRITE if reads else SPEAK] if room.says else []
    told += [f"-# {OVERSEEN}"] if room.readers is not None else []
    speak = parts.button("Speak", "💬", ids.make("speak", table, room.name), ButtonStyle.primary)
    items = [parts.row([speak])] if room.says else []
    return parts.message("\n".join(told), *items, number=number, colour=parts.COLOURS["black"])


def _to_be(room: Room) -> str:
    """How the thread should be shut."""
    if room.over:
        return OVER
    return LOCKED if room.says and not room.writers else ""


def _person(table: Table, seat: Seat) -> str:
    """The id of the person who sits there, if they are on Discord."""
    occupant = table.seats.get(seat)
    return occupant.user if occupant is not None and ids.ours(occupant.user) else ""


async def _let(change: Awaitable[None], game: str) -> None:
    """Lets somebody in or out, if that can be done."""
    try:
        await change
    except discord.HTTPException as error:
        if passing(error):
            raise
        log.warning("game %s: somebody could not be let in or out of a room: %s", game, error.text)
