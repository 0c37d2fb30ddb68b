"""Bets of those who watch AIs play, on Discord: a select on the board, who was right, and how often somebody is right on this
server."""

from __future__ import annotations

from collections import Counter
from typing import Any

import discord
from discord import ui

from bot.bets import CLOSED, KIND, Bet, bets_in, is_open, market_of, right
from bot.surfaces.discord import ids, views
from bot.surfaces.discord.forms import MOST_OPTIONS, OPTION
from bot.surfaces.discord.markdown import clean, plain, said
from bot.surfaces.discord.outbox import Outbox
from bot.surfaces.prose import listed
from bot.table import Table
from games.core import StaleAsk, labelled

MOST_NAMED = 10


class Bets:
    """The bets on one game."""

    def __init__(self, outbox: Outbox) -> None:
        self.id, self.guild, self.book = outbox.id, outbox.guild, outbox.line.hall.bets

    async def recall(self) -> dict[str, Bet]:
        """By user."""
        return await self.book.of(self.id)

    def row(self, table: Table) -> list[ui.Item[Any]]:
        """The select for the board, while bets are taken."""
        market = market_of(table)
        if market is None or not is_open(table, market) or not 0 < len(market.choices) <= MOST_OPTIONS:
            return []
        names = views.plain_names(table)
        options = [
            discord.SelectOption(label=plain(labelled(c, names), OPTION), value=c[:OPTION]) for c in market.choices
        ]
        placeholder = plain(f"{market.question} {_many(len(self.book.known(self.id)))} so far", 100)
        return [ui.ActionRow(ui.Select(custom_id=ids.make("bet", table.id), placeholder=placeholder, options=options))]

    async def place(self, table: Table, user: str, picked: list[str]) -> str:
        """Somebody bets, or changes their bet: what they are told of it. IllegalAction says why not."""
        market = market_of(table)
        choice = next((each for each in market.choices if [each[:OPTION]] == picked), None) if market else None
        if choice is None:
            raise StaleAsk(CLOSED)
        await self.book.place(table, user, choice, guild=self.guild)
        return f"You bet on **{said(choice, views.names(table))}**. You may change that while bets are taken."

    async def result(self, table: Table) -> list[str]:
        """Who was right, the earliest first, as lines for the result; none where nobody has bet."""
        market, bets = market_of(table), await self.recall()
        if market is None or not bets or not market.right:
            return []
        await self.book.save(table.id, guild=self.guild, right=sorted(market.right))
        won = right(market, bets)
        head = f"🎲 **{clean(market.question)}** {_many(len(bets))}, "
        if not won:
            return [f"{head}and nobody was right."]
        scores = await self._scores()
        named = [_named(bet, scores) for bet in won[:MOST_NAMED]]
        more = [f"{len(won) - MOST_NAMED} more"] if len(won) > MOST_NAMED else []
        return [f"{head}right (earliest first): {listed([*named, *more])}."]

    async def _scores(self) -> Counter[str]:
        """How often everybody has been right on a server."""
        scores: Counter[str] = Counter()
        for document in (await self.book.store.all(KIND)).values():
            if document.get("guild") == self.guild:
                scores.update(u for u, bet in bets_in(document).items() if bet.choice in document.get("right", ()))
        return scores


def _named(bet: Bet, scores: Counter[str]) -> str:
    """Who bet that; whoever did so in a browser has no name here."""
    there = ids.ours(bet.user)
    return f"<@{ids.person(bet.user).id}>{_score(scores[bet.user])}" if there else "somebody in a browser"


def _score(times: int) -> str:
    return f" (for the {times}{_ordinal(times)} time here)" if times > 1 else ""


def _many(bets: int) -> str:
    return f"{bets or 'no'} bet{'' if bets == 1 else 's'}"


def _ordinal(n: int) -> str:
    return "th" if n % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(n % 10, "th")
