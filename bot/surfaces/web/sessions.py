"""What can be done with games here, whoever asks: the API and the pages are two faces of these functions.

A *session* is a game from its lobby to its end and after, by one id. Whoever asks is a `Who`; what they may see follows from
their seat, what they may do from being its host.
"""

from __future__ import annotations

import asyncio
import hashlib
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from pydantic import ValidationError

from bot import reports, rights
from bot.bets import KNOWS_TOO_MUCH
from bot.hall import Hall
from bot.names import called
from bot.ports import PUBLIC, About, Called, Lobby, Moved, Occupant, Saved, surface_of
from bot.rights import Asker
from bot.surfaces.fields import sentences
from bot.surfaces.web.config import WebConfig
from bot.surfaces.web.keys import Keys, Who
from bot.surfaces.web.problems import Forbidden, NoKey, NotFound, Problem
from bot.table import OfStory, Table, Vote
from games.core import (
    TABLE,
    Action,
    Ask,
    Game,
    IllegalAction,
    Seat,
    StaleAsk,
    Told,
    tidy,
)
from games.story import PASSED, Story
from games.wire import load_action

SURFACE = "web"
"""How the places of games begin that were opened here, each a place of its own, and the ids of people who came by here."""

LONGEST_NAME = 30
GONE = "There is no such game here. Its host closed it, or the link was cut short when it was copied."
NEED_KEY = "Take a seat first: you have no key to this game."

MOST_KEPT = 32
"""Games that are over and held in memory, because somebody looks at them."""

State = Literal["lobby", "running", "paused", "over"]


@dataclass(frozen=True)
class Kept(OfStory):
    """A game that is over, as the store has it, in the place of a table: what it was and how it came about."""

    saved: Saved
    story: Story[Any]
    calls: tuple[Called, ...]
    moves: tuple[Moved, ...]


