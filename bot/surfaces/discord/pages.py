"""What one seat alone sees and is asked: its page, by DM and on demand.

A page is a DM of its own, sent once, where something is owed in private; one that owes nothing is shown in the DM before it. As
long as something is asked in private it shows the question too, and changes under its owner's presses. Whatever is picked stands in the message itself, as the defaults of its selects, so that a restart loses
nothing; what is confirmed is what the pressed message shows.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import aiohttp
import discord
from discord import ui

from bot.ports import Post
from bot.surfaces.discord import controls, ids, parts, pictures, views
from bot.surfaces.discord.markdown import TEXT_LIMIT, clean, counted, fit, linked, newest, paragraph, said
from bot.surfaces.discord.outbox import BOARD, DM_REFUSED, NO_COMMON_GUILD, ROOM, Outbox, passing, quietly
from bot.surfaces.discord.parts import COLOURS, Drawn
from bot.surfaces.discord.picks import Picked, ask_items, own_buttons, questions, shown_picks
from bot.table import Table, ended
from games.core import Hinted, Seat, prose_fields, talk_fields
from games.scene import Card, Grid, Text

log = logging.getLogger(__name__)

LAST = "last"
"""Which page it is that a seat without secrets gets."""

CALM = 20.0
"""Seconds at least between two changes of a page that asks the same as before: a DM that is changed calls nobody."""

OWN = 60.0
"""The same where all that is new is what its owner has said."""

LONGEST_PAGE = 3000
"""Characters of a page above its questions; a longer one loses the beginning of its lists."""

# ── pages ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


def is_over(table: Table, seat: Seat) -> bool:
    """Whether the seat has no secrets any more in a game of pages: its last page says what it knew."""
    scene = table.scene(seat)
    return bool(scene.page) and not scene.secret and not questions(table, seat)


def owes(table: Table, seat: Seat) -> bool:
    """Whether the seat is asked something in private that it has to answer."""
    return any(each.ask.need != "none" for each in questions(table, seat))


def has_page(table: Table, seat: Seat) -> bool:
    """Whether the seat's DM changes with the game; else it is sent once and stays as it is."""
    return bool(table.scene(seat).page or questions(table, seat))


def draw_page(
    table: Table,
    seat: Seat,
    number: int | None = None,
    link: str = "",
    picked: Picked | None = None,
    note: str = "",
    beside: str = "",
    besides: Sequence[ui.Button[Any]] = (),
) -> Drawn:
    """All that the seat sees and is asked, for its owner alone; cards also as a picture, where the page stays as it is.
    `number` and `link` are for a message that stays; `picked` is what is picked so far, where it is not what is drafted;
    `note` stands on top, or among the small print if it is small; `beside` leads to where the seat reads along; `besides` are more buttons."""
    scene, keys = table.scene(seat), [] if has_page(table, seat) else table.scene(seat).of(Grid)
    small = note.startswith("-# ")
    lines = [note] if note and not small else []
    lines += page_lines(table, seat, lead=number is None or owes(table, seat))
    if scene.secret:
        lines += [line for each in keys for line in views.grid_in_words(each)]
    elif not has_page(table, seat):
        lines.append("This seat has no secret to see: play from the board.")
    lines += [note if small else "", views.YOURS_ONLY if scene.secret else ""]
    links = [linked("The table", link)] if link else []
    links += [linked("Where you may read along", beside)] if beside else []
    lines += [f"-# {' · '.join(links)}"] if links else []
    items = ask_items(table, seat, picked)
    buttons = own_buttons(table, seat) if table.outcome is None and table.paused is None else []
    buttons += controls.sheet_buttons(table, scene, own=True)
    for each in views.to_look_at(scene)[:1] if scene.secret else ():
        label = ("Card", "🎴") if isinstance(each, Card) else ("The house", "🏠")
        buttons.append(parts.button(*label, ids.make("card", table.id)))
    buttons += besides
    room = TEXT_LIMIT - sum(len(each.content) for each in items if isinstance(each, ui.TextDisplay))
    text = fit("\n".join(line for line in lines if line), max(1, room))
    shown, files = pictures.gallery(table, replace(scene, blocks=tuple(keys if scene.secret else ())), "key")
    items = [parts.text(text), *items, *shown, *parts.even_rows(buttons)]
    return Drawn(parts.layout(*items, number=number, colour=COLOURS[scene.face]), files)


