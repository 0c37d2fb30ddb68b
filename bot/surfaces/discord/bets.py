"""Bets of those who watch AIs play: what they bet on, who was right, and how often somebody is right on this server.

All bets on a game are one small document of the store, so that a restart keeps them and erasing a person finds them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import discord
from discord import ui

from bot.surfaces.discord import board, ids
from bot.surfaces.discord.answers import Answer, chosen
from bot.surfaces.discord.forms import MOST_OPTIONS, OPTION, option_label
from bot.surfaces.discord.words import clean, plain, said
from bot.surfaces.prose import listed
from bot.table import Table
from games.core import IllegalAction, StaleAsk, Wager, record

if TYPE_CHECKING:
    from bot.surfaces.discord.posts import Screen

KIND = "bet"
"""The kind of document that holds the bets on a game."""

MOST_NAMED = 10
CLOSED = "Bets are closed."
KNOWS_TOO_MUCH = "Only onlookers may bet, and you have sat at this table."


@record
class Bet:
    """What somebody bets on, and since when (seconds since 1970)."""

    user: str
    choice: str
    at: float


def wager_of(table: Table) -> Wager | None:
    """What may be bet on, as everybody sees the game; None where people play."""
    wager: Wager | None = table.game.wager(table.story.view(None)) if table.about.get("watch") else None
    return wager


class Bets:
    """The bets on one game."""

    def __init__(self, screen: Screen) -> None:
        self.screen, self.store = screen, screen.surface.hall.store
        self._bets: dict[str, Bet] | None = None

    async def recall(self) -> dict[str, Bet]:
        """By user; read from the store at first, after a restart."""
        if self._bets is None:
            stored = _bets_in(await self.store.get(KIND, self.screen.id) or {})
            if self._bets is None:  # nobody was quicker
                self._bets = stored
        return self._bets

    def forget_person(self, user: str) -> None:
        """Their bets do not count any more; the store erases them for itself."""
        (self._bets or {}).pop(user, None)

    def row(self, table: Table) -> list[ui.Item[Any]]:
        """The select for the board, while bets are taken."""
        wager = wager_of(table)
        if wager is None or not wager.open or table.story.outcome or not 0 < len(wager.choices) <= MOST_OPTIONS:
            return []
        names = board.plain_names(table)
        options = [discord.SelectOption(label=option_label(c, names), value=c[:OPTION]) for c in wager.choices]
        placeholder = plain(f"{wager.question} {_many(len(self._bets or {}))} so far", 100)
        return [ui.ActionRow(ui.Select(custom_id=ids.make("bet", table.id), placeholder=placeholder, options=options))]

    async def bet(self, answer: Answer, table: Table) -> None:
        """Somebody bets, or changes their bet. IllegalAction says why not."""
        wager, picked = wager_of(table), chosen(answer)
        choice = next((each for each in wager.choices if [each[:OPTION]] == picked), None) if wager else None
        if wager is None or choice is None or not wager.open or table.story.outcome:
            raise StaleAsk(CLOSED)
        if table.seat_of(answer.user) is not None or any(user == answer.user for user, _ in table.held):
            raise IllegalAction(KNOWS_TOO_MUCH)
        bets = await self.recall()
        before = bets.get(answer.user)
        if before is None or before.choice != choice:
            # Whoever thinks again bets again: the earliest is who has held that opinion longest.
            bets.pop(answer.user, None)
            bets[answer.user] = Bet(answer.user, choice, self.screen.surface.hall.clock.now())
            await self._save()
        if await self.screen.is_board(answer.interaction.message):
            await self.screen.answer(answer)
        self.screen.wake()
        named = said(choice, board.names(table))
        await answer.say(f"You bet on **{named}**. You may change that while bets are taken.")

    async def result(self, table: Table) -> list[str]:
        """Who was right, the earliest first, as lines for the result; none where nobody has bet."""
        wager, bets = wager_of(table), list((await self.recall()).values())
        if wager is None or not bets or not wager.right:
            return []
        await self._save(sorted(wager.right))
        right = [bet for bet in sorted(bets, key=lambda bet: bet.at) if bet.choice in wager.right]
        head = f"🎲 **{clean(wager.question)}** {_many(len(bets))}, "
        if not right:
            return [f"{head}and nobody was right."]
        scores = await self._scores()
        named = [f"<@{bet.user.split(':')[1]}>{_score(scores[bet.user])}" for bet in right[:MOST_NAMED]]
        more = [f"{len(right) - MOST_NAMED} more"] if len(right) > MOST_NAMED else []
        return [f"{head}right (earliest first): {listed([*named, *more])}."]

    async def _scores(self) -> Counter[str]:
        """How often everybody has been right on a server."""
        scores: Counter[str] = Counter()
        for document in (await self.store.all(KIND)).values():
            if document.get("guild") == self.screen.guild:
                scores.update(u for u, bet in _bets_in(document).items() if bet.choice in document.get("right", ()))
        return scores

    async def _save(self, right: list[str] | None = None) -> None:
        bets = [asdict(bet) for bet in (await self.recall()).values()]
        await self.store.put(KIND, self.screen.id, {"guild": self.screen.guild, "right": right or [], "bets": bets})


def _bets_in(document: Mapping[str, Any]) -> dict[str, Bet]:
    """By user. Whoever has been erased since has none."""
    return {each["user"]: Bet(**each) for each in document.get("bets", ()) if each["user"]}


def _score(times: int) -> str:
    return f" (for the {times}{_ordinal(times)} time here)" if times > 1 else ""


def _many(bets: int) -> str:
    return f"{bets or 'no'} bet{'' if bets == 1 else 's'}"


def _ordinal(n: int) -> str:
    return "th" if n % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(n % 10, "th")
