"""Town as a game: its functions gathered in one place."""

from __future__ import annotations

from typing import get_args

from games.core import Action, Event, Game, Lobby, Policy, Prompts, Rules, Shows, Talks, kinds, pages_of, rules_of
from games.town import autoplay, events, figures, prompts, reading, resample, rules, scenes, sentences, tools
from games.town.options import TownOptions
from games.town.people import ROLES, Act
from games.town.state import State

TOWN: Game[State] = Game(
    name="town",
    title="Town",
    summary="Hidden roles, whispers, wills and trials: who kills at night, and whom does the town hang?",
    manual=rules_of("games.town"),
    rules=Rules(
        events=kinds(events, Event),
        actions=kinds(events, Action),
        setup=rules.setup,
        blank=State,
        evolve=rules.evolve,
        asks=rules.asks,
        decide=rules.decide,
        why_not=rules.why_not,
        then=rules.then,
        outcome=rules.outcome,
        resample=resample.resample,
    ),
    shows=Shows(
        say=sentences.say,
        scene=scenes.scene,
        hints=pages_of("games.town", "hints.md"),
        seat_title=rules.seat_title,
        part=rules.part,
        feed=(
        events.Said, events.Corrected, events.WhisperSeen, events.MayorRevealed, events.TrialBegan, events.Gagged, events.Sentenced,
        events.Lynched, events.Dawned,
    ),
        bookkeeping=(events.Reached, events.Waited, events.Invited, events.Bade, events.FloorGiven, events.Answered, events.Marked, events.Chosen),
        rooms=rules.rooms,
        figures=figures.figures,
    ),
    talks=Talks(
        read=reading.read,
        meant=reading.meant,
        speeches=sentences.speeches,
        unsaid=lambda view: (*ROLES, *get_args(Act), "town", "neutral", "role", "hang", "lynch", "vote", "jail", "lie"),
    ),
    prompts=Prompts(
        prompt=prompts.prompt,
        tools=tools.TOOLS,
    ),
    policy=Policy(
        autoplay=autoplay.autoplay,
    ),
    lobby=Lobby(
        players=range(1, 16),
        options=TownOptions,
        seats=rules.seats,
        may_sit=State.may_sit,
        lesson={"players": 7, "timers": "none"},
        taught=State.of_the_town,
        taught_note="Whoever learns the game alone among AIs is dealt a role of the Town.",
    ),
)  # fmt: skip
