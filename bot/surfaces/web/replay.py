"""A game that is over, told again: step by step, through whose eyes one likes, with what models thought at each step.

A *step* is how much of the log had been told. Those at which somebody heard something new are *stops*; a *chapter* is a run of
them (“Night 2”). A *film* is the whole of it as one file, which opens from a disk and asks nobody for anything.
"""

from __future__ import annotations

import asyncio
import base64
import difflib
import hashlib
import json
import re
from bisect import bisect_left, bisect_right
from collections import OrderedDict, defaultdict, deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse
from markupsafe import Markup

from bot.ports import Called, Moved
from bot.surfaces.web.glance import Glance, heard_in, still
from bot.surfaces.web.pages import PART
from bot.surfaces.web.problems import NotFound
from bot.surfaces.web.render import KINDS, Drawn, content, page
from bot.surfaces.web.sessions import Kept
from bot.surfaces.web.site import Asker, Site
from games.core import TABLE, LookedUp, Outcome, Paused, Resumed, Seat, is_bookkeeping
from games.scene import Roster, Scene

ALL, PUBLIC = "all", "public"
"""Whose eyes an address names besides seats: everything, and what everybody was told."""

MOST_REELS = 8
"""Games whose steps are held in memory."""

MOST_THOUGHTS = 8
"""Thoughts of a chapter that stand beside a step, the latest first."""

MOST_BEFORE = 60
"""Entries that were heard before, beside a step."""


@dataclass(frozen=True)
class Thought:
    """What a model thought when it moved, and what it `looked` up. `cost` is in US dollars, None where a price is not known.
    `stop` is the step at which its move had been told; `why` says why something else moved for it."""

    seat: Seat
    stop: int
    text: str
    looked: tuple[str, ...]
    model: str
    tokens: int
    cost: float | None
    tries: int
    why: str


@dataclass(frozen=True)
class Chapter:
    """A run of `stops` that belong together. `deaths` are those of them at which somebody died."""

    label: str
    place: str
    face: str
    stops: tuple[int, ...]
    deaths: tuple[int, ...]


@dataclass(frozen=True)
class Entry:
    """Something that was heard, drawn, and the step at which it had been told."""

    step: int
    html: Markup


