"""Days of Town, dictated: talk, accusations, verdicts, ropes, papers, and every end there is."""

from __future__ import annotations

import random

import pytest

from games.core import CLOCK, Seat
from games.scene import Timer
from games.town.asks import COUNTING, SETTLING
from games.town.events import Bade, Gagged, Marked, Sleep, Waited
from games.town.game import TOWN
from games.town.lists import FEWEST, MOST, PRESETS, draw, read, slots_for
from games.town.options import TownOptions
from games.town.people import RoleName
from games.town.roles import ROLE
from games.town.trial import threshold
from games.town.winning import Left, ending, verdict, winners
from tests.games.town.table import Dictated, town

# ── nominations and trials ────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(("alive", "needed"), [(10, 6), (9, 5), (7, 4), (5, 3), (3, 2), (2, 2)])
def test_a_trial_takes_more_than_half_of_the_living(alive: int, needed: int):
    assert threshold(alive) == needed


def test_five_of_nine_put_somebody_on_trial():
    game = town().talk().play("p1 names p5", "p2 names p5", "p3 names p5", "p4 names p5")
    assert game.moment == "nomination 2"
    game.play("p6 names p5")
    assert game.moment == "defence 2"
    assert game.state.accused == "p5"


def test_a_revealed_mayor_and_two_are_enough_of_nine():
    game = town().talk().play("p9 reveals", "p1 names p5", "p2 names p5")
    assert game.moment == "nomination 2"
    assert game.play("p9 names p5").moment == "defence 2"


def test_a_mayor_who_reveals_himself_lifts_his_candidate_at_once():
    game = town().talk().play("p9 names p5", "p1 names p5", "p2 names p5", "p9 reveals")
    assert game.moment == "defence 2"


def test_a_blackmailed_mayor_cannot_speak_but_shows_who_he_is():
    game = town("sheriff mayor blackmailer doctor lookout escort medium").night("p3 blackmail {p2}")
    assert game.refuses("p2 says It is me.")
    assert game.play("p2 reveals").state.mayors == {"p2"}


def test_a_nomination_may_be_changed_and_nobody_names_themselves():
    game = town().talk().play("p1 names p5", "p1 names p6", "p2 names p5", "p3 names p5", "p4 names p5")
    assert game.moment == "nomination 2"
    assert game.refuses("p1 names p1") == "You cannot choose yourself."
    assert game.refuses("p1 names p6") == "That is what you have said already."


def test_a_tie_acquits_and_so_do_no_votes():
    game = town().trial("p5").judge(p1="guilty", p2="innocent")
    assert game.moment == "nomination 2"
    assert "acquitted, 1 to 1" in game.public()[-2]
    assert game.trial("p5").judge().moment == "nomination 2"


def test_a_mayor_weighs_three_in_judgement():
    game = town().play("p9 reveals").trial("p5").judge(p9="guilty", p1="innocent", p2="innocent")
    assert game.moment == "last words 2"


def test_a_verdict_may_be_changed_and_is_told_to_nobody_before_the_count():
    game = town().trial("p5").play("p5 waits")
    since = len(game.story.log)
    game.play("p1 finds guilty", "p1 finds innocent")
    assert game.public(since) == ["Player 1 has judged."]
    assert game.told("p2", since) == []
    game.play("clock strikes")
    assert "Innocent: Player 1" in " ".join(game.public(since))
    assert game.moment == "nomination 2"


def test_the_accused_does_not_judge():
    game = town().trial("p5").play("p5 waits")
    assert game.refuses("p5 finds innocent") == "You cannot judge yourself."


def test_three_trials_and_the_day_is_over():
    game = town()
    for _ in range(3):
        assert game.talk().moment == "nomination 2"
        game.trial("p5").judge(p1="innocent")
    assert game.moment == "night 2"


def test_a_hanging_ends_the_day_and_shows_role_and_will_once():
    game = town().play("p7 wills I blocked p3.").hang("p7")
    assert game.moment == "night 2"
    shown = [line for line in game.public() if "I blocked p3." in line]
    assert shown == ["Player 7 was hanged, and was an Escort. Their will: “I blocked p3.”"]
    grave = game.state.grave(Seat("p7"))
    assert grave is not None
    assert (grave.role, grave.will) == ("escort", "I blocked p3.")


