"""The worked nights of the rules page, to trust the plain resolver by; what §11 says of days is not its business."""

import random
from dataclasses import replace
from typing import Any

import pytest

from games.core import Seat
from games.town.people import Chances, Citizen, Morning, Night, Notice, Order, Ruleset
from tests.games.town.naive import FRESH, resolve
from tests.games.town.nights import by_seat


def citizen(text: str) -> Citizen:
    """“p3 vigilante doused guilty dead”: a seat, a role with all its uses, and marks."""
    seat, *words = text.split()
    marks = {"doused", "framed", "guilty", "revealed", "armoured", "cautious", "cleaned", "dead"}
    role: Any = " ".join(word for word in words if word not in marks)
    flags: Any = {word: True for word in words if word in marks - {"dead"}}
    return Citizen(
        seat=Seat(seat), role=role, alive="dead" not in words, uses=FRESH.get(role, 0), will=f"will of {seat}", **flags
    )


def order(text: str) -> Order:
    """“p1 swap p2 p3”."""
    seat, act, *whom = text.split()
    target, other = [*map(Seat, whom), None, None][:2]
    return Order(seat=Seat(seat), act=act, target=target, other=other)  # type: ignore[arg-type]


def night(people: str, orders: str = "", number: int = 2, **more: Any) -> Night:
    """A night of these people, apart by commas, and these orders."""
    return Night(
        number=number,
        people=tuple(citizen(each) for each in people.split(",")),
        orders=tuple(order(each) for each in orders.split(",") if each.strip()),
        **more,
    )


def dawn(people: str, orders: str = "", number: int = 2, **more: Any) -> Morning:
    return resolve(night(people, orders, number, **more))


def dead(morning: Morning) -> str:
    return " ".join(death.seat for death in morning.deaths)


def told(morning: Morning, seat: str) -> set[str]:
    return {notice.kind for notice in morning.notices if notice.seat == seat}


def of(morning: Morning, seat: str) -> Citizen:
    return by_seat(morning.people)[Seat(seat)]


# ── Attack and defence ───────────────────────────────────────────────────────────────────────────────────────────────


def test_a_doctor_saves_from_one_basic_attack_and_from_two() -> None:
    morning = dawn("p1 mafioso, p2 doctor, p3 lookout", "p1 kill p3, p2 heal p3")
    assert dead(morning) == ""
    assert {"attacked", "healed"} <= told(morning, "p3")
    assert "target_attacked" in told(morning, "p2")
    assert "too_strong" in told(morning, "p1")
    assert dead(dawn("p1 mafioso, p2 doctor, p3 spy, p4 vigilante", "p1 kill p3, p2 heal p3, p4 shoot p3")) == ""


def test_fire_burns_those_who_are_healed() -> None:
    morning = dawn("p1 arsonist, p2 doctor, p3 lookout doused", "p1 ignite, p2 heal p3")
    assert dead(morning) == "p3"
    assert morning.deaths[0].causes == ("arsonist",)


def test_nobody_can_heal_the_executed() -> None:
    morning = dawn("p1 jailor, p2 doctor, p3 framer", "p1 execute p3, p2 heal p3", jailed="p3")
    assert dead(morning) == "p3"
    assert "target_jailed" in told(morning, "p2")
    assert ("p2", "p3") in morning.visits
    assert of(morning, "p1").uses == 2


def test_a_bodyguard_takes_the_killer_along_unless_healed() -> None:
    morning = dawn("p1 mafioso, p2 bodyguard, p3 lookout", "p1 kill p3, p2 guard p3")
    assert dead(morning) == "p1 p2"
    assert "guarded" in told(morning, "p3")
    people = "p1 mafioso, p2 bodyguard, p3 lookout, p4 doctor"
    assert dead(dawn(people, "p1 kill p3, p2 guard p3, p4 heal p2")) == "p1"


def test_the_second_attacker_gets_past_one_bodyguard() -> None:
    morning = dawn("p1 mafioso, p2 bodyguard, p3 lookout, p4 serial killer", "p1 kill p3, p2 guard p3, p4 stab p3")
    assert dead(morning) == "p1 p2 p3"
    assert morning.deaths[2].causes == ("serial killer",)


