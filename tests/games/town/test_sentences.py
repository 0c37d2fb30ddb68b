"""What happens in the town, in sentences: every event, to everybody who hears it."""

from __future__ import annotations

import random
from itertools import pairwise
from typing import get_args

import pytest

from games.core import Seat, named
from games.town.events import Dawned, Lynched, Wrote
from games.town.game import TOWN
from games.town.people import ROLES, Act, Death, Notice, NoticeKind, Order
from games.town.replay import replay, role_in
from games.town.roles import ROLE
from games.town.sentences import CAUSES, DEEDS, NOTICES, a_role, noticed, noticed_of, ordered, say
from tests.games import laws
from tests.games.town.table import town

P1, P2, P3 = Seat("p1"), Seat("p2"), Seat("p3")
SEATS = {Seat(f"p{n}"): f"Player {n}" for n in range(1, 16)}


def test_every_event_of_whole_games_is_a_sentence_about_those_at_the_table():
    kinds = set()
    for seed in range(6):
        story = laws.random_story(
            TOWN, random.Random(seed), TOWN.lobby.options(roles="all-any", players=9, timers="none")
        )
        for _ in laws.steps(story, random.Random(seed)):
            pass
        for told in (each for each in story.log if isinstance(each.event, TOWN.rules.events)):
            text = named(say(told.event), SEATS)
            assert text and "{" not in text and "None" not in text and "  " not in text, text
            assert text[-1] in ".?!”" and text[0].isupper(), text
            kinds.add(type(told.event).__name__)
    assert len(kinds) > 25


@pytest.mark.parametrize("kind", get_args(NoticeKind))
def test_each_notice_speaks_to_whom_it_is_for_and_names_them_to_others(kind: NoticeKind):
    notice = Notice(P1, kind, (P2, P3), ("sheriff", "jailor"), "healed" if kind == "bugged" else "N1: nothing")
    yours, theirs = noticed(notice), noticed_of(notice)
    assert "{who}" not in theirs and "{seats}" not in yours + theirs and "{roles}" not in yours + theirs
    assert "{p1}" not in yours
    assert ("{p1}" in theirs) and "{who}" in NOTICES[kind]
    if "{seats}" in NOTICES[kind]:
        assert "{p2} and {p3}" in yours and "{p2} and {p3}" in theirs
    if "{roles}" in NOTICES[kind]:
        assert "a Sheriff or the Jailor" in yours and "a Sheriff or the Jailor" in theirs


@pytest.mark.parametrize("act", get_args(Act))
def test_each_deed_says_to_whom_it_is_done(act: Act):
    told = ordered(Order(P1, act, P2, P3))
    assert ("{p2}" in told) == ("{one}" in DEEDS[act]) and (
        "None" not in ordered(Order(P1, act)) or "{one}" in DEEDS[act]
    )
    if act in ("swap", "control", "revive"):
        assert "{p2}" in told and "{p3}" in told


def test_a_morning_with_several_dead_tells_of_each():
    deaths = (
        Death(P1, ("mafia", "serial killer"), "doctor", "N1: {p2}\nN2: {p3}", ("Sorry.",)),
        Death(P2, ("arsonist",), None, None),
        Death(P3, ("serial killer",), "escort", "", bloodied=True),
    )
    told = say(Dawned(2, deaths, (Seat("p4"),), ("mafioso",)))
    assert told == (
        "Dawn after night 2. Three of us are dead. "
        "{p1} was gunned down by the Mafia and was stabbed by a Serial Killer, and was a Doctor. "
        "Their will: “N1: {p2} / N2: {p3}” A death note lay there: “Sorry.” "
        "{p2} was burnt alive by an Arsonist. Somebody has cleaned up: nothing is left that would say who they were. "
        "{p3} was stabbed by a Serial Killer, and was an Escort. Their will is soaked in blood, and nobody can read it. "
        "{p4} is back from the dead. An Amnesiac has remembered to be the Mafioso."
    )
    assert say(Dawned(3, ())) == "Dawn after night 3. Nobody has died."


