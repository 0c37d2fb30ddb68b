"""How much of a prompt a provider has read before."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping, Sequence
from typing import Any


def reusable(prompts: Iterable[Sequence[Mapping[str, Any]]]) -> float:
    """The share of what one seat was sent, one prompt after another, that stood byte for byte at the beginning of the prompt
    before, from 0 to 1: a provider that remembers beginnings need not read it again. Of the first prompt that is nothing."""
    before, same, every = "", 0, 0
    for messages in prompts:
        text = "".join(f"{each['role']}\n{json.dumps(each, ensure_ascii=False)}\n" for each in messages)
        same += len(os.path.commonprefix([before, text]).encode())  # noqa: RUF071 (characters are meant)
        every += len(text.encode())
        before = text
    return same / every if every else 0.0
