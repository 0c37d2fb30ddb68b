"""What a game of Town asks of Discord: messages, edits, pings and DMs, a game and by where they go.

    python -m tests.bench.quiet [--games 3] [--seed 1] [--minutes 60] [--keep FOLDER] [FILE ...]

Nine seats, five of them people who press what they are asked and talk. Each game is played first, and written down with its times;
then what happened is told once more at the same times, and counted: so that another release, whose players may play another way, can
be fed the same (`--keep` a game there, name its file here). Answers to presses are not counted, nor what they show by themselves.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from bot.players.autoplay import BuiltInPlayers
from bot.ports import Brief, Move, Moved, Occupant, Player
from bot.table.clock import Ticker
from bot.table.door import Door
from games import wire
from games.core import Seat, Temper, Told
from tests.bot.discord.square import Square, square
from tests.bot.discord.test_town_requests import act

DECKS = (
    "sheriff doctor jailor lookout escort godfather mafioso consigliere serial-killer",
    "sheriff doctor investigator lookout medium godfather mafioso framer jester",
    "jailor doctor veteran vigilante escort godfather mafioso jester serial-killer",
)
PEOPLE = ("p1", "p3", "p6", "p7", "p9")
PACE, STEP = 1.5, 4.0


class Everyone(BuiltInPlayers):
    """Built-in players, who answer at once."""

    def seat(self, occupant: Occupant) -> Player:
        return Someone()


class Someone(Player):
    async def move(self, brief: Brief) -> Move:
        ask = next((ask for ask in brief.asks if ask.need != "none"), None) or next(a for a in brief.asks if a.invites)
        rng = random.Random(brief.dice)
        return Move(ask.key, brief.game.policy.autoplay(brief.view, brief.seat, ask, rng, Temper(talkativeness=0.8)))


class Nobody(BuiltInPlayers):
    """Players who wait: what they did is told."""

    def seat(self, occupant: Occupant) -> Player:
        return Waiting()


class Waiting(Player):
    async def move(self, brief: Brief) -> Move:
        await asyncio.sleep(1e6)
        raise AssertionError


async def opened(t: Square) -> None:
    people = (t.alice, t.bob, t.carol, t.dave, t.erin)
    await t.open(seats=dict(zip(PEOPLE, people, strict=True)), pace=PACE, timers="std")


# ── played, and told once more ────────────────────────────────────────────────────────────────────────────────────────


async def played(seed: int, minutes: float) -> dict[str, Any]:
    """A game, or as much as is played of it in so many minutes, as what happened when: seconds from its beginning, who moved and what came of it."""
    dice, kept, deck = random.Random(seed), list[dict[str, Any]](), DECKS[seed % len(DECKS)]
    commit = Door._commit
    async with square(deck) as t:
        start = t.env.now().timestamp()

        async def noted(door: Door, step: Any, moved: Moved, *more: Any, **named: Any) -> list[Told]:
            at = t.env.now().timestamp() - start
            told = await commit(door, step, moved, *more, **named)
            kept.append(
                {
                    "at": at,
                    "seat": moved.seat,
                    "key": moved.key,
                    "source": moved.source,
                    "told": [[wire.dump_audience(one.to), wire.dump(one.event)] for one in told],
                }
            )
            return told

        Door._commit = noted  # type: ignore[method-assign]
        try:
            t.hall.players = Everyone()
            await opened(t)
            while t.hall.tables and t.env.now().timestamp() < start + 60 * minutes:
                for seat in [each for each in PEOPLE if t.hall.tables and dice.random() < 0.6]:
                    await act(t, Seat(seat), dice)
                await t.env.advance_time(STEP)
        finally:
            Door._commit = commit  # type: ignore[method-assign]
    return {"deck": deck, "moves": kept}


async def counted(game: Mapping[str, Any]) -> Counter[str]:
    """What is asked of Discord while it is told again."""
    up = Ticker._time_is_up
    Ticker._time_is_up = _nothing  # type: ignore[method-assign]
    try:
        async with square(game["deck"]) as t:
            start = t.env.now().timestamp()
            t.hall.players = Nobody()
            await opened(t)
            t.env.backend.http_requests.clear()
            for n, each in enumerate(game["moves"]):
                if (wait := start + each["at"] - t.env.now().timestamp()) > 0:
                    await t.env.advance_time(wait)
                await t.within(tell(t, each, n))
                await asyncio.sleep(0)
            await t.env.advance_time(60)
            found = Counter(where for each in t.env.http_requests for where in kinds(t, each))
            found["days"] = sum("DayBroke" in event for each in game["moves"] for _, event in each["told"])
            found["seconds"] = round(game["moves"][-1]["at"])
            return found
    finally:
        Ticker._time_is_up = up  # type: ignore[method-assign]


async def _nothing(ticker: Ticker, seat: Seat, key: str) -> None:
    ticker.door.deadlines.running.pop((seat, key), None)


async def tell(t: Square, each: Mapping[str, Any], n: int) -> None:
    """This has happened. What somebody has pressed shows by itself what comes of it."""
    table, seat = t.table, Seat(each["seat"])
    told = [Told(wire.load_audience(to), wire.load_event(table.game, event)) for to, event in each["told"]]
    step = table.story._step(told)
    screen, ask = t.surface.screens.of(table), next((a for a in table.story.asks(seat) if a.key == each["key"]), None)
    moved = Moved(f"told:{n}", seat, each["key"], each["source"])
    presses = each["source"] == "person" and ask is not None and ask.need != "none"
    if not presses or ask is None:
        await table._door._commit(step, moved, {})
        return
    with screen.hushed():
        await table._door._commit(step, moved, {})
        if ask.private and table.outcome is None:
            with suppress(KeyError):
                await screen.pages.pressed(table, seat, "")
    if not ask.private and (post := (await screen.outbox.posts()).get("board")) and post.message:
        await screen.answer(Pressed(post.message))  # type: ignore[arg-type]


class Pressed:
    """An answer to a press of the board."""

    def __init__(self, message: str) -> None:
        self.interaction = SimpleNamespace(message=SimpleNamespace(id=int(message)))

    async def update(self, drawn: Any) -> None:
        """It takes the board's place."""


