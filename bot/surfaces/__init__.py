"""Wherever a table is shown: Discord, the terminal."""
