"""One game in progress: the one place where things happen in order.

Every move, from a person, a model, a built-in player, the host or the clock, enters at `Table.submit`: is this seat asked
this? what does it bring about? Then it is committed, and only then told. After each move the table asks whoever plays by
itself, and lets the clock run for whoever has a deadline.

seated      who sits there, and what they know
drafts      what people have picked and not confirmed
deadlines   when time is up for what is asked
absences    who has been waited for in vain, how often in a row
votes       what people vote on: to wait no longer, to play on without somebody
door        the one way in: decided, written down, taken into the story
thinking    those who play by themselves, and what moves for the absent
clock       what happens when time is up
table       all of it together
"""

from bot.table.deadlines import GRACE, due, new_deadlines
from bot.table.drafts import DRAFT
from bot.table.seated import OfStory, for_staff
from bot.table.table import Table
from bot.table.thinking import ended
from bot.table.votes import Vote

__all__ = ["DRAFT", "GRACE", "OfStory", "Table", "Vote", "due", "ended", "for_staff", "new_deadlines"]
