"""What people of a town are heard to claim, and what everybody knows against it."""

from __future__ import annotations

import random

import pytest

from games.core import EVERYONE, Seat, Told, marked
from games.town.claims import claimed_role, claims_of, contradicted
from games.town.events import Claim, Said
from games.town.meaning import understood
from tests.conftest import Much
from tests.games.town.corpus import CLAIMING, NOTHING, WILLS
from tests.games.town.table import Dictated, town

P1 = Seat("p1")
NAMES = {
    Seat(f"p{at}"): name
    for at, name in enumerate(["Ada", "Basil", "Clio", "Dante", "Edda", "Felix", "Greta", "Hugo", "Iris"], 1)
}
TOWN_OF_NINE = "sheriff doctor godfather mafioso jester lookout escort medium mayor"
SLOTS = {"roles": "custom", "custom": "Sheriff, Doctor, Godfather, Mafioso, Jester, Lookout, Escort, Medium, Mayor"}


def written(claim: Claim) -> str:
    """A claim as the corpus writes it."""
    night = f" n{claim.night}" if claim.night else ""
    target = f" {claim.target}" if claim.target else ""
    found = claim.found.replace(", ", ",")
    match claim.kind:
        case "role":
            return f"role {claim.role or f'={found}'}"
        case "deed" if claim.act is None:
            return f"deed jail{target}{night}"
        case "deed" if claim.act == "swap":
            return f"deed swap {claim.target}+{found}{night}"
        case "deed":
            return f"deed {claim.act}{target}{night}"
        case "result":
            return f"result {claim.act}{target} {found}{night}"
        case "whereabouts":
            return f"where {found}{night}"
    return f"{claim.kind}{target}{f' as {claim.role}' if claim.role else ''}{f' {found}' if found else ''}"


def read(text: str) -> tuple[Claim, ...]:
    return understood(text if "{" in text else marked(text, NAMES), P1, 4, NAMES)


# ── reading ───────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("text", CLAIMING)
def test_a_claim_is_read(text: str) -> None:
    wanted = CLAIMING[text]
    assert {written(each) for each in read(text)} == {each for each in wanted.split("; ") if each}


@pytest.mark.parametrize("text", NOTHING)
def test_what_claims_nothing_is_read_as_nothing(text: str) -> None:
    assert read(text) == ()


@pytest.mark.parametrize("text", WILLS)
def test_a_will_is_read(text: str) -> None:
    found = understood(text, P1, 4, will=True)
    assert {written(each) for each in found} == {each for each in WILLS[text].split("; ") if each}


@pytest.mark.parametrize(
    "around",
    [
        "“<it>”, that is what he said.",
        "{p9} said: <it>",
        "Is it true that <it>?",
        "If <it> then what?",
        "{p9}: <it>",
        '"<it>" lol',
    ],
)
def test_what_is_quoted_asked_or_supposed_makes_nobody_a_role(around: str) -> None:
    """Whatever is in the words, they are not the speaker's own."""
    for text in CLAIMING:
        said = around.replace("<it>", text.rstrip(".!").replace(". ", ", "))
        assert not [each for each in read(said) if each.kind == "role"], said


def test_no_words_at_all_trip_the_reader(much: Much) -> None:
    """Scraps of everything, in any order, are read without a word of protest, and always the same."""
    rng = random.Random(9)
    odd = ("{{", "@3", "<doctor>", "<banana>", "%sus", "\n", "“", "{p16}", "n99", "@", "+", ">", "<")
    scraps = [*" ".join([*CLAIMING, *NOTHING, *WILLS]).split(" "), *odd]
    for _ in range(much(2000)):
        text = " ".join(rng.choice(scraps) for _ in range(rng.randint(1, 40)))
        assert understood(text, P1, 4) == understood(text, P1, 4)


@pytest.mark.parametrize(
    "text", ["<banana>", "I'm <banana>.", "<#secret> here", "I'm <#town secret>", "@2 healed {p3}", "<a|b> here"]
)
def test_nobody_can_write_the_readers_own_tokens(text: str) -> None:
    assert understood(text, P1, 4) == ()


def test_long_texts_of_little_sense_claim_little_and_are_read_to_their_end() -> None:
    for text in (
        "I'm the " * 50,
        "{p1}, " * 66,
        "n1 " * 130,
        "so and but " * 36,
        "I really " * 44,
        "sus " * 100,
        "not " * 100,
        "a" * 400,
    ):
        assert len(understood(text[:400], P1, 4)) <= 8


# ── what a view has heard ─────────────────────────────────────────────────────────────────────────────────────────────


