"""The house in the browser: who stands where, words beside faces, and everybody's ways, as each pair of eyes has them."""

from __future__ import annotations

import re
from html import unescape
from itertools import pairwise

import pytest

from bot.ports import Occupant
from bot.surfaces.web.glance import Glance, heard_in
from bot.surfaces.web.render import Drawn, page
from bot.surfaces.web.ways import traced
from games.core import Seat
from games.scene import Way, Ways
from tests.games.mystery.table import Dictated, mystery

NAMES = ("Ada", "Basil", "Clio", "Mira", "Jonas", "Priya", "Otto", "Xanthippe", "Fritz", "Guinevere")
NIGHT = ("p1 Library strike p2", "p2 Library", "p3 Library hide", "p4 >p5 guard p5", "p5 Kitchen", "p6 Hall")


def shown(game: Dictated, who: str | None = None) -> str:
    """The page of a table as this seat has it (None: an onlooker)."""
    story, seat = game.story, Seat(who) if who else None
    seats = {each: Occupant("person", name) for each, name in zip(story.seats, NAMES, strict=False)}
    names = {each: occupant.name for each, occupant in seats.items()}
    public = story.game.shows.scene(story.view(None), None)
    heard = list(heard_in(story.game, story.log, seat, names))
    glance = Glance(
        id="a-table",
        game=story.game,
        seat=seat,
        scene=story.game.shows.scene(story.view(seat), seat) if seat else public,
        public=public,
        order=story.seats,
        seats=seats,
        heard=heard,
        heard_so_far=len(heard),
        asks=story.asks(seat) if seat else (),
        outcome=story.outcome,
    )
    return page("table.html", place=glance.scene.place, d=Drawn(glance), takeable=[], live="")


