"""Who may speak and who hears in Town: every room, in every phase, for everybody there is.

The town of these tests, by seat: a Sheriff who is blackmailed, a Mayor who has revealed himself, the Jailor, a Mafioso in jail,
the Godfather, a Blackmailer, a Spy, a Vampire Hunter, two Vampires, a Medium, an Escort, and two dead: a dead Medium in a seance
with the Escort, and a dead Janitor. What each may write where, and who hears it, is the page's matrix.
"""

from __future__ import annotations

from functools import cache

import pytest

from games.core import EVERYONE, Cancelled, IllegalAction, Room, Seat, Told
from games.story import Story
from games.town.events import Confer, Overheard, Reach, Said, Say, Whisper, WhisperSeen
from games.town.game import TOWN
from games.town.options import TownOptions
from tests.games.town.table import Dictated, town

ROLES = (
    "sheriff mayor jailor mafioso godfather blackmailer spy vampire-hunter vampire vampire medium escort medium janitor"
)
WHO = {role: Seat(f"p{at}") for at, role in enumerate(
    ("gagged", "mayor", "jailor", "jailed", "godfather", "blackmailer", "spy", "hunter", "vampire", "other vampire", "medium",
     "escort", "dead medium", "dead janitor"), 1)}  # fmt: skip
OPTIONS = TownOptions(players=len(WHO), roles="all-any")
LIVING = tuple(who for who in WHO if not who.startswith("dead"))
DEAD = ("dead medium", "dead janitor")
FREE = tuple(who for who in LIVING if who not in ("gagged", "mayor"))


def evening() -> Dictated:
    """That town on its fourth day: discussion."""
    game = town(ROLES).hang("p13").night().talk()
    game.trial("p14")
    while game.state.phase == "defence":
        game.play("clock strikes")
    game.play(*(f"{seat} finds guilty" for seat in game.state.alive if seat != "p14"), "clock strikes")
    game.night("p6 blackmail {p1}").play("p2 reveals")
    return game.play("p3 jails p4", "p13 calls p12")


def phase(name: str) -> Dictated:
    """That town in such a phase."""
    return Dictated(Story(TOWN, OPTIONS, "a town", _until(name)))


@cache
def _until(name: str) -> tuple[Told, ...]:
    game = evening()
    if name != "discussion":
        game.talk()
    if name in ("defence", "judgement", "last words"):
        game.trial("p12")
    if name in ("judgement", "last words"):
        game.play("p12 waits")
    if name == "last words":
        game.play("p3 finds guilty", "clock strikes")
    if name == "night":
        game.dusk()
    assert game.state.phase == name
    return tuple(game.story.log)


def allowed(game: Dictated, who: str, *forms: type) -> bool:
    """Whether a question is open to somebody in which such words can be said."""
    return any(form in ask.forms for ask in game.story.asks(WHO[who]) for form in forms)


def hearers(game: Dictated, who: str, action: Say | Confer | Reach | Whisper) -> tuple[set[str], set[str]]:
    """Who hears these words with a name to them, and who only a voice."""
    seat = WHO[who]
    told = game.story.decide(seat, action, game.key(seat, type(action))).told
    named: set[str] = set()
    unnamed: set[str] = set()
    for each in told:
        if isinstance(each.event, Said):
            named |= {name for name, other in WHO.items() if each.heard_by(other)}
        elif isinstance(each.event, Overheard):
            unnamed |= {name for name, other in WHO.items() if each.heard_by(other)}
    return named, unnamed


# ── may write ─────────────────────────────────────────────────────────────────────────────────────────────────────────

DAYS = ("discussion", "nomination", "defence", "judgement", "last words")

MATRIX: list[tuple[str, type, tuple[str, ...]]] = [
    ("discussion", Say, tuple(who for who in LIVING if who != "gagged")),
    ("nomination", Say, tuple(who for who in LIVING if who != "gagged")),
    ("defence", Say, ("escort",)),
    ("judgement", Say, ()),
    ("last words", Say, ("escort",)),
    ("night", Say, ()),
    ("discussion", Whisper, FREE),
    ("nomination", Whisper, FREE),
    ("defence", Whisper, FREE),
    ("judgement", Whisper, FREE),
    ("last words", Whisper, FREE),
    ("night", Whisper, ()),
    *((each, Confer, DEAD) for each in DAYS),
    ("night", Confer, (*DEAD, "jailor", "jailed", "godfather", "blackmailer", "vampire", "other vampire", "medium")),
    *((each, Reach, ()) for each in DAYS),
    ("night", Reach, ("dead medium", "escort")),
]  # fmt: skip


