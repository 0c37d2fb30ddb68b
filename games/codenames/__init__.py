"""Codenames: two teams race to find their words from one-word clues."""

from __future__ import annotations

from games.codenames import autoplay, figures, prompts, reading, rules, scenes, sentences, tools, words
from games.codenames.options import CodenamesOptions
from games.core import Action, Event, Game, Wish, kinds, rules_of

GAME: Game[rules.State] = Game(
    name="codenames",
    title="Codenames",
    summary="Two teams race to find their words from one-word clues.",
    rules=rules_of(__name__),
    players=range(1, 17),
    options=CodenamesOptions,
    events=kinds(words, Event),
    actions=kinds(words, Action),
    seats=rules.seats,
    setup=rules.setup,
    blank=rules.State,
    evolve=rules.evolve,
    asks=rules.asks,
    decide=rules.decide,
    why_not=rules.why_not,
    meant=rules.meant,
    then=rules.then,
    outcome=rules.outcome,
    unsaid=lambda view: (*view.words, "red", "blue", "clue", "card", "key", "spymaster", "operative"),
    say=sentences.say,
    scene=scenes.scene,
    autoplay=autoplay.autoplay,
    autoplay_note=autoplay.autoplay_note,
    strategies=autoplay.strategies,
    resample=rules.resample,
    seat_title=rules.seat_title,
    may_sit=rules.may_sit,
    read=reading.read,
    prompt=prompts.prompt,
    tools=tools.TOOLS,
    figures=figures.figures,
    wishes=(
        Wish("red", "Join Red", "♦️", "team"),
        Wish("blue", "Join Blue", "🔵", "team"),
        Wish("spymaster", "Be spymaster", "🕵️"),
    ),
)
