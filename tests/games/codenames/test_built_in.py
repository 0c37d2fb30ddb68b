"""What the built-in player can be trusted with: legal clues for any board, sensible guesses, the same dice the same answer."""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence

import pytest

from games.codenames.autoplay import autoplay, autoplay_note
from games.codenames.clues import check_clue
from games.codenames.events import Clue, EndTurn, Guess
from games.codenames.listener import Hunch, alike, come_back, go_on, listen
from games.codenames.norms import LINKS, norms
from games.codenames.options import CodenamesOptions
from games.codenames.spymaster import think_of_clue
from games.codenames.vectors import english
from games.core import Action, IllegalAction, Seat
from tests.games.codenames.table import Dictated, codenames

OWN = ("KING", "CROWN", "QUEEN", "APPLE", "ORANGE", "TRAIN", "PIANO", "NURSE", "DOCTOR")
OTHER = ("SHARK", "OCEAN", "PIRATE", "ROBOT", "ROCKET", "MOON", "HAMMER", "BRIDGE")
CIVILIAN = ("LEMON", "TIGER", "PILLOW", "LETTER", "CHURCH", "GUITAR", "BOTTLE")
ASSASSIN = ("KNIGHT",)


def legal_here(*cards: str) -> Callable[[str], bool]:
    def legal(word: str) -> bool:
        try:
            check_clue(word, cards, language="en")
        except IllegalAction:
            return False
        return True

    return legal


def clue(
    own: Sequence[str] = OWN,
    other: Sequence[str] = OTHER,
    civilian: Sequence[str] = CIVILIAN,
    assassin: Sequence[str] = ASSASSIN,
    *,
    language: str = "en",
    legal: Callable[[str], bool] | None = None,
    said: Sequence[str] = (),
    twin: bool = False,
    names: bool = False,
    fallback: Sequence[str] = (),
    seed: int = 1,
    boldness: float = 0.5,
    strength: float = 1.0,
) -> Clue:
    board = [*own, *other, *civilian, *assassin]
    return think_of_clue(
        own,
        other,
        civilian,
        assassin,
        language=language,
        legal=legal or legal_here(*board),
        said=said,
        twin=twin,
        names=names,
        fallback=fallback,
        rng=random.Random(seed),
        boldness=boldness,
        strength=strength,
    )


def heard(word: str, *cards: str, language: str = "en", seed: int = 1, strength: float = 1.0) -> list[Hunch]:
    return listen(word, cards, language=language, rng=random.Random(seed), strength=strength)


def best(word: str, *cards: str) -> str:
    return heard(word, *cards)[0].word


@pytest.mark.parametrize(
    ("word", "card"),
    [
        ("royal", "KING"),
        ("fruit", "APPLE"),
        ("melody", "PIANO"),
        ("hospital", "NURSE"),
        ("space", "ROCKET"),
        ("Hogwarts", "WIZARD"),
        ("swimming", "BEACH"),
        ("mice", "CAT"),
        ("colours", "RAINBOW"),
    ],
)
def test_the_listener_finds_what_was_meant(word: str, card: str) -> None:
    assert best(word, card, "LETTER", "BRIDGE", "TAX", "BOTTLE", "HAMMER", "PILLOW") == card


def test_the_listener_ranks_every_card_once_best_first() -> None:
    hunches = heard("royal", *OWN, *OTHER, *CIVILIAN)
    assert sorted(h.word for h in hunches) == sorted([*OWN, *OTHER, *CIVILIAN])
    assert [h.score for h in hunches] == sorted((h.score for h in hunches), reverse=True)
    assert {h.word for h in hunches[:3]} == {"KING", "QUEEN", "CROWN"}


def test_cards_of_several_words_are_understood_and_written_as_they_were() -> None:
    assert best("dessert", "BRIDGE", "ICE CREAM", "TAX", "ROBOT") == "ICE CREAM"
    assert best("school", "crème brûlée", "Teacher", "tax") == "Teacher"


def test_a_clue_or_a_card_that_nobody_knows_is_compared_by_letters() -> None:
    assert best("zxqvian", "ZXQVIA", "TAX", "MOON") == "ZXQVIA"
    assert {h.word for h in heard("moon", "QQXZ", "ROCKET", "💥")} == {"QQXZ", "ROCKET", "💥"}
    assert alike("berg", "zwerg") > alike("berg", "maus")


def test_a_weak_listener_hears_something_else_now_and_then() -> None:
    cards = ("KING", "LETTER", "BRIDGE", "TAX", "BOTTLE", "HAMMER", "PILLOW", "BISHOP", "CASTLE")
    strong = {heard("royal", *cards, seed=seed)[0].word for seed in range(30)}
    weak = {heard("royal", *cards, seed=seed, strength=0.0)[1].word for seed in range(30)}
    assert strong == {"KING"}
    assert len(weak) > 1


