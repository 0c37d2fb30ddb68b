"""A game that is over, played back: as pages, step by step and through whose eyes one likes, and as a *film*, the whole of it in
one file, which opens from a disk and asks nobody for anything.
"""

from __future__ import annotations

import asyncio
import base64
import difflib
import hashlib
import json
import re
from bisect import bisect_left
from collections.abc import Callable
from functools import cache
from typing import Any

from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse
from markupsafe import Markup

from bot.surfaces.web.pages import PART
from bot.surfaces.web.reel import ALL, Reel, reel_of
from bot.surfaces.web.render import KINDS, content, page
from bot.surfaces.web.sessions import Kept
from bot.surfaces.web.site import Asker, Site


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
        return await asyncio.to_thread(reel_of, kept, kept.outcome is not None)


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
    reel = reel_of(kept, everything and kept.outcome is not None)
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
        game_id=kept.saved.id,
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
