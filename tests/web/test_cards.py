"""Pages of cards and of two people across a table: what stands on them, for whom, and that nothing is cut."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest

from bot.ports import Occupant
from bot.surfaces.web.drawing import broken, place, spots, width_of
from bot.surfaces.web.glance import replayed
from bot.surfaces.web.render import Drawn, content, page
from games.codenames.events import Guess
from games.core import Ask, Seat
from games.scene import Cell, Control, Grid, Point, Scale, Scene, Text
from games.story import Story
from tests.games.codenames.table import codenames
from tests.games.duet.table import DILEMMA, HAGGLE, duet

BOARD = "*TRUNK:red* BEACH:red LEMON:grey STAR:black CLOUD:blue NAIL:blue"
RED, MATE, BLUE = Seat("red-spymaster"), Seat("red-1"), Seat("blue-1")


def shown(story: Story[Any], seat: Seat | None) -> str:
    """A table's page, as it is sent to whoever sits there."""
    seats = {each: Occupant("person", story.game.shows.seat_title(each)) for each in story.seats}
    glance = replayed("some", story, seats, len(story.log), seat)
    glance = replace(glance, asks=story.asks(seat) if seat is not None else ())
    return page("_table.html", d=Drawn(glance), takeable=[], live="")


def cell(html: str, word: str) -> str:
    """One card."""
    found = re.search(rf'<div class="cell (?:(?!class="cell ).)*?<span>{word}</span>.*?</div>', html, re.S)
    assert found, word
    return found[0]


def classes(html: str, word: str) -> set[str]:
    return set(re.search(r'class="([^"]*)"', cell(html, word))[1].split())  # type: ignore[index]


def test_a_card_has_its_face_when_it_is_turned_and_before_that_only_for_whoever_holds_the_key() -> None:
    story = codenames(BOARD).story
    for seat in (None, MATE, BLUE):
        assert classes(shown(story, seat), "TRUNK") >= {"red", "up"}
        assert classes(shown(story, seat), "STAR") >= {"hidden"}
        assert "keyveil" not in shown(story, seat)
    assert classes(shown(story, RED), "STAR") >= {"black"}
    assert "keyveil" in shown(story, RED)


def test_what_a_key_says_of_a_card_is_read_out_only_while_its_veil_is_open() -> None:
    html = shown(codenames(BOARD).story, RED)
    assert 'class="hide known">, black<' in cell(html, "STAR")  # hidden by the sheet while the veil is shut
    assert 'class="hide">, red, turned<' in cell(html, "TRUNK")


def test_a_clue_stands_once_and_large() -> None:
    html = shown(codenames(BOARD).play("red clue water 2").story, MATE)
    assert re.search(r'<strong class="w\d+">WATER 2</strong>', html)
    assert '<h1 class="hide">' in html
    assert html.count('<i class="full">') == 3
    assert "3 guesses left" in html


def test_masks_of_those_who_tag_a_card_lie_on_it_and_the_button_below_says_who() -> None:
    html = shown(codenames(BOARD).play("red clue water 2", "red-1 tag BEACH").story, MATE)
    assert 'aria-label="Red operative 1"' in html[html.index('class="tags"') :]
    assert "You tag it." in html
    assert 'class="tags"' not in shown(codenames(BOARD).play("red clue water 2", "red-1 tag BEACH").story, BLUE)


OPEN = Grid(
    (Cell("A1", note="2 boats?"), Cell("A2"), Cell("A3", "black", note="sank")), 7, "Nobody knows where you are."
)
OWN = replace(OPEN, cells=(OPEN.cells[0], Cell("A2", "gold", note="{red-1}"), OPEN.cells[2]), about="{red-1} is at A2.")


def chart(own: Grid, private: bool = False) -> str:
    """The page of somebody who sees this grid where everybody sees `OPEN`, and is asked to touch A2."""
    story = codenames(BOARD).play("red clue water 2").story
    asked = Ask("touch", "You lie at A2. What do you do?", "one", (Guess("A2"),), private=private)
    touch = (Control("Touch", asked.choices[0]),)
    cells = tuple(replace(each, presses=touch) if each.label == "A2" else each for each in own.cells)
    public = Scene("Sea", "1", "blue", (Text("All are asked.", "lead"), OPEN))
    scene = replace(public, blocks=(Text("You lie at A2.", "lead"), replace(own, cells=cells)), secret=own != OPEN)
    seats = {each: Occupant("person", story.game.shows.seat_title(each)) for each in story.seats}
    glance = replace(replayed("some", story, seats, len(story.log), MATE), scene=scene, public=public)
    return page("_table.html", d=Drawn(replace(glance, asks=(asked,))), takeable=[], live="")


def test_a_grid_has_as_many_columns_as_it_says_and_is_called_what_it_shows() -> None:
    assert '<div class="grid cols7 narrow" role="group" aria-label="Nobody knows where you are.">' in chart(OPEN)
    css = content("app.css").decode()
    assert all(f".cols{n} {{ --cols: {n} }}" in css for n in range(1, 13))


