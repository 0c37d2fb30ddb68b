"""The purse: what models may cost, set aside before one is asked and settled when it has answered.

Four budgets may bound a call: its game's, its server's and everybody's for a day (both begin anew at midnight, UTC), and the bot's
for ever; each in US dollars, tokens, or both. Before a request its worst case is set aside: the prompt, estimated, and the
longest answer. While what was spent and what is set aside reach a budget, nobody else is asked; whoever comes meanwhile waits until
it is known what the others came to. So it is never overspent by more than one call, however many seats think at once.

Where nobody says what a call came to (no count in its answer, or it broke off after it had been sent), it counts as its worst case.

What was spent is read from the store when it is first needed. As long as a call runs, its ticket stands there too: a process that
dies in the middle has paid for it all the same.

Errors: `PlayerFailed`, with a notice for the table, when a budget is used up. A store that fails is a line in the log: what this
process spends is counted, and no game waits for it.
"""

from __future__ import annotations

import asyncio
import logging
import uuid
from collections.abc import AsyncIterator, Iterable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Any

from bot.house_rules import server_of, who_changes
from bot.players.completions import Sent
from bot.players.shapes import Usage
from bot.players.spec import ModelSpec
from bot.ports import (
    NARRATOR,
    NOBODY,
    TICKETS,
    UNLIMITED,
    Answered,
    Call,
    Called,
    Clock,
    Keep,
    Limit,
    Payer,
    PlayerFailed,
    RealClock,
    Store,
    StoreFailed,
    surface_of,
)
from games.core import Seat, record

log = logging.getLogger(__name__)

BYTES_A_TOKEN = 3
"""Of a prompt in UTF-8: English has four or five, Chinese about three; more tokens are set aside than will be read."""

AROUND = 8
"""Tokens around each message, and a few for the whole."""

SPENT_UP = {each: f"the {each}'s budget is used up" for each in ("game", "server", "day", "bot", "narrator")}
"""Why a stand-in moves then, by the name of the budget."""

_SETTINGS = {
    "game": "MASQUERADE_BUDGET",
    "server": "MASQUERADE_BUDGET_SERVER",
    "day": "MASQUERADE_BUDGET_DAY",
    "bot": "MASQUERADE_BUDGET_BOT",
    "narrator": "MASQUERADE_NARRATOR_BUDGET",
}


@record
class Amount:
    """US dollars and tokens."""

    usd: float = 0.0
    tokens: int = 0

    def __add__(self, other: Amount) -> Amount:
        return Amount(self.usd + other.usd, self.tokens + other.tokens)

    def __sub__(self, other: Amount) -> Amount:
        return Amount(self.usd - other.usd, self.tokens - other.tokens)

    def reaches(self, limit: Limit) -> bool:
        return (limit.usd is not None and self.usd >= limit.usd) or (
            limit.tokens is not None and self.tokens >= limit.tokens
        )


NOTHING = Amount()


@record
class Budgets:
    """What may be spent: by one game, by one server's games in a day, by all games in a day, by all games ever, and by the
    narrator until the bot is started again."""

    game: Limit = UNLIMITED
    server: Limit = UNLIMITED
    day: Limit = UNLIMITED
    bot: Limit = UNLIMITED
    narrator: Limit = UNLIMITED


@record
class Account:
    """Whose money it is: the name of a budget, and which game, server or day of it; `on` which server it is spent."""

    budget: str
    of: str = ""
    day: str = ""
    on: str = field(default="", compare=False)


@dataclass(slots=True)
class State:
    """What an account has spent, and what is set aside for calls that run."""

    spent: Amount = NOTHING
    aside: Amount = NOTHING


