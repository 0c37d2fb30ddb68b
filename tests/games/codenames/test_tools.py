"""What a model may look up in Codenames, and its letters: what is near, what may be said, and nothing that its seat cannot see."""

from __future__ import annotations

import random
from typing import Any

import pytest

from games.codenames import GAME
from games.codenames.events import NUMBERS, Clue, EndTurn, Guess, Tag, Untag
from games.codenames.options import CodenamesOptions
from games.codenames.tools import legal, near
from games.core import Final, IllegalAction, Prompt, Seat
from tests.conftest import Much
from tests.games import laws
from tests.games.codenames.table import Dictated, codenames

BOARD = "BEACH:red WHALE:red CELLO:red KING:blue QUEEN:blue ICEBERG:grey TAX:grey SHARK:black *LEMON:grey"
MASTER, OPERATIVE = Seat("red-spymaster"), Seat("red-1")


def sea(**options: Any) -> Dictated:
    return codenames(BOARD, look_ups=True, models="all", **options)


def found(text: str, seat: Seat = MASTER, game: Dictated | None = None) -> str:
    return near((game or sea()).story.view(seat), seat, text)


# ── what is near ──────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_spymaster_sees_what_is_near_with_its_colour_and_where_the_assassin_comes() -> None:
    said = found("royal")
    assert "Nearest: QUEEN " in said and " % (Blue), " in said and "(yours)" in found("swimming")
    assert "The assassin, SHARK, comes at place " in said and " of 8 (" in said


def test_an_operative_sees_the_same_order_without_colours() -> None:
    said = found("royal", OPERATIVE)
    assert "(" not in said and "assassin" not in said
    assert [card for card in found("royal").partition("Nearest")[2].split() if card.isupper()] == [
        c for c in said.split() if c.isupper()
    ]


def test_what_was_turned_is_not_near_any_more() -> None:
    assert "LEMON" not in found("fruit") and found("royal").endswith("; 3 others less likely.")
    game = sea().play("red clue swimming 1", "guess BEACH")
    assert "BEACH" not in found("swimming", game=game)


def test_with_a_number_it_is_said_which_cards_would_be_turned() -> None:
    assert "a listener would turn" not in found("royal")
    turned = found("royal 2", OPERATIVE).partition("Nearest")[0]
    assert turned == "At ROYAL 2 a listener would turn QUEEN 98 %, then KING 99 %, and then stop. "
    assert "turn QUEEN 98 % (Blue), which ends the turn. The assassin" in found("royal, 2")
    assert "At CELLO ∞" in found("“cello” unlimited") and "CELLO 100 % (yours)" in found("cello 1")
    assert "(assassin), and lose. The assassin, SHARK, comes at place 1 of 8" in found("teeth 2")


def test_at_nought_the_unlikeliest_would_be_turned() -> None:
    assert not {"KING", "QUEEN"} & set(found("royal 0", OPERATIVE).partition("Nearest")[0].split())


def test_a_spymaster_is_told_at_once_that_a_word_may_not_be_said() -> None:
    assert found("kings").startswith("“kings” is a form of KING, which is on the board. The assassin")
    assert found("kings", OPERATIVE).startswith("Nearest: KING ")


@pytest.mark.parametrize("text", ["Captain Ahab", "<near>", "{red-1}", "", "2", "@everyone", "x" * 41])
def test_what_could_be_no_clue_is_refused_in_a_sentence(text: str) -> None:
    for seat in (MASTER, OPERATIVE):
        with pytest.raises(IllegalAction, match=r"clue is") as refusal:
            found(text, seat)
        assert not set("<{@") & set(str(refusal.value))


def test_a_name_of_several_words_is_looked_up_where_the_rules_allow_it() -> None:
    for seat in (MASTER, OPERATIVE):
        assert "At CAPTAIN AHAB 2" in found("Captain Ahab 2", seat, sea(names=True))


