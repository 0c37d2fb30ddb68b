"""What the built-in player of Town believes and does where the right move is plain, and that it gives nothing away."""

from __future__ import annotations

import random
import re
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from games.core import Action, Ask, Seat, Temper
from games.story import Story
from games.town import events
from games.town.autoplay import _agenda, autoplay
from games.town.game import TOWN
from games.town.meaning import understood as claims_in
from games.town.mind import MAFIA, PARTY, believe, left, scaled
from games.town.mind import TOWN as TOWNSFOLK
from games.town.roles import ROLE
from games.town.tactics import Head, agreed, decisive, invented, part, room, scapegoat
from tests.games.town.balance import options_for, play
from tests.games.town.table import QUIET, Dictated, town

LIST = "Sheriff, Doctor, Godfather, Mafioso, Jester, Lookout, Escort, Medium, Mayor"
"""The slots of the town of nine."""

BOLD = Temper(boldness=1.0, talkativeness=1.0, suspicion=1.0)
EVEN = Temper()


def nine(**more: Any) -> Dictated:
    return town(QUIET, custom=LIST, **more)


def answer(game: Dictated, seat: str, about: str, dice: object = 0, temper: Temper = EVEN) -> Action:
    """What the built-in player would answer to the seat's question about that."""
    ask = game.asked(seat)[about]
    return autoplay(game.story.view(Seat(seat)), Seat(seat), ask, random.Random(f"{dice}"), temper)


def answers(game: Dictated, seat: str, about: str, temper: Temper = EVEN) -> Counter[Action]:
    """… by thirty throws of the dice."""
    return Counter(answer(game, seat, about, dice, temper) for dice in range(30))


def deeds(game: Dictated, seat: str, temper: Temper = EVEN) -> Counter[str]:
    """What the seat would do tonight."""
    found = answers(game, seat, "night", temper)
    return Counter({getattr(each, "deed", "sleep"): count for each, count in found.items()})


def says(game: Dictated, seat: str, about: str, dice: object = 0, temper: Temper = EVEN) -> Any:
    """What the seat claims in what it would say."""
    said = answer(game, seat, about, dice, temper)
    return claims_in(getattr(said, "text", ""), Seat(seat), game.state.day)


# ── belief ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_odds_sum_to_one_and_the_parties_to_what_the_role_list_leaves():
    parties = (5.0, 2.0, 1.0, 1.0)
    odds = {Seat(f"p{n}"): (1.0, 0.1 * n, 1.0, 2.0 / n) for n in range(1, 10)}
    found = scaled(odds, parties)
    assert all(sum(each) == pytest.approx(1) for each in found.values())
    assert [sum(column) for column in zip(*found.values(), strict=True)] == pytest.approx(parties, abs=0.05)


def test_the_known_take_the_narrowest_slots():
    slots = ("Sheriff", "Random Town", "Town Investigative", "Any")
    rest = left(slots, ("sheriff", "sheriff"))
    assert rest.most["doctor"] == 2
    assert "lookout" in rest.most
    assert sum(rest.parties) == pytest.approx(2)
    assert sum(rest.roles.values()) == pytest.approx(2)


def test_the_same_view_is_thought_about_once():
    game = nine()
    view = game.story.view(Seat("p1"))
    assert believe(view, Seat("p1")) is believe(view, Seat("p1"))
    game.play("p2 says Good morning.")
    assert believe(game.story.view(Seat("p1")), Seat("p1")) is not believe(view, Seat("p1"))


def test_a_sheriff_believes_what_it_found():
    game = nine()
    game.night("p1 question {p4}").night("p1 question {p6}")
    belief = believe(game.story.view(Seat("p1")), Seat("p1"))
    assert belief.of(Seat("p4"))[MAFIA] > 0.85
    assert belief.of(Seat("p6"))[TOWNSFOLK] > belief.of(Seat("p7"))[TOWNSFOLK]


