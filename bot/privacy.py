"""What is kept about a person, for that person: in sentences, and whole as a document to take along.

Of games that still run, nobody learns by it what is secret to them: it holds what their own seat has heard and done.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict
from datetime import UTC, datetime
from typing import Any

from bot.bets import KIND as BET
from bot.hall import Hall
from bot.house_rules import BANS
from bot.ports import Called, Erased, Moved, Saved, Unreadable, surface_of
from bot.traces import Traces
from games.core import Seat, named, record
from games.story import Story

NOBODY = "Nobody with that id is known here."
NOTHING = "Nothing is kept about you here."
REPAINT = "repaint"
"""The kind of documents that say of which games what was posted has to be drawn anew, by their ids."""

WHO_GETS_IT = (
    "Where a language model plays, or lends an AI its words, its provider is sent what that seat hears: your name at the table and what you say there, never "
    "your id. Whoever runs this bot can read all of it."
)


@record
class Summary:
    """What is kept about somebody, in numbers. `since` is when the first of their games began, in seconds since 1970."""

    games: int
    running: int
    names: tuple[str, ...]
    others: Mapping[str, int]
    since: float | None

    @property
    def empty(self) -> bool:
        return not self.games and not self.others


async def summary(hall: Hall, user: str) -> Summary:
    """What is kept about them now."""
    kept = await hall.store.kept_about(user)
    called = (each.name for one in kept.games for each in one.seats.values() if user in (each.user, each.stands_for))
    others: dict[str, int] = {}
    for kind, _, _ in kept.documents:
        others[_called(kind)] = others.get(_called(kind), 0) + 1
    return Summary(
        len(kept.games),
        sum(each.ended is None for each in kept.games),
        tuple(dict.fromkeys(called)),
        others,
        min((each.created for each in kept.games), default=None),
    )


def in_sentences(found: Summary) -> list[str]:
    """The same for people."""
    if found.empty:
        return [NOTHING]
    lines = []
    if found.games:
        runs = f" ({found.running} still running)" if found.running else ""
        names = " and ".join(f"“{each}”" for each in found.names[:3])
        known = f", there as {names}" if names else ""
        lines.append(
            f"{_many(found.games, 'game')}{runs}{known}: which seat was yours, what you said and chose there, and when, with your id."
        )
    lines += [f"{number} × {what}." for what, number in found.others.items()]
    return lines


def retention(days: float | None) -> str:
    """How long it is kept."""
    if days is None:
        return "Games are kept until you, or whoever runs this bot, erase them."
    return f"Games are deleted {_many(round(days), 'day')} after their end; what is kept beside them goes with them."


def erased(done: Erased) -> str:
    """What became of somebody's wish to be forgotten."""
    told = f"Done. Your name and id are gone from {_many(int(done), 'game')} and from all that is kept here."
    return f"{told} {remains(done)}".strip()


def remains(done: Erased) -> str:
    """What holds them still; empty where nothing does."""
    return f"Not yet gone: {'; '.join(done.still)}." if done.still else ""


async def leave_word(hall: Hall, done: Erased) -> None:
    """For surfaces that are not there now: what they have posted of these games shows somebody who was erased since."""
    for id in done.where:
        await hall.store.put(REPAINT, id, {"since": hall.clock.now()})


async def export(hall: Hall, user: str) -> dict[str, Any]:
    """All that is kept about them, as JSON."""
    kept = await hall.store.kept_about(user)
    games = []
    for id in (each.id for each in kept.games):
        with suppress(Unreadable, LookupError):
            if (saved := await hall.store.load(id)) is not None:
                moves, calls = await hall.store.moves(id), await hall.store.calls(id)
                bets = (await hall.store.get(BET, id) or {}).get("bets", ())
                games.append(_game(saved, hall.story(saved), moves, calls, user, bets))
    return {
        "you": user,
        "written": _when(hall.clock.now()),
        "games": games,
        "others": [
            {
                "what": _called(kind),
                "kind": kind,
                "key": "you" if key == user else key,
                "kept": _own(value, user, key == user),
            }
            for kind, key, value in kept.documents
        ],
    }


