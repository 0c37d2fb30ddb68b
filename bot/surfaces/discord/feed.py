"""What everybody hears, as messages of its own: what was said, each with a face, and what happened, in sentences.

The story is cut into pieces, the smallest things that are posted: a speech, all that were silent in one event, a sentence.
As many as fit become one message. Where a piece stands in the log is its place; a message is known by its first place, and
notes its last, so that after a crash the rest goes on exactly there.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Iterator, Mapping, Sequence
from functools import partial
from itertools import groupby
from typing import NamedTuple

import aiohttp
import discord
from discord import ui

from bot.hall import Hall
from bot.ports import Payer, Post
from bot.surfaces.discord import ids, parts, views
from bot.surfaces.discord.markdown import TEXT_LIMIT, clean, fit, quoted, said, told
from bot.surfaces.discord.outbox import Outbox
from bot.surfaces.discord.parts import Drawn
from bot.surfaces.prose import listed
from bot.table import Table, ended
from games.core import Announced, Event, Seat, Speech, StoodIn, Told, prose_fields

log = logging.getLogger(__name__)

SLOT = "feed:"
STANDS = "stands:"
"""The slots of speeches that stand in the channel already, as their speakers wrote them: by their index in the log."""

MOST_BOXES = 10
"""Containers in one message: more than that nobody reads on a phone."""

LONGEST_PIECE = 1900
LONGEST_PROSE = 3800
"""Characters of what somebody wrote in lines; what is longer goes on in a piece of its own."""

LONGEST_COLOUR = 300

Place = tuple[int, ...]
"""The index of an event in the log, which part of it, and, where a part is long, which piece of that from the second on."""

BEGINNING: Place = (-1, 0)


class Piece(NamedTuple):
    """One thing to post. A speech stands in a container of its own; sentences share one."""

    place: Place
    text: str
    speech: bool = False
    colour: int | None = None


def pieces(
    hall: Hall,
    table: Table,
    after: Place = BEGINNING,
    faces: Mapping[Seat, str] | None = None,
    stands: Collection[int] = (),
) -> list[Piece]:
    """All that is to be posted of the table's story after a place, in order. Whoever speaks has their own of these `faces`,
    else that of their character. What `stands` in the channel already, by its index in the log, need not be."""
    log, feed = table.log, table.game.shows.feed
    found: list[Piece] = []
    for index in range(max(0, after[0]), len(log)):
        told = log[index]
        news = isinstance(told.event, feed) or _trouble(log, index)
        if index not in stands and told.to is None and news:
            found += [piece for piece in _pieces(hall, table, index, told.event, faces or {}) if piece.place > after]
    return found


def _trouble(log: Sequence[Told], index: int) -> bool:
    """Whether it is told there for the first time that something is amiss: that something else moves for somebody, and why, or
    for all of them from then on."""
    event, before = log[index].event, (each.event for each in log[:index] if each.to is None)
    if isinstance(event, StoodIn):
        return not any(e == event or (isinstance(e, Announced) and e.why == event.why) for e in before)
    return isinstance(event, Announced)


def _pieces(hall: Hall, table: Table, index: int, event: Event, faces: Mapping[Seat, str]) -> Iterator[Piece]:
    who = views.names(table)
    speeches: Sequence[Speech] = table.game.talks.speeches(event)
    if not speeches:
        colour = parts.COLOURS[views.public_scene(table).face]
        for n, text in enumerate(told(table.game.shows.say(event), who, LONGEST_PIECE)):
            yield Piece(place_of(index, 0, n), text, False, colour)
    bold, spoken_of = views.names(table, bold=True), views.names(table, marks=False)
    for part, (seat, text) in enumerate((each.seat, each.text) for each in speeches):
        if text:
            look = hall.players.look(table.seats[seat]) if seat in table.seats else None
            heading = f"{faces.get(seat) or (look.face if look else '')} {bold.get(seat, 'Somebody')}".strip()
            colour = look.colour if look else parts.COLOURS["hidden"]
            for n, words in enumerate(spoken(text, spoken_of, lines=bool(prose_fields(type(event))))):
                yield Piece(place_of(index, part, n), f"{heading}{' …' if n else ''}\n{words}", True, colour)
    if silent := [who.get(each.seat, "Somebody") for each in speeches if not each.text]:
        line = f"-# 🤐 {listed(silent)} {'says' if len(silent) == 1 else 'say'} nothing."
        yield Piece((index, len(speeches)), fit(line, LONGEST_PIECE), False, parts.COLOURS["hidden"])


def spoken(text: str, names: Mapping[Seat, str], lines: bool = False) -> list[str]:
    """What somebody said: a line as it is, more lines (or a very long one) set off, in as many pieces as it takes. `lines`:
    it is written in lines, and set off also where it is a single one."""
    line = said(text, names)
    plain = not lines and "\n" not in text and len(line) <= LONGEST_PIECE
    return [line] if plain else quoted(text, names, LONGEST_PROSE)


def place_of(index: int, part: int, piece: int) -> Place:
    return (index, part, piece) if piece else (index, part)


def batch(waiting: Sequence[Piece], alone: bool) -> list[Piece]:
    """The next message: the first of the pieces, as many as fit. `alone`: no speech stands beside another."""
    taken: list[Piece] = []
    for piece in waiting:
        longer = [*taken, piece]
        if taken and (
            sum(len(each.text) + 1 for each in longer) > TEXT_LIMIT
            or len(_boxes(longer)) > MOST_BOXES
            or (alone and sum(each.speech for each in longer) > 1)
        ):
            break
        taken = longer
    return taken


def draw(taken: Sequence[Piece], number: int, colour: str = "") -> Drawn:
    """One message of these pieces; `colour` is what the narrator says to it, as a small line, if there is room for it."""
    view = ui.LayoutView(timeout=None)
    for n, box in enumerate(_boxes(taken)):
        content = parts.text("\n".join(each.text for each in box))
        view.add_item(ui.Container(content, accent_colour=box[0].colour, id=None if n else number))
    line = f"-# 🕯️ *{clean(colour, LONGEST_COLOUR)}*"
    if colour and len(line) < TEXT_LIMIT - sum(len(each.text) + 1 for each in taken):
        view.add_item(parts.text(line))
    view.stop()
    return Drawn(view)


def _boxes(taken: Sequence[Piece]) -> list[list[Piece]]:
    """Speeches by themselves, sentences in a row together."""
    return [list(box) for _, box in groupby(taken, key=lambda p: (p.place if p.speech else None, p.colour))]


# ── how far it has been told ──────────────────────────────────────────────────────────────────────────────────────────


def written(place: Place) -> str:
    return ".".join(map(str, place))


def read(place: str) -> Place:
    return tuple(int(each) for each in place.split("."))


def told_to(posts: Mapping[str, Post], start: str = SLOT) -> Place:
    """The last place that is out, in the messages whose slots start so."""
    out = [read(post.note) for name, post in posts.items() if name.startswith(start) and post.message]
    return max(out, default=BEGINNING)


async def send_next(
    outbox: Outbox,
    waiting: Sequence[Piece],
    start: str = SLOT,
    channel: discord.PartialMessageable | None = None,
    alone: bool = False,
) -> list[Piece]:
    """Posts the next message of what is waiting, and returns what it tells: as many pieces as fit; one that was written down
    before a crash tells what it was to tell then."""
    slot = start + written(waiting[0].place)
    pending = (await outbox.posts()).get(slot)
    taken = batch(waiting, alone)
    if pending is not None and pending.note:
        taken = [piece for piece in waiting if piece.place <= read(pending.note)]
    await outbox.send(slot, draw(taken, ids.number(outbox.id, slot)), channel, note=written(taken[-1].place))
    return taken


def sentences(table: Table, places: Sequence[Place]) -> tuple[list[str], list[str]]:
    """What everybody heard before these places, and there, in sentences with plain names."""
    log, fresh = table.log, sorted({place[0] for place in places})
    before = [told.event for told in log[: fresh[0]] if told.to is None]
    in_words = [
        [table.named(table.game.shows.say(each)) for each in those] for those in (before, [log[i].event for i in fresh])
    ]
    return in_words[0], in_words[1]


# ── telling it ────────────────────────────────────────────────────────────────────────────────────────────────────────


class Feed:
    """What one game's channel is told of it, and what the narrator adds."""

    def __init__(self, outbox: Outbox) -> None:
        self.outbox, self.line = outbox, outbox.line
        self._narrating: asyncio.Task[None] | None = None

    async def stop(self) -> None:
        await ended([self._narrating])

    async def waiting(self, table: Table) -> list[Piece]:
        """What everybody has heard, is worth a message, and has not been posted."""
        posts = await self.outbox.posts()
        stands = {int(slot.removeprefix(STANDS)) for slot in posts if slot.startswith(STANDS)}
        return pieces(self.line.hall, table, told_to(posts), self.line.faces(table.order), stands)

    async def stands(self, table: Table, seat: Seat, since: int, message: int) -> None:
        """What that seat has said since a place in the log stands in the channel, in this message."""
        for index in range(since, len(table.log)):
            speeches = table.game.talks.speeches(table.log[index].event) if table.log[index].to is None else ()
            if [each.seat for each in speeches if each.text] == [seat]:
                await self.outbox.note(f"{STANDS}{index}", str(message))
                return

    async def tell(self, table: Table) -> None:
        """Posts what is waiting. Where people only watch, one speech at a time."""
        pace = table.about.pace if table.about.watch else 0.0
        fresh: list[Piece] = []
        while waiting := await self.waiting(table):
            if fresh and waiting[0].speech:
                await self.line.hall.clock.sleep(pace)
            last = await send_next(self.outbox, waiting, alone=pace > 0)
            fresh += last
        if fresh and (narrator := self.line.narrator) is not None:
            if self._narrating is not None:
                self._narrating.cancel()  # it is still thinking about older news
            heard = sentences(table, [each.place for each in fresh])
            adding = self._add_colour(
                table, partial(narrator.colour, table.game.title, *heard, Payer(table.id, table.place)), last
            )
            self._narrating = asyncio.create_task(adding, name=f"discord:{self.outbox.id}:narrator")

    async def _add_colour(
        self, table: Table, think: Callable[[], Awaitable[str | None]], last: Sequence[Piece]
    ) -> None:
        """Adds what the narrator says to the last message of the news, if it comes while that page lies there; else it is
        let go, and so it is when anything fails."""
        id, page, slot = self.outbox.id, views.public_scene(table).page, SLOT + written(last[0].place)
        try:
            if (colour := table.narrated(await think() or "")) and page == views.public_scene(table).page:
                drawn = draw(last, ids.number(id, slot), colour)
                message = (await self.outbox.posts())[slot].message
                await self.outbox.channel.get_partial_message(int(message)).edit(view=drawn.view)
        except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
            log.info("game %s: what the narrator says cannot be shown: %s", id, error)
        except Exception:
            log.exception("game %s: the narrator broke", id)
