"""Pictures of grids, charts and cards: the same for the same cards, and readable without colours."""

from __future__ import annotations

import io
from dataclasses import replace
from typing import get_args

import pytest
from PIL import Image, ImageChops

from bot.surfaces.picture import CARD_WIDE, EMBLEM, MARGIN, draw, draw_card, draw_chart
from games.scene import Card, Cell, Chart, Face, Grid, Shape

FACES: tuple[Face, ...] = get_args(Face)


def one(face: Face, done: bool = False, label: str = "OCEAN") -> Grid:
    return Grid((Cell(label, face, done),), 1, "one card")


def test_the_same_grid_gives_the_same_bytes():
    grid = Grid(tuple(Cell(f"word{i}", FACES[i % len(FACES)], i % 2 == 0) for i in range(25)), 5, "a board")
    assert draw(grid) == draw(replace(grid, about="other words")) and draw(grid).startswith(b"\x89PNG")


def test_every_face_has_a_sign_of_its_own_and_so_has_a_turned_card():
    """The top left corner holds the face's sign, the top right one the tick: pixels of the ink, counted without colour."""

    def ink(grid: Grid, left: bool) -> int:
        image = Image.open(io.BytesIO(draw(grid))).convert("L")
        corner = image.crop((32, 32, 56, 56) if left else (image.width - 56, 32, image.width - 32, 56))
        low, high = corner.getextrema()
        middle = corner.tobytes()[0]
        return 0 if high - low < 40 else sum(abs(p - middle) > 40 for p in corner.tobytes())

    signs = {face: ink(one(face), left=True) for face in FACES}
    assert signs["hidden"] == 0 and all(signs[face] for face in FACES if face != "hidden")
    assert len(set(signs.values())) == len(FACES), signs
    assert not ink(one("red"), left=False) and ink(one("red", done=True), left=False)


def test_long_words_and_other_alphabets_fit():
    for label in ("CHRISTMAS PUDDING ON TOP", "Élève", "ЖУК", "Ärgernis", ""):
        assert Image.open(io.BytesIO(draw(one("blue", label=label)))).size == (252, 148)


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
