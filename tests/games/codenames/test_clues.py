"""Which clues may be said, told as a spymaster would try them."""

from __future__ import annotations

import csv
from collections import Counter
from pathlib import Path

import pytest

from games.codenames.clues import check_clue, find_card, same_family
from games.codenames.spelling import fold
from games.core import IllegalAction

PAIRS = Path(__file__).with_name("clue_pairs.tsv")
BOARD = ("BREAK", "STRAWBERRY", "ICE CREAM", "Mouse", "Snowman", "COLOUR", "Theater")


def pairs(path: Path = PAIRS) -> list[tuple[str, str, bool, str]]:
    """Clue, card, whether it is legal, and why; zero-width characters are written as escapes, to be seen."""
    with path.open(encoding="utf-8", newline="") as file:
        rows = [row for row in csv.reader(file, delimiter="\t") if row and not row[0].startswith("# ")]
    return [(clue.encode().decode("unicode_escape") if "\\" in clue else clue, card, verdict == "legal", why)
            for clue, card, verdict, why in rows]  # fmt: skip


def refused(clue: str, *visible: str, language: str = "en", names: bool = False) -> str:
    """The sentence with which the clue is refused; fails when it is accepted."""
    with pytest.raises(IllegalAction) as told:
        check_clue(clue, visible, language=language, names=names)
    return str(told.value)


def is_legal(clue: str, card: str, language: str = "en") -> bool:
    try:
        check_clue(clue, [card], language=language)
    except IllegalAction:
        return False
    return True


@pytest.mark.parametrize("why", sorted({why for *_, why in pairs()}))
def test_every_pair_of_the_table_is_judged_as_people_judged_it(why: str) -> None:
    wrong = [(clue, card) for clue, card, legal, reason in pairs() if reason == why and is_legal(clue, card) != legal]
    assert wrong == []


@pytest.mark.parametrize("language", ["de", "fr"])
def test_german_and_french_pairs_are_judged_as_people_judged_them(language: str) -> None:
    table = pairs(PAIRS.with_name(f"clue_pairs_{language}.tsv"))
    # A phrase is no clue, but its kinship counts.
    wrong = [
        (clue, card)
        for clue, card, legal, _ in table
        if (is_legal(clue, card, language) if " " not in clue else same_family(clue, card, language) is None) != legal
    ]
    assert wrong == []


def test_words_that_have_nothing_to_do_with_each_other_are_hardly_ever_refused() -> None:
    lines = PAIRS.with_name("innocent_pairs.tsv").read_text("utf-8").splitlines()
    refused_pairs = [line for line in lines if not is_legal(*line.split("\t")[:2])]
    assert len(refused_pairs) <= 0.005 * len(lines), refused_pairs


def test_whole_parts_of_a_compound_and_their_forms_are_refused() -> None:
    for clue, card in (
        ("ice", "ICEBERG"),
        ("icy", "ICEBERG"),
        ("berg", "ICEBERG"),
        ("ink", "INKWELL"),
        ("sun", "SUNSET"),
    ):
        assert "part of" in refused(clue, card)
    for clue, card in (("see", "JIGSAW"), ("steal", "THIEF"), ("spud", "POTATO"), ("station", "STATIONARY")):
        assert is_legal(clue, card)


def test_the_table_has_thirty_pairs_of_every_kind_that_matters() -> None:
    kinds = Counter(why for *_, why in pairs())
    asked = {
        "irregular",
        "part",
        "compound",
        "spelling",
        "derivation",
        "accents",
        "zero-width",
        "look-alike",
        "mention",
    }
    assert {kind: kinds[kind] for kind in asked if kinds[kind] < 30} == {}
    assert sum(kinds.values()) >= 450


def test_the_rulebooks_own_example_holds() -> None:
    for clue in ("break", "broken", "breakage", "breakdown"):
        assert "BREAK" in refused(clue, *BOARD)


def test_a_clue_comes_back_as_it_will_be_shown() -> None:
    assert check_clue("  Wa\u200bter ", BOARD) == "Water"
    assert check_clue("ｗａｔｅｒ", BOARD) == "water"
    assert check_clue("o’clock", BOARD) == "o'clock"
    assert check_clue("mother‐in‐law", BOARD) == "mother-in-law"


def test_a_turned_word_may_be_said() -> None:
    refused("mice", "Mouse", "Piano")
    assert check_clue("mice", ["Piano"]) == "mice"


