"""How the evening goes by itself: the deal, what comes of a talk, a night and a vote, and who has won."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from games.core import EVERYONE, Dice, Outcome, Seat, Told, escape, tidy
from games.mystery.events import (
    ACCUSING,
    NOBODY,
    Counted,
    Dawn,
    Doomed,
    Ended,
    Ending,
    Hanged,
    MurderersMet,
    NightFell,
    Opened,
    Role,
    RoleGiven,
    Shared,
    TalkBegan,
    VoteBegan,
    Witnessed,
)
from games.mystery.night import resolve
from games.mystery.options import MysteryOptions
from games.mystery.state import State


def setup(every: tuple[Seat, ...], options: MysteryOptions, dice: Dice) -> list[Told]:
    """The house for everyone, a role for each."""
    count = min(options.murderers_among(len(every)), (len(every) - 1) // 2)
    rng = dice()
    guilty = frozenset(rng.sample(every, count))
    lucky = rng.sample(every, options.hiders_among(len(every)))
    hiders = tuple(seat for seat in every if seat in lucky)
    house_rules = escape(tidy(options.house_rules))
    opened = Opened(every, options.places_for(len(every)), count, options.rules_for(len(every)), house_rules, hiders)
    return [
        Told(EVERYONE, opened),
        *(Told(frozenset({seat}), RoleGiven(seat, "innocent")) for seat in every if seat not in guilty),
        Told(guilty, MurderersMet(tuple(seat for seat in every if seat in guilty))),
        Told(EVERYONE, TalkBegan(0, 1)),
    ]


def then(s: State, dice: Dice) -> list[Told]:
    if s.doomed and (back := [seat for seat in s.seats if seat in s.doomed and seat in s.people]):
        return [Told(EVERYONE, Doomed(seat, False)) for seat in back]
    match s.phase:
        case "talk" if s.answered.issuperset(s.alive):
            return _share(s, dice)
        case "night" if len(s.choices) >= len(s.alive) and not (s.rules.full_nights and s.limit):
            return dawn(s)
        case "dawn":
            return _end(s) or [Told(EVERYONE, TalkBegan(s.day, 1))]
        case "vote" if not s.people and s.answered.issuperset(s.alive):
            return count(s)
        case "last words":
            return _hang(s)
    return []


def _share(s: State, dice: Dice) -> list[Told]:
    """The statements of a round together; then the next round, the answers of those accused in the last, the vote, or the first night."""
    said = [s.spoken[seat] for seat in s.alive if seat in s.spoken]
    dice().shuffle(said)
    said.sort(key=lambda each: any(claim.kind in ACCUSING for claim in each.means))
    texts = tuple([(each.seat, each.text) for each in said])
    means = tuple([claim for each in said for claim in each.means])
    shared = Told(EVERYONE, Shared(s.day, s.round, texts, means))
    if s.day == 0:
        return [shared, Told(EVERYONE, NightFell(1))]
    if s.round < s.rules.rounds:
        return [shared, Told(EVERYONE, TalkBegan(s.day, s.round + 1))]
    against = {
        claim.whom for each in said for claim in each.means if claim.kind in ACCUSING and claim.whom != each.seat
    }
    if s.round == s.rules.rounds and (accused := tuple(seat for seat in s.alive if seat in against)):
        return [shared, Told(EVERYONE, TalkBegan(s.day, s.round + 1, accused))]
    return [shared, Told(EVERYONE, VoteBegan(s.day))]


def dawn(s: State) -> list[Told]:
    """What the night told everybody, and who is found in the morning."""
    night = resolve(s.places, s.alive, s.choices)
    told = [Told(frozenset({seat}), Witnessed(seat, s.day, night.facts[seat])) for seat in s.alive]
    frightened = tuple((seat, s.roles[seat]) for seat in s.seats if seat in s.doomed and seat not in night.dead)
    taken = tuple(seat for seat in s.taken if seat in s.gone and seat not in night.dead)
    return [*told, Told(EVERYONE, Dawn(s.day, tuple(night.dead.items()), frightened, taken))]


def count(s: State) -> list[Told]:
    """The votes, and whom they hang: a tie at the top, or nobody on top, hangs no one."""
    votes = tuple([(seat, None if s.votes[seat] == NOBODY else Seat(s.votes[seat])) for seat in s.alive])
    tally = Counter([whom for _, whom in votes]).most_common(2)
    tied = len(tally) > 1 and tally[0][1] == tally[1][1]
    return [Told(EVERYONE, Counted(s.day, votes, None if tied else tally[0][0]))]


def _hang(s: State) -> list[Told]:
    """After the count: last words, the rope, and the end or the next night."""
    if s.hangs is not None:
        if s.rules.last_words and s.hangs not in s.answered:
            return []
        return [Told(EVERYONE, Hanged(s.hangs, s.roles[s.hangs]))]
    if ended := _end(s):
        return ended
    if s.day >= s.rules.most_nights:
        return [_ended(s, "innocent", "exhaustion")]
    return [Told(EVERYONE, NightFell(s.day + 1))]


def _end(s: State) -> list[Told]:
    """Whether it is over, after a dawn or a hanging."""
    guilty = sum([s.roles[seat] == "murderer" for seat in s.alive])
    if not guilty:
        hanged = any(death.role == "murderer" and death.where == "hanged" for death in s.deaths)
        return [_ended(s, "innocent", "all hanged" if hanged else "none left")]
    return [_ended(s, "murderer", "parity")] if guilty * 2 >= len(s.alive) else []


def _ended(s: State, winner: Role, why: Ending) -> Told:
    roles = tuple(s.roles[seat] for seat in s.seats)
    nights = tuple(tuple(map(night.get, s.seats)) for night in s.nights)
    facts = tuple(tuple(map(night.get, s.seats)) for night in s.facts)
    return Told(EVERYONE, Ended(winner, why, roles, nights, facts, s.plots))


def outcome(s: State) -> Outcome | None:
    if s.ended is None:
        return None
    return Outcome(frozenset(seat for seat in s.seats if s.role(seat) == s.ended.winner), verdict(s.ended))


def verdict(ended: Ended) -> str:
    """How it ended, in one sentence."""
    return _VERDICTS[ended.why]


_VERDICTS: Mapping[Ending, str] = {
    "all hanged": "Every murderer is dead: the innocents win.",
    "none left": "No murderer is left: the innocents win.",
    "parity": "The murderers are at least as many as the innocents: the murderers win.",
    "exhaustion": "The nights are over, and help arrives: the innocents win.",
}
