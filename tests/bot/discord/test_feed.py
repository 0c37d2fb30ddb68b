"""What everybody hears: messages with faces, each once and in order, and the board below them."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import discord
import pytest

from bot.ports import About
from bot.surfaces.discord import screen
from bot.surfaces.discord.markdown import TEXT_LIMIT
from bot.surfaces.discord.screen import HASTE, Screen
from games.core import Seat, Told
from games.mystery import GAME
from games.mystery.events import MurderersMet, RoleGiven
from tests.bot.discord.house import HALL, ID, House, Script, house

HANG_ADA = {f"p{n}": {1: "p1"} for n in range(1, 11)}


def day(number: int, phase: str = "") -> Any:
    return lambda s: s.day >= number and phase in (s.phase, "")


async def test_what_is_said_has_a_face_a_name_and_the_speakers_colour():
    script = Script(says=lambda seat: {"p1": "I was with {p6} & *others*.\n", "p6": ""}.get(seat, "Good evening."))
    async with house(script) as t:
        await t.open(t.alice, t.bob)
        await t.act(t.alice, t.bob)
        [said] = t.feed
        assert "🦊 **Ada** 🤖\nI was with alice & \\*others\\*." in said.text and "**bob**\nGood evening." in said.text
        assert "-# 🤐 alice says nothing." in said.text
        boxes = [each for each in said.components if each["type"] == 17]
        assert len(boxes) == 6 and 0xC8553D in [each.get("accent_color") for each in boxes]


async def test_the_board_is_laid_anew_below_the_news_and_only_then(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(screen, "A_FEW", 0)
    async with house(Script()) as t:
        await t.open(t.alice, t.bob)
        first = t.board.id
        await t.act(t.alice)
        assert t.board.id == first and "alice ⏳" not in t.board.text, "an answer only changes the board"
        await t.act(t.bob)
        news, board = t.public()
        assert "**bob**" in news.text and "Night 1" in board.lead and board.id > news.id
        assert [m.id for m in t.public() if "Rules" in m.buttons] == [board.id], "there is one board"
        await t.act(t.alice, t.bob)
        assert ["found dead" in m.text or "Nobody has died" in m.text for m in t.public()] == [False, True, False]


async def test_the_board_does_not_repeat_what_was_posted():
    async with house(Script()) as t:
        await t.open(t.alice)
        await t.play(t.alice, until=day(1, "vote"))
        assert "I saw nobody" not in t.board.text and "Dawn after" not in t.board.text


async def test_an_evening_ends_with_the_result_and_every_role():
    script = Script({"p1": {1: (HALL, "strike {p2}")}}, HANG_ADA)
    async with house(script) as t:
        await t.open(t.alice, t.bob)
        await t.play(t.alice, t.bob)
        result, board = (
            t.public()[-1],
            next(m for m in t.public() if list(m.buttons) == ["Rules"] or "Rules" in m.buttons),
        )
        assert "the innocents win" in board.lead and result.lead == board.lead
        assert "🏆" in result.text and "murderer" in result.text and "innocent: " in result.text
        [(alt, picture)] = result.pictures
        assert "Night 1. Hall: Ada strikes Basil" in alt and picture.startswith(b"\x89PNG")
        assert not t.hall.tables and not t.surface.screens


async def test_the_news_is_told_once_and_in_order_whenever_the_bot_dies():
    """Dying after each message of the first round in turn: before it was written down as sent, or right after."""
    async with house(Script(says=lambda seat: f"{seat} {'x' * 590}")) as t:
        await t.open(t.alice, t.bob, seats=10)
        await t.act(t.alice, t.bob)
        slots = [slot for slot in await t.store.posts(ID, "discord") if slot.startswith("feed:")]
        assert len(slots) == 2, "ten long statements take two messages"
        before = [m.id for m in t.feed]
        for slot in slots:
            post = (await t.store.posts(ID, "discord"))[slot]
            await t.store.save_post(
                type(post)(*[getattr(post, f) for f in ("game", "surface", "slot", "nonce", "channel")], "", post.note)
            )
            await t.restart()
            await t.env.advance_time(30)
            assert [m.id for m in t.feed] == before
        assert len([m for m in t.public() if "Rules" in m.buttons]) == 1


async def test_what_was_told_while_the_bot_was_away_is_posted_when_it_is_back():
    async with house(Script()) as t:
        await t.open(t.alice, t.bob)
        await t.act(t.alice)
        t.surface.line.ready = False  # the process dies between the commit and whatever it would have shown
        await t.act(t.bob)
        assert not t.feed
        await t.restart()
        await t.env.advance_time(10)
        assert len(t.feed) == 1 and t.board.id > t.feed[0].id and "Night 1" in t.board.lead


async def test_a_restart_does_not_turn_the_page_again():
    async with house(Script()) as t:
        await t.open(t.alice, t.bob)
        await t.play(t.alice, t.bob, until=day(1, "talk"))
        before = [m.id for m in t.public()]
        await t.restart()
        await t.env.advance_time(10)
        assert [m.id for m in t.public()] == before


async def test_an_old_board_left_behind_by_a_crash_goes(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(screen, "A_FEW", 0)
    async with house(Script()) as t:
        await t.open(t.alice, t.bob)
        t.env.inject_error("DELETE", "/channels/*/messages/*", status=404, code=10008)
        await t.act(t.alice, t.bob)
        assert len([m for m in t.public() if "Rules" in m.buttons]) == 2, "as if it had died before it took it away"
        await t.restart()
        await t.env.advance_time(10)
        assert len([m for m in t.public() if "Rules" in m.buttons]) == 1


@pytest.mark.soak
async def test_ten_long_names_and_long_statements_fit():
    names = {f"p{n}": f"{'*_`'[n % 3]}" * 29 + f" {n}x" for n in range(1, 11)}
    script = Script({"p1": {n: (HALL, f"strike {{p{n + 2}}}") for n in range(1, 5)}}, says=lambda seat: "{p2} *" * 75)
    async with house(script) as t:
        await t.open(t.alice, seats=10, names=names, options={"rounds": 1})
        most, seen = 0, set()
        for _ in range(60):
            for message in t.public():
                assert len(message.components) <= 40
                assert sum(len(each["content"]) for each in message.components if each["type"] == 10) <= TEXT_LIMIT
                assert all(len(label) <= 80 for label in message.buttons)
                seen.add(message.id)
                most = max(most, len(message.buttons))
            if ID not in t.hall.tables:
                break
            status = t.answer(await t.say(t.alice, "game status")).text
            assert status.endswith(f"/{t.board.id}") and len(status) <= TEXT_LIMIT
            await t.act(t.alice)
        assert most >= 11 and len(seen) > 20


async def test_a_whole_game_asks_little_of_discord():
    script = Script({"p1": {n: (HALL, f"strike {{p{n + 1}}}") for n in range(1, 9)}})
    async with house(script) as t:
        await t.open(t.alice, seats=10, options={"rounds": 2})
        await t.play(t.alice)
        there = Counter(r.method for r in t.requests() if f"/channels/{t.channel.id}/messages" in r.path)
        nights = 8
        assert there["POST"] <= nights * 10 and there["DELETE"] <= nights * 6 and there["PATCH"] <= nights * 20, there
        assert there["GET"] == 0, "nothing need be looked for"


async def test_where_people_only_watch_speeches_come_one_by_one():
    async with house(Script()) as t:
        await t.open(seats=4, about=About(6.0, watch=True))
        await t.env.advance_time(6 + HASTE + 1)
        assert len(t.feed) == 1, "the first to introduce themselves"
        for n in range(2, 5):
            await t.env.advance_time(6)
            assert len(t.feed) == n
            assert [len([c for c in m.components if c["type"] == 17]) for m in t.feed] == [1] * n
        await t.env.advance_time(HASTE + 1)
        assert "Night 1" in t.board.lead


# ── who is waited for, and what that tells ────────────────────────────────────────────────────────────────────────────


async def test_at_night_nobody_is_called_and_nobody_shown_as_late():
    async with house(Script()) as t:
        await t.open(t.alice, t.bob, options={"timers": True})
        await t.act(t.alice)
        await t.act(t.bob)
        assert "Night 1" in t.board.lead
        before = t.board.text
        await t.act(t.alice)
        assert t.board.text == before and "⏳ Dawn" in before and "⏳ ·" not in before
        await t.env.advance_time(100)
        [line] = [m for m in t.feed if "⏰" in m.text]
        assert "Dawn" in line.text and "<@" not in line.text
        status = t.answer(await t.say(t.carol, "game status"))
        assert "alice ⏳" not in status.text and "bob** ⏳" not in status.text
        await t.act(t.bob)
        assert not [m for m in t.feed if "⏰" in m.text], "it goes with its deadline"


async def test_by_day_those_are_called_who_are_late():
    async with house(Script()) as t:
        await t.open(t.alice, t.bob, options={"timers": True})
        await t.act(t.alice)
        await t.env.advance_time(170)
        [line] = [m for m in t.feed if "⏰" in m.text]
        assert f"<@{t.bob.id}>" in line.text and f"<@{t.alice.id}>" not in line.text


def dealt_to(guilty: Seat) -> Any:
    """The game's own set-up, with the murderer's part given to that seat, and its part to the murderer."""

    def setup(seats: Any, options: Any, dice: Any) -> list[Told]:
        dealt = GAME.rules.setup(seats, options, dice)
        [(was,)] = [told.event.seats for told in dealt if isinstance(told.event, MurderersMet)]
        told = []
        for each in dealt:
            match each.event:
                case RoleGiven(seat=seat, role=role) if seat == guilty:
                    each = Told(frozenset({was}), RoleGiven(was, role))
                case MurderersMet():
                    each = Told(frozenset({guilty}), MurderersMet((guilty,)))
            told.append(each)
        return told

    return setup


async def evening(t: House, guilty: str) -> list[Any]:
    """All that the bot asks of the channel, and when, in an evening in which a murderer strikes at nobody."""
    start = len(t.env.http_requests)
    t.hall.games["mystery"] = GAME.but(setup=dealt_to(Seat(guilty)))
    table = await t.open(t.alice, t.bob, seats=6, seed="the same", options={"timers": True, "rounds": 1})
    t.script.nights[guilty] = {1: (HALL, "strike {p5}"), 2: ("Garden", "strike {p6}")}
    assert table.story.state.role(guilty) == "murderer"
    seen: list[Any] = []
    for step in range(30):
        if ID not in t.hall.tables or (t.table.story.state.day == 2 and t.table.story.state.phase == "talk"):
            break
        await (t.act(t.alice, t.bob) if step % 2 else t.env.advance_time(40))
        fresh = [r for r in t.requests(start) if f"/channels/{t.channel.id}" in r.path]
        start = len(t.env.http_requests)
        seen += [(t.env.now(), r.method, r.path, {**(r.json or {}), "nonce": ""}) for r in fresh]
        seen += [(m.text, str(m.raw.components)) for m in t.public()]
    return seen


async def test_nothing_public_depends_on_who_the_murderer_is():
    """The same evening with the roles given to others: every request, its time and its content are the same."""
    evenings = []
    for guilty in ("p1", "p3"):
        elsewhere = {f"p{n}": {1: ("Library", "watch"), 2: ("Kitchen", "watch")} for n in (5, 6)}
        async with house(Script(elsewhere, says=lambda seat: "Good evening.")) as t:
            evenings.append(await evening(t, guilty))
    assert len(evenings[0]) == len(evenings[1]) > 20
    for one, other in zip(*evenings, strict=True):
        assert one == other


async def test_a_closed_dm_is_nobodys_in_particular():
    async with house(Script()) as t:
        t.surface.line.closed.add(f"discord:{t.bob.id}")
        await t.open(t.alice, t.bob)
        [line] = [each for each in t.board.text.splitlines() if "DMs" in each]
        assert "**My role**" in line and "alice" not in line and "bob" not in line


async def test_the_host_is_told_which_threads_cannot_be_opened():
    async with house(Script()) as t:
        no_threads = discord.PermissionOverwrite(create_private_threads=False)
        t.channel = t.guild.create_text_channel("no threads", overwrites={t.guild.default_role: no_threads})
        result = await t.say(t.alice, "mystery start")
        assert "“Create Private Threads”" in t.answer(result).text and t.hall.lobbies
        assert not any("Create" in m.text for m in t.public()), "for the host alone"


async def test_how_it_ended_is_told_last_however_fast_it_was_played(monkeypatch: pytest.MonkeyPatch):
    """What happens while a board is laid is posted before the result."""
    lay = Screen._bring_up_to_date

    async def slowly(self: Screen) -> None:
        if self.table is not None:
            await self.table.idle()
        await lay(self)

    monkeypatch.setattr(Screen, "_bring_up_to_date", slowly)
    async with house(Script(votes=HANG_ADA)) as t:
        await t.open(seats=4, about=About(0.0, watch=True))
        await t.env.settle()
        assert ID not in t.hall.tables
        *before, last = t.public()
        assert "Rematch" in last.buttons and not any("Rematch" in each.buttons for each in before)


async def test_characters_show_their_faces_where_people_only_watch():
    async with house(Script()) as t:
        await t.open(seats=4, about=About(6.0, watch=True))
        assert "🦊 " in t.board.text


# ── the narrator ──────────────────────────────────────────────────────────────────────────────────────────────────────


class Slow:
    """A narrator who takes their time."""

    def __init__(self, *says: str | None, seconds: float = 60.0) -> None:
        self.says, self.seconds, self.told = list(says), seconds, []

    async def colour(
        self, game_title: str, heard: Sequence[str], latest: Sequence[str], payer: Any = None
    ) -> str | None:
        self.told.append((game_title, list(heard), list(latest)))
        says = self.says.pop(0)
        await asyncio.sleep(self.seconds)
        return says


async def test_the_narrator_adds_a_line_to_the_news_and_nobody_waits():
    narrator = Slow("The rain *falls*. Bob smiles like a murderer. Somebody was in the Library.", None)
    async with house(Script(), narrator=narrator) as t:
        await t.open(t.alice, t.bob)
        await t.act(t.alice, t.bob)
        assert "🕯️" not in t.feed[0].text and "Night 1" in t.board.lead
        await t.env.advance_time(61)
        assert "-# 🕯️ *The rain falls.*" in t.feed[0].text and "**bob**" in t.feed[0].text
        [(title, heard, latest)] = narrator.told
        assert title == "Murder mystery" and len(latest) == 1 and "alice says" in latest[0] and len(heard) > 2
        assert not any("is a murderer" in each or "is innocent" in each for each in heard)


async def test_a_late_narrator_says_nothing():
    async with house(Script(), narrator=Slow("Too late.", None, None)) as t:
        await t.open(t.alice, t.bob)
        await t.act(t.alice, t.bob)
        await t.act(t.alice, t.bob)
        await t.env.advance_time(200)
        assert "Too late" not in "".join(m.text for m in t.public())


async def test_a_broken_narrator_breaks_nothing(caplog: pytest.LogCaptureFixture):
    async with house(Script(), narrator=Slow(seconds=0.0)) as t:
        await t.open(t.alice, t.bob)
        await t.play(t.alice, t.bob, until=day(1, "vote"))
        assert "the narrator broke" in caplog.text and "vote" in str(t.table.story.state.phase)


async def test_a_board_that_discord_fails_to_delete_goes_with_the_next_news(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(screen, "A_FEW", 0)
    async with house() as t:
        await t.open(t.alice, t.bob)
        old = t.board
        t.env.inject_error("DELETE", "/channels/*/messages/*", status=503, code=0)
        await t.play(t.alice, t.bob, until=lambda s: s.phase == "night")
        assert [m.id for m in t.public() if "Rules" in m.buttons] == [t.board.id] != [old.id]
        tries = [r for r in t.requests() if r.method == "DELETE" and r.path.endswith(str(old.id))]
        assert len(tries) == 2


async def test_boards_that_were_to_be_deleted_go_after_a_restart():
    """The process dies when the note that another board takes its place is written, and that one is not sent."""
    async with house() as t:
        await t.open(t.alice, t.bob)
        await t.play(t.alice, t.bob, until=lambda s: s.phase == "night")
        old = t.board
        post = (await t.store.posts(t.table.id, "discord"))["board"]
        await t.store.save_post(replace(post, message="", note=str(old.id)))
        await t.restart()
        await t.env.advance_time(60)
        boards = [m.id for m in t.public() if "Rules" in m.buttons]
        assert len(boards) == 1
