"""A game that is over is played back as each seat saw it, on the page and out of one file."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import html
import json
import re
import shutil
import time
from collections.abc import AsyncIterator
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import httpx2
import pytest

from bot.bets import Book
from bot.clock import VirtualClock
from bot.hall import Hall
from bot.ports import About, Call, Called, Occupant, Store, story_of
from bot.stores.memory import MemoryStore
from bot.stores.sqlite import SqliteStore
from bot.surfaces.web import replay
from bot.surfaces.web.app import make_app
from bot.surfaces.web.config import WebConfig
from bot.surfaces.web.reel import ALL, PUBLIC, Reel
from bot.surfaces.web.render import page
from bot.surfaces.web.replay import film, step_html
from bot.surfaces.web.sessions import Kept
from bot.table import Table
from games import all_games
from games.core import Seat, Told, dice_for
from games.story import Story
from tests.frozen.rows import read, thaw
from tests.scripted import ScriptedPlayers

FROZEN = Path(__file__).parent.parent / "frozen" / "2-say-what-is-meant"
OVER = sorted(path.stem for path in FROZEN.glob("*-over.jsonl"))
CHROMIUM = shutil.which("chromium") or ""


async def opened(name: str, folder: Path) -> tuple[Store, str]:
    """A store with that game in it, and the game's id."""
    rows = read(FROZEN / f"{name}.jsonl")
    thaw(rows, folder / "games.db")
    return await SqliteStore.open(folder / "games.db", all_games()), next(
        r["id"] for table, r in rows if table == "games"
    )


async def kept_of(name: str, folder: Path) -> Kept:
    store, id = await opened(name, folder)
    saved = await store.load(id)
    assert saved is not None
    kept = Kept(
        saved,
        story_of(saved, all_games()[saved.game]),
        tuple(await store.calls(id)),
        tuple(await store.moves(id)),
    )
    await store.close()
    return kept


@pytest.fixture
async def mystery(tmp_path: Path) -> Kept:
    return await kept_of("mystery-over", tmp_path)


# ── steps ──


@pytest.mark.parametrize("name", OVER)
async def test_each_step_is_what_that_seat_saw_then(name: str, tmp_path: Path) -> None:
    kept = await kept_of(name, tmp_path)
    reel, game = Reel(kept), kept.story.game
    for eyes in reel.eyes:
        ears = reel.ears(eyes)
        for stop in {*reel.stops_of(eyes)[::7], reel.stops_of(eyes)[-1]}:
            then = Story(game, kept.story.options, kept.story.seed, kept.story.log[:stop])
            live = game.shows.scene(then.view(ears), ears)
            assert (reel.scene(ears, stop).title, reel.scene(ears, stop).moment) == (live.title, live.moment)
            assert reel.scene(ears, stop).controls == ()
            moment = reel.moment(stop, eyes)
            assert all(kept.story.log[each.step - 1].heard_by(ears) for each in moment["now"] + moment["before"])


async def test_between_two_stops_nothing_changes(mystery: Kept) -> None:
    reel = Reel(mystery)
    own = reel.stops_of("p1")
    assert len(own) < len(reel.stops)
    gap = next(each for each in reel.stops if each not in own)
    before = max(each for each in own if each < gap)
    assert step_html(mystery, gap, "p1") == step_html(mystery, before, "p1")


async def test_what_a_seat_was_not_told_changes_no_byte_of_its_replay(mystery: Kept) -> None:
    """Of each step the page is a fold of what these eyes heard: what others were told may be anything."""
    stop = Reel(mystery).stops_of("p1")[-3]
    hidden = [n for n, each in enumerate(mystery.story.log[:stop]) if not each.heard_by(Seat("p1"))]
    assert hidden
    log = [Told(frozenset(), each.event) if n in hidden else each for n, each in enumerate(mystery.story.log)]
    story = Story(mystery.story.game, mystery.story.options, mystery.story.seed, log)
    other = Reel(Kept(mystery.saved, story, mystery.calls, mystery.moves))
    ours = Reel(mystery)
    assert [e.html for e in other.entries("p1")] == [e.html for e in ours.entries("p1")]
    assert other.scene(Seat("p1"), other.stops[-1]) == ours.scene(Seat("p1"), ours.stops[-1])


