"""At a table things happen in order: one door, one move a cause, nothing told before it is written down."""

from __future__ import annotations

import ast
import asyncio
import logging
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from bot.clock import VirtualClock
from bot.hall import NOTHING_ELSE, Hall
from bot.ports import About, Brief, Call, Called, Conflict, Move, Moved, Occupant, PlayerFailed, Repeated, StoreFailed
from bot.stores.memory import MemoryStore
from bot.table import GRACE, Table
from games.core import (
    CLOCK,
    EVERYONE,
    HOST,
    Action,
    Announced,
    Ask,
    Cancel,
    Event,
    IllegalAction,
    Pause,
    Paused,
    Resume,
    Resumed,
    Seat,
    Seated,
    Speech,
    StaleAsk,
    StoodIn,
    Told,
    house_says,
)
from games.story import Story
from tests.bot import tiny
from tests.bot.tiny import ANN, BOB, CAT, Object, Pick, Picked, Revealed, Rule, Ruled, Said, Say, Shout, Shouted
from tests.scripted import ScriptedPlayer, ScriptedPlayers

ADA = Occupant("person", "Ada", user="discord:1")
EVE = Occupant("person", "Eve", user="discord:2")
HAL = Occupant("model", "Hal")
MAX = Occupant("model", "Max")
BIT = Occupant("built-in", "Bit")

SURFACES = Path(__file__).parents[2] / "bot" / "surfaces"

Open = Callable[..., Any]


@pytest.fixture
def open_table(hall: Hall) -> Open:
    """Opens a dice duel; options by name, seats in order, a host apart from the players unless told otherwise."""

    async def open(*occupants: Occupant, host: str = "discord:9", about: About = NOTHING_ELSE, **options: Any):
        seats = dict(zip((ANN, BOB, CAT), occupants, strict=False))
        return await hall.open("duel", options, seats, host=host, seed="a seed", about=about, id="table1")

    return open


def events(table: Table, kind: type) -> list[Any]:
    return [told.event for told in table.story.log if isinstance(told.event, kind)]


def stored(store: MemoryStore, table: Table) -> list[Told]:
    rows = store._held.execute("SELECT n, version, audience, event FROM log WHERE game = ? ORDER BY n", (table.id,))
    return list(store._log(table.id, table.game.name, rows.fetchall()))


async def sources(store: MemoryStore, table: Table) -> list[tuple[Seat, str]]:
    return [(moved.seat, moved.source) for moved in await store.moves(table.id)]


async def until(condition: Callable[[], bool]) -> None:
    """Waits for other threads; a minute is for ever."""
    async with asyncio.timeout(60):
        while not condition():  # noqa: ASYNC110
            await asyncio.sleep(0.001)


# ── the one door ──────────────────────────────────────────────────────────────────────────────────────────────────────


async def test_people_play_a_whole_game_through_the_door(open_table: Open, store: MemoryStore):
    table = await open_table(ADA, EVE, rounds=2)
    for n in (1, 2):
        assert table.waited_for() == (ANN, BOB)
        await table.submit(ANN, Pick(3), f"pick:{n}", f"ann {n}")
        assert table.waited_for() == (BOB,)
        await table.submit(BOB, Pick(5), f"pick:{n}", f"bob {n}")
    assert table.story.outcome
    assert stored(store, table) == table.story.log
    saved = await store.load(table.id)
    assert saved and saved.ended is not None
    with pytest.raises(StaleAsk, match="The game is over"):
        await table.submit(ANN, Pick(3), "pick:3", "ann 3")


async def test_what_is_told_comes_back_and_is_in_the_log(open_table: Open):
    table = await open_table(ADA, EVE)
    told = await table.submit(ANN, Pick(3), "pick:1", "c1")
    assert told == [Told(frozenset({ANN}), Picked(ANN, 3))] == table.story.log[-1:]
    assert table.story.heard(BOB)[-1] != Picked(ANN, 3)


async def test_one_press_twice_is_one_move(open_table: Open):
    table = await open_table(ADA, EVE)
    first, second = await asyncio.gather(
        table.submit(ANN, Say("hello"), "say:1", "press 7"), table.submit(ANN, Say("hello"), "say:1", "press 7")
    )
    assert (len(first), second) == (1, [])
    assert len(events(table, Said)) == 1


async def test_a_press_that_arrives_again_after_its_moment_is_still_the_same_press(open_table: Open):
    table = await open_table(ADA, EVE)
    assert await table.submit(ANN, Pick(3), "pick:1", "press 7")
    assert await table.submit(ANN, Pick(3), "pick:1", "press 7") == []


async def test_of_two_who_confirm_at_once_the_second_comes_too_late(open_table: Open, store: MemoryStore):
    table = await open_table(ADA, EVE, race=True)
    slowly(store)
    results = await asyncio.gather(
        table.submit(ANN, Shout(), "shout:1", "c1"), table.submit(BOB, Shout(), "shout:1", "c2"), return_exceptions=True
    )
    assert isinstance(results[1], StaleAsk)
    assert events(table, Shouted) == [Shouted(ANN)]


async def test_a_press_for_an_earlier_moment_is_stale(open_table: Open):
    table = await open_table(ADA, EVE)
    for seat, cause in ((ANN, "c1"), (BOB, "c2")):
        await table.submit(seat, Pick(1), "pick:1", cause)
    with pytest.raises(StaleAsk, match="moment has passed"):
        await table.submit(ANN, Pick(2), "pick:1", "c3")


async def test_a_refused_move_changes_nothing_and_its_cause_may_try_again(open_table: Open, store: MemoryStore):
    table = await open_table(ADA, EVE)
    before = list(table.story.log)
    with pytest.raises(IllegalAction, match="7 is not on the die"):
        await table.submit(ANN, Pick(7), "pick:1", "c1")
    assert table.story.log == before == stored(store, table)
    assert await table.submit(ANN, Pick(6), "pick:1", "c1")


async def test_an_action_of_another_ask_is_refused(open_table: Open):
    table = await open_table(ADA, EVE)
    with pytest.raises(IllegalAction, match="not one of the things"):
        await table.submit(ANN, Say("six"), "pick:1", "c1")


@pytest.mark.parametrize("action", [Pause(), Resume(), Cancel("I lose anyway.")])
async def test_what_only_the_host_may_do_no_seat_does_through_an_ask_of_its_own(open_table: Open, action: Action):
    table = await open_table(ADA, EVE)
    for key in ("pick:1", "say:1", "host"):
        with pytest.raises(IllegalAction):
            await table.submit(ANN, action, key, f"c {key}")
    assert table.story.outcome is None and table.story.paused is None


async def test_nothing_is_told_before_it_is_written_down(open_table: Open, store: MemoryStore, hall: Hall):
    table = await open_table(ADA, EVE)
    seen: list[tuple[int, int]] = []

    class Watching:
        def changed(self, table: Table) -> None:
            seen.append((len(table.story.log), len(stored(store, table))))

    hall.surfaces.append(Watching())
    slowly(store)
    move = asyncio.create_task(table.submit(ANN, Say("hello"), "say:1", "c1"))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert events(table, Said) == [] and seen == []
    await move
    assert seen == [(len(table.story.log), len(table.story.log))]


