"""What one seat alone sees and is asked: its page by DM, the same on demand, and the way from its picks to a move.

A page is a DM of its own, sent once. As long as something is asked in private it shows the question too, and changes under
its owner's presses. Whatever is picked stands in the message itself, as the defaults of its selects, so that a restart loses
nothing; what is confirmed is what the pressed message shows.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

import discord
from discord import ui

from bot.ports import Post
from bot.surfaces.discord import board, ids
from bot.surfaces.discord.answers import Answer
from bot.surfaces.discord.board import COLOURS, Drawn, attached
from bot.surfaces.discord.forms import OPTION
from bot.surfaces.discord.outbox import (
    DM_REFUSED,
    NO_COMMON_GUILD,
    TOO_OLD_TO_EDIT,
    UNKNOWN_MESSAGE,
    passing,
    quietly,
)
from bot.surfaces.discord.picks import (
    LONGEST_NAME,
    Picked,
    ask_items,
    ask_mark,
    deadline_of,
    follow_items,
    in_words,
    missing,
    own_buttons,
    picked_action,
    picked_fields,
    private_asks,
    read_back,
    refusal_of,
    seal,
    seal_of,
    shown_picks,
)
from bot.surfaces.discord.words import TEXT_LIMIT, clean, fit, listed, newest, paragraph, said
from bot.table import Table
from games.core import Action, Ask, IllegalAction, Seat, StaleAsk, talk_fields
from games.scene import Card, Scene, Text

if TYPE_CHECKING:
    from bot.surfaces.discord.client import DiscordSurface
    from bot.surfaces.discord.posts import Screen

log = logging.getLogger(__name__)

PASSED = "That moment has passed. Look at the table again."
NOBODY_HEARS = "-# Nobody hears who has chosen."
CHANGED = "You have picked something else since. This is what stands now."

LAST = "last"
"""Which page it is that a seat without secrets gets."""

LONGEST_PAGE = 3000
"""Characters of a page above its questions; a longer one loses the beginning of its lists."""


class _Shown(NamedTuple):
    """A DM as it was last drawn, and whether it asked something then."""

    digest: str
    asking: bool


def _shown(table: Table, seat: Seat, drawn: Drawn) -> _Shown:
    return _Shown(board.digest(drawn), bool(private_asks(table, seat)))


# ── pages ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


def private_seats(table: Table) -> list[Seat]:
    """Seats of people who see what others may not, or are asked something in private."""
    people = [seat for seat, occupant in table.seats.items() if occupant.kind == "person"]
    return [seat for seat in people if board.scene_of(table, seat).secret or private_asks(table, seat)]


def is_over(table: Table, seat: Seat) -> bool:
    """Whether the seat has no secrets any more in a game of pages: its last page says what it knew."""
    scene = board.scene_of(table, seat)
    return bool(scene.page) and not scene.secret and not private_asks(table, seat)


def has_page(table: Table, seat: Seat) -> bool:
    """Whether the seat's DM changes with the game; else it is sent once and stays as it is."""
    return bool(board.scene_of(table, seat).page or private_asks(table, seat))


def draw_page(
    table: Table,
    seat: Seat,
    number: int | None = None,
    link: str = "",
    picked: Picked | None = None,
    note: str = "",
    beside: str = "",
) -> Drawn:
    """All that the seat sees and is asked, for its owner alone. `number` and `link` are for a message that stays; `picked`
    is what is picked so far, where it is not what is drafted; `note` stands on top, or among the small print if it is
    small; `beside` leads to where the seat reads along."""
    scene = board.scene_of(table, seat)
    if not has_page(table, seat):
        return board.key(table, seat, number, link) if scene.secret else board.no_secret(table, seat)
    small = note.startswith("-# ")
    lines = [note] if note and not small else []
    if is_over(table, seat):
        lines += last_lines(table, seat)
    else:
        lines += page_lines(table, seat, scene, lead=number is None or bool(private_asks(table, seat)))
    lines += [note if small else "", board.YOURS_ONLY if scene.secret else ""]
    lines += [f"-# The table: {link}"] if link else []
    lines += [f"-# You may read along here: {beside}"] if beside else []
    items = list(ask_items(table, seat, picked))
    room = TEXT_LIMIT - sum(len(each.content) for each in items if isinstance(each, ui.TextDisplay))
    page = board.text(fit("\n".join(line for line in lines if line), max(1, room)))
    return Drawn(board.layout(page, *items, *_own_rows(table, seat, scene), number=number, colour=COLOURS[scene.face]))