async def test_a_line_of_days_and_nights_with_a_mark_where_somebody_died(mystery: Kept) -> None:
    reel = Reel(mystery)
    labels = [each.label for each in reel.chapters]
    assert labels == ["Evening", "Night 1", "Day 1", "Night 2", "Day 2", "Night 3", "Day 3", "The end"]
    assert [each.place for each in reel.chapters][:3] == ["day", "night", "day"]
    assert [stop for each in reel.chapters for stop in each.stops] == reel.stops
    assert any(each.deaths for each in reel.chapters)


async def test_what_a_model_thought_stands_beside_its_move(mystery: Kept) -> None:
    at, moved = next((at, each) for at, each in enumerate(mystery.moves) if each.source == "built-in")
    moves = (*mystery.moves[:at], replace(moved, source="model", aside="Nobody looks at me."), *mystery.moves[at + 1 :])
    calls = (
        Called(
            moved.seat, moved.key, Call("tiny-1", prompt_tokens=900, answer_tokens=30, cost=0.0002), "refused", "no"
        ),
        Called(moved.seat, moved.key, Call("tiny-1", prompt_tokens=1000, answer_tokens=70, cost=0.0003), "accepted"),
    )
    kept = Kept(mystery.saved, mystery.story, calls, moves)
    (thought,) = Reel(kept).thoughts
    assert (thought.seat, thought.text, thought.tokens, thought.tries) == (moved.seat, "Nobody looks at me.", 2000, 2)
    page = step_html(kept, thought.stop, ALL)
    assert "Nobody looks at me." in page and "tiny-1, 2,000 tokens, $0.0005, 2 tries" in page
    assert "Nobody looks at me." in step_html(kept, thought.stop, moved.seat)
    other = next(seat for seat in kept.story.seats if seat != moved.seat)
    for eyes in (other, PUBLIC):
        assert "Nobody looks at me." not in step_html(kept, thought.stop, eyes)


async def test_at_the_end_it_says_what_the_ais_took(mystery: Kept) -> None:
    first, *_ = mystery.story.seats
    call = Call("tiny-1", prompt_tokens=900, answer_tokens=100, cost=0.0002)
    calls = (Called(first, "a", call, "refused", "no"), Called(first, "a", call, "accepted"))
    kept, last = Kept(mystery.saved, mystery.story, calls, mystery.moves), len(mystery.story.log)
    for eyes in (ALL, PUBLIC, first):
        assert "2 calls, 2,000 tokens, $0.0004, 1 refused" in step_html(kept, last, eyes)
    assert "What the AIs took" not in step_html(kept, Reel(kept).stops[-2], ALL)
    assert "What the AIs took" not in page("_moment.html", **Reel(kept, everything=False).moment(last, PUBLIC))


async def test_the_end_of_a_table_leads_there_where_models_played(mystery: Kept) -> None:
    glance = Reel(mystery).glance(len(mystery.story.log), ALL)
    first, *_ = glance.seats
    played = replace(glance, seats={**glance.seats, first: Occupant("model", "Ann", model="tiny-1")})
    ends = [page("_over.html", g=each, bets=None) for each in (glance, played)]
    assert [f'href="/r/{glance.id}?step=999999"' in each for each in ends] == [False, True]


# ── pages ──


@pytest.fixture
async def web(tmp_path: Path) -> AsyncIterator[tuple[httpx2.AsyncClient, str]]:
    store, id = await opened("mystery-over", tmp_path)
    games = all_games()
    hall = Hall(store, ScriptedPlayers({}), VirtualClock(), games)
    app = await make_app(hall, WebConfig(admin="a-secret-of-the-owner"))
    transport = httpx2.ASGITransport(app)
    async with httpx2.AsyncClient(transport=transport, base_url="http://127.0.0.1:8000") as client:
        yield client, id
    await hall.close()
    await store.close()


OWNER = {"x-admin-token": "a-secret-of-the-owner"}