async def test_a_move_that_cannot_be_written_down_has_not_happened(open_table: Open, store: MemoryStore):
    table = await open_table(ADA, EVE)
    before, append = list(table.story.log), store.append

    async def full(*arguments: Any, **named: Any) -> None:
        raise StoreFailed("the disk is full")

    store.append = full  # type: ignore[method-assign]
    with pytest.raises(StoreFailed):
        await table.submit(ANN, Pick(3), "pick:1", "c1")
    assert table.story.log == before and table.waited_for() == (ANN, BOB)
    store.append = append  # type: ignore[method-assign]
    assert await table.submit(ANN, Pick(3), "pick:1", "c1")


async def test_a_players_calls_are_all_kept_though_the_game_has_gone_on_meanwhile(
    open_table: Open, store: MemoryStore, players: ScriptedPlayers, monkeypatch: pytest.MonkeyPatch
):
    add = store.add_call

    async def slow(game: str, called: Called) -> None:
        await asyncio.sleep(0.01)
        await add(game, called)

    monkeypatch.setattr(store, "add_call", slow)
    players["Hal"] = [Move("pick:1", Pick(2), call=Call("m", cost=1.0), steps=(Call("m"), Call("m")))]
    table = await open_table(HAL, ADA, rounds=1)
    await until(lambda: table.waited_for() == (BOB,))
    await table.submit(BOB, Pick(3), "pick:1", "press")
    await table.idle()
    assert table.story.outcome
    await until(lambda: store._held.execute("SELECT count(*) FROM calls").fetchone() == (3,))
    assert [called.outcome for called in await store.calls(table.id)] == ["step", "step", "accepted"]


async def test_a_move_whose_mover_went_away_while_it_was_written_is_told_all_the_same(
    open_table: Open, store: MemoryStore, hall: Hall
):
    table = await open_table(ADA, EVE)
    told = []
    hall.surfaces.append(type("Watching", (), {"changed": lambda self, table: told.append(len(table.story.log))})())
    slowly(store)
    move = asyncio.create_task(table.submit(ANN, Pick(3), "pick:1", "c1"))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    move.cancel()
    with pytest.raises(asyncio.CancelledError):
        await move
    await asyncio.sleep(0)
    assert stored(store, table) == table.story.log and told == [len(table.story.log)]
    assert await table.submit(BOB, Pick(4), "pick:1", "c2")


async def test_moves_say_how_they_came_in_and_how_long_they_took(
    open_table: Open, store: MemoryStore, clock: VirtualClock
):
    table = await open_table(ADA, EVE)
    await clock.advance(12.5)
    before = len(table.story.log)
    await table.submit(ANN, Pick(3), "pick:1", "c1", aside="three is lucky")
    assert await store.moves(table.id) == [Moved("c1", ANN, "pick:1", "person", 12.5, "three is lucky", after=before)]


async def test_a_cause_that_moved_elsewhere_moves_nothing_here(open_table: Open, store: MemoryStore):
    table = await open_table(ADA, EVE)
    await store.append(table.id, len(table.story.log), [], Moved("c1", ANN, "pick:1", "person"))
    assert await table.submit(ANN, Pick(3), "pick:1", "c1") == []
    assert await table.reseat(ANN, HAL, "c1") == []
    assert table.seats[ANN] == ADA and table.waited_for() == (ANN, BOB)
    with pytest.raises(Repeated):
        await store.append(table.id, 0, [], Moved("c1", ANN, "pick:1", "person"))


async def test_a_table_whose_log_has_grown_elsewhere_stops(
    open_table: Open, store: MemoryStore, players: ScriptedPlayers, clock: VirtualClock
):
    players["Hal"] = [Pick(1)]
    players["Hal"].hold()
    table = await open_table(ADA, HAL, seconds=60)
    elsewhere = [Told(EVERYONE, Said(ANN, "elsewhere"))]
    await store.append(table.id, len(table.story.log), elsewhere, Moved("elsewhere", ANN, "say:1", "person"))
    with pytest.raises(Conflict):
        await table.submit(ANN, Pick(3), "pick:1", "c1")
    await clock.advance(600)
    players["Hal"].release()
    await table.idle()
    assert events(table, Picked) == [] and stored(store, table)[-1].event == Said(ANN, "elsewhere")


# ── players ───────────────────────────────────────────────────────────────────────────────────────────────────────────


async def test_models_play_a_whole_game_by_themselves(open_table: Open, players: ScriptedPlayers, store: MemoryStore):
    players["Hal"], players["Max"] = [Pick(3), Pick(4)], [Pick(1), Pick(2)]
    table = await open_table(HAL, MAX, rounds=2, host="")
    await table.idle()
    assert table.story.outcome
    assert await sources(store, table) == [(ANN, "model"), (BOB, "model")] * 2
    assert table.moved == {(ANN, "model"): 2, (BOB, "model"): 2}
    assert table.answers == {(ANN, "accepted"): 2, (BOB, "accepted"): 2}


async def test_those_asked_at_once_think_at_once(open_table: Open, players: ScriptedPlayers):
    for name in ("Hal", "Max"):
        players[name] = [Pick(1)]
        players[name].hold()
    table = await open_table(HAL, MAX, rounds=1)
    await asyncio.sleep(0.01)
    assert (players["Hal"].asked, players["Max"].asked) == (1, 1)
    players["Max"].release()
    players["Hal"].release()
    await table.idle()
    assert [event.seat for event in events(table, Picked)] in ([ANN, BOB], [BOB, ANN])


async def test_a_player_is_given_its_own_view_and_nothing_else(open_table: Open, players: ScriptedPlayers):
    players["Hal"] = [Pick(2)]
    players["Hal"].hold()
    table = await open_table(ADA, HAL, rounds=1, seconds=60)
    await table.submit(ANN, Pick(6), "pick:1", "c1")
    await asyncio.sleep(0.01)
    (brief,) = players["Hal"].briefs
    assert Picked(ANN, 6) in table.story.heard(ANN), "it has happened, and he is not told"
    for each in (brief, table.brief(BOB)):
        assert Picked(ANN, 6) not in each.heard and each.view.picks == ()
    assert [ask.key for ask in brief.asks] == ["pick:1", "say:1", "object:1"]
    assert brief.names == {ANN: "Ada", BOB: "Hal"} and brief.seconds == 55.0
    assert table.story.seed not in brief.dice
    players["Hal"].release()
    await table.idle()


async def test_a_refusal_is_fed_back_and_the_second_try_counts(
    open_table: Open, players: ScriptedPlayers, store: MemoryStore
):
    call = Call("small-1", answer="7", cost=0.25)
    players["Hal"] = [Move("pick:1", Pick(7), "seven!", call), Pick(6)]
    table = await open_table(ADA, HAL)
    await table.idle()
    assert table.spent == 0.25
    assert [brief.refusals for brief in players["Hal"].briefs] == [(), ("7 is not on the die.",)]
    assert events(table, Picked) == [Picked(BOB, 6)]
    (called,) = await store.calls(table.id)
    assert (called.outcome, called.why, called.call) == ("refused", "7 is not on the die.", call)


