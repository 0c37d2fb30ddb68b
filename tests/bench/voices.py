"""Whether one can tell who speaks: lines of whole games, without what would give the speaker away, and the key apart.

    python -m tests.bench.voices --lines 80 --seed S [--games town mystery] [--key FILE]

Names, roles, places and numbers are masked, and every catchword: one that hardly anybody else uses. Each of the eight characters speaks
equally often. The lines are printed; the key goes to stderr, or into the file. `--pages` prints the characters' pages first.
"""

from __future__ import annotations

import argparse
import random
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from importlib.resources import files
from pathlib import Path

from games.manners import manners
from games.mystery.events import PLACES, Shared
from games.mystery.options import MysteryOptions
from games.town.events import Said
from games.town.options import TownOptions
from games.town.people import ROLES
from tests.games.mystery import balance as mystery
from tests.games.town import balance as town

FEWEST, OWN, FREQUENT = 5, 0.8, 0.05
"""A catchword is in so many lines and in this share of a character's, and of all lines with it so many are that one's."""

_NAMED = re.compile(
    rf"\b(?:{'|'.join(sorted(map(re.escape, (*ROLES, *PLACES)), key=len, reverse=True))})\b", re.IGNORECASE
)
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")


def lines_of(game: str, seed: str) -> Iterator[tuple[str, str]]:
    """Who said what at one table, by character; greetings apart."""
    if game == "town":
        options = TownOptions(roles="classic", players=9)
        story, tempers = town.play(options, seed)[0], town.begun(options, seed)[2]
        for each in story.log:
            if isinstance(each.event, Said) and each.event.room == "town" and each.event.to is None:
                yield tempers[each.event.seat].manner, each.event.text
    else:
        guests = MysteryOptions(players=8)
        story, tempers = mystery.play(guests, seed)[0], mystery.begun(guests, seed)[2]
        days = (each.event for each in story.log if isinstance(each.event, Shared))
        for shared in list(days)[1:]:  # the first are introductions
            for seat, text in shared.said:
                yield tempers[seat].manner, text


def masked(text: str) -> str:
    text = re.sub(r"\{\w+\}", "@", _NAMED.sub("#", text))
    return re.sub(r"\d+", "#", text)


def catchwords(lines: Sequence[tuple[str, str]]) -> frozenset[str]:
    used, spoken = defaultdict[str, Counter[str]](Counter), Counter(who for who, _ in lines)
    for who, text in lines:
        for word in {each.casefold() for each in _WORD.findall(text)}:
            used[word][who] += 1
    found = set()
    for word, by in used.items():
        (who, times), *_ = by.most_common(1)
        if times >= FEWEST and times >= OWN * by.total() and times >= FREQUENT * spoken[who]:
            found.add(word)
    return frozenset(found)


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lines", type=int, default=80)
    parser.add_argument("--seed", default="voices")
    parser.add_argument("--tables", type=int, default=12, help="of each game, from which lines are drawn")
    parser.add_argument("--games", nargs="*", default=("town", "mystery"), choices=("town", "mystery"))
    parser.add_argument("--key", type=Path, help="a file for it")
    parser.add_argument("--pages", action="store_true")
    chosen = parser.parse_args(arguments)
    if chosen.pages:
        for name in manners():
            page = files("prompts").joinpath("personas", f"{name}.md").read_text(encoding="utf-8")
            print(f"{name.title()}: {page.rpartition('---')[2].strip()}\n")
    every = [
        (who, masked(text))
        for game in chosen.games
        for n in range(chosen.tables)
        for who, text in lines_of(game, f"{chosen.seed}/{n}")
        if text
    ]
    hidden, rng = catchwords(every), random.Random(chosen.seed)
    drawn = list[tuple[str, str]]()
    each = -(-chosen.lines // len(manners()))
    for name in manners():
        own = sorted({line for line in every if line[0] == name})
        drawn += rng.sample(own, min(each, len(own)))
    rng.shuffle(drawn)
    drawn = drawn[: chosen.lines]
    for n, (_, text) in enumerate(drawn, 1):
        print(f"{n}. {_WORD.sub(lambda found: '…' if found[0].casefold() in hidden else found[0], text)}")
    key = "\n".join(f"{n} {who}" for n, (who, _) in enumerate(drawn, 1)) + "\n"
    if chosen.key:
        chosen.key.write_text(key)
    else:
        print(key, file=sys.stderr)


if __name__ == "__main__":
    main()