async def test_a_link_opens_at_its_moment_and_every_step_is_a_link(web: tuple[httpx2.AsyncClient, str]) -> None:
    client, id = web
    answer = await client.get(f"/r/{id}?step=66&eyes=p1", headers=OWNER)
    assert answer.status_code == 200
    assert 'data-step="6' in answer.text
    first, last = [(await client.get(f"/r/{id}{query}", headers=OWNER)).text for query in ("", "?step=9999")]
    steps = [re.search(r'id="at">Step (\d+) of (\d+)<', each) for each in (first, last)]
    assert steps[0] and steps[0][1] == "1" and steps[1] and steps[1][1] == steps[1][2], (
        "it counts what can be looked at"
    )
    links = {html.unescape(each) for each in re.findall(rf'href="(/r/{id}\?[^"]+)"', answer.text)}
    assert any("eyes=all" in each for each in links) and any("eyes=p2" in each for each in links)
    on = html.unescape(re.search(r'id="next" href="([^"]+)"', answer.text)[1])  # type: ignore[index]
    after = await client.get(on, headers=OWNER)
    assert after.status_code == 200 and after.text != answer.text
    part = await client.get(f"/r/{id}?step=66&eyes=p1", headers={**OWNER, "accept": "text/html+part"})
    assert part.text.lstrip().startswith('<div id="moment"') and part.text.strip() in answer.text


@pytest.mark.parametrize("asked", ["step=0", "step=-9", "step=99999999999999999999", "eyes=all", ""])
async def test_a_step_that_is_none_is_the_nearest_one(web: tuple[httpx2.AsyncClient, str], asked: str) -> None:
    client, id = web
    assert (await client.get(f"/r/{id}?{asked}", headers=OWNER)).status_code == 200


async def test_no_replay_for_strangers_nor_of_anybody_unknown(web: tuple[httpx2.AsyncClient, str]) -> None:
    client, id = web
    assert (await client.get(f"/r/{id}")).status_code == 404
    assert (await client.get(f"/r/{id}/film")).status_code == 404
    assert (await client.get("/r/nothing", headers=OWNER)).status_code == 404
    assert (await client.get(f"/r/{id}?eyes=p99", headers=OWNER)).status_code == 404


# ── one file ──


