"""Answers of 64 KB in the shapes that readers stumble over: what repeats, nests, never ends, or begins like something else."""

from __future__ import annotations

import json

from bot.players.completions import LONGEST_READ

LONG = LONGEST_READ

_UNITS = {
    "a fence that does not end": " ",
    "letters": "a",
    "digits": "1",
    "quotes": '"',
    "backslashes": "\\",
    "escaped quotes": '\\"',
    "braces": "{",
    "closing braces": "}",
    "brackets": "][",
    "objects": "{},",
    "objects that begin": '{"a":',
    "objects with a quote": '{",',
    "commas and spaces": ",          ",
    "trailing commas": ",]",
    "thinking that begins": "<think>",
    "thinking that ends": "</think>",
    "thinking in brackets": "[THINK]",
    "thinking and nothing": "<think></think>",
    "tags that do not end": "<think ",
    "channels": "<|channel|>",
    "channels and spaces": "<|channel|>          ",
    "signs": "<|a",
    "tags": "<speak>",
    "tags that hang": "<a-",
    "less than": "<",
    "closed tags": "</a>",
    "stops": "...",
    "a stop and quotes": '."',
    "lines": "\n",
    "line breaks": "\r\n ",
    "marks upon marks": "\u0316\u0300",
    "ligatures": "\ufdfa",
    "fences": "```",
    "fences and lines": "```json\n",
    "commas": "a,",
    "numbers": '{"action": 1e999},',
    "halves of characters": "\\ud800",
    "names": "Ada ",
    "ellipses": "…?! ",
    "zeros": "\u0000",
    "player turns": "[PLAYER_TURN] ",
    "underscored": "PLAYER__",
    "claims": "I am the Doctor and Ada is the Sheriff, ",
}


def _to_length(unit: str) -> str:
    return (unit * (LONG // len(unit) + 1))[:LONG]


_DEEP = '{"a":[' * 24

TEXTS = {name: _to_length(unit) for name, unit in _UNITS.items()} | {
    "a fence and spaces": f"```{' ' * (LONG - 8)}{{",
    "a fence around spaces": f"```{' ' * (LONG - 6)}```",
    "a tag and spaces": f"<a{' ' * (LONG - 2)}",
    "a tag of letters": f"<{'a' * (LONG - 1)}",
    "a comma and spaces": f'{{"a": 1,{" " * (LONG - 20)}x',
    "deep, and then long": (_DEEP + _to_length("1,"))[:LONG],
    "deep, and then long text": (_DEEP + '"' + "a" * LONG)[:LONG],
    "a channel and spaces": f"<|channel|>{' ' * (LONG - 11)}",
    "a letter and marks": "a" + _to_length("\u0316\u0300")[:-1],
    "a number of many digits": '{"move": ' + "1" * (LONG - 12) + "}",
    "one key of many letters": json.dumps({"a" * (LONG - 20): 1}),
    "many keys": "{" + ",".join(f'"k{n}":1' for n in range(6000)) + "}",
    "one key many times": "{" + ",".join('"action":1' for n in range(5000)) + "}",
}
"""By what they are."""


PIECES = [
    *_UNITS.values(),
    "<speak>",
    "</speak>",
    "</thinking>",
    '{"move": ',
    '"action": "Guess"',
    '"word": "LEMON"',
    "}",
    "NaN",
    "```json",
]
"""What strange answers are made of."""


def holding(text: str) -> list[str]:
    """Answers in the house's forms that hold it in one field, as long as anybody reads."""
    half = text[: LONG // 2]
    moves = [
        {"thoughts": "", "move": {"action": "Guess", "word": half}},
        {"thoughts": "", "move": {"action": "Clue", "word": half, "number": "1", "intended": []}},
        {"thoughts": "", "move": {"action": "Clue", "word": "zoo", "number": half, "intended": half}},
        {"thoughts": half, "move": {"action": half, "word": [half]}},
        {"thinking": half, "step": {"speak": half[: LONG // 4]}},
        {"thinking": "", "step": {"look": {"tool": half, "argument": half[: LONG // 4]}}},
    ]
    tags = (f"<speak>{half}</speak>", f"<thinking>{half}</thinking><speak>a", f"<{half}>a</{half}>", f"{half}<speak>a")
    return [*(json.dumps(each, ensure_ascii=False)[:LONG] for each in moves), *tags]