def test_a_clue_is_legal_meant_for_own_cards_and_counted() -> None:
    idea = clue()
    assert legal_here(*OWN, *OTHER, *CIVILIAN, *ASSASSIN)(idea.word)
    assert idea.number == len(idea.intended) == len(set(idea.intended)) >= 2
    assert set(idea.intended) <= set(OWN)


def test_whoever_thinks_alike_finds_all_that_a_clue_was_meant_for() -> None:
    for seed in range(5):
        cards = random.Random(seed).sample([*OWN, *OTHER, *CIVILIAN, *ASSASSIN], 25)
        idea = clue(cards[:9], cards[9:17], cards[17:24], cards[24:], seed=seed, twin=True)
        hunches = heard(idea.word, *cards)
        assert {h.word for h in hunches[: idea.number]} == set(idea.intended)


def test_the_same_dice_think_of_the_same_clue_and_leave_the_board_alone() -> None:
    own = list(OWN)
    assert clue(own, seed=7) == clue(own, seed=7)
    assert own == list(OWN)
    assert heard("royal", *OWN, seed=3) == heard("royal", *OWN, seed=3)


def test_a_clue_is_not_said_twice() -> None:
    said: list[str] = []
    for _ in range(4):
        said.append(clue(said=[word.upper() for word in said]).word)
    assert len(set(said)) == 4


def dealt() -> Iterator[tuple[list[str], list[str], list[str], list[str]]]:
    for seed in range(8):
        cards = random.Random(seed).sample([*OWN, *OTHER, *CIVILIAN, *ASSASSIN], 25)
        yield cards[:9], cards[9:17], cards[17:24], cards[24:]


def test_twins_mean_more_than_strangers() -> None:
    def meant(twin: bool) -> int:
        return sum(clue(*board, twin=twin).number for board in dealt())  # type: ignore[misc]

    assert meant(twin=True) > meant(twin=False)


def test_a_stranger_is_hardly_ever_given_four_and_never_more() -> None:
    numbers = [clue(*board).number for board in dealt()]
    assert max(numbers) <= 4  # type: ignore[type-var]


def test_what_is_meant_hangs_together_with_the_clue_in_a_way_that_can_be_told() -> None:
    english_norms = norms("en")
    assert english_norms
    ideas = [clue(*board) for board in dealt()]
    links = [english_norms.link(idea.word, card) for idea in ideas for card in idea.intended]
    assert sum(link is not None for link in links) >= 0.7 * len(links)
    assert {link.kind for link in links if link} <= {*LINKS.values()}


def test_a_name_of_several_words_is_said_only_where_names_are_allowed() -> None:
    def words(names: bool) -> list[str]:
        return [clue(*board, names=names, legal=lambda word: " " in word or not names).word for board in dealt()]

    assert all(" " in word for word in words(names=True)[:3])
    assert not any(" " in word for word in words(names=False))


def test_what_the_rules_refuse_is_not_said_even_if_they_refuse_almost_everything() -> None:
    assert clue(legal=lambda word: word == "animal").word == "animal"
    assert clue(legal=lambda word: word == "xyz").word == "xyz"


def test_rules_are_asked_about_few_words_even_for_a_card_that_nobody_knows() -> None:
    asked: list[str] = []

    def legal(word: str) -> bool:
        asked.append(word)
        return True

    assert clue(("QQXZ",), legal=legal, fallback=("cloud", "winter")).word in ("cloud", "winter")
    assert len(asked) == 1


def test_rules_are_asked_about_few_words() -> None:
    asked: list[str] = []

    def legal(word: str) -> bool:
        asked.append(word)
        return legal_here(*OWN, *OTHER, *CIVILIAN, *ASSASSIN)(word)

    clue(legal=legal)
    assert len(asked) < 40


def test_the_assassin_is_kept_away_from() -> None:
    close_call = clue(("KING", "TRAIN"), ("SHARK",), ("LEMON",), ("QUEEN",))
    order = [h.word for h in heard(close_call.word, "KING", "TRAIN", "SHARK", "LEMON", "QUEEN")]
    assert order.index("QUEEN") >= close_call.number


def test_the_bold_mean_more_cards_than_the_careful() -> None:
    boards = [random.Random(seed).sample([*OWN, *OTHER, *CIVILIAN, *ASSASSIN], 25) for seed in range(8)]

    def meant(boldness: float) -> int:
        return sum(clue(b[:9], b[9:17], b[17:24], b[24:], boldness=boldness).number for b in boards)

    assert meant(1.0) > meant(0.0)


