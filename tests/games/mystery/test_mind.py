"""What the built-in player believes and does in dictated situations, and that it uses nothing that it was not told."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from games.core import Ask, Seat, Strength, Temper, Told
from games.mystery import GAME, tactics, voice
from games.mystery.autoplay import autoplay
from games.mystery.claims import Account, claims_of
from games.mystery.events import (
    Choice,
    Chose,
    Claim,
    Counted,
    Dawn,
    Event,
    Facts,
    Hanged,
    MurderersMet,
    Night,
    NightFell,
    Opened,
    Plot,
    RoleGiven,
    Say,
    Shared,
    TalkBegan,
    Vote,
    VoteBegan,
    Voted,
    Witnessed,
    listed,
)
from games.mystery.grounds import (
    Answer,
    Ground,
    answer,
    falls_to,
    grounds,
    nobody_near,
    said_before,
    tales_of,
    telling,
)
from games.mystery.mind import account_of, believe
from games.mystery.options import MysteryOptions
from games.mystery.state import State, evolve
from games.mystery.tactics import chances, given_up, may_be_last, threshold
from tests.bench.company import Measured, of_mystery
from tests.games.laws import random_story, steps
from tests.games.mystery.balance import Played, play, wilson

EVEN = Temper()


class Table:
    """A table of which one seat's view is dictated: who is who, what the nights told it, what the others said."""

    def __init__(self, me: str, players: int, murderers: int = 1, guilty: tuple[str, ...] = ()) -> None:
        self.me = Seat(me)
        seats = tuple(Seat(f"p{n}") for n in range(1, players + 1))
        options = MysteryOptions(players=players, murderers=murderers, gentle_first_night="no")
        self.state = evolve(State(), Opened(seats, options.places_for(players), murderers, options.rules_for(players)))
        if me in guilty:
            self.hear(RoleGiven(self.me, "murderer"), MurderersMet(tuple(Seat(each) for each in guilty)))
        else:
            self.hear(RoleGiven(self.me, "innocent"))

    def hear(self, *events: Event) -> Table:
        for event in events:
            self.state = evolve(self.state, event)
        return self

    def night(self, choice: Choice, facts: Facts, **found: str) -> Table:
        """A night as this seat spent it, and who was found dead where; the day begins."""
        number = len(self.state.nights) + 1
        dead = tuple((Seat(seat), place) for seat, place in found.items())
        self.hear(NightFell(number), Chose(self.me, choice), Witnessed(self.me, number, facts), Dawn(number, dead))
        return self.hear(TalkBegan(number, 1))

    def said(self, **words: str) -> Table:
        """What was shared in this round; the next begins."""
        s = self.state
        texts = tuple((seat, words.get(seat, "")) for seat in s.alive)
        return self.hear(Shared(s.day, s.round, texts), TalkBegan(s.day, s.round + 1))

    def guilt(self, seat: str) -> float:
        return believe(self.state, self.me).guilt[Seat(seat)]

    def answer(self, seed: int = 1, temper: Temper = EVEN) -> Any:
        ask = GAME.rules.asks(self.state, self.me)[0]
        return autoplay(self.state, self.me, ask, random.Random(seed), temper)

    def vote(self, seed: int = 1, temper: Temper = EVEN) -> str:
        self.hear(VoteBegan(self.state.day))
        action = self.answer(seed, temper)
        assert isinstance(action, Vote)
        return action.whom


def seats(*names: str) -> tuple[Seat, ...]:
    return tuple(Seat(name) for name in names)


def watched(place: str) -> Choice:
    return Choice(place, None)


# ── what one knows ──


def test_who_cannot_hide_and_says_so_is_not_believed():
    guilt = {}
    for hiders in ((), seats("p2")):
        table = Table("p1", 5)
        table.state = replace(table.state, rules=replace(table.state.rules, hides=0), hiders=hiders)
        table.night(watched("Hall"), Facts("Hall"), p5="Library").said(
            p2="I hid in the Kitchen.", p3="I was in the Garden."
        )
        guilt[hiders] = table.guilt("p2")
    assert guilt[()] > 0.8 > 0.5 > guilt[seats("p2")]


def test_a_murderer_who_cannot_hide_invents_no_hiding_place():
    for hiders, may in (((), False), (seats("p1"), True)):
        table = Table("p1", 5, guilty=("p1",))
        table.state = replace(table.state, rules=replace(table.state.rules, hides=0), hiders=hiders)
        struck = Facts("Hall", seats("p2"), seats("p2"), struck="fell")
        table.night(Choice("Hall", None, "strike", Seat("p2")), struck, p2="Hall")
        truth = account_of(table.state, table.me, 1)
        assert truth is not None
        tales = tactics._stories(table.state, table.me, 1, truth, {})
        assert any(tale is not None and tale.hid for tale in tales) is may


def test_whoever_was_hanged_has_struck_nobody_since():
    """Whoever stood beside one that night did not either: it is the third who is left."""
    table = Table("p1", 5, murderers=2)
    table.night(watched("Hall"), Facts("Hall"))
    table.hear(Hanged(Seat("p5"), "murderer"))
    table.night(watched("Hall"), Facts("Hall", seats("p2")), p3="Kitchen")
    assert table.guilt("p2") == 0 and table.guilt("p4") == 1


def test_before_anything_happened_everybody_else_is_as_likely():
    table = Table("p1", 7, 2)
    assert [round(table.guilt(f"p{n}"), 6) for n in range(1, 8)] == [0.0, *[round(2 / 6, 6)] * 6]


