"""After going back to a backup, nothing on Discord shows a game as it is not any more."""

from __future__ import annotations

from bot.hall import RESTORED
from bot.stores.memory import MemoryStore
from bot.surfaces.discord.leaving import AWAY
from bot.table import Table
from tests.bot.discord.house import house
from tests.bot.discord.test_posts import again
from tests.bot.discord.town import Town, town


async def begin(t: Town, dice: int) -> None:
    """Alice and Bob play Liar's dice."""
    await t.say(t.alice, "liars-dice start", players=2, dice=dice)
    for who in (t.alice, t.bob):
        await t.press(who, "Join")
    await t.press(t.alice, "Start")


async def bid(t: Town, count: str) -> None:
    """Whoever's turn it is bids."""
    state = _table(t).story.state
    who = next(each for each in (t.alice, t.bob) if _table(t).seats[state.turn].user == f"discord:{each.id}")
    await t.fill(who, await t.press(who, "Bid"), count=count, face="6")


async def call(t: Town) -> None:
    state = _table(t).story.state
    who = next(each for each in (t.alice, t.bob) if _table(t).seats[state.turn].user == f"discord:{each.id}")
    await t.press(who, "Liar!")
    await t.env.advance_time(5)


def _table(t: Town) -> Table:
    [table] = t.hall.tables.values()
    return table


def hands_of(t: Town) -> list[str]:
    return [each.text.split("\n")[1] for who in (t.alice, t.bob) for each in t.dms(who)]


def backup(store: MemoryStore) -> MemoryStore:
    made = MemoryStore()
    store._held.backup(made._held)
    return made


async def set_back(t: Town, kept: MemoryStore) -> None:
    await kept.put(*RESTORED, {"at": t.hall.clock.now()})
    await again(t, kept)
    await t.env.advance_time(5)


async def test_one_board_is_left_and_nobody_is_shown_another_hand():
    store = MemoryStore()
    async with town(store) as t:
        await begin(t, dice=2)
        await bid(t, "2")
        kept, hands = backup(store), hands_of(t)
        await bid(t, "4")
        await call(t)
        assert hands_of(t) != hands, "a new round, with other dice"
        told = [each.id for each in t.public() if "a lie" in each.text and not each.buttons]
        await t.hall.drain(0.1)
        assert any(each.text == AWAY for each in t.public())
        await t.erin.send(t.channel, "What now?")
        await set_back(t, kept)
        assert hands_of(t) == hands
        assert len([each for each in t.public() if each.buttons]) == 1 and "bids two sixes" in t.board.text
        assert not any(each.text == AWAY for each in t.public())
        assert [each.id for each in t.public() if "a lie" in each.text and not each.buttons] == told, (
            "what was told stays"
        )
        # Once is enough, and the game goes on as any other.
        await bid(t, "3")
        asked = len(t.env.http_requests)
        await again(t, kept)
        await t.env.advance_time(5)
        assert not [r for r in t.env.http_requests[asked:] if r.method == "GET" and r.path.endswith("/messages")]
        assert len([each for each in t.public() if each.buttons]) == 1 and "bids three sixes" in t.board.text


async def test_a_result_that_did_not_happen_is_taken_away():
    store = MemoryStore()
    async with town(store) as t:
        await begin(t, dice=1)
        kept = backup(store)
        await bid(t, "2")
        await call(t)
        assert any("Rematch" in each.buttons for each in t.public())
        await set_back(t, kept)
        assert not any("Rematch" in each.buttons for each in t.public())
        await bid(t, "1")
        assert len([each for each in t.public() if each.buttons]) == 1


async def test_a_question_of_a_night_that_did_not_happen_is_taken_away():
    async with house() as t:
        await t.open(t.alice)
        await t.play(t.alice, until=lambda s: s.phase == "night")
        kept, asked = backup(t.store), [each.id for each in t.dms(t.alice)]
        await t.play(t.alice, until=lambda s: s.phase == "night" and s.day > 1)
        assert len(t.dms(t.alice)) > len(asked)
        t.store = kept
        await kept.put(*RESTORED, {"at": t.hall.clock.now()})
        await t.restart()
        await t.env.advance_time(5)
        assert [each.id for each in t.dms(t.alice)] == asked
