"""One step of an answer that is given in steps: a look-up, or what ends the turn, and what was thought on the way.

A step is written as one JSON object, or, by a model that answers in plain words, as tags; how that is done, it is told. Whatever
is read, nothing that was thought is ever what is said: where nobody can tell where the thinking ends, there is no step. What
stands behind the first tag that is closed was written without knowing what comes of it, and is thrown away, as if the model
had been interrupted there.

Errors: `BadAnswer` is one sentence for the model, which may try again.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import field
from typing import Any

from bot.players.briefing import described, fill, template
from bot.players.completions import EMPTY, BadAnswer, Message
from bot.players.reply import Choice, alone, strict_object
from bot.players.thoughts import NAMES, parted, without_thoughts
from games.core import Final, LookedUp, Tool, record

NO_STEP = "Your answer did nothing: look something up, or end your turn."
OPEN = "Your thinking was still open, so nothing was said. Close it with </thinking> before you end your turn."
FORGED = "You wrote an observation yourself. Only the table writes those: look something up and wait for it."
TAG_IN_SPEECH = "There was a tag in what you said, so nothing was said. Write it without “<”."
NOT_JSON = "Your answer was not one JSON object. Answer with one, and nothing around it."
ONE_STEP = "Your answer has to take exactly one step."

LONGEST_LOOK = 64
"""Characters of what may be asked of a tool."""


@record
class LookUp:
    """Looks something up. `tool` is as the model wrote it and may be none."""

    thinking: str
    tool: str
    argument: str

    @property
    def key(self) -> tuple[str, str]:
        """Alike for look-ups that find the same: nothing happens within a turn."""
        return self.tool.casefold(), self.argument.casefold()


@record
class Act:
    """Ends the turn, with a text or with a form filled in."""

    thinking: str
    tag: str
    text: str
    filled: Mapping[str, Any] | None = None


@record
class Thought:
    """Has thought, and done nothing yet."""

    thinking: str


Step = LookUp | Act | Thought


@record
class Done:
    """A step that was taken, and what the model is told of it; a look-up that found something, also as its seat is."""

    step: LookUp | Thought
    found: str = ""
    event: LookedUp | None = None


@record
class Manual:
    """What may be done in a turn. `values` are those of the finals that take only certain ones, as people read them, `forms`
    what is filled in of those that have one; `thought` and `speech` are how many characters each may have where a schema holds
    it to them (None: any)."""

    tools: tuple[Tool, ...]
    finals: tuple[Final, ...]
    looks: int
    values: Mapping[str, tuple[str, ...]]
    forms: Mapping[str, Choice] = field(default_factory=dict)
    thought: int | None = None
    speech: int = 600

    def guide(self, tags: bool) -> str:
        """How to answer, for the end of the system prompt: the same for every turn of a game."""
        how, looking, _ = _parts(tags)
        by: dict[str, list[str]] = {}
        for tool in self.tools:
            by.setdefault(tool.argument or "none", []).append(
                f"{tool.name} ({tool.about})" if tool.about else tool.name
            )
        listed = "\n".join(f"{argument}: {', '.join(each)}" for argument, each in by.items())
        return _lines(fill(how, tools=fill(looking, tools=listed, longest=str(LONGEST_LOOK)) if self.tools else ""))

    def ends(self, tags: bool) -> str:
        """How this turn may end, for the end of the prompt."""
        finals = "\n".join(self._shown(final, tags) for final in self.finals)
        looks = {0: "This time you can look nothing up.", 1: "You may look something up once."}.get(
            self.looks, f"You may look something up, {self.looks} times at most."
        )
        return _lines(fill(_parts(tags)[2], looks=looks if self.tools else "", finals=finals))

    def _shown(self, final: Final, tags: bool) -> str:
        held = " | ".join(self.values.get(final.tag, ())) or final.argument
        if tags:
            return f"<{final.tag}>{held}</{final.tag}> {final.about}"
        form = self.forms.get(final.tag)
        value = form.open if form else held if final.argument else True
        fields = "".join(f"\n- {described(blank)}" for blank in form.blanks) if form else ""
        return f"{_dump({final.tag: value})} {final.about}{fields}"

    def schema(self, looking: bool = True) -> dict[str, Any]:
        """A JSON schema for one step: the same for the whole turn, since most providers put it before the prompt, but for
        those that go on `looking` when they may not."""
        steps: list[dict[str, Any]] = []
        if self.tools and self.looks and looking:
            tool = {"type": "string", "enum": [tool.name for tool in self.tools]}
            steps.append(strict_object({"look": strict_object({"tool": tool, "argument": _text(LONGEST_LOOK)})}))
        for final in self.finals:
            held: dict[str, Any] = {"type": "boolean", "enum": [True]}
            longest = min(self.speech, final.longest or self.speech)
            if form := self.forms.get(final.tag):
                free = _text(longest)
                held = strict_object(
                    {
                        b.name: b.schema | ({} if b.values or b.schema.get("type") != "string" else free)
                        for b in form.blanks
                    }
                )
            elif values := self.values.get(final.tag):
                held = {"type": "string", "enum": list(values)}
            elif final.argument:
                held = _text(longest)
            steps.append(strict_object({final.tag: held}))
        thinking = _text(self.thought) | {"description": "nobody hears it"}
        return strict_object({"thinking": thinking, "step": {"anyOf": steps}})

    def turns(self, done: Sequence[Done], tags: bool) -> Iterator[Message]:
        """What was done so far, as the model's answers, with what came of each as the next message."""
        for each in done:
            match each.step:
                case Thought(thinking=thinking):  # only who writes tags is stopped there
                    yield "assistant", f"<thinking>{thinking}</thinking>"
                    ends = ", ".join(f"<{final.tag}>" for final in self.finals)
                    yield "user", f"Go on: one tag to look something up, or one of {ends}."
                case LookUp(thinking=thinking, tool=tool, argument=argument) if tags:
                    yield "assistant", f"<thinking>{thinking}\n<{tool}>{argument}</{tool}></thinking>"
                    yield "user", f"<observation>{each.found}</observation>"
                case LookUp(thinking=thinking, tool=tool, argument=argument):
                    step = {"look": {"tool": tool, "argument": argument}}
                    yield "assistant", _dump({"thinking": thinking, "step": step})
                    yield "user", _dump({"observation": each.found})

    def read(self, text: str, cut_off: bool, tags: bool) -> Step:
        """The step in an answer. Raises BadAnswer."""
        if tags:
            return read_tags(text, {final.tag for final in self.finals}, cut_off)
        return read_json(text, {final.tag: bool(final.argument) for final in self.finals}, self.forms)


