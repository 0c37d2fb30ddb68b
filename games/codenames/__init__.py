"""Codenames: two teams race to find their words from one-word clues."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from games.codenames import autoplay, figures, rules, scenes, sentences, words
from games.codenames.options import CodenamesOptions
from games.core import Game, Wish


@cache
def rules_text() -> str:
    """The rules as people and models read them."""
    return files(__name__).joinpath("rules.md").read_text(encoding="utf-8")


GAME: Game[rules.State] = Game(
    name="codenames",
    title="Codenames",
    summary="Two teams race to find their words from one-word clues.",
    rules=rules_text,
    players=range(1, 17),
    options=CodenamesOptions,
    events=(
        words.Dealt, words.KeyShown, words.TurnBegan, words.ClueGiven, words.ClueMeant, words.Tagged, words.Untagged,
        words.Voted, words.CardTurned, words.Challenged, words.ChallengeSettled, words.TurnEnded, words.GameEnded,
    ),
    actions=(
        words.Clue, words.Guess, words.Tag, words.Untag, words.EndTurn, words.Challenge, words.Uphold, words.Dismiss,
        words.Cover, words.TimeUp,
    ),
    seats=rules.seats,
    setup=rules.setup,
    blank=rules.State,
    evolve=rules.evolve,
    asks=rules.asks,
    decide=rules.decide,
    then=rules.then,
    outcome=rules.outcome,
    unsaid=lambda view: (*view.words, "red", "blue", "clue", "card", "key", "spymaster", "operative"),
    say=sentences.say,
    scene=scenes.scene,
    autoplay=autoplay.autoplay,
    autoplay_note=autoplay.autoplay_note,
    redeal=rules.redeal,
    seat_title=rules.seat_title,
    may_sit=rules.may_sit,
    figures=figures.figures,
    wishes=(
        Wish("red", "Join Red", "♦️", "team"),
        Wish("blue", "Join Blue", "🔵", "team"),
        Wish("spymaster", "Be spymaster", "🕵️"),
    ),
)  # fmt: skip
