"""Reads what a pair declares of its game, and says everything that is wrong with it, each with its line and how to mend it."""

from __future__ import annotations

import ast
import keyword
import re
import unicodedata
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from functools import lru_cache
from types import MappingProxyType
from typing import Any, Literal, NamedTuple

import yaml

from games.core import Seat, record
from games.duet.ledger.expressions import (
    DICE,
    FUNCTIONS,
    LONGEST_WHOLE,
    BadExpression,
    inlined,
    meant,
    names_in,
    parsed,
)
from games.duet.ledger.expressions import LONGEST as LONGEST_EXPRESSION
from games.duet.ledger.header import Expression, Field, FieldKind, Header, MoveRule, Report, Rounds, Strategy
from games.duet.ledger.telling import OF_A_FIELD, OF_A_MOVE, OF_THE_HOUSE, SLOT, TONGUES
from games.duet.words import HUMAN, PLAYER, SIDES

LONGEST_HEADER = 16 * 1024
LONGEST = {
    "title": 60, "summary": 100, "side": 30, "ask": 200, "told": 300, "unit": 24, "name": 30, "choice": 40, "word": 40,
    "strategy": 40,
}  # fmt: skip
"""Characters: what fits on a phone, and on a button."""
MOST_ROUNDS = 100
MOST_FIELDS = 5
"""Of an offer: as many as a form in Discord has."""
MOST_CHOICES = 25
"""Of a move, which are buttons; a value that is drawn may be one of more."""
MOST_ENTRIES = 100
"""Entries of any list or table of the header."""
LONGEST_LET = 6000
"""Characters of what stands for a name of “let”, with what it names in turn."""
MOST_CONSTANTS = 1000
DEEPEST = 8

SIDE = {"human": HUMAN, "player": PLAYER}
_PAYOFF = "the payoff of the {} side"
_PAYOFFS = frozenset(map(_PAYOFF.format, SIDE))
WINNER = "winner"
"""What `beats` calls the side that has won: “human”, “player”, or “nobody”."""
HOUSE = ("round", "rounds", "past", "total", "payoff", "by", "wins")
"""What every expression may name besides what the header declares."""
IN_STRATEGIES = ("me", "them", "low", "high", "step", "choices")
RESERVED = frozenset(
    {*HOUSE[:-1], *IN_STRATEGIES, *FUNCTIONS, "human", "player", "manager", "both", "true", "false", "none"}
)


@record
class Mistake:
    """Something wrong with a pair, or (`note`) worth knowing. Lines count from 1 in that file."""

    line: int
    sentence: str
    note: bool = False
    file: Literal["manager", "player"] = "manager"

    def __str__(self) -> str:
        return f"{self.file.capitalize()} file, line {self.line}: {self.sentence}"


class BadPair(ValueError):
    """A pair that cannot be played. `mistakes` are all that were found; the text is a line for each."""

    def __init__(self, mistakes: Iterable[Mistake]) -> None:
        self.mistakes = tuple(mistakes)
        super().__init__("\n".join(map(str, self.mistakes)))


Scope = Literal["public", "all", "own", "strategy", "field", "report"]
"""What an expression may name: public values; private ones too; one side's too; that and what strategies know; fields
declared before; all that is known when a game is over."""


@record
class Place:
    """An expression of the header: where it stands, what it is (“the payoff of the human side”), and what it may name. One that is `made`
    of others is checked with them."""

    line: int
    what: str
    expression: Expression
    scope: Scope
    seats: tuple[Seat, ...] = ()
    earlier: frozenset[str] = frozenset()
    made: bool = False


@record
class Read:
    """A header as far as it could be read, what is wrong with it, and its expressions."""

    header: Header
    mistakes: tuple[Mistake, ...]
    places: tuple[Place, ...] = field(default=())


@lru_cache(maxsize=256)
def read(text: str) -> Read:
    """The header whose first line is line 2 of the manager's file. In what it says by names of “let” those are put in at a second
    reading: what depends on something private does so there, too."""
    first = _Reader(text)
    found = first.read()
    return _Reader(text, {name: text for name, text in first.lets.items() if text}).read() if first.lets else found


@lru_cache(maxsize=256)
def parse(header: str) -> Header:
    """What a header declares. BadPair has everything that is wrong with it."""
    found = read(header)
    if wrong := [each for each in found.mistakes if not each.note]:
        raise BadPair(wrong)
    return found.header


# ── YAML ──────────────────────────────────────────────────────────────────────────────────────────────────────────────


