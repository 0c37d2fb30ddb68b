"""What stands where in a completion: endpoints put the same things in several places."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from openai.types.chat import ChatCompletionMessage


def content(message: ChatCompletionMessage) -> str:
    """What the message says."""
    found: Any = message.content
    if isinstance(found, list):  # some servers send it in parts
        return "".join(str(part.get("text", "")) for part in found if isinstance(part, dict))
    return found or ""


def reasoning(message: ChatCompletionMessage) -> str:
    """What the provider says that the model thought, where it says so."""
    for name in ("reasoning_content", "reasoning"):
        if isinstance(thought := getattr(message, name, None), str):
            return thought.strip()
    return ""
