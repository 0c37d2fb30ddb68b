"""Draws the masks as pictures for Discord, and the bot's avatar, from the browser's drawings: `python -m tools.faces`."""

from __future__ import annotations

import io
import shutil
import subprocess
import tempfile
from pathlib import Path

from PIL import Image

from bot.surfaces.masks import LOOKS, MASKS, SIDE, TINTS, Look, Mask, place_of
from tools.screens import BROWSERS, NO_BROWSER, PICTURES

SURFACES = Path(__file__).parent.parent / "bot" / "surfaces"
DRAWINGS = SURFACES / "web" / "static" / "masks.svg"
SHEET = SURFACES / "faces" / "masks.png"

AVATAR, GROUND = 512, "#F4EBDB"
"""The avatar's side in pixels, and what is behind its mask."""

BEHIND: dict[Look, str] = {"living": "#1F1B2E", "asked": "#FFD97E", "dead": "none"}
EYES = {
    "fox": (10, 17, 28, 12), "bear": (11, 18.5, 26, 9.5), "owl": (9.5, 17.5, 29, 10.5), "hare": (13, 23, 22, 10),
    "stag": (14, 23, 20, 7), "raven": (11, 14.5, 26, 9.5), "ram": (14.5, 23, 19, 7), "moth": (9.5, 16, 29, 8),
}  # fmt: skip
"""Where the eyes of each are, in the 48 units of its drawing: left, top, width, height. The holes let through what is there."""

FRAMES = {False: "-1.5 -1.5 51 51", True: "-7.5 -14.5 63 63"}
PLUME = '<use href="#plume" x="-14.4" y="-13.9" width="76.8" height="76.8"/>'
GONE = 'style="filter:grayscale(1) contrast(.7) brightness(1.15);opacity:.6" transform="rotate(-9 24 24)"'


def main() -> None:
    """Draws the sheet of masks and the avatar."""
    browser = next((path for name in BROWSERS if (path := shutil.which(name))), None)
    if browser is None:
        raise SystemExit(NO_BROWSER)
    symbols = DRAWINGS.read_text()
    cells = "".join(_cell(mask, look) for look in LOOKS for mask in MASKS)
    sheet = _drawn(browser, symbols + cells, SIDE * len(TINTS), SIDE * 2 * len(LOOKS))
    SHEET.parent.mkdir(exist_ok=True)
    sheet.quantize(colors=256, method=Image.Quantize.FASTOCTREE).save(SHEET, optimize=True)
    edge, wide = AVATAR * 0.13, AVATAR * 0.74
    logo = f'<use href="#logo" x="{edge}" y="{edge}" width="{wide}" height="{wide}"/>'
    avatar = _drawn(
        browser, f'{symbols}<svg width="100%" height="100%" style="background:{GROUND}">{logo}</svg>', AVATAR, AVATAR
    )
    avatar.quantize(colors=64, method=Image.Quantize.FASTOCTREE).save(PICTURES / "avatar.png", optimize=True)


def _cell(mask: Mask, look: Look) -> str:
    """One mask at its place, with what is behind its eyes."""
    left, top = place_of(mask, look)
    x, y, wide, high = EYES[mask.name]
    eyes = f'<rect x="{x}" y="{y}" width="{wide}" height="{high}" rx="2" fill="{BEHIND[look]}"/>'
    face = f'{eyes}<use href="#{mask.name}" width="48" height="48"/>{PLUME if mask.plume else ""}'
    worn = f"<g {GONE}>{face}</g>" if look == "dead" else face
    frame = f'viewBox="{FRAMES[mask.plume]}" width="{SIDE}" height="{SIDE}"'
    return f'<svg {frame} style="left:{left}px;top:{top}px">{worn}</svg>'


def _drawn(browser: str, body: str, wide: int, high: int) -> Image.Image:
    """What the browser shows of this page, on nothing."""
    style = "body{margin:0} svg{position:absolute;left:0;top:0;overflow:hidden} svg[viewBox='0 0 360 240']{width:0;height:0}"
    with tempfile.TemporaryDirectory() as folder:
        page, shot = Path(folder, "page.html"), Path(folder, "shot.png")
        page.write_text(f"<!doctype html><style>{style}</style>{body}")
        given = [
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--hide-scrollbars",
            "--default-background-color=00000000",
        ]
        # A window is never smaller than a phone: what is beyond the drawing is cut away.
        given += [f"--window-size={max(wide, 600)},{max(high, 600)}", f"--screenshot={shot}", page.as_uri()]
        subprocess.run([browser, *given], check=True, capture_output=True)
        return Image.open(io.BytesIO(shot.read_bytes())).convert("RGBA").crop((0, 0, wide, high))


if __name__ == "__main__":
    main()
