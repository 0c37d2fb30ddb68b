"""What the house looks like to each pair of eyes."""

from __future__ import annotations

from typing import Any

import pytest

from games.core import CLOCK, TABLE, Seat
from games.mystery import GAME
from games.mystery.claims import OWN_WORDS, REPORTED, Lie
from games.mystery.events import Claim, LetDie, Plot, RoleGiven, Say, Silence, Vote
from games.mystery.scenes import _main
from games.scene import Chart, Lines, Plan, Roster, Row, Scene, Tally, Text, Timer, Ways
from tests.games.mystery.table import Dictated, mystery
from tests.games.mystery.test_rules import WORKED, tonight


def look(game: Dictated, seat: str | None = None) -> Scene:
    where = None if seat is None else Seat(seat)
    return GAME.shows.scene(game.story.view(where), where)


def blocks(scene: Scene, kind: type[Any]) -> list[Any]:
    return [each for each in scene.blocks if isinstance(each, kind)]


def texts(scene: Scene, style: str = "plain") -> list[str]:
    return [each.text for each in blocks(scene, Text) if each.style == style]


def actions(scene: Scene) -> list[Any]:
    return [control.action for control in scene.controls]


def roster(game: Dictated, seat: str | None = None) -> dict[str, str]:
    return {row.seat: f"{row.part} {row.face}".strip() for row in blocks(look(game, seat), Roster)[0].rows}


def house(game: Dictated, seat: str | None = None) -> list[str]:
    """The plan as a friend would draw it: “*Hall: p1, (p2 seen, night 1), †p3 found, night 1”; a star is where one stands."""
    [plan] = blocks(look(game, seat), Plan)
    drawn = {"here": "{}{}", "seen": "({}{})", "dead": "†{}{}"}
    return [
        f"{'*' if room.lit else ''}{room.name}: "
        + ", ".join(
            [drawn[each.look].format(each.seat, f" {each.note}" if each.note else "") for each in room.figures]
            + ([room.note] if room.note else [])
        )
        for room in plan.rooms
    ]


def rows(game: Dictated, seat: str | None = None) -> dict[str, Row]:
    return {row.seat: row for row in blocks(look(game, seat), Roster)[0].rows}


def test_before_the_guests_arrive_there_is_something_to_read():
    scene = GAME.shows.scene(GAME.rules.blank(), None)
    assert texts(scene) == ["The guests arrive."] and not scene.controls


def test_the_first_line_says_what_happens_now():
    game = mystery(4)
    leads = [texts(look(game), "lead")]
    leads.append(texts(look(game.quiet_day()), "lead"))
    leads.append(texts(look(game.night()), "lead"))
    leads.append(texts(look(game.quiet_day()), "lead"))
    leads.append(texts(look(game.vote("p1 p2", "p2 p2", "p3 p2")), "lead"))
    leads.append(texts(look(game.play("p2 silent").night().hang("p1")), "lead"))
    assert [lead for [lead] in leads] == [
        "☀️ The guests introduce themselves.",
        "🌙 Night 1. Everyone chooses in secret where to be and what to do.",
        "☀️ Day 1, round 1 of 2, all at once: what does everybody say?",
        "☀️ Day 1: who is to hang?",
        "☀️ Day 1: {p2} has to hang, and may say something before.",
        "Every murderer is dead: the innocents win.",
    ]


def test_what_a_tie_means_stands_where_people_vote():
    game, rule = mystery(4), "Most votes decide; a tie, or most for nobody, hangs no one."
    assert rule not in texts(look(game.quiet_day().night()), "small")
    assert rule in texts(look(game.quiet_day()), "small") and rule in texts(look(game, "p1"), "small")
    assert rule not in texts(look(game.vote("p1 p2", "p2 p2", "p3 p2")), "small")


def test_a_seat_is_told_who_it_is_and_nobody_else_is():
    game = mystery(7, "p1 p4")
    assert texts(look(game, "p2"))[0] == "You are innocent: find the murderers and have them hanged."
    assert texts(look(game, "p1"))[0] == (
        "You are a murderer, with {p4}: kill until you are at least as many as the innocents."
    )
    alone = texts(look(mystery(4), "p1"))[0]
    assert alone == "You are the murderer: kill until only one innocent is left, and don't be found out."
    assert texts(look(game)) == []


