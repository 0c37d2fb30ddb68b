"""The bot: tables, halls, players, stores and surfaces around the pure rules in `games`."""
