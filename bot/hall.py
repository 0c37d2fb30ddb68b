"""All lobbies and tables of this process: people gather, games open, go on after a restart, and close.

What survives is in the store; the hall holds what runs. Surfaces are told of every change and read the rest for themselves.
"""

from __future__ import annotations

import asyncio
import contextlib
import functools
import logging
import secrets
import sys
from collections import deque
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Any, Protocol

from pydantic import TypeAdapter

from bot.bets import Book
from bot.house_rules import HouseRules, ServerRules, server_of, who_changes
from bot.names import all_called, looks
from bot.ports import (
    PUBLIC,
    About,
    Called,
    Clock,
    Erased,
    Limit,
    Lobby,
    Occupant,
    Party,
    Players,
    Saved,
    Store,
    Unreadable,
    story_of,
    surface_of,
)
from bot.table import Table, ended, for_staff, new_deadlines
from games import all_games
from games.core import Game, IllegalAction, Kind, Options, Outcome, Seat, StaleAsk, Strength, dice_for, named
from games.story import Story

if TYPE_CHECKING:
    from bot.metrics import Vitals

log = logging.getLogger(__name__)

DAY = 24 * 3600.0
NOTHING_ELSE = About()
LEAVING = "The bot is about to be restarted, so no game begins now. Please try again in some minutes."
RESTORED = ("house", "restored")
"""Kind and key of the document that says when the store was last set back to a backup."""

LOBBY_SECONDS = 24 * 3600.0
OVER = 900.0
"""Seconds for which a game that is over stays in memory at most."""

PLAYED = 3
"""Whoever has played a game so often is not new to it, nor whoever has won it once."""

SWEEPING = 300.0
"""Seconds from one look after old lobbies to the next."""

NOT_SO_SOON = "There is a game in this channel already. Let it end, or ask its host to cancel it."


class Surface(Protocol):
    """Wherever a table is shown. It reads the table's log from its own cursor; it is told only that there is news."""

    def changed(self, table: Table) -> None:
        """Something was told, a deadline moved or came near, or somebody changed seats. Returns at once; never raises."""


