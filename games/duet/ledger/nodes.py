"""A header as it is written: YAML whose pieces know their line, what sentences call them, and how to say what is wrong with them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Any, Literal

import yaml

from games.core import legible, record
from games.duet.ledger.expressions import meant

LONGEST_HEADER = 16 * 1024
MOST_ENTRIES = 100
"""Entries of any list or table of the header."""
DEEPEST = 7
"""Lists and tables in one another."""


@record
class Mistake:
    """Something wrong with a pair, or (`note`) worth knowing. Lines count from 1 in that file."""

    line: int
    sentence: str
    note: bool = False
    file: Literal["manager", "player"] = "manager"

    def __str__(self) -> str:
        return f"{self.file.capitalize()} file, line {self.line}: {self.sentence}"


YES = {"yes": True, "true": True, "on": True, "no": False, "false": False, "off": False}


class Node:
    """A piece of a header, `called` so in sentences. What is not there is a piece, too: false, and read as nothing, without a
    mistake. What is read otherwise than it is written is a mistake, gathered in `mistakes`, and is nothing, too."""

    def __init__(
        self, mistakes: list[Mistake], line: int, called: str, written: yaml.Node | None, of: Node | None = None
    ) -> None:
        self.mistakes, self.line, self.written = mistakes, line, written
        self._called, self._of = called, of
        self.rows: list[tuple[yaml.Node, yaml.Node]] = written.value if isinstance(written, yaml.MappingNode) else []
        self.keys = [_text(key) for key, _ in self.rows]
        """The names in a table, known or not."""
        self.is_table = isinstance(written, yaml.MappingNode)
        self.is_text = isinstance(written, yaml.ScalarNode)
        self.is_plain = isinstance(written, yaml.ScalarNode) and written.style is None
        """Whether it is a text without quotes."""
        self.said = " ".join(unicodedata.normalize("NFC", _text(written)).split()) if written else ""
        """A text in one line; nothing where it is a list or a table."""
        self.empty = written is None or (self.is_text and not self.said)
        self.figure = _number(self.said)
        """The number that it is, if it is one."""

    def __bool__(self) -> bool:
        return self.written is not None

    @property
    def called(self) -> str:
        return f"{self._called} of {self._of.called}" if self._of else self._called

    def rename(self, called: str) -> Node:
        self._called, self._of = called, None
        return self

    # ── mistakes ──

    def wrong(self, sentence: str) -> None:
        self.mistakes.append(Mistake(self.line, sentence))

    def note(self, sentence: str) -> None:
        self.mistakes.append(Mistake(self.line, sentence, note=True))

    def fault(self, what: str) -> None:
        """A mistake whose sentence begins with what this is called."""
        self.wrong(f"{upper(self.called)} {what}")

    # ── what is in it ──

    def piece(self, written: yaml.Node, called: str = "") -> Node:
        """Something that stands in this, called so or like this."""
        return Node(self.mistakes, _line(written), called or self.called, written)

    # ── as it is read ──

    def text(self, longest: int, kind: str = "a text", mend: str = "") -> str:
        """A text that is not empty, and no longer than that."""
        if self and not self.is_text:
            self.fault(f"should be {kind}.")
        elif self and not self.said:
            self.fault("is empty.")
        elif len(self.said) > longest:
            self.fault(f"is {len(self.said)} characters long; {longest} is the most{mend}.")
        return self.said[:longest]

    def one_of(self, known: Sequence[str]) -> str:
        """One of a few words; the first of them where it is another."""
        said = self.text(40)
        if said and said not in known:
            self.fault(f"is “{said}”{meant(said, known)}; it may be {listed(known, last='or')}.")
        return said if said in known else known[0]

    def number(self) -> float | None:
        if self and self.figure is None:
            self.fault(f"is “{short(self.said)}”, and should be a number such as 100 or 2.5.")
        return self.figure

    def whole(self, low: int, high: int) -> int | None:
        number = self.figure
        if isinstance(number, int) and low <= number <= high:
            return number
        if self:
            shown = f"is “{short(self.said)}”, and " if self.is_text else ""
            self.fault(f"{shown}should be a whole number from {low} to {high}.")
        return None

    def yes(self, otherwise: bool) -> bool:
        said = self.said.casefold()
        if self and said not in YES:
            self.fault(f"is “{short(said)}”, and should be yes or no.")
        return YES.get(said, otherwise)

    def items(self, called: str = "") -> list[Node]:
        """A list's entries, called so or as the list; a single text is a list of one."""
        if self.is_table:
            self.fault("should be a list: entries that begin with “- ”, or [one, two].")
        if not isinstance(self.written, yaml.SequenceNode):
            return [self.piece(self.written, called)] if self.written and self.said else []
        if len(self.written.value) > MOST_ENTRIES:
            self.fault(f"has more than {MOST_ENTRIES} entries.")
            return []
        return [self.piece(each, called) for each in self.written.value]

    def pairs(self, called: str) -> list[tuple[Node, Node]]:
        """A table's names, called so, each with what stands behind it; a list's entries, with nothing."""
        rows = [(self.piece(key, called), self.piece(value)) for key, value in self.rows]
        return rows or [(each, Node(self.mistakes, self.line, called, None)) for each in self.items(called)]

    def constant(self) -> Any:
        """All that is in it: lists and tables of texts and numbers."""
        if isinstance(self.written, yaml.SequenceNode):
            return [self.piece(each).constant() for each in self.written.value]
        if self.written is None or self.is_table:
            return {name: each.constant() for name, each in self.table().items()}
        return self.figure if self.is_plain and self.figure is not None else _text(self.written)

    def words(self, longest: int) -> tuple[str, ...]:
        return tuple(word for each in self.items() if (word := each.text(longest)))

    def table(self, known: Collection[str] = (), form: Callable[[str], str] | None = None) -> Table:
        """The entries of a table, which may be empty, by name; each is called as `form` says, or “… of …” this table. With `known`,
        other names are mistakes."""
        found = Table(self)
        if not self.empty and not self.is_table:
            shape = "a single text" if self.is_text else "a list"
            self.fault(f"is {shape}, and should be names, each with a colon and a value.")
        for name, (key, value) in zip(self.keys, self.rows, strict=True):
            called, of = (form(name), None) if form else (f"“{name}”", self)
            entry = Node(self.mistakes, _line(key), called, value, of)
            if not isinstance(key, yaml.ScalarNode):
                entry.wrong(f"In {self.called} a list or table stands where a name should be.")
            elif entry.is_plain and entry.empty and getattr(self.written, "flow_style", False):
                mend = "between { and } a comma ends an entry, so put what has commas in it in quotes."
                entry.wrong(f"In {self.called} “{short(name)}” has no value: {mend}")
                return Table(self)
            elif name in found:
                entry.wrong(f"“{name}” stands twice in {self.called}, first on line {found[name].line}.")
            elif known and name not in known:
                mend = meant(name, known) or f"; it may have {listed(known)}"
                entry.wrong(f"{upper(self.called)} has no “{short(name)}”{mend}.")
            else:
                found[name] = entry
        if len(found) > MOST_ENTRIES:
            self.fault(f"has more than {MOST_ENTRIES} entries.")
            return Table(self)
        found.whole = len(found) == len(self.rows)
        return found


