"""Capabilities: who somebody is, shown by an unguessable key that only they hold.

A key is given when somebody first creates or joins a game, and travels in a cookie or in `Authorization: Bearer …`. The store
has its hash alone, with the user id that it stands for (“web:…”) as seats know people; a key may besides be somebody else at
single tables: whoever opened a link of theirs from Discord.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import secrets
from collections.abc import Mapping
from typing import Any

from itsdangerous import BadSignature, SignatureExpired, URLSafeTimedSerializer

from bot.ports import Store
from bot.surfaces.web.problems import Problem
from games.core import record

KEY, SETTINGS, SPENT = "web-key", "web", "web-spent"
"""Kinds of documents: keys by hash, what this surface remembers of itself, and links that work once."""

_OPENING = asyncio.Lock()  # a bot beside the browser surface signs links, too: both with the same secret

SPENT_ALREADY = "This link was used already. Ask for a new one where you found it."


@record
class Who:
    """Somebody who asks. `user` is their id, empty for strangers; `at` is who else they are at single tables; `owner` may do
    what costs money."""

    user: str = ""
    at: Mapping[str, str] | None = None
    owner: bool = False

    def ids(self, game: str) -> tuple[str, ...]:
        """By which ids this table may know them, the one given for it first."""
        return tuple(filter(None, ((self.at or {}).get(game, ""), self.user)))


class Keys:
    """Gives keys out and knows them again. Make one with `Keys.open`."""

    def __init__(self, store: Store, secret: str) -> None:
        self._store = store
        self._links = URLSafeTimedSerializer(secret, salt="masquerade-links")
        self._known: dict[str, dict[str, Any]] = {}
        self._spending: set[str] = set()

    @classmethod
    async def open(cls, store: Store) -> Keys:
        """With the secret that signs links, made once for a store."""
        async with _OPENING:
            kept = await store.get(SETTINGS, "secret") or {}
            if not isinstance(kept.get("secret"), str):  # none yet, or it is damaged
                kept = {"secret": secrets.token_urlsafe(32)}
                await store.put(SETTINGS, "secret", kept)
        return cls(store, str(kept["secret"]))

    async def new(self) -> tuple[str, str]:
        """A key for somebody new, and their id."""
        key, user = secrets.token_urlsafe(32), f"web:{secrets.token_hex(8)}"
        await self._keep(_hash(key), {"user": user})
        return key, user

    async def who(self, key: str, owner: bool) -> Who:
        """Whose key that is; a stranger's where it is nobody's."""
        found = await self._find(_hash(key)) if key else None
        return Who(found["user"], found.get("at"), owner) if found else Who(owner=owner)

    async def lend(self, key: str, game: str, user: str) -> None:
        """Lets this key be `user` at that table, too."""
        found = await self._store.get(
            KEY, _hash(key)
        )  # rather than what is remembered: somebody may have been erased since
        if found is not None:
            await self._keep(_hash(key), {**found, "at": {**(found.get("at") or {}), game: user}})

    def link(self, **what: Any) -> str:
        """What a link says, signed."""
        return str(self._links.dumps(what))

    def read(self, link: str, seconds: int | None = None) -> dict[str, Any]:
        """What a link of ours says. Problem when it is none, or older than `seconds`."""
        try:
            found: dict[str, Any] = self._links.loads(link, max_age=seconds)
        except SignatureExpired:
            raise Problem("This link has expired. Ask for a new one where you found it.", 410) from None
        except BadSignature:
            raise Problem("This link is not whole: it may have been cut short when it was copied.", 404) from None
        return found

    async def spend(self, link: str) -> None:
        """Uses up a link that works once. Problem when it is spent."""
        mark = self._mark(link)
        if mark in self._spending:  # of two presses at once, one
            raise Problem(SPENT_ALREADY, 410)
        self._spending.add(mark)
        try:
            if await self._store.get(SPENT, mark):
                raise Problem(SPENT_ALREADY, 410)
            await self._store.put(SPENT, mark, {"spent": True})
        finally:
            self._spending.discard(mark)

    async def check(self, link: str) -> None:
        """Problem when a link that works once is spent."""
        if await self._store.get(SPENT, self._mark(link)):
            raise Problem(SPENT_ALREADY, 410)

    def _mark(self, link: str) -> str:
        """By what a link is known again: what it says, as the same can be written in several ways (“=” at its end)."""
        return _hash(json.dumps(self.read(link), sort_keys=True))

    def forget(self) -> None:
        """Asks the store again who is who."""
        self._known.clear()

    async def _find(self, mark: str) -> dict[str, Any] | None:
        if mark not in self._known and (found := await self._store.get(KEY, mark)):
            self._known[mark] = found
        return self._known.get(mark)

    async def _keep(self, mark: str, document: dict[str, Any]) -> None:
        await self._store.put(KEY, mark, document)
        self._known[mark] = document


def _hash(key: str) -> str:
    return hashlib.sha256(key.encode()).hexdigest()
