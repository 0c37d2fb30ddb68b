"""What people, models and games say, made fit for Discord: cleaned, named, and cut to length.

`discord.utils.escape_markdown` leaves links, invites, headings, timestamps and mentions; here nothing that somebody wrote
can become any of those.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from textwrap import TextWrapper

from bot.surfaces.prose import plain_lines
from games.core import Kind, Seat, named, tidy
from games.scene import earlier

ROBOT = "🤖"
TEXT_LIMIT = 4000
"""Characters of text in one message of components."""

LONGEST_NAME = 60
"""Characters that a name takes at most, cleaned."""

QUOTE = "> "

_MARKDOWN = re.compile(r"([\\*_~`|<>\[\]#])")
_AT_START = re.compile(r"^(\s*)([-+=]|\d+\.)(?=\s)")
_BLOCK = re.compile(r"\s*([-+*>]\s|\d+\.\s|#|\||```)")
_GAP = "\u200b"
_ADDRESS = re.compile(r"(?i)\b((?:mailto|tel|sms|xmpp):)(?=\S)")
"""Telephones make a link of what follows."""
_SHORTCODE = re.compile(r":(?=[^\s:]*(?::|$))")
"""The colon with which the name of an emoji begins (“:crown:”), or would with a colon of ours behind it: Discord draws those,
whoever writes them."""


def plain(text: str, limit: int = 0) -> str:
    """One line without control, zero-width or direction characters, for buttons, modals and file names."""
    return fit(tidy(text), limit)


def clean(text: str, limit: int = 0) -> str:
    """One line that Discord shows as it was written: no markdown, mention, link, invite or emoji code works in it."""
    text = _MARKDOWN.sub(r"\\\1", plain(text, limit))
    text = _ADDRESS.sub(rf"\1{_GAP}", text)  # before a colon of it is escaped
    text = _SHORTCODE.sub(r"\:", text)
    text = text.replace("@", "@" + _GAP).replace("://", ":" + _GAP + "//")
    text = re.sub(r"(?i)(discord(?:app)?)\.(gg|com|app|new|gifts?)", rf"\1.{_GAP}\2", text)
    return _AT_START.sub(r"\1\\\2", text)


def said(text: str, names: Mapping[Seat, str]) -> str:
    """A sentence of a game, cleaned, with the names (clean already) for its {seat} marks."""
    return named(clean(text), names)


def quoted(text: str, names: Mapping[Seat, str], limit: int = TEXT_LIMIT) -> list[str]:
    """What somebody wrote in lines, each of them cleaned and set off by a bar, so that none can pass for the bot's own; in
    parts of at most `limit` characters, broken at the ends of lines. Where it is broken does not depend on names."""
    parts: list[list[str]] = [[]]
    room = limit
    wrapper = TextWrapper(limit // 3, drop_whitespace=False, expand_tabs=False, break_on_hyphens=False)
    for line in (short for each in plain_lines(text) for short in wrapper.wrap(each) or [""]):
        needed = len(QUOTE) + len(clean(line)) + LONGEST_NAME * line.count("{") + 1
        if parts[-1] and needed > room:
            parts.append([])
            room = limit
        room -= needed
        parts[-1].append(QUOTE + (said(line, names) or _GAP))
    return ["\n".join(part) for part in parts]


def told(text: str, names: Mapping[Seat, str], limit: int = TEXT_LIMIT) -> list[str]:
    """A sentence of a game; one that goes on in more lines has all but the first set off, and no signs of Markdown."""
    first, line_break, rest = text.partition("\n")
    if not line_break:
        return [fit(said(first, names), limit)]
    head = fit(said(plain_lines(first)[0], names), limit)
    body = quoted(rest, names, limit)
    return [f"{head}\n{body[0]}", *body[1:]] if len(head) + len(body[0]) < limit else [head, *body]


def linked(label: str, link: str) -> str:
    """A link under a label; what is no address, such as a channel's mention, stands as it is."""
    return f"[{label}]({link})" if link.startswith("https://") else f"{label}: {link}"


def paragraph(text: str, names: Mapping[Seat, str]) -> str:
    """A paragraph of a scene; one of several lines is set off."""
    return "\n".join(quoted(text, names)) if "\n" in text else said(text, names)


def sat(name: str, kind: Kind, bold: bool = False) -> str:
    """The name of whoever sits in a seat, marked when it is no person."""
    shown = clean(name, 40) or "somebody"
    shown = f"**{shown}**" if bold else shown
    return shown if kind == "person" else f"{shown} {ROBOT}"


def fit(text: str, limit: int) -> str:
    """`text`, cut to `limit` characters (0: as long as it is)."""
    return text if not limit or len(text) <= limit else text[: limit - 1].rstrip("\\ ") + "…"


def newest(lines: Sequence[str], room: int, gap: int = 1) -> list[str]:
    """As many of the last lines as there is room for with `gap` characters between them, one at least."""
    kept: list[str] = []
    for line in reversed(lines):
        room -= len(line) + gap
        if room < 0 and kept:
            break
        kept.insert(0, line)
    return kept


def counted(lines: Sequence[str], kept: Sequence[str], small: str = "-# ") -> list[str]:
    """The last lines that were kept; above them, in small, how many there were earlier."""
    return [small + earlier(len(lines) - len(kept)), *kept] if len(kept) < len(lines) else [*kept]


def pages(text: str, limit: int = TEXT_LIMIT) -> list[str]:
    """`text` in pages of at most `limit` characters, broken between paragraphs or lines."""
    found: list[str] = []
    page = ""
    for line in text.splitlines(keepends=True):
        while len(line) > limit:
            found, page, line = [*found, page + line[: limit - len(page)]], "", line[limit - len(page) :]
        if len(page) + len(line) > limit:
            found, page = [*found, page], ""
        page += line
    return [each.strip("\n") for each in [*found, page] if each.strip()]


def flowing(text: str) -> str:
    """Markdown with each paragraph on one line: Discord would keep the breaks of the file it was written in."""
    lines: list[str] = []
    for line in text.splitlines():
        if lines and lines[-1].strip() and line.strip() and not _BLOCK.match(line) and not lines[-1].startswith("#"):
            lines[-1] += f" {line.strip()}"
        else:
            lines.append(line)
    return "\n".join(lines)