async def test_a_film_is_made_once_however_many_ask_at_once(
    web: tuple[httpx2.AsyncClient, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    client, id = web
    made: list[str] = []
    monkeypatch.setattr(replay, "film", lambda kept: made.append(kept.saved.id) or time.sleep(0.05) or "a film")
    paths = [f"/r/{id}/film", f"/api/games/sessions/{id}/transcript?format=html"] * 4
    answers = await asyncio.gather(*(client.get(each, headers=OWNER) for each in paths))
    assert {each.text for each in answers} == {"a film"} and made == [id]


def unrolled(page: str, eyes: str) -> list[str]:
    """The steps that a file tells, as its script makes them."""
    found = re.search(r'<script type="application/json" id="film">(.*?)</script>', page, re.S)
    assert found
    data = json.loads(found[1])
    lines: list[int] = []
    steps = []
    for changes in data["reels"][eyes]:
        for at, gone, *come in changes:
            lines[at : at + gone] = come
        steps.append("\n".join(data["lines"][each] for each in lines))
    return steps


async def test_a_file_has_every_step_for_all_eyes_in_little_room(tmp_path: Path) -> None:
    kept = await kept_of("town-over", tmp_path)
    page, reel = film(kept), Reel(kept)
    assert len(page.encode()) < 3_000_000
    for eyes in reel.eyes:
        steps = unrolled(page, eyes)
        assert len(steps) == len(reel.stops_of(eyes))
        for n in (0, len(steps) // 2, len(steps) - 1):
            drawn = step_html(kept, reel.stops_of(eyes)[n], eyes)
            plain = re.sub(r"/static/\w+/masks\.svg", "", drawn)
            assert steps[n].split() == plain.split()


async def test_a_file_asks_nobody_for_anything(tmp_path: Path) -> None:
    page = film(await kept_of("codenames-over", tmp_path))
    policy = html.unescape(re.search(r'Content-Security-Policy" content="([^"]+)"', page)[1])  # type: ignore[index]
    assert "default-src 'none'" in policy and "unsafe" not in policy
    for script in re.findall(r"<script>(.*?)</script>", page, re.S) + re.findall(r"<style>(.*?)</style>", page, re.S):
        assert f"'sha256-{base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()}'" in policy
    rest = re.sub(r"<script.*?</script>|<style.*?</style>", "", page, flags=re.S)
    assert not re.search(r"""(src|href|action)=["'](?!#)""", rest)
    assert not re.search(r"url\((?!data:|#)", page.split("</style>")[0])


async def test_a_file_for_everybody_has_nothing_that_they_were_not_told(mystery: Kept) -> None:
    whole, public = film(mystery), film(mystery, everything=False)
    secret = "Told to one alone"
    private = [n for n, each in enumerate(mystery.story.log) if each.to is not None]
    assert private and 'data-eyes="p1"' in whole and 'data-eyes="p1"' not in public
    log = [each for each in mystery.story.log if each.to is None]
    moves = tuple(replace(each, aside=secret) for each in mystery.moves)
    story = Story(mystery.story.game, mystery.story.options, mystery.story.seed, mystery.story.log)
    assert film(Kept(mystery.saved, story, (), moves), everything=False) == public
    steps = json.loads(re.search(r'id="reel">(.*?)</script>', public, re.S)[1])["all"]  # type: ignore[index]
    assert steps[-1] == len(log), "steps are counted in what everybody was told"


async def test_a_file_of_a_running_game_is_the_same_whatever_was_hidden(tmp_path: Path) -> None:
    """As many steps, whatever others were told meanwhile."""
    kept = await kept_of("mystery-running", tmp_path)
    again = Told(frozenset({Seat("p2")}), next(each.event for each in kept.story.log if each.to is not None))
    log = [*kept.story.log, again]
    more = Story(kept.story.game, kept.story.options, kept.story.seed, log)
    assert film(Kept(kept.saved, more, kept.calls, kept.moves)) == film(kept)
    assert 'data-eyes="p1"' not in film(kept)


VECTORS = [
    "<script>alert(1)</script>", "</script><script>alert(1)</script>", "<!--<script>", "]]><script>alert(1)</script>",
    "<img src=x onerror=alert(1)>", "\"><svg onload=alert(1)>", "'><svg/onload=alert(1)>", "<svg><script>alert(1)</script></svg>",
    "javascript:alert(1)", "<a href=javascript:alert(1)>x</a>", "<iframe srcdoc='<script>alert(1)</script>'>",
    "<body onload=alert(1)>", "<math><mi xlink:href=javascript:alert(1)>", "<details open ontoggle=alert(1)>",
    "<style>@import 'http://evil.example/x'</style>", "</style><script>alert(1)</script>", "<base href=http://evil.example>",
    "<meta http-equiv=refresh content='0;url=http://evil.example'>", "<form action=http://evil.example><button>x",
    "<link rel=stylesheet href=http://evil.example>", "{{7*7}}", "{% raw %}", "${alert(1)}", "`${alert(1)}`", "{p1}", "{{p1}}",
    "\u2028alert(1)\u2029", "\\u003cscript\\u003e", "&lt;script&gt;", "&#60;script&#62;", "%3Cscript%3E", "\\x3cscript\\x3e",
    "</textarea><script>alert(1)</script>", "</title><script>alert(1)</script>", "</noscript><script>alert(1)</script>",
    "<template><script>alert(1)</script></template>", "<object data=data:text/html,<script>alert(1)</script>>",
    "<embed src=javascript:alert(1)>", "<video><source onerror=alert(1)>", "<audio src=x onerror=alert(1)>",
    "<input autofocus onfocus=alert(1)>", "<select autofocus onfocus=alert(1)>", "<marquee onstart=alert(1)>",
    "<isindex action=javascript:alert(1)>", "<table background=javascript:alert(1)>", "x' onmouseover='alert(1)",
    "x\" onmouseover=\"alert(1)", "x` onmouseover=`alert(1)", "<x onclick=alert(1)>click</x>", "<<script>alert(1)//<</script>",
    "<scr<script>ipt>alert(1)</scr</script>ipt>", "<SCRIPT>alert(1)</SCRIPT>", "<script/src=//evil.example>", "\"-alert(1)-\"",
    "'-alert(1)-'", "\";alert(1);//", "--><script>alert(1)</script>", "<svg><use href='data:image/svg+xml,x'/></svg>",
    "<svg><animate onbegin=alert(1) attributeName=x dur=1s>", "<a href='data:text/html,<script>alert(1)</script>'>x</a>",
]  # fmt: skip


def written_by_foes(kept: Kept) -> Kept:
    """The same game with names, thoughts and models that would be markup."""
    seats = {seat: replace(each, name=VECTORS[n]) for n, (seat, each) in enumerate(kept.saved.seats.items())}
    moves = tuple(
        replace(each, source="model", aside=VECTORS[n % len(VECTORS)], why=VECTORS[-n % len(VECTORS)])
        for n, each in enumerate(kept.moves)
    )
    calls = tuple(Called(each.seat, each.key, Call(VECTORS[1], cost=0.1), "accepted") for each in kept.moves)
    return Kept(replace(kept.saved, seats=seats), kept.story, calls, moves)


class Elements(HTMLParser):
    """The elements and attributes of a page, as a browser finds them."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.attributes: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes |= {name for name, _ in attrs}


async def test_nothing_that_anybody_wrote_becomes_markup(mystery: Kept) -> None:
    assert len(VECTORS) >= 60
    kept = written_by_foes(mystery)
    page = film(kept)
    data = re.findall(r'<script type="application/json" id="\w+">(.*?)</script>', page, re.S)
    assert len(data) == 2 and not any(sign in each for each in data for sign in "<>&\u2028\u2029")
    drawn = "\n".join([*json.loads(data[1])["lines"], step_html(kept, 66, ALL)])
    found = Elements()
    found.feed(drawn)
    known = {"div", "section", "h1", "h2", "h3", "p", "ol", "ul", "li", "b", "i", "small", "span", "svg", "use", "details",
             "summary", "table", "caption", "thead", "tbody", "tr", "th", "td", "strong", "figure", "figcaption", "path",
             "rect", "line", "circle", "text", "g", "dl", "dt", "dd", "polyline", "polygon", "ellipse", "button", "s", "em",
             "del", "ins", "title"}  # fmt: skip
    assert found.tags <= known
    assert not [
        each for each in found.attributes if each.startswith("on") or each in ("style", "src", "srcdoc", "action")
    ]


@pytest.mark.skipif(not CHROMIUM, reason="no Chromium is installed: apt-get install chromium")
async def test_a_file_opens_from_a_disk_steps_plays_and_changes_eyes(mystery: Kept, tmp_path: Path) -> None:
    from playwright.async_api import async_playwright

    file = tmp_path / "game.html"
    file.write_text(film(written_by_foes(mystery)), encoding="utf-8")
    asked: list[str] = []
    wrong: list[str] = []
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        page = await browser.new_page(viewport={"width": 390, "height": 844})
        page.on("request", lambda request: asked.append(request.url))
        page.on("console", lambda message: wrong.append(message.text) if message.type == "error" else None)
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("dialog", lambda dialog: wrong.append("a dialog opened"))
        await page.goto(f"{file.as_uri()}#step=66&eyes=all")

        async def step() -> int:
            return int(await page.get_attribute("#moment", "data-step") or 0)

        assert await step() == 66
        await page.keyboard.press("ArrowRight")
        assert await step() > 66
        await page.keyboard.press("ArrowLeft")
        assert await step() == 66
        await page.click('[data-eyes="p2"]')
        assert "eyes=p2" in page.url and await step() <= 66
        before = await step()
        await page.select_option("#pace", "600")
        await page.focus("#moment .mind")
        await page.keyboard.press("Space")
        for _ in range(100):  # the page lets nobody evaluate a string, so that it is asked again and again
            if await step() > before:
                break
            await page.wait_for_timeout(50)
        assert await step() > before
        await page.keyboard.press("Space")
        assert await page.get_attribute("#play", "aria-label") == "Play"
        await page.keyboard.press("End")
        assert await step() == len(mystery.story.log)
        await page.keyboard.press("Home")
        assert await step() < 66
        await page.focus("#scrub")
        await page.keyboard.press("ArrowRight")
        assert not await page.evaluate("document.documentElement.scrollWidth > innerWidth")
        await browser.close()
    assert {each.split("#")[0] for each in asked if not each.startswith("data:")} == {file.as_uri()}
    assert wrong == []


# ── from afar, and bets ──


@pytest.fixture
async def watched(tmp_path: Path) -> AsyncIterator[tuple[httpx2.AsyncClient, Hall, Table]]:
    """A mystery that AIs play by themselves, which everybody may watch, and which nobody has moved in."""
    games = all_games()
    hall = Hall(MemoryStore(games), ScriptedPlayers({}), VirtualClock(), games)
    app = await make_app(hall, WebConfig(admin="a-secret-of-the-owner"))
    mystery = games["mystery"]
    seating = mystery.lobby.seats(mystery.lobby.options(), [frozenset()] * 6, dice_for("seed", 0))
    occupants = {seat: Occupant("built-in", f"AI {seat}") for seat in seating.seats}
    table = await hall.open("mystery", {}, occupants, about=About(60, watch=True, public=True), seed="seed")
    transport = httpx2.ASGITransport(app)
    async with httpx2.AsyncClient(transport=transport, base_url="http://127.0.0.1:8000") as client:
        yield client, hall, table
    await hall.close()


async def test_a_big_screen_shows_what_everybody_was_told_and_nothing_to_press(watched: Any) -> None:
    client, _, table = watched
    for headers in ({}, OWNER):
        answer = await client.get(f"/t/{table.id}/big", headers=headers)
        assert answer.status_code == 200 and f"/t/{table.id}/live?big=1" in answer.text
        assert "<form" not in answer.text and "<button" not in answer.text
    assert (await client.get("/t/nothing/big")).status_code == 404
    table.about = About()
    assert (await client.get(f"/t/{table.id}/big")).status_code == 404


async def test_a_page_of_a_game_that_is_no_longer_there_is_told_so_and_does_not_wait_for_ever(watched: Any) -> None:
    client, _, table = watched
    table.about = About()
    unknown, closed = [await client.get(f"/t/{id}/live") for id in ("nothing", table.id)]
    assert unknown.status_code == 200 and "event: gone" in unknown.text
    assert (closed.status_code, closed.text) == (unknown.status_code, unknown.text)


async def test_an_onlooker_bets_and_may_think_again(watched: Any) -> None:
    client, hall, table = watched
    page = (await client.get(f"/t/{table.id}")).text
    assert "Who did it?" in page and "Nobody has bet so far" in page
    await client.post(f"/t/{table.id}/bet", data={"choice": "{p2}"})
    (bet,) = (await hall.bets.of(table.id)).values()
    assert bet.choice == "{p2}" and bet.user.startswith("web:")
    page = (await client.get(f"/t/{table.id}")).text
    assert "One has bet so far" in page and 'value="{p2}" data-says="AI p2" checked' in page
    await client.post(f"/t/{table.id}/bet", data={"choice": "{p3}"})
    (bet,) = (await hall.bets.of(table.id)).values()
    assert bet.choice == "{p3}"
    assert (await Book(hall.store, hall.clock).of(table.id)) == {bet.user: bet}, "a restart keeps it"
    other = httpx2.AsyncClient(transport=client._transport, base_url="http://127.0.0.1:8000")
    assert "You bet on" not in (await other.get(f"/t/{table.id}")).text


async def test_nobody_bets_on_what_is_no_choice_nor_where_people_play(watched: Any) -> None:
    client, hall, table = watched
    for choice in ("", "{p99}", "<script>"):
        assert (await client.post(f"/t/{table.id}/bet", data={"choice": choice})).status_code == 409
    table.about = About(public=True)
    assert (await client.post(f"/t/{table.id}/bet", data={"choice": "{p2}"})).status_code == 409
    assert "Who did it?" not in (await client.get(f"/t/{table.id}")).text
    assert not await hall.bets.of(table.id)
