"""Duets as they are played: real tables, a real store, and models behind the openai client that answer what they are sent."""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import httpx2
import pytest

from bot.clock import VirtualClock
from bot.export import export
from bot.hall import Hall
from bot.players.autoplay import BuiltInPlayers
from bot.players.seating import HousePlayers
from bot.players.spec import ModelSpec
from bot.ports import Occupant, Store
from bot.stores.memory import MemoryStore
from bot.stores.sqlite import SqliteStore
from bot.table import Table
from games import all_games
from games.core import StoodIn, Temper, Told
from games.duet import pairs, prompts
from games.duet.events import HUMAN, MANAGER, PLAYER, Enter, Shown, Write
from games.duet.options import DuetOptions
from games.scene import Lines
from tests.bot.endpoint import saying
from tests.games.duet.table import manager

SHIPPED = tuple(name for name in pairs.names(()) if pairs.split(pairs.find(name).manager)[0])
"""The pairs that come with the table and have a header."""

ME = Occupant("person", "Ann", user="discord:1")
SEATS = {HUMAN: Occupant("model", "Hal"), PLAYER: Occupant("model", "Pip"), MANAGER: Occupant("model", "Max")}

Answer = Callable[[list[dict[str, str]]], str]


class Models:
    """An endpoint that answers by what it reads, and keeps every request with who it was for."""

    def __init__(self, **answers: Answer | str | int) -> None:
        self.answers = answers
        self.asked: list[tuple[str, list[dict[str, str]]]] = []

    async def answer(self, request: httpx2.Request) -> httpx2.Response:
        messages = json.loads(request.content)["messages"]
        who = next(
            name for name in ("manager", "player", "human") if f"You are for the {name}." in messages[0]["content"]
        )
        self.asked.append((who, messages))
        answer = self.answers[who]
        if isinstance(answer, int):
            return httpx2.Response(answer, headers={"retry-after-ms": "1"}, json={"error": {"message": "no"}})
        return httpx2.Response(200, json=saying(answer if isinstance(answer, str) else answer(messages)))

    def players(self) -> HousePlayers:
        spec = ModelSpec("tiny-1", "http://model.test/v1", "sk-canary")
        return HousePlayers({"tiny": spec}, "tiny", transport=httpx2.MockTransport(self.answer))

    def sent(self, who: str) -> str:
        return "\n".join(turn["content"] for name, messages in self.asked if name == who for turn in messages)


def legal(messages: list[dict[str, str]]) -> str:
    """An answer of the kind that the last line asks for."""
    asked = messages[-1]["content"]
    if choices := re.search(r"Answer with one of these and nothing else: (.+)\.$", asked):
        return choices[1].split(", ")[0]
    if span := re.search(r"\(\D*(-?[\d.]+)\D* to \D*(-?[\d.]+)[^()]*\)\nAnswer with the number", asked):
        return f"I say {span[2]}."
    return "Is it alive?"


def marked(pair: pairs.Pair) -> dict[str, Any]:
    """The pair's options, with a word in each prompt by which the endpoint knows whose it is."""
    header, body = pairs.split(pair.manager)
    return {
        "manager": manager(header, f"You are for the manager.\n{body}"),
        "player": f"You are for the player.\n{pair.player}",
    }


@pytest.fixture
async def halls() -> AsyncIterator[Callable[..., Hall]]:
    made: list[tuple[Hall, HousePlayers]] = []

    def make(store: Store, models: Models) -> Hall:
        players = models.players()
        hall = Hall(store, players, VirtualClock())
        made.append((hall, players))
        return hall

    yield make
    for hall, players in made:
        await hall.close()
        await players.close()


async def played(table: Table, most: int = 500) -> Table:
    for _ in range(most):
        await table.idle()
        if table.story.outcome:
            return table
    raise AssertionError(f"the game goes on: {table.story.state}")


# ── whole games ───────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("name", SHIPPED)
async def test_every_pair_is_played_to_its_end_by_models(name: str, halls: Callable[..., Hall], monkeypatch):
    page = prompts.page
    monkeypatch.setattr(
        prompts, "page", lambda name: ("You are for the human.\n" if name == "human" else "") + page(name)
    )
    models = Models(manager="As you see above, it goes on.", human=legal, player=legal)
    hall = halls(MemoryStore(), models)
    table = await hall.open("duet", marked(pairs.find(name)), SEATS, seed="s")
    await played(table)
    fallbacks = {seat: table.moved[seat, "fallback"] for seat in (HUMAN, PLAYER)}
    assert fallbacks == {HUMAN: 0, PLAYER: 0}
    assert "cannot be worked out" not in table.story.outcome.why


