"""Liar's dice: everybody rolls under a cup and bids on all the dice; whoever is not believed loses a die, or wins one."""

from __future__ import annotations

from games import company
from games.core import Action, Event, Game, kinds, rules_of
from games.liars_dice import player, rules, scenes

GAME: Game[rules.State] = Game(
    name="liars-dice",
    title="Liar's dice",
    summary="Dice under cups, and bids on all of them: believe it, or call the liar.",
    rules=rules_of(__name__),
    players=range(1, 7),
    options=rules.DiceOptions,
    events=kinds(rules, Event),
    actions=kinds(rules, Action),
    seats=company.around,
    seat_title=company.seat_title,
    may_sit=company.own_seat_only,
    setup=rules.setup,
    blank=rules.State,
    evolve=rules.evolve,
    asks=rules.asks,
    decide=rules.decide,
    then=rules.then,
    outcome=rules.outcome,
    redeal=rules.redeal,
    read=rules.read,
    say=scenes.say,
    scene=scenes.scene,
    feed=(rules.CupsLifted,),
    autoplay=player.autoplay,
)
