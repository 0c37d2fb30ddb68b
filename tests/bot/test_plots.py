"""Figures printed as tables and drawn as pictures, and the commands that do so."""

from __future__ import annotations

import io
import json
import re
import sys
import xml.etree.ElementTree as ET
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from rich.console import Console

from bot import plots
from bot.hall import Hall
from bot.players.seating import HousePlayers
from bot.ports import Occupant
from bot.stores.memory import MemoryStore
from bot.surfaces.terminal.figures import number, tables
from bot.tournament import play_one
from games import all_games
from games.core import Figure, IllegalAction, Seat
from tests.bot.test_cli import Run, run, world

__all__ = ["run", "world"]

ROOT = Path(__file__).parents[2]

OFFERS = Figure(
    "Offers", "offer ($)", "share", ("20", "50"), (2 / 3, 1 / 3), (3, 3), low=(0.21, 0.06), high=(0.94, 0.79)
)
COOPERATION = tuple(
    Figure("What they chose, $a$ & 漢字", "round", "share", ("1", "2"), values, (4, 4), course=True, series=choice)
    for choice, values in (("cooperate", (1.0, 0.25)), ("defect", (0.0, 0.75)))
)
PAYOFFS = Figure("Payoff", "side", "points", ("Seller", "Buyer"), (-1.5, 12.0), (3, 3), (-4.25, 9.0), (1.25, 15.0))
BLUE, RED = (0x00, 0x72, 0xB2), (0xD5, 0x5E, 0x00)
ALL = (OFFERS, *COOPERATION, PAYOFFS)

DRAWS = pytest.mark.skipif(not plots.can_draw(), reason="matplotlib is not installed: make plots")


def printed(*figures: Figure) -> list[str]:
    console = Console(width=100, file=io.StringIO())
    for table in tables(figures):
        console.print(table)
    assert isinstance(console.file, io.StringIO)
    return [" ".join(line.split()) for line in console.file.getvalue().splitlines()]


# ── printed ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_table_says_value_cases_and_interval_beside_a_bar() -> None:
    assert printed(OFFERS) == [
        "Offers",
        "offer ($) share of 95 %",
        f"20 67 % 3 21–94 {'█' * 24}",
        f"50 33 % 3 6–79 {'█' * 12}",
    ]


def test_the_largest_value_has_the_longest_bar_and_the_others_the_eighth_that_is_nearest() -> None:
    lines = printed(Figure("Surplus", "", "$", ("possible", "gained"), (48.3, 19.0)))
    assert [line.split()[-1] for line in lines[2:]] == ["█" * 24, "█" * 9 + "▌"]


def test_figures_of_one_title_are_one_table() -> None:
    lines = printed(*COOPERATION)
    assert [line.split(" █")[0] for line in lines[2:]] == [
        "cooperate 1 100 % 4", "cooperate 2 25 % 4", "defect 1 0 % 4", "defect 2 75 % 4",
    ]  # fmt: skip


def test_a_loss_has_no_bar() -> None:
    assert printed(PAYOFFS)[2:] == ["Seller -1.5 3 -4.25 to 1.25", f"Buyer 12 3 9–15 {'█' * 24}"]


def test_markup_in_a_title_is_text_and_nothing_counted_is_said() -> None:
    assert printed(replace(OFFERS, title="[b]Offers[/x]"))[0] == "[b]Offers[/x]"
    assert printed(Figure("Offers", "offer", "share", (), ())) == ["Offers", "There is nothing to count."]


def test_numbers_are_short() -> None:
    assert [number(each, "$") for each in (3.0, 2.345, 0.1, -1.5, 100.0)] == ["3", "2.35", "0.1", "-1.5", "100"]


# ── drawn ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


def colours(png: bytes) -> dict[tuple[int, ...], int]:
    """How many dots of the picture have each colour."""
    counted = opened(png).convert("RGB").getcolors(1 << 20)
    assert counted is not None
    return {tuple(colour): count for count, colour in counted if isinstance(colour, tuple)}


