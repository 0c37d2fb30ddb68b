"""A stranger's bot: it knows no game, reads views and answers what it is asked, from choices, forms and examples."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from bot.surfaces.web.client import Answer
from bot.surfaces.web.shapes import Form, Question, View


class Robot:
    """Answers what is owed, by chance; after a few refusals by what the question falls back on."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.moves = 0

    def __call__(self, view: View, refusals: list[str]) -> Answer | None:
        owed = [each for each in view.asks if each.need != "none"]
        offers = [each for each in view.asks if each.need == "none" and each.choices and not refusals]
        if not owed and (not offers or (view.paused is None and self.rng.random() < 0.8)):
            return None
        self.moves += 1
        ask = owed[0] if owed else self.rng.choice(offers)
        if len(refusals) > 12 and ask.default is not None:
            return ask.key, ask.default
        return ask.key, self.answer(ask)

    def answer(self, ask: Question) -> Mapping[str, Any]:
        ways: list[Any] = [*(each.action for each in ask.choices), *ask.examples, *ask.forms]
        way = self.rng.choice(ways)
        return self.fill(way) if isinstance(way, Form) else way

    def fill(self, form: Form) -> dict[str, Any]:
        schema = form.json_schema
        needed = set(schema["required"])
        return {
            name: self.value(field)
            for name, field in schema["properties"].items()
            if name in needed or self.rng.random() < 0.5
        }

    def value(self, field: Mapping[str, Any]) -> Any:
        if "const" in field:
            return field["const"]
        if "enum" in field:
            return self.rng.choice(field["enum"])
        if "anyOf" in field:
            return self.value(self.rng.choice(field["anyOf"]))
        match field.get("type"):
            case "array":
                return [self.value(field.get("items", {})) for _ in range(self.rng.randint(0, 2))]
            case "integer" | "number":
                return self.rng.randint(int(field.get("minimum", 0)), int(field.get("maximum", 9)))
            case "boolean":
                return self.rng.random() < 0.5
            case "null":
                return None
        return "".join(self.rng.choice("aeiounrstl") for _ in range(6))
