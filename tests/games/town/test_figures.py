"""What towns come to, from games that were dictated, with values counted by hand."""

from __future__ import annotations

import pytest

from games.core import Cancelled, Figure
from games.town.figures import figures
from games.town.game import TOWN
from games.town.state import State
from tests.games.town.table import town


def town_wins() -> State:
    """The Mafia's only member hangs on day 2; the Jester does not."""
    return town("sheriff doctor godfather jester lookout escort mayor").hang("p3").story.state


def mafia_wins() -> State:
    """The Sheriff hangs, and two are killed in the nights, which makes as many of the one as of the other."""
    game = town("sheriff godfather mafioso lookout doctor escort mayor", mafia_wins_at_parity=True)
    return game.night("p3 kill {p5}").hang("p1").night("p3 kill {p6}").story.state


def by_title(found: tuple[Figure, ...]) -> dict[str, Figure]:
    assert len({each.title for each in found}) == len(found)
    return {each.title: each for each in found}


def test_which_side_won_with_which_role_and_when_is_counted() -> None:
    states = [town_wins(), town_wins(), mafia_wins()]
    assert [each.ended and each.ended.ending for each in states] == ["town", "town", "mafia"]
    found = by_title(figures(states))
    sides = found["How games ended"]
    assert dict(zip(sides.labels, sides.values, strict=True)) == {"Town": 2 / 3, "Mafia": 1 / 3}
    assert sides.of == (3, 3) and sides.low[0] == pytest.approx(0.2077, abs=1e-4)
    assert sides.high[0] == pytest.approx(0.9385, abs=1e-4)
    roles = found["Games won with a role at the end"]
    counted = {label: (value, of) for label, value, of in zip(roles.labels, roles.values, roles.of, strict=True)}
    assert counted == {
        "Sheriff": (2 / 3, 3), "Lookout": (2 / 3, 3), "Doctor": (2 / 3, 3), "Escort": (2 / 3, 3), "Mayor": (2 / 3, 3),
        "Godfather": (1 / 3, 3), "Mafioso": (1.0, 1), "Jester": (0.0, 2),
    }  # fmt: skip
    assert found["Length"].values == (2.0,) and found["Length"].of == (3,)
    assert found["Games that ended on a day"].labels == ("2",)


def test_one_town_alone_is_drawn_day_by_day() -> None:
    [course] = figures([mafia_wins()])
    assert course.course and course.labels == ("1", "2", "end") and course.values == (7.0, 6.0, 4.0)


def test_whoever_comes_back_is_alive_again() -> None:
    game = town("retributionist doctor godfather mafioso escort lookout medium jester")
    game.night("p4 kill {p2}").night("p1 revive {p2}").night().hang("p3").hang("p4")
    assert game.state.ended is not None and game.state.ended.ending == "town"
    [course] = figures([game.state])
    assert course.labels == ("1", "2", "3", "4", "5", "end")
    assert course.values == (8.0, 7.0, 8.0, 8.0, 7.0, 6.0)


def test_a_game_that_was_called_off_counts_for_nothing() -> None:
    game = town()
    state = TOWN.rules.evolve(game.story.state, Cancelled("Enough."))
    assert figures([state]) == figures([]) == ()
    assert figures([state, mafia_wins()]) == figures([mafia_wins()])


def test_many_games_are_counted_by_the_side_that_won() -> None:
    outcome = TOWN.rules.outcome(mafia_wins())
    assert outcome is not None and outcome.side == "Mafia"
    outcome = TOWN.rules.outcome(town_wins())
    assert outcome is not None and outcome.side == "Town"
