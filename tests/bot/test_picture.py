"""Pictures of grids: the same for the same cards, and readable without colours."""

from __future__ import annotations

import io
from dataclasses import replace
from typing import get_args

from PIL import Image

from bot.surfaces.picture import draw
from games.scene import Cell, Face, Grid

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
