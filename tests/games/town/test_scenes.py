"""What the town looks like to each pair of eyes."""

from __future__ import annotations

from typing import Any

import pytest

from games.core import TABLE, Seat, Told
from games.scene import Card, Chart, Lines, Roster, Row, Scene, Text, Timer
from games.town.emblems import EMBLEMS
from games.town.events import Dawned, Judge, Lynched, Nominate, NominationBegan, Reveal, Sentenced
from games.town.game import TOWN
from games.town.people import ROLES, Act
from games.town.roles import GROUPS, ROLE
from games.town.sentences import DEEDS, asked
from tests.games.town.table import Dictated, town

EVIL = "sheriff doctor godfather mafioso jester lookout escort medium mayor serial-killer jailor"
FIFTEEN = f"{EVIL} arsonist transporter veteran survivor"
EYES = (None, "p1", "p5", "p15", "table")
"""Everybody's, those of some seats, and those that see everything."""


def look(game: Dictated, seat: str | None = None) -> Scene:
    where = None if seat is None else Seat(seat)
    return TOWN.shows.scene(game.story.view(where), where)


def blocks(scene: Scene, kind: type[Any]) -> list[Any]:
    return [each for each in scene.blocks if isinstance(each, kind)]


def lead(game: Dictated) -> str:
    return next(each.text for each in blocks(look(game), Text) if each.style == "lead")


def lines(scene: Scene, title: str) -> tuple[str, ...]:
    return next((each.lines for each in blocks(scene, Lines) if each.title.startswith(title)), ())


def texts(scene: Scene) -> str:
    return " ".join(each.text for each in blocks(scene, Text))


def roster(game: Dictated, seat: str | None = None) -> dict[str, str]:
    return {row.seat: row.part for row in blocks(look(game, seat), Roster)[0].rows}


def rows(game: Dictated, seat: str | None = None) -> dict[str, Row]:
    return {row.seat: row for row in blocks(look(game, seat), Roster)[0].rows}


def awaited(game: Dictated) -> str:
    return " ".join(row.seat for row in blocks(look(game), Roster)[0].rows if row.awaited)


# ── what everybody sees ───────────────────────────────────────────────────────────────────────────────────────────────


def test_before_the_deal_there_is_something_to_read():
    assert blocks(TOWN.shows.scene(TOWN.rules.blank(), None), Text)[0].text == "The people of the town come together."


def test_every_phase_has_a_first_line_and_a_colour_of_its_own():
    game, seen = town(), []
    for step in (
        lambda: None, game.dusk, game.night, game.talk, lambda: game.trial("p5"), lambda: game.play("p5 waits"),
        lambda: game.play(*(f"{each} finds guilty" for each in game.state.alive if each != "p5")),
    ):  # fmt: skip
        step()
        seen.append((lead(game), look(game).face))
    assert seen == [
        ("☀️ Day 1. The town talks.", "gold"),
        ("🌙 Night 1. The town sleeps, and not everybody does.", "black"),
        ("☀️ Day 2. The town talks.", "gold"),
        ("☀️ Day 2. Whom does the town accuse?", "gold"),
        ("☀️ {p5} is accused, and may speak.", "gold"),
        ("☀️ Is {p5} guilty?", "gold"),
        ("☀️ {p5} has to hang. Any last words?", "gold"),
    ]


def test_what_it_takes_stands_below_the_first_line():
    game = town().night().talk()
    assert "It takes 5 of 9 to put somebody on trial. Everybody names one" in texts(look(game))
    game.trial("p5")
    by = "Put on trial by {p1}, {p2}, {p3}, {p4} and {p6}."
    assert f"Day 2, trial 1 of 3. {by}" in texts(look(game))
    game.play("p5 waits")
    assert f"Day 2, trial 1 of 3. {by} More guilty than innocent, and they hang; a tie acquits." in texts(look(game))


def test_night_and_day_are_two_places_for_everybody():
    game, seen = town(FIFTEEN).play("p11 jails p5"), []
    for step in (lambda: None, game.dusk, game.night, lambda: game.trial("p5"), lambda: game.judge(p1="guilty")):
        step()
        seen.append({look(game, each).place for each in EYES})
    assert seen == [{"day"}, {"night"}, {"day"}, {"day"}, {"day"}]
    assert look(ended()).place == "day"


