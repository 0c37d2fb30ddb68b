"""Forms: how they are opened, and what comes back."""

from __future__ import annotations

from collections.abc import Mapping

import discord

from bot.surfaces.discord import controls, ids, parts, views
from bot.surfaces.discord.forms import as_listed, make_form, typed_in
from bot.surfaces.discord.markdown import clean
from bot.surfaces.discord.parts import Drawn
from bot.surfaces.discord.picking import answer_question, offer_at, question_of
from bot.surfaces.discord.picks import Question, in_words
from bot.surfaces.discord.press import Press
from bot.surfaces.discord.speech import ROOM_OVER, room_ask
from bot.surfaces.fields import filled_in, form_fields, why_not
from bot.surfaces.offers import Offer, as_typed, offer
from games.core import HOST, Action, IllegalAction, StaleAsk
from games.scene import Control
from games.story import PASSED


async def speak(press: Press, name: str) -> None:
    """“Speak” in a room beside the table: a form for what to say there."""
    room = next((each for each in press.table.rooms if each.name == name), None)
    if room is None:
        raise StaleAsk(ROOM_OVER)
    _, ask = room_ask(press.table, room, press.answer.user)
    assert room.says is not None  # or nobody may speak there
    await send_form(press, offer(ask, room.says, views.plain_names(press.table), Control("Speak", room.says)))


async def fill(press: Press, mark: str, index: str, filled: str = "") -> None:
    """A form that answers a private question."""
    question = question_of(press, mark)
    found = [each for each in question.offers if each.does is offer_at(question.ask.forms, index)]
    await send_form(press, offer_at([each for each in found if filled in ("", *ids.filled_mark(each.control))]))


async def form(press: Press, name: str, key: str, mark: str = "") -> None:
    """A form comes back. What was typed is kept until it is accepted; what its control had filled in stands."""
    table, seats, ask = press.table, press.seats, press.asked(key)
    asked = (form for seat in seats for each in table.asks(seat) for form in each.forms)
    kind = next((each for each in (*asked, *table.game.rules.actions) if each.__name__ == name), None)
    if kind is None:
        raise IllegalAction(PASSED)
    control = offer_at([each for each in press.scene.controls if mark in ids.filled_mark(each)]) if mark else None
    form = press.answer.user, mark or name
    typed = press.screen.typed[form] = typed_in(press.answer.interaction.data or {})
    typed = {**as_typed(control.filled if control else None), **typed}
    once = press.answer.user, mark or name, key
    if ask is None and press.screen.taken.get(once) == typed:
        await press.answer.say("✅ It was taken when you sent it first.")  # and Discord had not heard the answer
        return
    try:
        with press.screen.hushed():
            action = filled_in(kind, as_listed(offer(ask, kind, views.plain_names(table)), typed) if ask else typed)
            if ask is not None and ask.private and seats[0] != HOST and await press.room() is None:
                await answer_question(press, Question(table, seats[0], ask), action)
            else:
                await press.done(await press.submit(action, ask.key if ask else key), in_words(table, action))
            press.screen.typed.pop(form, None)
            press.screen.taken[once] = typed
    except IllegalAction as refusal:
        await press.answer.show(_mistake(press, kind, typed, refusal, control))
    except discord.HTTPException:
        press.screen.taken[once] = typed  # it counts, and they will not be told so
        raise


async def send_form(press: Press, of: Offer) -> None:
    """A form to fill in, with what they typed into it last, or else what stands in it."""
    [name, *_] = (*ids.filled_mark(of.control), of.form.__name__)
    typed = press.screen.typed.get((press.answer.user, name))
    await press.answer.form(make_form(press.table.id, of, views.plain_names(press.table), typed))


async def open_form(press: Press, control: Control, kind: type[Action]) -> None:
    asks = (ask for seat in press.seats for ask in press.table.asks(seat) if kind in ask.forms)
    ask = next(asks, None)
    if ask is None:
        seat = press.seats[0]
        raise StaleAsk((seat != HOST and why_not(press.table, seat, kind)) or "You are not asked for that now.")
    await send_form(press, offer(ask, kind, views.plain_names(press.table), control))


def _mistake(
    press: Press, kind: type[Action], typed: Mapping[str, str], refusal: IllegalAction, control: Control | None
) -> Drawn:
    """Why not, what was typed, and a button to go on from it."""
    written = [f"{clean(f.title)}: **{clean(typed[f.name])}**" for f in form_fields(kind) if typed.get(f.name)]
    lines = [views.refused(press.table, refusal), *([f"-# You wrote · {' · '.join(written)}"] if written else [])]
    scene = views.public_scene(press.table) if control is None else press.scene
    again = control or next((each for each in scene.controls if each.action is kind), None)
    if again is None or isinstance(refusal, StaleAsk):
        return parts.message("\n".join(lines))
    button = controls.control_button(
        press.table, Control("Try again", kind, "✏️", "primary"), controls.do_id(press.table, scene, again)
    )
    return parts.message("\n".join(lines), parts.row([button]))