@pytest.mark.parametrize(
    "board",
    [
        (("MOON",), (), (), ()),
        (("MOON",), (), (), ("SUN",)),
        (("QQXZ",), ("SHARK",), (), ("SUN",)),
        (("QQXZ", "ICE CREAM"), ("ßß",), (), ("💥",)),
        (("moon", "Ice Cream", "NEW YORK"), ("New Jersey",), ("tax",), ("sun",)),
    ],
)
def test_odd_boards_get_a_clue(board: tuple[tuple[str, ...], ...]) -> None:
    own, other, civilian, assassin = board
    idea = clue(own, other, civilian, assassin)
    assert idea.word
    assert 1 <= idea.number <= len(own)
    assert set(idea.intended) <= set(own)


def test_a_hundred_cards_get_a_clue() -> None:
    words = [word for word in english().clues[:1000] if len(word) > 4][:100]
    idea = clue(words[:40], words[40:75], words[75:99], words[99:])
    assert set(idea.intended) <= set(words[:40])


def test_without_own_cards_there_is_nothing_to_clue() -> None:
    with pytest.raises(ValueError, match="no card left"):
        clue(())


def test_without_vectors_a_neutral_word_of_the_language_is_said_for_one_card() -> None:
    neutral = ("Wolke", "Brücke", "Sommer")
    idea = clue(("HAUS", "BAUM"), ("MAUS",), (), ("SONNE",), language="nl", legal=lambda _: True, fallback=neutral)
    assert idea.word in neutral
    assert idea.number == 1
    assert clue(("HAUS",), language="nl", legal=lambda _: True).word


@pytest.mark.parametrize(
    ("language", "word", "card"),
    [("de", "Herd", "Pfanne"), ("de", "Unterricht", "Tafel"), ("fr", "pâtissier", "gâteau"), ("es", "playa", "arena")],
)
def test_other_languages_are_understood_too(language: str, word: str, card: str) -> None:
    others = {
        "de": ("Brief", "Tunnel", "Adler"),
        "fr": ("lettre", "tunnel", "aigle"),
        "es": ("carta", "túnel", "águila"),
    }
    assert heard(word, card, *others[language], language=language)[0].word == card


def test_a_list_in_a_script_without_vectors_gets_a_clue_that_is_not_always_the_last_of_the_alphabet() -> None:
    cards = ("дом", "река", "кошка", "мост", "луна")
    said = {
        clue(cards[:2], cards[2:4], (), cards[4:], fallback=("apple", "cloud", "river", "zebra"), seed=n).word
        for n in range(8)
    }
    assert len(said) > 1


def test_without_vectors_guesses_follow_the_letters() -> None:
    assert heard("Sommerhaus", "MAUS", "SOMMER", "KATZE", language="nl")[0].word == "SOMMER"


def test_no_clue_that_would_spoil_the_evening() -> None:
    sayable = set(english().clues)
    assert {"shit", "fuck", "whore", "rape", "nazi", "porn", "slut", "nigger", "suicide", "penis"}.isdisjoint(sayable)
    assert {"the", "with", "because", "london", "clinton"}.isdisjoint(sayable)
    assert {"ocean", "music", "animal", "royal", "fruit", "circus", "winter"} <= sayable


SURE_OF_MOON = [Hunch("MOON", 9.0, 0.97), Hunch("TAX", 0.1, 0.03)]
DOUBTFUL = [Hunch("TAX", 0.8, 0.4), Hunch("LEMON", 0.3, 0.3)]
HOPELESS = [Hunch("TAX", -2.0, 0.06), Hunch("LEMON", -2.5, 0.05)]


def test_the_first_guess_is_always_made() -> None:
    assert go_on(1, 0, HOPELESS)
    assert go_on(0, 0, HOPELESS)
    assert go_on(None, 0, HOPELESS)


def test_guessing_stops_at_the_number() -> None:
    assert go_on(2, 1, DOUBTFUL)
    assert not go_on(2, 2, SURE_OF_MOON)


def test_guessing_stops_early_when_nothing_fits() -> None:
    assert not go_on(3, 1, HOPELESS)


def test_the_bold_guess_on_where_the_careful_pass() -> None:
    unsure = [Hunch("TAX", 0.8, 0.15), Hunch("LEMON", 0.3, 0.1)]
    assert go_on(3, 1, unsure, boldness=0.9)
    assert not go_on(3, 1, unsure, boldness=0.1)


SPACE = "KING:red MOON:red TAX:red APPLE:red LEMON:blue HAMMER:grey PILLOW:grey SHARK:black"


def moves_on(game: Dictated) -> Action:
    """What the built-in operative of Red does next."""
    view = game.story.view(Seat("red-1"))
    return autoplay(view, Seat("red-1"), game.asked("red-1")["guess"], random.Random(1))


