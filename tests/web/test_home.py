"""The first page, the lobby, and the ways in, as a browser without a script sees them."""

from __future__ import annotations

import html
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx2
import pytest

from bot.hall import Hall
from bot.players.seating import HousePlayers
from bot.players.spec import ModelSpec
from bot.ports import Occupant, RealClock
from bot.stores.memory import MemoryStore
from bot.surfaces.web.app import make_app
from bot.surfaces.web.config import WebConfig
from bot.surfaces.web.doors import discord_link
from bot.surfaces.web.keys import Keys
from bot.surfaces.web.lobby import shown
from bot.surfaces.web.recorded import Recorded
from bot.surfaces.web.render import STATIC
from games import all_games
from games.core import HOST, Cancel, Seat

ADMIN = "a-long-secret-of-my-own"
ROOT = Path(__file__).parents[2]
FONTS = ("display.woff2", "text.woff2", "text-semibold.woff2", "card.woff2")
HERE = "http://127.0.0.1:8000"


class House:
    """A browser surface, and browsers that come to it."""

    def __init__(self, hall: Hall, app: Any) -> None:
        self.hall, self.app, self.at = hall, app, HERE

    def browser(self, **headers: str) -> httpx2.AsyncClient:
        return httpx2.AsyncClient(
            transport=httpx2.ASGITransport(app=self.app), base_url=self.at, headers={"accept": "text/html", **headers}
        )

    async def invite(self, host: httpx2.AsyncClient, game: str = "codenames") -> str:
        """A lobby's id."""
        answer = await host.post("/new", data={"game": game, "mode": "invite", "name": "Mira"})
        assert answer.status_code == 303, answer.text
        return str(answer.headers["location"]).rpartition("/")[2]


@asynccontextmanager
async def house(players: HousePlayers | None = None, **config: Any) -> AsyncIterator[House]:
    games = all_games()
    hall = Hall(MemoryStore(games), players or HousePlayers(), RealClock(), games=games)
    try:
        yield House(hall, await make_app(hall, WebConfig(first="codenames", watched="town", **config)))
    finally:
        await hall.close()


def links(text: str) -> list[str]:
    return re.findall(r'value="(?:https?://[^/]+)(/j/[^"]+)"', text)


# ── the first page ──


async def test_a_newcomer_plays_with_one_press() -> None:
    async with house() as here, here.browser() as me:
        first = (await me.get("/")).text
        assert "Nobody has played here yet." in first
        empty = (await me.get("/games")).text
        assert "Nobody has played here yet." in empty and 'href="/">To the first page' in empty
        assert first.count('class="b lit"') == 1
        assert "Prisoner&#39;s Dilemma" in first, "a preset is called by its own title"
        answer = await me.post("/new", data={"game": "codenames", "mode": "play"})
        assert answer.status_code == 303
        begun = await me.get(answer.headers["location"])
        assert begun.status_code == 200
        assert "Built-in players play easy, until you have won this game once" in begun.text
        (table,) = here.hall.tables.values()
        assert table.story.options.timers is False, "nobody learns a game against the clock"
        again = (await me.get("/")).text
        assert "Go back" in again
        assert "Nobody has played here yet." not in again


async def test_a_newcomer_learns_a_game_by_playing_it() -> None:
    async with house() as here, here.browser() as me:
        assert (await me.get("/")).text.count("Learn by playing") == len(here.hall.games)
        answer = await me.post("/new", data={"game": "town", "mode": "learn"})
        (table,) = here.hall.tables.values()
        options = table.story.options
        assert (options.hints, options.strength, options.timers, len(table.order)) == (True, "easy", "none", 7)
        page = (await me.get(answer.headers["location"])).text
        assert "Hint: By day everybody talks" in page and "dealt a role of the Town." in page
        assert "Built-in players play easy" in page


