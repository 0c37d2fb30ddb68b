"""Make a game in the browser: its texts, with what is wrong at their lines as one writes, a table to try it at, and the files.

It serves every game whose options are texts that a host brings.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

from fastapi import APIRouter, Depends, Request, Response
from fastapi.responses import HTMLResponse
from starlette.datastructures import FormData, UploadFile

from bot.ports import About
from bot.surfaces.web.home import PACE
from bot.surfaces.web.lobby import preset_of
from bot.surfaces.web.problems import Forbidden, NotFound, Problem
from bot.surfaces.web.render import page
from bot.surfaces.web.site import Asker, Came, Site
from games.core import Game, IllegalAction, Remark, tidy

FILE = ".md"
LONGEST_NAME = 40
UNNAMED = "my-game"


@dataclass(frozen=True)
class Draft:
    """What somebody writes: what it is called, its texts by option, and the preset whose texts it began with."""

    game: Game[Any]
    name: str
    texts: Mapping[str, str]
    begin: str = ""

    @property
    def remarks(self) -> tuple[Remark, ...]:
        return self.game.lobby.options.remarks(self.texts)

    @property
    def options(self) -> dict[str, Any]:
        """With which the game is played."""
        return {**self.game.lobby.options.named_after({field: self.file(field) for field in self.texts}), **self.texts}

    def file(self, field: str) -> str:
        return f"{self.name}_{field}{FILE}"


def pairs(site: Site) -> APIRouter:
    """The pages where games are made."""
    router = APIRouter(include_in_schema=False, dependencies=[Depends(_owned)])

    @router.get("/make")
    async def make(begin: str = "") -> Response:
        """The texts of a game that is there, to begin with."""
        return HTMLResponse(await shown(begun(maker(site), begin)))

    @router.post("/make")
    async def check(request: Request) -> Response:
        """The page again with what is to be said of its texts, or another game's texts: for browsers without script."""
        form = await request.form()
        draft = drafted(maker(site), form)
        if form.get("take"):
            draft = begun(draft.game, draft.begin)
        return HTMLResponse(await shown(draft))

    @router.post("/make/remarks")
    async def remarks(request: Request) -> Response:
        """Only what is to be said of the texts."""
        draft = drafted(maker(site), await request.form())
        return HTMLResponse(page("_remarks.html", draft=draft, remarks=await checked(draft)))

    @router.post("/make/file/{field}")
    async def file(field: str, request: Request) -> Response:
        """One of the texts, to keep."""
        draft = drafted(maker(site), await request.form())
        if field not in draft.texts:
            raise NotFound("There is no such file here.")
        name = draft.file(field)
        named = f'filename="{name}"' if name.isascii() else f"filename*=UTF-8''{quote(name)}"
        disposition = {"Content-Disposition": f"attachment; {named}"}
        return Response(draft.texts[field], media_type="text/markdown; charset=utf-8", headers=disposition)

    @router.post("/make/try")
    async def play(who: Asker, key: Came, request: Request) -> Response:
        """A table for these texts, against built-in sides. Where it cannot be played, nothing that was written is lost."""
        draft = drafted(maker(site), await request.form())
        sessions, lobby = site.sessions, None
        try:
            lobby, key = await sessions.create(who, key, draft.game.name, draft.options, About(PACE))
            who = await site.keys.who(key, who.owner)
            lobby, _ = await sessions.join(lobby, who, key, "You")
            await sessions.start(lobby, who)
        except (IllegalAction, Problem) as refusal:
            if lobby is not None:
                await site.hall.drop_lobby(lobby)
            said = "" if await checked(draft) else str(getattr(refusal, "sentence", refusal))
            return HTMLResponse(
                await shown(draft, said or "It cannot be played like this: what is wrong stands below."), 422
            )
        return site.to(f"/t/{lobby.id}", key)

    return router


async def _owned(who: Asker) -> None:
    # Checking a text plays it with dice: whoever may open no table has no use for it.
    if not who.owner:
        raise Forbidden("Only the owner of this Masquerade makes games here.")


def maker(site: Site) -> Game[Any]:
    """The game whose options are texts. NotFound where there is none."""
    found = next((game for game in site.hall.games.values() if game.lobby.options.documents()), None)
    if found is None:
        raise NotFound("No game here is made of texts.")
    return found


def begun(game: Game[Any], preset: str) -> Draft:
    """The texts of a game that is there: the one of that name, or the first."""
    presets = game.lobby.presets()
    options = game.lobby.options.model_validate(presets.get(preset, {}))
    texts = {field: str(getattr(options, field)) for field in game.lobby.options.documents()}
    named = f"my-{preset}" if preset in presets else UNNAMED
    return Draft(game, named, texts, preset_of(game, options.model_dump()))


def drafted(game: Game[Any], form: FormData) -> Draft:
    """What was sent, with line ends as they were typed: browsers send two signs for each."""
    texts = {field: _text(form.get(field, "")).replace("\r\n", "\n") for field in game.lobby.options.documents()}
    name = re.sub(r"[^\w-]+", "-", tidy(_text(form.get("name", "")))).strip("-")[:LONGEST_NAME]
    return Draft(game, name or UNNAMED, texts, _text(form.get("begin", "")))


def _text(given: UploadFile | str | None) -> str:
    return given if isinstance(given, str) else ""


async def checked(draft: Draft) -> tuple[Remark, ...]:
    """What is to be said of the texts. It takes up to a second, which others need not wait for."""
    return await asyncio.to_thread(lambda: draft.remarks)


async def shown(draft: Draft, refused: str = "") -> str:
    """The page. Until something is written in them, texts without a mistake are there to be read."""
    return page(
        "pairs.html",
        draft=draft,
        remarks=await checked(draft),
        refused=refused,
        begins=tuple(draft.game.lobby.presets()),
    )
