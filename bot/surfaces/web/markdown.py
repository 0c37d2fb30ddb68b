"""The rules of a game as a page: headings, paragraphs and lists of the plain Markdown that they are written in."""

from __future__ import annotations

import re

from markupsafe import Markup, escape

_SPANS = (
    (re.compile(r"`([^`]+)`"), Markup("<code>{}</code>")),
    (re.compile(r"\*\*([^*]+)\*\*"), Markup("<b>{}</b>")),
    (re.compile(r"\*([^*]+)\*"), Markup("<em>{}</em>")),
)
_LINE = re.compile(r"(#+|[-*]|\d+\.)\s+(.*)")


def as_html(text: str) -> Markup:
    """Markdown as HTML; whatever else stands in it is text."""
    found: list[tuple[str, list[str]]] = []
    for line in text.strip().splitlines():
        begins = _LINE.match(line)
        if begins and begins[1][0] == "#":
            found.append((f"h{min(len(begins[1]), 3)}", [begins[2]]))
        elif begins:
            kind = "ol" if begins[1][0].isdigit() else "ul"
            if not found or found[-1][0] != kind:
                found.append((kind, []))
            found[-1][1].append(begins[2])
        elif not line.strip():
            found.append(("", []))
        elif found and found[-1][0] in ("p", "ul", "ol"):
            found[-1][1][-1] += f" {line.strip()}"
        else:
            found.append(("p", [line]))
    return Markup("\n").join(_block(kind, parts) for kind, parts in found if parts)


def _block(kind: str, parts: list[str]) -> Markup:
    each = Markup("<li>{}</li>") if kind in ("ul", "ol") else Markup("{}")
    return Markup("<{0}>{1}</{0}>").format(kind, Markup("").join(each.format(_spans(part)) for part in parts))


def _spans(text: str) -> Markup:
    """A line with its emphasis. Text is escaped before it is marked up."""
    html = str(escape(" ".join(text.split())))
    for pattern, tags in _SPANS:
        html = pattern.sub(lambda found, tags=tags: str(tags).replace("{}", found[1]), html)  # type: ignore[misc]
    return Markup(html)
