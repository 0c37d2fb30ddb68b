"""What can go wrong with a provider, by class: what passes, what a milder request avoids, what nobody should ask again.

What a provider wrote is read here and goes no further: it may repeat a key or a prompt.
"""

from __future__ import annotations

import email.utils
import json
import re
import time
from collections.abc import Mapping
from typing import Any

from bot.ports import Call, PlayerFailed

UNANSWERED = (
    "An AI's model does not answer: {}. Built-in players move in its place until whoever runs this bot mends that."
)
"""What a table is told once of what somebody has to mend, or it would play on among stand-ins without knowing why."""

LIMITED = "{}'s endpoint takes no more requests just now (429)"


class Trouble(PlayerFailed):
    """No answer, for a reason of the provider's or its owner's. `passes`: asking the same again may help, after `after` seconds
    where it says so; `limited`: that holds for all who ask. `sick`: whoever asks next would fare no better. `about` is what a
    refusal of this very request complains of, in lower case; `named`: it says that it is the form. `asked` is
    how many tokens the request was for."""

    def __init__(
        self,
        why: str,
        *,
        call: Call | None = None,
        again: str = "",
        status: int = 0,
        passes: bool = False,
        after: float | None = None,
        limited: bool = False,
        sick: bool = False,
        about: str = "",
        named: bool = False,
    ) -> None:
        super().__init__(why, call, again)
        self.status, self.passes, self.after, self.limited, self.sick = status, passes, after, limited, sick
        self.about, self.named = about, named
        self.asked = 0
        self.notice = UNANSWERED.format(why) if self.lasting else ""

    @property
    def answered(self) -> bool:
        """The provider is well: it only did not like this request."""
        return bool(self.about)

    @property
    def lasting(self) -> bool:
        """Its owner has to mend something: the key, the account, the address."""
        return self.sick and not self.passes and 400 <= self.status < 500

    @property
    def too_long(self) -> bool:
        """The prompt, and its answer with it, are longer than the model takes."""
        return self.status == 413

    @property
    def unexplained(self) -> bool:
        """A plain 500: some servers mean by it that they do not know the form."""
        return self.status in (500, 501) and not self.about


_STATUS = {
    401: "{}'s endpoint does not accept the API key",
    402: "{}'s account is out of credit",
    403: "the API key may not use {}",
    404: "the endpoint has no model “{}”, or its base URL is wrong",
    429: "{}'s endpoint takes no more requests just now",
}
_SICK = (401, 402, 403, 404)
"""Besides all that passes: nobody who asks the same model fares better before its owner has done something."""

_OF_CODES = (
    ("quota", 402),
    ("billing", 402),
    ("credit", 402),
    ("rate", 429),
    ("too_many", 429),
    ("resource_exhausted", 429),
    ("auth", 401),
    ("api_key", 401),
    ("permission", 403),
    ("not_found", 404),
    ("invalid_request", 400),
    ("bad_request", 400),
    ("overloaded", 503),
)
"""Statuses of errors that come with none, by what their code or type holds."""

_SPENT = re.compile(
    r"insufficient[_ ](quota|balance|credit|fund)|billing|credit balance|out of credit|current quota|add credits"
)
FORM = re.compile(
    r"response[_ ]?format|json[_ ]?(schema|object|mode)|schema|grammar|guided|structured|tool|function|strict|additionalproperties"
    r"|max_?length|support the (requested )?parameter"
)
"""What a refusal names whose endpoint does not know how an answer is held to its form."""

_AGAIN_IN = re.compile(r"(?:again|retry) in (?:(\d{1,4})m(?!s))? ?(\d{1,6}(?:\.\d{1,6})?) ?(ms|s)\b")
READ = 4000
"""Characters of what a provider wrote that are looked at."""


