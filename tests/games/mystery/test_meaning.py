"""What people and models say is understood once, as they say it; what was misunderstood is corrected before whoever heard it."""

from __future__ import annotations

import pytest

from games.core import EVERYONE, TABLE, Ask, IllegalAction, Seat
from games.mystery import GAME
from games.mystery.claims import claims_of
from games.mystery.events import Claim, Correct, Corrected, Plot, Say, Shared, Silence, Spoke, TakeBack, TalkBegan, Tell
from games.mystery.meaning import meant
from games.mystery.state import State, evolve
from games.mystery.voice import in_words
from games.scene import Lines
from tests.games.mystery.table import Dictated, mystery

P1, P2, P3 = (Seat(f"p{n}") for n in range(1, 4))
NAMES = {P1: "Ann", P2: "Ben", P3: "Cleo", Seat("p4"): "Dan"}


def morning() -> Dictated:
    """Four people, and nobody struck in the first night: the first round of day 1."""
    return mystery(4).quiet_day().night()


def does(game: Dictated, seat: Seat, action: object, key: str) -> None:
    asks = [each for each in game.story.asks(seat) if each.key.startswith(key)]
    [ask] = asks
    game.tell(game.story.decide(seat, action, ask.key))  # type: ignore[arg-type]


def says(game: Dictated, text: str, claims: str = "") -> Say:
    action = meant(game.story.view(P2), P2, Say(text, claims), NAMES)
    assert isinstance(action, Say)
    does(game, P2, action, "talk:")
    return action


def shared(game: Dictated) -> Dictated:
    """All others are silent, and it is told."""
    for seat in list(game.story.owed(game.story.seats)):
        does(game, seat, Silence(), "talk:")
    return game


def offer(game: Dictated, seat: Seat = P2) -> Ask | None:
    return next((each for each in game.story.asks(seat) if each.follows), None)


def kinds(game: Dictated, seat: Seat = P1) -> list[tuple[str, str | None, str | None]]:
    """What p2 has claimed, as somebody else heard it."""
    return [(each.kind, each.whom, each.place) for each in claims_of(game.story.view(seat), P2)]


HALL = ("was", "p2", "Hall")


def test_words_are_read_once_with_everybodys_names_and_told_with_what_they_mean():
    game = morning()
    says(game, "hall with cleo, nobody else")
    assert kinds(game) == []
    shared(game)
    event = next(told.event for told in reversed(game.story.log) if isinstance(told.event, Shared))
    assert event.means == (
        Claim("was", P2, 1, P2, "Hall"), Claim("saw", P2, 1, P3, "Hall"), Claim("alone", P2, 1),
    )  # fmt: skip
    assert kinds(game) == [HALL, ("saw", "p3", "Hall"), ("alone", None, None)]


def test_what_a_model_claims_beside_its_words_is_added_to_them():
    game = morning()
    said = says(game, "A quiet evening. I was in the Hall.", "I was in the Hall. I saw Cleo. I suspect Dan.")
    assert said.text == "A quiet evening. I was in the Hall. I saw {p3} in the Hall on night 1. I suspect {p4}."
    shared(game)
    assert {kind for kind, _, _ in kinds(game)} == {"was", "saw", "accuses"}


def test_what_finds_no_room_beside_a_models_words_is_not_claimed():
    said = says(morning(), "x " * 298, "I was in the Hall. I saw Cleo.")
    assert (said.text.strip(), said.means) == (("x " * 298).strip(), ())


def test_claims_without_end_cost_no_more_than_a_statement():
    assert says(morning(), "Hm.", "I suspect Dan. " * 20_000).means == (Claim("accuses", P2, 1, Seat("p4")),)


def test_a_person_sees_how_they_were_understood_and_the_others_do_not():
    game = morning()
    assert offer(game) is None
    says(game, "hall, alone")
    ask = offer(game)
    assert ask and ask.private and ask.text == f"You were understood so: {in_words(claims_of(_with(game), P2))}"
    assert offer(game, P1) is None


def _with(game: Dictated) -> State:
    """The view in which one's own words are shared already."""
    view = game.story.view(P2)
    own = view.spoken[P2]
    return evolve(view, Shared(1, 1, ((P2, own.text),), own.means))


def test_what_claims_nothing_is_said_to_claim_nothing():
    game = morning()
    says(game, "what a night")
    ask = offer(game)
    assert ask and ask.text == "Nothing of it was taken for a claim." and ask.choices == ()


