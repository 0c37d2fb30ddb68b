"""Laws that hold for every night in the town, tried on many random ones."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import get_args

import pytest

from games.core import Seat
from games.town.legal import Evening, is_legal, orders_in
from games.town.night import resolve
from games.town.people import Act, Citizen, Morning, Night, NoticeKind, Order
from games.town.roles import ROLE
from tests.games.town.dice import ACTS, random_night
from tests.games.town.nights import by_seat

NIGHTS = 1000


def nights(name: str, count: int = NIGHTS) -> list[tuple[Night, Morning]]:
    rng = Random(name)
    told = [random_night(rng) for _ in range(count)]
    return [(night, resolve(night)) for night in told]


@pytest.fixture(scope="module")
def many() -> list[tuple[Night, Morning]]:
    return nights("laws")


def test_the_order_of_orders_does_not_matter(many: list[tuple[Night, Morning]]):
    rng = Random("order")
    for night, morning in many:
        shuffled = tuple(rng.sample(night.orders, len(night.orders)))
        assert resolve(replace(night, orders=shuffled)) == morning


def test_the_same_night_comes_to_the_same_morning_to_the_byte(many: list[tuple[Night, Morning]]):
    for night, morning in many:
        assert repr(resolve(night)) == repr(morning)


def test_deaths_are_who_was_alive_and_is_not(many: list[tuple[Night, Morning]]):
    for night, morning in many:
        before, after = by_seat(night.people), by_seat(morning.people)
        assert list(before) == list(after)
        gone = [seat for seat in before if before[seat].alive and not after[seat].alive]
        assert gone == [death.seat for death in morning.deaths]
        assert all(death.causes for death in morning.deaths)
        risen = {seat for seat in before if not before[seat].alive and after[seat].alive}
        assert risen == {seat for what, seat in morning.announced if what == "revived"}


def test_uses_are_never_negative_nor_do_they_grow_but_with_a_new_role(many: list[tuple[Night, Morning]]):
    for night, morning in many:
        for was, now in zip(night.people, morning.people, strict=True):
            assert now.uses >= 0
            assert now.uses <= (was.uses if was.role == now.role else ROLE[now.role].uses)


def test_the_dead_and_the_jailed_do_nothing_but_haunt(many: list[tuple[Night, Morning]]):
    for night, morning in many:
        idle = {each.seat for each in night.people if not each.alive and each.seat != night.jester}
        prisoner = Evening.of(night).prisoner
        idle |= {prisoner} if prisoner else set()
        assert not {who for who, _ in morning.visits} & idle
        assert resolve(replace(night, orders=tuple(o for o in night.orders if o.seat not in idle))) == morning
        risen = {seat for _, seat in morning.announced}
        assert not {notice.seat for notice in morning.notices} & idle - {prisoner} - risen


def test_illegal_orders_are_as_good_as_none(many: list[tuple[Night, Morning]]):
    for night, morning in many:
        evening = Evening.of(night)
        assert resolve(replace(night, orders=tuple(o for o in night.orders if is_legal(o, evening)))) == morning


def test_an_order_is_legal_exactly_if_it_is_offered():
    rng = Random("legal")
    for _ in range(60):
        night = random_night(rng, most=6)
        evening = Evening.of(night)
        seats = [*(each.seat for each in night.people), None]
        for each in night.people:
            offered = set(orders_in(each, Evening.of(night)))
            tried = {Order(each.seat, act, one, two) for act in ACTS for one in seats for two in seats}
            assert {order for order in tried if is_legal(order, evening)} == offered


def test_the_rest_of_the_world_is_left_alone(many: list[tuple[Night, Morning]]):
    for night, morning in many:
        for was, now in zip(night.people, morning.people, strict=True):
            assert (was.seat, was.will, was.note, was.forgery) == (now.seat, now.will, now.note, now.forgery)
            if not was.alive and not now.alive:
                assert was == now


def test_whoever_is_seen_at_a_door_has_a_role_that_goes_out(many: list[tuple[Night, Morning]]):
    for night, morning in many:
        people = by_seat(night.people)
        at_home = {people[who].role for who, _ in morning.visits if ROLE[people[who].role].visit in ("none", "self")}
        assert at_home <= {"jailor"} | ({"retributionist"} if night.rules.retributionist == "puppet" else set())
        assert night.rules.jailor_visit or "jailor" not in at_home
        assert night.rules.spy == "bug" or not any(people[who].role == "spy" for who, _ in morning.visits)


# ── who may hear what ─────────────────────────────────────────────────────────────────────────────────────────────────

ANYBODY = frozenset(
    {"jailed", "blocked", "immune_to_block", "controlled", "immune_to_control", "transported", "attacked", "healed",
     "guarded", "vested", "target_jailed", "was_converted", "became", "doused", "blackmailed", "haunted"}
)  # fmt: skip
"""What may happen to anybody at all. `too_strong` is for whoever strikes."""

LISTENERS: dict[NoticeKind, frozenset[Act]] = {
    "target_attacked": frozenset({"heal"}), "suspicious": frozenset({"question"}), "innocent": frozenset({"question"}),
    "no_result": frozenset({"question"}), "group": frozenset({"investigate"}), "role_is": frozenset({"consult"}),
    "visitors": frozenset({"watch"}), "bugged": frozenset({"bug"}), "cleaned": frozenset({"clean"}),
    "forfeited": frozenset({"execute"}), "shot": frozenset({"alert"}), "witch_role": frozenset({"control"}),
}  # fmt: skip
"""What is heard only by those who can do a certain thing."""


def _may_do(one: Citizen, night: Night) -> set[Act]:
    role = ROLE[one.role]
    if one.role == "retributionist" and night.rules.retributionist == "puppet":
        return {"question", "investigate", "watch", "heal", *role.acts}
    return set(role.acts)


def test_everybody_hears_what_is_theirs_to_hear(many: list[tuple[Night, Morning]]):
    heard: set[NoticeKind] = set()
    for night, morning in many:
        people = by_seat(night.people)
        for notice in morning.notices:
            one = people[notice.seat]
            heard.add(notice.kind)
            if notice.kind in LISTENERS:
                assert _may_do(one, night) & LISTENERS[notice.kind], notice
            elif notice.kind == "mafia_visited":
                assert one.role == "spy"
            elif notice.kind == "converted":
                assert one.role == "vampire"
            elif notice.kind == "overruled":
                assert one.role == "mafioso"
            elif notice.kind == "washed":
                assert one.role == "arsonist"
            elif notice.kind == "guilt":
                assert one.role == "vigilante" and one.guilty
            else:
                assert notice.kind in ANYBODY | {"too_strong"}, notice
    assert heard == set(get_args(NoticeKind))


def test_names_and_roles_stand_only_in_what_is_about_them(many: list[tuple[Night, Morning]]):
    """A killer, a doctor or a blocker is never named; nor is whom a Transporter or Witch sent somebody to."""
    for _, morning in many:
        for notice in morning.notices:
            if notice.kind == "bugged":
                continue
            about = {"visitors", "mafia_visited", "converted", "overruled"}
            assert not notice.seats or notice.kind in about, notice
            assert not notice.roles or notice.kind in {"group", "role_is", "cleaned", "became", "witch_role"}, notice
            assert not notice.text or notice.kind == "cleaned", notice


def _hears(morning: Morning, seat: Seat) -> tuple[object, ...]:
    return tuple(notice for notice in morning.notices if notice.seat == seat)


def _lower(one: Citizen) -> Citizen:
    return replace(one, will=one.will + "!", note=one.note and one.note + "!", forgery=one.forgery + "!")


@pytest.mark.parametrize("change", [_lower])
def test_what_is_written_is_heard_by_nobody_but_a_janitor(
    many: list[tuple[Night, Morning]], change: Callable[[Citizen], Citizen]
):
    for night, morning in many[:500]:
        other = resolve(replace(night, people=tuple(change(each) for each in night.people)))
        for each in night.people:
            if each.role != "janitor":
                assert _hears(other, each.seat) == _hears(morning, each.seat)


def test_a_cleaned_body_tells_the_town_nothing(many: list[tuple[Night, Morning]]):
    cleaned = 0
    for _, morning in many:
        people = by_seat(morning.people)
        for death in morning.deaths:
            assert (death.role is None) == (death.will is None) == people[death.seat].cleaned
            cleaned += people[death.seat].cleaned
    assert cleaned