def test_the_condemned_has_last_words_and_nobody_else():
    game = town().trial("p7").judge(p1="guilty")
    assert game.moment == "last words 2"
    assert game.refuses("p1 says Wait!") == "Only Player 7 may speak now: these are last words."
    game.play("p7 says I am the Escort.", "p7 says Remember it.", "p7 waits")
    assert game.moment == "night 2"


def test_nobody_is_accused_on_the_first_day():
    game = town().play("clock strikes")
    assert game.moment == "night 1"
    assert game.refuses("p1 names p5") == "Nobody is put on trial now."


# ── people who want to hang ───────────────────────────────────────────────────────────────────────────────────────────


def test_a_jester_who_hangs_wins_and_haunts_one_of_those_who_found_him_guilty():
    game = town().trial("p5").judge(p1="guilty", p2="guilty", p6="abstain").play("p5 waits")
    assert game.moment == "night 2"
    assert "Player 5 has what they wanted." in game.told("p5")
    assert game.asked("p5")["night"].allowed["deed"] == ("haunt {p1}", "haunt {p2}")
    game.night("p5 haunt {p2}")
    assert "p2" not in game.alive.split()
    assert game.story.outcome is None


def test_a_jester_who_chooses_nobody_haunts_somebody():
    game = town().trial("p5").judge(p1="guilty", p2="guilty").play("p5 waits").night()
    assert len({"p1", "p2"} & set(game.state.alive)) == 1


def test_an_executioner_wins_when_the_target_hangs_and_the_game_goes_on():
    game = town("sheriff doctor godfather mafioso executioner>p6 lookout escort medium mayor").hang("p6")
    assert game.moment == "night 2"
    assert "Player 5 has what they wanted." in game.told("p5")
    assert not [line for line in game.public() if "what they wanted" in line]


def test_an_executioner_whose_target_dies_at_night_is_a_jester():
    game = town("sheriff doctor godfather mafioso executioner>p6 lookout escort medium mayor").night("p3 kill {p6}")
    assert game.state.role(Seat("p5")) == "jester"
    assert game.story.view(Seat("p5")).role(Seat("p5")) == "jester"
    assert game.story.view(Seat("p1")).role(Seat("p5")) is None


# ── talk ──────────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_everybody_sees_a_whisper_and_two_hear_it():
    game = town().play("p1 whispers p2 I am the Sheriff.")
    assert game.public()[-1] == "Player 1 whispers to Player 2."
    heard = [seat for seat in game.state.seats if any("Sheriff." in line for line in game.told(seat))]
    assert heard == ["p1", "p2"]


def test_spies_and_blackmailers_read_whispers():
    game = town("sheriff doctor godfather blackmailer spy lookout escort").play("p1 whispers p2 I am the Sheriff.")
    heard = [seat for seat in game.state.seats if any("the Sheriff." in line for line in game.told(seat))]
    assert heard == ["p1", "p2", "p4", "p5"]


def test_nobody_whispers_with_a_revealed_mayor():
    game = town().play("p9 reveals")
    assert game.refuses("p1 whispers p9 Hello.") == "Player 9 is the Mayor: nobody whispers with a revealed Mayor."
    assert game.refuses("p9 whispers p1 Hello.") == "Everybody knows you for the Mayor: nobody whispers with you."


def test_the_blackmailed_are_silent_for_a_day_and_vote():
    game = town("sheriff doctor godfather blackmailer jester lookout escort").night("p4 blackmail {p1}")
    assert game.refuses("p1 says Hello.") == "You are blackmailed, and cannot speak today."
    assert game.refuses("p1 whispers p2 Hello.") == "You are blackmailed, and cannot whisper today."
    game.talk().play("p1 names p5")
    game.night()
    game.play("p1 says I was blackmailed.")


def test_who_is_blackmailed_shows_it_on_trial_and_has_no_last_words():
    game = town("sheriff doctor godfather blackmailer jester lookout escort").night("p4 blackmail {p1}").trial("p1")
    assert any(isinstance(told.event, Gagged) for told in game.story.log)
    assert game.moment == "judgement 2"
    assert game.judge(p2="guilty").moment == "night 2"