def test_words_that_nobody_knows_and_other_languages_are_compared_by_letters() -> None:
    assert found("xyzzyq").startswith(
        "What “xyzzyq” means is not known here: cards are compared with it by their letters"
    )
    assert "not known" not in found("ocean")
    words = tuple(f"слов{a}{b}" for a in "абвгд" for b in "абвгд")
    for options in ({"pack": "french"}, {"words": words}):
        game = codenames(models="all", look_ups=True, **options)
        seat = Seat(f"{game.state.team}-spymaster")
        said = found(f"{game.state.words[3][:4]}qw 1", seat, game)
        assert "not known here" in said and "a listener would turn" in said


# ── what may be said ──────────────────────────────────────────────────────────────────────────────────────────────────


def test_whether_words_may_be_said_is_told_one_by_one() -> None:
    view = sea().story.view(MASTER)
    assert legal(view, MASTER, "ocean") == "“ocean” may be said."
    assert legal(view, MASTER, "“ocean” 2, queens, lemon,") == (
        "“ocean” may be said. “queens” is a form of QUEEN, which is on the board. “lemon” may be said."
    )
    assert legal(view, MASTER, ",") == "A clue is one word; nothing was written."
    assert legal(view, MASTER, "Captain Ahab") == "“Captain Ahab” is 2 words; a clue is one word."
    assert legal(sea(names=True).story.view(MASTER), MASTER, "Captain Ahab") == "“Captain Ahab” may be said."


def test_what_may_be_said_is_what_the_table_takes() -> None:
    for word in ("ocean", "berg", "ice", "whales", "tax", "taxi", "lemons", "ocean breeze", "a*b"):
        game = sea()
        taken = laws.reaction(game.story, MASTER, Clue(word, 1))
        assert legal(game.story.view(MASTER), MASTER, word) == (taken or f"“{word}” may be said.")


# ── letters ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def prompt(game: Dictated, seat: str) -> Prompt | None:
    at, story = Seat(seat), game.story
    return GAME.prompts.prompt(story.view(at), at, story.asks(at), story.heard(at))


def finals(game: Dictated, seat: str) -> dict[str, Final]:
    found = prompt(game, seat)
    assert found is not None and found.agent is not None and found.compact is not None and found.compact.agent
    assert found.compact.agent.finals == found.agent.finals
    return {final.tag: final for final in found.agent.finals}


def test_only_where_models_may_look_words_up_there_is_a_letter_of_the_games_own() -> None:
    assert prompt(codenames(BOARD, models="all"), "red-spymaster") is None
    game = sea()
    assert [seat for seat in game.story.seats if prompt(game, seat)] == ["red-spymaster"]
    game.play("red clue swimming 1")
    assert [seat for seat in game.story.seats if prompt(game, seat)] == ["red-1"]
    assert not CodenamesOptions().look_ups and not codenames(BOARD).state.rules.look_ups


def test_a_clue_is_written_as_people_write_it() -> None:
    clue = finals(sea(), "red-spymaster")["clue"].becomes
    for number in NUMBERS:
        assert clue(f"ocean {number}") == Clue("ocean", number)
    for text in (
        "ocean 2 for BEACH, WHALE",
        "“ocean” 2 for beach and whale.",
        "ocean: 2: Beach; Whale",
        "ocean (2) (BEACH, WHALE)",
    ):
        assert clue(text) == Clue("ocean", 2, ("BEACH", "WHALE")), text
    assert clue("Power Unlimited ∞ for KING, CELLO") == Clue("Power Unlimited", "unlimited", ("CELLO",))
    assert clue("Requiem for Mozart 1 for CELLO") == Clue("Requiem for Mozart", 1, ("CELLO",))
    for text in ("ocean", "2", "ocean 10", "ocean two"):
        with pytest.raises(IllegalAction, match="Write a clue as a word and its number"):
            clue(text)
    assert "0 or unlimited" in finals(sea(), "red-spymaster")["clue"].argument
    assert "0 or unlimited" not in finals(sea(zero_and_unlimited=False), "red-spymaster")["clue"].argument


