"""Games of hidden hands on Discord that name no button: the house draws them from what is asked."""

from __future__ import annotations

from pathlib import Path
from string import Template

from games import find_games
from games.core import Seat
from tests.bot.discord.hiding import night
from tests.games import cards

TEMPLATE = Path(__file__).parents[3] / "bot/template/game.txt"


async def test_choices_are_pressed_on_the_board_and_kept_in_everybodys_own_hand(tmp_path: Path):
    (package := tmp_path / "pressed_rps").mkdir()
    text = Template(TEMPLATE.read_text(encoding="utf-8")).substitute(name="rps", title="Rock paper scissors")
    (package / "__init__.py").write_text(text, encoding="utf-8")
    (package / "rules.md").write_text("# Rock paper scissors\n", encoding="utf-8")
    async with night(games=(find_games(None, tmp_path).games["rps"],)) as t:
        table = await t.play(t.alice, t.bob, game="rps", players=2)
        assert t.board.buttons.keys() >= {"Rock", "Paper", "Scissors", "My hand"}
        await t.press(t.alice, "Rock")
        assert any("You have rock." in message.text for message in t.dms(t.alice))
        assert not any("rock" in message.text for message in (*t.public(), *t.dms(t.bob)))
        assert "Rock" in t.board.buttons, "others are still asked"
        await t.press(t.bob, "Scissors")
        assert any("has scissors" in message.text for message in t.public())
        points = {table.seats[seat].user: points for seat, points in table.story.state.points.items()}
        assert points == {f"discord:{t.alice.id}": 1, f"discord:{t.bob.id}": 0}


async def test_cards_are_played_from_a_page_of_ones_own():
    async with night(games=(cards.GAME,)) as t:
        table = await t.play(t.alice, t.bob, game="cards", players=2)
        seats = {table.seats[seat].user: Seat(seat) for seat in table.seats}
        mine = table.story.state.hands[seats[f"discord:{t.alice.id}"]]
        assert not {str(card) for card in mine} & t.board.buttons.keys()
        page = t.page(t.alice)
        assert f"You have {' '.join(map(str, mine))}." in page.text
        await t.press(t.alice, f"Play {mine[0]}", page)
        assert any(f"plays {mine[0]}" in message.text for message in t.public())
        assert f"You have {' '.join(map(str, mine[1:]))}." in t.page(t.alice).text
