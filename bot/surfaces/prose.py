"""What somebody writes in lines, made fit to be shown as plain text: the signs of Markdown go, the words and lines stay.

People and models write headings, emphasis and tables out of habit. No surface lets anybody's words format a page, so that
the signs would stand there as dirt.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

from games.scene import MARKS, SYMBOLS

_FROM_EMOJI = {symbol: MARKS[face] for face, symbol in SYMBOLS.items() if symbol} | {"🤖": "(AI)", "🌙": "☾"}

_FENCE = re.compile(r"\s*(```|~~~)\w*\s*")
_RULE = re.compile(r"\s*([-*_=])(\s*\1){2,}\s*")
_TABLE_RULE = re.compile(r"\s*\|?(\s*:?-{2,}:?\s*\|)+\s*(:?-{2,}:?)?\s*")
_HEADING = re.compile(r"^\s*#{1,6}\s+(.*?)\s*#*\s*$")
_BULLET = re.compile(r"^(\s*)[*+-]\s+(?=\S)")
_EMPHASIS = tuple(
    re.compile(rf"(?<![\w{re.escape(sign[0])}]){re.escape(sign)}(?=\S)(.+?)(?<=\S){re.escape(sign)}(?![\w{re.escape(sign[0])}])")
    for sign in ("***", "**", "__", "*", "_", "`")
)  # fmt: skip


def listed(items: Iterable[str]) -> str:
    """“a, b and c”."""
    *most, last = list(items) or [""]
    return f"{', '.join(most)} and {last}" if most else last


def plain_lines(text: str) -> list[str]:
    """The lines of `text` without Markdown's signs; a table's rows are lines, their cells set apart by “ · ”."""
    found: list[str] = []
    for line in text.split("\n"):
        if _FENCE.fullmatch(line) or _RULE.fullmatch(line) or _TABLE_RULE.fullmatch(line):
            continue
        if line.strip() or (found and found[-1]):
            found.append(_plain_line(line))
    while found and not found[-1]:
        found.pop()
    return found or [""]


def _plain_line(line: str) -> str:
    line = line.rstrip()
    if line.lstrip().startswith("|") and line.endswith("|"):
        line = " · ".join(cell for each in line.strip().strip("|").split("|") if (cell := each.strip()))
    line = _HEADING.sub(r"\1", line)
    line = _BULLET.sub(r"\1• ", line)
    for sign in _EMPHASIS:
        line = sign.sub(r"\1", line)
    return line


def marked(text: str) -> str:
    """`text` without emoji: those that stand for a face become its mark, others go, with what asks for them in colour."""
    for symbol, mark in _FROM_EMOJI.items():
        text = text.replace(symbol, mark)
    text = text.replace("\ufe0f", "")
    return "".join(c for c in text if unicodedata.category(c) != "So" or unicodedata.east_asian_width(c) not in "WF")