def test_before_the_end_nobodys_roster_shows_a_role_that_was_not_told():
    game = mystery(7, "p1 p4")
    for seat in (None, "p1", "p2"):
        assert set(roster(game, seat).values()) == {"hidden"}
    game.quiet_day().night("p1 Hall strike p2", "p2 Hall").hang("p4")
    for seat in (None, "p1", "p3"):
        assert roster(game, seat) == {
            "p1": "hidden", "p3": "hidden", "p5": "hidden", "p6": "hidden", "p7": "hidden",
            "p2": "found dead in the Hall, night 1 black", "p4": "hanged on day 1, murderer red",
        }  # fmt: skip


def test_the_dead_stand_below_the_living():
    game = tonight().night(*WORKED)
    assert [row.seat for row in blocks(look(game), Roster)[0].rows] == ["p1", "p3", "p4", "p5", "p6", "p2"]


def test_at_night_nobody_hears_who_is_waited_for():
    game = tonight(4).play("p1 Hall")
    for seat in (None, "p1", "p2"):
        assert not any(row.awaited for row in blocks(look(game, seat), Roster)[0].rows)


@pytest.mark.parametrize("votes", ["open", "sealed"])
def test_by_day_everybody_hears_who_is_waited_for(votes: str):
    def awaited() -> set[str]:
        return {row.seat for row in blocks(look(game), Roster)[0].rows if row.awaited}

    game = mystery(4, votes=votes).play("p1 says Hello.", "p3 silent")
    assert awaited() == {"p2", "p4"}
    game.quiet_day().night().quiet_day().play("p2 votes p1")
    assert awaited() == {"p1", "p3", "p4"}
    game.vote("p1 p2", "p3 p2", "p4 p2")
    assert awaited() == {"p2"}


def test_how_many_live_and_how_many_murderers_are_at_large():
    game = tonight(7, "p1 p4").night("p1 Hall strike p2", "p2 Hall")
    figures = [(count.label, count.value) for count in blocks(look(game), Tally)[0].counts]
    assert figures == [("Alive", 6), ("Murderers at large", 2)]
    game.hang("p4")
    assert [count.value for count in blocks(look(game), Tally)[0].counts] == [5, 1]


def test_the_news_of_the_dawn_stand_on_the_board_while_it_is_day():
    game = tonight().night(*WORKED)
    assert texts(look(game)) == ["{p2}: found dead in the Library, night 1."]
    game.quiet_day().vote()
    assert texts(look(game)) == []
    assert texts(look(game.night())) == ["Nobody died last night."]


def test_a_seats_own_page_tells_its_nights_the_last_one_first():
    game = tonight().night(*WORKED)
    assert texts(look(game, "p3"))[1] == (
        "Night 1: You were in the Library, hid, and saw {p1} and {p2} there. {p1} struck at {p2}. {p2} fell there."
    )
    game.quiet_day().vote().night("p3 Garden")
    assert texts(look(game, "p3"))[1].startswith("Night 2: You were in the Garden")
    [earlier] = [each for each in blocks(look(game, "p3"), Lines) if each.title == "Earlier nights"]
    assert len(earlier.lines) == 1 and earlier.lines[0].startswith("Night 1: You were in the Library, hid,")


def test_a_page_speaks_to_whoever_reads_it():
    game = tonight().night("p1 Hall strike p2", "p2 Hall", "p3 Hall guard p2", "p4 Kitchen guard p5")
    said = {seat: texts(look(game, seat))[1] for seat in ("p1", "p2", "p3", "p4")}
    assert said["p1"].endswith("a blow at {p2} was blocked. Your blow was blocked.")
    assert said["p2"].endswith("Somebody's guard saved you.")
    assert said["p3"].endswith("Your guard blocked a blow.")
    assert said["p4"].endswith("The one whom you meant to guard was not to be found.")


def test_at_night_the_page_says_what_was_chosen_and_what_is_left():
    game = tonight(4)
    assert texts(look(game, "p2"), "small")[0] == "You are in the Hall, and can hide twice more."
    game.play("p2 Kitchen hide")
    assert "Tonight you go to the Kitchen and hide." in texts(look(game, "p2"))
    assert not any("Tonight" in text for seat in (None, "p1", "p3") for text in texts(look(game, seat)))
    game.night().quiet_day().vote()
    assert texts(look(game, "p2"), "small")[0] == "You are in the Kitchen, and can hide once more."
    game.night("p2 Kitchen hide").quiet_day().vote()
    assert texts(look(game, "p2"), "small")[0] == "You are in the Kitchen, and cannot hide any more."


