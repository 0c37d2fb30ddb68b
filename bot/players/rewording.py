"""A built-in player's words in a model's: what it says in front of all is said as its character talks, and claims the same.

The built-in player has chosen its move; a model is asked once for other words, within a few seconds. What is shown is made of what
everybody has heard, and every sentence is asked about alike, whatever its speaker plays: how long it takes follows from what all know.
When the answer is late, fails, is not paid for or could say anything else, the sentence stays as it was.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable
from dataclasses import replace
from typing import Annotated

from pydantic import Field

from bot.players.briefing import asked, fill, names_of, template
from bot.players.completions import Sent
from bot.players.endpoint import Endpoint
from bot.players.narrator import quoted
from bot.players.provider import Patience
from bot.players.reply import form_for
from bot.players.version import version_of
from bot.ports import Brief, Move, Player, PlayerFailed
from games.core import Action, Ask, Talk, named, record, tidy
from games.rewording import Cut, Unfit, cut, public_words, reworded

log = logging.getLogger(__name__)

PATIENCE = 8.0
"""Seconds that a table waits for other words at most."""

EARLIER = 12
"""Sentences of what everybody heard last that a model is told."""


@record
class Reword(Action):
    """Say the sentence in other words."""

    text: Annotated[Talk, Field(description="the sentence in other words, on one line")]


_ASK = Ask("reword", "How do you say it?", "each", forms=(Reword,))


class Reworded:
    """Moves as `player` does. `persona` is how its character talks; a model is asked where that is `allowed`."""

    def __init__(
        self, player: Player, endpoint: Endpoint, persona: str, allowed: Callable[[str], bool] = lambda place: True
    ) -> None:
        self._player, self._endpoint, self._persona, self._allowed = player, endpoint, persona, allowed

    async def move(self, brief: Brief) -> Move:
        move = await self._player.move(brief)
        ask = next(ask for ask in brief.asks if ask.key == move.key)
        field = public_words(ask, move.action)
        if field is None or brief.refusals or not self._allowed(brief.place):
            return move
        of = cut(getattr(move.action, field), brief.game.talks.unsaid(brief.view), brief.names)
        if of is None:
            return move
        seconds = PATIENCE if brief.seconds is None else min(PATIENCE, brief.seconds / 2)
        payer, why, call = replace(brief.payer, key=move.key), "", None
        the_prompt = replace(self._prompt(brief, of), payer=payer)
        try:
            async with asyncio.timeout(seconds):  # for the purse, too, where others' calls have to be settled first
                answer = await self._endpoint.move(lambda _: the_prompt, Patience(seconds, seconds))
            call, text = answer.call, tidy(getattr(answer.action, "text", ""))
            action = reworded(brief.game, brief.view, brief.seat, move.action, field, of, text, brief.names)
            move = replace(move, action=action)
        except PlayerFailed as failure:
            call, why = failure.call, failure.why
        except TimeoutError:
            why = "it was late"  # what it has cost is kept where it was stopped
        except Unfit as unfit:
            why = str(unfit)
        self._endpoint.purse.keep(payer, call, "unusable" if why else "read", why)
        if why:
            log.debug("table %s: %s's words stay as they were: %s", brief.table, brief.seat, why)
        return move

    def _prompt(self, brief: Brief, of: Cut) -> Sent[Move]:
        heard = [event for n, event in enumerate(brief.heard) if n not in brief.private]
        news = [each for each in heard if not isinstance(each, brief.game.shows.bookkeeping)][-EARLIER:]
        lines = [named(brief.game.shows.say(each), names_of(brief)) for each in news]
        system, now = template("rewording", 2)
        form = form_for([_ASK], thoughts=False)
        sentence, stays = json.dumps(of.frame, ensure_ascii=False), " ".join(of.stays) or "nothing"
        values = {"sentence": sentence, "stays": stays, "heard": quoted(lines), "asks": asked(form, {})}
        sent = form.prompt(fill(system, title=brief.game.title, persona=self._persona), fill(now, **values))
        return replace(sent, version=version_of(brief.game))