def test_whoever_claims_what_one_is_oneself_is_a_liar_and_others_believe_neither():
    game = nine()
    game.night()
    game.play("p4 says I'm the Sheriff.", "p1 says I am the Sheriff, {p4} is lying.")
    assert believe(game.story.view(Seat("p1")), Seat("p1")).town(Seat("p4")) < 0.1
    belief = believe(game.story.view(Seat("p6")), Seat("p6"))
    assert belief.evil(Seat("p4")) > belief.evil(Seat("p8"))
    assert belief.evil(Seat("p1")) > belief.evil(Seat("p8"))


def test_the_dead_are_believed_by_what_they_were():
    game = nine()
    game.night("p1 question {p4}")
    game.play("p1 wills Sheriff. N1: questioned {p4}, suspicious.")
    game.night("p3 kill {p1}")
    assert believe(game.story.view(Seat("p6")), Seat("p6")).evil(Seat("p4")) > 0.7


def test_mates_know_each_other_and_an_onlooker_does_not():
    view = nine().story.view(Seat("p4"))
    assert believe(view, Seat("p4")).evil(Seat("p3")) == 1
    assert believe(view, None).evil(Seat("p3")) < 0.5


# ── nights ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_doctor_looks_after_who_claims_to_be_of_use_and_not_after_a_revealed_mayor():
    game = nine()
    game.night()
    game.play("p9 reveals", "p1 says I am the Sheriff. Night 1: I questioned {p8}, innocent.")
    found = deeds(game.dusk(), "p2")
    assert found.most_common(1)[0][0] == "heal {p1}"
    assert "heal {p9}" not in found


def test_a_vigilante_shoots_nobody_in_the_first_night_and_later_whom_it_is_convinced_of():
    game = town(
        "sheriff vigilante godfather mafioso jester lookout escort",
        custom="Sheriff, Vigilante, Godfather, Mafioso, Jester, Lookout, Escort",
    )
    assert set(deeds(game.dusk(), "p2", BOLD)) == {"sleep"}
    game.night("p1 question {p4}")
    assert set(deeds(game.dusk(), "p2")) == {"sleep"}  # no reason yet
    game.play("clock strikes", "p1 wills Sheriff. N1: questioned {p4}, suspicious.")
    game.night("p3 kill {p1}")
    assert set(deeds(game.dusk(), "p2")) == {"shoot {p4}"}


def test_a_sheriff_looks_at_whom_it_has_not_read():
    game = nine()
    game.night("p1 question {p4}").night("p1 question {p6}")
    found = deeds(game.dusk(), "p1")
    assert "question {p4}" not in found
    assert "question {p6}" not in found


def test_an_escort_keeps_a_suspect_at_home():
    game = nine()
    game.night("p1 question {p4}")
    game.play("p1 says Sheriff here. Night 1: I questioned {p4}, suspicious.")
    assert deeds(game.dusk(), "p7").most_common(1)[0][0] == "block {p4}"


def test_a_jailor_executes_who_lies_in_the_cell_and_spares_who_may_be_right():
    roles = "jailor sheriff doctor godfather mafioso lookout escort"
    slots = "Jailor, Sheriff, Doctor, Godfather, Mafioso, Lookout, Escort"
    game = town(roles, custom=slots)
    game.night("p4 kill {p3}")
    game.play("p1 jails p5")
    game.dusk().play("p5 confers I'm the Doctor. Night 1: healed {p2}.")
    assert set(deeds(game, "p1")) == {"execute {p5}"}
    game = town(roles, custom=slots)
    game.night("p4 kill {p3}")
    game.play("p1 jails p6")
    game.dusk().play("p6 confers I'm the Lookout. Night 1: watched {p2}, nobody came.")
    assert set(deeds(game, "p1")) == {"sleep"}


def test_the_mafia_agrees_on_one_victim():
    game = town("godfather mafioso janitor sheriff doctor lookout escort", models="all")
    while game.state.phase != "night":
        for seat in game.state.alive:
            owed = next((ask for ask in game.story.asks(seat) if ask.need != "none"), None)
            if owed is not None:
                game.tell(
                    game.story.decide(seat, events.Bid(0) if owed.key.startswith("bid") else owed.default, owed.key)
                )
    _answers_all(game, ("p1", "p2", "p3"), "mafia")
    _answers_all(game, ("p1", "p2", "p3"), "mafia")
    whom = {agreed(game.story.view(Seat(seat)), Seat(seat)) for seat in ("p1", "p2", "p3")}
    assert len(whom) == 1
    victim = next(iter(whom))
    assert set(deeds(game, "p1")) == set(deeds(game, "p2")) == {f"kill {{{victim}}}"}
    assert set(deeds(game, "p3")) <= {f"clean {{{victim}}}", "sleep"}