def test_only_the_pages_of_the_living_are_secret_and_only_until_the_end():
    game = tonight().night(*WORKED)
    assert [look(game, seat).secret for seat in (None, "p1", "p3", "p2", "host")] == [False, True, True, False, False]
    game.hang("p1")
    assert not any(look(game, seat).secret for seat in (None, "p1", "p3"))


def test_a_page_is_new_when_night_falls_and_when_its_facts_are_told_and_else_stays():
    game = mystery(4)
    pages = [look(game, "p2").page]
    for step in (game.quiet_day, lambda: game.play("p2 Hall"), game.night, game.quiet_day, game.vote):
        step()
        pages.append(look(game, "p2").page)
    assert pages == ["day:0", "night:1", "night:1", "day:1", "day:1", "night:2"]


def test_the_board_is_laid_anew_in_every_phase():
    game = mystery(4)
    moments = [look(game).moment]
    for step in (
        game.quiet_day, game.night, lambda: game.play(*(f"p{n} silent" for n in range(1, 5))), game.quiet_day, game.vote
    ):  # fmt: skip
        step()
        moments.append(look(game).moment)
    assert len(set(moments)) == 6 and look(game).page == moments[-1]


def test_the_buttons_are_those_of_the_moment():
    game = mystery(7, "p1 p4", plotting=True)
    assert actions(look(game)) == [Say, Silence()]
    game.quiet_day()
    assert actions(look(game)) == actions(look(game, "p2")) == []
    assert actions(look(game, "p4")) == [Plot]
    game.night().quiet_day()
    assert actions(look(game)) == [Vote(f"p{n}") for n in range(1, 8)] + [Vote("nobody")]
    game.vote("p1 p2", "p2 p2", "p3 p2", "p4 p2")
    assert actions(look(game)) == [Say, Silence()]


def test_open_votes_are_counted_on_their_buttons_and_sealed_ones_nowhere():
    game = tonight(4).night().quiet_day().play("p1 votes p2", "p3 votes p2", "p4 votes nobody")
    assert [control.label for control in look(game).controls] == ["{p1}", "{p2} · 2", "{p3}", "{p4}", "Nobody · 1"]
    assert blocks(look(game), Lines)[0].lines == ("{p1} → {p2}", "{p3} → {p2}", "{p4} → nobody")
    game = tonight(4, votes="sealed").night().quiet_day().play("p1 votes p2", "p3 votes p2")
    for seat in (None, "p1", "p2", "p4"):
        assert [control.label for control in look(game, seat).controls] == ["{p1}", "{p2}", "{p3}", "{p4}", "Nobody"]
    assert blocks(look(game), Lines) == [] and blocks(look(game, "p1"), Lines)[0].lines == ("{p1} → {p2}",)


def test_letting_somebody_die_of_fright_is_offered_once_and_confirmed():
    game = tonight().leaves("p2")
    [control] = look(game).controls
    assert (control.action, control.confirm, control.label) == (LetDie("p2"), True, "Let {p2} die of fright")
    assert look(game.play("host dooms p2")).controls == ()


def test_whispers_stand_on_the_murderers_pages_alone_until_all_is_told():
    game = tonight(7, "p1 p4", plotting=True).play("p1 whispers I take the Hall.")
    assert next(each for each in blocks(look(game, "p4"), Lines) if each.title == "Whispers").lines == (
        "Night 1, {p1}: I take the Hall.",
    )
    for seat in (None, "p2", "host"):
        assert "I take the Hall." not in str(look(game, seat))
    game.night().hang("p1").night().hang("p4")
    for seat in (None, "p2", "p4"):
        assert Lines("Whispers", ("Night 1, {p1}: I take the Hall.",)) in look(game, seat).blocks


def test_where_nobody_can_hide_nobody_has_hidden_too_often():
    game = mystery(5, hides=0).quiet_day()
    assert texts(look(game, "p2"), "small")[0] == "You are in the Hall, and nobody can hide in this house."


