"""Who may do what with a game: take a seat, leave it, hand it over, stop the clock, call it off, play it again.

One rule, whatever surface they come from: it says who asks, and tells them what came of it. What may not be done is refused:

    IllegalAction    why not, in a sentence
      ├ NotYours     it is the host's to do, or theirs who sit there
      └ StaleAsk     not as things stand: the seat is taken, no clock runs, the game is not over
"""

from __future__ import annotations

import math
from collections.abc import Collection
from dataclasses import replace

from bot.hall import Hall
from bot.house_rules import Ban, ServerRules, server_of, who_changes
from bot.ports import Lobby, Occupant, Party, Saved
from bot.table import Table, Vote
from games.core import HOST, IllegalAction, Seat, StaleAsk, VotedOut, record
from games.story import NOBODY_LEFT

NOT_HOST = "Only the host or a moderator can do that."
VOTED_OUT = "You have been sent away from this game."
HOST_AWAY = 600.0
"""Seconds without a sign of a lobby's host, after which anybody who has joined may host it."""

NOT_SEATED = "You do not sit at this table."
FOR_WATCHING = "This game is for watching. Start one of your own to play."
NOBODY = "Nobody of that name is here."
TAKEN = "Somebody sits there. Only an AI's seat can be taken; the host can hand this one to an AI."


@record
class Asker:
    """Whoever asks, by the `ids` that this game may know them by, the one to sit by first; none for a stranger. `cause` is what a
    table knows the deed by. A moderator may do what a host may, in the places that they look after; the owner of this
    Masquerade, what costs money. `roles` are the ids of those that they have on their server."""

    ids: tuple[str, ...]
    cause: str = ""
    moderates: bool = False
    owner: bool = False
    roles: frozenset[str] = frozenset()

    def hosts(self, found: Table | Lobby | Saved) -> bool:
        return self.moderates or found.host in self.ids

    def seat(self, found: Table | Saved) -> Seat | None:
        """Where they sit."""
        return next((seat for user in self.ids for seat, each in found.seats.items() if each.user == user), None)

    def seats(self, table: Table) -> list[Seat]:
        """All that they may answer for: a seat, the host's chair, or both."""
        seat = self.seat(table)
        return [*([seat] if seat else []), *([HOST] if table.host in self.ids else [])]


class NotYours(IllegalAction):
    """Not for whoever asks; to a `stranger`, who has not said who they are, it may yet be."""

    def __init__(self, sentence: str, stranger: bool = False) -> None:
        super().__init__(sentence)
        self.stranger = stranger


class Nobody(StaleAsk):
    """Whoever is meant is not here, or not any more."""


def check_host(found: Table | Lobby | Saved, asker: Asker) -> None:
    if not asker.hosts(found):
        raise NotYours(NOT_HOST, stranger=not asker.ids)


def check_opens(
    hall: Hall, asker: Asker, game: str, place: str, where: Collection[str] = (), rules: ServerRules | None = None
) -> None:
    """Whether they may open such a game there now. `where` are the ids of that place and of what it lies in, `rules` those of
    its server (None: as they are kept). NotYours names who can change what stands in the way."""
    rules = rules or hall.rules.of(place)
    title = hall.game(game).title
    hall.rules.check_welcome(() if asker.moderates else asker.ids, place, "")
    refusal = rules.why_not(game, title, where, asker.roles, asker.moderates or asker.owner, who_changes(place))
    if refusal:
        raise NotYours(refusal)
    if not asker.owner:
        hall.check_number(next(iter(asker.ids), ""), place)


def check_place(place: str, where: Collection[str], rules: ServerRules) -> None:
    """Whether what runs already may be brought there. NotYours names who can change that it may not."""
    if refusal := rules.why_not_here(where, who_changes(place)):
        raise NotYours(refusal)


def check_welcome(hall: Hall, found: Table | Lobby, asker: Asker) -> None:
    """NotYours for whoever is banned here. Nobody locks out a moderator, who could undo it."""
    if not asker.moderates:
        try:
            hall.check_welcome(found, asker.ids)
        except IllegalAction as banned:
            raise NotYours(str(banned)) from None


def free(table: Table) -> list[Seat]:
    """The seats that people may be let into: the AIs', but where AIs play to be looked at."""
    ais = [seat for seat in table.order if table.seats[seat].kind != "person" and seat not in table.game.lobby.staff]
    return [] if table.about.watch or table.outcome else ais