@pytest.mark.parametrize(("when", "form", "writers"), MATRIX, ids=lambda each: getattr(each, "__name__", None))
def test_who_may_write(when: str, form: type, writers: tuple[str, ...]):
    game = phase(when)
    assert {who for who in WHO if allowed(game, who, form)} == set(writers)


@pytest.mark.parametrize("when", [*DAYS, "night"])
def test_whoever_may_not_write_is_refused_in_a_sentence(when: str):
    game = phase(when)
    for who, seat in WHO.items():
        for action in (
            Say("Hello."),
            Confer("Hello."),
            Reach("Hello."),
            Whisper("p7" if who != "spy" else "p6", "Hello."),
        ):
            if allowed(game, who, type(action)):
                game.story.decide(seat, action, game.key(seat, type(action)))
            else:
                with pytest.raises(IllegalAction, match=r"\.$"):
                    game.story.decide(seat, action, "")


def test_everybody_may_speak_in_judgement_if_the_host_likes():
    game = town(judgement_talk=True).trial("p5").play("p5 waits")
    assert all("town" in game.asked(seat) for seat in game.state.alive)
    game.play("p5 says It was not me.")


# ── who hears ─────────────────────────────────────────────────────────────────────────────────────────────────────────

HEARD: list[tuple[str, str, type, set[str], set[str]]] = [
    ("discussion", "escort", Say, set(WHO), set()),
    ("nomination", "escort", Say, set(WHO), set()),
    ("defence", "escort", Say, set(WHO), set()),
    ("last words", "escort", Say, set(WHO), set()),
    ("night", "godfather", Confer, {"godfather", "blackmailer"}, {"spy"}),
    ("night", "blackmailer", Confer, {"godfather", "blackmailer"}, {"spy"}),
    ("night", "vampire", Confer, {"vampire", "other vampire"}, {"hunter"}),
    ("night", "jailor", Confer, {"jailor"}, {"jailed"}),
    ("night", "jailed", Confer, {"jailor", "jailed"}, set()),
    ("night", "medium", Confer, {"medium"}, set(DEAD)),
    ("night", "dead janitor", Confer, {"medium", *DEAD}, set()),
    ("discussion", "dead janitor", Confer, set(DEAD), set()),
    ("night", "dead medium", Reach, {"dead medium", "escort"}, set()),
    ("night", "escort", Reach, {"dead medium", "escort"}, set()),
]  # fmt: skip


@pytest.mark.parametrize(
    ("when", "who", "form", "named", "unnamed"),
    HEARD,
    ids=[f"{form.__name__} of {who}, {when}" for when, who, form, _, _ in HEARD],
)
def test_who_hears(when: str, who: str, form: type, named: set[str], unnamed: set[str]):
    assert hearers(phase(when), who, form("I am here.")) == (named, unnamed)


@pytest.mark.parametrize("when", DAYS)
def test_a_whisper_is_for_two_and_for_those_who_pry_and_seen_by_all(when: str):
    game = phase(when)
    told = game.story.decide(WHO["hunter"], Whisper("p3", "It is p5."), game.key("p8", Whisper)).told
    assert hearers(game, "hunter", Whisper("p3", "It is p5.")) == ({"hunter", "jailor", "spy", "blackmailer"}, set())
    assert [each.to for each in told if isinstance(each.event, WhisperSeen)] == [EVERYONE]


@pytest.mark.parametrize(
    ("jailed", "speaker", "silent"),
    [("spy", "godfather", "spy"), ("hunter", "vampire", "hunter"), ("medium", "dead janitor", "medium")],
)
def test_who_sits_in_jail_hears_nothing_but_the_cell(jailed: str, speaker: str, silent: str):
    game = evening().play(f"p3 jails {WHO[jailed]}").dusk()
    named, unnamed = hearers(game, speaker, Confer("I am here."))
    assert silent not in named | unnamed


