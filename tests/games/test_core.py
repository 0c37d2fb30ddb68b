"""The words of the house: audiences, asks, names in sentences, dice."""

from __future__ import annotations

import dataclasses
import re
from typing import Annotated

import pytest
from pydantic import Field

from games import all_games
from games.codenames.events import Clue, EndTurn, Guess, Tag
from games.core import (
    EVERYONE,
    HOST,
    TABLE,
    Action,
    Ask,
    Cancelled,
    Event,
    Game,
    LookedUp,
    Pause,
    Paused,
    Prompt,
    Prose,
    Resumed,
    Seat,
    Seated,
    StoodIn,
    Talk,
    Told,
    altered,
    dice_for,
    escape,
    house_says,
    is_bookkeeping,
    labelled,
    marked,
    named,
    prose_fields,
    record,
    talk_fields,
    tidy,
    tidy_lines,
)
from games.mystery.events import Correct, Tell

RED, BLUE = Seat("red-1"), Seat("blue-1")


@pytest.mark.parametrize(
    ("to", "hearers"),
    [
        (EVERYONE, {RED, BLUE, HOST, None, TABLE}),
        (frozenset({RED}), {RED, TABLE}),
        (frozenset(), {TABLE}),
    ],
)
def test_who_hears_what(to: frozenset[Seat] | None, hearers: set[Seat | None]):
    told = Told(to, Paused("a storm."))
    assert {seat for seat in (RED, BLUE, HOST, None, TABLE) if told.heard_by(seat)} == hearers


def test_an_audience_has_to_be_said():
    with pytest.raises(TypeError):
        Told(event=Paused("a storm."))  # type: ignore[call-arg]


def test_what_has_happened_cannot_be_changed():
    with pytest.raises(dataclasses.FrozenInstanceError):
        Paused("a storm.").why = "the sun."  # type: ignore[misc]


def test_a_question_takes_its_choices_its_forms_and_its_default():
    ask = Ask("guess:1:0", "Guess.", "one", choices=(EndTurn(),), forms=(Guess,), default=Tag("NAIL"))
    assert ask.takes(EndTurn()) and ask.takes(Guess("anything")) and ask.takes(Tag("NAIL"))
    assert not ask.takes(Clue("water", 1)) and not ask.takes(Tag("OTHER")) and not ask.takes(Pause())


def test_a_question_allows_what_stands_in_its_lists_and_leaves_open_what_it_only_suggests():
    allowed = {"word": ("water",), "number": ("1", "2"), "intended": ("NAIL", "BEACH")}
    ask = Ask("clue:1", "Give a clue.", "each", forms=(Clue, EndTurn), allowed=allowed, default=Clue("fire", 9))
    assert all(map(ask.allows, (Clue("water", 2, ("NAIL",)), Clue("water", 1), EndTurn(), Clue("fire", 9))))
    assert ask.unlisted(Clue("ice", 1)) == ("word", "ice")
    assert ask.unlisted(Clue("water", 3)) == ("number", "3")
    assert ask.unlisted(Clue("water", 1, ("NAIL", "STAR"))) == ("intended", "STAR")
    assert not any(map(ask.allows, (Clue("ice", 1), Clue("water", 3), Guess("water"))))
    assert dataclasses.replace(ask, suggested=frozenset({"word"})).allows(Clue("ice", 1))


def test_a_question_takes_a_form_and_nothing_made_from_it():
    assert not Ask("tell:1", "Tell.", "none", forms=(Tell,)).takes(Correct())


def test_names_stand_where_seats_were():
    assert named("{red-1} greets {blue-1}.", {RED: "Ann", BLUE: "Bob"}) == "Ann greets Bob."


def test_a_seat_nobody_knows_stays_as_it_is():
    assert named("{red-9} waits.", {RED: "Ann"}) == "{red-9} waits."


@pytest.mark.parametrize("text", ["{red-1}", "{{red-1}}", "{", "}", "{{", "a {b} c", "{red-1", "{{{red-1}}}"])
def test_what_somebody_wrote_comes_out_as_they_wrote_it(text: str):
    assert named(escape(text), {RED: "Ann"}) == text


def test_a_name_is_not_read_for_seats_again():
    assert named("{red-1} greets {blue-1}.", {RED: "{blue-1}", BLUE: "Bob"}) == "{blue-1} greets Bob."


# ── what people say ───────────────────────────────────────────────────────────────────────────────────────────────────

NAMES = {RED: "Ann", BLUE: "Bob", Seat("p3"): "Mary Ann", Seat("p4"): "Zoë"}


@record
class Remark(Action):
    text: Annotated[Talk, Field(title="What you say")]


@record
class Note(Action):
    to: str
    text: Talk