async def test_whose_game_it_is_not_learns_nothing_of_it_from_the_list() -> None:
    async with house(admin=ADMIN) as here, here.browser(**{"x-admin-token": ADMIN}) as owner, here.browser() as other:
        await owner.post("/new", data={"game": "codenames", "mode": "play", "name": "Mira"})
        assert "Go back" in (await owner.get("/")).text
        seen = (await other.get("/")).text
        assert "Go back" not in seen and "Watch:" not in seen
        assert "Only you see this" not in seen
        assert "Play now" not in seen
        assert (await other.post("/new", data={"game": "codenames", "mode": "play"})).status_code == 403
        assert "Games are opened by the owner" in (await other.get("/invite")).text


async def test_what_is_over_stands_with_how_it_ended() -> None:
    async with house() as here, here.browser() as me:
        await me.post("/new", data={"game": "codenames", "mode": "play"})
        (table,) = here.hall.tables.values()
        await table.submit(HOST, Cancel(), "host", "x")
        for address in ("/", "/games"):
            text = (await me.get(address)).text
            assert f'href="/r/{table.id}"' in text
            assert "called the game off" in text


async def test_each_moment_of_the_recorded_game_can_be_looked_at_with_two_pairs_of_eyes() -> None:
    recorded = Recorded.read(all_games())
    assert recorded is not None
    assert recorded.story.outcome
    async with house() as here, here.browser() as me:
        for at, moment in enumerate(recorded.moments):
            knew, everything = [(await me.get(f"/first/{at}{eyes}")).text for eyes in ("", "?eyes=all")]
            assert moment.label in knew
            assert knew != everything
            if at < len(recorded.moments) - 1:
                unknown = [n for n in moment.all if not recorded.story.log[n].heard_by(recorded.eyes)]
                assert unknown, "there is something that she did not know"
        assert (await me.get("/?at=99&eyes=all")).status_code == 200
        assert "Night 2" in (await me.get("/?at=1")).text, "without a script each moment is a page"


async def test_the_owner_sees_how_the_house_stands_and_nobody_else_does() -> None:
    model = ModelSpec(model="small-1", base_url="http://127.0.0.1:9/v1", price_in=1, price_out=1)
    invite = "https://discord.com/oauth2/authorize?client_id=7"
    config = {"admin": ADMIN, "host": "0.0.0.0", "discord": True, "invite": invite}
    async with house(HousePlayers({"small-1": model}, "small-1"), **config) as here, here.browser() as other:
        async with here.browser(**{"x-admin-token": ADMIN}) as owner:
            seen = html.unescape((await owner.get("/")).text)
            for fact in ("Players: small-1", "Spent in a day: $0.00", "Home network: open", "the bot runs", invite):
                assert fact in seen
            seats = {Seat("red-spymaster"): Occupant("model", "Ada", model="small-1")}
            table = await here.hall.open("codenames", {"together": True}, here.hall.filled([*seats.items()]), host="x")
            table.spent = 1.5
            assert "Spent in a day: $1.50" in (await owner.get("/")).text
        seen = (await other.get("/")).text
        assert not any(fact in seen for fact in ("small-1", "Spent", invite, ADMIN))


async def test_the_first_load_is_small() -> None:
    async with house() as here, here.browser() as me:
        first = await me.get("/")
        files = set(re.findall(r'"(/static/[^"#]+)', first.text))
        size = int(first.headers["content-length"]) + sum((STATIC / "fonts" / each).stat().st_size for each in FONTS)
        for each in files:
            answer = await me.get(each)
            assert answer.status_code == 200 and "immutable" in answer.headers["cache-control"], each
            size += int(answer.headers["content-length"])
        assert len(files) >= 5
        assert size < 150_000


async def test_rules_are_a_page() -> None:
    async with house() as here, here.browser() as me:
        for name in here.hall.games:
            text = (await me.get(f"/rules/{name}")).text
            assert len(re.findall("<details class=.lookup.><summary>", text)) > 1, "by section"
            assert "<article><h1>" in text
            assert "**" not in text
        assert (await me.get("/rules/chess")).status_code == 404


# ── the lobby ──


