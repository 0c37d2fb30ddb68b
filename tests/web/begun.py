"""Games that have come as far as somebody wants to look at them: built-in players play from a seed to a given moment."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from bot.hall import NOTHING_ELSE
from bot.ports import About, Occupant, Saved
from bot.table import new_deadlines
from games import all_games
from games.core import CLOCK, HOST, Action, Ask, Game, IllegalAction, Kind, Seat, Temper, dice_for
from games.story import Step, Story
from tests.bot import tiny

GAMES: dict[str, Game[Any]] = {**all_games(), "duel": tiny.GAME, "boasts": tiny.BOASTS, "scroll": tiny.SCROLL}
"""What the house has, and the tests' own: games that nobody has drawn."""

NAMES = ("Ada", "Basil", "Clio", "Dante", "Edda", "Felix", "Greta", "Hugo", "Iris", "Jasper", "Kaya", "Linus", "Mira")
LONGEST = 4000


@dataclass(frozen=True)
class Begun:
    """A game of these `options`. `people` are the names of those who sit in person, by seat. It stops where the first of them
    (or `whose`) is asked something whose key begins with `asked`, for the how-many-th `time`; with `asked="over"` at its end,
    with none at its beginning."""

    game: str
    options: Mapping[str, Any] = field(default_factory=dict)
    people: Mapping[str, str] = field(default_factory=dict)
    parties: int = 1
    seed: str = "an evening"
    asked: str = ""
    whose: str = ""
    time: int = 1

    def seats(self) -> tuple[Seat, ...]:
        """Every seat, in order."""
        game = GAMES[self.game]
        options = game.lobby.options.model_validate(dict(self.options))
        parties = max(self.parties, len(self.people), min(game.lobby.players))
        return game.lobby.seats(options, [frozenset()] * parties, dice_for(self.seed, 0)).seats

    def opening(self) -> Story[Any]:
        """The story as it begins."""
        game = GAMES[self.game]
        kinds: dict[Seat, Kind] = {seat: "person" if seat in self.people else "built-in" for seat in self.seats()}
        story = Story(game, game.lobby.options.model_validate(dict(self.options)), self.seed)
        story.tell(story.begin(kinds, host=not self.people))
        return story

    def story(self) -> Story[Any]:
        """The story up to its moment."""
        story = self.opening()
        rng, seen = random.Random(self.seed), set[str]()
        watched = Seat(self.whose or next(iter(self.people), story.seats[0]))
        for _ in range(LONGEST):
            seen |= {each.key for each in story.asks(watched) if self.asked and each.key.startswith(self.asked)}
            if story.outcome or not self.asked or len(seen) >= self.time:
                break
            story.tell(_next(story, rng))
        if (self.asked == "over") != bool(story.outcome):
            raise AssertionError(f"{self} does not come to that")
        return story

    def saved(self, id: str, now: float, users: Mapping[str, str], about: About = NOTHING_ELSE) -> Saved:
        """The same as a store has it; `users` are the ids of the people, by seat."""
        story = self.story()
        free = (name for name in NAMES if name not in self.people.values())
        seats = {
            seat: Occupant("person", self.people[seat], user=users[seat])
            if seat in self.people
            else Occupant("built-in", next(free))
            for seat in story.seats
        }
        host = next(iter(users.values()), "")
        return Saved(
            id=id,
            game=self.game,
            version=story.game.rules.version,
            options=story.options.model_dump(mode="json"),
            seed=self.seed,
            about=about,
            host=host,
            place=f"web:{id}",
            seats=seats,
            log=tuple(story.log),
            held=tuple((users[seat], seat) for seat in story.seats if seat in users),
            deadlines=() if story.outcome else tuple(new_deadlines(story, now)),
            created=now,
            ended=now if story.outcome else None,
        )


def _next(story: Story[Any], rng: random.Random) -> Step[Any]:
    """What the next of those who are waited for brings about, else the clock or the host."""
    owed = story.owed(story.seats) or story.owed([CLOCK, HOST]) or {CLOCK: story.asks(CLOCK)}
    seat = next(iter(owed))
    ask = owed[seat][0]
    action = ask.choices[0] if seat in (CLOCK, HOST) else _move(story, seat, ask, rng)
    try:
        return story.decide(seat, action, ask.key)
    except IllegalAction:
        if ask.default is None:
            raise
        return story.decide(seat, ask.default, ask.key)


def _move(story: Story[Any], seat: Seat, ask: Ask, rng: random.Random) -> Action:
    return story.game.policy.autoplay(story.view(seat), seat, ask, rng, Temper())