class Reel:
    """One game, unrolled: it folds once for each pair of eyes, and keeps what that came to at every stop. Without
    `everything` it is what everybody was told, counted in steps of that alone, and nothing that anybody thought."""

    def __init__(self, kept: Kept, everything: bool = True) -> None:
        self.kept, self.story, self.game = kept, kept.story, kept.story.game
        self.log = [each for each in kept.story.log if everything or each.to is None]
        self.id, self.seats = kept.saved.id, kept.saved.seats
        self.names = {seat: each.name for seat, each in self.seats.items()}
        self.eyes = [ALL, *self.story.seats, PUBLIC] if everything else [PUBLIC]
        self.film = ""
        self._views: dict[Seat | None, dict[int, Any]] = {}
        self._scenes: dict[tuple[Seat | None, int], Scene] = {}
        self._stops: dict[str, list[int]] = {}
        self._entries: dict[tuple[str, bool], list[Entry]] = {}
        self._pauses: dict[int, str | None] = {}
        began = min((each.after for each in kept.moves if each.after), default=len(kept.story.log))
        self.stops = self._all_stops(sum(everything or each.to is None for each in kept.story.log[:began]))
        self.thoughts = list(self._thoughts()) if everything else []
        self.chapters = list(self._chapters())

    # ── where one can stop ──

    def _all_stops(self, opening: int) -> list[int]:
        """The end of the opening, before everything that is news, and the end."""
        news = [at for at, each in enumerate(self.log) if at > opening and not is_bookkeeping(self.game, each)]
        return sorted({opening, *news, len(self.log)})

    def stops_of(self, eyes: str) -> list[int]:
        """The stops at which these eyes were told something, with the first and the last."""
        if eyes not in self._stops:
            ears, found = self.ears(eyes), {self.stops[0], self.stops[-1]}
            for place, told in enumerate(self.log):
                if told.heard_by(ears) and not is_bookkeeping(self.game, told):
                    found.add(self.stop_after(place))
            self._stops[eyes] = sorted(found)
        return self._stops[eyes]

    def stop_after(self, place: int) -> int:
        """The first stop at which what stands at that place of the log had been told."""
        return self.stops[min(bisect_right(self.stops, place), len(self.stops) - 1)]

    def ears(self, eyes: str) -> Seat | None:
        """Whose eyes those are. NotFound where nobody of that name was there."""
        if eyes not in self.eyes:
            raise NotFound("Nobody of that name sat at this table.")
        return TABLE if eyes == ALL else None if eyes == PUBLIC else Seat(eyes)

    # ── what was seen ──

    def scene(self, ears: Seat | None, stop: int) -> Scene:
        """The screen of a seat, as it was; nothing on it can be pressed any more."""
        if (ears, stop) not in self._scenes:
            self._scenes[ears, stop] = still(self.game.scene(self._view(ears, stop), ears))
        return self._scenes[ears, stop]

    def _view(self, ears: Seat | None, stop: int) -> Any:
        if ears not in self._views:
            found, view, stops = {}, self.game.blank(), set(self.stops)
            for place, told in enumerate(self.log, 1):
                if told.heard_by(ears):
                    view = self.game.evolve(view, told.event)
                if place in stops:
                    found[place] = view
            self._views[ears] = found
        return self._views[ears][stop]

    def glance(self, stop: int, eyes: str) -> Glance:
        """What those eyes saw. Whoever looks back needs no veil."""
        ears = self.ears(eyes)
        scene = self.scene(ears, stop)
        return Glance(
            id=self.id,
            game=self.game,
            seat=None if ears == TABLE else ears,
            scene=scene,
            public=scene,
            order=self.story.seats,
            seats=self.seats,
            heard=(),
            heard_so_far=stop,
            paused=self._paused(stop),
            outcome=self._outcome(stop),
        )

    def _outcome(self, stop: int) -> Outcome | None:
        return self.story.outcome if stop == len(self.log) else self.game.outcome(self._view(TABLE, stop))

    def _paused(self, stop: int) -> str | None:
        if not self._pauses:
            why, found = None, {}
            for place, told in enumerate(self.log, 1):
                if isinstance(told.event, Paused | Resumed):
                    why = told.event.why if isinstance(told.event, Paused) else None
                found[place] = why
            self._pauses = found  # whole, or not yet: a film may be made of it beside
        return self._pauses.get(stop)

    def entries(self, eyes: str, whole: bool = False) -> list[Entry]:
        """All that these eyes were told that is news; `whole`: for a page that has all it needs in it."""
        if (eyes, whole) not in self._entries:
            ears, last = self.ears(eyes), self.glance(self.stops[-1], PUBLIC)
            places = [place for place, told in enumerate(self.log, 1) if told.heard_by(ears)]
            found = []
            for each in heard_in(self.game, self.log, ears, self.names):
                html = page("_entry.html", whole, g=last, each=each, place=places[each.n - 1])
                found.append(Entry(places[each.n - 1], Markup(html)))
            self._entries[eyes, whole] = found
        return self._entries[eyes, whole]

    def moment(self, step: int, eyes: str, whole: bool = False) -> dict[str, Any]:
        """What a page of one step is made of: the last stop until then at which these eyes were told something."""
        stops, entries, ears = self.stops_of(eyes), self.entries(eyes, whole), self.ears(eyes)
        at = max(0, bisect_right(stops, step) - 1)
        stop, before = stops[at], stops[at - 1] if at else 0
        first, last = (bisect_right(entries, each, key=lambda entry: entry.step) for each in (before, stop))
        chapter = self.chapter(stop)
        thoughts = [
            each
            for each in reversed(self.thoughts)
            if chapter.stops[0] <= each.stop <= stop and (ears == TABLE or each.seat == ears)
        ]
        return {
            "d": Drawn(self.glance(stop, eyes)),
            "step": stop,
            "now": entries[first:last],
            "before": entries[max(0, first - MOST_BEFORE) : first],
            "thoughts": thoughts[:MOST_THOUGHTS],
        }

    # ── what they thought ──

    def _thoughts(self) -> Iterator[Thought]:
        calls: defaultdict[tuple[Seat, str], deque[Called]] = defaultdict(deque)
        for each in self.kept.calls:
            calls[each.seat, each.key].append(each)
        ends = [*(each.after for each in self.kept.moves[1:]), len(self.log)]
        for moved, end in zip(self.kept.moves, ends, strict=False):
            own = list(_calls_for(moved, calls[moved.seat, moved.key]))
            reasons = [each.call.reasoning for each in own if each.call.reasoning]
            text = moved.aside or (reasons[-1] if reasons else "")
            if not (text or own or moved.why):
                continue
            costs = [each.call.cost for each in own]
            yield Thought(
                moved.seat,
                self.stop_after(moved.after),
                text,
                tuple(
                    f"{told.event.tool.replace('_', ' ')} {told.event.argument}".strip()
                    for told in self.log[moved.after : end]
                    if isinstance(told.event, LookedUp) and told.event.seat == moved.seat
                ),
                own[-1].call.model if own else "",
                sum(each.call.prompt_tokens + each.call.answer_tokens for each in own),
                None if None in costs else sum(cost or 0.0 for cost in costs),
                sum(each.outcome != "step" for each in own),
                moved.why,
            )

    # ── chapters ──

    def _chapters(self) -> Iterator[Chapter]:
        """Runs of stops that everybody saw under one label, or in one place."""
        run: list[int] = []
        deaths: list[int] = []
        last: tuple[str, str, str] | None = None
        gone: frozenset[Seat] = frozenset()
        for stop in self.stops:
            scene = self.scene(None, stop)
            over = self._outcome(stop) is not None
            label = "The end" if over else scene.chapter or ("Night" if scene.place == "night" else "")
            mark = (label, scene.place, scene.face)
            now = frozenset(row.seat for roster in scene.of(Roster) for row in roster.rows if row.gone)
            if last is not None and label != last[0]:
                yield Chapter(*last, tuple(run), tuple(deaths))
                run, deaths = [], []
            run.append(stop)
            if now - gone and not over:
                deaths.append(stop)
            gone |= now
            last = mark if last is None or label != last[0] else last
        if last is not None:
            yield Chapter(*last, tuple(run), tuple(deaths))

    def chapter(self, stop: int) -> Chapter:
        """The chapter of a stop."""
        return next(each for each in self.chapters if stop <= each.stops[-1])

    def along(self, stop: int) -> float:
        """How far along the line that is, in hundredths."""
        return 100 * (bisect_left(self.stops, stop) + 0.5) / len(self.stops)


