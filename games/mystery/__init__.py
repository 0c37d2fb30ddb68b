"""Murder mystery: nights of sealed choices, true facts for those who were there, days of talk that may be lies, and a rope."""

from __future__ import annotations

from typing import get_args

from games.core import Action, Event, Game, Lobby, Policy, Rules, Shows, Talks, kinds, rules_of
from games.mystery import autoplay, events, meaning, rules, scenes, sentences
from games.mystery.options import MysteryOptions

GAME: Game[rules.State] = Game(
    name="mystery",
    title="Murder mystery",
    summary="A house, its guests, a murderer among them: who was where, who lies, and who hangs?",
    manual=rules_of(__name__),
    rules=Rules(
        events=kinds(events, Event),
        actions=kinds(events, Action),
        setup=rules.setup,
        blank=rules.State,
        evolve=rules.evolve,
        asks=rules.asks,
        decide=rules.decide,
        why_not=rules.why_not,
        then=rules.then,
        outcome=rules.outcome,
        resample=rules.resample,
    ),
    shows=Shows(
        say=sentences.say,
        scene=scenes.scene,
        seat_title=rules.seat_title,
        part=rules.part,
        feed=(events.Shared, events.Corrected, events.Dawn, events.Counted, events.LastWords, events.Hanged),
        rooms=rules.rooms,
        market=rules.market,
    ),
    talks=Talks(
        read=meaning.read,
        meant=meaning.meant,
        speeches=sentences.speeches,
        unsaid=lambda view: (*events.PLACES, *get_args(events.Role), *get_args(events.Act)),
    ),
    policy=Policy(
        autoplay=autoplay.autoplay,
    ),
    lobby=Lobby(
        players=range(1, 11),
        options=MysteryOptions,
        seats=rules.seats,
        may_sit=rules.may_sit,
    ),
)