@pytest.mark.parametrize("timers", [True, False])
def test_every_timer_that_is_drawn_runs(timers: bool):
    game = mystery(4, timers=timers)
    drawn = []
    for step in (
        game.quiet_day, game.night, game.quiet_day, lambda: game.play("p1 votes p2", "p2 votes p2", "p3 votes p2"),
        lambda: game.play("p4 votes p2"), game.vote, lambda: game.play("p2 silent"),
    ):  # fmt: skip
        found = blocks(look(game), Timer)
        for timer in found:
            assert any(ask.key == timer.key and ask.within for ask in game.story.asks(timer.seat))
        drawn += [timer.label if timer.seat == CLOCK else "?" for timer in found]
        step()
    assert drawn == (
        ["Statements due", "Dawn", "Statements due", "Votes due", "Votes due", "Count", "Last words due"]
        if timers
        else ["Count"]
    )


def test_among_ais_no_timer_is_drawn():
    game = mystery(4, models="all")
    assert blocks(look(game), Timer) == [] and blocks(look(game.quiet_day()), Timer) == []


def test_at_the_end_the_house_lies_open():
    game = tonight().night(*WORKED).hang("p1")
    for seat in (None, "p1", "p2", "p6", "host"):
        scene = look(game, seat)
        [chart] = blocks(scene, Chart)
        assert chart.head == ("", "Hall", "Library", "Kitchen", "Garden")
        assert chart.rows == (
            ("Night 1", "", "{p1} strikes {p2}; {p2} ✖; {p3} hides", "{p4} guards {p5}; {p5}", "{p6}"),
        )
        assert chart.about == (
            "Night 1. Library: {p1} strikes {p2}; {p2} ✖; {p3} hides. Kitchen: {p4} guards {p5}; {p5}. Garden: {p6}."
        )
        assert scene.controls == () and blocks(scene, Timer) == []
    assert roster(game)["p3"] == "innocent blue" and roster(game)["p1"] == "hanged on day 1, murderer red"
    assert look(game).face == "blue"


def test_the_face_of_the_board_is_night_day_or_who_has_won():
    game = mystery(4)
    faces = [look(game).face, look(game.quiet_day()).face, look(game.night("p1 Hall strike p2", "p2 Hall")).face]
    assert [*faces, look(game.hang("p3")).face] == ["gold", "black", "gold", "red"]


def test_a_lie_about_where_somebody_was_is_told_without_what_follows_from_it():
    p1, p2 = Seat("p1"), Seat("p2")
    place = Lie(1, p1, Claim("was", p1, 1, p1, "Garden"), "{p1} was in the Hall.")
    hid, alone = (Lie(1, p1, Claim(kind, p1, 1), "") for kind in ("hid", "alone"))
    other = Lie(1, p2, Claim("alone", p2, 1), "{p2} saw {p1}.")
    assert _main([hid, place, alone, other]) == [place, other]


# ── the house ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_night_is_another_place_for_everybody():
    game = mystery(4)
    for where, step in (("day", game.quiet_day), ("night", game.night), ("day", game.quiet_day), ("day", game.vote)):
        assert {look(game, seat).place for seat in (None, "p1", "p2", TABLE)} == {where}
        step()


def test_everybody_begins_in_the_hall_and_knows_no_other_room():
    game = tonight()
    dark = [f"{place}: Not seen yet" for place in ("Library", "Kitchen", "Garden")]
    assert house(game, "p3") == ["*Hall: p3", *dark]
    assert house(game) == house(game, "host") == ["Hall: ", "Library: ", "Kitchen: ", "Garden: "]
    assert blocks(look(game, "p3"), Plan)[0].centre == "Night 1"


def test_whoever_has_chosen_stands_where_they_go_and_only_they_see_it():
    game = tonight().play("p3 Library guard p2", "p4 >p3 hide")
    assert house(game, "p3")[:2] == ["Hall: ", "*Library: p3 guards {p2}"]
    assert house(game, "p4")[0] == "*Hall: p4 follows {p3}, hides"
    for seat in (None, "p1", "p2"):
        assert "p3" not in str(house(game, seat)) and "p4" not in str(house(game, seat))


def test_a_house_remembers_where_somebody_was_last_seen_and_who_was_found():
    game = tonight().night(*WORKED)
    assert house(game) == ["Hall: ", "Library: †p2 found, night 1", "Kitchen: ", "Garden: "]
    assert house(game, "p3") == [
        "Hall: ", "*Library: p3, (p1 seen, night 1), †p2 found, night 1", "Kitchen: Not seen yet", "Garden: Not seen yet",
    ]  # fmt: skip
    assert house(game, "p4")[1:3] == ["Library: †p2 found, night 1, A cry, night 1", "*Kitchen: p4, (p5 seen, night 1)"]
    game.quiet_day().vote().night("p3 Garden", "p1 Garden")
    assert house(game, "p3")[1:] == [
        "Library: †p2 found, night 1", "Kitchen: Not seen yet", "*Garden: p3, (p1 seen, night 2), (p6 seen, night 2)",
    ]  # fmt: skip
    assert house(game, "p4")[1] == "Library: †p2 found, night 1"