def test_a_view_knows_what_it_heard_claimed_and_by_whom() -> None:
    game = town(TOWN_OF_NINE).night()
    game.play("p1 says I'm the Sheriff.", "p2 whispers p1 I'm the Doctor.", "p3 says good morning")
    heard = {
        seat: [(each.seat, each.role, each.source) for each in claims_of(game.story.view(Seat(seat)))]
        for seat in ("p1", "p3")
    }
    assert heard["p1"] == [(P1, "sheriff", "said"), (Seat("p2"), "doctor", "whispered")]
    assert heard["p3"] == [(P1, "sheriff", "said")]


def test_the_wills_of_the_dead_claim_too() -> None:
    game = town(TOWN_OF_NINE)
    game.play("p6 wills Lookout: N1 {p2}: {p4}").night("p4 kill {p6}")
    found = claims_of(game.story.view(P1))
    assert [(each.seat, each.day, each.source, each.kind) for each in found] == [
        (Seat("p6"), 2, "will", "role"),
        (Seat("p6"), 2, "will", "result"),
    ]


def test_what_the_mafia_says_among_itself_claims_nothing() -> None:
    game = town(TOWN_OF_NINE).dusk()
    game.play("p4 confers I'm the Sheriff, ok?", "p4 confers I'm the Doctor.")
    assert claims_of(game.story.view(Seat("p3"))) == ()


def test_as_long_as_nobody_claims_anything_more_it_is_the_same_tuple() -> None:
    game = town(TOWN_OF_NINE).night()
    game.play("p1 says I'm the Sheriff.")
    before = claims_of(game.story.view(P1))
    game.play("p3 says what a lovely morning")
    assert claims_of(game.story.view(P1)) is before
    game.play("p2 says {p1} is lying")
    after = claims_of(game.story.view(P1))
    assert after[:-1] == before
    assert after[-1].kind == "accuse"


def test_views_of_the_same_town_do_not_get_mixed_up() -> None:
    games = [town(TOWN_OF_NINE, seed=f"{n}").night() for n in range(3)]
    for n, game in enumerate(games):
        for line in range(4):
            game.play(f"p{1 + line} says I'm the {('Doctor', 'Lookout', 'Escort')[n]}.")
    for n, game in enumerate(games):
        for seat in game.state.seats:
            roles = {each.role for each in claims_of(game.story.view(seat))}
            assert roles == {("doctor", "lookout", "escort")[n]}


def test_what_somebody_claimed_last_to_be_counts() -> None:
    game = town(TOWN_OF_NINE).night()
    game.play("p5 says I'm the Sheriff.", "p5 says ok, I'm the Lookout")
    view = game.story.view(P1)
    assert claimed_role(view, Seat("p5")) == "lookout"
    assert claimed_role(view, Seat("p6")) is None


# ── what everybody knows against it ───────────────────────────────────────────────────────────────────────────────────


def against(game: Dictated, at: int = -1, seat: str = "p9") -> tuple[str, ...]:
    view = game.story.view(Seat(seat))
    return contradicted(view, claims_of(view)[at])


def listed_town() -> Dictated:
    return town(TOWN_OF_NINE, **SLOTS)


def test_what_nothing_speaks_against_is_not_contradicted() -> None:
    game = listed_town().night()
    game.play("p1 says I'm the Sheriff. N1 {p2} not suspicious.")
    assert against(game, 0) == against(game, 1) == ()


def test_a_role_that_the_list_does_not_allow() -> None:
    game = listed_town().play("p5 says I'm the Bodyguard.")
    assert against(game) == ("No slot of the role list allows a Bodyguard.",)
    game.play("p5 says I'm town protective")
    assert against(game) == ()
    game.play("p5 says I'm TK")
    assert against(game) == ("No slot of the role list allows anybody of Town Killing.",)


def test_what_somebody_can_become_is_allowed() -> None:
    slots = SLOTS | {"custom": SLOTS["custom"].replace("Jester", "Executioner")}
    game = town("sheriff doctor godfather mafioso executioner>p1 lookout escort medium mayor", **slots)
    game.play("p5 says I'm a Jester")
    assert against(game) == ()


def test_two_who_claim_what_there_is_one_of() -> None:
    game = listed_town().play("p1 says I'm the Sheriff.", "p5 says I'm the Sheriff.")
    assert against(game, 0) == ("{p5} claims the same, and there is only one.",)
    assert against(game, 1) == ("{p1} claims the same, and there is only one.",)


def test_two_may_claim_what_there_can_be_two_of() -> None:
    game = town("sheriff sheriff godfather mafioso jester lookout escort").play(
        "p1 says I'm the Sheriff.", "p5 says I'm a Sheriff."
    )
    assert against(game, 0, "p7") == ()


