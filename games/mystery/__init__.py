"""Murder mystery: nights of sealed choices, true facts for those who were there, days of talk that may be lies, and a rope."""

from __future__ import annotations

from typing import get_args

from games.core import Action, Event, Game, kinds, rules_of
from games.mystery import autoplay, meaning, rules, scenes, sentences, words
from games.mystery.options import MysteryOptions

GAME: Game[rules.State] = Game(
    name="mystery",
    title="Murder mystery",
    summary="A house, its guests, a murderer among them: who was where, who lies, and who hangs?",
    rules=rules_of(__name__),
    players=range(1, 11),
    options=MysteryOptions,
    events=kinds(words, Event),
    actions=kinds(words, Action),
    seats=rules.seats,
    setup=rules.setup,
    blank=rules.State,
    evolve=rules.evolve,
    asks=rules.asks,
    decide=rules.decide,
    why_not=rules.why_not,
    then=rules.then,
    outcome=rules.outcome,
    unsaid=lambda view: (*words.PLACES, *get_args(words.Role), *get_args(words.Act)),
    say=sentences.say,
    scene=scenes.scene,
    autoplay=autoplay.autoplay,
    resample=rules.resample,
    seat_title=rules.seat_title,
    part=rules.part,
    may_sit=rules.may_sit,
    feed=(words.Shared, words.Corrected, words.Dawn, words.Counted, words.LastWords, words.Hanged),
    speeches=sentences.speeches,
    read=meaning.read,
    meant=meaning.meant,
    channels=rules.channels,
    wager=rules.wager,
)
