"""What code counts for a model at Town: what is left of the list, claims and what is against them, verdicts, ropes."""

from __future__ import annotations

from games.core import Seat
from games.town.ledger import ledger
from games.town.lists import possible
from games.town.manual import only_possible, roles_here, strategy
from games.town.people import ROLES
from games.town.roles import ROLE
from tests.games.town.table import Dictated, town

SEATS = "sheriff doctor lookout mayor escort godfather mafioso jester executioner>p3"


def of(game: Dictated, seat: str) -> str:
    return "\n".join(ledger(game.story.view(Seat(seat)), Seat(seat)))


def test_what_is_left_of_the_list_is_counted_by_what_the_seat_knows() -> None:
    game = town(SEATS, roles="classic").night("p7 kill {p2}")
    sheriff, mafioso = of(game, "p1"), of(game, "p7")
    assert "8 live, and a trial takes votes of 5." in sheriff
    left = "Of the role list is left for them: Lookout, Escort, Godfather, Mafioso, Jester, Executioner, Random Town."
    assert left in sheriff and "3.0 of the Town, 2.0 of the Mafia and 2.0 other neutrals" in sheriff
    assert "Godfather" not in mafioso and "of the Mafia" not in mafioso  # it knows where they are
    assert "the Town can afford 1 more wrong rope before" in sheriff


def test_claims_stand_with_what_is_known_against_them_and_verdicts_with_what_was_shown() -> None:
    game = town(SEATS, roles="classic").night().talk()
    game.play("p8 says I am the Consort.", "p2 says I am the Doctor.", "p3 says I do not trust {p1}.")
    told = of(game, "p5")
    assert "Day 2, {p8}: I'm the Consort. Against it: No slot of the role list allows a Consort." in told
    assert "Day 2, {p2}: I'm the Doctor." in told and "trust" not in told
    assert "Nobody alive claims what the list has for sure: Sheriff, Lookout." in told
    game.hang("p4")
    told = of(game, "p5")
    assert "{p1} voted guilty on {p4} (Mayor)." in told and "Hanged so far: 1 of the Town, 0 of the Mafia" in told


def test_claims_that_the_list_cannot_deal_all_at_once_are_counted() -> None:
    game = town(SEATS, roles="classic")
    game.play("p4 says I am the Escort.", "p5 says I am the Escort.")
    assert "can be right" not in of(game, "p1")  # one of them may be of Random Town
    game.play("p8 says I am the Doctor.", "p9 says I am the Doctor.")
    line = "4 of those whose role you do not know claim a role of the Town; by the list 3 of them can be right at most."
    assert line in of(game, "p1")
    assert "3 of those whose role you do not know" in of(game, "p5")  # it knows one of them for itself
    assert "by the list 2 of them" in of(game, "p5")


def test_every_role_has_a_page_and_only_what_is_possible_is_told() -> None:
    pages = {role: strategy(role) for role in ROLES}
    assert len({*pages.values()}) == len(ROLES) and all(60 < len(page) < 450 for page in pages.values())
    slots = ("Sheriff", "Doctor", "Random Town", "Escort", "Godfather", "Mafioso", "Jester")
    here = roles_here(slots)
    assert {role for role in ROLES if f"- {role.title()}: " in here} == possible(slots) - {"vampire hunter"}
    assert ROLE["witch"].summary not in here and "Consort" not in here
    assert only_possible("- A Witch casts.\n- A Vampire bites.\n- All sleep.\n- A Spy hears.", slots) == (
        "- All sleep.\n- A Spy hears."
    )
