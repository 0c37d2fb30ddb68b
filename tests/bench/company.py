"""How good the company of the built-in players is: how they talk, whether they do as they say, and how their games run.

    python -m tests.bench.company [--games N] [--players N] [--strength easy|normal|hard] [--seed S] [--jobs N]

Whole games of Town (the classic list) and of the mystery, all seats built-in players of mixed tempers. `--strength` is Town's. A
sentence's pattern is its words with names, roles, places and numbers masked. Each share is printed with its 95 % interval; games count as clusters.
"""

from __future__ import annotations

import argparse
import gc
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from multiprocessing import Pool
from typing import Any

from games.core import STRENGTHS, Seat, Strength
from games.intervals import of_cases
from games.mystery import events as mystery_events
from games.mystery.options import MysteryOptions
from games.story import Story
from games.town import events as town_events
from games.town.events import BallotBegan, DayBroke, Jailed, Lynched, NightFell, Nominated, Ordered, Said, TrialBegan
from games.town.options import TownOptions
from games.town.people import ROLES
from games.town.roles import ROLE
from tests.games.mystery import balance as mystery
from tests.games.town import balance as town

OFTEN = 60
"""So many of the most frequent patterns make the share that tells how much of all talk is the same."""

REPEATERS = {"lookout": "watch", "escort": "block", "doctor": "heal", "sheriff": "check"}
"""Roles whose targets are compared with those of the night before, and what they do."""

_SENTENCE = re.compile(r"[^.!?…]+[.!?…]*")
_ROLE = re.compile("|".join(sorted(map(re.escape, ROLES), key=len, reverse=True)), re.IGNORECASE)
_QUIET = re.compile(
    r"\b(so quiet all|not a word (?:all|from|of|so|today|yet)|silence is|speak up|some only listen|heard something by now|hear something by now)\b"
)


@dataclass
class Measured:
    """What was counted, each case with the game that it comes from, under a line's title; and how often each pattern was said."""

    cases: dict[str, list[tuple[float, int]]] = field(default_factory=lambda: defaultdict(list))
    patterns: Counter[str] = field(default_factory=Counter)
    games: int = 0

    def __iadd__(self, other: Measured) -> Measured:
        for title, each in other.cases.items():
            self.cases[title] += [(value, game + self.games) for value, game in each]
        self.patterns += other.patterns
        self.games += other.games
        return self

    def count(self, title: str, value: float) -> None:
        self.cases[title].append((float(value), 0))


def masked(text: str, places: Iterable[str] = ()) -> Iterator[str]:
    """The patterns of the sentences of a text in which names stand as {seat} marks: “{p3} was in the Hall.” → “@ was in the #.”"""
    text = re.sub(r"\{\w+\}", "@", text)
    for place in places:
        text = text.replace(place, "#")
    text = re.sub(r"\d+", "#", _ROLE.sub("#", text)).casefold()
    text = re.sub(r"([@#])(?:(?:,| and|, and) \1)+", r"\1", text)  # a list of them is one
    yield from (" ".join(each.split()) for each in _SENTENCE.findall(text) if each.strip())


def count_talk(found: Measured, said: Sequence[tuple[Seat, str]], places: Sequence[str] = ()) -> None:
    """What the sentences of one game have in common."""
    table, own = Counter[str](), Counter[tuple[Seat, str]]()
    for seat, text in said:
        for pattern in masked(text, places):
            found.count("sentences said before at this table", table[pattern] > 0)
            found.count("sentences that the same speaker has said before", own[seat, pattern] > 0)
            found.count("sentences said for the fourth time or more", table[pattern] >= 3)
            table[pattern] += 1
            own[seat, pattern] += 1
    found.patterns += table


def _follows(found: Measured, title: str, voted: Seat | None, blamed: Sequence[Seat], trusted: Sequence[Seat]) -> None:
    """Whether a vote for somebody is one for whom the voter has spoken against, or at least not for whom they have stood up."""
    if voted is not None and (blamed or trusted):
        found.count(title, voted in trusted or (bool(blamed) and voted not in blamed))


# ── Town ──────────────────────────────────────────────────────────────────────────────────────────────────────────────