def _calls_for(moved: Moved, calls: deque[Called]) -> Iterator[Called]:
    """Those of the calls, in order, that came to this move: up to the one that was accepted, if a model made it, and
    else all that failed before."""
    if moved.source not in ("model", "fallback"):
        return
    while calls and not (moved.source == "fallback" and calls[0].outcome == "accepted"):
        called = calls.popleft()
        yield called
        if called.outcome == "accepted":
            return


_reels: OrderedDict[tuple[str, bool], Reel] = OrderedDict()


def reel_of(kept: Kept, everything: bool = True) -> Reel:
    """The game, unrolled; made once for as long as somebody looks at it."""
    reel = _reels.pop((kept.saved.id, everything), None)
    if reel is None or reel.kept is not kept:
        reel = Reel(kept, everything)
    _reels[kept.saved.id, everything] = reel
    while len(_reels) > MOST_REELS:
        _reels.popitem(last=False)
    return reel


def step_html(kept: Kept, step: int, eyes: str) -> str:
    """One step as those eyes saw it, drawn."""
    return page("_moment.html", **reel_of(kept).moment(step, eyes))


def line_of(reel: Reel) -> list[dict[str, Any]]:
    """The chapters as stretches of a line, in hundredths of it; a label stands where there is room for it: on a narrow
    screen for `narrow` ones, elsewhere for all that are not empty."""
    found, wide, narrow = [], -100.0, -100.0
    for each in reel.chapters:
        start, end = (reel.along(stop) for stop in (each.stops[0], each.stops[-1]))
        half = 50 / len(reel.stops)
        room, phone = start - wide >= 7.5 and start < 94, start - narrow >= 22 and start < 86
        wide, narrow = start if room else wide, start if room and phone else narrow
        found.append(
            {
                "chapter": each,
                "x": start - half,
                "width": end - start + 2 * half,
                "label": each.label if room else "",
                "narrow": room and phone,
                "deaths": [(stop, reel.along(stop)) for stop in each.deaths],
            }
        )
    return found


# ── one file ──────────────────────────────────────────────────────────────────────────────────────────────────────────


async def unrolled(site: Site, kept: Kept) -> Reel:
    """`reel_of`, beside the loop and one at a time: what reads the disk and thinks for players waits for the same few
    threads."""
    async with site.unrolling:
        return await asyncio.to_thread(reel_of, kept, kept.story.outcome is not None)


async def filmed(site: Site, kept: Kept) -> str:
    """`film`, likewise; it takes seconds, so it is made once for as long as somebody looks at the game."""
    async with site.filming:
        reel = await unrolled(site, kept)
        if not reel.film:
            reel.film = await asyncio.to_thread(film, kept)
        return reel.film


def film(kept: Kept, everything: bool = True) -> str:
    """The whole game as one page, which opens from a disk and asks nobody for anything; of a game that still runs, what
    everybody was told. Steps are lines of a few that occur
    again and again, and what changes from one step to the next."""
    reel = reel_of(kept, everything and kept.story.outcome is not None)
    eyes, start = reel.eyes[0], reel.stops[0]
    style, scripts = _style(), [content(f"js/{name}.js").decode() for name in ("idiomorph", "replay")]
    policy = (
        f"default-src 'none'; script-src {' '.join(map(_hash, scripts))}; style-src {_hash(style)}; "
        "img-src data:; font-src data:; base-uri 'none'; form-action 'none'"
    )
    values = replay_values(reel, start, eyes, lambda step, eyes: f"#step={step}&eyes={eyes}", whole=True)
    return page(
        "film.html",
        whole=True,
        place=values["d"].glance.scene.place,
        policy=policy,
        style=Markup(style),
        scripts=[Markup(each) for each in scripts],
        masks=Markup(_masks()),
        film=as_data(_unrolled(reel)),
        home="#",
        save="",
        **values,
    )


