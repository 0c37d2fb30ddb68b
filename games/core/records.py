"""Small immutable values, and how a few fields of a large one are changed."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import (
    Any,
    TypeVar,
    cast,
    dataclass_transform,
)

S = TypeVar("S")


R = TypeVar("R")


T = TypeVar("T")


C = TypeVar("C", bound=type)


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def record(cls: C) -> C:
    """A small immutable value. Slots and no pydantic inside: a game makes thousands of them."""
    return cast(C, dataclass(frozen=True, slots=True)(cls))


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def state(cls: C) -> C:
    """What a game's views are: a record with many fields, of which every event changes a few; see `altered`."""
    return cast(C, dataclass(frozen=True)(cls))


def altered(state: R, /, **changes: Any) -> R:
    """A state or record with some of its fields changed: `dataclasses.replace`, for a `state` at a sixth of its cost."""
    try:
        changed = state.__dict__ | changes
    except AttributeError:  # a record with slots
        return replace(state, **changes)  # type: ignore[type-var]
    fresh = _new(state.__class__)
    _set(fresh, "__dict__", changed)
    return fresh


_new, _set = object.__new__, object.__setattr__