def test_the_only_other_one_beside_a_victim_is_the_murderer():
    table = Table("p1", 6).night(watched("Hall"), Facts("Hall", seats("p2", "p3"), seats("p3")), p3="Hall")
    assert table.guilt("p2") == pytest.approx(1)
    assert table.vote() == "p2"


def test_of_two_beside_a_victim_it_was_one():
    table = Table("p1", 6).night(watched("Hall"), Facts("Hall", seats("p2", "p3", "p4"), seats("p3")), p3="Hall")
    assert [table.guilt(each) for each in ("p2", "p4", "p5", "p6")] == pytest.approx([0.5, 0.5, 0, 0])


def test_who_stopped_a_blow_has_not_struck_it() -> None:
    facts = Facts("Hall", seats("p2", "p3"), blocked=seats("p1"), saved=True)
    table = Table("p1", 6).night(watched("Hall"), facts).said(p2="Last night I was in the Hall and guarded {p1}.")
    assert table.guilt("p3") > 0.9
    why = grounds(table.state, table.me, tales_of(table.state))
    assert why["p3"].why == "only one" and why["p3"].by == "p2" and "p2" not in why


def test_where_all_were_together_two_say_who_was_there() -> None:
    everybody = [f"p{n}" for n in range(1, 7)]
    named = 0
    for me in everybody[:-1]:
        others = seats(*(each for each in everybody if each != me))
        table = Table(me, 6).night(watched("Hall"), Facts("Hall", others, seats("p6")), p6="Hall")
        told = account_of(table.state, table.me, 1)
        assert told is not None
        brief = tactics.in_brief(table.state, table.me, told)
        assert brief.place == "Hall" and (brief.seen == others or brief == Account("Hall", fell=seats("p6")))
        named += brief.seen == others
    assert named == 2


def test_whoever_was_seen_elsewhere_did_not_strike():
    table = Table("p1", 5).night(watched("Hall"), Facts("Hall", seats("p2")), p3="Library")
    assert table.guilt("p2") == 0
    assert table.guilt("p4") == table.guilt("p5") == pytest.approx(0.5)


def test_who_hid_and_saw_the_blow_knows():
    facts = Facts("Hall", seats("p2", "p3", "p4"), seats("p3"), hid=True, blows=((Seat("p4"), Seat("p3")),))
    table = Table("p1", 6).night(Choice("Hall", None, "hide"), facts, p3="Hall")
    assert table.guilt("p4") == pytest.approx(1)
    action = table.answer()
    assert isinstance(action, Say)
    kinds = {(claim.kind, claim.whom) for claim in claims_of(table.said(p1=action.text).state, Seat("p1"))}
    assert {("struck", "p4"), ("guilty", "p4"), ("hid", None)} <= kinds
    assert table.vote() == "p4"


def test_of_two_who_were_seen_to_strike_the_same_guest_both_did():
    blows = ((Seat("p3"), Seat("p4")), (Seat("p5"), Seat("p4")))
    facts = Facts("Hall", seats("p3", "p4", "p5"), seats("p4"), hid=True, blows=blows)
    table = Table("p1", 7, 2).night(Choice("Hall", None, "hide"), facts, p4="Hall")
    assert table.guilt("p3") == table.guilt("p5") == pytest.approx(1)
    told = Table("p2", 7, 2).night(watched("Garden"), Facts("Garden"), p4="Hall")
    told.said(p1="I was hidden in the Hall. I saw {p3} strike {p4}. I saw {p5} strike {p4}. {p4} fell there.")
    assert told.guilt("p3") > 0.6 < told.guilt("p5")


def test_a_guard_who_blocked_a_blow_suspects_only_those_present_and_not_the_shielded():
    facts = Facts("Hall", seats("p2", "p3"), (), seats("p2"), guarded="blocked")
    table = Table("p1", 6).night(Choice(None, Seat("p2"), "guard", Seat("p2")), facts)
    assert table.guilt("p3") == pytest.approx(1) and table.guilt("p2") == 0


def test_two_blows_in_a_night_take_two_murderers():
    table = Table("p1", 8, 2).night(
        watched("Hall"), Facts("Hall", seats("p2", "p3", "p4", "p5"), seats("p2", "p3")), p2="Hall", p3="Hall"
    )
    assert table.guilt("p4") == table.guilt("p5") == pytest.approx(1)
    assert table.guilt("p6") == 0


def test_nobody_sure_is_in_an_impossible_world():
    table = Table("p1", 6).night(watched("Hall"), Facts("Hall", seats("p2", "p3"), seats("p3")), p3="Hall")
    belief = believe(table.state, table.me)
    assert sum(belief.worlds.values()) == pytest.approx(1)
    assert [weight for world, weight in belief.worlds.items() if "p2" not in world] == [0, 0, 0]


# ── what others say ──


def test_two_who_tell_of_each_other_leave_the_third():
    table = Table("p1", 5).night(watched("Hall"), Facts("Hall"), p5="Library")
    table.said(
        p2="I was in the Kitchen. I saw only {p3} there.",
        p3="I was in the Kitchen. I saw only {p2} there.",
        p4="I was in the Kitchen, alone.",
    )
    assert table.guilt("p4") > 0.9
    assert table.vote() == "p4"


def test_who_contradicts_what_i_saw_is_suspected():
    table = Table("p1", 6).night(watched("Hall"), Facts("Hall", seats("p2")), p6="Library")
    before = table.guilt("p3")
    table.said(p3="I was in the Hall, and I saw nobody.")
    assert table.guilt("p3") > 2 * before


