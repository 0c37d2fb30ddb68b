"""What is so at every moment of every murder mystery, counted anew from the log."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from games.core import CLOCK, HOST, Hinted, Seat, Told
from games.mystery import events
from games.mystery.events import Choice, Facts, Role
from games.mystery.state import State
from games.story import Story
from tests.games.mystery import naive


def breaches(story: Story[State]) -> Iterator[str]:
    """Whatever is not as it must be, in words."""
    s = story.state
    dead = [death.seat for death in s.deaths]
    if len(dead) != len(set(dead)) or set(s.alive) != set(s.seats) - set(dead):
        yield f"{s.alive} live, {dead} are dead"
    if [*s.roles] != [*s.seats] or [*s.roles.values()].count("murderer") != s.murderers:
        yield f"the table does not know who is guilty: {s.roles}"
        return
    yield from _asked(story)
    yield from _public(story)
    if (over := _over(s)) and s.ended is None and story.paused is None:
        yield f"{over}, and the game goes on"
    if s.ended is not None and over != f"{s.ended.winner}: {s.ended.why}":
        yield f"said to have ended by {s.ended.winner}: {s.ended.why}; {over or 'nothing'} is so"


def _over(s: State) -> str:
    """Who has won by the page, and how; nothing while it goes on. Only where a dawn or a hanging has just been."""
    guilty = sum(s.role(seat) == "murderer" for seat in s.alive)
    hanged = {death.seat for death in s.deaths if death.where == "hanged"}
    if not guilty:
        return f"innocent: {'all hanged' if any(s.role(seat) == 'murderer' for seat in hanged) else 'none left'}"
    if 2 * guilty >= len(s.alive):
        return "murderer: parity"
    if s.phase == "over" and s.day == s.rules.most_nights and len(s.ballots) == s.day:
        return "innocent: exhaustion"
    if s.day > s.rules.most_nights:
        return "a night too many"
    return ""


def _asked(story: Story[State]) -> Iterator[str]:
    """The living are asked what the moment asks of them, and nobody else is."""
    s = story.state
    if story.outcome or story.paused is not None:
        return
    expected: set[Seat] = {
        "talk": set(s.alive) - s.answered,
        "night": set(s.alive) - s.choices.keys(),
        "vote": set(s.alive) - s.answered,
        "last words": {s.hangs} - {None},
    }.get(s.phase, set())  # type: ignore[assignment]
    if set(story.owed(story.seats)) != expected:
        yield f"in {s.phase} {s.day} these are waited for: {set(story.owed(story.seats))}, not {expected}"
    for seat in s.seats:
        asks = story.asks(seat)
        if asks and seat not in s.alive:
            yield f"{seat} is dead and asked"
        for ask in asks:
            if ask.private != (s.phase == "night" or ask.follows):
                yield f"{ask.key} is {'' if ask.private else 'not '}private"
            yield from _allowed(s, seat, ask)
    if bool(story.asks(CLOCK)) and not s.people:
        yield "time runs among AIs"
    if any(ask.need != "none" for ask in story.asks(HOST)):
        yield "the host is waited for"


def _allowed(s: State, seat: Seat, ask: Any) -> Iterator[str]:
    """What a choice for the night offers is what the page offers."""
    if events.Night not in ask.forms:
        return
    own = [night[seat] for night in s.nights]
    last: Choice | None = own[-1] if own else None
    guilty = s.role(seat) == "murderer"
    others = [each for each in s.alive if each != seat]
    where = [*s.places, *(f"follow {{{each}}}" for each in others if last is None or last.follow != each)]
    acts = ["watch"]
    if sum(choice.act == "hide" for choice in own) < s.rules.hides + (seat in s.hiders):
        acts.append("hide")
    acts += [f"guard {{{e}}}" for e in others if last is None or last.act != "guard" or last.target != e]
    if guilty and not s.gentle:
        acts += [f"strike {{{each}}}" for each in others if s.role(each) == "innocent"]
    if (list(ask.allowed["where"]), list(ask.allowed["act"])) != (where, acts):
        yield f"{seat} may go to {ask.allowed['where']} and {ask.allowed['act']}, not {where} and {acts}"


def _public(story: Story[State]) -> Iterator[str]:
    """Before the end, everybody knows the roles of the hanged and the frightened, and what follows from them."""
    s, view = story.state, story.view(None)
    if s.ended is not None:
        return
    told = {death.seat for death in s.deaths if death.where in ("hanged", "fright")}
    roles: dict[Seat, Role] = {seat: role for seat, role in s.roles.items() if seat in told}
    if [*roles.values()].count("murderer") == s.murderers:
        roles = {seat: roles.get(seat, "innocent") for seat in s.seats}
    if view.roles != roles:
        yield f"the public believes {view.roles}, and was told {roles}"
    if any((view.choices, *view.nights, *view.facts, view.plots)):
        yield "the public knows what was sealed"
    if view.spoken and s.phase == "talk":
        yield "the public knows statements before they are shared"


# ── the whole log ─────────────────────────────────────────────────────────────────────────────────────────────────────


def breaches_at_the_end(story: Story[State]) -> Iterator[str]:
    """What is so of a whole log: every night and every vote, worked out again by other means."""
    s, log = story.state, story.log
    opened = next(each.event for each in log if isinstance(each.event, events.Opened))
    house = _House(opened, s)
    for at, told in enumerate(log):
        yield from house.hears(told, at == len(log) - 1)
    if s.ended is not None:
        yield from _reveals(s.ended, house)


class _House:
    """What can be reckoned from the log alone, event by event."""

    def __init__(self, opened: events.Opened, final: State) -> None:
        self.seats, self.places, self.rules = opened.seats, list(opened.places), opened.rules
        self.hiders = opened.hiders
        self.roles = final.roles
        self.alive = list(opened.seats)
        self.choices: dict[Seat, Choice] = {}
        self.last: dict[str, str] = {}
        self.nights: list[dict[Seat, Choice]] = []
        self.facts: list[dict[Seat, Facts]] = []
        self.doomed: set[Seat] = set()
        self.spoken: dict[Seat, str] = {}
        self.votes: dict[Seat, Seat | None] = {}
        self.hangs: Seat | None = None
        self.plots: list[tuple[int, Seat, str]] = []
        self.night = 0

    def hears(self, told: Told, latest: bool) -> Iterator[str]:
        event = told.event
        secret = isinstance(
            event,
            Hinted
            | events.RoleGiven
            | events.MurderersMet
            | events.Spoke
            | events.Chose
            | events.Plotted
            | events.Witnessed,
        ) or (isinstance(event, events.Voted) and not self.rules.open_votes)
        if secret == (told.to is None):
            yield f"told to {told.to}: {event}"
        match event:
            case (
                events.Spoke(seat=seat)
                | events.Chose(seat=seat)
                | events.Voted(seat=seat)
                | events.LastWords(seat=seat)
            ):
                if seat not in self.alive:
                    yield f"the dead act: {event}"
        match event:
            case events.NightFell(night=night):
                if night != self.night + 1:
                    yield f"night {night} follows night {self.night}"
                self.night, self.choices = night, {}
            case events.Chose(seat=seat, choice=choice):
                if told.to != {seat} or seat in self.choices:
                    yield f"{seat} chooses twice, or aloud"
                self.choices[seat] = choice
                yield from self._legal(seat, choice)
            case events.Witnessed(seat=seat, facts=facts):
                if told.to != {seat}:
                    yield f"the facts of {seat} are told to {told.to}"
                if len(self.facts) < self.night:
                    self.facts.append({})
                self.facts[-1][seat] = facts
            case events.Doomed(seat=seat, doomed=doomed):
                (self.doomed.add if doomed else self.doomed.discard)(seat)
            case events.Dawn():
                yield from self._dawn(event)
            case events.Plotted(seat=seat, text=text):
                if told.to != {each for each in self.seats if self.roles[each] == "murderer"}:
                    yield f"whispers reach {told.to}"
                self.plots.append((self.night, seat, text))
            case events.TalkBegan(accused=accused):
                self.spoken, self.speakers = {}, {*accused} or {*self.alive}
            case events.Spoke(seat=seat, text=text):
                self.spoken[seat] = text
            case events.Shared(said=said):
                if dict(said) != self.spoken or {seat for seat, _ in said} != self.speakers:
                    yield f"shared is {said}, said was {self.spoken}"
            case events.VoteBegan():
                self.votes = {}
            case events.Voted(seat=seat, whom=whom):
                if whom is not None and whom not in self.alive:
                    yield f"a vote for the dead: {event}"
                self.votes[seat] = whom
            case events.Counted():
                yield from self._count(event)
            case events.Hanged(seat=seat, role=role):
                if seat != self.hangs or role != self.roles[seat] or seat not in self.alive:
                    yield f"{event}, but {self.hangs} has to hang, who is {self.roles[seat]}"
                self._die(seat)
            case events.Ended() if not latest:
                yield "something happens after the end"

    def _legal(self, seat: Seat, choice: Choice) -> Iterator[str]:
        own = [night[seat] for night in self.nights if seat in night]
        last = own[-1] if own and len(own) == len(self.nights) else None
        if (choice.place is None) == (choice.follow is None) or choice.place not in (None, *self.places):
            yield f"{seat} goes to {choice.place} and follows {choice.follow}"
        if choice.follow is not None and (
            choice.follow == seat or choice.follow not in self.alive or (last and last.follow == choice.follow)
        ):
            yield f"{seat} follows {choice.follow} after {last}"
        if (choice.target is not None) != (choice.act in ("guard", "strike")):
            yield f"{seat} has {choice.act} for {choice.target}"
        if choice.target is not None and (choice.target == seat or choice.target not in self.alive):
            yield f"{seat} has {choice.act} for {choice.target}"
        if choice.act == "guard" and last and last.act == "guard" and last.target == choice.target:
            yield f"{seat} guards {choice.target} two nights running"
        if choice.act == "hide" and sum(each.act == "hide" for each in own) >= self.rules.hides + (seat in self.hiders):
            yield f"{seat} hides too often"
        if choice.act == "strike":
            target = choice.target
            if self.roles[seat] != "murderer" or target is None or self.roles[target] != "innocent":
                yield f"{seat} strikes at {target}"
            if self.night == 1 and not self.rules.strike_first_night:
                yield f"{seat} strikes in the first night"

    def _dawn(self, dawn: events.Dawn) -> Iterator[str]:
        """The night anew, by the rules as somebody else read them."""
        plain: naive.Choices = {
            seat: {"place": c.place, "follow": c.follow, "act": c.act, "target": c.target}
            if (c := self.choices.get(seat))
            else None
            for seat in self.alive
        }
        right = naive.resolve(self.places, [*self.alive], {**self.last}, plain)
        facts = self.facts[-1] if self.facts else {}
        if set(facts) != set(self.alive):
            yield f"night {self.night} told {set(facts)} something"
            return
        for seat in self.alive:
            if (mine := _plain(facts[seat])) != right["facts"][seat]:
                yield f"night {self.night} told {seat} {mine}, not {right['facts'][seat]}"
        if dict(dawn.found) != right["dead"]:
            yield f"found: {dawn.found}; fallen: {right['dead']}"
        if any(self.roles[seat] == "murderer" for seat, _ in dawn.found):
            yield f"a murderer was murdered: {dawn.found}"
        fright = {seat: self.roles[seat] for seat in self.doomed if seat not in right["dead"]}
        if dict(dawn.frightened) != fright:
            yield f"of fright died {dawn.frightened}, not {fright}"
        if any(seat in {*right["dead"], *fright} or seat not in self.alive for seat in dawn.taken):
            yield f"somebody plays on for the dead: {dawn.taken}"
        self.last = right["where"]
        self.nights.append(dict(self.choices))
        for seat in (*right["dead"], *fright):
            self._die(Seat(seat))

    def _count(self, counted: events.Counted) -> Iterator[str]:
        if dict(counted.votes) != self.votes or set(self.votes) != set(self.alive):
            yield f"counted: {counted.votes}; cast: {self.votes}"
        ballots = Counter(self.votes.values())
        most = max(ballots.values())
        top = [whom for whom, votes in ballots.items() if votes == most]
        self.hangs = top[0] if len(top) == 1 else None
        if counted.hangs != self.hangs:
            yield f"{counted.hangs} hangs by {ballots}"

    def _die(self, seat: Seat) -> None:
        self.alive.remove(seat)
        self.doomed.discard(seat)


def _plain(facts: Facts) -> dict[str, Any]:
    """Facts as the naive rules tell them: without an order."""
    plain = {name: getattr(facts, name) for name in ("place", "hid", "guarded", "struck", "saved")}
    return plain | {name: set(getattr(facts, name)) for name in ("seen", "fell", "blocked", "blows", "cries")}


def _reveals(ended: events.Ended, house: _House) -> Iterator[str]:
    """What is told at the end is what was."""
    if dict(zip(house.seats, ended.roles, strict=True)) != house.roles:
        yield f"revealed as {ended.roles}"
    for what, rows, kept in (("choices", ended.choices, house.nights), ("facts", ended.facts, house.facts)):
        told: Sequence[Any] = [
            {seat: each for seat, each in zip(house.seats, row, strict=True) if each is not None} for row in rows
        ]
        if list(told) != kept:
            yield f"the {what} of the nights are revealed as {told}, and were {kept}"
    if list(ended.plots) != house.plots:
        yield f"the whispers are revealed as {ended.plots}"
