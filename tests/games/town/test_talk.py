"""What built-in players say is true of whom it is said, answers what was said, and is not said again."""

from __future__ import annotations

import re

import pytest

from games.core import Seat, Strength
from games.phrases import Talk
from games.story import Story
from games.town import events as town_events
from games.town.events import DayBroke, Nominated, Said, TrialBegan
from games.town.game import TOWN
from games.town.mind import KILLER, MAFIA, PARTY, Ground, believe
from games.town.mind import TOWN as TOWNSFOLK
from games.town.options import TownOptions
from games.town.voice import REPLIES, ROLES_NAMED, heard
from tests.bench.company import Measured, count_charges
from tests.games.town.balance import play

ME, YOU = Seat("p1"), Seat("p4")


def spoken(story: Story) -> list[Said]:
    events = [each.event for each in story.log]
    return [each for each in events if isinstance(each, Said) and each.room == "town" and each.to is None]


def words_and_votes(story: Story) -> tuple[int, list[str]]:
    """How many want somebody on trial whom they have accused before the town that day, or another though nothing was said of either of the two
    since, nor by them, and nobody has stood trial; and who the latter are. An Executioner says whatever helps and votes for the one it wants, and those
    who kill join a rope."""
    ballot = dict[Seat, Seat | None]()
    kept, broken = 0, list[str]()
    pledged: dict[Seat, tuple[set[Seat], set[Seat | None]]] = {}
    day = 0
    for told in story.log:
        match told.event:
            case DayBroke() | TrialBegan() as event:
                ballot, pledged, day = {}, {}, event.day if isinstance(event, DayBroke) else day
            case Said(room="town", to=None, seat=seat, text=text, means=means):
                for who, (_, spoken_of) in pledged.items():
                    if who != seat:
                        spoken_of |= {seat, *(each.target for each in means or ())} if means else set()
                if re.search(r"\b(lying|liar|at most)\b", text):
                    continue  # who denies somebody's word need not want them hanged first
                if accused := {each.target for each in means or () if each.kind == "accuse" and each.target}:
                    pledged[seat] = (pledged.get(seat, (set(), set()))[0] | accused, set())
            case Nominated(seat=seat, whom=str() as whom) if seat in pledged and story.state.cast[seat].quarry is None:
                accused, spoken_of = pledged[seat]
                kept += whom in accused
                kills = PARTY[story.state.cast[seat].role or "doctor"] in (MAFIA, KILLER)
                joins = kills and any(each == whom for each in ballot.values())  # the rope that decides it
                if whom not in accused and not joins and not spoken_of & {whom, *accused}:
                    broken.append(f"day {day}: {seat} accused {accused} and votes for {whom}")
        if isinstance(told.event, Nominated):
            ballot[told.event.seat] = told.event.whom
    return kept, broken


@pytest.mark.parametrize("strength", ["easy", "normal", "hard"])
def test_who_wants_somebody_hanged_votes_for_them_unless_something_is_said_since(strength: Strength) -> None:
    kept, broken = 0, list[str]()
    for seed in range(6):
        story, _ = play(TownOptions(roles="classic", players=9), f"word {seed}", strength=strength)
        more, others = words_and_votes(story)
        kept, broken = kept + more, broken + others
    assert kept > 8 and not broken, (kept, broken)


def test_a_ground_is_known_again_inside_another_sentence() -> None:
    ground = Ground("blocked", 1.0, by=Seat("p7"), night=2)
    assert heard(ground, YOU, "How convenient: {p7} kept {p4} busy on night 2, and nobody died. {p4} worries me.")
    assert heard(ground, YOU, "{p4} worries me: {p7} kept them busy on night 2, and nobody died.")
    assert not heard(ground, YOU, "{p8} kept {p4} busy on night 2, and nobody died.")
    assert not heard(ground, YOU, "{p7} kept {p4} busy on night 3, and nobody died.")
    assert not heard(Ground(""), YOU, "Whatever is said.")