def test_before_it_is_shared_a_correction_goes_with_the_statement():
    game = morning()
    says(game, "hall, alone")
    does(game, P2, Correct("night 1", "Library", ("p3",)), "claims:")
    assert not any(isinstance(told.event, Corrected) for told in game.story.log)
    assert all(told.to == {P2} for told in game.story.log if isinstance(told.event, Spoke) and told.event.seat == P2)
    shared(game)
    event = next(told.event for told in reversed(game.story.log) if isinstance(told.event, Shared))
    assert "Correction: " in dict(event.said)[P2]
    assert kinds(game) == [("was", "p2", "Library"), ("saw", "p3", "Library")]


def test_before_it_is_shared_a_claim_is_taken_back_in_the_statement():
    game = morning()
    says(game, "hall, alone")
    does(game, P2, TakeBack(), "claims:")
    shared(game)
    event = next(told.event for told in reversed(game.story.log) if isinstance(told.event, Shared))
    assert dict(event.said)[P2] == "hall, alone Correction: none of it is a claim."
    assert kinds(game) == []


def test_after_it_is_shared_everybody_hears_the_correction_and_the_ledger_is_another():
    game = morning()
    says(game, "hall, alone. i trust dan")
    shared(game)
    does(game, P2, Correct("night 1", "Library"), "claims:")
    told = game.story.log[-1]
    assert told.to is EVERYONE and isinstance(told.event, Corrected)
    assert GAME.shows.say(told.event) == "{p2} corrects: “I was in the Library on night 1.”"
    assert kinds(game) == [("clears", "p4", None), ("was", "p2", "Library")]


def test_one_may_take_a_claim_back_aloud():
    game = morning()
    says(game, "hall")
    shared(game)
    does(game, P2, TakeBack(), "claims:")
    assert GAME.shows.say(game.story.log[-1].event) == "{p2} corrects: nothing was claimed."
    assert kinds(game) == []
    assert offer(game) and offer(game).choices == ()  # type: ignore[union-attr]


def test_the_next_statements_end_it():
    game = morning()
    says(game, "hall")
    shared(game)
    assert offer(game) is not None
    shared(game)
    assert offer(game) is None
    with pytest.raises(IllegalAction, match="no statement of yours"):
        game.story.decide(P2, TakeBack(), "")


def test_nobody_corrects_without_end():
    game = morning()
    says(game, "hall")
    for place in ("Library", "Kitchen", "Hall"):
        does(game, P2, Correct("night 1", place), "claims:")
    assert offer(game) is None


def test_models_and_built_in_players_are_not_asked_how_they_were_understood():
    game = mystery(4, models="p2").quiet_day().night()
    says(game, "hall, alone")
    assert offer(game) is None


def test_a_claim_by_form_is_a_statement_in_words():
    game = morning()
    does(game, P2, Tell("night 1", "Hall", ("p3", "nobody else"), "guarded …", "p3"), "claim:")
    shared(game)
    assert kinds(game) == [HALL, ("saw", "p3", "Hall"), ("alone", None, None), ("guarded", "p3", None)]
    event = next(told.event for told in reversed(game.story.log) if isinstance(told.event, Shared))
    assert dict(event.said)[P2] == in_words(event.means or ())


@pytest.mark.parametrize(
    ("form", "refusal"),
    [
        (Tell(), "There is nothing in your claim"),
        (Tell("night 2", "Hall"), "“night 2” cannot be chosen now. You can choose: night 1."),
        (Tell("night 1", "Attic"), "“Attic” cannot be chosen now. You can choose: Hall, "),
        (Tell("night 1", "Hall", ("p9",)), "“p9” cannot be chosen now. You can choose: nobody else, {p1}"),
        (Tell("night 1", what="followed …"), "Choose whom you mean"),
    ],
)
def test_a_claim_that_cannot_be_is_refused(form: Tell, refusal: str):
    with pytest.raises(IllegalAction, match=refusal):
        does(morning(), P2, form, "claim:")


def test_what_murderers_whisper_is_claimed_to_them_alone():
    game = mystery(7, "p1 p2", plotting=True).quiet_day()
    whisper = meant(game.story.view(P1), P1, Plot("I suspect {p4}."), NAMES)
    game.tell(game.story.decide(P1, whisper, "plot:1"))
    assert game.story.view(P2).confided == (Claim("accuses", P1, 1, Seat("p4")),)
    assert game.story.view(P3).confided == ()


def test_logs_without_claims_are_read_as_they_are_folded():
    game = morning()
    view = game.story.view(P1)
    old = evolve(view, Shared(1, 1, ((P2, "I was in the Hall."), (P3, ""))))
    assert claims_of(old, P2) == (Claim("was", P2, 1, P2, "Hall"),) and claims_of(old, P3) == ()
    assert evolve(game.story.view(TABLE), TalkBegan(1, 2)).spoken == {}