class Hall:
    """Opens, reopens and closes tables. `games` are those that can be played, by name."""

    def __init__(
        self,
        store: Store,
        players: Players,
        clock: Clock,
        games: Mapping[str, Game[Any]] | None = None,
    ) -> None:
        self.store, self.players, self.clock = store, players, clock
        self.rules = HouseRules(store, clock)
        self.rules.changing.append(self._bound)
        self.games: Mapping[str, Game[Any]] = all_games() if games is None else games
        self.bets = Book(store, clock)
        self.tables: dict[str, Table] = {}
        self.lobbies: dict[str, Lobby] = {}
        self.surfaces: list[Surface] = []
        self.gathering: list[Callable[[Lobby], None]] = []
        """What surfaces do when a lobby has changed, or is not there any more."""
        self.forgetting: list[Callable[[], None]] = []
        """What surfaces do when a person is erased: let go of what they remember of the store."""
        self.leaving: list[Callable[[], Awaitable[None]]] = []
        """What surfaces do when this process is about to leave: tell whoever plays."""
        self.let_go = 0
        """How many games that are over it has let go of, since their memory was had back."""
        self.vitals: Vitals | None = None
        """What this process counts, where it does."""
        self.draining = False
        """Whether this process is about to leave. No game begins any more."""
        self.keep_days: float | None = None
        """How long games are kept after their end; None: for ever."""
        self.era = ""
        """Differs before and after the store was set back to a backup: the same place of a game then tells something else."""
        self._opening: list[str] = []
        self._starting: set[str] = set()
        self._over: dict[str, float] = {}
        self.lobby_seconds: float = LOBBY_SECONDS
        """How long a lobby waits in which nothing happens; 0: for ever."""
        self.expired: deque[str] = deque(maxlen=100)
        """The lobbies that were closed so, for whoever tells why there is no game."""
        players.settle(store, self._paid, clock)

    async def _paid(self, game: str, called: Called) -> None:
        """Keeps a call of a model that no move carries."""
        if game in self.tables:
            self.tables[game].spent += called.call.cost or 0.0
        await self.store.add_call(game, called)

    def _bound(self, server: str, rules: ServerRules) -> None:
        self.players.bound(server, Limit(rules.game_budget), Limit(rules.day_budget), rules.models)

    # ── lobbies ──

    async def open_lobby(
        self, game: str, options: Mapping[str, Any], host: str, place: str, about: About = NOTHING_ELSE
    ) -> Lobby:
        """A lobby in a place where nothing else is played. IllegalAction when something is; ValueError (pydantic's) names
        every wrong option."""
        self._check_free(place)
        about, options = await self.given(game, options, host, about)
        self.game(game).lobby.options.model_validate(dict(options))
        now = self.clock.now()
        return await self.save_lobby(Lobby(_new_id(), game, dict(options), host, place, (), about, now, now))

    async def given(
        self, game: str, options: Mapping[str, Any], host: str, about: About
    ) -> tuple[About, Mapping[str, Any]]:
        """What is kept of a game and its options, where the house says how well built-in players play unless the host has."""
        if about.given and options.get("strength") == about.given:  # nobody chose it in the game that is played again
            options = {name: value for name, value in options.items() if name != "strength"}
        if "strength" in options or about.watch:
            return replace(about, given=""), options
        given, tried = await self.strength_for(game, host)
        return replace(about, given=given, tried=tried), {**options, "strength": given}

    @staticmethod
    def outgrown(table: Table) -> bool:
        """Whether a game that is over was the last in which the house let built-in players play easy for its host."""
        among = any(each.kind == "built-in" for each in table.seats.values())
        if table.about.given != "easy" or table.outcome is None or not among:
            return False
        return table.about.tried + 1 >= PLAYED or table.seat_of(table.opened_by) in table.outcome.winners

    async def strength_for(self, game: str, user: str) -> tuple[Strength, int]:
        """How well built-in players play for somebody who did not say: easy until they have won that game once, or played it
        three times; and how often they have."""
        kept = await self.store.kept_about(user) if user else None
        if kept is None:
            return "mixed", 0
        played = [each for each in kept.games if each.ended and each.game == game and _seat_of(each, user)]
        won = len(played) >= PLAYED
        for each in played:
            won = won or await self._won(each.id, user)
        return "mixed" if won else "easy", len(played)

    async def _won(self, id: str, user: str) -> bool:
        """Whether somebody won a game that is over. How it ended stands in its log."""
        try:
            saved = await self.store.load(id)
            # hundreds of events: nobody waits for it
            story = await asyncio.to_thread(self.story, saved) if saved else None
        except (Unreadable, LookupError, ValueError):
            return False
        outcome = story.outcome if story else None
        return saved is not None and outcome is not None and _seat_of(saved, user) in outcome.winners

    async def save_lobby(self, lobby: Lobby, **changes: Any) -> Lobby:
        """Keeps the lobby as it is now, with these changes."""
        self.lobbies[lobby.id] = lobby = replace(lobby, changed=self.clock.now(), **changes)
        await self._keep_lobby(lobby, asdict(lobby))
        return lobby

    def hear(self, lobby: Lobby, user: str) -> Lobby:
        """Somebody did something in a lobby: its host is known to be there. It is kept with what they did."""
        if user and user == lobby.host:
            self.lobbies[lobby.id] = lobby = replace(lobby, heard=self.clock.now())
        return lobby

    async def drop_lobby(self, lobby: Lobby) -> None:
        self.lobbies.pop(lobby.id, None)
        await self._keep_lobby(lobby, None)

    async def sweep(self) -> None:
        """Closes the lobbies in which nobody has done anything for so long that nobody waits there any more (those of earlier
        releases, which did not say when, wait as long from now on), and lets go of games that have been over for a while."""
        now = self.clock.now()
        for lobby in list(self.lobbies.values()):
            if not lobby.changed:
                await self.save_lobby(lobby)
            elif self.lobby_seconds and lobby.changed + self.lobby_seconds <= now:
                log.info("lobby %s is closed: nobody has come or gone for %g s", lobby.id, now - lobby.changed)
                self.expired.append(lobby.id)
                await self.drop_lobby(lobby)

        over = [table for table in self.tables.values() if table.outcome]
        self._over = {table.id: self._over.get(table.id, now) for table in over}
        for table in over:  # whoever shows it has had the time; the store has it for whoever looks back
            if self._over[table.id] + OVER <= now:
                await table.stop()
                self.forget(table)

    async def keep_house(self) -> None:
        """Sweeps now and then, for as long as it runs."""
        while True:
            await self.sweep()
            await self.clock.sleep(SWEEPING)

    async def _keep_lobby(self, lobby: Lobby, document: Mapping[str, Any] | None) -> None:
        await self.store.put("lobby", lobby.id, document)
        for tell in self.gathering:
            tell(lobby)

    async def join(self, lobby_id: str, occupant: Occupant, wish: str | None = None) -> Lobby:
        """Joins the lobby, or changes what one wishes for: a wish again takes it back, one of the same group replaces the
        other. IllegalAction when the lobby is full or gone."""
        lobby = self.lobby(lobby_id)
        self.check_welcome(lobby, [occupant.user])
        at = _party_at(lobby, occupant.user)
        if at is None:
            if len(lobby.parties) >= max(self.game(lobby.game).lobby.players):
                raise IllegalAction("This table is full.")
            at = len(lobby.parties)
        wishes = next((party.wishes for party in lobby.parties[at:]), ())
        wishes = self._wish(lobby, wishes, wish) if wish else wishes
        parties = (*lobby.parties[:at], Party(occupant, wishes), *lobby.parties[at + 1 :])
        return await self.save_lobby(lobby, parties=parties)

    async def leave(self, lobby_id: str, user: str) -> Lobby:
        """Takes a person out of the lobby. IllegalAction when they are not in it."""
        lobby = self.lobby(lobby_id)
        if _party_at(lobby, user) is None:
            raise IllegalAction("You have not joined this game.")
        return await self.save_lobby(lobby, parties=tuple(each for each in lobby.parties if each.occupant.user != user))

    async def add_ai(self, lobby_id: str, spec: str = "") -> Lobby:
        """Adds a player that plays by itself, of the configured kind or as asked for, with a name of its own."""
        lobby = self.lobby(lobby_id)
        return await self.join(lobby_id, self.ai([each.occupant.name for each in lobby.parties], spec, lobby.place))

    async def drop_ai(self, lobby_id: str) -> Lobby:
        """Removes the last AI that was added. IllegalAction when there is none."""
        lobby = self.lobby(lobby_id)
        ais = [party for party in lobby.parties if party.occupant.kind != "person"]
        if not ais:
            raise IllegalAction("No AI has been added.")
        return await self.save_lobby(lobby, parties=tuple(each for each in lobby.parties if each is not ais[-1]))

    def seating(self, lobby: Lobby) -> list[tuple[Seat, Occupant | None]]:
        """Every seat of the game as it would start now, in order, with who would sit there (None: an AI will)."""
        game = self.game(lobby.game)
        options = game.lobby.options.model_validate(lobby.options)
        seating = game.lobby.seats(options, [frozenset(party.wishes) for party in lobby.parties], dice_for(lobby.id, 0))
        sitting = dict(zip(seating.given, (party.occupant for party in lobby.parties), strict=True))
        return [(seat, sitting.get(seat)) for seat in seating.seats]

    async def start(self, lobby_id: str) -> Table:
        """Opens the lobby's table. IllegalAction when too few have come."""
        lobby = self.lobby(lobby_id)
        if self.draining:
            raise IllegalAction(LEAVING)
        game = self.game(lobby.game)
        if len(lobby.parties) < min(game.lobby.players):
            raise IllegalAction(
                f"{game.title} needs {min(game.lobby.players)} players or more; add AI players or wait."
            )
        seating = self.seating(lobby)
        sitting = {id(occupant): seat for seat, occupant in seating if occupant}
        wishes = {sitting[id(each.occupant)]: each.wishes for each in lobby.parties if id(each.occupant) in sitting}
        # From here on the lobby is closed: nobody joins, a second press starts nothing, and its place stays taken.
        del self.lobbies[lobby.id]
        self._starting.add(lobby.id)
        try:
            table = await self.open(
                lobby.game,
                lobby.options,
                self.filled(seating, lobby.place),
                host=lobby.host,
                place=lobby.place,
                about=replace(lobby.about, wishes=wishes),
                id=lobby.id,
            )
        except BaseException:
            self.lobbies[lobby.id] = lobby
            raise
        finally:
            self._starting.discard(lobby.id)
        await self.drop_lobby(lobby)
        return table

    def filled(self, seating: Sequence[tuple[Seat, Occupant | None]], place: str = "") -> dict[Seat, Occupant]:
        """The seating with an AI in each empty seat, as it may play in that place."""
        there = {seat: occupant for seat, occupant in seating if occupant}
        ais = self.cast(
            [seat for seat, occupant in seating if not occupant],
            "",
            [each.name for each in there.values()],
            place=place,
        )
        return {seat: there.get(seat) or ais[seat] for seat, _ in seating}

    def cast(
        self,
        seats: Sequence[Seat],
        specs: str,
        taken: Collection[str] = (),
        staff: Collection[Seat] = (),
        place: str = "",
    ) -> dict[Seat, Occupant]:
        """Who plays these seats by “A,B,…” (empty: the house's own), shared out; of `staff`, see `shares`. Where built-in
        players were asked for and nobody else, the staff is built in too. IllegalAction names who is nobody."""
        cast: dict[Seat, Occupant] = {}
        asked_for = shares(seats, specs, staff)
        for seat in sorted(seats, key=lambda seat: seat in staff):
            spec = asked_for[seat]
            if seat in staff and not spec and specs.strip(" ,"):
                spec = "built-in" if {each.kind for each in cast.values()} == {"built-in"} else ""
            cast[seat] = self.ai([*taken, *(each.name for each in cast.values())], spec, place)
        return {seat: cast[seat] for seat in seats}

    def ai(self, taken: Collection[str] = (), spec: str = "", place: str = "") -> Occupant:
        """A new AI player, of the configured kind or as asked for, named unlike those there. IllegalAction where who is asked
        for does not play in that place."""
        there = set(map(looks, taken))
        free = [name for name in AI_NAMES if looks(name) not in there] or [f"{AI_NAMES[0]} {len(taken)}"]
        made = self.players.occupant(free[0], spec)
        admitted = self.admitted(made, place)
        if not spec and admitted.persona != made.persona:  # somebody whose name goes with a character that may play
            others = (self.admitted(self.players.occupant(name), place) for name in free)
            return next((each for each in others if each.persona), admitted)
        for asked, instead in ((made.model, admitted.model), (made.persona, admitted.persona)):
            if asked != instead and spec.casefold() == asked.casefold():
                raise IllegalAction(f"“{spec}” does not play on this server; {who_changes(place)}")
        return admitted

    def as_itself(self, occupant: Occupant) -> Occupant:
        """A built-in player of the house's own choice at the strength of its character; others as they are."""
        made = self.players.occupant(occupant.name, occupant.persona) if occupant.kind == "built-in" else occupant
        return made if made.kind == occupant.kind else occupant

    def admitted(self, occupant: Occupant, place: str) -> Occupant:
        """An AI as it may play in that place; people as they are."""
        rules = self.rules.of(place)
        if rules.models is None and rules.characters is None:
            return occupant
        return rules.admitted(occupant, self.players.specs())

    def models(self) -> list[tuple[str, str]]:
        """The models that may be asked for, each with what people call it."""
        made = ((each, self.players.occupant("", each)) for each in self.players.specs())
        return [(each, each) for each, occupant in made if occupant.model.casefold() == each.casefold()]

    def characters(self) -> list[tuple[str, str]]:
        """The same of characters."""
        made = ((each, self.players.occupant("", each)) for each in self.players.specs())
        return [(each, occupant.name) for each, occupant in made if occupant.persona == each.casefold()]

    def character(self, occupant: Occupant) -> str:
        """What company an AI is, in a sentence; empty for people, and for whoever has no character."""
        look = self.players.look(occupant)
        return look.of(occupant.name) if look and look.about else ""

    def described(self, spec: str) -> str:
        """The same of somebody who may be asked for."""
        occupant = self.players.occupant("", spec)
        look = self.players.look(occupant) if occupant.persona == spec.casefold() else None
        return look.about if look else ""

    def specs(self, place: str) -> tuple[str, ...]:
        """Who may be asked for in that place."""
        rules, specs = self.rules.of(place), self.players.specs()
        if rules.models is None and rules.characters is None:
            return specs
        return tuple(each for each in specs if self._may_ask(each, place))

    def _may_ask(self, spec: str, place: str) -> bool:
        try:
            self.ai((), spec, place)
        except IllegalAction:
            return False
        return True

    def stand_in(self, table: Table, seat: Seat) -> Occupant:
        """An AI to play on in the name of the person who sits there: what was said stays said by the same name."""
        return table.thinking.stand_in_for(table.seats[seat])

    def _wish(self, lobby: Lobby, wishes: tuple[str, ...], wish: str) -> tuple[str, ...]:
        groups = {each.key: each.group for each in self.game(lobby.game).lobby.wishes}
        if wish in wishes:
            # Pressing “Join Red” twice is a second thumb, not a change of mind; a wish without a group is a switch.
            return wishes if groups.get(wish) else tuple(each for each in wishes if each != wish)
        kept = tuple(each for each in wishes if not groups.get(wish) or groups.get(each) != groups.get(wish))
        return (*kept, wish)

    # ── tables ──

    async def open(
        self,
        game: str,
        options: Mapping[str, Any] | Options,
        seats: Mapping[Seat, Occupant],
        *,
        host: str = "",
        place: str = "",
        seed: str | None = None,
        about: About = NOTHING_ELSE,
        id: str | None = None,
    ) -> Table:
        """A new game: dealt, written down, and started. IllegalAction when something else is played in that place, or the
        game cannot begin with those who are seated."""
        if id is None:  # else its lobby has held the place
            self._check_free(place)
        the_game = self.game(game)
        seats = {seat: self.admitted(occupant, place) for seat, occupant in seats.items()}
        chosen = options if isinstance(options, Options) else the_game.lobby.options.model_validate(dict(options))
        seats = {
            seat: replace(each, temper=each.temper.at(chosen.strength)) if each.kind == "built-in" else each
            for seat, each in seats.items()
        }
        if objection := objection_to(the_game, chosen, seats):
            raise IllegalAction(objection)
        story = Story(the_game, chosen, seed or secrets.token_hex(16))
        kinds: dict[Seat, Kind] = {seat: occupant.kind for seat, occupant in seats.items()}
        apart = bool(host) and all(occupant.user != host for occupant in seats.values())
        story.tell(story.begin(kinds, host=apart))
        now = self.clock.now()
        saved = Saved(
            id=id or _new_id(),
            game=game,
            version=the_game.rules.version,
            options=chosen.model_dump(mode="json"),
            seed=story.seed,
            about=about,
            seats=dict(seats),
            log=tuple(story.log),
            held=tuple((occupant.user, seat) for seat, occupant in seats.items() if occupant.user),
            deadlines=tuple(new_deadlines(story, now)),
            created=now,
            host=host,
            place=place,
        )
        self._opening.append(place)
        try:
            await self.store.create(saved)
        finally:
            self._opening.remove(place)
        table = self._table(saved, story)
        self.tables[table.id] = table
        table.votes.look()  # which draws; where hundreds of tables are opened again, it waits until somebody moves or votes
        table.start()
        return table

    async def move(self, table: Table, place: str) -> None:
        """Lets a game go on in another place. IllegalAction when something else is played there."""
        self._check_free(place)
        self._opening.append(place)
        try:
            await self.store.move(table.id, place)
        finally:
            self._opening.remove(place)
        table.place = place

    async def reopen(self, elsewhere: Collection[str] = ("terminal",), *, start: bool = True) -> list[Table]:
        """Folds every game that had not ended, and lets it go on; lobbies too. What this version cannot read stays in the
        store and is named in the log; a game whose place is `elsewhere` (the first word of it) waits for its surface, or
        for whoever left it. Without `start` nobody is asked
        anything and no clock runs."""
        await self.rules.recall()
        restored = await self.store.get(*RESTORED)
        self.era = str(restored.get("at", "")) if restored else ""
        for id, document in (await self.store.all("lobby")).items():
            try:
                lobby = _LOBBY.validate_python({"about": document.get("extra", {}), **document})
                self.game(lobby.game).lobby.options.model_validate(lobby.options)
            except (ValueError, IllegalAction):
                # What is wrong with it stays out of the log: options may hold a board's key.
                log.error("lobby %s cannot be reopened: this version does not know its game or its options", id)
                continue
            there = zip(lobby.parties, all_called(each.occupant.name for each in lobby.parties), strict=True)
            parties = (replace(each, occupant=replace(each.occupant, name=name)) for each, name in there)
            self.lobbies[lobby.id] = replace(lobby, parties=tuple(parties))
        ids = await self.store.open_games()
        for id in {*ids} & {*self.lobbies}:
            await self.drop_lobby(self.lobbies[id])  # the game had started when the process ended
        opened = []
        with self.store.unshared():
            for table in [await self._read(id) for id in ids]:
                if table is not None and surface_of(table.place) not in elsewhere:
                    opened.append(table)
                    self.tables[table.id] = table
        for where in self.rules.tables() - {*self.lobbies, *self.tables}:
            await self.rules.drop(where)
        return [table for table in opened if self._goes_on(table)] if start else opened

    def _goes_on(self, table: Table) -> bool:
        """Lets a table run that was read, unless its rules cannot say how it goes on."""
        try:
            table.start()
        except Exception:  # one game's trouble, which must not keep the others closed
            log.exception("game %s cannot be reopened: it does not go on", table.id)
            del self.tables[table.id]
            return False
        return True

    async def reopen_one(self, id: str) -> Table | None:
        """Lets one game go on; None when it cannot be read."""
        table = await self._read(id)
        if table is not None:
            self.tables[id] = table
        return table if table is not None and self._goes_on(table) else None

    async def _read(self, id: str) -> Table | None:
        try:
            saved = await self.store.load(id)
            if saved is None or saved.game not in self.games:
                log.error("game %s cannot be reopened: this version has no game “%s”", id, saved and saved.game)
                return None
            table = self._table(saved, self.story(saved))
            await table.recall()
            return table
        except Unreadable as error:
            log.error("game %s cannot be reopened: %s", id, error)
            log.debug("game %s: this is why", id, exc_info=error)  # what lies there may be secret
        except (LookupError, ValueError, TypeError, AttributeError):
            log.exception("game %s cannot be reopened: what is kept beside its log is damaged", id)
        return None

    def story(self, saved: Saved) -> Story[Any]:
        """The game as stored, folded. Raises Unreadable."""
        return story_of(saved, self.game(saved.game))

    async def erase_person(self, user: str, name: str = "Somebody", known: Collection[str] = ()) -> Erased:
        """Forgets a person: lobbies that they host close, they leave the others, and AIs play on in their seats. Neither here nor
        in the store does anything keep their id, and `name` stands for theirs, also where others wrote it; `known` are names by
        which their surface calls them. In how many games that was, and what holds them still."""
        theirs = [table for table in self.tables.values() if _has_seen(table, user)]
        occupants = [each for table in theirs for each in table.seats.values()]
        occupants += [party.occupant for lobby in self.lobbies.values() for party in lobby.parties]
        names = {*known, *(each.name for each in occupants if user in (each.user, each.stands_for))}
        for lobby in list(self.lobbies.values()):
            if lobby.host == user:
                await self.drop_lobby(lobby)
            elif _party_at(lobby, user) is not None:
                await self.leave(lobby.id, user)
        for table in theirs:
            if (seat := table.seat_of(user)) is not None and not table.outcome:
                with contextlib.suppress(IllegalAction):  # the game has just ended
                    await table.reseat(
                        seat, self.ai(list(table.names.values()), place=table.place), f"erased:{_new_id()}"
                    )
            if table.host == user:  # who hosted it apart from the players, or among them as the last
                await table.pass_hosting(f"erased:{_new_id()}")
            # Before the store does: what a table still writes is without them.
            table.forget(user, name)
        self.bets.forget(user)
        async with contextlib.AsyncExitStack() as still:
            for table in theirs:
                await still.enter_async_context(table.still())
            erased = await self.store.erase_person(user, name, names)
            for table in theirs:
                await self._retell(table)
        # Somebody may have written their id where they never were.
        others = [self.tables[id] for id in erased.where if id in self.tables and self.tables[id] not in theirs]
        for table in others:
            async with table.still():
                await self._retell(table)
        self.rules.forget(user, name)
        for forget in (*self.forgetting, _forget_cached):
            forget()
        for table in (*theirs, *others):
            self._changed(table)
        return erased

    async def _retell(self, table: Table) -> None:
        with contextlib.suppress(Unreadable):  # it plays on with what it has
            if saved := await self.store.load(table.id):
                await table.retell(saved)

    async def forget_games(self) -> int:
        """Deletes games that ended longer ago than they are kept; how many."""
        if self.keep_days is None:
            return 0
        gone = await self.store.forget_games(self.clock.now() - self.keep_days * DAY)
        if gone:
            for forget in (*self.forgetting, _forget_cached):
                forget()
        return gone

    async def close(self) -> None:
        """Stops every table; all that happened is in the store."""
        for table in list(self.tables.values()):
            await table.stop()

    async def drain(self, seconds: float) -> None:
        """Before the process leaves: no game begins, whoever plays is told, nobody is asked anything new and no clock runs out.
        What is being thought may come to its end; what has not by then is dropped, and asked again after the restart."""
        self.draining = True
        jobs = [*(table.drain() for table in list(self.tables.values())), *(tell() for tell in self.leaving)]
        tasks = [asyncio.ensure_future(each) for each in jobs]
        try:
            done, _ = await asyncio.wait(tasks, timeout=seconds) if tasks else ((), ())
        finally:
            await ended(tasks)  # also where whoever waits was told to leave at once
        for failed in (error for each in done if (error := each.exception())):
            log.error("something broke while the bot was leaving", exc_info=failed)

    def game(self, name: str) -> Game[Any]:
        """The game of that name. IllegalAction when there is none."""
        if name not in self.games:
            raise IllegalAction(f"There is no game “{name}”. There are: {', '.join(self.games)}.")
        return self.games[name]

    def lobby(self, id: str) -> Lobby:
        """The lobby of that id. IllegalAction when it is gone."""
        if id in self._starting or id in self.tables:
            raise StaleAsk("The game has begun already.")
        if id not in self.lobbies:
            raise IllegalAction("This lobby is closed. Start a new game with the game's start command.")
        return self.lobbies[id]

    def at(self, place: str) -> Table | Lobby | None:
        """What is going on in a place: a running game, or a lobby."""
        running = [table for table in self.tables.values() if table.place == place and not table.outcome]
        waiting = [lobby for lobby in self.lobbies.values() if lobby.place == place]
        return (running or waiting or [None])[0]

    def forget(self, table: Table) -> None:
        """Lets go of a game that is over and shown everywhere."""
        self.let_go += self.tables.pop(table.id, None) is not None
        self.bets.let_go(table.id)

    def _check_free(self, place: str) -> None:
        if self.draining:
            raise IllegalAction(LEAVING)
        if place and (place in self._opening or self.at(place) is not None):
            raise IllegalAction(NOT_SO_SOON)

    def check_welcome(self, found: Table | Lobby, users: Collection[str]) -> None:
        """IllegalAction for somebody who is banned from this table or from its server."""
        self.rules.check_welcome(users, found.place, found.id)

    def check_number(self, user: str, place: str) -> None:
        """IllegalAction where somebody opens one game more in that place than may be open at once."""
        running = [table for table in self.tables.values() if not table.outcome]
        open = [(table.place, table.host) for table in running]
        open += [(lobby.place, lobby.host) for lobby in self.lobbies.values()]
        here = [host for there, host in open if server_of(there) == server_of(place)]
        here += [""] * sum(server_of(each) == server_of(place) for each in self._opening)
        everywhere = [host for there, host in open if surface_of(there) == surface_of(place)]
        self.rules.check_number(place, len(here), here.count(user), everywhere.count(user))

    def check_playable(self, game: Game[Any], options: Options) -> None:
        """IllegalAction where such a game could not even begin with a person in every place that people take."""
        seats = game.lobby.seats(options, [frozenset()] * min(game.lobby.players), dice_for("", 0)).seats
        person = Occupant("person", "")
        sitting = {seat: self.ai() if seat in game.lobby.staff else person for seat in seats}
        if refusal := objection_to(game, options, sitting):
            raise IllegalAction(refusal)

    def _table(self, saved: Saved, story: Story[Any]) -> Table:
        return Table(saved, story, self.store, self.players, self.clock, self._changed, self.admitted)

    def _changed(self, table: Table) -> None:
        for surface in self.surfaces:
            surface.changed(table)