def test_who_acts_at_night_and_who_has_acted_changes_nothing_that_others_see():
    game = town(FIFTEEN).play("p11 jails p5").dusk()
    others = (None, "p6", "p8", "p15")
    before = [look(game, each) for each in others]
    game.play(
        "p1 does question {p3}", "p3 does kill {p1}", "p3 confers Her!", "p10 does stab {p6}", "p12 does douse {p6}"
    )
    game.play("p14 does alert", "p13 does swap {p6} with p8", "p2 sleeps", "p5 confers Let me out.")
    assert [look(game, each) for each in others] == before
    assert not any(row.marks or row.laid or row.answer or row.awaited for row in rows(game).values())


def test_every_moment_between_two_events_says_what_has_just_happened():
    for game in (ended(), town().night().trial("p5").judge(p1="innocent")):
        state, said = TOWN.rules.blank(), []
        for told in game.story.log:
            state = TOWN.rules.evolve(state, told.event)
            for seat in (None, TABLE, *state.seats):
                assert "None" not in str([blocks(TOWN.shows.scene(state, seat), kind) for kind in (Text, Lines)])
            seen = TOWN.shows.scene(state, None)
            first = blocks(seen, Text)[0].text.removeprefix("☀️ ")
            match told.event:
                case Lynched(seat=seat):
                    said.append(first == f"{{{seat}}} was hanged.")
                case Sentenced(accused=seat, hangs=False):
                    said.append(first == f"{{{seat}}} is acquitted." and lines(seen, "Verdicts")[0] == f"on {{{seat}}}")
                    assert not any(row.awaited for row in blocks(seen, Roster)[0].rows)
                case Dawned(night=night):
                    said.append((first, seen.place, seen.face) == (f"Dawn after night {night}.", "day", "gold"))
        assert said and all(said)


# ── the street ────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_everybody_has_a_house_and_the_dead_have_left_theirs():
    game = town(FIFTEEN).night("p10 stab {p6}", "p3 kill {p7}")
    for each in EYES:
        (street,) = blocks(look(game, each), Roster)
        assert street.look == "street" and street.accused is None and len(street.rows) == 15
        assert [row.seat for row in street.rows if row.gone] == ["p6", "p7"]
    assert rows(game)["p6"].brief == "Lookout"


def test_to_whose_door_one_goes_tonight_is_seen_by_oneself_and_by_daylight_no_more():
    game = town(FIFTEEN).dusk().play("p1 does question {p3}", "p13 does swap {p6} with p8", "p2 sleeps")
    chosen = {each: [seat for seat, row in rows(game, each).items() if row.chosen] for each in (*EYES, "p13")}
    assert chosen.pop("p1") == ["p3"] and chosen.pop("p13") == ["p6", "p8"] and not any(chosen.values())
    game.play("clock strikes")
    assert not any(row.chosen for row in rows(game, "p1").values())


def test_whoever_is_named_has_those_who_name_them_below():
    game = (
        town(FIFTEEN).night("p3 kill {p1}").talk().play("p2 names p3", "p4 names p3", "p5 names nobody", "p3 names p2")
    )
    for each in EYES:
        assert {seat: row.marks for seat, row in rows(game, each).items() if row.marks} == {
            "p3": ("p2", "p4"), "p2": ("p3",)
        }  # fmt: skip
    game.play("p2 names p4")
    assert rows(game)["p3"].marks == ("p4",) and rows(game)["p4"].marks == ("p2",)
    game.dusk()
    assert not any(row.marks for row in rows(game).values())


def test_a_trial_has_one_before_all_others_with_what_they_say_and_those_who_put_them_there():
    game = town(FIFTEEN).night().trial("p5")
    for each in EYES:
        (street,) = blocks(look(game, each), Roster)
        assert street.accused == "p5"
        assert {row.seat: row.marks for row in street.rows if row.marks} == {
            "p5": ("p1", "p2", "p3", "p4", "p6", "p7", "p8", "p9")
        }
    assert rows(game)["p5"].says is None
    game.play("p5 says I was at home.", "p5 whispers p1 I was not.", "p5 says Both nights.")
    assert rows(game)["p5"].says == rows(game, "p1")["p5"].says == "I was at home.\nBoth nights."
    assert [row.seat for row in rows(game).values() if row.says is not None] == ["p5"]
    game.judge(**{f"p{n}": "guilty" for n in range(6, 12)})
    assert rows(game)["p5"].says is None and game.moment == "last words 2"
    game.play("p5 says You will be sorry.")
    assert rows(game)["p5"].says == "You will be sorry."


