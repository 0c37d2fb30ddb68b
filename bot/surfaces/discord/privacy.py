"""`/privacy`: what is kept about whoever asks, all of it as a file, and being forgotten, also in what the bot posted here."""

from __future__ import annotations

import contextlib
import io
import json
import logging
from collections import Counter
from collections.abc import Collection
from typing import Any

import aiohttp
import discord
from discord import ButtonStyle, ui

from bot import privacy
from bot.ports import Post, Unreadable
from bot.surfaces.discord import feed, ids, parts
from bot.surfaces.discord.answers import Answer
from bot.surfaces.discord.markdown import clean, plain
from bot.surfaces.discord.outbox import ARCHIVED, BOARD, Outbox
from bot.surfaces.discord.parts import Drawn
from bot.surfaces.discord.result import result
from bot.surfaces.discord.screen import Screen
from bot.surfaces.discord.screens import Screens
from bot.table import Table
from bot.traces import Traces
from games.core import IllegalAction, Seated

log = logging.getLogger(__name__)

SOMEBODY = "Somebody"
MOST_CHANGED = 500
"""Messages that are changed after somebody was erased, the newest games first: Discord takes about one a second in a channel."""

WHAT_GOES = (
    "This takes you out of running games (an AI plays on), closes lobbies that you host, and removes your name and id from all that is "
    "kept here: also from what others and AIs wrote with your name in it. What you said at a table stays there, as Somebody's words. "
    "It cannot be undone."
)
STAYS = (
    "Discord itself keeps what it showed: messages of mine that I could not change, what I wrote in DMs, and people's own messages stay "
    "until they are deleted there."
)


async def show(screens: Screens, answer: Answer) -> None:
    """What is kept about them, who gets it, for how long, and what they can do."""
    found = await privacy.summary(screens.hall, answer.user)
    lines = [f"- {clean(each)}" for each in privacy.in_sentences(found)]
    if found.since is not None:
        lines.append(f"-# The first of these games began <t:{int(found.since)}:R>.")
    lines += ["", privacy.retention(screens.hall.keep_days), privacy.WHO_GETS_IT, f"-# {STAYS}"]
    buttons = [
        parts.button("Export mine", "📄", ids.make("privacy", "", "export"), disabled=found.empty),
        parts.button("Erase me", "🗑️", ids.make("privacy", "", "erase"), ButtonStyle.danger),
    ]
    await answer.show(parts.message("\n".join(["### What is kept about you", *lines]), parts.row(buttons)))


async def pressed(screens: Screens, answer: Answer, nothing: str, what: str) -> None:
    """One of its buttons."""
    match what:
        case "export":
            document = json.dumps(await privacy.export(screens.hall, answer.user), ensure_ascii=False, indent=1)
            file = discord.File(io.BytesIO(document.encode()), "masquerade-mine.json")
            shown = parts.text(
                "All that is kept about you. What is secret to you in a game that still runs is not in it."
            )
            await answer.show(Drawn(parts.layout(shown, ui.File(file)), (file,)))
        case "erase":
            await confirm(answer)
        case _:
            raise IllegalAction("That button is of another version. Please use /privacy again.")


async def confirm(answer: Answer) -> None:
    """Asks whether they are sure."""
    delete = parts.button("Delete", "🗑️", ids.make("erase", ""), ButtonStyle.danger)
    await answer.show(parts.message(WHAT_GOES, parts.row([delete])))


async def erase(screens: Screens, answer: Answer, nothing: str) -> None:
    """Takes a person out of everything that is kept, and then out of what was posted, as far as it can be changed."""
    hall, user, who = screens.hall, answer.user, answer.interaction.user
    for table in [each for each in hall.tables.values() if any(held == user for held, _ in each.held)]:
        await screens.of(table).rooms.show_out(table, user)
    called = [who.display_name, who.name, who.global_name or ""]
    names = {name for each in called for name in (each, plain(each, 32)) if name}
    done = await hall.erase_person(user, SOMEBODY, names)
    screens.line.closed.discard(user)
    for screen in screens.values():
        screen.panels.pop(user, None)
        screen.typed = {key: typed for key, typed in screen.typed.items() if key[0] != user}
    told = privacy.erased(done)
    await answer.update(parts.message(f"{told}\n-# Now I change what I posted with your name …"))
    changed, failed = await repaint(screens, done.where, Traces(user, names | set(done.names), SOMEBODY))
    lines = [told, f"I changed {changed} of my messages." if changed else ""]
    lines += [f"{failed} could not be changed." if failed else "", f"-# {STAYS}"]
    await answer.update(parts.message("\n".join(filter(None, lines))))


# ── what was posted ───────────────────────────────────────────────────────────────────────────────────────────────────