class Purse:
    """Pays for every call of a process. `settled_with` a store it knows what was spent before, and keeps what no move carries."""

    def __init__(self, budgets: Budgets = Budgets(), clock: Clock | None = None) -> None:  # noqa: B008
        self.budgets, self.clock = budgets, clock or RealClock()
        self.bounds: dict[str, tuple[Limit, Limit]] = {}
        """What the rules of a server leave of the budgets, for one of its games and for all of them in a day."""
        self._states: dict[Account, State] = {}
        self._store: Store | None = None
        self._keep: Keep | None = None
        self._reading = asyncio.Lock()
        self._settled: asyncio.Event = asyncio.Event()
        self._tickets_read = False
        self._logged: set[tuple[str, Account]] = set()
        self._keeping: set[asyncio.Task[None]] = set()

    def settled_with(self, store: Store, keep: Keep, clock: Clock) -> None:
        """From now on `store` says what was spent before, and `keep` takes the calls that no move will carry to it."""
        self._store, self._keep, self.clock = store, keep, clock

    async def close(self) -> None:
        """Returns when what was paid is written down."""
        while self._keeping:
            await asyncio.gather(*self._keeping, return_exceptions=True)

    # ── accounts ──

    def limit(self, account: Account) -> Limit:
        return _least(self._settings(account), self._bound(account))

    def _settings(self, account: Account) -> Limit:
        """What whoever runs the bot says."""
        if account.budget == "server" and account.of == surface_of(account.of):
            return UNLIMITED  # browsers, which are no server of somebody else's
        limit: Limit = getattr(self.budgets, account.budget)
        return limit

    def _bound(self, account: Account) -> Limit:
        """What the server's own rules say."""
        game, day = self.bounds.get(account.on, (UNLIMITED, UNLIMITED))
        return {"game": game, "server": day}.get(account.budget, UNLIMITED)

    def accounts(self, payer: Payer) -> list[Account]:
        """Those that pay for a call now and have a limit."""
        today = datetime.fromtimestamp(self.clock.now(), UTC).date().isoformat()
        server = server_of(payer.place)
        every = [
            *([Account("narrator")] if payer.seat == NARRATOR else []),
            *([Account("game", payer.game, on=server)] if payer.game else []),
            *([Account("server", server, today, on=server)] if server else []),
            Account("day", day=today),
            Account("bot"),
        ]
        return [each for each in every if self.limit(each) != UNLIMITED]

    def bound(self, server: str, game: Limit, day: Limit) -> None:
        """See bot.ports.Players."""
        self.bounds[server] = (game, day)
        self._stir()

    def _state(self, account: Account) -> State:
        return self._states.setdefault(account, State())

    async def _known(self, accounts: Iterable[Account]) -> None:
        """Reads what those accounts have spent before this process, once for each."""
        if all(each in self._states for each in accounts):
            return
        async with self._reading:
            await self._read_tickets()
            for account in accounts:
                if account not in self._states:
                    before = await self._before(account)
                    self._states[account] = State(before)

    async def _before(self, account: Account) -> Amount:
        if self._store is None or account.budget == "narrator":
            return NOTHING
        since = datetime.fromisoformat(f"{account.day}T00:00:00+00:00").timestamp() if account.day else 0.0
        try:
            rows = await self._store.spent(since, account.of if account.budget == "game" else "")
        except StoreFailed as failure:
            log.error("what models have cost before cannot be read, and is not counted: %s", failure)
            return NOTHING
        ours = (row for row in rows if account.budget != "server" or server_of(row[0]) == account.of)
        return sum((Amount(usd, tokens) for _, usd, tokens in ours), NOTHING)

    async def _read_tickets(self) -> None:
        """Pays for the calls that ran when the process before this one ended."""
        if self._store is None or self._tickets_read:
            return
        self._tickets_read = True
        try:
            tickets = await self._store.all(TICKETS)
        except StoreFailed as failure:
            log.error("which calls ran when the bot ended cannot be read: %s", failure)
            return
        for ticket, kept in tickets.items():
            payer = Payer(str(kept["game"]), str(kept["place"]), Seat(str(kept["seat"])), str(kept["key"]))
            why = "the bot was stopped while the model was asked"
            await self._write(payer, Called(payer.seat, payer.key, _of_ticket(ticket, kept), "stale", why))

    # ── paying ──

    def bill(self, spec: ModelSpec) -> Bill:
        """A new answer's bill."""
        return Bill(self, spec)

    async def set_aside(self, payer: Payer, worst: Amount) -> list[State]:
        """Sets the worst case of a call aside, once there is room for it. Raises PlayerFailed when a budget is used up."""
        while True:
            accounts = self.accounts(payer)
            await self._known(accounts)
            for each in accounts:
                if self._state(each).spent.reaches(self.limit(each)):
                    self._log_end(each, payer.game)
                    raise PlayerFailed(SPENT_UP[each.budget], notice=notice(each, self._who_raises(each, payer.place)))
            states = [self._state(each) for each in accounts]
            if not any((s.spent + s.aside).reaches(self.limit(a)) for a, s in zip(accounts, states, strict=True)):
                break
            await self._settled.wait()
        for state in states:
            state.aside += worst
        return states

    def _log_end(self, account: Account, game: str) -> None:
        """Tells the log once in every game which budget is used up, and where it is set."""
        if (game, account) in self._logged:
            return
        self._logged.add((game, account))
        spent, limit = self._state(account).spent, self._settings(account)
        ours = spent.reaches(limit)
        limit = limit if ours else self._bound(account)
        dollars = limit.usd is not None and spent.usd >= limit.usd
        setting = (
            _SETTINGS[account.budget] + ("" if dollars else "_TOKENS") if ours else "what its server's /settings allow"
        )
        came = f"${spent.usd:.4f} of ${limit.usd:g}" if dollars else f"{spent.tokens} of {limit.tokens} tokens"
        log.warning(
            "table %s: %s is used up (%s, %s): built-in players move for its AIs",
            game or "?", setting, SPENT_UP[account.budget].removesuffix(" is used up"), came,
        )  # fmt: skip

    def _who_raises(self, account: Account, place: str) -> str:
        """Who can change a budget that is used up."""
        if self._state(account).spent.reaches(self._settings(account)):
            return RUNS
        who = who_changes(place)
        return f"{who[0].upper()}{who[1:]}"

    def settle(self, states: Iterable[State], worst: Amount, came_to: Amount) -> None:
        """What was set aside came to so much."""
        for state in states:
            state.aside -= worst
            state.spent += came_to
        self._stir()

    def _stir(self) -> None:
        """Whoever waits looks again; whoever comes later waits for the next time."""
        self._settled.set()
        self._settled = asyncio.Event()

    async def write_ticket(self, ticket: str, payer: Payer, call: Call) -> None:
        """Writes down that a call begins, where a budget depends on it."""
        if self._store is None or not payer.game or not self.accounts(payer):
            return
        paid = {"tokens": call.prompt_tokens, "answer": call.answer_tokens, "usd": call.cost, "at": call.at}
        about = {"model": call.model, "host": call.host, "prompts": call.prompts}
        for_whom = {"game": payer.game, "place": payer.place, "seat": payer.seat, "key": payer.key}
        try:
            await self._store.put(TICKETS, ticket, {**for_whom, **about, **paid})
        except StoreFailed as failure:
            log.error("that a model is asked cannot be written down: %s", failure)

    # ── calls that no move carries ──

    def keep(self, payer: Payer, call: Call | None, outcome: Answered, why: str = "") -> None:
        """Keeps a call that no move carries to the store, in the background."""
        if call is not None and payer.game:
            called = Called(payer.seat, payer.key, call, outcome, why)
            task = asyncio.create_task(self._write(payer, called), name=f"{payer.game}:call")
            self._keeping.add(task)
            task.add_done_callback(self._keeping.discard)

    def lost(self, payer: Payer, call: Call) -> None:
        """Keeps a call for whose answer nobody waits any more."""
        self.keep(payer, call, "stale", "nobody waited for the answer any more")

    async def _write(self, payer: Payer, called: Called) -> None:
        if self._keep is None:
            return
        try:
            await self._keep(payer.game, called)
        except StoreFailed as failure:
            log.error("table %s: what a call has cost cannot be written down: %s", payer.game, failure)
        except LookupError:
            log.debug("table %s: a call is not kept: there is no such game in the store", payer.game)
            if called.call.ticket and self._store is not None:
                await self._store.put(TICKETS, called.call.ticket, None)