class Table(dict[str, Node]):
    """Pieces by name, also those that are not there. `whole`: nothing in it was left out, as a mistake."""

    whole = False

    def __init__(self, of: Node, **known: Node) -> None:
        super().__init__(known)
        self.of = of

    def __missing__(self, name: str) -> Node:
        return Node(self.of.mistakes, self.of.line, f"“{name}”", None, self.of)


def _line(node: yaml.Node) -> int:
    """The header's first line is line 2 of its file."""
    return int(node.start_mark.line) + 2


def _text(node: yaml.Node) -> str:
    return legible(node.value.replace(_QUESTION, "?")) if isinstance(node, yaml.ScalarNode) else ""


def _number(text: str) -> int | float | None:
    if not re.fullmatch(r"[-+]?\d{1,15}(\.\d{1,15})?", text, re.ASCII):
        return None
    return int(float(text)) if float(text).is_integer() else float(text)


# ── YAML ──────────────────────────────────────────────────────────────────────────────────────────────────────────────


def root(text: str, mistakes: list[Mistake]) -> Node:
    """All of a header; it is not there where it cannot be read."""
    nothing = Node(mistakes, 2, "the header", None)
    if len(text.encode("utf-8", "replace")) > LONGEST_HEADER:
        nothing.fault(f"is longer than {LONGEST_HEADER // 1024} KiB.")
        return nothing
    rows = text.split("\n")
    for at, row in enumerate(rows, start=2):
        if "\t" in row[: len(row) - len(row.lstrip())]:
            mistakes.append(Mistake(at, "The line is indented with a tab; YAML takes spaces only."))
        if _INVISIBLE.search(row.replace("\t", "  ")):
            mistakes.append(Mistake(at, "There is an invisible character in this line; write it anew."))
            return nothing
    try:
        node = _composed(text.replace("\t", "  ").replace("?", _QUESTION), mistakes)
    except yaml.MarkedYAMLError as error:
        said = error.problem or error.context or "it cannot be read"
        begun = error.context_mark if "unexpected end of stream" in said else None
        mark: Any = begun or error.problem_mark or error.context_mark
        line = min(mark.line, len(rows) - 1)
        open_quote = next((at for at, row in enumerate(rows[: line + 1]) if _OPEN_QUOTE.match(row)), None)
        if open_quote is not None:
            line, why = open_quote, "A quotation mark opens in this line and is not closed in it."
        else:
            why = next((why for what, why in _WHY if what in said), f"This is not YAML as it should be ({said}).")
        mistakes.append(Mistake(line + 2, why))
        return nothing
    except (yaml.YAMLError, ValueError):
        nothing.fault("cannot be read as YAML.")
        return nothing
    return Node(mistakes, _line(node), "the header", node) if node else nothing