def of_town(story: Story[Any]) -> Measured:
    """What one game of Town tells."""
    found, s = Measured(games=1), story.state
    assert s.ended is not None
    log = [told.event for told in story.log]
    found.count("games won by the Town", s.ended.ending == "town")
    found.count("draws by time-out", s.ended.ending == "time-out")
    said = [
        (each.seat, each.text) for each in log if isinstance(each, Said) and each.room == "town" and each.to is None
    ]
    count_talk(found, said)
    found.count("whispers a game", sum(isinstance(each, Said) and each.to is not None for each in log))
    count_charges(found, log)
    _nights(found, story, log)
    _claims(found, story, log)
    _votes(found, log)
    return found


def count_charges(found: Measured, log: Sequence[Any]) -> None:
    """Charges of silence, by whether most at the table had spoken that day."""
    spoken, alive = set[Seat](), set[Seat]()
    for each in log:
        match each:
            case town_events.Opened():
                alive = {*each.seats}
            case DayBroke():
                spoken = set()
            case Lynched():
                alive.discard(each.seat)
            case Said(room="town", to=None):
                if _QUIET.search(each.text.casefold()):
                    found.count("charges of silence before half of the table had spoken", 2 * len(spoken) < len(alive))
                spoken.add(each.seat)


def _nights(found: Measured, story: Story[Any], log: Sequence[Any]) -> None:
    """Nights on which a living Jailor jails nobody, and targets of the night before."""
    roles, jailed, jailors = dict[Seat, str](), set[Seat](), list[Seat]()
    last, tonight, night = dict[Seat, Seat](), dict[Seat, Seat](), 0
    before = story.state.graves
    fallen = {grave.seat: grave.day + (not grave.lynched) for grave in before}  # they do nothing from that night on
    for each in log:
        match each:
            case town_events.RoleGiven():
                roles[each.seat] = each.role
            case town_events.Became():
                roles[each.seat] = each.role
            case NightFell():
                night, last, tonight, jailed = each.night, tonight, {}, set()
                jailors = [seat for seat, role in roles.items() if role == "jailor" and fallen.get(seat, 99) > night]
            case Jailed():
                jailed.add(each.prisoner)
            case Ordered(order=order) if order is not None and order.target is not None:
                tonight[each.seat] = order.target
            case town_events.Dawned():
                for _ in jailors:
                    found.count("nights of a living Jailor with nobody jailed", not jailed)
                for seat, target in tonight.items():
                    if roles[seat] in REPEATERS and seat in last:
                        found.count(
                            f"a {roles[seat].title()}'s target is that of the night before", target == last[seat]
                        )


def _claims(found: Measured, story: Story[Any], log: Sequence[Any]) -> None:
    """Mafiosi who claim the same role at one table, and claims of roles that the list cannot deal."""
    mafia = {seat for seat in story.state.seats if ROLE[_dealt(log, seat)].faction == "mafia"}
    claimed: dict[Seat, set[str]] = defaultdict(set)
    for each in log:
        if isinstance(each, Said) and each.room == "town":
            claimed[each.seat] |= {claim.role for claim in each.means or () if claim.kind == "role" and claim.role}
    shared = Counter(role for seat in mafia for role in claimed[seat])
    found.count("games in which two Mafiosi claim one role", any(times > 1 for times in shared.values()))


def _dealt(log: Sequence[Any], seat: Seat) -> Any:
    return next(each.role for each in log if isinstance(each, town_events.RoleGiven) and each.seat == seat)


def _votes(found: Measured, log: Sequence[Any]) -> None:
    """Nominations of a ballot, as they stand at its end, beside what the voter has said that day."""
    blamed, trusted = defaultdict[Seat, list[Seat]](list), defaultdict[Seat, list[Seat]](list)
    named = dict[Seat, Seat | None]()

    def close() -> None:
        for seat, whom in named.items():
            _follows(found, "nominations against what the voter said that day", whom, blamed[seat], trusted[seat])
        named.clear()

    for each in log:
        match each:
            case DayBroke():
                close()
                blamed.clear(), trusted.clear()
            case BallotBegan() | TrialBegan() | NightFell():
                close()
            case Nominated():
                named[each.seat] = each.whom
            case Said(room="town", to=None):
                for claim in each.means or ():
                    if claim.target is not None and claim.kind in ("accuse", "trust"):
                        (trusted if claim.kind == "trust" else blamed)[each.seat].append(claim.target)
    close()