def trouble_in(model: str, status: int, error: Any, headers: Mapping[str, str] | None = None) -> Trouble:
    """What an error means that came with that status (200: the error says itself which it is). `error` is its body: JSON as
    objects, or text."""
    inner = error.get("error", error) if isinstance(error, dict) else error
    kinds = [str(inner.get(name) or "") for name in ("code", "type", "status")] if isinstance(inner, dict) else []
    about = _written(inner)
    if status < 400:
        status = _status_of(kinds)
    after = _after(headers or {}, about)
    spent = status == 402 or any(each in ("insufficient_quota", "billing_hard_limit_reached") for each in kinds)
    if spent or (status in (400, 403, 429) and after is None and _SPENT.search(about)):
        return Trouble(f"{_STATUS[402].format(model)} ({status})", status=status, sick=True)
    if "content_filter" in about or "content management policy" in about:
        return Trouble(f"{model}'s provider held the question back by a content filter", status=status)
    if status == 413 or (status in (400, 422) and _too_long(about)):
        return Trouble(
            f"the prompt is too long for {model}; a smaller MASQUERADE_CONTEXT makes it shorter",
            status=413,
            about=about or "?",
        )
    named = bool(FORM.search(about))
    if status in (400, 422) or (named and status in (404, 405, 415, 500, 501)):
        why = f"{model} does not take the request ({status})"
        return Trouble(why, status=status, about=about or "?", named=named)
    passes = status in (408, 409, 425, 429) or status >= 500
    if (headers or {}).get("x-should-retry") == "false":
        passes = False
    otherwise = "{}'s endpoint is out of order" if status >= 500 else "{}'s endpoint refused the request"
    return Trouble(
        f"{_STATUS.get(status, otherwise).format(model)} ({status})",
        status=status,
        passes=passes,
        after=after,
        limited=status == 429 or (status == 503 and after is not None),
        sick=passes or status in _SICK,
    )


def _written(error: Any) -> str:
    """All that an error says, in lower case."""
    if not isinstance(error, str):
        try:
            error = json.dumps(error, ensure_ascii=False, default=str)
        except (ValueError, RecursionError):
            return ""
    return str(error)[:READ].casefold()


def _status_of(kinds: list[str]) -> int:
    """The status that an error would have had; 500 where it says nothing."""
    for kind in kinds:
        if kind.isdecimal() and len(kind) == 3 and int(kind) >= 400:
            return int(kind)
    told = " ".join(kinds).casefold()
    return next((status for word, status in _OF_CODES if word in told), 500)


def _too_long(about: str) -> bool:
    if "prompt is too long" in about or "too many tokens" in about:
        return True
    return "context" in about and any(word in about for word in ("length", "size", "window", "exceed", "token"))


def _after(headers: Mapping[str, str], about: str) -> float | None:
    """Seconds after which to ask again, where a provider says so."""
    for name, unit in (("retry-after-ms", 0.001), ("retry-after", 1.0)):
        try:
            seconds = float(headers[name]) * unit
        except (KeyError, ValueError):
            continue
        if 0 <= seconds < float("inf"):
            return seconds
    try:
        return max(0.0, email.utils.parsedate_to_datetime(headers["retry-after"]).timestamp() - time.time())
    except (KeyError, ValueError, TypeError, OverflowError, OSError):
        pass
    if found := _AGAIN_IN.search(about):
        return 60 * int(found[1] or 0) + float(found[2]) * (0.001 if found[3] == "ms" else 1)
    return None


# ── the length of an answer ───────────────────────────────────────────────────────────────────────────────────────────

_WORDS = ("max_tokens", "max_completion_tokens", "max_new_tokens", "max_output_tokens")
_TOO_MANY = re.compile(
    r"too (large|high|big|long|many)|at most|less than|exceed|maximum|greater than|range|<=|≤|limit|must be|cannot be|up to"
)
_NUMBER = re.compile(r"\d{2,9}")
_CONTEXT = re.compile(r"(?:context[ _](?:length|window|size)|length)(?: is| of|:)? (?:only )?(\d{2,9})")
_ASKED = re.compile(
    r"(\d{1,9}) (?:input tokens|tokens? (?:in|from) the (?:messages|input|prompt)|in the (?:messages|prompt))"
)

FEWEST = 64
"""Tokens of an answer that are worth asking for."""


def fewer_tokens(about: str, asked: int) -> int | None:
    """How many tokens an answer may have, where a refusal says that the `asked` ones are too many: as many as it says, or half;
    None where it is about something else, or so few are left that there is no point."""
    context, prompt = _CONTEXT.search(about), _ASKED.search(about)
    if context and prompt:
        fewer = int(context[1]) - int(prompt[1])
        return fewer if FEWEST <= fewer < asked else None
    if not any(word in about for word in _WORDS) or not _TOO_MANY.search(about):
        return None
    said = [int(number) for number in _NUMBER.findall(about)]
    fewer = max((number for number in said if FEWEST <= number < asked), default=asked // 2)
    return fewer if fewer >= FEWEST else None
