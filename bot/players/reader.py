"""A model that fills in a form from what a person wrote, where the plain reader of words is in doubt.

It is shown the question and the person's words, and nothing else of the game. What it fills in is shown to the person, who
confirms it or not; it never answers for anybody.
"""

from __future__ import annotations

import json
import logging
from dataclasses import replace

from bot.players.briefing import asked, fill, names_of, template
from bot.players.completions import Sent
from bot.players.endpoint import Endpoint
from bot.players.provider import Patience
from bot.players.reply import form_for
from bot.players.version import version_of
from bot.ports import Brief, Move, PlayerFailed
from games.core import Action, record, tidy

log = logging.getLogger(__name__)

PATIENCE = 20.0
"""Seconds that somebody who has written waits for a form to be filled in at most."""

LONGEST = 500
"""Characters of what they wrote that are read."""


@record
class Unclear(Action):
    """The words do not say what is asked, or may mean different things."""


class ModelReader:
    """Fills in forms by asking a model."""

    def __init__(self, endpoint: Endpoint) -> None:
        self._endpoint = endpoint

    async def fill(self, brief: Brief, text: str) -> Action | None:
        """See bot.ports.Reader."""
        if not brief.asks:
            return None
        keep = self._endpoint.purse.keep
        try:
            move = await self._endpoint.move(lambda _: _prompt(brief, text), Patience(PATIENCE, PATIENCE))
        except PlayerFailed as failure:
            keep(brief.payer, failure.call, "unusable", failure.why)
            log.debug("table %s: %s's words were not read: %s", brief.table, brief.seat, failure.why)
            return None
        keep(brief.payer, move.call, "read")
        return None if isinstance(move.action, Unclear) else move.action


def _prompt(brief: Brief, text: str) -> Sent[Move]:
    names = names_of(brief)
    titles = {seat: brief.game.shows.seat_title(seat) for seat in names}
    ask = replace(brief.asks[0], need="each", choices=(*brief.asks[0].choices, Unclear()), examples=())
    form = form_for([ask], names, titles, thoughts=False)
    system, now = template("reader", 2)
    said = json.dumps(tidy(text)[:LONGEST], ensure_ascii=False)
    sent = form.prompt(fill(system, title=brief.game.title), fill(now, said=said, asks=asked(form, names)))
    return replace(sent, payer=brief.payer, version=version_of(brief.game))
