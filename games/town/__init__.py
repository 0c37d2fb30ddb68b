"""Town: hidden roles, jail, whispers, wills and trials."""

from games.town.game import TOWN as GAME

__all__ = ["GAME"]
