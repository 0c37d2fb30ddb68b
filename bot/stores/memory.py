"""A store that forgets with the process: for tests, and for many games in a row that nobody means to keep."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field, replace
from typing import Any

from bot.ports import Called, Conflict, Deadline, Moved, Occupant, Post, Repeated, Saved
from bot.stores.erasing import erased
from games.core import Seat, Told


@dataclass(slots=True)
class _Kept:
    """One game: what its store gives back, apart from what only grows."""

    saved: Saved
    log: list[Told]
    causes: set[str]
    moves: list[Moved] = field(default_factory=list)
    calls: list[Called] = field(default_factory=list)


class MemoryStore:
    """Keeps everything as it is given, without a detour through JSON. Nothing here ever waits."""

    def __init__(self) -> None:
        self._games: dict[str, _Kept] = {}
        self._posts: dict[tuple[str, str, str], Post] = {}
        self._documents: dict[str, dict[str, dict[str, Any]]] = {}

    # ── games ──

    async def create(self, saved: Saved) -> None:
        if saved.id in self._games:
            raise Conflict(saved.id)
        heading = replace(_apart(saved), log=(), causes=frozenset(), held=tuple(dict.fromkeys(saved.held)))
        self._games[saved.id] = _Kept(heading, list(saved.log), set(saved.causes))

    async def append(
        self,
        game: str,
        after: int,
        told: Sequence[Told],
        moved: Moved,
        *,
        deadlines: Sequence[Deadline] | None = None,
        seats: Mapping[Seat, Occupant] | None = None,
        ended: float | None = None,
    ) -> None:
        kept = self._games[game]
        if moved.cause in kept.causes:
            raise Repeated(moved.cause)
        if len(kept.log) != after:
            raise Conflict(game)
        kept.log.extend(told)
        kept.causes.add(moved.cause)
        kept.moves.append(replace(moved, after=after))
        if deadlines is not None:
            kept.saved = replace(kept.saved, deadlines=tuple(deadlines))
        if seats:
            held = (*kept.saved.held, *((each.user, seat) for seat, each in seats.items() if each.user))
            kept.saved = replace(kept.saved, seats={**kept.saved.seats, **seats}, held=tuple(dict.fromkeys(held)))
        if ended is not None:
            kept.saved = replace(kept.saved, ended=ended)

    async def load(self, game: str) -> Saved | None:
        kept = self._games.get(game)
        if kept is None:
            return None
        return replace(_apart(kept.saved), log=tuple(kept.log), causes=frozenset(kept.causes))

    async def open_games(self) -> list[str]:
        running = [kept.saved for kept in self._games.values() if kept.saved.ended is None]
        return [saved.id for saved in sorted(running, key=lambda saved: saved.created)]

    async def recent_games(self, limit: int = 50) -> list[Saved]:
        last_made_first = [kept.saved for kept in self._games.values()][::-1]
        newest = sorted(last_made_first, key=lambda saved: saved.created, reverse=True)
        return [replace(_apart(saved), deadlines=(), held=()) for saved in newest[:limit]]

    async def set_deadlines(self, game: str, deadlines: Sequence[Deadline]) -> None:
        kept = self._games[game]
        kept.saved = replace(kept.saved, deadlines=tuple(deadlines))

    async def set_about(self, game: str, about: Mapping[str, Any]) -> None:
        kept = self._games[game]
        kept.saved = replace(kept.saved, about=deepcopy(dict(about)))

    # ── beside the logs ──

    async def add_call(self, game: str, called: Called) -> None:
        self._games[game].calls.append(called)

    async def calls(self, game: str) -> list[Called]:
        return list(self._games[game].calls) if game in self._games else []

    async def moves(self, game: str) -> list[Moved]:
        return list(self._games[game].moves) if game in self._games else []

    async def save_post(self, post: Post) -> None:
        self._posts[post.game, post.surface, post.slot] = post

    async def posts(self, game: str, surface: str) -> dict[str, Post]:
        return {slot: post for (*where, slot), post in self._posts.items() if where == [game, surface]}

    # ── small documents ──

    async def put(self, kind: str, key: str, value: Mapping[str, Any] | None) -> None:
        if value is None:
            self._documents.get(kind, {}).pop(key, None)
        else:
            self._documents.setdefault(kind, {})[key] = deepcopy(dict(value))

    async def get(self, kind: str, key: str) -> dict[str, Any] | None:
        return deepcopy(self._documents.get(kind, {}).get(key))

    async def all(self, kind: str) -> dict[str, dict[str, Any]]:
        return deepcopy(self._documents.get(kind, {}))

    # ── people ──

    async def erase_person(self, user: str, name: str) -> int:
        where = set()
        for id, kept in self._games.items():
            seats = {
                seat: replace(each, user="", stands_for="", name=name) if user in (each.user, each.stands_for) else each
                for seat, each in kept.saved.seats.items()
            }
            held = tuple(each for each in kept.saved.held if each[0] != user)
            after = replace(kept.saved, seats=seats, held=held, about=erased(kept.saved.about, user, name))
            if after != kept.saved:
                where.add(id)
                kept.saved = after
        for kind, documents in self._documents.items():
            for key in list(documents):
                if key == user:
                    del documents[key]
                elif (changed := erased(documents[key], user, name)) != documents[key]:
                    documents[key] = changed
                    where |= {key} if kind == "lobby" else set()
        return len(where)

    async def close(self) -> None:
        """Nothing to let go of: what was kept can still be read."""


def _apart(saved: Saved) -> Saved:
    """The same, sharing nothing that may change."""
    return replace(saved, seats=dict(saved.seats), about=deepcopy(saved.about))