def test_whoever_says_nothing_in_their_defence_is_seen_to_be_silent():
    game = town().night().trial("p5").play("p5 waits")
    assert rows(game)["p5"].says == ""


def test_who_stands_trial_twice_has_to_speak_twice():
    game = town().night().trial("p5").play("p5 says It was {p3}.", "p5 waits", "clock strikes")
    assert game.state.phase == "nomination" and rows(game)["p5"].says is None
    game.trial("p5")
    assert rows(game)["p5"].says is None
    game.play("p5 says Again?")
    assert rows(game)["p5"].says == "Again?"


def test_verdicts_lie_face_down_for_everybody_and_are_turned_together():
    game = town(FIFTEEN).night("p3 kill {p15}").trial("p5").play("p5 waits", "p1 finds guilty", "p2 finds innocent")
    for each in EYES:
        seen = rows(game, each)
        assert [seat for seat, row in seen.items() if row.laid] == ["p1", "p2"]
        assert not any(row.answer for row in seen.values())
    game.play("p1 finds innocent", "p3 finds guilty", "p4 finds guilty", "clock strikes")
    for each in EYES:
        seen = rows(game, each)
        assert not any(row.laid for row in seen.values())
        assert [(seen[seat].answer, seen[seat].answer_face) for seat in ("p2", "p3", "p6")] == [
            ("innocent", "blue"), ("guilty", "red"), ("abstains", "neutral"),
        ]  # fmt: skip
        assert seen["p5"].answer == seen["p15"].answer == ""


def test_open_verdicts_lie_there_until_the_next_trial_or_the_night():
    game = town().night().trial("p5").judge(p1="innocent")
    assert game.state.phase == "nomination" and rows(game)["p1"].answer == "innocent"
    assert blocks(look(game), Roster)[0].accused is None
    game.trial("p4")
    assert not any(row.answer for row in rows(game).values())
    game.judge(p2="guilty")
    assert rows(game)["p2"].answer == "guilty"
    for step in (game.dusk, game.night, game.talk):
        step()
        assert not any(row.answer or row.marks for row in rows(game).values())


def test_who_is_named_by_whom_stands_below_the_line_that_it_takes_and_a_mayor_weighs_three():
    game = town().night().talk().play("p9 reveals", "p1 names p3", "p9 names p4", "p2 names p3")
    assert lines(look(game), "Named") == ("{p4} 3 of 5 ({p9} (×3))", "{p3} 2 of 5 ({p1}, {p2})")
    assert "{p9}, the Mayor, counts three times. 3 trials left today." in texts(look(game))
    assert [c.label for c in look(game).controls if c.action == Nominate("p4")] == ["{p4} · 3"]
    assert awaited(game) == "p3 p4 p5 p6 p7 p8"
    assert {seat: row.weight for seat, row in rows(game).items() if row.weight > 1} == {"p9": 3}


def test_of_a_trial_all_see_who_has_judged_and_only_at_the_end_how():
    game = town().night().trial("p5").play("p5 waits", "p1 finds guilty", "p2 finds innocent")
    assert lines(look(game), "Judged (2 of 8)") == ("{p1}", "{p2}")
    assert awaited(game) == "p3 p4 p6 p7 p8 p9"
    assert lines(look(game, "p1"), "Verdicts") == ()
    game.play("clock strikes")
    assert lines(look(game), "Verdicts")[:3] == ("on {p5}", "guilty 1: {p1}", "innocent 1: {p2}")
    assert "2 trials left today." in texts(look(game))


def test_at_night_nobody_is_waited_for_and_the_public_has_no_buttons():
    game = town().dusk().play("p1 does question {p3}")
    assert awaited(game) == "" and look(game).controls == ()
    assert "Ordered" not in str(look(game))


def test_that_somebody_whispers_is_seen_and_what_is_not():
    game = town().play("p1 whispers p2 the cellar", "p1 whispers p2 the attic", "p3 whispers p1 hello")
    assert lines(look(game), "Whispers today") == ("{p1} → {p2} ×2", "{p3} → {p1}")
    assert "attic" not in str(look(game)) and "attic" in str(look(game, "p2")) and "attic" not in str(look(game, "p3"))
    game.night()
    assert lines(look(game), "Whispers today") == ()


