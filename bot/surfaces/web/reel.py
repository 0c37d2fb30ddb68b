"""A game that is over, unrolled: what anybody's eyes saw at each step, and what models thought there.

A *step* is how much of the log had been told. Those at which somebody heard something new are *stops*; a *chapter* is a run of
them (“Night 2”).
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import OrderedDict, defaultdict, deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from bot.ports import Called, Moved, cost_of
from bot.surfaces.costs import taken
from bot.surfaces.web.glance import Glance, heard_in, still
from bot.surfaces.web.problems import NotFound
from bot.surfaces.web.render import Drawn, page
from bot.surfaces.web.sessions import Kept
from games.core import TABLE, LookedUp, Outcome, Paused, Resumed, Seat, Told, is_bookkeeping
from games.scene import Roster, Scene

ALL, PUBLIC = "all", "public"
"""Whose eyes an address names besides seats: everything, and what everybody was told."""

MOST_REELS = 8
"""Games whose steps are held in memory."""

MOST_THOUGHTS = 8
"""Thoughts of a chapter that stand beside a step, the latest first."""

MOST_BEFORE = 60
"""Entries that were heard before, beside a step."""


@dataclass(frozen=True)
class Thought:
    """What a model thought when it moved, and what it `looked` up. `cost` is in US dollars, None where a price is not known.
    `stop` is the step at which its move had been told; `why` says why something else moved for it."""

    seat: Seat
    stop: int
    text: str
    looked: tuple[str, ...]
    model: str
    tokens: int
    cost: float | None
    tries: int
    why: str


@dataclass(frozen=True)
class Chapter:
    """A run of `stops` that belong together. `deaths` are those of them at which somebody died."""

    label: str
    place: str
    face: str
    stops: tuple[int, ...]
    deaths: tuple[int, ...]


@dataclass(frozen=True)
class Entry:
    """Something that was heard, drawn, and the step at which it had been told."""

    step: int
    html: Markup


class Reel:
    """One game, unrolled: it folds once for each pair of eyes, and keeps what that came to at every stop. Without
    `everything` it is what everybody was told, counted in steps of that alone, and nothing that anybody thought."""

    def __init__(self, kept: Kept, everything: bool = True) -> None:
        self.kept, self.story, self.game = kept, kept.story, kept.story.game
        self.log = [each for each in kept.story.log if everything or each.to is None]
        self.id, self.seats = kept.saved.id, kept.saved.seats
        self.names = {seat: each.name for seat, each in self.seats.items()}
        self.eyes = [ALL, *self.story.seats, PUBLIC] if everything else [PUBLIC]
        self.film = ""
        self._views: dict[Seat | None, dict[int, Any]] = {}
        self._scenes: dict[tuple[Seat | None, int], Scene] = {}
        self._stops: dict[str, list[int]] = {}
        self._entries: dict[tuple[str, bool], list[Entry]] = {}
        self._pauses: dict[int, str | None] = {}
        began = min((each.after for each in kept.moves if each.after), default=len(kept.story.log))
        self.stops = self._all_stops(sum(everything or each.to is None for each in kept.story.log[:began]))
        self.thoughts = list(self._thoughts()) if everything else []
        told = everything and self.story.house.cancelled is None  # of a game that was called off nothing is told
        self.taken = taken(self.seats, kept.moves, kept.calls) if told else []
        self.chapters = list(self._chapters())

    # ── where one can stop ──

    def _all_stops(self, opening: int) -> list[int]:
        """The end of the opening, before everything that is news, and the end."""
        news = [at for at, each in enumerate(self.log) if at > opening and not is_bookkeeping(self.game, each)]
        return sorted({opening, *news, len(self.log)})

    def stops_of(self, eyes: str) -> list[int]:
        """The stops at which these eyes were told something, with the first and the last."""
        if eyes not in self._stops:
            ears, found = self.ears(eyes), {self.stops[0], self.stops[-1]}
            for place, told in enumerate(self.log):
                if told.heard_by(ears) and not is_bookkeeping(self.game, told):
                    found.add(self.stop_after(place))
            self._stops[eyes] = sorted(found)
        return self._stops[eyes]

    def stop_after(self, place: int) -> int:
        """The first stop at which what stands at that place of the log had been told."""
        return self.stops[min(bisect_right(self.stops, place), len(self.stops) - 1)]

    def ears(self, eyes: str) -> Seat | None:
        """Whose eyes those are. NotFound where nobody of that name was there."""
        if eyes not in self.eyes:
            raise NotFound("Nobody of that name sat at this table.")
        return TABLE if eyes == ALL else None if eyes == PUBLIC else Seat(eyes)

    # ── what was seen ──

    def scene(self, ears: Seat | None, stop: int) -> Scene:
        """The screen of a seat, as it was; nothing on it can be pressed any more."""
        if (ears, stop) not in self._scenes:
            self._scenes[ears, stop] = still(self.game.shows.scene(self._view(ears, stop), ears))
        return self._scenes[ears, stop]

    def _view(self, ears: Seat | None, stop: int) -> Any:
        if ears not in self._views:
            found, view, stops = {}, self.game.rules.blank(), set(self.stops)
            for place, told in enumerate(self.log, 1):
                if told.heard_by(ears):
                    view = self.game.rules.evolve(view, told.event)
                if place in stops:
                    found[place] = view
            self._views[ears] = found
        return self._views[ears][stop]

    def glance(self, stop: int, eyes: str) -> Glance:
        """What those eyes saw. Whoever looks back needs no veil."""
        ears = self.ears(eyes)
        scene = self.scene(ears, stop)
        return Glance(
            id=self.id,
            game=self.game,
            seat=None if ears == TABLE else ears,
            scene=scene,
            public=scene,
            order=self.story.seats,
            seats=self.seats,
            heard=(),
            heard_so_far=stop,
            paused=self._paused(stop),
            outcome=self._outcome(stop),
        )

    def _outcome(self, stop: int) -> Outcome | None:
        return self.story.outcome if stop == len(self.log) else self.game.rules.outcome(self._view(TABLE, stop))

    def _paused(self, stop: int) -> str | None:
        if not self._pauses:
            why, found = None, {}
            for place, told in enumerate(self.log, 1):
                if isinstance(told.event, Paused | Resumed):
                    why = told.event.why if isinstance(told.event, Paused) else None
                found[place] = why
            self._pauses = found  # whole, or not yet: a film may be made of it beside
        return self._pauses.get(stop)

    def entries(self, eyes: str, whole: bool = False) -> list[Entry]:
        """All that these eyes were told that is news; `whole`: for a page that has all it needs in it."""
        if (eyes, whole) not in self._entries:
            ears, last = self.ears(eyes), self.glance(self.stops[-1], PUBLIC)
            places = [place for place, told in enumerate(self.log, 1) if told.heard_by(ears)]
            found = []
            for each in heard_in(self.game, self.log, ears, self.names):
                html = page("_entry.html", whole, g=last, each=each, place=places[each.n - 1])
                found.append(Entry(places[each.n - 1], Markup(html)))
            self._entries[eyes, whole] = found
        return self._entries[eyes, whole]

    def moment(self, step: int, eyes: str, whole: bool = False) -> dict[str, Any]:
        """What a page of one step is made of: the last stop until then at which these eyes were told something."""
        stops, entries, ears = self.stops_of(eyes), self.entries(eyes, whole), self.ears(eyes)
        at = max(0, bisect_right(stops, step) - 1)
        stop, before = stops[at], stops[at - 1] if at else 0
        first, last = (bisect_right(entries, each, key=lambda entry: entry.step) for each in (before, stop))
        chapter = self.chapter(stop)
        thoughts = [
            each
            for each in reversed(self.thoughts)
            if chapter.stops[0] <= each.stop <= stop and (ears == TABLE or each.seat == ears)
        ]
        return {
            "d": Drawn(self.glance(stop, eyes)),
            "step": stop,
            "now": entries[first:last],
            "before": entries[max(0, first - MOST_BEFORE) : first],
            "thoughts": thoughts[:MOST_THOUGHTS],
            "taken": self.taken if stop == self.stops[-1] else [],
        }

    # ── what they thought ──

    def _thoughts(self) -> Iterator[Thought]:
        calls: defaultdict[tuple[Seat, str], deque[Called]] = defaultdict(deque)
        for each in self.kept.calls:
            calls[each.seat, each.key].append(each)
        ends = [*(each.after for each in self.kept.moves[1:]), len(self.log)]
        for moved, end in zip(self.kept.moves, ends, strict=False):
            own = list(_calls_for(moved, calls[moved.seat, moved.key]))
            thought = _thought(moved, own, self.stop_after(moved.after), self.log[moved.after : end])
            if thought.text or own or moved.why:
                yield thought

    # ── chapters ──

    def _chapters(self) -> Iterator[Chapter]:
        """Runs of stops that everybody saw under one label, or in one place."""
        run: list[int] = []
        deaths: list[int] = []
        last: tuple[str, str, str] | None = None
        gone: frozenset[Seat] = frozenset()
        for stop in self.stops:
            scene = self.scene(None, stop)
            over = self._outcome(stop) is not None
            label = "The end" if over else scene.chapter or ("Night" if scene.place == "night" else "")
            mark = (label, scene.place, scene.face)
            now = frozenset(row.seat for roster in scene.of(Roster) for row in roster.rows if row.gone)
            if last is not None and label != last[0]:
                yield Chapter(*last, tuple(run), tuple(deaths))
                run, deaths = [], []
            run.append(stop)
            if now - gone and not over:
                deaths.append(stop)
            gone |= now
            last = mark if last is None or label != last[0] else last
        if last is not None:
            yield Chapter(*last, tuple(run), tuple(deaths))

    def chapter(self, stop: int) -> Chapter:
        """The chapter of a stop."""
        return next(each for each in self.chapters if stop <= each.stops[-1])

    def place(self, stop: int) -> int:
        """Which of the stops that is, from 1."""
        return bisect_left(self.stops, stop) + 1

    def along(self, stop: int) -> float:
        """How far along the line that is, in hundredths."""
        return 100 * (self.place(stop) - 0.5) / len(self.stops)


def _thought(moved: Moved, calls: Sequence[Called], stop: int, told: Sequence[Told]) -> Thought:
    """What a move was thought by these calls; `told` is what came of it."""
    reasons = [each.call.reasoning for each in calls if each.call.reasoning]
    looked = [each.event for each in told if isinstance(each.event, LookedUp) and each.event.seat == moved.seat]
    return Thought(
        seat=moved.seat,
        stop=stop,
        text=moved.aside or (reasons[-1] if reasons else ""),
        looked=tuple(f"{each.tool.replace('_', ' ')} {each.argument}".strip() for each in looked),
        model=calls[-1].call.model if calls else "",
        tokens=sum(each.call.prompt_tokens + each.call.answer_tokens for each in calls),
        cost=cost_of(each.call for each in calls),
        tries=sum(each.outcome != "step" for each in calls),
        why=moved.why,
    )


def _calls_for(moved: Moved, calls: deque[Called]) -> Iterator[Called]:
    """Those of the calls, in order, that came to this move: up to the one that was accepted, if a model made it, and
    else all that failed before."""
    if moved.source not in ("model", "fallback"):
        return
    while calls and not (moved.source == "fallback" and calls[0].outcome == "accepted"):
        called = calls.popleft()
        yield called
        if called.outcome == "accepted":
            return


_reels: OrderedDict[tuple[str, bool], Reel] = OrderedDict()


def reel_of(kept: Kept, everything: bool = True) -> Reel:
    """The game, unrolled; made once for as long as somebody looks at it."""
    reel = _reels.pop((kept.saved.id, everything), None)
    if reel is None or reel.kept is not kept:
        reel = Reel(kept, everything)
    _reels[kept.saved.id, everything] = reel
    while len(_reels) > MOST_REELS:
        _reels.popitem(last=False)
    return reel
