"""What people write and what is made of it: the answer that was meant, or none."""

from __future__ import annotations

import pytest

from games.core import Action, Ask, Parsed, Seat, Talk, record
from games.reading import is_bare_number, number_field, read


@record
class Night(Action):
    """Choose for the night."""

    where: str
    act: str


@record
class Pack(Action):
    """Pack a crate."""

    good: str
    gift: int


@record
class Vote(Action):
    """Vote."""

    whom: str


@record
class Swap(Action):
    """Do something that takes two."""

    deed: str
    other: str


@record
class Say(Action):
    """Say something."""

    text: Talk


@record
class EndTurn(Action):
    """End the turn."""


@record
class Guess(Action):
    """Guess a card."""

    word: str


NAMES = dict(
    zip(
        (Seat(f"p{n}") for n in range(1, 11)),
        ("Ada", "Bob", "Will", "Hall", "May", "Anna", "Anne Marie", "José", "Ann", "Zoë-2"),
        strict=True,
    )
)
DEAD = Seat("p2")
LIVING = tuple(seat for seat in NAMES if seat != DEAD)
OTHERS = tuple(seat for seat in LIVING if seat != "p1")
NIGHT = Ask(
    "night:1",
    "Where do you go?",
    "each",
    forms=(Night,),
    allowed={
        "where": ("Hall", "Library", "Kitchen", "Old Mill", *(f"follow {{{each}}}" for each in OTHERS)),
        "act": ("watch", "hide", *(f"{act} {{{each}}}" for act in ("guard", "strike") for each in OTHERS)),
    },
    default=Night("Kitchen", "watch"),
)
VOTE = Ask("vote:1", "Who hangs?", "each", forms=(Vote,), allowed={"whom": (*LIVING, "nobody")}, default=Vote("nobody"))
SWAP = Ask(
    "swap:1",
    "Whom do you swap?",
    "each",
    forms=(Swap,),
    allowed={"deed": tuple(f"swap {{{each}}}" for each in NAMES), "other": tuple(NAMES)},
)
SYNONYMS = {"strike": ("kill", "stab", "murder"), "guard": ("protect", "watch over"), "watch": ("look around",)}


def night(text: str) -> Parsed:
    return read(NIGHT, text, NAMES, SYNONYMS)


def vote(text: str) -> Parsed:
    return read(VOTE, text, NAMES)


