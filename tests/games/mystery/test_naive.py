"""The page's worked night and settled cases, told by hand."""

from tests.games.mystery.naive import resolve

FOUR = ["Hall", "Library", "Kitchen", "Garden"]  # the Library is next to the Hall and the Kitchen
WORKED = [
    "p1 Library strike p2",
    "p2 Library watch",
    "p3 Library hide",
    "p4 Kitchen guard p5",
    "p5 Kitchen watch",
    "p6 Garden watch",
]


def night(*told: str, places=FOUR, **last: str) -> dict:
    """Resolve a night told as “p1 Library strike p2”, “p2 >p1 watch” (follows) or “p3 absent”."""
    choices = {}
    for line in told:
        seat, where, act, target = [*line.split(), None, None][:4]
        follow = where[1:] if where.startswith(">") else None
        choice = {"place": None if follow else where, "follow": follow, "act": act, "target": target}
        choices[seat] = None if where == "absent" else choice
    return resolve(places, list(choices), last, choices)


def facts(place: str, **more) -> dict:
    """The facts of an uneventful night alone in a place, but for what is named."""
    nothing = {"seen": set(), "fell": set(), "blocked": set(), "hid": False, "blows": set(), "cries": set()}
    nothing |= {"guarded": None, "struck": None, "saved": False}
    return nothing | {"place": place} | more


def test_the_worked_night():
    assert night(*WORKED) == {
        "where": {"p1": "Library", "p2": "Library", "p3": "Library", "p4": "Kitchen", "p5": "Kitchen", "p6": "Garden"},
        "dead": {"p2": "Library"},
        "facts": {
            "p1": facts("Library", seen={"p2"}, fell={"p2"}, struck="fell"),
            "p2": facts("Library", seen={"p1"}, fell={"p2"}),
            "p3": facts("Library", seen={"p1", "p2"}, fell={"p2"}, hid=True, blows={("p1", "p2")}),
            "p4": facts("Kitchen", seen={"p5"}, cries={"Library"}),
            "p5": facts("Kitchen", seen={"p4"}, cries={"Library"}),
            "p6": facts("Garden"),
        },
    }


def test_the_garden_hears_the_cry_when_it_is_the_other_neighbour():
    told = night(*WORKED, places=["Hall", "Kitchen", "Library", "Garden"])["facts"]
    assert told["p6"] == facts("Garden", cries={"Library"})
    assert told["p4"] == facts("Kitchen", seen={"p5"}, cries={"Library"})


def test_the_last_place_is_next_to_the_first():
    told = night("p1 Garden strike p2", "p2 Garden watch", "p3 Hall watch", "p4 Library watch")["facts"]
    assert told["p3"] == facts("Hall", cries={"Garden"})
    assert told["p4"] == facts("Library")
    told = night("p1 Hall strike p2", "p2 Hall watch", "p3 Garden watch", "p4 Kitchen watch")["facts"]
    assert told["p3"] == facts("Garden", cries={"Hall"})
    assert told["p4"] == facts("Kitchen")


def test_among_three_places_every_other_is_a_neighbour_and_the_hidden_hear_the_cries_too():
    three = ["Hall", "Library", "Kitchen"]
    told = night(
        "p1 Hall strike p3",
        "p2 Kitchen strike p4",
        "p3 Hall watch",
        "p4 Kitchen watch",
        "p5 Library hide",
        places=three,
    )["facts"]
    assert told["p5"] == facts("Library", hid=True, cries={"Hall", "Kitchen"})
    assert told["p1"] == facts("Hall", seen={"p3"}, fell={"p3"}, cries={"Kitchen"}, struck="fell")


def test_a_ring_of_followers_is_in_the_hall_and_so_is_the_chain_behind_it():
    told = night(
        "p1 >p2 watch",
        "p2 >p3 watch",
        "p3 >p1 watch",
        "p4 >p5 watch",
        "p5 >p1 watch",
        "p6 Garden watch",
        p1="Kitchen",
        p2="Kitchen",
        p4="Library",
    )
    assert told["where"] == {"p1": "Hall", "p2": "Hall", "p3": "Hall", "p4": "Hall", "p5": "Hall", "p6": "Garden"}


def test_a_chain_of_followers_ends_where_the_first_of_them_is():
    told = night("p1 >p2 watch", "p2 >p3 watch", "p3 >p4 watch", "p4 Garden watch")
    assert told["where"] == {"p1": "Garden", "p2": "Garden", "p3": "Garden", "p4": "Garden"}


def test_who_follows_an_absent_player_ends_up_where_that_one_stayed():
    told = night("p1 absent", "p2 >p1 watch", "p3 absent", p1="Kitchen", p2="Garden")
    assert told["where"] == {"p1": "Kitchen", "p2": "Kitchen", "p3": "Hall"}


