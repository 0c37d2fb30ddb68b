"""Town as a game: its functions gathered in one place."""

from __future__ import annotations

from games.core import Action, Event, Game, kinds, rules_of
from games.town import autoplay, figures, prompts, reading, resample, rules, scenes, sentences, tools, words
from games.town.options import TownOptions
from games.town.people import ROLES
from games.town.state import State

TOWN: Game[State] = Game(
    name="town",
    title="Town",
    summary="Hidden roles, whispers, wills and trials: who kills at night, and whom does the town hang?",
    rules=rules_of("games.town"),
    unsaid=lambda view: (*ROLES, "town", "neutral", "role"),
    players=range(1, 16),
    options=TownOptions,
    events=kinds(words, Event),
    actions=kinds(words, Action),
    seats=rules.seats,
    setup=rules.setup,
    blank=State,
    evolve=rules.evolve,
    asks=rules.asks,
    decide=rules.decide,
    why_not=rules.why_not,
    then=rules.then,
    outcome=rules.outcome,
    say=sentences.say,
    scene=scenes.scene,
    autoplay=autoplay.autoplay,
    resample=resample.resample,
    seat_title=rules.seat_title,
    part=rules.part,
    may_sit=rules.may_sit,
    feed=(
        words.Said, words.Corrected, words.WhisperSeen, words.MayorRevealed, words.TrialBegan, words.Gagged, words.Sentenced,
        words.Lynched, words.Dawned,
    ),
    bookkeeping=(words.Reached, words.Waited, words.Invited, words.Bade, words.FloorGiven, words.Answered, words.Marked),
    speeches=sentences.speeches,
    read=reading.read,
    meant=reading.meant,
    channels=rules.channels,
    tools=tools.TOOLS,
    prompt=prompts.prompt,
    figures=figures.figures,
)  # fmt: skip
