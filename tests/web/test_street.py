"""A town in the browser: a street of houses, what stands below each, and what of it is whose to see."""

from __future__ import annotations

import re

from bot.surfaces.web.glance import glance_at
from bot.surfaces.web.render import Drawn, page
from games.core import Seat
from tests.games.shown import table_of
from tests.games.town.table import Dictated, town

FIFTEEN = (
    "sheriff doctor godfather mafioso jester lookout escort medium investigator serial-killer jailor arsonist transporter "
    "veteran vigilante"
)
WORD = re.compile(r'<button class="word".*?<span><b class="n">(.*?)</b>: (.*?)</span></button>', re.S)
HOUSE = re.compile(r'<li id="at-(p\d+)" class="house ([^"]*)"(.*?)</li>', re.S)


def seen(game: Dictated, seat: str | None = None) -> str:
    """What changes of a table's page, as that seat sees it; None: an onlooker."""
    eyes = Seat(seat) if seat else None
    return page("_table.html", d=Drawn(glance_at(table_of(game.story), eyes, eyes)), takeable=[], live="")


def street(game: Dictated, seat: str | None = None) -> str:
    html = seen(game, seat)
    at = html.index('<ul class="houses')
    return html[at : html.index("</ul>", at)]


def houses(game: Dictated, seat: str | None = None) -> dict[str, tuple[set[str], str]]:
    """Each house by who lives there: how it looks, and what stands in it."""
    return {who: (set(look.split()), rest) for who, look, rest in HOUSE.findall(street(game, seat))}


def looking(game: Dictated, look: str, seat: str | None = None) -> str:
    return " ".join(who for who, (looks, _) in houses(game, seat).items() if look in looks)


def built(game: Dictated, seat: str | None = None) -> dict[str, set[str]]:
    shapes = re.compile("roof|floors")
    return {who: {each for each in looks if shapes.match(each)} for who, (looks, _) in houses(game, seat).items()}


def test_everybody_has_the_same_house_all_game_and_the_dead_a_stone_in_its_place():
    game = town(FIFTEEN)
    first = built(game)
    assert list(first) == [f"p{n}" for n in range(1, 16)] and len(set(map(frozenset, first.values()))) > 9
    game.night("p10 stab {p6}")
    assert built(game) == first == built(game, "p10")
    assert looking(game, "gone") == "p6" and "Lookout" in houses(game)["p6"][1]
    game.trial("p5").judge(p1="innocent")
    assert built(game) == first


def test_what_one_is_and_knows_of_ones_own_kind_never_stands_on_the_street():
    game = town(FIFTEEN)
    for _ in range(2):
        for seat in (None, *(f"p{n}" for n in range(1, 16))):
            shown = street(game, seat).casefold()
            assert not [role for role in FIFTEEN.replace("-", " ").split() if role in shown]
        game.dusk()
    assert "the mafia besides you" in seen(game, "p3").casefold()


def test_at_night_only_ones_own_window_differs_and_the_door_one_has_chosen():
    game = town(FIFTEEN).dusk()
    assert [looking(game, "you", each) for each in (None, "p1", "p2")] == ["", "p1", "p2"]
    before = seen(game), seen(game, "p2")
    game.play("p1 does question {p3}")
    assert looking(game, "chosen", "p1") == "p3" and "you go here" in houses(game, "p1")["p3"][1]
    assert (seen(game), seen(game, "p2")) == before


def test_whom_one_may_choose_is_touched_on_the_street_and_nobody_else():
    game = town(FIFTEEN).dusk()
    assert {who for who, (_, rest) in houses(game, "p1").items() if "data-pick" in rest} == {
        f"p{n}" for n in range(2, 16)
    }
    assert "data-pick" not in street(game) and "data-pick" not in street(game.play("p2 sleeps"), "p2")
    assert seen(game, "p1").count('class="chip placed"') == 14


def test_who_accuses_stands_below_and_a_mayor_counts_three_times():
    game = town().night().talk().play("p9 reveals", "p9 names p4", "p1 names p4", "p2 names p3")
    below = {who: rest for who, (_, rest) in houses(game, "p6").items() if "marks" in rest}
    assert list(below) == ["p3", "p4"] and "×3" in below["p4"] and "×3" not in below["p3"]
    assert "<b>4</b>" in below["p4"] and "named by Ann, " in below["p4"]
    assert "Mayor" in houses(game)["p9"][1]


def test_verdicts_lie_face_down_until_all_are_turned():
    pages = []
    for verdict in ("guilty", "innocent"):
        game = town().night().trial("p5").play("p5 says It was not me.", "p5 waits", f"p1 finds {verdict}")
        pages.append([seen(game, each) for each in (None, "p2", "p5")])
        assert "It was not me." in seen(game) and "p5" not in houses(game)
        assert houses(game)["p1"][1].count("vote laid") == 1 and "guilty" not in street(game)
        assert all('class="vote"' in houses(game)[each][1] for each in ("p2", "p9"))
        game.play("p2 finds guilty", "clock strikes")
        assert f'<small class="verdict">{verdict}</small>' in houses(game)["p1"][1] and "vote up" in street(game)
    assert pages[0] == pages[1]


def test_what_the_street_shows_is_not_told_twice():
    game = town().night().talk().play("p9 names p4")
    assert 'class="tally"' not in seen(game) and "<h3>Named</h3>" not in seen(game)
    game.trial("p5").play("p5 waits", "p1 finds guilty")
    assert "<h3>Judged" not in seen(game) and "<h3>Role list</h3>" in seen(game)


def test_what_was_said_last_for_all_to_hear_stands_by_the_dock_until_something_happens():
    game = town().night().play("p1 says I watched {p2}.")
    (word,) = WORD.findall(seen(game))
    assert WORD.findall(seen(game, "p2")) == [word] and "I watched" in word[1]
    game.play("p3 whispers p2 Not a word.")
    assert not [each for each in WORD.findall(seen(game, "p2")) if "Not a word" in each[1]]
    assert not WORD.findall(seen(game.night()))


def test_the_role_list_crosses_off_who_was_found_dead():
    assert "<s>Lookout</s>" in seen(
        town(FIFTEEN, custom=FIFTEEN.replace(" ", ", ").replace("-", " ")).night("p10 stab {p6}")
    )


def test_in_the_end_all_roles_stand_there_and_who_won():
    game = town("godfather sheriff doctor lookout escort medium investigator")
    while game.story.outcome is None:
        game.night(f"p1 kill {{{next(each for each in reversed(game.state.alive) if each != 'p1')}}}")
    assert looking(game, "won") == "p1" and "Godfather" in houses(game)["p1"][1] and "Sheriff" in houses(game)["p2"][1]


def test_a_choice_that_is_a_deed_says_all_of_it_and_a_paper_is_no_talk():
    game = town(FIFTEEN).dusk()
    html = seen(game, "p1")
    assert "question" in html and ">Deed<" not in html and 'data-verb=""' in html
    assert "saybar" not in html
