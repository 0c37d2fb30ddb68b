"""The laws, for every game there is, over games played by dice."""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from games import all_games, wire
from games.core import CLOCK, HOST, Game, Seat, Temper, Told
from games.story import Story
from tests.conftest import Much
from tests.games import laws

GAMES = sorted(all_games())


@pytest.fixture(params=GAMES)
def game(request: pytest.FixtureRequest) -> Game[Any]:
    return all_games()[request.param]


ENOUGH = 4000
"""Events after which a law has seen enough tables, of games however long."""

AT_LENGTH = 1000
"""The same for laws that look at all that was ever told, as every seat was told it."""

SOME = 5
"""Breaches that are told of; there are rarely others behind more of them."""

OF_EACH = 3
"""Events of each kind in a story, after which it is looked at what everybody knows."""


def tables(
    game: Game[Any], count: int, what: str, enough: float = math.inf
) -> Iterator[tuple[Story[Any], random.Random]]:
    """Tables about to begin, the same ones each time the tests run: so many of them, or fewer of long games."""
    events = 0
    for i in range(count):
        rng = random.Random(f"{game.name}/{what}/{i}")
        story = laws.random_story(game, rng)
        yield story, rng
        events += len(story.log)
        if events > enough:
            return


def moments(
    game: Game[Any], much: Much, count: int, what: str, often: float
) -> Iterator[tuple[Story[Any], random.Random]]:
    """Tables played to their end, each at some moments."""
    for story, rng in tables(game, much(count), what, much(AT_LENGTH)):
        for _ in laws.moments(story, rng, often):
            yield story, rng


def played(game: Game[Any], count: int, what: str, enough: float = math.inf) -> Iterator[Story[Any]]:
    for story, rng in tables(game, count, what, enough):
        for _ in laws.steps(story, rng):
            pass
        yield story


def hold(breaches: Iterator[str]) -> None:
    """Fails with what broke, in words."""
    if found := list(breaches):
        pytest.fail("\n".join(found[:SOME]), pytrace=False)


def test_games_played_by_dice_end(game: Game[Any], much: Much):
    assert all(story.outcome for story in played(game, much(40), "end", much(ENOUGH)))


def test_the_log_folds_back_to_the_same_table_and_views(game: Game[Any], much: Much):
    for story, _ in moments(game, much, 12, "fold", 0.2):
        hold(laws.breaches_of_record(story))


def test_the_same_seed_and_the_same_answers_tell_the_same_story(game: Game[Any], much: Much):
    for count in range(much(5)):
        first, again = (next(iter(played(game, 1, f"seed {count}"))) for _ in range(2))
        assert first.log == again.log


def test_every_seat_knows_what_it_should_and_no_more(game: Game[Any], much: Much):
    events, looked, rng = 0, Counter[str](), random.Random(1)
    for story in played(game, much(22), "knowledge", much(ENOUGH)):
        if events < much(AT_LENGTH):
            looked.clear()  # after that, only for what was not met before
        where = laws.places(story.log, rng, OF_EACH, looked)
        hold(laws.breaches_of_knowledge(game, story.log, rng, where))
        events += len(story.log)


def test_a_refusal_tells_nobody_what_they_cannot_see(game: Game[Any], much: Much):
    for story, rng in moments(game, much, 8, "refusal", 0.2):
        hold(laws.breaches_of_refusal(story, laws.attempts(story, rng, 16), rng))


def test_what_a_question_does_not_allow_is_refused_and_what_it_allows_is_decided(game: Game[Any], much: Much):
    for story, rng in moments(game, much, 8, "legality", 0.2):
        hold(laws.breaches_of_legality(story, rng, laws.attempts(story, rng, 8)))


def test_nothing_shown_to_a_seat_depends_on_what_it_cannot_see(game: Game[Any], much: Much):
    for story, rng in moments(game, much, 6, "isolation", 0.15):
        hold(laws.breaches_of_isolation(story, rng))


def _breaks(game: Game[Any], log: list[Told], since: int) -> bool:
    """Whether the law of knowledge notices; a view that cannot even be folded is noticed too."""
    try:
        where = range(since, len(log))
        return any(True for _ in laws.breaches_of_knowledge(game, log, random.Random(2), where))
    except (LookupError, ValueError, TypeError, AttributeError):
        return True


def test_an_event_told_to_too_many_breaks_a_law(game: Game[Any], much: Much):
    tried = 0
    for story in played(game, much(6), "widened", much(ENOUGH)):
        secrets = [at for at, told in enumerate(story.log) if told.to is not None]
        rng = random.Random(3)
        for at in rng.sample(secrets, min(12, len(secrets))):
            tried += 1
            if not _breaks(game, laws.widened(story.log, at), at):
                pytest.fail(
                    f"Told to everyone, {story.log[at]} breaks no law. `resample` must deal anew all that is hidden in any view; what "
                    "everybody may know is told to EVERYONE.",
                    pytrace=False,
                )
    assert tried > much(20)