@pytest.mark.parametrize(
    "answer", ["", "You lost $55! The lamp hums. {moves}", "[PLAYER_TURN]\nYour bid?\n[/PLAYER_TURN]"]
)
async def test_no_display_is_asked_for_twice_and_what_was_dropped_is_kept_beside_it(
    answer: str, halls: Callable[..., Hall]
):
    models, store = Models(manager=answer, player=legal), MemoryStore()
    hall = halls(store, models)
    table = await hall.open("duet", marked(pairs.find("ultimatum")), {**SEATS, HUMAN: ME}, seed="s")
    await table.idle()
    await table.submit(HUMAN, Enter(40), table.story.asks(HUMAN)[0].key, "a press")
    await played(table)
    shown = [event for event in table.story.heard(HUMAN) if isinstance(event, Shown)]
    assert [who for who, _ in models.asked] == ["manager", "player", "manager"] and len(shown) == 2
    assert table.answers[MANAGER, "refused"] == table.moved[MANAGER, "fallback"] == 0
    moves = await store.moves(table.id)
    assert [each.aside for each in moves if each.seat == MANAGER] == [answer, answer]
    assert not any("55" in each.text or "[" in each.text for each in shown)
    assert [each.by_code for each in shown] == ["lamp" not in answer] * 2


@pytest.mark.parametrize("name", SHIPPED)
async def test_every_pair_is_played_to_its_end_without_a_model(name: str):
    hall = Hall(MemoryStore(), BuiltInPlayers(), VirtualClock())
    seats = {seat: Occupant("built-in", str(seat), temper=Temper()) for seat in SEATS}
    table = await played(await hall.open("duet", {"pair": name}, seats, seed="s"))
    assert not any(kind in ("refused", "fallback") for _, kind in (*table.answers, *table.moved))
    await hall.close()


# ── without a header ──────────────────────────────────────────────────────────────────────────────────────────────────


def managing(messages: list[dict[str, str]]) -> str:
    """Runs a game of three turns: shows, asks the player, shows what it decided."""
    last = messages[-1]["content"]
    if "[PLAYER_DECISION]" in last:
        return f"CANARY-DISPLAY {len(messages)}: the player has decided."
    if last.startswith("price"):
        return f"CANARY-OUTSIDE\n[PLAYER_TURN]\nThe buyer offers {last.split()[1]}. What do you say?\n[/PLAYER_TURN]\nCANARY-AFTER"
    return "CANARY-OPENING What do you offer?"


HAGGLE = {
    "manager": "You are for the manager. CANARY-PROMPT The cost is 31.",
    "player": "You are for the player. Be brief.",
}


async def test_the_player_is_never_sent_anything_but_its_prompt_and_its_blocks(halls: Callable[..., Hall]):
    models = Models(manager=managing, player="I want CANARY-ANSWER more.")
    table = await halls(MemoryStore(), models).open("duet", HAGGLE, {**SEATS, HUMAN: ME}, seed="s")
    for n in range(3):
        await table.idle()
        await table.submit(HUMAN, Write(f"price {40 + n} CANARY-HUMAN"), table.story.asks(HUMAN)[0].key, f"press {n}")
    await table.idle()
    sent = models.sent("player")
    assert sent.count("The buyer offers") == 6 and "CANARY-ANSWER" in sent
    for canary in ("PROMPT", "OPENING", "OUTSIDE", "AFTER", "DISPLAY", "HUMAN"):
        assert f"CANARY-{canary}" not in sent
    assert "31" not in sent
    shown = [event.text for event in table.story.heard(HUMAN) if isinstance(event, Shown)]
    assert len(shown) == 4 and not any(canary in " ".join(shown) for canary in ("OUTSIDE", "AFTER", "CANARY-ANSWER"))


