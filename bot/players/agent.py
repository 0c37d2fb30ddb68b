"""A model that thinks, looks things up, and then speaks: one turn of several calls, interrupted and resumed.

The model writes a step; where it is a look-up, the game's tool is asked, and the model goes on with what was found. A turn has
so many look-ups and one time limit, however many calls it takes. What is wrong with a look-up is what was found;
what is wrong with an answer ends the turn, with a sentence for the next try, which need not look up the same again.

Errors: `PlayerFailed`, with every call that was made.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from dataclasses import replace

from bot.players.briefing import Size
from bot.players.completions import EMPTY, BadAnswer, Sent
from bot.players.dictated import as_the_table_knows, dictated, plain_names
from bot.players.endpoint import LONGEST_ASIDE, Endpoint
from bot.players.ladder import Rung
from bot.players.provider import Patience
from bot.players.reply import Choice, form_for
from bot.players.steps import LONGEST_LOOK, Act, Done, LookUp, Manual, Step, Thought, plainly, untagged
from bot.ports import Brief, Call, Move, PlayerFailed
from games.core import Action, Agent, Final, IllegalAction, LookedUp, Prompt, Seat, escape, labelled, named, tidy

LONGEST_FOUND = {"full": 2000, "compact": 400}
"""Characters of what was found that a model is told, by the size of its briefings."""

LONGEST_WRITTEN: dict[str, tuple[int | None, int]] = {"full": (None, 600), "compact": (160, 240)}
"""Characters of a thought and of a speech, likewise, where an answer can be held to them: only small models think on for ever."""

NOTED, SHOWN = 160, 80
"""Characters of what was found that an aside repeats, and of what was asked for that a model is shown again."""

NEVER = "Your answer was never more than thinking. Think briefly, and then end your turn."
AGAIN = "You have looked that up already: it stands above."
NO_MORE = "You have looked up all that you may in one turn. End it now."


class Turn:
    """One answer in steps. `looked` are the look-ups of earlier tries at the same answer."""

    def __init__(
        self,
        endpoint: Endpoint,
        prompt: Prompt,
        how: Agent,
        brief: Brief,
        longer: bool,
        looked: Sequence[Done],
        size: Size,
    ) -> None:
        self._endpoint, self._prompt, self._how, self._brief = endpoint, prompt, how, brief
        self._longer, self._done, self._calls, self._size = longer, list(looked), list[Call](), size
        self._names = plain_names(brief)
        self._manual = Manual(
            tuple(tool for tool in brief.game.prompts.tools if how.tools is None or tool.name in how.tools),
            how.finals,
            how.looks,
            {final.tag: tuple(labelled(v, self._names) for v in final.values) for final in how.finals if final.values},
            {final.tag: self._form(final.form) for final in how.finals if final.form},
            *LONGEST_WRITTEN[size],
        )

    def _form(self, action: type[Action]) -> Choice:
        """What is filled in to answer the prompt's ask with such an action."""
        asks = [ask for ask in self._brief.asks if ask.key == self._prompt.key]
        form = form_for(asks, self._names, optional=self._size != "compact")
        return next(choice for choice in form.choices if choice.action is action)

    @property
    def beside(self) -> int:
        """Characters that are sent besides what the game wrote: how to answer, and what may be looked up."""
        return len(self._manual.guide(False)) + len(self._manual.ends(False)) + self._found

    @property
    def _found(self) -> int:
        return self._how.looks * LONGEST_FOUND[self._size]

    @property
    def _taken(self) -> int:
        return sum(isinstance(each.step, LookUp) for each in self._done)

    @property
    def looked(self) -> list[Done]:
        """The look-ups that found something."""
        return [each for each in self._done if each.event]

    async def move(self, patience: Patience) -> Move:
        """The answer that ends the turn. Raises PlayerFailed, with every call of the turn."""
        try:
            while True:
                self._check_time(patience)
                step, call = await self._endpoint.ask(self._written, patience, self._longer)
                unseen = call.reasoning
                self._calls.append(replace(call, reasoning="\n".join(filter(None, (unseen, step.thinking)))))
                if isinstance(step, Act):
                    return self._ended(step, unseen)
                self._take(step)
        except PlayerFailed as failure:
            calls = [*self._calls, *([failure.call] if failure.call else [])]
            last = calls[-1] if calls else None
            raise PlayerFailed(failure.why, last, failure.again, tuple(calls[:-1]), failure.notice) from None
        except asyncio.CancelledError:
            for call in self._calls:  # the one that was stopped is kept where it was stopped
                self._endpoint.purse.lost(self._brief.payer, call)
            raise

    def _check_time(self, patience: Patience) -> None:
        if self._calls and patience.left <= 0:
            raise PlayerFailed(f"{self._endpoint.spec.model} did not answer in {patience.seconds:.0f} seconds")

    def _written(self, rung: Rung) -> Sent[Step]:
        """The prompt with how to take steps and those that were taken, as tags where the model answers in plain words. What
        others wrote in it is no tag."""
        spec, prompt, tags = self._endpoint.spec, self._prompt, rung.tags
        # Room for all look-ups from the first step on: what is left out must not change within a turn.
        room = spec.room_beside(spec.tokens(prompt.tokens, self._longer)) - self._found
        # Before what was wrong with earlier tries is put behind it: that may speak of tags.
        turns = tuple((role, untagged(text) if role == "user" else text) for role, text in prompt.turns)
        turns = (*turns, ("user", escape(self._manual.ends(tags))))
        system = f"{prompt.system}\n\n{escape(self._manual.guide(tags))}".strip()
        base = dictated(replace(prompt, system=system, turns=turns), replace(self._brief, drafts=()), room)
        return Sent(
            base.system,
            (*base.turns, *self._manual.turns(self._done, tags)),
            lambda text, cut_off: self._manual.read(text, cut_off, tags),
            None if tags else self._manual.schema(self._taken <= self._how.looks),
            tokens=base.tokens,
            temperature=base.temperature,
            stop=("</",) if tags else (),
            payer=base.payer,
            version=base.version,
        )

    # ── what comes of it ──

    def _ended(self, act: Act, unseen: str) -> Move:
        """The answer that the game makes of the end of the turn."""
        final = next(final for final in self._manual.finals if final.tag == act.tag)
        try:
            if act.filled is None:
                action = final.becomes(self._text(final, act.text))
            else:
                action = self._manual.forms[act.tag].filled(act.filled)
        except (IllegalAction, BadAnswer) as refusal:
            raise PlayerFailed(f"{self._endpoint.spec.model}'s answer was no move", None, str(refusal)) from None
        *steps, call = self._calls
        looked = tuple(each.event for each in self._done if each.event)
        return Move(self._prompt.key, action, self._aside(act.thinking or unseen), call, tuple(steps), looked)

    def _take(self, step: LookUp | Thought) -> None:
        """Looks up what the step asks for, or lets the model go on. Raises PlayerFailed where it comes to nothing."""
        model = self._endpoint.spec.model
        taken = self._taken
        if isinstance(step, Thought):
            if self._done and isinstance(self._done[-1].step, Thought):
                raise PlayerFailed(f"{model} does nothing but think", None, NEVER)
            self._done.append(Done(step))
            return
        if taken > self._how.looks:
            raise PlayerFailed(f"{model} does nothing but look things up", None, NO_MORE)
        try:
            if taken == self._how.looks:
                raise IllegalAction(NO_MORE)
            if _tidied(step).key in {each.step.key for each in self.looked if isinstance(each.step, LookUp)}:
                raise IllegalAction(AGAIN)
            event = self._look(step)
        except IllegalAction as refusal:
            self._done.append(Done(_tidied(step), untagged(named(str(refusal), self._names))))
            return
        self._done.append(Done(_tidied(step), untagged(named(event.found, self._names)), event))

    def _look(self, step: LookUp) -> LookedUp:
        """What the game's tool finds. IllegalAction says why it finds nothing."""
        tools = {tool.name.casefold(): tool for tool in self._manual.tools}
        tool = tools.get(step.tool.casefold())
        if tool is None:
            listed = ", ".join(tools) or "nothing"
            raise IllegalAction(f"There is no such thing to look up. There is: {listed}.")
        wanted = tidy(step.argument)
        if len(wanted) > LONGEST_LOOK:
            raise IllegalAction(f"That is too long: {LONGEST_LOOK} characters at most.")
        if tool.argument and not wanted:
            raise IllegalAction(f"Say what to look up: {tool.argument}.")
        seat = None if tool.words else self._seat(wanted)
        found = tool.look(self._brief.view, self._brief.seat, seat or wanted if tool.argument else "")
        shown = f"{{{seat}}}" if seat else escape(wanted)
        found = _short(found, LONGEST_FOUND[self._size])
        return LookedUp(self._brief.seat, tool.name, shown if tool.argument else "", found)

    def _seat(self, wanted: str) -> Seat | None:
        """Whose name that is, as the model or the table knows it, or whose seat."""
        wanted = wanted.casefold().lstrip("@")
        for names in (self._names, self._brief.names, {s: self._brief.game.shows.seat_title(s) for s in self._names}):
            for seat, name in names.items():
                if wanted in (tidy(name).casefold(), seat.casefold()):
                    return seat
        return None

    def _text(self, final: Final, text: str) -> str:
        if not final.argument:
            return ""
        if not text:
            raise BadAnswer(EMPTY)
        if final.values:
            return self._value(text, final.values, f"“{final.tag}” takes only one of these")
        if not final.to:
            return as_the_table_knows(plainly(text), self._brief)
        whom, _, words = text.partition(":")
        seat = self._value(whom, final.to, f"Begin “{final.tag}” with one of these and a colon")
        if not words.strip():
            raise BadAnswer(EMPTY)
        return f"{seat}: {as_the_table_knows(plainly(words.strip()), self._brief)}"

    def _value(self, text: str, values: Sequence[str], otherwise: str) -> str:
        """Which of some values is meant."""
        shown = {tidy(labelled(value, self._names)).casefold(): value for value in values}
        if (value := shown.get(tidy(text).casefold())) is None:
            listed = ", ".join(dict.fromkeys(labelled(value, self._names) for value in values))
            raise BadAnswer(f"{otherwise}: {listed}.")
        return value

    def _aside(self, last: str) -> str:
        """What was thought and looked up, in order; of long thoughts their beginnings, so that nothing looked up is lost."""
        parts = [*((each.step.thinking, _note(each)) for each in self._done), (last, "")]
        room = LONGEST_ASIDE - sum(len(note) + 2 for _, note in parts)
        share = max(0, room // len(parts))
        thoughts = [(thought if len(thought) <= share else f"{thought[: share - 1]}…", note) for thought, note in parts]
        return "\n".join(text for pair in thoughts for text in pair if text)[:LONGEST_ASIDE]


def _note(done: Done) -> str:
    if isinstance(done.step, Thought):
        return ""
    found = done.found if len(done.found) <= NOTED else f"{done.found[: NOTED - 1]}…"
    return f"[{' '.join((done.step.tool, done.step.argument)).strip()}: {found}]"


def _tidied(step: LookUp) -> LookUp:
    """A look-up as it is repeated to the model: a tag or a line break of its own must not stand in it."""
    return replace(step, tool=re.sub(r"[^\w-]", "_", step.tool)[:32], argument=untagged(tidy(step.argument))[:SHOWN])


def _short(text: str, longest: int) -> str:
    """At most so much of a text, cut between words: {seat} marks stay whole."""
    return text if len(text) <= longest else f"{text[:longest].rsplit(' ', 1)[0]} …"
