"""Codenames: two teams race to find their words from one-word clues."""

from __future__ import annotations

from games.codenames import autoplay, events, figures, prompts, reading, rules, scenes, sentences, tools
from games.codenames.options import CodenamesOptions
from games.core import Action, Event, Game, Lobby, Policy, Prompts, Rules, Shows, Talks, Wish, kinds, pages_of, rules_of

GAME: Game[rules.State] = Game(
    name="codenames",
    title="Codenames",
    summary="Two teams race to find their words from one-word clues.",
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
        hints=pages_of(__name__, "hints.md"),
        seat_title=rules.seat_title,
        figures=figures.figures,
        bookkeeping=(events.Decided,),
    ),
    talks=Talks(
        read=reading.read,
        meant=rules.meant,
        unsaid=lambda view: (*view.words, "red", "blue", "clue", "card", "key", "spymaster", "operative"),
    ),
    prompts=Prompts(
        prompt=prompts.prompt,
        tools=tools.TOOLS,
        known_moves=(events.Clue, events.Guess, events.EndTurn),
    ),
    policy=Policy(
        autoplay=autoplay.autoplay,
        autoplay_note=autoplay.autoplay_note,
        strategies=autoplay.strategies,
    ),
    lobby=Lobby(
        players=range(1, 17),
        options=CodenamesOptions,
        seats=rules.seats,
        may_sit=rules.may_sit,
        may_begin=rules.may_begin,
        lesson={"together": True, "timers": False},
        wishes=(
            Wish("red", "Join Red", "♦️", "team"),
            Wish("blue", "Join Blue", "🔵", "team"),
            Wish("spymaster", "Be spymaster", "🕵️"),
        ),
    ),
)
