"""What the built-in players of Town say: short, in many words, and read as just what it means."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from dataclasses import replace
from typing import get_args

import pytest

from games.core import Seat
from games.manners import manners
from games.phrases import Talk, patterns
from games.town.events import Claim
from games.town.events import Said as SaidIt
from games.town.meaning import understood
from games.town.mind import Ground, Why
from games.town.options import TownOptions
from games.town.people import Act, RoleName
from games.town.roles import GROUPS
from games.town.stating import stated
from games.town.voice import ROLES_NAMED, ROOMIEST, Aim, Intent, meant, said, told
from tests.games.town.balance import play

SEATS = tuple(Seat(f"p{n}") for n in range(1, 16))
ME, YOU = Seat("p1"), Seat("p4")
MANNERS = ("", *manners())
DAY = 5
THROWS = 80

Said = tuple[object, ...]

LOOKS: dict[RoleName, Act] = {
    "doctor": "heal", "bodyguard": "guard", "sheriff": "question", "investigator": "investigate", "lookout": "watch",
    "vigilante": "shoot", "escort": "block", "transporter": "swap", "vampire hunter": "stake", "retributionist": "revive",
    "spy": "bug", "veteran": "alert", "survivor": "vest", "consigliere": "consult",
}  # fmt: skip


def entry(role: RoleName, night: int, rng: random.Random) -> Claim:
    """A night such as somebody of that role may have had."""
    if rng.random() < 0.15:
        found = ("home", "jailed", "blocked", "attacked", "healed", "guarded", "transported", "controlled", "doused")
        return Claim("whereabouts", night=night, found=rng.choice(found))
    target, other, *visitors = rng.sample(SEATS[1:], 5)
    if role == "jailor":
        jailed = Claim("deed", None, night, None, target, "jailed")
        return did(night, "execute", target) if rng.random() < 0.3 else jailed
    act = LOOKS.get(role)
    match act:
        case None:
            return Claim("whereabouts", night=night, found="home")
        case "alert" | "vest":
            return did(night, act)
        case "question":
            return did(night, act, target, rng.choice(("suspicious", "innocent", "")))
        case "investigate":
            return did(night, act, target, ", ".join(rng.choice(GROUPS)))
        case "consult":
            return did(night, act, target, rng.choice(rng.choice(GROUPS)))
        case "watch":
            return did(night, act, target, rng.choice(("nobody", ", ".join(visitors[: rng.randint(1, 3)]), "")))
        case "bug":
            return did(night, act, None, rng.choice(("nobody", ", ".join(visitors[: rng.randint(1, 2)]))))
        case "heal":
            return did(night, act, rng.choice((target, ME)), rng.choice(("", "attacked")))
        case "swap":
            return Claim("deed", None, night, act, target, other)
    return did(night, act, target)


def did(night: int, act: Act, target: Seat | None = None, found: str = "") -> Claim:
    """A deed, and what came of it."""
    return Claim("result" if found else "deed", None, night, act, target, found)


def log(role: RoleName, rng: random.Random) -> tuple[Claim, ...]:
    return tuple(entry(role, night, rng) for night in range(1, rng.randint(1, DAY)))


def read(text: str) -> set[Said]:
    return {content(claim) for claim in understood(text, ME, DAY)}


def content(claim: Claim) -> Said:
    return claim.kind, claim.role, claim.night, claim.act, claim.target, claim.found


def intents(rng: random.Random, role: RoleName | None = None, nights: tuple[Claim, ...] | None = None) -> list[Intent]:
    """One of every kind, dealt anew, of somebody of a role."""
    role = role or rng.choice((*LOOKS, "jailor", "mayor", "medium"))
    nights = log(role, rng) if nights is None else nights
    grounds = [
        Ground(
            why, 1.0, rng.choice((ME, Seat("p7"))), rng.randint(1, DAY - 1), Seat("p9"), role, will=rng.random() < 0.3
        )
        for why in get_args(Why)
    ]
    whys = [
        Intent(aim, YOU, role if each.why == "counter" else None, ground=each, speaker=ME)
        for each in grounds
        for aim in ("accuse", "trust", "deny")
    ]
    whys += [Intent("deny", ground=replace(each, weight=-1.0), speaker=ME) for each in grounds]
    plain: list[Aim] = ["trust", "deny", "ask", "propose", "second", "demand", "chat", "greet"]
    return [
        *(Intent(aim, YOU) for aim in plain),
        *(Intent(aim) for aim in ("deny", "ask", "chat", "greet", "farewell", "demand")),  # type: ignore[arg-type]
        *whys,
        *(Intent(aim, role=role, log=nights) for aim in ("claim", "plead", "farewell")),  # type: ignore[arg-type]
        Intent("claim", role=role),
    ]


@pytest.mark.parametrize("seed", range(THROWS))
def test_nothing_is_read_in_what_is_said_but_what_is_meant(seed: int) -> None:
    rng = random.Random(seed)
    for intent in intents(rng):
        text = said(intent, rng, manner=rng.choice(MANNERS))
        assert read(text) <= with_less(meant(intent)), text


def with_less(claims: Sequence[Claim]) -> set[Said]:
    """The claims, and what was done without what came of it."""
    deeds = (replace(each, kind="deed", found="") for each in claims if each.kind == "result")
    return {*map(content, claims), *map(content, deeds)}


@pytest.mark.parametrize("seed", range(THROWS))
def test_claims_without_words_are_put_into_words_that_say_just_that(seed: int) -> None:
    rng = random.Random(seed)
    for intent in intents(rng):
        for claim in meant(intent):
            text = stated((claim,), rng)
            assert read(text) <= {content(claim)}, text


@pytest.mark.parametrize("seed", range(THROWS))
def test_two_things_said_in_one_breath_are_read_as_both(seed: int) -> None:
    rng = random.Random(seed)
    role: RoleName = rng.choice((*LOOKS, "jailor", "mayor", "medium"))
    nights = log(role, rng)
    for first in intents(rng, role, nights):
        second = rng.choice(intents(rng, role, nights))
        how = rng.choice(MANNERS)
        text = f"{said(first, rng, manner=how)} {said(second, rng, manner=how)}"
        assert read(text) <= with_less((*meant(first), *meant(second))), text


def test_nothing_is_long_and_everything_is_plain() -> None:
    rng = random.Random(1)
    for _ in range(THROWS):
        for intent in intents(rng):
            text = said(intent, rng, manner=rng.choice(MANNERS))
            assert 0 < len(text) <= ROOMIEST
            assert not re.search(r"[<>]|\{None\}|  |None", text), text


def test_of_a_long_log_the_last_nights_are_told() -> None:
    nights = tuple(did(n, "investigate", YOU, ", ".join(GROUPS[0])) for n in range(1, 12))
    kept = told(Intent("claim", role="investigator", log=nights))
    assert 0 < len(kept) < len(nights)
    assert kept == nights[-len(kept) :]


def test_there_are_many_words_for_everything() -> None:
    rng = random.Random(2)
    for aim in get_args(Aim):
        words = {said(Intent(aim, YOU, "doctor"), rng) for _ in range(200)}
        assert len(words) >= 3, aim


def test_the_same_dice_say_the_same() -> None:
    for intent in intents(random.Random(3)):
        assert said(intent, random.Random(7)) == said(intent, random.Random(7))


def test_nobody_says_the_same_twice_and_the_table_hears_little_of_it_again() -> None:
    said, again, own = 0, 0, 0
    for seed in range(5):
        story, _ = play(TownOptions(roles="classic", players=9), f"talk {seed}")
        table, mine = set[str](), set[tuple[Seat, str]]()
        for each in story.log:
            match each.event:
                case SaidIt(room="town", to=None, seat=seat, text=text):
                    for pattern in patterns(text, ROLES_NAMED):
                        said, again, own = said + 1, again + (pattern in table), own + ((seat, pattern) in mine)
                        table.add(pattern)
                        mine.add((seat, pattern))
    assert said > 60 and again <= 0.1 * said and own <= 0.05 * said, (said, again, own)


def test_an_accusation_is_said_with_its_ground_and_another_with_another() -> None:
    grounds = [
        Ground("votes", 1.0, about=Seat("p9"), role="doctor", found="guilty"),
        Ground("rivals", 1.0, about=Seat("p8"), role="spy"),
    ]
    words = [{said(Intent("accuse", YOU, ground=each), random.Random(n)) for n in range(40)} for each in grounds]
    assert all("{p9} guilty" in text or "{p9} stood on trial" in text for text in words[0]) and not words[0] & words[1]
    assert all(len(each) > 20 for each in words)


def test_whoever_is_accused_is_named_before_they_are_called_they() -> None:
    ground = Ground("votes", 1.0, about=Seat("p9"), role="doctor", found="guilty")
    for n in range(40):
        for how in MANNERS:
            text = said(Intent("accuse", YOU, ground=ground), random.Random(n), manner=how)
            assert not re.search(r"\bthe(y|m)\b", text.partition(f"{{{YOU}}}")[0]), text


def test_what_was_said_is_said_in_another_way() -> None:
    rng, heard = random.Random(5), list[tuple[Seat | None, str]]()
    ground = Ground("blocked", 1.0, by=Seat("p7"), night=2)
    for _ in range(30):
        heard.append((ME, said(Intent("accuse", YOU, ground=ground), rng, Talk(heard, ME, ROLES_NAMED))))
    assert len({patterns(text, ROLES_NAMED) for _, text in heard}) == 30