def test_a_room_is_red_on_the_day_after_somebody_fell_there():
    game = tonight().night(*WORKED)
    faces = [[room.face for room in blocks(look(game), Plan)[0].rooms]]
    faces.append([room.face for room in blocks(look(game.quiet_day().vote()), Plan)[0].rooms])
    assert faces == [["hidden", "red", "hidden", "hidden"], ["hidden"] * 4]


def test_the_dead_see_the_house_as_everybody_does():
    game = tonight().night(*WORKED)
    assert house(game, "p2") == house(game)


def test_who_hides_is_seen_on_nobodys_plan():
    game = tonight().night("p1 Library", "p2 Library hide")
    assert "p2" not in str(house(game, "p1")) and "p1" in str(house(game, "p2"))


def test_whoever_knows_all_sees_everybody_and_what_they_do():
    game = tonight().play(*WORKED[:4])
    assert house(game, TABLE) == [
        "Hall: p5, p6", "Library: p1 strikes {p2}, p2 watches, p3 hides", "Kitchen: p4 guards {p5}", "Garden: Empty",
    ]  # fmt: skip
    assert look(game, TABLE).secret and roster(game, TABLE)["p1"] == "murderer red"
    game.night(*WORKED[4:])
    assert house(game, TABLE) == ["Hall: Empty", "Library: p1, p3, †p2 found, night 1", "Kitchen: p4, p5", "Garden: p6"]
    assert roster(game, TABLE)["p2"] == "found dead in the Library, night 1, innocent blue"


def test_a_plan_is_told_in_words():
    game = tonight().night(*WORKED)
    assert blocks(look(game, "p4"), Plan)[0].about == (
        "Day 1. Hall. Library: {p2} (found, night 1); A cry, night 1. Kitchen, where you are: {p4}; {p5} (seen, night 1). "
        "Garden: Not seen yet."
    )


# ── beside the faces ──────────────────────────────────────────────────────────────────────────────────────────────────


def test_what_was_said_stands_beside_the_faces_when_all_have_spoken():
    game = tonight(4).night().play("p1 says Not me.", "p2 silent", "p3 says Not me either.")
    assert {seat: (row.says, row.laid, row.awaited) for seat, row in rows(game, "p4").items()} == {
        "p1": (None, True, False), "p2": (None, True, False), "p3": (None, True, False), "p4": (None, False, True),
    }  # fmt: skip
    assert "Not me" not in str(look(game)) and "Not me" not in str(look(game, "p4"))
    game.play("p4 silent")
    said = {"p1": "Not me.", "p2": "", "p3": "Not me either.", "p4": ""}
    assert {seat: row.says for seat, row in rows(game).items()} == said
    assert not any(row.laid for row in rows(game).values())
    game.play("p1 says Still not me.")
    assert {seat: row.says for seat, row in rows(game).items()} == said and rows(game)["p1"].laid
    game.quiet_day()
    assert rows(game)["p1"].says == "Still not me." and rows(game)["p3"].says == ""
    game.vote()
    assert {row.says for row in rows(game).values()} == {None}


def test_open_votes_stand_under_whom_they_name():
    game = tonight(4).night().quiet_day().play("p1 votes p2", "p3 votes p2", "p4 votes nobody")
    for seat in (None, "p2", TABLE):
        shown = rows(game, seat)
        assert shown["p2"].marks == ("p1", "p3") and shown["p1"].marks == ()
        assert [shown[each].answer for each in ("p1", "p2", "p3", "p4")] == ["{p2}", "", "{p2}", "nobody"]
        assert not any(row.laid for row in shown.values())