@pytest.mark.parametrize(
    ("text", "where", "act"),
    [
        ("I'll hide in the library", "Library", "hide"),
        ("hide in the Library.", "Library", "hide"),
        ("Library, hide", "Library", "hide"),
        ("LIBRARY HIDE", "Library", "hide"),
        ("I'm hiding in the kitchen tonight", "Kitchen", "hide"),
        ("I want to go to the Kitchen and watch", "Kitchen", "watch"),
        ("go to the kitchen, look around", "Kitchen", "watch"),
        ("hide in teh libary", "Library", "hide"),
        ("Watch in the kichten please", "Kitchen", "watch"),
        ("hdie in the old mill", "Old Mill", "hide"),
        ("follow Anna and strike", "follow {p6}", "strike {p6}"),
        ("follow Anna and strike her", "follow {p6}", "strike {p6}"),
        ("follow anna and kill her quietly", "follow {p6}", "strike {p6}"),
        ("I follow Anna and guard José", "follow {p6}", "guard {p8}"),
        ("follow jose and protect anna", "follow {p8}", "guard {p6}"),
        ("follow Anne Marie, watch", "follow {p7}", "watch"),
        ("follow Marie, watch", "follow {p7}", "watch"),
        ("following Ann and watching", "follow {p9}", "watch"),
        ("I will follow Will and hide", "follow {p3}", "hide"),
        ("i will follow will and hide", "follow {p3}", "hide"),
        ("i may hide in the hall", "Hall", "hide"),
        ("follow hall and hide", "follow {p4}", "hide"),
        ("guard Hall in the Hall", "Hall", "guard {p4}"),
        ("in the hall I guard hall", "Hall", "guard {p4}"),
        ("strike May in the kitchen", "Kitchen", "strike {p5}"),
        ("kitchen; stab may", "Kitchen", "strike {p5}"),
        ("I go to the library and I will strike Will", "Library", "strike {p3}"),
        ("follow player 3, guard player 5", "follow {p3}", "guard {p5}"),
        ("follow p6 and hide", "follow {p6}", "hide"),
        ("Library, guard Ann’s life", "Library", "guard {p9}"),
        ("old mill, watch over anna", "Old Mill", "guard {p6}"),
        ("follow zoë-2 then hide", "follow {p10}", "hide"),
        ("hide because I'm scared, in the kitchen", "Kitchen", "hide"),
        ("hide", "Kitchen", "hide"),
        ("I'll just hide tonight", "Kitchen", "hide"),
        ("library", "Library", "watch"),
        ("To the Library!", "Library", "watch"),
        ("guard Anna please", "Kitchen", "guard {p6}"),
    ],
)
def test_a_night_is_read_from_a_sentence(text: str, where: str, act: str) -> None:
    assert night(text) == Parsed(Night(where, act), sure=True)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("hide in the library or the kitchen", "“Where” can be one thing only"),
        ("library and kitchen, hide", "“Where” can be one thing only"),
        ("hide and watch in the kitchen", "“Act” can be one thing only"),
        ("follow Anna and follow José, watch", "“Where” can be one thing only"),
        ("don't strike Anna, go to the library", "“don't”"),
        ("I will not hide in the library", "“not”"),
        ("never mind the library, hide", "“never”"),
        ("go anywhere but the library, hide", "“but”"),
        ("hide in the library?", "“?”"),
        ("maybe hide in the kitchen", "“maybe”"),
        ("hide in the hall if Anna does", "“if”"),
        ("follow Bob and hide", "You cannot follow Bob now"),
        ("guard bob in the kitchen", "You cannot guard Bob now"),
        ("strike Ada in the kitchen", "You cannot strike Ada now"),
        ("hide in the library and strike", "Whom do you want to strike?"),
        ("I was hiding in the library", "“was”"),
        ("guard", "Whom do you want to guard?"),
        ("Anna", "What about Anna?"),
        ("hide in the library, Anna scares me", "What about Anna?"),
        ("Hall, watch", "What about Hall?"),
        ("dance in the library", "Act: “dance” cannot be chosen now. You can choose: "),
        ("I hide behind the curtain", "Where: “curtain” cannot be chosen now. You can choose: Hall,"),
        ("good evening", "you can choose: Hall"),
        (
            "xyzzy",
            "“xyzzy” is not understood. For “Where” you can choose: Hall, Library, Kitchen, Old Mill, follow somebody. "
            "For “Act” you can choose: watch, hide, guard somebody, strike somebody.",
        ),
        ("🤷", "you can choose: Hall"),
        ("  \n ", "nothing written"),
    ],
)
def test_what_leaves_a_doubt_is_not_taken_for_an_answer(text: str, why: str) -> None:
    reading = night(text)
    assert not reading.sure and why in reading.why


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("tea, 2", Pack("tea", 2)),
        ("rum and nothing", Pack("rum", 0)),
        ("none, rum", Pack("rum", 0)),
        ("tea, one", Pack("tea", 1)),
        ("silk, 1", "Good: “silk” cannot be chosen now. You can choose: tea, rum."),
        ("tea, 7", "Gift: “7” cannot be chosen now. You can choose: 0, 1, 2."),
    ],
)
def test_a_word_and_a_number_are_read_and_what_is_not_listed_is_said(text: str, meant: Action | str) -> None:
    allowed = {"good": ("tea", "rum"), "gift": ("0", "1", "2")}
    ask = Ask("pack:1", "What?", "each", forms=(Pack,), allowed=allowed, default=Pack("tea", 0))
    reading = read(ask, text, NAMES)
    assert meant == (reading.action if reading.sure else reading.why)


