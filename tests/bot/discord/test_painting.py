"""Pictures are painted when they are sent, and nobody's press waits for it."""

from __future__ import annotations

import io
import threading

import pytest
from PIL import Image

from bot.surfaces.discord import pictures
from bot.surfaces.discord.painting import Picture, paint
from games.core import Seat
from tests.bot.discord.town import town
from tests.games.shown import table_of
from tests.games.town.table import town as town_square


async def test_keys_are_painted_beside_the_loop(monkeypatch: pytest.MonkeyPatch):
    where: list[threading.Thread] = []
    real = pictures.draw

    def seen(*what: object) -> bytes:
        where.append(threading.current_thread())
        return real(*what)  # type: ignore[arg-type]

    monkeypatch.setattr(pictures, "draw", seen)
    async with town() as t:
        await t.four()
        assert where and threading.main_thread() not in where


async def test_a_picture_is_painted_once_and_only_when_it_is_sent():
    calls: list[int] = []

    def draw() -> bytes:
        calls.append(1)
        return b"PNG"

    picture = Picture(draw, "key.png", "Your key.")
    assert not calls
    for _ in range(2):  # a message that Discord did not take is sent once more
        [file] = await paint([picture])
        assert file.fp.read() == b"PNG" and file.filename == "key.png" and file.description == "Your key."
        file.reset()
    assert len(calls) == 1


async def test_what_is_painted_is_a_picture_of_the_scene():
    table = table_of(town_square().story)
    drawn = pictures.card(table, table.scene(Seat("p1")))
    [file] = await paint(drawn.files)
    assert Image.open(io.BytesIO(file.fp.read())).format == "PNG"
