"""Reads what a pair declares of its game, and says everything that is wrong with it, each with its line and how to mend it."""

from __future__ import annotations

import ast
import keyword
import re
import unicodedata
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache, partial
from itertools import permutations
from typing import Any, Literal, cast

from games.core import Seat, record
from games.duet.events import HUMAN, PLAYER, SIDES, Kind
from games.duet.ledger.expressions import DICE, FUNCTIONS, BadExpression, Parsed, inlined, meant, parsed
from games.duet.ledger.expressions import LONGEST as LONGEST_EXPRESSION
from games.duet.ledger.header import By, Expression, Field, FieldKind, Header, MoveRule, Report, Rounds, Strategy
from games.duet.ledger.nodes import YES, Mistake, Node, Table, listed, root, short, upper
from games.duet.ledger.telling import OF_A_FIELD, OF_A_MOVE, OF_THE_HOUSE, SLOT, TONGUES

LONGEST = {
    "title": 60, "summary": 100, "side": 30, "ask": 200, "means": 100, "told": 300, "unit": 24, "name": 30, "choice": 40, "word": 40,
    "strategy": 40,
}  # fmt: skip
"""Characters: what fits on a phone, and on a button."""
MOST_ROUNDS = 100
MOST_FIELDS = 5
"""Of an offer: as many as a form in Discord has."""
MOST_CHOICES = 25
"""Of a move, which are buttons; a value that is drawn may be one of more."""
LONGEST_LET = 6000
"""Characters of what stands for a name of “let”, with what it names in turn."""

_PAYOFF = "the payoff of the {} side"
WINNER = "winner"
"""What `beats` calls the side that has won: “human”, “player”, or “nobody”."""
HOUSE = ("round", "rounds", "past", "total", "payoff", "by", "wins")
"""What every expression may name besides what the header declares."""
IN_STRATEGIES = ("me", "them", "low", "high", "step", "choices")
RESERVED = frozenset(
    {*HOUSE[:-1], *IN_STRATEGIES, *FUNCTIONS, "human", "player", "manager", "both", "true", "false", "none"}
)


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
    """An expression where it stands: what it may name there."""

    expression: Expression
    scope: Scope
    seats: tuple[Seat, ...]
    earlier: frozenset[str]


@record
class Read:
    """A header as far as it could be read, and what is wrong with it."""

    header: Header
    mistakes: tuple[Mistake, ...]


@lru_cache(maxsize=256)
def read(text: str) -> Read:
    """The header whose first line is line 2 of the manager's file. In what it says by names of “let” those are put in at a second
    reading: what depends on something private does so there, too."""
    first = _Reader(text, {})
    found = first.read()
    return _Reader(text, {name: text for name, text in first.lets.items() if text}).read() if first.lets else found


@lru_cache(maxsize=256)
def parse(header: str) -> Header:
    """What a header declares. BadPair has everything that is wrong with it."""
    found = read(header)
    if wrong := [each for each in found.mistakes if not each.note]:
        raise BadPair(wrong)
    return found.header


# ── the header ────────────────────────────────────────────────────────────────────────────────────────────────────────

_NEARLY = re.compile(r"[$€£¥]\s*[\d.,]+|[\d.,]+\s*[$€£¥%]|\d{1,3}(,\d{3})+(\.\d+)?|\d+,\d+", re.ASCII)
_FIELD = ("type", "value", "from", "to", "step", "choices", "unit", "words")
_PRIVATE = (*_FIELD, "means")
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
_NAMED = "“{}”".format
_NOUGHT = Expression("0")


