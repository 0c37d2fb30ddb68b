"""Who is seen to think: in no game does what everybody sees say who owes an answer in private."""

from __future__ import annotations

import pytest

from bot.clock import VirtualClock
from bot.hall import Hall
from bot.players.autoplay import BuiltInPlayers
from bot.stores.memory import MemoryStore
from bot.table import Table
from games import all_games
from games.core import Seat
from games.scene import Roster


class Onlooker:
    """Notes whom everybody sees to be waited for, and whether they may."""

    def __init__(self) -> None:
        self.seen, self.wrong = 0, list[tuple[Seat, str]]()

    def changed(self, table: Table) -> None:
        if table.outcome or table.paused:
            return
        for row in (row for roster in table.scene(None).of(Roster) for row in roster.rows if row.awaited):
            self.seen += 1
            owed = [ask for ask in table.asks(row.seat) if ask.need != "none" or ask.invites]
            if not any(ask.known or not ask.private for ask in owed):
                self.wrong.append((row.seat, ", ".join(ask.key for ask in owed)))


@pytest.mark.parametrize("name", sorted({*all_games()} - {"duet"}))
async def test_nobody_is_seen_to_think_in_private(name: str) -> None:
    clock, onlooker = VirtualClock(), Onlooker()
    hall = Hall(MemoryStore(), BuiltInPlayers(), clock)
    hall.surfaces.append(onlooker)
    lobby = await hall.open_lobby(name, {}, "discord:9", "discord:1:2")
    for _ in range(min(hall.games[name].lobby.players)):
        await hall.add_ai(lobby.id)
    table = await hall.start(lobby.id)
    while not table.outcome:
        await table.idle()
        if clock.next is None:
            break
        await clock.advance(clock.next - clock.now())
    await hall.close()
    assert onlooker.seen and onlooker.wrong == []