# ── mystery ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def of_mystery(story: Story[Any]) -> Measured:
    """What one evening tells."""
    found, s = Measured(games=1), story.state
    assert s.ended is not None
    log = [told.event for told in story.log]
    last = max((each.day for each in log if isinstance(each, mystery_events.VoteBegan)), default=0)
    found.count("evenings won by the murderers", s.ended.winner == "murderer")
    found.count("evenings that end on day 1", last <= 1)
    found.count("evenings that reach day 3", last >= 3)
    said = [words for each in log if isinstance(each, mystery_events.Shared) for words in each.said]
    count_talk(found, said, s.places)
    thoughts: Mapping[tuple[Seat, str], list[Seat]] = {}
    for each in log:
        match each:
            case mystery_events.TalkBegan() if each.round == 1:
                thoughts = defaultdict(list)
            case mystery_events.Shared():
                for claim in each.means or ():
                    if claim.whom is not None:
                        thoughts[claim.by, claim.kind].append(claim.whom)
            case mystery_events.Counted():
                for seat, whom in each.votes:
                    blamed = [*thoughts[seat, "accuses"], *thoughts[seat, "guilty"]]
                    _follows(
                        found, "votes against what the voter said that day", whom, blamed, thoughts[seat, "clears"]
                    )
    return found


# ── many of them ──────────────────────────────────────────────────────────────────────────────────────────────────────


ALLOWED = {"town": range(7, 16), "mystery": range(4, 11)}
"""How many may play."""


def play_town(strength: Strength, players: int, seed: str) -> Measured:
    return of_town(town.play(TownOptions(roles="classic", players=players), seed, strength=strength)[0])


def play_mystery(players: int, seed: str) -> Measured:
    return of_mystery(mystery.play(MysteryOptions(players=players), seed)[0])


def lines(measured: Measured) -> Iterator[str]:
    """A line a measure."""
    said = measured.patterns.total()
    most = sum(times for _, times in measured.patterns.most_common(OFTEN))
    yield f"  {len(measured.patterns)} patterns in {said} sentences; the {OFTEN} most frequent are {most / max(1, said):.0%} of all"
    for title, cases in measured.cases.items():
        mean, share = sum(value for value, _ in cases) / len(cases), not title.endswith("a game")
        low, high = of_cases(cases, share)
        form = "{:.1%} [{:.1%}, {:.1%}] of {}" if share else "{:.2f} [{:.2f}, {:.2f}] of {}"
        yield f"  {title}: {form.format(mean, low, high, len(cases))}"


def measure(pool: Any, play: Callable[[int, str], Measured], players: int, games: int, seed: str) -> Measured:
    found = Measured()
    for each in pool.imap(partial(play, players), [f"{seed}/{players}/{n}" for n in range(games)], chunksize=4):
        found += each
    return found


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=100, help="of each game and size")
    parser.add_argument(
        "--players", type=int, nargs="*", default=(), help="7 9 15; where none is named, the usual ones"
    )
    parser.add_argument("--strength", choices=tuple(STRENGTHS), default="normal", help="how well they play Town")
    parser.add_argument("--seed", default="company", help="games are numbered from it")
    parser.add_argument("--jobs", type=int, default=2)
    chosen = parser.parse_args(arguments)
    with Pool(chosen.jobs, gc.set_threshold, (100_000,)) as pool:
        for name, play, sizes in (
            ("town", partial(play_town, chosen.strength), (9, 12, 15)),
            ("mystery", play_mystery, (5, 7, 9)),
        ):
            for players in [n for n in chosen.players if n in ALLOWED[name]] or sizes:
                measured = measure(pool, play, players, chosen.games, chosen.seed)
                print(f"{name} of {players}, {measured.games} games:", *lines(measured), sep="\n", flush=True)


if __name__ == "__main__":
    main()
