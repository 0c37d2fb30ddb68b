"""Liar's dice: everybody rolls under a cup and bids on all the dice; whoever is not believed loses a die, or wins one."""

from games.liars_dice import player, rules
from games.wiring import gather

GAME = gather(__name__, rules, player)