def kinds(t: Square, request: Any) -> list[str]:
    """What a request counts as: “message square”, “edit dm”, “ping” …"""
    found = re.search(r"/channels/(\d+)", request.path)
    id = int(found[1]) if found else 0
    if "/interactions/" in request.path or "/webhooks/" in request.path:
        return []
    where = "dm" if id in t.env.backend.dm_channels.values() else "square" if id == t.channel.id else "room"
    if request.path.endswith("/messages") and request.method == "POST":
        pinged = set(re.findall(r"<@(\d+)>", json.dumps(request.json))) & set(
            map(str, ((request.json or {}).get("allowed_mentions") or {}).get("users") or [])
        )
        return [f"message {where}", *["ping"] * len(pinged)]
    if "/messages/" in request.path and request.method == "PATCH":
        return [f"edit {where}"]
    return [f"other {request.method}"] if not request.path.endswith("/typing") else []


def totals(found: Counter[str]) -> dict[str, int]:
    """“messages”, “edits” (DMs and rooms among them), “pings”."""
    return {
        "messages": sum(n for what, n in found.items() if what.startswith("message ")),
        "edits": sum(n for what, n in found.items() if what.startswith("edit ")),
        "pings": found["ping"] + found["message dm"],
    }


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.quiet", description=__doc__.partition("\n")[0])
    parser.add_argument("files", nargs="*", metavar="FILE", type=Path, help="games that were kept")
    parser.add_argument("--games", type=int, default=3, help="games to play where no files are named (3)")
    parser.add_argument("--seed", type=int, default=1, help="of the first (1)")
    parser.add_argument("--minutes", type=float, default=60, help="how long a game is played at most (60)")
    parser.add_argument("--keep", type=Path, help="a folder for what was played")
    chosen = parser.parse_args(arguments)
    named = [str(each) for each in chosen.files] or [str(chosen.seed + n) for n in range(chosen.games)]
    for name in named:
        game = json.loads(Path(name).read_text()) if chosen.files else asyncio.run(played(int(name), chosen.minutes))
        if chosen.keep and not chosen.files:
            chosen.keep.mkdir(exist_ok=True)
            (chosen.keep / f"{name}.json").write_text(json.dumps(game))
        found = asyncio.run(counted(game))
        told = "  ".join(f"{what} {n}" for what, n in totals(found).items())
        by_kind = ", ".join(f"{what} {n}" for what, n in sorted(found.items()))
        print(f"{name}: {told}  ({by_kind})", flush=True)


if __name__ == "__main__":
    main()
