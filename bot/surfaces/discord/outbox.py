"""Posts messages exactly once, also across a crash: each has a *slot*, under which it is written down before it is sent.

It is saved as pending, sent with a nonce by which Discord knows a repetition for some minutes, and saved again with its id.
After a restart a pending one is looked for in its channel, by the number of its first component, before it is sent.
"""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Callable
from dataclasses import replace
from typing import Any, cast

import discord

from bot.ports import Post
from bot.surfaces.discord import ids
from bot.surfaces.discord.line import Line
from bot.surfaces.discord.painting import paint
from bot.surfaces.discord.parts import Drawn, attached

log = logging.getLogger(__name__)

LOOK_BACK = 100
"""Messages that are read back to find one that may have been sent before a crash."""

IN_FLIGHT = 4.0
"""Seconds after which no request of a process that died is still on its way."""

UNKNOWN_CHANNEL, UNKNOWN_GUILD, UNKNOWN_MESSAGE = 10003, 10004, 10008
TOO_OLD_TO_EDIT, ARCHIVED = 30046, 50083
MISSING_ACCESS, DM_REFUSED, MISSING_PERMISSIONS, NO_COMMON_GUILD = 50001, 50007, 50013, 50278
"""What Discord's error codes mean."""

BOARD = "board"
"""The slot of the message in which everything is played."""

ROOM = "room:"
"""How the slots of what stands in rooms beside the table begin."""

GONE = "gone"
"""Instead of a post's note: it has been out and was deleted on purpose, or it is not to be sent any more."""


class Outbox:
    """What one game has posted. A post's `note` says which message it replaces, how much of the story it tells, or
    GONE."""

    def __init__(self, line: Line, id: str, place: str) -> None:
        self.line, self.id = line, id
        self.guild, channel = map(int, place.split(":")[1:])
        self.channel = line.client.get_partial_messageable(channel, guild_id=self.guild)
        self.sent = 0
        """How many messages the game's channel has got in all."""
        self._posts: dict[str, Post] | None = None

    async def posts(self) -> dict[str, Post]:
        if self._posts is None:
            self._posts = await self.line.hall.store.posts(self.id, ids.SURFACE)
        return self._posts

    async def link(self, slot: str) -> str:
        """Where the message of this slot is; as long as it is not out, its channel."""
        post = (await self.posts()).get(slot)
        if post is None or not post.message:
            return f"<#{self.channel.id}>"
        return f"https://discord.com/channels/{self.guild}/{post.channel}/{post.message}"

    async def lies(self, slot: str, message: discord.Message | None) -> bool:
        """Whether that message is the one of this slot."""
        post = (await self.posts()).get(slot)
        return message is not None and post is not None and post.message == str(message.id)

    async def send(
        self,
        slot: str,
        drawn: Drawn | Callable[[], Drawn],
        channel: discord.abc.Messageable | None = None,
        mentions: discord.AllowedMentions | None = None,
        note: str | None = None,
        anew: bool = False,
    ) -> None:
        """Posts the message of this slot, unless it is out. `note` is kept with it; `anew` says that it need not be looked
        for: it is known not to be out, or another one is to take its place."""
        post = (await self.posts()).get(slot)
        if post is not None and (post.message or post.note == GONE):
            return
        to: Any = channel or self.channel
        if post is not None and not anew and await self.found(post, to):
            return
        post = await self.pending(slot, to.id, note)
        made = drawn() if callable(drawn) else drawn
        more = {"allowed_mentions": mentions} if mentions else {}
        files = await paint(made.files)
        self.sent += to.id == self.channel.id
        message = await to.send(view=made.view, files=files, nonce=post.nonce, **more)
        await self.out(post, message.id)

    @staticmethod
    async def edit(message: discord.PartialMessage, drawn: Drawn) -> bool:
        """Changes a message. False when it is gone or too old: another has to be posted."""
        try:
            await message.edit(view=drawn.view, attachments=await attached(drawn))
        except discord.HTTPException as error:
            if error.code not in (UNKNOWN_MESSAGE, TOO_OLD_TO_EDIT):
                raise
            return False
        return True

    async def pending(self, slot: str, channel: int = 0, note: str | None = None) -> Post:
        """Written down before it is sent. A message that takes another's place gets a nonce of its own."""
        earlier = (await self.posts()).get(slot)
        note = note if note is not None else earlier.note if earlier else ""
        elsewhere = f"|{channel}" if channel not in (0, self.channel.id) else ""  # a room that was opened anew, say
        nonce = (
            self.id[:9]
            + hashlib.sha256(f"{self.id}|{slot}|{note}{elsewhere}{self.line.hall.era}".encode()).hexdigest()[:16]
        )
        post = Post(self.id, ids.SURFACE, slot, nonce, str(channel or self.channel.id), note=note)
        await self.save(post)
        return post

    async def out(self, post: Post, message: int) -> None:
        await self.save(replace(post, message=str(message)))

    async def gone(self, slot: str) -> None:
        """It was deleted on purpose, or is not to be sent any more."""
        await self.note(slot, GONE)

    async def note(self, slot: str, what: str, channel: int = 0) -> None:
        """Keeps a note of what is no message by itself."""
        await self.save(Post(self.id, ids.SURFACE, slot, "", str(channel or self.channel.id), note=what))

    async def noted(self, slot: str) -> str:
        """The note that is kept there; empty when there is none."""
        post = (await self.posts()).get(slot)
        return post.note if post else ""

    async def save(self, post: Post) -> None:
        (await self.posts())[post.slot] = post
        await self.line.hall.store.save_post(post)

    async def found(self, post: Post, channel: Any = None) -> str:
        """The id of a message that may have gone out before a crash, read back from its channel; else empty. What was on
        its way when the process died may arrive a little later, so that nothing found is looked for once more."""
        try:
            for wait in (0.0, IN_FLIGHT):
                await self.line.hall.clock.sleep(wait)
                if message := await self._read_back(post.slot, channel or self.channel):
                    await self.out(post, message.id)
                    return str(message.id)
        except discord.Forbidden:
            log.warning("game %s: without Read Message History a message may be posted twice after a crash", self.id)
        return ""

    async def _read_back(self, slot: str, channel: Any) -> discord.Message | None:
        number, me = ids.number(self.id, slot), self.line.client.user
        async for message in channel.history(limit=LOOK_BACK):
            mine = me is not None and message.author.id == me.id
            if mine and any(getattr(each, "id", None) == number for each in message.components):
                return cast(discord.Message, message)
        return None


def passing(error: Exception) -> bool:
    """Whether trying again may help: Discord is down or overrun, or the line to it was cut."""
    return not isinstance(error, discord.HTTPException) or error.status >= 500 or error.status == 429


async def quietly(change: Any) -> None:
    """Changes or deletes a message that may be gone already."""
    try:
        await change
    except discord.HTTPException as error:
        log.debug("a message could not be changed: %s", error)