async def test_the_host_chooses_options_and_starts_with_one_press() -> None:
    async with house() as here, here.browser() as me:
        id = await here.invite(me, "mystery")
        page = (await me.get(f"/t/{id}")).text
        assert page.count('class="b lit"') == 1
        assert 'name="o.players"' in page
        sent = {"shown": ["players", "last_words"], "o.players": "5", "then": "start"}
        answer = await me.post(f"/t/{id}/config", data=sent)
        assert answer.status_code == 303, answer.text
        options = here.hall.tables[id].story.options
        assert (options.players, options.last_words, options.plotting) == (5, False, False)
        wrong = await here.invite(me, "mystery")
        refused = await me.post(f"/t/{wrong}/config", data={"shown": "players", "o.players": "99"})
        assert (refused.status_code, wrong in here.hall.lobbies) == (422, True)
        assert f'href="/t/{wrong}">Back to the table' in refused.text, "also where there is no script"
        asked = {"accept": "text/html+part"}
        again = await me.post(f"/t/{wrong}/config", data={"shown": "players", "o.players": "99"}, headers=asked)
        assert "players" in again.json()["detail"].casefold()


async def test_every_game_and_preset_has_a_lobby_whose_form_changes_nothing_by_itself() -> None:
    async with house() as here, here.browser() as me:
        for game in here.hall.games.values():
            for name in [*(game.lobby.presets() or [game.name])]:
                id = await here.invite(me, name)
                page = (await me.get(f"/t/{id}")).text
                form = page.partition('id="options"')[2]
                shown = re.findall(r'name="shown" value="([^"]+)"', form)
                before = game.lobby.options.model_validate(here.hall.lobbies[id].options)
                on = re.findall(r'type="checkbox" name="(o\.[^"]+)" checked', form)
                chosen = dict(
                    re.findall(
                        r'name="(o\.[^"]+)">(?:<option[^>]*>[^<]*</option>)*?<option value="([^"]*)" selected', form
                    )
                )
                typed = dict(re.findall(r'<input[^>]*name="(o\.[^"]+)" value="([^"]*)"', form))
                lines = dict(re.findall(r'<textarea name="(o\.[^"]+)"[^>]*>([^<]*)</textarea>', form))
                values = {**dict.fromkeys(on, "on"), **chosen, **typed, **lines}
                unescaped = {key: html.unescape(value) for key, value in values.items()}
                answer = await me.post(f"/t/{id}/config", data={"shown": shown, **unescaped})
                assert answer.status_code == 303, answer.text
                assert game.lobby.options.model_validate(here.hall.lobbies[id].options) == before, name


async def test_people_choose_their_company_by_what_it_is_like() -> None:
    dry = "Quick and dry, with a fondness for neat patterns."
    async with house() as here, here.browser() as me:
        id = await here.invite(me, "mystery")
        assert f'<option value="ada">Ada: {dry}</option>' in (await me.get(f"/t/{id}")).text
        await me.post(f"/t/{id}/ai", data={"spec": "ada"})
        assert f"AI. {dry}" in (await me.get(f"/t/{id}")).text
        await me.post(f"/t/{id}/join", data={"name": "Mira"})
        await me.post(f"/t/{id}/start", data={})
        began = (await me.get(f"/t/{id}")).text
        assert "The AIs here" in began and dry in began and '<b class="n">Mira</b>: ' not in began


async def test_a_friend_sits_down_by_a_link_that_works_once() -> None:
    async with house(admin=ADMIN) as here, here.browser(**{"x-admin-token": ADMIN}) as host:
        id = await here.invite(host)
        (link,) = links((await host.get(f"/t/{id}")).text)
        async with here.browser() as friend, here.browser() as late:
            looked = await friend.get(link)
            assert "A seat is kept for you." in looked.text
            assert "Mira is at the table." in looked.text
            assert len(here.hall.lobbies[id].parties) == 1, "looking takes no seat"
            answer = await friend.post(link, data={"name": "Jonas"})
            assert answer.headers["location"] == f"/t/{id}"
            assert "Jonas (you)" in (await friend.get(f"/t/{id}")).text
            assert (await friend.get(link)).headers["location"] == f"/t/{id}", "it leads back to one's own seat"
            assert (await late.get(link)).status_code == 410
            assert (await late.post(link, data={"name": "Eve"})).status_code == 410
            assert (await late.get(link[:-2])).status_code == 404
        page = (await host.get(f"/t/{id}")).text
        assert not links(page), "a used link is not shown any more"
        assert "Jonas" in page


