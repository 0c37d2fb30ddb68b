"""What a press or a filled-in form means: from its custom id to a move at a table, and back to whoever pressed.

Presses are read from their custom ids alone, not through discord.py's views: a view or a dynamic item stays silent when the
button has left its message meanwhile, and a modal that was open during a restart is dropped. Here both get an answer.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import discord

from bot.surfaces.discord import controls, ids, parts, pictures, views
from bot.surfaces.discord.answers import Answer, chosen
from bot.surfaces.discord.forms import OPTION, as_listed, as_typed, make_form, option_label, typed_in
from bot.surfaces.discord.lobby import lobby_pressed
from bot.surfaces.discord.outbox import quietly
from bot.surfaces.discord.parts import Drawn
from bot.surfaces.discord.picks import (
    LONGEST_NAME,
    Picked,
    Question,
    answer_label,
    ask_items,
    follow_items,
    in_words,
    is_page,
    shown_picks,
)
from bot.surfaces.discord.private import draw_page, page_lines, slot_of
from bot.surfaces.discord.talk import ROOM_OVER, room_ask
from bot.surfaces.discord.words import clean, flowing, pages, said
from bot.surfaces.fields import filled_in, form_fields, why_not
from bot.table import Table
from games.core import HOST, Action, Ask, IllegalAction, Seat, StaleAsk, Told
from games.scene import Control, Scene
from games.story import PASSED

if TYPE_CHECKING:
    from bot.surfaces.discord.client import DiscordSurface

MOST_PAGES = 5
"""Messages that a sheet takes at most."""

NOBODY_HEARS = "-# Nobody hears who has chosen."
CHANGED = "You have picked something else since. This is what stands now."


async def pressed(surface: DiscordSurface, answer: Answer) -> None:
    """A press or form of ours, whatever it is. IllegalAction says why not."""
    data: Mapping[str, Any] = answer.interaction.data or {}
    pressed = ids.read(str(data.get("custom_id", "")))
    if pressed is not None and pressed.what in _ANYWHERE:
        await _ANYWHERE[pressed.what](surface, answer, pressed.table, *pressed.rest)
        return
    if pressed is None or not hasattr(Press, f"on_{pressed.what}"):
        raise IllegalAction(PASSED)
    table = surface.live(pressed.table)
    press = Press(surface, answer, table)
    seat = table.seat_of(answer.user)
    answer.followed = table.follow(seat) if seat else None
    try:
        await getattr(press, f"on_{pressed.what}")(*pressed.rest)
        if seat and (items := press.following()):
            await answer.show(Drawn(parts.layout(*items)))
    except IllegalAction as refusal:
        raise type(refusal)(table.named(str(refusal))) from None


class Press:
    """A press of somebody at a table, or a form that they have filled in. What `m|cell|…` means, `on_cell` does with the rest
    of the custom id."""

    def __init__(self, surface: DiscordSurface, answer: Answer, table: Table) -> None:
        self.surface, self.answer, self.table = surface, answer, table
        self.screen = surface.screen(table.id, table.place)

    # ── who, and what they may ──

    @property
    def message(self) -> discord.Message | None:
        """What was pressed; none where there is no message, as in an answer to a command."""
        return self.answer.interaction.message

    @property
    def seat(self) -> Seat:
        """The seat of whoever pressed."""
        table, seat = self.table, self.table.seat_of(self.answer.user)
        if seat is None:
            if table.about.get("watch"):
                raise IllegalAction("AIs play here, for you to watch. Start a game of your own to play.")
            free = any(each.kind != "person" for seat, each in table.seats.items() if seat not in table.game.staff)
            hint = " With /game join you can take the seat of an AI." if free else ""
            raise IllegalAction(f"You do not sit at this table.{hint}")
        return seat

    @property
    def seats(self) -> list[Seat]:
        """All that whoever pressed may answer for: a seat, the host's chair, or both."""
        seat = self.table.seat_of(self.answer.user)
        host = [HOST] if self.answer.user == self.table.host else []
        return [*([seat] if seat else []), *host] or [self.seat]

    @property
    def scene(self) -> Scene:
        """What they see."""
        first = self.seats[0]
        return views.scene_of(self.table, None if first == HOST else first)

    async def submit(self, action: Action, key: str | None = None) -> list[Told]:
        """The one door. Without `key`, the open question that takes the action; the table itself says why not."""
        for seat in self.seats:
            for ask in self.table.story.asks(seat):
                if ask.key == key or (key is None and ask.takes(action)):
                    return await self.table.submit(seat, action, ask.key, self.answer.cause)
        return await self.table.submit(self.seats[0], action, key or "", self.answer.cause)

    def _asked(self, key: str) -> Ask | None:
        """The question that a custom id knows by this mark."""
        asks = (ask for seat in self.seats for ask in self.table.story.asks(seat))
        return next((ask for ask in asks if ids.mark(ask.key) == key), None)

    def following(self) -> list[discord.ui.Item[Any]]:
        """What goes with what they have just done, if it has not been shown to them."""
        seat = self.seat
        ask = self.table.follow(seat, self.answer.followed)
        self.answer.followed = ask or self.answer.followed
        return follow_items(self.table, seat, ask)

    # ── what comes of it ──

    async def _show(self, drawn: Drawn) -> None:
        await (self.answer.update(drawn) if self.message else self.answer.show(drawn))

    async def _show_panel(self, drawn: Drawn) -> None:
        """Something for them alone. One panel a person: a new one takes the old one's place."""
        old = self.screen.panels.pop(self.answer.user, None)
        await self.answer.show(drawn)
        self.screen.panels[self.answer.user] = self.answer.interaction
        if old is not None and not old.is_expired():
            await quietly(old.delete_original_response())

    async def _decided(self, action: object, key: str | None = None) -> None:
        """Carries out what a panel offered; the panel says what came of it."""
        try:
            if not isinstance(action, Action):
                raise StaleAsk(PASSED)
            told = await self.submit(action, key)
            said = views.sentences(self.table, heard(told, self.seats[0])) or "Done."
        except IllegalAction as refusal:
            said = views.refused(self.table, refusal)
        await self.answer.update(parts.message(said))
        self.screen.panels[self.answer.user] = self.answer.interaction

    async def _done(self, told: Sequence[Told], note: str) -> None:
        """A move has been made: what was pressed shows it, or what stands (`note`) is told to them alone."""
        seat = self.seats[0]
        if seat != HOST and is_page(self.message, self.table):
            await self._redraw(self._picked(), f"✅ {note}", f"✅ {note}")
        elif self.message is None or self.message.flags.ephemeral:
            await self._show(parts.message(views.sentences(self.table, heard(told, None)) or "Done."))
        elif await self.surface.room(self.answer.interaction.channel_id or 0) is not None:
            await self.answer.nothing()  # the room that they spoke in tells it
        else:
            if await self.screen.is_board(self.message):  # else another has come instead of it
                await self.screen.answer(self.answer)
            if privately(told, seat):  # the board does not show it: a sealed vote
                await self.answer.say(f"✅ {note}", *self.following())

    # ── the board ──

    def _cell(self, index: str) -> Any:
        grid = views.grid_of(views.scene_of(self.table, self.seat))
        if grid is None or int(index) >= len(grid.cells):
            raise StaleAsk(PASSED)
        return grid.cells[int(index)]

    async def on_cell(self, index: str, moment: str) -> None:
        """A card is touched: its first press at once, the others offered."""
        table, seat, cell = self.table, self.seat, self._cell(index)
        if ids.mark(self.scene.moment) != moment:
            raise StaleAsk(PASSED)
        if not cell.presses:
            raise StaleAsk(f"{cell.label}: nothing can be done with this card now.")
        first, said = cell.presses[0], ""
        if not first.confirm:
            said = f"✅ {views.sentences(table, heard(await self.submit(first.action), seat))}"
            cell = self._cell(index)
        offers = [(press, ask.key) for press in cell.presses if (ask := find_ask(table, seat, press.action))]
        offers = [(press, key) for press, key in offers if press.confirm or press != first]
        if not offers and not said:
            await self.submit(first.action, key="")  # the table says why not
        await self._show_panel(controls.panel(table, seat, int(index), said, offers))

    async def on_ok(self, index: str, control: str, key: str) -> None:
        """A button of the panel: carried out if its question is still the one that is open."""
        press = next((each for each in self._cell(index).presses if ids.control_mark(each) == control), None)
        ask = self._asked(key)
        await self._decided(press and press.action, ask.key if ask else key)

    def _control(self, mark: str, moment: str) -> Control:
        offered = (controls.RESUME,) if self.table.story.paused is not None else self.scene.controls
        found = next((each for each in offered if ids.control_mark(each) == mark), None)
        if found is None or (found is not controls.RESUME and ids.mark(found.moment or self.scene.moment) != moment):
            raise StaleAsk(PASSED)
        return found

    async def on_do(self, mark: str, moment: str) -> None:
        """A button under the board or on a page: an action at once, or a form, or the question whether they are sure."""
        found, seats = self._control(mark, moment), self.seats
        if isinstance(found.action, type):
            await self._open_form(found, found.action)
        elif found.confirm and any(find_ask(self.table, seat, found.action) for seat in seats):
            await self._show_panel(controls.confirmation(self.table, self.scene, found))
        else:
            with self.screen.hushed():
                told = await self.submit(found.action)
                news = privately(told, seats[0]) or heard(told, seats[0])[:1]
                await self._done(told, views.sentences(self.table, news))

    on_own = on_do

    async def on_yes(self, mark: str, moment: str) -> None:
        """They are sure."""
        await self._decided(self._control(mark, moment).action)

    # ── forms ──

    async def _form(
        self, kind: type[Action], ask: Ask, title: str, control: Control | None = None, before: Action | None = None
    ) -> None:
        """A form to fill in, with what they typed into it last, or else what stands in an action."""
        name = ids.control_mark(control) if control is not None and control.filled is not None else kind.__name__
        typed = self.screen.typed.get((self.answer.user, name), as_typed(before) or None)
        await self.answer.form(
            make_form(self.table.id, kind, ask, title, typed, views.plain_names(self.table), control)
        )

    async def _open_form(self, control: Control, kind: type[Action]) -> None:
        asks = (ask for seat in self.seats for ask in self.table.story.asks(seat) if kind in ask.forms)
        ask = next(asks, None)
        if ask is None:
            seat = self.seats[0]
            raise StaleAsk((seat != HOST and why_not(self.table, seat, kind)) or "You are not asked for that now.")
        await self._form(kind, ask, option_label(control.label, views.plain_names(self.table)), control)

    async def on_speak(self, name: str) -> None:
        """“Speak” in a room beside the table: a form for what to say there."""
        room = next((each for each in self.table.game.channels(self.table.story.state) if each.name == name), None)
        if room is None:
            raise StaleAsk(ROOM_OVER)
        _, ask = room_ask(self.table, room, self.answer.user)
        await self._form(room.says, ask, "Speak")

    async def on_form(self, name: str, key: str, mark: str = "") -> None:
        """A form comes back. What was typed is kept until it is accepted; what its control had filled in stands."""
        table, seats, ask = self.table, self.seats, self._asked(key)
        asked = (form for seat in seats for each in table.story.asks(seat) for form in each.forms)
        kind = next((each for each in (*asked, *table.game.actions) if each.__name__ == name), None)
        if kind is None:
            raise IllegalAction(PASSED)
        control, form = self._filled_control(mark) if mark else None, (self.answer.user, mark or name)
        typed = self.screen.typed[form] = typed_in(self.answer.interaction.data or {})
        typed = {**typed, **as_typed(control.filled if control else None)}
        try:
            with self.screen.hushed():
                action = filled_in(kind, as_listed(kind, ask, typed, views.plain_names(table)))
                in_a_room = await self.surface.room(self.answer.interaction.channel_id or 0) is not None
                if ask is not None and ask.private and seats[0] != HOST and not in_a_room:
                    await self._answer(Question(table, seats[0], ask), action)
                else:
                    await self._done(await self.submit(action, ask.key if ask else key), in_words(table, action))
                self.screen.typed.pop(form, None)
        except IllegalAction as refusal:
            await self.answer.show(self._mistake(kind, typed, refusal, control))

    def _filled_control(self, mark: str) -> Control:
        """The control whose form their scene has filled in."""
        marks = {ids.control_mark(each): each for each in self.scene.controls if each.filled is not None}
        if mark not in marks:
            raise StaleAsk(PASSED)
        return marks[mark]

    def _mistake(
        self, kind: type[Action], typed: Mapping[str, str], refusal: IllegalAction, control: Control | None
    ) -> Drawn:
        """Why not, what was typed, and a button to go on from it."""
        written = [f"{clean(f.title)}: **{clean(typed[f.name])}**" for f in form_fields(kind) if typed.get(f.name)]
        lines = [views.refused(self.table, refusal), *([f"-# You wrote · {' · '.join(written)}"] if written else [])]
        scene = views.public_scene(self.table) if control is None else self.scene
        again = control or next((each for each in scene.controls if each.action is kind), None)
        if again is None or isinstance(refusal, StaleAsk):
            return parts.message("\n".join(lines))
        button = controls.control_button(
            self.table, Control("Try again", kind, "✏️", "primary"), controls.do_id(self.table, scene, again)
        )
        return parts.message("\n".join(lines), parts.row([button]))

    # ── what one seat alone is asked ──

    def _question(self, mark: str) -> Question:
        seat = self.seat
        asked = (Question(self.table, seat, ask) for ask in self.table.story.asks(seat) if ask.private)
        found = next((each for each in asked if each.mark == mark), None)
        if found is None:
            raise StaleAsk(PASSED)
        return found

    def _picked(self) -> Picked:
        """What the pressed message shows as picked, with what was picked in it a moment ago."""
        fresh = self.screen.pages.picked.get(self.message.id, {}) if self.message is not None else {}
        shown = shown_picks(self.message, self.table)
        return {mark: {**shown.get(mark, {}), **fresh.get(mark, {})} for mark in {*shown, *fresh}}

    async def on_pick(self, mark: str, name: str) -> None:
        """Something is picked in a select. A complete choice is drafted at once."""
        question = self._question(mark)
        field = next((each for each in question.fields if each.name[:LONGEST_NAME] == name), None)
        values = chosen(self.answer)
        if field is None or not set(values) <= {each[:OPTION] for each in question.ask.allowed[field.name]}:
            raise StaleAsk(PASSED)
        picked = self._picked()
        picks = picked[mark] = {**picked.get(mark, {}), field.name: ", ".join(values)}
        if self.message is not None:
            self.screen.pages.picked[self.message.id] = picked
        action, warning = question.action(picks), ""
        if action is not None:
            await self.table.draft(question.seat, question.ask.key, action)
            warning = question.refusal(action)
        await self._redraw(picked, warning)
        self.screen.wake()  # the page shows what was picked elsewhere

    async def on_sure(self, mark: str, sealed: str = "") -> None:
        """“Confirm”: of what the pressed message shows, or of what it says was understood."""
        question, picked = self._question(mark), self._picked()
        picks = picked.get(mark, {})
        action = question.draft if sealed else question.action(picks)
        if sealed and (action is None or question.seal(action) != sealed):
            await self.answer.update(question.read_back(action, CHANGED, sure=False))
            return
        if action is None:
            raise IllegalAction(f"Pick {question.lacking(picks)} first.")
        try:
            await self._answer(question, action)
        except StaleAsk:
            raise
        except IllegalAction as refusal:
            await self._redraw(picked, f"⚠️ {views.refused(self.table, refusal)}")

    async def on_take(self, mark: str, index: str) -> None:
        """A private choice is pressed; one that is to be confirmed is asked about once more."""
        question = self._question(mark)
        choice = _at(question.ask.choices, index)
        control = next((each for each in self.scene.controls if each.action == choice), None)
        if control is not None and control.confirm:
            await self.answer.show(controls.confirmation(self.table, self.scene, control))
            return
        await self._answer(question, choice)

    async def on_fill(self, mark: str, index: str, filled: str = "") -> None:
        """A form that answers a private question."""
        question = self._question(mark)
        ask, kind = question.ask, _at(question.ask.forms, index)
        control = self._filled_control(filled) if filled else None
        title = option_label(control.label, views.plain_names(self.table)) if control else ""
        title = title or answer_label(self.table, question.seat, kind)[0]
        await self._form(kind, ask, title, control, ask.default if isinstance(ask.default, kind) else None)

    async def on_redo(self, mark: str) -> None:
        """“Change” what was understood: the selects, with it picked."""
        question = self._question(mark)
        await self.answer.update(question.read_back(question.draft, "Change it here.", False))

    async def _answer(self, question: Question, action: Action) -> None:
        """Answers a private question; the pressed message says what stands. IllegalAction says why not."""
        table, seat, ask = self.table, question.seat, question.ask
        if ask.follows:
            told = await table.submit(seat, action, ask.key, self.answer.cause)
            done = views.sentences(table, heard(told, seat)[:1])
            self.answer.followed = table.follow(seat)
            await self._show(parts.message(f"✅ {done}", *follow_items(table, seat, self.answer.followed)))
            return
        slot, before = slot_of(table, seat), page_lines(table, seat, lead=False)
        note, others = f"✅ {in_words(table, action)}", self._picked()
        others.pop(question.mark, None)
        if ask.need == "each":
            note += f"\n{NOBODY_HEARS}"
        with self.screen.hushed():
            await table.submit(seat, action, ask.key, self.answer.cause)
            message = self.message
            if slot_of(table, seat) == slot and table.story.outcome is None:
                told_there = ask.need == "each" and page_lines(table, seat, lead=False) != before
                await self._redraw(others, NOBODY_HEARS if told_there else note, note)
            elif message is not None and (message.flags.ephemeral or await self.screen.outbox.lies(slot, message)):
                # The next page is on its way; this one stays as it was, with what was chosen.
                await self.answer.update(parts.message("\n".join([*before, note])))
            else:
                await self._show(parts.message(note))

    async def _redraw(self, picked: Picked, note: str, reply: str = "") -> None:
        """The pressed message as it is now: the page, the page on demand, or else `reply` and what is still asked."""
        table, seat, message = self.table, self.seat, self.message
        if message is None or message.flags.ephemeral:
            await self._show(draw_page(table, seat, picked=picked, note=note))
        elif await self.screen.outbox.lies(slot_of(table, seat), message):
            await self.answer.update(await self.screen.pages.pressed(table, seat, note))
        else:
            items = [] if reply else ask_items(table, seat, picked)
            await self.answer.update(parts.message(reply or note or "Your choice:", *items))

    # ── to look at ──

    async def on_bet(self) -> None:
        """Somebody bets, or changes their bet."""
        await self.screen.bets.bet(self.answer, self.table)

    async def on_key(self) -> None:
        room = await self.screen.rooms.link(self.table, self.seat)
        doors = (
            [parts.button("Open in browser", "", ids.make("browser", self.table.id))] if self.surface.in_browser else []
        )
        await self._show_panel(draw_page(self.table, self.seat, beside=room, besides=doors))

    async def on_browser(self) -> None:
        """A way to the same seat in a browser, for whoever sits there and nobody else."""
        if self.surface.in_browser is None:
            raise StaleAsk(PASSED)
        seat = self.seat
        door = discord.ui.Button[Any](
            label="Open my seat", url=self.surface.in_browser(self.table.id, self.answer.user)
        )
        line = f"{clean(self.table.names[seat])}, this opens your seat in a browser: the same seat in both places. "
        hint = "-# The link is yours alone. It works once, and for ten minutes."
        await self.answer.show(parts.message(f"{line}\n{hint}", parts.row([door])))

    async def on_heard(self) -> None:
        """What was understood of what whoever pressed has said last."""
        items = follow_items(self.table, self.seat, self.table.follow(self.seat))
        if not items:
            raise StaleAsk(PASSED)
        await self.answer.show(Drawn(parts.layout(*items)))

    async def on_card(self) -> None:
        scene = views.scene_of(self.table, self.seat)
        if not views.to_look_at(scene):
            raise StaleAsk(PASSED)
        await self.answer.show(pictures.card(self.table, scene))


