"""What must not be in anything that is shown, read as whoever shows it reads it: Discord, a terminal, a browser, a spreadsheet, a
viewer of Markdown, a model.

Each yields, in words, what is wrong.
"""

from __future__ import annotations

import csv
import io
import json
import re
import unicodedata
from collections.abc import Collection, Iterator
from functools import cache
from typing import Any

from markdown_it import MarkdownIt

from tests.attacks.corpus import Attack, corpus, payloads, seen
from tests.web.vectors import Markup

Tried = Collection[Attack]

_DIRECTING = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def obeyed(text: str, kept: str = "\n") -> Iterator[str]:
    """What a terminal obeys, or what turns the direction in which a line is read."""
    for each in sorted(set(text)):
        if (unicodedata.category(each) == "Cc" and each not in kept) or each in _DIRECTING:
            yield f"a control, U+{ord(each):04X}, near {near(text, each)}"


def forged(text: str, tried: Tried, quote: str | tuple[str, ...] = ()) -> Iterator[str]:
    """Lines that begin with what somebody wrote behind a line break, and are not set off by `quote`."""
    starts = payloads(tried)
    for line in text.splitlines():
        if quote and line.lstrip().startswith(quote):
            continue
        begins = seen(re.sub(r"^[\s>#*-]*", "", line))
        if any(begins.startswith(each) for each in starts):
            yield f"a forged line: {line[:120]!r}"


def near(text: str, what: str) -> str:
    at = text.find(what)
    return repr(text[max(0, at - 40) : at + 40])


# ── Discord ───────────────────────────────────────────────────────────────────────────────────────────────────────────

OURS = re.compile(
    r"(?<!\\)<t:\d{1,11}:R>|<@777000777>|(?:\[The table\]\()?https://discord\.com/channels/[\d/]+\)?|`/say`"
)
"""What the house itself writes so: when time is up, who hosts a game in these tests, the way to a message."""

_PINGS = re.compile(r"@everyone|@here|<@[!&]?\d+>")
_DRAWN = re.compile(r"<#\d+>|</[^>]+:\d+>|<id:\w+>|<a?:\w+:\d+>|<t:-?\d+(:\w)?>")
_LINKS = re.compile(
    r"(?i)\b[a-z][a-z0-9+.-]*://\S|\b(?:discord(?:app)?\.(?:gg|com|new|gifts?)|discord\.me)/\w|<[^\s<>\u200b]+@[^\s<>\u200b]+>|<\+\d+>|\b(?:mailto|tel|sms):[^\s\u200b]"
)
_SHORTCODE = re.compile(r":[\w+-]*[^\W\d_][\w+-]*:")
_ESCAPED = re.compile(r"\\[^0-9A-Za-z\s]")
_BLOCK = re.compile(r"^(#{1,3}|-#|[-*+]|\d+\.|>{1,3})\s")
_HOUSE = re.compile(r"^(?:> )?(?:-# |#{2,3} |- )?")


def on_discord(components: Any, tried: Tried) -> Iterator[str]:
    """Every text of a message or a form."""
    for where, text in _texts_in(components):
        if where == "content":
            yield from _in_markdown(text, tried)
        elif where == "value":  # what they typed themselves, or what a menu means by an option
            continue
        else:
            yield from (f"{where}: {each}" for each in obeyed(text, ""))


def _texts_in(thing: Any) -> Iterator[tuple[str, str]]:
    if isinstance(thing, dict):
        for name, each in thing.items():
            if isinstance(each, str) and name not in ("custom_id", "url"):
                yield name, each
            yield from _texts_in(each)
    elif isinstance(thing, list | tuple):
        for each in thing:
            yield from _texts_in(each)


def _in_markdown(text: str, tried: Tried) -> Iterator[str]:
    yield from obeyed(text)
    yield from forged(text, tried, ("> ", "- "))  # a quotation, or what stands in a list below a heading
    theirs = OURS.sub(lambda found: found[0] if found[0] in _written() else "", text)
    # Discord looks for whom to ping in what was sent, before it reads any escape.
    sent = theirs.replace("\\", "")
    for found in _PINGS.finditer(sent):
        yield f"pings: {found[0]!r} near {near(sent, found[0])}"
    for found in _LINKS.finditer(sent):
        yield f"a live link: {found[0]!r} near {near(sent, found[0])}"
    read = _ESCAPED.sub("·", theirs)
    for found in _DRAWN.finditer(read):
        yield f"is drawn: {found[0]!r} near {near(read, found[0])}"
    if found := _SHORTCODE.search(read):
        yield f"an emoji: {found[0]!r} near {near(read, found[0])}"
    for sign in "[<`~_":
        if sign in read:
            yield f"live markup: {near(read, sign)}"
    for line in read.split("\n"):
        own = _HOUSE.sub("", line)
        if _BLOCK.match(own) or (own.startswith(">") and line.startswith(">")):
            yield f"live markup at the start of a line: {line[:80]!r}"
        if line.replace("**", "").count("*") % 2 or line.count("**") % 2 or line.count("||") % 2:
            yield f"live emphasis: {line[:120]!r}"


@cache
def _written() -> frozenset[str]:
    """What of this looks like the house's own, and stands in an attack."""
    return frozenset(found[0] for each in corpus() for found in OURS.finditer(each.text))


# ── a terminal ────────────────────────────────────────────────────────────────────────────────────────────────────────


