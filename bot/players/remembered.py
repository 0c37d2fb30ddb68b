"""What endpoints were found to take, remembered for a while and over restarts: finding out costs refused requests.

Nothing is for ever: what a refusal said in words is believed for a week, what was guessed from one that said nothing for an hour;
then the strictest way is tried again.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Mapping
from typing import Any, Protocol

from pydantic import TypeAdapter, ValidationError

from bot.players.ladder import Manners
from bot.players.spec import ModelSpec
from bot.ports import StoreFailed
from games.core import record

log = logging.getLogger(__name__)

KIND = "manners"
"""Of the documents that they are kept as."""

SURE, GUESSED = 7 * 86400.0, 3600.0
"""Seconds for which something is believed."""


class Documents(Protocol):
    """The part of a store that is needed here."""

    async def put(self, kind: str, key: str, value: Mapping[str, Any] | None) -> None: ...

    async def get(self, kind: str, key: str) -> dict[str, Any] | None: ...


@record
class Found:
    """Manners that an endpoint was found to have, and until when that is believed, in seconds since 1970."""

    manners: Manners
    until: float


class Known:
    """What is known of one endpoint and model."""

    def __init__(self, spec: ModelSpec) -> None:
        self.documents: Documents | None = None
        self._expected, self._read = Manners.expected(spec), False
        self._found: Found | None = None
        self._key = f"{spec.base_url or 'openai'} {spec.model} {spec.reply}"

    @property
    def manners(self) -> Manners:
        """As they were found, if that was not too long ago."""
        found = self._found
        return found.manners if found and time.time() < found.until else self._expected

    async def recall(self) -> None:
        """Reads once what an earlier process found out."""
        if self._read or self.documents is None:
            return
        self._read = True
        try:
            kept = await self.documents.get(KIND, self._key)
            if kept is not None and self._found is None:
                found = _FOUND.validate_python(kept)
                # A clock that was set back makes nothing last longer.
                self._found = found if found.until <= time.time() + SURE else None
        except StoreFailed as failed:
            log.warning("what %s takes is not known any more: %s", self._key, failed)
        except ValidationError:
            log.info("what %s takes was kept by another version; it is found out again", self._key)

    async def learn(self, manners: Manners, sure: bool) -> None:
        """It took that. `sure`: a refusal said what it does not take."""
        if manners == self.manners:
            return
        self._found = Found(manners, time.time() + (SURE if sure else GUESSED))
        if self.documents is not None:
            try:
                await self.documents.put(KIND, self._key, _FOUND.dump_python(self._found, mode="json"))
            except StoreFailed as failed:
                log.warning("what %s takes is not kept: %s", self._key, failed)


_FOUND = TypeAdapter(Found)
