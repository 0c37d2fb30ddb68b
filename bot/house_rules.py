"""What a server allows: which games, who starts them and where, which AIs play, how much and how many at once; and who is banned.

A *server* is where games are played and somebody looks after them: “discord:1” is a server on Discord, “web” this house's
browsers. What is chosen for one is a small document of the store, and so are the bans from a server or from one table. Rules
hold from the next game on; budgets, how people speak, and bans at once. A document that cannot be read leaves a server with everything allowed, and
`broken` says so.

Errors: `IllegalAction`, one sentence that says who can change what stands in the way.
"""

from __future__ import annotations

import hashlib
import logging
import secrets
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import asdict, field, replace
from typing import Annotated, Any

from pydantic import Field, TypeAdapter, ValidationError

from bot import ports
from bot.ports import Clock, Occupant, Store, surface_of
from games.core import Game, IllegalAction, Options, record

log = logging.getLogger(__name__)

KIND, BANS = "server", "ban"
"""The kinds of documents that hold a server's rules, and who is banned from a server or a table."""

MOST_GAMES = 1000
Dollars = Annotated[float, Field(gt=0, le=1_000_000, allow_inf_nan=False)]
Count = Annotated[int, Field(ge=1, le=MOST_GAMES)]
MOST_AWAY = 10
Missed = Annotated[int, Field(ge=0, le=MOST_AWAY)]


@record
class ServerRules:
    """What whoever looks after a server has chosen; None is no limit. Of `games`, `models` and `characters` those named are
    allowed, by name. `roles` and `channels` are ids with the names they had: who may start games besides moderators, and
    where (a channel, the channel of a thread, or a category). `game_budget` is in US dollars a game, `day_budget` a day.
    `clocks` are options of time by game, as a host finds them chosen. AIs are watched in the channel `spectators`. With `talk` people speak at a
    table by just writing, where the bot may read that. `most` games run at once, `most_each` of them opened by one person. After `away`
    missed turns in a row an AI sits in for somebody, 0: never, where a host does not choose otherwise."""

    games: tuple[str, ...] | None = None
    roles: Mapping[str, str] | None = None
    channels: Mapping[str, str] | None = None
    models: tuple[str, ...] | None = None
    characters: tuple[str, ...] | None = None
    game_budget: Dollars | None = None
    day_budget: Dollars | None = None
    clocks: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    spectators: str = ""
    talk: bool = True
    most: Count | None = None
    most_each: Count | None = None
    away: Missed | None = None

    def allows(self, game: str) -> bool:
        return self.games is None or game in self.games

    def clocks_of(self, game: Game[Any]) -> Mapping[str, Any]:
        """The options of time that a host of this game finds chosen; none where this version of it does not know them."""
        chosen = self.clocks.get(game.name, {})
        try:
            game.lobby.options.model_validate(dict(chosen))
        except ValidationError:
            return {}
        return chosen

    def why_not(
        self, game: str, title: str, where: Collection[str], roles: Collection[str], moderates: bool, who: str
    ) -> str | None:
        """Why somebody with these `roles` does not open this game in a channel, known by `where` (its id, and those of what it
        lies in): a sentence that says `who` can change that. None where they may."""
        if not self.allows(game):
            return f"{title} is not played on this server; {who}"
        if refusal := self.why_not_here(where, who):
            return refusal
        if self.roles is None or moderates or set(roles) & set(self.roles):
            return None
        named = _listed([f"@{name}" for name in self.roles.values()])
        if not named:
            return f"Only moderators start games here; {who}"
        return f"Only members with the role {named} start games here; {who}"

    def why_not_here(self, where: Collection[str], who: str) -> str | None:
        """Why nothing is played in a channel: the same, whoever asks and whatever it is."""
        if self.channels is None or set(where) & set(self.channels):
            return None
        known = _listed([f"#{name}" for name in self.channels.values()])
        if not known:
            return f"The channel that games were for is gone; {who}"
        return f"Games are played in {known} on this server; {who}"

    def admitted(self, occupant: Occupant, there: Collection[str]) -> Occupant:
        """An AI as it may play here: on an allowed model of those that are `there`, or built in, and without a character that is not allowed."""
        if occupant.kind == "model" and self.models is not None and occupant.model not in self.models:
            model = next((each for each in self.models if each in there), "")
            occupant = replace(occupant, kind="model" if model else "built-in", model=model)
        if occupant.persona and self.characters is not None and occupant.persona not in self.characters:
            occupant = replace(occupant, persona="")
        return occupant


ANYTHING = ServerRules()
_RULES = TypeAdapter(ServerRules)


