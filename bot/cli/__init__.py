"""The command line: run the bot, play in the terminal, watch AIs play, and look after the games that are stored.

A command is declared in a file of its own, which is light: `--help` reads all of them. What carries it out is imported when
somebody calls it.

Exit codes: 0 all went well; 1 something could not be done, and a sentence said why; 2 the command or the settings are
wrong; 130 interrupted.
"""

from bot.cli.app import app
from bot.cli.world import DATABASE, FIRST, Backups, World, Wrong

__all__ = ["DATABASE", "FIRST", "Backups", "World", "Wrong", "app"]
