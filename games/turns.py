"""Turn-taking, in any game where people and AIs talk and vote freely: who has the floor, and a ballot that stays open.

People speak and vote when they like; it is the others who are asked. Those bid for the floor all at once, the most eager gets
it, and they are asked again when something new has been said: neither a silence nor a flood holds up the talk. And they vote
again when others' votes have changed what they saw. A game folds its own events by the verbs here (`spoke`, `bade`, `voted`),
and asks what comes next.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import field
from typing import Literal

from games.core import Dice, Seat, altered, state

_NOBODY: frozenset[Seat] = frozenset()


@state
class Floor:
    """Who may speak next. `holder` has the floor. While it is `open`, bids for it are taken (`bids`: how eager each of those
    asked is, from 0 on), one `round` after another. `said` is how often each has spoken, which is up to the `quota` for those
    who are asked, and `spoken` how often anybody has, `heard` of these when bids were last invited. `passed` have given the
    floor back since then, and `waited` have nothing to say to what was said last."""

    holder: Seat | None = None
    open: bool = False
    round: int = 0
    quota: int = 0
    bids: Mapping[Seat, int] = field(default_factory=dict)
    said: Mapping[Seat, int] = field(default_factory=dict)
    spoken: int = 0
    heard: int = 0
    passed: frozenset[Seat] = _NOBODY
    waited: frozenset[Seat] = _NOBODY

    # ── what happened ──

    def spoke(self, seat: Seat) -> Floor:
        """Everybody has something new to answer, and whoever had the floor has used it."""
        said = {**self.said, seat: self.said.get(seat, 0) + 1}
        holder = None if self.holder == seat else self.holder
        return altered(self, said=said, spoken=self.spoken + 1, waited=_NOBODY, holder=holder)

    def waits(self, seat: Seat) -> Floor:
        """Somebody has nothing to say; from who had the floor it goes to the next most eager."""
        waited = self.waited | {seat}
        if self.holder != seat:
            return altered(self, waited=waited)
        return altered(self, waited=waited, holder=None, open=True, passed=self.passed | {seat})

    def invited(self, round: int) -> Floor:
        return altered(self, round=round, open=True, heard=self.spoken, passed=_NOBODY, bids={})

    def bade(self, seat: Seat, eagerness: int) -> Floor:
        return altered(self, bids={**self.bids, seat: eagerness})

    def given(self, seat: Seat | None) -> Floor:
        """Who has waited as a person, and left, has the floor as anybody."""
        return altered(self, holder=seat, open=False, waited=self.waited - {seat})

    def freed(self, seat: Seat) -> Floor:
        """A person sits there now, who speaks when they like: the floor is for those who are asked."""
        return altered(self, holder=None, open=True) if self.holder == seat else self

    def closed(self) -> Floor:
        """Nobody is asked any more; how often each has spoken still counts."""
        return altered(self, holder=None, open=False, waited=_NOBODY)

    # ── what comes next ──

    def left(self, seat: Seat, quota: int) -> int:
        """How often somebody may speak still."""
        return quota - self.said.get(seat, 0)

    def unasked(self, among: Iterable[Seat]) -> list[Seat]:
        """Of these, who has made no bid, while bids are taken."""
        return [seat for seat in among if seat not in self.bids] if self.open else []

    def next(self, wanting: Iterable[object]) -> Literal["gives", "invites", "rests"]:
        """What follows by itself when nobody has the floor and all bids are in: it is given away, or bids are invited again
        when something new has been said, as long as anybody is `wanting` it who may speak; or it rests."""
        if (self.open or self.spoken > self.heard) and any(wanting):
            return "gives" if self.open else "invites"
        return "rests"

    def bidders(self, among: Iterable[Seat]) -> list[Seat]:
        """Of these, who has something to say, and has not given the floor back."""
        return [seat for seat in among if self.bids.get(seat) and seat not in self.passed]

    def most_eager(self, bidders: Iterable[Seat], more: Callable[[Seat], bool], dice: Dice) -> Seat | None:
        """The highest bid of these, one `more` for those of whom that is so; among equals, chance; None: of nobody."""
        eager = {seat: self.bids[seat] + more(seat) for seat in bidders}
        most = max(eager.values(), default=0)
        best = [seat for seat, bid in eager.items() if bid == most]
        return dice().choice(best) if len(best) > 1 else next(iter(best), None)


@state
class Ballot:
    """A vote that everybody sees and may change. `votes` are for whom each is (None: for nobody), `chosen` who has said so in
    this `round`; `changes` is how often a vote became another one, `counted` how often before this round; `late`: somebody who is not
    asked has voted otherwise since the last who is."""

    round: int = 1
    votes: Mapping[Seat, Seat | None] = field(default_factory=dict)
    chosen: frozenset[Seat] = _NOBODY
    changes: int = 0
    counted: int = 0
    late: bool = False

    def voted(self, seat: Seat, whom: Seat | None, asked: bool = True) -> Ballot:
        changed = self.votes.get(seat) != whom
        votes, late = {**self.votes, seat: whom}, not asked and (changed or self.late)
        return altered(self, votes=votes, chosen=self.chosen | {seat}, changes=self.changes + changed, late=late)

    def again(self, round: int, unasked: Collection[Seat]) -> Ballot:
        """Everybody chooses anew but for those who are not asked, and change it when they like; what they said stands."""
        return altered(self, round=round, counted=self.changes, chosen=self.chosen.intersection(unasked), late=False)

    def next(
        self, voters: Collection[Seat], unasked: frozenset[Seat], rounds: int, hurried: bool = True
    ) -> Literal["waits", "again", "open", "settled"]:
        """What follows by itself: it waits for those who are asked; they are asked again, at most so many `rounds`, if they saw
        other votes; it stays open for those who are not asked; or all have chosen. Unless `hurried` by a clock, nobody is asked
        again before all have chosen: what people choose may change minds, too. Whoever comes late has one more round for that."""
        waiting = [seat for seat in voters if seat not in self.chosen]
        if not unasked.issuperset(waiting):
            return "waits"
        changed = self.changes > self.counted and self.round < rounds + self.late
        if changed and not unasked.issuperset(voters) and (hurried or not waiting):
            return "again"
        return "open" if waiting else "settled"
