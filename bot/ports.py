"""What a table talks to: players who move, a store that remembers, a clock that runs. (Surfaces look at it by themselves.)

These are the seams of the house. A person needs no player: their moves come in through a surface. The store is the only
thing that may assume anything about disks or processes.

Errors:

    PlayerFailed        a model or its provider gave nothing usable
    Conflict            somebody else has written to this game: read it again
    Repeated            this cause has moved already; nothing was written
    StoreFailed         the disk, or what lies on it; a sentence for whoever runs the bot
      └ Unreadable      this one game cannot be read by this version; the others can
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import field, replace
from typing import Any, Literal, Protocol

from games.core import Action, Ask, Event, Game, Kind, LookedUp, Seat, Temper, Told, record
from games.story import Story

# ── who sits where ────────────────────────────────────────────────────────────────────────────────────────────────────


@record
class Occupant:
    """Who sits in a seat. `user` is a surface's id of a person (“discord:123”, “terminal”), empty for others; `model` names
    what a model player runs on (empty: the configured one); `persona` a file in prompts/personas; `temper` is for built-in
    players, and for what moves in a model's stead when it fails. An AI that plays on in a person's name `stands_for` their
    id, so that the name goes when they are to be forgotten."""

    kind: Kind
    name: str
    user: str = ""
    model: str = ""
    persona: str = ""
    temper: Temper = field(default_factory=Temper)
    stands_for: str = ""

    @property
    def playing(self) -> Temper:
        """How the built-in player plays and speaks here."""
        return replace(self.temper, manner=self.persona)


def surface_of(id: str) -> str:
    """Where a place is, or a person comes from: “discord:1:2” → “discord”."""
    return id.partition(":")[0]


def server_of(place: str) -> str:
    """The server that a place is on: “discord:1:2” → “discord:1”. Empty for a place that is on none."""
    surface, *inside = place.split(":")
    return f"{surface}:{inside[0]}" if len(inside) > 1 else ""


@record
class Party:
    """Somebody in the lobby, and what they wished for (keys of the game's wishes)."""

    occupant: Occupant
    wishes: tuple[str, ...] = ()


@record
class About:
    """What is kept with a game from its lobby on, besides who hosts it and where. `pace` is how many seconds an AI waits before it
    moves; AIs play to be looked at (`watch`); everybody may look on and replay it (`public`); what those in each seat had
    wished for, to be offered again; the options for which the host `brought` a file; words that let a friend in each
    (`links`); what one types to play it `again`. `away` is how many times in a row a person may miss what all see them asked
    before an AI sits in for them, and the host before another hosts; 0: that never happens. `given` is how well the house let
    built-in players play, where the host had not said it, and `tried` how many such games the host had finished by then."""

    pace: float = 0.0
    watch: bool = False
    public: bool = False
    wishes: Mapping[Seat, tuple[str, ...]] = field(default_factory=dict)
    brought: tuple[str, ...] = ()
    links: tuple[str, ...] = ()
    again: str = ""
    away: int = 2
    given: str = ""
    tried: int = 0


@record
class Lobby:
    """A game that people gather for. `place` says where it will be played, in its surface's words (“discord:1:2”)."""

    id: str
    game: str
    options: dict[str, Any]
    host: str
    place: str
    parties: tuple[Party, ...] = ()
    about: About = field(default_factory=About)
    changed: float = 0.0
    """When somebody last did something in it, in seconds since 1970."""
    heard: float = 0.0
    """When its host last did."""


# ── players ───────────────────────────────────────────────────────────────────────────────────────────────────────────


@record
class Payer:
    """For whom a model is asked: the game and where it is played, the seat, and the question. All empty: for nobody at a table."""

    game: str = ""
    place: str = ""
    seat: Seat = Seat("")
    key: str = ""


NOBODY = Payer()

NARRATOR = Seat("narrator")
"""In whose name the narrator's calls are kept; nobody sits there."""


@record
class Limit:
    """What may be spent: US dollars, tokens (read and written), or both. None: as much as one likes."""

    usd: float | None = None
    tokens: int | None = None


UNLIMITED = Limit()


@record
class Brief:
    """All that a player is given: its own view and nothing else. `private` are the places in `heard` of what not everybody
    was told. `refusals` are the sentences its earlier tries at this
    very question met, `drafts` those tries as they were written (empty: unknown). `seconds` is how long an answer may take,
    None for as long as it likes. `dice` seeds its choices. `place` says where the game is played."""

    game: Game[Any]
    table: str
    seat: Seat
    view: Any
    heard: Sequence[Event]
    asks: tuple[Ask, ...]
    names: Mapping[Seat, str]
    private: frozenset[int] = frozenset()
    refusals: tuple[str, ...] = ()
    drafts: tuple[str, ...] = ()
    seconds: float | None = None
    dice: str = ""
    place: str = ""

    @property
    def payer(self) -> Payer:
        """For whom a model is asked that is given this."""
        return Payer(self.table, self.place, self.seat, self.asks[0].key if self.asks else "")


@record
class Call:
    """One call of a model: what it cost and what became of it. Tokens are counts, `cost` US dollars (None: unknown
    price), `latency` seconds. `reasoning` is private to the table and the reveal. `host` is where the model was asked
    (“local”: on a network of one's own), `prompts` the version of what was written for it, `at` when, in seconds since 1970.
    `estimated`: nobody said what it came to (the call died, or its answer had no count), so it is counted as the most it can have
    been. `ticket` is the name under which it was paid for in advance; empty where it was not."""

    model: str
    prompt_hash: str = ""
    prompt_tokens: int = 0
    cached_tokens: int = 0
    answer_tokens: int = 0
    cost: float | None = None
    latency: float = 0.0
    reasoning: str = ""
    answer: str = ""
    host: str = ""
    prompts: str = ""
    at: float = 0.0
    estimated: bool = False
    ticket: str = ""


def cost_of(calls: Iterable[Call]) -> float | None:
    """US dollars for all of them; None when a price is not known. What came to nothing costs nothing at any price."""
    costs = [call.cost if call.cost is not None or call.prompt_tokens or call.answer_tokens else 0.0 for call in calls]
    return None if None in costs else sum(cost or 0.0 for cost in costs)


@record
class Move:
    """A player's answer: which ask, which action, and what it thought (told to nobody before the end). `steps` are the calls
    before the last, and `looked` what it looked up on the way, which its seat is told as it moves."""

    key: str
    action: Action
    aside: str = ""
    call: Call | None = None
    steps: tuple[Call, ...] = ()
    looked: tuple[LookedUp, ...] = ()


class PlayerFailed(Exception):
    """A player gave no move: out of time, unreadable, out of budget, provider down. The text says why, without secrets.

    `again` is a sentence for the player when asking once more may help (an unreadable answer), else empty. `steps` are the
    calls before the last. `notice` is for everybody at the table, where they are to know that it will be so from now on.
    """

    def __init__(
        self, why: str, call: Call | None = None, again: str = "", steps: tuple[Call, ...] = (), notice: str = ""
    ) -> None:
        super().__init__(why)
        self.why, self.call, self.again, self.steps, self.notice = why, call, again, steps, notice


@record
class Avatar:
    """How somebody shows beside their words: a `face` (one emoji) and a `colour` (RGB, 0xC8553D). `about` says in a sentence what
    company they are, `name` whose character it is."""

    face: str
    colour: int
    name: str = ""
    about: str = ""

    def of(self, called: str) -> str:
        """What people are told of the character of an AI that is called so: “Like Ada: quick and dry.”"""
        return f"Like {self.name}: {self.about[:1].lower()}{self.about[1:]}" if called != self.name else self.about


class Player(Protocol):
    """Whoever answers asks by itself."""

    async def move(self, brief: Brief) -> Move:
        """The player's answer to one of `brief.asks`, an owed one if there is one. Raises PlayerFailed."""


class Reader(Protocol):
    """Fills in a form from what a person wrote, where the game's own `read` is in doubt."""

    async def fill(self, brief: Brief, text: str) -> Action | None:
        """An answer of a kind that the first of `brief.asks` takes, as far as its form can tell, for the person to confirm:
        it may be a misunderstanding, or against the rules. None when nothing is clear or nobody can say."""


class Narrator(Protocol):
    """Adds atmosphere to what everybody hears. Ask it in the background: it changes nothing, and nobody waits for it."""

    async def colour(
        self, game_title: str, heard: Sequence[str], latest: Sequence[str], payer: Payer = NOBODY
    ) -> str | None:
        """At most 300 characters on one line, to be shown as narration and escaped as anybody's words are; None when there
        are none. `latest` are the public sentences that it is about, `heard` those before them, oldest first; `payer` is
        the game."""


class Players(Protocol):
    """Where a table gets its players from."""

    def seat(self, occupant: Occupant) -> Player:
        """A player for a seat that no person sits in."""

    def occupant(self, name: str, spec: str = "") -> Occupant:
        """Somebody new to sit down, called `name`: of the configured kind, or whoever is meant by `spec`, one of
        `specs()` in any case. IllegalAction when nobody is."""

    def specs(self) -> tuple[str, ...]:
        """Who may be asked for: built-in players, models, characters."""

    def reader(self) -> Reader | None:
        """Whoever fills in forms from people's words; None where no model is configured."""
        return None

    def narrator(self) -> Narrator | None:
        """Whoever adds atmosphere to what everybody hears; None unless one is configured."""
        return None

    def look(self, occupant: Occupant) -> Avatar | None:
        """How `occupant` looks; None for people, who have faces of their own, and for whoever has no character."""
        return None

    def settle(self, store: Store, keep: Keep, clock: Clock) -> None:
        """Says where what was spent is written down: what was spent before is in the store, and `keep` takes the calls that no
        move will carry to it."""

    def bound(self, server: str, game: Limit, day: Limit, models: Sequence[str] | None = None) -> None:
        """What the rules of a server (“discord:1”, “web”) leave at most of what the settings allow: for one of its games, and for all of
        them in a day; and which models may be asked there (None: all). ValueError says why it cannot be kept."""

    def remember(self, documents: Store) -> None:
        """What players find out about what they are connected to is kept there, as small documents."""

    async def close(self) -> None:
        """Hangs up on whatever the players are connected to."""


# ── store ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


class Conflict(Exception):
    """The game's log has grown elsewhere since it was read."""


class Repeated(Exception):
    """This cause has made its move already; nothing was written."""


class StoreFailed(Exception):
    """What must outlive the process cannot be read or written: one sentence for whoever runs the bot."""


class Unreadable(StoreFailed):
    """This game was written by a version, or for a game, that this one does not know. The others can be read."""


Source = Literal["person", "model", "built-in", "fallback", "clock", "host"]
"""By whom or what a move is made; *fallback*: something else moved for its seat."""

Answered = Literal["accepted", "refused", "unusable", "stale", "step", "read"]
"""What became of a model's answer. A *step* is one of several calls to one answer, with which its last call did more; what was
*read* was no move: what the narrator said, or a form filled in from a person's words."""


@record
class Moved:
    """How a move came in: who, which question, by whom or what, how long they took (seconds), and, in what a store gives back,
    how long the log was before it."""

    cause: str
    seat: Seat
    key: str
    source: Source
    seconds: float = 0.0
    aside: str = ""
    why: str = ""
    after: int = 0


@record
class Deadline:
    """When time is up for one ask of one seat, in seconds since 1970; `set_at` is when it began to run."""

    seat: Seat
    key: str
    at: float
    set_at: float


@record
class Called:
    """A `Call` as kept: by which seat, to which question, and what became of it."""

    seat: Seat
    key: str
    call: Call
    outcome: Answered
    why: str = ""


Keep = Callable[[str, Called], Awaitable[None]]
"""Takes a call of a game to the store."""


@record
class Post:
    """Something a surface shows outside: `slot` names it within the game (“board”, “event:17”). It is saved as pending
    before it is sent, with its nonce, and again when it is out, so that a restart neither drops nor doubles it. `note` is
    what the surface has to know of it then."""

    game: str
    surface: str
    slot: str
    nonce: str
    channel: str
    message: str = ""
    note: str = ""


@record
class Saved:
    """A game as the store holds it."""

    id: str
    game: str
    version: int
    options: dict[str, Any]
    seed: str
    about: About
    seats: dict[Seat, Occupant]
    log: tuple[Told, ...] = ()
    causes: frozenset[str] = frozenset()
    deadlines: tuple[Deadline, ...] = ()
    held: tuple[tuple[str, Seat], ...] = ()
    created: float = 0.0
    ended: float | None = None
    host: str = ""
    place: str = ""


@record
class OfGame:
    """What games of one name come to: how many began and how many are over, moves, those that something else made, and calls to
    models with tokens and US dollars; `unpriced` calls answered, and nobody knows what they cost."""

    game: str
    games: int = 0
    over: int = 0
    moves: int = 0
    fallbacks: int = 0
    calls: int = 0
    tokens: int = 0
    dollars: float = 0.0
    unpriced: int = 0


@record
class OfModel:
    """What a model was called for: how often, how often its answer was of no use, tokens and US dollars."""

    model: str
    calls: int = 0
    useless: int = 0
    tokens: int = 0
    dollars: float = 0.0
    unpriced: int = 0


@record
class Figures:
    """What many games come to, by game and by model, the most first. `whys` say how often something else moved for a seat, and
    why."""

    games: tuple[OfGame, ...] = ()
    models: tuple[OfModel, ...] = ()
    whys: tuple[tuple[str, int], ...] = ()


def story_of(saved: Saved, game: Game[Any]) -> Story[Any]:
    """The game as stored, folded. Raises Unreadable when this version does not know its options, or its log does not fold."""
    try:
        options = game.lobby.options.model_validate(saved.options)
    except ValueError:
        # What is wrong with them stays out of the sentence: they may hold the key of a board.
        raise Unreadable(
            f"Game {saved.id} cannot be read: this version of {game.name} does not know its options."
        ) from None
    try:
        story = Story(game, options, saved.seed, saved.log)
        seated = set(saved.seats).issuperset(story.seats)
    except Exception as error:  # its rules have lost the thread: a damaged log, or a mistake of their author's
        raise Unreadable(f"Game {saved.id} cannot be read: its log does not fold.") from error
    if not seated:
        raise Unreadable(f"Game {saved.id} cannot be read: who sits there is not known of every seat.")
    return story


class Erased(int):
    """In how many games somebody was erased. `known`: anything was kept about them at all; `where` are the games (and lobbies) that
    they took part in or were named in by their id, `names` those that were taken out of texts; `still` are short phrases for what holds them yet, and why."""

    known: bool
    where: tuple[str, ...]
    names: tuple[str, ...]
    still: tuple[str, ...]

    def __new__(
        cls,
        games: int,
        *,
        known: bool = False,
        where: tuple[str, ...] = (),
        names: tuple[str, ...] = (),
        still: tuple[str, ...] = (),
    ) -> Erased:
        made = super().__new__(cls, games)
        made.known, made.where, made.names, made.still = known, where, names, still
        return made


@record
class Kept:
    """What is kept about a person: the `games` that they took part in, oldest first and without their logs, and small `documents`
    by kind and key."""

    games: tuple[Saved, ...]
    documents: tuple[tuple[str, str, Mapping[str, Any]], ...]


class Store(Protocol):
    """What must outlive the process. Every method that writes returns only when the write will survive a power cut, and
    a write once begun is finished even if whoever waited for it went away. Every method may raise StoreFailed."""

    async def create(self, saved: Saved) -> None:
        """A new game with its opening log, seats and deadlines. Raises Conflict when its id is taken."""

    async def append(
        self,
        game: str,
        after: int,
        told: Sequence[Told],
        moved: Moved,
        *,
        deadlines: Sequence[Deadline] | None = None,
        seats: Mapping[Seat, Occupant] | None = None,
        ended: float | None = None,
    ) -> None:
        """One transaction: `told` becomes entries after+1 … of the log, with how it came about; deadlines replace the
        game's (None: as they are), `seats` those named, and their people have held them. Raises Repeated when the cause
        has moved before, Conflict when the log is not `after` entries long, KeyError when there is no such game."""

    async def load(self, game: str) -> Saved | None:
        """The game with its log, brought up to date; None when there is none. Raises Unreadable."""

    def unshared(self) -> AbstractContextManager[None]:
        """While nobody else needs the loop: what is read meanwhile need not be read beside it."""

    async def open_games(self) -> list[str]:
        """Ids of the games that have not ended, oldest first."""

    async def recent_games(self, limit: int = 50) -> list[Saved]:
        """Newest first, without their logs; those that cannot be read are left out."""

    async def unreadable(self, limit: int = 50) -> list[str]:
        """A sentence for each of the newest games that `recent_games` leaves out."""

    async def set_deadlines(self, game: str, deadlines: Sequence[Deadline]) -> None: ...

    async def move(self, game: str, place: str) -> None:
        """From now on the game is played in that place."""

    async def add_call(self, game: str, called: Called) -> None:
        """Keeps a call; what was paid in advance for it under its ticket (a document of the kind TICKETS) is paid with it."""

    async def calls(self, game: str) -> list[Called]: ...

    async def spent(self, since: float = 0.0, game: str = "") -> list[tuple[str, float, int]]:
        """What calls from then on (seconds since 1970) have cost, of all games or of one: for each place its US dollars,
        where they are known, and its tokens."""

    async def forget_thoughts(self, before: float) -> int:
        """Lets go of what models thought, and of what they wrote that nobody was told, in calls before then (seconds since
        1970) and in the moves of games that have rested since then; how many calls and moves that was."""

    async def moves(self, game: str) -> list[Moved]: ...

    async def figures(self, *, game: str = "", place: str = "", since: float = 0.0, over: bool = False) -> Figures:
        """What games come to: that one, or all whose place begins so and that began since then (seconds since 1970). `over`:
        of those alone that are over; what is owed in others may be a secret."""

    async def save_post(self, post: Post) -> None:
        """Adds or replaces the post of that game, surface and slot."""

    async def posts(self, game: str, surface: str) -> dict[str, Post]: ...

    async def put(self, kind: str, key: str, value: Mapping[str, Any] | None) -> None:
        """A small JSON document (lobbies, settings, drafts); None removes it."""

    async def get(self, kind: str, key: str) -> dict[str, Any] | None: ...

    async def all(self, kind: str) -> dict[str, dict[str, Any]]: ...

    async def erase_person(self, user: str, name: str, known: Iterable[str] = ()) -> Erased:
        """Replaces a person's id wherever it stands, and in the games that they took part in their name, with `name` and no id:
        in seats and documents, and in what was written there, by them or about them. `known` are names that they go by besides
        those that are kept with their seats. Stories hold seats for names, and end as they did."""

    async def kept_about(self, user: str) -> Kept:
        """Where somebody stands."""

    async def forget_games(self, before: float) -> int:
        """Deletes games that ended before that moment (seconds since 1970), with all that is kept of them; how many."""

    async def close(self) -> None: ...


TICKETS = "asking"
"""Calls that run stand in documents of this kind, with what they may come to, by their tickets: should the process die, they have
been paid for all the same."""

PUBLIC = "public"
"""Games that everybody may look on at and replay since they began stand in documents of this kind, by their id."""


# ── time ──────────────────────────────────────────────────────────────────────────────────────────────────────────────


class Clock(Protocol):
    """Time, given in: real in the bot, virtual in tests and in many-game runs."""

    def now(self) -> float:
        """Seconds since 1970. Whoever looks after the machine may set it, so that it jumps."""

    def steady(self) -> float:
        """Seconds since some moment: they never jump. For how long something took, or has still to take."""

    async def sleep(self, seconds: float) -> None:
        """By the steady clock."""


class RealClock:
    """The clock on the wall."""

    def now(self) -> float:
        return time.time()

    def steady(self) -> float:
        return time.monotonic()

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)