def test_ais_are_asked_how_eager_they_are_and_the_one_that_is_named_speaks():
    game = town(models="all")
    assert all(list(game.asked(seat)) == ["bid", "papers"] for seat in game.state.seats if seat != "p0")
    game.play(*(f"p{n} bids {2 if n == 4 else 1}" for n in range(1, 10)))
    assert game.state.floor.holder == "p4"
    game.play("p4 says What about you, {p7}?")
    assert game.state.floor.round == 2
    game.play(*(f"p{n} bids 1" for n in range(1, 10)))
    assert game.state.floor.holder == "p7"


def test_the_talk_of_ais_is_over_when_nobody_wants_to_speak():
    game = town(models="all").play(*(f"p{n} bids {int(n < 3)}" for n in range(1, 10)))
    assert game.state.floor.holder in ("p1", "p2")
    game.play(f"{game.state.floor.holder} waits")
    assert game.state.floor.holder in ("p1", "p2")
    assert game.play(f"{game.state.floor.holder} waits").moment == "night 1"


def test_an_ai_is_not_asked_again_before_it_has_heard_something_new():
    game = town(models="p2").play("p2 bids 0")
    assert "bid" not in game.asked("p2")
    game.play("p1 says Good morning.")
    assert game.asked("p2")["bid"].key == "bid:1:2"
    game.play("p1 says Is nobody there?")
    assert game.asked("p2")["bid"].key == "bid:1:2"


def test_nobody_can_tell_a_blackmailed_ai_from_a_silent_one():
    def heard(victim: str, *answers: str) -> list[str]:
        game = town("sheriff mayor blackmailer doctor lookout escort medium", models="p2")
        game.night(f"p3 blackmail {{{victim}}}").play(*answers[:1], "p1 says Good morning.", *answers[1:])
        assert "bid" not in game.asked("p2")
        return game.public()

    assert heard("p2") == heard("p4", "p2 bids 0", "p2 bids 0")


def test_an_ai_takes_the_floor_only_so_often():
    game = town(models="p2", ai_statements=1).play("p2 bids 4", "p2 says I talk much.", "p1 says So it seems.")
    assert "bid" not in game.asked("p2")


def test_people_have_waited_only_as_long_as_nothing_new_is_said():
    game = town().play(*(f"p{n} waits" for n in range(1, 9)), "p1 says One more thing.")
    assert game.moment == "discussion 1"
    assert game.play(*(f"p{n} waits" for n in range(1, 10))).moment == "night 1"


def test_a_day_has_room_for_so_many_words_of_one():
    game = town().play(*(f"p1 says This is number {n}." for n in range(20)))
    assert "town" in game.asked("p1")
    assert game.refuses("p1 says And another.") == "You have spoken 20 times today, which is the most."


# ── jail, seance, papers ──────────────────────────────────────────────────────────────────────────────────────────────

CELL = "sheriff doctor godfather mafioso jailor lookout escort"


def test_the_jailor_and_the_prisoner_alone_know_of_the_jail():
    game = town(CELL).play("p5 jails p4")
    since = len(game.story.log)
    game.dusk()
    assert game.told("p4", since) == ["Player 4 is dragged off to jail for the night."]
    assert game.told("p5", since) == ["Player 4 is dragged off to jail for the night."]
    assert all(game.told(seat, since) == [] for seat in ("p1", "p2", "p3", "p6", "p7"))
    assert game.asked("p4")["night"].forms == ()
    game.play("p5 confers Who are you?", "p4 confers The Escort.")
    assert game.told("p4")[-2:] == ["Jailor, in jail: “Who are you?”", "Player 4, in jail: “The Escort.”"]
    assert not [line for line in game.told("p3") if "Escort." in line]


def test_nobody_is_executed_in_the_first_night():
    game = town(CELL).play("p5 jails p4").dusk()
    assert game.asked("p5")["night"].forms == ()
    game.night().play("p5 jails p4")
    game.night("p5 execute {p4}")
    assert "p4" not in game.alive.split()
    assert game.state.cast[Seat("p5")].uses == 2


def test_a_dead_medium_reaches_one_of_the_living_once():
    game = town("medium doctor godfather mafioso jailor lookout escort sheriff mayor").night("p3 kill {p1}")
    game.play("p1 calls p2").dusk().play("p1 reaches It was p3.", "p2 reaches Thank you.")
    assert [line for line in game.told("p2") if "p3." in line] == ["Player 1, in a seance: “It was p3.”"]
    assert not [line for line in game.told("p6") if "p3." in line]
    game.play("clock strikes")
    assert game.refuses("p1 calls p2") == "Only a dead Medium calls one of the living, by day, once in a game."


