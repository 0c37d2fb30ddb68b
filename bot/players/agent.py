"""A model that thinks, looks things up, and then speaks: one turn of several calls, interrupted and resumed.

The model writes a step; where it is a look-up, the game's tool is asked, and the model goes on with what was found. A turn has
so many look-ups, one time limit and one budget, however many calls it takes. What is wrong with a look-up is what was found;
what is wrong with an answer ends the turn, with a sentence for the next try, which need not look up the same again.

Errors: `PlayerFailed`, with every call that was made.
"""

from __future__ import annotations

import json
import logging
import os.path
import re
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from bot.players import channels, completions
from bot.players.channels import Done, Manual, Way
from bot.players.completions import Sent
from bot.players.letters import as_the_table_knows, dictated, plain_names
from bot.players.reply import Unreadable
from bot.players.steps import Act, Look, Step, Thought, plainly, untagged
from bot.ports import Brief, Call, Move, PlayerFailed
from games.core import (
    Action,
    Agent,
    Final,
    IllegalAction,
    Letter,
    LookedUp,
    Seat,
    escape,
    labelled,
    named,
    record,
    tidy,
)

if TYPE_CHECKING:
    from openai.types.chat import ChatCompletion

    from bot.players.model import Endpoint

log = logging.getLogger(__name__)

LONGEST_FOUND = {"full": 2000, "compact": 400}
"""Characters of what was found that a model is told, by the size of its briefings."""

LONGEST_WRITTEN = {"full": (400, 600), "compact": (160, 240)}
"""Characters of a thought and of a speech, likewise, where an answer can be held to them."""

LONGEST_ASIDE = 2000
"""Characters of thinking that are kept with a move, to be read at the end; the whole is kept with the call."""

NOTED, SHOWN = 160, 80
"""Characters of what was found that an aside repeats, and of what was asked for that a model is shown again."""

CUT_OFF = "Your answer was cut off: think briefly, and end your turn sooner."
DECLINED = "You declined to answer. This is a game among friends, and it needs your answer."
NEVER = "Your answer was never more than thinking. Think briefly, and then end your turn."
NO_MORE = "You have looked up all that you may in one turn. End it now."
SAID_NOTHING = "What you said was empty."


class NotTaken(PlayerFailed):
    """An endpoint does not take a request of this kind; it may take another."""


@record
class Seen:
    """A look-up that found something, as the model is told and as its seat is."""

    done: Done
    event: LookedUp