def _answers_all(game: Dictated, seats: tuple[str, ...], about: str) -> None:
    for seat in seats:
        ask = game.asked(seat).get(about)
        if ask is not None:
            action = autoplay(game.story.view(Seat(seat)), Seat(seat), ask, random.Random(seat), EVEN)
            game.tell(game.story.decide(Seat(seat), action, ask.key))


def test_an_arsonist_lights_the_match_when_enough_are_doused():
    game = town("arsonist sheriff doctor lookout escort medium mayor")
    assert all(deed.startswith("douse") for deed in deeds(game.dusk(), "p1"))
    game.night("p1 douse {p2}").night("p1 douse {p3}").night("p1 douse {p4}")
    assert set(deeds(game.dusk(), "p1")) == {"ignite"}


def test_a_werewolf_goes_out_by_the_moon():
    game = town("werewolf sheriff doctor lookout escort medium mayor")
    assert set(deeds(game.dusk(), "p1")) == {"sleep"}
    game.play("clock strikes")
    assert all(deed.startswith("rampage") for deed in deeds(game.dusk(), "p1"))


# ── days ──────────────────────────────────────────────────────────────────────────────────────────────────────────────


def floor(game: Dictated, seat: str) -> Ask:
    """The question to somebody who has the floor."""
    return Ask(f"floor:{game.state.day}:1", "You have the floor.", "each", (events.Wait(),), (events.Say,))


def speech(game: Dictated, seat: str, dice: object = 0, temper: Temper = EVEN) -> Any:
    said = autoplay(game.story.view(Seat(seat)), Seat(seat), floor(game, seat), random.Random(f"{dice}"), temper)
    return claims_in(getattr(said, "text", ""), Seat(seat), game.state.day)


def test_a_sheriff_tells_the_town_whom_it_found_suspicious():
    game = nine(models="p1")
    game.night("p1 question {p4}")
    assert set(answers(game, "p1", "bid")) == {events.Bid(4)}
    claims = speech(game, "p1")
    assert any(claim.kind == "role" and claim.role == "sheriff" for claim in claims)
    assert any(claim.kind == "result" and claim.target == "p4" and claim.found == "suspicious" for claim in claims)


def test_a_sheriff_who_found_nothing_has_nothing_pressing_to_say():
    game = nine(models="p1")
    game.night("p1 question {p6}")
    assert all(bid.eagerness < 4 for bid in answers(game, "p1", "bid"))  # type: ignore[attr-defined]


def test_the_town_puts_on_trial_and_hangs_whom_the_sheriff_accuses():
    game = nine()
    game.night("p1 question {p4}")
    game.play("p1 says I'm the Sheriff. Night 1: I questioned {p4}, suspicious.")
    game.talk()
    assert set(answers(game, "p1", "nominate")) == {events.Nominate("p4")}
    game.play("p1 names p4")
    for seat in ("p2", "p7"):
        assert set(answers(game, seat, "nominate")) == {events.Nominate("p4")}
    game.play("p2 names p4", "p6 names p4", "p7 names p4", "p8 names p4")
    while game.state.phase == "defence":
        game.play("clock strikes")
    assert set(answers(game, "p2", "judge")) == {events.Judge("guilty")}
    assert set(answers(game, "p3", "judge", Temper(boldness=0.0))) == {events.Judge("guilty")}  # who cannot be saved


def test_an_executioner_is_after_its_quarry():
    game = town("executioner>p2 sheriff doctor godfather lookout escort medium")
    game.night()
    game.night()
    game.night()
    assert any(
        claim.target == "p2" and (claim.kind == "accuse" or claim.found == "suspicious")
        for dice in range(10)
        for claim in speech(game, "p1", dice)
    )
    game.talk()
    assert set(answers(game, "p1", "nominate")) == {events.Nominate("p2")}
    game.trial("p2")
    while game.state.phase == "defence":
        game.play("clock strikes")
    assert set(answers(game, "p1", "judge")) == {events.Judge("guilty")}


