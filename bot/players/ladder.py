"""The ladder: how an answer may be held to its form, from the strictest way to none. An endpoint that refuses one is asked by the
next below that asks for less."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Literal

from bot.players.completions import Sent
from bot.players.spec import ModelSpec, Reply
from games.core import record

TokenWord = Literal["max_tokens", "max_completion_tokens"]
OTHER: dict[TokenWord, TokenWord] = {"max_tokens": "max_completion_tokens", "max_completion_tokens": "max_tokens"}
BELOW: dict[Reply, Reply] = {"schema": "json", "tools": "json", "json": "text"}

TOOL = "move"


@record
class Rung:
    """A way of asking for an answer: by a schema, as a function's arguments, as any JSON, or in plain text. `bounded`: the
    schema says how long a text may be, which some strict endpoints refuse."""

    reply: Reply
    bounded: bool = False

    @property
    def below(self) -> Rung | None:
        if self.bounded:
            return Rung(self.reply)
        return Rung(BELOW[self.reply]) if self.reply in BELOW else None

    @property
    def held(self) -> bool:
        """The values that an answer may have stand in its schema, so that a short prompt need not list them."""
        return self.reply in ("schema", "tools")

    @property
    def tags(self) -> bool:
        """An answer in steps is written with tags, not as JSON."""
        return self.reply == "text"

    def asks(self, prompt: Sent[Any]) -> dict[str, Any]:
        """What a request says about the answer to a prompt."""
        if prompt.schema is None or self.reply == "text":
            return {}
        if self.reply == "json":  # which insists on a prompt that speaks of JSON
            return {"response_format": {"type": "json_object"}} if prompt.json else {}
        shape = prompt.schema if self.bounded else _unbounded(prompt.schema)
        if self.reply == "schema":
            schema = {"name": TOOL, "strict": True, "schema": shape}
            return {"response_format": {"type": "json_schema", "json_schema": schema}}
        function = {"name": TOOL, "description": "Make your move.", "strict": True, "parameters": shape}
        chosen = {"type": "function", "function": {"name": TOOL}}
        return {"tools": [{"type": "function", "function": function}], "tool_choice": chosen}


def _unbounded(schema: Any) -> Any:
    """A schema that does not say how long texts may be."""
    if isinstance(schema, Mapping):
        return {name: _unbounded(each) for name, each in schema.items() if name != "maxLength"}
    return [_unbounded(each) for each in schema] if isinstance(schema, list) else schema


@record
class Manners:
    """What an endpoint was found to take: on which rung it stands, and what else a request to it may say."""

    rung: Rung
    token_word: TokenWord
    temperature: bool = True
    stop: bool = True

    @classmethod
    def expected(cls, spec: ModelSpec) -> Manners:
        """OpenAI's newer models know only the newer word, and no lengths; most other servers only the older one."""
        own = bool(spec.base_url)
        return cls(Rung(spec.reply, bounded=own), "max_tokens" if own else "max_completion_tokens")

    def milder(self, about: str, prompt: Sent[Any], first: Manners) -> Manners | None:
        """What to try when a request was refused that was tried with these `first`: it is mended where the refusal is `about`
        something that can be, else less form is asked for; None when nothing is left."""
        if any(word in about for word in OTHER) and self.token_word == first.token_word:
            return replace(self, token_word=OTHER[self.token_word])
        if "temperature" in about and self.temperature:
            return replace(self, temperature=False)
        if "stop" in about and prompt.stop and self.stop:
            return replace(self, stop=False)
        below = self.rung.below
        while below and below.asks(prompt) == self.rung.asks(prompt):
            below = below.below
        return replace(self, rung=below) if below else None
