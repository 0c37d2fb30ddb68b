"""A game is a story told to seats: what happens, who hears it, and what is asked of whom.

The words of the house stand here. An `Event` is something that happened, in the past tense, its consequences included.
`Told` says who hears it. A *view* is the fold of what one seat was told; the table's own state is the fold of everything,
by the same function. An `Ask` is an open question to a seat; an `Action` answers it. A `Game` gathers the functions that
make one game, as a value.

One file an idea, each standing on those before it: `records` · `events` · `text` · `asks` · `rules` · `shows` ·
`talks` · `prompts` · `policy` · `lobby` · `game`.
"""

from games.core.asks import Ask
from games.core.events import (
    CLAIMS,
    CLOCK,
    EVERYONE,
    HOST,
    MEANS,
    TABLE,
    Action,
    Audience,
    Cancel,
    Cancelled,
    Event,
    IllegalAction,
    Kind,
    LookedUp,
    Pause,
    Paused,
    Prose,
    Resume,
    Resumed,
    Seat,
    Seated,
    StaleAsk,
    StoodIn,
    Talk,
    Told,
    require,
)
from games.core.game import Game, is_bookkeeping, kinds, rules_of
from games.core.lobby import Document, Lobby, Options, Remark, Seating, Wish
from games.core.policy import Policy, Temper
from games.core.prompts import Agent, Final, Prompt, Prompts, Tool
from games.core.records import altered, record, state
from games.core.rules import Dice, Outcome, Rules, dice_for
from games.core.shows import Figure, Market, Room, Shows, nothing
from games.core.talks import Parsed, Speech, Talks
from games.core.text import (
    answer_fields,
    escape,
    house_says,
    labelled,
    marked,
    named,
    needs,
    prose_fields,
    talk_fields,
    tidy,
    tidy_lines,
)

__all__ = [
    "CLAIMS",
    "CLOCK",
    "EVERYONE",
    "HOST",
    "MEANS",
    "TABLE",
    "Action",
    "Agent",
    "Ask",
    "Audience",
    "Cancel",
    "Cancelled",
    "Dice",
    "Document",
    "Event",
    "Figure",
    "Final",
    "Game",
    "IllegalAction",
    "Kind",
    "Lobby",
    "LookedUp",
    "Market",
    "Options",
    "Outcome",
    "Parsed",
    "Pause",
    "Paused",
    "Policy",
    "Prompt",
    "Prompts",
    "Prose",
    "Remark",
    "Resume",
    "Resumed",
    "Room",
    "Rules",
    "Seat",
    "Seated",
    "Seating",
    "Shows",
    "Speech",
    "StaleAsk",
    "StoodIn",
    "Talk",
    "Talks",
    "Temper",
    "Told",
    "Tool",
    "Wish",
    "altered",
    "answer_fields",
    "dice_for",
    "escape",
    "house_says",
    "is_bookkeeping",
    "kinds",
    "labelled",
    "marked",
    "named",
    "needs",
    "nothing",
    "prose_fields",
    "record",
    "require",
    "rules_of",
    "state",
    "talk_fields",
    "tidy",
    "tidy_lines",
]
