"""What a model may answer, and what is made of what it does answer."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, Literal

import pytest

from bot.players import reply
from bot.players.completions import BadAnswer
from bot.players.reply import Form, form_for
from bot.players.seating import warm_up
from bot.players.thoughts import UNCLOSED
from games import all_games
from games.codenames.events import Challenge, Clue, Cover, EndTurn, Guess, Tag
from games.core import Action, Ask, Seat, Talk, record
from games.mystery.events import LONGEST_STATEMENT, Say
from tests.bot.briefs import RED, Evening
from tests.bot.tiny import Claim, Tell

GUESS = Ask(
    "guess:1:1", "Guess.", "one", choices=(EndTurn(),), forms=(Guess,), allowed={"word": ("LEMON", "ICE CREAM")}
)
CLUE = Ask("clue:1", "Give a clue.", "each", forms=(Clue,), allowed={"number": ("1", "2", "0", "unlimited")})


@record
class Vote(Action):
    """Vote somebody out."""

    target: Seat
    doubts: int = 0


@record
class Plan(Action):
    """Every kind of blank there is."""

    who: Seat
    how: Literal["loud", "quiet", 3]
    sure: bool
    share: float
    also: tuple[Seat, ...] = ()
    note: str | None = None


def read(text: str, *asks: Ask, **more: Any) -> Action:
    return form_for(asks or (GUESS,), **more).read(text).action


def complaint(text: str, *asks: Ask) -> str:
    with pytest.raises(BadAnswer) as caught:
        read(text, *asks)
    return str(caught.value)


# ── the form ──────────────────────────────────────────────────────────────────────────────────────────────────────────

STRICT_WORDS = {
    "type",
    "properties",
    "required",
    "additionalProperties",
    "enum",
    "items",
    "anyOf",
    "description",
    "maxLength",
}


def parts(schema: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield schema
    for child in (*schema.get("properties", {}).values(), *schema.get("anyOf", ()), schema.get("items")):
        if child:
            yield from parts(child)


def check_strict(form: Form) -> None:
    assert form.schema["type"] == "object" and "anyOf" not in form.schema
    for part in parts(form.schema):
        assert set(part) <= STRICT_WORDS
        if part.get("type") == "object":
            assert part["required"] == list(part["properties"]) and part["additionalProperties"] is False
        if "enum" in part:
            assert part["type"] == "string" and all(isinstance(value, str) for value in part["enum"])


@pytest.mark.parametrize("kind", [kind for game in all_games().values() for kind in game.rules.actions])
def test_every_action_of_every_game_fits_a_strict_schema(kind: type[Action]) -> None:
    check_strict(form_for([Ask("k", "Do it.", "each", forms=(kind,))]))


def test_every_kind_of_blank_fits_a_strict_schema() -> None:
    form = form_for([Ask("k", "Do it.", "each", forms=(Plan,), allowed={"also": ("p1", "p2")})])
    check_strict(form)
    move = {"who": "p1", "how": "3", "sure": True, "share": 0.5, "also": ["p2"], "note": None}
    assert form.read(json.dumps({"move": {"action": "Plan", **move}})).action == Plan(
        Seat("p1"), 3, True, 0.5, (Seat("p2"),), None
    )


def test_thoughts_come_before_the_move() -> None:
    assert list(form_for([GUESS]).schema["properties"]) == ["thoughts", "move"]


def test_a_model_that_repeats_itself_for_ever_is_held_to_the_length_of_a_statement() -> None:
    (choice,) = form_for((Ask("talk:1", "Speak.", "each", forms=(Say,)),)).choices
    assert {choice.schema["properties"][each]["maxLength"] for each in ("text", "claims")} == {LONGEST_STATEMENT}


def test_a_small_model_fills_in_only_what_it_must() -> None:
    move = form_for([CLUE], thoughts=False, optional=False).schema["properties"]["move"]
    assert list(move["properties"]) == ["action", "word", "number"]


def test_only_allowed_words_can_be_written() -> None:
    moves = form_for([GUESS]).schema["properties"]["move"]["anyOf"]
    assert [move["properties"]["action"]["enum"] for move in moves] == [["Guess"], ["EndTurn"]]
    assert moves[0]["properties"]["word"]["enum"] == ["LEMON", "ICE CREAM"]


def test_what_is_owed_is_answered_before_any_offer() -> None:
    tag = Ask("tag:1", "You may tag.", "none", forms=(Tag,), invites=True)
    assert form_for([tag, GUESS]).asks == (GUESS,)
    assert form_for([Ask("challenge:1", "You may challenge.", "none", choices=(Challenge(),)), tag]).asks == (tag,)


def test_with_nothing_owed_the_offers_are_open() -> None:
    offer = Ask("challenge:1", "You may challenge.", "none", choices=(Challenge(),))
    assert form_for([offer]).read('{"move": {"action": "Challenge"}}').key == "challenge:1"


def test_two_asks_for_the_same_action_are_told_apart() -> None:
    first = Ask("vote:1", "Vote.", "each", forms=(Vote,), allowed={"target": ("p1",)})
    second = Ask("vote:2", "Vote again.", "each", forms=(Vote,), allowed={"target": ("p2",)})
    form = form_for([first, second])
    answer = form.read('{"move": {"action": "Vote (vote:2)", "target": "p2", "doubts": 1}}')
    assert (answer.key, answer.action) == ("vote:2", Vote(Seat("p2"), 1))


def test_a_pick_of_ready_made_actions_is_a_list_of_their_values() -> None:
    ask = Ask("vote:1", "Vote.", "each", choices=(Vote(Seat("p1")), Vote(Seat("p2"))))
    assert read('{"move": {"action": "Vote", "target": "p2", "doubts": "0"}}', ask) == Vote(Seat("p2"))
    assert "one of p1, p2" in complaint('{"move": {"action": "Vote", "target": "p3", "doubts": "0"}}', ask)


def test_ready_made_actions_are_not_mixed() -> None:
    ask = Ask("vote:1", "Vote.", "each", choices=(Vote(Seat("p1"), 1), Vote(Seat("p2"), 2)))
    assert complaint('{"move": {"action": "Vote", "target": "p1", "doubts": "2"}}', ask) == (
        "That is not one of the things you can do now."
    )


def test_a_seat_may_be_named_by_who_sits_there() -> None:
    ask = Ask("vote:1", "Vote.", "each", forms=(Vote,), allowed={"target": ("p1", "p2")})
    names = {Seat("p1"): "Ann", Seat("p2"): "Bob"}
    for called in ("bob", "p2", "P2 (Bob)"):
        assert read(json.dumps({"target": called}), ask, names=names) == Vote(Seat("p2"))


def test_a_name_that_two_have_names_neither() -> None:
    ask = Ask("vote:1", "Vote.", "each", forms=(Vote,), allowed={"target": ("p1", "p2")})
    with pytest.raises(BadAnswer):
        read('{"target": "Ann"}', ask, names={Seat("p1"): "Ann", Seat("p2"): "ann"})


@record
class Spend(Action):
    """Spend the night."""

    where: str
    act: str


SPEND = Ask(
    "night:1", "Where?", "each", forms=(Spend,),
    allowed={"where": ("Hall", "follow {p2}", "follow {p3}"), "act": ("watch", "guard {p2}", "strike {p2}", "guard {p3}")},
    examples=(Spend("follow {p3}", "strike {p2}"),),
)  # fmt: skip
GUESTS = {Seat("p1"): "Ann", Seat("p2"): "Bob", Seat("p3"): "Hall", Seat("p4"): "bob (Player 4)"}
TITLES = {Seat(f"p{n}"): f"Player {n}" for n in range(1, 5)}


def spend(where: str, act: str) -> Action:
    return read(json.dumps({"where": where, "act": act}), SPEND, names=GUESTS, titles=TITLES)


def test_values_about_seats_are_written_with_names() -> None:
    form = form_for([SPEND], GUESTS, TITLES)
    check_strict(form)
    where, act = (blank.schema["enum"] for blank in form.choices[0].blanks)
    assert where == ["Hall", "follow Bob", "follow Hall"]
    assert act == ["watch", "guard Bob", "strike Bob", "guard Hall"]
    assert form.choices[0].shown(SPEND.examples[0]) == {"action": "Spend", "where": "follow Hall", "act": "strike Bob"}


@pytest.mark.parametrize(
    ("where", "act", "meant"),
    [
        ("follow Hall", "strike Bob", Spend("follow {p3}", "strike {p2}")),
        ("Hall", "watch", Spend("Hall", "watch")),
        ("FOLLOW bob", "Guard Hall", Spend("follow {p2}", "guard {p3}")),
        ("follow {p3}", "strike p2", Spend("follow {p3}", "strike {p2}")),
        ("follow Player 3", "strike player 2", Spend("follow {p3}", "strike {p2}")),
        ("Bob", "p3", Spend("follow {p2}", "guard {p3}")),
        ("Player 2", "Hall", Spend("follow {p2}", "guard {p3}")),
    ],
)
def test_a_value_about_a_seat_may_be_written_in_other_ways_that_mean_nothing_else(
    where: str, act: str, meant: Action
) -> None:
    assert spend(where, act) == meant


@pytest.mark.parametrize(
    ("where", "act"), [("Hall", "Bob"), ("follow Ann", "watch"), ("follow", "watch"), ("p4", "hide")]
)
def test_what_may_mean_two_things_or_nothing_that_is_allowed_is_refused_with_what_is(where: str, act: str) -> None:
    with pytest.raises(
        BadAnswer, match=r"has to be one of (Hall, follow Bob, follow Hall|watch, guard Bob, strike Bob)"
    ):
        spend(where, act)


def test_two_who_are_called_alike_are_told_apart() -> None:
    names = {Seat("p1"): "Nobody", Seat("p2"): "B.o.b", Seat("p3"): "Bob"}
    ask = Ask("vote:1", "Vote.", "each", forms=(Vote,), allowed={"target": ("p1", "p2", "p3", "nobody")})
    (target, _) = form_for([ask], names).choices[0].blanks
    assert target.schema["enum"] == ["Nobody (p1)", "B.o.b (p2)", "Bob (p3)", "nobody"]
    for written, meant in (("Bob (p3)", "p3"), ("nobody", "nobody"), ("nobody (p1)", "p1"), ("p2", "p2")):
        assert read(json.dumps({"target": written}), ask, names=names) == Vote(Seat(meant))


def test_other_ways_of_writing_are_made_once_and_only_where_an_answer_needs_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made, how = list[Any](), reply._otherwise
    monkeypatch.setattr(reply, "_otherwise", lambda *given: made.append(given) or how(*given))
    names = {Seat("p1"): "Ann", Seat("p2"): "Bob"}
    form = form_for([Ask("vote:1", "Vote.", "each", forms=(Vote,), allowed={"target": ("p1", "p2", "nobody")})], names)
    assert form.read('{"move": {"target": "Bob"}}').action == Vote(Seat("p2")) and not made
    for _ in range(3):
        assert form.read('{"move": {"target": "p2"}}').action == Vote(Seat("p2"))
    assert len(made) == 1


def test_the_forms_of_a_game_are_ready_before_a_model_is_first_asked() -> None:
    reply.schema_of.cache_clear()
    warm_up(games=all_games().values())
    made = reply.schema_of.cache_info().misses
    form_for(Evening().brief("red-spymaster").asks)
    assert reply.schema_of.cache_info().misses == made > 20


@record
class Speak(Action):
    """Make a statement."""

    text: Talk


@record
class Hush(Action):
    """Say nothing."""


SPEAK = Ask("talk:1", "What do you say?", "each", choices=(Hush(),), forms=(Speak,), default=Hush())


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ('{"move": {"action": "Speak", "text": "I was in the Hall."}}', Speak("I was in the Hall.")),
        ('{"action": "speak", "text": "Hi {p1}"}', Speak("Hi {p1}")),
        ('```json\n{"move": {"action": "Hush"}}\n```', Hush()),
        ('{"move": "Hush"}', Hush()),
    ],
)
def test_somebody_speaks_or_says_nothing(text: str, action: Action) -> None:
    assert read(text, SPEAK) == action
    check_strict(form_for([SPEAK]))


def test_an_operative_can_write_exactly_the_words_that_are_not_turned() -> None:
    evening = Evening(Clue("fruit", 1), Guess("LEMON"))
    form = form_for(evening.brief("red-1").asks)
    words = form.choices[0].schema["properties"]["word"]["enum"]
    assert "LEMON" not in words and len(words) == 24 and RED[1] in words


# ── what is understood ────────────────────────────────────────────────────────────────────────────────────────────────

LEMON = '{"thoughts": "sour", "move": {"action": "Guess", "word": "LEMON"}}'


@pytest.mark.parametrize(
    "text",
    [
        LEMON,
        f"```json\n{LEMON}\n```",
        f"Let me think. It is sour, {{so}} …\n{LEMON}\nI hope this helps!",
        LEMON.replace("sour", "sour, I <think>"),
        '{"move": {"action": "guess", "word": "lemon"}}',
        '{"Move": {"Action": "GUESS", "Word": " Lemon "}}',
        '{"action": "Guess", "word": "LEMON"}',
        '{"move": "Guess", "word": "LEMON"}',
        '{"move": {"action": "Guess", "word": "LEMON", "confidence": 0.9}, "mood": "bold"}',
        '{"move": {"action": "Guess", "word": ["LEMON"],},}',
        '{"thoughts": "two\nlines", "move": {"action": "Guess", "word": "LEMON"}}',
        f"{LEMON}\n{LEMON}",
    ],
)
def test_a_guess_is_understood_however_it_is_dressed(text: str) -> None:
    assert read(text) == Guess("LEMON")


def test_a_word_of_two_parts_is_found_without_its_space() -> None:
    assert read('{"move": {"action": "Guess", "word": "icecream"}}') == Guess("ICE CREAM")


@pytest.mark.parametrize("number", ["2", 2, " 2 "])
def test_a_number_is_a_number_in_quotes_or_out_of_them(number: object) -> None:
    assert read(json.dumps({"move": {"action": "Clue", "word": "sea", "number": number}}), CLUE) == Clue("sea", 2)


def test_the_action_goes_without_saying_when_there_is_only_one() -> None:
    assert read('{"word": "sea", "number": "unlimited", "intended": "OCEAN, BEACH"}', CLUE) == Clue(
        "sea", "unlimited", ("OCEAN", "BEACH")
    )


def test_a_blank_that_may_be_empty_may_be_null() -> None:
    assert read('{"move": {"action": "Clue", "word": "sea", "number": 1, "intended": null}}', CLUE) == Clue("sea", 1)


def test_thoughts_are_kept() -> None:
    answer = form_for([GUESS]).read(LEMON)
    assert (answer.key, answer.aside) == ("guess:1:1", "sour")


# ── what is not ───────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    "text", ["", "LEMON, I think.", "[1, 2]", '"LEMON"', '{"move": {"action": "Gue', "{{{{", "null"]
)
def test_an_answer_without_an_object_is_asked_for_one(text: str) -> None:
    assert "no JSON object" in complaint(text)


@pytest.mark.parametrize("opened", ["", "<think>", "<Reasoning >", "[THINK]", "<|channel|>analysis<|message|>"])
@pytest.mark.parametrize("closed", ["</think>", "</thoughts>", "[/THINK]", "<|end|><|channel|>final<|message|>"])
def test_a_move_is_what_stands_behind_the_thinking(opened: str, closed: str) -> None:
    assert read(f'{opened}Or {{"move": {{"action": "EndTurn"}}}}?{closed}{LEMON}') == Guess("LEMON")


@pytest.mark.parametrize("text", [f"<think>Perhaps {LEMON}, no, wait", f"{LEMON} <thought", f"[reasoning]{LEMON}"])
def test_nothing_is_played_that_was_only_thought_of(text: str) -> None:
    assert complaint(text) == UNCLOSED


def test_a_wrong_word_is_told_which_words_there_are() -> None:
    said = complaint('{"move": {"action": "Guess", "word": "MELON"}}')
    assert said == '"word" has to be one of LEMON, ICE CREAM; you wrote "MELON".'


def test_a_long_wrong_value_is_repeated_only_at_its_beginning() -> None:
    assert len(complaint(json.dumps({"move": {"action": "Guess", "word": "na\n" * 500}}))) < 150


def test_a_missing_word_is_named() -> None:
    assert complaint('{"move": {"action": "Guess"}}') == '"word" is missing from your move.'
    assert (
        complaint('{"move": {"action": "Clue", "word": "", "number": "1"}}', CLUE)
        == '"word" is missing from your move.'
    )


def test_an_unknown_action_is_told_which_there_are() -> None:
    assert complaint('{"move": {"action": "Peek"}}') == (
        'There is no action "Peek" now. "action" has to be one of "Guess", "EndTurn".'
    )


def test_no_action_is_guessed_where_there_are_several() -> None:
    assert "does not say what you do" in complaint('{"word": "LEMON"}')


def test_two_different_moves_are_none() -> None:
    other = '{"move": {"action": "EndTurn"}}'
    assert "two different moves" in complaint(f"{LEMON} or perhaps {other}")


def test_a_value_of_the_wrong_kind_is_explained() -> None:
    assert complaint('{"move": {"action": "Clue", "word": {"a": 1}, "number": "1"}}', CLUE).startswith(
        '"word" is not right:'
    )


def test_a_rule_of_the_action_is_passed_on_in_its_own_words() -> None:
    free = Ask("clue:1", "Give a clue.", "each", forms=(Clue,))
    assert "12" in complaint('{"move": {"action": "Clue", "word": "sea", "number": 12}}', free)


def test_nothing_to_answer_is_a_mistake_of_the_caller() -> None:
    with pytest.raises(ValueError, match="nothing to answer"):
        form_for([])


def test_cover_takes_only_own_words() -> None:
    ask = Ask("cover:1", "Cover.", "each", forms=(Cover,), allowed={"word": ("OCEAN",)})
    assert read('{"move": {"action": "Cover", "word": "ocean"}}', ask) == Cover("OCEAN")


def test_one_of_a_list_may_be_left_out_where_it_has_a_default() -> None:
    ask = Ask("claim:1", "Claim.", "each", forms=(Claim,), allowed={"number": ("3", "4"), "since": ("today",)})
    blanks = form_for([ask]).choices[0].schema["properties"]
    assert blanks["number"]["enum"] == ["3", "4", ""] and blanks["since"]["items"]["enum"] == ["today"]
    assert read('{"action": "Claim", "number": "", "like": "", "since": []}', ask) == Claim()
    assert read('{"action": "Claim", "number": "4"}', ask) == Claim("4")


# ── what is claimed ───────────────────────────────────────────────────────────────────────────────────────────────────

SAYING = Ask("say:1", "Speak.", "each", forms=(Tell,))


@pytest.mark.parametrize("optional", [True, False])
def test_a_model_is_asked_what_it_claims_and_never_what_is_meant(optional: bool) -> None:
    form = form_for([SAYING], optional=optional)
    (choice,) = form.choices
    assert [blank.name for blank in choice.blanks] == ["text", "claims"]
    about = "what you claim by it, as in “I picked 3.”"
    assert choice.blanks[1].about == (about + "; empty where you claim nothing" if optional else about)
    assert "means" not in str(form.schema) and "claims" in str(form.schema)


def test_what_is_claimed_may_be_left_out_and_what_is_meant_is_not_taken() -> None:
    assert read('{"action": "Tell", "text": "Hi."}', SAYING) == Tell("Hi.")
    assert read('{"action": "Tell", "text": "Hi.", "claims": "", "means": [{"number": 3}]}', SAYING) == Tell("Hi.")
    assert read('{"action": "Tell", "text": "Hi.", "claims": "I picked 3."}', SAYING) == Tell("Hi.", "I picked 3.")


@pytest.mark.parametrize("text", ['{",' * 20_000, '{"a":' * 9_000, "{}," * 20_000, '{"a":[' * 24 + "1," * 30_000])
def test_no_answer_takes_long_to_be_read(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The work is counted, not timed: the characters that are read, over all places where an object may begin."""
    spent = []

    class Counting(json.JSONDecoder):
        def raw_decode(self, s: str, idx: int = 0) -> tuple[Any, int]:
            try:
                found, end = super().raw_decode(s, idx)
            except json.JSONDecodeError as error:
                spent.append(error.pos - idx)
                raise
            spent.append(end - idx)
            return found, end

    monkeypatch.setattr(reply, "_DECODER", Counting(strict=False))
    assert complaint(text) and complaint(f'{{"move": {text}}}')
    assert sum(spent) <= 2 * (reply.MOST_READ + len(text)) and len(spent) <= 4 * reply.MOST_TRIES + 2


def test_what_stands_behind_much_prose_is_still_read() -> None:
    assert read("[a] (b) {c} " * 30 + LEMON) == read(LEMON)