async def test_the_host_of_a_game_that_has_begun_seats_a_friend_in_the_place_of_an_ai() -> None:
    async with house(admin=ADMIN) as here, here.browser(**{"x-admin-token": ADMIN}) as host:
        id = await here.invite(host)
        (early,) = links((await host.get(f"/t/{id}")).text)
        await host.post(f"/t/{id}/start")
        assert links((await host.get(f"/t/{id}")).text) == [early], "what was given out before still seats somebody"
        await host.post(f"/t/{id}/invite")
        (_, link) = links((await host.get(f"/t/{id}")).text)
        async with here.browser() as friend, here.browser() as stranger:
            assert (await stranger.post(f"/t/{id}/invite")).status_code in (401, 403, 404)
            assert "you go on for an AI" in (await friend.get(link)).text
            await friend.post(link, data={"name": "Jonas"})
            assert not links((await friend.get(f"/t/{id}")).text), "links are the host's alone"
        assert [each.kind for each in here.hall.tables[id].seats.values() if each.name == "Jonas"] == ["person"]
        assert links((await host.get(f"/t/{id}")).text) == [early]


async def test_only_the_host_sees_the_links_and_the_options() -> None:
    async with house() as here, here.browser() as host:
        id = await here.invite(host)
        async with here.browser() as guest:
            page = (await guest.get(f"/t/{id}")).text
            assert not links(page)
            assert 'id="options"' not in page
            assert "Start" not in page.replace("starts", "")
            assert (await guest.post(f"/t/{id}/invite")).status_code in (401, 403)
            assert (await guest.post(f"/t/{id}/config", data={"shown": "pack", "o.pack": "x"})).status_code in (
                401,
                403,
            )


async def test_a_link_still_seats_a_friend_when_the_game_has_begun() -> None:
    async with house() as here, here.browser() as host, here.browser() as friend:
        id = await here.invite(host)
        (link,) = links((await host.get(f"/t/{id}")).text)
        await host.post(f"/t/{id}/start")
        assert "The game has begun" in (await friend.get(link)).text
        assert (await friend.post(link, data={"name": "Jonas"})).status_code == 303
        assert [each.name for each in here.hall.tables[id].seats.values() if each.kind == "person"].count("Jonas") == 1


async def test_the_page_of_a_game_that_is_over_says_how_built_in_players_play_next_time() -> None:
    async with house() as here, here.browser() as host:
        id = await here.invite(host)
        lobby = here.hall.lobby(id)
        assert (lobby.about.given, lobby.about.tried) == ("easy", 0)
        await here.hall.save_lobby(lobby, about=replace(lobby.about, tried=2))
        await host.post(f"/t/{id}/start")
        told = "You have won this game once or played it three times: next time built-in players play mixed"
        assert told not in (await host.get(f"/t/{id}")).text
        await here.hall.tables[id].cancel("over")
        assert told in (await host.get(f"/t/{id}")).text


# ── other ways in ──


async def test_the_owner_signs_in_with_the_token_and_no_other() -> None:
    async with house(admin=ADMIN) as here, here.browser() as me:
        assert "Sign in" in (await me.get("/")).text
        wrong = await me.post("/owner", data={"token": "guess"})
        assert (wrong.status_code, "That is not this house" in wrong.text) == (403, True)
        assert "masquerade-owner" not in wrong.headers.get("set-cookie", "")
        right = await me.post("/owner", data={"token": ADMIN})
        cookie = right.headers["set-cookie"]
        assert "HttpOnly" in cookie and "SameSite=lax" in cookie
        assert "Only you see this" in (await me.get("/")).text
        assert ADMIN not in (await me.get("/")).text + (await me.get("/owner")).text
        await me.post("/owner", data={"leave": "1"})
        assert "Only you see this" not in (await me.get("/")).text