def test_a_note_stands_below_its_label_and_what_one_alone_knows_only_while_the_veil_is_open() -> None:
    for label, note in (("A1", "2 boats?"), ("A3", "sank")):
        assert f'<small class="below">{note}</small>' in cell(chart(OPEN), label)
    html = chart(OWN)
    assert '<small class="below known"><b class="n">Red operative 1</b></small>' in cell(html, "A2")
    assert 'aria-label="Nobody knows where you are."' in html
    veil = html[html.index('<details class="veil keyveil"') :].partition("</details>")[0]
    assert '<p class="hide"><b class="n">Red operative 1</b> is at A2.</p>' in veil


def test_masks_say_what_the_note_of_a_tagged_card_says() -> None:
    html = shown(codenames(BOARD).play("red clue water 2", "red-1 tag BEACH").story, MATE)
    assert 'class="below' not in html


def test_clues_stand_with_what_was_heard_and_not_below_the_board() -> None:
    html = shown(codenames(BOARD).play("red clue water 2").story, MATE)
    stage, talk = html.split('id="talk"')
    assert "<h2>Clues</h2>" in talk
    assert "<h2>Clues</h2>" not in stage


def test_at_the_end_everybody_sees_the_key() -> None:
    html = shown(codenames(BOARD).play("red clue water 2", "guess STAR").story, None)
    assert classes(html, "STAR") >= {"black", "up"}
    assert classes(html, "NAIL") >= {"blue"}
    assert 'class="gridwrap"' in html


def test_a_clue_is_given_by_a_button_that_says_all_of_it_and_what_was_meant_may_be_left_out() -> None:
    html = shown(codenames(BOARD).story, RED)
    form = html[html.index('class="move form"') :]
    assert 'data-verb="Give …"' in form
    assert '<details class="more"><summary class="b">Meant for</summary>' in form


@pytest.mark.parametrize("word", ["thermometer", "polar bear", "Straßenbahnhaltestelle", "麻雀牌", "mm" * 20, "I"])
def test_a_word_is_whole_and_as_wide_as_it_is_said_to_be(word: str) -> None:
    assert re.sub("&shy;", "", str(broken(word))) == word
    assert 1 <= width_of(word) <= 40
    assert width_of(word) <= width_of(word, parted=False)


def test_only_very_long_words_may_be_parted() -> None:
    assert str(broken("thermometer")) == "thermometer"
    assert str(broken("Straßenbahnhaltestelle")) == "Straßenbahn&shy;haltestelle"
    assert "&shy;" in str(broken("Достоевский"))
    assert width_of("wwww") > width_of("nnnn") > width_of("iiii")


def test_two_people_sit_across_a_table_with_the_offer_between_them() -> None:
    game = duet(HAGGLE).play("manager shows", "human enters 40")
    html = shown(game.story, Seat("player"))
    across = html[html.index('class="across open"') : html.index('class="scale"')]
    assert across.index(">Human") < across.index(">€40<") < across.index(", you<")
    assert 'class="spoken"' in html


def test_a_bound_is_on_the_line_of_whoever_knows_it_alone() -> None:
    game = duet(HAGGLE).play("manager shows", "human enters 40")
    value = dict(dict(game.state.private)[Seat("human")])["value"]
    assert f"your value: €{value}" in shown(game.story, Seat("human"))
    assert 'class="limit"' in shown(game.story, Seat("human"))
    for seat in (None, Seat("player"), Seat("manager")):
        assert f"€{value}" not in shown(game.story, seat)
    assert 'class="limit"' not in shown(game.story, None)


def test_what_both_choose_at_once_lies_face_down_until_both_have() -> None:
    game = duet(DILEMMA).play("manager shows", "human chooses defect")
    assert 'class="laid down blue"' in shown(game.story, Seat("human"))
    for seat in (None, Seat("player")):  # nobody else is told who has chosen
        assert 'class="laid' not in shown(game.story, seat)
    assert shown(game.play("player chooses cooperate").story, None).count("laid turned") == 2


def test_labels_on_a_line_never_touch() -> None:
    near = [Point(value, f"{{p{value}}}: ${value}", face="red") for value in (50, 51, 52, 99, 100, 0)]
    past = Point(10, "$10", past=True)
    found = spots(Scale("Price", 0, 100, (past, *near), ""))
    assert [spot.point for spot in found] == [past, *near]
    rows = [spot.row for spot in found if not spot.point.past]
    assert len(set(rows[:3])) == 3
    assert [spot.anchor for spot in found][-2:] == ["end", "start"]
    assert all(0 <= spot.at <= 100 for spot in found)


def test_a_line_without_length_has_its_point_in_the_middle() -> None:
    assert place(Scale("Price", 5, 5, (), ""), 5) == 50
