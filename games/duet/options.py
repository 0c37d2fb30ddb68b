"""What a host may choose in a duet: which pair of prompts is played, or a pair of their own."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, ClassVar

from pydantic import Field, model_validator

from games.core import Document, Limit, Options, Remark, legible
from games.duet import pairs

FIRST = "ultimatum"
"""The pair of whoever names none."""

OWN = "own"
"""What a pair is called whose files somebody brought and that have no name."""

FILE = ".md"
"""How the name of a pair ends that is to be called by its file."""


class DuetOptions(Options):
    """Titles and descriptions are what `/duet start`, the terminal and the lobby show. The texts of the pair that is played
    become part of the options, and so of the game's record: what happens to the files later changes nothing."""

    folders: ClassVar[tuple[Path, ...]] = ()
    """Where pairs lie besides our own."""
    seldom = ("manager_tokens", "player_tokens", "temperature", "hops")

    pair: str = Field("", max_length=60, description="Which game to play")
    manager: Document = Field("", description="A manager prompt of your own, as a Markdown file")
    player: Document = Field("", description="A player prompt of your own, as a Markdown file")
    manager_tokens: int = Field(500, ge=16, le=8000, description="How long a display may be")
    player_tokens: int = Field(100, ge=4, le=8000, description="How long an answer may be")
    temperature: float | None = Field(None, ge=0, le=2, description="How freely models write")
    hops: int = Field(3, ge=1, le=10, description="How often the manager may turn to the player before it is your turn")
    most_turns: int = Field(60, ge=1, le=500, description="How many turns a game without an end of its own may take")
    timers: bool = Field(True, description="Play against the clock (games without people never do)")
    seconds: Limit = Field(180, description="Seconds for each move; 0: no limit")

    @model_validator(mode="before")
    @classmethod
    def _read(cls, given: dict[str, Any]) -> dict[str, Any]:
        pair, manager, player = (str(given.get(name) or "") for name in ("pair", "manager", "player"))
        called = pair.removesuffix(FILE) if pair.endswith(FILE) else ""
        if pair and not called and manager and player:
            # From a record: its texts were checked when they were brought. A header that cannot be read cannot be played.
            header, _ = pairs.split(manager)
            if header:
                pairs.parse(header)
            return given
        if (manager or player) and (called or pair in ("", OWN)):
            pair = called or OWN
        else:
            found = pairs.find(pair or FIRST, cls.folders)
            pair = OWN if manager or player else found.name
            manager, player = manager or found.manager, player or found.player
        missing = "" if manager and player else "player" if manager else "manager"
        manager, player = legible(manager), legible(player)
        wrong = [str(each) for each in pairs.check(manager, player) if not each.note and each.file != missing]
        if missing:
            wrong.append(f"The {missing}'s file is missing: bring both, or name the pair whose {missing} it is.")
        if wrong:
            raise ValueError("\n".join(wrong))
        return {**given, "pair": pair, "manager": manager, "player": player}

    @classmethod
    def suggestions(cls, field: str) -> tuple[str, ...]:
        return pairs.names(cls.folders) if field == "pair" else ()

    @classmethod
    def named_after(cls, files: Mapping[str, str]) -> Mapping[str, str]:
        """A pair of one's own is called by its file."""
        name = Path(files.get("manager") or files.get("player") or "").stem
        short = name.removesuffix("_manager").removesuffix("_player").strip()[:50]
        return {"pair": f"{short}{FILE}"} if short else {}

    @classmethod
    def remarks(cls, documents: Mapping[str, str]) -> tuple[Remark, ...]:
        found = pairs.check(documents.get("manager", ""), documents.get("player", ""))
        return tuple(Remark(each.file, each.line, each.sentence, each.note) for each in found)
