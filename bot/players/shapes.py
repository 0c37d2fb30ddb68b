"""What endpoints answer with, in whichever shape they put it: a chat completion, whole or in pieces, or another API's answer.

Nothing here trusts a byte: a body is bounded, it may be no JSON, and every field may be missing or of another type.

Errors: `NoCompletion` says in words what came instead; `ErrorInBody` holds what an endpoint reports with a status of 200.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from games.core import record

LONGEST_BODY = 4_000_000
"""Bytes of a body that are read: an answer in pieces has some hundred a token."""

NOT_ONE = "answered something that is no completion; is the base URL right?"
TOO_MUCH = "answered with more than anybody reads"
OTHERS_WAY = "speaks {}: point MASQUERADE_BASE_URL at its OpenAI-compatible address"


class NoCompletion(Exception):
    """What came is no completion: what its model did instead, to stand behind its name."""


class ErrorInBody(Exception):
    """An error that came with a status of 200."""

    unpaid = True

    def __init__(self, error: Any) -> None:
        super().__init__("an error with a status of 200")
        self.error = error


@record
class Usage:
    """Tokens as a provider counted them; None where it did not."""

    prompt: int | None = None
    cached: int = 0
    answer: int | None = None


@record
class Completion:
    """What a model answered. `ended` says why it went no further, in OpenAI's words (empty: its endpoint does not say, or it
    was broken off). `usage` is None where the provider does not count."""

    text: str
    ended: str = "stop"
    reasoning: str = ""
    refusal: str = ""
    usage: Usage | None = None


ENDED = {
    "end_turn": "stop",
    "stop_sequence": "stop",
    "completed": "stop",
    "eos": "stop",
    "max_tokens": "length",
    "max_output_tokens": "length",
    "incomplete": "length",
    "refusal": "content_filter",
    "safety": "content_filter",
}
"""Why an answer ended, in the words of other APIs than OpenAI's."""


def completion_in(body: bytes) -> Completion:
    """The completion in a body. Raises NoCompletion and ErrorInBody."""
    if len(body) > LONGEST_BODY:
        raise NoCompletion(TOO_MUCH)
    text = body.decode("utf-8-sig", "replace")
    sent = [line for line in _lines(text) if line.startswith(("data:", "event:", ":"))]
    pieces = [line[5:].strip() for line in sent if line.startswith("data:")]
    if pieces and text.lstrip().startswith(("data:", "event:", ":")):
        return _from_pieces(pieces)
    if sent:  # comments that kept the connection open until the answer was there
        text = "\n".join(line for line in _lines(text) if not line.startswith(":"))
    return _from_whole(_parsed(text))


def _lines(text: str) -> list[str]:
    """The lines of a stream of events. Not splitlines: it also cuts at U+2028 and others that may stand in a JSON text as they are."""
    return re.split(r"\r\n|\r|\n", text)


def _parsed(text: str) -> dict[str, Any]:
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        lines = [line for line in _lines(text) if line.strip()]
        try:
            found = json.loads(lines[-1]) if len(lines) > 1 else None
        except (ValueError, RecursionError):
            found = None
        if isinstance(found, dict) and "done" in found:
            raise NoCompletion(OTHERS_WAY.format("Ollama's own way")) from None
        raise NoCompletion(NOT_ONE) from None
    if isinstance(found, list) and len(found) == 1:
        found = found[0]
    if not isinstance(found, dict):
        raise NoCompletion(NOT_ONE)
    return found


# ── whole ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


def _from_whole(found: Mapping[str, Any]) -> Completion:
    error = found.get("error")
    if error or found.get("object") == "error":
        raise ErrorInBody(error or found)
    usage = usage_in(found.get("usage"))
    choices = found.get("choices")
    if isinstance(choices, list) and choices and isinstance(choices[0], dict):
        choice = choices[0]
        if choice.get("error"):
            raise ErrorInBody(choice["error"])
        message = choice.get("message")
        if isinstance(message, dict):
            return _of_message(message, _ended(choice.get("finish_reason")), usage)
        if isinstance(choice.get("text"), str):  # a completion of the older kind
            return Completion(choice["text"], _ended(choice.get("finish_reason")), usage=usage)
    if isinstance(found.get("output"), list):
        return _of_responses(found, usage)
    if found.get("type") == "message" and isinstance(found.get("content"), list):  # Anthropic's
        return _of_parts(found["content"], _ended(found.get("stop_reason")), usage)
    if "done" in found and isinstance(found.get("message"), dict):
        return _of_message(found["message"], _ended(found.get("done_reason")), usage)  # Ollama's
    if isinstance(found.get("candidates"), list):
        raise NoCompletion(OTHERS_WAY.format("Gemini's own way"))
    if found.get("type") == "message" or "completion" in found:
        raise NoCompletion(OTHERS_WAY.format("Anthropic's way"))
    raise NoCompletion(NOT_ONE)


def _of_message(message: Mapping[str, Any], ended: str, usage: Usage | None) -> Completion:
    """OpenAI's: an answer is the arguments of a function, or else the content."""
    content = message.get("content")
    arguments = [_arguments(call.get("function")) for call in _dicts(message.get("tool_calls"))]
    arguments.append(_arguments(message.get("function_call")))
    parts = _of_parts(content, ended, usage) if isinstance(content, list) else None
    text = next(filter(None, arguments), "") or (parts.text if parts else _words(content))
    refusal = message.get("refusal")
    thought = _reasoning(message) or (parts.reasoning if parts else "")
    return Completion(text, ended, thought, refusal if isinstance(refusal, str) else "", usage)


