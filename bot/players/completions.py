"""What a model is sent, and what stands where in its completion: endpoints put the same things in several places."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field
from itertools import groupby
from typing import TYPE_CHECKING, Any, Literal

from bot.players.reply import Form
from games.core import record

if TYPE_CHECKING:
    from openai.types.chat import ChatCompletionMessage
    from openai.types.chat.chat_completion_message_function_tool_call import Function

Turn = tuple[Literal["user", "assistant"], str]


@record
class Sent:
    """What a model is sent: a system prompt, where there is one, turns, and messages behind them. `form` reads its answer, where
    the house does; `shape` is a JSON schema that a game's own may be held to. Tokens, temperature and stop are as in
    core.Letter. `extra` goes into the request as it is."""

    system: str
    turns: tuple[Turn, ...]
    form: Form | None = None
    shape: Mapping[str, Any] | None = None
    tokens: int = 0
    temperature: float | None = None
    stop: tuple[str, ...] = ()
    extra: Mapping[str, Any] = field(default_factory=dict)
    more: tuple[Mapping[str, Any], ...] = ()

    @property
    def schema(self) -> Mapping[str, Any] | None:
        """What the answer has to look like (None: anything)."""
        return self.form.schema if self.form else self.shape

    def messages(self) -> list[Mapping[str, Any]]:
        head = [{"role": "system", "content": self.system}] if self.system else []
        return [*head, *({"role": role, "content": text} for role, text in merged(self.turns)), *self.more]


def merged(turns: Sequence[Turn]) -> tuple[Turn, ...]:
    """The turns, with those of one role that follow each other as one: many models take them only in turn."""
    return tuple(
        (role, "\n\n".join(text for _, text in group)) for role, group in groupby(turns, key=lambda turn: turn[0])
    )


def content(message: ChatCompletionMessage) -> str:
    """What the message says."""
    found: Any = message.content
    if isinstance(found, list):  # some servers send it in parts
        return "".join(str(part.get("text", "")) for part in found if isinstance(part, dict))
    return found or ""


def called(message: ChatCompletionMessage) -> list[Function]:
    """The functions that it calls."""
    return [call.function for call in message.tool_calls or () if call.type == "function"]


def reasoning(message: ChatCompletionMessage) -> str:
    """What the provider says that the model thought, where it says so."""
    for name in ("reasoning_content", "reasoning"):
        if isinstance(thought := getattr(message, name, None), str):
            return thought.strip()
    return ""
