"""Pictures of grids, charts, cards, houses and ways: the same for the same cards, and readable without colours."""

from __future__ import annotations

import io
import re
from dataclasses import replace
from importlib.resources import files
from typing import get_args

import pytest
from PIL import Image, ImageChops

from bot.surfaces.masks import mask_of
from bot.surfaces.picture import draw, draw_card, draw_chart, draw_plan, draw_ways, in_parts
from bot.surfaces.picture.cards import CARD_WIDE, EMBLEM, HIGH, STRIP, WIDE
from bot.surfaces.picture.paper import FAINT, GROUND, INK, LAMP, LINE, MARGIN, PAINTS, PAPER, RED, SUNK
from games.core import Seat
from games.scene import Card, Cell, Chamber, Chart, Face, Figure, Grid, Plan, Shape, Way, Ways

FACES: tuple[Face, ...] = get_args(Face)


def one(face: Face, done: bool = False, label: str = "OCEAN") -> Grid:
    return Grid((Cell(label, face, done),), 1, "one card")


def test_the_same_grid_gives_the_same_bytes():
    grid = Grid(tuple(Cell(f"word{i}", FACES[i % len(FACES)], i % 2 == 0) for i in range(25)), 5, "a board")
    assert draw(grid) == draw(replace(grid, about="other words")) and draw(grid).startswith(b"\x89PNG")


def test_every_face_has_a_sign_of_its_own_open_and_turned():
    """Below the word of an open card, above that of a turned one: pixels that are not the paper's, counted without colour."""

    def ink(grid: Grid, top: int) -> int:
        corner = Image.open(io.BytesIO(draw(grid))).convert("L").crop((112, top, 144, top + 24)).tobytes()
        return sum(abs(p - corner[0]) > 40 for p in corner)

    below = {face: ink(one(face, label="..."), MARGIN + HIGH - STRIP + 3) for face in FACES}
    above = {face: ink(one(face, done=True, label=""), MARGIN + 16) for face in FACES}
    for signs in (below, above):
        assert signs["hidden"] == 0 and len(set(signs.values())) == len(FACES), signs
    assert not any(ink(one(face, label=""), MARGIN + 16) for face in FACES), "an open card has none above its word"


@pytest.mark.parametrize("word", ["CHRISTMAS PUDDING ON TOP", "Élève", "ЖУК", "Ärgernis", "ẞ", ""])
def test_long_words_and_other_alphabets_fit(word: str):
    image = Image.open(io.BytesIO(draw(one("hidden", label=word)))).convert("L")
    assert image.size == (WIDE + 2 * MARGIN, HIGH + 2 * MARGIN)
    inner = image.crop((MARGIN + 12, MARGIN + 10, MARGIN + WIDE - 12, MARGIN + HIGH - 10)).point(
        [255] * 120 + [0] * 136
    )
    left, top, right, bottom = inner.getbbox() or (1, 1, 2, 2)
    assert (
        bool(inner.getbbox()) == bool(word) and left > 0 and top > 0 and right < inner.width and bottom < inner.height
    )


def test_letters_that_the_cards_own_lack_are_written_in_others():
    """What a family lacks would all look alike."""
    drawn = {draw(one("hidden", label=letter)) for letter in "ẞŸЖУ→✖Ä?"}
    assert len(drawn) == 8


def test_paper_and_ink_are_the_browsers_by_day():
    css = files("bot.surfaces").joinpath("web/static/css/00-tokens.css").read_text()
    day = dict(re.findall(r"--([\w-]+): (#\w{6});", css.partition("@media (prefers-color-scheme")[0]))
    names = ("ground", "paper", "sunk", "line", "ink", "ink-2", "lamp", "red")
    assert tuple(map(day.get, names)) == (GROUND, PAPER, SUNK, LINE, INK, FAINT, LAMP, RED)
    faces: dict[Face, tuple[str, str]] = {"red": ("red-wash", "card-red"), "blue": ("blue-wash", "card-blue")}
    faces |= {"neutral": ("paper", "pale"), "black": ("black", "black")}
    assert all((PAINTS[f].paper, PAINTS[f].turned) == (day[open_], day[turned]) for f, (open_, turned) in faces.items())


PEOPLE = {
    seat: (name, mask_of(["p1", "p2", "p3"], seat)) for seat, name in (("p1", "Ada"), ("p2", "Basil"), ("p3", "Clio"))
}


def test_whoever_tags_a_card_looks_over_its_corner():
    tagged = one("hidden").cells[0]
    looks = [draw(Grid((replace(tagged, tags=tags),), 1, ""), PEOPLE) for tags in ((), ("p1",), ("p2",), ("p1", "p2"))]
    assert len(set(looks)) == 4


