"""What the buttons of a lobby do."""

from __future__ import annotations

from bot import rights
from bot.ports import Lobby
from bot.surfaces.discord.answers import Answer, person_of
from bot.surfaces.discord.screens import Screens
from games.core import IllegalAction


async def lobby_pressed(screens: Screens, answer: Answer, lobby_id: str, what: str, wish: str = "") -> None:
    """One press in a lobby; the lobby's message is updated by it. IllegalAction says why not."""
    hall = screens.hall
    if lobby_id in hall.tables:
        raise IllegalAction("The game has begun already.")
    lobby = hall.lobby(lobby_id)
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
            case "start":
                await _start(screens, answer, lobby)
            case "close":
                await rights.close(hall, lobby, answer.asker)
        await screen.answer(answer)


async def _start(screens: Screens, answer: Answer, lobby: Lobby) -> None:
    rights.check_host(lobby, answer.asker)
    alone = not lobby.parties and answer.user == lobby.host
    if alone:  # the host plays
        lobby = await screens.hall.join(lobby.id, person_of(answer, []))
    try:
        await screens.hall.start(lobby.id)
    except IllegalAction:
        if alone:
            await screens.hall.leave(lobby.id, answer.user)
        raise
