"""Moves in somebody's own words: what is clear is taken, and what could be meant otherwise is asked for again."""

from __future__ import annotations

import pytest

from games.core import IllegalAction, Parsed
from games.duet.events import HUMAN, PLAYER, Choose, Enter, TurnCame, Write
from games.duet.ledger import moves
from games.duet.ledger.header import MoveRule
from tests.games.duet.table import duet

PRICE = TurnCame(1, "unit_price", (HUMAN,), "number", "Which price?", 0, 1000000, 0.001)
ANSWER = TurnCame(2, "answer", (PLAYER,), "choice", "Is it a deal?", choices=("accept", "reject"))
SAYING = TurnCame(3, "question", (HUMAN,), "text", "What do you ask?")
RULE = MoveRule(
    "answer",
    "player",
    "choice",
    "Is it a deal?",
    choices={"accept": ("deal", "annehmen", "nimmt an"), "reject": ("refuse", "no deal", "ablehnen")},
)


# ── numbers ───────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("40", 40),
        (" 40.\n", 40),
        ("**40**", 40),
        ("“40”", 40),
        ("$40", 40),
        ("40€", 40),
        ("40 %", 40),
        ("+5", 5),
        ("-5", -5),
        ("−5", -5),
        ("40.0", 40),
        ("40.5", 40.5),
        ("40,5", 40.5),
        ("0.125", 0.125),
        ("0,125", 0.125),
        ("1,2345", 1.2345),
        ("1,000", 1000),
        ("1.000", 1000),
        ("-1.000", -1000),
        ("1,000.50", 1000.5),
        ("1.000,50", 1000.5),
        ("1.000.000", 1000000),
        ("1,000,000.25", 1000000.25),
        ("I offer 40", 40),
        ("I offer 40 (forty dollars), my friend!", 40),
        ("40? Yes, 40!", 40),
        ("unit price: 40, of the 100 that there are", 40),
        ("Round 2. My unit price is 40.", 40),
        ("Round 2, unit price: -40", -40),
        ("My Unit Price – 40 – is below your 90", 40),
    ],
)
def test_a_number_is_read_as_people_write_it(text: str, number: float):
    assert moves.read(PRICE, None, text) == Enter(number)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("I offer 40 of 100", "There are several numbers in it: answer with the number alone."),
        ("40 or 41", "There are several numbers in it: answer with the number alone."),
        ("between 40 and 50", "There are several numbers in it: answer with the number alone."),
        ("Round 2: 40", "There are several numbers in it: answer with the number alone."),
        ("my unit prices are 40 and 50", "There are several numbers in it: answer with the number alone."),
        ("forty", "There is no number in it: answer with the number alone."),
        ("40k", "There is no number in it: answer with the number alone."),
        ("1e5", "There is no number in it: answer with the number alone."),
        ("x40", "There is no number in it: answer with the number alone."),
        ("", "There is nothing written."),
        (" … ", "There is no number in it: answer with the number alone."),
        ("**.**", "There is nothing written."),
    ],
)
def test_what_is_no_number_or_several_is_refused(text: str, why: str):
    with pytest.raises(IllegalAction) as refused:
        moves.read(PRICE, None, text)
    assert str(refused.value) == why


# ── choices ───────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("text", "choice"),
    [
        ("accept", "accept"),
        ("ACCEPT!", "accept"),
        ("*Reject*.", "reject"),
        ("I accept", "accept"),
        ("I'll accept.", "accept"),
        ("I will accept", "accept"),
        ("Decision: reject", "reject"),
        ("My answer is: accept", "accept"),
        ("I choose reject", "reject"),
        ("Well, I accept that gladly.", "accept"),
        ("Deal!", "accept"),
        ("It's a deal", "accept"),
        ("annehmen", "accept"),
        ("Sie nimmt an.", "accept"),
        ("No deal.", "reject"),
        ("No way, I refuse!", "reject"),
        ("no, I'll reject", "reject"),
        ("Ich möchte ablehnen", "reject"),
    ],
)
def test_a_choice_is_read_by_its_own_words_and_the_headers_further_ones(text: str, choice: str):
    assert moves.read(ANSWER, RULE, text) == Choose(choice)


@pytest.mark.parametrize(
    "text",
    [
        "I do not accept",
        "I don't accept",
        "I don’t accept",
        "I can’t accept this",
        "We shouldn't accept",
        "I cannot accept",
        "Never would I reject",
        "Ich würde es nicht annehmen",
        "Je ne peux pas accept",
        "accept or reject",
        "I would accept it, but I refuse",
        "It is no deal",
        "No, I think the deal is bad",
        "No, deal with it",
        "an ideal offer",
        "accepted",
        "perhaps",
        "40",
    ],
)
def test_a_choice_that_is_denied_or_one_of_two_or_no_choice_is_refused(text: str):
    with pytest.raises(IllegalAction) as refused:
        moves.read(ANSWER, RULE, text)
    assert (
        str(refused.value) == "It is not clear which one is meant: answer with one of accept, reject, and nothing else."
    )


def test_without_further_words_a_choice_has_its_own_alone():
    assert moves.read(ANSWER, None, "accept") == Choose("accept")
    with pytest.raises(IllegalAction):
        moves.read(ANSWER, None, "deal")


# ── words ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_words_are_one_line_as_they_are():
    assert moves.read(SAYING, None, "  Is it\n*alive*,\u200b perhaps? ") == Write("Is it *alive*, perhaps?")
    with pytest.raises(IllegalAction):
        moves.read(SAYING, None, "\u200b \n")


# ── people ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_person_is_read_alike_and_told_why_nothing_was_understood():
    assert moves.reading(PRICE, None, "I offer 40") == Parsed(Enter(40), sure=True)
    assert moves.reading(PRICE, None, "40 of 100") == Parsed(
        None, why="There are several numbers in it: answer with the number alone."
    )
    assert moves.reading(PRICE, None, " ") == Parsed(None, why="There is nothing written.")
    assert moves.reading(None, None, "40") == Parsed(None, why="It is not your turn.")


@pytest.mark.parametrize("text", ["Would you take 60?", "60?", "“why 60?”", "60?!"])
def test_a_number_in_a_question_is_to_be_confirmed(text: str):
    assert moves.reading(PRICE, None, text) == Parsed(Enter(60), why="That reads like a question.")


def test_a_choice_in_a_question_is_to_be_confirmed_and_words_may_ask():
    asked = Parsed(Choose("accept"), why="That reads like a question.")
    assert moves.reading(ANSWER, RULE, "Would you accept?") == asked
    assert moves.reading(ANSWER, RULE, "Really? I accept.") == Parsed(Choose("accept"), sure=True)
    assert moves.reading(SAYING, None, "Is it alive?") == Parsed(Write("Is it alive?"), sure=True)


def test_a_number_without_end_is_out_of_range():
    game = duet().quietly()
    with pytest.raises(IllegalAction, match="out of range"):
        game.story.decide(HUMAN, game.reads("human", "9" * 400), game.story.asks(HUMAN)[0].key)
