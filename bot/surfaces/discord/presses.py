"""What a press or a filled-in form means: from its custom id to a move at a table, and back to whoever pressed.

Presses are read from their custom ids alone, not through discord.py's views: a view or a dynamic item stays silent when the
button has left its message meanwhile, and a modal that was open during a restart is dropped. Here both get an answer.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import discord

from bot.surfaces.discord import board, ids, sheets
from bot.surfaces.discord.answers import Answer
from bot.surfaces.discord.board import Drawn
from bot.surfaces.discord.forms import as_listed, as_typed, filled_in, form_fields, make_form, option_label, typed_in
from bot.surfaces.discord.lobby import lobby_pressed
from bot.surfaces.discord.picks import answer_label, follow_items, in_words, is_page
from bot.surfaces.discord.private import PASSED, draw_page
from bot.surfaces.discord.talk import ROOM_OVER, why_not
from bot.surfaces.discord.words import clean, flowing, pages, said
from bot.table import Table
from games.core import HOST, Action, Ask, Channel, IllegalAction, Seat, StaleAsk, Told, talk_fields
from games.scene import Control, Scene

if TYPE_CHECKING:
    from bot.surfaces.discord.client import DiscordSurface

log = logging.getLogger(__name__)

OVER = "That game is over, or it is not here any more."


class Presses:
    """Carries out presses and forms. One panel a person: a new one takes the old one's place."""

    def __init__(self, surface: DiscordSurface) -> None:
        self.surface = surface
        self._panels: dict[tuple[str, str], discord.Interaction[Any]] = {}
        self._typed: dict[tuple[str, str, str], dict[str, str]] = {}

    async def pressed(self, answer: Answer) -> None:
        """A press or form of ours, whatever it is. IllegalAction says why not."""
        data: Mapping[str, Any] = answer.interaction.data or {}
        pressed = ids.read(str(data.get("custom_id", "")))
        if pressed is None:
            raise IllegalAction(PASSED)
        table = self.surface.hall.tables.get(pressed.table)
        seat = table.seat_of(answer.user) if table else None
        answer.followed = table.follow(seat) if table and seat else None
        try:
            await self._carry_out(answer, pressed)
            if table and seat and (items := _following(answer, table, seat)):
                await answer.show(Drawn(board.layout(*items)))
        except IllegalAction as refusal:
            raise type(refusal)(table.named(str(refusal)) if table else str(refusal)) from None

    async def _carry_out(self, answer: Answer, pressed: ids.Pressed) -> None:
        match pressed.what, pressed.rest:
            case "lobby", (what, *wish):
                await self._lobby(answer, pressed.table, what, *wish)
            case "cell", (index, moment):
                await self._touch(answer, self._table(pressed.table), int(index), moment)
            case "ok", (index, control, key):
                await self._confirm(answer, self._table(pressed.table), int(index), control, key)
            case "do" | "yes" | "own", (control, moment):
                await self._control(answer, self._table(pressed.table), control, moment, pressed.what == "yes")
            case "form", (kind, key, *control):
                await self._form(answer, self._table(pressed.table), kind, key, *control)
            case "pick" | "sure" | "take" | "fill" | "redo", (mark, *more):
                await self._private(answer, self._table(pressed.table), pressed.what, mark, *more)
            case "speak", (room,):
                await self._speak(answer, self._table(pressed.table), room)
            case "bet" | "card" | "heard" | "key" as what, ():
                shown = {"bet": self.surface.bets.bet, "card": self._card, "heard": self._heard, "key": self._key}
                await shown[what](answer, self._table(pressed.table))
            case "sheet", ("all", mark):
                table = await self.surface.finished(pressed.table)
                await sheets.show(answer, table, table.seat_of(answer.user), mark)
            case "sheet", ("own", mark):
                table = self._table(pressed.table)
                await sheets.show(answer, table, self._seat(answer, table), mark)
            case "rules", ():
                await self._rules(answer, pressed.table)
            case "again", ():
                await self.surface.commands.rematch(answer, pressed.table)
            case "asides", ():
                await self._asides(answer, pressed.table)
            case "erase", ():
                await self.surface.commands.erase(answer)
            case _:
                raise IllegalAction(PASSED)

    def forget(self, table: str) -> None:
        """The game is over: nothing more is kept for it."""
        self._panels = {at: panel for at, panel in self._panels.items() if at[0] != table}
        self._typed = {at: typed for at, typed in self._typed.items() if at[0] != table}

    async def _lobby(self, answer: Answer, lobby: str, what: str, wish: str = "") -> None:
        if lobby in self.surface.hall.tables:
            raise IllegalAction("The game has begun already.")
        await lobby_pressed(self.surface, answer, lobby, what, wish)

    # ── the board ──

    async def _touch(self, answer: Answer, table: Table, index: int, moment: str) -> None:
        """A card is touched: its first press at once, the others offered."""
        seat = self._seat(answer, table)
        scene = board.scene_of(table, seat)
        if ids.mark(scene.moment) != moment:
            raise StaleAsk(PASSED)
        cell = _cell(scene, index)
        if not cell.presses:
            raise StaleAsk(f"{cell.label}: nothing can be done with this card now.")
        first, said = cell.presses[0], ""
        if not first.confirm:
            told = await self._submit(answer, table, [seat], first.action)
            said = f"✅ {board.sentences(table, heard(told, seat))}"
            cell = _cell(board.scene_of(table, seat), index)
        offers = [(press, ask.key) for press in cell.presses if (ask := find_ask(table, seat, press.action))]
        offers = [(press, key) for press, key in offers if press.confirm or press != first]
        if not offers and not said:
            await self._submit(answer, table, [seat], first.action, key="")  # the table says why not
        await self._show_panel(answer, table, board.panel(table, seat, index, said, offers))

    async def _confirm(self, answer: Answer, table: Table, index: int, control: str, key: str) -> None:
        """A button of the panel: carried out if its question is still the one that is open."""
        seat = self._seat(answer, table)
        scene = board.scene_of(table, seat)
        press = next((p for p in _cell(scene, index).presses if ids.control_mark(p) == control), None)
        if press is None or isinstance(press.action, type):
            await answer.update(Drawn(board.layout(board.text(PASSED))))
            return
        ask = next((ask for ask in table.story.asks(seat) if ids.mark(ask.key) == key), None)
        try:
            told = await self._submit(answer, table, [seat], press.action, key=ask.key if ask else key)
            said = board.sentences(table, heard(told, seat)) or "Done."
        except IllegalAction as refusal:
            said = board.refused(table, refusal)
        await answer.update(Drawn(board.layout(board.text(said))))
        self._panels[table.id, answer.user] = answer.interaction

    async def _control(self, answer: Answer, table: Table, control: str, moment: str, sure: bool = False) -> None:
        """A button under the board: an action at once, or a form, or the question whether whoever pressed is `sure`."""
        seats = self._seats(answer, table)
        scene = board.scene_of(table, None if seats[0] == HOST else seats[0])
        controls = (board.RESUME,) if table.story.paused is not None else scene.controls
        found = next((each for each in controls if ids.control_mark(each) == control), None)
        if found is None:
            raise StaleAsk(PASSED)
        if table.story.paused is None and ids.mark(found.moment or scene.moment) != moment:
            raise StaleAsk(PASSED)
        if isinstance(found.action, type):
            await self._open_form(answer, table, seats, found)
            return
        if sure:
            told = await self._submit(answer, table, seats, found.action)
            done = board.sentences(table, heard(told, seats[0])) or "Done."
            await answer.update(Drawn(board.layout(board.text(done))))
            self._panels[table.id, answer.user] = answer.interaction
            return
        if found.confirm and any(find_ask(table, seat, found.action) for seat in seats):
            await self._show_panel(answer, table, board.confirmation(table, scene, found))
            return
        screen = self.surface.screen(table.id, table.place)
        with screen.hushed():
            told = await self._submit(answer, table, seats, found.action)
            if is_page(answer.interaction.message, table) and seats[0] != HOST:
                note = f"✅ {board.sentences(table, heard(told, seats[0])[:1])}"
                await self.surface.private.shown_again(answer, table, seats[0], note)
                return
            await screen.answer(answer)
        if own := privately(told, seats[0]):
            # The board does not show it (a sealed vote): whoever pressed is told what stands.
            await answer.say(f"✅ {board.sentences(table, own)}", *_following(answer, table, seats[0]))

    async def _show_panel(self, answer: Answer, table: Table, drawn: Drawn) -> None:
        old = self._panels.pop((table.id, answer.user), None)
        await answer.show(drawn)
        self._panels[table.id, answer.user] = answer.interaction
        if old is not None and not old.is_expired():
            try:
                await old.delete_original_response()
            except discord.HTTPException as error:
                log.debug("an old panel was gone: %s", error)

    # ── forms ──

    async def _open_form(self, answer: Answer, table: Table, seats: Sequence[Seat], control: Control) -> None:
        kind = control.action
        assert isinstance(kind, type)
        asks = (ask for seat in seats for ask in table.story.asks(seat) if kind in ask.forms)
        ask = next(asks, None)
        if ask is None:
            example = _example(table, kind)
            if example is None:
                why = why_not(table, seats[0], kind) if seats[0] != HOST else ""
                raise StaleAsk(why or "You are not asked for that now.")
            await self._submit(answer, table, seats, example, key="")
            return
        typed = self._typed.get((table.id, answer.user, ids.control_mark(control)))
        title = option_label(control.label, board.plain_names(table))
        await answer.form(make_form(table.id, kind, ask, title, typed, board.plain_names(table), control))

    async def _speak(self, answer: Answer, table: Table, name: str) -> None:
        """“Speak” in a room beside the table: a form for what to say there."""
        room = next((each for each in table.game.channels(table.story.state) if each.name == name), None)
        if room is None:
            raise StaleAsk(ROOM_OVER)
        _, ask = self.surface.talk.room_ask(table, room, answer.user)
        assert room.says is not None
        typed = self._typed.get((table.id, answer.user, room.says.__name__))
        await answer.form(make_form(table.id, room.says, ask, "Speak", typed, board.plain_names(table)))

    async def _form_in_room(
        self, answer: Answer, table: Table, room: Channel, kind: type[Action], typed: dict[str, str]
    ) -> None:
        """What was filled in in a room is said there; the room shows it in a moment."""
        words = typed.get(next(iter(talk_fields(kind)), ""), "")
        await self.surface.talk.say_in_room(table, room, answer.user, words, answer.cause)
        await answer.nothing()

    async def _form(self, answer: Answer, table: Table, name: str, key: str, mark: str = "") -> None:
        """A form comes back. What was typed is kept until it is accepted; what its control had filled in stands."""
        seats = self._seats(answer, table)
        open_now = (form for seat in seats for ask in table.story.asks(seat) for form in ask.forms)
        kind = next((each for each in (*open_now, *table.game.actions) if each.__name__ == name), None)
        if kind is None:
            raise IllegalAction(PASSED)
        typed = typed_in(answer.interaction.data or {})
        control = _filled_control(table, seats[0], mark) if mark else None
        name = mark or name
        self._typed[table.id, answer.user, name] = typed
        typed = {**typed, **as_typed(control.filled if control else None)}
        screen = self.surface.screen(table.id, table.place)
        try:
            with screen.hushed():
                if (here := await self._room_of(answer, kind)) is not None:
                    await self._form_in_room(answer, table, here, kind, typed)
                    self._typed.pop((table.id, answer.user, name), None)
                    return
                ask = next((a for seat in seats for a in table.story.asks(seat) if ids.mark(a.key) == key), None)
                action = filled_in(kind, as_listed(kind, ask, typed, board.plain_names(table)))
                seat = table.seat_of(answer.user)
                if ask is not None and ask.private and seat is not None:
                    await self.surface.private.submit(answer, table, seat, ask, action)
                    self._typed.pop((table.id, answer.user, name), None)
                    return
                told = await self._submit(answer, table, seats, action, key=ask.key if ask else key)
                self._typed.pop((table.id, answer.user, name), None)
                await self._form_done(answer, table, seats[0], action, told)
        except IllegalAction as refusal:
            await answer.show(self._mistake(table, seats[0], kind, typed, refusal, control))

    async def _room_of(self, answer: Answer, kind: type[Action]) -> Channel | None:
        """The room in which the form was filled in, if that is how one speaks there."""
        found = await self.surface.room(answer.interaction.channel_id or 0)
        return found[1] if found is not None and found[1].says is kind else None

    async def _form_done(self, answer: Answer, table: Table, seat: Seat, action: Action, told: Sequence[Told]) -> None:
        screen = self.surface.screen(table.id, table.place)
        if await screen.is_board(answer.interaction.message):
            await screen.answer(answer)
            if privately(told, seat):
                await answer.say(f"✅ {in_words(table, action)}", *_following(answer, table, seat))
            return
        if is_page(answer.interaction.message, table) and seat != HOST:
            await self.surface.private.shown_again(answer, table, seat, f"✅ {in_words(table, action)}")
            return
        drawn = Drawn(board.layout(board.text(board.sentences(table, heard(told, None)) or "Done.")))
        await (answer.update(drawn) if answer.interaction.message else answer.show(drawn))

    def _mistake(
        self,
        table: Table,
        seat: Seat,
        kind: type[Action],
        typed: dict[str, str],
        refusal: IllegalAction,
        control: Control | None = None,
    ) -> Drawn:
        """Why not, what was typed, and a button to go on from it."""
        written = [f"{clean(f.title)}: **{clean(typed[f.name])}**" for f in form_fields(kind) if typed.get(f.name)]
        lines = [board.refused(table, refusal), *([f"-# You wrote · {' · '.join(written)}"] if written else [])]
        scene = board.public_scene(table) if seat == HOST or control is None else board.scene_of(table, seat)
        again = control or next((each for each in scene.controls if each.action is kind), None)
        if again is None or isinstance(refusal, StaleAsk):
            return Drawn(board.layout(board.text("\n".join(lines))))
        button = board.control_button(Control("Try again", kind, "✏️", "primary"), board.do_id(table, scene, again))
        return Drawn(board.layout(board.text("\n".join(lines)), board.row([button])))

    # ── what one seat alone is asked ──

    async def _private(self, answer: Answer, table: Table, what: str, mark: str, *more: str) -> None:
        seat, private = self._seat(answer, table), self.surface.private
        match what, more:
            case "pick", (field,):
                await private.picked(answer, table, seat, mark, field)
            case "sure", (*sealed,):
                await private.confirmed(answer, table, seat, mark, *sealed)
            case "take", (index,):
                await private.taken(answer, table, seat, mark, int(index))
            case "redo", ():
                await private.change(answer, table, seat, mark)
            case "fill", (index, *filled):
                ask, kind = private.form_asked(table, seat, mark, int(index))
                control = _filled_control(table, seat, filled[0]) if filled else None
                title = option_label(control.label, board.plain_names(table)) if control else ""
                title = title or answer_label(table, seat, kind)[0]
                typed = self._typed.get((table.id, answer.user, filled[0] if filled else kind.__name__))
                if typed is None and isinstance(ask.default, kind):
                    typed = as_typed(ask.default)
                await answer.form(make_form(table.id, kind, ask, title, typed, board.plain_names(table), control))

    # ── to look at ──

    async def _key(self, answer: Answer, table: Table) -> None:
        seat = self._seat(answer, table)
        room = await self.surface.screen(table.id, table.place).rooms.link(table, seat)
        await self._show_panel(answer, table, draw_page(table, seat, beside=room))

    async def _heard(self, answer: Answer, table: Table) -> None:
        """What was understood of what whoever pressed has said last."""
        seat = self._seat(answer, table)
        items = follow_items(table, seat, table.follow(seat))
        if not items:
            raise StaleAsk(PASSED)
        await answer.show(Drawn(board.layout(*items)))

    async def _card(self, answer: Answer, table: Table) -> None:
        scene = board.scene_of(table, self._seat(answer, table))
        if board.card_of(scene) is None:
            raise StaleAsk(PASSED)
        await answer.show(board.card(table, scene))

    async def _rules(self, answer: Answer, id: str) -> None:
        hall = self.surface.hall
        table = hall.tables.get(id)
        game = table.game if table else hall.game((await self.surface.saved(id)).game)
        await self.rules(answer, game.rules(), table)

    async def rules(self, answer: Answer, text: str, table: Table | None = None) -> None:
        """The rules, below what is special about the game at this table."""
        special = table.game.about(table.story.view(None)).splitlines() if table else ()
        who = board.names(table) if table else {}
        above = "".join(f"{said(line, who)}\n" for line in special)
        for page in pages(f"{above}\n{flowing(text)}".strip()):
            await answer.say(page)

    async def _asides(self, answer: Answer, id: str) -> None:
        table = await self.surface.finished(id)
        if table.story.outcome is None:
            raise IllegalAction("That is told when the game is over.")
        moves = await self.surface.hall.store.moves(id)
        for page in pages(board.asides(table, moves))[:3]:
            await answer.say(page)

    # ── who, and what they may ──

    def _table(self, id: str) -> Table:
        table = self.surface.hall.tables.get(id)
        if table is None:
            raise StaleAsk("The game has not begun." if id in self.surface.hall.lobbies else OVER)
        return table

    def _seat(self, answer: Answer, table: Table) -> Seat:
        """The seat of whoever pressed."""
        seat = table.seat_of(answer.user)
        if seat is None:
            if table.about.get("watch"):
                raise IllegalAction("AIs play here, for you to watch. Start a game of your own to play.")
            free = any(each.kind != "person" for seat, each in table.seats.items() if seat not in table.game.staff)
            hint = " With /game join you can take the seat of an AI." if free else ""
            raise IllegalAction(f"You do not sit at this table.{hint}")
        return seat

    def _seats(self, answer: Answer, table: Table) -> list[Seat]:
        """All that whoever pressed may answer for: a seat, the host's chair, or both."""
        seat = table.seat_of(answer.user)
        seats = [] if seat is None else [seat]
        if answer.user == table.host:
            seats.append(HOST)
        return seats or [self._seat(answer, table)]

    async def _submit(
        self, answer: Answer, table: Table, seats: Sequence[Seat], action: Action | type[Action], key: str | None = None
    ) -> list[Told]:
        """The one door. Without `key`, the open question that takes the action; the table itself says why not."""
        assert isinstance(action, Action)
        for seat in seats:
            asks = table.story.asks(seat)
            if key is None and (ask := find_ask(table, seat, action)):
                return await table.submit(seat, action, ask.key, answer.cause)
            if key and any(ask.key == key for ask in asks):
                return await table.submit(seat, action, key, answer.cause)
        return await table.submit(seats[0], action, key or "", answer.cause)


