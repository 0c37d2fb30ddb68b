"""What is picked and confirmed of what one seat alone is asked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bot.surfaces.discord import controls, parts, views
from bot.surfaces.discord.answers import chosen
from bot.surfaces.discord.forms import OPTION
from bot.surfaces.discord.pages import page_lines
from bot.surfaces.discord.picks import LONGEST_NAME, Question, follow_items, in_words
from bot.surfaces.discord.press import Press, heard
from games.core import Action, IllegalAction, StaleAsk
from games.story import PASSED

NOBODY_HEARS = "-# Nobody hears who has chosen."
CHANGED = "You have picked something else since. This is what stands now."


async def pick(press: Press, mark: str, name: str) -> None:
    """Something is picked in a select. A complete choice is drafted at once."""
    question = question_of(press, mark)
    field = next((each for each in question.fields if each.name[:LONGEST_NAME] == name), None)
    values = chosen(press.answer)
    if field is None or not set(values) <= {each.value[:OPTION] for each in field.values}:
        raise StaleAsk(PASSED)
    picked = press.picked()
    picks = picked[mark] = {**picked.get(mark, {}), field.name: ", ".join(values)}
    if press.message is not None:
        press.screen.pages.picked[press.message.id] = picked
    action, warning = question.action(picks), ""
    if action is not None:
        await press.table.draft(question.seat, question.ask.key, action)
        warning = question.refusal(action)
    await press.redraw(picked, warning)
    press.screen.wake()  # the page shows what was picked elsewhere


async def sure(press: Press, mark: str, sealed: str = "") -> None:
    """“Confirm”: of what the pressed message shows, or of what it says was understood."""
    question, picked = question_of(press, mark), press.picked()
    picks = picked.get(mark, {})
    action = question.draft if sealed else question.action(picks)
    if sealed and (action is None or question.seal(action) != sealed):
        await press.answer.update(question.read_back(action, CHANGED, sure=False))
        return
    if action is None:
        raise IllegalAction(f"Pick {question.lacking(picks)} first.")
    try:
        await answer_question(press, question, action)
    except StaleAsk:
        raise
    except IllegalAction as refusal:
        await press.redraw(picked, f"⚠️ {views.refused(press.table, refusal)}")


async def take(press: Press, mark: str, index: str) -> None:
    """A private choice is pressed; one that is to be confirmed is asked about once more."""
    question = question_of(press, mark)
    choice = offer_at(question.ask.choices, index)
    control = next((each for each in press.scene.controls if each.action == choice), None)
    if control is not None and control.confirm:
        await press.answer.show(controls.confirmation(press.table, press.scene, control))
        return
    await answer_question(press, question, choice)


async def redo(press: Press, mark: str) -> None:
    """“Change” what was understood: the selects, with it picked."""
    question = question_of(press, mark)
    await press.answer.update(question.read_back(question.draft, "Change it here.", False))


def question_of(press: Press, mark: str) -> Question:
    seat = press.seat
    asked = (Question(press.table, seat, ask) for ask in press.table.asks(seat) if ask.private)
    found = next((each for each in asked if each.mark == mark), None)
    if found is None:
        raise StaleAsk(PASSED)
    return found


async def answer_question(press: Press, question: Question, action: Action) -> None:
    """Answers a private question; the pressed message says what stands. IllegalAction says why not."""
    table, seat, ask = press.table, question.seat, question.ask
    if ask.follows:
        told = await table.submit(seat, action, ask.key, press.answer.cause)
        done = views.sentences(table, heard(told, seat)[:1])
        press.answer.followed = table.follow(seat)
        await press.show(parts.message(f"✅ {done}", *follow_items(table, seat, press.answer.followed)))
        return
    slot, before = await press.screen.pages.slot(table, seat), page_lines(table, seat, lead=False)
    note, others = f"✅ {in_words(table, action)}", press.picked()
    others.pop(question.mark, None)
    if ask.need == "each":
        note += f"\n{NOBODY_HEARS}"
    with press.screen.hushed():
        await table.submit(seat, action, ask.key, press.answer.cause)
        message = press.message
        if await press.screen.pages.slot(table, seat) == slot and table.outcome is None:
            told_there = ask.need == "each" and page_lines(table, seat, lead=False) != before
            await press.redraw(others, NOBODY_HEARS if told_there else note, note)
        elif message is not None and (message.flags.ephemeral or await press.screen.outbox.lies(slot, message)):
            # The next page is on its way; this one stays as it was, with what was chosen.
            await press.answer.update(parts.message("\n".join([*before, note])))
        else:
            await press.show(parts.message(note))


def offer_at(offers: Sequence[Any], index: str = "0") -> Any:
    if int(index) >= len(offers):
        raise StaleAsk(PASSED)
    return offers[int(index)]
