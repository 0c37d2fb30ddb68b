"""Whoever looks on at a game on Discord learns nothing that not everybody was told: neither by asking, nor from when something moves.

A game of any kind is taken at some moment. A stranger gives every command that shows something and presses every button, in two
worlds that they could not tell apart: it comes to the same, to a byte. Then the game goes on, and the channel is left alone by
whatever is chosen or said out of everybody's hearing.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from contextlib import suppress
from itertools import count
from typing import Any

import pytest

from bot.ports import About, Moved, Occupant, Saved
from bot.surfaces.discord import ids
from bot.table import Table, new_deadlines
from games import all_games
from games.core import IllegalAction, Kind, Seat
from games.story import Story
from tests.bot.discord.hiding import Night, night
from tests.bot.discord.town import Message
from tests.conftest import Much
from tests.games import laws

ID = "lookon23"
PRIVATE_MOVES = 12
COMMANDS: tuple[tuple[str, dict[str, str]], ...] = (
    ("status", {}), ("log", {}), ("rules", {}),
    *(("export", {"format": each}) for each in ("json", "csv", "md")),
)  # fmt: skip
"""What shows something, whoever asks."""

SNOWFLAKE = re.compile(r"\d{15,}")
"""Ids that Discord gives; no two evenings have the same."""


async def lay(t: Night, story: Story[Any], thought: str) -> Table:
    """The table in its channel. Two people sit there, and somebody has moved and `thought` something."""
    place = f"discord:{t.guild.id}:{t.channel.id}"
    seats = {seat: Occupant("built-in", f"N{n}") for n, seat in enumerate(story.seats)}
    for seat, who in zip(story.people, (t.alice, t.bob), strict=False):
        seats[seat] = Occupant("person", who.user.name, ids.user_of(who.id))
    log, due = tuple(story.log), tuple(new_deadlines(story, t.clock.now()))
    options = story.options.model_dump(mode="json")
    saved = Saved(
        ID, story.game.name, story.game.rules.version, options, story.seed, About(), seats, log, deadlines=due,
        place=place,
    )  # fmt: skip
    await t.hall.store.create(saved)
    secret = Moved("model:1", story.seats[0], "a question", "model", aside=thought)
    await t.hall.store.append(ID, len(log), [], secret)
    table = Table(saved, story, t.hall.store, t.hall.players, t.clock, t.hall._changed)
    t.hall.tables[ID] = table
    t.hall._changed(table)
    await t.env.settle()
    return table


def look(t: Night, message: Message) -> str:
    """All that is in a message, files too."""
    files = [(t.env.backend.cdn.get(each["url"]) or b"").hex() for each in message.raw.attachments]
    components = json.dumps(message.raw.components, sort_keys=True, default=str, ensure_ascii=False)
    return SNOWFLAKE.sub("#", components) + "".join(files)


async def seen(t: Night) -> dict[str, str]:
    """All that a stranger is shown who asks for everything."""
    found = {f"message {n}": look(t, each) for n, each in enumerate(t.public())}
    for command, options in COMMANDS:
        answer = t.answer(await t.say(t.erin, f"game {command}", **options))
        found[f"/game {command} {options}"] = look(t, answer)
    board = next(each for each in reversed(t.public()) if "Rules" in each.buttons)
    for label, each in board.buttons.items():
        if not each.get("disabled"):
            found[label] = look(t, t.answer(await t.press(t.erin, label, board)))
    asides = {**board.buttons["Rules"], "custom_id": ids.make("asides", ID)}
    found["What the AIs thought"] = look(t, await t.press_anyway(t.erin, board, asides))
    return found


def seat_two(story: Story[Any]) -> None:
    """Lets people play in two seats, and AIs in all others."""
    people = [seat for seat in story.seats if seat not in story.game.lobby.staff][:2]
    for seat in (*people, *story.seats):
        kind: Kind = "person" if seat in people else "built-in"
        if story.kinds[seat] != kind:
            story.tell(story.reseat(seat, kind))


MOVES, MOST_MOVES = 40, 400
"""Moves in which a moment is looked for at which others are waited for in another world: the most in games in which that can be."""


def taken(name: str, number: int) -> tuple[Story[Any], Story[Any], random.Random]:
    """A game that goes on, and another world; if that can be, at a moment at which others are waited for there."""
    for again in count():
        rng = random.Random(f"{name}/onlookers/{number}/{again}")
        story, most = laws.random_story(all_games()[name], rng), rng.randint(MOVES // 2, MOVES)
        seat_two(story)
        twin = None
        for n, _ in enumerate(laws.steps(story, rng)):
            if n > most or story.outcome:
                break
            if secretly_owed(story):
                most = MOST_MOVES
                twin = next(
                    (
                        each
                        for each in _worlds(story, rng)
                        if each.owed(each.seats).keys() != story.owed(story.seats).keys()
                    ),
                    None,
                )
                if twin is not None:
                    break
        if not story.outcome:
            seat_two(story)
            return story, _otherwise(story, rng), rng
    raise AssertionError


def secretly_owed(story: Story[Any]) -> bool:
    return any(ask.private and not ask.known for asks in story.owed(story.seats).values() for ask in asks)


def _worlds(story: Story[Any], rng: random.Random) -> Iterator[Story[Any]]:
    """Some that look the same to the public."""
    return (laws.twin_of(story, None, rng) for _ in range(4))


def _otherwise(story: Story[Any], rng: random.Random) -> Story[Any]:
    """One of them, in which others are waited for if that can be."""
    first, *more = _worlds(story, rng)
    here = story.owed(story.seats).keys()
    return next((each for each in (first, *more) if each.owed(each.seats).keys() != here), first)


async def moved(t: Night, table: Table, rng: random.Random, most: int) -> list[str]:
    """Plays on, and says after which moves the channel stirred though nobody who looks on was told anything."""
    found, words = [], laws.vocabulary(table.story)
    channel = f"/channels/{t.channel.id}"
    for n in range(most):
        if table.outcome:
            break
        seat, ask = laws._some_ask(table.story, rng)
        before, start = len(table.log), len(t.env.http_requests)
        with suppress(IllegalAction):
            await table.submit(Seat(seat), laws.answer(ask, rng, words), ask.key, f"test:{n}")
        await t.env.settle()
        stirred = [r for r in t.env.http_requests[start:] if channel in r.path and r.method != "GET"]
        if stirred and not any(each.to is None for each in table.log[before:]):
            found.append(f"{stirred[0].method} {stirred[0].path} after {seat} answered {ask.key}")
    return found


@pytest.mark.parametrize("name", sorted(all_games()))
async def test_a_stranger_learns_nothing_by_asking_or_by_waiting(name: str, much: Much):
    for number in range(much(8)):
        story, twin, rng = taken(name, number)
        async with night() as t:
            await lay(t, twin, "I hide nothing at all.")
            there = await seen(t)
        async with night() as t:
            table = await lay(t, story, "I hide something.")
            here = await seen(t)
            assert len(here) > len(COMMANDS) + 2
            assert here.keys() == there.keys()
            assert [each for each in here if here[each] != there[each]] == []
            assert await moved(t, table, rng, PRIVATE_MOVES) == []
