"""One step of an answer that is given in steps: a look-up, or what ends the turn, and what was thought on the way.

Three ways of writing a step are read here: tags, JSON objects, calls of functions. Whatever is read, nothing that was thought
is ever what is said: where nobody can tell where the thinking ends, there is no step. What stands behind the first tag that is
closed was written without knowing what comes of it, and is thrown away, as if the model had been interrupted there.

Errors: `Unreadable` is one sentence for the model, which may try again.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Mapping
from typing import Any

from bot.players.reply import Unreadable, too_deep
from games.core import record

EMPTY = "Your answer was empty. Look something up, or end your turn."
NO_STEP = "Your answer did nothing: look something up, or end your turn."
OPEN = "Your thinking was still open, so nothing was said. Close it with </thinking> before you end your turn."
FORGED = "You wrote an observation yourself. Only the table writes those: look something up and wait for it."
TAG_IN_SPEECH = "There was a tag in what you said, so nothing was said. Write it without “<”."
NOT_JSON = "Your answer was not one JSON object. Answer with one, and nothing around it."
ONE_STEP = "Your answer has to take exactly one step."
NO_CALL = "You called no function. Look something up, or end your turn, by calling one."
BROKEN_CALL = "What you called the function with was no JSON object. Call it again."
SIGN = "There was a mark like <|…|> in your answer. Write it without."


@record
class Look:
    """Looks something up. `tool` is as the model wrote it and may be none."""

    thinking: str
    tool: str
    argument: str


@record
class Act:
    """Ends the turn."""

    thinking: str
    tag: str
    text: str


@record
class Thought:
    """Has thought, and done nothing yet."""

    thinking: str


Step = Look | Act | Thought

# ── tags ──────────────────────────────────────────────────────────────────────────────────────────────────────────────

_MARK = re.compile(r"<(?P<end>/?)(?P<name>[A-Za-z][\w-]*|\||!|\?|(?<=/))(?P<rest>[^<>]*)(?P<closed>>?)")
_THINKING = frozenset({"think", "thinking", "thought", "thoughts", "reasoning"})


def read_tags(text: str, finals: Collection[str], *, opened: bool = False, stopped: bool = False) -> Step:
    """The step in what a model wrote with tags, up to the first that it closed. `opened`: it wrote on within its thinking.
    `stopped`: it may have been stopped at the “</” of the tag that is open at the end. Raises Unreadable."""
    if not text.strip():
        raise Unreadable(EMPTY)
    return _Tags(text, frozenset(finals), stopped).read(opened)


class _Tags:
    """Reads from left to right: how deep in its thinking the model is, and which tag is open besides."""

    def __init__(self, text: str, finals: frozenset[str], stopped: bool) -> None:
        self.text, self.finals, self.stopped = text, finals, stopped
        self.depth = 0
        self.begun = False
        self.open = ""
        self.since = 0
        self.thoughts: list[str] = []

    def read(self, opened: bool) -> Step:
        self.depth, self.begun = int(opened), opened
        at = 0
        for mark in _MARK.finditer(self.text):
            self._think(self.text[at : mark.start()])
            at = mark.end()
            name = mark["name"].casefold()
            if name == "|":
                raise Unreadable(SIGN)
            if mark["end"] and not mark["closed"] and at == len(self.text):
                # An endpoint that leaves its stop sequence in the answer, or a little more than it.
                if not (self.open or "thinking").startswith(name):
                    raise Unreadable(self._unclosed())
                return self._at_end()
            if name in ("", "!", "?") and not self.open:
                self._think(mark[0])
            elif step := self._closes(mark, name) if mark["end"] else self._opens(mark, name):
                return step
        self._think(self.text[at:])
        if self.stopped:
            return self._at_end()
        if self.open:
            raise Unreadable(self._unclosed())
        if self.depth:
            raise Unreadable(OPEN)
        return self._thought()

    def _think(self, text: str) -> None:
        if self.open or not text.strip():
            return
        if not self.begun:
            # Words before any tag: the thinking may have been opened where we do not see it.
            self.depth, self.begun = 1, True
        self.thoughts.append(text.strip())

    def _opens(self, mark: re.Match[str], name: str) -> Step | None:
        if self.open:
            raise Unreadable(TAG_IN_SPEECH if self.open in self.finals else f"There was a tag within <{self.open}>.")
        if name == "observation":
            raise Unreadable(FORGED)
        rest = mark["rest"].strip()
        alone = rest == "/"
        if not mark["closed"] or (rest and not alone):
            raise Unreadable(f"<{name}> is not a whole tag: write its name alone between < and >, and then close it.")
        if name in _THINKING:
            if not alone:
                # Writing on, it may open its thinking once more: that is the same thinking.
                self.depth = 1 if self.depth and not self.thoughts else self.depth + 1
            self.begun = True
            return None
        if name in self.finals and self.depth:
            raise Unreadable(OPEN)
        self.begun = True
        self.open, self.since = name, mark.end()
        return self._step("") if alone else None

    def _closes(self, mark: re.Match[str], name: str) -> Step | None:
        if self.open:
            if name != self.open or mark["rest"].strip() or not mark["closed"]:
                raise Unreadable(self._unclosed())
            return self._step(self.text[self.since : mark.start()])
        if name not in _THINKING:
            raise Unreadable(f"You closed a tag that was not open: </{name}>.")
        self.depth, self.begun = max(0, self.depth - 1), True
        return None

    def _at_end(self) -> Step:
        """The step when the model was stopped at the end of whatever is open."""
        if self.open:
            end = self.text.rfind("</")
            return self._step(self.text[self.since : end if end >= self.since else None])
        if self.depth > 1:
            raise Unreadable(OPEN)
        return self._thought()

    def _step(self, inner: str) -> Step:
        thinking = "\n".join(self.thoughts)
        if self.open in self.finals:
            return Act(thinking, self.open, inner.strip())
        return Look(thinking, self.open, inner.strip())

    def _thought(self) -> Thought:
        if not self.thoughts:
            raise Unreadable(EMPTY)
        return Thought("\n".join(self.thoughts))

    def _unclosed(self) -> str:
        return f"<{self.open}> was not closed: write </{self.open}> behind it." if self.open else OPEN


_MARKUP = re.compile(r"<[/|!?A-Za-z]")


def plainly(text: str) -> str:
    """What is said, if no tag is in it. Raises Unreadable."""
    if _MARKUP.search(text):
        raise Unreadable(TAG_IN_SPEECH)
    return text


def untagged(text: str) -> str:
    """What others wrote, with nothing in it that could pass for a tag."""
    return _MARKUP.sub(lambda found: f"‹{found[0][1:]}", text)


# ── JSON ──────────────────────────────────────────────────────────────────────────────────────────────────────────────

_FENCE = re.compile(r"\A```(?:json)?\s*(.*?)\s*```\Z", re.DOTALL | re.IGNORECASE)


def read_json(text: str, finals: Mapping[str, bool]) -> Step:
    """The step in one JSON object. `finals` says of each whether it holds text. Raises Unreadable."""
    if not text.strip():
        raise Unreadable(EMPTY)
    text = text.strip()
    if fenced := _FENCE.match(text):
        text = fenced[1]
    found = _object(text, NOT_JSON)
    thinking = _words(found.pop("thinking", ""))
    inner = found.pop("step", None)
    if isinstance(inner, dict) and not found:
        found = inner
    elif inner is not None:
        raise Unreadable(ONE_STEP)
    if len(found) != 1:
        raise Unreadable(ONE_STEP if found else NO_STEP)
    ((name, value),) = found.items()
    if name == "look":
        if not isinstance(value, dict) or not isinstance(value.get("tool"), str):
            raise Unreadable('“look” has to be like {"tool": "…", "argument": "…"}.')
        return Look(thinking, value["tool"], _words(value.get("argument", "")))
    if name not in finals:
        listed = ", ".join(f'"{each}"' for each in ("look", *finals))
        raise Unreadable(f"A step is one of {listed}.")
    if finals[name] and not isinstance(value, str):
        raise Unreadable(f'What "{name}" holds has to be text.')
    if not finals[name] and value is False:
        raise Unreadable(NO_STEP)
    return Act(thinking, name, value.strip() if finals[name] else "")


def read_call(name: str, arguments: str, finals: Mapping[str, bool], before: str = "") -> Step:
    """The step in a call of a function. `before` is what the model wrote before it, as thinking. Raises Unreadable."""
    found = _object(arguments or "{}", BROKEN_CALL)
    thinking = "\n".join(filter(None, (before.strip(), _words(found.get("thinking", "")))))
    if name not in finals:
        return Look(thinking, name, _words(found.get("argument", "")))
    text = found.get("text", "")
    if not isinstance(text, str):
        raise Unreadable(f'What "{name}" holds has to be text.')
    return Act(thinking, name, text.strip() if finals[name] else "")


def _object(text: str, complaint: str) -> dict[str, Any]:
    try:
        found = None if too_deep(text) else json.loads(text, object_pairs_hook=_once)
    except ValueError:
        raise Unreadable(complaint) from None
    if not isinstance(found, dict):
        raise Unreadable(complaint)
    return found


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object, if no key is in it twice: it would be two steps, of which one were lost."""
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("twice")
    return found


def _words(value: Any) -> str:
    return value.strip() if isinstance(value, str) else "" if value is None else json.dumps(value, ensure_ascii=False)