def _own_rows(table: Table, seat: Seat, scene: Scene) -> Sequence[ui.Item[Any]]:
    """What may be done from the page beside its questions, and what may be looked up."""
    playing = table.story.outcome is None and table.story.paused is None
    buttons = own_buttons(table, seat) if playing else []
    buttons += board.sheet_buttons(table, scene, own=True)
    if board.card_of(scene) is not None:
        buttons.append(board.card_button(table))
    return board.rows(buttons)


def page_lines(table: Table, seat: Seat, scene: Scene, lead: bool = True) -> list[str]:
    """The texts of a seat's scene, lists last; the beginning of long lists is left out. The `lead` is about the moment,
    and like all that everybody sees not for a message that stays."""
    who = board.names(table)
    lines = [f"### {clean(scene.title)}: {board.seat_in_words(table.game, board.public_scene(table), seat)}"]
    styles = {"lead": "**{}**", "plain": "{}", "small": "-# {}"}
    public = () if lead else board.public_scene(table).blocks
    lines += [
        f"**{said(each.title, who)}** · {said(each.kind, who)}" for each in scene.blocks if isinstance(each, Card)
    ]
    texts = [each for each in scene.blocks if isinstance(each, Text) and (lead or each.style != "lead")]
    texts = [each for each in texts if each not in public]  # how things stand is seen at the table
    lines += [
        paragraph(each.text, who) if "\n" in each.text else styles[each.style].format(said(each.text, who))
        for each in texts
    ]
    room = LONGEST_PAGE - sum(len(line) + 1 for line in lines)
    for block in board.own_lists(table, scene):
        told = [said(line, who) for line in block.lines]
        kept = newest(told, room)
        earlier = [f"-# {len(told) - len(kept)} earlier"] if len(kept) < len(told) else []
        lines += [f"**{clean(block.title)}**", *earlier, *kept]
        room -= sum(len(line) + 1 for line in kept)
    return lines


def last_lines(table: Table, seat: Seat) -> list[str]:
    """For a seat that nothing is hidden from others for any more: what it alone was told as long as there was."""
    lines = [f"### {clean(table.game.title)}: {clean(table.game.seat_title(seat))}", "Nothing is for you alone now."]
    events = [told.event for told in table.story.log if told.to is not None and seat in told.to]
    told = [board.sentences(table, [event]) for event in events if not talk_fields(type(event))]
    kept = newest(told, LONGEST_PAGE)
    return [*lines, "**What you alone were told**", *kept] if kept else lines


# ── DMs and presses ───────────────────────────────────────────────────────────────────────────────────────────────────