def test_an_accuser_and_the_accused_are_both_likelier_than_the_rest():
    table = Table("p1", 6).night(watched("Kitchen"), Facts("Kitchen", seats("p6"), cries=("Library",)), p5="Library")
    table.said(p2="I was in the Library. I saw only {p3} and {p5} there. {p5} fell there. It must have been {p3}.")
    assert table.guilt("p2") + table.guilt("p3") > 0.8
    assert table.guilt("p3") > table.guilt("p2") > table.guilt("p4") - 1e-9


def test_a_cry_that_nobody_uttered_is_a_lie():
    table = Table("p1", 6).night(watched("Hall"), Facts("Hall"), p6="Library")
    table.said(p2="I was in the Kitchen. I heard a cry from the Garden.", p3="I was in the Kitchen, alone.")
    assert table.guilt("p2") > table.guilt("p4")


# ── murderers ──


def test_a_murderer_never_tells_who_struck_and_never_votes_for_a_partner():
    choice = Choice(None, Seat("p3"), "strike", Seat("p3"))
    for seed in range(20):
        table = Table("p1", 8, 2, ("p1", "p2"))
        table.night(choice, Facts("Hall", seats("p3", "p4", "p5"), seats("p3"), struck="fell"), p3="Hall")
        action = table.answer(seed)
        text = action.text if isinstance(action, Say) else ""
        claims = claims_of(table.said(p1=text).state, table.me)
        assert not [
            each for each in claims if each.kind in ("guilty", "accuses", "struck") and each.whom in ("p1", "p2")
        ]
        assert table.vote(seed) not in ("p1", "p2")


def test_with_others_beside_the_victim_a_murderer_tells_the_truth_but_for_the_blow():
    choice = Choice(None, Seat("p3"), "strike", Seat("p3"))
    table = Table("p1", 7, 2, ("p1", "p2"))
    table.night(choice, Facts("Hall", seats("p3", "p4", "p5"), seats("p3"), struck="fell"), p3="Hall")
    action = table.answer()
    assert isinstance(action, Say)
    said = {(claim.kind, claim.place) for claim in claims_of(table.said(p1=action.text).state, table.me)}
    assert ("was", "Hall") in said


def test_alone_with_the_victim_a_murderer_was_never_there():
    choice = Choice(None, Seat("p3"), "strike", Seat("p3"))
    for seed in range(20):
        table = Table("p1", 7, 2, ("p1", "p2"))
        table.night(choice, Facts("Hall", seats("p3"), seats("p3"), struck="fell"), p3="Hall")
        for _ in range(2):
            action = table.answer(seed)
            text = action.text if isinstance(action, Say) else ""
            table.said(p1=text, p4="I was in the Kitchen, alone.", p5="I was in the Library with {p6}.")
        places = {claim.place for claim in claims_of(table.state, table.me) if claim.kind == "was"}
        assert places and "Hall" not in places
        assert len(places) == 1  # and stays with it


def test_murderers_part_at_night():
    targets = []
    for me in ("p1", "p2"):
        table = Table(me, 8, 2, ("p1", "p2")).hear(NightFell(1))
        action = table.answer(3, Temper(boldness=1.0))
        assert isinstance(action, Night)
        targets.append(action.act)
    assert all(each.startswith("strike") for each in targets) and targets[0] != targets[1]


# ── temper and arithmetic ──


def test_the_trusting_hang_nobody_where_the_wary_do():
    def table() -> Table:
        return Table("p1", 6).night(watched("Hall"), Facts("Hall", seats("p2", "p3", "p4"), seats("p3")), p3="Hall")

    votes = {suspicion: table().vote(temper=Temper(suspicion=suspicion)) for suspicion in (0.0, 1.0)}
    assert votes[1.0] in ("p2", "p4")
    quiet = Table("p1", 6).night(watched("Hall"), Facts("Hall"))
    assert quiet.vote(temper=Temper(suspicion=0.0)) == "nobody"


@pytest.mark.parametrize(
    ("innocents", "murderers", "times"), [(2, 1, 1), (3, 1, 1), (4, 1, 2), (5, 2, 1), (6, 2, 2), (1, 1, 0)]
)
def test_how_often_one_may_hang_in_vain(innocents: int, murderers: int, times: int):
    assert chances(innocents, murderers) == times


def test_a_night_may_be_the_last_when_every_blow_would_end_it():
    assert may_be_last(Table("p1", 6, 2).state)
    assert not may_be_last(Table("p1", 7, 2).state)


def test_the_silent_speak_less_than_the_chatty():
    def words(talkativeness: float) -> int:
        table = Table("p1", 6).night(watched("Hall"), Facts("Hall", seats("p2")), p6="Library")
        answers = [table.answer(seed, Temper(talkativeness=talkativeness)) for seed in range(40)]
        return sum(len(each.text) for each in answers if isinstance(each, Say))

    assert words(0.0) < words(0.5) < words(1.0)


@pytest.mark.parametrize("victim", ["p2", "p7"])
def test_a_murderer_whispers_what_it_has_chosen_whomever_it_would_rather_have_struck(victim: str):
    plot = Ask("plot:1", "You may whisper.", "none", (), (Plot,), private=True)

    def whispered(choice: Choice, seed: int) -> str:
        table = Table("p1", 7, 2, ("p1", "p4")).hear(NightFell(1), Chose(Seat("p1"), choice))
        action = autoplay(table.state, Seat("p1"), plot, random.Random(seed), EVEN)
        assert isinstance(action, Plot)
        return action.text

    for seed in range(10):
        assert f"{{{victim}}}" in whispered(Choice(None, Seat(victim), "strike", Seat(victim)), seed)
        assert whispered(watched("Hall"), seed) in voice.WAITING_WHISPER


# ── words and votes ──


