"""The page of Town's rules where three and more roles meet, and where one night bears on another."""

from __future__ import annotations

from typing import Any

import pytest

from games.town.roles import ROLE
from games.town.winning import Left, ending
from tests.games.town.nights import night
from tests.games.town.table import town

# ── who dies where many meet ──────────────────────────────────────────────────────────────────────────────────────────

MEETINGS: dict[str, tuple[str, dict[str, Any], str]] = {
    # the Transporter
    "nobody is swapped with a prisoner": (
        "transporter swaps mayor with sheriff; mafioso kills mayor; jailor", {"jailed": "sheriff"}, "mayor",
    ),
    "one Transporter moves on whom another has moved": (
        "transporter swaps mayor with sheriff; transporter2 swaps mayor with doctor; mafioso kills doctor", {}, "sheriff",
    ),
    "a guard goes where his charge is taken": (
        "transporter swaps mayor with sheriff; bodyguard guards mayor; mafioso kills mayor", {}, "bodyguard mafioso",
    ),
    "a guard at one house does not help at the other": (
        "transporter swaps mayor with sheriff; bodyguard guards sheriff; mafioso kills mayor", {}, "sheriff",
    ),
    "a healer goes with the killer, and another bullet finds the other": (
        "transporter swaps mayor with sheriff; doctor heals mayor; mafioso kills mayor; vigilante shoots sheriff", {}, "mayor",
    ),
    "what a Witch plans with herself befalls who stands in her place": (
        "transporter swaps witch with sheriff; witch controls doctor onto sheriff; mafioso kills witch", {}, "sheriff",
    ),
    "a block meets who stands there": (
        "transporter swaps mafioso with mayor; escort blocks mafioso; mafioso kills sheriff", {}, "sheriff",
    ),
    "no block holds up a Transporter": (
        "consort blocks transporter; transporter swaps sheriff with mayor; mafioso kills sheriff", {}, "mayor",
    ),
    "an alert goes with the Veteran who is moved": (
        "veteran alerts; transporter swaps veteran with mayor; mafioso kills mayor; doctor heals veteran", {},
        "transporter mafioso",
    ),
    # the Witch
    "a Bodyguard led to the Witch fights for her": (
        "witch controls bodyguard onto witch; mafioso kills witch", {}, "bodyguard mafioso",
    ),
    "a Vigilante is made to shoot himself": ("witch controls vigilante onto vigilante", {}, "vigilante"),
    "a Mafioso is made to go for his Godfather, in vain": (
        "witch controls mafioso onto godfather; godfather kills mayor; mafioso", {}, "",
    ),
    "a Serial Killer is too strong for himself": ("witch controls serial-killer onto serial-killer", {}, ""),
    "a Werewolf kept at home mauls who comes, the Witch first of all": (
        "witch controls werewolf onto werewolf; sheriff questions werewolf", {}, "witch sheriff",
    ),
    "an Arsonist led to himself lights the fire": (
        "witch controls arsonist onto arsonist; doused sheriff", {}, "witch sheriff",
    ),
    "a Survivor led to himself puts on a vest": (
        "witch controls survivor onto survivor; mafioso kills survivor", {}, "",
    ),
    "nobody leads who is blocked": (
        "escort blocks doctor; witch controls doctor onto mayor; mafioso kills mayor", {}, "mayor",
    ),
    "no Witch gets into the cell": (
        "witch controls doctor onto mayor; doctor; jailor; mafioso kills mayor", {"jailed": "doctor"}, "mayor",
    ),
    # the Veteran
    "a Bodyguard at a Veteran's is shot at, too": (
        "veteran alerts; bodyguard guards veteran; mafioso kills veteran", {}, "bodyguard mafioso",
    ),
    "a puppet at a Veteran's is shot and the Witch is not": (
        "veteran alerts; witch controls sheriff onto veteran", {}, "sheriff",
    ),
    "a puppet at a Veteran's can be healed": (
        "veteran alerts; witch controls sheriff onto veteran; doctor heals sheriff", {}, "",
    ),
    # the Werewolf and the Serial Killer
    "a Werewolf at home kills a Serial Killer and a Doctor who come": (
        "werewolf; serial-killer stabs werewolf; doctor heals werewolf", {}, "serial-killer doctor",
    ),
    "a Werewolf in jail mauls who visits the Jailor, and not who visits the cell": (
        "werewolf; jailor; sheriff questions werewolf; doctor heals jailor", {"jailed": "werewolf"}, "doctor",
    ),
    "an executed Werewolf mauls nobody": (
        "werewolf; jailor executes werewolf; doctor heals jailor", {"jailed": "werewolf"}, "werewolf",
    ),
    "no moon, no harm": (
        "werewolf; jailor; doctor heals jailor", {"jailed": "werewolf", "number": 3}, "",
    ),
    "two who block a Serial Killer die besides his victim": (
        "escort blocks serial-killer; consort blocks serial-killer; serial-killer stabs mayor", {}, "escort consort mayor",
    ),
    "by option they die instead": (
        "escort blocks serial-killer; consort blocks serial-killer; serial-killer stabs mayor", {"sk_blocked": "instead"},
        "escort consort",
    ),
    "a cautious Serial Killer spares them, and is blocked": (
        "escort blocks serial-killer; cautious serial-killer stabs mayor", {}, "",
    ),
    "a cautious Serial Killer spares the Jailor": ("cautious serial-killer; jailor", {"jailed": "serial-killer"}, ""),
    "a blocked Jailor cannot execute the Serial Killer, who turns on him": (
        "serial-killer; jailor executes serial-killer; escort blocks jailor", {"jailed": "serial-killer"}, "jailor",
    ),
    "who comes to block a Serial Killer in jail is safe": (
        "serial-killer; jailor; escort blocks serial-killer", {"jailed": "serial-killer"}, "jailor",
    ),
    # fire
    "what one Arsonist pours tonight another lights tonight": ("arsonist douses mayor; arsonist2 ignites", {}, "mayor"),
    "neither jail nor Doctor nor Bodyguard is any use against fire": (
        "arsonist ignites; doused sheriff; doused mayor; jailor; doctor heals mayor; bodyguard guards mayor",
        {"jailed": "sheriff"}, "sheriff mayor",
    ),
    # Bodyguards
    "one guard takes one of three killers": (
        "mafioso kills mayor; vigilante shoots mayor; serial-killer stabs mayor; bodyguard guards mayor; "
        "doctor heals bodyguard", {}, "mayor vigilante",
    ),
    "a guard who fights is not guarded from that fight": (
        "mafioso kills mayor; bodyguard guards mayor; bodyguard2 guards bodyguard", {}, "mafioso bodyguard",
    ),
    # Vampires
    "nobody is bitten in jail": ("vampire bites sheriff; jailor", {"jailed": "sheriff"}, ""),
    "a bite is an attack for a Bodyguard": (
        "vampire bites sheriff; bodyguard guards sheriff", {}, "vampire bodyguard",
    ),
    "a hunter who is bitten stakes, and lives": ("vampire bites vampire-hunter", {}, "vampire"),
    # the dead
    "a Jester's haunt follows a Transporter": (
        "dead jester haunts mayor; transporter swaps mayor with sheriff",
        {"jester": "jester", "haunters": ("mayor",)}, "sheriff",
    ),
    "neither jail nor Doctor stops a haunt": (
        "dead jester haunts mayor; doctor heals mayor; jailor",
        {"jester": "jester", "haunters": ("mayor",), "jailed": "mayor"}, "mayor",
    ),
    "a Doctor and a defence of one's own do not add up against it": (
        "dead jester haunts executioner; doctor heals executioner",
        {"jester": "jester", "haunters": ("executioner",)}, "executioner",
    ),
    # the Mafia
    "a Godfather in jail leaves it to the Mafioso's own choice": (
        "godfather kills sheriff; mafioso kills mayor; jailor", {"jailed": "godfather"}, "mayor",
    ),
    "a Godfather goes for a Mafioso in jail": (
        "godfather kills sheriff; mafioso; jailor", {"jailed": "mafioso"}, "sheriff",
    ),
    "a kill is lost with a blocked Mafioso": ("godfather kills sheriff; mafioso; escort blocks mafioso", {}, ""),
    "by option it is not": (
        "godfather kills sheriff; mafioso; escort blocks mafioso", {"gf_if_mafioso_blocked": "gf_kills"}, "sheriff",
    ),
}  # fmt: skip


