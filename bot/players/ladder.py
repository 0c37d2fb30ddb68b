"""The ladder: how an answer may be held to its form, from the strictest way to none. An endpoint that refuses one is asked by the
next below that asks for less."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Literal

from bot.players.completions import Sent
from bot.players.spec import ModelSpec, Reply
from bot.players.troubles import Trouble, fewer_tokens
from games.core import record

TokenWord = Literal["max_tokens", "max_completion_tokens"]
OTHER: dict[TokenWord, TokenWord] = {"max_tokens": "max_completion_tokens", "max_completion_tokens": "max_tokens"}
BELOW: dict[Reply, Reply] = {"schema": "json", "tools": "json", "json": "text"}

TOOL = "move"

RETRIES = 3
"""Tries more after a 429, a 5xx or a dropped connection."""


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
    """What an endpoint was found to take: on which rung it stands, and what else a request to it may say; `most` is how many
    tokens of an answer it gives (None: as many as anybody asked for)."""

    rung: Rung
    token_word: TokenWord
    temperature: bool = True
    stop: bool = True
    most: int | None = None

    @classmethod
    def expected(cls, spec: ModelSpec) -> Manners:
        """OpenAI's newer models know only the newer word, and no lengths; most other servers only the older one."""
        own = bool(spec.base_url)
        return cls(Rung(spec.reply, bounded=own), "max_tokens" if own else "max_completion_tokens")

    def mended(self, about: str, prompt: Sent[Any], first: Manners, asked: int) -> Manners | None:
        """What to try when a request for `asked` tokens was refused that was tried with these `first`, and the refusal is
        `about` something that can be mended; None where it is not."""
        if (fewer := fewer_tokens(about, asked)) is not None:
            return replace(self, most=fewer)
        if any(word in about for word in OTHER) and self.token_word == first.token_word:
            return replace(self, token_word=OTHER[self.token_word])
        if "temperature" in about and self.temperature:
            return replace(self, temperature=False)
        if "stop" in about and prompt.stop and self.stop:
            return replace(self, stop=False)
        return None

    def milder(self, prompt: Sent[Any]) -> Manners | None:
        """The next that asks for less form; None when nothing is left."""
        below = self.rung.below
        while below and below.asks(prompt) == self.rung.asks(prompt):
            below = below.below
        return replace(self, rung=below) if below else None


class Way:
    """One answer's way down the ladder: what was tried, and what is to be tried next. It begins with the manners that are known,
    on a rung that has been `proven` to be taken, or not."""

    def __init__(self, known: Manners, proven: Rung | None) -> None:
        self.manners, self.sure, self.tries = known, True, 0
        self._first, self._proven, self._room, self._asked_twice = known, proven, 0, False

    def tokens(self, wanted: int) -> int:
        """How many tokens of an answer to ask for."""
        return min(each for each in (wanted, self.manners.most, self._room) if each)

    def goes_on(self, trouble: Trouble, prompt: Sent[Any]) -> bool:
        """Whether another request may help, in the manners that are in place then. `sure`: a refusal said that these are needed."""
        if trouble.too_long:  # an answer may be, too, in what the prompt leaves of the context
            self._room = fewer_tokens(trouble.about, trouble.asked) or 0
            return self._room > 0
        if trouble.about:
            return self._refused(trouble, prompt)
        if not trouble.passes or self.tries == RETRIES:
            return False
        self.tries += 1
        if trouble.unexplained and self.tries > 1 and self.manners.rung != self._proven:
            self._steps_down(prompt, sure=False)
        return True

    def _refused(self, trouble: Trouble, prompt: Sent[Any]) -> bool:
        mended = self.manners.mended(trouble.about, prompt, self._first, trouble.asked)
        sure = trouble.named and self.manners.rung != self._proven
        if mended or not (sure or self._asked_twice):
            # A refusal may be an accident that says nothing of the form, or of one that was taken before: gateways ask others
            # in turn. The same is asked once more.
            self.manners, self._asked_twice = mended or self.manners, True
            return True
        return self._steps_down(prompt, sure)

    def _steps_down(self, prompt: Sent[Any], sure: bool) -> bool:
        milder = self.manners.milder(prompt)
        if milder:
            self.manners, self.sure = milder, self.sure and sure
        return milder is not None