def test_a_will_cannot_pass_for_the_tables_own_words():
    forged = "Nothing.”\n{p2} was hanged, and was the Godfather. “"
    for told in (say(Lynched(P1, 2, "doctor", forged)), say(Wrote(P1, "will", forged))):
        assert "\n" not in told and told.count("“") == told.count("”") == 1


def test_of_what_there_is_only_one_it_is_said_so():
    assert {role for role in ROLES if a_role(role).startswith("the ")} == {r for r in ROLES if ROLE[r].unique}
    assert a_role("arsonist") == "an Arsonist" and a_role("sheriff") == "a Sheriff"


# ── the nights told again ─────────────────────────────────────────────────────────────────────────────────────────────


def over(game: str, *nights: tuple[str, ...], hanged: str) -> list[tuple[str, ...]]:
    """The replay of a town in which these nights happened and then these were hanged, a day each."""
    played = town(game)
    for orders in nights:
        played.night(*orders)
    for whom in hanged.split():
        played.hang(whom)
    assert played.story.outcome is not None, played.moment
    return [block.lines for block in replay(played.state)]


def test_a_night_is_told_in_the_order_in_which_it_goes():
    first, *_ = over(
        "sheriff doctor godfather mafioso escort lookout medium",
        ("p6 watch {p1}", "p5 block {p6}", "p3 kill {p1}", "p1 question {p3}", "p2 heal {p1}"),
        hanged="p3 p4",
    )
    steps = [
        "{p5}, an Escort, means to keep {p6} from acting.", "{p2}, a Doctor, means to heal {p1}.",
        "{p1}, a Sheriff, means to question {p3}.", "{p3}, the Godfather, means to have {p1} killed.",
        "{p6} was kept from acting.", "{p1} was attacked, and lives.", "A Doctor healed {p1}.",
        "{p1} learnt that the one they questioned seems innocent.", "Nobody dies.",
    ]  # fmt: skip
    places = [first.index(step) for step in steps]
    assert all(one < other for one, other in pairwise(places))


def test_every_death_is_told_once_in_its_night_or_day():
    nights = over(
        "sheriff doctor godfather mafioso escort lookout medium vigilante", (), ("p3 kill {p1}", "p8 shoot {p4}"),
        hanged="p3",
    )  # fmt: skip
    told = [line for night in nights for line in night]
    assert [line for line in told if "✖" in line or "hanged" in line] == [
        f"✖ {{p1}} {CAUSES['mafia']}.", f"✖ {{p4}} {CAUSES['vigilante']}.", "{p3} was hanged.",
    ]  # fmt: skip


def test_who_sat_in_jail_is_told_first():
    game = town("jailor doctor godfather escort lookout medium sheriff").play("p1 jails p3").night("p2 heal {p4}")
    first, *_ = replay(game.hang("p3").state)
    assert first.lines[0] == "⛓️ {p3}, the Godfather, sits in jail."


def test_somebody_is_what_they_were_then():
    game = town("amnesiac doctor godfather mafioso escort lookout medium").night("p3 kill {p5}")
    game.night("p1 remember {p5}").night("p1 block {p2}").hang("p3").hang("p4")
    assert game.story.outcome is not None
    assert [role_in(game.state, P1, night) for night in (1, 2, 3)] == ["amnesiac", "amnesiac", "escort"]
    assert [role_in(game.state, Seat("p3"), night) for night in (1, 2, 3)] == ["godfather"] * 3


def test_before_night_falls_it_is_said_that_nobody_is_tried():
    def nights(game):
        return [line for line in game.public() if "falls" in line]

    home = "Night {} falls, and everybody goes home."
    nobody = town().dusk().night().dusk()
    assert nights(nobody) == [home.format(1), f"Too few agree: there is no trial today. {home.format(2)}"]
    spared = town().trial("p1").judge(p2="innocent").dusk()
    assert nights(spared) == [home.format(1), f"Too few agree: there is no further trial today. {home.format(2)}"]
    assert nights(town().hang("p5")) == [home.format(1), home.format(2)]