@record
class Spent:
    """Tokens that were read, those of them that were cached, and written; `estimated` where nobody counted all of them."""

    prompt: int = 0
    cached: int = 0
    answer: int = 0
    estimated: bool = False

    def __add__(self, other: Spent) -> Spent:
        return Spent(
            self.prompt + other.prompt,
            self.cached + other.cached,
            self.answer + other.answer,
            self.estimated or other.estimated,
        )


UNPAID = Spent()


class Request:
    """One request: it costs nothing until it begins, and then its worst case, unless its end says something else."""

    def __init__(self, reads: int, longest: int) -> None:
        self.worst, self.spent = Spent(reads, 0, longest, True), UNPAID

    def begins(self) -> None:
        self.spent = self.worst

    def ended(self, usage: Usage | None) -> None:
        """It was answered, and this was counted. No prompt has no tokens: a server that says so does not count; an answer may be
        empty."""
        prompt, answer = (usage.prompt, usage.answer) if usage else (None, None)
        read, worst = prompt or self.worst.prompt, self.worst.answer
        cached = min(usage.cached, read) if usage else 0
        self.spent = Spent(read, cached, worst if answer is None else answer, not prompt or answer is None)


@dataclass
class Bill:
    """What one answer costs, over all requests that it takes."""

    purse: Purse
    spec: ModelSpec
    ticket: str = field(default_factory=lambda: uuid.uuid4().hex)
    payer: Payer = NOBODY
    version: str = ""
    at: float = 0.0
    spent: Spent = UNPAID
    _kept: bool = False

    @asynccontextmanager
    async def request(self, the_prompt: Sent[Any], longest: int) -> AsyncIterator[Request]:
        """Pays for one request with an answer of `longest` tokens at most. Raises PlayerFailed when a budget is used up."""
        self.payer, self.version = the_prompt.payer, the_prompt.version
        self.at = self.at or self.purse.clock.now()
        request = Request(size(the_prompt), longest)
        worst = self._amount(request.worst)
        states = await self.purse.set_aside(self.payer, worst)
        try:
            if states:
                most = replace(self, spent=self.spent + request.worst)
                await self.purse.write_ticket(self.ticket, self.payer, most.on(Call(self.spec.model)))
                self._kept = True
            yield request
        except BaseException as error:
            if unpaid(error):
                request.spent = UNPAID
            raise
        finally:
            self.spent += request.spent
            self.purse.settle(states, worst, self._amount(request.spent))

    def on(self, call: Call) -> Call:
        """The call, with what it came to."""
        return replace(
            call,
            prompt_tokens=self.spent.prompt,
            cached_tokens=self.spent.cached,
            answer_tokens=self.spent.answer,
            cost=self.spec.cost(self.spent.prompt, self.spent.cached, self.spent.answer),
            host=self.spec.host,
            prompts=self.version,
            at=self.at,
            estimated=self.spent.estimated,
            ticket=self.ticket if self._kept else "",
        )

    @property
    def paid(self) -> bool:
        """Whether there is anything to keep: money, or a ticket that was written."""
        return self.spent != UNPAID or self._kept

    def lost(self) -> None:
        """Nobody waits for the answer any more; what it has cost is kept all the same."""
        if self.paid:
            self.purse.lost(self.payer, self.on(Call(self.spec.model)))

    def _amount(self, spent: Spent) -> Amount:
        usd = self.spec.cost(spent.prompt, spent.cached, spent.answer)
        return Amount(usd or 0.0, spent.prompt + spent.answer)