def test_the_dead_lie_below_with_how_and_when_and_what_they_were():
    game = town(EVIL).night("p10 stab {p6}", "p3 kill {p7}")
    rows = list(roster(game))
    assert rows[-2:] == ["p6", "p7"]
    assert roster(game)["p6"] == "stabbed by a Serial Killer, night 1; a Lookout"
    assert "{p7}: gunned down by the Mafia, night 1; an Escort." in texts(look(game))
    game.hang("p5")
    assert roster(game)["p5"] == "hanged, day 2; a Jester"


def test_a_cleaned_body_says_nothing():
    game = town("sheriff janitor mafioso jester doctor lookout escort").night("p2 clean {p1}", "p3 kill {p1}")
    assert roster(game)["p1"] == "gunned down by the Mafia, night 1; cleaned up: nobody knows what they were"
    (grave,) = (each for each in look(game).sheets if each.label == "Graveyard")
    assert "Cleaned away." in str(grave)
    assert "the Sheriff" not in str(look(game)) + str(look(game, "p4"))


def test_wills_lie_in_the_graveyard_line_by_line_with_death_notes():
    game = town(EVIL).play("p6 wills N1: {p3} was visited\\nby {p4}", "p10 notes Boo.")
    view = game.state.paper(game.state.seats[5], "will").text
    game.night("p10 stab {p6}")
    (grave,) = (each for each in look(game).sheets if each.label == "Graveyard")
    assert grave.blocks[1] == Lines("Will", (*view.split("\n"), "✉️ Boo."))
    assert look(town()).sheets == ()


def test_the_role_list_crosses_out_the_narrowest_slot_that_fits():
    game = town("sheriff doctor godfather mafioso jester lookout escort", roles="small", players=7)
    assert lines(look(game), "Role list")[0] == "Doctor"
    game.night("p3 kill {p1}").night("p3 kill {p7}")
    told = lines(look(game), "Role list")
    assert "Sheriff ✖" in told and "Random Town ×2 ✖1" in told and "Lookout" in told


def test_the_role_list_crosses_out_what_a_promoted_member_of_the_mafia_was_dealt_where_that_is_plain():
    """The Framer is the last of the Mafia and becomes its Mafioso."""
    slots = "Sheriff, Doctor, Mafioso, Framer, Lookout, Escort, Jester"
    game = town("sheriff doctor mafioso framer lookout escort jester", custom=slots, players=7)
    game.night().hang("p3").night()
    assert game.state.role(Seat("p4")) == "mafioso"
    assert "Framer" in lines(look(game), "Role list")
    game.hang("p4")
    told = lines(look(game), "Role list")
    assert "Mafioso ✖" in told and "Framer ✖" in told and "Jester" in told


def test_there_is_a_clock_only_where_one_runs():
    assert blocks(look(town(timers="slow")), Timer) and not blocks(look(town(timers="none")), Timer)


# ── one's own page ────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("role", ROLES)
def test_every_role_has_a_card_with_an_emblem_of_its_own(role: str):
    game = town(f"{role.replace(' ', '-')} doctor godfather jester lookout escort sheriff")
    (card,) = blocks(look(game, "p1"), Card)
    assert card.title == role.title() and card.kind == ROLE[role].alignment.title()
    assert all(line in card.about for line in card.lines) and f"Goal: {ROLE[role].goal}" in card.lines
    points = [point for shape in card.emblem for point in shape.points]
    assert points and all(0 <= x <= 1 and 0 <= y <= 1 for x, y in points)
    assert list(EMBLEMS.values()).count(card.emblem) == 1
    assert not blocks(look(game), Card) and not look(game).secret


def test_a_card_says_how_often_something_can_still_be_done_and_whom_one_wants_hanged():
    game = town("vigilante executioner>p3 doctor godfather jester lookout escort").night().night("p1 shoot {p4}")
    assert "Bullets: 2 left." in blocks(look(game, "p1"), Card)[0].lines
    assert "Your target: {p3}." in blocks(look(game, "p2"), Card)[0].lines


def test_whoever_has_what_they_wanted_reads_it_on_their_own_page_alone():
    game = town("executioner>p2 sheriff godfather mafioso doctor escort lookout")
    assert "what you wanted" not in texts(look(game, "p1"))
    game.night().hang("p2")
    assert "You have what you wanted" in texts(look(game, "p1"))
    assert not any("what you wanted" in texts(look(game, each)) for each in (None, "p2", "p3"))


