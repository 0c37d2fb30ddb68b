"""What a model answers: a form made from the questions that are open, and a patient reader of what comes back.

The form is a JSON schema that strict endpoints accept: every field required, nothing besides, allowed values as enums.
The reader accepts more than the schema does (code fences, prose around it, another case, a number in quotes, keys that
nobody asked for), because not every endpoint holds its model to a schema. It never guesses which move was meant.

Errors: `BadAnswer` is one sentence for the model, which may try again.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import MISSING, field, fields, replace
from functools import cache, partial
from typing import Any

from pydantic import ValidationError

from bot.players.completions import CUT_OFF, BadAnswer, Sent, calm
from bot.players.thoughts import without_thoughts
from bot.ports import Move
from games.core import CLAIMS, MEANS, Action, Ask, Seat, answer_fields, labelled, record
from games.story import NOT_NOW
from games.wire import adapter

NO_JSON = "Your answer held no JSON object. Answer with one JSON object and nothing else."
TWO_MOVES = "Your answer held two different moves. Answer with one."
SHOWN = 40
"""How much of a wrong value a refusal repeats, in characters."""
MOST_TRIES, MOST_READ, DEEPEST, MOST_VALUES = 100, 300_000, 50, 100
"""Of an answer: places where an object may begin, characters that are read over all of them, brackets within brackets, and values
of one field."""

Also = Callable[[], Mapping[str, Any]]


@record
class Blank:
    """One field to fill in. `values` are the only answers it takes, as written and as meant; empty: free. `also` gives the other
    ways of writing them that can mean nothing else, by `_loosely`, made when an answer first needs them."""

    name: str
    about: str
    schema: dict[str, Any]
    values: dict[str, Any] = field(default_factory=dict)
    also: Also = field(default=dict, compare=False)
    many: bool = False
    optional: bool = False


@record
class Choice:
    """One thing that may be answered: an action by name, with its blanks, in answer to one ask."""

    name: str
    about: str
    ask: Ask
    action: type[Action]
    blanks: tuple[Blank, ...] = ()

    @property
    def schema(self) -> dict[str, Any]:
        blanks = {blank.name: blank.schema for blank in self.blanks}
        return strict_object({"action": {"type": "string", "enum": [self.name]}, **blanks})

    @property
    def sketch(self) -> dict[str, Any]:
        """A move with its blanks left open, so that no value is suggested."""
        return {"action": self.name} | self.open

    @property
    def open(self) -> dict[str, Any]:
        return {blank.name: ["…"] if blank.many else "…" for blank in self.blanks}

    def filled(self, blanks: Mapping[str, Any]) -> Action:
        """The action with its blanks filled in. Raises BadAnswer."""
        move, values = _plain_keys(blanks), dict[str, Any]()
        for blank in self.blanks:
            value = move.get(_key(blank.name))
            if value is None or (value == "" and (blank.values or not blank.optional)):
                if blank.optional:
                    continue
                raise BadAnswer(f'"{blank.name}" is missing from your move.')
            values[blank.name] = _value(blank, value)
        try:
            action = adapter(self.action).validate_python(values)
        except ValidationError as error:
            first = error.errors(include_url=False)[0]
            where = f'"{first["loc"][0]}"' if first["loc"] else "Your move"
            raise BadAnswer(f"{where} is not right: {_reason(first['msg'])}") from None
        if not self.ask.takes(action):
            raise BadAnswer(NOT_NOW)
        return action

    def shown(self, action: Action) -> dict[str, Any]:
        """`action` as the form wants it written."""
        written: dict[str, Any] = {"action": self.name}
        for blank in self.blanks:
            value = getattr(action, blank.name)
            as_written = {meant: each for each, meant in blank.values.items()}
            if blank.many:
                written[blank.name] = [str(as_written.get(each, each)) for each in value]
            else:
                written[blank.name] = str(as_written.get(value, value)) if blank.values else value
        return written


@record
class Form:
    """All that may be answered now. `thoughts` says that a sentence of private reasoning comes before the move."""

    choices: tuple[Choice, ...]
    thoughts: bool = True

    @property
    def asks(self) -> tuple[Ask, ...]:
        """The asks that it answers, in order."""
        return tuple({choice.ask.key: choice.ask for choice in self.choices}.values())

    @property
    def schema(self) -> dict[str, Any]:
        """A JSON schema within what strict endpoints accept: an object at the root, `anyOf` below it."""
        moves = [choice.schema for choice in self.choices]
        properties: dict[str, Any] = {"move": moves[0] if len(moves) == 1 else {"anyOf": moves}}
        if self.thoughts:
            about = "one or two short sentences; nobody at the table reads them before the game is over"
            properties = {"thoughts": {"type": "string", "description": about}} | properties
        return strict_object(properties)

    def written(self, move: Mapping[str, Any]) -> str:
        """A whole answer with that move, as one line of JSON."""
        thoughts = {"thoughts": "…"} if self.thoughts else {}
        return json.dumps({**thoughts, "move": move}, ensure_ascii=False)

    def prompt(self, system: str, *told: str) -> Sent[Move]:
        """A prompt of the house's own that is answered with this form."""
        return Sent(system, tuple(("user", text) for text in told), self.read, self.schema)

    def read(self, text: str, cut_off: bool = False) -> Move:
        """The move that `text` makes, with what it says was thought. Raises BadAnswer."""
        if cut_off:
            raise BadAnswer(CUT_OFF)
        whole = alone(text)
        complaint, answers = NO_JSON, []
        for found in [whole] if whole else _objects(without_thoughts(text)[0]):
            try:
                answers.append(self._answer(found))
            except BadAnswer as bad:
                complaint = str(bad)
        if not answers:
            raise BadAnswer(complaint)
        if any(each.action != answers[0].action for each in answers):
            raise BadAnswer(TWO_MOVES)
        return answers[0]

    def _answer(self, found: Mapping[str, Any]) -> Move:
        told = _plain_keys(found)
        thoughts = told.get("thoughts")
        inner = told.get("move")
        if isinstance(inner, Mapping):
            move = _plain_keys(inner)
        else:
            move = told | ({"action": inner} if isinstance(inner, str) and "action" not in told else {})
        choice = self._choice(move)
        action = choice.filled(move)
        return Move(choice.ask.key, action, thoughts.strip() if isinstance(thoughts, str) else "")

    def _choice(self, move: Mapping[str, Any]) -> Choice:
        """The choice that the answer names; where it names none, the only one there is."""
        listed = ", ".join(dict.fromkeys(f'"{choice.name}"' for choice in self.choices))
        name = move.get("action")
        if isinstance(name, str) and name.strip():
            named = [choice for choice in self.choices if _key(choice.name) == _key(name)]
            if not named:
                raise BadAnswer(f'There is no action {_show(name)} now. "action" has to be one of {listed}.')
            return named[0]
        if len(self.choices) > 1:
            raise BadAnswer(f'Your answer does not say what you do. "action" has to be one of {listed}.')
        return self.choices[0]


