"""What a table of Codenames looks like to each pair of eyes."""

from __future__ import annotations

import dataclasses
import random
from typing import Any

import pytest

from games.codenames import GAME
from games.codenames.events import Challenge, Clue, Cover, EndTurn, Guess, KeyShown, Tag, Untag, Uphold
from games.core import CLOCK, HOST, TABLE, Seat
from games.scene import SYMBOLS, Cell, Grid, Headline, Lines, Roster, Scene, Tally, Text, Timer
from games.story import Story
from tests.games import laws
from tests.games.codenames.table import Dictated, codenames

BOARD = "NAIL:red BEACH:red TRUNK:red CLOUD:blue HORSE:blue LEMON:grey PIANO:grey STAR:black"


def look(game: Dictated, seat: str | None = None) -> Scene:
    where = None if seat is None else Seat(seat)
    return GAME.shows.scene(game.story.view(where), where)


def block(scene: Scene, kind: type[Any]) -> Any:
    return next((each for each in scene.blocks if isinstance(each, kind)), None)


def cards(scene: Scene) -> dict[str, Cell]:
    return {cell.label: cell for cell in block(scene, Grid).cells}


def test_everyone_sees_the_colours_of_turned_cards_only():
    game = codenames(BOARD).play("red clue water 2", "guess BEACH", "guess LEMON")
    for seat in (None, "red-1", "blue-1"):
        faces = {word: cell.face for word, cell in cards(look(game, seat)).items()}
        assert faces == {**dict.fromkeys(faces, "hidden"), "BEACH": "red", "LEMON": "neutral"}


def test_spymasters_see_the_key_and_a_card_that_is_turned_says_so():
    game = codenames(BOARD).play("red clue water 2", "guess BEACH")
    for seat in ("red-spymaster", "blue-spymaster"):
        seen = cards(look(game, seat))
        assert [seen[word].face for word in ("NAIL", "CLOUD", "LEMON", "STAR")] == ["red", "blue", "neutral", "black"]
        assert seen["BEACH"].done and not seen["NAIL"].done


def test_the_alt_text_of_the_key_tells_every_colour_and_that_of_the_board_none():
    game = codenames(BOARD)
    assert "; assassin: STAR." in block(look(game, "red-spymaster"), Grid).about
    public = block(look(game), Grid).about
    assert public == "Not turned: NAIL, BEACH, TRUNK, CLOUD, HORSE, LEMON, PIANO, STAR. Turned: none."


def test_only_a_spymasters_screen_is_secret_and_only_until_the_end():
    game = codenames(BOARD)
    assert [look(game, seat).secret for seat in (None, "red-1", "red-spymaster", "blue-spymaster")] == [
        False, False, True, True
    ]  # fmt: skip
    game.play("red clue water 2", "guess STAR")
    assert not look(game, "red-spymaster").secret


def test_how_many_words_each_team_has_left_is_public():
    game = codenames(BOARD).play("red clue water 2", "guess BEACH", "guess CLOUD")
    assert [(count.label, count.value) for count in block(look(game), Tally).counts] == [
        ("Red to find", 2), ("Blue to find", 1)
    ]  # fmt: skip


def test_the_first_line_says_what_happens_now():
    game = codenames(BOARD)
    leads = [block(look(game), Text).text]
    for turns in (["red clue water 2"], ["guess BEACH"], ["passes", "blue clue bird unlimited"], ["red challenges"]):
        leads.append(block(look(game.play(*turns)), Text).text)
    leads.append(block(look(game.play("host upholds")), Text).text)
    assert leads == [
        "Red's turn: {red-spymaster} thinks of a clue.",
        "Red guesses: WATER 2 · 3 guesses left",
        "Red guesses: WATER 2 · 2 guesses left",
        "Blue guesses: BIRD ∞ · any number of guesses",
        "Challenge! Is BIRD ∞ a legal clue? The host decides.",
        "The challenge was upheld: {red-spymaster} covers a word.",
    ]


def test_the_last_guess_is_one_guess():
    game = codenames(BOARD).play("red clue water 1", "guess BEACH")
    assert block(look(game), Text).text == "Red guesses: WATER 1 · 1 guess left"