async def test_a_seat_on_discord_opens_in_a_browser_by_a_link_that_works_once(monkeypatch: pytest.MonkeyPatch) -> None:
    public = "https://masks.example"
    async with house(admin=ADMIN, public_url=public) as here:
        here.at = public
        lobby = await here.hall.open_lobby("codenames", {}, "discord:7", "discord:1:2")
        await here.hall.join(lobby.id, Occupant("person", "Priya", "discord:7"))
        table = await here.hall.start(lobby.id)
        keys = await Keys.open(here.hall.store)
        link, later = [discord_link(keys, public, table.id, "discord:7", n) for n in "12"]
        async with here.browser() as me, here.browser() as thief:
            assert (await thief.get(f"/t/{table.id}")).status_code == 404
            looked = await me.get(link)
            assert "Priya, your seat is here too." in looked.text
            assert "set-cookie" not in looked.headers
            assert (await me.get(f"/t/{table.id}")).status_code == 404, "looking at the link opens nothing"
            assert (await me.post(link)).headers["location"] == f"/t/{table.id}"
            assert f'action="/t/{table.id}/leave"' in (await me.get(f"/t/{table.id}")).text
            assert (await thief.post(link)).status_code == 410
            await table.cancel("over")
            again = await me.post(f"/t/{table.id}/again")
            assert again.status_code == 409 and "where you found it" in again.text, (
                "there is a board on Discord for that"
            )
            monkeypatch.setattr("itsdangerous.timed.time.time", lambda real=time.time: real() + 601)
            assert (await thief.post(later)).status_code == 410


# ── what outlives the process ──


@contextmanager
def program(data: Path, **how: Any) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """The program as `make run` starts it, without a token, and its address."""
    settings = {"MASQUERADE_DATA": str(data), "MASQUERADE_WEB_PORT": "0", "DISCORD_TOKEN": "", "PYTHONPATH": str(ROOT)}
    running = subprocess.Popen(
        [sys.executable, "-m", "bot", "run"],
        cwd=data, env={**os.environ, **settings}, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True, **how,
    )  # fmt: skip
    try:
        assert running.stdout is not None
        words = running.stdout.readline().split()
        yield running, words[3] if words else ""
    finally:
        running.kill()
        running.communicate()


@pytest.mark.soak
def test_who_has_a_page_open_does_not_keep_the_program_from_ending_in_order(tmp_path: Path) -> None:
    with program(tmp_path, stderr=subprocess.PIPE) as (running, address), httpx2.Client(base_url=address) as me:
        table = me.post("/new", data={"game": "codenames", "mode": "play"}).headers["location"]
        with me.stream("GET", f"{table}/live") as news:
            next(news.iter_lines())
            running.send_signal(signal.SIGTERM)
            _, said = running.communicate(timeout=20)
        assert (running.returncode, said) == (0, "")


@pytest.mark.soak
def test_a_game_begun_in_a_browser_goes_on_after_the_process_was_killed(tmp_path: Path) -> None:
    with program(tmp_path) as (running, address), httpx2.Client(base_url=address) as me:
        answer = me.post("/new", data={"game": "codenames", "mode": "play", "name": "Mira"})
        table = answer.headers["location"]
        assert f'action="{table}/leave"' in me.get(table).text
        with program(tmp_path) as (second, said):
            assert second.wait(20) == 1, said
        running.send_signal(signal.SIGKILL)
        running.wait()
        seat = me.cookies
    with program(tmp_path) as (_, address), httpx2.Client(base_url=address, cookies=seat) as me:
        assert f'action="{table}/leave"' in me.get(table).text
        assert "Go back" in me.get("/").text
        me.cookies.clear()
        assert "/leave" not in me.get(table).text, "the seat goes with the key"


@pytest.mark.parametrize("name", sorted(all_games()))
def test_how_well_built_in_players_play_is_chosen_on_the_page_of_every_lobby(name: str) -> None:
    strength = next(each for each in shown(all_games()[name], {"strength": "easy"}).first if each.name == "strength")
    assert (strength.kind, strength.value, tuple(strength.of)) == (
        "choice",
        "easy",
        ("mixed", "easy", "normal", "hard"),
    )