def test_a_word_that_an_earlier_clue_missed_is_guessed_beyond_the_number() -> None:
    game = codenames(SPACE).play("red clue astronaut 1", "guess PILLOW", "blue clue fruit 1", "guess HAMMER")
    game.play("red clue royal 1", "guess KING")
    assert moves_on(game) == Guess("MOON")
    assert game.play("guess MOON").turn() == "blue clue"


def test_nothing_is_guessed_beyond_the_number_where_no_word_is_owed_or_no_card_is_sure() -> None:
    game = codenames(SPACE).play("red clue astronaut 1", "guess MOON", "passes", "blue clue fruit 1", "guess HAMMER")
    assert moves_on(game.play("red clue royal 1", "guess KING")) == EndTurn()
    game = codenames(SPACE).play("red clue sofa 1", "guess PILLOW", "blue clue fruit 1", "guess HAMMER")
    assert moves_on(game.play("red clue royal 1", "guess KING")) == EndTurn()


def test_an_owed_word_that_was_found_is_owed_no_more() -> None:
    game = codenames(f"{SPACE} ROCKET:blue PLANET:blue")
    game.play("red clue astronaut 1", "guess PILLOW", "blue clue fruit 1", "guess HAMMER")
    game.play("red clue royal 1", "guess KING", "guess MOON", "blue clue yellow 1", "guess LEMON", "passes")
    assert moves_on(game.play("red clue pie 1", "guess APPLE")) == EndTurn()


def test_unlimited_comes_back_to_what_is_owed_too() -> None:
    game = codenames(SPACE).play("red clue astronaut 1", "guess PILLOW", "blue clue fruit 1", "guess HAMMER")
    assert moves_on(game.play("red clue royal unlimited", "guess KING")) == Guess("MOON")


def test_the_bold_come_back_where_the_careful_do_not() -> None:
    cards = ("MOON", "BEACH", "SHARK", "TAX", "LETTER", "BRIDGE", "PIANO", "TIGER", "CHURCH")
    found = [come_back(["ring"], cards, language="en", boldness=each) for each in (0.0, 1.0)]
    assert found == [None, "CHURCH"]


def test_unlimited_goes_on_while_sure_and_zero_guesses_once() -> None:
    assert go_on(None, 3, SURE_OF_MOON)
    assert not go_on(None, 3, DOUBTFUL)
    assert not go_on(0, 1, SURE_OF_MOON)


@pytest.mark.parametrize(
    ("word", "card"),
    [
        ("Titanic", "ICEBERG"),
        ("Popeye", "SPINACH"),
        ("medicene", "HOSPITAL"),
        ("vegatable", "BROCCOLI"),
        ("Moby Dick", "WHALE"),
        ("girafe", "NECK"),
    ],
)
def test_names_and_slips_of_the_pen_are_understood(word: str, card: str) -> None:
    assert best(word, card, "LETTER", "BRIDGE", "TAX", "BOTTLE", "HAMMER", "PILLOW") == card


def test_how_likely_a_card_is_meant_adds_up_over_the_cards() -> None:
    chances = [hunch.chance for hunch in heard("royal", *OWN, *OTHER)]
    assert chances == sorted(chances, reverse=True)
    assert sum(chances) == pytest.approx(1.0)


def test_importing_the_player_loads_no_vectors() -> None:
    code = "import games.codenames.spymaster, games.codenames.vectors as v; print(v.english.cache_info().currsize)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "0\n"


def test_a_compound_that_nobody_listed_means_its_parts() -> None:
    assert english().row("cheeseplane") is None
    assert best("sandwich", "BRIDGE", "cheeseplane", "ROBOT", "TAX") == "cheeseplane"


def test_whoever_has_voted_already_joins_somebody_else() -> None:
    game = codenames("KING:red TAX:red LEMON:blue SHARK:black", red=2, majority=True).play("red clue royal 1")
    game.play("red-1 guess KING", "red-2 guess TAX")
    seat = Seat("red-1")
    (ask,) = (each for each in game.story.asks(seat) if each.need == "each")
    answer = autoplay(game.story.view(seat), seat, ask, random.Random(1))
    assert answer == Guess("TAX")
    game.tell(game.story.decide(seat, answer, ask.key))
    assert "TAX" in game.state.turned


def test_the_lobby_says_so_where_built_in_players_know_no_word() -> None:
    cyrillic = tuple(f"слово{letter}" for letter in "абвгдежзиклмнопрстуфхцчшщ")
    assert "letters and luck" in autoplay_note(CodenamesOptions(words=cyrillic))
    assert not autoplay_note(CodenamesOptions())
    assert not autoplay_note(CodenamesOptions(pack="german"))