def size(the_prompt: Sent[Any]) -> int:
    """About how many tokens a prompt has, rather too many than too few."""
    import json

    texts = [str(each["content"]) for each in the_prompt.messages()]
    schema = json.dumps(the_prompt.schema) if the_prompt.schema else ""
    return sum(len(text.encode()) // BYTES_A_TOKEN + AROUND for text in (*texts, schema))


def unpaid(error: BaseException) -> bool:
    """Whether a request that ended so has certainly cost nothing: it was turned away, or never arrived. Of a failure in the house's
    words, what it was made of says so."""
    import openai

    match error:
        case object(unpaid=True):
            return True
        case openai.APIStatusError():
            return error.status_code not in _STARTED
        case openai.APIConnectionError() | PlayerFailed():
            below = error.__cause__ or error.__context__
            return below is not None and unpaid(below)
    return type(error).__name__ in _NEVER_ARRIVED


_STARTED = frozenset({408, 499, 502, 504, 520, 522, 524})
"""What those in between say who gave up waiting: the model may have answered all the same."""

_NEVER_ARRIVED = frozenset({"ConnectError", "ConnectTimeout", "PoolTimeout", "UnsupportedProtocol"})


def _of_ticket(ticket: str, kept: Mapping[str, Any]) -> Call:
    return Call(
        str(kept["model"]),
        prompt_tokens=int(kept["tokens"]),
        answer_tokens=int(kept["answer"]),
        cost=kept["usd"],
        host=str(kept["host"]),
        prompts=str(kept["prompts"]),
        at=float(kept["at"]),
        estimated=True,
        ticket=ticket,
    )


def _least(one: Limit, other: Limit) -> Limit:
    """What both leave."""
    usd = [each.usd for each in (one, other) if each.usd is not None]
    tokens = [each.tokens for each in (one, other) if each.tokens is not None]
    return Limit(min(usd, default=None), min(tokens, default=None))


RUNS = "Whoever runs the bot can raise it."


def notice(account: Account, who: str = RUNS) -> str:
    """What everybody at the table is told when a budget is used up, and `who` can change it."""
    day = f" for {datetime.fromisoformat(account.day):%d %B}".replace(" 0", " ") if account.day else ""
    whose = {"game": "This game's", "server": "This server's"}.get(account.budget, "The bot's")
    until = "until midnight (UTC)" if account.day else "from now on"
    return f"{whose} budget{day} for language models is used up: built-in players move for the AIs {until}. {who}"