def test_a_will_is_for_its_owner_until_death_and_counts_as_it_stands_then():
    game = town().play("p2 wills I am p2.", "p2 wills N1: healed p1.")
    assert [line for line in game.heard("p1") if "healed" in line] == []
    game.night("p3 kill {p2}")
    assert "healed p1" in " ".join(game.public())
    assert game.refuses("p2 wills I am dead.") == "You are dead. The dead talk to the dead."


def test_papers_are_for_those_who_have_them():
    game = town("sheriff forger godfather jester lookout escort mayor")
    assert game.refuses("p1 forges I was a Jester.") == (
        "Paper: “forgery” cannot be chosen now. You can choose: will, notebook."
    )
    game.play("p2 forges I was a Jester.", "p3 notes Sleep well.", "p1 jots p3 is odd.")
    game.night("p2 forge {p1}", "p3 kill {p1}")
    grave = game.state.grave(Seat("p1"))
    assert grave is not None
    assert (grave.will, grave.notes) == ("I was a Jester.", ("Sleep well.",))
    assert game.refuses("p2 wills " + "x" * 401) == "Your text has 401 characters; 400 is the most."


def test_a_cleaned_body_says_nothing_to_anybody_but_the_janitor():
    game = town("sheriff janitor godfather jester lookout escort mayor").play("p1 wills I am p1.")
    game.night("p2 clean {p1}", "p3 kill {p1}")
    grave = game.state.grave(Seat("p1"))
    assert grave is not None
    assert (grave.role, grave.will) == (None, None)
    assert [line for line in game.told("p2") if "I am p1." in line]
    assert game.story.view(Seat("p5")).role(Seat("p1")) is None


def test_the_mafia_knows_who_becomes_one_of_them_and_nobody_else():
    game = town("sheriff doctor godfather mafioso amnesiac lookout escort janitor mayor").hang("p4")
    game.night("p5 remember {p4}")
    assert "An Amnesiac has remembered to be the Mafioso." in " ".join(game.public())
    assert game.story.view(Seat("p3")).role(Seat("p5")) == "mafioso"
    assert game.story.view(Seat("p5")).role(Seat("p8")) == "janitor"
    assert game.story.view(Seat("p1")).role(Seat("p5")) is None


def test_a_vampire_hunter_with_nobody_left_to_hunt_has_one_bullet():
    game = town("vampire-hunter vampire godfather doctor lookout escort sheriff").night("p1 stake {p2}")
    assert game.told("p1")[-2:] == ["Player 1 is a Vigilante from now on.", "Player 1 can do that once more."]
    assert game.state.cast[Seat("p1")].uses == 1 == game.story.view(Seat("p1")).cast[Seat("p1")].uses
    game.night("p1 shoot {p3}").dusk()
    assert game.asked("p1")["night"].forms == ()


def test_who_is_raised_from_the_dead_lives_and_talks():
    game = town("sheriff doctor godfather mafioso retributionist lookout escort").night("p3 kill {p2}")
    game.night("p5 revive {p2}")
    assert "p2" in game.alive.split()
    game.play("p2 says Here I am.")


# ── the end ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_two_quiet_days_from_the_seventh_on_are_a_draw():
    game = town("sheriff doctor godfather survivor jester lookout escort witch mayor")
    while game.story.outcome is None and game.state.day < 9:
        game.night()
    assert game.state.ended is not None
    assert (game.state.ended.ending, game.state.ended.day) == ("time-out", 8)
    assert game.state.ended.winners == ("p4", "p8")


def test_a_death_on_the_eighth_day_puts_the_draw_off():
    game = town()
    while game.state.day < 8:
        game.night()
    game.hang("p6").night()
    assert game.story.outcome is None
    assert game.state.marks == Marked()
    assert game.state.marks.quiet == 0


def test_the_town_wins_when_the_last_of_the_mafia_hangs():
    game = town("sheriff doctor godfather survivor jester lookout escort").hang("p3")
    assert game.ends("The Town wins: nobody is left who threatens it.")
    assert game.story.outcome is not None
    assert game.story.outcome.winners == {"p1", "p2", "p4", "p6", "p7"}