# ── what can be pressed also when no game runs ────────────────────────────────────────────────────────────────────────


async def _sheet(surface: DiscordSurface, answer: Answer, id: str, whose: str, mark: str) -> None:
    table = await surface.finished(id)
    scenes = (views.scene_of(table, seat) for seat in (table.seat_of(answer.user), None))
    sheet = next((each for scene in scenes for each in scene.sheets if ids.mark(each.label) == mark), None)
    if sheet is None:
        raise StaleAsk("That cannot be looked up any more. Look at the table again.")
    told = pages(views.sheet_in_words(sheet, views.names(table)))
    for page in told[:MOST_PAGES]:
        await answer.say(page)
    if len(told) > MOST_PAGES:
        await answer.say(
            f"The rest does not fit here: {len(told) - MOST_PAGES} more pages. /game export has all of it."
        )


async def _rules(surface: DiscordSurface, answer: Answer, id: str) -> None:
    table = await surface.finished(id)
    await tell_rules(answer, table.game.rules(), table if id in surface.hall.tables else None)


async def tell_rules(answer: Answer, text: str, table: Table | None = None) -> None:
    """The rules, below what is special about the game at this table."""
    special = table.game.about(table.story.view(None)).splitlines() if table else ()
    above = "".join(f"{said(line, views.names(table))}\n" for line in special if table)
    for page in pages(f"{above}\n{flowing(text)}".strip()):
        await answer.say(page)