def check_take(table: Table, asker: Asker, seat: Seat | None = None, invited: bool = False) -> None:
    """Whether they may sit down there, or anywhere. Among people anybody may; where AIs play among themselves, whoever has sat
    there, or was `invited`, or could invite."""
    if table.about.watch:
        raise NotYours(FOR_WATCHING)
    if asker.seat(table) is not None:
        raise StaleAsk("You sit at this table already.")
    if _voted_out(table, asker) and not invited:
        raise NotYours(VOTED_OUT)
    if seat is not None and (seat not in table.seats or table.seats[seat].kind == "person"):
        raise StaleAsk(TAKEN)
    wanted = table.seats.values() if seat is None else [table.seats[seat]]
    own = any(each.stands_for in asker.ids for each in wanted)
    if not (table.people or invited or own or asker.owner or asker.hosts(table)):
        raise NotYours("AIs play this among themselves: whoever opened it says who joins.")


async def take(table: Table, asker: Asker, seat: Seat, occupant: Occupant, invited: bool = False) -> None:
    """Sits down in the place of an AI."""
    check_take(table, asker, seat, invited)
    await table.reseat(seat, occupant, asker.cause, of=table.seats[seat])


async def leave(hall: Hall, found: Table | Lobby, asker: Asker) -> Seat | None:
    """Lets an AI play on in their seat, which it returns; out of a lobby they are gone."""
    if isinstance(found, Lobby):
        there = (each.occupant.user for each in found.parties)
        await hall.leave(found.id, next((user for user in there if user in asker.ids), ""))
        return None
    if (seat := asker.seat(found)) is None:
        raise NotYours(NOT_SEATED, stranger=not asker.ids)
    await found.reseat(seat, hall.stand_in(found, seat), asker.cause, of=found.seats[seat])
    return seat


async def hand_over(hall: Hall, table: Table, asker: Asker, seat: Seat) -> None:
    """Lets an AI play on for somebody who does not come back, or is not wanted."""
    check_host(table, asker)
    if seat not in table.people:
        raise StaleAsk("An AI plays there already.")
    await table.reseat(seat, hall.stand_in(table, seat), asker.cause, of=table.seats[seat])


async def kick(hall: Hall, found: Table | Lobby, asker: Asker, who: str) -> str:
    """Takes somebody who is not wanted, known by their name, seat or id, out of the lobby, or lets an AI play on in their seat, to which
    they come back only if the host lets them; says what came of it, to everybody."""
    check_host(found, asker)
    by = "its host" if found.host in asker.ids else "a moderator"
    if isinstance(found, Lobby):
        party = next((each for each in found.parties if who in (each.occupant.name, each.occupant.user)), None)
        if party is None:
            raise Nobody(NOBODY)
        await hall.save_lobby(found, parties=tuple(each for each in found.parties if each is not party))
        return f"{party.occupant.name} was taken out of the lobby by {by}."
    seat = next((each for each in found.people if who in (each, found.names[each], found.seats[each].user)), None)
    if seat is None:
        raise Nobody(NOBODY)
    await send_away(hall, found, asker, seat)
    title = found.game.shows.seat_title(seat)
    return f"{found.names[seat]} was taken off the table by {by} and comes back only if the host lets them; an AI plays {title} now."


async def ban(hall: Hall, found: Table | Lobby, asker: Asker, user: str, name: str) -> str:
    """Bans somebody from a table, and takes them off it; says what came of it, to everybody."""
    check_host(found, asker)
    _check_other(asker, user)
    await hall.rules.ban(found.id, user, name, next(iter(asker.ids), ""))
    await _send_away(hall, found, user, f"{asker.cause}:{found.id}")
    return f"{name} was banned from this table."


async def ban_from_server(hall: Hall, place: str, asker: Asker, user: str, name: str) -> str:
    """Bans somebody from all games of that place's server, and takes them off every table there; their lobbies close."""
    _check_moderates(asker)
    _check_other(asker, user)
    server = server_of(place)
    await hall.rules.ban(server, user, name, next(iter(asker.ids), ""))
    everything: list[Table | Lobby] = [*hall.lobbies.values(), *hall.tables.values()]
    for found in everything:
        if server_of(found.place) != server:
            continue
        if isinstance(found, Lobby) and found.host == user:
            await hall.drop_lobby(found)
        else:
            await _send_away(hall, found, user, f"{asker.cause}:{found.id}")
    return f"{name} was banned from this server's games."


