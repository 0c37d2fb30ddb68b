"""A narrator: a sentence or two of atmosphere for what everybody has just heard, made by a model.

It hears what everyone hears and nothing else, changes nothing, and nobody waits for it. When it is late, fails or has spent
its budget, there is none.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated

from pydantic import Field

from bot.players.briefing import asked, fill, template
from bot.players.completions import Sent
from bot.players.endpoint import Endpoint
from bot.players.provider import Patience
from bot.players.reply import form_for
from bot.ports import NARRATOR, NOBODY, Move, Payer, PlayerFailed
from games.core import Action, Ask, Talk, record, tidy

log = logging.getLogger(__name__)

PATIENCE = 20.0
"""Seconds after which what happened is too long ago to be worth a remark."""

LONGEST = 300
"""Characters of a remark."""

EARLIER = 40
"""Sentences of what happened before that the narrator is told."""


@record
class Narrate(Action):
    """Say a sentence or two of atmosphere."""

    text: Annotated[Talk, Field(description=f"at most {LONGEST} characters, without quotation marks around them")]


_ASK = Ask("narrate", "What do you say to it?", "each", forms=(Narrate,))


class ModelNarrator:
    """Narrates by asking a model."""

    def __init__(self, endpoint: Endpoint) -> None:
        self._endpoint = endpoint

    async def colour(
        self, game_title: str, heard: Sequence[str], latest: Sequence[str], payer: Payer = NOBODY
    ) -> str | None:
        """See bot.ports.Narrator."""
        if not latest:
            return None
        payer = replace(payer, seat=NARRATOR, key="narrate")
        the_prompt = replace(_prompt(game_title, heard, latest), payer=payer)
        keep = self._endpoint.purse.keep
        try:
            move = await self._endpoint.move(lambda _: the_prompt, Patience(PATIENCE, PATIENCE))
        except PlayerFailed as failure:
            keep(payer, failure.call, "unusable", failure.why)
            log.info("the narrator is silent: %s", failure.why)
            return None
        keep(payer, move.call, "read")
        return shortened(tidy(move.action.text)) if isinstance(move.action, Narrate) else None


def shortened(text: str) -> str | None:
    """`text` in at most LONGEST characters, to the end of a sentence where there is one; None when nothing is left."""
    if len(text) > LONGEST:
        cut = text[: LONGEST - 1]
        whole = max(cut.rfind(end) for end in (". ", "! ", "? "))
        text = cut[: whole + 1] if whole > 0 else f"{cut.rsplit(' ', 1)[0]}…"
    return text or None


def _prompt(title: str, heard: Sequence[str], latest: Sequence[str]) -> Sent[Move]:
    system, now = template("narrator", 2)
    form = form_for([_ASK], thoughts=False)
    values = {"heard": quoted(heard[-EARLIER:]), "latest": quoted(latest), "asks": asked(form, {})}
    return form.prompt(fill(system, title=title), fill(now, **values))


def quoted(sentences: Sequence[str]) -> str:
    """One JSON string a line: what people wrote in them cannot pass for anything else."""
    return "\n".join(f"- {json.dumps(tidy(each), ensure_ascii=False)}" for each in sentences) or "- nothing yet"