def test_what_somebody_was_is_said_when_all_is_over():
    game = town("sheriff doctor godfather survivor jester lookout escort")
    assert [TOWN.shows.part(game.state, seat) for seat in game.state.seats] == [""] * 7
    game.hang("p3")
    assert [TOWN.shows.part(game.state, Seat(seat)) for seat in ("p1", "p3")] == ["sheriff", "godfather"]


def test_whoever_has_sat_elsewhere_comes_back_to_that_seat_only_and_nobody_sits_down_among_the_dead():
    state = town().night("p3 kill {p2}").state
    assert TOWN.lobby.may_sit(state, Seat("p1"), frozenset()) is None
    assert TOWN.lobby.may_sit(state, Seat("p1"), frozenset({Seat("p1")})) is None
    assert "come back to that seat" in (TOWN.lobby.may_sit(state, Seat("p1"), frozenset({Seat("p4")})) or "")
    assert "is dead" in (TOWN.lobby.may_sit(state, Seat("p2"), frozenset()) or "")
    assert TOWN.lobby.may_sit(state, Seat("p2"), frozenset({Seat("p2")})) is None
    assert "nobody may join" in (TOWN.lobby.may_sit(town(models="all").state, Seat("p1"), frozenset()) or "")


def _left(text: str) -> list[Left]:
    """“jailor:0 mafioso” as those who are left; a number is what they have left of their deed."""
    found = []
    for at, each in enumerate(text.split()):
        name, _, uses = each.partition(":")
        role: RoleName = next(known for known in ROLE if known == name.replace("-", " "))
        found.append(Left(Seat(f"p{at}"), role, int(uses) if uses else ROLE[role].uses))
    return found


@pytest.mark.parametrize(
    ("left", "how"),
    [
        ("", "wipe-out"),
        ("survivor", "nobody"),
        ("jester witch executioner amnesiac", "nobody"),
        ("sheriff", "town"),
        ("sheriff jester survivor", "town"),
        ("sheriff witch", "town"),
        ("vigilante witch", None),
        ("vigilante:0 witch", "town"),
        ("godfather", "mafia"),
        ("janitor witch survivor", "mafia"),
        ("godfather sheriff", None),
        ("godfather sheriff doctor", None),
        ("serial-killer", "serial killer"),
        ("serial-killer serial-killer jester", "serial killer"),
        ("arsonist survivor", "arsonist"),
        ("werewolf witch", "werewolf"),
        ("vampire vampire", "vampire"),
        ("serial-killer arsonist sheriff", None),
        # of two who are left
        ("transporter mafioso", "town"),
        ("godfather transporter", "mafia"),
        ("consort escort", "mafia"),
        ("mafioso escort", "mafia"),
        ("serial-killer transporter", "serial killer"),
        ("serial-killer jailor:0", "serial killer"),
        ("serial-killer jailor:1", None),
        ("serial-killer godfather", "serial killer"),
        ("mafioso serial-killer", "serial killer"),
        ("serial-killer vampire", "serial killer"),
        ("arsonist escort", "arsonist"),
        ("arsonist transporter", "arsonist"),
        ("arsonist jailor:0", "arsonist"),
        ("arsonist jailor:2", None),
        ("godfather arsonist", "arsonist"),
        ("arsonist mafioso", "arsonist"),
        ("arsonist vampire", "arsonist"),
        ("serial-killer arsonist", "arsonist"),
        ("werewolf godfather", "werewolf"),
        ("werewolf mafioso", "werewolf"),
        ("vampire werewolf", "werewolf"),
        ("werewolf veteran", "werewolf"),
        ("werewolf serial-killer", "werewolf"),
        ("vampire transporter", "vampire"),
        ("vampire escort", "vampire"),
        ("vampire godfather", None),
        ("werewolf arsonist", None),
        ("serial-killer sheriff", None),
        ("transporter mafioso survivor", None),
    ],
)
def test_who_is_left_decides(left: str, how: str | None):
    assert ending(_left(left)) == how


@pytest.mark.parametrize(
    ("left", "how"),
    [
        ("godfather sheriff", "mafia"),
        ("godfather sheriff doctor", None),
        ("godfather mafioso sheriff jester", "mafia"),
        ("godfather mafioso sheriff serial-killer", None),
    ],
)
def test_by_option_the_mafia_wins_when_it_is_as_many_as_the_others(left: str, how: str | None):
    assert ending(_left(left), parity=True) == how


