"""Everybody at a table wears another mask, and each can be told from all others by its shape."""

from __future__ import annotations

import io

from PIL import Image

from bot.surfaces.masks import MASKS, mask_of
from bot.surfaces.picture import mask_png


def test_the_first_eight_wear_the_family_and_the_next_eight_the_same_with_a_plume():
    seats = [f"p{n}" for n in range(1, 17)]
    worn = [mask_of(seats, seat) for seat in seats]
    assert [each.name for each in worn[:8]] == ["fox", "bear", "owl", "hare", "stag", "raven", "ram", "moth"]
    assert [each.name for each in worn[8:]] == [each.name for each in worn[:8]]
    assert [each.plume for each in worn] == [False] * 8 + [True] * 8
    assert mask_of([*seats, "p17"], "p17") == worn[0], "a table without end has masks for all"


def test_masks_differ_in_their_outline_and_stand_free():
    outlines = [Image.open(io.BytesIO(mask_png(mask))).convert("RGBA").getchannel("A") for mask in MASKS]
    assert len({each.point([0] * 128 + [255] * 128).tobytes() for each in outlines}) == 16
    assert all(each.getpixel((0, 0)) == 0 and max(len(mask_png(mask)) for mask in MASKS) < 256_000 for each in outlines)