def test_a_note_stands_below_its_word_unless_masks_say_it():
    plain, noted = Cell("F6", note=""), Cell("F6", note="3 boats?")
    for face, done in (("hidden", False), ("black", False), ("red", True)):
        looks = [draw(Grid((replace(each, face=face, done=done),), 1, "")) for each in (plain, noted)]
        assert looks[0] != looks[1]
    tagged = [draw(Grid((replace(each, tags=(Seat("p1"),)),), 1, "One."), PEOPLE) for each in (plain, noted)]
    assert tagged[0] == tagged[1]
    assert Grid((plain, noted, replace(noted, tags=(Seat("p1"),))), 1, "Three.").told == "Three. F6: 3 boats?"


def test_signs_that_no_letters_have_leave_no_room():
    """Else the word would stand beside the middle."""
    assert draw(one("hidden", label="F6 💥")) == draw(one("hidden", label="F6"))
    assert draw(one("hidden", label="💥")) == draw(one("hidden", label=""))
    assert draw(one("hidden", label="→ F6 ✖")) != draw(one("hidden", label="F6"))


WAYS = Ways(
    "Who was where", ("Night 1", "Night 2"), ("Hall", "Cellar"),
    (Way("p1", ("Hall", "Cellar"), ("", "strikes Basil"), "red"), Way("p2", ("Cellar", "Cellar"), ("hides", "dies"), ends=1)),
    (), "Ada went from the Hall to the Cellar.",
)  # fmt: skip


def test_ways_are_the_same_picture_for_the_same_ways_and_another_for_others():
    ada, basil = WAYS.ways
    others = [
        replace(WAYS, ways=(replace(ada, rooms=("Hall", "Hall")), basil)), replace(WAYS, ways=(replace(ada, face="blue"), basil)),
        replace(WAYS, ways=(ada, replace(basil, ends=None))), replace(WAYS, ways=(ada, replace(basil, notes=("hides", "")))),
        replace(WAYS, rooms=("Hall", "Attic")), replace(WAYS, ways=()), Ways("", (), (), (), (), ""),
    ]  # fmt: skip
    assert draw_ways(WAYS, PEOPLE) == draw_ways(replace(WAYS, about="other words"), PEOPLE)
    assert len({draw_ways(each, PEOPLE) for each in (WAYS, *others)}) == 1 + len(others)


def test_long_ways_are_cut_into_parts_and_the_dead_stay_dead():
    nights = tuple(f"Night {n}" for n in range(1, 13))
    way = Way(Seat("p1"), ("Hall",) * 6, ("",) * 6, ends=5)
    parts = in_parts(replace(WAYS, head=nights, ways=(way,)))
    assert [part.title for part in parts] == [
        f"Who was where: {each}" for each in ("Night 1 to Night 4", "Night 5 to Night 8", "Night 9 to Night 12")
    ]
    assert [(part.ways[0].rooms, part.ways[0].ends) for part in parts] == [
        (("Hall",) * 4, 5),
        (("Hall",) * 2, 1),
        ((), -3),
    ]
    assert in_parts(WAYS) == [WAYS] and {part.about for part in parts} == {WAYS.about}


def test_what_is_said_of_ways_is_cut_where_they_are():
    nights = tuple(f"Night {n}" for n in range(1, 12))
    told = " ".join(f"{night}. Hall: Ada." for night in nights)
    parts = in_parts(replace(WAYS, head=nights, about=f"All. {told}"))
    assert " ".join(part.about for part in parts) == f"All. {told}"
    assert [part.about[:9].strip(".") for part in parts] == ["All. Nigh", "Night 4. ", "Night 8. "]


def test_a_crowd_makes_its_room_higher():
    alone, together = (
        Image.open(io.BytesIO(draw_ways(replace(WAYS, rooms=("Hall", "Cellar"), ways=tuple(
            Way(seat, (room,), ("",)) for seat, room in zip(PEOPLE, rooms, strict=True)
        )), PEOPLE))) for rooms in (("Hall", "Cellar", ""), ("Hall", "Hall", "Hall"))
    )  # fmt: skip
    assert together.height > alone.height and together.width == alone.width


@pytest.mark.parametrize("rooms", [1, 3, 4, 5, 7])
def test_a_house_of_any_number_of_rooms_shows_who_is_where_and_how_long_ago(rooms: int):
    def house(*figures: Figure, lit: bool = False) -> bytes:
        first = Chamber("Hall", figures, lit)
        return draw_plan(
            Plan((first, *(Chamber(f"Room {n}", note="A cry.") for n in range(1, rooms))), "Night 2", ""), PEOPLE
        )

    there = (
        (Figure("p1"),),
        (Figure("p1", look="seen"),),
        (Figure("p1", look="dead"),),
        (Figure("p2"),),
        (Figure("p1", "hides"),),
    )
    looks = [house(), house(lit=True), *(house(*figures) for figures in there)]
    assert len(set(looks)) == len(looks)


