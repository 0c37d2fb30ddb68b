"""Whoever learns a game is told, alone and once, what each kind of question is for; and how their part is played well."""

from __future__ import annotations

import random
from typing import Any

import pytest

from games import all_games
from games.core import CLOCK, Game, Hinted, Kind, Seat, Temper, dice_for, house_says, learning
from games.scene import Lines
from games.story import Story
from games.town.manual import strategy
from tests.games.codenames.table import codenames
from tests.games.mystery.table import mystery
from tests.games.town.table import town

GAMES = all_games()


def lesson(game: Game[Any], kind: Kind = "person", seed: str = "a lesson", **more: Any) -> tuple[Story[Any], Seat]:
    """A game to learn by, about to begin, and the seat of whoever learns it."""
    options = game.lobby.options.model_validate({**learning(game.lobby), **more})
    seating = game.lobby.seats(options, [frozenset()], dice_for("seats", 0))
    (you,) = seating.given
    story = Story(game, options, seed)
    story.tell(story.begin({seat: kind if seat == you else "built-in" for seat in seating.seats}))
    return story, you


def played(story: Story[Any], moves: int) -> Story[Any]:
    """The same so many moves later: everybody answers what they owe as a built-in player would."""
    rng = random.Random(1)
    for _ in range(moves):
        owed = story.owed((*story.seats, CLOCK))
        seat = next((each for each in owed if each != CLOCK), None)
        if seat is None:
            break
        ask = owed[seat][0]
        action = story.game.policy.autoplay(story.view(seat), seat, ask, rng, Temper())
        story.tell(story.decide(seat, action, ask.key))
    return story


def hints(story: Story[Any]) -> list[Hinted]:
    return [told.event for told in story.log if isinstance(told.event, Hinted)]


@pytest.mark.parametrize("name", GAMES)
def test_every_question_of_a_lesson_comes_with_a_hint_once_and_to_nobody_else(name: str):
    story, you = lesson(GAMES[name])
    asked: set[str] = set()
    for _ in range(60):
        asked |= {ask.key.partition(":")[0] for ask in story.owed([you]).get(you, ())}
        played(story, 1)
    kinds = [each.of for each in hints(story)]
    assert asked and asked <= set(kinds), "what is owed is explained"
    assert len(kinds) == len(set(kinds))
    assert {each.seat for each in hints(story)} == {you}
    assert all(told.to == {you} for told in story.log if isinstance(told.event, Hinted))


@pytest.mark.parametrize("name", GAMES)
def test_nobody_is_told_who_does_not_want_to_be_or_is_no_person(name: str):
    assert not hints(played(lesson(GAMES[name], hints=False)[0], 20))
    assert not hints(played(lesson(GAMES[name], kind="model")[0], 20))


@pytest.mark.parametrize(("name", "good"), [("town", "Town"), ("mystery", "no murderer")])
def test_whoever_learns_alone_among_ais_is_dealt_a_good_part_and_nobody_else_is(name: str, good: str):
    game = GAMES[name]

    def are_good(seeds: int, others: Kind = "built-in", **more: Any) -> list[bool]:
        found = []
        for n in range(seeds):
            options = game.lobby.options.model_validate({**learning(game.lobby), **more})
            seats = game.lobby.seats(options, [frozenset()], dice_for("seats", 0)).seats
            story = Story(game, options, str(n))
            story.tell(story.begin({seat: "person" if seat == seats[0] else others for seat in seats}))
            found.append(game.lobby.taught(story.view(seats[0]), seats[0]))
        return found

    assert all(are_good(30)) and good in game.lobby.taught_note
    assert not all(are_good(30, hints=False)), "an evil part is dealt where nobody learns"
    assert not all(are_good(30, others="person")), "whoever learns in company may be anything"


def test_where_there_is_no_good_part_a_lesson_begins_all_the_same():
    bitten = ", ".join(["Vampire"] * 6 + ["Serial Killer"])
    story, you = lesson(GAMES["town"], custom=bitten, roles="custom")
    assert story.seats and not story.game.lobby.taught(story.view(you), you)


def test_what_was_said_is_not_said_again_after_a_restart():
    story, _ = lesson(GAMES["liars-dice"])
    played(story, 12)
    again = Story(story.game, story.options, story.seed, story.log)
    assert [each.of for each in hints(story)] == ["bid"] == [each.of for each in hints(played(again, 12))]
    assert house_says(hints(story)[0]).startswith("Hint: You see your own dice")


def test_a_person_who_sits_down_later_is_told_then():
    story, you = lesson(GAMES["mystery"], kind="built-in")
    assert not hints(story)
    story.tell(story.reseat(you, "person"))
    assert [each.of for each in hints(story)] == ["talk"]


def page(found: Any, title: str) -> tuple[str, ...]:
    return next((each.lines for each in found if isinstance(each, Lines) and each.title == title), ())


def test_how_a_role_of_town_is_played_stands_on_its_page_the_first_day_and_can_be_looked_up_always():
    game = town("sheriff doctor mafioso godfather escort lookout jester")
    scene = game.story.game.shows.scene
    advice = tuple(strategy("sheriff").splitlines())
    assert page(scene(game.story.view(Seat("p1")), Seat("p1")).blocks, "How to play it") == advice
    assert not page(scene(game.story.view(None), None).blocks, "How to play it")
    game.night()
    later = scene(game.story.view(Seat("p1")), Seat("p1"))
    assert not page(later.blocks, "How to play it")
    sheet = next(each for each in later.sheets if each.label == "About my role")
    assert page(sheet.blocks, "How to play it")[: len(advice)] == advice


def test_how_a_murderer_and_a_spymaster_play_is_theirs_alone_to_look_up():
    evening, table = mystery(5), codenames("TRUNK:red LEMON:grey STAR:black BEACH:blue")
    for game, whose, label in ((evening, "p1", "About my role"), (table, "red-spymaster", "About my part")):
        scene = game.story.game.shows.scene
        assert label in [each.label for each in scene(game.story.view(Seat(whose)), Seat(whose)).sheets]
        assert label not in [each.label for each in scene(game.story.view(None), None).sheets]