async def test_after_two_more_tries_something_else_moves_and_the_log_says_why(
    open_table: Open, hall: Hall, players: ScriptedPlayers, store: MemoryStore, caplog: pytest.LogCaptureFixture
):
    """It is the built-in player that moves: what the question's default says is for people who are away."""
    hall.games["duel"] = replace_autoplay(lambda *more: Pick(5))
    players["Hal"] = [Pick(7), Pick(8), Pick(9)]
    with caplog.at_level(logging.INFO):
        table = await open_table(ADA, HAL)
        await table.idle()
    assert events(table, Picked) == [Picked(BOB, 5)]
    (moved,) = await store.moves(table.id)
    assert (moved.source, moved.why) == ("fallback", "it was refused three times")
    assert events(table, StoodIn) == [StoodIn(BOB, "it was refused three times")]
    assert "bob gave no move (it was refused three times)" in caplog.text
    assert table.answers[BOB, "refused"] == 3 and table.moved[BOB, "fallback"] == 1


@pytest.mark.parametrize(
    ("asked", "hears"), [({}, None), ({"private": True}, {BOB}), ({"private": True, "known": True}, None)]
)
async def test_whoever_may_know_that_a_seat_was_asked_hears_that_something_else_moved_for_it(
    asked: dict[str, bool], hears: set[Seat] | None, open_table: Open, hall: Hall, players: ScriptedPlayers
):
    def asks(s: tiny.Duel, seat: Seat) -> tuple[Ask, ...]:
        return tuple(replace(ask, **asked) for ask in tiny.GAME.rules.asks(s, seat))

    hall.games["duel"] = tiny.GAME.but(asks=asks)
    players["Hal"] = [PlayerFailed("small-1's endpoint is out of {ann} order (500)")]
    table = await open_table(ADA, HAL)
    await table.idle()
    (told,) = [each for each in table.story.log if isinstance(each.event, StoodIn)]
    assert told.to == (None if hears is None else frozenset(hears))
    said = table.named(house_says(told.event))
    assert said == "A stand-in moves for Hal: small-1's endpoint is out of {ann} order (500)."
    assert isinstance(table.story.log[table.story.log.index(told) + 1].event, Picked)


async def test_an_answer_that_comes_as_its_seat_is_stopped_is_paid(
    open_table: Open, players: ScriptedPlayers, store: MemoryStore
):
    players["Hal"] = [Move("pick:1", Pick(6), "six!", Call("small-1", cost=0.25)), Pick(6)]
    players["Hal"].hold()
    table = await open_table(ADA, HAL)
    await asyncio.sleep(0)
    async with table._door.lock:
        players["Hal"].release()
        for _ in range(5):
            await asyncio.sleep(0)
        table.thinking.stop([BOB])
        for _ in range(5):
            await asyncio.sleep(0)
    await table.idle()
    assert table.spent == 0.25
    assert [(each.outcome, each.call.cost) for each in await store.calls(table.id)] == [("stale", 0.25)]


@pytest.mark.parametrize("secret_rounds", [0, 1, 2])
async def test_news_of_the_house_waits_for_a_question_that_all_know_of(
    secret_rounds: int, open_table: Open, hall: Hall, players: ScriptedPlayers
):
    """When everybody hears it, it tells nobody who was asked in private."""

    def asks(s: tiny.Duel, seat: Seat) -> tuple[Ask, ...]:
        found = tiny.GAME.rules.asks(s, seat)
        return tuple(replace(ask, private=int(ask.key.split(":")[1]) <= secret_rounds) for ask in found)

    hall.games["duel"] = tiny.GAME.but(asks=asks)
    players["Hal"] = [
        PlayerFailed("no money", notice="There is {no} money."),
        PlayerFailed("no money", notice="There is {no} money."),
    ]
    table = await open_table(ADA, HAL)
    for n in (1, 2):
        await table.idle()
        before = [told for told in table.log if isinstance(told.event, Announced)]
        assert len(before) == (n > secret_rounds), "once, and not before"
        await table.submit(ANN, Pick(1), f"pick:{n}", f"c{n}")
    await table.idle()
    news = [told for told in table.log if isinstance(told.event, Announced)]
    assert [table.named(house_says(told.event)) for told in news] == (
        ["There is {no} money."] if secret_rounds < 2 else []
    )
    assert all(told.to is None for told in news)


async def test_neither_the_seed_nor_a_refused_answer_is_logged(
    open_table: Open, players: ScriptedPlayers, caplog: pytest.LogCaptureFixture
):
    players["Hal"] = [Pick(77), Pick(77), PlayerFailed("the provider is down")]
    with caplog.at_level(logging.INFO):
        table = await open_table(ADA, HAL)
        await table.idle()
    assert "the provider is down" in caplog.text
    assert "77" not in caplog.text and "a seed" not in caplog.text


async def test_a_failed_player_is_not_asked_again_unless_that_may_help(
    open_table: Open, players: ScriptedPlayers, store: MemoryStore
):
    call = Call("small-1", cost=0.5)
    players["Hal"] = [PlayerFailed("out of time", call)]
    players["Max"] = [PlayerFailed("unreadable", again="Answer in JSON."), Pick(4)]
    table = await open_table(HAL, MAX, rounds=1, late="autoplay")
    await table.idle()
    assert players["Max"].briefs[1].refusals == ("Answer in JSON.",)
    assert {moved.seat: moved.why for moved in await store.moves(table.id)} == {ANN: "out of time", BOB: ""}
    (called,) = await store.calls(table.id)
    assert (called.outcome, called.why, called.call) == ("unusable", "out of time", call)


async def test_a_broken_player_keeps_nobody_waiting(
    open_table: Open, players: ScriptedPlayers, store: MemoryStore, caplog: pytest.LogCaptureFixture
):
    def broken(brief: Brief) -> Action:
        raise ZeroDivisionError

    players["Hal"], players["Max"] = [broken], [Pick(2)]
    table = await open_table(HAL, MAX, rounds=1)
    await table.idle()
    assert "the player of ann broke" in caplog.text
    assert {moved.seat: moved.source for moved in await store.moves(table.id)} == {ANN: "fallback", BOB: "model"}


async def test_when_nothing_can_move_for_a_seat_the_log_says_why(
    open_table: Open, players: ScriptedPlayers, hall: Hall, caplog: pytest.LogCaptureFixture
):
    def illegal(*arguments: Any) -> Action:
        return Pick(99)

    hall.games["duel"] = without_defaults(replace_autoplay(illegal))
    players["Hal"], players["Max"] = [PlayerFailed("no")], [Pick(2)]
    table = await open_table(HAL, MAX, late="autoplay")
    await asyncio.wait_for(table.idle(), 60)
    assert "nothing could move for ann" in caplog.text and "99 is not on the die" in caplog.text


