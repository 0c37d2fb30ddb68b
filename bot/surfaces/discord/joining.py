"""What the buttons of a lobby do."""

from __future__ import annotations

from typing import get_args

from bot import rights
from bot.ports import Lobby
from bot.surfaces.discord.absent import lead
from bot.surfaces.discord.answers import Answer, person_of
from bot.surfaces.discord.screens import Screens
from games.core import IllegalAction, Strength


async def lobby_pressed(screens: Screens, answer: Answer, lobby_id: str, what: str, wish: str = "") -> None:
    """One press in a lobby; the lobby's message is updated by it. IllegalAction says why not."""
    hall = screens.hall
    if lobby_id in hall.tables:
        raise IllegalAction("The game has begun already.")
    lobby = hall.hear(hall.lobby(lobby_id), answer.user)
    screen = screens.of(lobby)
    with screen.hushed():
        match what:
            case "join":
                await hall.join(lobby.id, person_of(answer, [p.occupant for p in lobby.parties]), wish or None)
            case "leave":
                await hall.leave(lobby.id, answer.user)
            case "add" | "drop":
                joined = (party.occupant.user for party in lobby.parties)
                if answer.user not in joined and not answer.asker.hosts(lobby):
                    raise IllegalAction("Join the game first.")
                await (hall.add_ai if what == "add" else hall.drop_ai)(lobby.id)
            case "strength":
                lobby = await lead(screen.outbox, lobby, answer.asker)
                strengths = get_args(Strength)
                now = strengths.index(lobby.options.get("strength", strengths[0]))
                chosen = {**lobby.options, "strength": strengths[(now + 1) % len(strengths)]}
                await hall.save_lobby(lobby, options=chosen)
            case "host":
                await lead(screen.outbox, lobby, answer.asker)
            case "start":
                await _start(screens, answer, lobby)
            case "close":
                await rights.close(hall, await lead(screen.outbox, lobby, answer.asker), answer.asker)
        await screen.answer(answer)
    if answer.after:
        await answer.say(answer.after)


async def _start(screens: Screens, answer: Answer, lobby: Lobby) -> None:
    hall = screens.hall
    lobby = await lead(screens.of(lobby).outbox, lobby, answer.asker)
    alone = not any(each.occupant.user for each in lobby.parties)
    if alone:  # the host plays
        lobby = await hall.join(lobby.id, person_of(answer, [each.occupant for each in lobby.parties]))
    try:
        table = await hall.start(lobby.id)
    except IllegalAction:
        if alone:
            await hall.leave(lobby.id, answer.user)
        raise
    if table.seat_of(answer.user) is None:
        answer.after = "You host this game and do not play in it. With **/game join** you can take the seat of an AI."