async def catch_up(screens: Screens) -> None:
    """Draws anew what shows people who were erased while the bot was not there."""
    store = screens.hall.store
    if games := await store.all(privacy.REPAINT):
        try:
            changed, failed = await repaint(screens, games)
        except (aiohttp.ClientError, OSError) as error:
            log.warning("people were erased, and what was posted could not be drawn anew: %s", error)
            return  # the next start tries again
        log.info("people were erased: %d messages drawn anew, %d could not be", changed, failed)
        for id in games:
            await store.put(privacy.REPAINT, id, None)


async def repaint(screens: Screens, games: Collection[str], traces: Traces | None = None) -> tuple[int, int]:
    """Draws anew what was posted of these games, where it shows something else now; how many messages were changed, and how many
    could not be."""
    changed = failed = 0
    opened = list[discord.Thread]()
    headings = [
        each for each in await screens.hall.store.recent_games(10_000) if each.id in games and ids.ours(each.place)
    ]
    for saved in headings:
        try:
            table = await screens.finished(saved.id)
        except (IllegalAction, Unreadable):
            continue
        screen = screens.get(saved.id) or Screen(screens.line, saved.id, saved.place, lambda id: None, screens.gone)
        if traces is not None:
            await _rename(screen, traces)
        instead = _instead(table)
        for slot, post in sorted((await screen.outbox.posts()).items()):
            if not post.message or changed + failed >= MOST_CHANGED:
                continue
            drawn = await _again(screen, table, slot, post)
            # What stands as it stood, need not be sent again; of a game that runs, nobody knows who they were.
            if drawn is None:
                continue
            shown = str(drawn.view.to_components())  # type: ignore[no-untyped-call]
            if table.outcome and not any(name in shown for name in instead):
                continue
            channel = screens.line.client.get_partial_messageable(int(post.channel), guild_id=screen.outbox.guild)
            message = channel.get_partial_message(int(post.message))
            try:
                try:
                    done = await Outbox.edit(message, drawn)
                except discord.HTTPException as error:
                    if error.code != ARCHIVED:
                        raise
                    opened.append(await _opened(screens, int(post.channel)))
                    done = await Outbox.edit(message, drawn)
            except discord.HTTPException as error:
                log.info("game %s: a message could not be drawn anew: %s", saved.id, error)
                done = False
            changed, failed = changed + done, failed + (not done)
    for thread in opened:
        with contextlib.suppress(discord.HTTPException):
            await thread.edit(archived=True)
    return changed, failed


async def _opened(screens: Screens, id: int) -> discord.Thread:
    """A thread that was put away, with its messages open to changes."""
    thread = screens.line.client.get_channel(id) or await screens.line.client.fetch_channel(id)
    assert isinstance(thread, discord.Thread)
    return await thread.edit(archived=False)


def _instead(table: Table) -> set[str]:
    """The names that stand where somebody else's stood: of who is forgotten, and of who sat down in a game that was going on."""
    seated = [told.event.seat for told in table.log if isinstance(told.event, Seated)]
    later = {seat for seat, times in Counter(seated).items() if times > 1}
    return {SOMEBODY, *(table.names[seat] for seat in later if seat in table.names)}


async def _again(screen: Screen, table: Table, slot: str, post: Post) -> Drawn | None:
    """What a message shows, as it would be posted now; None where it is for one person alone, or says nothing of anybody."""
    if post.channel != str(screen.channel.id):
        return await screen.rooms.again(table, post)
    if slot == BOARD:
        before, screen.table = screen.table, table
        try:
            return screen.draw()
        finally:
            screen.table = before
    if slot == "end":
        store = screen.line.hall.store
        moves, calls, bets = await store.moves(table.id), await store.calls(table.id), await screen.said_below(table)
        return result(table, ids.number(table.id, slot), moves, calls, bets, screen.line.faces(table.order))
    if slot.startswith(feed.SLOT):
        first, last = feed.read(slot.removeprefix(feed.SLOT)), feed.read(post.note)
        every = feed.pieces(screen.line.hall, table, faces=screen.line.faces(table.order))
        told = [piece for piece in every if first <= piece.place <= last]
        return feed.draw(told, ids.number(table.id, slot)) if told else None
    return None


async def _rename(screen: Screen, traces: Traces) -> None:
    """Takes their name out of the name of a thread of ours."""
    channel: Any = screen.line.client.get_channel(screen.channel.id)
    me = screen.line.client.user
    if isinstance(channel, discord.Thread) and me is not None and channel.owner_id == me.id:
        name = traces.cleaned(channel.name)
        if name != channel.name:
            try:
                await channel.edit(name=name[:100])
            except discord.HTTPException as error:
                log.info("game %s: its thread could not be renamed: %s", screen.id, error)