def test_the_dead_are_told_who_hears_them():
    game = town("sheriff doctor godfather mafioso escort lookout jester").night("p3 kill {p1}")
    for phase in ("discussion", "night"):
        assert game.state.phase == phase
        told = {each: "Tell the dead" in {c.label for c in look(game, each).controls} for each in ("p1", "p2", "p3")}
        assert told == {"p1": True, "p2": False, "p3": False}
        game.dusk()


def test_mates_are_known_to_each_other_and_to_nobody_else():
    game = town(EVIL)
    assert roster(game, "p3")["p4"] == "Mafioso" and "{p4} (Mafioso)" in texts(look(game, "p3"))
    for other in (None, "p1", "p10"):
        assert roster(game, other)["p4"] == "" and "Mafioso" not in texts(look(game, other))


def test_ones_nights_are_told_with_what_one_did():
    game = town(EVIL).night("p1 question {p10}", "p7 block {p2}", "p2 heal {p1}")
    assert lines(look(game, "p1"), "Your nights") == (
        "Night 1: You chose to question {p10}. The one you questioned is suspicious.",
    )
    assert lines(look(game, "p2"), "Your nights") == (
        "Night 1: You chose to heal {p1}. Somebody kept you from acting.",
    )
    assert lines(look(game, "p6"), "Your nights") == ()


def test_the_night_says_what_one_can_do_and_then_what_one_does():
    game = town(EVIL).play("p11 jails p3").dusk()
    assert "Tonight you can question somebody; or sleep." in texts(look(game, "p1"))
    assert "You sit in jail tonight" in texts(look(game, "p3"))
    assert "{p3} sits in your cell" in texts(look(game, "p11"))
    assert "nothing for you to do tonight" in texts(look(game, "p5"))
    game.play("p1 does question {p2}", "p2 sleeps")
    assert "Tonight you question {p2}." in texts(look(game, "p1"))
    assert "Tonight you sleep." in texts(look(game, "p2"))
    assert "jail" not in texts(look(game, "p1"))


def first(game: Dictated, seat: str) -> str:
    return str(blocks(look(game, seat), Text)[0].text)


def test_whoever_is_asked_reads_the_question_first():
    game = town(FIFTEEN).play("p11 jails p6").dusk()
    asked = {seat: first(game, seat).removeprefix("🌙 Night 1. ") for seat in game.state.seats}
    sleeps = "The town sleeps, and not everybody does."
    assert asked["p1"] == "Whom do you question?" and asked["p7"] == "Whom do you keep from acting?"
    assert asked["p3"] == "Whom does the Mafia kill?" and asked["p10"] == "Whom do you stab?"
    assert asked["p14"] == "Do you go on alert?" and asked["p15"] == "Do you put on a vest?"
    assert asked["p11"] == sleeps  # nobody is executed in the first night
    assert asked["p12"] == sleeps  # there is petrol to pour, and to set alight
    assert asked["p13"] == "Which two do you swap?"
    assert asked["p6"] == asked["p5"] == asked["p9"] == sleeps
    game.play("p1 does question {p3}")
    assert first(game, "p1") == lead(game) == f"🌙 Night 1. {sleeps}"
    game.night("p3 kill {p7}").play("p11 jails p6").dusk()
    assert first(game, "p11") == "🌙 Night 2. Do you execute your prisoner?" and first(game, "p7") == lead(game)
    game.talk()
    assert first(game, "p1") == "☀️ Day 3. Whom do you accuse?"
    assert first(game, "p7") == lead(game)


@pytest.mark.parametrize("act", DEEDS)
def test_every_deed_can_be_asked_for(act: Act):
    assert asked(act).endswith("?") and "{" not in asked(act) and "  " not in asked(act)


def test_what_was_said_in_the_night_stands_on_ones_page_the_day_after_too():
    game = town(EVIL).dusk().play("p3 confers Who dies?", "p4 confers {p1}!")
    assert lines(look(game, "p4"), "Heard tonight") == ("{p3} (Mafia): Who dies?", "{p4} (Mafia): {p1}!")
    game.play("clock strikes")
    assert lines(look(game, "p4"), "Heard last night") == ("{p3} (Mafia): Who dies?", "{p4} (Mafia): {p1}!")
    assert "Who dies" not in str(look(game, "p1"))
    assert lines(look(game.night(), "p4"), "Heard") == ()