def _unrolled(reel: Reel) -> dict[str, Any]:
    """Every step for all eyes: the `lines` that occur, and for each of the eyes what becomes of the lines of the step before
    at each stop: place, how many go, and which come, one after the other."""
    numbers: dict[str, int] = {}
    reels: dict[str, list[list[list[int]]]] = {}
    for eyes in reel.eyes:
        before: list[int] = []
        reels[eyes] = []
        for stop in reel.stops_of(eyes):
            html = page("_moment.html", True, **reel.moment(stop, eyes, whole=True))
            now = [numbers.setdefault(line, len(numbers)) for line in html.split("\n") if line]
            reels[eyes].append(_changes(before, now))
            before = now
    return {"lines": list(numbers), "reels": reels}


def _changes(before: list[int], now: list[int]) -> list[list[int]]:
    """What makes `now` of `before`, from the end to the beginning, so that no change moves the place of another."""
    edits = difflib.SequenceMatcher(None, before, now, autojunk=False).get_opcodes()
    return [[a, b - a, *now[c:d]] for kind, a, b, c, d in reversed(edits) if kind != "equal"]


def as_data(value: Any) -> Markup:
    """JSON that may stand in a page: nothing in it ends the element or begins another."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    for sign in "<>&\u2028\u2029":
        text = text.replace(sign, f"\\u{ord(sign):04x}")
    return Markup(text)


@cache
def _style() -> str:
    """Our style sheets, with what they load inside."""

    def inside(found: re.Match[str]) -> str:
        kind = KINDS[f".{found[1].rpartition('.')[2]}"]
        return f"url(data:{kind};base64,{base64.b64encode(content(found[1])).decode()})"

    return re.sub(r"url\(['\"]?(?!data:|#)([\w./-]+)['\"]?\)", inside, content("app.css").decode())


@cache
def _masks() -> str:
    """The family of masks, out of sight: pictures refer to them by name."""
    drawn = re.sub(r"<!--.*?-->", "", content("masks.svg").decode(), flags=re.S)
    return drawn.replace("<svg ", '<svg class="hide" width="0" height="0" aria-hidden="true" ', 1)


def _hash(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


# ── pages ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


def replay_values(
    reel: Reel, step: int, eyes: str, at: Callable[[int, str], str], whole: bool = False
) -> dict[str, Any]:
    """What the page of a replay is made of. `at` is the address of a step and eyes."""
    moment, stops = reel.moment(step, eyes, whole), reel.stops_of(eyes)
    place = bisect_left(stops, moment["step"])
    data = {
        "eyes": eyes,
        "step": moment["step"],
        "all": reel.stops,
        "stops": {each: reel.stops_of(each) for each in reel.eyes},
        "chapters": [[each.stops[0], each.label] for each in reel.chapters],
    }
    return {
        **moment,
        "reel": reel,
        "eyes": eyes,
        "at": at,
        "line": line_of(reel),
        "back": stops[max(0, place - 1)],
        "next": stops[min(len(stops) - 1, place + 1)],
        "data": as_data(data),
    }


def replays(site: Site) -> APIRouter:
    """Games that are over, played back for whoever may see them."""
    router = APIRouter(include_in_schema=False)

    @router.get("/r/{id}")
    async def replay(id: str, who: Asker, request: Request, step: int | None = None, eyes: str = ALL) -> Response:
        """One step; only what changes with it for our script."""
        kept = await site.sessions.kept(id, who)
        reel = await unrolled(site, kept)
        at = reel.stops[0] if step is None else step
        if PART in request.headers.get("accept", ""):
            return HTMLResponse(step_html(kept, at, eyes), media_type=PART)
        values = replay_values(reel, at, eyes, lambda step, eyes: f"/r/{id}?step={step}&eyes={eyes}")
        place = values["d"].glance.scene.place
        return HTMLResponse(page("replay.html", place=place, home="/", save=f"/r/{id}/film", **values))

    @router.get("/r/{id}/film")
    async def saved(id: str, who: Asker) -> Response:
        """The whole of it as one file."""
        kept = await site.sessions.kept(id, who)
        named = {"Content-Disposition": f'attachment; filename="masquerade-{id}.html"'}
        return HTMLResponse(await filmed(site, kept), headers=named)

    return router
