"""Whatever people and models are called, say, think, choose and look up: nothing of it is read as anything but their words, and
nobody reads what they were not told.

In every game, on every surface. Where a game is played on in another world with a canary in all that somebody was not told, they
see none; nor the marker of an attack that they did not hear.
"""

from __future__ import annotations

import io
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count, cycle

import pytest
from rich.markdown import Markdown
from rich.text import Text

from bot.names import all_called, called
from bot.surfaces.terminal.console import Screen
from games import all_games
from games.core import TABLE, Seat, tidy
from tests.attacks import reading
from tests.attacks.corpus import Attack, corpus
from tests.attacks.evening import Evening, evening
from tests.attacks.showing import SURFACES, in_the_log
from tests.games import laws


@dataclass
class Read:
    """What was tried, how much was looked at on each surface, and what is wrong with it."""

    shown: Counter[str] = field(default_factory=Counter)
    tried: set[str] = field(default_factory=set)
    wrong: list[str] = field(default_factory=list)
    looks: int = 0

    async def look(self, spent: Evening, seat: Seat | None) -> None:
        """Reads what one seat (None: the public) is shown on the surface whose turn it is; then the same full of canaries."""
        surface = list(SURFACES)[self.looks % len(SURFACES)]
        self.looks += 1
        async for each in SURFACES[surface](spent, seat):
            self.shown[surface] += 1
            self.wrong += each.breaches(spent.tried.values())
            untold = set() if each.ear == TABLE else spent.untold(each.ear or seat)
            self.wrong += [f"{each.where}, {seat}: a secret: {marker}" for marker in untold if marker in each.low]
        if not spent.hears_all(seat):
            with spent.canaried(seat):
                async for each in SURFACES[surface](spent, seat):
                    if each.ear is None and laws.CANARY in each.low:
                        self.wrong.append(f"{each.where}, {seat}: a secret: a word that was not told")

    def listen(self, spent: Evening) -> None:
        untold = spent.untold(None)
        for each in in_the_log(spent):
            self.shown["log"] += 1
            self.wrong += each.breaches(spent.tried.values())
            self.wrong += [f"{each.where}: a secret: {marker}" for marker in untold if marker in each.low]


async def spend(
    read: Read,
    rng: random.Random,
    name: str,
    number: int,
    attacks: Iterator[Attack],
    names: Iterator[Attack],
    looks: int,
    moves: int,
    eyes: int,
) -> None:
    """The evening of that number: some moves, then a look at it by the public and so many others; the same again, and so on."""
    async with evening(name, rng, names, old=number % 3 == 1) as spent:
        for _ in range(looks):
            goes_on = await spent.play(attacks, moves)
            for seat in (None, *rng.sample(spent.table.order, min(eyes, len(spent.table.order)))):
                await read.look(spent, seat)
            if not goes_on:
                break
        read.listen(spent)
        read.tried |= set(spent.tried)


async def evenings(seed: int, rounds: int, looks: int, moves: int, eyes: int) -> Read:
    """So many evenings of every game, and as many more as it takes to try all that there is."""
    rng, read, every = random.Random(seed), Read(), {each.id for each in corpus()}
    only = [each for each in corpus("name") if "talk" not in each.where]
    more = [each for each in corpus("name") if "talk" in each.where]
    names = cycle([*rng.sample(only, len(only)), *rng.sample(more, len(more))])
    attacks = cycle(rng.sample(corpus("talk"), len(corpus("talk"))))
    for number in count():
        if number >= rounds and read.tried >= every:
            return read
        for name in sorted(all_games()):
            await spend(
                read, random.Random(f"{name}/{seed}/{number}"), name, number, attacks, names, looks, moves, eyes
            )
    raise AssertionError("unreachable")


async def test_no_attack_is_more_than_words_on_any_surface():
    read = await evenings(seed=0, rounds=2, looks=1, moves=45, eyes=1)
    assert set(read.shown) == {*SURFACES, "log"}
    assert read.wrong == []


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(1, 9))
async def test_nor_in_many_evenings(seed: int):
    read = await evenings(seed, rounds=10, looks=2, moves=12, eyes=3)
    assert read.wrong == []


@pytest.mark.parametrize("width", [40, 80])
def test_wherever_a_terminal_breaks_a_line_none_begins_with_their_words(width: int):
    for attack in corpus():
        words = tidy(attack.text)
        printed = [printed_on(columns, f"{words} loses a die; {words} bids two fives.") for columns in (width, 20_000)]
        assert list(reading.in_a_terminal(*printed, [attack])) == []


def test_rules_lose_no_letter_however_narrow_the_screen():
    text = "The Mafia talks among itself, so do the Vampires, the Jailor with the prisoner, a Medium with the dead."
    for width in range(30, 90):
        out = io.StringIO()
        Screen(file=out, width=width, color_system=None, legacy_windows=False).print(Markdown(text))
        assert out.getvalue().split() == text.split() and "\n " not in out.getvalue().strip()


def printed_on(width: int, text: str) -> str:
    out = io.StringIO()
    Screen(file=out, width=width, force_terminal=False, color_system=None, legacy_windows=False).print(Text(text))
    return out.getvalue()


def test_names_that_were_made_fit_stay_as_they_are():
    """Or people would be called something else after each restart."""
    names: list[str] = []
    for attack in corpus("name"):
        names.append(called(attack.text, names, 60))
    assert all_called(names) == names