def text(html: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", html)).split())


def rooms(html: str) -> dict[str, str]:
    """What stands in each room of the plan."""
    found = re.findall(r'<section class="room.*?</section>', html, re.S)
    parts = [re.split(r"</h2>", each) for each in found]
    return {text(head.split("<h2>")[1]): text(rest) for head, rest in parts}


def heads(html: str) -> dict[str, str]:
    """What stands beside each face."""
    found = re.search(r'<ul class="roster heads.*?</ul>\n', html, re.S)
    assert found, "nobody's face is large"
    people = re.findall(r'<b class="n">(\w+)</b>(.*?)</li>', found[0], re.S)
    return {name: text(rest) for name, rest in people}


def lit(html: str) -> list[str]:
    return re.findall(r'<section class="room[^"]* lit[^"]*".*?</svg>(\w+)</h2>', html, re.S)


def sealed(html: str) -> list[str]:
    """Who has an envelope, and what lies there."""
    found = re.search(r'<div class="sealed">.*?</div>', html, re.S)
    return re.findall(r'<b class="n">(\w+)</b><i class="(\w+)"', found[0]) if found else []


def at_night() -> Dictated:
    return mystery(6, guilty="p1").quiet_day()


def test_by_night_a_seat_stands_in_a_lit_room_and_sees_where_it_last_saw_others():
    game = at_night().night(*NIGHT).quiet_day().vote()
    html = shown(game, "p3")
    assert lit(html) == ["Library"]
    assert rooms(html) == {
        "Hall": "",
        "Library": "Clio you Ada seen, night 1 Basil found, night 1",
        "Kitchen": "Not seen yet",
        "Garden": "Not seen yet",
    }


def test_an_onlooker_sees_an_empty_house_with_who_was_found():
    game = at_night().night(*NIGHT).quiet_day().vote()
    html = shown(game)
    assert not lit(html)
    assert rooms(html) == {"Hall": "", "Library": "Basil found, night 1", "Kitchen": "", "Garden": ""}


def test_where_anybody_goes_changes_no_byte_of_what_others_see():
    here, there = at_night(), at_night()
    here.play("p2 Kitchen hide")
    there.play("p2 Garden guard p3")
    assert shown(here, "p2") != shown(there, "p2")
    for who in (None, "p1", "p3"):
        assert shown(here, who) == shown(there, who)


def test_rooms_are_touched_on_the_plan_by_whoever_is_asked_for_one():
    game = at_night()
    asked, onlooker = shown(game, "p2"), shown(game)
    for room in ("Hall", "Library", "Kitchen", "Garden"):
        assert re.search(rf'<section class="room[^>]* data-pick="{room}"', asked)
        assert f'class="chip placed" data-pick="{room}"' in asked
    assert 'class="chip" data-pick="p3"' in asked  # whom one follows is no room
    assert "data-pick" not in onlooker


@pytest.mark.parametrize(("players", "places"), [(5, 3), (6, 4), (7, 5), (9, 6), (10, 7)])
def test_a_house_of_any_size_has_each_room_once_and_a_door_from_each_to_the_next(players: int, places: int):
    html = shown(mystery(players, places=places).quiet_day(), "p1")
    assert f"ring{places}" in html and len(rooms(html)) == places
    assert html.count('<i class="door">') == places


def test_what_was_said_stands_beside_faces_and_what_lies_sealed_is_not_there():
    game = at_night().night(*NIGHT)
    game.play("p1 says I was in the Kitchen.", "p3 silent", "p4 says We met p5.")
    game.play("p5 says I saw {p4}.", "p6 says Quiet.", "p1 says The next thing.")
    for who in (None, "p3"):
        html = shown(game, who)
        assert heads(html)["Ada"] == "I was in the Kitchen."
        assert heads(html)["Clio"] in ("said nothing", "you said nothing")
        assert heads(html)["Jonas"] == "I saw Mira ."
        assert sealed(html)[0] == ("Ada", "back") and ("Mira", "none") in sealed(html)
        assert "The next thing." not in html
    assert "The next thing." in shown(game, "p1")


def test_open_votes_are_masks_beside_whom_they_name():
    game = at_night().night(*NIGHT).quiet_day()
    game.play("p3 votes p1", "p4 votes p1", "p5 votes nobody")
    html = shown(game)
    assert 'aria-label="Named by Clio, Mira"' in html
    assert "<h3>Votes</h3>" not in html


def test_sealed_votes_name_nobody_until_the_count():
    game = mystery(6, guilty="p1", votes="sealed").quiet_day().night(*NIGHT).quiet_day()
    other = mystery(6, guilty="p1", votes="sealed").quiet_day().night(*NIGHT).quiet_day()
    game.play("p3 votes p1")
    other.play("p3 votes p4")
    assert shown(game) == shown(other) and ("Clio", "back") in sealed(shown(game))


def test_at_the_end_everybody_is_told_of_with_their_way_and_their_lies():
    game = at_night().night(*NIGHT)
    game.play("p1 says I am innocent.").quiet_day().hang("p1")
    html = shown(game, "p2")
    cast = re.search(r'<ul class="roster cast">.*?</ul>\n', html, re.S)
    assert cast and "Ada murderer hanged on day 1" in text(cast[0])
    assert "Basil you innocent found dead in the Library, night 1, won" in text(cast[0])
    assert html.count('<div class="ways') == 2 and "strikes Basil" in html
    assert "Who was where, as a table" in html and "<h3>Lies</h3>" not in html
    [lies] = re.findall(r'<ul class="untruths">.*?</ul>', html, re.S)
    assert "<s>I am innocent.</s>" in lies and "Ada was a murderer." in text(lies).replace(" .", ".")


def test_a_way_breaks_where_nobody_knows_it_and_ends_where_somebody_dies():
    ways = Ways(
        "Who was where",
        ("Night 1", "Night 2", "Night 3", "Night 4"),
        ("Hall", "Attic"),
        (
            Way(Seat("p1"), ("Hall", "", "Attic", "Hall"), ("", "", "", "")),
            Way(Seat("p2"), ("Hall", "Hall", "", ""), ("", "guards {p1}, dies", "", ""), "red", 1),
        ),
        (),
        "…",
    )
    drawn = traced(ways, wide=False)
    assert [(seat, path.count("C")) for seat, _, path in drawn.lines] == [("p2", 1), ("p1", 1)]
    assert (drawn.shared, [head for _, head in drawn.head]) == ("Night", ["1", "2", "3", "4"])
    assert [stop.lines for stop in drawn.stops if stop.last] == [("guards {p1}", "dies")]
    assert len({(stop.x, stop.y) for stop in drawn.stops}) == len(drawn.stops) == 5


def test_a_room_in_which_many_meet_is_as_high_as_their_masks():
    ways = Ways("", ("Night 1",), ("Hall",), tuple(Way(Seat(f"p{n}"), ("Hall",), ("",)) for n in range(10)), (), "…")
    drawn = traced(ways, wide=True)
    [lane] = drawn.lanes
    places = sorted(stop.y for stop in drawn.stops)
    assert lane.y < places[0] and places[-1] < lane.y + lane.height
    assert all(after - before >= 34 for before, after in pairwise(places))
