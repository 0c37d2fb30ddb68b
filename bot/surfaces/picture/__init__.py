"""Pictures, for surfaces that show files: `cards` to lie on a table or to hold, the `house` and the ways through it, all made of
the browser's `paper`."""

from bot.surfaces.picture.cards import draw, draw_card, draw_chart
from bot.surfaces.picture.house import draw_plan, draw_ways, in_parts
from bot.surfaces.picture.paper import PAINTS, mask_png

__all__ = ["PAINTS", "draw", "draw_card", "draw_chart", "draw_plan", "draw_ways", "in_parts", "mask_png"]