def test_who_is_dead_reads_nothing_private():
    game = phase("night").play("p5 confers We kill p3.", "p4 confers Let me go.", "p9 confers Bite p12.")
    for who in DEAD:
        assert not [line for line in game.told(WHO[who]) if "kill" in line or "Let me" in line or "Bite" in line]


# ── rooms beside the table ────────────────────────────────────────────────────────────────────────────────────────────


def rooms(game: Dictated) -> dict[str, Room]:
    """Those that are not over, by name."""
    return {room.name: room for room in TOWN.shows.rooms(game.state) if not room.over}


def test_nobody_reads_in_a_room_who_is_not_to_be_known_there():
    assert {name: room.readers for name, room in rooms(phase("night")).items()} == {
        "mafia-4": {"p5", "p6"}, "vampires-4": {"p9", "p10"}, "jail-4": {"p4"}, "graveyard": {"p13", "p14"},
    }  # fmt: skip
    for when in DAYS:
        assert {name: room.readers for name, room in rooms(phase(when)).items()} == {"graveyard": {"p13", "p14"}}


@pytest.mark.parametrize("when", [*DAYS, "night"])
def test_whoever_reads_in_a_room_may_write_there_and_what_they_write_is_heard_in_it(when: str):
    game = phase(when)
    for room in rooms(game).values():
        assert room.writers == room.readers and room.says is Confer
        for seat in room.writers:
            told = game.story.decide(seat, Confer("Hello."), game.key(seat, Confer)).told
            assert [each.event for each in told if each.heard_by(room.hears) and each.heard_by(seat)]
            others = [each.hears for each in TOWN.shows.rooms(game.state) if each != room]
            assert not any(each.heard_by(other) for each in told for other in others if each.to is not EVERYONE)


def test_rooms_hear_what_is_said_in_them_as_their_readers_do():
    game = phase("night").play("p5 confers We kill p3.", "p3 confers Who are you?", "p11 confers Who killed you?")
    heard = {name: [line for line in game.told(room.hears) if "“" in line] for name, room in rooms(game).items()}
    assert heard["mafia-4"] == ["Player 5, to the Mafia: “We kill p3.”"]
    assert heard["jail-4"] == ["Jailor, in jail: “Who are you?”"]
    assert heard["graveyard"] == ["Medium, to the dead: “Who killed you?”"]
    assert heard["vampires-4"] == []


def test_a_room_of_one_night_is_over_at_dawn_and_its_ears_hear_nothing_later():
    game = phase("night").play("p5 confers We kill p3.", "clock strikes").dusk().play("p5 confers And now p2.")
    names = {room.name: room for room in TOWN.shows.rooms(game.state)}
    assert names["mafia-4"].over and not names["mafia-4"].writers and not names["mafia-5"].over
    heard = {each: [line for line in game.told(names[each].hears) if "“" in line] for each in ("mafia-4", "mafia-5")}
    assert "We kill p3" in heard["mafia-4"][0] and len(heard["mafia-4"]) == 1
    assert "And now p2" in heard["mafia-5"][0] and len(heard["mafia-5"]) == 1


def test_a_mate_in_jail_cannot_be_told_from_there_being_no_room():
    game = town("mafioso godfather jailor doctor lookout escort sheriff").talk().play("p3 jails p1").dusk()
    assert rooms(game)["mafia-2"].readers == {"p2"}
    assert "mafia-1" not in rooms(town("godfather jailor doctor lookout escort sheriff spy").dusk())


def test_who_is_back_from_the_dead_leaves_the_graveyard():
    game = town("retributionist doctor godfather lookout escort sheriff spy").hang("p2").night("p1 revive {p2}")
    assert "p2" in game.state.alive and not rooms(game)["graveyard"].readers


def test_every_room_is_over_with_the_game():
    game = phase("night")
    game.story.tell([Told(EVERYONE, Cancelled("The host called the game off."))])
    assert all(room.over and not room.writers for room in TOWN.shows.rooms(game.state))