@pytest.mark.parametrize("what", MEETINGS)
def test_who_dies_where_many_meet(what: str):
    lines, rest, dead = MEETINGS[what]
    assert night(*lines.split("; "), **rest).dead == dead


# ── what they are told ────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_lookout_sees_who_came_to_the_one_he_was_led_to():
    found = night("transporter swaps mayor with sheriff", "lookout watches mayor", "mafioso kills mayor")
    assert found.heard("lookout") == ["visitors transporter mafioso"]
    assert found.visitors("mayor") == "transporter"


def test_two_healers_both_hear_of_the_attack_and_the_healed_of_one():
    found = night("mafioso kills mayor", "doctor heals mayor", "doctor2 heals mayor")
    assert found.heard("mayor") == ["attacked", "healed"]
    assert found.heard("doctor") == found.heard("doctor2") == ["target_attacked"]
    assert found.heard("mafioso") == ["too_strong"]


def test_a_healed_blocker_of_a_serial_killer_keeps_a_clean_will():
    found = night("serial-killer stabs mayor", "escort blocks serial-killer", "doctor heals escort")
    assert found.dead == "mayor"
    assert not found.death("mayor").bloodied
    assert found.heard("escort") == ["attacked", "healed"]


def test_a_bite_that_a_doctor_is_at_turns_nobody():
    found = night("vampire bites sheriff", "doctor heals sheriff")
    assert found.of("sheriff").role == "sheriff"
    assert found.heard("vampire") == ["too_strong"]
    assert not found.morning.bitten