def test_on_trial_the_town_says_what_it_is_and_the_mafia_something_else():
    game = nine()
    game.night("p1 question {p6}")
    game.trial("p1")
    claims = says(game, "p1", "defence")
    assert any(claim.role == "sheriff" for claim in claims)
    game = nine()
    game.night()
    game.trial("p4")
    roles = {claim.role for dice in range(10) for claim in says(game, "p4", "defence", dice) if claim.kind == "role"}
    assert roles
    assert all(role is not None and ROLE[role].faction == "town" for role in roles)


def test_who_has_something_to_hide_keeps_to_one_part_that_nobody_else_plays():
    game = nine()
    game.night()
    game.play("p2 says I am the Doctor.", "p7 says Escort here.", "p8 says Medium here.", "p6 says I'm the Lookout.")
    view = game.story.view(Seat("p4"))
    first = part(Head(view, Seat("p4"), "mafioso", random.Random(1), EVEN))
    assert first not in ("doctor", "escort", "medium", "lookout", "mafioso")
    game.play(f"p4 says I'm the {first.title()}.", f"p3 says I am the {first.title()}.")
    view = game.story.view(Seat("p4"))
    assert part(Head(view, Seat("p4"), "mafioso", random.Random(2), EVEN)) == first


def test_a_mayor_steps_forward_when_few_are_left():
    game = town("mayor sheriff godfather mafioso jester lookout escort")
    game.night()
    ask = Ask("floor:2:1", "You have the floor.", "each", (events.Wait(), events.Reveal()), (events.Say,))
    assert autoplay(game.story.view(Seat("p1")), Seat("p1"), ask, random.Random(1), EVEN) == events.Reveal()


def test_wills_hold_what_somebody_found_and_of_the_evil_what_they_pass_for():
    game = nine()
    game.night("p1 question {p4}")
    written = answer(game, "p1", "papers")
    assert isinstance(written, events.Write)
    assert "{p4}" in written.text
    mine = [each for each in answers(game, "p3", "papers") if isinstance(each, events.Write) and each.paper == "will"]
    assert mine
    assert not any("godfather" in each.text.lower() for each in mine)


# ── whole games ───────────────────────────────────────────────────────────────────────────────────────────────────────


def watched(name: str, players: int, number: int) -> Story[Any]:
    """A game of built-in players to its end; the rules must refuse nothing."""
    return play(options_for(name, players, number), f"watched/{name}/{number}")[0]


@pytest.mark.parametrize(
    ("name", "players"), [("classic", 9), ("classic", 12), ("ranked", 12), ("all-any", 11), ("custom", 0), ("small", 7)]
)
def test_built_in_players_play_to_the_end_and_nobody_evil_says_so_by_day(name: str, players: int):
    story = watched(name, players, 5)
    roles: dict[Seat, str] = {}
    for told in story.log:
        event = told.event
        if isinstance(event, events.RoleGiven | events.Became):
            roles[event.seat] = event.role
        elif isinstance(event, events.Said) and event.room == "town":
            role = roles[event.seat]
            honest = ROLE[role].faction == "town" or role in ("survivor", "amnesiac")  # type: ignore[index]
            for claim in claims_in(event.text, event.seat, 1):
                if claim.kind == "role" and not honest:
                    assert claim.role is not None
                    assert PARTY[claim.role] == TOWNSFOLK, event.text


def test_what_a_seat_was_not_told_changes_nothing():
    story = watched("ranked", 11, 2)
    rng = random.Random("resampled")
    again: Story[Any] = Story(TOWN, story.options, story.seed)
    looked = 0
    for at, told in enumerate(story.log):
        again.tell([told])
        if at % 4 or isinstance(told.event, events.Sentenced):  # nobody is asked in the middle of a move
            continue
        for seat in again.seats:
            for ask in again.asks(seat)[:1]:
                view = again.view(seat)
                other = TOWN.rules.resample(view, seat, rng)
                dice = rng.random()
                answered = [autoplay(each, seat, ask, random.Random(dice), EVEN) for each in (view, other)]
                assert answered[0] == answered[1], (seat, ask.key)
                looked += 1
    assert looked > 100