def _parts(tags: bool) -> tuple[str, ...]:
    """How to answer, how to look something up, and how to end a turn, in the wording of prompts/agent.md."""
    parts = template("agent", 6)
    return parts[:3] if tags else parts[3:]


def _text(longest: int | None) -> dict[str, Any]:
    return {"type": "string"} | ({} if longest is None else {"maxLength": longest})


def _lines(text: str) -> str:
    return "\n".join(line for line in text.split("\n") if line)


def _dump(thing: Any) -> str:
    return json.dumps(thing, ensure_ascii=False)


# ── tags ──────────────────────────────────────────────────────────────────────────────────────────────────────────────

_STEP = re.compile(rf"<(?!{NAMES}\b)([a-z][\w-]*)\s*(/?)>", re.IGNORECASE)
_MARKUP = re.compile(r"<[/|!?A-Za-z]")


def read_tags(text: str, finals: Collection[str], cut_off: bool = False) -> Step:
    """The step in what a model wrote with tags, up to the first that it closed, or that was open when it was stopped. Raises
    BadAnswer."""
    mark = _STEP.search(text)
    before = text[: mark.start()] if mark else text.strip().removesuffix("</")
    said, thoughts, unclosed = parted(before, begun=True)
    thinking = "\n".join(filter(None, (thoughts, said)))
    if mark is None:
        if cut_off or not thinking:
            raise BadAnswer(OPEN if thinking else EMPTY)
        return Thought(thinking)
    name = mark[1].casefold()
    inner, closing, end = ("", "</", name) if mark[2] else text[mark.end() :].partition("</")
    if name == "observation":
        raise BadAnswer(FORGED)
    if name in finals and unclosed:
        raise BadAnswer(OPEN)
    if _MARKUP.search(inner):
        raise BadAnswer(TAG_IN_SPEECH if name in finals else f"There was a tag within <{name}>.")
    # An endpoint may leave its stop sequence in the answer, or a little more than it.
    if (cut_off and not closing) or not (end.casefold().startswith(f"{name}>") or name.startswith(end.casefold())):
        raise BadAnswer(f"<{name}> was not closed: write </{name}> behind it.")
    return Act(thinking, name, inner.strip()) if name in finals else LookUp(thinking, name, inner.strip())


def plainly(text: str) -> str:
    """What is said, if no tag is in it. Raises BadAnswer."""
    if _MARKUP.search(text):
        raise BadAnswer(TAG_IN_SPEECH)
    return text


def untagged(text: str) -> str:
    """What others wrote, with nothing in it that could pass for a tag."""
    return _MARKUP.sub(lambda found: f"‹{found[0][1:]}", text)


# ── JSON ──────────────────────────────────────────────────────────────────────────────────────────────────────────────


def read_json(text: str, finals: Mapping[str, bool], forms: Collection[str] = ()) -> Step:
    """The step in one JSON object. `finals` says of each whether it holds text; that of `forms` may be filled in instead.
    Raises BadAnswer."""
    found = alone(text) or alone(without_thoughts(text)[0])
    if found is None:
        raise BadAnswer(NOT_JSON)
    thinking = _words(found.pop("thinking", ""))
    inner = found.pop("step", None)
    if isinstance(inner, dict) and not found:
        found = inner
    elif inner is not None:
        raise BadAnswer(ONE_STEP)
    if len(found) != 1:
        raise BadAnswer(ONE_STEP if found else NO_STEP)
    ((name, value),) = found.items()
    if name == "look":
        if not isinstance(value, dict) or not isinstance(value.get("tool"), str):
            raise BadAnswer('“look” has to be like {"tool": "…", "argument": "…"}.')
        return LookUp(thinking, value["tool"], _words(value.get("argument", "")))
    if name not in finals:
        listed = ", ".join(f'"{each}"' for each in ("look", *finals))
        raise BadAnswer(f"A step is one of {listed}.")
    if name in forms and isinstance(value, dict):
        return Act(thinking, name, "", value)
    if finals[name] and not isinstance(value, str):
        raise BadAnswer(f'What "{name}" holds has to be text.')
    if not finals[name] and value is False:
        raise BadAnswer(NO_STEP)
    return Act(thinking, name, value.strip() if finals[name] else "")


def _words(value: Any) -> str:
    return value.strip() if isinstance(value, str) else "" if value is None else json.dumps(value, ensure_ascii=False)