def opened(png: bytes) -> Image.Image:
    image = Image.open(io.BytesIO(png))
    image.load()
    return image


def words(svg: bytes) -> set[str]:
    return {"".join(each.itertext()) for each in ET.fromstring(svg).iter("{http://www.w3.org/2000/svg}text")}


@DRAWS
def test_a_page_has_a_plot_for_each_title() -> None:
    width, height = int(plots.WIDTH * plots.DPI), int(plots.HEIGHT * plots.DPI)
    assert opened(plots.draw((OFFERS,), "png")).size == (width, height)
    assert opened(plots.draw(COOPERATION, "png")).size == (width, height)
    assert opened(plots.draw(ALL, "png")).size == (2 * width, 2 * height)
    assert {BLUE, RED} <= set(colours(plots.draw(COOPERATION, "png")))


@DRAWS
def test_a_team_has_its_colour() -> None:
    small, large = replace(OFFERS, series="Blue", values=(0.1, 0.1)), replace(OFFERS, series="Red", values=(0.9, 0.9))
    counted = colours(plots.draw((large, small), "png"))
    assert counted[RED] > 5 * counted[BLUE]


@DRAWS
def test_the_words_of_an_svg_can_be_searched() -> None:
    found = words(plots.draw(ALL, "svg"))
    assert {"Offers", "offer ($)", "20", "50", "What they chose, $a$ & 漢字", "cooperate", "defect"} <= found
    assert {"Payoff", "side", "points", "Seller", "Buyer", "share", "round", "100%"} <= found


@DRAWS
@pytest.mark.parametrize("format", plots.FORMATS)
def test_the_same_figures_make_the_same_file(format: plots.Format) -> None:
    assert plots.draw(ALL, format) == plots.draw(ALL, format)


@DRAWS
def test_a_hundred_rounds_are_drawn_with_fewer_labels() -> None:
    rounds = tuple(map(str, range(1, 101)))
    found = words(plots.draw((Figure("Long", "round", "share", rounds, (0.5,) * 100, course=True),), "svg"))
    assert {"1", "6", "96"} <= found and not {"2", "3"} & found


@DRAWS
def test_rounds_are_in_their_order_whichever_line_begins_first() -> None:
    late = Figure("Answers", "round", "share", ("2",), (1.0,), course=True, series="Buyer")
    early = replace(late, labels=("1", "3"), values=(0.0, 1.0), series="Seller")
    found = ET.fromstring(plots.draw((late, early), "svg")).iter("{http://www.w3.org/2000/svg}text")
    assert [text for each in found if (text := "".join(each.itertext())) in {"1", "2", "3"}] == ["1", "2", "3"]


# ── commands ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def _lengths(states: Sequence[Any]) -> tuple[Figure, ...]:
    return (
        Figure("How long", "turns", "games", ("all",), (float(len(states)),)),
        Figure("How long, again", "turns", "games", ("all",), (float(len(states)),)),
    )


@pytest.fixture
def counting(monkeypatch: pytest.MonkeyPatch) -> None:
    """Codenames as if it made figures."""
    monkeypatch.setitem(all_games(), "codenames", all_games()["codenames"].but(figures=_lengths))


MANY = ("watch", "codenames", "--games", "2", "--seed", "x")


@DRAWS
@pytest.mark.usefixtures("counting")
def test_many_games_end_with_their_figures_printed_and_drawn(run: Run, tmp_path: Path) -> None:
    result = run(*MANY, "--plot", str(tmp_path / "all.SVG"))
    assert result.exit_code == 0
    lines = [" ".join(line.split()) for line in result.output.splitlines()]
    assert lines[lines.index("How long") + 2] == f"all 2 {'█' * 24}"
    assert f"Written to {tmp_path / 'all.SVG'}." in result.output.replace("\n", "")
    assert {"How long", "How long, again"} <= words((tmp_path / "all.SVG").read_bytes())


