"""What a lobby looks like: who plays, on which side, by which options; everybody joins by a button, and the host starts."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from discord import ButtonStyle, ui
from pydantic import BaseModel

from bot.hall import Hall
from bot.notes import notes
from bot.ports import Lobby, Occupant
from bot.surfaces.discord import board, ids, parts, staying, views
from bot.surfaces.discord.markdown import ROBOT, clean, plain, sat
from bot.surfaces.discord.parts import Drawn
from games.core import Game, IllegalAction, Options, Seat, dice_for
from games.scene import SYMBOLS, Grid, Roster, Scene
from games.story import Story

COLOUR = 0xF4B63F


def draw_lobby(hall: Hall, lobby: Lobby, number: int | None = None, masks: Mapping[Seat, str] | None = None) -> Drawn:
    """Title, options, the seats as they would be now, what one should know, and the buttons. `masks` stand before the names
    of those who will wear them."""
    game, masks = hall.game(lobby.game), masks or {}
    options = game.lobby.options.model_validate(lobby.options)
    seating = hall.seating(lobby)
    scene = rehearsed(game, options, tuple(seat for seat, _ in seating))
    faces = {each.seat: SYMBOLS[each.face] for roster in scene.of(Roster) for each in roster.rows}
    of_its_own = f": {clean(scene.title)}" if scene.title != game.title else ""
    lines = [
        f"### {clean(game.title)}{of_its_own}",
        clean(game.summary),
        f"-# Host: {_mention(lobby.host)} · {clean(in_words(options, lobby.about.brought))}",
        "",
        *(
            f"{faces.get(seat, '')} {views.seat_in_words(game, scene, seat)}: {_seated(occupant, masks.get(seat, ''))}".strip()
            for seat, occupant in seating
            if seat not in game.lobby.staff
        ),
        *(
            f"-# {clean(game.shows.seat_title(seat))}: {_runs(hall.filled(seating)[seat])}"
            for seat in sorted(game.lobby.staff)
        ),
        "",
        f"-# {ROBOT} marks players that are AI. They take every seat that is empty when the game starts.",
    ]
    lines += [f"-# {clean(note)}" for note in notes(game, options, hall.filled(seating), lobby.about.given)]
    promised = staying.promise(lobby.about.away)
    lines += [f"-# {promised}"] if promised else []
    if scene.private_label:
        label = clean(scene.private_label)
        lines.append(f"-# What is for you alone comes by DM, and by the button **{label}** at any time.")
    company = {occupant.name: hall.character(occupant) for _, occupant in seating if occupant}
    lines += [f"-# {clean(name)}: {clean(about)}" for name, about in company.items() if about]
    wishes = [(w.key, w.label, w.emoji) for w in game.lobby.wishes] or [("", "Join", "🎲")]
    joins = [_button(lobby, "join", label, emoji, wish=key) for key, label, emoji in wishes[: parts.ROW]]
    hosting = [
        _button(lobby, "leave", "Leave", "🚪"),
        _button(lobby, "add", "Add AI", ROBOT),
        _button(lobby, "drop", "Remove AI", "➖"),
        _button(lobby, "start", "Start", "▶️", ButtonStyle.success),
        _button(lobby, "close", "Close", "✖️", ButtonStyle.danger),
    ]
    strength = _button(lobby, "strength", f"Built-in players: {options.strength}", "💪")
    rules = parts.button("Rules", "📖", ids.make("rules", "", lobby.game))
    return parts.message(
        "\n".join(lines), *parts.even_rows([*joins, strength, rules]), parts.row(hosting), number=number, colour=COLOUR
    )


def _seated(occupant: Occupant | None, mask: str) -> str:
    name = sat(occupant.name, occupant.kind, bold=True) if occupant else f"*free* {ROBOT}"
    return f"{mask} {name}".strip()


def rehearsed(game: Game[Any], options: Options, seats: tuple[Seat, ...]) -> Scene:
    """The public scene of such a game right after some deal; never the deal that will be played."""
    story = Story(game, options, "rehearsal")
    story.tell(story.begin(dict.fromkeys(seats, "person")))
    return game.shows.scene(story.view(None), None)


def check_fits(game: Game[Any], options: Options) -> None:
    """IllegalAction when the game has more cards than a message has room for."""
    seats, most = game.lobby.seats(options, [], dice_for("", 0)).seats, board.MOST_CELLS
    for grid in rehearsed(game, options, seats).of(Grid):
        if (count := len(grid.cells)) > most:
            raise IllegalAction(
                f"Discord has room for {most} cards, and this board has {count}. Play it in the terminal."
            )


def in_words(options: Options, brought: Collection[str] = ()) -> str:
    """What the host chose, where it is not the default, and always the first thing there is to choose and what the game says
    everybody wants to know. Of a document it is said that it was `brought`, never what stands in it."""
    said = []
    for i, (name, field) in enumerate(type(options).model_fields.items()):
        value = getattr(options, name)
        if "document" in field.metadata:
            said += [f"{field.title or name}: brought as a file"] if name in brought else []
        elif i == 0 or name in options.always_told or value != field.default:
            said.append(f"{field.title or name}: {_value(value)}")
    return ", ".join(said)


def _value(value: object) -> str:
    match value:
        case bool():
            return "yes" if value else "no"
        case tuple() | list():
            return f"{len(value)} of your own"
        case BaseModel():
            return "given"
    return plain(str(value), 60)


def _runs(occupant: Occupant) -> str:
    """Who runs the game, from a place that nobody can take."""
    return f"{clean(occupant.model or 'the configured model')} {ROBOT}" if occupant.kind == "model" else "built in"


def _mention(user: str) -> str:
    """A person by their mention: no name need be kept, and nobody is pinged."""
    return f"<@{ids.person(user).id}>" if ids.ours(user) else "nobody"


def _button(
    lobby: Lobby, what: str, label: str, emoji: str, style: ButtonStyle = ButtonStyle.secondary, wish: str = ""
) -> ui.Button[Any]:
    return parts.button(label, emoji, ids.make("lobby", lobby.id, what, *filter(None, (wish,))), style)
