"""Games from two prompts at one terminal: read, typed, and played from a folder of one's own."""

from __future__ import annotations

import asyncio
import io
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from rich.console import Console

from bot.clock import VirtualClock
from bot.hall import Hall
from bot.players.autoplay import BuiltInPlayers
from bot.ports import Occupant
from bot.stores.memory import MemoryStore
from bot.surfaces.terminal.session import Terminal
from bot.table import Table
from games.core import Seat
from games.duet import stocked
from games.duet.events import HUMAN
from tests.bot.discord.test_duet import BUNDLE, CHOOSER, SPLIT, Models

YOU = Occupant("person", "You", "terminal")


class Typed:
    """Somebody who types these lines, one whenever they are asked."""

    def __init__(self, *lines: str) -> None:
        self.lines = list(lines)

    def ask(self, prompt: str) -> asyncio.Future[str]:
        future: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        if self.lines:
            future.set_result(self.lines.pop(0))
        else:
            future.set_exception(EOFError())
        return future

    def again(self, prompt: str) -> None:
        """The prompt comes again below what was told meanwhile."""


async def evening(hall: Hall, pair: str, *lines: str, seed: str = "a long game") -> tuple[Table, str]:
    """The table and all that stood on the screen."""
    page = io.StringIO()
    console = Console(file=page, width=80, height=24)
    typed = Typed(*lines)
    terminal = Terminal(console, typed, sleep=hall.clock.sleep, now=hall.clock.now)  # type: ignore[arg-type]
    hall.surfaces.append(terminal)
    game = hall.games["duet"]
    seats: list[tuple[Seat, Occupant | None]] = [
        (seat, YOU if seat == HUMAN else None)
        for seat in game.lobby.seats(game.lobby.options(), [{"human"}], None).seats  # type: ignore[arg-type]
    ]
    table = await hall.open("duet", {"pair": pair}, hall.filled(seats), seed=seed)
    await terminal.sit(table, HUMAN)
    assert all(len(line) <= 80 for line in page.getvalue().split("\n"))
    return table, page.getvalue()


@pytest.fixture
async def house(clock: VirtualClock) -> AsyncIterator[Hall]:
    hall = Hall(MemoryStore(), BuiltInPlayers(), clock)
    yield hall
    await hall.close()  # a game that was left goes on thinking, and must not outlive its test


@pytest.mark.parametrize("typed", ["40", "I offer 40", "$40", "offer 40"])
async def test_a_number_is_typed_as_one_likes(house: Hall, typed: str) -> None:
    table, screen = await evening(house, "ultimatum", typed)
    assert table.story.outcome is not None and table.story.state.made[0].value == 40
    assert "(a number · ?)" in screen and "($0 to $100)" in screen
    assert "  │ The game is over. You has $60 and Ada has $40." in screen.split("\n")


async def test_what_is_no_offer_is_asked_again(house: Hall) -> None:
    table, screen = await evening(house, "ultimatum", "40 or 50", "forty-odd", "140", "40")
    assert "several numbers" in screen and "There is no number in it" in screen and "out of range" in screen
    assert table.story.state.made[0].value == 40


@pytest.mark.parametrize("typed", ["defect", "2", "I defect"])
async def test_a_choice_is_typed_by_its_name_its_number_or_in_a_sentence(house: Hall, typed: str) -> None:
    table, screen = await evening(house, "prisoners-dilemma", typed)
    moved = [event for event in table.story.heard(HUMAN) if type(event).__name__ == "Opened"]
    assert dict(moved[0].values)[HUMAN] == "defect"  # type: ignore[attr-defined]
    assert "1 Cooperate" in screen and "Both choose at once" in screen


async def test_a_question_is_no_move_before_it_is_confirmed(house: Hall) -> None:
    table, screen = await evening(house, "ultimatum", "Would you take 60?", "n", "What about 30?", "y")
    assert "That reads like a question. You mean: 60? (y, or type again)" in screen
    assert table.story.state.made[0].value == 30


