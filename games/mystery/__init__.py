"""Murder mystery: nights of sealed choices, true facts for those who were there, days of talk that may be lies, and a rope."""

from __future__ import annotations

from typing import get_args

from games import company
from games.core import Action, Event, Game, kinds, rules_of
from games.mystery import asks, autoplay, deeds, meaning, onlookers, resample, scenes, sentences, state, turns, words
from games.mystery.options import MysteryOptions

GAME: Game[state.State] = Game(
    name="mystery",
    title="Murder mystery",
    summary="A house, its guests, a murderer among them: who was where, who lies, and who hangs?",
    rules=rules_of(__name__),
    players=range(1, 11),
    options=MysteryOptions,
    events=kinds(words, Event),
    actions=kinds(words, Action),
    seats=company.seats,
    setup=turns.setup,
    blank=state.State,
    evolve=state.evolve,
    asks=asks.asks,
    decide=deeds.decide,
    why_not=deeds.why_not,
    then=turns.then,
    outcome=turns.outcome,
    unsaid=lambda view: (*words.PLACES, *get_args(words.Role), *get_args(words.Act)),
    say=sentences.say,
    scene=scenes.scene,
    autoplay=autoplay.autoplay,
    resample=resample.resample,
    seat_title=company.seat_title,
    part=onlookers.part,
    may_sit=state.State.may_sit,
    feed=(words.Shared, words.Corrected, words.Dawn, words.Counted, words.LastWords, words.Hanged),
    speeches=sentences.speeches,
    read=meaning.read,
    meant=meaning.meant,
    channels=onlookers.channels,
    wager=onlookers.wager,
)