def test_the_mafia_do_not_kill_each_other() -> None:
    assert dead(dawn("p1 mafioso, p2 godfather, p3 spy", "p1 kill p2")) == ""
    assert dead(dawn("p1 mafioso, p2 framer, p3 spy", "p1 kill p2")) == ""


def test_a_godfather_shrugs_off_a_bullet() -> None:
    morning = dawn("p1 vigilante, p2 godfather, p3 spy", "p1 shoot p2")
    assert dead(morning) == ""
    assert "too_strong" in told(morning, "p1")
    assert of(morning, "p1").uses == 2


def test_a_veteran_on_alert_shoots_whoever_comes() -> None:
    people = "p1 veteran, p2 sheriff, p3 mafioso, p4 escort, p5 spy"
    morning = dawn(people, "p1 alert, p2 question p1, p3 kill p1, p4 block p1")
    assert dead(morning) == "p2 p3 p4"
    assert of(morning, "p1").uses == 2
    assert dead(dawn("p1 veteran, p2 werewolf, p3 spy", "p1 alert, p2 rampage p1")) == "p1 p2"


def test_two_who_shoot_each_other_both_die() -> None:
    assert dead(dawn("p1 vigilante, p2 mafioso, p3 spy", "p1 shoot p2, p2 kill p1")) == "p1 p2"


def test_a_doctor_who_dies_has_healed() -> None:
    people = "p1 doctor, p2 mafioso, p3 spy, p4 serial killer"
    assert dead(dawn(people, "p1 heal p3, p2 kill p3, p4 stab p1")) == "p1"


def test_a_witch_survives_once() -> None:
    first = dawn("p1 witch armoured, p2 mafioso, p3 spy", "p2 kill p1")
    assert dead(first) == "" and not of(first, "p1").armoured
    assert dead(dawn("p1 witch, p2 mafioso, p3 spy", "p2 kill p1")) == "p1"


# ── Blocks, jail, swaps, control ─────────────────────────────────────────────────────────────────────────────────────


def test_a_consort_does_not_block_an_escort() -> None:
    morning = dawn("p1 consort, p2 escort, p3 sheriff", "p1 block p2, p2 block p3, p3 question p1")
    assert "immune_to_block" in told(morning, "p2")
    assert told(morning, "p3") == {"blocked"}


def test_the_jailed_cannot_be_moved() -> None:
    morning = dawn(
        "p1 transporter, p2 jailor, p3 spy, p4 sheriff, p5 framer", "p1 swap p3 p4, p5 frame p4", jailed="p3"
    )
    assert not {"transported"} & (told(morning, "p3") | told(morning, "p4"))
    assert ("p5", "p4") in morning.visits


def test_a_swap_leads_the_killer_astray() -> None:
    morning = dawn("p1 transporter, p2 mafioso, p3 spy, p4 sheriff", "p1 swap p3 p4, p2 kill p3")
    assert dead(morning) == "p4"
    assert morning.visits == (("p1", "p3"), ("p1", "p4"), ("p2", "p4"))


def test_a_witch_sends_the_doctor_elsewhere() -> None:
    people = "p1 witch, p2 doctor, p3 spy, p4 mafioso"
    morning = dawn(people, "p1 control p2 p1, p2 heal p3, p4 kill p3")
    assert dead(morning) == "p3"
    assert "controlled" in told(morning, "p2")
    assert Notice(seat=Seat("p1"), kind="witch_role", roles=("doctor",)) in morning.notices


def test_a_witch_who_goes_for_a_veteran_on_alert_is_shot() -> None:
    morning = dawn("p1 witch, p2 veteran, p3 spy", "p1 control p2 p3, p2 alert")
    assert dead(morning) == "p1"
    assert "immune_to_control" in told(morning, "p2")


