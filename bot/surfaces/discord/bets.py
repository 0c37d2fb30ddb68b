"""Bets of those who watch AIs play, on Discord: a select on the board, who was right, and how often somebody is right on this
server."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import discord
from discord import ui

from bot.bets import CLOSED, KIND, Bet, Book, bets_in, is_open, right, wager_of
from bot.surfaces.discord import ids, views
from bot.surfaces.discord.answers import Answer, chosen
from bot.surfaces.discord.forms import MOST_OPTIONS, OPTION, option_label
from bot.surfaces.discord.words import clean, plain, said
from bot.surfaces.prose import listed
from bot.table import Table
from games.core import StaleAsk

if TYPE_CHECKING:
    from bot.surfaces.discord.posts import Screen

MOST_NAMED = 10


class Bets:
    """The bets on one game."""

    def __init__(self, screen: Screen) -> None:
        self.screen = screen

    @property
    def book(self) -> Book:
        return self.screen.surface.hall.bets

    async def recall(self) -> dict[str, Bet]:
        """By user."""
        return await self.book.of(self.screen.id)

    def row(self, table: Table) -> list[ui.Item[Any]]:
        """The select for the board, while bets are taken."""
        wager = wager_of(table)
        if wager is None or not is_open(table, wager) or not 0 < len(wager.choices) <= MOST_OPTIONS:
            return []
        names = views.plain_names(table)
        options = [discord.SelectOption(label=option_label(c, names), value=c[:OPTION]) for c in wager.choices]
        placeholder = plain(f"{wager.question} {_many(len(self.book.known(self.screen.id)))} so far", 100)
        return [ui.ActionRow(ui.Select(custom_id=ids.make("bet", table.id), placeholder=placeholder, options=options))]

    async def bet(self, answer: Answer, table: Table) -> None:
        """Somebody bets, or changes their bet. IllegalAction says why not."""
        wager, picked = wager_of(table), chosen(answer)
        choice = next((each for each in wager.choices if [each[:OPTION]] == picked), None) if wager else None
        if choice is None:
            raise StaleAsk(CLOSED)
        await self.book.place(table, answer.user, choice, guild=self.screen.guild)
        if await self.screen.is_board(answer.interaction.message):
            await self.screen.answer(answer)
        self.screen.wake()
        named = said(choice, views.names(table))
        await answer.say(f"You bet on **{named}**. You may change that while bets are taken.")

    async def result(self, table: Table) -> list[str]:
        """Who was right, the earliest first, as lines for the result; none where nobody has bet."""
        wager, bets = wager_of(table), await self.recall()
        if wager is None or not bets or not wager.right:
            return []
        await self.book.save(table.id, guild=self.screen.guild, right=sorted(wager.right))
        won = right(wager, bets)
        head = f"🎲 **{clean(wager.question)}** {_many(len(bets))}, "
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
            if document.get("guild") == self.screen.guild:
                scores.update(u for u, bet in bets_in(document).items() if bet.choice in document.get("right", ()))
        return scores


def _named(bet: Bet, scores: Counter[str]) -> str:
    """Who bet that; whoever did so in a browser has no name here."""
    surface, _, user = bet.user.partition(":")
    return f"<@{user}>{_score(scores[bet.user])}" if surface == "discord" else "somebody in a browser"


def _score(times: int) -> str:
    return f" (for the {times}{_ordinal(times)} time here)" if times > 1 else ""


def _many(bets: int) -> str:
    return f"{bets or 'no'} bet{'' if bets == 1 else 's'}"


def _ordinal(n: int) -> str:
    return "th" if n % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(n % 10, "th")
