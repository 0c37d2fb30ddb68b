"""The night, held against a second implementation that was written from the rules page alone."""

from __future__ import annotations

import random

import pytest

from games.core import Seat
from games.mystery.events import HALL, PLACES, Choice
from games.mystery.night import resolve
from tests.games.mystery import naive


def random_night(rng: random.Random) -> tuple[list[str], list[Seat], dict[Seat, str], dict[Seat, Choice]]:
    """A house, those alive, where they were, and what they choose; some are absent."""
    places = list(PLACES[: rng.randint(3, 7)])
    living = [Seat(f"p{n}") for n in sorted(rng.sample(range(1, 11), rng.randint(2, 10)))]
    murderers = set(rng.sample(living, rng.randint(1, max(1, len(living) // 3))))
    last = {seat: rng.choice(places) for seat in living if rng.random() < 0.8}
    crowded = rng.random()
    choices = {}
    for seat in living:
        if rng.random() < 0.1:
            continue
        others = [each for each in living if each != seat]
        follow = rng.choice(others) if rng.random() < 0.3 else None
        place = None if follow else places[0] if rng.random() < crowded else rng.choice(places)
        prey = [each for each in others if each not in murderers]
        acts = ["watch", "hide", "guard", *(["strike"] * 4 if seat in murderers and prey else [])]
        act = rng.choice(acts)
        target = rng.choice(prey if act == "strike" else others) if act in ("guard", "strike") else None
        choices[seat] = Choice(place, follow, act, target)  # type: ignore[arg-type]
    return places, living, last, choices


def everybodys(living: list[Seat], last: dict[Seat, str], choices: dict[Seat, Choice]) -> dict[Seat, Choice]:
    """Whoever is absent stays where they were, and watches."""
    return {seat: choices.get(seat) or Choice(last.get(seat, HALL), None) for seat in living}


def both(seed: int) -> None:
    places, living, last, choices = random_night(random.Random(seed))
    ours = resolve(places, living, everybodys(living, last, choices))
    plain = {
        seat: None
        if (c := choices.get(seat)) is None
        else {"place": c.place, "follow": c.follow, "act": c.act, "target": c.target}
        for seat in living
    }
    theirs = naive.resolve(places, [*living], {**last}, plain)  # type: ignore[arg-type]
    assert dict(ours.where) == theirs["where"], seed
    assert dict(ours.dead) == theirs["dead"], seed
    for seat in living:
        facts = ours.facts[seat]
        mine = {name: getattr(facts, name) for name in theirs["facts"][seat]}
        for name in ("seen", "fell", "blocked", "blows", "cries"):
            assert len(mine[name]) == len(set(mine[name])), (seed, seat, name)
            mine[name] = set(mine[name])
        assert mine == theirs["facts"][seat], (seed, seat)


@pytest.mark.parametrize("chunk", range(4))
def test_two_readings_of_the_page_agree(chunk: int):
    for seed in range(chunk * 1000, chunk * 1000 + 1000):
        both(seed)


def test_the_order_in_which_choices_come_in_changes_nothing():
    rng = random.Random(7)
    for seed in range(500):
        places, living, last, choices = random_night(random.Random(seed))
        chose = everybodys(living, last, choices)
        shuffled = list(chose.items())
        rng.shuffle(shuffled)
        there, here = resolve(places, living, dict(shuffled)), resolve(places, living, chose)
        assert (there.facts, [*there.dead.items()]) == (here.facts, [*here.dead.items()]), seed


if __name__ == "__main__":
    import sys

    for number in range(int(sys.argv[1])):
        both(number)
    sys.stdout.write(f"{sys.argv[1]} nights, no difference\n")