@pytest.mark.parametrize(
    ("text", "whom"),
    [
        ("Anna", "p6"),
        ("vote for Anna", "p6"),
        ("I vote Anna!", "p6"),
        ("hang anna", "p6"),
        ("anna it is", "p6"),
        ("I think it's Jose", "p8"),
        ("annna", "p6"),
        ("Ann", "p9"),
        ("Anne Marie", "p7"),
        ("marie", "p7"),
        ("will", "p3"),
        ("Vote Will", "p3"),
        ("I will vote for will", "p3"),
        ("may", "p5"),
        ("it may be May", "p5"),
        ("I vote for Hall", "p4"),
        ("myself, Ada", "p1"),
        ("player 9", "p9"),
        ("nobody", "nobody"),
        ("no one", "nobody"),
        ("No-one!", "nobody"),
        ("I abstain", "nobody"),
        ("vote nobdy", "nobody"),
    ],
)
def test_a_vote_is_read_from_a_sentence(text: str, whom: str) -> None:
    assert vote(text) == Parsed(Vote(whom), sure=True)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("Bob", "Bob cannot be chosen now"),
        ("vote for bob", "Bob cannot be chosen now"),
        ("Anna or José", "can be one thing only"),
        ("Anna, nobody", "can be one thing only"),
        ("not Anna", "“not”"),
        ("it wasn't Anna", "“wasn't”"),
        ("Anna?", "“?”"),
        ("I am an Anna", "“an anna”"),
        ("I will think about it", "Who hangs? You can choose: Ada,"),
        ("may I pass", "Who hangs? You can choose: Ada,"),
        ("anyone but José", "“anyone”"),
        ("99", "There are 10 choices"),
    ],
)
def test_a_vote_in_doubt_is_nobodys(text: str, why: str) -> None:
    reading = vote(text)
    assert not reading.sure and why in reading.why


def test_a_number_is_a_place_in_the_list_where_it_is_nobodys_number() -> None:
    """Bob is dead: the second of those who may hang is player 3."""
    assert vote("1") == Parsed(Vote("p1"), sure=True)
    assert vote("2").action == Vote("p3") and not vote("2").sure
    words = Ask("guess:1", "Guess.", "one", forms=(Guess,), allowed={"word": ("LEMON", "ICE CREAM", "12")})
    assert read(words, "2", NAMES) == Parsed(Guess("ICE CREAM"), sure=True)
    assert read(words, "12", NAMES) == Parsed(Guess("12"), sure=True)


@pytest.mark.parametrize("text", ["swap Ada and Bob", "swap ada with bob", "I'll swap Ada, with Bob"])
def test_what_takes_two_is_done_to_one_and_the_other(text: str) -> None:
    assert read(SWAP, text, NAMES) == Parsed(Swap("swap {p1}", "p2"), sure=True)


def test_what_takes_two_is_not_done_to_one_twice() -> None:
    assert read(SWAP, "swap Ada", NAMES) == Parsed(
        None, why="For “Other” you can choose: Ada, Bob, Will, Hall, May, Anna, Anne Marie, José …"
    )


def test_what_was_not_said_is_asked_for_as_the_question_has_it() -> None:
    kill = Ask(
        "deed:1", "Night 1: {p6} waits. What do you do?", "each", forms=(Vote,), allowed={"whom": ("kill {p6}",)}
    )
    why = "What about Anna? Night 1: Anna waits. What do you do? You can choose: kill somebody."
    assert read(kill, "I want Anna dead", NAMES) == Parsed(None, why=why)


def test_two_who_are_called_alike_are_not_chosen_between() -> None:
    names = {Seat("p1"): "Ann Lee", Seat("p2"): "Ann Bee", Seat("p3"): "Mark", Seat("p4"): "Marc"}
    ask = Ask("vote:1", "Who hangs?", "each", forms=(Vote,), allowed={"whom": tuple(names)})
    assert read(ask, "ann lee", names) == Parsed(Vote("p1"), sure=True)
    assert read(ask, "Marc", names) == Parsed(Vote("p4"), sure=True)
    for text, why in (("Ann", "Ann Bee and Ann Lee are meant alike"), ("Marx", "Marc and Mark are meant alike")):
        reading = read(ask, text, names)
        assert reading.action is None and why in reading.why


def test_somebody_called_nobody_is_not_hanged_by_mistake() -> None:
    names = {Seat("p1"): "Ada", Seat("p2"): "Nobody"}
    ask = Ask("vote:1", "Who hangs?", "each", forms=(Vote,), allowed={"whom": ("p1", "p2", "nobody")})
    assert not read(ask, "nobody", names).sure
    assert read(ask, "player 2", names) == Parsed(Vote("p2"), sure=True)