def test_papers_are_for_their_writer_alone():
    game = town(EVIL).play("p1 wills Look at {p3}.", "p10 notes Boo.", "p2 jots {p4} is odd")
    assert lines(look(game, "p1"), "Your papers") == ("Will: Look at {p3}.",)
    assert lines(look(game, "p10"), "Your papers") == ("Death note: Boo.",)
    assert lines(look(game, "p2"), "Your papers") == ("Notebook: {p4} is odd",)
    assert "Boo" not in str(look(game)) + str(look(game, "p1"))


def test_only_a_mayor_has_the_button_that_says_so_and_presses_it_twice():
    game = town()
    (reveal,) = (each for each in look(game, "p9").controls if each.action == Reveal())
    assert reveal.confirm
    for other in (None, "p1"):
        assert Reveal() not in [each.action for each in look(game, other).controls]


def test_all_can_judge_by_button():
    game = town().night().trial("p5").play("p5 waits")
    verdicts = ("guilty", "innocent", "abstain")
    assert [each.action for each in look(game).controls] == [Judge(each) for each in verdicts]  # type: ignore[arg-type]


def test_a_page_is_new_at_nightfall_and_at_dawn_and_the_dead_have_one():
    game = town(EVIL)
    pages = [look(game, "p6").page]
    for step in (game.dusk, lambda: game.play("p10 does stab {p6}", "clock strikes"), game.night):
        step()
        pages.append(look(game, "p6").page)
    assert pages == ["day:1", "night:1", "dead", "dead"]
    assert "You are dead." in texts(look(game, "p6"))


# ── the end ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def ended() -> Dictated:
    game = town("sheriff doctor godfather mafioso escort lookout medium vampire-hunter vampire amnesiac")
    game.play("p1 wills Nobody reads this after the end?")
    game.night("p1 question {p3}", "p2 heal {p1}", "p3 kill {p1}", "p5 block {p6}", "p6 watch {p1}", "p9 bite {p5}")
    game.hang("p9").night("p4 kill {p6}", "p10 remember {p9}", "p2 heal {p6}")
    game.hang("p4").night("p3 kill {p2}")
    return game.hang("p3").hang("p10").hang("p5")


def test_at_the_end_everybody_sees_every_role_and_who_won():
    game = ended()
    assert game.story.outcome is not None
    won = {row.seat for row in blocks(look(game), Roster)[0].rows if row.part.endswith(", won")}
    assert won == game.story.outcome.winners
    assert roster(game)["p4"] == "Mafioso, hanged, day 3"
    assert all(roster(game).values()) and roster(game) == roster(game, "p1")
    street = rows(game)
    assert [(street[seat].brief, street[seat].face, street[seat].gone) for seat in ("p1", "p4", "p5")] == [
        ("Sheriff", "blue", False), ("Mafioso", "red", True), ("Vampire", "gold", True),
    ]  # fmt: skip
    assert not any(row.answer or row.laid or row.marks or row.awaited for row in street.values())
    assert rows(game, "p4") == rows(game, "table") == street


def test_before_the_end_pages_are_secret_and_no_night_is_told():
    game = town().night("p1 question {p3}", "p2 heal {p1}")
    for seat in (None, "p1", "p2"):
        seen = look(game, seat)
        assert seen.secret == (seat is not None)
        assert not blocks(seen, Chart) and "Night by night" not in [each.label for each in seen.sheets]
    assert not look(ended(), "p1").secret


def test_at_the_end_the_nights_are_charted_and_told():
    game = ended()
    chart, later = blocks(look(game), Chart)
    assert chart.head == ("", "Night 1", "Night 2", "Night 3", "Night 4") and later.title == "Night 5"
    cells = {row[0]: row[1:] for row in chart.rows}
    assert cells["{p1}"][0] == "question {p3}; attacked; healed"
    assert cells["{p6}"][0] == "watch {p1}; blocked"
    assert cells["{p5}"][0] == "block {p6}; → Vampire"
    assert cells["{p9}"][1] == "✖ hanged before"
    assert [each.label for each in look(game).sheets] == ["Graveyard", "Night by night"]
    assert not blocks(look(town().night()), Chart)


