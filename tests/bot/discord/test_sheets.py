"""What can be looked up beside a board: a button for each sheet, and its words."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from bot.surfaces.discord import board, controls, parts, pictures, result, views
from games.core import Seat, Told
from games.scene import Chamber, Chart, Figure, Lines, Plan, Scene, Sheet, Text, Way, Ways
from tests.games.shown import table_of
from tests.games.town.table import Dictated, town

SHEET = Sheet(
    "Graves", (Text("{p1}: *hanged*.", "lead"), Lines("Will", ("# N1: {p2}", "@everyone")), Text("One\nTwo")), "🪦"
)


def labels(drawn: parts.Drawn) -> dict[str, str]:
    """Buttons of a message with their custom ids."""
    found: dict[str, str] = {}

    def walk(component: dict[str, Any]) -> None:
        if component.get("custom_id"):
            found[component["label"]] = component["custom_id"]
        for each in component.get("components", ()):
            walk(each)

    for each in drawn.view.to_components():  # type: ignore[no-untyped-call]
        walk(each)
    return found


def test_a_sheet_is_told_in_words_that_discord_leaves_as_they_are():
    told = views.sheet_in_words(SHEET, {Seat("p1"): "Ada", Seat("p2"): "Basil"})
    assert told.splitlines() == [
        "### 🪦 Graves", "**Ada: \\*hanged\\*.**", "-# Will", "- \\# N1: Basil", "- @\u200beveryone", "> One", "> Two",
    ]  # fmt: skip


def dead() -> Dictated:
    return town("sheriff doctor godfather mafioso escort lookout medium").night("p3 kill {p1}")


def test_the_graveyard_is_on_the_board_once_somebody_lies_there_and_ones_role_is_not():
    before, after = labels(board.board(table_of(town().story))), labels(board.board(table_of(dead().story)))
    assert "Graveyard" not in before and after["Graveyard"] == "m|sheet|t1|all|Graveyard"
    assert "About my role" not in after


def test_ones_own_page_offers_what_the_board_does_not():
    table = table_of(dead().story)
    buttons = list(controls.sheet_buttons(table, table.scene(Seat("p2")), own=True))
    assert [(each.label, each.custom_id) for each in buttons] == [("About my role", "m|sheet|t1|own|About my role")]


def test_the_nights_can_be_read_from_the_result():
    game = dead().hang("p3").hang("p4")
    assert game.story.outcome is not None
    shown = result.result(table_of(game.story), 1, [], [])
    assert {"Graveyard", "Night by night"} <= set(labels(shown))
    assert [file.filename for file in shown.files] == ["reveal.png"]


def test_ways_once_known_are_shown_instead_of_the_chart_and_the_house_with_names_for_seats():
    """And only somebody's own house is offered to be looked at."""
    table = table_of(town().story)
    house = Plan((Chamber("Hall", (Figure(Seat("p1"), "strikes {p2}"),)),), "Night 1", "{p1} is in the Hall.")
    chart = Chart("Who was where", ("", "Night 1"), (("{p1}", "Hall"),), "A chart.")
    ways = Ways("Who was where", ("Night 1",), ("Hall",), (Way(Seat("p1"), ("Hall",), ("",)),), (), "{p1} stayed.")
    scene = Scene("", "", "hidden", (house, chart))
    name = table.seats[Seat("p1")].name

    def told(scene: Scene) -> list[str | None]:
        return [each.description for each in pictures.gallery(table, scene, "reveal")[1]]

    assert told(scene) == [f"{name} is in the Hall.", "A chart."]
    assert told(replace(scene, blocks=(house, chart, ways))) == [f"{name} stayed."]
    assert views.to_look_at(scene) == [house]


def test_a_board_is_drawn_where_nothing_that_all_may_know_has_happened_for_long():
    """At night people may write and look up for hundreds of events."""
    table = table_of(town("sheriff doctor godfather mafioso escort lookout medium").story)
    table.story.log.extend([Told(frozenset({Seat("p1")}), table.story.log[-1].event)] * board.MOVES_LOOKED_AT)
    assert board.heading(table)