def find_ask(table: Table, seat: Seat, action: Action | type[Action]) -> Ask | None:
    """The question open to `seat` that takes this action."""
    if isinstance(action, type):
        return next((ask for ask in table.story.asks(seat) if action in ask.forms), None)
    return next((ask for ask in table.story.asks(seat) if ask.takes(action)), None)


def privately(told: Sequence[Told], seat: Seat) -> list[Any]:
    """What a move told the seat that not everybody heard, up to the first thing that everybody did."""
    public = next((n for n, each in enumerate(told) if each.to is None), len(told))
    return [each.event for each in told[:public] if each.heard_by(seat)]


def _following(answer: Answer, table: Table, seat: Seat) -> list[discord.ui.Item[Any]]:
    """What goes with what they have just done, if it has not been shown to them."""
    ask = table.follow(seat, answer.followed)
    answer.followed = ask or answer.followed
    return follow_items(table, seat, ask)


def _filled_control(table: Table, seat: Seat, mark: str) -> Control:
    """The control of a seat's scene whose form it has filled in."""
    controls = board.scene_of(table, seat).controls if seat != HOST else ()
    found = next((each for each in controls if each.filled is not None and ids.control_mark(each) == mark), None)
    if found is None:
        raise StaleAsk(PASSED)
    return found


def heard(told: Sequence[Told], seat: Seat | None) -> list[Any]:
    return [each.event for each in told if each.heard_by(seat)]


def _cell(scene: Scene, index: int) -> Any:
    grid = board.grid_of(scene)
    if grid is None or not 0 <= index < len(grid.cells):
        raise StaleAsk(PASSED)
    return grid.cells[index]


def _example(table: Table, kind: type[Action]) -> Action | None:
    """Some action of this kind, to hear from the table why it is not asked for."""
    every = (ask for seat in table.story.seats for ask in table.story.asks(seat))
    return next((each for ask in every for each in ask.examples if isinstance(each, kind)), None)
