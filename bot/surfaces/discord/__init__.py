"""The table on Discord: a lobby that becomes a board, presses, secrets by DM, and every message posted once.

What arrives goes one way:

in          `client` hears it; `presses`, `commands` and `talk` say what it means and who carries it out
the hall    a move at a table, a lobby opened: `bot.hall`, `bot.table`
which       `screens`: the one `screen` that shows this game, and when there is news for it
out         its `board` and `feed`, each seat's own `pages`, `rooms` beside the table, `reminders`, the `result`; what becomes
            of a game that cannot be shown (`barred`), and of people who have left (`absent`)
the wire    `outbox`: every message once; `answers`: every press answered once, in time

Below stand the parts that all are made of (`parts`, `views`, `controls`, `words`, `ids`), and the `line`: the hall, the
connection, and whom it reaches. The contract in pyproject.toml has every file's place.
"""

from bot.surfaces.discord.client import DiscordSurface

__all__ = ["DiscordSurface"]
