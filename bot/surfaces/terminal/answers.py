"""What a person types, read as an answer to what their seat is asked: “7”, “water”, “tag 7”, “end”, “animal 2”.

Nothing here knows a game. Cards answer by name or number, choices by label or number, forms by their fields in order:
every field takes a word, the one of free text takes what is left, and what stands in brackets at the end goes to the
field that may be left out. A form of lists alone is answered in any words that the game can read, or list by list; where
some lists may be left out, by what is on any of them. Where plain talk is asked for, the line is what is said. Whatever is
unclear is answered with a sentence and, where there is one, a suggestion.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import MISSING, Field, dataclass, replace
from difflib import get_close_matches
from functools import cached_property
from typing import Annotated, Any, get_args, get_origin, get_type_hints

from pydantic import ValidationError
from pydantic.fields import FieldInfo

from bot.surfaces.terminal.draw import numbered
from games.core import Action, Ask, Seat, answer_fields, labelled, named, talk_fields
from games.core import Reading as Meaning
from games.reading import number_field
from games.scene import Control, Grid, Scene
from games.wire import adapter

STOPPING = ("end", "pass", "stop", "done", "skip")
"""Any of these words means the choice that has one of them in its name."""

QUIET = ("silence", "silent", "stay silent", "say nothing", "nothing", "pass", "skip", "…", "...", "-")
"""Any of these means saying nothing, where that is a choice beside saying something."""


@dataclass(frozen=True)
class Answered:
    """A whole answer to one ask."""

    ask: Ask
    action: Action


@dataclass(frozen=True)
class Unfinished:
    """A form with fields still to be filled in; `question` asks for the first of them, `menu` is what it takes. Nothing at all
    is an answer where that one is `optional`."""

    ask: Ask
    kind: type[Action]
    values: Mapping[str, Any]
    missing: tuple[str, ...]
    question: str
    menu: tuple[str, ...] = ()
    optional: bool = False


@dataclass(frozen=True)
class Unclear:
    """Not an answer, and why; perhaps this was meant."""

    why: str
    meant: Answered | None = None


Reading = Answered | Unfinished | Unclear


class Desk:
    """What a seat can answer at one moment: its asks, with the cards and buttons that its scene shows. `understand` is how
    the game reads an answer in somebody's own words; `why_not` says of a command that is none now why that is so, if it knows."""

    def __init__(
        self,
        asks: tuple[Ask, ...],
        scene: Scene,
        names: Mapping[Seat, str],
        understand: Callable[[Ask, str], Meaning] | None = None,
        why_not: Callable[[str], str] = lambda command: "",
    ) -> None:
        self._understand, self._why_not = understand, why_not
        self.asks = tuple(sorted((ask for ask in asks if not ask.follows), key=lambda ask: ask.need == "none"))
        self._follows = tuple(ask for ask in asks if ask.follows)
        self._open = (*self.asks, *self._follows)
        self.names = names
        self._scene = scene
        self._cards = numbered(scene)

    @property
    def first(self) -> Ask | None:
        """The ask that an answer without a verb goes to: an owed one, or else the first that takes more than a press, or
        else the first."""
        owed = next((ask for ask in self.asks if ask.need != "none"), None)
        return owed or next((ask for ask in self.asks if ask.forms), None) or next(iter(self.asks), None)

    @property
    def has_cards(self) -> bool:
        """Whether something on the board can be named."""
        return bool(self._cards)

    # ── what could be typed ──

    @cached_property
    def options(self) -> tuple[tuple[str, Answered], ...]:
        """The choices of the first ask, in order, with their labels."""
        return (
            tuple((self.label(each), Answered(self.first, each)) for each in self.first.choices) if self.first else ()
        )

    @property
    def menu(self) -> tuple[str, ...]:
        """The numbered list to show under the question: choices where there is no form to fill in, else what a form's
        field takes where no card shows it."""
        if not self.first:
            return ()
        if not self.first.forms:
            return tuple(label for label, _ in self.options) if len(self.options) > 1 else ()
        kind = self.first.forms[0]
        return self._list(self.first, _required(kind)[0].name) if self._listed(self.first, kind) else ()

    def hints(self) -> list[str]:
        """How each open question can be answered, in a few words. Where a line is what is said, all else has a slash."""
        found = []
        slash = "/" if self.says is not None else ""
        if self.says is not None:
            found.append("type what you say")
            found += ["Enter says nothing"] if self.silence else []
        for ask in self.asks:
            spoken = {self.says} if ask is self.first else set()
            for kind in (each for each in ask.forms if each not in spoken):
                shape = self._shape(ask, kind)
                plain = ask is self.first and kind is ask.forms[0]
                found.append(f"{slash}{shape if plain else f'{self._called(kind)} …'}")
            if ask is not self.first or (ask.forms and self.says is None):
                found += [slash + self.label(action).casefold() for action in ask.choices]
        if self.first and not self.first.forms and self.first.choices:
            found.insert(0, "a name or number" if self.menu else self.label(self.first.choices[0]).casefold())
        return list(dict.fromkeys(found))

    @property
    def corrections(self) -> list[str]:
        """How what was understood can be changed, in a few words."""
        forms = [f"/{self._called(kind)} …" for ask in self._follows for kind in ask.forms]
        return forms + [f"/{self.label(each).casefold()}" for ask in self._follows for each in ask.choices]

    def _called(self, kind: type[Action]) -> str:
        """What opens a form, as it is typed: its button's label, where that is one word."""
        labels = (each.label.casefold() for each in self._controls() if each.action is kind and each.filled is None)
        return next((label for label in labels if label.isalpha()), _words(kind))

    def label(self, action: Action) -> str:
        """What an action is called: its button's label, or its name and what it is about."""
        for control in self._controls():
            if control.action == action:
                return named(control.label, self.names)
        return " ".join([_words(type(action)).capitalize(), *self._about(action)])

    @property
    def says(self) -> type[Action] | None:
        """The form that the line fills in as it stands: what is asked for is talk."""
        return self.first.says if self.first else None

    @property
    def silence(self) -> Answered | None:
        """The choice of saying nothing, where talk is owed and silence is what is taken for no answer."""
        ask = self.first
        if ask is None or ask.says is None or ask.need == "none" or ask.default not in ask.choices:
            return None
        return Answered(ask, ask.default)

    # ── reading ──

    def names_exactly(self, text: str) -> bool:
        """Whether this is the name or number of something to choose now, whatever else it may mean."""
        return self._whole(" ".join(text.split())) is not None

    def read(self, text: str) -> Reading:
        text = " ".join(text.split())
        if not self._open:
            return Unclear("Nothing is asked of you just now.")
        if self.says is not None and not text.startswith("/"):
            return self._said(text)
        slashed, text = text.startswith("/"), text.removeprefix("/")
        if (plain := self._whole(text)) is not None:
            return plain
        for verb, rest, ask, offer in self._addressed(text):
            if isinstance(offer, type):
                return self._form(ask, offer, rest)
            if not rest or self.label(offer).casefold() == f"{verb} {rest}".casefold():
                return Answered(ask, offer)
        if slashed:  # a slip in “/whisper” is not to be heard by everybody
            word = text.partition(" ")[0]
            if why := self._why_not(text):
                return Unclear(why)
            return Unclear(f"“/{word}” is not something you can do now.{self._near(word, self._all_verbs())}")
        return self._bare(text)

    def fill(self, form: Unfinished, text: str) -> Reading:
        """The form with `text` in the field asked for."""
        if not text.strip() and form.optional:
            return self._finish(form.ask, form.kind, form.values, form.missing[1:])
        if len(form.missing) == 1 and self._in_own_words(form.ask, form.kind, form.missing[0], text.strip()):
            so_far = [labelled(str(each), self.names) for each in form.values.values()]
            return self._in_words(form.ask, ", ".join([*so_far, text]))
        name = form.missing[0]
        several = any(each.name == name and isinstance(each.default, tuple) for each in answer_fields(form.kind))
        values = [self._value(form.ask, name, part.strip()) for part in (text.split(",") if several else [text])]
        if unclear := next((each for each in values if isinstance(each, Unclear)), None):
            return unclear
        value = tuple(values) if several else values[0]
        return self._finish(form.ask, form.kind, {**form.values, name: value}, form.missing[1:])

    def _whole(self, text: str) -> Answered | Unfinished | None:
        """A bare number or name that is exactly one of the things asked for, or one for each list of a form."""
        ask = self.first
        if ask is None or self.says is not None:
            return None
        if not ask.forms:
            if text.isdecimal() and 0 < int(text) <= len(self.options) > 1:
                return self.options[int(text) - 1][1]
            return self._choice_about(text)
        kind = ask.forms[0]
        names = [each.name for each in _required(kind)]
        if self._listed(ask, kind):
            parts = text.split() if re.fullmatch(r"\d+( \d+)+", text) else re.split(r"\s*,\s*", text)
            values = [self._exactly(ask.allowed[name], part) for name, part in zip(names, parts, strict=False)]
            if len(parts) <= len(names) and None not in values:
                found = self._finish(ask, kind, dict(zip(names, values, strict=False)), tuple(names[len(parts) :]))
                return None if isinstance(found, Unclear) else found
        return None

    def _said(self, text: str) -> Reading:
        """A line where talk is asked for: silence, if it is called so, else what is said."""
        ask, kind = self.first, self.says
        assert ask is not None and kind is not None
        folded = text.casefold()
        for each in ask.choices:
            if folded in (self.label(each).casefold(), _words(type(each))):
                return Answered(ask, each)
        if folded in QUIET and self.silence is not None:
            return self.silence
        return self._finish(ask, kind, {answer_fields(kind)[0].name: text}, ())

    def _in_words(self, ask: Ask, text: str) -> Reading:
        """What the game makes of an answer in somebody's own words. What is not certain, and what is taken for said because
        nothing was said of it, is asked back."""
        assert self._understand is not None
        meaning = self._understand(ask, text)
        if meaning.action is None:
            return Unclear(meaning.why or f"“{text}” is not something you can do now.")
        if meaning.sure and self._understand(replace(ask, default=None), text).action == meaning.action:
            return Answered(ask, meaning.action)
        meant = f"You mean: {', '.join(self._about(meaning.action))}?"
        return Unclear(f"{meaning.why} {meant}".strip(), Answered(ask, meaning.action))

    def _choice_about(self, text: str) -> Answered | None:
        """The one choice that is about `text`: a player's name among “Vote Ada”, “Vote Basil”."""
        about = [found for label, found in self.options if label.casefold().split(" ", 1)[-1] == text.casefold()]
        return about[0] if len(about) == 1 else None

    def _addressed(self, text: str) -> Iterator[tuple[str, str, Ask, Action | type[Action]]]:
        """Offers that `text` begins with the verb of, the longest verbs first."""
        folded, found = text.casefold(), []
        for ask in self._open:
            for offer in self._offers(ask):
                for verb in self._verbs(offer):
                    if folded == verb or folded.startswith(f"{verb} "):
                        found.append((verb, text[len(verb) :].strip(), ask, offer))
        return iter(sorted(found, key=lambda each: -len(each[0])))

    @staticmethod
    def _offers(ask: Ask) -> tuple[Action | type[Action], ...]:
        return (*ask.choices, *ask.forms)

    def _verbs(self, offer: Action | type[Action]) -> set[str]:
        kind = offer if isinstance(offer, type) else type(offer)
        words = _words(kind)
        verbs = {words}
        if not isinstance(offer, type):
            verbs |= {self.label(offer).casefold(), words.split()[0]}
            if set(STOPPING) & set(words.split()):
                verbs |= set(STOPPING)
        verbs |= {each.label.casefold().removesuffix(" …") for each in self._controls() if each.action is kind}
        return verbs

    def _bare(self, text: str) -> Reading:
        ask = self.first
        if ask is not None and not ask.forms and (said := self._choice_in_words(ask, text)) is not None:
            return said
        if ask is None or not ask.forms:
            near = self._near(text, [label for label, _ in self.options] + self._all_verbs())
            return Unclear(f"“{text}” is not one of your choices.{near}")
        return self._form(ask, ask.forms[0], text, bare=True)

    def _choice_in_words(self, ask: Ask, text: str) -> Answered | Unclear | None:
        """The choice that somebody's own words mean: “I accept”. One that the game is not sure of, and says why, is asked back."""
        meaning = self._understand(ask, text) if self._understand is not None else None
        if meaning is None or meaning.action is None or not ask.takes(meaning.action):
            return None
        meant = Answered(ask, meaning.action)
        if meaning.sure:
            return meant
        return Unclear(f"{meaning.why} You mean: {self.label(meaning.action)}?", meant) if meaning.why else None

    def _in_own_words(self, ask: Ask, kind: type[Action], name: str, text: str) -> bool:
        """Whether the game is asked what a line means: where cards are named, and exact words, it need not be."""
        if self._understand is not None and _numbers_and_lists(ask, kind):
            return True
        if self._understand is None or self._cards or not self._listed(ask, kind):
            return False
        return self._exactly(ask.allowed[name], text) is None and not text.isdecimal()

    def _form(self, ask: Ask, kind: type[Action], text: str, bare: bool = False) -> Reading:
        """A form filled in from one line."""
        if any(each not in _required(kind) for each in self._lists(ask, kind)):
            return self._by_lists(ask, kind, text)
        given: dict[str, Any] = {}
        if text and self._in_own_words(ask, kind, _required(kind)[0].name, text):
            return self._in_words(ask, text)
        extra = next((each for each in answer_fields(kind) if each not in _required(kind)), None)
        if extra is not None and (aside := re.fullmatch(r"(.*?)\s*\(([^()]*)\)", text)):
            text = aside[1]
            given[extra.name] = tuple(self._card(each.strip()) for each in aside[2].split(",") if each.strip())
        names = [each.name for each in _required(kind)]
        if not text or not names:
            return self._finish(ask, kind, given, tuple(names))
        if len(names) > 1 and (unlike := self._unlike_any(ask, kind, names[0], text)):
            return Unclear(unlike)
        parts = _spread(text, names, [name for name in names if name not in ask.allowed])
        for name, part in parts.items():
            value = self._value(ask, name, part, kind if len(names) == 1 else None, verbs=bare)
            if isinstance(value, Unclear):
                return value
            given[name] = value
        return self._finish(ask, kind, given, tuple(name for name in names if name not in given))

    def _by_lists(self, ask: Ask, kind: type[Action], text: str) -> Reading:
        """A form of which some lists may be left out: filled in by what a line names of them, in any order, or list by list."""
        lists, needed = self._lists(ask, kind), _required(kind)
        asked = [each.name for each in answer_fields(kind) if each in needed or (each in lists and not text)]
        given: dict[str, Any] = {}
        words = text.replace(",", " ").split()
        while words:
            left = [each for each in lists if each.name not in given or isinstance(each.default, tuple)]
            ends = ((each, end) for end in range(len(words), 0, -1) for each in left)
            found = ((each, end, self._labelled(ask.allowed[each.name], " ".join(words[:end]))) for each, end in ends)
            field, end, value = next((each for each in found if each[2] is not None), (lists[0], 1, None))
            if value is not None:
                several = isinstance(field.default, tuple)
                given[field.name] = (*given.get(field.name, ()), value) if several else value
            elif all(words[0].casefold() != each.name for each in lists):
                how = f"“/{self._called(kind)}” by itself asks for one thing at a time."
                return Unclear(f"“{words[0]}” is on no list here. {how}")
            words = words[end:]
        return self._finish(ask, kind, given, tuple(name for name in asked if name not in given))

    @staticmethod
    def _lists(ask: Ask, kind: type[Action]) -> list[Field[Any]]:
        """The fields of a form that take what is on a list."""
        return [each for each in answer_fields(kind) if ask.allowed.get(each.name)]

    def _unlike_any(self, ask: Ask, kind: type[Action], name: str, text: str) -> str:
        """How a form is filled in whose first field takes certain words, where the text begins with nothing like one of them."""
        allowed, first = ask.allowed.get(name, ()), text.split()[0].casefold()
        if (
            not allowed
            or self._cards
            or first.isdecimal()
            or any(labelled(each, self.names) != each for each in allowed)
        ):
            return ""
        if any(each.casefold().startswith(first) for each in allowed) or self._near(first, list(allowed)):
            return ""
        example = next((each for each in ask.examples if isinstance(each, kind)), None)
        filled = [str(getattr(example, each.name)) for each in _required(kind)] if example is not None else []
        shape = f", as in “{' '.join([_words(kind), *filled])}”" if filled else ""
        return f"Say first which {_title(kind, name)}{shape}. There is: {', '.join(allowed)}."

    def _value(
        self, ask: Ask, name: str, text: str, alone: type[Action] | None = None, verbs: bool = False
    ) -> str | Unclear:
        """What `text` stands for in a field. Where the field has a list and this is not on it but nearly, ask back; what
        is not near anything goes to the rules, who have the last word."""
        allowed = ask.allowed.get(name, ())
        if not allowed:
            return text
        exact = self._exactly(allowed, text)
        if exact is not None:
            return exact
        if text.isdecimal():
            return Unclear(f"There is no number {text} to choose now.")
        known = {labelled(each, self.names).casefold(): each for each in allowed}
        close = get_close_matches(text.casefold(), known, n=1, cutoff=0.6) or [
            each for each in known if len(text) > 2 and each.startswith(text.casefold())
        ]
        if not close:
            near = self._near(text, self._all_verbs()) if verbs else ""
            return Unclear(f"“{text}” is not something you can do now.{near}") if near else text
        value = known[close[0]]
        meant = self._finish(ask, alone, {name: value}, ()) if alone else None
        shown = value.upper() if labelled(value, self.names) == value else labelled(value, self.names)
        return Unclear(f"Did you mean {shown}?", meant if isinstance(meant, Answered) else None)

    def _labelled(self, allowed: tuple[str, ...], text: str) -> str | None:
        folded = text.casefold()
        return next(
            (each for each in allowed if folded in (each.casefold(), labelled(each, self.names).casefold())), None
        )

    def _exactly(self, allowed: tuple[str, ...], text: str) -> str | None:
        if (called := self._labelled(allowed, text)) is not None:
            return called
        if text.isdecimal():
            number = int(text)
            if self._cards:
                return self._cards[number] if self._cards.get(number) in allowed else None
            return allowed[number - 1] if 0 < number <= len(allowed) else None
        return None

    def _card(self, text: str) -> str:
        return self._cards.get(int(text), text) if text.isdecimal() else text

    def _finish(self, ask: Ask, kind: type[Action], values: Mapping[str, Any], missing: tuple[str, ...]) -> Reading:
        if missing:
            optional = all(each.name != missing[0] for each in _required(kind))
            menu = self._list(ask, missing[0])
            return Unfinished(ask, kind, values, missing, _question(kind, missing[0]), menu, optional)
        try:
            return Answered(ask, adapter(kind).validate_python(dict(values)))
        except ValidationError as mistake:
            return Unclear(" ".join(str(each["msg"]).removeprefix("Value error, ") for each in mistake.errors()))

    # ── within ──

    def _listed(self, ask: Ask, kind: type[Action]) -> bool:
        """Whether every field of a form has a list to choose from."""
        return bool(_required(kind)) and all(ask.allowed.get(each.name) for each in _required(kind))

    def _list(self, ask: Ask, name: str) -> tuple[str, ...]:
        """What a field takes, as people read it, where no card shows it."""
        return () if self._cards else tuple(labelled(each, self.names) for each in ask.allowed.get(name, ()))

    def _about(self, action: Action) -> Sequence[str]:
        """What stands in an action, as people read it."""
        values = [getattr(action, each.name) for each in answer_fields(type(action))]
        told = [
            f"{value:g}" if isinstance(value, float) else str(value) for value in values if value not in (None, "", ())
        ]
        return [labelled(each, self.names) for each in told]

    def _shape(self, ask: Ask, kind: type[Action]) -> str:
        names = [each.name for each in _required(kind)]
        if self._listed(ask, kind) and len(names) > 1:
            shown = [", ".join(self._about(each)) for each in ask.examples if isinstance(each, kind)]
            return f"a number, or in words{f': “{shown[-1]}”' if shown else ''}"
        if len(names) == 1 and ask.allowed.get(names[0]):
            return "a card's name or number" if self._cards else "a name or number"
        examples = [each for each in ask.examples if isinstance(each, kind)]
        example = next(iter(examples), None)
        if number_field(kind):
            return "a number"
        if example is not None and len(names) > 1 and _numbers_and_lists(ask, kind):
            each = zip(names, self._about(examples[len(examples) // 2]), strict=True)
            return f"for example “{', '.join(f'{name} {value}'.replace('_', ' ') for name, value in each)}”"
        if example is not None:
            return f"for example “{' '.join(str(getattr(example, name)) for name in names)}”"
        return " ".join(f"<{_title(kind, name)}>" for name in names)

    def _controls(self) -> Iterator[Control]:
        yield from self._scene.controls
        for block in self._scene.blocks:
            if isinstance(block, Grid):
                for cell in block.cells:
                    yield from cell.presses

    def _all_verbs(self) -> list[str]:
        return sorted(verb for ask in self._open for offer in self._offers(ask) for verb in self._verbs(offer))

    @staticmethod
    def _near(text: str, known: list[str]) -> str:
        close = get_close_matches(text.casefold(), [each.casefold() for each in known], n=1, cutoff=0.6)
        return f" Did you mean “{close[0]}”?" if close else ""


def refused(kinds: Sequence[type[Action]], command: str, seats: Sequence[Seat], refuse: Callable[[Action], str]) -> str:
    """What `refuse` says of an action like the `command`, one of those `kinds` with any of `seats` in its fields; empty where it is none of them."""
    for kind in kinds:
        if f"{command.casefold()} ".startswith(f"{_words(kind)} "):
            values = {each.name: "…" if each.name in talk_fields(kind) else seats[0] for each in _required(kind)}
            try:
                return refuse(adapter(kind).validate_python(values))
            except ValidationError:
                return ""
    return ""


def _spread(text: str, names: list[str], free: list[str]) -> dict[str, str]:
    """The words of `text` over the fields: one each, and what is left to the only one of free text."""
    words = text.split()
    if len(names) == 1:
        return {names[0]: text}
    if len(words) < len(names) or len(free) > 1:
        return {names[0]: text} if names[0] in free else dict(zip(names, words, strict=False))
    more = len(words) - len(names)
    if more and not free:
        return dict(zip(names, words, strict=False))
    spread, at = {}, 0
    for name in names:
        width = 1 + (more if name in free else 0)
        spread[name] = " ".join(words[at : at + width])
        at += width
    return spread


def _required(kind: type[Action]) -> list[Field[Any]]:
    return [each for each in answer_fields(kind) if each.default is MISSING and each.default_factory is MISSING]


def _numbers_and_lists(ask: Ask, kind: type[Action]) -> bool:
    """Whether a form asks for a number, and besides for what is listed or said only: a game knows how that is written."""
    hints, named = get_type_hints(kind), [each.name for each in _required(kind)]
    numbers = [name for name in named if hints[name] in (int, float)]
    return bool(numbers) and {*named} <= {*numbers, *ask.allowed, *talk_fields(kind)}


def _words(kind: type[Action]) -> str:
    """A class's name as people say it: EndTurn is “end turn”."""
    return re.sub(r"(?<!^)(?=[A-Z])", " ", kind.__name__).casefold()


def _info(kind: type[Action], name: str) -> FieldInfo | None:
    hint = get_type_hints(kind, include_extras=True).get(name)
    extras = get_args(hint)[1:] if get_origin(hint) is Annotated else ()
    return next((each for each in extras if isinstance(each, FieldInfo)), None)


def _title(kind: type[Action], name: str) -> str:
    info = _info(kind, name)
    return (info.title if info and info.title else name.replace("_", " ")).casefold()


def _question(kind: type[Action], name: str) -> str:
    info = _info(kind, name)
    about = f" ({info.description})" if info and info.description else ""
    return f"{_title(kind, name).capitalize()}{about}:"