def test_a_blocked_jailor_cannot_execute() -> None:
    morning = dawn("p1 jailor, p2 consort, p3 spy, p4 framer", "p1 execute p3, p2 block p1, p4 frame p3", jailed="p3")
    assert dead(morning) == ""
    assert "target_jailed" in told(morning, "p4")
    assert of(morning, "p1").uses == 3


def test_executing_a_townsman_forfeits_the_rest() -> None:
    morning = dawn("p1 jailor, p2 spy, p3 framer", "p1 execute p2", jailed="p2")
    assert dead(morning) == "p2" and of(morning, "p1").uses == 0


def test_a_blocked_serial_killer_kills_the_blocker_too() -> None:
    people = "p1 escort, p2 serial killer, p3 spy, p4 framer"
    morning = dawn(people, "p1 block p2, p2 stab p3")
    assert dead(morning) == "p1 p3"
    assert [death.bloodied for death in morning.deaths] == [True, False]
    instead = dawn(people, "p1 block p2, p2 stab p3", rules=Ruleset(sk_blocked="instead"))
    assert dead(instead) == "p1"
    assert dead(dawn(people.replace("killer", "killer cautious"), "p1 block p2, p2 stab p3")) == ""


# ── What is found out ────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_frame_lasts_the_night() -> None:
    framed = night("p1 framer, p2 sheriff, p3 spy", "p1 frame p3, p2 question p3")
    assert "suspicious" in told(resolve(framed), "p2")
    after = replace(framed, number=3, people=resolve(framed).people, orders=(order("p2 question p3"),))
    assert "innocent" in told(resolve(after), "p2")


@pytest.mark.parametrize(
    ("role", "number", "finding"),
    [
        ("godfather", 2, "innocent"),
        ("serial killer", 2, "suspicious"),
        ("arsonist", 2, "innocent"),
        ("werewolf", 1, "innocent"),
        ("werewolf", 2, "suspicious"),
        ("mafioso", 1, "suspicious"),
    ],
)
def test_whom_a_sheriff_suspects(role: str, number: int, finding: str) -> None:
    morning = dawn(f"p1 sheriff, p2 {role}, p3 spy", "p1 question p2", number)
    assert finding in told(morning, "p1")


def test_petrol_smells_of_an_arsonist() -> None:
    morning = dawn("p1 investigator, p2 spy doused, p3 framer", "p1 investigate p2")
    assert ("bodyguard", "godfather", "arsonist") in {notice.roles for notice in morning.notices}


def test_a_lookout_sees_a_killer_who_died_there() -> None:
    people = "p1 lookout, p2 mafioso, p3 bodyguard, p4 spy"
    morning = dawn(people, "p1 watch p4, p2 kill p4, p3 guard p4")
    assert Notice(seat=Seat("p1"), kind="visitors", seats=(Seat("p2"), Seat("p3"))) in morning.notices


# ── The dead and what is left of them ────────────────────────────────────────────────────────────────────────────────


def test_a_janitor_alone_learns_what_was_cleaned() -> None:
    people = "p1 janitor, p2 mafioso, p3 spy, p4 forger"
    for orders in ("p1 clean p3, p2 kill p3", "p1 clean p3, p2 kill p3, p4 forge p3"):
        morning = dawn(people, orders)
        assert (morning.deaths[0].role, morning.deaths[0].will) == (None, None)
        assert of(morning, "p1").uses == 2 and of(morning, "p3").cleaned
        found = Notice(seat=Seat("p1"), kind="cleaned", roles=("spy",), text="will of p3")
        assert found in morning.notices


def test_a_forged_will_is_shown() -> None:
    start = night("p1 forger, p2 mafioso, p3 spy", "p1 forge p3, p2 kill p3")
    people = (replace(start.people[0], forgery="I was the Jester."), *start.people[1:])
    morning = resolve(replace(start, people=people))
    assert (morning.deaths[0].role, morning.deaths[0].will) == ("spy", "I was the Jester.")


def test_an_amnesiac_cannot_be_what_was_cleaned() -> None:
    assert of(dawn("p1 amnesiac, p2 spy dead cleaned, p3 framer", "p1 remember p2"), "p1").role == "amnesiac"
    morning = dawn("p1 amnesiac, p2 spy dead, p3 framer", "p1 remember p2")
    assert of(morning, "p1").role == "spy" and morning.announced == (("remembered", "spy"),)