async def test_a_question_is_no_choice_before_it_is_confirmed(house: Hall) -> None:
    table, screen = await evening(house, "prisoners-dilemma", "What if we both defect?", "cooperate")
    moved = [event for event in table.story.heard(HUMAN) if type(event).__name__ == "Opened"]
    assert dict(moved[0].values)[HUMAN] == "cooperate"  # type: ignore[attr-defined]
    assert "You mean: Defect?" in screen


async def test_who_sits_where_is_drawn_once_however_much_the_manager_shows(house: Hall) -> None:
    table, screen = await evening(house, "prisoners-dilemma", *["defect"] * 4)
    assert table.story.state.round > 3 and screen.count("Seats:") == 1


async def test_what_a_pair_is_about_is_said_before_the_first_move(house: Hall) -> None:
    _, screen = await evening(house, "ultimatum", "40")
    assert screen.index("One offer to share $100.") < screen.index("You are You, Proposer.")


async def test_a_display_takes_the_place_of_the_sentences_that_it_tells(house: Hall) -> None:
    _, screen = await evening(house, "prisoners-dilemma", "defect", "cooperate")
    assert "  │ Round 2." in screen.split("\n")
    assert "Both at once, choice" not in screen and "is to show how things stand" not in screen


async def test_a_pair_in_a_folder_is_played_like_any_other(house: Hall, tmp_path: Path) -> None:
    (tmp_path / "split_manager.md").write_text(SPLIT, encoding="utf-8")
    (tmp_path / "split_player.md").write_text(CHOOSER, encoding="utf-8")
    house.games = {**house.games, "duet": stocked(tmp_path)}
    table, screen = await evening(house, "split", "7")
    assert (
        table.story.outcome is not None
        and "How much is the first piece?" in screen
        and "  │ The game is over." in screen
    )


@pytest.mark.parametrize(
    "typed",
    [
        ["size 4, cream right"],
        ["4 right"],
        ["right, 4"],
        ["cut 4 right"],
        ["cut", "4", "right"],
        ["offer", "4", "right"],
    ],
)
async def test_an_offer_is_typed_in_a_line_or_field_by_field(house: Hall, tmp_path: Path, typed: list[str]) -> None:
    (tmp_path / "bundle_manager.md").write_text(BUNDLE, encoding="utf-8")
    (tmp_path / "bundle_player.md").write_text(CHOOSER, encoding="utf-8")
    house.games = {**house.games, "duet": stocked(tmp_path)}
    table, screen = await evening(house, "bundle", *typed)
    assert "(for example “size 5, cream right” · ?)" in " ".join(screen.split())
    assert table.story.state.made[0].value == (("size", 4), ("cream", "right"))


async def test_a_pair_without_a_header_is_a_conversation(clock: VirtualClock) -> None:
    hall = Hall(MemoryStore(), Models(), clock)
    table, screen = await evening(hall, "haggle", "I give you 45")
    await hall.close()
    lines = screen.split("\n")
    assert "  │ Round 1" in lines and "  │ You · The player" in lines and "  │ The player says 60." in lines
    assert "ACCEPT or a price" not in screen and "PLAYER_TURN" not in screen and table.story.outcome is not None


async def test_the_rules_begin_with_the_game_that_is_played(house: Hall) -> None:
    _, page = await evening(house, "ultimatum", "rules", "40")
    assert "You (Proposer): How much of the pie do you offer" in " ".join(page.split())


async def test_help_says_what_may_be_typed_and_what_one_alone_knows_says_what_it_is(house: Hall) -> None:
    _, screen = await evening(house, "bargaining", "?", "10", "refuse", "?", "20", "leave")
    said = " ".join(screen.split())
    assert "a number: $0 to $120" in said and "declared" not in said
    assert "(what it is worth to you)" in said and "(what it costs you)" not in said
    assert "gets $0 from round" not in said, "a round of a negotiation that goes on has paid nothing"
