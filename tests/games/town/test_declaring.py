"""People and models are taken at their word: what is understood stands beside it, is shown to them, and can be corrected."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from games.core import Action, IllegalAction, Seat
from games.scene import Lines
from games.town import GAME, claiming
from games.town.claims import claims_of
from games.town.events import Claim, Confer, Correct, Declare, Jail, Said, Say, TakeBack, Whisper, Write
from games.town.stating import stated
from tests.games.town.table import Dictated, town
from tests.games.town.test_voice import content

P1, P2, P3 = (Seat(f"p{n}") for n in (1, 2, 3))
NAMES = {
    Seat(f"p{at}"): name
    for at, name in enumerate(["Ada", "Basil", "Clio", "Dante", "Edda", "Felix", "Greta", "Hugo", "Iris"], 1)
}
NINE = "sheriff doctor godfather mafioso jester lookout escort medium mayor"
DOCTOR = Claim("role", "doctor")


def peopled() -> Dictated:
    """In the morning of the second day, people sit in all seats."""
    return town(NINE).night()


def do(game: Dictated, seat: Seat, action: Action) -> None:
    game._do(seat, action, game.key(seat, action))


def meant(game: Dictated, action: Say | Whisper | Write | Confer, seat: Seat = P1) -> Say | Whisper | Write | Confer:
    return GAME.talks.meant(game.story.view(seat), seat, action, NAMES)  # type: ignore[return-value]


def heard(game: Dictated, seat: str = "p9") -> list[tuple[object, ...]]:
    return [content(claim) for claim in claims_of(game.story.view(Seat(seat)))]


def test_words_are_read_once_with_short_names_and_seat_numbers() -> None:
    said = meant(town(NINE).night(), Say("im doc healed bas n1. 4 sus"))
    assert said.means == (DOCTOR, Claim("deed", None, 1, "heal", P2), Claim("accuse", target=Seat("p4")))


def test_a_claim_beside_words_that_do_not_say_it_is_said_aloud() -> None:
    said = meant(town(NINE).night(), Say("I had a look around.", "I am the Doctor. Night 1: I healed Basil."))
    assert said == Say(
        "I had a look around. I'm the Doctor. Night 1: I healed {p2}.", "", (DOCTOR, Claim("deed", None, 1, "heal", P2))
    )
    assert meant(town(NINE), Say("im doc", "I am the Doctor.")) == Say("im doc", "", (DOCTOR,))


@pytest.mark.parametrize(
    ("claim", "words"),
    [
        (Claim("role", found="town protective"), "I'm Town Protective."),
        (Claim("result", None, 0, "bug", None, "p3, p4"), "The Mafia visited {p3} and {p4}."),
        (Claim("deed", None, 1, "swap", P2), "Night 1: I swap {p2}."),
        (Claim("accuse", target=P3, found="not sheriff"), "{p3} is not the Sheriff."),
    ],
)
def test_every_claim_is_told_in_a_sentence(claim: Claim, words: str) -> None:
    assert stated((claim,)) == words


def test_where_there_is_no_room_for_it_only_the_words_count() -> None:
    said = meant(town(NINE), Say("x" * 395, "I am the Doctor."))
    assert said == Say("x" * 395, "", ())


def test_among_the_mafia_and_in_a_notebook_nothing_is_claimed() -> None:
    game = town(NINE).dusk()
    assert meant(game, Confer("im doc"), P3).means == ()
    assert meant(game, Write("notebook", "im doc")).means == ()
    assert meant(game, Write("will", "Doctor\nN1: self")).means == (DOCTOR, Claim("deed", None, 1, "heal", P1))


def test_what_a_forger_writes_is_claimed_by_whoever_dies() -> None:
    game = town("forger doctor godfather mafioso jester lookout escort").dusk()
    action = meant(game, Write("forgery", "Sheriff\nN1: {p3} sus\nN2: jailed"))
    assert isinstance(action, Write)
    do(game, P1, action)
    game.night("p1 forge {p6}", "p3 kill {p6}")
    assert ("role", "sheriff", 0, None, None, "") in heard(game, "p2")
    assert {claim.seat for claim in claims_of(game.story.view(P2))} == {Seat("p6")}


def test_the_speaker_sees_how_they_were_understood_and_corrects_it_before_everybody() -> None:
    game = peopled()
    do(game, P1, Say("im the doc", means=(DOCTOR,)))
    (ask,) = [ask for ask in game.story.asks(P1) if ask.follows]
    assert (ask.text, ask.private, ask.need) == ("You were understood so: I'm the Doctor.", True, "none")
    assert not [each for each in game.story.asks(P2) if each.follows]
    do(game, P1, Correct("my role", "sheriff"))
    assert heard(game) == [("role", "sheriff", 0, None, None, "")]
    assert game.heard("p9")[-1] == "Player 1 corrects: I'm the Sheriff."
    do(game, P1, TakeBack())
    assert heard(game) == []
    assert next(ask.text for ask in game.story.asks(P1) if ask.follows) == "Nothing was taken for a claim."


def test_nobody_hears_the_same_statement_corrected_for_ever() -> None:
    game = peopled()
    do(game, P1, Say("doc here", means=(DOCTOR,)))
    for role in ("sheriff", "doctor", "sheriff"):
        do(game, P1, Correct("my role", role))
    assert not any(ask.follows for ask in game.story.asks(P1))


def test_a_whisper_is_corrected_before_whoever_heard_it() -> None:
    game = peopled()
    do(game, P1, Whisper("p2", "im the doc", means=(DOCTOR,)))
    do(game, P1, Correct("healed", night="1", whom="p3"))
    assert heard(game, "p2") == [("role", "doctor", 0, None, None, ""), ("deed", None, 1, "heal", P3, "")]
    assert not heard(game, "p9") and "corrects" not in " ".join(game.heard("p9"))


@pytest.mark.parametrize(
    ("means", "form"),
    [
        ((DOCTOR, Claim("deed", None, 1, "heal", P2)), Correct("healed", "doctor", "1", "p2")),
        ((Claim("accuse", target=P3), DOCTOR), Correct("my role", "doctor")),
        ((Claim("result", None, 1, "watch", P2, "p3"),), Correct("watched", "", "1", "p2", "p3")),
        ((Claim("result", None, 1, "bug", None, "p3"),), Correct("saw the Mafia visit", "", "1", "p3")),
        ((Claim("result", None, 1, "investigate", P2, "escort, transporter, consort"),), Correct("investigated", "", "1", "p2", "escort/transporter/consort")),
        ((Claim("deed", None, 0, "swap", P2, "p3"),), Correct("swapped", "", "", "p2", "p3")),
        ((Claim("deed", None, 1, None, P2, "jailed"),), Correct("jailed", "", "1", "p2")),
        ((Claim("whereabouts", night=1, found="home"),), Correct("stayed at home", "", "1")),
        ((DOCTOR, Claim("result", None, 1, "watch", P2, "p3, p4")), Correct("my role", "doctor")),
        ((Claim("accuse", target=P3),), None),
        ((Claim("deed", None, 1, "heal"),), None),
        ((), None),
    ],
)  # fmt: skip
def test_the_form_begins_with_what_was_understood(means: tuple[Claim, ...], form: Correct | None) -> None:
    game = town("sheriff doctor godfather mafioso jester lookout escort spy investigator transporter jailor").night()
    do(game, P1, Say("so it was", means=means))
    (ask,) = [ask for ask in game.story.asks(P1) if ask.follows]
    assert ask.default == form


HEALS = (DOCTOR, Claim("deed", None, 1, "heal", P2), Claim("deed", None, 2, "heal", P3), Claim("accuse", target=P2))


@pytest.mark.parametrize(
    ("form", "gone", "now"),
    [
        (Correct("my role", "sheriff"), (DOCTOR,), Claim("role", "sheriff")),
        (Correct("healed", night="1", whom="p1"), HEALS[1:2], Claim("deed", None, 1, "heal", P1)),
        (Correct("healed", night="1", whom="p3"), HEALS[1:2], Claim("deed", None, 1, "heal", P3)),
        (Correct("healed", whom="p1"), HEALS[2:3], Claim("deed", None, 2, "heal", P1)),
        (Correct("healed", whom="p2", found="attacked"), HEALS[1:2], Claim("result", None, 1, "heal", P2, "attacked")),
        (Correct("was jailed", night="2"), HEALS[2:3], Claim("whereabouts", night=2, found="jailed")),
        (Correct("was attacked", night="2"), (), Claim("whereabouts", night=2, found="attacked")),
    ],
)
def test_only_what_is_about_the_same_thing_is_replaced(form: Correct, gone: tuple[Claim, ...], now: Claim) -> None:
    game = town(NINE).night().night()
    do(game, P1, Say("so it was", means=HEALS))
    do(game, P1, form)
    assert set(heard(game)) == {content(each) for each in (*HEALS, now) if each not in gone}


def test_a_deed_is_moved_to_another_night() -> None:
    game = town(NINE).night().night()
    do(game, P1, Say("so it was", means=HEALS[:2]))
    do(game, P1, Correct("healed", night="2", whom="p2"))
    assert heard(game)[1:] == [("deed", None, 2, "heal", P2, "")]


def test_a_whisper_stands_with_its_correction_where_it_was_heard() -> None:
    game = peopled()
    do(game, P1, Whisper("p2", "im the doc", means=(DOCTOR,)))
    for action, now in ((Correct("my role", "sheriff"), "I'm the Sheriff."), (TakeBack(), "I claim nothing.")):
        do(game, P1, action)
        for seat in (P1, P2):
            scene = GAME.shows.scene(game.story.view(seat), seat)
            (whispers,) = [
                each for each in scene.blocks if isinstance(each, Lines) and each.title == "Today's whispers"
            ]
            assert whispers.lines == (f"{{p1}} → {{p2}}: im the doc (corrects: {now})",)


def test_what_was_said_in_a_room_at_night_stands_with_its_correction() -> None:
    game = town("jailor doctor godfather mafioso jester lookout escort")
    do(game, P1, Jail("p2"))
    game.dusk()
    do(game, P2, Confer("im the doc", means=(DOCTOR,)))
    do(game, P2, Correct("my role", "lookout"))
    (heard,) = [
        each
        for each in GAME.shows.scene(game.story.view(P1), P1).blocks
        if isinstance(each, Lines) and "Heard" in each.title
    ]
    assert heard.lines == ("{p2} (jail): im the doc (corrects: I'm the Lookout.)",)


@pytest.mark.parametrize(
    ("form", "claim"),
    [
        (Declare("my role", "doc"), DOCTOR),
        (Declare("questioned", night="1", whom="p3", found="suspicious"), Claim("result", None, 1, "question", P3, "suspicious")),
        (Declare("investigated", night="1", whom="p3", found="esc/trans/consort"), Claim("result", None, 1, "investigate", P3, "escort, transporter, consort")),
        (Declare("swapped", whom="p3", found="p2"), Claim("deed", None, 0, "swap", P3, "p2")),
        (Declare("jailed", night="1", whom="p3"), Claim("deed", None, 1, None, P3, "jailed")),
        (Declare("was blocked", night="1"), Claim("whereabouts", night=1, found="blocked")),
        (Declare("saw the Mafia visit", night="1", whom="p3"), Claim("result", None, 1, "bug", None, "p3")),
    ],
)  # fmt: skip
def test_a_form_claims_in_words_of_its_own(form: Declare, claim: Claim) -> None:
    game = peopled()
    do(game, P1, form)
    said = game.story.heard(P2)[-1]
    assert isinstance(said, Said) and said.means == (claim,)
    assert meant(game, Say(said.text)).means == (claim,)


@pytest.mark.parametrize(
    ("form", "why"),
    [
        (Declare("my role"), "Say what you are."), (Declare("healed"), "Say to whom you did it."), (Declare("danced"), "“danced” cannot be chosen now. You can choose: my role, "),
        (Declare("healed", night="9", whom="p2"), "“9” cannot be chosen now. You can choose: 1"), (Declare("healed", night="soon", whom="p2"), "“soon” cannot be chosen now. You can choose: 1"), (Declare("healed", whom="p2", found="suspicious"), "nothing that comes of"),
        (Declare("swapped", whom="p2"), "with whom"), (Declare("my role", "banana"), "is no role"),
    ],
)  # fmt: skip
def test_a_form_that_says_too_little_or_nonsense_is_refused(form: Declare, why: str) -> None:
    with pytest.raises(IllegalAction, match=why):
        do(peopled(), P1, form)


def declarable(game: Dictated) -> Mapping[str, Sequence[str]]:
    return next(ask.allowed for ask in game.story.asks(P1) if Declare in ask.forms)


def test_only_what_ones_role_can_have_done_and_what_can_have_befallen_one_is_listed() -> None:
    game = peopled()
    before = declarable(game)["what"]
    assert {"my role", "healed", "questioned", "was attacked"} < {*before}
    do(game, P1, Declare("my role", "doctor"))
    after = declarable(game)["what"]
    assert "healed" in after and not {"questioned", "jailed", "went on alert"}.intersection(after)
    assert {each for each in after if each.startswith("was ")} == {each for each in before if each.startswith("was ")}
    with pytest.raises(IllegalAction, match="cannot be chosen now"):
        do(game, P1, Declare("questioned", night="1", whom="p3"))
    do(game, P1, Declare("my role", "sheriff"))  # somebody changes their story
    assert {"healed", "questioned"} < {*declarable(game)["what"]}


def test_a_form_in_which_the_deed_is_none_of_the_role_says_so() -> None:
    with pytest.raises(IllegalAction, match="A player who is the Doctor has not questioned anybody"):
        do(peopled(), P1, Declare("questioned", "doctor", "1", "p3"))


def test_nobody_can_have_been_what_no_role_of_this_town_does() -> None:
    seats = (P1, P2, P3)
    what = claiming.lists(("Doctor", "Sheriff", "Mafioso"), seats, P1, 2)["what"]
    assert {each for each in what if each.startswith("was ")} == {"was attacked", "was healed"}


def test_on_the_first_day_there_is_only_ones_role_to_claim() -> None:
    lists = claiming.lists(("Any",), (P1, P2, P3), P1, 1)
    assert lists["what"] == ("my role",) and "doctor" in lists["role"]
    assert not any(lists[each] for each in ("night", "whom", "found"))


def test_claims_can_be_looked_up_by_everybody_who_heard_them() -> None:
    game = peopled()
    do(game, P1, Say("im the doc", means=(DOCTOR,)))
    do(game, P1, Whisper("p2", "psst", means=(Claim("accuse", target=P3),)))
    for seat, lines in ((None, 1), ("p2", 2), ("p9", 1)):
        view = game.story.view(None if seat is None else Seat(seat))
        sheet = next(
            each
            for each in GAME.shows.scene(view, None if seat is None else Seat(seat)).sheets
            if each.label == "Claims"
        )
        (block,) = sheet.blocks
        assert (
            isinstance(block, Lines)
            and block.lines
            == (
                "Day 2, {p1}: I'm the Doctor.",
                "Day 2, {p1} in private: I don't trust {p3}.",
            )[:lines]
        )