def test_who_has_accused_somebody_votes_for_them_though_the_crowd_would_rather_have_another():
    facts = Facts("Hall", seats("p2", "p3", "p4"), seats("p3"))
    for named, other in (("p2", "p4"), ("p4", "p2")):
        table = Table("p1", 6).night(watched("Hall"), facts, p3="Hall")
        table.said(p1=f"I suspect {{{named}}}.").hear(VoteBegan(1))
        table.hear(Voted(Seat("p5"), Seat(other)), Voted(Seat("p6"), Seat(other)))
        action = table.answer()
        assert isinstance(action, Vote) and action.whom == named


def test_what_is_learned_after_one_has_spoken_may_weigh_more():
    table = Table("p1", 5).night(watched("Hall"), Facts("Hall"), p5="Library")
    table.said(
        p1="I suspect {p2}.", p2="I was in the Kitchen. I saw only {p3} there.",
        p3="I was in the Kitchen. I saw only {p2} there.", p4="I was in the Kitchen, alone.",
    )  # fmt: skip
    assert table.guilt("p4") > 0.9 and table.guilt("p2") > 0.001
    assert table.vote() == "p4"


def test_nobody_hangs_for_whom_one_has_stood_up():
    facts = Facts("Hall", seats("p2", "p3", "p4"), seats("p3"))
    for friend, other in (("p2", "p4"), ("p4", "p2")):
        table = Table("p1", 6).night(watched("Hall"), facts, p3="Hall").said(p1=f"I trust {{{friend}}}.")
        assert table.vote(temper=Temper(suspicion=1.0)) == other


def test_who_hid_by_the_word_of_others_is_suspected_less_than_who_did_not():
    hidden = Table("p1", 6, 2).night(watched("Hall"), Facts("Hall", seats("p3")))
    hidden.said(p2="I hid in the Hall. I saw only {p1} and {p3}.", p4="I hid in the Kitchen, alone.")
    assert hidden.guilt("p2") < 0.6 * hidden.guilt("p3")
    assert hidden.guilt("p4") == pytest.approx(hidden.guilt("p6"), abs=0.1), "anybody may say so"


def test_the_weaker_let_accounts_pass_and_go_by_feelings_that_stay_the_same():
    def guilt(strength: float) -> float:
        table = Table("p1", 5).night(watched("Hall"), Facts("Hall"), p5="Library")
        table.said(
            p2="I was in the Kitchen. I saw only {p3} there.", p3="I was in the Kitchen. I saw only {p2} there.",
            p4="I was in the Kitchen, alone.",
        )  # fmt: skip
        found = [believe(table.state, Seat(me), strength=strength).guilt[Seat("p4")] for me in ("p1", "p1", "p5")]
        assert found[0] == found[1]
        return found[0]

    assert guilt(1.0) > 0.9 > guilt(0.2)


def test_a_murderer_whom_most_name_is_given_up_by_the_other():
    for accusers, given in ((("p3",), []), (("p1",), ["p2"]), (("p3", "p4", "p5"), ["p2"])):
        table = Table("p1", 6, 2, ("p1", "p2")).night(watched("Hall"), Facts("Hall"))
        table.said(**dict.fromkeys(accusers, "I suspect {p2}."))
        assert given_up(table.state, table.me, believe(table.state, table.me)) == given


def test_on_a_first_morning_without_a_victim_nobody_speaks_of_one_and_names_nobody():
    rules = MysteryOptions(players=6, gentle_first_night="yes").rules_for(6)
    table = Table("p1", 6, 2)
    table.state = replace(table.state, rules=rules)
    table.night(watched("Hall"), Facts("Hall"))
    chatty = Temper(suspicion=1.0, talkativeness=1.0)
    openings = {each.casefold() for each in voice.variants(*voice.DISMAY, *voice.QUIET_NIGHT)}
    for seed in range(40):
        said = table.answer(seed, chatty)
        assert isinstance(said, Say) and not [
            each for each in openings if "{" not in each and each in said.text.casefold()
        ]
    table.said(**{f"p{n}": "Hello." for n in range(2, 7)})
    assert grounds_of(table, "p2") == Ground("")


def grounds_of(table: Table, suspect: str) -> Ground:
    return grounds(table.state, table.me, tales_of(table.state)).get(Seat(suspect), Ground(""))


def test_an_eyewitness_is_believed_in_silence_and_answered_by_the_accused():
    table = Table("p1", 6).night(watched("Garden"), Facts("Garden"), p6="Library")
    table.said(
        p2="I hid in the Library. I saw {p3} strike {p6}.", p3="I was in the Library. I saw {p6}. {p6} fell there."
    )
    assert grounds_of(table, "p3") == Ground("eyewitness", Seat("p2")) and not telling(grounds_of(table, "p3"))
    assert answer(table.state, Seat("p3"), tales_of(table.state)) == Answer("witnesses", seats("p2"))


def test_nearness_that_tells_nobody_from_the_others_is_no_ground():
    for near, why in ((("p2", "p3"), "near"), (("p2", "p3", "p4", "p5"), "")):
        table = Table("p1", 6).night(watched("Garden"), Facts("Garden"), p6="Library")
        table.said(**{
            each: f"I was in the Library. I saw {listed(other for other in (*seats(*near), Seat('p6')) if other != each)} and nobody else."
            for each in near
        })  # fmt: skip
        assert grounds_of(table, "p3").why == why
        assert not telling(grounds_of(table, "p3")), "they have told so themselves"


def test_the_only_one_out_of_sight_is_told_by_that():
    table = Table("p1", 5).night(watched("Garden"), Facts("Garden", seats("p2", "p3")), p5="Library")
    rooms = (("Garden", seats("p1", "p2", "p3")),)
    assert grounds_of(table, "p4") == Ground("elsewhere", None, Seat("p5"), "Library", "", 1, seats("p4"), rooms)