def _of_parts(content: Sequence[Any], ended: str, usage: Usage | None) -> Completion:
    """Text, thinking and functions in parts, as Anthropic has them and some servers do in a message."""
    parts = _dicts(content)
    used = [_words(part.get("input")) for part in parts if part.get("type") == "tool_use"]
    text = "".join(_text(part.get("text")) for part in parts if part.get("type") != "thinking")
    thought = "\n".join(_text(part.get("thinking")) for part in parts if part.get("type") == "thinking")
    return Completion(next(filter(None, used), "") or text, ended, thought.strip(), usage=usage)


def _of_responses(found: Mapping[str, Any], usage: Usage | None) -> Completion:
    """As the Responses API has it: messages, functions and reasoning in a row."""
    given = _dicts(found["output"])
    called = [_words(each.get("arguments")) for each in given if each.get("type") == "function_call"]
    told = [part for each in given if each.get("type") == "message" for part in _dicts(each.get("content"))]
    thought = [part for each in given if each.get("type") == "reasoning" for part in _dicts(each.get("summary"))]
    details = found.get("incomplete_details")
    why = details.get("reason") if isinstance(details, dict) else None
    return Completion(
        next(filter(None, called), "") or "".join(_text(part.get("text")) for part in told),
        _ended(why) or _ended(found.get("status")),
        "\n".join(_text(part.get("text")) for part in thought),
        "".join(_text(part.get("refusal")) for part in told),
        usage,
    )


def _arguments(function: Any) -> str:
    return _words(function.get("arguments")) if isinstance(function, dict) else ""


def _words(value: Any) -> str:
    """Text, or what should have been text: some servers send an object where its JSON belongs."""
    if isinstance(value, dict):
        return json.dumps(value, ensure_ascii=False) if value else ""
    return _text(value)


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""


def _dicts(value: Any) -> list[dict[str, Any]]:
    return [each for each in value if isinstance(each, dict)] if isinstance(value, list) else []


def _ended(why: Any) -> str:
    return ENDED.get(why.casefold(), why.casefold()) if isinstance(why, str) else ""


def _reasoning(message: Mapping[str, Any]) -> str:
    """What the provider says that the model thought, where it says so."""
    return next(
        (_text(message.get(name)) for name in ("reasoning_content", "reasoning") if message.get(name)), ""
    ).strip()


def usage_in(found: Any) -> Usage | None:
    """What a provider counted, by OpenAI's names or Anthropic's; None where it counted nothing."""
    if not isinstance(found, dict):
        return None
    prompt = _count(found, "prompt_tokens", "input_tokens")
    answer = _count(found, "completion_tokens", "output_tokens")
    if prompt is None and answer is None:
        return None
    cached = _count(found, "cache_read_input_tokens")
    if cached is not None:  # Anthropic counts these beside the others
        return Usage((prompt or 0) + cached, cached, answer)
    details = found.get("prompt_tokens_details") or found.get("input_tokens_details")
    cached = _count(details, "cached_tokens") if isinstance(details, dict) else 0
    return Usage(prompt, min(cached or 0, prompt or 0), answer)


def _count(found: Mapping[str, Any], *names: str) -> int | None:
    """A count of tokens; None where there is none that can be meant."""
    for name in names:
        value = found.get(name)
        if isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value < 1e12:
            return int(value)
    return None


# ── in pieces ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def _from_pieces(lines: Sequence[str]) -> Completion:
    """An answer that came in pieces though nobody asked for that. One without an end was broken off."""
    text, thought, arguments, refusal = list[str](), list[str](), list[str](), list[str]()
    ended, usage, some = "", None, False
    for line in lines:
        if line == "[DONE]":
            ended = ended or "stop"
            break
        try:
            piece = json.loads(line)
        except (ValueError, RecursionError):
            continue  # torn; the others may do without it, and a reader will tell
        if not isinstance(piece, dict):
            continue
        if piece.get("error"):
            raise ErrorInBody(piece["error"])
        usage = usage_in(piece.get("usage")) or usage
        for choice in _dicts(piece.get("choices"))[:1]:
            some = True
            if isinstance(choice.get("message"), dict):  # all of it in one
                return _from_whole(piece)
            delta = choice.get("delta")
            delta = delta if isinstance(delta, dict) else {}
            text.append(_text(delta.get("content")))
            thought.append(_text(delta.get("reasoning_content")) or _text(delta.get("reasoning")))
            refusal.append(_text(delta.get("refusal")))
            arguments += _called(delta)
            ended = _ended(choice.get("finish_reason")) or ended
    if not some:
        own = any('"content_block' in line or '"message_start"' in line for line in lines)
        raise NoCompletion(OTHERS_WAY.format("Anthropic's way") if own else NOT_ONE)
    return Completion("".join(arguments) or "".join(text), ended, "".join(thought).strip(), "".join(refusal), usage)


def _called(delta: Mapping[str, Any]) -> Iterator[str]:
    """Pieces of the arguments of the first function that is called."""
    for call in _dicts(delta.get("tool_calls")):
        if call.get("index") in (0, None):
            yield _arguments(call.get("function"))
    yield _arguments(delta.get("function_call"))