def page_lines(table: Table, seat: Seat, lead: bool = True) -> list[str]:
    """The texts of a seat's scene, lists last; the beginning of long lists is left out. The `lead` is about the moment,
    and like all that everybody sees not for a message that stays. Where nothing is hidden from others any more, what the seat
    alone was told as long as there was."""
    if is_over(table, seat):
        events = [told.event for told in table.log if told.to is not None and seat in told.to]
        told = [views.told_alone(table, e, seat) for e in events if not talk_fields(type(e))]
        alone = counted(told, newest(told, LONGEST_PAGE))
        heading = f"### {clean(table.game.title)}: {clean(table.game.shows.seat_title(seat))}"
        return [heading, "Nothing is for you alone now.", *(["**What you alone were told**", *alone] if alone else [])]
    who, scene, seen = views.names(table), table.scene(seat), views.public_scene(table)
    lines = [f"### {clean(scene.title)}: {views.seat_in_words(table.game, seen, seat)}"]
    styles = {"lead": "**{}**", "plain": "{}", "small": "-# {}"}
    lines += [
        f"**{said(each.title, who)}** · {said(each.kind, who)}" for each in scene.blocks if isinstance(each, Card)
    ]
    for each in scene.blocks:
        # How things stand is seen at the table.
        if isinstance(each, Text) and (lead or (each.style != "lead" and each not in seen.blocks)):
            shown = paragraph(each.text, who)
            lines.append(shown if "\n" in each.text else styles[each.style].format(shown))
    room = LONGEST_PAGE - sum(len(line) + 1 for line in lines)
    for block in views.own_lists(table, scene):
        told = [said(line, who) for line in block.lines]
        kept = newest(told, room)
        lines += [f"**{clean(block.title)}**", *counted(told, kept)]
        room -= sum(len(line) + 1 for line in kept)
    return lines


# ── DMs ───────────────────────────────────────────────────────────────────────────────────────────────────────────────


class Look(NamedTuple):
    """Which page it was, what it asked, how it looked, when it was drawn, and of how long a log."""

    page: str
    asked: str
    digest: str
    at: float
    length: int