class Private:
    """Everything of all tables that is between the bot and one person."""

    def __init__(self, surface: DiscordSurface) -> None:
        self.surface = surface
        self._shown: dict[tuple[str, str], _Shown] = {}
        self._picked: dict[tuple[str, int], dict[str, dict[str, str]]] = {}
        self._refused: set[tuple[str, str]] = set()

    def forget(self, table: str) -> None:
        """The game is over: nothing more is kept for it."""
        self._shown = {at: shown for at, shown in self._shown.items() if at[0] != table}
        self._picked = {at: picks for at, picks in self._picked.items() if at[0] != table}
        self._refused = {at for at in self._refused if at[0] != table}

    async def catch_up(self, screen: Screen, table: Table) -> None:
        """Brings everybody what is news for them alone. One person's trouble keeps no other from theirs."""
        if table.story.outcome is not None:
            return
        posts = await screen.outbox.posts()
        seats = [*private_seats(table), *_ended_seats(table, posts)]
        telling = [self._tell(screen, table, seat) for seat in seats if self._reachable(table, seat)]
        for failure in await asyncio.gather(*telling, return_exceptions=True):
            if isinstance(failure, BaseException):
                raise failure

    def _reachable(self, table: Table, seat: Seat) -> bool:
        user = table.seats[seat].user
        return user.startswith("discord:") and user not in self.surface.closed

    async def _tell(self, screen: Screen, table: Table, seat: Seat) -> None:
        slot = slot_of(table, seat)
        if (table.id, slot) in self._refused:
            return
        post = (await screen.outbox.posts()).get(slot)
        try:
            if post is None or not post.message:
                await self._send_card(screen, table, seat)
                await self._send(screen, table, seat, slot)
            elif has_page(table, seat):
                await self._refresh(screen, table, seat, post)
            await self._remind(screen, table, seat)
        except discord.HTTPException as error:
            if passing(error):
                raise
            if error.code in (DM_REFUSED, NO_COMMON_GUILD):
                log.info("game %s: the person in %s takes no DMs; the board's button shows the same", table.id, seat)
                await self.surface.remember_closed(table.seats[seat].user)
                screen.wake()
            else:
                # One person's DM is no reason to keep the table from all others.
                log.error("game %s: a DM to the person in %s is refused: %s", table.id, seat, error)
                self._refused.add((table.id, slot))

    async def _send_card(self, screen: Screen, table: Table, seat: Seat) -> None:
        """What the seat is, in a message that stays; anew when it is something else."""
        scene = board.scene_of(table, seat)
        card = board.card_of(scene)
        if card is None or is_over(table, seat):
            return
        slot = f"{_sitting(table, seat)}:card:{seal_of(table, card.title)}"
        if slot not in await screen.outbox.posts():
            channel = await self.surface.dm(table.seats[seat].user)
            await screen.outbox.send(slot, lambda: board.card(table, scene, ids.number(table.id, slot)), channel)

    async def _send(self, screen: Screen, table: Table, seat: Seat, slot: str) -> None:
        channel, link = await self.surface.dm(table.seats[seat].user), await screen.link()

        def drawn() -> Drawn:
            made = draw_page(table, seat, ids.number(table.id, slot), link)
            self._shown[table.id, slot] = _shown(table, seat, made)
            return made

        await screen.outbox.send(slot, drawn, channel)

    async def _refresh(self, screen: Screen, table: Table, seat: Seat, post: Post) -> None:
        """Changes a page that asks something, or has just ceased to; what only tells stays as it is."""
        shown, asking = self._shown.get((table.id, post.slot)), bool(private_asks(table, seat))
        if shown is not None and not (asking or shown.asking):
            return
        channel = await self.surface.dm(table.seats[seat].user)
        message = channel.get_partial_message(int(post.message))
        if shown is None and asking:
            await self._recall_picks(table, message)
        drawn = self._page(table, seat, post, await screen.link())
        now = _shown(table, seat, drawn)
        if shown == now:
            return
        try:
            await message.edit(view=drawn.view, attachments=attached(drawn))
        except discord.HTTPException as error:
            if error.code not in (UNKNOWN_MESSAGE, TOO_OLD_TO_EDIT):
                raise
            await quietly(message.delete())
            await screen.outbox.save(replace(post, message="", content_hash=post.message))
            await self._send(screen, table, seat, post.slot)
            return
        self._shown[table.id, post.slot] = now

    async def _recall_picks(self, table: Table, message: discord.PartialMessage) -> None:
        """After a restart: what was picked and not drafted yet stands in the message only."""
        try:
            self._picked[table.id, message.id] = shown_picks(await message.fetch(), table)
        except discord.NotFound:
            log.debug("game %s: a page has been deleted", table.id)

    def _page(self, table: Table, seat: Seat, post: Post, link: str, note: str = "") -> Drawn:
        """The page as it is now: what is drafted before what is not complete yet."""
        drafted = {ask_mark(seat, ask) for ask in private_asks(table, seat) if (seat, ask.key) in table.drafts}
        kept = self._picked.get((table.id, int(post.message or 0)), {})
        picked = {mark: picks for mark, picks in kept.items() if mark not in drafted}
        return draw_page(table, seat, ids.number(table.id, post.slot), link, picked, note)

    async def _remind(self, screen: Screen, table: Table, seat: Seat) -> None:
        """One line before time is up, to those who owe something; nobody else hears of it."""
        for ask in private_asks(table, seat):
            due = deadline_of(table, seat, ask)
            if due is None or ask.need == "none" or (due.seat, due.key) not in table.near:
                continue
            slot = f"nudge:{ask_mark(seat, ask)}"
            drafted = (seat, ask.key) in table.drafts
            line = "What you have picked counts" if drafted else "Choose before"
            line = f"⏰ {line} <t:{int(due.at)}:R>."
            channel = await self.surface.dm(table.seats[seat].user)
            await screen.outbox.send(slot, board.message(line, number=ids.number(table.id, slot)), channel)

    # ── presses ──

    async def picked(self, answer: Answer, table: Table, seat: Seat, mark: str, name: str) -> None:
        """Something is picked in a select. A complete choice is drafted at once."""
        ask = self._asked(table, seat, mark)
        field = next((each for each in picked_fields(ask) if each.name[:LONGEST_NAME] == name), None)
        data: Mapping[str, Any] = answer.interaction.data or {}
        values = [str(each) for each in data.get("values", ())]
        if field is None or not set(values) <= {each[:OPTION] for each in ask.allowed[field.name]}:
            raise StaleAsk(PASSED)
        picked = self._seen(answer, table)
        picks = picked[mark] = {**picked.get(mark, {}), field.name: ", ".join(values)}
        if answer.interaction.message is not None:
            self._picked[table.id, answer.interaction.message.id] = picked
        action, warning = picked_action(ask, picks), ""
        if action is not None:
            await table.draft(seat, ask.key, action)
            warning = refusal_of(table, seat, ask, action)
        await self._redraw(answer, table, seat, picked, warning)
        self.surface.screen(table.id, table.place).wake()  # the page shows what was picked elsewhere

    async def confirmed(self, answer: Answer, table: Table, seat: Seat, mark: str, sealed: str = "") -> None:
        """“Confirm”: of what the pressed message shows, or of what it says was understood."""
        ask, picked = self._asked(table, seat, mark), self._seen(answer, table)
        if sealed:
            action = table.drafts.get((seat, ask.key))
            if action is None or seal(table, seat, ask, action) != sealed:
                await answer.update(read_back(table, seat, ask, action, CHANGED, sure=False))
                return
        else:
            action = picked_action(ask, picked.get(mark, {}))
        if action is None:
            raise IllegalAction(f"Pick {listed(f'“{each}”' for each in missing(ask, picked.get(mark, {})))} first.")
        try:
            await self.submit(answer, table, seat, ask, action)
        except StaleAsk:
            raise
        except IllegalAction as refusal:
            await self._redraw(answer, table, seat, picked, f"⚠️ {board.refused(table, refusal)}")

    async def taken(self, answer: Answer, table: Table, seat: Seat, mark: str, index: int) -> None:
        """A private choice is pressed; one that is to be confirmed is asked about once more."""
        ask = self._asked(table, seat, mark)
        if not 0 <= index < len(ask.choices):
            raise StaleAsk(PASSED)
        scene = board.scene_of(table, seat)
        control = next((each for each in scene.controls if each.action == ask.choices[index]), None)
        if control is not None and control.confirm:
            await answer.show(board.confirmation(table, scene, control))
            return
        await self.submit(answer, table, seat, ask, ask.choices[index])

    def form_asked(self, table: Table, seat: Seat, mark: str, index: int) -> tuple[Ask, type[Action]]:
        """The form that a button opens, and the question that it answers."""
        ask = self._asked(table, seat, mark)
        if not 0 <= index < len(ask.forms):
            raise StaleAsk(PASSED)
        return ask, ask.forms[index]

    async def change(self, answer: Answer, table: Table, seat: Seat, mark: str) -> None:
        """“Change” what was understood: the selects, with it picked."""
        ask = self._asked(table, seat, mark)
        await answer.update(read_back(table, seat, ask, table.drafts.get((seat, ask.key)), "Change it here.", False))

    def _asked(self, table: Table, seat: Seat, mark: str) -> Ask:
        asks = (each for each in table.story.asks(seat) if each.private)
        ask = next((each for each in asks if ask_mark(seat, each) == mark), None)
        if ask is None:
            raise StaleAsk(PASSED)
        return ask

    def _seen(self, answer: Answer, table: Table) -> dict[str, dict[str, str]]:
        """What the pressed message shows as picked, with what was picked in it a moment ago."""
        message = answer.interaction.message
        fresh = self._picked.get((table.id, message.id), {}) if message is not None else {}
        shown = shown_picks(message, table)
        return {mark: {**shown.get(mark, {}), **fresh.get(mark, {})} for mark in {*shown, *fresh}}

    async def submit(self, answer: Answer, table: Table, seat: Seat, ask: Ask, action: Action) -> None:
        """Answers a private question; the pressed message says what stands. IllegalAction says why not."""
        if ask.follows:
            heard = [
                each.event for each in await table.submit(seat, action, ask.key, answer.cause) if each.heard_by(seat)
            ]
            done = board.sentences(table, heard[:1])
            answer.followed = table.follow(seat)
            items = follow_items(table, seat, answer.followed)
            await self._show(answer, Drawn(board.layout(board.text(f"✅ {done}"), *items)))
            return
        screen, slot = self.surface.screen(table.id, table.place), slot_of(table, seat)
        before = page_lines(table, seat, board.scene_of(table, seat), lead=False)
        note, others = f"✅ {in_words(table, action)}", self._seen(answer, table)
        others.pop(ask_mark(seat, ask), None)
        if ask.need == "each":
            note += f"\n{NOBODY_HEARS}"
        with screen.hushed():
            await table.submit(seat, action, ask.key, answer.cause)
            message = answer.interaction.message
            if slot_of(table, seat) == slot and table.story.outcome is None:
                after = page_lines(table, seat, board.scene_of(table, seat), lead=False)
                told = note if after == before or ask.need != "each" else NOBODY_HEARS
                await self._redraw(answer, table, seat, others, told, note)
            elif message is not None and (message.flags.ephemeral or await screen.outbox.lies(slot, message)):
                # The next page is on its way; this one stays as it was, with what was chosen.
                await answer.update(board.message("\n".join([*before, note])))
            else:
                await self._show(answer, board.message(note))

    async def shown_again(self, answer: Answer, table: Table, seat: Seat, note: str) -> None:
        """The page on which something was pressed that is no private question, as it is now."""
        await self._redraw(answer, table, seat, self._seen(answer, table), note, note)

    async def _redraw(
        self, answer: Answer, table: Table, seat: Seat, picked: Picked, note: str = "", reply: str = ""
    ) -> None:
        """The pressed message as it is now: the page, the page on demand, or else `reply` and what is still asked."""
        screen, message = self.surface.screen(table.id, table.place), answer.interaction.message
        slot = slot_of(table, seat)
        if message is None or message.flags.ephemeral:
            await self._show(answer, draw_page(table, seat, picked=picked, note=note))
        elif await screen.outbox.lies(slot, message):
            post, link = (await screen.outbox.posts())[slot], await screen.link()
            await answer.update(self._page(table, seat, post, link, note))
            self._shown[table.id, slot] = _shown(table, seat, self._page(table, seat, post, link))
        else:
            items = [] if reply else list(ask_items(table, seat, picked))
            await answer.update(board.message(reply or note or "Your choice:", *items))

    @staticmethod
    async def _show(answer: Answer, drawn: Drawn) -> None:
        await (answer.update(drawn) if answer.interaction.message else answer.show(drawn))


# ── slots ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


def slot_of(table: Table, seat: Seat) -> str:
    """The seat's present page: another one for whoever takes the seat later, and for each page of the scene."""
    page = LAST if is_over(table, seat) else board.scene_of(table, seat).page
    return f"{_sitting(table, seat)}:{ids.mark(page)}" if page else _sitting(table, seat)


def _sitting(table: Table, seat: Seat) -> str:
    """How the slots of whoever sits there now begin."""
    return f"dm:{seat}:{board.sitters(table, seat)}"


def _ended_seats(table: Table, posts: Mapping[str, Post]) -> list[Seat]:
    """Seats of people who have had pages, and to whom nothing is secret any more."""
    people = [seat for seat, occupant in table.seats.items() if occupant.kind == "person" and is_over(table, seat)]
    return [seat for seat in people if any(slot.startswith(f"{_sitting(table, seat)}:") for slot in posts)]