def test_sealed_votes_lie_face_down_until_they_are_counted():
    game = tonight(4, votes="sealed").night().quiet_day().play("p1 votes p2", "p3 votes p2")
    for seat in (None, "p1", "p2"):
        assert [each for each, row in rows(game, seat).items() if row.laid] == ["p1", "p3"]
        assert not any(row.answer or row.marks for row in rows(game, seat).values())
    assert rows(game, TABLE)["p2"].marks == ("p1", "p3")
    game.vote("p4 p1")
    assert not any(row.laid for row in rows(game).values())
    assert {seat: row.answer for seat, row in rows(game).items()} == {
        "p1": "{p2}", "p2": "nobody", "p3": "{p2}", "p4": "{p1}",
    }  # fmt: skip
    assert blocks(look(game), Roster)[0].accused == "p2" and rows(game)["p2"].marks == ("p1", "p3")
    game.play("p2 silent")
    assert blocks(look(game), Roster)[0].accused is None and rows(game)["p2"].gone


def test_at_the_end_every_face_says_what_it_was():
    game = tonight().night(*WORKED).hang("p1")
    for seat in (None, "p1", "p2", TABLE):
        assert {each: (row.brief, row.face, row.gone) for each, row in rows(game, seat).items()} == {
            "p1": ("murderer", "red", True), "p2": ("innocent", "blue", True),
            **{f"p{n}": ("innocent", "blue", False) for n in range(3, 7)},
        }  # fmt: skip


# ── the ways ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def told_ways(game: Dictated, seat: str | None = None) -> dict[str, str]:
    """“Library strikes {p2} > Hall”; a cross where somebody died."""
    [ways] = blocks(look(game, seat), Ways)
    assert blocks(look(game, seat), Plan) == []
    return {
        way.seat: " > ".join(
            f"{'†' if way.ends == at else ''}{room} {note}".strip()
            for at, (room, note) in enumerate(zip(way.rooms, way.notes, strict=True))
        )
        for way in ways.ways
    }


def test_at_the_end_everybodys_way_is_told():
    game = tonight().night(*WORKED).quiet_day().vote().night("p4 Hall hide", "p5 Hall", "p6 >p5").hang("p1")
    for seat in (None, "p2", "p4", "host", TABLE):
        assert told_ways(game, seat) == {
            "p1": "Library strikes {p2} > Library is hanged on day 2",
            "p2": "†Library dies > ",
            "p3": "Library hides > Library",
            "p4": "Kitchen guards {p5} > Hall hides",
            "p5": "Kitchen > Hall",
            "p6": "Garden > Hall",
        }
    [ways] = blocks(look(game), Ways)
    assert (ways.head, ways.rooms) == (("Night 1", "Night 2"), ("Hall", "Library", "Kitchen", "Garden"))
    assert [way.face for way in ways.ways] == ["red", *["blue"] * 5]
    assert ways.about == blocks(look(game), Chart)[0].about


def test_whoever_dies_of_fright_dies_where_they_were():
    game = tonight().leaves("p6").play("host dooms p6").night(*WORKED[:5], "p6 Garden hide").hang("p1")
    assert told_ways(game)["p6"] == "†Garden hides, dies of fright"


def test_at_the_end_every_lie_is_told_with_the_truth():
    game = tonight().night(*WORKED).play("p1 says I was in the Garden.", "p6 says I was in the Garden.")
    [lie] = blocks(look(game.hang("p1")), Ways)[0].lies
    assert (lie.seat, lie.when) == ("p1", "day 1")
    assert (lie.said, lie.truth) == ("I was in the Garden on night 1.", "{p1} was in the Library.")
    assert not any(blocks(look(each), Ways) for each in (mystery(4), tonight().night(*WORKED)))


def test_every_claim_that_can_be_reported_can_be_said_in_ones_own_words():
    assert OWN_WORDS.keys() == REPORTED.keys()


def test_what_one_did_oneself_is_told_in_the_second_person():
    game = mystery(4, "p2").quiet_day().night("p1 Kitchen", "p2 Library strike p3", "p3 Library", "p4 >p3 guard p3")
    for seat in game.story.seats:
        told = [each.event for each in game.story.log if each.to is not None and seat in each.to]
        said = [GAME.shows.say_to(event, seat) for event in told]
        assert said and not [line for line in said if line.startswith(f"{{{seat}}}")], said
    lines = [GAME.shows.say_to(each.event, Seat("p4")) for each in game.story.log if each.to == frozenset({"p4"})]
    assert "You are innocent." in lines and "You follow {p3} and guard {p3}." in lines
    assert GAME.shows.say_to(RoleGiven(Seat("p1"), "innocent"), Seat("p2")) == "{p1} is innocent."