@record
class Wave(Action):
    pass


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("a\nb\r\nc\u2028d\u2029e\x85f", "a b c d e f"),
        ("  two \t words\u00a0here ", "two words here"),
        ("zero\u200bwidth\u200d\ufeff", "zerowidth"),
        ("\u202eturned\u202c \u2066round\u2069", "turned round"),
        ("bell\x07 and \x1b[31mred", "bell and [31mred"),
        ("soft\u00adhyphen", "softhyphen"),
        ("Zoe\u0308", "Zoë"),
        ("a\ud800b", "ab"),
        ("\ue000private\U000e0041tag", "privatetag"),
        ("\u200b\n", ""),
        ("ordinary words, “quoted” — and ✨", "ordinary words, “quoted” — and ✨"),
    ],
)
def test_what_somebody_wrote_becomes_one_visible_line(text: str, kept: str):
    assert tidy(text) == kept
    assert tidy(kept) == kept


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("Ann lies!", "{red-1} lies!"),
        ("ann, ANN and aNN", "{red-1}, {red-1} and {red-1}"),
        ("Bob saw Ann's coat.", "{blue-1} saw {red-1}'s coat."),
        ("Annabel and Joann know Bobby.", "Annabel and Joann know Bobby."),
        ("Mary Ann is not Ann.", "{p3} is not {red-1}."),
        ("zoe\u0308 and ZOË", "{p4} and {p4}"),
        ("{red-1} and {Ann}", "{{red-1} and {{Ann}"),
        ("{{Bob}}", "{{{{Bob}}"),
        ("Ann_Bob, Ann-Bob", "Ann_Bob, {red-1}-{blue-1}"),
    ],
)
def test_names_in_what_somebody_says_become_seats_and_nothing_else_does(text: str, kept: str):
    assert marked(text, NAMES) == kept


@pytest.mark.parametrize("text", ["{p3}", "{{p3}}", "{ {p3", "}{", "{Ann}", "{{Ann", "a {b} {blue-1}"])
def test_what_is_said_comes_back_with_the_names_it_was_said_with(text: str):
    assert named(marked(text, NAMES), NAMES) == text


def test_after_a_change_of_names_a_statement_speaks_of_those_who_sit_there_now():
    assert named(marked("Ann is {Ann}.", NAMES), {**NAMES, RED: "somebody"}) == "somebody is {Ann}."


@pytest.mark.parametrize("name", ["A{n}n", "{red-1}", "(Ann)", "A.*n", "A|n", "“Ann”", "a\\b", "Ann\u200b"])
def test_an_odd_name_is_found_as_it_is_written_and_does_no_harm(name: str):
    names = {RED: name}
    said = marked(f"I saw {name} there, not Axxn.", names)
    assert named(said, {RED: "Eve"}).endswith("there, not Axxn.")
    assert named(said, names).replace("\u200b", "") == f"I saw {tidy(name)} there, not Axxn."


def test_a_name_that_is_a_word_is_one_behind_an_article():
    guest = {RED: "Guest"}
    assert marked("I am a guest, as every guest.", guest) == "I am a guest, as every guest."
    assert marked("A pasta guest, vi a Guest", guest) == "A pasta {red-1}, vi a {red-1}"


def test_the_longest_of_several_names_is_found():
    names = {RED: "Ann", BLUE: "Ann Lee"}
    assert marked("Ann Lee saw Ann.", names) == "{blue-1} saw {red-1}."


def test_what_is_written_in_lines_keeps_them():
    assert tidy_lines("\n I,  {x}\r\n\n\n\nleave\x07 all.\n") == "I, {x}\n\nleave all."
    assert marked("To Ann:\n {all}", {RED: "Ann"}, lines=True) == "To {red-1}:\n{{all}"
    assert marked("To Ann:\n all", {RED: "Ann"}) == "To {red-1}: all"
    assert tidy("a\U000e0fffb") == "ab", "no character at all"


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (Seated(HOST, "person"), "The host sits apart from the players."),
        (Seated(HOST, "model"), "The host sits among the players."),
        (Seated(RED, "person"), "{red-1} takes a seat."),
        (Seated(RED, "model"), "{red-1} takes a seat 🤖."),
        (Paused("A storm."), "The game is paused. A storm."),
        (Resumed(), "The game goes on."),
        (Cancelled("The host called it off."), "The host called it off."),
        (StoodIn(RED, "it did not answer in time"), "A stand-in moves for {red-1}: it did not answer in time."),
    ],
)
def test_the_house_has_a_sentence_for_what_happens_at_any_table(event: Event, sentence: str):
    assert house_says(event) == sentence


def test_what_no_game_and_not_the_house_can_say_is_named():
    with pytest.raises(TypeError, match="no sentence for Event"):
        house_says(Event())