def form_for(
    asks: Sequence[Ask],
    names: Mapping[Seat, str] | None = None,
    titles: Mapping[Seat, str] | None = None,
    *,
    thoughts: bool = True,
    optional: bool = True,
) -> Form:
    """The form for what a seat is asked: what it owes, or else the offers that it was invited to, or else all offers.

    Values that are seats, or have {seat} marks, are written with the `names` of those who sit there; seats and their
    `titles` (“Player 3”) are understood too. Without `optional`, blanks that have a default are left out, but for what a
    model claims by its words, which is asked for in few words.
    """
    owed = [ask for ask in asks if ask.need != "none"]
    invited = [ask for ask in asks if ask.invites]
    choices: list[Choice] = []
    for ask in owed or invited or asks:
        for choice in _choices(ask, optional, partial(_written, names=names or {}, titles=titles or {})):
            taken = {each.name for each in choices}
            name = choice.name if choice.name not in taken else f"{choice.name} ({ask.key})"
            choices.append(replace(choice, name=name))
    if not choices:
        raise ValueError("there is nothing to answer")
    return Form(tuple(choices), thoughts)


# ── asks → blanks ─────────────────────────────────────────────────────────────────────────────────────────────────────


Written = Callable[[Iterable[Any]], tuple[dict[str, Any], Also]]


def _choices(ask: Ask, optional: bool, written: Written) -> Iterator[Choice]:
    for form in ask.forms:
        blanks = tuple(_blanks(form, ask.allowed, optional, written))
        yield Choice(form.__name__, about_of(form), ask, form, blanks)
    for kind in dict.fromkeys(type(choice) for choice in ask.choices):
        if kind not in ask.forms:
            picks = [choice for choice in ask.choices if type(choice) is kind]
            yield Choice(kind.__name__, about_of(kind), ask, kind, tuple(_picked(kind, picks, written)))


def blanks_of(kind: type[Action]) -> Iterator[Blank]:
    """What is filled in of such an action, whatever is allowed there."""
    return _blanks(kind, {}, True, partial(_written, names={}, titles={}))