class _Loader(yaml.BaseLoader):
    """Nodes with their lines. What could make a small file large, or something else than texts, is left out and noted."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.refused: list[tuple[int, str]] = []
        self.depth = 0

    def compose_node(self, parent: yaml.Node | None, index: Any) -> yaml.Node | None:
        event: Any = self.peek_event()  # type: ignore[no-untyped-call]
        here: Any = event.start_mark
        line = here.line
        if isinstance(event, yaml.AliasEvent):
            self.get_event()  # type: ignore[no-untyped-call]
            self.refused.append(
                (line, f"“*{event.anchor}” means something of its own in YAML; put the text in quotes.")
            )
            return yaml.ScalarNode(_TEXT, f"*{event.anchor}", here, here, style="'")
        if event.anchor:
            self.refused.append(
                (line, f"“&{event.anchor}” means something of its own in YAML; put the text in quotes.")
            )
            event.anchor = None
        if event.tag:
            shown = event.tag.replace("tag:yaml.org,2002:", "!!")
            self.refused.append((line, f"“{shown}” means something of its own in YAML; put the text in quotes."))
            event.tag = None
        self.depth += 1
        if self.depth > DEEPEST:
            raise yaml.composer.ComposerError(None, None, "it is nested too deeply", event.start_mark)
        node = super().compose_node(parent, index)
        self.depth -= 1
        if isinstance(node, yaml.ScalarNode):
            node.value = node.value.replace(_QUESTION, "?")
        return node


_QUESTION = "\ue001"
"""Stands for “?” while YAML is read, which would not have it in “{ask: How much?}”."""

_TEXT = "tag:yaml.org,2002:str"


def _open_quote(lines: list[str]) -> int | None:
    """The first line whose value begins with a quotation mark that no other follows. It may go on in the next line; but where
    something cannot be read, it was hardly meant to."""
    for number, line in enumerate(lines):
        if re.match(r"""[^#'"{}\[\]]*:\s+(["'])(?:(?!\1).)*$""", line):
            return number
    return None


def _why(problem: str) -> str:
    """What to do about what the library says."""
    for said, advice in _ADVICE:
        if said in problem:
            return advice
    return f"This is not YAML as it should be ({problem})."


_ADVICE = (
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


class _Entry(NamedTuple):
    line: int
    node: yaml.Node


# ── the header ────────────────────────────────────────────────────────────────────────────────────────────────────────

_NUMBER = re.compile(r"[-+]?\d{1,15}(\.\d{1,15})?", re.ASCII)
_NEARLY = re.compile(r"[$€£¥]\s*[\d.,]+|[\d.,]+\s*[$€£¥%]|\d{1,3}(,\d{3})+(\.\d+)?|\d+,\d+", re.ASCII)
_YES = {"yes": True, "true": True, "on": True, "no": False, "false": False, "off": False}
_FIELD = ("type", "value", "from", "to", "step", "choices", "unit", "words")
_MOVE = (
    "name", "by", "type", "from", "to", "step", "choices", "ask", "when", "set", "default", "unit", "words", "longest", "fields",
)  # fmt: skip
_PART = ("type", "from", "to", "step", "choices", "ask", "default", "unit", "words", "longest")
_HEADER = (
    "title", "summary", "seats", "unit", "state", "private", "rounds", "moves", "after_round", "payoff", "ends_when",
    "player_hears", "strategies", "report", "let", "beats", "won_by", "language", "tell",
)  # fmt: skip
_KINDS = ("integer", "number", "text", "choice", "yes-no", "list")
_BY = ("human", "player", "both", "in turns", "the other")


_CONTESTS = ("best of", "first to")

_EMPTY = "The header is empty: it needs a title, a summary and moves; or take out both “---” lines."


class _Reader:
    """One reading: what it finds wrong gathers in `mistakes`, and it goes on as well as it can."""

    def __init__(self, text: str, given: Mapping[str, Expression] = MappingProxyType({})) -> None:
        self.text, self.given = text, given
        self.mistakes: list[Mistake] = []
        self.places: list[Place] = []
        self.fields: dict[str, Field] = {}
        self.private: dict[Seat, dict[str, Field]] = {seat: {} for seat in SIDES}
        self.moves: dict[str, MoveRule] = {}
        self.lets: dict[str, Expression] = {}
        self.rounds = Rounds()
        self.contest = 0
        """The line that says how many rounds are to be won."""
        self.incomplete = False
        """Whether names may be missing because what declares them could not be read."""

    def wrong(self, line: int, sentence: str) -> None:
        self.mistakes.append(Mistake(line, sentence))

    def note(self, line: int, sentence: str) -> None:
        self.mistakes.append(Mistake(line, sentence, note=True))

    def read(self) -> Read:
        header = Header("", "", {HUMAN: "Human", PLAYER: "Player"})
        if (root := self._root()) is not None:
            header = self._header(root)
            for place in self.places:
                if not place.made:
                    self._check_place(place)
            if self.contest and self._payoffs_are_private():
                self.wrong(
                    self.contest,
                    "Who has won a round is for everybody to know here, and payoffs depend on private values.",
                )
        return Read(header, tuple(dict.fromkeys(self.mistakes)), tuple(self.places))

    def _root(self) -> _Entry | None:
        text = self.text
        if len(text.encode("utf-8", "replace")) > LONGEST_HEADER:
            self.wrong(2, f"The header is longer than {LONGEST_HEADER // 1024} KiB.")
            return None
        for at, row in enumerate(text.split("\n"), start=2):
            if "\t" in row[: len(row) - len(row.lstrip())]:
                self.wrong(at, "The line is indented with a tab; YAML takes spaces only.")
        text = text.replace("\t", "  ")
        if odd := re.search(
            r"[^\n\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]", text
        ):
            self.wrong(
                text.count("\n", 0, odd.start()) + 2, "There is an invisible character in this line; write it anew."
            )
            return None
        try:
            loader = _Loader(text.replace("?", _QUESTION))
            node = loader.get_single_node()
        except yaml.MarkedYAMLError as error:
            mark = error.problem_mark or error.context_mark
            if "unexpected end of stream" in (error.problem or "") and error.context_mark:
                mark = error.context_mark
            line = min(mark.line if mark else 0, text.count("\n"))
            if (begun := _open_quote(text.split("\n")[: line + 1])) is not None:
                self.wrong(begun + 2, "A quotation mark opens in this line and is not closed in it.")
                return None
            self.wrong(line + 2, _why(error.problem or error.context or "it cannot be read"))
            return None
        except (yaml.YAMLError, RecursionError, ValueError):
            self.wrong(2, "The header cannot be read as YAML.")
            return None
        for line, sentence in loader.refused:
            self.wrong(line + 2, sentence)
        if node is None or (isinstance(node, yaml.ScalarNode) and not node.value):
            self.wrong(2, _EMPTY)
            return None
        return _Entry(node.start_mark.line + 2, node)

    # ── pieces ──

    def table(self, entry: _Entry, what: str, known: Collection[str] = ()) -> dict[str, _Entry]:
        """A table's entries by name. With `known`, those that are not among them are mistakes."""
        if not isinstance(entry.node, yaml.MappingNode):
            shape = "a list" if isinstance(entry.node, yaml.SequenceNode) else "a single text"
            if _blank(entry.node):
                shape = "empty"
            self.wrong(entry.line, f"{_upper(what)} is {shape}, and should be names, each with a colon and a value.")
            return {}
        if entry.node.flow_style and (cut := next((k for k, v in entry.node.value if _cut_off(k, v)), None)):
            self.wrong(
                cut.start_mark.line + 2,
                f"In {what} “{_short(cut.value)}” has no value: between {{ and }} a comma ends an entry, so put what has commas in it in quotes.",
            )
            return {}
        found: dict[str, _Entry] = {}
        for key, value in entry.node.value:
            line = key.start_mark.line + 2
            if not isinstance(key, yaml.ScalarNode):
                self.wrong(line, f"In {what} a list or table stands where a name should be.")
            elif key.value in found:
                self.wrong(line, f"“{key.value}” stands twice in {what}, first on line {found[key.value].line}.")
            elif known and key.value not in known:
                close = meant(key.value, known)
                also = "" if close else f"; it may have {_listed(known)}"
                self.wrong(line, f"{_upper(what)} has no “{_short(key.value)}”{close}{also}.")
            else:
                found[key.value] = _Entry(line, value)
        if len(found) > MOST_ENTRIES:
            self.wrong(entry.line, f"{_upper(what)} has more than {MOST_ENTRIES} entries.")
            return {}
        return found

    def entries(self, entry: _Entry | None, what: str, known: Collection[str] = ()) -> dict[str, _Entry]:
        """The entries of a table that may be missing or empty."""
        return {} if entry is None or _blank(entry.node) else self.table(entry, what, known)

    def items(self, entry: _Entry, what: str) -> list[_Entry]:
        """A list's entries; a single text is a list of one."""
        if isinstance(entry.node, yaml.MappingNode):
            self.wrong(entry.line, f"{_upper(what)} should be a list: entries that begin with “- ”, or [one, two].")
            return []
        if isinstance(entry.node, yaml.ScalarNode):
            return [] if _blank(entry.node) else [entry]
        if len(entry.node.value) > MOST_ENTRIES:
            self.wrong(entry.line, f"{_upper(what)} has more than {MOST_ENTRIES} entries.")
            return []
        return [_Entry(each.start_mark.line + 2, each) for each in entry.node.value]

    def words(self, entry: _Entry | None, what: str, longest: int = LONGEST["word"]) -> tuple[str, ...]:
        each = [self.line_of(item, what, longest) for item in self.items(entry, what)] if entry else []
        return tuple(word for word in each if word)

    def line_of(self, entry: _Entry | None, what: str, longest: int) -> str:
        """A text of one line. An empty one, a longer one or something else is a mistake."""
        if entry is None:
            return ""
        if not isinstance(entry.node, yaml.ScalarNode):
            self.wrong(entry.line, f"{_upper(what)} should be a text.")
            return ""
        text = " ".join(unicodedata.normalize("NFC", entry.node.value).split())
        if not text:
            self.wrong(entry.line, f"{_upper(what)} is empty.")
        if len(text) > longest:
            self.wrong(entry.line, f"{_upper(what)} is {len(text)} characters long; {longest} is the most.")
        return text[:longest]

    def one_of(self, entry: _Entry, what: str, known: Sequence[str]) -> str:
        """One of a few words; the first of them where it is another."""
        said = self.line_of(entry, what, 40)
        if said and said not in known:
            self.wrong(entry.line, f"{what} is “{said}”{meant(said, known)}; it may be {_listed(known, last='or')}.")
        return said if said in known else known[0]

    def number(self, entry: _Entry | None, what: str) -> float | None:
        if entry is None:
            return None
        text = entry.node.value if isinstance(entry.node, yaml.ScalarNode) else ""
        if not _NUMBER.fullmatch(text.strip()):
            self.wrong(entry.line, f"{_upper(what)} is “{_short(text)}”, and should be a number such as 100 or 2.5.")
            return None
        return _number(text.strip())

    def whole(self, entry: _Entry | None, what: str, low: int, high: int) -> int | None:
        if entry is None:
            return None
        number = _plain(entry)
        if not isinstance(number, int) or not low <= number <= high:
            shown = f"is “{_short(entry.node.value)}”, and" if isinstance(entry.node, yaml.ScalarNode) else ""
            self.wrong(
                entry.line, f"{_upper(what)} {shown} should be a whole number from {low} to {high}.".replace("  ", " ")
            )
            return None
        return number

    def yes(self, entry: _Entry | None, what: str, otherwise: bool) -> bool:
        if entry is None:
            return otherwise
        text = entry.node.value.strip().casefold() if isinstance(entry.node, yaml.ScalarNode) else ""
        if text not in _YES:
            self.wrong(entry.line, f"{_upper(what)} is “{_short(text)}”, and should be yes or no.")
        return _YES.get(text, otherwise)

    def expression(
        self,
        entry: _Entry | None,
        what: str,
        scope: Scope,
        *,
        seats: tuple[Seat, ...] = (),
        texts: Collection[str] = (),
        blank: bool = False,
        lets: Mapping[str, Expression] | None = None,
    ) -> Expression:
        """An expression, noted to be checked, with what each of `lets` is in its place. What is as it stands one of `texts` is that
        text."""
        if entry is None or (blank and _blank(entry.node)):
            return ""
        if not isinstance(entry.node, yaml.ScalarNode):
            self.wrong(entry.line, f"{_upper(what)} should be an expression, such as “pie - offer”.")
            return ""
        text = " ".join(entry.node.value.split())
        if text in texts:
            return repr(text)
        if not text:
            self.wrong(entry.line, f"{_upper(what)} is empty.")
            return ""
        if len(text) > LONGEST_EXPRESSION:
            self.wrong(
                entry.line,
                f"{_upper(what)} is longer than {LONGEST_EXPRESSION} characters; give parts of it names in “let”.",
            )
            return ""
        text = inlined(text, self.given if lets is None else lets)
        self.places.append(Place(entry.line, what, text, scope, seats, frozenset(self.fields)))
        return text

    def name(
        self, name: str, line: int, what: str, *, again: bool = False, taken: Collection[str] | None = None
    ) -> bool:
        """Whether `name` may be what `what` is called. `again`: the other side has a private value of that name, too. `taken`
        are the names that it must differ from, else all there are."""
        if taken is None:
            taken = {*self.fields, *self.moves, *self.lets, *(each for of in self.private.values() for each in of)}
        alike = next((each for each in taken if each.casefold() == name.casefold()), None)
        if name.casefold() in RESERVED or keyword.iskeyword(name):
            why = "means something in every game"
        elif not name.isidentifier() or unicodedata.normalize("NFKC", name) != name or name.startswith("_"):
            why = "is not a name: names are letters, digits and “_”, and begin with a letter"
        elif len(name) > LONGEST["name"]:
            why = f"is longer than {LONGEST['name']} characters"
        elif alike is not None and not (again and alike == name):
            why = (
                "is already the name of something else" if alike == name else f"differs from “{alike}” in capitals only"
            )
        else:
            return True
        self.wrong(line, f"“{_short(name)}” {why}; call {what} something else.")
        self.incomplete = True
        return False

    # ── parts ──

    def _header(self, root: _Entry) -> Header:
        got = self.table(root, "the header", _HEADER)
        if not got:
            if not self.mistakes:
                self.wrong(root.line, _EMPTY)
            return Header("", "", {})
        for needed, why in (("title", "what the game is called"), ("summary", "the game in a sentence")):
            if needed not in got:
                self.wrong(root.line, f"The header has no “{needed}”: {why}.")
        titles = self._titles(got.get("seats"))
        self._state(got.get("state"))
        self._private(got.get("private"))
        self._rounds(got.get("rounds"))
        self._moves(got.get("moves"), root.line)
        after = self._changes(got.get("after_round"), "after_round")
        self._beats(got.get("beats"))
        for name, each in self.entries(got.get("let"), "“let”").items():
            if self.name(name, each.line, "this"):
                whole = self.expression(each, f"“{name}” of “let”", "all", lets=self.lets)
                if len(whole) > LONGEST_LET:
                    self.wrong(
                        each.line, f"“{name}” is longer than {LONGEST_LET} characters with what it names in its place."
                    )
                    whole = "0"
                self.lets[name] = f"({whole})" if whole else ""
        payoff = self._payoff(got.get("payoff"), got.get("beats"), root.line)
        ends = self.expression(got.get("ends_when"), "“ends_when”", "all", blank=True)
        if ends and self.rounds.high == 1 and "rounds" not in got:
            self.note(
                got["ends_when"].line,
                "“ends_when” changes nothing in a game of one round; say how many “rounds” there are.",
            )
        hears = self._hears(got.get("player_hears"))
        return Header(
            title=self.line_of(got.get("title"), "“title”", LONGEST["title"]),
            summary=self.line_of(got.get("summary"), "“summary”", LONGEST["summary"]),
            titles=titles,
            unit=self.line_of(got.get("unit"), "“unit”", LONGEST["unit"]) if not _blank(got.get("unit")) else "",
            fields=tuple(self.fields.values()),
            private=tuple((seat, each) for seat in SIDES for each in self.private[seat].values()),
            rounds=self.rounds,
            moves=tuple(self.moves.values()),
            after_round=after,
            payoff=payoff,
            ends_when=ends,
            won_by=self.expression(got.get("won_by"), "“won_by”", "all", texts=tuple(SIDE), blank=True),
            player_hears=hears,
            strategies=tuple(self._strategies(got.get("strategies"))),
            reports=tuple(self._reports(got.get("report"))),
            language=self._language(got.get("language")),
            tell=dict(self._tell(got.get("tell"))),
        )

    def _language(self, entry: _Entry | None) -> str:
        language = self.line_of(entry, "“language”", LONGEST["name"]).casefold() or "en"
        if entry and language not in TONGUES:
            known = _listed(TONGUES)
            self.note(
                entry.line,
                f"Of “{_short(language)}” the table knows no words (it does of {known}): what “tell” does not say is told in English, "
                "and nothing that the manager says in its own words is shown.",
            )
        return language

    def _tell(self, entry: _Entry | None) -> Iterator[tuple[tuple[str, str], str]]:
        """Templates by what is told, and of a choice which: each with slots that what it tells of has."""
        plain = frozenset(each.name for each in self.fields.values() if each.kind != "list")
        slots = {**OF_THE_HOUSE, "rules": plain, "example": plain, **dict.fromkeys(plain, OF_A_FIELD)}
        slots |= dict.fromkeys((name for of in self.private.values() for name in of), OF_THE_HOUSE["result"])
        slots |= {name: OF_A_MOVE | {part.name for part in rule.fields} for name, rule in self.moves.items()}
        got = self.table(entry, "“tell”", tuple(slots)) if entry and not _blank(entry.node) else {}
        for name, each in got.items():
            rows = {"": each}
            if _is_table(each.node):
                yes_no = name in self.fields and self.fields[name].kind == "yes-no"
                choices = ("yes", "no") if yes_no else self._choosable().get(name, ())
                rows = self.table(each, f"“{name}” in “tell”", choices or ("—",))
                if name in self.moves and (left := [choice for choice in choices if choice not in rows]):
                    self.note(each.line, f"Of “{name}” the table tells {_listed(left, '“{}”')} in words of its own.")
            for choice, row in rows.items():
                text = "" if _blank(row.node) else self.line_of(row, f"what is told of “{name}”", LONGEST["told"])
                self._check_slots(text, slots[name], name, row.line)
                yield (name, choice), text

    def _check_slots(self, text: str, slots: Collection[str], name: str, line: int) -> None:
        named = {found["name"] for found in SLOT.finditer(text)}
        if strange := sorted(named - set(slots)):
            has = f"it has {_listed(sorted(slots), '{{{}}}')}" if slots else "it has no slots"
            self.wrong(line, f"What is told of “{name}” has no “{{{strange[0]}}}”{meant(strange[0], slots)}; {has}.")
        if "rounds" in named and self.rounds.hidden:
            self.wrong(line, "The number of rounds is hidden, and nothing that is told may name it.")
        if "{" in SLOT.sub("", text) or "}" in SLOT.sub("", text):
            self.wrong(line, f"In what is told of “{name}” a slot is not written as “{{name}}” or “{{name:one|many}}”.")

    def _titles(self, entry: _Entry | None) -> dict[Seat, str]:
        titles = {HUMAN: "Human", PLAYER: "Player"}
        got = self.table(entry, "“seats”", tuple(SIDE)) if entry else {}
        for key, each in got.items():
            titles[SIDE[key]] = self.line_of(each, f"the title of the {key} side", LONGEST["side"]) or titles[SIDE[key]]
        if entry and titles[HUMAN].casefold() == titles[PLAYER].casefold():
            self.wrong(entry.line, f"Both sides are called “{titles[HUMAN]}”; give them different titles.")
        return titles

    def _state(self, entry: _Entry | None) -> None:
        for name, each in self.entries(entry, "“state”").items():
            if self.name(name, each.line, "this field"):
                self.fields[name] = self._field(name, each, private=False)

    def _private(self, entry: _Entry | None) -> None:
        sides = self.entries(entry, "“private”", (*SIDE, "both"))
        if entry and not _blank(entry.node) and len(sides) < len(entry.node.value):
            self.incomplete = True
        for key, of in sides.items():
            for name, each in self.table(of, f"“private” of {key}").items():
                seats = SIDES if key == "both" else (SIDE[key],)
                for value in self._private_values(name, each):
                    again = (
                        not any(value.name in self.private[seat] for seat in seats) and value.name not in self.fields
                    )
                    if self.name(value.name, each.line, "this value", again=again):
                        for seat in seats:
                            self.private[seat][value.name] = value

    def _private_values(self, name: str, entry: _Entry) -> Iterator[Field]:
        """The value of that name; or one for each of its “items”, which are dealt together."""
        if _is_table(entry.node) and any(key.value == "items" for key, _ in entry.node.value):
            yield from self._weights(name, entry)
            return
        value = self._field(name, entry, private=True)
        if value.value:
            self.wrong(
                entry.line,
                f"“{name}” is not drawn, and everybody who is told this header knows it: give it “from” and “to”, or "
                "“choices”; what only the player is to know can stand in its prompt.",
            )
        yield value

    def _weights(self, name: str, entry: _Entry) -> Iterator[Field]:
        got = self.table(entry, f"“{name}”", ("items", "total", "from", "unit", "words"))
        items = self.words(got.get("items"), f"“items” of “{name}”")
        self._unread(got.get("words"))
        total = self.whole(got.get("total"), f"“total” of “{name}”", 1, 1000)
        least = self.whole(got.get("from"), f"“from” of “{name}”", 0, 1000) or 0
        if "total" not in got:
            self.wrong(entry.line, f"“{name}” has “items” and no “total”: say what they come to together.")
        elif len(items) < 2 or len(items) > MOST_CHOICES:
            self.wrong(entry.line, f"“{name}” is shared out among 2 to {MOST_CHOICES} “items”.")
        elif total is not None and least * len(items) > total:
            self.wrong(
                entry.line, f"“{name}” has {len(items)} items of {least} or more, which is more than {total} together."
            )
        elif total is not None:
            unit = self._unit(name, got) or ""
            for item in items:
                high = total - least * (len(items) - 1)
                yield Field(
                    f"{name}_{item}", "integer", low=least, high=high, step=1, unit=unit, line=entry.line,
                    group=name, total=total,
                )  # fmt: skip

    def _field(self, name: str, entry: _Entry, *, private: bool) -> Field:
        node, line = entry.node, entry.line
        if isinstance(node, yaml.ScalarNode):
            return self._short_field(name, entry)
        keys = [key.value for key, _ in node.value if isinstance(key, yaml.ScalarNode)] if _is_table(node) else []
        if not any(key in _FIELD or meant(key, _FIELD) for key in keys):
            return self._list_field(name, entry, private=private)
        got = self.table(entry, f"“{name}”", _FIELD)
        kind = self._field_kind(name, got)
        self._unread(got.get("words"))
        if kind == "list":
            return self._list_field(name, got.get("value") or entry, private=private, missing="value" not in got)
        at = got["type"].line if "type" in got else line
        choices = tuple(self._chosen_from(name, got, kind, at, f"“{name}”", MOST_ENTRIES))
        low, high, step = (self.number(got.get(key), f"“{key}” of “{name}”") for key in ("from", "to", "step"))
        self._check_range(name, got, kind, line)
        value = self._field_value(name, got.get("value"), kind, choices, low, high)
        if not value and kind in ("integer", "number") and "value" not in got:
            missing = " and ".join(f"“{key}”" for key in ("from", "to") if key not in got)
            if missing:
                self.wrong(
                    line,
                    f"“{name}” has no value and no {missing}: say what it begins as, or from where to where it is drawn.",
                )
        elif not value and kind == "text" and "value" not in got:
            self.wrong(line, f"“{name}” has no value: a text cannot be drawn.")
        return Field(name, kind, value, low, high, step, choices, None, self._unit(name, got), line)

    def _unit(self, name: str, got: dict[str, _Entry]) -> str | None:
        """How amounts of it are written, where that is said; “unit:” with nothing behind it is a bare number."""
        if "unit" not in got:
            return None
        return "" if _blank(got["unit"].node) else self.line_of(got["unit"], f"“unit” of “{name}”", LONGEST["unit"])

    def _short_field(self, name: str, entry: _Entry) -> Field:
        assert isinstance(entry.node, yaml.ScalarNode)
        text = " ".join(entry.node.value.split())
        kind = self._field_kind(name, {"value": entry})
        if kind == "text" and entry.node.style is None:
            if not text:
                self.wrong(entry.line, f"“{name}” has no value.")
            elif _NEARLY.fullmatch(text):
                sentence = (
                    f"“{text}” is not a number; write it without signs and commas, and say “unit: $” or the like."
                )
                self.wrong(entry.line, sentence)
            elif self._reads_as_expression(text):
                sentence = f"“{text}” would be a text here; to have it worked out, write {{type: number, value: {text}}}, else put it in quotes."
                self.wrong(entry.line, sentence)
        return Field(name, kind, self._field_value(name, entry, kind, (), None, None), line=entry.line)

    def _reads_as_expression(self, text: str) -> bool:
        try:
            read = parsed(text)
        except BadExpression:
            return False
        named = {name for name, _ in read.uses}
        return bool(named or read.calls) and named <= self.fields.keys() and not text.isidentifier()

    def _field_kind(self, name: str, got: dict[str, _Entry]) -> FieldKind:
        if "type" in got:
            kind = self.line_of(got["type"], f"“type” of “{name}”", 20)
            kind = {"yes/no": "yes-no", "bool": "yes-no", "boolean": "yes-no", "int": "integer", "table": "list"}.get(
                kind, kind
            )
            if kind in _KINDS:
                return kind  # type: ignore[return-value]
            self.wrong(
                got["type"].line, f"“{_short(kind)}” is no type{meant(kind, _KINDS)}; there are {_listed(_KINDS)}."
            )
        if "choices" in got:
            return "choice"
        value = got.get("value")
        if value and not isinstance(value.node, yaml.ScalarNode):
            return "list"
        numbers = [str(got[key].node.value) for key in ("from", "to", "step", "value") if key in got]
        if any(key in got for key in ("from", "to", "step")):
            # What is drawn is whole by itself; what is given may become a fraction later.
            return "number" if value or any("." in each for each in numbers) else "integer"
        if value and isinstance(value.node, yaml.ScalarNode) and value.node.style is None:
            text = value.node.value.strip()
            if text.casefold() in _YES:
                return "yes-no"
            return "number" if _NUMBER.fullmatch(text) else "text"
        return "text" if value else "integer"

    def _chosen_from(
        self, name: str, got: dict[str, _Entry], kind: str, line: int, what: str, most: int = MOST_CHOICES
    ) -> dict[str, tuple[str, ...]]:
        """The choices of what is a choice; nothing else has any."""
        if kind == "choice" and "choices" in got:
            return self._choices(name, got["choices"], most)
        if kind == "choice":
            self.wrong(line, f"{what} is a choice without “choices”.")
        elif "choices" in got:
            self.wrong(got["choices"].line, f"“{name}” has choices, and so its type is choice.")
        return {}

    def _choices(self, name: str, entry: _Entry, most: int = MOST_CHOICES) -> dict[str, tuple[str, ...]]:
        """At least two, told apart, each with further words for it."""
        what, found, twice = f"“choices” of “{name}”", dict[str, tuple[str, ...]](), False
        rows: list[tuple[_Entry, _Entry | None]]
        if _is_table(entry.node):
            rows = [(_Entry(k.start_mark.line + 2, k), _Entry(v.start_mark.line + 2, v)) for k, v in entry.node.value]
        else:
            rows = [(each, None) for each in self.items(entry, what)]
        for item, further in rows:
            choice = self.line_of(item, f"a choice of “{name}”", LONGEST["choice"])
            if any(choice.casefold() == each.casefold() for each in found):
                self.wrong(item.line, f"The choice “{choice}” of “{name}” is there twice.")
                twice = True
            elif choice:
                found[choice] = self.words(further, f"the words for “{choice}”")
        if len(found) < 2 and not twice:
            self.wrong(entry.line, f"“{name}” needs at least two different choices.")
        if len(found) > most:
            self.wrong(entry.line, f"“{name}” has {len(found)} choices; {most} is the most.")
        return found

    def _check_range(self, name: str, got: dict[str, _Entry], kind: str, line: int) -> None:
        """Amounts that are drawn, or may be named."""
        ranged = [key for key in ("from", "to", "step") if key in got]
        low, high, step = (_plain(got.get(key)) for key in ("from", "to", "step"))
        if ranged and kind not in ("integer", "number"):
            self.wrong(got[ranged[0]].line, f"“{ranged[0]}” is for numbers, and “{name}” is of type {kind}.")
        elif low is not None and high is not None and low > high:
            self.wrong(got["from"].line, f"“{name}” goes from {low} to {high}, which is upside down.")
        if step is not None and step <= 0:
            self.wrong(got["step"].line, f"“step” of “{name}” is {step}, and should be more than 0.")
        if kind == "integer" and any(isinstance(each, float) for each in (low, high, step)):
            self.wrong(line, f"“{name}” is a whole number, and its range has fractions; say “type: number”.")

    def _field_value(
        self,
        name: str,
        entry: _Entry | None,
        kind: str,
        choices: tuple[str, ...],
        low: float | None,
        high: float | None,
    ) -> Expression:
        if entry is None:
            return ""
        what = f"“value” of “{name}”"
        if kind in ("integer", "number"):
            text = entry.node.value.strip() if isinstance(entry.node, yaml.ScalarNode) else ""
            if _NEARLY.fullmatch(text):
                self.wrong(entry.line, f"{_upper(what)} is “{text}”; write it without signs and commas.")
                return ""
            if _NUMBER.fullmatch(text):
                number = _number(text)
                if (low is not None and number < low) or (high is not None and number > high):
                    self.wrong(entry.line, f"“{name}” begins as {number}, which is not within its range.")
                if kind == "integer" and isinstance(number, float):
                    self.wrong(entry.line, f"“{name}” is a whole number, and begins as {number}; say “type: number”.")
                return str(number)
            return self.expression(entry, what, "field")
        if kind == "yes-no":
            return str(self.yes(entry, what, False))
        if kind == "text":
            return repr("" if _blank(entry.node) else self.line_of(entry, what, 1000))
        text = self.line_of(entry, what, LONGEST["choice"])
        if choices and text and text not in choices:
            self.wrong(entry.line, f"“{name}” begins as “{text}”, which is none of its choices{meant(text, choices)}.")
        return repr(text)

    def _unread(self, entry: _Entry | None) -> None:
        if entry is not None:
            self.note(
                entry.line, "“words” are not read any more: displays are told by the table. They may be taken out."
            )

    def _list_field(self, name: str, entry: _Entry, *, private: bool, missing: bool = False) -> Field:
        if private:
            self.wrong(entry.line, f"“{name}” is a list, and a private value is a number, a text or a choice.")
        if missing or isinstance(entry.node, yaml.ScalarNode):
            self.wrong(entry.line, f"“{name}” is of type list and needs a list or a table as its value.")
            return Field(name, "list", constant=[], line=entry.line)
        counted = sum(1 for _ in _leaves(entry.node))
        if counted > MOST_CONSTANTS:
            self.wrong(entry.line, f"“{name}” has {counted} entries; {MOST_CONSTANTS} is the most.")
        return Field(name, "list", constant=self._constant(entry.node), line=entry.line)

    def _constant(self, node: yaml.Node) -> Any:
        if isinstance(node, yaml.SequenceNode):
            return [self._constant(each) for each in node.value]
        if isinstance(node, yaml.MappingNode):
            rows = self.table(_Entry(node.start_mark.line + 2, node), "this table")
            return {key: self._constant(each.node) for key, each in rows.items()}
        text = str(node.value)
        return (
            _number(text)
            if isinstance(node, yaml.ScalarNode) and node.style is None and _NUMBER.fullmatch(text)
            else text
        )

    def _rounds(self, entry: _Entry | None) -> None:
        if entry is None:
            return
        if isinstance(entry.node, yaml.ScalarNode):
            if (count := self.whole(entry, "“rounds”", 1, MOST_ROUNDS)) is not None:
                self.rounds = Rounds(count, count)
            return
        got = self.table(entry, "“rounds”", ("from", "to", "hidden", "chance", "most", *_CONTESTS, "draws"))
        if contest := next((each for each in _CONTESTS if each in got), None):
            self._contest(contest, got)
            return
        hidden = self.yes(got.get("hidden"), "“hidden”", "chance" in got)
        if "chance" in got:
            chance = self.number(got["chance"], "“chance”")
            if chance is not None and not 0 < chance < 1:
                self.wrong(
                    got["chance"].line, f"“chance” is {chance}, and should be more than 0 and less than 1, such as 0.9."
                )
                chance = None
            most = self.whole(got.get("most"), "“most”", 1, MOST_ROUNDS)
            if "most" not in got:
                self.wrong(
                    entry.line,
                    f"“rounds” by chance need a “most”: after how many they end at the latest ({MOST_ROUNDS} is the most).",
                )
            self.rounds = Rounds(1, most or 20, chance, hidden)
            return
        low, high = (self.whole(got.get(key), f"“{key}” of “rounds”", 1, MOST_ROUNDS) for key in ("from", "to"))
        if got and not {"from", "to"} <= got.keys():
            self.wrong(entry.line, "“rounds” is a number, or has “from” and “to”, or “chance” and “most”.")
        elif low is not None and high is not None and low > high:
            self.wrong(entry.line, f"“rounds” goes from {low} to {high}, which is upside down.")
        elif low is not None and high is not None:
            self.rounds = Rounds(low, high, None, hidden)

    def _contest(self, how: str, got: dict[str, _Entry]) -> None:
        """“best of: 5” or “first to: 3”: over when it is decided. Drawn rounds are played again, or count as rounds."""
        count = self.whole(got[how], f"“{how}” of “rounds”", 1, MOST_ROUNDS) or 1
        for key in [key for key in got if key not in (how, "draws", "most")]:
            self.wrong(
                got[key].line, f"“rounds” are “{how}” so many, and “{key}” says something else; take one of them out."
            )
        known = ("again", "count") if how == "best of" else ("again",)
        draws = self.one_of(got["draws"], "“draws” of “rounds”", known) if "draws" in got else "again"
        most = self.whole(got.get("most"), "“most” of “rounds”", 1, MOST_ROUNDS) or min(4 * count, MOST_ROUNDS)
        if how == "best of" and draws == "count":
            self.rounds = Rounds(count, count, target=count // 2 + 1)
        else:
            self.rounds = Rounds(most, most, hidden=True, target=count if how == "first to" else count // 2 + 1)
        self.contest = got[how].line

    # ── moves ──

    def _moves(self, entry: _Entry | None, line: int) -> None:
        if entry is None or _blank(entry.node):
            self.wrong(entry.line if entry else line, "The header has no “moves”: say what the sides do in each round.")
            self.incomplete = True
            return
        for each in self.items(entry, "“moves”"):
            self._move(each)

    def _move(self, entry: _Entry) -> None:
        got = self.table(entry, "a move", _MOVE)
        if not got:
            self.incomplete = True
            return
        name = self.line_of(got.get("name"), "“name” of a move", 200)
        if "name" not in got:
            self.wrong(entry.line, "A move has no “name”.")
        line = got["name"].line if "name" in got else entry.line
        if not name or not self.name(name, line, "this move"):
            self.incomplete = True
            name = name or "the move"
        by = self._by(name, got, line)
        if "ask" not in got:
            self.wrong(line, f"The move “{name}” has no “ask”: the question that whoever is to make it reads.")
        seats = (SIDE[by],) if by in SIDE else SIDES
        fields = tuple(self._parts(name, got["fields"], seats)) if "fields" in got else ()
        rule = replace(
            self._values(name, got, line, seats),
            by=by,  # type: ignore[arg-type]
            when=self.expression(got.get("when"), f"“when” of “{name}”", "public", blank=True),
            sets=self._changes(got.get("set"), f"“set” of “{name}”"),
            fields=fields,
        )
        self.moves.setdefault(name, rule)

    def _parts(self, name: str, entry: _Entry, seats: tuple[Seat, ...]) -> Iterator[MoveRule]:
        """The fields of an offer."""
        what, taken = f"“fields” of “{name}”", set[str]()
        rows = self.table(entry, what)
        if not 1 <= len(rows) <= MOST_FIELDS:
            self.wrong(entry.line, f"{_upper(what)} are 1 to {MOST_FIELDS}: names, each with what may be said there.")
        for key, each in rows.items():
            if self.name(key, each.line, f"this field of “{name}”", taken=taken):
                taken.add(key)
                part = self._values(key, self.table(each, f"“{key}” of “{name}”", _PART), each.line, seats)
                yield part if part.ask else replace(part, ask=_upper(key.replace("_", " ")))

    def _values(self, name: str, got: dict[str, _Entry], line: int, seats: tuple[Seat, ...]) -> MoveRule:
        """What may be said for a move, or in a field of an offer."""
        kind = self._move_kind(name, got, line)
        choices = self._chosen_from(name, got, kind, line, f"The move “{name}”")
        low, high, step = (
            self.expression(got.get(key), f"“{key}” of “{name}”", "public") for key in ("from", "to", "step")
        )
        self._check_move_range(name, got, kind, line)
        self._unread(got.get("words"))
        ask = self.line_of(got.get("ask"), f"“ask” of “{name}”", LONGEST["ask"])
        if "{" in ask:
            self.note(got["ask"].line, f"Braces in “ask” of “{name}” stay as they are: say in words what is meant.")
        return MoveRule(
            name=name,
            by="both",
            kind=kind,  # type: ignore[arg-type]
            ask=ask,
            low=low,
            high=high,
            step=step or "1",
            choices=choices,
            longest=self.whole(got.get("longest"), f"“longest” of “{name}”", 1, 1000) or 200,
            default=self._default(name, got.get("default"), kind, choices, seats),
            unit=self._unit(name, got),
            line=line,
        )

    def _by(self, name: str, got: dict[str, _Entry], line: int) -> str:
        if "by" not in got:
            self.wrong(line, f"The move “{name}” has no “by”: {_listed(_BY, last='or')}.")
            return "human"
        by = self.one_of(got["by"], f"“by” of “{name}”", _BY)
        before = next(reversed(self.moves.values()), None)
        if by == "the other" and (before is None or before.by == "both"):
            why = (
                "no move comes before it" if before is None else f"both sides make “{before.name}”, the move before it"
            )
            self.wrong(got["by"].line, f"“{name}” is made by the other side, but {why}.")
        return by

    def _move_kind(self, name: str, got: dict[str, _Entry], line: int) -> str:
        if "fields" in got:
            return "offer"
        if "type" in got:
            kind = self.line_of(got["type"], f"“type” of “{name}”", 20)
            kind = {"integer": "number"}.get(kind, kind)
            if kind in ("number", "choice", "text"):
                return kind
            self.wrong(
                got["type"].line,
                f"“{kind}” is no type of a move{meant(kind, ('number', 'choice', 'text'))}; there are number, choice and text.",
            )
        elif not {"choices", "from", "to"} & got.keys():
            self.wrong(line, f"The move “{name}” has no “type”: number, choice or text.")
            return "text"
        return "choice" if "choices" in got else "number" if {"from", "to"} & got.keys() else "text"

    def _check_move_range(self, name: str, got: dict[str, _Entry], kind: str, line: int) -> None:
        if kind == "number" and (missing := " and no ".join(f"“{key}”" for key in ("from", "to") if key not in got)):
            self.wrong(line, f"The move “{name}” is a number and has no {missing}: say from where to where it may go.")
        if kind == "offer" and (odd := [key for key in ("type", "default") if key in got]):
            self.wrong(got[odd[0]].line, f"“{name}” has “fields”, and each has a “{odd[0]}” of its own.")
        if "longest" in got and kind != "text":
            self.wrong(got["longest"].line, f"“longest” is for texts, and “{name}” is of type {kind}.")
        self._check_range(name, got, kind, line)

    def _default(
        self, name: str, entry: _Entry | None, kind: str, choices: Collection[str], seats: tuple[Seat, ...]
    ) -> Expression:
        if entry is not None and kind == "text" and isinstance(entry.node, yaml.ScalarNode):
            text = " ".join(entry.node.value.split())
            if text and text[0] not in "'\"":
                return repr(text)
        return self.expression(entry, f"“default” of “{name}”", "own", seats=seats, texts=choices, blank=True)

    def _changes(self, entry: _Entry | None, what: str) -> tuple[tuple[str, Expression], ...]:
        what = what if what.startswith("“") else f"“{what}”"
        changes = []
        for name, each in self.entries(entry, what).items():
            declared = self.fields.get(name)
            if declared is None and not self.incomplete:
                self.wrong(
                    each.line,
                    f"{_upper(what)} changes “{_short(name)}”, which is no field of “state”{meant(name, self.fields)}.",
                )
            elif declared is not None and declared.kind == "list":
                self.wrong(each.line, f"{_upper(what)} changes “{name}”, which is a list, and lists never change.")
            texts = declared.choices if declared is not None else ()
            changes.append((name, self.expression(each, f"{what}, “{name}”", "all", texts=texts)))
        return tuple(changes)

    # ── ends ──

    def _payoff(self, entry: _Entry | None, beats: _Entry | None, line: int) -> dict[Seat, Expression]:
        if (entry is None or _blank(entry.node)) and beats is not None:
            return {seat: f"1 if {self.lets.get(WINNER, 0)} == '{seat}' else 0" for seat in SIDES}
        payoff = {HUMAN: "0", PLAYER: "0"}
        if entry is None or _blank(entry.node):
            self.note(entry.line if entry else line, "Without a “payoff” nobody wins: both sides get 0.")
            return payoff
        got = self.table(entry, "“payoff”", (*SIDE, "table", "rows", "columns"))
        if "table" in got:
            for key in got.keys() & SIDE.keys():
                self.wrong(
                    got[key].line, f"“payoff” has a table, which says what the {key} side gets; take out “{key}”."
                )
            return self._payoff_table(got)
        for key, seat in SIDE.items():
            if got and key not in got:
                self.wrong(entry.line, f"“payoff” says nothing of the {key} side; write “{key}: 0” if it gets nothing.")
            payoff[seat] = self.expression(got.get(key), _PAYOFF.format(key), "all") or "0"
        return payoff

    def _payoff_table(self, got: dict[str, _Entry]) -> dict[Seat, Expression]:
        """What each side gets, from a table: a row for each choice of the human side, a column for each of the player's, and
        in each cell what the two get."""
        table = got["table"]
        said = [self.line_of(got.get(key), f"“{key}” of the payoffs", LONGEST["name"]) for key in ("rows", "columns")]
        by = [self._choice_of(side, name, table.line) for side, name in zip(SIDE, said, strict=True)]
        if None in by:
            return {HUMAN: "0", PLAYER: "0"}
        (row_is, rows), (column_is, columns) = (each for each in by if each is not None)
        lines: dict[Seat, list[str]] = {seat: [] for seat in SIDES}
        for row, of in self._rows(table, "the payoff table", rows).items():
            cells: dict[Seat, list[str]] = {seat: [] for seat in SIDES}
            for column, cell in self._rows(of, f"the row “{row}” of the payoff table", columns).items():
                pays = self.items(cell, f"the cell “{row}”, “{column}”")
                if len(pays) != 2:
                    self.wrong(
                        cell.line,
                        f"The cell “{row}”, “{column}” should be two payoffs, [human, player], such as [3, 0].",
                    )
                    continue
                for (key, seat), pay in zip(SIDE.items(), pays, strict=True):
                    cells[seat].append(
                        f"({self.expression(pay, _PAYOFF.format(key), 'all') or 0}) if {column_is} == {column!r}"
                    )
            for seat in SIDES:
                lines[seat].append(f"({' else '.join([*cells[seat], '0'])}) if {row_is} == {row!r}")
        found = {seat: " else ".join([*lines[seat], "0"]) for seat in SIDES}
        if max(map(len, found.values())) > LONGEST_WHOLE:
            self.wrong(table.line, f"The payoff table comes to more than {LONGEST_WHOLE} characters; make it smaller.")
            return {HUMAN: "0", PLAYER: "0"}
        self.places += [
            Place(table.line, _PAYOFF.format(key), found[seat], "all", made=True) for key, seat in SIDE.items()
        ]
        return found

    def _rows(self, entry: _Entry, what: str, choices: Collection[str]) -> dict[str, _Entry]:
        """A table with an entry for each of the choices."""
        got = self.table(entry, what, choices)
        if len(got) == len(entry.node.value) and (missing := [each for each in choices if each not in got]):
            self.wrong(entry.line, f"{_upper(what)} has nothing for {_listed(missing, '“{}”')}.")
        return got

    def _choice_of(self, side: str, name: str, line: int) -> tuple[str, tuple[str, ...]] | None:
        """How the choice of a side is written in expressions, and what it may be: of the move of that name, or the only one."""
        fitting = [
            rule
            for rule in self.moves.values()
            if rule.choices and rule.by in (side, "both") and name in ("", rule.name)
        ]
        if len(fitting) == 1:
            rule = fitting[0]
            return (f"{rule.name}.{side}" if rule.by == "both" else rule.name, tuple(rule.choices))
        if not self.incomplete:
            which = (
                f"there is no choice “{name}” of the {side} side"
                if name
                else f"the {side} side makes {len(fitting)} choices"
            )
            self.wrong(
                line,
                f"It is not clear what the table goes by: {which}. Say it with “rows: MOVE” (human) and “columns: MOVE” (player).",
            )
        return None

    def _beats(self, entry: _Entry | None) -> None:
        """“rock beats scissors”, for each pair: who has won, as a name for expressions."""
        if entry is None:
            return
        by = [self._choice_of(side, "", entry.line) for side in SIDE]
        pairs: list[list[str]] = []
        for each in self.items(entry, "“beats”"):
            winner, beats, losers = self.line_of(each, "an entry of “beats”", 200).partition(" beats ")
            named = [winner.strip(), *(loser.strip() for loser in re.split(r",| and ", losers))]
            choices = {choice for one in by if one for choice in one[1]}
            if not beats:
                self.wrong(each.line, "An entry of “beats” is written so: rock beats scissors and lizard.")
            for name in named if beats and all(by) else ():
                if name not in choices:
                    self.wrong(
                        each.line, f"“beats” speaks of “{_short(name)}”, which is no choice{meant(name, choices)}."
                    )
            for loser in named[1:]:
                if loser == named[0] or [loser, named[0]] in pairs:
                    self.wrong(each.line, f"“{_short(named[0])}” and “{_short(loser)}” cannot each beat the other.")
                pairs.append([named[0], loser])
        if all(by) and self.name(WINNER, entry.line, "that"):
            human, player = (one[0] for one in by if one)
            self.lets[WINNER] = (
                f"('human' if [{human}, {player}] in {pairs} else 'player' if [{player}, {human}] in {pairs} else 'nobody')"
            )

    def _hears(self, entry: _Entry | None) -> tuple[str, ...] | None:
        if entry is None:
            return None
        own, others = self.private[PLAYER], self.private[HUMAN]
        public = [each.name for each in self.fields.values() if each.kind != "list"]
        known = [*public, *self.moves, *own, "round", "rounds", "total", "payoff"]
        names = []
        for each in self.items(entry, "“player_hears”"):
            name = self.line_of(each, "a name in “player_hears”", 200)
            if name in others and name not in own:
                self.wrong(each.line, f"“{name}” is private to the human side, and the player never hears it.")
            elif name in self.fields and name not in public:
                self.wrong(each.line, f"“{name}” is a list, which is for expressions only and never shown.")
            elif name and name not in known and not self.incomplete:
                self.wrong(
                    each.line,
                    f"“player_hears” has “{_short(name)}”, and there is nothing of that name{meant(name, known)}.",
                )
            elif name and name in names:
                self.wrong(each.line, f"“{name}” stands twice in “player_hears”.")
            elif name:
                names.append(name)
        return tuple(names)

    def _strategies(self, entry: _Entry | None) -> Iterator[Strategy]:
        sides = self.entries(entry, "“strategies”", (*SIDE, "both"))
        seen: dict[tuple[Seat, str], int] = {}
        for key, of in sides.items():
            for name, each in self.table(of, f"“strategies” of {key}").items():
                title = " ".join(name.split())
                if not title or len(title) > LONGEST["strategy"] or not all(c.isalnum() or c in " -'_." for c in title):
                    self.wrong(
                        each.line,
                        f"“{_short(name)}” is not a strategy's name: up to {LONGEST['strategy']} letters, digits, spaces and hyphens.",
                    )
                    continue
                for seat in SIDES if key == "both" else (SIDE[key],):
                    if (seat, title.casefold()) in seen:
                        self.wrong(
                            each.line,
                            f"The strategy “{title}” of {seat} is there already, on line {seen[seat, title.casefold()]}.",
                        )
                        continue
                    seen[seat, title.casefold()] = each.line
                    yield self._strategy(title, each, seat)

    def _strategy(self, title: str, entry: _Entry, seat: Seat) -> Strategy:
        makes = {name: rule for name, rule in self.moves.items() if rule.by not in SIDE or SIDE[rule.by] == seat}
        moves = []
        for name, each in self.table(entry, f"the strategy “{title}”").items():
            if name in self.moves and name not in makes:
                self.wrong(
                    each.line,
                    f"The strategy “{title}” of {seat} says how to make “{name}”, which is the other side's move.",
                )
            elif name not in self.moves and not self.incomplete:
                self.wrong(
                    each.line,
                    f"The strategy “{title}” makes a move “{_short(name)}”, and there is no such move{meant(name, makes)}.",
                )
            what, rule = f"the strategy “{title}” of {seat}", self.moves.get(name)
            fields = {part.name: part for part in rule.fields} if rule else {}
            apart = bool(fields) and _is_table(each.node)
            rows = self.table(each, f"“{name}” in {what}", fields) if apart else {"": each}
            if apart and (less := [key for key in fields if key not in rows]):
                self.wrong(each.line, f"In {what} “{name}” has no {_listed(less, '“{}”')}.")
            for key, row in rows.items():
                texts = (fields[key] if key else rule).choices if rule else ()
                put = self.expression(row, what, "strategy", seats=(seat,), texts=texts)
                moves.append((f"{name}.{key}" if key else name, put))
        if left := [name for name in makes if name not in {move.partition(".")[0] for move, _ in moves}]:
            self.note(
                entry.line,
                f"The strategy “{title}” of {seat} says nothing of {_listed(left, '“{}”')}; there it plays as built-in players do.",
            )
        return Strategy(title, seat, tuple(moves), entry.line)

    def _reports(self, entry: _Entry | None) -> Iterator[Report]:
        for each in self.items(entry, "“report”") if entry else ():
            got = self.table(each, "a report", ("title", "of", "as", "by"))
            if not got:
                continue
            for needed in ("title", "of", "as"):
                if needed not in got:
                    self.wrong(each.line, f"A report has no “{needed}”.")
            how = self.one_of(got["as"], "“as” of a report", ("distribution", "share", "mean")) if "as" in got else ""
            yield Report(
                self.line_of(got.get("title"), "“title” of a report", LONGEST["title"]),
                self.expression(got.get("of"), "“of” of a report", "report"),
                how,  # type: ignore[arg-type]
                self.expression(got.get("by"), "“by” of a report", "report", blank=True),
                each.line,
            )

    # ── expressions ──

    def _check_place(self, place: Place) -> None:
        try:
            read = parsed(place.expression)
        except BadExpression as wrong:
            self.wrong(place.line, f"In {place.what}: {wrong}")
            return
        if place.scope != "strategy" and (dice := sorted(DICE & read.calls)):
            self.wrong(place.line, f"In {place.what}: “{dice[0]}” throws dice, which only strategies may.")
        known = self._known(place)
        for name, part in sorted(read.uses):
            if name not in known:
                why = self._why_unknown(name, place, known)
            else:
                why = self._why_misread(name, part, place)
            if why:
                self.wrong(place.line, f"In {place.what}: {why}")
        if place.scope == "public" and self._payoffs_are_private() and (name := _of_payoffs(read.node)):
            self.wrong(
                place.line,
                f"In {place.what}: “{name}” would give a private value away, as payoffs depend on one; only public values may stand here.",
            )
        for why in _strange_choices(read.node, self._choosable()):
            self.wrong(place.line, f"In {place.what}: {why}")

    def _payoffs_are_private(self) -> bool:
        """Whether a payoff depends on a private value, so that each side hears its own alone."""
        secret = {name for of in self.private.values() for name in of}
        of_payoffs = (place for place in self.places if place.what in _PAYOFFS)
        return any(_names_in(place.expression) & secret for place in of_payoffs)

    def _known(self, place: Place) -> set[str]:
        if place.scope == "field":
            return set(place.earlier)
        known = {*self.fields, *self.moves, *HOUSE}
        if self.rounds.hidden and place.scope != "report":
            known.discard("rounds")
        human, player = self.private[HUMAN], self.private[PLAYER]
        if place.scope in ("all", "report"):
            known |= {*human, *player}
        elif place.scope in ("own", "strategy"):
            known |= set.intersection(*(set(self.private[seat]) for seat in place.seats))
        if place.scope == "strategy":
            known |= {*IN_STRATEGIES}
        return known

    def _why_unknown(self, name: str, place: Place, known: set[str]) -> str:
        choices = self._choosable()
        if name in self.lets:
            return f"“{name}” cannot be used here: what stands in “let” may name only what stands above it there."
        if any(name in self.private[seat] for seat in SIDES):
            if place.scope == "strategy":
                return f"“{name}” is private to the other side."
            return f"“{name}” is private, and only public values may stand here."
        if name == "rounds":
            return "the number of rounds is hidden, and no expression may name it."
        if place.scope == "field":
            return (
                f"“{name}” is not declared before it; a value may name fields above it only."
                if name in self.fields
                else f"there is nothing called “{name}”{meant(name, known)}; a value may name fields above it only."
            )
        if name in IN_STRATEGIES:
            return f"“{name}” is known in strategies only."
        if name in FUNCTIONS:
            return f"“{name}” is a function, and needs something in brackets after it."
        if any(name in of for of in choices.values()):
            return f"“{name}” is a text, and texts stand in quotes: '{name}'."
        if name.casefold() in ("yes", "no", "on", "off"):
            return f"“{name}” is not a name; write True or False, or put it in quotes if it is a choice."
        return "" if self.incomplete else f"there is nothing called “{name}”{meant(name, known)}."

    def _why_misread(self, name: str, part: str, place: Place) -> str:
        own = place.scope in ("own", "strategy")
        both = all(name in self.private[seat] for seat in SIDES)
        private = any(name in self.private[seat] for seat in SIDES)
        if (
            name in ("total", "payoff", "wins")
            or (name in self.moves and self.moves[name].by == "both")
            or (both and not own)
        ):
            if not part:
                return f"both sides have a “{name}”: write “{name}.human” or “{name}.player”."
            return "" if part in (*SIDE, "*") else f"“{name}” has no “{part}”: write “{name}.human” or “{name}.player”."
        if name == "by":
            if part == "*" or part in self.moves or self.incomplete:
                return ""
            return f"write “by.” with a move after it, such as “by.{next(iter(self.moves), 'offer')}”."
        if private and part:
            if own:
                return f"a side knows its own “{name}” only: write just “{name}”."
            side = next(key for key, seat in SIDE.items() if name in self.private[seat])
            return "" if part == side else f"only the {side} side has a “{name}”: write just “{name}”."
        if name in self.moves and (fields := [each.name for each in self.moves[name].fields]):
            called = f"“{name}” has no “{part}”{meant(part, fields)}; it has {_listed(fields, '“{}”')}."
            return "" if part in ("", "*", *fields) else called
        one_value = name == "round" or name in self.moves or (name in self.fields and self.fields[name].kind != "list")
        if one_value and part and part != "*":
            return f"“{name}” is one value: write just “{name}”."
        return ""

    def _choosable(self) -> dict[str, tuple[str, ...]]:
        """What each choice may be, by name: of moves, fields and private values."""
        values = [*self.fields.values(), *(each for of in self.private.values() for each in of.values())]
        found = {each.name: each.choices for each in values if each.choices}
        parts = [part for rule in self.moves.values() for part in rule.parts if len(part.choices) > 1]
        for part in parts:  # fields of two offers may have one name
            found[part.name] = (*found.get(part.name, ()), *part.choices)
        return found


# ── small things ──────────────────────────────────────────────────────────────────────────────────────────────────────


def _names_in(expression: Expression) -> frozenset[str]:
    """The names in an expression; none in one that cannot be read."""
    try:
        return names_in(expression)
    except BadExpression:
        return frozenset()


def _of_payoffs(node: ast.AST) -> str:
    """What in an expression speaks of payoffs: “total”, “payoff”, also those of earlier rounds. Empty when nothing does."""
    for each in ast.walk(node):
        match each:
            case ast.Name(id="total" | "payoff" | "wins" as name) | ast.Attribute(attr="payoff" as name):
                return name
            case ast.Subscript(slice=ast.Constant(value="payoff" as name)):
                return name
    return ""


def _strange_choices(node: ast.AST, choices: dict[str, tuple[str, ...]]) -> Iterator[str]:
    """A sentence for every comparison of a choice with a text that it never is."""
    for each in ast.walk(node):
        if isinstance(each, ast.Compare) and len(each.ops) == 1 and isinstance(each.ops[0], ast.Eq | ast.NotEq):
            for one, other in ((each.left, each.comparators[0]), (each.comparators[0], each.left)):
                name = _chosen(one, choices)
                if (
                    name
                    and isinstance(other, ast.Constant)
                    and isinstance(other.value, str)
                    and other.value not in choices[name]
                ):
                    close = meant(other.value, choices[name]) or f"; it may be {_listed(choices[name], last='or')}"
                    yield f"“{name}” is never '{_short(other.value)}'{close}."


def _chosen(node: ast.AST, choices: Collection[str]) -> str:
    """Whose value `node` reads, if it is a choice: “choice” of `past[-1].choice[them]`."""
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name) if name in choices:
            return name
        case ast.Attribute(value=of, attr="human" | "player") | ast.Subscript(value=of):
            return _chosen(of, choices)
    return ""


def _number(text: str) -> int | float:
    number = float(text)
    return int(text) if "." not in text else int(number) if number.is_integer() else number


def _plain(entry: _Entry | None) -> int | float | None:
    if entry is None or not isinstance(entry.node, yaml.ScalarNode):
        return None
    text = entry.node.value.strip()
    return _number(text) if _NUMBER.fullmatch(text) else None


def _leaves(node: yaml.Node) -> Iterator[yaml.Node]:
    if isinstance(node, yaml.ScalarNode):
        yield node
    for each in node.value if not isinstance(node, yaml.ScalarNode) else ():
        for part in each if isinstance(each, tuple) else (each,):
            yield from _leaves(part)


def _cut_off(key: yaml.Node, value: yaml.Node) -> bool:
    """Whether a key between { and } has not even an empty text as its value."""
    return isinstance(key, yaml.ScalarNode) and _blank(value) and not getattr(value, "style", None)


def _is_table(node: yaml.Node) -> bool:
    return isinstance(node, yaml.MappingNode)


def _blank(node: yaml.Node | _Entry | None) -> bool:
    node = node.node if isinstance(node, _Entry) else node
    return isinstance(node, yaml.ScalarNode) and not node.value.strip()


def _upper(text: str) -> str:
    return text[:1].upper() + text[1:]


def _short(text: str) -> str:
    return f"{text[:37]}…" if len(text) > 40 else text


def _listed(values: Iterable[str], form: str = "{}", last: str = "and") -> str:
    *most, final = [form.format(each) for each in values]
    return f"{', '.join(most)} {last} {final}" if most else final