def test_who_was_together_elsewhere_leaves_one_or_two_once_all_have_told():
    table = Table("p1", 6).night(watched("Garden"), Facts("Garden"), p6="Library")
    table.said(p2="I was in the Hall. I saw only {p3}.", p3="I was in the Hall. I saw only {p2}.", p4="Kitchen, alone.")
    assert not telling(grounds_of(table, "p4")), "p5 may have seen them"
    table.said(p5="I was in the Cellar. I saw nobody.")
    rooms = (("Hall", seats("p2", "p3")),)
    assert grounds_of(table, "p4") == Ground("elsewhere", None, Seat("p6"), "Library", "", 1, seats("p4", "p5"), rooms)
    assert grounds_of(table, "p2").why == ""


def test_whoever_has_accused_somebody_says_so_once():
    for before, again in (("", True), (" It was {p2}.", False)):
        seen, fell = seats("p2", "p6"), seats("p6")
        table = Table("p1", 6).night(watched("Garden"), Facts("Garden", seen, fell), p6="Garden")
        table.said(p1=f"I was in the Garden. I saw {{p2}} and {{p6}}. {{p6}} fell there.{before}")
        said = table.answer()
        assert bool(isinstance(said, Say) and [each for each in said.means if each.kind == "guilty"]) == again


def test_a_phrase_that_was_heard_is_worn_inside_another_sentence_too():
    memory = voice.Memory([(Seat("p2"), "My vote – {p3} – few enough of us stood by – so there.")], Seat("p1"))
    assert memory.worn("few enough of us stood by") and memory.worn("Well, few enough of us stood there.")
    assert not memory.worn("not many of us had the chance")


def test_beside_a_body_nobody_makes_small_talk():
    table = Table("p1", 6).night(watched("Garden"), Facts("Garden"), p6="Library")
    table.said(p1="I was in the Garden. I saw nobody.", p2="I was in the Library. {p6} fell there.")
    for seed in range(30):
        said = table.answer(seed, Temper(talkativeness=1.0, suspicion=0.0, manner="dante"))
        assert not isinstance(said, Say) or said.means


def test_beside_a_body_one_says_who_was_there_only_where_it_leaves_one():
    for count, why, tells in ((2, "only one", True), (3, "only one", False), (5, "lot", False)):
        others = [f"p{n}" for n in range(2, 2 + count)]
        table = Table("p1", 8).night(watched("Hall"), Facts("Hall", seats(*others), seats("p2")), p2="Hall")
        assert (grounds_of(table, "p3").why, telling(grounds_of(table, "p3"))) == (why, tells)


def test_the_guard_who_stopped_a_blow_did_not_strike_it():
    near = Facts("Hall", seats("p2", "p3", "p4"), blocked=seats("p2"))
    table = Table("p1", 6).night(watched("Hall"), near)
    table.said(p3="I was in the Hall and guarded {p2}. I saw only {p1}, {p2} and {p4}.")
    assert grounds_of(table, "p4") == Ground("only one", Seat("p3"), Seat("p2"), "Hall", "", 1, seats("p4"))


def test_an_accusation_says_where_two_accounts_part():
    table = Table("p1", 6).night(watched("Garden"), Facts("Garden"), p6="Library")
    table.said(p2="I was in the Kitchen. I saw only {p3} and {p4} there.", p3="I was in the Hall.", p4="I was in the Kitchen. I saw only {p2} and {p3} there.")  # fmt: skip
    assert grounds_of(table, "p3") == Ground("contradicts", Seat("p2"), Seat("p3"), "Hall", "Kitchen", 1, seats("p3"))
    table.said(p5="I was in the Garden. I saw nobody.", p1="I was in the Garden. I saw nobody.")
    found = grounds_of(table, "p5")
    assert found == Ground("contradicts me", Seat("p1"), Seat("p1"), "", "Garden", 1, seats("p5"))
    said = voice.Voice(Seat("p1"), 1, random.Random(1), EVEN, voice.Memory((), Seat("p1"))).accusation(
        seats("p5"), False, found
    )
    assert "story leaves me out of the Garden, mine has me there" in said.text


def test_a_table_that_hangs_nobody_loses_its_patience():
    table = Table("p1", 9, 2)
    wanted = [threshold(table.state, EVEN)]
    for day in range(1, 5):
        table.hear(Counted(day, (), None))
        wanted.append(threshold(table.state, EVEN))
    assert wanted[0] == wanted[1] > wanted[2] > wanted[3] > wanted[4]
    table.hear(Hanged(Seat("p9"), "innocent"), Counted(5, (), Seat("p9")))
    assert threshold(table.state, EVEN) > wanted[4]


def test_built_in_players_say_little_again_and_vote_as_they_have_spoken():
    found = Measured()
    for size in (5, 7, 9):
        for story, _ in games(size):
            found += of_mystery(story)

    def share(title: str) -> float:
        cases = [value for value, _ in found.cases[title]]
        assert len(cases) > 100
        return sum(cases) / len(cases)

    assert share("sentences said before at this table") < 0.06
    assert share("sentences that the same speaker has said before") < 0.005
    assert share("sentences said for the fourth time or more") < 0.005
    assert share("votes against what the voter said that day") < 0.05


# ── nothing but its own view ──