class Pages:
    """The pages of everybody at one table. `wake` is called when the board is to say something else of them."""

    def __init__(self, outbox: Outbox, wake: Callable[[], None]) -> None:
        self.line, self.outbox, self._wake = outbox.line, outbox, wake
        self.picked: dict[int, Picked] = {}
        """What is picked in a message, and perhaps not shown there yet."""
        self._shown: dict[str, Look] = {}
        """How a page looked when it was last drawn, by slot."""
        self._refused: set[str] = set()
        self._later: dict[Seat, asyncio.Task[None]] = {}
        """What waits to be told, by seat."""
        self._lock = asyncio.Lock()

    async def stop(self) -> None:
        await ended(self._later.values())

    async def catch_up(self, table: Table) -> None:
        """Brings everybody what is news for them alone. One person's trouble keeps no other from theirs."""
        if table.outcome is not None:
            return
        posts, closed = await self.outbox.posts(), self.line.closed
        people = [seat for seat, each in table.seats.items() if ids.ours(each.user) and each.user not in closed]
        async with self._lock:
            telling = [self._tell(table, seat) for seat in people if _is_told(table, seat, posts)]
            telling += [self._hint(table, seat) for seat in people if table.options.hints]
            told = await asyncio.gather(*telling, return_exceptions=True)
        for failure in told:
            if isinstance(failure, BaseException):
                raise failure

    async def _tell(self, table: Table, seat: Seat) -> None:
        slot = await self.slot(table, seat)
        post = (await self.outbox.posts()).get(slot)
        if post is not None and post.message and not has_page(table, seat):
            return

        async def tell(channel: discord.DMChannel) -> None:
            if post is None or not post.message:
                await self._send_card(table, seat, channel)
                await self._send(table, seat, slot, channel)
            else:
                await self._refresh(table, seat, post, channel)
            await self._remind(table, seat, channel)

        await self._in_private(table, seat, slot, tell)

    async def _hint(self, table: Table, seat: Seat) -> None:
        """What somebody who learns the game is told of each new question, in a message of its own."""
        start, posts = f"hint:{_sitting(table, seat)}", await self.outbox.posts()
        hints = [e for told in table.log if isinstance(e := told.event, Hinted) and told.heard_by(seat)]
        new = [(f"{start}:{each.of}", each) for each in hints if f"{start}:{each.of}" not in posts]

        async def tell(channel: discord.DMChannel) -> None:
            for slot, event in new:
                line = clean(table.game.shows.say(event))
                await self.outbox.send(slot, parts.message(line, number=ids.number(table.id, slot)), channel)

        if new:
            await self._in_private(table, seat, start, tell)

    async def _in_private(
        self, table: Table, seat: Seat, slot: str, tell: Callable[[discord.DMChannel], Awaitable[None]]
    ) -> None:
        """Tells somebody something in their DMs, if they take any. Since it was begun an AI may have taken the seat."""
        user = table.seats[seat].user
        if slot in self._refused or not user:
            return
        try:
            await tell(await self.line.dm(user))
        except discord.HTTPException as error:
            if passing(error):
                raise
            if error.code in (DM_REFUSED, NO_COMMON_GUILD):
                log.debug("game %s: the person in %s takes no DMs; the board's button shows the same", table.id, seat)
                await self.line.remember_closed(user)
                self._wake()
            else:
                # One person's DM is no reason to keep the table from all others.
                log.error("game %s: a DM is refused: %s", table.id, error)
                self._refused.add(slot)

    async def slot(self, table: Table, seat: Seat) -> str:
        """The slot of the DM in which the seat's present page is, or is to be: one of its own where something is owed, which
        its owner should hear of; else that of the page before."""
        wanted, start, posts = slot_of(table, seat), f"{_sitting(table, seat)}:", await self.outbox.posts()
        if wanted in posts or owes(table, seat):
            return wanted
        pages = (
            post for slot, post in posts.items() if slot.startswith(start) and not slot.startswith(f"{start}card:")
        )
        last = max((post for post in pages if post.message), key=lambda post: int(post.message), default=None)
        return last.slot if last is not None else wanted

    async def _send_card(self, table: Table, seat: Seat, channel: discord.DMChannel) -> None:
        """What the seat is, in a message that stays; anew when it is something else."""
        scene = table.scene(seat)
        card = views.card_of(scene)
        if card is None or is_over(table, seat):
            return
        slot = f"{_sitting(table, seat)}:card:{table.seal(card.title)}"
        if slot not in await self.outbox.posts():
            await self.outbox.send(slot, lambda: pictures.card(table, scene, ids.number(table.id, slot)), channel)

    async def _send(self, table: Table, seat: Seat, slot: str, channel: discord.DMChannel) -> None:
        link = await self.outbox.link(BOARD)

        def drawn() -> Drawn:
            made = draw_page(table, seat, ids.number(table.id, slot), link)
            self._shown[slot] = self._look(table, seat, made, link)
            return made

        await self.outbox.send(slot, drawn, channel)

    async def _refresh(self, table: Table, seat: Seat, post: Post, channel: discord.DMChannel) -> None:
        """Changes a page that asks something, or has just ceased to; what only tells stays as it is."""
        shown, asking = self._shown.get(post.slot), bool(questions(table, seat))
        if shown is not None and not (asking or shown.asked) and shown.page == table.scene(seat).page:
            return
        message = channel.get_partial_message(int(post.message))
        if shown is None and asking:
            try:  # after a restart, what was picked and not drafted yet stands in the message only
                self.picked[message.id] = shown_picks(await message.fetch(), table)
            except discord.NotFound:
                log.debug("game %s: a page has been deleted", table.id)
        drawn = await self._page(table, seat, post)
        now = self._look(table, seat, drawn, await self.outbox.link(BOARD))
        if shown is not None and shown.digest == now.digest:
            return
        if shown is not None and (left := await self._wait(table, seat, shown, now)) > 0:
            if (later := self._later.get(seat)) is not None and later is not asyncio.current_task():
                later.cancel()  # it sleeps: whoever changes a page holds the lock
            self._later[seat] = asyncio.create_task(self._tell_in(left, table, seat), name=f"discord:{table.id}:page")
            return
        if await self.outbox.edit(message, drawn):
            self._shown[post.slot] = now
        else:
            await quietly(message.delete())
            await self.outbox.save(replace(post, message="", note=post.message))
            await self._send(table, seat, post.slot, channel)

    async def _page(self, table: Table, seat: Seat, post: Post, note: str = "") -> Drawn:
        """The page as it is now: what is drafted before what is not complete yet."""
        drafted = {each.mark for each in questions(table, seat) if each.draft is not None}
        kept = self.picked.get(int(post.message or 0), {})
        picked = {mark: picks for mark, picks in kept.items() if mark not in drafted}
        return draw_page(table, seat, ids.number(table.id, post.slot), await self.outbox.link(BOARD), picked, note)

    async def pressed(self, table: Table, seat: Seat, note: str) -> Drawn:
        """The page for whoever has pressed something on it."""
        post = (await self.outbox.posts())[await self.slot(table, seat)]
        link = await self.outbox.link(BOARD)
        self._shown[post.slot] = self._look(table, seat, await self._page(table, seat, post), link)
        return await self._page(table, seat, post, note)

    def _look(self, table: Table, seat: Seat, drawn: Drawn, link: str) -> Look:
        """That the `link` in it leads to another board by now is no news: it is put right with what is."""
        items = [*ask_items(table, seat), *own_buttons(table, seat)] if questions(table, seat) else []
        asked = parts.digest(Drawn(parts.layout(*items))) if items else ""
        return Look(
            table.scene(seat).page, asked, parts.digest(drawn, link), self.line.hall.clock.steady(), len(table.log)
        )

    async def _wait(self, table: Table, seat: Seat, shown: Look, now: Look) -> float:
        """Seconds for which a page may stay as it is: none where it asks something else, or somebody waits for an answer to what
        was told since. What a seat may answer only here, it hears here at once; what it said itself, it knows."""
        if (shown.page, shown.asked) != (now.page, now.asked):
            return 0.0
        posts = await self.outbox.posts()
        mine = [posts.get(ROOM + each.name) for each in table.rooms if seat in (each.readers or ()) and not each.over]
        forms = [form for each in questions(table, seat) for form in each.ask.forms]
        talks = any(talk_fields(form) and not prose_fields(form) for form in forms)
        if talks and not any(post is not None and post.message for post in mine):
            return 0.0
        told = [each.event for each in table.log[shown.length :] if each.to is not None and seat in each.to]
        own = bool(told) and all(talk_fields(type(each)) and getattr(each, "seat", "") == seat for each in told)
        return shown.at + (OWN if own else CALM) - now.at

    async def _tell_in(self, seconds: float, table: Table, seat: Seat) -> None:
        """What waited is told by itself: nobody else's news comes sooner or later for it."""
        await self.line.hall.clock.sleep(seconds)
        table = self.line.hall.tables.get(table.id, table)
        if table.outcome is None:
            try:
                async with self._lock:
                    await self._tell(table, seat)
            except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
                log.info("game %s: a page cannot be changed: %s", table.id, error)
                self._wake()

    async def _remind(self, table: Table, seat: Seat, channel: discord.DMChannel) -> None:
        """One line before time is up, to those who owe something; nobody else hears of it."""
        for each in questions(table, seat):
            due = each.due
            if due is not None and each.ask.need != "none" and (due.seat, due.key) in table.near:
                line = "What you have picked counts" if each.draft is not None else "Choose before"
                slot = f"nudge:{each.mark}"
                drawn = parts.message(f"⏰ {line} <t:{int(due.at)}:R>.", number=ids.number(table.id, slot))
                await self.outbox.send(slot, drawn, channel)


def slot_of(table: Table, seat: Seat) -> str:
    """The seat's present page: another one for whoever takes the seat later, and for each page of the scene."""
    page = LAST if is_over(table, seat) else table.scene(seat).page
    return f"{_sitting(table, seat)}:{ids.mark(page)}" if page else _sitting(table, seat)


def _sitting(table: Table, seat: Seat) -> str:
    """How the slots of whoever sits there now begin."""
    return f"dm:{seat}:{views.sitters(table, seat)}"


def _is_told(table: Table, seat: Seat, posts: Mapping[str, Post]) -> bool:
    """Whether the seat sees what others may not, or is asked something in private, or has had pages and gets its last."""
    if is_over(table, seat):
        return any(slot.startswith(f"{_sitting(table, seat)}:") for slot in posts)
    return table.scene(seat).secret or bool(questions(table, seat))