class Turn:
    """One answer in steps. `looked` are the look-ups, also those of earlier tries at the same answer."""

    def __init__(
        self,
        endpoint: Endpoint,
        budget: float | None,
        letter: Letter,
        how: Agent,
        brief: Brief,
        looked: tuple[Seen, ...] = (),
    ) -> None:
        self._endpoint, self._budget, self._letter, self._how, self._brief = endpoint, budget, letter, how, brief
        self._names = plain_names(brief)
        tools = tuple(tool for tool in brief.game.tools if how.tools is None or tool.name in how.tools)
        thought, speech = LONGEST_WRITTEN[endpoint.spec.briefing]
        self._manual = Manual(
            tools,
            how.finals,
            how.looks,
            how.longest,
            {final.tag: tuple(labelled(v, self._names) for v in final.values) for final in how.finals if final.values},
            thought,
            speech,
            {
                tool.name: tuple(labelled(v, self._names) for v in tool.values(brief.view, brief.seat))
                for tool in tools
                if tool.values is not None
            },
        )
        self.looked = looked
        self._done = [each.done for each in looked]
        self._calls: list[Call] = []
        self._spent = 0.0
        self._unseen = ""

    async def move(self, seconds: float) -> Move:
        """The answer that ends the turn. Raises PlayerFailed."""
        until = time.monotonic() + seconds
        longer = CUT_OFF in self._brief.refusals
        spec = self._endpoint.spec
        while True:
            self._check_means(until, seconds)
            step, call = await self._step(until - time.monotonic(), longer)
            if isinstance(step, Act):
                try:
                    action = self._becomes(step)
                except Unreadable as unreadable:
                    raise self._failed(f"{spec.model}'s answer was no move", call, str(unreadable)) from None
                looked = tuple(each.event for each in self.looked)
                return Move(self._letter.key, action, self._aside(step), call, tuple(self._calls), looked)
            self._take(step, call)

    def _check_means(self, until: float, seconds: float) -> None:
        model = self._endpoint.spec.model
        if self._budget is not None and self._brief.spent + self._spent >= self._budget:
            raise self._failed("the game's budget is used up", None)
        if self._calls and time.monotonic() >= until:
            raise self._failed(f"{model} did not answer in {seconds:.0f} seconds", None)

    def _failed(self, why: str, call: Call | None, again: str = "") -> PlayerFailed:
        """A failure with every call of the turn."""
        calls = [*self._calls, *([call] if call else [])]
        return PlayerFailed(why, calls[-1] if calls else None, again, tuple(calls[:-1]))

    # ── one step ──

    async def _step(self, seconds: float, longer: bool) -> tuple[Step, Call]:
        """What the model does next, in the best way that its endpoint takes."""
        endpoint = self._endpoint
        for n, way in enumerate(ways := endpoint.ways, 1):
            stepped = channels.write(way, self._base(way, longer), self._manual, self._done)
            try:
                _, completion, call = await endpoint.ask(lambda _, it=stepped: it, seconds, longer)  # type: ignore[misc]
            except NotTaken as failure:
                if n == len(ways):
                    raise self._failed(failure.why, failure.call) from None
                log.info("%s does not take %s; trying %s", endpoint.spec.model, way, ways[n])
                continue
            except PlayerFailed as failure:
                raise self._failed(failure.why, failure.call, failure.again) from None
            endpoint.ways = ways[n - 1 :]
            return self._read(way, completion, call, bool(stepped.stop) and endpoint.manners.stop)
        raise AssertionError("an endpoint has no way of answering")

    def _base(self, way: Way, longer: bool) -> Sent:
        """The letter without the steps, with how to take them; what others wrote in it is no tag."""
        spec, letter = self._endpoint.spec, self._letter
        guide, ends = channels.guide(way, self._manual), channels.ends(way, self._manual)
        # Room for all look-ups from the first step on: what is left out must not change within a turn.
        steps = self._how.looks * LONGEST_FOUND[spec.briefing]
        room = spec.room_beside(spec.tokens(letter.tokens, longer)) - len(guide) - steps
        # Before what was wrong with earlier tries is put behind it: that may speak of tags.
        turns = tuple((role, untagged(text) if role == "user" else text) for role, text in letter.turns)
        base = dictated(replace(letter, turns=(*turns, ("user", escape(ends)))), replace(self._brief, drafts=()), room)
        return replace(base, system=f"{base.system}\n\n{guide}".strip())

    def _read(self, way: Way, completion: ChatCompletion, call: Call, stopped: bool) -> tuple[Step, Call]:
        model = self._endpoint.spec.model
        choice = completion.choices[0]
        message, why_ended = choice.message, choice.finish_reason
        unseen = completions.reasoning(message)
        call = replace(call, answer=channels.written(way, completion, self._done), reasoning=unseen)
        if refusal := getattr(message, "refusal", None):
            raise self._failed(f"{model} declined to answer", replace(call, answer=refusal), DECLINED)
        if why_ended == "content_filter":
            raise self._failed(f"{model}'s answer was held back by a content filter", call, DECLINED)
        if not why_ended:
            raise self._failed(f"{model}'s answer broke off", call, CUT_OFF)
        cut_off = why_ended == "length"
        try:
            step = channels.read(way, completion, self._manual, self._done, stopped and not cut_off)
        except Unreadable as unreadable:
            if cut_off:
                raise self._failed(f"{model}'s answer was cut off", call, CUT_OFF) from None
            raise self._failed(f"{model}'s answer was no step", call, str(unreadable)) from None
        if cut_off and isinstance(step, Thought):
            raise self._failed(f"{model}'s answer was cut off", call, CUT_OFF)
        self._unseen = unseen
        thinking = "\n".join(filter(None, (unseen, step.thinking)))
        return step, replace(call, reasoning=thinking)

    # ── what comes of it ──

    def _take(self, step: Look | Thought, call: Call) -> None:
        """Looks up what the step asks for, or lets the model go on. Raises PlayerFailed where it comes to nothing."""
        model = self._endpoint.spec.model
        taken = sum(isinstance(each.step, Look) for each in self._done)
        if isinstance(step, Look) and taken > self._how.looks:
            raise self._failed(f"{model} does nothing but look things up", call, NO_MORE)
        if isinstance(step, Thought) and self._done and isinstance(self._done[-1].step, Thought):
            raise self._failed(f"{model} does nothing but think", call, NEVER)
        self._calls.append(call)
        self._spent += call.cost or 0.0
        if isinstance(step, Thought):
            self._done.append(Done(step))
            return
        if taken == self._how.looks:
            self._done.append(Done(_tidied(step), NO_MORE))
            return
        try:
            event = self._look(step)
        except IllegalAction as refusal:
            self._done.append(Done(_tidied(step), untagged(named(str(refusal), self._names))))
            return
        done = Done(_tidied(step), untagged(named(event.found, self._names)))
        self._done.append(done)
        self.looked = (*self.looked, Seen(done, event))

    def _look(self, step: Look) -> LookedUp:
        """What the game's tool finds. IllegalAction says why it finds nothing."""
        tools = {tool.name.casefold(): tool for tool in self._manual.tools}
        tool = tools.get(step.tool.casefold())
        if tool is None:
            listed = ", ".join(tools) or "nothing"
            raise IllegalAction(f"There is no such thing to look up. There is: {listed}.")
        wanted = tidy(step.argument)
        if len(wanted) > self._how.longest:
            raise IllegalAction(f"That is too long: {self._how.longest} characters at most.")
        if tool.argument and not wanted:
            raise IllegalAction(f"Say what to look up: {tool.argument}.")
        seat = self._seat(wanted)
        found = tool.look(self._brief.view, self._brief.seat, seat or wanted if tool.argument else "")
        shown = f"{{{seat}}}" if seat else escape(wanted)
        longest = LONGEST_FOUND[self._endpoint.spec.briefing]
        return LookedUp(self._brief.seat, tool.name, shown if tool.argument else "", _short(found, longest))

    def _seat(self, wanted: str) -> Seat | None:
        """Whose name that is, as the model or the table knows it, or whose seat."""
        wanted = wanted.casefold().lstrip("@")
        for names in (self._names, self._brief.names, {s: self._brief.game.seat_title(s) for s in self._names}):
            for seat, name in names.items():
                if wanted in (tidy(name).casefold(), seat.casefold()):
                    return seat
        return None

    def _becomes(self, act: Act) -> Action:
        """The answer that the game makes of the end of the turn. Raises Unreadable."""
        final = next(final for final in self._manual.finals if final.tag == act.tag)
        try:
            return final.becomes(self._text(final, act.text))
        except IllegalAction as refusal:
            raise Unreadable(str(refusal)) from None

    def _text(self, final: Final, text: str) -> str:
        if not final.argument:
            return ""
        if not text:
            raise Unreadable(SAID_NOTHING)
        if final.values:
            return self._value(text, final.values, f"“{final.tag}” takes only one of these")
        if not final.to:
            return as_the_table_knows(plainly(text), self._brief)
        whom, _, words = text.partition(":")
        seat = self._value(whom, final.to, f"Begin “{final.tag}” with one of these and a colon")
        if not words.strip():
            raise Unreadable(SAID_NOTHING)
        return f"{seat}: {as_the_table_knows(plainly(words.strip()), self._brief)}"

    def _value(self, text: str, values: Sequence[str], otherwise: str) -> str:
        """Which of some values is meant."""
        shown = {tidy(labelled(value, self._names)).casefold(): value for value in values}
        if (value := shown.get(tidy(text).casefold())) is None:
            listed = ", ".join(dict.fromkeys(labelled(value, self._names) for value in values))
            raise Unreadable(f"{otherwise}: {listed}.")
        return value

    def _aside(self, act: Act) -> str:
        """What was thought and looked up, in order; of long thoughts their beginnings, so that nothing looked up is lost."""
        parts: list[tuple[str, str]] = [(each.step.thinking, _note(each)) for each in self._done]
        parts.append((act.thinking or self._unseen, ""))
        room = LONGEST_ASIDE - sum(len(note) + 2 for _, note in parts)
        share = max(0, room // len(parts))
        thoughts = [(thought if len(thought) <= share else f"{thought[: share - 1]}…", note) for thought, note in parts]
        return "\n".join(text for pair in thoughts for text in pair if text)[:LONGEST_ASIDE]


def _note(done: Done) -> str:
    if isinstance(done.step, Thought):
        return ""
    found = done.found if len(done.found) <= NOTED else f"{done.found[: NOTED - 1]}…"
    return f"[{' '.join((done.step.tool, done.step.argument)).strip()}: {found}]"


def _tidied(step: Look) -> Look:
    """A look-up as it is repeated to the model: a tag or a line break of its own must not stand in it."""
    return replace(step, tool=re.sub(r"[^\w-]", "_", step.tool)[:32], argument=untagged(tidy(step.argument))[:SHOWN])


def _short(text: str, longest: int) -> str:
    """At most so much of a text, cut between words: {seat} marks stay whole."""
    return text if len(text) <= longest else f"{text[:longest].rsplit(' ', 1)[0]} …"


# ── how much of a prompt is read again ────────────────────────────────────────────────────────────────────────────────


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