def sent_away(table: Table) -> dict[Seat, str]:
    """Who was kicked or voted out and may not come back by themselves, by the seat in which they sat: their name, or, where somebody
    else sits there by now, what the seat is called."""
    title, people, out = table.game.shows.seat_title, table.people, table.story.house.out
    return {seat: title(seat) if seat in people else table.names[seat] for seat in table.order if seat in out}


async def let_back(table: Table, asker: Asker, seat: Seat) -> str:
    """Lets somebody come back who was kicked or voted out; says what came of it, to everybody."""
    check_host(table, asker)
    name = sent_away(table).get(seat, "")
    await table.let_back(seat, asker.cause)
    return f"{name} may come back to this table."


async def unban(hall: Hall, where: str, found: Table | Lobby | None, asker: Asker, mark: str) -> Ban:
    """Lets somebody back in, to the table `found` or (None) to the server `where`."""
    if found is None:
        _check_moderates(asker)
    else:
        check_host(found, asker)
    return await hall.rules.unban(where, mark)


async def _send_away(hall: Hall, found: Table | Lobby, user: str, cause: str) -> None:
    """Takes a person out of a lobby, or lets an AI play on in their seat."""
    if isinstance(found, Lobby):
        if any(each.occupant.user == user for each in found.parties):
            await hall.leave(found.id, user)
    else:
        await gone(hall, found, user, cause)


def _check_other(asker: Asker, user: str) -> None:
    if user in asker.ids:
        raise IllegalAction("You cannot ban yourself. Leave the table instead.")


def _check_moderates(asker: Asker) -> None:
    if not asker.moderates:
        raise NotYours(
            "Only a moderator can do that: on Discord whoever may manage messages or the server, or send members away for a while; in "
            "browsers whoever has signed in at /owner."
        )


async def send_away(hall: Hall, table: Table, asker: Asker, seat: Seat) -> None:
    """Lets an AI play on for somebody who is not wanted: unless they are invited, they do not come back."""
    check_host(table, asker)
    if seat not in table.people:
        raise StaleAsk("An AI plays there already.")
    there = table.seats[seat]
    await table.reseat(seat, hall.stand_in(table, seat), asker.cause, of=there, why=(VotedOut(seat, host=True),))


async def host(table: Table, asker: Asker, seat: Seat) -> None:
    """Hands the hosting to a person who sits there."""
    check_host(table, asker)
    if table.seat_of(table.host) == seat:
        raise StaleAsk("That seat's player hosts this game already.")
    await table.hand_hosting(seat, asker.cause)


async def gone(hall: Hall, table: Table, user: str, cause: str) -> None:
    """For a person who can be reached no more, an AI plays on; where they hosted, the next person does."""
    if table.outcome:
        return
    if (seat := table.seat_of(user)) is not None:
        await table.reseat(seat, hall.stand_in(table, seat), cause, of=table.seats[seat])
    elif user and table.host == user:
        await table.pass_hosting(cause)


def own(table: Table, asker: Asker) -> Seat | None:
    """The seat in which an AI plays on for them, while they sit nowhere: they may have it back."""
    if table.outcome or asker.seat(table) is not None or _voted_out(table, asker):
        return None
    return next((seat for seat, each in table.seats.items() if each.stands_for in asker.ids), None)


async def come_back(table: Table, asker: Asker) -> Seat:
    """Takes one's own seat back, whatever the AI there is about to do, and lets a game go on that had nobody left; the seat."""
    if table.outcome:
        raise StaleAsk("The game is over.")
    if asker.seat(table) is not None:
        raise StaleAsk("You sit at this table already.")
    if (seat := own(table, asker)) is None:
        raise NotYours(
            VOTED_OUT if _voted_out(table, asker) else "No AI plays on for you here.", stranger=not asker.ids
        )
    there = table.seats[seat]
    await table.reseat(seat, Occupant("person", there.name, user=there.stands_for), asker.cause, of=there)
    if table.paused == NOBODY_LEFT:
        await table.resume(seat, f"{asker.cause}:on")
    return seat


def _voted_out(table: Table, asker: Asker) -> bool:
    """Whether the others have voted them out."""
    return any(user in asker.ids and seat in table.story.house.out for user, seat in table.held)


async def skip(table: Table, asker: Asker) -> Vote:
    """A vote to wait no longer."""
    return await table.vote(_voter(table, asker), asker.cause)


async def vote_out(table: Table, asker: Asker, seat: Seat) -> Vote:
    """A vote to play on without somebody."""
    return await table.vote(_voter(table, asker), asker.cause, seat)


