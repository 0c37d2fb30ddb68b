"""What each seat saw in a few towns, line by line: when a line changes, the diff asks whether that seat should know.

Sentences as they were told, and after “>” what the seat was asked then. `GOLDEN=write` writes the transcripts anew.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.games.dictated import check_golden, check_public
from tests.games.town.table import Dictated, town

GOLDEN = Path(__file__).parents[2] / "golden" / "town"


def jailed_tried_and_executed() -> Dictated:
    """Seven people: somebody is saved, somebody acquitted, somebody hanged, and a Godfather does not leave his cell."""
    game = town("jailor doctor sheriff lookout escort godfather mafioso", timers="std")
    game.play("p3 says Good evening, all.", "p1 whispers p3 I hold the keys. What are you?")
    game.play(
        "p3 whispers p1 The Sheriff.", "p1 jails p4", "p1 jails p5", "p7 wills Lookout. N1: nobody was at {p2}'s."
    )
    game.dusk().play(
        "p1 confers Who are you?", "p5 confers The Escort.", "p6 confers {p3}, I think.", "p7 confers Good."
    )
    game.night("p6 kill {p3}", "p2 heal {p3}", "p3 question {p7}", "p4 watch {p3}")
    game.play("p3 says {p7} is suspicious!", "p7 says I am the Lookout.", "p1 jails p6").talk()
    game.play("p7 names p4", "p6 names p4", "p5 names p4", "p2 names p1", "p2 names p4")
    game.play("p4 says I am the Lookout. {p2} and {p7} were at {p3}'s.", "p4 waits")
    game.play("p7 finds guilty", "p6 finds guilty", "p5 finds guilty", "p5 finds abstain", "p3 finds innocent")
    game.play("p1 finds innocent", "p2 finds innocent")
    game.play("p3 names p7", "p4 names p7", "p2 names p7", "p5 names p7", "p7 says They lie!", "p7 waits")
    game.judge(p1="guilty", p2="guilty", p3="guilty", p4="guilty", p6="innocent").play("p7 says Ask {p6}.", "p7 waits")
    game.play("p1 notes The keys send their regards.", "p1 confers Well?", "p6 confers I am a Veteran.")
    return game.night("p1 execute {p6}", "p3 question {p6}", "p2 heal {p3}", "p4 watch {p2}")


def wills_that_nobody_can_trust() -> Dictated:
    """The Mafia cleans, forges, frames and gags its way to the end; a Serial Killer soaks a will in blood."""
    game = town("godfather janitor forger blackmailer framer sheriff investigator escort spy bodyguard serial-killer")
    game.play("p1 notes With the regards of the family.", "p11 notes Hush now.", "p6 wills Sheriff. Nothing yet.")
    game.play("p3 forges I was a Jester all along.", "p8 wills Escort. I shall visit {p11}.", "p9 wills Spy.")
    game.play("p9 jots {p5} is too quiet.", "p10 wills Bodyguard.", "p10 wills", "p7 whispers p6 Investigator here.")
    game.dusk().play("p1 confers I take {p6}; clean up, {p2}.", "p2 confers With pleasure.")
    game.night(
        "p1 kill {p6}", "p2 clean {p6}", "p3 forge {p7}", "p4 blackmail {p7}", "p5 frame {p10}", "p7 investigate {p10}",
        "p8 block {p11}", "p10 guard {p9}",
    )  # fmt: skip
    game.play("p9 says The Mafia was at {p6}'s, {p7}'s and {p10}'s.", "p5 says Then let us hear {p7}.")
    game.trial("p7").judge(p5="guilty", p9="innocent", p1="guilty", p10="innocent")
    game.dusk().play("p3 confers {p9} hears us.", "p1 confers Then not for long.", "p11 cautious")
    game.night(
        "p1 kill {p9}", "p3 forge {p9}", "p2 clean {p7}", "p4 blackmail {p10}", "p7 investigate {p5}", "p10 guard {p7}",
        "p11 stab {p7}",
    )  # fmt: skip
    game.play("p7 says {p5} is a Framer, a Vampire or a Jester!", "p1 says A Jester would say so.")
    game.trial("p7").judge(p1="guilty", p2="guilty", p3="guilty", p4="guilty", p5="abstain")
    return game.play("p7 says You will see.", "p7 waits")


def everybody_for_themselves() -> Dictated:
    """A Jester hangs, a Serial Killer is kept from it, fire, a full moon, a Witch; in the end nobody dares anything any more."""
    game = town(
        "jester executioner>p9 serial-killer arsonist werewolf witch survivor sheriff doctor escort consort",
        timers="rapid",
    )
    game.play("p2 says It is {p9}, I feel it.", "p10 wills Escort.", "p3 notes Neatly done.")
    game.night(
        "p3 stab {p7}", "p4 douse {p8}", "p6 control {p9} with p6", "p7 vest", "p8 question {p3}", "p9 heal {p8}",
        "p10 block {p3}", "p11 block {p6}",
    )  # fmt: skip
    game.play("p8 says {p3} is suspicious.", "p1 says Hang me if you dare!").trial("p1")
    game.judge(p8="guilty", p9="guilty", p3="guilty", p7="innocent").play("p1 says Thank you.", "p1 waits")
    game.night(
        "p1 haunt {p8}", "p3 stab {p6}", "p4 douse {p3}", "p5 rampage {p9}", "p6 control {p11} with p7", "p7 vest",
        "p9 heal {p7}", "p11 kill {p2}",
    )  # fmt: skip
    game.night("p3 stab {p11}", "p4 ignite", "p11 kill {p5}")
    while game.story.outcome is None:
        game.night()
    return game


def from_the_coffins() -> Dictated:
    """Vampires, who hunts them, who speaks to the dead and who fetches them back; somebody leaves, and comes back."""
    game = town(
        "vampire vampire vampire-hunter medium retributionist amnesiac transporter veteran mayor investigator godfather sheriff",
        models="p8", timers="slow",
    )  # fmt: skip
    game.play("p8 bids 3", "p3 says Is that garlic?", "p8 says Keep away from my door.")
    game.dusk().play("p1 confers {p10} looks tasty.", "p2 confers Agreed.")
    game.night(
        "p1 bite {p10}", "p2 bite {p10}", "p3 stake {p5}", "p7 swap {p9} with p4", "p10 investigate {p11}",
        "p11 kill {p9}", "p12 question {p11}",
    )  # fmt: skip
    game.leaves("p12").play("p9 reveals", "p4 calls p9", "p12 sums Nobody said much.", "p8 sums {p3} smells garlic.")
    game.play("p5 says {p9} is safe, then.").dusk()
    game.play("p4 reaches I was not even at home.", "p9 reaches Somebody moved me.", "p10 confers What a thirst.")
    game.night("p1 bite {p8}", "p2 bite {p8}", "p10 bite {p8}", "p3 stake {p1}", "p8 alert", "p12 question {p2}")
    game.leaves("p12", "person").play("p12 says {p11} seems innocent, they told me.", "p9 says I vote for {p11}.")
    game.play("p8 sums Two lay dead at my door.").hang("p11")
    game.play("p10 confers So it was you, {p4}?", "p4 confers It was my bed.")
    game.night("p5 revive {p4}", "p6 remember {p11}", "p3 stake {p2}", "p7 swap {p8} with p12")
    game.play("p4 says I was dead.", "p6 says I am somebody, at last.").dusk()
    game.play("p4 confers Who killed you?", "p10 confers {p8} did.")
    game.night("p6 kill {p4}", "p3 shoot {p6}", "p7 swap {p4} with p8")
    return game.hang("p6")


TOWNS = (
    jailed_tried_and_executed, wills_that_nobody_can_trust, everybody_for_themselves, from_the_coffins,
)  # fmt: skip


@pytest.mark.parametrize("evening", TOWNS, ids=lambda evening: evening.__name__)
def test_every_seat_sees_what_it_saw_before(evening: Callable[[], Dictated]):
    check_golden(evening, GOLDEN)


@pytest.mark.parametrize("evening", TOWNS, ids=lambda evening: evening.__name__)
def test_what_the_public_saw_everyone_saw(evening: Callable[[], Dictated]):
    check_public(evening)
