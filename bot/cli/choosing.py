"""What was typed, as a game with its options and seats. Wrong says what is mistaken in it, and the way out."""

from __future__ import annotations

import json
import sys
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, get_args

from pydantic import ValidationError
from rich.console import Console

from bot.cli.files import read_text
from bot.cli.typed import meant
from bot.cli.world import FIRST, World, Wrong
from bot.mending import mends
from bot.surfaces.terminal.console import Screen
from games.core import Game, Options, Seat, Strength, dice_for


@dataclass(frozen=True)
class Preset:
    """A game by the name that was typed, with the options that this name chooses."""

    game: Game[Any]
    name: str
    values: Mapping[str, Any]


def presets(games: Mapping[str, Game[Any]]) -> dict[str, Preset]:
    """All that may be typed for a game, in small letters: its name, or that of one of its presets."""
    named = [Preset(game, name, {}) for name, game in games.items()]
    named += [Preset(game, name, values) for game in games.values() for name, values in game.lobby.presets().items()]
    return {each.name.casefold(): each for each in reversed(named)}


def preset(world: World, typed: str) -> Preset:
    games = world.games()
    known = presets(games)
    if found := known.get(typed.casefold()):
        return found
    there = "; ".join(", ".join((name, *game.lobby.presets())) for name, game in games.items())
    near = meant(typed, [each.name for each in known.values()])
    own = f"says {world.folder}" if world.folder else "is not set"
    raise Wrong(
        f"There is no game “{typed}”.{near} There are: {there}. Games of your own lie where MASQUERADE_GAMES says, and it {own}."
    )


def among(game: Game[Any], options: Options, typed: str) -> Iterator[str]:
    """Which of several games this is, and how another is chosen, where only the name of all of them was typed."""
    named, values = game.lobby.presets(), options.model_dump()
    now = next((name for name, chosen in named.items() if chosen.items() <= values.items()), None)
    if typed == game.name and now is not None and len(named) > 1:
        others = ", ".join(name for name in named if name != now)
        yield f"This is {game.lobby.preset_title(now)}. For another one type its name instead of “{game.name}”: {others}."


def show_game(console: Console, called: str, game: Game[Any]) -> None:
    console.print(f"  {called}: {game.summary}", markup=False)
    if presets := game.lobby.presets():
        console.print(f"    {', '.join(presets)}", markup=False)


def sized(size: int | None) -> dict[str, int]:
    return {"players": size} if size else {}


def options(game: Game[Any], given: Sequence[str] | None, defaults: Mapping[str, Any]) -> Options:
    """The options as typed, over those of this command where the game has them. Every mistake is named."""
    known = game.lobby.options.model_fields
    values = {key: value for key, value in defaults.items() if key in known}
    files: dict[str, str] = {}
    for each in given or ():
        key, equals, text = each.partition("=")
        key = key.strip().replace("-", "_")
        if not equals or key not in known:
            there = f"{game.title} has: {', '.join(known)}."
            raise Wrong(
                f"“{each}” is not KEY=VALUE. {there}"
                if not equals
                else f"{game.title} has no option “{key}”.{meant(key, list(known))} {there}"
            )
        values[key] = _value(text, key in game.lobby.options.documents())
        if text.startswith("@"):
            files[key] = text
    try:
        return game.lobby.options.model_validate({**game.lobby.options.named_after(files), **values})
    except ValidationError as mistakes:
        said = mends(mistakes, game.lobby.options)
        raise Wrong("\n".join(f"{where}: {why}" if where else why for where, why, _ in said)) from None


def _value(text: str, document: bool) -> Any:
    """A value as typed, or as it stands in a file after @: a document whole, a list or an object as JSON, else the lines of the
    file, or the text itself."""
    brought = text.startswith("@")
    if brought:
        file, text = text[1:], read_text(Path(text[1:]))
        if not text.strip():
            raise Wrong(f"“{file}” is empty.")
    if document:
        return text
    if text.lstrip()[:1] in ("[", "{"):
        try:
            return json.loads(text)
        except (ValueError, RecursionError) as error:
            raise Wrong(f"This is not JSON: {error}.") from None
    return [line.strip() for line in text.splitlines() if line.strip()] if brought else text


def chosen(world: World) -> str:
    """The game that somebody at a terminal picks; elsewhere the first."""
    games = list(world.games().values())
    first = next(at for at, game in enumerate(games, 1) if game.name == FIRST)
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return FIRST
    console = Screen(highlight=False)
    console.print("What would you like to play?")
    for at, game in enumerate(games, 1):
        show_game(console, f"{at} {game.name}", game)
    while True:
        try:
            typed = input(f"A name or number (Enter for {first}): ").strip()
        except EOFError:
            raise Wrong("No game was chosen.", 1) from None
        if not typed:
            return FIRST
        if typed.isdecimal() and 0 < int(typed) <= len(games):
            return games[int(typed) - 1].name
        try:
            return preset(world, typed).name
        except Wrong as unknown:
            console.print(str(unknown), markup=False)


def strength() -> str:
    """How well built-in players are to play, as somebody at a terminal says it; empty where they leave it open."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return ""
    known = ("", *get_args(Strength))
    while True:
        try:
            typed = input(
                f"How well do the AIs play? {', '.join(known[1:])} (Enter: easy until you have won): "
            ).strip()
        except EOFError:
            return ""
        if typed.casefold() in known:
            return typed.casefold()


def places(
    game: Game[Any], options: Options, wishes: Collection[str], size: int | None, wanted: str | None
) -> tuple[tuple[Seat, ...], Seat]:
    """The seats of the game, and the one that the first party gets, or asked for."""
    parties = max(min(game.lobby.players), size or 1)
    if parties not in game.lobby.players:
        raise Wrong(f"{game.title} is for {min(game.lobby.players)} to {max(game.lobby.players)} players.")
    seating = game.lobby.seats(options, [frozenset(wishes), *[frozenset[str]()] * (parties - 1)], dice_for("seats", 0))
    if wanted is None:
        return seating.seats, seating.given[0]
    if wanted not in seating.seats:
        free = ", ".join(seat for seat in seating.seats if seat not in game.lobby.staff)
        raise Wrong(f"There is no seat “{wanted}”. There are: {free}.")
    return seating.seats, Seat(wanted)


def wishes(game: Game[Any], typed: str | None) -> list[str]:
    known = [wish.key for wish in game.lobby.wishes]
    wished = [each.strip() for each in (typed or "").split(",") if each.strip()]
    for each in wished:
        if each.casefold() not in known:
            there = f" You may wish for: {', '.join(known)}." if known else ""
            raise Wrong(f"In {game.title} nobody can be “{each}”.{there}")
    return [each.casefold() for each in wished]
