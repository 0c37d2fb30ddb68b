"""A game's options as the parameters of a command: how they are asked for, suggested, and read, also from files."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterable, Mapping
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin

import discord
from annotated_types import Ge, Le
from discord import app_commands
from pydantic import ValidationError
from pydantic.fields import FieldInfo

from bot.surfaces.discord.markdown import plain
from bot.surfaces.fields import sentences
from games.core import Game, IllegalAction, Options

LARGEST_FILE, LARGEST_DOCUMENT = 256 * 1024, 64 * 1024

Interaction = discord.Interaction[Any]
Choices = list[app_commands.Choice[str]]


async def options_of(game: Game[Any], values: Mapping[str, Any]) -> Options:
    """The options as given, checked. IllegalAction names every mistake."""
    files = {name: value for name, value in values.items() if isinstance(value, discord.Attachment)}
    given: dict[str, Any] = {
        **game.lobby.options.named_after({name: file.filename for name, file in files.items()}),
        **{name: value for name, value in values.items() if value is not None},
        **{name: await _read_file(file, game.lobby.options.model_fields[name]) for name, file in files.items()},
    }
    try:
        # A game may take its time over a file, and the other tables do not wait for it.
        return await asyncio.to_thread(game.lobby.options.model_validate, given)
    except ValidationError as mistake:
        raise IllegalAction(sentences(mistake, game.lobby.options)) from None


def suggested(known: Iterable[tuple[str, str]], current: str) -> Choices:
    """Those of the values, each with what it is called, that what has been typed may become."""
    found = [each for each in known if current.casefold() in each[0].casefold()]
    return [app_commands.Choice(name=plain(name, 100), value=value[:100]) for name, value in found[:25]]


def suggester(known: Callable[[], Iterable[str]]) -> Any:
    async def suggest(interaction: Interaction, current: str) -> Choices:
        return suggested(((each, each) for each in known()), current)

    return suggest


def parameter_kind(field: FieldInfo) -> Any:
    """How an option is asked for in a command: a scalar as itself, anything larger as a file."""
    kind: Any = field.annotation
    some = [each for each in get_args(kind) if each is not type(None)]
    if len(some) == 1 and get_origin(kind) in (Union, UnionType):
        kind = some[0]  # an option that may be left open
    if kind in (int, float):
        low = next((m.ge for m in field.metadata if isinstance(m, Ge)), -(2**31))
        high = next((m.le for m in field.metadata if isinstance(m, Le)), 2**31)
        return app_commands.Range[kind, low, high]
    scalar = kind in (bool, str) or get_origin(kind) is Literal
    return kind if scalar and not is_document(field) else discord.Attachment


def is_document(field: FieldInfo) -> bool:
    """Whether an option is a text file's whole content (games.core.Document)."""
    return "document" in field.metadata


async def _read_file(attachment: discord.Attachment, field: FieldInfo) -> Any:
    """What a file holds: for a document its text, else JSON or its lines. IllegalAction when it is none, or too large."""
    largest = LARGEST_DOCUMENT if is_document(field) else LARGEST_FILE
    if attachment.size > largest:
        raise IllegalAction(f"“{attachment.filename}” is larger than {largest // 1024} KiB.")
    try:
        text = (await attachment.read()).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise IllegalAction(f"“{attachment.filename}” is not a text file in UTF-8.") from None
    if is_document(field):
        if not text.strip() or "\0" in text:
            raise IllegalAction(f"“{attachment.filename}” {'is no text file' if text.strip() else 'is empty'}.")
        return text.replace("\r\n", "\n")
    if text.lstrip()[:1] in ("{", "["):
        try:
            return json.loads(text)
        except json.JSONDecodeError as mistake:
            raise IllegalAction(f"“{attachment.filename}” is not JSON: {mistake}.") from None
    if get_origin(field.annotation) not in (tuple, list):
        raise IllegalAction(f"“{attachment.filename}” should hold JSON.")
    if not (lines := [line for line in text.splitlines() if line.strip()]):
        raise IllegalAction(f"“{attachment.filename}” is empty.")
    return lines