def _seat_of(saved: Saved, user: str) -> Seat | None:
    return next((seat for seat, each in saved.seats.items() if user in (each.user, each.stands_for)), None)


def _has_seen(table: Table, user: str) -> bool:
    """Whether anything of the table may be about them."""
    sitting = any(user in (each.user, each.stands_for) for each in table.seats.values())
    return sitting or table.host == user or any(held == user for held, _ in table.held)


def _forget_cached() -> None:
    """Empties what functions of ours remember of what they were given: it may be what somebody wrote."""
    for name, module in list(sys.modules.items()):
        if name.startswith(("bot.", "games.")):
            for each in list(vars(module).values()):
                if isinstance(each, functools._lru_cache_wrapper) and each.cache_info().maxsize is not None:
                    each.cache_clear()


async def is_public(store: Store, table: Table) -> bool:
    """Whether everybody may watch."""
    return table.about.public or await store.get(PUBLIC, table.id) is not None


def objection_to(game: Game[Any], options: Options, seats: Mapping[Seat, Occupant]) -> str | None:
    """Why a game with these options cannot begin with these players, in a sentence; None when it can."""
    known = game.policy.strategies()
    for seat, occupant in seats.items():
        if occupant.kind == "person" and (refusal := for_staff(game, seat)):
            return refusal
        if (strategy := occupant.temper.strategy) and strategy not in known:
            there = f"there are {', '.join(known)}" if known else "there are none"
            return f"{game.title} has no strategy “{strategy}” for its built-in players: {there}."
    refusal = game.lobby.may_begin(
        options, {seat: (occupant.kind, occupant.temper) for seat, occupant in seats.items()}
    )
    return named(refusal, {seat: occupant.name for seat, occupant in seats.items()}) if refusal else None


