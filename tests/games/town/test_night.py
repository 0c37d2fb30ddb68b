"""Nights in the town, each told in a few words: those that the rules work through, then every role and option."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import games.town.night as n
from games.core import Seat
from games.town.course import Course
from games.town.legal import Evening, orders_in
from games.town.night import resolve
from games.town.people import Chances, Citizen, Night, Order, RoleName
from games.town.roles import GROUPS, ROLE
from tests.games.town.nights import night

# ── nights that the rules work through ────────────────────────────────────────────────────────────────────────────────


def test_a_doctor_saves_whom_the_mafia_came_for_and_both_hear_of_it():
    found = night("mafioso kills mayor", "doctor heals mayor")
    assert not found.dead
    assert found.heard("mayor") == ["attacked", "healed"]
    assert found.heard("doctor") == ["target_attacked"]
    assert found.heard("mafioso") == ["too_strong"]


def test_one_doctor_is_enough_against_two_killers():
    found = night("mafioso kills mayor", "vigilante shoots mayor", "doctor heals mayor")
    assert not found.dead
    assert found.heard("vigilante") == ["too_strong"]


def test_fire_does_not_ask_for_a_doctor():
    found = night("arsonist ignites", "doused mayor", "doctor heals mayor")
    assert found.dead == "mayor"
    assert found.heard("doctor") == ["target_attacked"]


def test_a_doctor_cannot_reach_who_is_to_be_executed():
    found = night("jailor executes framer", "doctor heals framer", jailed="framer")
    assert found.dead == "framer"
    assert found.heard("doctor") == ["target_jailed"]
    assert found.of("jailor").uses == 2


def test_a_bodyguard_and_the_attacker_fall_and_the_guarded_lives():
    found = night("mafioso kills mayor", "bodyguard guards mayor")
    assert found.dead == "mafioso bodyguard"
    assert found.heard("mayor") == ["attacked", "guarded"]
    assert found.death("mafioso").causes == ("bodyguard",)
    assert found.death("bodyguard").causes == ("bodyguard",)


def test_no_vigilante_is_guilty_of_a_bodyguard():
    found = night("vigilante shoots mayor", "bodyguard guards mayor", "doctor heals vigilante")
    assert found.dead == "bodyguard" and found.death("bodyguard").causes == ("bodyguard",)
    assert not found.of("vigilante").guilty and found.of("vigilante").uses == 2


def test_a_bodyguard_can_be_healed():
    assert night("mafioso kills mayor", "bodyguard guards mayor", "doctor heals bodyguard").dead == "mafioso"


def test_the_mafia_does_not_kill_its_own():
    found = night("mafioso kills godfather")
    assert not found.dead and not found.morning.visits


def test_a_godfather_shrugs_off_a_bullet():
    found = night("vigilante shoots godfather")
    assert not found.dead
    assert found.heard("vigilante") == ["too_strong"]
    assert found.heard("godfather") == ["attacked"]


def test_a_veteran_on_alert_shoots_all_who_come():
    found = night(
        "veteran alerts", "sheriff questions veteran", "mafioso kills veteran", "escort blocks veteran", "framer"
    )
    assert found.dead == "sheriff mafioso escort"
    assert found.of("veteran").uses == 2
    assert found.heard("veteran") == ["immune_to_block", "shot", "attacked"]


def test_veteran_and_werewolf_kill_each_other():
    assert night("veteran alerts", "werewolf rampages veteran").dead == "veteran werewolf"


def test_a_consort_cannot_block_an_escort():
    found = night("consort blocks escort", "escort blocks mafioso", "mafioso kills mayor")
    assert not found.dead
    assert found.heard("escort") == ["immune_to_block"]


def test_nobody_is_fetched_out_of_jail():
    found = night("transporter swaps mayor with sheriff", "jailor", jailed="mayor")
    assert found.heard("transporter") == ["target_jailed"]
    assert found.heard("mayor") == ["jailed"] and not found.heard("sheriff")


def test_a_witch_leads_the_doctor_away():
    found = night("mafioso kills mayor", "doctor heals mayor", "witch controls doctor onto witch")
    assert found.dead == "mayor"
    assert found.heard("witch") == ["witch_role doctor"]
    assert found.heard("doctor") == ["controlled"]


def test_a_witch_who_goes_to_a_veteran_is_shot_at():
    found = night("bare witch controls veteran onto mayor", "veteran alerts", "mayor")
    assert found.dead == "witch"
    assert found.heard("veteran") == ["immune_to_control", "shot"]


def test_a_frame_holds_for_a_night():
    assert night("framer frames mayor", "sheriff questions mayor").heard("sheriff") == ["suspicious"]
    assert night("sheriff questions mayor", "framer", number=3).heard("sheriff") == ["innocent"]


@pytest.mark.parametrize(
    ("whom", "number", "found"),
    [
        ("godfather", 1, "innocent"), ("serial-killer", 1, "suspicious"), ("arsonist", 1, "innocent"),
        ("werewolf", 1, "innocent"), ("werewolf", 2, "suspicious"), ("vampire", 2, "innocent"),
        ("consigliere", 1, "suspicious"), ("witch", 2, "innocent"), ("jester", 2, "innocent"),
    ],
)  # fmt: skip
def test_whom_a_sheriff_suspects(whom: str, number: int, found: str):
    assert night(whom, f"sheriff questions {whom}", number=number).heard("sheriff")[0] == found


def test_petrol_smells_of_an_arsonist():
    found = night("investigator investigates mayor", "doused mayor")
    assert found.heard("investigator") == ["group bodyguard godfather arsonist"]


def test_a_janitor_keeps_a_death_for_himself():
    found = night("mafioso kills doctor", "janitor cleans doctor")
    assert (found.death("doctor").role, found.death("doctor").will) == (None, None)
    assert found.heard("janitor") == ["cleaned doctor I was doctor."]
    assert found.of("janitor").uses == 2 and found.of("doctor").cleaned


def test_a_forged_will_is_found_unless_a_janitor_was_there():
    forged = {"forger": {"forgery": "I am the Jailor."}}
    found = night("mafioso kills doctor", "forger forges doctor", marks=forged)
    assert found.death("doctor").will == "I am the Jailor." and found.death("doctor").role == "doctor"
    both = night("mafioso kills doctor", "forger forges doctor", "janitor cleans doctor", marks=forged)
    assert both.death("doctor").will is None
    assert both.heard("janitor") == ["cleaned doctor I was doctor."]


def test_a_blocked_jailor_executes_nobody():
    found = night("jailor executes framer", "consort blocks jailor", "mafioso", jailed="framer")
    assert not found.dead
    assert found.heard("framer")[0] == "jailed"
    assert found.of("jailor").uses == 3


def test_executing_a_townsman_is_the_last_time():
    found = night("jailor executes doctor", jailed="doctor")
    assert found.of("jailor").uses == 0
    assert found.heard("jailor") == ["forfeited"]


def test_two_who_shoot_each_other_both_die():
    found = night("vigilante shoots mafioso", "mafioso kills vigilante")
    assert found.dead == "vigilante mafioso"
    assert found.death("vigilante").causes == ("mafia",)


def test_a_doctor_who_dies_has_healed():
    found = night("mafioso kills doctor", "serial-killer stabs mayor", "doctor heals mayor")
    assert found.dead == "doctor"


def test_a_witch_lives_through_her_first_attack():
    first = night("mafioso kills witch")
    assert not first.dead and not first.of("witch").armoured
    assert night("mafioso kills bare witch").dead == "witch"


def test_a_witch_does_not_live_through_two_attacks_in_one_night():
    found = night("mafioso kills witch", "serial-killer stabs witch")
    assert found.death("witch").causes == ("serial killer",) and not found.heard("mafioso")
    healed = night("mafioso kills witch", "serial-killer stabs witch", "doctor heals witch")
    assert not healed.dead and healed.heard("witch") == ["attacked", "healed"] and not healed.of("witch").armoured


def test_an_executioner_whose_target_dies_at_night_becomes_a_jester():
    found = night("mafioso kills mayor", "executioner", marks={"executioner": {"quarry": "mayor"}})
    assert found.of("executioner").role == "jester"
    assert found.heard("executioner") == ["became jester"]


def test_a_lookout_sees_a_killer_who_did_not_come_home():
    found = night("lookout watches mayor", "bodyguard guards mayor", "mafioso kills mayor")
    assert found.dead == "bodyguard mafioso"
    assert found.heard("lookout") == ["visitors bodyguard mafioso"]


def test_nobody_remembers_a_cleaned_corpse():
    found = night("amnesiac remembers doctor", "dead cleaned doctor")
    assert found.of("amnesiac").role == "amnesiac" and not found.announced


def test_a_bodyguard_does_not_fight_petrol():
    found = night("arsonist douses mayor", "bodyguard guards mayor")
    assert not found.dead and found.of("mayor").doused


# ── the jail ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_whoever_is_jailed_does_nothing_though_nothing_could_block_them():
    found = night("veteran alerts", "mafioso kills veteran", "jailor", jailed="veteran")
    assert not found.dead and found.of("veteran").uses == 3
    assert found.heard("mafioso") == ["target_jailed"]
    assert found.visitors("veteran") == "mafioso"


def test_a_dead_jailor_holds_nobody():
    found = night("dead jailor", "mafioso kills mayor", jailed="mafioso")
    assert found.dead == "mayor"


def test_nobody_is_executed_in_the_first_night_nor_without_executions_left():
    assert not night("jailor executes framer", jailed="framer", number=1).dead
    assert not night("spent jailor executes framer", jailed="framer").dead


def test_a_bullet_for_somebody_in_jail_is_kept():
    found = night("vigilante shoots mayor", "jailor", jailed="mayor")
    assert found.of("vigilante").uses == 3
    assert found.heard("vigilante") == ["target_jailed"]


def test_a_sheriff_has_no_result_of_somebody_in_jail():
    assert night("sheriff questions framer", "jailor", jailed="framer").heard("sheriff") == ["no_result"]


def test_a_serial_killer_spared_in_jail_turns_on_the_jailor():
    assert night("serial-killer", "jailor", jailed="serial-killer").dead == "jailor"
    assert not night("cautious serial-killer", "jailor", jailed="serial-killer").dead
    assert night("serial-killer", "jailor executes serial-killer", jailed="serial-killer").dead == "serial-killer"
    blocked = night("serial-killer", "jailor executes serial-killer", "escort blocks jailor", jailed="serial-killer")
    assert blocked.dead == "jailor"


def test_a_bodyguard_fights_the_prisoner_who_turns_on_the_jailor():
    for whom in ("serial-killer", "werewolf"):
        found = night(whom, "jailor", "bodyguard guards jailor", jailed=whom)
        assert found.dead == f"{whom} bodyguard" and found.heard("jailor") == ["attacked", "guarded"]


def test_a_werewolf_spared_in_jail_turns_on_the_jailor_and_his_visitors():
    caught = ("werewolf", "jailor", "doctor heals jailor", "sheriff questions werewolf")
    assert night(*caught, jailed="werewolf").dead == "doctor"
    assert not night(*caught, jailed="werewolf", number=3).dead


def test_a_werewolf_at_the_jail_mauls_those_who_come_there_but_not_who_is_in_it():
    found = night("werewolf rampages mayor", "jailor", "doctor heals mayor", jailed="mayor", jailor_visit=True)
    assert found.dead == "doctor" and found.heard("werewolf") == ["target_jailed"]


def test_a_jailed_arsonists_visitors_are_doused():
    found = night("arsonist", "consigliere consults arsonist", "mafioso", "jailor", jailed="arsonist")
    assert found.of("consigliere").doused and found.heard("consigliere") == ["target_jailed"]


def test_fire_comes_into_the_jail_unless_the_rules_say_no():
    burning = ("arsonist ignites", "doused mayor", "jailor")
    assert night(*burning, jailed="mayor").dead == "mayor"
    assert not night(*burning, jailed="mayor", jail_blocks_ignite=True).dead


def test_a_jailor_is_seen_at_the_cell_by_option():
    assert not night("jailor", "mayor", jailed="mayor").visitors("mayor")
    assert night("jailor", "mayor", jailed="mayor", jailor_visit=True).visitors("mayor") == "jailor"


# ── Transporters, alerts, guilt, the haunt ────────────────────────────────────────────────────────────────────────────


def test_what_is_meant_for_one_happens_to_the_other():
    found = night("transporter swaps mayor with sheriff", "mafioso kills mayor", "lookout watches mayor")
    assert found.dead == "sheriff"
    assert found.heard("lookout") == ["visitors transporter mafioso"]
    assert found.heard("mayor") == ["transported"]


def test_a_second_transporter_finds_people_where_the_first_put_them():
    found = night("transporter swaps mayor with sheriff", "transporter2 swaps mayor with doctor", "mafioso kills mayor")
    assert found.dead == "doctor"
    assert found.visitors("sheriff") == "transporter transporter2" and "transporter2" not in found.visitors("mayor")


def test_a_transporter_may_stand_in_for_somebody():
    found = night("transporter swaps transporter with mayor", "mafioso kills mayor")
    assert found.dead == "transporter"


def test_a_killer_swapped_with_the_victim_meets_himself():
    found = night("transporter swaps mafioso with mayor", "mafioso kills mayor")
    assert found.dead == "mafioso"
    assert "mafioso" not in found.visitors("mafioso")


def test_a_doctor_swapped_heals_the_other_and_keeps_the_self_heal():
    found = night("transporter swaps doctor with mayor", "doctor heals doctor", "mafioso kills doctor")
    assert not found.dead and found.of("doctor").uses == 1
    assert found.heard("mayor") == ["transported", "attacked", "healed"]


def test_a_bodyguard_swapped_in_a_vest_guards_the_other():
    found = night("transporter swaps bodyguard with mayor", "bodyguard vests", "mafioso kills bodyguard")
    assert found.dead == "bodyguard mafioso" and found.of("bodyguard").uses == 1


def test_a_survivor_and_a_veteran_stay_what_they_are_when_moved():
    found = night("transporter swaps survivor with mayor", "survivor vests", "mafioso kills mayor")
    assert not found.dead
    assert found.heard("survivor") == ["transported", "attacked", "vested"]
    assert night("transporter swaps veteran with mayor", "veteran alerts", "sheriff questions mayor").dead == (
        "transporter sheriff"
    )


def test_the_stronger_veteran_of_another_version():
    visits = ("veteran alerts", "doctor heals sheriff", "sheriff questions veteran", "werewolf rampages veteran")
    assert night(*visits).dead == "veteran werewolf"
    assert night(*visits, veteran="atk3/def2").dead == "sheriff werewolf"


def test_a_vigilante_who_kills_a_townsman_dies_of_guilt():
    found = night("vigilante shoots mayor")
    assert found.of("vigilante").guilty and found.of("vigilante").uses == 0
    after = night("guilty spent vigilante", "doctor heals vigilante", "jailor", jailed="vigilante")
    assert after.death("vigilante").causes == ("guilt",)
    assert after.heard("vigilante") == ["jailed", "guilt"]


def test_a_vigilante_is_not_guilty_of_a_neutral_and_has_no_shot_in_the_first_night():
    found = night("vigilante shoots jester")
    assert found.dead == "jester" and not found.of("vigilante").guilty and found.of("vigilante").uses == 2
    assert not night("vigilante shoots jester", number=1).dead


def test_a_hanged_jester_takes_one_of_the_guilty_along():
    hanged = {"jester": "jester", "haunters": (Seat("mayor"), Seat("sheriff"))}
    lines = ("dead jester", "mayor", "sheriff", "doctor heals sheriff", "lookout watches sheriff")
    assert night("dead jester haunts sheriff", *lines[1:], **hanged).dead == "sheriff"
    assert night(*lines, **hanged).dead == "mayor"
    assert night(*lines, **hanged, chances=Chances(haunt=0.9)).dead == "sheriff"
    found = night(*lines, **hanged, chances=Chances(haunt=0.9))
    assert found.heard("sheriff") == ["haunted"] and found.heard("lookout") == ["visitors doctor"]
    assert not night("dead jester haunts sheriff", "mayor").dead


def test_a_haunt_goes_where_a_transporter_leads_it():
    hanged = {"jester": "jester", "haunters": (Seat("mayor"),)}
    found = night("dead jester haunts mayor", "transporter swaps mayor with sheriff", **hanged)
    assert found.dead == "sheriff" and found.heard("sheriff") == ["transported", "haunted"]


def test_a_haunt_picks_among_the_living_only():
    hanged = {"jester": "jester", "haunters": (Seat("mayor"), Seat("sheriff"))}
    assert night("dead jester haunts mayor", "dead mayor", "sheriff", **hanged).dead == "sheriff"


def test_a_retributionist_raises_a_townsman_once():
    found = night("retributionist revives doctor", "dead doused doctor", "mafioso kills retributionist")
    assert found.announced == (("revived", "doctor"),) and found.dead == "retributionist"
    assert found.of("doctor").alive and not found.of("doctor").doused and found.of("retributionist").uses == 0
    for nobody in ("dead cleaned doctor", "dead framer", "doctor"):
        assert not night(nobody, f"retributionist revives {nobody.split()[-1]}").announced


def test_a_retributionist_may_use_a_corpse_instead_by_option():
    puppet = {"retributionist": "puppet"}
    found = night("retributionist revives sheriff onto framer", "dead sheriff", "framer", **puppet)
    assert found.heard("retributionist") == ["suspicious"] and found.visitors("framer") == "retributionist"
    assert not found.of("sheriff").alive and found.of("retributionist").uses == 0
    shot = night("retributionist revives vigilante onto mayor", "dead vigilante", "mayor", **puppet)
    assert shot.dead == "mayor" and not shot.of("vigilante").guilty and shot.of("vigilante").uses == 3
    assert not night("retributionist revives mayor onto framer", "dead mayor", "framer", **puppet).morning.visits
    blocked = night(
        "retributionist revives doctor onto mayor", "dead doctor", "mayor", "escort blocks retributionist", **puppet
    )
    assert not blocked.visitors("mayor") and blocked.of("retributionist").uses == 0


# ── blocks and the Witch ──────────────────────────────────────────────────────────────────────────────────────────────


def test_the_blocked_do_nothing_and_leave_no_trace():
    found = night("escort blocks doctor", "doctor heals mayor", "mafioso kills mayor")
    assert found.dead == "mayor" and found.visitors("mayor") == "mafioso"
    assert found.heard("doctor") == ["blocked"]


def test_a_serial_killer_kills_the_blocker_besides_and_bloodies_the_will():
    lines = ("serial-killer stabs mayor", "escort blocks serial-killer")
    found = night(*lines)
    assert found.dead == "mayor escort"
    assert found.death("escort").bloodied and found.death("escort").will == ""
    assert not found.death("mayor").bloodied
    assert night(*lines, sk_blocked="instead").dead == "escort"
    assert not night("cautious serial-killer stabs mayor", lines[1]).dead


def test_a_bodyguard_fights_the_serial_killer_for_who_blocked_him():
    found = night("serial-killer", "bodyguard guards escort", "escort blocks serial-killer")
    assert found.dead == "serial-killer bodyguard" and found.heard("escort") == ["attacked", "guarded"]


def test_a_bloodied_will_stays_so_though_forged_and_a_janitor_reads_it():
    found = night(
        "serial-killer", "escort blocks serial-killer", "forger forges escort", marks={"forger": {"forgery": "lies"}}
    )
    assert found.death("escort").will == ""
    cleaned = night("serial-killer", "escort blocks serial-killer", "janitor cleans escort", "mafioso")
    assert cleaned.death("escort").will is None and cleaned.death("escort").bloodied
    assert cleaned.heard("janitor") == ["cleaned escort I was escort."]


def test_a_blocked_werewolf_stays_at_home_and_kills_the_blocker():
    assert night("werewolf rampages mayor", "escort blocks werewolf").dead == "escort"
    assert not night("werewolf rampages mayor", "escort blocks werewolf", number=1).dead


def test_a_witch_gets_nowhere_with_those_who_have_nothing_to_do():
    for whom in ("mayor", "spent vigilante", "medium", "spy", "executioner", "spent janitor", "amnesiac", "jailor"):
        found = night(whom, f"witch controls {whom.split()[-1]} onto framer", "framer", "mafioso")
        assert not found.heard("witch") and not found.heard(whom.split()[-1]), whom
    assert not night("doctor", "witch controls doctor onto framer", "framer", "escort blocks doctor").heard("witch")
    jailed = night("doctor", "witch controls doctor onto framer", "framer", "jailor", jailed="doctor")
    assert jailed.heard("witch") == ["target_jailed"]


def test_a_witch_makes_people_act_who_would_not_have_and_on_themselves():
    assert night("vigilante", "witch controls vigilante onto mayor", "mayor").dead == "mayor"
    assert night("vigilante", "witch controls vigilante onto vigilante").dead == "vigilante"
    assert night("arsonist", "doused mayor", "witch controls arsonist onto arsonist").dead == "mayor witch"
    vest = night("survivor", "witch controls survivor onto survivor", "mafioso kills survivor")
    assert not vest.dead and vest.of("survivor").uses == 3
    assert not night("bodyguard", "witch controls bodyguard onto bodyguard", "mafioso kills bodyguard").dead


# ── protection and tricks ─────────────────────────────────────────────────────────────────────────────────────────────


def test_a_doctor_heals_himself_once():
    found = night("doctor heals doctor", "mafioso kills doctor")
    assert not found.dead and found.of("doctor").uses == 0
    assert night("spent doctor heals doctor", "mafioso kills doctor").dead == "doctor"


def test_a_revealed_mayor_cannot_be_healed_but_guarded():
    assert night("mafioso kills mayor", "doctor heals mayor", "revealed mayor").dead == "mayor"
    assert "mayor" not in night("mafioso kills mayor", "bodyguard guards mayor", "revealed mayor").dead.split()


def test_an_absolute_heal_stops_everything_but_fire():
    haunted = {"jester": "jester", "haunters": (Seat("mayor"),)}
    assert night("dead jester", "doctor heals mayor", **haunted).dead == "mayor"
    assert not night("dead jester", "doctor heals mayor", **haunted, heal="absolute").dead
    assert night("arsonist ignites", "doctor heals doused mayor", heal="absolute").dead == "mayor"


def test_a_bodyguard_stops_one_attacker_and_two_stop_two():
    lines = ("vigilante shoots mayor", "mafioso kills mayor", "bodyguard guards mayor")
    assert night(*lines).dead == "vigilante mayor bodyguard"
    assert night(*lines, "bodyguard2 guards mayor").dead == "vigilante mafioso bodyguard bodyguard2"


def test_a_vest_is_against_a_basic_attack_only():
    found = night("bodyguard vests", "mafioso kills bodyguard")
    assert not found.dead and found.heard("bodyguard") == ["attacked", "vested"] and found.of("bodyguard").uses == 0
    assert night("survivor vests", "werewolf rampages survivor").dead == "survivor"
    assert night("spent survivor vests", "mafioso kills survivor").dead == "survivor"


def test_a_vest_counts_though_nobody_came_and_not_if_blocked():
    assert night("survivor vests").of("survivor").uses == 3
    assert night("survivor vests", "escort blocks survivor").of("survivor").uses == 4


def test_the_blackmailed_are_silent_if_they_live():
    found = night("blackmailer blackmails mayor")
    assert found.talkless == ("mayor",) and found.heard("mayor") == ["blackmailed"]
    assert night("blackmailer blackmails mayor", "vigilante shoots mayor").talkless == ()


def test_a_frame_holds_until_somebody_looked_by_option():
    lasting = {"frame_lasts": "until_investigated"}
    assert night("framer frames mayor", **lasting).of("mayor").framed
    found = night("framed mayor", "sheriff questions mayor", "investigator investigates mayor", **lasting)
    assert found.heard("sheriff") == ["suspicious"] and found.heard("investigator") == ["group framer vampire jester"]
    assert not found.of("mayor").framed
    assert not night("framer frames mayor").of("mayor").framed


def test_frame_before_petrol_before_disguise():
    look = ("investigator investigates disguiser", "disguiser disguises mayor", "framer")
    assert night(*look).heard("investigator") == ["group investigator consigliere mayor"]
    assert night(*look, "doused disguiser").heard("investigator") == ["group bodyguard godfather arsonist"]
    lasting = night(*look, "doused framed disguiser", frame_lasts="until_investigated")
    assert lasting.heard("investigator") == ["group framer vampire jester"]
    # The Mafia does not frame its own: tonight's frame is put on a townsman.
    found = night("investigator investigates mayor", "doused mayor", "framer frames mayor")
    assert found.heard("investigator") == ["group framer vampire jester"]


def test_a_disguiser_dies_as_somebody_else():
    found = night("disguiser disguises mayor", "vigilante shoots disguiser")
    assert found.death("disguiser").role == "mayor" and found.of("disguiser").role == "disguiser"


def test_a_janitor_pays_for_success_only_and_a_forger_always():
    found = night("janitor cleans mayor", "forger forges mayor", "mafioso")
    assert found.of("janitor").uses == 3 and found.of("forger").uses == 2


def test_an_arsonists_visitors_are_doused_unless_the_rules_say_no():
    found = night("arsonist", "sheriff questions arsonist")
    assert found.of("sheriff").doused and found.heard("sheriff") == ["innocent"]
    assert not night("arsonist", "sheriff questions arsonist", arsonist_douses_visitors=False).of("sheriff").doused


def test_only_an_arsonist_notices_petrol():
    assert not night("arsonist douses mayor").heard("mayor")
    assert night("arsonist douses arsonist2").heard("arsonist2") == ["doused"]


def test_an_idle_arsonist_washes_and_a_busy_or_blocked_one_does_not():
    assert not night("doused arsonist").of("arsonist").doused
    assert night("doused arsonist").heard("arsonist") == ["washed"]
    assert night("doused arsonist douses mayor").of("arsonist").doused
    assert night("doused arsonist", "escort blocks arsonist").of("arsonist").doused


def test_two_arsonists_burn_each_other():
    found = night("arsonist ignites", "arsonist2 douses arsonist", "mayor")
    assert found.dead == "arsonist arsonist2"


def test_a_bodyguard_fights_petrol_by_option():
    found = night("arsonist douses mayor", "bodyguard guards mayor", bodyguard_vs_douse=True)
    assert found.dead == "arsonist bodyguard" and not found.of("mayor").doused


# ── those who look ────────────────────────────────────────────────────────────────────────────────────────────────────


def test_every_role_has_its_group():
    assert sorted(role for group in GROUPS for role in group) == sorted(ROLE)
    for group in GROUPS:
        for role in group:
            name = role.replace(" ", "-")
            whom = name + "2" if role == "investigator" else name
            found = night(f"investigator investigates {whom}", number=1)
            assert found.heard("investigator")[0] == " ".join(("group", *group))


def test_a_consigliere_learns_the_role_in_spite_of_all():
    found = night("consigliere consults doctor", "framer frames doctor", "mafioso")
    assert found.heard("consigliere") == ["role_is doctor"]


def test_a_lookout_does_not_see_himself_nor_ghosts():
    assert night("lookout watches mayor").heard("lookout") == ["visitors"]


def test_a_spy_learns_where_the_mafia_was_but_not_who():
    lines = ("spy", "mafioso kills mayor", "consort blocks doctor")
    assert night(*lines).heard("spy") == ["mafia_visited mayor doctor"]
    twice = night(*lines, "consigliere consults mayor")
    assert twice.heard("spy") == ["mafia_visited mayor mayor doctor"]
    assert night(*lines, "escort blocks spy").heard("spy") == ["blocked"]
    assert not night("spy", "framer").heard("spy")


def test_a_spys_bug_stays_where_it_is_by_option():
    lines = ("spy bugs mayor", "transporter swaps mayor with sheriff", "vigilante shoots mayor", "doctor heals mayor")
    assert not night(*lines).heard("spy")
    assert night(*lines, spy="bug").heard("spy") == ["bugged transported"]


def test_a_bug_does_not_read_a_will():
    found = night("spy bugs janitor", "janitor cleans mayor", "mafioso kills mayor", spy="bug")
    assert "bugged mayor cleaned" in found.heard("spy")
    assert not any("I was" in line for line in found.heard("spy"))


# ── the Mafia ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_mafioso_goes_where_the_godfather_says():
    found = night("godfather kills mayor", "mafioso kills sheriff")
    assert found.dead == "mayor" and found.visitors("mayor") == "mafioso"


def test_a_godfather_who_cannot_speak_leaves_it_to_the_mafioso():
    assert night("godfather kills mayor", "mafioso kills sheriff", "escort blocks godfather").dead == "sheriff"
    jailed = night("godfather kills mayor", "mafioso kills sheriff", "jailor", jailed="godfather")
    assert jailed.dead == "sheriff"


def test_a_godfather_without_a_mafioso_goes_himself():
    assert night("godfather kills mayor", "dead mafioso").visitors("mayor") == "godfather"


@pytest.mark.parametrize(
    ("options", "jailed", "dead"),
    [({}, "", ""), ({"gf_if_mafioso_blocked": "gf_kills"}, "", "mayor"), ({}, "mafioso", "mayor"),
     ({"gf_if_mafioso_jailed": "kill_lost"}, "mafioso", "")],
)  # fmt: skip
def test_a_mafioso_held_up(options: dict[str, str], jailed: str, dead: str):
    holds = "jailor" if jailed else "escort blocks mafioso"
    assert night("godfather kills mayor", "mafioso", holds, jailed=jailed, **options).dead == dead


def test_a_witch_leads_the_mafioso_or_the_godfathers_word():
    led = night("godfather kills mayor", "mafioso", "witch controls mafioso onto sheriff", "sheriff")
    assert led.dead == "sheriff"
    word = night("godfather kills mayor", "mafioso", "witch controls godfather onto sheriff", "sheriff")
    assert word.dead == "sheriff" and word.visitors("sheriff") == "mafioso"


def test_a_mafioso_succeeds_a_godfather_and_others_a_mafioso():
    found = night("dead godfather", "mafioso")
    assert found.of("mafioso").role == "godfather" and found.heard("mafioso") == ["became godfather"]
    lines = ("vigilante shoots mafioso", "framer", "consort", "dead godfather")
    assert night(*lines).of("framer").role == "mafioso"
    assert night(*lines, chances=Chances(promotion=0.5)).of("consort").role == "mafioso"
    assert night("mafioso", "framer").of("mafioso").role == "mafioso"


# ── others ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_werewolf_mauls_all_who_came():
    found = night("werewolf rampages mayor", "sheriff questions mayor", "lookout watches sheriff")
    assert found.dead == "mayor sheriff"
    assert not night("werewolf rampages mayor", number=3).dead
    assert night("werewolf rampages mayor", number=5, full_moon="2,4,all_after").dead == "mayor"
    assert night("werewolf", "sheriff questions werewolf").dead == "sheriff"


def test_vampires_vote_and_the_youngest_bites():
    young = {"vampire2": {"turned": 1}}
    found = night("vampire bites mayor", "vampire2 bites sheriff", "vampire3 bites mayor", marks=young)
    assert found.visitors("mayor") == "vampire2"
    mayor = found.of("mayor")
    assert (mayor.role, mayor.turned, found.morning.bitten) == ("vampire", 2, True)
    assert found.heard("mayor") == ["was_converted"] and found.heard("vampire") == ["converted mayor"]
    assert night("vampire bites mayor", "vampire2 bites sheriff", marks=young).of("sheriff").role == "vampire"


def test_vampires_attack_whom_they_cannot_turn():
    assert night("vampire bites jester").dead == "jester"
    four = night("vampire bites mayor", "vampire2", "vampire3", "vampire4")
    assert four.dead == "mayor" and not four.morning.bitten
    healed = night("vampire bites mayor", "doctor heals mayor")
    assert healed.of("mayor").role == "mayor" and healed.heard("vampire") == ["too_strong"]


def test_vampires_who_turned_somebody_last_night_attack():
    found = night("vampire bites mayor", bitten=True)
    assert found.death("mayor").causes == ("vampire",) and not found.morning.bitten
    assert night("vampire bites mayor", "bodyguard guards mayor", bitten=True).dead == "vampire bodyguard"


def test_the_bitten_who_die_do_not_turn_and_the_guarded_are_spared():
    assert night("vampire bites mayor", "mafioso kills mayor").death("mayor").causes == ("mafia",)
    guarded = night("vampire bites mayor", "bodyguard guards mayor")
    assert guarded.dead == "vampire bodyguard" and guarded.of("mayor").role == "mayor"


def test_the_next_youngest_goes_for_one_in_jail_but_nobody_for_one_who_is_blocked():
    lines = ("vampire bites mayor", "vampire2 bites mayor")
    assert night(*lines, "jailor", jailed="vampire2").visitors("mayor") == "vampire"
    assert not night(*lines, "escort blocks vampire2").visitors("mayor")


def test_a_vampire_hunter_kills_vampires_going_and_coming():
    assert night("vampire-hunter stakes vampire", "vampire").dead == "vampire"
    coming = night("vampire-hunter", "vampire bites vampire-hunter")
    assert coming.dead == "vampire"
    assert (coming.of("vampire-hunter").role, coming.of("vampire-hunter").uses) == ("vigilante", 1)
    assert not night("vampire-hunter stakes mayor", "vampire").dead
    assert night("vampire-hunter", "vampire").of("vampire-hunter").role == "vampire hunter"


def test_an_amnesiac_remembers_and_everybody_hears_what():
    found = night("amnesiac remembers vigilante", "dead spent vigilante")
    assert (found.of("amnesiac").role, found.of("amnesiac").uses) == ("vigilante", 3)
    assert found.announced == (("remembered", "vigilante"),)
    both = night("amnesiac remembers vigilante", "amnesiac2 remembers vigilante", "dead vigilante")
    assert both.announced == (("remembered", "vigilante"),) * 2
    assert not night("amnesiac remembers jailor", "dead jailor").announced
    assert not night("amnesiac remembers doctor", "dead doctor", "mafioso kills amnesiac").announced


def test_death_notes_of_all_who_killed_are_found():
    notes = {"mafioso": {"note": "Sorry."}, "serial-killer": {"note": "Not sorry."}}
    found = night("serial-killer stabs mayor", "mafioso kills mayor", marks=notes)
    assert found.death("mayor").notes == ("Not sorry.", "Sorry.")
    assert found.death("mayor").causes == ("mafia", "serial killer")


def test_the_night_follows_the_priorities_of_the_table():
    doers: dict[Callable[[Course], None], RoleName] = {
        n.transport: "transporter", n.haunt: "jester", n.raise_the_dead: "retributionist",
        n.block: "escort", n.control: "witch", n.heal: "doctor", n.guard: "bodyguard",
        n.frame: "framer", n.douse: "arsonist", n.investigate: "investigator", n.question: "sheriff",
        n.consult: "consigliere", n.watch: "lookout", n.execute: "jailor", n.stake: "vampire hunter",
        n.shoot: "vigilante", n.kill: "mafioso", n.stab: "serial killer", n.rampage: "werewolf", n.bite: "vampire",
        n.remember: "amnesiac", n.spy: "spy",
    }  # fmt: skip
    order = [ROLE[doers[step]].priority or (0, 0) for step in n.STEPS if step in doers]
    assert len(order) == len(doers) and order == sorted(order)


# ── what may be ordered ───────────────────────────────────────────────────────────────────────────────────────────────


def _orders(name: str, *people: str, **rest: object) -> set[tuple[str, ...]]:
    told = night(name, *people, **rest).night  # type: ignore[arg-type]
    return {tuple(filter(None, (o.act, o.target, o.other))) for o in orders_in(told.people[0], Evening.of(told))}


def test_what_may_be_ordered():
    assert _orders("doctor", "mayor", "dead sheriff") == {("heal", "doctor"), ("heal", "mayor")}
    assert _orders("spent doctor", "mayor") == {("heal", "mayor")}
    assert _orders("framer", "mafioso", "mayor") == {("frame", "mayor")}
    assert _orders("vampire", "vampire2", "mayor") == {("bite", "mayor")}
    assert _orders("arsonist", "mayor") == {("douse", "mayor"), ("ignite",)}
    assert _orders("witch", "mayor") == {("control", "mayor", "mayor"), ("control", "mayor", "witch")}
    assert _orders("transporter", "mayor") == {("swap", "mayor", "transporter"), ("swap", "transporter", "mayor")}
    assert _orders("jailor", "mayor", jailed="mayor") == {("execute", "mayor")}
    assert _orders("jailor", "mayor") == set() == _orders("mayor", "framer")
    assert _orders("vigilante", "mayor", number=1) == set() == _orders("guilty vigilante", "mayor")
    assert _orders("sheriff", "jailor", "mayor", jailed="sheriff") == set()
    assert _orders("sheriff", "jailor", "mayor", jailed="mayor") == {("question", "jailor"), ("question", "mayor")}
    assert _orders("dead sheriff", "mayor") == set()
    assert _orders("amnesiac", "dead doctor", "dead mayor", "framer") == {("remember", "doctor")}


def test_of_two_orders_of_one_seat_neither_counts_unless_they_are_the_same():
    people = (
        Citizen(Seat("p1"), "arsonist"),
        Citizen(Seat("p2"), "mayor", doused=True),
        Citizen(Seat("p3"), "sheriff"),
    )
    ignite, douse = Order(Seat("p1"), "ignite"), Order(Seat("p1"), "douse", Seat("p3"))
    for orders in ((ignite, douse), (douse, ignite)):
        morning = resolve(Night(2, people, orders))
        assert not morning.deaths and not morning.visits
    illegal = Order(Seat("p1"), "douse", Seat("p1"))
    for orders in ((ignite, ignite), (illegal, ignite), (ignite, illegal)):
        assert [death.seat for death in resolve(Night(2, people, orders)).deaths] == ["p2"]


# ── what is told, in the order of time ────────────────────────────────────────────────────────────────────────────────


def test_a_night_is_told_in_the_order_in_which_it_happened():
    found = night("sheriff questions mayor", "mafioso kills sheriff", "doctor heals sheriff", "mayor")
    assert found.heard("sheriff") == ["innocent", "attacked", "healed"]
    found = night(
        "escort blocks mayor", "transporter swaps mayor with mayor2", "mayor", "mayor2", "blackmailer blackmails mayor2"
    )
    assert found.heard("mayor2") == ["transported", "blocked"]


def test_who_remembers_and_then_rises_hears_it_in_that_order():
    found = night("amnesiac remembers godfather", "dead godfather", "framer")
    assert found.heard("amnesiac") == ["became godfather"]
    assert night("amnesiac remembers mafioso", "dead mafioso", "dead godfather").heard("amnesiac") == [
        "became mafioso", "became godfather",
    ]  # fmt: skip


def test_a_mafioso_whom_the_godfather_sends_elsewhere_is_told():
    found = night("mafioso kills mayor", "godfather kills doctor", "mayor", "doctor")
    assert found.dead == "doctor" and found.heard("mafioso") == ["overruled doctor"]
    assert not night("mafioso kills mayor", "godfather kills mayor", "mayor").heard("mafioso")
    assert night("mafioso", "godfather kills mayor", "mayor").heard("mafioso") == ["overruled mayor"]
    assert night("mafioso kills mayor", "godfather kills doctor", "mayor", "doctor", "escort blocks mafioso").heard(
        "mafioso"
    ) == ["blocked"]