def test_without_a_default_nothing_is_made_up() -> None:
    ask = Ask("night:1", "Where?", "each", forms=(Night,), allowed=NIGHT.allowed)
    reading = read(ask, "hide", NAMES)
    assert reading.action is None and "For “Where” you can choose" in reading.why


def test_talk_is_taken_as_it_is() -> None:
    ask = Ask("talk:1", "Speak.", "each", forms=(Say,), default=Say(""))
    assert read(ask, "Not me!\nWas it Anna?", NAMES) == Parsed(Say("Not me! Was it Anna?"), sure=True)


def test_a_choice_is_made_by_its_name() -> None:
    ask = Ask("guess:1", "Guess.", "one", (EndTurn(),), (Guess,), {"word": ("LEMON", "ICE CREAM", "TURN")})
    assert read(ask, "End turn.", NAMES) == Parsed(EndTurn(), sure=True)
    assert read(ask, "ice cream", NAMES) == Parsed(Guess("ICE CREAM"), sure=True)
    assert read(ask, "I guess lemon", NAMES) == Parsed(Guess("LEMON"), sure=True)
    only = Ask("end", "End?", "one", (EndTurn(),))
    assert read(only, "please end turn", NAMES) == Parsed(EndTurn(), sure=True)
    assert read(only, "go on", NAMES).action is None


# ── numbers ───────────────────────────────────────────────────────────────────────────────────────────────────────────


@record
class Bid(Action):
    amount: float


@record
class Count(Action):
    many: int


@record
class Answer(Action):
    word: str


HOW_MUCH = Ask("offer:1", "How much? ($0 to $100)", "each", forms=(Bid,), examples=(Bid(40),))


@pytest.mark.parametrize(
    ("text", "amount"),
    [
        ("40", 40), ("I offer 40", 40), ("40 dollars", 40), ("$40", 40), ("40,5", 40.5), ("40.5", 40.5), ("€ 40", 40),
        ("1,000", 1000), ("my offer is 40. 40!", 40), ("-5", -5), ("40€", 40), (".5", 0.5), ("0", 0),
    ],
)  # fmt: skip
def test_the_one_number_in_a_text_is_the_answer(text: str, amount: float) -> None:
    assert read(HOW_MUCH, text, {}) == Parsed(Bid(amount), sure=True)


@pytest.mark.parametrize(
    "text", ["60 for me, 40 for you", "forty", "10-20", "not 40", "2nd", "v2", "I won't pay 40", ""]
)
def test_no_number_is_made_of_what_is_none_or_several(text: str) -> None:
    reading = read(HOW_MUCH, text, {})
    assert reading.action is None and reading.why


@pytest.mark.parametrize("text", ["40?", "maybe 40", "1.000"])
def test_a_doubtful_number_is_asked_back(text: str) -> None:
    reading = read(HOW_MUCH, text, {})
    assert isinstance(reading.action, Bid) and not reading.sure and reading.why


def test_a_whole_number_is_whole() -> None:
    ask = Ask("count:1", "How many?", "each", forms=(Count,))
    assert read(ask, "7 of them", {}) == Parsed(Count(7), sure=True)
    assert read(ask, "7.5", {}).action is None
    assert number_field(Count) == "many" and number_field(Bid) == "amount" and number_field(Answer) == ""


@pytest.mark.parametrize(
    ("text", "bare"),
    [("40", True), ("$40.", True), ("40 euros", True), ("I say 40", False), ("40?", False), ("a", False)],
)
def test_a_bare_number_is_nothing_but_a_number(text: str, bare: bool) -> None:
    assert is_bare_number(text) is bare


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("accept", "accept"),
        ("I accept!", "accept"),
        ("Rejecting it", "reject"),
        ("2", "reject"),
        ("I do not accept", None),
    ],
)
def test_choices_that_differ_in_a_word_are_read_by_it(text: str, word: str | None) -> None:
    ask = Ask("answer:1", "Do you accept?", "each", choices=(Answer("accept"), Answer("reject")))
    assert read(ask, text, {}).action == (Answer(word) if word else None)
