"""What everybody knows in a town, around that which happens there rarely."""

from __future__ import annotations

import random

import pytest

from games.town import events
from games.town.game import TOWN
from tests.games import laws

RARE = (
    events.Dawned, events.Became, events.MatesMet, events.Jailed, events.SeanceBegan, events.Overheard, events.Lynched,
    events.Reached, events.Picked, events.Marked, events.Gagged, events.Triumphed, events.MayorRevealed, events.Cautioned,
)  # fmt: skip


@pytest.mark.parametrize("number", range(4))
def test_every_seat_knows_what_it_should_and_no_more_around_what_happens_rarely(number: int):
    rng = random.Random(f"town/knowledge/{number}")
    story = laws.random_story(TOWN, rng)
    for _ in laws.steps(story, rng):
        pass
    rare = [told for told in story.log if isinstance(told.event, RARE)]
    where = {story.log.index(told) for told in rng.sample(rare, min(20, len(rare)))}
    assert list(laws.breaches_of_knowledge(TOWN, story.log, rng, where)) == []