def _voter(table: Table, asker: Asker) -> Seat:
    if (seat := asker.seat(table)) is None:
        raise NotYours(NOT_SEATED, stranger=not asker.ids)
    return seat


async def lead(hall: Hall, lobby: Lobby, asker: Asker) -> Lobby:
    """The lobby, for whoever does there what its host may. Where the host has not been heard of for a while, that is anybody
    who has joined, who hosts it from then on."""
    now = hall.clock.now()
    if lobby.host in asker.ids:
        return hall.hear(lobby, lobby.host)
    if asker.moderates or asker.owner:
        return lobby
    user = next((each.occupant.user for each in lobby.parties if each.occupant.user in asker.ids), "")
    if not user:
        raise NotYours(NOT_HOST, stranger=not asker.ids)
    if (left := lobby.heard + HOST_AWAY - now) > 0:
        minutes = max(1, math.ceil(left / 60))
        wait = f"in {minutes} minutes" if minutes > 1 else "in a minute"
        raise NotYours(f"{NOT_HOST} If the host stays away, anybody who has joined can, {wait}.")
    return await hall.save_lobby(lobby, host=user, heard=now)


async def pause(table: Table, asker: Asker) -> None:
    """Stops the clock and everybody's thinking."""
    check_host(table, asker)
    await table.pause(asker.cause)


async def resume(table: Table, asker: Asker) -> None:
    """Lets it go on, as anybody who sits there may."""
    seat = asker.seat(table)
    if seat is None:
        check_host(table, asker)
    await table.resume(seat or HOST, asker.cause)


async def extend(table: Table, asker: Asker, seconds: float) -> None:
    """Puts off every running deadline."""
    check_host(table, asker)
    if not await table.extend(seconds):
        raise StaleAsk("No time runs now.")


async def close(hall: Hall, found: Table | Lobby, asker: Asker) -> None:
    """Calls the game off, or closes its lobby."""
    check_host(found, asker)
    if isinstance(found, Lobby):
        await hall.drop_lobby(found)
    elif not found.outcome:
        await found.cancel(asker.cause, "" if found.host in asker.ids else "A moderator called the game off.")


async def again(hall: Hall, saved: Saved, asker: Asker, place: str) -> Table:
    """The same people and AIs in the same seats, dealt at once, without whoever is not welcome any more. A guest lets no model play,
    which costs money."""
    _check_again(saved, asker)
    gone = {seat for seat, each in saved.seats.items() if each.kind == "person" and not _welcome(hall, each, place)}
    seats = hall.filled([(seat, None if seat in gone else each) for seat, each in saved.seats.items()], place)
    if any(each.kind == "model" for each in seats.values()) and not (asker.owner or asker.hosts(saved)):
        raise NotYours("Models play here, which costs money: whoever opened this game can play it again.")
    host = next(iter(asker.ids), saved.host)
    about, options = (
        await hall.given(saved.game, saved.options, host, saved.about)
        if saved.about.given
        else (saved.about, saved.options)
    )
    if about.given != saved.about.given:  # each plays as its character does again
        seats = {seat: hall.as_itself(each) for seat, each in seats.items()}
    return await hall.open(saved.game, options, seats, host=host, place=place, about=about)


async def gather_again(hall: Hall, saved: Saved, asker: Asker) -> Lobby:
    """A lobby for the same game in the same place: the same people and options, with the same wishes, without whoever is not
    welcome any more."""
    _check_again(saved, asker)
    lobby = await hall.open_lobby(saved.game, saved.options, asker.ids[0], saved.place, saved.about)
    wishes = saved.about.wishes
    parties = (
        Party(replace(each, stands_for=""), tuple(wishes.get(seat, ())))
        for seat, each in saved.seats.items()
        if (each.user and _welcome(hall, each, saved.place)) or (each.kind != "person" and seat in wishes)
    )
    return await hall.save_lobby(lobby, parties=tuple(parties))


def _welcome(hall: Hall, occupant: Occupant, place: str) -> bool:
    """Whether somebody who played may be gathered again: not who is forgotten, or banned there since."""
    return bool(occupant.user) and not hall.rules.banned((occupant.user,), server_of(place))


def _check_again(saved: Saved, asker: Asker) -> None:
    if asker.seat(saved) is None and not (asker.owner or asker.hosts(saved)):
        raise NotYours("Only those who played here can play again. Start a game of your own.")
    if saved.ended is None:
        raise StaleAsk("This game is not over.")