def test_every_question_that_a_person_is_asked_is_answered_legally():
    """When a person's time is up, the built-in player may answer in their place."""
    game = town("jailor mayor godfather serial-killer medium jester forger sheriff spy", custom="", models="p8")
    game.play("p1 jails p3")
    for moment in ("day", "dusk", "dawn", "talk", "night"):
        if moment == "dusk":
            game.dusk()
        elif moment == "dawn":
            game.play("p4 does stab {p5}", "clock strikes")
        elif moment == "talk":
            game.talk()
        for seat in game.story.seats:
            for ask in game.story.asks(seat):
                action = autoplay(game.story.view(seat), seat, ask, random.Random(moment), EVEN)
                assert ask.takes(action), (seat, ask.key, action)
                game.story.decide(seat, action, ask.key)


# ── second thoughts, and no dead ends ─────────────────────────────────────────────────────────────────────────────────


def test_few_towns_end_in_nothing_and_jailors_jail_somebody_in_the_place_of_who_hangs() -> None:
    idle, nights, draws = 0, 0, 0
    for seed in range(6):
        story, _ = play(options_for("classic", 15, seed), f"second thoughts {seed}")
        draws += story.state.ended.ending == "time-out"
        jailor = next((seat for seat in story.seats if _dealt(story, seat) == "jailor"), None)
        fallen = {grave.seat: grave.day for grave in story.state.graves}
        jailed = {night for night, _ in story.state.jails}
        for night in range(1, len(story.state.nights) + 1):
            if jailor is not None and fallen.get(jailor, 99) > night:
                nights, idle = nights + 1, idle + (night not in jailed)
    assert draws == 0 and nights > 5 and idle <= 0.25 * nights, (draws, nights, idle)


def _dealt(story: Story[Any], seat: Seat) -> str:
    return next(
        told.event.role for told in story.log if isinstance(told.event, events.RoleGiven) and told.event.seat == seat
    )


def test_the_mafia_passes_for_different_things() -> None:
    game = nine()
    team = [seat for seat in game.state.seats if ROLE[_dealt(game.story, seat)].faction == "mafia"]
    parts = [
        part(Head(game.story.view(seat), seat, game.story.view(seat).role(seat), random.Random(1), EVEN))
        for seat in team
    ]
    assert len(team) == 2 and len(set(parts)) == 2


def seven() -> Dictated:
    roles = "sheriff doctor lookout escort medium godfather mafioso"
    return town(roles, custom=roles.title().replace(" ", ", "))


def test_those_who_kill_lie_and_hang_openly_only_when_one_more_rope_decides_it():
    bold = Temper(boldness=1.0)
    game = seven()
    game.night()
    view = game.story.view(Seat("p7"))
    assert not decisive(Head(view, Seat("p7"), "mafioso", random.Random(1), bold))
    assert not any(claim.found == "suspicious" for dice in range(9) for claim in speech(game, "p7", dice, bold))
    game.night("p7 kill {p1}")
    view = game.story.view(Seat("p7"))
    head = Head(view, Seat("p7"), "mafioso", random.Random(1), bold)
    assert decisive(head) and not decisive(Head(view, Seat("p7"), "doctor", random.Random(1), bold))
    assert scapegoat(head) is None  # the only Sheriff lies dead
    game.trial("p2")
    while game.state.phase == "defence":
        game.play("clock strikes")
    assert set(answers(game, "p6", "judge", Temper(boldness=0.0))) == {events.Judge("guilty")}