def test_a_game_can_be_made_of_its_parts_and_be_the_same_but_for_one():
    game = all_games()["liars-dice"]
    groups = (game.rules, game.shows, game.talks, game.prompts, game.policy, game.lobby)
    parts = {each.name: getattr(group, each.name) for group in groups for each in dataclasses.fields(group)}
    own = {name: getattr(game, name) for name in ("name", "title", "summary", "manual", "stocked")}
    assert Game.of(**own, **parts) == game and {*own, *parts} == {*Game.parts()}
    with pytest.raises(TypeError, match="A game has no colour, smell"):
        Game.of(**own, **parts, smell=1, colour=2)
    other = game.but(title="Dudo", decide=len)
    assert (other.title, other.rules.decide, other.rules.asks) == ("Dudo", len, game.rules.asks)
    assert other.shows == game.shows and game.title == "Liar's dice"


def test_what_nobody_hears_is_bookkeeping_and_what_a_game_calls_so():
    game = all_games()["town"]
    (kind, *_), none = game.shows.bookkeeping, frozenset()
    assert is_bookkeeping(game, Told(none, Resumed())) and not is_bookkeeping(game, Told(EVERYONE, Resumed()))
    kept = object.__new__(kind)
    assert is_bookkeeping(game, Told(EVERYONE, kept)) and not is_bookkeeping(all_games()["codenames"], Told(None, kept))


def test_a_name_of_nothing_visible_is_found_nowhere():
    assert marked("Nobody knows.", {RED: "\u200b", BLUE: " "}) == "Nobody knows."
    assert marked("Nobody knows.", {}) == "Nobody knows."


def test_a_value_is_read_with_names():
    assert labelled("blue-1", NAMES) == "Bob"
    assert labelled("follow {red-1}", NAMES) == "follow Ann"
    assert labelled("Library", NAMES) == "Library"
    assert labelled("guard {p9}", NAMES) == "guard {p9}"


def test_fields_in_which_somebody_speaks_are_known():
    assert talk_fields(Remark) == talk_fields(Note) == ("text",)
    assert talk_fields(Wave) == talk_fields(Clue) == ()


@record
class Letter(Action):
    to: Seat
    will: Prose
    line: Talk


def test_a_record_can_be_altered_as_a_state_can():
    assert altered(Letter(RED, "all", "x"), line="y") == Letter(RED, "all", "y")


def test_of_what_is_said_some_is_written_in_lines():
    assert talk_fields(Letter) == ("will", "line") and prose_fields(Letter) == ("will",)


def test_plain_talk_fills_in_a_form_that_has_nothing_but_words():
    assert Ask("k", "?", "each", forms=(Note, Remark)).says is Remark
    assert Ask("k", "?", "each", (Wave(),), (Note,)).says is None
    assert Ask("k", "?", "each", (Wave(),)).says is None
    assert Ask("k", "?", "each", forms=(Wave,)).says is None, "it has no words at all"


# ── dice and games ────────────────────────────────────────────────────────────────────────────────────────────────────


def test_dice_of_one_place_throw_the_same_again_and_others_throw_otherwise():
    def throws(seed: str, place: int) -> list[int]:
        dice = dice_for(seed, place)
        return [dice().randrange(1000) for _ in range(5)]

    assert throws("seed", 3) == throws("seed", 3)
    assert len({tuple(throws(seed, place)) for seed in ("seed", "other") for place in (3, 4)}) == 4


def test_dice_are_thrown_on_from_where_they_lie():
    dice = dice_for("seed", 1)
    assert dice() is dice()


def test_every_game_in_the_folder_is_found_by_its_name():
    games = all_games()
    assert "codenames" in games
    assert all(game.name == name for name, game in games.items())
    assert list(games) == sorted(games)


# ── looking things up ─────────────────────────────────────────────────────────────────────────────────────────────────


def test_what_was_looked_up_is_one_sentence():
    found = LookedUp(RED, "check_will", "{blue-1}", "It is empty.")
    assert house_says(found) == "{red-1} looks up check will {blue-1}: It is empty."
    assert house_says(LookedUp(RED, "phases", "", "It is night.")) == "{red-1} looks up phases: It is night."


def test_a_letter_says_how_its_answer_is_read():
    with pytest.raises(TypeError, match="by `read`, or by the finals"):
        Prompt("k", "", ()).read("Hello.")


@pytest.mark.parametrize("game", all_games().values(), ids=all_games().keys())
def test_tools_have_names_that_can_be_tags(game):
    names = [tool.name for tool in game.prompts.tools]
    assert len(set(names)) == len(names)
    assert all(re.fullmatch("[a-z][a-z0-9_]*", name) for name in names)
    assert not {"thinking", "think", "thought", "thoughts", "reasoning", "observation", "look", "step"} & set(names)