def test_an_absent_player_watches_and_may_be_struck():
    told = night("p1 >p2 strike p2", "p2 absent", p2="Kitchen")
    assert told["dead"] == {"p2": "Kitchen"}
    assert told["facts"]["p2"] == facts("Kitchen", seen={"p1"}, fell={"p2"})


def test_guarding_a_hidden_player_finds_nobody():
    told = night("p1 Kitchen guard p2", "p2 Kitchen hide")["facts"]
    assert told["p1"] == facts("Kitchen", guarded="not found")
    assert told["p2"] == facts("Kitchen", seen={"p1"}, hid=True)


def test_guarding_a_player_who_is_elsewhere_finds_nobody_and_blocks_nothing():
    told = night("p1 Kitchen guard p2", "p2 Garden watch", "p3 Garden strike p2")
    assert told["dead"] == {"p2": "Garden"}
    assert told["facts"]["p1"] == facts("Kitchen", guarded="not found", cries={"Garden"})


def test_two_strikers_on_one_guarded_person_are_both_blocked():
    told = night(
        "p1 Garden strike p3",
        "p2 Garden strike p3",
        "p3 Garden watch",
        "p4 Garden guard p3",
        "p5 Garden hide",
        "p6 Hall watch",
    )
    assert told["dead"] == {}
    assert told["facts"] == {
        "p1": facts("Garden", seen={"p2", "p3", "p4"}, blocked={"p3"}, struck="blocked"),
        "p2": facts("Garden", seen={"p1", "p3", "p4"}, blocked={"p3"}, struck="blocked"),
        "p3": facts("Garden", seen={"p1", "p2", "p4"}, blocked={"p3"}, saved=True),
        "p4": facts("Garden", seen={"p1", "p2", "p3"}, blocked={"p3"}, guarded="blocked"),
        "p5": facts(
            "Garden", seen={"p1", "p2", "p3", "p4"}, blocked={"p3"}, hid=True, blows={("p1", "p3"), ("p2", "p3")}
        ),
        "p6": facts("Hall"),
    }


def test_two_guards_of_one_person_both_learn_that_they_blocked():
    told = night("p1 Hall strike p2", "p2 Hall watch", "p3 Hall guard p2", "p4 Hall guard p2")["facts"]
    assert told["p3"]["guarded"] == told["p4"]["guarded"] == "blocked"


def test_a_guard_learns_of_no_block_but_their_own():
    told = night("p1 Hall strike p2", "p2 Hall watch", "p3 Hall guard p2", "p4 Hall guard p1", "p5 Garden guard p2")
    assert told["facts"]["p3"] == facts("Hall", seen={"p1", "p2", "p4"}, blocked={"p2"}, guarded="blocked")
    assert told["facts"]["p4"] == facts("Hall", seen={"p1", "p2", "p3"}, blocked={"p2"})
    assert told["facts"]["p5"] == facts("Garden", guarded="not found")


def test_several_strikes_on_one_person_are_one_death():
    told = night("p1 Hall strike p3", "p2 Hall strike p3", "p3 Hall watch")
    assert told["dead"] == {"p3": "Hall"}
    assert told["facts"]["p1"]["struck"] == told["facts"]["p2"]["struck"] == "fell"


def test_those_who_fall_still_act_and_still_get_the_facts_of_the_night():
    told = night(
        "p1 Hall strike p3",
        "p2 Hall strike p4",
        "p3 Hall guard p4",
        "p4 Hall watch",
        "p5 Library strike p6",
        "p6 Library watch",
    )
    assert told["dead"] == {"p3": "Hall", "p6": "Library"}
    assert told["facts"]["p3"] == facts(
        "Hall", seen={"p1", "p2", "p4"}, fell={"p3"}, blocked={"p4"}, cries={"Library"}, guarded="blocked"
    )
    assert told["facts"]["p4"] == facts(
        "Hall", seen={"p1", "p2", "p3"}, fell={"p3"}, blocked={"p4"}, cries={"Library"}, saved=True
    )


def test_a_strike_at_somebody_hidden_or_elsewhere_is_no_blow():
    told = night("p1 Hall strike p2", "p2 Hall hide", "p3 Hall strike p4", "p4 Garden watch")
    assert told["dead"] == {}
    assert told["facts"] == {
        "p1": facts("Hall", seen={"p3"}, struck="not found"),
        "p2": facts("Hall", seen={"p1", "p3"}, hid=True),
        "p3": facts("Hall", seen={"p1"}, struck="not found"),
        "p4": facts("Garden"),
    }


def test_a_guard_does_not_save_a_hidden_player_who_was_not_to_be_found_anyway():
    told = night("p1 Hall strike p2", "p2 Hall hide", "p3 Hall guard p2")["facts"]
    assert told["p2"] == facts("Hall", seen={"p1", "p3"}, hid=True)
    assert told["p3"] == facts("Hall", seen={"p1"}, guarded="not found")
