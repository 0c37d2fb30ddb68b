"""Answers to presses, forms and commands: within three seconds, once, and in a sentence when something goes wrong.

What can go wrong, and what whoever pressed is told:

    IllegalAction       the rules or the house refuse: the sentence itself, for them alone
      └ StaleAsk        the moment has passed: the same
    Missing             the bot lacks a permission: which, and where
    10062, 40060        Discord no longer waits, or was answered already: nothing can be said; the log says so
    anything else       a sentence with a reference, by which the log has the rest
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import AsyncIterator, Awaitable, Mapping
from contextlib import asynccontextmanager
from typing import Any

import aiohttp
import discord
from discord import ui

from bot.names import called, looks
from bot.ports import Occupant
from bot.rights import Asker
from bot.surfaces.discord import ids
from bot.surfaces.discord.markdown import LONGEST_NAME, clean, fit, plain
from bot.surfaces.discord.painting import paint
from bot.surfaces.discord.parts import Drawn, attached, layout, text
from games.core import Ask, IllegalAction

log = logging.getLogger(__name__)

PATIENCE = 1.8
"""Seconds after which an answer that is not ready yet is announced, so that Discord goes on waiting for it."""

LONGEST_REFUSAL, MOST_MISTAKES = 3600, 10

UNKNOWN_INTERACTION, ANSWERED_ALREADY = 10062, 40060


class Missing(Exception):
    """The bot may not do what it should; the text says which permission it lacks."""


class Answer:
    """The answer to one interaction. Say, show or update as often as needed: the first is the response itself, the
    others follow up. A press that takes long is held open."""

    def __init__(self, interaction: discord.Interaction[Any]) -> None:
        self.interaction = interaction
        self.cause = f"discord:{interaction.id}"
        self.user = ids.user_of(interaction.user.id)
        """The house's id for whoever pressed."""
        self.public = False
        """Whether the answer is for everyone, should it have to be announced before it is ready."""
        self.followed: Ask | None = None
        """What went with something that they did, and has been shown to them."""
        self.after = ""
        """What is to be said to them when what they pressed shows what came of it."""
        self._turn = asyncio.Lock()
        self._thinking = False

    @property
    def asker(self) -> Asker:
        """Whoever pressed. Who may manage messages in this channel, send members away for a while or manage the server,
        moderates it."""
        may = self.interaction.permissions
        moderates = may.manage_messages or may.moderate_members or may.manage_guild
        roles = frozenset(str(each.id) for each in getattr(self.interaction.user, "roles", ()))
        return Asker((self.user,), self.cause, moderates=moderates, roles=roles)

    @property
    def done(self) -> bool:
        return self.interaction.response.is_done() and not self._thinking

    async def say(self, sentence: str, *more: ui.Item[Any]) -> None:
        """A sentence for them alone, and what stands below it."""
        await self.show(Drawn(layout(text(sentence), *more)))

    def announce(self) -> bool:
        """From here on the answer is for everyone; True when it has been announced already, for one alone."""
        self.public = True
        return self._thinking

    async def show(self, drawn: Drawn, ephemeral: bool = True) -> discord.Message | discord.InteractionMessage | None:
        """A message of its own; the message, when Discord names it."""
        files = await paint(drawn.files)
        async with self._turn:
            response = self.interaction.response
            if not response.is_done():
                sent = await _once(response.send_message(view=drawn.view, files=files, ephemeral=ephemeral))
                found = getattr(sent, "resource", None)
                return found if isinstance(found, discord.InteractionMessage) else None
            if self._thinking:
                self._thinking = False
                return await self.interaction.edit_original_response(view=drawn.view, attachments=files)
            return await self.interaction.followup.send(view=drawn.view, files=files, ephemeral=ephemeral, wait=True)

    async def update(self, drawn: Drawn) -> None:
        """The message that was pressed, changed."""
        files = await attached(drawn)
        async with self._turn:
            if not self.interaction.response.is_done():
                await _once(self.interaction.response.edit_message(view=drawn.view, attachments=files))
            else:
                await self.interaction.edit_original_response(view=drawn.view, attachments=files)

    async def form(self, modal: ui.Modal) -> None:
        """A form to fill in. Only a first answer can be one."""
        async with self._turn:
            if self.interaction.response.is_done():
                raise IllegalAction("That took too long. Please press again.")
            await _once(self.interaction.response.send_modal(modal))

    async def nothing(self) -> None:
        """Accepted, with nothing to show here."""
        async with self._turn:
            if not self.interaction.response.is_done():
                await _once(self.interaction.response.defer())

    async def hold(self) -> None:
        """Asks Discord to wait, when the answer is not there in time."""
        await asyncio.sleep(PATIENCE)
        async with self._turn:
            if self.interaction.response.is_done():
                return
            pressed = self.interaction.type is discord.InteractionType.component or self.interaction.message
            self._thinking = not pressed
            await _once(self.interaction.response.defer(ephemeral=not self.public, thinking=not pressed))


def chosen(answer: Answer) -> list[str]:
    """What was picked in the select that was pressed."""
    data: Mapping[str, Any] = answer.interaction.data or {}
    return [str(each) for each in data.get("values", ())]


def person_of(answer: Answer, others: list[Occupant]) -> Occupant:
    """Whoever pressed, as an occupant; told apart from somebody of the same name."""
    user = answer.interaction.user
    name = plain(user.display_name, 32) or plain(user.name, 32)
    taken = [each.name for each in others if each.user != answer.user]
    if looks(name) in map(looks, taken):
        name = f"{name} ({user.name})"
    return Occupant("person", called(name, taken, LONGEST_NAME), answer.user)


@asynccontextmanager
async def answering(interaction: discord.Interaction[Any]) -> AsyncIterator[Answer]:
    """While an answer is made: it comes in time, and in sentences whatever happens."""
    answer = Answer(interaction)
    holding = asyncio.create_task(answer.hold())
    try:
        try:
            yield answer
        except IllegalAction as refusal:
            await answer.say(listed_mistakes(str(refusal)))
        except Missing as lack:
            await answer.say(str(lack))
        except discord.HTTPException as error:
            if error.code in (UNKNOWN_INTERACTION, ANSWERED_ALREADY):
                raise
            await answer.say(apology(error))
        except Exception as error:
            await answer.say(apology(error))
        if not answer.done:
            await answer.nothing()
    except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
        log.warning("interaction %s could not be answered: %s", interaction.id, error)
    finally:
        holding.cancel()
        await asyncio.gather(holding, return_exceptions=True)


def listed_mistakes(text: str) -> str:
    """A refusal: a sentence, or a list of them, as many as anybody mends at once."""
    lines = [line for line in map(clean, text.split("\n")) if line]
    if len(lines) < 2:
        return fit("".join(lines), LONGEST_REFUSAL)
    shown = [f"- {fit(line, LONGEST_REFUSAL // MOST_MISTAKES)}" for line in lines[:MOST_MISTAKES]]
    more = [f"… and {len(lines) - MOST_MISTAKES} more."] if len(lines) > MOST_MISTAKES else []
    return "\n".join([*shown, *more])


def apology(error: BaseException) -> str:
    """A sentence for whoever met an error, with the reference by which the log has it."""
    reference = secrets.token_hex(3)
    log.error("reference %s: %s", reference, error, exc_info=error)
    return f"Something went wrong here; it has been noted. Reference: `{reference}`. Please try again."


async def _once(response: Awaitable[Any]) -> Any:
    """Sends a response. Discord's “answered already” after a retry means that the first try got through."""
    try:
        return await response
    except discord.HTTPException as error:
        if error.code == ANSWERED_ALREADY:
            return None
        raise
