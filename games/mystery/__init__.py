"""Murder mystery: nights of sealed choices, true facts for those who were there, days of talk that may be lies, and a rope."""

from __future__ import annotations

from typing import get_args

from games import circle
from games.core import Action, Event, Game, Lobby, Policy, Prompts, Rules, Shows, Talks, kinds, pages_of, rules_of
from games.mystery import asks, autoplay, deeds, events, meaning, onlookers, resample, scenes, sentences, state, turns
from games.mystery.options import MysteryOptions

GAME: Game[state.State] = Game(
    name="mystery",
    title="Murder mystery",
    summary="A house, its guests, a murderer among them: who was where, who lies, and who hangs?",
    manual=rules_of(__name__),
    rules=Rules(
        events=kinds(events, Event),
        actions=kinds(events, Action),
        setup=turns.setup,
        blank=state.State,
        evolve=state.evolve,
        asks=asks.asks,
        decide=deeds.decide,
        why_not=deeds.why_not,
        then=turns.then,
        outcome=turns.outcome,
        resample=resample.resample,
    ),
    shows=Shows(
        say=sentences.say,
        say_to=sentences.say_to,
        scene=scenes.scene,
        hints=pages_of(__name__, "hints.md"),
        seat_title=circle.seat_title,
        part=onlookers.part,
        feed=(events.Shared, events.Corrected, events.Dawn, events.Counted, events.LastWords, events.Hanged),
        bookkeeping=(events.Answered,),
        retold=(events.Spoke, events.Voted),
        rooms=onlookers.rooms,
        market=onlookers.market,
    ),
    talks=Talks(
        read=meaning.read,
        meant=meaning.meant,
        speeches=sentences.speeches,
        unsaid=lambda view: (*events.PLACES, *get_args(events.Role), *get_args(events.Act)),
    ),
    prompts=Prompts(known_moves=(events.Night, events.Say, events.Silence, events.Vote)),
    policy=Policy(
        autoplay=autoplay.autoplay,
    ),
    lobby=Lobby(
        players=range(1, 11),
        options=MysteryOptions,
        seats=circle.seats,
        may_sit=state.State.may_sit,
        lesson={"players": 5, "rounds": 1, "gentle_first_night": "yes", "timers": False},
        taught=state.State.innocent,
        taught_note="Whoever learns the game alone among AIs is no murderer.",
    ),
)