def test_a_janitor_cleans_and_a_forger_forges_whom_they_find():
    found = night("transporter swaps mayor with sheriff", "janitor cleans mayor", "mafioso kills mayor")
    assert found.heard("janitor") == ["cleaned sheriff I was sheriff."]
    assert (found.death("sheriff").role, found.death("sheriff").will) == (None, None)
    assert found.of("janitor").uses == ROLE["janitor"].uses - 1


def test_an_investigator_led_to_himself_looks_at_himself_and_goes_nowhere():
    found = night("witch controls investigator onto investigator")
    assert found.heard("investigator") == ["controlled", "group investigator consigliere mayor"]
    assert found.visitors("investigator") == "witch"


def test_a_vigilante_led_to_a_townsman_is_guilty_all_the_same():
    found = night("witch controls vigilante onto sheriff")
    assert (found.dead, found.of("vigilante").guilty, found.of("vigilante").uses) == ("sheriff", True, 0)


def test_a_mafioso_who_falls_on_his_way_leaves_a_godfather_who_goes_himself():
    found = night("godfather kills mayor", "mafioso", "framer", "bodyguard guards mayor")
    assert found.dead == "mafioso bodyguard"
    assert night("godfather kills mayor", "dead mafioso", "framer").dead == "mayor"
    assert found.of("framer").role == "framer"


def test_without_killers_one_of_the_mafia_becomes_a_mafioso_and_with_a_new_godfather_nobody():
    assert night("dead godfather", "dead mafioso", "framer").of("framer").role == "mafioso"
    found = night("amnesiac remembers godfather", "dead godfather", "mafioso")
    assert (found.of("amnesiac").role, found.of("mafioso").role) == ("godfather", "mafioso")