def test_every_answer_that_an_operative_may_give_ends_a_turn() -> None:
    game = sea().play("red clue swimming 2")
    assert list(finals(game, "red-1")) == ["guess"]
    game.play("guess BEACH")
    ways = finals(game, "red-1")
    assert list(ways) == ["guess", "end"] and ways["end"].becomes("") == EndTurn()
    assert set(ways["guess"].values) == set(game.state.unturned)
    assert {ways["guess"].becomes(card) for card in ways["guess"].values} == set(map(Guess, game.state.unturned))


def test_an_operative_beside_people_tags_with_the_same_look_ups() -> None:
    game = codenames(BOARD, red=2, models="red-2", look_ups=True).play("red clue swimming 2")
    ways = finals(game, "red-2")
    assert list(ways) == ["tag"] and ways["tag"].becomes("WHALE") == Tag("WHALE")
    ways = finals(game.play("red-2 tag WHALE"), "red-2")
    assert ways["untag"].values == ("WHALE",) and ways["untag"].becomes("WHALE") == Untag("WHALE")


def test_a_challenge_upheld_is_answered_in_the_houses_way() -> None:
    game = codenames(BOARD, models="blue-spymaster", look_ups=True).play("red clue swimming 1", "blue challenges")
    game.play("host upholds")
    assert game.story.asks(Seat("blue-spymaster")) and prompt(game, "blue-spymaster") is None


def test_a_letter_says_how_the_board_lies_and_no_colour_to_operatives() -> None:
    game = sea()
    for written in (told := prompt(game, "red-spymaster"), told and told.compact):
        assert written and "Yours (Red): BEACH, WHALE, CELLO.\nBlue's: KING, QUEEN." in written.turns[-1][1]
        assert "The assassin: SHARK.\nTurned: LEMON (civilian)." in written.turns[-1][1]
    game.play("red clue swimming 2", "guess BEACH")
    for written in (told := prompt(game, "red-1"), told and told.compact):
        text = written.turns[-1][1] if written else ""
        assert "Not turned: WHALE, CELLO, KING, QUEEN, ICEBERG, TAX, SHARK.\nTurned: BEACH (red), LEMON" in text
        assert "The clue is SWIMMING 2. Guesses made: 1 (3 at most)." in text and "assassin" not in text


# ── what a seat cannot see ────────────────────────────────────────────────────────────────────────────────────────────


def test_what_is_looked_up_and_written_stays_the_same_in_a_world_that_the_seat_cannot_tell_apart(much: Much) -> None:
    for i in range(much(4)):
        rng = random.Random(i)
        options = CodenamesOptions(look_ups=True, together=i == 3, majority=i == 2, names=i == 1)
        story = laws.random_story(GAME, rng, options)
        for _ in laws.moments(story, rng, 0.1):
            for seat in story.seats:
                twin, canary = laws.twin_of(story, seat, rng), laws.canaried(story, seat)
                word = rng.choice(("ocean 3", "kings", "music ∞", story.state.words[0]))
                for tool in GAME.prompts.tools if story.state.unturned else ():
                    here = tool.look(story.view(seat), seat, word)
                    assert here == tool.look(twin.state, seat, word) == tool.look(story.state, seat, word)
                    assert laws.CANARY not in here
                mine = _shown(story, seat)
                assert mine == _shown(twin, seat) and laws.CANARY not in mine == _shown(canary, seat)


def _shown(story: Any, seat: Seat) -> str:
    written = GAME.prompts.prompt(story.view(seat), seat, story.asks(seat), story.heard(seat))
    if written is None:
        return ""
    assert written.compact and written.agent
    ends = [(final.tag, final.argument, final.values) for final in written.agent.finals]
    return f"{written.system} {written.turns} {written.compact.system} {written.compact.turns} {ends} {written.agent.tools}"
