"""Forgetting a person: their id and name, wherever a small document holds them."""

from __future__ import annotations

from typing import Any


def erased(value: Any, user: str, name: str) -> Any:
    """`value` without the person: whoever has their id under `user` becomes `name` with no id, and the bare id is gone."""
    match value:
        case dict():
            there = {each: erased(inner, user, name) for each, inner in value.items() if each != user}
            return {**there, "name": name} if value.get("user") == user and "name" in value else there
        case list() | tuple():
            return type(value)(erased(inner, user, name) for inner in value)
        case str() if value == user:
            return ""
    return value
