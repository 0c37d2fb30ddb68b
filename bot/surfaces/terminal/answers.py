"""What a person types, read as an answer to what their seat is asked: “7”, “water”, “tag 7”, “end”, “animal 2”.

Nothing here knows a game. Cards answer by name or number, choices by label or number, forms by their fields in order:
every field takes a word, the one of free text takes what is left, and what stands in brackets at the end goes to the
field that may be left out. A form of lists alone is answered in any words that the game can read, or list by list; where
some lists may be left out, by what is on any of them. Where plain talk is asked for, the line is what is said. Whatever is
unclear is answered with a sentence and, where there is one, a suggestion.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from typing import Any

from pydantic import ValidationError

from bot.surfaces.fields import FormField, Value, form_fields, sentences
from bot.surfaces.offers import Offer, about, label_of, offer
from bot.surfaces.terminal.draw import numbered
from games.core import Action, Ask, Parsed, Seat, answer_fields, labelled, named, talk_fields
from games.reading import number_field, number_fields, read
from games.scene import Grid, Scene, contents, titled
from games.wire import adapter

STOPPING = ("end", "pass", "stop", "done", "skip")
"""Any of these words means the choice that has one of them in its name."""

QUIET = ("silence", "silent", "stay silent", "say nothing", "nothing", "pass", "skip", "…", "...", "-")
"""Any of these means saying nothing, where that is a choice beside saying something."""


SENTENCE = 3
"""So many words may be meant for the others and not for an answer."""

GONE = Value("", "")
"""What stands in a list where something stood that cannot be chosen any more."""


@dataclass(frozen=True)
class Answered:
    """A whole answer to one ask."""

    ask: Ask
    action: Action


@dataclass(frozen=True)
class Unfinished:
    """A form with fields still to be filled in; `menu` is what the first of them takes. What was `wanted` for cannot be left out
    this time."""

    offer: Offer
    values: Mapping[str, Any]
    missing: Sequence[FormField]
    menu: tuple[str, ...] = ()
    wanted: bool = False

    @property
    def question(self) -> str:
        first = self.missing[0]
        return f"{first.title.capitalize()}{f' ({first.description})' if first.description else ''}:"

    @property
    def optional(self) -> bool:
        """Whether nothing at all is an answer."""
        return not (self.missing[0].required or self.wanted)


@dataclass(frozen=True)
class Unclear:
    """Not an answer, and why; perhaps this was meant, or this much of it is good."""

    why: str
    meant: Answered | None = None
    begun: Unfinished | None = None


Entry = Answered | Unfinished | Unclear


class Desk:
    """What a seat can answer at one moment: its asks, with the cards and buttons that its scene shows. `understand` is how
       the game reads an answer in somebody's own words; `why_not` says of a command that is none now, or of a form with such values, why that is so, if it knows.
    `places` is kept from
       one desk to the next: a number in a list stays what it was when the question was first put. `misfit` says what does not go together
       in an answer that is only begun.

       `first` is the ask that an answer without a verb goes to: an owed one, or else the first that takes more than a press, or
       else the first. `options` are its choices with their labels; `says` is the form that the line fills in as it stands, where
       talk is asked for, and `silence` the choice of saying nothing, or the only one there is, where that is what is taken for no
       answer."""

    def __init__(
        self,
        asks: tuple[Ask, ...],
        scene: Scene,
        names: Mapping[Seat, str],
        understand: Callable[[Ask, str], Parsed] | None = None,
        why_not: Callable[[type[Action] | str, Mapping[str, str]], str] = lambda command, values: "",
        places: dict[str, tuple[str, ...]] | None = None,
        misfit: Callable[[Action], str] = lambda begun: "",
    ) -> None:
        self.names, self._why_not, self._places = names, why_not, {} if places is None else places
        self._misfit = misfit
        self._understand = understand or (lambda ask, text: read(ask, text, names))
        self.asks = tuple(sorted((ask for ask in asks if not ask.follows), key=lambda ask: ask.need == "none"))
        self._follows = tuple(ask for ask in asks if ask.follows)
        self._open = (*self.asks, *self._follows)
        self.cards = numbered(scene)
        cells = (cell for block in scene.blocks if isinstance(block, Grid) for cell in block.cells)
        self._controls = (*scene.controls, *(press for cell in cells for press in cell.presses))
        owed = next((ask for ask in self.asks if ask.need != "none"), None)
        first = owed or next((ask for ask in self.asks if ask.forms), None) or next(iter(self.asks), None)
        self.first, self.says = first, first.says if first else None
        self.options = [(self.label(each), Answered(first, each)) for each in first.choices] if first else []
        only = first is not None and not first.forms and len(first.choices) == 1
        quiet = first.default if first and (self.says or only) and first.need != "none" else None
        self.silence = Answered(first, quiet) if first and quiet is not None and quiet in first.choices else None

    # ── what could be typed ──

    @property
    def menu(self) -> tuple[str, ...]:
        """The numbered list to show under the question, with a gap for what is gone from it: choices where there is no form to fill in, else what a form's
        field takes where no card shows it."""
        if not self.first:
            return ()
        if not self.first.forms:
            labels = self._in_place(self.first.key, [label for label, _ in self.options])
            return labels if len(self.options) > 1 else ()
        form = self._offer(self.first)
        return self._list(form.needed[0]) if _listed(form) else ()

    def hints(self) -> list[str]:
        """How each open question can be answered, in a few words. Where a line is what is said, all else has a slash."""
        return list(dict.fromkeys(hint for hint, *_ in self._ways()))

    def explained(self) -> dict[str, str]:
        """The same, each with what it does; of several choices in a list, each."""
        kinds = {type(each.action) for _, each in self.options} if self.first and not self.first.forms else set()
        ways: dict[str, str] = {}
        for hint, kind, ask in self._ways():
            takes = [ask.about[each.name] for each in form_fields(kind) if not each.values and each.name in ask.about]
            ways.setdefault(hint, "; ".join(takes) or about(kind))
        if len(kinds) > 1:
            ways = {label.casefold(): about(type(each.action)) for label, each in self.options} | ways
            ways.pop("a name or number", None)
        return ways

    @property
    def meanings(self) -> dict[str, str]:
        """What comes of what the first question lets one choose, as far as it says so."""
        if self.first is None:
            return {}
        chosen = (contents(each, ()) for each in self.first.choices)
        values = [value for some in (*self.first.allowed.values(), *chosen) for value in some]
        return {
            key: of for key, of in self.first.about.items() if any(f"{each} ".startswith(f"{key} ") for each in values)
        }

    def _ways(self) -> Iterator[tuple[str, type[Action], Ask]]:
        """How each action can be typed that answers an open question, and which."""
        slash, first = "/" if self.says is not None else "", self.first
        if first and not first.forms and first.choices:
            yield ("a name or number" if self.menu else self.options[0][0].casefold()), type(first.choices[0]), first
        if first and self.says is not None:
            yield "type what you say", self.says, first
        for ask in self.asks:
            for kind in (each for each in ask.forms if ask is not first or each is not self.says):
                plain = ask is first and kind is ask.forms[0]
                yield f"{slash}{self._shape(self._offer(ask)) if plain else f'{self._called(kind)} …'}", kind, ask
            if ask is not first or (ask.forms and self.says is None):
                yield from ((slash + self.label(each).casefold(), type(each), ask) for each in ask.choices)

    @property
    def corrections(self) -> dict[str, str]:
        """How what was understood can be changed, in a few words, each with what it does."""
        forms = {f"/{self._called(kind)} …": about(kind) for ask in self._follows for kind in ask.forms}
        choices = (each for ask in self._follows for each in ask.choices)
        return forms | {f"/{self.label(each).casefold()}": about(type(each)) for each in choices}

    def _called(self, kind: type[Action]) -> str:
        """What opens a form, as it is typed: its button's label, where that is one word."""
        labels = (each.label.casefold() for each in self._controls if each.action is kind and each.filled is None)
        return next((label for label in labels if label.isalpha()), words_of(kind))

    def _offer(self, ask: Ask, kind: type[Action] | None = None) -> Offer:
        """A form of `ask`, its first if none is named, to be filled in whole."""
        made = offer(ask, kind or ask.forms[0], self.names)
        return made if self.cards else replace(made, fields=tuple(self._placed(made, each) for each in made.fields))

    def _placed(self, form: Offer, field: FormField) -> FormField:
        there = {each.value: each for each in field.values}
        places = self._in_place(f"{form.ask.key}:{words_of(form.form)}:{field.name}", list(there)) if there else ()
        return field._replace(values=tuple(there.get(each, GONE) for each in places))

    def _in_place(self, key: str, values: Sequence[str]) -> tuple[str, ...]:
        """The values of a list, each where it first stood in it; "" where one did that is gone."""
        known = self._places.get(key, ())
        self._places[key] = known = (*known, *(each for each in values if each not in known))
        return tuple(each if each in values else "" for each in known)

    def label(self, action: Action) -> str:
        """What an action is called: its button's label, or its name and what it is about."""
        return label_of(action, self._controls, self.names)

    # ── reading ──

    def names_exactly(self, text: str) -> bool:
        """Whether this is the name or number of something to choose now, whatever else it may mean."""
        return self._whole(" ".join(text.split())) is not None

    def read(self, text: str, before: Action | None = None) -> Entry:
        """What a line is an answer to. `before` is what the line before it may have meant: what this one leaves open stays so."""
        entry = self._read(text, before)
        if not isinstance(entry, Unclear) or entry.meant or len(text.split()) < SENTENCE or text.startswith("/"):
            return entry
        spoken = (kind for ask in self.asks for kind in ask.forms if is_talk(kind))
        aloud = next((f" To say it: “{self._called(kind)} …”." for kind in spoken), "")
        return replace(entry, why=entry.why + aloud)

    def _read(self, text: str, before: Action | None) -> Entry:
        text = " ".join(text.split())
        if not self._open:
            return Unclear("Nothing is asked of you just now.")
        if self.says is not None and not text.startswith("/"):
            return self._said(text)
        slashed, text = text.startswith("/"), text.removeprefix("/")
        if (plain := self._whole(text)) is not None:
            return plain
        for verb, rest, ask, does in self._addressed(text):
            if isinstance(does, type):
                return self._form(self._offer(ask, does), rest)
            if not rest or self.label(does).casefold() == f"{verb} {rest}".casefold():
                return Answered(ask, does)
        if slashed:  # a slip in “/whisper” is not to be heard by everybody
            word = text.partition(" ")[0]
            why = f"“/{word}” is not something you can do now.{_near(word, self._all_verbs())}"
            return Unclear(self._why_not(text, {}) or why)
        if self.first is not None and before is not None and any(isinstance(before, each) for each in self.first.forms):
            return self._form(self._offer(replace(self.first, default=before)), text, bare=True)
        return self._bare(text)

    def fill(self, form: Unfinished, text: str) -> Entry:
        """The form with `text` in the field asked for."""
        field, *later = form.missing
        if not text.strip() and form.optional:
            return self._finish(form.offer, form.values, later)
        if text.strip() and _brief(form.offer) and (more := self._more(form, text)) is not None:
            return more
        if not later and self._in_own_words(form.offer, field, text.strip()):
            so_far = [labelled(str(each), self.names) for each in form.values.values()]
            return self._in_words(form.offer.ask, ", ".join([*so_far, text]))
        values = [self._value(field, part.strip()) for part in (text.split(",") if field.several else [text])]
        if unclear := next((each for each in values if isinstance(each, Unclear)), None):
            return unclear
        listed = [each.value for each in field.values]
        value = tuple(values) if field.several else values[0]
        filled = {**form.values, field.name: value}
        if listed and (later or not field.required) and (why := self._clash(form.offer, filled)):
            return Unclear(why)
        if later and listed and (other := next((each for each in values if each not in listed), None)):
            why = self._why_not(
                form.offer.form, {field.name: str(other)}
            )  # the rules would speak only after the fields to come
            return Unclear(why or f"“{labelled(str(other), self.names)}” is none of them.")
        return self._finish(form.offer, filled, later)

    def _more(self, form: Unfinished, text: str) -> Entry | None:
        """The form where a line says all of it, or another of its fields than the one asked for."""
        read = self._form(form.offer, " ".join(text.split()))
        if not isinstance(read, Unfinished):
            return read if isinstance(read, Answered) else None
        asked, missing = {each.name for each in form.offer.needed}, {each.name for each in form.missing}
        if not asked & read.values.keys() <= missing:
            return None
        left = [each for each in form.missing if each.name not in read.values]
        return self._finish(form.offer, {**form.values, **read.values}, left)

    def _whole(self, text: str) -> Answered | Unfinished | None:
        """A bare number or name that is exactly one of the things asked for, or one for each list of a form."""
        ask = self.first
        if ask is None or self.says is not None:
            return None
        if not ask.forms:
            if text.isdecimal() and 0 < int(text) <= len(self.menu):
                text = self.menu[int(text) - 1]
                return dict(self.options).get(text)
            # the one choice that is about `text`: a player's name among “Vote Ada”, “Vote Basil”
            about = [found for label, found in self.options if label.casefold().split(" ", 1)[-1] == text.casefold()]
            return about[0] if len(about) == 1 else None
        form = self._offer(ask)
        if _listed(form):
            parts = text.split() if re.fullmatch(r"\d+( \d+)+", text) else re.split(r"\s*,\s*", text)
            values = {each.name: self._exactly(each, part) for each, part in zip(form.needed, parts, strict=False)}
            if len(parts) <= len(form.needed) and None not in values.values():
                found = self._finish(form, values, form.needed[len(parts) :])
                return None if isinstance(found, Unclear) else found
        return None

    def _said(self, text: str) -> Entry:
        """A line where talk is asked for: silence, if it is called so, else what is said. What looks like a choice or a command is
        asked back: everybody would hear it."""
        ask, kind, folded = self.first, self.says, text.casefold()
        assert ask is not None and kind is not None
        for label, choice in self.options:
            if folded in (label.casefold(), words_of(type(choice.action))):
                return choice
        if folded in QUIET and self.silence is not None:
            return self.silence
        form = self._offer(ask, kind)
        said = self._finish(form, {form.fields[0].name: text})
        if not isinstance(said, Answered):
            return said
        if (command := self._commanded(text)) is not None:
            return Unclear(f"Say “{text}” aloud? The command is “/{command}”.", said)
        if text.isdecimal() and any(each.allowed for each in self._open):
            return Unclear(f"Say “{text}” aloud? A number chooses only after a command.", said)
        return said

    def _commanded(self, text: str) -> str | None:
        """The verb that a line of talk begins with, where with a slash it would be taken for something else than talk."""
        verb, _, _, does = next(iter(self._addressed(text)), ("", "", None, self.says))
        if does is self.says:
            return None
        entry = self.read(f"/{text}")
        taken = isinstance(entry, Unfinished) or (isinstance(entry, Answered) and entry.ask.allows(entry.action))
        return verb if taken else None

    def _in_words(self, ask: Ask, text: str) -> Entry:
        """What the game makes of an answer in somebody's own words. What is not certain, and what is taken for said because
        nothing was said of it, is asked back."""
        meaning = self._understand(ask, text)
        if meaning.action is None:
            return Unclear(meaning.why or f"“{text}” is not something you can do now.")
        if meaning.sure and self._understand(replace(ask, default=None), text).action == meaning.action:
            return Answered(ask, meaning.action)
        meant = f"You mean: {', '.join(self._about(meaning.action))}?"
        return Unclear(f"{meaning.why} {meant}".strip(), Answered(ask, meaning.action))

    def _addressed(self, text: str) -> Iterable[tuple[str, str, Ask, Action | type[Action]]]:
        """Offers that `text` begins with the verb of, the longest verbs first."""
        found = [
            (verb, text[len(verb) :].strip(), ask, does)
            for verb, ask, does in self._verbs()
            if f"{text.casefold()} ".startswith(f"{verb} ")
        ]
        return sorted(found, key=lambda each: -len(each[0]))

    def _verbs(self) -> Iterator[tuple[str, Ask, Action | type[Action]]]:
        """What every offer may be called that is open now."""
        for ask in self._open:
            for does in ask.answers:
                kind = does if isinstance(does, type) else type(does)
                words = words_of(kind)
                verbs = {words, *(c.label.casefold().removesuffix(" …") for c in self._controls if c.action is kind)}
                if not isinstance(does, type):
                    verbs |= {self.label(does).casefold(), words.split()[0]}
                    verbs |= {*STOPPING} if {*STOPPING} & {*words.split()} else set()
                yield from ((verb, ask, does) for verb in verbs)

    def _all_verbs(self) -> list[str]:
        return sorted(verb for verb, _, _ in self._verbs())

    def _bare(self, text: str) -> Entry:
        """An answer to the first ask without a verb."""
        ask = self.first
        if ask is not None and ask.forms and _addressed(ask, ask.forms[0]):
            return Unclear(f"Begin with what you do: “{self._called(ask.forms[0])} …”.")
        if ask is not None and ask.forms:
            return self._form(self._offer(ask), text, bare=True)
        meaning = self._understand(ask, text) if ask is not None else Parsed(None)
        if ask is not None and meaning.action is not None and ask.takes(meaning.action):
            meant = Answered(ask, meaning.action)  # “I accept”
            if meaning.sure:
                return meant
            if meaning.why:
                return Unclear(f"{meaning.why} You mean: {self.label(meaning.action)}?", meant)
        near = _near(text, [label for label, _ in self.options] + self._all_verbs())
        return Unclear(f"“{text}” is not one of your choices.{near}")

    def _in_own_words(self, form: Offer, field: FormField, text: str) -> bool:
        """Whether the game is asked what a line means: where cards are named, and exact words, it need not be."""
        if _numbers_and_lists(form):
            return True
        if self.cards or not _listed(form):
            return False
        return self._exactly(field, text) is None and not text.isdecimal()

    def _form(self, form: Offer, text: str, bare: bool = False) -> Entry:
        """A form filled in from one line."""
        ask, kind, fields = form.ask, form.form, form.needed
        left_out = [each for each in form.fields if not each.required]
        if any(each.values for each in left_out):
            return self._by_lists(form, text)
        given: dict[str, Any] = {}
        if text and self._in_own_words(form, fields[0], text):
            return self._in_words(ask, text)
        if left_out and (aside := re.fullmatch(r"(.*?)\s*\(([^()]*)\)", text)):
            text = aside[1]
            given[left_out[0].name] = tuple(self._card(each.strip()) for each in aside[2].split(",") if each.strip())
        if not text or not fields:
            return self._finish(form, given, fields)
        if _brief(form) and (meaning := self._understand(ask, text)).sure and isinstance(meaning.action, kind):
            meant = {each.name: getattr(meaning.action, each.name) for each in form.fields}
            return self._finish(form, {**meant, **given})
        for field, part in _spread(text, fields).items():
            value = self._value(field, part, form if len(fields) == 1 else None, verbs=bare)
            if isinstance(value, Unclear):
                return value if value.meant else replace(value, begun=self._begun(form, given, {field.name}))
            given[field.name] = value
        return self._finish(form, given, [each for each in fields if each.name not in given])

    def _by_lists(self, form: Offer, text: str) -> Entry:
        """A form of which some lists may be left out: filled in by what a line names of them, in any order, or list by list."""
        lists = [each for each in form.fields if each.values]
        # Where there is only one thing to choose, nobody is asked for it.
        sure = [each for each in lists if each.required and len(each.values) == 1 and not each.several]
        given: dict[str, Any] = {each.name: each.values[0].value for each in sure if len(lists) > 1}
        words = text.replace(",", " ").split()
        while words:
            left = [each for each in lists if each.name not in given or each.several]
            ends = ((each, end) for end in range(len(words), 0, -1) for each in left)
            found = ((each, end, _called_so(each, " ".join(words[:end]))) for each, end in ends)
            field, end, value = next((each for each in found if each[2] is not None), (lists[0], 1, None))
            if value is not None:
                given[field.name] = (*given.get(field.name, ()), value) if field.several else value
            elif all(words[0].casefold() != each.name for each in lists):
                how = f"“/{self._called(form.form)}” by itself asks for one thing at a time."
                return Unclear(f"“{words[0]}” is on no list here. {how}")
            words = words[end:]
        left = [each for each in form.fields if each.name not in given]
        # A line that names all that has to be named is an answer; else one list is asked for after the other.
        whole = bool(text) and not any(each.required for each in left)
        return self._finish(form, given, [each for each in left if each.required or (each in lists and not whole)])

    def _value(self, field: FormField, text: str, alone: Offer | None = None, verbs: bool = False) -> str | Unclear:
        """What `text` stands for in a field. Where the field has a list and this is not on it but nearly, ask back; what
        is not near anything goes to the rules, who have the last word."""
        if not field.values:
            return text
        if (exact := self._exactly(field, text)) is not None:
            return exact
        if text.isdecimal():
            return Unclear(f"There is no number {text} to choose now.")
        if (seat := self._seat_called(text)) is not None:
            return seat  # the rules say why not them
        known = {each.label.casefold(): each for each in field.values}
        close = get_close_matches(text.casefold(), known, n=1, cutoff=0.6) or [
            each for each in known if len(text) > 2 and each.startswith(text.casefold())
        ]
        if not close:
            if verbs and (why := self._why_not(text, {})):
                return Unclear(why)
            near = _near(text, self._all_verbs()) if verbs else ""
            return Unclear(f"“{text}” is not something you can do now.{near}") if near else text
        value, label, *_ = known[close[0]]
        meant = self._finish(alone, {field.name: value}) if alone else None
        return Unclear(
            f"Did you mean {value.upper() if label == value else label}?",
            meant if isinstance(meant, Answered) else None,
        )

    def _exactly(self, field: FormField, text: str) -> str | None:
        """The value that is called so, or has this number."""
        called, allowed = _called_so(field, text) or None, [each.value for each in field.values]
        if called is not None or not text.isdecimal() or all(each.isdecimal() for each in allowed):
            return called
        numbers = self.cards or dict(enumerate(allowed, 1))
        value = numbers.get(int(text))
        return value if value and value in allowed else None

    def _seat_called(self, text: str) -> Seat | None:
        """Somebody who is on no list now."""
        return next((seat for seat, name in self.names.items() if name.casefold() == text.casefold()), None)

    def _card(self, text: str) -> str:
        return self.cards.get(int(text), text) if text.isdecimal() else text

    def _finish(self, form: Offer, values: Mapping[str, Any], missing: Sequence[FormField] = ()) -> Entry:
        if missing:
            first, *later = missing
            fitting = self._fitting(form, values, first)
            if first.values and not fitting:
                return self._finish(form, values, later)  # nothing there goes with the rest
            first = first._replace(values=fitting)
            return Unfinished(form, values, (first, *later), self._list(first))
        try:
            return Answered(form.ask, adapter(form.form).validate_python(dict(values)))
        except ValidationError as mistake:
            wrong = {str(each["loc"][0]) for each in mistake.errors() if each["loc"]}
            return Unclear(sentences(mistake).replace("\n", " "), begun=self._begun(form, values, wrong))

    def _fitting(self, form: Offer, values: Mapping[str, Any], field: FormField) -> tuple[Value, ...]:
        """What of a list that may be left out goes with what is filled in; as it stands, where all of it does."""
        if field.required or field.several:
            return field.values
        listed = [each for each in field.values if each.value]
        fits = tuple(each for each in listed if not self._clash(form, {**values, field.name: each.value}))
        return field.values if len(fits) == len(listed) else fits

    def _clash(self, form: Offer, values: Mapping[str, Any]) -> str:
        """Why what is filled in does not go together; nothing where more is owed, or something mended, before anybody can say."""
        try:
            return self._misfit(adapter(form.form).validate_python(dict(values)))
        except ValidationError:
            return ""

    def _begun(self, form: Offer, values: Mapping[str, Any], wrong: Collection[str]) -> Unfinished | None:
        """What is left to ask for where some of a line was good."""
        good = {name: value for name, value in values.items() if name not in wrong}
        missing = [each for each in form.needed if each.name not in good]
        if not (good and wrong and missing and _brief(form)):
            return None
        return Unfinished(form, good, missing, self._list(missing[0]))

    # ── within ──

    def _list(self, field: FormField) -> tuple[str, ...]:
        """What a field takes, as people read it, where no card shows it."""
        return () if self.cards or field.number else tuple(each.label for each in field.values)

    def _about(self, action: Action) -> Sequence[str]:
        """What stands in an action, as people read it."""
        return [named(each, self.names) for each in contents(action, self.names)]

    def _shape(self, form: Offer) -> str:
        """How the first form is filled in."""
        fields = form.needed
        examples = [each for each in form.ask.examples if isinstance(each, form.form)]
        if _listed(form) and len(fields) > 1:
            shown = f": “{', '.join(self._about(examples[-1]))}”" if examples else ""
            first, *others = (each.title.casefold() for each in fields)
            return f"{first}: a name or number, then {', then '.join(others)}; or all in words{shown}"
        if len(fields) == 1 and fields[0].values:
            return self._by_card(form.ask) if self.cards else "a name or number"
        if number_field(form.form):
            return "a number"
        if examples and len(fields) > 1 and not number_fields(form.form) and _numbers_and_lists(form):
            each = zip(fields, self._about(examples[len(examples) // 2]), strict=True)
            return f"for example “{', '.join(f'{field.name} {value}'.replace('_', ' ') for field, value in each)}”"
        if _addressed(form.ask, form.form):
            return f"{self._called(form.form)} …"
        if examples:
            return f"for example “{' '.join(str(getattr(examples[0], each.name)) for each in fields)}”"
        return " ".join(f"<{each.title.casefold()}>" for each in fields)

    def _by_card(self, ask: Ask) -> str:
        """How a card answers: “fire …, or only a card's name or number”. What that does need not be said where the question
        speaks of it first: “Guess a word, or end the turn.”"""
        kind, how = ask.forms[0], "a card's name or number"
        before, said, _ = ask.text.casefold().partition(words_of(kind))
        others = {each if isinstance(each, type) else type(each) for each in ask.answers} - {kind}
        plain = said and not any(words_of(each) in before for each in others)
        return how if plain else f"{self._called(kind)} …, or only {how}"


def _addressed(ask: Ask, kind: type[Action]) -> bool:
    """Whether a standing offer takes words and to whom: without a verb, “Ada lies” might be whispered to Ada."""
    return ask.need == "none" and bool(talk_fields(kind)) and not is_talk(kind)


def is_talk(kind: type[Action]) -> bool:
    """Whether a form takes nothing but what somebody says."""
    return len(answer_fields(kind)) == 1 == len(talk_fields(kind))


def words_of(kind: type[Action]) -> str:
    """A class's name as people say it: EndTurn is “end turn”."""
    return titled(kind).casefold()


def _near(text: str, known: Iterable[str]) -> str:
    close = get_close_matches(text.casefold(), [each.casefold() for each in known], n=1, cutoff=0.6)
    return f" Did you mean “{close[0]}”?" if close else ""


def _called_so(field: FormField, text: str) -> str | None:
    """The value of a list that is called so."""
    folded = text.casefold()
    return next((each.value for each in field.values if folded in (each.value.casefold(), each.label.casefold())), None)


def _spread(text: str, fields: Sequence[FormField]) -> dict[FormField, str]:
    """The words of `text` over the fields: one each, and what is left to the only one of free text."""
    words, free = text.split(), [each for each in fields if not each.values]
    if len(words) == 1 < len(fields) and not any(each.talk for each in fields):
        return {next((each for each in fields if text.casefold() in [of.value for of in each.values]), fields[0]): text}
    if len(fields) == 1 or (fields[0] in free and (len(words) < len(fields) or len(free) > 1)):
        return {fields[0]: text}
    if len(free) == 1 and len(words) > len(fields):
        at = fields.index(free[0])
        end = len(words) - len(fields) + at + 1
        words = [*words[:at], " ".join(words[at:end]), *words[end:]]
    return dict(zip(fields, words, strict=False))


def _listed(form: Offer) -> bool:
    """Whether a form is filled in from lists. Numbers are written as they are, not by their places in one."""
    return form.ask.by_lists(form.form) and any(not each.number for each in form.needed)


def _brief(form: Offer) -> bool:
    """Whether a form takes a word of one's own and more than that, none of it whole sentences: a line may say all of it."""
    return len(form.needed) > 1 and not _listed(form) and not any(each.talk or each.several for each in form.needed)


def _numbers_and_lists(form: Offer) -> bool:
    """Whether a form asks for a number, and besides for what is listed or said only: a game knows how that is written."""
    known = all(each.number or each.talk or each.values for each in form.needed)
    return known and any(each.number for each in form.needed)
