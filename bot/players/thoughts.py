"""Where thinking ends: an answer, told apart from what its model thought aloud before it.

Endpoints leave thinking in tags of several names, in brackets, or in a channel; some templates open it in the prompt, so that
the answer has its end alone. Where nobody can tell where the thinking ends, there is no answer.
"""

from __future__ import annotations

import re
from itertools import zip_longest

from bot.players.completions import BadAnswer

UNCLOSED = "Your answer was never more than thinking. Think briefly, end it, and then answer."

NAMES = "(?:think|thinking|thought|thoughts|reasoning)"
# A tag may be broken off, by the next one or by the end of the answer.
_TAG = rf"(?i:</?{NAMES}\b[^<>]*(?:>|(?=<)|\Z)|\[/?{NAMES}\])"
_MARK = re.compile(rf"({_TAG}|<\|channel\|>(?:\s*final\s*<\|message\|>)?)")
_SIGN = re.compile(r"<\|[a-z_]+\|>")


def without_thoughts(text: str) -> tuple[str, str]:
    """An answer without its thinking, and the thinking. Raises BadAnswer where that has no end."""
    said, thoughts, unclosed = parted(text)
    if unclosed:
        raise BadAnswer(UNCLOSED)
    return said, thoughts


def parted(text: str, begun: bool = False) -> tuple[str, str, bool]:
    """What is said, what is thought, and whether the thinking goes on: “<think>5?</think>3” is 3, 5?, no. `begun`: words
    before any tag are thinking."""
    pieces = _MARK.split(text)
    said, thoughts, depth = list[str](), list[str](), int(begun and bool(pieces[0].strip()))
    for piece, mark in zip_longest(pieces[::2], pieces[1::2], fillvalue=""):
        (thoughts if depth else said).append(piece)
        closes = mark[1:2] == "/"
        if mark.endswith("|message|>") or (closes and not depth):  # it was opened where we do not see it
            thoughts += said  # in place: an answer may close what it never opened some thousand times
            said, depth = [], 0
        elif closes:
            depth -= 1
        elif mark and not mark.endswith("/>"):
            depth += 1
    thought = (_SIGN.sub(" ", each).strip() for each in thoughts)
    return _SIGN.sub("", "".join(said)).strip(), "\n".join(filter(None, thought)), depth > 0
