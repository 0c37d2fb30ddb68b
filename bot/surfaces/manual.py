"""A game's rules by section, as somebody looks them up who does not want to read all of them."""

from __future__ import annotations

import re

_HEADING = re.compile(r"^## +(.+?) *$", re.MULTILINE)
_LEAD = re.compile(r"^\*\*(.+?)\.?\*\*", re.MULTILINE)
_ITEM = re.compile(r"^- +([^:\n]+?)(?: \(.*?\))?:.*(?:\n  .*)*", re.MULTILINE)


def sections(rules: str) -> dict[str, str]:
    """The sections of a text in Markdown, by their titles: what stands below a heading each, or where there is none, behind words
    in bold print that begin a line."""
    return _cut(rules, _HEADING) or _cut(rules, _LEAD)


def preface(rules: str) -> str:
    """What stands before the first section."""
    first = next(iter(sections(rules).values()), "")
    return rules[: rules.index(first)].strip() if first else rules.strip()


def looked_up(rules: str, words: str) -> str | None:
    """The section that is called so, or has a title with these words; or a part of one, or one item of a list. None where nothing is
    called so."""
    found = sections(rules)
    parts = {title: text for each in found.values() for title, text in _cut(each, _LEAD).items()}
    items = {each[1]: each[0] for each in _ITEM.finditer(rules)}
    wanted = " ".join(words.casefold().split())
    word = re.compile(rf"\b{re.escape(wanted)}")
    named = [(title.casefold(), text) for each in (found, parts, items) for title, text in each.items()]
    called = [text for title, text in named if title == wanted]
    called += [text for title, text in named if wanted and word.search(title)]
    return called[0] if called else None


def _cut(text: str, head: re.Pattern[str]) -> dict[str, str]:
    heads = [*head.finditer(text)]
    ends = [*(each.start() for each in heads), len(text)][1:]
    return {each[1]: text[each.start() : end].strip() for each, end in zip(heads, ends, strict=True)}