# ── the rules ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_the_rules_name_every_role_under_its_alignment_with_what_it_does():
    paragraphs = TOWN.manual().split("\n\n")
    for at, paragraph in enumerate(paragraphs):
        roles = [role for role in ROLES if paragraph == f"**{ROLE[role].alignment.title()}**"]
        told = paragraphs[at + 1].splitlines() if roles else []
        assert len(told) == len(roles)
        for role, line in zip(roles, told, strict=True):
            one = " (one)" if ROLE[role].unique else ""
            uses = f" ({ROLE[role].uses} {ROLE[role].limit})" if ROLE[role].uses else ""
            assert line == f"- {role.title()}{one}: {ROLE[role].summary.rstrip('.')}{uses}."
    assert all(f"\n- {role.title()}" in TOWN.manual() for role in ROLES)


def test_the_rules_name_the_groups_of_the_investigator():
    text = " ".join(TOWN.manual().split())
    for group in GROUPS:
        assert ", ".join(role.title() for role in group) in text


def test_at_night_everybody_reads_why_nobody_stood_trial() -> None:
    game = town().night().talk().play("p1 names p5", "p2 names p5").dusk()
    for seat in EYES[:3]:
        said = texts(look(game, seat))
        assert "Nobody stood trial today: too few agreed. It takes 5 of 9, and {p5} had 2." in said
    assert "stood trial" not in texts(look(game.night()))
    again = town().night().trial("p1").judge(p2="innocent").dusk()
    assert "Nobody else stood trial today: too few agreed." in texts(look(again))
    assert "stood trial" not in texts(look(town().night().hang("p5"))) + texts(look(town().dusk()))


@pytest.mark.parametrize(("timers", "waits"), [("none", True), ("slow", False)])
def test_where_no_clock_runs_ais_vote_again_when_they_know_what_a_person_wants(timers: str, waits: bool) -> None:
    machines = [f"p{n}" for n in range(2, 10)]
    game = town(models=" ".join(machines), timers=timers)
    game.tell([Told(None, NominationBegan(2, 0))])
    game.play("p2 names p3", *(f"{each} names nobody" for each in machines[1:]))
    assert (game.state.ballot.round == 1) == waits
    game.play("p1 names p3")
    assert game.state.ballot.round == 2 and set(machines) <= set(awaited(game).split())
    game.play(*(f"{each} names p3" for each in machines[2:5]))
    assert game.state.accused == Seat("p3")


@pytest.mark.parametrize("timers", ["none", "slow"])
def test_who_votes_after_the_ais_have_done_so_twice_is_answered_once_more(timers: str) -> None:
    machines = [f"p{n}" for n in range(2, 10)]
    game = town(models=" ".join(machines), timers=timers)
    game.tell([Told(None, NominationBegan(2, 0))])
    game.play(
        "p2 names p3", *(f"{each} names nobody" for each in machines[1:]), *(["p1 names p2"] * (timers == "none"))
    )
    game.play("p2 names p3", *(f"{each} names nobody" for each in machines[1:]))
    assert game.state.ballot.round == 2
    game.play("p1 names p3")
    assert game.state.ballot.round == 3
    game.play("p4 names p3", "p5 names p3", "p6 names p3")
    assert game.state.accused == Seat("p3")


@pytest.mark.parametrize(("timers", "asked"), [("none", True), ("slow", False)])
def test_where_no_clock_runs_people_are_asked_again_when_too_few_agree(timers: str, asked: bool) -> None:
    machines = [f"p{n}" for n in range(2, 10)]
    game = town(models=" ".join(machines), timers=timers)
    game.tell([Told(None, NominationBegan(2, 0))])
    game.play(
        "p1 names p3",
        *(f"{each} names p1" for each in machines[:4]),
        *(f"{each} names nobody" for each in machines[4:]),
    )
    (ask,) = (each for each in game.story.asks(Seat("p1")) if Nominate in each.forms)
    assert (ask.need == "each", "p1" in awaited(game).split()) == (asked, asked)
    assert ("You said {p3}, and too few agree." in ask.text) == asked
    assert "Too few agreed: everybody is asked once more." in texts(look(game))
    game.play(*(f"{each} names nobody" for each in machines))
    assert game.state.phase == "nomination"
    if asked:
        game.play("p1 names p3")
        assert game.state.phase == "night"