def test_an_executioner_robbed_of_the_quarry_is_a_jester() -> None:
    start = night("p1 executioner, p2 mafioso, p3 spy", "p2 kill p3")
    people = (replace(start.people[0], quarry=Seat("p3")), *start.people[1:])
    assert of(resolve(replace(start, people=people)), "p1").role == "jester"


def test_a_bodyguard_does_not_fight_over_petrol() -> None:
    morning = dawn("p1 arsonist, p2 bodyguard, p3 spy", "p1 douse p3, p2 guard p3")
    assert dead(morning) == "" and of(morning, "p3").doused


def test_guilt_kills_whoever_shot_a_townsman() -> None:
    morning = dawn("p1 vigilante, p2 spy, p3 framer", "p1 shoot p2")
    assert dead(morning) == "p2" and of(morning, "p1").guilty
    after = dawn("p1 vigilante guilty, p2 doctor, p3 framer", "p2 heal p1, p1 shoot p3", number=3)
    assert dead(after) == "p1" and after.deaths[0].causes == ("guilt",)


def test_a_jester_haunts_one_of_the_guilty() -> None:
    people = "p1 jester dead, p2 spy, p3 framer, p4 doctor"
    more: Any = {"jester": Seat("p1"), "haunters": (Seat("p2"), Seat("p3"))}
    assert dead(dawn(people, "p1 haunt p3, p4 heal p3", **more)) == "p3"
    assert dead(dawn(people, chances=Chances(haunt=0.4), **more)) == "p2"
    assert dead(dawn(people, "p1 haunt p4", chances=Chances(haunt=0.6), **more)) == "p3"


# ── The rest of §4 ───────────────────────────────────────────────────────────────────────────────────────────────────


def test_vampires_turn_the_defenceless_of_the_town() -> None:
    people = "p1 vampire, p2 spy, p3 framer, p4 vampire hunter"
    morning = dawn(people, "p1 bite p2")
    assert dead(morning) == "" and of(morning, "p2").role == "vampire" and morning.bitten
    assert dead(dawn(people, "p1 bite p3")) == "p3"
    assert dead(dawn(people, "p1 bite p4")) == "p1"
    assert of(dawn(people, "p4 stake p1"), "p4").role == "vigilante"


def test_ranks_close_when_a_godfather_dies() -> None:
    people = "p1 godfather, p2 mafioso, p3 framer, p4 jailor"
    morning = dawn(people, "p4 execute p1", jailed="p1")
    assert of(morning, "p2").role == "godfather" and of(morning, "p3").role == "framer"
    morning = dawn("p1 mafioso, p2 framer, p3 forger, p4 vigilante", "p4 shoot p1", chances=Chances(promotion=0.5))
    assert [each.role for each in morning.people] == ["mafioso", "framer", "mafioso", "vigilante"]


def test_a_werewolf_rampages_or_stays_home() -> None:
    people = "p1 werewolf, p2 spy, p3 sheriff, p4 escort"
    assert dead(dawn(people, "p1 rampage p2, p3 question p2")) == "p2 p3"
    assert dead(dawn(people, "p1 rampage p2, p3 question p2, p4 block p1")) == "p4"
    assert dead(dawn(people, "p1 rampage p2, p3 question p1", number=1)) == ""


def test_the_order_of_asking_does_not_matter() -> None:
    people = (
        "p1 transporter, p2 transporter, p3 mafioso, p4 bodyguard, p5 doctor, p6 witch armoured, p7 escort, p8 lookout"
    )
    orders = "p1 swap p4 p5, p2 swap p5 p6, p3 kill p5, p4 vest, p5 heal p5, p6 control p3 p8, p7 block p3, p8 watch p6"
    first = night(people, orders)
    rng = random.Random(1)
    for _ in range(20):
        assert resolve(replace(first, orders=tuple(rng.sample(first.orders, len(first.orders))))) == resolve(first)