def test_each_refusal_says_what_is_wrong() -> None:
    assert "is on the board" in refused("break", *BOARD)
    assert "a form of Mouse" in refused("mice", *BOARD)
    assert "another spelling of COLOUR" in refused("color", *BOARD)
    assert "a part of STRAWBERRY" in refused("berry", *BOARD)
    assert "contains BREAK" in refused("breakfast", *BOARD)
    assert "shares a word with ICE CREAM" in refused("ice-box", *BOARD)
    assert "nothing was written" in refused(" \u200b ")
    assert "2 words" in refused("two words")
    assert "digits" in refused("d0g")
    assert "link" in refused("https://example.org")
    assert "cannot mention" in refused("@everyone")
    assert "formatting" in refused("**dog**")
    assert "emoji" in refused("🐶")
    assert "at most 40" in refused("a" * 41)


@pytest.mark.parametrize(
    "clue", ["<@123456789012345678>", "@everyone", "**dog**", "[dog](https://x.y)", "`dog`", "a" * 500]
)
def test_a_refusal_never_repeats_what_could_ping_or_format(clue: str) -> None:
    assert clue not in refused(clue)


def test_forty_letters_are_a_word_and_one_more_is_not() -> None:
    assert check_clue("a" * 40, []) == "a" * 40
    refused("a" * 41)


def test_a_name_of_several_words_needs_the_option_and_its_capitals() -> None:
    assert check_clue("Statue of Liberty", BOARD, names=True) == "Statue of Liberty"
    assert "proper name" in refused("very cold", names=True)
    assert "3 words" in refused("Statue of Liberty")


def test_a_name_may_not_hold_a_word_of_the_board() -> None:
    assert "York" in refused("New York", "York", names=True)


def test_any_script_can_be_written() -> None:
    for clue in ("вода", "νερό", "水", "पानी", "ماء", "물"):
        assert check_clue(clue, BOARD) == clue


def test_a_scribble_of_marks_is_not_a_word() -> None:
    refused("z" + "\u0321\u0334\u0358\u035c" * 2 + "a")
    refused("d\u0336o\u0336g\u0336")
    refused("water\u0301\u0302")
    assert "is on the board" in refused("cafe\u0301", "CAFE")


def test_two_compounds_may_share_a_part() -> None:
    assert check_clue("snowball", BOARD) == "snowball"


def test_the_reason_is_the_same_whichever_word_lies_on_the_board() -> None:
    assert same_family("mice", "mouse") == same_family("mouse", "mice") == "inflection"
    assert same_family("snow", "snowman") == "part"
    assert same_family("snowman", "snow") == "compound"
    assert same_family("car", "carpet") is None


def test_a_card_is_found_however_it_is_typed() -> None:
    cards = ["Ice Cream", "Mouse", "ÉCLAIR"]
    for text in ("ice cream", "“ice-cream”", "**ICE CREAM**!", " IceCream.", "ice\u200bcream"):
        assert find_card(text, cards) == "Ice Cream"
    assert find_card("eclair", cards) == "ÉCLAIR"


@pytest.mark.parametrize("text", ["mice", "mous", "the mouse", "", "?!", "ice"])
def test_nobody_guesses_what_a_guess_may_have_meant(text: str) -> None:
    assert find_card(text, ["Ice Cream", "Mouse"]) is None


def test_a_true_russian_word_keeps_its_letters() -> None:
    assert fold("Вода") == "вода"
    assert fold("сат") == fold("CAT")


@pytest.mark.parametrize(
    ("clue", "card"),
    [("Häuser", "Haus"), ("Mueller", "Müller"), ("tür", "HAUSTÜR"), ("Blumen", "Sonnenblume"), ("Königin", "König"),
     ("lief", "laufen"), ("Strasse", "Straße"), ("Mäuse", "Maus"), ("Hundehütte", "Hund")],
)  # fmt: skip
def test_german_clues_know_umlauts_and_compounds(clue: str, card: str) -> None:
    refused(clue, card, language="de")


@pytest.mark.parametrize(
    ("clue", "card"), [("Zeitung", "Zeit"), ("Hand", "Hund"), ("Ast", "Palast"), ("Wasser", "Fisch")]
)
def test_german_words_that_share_letters_are_no_kin(clue: str, card: str) -> None:
    assert check_clue(clue, [card], language="de") == clue


@pytest.mark.parametrize(
    ("clue", "card"),
    [("chevaux", "cheval"), ("yeux", "œil"), ("pomme", "POMME DE TERRE"), ("ecole", "École"), ("fleuriste", "fleur")],
)
def test_french_clues_know_plurals_and_accents(clue: str, card: str) -> None:
    refused(clue, card, language="fr")


def test_any_language_with_a_dictionary_knows_its_forms() -> None:
    refused("perros", "PERRO", language="es")
    assert check_clue("gato", ["PERRO"], language="es") == "gato"


def test_a_language_we_do_not_know_still_refuses_the_word_itself() -> None:
    assert "is on the board" in refused("VODA", "Voda", language="xx")
    assert check_clue("led", ["voda"], language="xx") == "led"