def test_whoever_guesses_reads_why_so_often_and_which_clues_have_words_left():
    def small(game):
        return [each.text for each in look(game).of(Text) if each.style == "small"]

    game = codenames(BOARD)
    assert small(game) == []
    game.play("red clue water 2")
    assert small(game) == ["As many guesses as the clue says, and one more for a word of an earlier clue."]
    game.play("guess BEACH", "passes", "blue clue bird unlimited")
    assert small(game) == []
    game.play("guess NAIL", "red clue sand 1")
    why = "As many guesses as the clue says, and one more for a word of an earlier clue."
    assert small(game) == [f"{why} Earlier clues of Red with words left: WATER (1 of 2 found)."]


def test_whoever_is_to_give_a_clue_reads_for_whom():
    game = codenames(BOARD, blue=2)
    assert block(look(game, "red-spymaster"), Text).text == "Give {red-1} a clue."
    for seat in (None, "red-1", "blue-1", "blue-spymaster"):
        assert block(look(game, seat), Text).text == "Red's turn: {red-spymaster} thinks of a clue."
    game.play("red clue water 1", "guess LEMON")
    assert block(look(game, "blue-spymaster"), Text).text == "Give your team a clue."


def test_a_running_clue_stands_large_with_who_gives_it_and_the_guesses_left():
    game = codenames(BOARD)
    assert block(look(game), Headline) is None
    game.play("red clue water 2", "guess BEACH")
    clue = Headline("WATER 2", "{red-spymaster} gives Red", "red", 2, 3, "guesses left")
    assert {seat: block(look(game, seat), Headline).over for seat in game.story.seats} == {
        "red-spymaster": "Your clue", "red-1": "{red-spymaster} gives you",
        "blue-spymaster": clue.over, "blue-1": clue.over,
    }  # fmt: skip
    for seat in (None, TABLE):
        assert block(GAME.shows.scene(game.story.view(seat), seat), Headline) == clue
    assert block(look(game.play("guess NAIL")), Headline).label == "guess left"
    assert block(look(game.play("passes")), Headline) is None
    game.play("blue clue bird unlimited")
    assert block(look(game, "blue-1"), Headline) == Headline(
        "BIRD ∞", "{blue-spymaster} gives you", "blue", 0, 0, "any number of guesses"
    )
    game.play("red challenges")
    assert block(look(game), Headline) == Headline("BIRD ∞", "A legal clue? The host decides", "blue")
    assert block(look(game.play("host dismisses", "guess STAR")), Headline) is None


def test_the_large_clue_says_no_less_than_the_first_line_beside_it():
    """So that whoever draws it may leave that line out."""
    game = codenames(BOARD).play("red clue water 2")
    for turns in ([], ["guess BEACH"], ["passes", "blue clue bird unlimited"], ["red challenges"]):
        scene = look(game.play(*turns))
        assert block(scene, Headline).words in block(scene, Text).text


def test_clues_are_listed_with_what_was_turned_on_them():
    game = codenames(BOARD).play("red clue water 2", "guess BEACH", "guess LEMON", "blue clue bird 0", "guess NAIL")
    assert block(look(game), Lines).lines == ("♦️ WATER 2: BEACH ✓, LEMON ⚪", "🔵 BIRD 0: NAIL ♦️")


def test_what_a_clue_meant_is_shown_to_its_spymaster_and_at_the_end_to_all():
    game = codenames(BOARD)
    game.tell(game.story.decide(Seat("red-spymaster"), Clue("water", 2, ("BEACH",)), "clue:1"))
    assert block(look(game, "red-spymaster"), Lines).lines == ("♦️ WATER 2 (meant BEACH)",)
    for seat in (None, "red-1", "blue-spymaster"):
        assert block(look(game, seat), Lines).lines == ("♦️ WATER 2",)
    game.play("guess STAR")
    assert block(look(game), Lines).lines == ("♦️ WATER 2: STAR 💀 (meant BEACH)",)