def test_a_role_whose_only_holder_lies_dead() -> None:
    game = listed_town().night("p4 kill {p1}").play("p5 says I'm the Sheriff.")
    assert against(game) == ("{p1} was shown to be the Sheriff, and there is only one.",)


def test_the_mayor_has_been_revealed() -> None:
    game = listed_town().play("p9 reveals", "p5 says I'm the Mayor.", "p2 says {p9} is lying")
    assert against(game, 0) == ("{p9} has been revealed as the Mayor, and there is only one.",)
    assert against(game, 1) == ("{p9} has been revealed as the Mayor.",)


def test_first_this_and_then_that() -> None:
    game = listed_town().play("p5 says I'm the Doctor.").night().play("p5 says I'm the Lookout.")
    assert against(game) == ("{p5} claimed on day 1 to be a Doctor.",)
    assert against(game, 0) == ("{p5} claimed on day 2 to be a Lookout.",)


def test_what_was_only_whispered_speaks_against_nobody() -> None:
    game = listed_town().play("p5 whispers p9 I'm the Doctor.").night().play("p5 says I'm the Lookout.")
    assert against(game) == ()


def test_a_deed_that_is_not_of_the_role() -> None:
    game = listed_town().night().play("p5 says I'm the Doctor. I blocked {p3} last night.")
    assert against(game) == ("{p5} claims to be a Doctor, who does not block anybody.",)


def test_a_night_that_has_not_been() -> None:
    game = listed_town().night().play("p2 says I healed {p3} on night 2.")
    assert against(game) == ("Night 2 had not been yet.",)


def test_nobody_shoots_in_the_first_night() -> None:
    game = listed_town().night().play("p2 says I shot {p3} on night 1.")
    assert "Nobody can shoot anybody in the first night." in against(game)


def test_somebody_dead_cannot_have_been_visited_or_seen() -> None:
    game = listed_town().night("p4 kill {p8}").night()
    game.play("p1 says I'm the Sheriff and N2 {p8} sus", "p6 says I watched {p8} on night 1: {p4} came.")
    assert against(game, 1)[0] == "{p8} was dead by night 2: found dead after night 1."
    assert against(game, 2) == ()
    game.play("p6 says I watched {p1} on night 2: {p8} came.")
    assert against(game, 3) == ("{p8} was dead by night 2: found dead after night 1.",)


def test_who_was_hanged_was_dead_that_night() -> None:
    game = listed_town().night().hang("p5")
    game.night().play("p2 says I healed {p5} on night 2.")
    assert against(game) == ("{p5} was dead by night 2: hanged on day 2.",)


def test_what_the_dead_were_shown_to_be() -> None:
    game = (
        listed_town()
        .night()
        .play("p1 says N1 {p4} is not suspicious", "p2 says I trust {p4}.", "p6 says {p4} is the Jester")
    )
    game.hang("p4")
    assert against(game, 0) == ("{p4} died, and was a Mafioso, whom a Sheriff finds suspicious.",)
    assert against(game, 1) == against(game, 2) == ("{p4} died, and was a Mafioso.",)


def test_what_the_speaker_was_shown_to_be() -> None:
    game = listed_town().night().play("p4 says I'm the Escort. I blocked {p1} last night.").hang("p4")
    assert "{p4} died, and was a Mafioso." in against(game, 0)
    assert "{p4} died, and was a Mafioso, who does not block anybody." in against(game, 1)


# ── and once ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_what_stands_beside_words_is_believed_and_nothing_is_read_again() -> None:
    game = town(TOWN_OF_NINE).night()
    game.tell([Told(EVERYONE, Said("town", P1, "banana", means=(Claim("role", "doctor"),)))])
    heard = claims_of(game.story.view(P1))
    assert [(each.seat, each.role, each.text) for each in heard] == [(P1, "doctor", "banana")]
    assert claims_of(game.story.view(P1)) is heard


@pytest.mark.parametrize("between", ["; ", ": ", ", ", ". "])
@pytest.mark.parametrize(
    "nights",
    [
        "night 1 {c}: innocent, night 2 {h}: suspicious",
        "N1 {c} innocent; n2 {h} sus",
        "{c} innocent n1, {h} suspicious n2",
    ],
)
def test_each_of_two_nights_in_a_row_keeps_its_number(between: str, nights: str) -> None:
    text = f"I'm the Sheriff{between}{nights.format(c='{p3}', h='{p4}')}"
    found = [(each.night, each.target, each.found) for each in understood(text, Seat("p1"), 3) if each.kind == "result"]
    assert found == [(1, "p3", "innocent"), (2, "p4", "suspicious")], text