# ── what goes wrong ───────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        (500, "tiny-1's endpoint is out of order (500)"),
        (429, "tiny-1's endpoint takes no more requests just now (429)"),
        ("", "tiny-1's answer was empty"),
        ("I would rather not say.", "tiny-1's answer was no move"),
    ],
)
async def test_a_move_that_something_else_made_is_marked_with_its_reason(
    answer: str | int, why: str, halls: Callable[..., Hall]
):
    models = Models(manager="It goes on.", player=answer)
    seats = {**SEATS, HUMAN: Occupant("built-in", "Ada")}
    pair = marked(pairs.find("prisoners-dilemma"))
    table = await played(await halls(MemoryStore(), models).open("duet", pair, seats, seed="s"))
    told = [table.named(table.game.shows.say(event)) for event in table.story.heard(None) if isinstance(event, StoodIn)]
    assert set(told) == {f"A stand-in moves for Pip: {why}."}
    (ledger,) = [
        block for block in table.game.shows.scene(table.story.view(None), None).blocks if isinstance(block, Lines)
    ]
    assert all(line.count("(stand-in)") == 1 for line in ledger.lines)
    assert all("{player} choice" in line.split("(stand-in)")[0] for line in ledger.lines)


@pytest.mark.parametrize(
    ("answer", "why"), [(503, "out of order (503)"), ("", "answer was empty"), ("[PLAYER_TURN]", "refused three times")]
)
async def test_a_manager_that_fails_is_said_to_and_how(answer: str | int, why: str, halls: Callable[..., Hall]):
    models = Models(manager=answer, player="Be it.")
    table = await halls(MemoryStore(), models).open("duet", HAGGLE, {**SEATS, HUMAN: ME}, seed="s")
    await table.idle()
    told, shown = [event for event in table.story.heard(None) if isinstance(event, StoodIn | Shown)]
    assert isinstance(told, StoodIn) and told.seat == MANAGER and why in told.why
    assert isinstance(shown, Shown) and "No display was written" in shown.text
    saved = await table._store.load(table.id)
    assert saved is not None
    assert [each["stand_in"] for each in json.loads(export(table.game, saved, [], [], "json"))["messages"]] == [True]


# ── restarts ──────────────────────────────────────────────────────────────────────────────────────────────────────────


async def test_after_a_restart_no_model_is_asked_again_for_what_was_said(tmp_path: Path, halls: Callable[..., Hall]):
    """The process ends after every single move of anybody; the calls are those of a game that was never interrupted."""

    async def story(path: Path, restart: bool) -> tuple[list[str], list[Told]]:
        models = Models(manager=managing, player="Fifty.")
        store = await SqliteStore.open(path, None)
        hall = halls(store, models)
        table = await hall.open("duet", HAGGLE, {**SEATS, HUMAN: ME}, seed="s", id="abcd2345")
        for n in range(3):
            await table.idle()
            if restart:
                await hall.close()
                await store.close()
                store = await SqliteStore.open(path, None)
                hall = halls(store, models)
                (table,) = await hall.reopen()
                await table.idle()
            await table.submit(HUMAN, Write(f"price {40 + n}"), table.story.asks(HUMAN)[0].key, f"press {n}")
        await table.idle()
        told = list(table.story.log)
        await hall.close()
        await store.close()
        return [who for who, _ in models.asked], told

    whole, interrupted = await story(tmp_path / "a.db", False), await story(tmp_path / "b.db", True)
    assert whole == interrupted
    assert whole[0] == ["manager", *["manager", "player", "manager"] * 3]


async def test_a_pair_that_is_changed_or_gone_changes_no_game(tmp_path: Path, halls: Callable[..., Hall]):
    """A game reads its own record and no file."""
    folder = tmp_path / "shelf"
    folder.mkdir()
    (folder / "tea_manager.md").write_text(
        manager(
            "title: Tea\nsummary: How much tea?\nmoves:\n"
            '  - {name: cups, by: human, type: number, from: 0, to: 9, ask: "How many cups?"}\n'
            "payoff: {human: cups, player: 9 - cups}"
        )
    )
    (folder / "tea_player.md").write_text("You pour.")
    store = await SqliteStore.open(tmp_path / "games.db", None)
    models = Models()
    hall = halls(store, models)
    hall.games = dict(all_games(folder))
    seats = {seat: Occupant("built-in", str(seat)) for seat in (PLAYER, MANAGER)} | {HUMAN: ME}
    table = await hall.open("duet", {"pair": "tea"}, seats, seed="s")
    await table.idle()
    (folder / "tea_manager.md").unlink()
    (folder / "tea_player.md").write_text("You spill.")
    await hall.close()
    again = halls(store, models)
    (table,) = await again.reopen()
    await table.submit(HUMAN, Enter(4), table.story.asks(HUMAN)[0].key, "press")
    await played(table)
    assert table.story.outcome.why == "{human} has 4 and {player} has 5."
    assert isinstance(table.story.options, DuetOptions) and table.story.options.player == "You pour."
    await store.close()
