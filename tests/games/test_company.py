"""What the house does for a company around a table: hands that nobody else may look into, buttons for what is asked."""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import timedelta
from types import ModuleType
from typing import Any

import pytest

from games.company import completed, shown
from games.core import Action, Ask, Game, Outcome, Seat, record
from games.scene import Cell, Control, Grid, Roster, Row, Scene, Text, Timer, called, offered
from games.story import Story
from games.wiring import gather
from tests.games import cards, test_laws

P1, P2 = Seat("p1"), Seat("p2")


@record
class Vote(Action):
    to: Seat
    weight: float = 1.0


@record
class Pass(Action):
    """Nothing."""


def scene(*controls: Control, blocks: tuple[Any, ...] = (Text("Who?", "lead"),)) -> Scene:
    return Scene("Game", "1", "neutral", blocks, controls)


# ── hands ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture
def game() -> Game[Any]:
    return cards.GAME


test_cards_end = test_laws.test_games_played_by_dice_end
test_cards_fold_back = test_laws.test_the_log_folds_back_to_the_same_table_and_views
test_cards_are_known_to_whoever_holds_them = test_laws.test_every_seat_knows_what_it_should_and_no_more
test_cards_show_nothing_of_others = test_laws.test_nothing_shown_to_a_seat_depends_on_what_it_cannot_see
test_cards_have_a_page = test_laws.test_a_private_screen_that_changes_has_a_page
test_cards_are_played_by_the_house = test_laws.test_the_built_in_player_answers_every_question_legally


def test_a_card_that_one_holds_or_sees_lies_nowhere_else(game: Game[Any]):
    story = Story(game, game.lobby.options(), "seed")
    story.tell(story.begin({P1: "person", P2: "person"}))
    (ask,) = story.asks(P2)
    story.tell(story.decide(P2, ask.choices[0], ask.key))
    state = story.state
    worlds = [game.rules.resample(state, P1, random.Random(seed)) for seed in range(20)]
    assert len({world.hands[P2] for world in worlds}) > 1
    for world in worlds:
        assert world.hands[P1] == state.hands[P1]
        out = [card for held in world.hands.values() for card in held] + [each.card for each in state.played]
        assert len(world.hands[P2]) == 2 and len(out) == len({*out})


def test_a_game_has_its_own_options_in_its_state_though_nobody_says_so(game: Game[Any]):
    story = Story(game, game.lobby.options(low=True), "seed")
    story.tell(story.begin({P1: "person", P2: "built-in"}))
    assert story.view(None).options.low and story.asks(P1)[0].within is not None


# ── screens ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_what_is_asked_in_front_of_everybody_has_a_button():
    open_ask = Ask("vote", "Who?", "each", choices=(Vote(P1), Vote(P2, 2.5), Pass()), forms=(Vote,))
    secret = Ask("night", "Whom?", "each", choices=(Vote(P2),), private=True)
    mine = Control("Nobody", Pass(), "🕊️"), Control("Later", Vote(Seat("p3")))
    drawn = offered(scene(*mine), (open_ask, secret), (P1, P2))
    assert [each.label for each in drawn] == ["Nobody", "Vote", "Vote {p1} 1", "Vote {p2} 2.5"]


def test_choices_of_one_kind_are_called_by_what_they_choose():
    ask = Ask("vote", "Who?", "one", choices=(Vote(P1), Vote(P2, 2.0)))
    assert [each.label for each in offered(scene(), (ask,), (P1, P2))] == ["{p1}, 1", "{p2}, 2"]
    assert called(Vote(P1), ()) == "Vote p1 1"


def test_a_board_has_room_for_twenty_buttons():
    ask = Ask("vote", "Who?", "one", choices=tuple(Vote(Seat(f"p{n}")) for n in range(40)))
    assert len(offered(scene(), (ask,), ())) == 20


def test_what_a_card_offers_needs_no_button():
    ask = Ask("vote", "Who?", "one", choices=(Vote(P1), Vote(P2)))
    grid = Grid((Cell("Ann", presses=(Control("Vote", Vote(P1)),)),), 1, "Ann")
    assert [each.action for each in offered(scene(blocks=(grid,)), (ask,), (P1, P2))] == [Vote(P2)]


def test_how_it_ended_takes_the_place_of_what_was_to_be_done():
    blocks = (Text("Who?", "lead"), Roster((Row(P1, "", awaited=True),)))
    ask = Ask("vote", "Who?", "one", choices=(Pass(),))
    over = completed(scene(blocks=blocks), cards.State(), None, {P1: (ask,)}, Outcome(frozenset({P1}), "{p1} wins."))
    assert over.of(Text) == [Text("{p1} wins.", "lead")] and not over.of(Roster)[0].rows[0].awaited
    assert over.controls == () and over.face == "gold"


def test_everybody_sees_until_when_an_answer_is_due_that_they_know_of():
    minute = timedelta(minutes=1)
    openly = Ask("bid:1", "Bid.", "each", choices=(Pass(),), within=minute)
    sealed = Ask("show:1", "Show.", "each", choices=(Pass(),), within=minute, private=True, known=True)
    secret, free = replace(sealed, key="spy:1", known=False), replace(openly, key="talk:1", within=None)
    asked = {P1: (openly, secret, free), P2: (sealed,), Seat("p3"): (sealed,)}
    drawn = completed(scene(), cards.State(), None, asked, None)
    assert [(each.seat, each.key) for each in drawn.of(Timer)] == [(P1, "bid:1"), (P2, "show:1")]
    own = scene(blocks=(Timer(P2, "show:1", "Time to show"),))
    assert completed(own, cards.State(), None, asked, None).of(Timer) == list(own.blocks)


def test_what_may_be_answered_can_be_a_secret_and_that_it_is_asked_none():
    s = cards.GAME.rules.blank()
    openly, secretly = s.owes("a:1", "Which?", [Pass()]), s.owes("a:1", "Which?", [Pass()], secret=True)
    assert (openly.private, openly.known) == (False, False) and (secretly.private, secretly.known) == (True, True)


def test_a_hand_reads_as_people_say_it():
    assert [shown(each) for each in ((1, 2), "rock", Vote(P1), (Pass(), Vote(P2, 2.0)))] == [
        "1 2", "rock", "Vote {p1} 1", "Pass Vote {p2} 2",
    ]  # fmt: skip


# ── wiring ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def room(name: str, **has: Any) -> ModuleType:
    made = ModuleType(name)
    vars(made).update(has)
    return made


def test_what_a_module_only_imports_is_no_part_of_its_game():
    def part(s: Any, seat: Seat) -> str:
        return "somebody else's helper"

    player = room("player", rules=cards, say=part, part=part)
    game = gather(cards.__name__, cards, player)
    assert game.shows.say is cards.say and game.shows.part is cards.GAME.shows.part
    assert game.rules.events == cards.GAME.rules.events


def test_two_modules_may_share_what_a_game_has_once():
    game = gather(cards.__name__, cards, room("scenes", title=cards.title, say=cards.say))
    assert game.title == cards.title and game.shows.say is cards.say


def test_two_modules_of_a_game_that_call_different_things_alike_are_named():
    def say(event: Any) -> str:
        return ""

    say.__module__ = "other"
    with pytest.raises(TypeError, match=f"{cards.__name__} and other both have a “say”, and a game has one"):
        gather(cards.__name__, cards, room("other", say=say))