def _game(
    saved: Saved,
    story: Story[Any],
    moves: Sequence[Moved],
    calls: Sequence[Called],
    user: str,
    bets: Sequence[Mapping[str, Any]],
) -> dict[str, Any]:
    """One game, as far as it is about them. While it runs, with the ears of the seat that they have now."""
    game, over = story.game, story.outcome is not None
    names = {seat: each.name for seat, each in saved.seats.items()}
    now = next((seat for seat, each in saved.seats.items() if each.user == user), None)
    seats = dict.fromkeys([*(seat for held, seat in saved.held if held == user), *([now] if now else [])])
    mine = set(seats) if over else {now} - {None}
    own = Traces(user, {each.name for each in saved.seats.values() if user in (each.user, each.stands_for)}, "")
    said, spoken_of = [], []
    for n, told in enumerate(saved.log):
        if not (over or told.heard_by(now)):
            continue
        for each in game.talks.speeches(told.event):
            text = named(each.text, names)
            if each.seat in mine:
                said.append({"n": n, "text": text, "by": _by(moves, n)})
            elif any(f"{{{seat}}}" in each.text for seat in seats) or (own.named and own.named.search(text)):
                spoken_of.append({"n": n, "by": names.get(each.seat, each.seat), "text": text})
    about = [
        each
        for each in calls
        if over
        and (each.seat in mine or (own.named and own.named.search(each.call.answer + each.call.reasoning + each.why)))
    ]
    return {
        "id": saved.id,
        "game": saved.game,
        "began": _when(saved.created),
        "ended": None if saved.ended is None else _when(saved.ended),
        "place": saved.place,
        "hosted": saved.host == user,
        "seats": {seat: {"title": game.shows.seat_title(Seat(seat)), "name": names.get(seat, "")} for seat in seats},
        "said": said,
        "said_of_you": spoken_of,
        "moves": [
            {name: value for name, value in asdict(each).items() if over or name not in ("aside", "why")}
            for each in moves
            if each.seat in mine and (over or each.source == "person")
        ],
        "calls_of_models": [asdict(each) for each in about],
        "bet": next((dict(each) for each in bets if each.get("user") == user), None),
    }


def _by(moves: Sequence[Moved], n: int) -> str:
    """By whom or what the move was made that brought about entry `n` of a log."""
    return next((each.source for each in reversed(moves) if each.after <= n), "host")


def _own(value: Any, user: str, whole: bool) -> Any:
    """What of a document is about them and nobody else."""
    if whole:
        return value
    match value:
        case dict() if user in value.values():
            # What they noted of somebody else names that one.
            kinds = dict | list | str if value.get("user", user) != user else dict | list
            return {
                name: inner
                for name, inner in value.items()
                if inner == user or not (isinstance(inner, kinds) or _is_id(inner))
            }
        case dict():
            found = {name: _own(inner, user, name == user) for name, inner in value.items()}
            return {name: inner for name, inner in found.items() if inner not in (None, [], {})} or None
        case list():
            return [each for each in (_own(inner, user, False) for inner in value) if each is not None] or None
    return value if value == user else None


_KINDS = {
    "lobby": "lobby that you host or have joined",
    BET: "game on whose end you have bet",
    "web-key": "key of a browser, as a hash",
    "closed-dms": "note that your DMs are closed",
    "called": "list of the names by which you have played",
    "report": "report of yours",
    BANS: "list of who is banned that you are on, or have put somebody on",
}


def _called(kind: str) -> str:
    return _KINDS.get(kind, f"note of the kind “{kind}”")


def _many(count: int, what: str) -> str:
    return f"{count} {what}{'' if count == 1 else 's'}"


def _when(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="seconds")


def _is_id(value: Any) -> bool:
    return isinstance(value, str) and well_formed(value)


def well_formed(user: str) -> bool:
    """Whether an id is one that a surface could have given: “discord:123”, “web:0123456789abcdef”, “terminal”."""
    surface, _, rest = user.partition(":")
    match surface_of(user):
        case "discord":
            return rest.isascii() and rest.isdecimal() and len(rest) <= 20
        case "web":
            return len(rest) == 16 and all(each in "0123456789abcdef" for each in rest)
    return user == surface == "terminal"