@pytest.mark.parametrize("size", [4, 6, 8])
def test_the_answer_is_the_same_in_every_world_that_the_seat_could_not_tell_apart(size: int):
    """From the table's own state, with all that is hidden dealt anew, the seat's own view and so its answer stay the same."""
    story, _ = play(MysteryOptions(players=size), f"worlds/{size}")
    log = story.log
    checked = 0
    for cut in range(len(log) // 3, len(log), max(1, len(log) // 40)):
        state = State()
        for told in log[:cut]:
            state = evolve(state, told.event)
        for seat in state.alive:
            asks = GAME.rules.asks(state, seat)
            if not asks or state.role(seat) == "murderer":
                continue
            view = _view(log[:cut], seat)
            own = autoplay(view, seat, asks[0], random.Random(cut), EVEN)
            for seed in range(2):
                other = GAME.rules.resample(state, seat, random.Random(seed))
                assert believe(other, seat).guilt == believe(view, seat).guilt
                assert autoplay(other, seat, asks[0], random.Random(cut), EVEN) == own
                checked += 1
    assert checked > 20


def _view(log: list[Told], seat: Seat) -> State:
    state = State()
    for told in log:
        if told.heard_by(seat):
            state = evolve(state, told.event)
    return state


# ── whole games ──


@pytest.mark.parametrize("seed", [0, 5, *(pytest.param(n, marks=pytest.mark.soak) for n in (1, 2, 3, 4))])
def test_every_answer_is_legal_whatever_has_happened(seed: int):
    """People leave, murderers whisper, nobody makes sense: the built-in player still has an answer that the rules take."""
    rng = random.Random(seed)
    options = MysteryOptions(players=4 + seed, plotting=True, votes=rng.choice(("open", "sealed")), rounds=1 + seed % 3)
    story = random_story(GAME, rng, options)
    answered = 0
    for _ in steps(story, rng):
        for seat in story.seats:
            for ask in story.asks(seat):
                if story.paused is None:
                    temper = Temper(rng.random(), rng.random(), rng.random(), rng.random())
                    action = autoplay(story.view(seat), seat, ask, random.Random(answered), temper)
                    if not (isinstance(action, Vote) and ask.need == "none"):  # the same vote again is refused
                        assert story.decide(seat, action, ask.key).told
                    answered += 1
    assert answered > 50


@cache
def games(size: int) -> list[tuple[Any, Played]]:
    return [play(MysteryOptions(players=size), f"suite/{size}/{n}") for n in range(12)]


@pytest.mark.parametrize("size", range(4, 11))
def test_built_in_players_finish_every_game_with_legal_moves_alone(size: int):
    """`play` lets every refusal rise, so that a move that is not allowed fails here."""
    assert {story.state.ended.why for story, _ in games(size)} <= {"all hanged", "parity", "exhaustion"}


def test_innocents_hang_murderers_more_often_than_chance_would():
    played = [each for size in range(4, 11) for _, each in games(size)]
    hanged, hits = sum(each.hanged for each in played), sum(each.hanged_murderers for each in played)
    assert wilson(hits, hanged)[0] > sum(each.expected for each in played) / hanged


# ── what is said ──


def claimed(said: Any) -> set[tuple[str, str | None]]:
    return {(each.kind, each.whom) for each in said.means} if isinstance(said, Say) else set()


def beside_a_body(mine: str = "", theirs: str = "", third: str = "") -> Table:
    """p1 and p2 were with p6 when p6 fell; p3 was elsewhere."""
    table = Table("p1", 6).night(watched("Garden"), Facts("Garden", seats("p2", "p6"), seats("p6")), p6="Garden")
    return table.said(
        p1=f"I was in the Garden. I saw {{p2}} and {{p6}}, and nobody else. {{p6}} fell there. {mine}",
        p2=f"I was in the Garden. I saw {{p1}} and {{p6}}, and nobody else. {{p6}} fell there. {theirs}",
        p3=f"I was in the Hall. I saw nobody. {third}",
    )


def test_whoever_has_charged_their_accuser_has_answered():
    for mine, answers in (("It was {p2}.", False), ("", True)):
        said = claimed(beside_a_body(mine, "It was {p1}.").answer())
        assert (("guilty", "p2") in said) is answers and ("clears", "p1") not in said
        assert (("guilty", "p2") in said) is not mine


def test_an_eyewitness_is_answered_and_charged_in_one_breath_and_once():
    table = beside_a_body(theirs="I suspect {p3}.", third="I hid in the Garden. I saw {p1} strike {p6}.")
    said = table.answer()
    assert {("clears", "p1")} <= claimed(said)
    assert said.text.count("{p3}") <= 2


def test_where_it_lies_between_two_both_are_named():
    table = Table("p1", 7, 2).night(watched("Garden"), Facts("Garden", seats("p4", "p5")), p6="Library")
    table.said(
        p2="I was in the Hall. I saw nobody.",
        p3="I was in the Hall. I saw nobody.",
        p7="I was in the Hall. I saw nobody.",
    )
    assert tactics.to_name(
        table.state, table.me, believe(table.state, table.me), grounds(table.state, table.me, tales_of(table.state))
    )
    why = dict.fromkeys(seats("p2", "p3"), Ground("elsewhere", among=seats("p2", "p3")))
    assert {*tactics.to_name(table.state, table.me, believe(table.state, table.me), why)} == {*seats("p2", "p3")}


def test_a_word_that_speaks_against_oneself_too_is_no_ground():
    table = Table("p1", 6).night(watched("Garden"), Facts("Garden"), p6="Library")
    table.said(p2="I was in the Library. I saw {p1} and {p3}.", p3="I was in the Kitchen.", p4="I was in the Hall.")
    assert grounds_of(table, "p3").why != "contradicts"


def test_the_word_of_a_dead_witness_still_counts():
    table = Table("p1", 7, 2).night(watched("Garden"), Facts("Garden"), p6="Library")
    table.said(p5="I hid in the Library. I saw {p2} strike {p6}.", p2="I was in the Kitchen.")
    table.night(watched("Garden"), Facts("Garden"), p5="Hall")
    assert grounds_of(table, "p2") == Ground("eyewitness", Seat("p5"))


def test_what_somebody_has_said_since_that_night_nobody_says_again():
    table = Table("p1", 6).night(watched("Garden"), Facts("Garden"), p6="Library")
    assert not said_before(table.state, Seat("p3"), 1)
    table.said(p2="I suspect {p3}.")
    assert said_before(table.state, Seat("p3"), 1)
    table.night(watched("Garden"), Facts("Garden"))
    assert said_before(table.state, Seat("p3"), 1) and not said_before(table.state, Seat("p3"), 2)


def test_of_all_who_know_the_same_one_says_it():
    table = Table("p1", 6).night(watched("Garden"), Facts("Garden", seats("p2", "p3", "p4")), p6="Library")
    why = grounds_of(table, "p5")
    assert why.why == "elsewhere"
    speakers = []
    for each in seats("p1", "p2", "p3", "p4"):
        own = Facts("Garden", tuple(other for other in seats("p1", "p2", "p3", "p4") if other != each))
        theirs = Table(each, 6).night(watched("Garden"), own, p6="Library")
        speakers += [each] if falls_to(theirs.state, each, grounds_of(theirs, "p5")) else []
    assert len(speakers) == 1


def test_where_nobody_was_near_the_body_one_says_so_when_all_have_told():
    table = Table("p1", 5).night(watched("Garden"), Facts("Garden"), p5="Library")
    table.said(p1="I was in the Garden.", p2="I was in the Kitchen.", p3="I was in the Hall.")
    assert not any(nobody_near(table.state, each, tales_of(table.state)) for each in table.state.alive)
    table.said(p4="I was in the Hall.")
    found = [nobody_near(table.state, each, tales_of(table.state)) for each in table.state.alive]
    assert sorted(found, key=str) == [(Seat("p5"), "Library"), None, None, None]


# ── a ground, or none ──


def first_day(players: int, calm: bool, seen: str, said: Mapping[str, str]) -> Table:
    """Nobody fell, and where it was `calm`, nobody could."""
    table = Table("p1", players, 2)
    table.state = replace(table.state, rules=replace(table.state.rules, strike_first_night=not calm))
    table.night(watched("Hall"), Facts("Hall", seats(*seen.split())))
    return table.said(p1="I was in the Hall.", **said)


ALONE = "I was in the Kitchen. I saw nobody."


@pytest.mark.parametrize(
    ("players", "calm", "seen", "said", "found"),
    [
        (7, False, "p2", {"p3": ALONE}, {}),
        (6, True, "p2", {"p3": ALONE}, {}),
        (6, False, "", {"p3": ALONE}, dict.fromkeys(("p2", "p3", "p4", "p5", "p6"), "lot")),
        (6, False, "p2", {}, dict.fromkeys(("p2", "p3", "p4", "p5", "p6"), "lot")),
    ],
)
def test_where_nothing_speaks_against_anybody_a_name_falls_only_if_there_is_no_time(
    players: int, calm: bool, seen: str, said: Mapping[str, str], found: Mapping[str, str]
):
    table = first_day(players, calm, seen, dict.fromkeys(("p2", "p3", "p4", "p5", "p6", "p7"), "Hello.") | said)
    s = table.state
    why = grounds(s, table.me, tales_of(s))
    assert {seat: each.why for seat, each in why.items()} == found
    for seed in range(20):
        words = table.answer(seed, Temper(suspicion=1.0, strength=0.2))
        assert not [each for each in getattr(words, "means", ()) if each.kind == "accuses"], "one votes in silence"
    vote = table.vote(temper=Temper(suspicion=1.0, strength=0.2))
    assert vote in found or vote == "nobody"


@pytest.mark.parametrize("guilty", [(), ("p1", "p6")])
def test_whoever_one_was_with_while_somebody_fell_elsewhere_is_not_accused_for_want_of_another(
    guilty: tuple[str, ...],
):
    """By a murderer neither, whose night is invented."""
    table = Table("p1", 7, 2, guilty)
    struck = Choice(None, Seat("p7"), "strike", Seat("p7"))
    fell = Facts("Cellar", seats("p7"), seats("p7"), struck="fell")
    table.night(*((struck, fell) if guilty else (watched("Garden"), Facts("Garden", seats("p2")))), p7="Cellar")
    table.said(p1="I was in the Garden. I saw only {p2}.", p2="I was in the Garden. I saw only {p1}.")
    table.said(p3="I suspect {p2}.", p4="I suspect {p2}.")
    for seed in range(20):
        words = table.answer(seed, Temper(suspicion=1.0))
        assert "p2" not in {each.whom for each in getattr(words, "means", ()) if each.kind == "accuses"}
    assert table.vote(temper=Temper(suspicion=1.0)) != "p2"


@pytest.mark.parametrize(("seen", "why"), [((), "lot"), (("p2",), "")])
def test_a_vote_for_the_wrong_rope_is_no_ground_against_whoever_one_was_with(seen: tuple[str, ...], why: str):
    table = Table("p1", 8, 2).night(watched("Hall"), Facts("Hall"))
    table.hear(Counted(1, tuple((seat, Seat("p8")) for seat in seats("p2", "p3", "p4")), Seat("p8")))
    table.hear(Hanged(Seat("p8"), "innocent"))
    table.night(watched("Garden"), Facts("Garden", seats(*seen)), p7="Library")
    assert grounds_of(table, "p2").why == why


def test_nobody_accuses_from_a_night_that_they_have_not_told():
    """Those of few words wait with both."""
    spoke = 0
    for seed in range(40):
        table = Table("p1", 5).night(watched("Garden"), Facts("Garden", seats("p2", "p3")), p5="Library")
        said = table.answer(seed, Temper(talkativeness=0.1))
        kinds = {each.kind for each in getattr(said, "means", ())}
        assert not kinds or {"was", "guilty"} <= kinds
        spoke += bool(kinds)
    assert 0 < spoke < 40


def test_what_was_seen_in_an_earlier_night_is_a_ground_still():
    table = Table("p1", 8, 2).night(watched("Hall"), Facts("Hall", seats("p2", "p3", "p8"), seats("p8")), p8="Hall")
    table.night(watched("Garden"), Facts("Garden"))
    assert grounds_of(table, "p2") == Ground("only one", None, Seat("p8"), "Hall", "", 1, seats("p2", "p3"))
    table.hear(Hanged(Seat("p3"), "murderer"))
    assert grounds_of(table, "p2").why == "", "it may have been the one who was hanged"


@pytest.mark.parametrize(
    ("facts", "dead", "words", "found"),
    [
        (Facts("Garden", seats("p3")), {"p6": "Library"}, {"p3": "Garden. I saw only {p1}."}, Answer("seen", seats("p3"), Seat("p6"), "Garden")),
        (Facts("Garden", seats("p3"), hid=True), {"p6": "Library"}, {"p3": "Garden, alone."}, None),
        (Facts("Garden"), {"p6": "Library"}, {"p2": "Hall, alone."}, Answer("unseen", seats("p2"), Seat("p6"))),
        (Facts("Garden"), {"p6": "Library", "p5": "Hall"}, {"p2": "Hall, {p5} fell."}, None),
        (Facts("Garden", seats("p2"), hid=True, blows=((Seat("p2"), Seat("p3")),)), {}, {}, Answer("saw", seats("p2"))),
        (Facts("Garden"), {}, {}, None),
    ],
)  # fmt: skip
def test_whoever_is_accused_says_what_most_speaks_against_it(
    facts: Facts, dead: Mapping[str, str], words: Mapping[str, str], found: Answer | None
):
    table = Table("p1", 6, 2).night(watched("Garden"), facts, **dead)
    table.said(**words)
    table.said(p2="I suspect {p1}.")
    assert answer(table.state, table.me, tales_of(table.state)) == found
    for manner in ("", "clio", "edda") if found else ():
        assert found
        speaks = voice.Voice(Seat("p1"), 1, random.Random(1), Temper(manner=manner), voice.Memory((), Seat("p1")))
        said = speaks.defence(found, 2)
        assert all(f"{{{each}}}" in said.text for each in found.whom if found.plea != "saw")
        assert said.means == (Claim("clears", Seat("p1"), 1, Seat("p1")),)


def test_as_many_false_witnesses_as_murderers_are_all_of_them():
    for count in (1, 2):
        speaks = voice.Voice(Seat("p1"), 1, random.Random(1), EVEN, voice.Memory((), Seat("p1")))
        said = speaks.defence(Answer("witnesses", seats("p2", "p3")[:count]), 2)
        assert ("two false witnesses" in said.text) is (count == 2)


@pytest.mark.parametrize("strength", ["easy", "normal"])
def test_the_weak_vote_as_they_have_spoken_too(strength: Strength):
    found = Measured()
    for n in range(20):
        found += of_mystery(play(MysteryOptions(players=7, strength=strength), f"word and vote/{n}")[0])
    cases = [value for value, _ in found.cases["votes against what the voter said that day"]]
    assert len(cases) > 20 and sum(cases) / len(cases) < 0.05


def test_after_a_blow_that_was_blocked_nobody_praises_the_quiet():
    quiet = [each.casefold() for each in voice.variants(*voice.QUIET_NIGHT)]
    for seed in range(30):
        table = Table("p1", 6).night(watched("Hall"), Facts("Hall", seats("p2"), blocked=seats("p2")))
        said = table.answer(seed, Temper(talkativeness=1.0))
        assert isinstance(said, Say) and not any(each in said.text.casefold() for each in quiet)


def test_the_last_words_give_a_ground_that_nobody_has_given():
    for mine, named in (("", True), ("It was {p2}.", False)):
        table = beside_a_body(mine)
        table.hear(VoteBegan(1), Counted(1, tuple((seat, table.me) for seat in table.state.alive), table.me))
        assert (("accuses", "p2") in claimed(table.answer())) is named


def test_whom_one_only_went_after_is_not_told():
    for act, told in (("watch", None), ("hide", Seat("p2"))):
        table = Table("p1", 5).night(Choice(None, Seat("p2"), act), Facts("Hall", seats("p2"), hid=act == "hide"))  # type: ignore[arg-type]
        said = tactics.story(table.state, table.me, 1, {}, random.Random(1), EVEN)
        assert said is not None and said.followed == told


def test_a_night_that_somebody_has_told_whole_is_not_told_again():
    for told, like in (
        ("I saw only {p1} and {p3}.", True),
        ("I saw only {p1}.", False),
        ("I saw {p1} and {p3}.", False),
    ):
        table = Table("p1", 5).night(watched("Garden"), Facts("Garden", seats("p2", "p3")))
        said = table.said(p2=f"I was in the Garden. {told}").answer()
        assert ("{p2}" in said.text and "{p3}" not in said.text) is like
        assert ("saw", "p3") in claimed(said), "it is claimed all the same"