def test_tags_and_votes_are_drawn_for_their_team_alone():
    game = codenames(BOARD, red=3, majority=True).play("red clue water 2", "red-2 tag NAIL", "red-1 guess BEACH")
    for seat in ("red-1", "red-3", "red-spymaster"):
        lines = next(each for each in look(game, seat).blocks if isinstance(each, Lines) and each.title == "Tags")
        assert lines.lines == ("{red-2}: NAIL", "{red-1} would turn BEACH")
        assert cards(look(game, seat))["NAIL"].note == "{red-2}"
        marked = {word: cell.tags for word, cell in cards(look(game, seat)).items() if cell.tags}
        assert marked == {"NAIL": ("red-2",), "BEACH": ("red-1",)}
        assert [row.seat for row in block(look(game, seat), Roster).rows if row.awaited] == ["red-2", "red-3"]
    for seat in (None, "blue-1", "blue-spymaster"):
        assert "NAIL" not in {word for word, cell in cards(look(game, seat)).items() if cell.note}
        assert not any(cell.tags for cell in cards(look(game, seat)).values())
        assert not [each for each in look(game, seat).blocks if isinstance(each, Lines) and each.title == "Tags"]
        assert [row.seat for row in block(look(game, seat), Roster).rows if row.awaited] == ["red-2", "red-3"]
        assert "BEACH" not in block(look(game, seat), Text).text
    for seat in (None, TABLE):  # whoever hears everything sees both teams' on the cards
        scene = GAME.shows.scene(game.story.view(TABLE), seat)
        assert cards(scene)["NAIL"].tags == ("red-2",)
        assert not [each for each in scene.blocks if isinstance(each, Lines) and each.title == "Tags"]
    game.play("red-3 tag NAIL")
    assert cards(look(game, "red-1"))["NAIL"].tags == ("red-2", "red-3")
    game.play("red-2 guess STAR", "red-3 guess STAR")
    assert not any(cell.tags for cell in cards(look(game, "red-1")).values())


def test_a_touch_tags_and_a_guess_is_always_confirmed():
    game = codenames(BOARD).play("red clue water 2")
    presses = cards(look(game, "red-1"))["NAIL"].presses
    assert [(press.action, press.confirm) for press in presses] == [(Tag("NAIL"), False), (Guess("NAIL"), True)]
    game.play("red-1 tag NAIL")
    presses = cards(look(game, "red-1"))["NAIL"].presses
    assert [(press.action, press.confirm) for press in presses] == [(Guess("NAIL"), True), (Untag("NAIL"), False)]


def test_covering_is_confirmed_too():
    game = codenames(BOARD).play("red clue water 2", "blue challenges", "host upholds")
    assert [(press.action, press.confirm) for press in cards(look(game, "blue-spymaster"))["HORSE"].presses] == [
        (Cover("HORSE"), True)
    ]


def test_turned_cards_and_cards_of_a_game_that_is_over_take_no_presses():
    game = codenames(BOARD).play("red clue water 2", "guess BEACH")
    assert cards(look(game))["BEACH"].presses == ()
    game.play("guess STAR")
    assert not any(cell.presses for cell in cards(look(game)).values())


def test_the_buttons_are_those_of_the_moment():
    def buttons() -> list[Any]:
        return [control.action for control in look(game).controls]

    game = codenames(BOARD)
    assert buttons() == [Clue]
    game.play("red clue water 2")
    assert buttons() == [EndTurn(), Challenge()]
    game.play("guess BEACH")
    assert buttons() == [EndTurn()]
    game.play("passes", "blue clue bird 1", "red challenges")
    assert Uphold() in buttons()
    game.play("host upholds")
    assert buttons() == []


def test_a_clue_that_has_been_challenged_is_not_offered_for_it_again():
    game = codenames(BOARD).play("red clue water 2", "blue challenges", "host dismisses")
    assert [control.action for control in look(game).controls] == [EndTurn()]


def test_no_challenge_is_offered_where_there_is_nobody_to_make_it():
    for game in (codenames(BOARD, blue=0), codenames(BOARD, challenges=False)):
        game.play("red clue water 2")
        assert [control.action for control in look(game).controls] == [EndTurn()]


