"""Discord cannot be reached for a while: nobody loses time over it, and those who play hear of it."""

from __future__ import annotations

from bot.surfaces.discord.reach import LONG
from bot.surfaces.discord.screen import COMES_BACK
from tests.bot.discord.house import House, contexts, house
from tests.bot.discord.town import ignored


async def timed(t: House) -> None:
    await t.open(t.alice, options={"timers": True})
    assert t.table.deadlines


def left(t: House) -> dict[str, int]:
    """Seconds that each question has."""
    return {key: round(each.at - t.hall.clock.now()) for (_, key), each in t.table.deadlines.items()}


def happens(t: House, event: str) -> None:
    """Something happens to the connection, in SimCord's time."""
    contexts[t.surface].copy().run(t.surface.client.dispatch, event)


async def away(t: House, seconds: float) -> None:
    """The connection is lost for so long; meanwhile it is tried again, and fails."""
    happens(t, "disconnect")
    await t.env.advance_time(seconds / 2)
    happens(t, "disconnect")
    await t.env.advance_time(seconds / 2)
    happens(t, "resumed")
    await t.env.settle()


def notices(t: House) -> list[str]:
    return [each.text for each in t.public() if "out of touch" in each.text]


async def test_no_clock_runs_while_discord_is_out_of_reach_and_whoever_plays_is_told_once():
    async with house() as t:
        await timed(t)
        before, moves = left(t), len(t.table.log)
        await away(t, 7200)
        assert len(t.table.log) == moves, "nobody could answer, and nobody lost a turn"
        assert all(abs(left(t)[key] - seconds) <= 1 for key, seconds in before.items())
        ends = {each.at for each in t.table.deadlines.values()}
        assert any(f"<t:{int(each)}:R>" in t.board.text for each in ends), "the board shows the new time"
        assert [each for each in notices(t) if "2 hours" in each and "no clock ran" in each]
        saved = await t.store.load(t.table.id)
        assert saved is not None and {each.at for each in saved.deadlines} == ends, "also after a restart"
        await away(t, 93)
        assert len(notices(t)) == 1 and "93 seconds" in notices(t)[0], "the newer one takes the older one's place"
        await t.env.advance_time(max(before.values()) + 1)
        assert len(t.table.log) > moves, "clocks run again"


async def test_a_connection_that_breaks_for_a_moment_changes_nothing():
    async with house() as t:
        await timed(t)
        ends = {each: d.at for each, d in t.table.deadlines.items()}
        await away(t, 2)
        assert {each: d.at for each, d in t.table.deadlines.items()} == ends
        await away(t, LONG - 1)
        assert all(t.table.deadlines[each].at - at >= LONG - 2 for each, at in ends.items()) and not notices(t)
        moves = len(t.table.log)
        await t.env.advance_time(max(left(t).values()) + 1)
        assert len(t.table.log) > moves, "clocks run again"


async def test_a_question_that_comes_up_meanwhile_has_all_its_time_when_discord_is_back():
    async with house() as t:
        await timed(t)
        happens(t, "disconnect")
        await t.env.advance_time(300)
        before = set(left(t))
        while set(left(t)) == before:
            await t.act(t.alice)  # in a browser, say
        seconds = left(t)
        await t.env.advance_time(600)
        happens(t, "resumed")
        await t.env.settle()
        assert all(abs(left(t)[key] - each) <= 5 for key, each in seconds.items())


async def test_a_board_that_was_deleted_between_two_sessions_with_discord_comes_back():
    async with house() as t:
        await t.open(t.alice)
        first = t.board
        t.surface.client.on_raw_message_delete = ignored  # type: ignore[method-assign]
        happens(t, "disconnect")
        t.env.backend.delete_message(first.channel, first.id)
        await t.env.settle()
        happens(t, "ready")
        await t.env.advance_time(COMES_BACK[0] + 1)
        assert t.board.id != first.id