def in_a_terminal(text: str, wide: str, tried: Tried) -> Iterator[str]:
    """What is printed, and what would be where no line is too long. Somebody's lines stand behind a bar, and what goes on below
    stands a little to the right: wherever a line is broken, none begins with what somebody wrote in the middle of theirs."""
    yield from obeyed(text)
    lines = [line for line in text.split("\n") if not re.match(r" {4}|\s*[│|]", line)]
    yield from forged("\n".join(lines), tried)
    insides = [" ".join(seen(each.text).split()[1:]) for each in tried]
    whole = {seen(line)[:24] for line in wide.split("\n")}
    for line in lines:
        begins = seen(line)[:24]
        if (
            len(begins) >= 16
            and not any(each.startswith(begins) for each in whole)
            and any(f" {begins}" in f" {each}" for each in insides)
        ):
            yield f"a forged line, broken off: {line[:120]!r}"


# ── a browser ─────────────────────────────────────────────────────────────────────────────────────────────────────────

_SET_OFF = frozenset({"say", "th", "lines"})
"""Classes that show several lines, in a bubble, behind a bar, or as a list below a heading; everywhere else a browser makes one of
them."""

_INLINE = frozenset({"b", "i", "em", "span", "small", "strong", "a", "code"})


class _Page(Markup):
    def __init__(self, tried: Tried) -> None:
        super().__init__()
        self.tried, self.wrong, self._open = tried, list[str](), list[tuple[str, frozenset[str]]]()
        self._fresh = False

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        super().handle_starttag(tag, attributes)
        classes = frozenset(str(dict(attributes).get("class") or "").split())
        self._open.append((tag, classes))
        self._fresh = self._fresh if tag in _INLINE else True

    def handle_endtag(self, tag: str) -> None:
        super().handle_endtag(tag)
        while self._open and self._open.pop()[0] != tag:
            pass
        self._fresh = True

    def handle_data(self, data: str) -> None:
        super().handle_data(data)
        if not data.strip() or self.within in ("script", "style"):
            return
        quoted = any(classes & _SET_OFF or tag in ("textarea", "pre") for tag, classes in self._open)
        if self._fresh and not quoted and any(seen(data).startswith(each) for each in payloads(self.tried)):
            self.wrong.append(f"a forged line: {data[:120]!r}")
        self._fresh = False


def in_a_browser(page: str, tried: Tried) -> Iterator[str]:
    """A page, or a part of one."""
    read = _Page(tried)
    read.feed(page)
    read.close()
    yield from (f"runs: {each[:120]}" for each in read.runs if not _is_data(each))
    yield from read.wrong
    head, _, body = page.partition("</head>")
    inside = Markup()
    inside.feed(body or head)
    yield from (
        f"an element that is not ours: <{each}>" for each in inside.elements if each not in {"script", "title", "body"}
    )
    yield from obeyed(page, "\n\t\r")


def _is_data(script: str) -> bool:
    """A script that is one JSON object, for ours to read, runs nothing; nor does a picture that stands in its address."""
    try:
        return bool(json.loads(script.removeprefix("<script>"))) or True
    except ValueError:
        return "=data:image/" in script


# ── files ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


def in_a_spreadsheet(text: str) -> Iterator[str]:
    for row in csv.reader(io.StringIO(text, newline="")):
        for cell in row:
            begins = unicodedata.normalize("NFKC", cell).strip().lstrip("\u200b\u200c\u200d\u2060\ufeff")[:1]
            if (begins in ("=", "+", "-", "@") and begins) or cell[:1] in ("\t", "\r", "\n"):
                yield f"a formula: {cell[:60]!r}"
    yield from obeyed(text, "\r\n\t")


_MD = MarkdownIt("commonmark").enable(["table", "strikethrough"])
_NEVER = (
    "link_open",
    "image",
    "html_block",
    "html_inline",
    "fence",
    "code_block",
    "code_inline",
    "table_open",
    "hr",
    "s_open",
)
_AUTOLINKS = re.compile(r"(?i)\b[a-z][a-z0-9+.-]*://\S|\bwww\.\w|\b(?:mailto|xmpp):\S|[\w.+-]+@[\w-]+\.\w")


def in_markdown(text: str, tried: Tried) -> Iterator[str]:
    yield from obeyed(text)
    yield from forged(text, tried, ">")
    for token in _MD.parse(text):
        for each in (token, *(token.children or ())):
            if each.type in _NEVER:
                yield f"live markup, {each.type}: {token.content[:120]!r}"
    for line in text.splitlines():
        # Viewers look for links in what is left when escapes that they know have been read.
        if found := _AUTOLINKS.search(line):
            yield f"a live link: {found[0]!r} near {near(line, found[0])}"


def in_json(text: str) -> Iterator[str]:
    try:
        json.loads(text)
    except ValueError as error:
        yield f"no JSON: {error}"


# ── models ────────────────────────────────────────────────────────────────────────────────────────────────────────────

_TAGS = re.compile(r"<\|[a-z_]+\|>|\[/?INST\]|<</?SYS>>")


def in_a_request(request: dict[str, Any], tried: Tried) -> Iterator[str]:
    """What a model is sent: nobody's words are a line of the house's, nor a message of their own."""
    for message in request["messages"]:
        text = message.get("content")
        if not isinstance(text, str):
            continue
        if message["role"] not in ("system", "user"):
            continue  # what it wrote itself
        # A message that is all theirs, as a person's to the manager of a game of two prompts, is set off as such.
        others = [each for each in tried if not seen(text).startswith(seen(each.text)[:40])]
        yield from (f"{message['role']}: {each}" for each in forged(text, others))
        yield from (f"{message['role']}: {each}" for each in obeyed(text, "\n\t"))


def in_a_log(text: str, tried: Tried) -> Iterator[str]:
    """Lines; what an error says stands below its own, a little to the right."""
    yield from forged("\n".join(line for line in text.split("\n") if not line.startswith("    ")), tried)
    yield from obeyed(text)