@record
class Ban:
    """Somebody who is not welcome. They are known by a `mark` that survives their being erased; then `user` is empty. `by` is who banned them, `at` when, in seconds since 1970."""

    mark: str
    user: str
    name: str
    by: str
    at: float


_BANS = TypeAdapter(tuple[Ban, ...])


def server_of(place: str) -> str:
    """Whose rules hold in a place: those of the server that it is on, or of its surface. “discord:1:2” → “discord:1”,
    “web:3f” → “web”."""
    return ports.server_of(place) or surface_of(place)


def who_changes(place: str) -> str:
    """Who can change the rules of that place's server, as the end of a sentence."""
    if surface_of(place) == "web":
        return "the owner can change that at /owner/rules."
    return "a moderator can change that with /settings."


def time_options(options: type[Options]) -> tuple[str, ...]:
    """The options of a game that are about time."""
    return tuple(name for name in options.model_fields if name == "timers" or "seconds" in name)


def read_clocks(game: Game[Any], typed: Mapping[str, str]) -> Mapping[str, Any]:
    """The options of time that were typed for a game. ValidationError about those that are none."""
    options = game.lobby.options
    given = {name: text.strip() for name, text in typed.items() if name in time_options(options) and text.strip()}
    read = options.model_validate(given).model_dump(mode="json")
    return {name: read[name] for name in given}


