"""The bot “is typing” while models think, and only where everybody may know that they do."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.ports import Brief, Move, Occupant, PlayerFailed
from bot.surfaces.discord import busy
from games.core import Seat
from games.mystery.options import MysteryOptions
from tests.bot.discord.house import ID, Guest, House, Script, house

THINKS = 30.0


class Thoughtful(Guest):
    """Thinks for a while before it does what its script says."""

    def __init__(self, script: Script, t: House) -> None:
        super().__init__(script)
        self.clock = t.hall.clock

    async def move(self, brief: Brief) -> Move:
        await self.clock.sleep(THINKS)
        return await super().move(brief)


async def opened(t: House, kind: Any = "model") -> None:
    """A murder mystery of six who think, and nobody else."""
    t.hall.players.seat = lambda occupant: Thoughtful(t.script, t)  # type: ignore[method-assign]
    seats = {Seat(f"p{n}"): Occupant(kind, f"Ada {n}") for n in range(1, 7)}
    options = MysteryOptions(players=6, murderers=1, timers=False)
    place = f"discord:{t.guild.id}:{t.channel.id}"
    await t.within(t.hall.open("mystery", options, seats, place=place, seed="s", id=ID))
    await t.env.settle()


def signs(t: House) -> int:
    return sum(each.method == "POST" and each.path.endswith("/typing") for each in t.requests())


async def while_in(t: House, phase: str) -> int:
    """How many signs were given in a phase while everybody thought."""
    for _ in range(20):
        if t.table.story.state.phase == phase:
            break
        await t.env.advance_time(THINKS / 2)
    before = signs(t)
    await t.env.advance_time(THINKS / 2)
    assert t.table.story.state.phase == phase and t.table.thinking.tasks
    return signs(t) - before


async def test_models_are_seen_to_think_by_day_and_never_at_night() -> None:
    async with house(Script()) as t:
        await opened(t)
        assert 1 <= await while_in(t, "talk") <= 2, "a sign holds for ten seconds"
        assert t.table.pondered
        assert await while_in(t, "night") == 0 and not t.table.pondered
        assert 1 <= await while_in(t, "vote") <= 2


async def test_built_in_players_are_not_seen_to_think() -> None:
    async with house(Script()) as t:
        await opened(t, "built-in")
        assert await while_in(t, "talk") == 0


async def test_whoever_answers_at_once_gives_no_sign(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(busy, "AT_FIRST", 1.9 * THINKS)
    async with house(Script()) as t:
        await opened(t)
        assert await while_in(t, "talk") == 0


async def test_signs_are_few_however_many_games_there_are() -> None:
    async with house(Script()) as t:
        line = t.surface.screens.line
        assert [line.spare(busy.APART) for _ in range(3)] == [True, False, False]
        await t.env.advance_time(1)
        assert line.spare(busy.APART)


async def test_where_typing_is_refused_the_game_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[object] = []

    async def refused(*about: object) -> None:
        tried.append(about)
        raise discord.Forbidden(SimpleNamespace(status=403, reason="no"), {"code": 50001})  # type: ignore[arg-type]

    monkeypatch.setattr(discord.http.HTTPClient, "send_typing", refused)
    async with house(Script()) as t:
        await opened(t)
        assert await while_in(t, "talk") == 0 and tried
        await while_in(t, "night")


class Penniless(Guest):
    """Would play, if there were money."""

    async def move(self, brief: Brief) -> Move:
        raise PlayerFailed(
            "the budget is used up", notice="This game's budget is used up. Whoever runs the bot can raise it."
        )


@pytest.mark.parametrize("game", ["mystery", "codenames"])
async def test_a_budget_that_is_used_up_is_told_once_in_the_channel(game: str) -> None:
    """Also where a game has no messages of its own, and only its board changes."""
    async with house(Script()) as t:
        t.hall.players.seat = lambda occupant: Penniless(t.script)  # type: ignore[method-assign]
        seats = {each: Occupant("model", f"Ada {n}") for n, each in enumerate(SEATS[game], 1)}
        place = f"discord:{t.guild.id}:{t.channel.id}"
        options = {"timers": False} | ({"players": 6, "murderers": 1} if game == "mystery" else {})
        table = await t.within(t.hall.open(game, options, seats, place=place, seed="s", id=ID))
        for _ in range(30):
            await t.env.settle()
            if table.outcome:
                break
            await t.env.advance_time(20)
        told = [m.text for m in t.public() if "budget is used up. Whoever" in m.text]
        assert len(told) == 1 and not any("A stand-in moves" in m.text for m in t.feed)


SEATS: dict[str, list[Seat]] = {
    "mystery": [Seat(f"p{n}") for n in range(1, 7)],
    "codenames": [Seat(each) for each in ("red-spymaster", "red-1", "blue-spymaster", "blue-1")],
}