def _blanks(
    kind: type[Action], allowed: Mapping[str, tuple[str, ...]], optional: bool, written: Written
) -> Iterator[Blank]:
    whole = schema_of(kind)  # type: ignore[arg-type]
    for each in fields(kind):  # type: ignore[arg-type]
        has_default = each.default is not MISSING or each.default_factory is not MISSING
        if each.name == MEANS or (has_default and not optional and each.name != CLAIMS):
            continue
        raw = whole["properties"][each.name]
        about = str(raw.get("description", ""))
        if has_default and not optional:
            about = about.partition(";")[0]
        values, also = written(allowed.get(each.name, ()))
        many = raw.get("type") == "array"
        if not values:
            values = _enum(raw, whole.get("$defs", {}))
        if values:
            one = {"type": "string", "enum": [*values, *([""] if has_default and not many else [])]}
            schema = {"type": "array", "items": one} if many else one
        else:
            schema = _strict(raw, whole.get("$defs", {}))
        yield Blank(
            each.name, about, schema | ({"description": about} if about else {}), values, also, many, has_default
        )


@cache
def schema_of(kind: Any) -> dict[str, Any]:
    """An action's own schema, made once: making it costs more than the rest of a prompt."""
    return adapter(kind).json_schema()


def _picked(kind: type[Action], picks: Sequence[Action], written: Written) -> Iterator[Blank]:
    """The blanks of a pick-one: for each field, the values that the picks have."""
    for each in answer_fields(kind):
        values, also = written([getattr(pick, each.name) for pick in picks])
        yield Blank(each.name, "", {"type": "string", "enum": list(values)}, values, also)


def _written(
    values: Iterable[Any], names: Mapping[Seat, str], titles: Mapping[Seat, str]
) -> tuple[dict[str, Any], Also]:
    """Values by how they are written, with the names of those who sit in the seats they hold, and how else they may be."""
    called = {value: labelled(str(value), names) for value in values}
    alike = Counter(map(_key, called.values()))
    by_label = {
        label
        if alike[_key(label)] == 1 or str(value) == label
        else f"{label} ({', '.join(_seats_in(value, names))})": value
        for value, label in called.items()
    }
    return by_label, cache(partial(_otherwise, called, names, titles))


def _otherwise(called: Mapping[Any, str], names: Mapping[Seat, str], titles: Mapping[Seat, str]) -> dict[str, Any]:
    """Other ways of writing these values: as they are, with seats or titles for names, or by a bare name where it belongs to one
    of them only."""
    plain = {seat: seat for seat in names}
    also: dict[str, set[Any]] = {}
    for value, label in called.items():
        seats = _seats_in(value, names)
        ways = {str(value), labelled(str(value), plain), labelled(str(value), titles)}
        ways |= {label, *(f"{seat} ({names[seat]})" for seat in seats if len(seats) == 1)}
        if len(seats) == 1:
            ways |= {seats[0], names[seats[0]], titles.get(seats[0], "")}
        for way in ways - {""}:
            also.setdefault(_loosely(way), set()).add(value)
    return {way: meant.pop() for way, meant in also.items() if len(meant) == 1}


def _loosely(text: str) -> str:
    """A key for texts that are alike but for case, spaces and punctuation; what has nothing else stays as it is."""
    return _key(text) or text


def _seats_in(value: Any, names: Mapping[Seat, str]) -> list[Seat]:
    """The seats that a value is about."""
    if Seat(str(value)) in names:
        return [Seat(str(value))]
    return [seat for seat in names if f"{{{seat}}}" in str(value)]


def about_of(kind: type[Action]) -> str:
    return (kind.__doc__ or "").strip().split("\n")[0]


def _enum(raw: Mapping[str, Any], defs: Mapping[str, Any]) -> dict[str, Any]:
    """The values of a field that takes only certain ones; written as strings, since strict endpoints want one type."""
    raw = _resolved(raw.get("items", {}) if raw.get("type") == "array" else raw, defs)
    return {str(value): value for value in raw.get("enum", [raw["const"]] if "const" in raw else [])}


def _strict(raw: Mapping[str, Any], defs: Mapping[str, Any]) -> dict[str, Any]:
    """A field's schema without the words that strict endpoints refuse (bounds, defaults, titles); how long a text may be is left to
    whoever asks (`ladder`)."""
    raw = _resolved(raw, defs)
    if "anyOf" in raw:
        return {"anyOf": [_strict(each, defs) for each in raw["anyOf"]]}
    if "enum" in raw or "const" in raw:
        return {"type": "string", "enum": list(_enum(raw, defs))}
    match raw.get("type"):
        case "string" | "integer" | "number" | "boolean" | "null" as kind:
            return {"type": kind} | ({"maxLength": raw["maxLength"]} if "maxLength" in raw else {})
        case "array" if "items" in raw:
            return {"type": "array", "items": _strict(raw["items"], defs)}
        case "object" if "properties" in raw:
            return strict_object({name: _strict(each, defs) for name, each in raw["properties"].items()})
    raise TypeError(f"no strict schema for {dict(raw)}")