class Sessions:
    """Games of one hall, for people who come through the web."""

    def __init__(self, hall: Hall, keys: Keys, config: WebConfig) -> None:
        self.hall, self.keys, self.config = hall, keys, config
        self._kept: dict[str, Kept] = {}
        self.public: set[str] = set()
        """Games whose hosts have let everybody watch since they began."""
        self._following = asyncio.Lock()

    # ── finding ──

    def find(self, id: str) -> Table | Lobby | None:
        """The lobby or table of that id, whoever may know of it."""
        return self.hall.tables.get(id) or self.hall.lobbies.get(id)

    def at(self, id: str, who: Who) -> Table | Lobby:
        """The lobby or table of that id, if they may know of it. NotFound where there is none, or none for them."""
        found = self.find(id)
        if found is None or not self.may_see(found, who):
            raise NotFound(GONE)
        return found

    def table(self, id: str, who: Who) -> Table:
        """The table of that id. Problem where it has not begun."""
        found = self.at(id, who)
        if isinstance(found, Lobby):
            raise Problem("This game has not begun: its host starts it.", 409)
        return found

    def lobby(self, id: str, who: Who) -> Lobby:
        found = self.at(id, who)
        if isinstance(found, Table):
            raise Problem("This game has begun already.", 409)
        return found

    async def kept(self, id: str, who: Who) -> Kept:
        """A game that is over, whole. NotFound where there is none for them; Problem while it runs."""
        if id in self.hall.tables and not self.hall.tables[id].outcome:
            self.at(id, who)
            raise Problem("This game is not over: nobody may know all of it yet.", 409)
        if id not in self._kept:
            saved = await self.hall.store.load(id)
            if saved is None or saved.game not in self.hall.games:
                raise NotFound(GONE)
            if not self.may_see(saved, who):  # before it is folded: the time that it takes tells that there is one
                raise NotFound(GONE)
            story = self.hall.story(saved)
            if not story.outcome:
                raise NotFound(GONE)
            calls, moves = await self.hall.store.calls(id), await self.hall.store.moves(id)
            while len(self._kept) >= MOST_KEPT:
                self._kept.pop(next(iter(self._kept)))
            self._kept.setdefault(id, Kept(saved, story, tuple(calls), tuple(moves)))  # of several at once, one
        kept = self._kept[id]
        if not self.may_see(kept.saved, who):
            raise NotFound(GONE)
        return kept

    def forget(self) -> None:
        """Asks the store again for games that are over."""
        self._kept.clear()

    def at_hand(self, id: str) -> Kept:
        """A game that is over and was just looked at."""
        return self._kept[id]

    def may_see(self, found: Table | Lobby | Saved, who: Who) -> bool:
        """Whether they may look on, or back. A lobby is for whoever has its link: its id is not to be guessed."""
        if who.owner or self.is_host(found, who):
            return True
        if isinstance(found, Lobby):
            return surface_of(found.place) == SURFACE
        back = isinstance(found, Table) and rights.own(found, self.asker(found, who)) is not None
        opened = isinstance(found, Table) and found.opened_by in who.ids(found.id)
        return back or opened or found.about.public or found.id in self.public or self.seat(found, who) is not None

    def seat(self, found: Table | Saved, who: Who) -> Seat | None:
        """Where they sit."""
        return self.asker(found, who).seat(found)

    def seats(self, table: Table, who: Who) -> list[Seat]:
        """All that they may answer for."""
        return self.asker(table, who).seats(table)

    def ask(self, table: Table, who: Who, key: str) -> Ask | None:
        """The question of that key, where they may answer it now."""
        asks = (each for seat in self.seats(table, who) for each in table.asks(seat))
        return next((each for each in asks if each.key == key), None)

    def is_host(self, found: Table | Lobby | Saved, who: Who) -> bool:
        return bool(found.host) and found.host in who.ids(found.id)

    def ears(self, table: Table, who: Who) -> Seat | None:
        """With whose ears they hear: their seat's, those of a room that they may read all in, or the public's."""
        seat = self.seat(table, who)
        everything = any(each.hears == TABLE and each.readers and seat in each.readers for each in table.rooms)
        return TABLE if seat is not None and everything else seat

    # ── before the start ──

    async def create(
        self, who: Who, key: str, game: str, options: Mapping[str, Any], about: About
    ) -> tuple[Lobby, str]:
        """A new lobby, and the key of whoever opened it. Problem names every option that is wrong."""
        if not who.owner:
            raise Forbidden("Only the owner of this Masquerade opens games here. Ask for a link to join one.")
        preset, place = self.preset(game), f"{SURFACE}:{secrets.token_hex(8)}"
        rights.check_opens(self.hall, Asker(who.ids(""), owner=True), preset[0].name, place)
        who, key = await self._known(who, key)
        chosen = {**self.hall.rules.of(place).clocks_of(preset[0]), **preset[1], **options}
        try:
            lobby = await self.hall.open_lobby(preset[0].name, chosen, who.user, place, about)
        except ValidationError as mistake:
            raise Problem(sentences(mistake, preset[0].lobby.options), 422) from None
        return lobby, key

    def preset(self, name: str) -> tuple[Game[Any], Mapping[str, Any]]:
        """A game by its name or one of its presets' names, with the options that the name chooses."""
        for game in self.hall.games.values():
            if name == game.name:
                return game, {}
            if name in (presets := game.lobby.presets()):
                return game, presets[name]
        raise Problem(f"There is no game “{tidy(name)[:40]}”. There are: {', '.join(self.hall.games)}.", 404)

    async def configure(self, lobby: Lobby, who: Who, options: Mapping[str, Any], about: About) -> Lobby:
        """Changes options before the start; those that are not named stay."""
        self.check_host(lobby, who)
        chosen = {**lobby.options, **options}
        known = self.hall.game(lobby.game).lobby.options
        try:
            known.model_validate(chosen)
        except ValidationError as mistake:
            raise Problem(sentences(mistake, known), 422) from None
        return await self.hall.save_lobby(lobby, options=chosen, about=about)

    async def join(self, lobby: Lobby, who: Who, key: str, name: str, wish: str | None = None) -> tuple[Lobby, str]:
        """Joins, or changes a wish, as somebody of that name; with the key of whoever joined."""
        game = self.hall.game(lobby.game)
        if wish and wish not in {each.key for each in game.lobby.wishes}:
            raise Problem(f"Nobody can be “{tidy(wish)[:40]}” in this game.", 422)
        if not who.user and not self.free(lobby):
            raise IllegalAction("This table is full.")
        who, key = await self._known(who, key)
        user = who.ids(lobby.id)[0]
        known = next((each.occupant for each in lobby.parties if each.occupant.user == user), None)
        taken = [each.occupant.name for each in lobby.parties if each.occupant.user != user]
        occupant = Occupant("person", called(name or (known.name if known else ""), taken, LONGEST_NAME), user=user)
        return await self.hall.join(lobby.id, occupant, wish), key

    async def add_ai(self, lobby: Lobby, who: Who, spec: str = "") -> Lobby:
        """Adds an AI of the configured kind, or as asked for."""
        self.check_host(lobby, who)
        return await self.hall.add_ai(lobby.id, spec)

    async def kick(self, found: Table | Lobby, who: Who, name: str, cause: str) -> None:
        """Lets an AI take the place of somebody who is not wanted, or who does not come back; in a lobby they are gone."""
        asker = self.check_host(found, who, cause)
        if isinstance(found, Lobby):
            try:
                await rights.kick(self.hall, found, asker, name)
            except rights.Nobody as nobody:
                raise Problem(str(nobody), 404) from None
            return
        await rights.send_away(self.hall, found, asker, self.sitting(found, name))

    async def ban(self, found: Table | Lobby, who: Who, name: str, cause: str) -> None:
        """Bans somebody who is there from this table, by the key of their browser."""
        asker = self.check_host(found, who, cause)
        sits = [each.occupant for each in found.parties] if isinstance(found, Lobby) else list(found.seats.values())
        user = next((each.user for each in sits if each.user and each.name == name), "")
        if not user:
            raise Problem(rights.NOBODY, 404)
        await rights.ban(self.hall, found, asker, user, name)

    async def unban(self, found: Table | Lobby, who: Who, mark: str) -> None:
        """Lets somebody back in to this table."""
        await rights.unban(self.hall, found.id, found, self.check_host(found, who), mark)

    async def come_back(self, table: Table, who: Who, cause: str) -> None:
        """Takes one's own seat back from the AI that plays on there, unless one is banned."""
        asker = self.asker(table, who, cause)
        rights.check_welcome(self.hall, table, asker)
        await rights.come_back(table, asker)

    async def vote_out(self, table: Table, who: Who, name: str, cause: str) -> Vote:
        """A vote to play on without somebody."""
        return await rights.vote_out(table, self.asker(table, who, cause), self.sitting(table, name))

    async def host(self, found: Table | Lobby, who: Who, name: str, cause: str) -> None:
        """Hands the hosting to somebody who plays; in a lobby whose host stays away, somebody who has joined takes it."""
        asker = self.asker(found, who, cause)
        if isinstance(found, Lobby):
            await rights.lead(self.hall, found, asker)
        else:
            await rights.host(found, asker, self.sitting(found, name))

    @staticmethod
    def sitting(table: Table, name: str) -> Seat:
        """Where the person of that name sits, or who sits in that seat. Problem where nobody does."""
        for seat in table.people:
            if name in (seat, table.names[seat]):
                return seat
        raise Problem("Nobody of that name is here.", 404)

    def invite(self, found: Table | Lobby, who: Who) -> str:
        """A word of the host's that lets one more in, once."""
        self.check_host(found, who)
        if isinstance(found, Table) and found.about.watch:
            raise Problem(rights.FOR_WATCHING, 409)
        return self.keys.link(join=found.id, n=secrets.token_hex(8))

    def invited(self, id: str, word: str) -> Table | Lobby:
        """The lobby or table that a host's word invites to. Problem where it does not."""
        found = self.find(id)
        if self.keys.read(word).get("join") != id or found is None:
            raise NotFound(GONE)
        return found

    def free(self, found: Table | Lobby) -> int:
        """How many more may join; in a game that has begun, how many AIs there are to go on for."""
        if isinstance(found, Table):
            return len(rights.free(found))
        return max(0, max(self.hall.game(found.game).lobby.players) - len(found.parties))

    def room(self, found: Table | Lobby, wanted: str = "") -> Seat | None:
        """Where somebody may sit who comes late: the seat that they want, or the first that an AI has; None in a lobby. Problem
        where there is no room."""
        if isinstance(found, Lobby):
            if not self.free(found):
                raise Problem("This table is full.", 409)
            return None
        if found.about.watch:
            raise Problem(rights.FOR_WATCHING, 409)
        free = [seat for seat in rights.free(found) if wanted in ("", seat)]
        if not free:
            raise Problem(rights.TAKEN if wanted else "Every seat of this game is taken.", 409)
        return free[0]

    async def link(self, found: Table | Lobby, who: Who) -> None:
        """A word for a friend, that is kept for the host's page: as many as there is room for."""
        links = (*found.about.links, self.invite(found, who))
        await self._keep_links(found, links[-max(self.free(found), 1) :])

    async def _keep_links(self, found: Table | Lobby, links: Sequence[str]) -> None:
        """The words that a host may still give to friends: of a game that has begun, while this process runs."""
        about = replace(found.about, links=tuple(links))
        if isinstance(found, Table):
            found.about = about
        else:
            await self.hall.save_lobby(found, about=about)

    async def enter(
        self,
        found: Table | Lobby,
        who: Who,
        key: str,
        name: str,
        cause: str,
        *,
        word: str = "",
        wish: str | None = None,
        seat: str = "",
    ) -> str:
        """Sits down: before the start by name, after it in the seat of an AI; the key of whoever did. The `word` that invites
        them is spent where there is room."""
        rights.check_welcome(self.hall, found, self.asker(found, who))
        if word:
            seat = self.room(found, seat) or ""
            await self.keys.spend(word)
        if isinstance(found, Table):
            key = await self.take(found, who, key, Seat(seat), name, cause, invited=bool(word))
        else:
            found, key = await self.join(found, who, key, name, wish)
        if word and (links := found.about.links):
            await self._keep_links(found, [each for each in links if self.keys.read(each) != self.keys.read(word)])
        return key

    async def start(self, lobby: Lobby, who: Who) -> Table:
        """Deals. AIs take the seats that nobody has."""
        self.check_host(lobby, who)
        game = self.hall.game(lobby.game)
        while len(self.hall.lobby(lobby.id).parties) < min(game.lobby.players):
            lobby = await self.hall.add_ai(lobby.id)
        lobby = self.hall.lobby(lobby.id)
        await self.hall.save_lobby(lobby, about=replace(lobby.about, links=()))
        table = await self.hall.start(lobby.id)
        await self._keep_links(table, lobby.about.links[: self.free(table)])
        return table

    # ── at the table ──

    async def move(self, table: Table, who: Who, action: Action, ask: str, key: str) -> list[Told]:
        """The one door. `ask` is the key of the question, `key` the sender's own mark of this move: sent again, it moves
        once. IllegalAction and StaleAsk say why not, with names."""
        mine = self.seats(table, who)
        if not mine:
            raise NoKey(NEED_KEY)
        seat = next((seat for seat in mine if any(each.key == ask for each in table.asks(seat))), mine[0])
        try:
            return await table.submit(seat, action, ask, _cause(who, table, key))
        except IllegalAction as refusal:
            raise type(refusal)(table.named(str(refusal))) from None

    async def report(self, table: Table, who: Who, n: int, seat: str, reason: str) -> str:
        """Tells the owner of what an AI (or the one in that seat) said, as the `n`th thing (from 1) that whoever asks has heard; a
        sentence for them."""
        ears = self.ears(table, who)
        heard = [place for place, told in enumerate(table.log) if told.heard_by(ears)]
        lines = reports.lines_at(table, heard[n - 1 : n] if n > 0 else [], ears, Seat(seat) if seat else None)
        await reports.report(self.hall, table, next(iter(who.ids(table.id)), ""), lines, reason)
        return reports.THANKS

    async def bet(self, table: Table, who: Who, key: str, choice: str) -> str:
        """An onlooker bets; the key of whoever did."""
        rights.check_welcome(self.hall, table, self.asker(table, who))
        who, key = await self._known(who, key)
        if any(table.seat_of(each) is not None for each in who.ids(table.id)):
            raise IllegalAction(KNOWS_TOO_MUCH)
        await self.hall.bets.place(table, who.ids(table.id)[0], choice)
        return key

    async def take(
        self, table: Table, who: Who, key: str, seat: Seat, name: str, cause: str, invited: bool = False
    ) -> str:
        """Takes the seat of an AI in a game that has begun; the key of whoever did."""
        rights.check_take(table, self.asker(table, who), seat, invited)  # before there is a key
        who, key = await self._known(who, key)
        taken = [each for at, each in table.names.items() if at != seat]
        occupant = Occupant("person", called(name, taken, LONGEST_NAME), user=who.ids(table.id)[0])
        await rights.take(table, self.asker(table, who, cause), seat, occupant, invited)
        return key

    async def again(self, id: str, who: Who) -> Table:
        """The same people and AIs at a new table of the same game, by whoever sat there or opened it; pressed twice, also by
        two at once, it is the same new table."""
        async with self._following:
            found = self.table(id, who) if id in self.hall.tables else (await self.kept(id, who)).saved
            place = f"{SURFACE}:{id}"
            if surface_of(found.place) != SURFACE:  # in a browser, its people would have no keys to the new one
                raise Problem("This game was not opened here. Play it again where you found it.", 409)
            if isinstance(following := self.hall.at(place), Table):
                return following
            saved = await self.hall.store.load(id)
            if saved is None:
                raise NotFound(GONE)
            return await rights.again(self.hall, saved, self.asker(found, who), place)

    async def publish(self, table: Table, who: Who) -> None:
        """Lets everybody watch, and replay it when it is over: what all at the table were told, and then all of it."""
        self.check_host(table, who)
        await self.hall.store.put(PUBLIC, table.id, {"public": True})
        self.public.add(table.id)

    async def _known(self, who: Who, key: str) -> tuple[Who, str]:
        """Whoever asks, with their key; a stranger gets one."""
        if who.user:
            return who, key
        key, user = await self.keys.new()
        return replace(who, user=user), key

    def asker(self, found: Table | Lobby | Saved, who: Who, key: str = "") -> Asker:
        """The same, as the house knows whoever asks. An owner who has said who they are moderates the house: without a token,
        everybody at this machine owns it."""
        moderates = who.owner and bool(self.config.admin)
        return Asker(who.ids(found.id), _cause(who, found, key), moderates=moderates, owner=who.owner)

    def check_host(self, found: Table | Lobby, who: Who, key: str = "") -> Asker:
        asker = self.asker(found, who, key)
        rights.check_host(found, asker)
        if isinstance(found, Lobby) and self.is_host(found, who):
            self.hall.hear(found, found.host)
        return asker


def _cause(who: Who, found: Table | Lobby | Saved, key: str) -> str:
    """What a table knows this deed by: nobody can use up the mark of somebody else's."""
    return f"web:{hashlib.sha256(chr(0).join((who.user, found.id, key)).encode()).hexdigest()[:32]}"


def state_of(found: Table | Lobby | Kept) -> State:
    """How far a game is."""
    if isinstance(found, Lobby):
        return "lobby"
    return "over" if found.outcome else "paused" if found.paused is not None else "running"


def as_meant(game: Game[Any], ask: Ask | None, sent: str) -> Action:
    """The action that somebody sent as JSON. IllegalAction is a sentence about every mistake in it."""
    try:
        return load_action(game, sent, ask)
    except ValidationError as mistake:
        raise IllegalAction(sentences(mistake)) from None
    except (ValueError, RecursionError) as mistake:
        if ask is None:
            raise StaleAsk(PASSED) from None
        raise IllegalAction(str(mistake)) from None
