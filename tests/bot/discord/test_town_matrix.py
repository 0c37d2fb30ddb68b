"""Who is in which thread and may write there, as Discord has it: for every phase, status and role, as the rules have it.

The town of these tests is that of the rules' own matrix (see tests/games/town/test_channels.py), with a person in every seat.
"""

from __future__ import annotations

from typing import Any

import pytest
from simcord.backend.access import channel_accessible
from simcord.backend.errors import BackendError

from bot.ports import About, Occupant, Saved
from games.core import Room, Seat
from games.town.events import Overheard, Said
from games.town.game import TOWN
from tests.bot.discord.square import ID, Square, square
from tests.games.town.test_channels import DAYS, OPTIONS, ROLES, WHO, phase


async def gather(t: Square, when: str) -> dict[Seat, Any]:
    """That town in such a phase, as the bot finds it when it comes back."""
    people = {seat: getattr(t, f"citizen{seat}") for seat in WHO.values()}
    sitting = {seat: Occupant("person", who.name, f"discord:{who.id}") for seat, who in people.items()}
    place = f"discord:{t.guild.id}:{t.channel.id}"
    held = tuple((occupant.user, seat) for seat, occupant in sitting.items())
    options = OPTIONS.model_dump(mode="json")
    log = tuple(phase(when).story.log)
    await t.store.create(Saved(ID, "town", 1, options, "a town", About(), sitting, log, held=held, place=place))
    await t.within(t.hall.reopen_one(ID))
    await t.env.settle()
    await t.rest()
    return people


def rooms(t: Square) -> dict[str, Room]:
    return {room.name: room for room in TOWN.shows.rooms(t.state) if not room.over}


def sees(t: Square, who: Any, thread: Any) -> bool:
    return channel_accessible(t.env.backend, thread.id, who.id, history=True)


@pytest.mark.parametrize("when", [*DAYS, "night"])
async def test_who_is_in_which_thread_is_as_the_rules_have_it(when: str):
    async with square(ROLES, message_content=True) as t:
        people = await gather(t, when)
        found = rooms(t)
        threads = {name: t.thread(room.title) for name, room in found.items()}
        assert len(t.channel.threads) == len(found), "there are no other threads, and none is missing"
        for name, room in found.items():
            assert room.readers is not None
            assert {seat for seat, who in people.items() if sees(t, who, threads[name])} == room.readers
            assert t.raw(threads[name]).type == 12 and t.shut(threads[name]) == (False, not room.writers)


@pytest.mark.parametrize("when", ["discussion", "judgement", "night"])
async def test_what_is_written_in_a_thread_is_heard_by_whom_the_rules_say_and_by_nobody_else(when: str):
    async with square(ROLES, message_content=True) as t:
        people = await gather(t, when)
        for name, room in rooms(t).items():
            thread = t.thread(room.title)
            for seat, who in people.items():
                told, words = len(t.table.story.log), f"I am in {name}."
                try:
                    await who.send(thread, words)
                except BackendError:
                    assert seat not in (room.readers or ()), "Discord keeps out whoever is no member"
                    continue
                await t.env.settle()
                fresh = [each for each in t.table.story.log[told:] if isinstance(each.event, Said | Overheard)]
                assert bool(fresh) == (seat in room.writers)
                ears = frozenset().union(*(each.to or () for each in fresh))
                assert room.hears in ears and (room.readers or frozenset()) <= ears
                assert not any(other.hears in ears for each, other in rooms(t).items() if each != name)


async def test_every_room_of_a_night_is_shut_when_it_is_over_and_stays_as_it_was():
    async with square(ROLES) as t:
        people = await gather(t, "night")
        nightly = {name: t.thread(room.title) for name, room in rooms(t).items() if name != "graveyard"}
        inside = {name: {seat for seat, who in people.items() if sees(t, who, th)} for name, th in nightly.items()}
        assert set(nightly) == {"mafia-4", "vampires-4", "jail-4"}
        await t.until("discussion", 5)
        for name, thread in nightly.items():
            assert t.shut(thread) == (True, True)
            assert {seat for seat, who in people.items() if sees(t, who, thread)} == inside[name]
        yard = t.thread("The graveyard")
        assert t.shut(yard) == (False, False)
        assert {seat for seat, who in people.items() if sees(t, who, yard)} == set(t.state.dead)