def _resolved(raw: Mapping[str, Any], defs: Mapping[str, Any]) -> Mapping[str, Any]:
    return defs[raw["$ref"].rsplit("/", 1)[1]] if "$ref" in raw else raw


def strict_object(properties: dict[str, Any]) -> dict[str, Any]:
    """A JSON schema of an object as strict endpoints take it: every property required, and nothing besides."""
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


# ── answers → actions ─────────────────────────────────────────────────────────────────────────────────────────────────

_TRAILING = re.compile(r",(?=\s*+[}\]])")


def alone(text: str) -> dict[str, Any] | None:
    """The object that a text is, with nothing around it but a fence, whatever it speaks of. None where a key stands in it
    twice, too: it would be two answers, of which one were lost."""
    text = _unfenced(text.strip())
    try:
        found = None if too_deep(text) else json.loads(text, object_pairs_hook=_once)
    except ValueError:
        return None
    return _calm(found) if isinstance(found, dict) else None


def _calm(value: Any) -> Any:
    """What JSON held: escaped, anything may have stood in it."""
    match value:
        case str():
            return calm(value)
        case list():
            return [_calm(each) for each in value]
        case dict():
            return {calm(name): _calm(each) for name, each in value.items()}
    return value


def _unfenced(text: str) -> str:
    if len(text) < 6 or not (text.startswith("```") and text.endswith("```")):
        return text
    inner = text[3:-3]
    return inner[4:] if inner[:4].casefold() == "json" else inner


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("twice")
    return found


def _objects(text: str) -> Iterator[dict[str, Any]]:
    """Every JSON object that stands in `text` by itself, in order; a comma too many in one is overlooked."""
    if too_deep(text):
        return
    mended = _TRAILING.sub(" ", text)
    at, tries, left = text.find("{"), MOST_TRIES, MOST_READ
    while at >= 0 and tries and left > 0:
        end = at + 1
        for candidate in (text, mended) if mended != text else (text,):
            try:
                found, end = _DECODER.raw_decode(candidate, at)
            except json.JSONDecodeError as error:  # the next place may be read as far again
                left -= (len(text) if error.msg.startswith("Unterminated") else error.pos) - at
            except ValueError:  # a number of thousands of digits
                left -= len(text) - at
            else:
                left -= end - at
                yield _calm(found)
                break
        at, tries = text.find("{", end), tries - 1


_DECODER = json.JSONDecoder(strict=False)
_NO_BRACKETS = re.compile(r"[^\[\]{}]+")


def too_deep(text: str) -> bool:
    """Whether brackets are open in it as no answer has them: nothing is to be read in there."""
    if text.count("{") + text.count("[") <= DEEPEST:
        return False
    depth = 0
    for bracket in _NO_BRACKETS.sub("", text):
        depth = depth + 1 if bracket in "[{" else max(0, depth - 1)
        if depth > DEEPEST:
            return True
    return False


def _key(name: str) -> str:
    return _NO_LETTERS.sub("", name).casefold()


_NO_LETTERS = re.compile(r"[\W_]")


def _plain_keys(found: Mapping[str, Any]) -> dict[str, Any]:
    return {_key(name): value for name, value in found.items()}


def _value(blank: Blank, value: Any) -> Any:
    if blank.many:
        parts = value if isinstance(value, list) else [part for part in str(value).split(",") if part.strip()]
        if len(parts) > MOST_VALUES:
            raise BadAnswer(f'"{blank.name}" holds more than anybody wants to know.')
        return tuple(_one(blank, part) for part in parts)
    if isinstance(value, list) and len(value) == 1:
        value = value[0]
    return _one(blank, value)


def _one(blank: Blank, value: Any) -> Any:
    """A value as meant: one of those allowed, whatever its case, or any where none are listed."""
    if isinstance(value, str):
        value = value.strip()
    if not blank.values:
        return value
    written = str(value)
    if written in blank.values:
        return blank.values[written]
    key = _key(written)
    for meant, kept in blank.values.items():
        if key and key == _key(meant):
            return kept
    if (key or written) in (also := blank.also()):
        return also[key or written]
    raise BadAnswer(f'"{blank.name}" has to be one of {", ".join(blank.values)}; you wrote {_show(value)}.')


def _show(value: Any) -> str:
    written = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)
    return json.dumps(written if len(written) <= SHOWN else f"{written[:SHOWN]}…", ensure_ascii=False)


def _reason(message: str) -> str:
    message = message.removeprefix("Value error, ")
    return message if message.endswith((".", "!", "?")) else f"{message}."
