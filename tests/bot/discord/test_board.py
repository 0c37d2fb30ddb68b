"""What stands on the board of a game that has no cards, and what does not."""

from __future__ import annotations

from tests.bot.discord.house import Script, house

LYNCH = Script(votes={f"p{n}": {1: "p1"} for n in range(1, 7)})
"""Everyone hangs the murderer on the first day."""


async def test_votes_stand_in_one_line_and_what_moves_come_to_is_not_told_twice():
    async with house(LYNCH) as t:
        await t.open(t.alice, t.bob)
        await t.play(t.alice, t.bob, until=lambda s: s.phase == "vote")
        assert "is ready" not in t.board.text and "votes for" not in t.board.text
        assert "Votes: Ada 🤖 → Ada 🤖 · Basil 🤖 → Ada 🤖 · " in t.board.text


async def test_a_board_whose_game_is_over_leaves_the_rest_to_the_end():
    async with house(LYNCH) as t:
        await t.open(t.alice, t.bob)
        await t.play(t.alice, t.bob)
        board, end = t.board, t.public()[-1]
        assert board.text == "## 🔵 Every murderer is dead: the innocents win."
        assert "🏆" in end.text and "murderer" in end.text


async def test_at_the_end_the_living_stand_before_the_dead_of_their_side():
    struck = Script(nights={"p1": {1: ("Hall", "strike {p6}")}}, votes=LYNCH.votes)
    async with house(struck) as t:
        await t.open(t.alice, t.bob)
        await t.play(t.alice, t.bob)
        lines = [line for line in t.public()[-1].text.splitlines() if line.startswith("🔵")]
        assert lines[0].startswith("🔵 innocent: ") and lines[1].endswith(": found dead in the Hall, night 1, innocent")


async def test_who_died_last_night_is_news_and_a_name_among_the_dead():
    async with house(Script(nights={"p1": {1: ("Hall", "strike {p6}")}})) as t:
        await t.open(t.alice, t.bob)
        await t.play(t.alice, t.bob, until=lambda s: bool(s.deaths))
        assert t.board.text.count("found dead in the Hall") == 1 and "💀 alice" in t.board.text


async def test_where_only_ais_sit_there_is_nothing_to_press_but_the_rules():
    async with house(Script(), watch_pace=60.0) as t:
        await t.say(t.alice, "mystery watch")
        assert list(t.board.buttons) == ["Rules"] and t.board.selects, "one may bet"
        assert "plays Player" not in t.board.text