def test_nobody_claims_what_the_list_has_no_room_for_or_accuses_whom_they_cleared() -> None:
    """Liars, too: who is found out is found out by what others know."""
    claimed = 0
    for seed in range(6):
        story, _ = play(TownOptions(roles="classic", players=9), f"room {seed}")
        again = Story(TOWN, story.options, story.seed)
        cleared = set[tuple[Seat, Seat]]()
        for told in story.log:
            event = told.event
            if isinstance(event, Said) and event.room == "town" and event.to is None and event.means:
                rest = believe(again.view(event.seat), None).rest
                for claim in event.means:
                    counters = any(each.kind == "role" for each in event.means) or "lying" in event.text
                    assert claim.kind != "accuse" or counters or (event.seat, claim.target) not in cleared, event.text
                    if claim.kind == "role" and claim.role and again.view(event.seat).role(event.seat) != claim.role:
                        claimed += 1
                        assert rest.most.get(claim.role, 0), event.text
                cleared |= {
                    (event.seat, each.target) for each in event.means if each.found == "innocent" and each.target
                }
            again.tell([told])
    assert claimed > 5


def test_no_liar_tells_of_saving_who_died_that_night() -> None:
    told = 0
    for seed in range(10):
        story, _ = play(TownOptions(roles="classic", players=9), f"saved {seed}")
        died = {(each.seat, each.day) for each in story.state.graves if not each.lynched}
        for line in spoken(story):
            for claim in line.means or ():
                role = story.state.cast[line.seat].role
                if claim.act in ("heal", "guard") and role is not None and PARTY[role] != TOWNSFOLK:
                    told += 1
                    assert (claim.target, claim.night) not in died, line.text
    assert told > 3


def test_a_tag_that_was_used_is_heard_in_a_new_sentence() -> None:
    talk = Talk([(ME, "My head is roaring with questions, let's hear the answers!")], ME, ROLES_NAMED)
    assert talk.echoes("My belly is roaring with questions, let's hear the answers!")
    assert not talk.echoes("What a table!")
    assert not talk.stale("My belly is roaring with questions, let's hear the answers!")


def test_who_has_claimed_keeps_to_it_and_liars_clear_nobody_whom_they_accuse() -> None:
    for seed in range(8):
        story, _ = play(TownOptions(roles="classic", players=9), f"kept {seed}")
        roles, found = dict[Seat, str](), dict[tuple[Seat, int], tuple[object, ...]]()
        for line in spoken(story):
            for claim in line.means or ():
                if claim.kind == "role" and claim.role:
                    assert roles.setdefault(line.seat, claim.role) == claim.role, line.text
                if claim.act == "question":
                    told = (claim.target, claim.found)
                    assert found.setdefault((line.seat, claim.night), told) == told, "one log, however often it is told"


def test_nothing_is_said_twice_in_one_breath() -> None:
    for seed in range(6):
        story, _ = play(TownOptions(roles="classic", players=9), f"breath {seed}")
        for line in spoken(story):
            sentences = [each.strip() for each in line.text.replace("!", ".").split(".") if len(each) > 12]
            assert len({*sentences}) == len(sentences), line.text
            assert sum(claim.kind == "role" for claim in line.means or ()) <= 1, line.text
            nights = re.findall(r"\b(?:night |N)(\d+)(?=:| I )", line.text, re.IGNORECASE)
            assert len({*nights}) == len(nights), line.text
            cleared = {claim.target for claim in line.means or () if claim.found == "innocent" or claim.kind == "trust"}
            assert not any(claim.kind == "accuse" and claim.target in cleared for claim in line.means or ()), line.text


def test_who_is_accused_says_what_speaks_for_them_or_nothing() -> None:
    """Nobody of those who have no way of speaking of their own denies a charge with no more than “It wasn't me”."""
    bare = {*REPLIES[""][1:-1].split("|")} - {"you have the wrong one"}  # which may be last words
    for seed in range(12):
        story, _ = play(TownOptions(roles="classic", players=9), f"plea {seed}", mixed=False, strength="normal")
        for line in spoken(story):
            assert not any(each in line.text.casefold() for each in bare), line.text


def test_a_charge_of_silence_is_counted_and_a_way_of_speaking_is_not() -> None:
    opened = town_events.Opened(tuple(Seat(f"p{n}") for n in range(1, 4)), (), TownOptions().rules(), "")

    def charges(*texts: str) -> list[float]:
        found = Measured()
        count_charges(found, [opened, *(Said("town", Seat("p1"), text) for text in texts)])
        return [early for each in found.cases.values() for early, _ in each]

    assert charges("I'm the Sheriff, and not a word less!", "It's a quiet night, neighbours.") == []
    assert charges("{p2}: not a word all day.", "Not a word from {p3}, and I wonder.", "Speak up for once.") == [
        1,
        1,
        1,
    ]