async def test_where_the_built_in_player_is_at_a_loss_the_default_moves(
    open_table: Open, players: ScriptedPlayers, hall: Hall, store: MemoryStore, caplog: pytest.LogCaptureFixture
):
    hall.games["duel"] = replace_autoplay(lambda s, seat, *more: Pick(99) if seat == ANN else Pick(1 // 0))
    players["Hal"], players["Max"] = [PlayerFailed("no")], [PlayerFailed("not now")]
    table = await open_table(HAL, MAX, rounds=1)
    await table.idle()
    assert {event.seat: event.number for event in events(table, Picked)} == {ANN: 1, BOB: 1}
    assert {moved.seat: (moved.source, moved.why) for moved in await store.moves(table.id)} == {
        ANN: ("fallback", "no"),
        BOB: ("fallback", "not now"),
    }
    assert "the built-in player is at a loss for ann" in caplog.text


async def test_an_answer_to_a_question_that_is_over_is_dropped(
    open_table: Open, players: ScriptedPlayers, store: MemoryStore
):
    players["Hal"], players["Max"] = [Shout(), Pick(2)], [Shout(), Pick(3)]
    players["Max"].hold()
    table = await open_table(HAL, MAX, rounds=1, race=True)
    await until(lambda: bool(events(table, Shouted)))
    players["Max"].release()
    await table.idle()
    assert events(table, Shouted) == [Shouted(ANN)]
    assert [event.number for event in sorted(events(table, Picked), key=lambda e: e.seat)] == [2, 3]


async def test_a_player_that_answers_another_question_is_told_so_and_asked_no_more_than_thrice(
    open_table: Open, players: ScriptedPlayers, store: MemoryStore
):
    players["Hal"] = [Move("pick:0", Pick(3)), Move("pick:9", Pick(3)), Move("no such key", Pick(3))]
    table = await open_table(ADA, HAL)
    await table.idle()
    assert players["Hal"].asked == 3
    assert [len(brief.refusals) for brief in players["Hal"].briefs] == [0, 1, 2]
    assert await sources(store, table) == [(BOB, "fallback")]


async def test_an_offer_is_made_once_to_those_who_play_by_themselves(
    open_table: Open, players: ScriptedPlayers, hall: Hall
):
    players["Hal"] = [Pick(4)]
    table = await open_table(ADA, HAL, chat=True)
    await table.idle()
    assert players["Hal"].asked == 1  # the offer stood beside the question, and was not taken up
    await table.submit(ANN, Say("Hm."), "say:1", "c1")
    await table.idle()
    assert players["Hal"].asked == 1


async def test_an_offer_taken_up_is_not_made_again_after_a_restart(
    open_table: Open, players: ScriptedPlayers, hall: Hall, store: MemoryStore, clock: VirtualClock
):
    players["Hal"] = [Move("say:1", Say("Good luck.")), Pick(4)]
    table = await open_table(ADA, HAL, chat=True)
    await table.idle()
    await hall.close()
    (again,) = await reopened(hall, store, players, clock)
    await again.idle()
    assert players["Hal"].asked == 2 and len(events(again, Said)) == 1


async def test_who_takes_up_an_offer_twice_is_heard_twice(open_table: Open, players: ScriptedPlayers):
    players["Hal"] = [Move("say:1", Say("One.")), Move("say:1", Say("Two.")), Pick(4)]
    table = await open_table(ADA, HAL, chat=True)
    await table.idle()
    assert events(table, Said) == [Said(BOB, "One."), Said(BOB, "Two.")]


async def test_models_that_are_paced_wait_before_they_move(
    open_table: Open, players: ScriptedPlayers, clock: VirtualClock
):
    players["Hal"], players["Max"] = [Pick(1)], [Pick(1)]
    table = await open_table(HAL, MAX, rounds=1, about=About(3))
    await clock.advance(2.9)
    assert players["Hal"].asked == 0
    await clock.advance(0.2)
    assert players["Hal"].asked == 1
    await table.idle()


async def test_a_stopped_table_asks_nobody_and_lets_those_go_who_wait(
    open_table: Open, players: ScriptedPlayers, clock: VirtualClock
):
    players["Hal"] = [Pick(1)]
    players["Hal"].hold()
    table = await open_table(ADA, HAL, seconds=60)
    waiting = asyncio.create_task(table.idle())
    await asyncio.sleep(0.01)
    await table.stop()
    players["Hal"].release()
    await clock.advance(600)
    await asyncio.wait_for(waiting, 60)
    assert events(table, Picked) == []


async def test_nobody_waits_for_a_game_that_only_people_can_move(open_table: Open):
    table = await open_table(ADA, EVE)
    await asyncio.wait_for(table.idle(), 60)
    assert table.story.outcome is None


# ── the clock ─────────────────────────────────────────────────────────────────────────────────────────────────────────


async def test_when_time_is_up_an_absent_person_does_what_the_ask_says(
    open_table: Open, clock: VirtualClock, store: MemoryStore
):
    table = await open_table(ADA, EVE, seconds=60)
    await table.submit(ANN, Pick(3), "pick:1", "c1")
    await clock.advance(59.9)
    assert events(table, Revealed) == []
    await clock.advance(0.2)
    assert events(table, Revealed)[0].picks == ((ANN, 3), (BOB, 1))
    moved = (await store.moves(table.id))[-1]
    assert (moved.seat, moved.source, moved.why) == (BOB, "fallback", "time was up")


async def test_everybody_may_be_late_at_once(open_table: Open, clock: VirtualClock, store: MemoryStore):
    table = await open_table(
        ADA, EVE, Occupant("person", "Ida", user="discord:3"), seconds=60, rounds=3, about=About(away=0)
    )
    await clock.advance(60.1)
    assert len(events(table, Revealed)) == 1
    await clock.advance(60)
    assert len(events(table, Revealed)) == 2
    await clock.advance(60)
    assert table.story.outcome
    assert len(await store.moves(table.id)) == 9


async def test_an_absent_seat_can_be_played_by_the_built_in_player(open_table: Open, clock: VirtualClock):
    table = await open_table(ADA, EVE, seconds=60, late="autoplay", rounds=1)
    await clock.advance(60.1)
    await until(lambda: table.story.outcome is not None)
    assert {event.seat for event in events(table, Picked)} == {ANN, BOB}


async def test_what_an_absent_seat_does_follows_from_the_seed(hall: Hall, clock: VirtualClock):
    logs = []
    for id in ("one", "two"):
        seats = {ANN: ADA, BOB: EVE}
        table = await hall.open("duel", {"seconds": 60, "late": "autoplay"}, seats, seed="a seed", id=id)
        while not table.story.outcome:
            await clock.advance(60.1)
            await asyncio.sleep(0.002)
        logs.append(table.story.log)
    assert logs[0] == logs[1]


async def test_a_model_that_thinks_too_long_is_cut_short(
    open_table: Open, hall: Hall, players: ScriptedPlayers, clock: VirtualClock, store: MemoryStore
):
    hall.games["duel"] = replace_autoplay(lambda *more: Pick(5))
    players["Hal"] = [Pick(6)]
    players["Hal"].hold()
    table = await open_table(ADA, HAL, seconds=60, rounds=1)
    await clock.advance(60.1)
    players["Hal"].release()
    await until(lambda: len(events(table, Picked)) == 2)
    await table.idle()
    assert {event.seat: event.number for event in events(table, Picked)} == {ANN: 1, BOB: 5}
    assert await sources(store, table) == [(ANN, "fallback"), (BOB, "fallback")]


async def test_those_waited_for_are_reminded_once(open_table: Open, clock: VirtualClock, hall: Hall):
    table = await open_table(ADA, EVE, seconds=120)
    marks: list[set[Any]] = []
    hall.surfaces.append(type("Watching", (), {"changed": lambda self, table: marks.append(set(table.near))})())
    await clock.advance(89.9)
    assert marks == []
    await clock.advance(0.2)
    assert marks == [{(ANN, "pick:1"), (BOB, "pick:1")}]
    await clock.advance(20)
    assert len(marks) == 1
    await table.submit(ANN, Pick(2), "pick:1", "c1")
    assert table.near == {(BOB, "pick:1")}


async def test_nobody_is_reminded_before_half_of_the_time_is_over(open_table: Open, clock: VirtualClock):
    table = await open_table(ADA, EVE, seconds=40)
    await clock.advance(19.9)
    assert table.near == set()
    await clock.advance(0.2)
    assert table.near == {(ANN, "pick:1"), (BOB, "pick:1")}


async def test_more_time_puts_off_the_deadline_and_the_reminder(
    open_table: Open, clock: VirtualClock, store: MemoryStore
):
    table = await open_table(ADA, EVE, seconds=60)
    await clock.advance(45)
    assert table.near
    assert await table.extend(120)
    assert not table.near
    saved = await store.load(table.id)
    assert saved and {d.at - clock.now() for d in saved.deadlines} == {135.0}
    await clock.advance(134)
    assert table.near and events(table, Revealed) == []
    await clock.advance(2)
    assert len(events(table, Revealed)) == 1


async def test_without_a_clock_there_is_nothing_to_put_off(open_table: Open):
    table = await open_table(ADA, EVE)
    assert await table.extend(60) is False


async def test_another_seats_move_does_not_start_my_time_again(open_table: Open, clock: VirtualClock):
    table = await open_table(ADA, EVE, seconds=60)
    await clock.advance(50)
    await table.submit(ANN, Say("Hm."), "say:1", "c1")
    await clock.advance(10.1)
    assert len(events(table, Revealed)) == 1


async def test_an_objection_halts_the_clock_until_the_host_settles_it(open_table: Open, clock: VirtualClock):
    table = await open_table(ADA, EVE, seconds=60, ruling=1000)
    await clock.advance(50)
    await table.submit(ANN, Object(), "object:1", "c1")
    assert table.waited_for() == () and set(table.story.owed([HOST])) == {HOST}
    await clock.advance(500)
    assert events(table, Revealed) == []
    await table.submit(HOST, Rule(), "ruling:1", "c2")
    await clock.advance(59.9)
    assert events(table, Revealed) == []
    await clock.advance(0.2)
    assert len(events(table, Revealed)) == 1


async def test_the_clock_itself_moves_when_the_host_does_not(open_table: Open, clock: VirtualClock, store: MemoryStore):
    table = await open_table(ADA, EVE, ruling=60)
    await table.submit(ANN, Object(), "object:1", "c1")
    await clock.advance(60.1)
    assert events(table, Ruled) == [Ruled(CLOCK)]
    assert (await sources(store, table))[-1] == (CLOCK, "clock")


async def test_a_paused_game_has_no_clock_and_asks_nobody(
    open_table: Open, clock: VirtualClock, players: ScriptedPlayers
):
    players["Hal"] = [Pick(5), Pick(6)]
    players["Hal"].hold()
    table = await open_table(ADA, HAL, seconds=60, rounds=1)
    await clock.advance(30)
    await table.submit(HOST, Pause(), "host", "c1")
    players["Hal"].release()
    await table.idle()
    await clock.advance(500)
    assert events(table, Picked) == [] and table.deadlines == {}
    with pytest.raises(StaleAsk, match="The game is paused"):
        await table.submit(ANN, Pick(1), "pick:1", "c2")
    await table.submit(ANN, Resume(), "resume:1", "c3")
    await table.idle()
    assert events(table, Resumed) == [Resumed()] and events(table, Picked) == [Picked(BOB, 6)]
    await clock.advance(60.1)
    assert len(events(table, Revealed)) == 1


async def test_a_press_to_resume_an_earlier_pause_is_stale(open_table: Open):
    table = await open_table(ADA, EVE)
    for n in (1, 2):
        await table.submit(HOST, Pause(), "host", f"pause {n}")
        if n == 1:
            await table.submit(ANN, Resume(), "resume:1", "resume 1")
    with pytest.raises(StaleAsk):
        await table.submit(BOB, Resume(), "resume:1", "resume 2")


async def test_the_host_may_call_the_game_off_even_while_it_is_paused(
    open_table: Open, store: MemoryStore, clock: VirtualClock
):
    table = await open_table(ADA, EVE, seconds=60)
    await table.submit(HOST, Pause(), "host", "c1")
    await table.submit(HOST, Cancel("Too late tonight."), "host", "c2")
    await clock.advance(600)
    assert table.story.outcome and table.story.outcome.why == "Too late tonight."
    assert await store.open_games() == [] and events(table, Revealed) == []


async def test_a_deadline_that_cannot_be_written_down_is_tried_again(
    open_table: Open, clock: VirtualClock, store: MemoryStore, caplog: pytest.LogCaptureFixture
):
    table = await open_table(ADA, EVE, seconds=60)
    append, tries = store.append, []

    async def full(*arguments: Any, **named: Any) -> None:
        tries.append(clock.now())
        if len(tries) < 3:
            raise StoreFailed("the disk is full")
        await append(*arguments, **named)

    store.append = full  # type: ignore[method-assign]
    await clock.advance(60 + 2 * GRACE + 1)
    assert "the disk is full" in caplog.text
    assert len(events(table, Revealed)) == 1


async def test_a_deadline_whose_move_is_refused_stops_no_other(
    open_table: Open, clock: VirtualClock, hall: Hall, caplog: pytest.LogCaptureFixture
):
    hall.games["duel"] = without_defaults(replace_autoplay(lambda s, seat, *more: Pick(99 if seat == ANN else 2)))
    table = await open_table(ADA, EVE, seconds=60, late="autoplay")
    await clock.advance(60.1)
    await until(lambda: bool(events(table, Picked)))
    assert events(table, Picked) == [Picked(BOB, 2)]
    assert "time was up, and what should have happened is refused" in caplog.text


async def test_players_that_are_paced_leave_time_to_read_what_was_said(
    open_table: Open, hall: Hall, players: ScriptedPlayers, clock: VirtualClock
):
    """A spectator reads every statement of a round before the next move."""
    hall.games["duel"] = tiny.TALKATIVE.but(speeches=statements)
    players["Hal"], players["Max"] = [Pick(2), Pick(3)], [Pick(1), Pick(4)]
    table = await open_table(HAL, MAX, rounds=2, about=About(3))
    await clock.advance(3.1)
    assert table.story.state.round == 2
    await clock.advance(8.8)
    assert table.waited_for() == (ANN, BOB), "three seconds each for two statements, and three as ever"
    await clock.advance(0.3)
    assert table.story.outcome


async def test_reading_takes_no_more_than_half_of_the_time_there_is(
    open_table: Open, hall: Hall, players: ScriptedPlayers, clock: VirtualClock
):
    hall.games["duel"] = tiny.TALKATIVE.but(speeches=lambda event: statements(event) * 50)
    players["Hal"], players["Max"] = [Pick(2), Pick(3)], [Pick(1), Pick(4)]
    table = await open_table(HAL, MAX, rounds=2, seconds=60, about=About(1))
    await clock.advance(1.1)
    assert table.story.state.round == 2
    await clock.advance(30)
    assert table.story.outcome


async def test_a_person_who_was_spoken_of_has_time_to_answer_and_whoever_is_asked_the_same_is_first(
    open_table: Open, hall: Hall, players: ScriptedPlayers, clock: VirtualClock
):
    """ADA and HAL are both asked to pick: HAL leaves her three beats. Then something is said of her: six more."""
    hall.games["duel"] = tiny.TALKATIVE.but(
        speeches=lambda event: (Speech(BOB, f"I saw {{{ANN}}}."),) if isinstance(event, Revealed) else ()
    )
    players["Hal"] = [Pick(2), Pick(3)]
    table = await open_table(ADA, HAL, rounds=2, about=About(1))
    await clock.advance(3.9)
    assert players["Hal"].asked == 0
    await clock.advance(0.2)
    assert players["Hal"].asked == 1
    await table.submit(ANN, Pick(1), "pick:1", "ann")
    assert table.story.state.round == 2
    await clock.advance(10.9)
    assert players["Hal"].asked == 1, "one beat, one to read, six to answer, three to be first"
    await clock.advance(0.2)
    assert players["Hal"].asked == 2


def statements(event: Event) -> tuple[Speech, ...]:
    """As if everybody had said something when the picks were revealed."""
    picks = event.picks if isinstance(event, Revealed) else ()
    return tuple(Speech(seat, f"I picked {number}.") for seat, number in picks)


# ── drafts ────────────────────────────────────────────────────────────────────────────────────────────────────────────


async def test_what_was_picked_and_not_confirmed_counts_when_time_is_up(
    open_table: Open, clock: VirtualClock, store: MemoryStore
):
    table = await open_table(ADA, EVE, seconds=60)
    await table.draft(ANN, "pick:1", Pick(3))
    await table.draft(ANN, "pick:1", Pick(6))
    assert table.drafts == {(ANN, "pick:1"): Pick(6)}
    await clock.advance(60.1)
    assert events(table, Picked) == [Picked(ANN, 6), Picked(BOB, 1)]
    first, second = await store.moves(table.id)
    assert (first.source, first.why) == ("person", "time was up before the choice was confirmed")
    assert (second.source, second.why) == ("fallback", "time was up")
    assert table.drafts == {} == await store.all("draft")


async def test_a_draft_that_the_rules_refuse_leaves_what_an_absent_seat_does(open_table: Open, clock: VirtualClock):
    table = await open_table(ADA, EVE, seconds=60)
    await table.draft(ANN, "pick:1", Pick(99))
    await clock.advance(60.1)
    assert events(table, Picked) == [Picked(ANN, 1), Picked(BOB, 1)]


async def test_whoever_confirms_leaves_no_draft_behind(open_table: Open, store: MemoryStore):
    """Nor may one come back after a crash: an answer that may still be changed would be changed by it."""
    table = await open_table(ADA, EVE)
    await table.draft(ANN, "say:1", Say("Hm."))
    await table.draft(BOB, "pick:1", Pick(2))
    await table.submit(ANN, Say("Aha!"), "say:1", "c1")
    assert any(ask.key == "say:1" for ask in table.story.asks(ANN))
    assert table.drafts == {(BOB, "pick:1"): Pick(2)}
    assert list((await store.all("draft"))[table.id]["drafts"]) == [[BOB, "pick:1", {"type": "Pick", "number": 2}]]


async def test_a_move_that_could_not_be_written_loses_no_draft(open_table: Open, store: MemoryStore):
    table = await open_table(ADA, EVE)
    await table.draft(ANN, "pick:1", Pick(3))

    async def broken(*more: Any, **and_more: Any) -> None:
        raise StoreFailed("the disk is full")

    store.append = broken  # type: ignore[method-assign]
    with pytest.raises(StoreFailed):
        await table.submit(ANN, Pick(3), "pick:1", "c1")
    assert table.drafts == {(ANN, "pick:1"): Pick(3)}


async def test_a_draft_answers_an_open_question_or_is_refused(open_table: Open):
    table = await open_table(ADA, EVE)
    with pytest.raises(StaleAsk):
        await table.draft(ANN, "pick:2", Pick(3))
    with pytest.raises(IllegalAction, match="not one of the things"):
        await table.draft(ANN, "pick:1", Shout())
    await table.draft(ANN, "pick:1", Pick(3))
    await table.draft(ANN, "pick:1", None)
    assert table.drafts == {}


async def test_a_draft_outlives_the_process_and_not_its_question(
    open_table: Open, hall: Hall, store: MemoryStore, players: ScriptedPlayers, clock: VirtualClock
):
    table = await open_table(ADA, EVE)
    await table.draft(ANN, "pick:1", Pick(3))
    await table.draft(BOB, "pick:1", Pick(4))
    await hall.close()
    (again,) = await reopened(hall, store, players, clock)
    assert again.drafts == {(ANN, "pick:1"): Pick(3), (BOB, "pick:1"): Pick(4)}
    for seat in (ANN, BOB):
        await again.submit(seat, Pick(1), "pick:1", f"{seat} 1")
    assert again.story.state.round == 2 and again.drafts == {} == await store.all("draft")
    await again.draft(ANN, "pick:2", Pick(3))
    await again.submit(HOST, Cancel(), "host", "c9")
    assert again.drafts == {} == await store.all("draft")


async def test_a_draft_outlives_a_pause_and_a_process_that_ends_in_it(
    open_table: Open, hall: Hall, store: MemoryStore, players: ScriptedPlayers, clock: VirtualClock
):
    table = await open_table(ADA, EVE, rounds=1, seconds=60)
    await table.draft(ANN, "pick:1", Pick(6))
    await table.submit(HOST, Pause(), "host", "c1")
    await hall.close()
    (again,) = await reopened(hall, store, players, clock)
    await again.submit(HOST, Resume(), "resume:1", "c2")
    assert again.drafts == {(ANN, "pick:1"): Pick(6)}
    await clock.advance(60.1)
    assert events(again, Revealed)[0].picks == ((ANN, 6), (BOB, 1))


async def test_a_draft_goes_with_whoever_made_it(open_table: Open, players: ScriptedPlayers):
    players["Hal"] = [Pick(4)]
    table = await open_table(ADA, EVE)
    await table.draft(ANN, "pick:1", Pick(3))
    await table.reseat(ANN, HAL, "c1")
    assert table.drafts == {}
    await table.idle()


async def test_what_is_picked_while_the_seat_changes_hands_is_not_the_next_ones_draft(
    open_table: Open, players: ScriptedPlayers, store: MemoryStore
):
    players["Hal"] = [Pick(4)]
    table = await open_table(ADA, EVE)
    append, late = store.append, []

    async def slow(*args: Any, **more: Any) -> Any:
        late.append(asyncio.create_task(table.draft(ANN, "pick:1", Pick(3))))
        await asyncio.sleep(0.01)
        return await append(*args, **more)

    store.append = slow  # type: ignore[method-assign]
    await table.reseat(ANN, HAL, "c1")
    store.append = append  # type: ignore[method-assign]
    with pytest.raises(StaleAsk):
        await late[0]
    assert table.drafts == {} == await store.all("draft")
    await table.idle()


async def test_before_time_is_up_for_all_at_once_drafts_are_confirmed(
    hall: Hall, clock: VirtualClock, open_table: Open
):
    """A game may let one clock run for everybody; what it would sweep away is confirmed first."""
    hall.games["duel"] = one_clock(tiny.GAME)
    table = await open_table(ADA, EVE, rounds=1, seconds=60)
    await table.draft(BOB, "pick:1", Pick(6))
    await clock.advance(60.1)
    assert events(table, Revealed)[0].picks == ((ANN, 1), (BOB, 6))


async def test_whoever_is_erased_stands_in_nobodys_draft(
    open_table: Open, hall: Hall, store: MemoryStore, players: ScriptedPlayers
):
    hall.games["duel"] = tiny.TALKATIVE
    players["Basil"] = [Pick(2)]
    table = await open_table(ADA, EVE)
    await table.draft(ANN, "say:1", tiny.Speak("I trust Eve {bob}."))
    assert "Eve" not in str(await store.all("draft"))
    assert table.drafts[ANN, "say:1"] == tiny.Speak("I trust Eve {bob}.")
    await hall.erase_person(EVE.user)
    assert "Eve" not in str(table.drafts)
    await table.submit(ANN, table.drafts[ANN, "say:1"], "say:1", "c1")
    assert events(table, tiny.Spoke) == [tiny.Spoke(ANN, f"I trust {{{BOB}}} {{{{bob}}.")]


# ── what people say ───────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("occupant", [ADA, HAL])
async def test_a_name_in_what_somebody_says_becomes_their_seat_and_nothing_else_does(
    occupant: Occupant, open_table: Open, hall: Hall, players: ScriptedPlayers
):
    hall.games["duel"] = tiny.TALKATIVE
    players["Hal"] = [Move("say:1", tiny.Speak("EVE,\n\u200bnot Evening,\u202e is {bob} and {{cat}}!")), Pick(2)] * (
        occupant is HAL
    )
    table = await open_table(occupant, EVE, chat=True)
    if occupant is ADA:
        await table.submit(ANN, tiny.Speak("EVE,\n\u200bnot Evening,\u202e is {bob} and {{cat}}!"), "say:1", "c1")
    await table.idle()
    (spoke,) = events(table, tiny.Spoke)
    assert spoke.text == "{bob}, not Evening, is {{bob} and {{{{cat}}!"
    assert table.named(spoke.text) == "Eve, not Evening, is {bob} and {{cat}}!"


async def test_built_in_players_name_seats_themselves(open_table: Open, hall: Hall, players: ScriptedPlayers):
    hall.games["duel"] = tiny.TALKATIVE
    players["Bit"] = [Move("say:1", tiny.Speak("Hello, {bob}!")), Pick(2)]
    table = await open_table(BIT, EVE, chat=True)
    await table.idle()
    assert table.named(events(table, tiny.Spoke)[0].text) == "Hello, Eve!"


@pytest.mark.parametrize(
    ("occupant", "means"),
    [(ADA, tiny.Boast(3)), (HAL, tiny.Boast(4, BOB)), (BIT, tiny.Boast(5))],
    ids=["person", "model", "built-in"],
)
async def test_only_the_house_says_what_a_person_means_and_a_model_what_it_claims(
    occupant: Occupant, means: tiny.Boast, open_table: Open, hall: Hall, players: ScriptedPlayers
):
    hall.games["duel"] = tiny.BOASTS
    telling = tiny.Tell("I picked 3.", "I picked 4 like Eve", (tiny.Boast(5),))
    players[occupant.name] = [Move("say:1", telling), Pick(2)] * (occupant is not ADA)
    table = await open_table(occupant, EVE, chat=True)
    if occupant is ADA:
        await table.submit(ANN, telling, "say:1", "c1")
    await table.idle()
    assert events(table, tiny.Stated) == [tiny.Stated(ANN, "I picked 3.", (means,))]


# ── who sits where ────────────────────────────────────────────────────────────────────────────────────────────────────


async def test_a_person_hands_over_to_a_model_and_takes_the_seat_back(
    open_table: Open, players: ScriptedPlayers, store: MemoryStore
):
    players["Hal"] = [Pick(4)]
    table = await open_table(ADA, EVE)
    await table.reseat(ANN, HAL, "c1")
    await table.idle()
    assert events(table, Picked) == [Picked(ANN, 4)]
    assert table.seat_of("discord:1") is None
    await table.reseat(ANN, ADA, "c2")
    assert table.seat_of("discord:1") == ANN
    assert [event.kind for event in events(table, Seated) if event.seat == ANN] == ["person", "model", "person"]
    saved = await store.load(table.id)
    assert saved and saved.seats == table.seats and saved.held == (("discord:1", ANN), ("discord:2", BOB))


async def test_whoever_has_held_another_seat_may_be_refused_this_one(open_table: Open, players: ScriptedPlayers):
    players["Hal"] = [Pick(1)]
    table = await open_table(ADA, EVE)
    await table.reseat(ANN, HAL, "c1")
    with pytest.raises(IllegalAction, match="You have seen another hand"):
        await table.reseat(BOB, ADA, "c2")
    assert table.seats[BOB] == EVE
    await table.reseat(BOB, Occupant("person", "Ida", user="discord:3"), "c3")
    assert table.seats[BOB].name == "Ida"
    await table.idle()


async def test_what_somebody_has_held_is_known_after_a_restart(
    open_table: Open, players: ScriptedPlayers, hall: Hall, store: MemoryStore, clock: VirtualClock
):
    players["Hal"] = [Pick(1)]
    table = await open_table(ADA, EVE)
    await table.reseat(ANN, HAL, "c1")
    await table.idle()
    await hall.close()
    (again,) = await reopened(hall, store, players, clock)
    with pytest.raises(IllegalAction, match="another hand"):
        await again.reseat(BOB, ADA, "c2")


async def test_a_player_whose_move_could_not_be_written_down_is_asked_again(
    open_table: Open, players: ScriptedPlayers, store: MemoryStore, clock: VirtualClock
):
    players["Hal"] = [Pick(5), Pick(6)]
    append = store.append

    async def broken(*arguments: Any, **named: Any) -> None:
        store.append = append  # type: ignore[method-assign]
        raise StoreFailed("the disk is full")

    store.append = broken  # type: ignore[method-assign]
    table = await open_table(ADA, HAL)
    await table.idle()
    assert events(table, Picked) == []
    await clock.advance(GRACE + 1)
    await table.idle()
    assert events(table, Picked) == [Picked(BOB, 6)]


async def test_only_the_host_who_sits_down_is_no_host_apart(hall: Hall, players: ScriptedPlayers):
    players["Hal"] = [Pick(1)]
    table = await hall.open("duel", {}, {ANN: HAL, BOB: EVE}, host=ADA.user)
    await table.idle()
    await table.reseat(ANN, Occupant("person", "Ida", user="discord:3"), "c1")
    assert table.story.kinds[HOST] == "person"
    await table.reseat(BOB, ADA, "c2")
    assert table.story.kinds[HOST] == "built-in"


async def test_the_model_that_gave_up_its_seat_moves_no_more(open_table: Open, players: ScriptedPlayers):
    players["Hal"] = [Pick(6)]
    players["Hal"].hold()
    table = await open_table(ADA, HAL)
    await asyncio.sleep(0.01)
    await table.reseat(BOB, EVE, "c1")
    players["Hal"].release()
    await table.idle()
    assert events(table, Picked) == []
    await table.submit(BOB, Pick(2), "pick:1", "c2")


async def test_when_the_last_person_leaves_the_game_pauses_until_one_comes_back(
    open_table: Open, players: ScriptedPlayers
):
    players["Hal"], players["Max"] = [Pick(4)], []
    table = await open_table(ADA, HAL)
    await table.idle()
    await table.reseat(ANN, MAX, "c1")
    await table.idle()
    assert table.story.paused == "Nobody is left at the table." and players["Max"].asked == 0
    await table.reseat(ANN, ADA, "c2")
    assert table.story.paused
    await table.submit(ANN, Resume(), "resume:1", "c3")
    assert table.story.paused is None and table.waited_for() == (ANN,)


async def test_a_game_without_people_goes_on_when_models_change_places(open_table: Open, players: ScriptedPlayers):
    players["Hal"], players["Max"], players["Zoe"] = [Pick(6)], [Pick(4)], [Pick(5)]
    players["Hal"].hold()
    table = await open_table(HAL, MAX, rounds=1)
    await table.reseat(ANN, Occupant("model", "Zoe"), "c1")
    await asyncio.wait_for(table.idle(), 60)
    assert events(table, Paused) == [] and table.story.outcome


async def test_nobody_takes_a_seat_that_is_not_there_or_a_game_that_is_over(open_table: Open):
    table = await open_table(ADA, EVE)
    with pytest.raises(IllegalAction, match="no such seat"):
        await table.reseat(CAT, HAL, "c1")
    await table.submit(HOST, Cancel(), "host", "c2")
    with pytest.raises(IllegalAction, match="The game is over"):
        await table.reseat(ANN, HAL, "c3")


async def test_one_press_to_leave_twice_is_one_change(open_table: Open, players: ScriptedPlayers):
    players["Hal"] = [Pick(1)]
    table = await open_table(ADA, EVE)
    assert len(await table.reseat(ANN, HAL, "c1")) == 1
    assert await table.reseat(ANN, ADA, "c1") == []
    assert table.seats[ANN] == HAL
    await table.idle()


# ── after a restart ───────────────────────────────────────────────────────────────────────────────────────────────────


async def test_deadlines_go_on_after_a_restart_with_time_to_come_back(
    open_table: Open, hall: Hall, store: MemoryStore, clock: VirtualClock, players: ScriptedPlayers
):
    await open_table(ADA, EVE, seconds=600)
    await clock.advance(100)
    await hall.close()
    (again,) = await reopened(hall, store, players, clock)
    assert {d.at - clock.now() for d in again.deadlines.values()} == {500.0}
    await hall.close()
    await clock.advance(495)
    (again,) = await reopened(hall, store, players, clock)
    assert {d.at - clock.now() for d in again.deadlines.values()} == {GRACE}
    await clock.advance(GRACE + 0.1)
    assert len(events(again, Revealed)) == 1


async def test_a_short_deadline_is_not_made_longer_by_opening_the_table(open_table: Open, clock: VirtualClock):
    table = await open_table(ADA, EVE, seconds=10)
    await clock.advance(10.1)
    assert len(events(table, Revealed)) == 1


# ── helpers ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def slowly(store: MemoryStore) -> None:
    """From now on the store takes a few turns of the event loop to write something down, as a disk would."""
    append = store.append

    async def slow(*arguments: Any, **named: Any) -> None:
        for _ in range(3):
            await asyncio.sleep(0)
        await append(*arguments, **named)

    store.append = slow  # type: ignore[method-assign]


def replace_autoplay(autoplay: Callable[..., Action]) -> Any:
    return tiny.GAME.but(autoplay=autoplay)


def one_clock(game: Any) -> Any:
    """The duel with one clock for everybody, which picks 1 for whoever has picked nothing."""

    def asks(s: tiny.Duel, seat: Seat) -> tuple[Ask, ...]:
        if seat == CLOCK and not s.over:
            within = timedelta(seconds=s.options.seconds)
            return (Ask(f"round:{s.round}", "Time runs.", "none", choices=(tiny.TimeUp(),), within=within),)
        return tuple(replace(ask, within=None) for ask in tiny.asks(s, seat))

    def decide(s: tiny.Duel, seat: Seat, action: Action, dice: Any) -> list[Told]:
        if seat == CLOCK:
            return [Told(frozenset({each}), Picked(each, 1)) for each in s.seats if each not in dict(s.picks)]
        return tiny.decide(s, seat, action, dice)

    return game.but(asks=asks, decide=decide)


def without_defaults(game: Any) -> Any:
    def asks(s: tiny.Duel, seat: Seat) -> tuple[Ask, ...]:
        return tuple(replace(ask, default=None) for ask in tiny.asks(s, seat))

    return game.but(asks=asks)


async def reopened(hall: Hall, store: MemoryStore, players: ScriptedPlayers, clock: VirtualClock) -> list[Table]:
    """The tables of a new process on the same store; the old hall closes them in the end."""
    again = Hall(store, players, clock)
    again.games = hall.games
    tables = await again.reopen()
    hall.tables |= again.tables
    return tables


def test_a_scripted_player_complains_when_it_is_asked_too_often_or_not_often_enough():
    players = ScriptedPlayers({"Hal": [Pick(1)]})
    with pytest.raises(AssertionError, match="Hal: Asked 0 times, but 1 lines"):
        players.check()
    story = Story(tiny.GAME, tiny.DuelOptions(), "a seed")
    story.tell(story.begin({ANN: "model", BOB: "model"}))
    brief = Brief(tiny.GAME, "t", ANN, story.view(ANN), (), story.asks(ANN), {})
    assert asyncio.run(players["Hal"].move(brief)) == Move("pick:1", Pick(1))
    players.check()
    silent = ScriptedPlayer()
    for complain in (lambda: asyncio.run(silent.move(brief)), silent.check):
        with pytest.raises(AssertionError, match="ann was asked too often"):
            complain()


async def test_a_scene_is_drawn_once_for_as_long_as_nothing_happens(open_table: Open):
    table = await open_table(ADA, EVE)
    first = table.scene(ANN)
    assert table.scene(ANN) is first == table.game.shows.scene(table.view(ANN), ANN)
    await table.pause("c1")
    assert table.scene(ANN) is not first
    assert table.paused is not None
    await table.resume(ANN, "c2")
    assert table.paused is None
    assert not table.called_off
    await table.cancel("c3")
    assert table.called_off


def test_surfaces_ask_a_table_and_never_reach_into_its_story():
    found = []
    for path in sorted(SURFACES.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Attribute) and node.attr == "story" and ast.unparse(node.value).endswith("table"):
                found.append(f"{path.name}:{node.lineno}")
    assert not found


async def test_a_player_is_not_asked_what_was_settled_while_it_waited_for_its_turn(
    open_table: Open, players: ScriptedPlayers, clock: VirtualClock, monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
):  # fmt: skip
    """What is written down is the story for a moment already before those who think hear of it."""
    table = await open_table(ADA, HAL, about=About(5.0))
    monkeypatch.setattr(table._door, "tell", lambda: None)
    await table.cancel("called off")
    await clock.advance(60)
    await table.idle()
    assert not players["Hal"].asked and not caplog.records