def shares(seats: Sequence[Seat], specs: str, staff: Collection[Seat] = ()) -> dict[Seat, str]:
    """Which of “A,B,…” plays each seat (empty: whoever the house has). As long as there are no more of them than seats that
    play, none is for the staff; one more is."""
    given = [each.strip() for each in specs.split(",") if each.strip()]
    playing = [seat for seat in seats if seat not in staff]
    asked = given[: len(playing)] or [""]
    # Fewer than there are seats play a block each: seats of one side stand together.
    blocks = {seat: asked[at * len(asked) // len(playing)] for at, seat in enumerate(playing)}
    of_staff = given[len(playing)] if len(given) > len(playing) else ""
    return {seat: blocks.get(seat, of_staff) for seat in seats}


AI_NAMES = (
    "Ada", "Basil", "Clio", "Dante", "Edda", "Felix", "Greta", "Hugo", "Iris", "Jasper", "Kaya", "Linus", "Mira", "Nils",
    "Opal", "Percy", "Quinn", "Rosa", "Silas", "Thea", "Umar", "Vera", "Willa", "Xenia", "Yuri", "Zelda",
)  # fmt: skip

_LOBBY = TypeAdapter(Lobby)
_ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"


def _new_id() -> str:
    """Short enough for custom ids and for people to type; 31⁸ of them."""
    return "".join(secrets.choice(_ALPHABET) for _ in range(8))


def _party_at(lobby: Lobby, user: str) -> int | None:
    """Where a person stands in the lobby. AIs have no user id, and nobody is one of them."""
    return next((i for i, party in enumerate(lobby.parties) if party.occupant.user == user), None) if user else None


def result_line(outcome: Outcome) -> str:
    """The end in one line, with {seat} marks for the winners."""
    winners = ", ".join(f"{{{seat}}}" for seat in sorted(outcome.winners))
    return f"{outcome.why} {f'Winners: {winners}.' if winners else ''}".strip()