class HouseRules:
    """The rules and bans of every server, at hand. Besides what a Discord server chooses, none has more than `most` games at
    once and nobody opens more than `most_each`; with `servers`, those of other ids are not served at all."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self.store, self.clock = store, clock
        self.limit()
        self.broken: set[str] = set()
        """Servers whose rules could not be read."""
        self.changing: list[Callable[[str, ServerRules], None]] = []
        """What is told of every server's rules, when they are read and before they change: whoever keeps budgets. ValueError
        is a sentence about why they cannot be kept."""
        self._rules: dict[str, ServerRules] = {}
        self._salts: dict[str, str] = {}
        self._bans: dict[str, tuple[Ban, ...]] = {}

    def limit(
        self,
        most: int | None = None,
        most_each: int | None = None,
        servers: Sequence[int] = (),
        dollars: tuple[float | None, float | None] = (None, None),
    ) -> None:
        """What whoever runs this Masquerade says of all of Discord. `dollars` are what a game may cost, and a server in a day, to be
        shown: players keep the budgets."""
        self.most, self.most_each, self.servers, self.dollars = most, most_each, frozenset(map(str, servers)), dollars

    async def recall(self) -> None:
        """Reads all that is kept."""
        for server, document in (await self.store.all(KIND)).items():
            try:
                self._rules[server] = rules = _RULES.validate_python(document)
                self._tell(server, rules)
            except ValidationError:
                self.broken.add(server)
                log.error(
                    "the rules of server %s cannot be read: everything is allowed until they are set again", server
                )
            except ValueError as why:  # its budget; everything else holds
                log.error("server %s: %s", server, why)
        for where, document in (await self.store.all(BANS)).items():
            try:
                self._bans[where] = _BANS.validate_python(document.get("bans"))
                self._salts[where] = str(document["salt"])
            except (ValidationError, KeyError):
                log.error("the bans of %s cannot be read: nobody is banned there until they are set again", where)
                self._bans.pop(where, None)

    # ── what is allowed ──

    def of(self, place: str) -> ServerRules:
        """What holds for games that begin in that place now."""
        return self._rules.get(server_of(place), ANYTHING)

    def at(self, server: str) -> ServerRules:
        return self._rules.get(server, ANYTHING)

    def known(self) -> list[str]:
        """The servers for which something was chosen, or somebody banned."""
        return sorted({*self._rules, *self.broken, *(self._bans.keys() - self.tables())})

    def tables(self) -> set[str]:
        """The tables that somebody is banned from, by id."""
        return {each for each in self._bans if ":" not in each and each != "web"}

    async def change(self, server: str, **changes: Any) -> ServerRules:
        """Chooses something else, from the next game on. IllegalAction where a value is none."""
        try:
            rules = _RULES.validate_python({**asdict(self.at(server)), **changes})
        except ValidationError as mistake:
            raise IllegalAction(_mistake(mistake)) from None
        try:
            self._tell(server, rules)
        except ValueError as mistake:
            raise IllegalAction(str(mistake)) from None
        await self.store.put(KIND, server, _RULES.dump_python(rules, mode="json"))
        self.broken.discard(server)
        self._rules[server] = rules
        log.info("server %s changed its rules: %s", server, ", ".join(sorted(changes)))
        return rules

    def _tell(self, server: str, rules: ServerRules) -> None:
        for tell in self.changing:
            tell(server, rules)

    def serves(self, guild: int | None) -> bool:
        """Whether this Masquerade plays on that Discord server; direct messages belong to none."""
        return guild is None or not self.servers or str(guild) in self.servers

    def check_number(self, place: str, here: int, theirs: int, theirs_everywhere: int) -> None:
        """IllegalAction where one game more is one too many: so many run on this server, so many of them were opened by
        whoever asks, and so many by them everywhere."""
        rules, who = self.of(place), who_changes(place)
        runs = "whoever runs this bot can change that."
        for count, most, changes in ((here, rules.most, who), (here, self.most, runs)):
            if most is not None and count >= most:
                raise IllegalAction(
                    f"{_games(count)} at once {_are(count)} enough for this server: let one end first; {changes}"
                )
        for count, most, changes in ((theirs, rules.most_each, who), (theirs_everywhere, self.most_each, runs)):
            if most is not None and count >= most:
                raise IllegalAction(
                    f"You have {_games(count)} open, and may have no more at once: let one end first; {changes}"
                )

    # ── who is not welcome ──

    def bans(self, where: str) -> tuple[Ban, ...]:
        """Who is banned from a server, or from the table of that id."""
        return self._bans.get(where, ())

    def banned(self, users: Collection[str], where: str) -> Ban | None:
        return next((ban for ban in self.bans(where) for user in users if ban.mark == self._mark(where, user)), None)

    def check_welcome(self, users: Collection[str], place: str, game: str) -> None:
        """IllegalAction for somebody who is banned from the table of that id, or from the server that it is on."""
        if self.banned(users, game):
            raise IllegalAction("You are banned from this table. Its host can let you back in.")
        if self.banned(users, server_of(place)):
            raise IllegalAction("You are banned from this server's games. A moderator can let you back in.")

    async def ban(self, where: str, user: str, name: str, by: str) -> None:
        """Bans somebody from a server or a table. IllegalAction where they are banned already."""
        self._salts.setdefault(where, secrets.token_hex(8))
        if self.banned([user], where):
            raise IllegalAction(f"{name} is banned already.")
        ban = Ban(self._mark(where, user), user, name, by, self.clock.now())
        self._bans[where] = (*self.bans(where), ban)
        await self._keep(where)
        log.info("somebody was banned from %s", where)

    async def unban(self, where: str, mark: str) -> Ban:
        """Lets somebody back in. IllegalAction where nobody of that mark is banned."""
        found = next((each for each in self.bans(where) if each.mark == mark), None)
        if found is None:
            raise IllegalAction("They are not banned any more.")
        self._bans[where] = tuple(each for each in self.bans(where) if each is not found)
        await self._keep(where)
        log.info("somebody was let back in to %s", where)
        return found

    async def drop(self, table: str) -> None:
        """Forgets the bans from a table that is no more."""
        if self._bans.pop(table, None) is not None:
            await self._keep(table)

    def forget(self, user: str, name: str) -> None:
        """They are erased, and `name` stands for theirs: what still bans them knows them by their mark alone. The store erases
        them for itself."""
        for where, bans in self._bans.items():
            self._bans[where] = tuple(
                replace(
                    each,
                    user="" if each.user == user else each.user,
                    name=name if each.user == user else each.name,
                    by="" if each.by == user else each.by,
                )
                for each in bans
            )

    def _mark(self, where: str, user: str) -> str:
        return hashlib.sha256(f"{self._salts.get(where, '')}|{user}".encode()).hexdigest()[:24]

    async def _keep(self, where: str) -> None:
        bans = self.bans(where)
        document = {"salt": self._salts[where], "bans": [asdict(each) for each in bans]} if bans else None
        await self.store.put(BANS, where, document)


def _games(count: int) -> str:
    return f"{count} game{'' if count == 1 else 's'}"


def _are(count: int) -> str:
    return "is" if count == 1 else "are"


def _listed(names: Sequence[str]) -> str:
    return " or ".join(filter(None, (", ".join(names[:-1]), *names[-1:])))


def _mistake(error: ValidationError) -> str:
    """What is wrong with what was chosen."""
    first = error.errors(include_url=False)[0]
    name = str(first["loc"][0]) if first["loc"] else "This"
    dollars = name.endswith("budget")
    what = "an amount of US dollars above 0, such as 0.50" if dollars else f"a whole number from 1 to {MOST_GAMES}"
    if name == "away":
        what = f"a whole number from 0 to {MOST_AWAY}"
    known = dollars or name == "away" or name.startswith("most")
    return f"“{first['input']}” is not {what}." if known else f"{name}: {first['msg']}."