class _Reader:
    """One reading: what it finds wrong gathers in `mistakes`, and it goes on as well as it can. `incomplete`: names may be missing,
    because what declares them could not be read."""

    def __init__(self, text: str, given: Mapping[str, str]) -> None:
        self.given = given
        self.mistakes: list[Mistake] = []
        self.root = root(text, self.mistakes)
        self.places: list[Place] = []
        self.fields: dict[str, Field] = {}
        self.private: dict[Seat, dict[str, Field]] = {seat: {} for seat in SIDES}
        self.moves: dict[str, MoveRule] = {}
        self.lets: dict[str, str] = {}
        self.rounds = Rounds()
        self.private_payoffs = False
        self.incomplete = False
        self.contested: Node | None = None
        """Where it says how many rounds are to be won."""

    def read(self) -> Read:
        header = self.header()
        for place in self.places:
            for why in self.complaints(place):
                self.mistakes.append(Mistake(place.expression.line, f"In {place.expression.what}: {why}"))
        return Read(header, tuple(dict.fromkeys(self.mistakes)))

    def header(self) -> Header:
        got = self.root.table(_HEADER, _NAMED)
        if not got:
            if not self.mistakes:
                self.root.fault("is empty: it needs a title, a summary and moves; or take out both “---” lines.")
            return Header("", "", {})
        for needed, why in (("title", "what the game is called"), ("summary", "the game in a sentence")):
            if not got[needed]:
                self.root.fault(f"has no “{needed}”: {why}.")
        self.rounds = self.count(got["rounds"])
        header = Header(
            title=got["title"].text(LONGEST["title"]),
            summary=got["summary"].text(LONGEST["summary"]),
            titles=self.titles(got["seats"]),
            unit=self.unit(got) or "",
            fields=self.state(got["state"]),
            private=self.deal(got["private"]),
            rounds=self.rounds,
            moves=self.made(got["moves"]),
            after_round=self.changes(got["after_round"]),
            payoff=self.payoff(got),
            ends_when=self.expression(got["ends_when"], "all", optional=True),
            won_by=self.expression(got["won_by"], "all", texts=SIDES, optional=True),
            player_hears=self.heard(got["player_hears"]),
            strategies=tuple(self.strategies(got["strategies"])),
            reports=tuple(map(self.report, got["report"].items("a report"))),
            language=self.language(got["language"]),
            tell=dict(self.tell(got["tell"])),
        )
        self.private_payoffs = header.pays_in_private
        if self.contested and self.private_payoffs:
            why = "Who has won a round is for everybody to know here, and payoffs depend on private values."
            self.contested.wrong(why)
        if header.ends_when and self.rounds.high == 1 and not got["rounds"]:
            why = "changes nothing in a game of one round; say how many “rounds” there are."
            got["ends_when"].note(f"“ends_when” {why}")
        return header

    # ── pieces ──

    def expression(
        self,
        node: Node,
        scope: Scope,
        *,
        seats: tuple[Seat, ...] = (),
        texts: Collection[str] = (),
        optional: bool = False,
        lets: Mapping[str, str] | None = None,
    ) -> Expression:
        """An expression, noted to be checked, with what each of `lets` is in its place. What is as it stands one of `texts` is that
        text."""
        if optional and node.empty:
            return Expression()
        if node.said and node.said in texts:
            return Expression(repr(node.said))
        text = node.text(
            LONGEST_EXPRESSION, "an expression, such as “pie - offer”", "; give parts of it names in “let”"
        )
        if not text or text != node.said:
            return Expression()
        whole = Expression(inlined(text, self.given if lets is None else lets), node.line, node.called)
        self.places.append(Place(whole, scope, seats, frozenset(self.fields)))
        return whole

    def may_be_called(self, name: str, node: Node, what: str, taken: Collection[str] | None = None) -> bool:
        """Whether `what` may be called so: other than all of `taken`, else than all there is."""
        if taken is None:
            taken = {*self.fields, *self.moves, *self.lets, *(each for of in self.private.values() for each in of)}
        alike = next((each for each in taken if each.casefold() == name.casefold()), None)
        proper = name.isidentifier() and unicodedata.normalize("NFKC", name) == name and not name.startswith("_")
        why = _first(
            (name.casefold() in RESERVED or keyword.iskeyword(name), "means something in every game"),
            (not proper, "is not a name: names are letters, digits and “_”, and begin with a letter"),
            (len(name) > LONGEST["name"], f"is longer than {LONGEST['name']} characters"),
            (alike == name, "is already the name of something else"),
            (alike is not None, f"differs from “{alike}” in capitals only"),
        )
        if why:
            node.wrong(f"“{short(name)}” {why}; call {what} something else.")
            self.incomplete = True
        return not why

    def unit(self, got: Table) -> str | None:
        """How amounts are written, where that is said; “unit:” with nothing behind it is a bare number."""
        if not got["unit"]:
            return None
        return "" if got["unit"].empty else got["unit"].text(LONGEST["unit"])

    def kind(self, got: Table, known: Collection[str], of: str = "", **called: str) -> str:
        """The “type” that is said, perhaps by another name, else that of what has choices; nothing where it is another."""
        said = got["type"].text(20)
        kind = called.get(said, said)
        if kind in known:
            return kind
        if got["type"]:
            got["type"].wrong(f"“{short(kind)}” is no type{of}{meant(kind, known)}; there are {listed(known)}.")
        return "choice" if got["choices"] else ""

    def choices(self, name: str, got: Table, kind: str, node: Node, what: str) -> dict[str, tuple[str, ...]]:
        """What a choice may be: at least two, told apart, each with further words for it. Nothing else has any."""
        of, found, twice = got["choices"], dict[str, tuple[str, ...]](), False
        if kind != "choice" or not of:
            if of:
                of.wrong(f"“{name}” has choices, and so its type is choice.")
            elif kind == "choice":
                node.wrong(f"{what} is a choice without “choices”.")
            return {}
        for item, further in of.pairs(f"a choice of “{name}”"):
            choice = item.text(LONGEST["choice"])
            if any(choice.casefold() == each.casefold() for each in found):
                item.wrong(f"The choice “{choice}” of “{name}” is there twice.")
                twice = True
            elif choice:
                found[choice] = further.rename(f"the words for “{choice}”").words(LONGEST["word"])
        if len(found) < 2 and not twice:
            of.wrong(f"“{name}” needs at least two different choices.")
        return found

    def check_range(self, name: str, got: Table, kind: str, node: Node) -> None:
        """Amounts that are drawn, or may be named."""
        ranged = [key for key in ("from", "to", "step") if got[key]]
        low, high, step = (got[key].figure for key in ("from", "to", "step"))
        if ranged and kind not in ("integer", "number"):
            got[ranged[0]].wrong(f"“{ranged[0]}” is for numbers, and “{name}” is of type {kind}.")
        elif low is not None and high is not None and low > high:
            got["from"].wrong(f"“{name}” goes from {low} to {high}, which is upside down.")
        if step is not None and step <= 0:
            got["step"].fault(f"is {step}, and should be more than 0.")
        if kind == "integer" and any(isinstance(each, float) for each in (low, high, step)):
            node.wrong(f"“{name}” is a whole number, and its range has fractions; say “type: number”.")

    # ── what everybody may know, and what one side alone does ──

    def titles(self, entry: Node) -> dict[Seat, str]:
        titles = {HUMAN: "Human", PLAYER: "Player"}
        for side, each in entry.table(SIDES, "the title of the {} side".format).items():
            titles[Seat(side)] = each.text(LONGEST["side"]) or titles[Seat(side)]
        if entry and titles[HUMAN].casefold() == titles[PLAYER].casefold():
            entry.wrong(f"Both sides are called “{titles[HUMAN]}”; give them different titles.")
        return titles

    def state(self, entry: Node) -> tuple[Field, ...]:
        for name, each in entry.table(form=_NAMED).items():
            if self.may_be_called(name, each, "this field"):
                self.fields[name] = self.field(name, each)
        return tuple(self.fields.values())

    def deal(self, entry: Node) -> tuple[tuple[Seat, Field], ...]:
        sides = entry.table((*SIDES, "both"), "“private” of {}".format)
        self.incomplete |= not sides.whole
        for side, of in sides.items():
            seats = SIDES if side == "both" else (Seat(side),)
            for name, each in of.table(form=_NAMED).items():
                for value in self.weights(name, each) if "items" in each.keys else [self.drawn(name, each)]:
                    taken = {*self.fields, *(known for seat in seats for known in self.private[seat])}
                    if self.may_be_called(value.name, each, "this value", taken):
                        for seat in seats:
                            self.private[seat][value.name] = value
        return tuple((seat, each) for seat in SIDES for each in self.private[seat].values())

    def drawn(self, name: str, entry: Node) -> Field:
        value = self.field(name, entry, _PRIVATE)
        if value.kind == "list":
            entry.fault("is a list, and a private value is a number, a text or a choice.")
        elif value.value:
            entry.fault(
                "is not drawn, and everybody who is told this header knows it: give it “from” and “to”, or “choices”; what only "
                "the player is to know can stand in its prompt."
            )
        return value

    def weights(self, name: str, entry: Node) -> Iterator[Field]:
        """A value for each of the “items”, which are dealt together."""
        got = entry.table(("items", "total", "from", "unit", "words"))
        items = got["items"].words(LONGEST["word"])
        self.unread(got)
        total, least = got["total"].whole(1, 1000), got["from"].whole(0, 1000) or 0
        if not got["total"]:
            entry.fault("has “items” and no “total”: say what they come to together.")
        elif not 2 <= len(items) <= MOST_CHOICES:
            entry.fault(f"is shared out among 2 to {MOST_CHOICES} “items”.")
        elif total is not None and least * len(items) > total:
            entry.fault(f"has {len(items)} items of {least} or more, which is more than {total} together.")
        elif total is not None:
            high, unit = total - least * (len(items) - 1), self.unit(got) or ""
            whole = Field(name, "integer", Expression(), least, high, 1, (), None, unit, entry.line, name, total)
            yield from (replace(whole, name=f"{name}_{item}") for item in items)

    def field(self, name: str, entry: Node, keys: tuple[str, ...] = _FIELD) -> Field:
        if entry.is_text:  # a value alone
            got = Table(entry, value=Node(self.mistakes, entry.line, "“value”", entry.written, entry))
        elif any(key in keys or meant(key, keys) for key in entry.keys):
            got = entry.table(keys)
        else:
            got = Table(entry, value=entry)
        kind, value = self.field_kind(got), got["value"]
        self.unread(got)
        if kind == "list":
            if value.empty or value.is_text:
                (value or entry).wrong(f"“{name}” is of type list and needs a list or a table as its value.")
            return Field(name, kind, constant=value.constant(), line=entry.line)
        choices = tuple(self.choices(name, got, kind, got["type"], f"“{name}”"))
        low, high, step = (got[key].number() for key in ("from", "to", "step"))
        field = Field(name, kind, Expression(), low, high, step, choices, None, self.unit(got), entry.line)
        self.check_range(name, got, kind, entry)
        if not value and kind in ("integer", "number"):
            if missing := " and ".join(f"“{key}”" for key in ("from", "to") if not got[key]):
                why = "say what it begins as, or from where to where it is drawn."
                entry.fault(f"has no value and no {missing}: {why}")
        elif not value and kind == "text":
            entry.fault("has no value: a text cannot be drawn.")
        elif kind == "text" and value.is_plain and not got["type"]:
            self.check_text(name, value)
        begins = Expression(self.begins(field, value), value.line, value.called)
        return replace(field, value=begins, means=got["means"].text(LONGEST["means"]))

    def field_kind(self, got: Table) -> FieldKind:
        """The “type” that is said, else what it looks like."""
        synonyms = {"yes/no": "yes-no", "bool": "yes-no", "boolean": "yes-no", "int": "integer", "table": "list"}
        if kind := self.kind(got, _KINDS, **synonyms):
            return cast(FieldKind, kind)
        value, ranged = got["value"], [got[key] for key in ("from", "to", "step") if got[key]]
        if value and not value.is_text:
            return "list"
        if ranged:  # what is drawn is whole by itself; what is given may become a fraction later
            return "number" if value or any("." in each.said for each in ranged) else "integer"
        if value.is_plain and value.said.casefold() in YES:
            return "yes-no"
        if value.is_plain and value.figure is not None:
            return "number"
        return "text" if value else "integer"

    def check_text(self, name: str, value: Node) -> None:
        """What was hardly meant to be a text."""
        read = _parsed(value.said)
        reckons = read and (read.uses or read.calls) and {each for each, _ in read.uses} <= self.fields.keys()
        if value.empty:
            value.wrong(f"“{name}” has no value.")
        elif _NEARLY.fullmatch(value.said):
            mend = "write it without signs and commas, and say “unit: $” or the like."
            value.wrong(f"“{value.said}” is not a number; {mend}")
        elif reckons and not value.said.isidentifier():
            mend = f"to have it worked out, write {{type: number, value: {value.said}}}, else put it in quotes."
            value.wrong(f"“{value.said}” would be a text here; {mend}")

    def begins(self, field: Field, value: Node) -> str:
        """What a field is at first, as an expression."""
        name, number = field.name, value.figure
        if field.kind in ("integer", "number") and _NEARLY.fullmatch(value.said):
            value.fault(f"is “{value.said}”; write it without signs and commas.")
        elif field.kind in ("integer", "number"):
            if number is None:
                return self.expression(value, "field")
            if (field.low is not None and number < field.low) or (field.high is not None and number > field.high):
                value.wrong(f"“{name}” begins as {number}, which is not within its range.")
            if field.kind == "integer" and isinstance(number, float):
                value.wrong(f"“{name}” is a whole number, and begins as {number}; say “type: number”.")
            return str(number)
        elif field.kind == "yes-no" and value:
            return str(value.yes(False))
        elif field.kind == "text" and value:
            return repr("" if value.empty else value.text(1000))
        elif value:
            text = value.text(LONGEST["choice"])
            if field.choices and text and text not in field.choices:
                value.wrong(f"“{name}” begins as “{text}”, which is none of its choices{meant(text, field.choices)}.")
            return repr(text)
        return ""

    def unread(self, got: Table) -> None:
        if got["words"]:
            got["words"].note("“words” are not read any more: displays are told by the table. They may be taken out.")

    # ── rounds ──

    def count(self, entry: Node) -> Rounds:
        if entry.is_text:
            count = entry.whole(1, MOST_ROUNDS) or 1
            return Rounds(count, count)
        got = entry.table(("from", "to", "hidden", "chance", "most", *_CONTESTS, "draws"))
        if contest := next((each for each in _CONTESTS if got[each]), None):
            return self.contest(contest, got)
        hidden = got["hidden"].yes(bool(got["chance"]))
        if got["chance"]:
            chance, most = got["chance"].number(), got["most"].whole(1, MOST_ROUNDS)
            if chance is not None and not 0 < chance < 1:
                got["chance"].wrong(f"“chance” is {chance}, and should be more than 0 and less than 1, such as 0.9.")
            if not got["most"]:
                why = f"after how many they end at the latest ({MOST_ROUNDS} is the most)."
                entry.wrong(f"“rounds” by chance need a “most”: {why}")
            return Rounds(1, most or 20, chance, hidden)
        low, high = (got[key].whole(1, MOST_ROUNDS) for key in ("from", "to"))
        if got and not (got["from"] and got["to"]):
            entry.wrong("“rounds” is a number, or has “from” and “to”, or “chance” and “most”.")
        elif low is not None and high is not None and low > high:
            entry.wrong(f"“rounds” goes from {low} to {high}, which is upside down.")
        return Rounds(low or 1, high or 1, None, hidden)

    def contest(self, how: str, got: Table) -> Rounds:
        """“best of: 5” or “first to: 3”: over when it is decided. Drawn rounds are played again, or count as rounds."""
        self.contested = got[how]
        count = got[how].whole(1, MOST_ROUNDS) or 1
        for key, each in got.items():
            if key not in (how, "draws", "most"):
                each.wrong(f"“rounds” are “{how}” so many, and “{key}” says something else; take one of them out.")
        draws = got["draws"].one_of(("again", "count") if how == "best of" else ("again",))
        most = got["most"].whole(1, MOST_ROUNDS) or min(4 * count, MOST_ROUNDS)
        target = count if how == "first to" else count // 2 + 1
        if draws == "count":
            return Rounds(count, count, target=target)
        return Rounds(most, most, hidden=True, target=target)

    # ── moves ──

    def made(self, entry: Node) -> tuple[MoveRule, ...]:
        for each in entry.items("a move"):
            self.move(each)
        if entry.empty:
            entry.wrong("The header has no “moves”: say what the sides do in each round.")
            self.incomplete = True
        return tuple(self.moves.values())

    def move(self, entry: Node) -> None:
        got = entry.table(_MOVE)
        name, called = got["name"].text(200), got["name"]
        if got and not called:
            entry.fault("has no “name”.")
        if not name or not self.may_be_called(name, called, "this move"):
            self.incomplete = True
            name = name or "the move"
        if not got:
            return
        entry.rename(f"“{name}”")
        if not got["by"]:
            called.wrong(f"The move “{name}” has no “by”: {listed(_BY, last='or')}.")
        if not got["ask"]:
            called.wrong(f"The move “{name}” has no “ask”: the question that whoever is to make it reads.")
        by = cast(By, got["by"].one_of(_BY))
        before = next(reversed(self.moves.values()), None)
        if by == "the other" and (before is None or before.by == "both"):
            why = f"both sides make “{before.name}”, the move before it" if before else "no move comes before it"
            got["by"].wrong(f"“{name}” is made by the other side, but {why}.")
        seats = (Seat(by),) if by in SIDES else SIDES
        rule = replace(
            self.values(name, got, called, seats),
            by=by,
            when=self.expression(got["when"], "public", optional=True),
            sets=self.changes(got["set"]),
            fields=tuple(self.parts(name, got["fields"], seats)),
        )
        self.moves.setdefault(name, rule)

    def parts(self, name: str, entry: Node, seats: tuple[Seat, ...]) -> Iterator[MoveRule]:
        """The fields of an offer."""
        taken = set[str]()
        rows = entry.table(form=lambda key: f"“{key}” of “{name}”")
        if entry and not 1 <= len(rows) <= MOST_FIELDS:
            entry.fault(f"are 1 to {MOST_FIELDS}: names, each with what may be said there.")
        for key, each in rows.items():
            if self.may_be_called(key, each, f"this field of “{name}”", taken):
                taken.add(key)
                got = each.table(_PART)
                each.rename(f"“{key}”")
                part = self.values(key, got, each, seats)
                yield part if part.ask else replace(part, ask=upper(key.replace("_", " ")))

    def values(self, name: str, got: Table, node: Node, seats: tuple[Seat, ...]) -> MoveRule:
        """What may be said for a move, or in a field of an offer."""
        kind = (
            "offer" if got["fields"] else self.kind(got, ("number", "choice", "text"), " of a move", integer="number")
        )
        if not kind and not any(got[key] for key in ("type", "from", "to")):
            node.wrong(f"The move “{name}” has no “type”: number, choice or text.")
        kind = kind or ("number" if got["from"] or got["to"] else "text")
        choices = self.choices(name, got, kind, node, f"The move “{name}”")
        if len(choices) > MOST_CHOICES:
            got["choices"].wrong(f"“{name}” has {len(choices)} choices; {MOST_CHOICES} is the most.")
        low, high, step = (self.expression(got[key], "public") for key in ("from", "to", "step"))
        if kind == "number" and (missing := " and no ".join(f"“{key}”" for key in ("from", "to") if not got[key])):
            node.wrong(f"The move “{name}” is a number and has no {missing}: say from where to where it may go.")
        for key in ("type", "default"):
            if kind == "offer" and got[key]:
                got[key].wrong(f"“{name}” has “fields”, and each has a “{key}” of its own.")
        if got["longest"] and kind != "text":
            got["longest"].wrong(f"“longest” is for texts, and “{name}” is of type {kind}.")
        self.check_range(name, got, kind, node)
        self.unread(got)
        if "{" in got["ask"].said:
            got["ask"].note(f"Braces in “ask” of “{name}” stay as they are: say in words what is meant.")
        plain = kind == "text" and not got["default"].said.startswith(("'", '"'))
        as_it_is = (got["default"].said,) if plain else choices
        return MoveRule(
            name=name,
            by="both",
            kind=cast(Kind, kind),
            ask=got["ask"].text(LONGEST["ask"]),
            low=low,
            high=high,
            step=step or Expression("1"),
            choices=choices,
            longest=got["longest"].whole(1, 1000) or 200,
            default=self.expression(got["default"], "own", seats=seats, texts=as_it_is, optional=True),
            unit=self.unit(got),
            line=node.line,
        )

    def changes(self, entry: Node) -> tuple[tuple[str, Expression], ...]:
        changes = []
        for name, each in entry.table(form=lambda name: f"{entry.called}, “{name}”").items():
            field = self.fields.get(name)
            if field is None and not self.incomplete:
                why = f"which is no field of “state”{meant(name, self.fields)}."
                each.wrong(f"{upper(entry.called)} changes “{short(name)}”, {why}")
            elif field is not None and field.kind == "list":
                each.wrong(f"{upper(entry.called)} changes “{name}”, which is a list, and lists never change.")
            changes.append((name, self.expression(each, "all", texts=field.choices if field else ())))
        return tuple(changes)

    def let(self, entry: Node) -> None:
        for name, each in entry.table().items():
            if self.may_be_called(name, each, "this"):
                whole: str = self.expression(each, "all", lets=self.lets)
                if len(whole) > LONGEST_LET:
                    why = f"is longer than {LONGEST_LET} characters with what it names in its place."
                    each.wrong(f"“{name}” {why}")
                    whole = "0"
                self.lets[name] = f"({whole})" if whole else ""

    # ── what it comes to ──

    def payoff(self, header: Table) -> Mapping[Seat, Expression]:
        entry = header["payoff"]
        self.beats(header["beats"])
        self.let(header["let"])
        if entry.empty and header["beats"]:
            return {seat: Expression(f"1 if {self.lets.get(WINNER, 0)} == '{seat}' else 0") for seat in SIDES}
        if entry.empty:
            entry.note("Without a “payoff” nobody wins: both sides get 0.")
            return dict.fromkeys(SIDES, _NOUGHT)
        got = entry.table((*SIDES, "table", "rows", "columns"))
        for side in SIDES:
            if got["table"] and got[side]:
                got[side].wrong(f"“payoff” has a table, which says what the {side} side gets; take out “{side}”.")
            elif got and not got["table"] and not got[side]:
                entry.wrong(f"“payoff” says nothing of the {side} side; write “{side}: 0” if it gets nothing.")
        if got["table"]:
            return self.payoff_table(got["table"].rename("the payoff table"), got)
        return {side: self.expression(got[side].rename(_PAYOFF.format(side)), "all") or _NOUGHT for side in SIDES}

    def payoff_table(self, table: Node, got: Table) -> Mapping[Seat, Expression]:
        """What each side gets, from a table: a row for each choice of the human side, a column for each of the player's, and
        in each cell what the two get."""
        row_is, rows = self.choice_of(HUMAN, got["rows"].text(LONGEST["name"]), table)
        column_is, columns = self.choice_of(PLAYER, got["columns"].text(LONGEST["name"]), table)
        if not row_is or not column_is:
            return dict.fromkeys(SIDES, _NOUGHT)
        lines: dict[Seat, list[str]] = {seat: [] for seat in SIDES}
        for row, of in self.rows(table, rows, "the row “{}” of the payoff table".format).items():
            cells: dict[Seat, list[str]] = {seat: [] for seat in SIDES}
            for column, cell in self.rows(of, columns, partial("the cell “{}”, “{}”".format, row)).items():
                pays = cell.items()
                if len(pays) != 2:
                    cell.fault("should be two payoffs, [human, player], such as [3, 0].")
                    continue
                for seat, pay in zip(SIDES, pays, strict=True):
                    worth = self.expression(pay.rename(_PAYOFF.format(seat)), "all") or 0
                    cells[seat].append(f"({worth}) if {column_is} == {column!r}")
            for seat in SIDES:
                lines[seat].append(f"({' else '.join([*cells[seat], '0'])}) if {row_is} == {row!r}")
        found = {seat: " else ".join([*lines[seat], "0"]) for seat in SIDES}
        return {seat: Expression(found[seat], table.line, _PAYOFF.format(seat)) for seat in SIDES}

    def rows(self, entry: Node, choices: Collection[str], form: Callable[[str], str]) -> Table:
        """A table with an entry for each of the choices."""
        got = entry.table(choices, form)
        if got.whole and (missing := [each for each in choices if each not in got]):
            entry.fault(f"has nothing for {listed(missing, '“{}”')}.")
        return got

    def choice_of(self, side: Seat, name: str, node: Node) -> tuple[str, tuple[str, ...]]:
        """How the choice of a side is written in expressions, and what it may be: of the move of that name, or the only one."""
        made = [rule for rule in self.moves.values() if rule.choices and rule.by in (side, "both")]
        fitting = [rule for rule in made if name in ("", rule.name)]
        if len(fitting) == 1:
            (rule,) = fitting
            return f"{rule.name}.{side}" if rule.by == "both" else rule.name, tuple(rule.choices)
        if not self.incomplete:
            many = f"the {side} side makes {len(made)} choices"
            why = f"there is no choice “{name}” of the {side} side" if name else many
            mend = "Say it with “rows: MOVE” (human) and “columns: MOVE” (player)."
            node.wrong(f"It is not clear what the table goes by: {why}. {mend}")
        return "", ()

    def beats(self, entry: Node) -> None:
        """“rock beats scissors”, for each pair: who has won, as a name for expressions."""
        if not entry:
            return
        (human, throws), (player, others) = (self.choice_of(side, "", entry) for side in SIDES)
        choices, clear = {*throws, *others}, bool(human and player)
        pairs: list[list[str]] = []
        for each in entry.items("an entry of “beats”"):
            winner, beats, losers = each.text(200).partition(" beats ")
            named = [name.strip() for name in (winner, *re.split(r",| and ", losers))]
            if not beats:
                each.wrong("An entry of “beats” is written so: rock beats scissors and lizard.")
            for name in named if beats and clear else ():
                if name not in choices:
                    each.wrong(f"“beats” speaks of “{short(name)}”, which is no choice{meant(name, choices)}.")
            for loser in named[1:]:
                if loser == named[0] or [loser, named[0]] in pairs:
                    each.wrong(f"“{short(named[0])}” and “{short(loser)}” cannot each beat the other.")
                pairs.append([named[0], loser])
        if clear and self.may_be_called(WINNER, entry, "that"):
            wins = "'human' if [{0}, {1}] in {2} else 'player' if [{1}, {0}] in {2} else 'nobody'"
            self.lets[WINNER] = f"({wins.format(human, player, pairs)})"

    # ── how it is told, played and counted ──

    def language(self, entry: Node) -> str:
        language = entry.text(LONGEST["name"]).casefold() or "en"
        if entry and language not in TONGUES:
            entry.note(
                f"Of “{short(language)}” the table knows no words (it does of {listed(TONGUES)}): what “tell” does not say is "
                "told in English, and nothing that the manager says in its own words is shown."
            )
        return language

    def tell(self, entry: Node) -> Iterator[tuple[tuple[str, str], str]]:
        """Templates by what is told, and of a choice which: each with slots that what it tells of has."""
        plain = tuple(each.name for each in self.fields.values() if each.kind != "list")
        slots: dict[str, Collection[str]] = {**OF_THE_HOUSE, "rules": plain, "example": plain}
        slots |= dict.fromkeys(plain, OF_A_FIELD)
        slots |= dict.fromkeys((name for of in self.private.values() for name in of), OF_THE_HOUSE["result"])
        slots |= {name: OF_A_MOVE | {part.name for part in rule.fields} for name, rule in self.moves.items()}
        for name, each in entry.table(tuple(slots), lambda name: f"“{name}” in “tell”").items():
            rows: Mapping[str, Node] = {"": each}
            if each.is_table:
                yes_no = name in self.fields and self.fields[name].kind == "yes-no"
                choices = ("yes", "no") if yes_no else self.choosable().get(name, ())
                rows = each.table(choices or ("—",))
                if name in self.moves and (left := [choice for choice in choices if choice not in rows]):
                    each.note(f"Of “{name}” the table tells {listed(left, '“{}”')} in words of its own.")
            for choice, row in rows.items():
                row.rename(f"what is told of “{name}”")
                text = "" if row.empty else row.text(LONGEST["told"])
                self.check_slots(text, slots[name], name, row)
                yield (name, choice), text

    def check_slots(self, text: str, slots: Collection[str], name: str, node: Node) -> None:
        named, rest = {found["name"] for found in SLOT.finditer(text)}, SLOT.sub("", text)
        if strange := sorted(named - set(slots)):
            has = f"it has {listed(sorted(slots), '{{{}}}')}" if slots else "it has no slots"
            node.fault(f"has no “{{{strange[0]}}}”{meant(strange[0], slots)}; {has}.")
        if "rounds" in named and self.rounds.hidden:
            node.wrong("The number of rounds is hidden, and nothing that is told may name it.")
        if "{" in rest or "}" in rest:
            node.wrong(f"In what is told of “{name}” a slot is not written as “{{name}}” or “{{name:one|many}}”.")

    def heard(self, entry: Node) -> tuple[str, ...] | None:
        own, others = self.private[PLAYER], self.private[HUMAN]
        public = [each.name for each in self.fields.values() if each.kind != "list"]
        known = [*public, *self.moves, *own, "round", "rounds", "total", "payoff"]
        names: list[str] = []
        for each in entry.items("a name in “player_hears”"):
            name = each.text(200)
            why = _first(
                (name in others and name not in own, "is private to the human side, and the player never hears it."),
                (
                    name in self.fields and name not in public,
                    "is a list, which is for expressions only and never shown.",
                ),
                (name in names, "stands twice in “player_hears”."),
            )
            if why:
                each.wrong(f"“{name}” {why}")
            elif name and name not in known and not self.incomplete:
                why = f"and there is nothing of that name{meant(name, known)}."
                each.wrong(f"“player_hears” has “{short(name)}”, {why}")
            elif name:
                names.append(name)
        return tuple(names) if entry else None

    def strategies(self, entry: Node) -> Iterator[Strategy]:
        seen: dict[tuple[Seat, str], int] = {}
        for side, of in entry.table((*SIDES, "both"), "“strategies” of {}".format).items():
            if of.empty:
                of.fault("is empty, and should be names, each with a colon and a value.")
            for name, each in of.table(form="the strategy “{}”".format).items():
                title, longest = " ".join(name.split()), LONGEST["strategy"]
                if not title or len(title) > longest or not all(c.isalnum() or c in " -'_." for c in title):
                    why = f"is not a strategy's name: up to {longest} letters, digits, spaces and hyphens."
                    each.wrong(f"“{short(name)}” {why}")
                    continue
                for seat in SIDES if side == "both" else (Seat(side),):
                    if at := seen.get((seat, title.casefold())):
                        each.wrong(f"The strategy “{title}” of {seat} is there already, on line {at}.")
                        continue
                    seen[seat, title.casefold()] = each.line
                    yield self.strategy(title, each, seat)

    def strategy(self, title: str, entry: Node, seat: Seat) -> Strategy:
        makes = {name: rule for name, rule in self.moves.items() if rule.by == seat or rule.by not in SIDES}
        moves, what = [], f"the strategy “{title}” of {seat}"
        got = entry.table(form=lambda name: f"“{name}” in {what}")
        for name, each in got.items():
            rule = self.moves.get(name)
            if rule and name not in makes:
                each.wrong(f"{upper(what)} says how to make “{name}”, which is the other side's move.")
            elif not rule and not self.incomplete:
                why = f"and there is no such move{meant(name, makes)}."
                each.wrong(f"The strategy “{title}” makes a move “{short(name)}”, {why}")
            if rule and rule.fields and each.is_table:
                rows = each.table([part.name for part in rule.fields])
                if less := [part.name for part in rule.fields if not rows[part.name]]:
                    each.wrong(f"In {what} “{name}” has no {listed(less, '“{}”')}.")
                puts = [(f"{name}.{part.name}", rows[part.name], part.choices) for part in rule.fields]
            else:
                puts = [(name, each, rule.choices if rule else {})]
            for key, row, texts in puts:
                put = self.expression(row.rename(what), "strategy", seats=(seat,), texts=texts)
                moves.append((key, put))
        if left := [name for name in makes if name not in got]:
            why = f"says nothing of {listed(left, '“{}”')}; there it plays as built-in players do."
            entry.note(f"{upper(what)} {why}")
        return Strategy(title, seat, tuple(moves))

    def report(self, entry: Node) -> Report:
        got = entry.table(("title", "of", "as", "by"))
        for needed in ("title", "of", "as"):
            if got and not got[needed]:
                entry.fault(f"has no “{needed}”.")
        return Report(
            title=got["title"].text(LONGEST["title"]),
            of=self.expression(got["of"], "report"),
            how=cast(Any, got["as"].one_of(("distribution", "share", "mean"))),
            by=self.expression(got["by"], "report", optional=True),
        )

    # ── what expressions may name ──

    def complaints(self, place: Place) -> Iterator[str]:
        try:
            read = parsed(place.expression)
        except BadExpression as wrong:
            yield str(wrong)
            return
        if place.scope != "strategy" and (dice := sorted(DICE & read.calls)):
            yield f"“{dice[0]}” throws dice, which only strategies may."
        known = self.known(place)
        for name, part in sorted(read.uses):
            if why := self.why_misread(name, part, place) if name in known else self.why_unknown(name, place, known):
                yield why
        if place.scope == "public" and self.private_payoffs and (name := _of_payoffs(read.node)):
            why = "would give a private value away, as payoffs depend on one; only public values may stand here."
            yield f"“{name}” {why}"
        yield from _strange_choices(read.node, self.choosable())

    def known(self, place: Place) -> set[str]:
        if place.scope == "field":
            return set(place.earlier)
        known = {*self.fields, *self.moves, *HOUSE}
        if self.rounds.hidden and place.scope != "report":
            known.discard("rounds")
        human, player = self.private.values()
        if place.scope in ("all", "report"):
            known |= {*human, *player}
        elif place.seats:
            known |= set.intersection(*(set(self.private[seat]) for seat in place.seats))
        return known | {*IN_STRATEGIES} if place.scope == "strategy" else known

    def why_unknown(self, name: str, place: Place, known: set[str]) -> str:
        secret = any(name in of for of in self.private.values())
        above = "; a value may name fields above it only" if place.scope == "field" else ""
        text = any(name in of for of in self.choosable().values())
        if name == "rounds":
            return "the number of rounds is hidden, and no expression may name it."
        why = _first(
            (name in self.lets, "cannot be used here: what stands in “let” may name only what stands above it there."),
            (secret and place.scope == "strategy", "is private to the other side."),
            (secret, "is private, and only public values may stand here."),
            (name in self.fields, f"is not declared before it{above}."),
            (name in IN_STRATEGIES, "is known in strategies only."),
            (name in FUNCTIONS, "is a function, and needs something in brackets after it."),
            (text, f"is a text, and texts stand in quotes: '{name}'."),
            (name.casefold() in YES, "is not a name; write True or False, or put it in quotes if it is a choice."),
        )
        if why or self.incomplete:
            return f"“{name}” {why}" if why else ""
        return f"there is nothing called “{name}”{meant(name, known)}{above}."

    def why_misread(self, name: str, part: str, place: Place) -> str:
        """What is wrong with reading `part` of a known name, as in “name.part”; “*” is what is worked out."""
        having = [seat for seat in SIDES if name in self.private[seat]]
        own, rule = bool(place.seats), self.moves.get(name)
        sides = f"write “{name}.human” or “{name}.player”."
        if name in ("total", "payoff", "wins") or (rule and rule.by == "both") or (len(having) == 2 and not own):
            if part in (*SIDES, "*"):
                return ""
            return f"“{name}” has no “{part}”: {sides}" if part else f"both sides have a “{name}”: {sides}"
        if name == "by" and part not in ("*", *self.moves) and not self.incomplete:
            return f"write “by.” with a move after it, such as “by.{next(iter(self.moves), 'offer')}”."
        if name == "by" or not part:
            return ""
        if having and own:
            return f"a side knows its own “{name}” only: write just “{name}”."
        if having:
            return "" if part == having[0] else f"only the {having[0]} side has a “{name}”: write just “{name}”."
        if part == "*":
            return ""
        if rule and rule.fields:
            fields = [each.name for each in rule.fields]
            has = f"it has {listed(fields, '“{}”')}."
            return "" if part in fields else f"“{name}” has no “{part}”{meant(part, fields)}; {has}"
        one_value = name == "round" or rule or (name in self.fields and self.fields[name].kind != "list")
        return f"“{name}” is one value: write just “{name}”." if one_value else ""

    def choosable(self) -> dict[str, tuple[str, ...]]:
        """What each choice may be, by name: of moves, fields and private values."""
        values = [*self.fields.values(), *(each for of in self.private.values() for each in of.values())]
        found = {each.name: each.choices for each in values if each.choices}
        for part in (part for rule in self.moves.values() for part in rule.parts if len(part.choices) > 1):
            found[part.name] = (*found.get(part.name, ()), *part.choices)  # fields of two offers may have one name
        return found


