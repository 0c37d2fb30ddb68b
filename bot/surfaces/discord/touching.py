"""What a card and the buttons under a board do."""

from __future__ import annotations

from typing import Any

from bot import rights
from bot.surfaces.discord import controls, ids, staying, views
from bot.surfaces.discord.answers import chosen
from bot.surfaces.discord.filling import open_form
from bot.surfaces.discord.press import Press, find_ask, heard, privately
from games.core import StaleAsk
from games.scene import Control
from games.story import PASSED


async def cell(press: Press, index: str, moment: str) -> None:
    """A card is touched: its first press at once, the others offered."""
    table, seat, cell = press.table, press.seat, _cell(press, index)
    if ids.mark(press.scene.moment) != moment:
        raise StaleAsk(PASSED)
    if not cell.presses:
        raise StaleAsk(f"{cell.label}: nothing can be done with this card now.")
    first, said = cell.presses[0], ""
    if not first.confirm:
        said = f"✅ {views.sentences(table, heard(await press.submit(first.action), seat))}"
        cell = _cell(press, index)
    offers = [(each, ask.key) for each in cell.presses if (ask := find_ask(table, seat, each.action))]
    offers = [(each, key) for each, key in offers if each.confirm or each != first]
    if not offers and not said:
        await press.submit(first.action, key="")  # the table says why not
    await press.show_panel(controls.panel(table, seat, int(index), said, offers))


async def ok(press: Press, index: str, control: str, key: str) -> None:
    """A button of the panel: carried out if its question is still the one that is open."""
    offer = next((each for each in _cell(press, index).presses if ids.control_mark(each) == control), None)
    ask = press.asked(key)
    await press.decided(offer and offer.action, ask.key if ask else key)


async def do(press: Press, mark: str, moment: str) -> None:
    """A button under the board or on a page: an action at once, or a form, or the question whether they are sure."""
    found, seats = _control(press, mark, moment), press.seats
    if isinstance(found.action, type):
        await open_form(press, found, found.action)
    elif found.confirm and any(find_ask(press.table, seat, found.action) for seat in seats):
        await press.show_panel(controls.confirmation(press.table, press.scene, found))
    else:
        with press.screen.hushed():
            told = await press.submit(found.action)
            news = privately(told, seats[0]) or heard(told, seats[0])[:1]
            await press.done(told, views.sentences(press.table, news))


async def yes(press: Press, mark: str, moment: str) -> None:
    """They are sure."""
    await press.decided(_control(press, mark, moment).action)


def _cell(press: Press, index: str) -> Any:
    grid = views.grid_of(press.table.scene(press.seat))
    if grid is None or int(index) >= len(grid.cells):
        raise StaleAsk(PASSED)
    return grid.cells[int(index)]


def _control(press: Press, mark: str, moment: str) -> Control:
    offered = (controls.RESUME,) if press.table.paused is not None else press.scene.controls
    found = next((each for each in offered if ids.control_mark(each) == mark), None)
    now = controls.moment_of(found, press.scene) if found is not None and found is not controls.RESUME else ""
    if found is None or (now and ids.mark(now) != moment):
        raise StaleAsk(PASSED)
    return found


async def bet(press: Press) -> None:
    """Somebody bets, or changes their bet."""
    said = await press.screen.bets.place(press.table, press.answer.user, chosen(press.answer))
    if await press.screen.is_board(press.message):
        await press.screen.answer(press.answer)
    press.screen.wake()
    await press.answer.say(said)


async def back(press: Press) -> None:
    """One's own seat again, by one press."""
    await rights.come_back(press.table, press.answer.asker)
    if await press.screen.is_board(press.message):
        await press.screen.answer(press.answer)
    await press.answer.say("You have your seat back.")


async def skip(press: Press) -> None:
    """A vote to wait no longer."""
    table = press.table
    vote = await rights.skip(table, press.answer.asker)
    if await press.screen.is_board(press.message):
        await press.screen.answer(press.answer)
    press.screen.wake()
    await press.answer.say("Time is up: the game goes on." if vote.carried else staying.in_words(table, vote, None))