def test_a_whole_side_wins_dead_or_alive_and_some_for_themselves():
    roles: list[tuple[Seat, RoleName]] = [
        (Seat("p1"), "sheriff"), (Seat("p2"), "godfather"), (Seat("p3"), "janitor"), (Seat("p4"), "survivor"),
        (Seat("p5"), "survivor"), (Seat("p6"), "witch"), (Seat("p7"), "jester"), (Seat("p8"), "amnesiac"),
    ]  # fmt: skip
    alive = [Seat(seat) for seat in ("p2", "p4", "p6", "p8")]
    assert winners("mafia", roles, alive, [Seat("p7")]) == ("p2", "p3", "p4", "p6", "p7")
    assert winners("town", roles, alive, []) == ("p1", "p4")
    assert winners("time-out", roles, alive, []) == ("p4", "p6")
    assert winners("wipe-out", roles, [], [Seat("p7")]) == ("p7",)


@pytest.mark.parametrize(
    "how",
    ["town", "mafia", "vampire", "serial killer", "arsonist", "werewolf", "nobody", "wipe-out", "time-out"],
)
def test_every_end_has_a_sentence(how: str):
    assert verdict(how).endswith(".")  # type: ignore[arg-type]


# ── role lists ────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("name", PRESETS)
@pytest.mark.parametrize("players", range(FEWEST, MOST + 1))
def test_every_list_is_good_for_every_number_of_players(name: str, players: int):
    slots = slots_for(name, "", players)
    assert len(slots) == players
    for seed in range(100):
        roles = draw(slots, random.Random(seed))
        assert len(roles) == players
        assert all(roles.count(role) == 1 for role in roles if ROLE[role].unique)
        assert "vampire hunter" not in roles or name == "all-any"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("Sheriff, Doctor", "A role list has 7 to 15 slots; yours has 2."),
        ("Sheriff, Doctor, Wizard, Any, Any, Any, Any", "“Wizard” is no role"),
        ("Jailor, Jailor, Any, Any, Any, Any, Any", "No town can be drawn"),
        ("Vampire Hunter, TS, TS, RT, Godfather, Mafioso, RM", "No town can be drawn"),
        ("MK, MK, MK, RT, RT, RT, RT", "No town can be drawn"),
        ("RT, RT, RT, RT, RT, RT, Jester", "No town can be drawn"),
    ],
)
def test_a_list_that_cannot_be_drawn_is_refused_in_a_sentence(text: str, why: str):
    with pytest.raises(ValueError, match=why[:20]):
        read(text)


def test_a_list_of_ones_own_says_how_many_play():
    options = TownOptions(custom="ts; TI\nRandom Town, godfather, SERIAL KILLER | Jester, Any, any, Any")
    assert (options.roles, options.players) == ("custom", 8)
    assert options.slots_for(9)[-2:] == ("Any", "Random Town")
    assert TownOptions.model_validate_json(options.model_dump_json()) == options


def test_who_waits_and_who_bids_is_told_to_those_whom_it_concerns():
    game = town(models="p2").play("p2 bids 3", "p2 waits")
    bade = next(told for told in game.story.log if isinstance(told.event, Bade))
    waited = next(told for told in game.story.log if isinstance(told.event, Waited))
    assert bade.to == {"p2"}
    assert waited.to is None


def _clocks(game: Dictated) -> dict[str, float]:
    return {ask.key: ask.within.total_seconds() for ask in game.story.asks(CLOCK) if ask.within}


def test_when_all_have_said_whom_they_accuse_the_clock_is_not_waited_for():
    """And whoever changes their mind gives everybody a little more time for it."""
    game = town().talk()
    assert game.state.phase == "nomination"
    others = [seat for seat in game.state.alive if seat != "p1"]
    for at, seat in enumerate(others):
        assert not any(key.startswith("named:") for key in _clocks(game))
        game.play(f"{seat} names {'p1' if at == 0 else 'nobody'}")
    game.play("p1 names nobody")
    [first] = [key for key in _clocks(game) if key.startswith("named:")]
    assert _clocks(game)[first] == COUNTING
    assert next(iter(TOWN.shows.scene(game.story.view(None), None).of(Timer))).key == first
    game.play("p1 names p2")
    [second] = [key for key in _clocks(game) if key.startswith("named:")]
    assert second != first
    game.play("clock strikes")
    assert game.state.phase == "night"