def chart(rooms: int, nights: int, cell: str = "Ada; Basil strikes Clio; Clio ✖") -> Chart:
    head = ("", *(f"Room {n}" for n in range(rooms)))
    return Chart("Who was where", head, tuple((f"Night {n}", *(cell,) * rooms) for n in range(nights)), "who was where")


def size(drawn: Chart) -> tuple[int, int]:
    return Image.open(io.BytesIO(draw_chart(drawn))).size


def test_the_same_chart_gives_the_same_bytes_and_another_one_others():
    assert draw_chart(chart(3, 4)) == draw_chart(replace(chart(3, 4), about="other words"))
    assert draw_chart(chart(3, 4)) != draw_chart(chart(3, 4, "Ada; Basil strikes Clio; Clio"))


def test_a_chart_is_turned_to_fit_a_phone():
    by_rooms = tuple((f"Room {n}", *("Ada; Basil strikes Clio; Clio ✖",) * 2) for n in range(7))
    assert size(replace(chart(7, 2), title="")) == size(
        replace(chart(2, 7), title="", head=("", "Night 0", "Night 1"), rows=by_rooms)
    )
    wide, high = size(chart(3, 12))
    assert wide < 1300 < high


def test_items_stand_on_lines_of_their_own_and_long_ones_are_wrapped():
    plain, items, long = (size(chart(2, 2, cell)) for cell in ("Ada", "Ada; Basil", "W" * 32 + " strikes " + "W" * 32))
    assert items[1] > plain[1], "two lines are higher than one"
    assert long[0] < 900 and long[1] > items[1], "wrapped, not widened"


def test_an_empty_chart_can_be_drawn():
    assert draw_chart(Chart("", ("",), (), "nothing")).startswith(b"\x89PNG")


CARD = Card(
    "Doctor", "Town Protective", ("Each night you heal one player.", "Goal: win with the Town."), "blue", "A doctor.",
    (Shape("polygon", ((0.1, 0.1), (0.9, 0.1), (0.5, 0.9))), Shape("ellipse", ((0.4, 0.2), (0.6, 0.4)), cut=True)),
)  # fmt: skip


def picture(card: Card) -> Image.Image:
    return Image.open(io.BytesIO(draw_card(card))).convert("RGB")


def test_the_same_card_gives_the_same_bytes_and_each_part_of_it_is_seen():
    assert draw_card(CARD) == draw_card(replace(CARD, about="other words"))
    others = [
        replace(CARD, title="Doctors"), replace(CARD, kind="Town Support"), replace(CARD, lines=CARD.lines[:1]),
        replace(CARD, emblem=CARD.emblem[:1]), replace(CARD, face="red"),
    ]  # fmt: skip
    assert len({draw_card(each) for each in (CARD, *others)}) == 1 + len(others)


def changed(one: Image.Image, other: Image.Image) -> tuple[int, int, int, int] | None:
    """The box in which two pictures differ by more than a shade of their palettes."""
    return ImageChops.difference(one, other).convert("L").point([0] * 40 + [255] * 216).getbbox()


def test_the_kind_of_a_card_has_a_sign_besides_its_colour():
    """The same card without a face has none before its kind."""
    grey = [picture(replace(CARD, face=face)).convert("L").crop((230, 160, 270, 190)) for face in ("blue", "hidden")]
    assert len({each.tobytes() for each in grey}) == 2


@pytest.mark.parametrize("line", ["W" * 200, "word " * 90, "{curly} “quotes” — ЖУК ⭐"])
def test_a_card_grows_with_its_lines_and_nothing_runs_over_its_edge(line: str):
    long = picture(replace(CARD, lines=(line,), title="W" * 40, kind="W" * 80))
    assert long.width == CARD_WIDE
    paper = picture(replace(CARD, lines=("",), title="", kind=""))
    edge = (CARD_WIDE - MARGIN - 12, 60, CARD_WIDE, paper.height - 60)
    assert changed(paper.crop(edge), long.crop(edge)) is None, "the right edge is as it was"


def test_an_emblem_stays_within_its_medal():
    corners = Shape("line", ((0, 0), (1, 1)), 0.05), Shape("line", ((1, 0), (0, 1)), 0.05)
    plain, drawn = picture(replace(CARD, emblem=())), picture(replace(CARD, emblem=corners))
    left, top, right, bottom = changed(plain, drawn) or (0, 0, 0, 0)
    assert right - left <= EMBLEM and bottom - top <= EMBLEM and right - left > EMBLEM // 2
