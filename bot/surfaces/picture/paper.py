"""What pictures are made of: paper, ink, letters and masks, those of the browser by day."""

from __future__ import annotations

import io
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from importlib.resources import files
from itertools import groupby
from typing import Literal, NamedTuple

from PIL import Image, ImageDraw, ImageFont

from bot.surfaces.masks import SIDE, Look, Mask, place_of
from games.core import Seat
from games.scene import Face

GROUND, PAPER, SUNK, LINE = "#F4EBDB", "#FFFAF0", "#E9DDC7", "#CDBD9F"
INK, FAINT, RED, LAMP = "#1F1B2E", "#5B5266", "#A63314", "#F4B63F"
"""What is looked at by day: the browser's tokens of the same names, `FAINT` its second ink."""


class Paint(NamedTuple):
    """How a face looks: while its card is open to some eyes only, the strip below it, and once it is turned."""

    paper: str
    ink: str
    strip: str
    sign: str
    turned: str
    turned_ink: str


PAINTS: dict[Face, Paint] = {
    "hidden": Paint(PAPER, INK, SUNK, FAINT, FAINT, PAPER),
    "red": Paint("#F7D9CB", INK, RED, PAPER, "#B93A1B", PAPER),
    "blue": Paint("#D3DEF2", INK, "#22509E", PAPER, "#22509E", PAPER),
    "neutral": Paint(PAPER, INK, "#D8C7A4", "#3C3442", "#D8C7A4", "#3C3442"),
    "black": Paint(INK, GROUND, PAPER, INK, INK, GROUND),
    "gold": Paint("#F6E6BF", INK, "#8A5B00", PAPER, "#8A5B00", PAPER),
}

People = Mapping[Seat, tuple[str, Mask]]
"""What each is called, and the mask they wear."""

FINER = 4
"""What has round edges is drawn so many times larger and made smaller, so that they are smooth."""

CORNER, MARGIN = 12, 20
"""The round of a paper's corners, and the space around all, in pixels."""


def written(image: Image.Image) -> bytes:
    """The picture as a PNG."""
    out = io.BytesIO()
    image.quantize(colors=128, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE).save(out, "PNG")
    return out.getvalue()


# ── letters ───────────────────────────────────────────────────────────────────────────────────────────────────────────

HALO = 2
"""How far a halo reaches, in pixels."""

FONTS = {"card": "card.otf", "text": "text-semibold.otf", "other": "DejaVuSansCondensed-Bold.ttf"}


class Letters:
    """Letters of one size. What the family does not have, marks and other alphabets, is set in letters that have nearly all."""

    def __init__(self, family: Literal["card", "text"], size: int) -> None:
        self.size, self._family, self._own = size, family, _font(family, size)
        self._other = _font("other", round(size * 0.8))

    def length(self, text: str) -> float:
        return sum(font.getlength(run) for font, run in self._runs(text))

    def write(
        self,
        canvas: ImageDraw.ImageDraw,
        x: float,
        y: float,
        text: str,
        ink: str,
        align: Literal["left", "middle"] = "left",
        halo: str = "",
    ) -> None:
        """Writes a line whose capitals have their middle at that height, with a `halo` around each letter."""
        x -= self.length(text) / 2 if align == "middle" else 0
        y -= self._own.getbbox("H", anchor="ls")[1] / 2
        for font, run in self._runs(text):
            # A mark has its middle where the capitals have theirs.
            up = 0.06 * self.size if font is self._other and not run.strip().isalpha() else 0
            canvas.text(
                (x, y - up),
                run,
                ink,
                font,
                anchor="ls",
                stroke_width=HALO if halo else 0,
                stroke_fill=halo or None,
            )
            x += font.getlength(run)

    def _runs(self, text: str) -> Iterable[tuple[ImageFont.FreeTypeFont, str]]:
        for own, run in groupby(self._drawable(text), lambda letter: _has(self._family, letter)):
            yield (self._own if own else self._other), "".join(run)

    def _drawable(self, text: str) -> str:
        """The text without signs that no letters of ours have, as emoji are; an alphabet that they lack still leaves its room."""
        kept = "".join(c for c in text if c.isalnum() or _has(self._family, c) or _has("other", c))
        return text if kept == text else " ".join(kept.split())


@cache
def _font(family: str, size: int) -> ImageFont.FreeTypeFont:
    path = files("bot.surfaces").joinpath(f"fonts/{FONTS[family]}")
    return ImageFont.truetype(io.BytesIO(path.read_bytes()), size, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=4096)
def _has(family: str, letter: str) -> bool:
    """Whether a family has that letter: one that it lacks looks like the one that stands for all it lacks."""
    font = _font(family, 20)
    return letter == " " or bytes(font.getmask(letter)) != bytes(font.getmask("\uffff"))


def fitting(text: str, family: Literal["card", "text"], largest: int, smallest: int, room: int) -> tuple[str, Letters]:
    """A line and the largest letters in which it fits that room; what does not fit in the smallest is cut."""
    width = Letters(family, largest).length(text)
    letters = Letters(family, largest if width <= room else max(smallest, int(largest * room / width)))
    while len(text) > 1 and letters.length(text) > room:
        text = text[:-2] + "…"
    return text, letters


def broken(text: str, letters: Letters, room: int, indent: str = "") -> list[str]:
    """A text in lines no wider than that room: broken between words, then within them. What goes on in a new line is set
    in."""

    def is_long(line: str) -> bool:
        return len(line) > len(indent) + 1 and letters.length(line) > room

    found: list[str] = []
    line = ""
    for word in text.split(" "):
        longer = f"{line} {word}" if line else word
        if line and is_long(longer):
            found, line = [*found, line], indent + word
        else:
            line = longer
        while is_long(line):
            fits = next(n for n in range(len(line), 0, -1) if not is_long(line[:n]))
            found, line = [*found, line[:fits]], indent + line[fits:]
    return [*found, line]


# ── masks ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


def mask_png(mask: Mask) -> bytes:
    """A mask by itself, on nothing."""
    out = io.BytesIO()
    worn(mask, SIDE).save(out, "PNG")
    return out.getvalue()


@cache
def worn(mask: Mask, side: int, look: Look = "living") -> Image.Image:
    """A mask in that size."""
    x, y = place_of(mask, look)
    return _sheet().crop((x, y, x + SIDE, y + SIDE)).resize((side, side), Image.Resampling.LANCZOS)


@cache
def _sheet() -> Image.Image:
    return Image.open(io.BytesIO(files("bot.surfaces").joinpath("faces/masks.png").read_bytes())).convert("RGBA")


@cache
def disc(side: int) -> Image.Image:
    """A round of paper with an edge."""
    paper = Image.new("RGBA", (side * FINER,) * 2)
    ImageDraw.Draw(paper).ellipse((0, 0, side * FINER - 1, side * FINER - 1), PAPER, LINE, 2 * FINER)
    return paper.resize((side, side), Image.Resampling.LANCZOS)


def put(image: Image.Image, what: Image.Image, x: int, y: int, faint: bool = False) -> None:
    """Puts a drawing with its middle there; `faint`, as something that is only remembered."""
    if faint:
        what = what.copy()
        what.putalpha(what.getchannel("A").point([round(0.45 * each) for each in range(256)]))
    at = x - what.width // 2, y - what.height // 2
    if image.mode == "RGBA":
        image.alpha_composite(what, at)
    else:
        image.paste(what, at, what)
