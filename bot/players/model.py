"""A language model in a seat: it answers with the house's form, as the game's own prompt says, or in steps.

Errors: `PlayerFailed`, as bot.players.endpoint raises it.
"""

from __future__ import annotations

from dataclasses import replace

from bot.players.agent import Turn
from bot.players.briefing import prompt
from bot.players.completions import CUT_OFF, Sent
from bot.players.dictated import dictated, in_character
from bot.players.endpoint import Endpoint
from bot.players.ladder import Rung
from bot.players.provider import Patience
from bot.players.steps import Done
from bot.players.version import version_of
from bot.ports import Brief, Move
from games.core import Prompt


class ModelPlayer:
    """Answers briefs by asking a model. `persona` is a few sentences of character for its prompts; those that a game writes itself
    say whether they have room for it."""

    def __init__(self, endpoint: Endpoint, persona: str = "") -> None:
        self._endpoint, self._persona = endpoint, persona
        self._looked: list[Done] = []

    async def move(self, brief: Brief) -> Move:
        spec = self._endpoint.spec
        patience = Patience(spec.timeout, brief.seconds)
        longer = CUT_OFF in brief.refusals
        if (only := _only_answer(brief)) is not None:
            return only
        own = brief.game.prompts.prompt(brief.view, brief.seat, brief.asks, brief.heard)
        if own is None:
            return await self._endpoint.move(lambda rung: self._prompt(brief, rung), patience, longer)
        own = (own.bare or own) if spec.bare else in_character(own, self._persona)
        size = spec.briefing
        if own.compact is not None and (size == "compact" or not self._fits(own, brief)):
            own, size = own.compact, "compact"
        if own.agent is None:
            the_prompt = dictated(own, brief, spec.room_beside(spec.tokens(own.tokens, longer)))
            return await self._endpoint.move(lambda _: the_prompt, patience, longer)
        # What was looked up for an answer that was refused need not be looked up again for the next.
        looked = self._looked if brief.refusals else []
        turn = Turn(self._endpoint, own, own.agent, brief, longer, looked, size)
        try:
            return await turn.move(patience)
        finally:
            self._looked = turn.looked

    def _prompt(self, brief: Brief, rung: Rung) -> Sent[Move]:
        spec = self._endpoint.spec
        persona = "" if spec.bare else self._persona
        sent = prompt(brief, persona, spec.briefing, listed=not rung.held, longest=spec.longest_prompt, bare=spec.bare)
        if spec.briefing != "compact" and _length(sent) > spec.longest_prompt:
            sent = prompt(brief, size="compact", listed=not rung.held)
        return replace(sent, payer=brief.payer, version=version_of(brief.game))

    def _fits(self, own: Prompt, brief: Brief) -> bool:
        """Whether a model takes a game's prompt, with what the house says beside it."""
        spec = self._endpoint.spec
        turn = own.agent and Turn(self._endpoint, own, own.agent, brief, False, (), spec.briefing)
        return _length(own) + (turn.beside if turn else 0) <= spec.longest_prompt


def _only_answer(brief: Brief) -> Move | None:
    """The answer where there is one only: no model need be asked for that."""
    owed = [ask for ask in brief.asks if ask.need != "none" or ask.invites]
    if len(owed) == 1 and len(owed[0].choices) == 1 and not owed[0].forms:
        return Move(owed[0].key, owed[0].choices[0])
    return None


def _length(prompt: Prompt | Sent[Move]) -> int:
    own = prompt.own if isinstance(prompt, Prompt) else ""
    return len(prompt.system) + len(own) + sum(len(text) for _, text in prompt.turns)
