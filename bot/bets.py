"""Bets of those who watch AIs play, on whatever surface: what they bet on, and who was right.

All bets on a game are one small document of the store, so that a restart keeps them and erasing a person finds them. One book
has them all, so that a bet made in one place counts in another.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from bot.ports import Clock, Store
from bot.table import Table
from games.core import IllegalAction, Market, StaleAsk, record

KIND = "bet"
"""The kind of document that holds the bets on a game."""

CLOSED = "Bets are closed."
KNOWS_TOO_MUCH = "Only onlookers may bet, and you have sat at this table."


@record
class Bet:
    """What somebody bets on, and since when (seconds since 1970)."""

    user: str
    choice: str
    at: float


def market_of(table: Table) -> Market | None:
    """What may be bet on, as everybody sees the game; None where people play."""
    return table.game.shows.market(table.view(None)) if table.about.watch else None


def is_open(table: Table, market: Market | None) -> bool:
    """Whether bets are taken now."""
    return market is not None and market.open and not table.outcome


def takes_bets(table: Table) -> bool:
    """Whether onlookers may bet on that game now."""
    market = market_of(table)
    return market is not None and bool(market.choices) and is_open(table, market)


class Book:
    """The bets on every game of this process, by user."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self.store, self.clock = store, clock
        self._bets: dict[str, dict[str, Bet]] = {}
        self._more: dict[str, dict[str, Any]] = {}

    async def of(self, game: str) -> dict[str, Bet]:
        """The bets on a game; read from the store at first, after a restart."""
        if game not in self._bets:
            document = await self.store.get(KIND, game) or {}
            if game not in self._bets:  # nobody was quicker
                self._bets[game] = bets_in(document)
                self._more[game] = {name: value for name, value in document.items() if name != "bets"}
        return self._bets[game]

    def known(self, game: str) -> Mapping[str, Bet]:
        """Those that have been read or made."""
        return self._bets.get(game, {})

    def let_go(self, game: str) -> None:
        """Whoever asks for its bets once more has them from the store."""
        self._bets.pop(game, None)
        self._more.pop(game, None)

    def forget(self, user: str) -> None:
        """Their bets do not count any more; the store erases them for itself."""
        for bets in self._bets.values():
            bets.pop(user, None)

    async def place(self, table: Table, user: str, choice: str, **more: Any) -> None:
        """Somebody bets, or changes their bet; `more` is kept beside. IllegalAction says why not."""
        market = market_of(table)
        if market is None or choice not in market.choices or not is_open(table, market):
            raise StaleAsk(CLOSED)
        if table.seat_of(user) is not None or any(held == user for held, _ in table.held):
            raise IllegalAction(KNOWS_TOO_MUCH)
        bets = await self.of(table.id)
        before = bets.get(user)
        if before is None or before.choice != choice:
            # Whoever thinks again bets again: the earliest is who has held that opinion longest.
            bets.pop(user, None)
            bets[user] = Bet(user, choice, self.clock.now())
            await self.save(table.id, **more)

    async def save(self, game: str, **more: Any) -> None:
        bets = [asdict(bet) for bet in (await self.of(game)).values()]
        kept = self._more.setdefault(game, {})
        kept |= more
        await self.store.put(KIND, game, {"right": [], **kept, "bets": bets})


def right(market: Market, bets: Mapping[str, Bet]) -> list[Bet]:
    """Who was right, the earliest first."""
    return [bet for bet in sorted(bets.values(), key=lambda bet: bet.at) if bet.choice in market.right]


def bets_in(document: Mapping[str, Any]) -> dict[str, Bet]:
    """By user. Whoever has been erased since has none."""
    return {each["user"]: Bet(**each) for each in document.get("bets", ()) if each["user"]}