def _composed(text: str, mistakes: list[Mistake]) -> yaml.Node | None:
    """YAML's nodes; none where something could make a small file large, or something else than texts."""
    depth, strange = 0, []
    event: Any
    for event in yaml.parse(text, yaml.BaseLoader):
        depth += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)
        if depth > DEEPEST:
            raise yaml.MarkedYAMLError(problem="it is nested too deeply", problem_mark=event.start_mark)
        anchor, tag = getattr(event, "anchor", None), getattr(event, "tag", None)
        if anchor:
            strange.append((event.start_mark.line, f"{'*' if isinstance(event, yaml.AliasEvent) else '&'}{anchor}"))
        if tag:
            strange.append((event.start_mark.line, tag.replace("tag:yaml.org,2002:", "!!")))
    for line, what in strange:
        why = f"“{what}” means something of its own in YAML; put the text in quotes."
        mistakes.append(Mistake(line + 2, why))
    return None if strange else yaml.compose(text, yaml.BaseLoader)


_QUESTION = "\ue001"
"""Stands for “?” while YAML is read, which would not have it in “{ask: How much?}”."""

_INVISIBLE = re.compile(r"[^\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]")

_OPEN_QUOTE = re.compile(r"""[^#'"{}\[\]]*:\s+(["'])(?:(?!\1).)*$""")
"""A value that begins with a quotation mark that no other follows in its line. It may go on in the next; but where something cannot
be read, it was hardly meant to."""

_WHY = (
    ("nested too deeply", "This is nested too deeply for a header."),
    ("mapping values are not allowed", "There is a colon too many, or a line is indented too far; a text with “: ” in it stands in quotes."),
    ("could not find expected ':'", "A line has no colon after its name, or a quotation mark above it is not closed."),
    ("expected ',' or '}'", "Between { and } something cannot be read: “}” is missing, or a text has one of [ ] { } in it or goes on after a closing quotation mark; put such a text in double quotes as a whole."),
    ("expected ',' or ']'", "Between [ and ] something cannot be read: “]” is missing, or a text has one of [ ] { } in it or goes on after a closing quotation mark; put such a text in double quotes as a whole."),
    ("expected <block end>", "This line does not fit those above it: it is indented differently, or a text that begins with a quotation mark goes on after the closing one (put the whole in double quotes)."),
    ("unexpected end of stream", "A quotation mark that opens here is not closed."),
    ("cannot start any token", "A text cannot begin with this character; put it in quotes."),
    ("unknown escape character", "In double quotes “\\” begins a special character; write “\\\\”, or use single quotes."),
    ("expected alphabetic or numeric character", "A text cannot begin with “*”, “&” or “!”; put it in quotes."),
    ("expected a single document", "There is more than one document in the header; take out the “---” or “...” in it."),
    ("expected the node content", "Something is missing here; a text with “,”, “]” or “}” in it stands in quotes."),
)  # fmt: skip
"""What to do about what the library says."""


# ── small things ──────────────────────────────────────────────────────────────────────────────────────────────────────


def upper(text: str) -> str:
    return text[:1].upper() + text[1:]


def short(text: str) -> str:
    return f"{text[:37]}…" if len(text) > 40 else text


def listed(values: Iterable[str], form: str = "{}", last: str = "and") -> str:
    *most, final = [form.format(each) for each in values]
    return f"{', '.join(most)} {last} {final}" if most else final