def test_a_night_waits_a_little_when_all_have_chosen_and_no_longer():
    game = town().dusk()
    *others, last = game.state.alive
    for seat in others:
        game.play(f"{seat} sleeps")
    assert not any(key.startswith("settled:") for key in _clocks(game))
    game.play(f"{last} sleeps")
    assert game.state.phase == "night" and _clocks(game)["settled:1"] == SETTLING
    game.play("clock settles")
    assert game.state.phase == "discussion" and game.state.day == 2


def test_a_transporters_second_list_has_the_numbers_of_the_first():
    game = town("transporter doctor mafioso godfather escort lookout jester").dusk()
    ask = next(each for each in game.story.asks(Seat("p1")) if each.key == "night:1")
    assert ask.allowed["deed"] == tuple(f"swap {{{seat}}}" for seat in game.state.seats)
    assert ask.allowed["other"] == game.state.seats


def test_who_chooses_the_same_player_twice_is_told_so():
    game = town("transporter witch retributionist mafioso godfather escort lookout jester", retributionist="puppet")
    game.hang("p7").dusk()
    assert game.refuses("p1 does swap {p4} with p4") == "Choose two different players."
    assert "one of these: Player 1" in game.refuses("p3 does revive {p7} with p3")
    assert "You can sleep, or one of these: control." in game.refuses("p2 does control {p2} with p4")
    game.play("p1 does swap {p4} with p5", "p2 does control {p4} with p4")


KEYS = "jailor doctor mafioso godfather escort lookout jester"


def test_an_ai_in_jail_answers_and_does_not_begin():
    game = town(KEYS, models="p2").talk().play("p1 jails p2").dusk()
    assert "jail" not in game.asked("p2")
    game.play("p2 sleeps", "p1 confers Who are you?")
    assert game.asked("p2")["jail"].need == "each"
    game.play("p2 confers The Doctor.")
    assert "jail" not in game.asked("p2")


def test_an_ai_in_jail_to_whom_nobody_speaks_does_so_before_dawn():
    game = town(KEYS, models="p2").talk().play("p1 jails p2").dusk()
    game.play(*(f"{seat} sleeps" for seat in game.state.alive[:-1]))
    assert "jail" not in game.asked("p2")
    game.play(f"{game.state.alive[-1]} sleeps")
    assert game.asked("p2")["jail"].need == "each"
    assert {**game.asked("p2")} == {
        ask.key.split(":")[0]: ask for ask in TOWN.rules.asks(game.story.view(Seat("p2")), Seat("p2"))
    }


def test_an_ai_with_the_keys_hears_an_answer_before_it_decides_and_a_person_may_keep_it_waiting():
    for answer in ("confers The Doctor.", "waits"):
        game = town(KEYS, models="p1 p2").talk().play("p1 names nobody", "p1 jails p2").dusk()
        assert "night" not in game.asked("p1")
        game.play("p1 confers Who are you?")
        assert "night" not in game.asked("p1") and "night" not in {
            ask.key.split(":")[0] for ask in TOWN.rules.asks(game.story.view(Seat("p1")), Seat("p1"))
        }
        game.play(f"p2 {answer}", *(["p1 waits"] if answer != "waits" else []))
        assert game.asked("p1")["night"] == TOWN.rules.asks(game.story.view(Seat("p1")), Seat("p1"))[0]
    game = town(KEYS, models="p1").talk().play("p1 names nobody", "p1 jails p2").dusk()
    assert "night" in game.play("p1 confers Who are you?").asked("p1")


def test_who_has_gone_to_sleep_is_not_asked_to_sleep_again():
    game = town("medium doctor godfather mafioso escort lookout jester").dusk().play("p1 sleeps", "p2 sleeps")
    assert "night" not in game.asked("p1"), "there is nothing that could be chosen otherwise"
    assert game.asked("p2")["night"].choices == () and game.asked("p2")["night"].forms
    assert game.play("p2 does heal {p1}").asked("p2")["night"].choices == (Sleep(),)
