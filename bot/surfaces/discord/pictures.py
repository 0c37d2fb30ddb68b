"""The pictures of a scene, each told in words too."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass, replace
from functools import partial
from typing import Any, TypeVar, cast

import discord
from discord import ui

from bot.surfaces.discord.markdown import clean, fit, plain
from bot.surfaces.discord.painting import Picture
from bot.surfaces.discord.parts import COLOURS, Drawn, layout, text
from bot.surfaces.discord.views import YOURS_ONLY, plain_names, to_look_at
from bot.surfaces.masks import mask_of
from bot.surfaces.picture import draw, draw_card, draw_chart, draw_plan, draw_ways, in_parts
from bot.table import Table
from games.core import Seat, named
from games.scene import Card, Chart, Grid, Plan, Scene, Ways

C = TypeVar("C")

ALT_TEXT = 1024

MOST_PICTURES = 10


def card(table: Table, scene: Scene, number: int | None = None) -> Drawn:
    """What somebody is, or the house as they know it: a picture that is told in words too, for their eyes alone."""
    items, files = gallery(table, replace(scene, blocks=tuple(to_look_at(scene))), "card")
    heading = text(f"### {clean(table.game.title)}\n{YOURS_ONLY}")
    return Drawn(layout(heading, *items, number=number, colour=COLOURS[scene.face]), files)


def gallery(table: Table, scene: Scene, name: str) -> tuple[list[ui.Item[Any]], tuple[discord.File, ...]]:
    """The scene's pictures side by side, each told in words too, and the files that they are in. Once the ways of all are
    known, they are shown instead of a chart, and of a house at a single moment."""
    who, seats = plain_names(table), table.order
    people = {seat: (who.get(seat, "somebody"), mask_of(seats, seat)) for seat in seats}
    shown = [_with_names(each, who) for each in scene.blocks if isinstance(each, Grid | Card | Chart | Plan | Ways)]
    if scene.of(Ways):
        shown = [each for each in shown if not isinstance(each, Chart | Plan)]
    drawn: list[tuple[Callable[[], bytes], str]] = []
    for each in shown:
        match each:
            case Grid():
                drawn.append((partial(draw, each, people), each.told))
            case Card():
                drawn.append((partial(draw_card, each), each.about))
            case Chart():
                drawn.append((partial(draw_chart, each), each.about))
            case Plan():
                drawn.append((partial(draw_plan, each, people), each.about))
            case Ways():
                drawn += [(partial(draw_ways, part, people), part.about) for part in in_parts(each)]
    pictures = []
    for i, (paint, about) in enumerate(drawn[:MOST_PICTURES]):
        alt = fit(plain(about), ALT_TEXT)
        file = Picture(paint, f"{name}{i + 1 if i else ''}.png", description=alt)
        pictures.append((discord.MediaGalleryItem(file, description=alt), file))
    if not pictures:
        return [], ()
    return [ui.MediaGallery(*(item for item, _ in pictures))], tuple(file for _, file in pictures)


def _with_names(block: C, who: Mapping[Seat, str]) -> C:
    """A block, with names for the seats in its texts."""

    def called(value: Any) -> Any:
        if isinstance(value, tuple):
            return tuple(map(called, value))
        if is_dataclass(value) and not isinstance(value, type):
            return replace(value, **{each.name: called(getattr(value, each.name)) for each in fields(value)})
        return plain(named(value, who)) if isinstance(value, str) else value

    return cast(C, called(block))