def test_what_the_mafia_has_found_stays_found():
    bold = Temper(boldness=1.0)
    game = seven()
    game.night()
    game.night("p7 kill {p3}")
    head = Head(game.story.view(Seat("p7")), Seat("p7"), "mafioso", random.Random(1), bold)
    found = scapegoat(head)
    assert found is not None and found[0] == game.state.day - 1 and found[1] not in ("p6", "p7")
    assert part(head) == "sheriff"
    assert any(claim.target == found[1] and claim.found == "suspicious" for claim in invented(head, "sheriff"))
    game.play(f"p7 says I'm the Sheriff. Night 2: I questioned {{{found[1]}}}, suspicious.")
    others = [seat for seat in game.state.alive if seat not in (found[1], "p6", "p7")]
    game.play(*(f"{seat} says {{{others[0]}}} is Mafia." for seat in others[1:]))
    assert scapegoat(Head(game.story.view(Seat("p7")), Seat("p7"), "mafioso", random.Random(2), EVEN)) == found


def test_when_more_is_claimed_than_there_are_people_nobody_finds_room_for_more():
    view = seven().story.view(Seat("p7"))
    head = Head(view, Seat("p7"), "mafioso", random.Random(1), EVEN)
    assert room(head, "doctor") and not room(head, "doctor", "doctor")
    assert not room(head, "doctor", *["doctor"] * 8)


def test_what_a_weak_player_thinks_of_somebody_is_the_same_all_day():
    view = nine().night().story.view(Seat("p1"))
    weak = Temper(strength=0.2)
    thought = {Head(view, Seat("p1"), "sheriff", random.Random(dice), weak).evil(Seat("p4")) for dice in range(9)}
    assert len(thought) == 1 and thought != {believe(view, Seat("p1")).evil(Seat("p4"))}


def test_a_quiet_night_that_is_explained_speaks_against_nobody():
    def against(*said: str) -> set[str]:
        game = nine()
        game.night("p7 block {p5}", "p2 heal {p6}", "p4 kill {p6}").play(*said)
        return {ground.why for ground in believe(game.story.view(Seat("p7")), Seat("p7")).grounds.get(Seat("p5"), ())}

    assert "blocked" in against()
    assert "blocked" not in against("p6 says Night 1: I was attacked.")
    assert "blocked" not in against("p2 says I'm the Doctor. Night 1: I healed {p6}, who was attacked.")


def test_whoever_tells_what_was_done_to_one_is_believed():
    game = nine()
    game.night("p2 heal {p6}", "p4 kill {p6}").play("p2 says I'm the Doctor. Night 1: I healed {p6}.")
    view = game.story.view
    evil = {seat: believe(view(Seat(seat)), Seat(seat)).evil(Seat("p2")) for seat in ("p6", "p9")}
    assert evil["p6"] < 0.3 * evil["p9"]


def test_who_tells_a_deed_of_a_night_on_which_they_were_held_up_lies():
    def likely(seat: str, of: str, *said: str) -> float:
        game = nine()
        game.night("p7 block {p4}", "p2 heal {p6}").play(*said)
        return believe(game.story.view(Seat(seat)), Seat(seat)).town(Seat(of))

    role, deed = "p4 says I'm the Sheriff.", "p4 says I'm the Sheriff. Night 1: I questioned {p6}: innocent."
    held_up = "p4 says I'm the Sheriff. Night 1: I was blocked."
    assert likely("p7", "p4", deed) < 0.1 < 0.3 < min(likely("p7", "p4", role), likely("p7", "p4", held_up))
    escort = "p7 says I'm the Escort. Night 1: I blocked {p4}."
    assert likely("p6", "p4", escort, deed) < likely("p6", "p4", escort, held_up) - 0.1
    blocked = "p5 says I'm the Escort. Night 1: I blocked {p2}."
    assert likely("p2", "p5", blocked) < 0.1 < 0.3 < likely("p6", "p5", blocked), "p2 would have been told"
    game = nine()
    game.night("p7 block {p4}").play("p7 says I'm the Escort.", deed)
    words = autoplay(game.story.view(Seat("p7")), Seat("p7"), floor(game, "p7"), random.Random(0), EVEN).text
    assert "busy" in words and "told us of a deed" in words


def test_a_jester_denies_a_claim_as_others_do_with_nights_of_its_own():
    game = nine()
    game.night()
    game.night()
    game.play("p1 says I'm the Sheriff.", "p2 says I'm the Doctor.", "p6 says Lookout here.", "p7 says Escort here.")
    for dice in range(9):
        claims = speech(game, "p5", dice)
        role = next(claim.role for claim in claims if claim.kind == "role")
        assert any(claim.kind == "accuse" for claim in claims) and role in ("sheriff", "doctor", "lookout", "escort")
        assert {claim.night for claim in claims if claim.act} <= {1, 2} and any(claim.night for claim in claims)