# ── small things ──────────────────────────────────────────────────────────────────────────────────────────────────────


def _first(*reasons: tuple[object, str]) -> str:
    """Of reasons the first that holds; nothing where none does."""
    return next((why for so, why in reasons if so), "")


def _parsed(text: str) -> Parsed | None:
    """An expression, if it is one."""
    try:
        return parsed(text)
    except BadExpression:
        return None


def _of_payoffs(node: ast.AST) -> str:
    """What in an expression speaks of payoffs: “total”, “payoff”, also those of earlier rounds. Empty when nothing does."""
    names = (getattr(each, "id", getattr(each, "attr", "")) for each in ast.walk(node))
    by_text = "payoff" if "['payoff']" in ast.unparse(node) else ""
    return next((name for name in names if name in ("total", "payoff", "wins")), by_text)


def _strange_choices(node: ast.AST, choices: dict[str, tuple[str, ...]]) -> Iterator[str]:
    """A sentence for every comparison of a choice with a text that it never is."""
    for each in ast.walk(node):
        if isinstance(each, ast.Compare) and isinstance(each.ops[0], ast.Eq | ast.NotEq):
            for one, other in permutations((each.left, each.comparators[0])):
                name, text = _chosen(one, choices), getattr(other, "value", None)
                if name and isinstance(text, str) and text not in choices[name]:
                    may = meant(text, choices[name]) or f"; it may be {listed(choices[name], last='or')}"
                    yield f"“{name}” is never '{short(text)}'{may}."


def _chosen(node: ast.AST, choices: Collection[str]) -> str:
    """Whose value `node` reads, if it is a choice: “choice” of `past[-1].choice[them]`."""
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name) if name in choices:
            return name
        case ast.Attribute(value=of, attr="human" | "player") | ast.Subscript(value=of):
            return _chosen(of, choices)
    return ""