def test_everybody_can_look_up_who_claims_to_have_been_where():
    game = morning()
    says(game, "hall, alone. i suspect dan")
    assert GAME.shows.scene(game.story.view(None), None).sheets == ()
    shared(game)
    does(game, P3, meant(game.story.view(P3), P3, Say("i was in the hall and saw nobody"), NAMES), "talk:")
    shared(game)
    [sheet] = GAME.shows.scene(game.story.view(None), None).sheets
    lines = {block.title: block.lines for block in sheet.blocks if isinstance(block, Lines)}
    assert sheet.label == "Claims"
    assert lines["Night 1"] == (
        "{p2}: in the Hall; saw nobody", "{p3}: in the Hall; saw nobody", "⚠️ {p2} and {p3} cannot both be right.",
    )  # fmt: skip
    assert lines["Today"] == ("{p2} suspected {p4}.",)


def claims(game: Dictated, seat: Seat | None = None) -> dict[str, tuple[str, ...]]:
    """What stands on the sheet of claims, as somebody reads it."""
    sheets = GAME.shows.scene(game.story.view(seat), seat).sheets
    return {
        block.title: block.lines
        for sheet in sheets
        if sheet.label == "Claims"
        for block in sheet.blocks
        if isinstance(block, Lines)
    }


def tell(game: Dictated, *said: tuple[Seat, str]) -> None:
    for seat, text in said:
        does(game, seat, meant(game.story.view(seat), seat, Say(text), NAMES), "talk:")
    shared(game)


def test_those_who_all_say_that_they_were_together_stand_in_one_line():
    game = morning()
    together = (P1, "hall, saw ben and cleo, nobody else"), (P2, "hall, saw ann and cleo, nobody else")
    tell(game, *together, (P3, "hall, saw ann and ben, nobody else"))
    assert claims(game)["Night 1"] == ("{p1}, {p2} and {p3}: in the Hall together; saw nobody else",)
    game = morning()
    tell(game, *together, (P3, "hall, saw ann, nobody else"))
    assert claims(game)["Night 1"][:2] == (
        "{p1} and {p2}: in the Hall together; saw {p3} and nobody else", "{p3}: in the Hall; saw {p1} and nobody else",
    )  # fmt: skip


def test_those_who_saw_the_same_fall_stand_in_one_line_with_whom_else_they_saw():
    game = mystery(5, guilty="p1").quiet_day()
    game.night("p1 Hall strike p4", "p2 Hall", "p3 Hall", "p4 Hall", "p5 Kitchen")
    fell = "nobody else. dan fell there. i suspect ann. i suspect cleo"
    tell(game, (P2, f"hall, saw ann, cleo and dan, {fell}"), (P3, f"hall, saw ann, ben and dan, {fell}"))
    assert claims(game)["Night 1"] == (
        "{p2} and {p3}: in the Hall together; saw {p1} and {p4} and nobody else; {p4} fell there",
    )
    assert claims(game)["Today"][0] == "{p2} suspected {p1} and {p3}."


def test_whoever_was_there_reads_whose_account_cannot_be_and_nobody_else_does():
    game = mystery(5, guilty="p1").quiet_day()
    game.night("p1 Library", "p2 Kitchen", "p3 Hall", "p4 Hall", "p5 Kitchen")
    tell(game, (P2, "hall, saw nobody"))
    wrong = "⚠️ By what you saw, {p2} cannot be right."
    found = {seat: claims(game, seat)["Night 1"] for seat in (None, *game.story.seats) if seat != "host"}
    assert {seat for seat, lines in found.items() if wrong in lines} == {P3, "p4", "p5"}
    assert found[None] == found[P1] == found[P2] == ("{p2}: in the Hall; saw nobody",)


def test_what_follows_from_deaths_and_votes_is_counted_for_everybody_alike():
    game = mystery(8, guilty="p1 p2").quiet_day()
    game.night("p1 Library strike p8", "p8 Library").quiet_day()
    certain, spare = "Certainly innocent: {p8}.", "If one dies a night, the innocents can afford 1 more wrong rope."
    assert claims(game)["So far"] == (certain, spare)
    game.vote("p1 p2", "p3 p2", "p4 p2", "p5 p2").play("p2 silent")
    assert claims(game)["So far"] == (certain, "Voted for {p2} (murderer): {p1}, {p3}, {p4} and {p5}.")
    game.night("p1 Library strike p7", "p7 Library").quiet_day()
    said = claims(game)["So far"]
    assert said[0] == "Certainly innocent: {p8} and {p7}."
    assert said[1] == spare and {claims(game, each)["So far"] for each in game.story.state.alive} == {said}
    game.vote("p1 p6", "p3 p6", "p4 p6").play("p6 silent")
    assert "Voted for {p6} (innocent): {p1}, {p3} and {p4}." in claims(game)["So far"]