async def _asides(surface: DiscordSurface, answer: Answer, id: str) -> None:
    table = await surface.finished(id)
    if table.story.outcome is None:
        raise IllegalAction("That is told when the game is over.")
    who, moves = views.names(table), await surface.hall.store.moves(id)
    thoughts = "\n".join(f"{who.get(each.seat, each.seat)}: {clean(each.aside)}" for each in moves if each.aside)
    for page in pages(thoughts)[:3]:
        await answer.say(page)


_ANYWHERE: Mapping[str, Callable[..., Awaitable[None]]] = {
    "lobby": lobby_pressed,
    "sheet": _sheet,
    "rules": _rules,
    "again": lambda surface, answer, id: surface.commands.play_again(answer, id),
    "asides": _asides,
    "erase": lambda surface, answer, nothing: surface.commands.erase(answer),
}
"""What these kinds of custom ids do, with the rest of the id for arguments."""


def find_ask(table: Table, seat: Seat, action: Action | type[Action]) -> Ask | None:
    """The question open to `seat` that takes this action."""
    asks = table.story.asks(seat)
    return next((a for a in asks if (action in a.forms if isinstance(action, type) else a.takes(action))), None)


def privately(told: Sequence[Told], seat: Seat) -> list[Any]:
    """What a move told the seat that not everybody heard, up to the first thing that everybody did."""
    public = next((n for n, each in enumerate(told) if each.to is None), len(told))
    return heard(told[:public], seat)


def heard(told: Sequence[Told], seat: Seat | None) -> list[Any]:
    return [each.event for each in told if each.heard_by(seat)]


def _at(offers: Sequence[Any], index: str) -> Any:
    if int(index) >= len(offers):
        raise StaleAsk(PASSED)
    return offers[int(index)]