@pytest.mark.parametrize("lie", ["I'm the Doctor", "I'm the Sheriff. Night 1: I questioned {p2}: suspicious"])
def test_on_trial_nobody_tells_a_role_or_a_night_twice_and_a_rival_is_told_who_was_first(lie: str):
    game = nine()
    game.play("p2 says I'm the Doctor.").night("p2 heal {p6}")
    game.night("p2 heal {p7}")
    game.play(f"p3 says {lie}.").trial("p2")
    for dice in range(9):
        text = getattr(answer(game, "p2", "defence", dice), "text", "")
        assert not re.search(r"I(?:'m| am)(?: the)?(?: real)? Doctor", text), text
        assert text.count("{p6}") == text.count("{p7}") == 1, text
        assert ("{p3}" in text and "on day 1" in text) == (lie == "I'm the Doctor"), text


def test_who_has_room_beside_another_claims_and_accuses_nobody():
    """Of two Sheriffs there may be two; of a Mayor, or with room for one, the other lies."""

    def claims(slots: str) -> set[str]:
        game = town(QUIET, custom=slots)
        game.play("p9 says I'm the Sheriff.").night("p1 question {p6}").play(
            "p9 says Night 1: I questioned {p2}: innocent."
        )
        return {claim.kind for claim in meant_by(game, "p1")}

    assert "accuse" not in claims(LIST.replace("Mayor", "Random Town"))
    assert "accuse" in claims(LIST)


def meant_by(game: Dictated, seat: str) -> tuple[Any, ...]:
    """What the seat claims with what it would say on the floor."""
    view = game.story.view(Seat(seat))
    return getattr(autoplay(view, Seat(seat), floor(game, seat), random.Random(0), BOLD), "means", None) or ()


def test_who_was_attacked_and_lived_says_so_and_knows_who_watched_in_vain():
    game = nine()
    game.night("p2 heal {p7}", "p4 kill {p7}")
    assert any(claim.found == "attacked" for claim in meant_by(game, "p7"))
    assert not any(claim.found == "attacked" for claim in meant_by(game, "p8"))
    game.play("p4 says I'm the Lookout. Night 1: I watched {p7}: no visitors.")
    grounds = [believe(game.story.view(Seat(seat)), Seat(seat)).grounds[Seat("p4")] for seat in ("p7", "p2", "p9")]
    assert [{"blind", "missed"} & {each.why for each in found} for found in grounds] == [{"blind"}, {"missed"}, set()]


def test_a_block_refutes_a_deed_though_somebody_may_lead_people_astray():
    game = town(QUIET, custom=LIST.replace("Mayor", "Random Town"))
    game.night("p7 block {p4}").play("p4 says I'm the Doctor. Night 1: I healed {p6}.")
    grounds = believe(game.story.view(Seat("p7")), Seat("p7")).grounds[Seat("p4")]
    assert max(each.weight for each in grounds if each.why == "kept") > 1


def test_on_trial_nobody_repeats_a_claim_or_denies_without_a_reason():
    game = nine()
    game.night("p6 watch {p2}").play("p6 says I'm the Lookout. Night 1: I watched {p2}: no visitors.")
    game.play("p9 says I suspect {p6}.").trial("p6")
    said = {getattr(answer(game, "p6", "defence", dice), "text", "") for dice in range(9)}
    assert not any("watched" in text or "I'm the Lookout" in text for text in said)
    assert all("nobody else claims it" in text for text in said), said
    game.play("p6 says Somebody has to be the Lookout, and nobody else claims it.")
    assert set(answers(game, "p6", "defence")) == {events.Wait()}


def test_with_two_alive_nobody_speaks():
    game = nine()
    game.night("p1 question {p4}")
    view = replace(game.story.view(Seat("p1")), alive=(Seat("p1"), Seat("p4")))
    assert _agenda(Head(view, Seat("p1"), "sheriff", random.Random(0), BOLD)) == []