def test_the_roster_says_who_is_waited_for():
    def awaited() -> set[str]:
        return {row.seat for row in block(look(game), Roster).rows if row.awaited}

    game = codenames(BOARD, red=3, models="red-3")
    assert awaited() == {"red-spymaster"}
    game.play("red clue water 2")
    assert awaited() == {"red-1", "red-2"}
    game.play("blue challenges", "host upholds")
    assert awaited() == {"blue-spymaster"}


def test_a_timer_is_drawn_where_time_runs():
    game = codenames(BOARD)
    assert block(look(game), Timer) == Timer(CLOCK, "clue:1", "Clue due")
    game.play("red clue water 2", "guess BEACH")
    assert block(look(game), Timer) == Timer(CLOCK, "guess:1:1", "Guess due")
    assert block(look(codenames(BOARD, timers=False)), Timer) is None
    assert block(look(codenames(BOARD, models="all")), Timer) is None


@pytest.mark.parametrize("timers", [True, False])
def test_every_timer_that_is_drawn_runs(timers: bool):
    game = codenames(BOARD, timers=timers)
    for turn in ("red clue water 1", "blue challenges", "host upholds", "blue covers HORSE"):
        timer = block(look(game), Timer)
        asks = [ask for ask in game.story.asks(timer.seat) if ask.key == timer.key] if timer else []
        assert bool(timer) == any(ask.within for ask in asks)
        assert timer or not timers
        game.play(turn)


def test_at_the_end_the_whole_key_lies_open_under_the_verdict():
    game = codenames(BOARD).play("red clue water 2", "guess STAR")
    scene = look(game)
    assert block(scene, Text).text == "Blue wins: Red touched the assassin."
    assert {word: cell.face for word, cell in cards(scene).items()} == {
        "NAIL": "red", "BEACH": "red", "TRUNK": "red", "CLOUD": "blue", "HORSE": "blue", "LEMON": "neutral",
        "PIANO": "neutral", "STAR": "black",
    }  # fmt: skip
    assert scene.face == "blue" and scene.controls == () and block(scene, Timer) is None


def test_a_press_of_an_earlier_turn_belongs_to_another_moment():
    game = codenames(BOARD)
    moments = [look(game).moment]
    moments.append(look(game.play("red clue water 1", "guess LEMON")).moment)
    moments.append(look(game.play("blue clue bird 1", "guess STAR")).moment)
    assert len(set(moments)) == 3


def test_before_the_cards_lie_there_is_something_to_read():
    scene = GAME.shows.scene(GAME.rules.blank(), None)
    assert block(scene, Text).text and not scene.controls


def test_every_colour_has_a_symbol():
    assert all(SYMBOLS[face] for face in ("red", "blue", "neutral", "black"))
    assert len(set(SYMBOLS.values())) == len(SYMBOLS)


@pytest.mark.parametrize("number", range(5))
def test_colours_of_unturned_cards_change_nothing_that_anyone_but_a_spymaster_is_shown(number: int):
    rng = random.Random(number)
    story = laws.random_story(GAME, rng)
    for _ in laws.steps(story, rng, most=200):
        if story.outcome or story.state.phase in ("cover", "ruling"):
            break
        if rng.random() < 0.2:
            other = _with_colours_moved(story, rng)
            for seat in (None, HOST, CLOCK, *(each for each in story.seats if "spymaster" not in each)):
                assert laws.shown(other, seat) == laws.shown(story, seat)


def _with_colours_moved(story: Story[Any], rng: random.Random) -> Story[Any]:
    """The same evening over a key whose unturned colours lie elsewhere."""
    resampled = GAME.rules.resample(story.state, laws.NOBODY, rng).key
    key = tuple(resampled[word] for word in story.state.words)
    log = [
        dataclasses.replace(told, event=KeyShown(key)) if isinstance(told.event, KeyShown) else told
        for told in story.log
    ]
    moved = Story(GAME, story.options, story.seed, log)
    assert moved.state.turned == story.state.turned
    return moved