@DRAWS
@pytest.mark.usefixtures("counting")
def test_in_a_folder_every_figure_is_a_file(run: Run, tmp_path: Path) -> None:
    assert run(*MANY, "--plot", str(tmp_path / "new" / "plots")).exit_code == 0
    files = sorted((tmp_path / "new" / "plots").iterdir())
    assert [file.name for file in files] == ["codenames-1-how-long.png", "codenames-2-how-long-again.png"]
    assert {opened(file.read_bytes()).size for file in files} == {(840, 456)}


@DRAWS
@pytest.mark.usefixtures("counting")
def test_standard_output_stays_with_the_json(run: Run, tmp_path: Path) -> None:
    result = run(*MANY, "--json", "-", "--plot", str(tmp_path / "all.png"))
    assert all(line.startswith("{") for line in result.stdout.splitlines())
    assert "Written to" in result.stderr and "How long" in result.stderr


@DRAWS
@pytest.mark.usefixtures("counting")
def test_a_picture_that_cannot_be_written_is_a_sentence(run: Run, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    for plot in (tmp_path / "nowhere" / "all.png", tmp_path / "file" / "plots"):
        result = run(*MANY, "--plot", str(plot))
        assert (result.exit_code, "cannot be written" in result.output) == (1, True)


def test_what_cannot_be_drawn_is_said_before_anything_is_played(run: Run, counting: None, tmp_path: Path) -> None:
    result = run(*MANY, "--plot", str(tmp_path / "all.gif"))
    assert (result.exit_code, "is to end in .png or .svg" in result.output) == (2, True)
    assert "games played" not in result.output


def test_a_game_without_figures_says_so(run: Run) -> None:
    result = run("watch", "mystery", "--plot", "all.png")
    assert (result.exit_code, result.output) == (2, "Murder mystery has no figures to draw.\n")


@DRAWS
async def test_a_stored_game_is_drawn_when_it_is_over(counting: None, hall: Hall) -> None:
    seats = {each: Occupant("built-in", each) for each in ("red-spymaster", "red-1", "blue-spymaster", "blue-1")}
    people = {seat: replace(each, kind="person") for seat, each in seats.items()}
    table = await hall.open("codenames", {"timers": False}, people, host="discord:1", place="here")  # type: ignore[arg-type]
    saved = await hall.store.load(table.id)
    assert saved is not None
    with pytest.raises(IllegalAction, match="goes on"):
        plots.picture(table.game, saved, "png")
    await table.cancel("press:1", "Enough.")
    saved = await hall.store.load(table.id)
    assert saved is not None
    assert {"How long", "all"} <= words(plots.picture(table.game, saved, "svg"))


@DRAWS
def test_a_game_that_goes_on_is_not_drawn(run: Run, tmp_path: Path) -> None:
    run("play", "codenames", typed="quit\n")
    (stored,) = json.loads(run("games", "--json").output)["stored"]
    result = run("export", stored["id"], "--format", "png", "--out", str(tmp_path / "game.png"))
    assert (result.exit_code, "can be drawn when it is over" in result.output) == (1, True)
    assert not (tmp_path / "game.png").exists()


@DRAWS
async def test_a_game_that_keeps_no_figures_says_what_shows_it_instead(hall: Hall) -> None:
    seats = {Seat(f"p{n}"): Occupant("person", f"Nr{n}") for n in (1, 2)}
    table = await hall.open("liars-dice", {}, seats, host="discord:1", place="here")
    await table.cancel("press:1", "Enough.")
    saved = await hall.store.load(table.id)
    assert saved is not None
    with pytest.raises(IllegalAction, match=r"Liar.s dice has no figures to draw here; .* html, which plays it back"):
        plots.picture(table.game, saved, "svg")


def test_a_picture_of_a_game_without_figures_is_a_sentence() -> None:
    with pytest.raises(IllegalAction, match="Codenames has no figures"):
        plots.drawable(all_games()["codenames"], ())


@DRAWS
async def test_the_course_of_a_whole_ultimatum_is_drawn_from_the_store() -> None:
    store, game = MemoryStore(), all_games()["duet"]
    seats = {Seat(each): ("built-in", Occupant("built-in", each)) for each in ("human", "player", "manager")}
    played = await play_one(
        store, HousePlayers(), "duet", game.lobby.options.model_validate({"pair": "ultimatum"}), seats, "s33d"
    )
    saved = await store.load(played.table.id)
    assert saved is not None
    found = words(plots.picture(game, saved, "svg"))
    assert {"Offer", "Answer: accept", "Totals", "Proposer", "Responder", "$"} <= found
    assert opened(plots.picture(game, saved, "png")).size == (1680, 912)
    assert f"Game {saved.id}, seed s33d" in found
    public = words(plots.picture(game, saved, "svg", everything=False))
    assert public ^ found == {f"Game {saved.id}", f"Game {saved.id}, seed s33d"}


def test_offers_and_refusals_of_ultimatums_are_printed(run: Run) -> None:
    result = run("watch", "ultimatum", "--games", "5", "--seed", "x")
    assert result.exit_code == 0
    lines = [" ".join(line.split()) for line in result.output.splitlines()]
    assert lines[lines.index("Offers") + 1] == "offer ($) share of 95 %"
    assert lines[lines.index("Rejected") + 1] == "offer ($) share of 95 %"
    payoffs = lines[lines.index("Payoff") + 2 :]
    assert re.match(r"Proposer [\d.]+ 5 ", payoffs[0]) and re.match(r"Responder [\d.]+ 5 ", payoffs[1])


@DRAWS
def test_offers_stand_where_they_belong_on_an_axis_of_numbers_and_below_them_how_many_games_there_were() -> None:
    offers = Figure("Offers", "offer ($)", "share", ("0", "5", "50"), (0.2, 0.5, 0.3), (10,) * 3, at=(0.0, 5.0, 50.0))
    found = words(plots.draw((offers,), "svg", "n = 10 games, seed 7"))
    assert {"0", "10", "20", "30", "40", "50", "n = 10 games, seed 7"} <= found and "5" not in found
    named = words(plots.draw((replace(offers, at=()),), "svg"))
    assert {"0", "5", "50"} <= named and "20" not in named


# ── without what draws ────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture
def bare(monkeypatch: pytest.MonkeyPatch) -> None:
    """A house without matplotlib."""
    monkeypatch.setitem(sys.modules, "matplotlib", None)


@pytest.mark.usefixtures("counting", "bare")
def test_without_what_draws_figures_are_printed(run: Run) -> None:
    assert "How long" in run(*MANY).output


@pytest.mark.usefixtures("counting", "bare")
def test_how_to_get_what_draws_is_said_before_anything_is_played(run: Run, tmp_path: Path) -> None:
    result = run(*MANY, "--plot", str(tmp_path / "all.png"))
    assert (result.exit_code, result.output) == (1, f"{plots.MISSING}\n")
    lock = re.search(r"-r (\S+)\)", plots.MISSING)
    assert lock and "\nmatplotlib==" in (ROOT / lock[1]).read_text(encoding="utf-8")
    assert re.search(r"(?m)^plots:", (ROOT / "Makefile").read_text(encoding="utf-8"))


@pytest.mark.usefixtures("bare")
def test_a_stored_game_is_written_down_and_not_drawn(run: Run) -> None:
    run("play", "codenames", typed="quit\n")
    (stored,) = json.loads(run("games", "--json").output)["stored"]
    drawn = run("export", stored["id"], "--format", "png")
    assert (drawn.exit_code, drawn.output) == (1, f"{plots.MISSING}\n")
    assert run("export", stored["id"]).output.startswith("# Codenames")


@pytest.mark.usefixtures("bare")
def test_the_bot_says_at_its_start_what_it_cannot_draw(run: Run, caplog: pytest.LogCaptureFixture) -> None:
    async def discord(hall: Hall) -> None:
        pass

    caplog.set_level("DEBUG")
    assert run("run", token="secret", discord=discord).exit_code == 0
    (told,) = [each for each in caplog.records if each.getMessage() == plots.MISSING]
    assert told.levelname == "DEBUG", "whoever asks for a picture is told"