def test_who_dies_tonight_remembers_nothing_but_raises_the_dead():
    assert night("mafioso kills amnesiac", "amnesiac remembers sheriff", "dead sheriff").announced == ()
    found = night("mafioso kills retributionist", "retributionist revives sheriff", "dead sheriff")
    assert found.of("sheriff").alive
    assert found.dead == "retributionist"


# ── one night and another ─────────────────────────────────────────────────────────────────────────────────────────────


def test_a_vigilante_who_shot_a_townsman_is_dead_in_the_second_morning():
    game = town("vigilante sheriff godfather mafioso doctor escort lookout")
    game.night().night("p1 shoot {p2}")
    assert game.alive == "p1 p3 p4 p5 p6 p7"
    game.night("p5 heal {p1}")
    assert game.alive == "p3 p4 p5 p6 p7"


def test_a_witch_has_her_armour_once_in_a_game():
    game = town("witch sheriff godfather mafioso doctor escort lookout")
    game.night("p3 kill {p1}")
    assert "p1" in game.state.alive
    game.night("p3 kill {p1}")
    assert "p1" not in game.state.alive


def test_vampires_turn_somebody_every_other_night_only():
    game = town("vampire sheriff godfather mafioso doctor escort lookout")
    game.night("p1 bite {p2}")
    assert game.state.role(game.state.seats[1]) == "vampire"
    assert game.told("p2")[-1] != game.told("p5")[-1]
    game.night("p2 bite {p6}")
    assert "p6" not in game.state.alive
    game.night("p2 bite {p7}")
    assert game.state.role(game.state.seats[6]) == "vampire"


def test_petrol_waits_for_its_night():
    game = town("arsonist sheriff godfather mafioso doctor escort lookout")
    game.night("p1 douse {p2}").night("p1 douse {p5}", "p6 block {p1}")
    game.night("p1 ignite")
    # The second douse was blocked; who came to block was doused at the door.
    assert game.alive == "p1 p3 p4 p5 p7"


def test_who_becomes_a_jester_by_a_death_at_night_wins_by_the_rope():
    game = town("executioner>p2 sheriff godfather mafioso doctor escort lookout")
    game.night("p3 kill {p2}").hang("p1")
    assert game.moment == "night 2"
    assert game.state.triumphs == ("p1",)
    game.play("p1 does haunt {p5}")
    game.play("clock strikes")
    assert "p5" not in game.state.alive


def test_a_mafioso_is_godfather_after_the_night_that_follows_the_godfathers_rope():
    game = town("sheriff doctor godfather mafioso escort lookout medium jester").night()
    game.hang("p3").play("p1 does question {p4}", "clock strikes")
    assert game.state.role(game.state.seats[3]) == "godfather"
    assert any("suspicious" in line.lower() for line in game.told("p1"))
    since = len(game.story.log)
    game.night("p1 question {p4}")
    assert not any("suspicious" in line.lower() for line in game.told("p1", since))


def test_an_amnesiac_acts_as_what_he_remembered_the_night_after():
    game = town("amnesiac sheriff godfather mafioso doctor escort lookout")
    game.night("p3 kill {p2}").night("p1 remember {p2}")
    assert any("Sheriff" in line for line in game.public())
    since = len(game.story.log)
    game.night("p1 question {p4}")
    assert any("suspicious" in line.lower() for line in game.told("p1", since))


# ── who is left ───────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("left", "how"),
    [
        ("mafioso survivor", "mafia"), ("jester executioner", "nobody"), ("serial-killer arsonist", "arsonist"),
        ("serial-killer jailor", "serial killer"), ("sheriff witch", "town"), ("godfather consigliere sheriff", None),
        ("werewolf serial-killer sheriff", None), ("vampire vampire witch", "vampire"),
    ],
)  # fmt: skip
def test_neutrals_who_win_for_themselves_hold_nobody_up(left: str, how: str | None):
    roles = [name.replace("-", " ") for name in left.split()]
    assert ending([Left(f"p{at}", role) for at, role in enumerate(roles)]) == how  # type: ignore[arg-type]
