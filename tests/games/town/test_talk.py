"""What built-in players say is true of whom it is said, answers what was said, and is not said again."""

from __future__ import annotations

from games.core import Seat
from games.phrases import Talk
from games.story import Story
from games.town.events import Said
from games.town.mind import Ground
from games.town.options import TownOptions
from games.town.voice import ROLES_NAMED, heard
from tests.games.town.balance import play

ME, YOU = Seat("p1"), Seat("p4")


def spoken(story: Story) -> list[Said]:
    events = [each.event for each in story.log]
    return [each for each in events if isinstance(each, Said) and each.room == "town" and each.to is None]


def test_a_ground_is_known_again_inside_another_sentence() -> None:
    ground = Ground("blocked", 1.0, by=Seat("p7"))
    assert heard(ground, "How convenient: it was quiet when {p7} held them up. {p4} worries me.")
    assert not heard(ground, "It was quiet when {p8} held them up.")
    assert not heard(Ground(""), "Whatever is said.")


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
