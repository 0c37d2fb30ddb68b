"""Liar's dice: everybody rolls under a cup and bids on all the dice; whoever is not believed loses a die, or wins one."""

from games import company
from games.liars_dice import player, rules, scenes
from games.wiring import gather

GAME = gather(__name__, rules, scenes, player, company)
