"""What to write instead of what pydantic found wrong: in words for whoever wrote it, wherever that was."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from annotated_types import Ge, Le
from pydantic import BaseModel, ValidationError

_MENDS = {
    "missing": "this is missing.",
    "extra_forbidden": "there is nothing of this name.",
    "bool": "write on or off.",
    "int": "write a whole number.",
    "float": "write a number.",
    "decimal": "write a number.",
    "finite": "write a number.",
    "literal": "write {expected}.",
    "enum": "write {expected}.",
    "greater_than": "write a number above {gt:g}.",
    "greater_than_equal": "write a number not below {ge:g}.",
    "less_than": "write a number below {lt:g}.",
    "less_than_equal": "write a number not above {le:g}.",
    "string_type": "write a text.",
    "string_pattern_mismatch": "write something of the form {pattern}.",
    "string_too_long": "{max_length} characters are the most.",
    "string_too_short": "{min_length} characters are the least.",
    "too_long": "{max_length} are the most, and these are {actual_length}.",
    "too_short": "{min_length} are the least, and these are {actual_length}.",
    "tuple": 'write a list, like ["one", "two"], or name a file with one on each line.',
    "list": 'write a list, like ["one", "two"], or name a file with one on each line.',
    "set": 'write a list, like ["one", "two"], or name a file with one on each line.',
    "frozen": 'write a list, like ["one", "two"], or name a file with one on each line.',
    "dict": 'write names with their values, like {{"name": "value"}}.',
    "mapping": 'write names with their values, like {{"name": "value"}}.',
    "model": 'write names with their values, like {{"name": "value"}}.',
    "dataclass": 'write names with their values, like {{"name": "value"}}.',
}
"""What to write instead, by pydantic's name for a mistake or the first word of it."""


def mend(error: Mapping[str, Any], more: Mapping[str, str] | None = None) -> str:
    """What to write instead, as a sentence's end. `more` goes before what is said here, by the same names."""
    kind, known = error["type"], {**_MENDS, **(more or {})}
    if found := known.get(kind) or known.get(kind.partition("_")[0]):
        return found.format(**error.get("ctx", {}))
    return f"{error['msg'][:1].lower()}{error['msg'][1:]}."


def mends(mistake: ValidationError, of: type[BaseModel] | None = None) -> Iterator[tuple[str, str, bool]]:
    """Where each mistake is (“board.assassin_word”), what to write instead, and whether that is a whole sentence, by whoever
    wrote the rule. Where it is a number that the fields `of` a model bound, that is said with both its bounds."""
    for error in mistake.errors(include_url=False):
        where = ".".join(str(part) for part in error["loc"])
        if error["type"] in ("value_error", "assertion_error"):
            said = error["msg"].removeprefix("Value error, ").removeprefix("Assertion failed, ")
            yield where, said if said.endswith((".", "!", "?")) else f"{said}.", said.endswith((".", "!", "?"))
        else:
            yield where, _between(error, of) or mend(error), False


def _between(error: Mapping[str, Any], of: type[BaseModel] | None) -> str:
    """The whole range of a number that lies outside of it; empty where it has none."""
    field = of.model_fields.get(str(error["loc"][0])) if of is not None and len(error["loc"]) == 1 else None
    if field is None or error["type"] not in ("greater_than_equal", "less_than_equal"):
        return ""
    low = next((each.ge for each in field.metadata if isinstance(each, Ge)), None)
    high = next((each.le for each in field.metadata if isinstance(each, Le)), None)
    return f"write a number from {low:g} to {high:g}." if low is not None and high is not None else ""
