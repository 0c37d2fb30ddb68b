"""How much of a prompt a provider has read before."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

Prompt = Sequence[Mapping[str, Any]]


def reusable(prompts: Iterable[Prompt], others: Iterable[Prompt] = ()) -> float:
    """The share of what one seat was sent, one prompt after another, that stood byte for byte at the beginning of the prompt
    before, from 0 to 1: a provider that remembers beginnings need not read it again. Of the first prompt that is nothing, or what
    stood at the beginning of what `others` were sent before."""
    before, same, every = [_text(each) for each in others], 0, 0
    for messages in prompts:
        text = _text(messages)
        same += max((len(os.path.commonprefix([each, text]).encode()) for each in before), default=0)  # noqa: RUF071 (characters are meant)
        every += len(text.encode())
        before = [text]
    return same / every if every else 0.0


def _text(messages: Prompt) -> str:
    return "".join(f"{each['role']}\n{json.dumps(each, ensure_ascii=False)}\n" for each in messages)