def test_an_event_kept_from_somebody_who_should_hear_it_breaks_a_law(game: Game[Any], much: Much):
    for story in played(game, much(4), "narrowed", much(ENOUGH)):
        rng = random.Random(4)
        everyone = (*story.seats, HOST, CLOCK)
        heard = [at for at, told in enumerate(story.log) if any(told.heard_by(seat) for seat in story.seats)]
        for at in rng.sample(heard, min(24, len(heard))):
            hearer = rng.choice([seat for seat in story.seats if story.log[at].heard_by(seat)])
            if not _breaks(game, laws.narrowed(story.log, at, hearer, everyone), at):
                pytest.fail(
                    f"Kept from {hearer}, {story.log[at]} breaks no law. What an event tells must show in the state: as something "
                    "that `resample` leaves alone, or in what somebody is asked.",
                    pytrace=False,
                )


def test_every_event_has_a_sentence_about_seats_that_exist(game: Game[Any], much: Much):
    for story in played(game, much(20), "speech", much(ENOUGH)):
        hold(laws.breaches_of_speech(story, story.log))


def test_after_every_move_the_table_is_at_rest_and_somebody_can_move(game: Game[Any], much: Much):
    for story, rng in tables(game, much(20), "rest", much(ENOUGH)):
        hold(laws.breaches_of_rest(story))
        for _ in laws.steps(story, rng):
            hold(laws.breaches_of_rest(story))


def test_every_screen_says_what_it_shows_and_every_button_is_answered_in_words(game: Game[Any], much: Much):
    for story, _ in moments(game, much, 4, "drawing", 0.15):
        hold(laws.breaches_of_drawing(story))


def test_actions_survive_json(game: Game[Any], much: Much):
    for story, rng in tables(game, much(10), "actions", much(ENOUGH)):
        words = laws.vocabulary(story)
        for seat, _, action in laws.steps(story, rng):
            assert wire.load_action(game, wire.dump(action)) == action, seat
        for _ in range(50):
            action = laws.wild(game, rng, words)
            assert wire.load_action(game, wire.dump(action)) == action


def test_dice_reach_every_event_and_action_that_the_game_lists(game: Game[Any]):
    """Else the laws above would speak of less than the game."""
    events, actions = set(), set()
    for story, rng in tables(game, 200, "reach"):
        actions |= {type(action) for _, _, action in laws.steps(story, rng)}
        events |= {type(told.event) for told in story.log}
        if set(game.rules.events) <= events and set(game.rules.actions) <= actions:
            return
    assert set(game.rules.events) <= events
    assert set(game.rules.actions) <= actions


def test_no_move_however_odd_meets_anything_but_a_sentence(game: Game[Any], much: Much):
    for story, rng in tables(game, much(10), "odd", much(ENOUGH)):
        for _ in laws.steps(story, rng):
            for action in laws.attempts(story, rng, 5):
                laws.reaction(story, rng.choice((*story.seats, HOST, CLOCK, Seat("nobody"))), action)


def test_the_built_in_player_answers_every_question_legally(game: Game[Any], much: Much):
    for story, rng in tables(game, much(3), "autoplay"):
        for _ in range(laws.LONGEST_GAME):
            if story.outcome:
                break
            seat, asks = rng.choice([*story.owed((*story.seats, HOST, CLOCK)).items()])
            temper = Temper(*(rng.random() for _ in range(4)))
            action = (
                asks[0].choices[0]
                if seat == CLOCK
                else game.policy.autoplay(story.view(seat), seat, asks[0], rng, temper)
            )
            assert asks[0].takes(action)
            story.tell(story.decide(seat, action, asks[0].key))
        assert story.outcome


def test_words_become_actions_as_the_rules_know_them(game: Game[Any], much: Much):
    for story, rng in moments(game, much, 4, "reading", 0.3):
        hold(laws.breaches_of_reading(story, rng))


def test_nobody_is_waited_for_without_end(game: Game[Any], much: Much):
    for story, _ in moments(game, much, 8, "patience", 0.5):
        hold(laws.breaches_of_patience(story))


def test_whoever_has_seen_another_seats_secrets_may_not_take_this_one(game: Game[Any], much: Much):
    for story, _ in moments(game, much, 4, "privacy", 0.2):
        hold(laws.breaches_of_privacy(story))


def test_what_one_seat_alone_reads_stands_on_a_secret_screen(game: Game[Any], much: Much):
    for story, _ in moments(game, much, 4, "marking", 0.2):
        hold(laws.breaches_of_marking(story))


def test_a_late_press_or_answer_is_told_from_a_timely_one(game: Game[Any]):
    said = []
    for story, rng in tables(game, 2, "late", AT_LENGTH):
        seen = laws.Moments(story)
        hold(seen.look())
        for step in laws.steps(story, rng):
            hold(seen.look(step))
        said.append(seen.stands())
    if all(said):
        pytest.fail(said[0], pytrace=False)


def test_a_private_screen_that_changes_has_a_page(game: Game[Any]):
    """Without one it stays as it was first brought to its owner."""
    for story, rng in tables(game, 4, "page", AT_LENGTH):
        first: dict[Seat, Any] = {}
        for _ in laws.moments(story, rng, 1.0):
            for seat in story.seats:
                shown = laws.private_words(story, seat)
                if shown is not None and not shown[0]:
                    assert first.setdefault(seat, shown) == shown, seat


def test_the_rules_are_there_to_be_read(game: Game[Any]):
    assert game.manual().startswith(f"# {game.title}\n")
    assert len(game.manual()) > 200
    assert all(game.shows.seat_title(seat) for story in played(game, 1, "titles") for seat in story.seats)
