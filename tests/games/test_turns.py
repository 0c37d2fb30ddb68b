"""Turn-taking that any game may use: the floor goes to the most eager, and a ballot stays open until all have chosen."""

from __future__ import annotations

from games.core import Seat, dice_for
from games.turns import Ballot, Floor

ANN, BOB, CAT = (Seat(each) for each in ("ann", "bob", "cat"))
ALL = (ANN, BOB, CAT)


def eager(floor: Floor, named: Seat | None = None) -> Seat | None:
    return floor.most_eager(floor.bidders(ALL), lambda seat: seat == named, dice_for("seed", 0))


def test_the_most_eager_gets_the_floor_and_who_is_named_wins_a_tie():
    floor = Floor(open=True, round=1).bade(ANN, 2).bade(BOB, 2)
    assert floor.unasked(ALL) == [CAT]
    floor = floor.bade(CAT, 0)
    assert floor.unasked(ALL) == [] and floor.next([True]) == "gives"
    assert eager(floor, ANN) == ANN and eager(floor, BOB) == BOB and eager(floor) in (ANN, BOB)
    assert floor.given(ANN).holder == ANN and not floor.given(ANN).open


def test_whoever_gives_the_floor_back_leaves_it_to_the_next_and_a_word_invites_bids_again():
    floor = Floor(open=True, round=1).bade(ANN, 3).bade(BOB, 1).bade(CAT, 0).given(ANN).waits(ANN)
    assert floor.open and eager(floor) == BOB
    floor = floor.given(BOB).spoke(BOB)
    assert floor.holder is None and floor.waited == frozenset() and floor.said == {BOB: 1}
    assert floor.next([False]) == "rests" and floor.next([True]) == "invites"
    floor = floor.invited(2)
    assert floor.unasked(ALL) == [*ALL] and floor.given(None).next([True]) == "rests"


def test_who_sits_down_in_person_does_not_keep_the_floor():
    floor = Floor().given(ANN)
    assert floor.freed(BOB).holder == ANN
    assert floor.freed(ANN).holder is None and floor.freed(ANN).open


def test_who_is_asked_votes_again_when_the_votes_have_changed_and_a_person_when_they_like():
    person = frozenset({CAT})
    ballot = Ballot().voted(ANN, BOB)
    assert ballot.next(ALL, person, rounds=2) == "waits"
    ballot = ballot.voted(BOB, None)
    assert ballot.next(ALL, person, rounds=2) == "again"
    ballot = ballot.voted(CAT, BOB).again(2, person)
    assert ballot.chosen == person and ballot.next(ALL, person, rounds=2) == "waits"
    ballot = ballot.voted(ANN, BOB).voted(BOB, ANN)
    assert ballot.next(ALL, person, rounds=2) == "settled" and ballot.votes == {ANN: BOB, BOB: ANN, CAT: BOB}


def test_without_a_clock_nobody_votes_again_before_a_person_has():
    person = frozenset({CAT})
    ballot = Ballot().voted(ANN, BOB).voted(BOB, None)
    assert ballot.next(ALL, person, rounds=2, hurried=False) == "open"
    assert ballot.voted(CAT, ANN).next(ALL, person, rounds=2, hurried=False) == "again"


def test_a_person_who_votes_late_is_answered_once_more():
    person = frozenset({CAT})
    ballot = Ballot().voted(ANN, BOB).voted(BOB, None).again(2, person).voted(ANN, BOB).voted(BOB, None)
    assert ballot.next(ALL, person, rounds=2) == "open"
    ballot = ballot.voted(CAT, ANN, asked=False)
    assert ballot.next(ALL, person, rounds=2) == "again"
    ballot = ballot.again(3, person).voted(ANN, BOB).voted(BOB, ANN).voted(CAT, BOB, asked=False)
    assert ballot.next(ALL, person, rounds=2) == "settled"


def test_a_ballot_stays_open_for_people_who_have_not_chosen():
    assert Ballot().voted(ANN, None).next((ANN, CAT), frozenset({CAT}), rounds=2) == "open"
