"""A town at one terminal: every phase is played by typing."""

from __future__ import annotations

import asyncio
import io
import re
from functools import partial

import pytest
from rich.cells import cell_len
from rich.console import Console

from bot.clock import VirtualClock
from bot.hall import Hall
from bot.players.autoplay import BuiltInPlayers
from bot.ports import Occupant
from bot.stores.memory import MemoryStore
from bot.surfaces.terminal.answers import Answered, Desk, Unclear, Unfinished
from bot.surfaces.terminal.asking import Asking
from bot.surfaces.terminal.clock import Watch
from bot.surfaces.terminal.hearing import Hearing
from bot.surfaces.terminal.line import Line
from bot.surfaces.terminal.page import Page
from bot.surfaces.terminal.session import Terminal
from bot.surfaces.terminal.telling import Telling
from bot.table import Table
from games.core import IllegalAction, Seat, Told
from games.scene import Scene
from games.town.events import Bade, Corrected, Jailed, MatesMet, Ordered, Overheard, RoleGiven, Said, Say
from tests.games.shown import table_of
from tests.games.town.table import town

YOU = Seat("p1")


ENDS = {"night": "sleep", "nominate": "nobody", "judge": "abstain"}


class Townsman:
    """Somebody who types these lines to each kind of question (by the beginning of its key), one after the other, and then
    whatever ends it."""

    table: Table

    def __init__(self, **ways: tuple[str, ...]) -> None:
        self.ways = {key: list(lines) for key, lines in ways.items()}

    def ask(self, prompt: str) -> asyncio.Future[str]:
        line: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        asks = {ask.key.partition(":")[0]: ask.need for ask in self.table.story.asks(YOU)}
        typed = next((lines.pop(0) for key in asks if (lines := self.ways.get(key))), None)
        line.set_result(
            typed if typed is not None else next((ENDS[key] for key in ENDS if asks.get(key) == "each"), "")
        )
        return line

    def again(self, prompt: str) -> None:
        pass


async def no_pause(seconds: float) -> None:
    await asyncio.sleep(0)


async def evening(custom: str, role: str, **ways: tuple[str, ...]) -> tuple[str, Table]:
    """All that stood on the screen of a person who was dealt that role."""
    for seed in range(100):
        hall = Hall(MemoryStore(), BuiltInPlayers(), VirtualClock())
        sitting = {Seat(f"p{n}"): Occupant("built-in", name) for n, name in enumerate("ABCDEFG", 1)}
        sitting[YOU] = Occupant("person", "Guest", user="terminal")
        guest = Townsman(**ways)
        table = guest.table = await hall.open("town", {"custom": custom, "timers": "none"}, sitting, seed=str(seed))
        if table.story.state.role(YOU) == role:
            break
        await hall.close()
    page = Console(file=io.StringIO(), width=80, height=24, color_system=None)
    terminal = Terminal(page, guest, 0.0, no_pause, moves=hall.store.moves)
    hall.surfaces.append(terminal)
    assert await asyncio.wait_for(terminal.sit(table, YOU), 60) == "over"
    await hall.close()
    return str(page.file.getvalue()), table  # type: ignore[attr-defined]


async def test_talk_papers_and_looking_up_are_typed_and_acknowledged() -> None:
    shown, table = await evening(
        "Sheriff, Doctor, Doctor, Mafioso, Godfather, Lookout, Escort", "sheriff",
        town=("?", "Good day, all.", "/whisper B the cellar", "/write will N1: nothing yet", "about my role"),
    )  # fmt: skip
    assert "/whisper … · /claim … · /write …" in " ".join(shown.split())
    assert "To look up: about my role." in shown and "To a Sheriff: innocent." in shown
    assert "Guest (you): Good day, all." in shown
    assert "Guest (you) whispers to B: “the cellar”" in shown
    assert "Guest (you) writes their will: “N1: nothing yet”" in shown
    assert table.story.outcome is not None and "is about to speak" not in shown


async def test_on_the_first_day_one_claims_a_role_without_being_asked_what_else() -> None:
    shown, table = await evening(
        "Sheriff, Doctor, Doctor, Mafioso, Godfather, Lookout, Escort", "sheriff",
        town=("/claim", "", "", "/claim", "?", "lookout", "/claim escort"),
    )  # fmt: skip
    said = " ".join(shown.split())
    assert "1 my role" not in shown.partition("Night 1")[0]
    assert "Say what you are. You are (what you claim to be), or Enter to go back:" in said
    claimed = [event.means for event in table.heard(YOU) if isinstance(event, Said) and event.seat == YOU]
    assert [each.role for means in claimed for each in means or () if each.kind == "role"] == ["lookout", "escort"]


async def test_a_claim_that_names_some_lists_is_asked_for_the_others_one_after_the_other() -> None:
    _, table = await evening(
        "Sheriff, Doctor, Doctor, Mafioso, Godfather, Lookout, Escort", "sheriff",
        town=(*[""] * 4, "/claim lookout", "watched", "1", "B", ""),
    )  # fmt: skip
    claimed = [event.means for event in table.heard(YOU) if isinstance(event, Said) and event.seat == YOU]
    assert [(each.role or each.act, each.night, each.target) for means in claimed for each in means or ()][:2] == [
        ("lookout", 0, None), ("watch", 1, "p2"),
    ]  # fmt: skip


async def test_a_slip_in_a_command_is_not_said_aloud() -> None:
    shown, _ = await evening(
        "Sheriff, Doctor, Doctor, Mafioso, Godfather, Lookout, Escort", "sheriff",
        town=("/whsper B I am the Sheriff", "/role sheriff", "/write I saw B"),
        night=("/whisper B I am the Sheriff",),
    )  # fmt: skip
    said = " ".join(shown.split())
    assert "“/whsper” is not something you can do now. Did you mean “whisper”?" in said
    assert "“/role” is not something you can do now." in said and "B I am the Sheriff" not in said
    assert (
        "“I” cannot be chosen now. You can choose: will, notebook." in said and "You can whisper by day only." in said
    )


async def test_what_the_rules_say_about_something_is_asked_without_a_word_to_the_others() -> None:
    shown, table = await evening(
        "Sheriff, Doctor, Doctor, Mafioso, Godfather, Lookout, Escort", "sheriff",
        town=("about jailor", "?doctor", "help the night", "About sherrif?", "help me", "about time somebody spoke"),
    )  # fmt: skip
    said = " ".join(shown.split())
    assert (
        "Jails a player for each night, talks" in said
        and "Heals a player each night" in said
        and "Everybody chooses in secret" in said
    )
    assert "The rules have nothing that is called “sherrif”." in said
    aloud = [each.text for each in table.story.heard(None) if isinstance(each, Said) and each.seat == YOU]
    assert aloud[:1] == ["about time somebody spoke"]


async def test_why_somebody_cannot_be_chosen_is_said_by_their_name() -> None:
    game = town("mayor sheriff godfather mafioso escort lookout medium")
    game.night().play("p1 reveals")
    table, you = table_of(game.story), Seat("p2")
    page = Console(file=io.StringIO(), width=200, color_system=None)
    hearing, watch = Hearing(table, you, everything=False), Watch(table, you, VirtualClock().now)
    on = Page(page, hearing, Line(page, None), watch.left, lambda occupant: None)
    asking = Asking(you, hearing, on, Telling(hearing, on, watch, 0.0, no_pause, None).news, watch)
    mayor = table.names[Seat("p1")]
    for line in (f"/whisper {mayor.lower()} I trust you", "/whisper", mayor, "", f"/whisper {mayor}"):
        await asking.take(line)
    shown = page.file.getvalue()  # type: ignore[attr-defined]
    assert shown.count(f"{mayor} is the Mayor: nobody whispers with a revealed Mayor.") == 2
    assert "Nobody of that name" not in shown and "none of them" not in shown


async def test_a_town_is_played_from_its_first_day_to_the_reveal_of_its_nights() -> None:
    shown, table = await evening(
        "Transporter, Doctor, Doctor, Mafioso, Godfather, Lookout, Escort", "transporter",
        night=("swap B", "C", "1", "2", "1", "3"), nominate=("B", "C", "D", "E") * 2, judge=("guilty",) * 9,
        defence=("It was not me.",) * 3,
    )  # fmt: skip
    said = " ".join(shown.split())
    assert "● Transporter - Town Support" in shown
    assert (
        "☀ Day 1. The town talks." in said
        and "☾ Night 1. Which two do you swap?" in said
        and "☀ Day 2. Whom do you accuse?" in said
    )
    trials = [part for part in re.split("[☀☾]", said) if "accused, and may speak. ─" in part or "guilty? ─" in part]
    assert trials and not any("Seats:" in part for part in trials), "who sits where is no news when somebody is accused"
    assert "swap B and C" in said, "what takes two players is typed in two steps"
    night = shown.rindex("Night by night")
    assert "means to swap B and C" in " ".join(shown[night:].split())
    assert max(map(cell_len, shown.splitlines())) <= 80
    assert table.story.outcome is not None and table.story.outcome.why in said


async def test_a_jailor_jails_by_day_and_talks_in_the_cell() -> None:
    shown, table = await evening(
        "Jailor, Doctor, Doctor, Mafioso, Godfather, Lookout, Escort",
        "jailor",
        town=("/jail B",),
        night=("confer Who are you?",),
    )
    jailed = [told.event for told in table.story.log if isinstance(told.event, Jailed)]
    assert [event.prisoner for event in jailed][:1] == ["p2"]
    assert "⛓ B sits in your cell, and you can talk." in " ".join(shown.split())
    heard = [each.text for each in table.story.heard(Seat("p2")) if isinstance(each, Overheard)]
    assert heard == ["Who are you?"] and "Guest (you) (jail): Who are you?" in shown


async def test_before_the_end_the_screen_shows_nothing_that_the_seat_was_not_told() -> None:
    shown, table = await evening("Sheriff, Doctor, Doctor, Mafioso, Godfather, Lookout, Escort", "sheriff")
    hidden = [told.event for told in table.story.log if told.to is not None and not told.heard_by(YOU)]
    secret = [
        table.named(table.game.shows.say(event))
        for event in hidden
        if isinstance(event, RoleGiven | MatesMet | Ordered)
    ]
    before = " ".join(shown[: shown.rindex("Night by night")].split())
    assert len(secret) > 6 and not any(each in before for each in secret)


async def test_whoever_watches_all_is_spared_whose_turn_it_was_to_speak() -> None:
    hall = Hall(MemoryStore(), BuiltInPlayers(), VirtualClock())
    sitting = {Seat(f"p{n}"): Occupant("built-in", name) for n, name in enumerate("ABCDEFG", 1)}
    table = await hall.open("town", {"players": 7, "timers": "none"}, sitting, seed="1")
    page = Console(file=io.StringIO(), width=100, height=24, color_system=None)
    terminal = Terminal(page, None, 0.0, no_pause, everything=True, moves=hall.store.moves)
    hall.surfaces.append(terminal)
    assert await asyncio.wait_for(terminal.sit(table, None), 60) == "over"
    await hall.close()
    shown = " ".join(str(page.file.getvalue()).split())  # type: ignore[attr-defined]
    assert any(isinstance(each.event, Bade) for each in table.story.log)
    assert "is the Godfather." in shown and " chooses to " in shown
    assert not [each for each in ("eager to speak", "Heard by", "nothing more to say", "has judged") if each in shown]


def test_nobody_stumbles_over_the_correction_of_what_they_did_not_hear():
    table = table_of(town("sheriff doctor godfather mafioso escort lookout medium").story)
    hearing = Hearing(table, YOU, everything=False)
    hearing.cursor = len(table.log)
    table.story.log.append(Told(frozenset({Seat("p4")}), Corrected(Seat("p4"), ())))
    assert hearing.room_to_enter() is None
    assert hearing.hear() is None


def test_what_looks_like_a_choice_is_asked_back_before_everybody_hears_it():
    game = town("sheriff doctor godfather mafioso escort lookout medium").dusk().play("clock strikes")
    names = dict(zip(game.state.seats, ("Ann", "Bob", "Cleo", "Dan", "Eve", "Fox", "Gil"), strict=True))
    desk = Desk(game.story.asks(YOU), Scene("t", "m", "hidden", ()), names)
    assert desk.says is Say
    for typed, command in (
        ("1", ""),
        ("whisper", "whisper"),
        ("whisper bob I am the Sheriff", "whisper"),
        ("Write", "write"),
    ):
        entry = desk.read(typed)
        assert isinstance(entry, Unclear) and entry.why.startswith(f"Say “{typed}” aloud?")
        assert entry.meant is not None and entry.meant.action == Say(typed)
        assert not command or f"“/{command}”" in entry.why
    for said in ("1 of us lies", "Whisper to me, Bob", "Claim something, Bob!", "say what you know", "who"):
        entry = desk.read(said)
        assert isinstance(entry, Answered) and entry.action == Say(said)


async def test_help_says_what_a_correction_does() -> None:
    shown, _ = await evening(
        "Sheriff, Doctor, Doctor, Mafioso, Godfather, Lookout, Escort", "sheriff", town=("I am the Sheriff.", "?")
    )
    said = " ".join(shown.split())
    assert "/correct …: Say what your last statement was to claim." in said
    assert "/take back: Say that your last statement was to claim nothing." in said


ROLES = "doctor lookout investigator veteran transporter spy jailor sheriff escort consigliere godfather"


@pytest.mark.parametrize("role", ["", *ROLES.split()])
def test_every_claim_of_a_role_can_be_made_to_its_end_or_is_refused_at_once(role: str) -> None:
    story, names = town(ROLES).night().story, {Seat(f"p{n}"): name for n, name in enumerate("ABCDEFGHIJK", 1)}
    desk = Desk(story.asks(YOU), Scene("t", "m", "hidden", ()), names, misfit=partial(story.misfit, YOU))
    begun = desk.read("/declare")
    assert isinstance(begun, Unfinished) and begun.missing[0].name == "what"
    claimed = {}
    for what in (each.value for each in begun.missing[0].values):
        form, asked = desk.fill(begun, what), []
        while isinstance(form, Unfinished):
            first = form.missing[0]
            asked.append(first.name)
            value = role if first.name == "role" else next(each.value for each in first.values if each.value)
            form = desk.fill(form, value)
        if isinstance(form, Unclear):
            assert asked == ["role"] and form.why.startswith(f"A player who is the {role.title()} has not {what}")
        elif what != "my role" or role:
            story.decide(YOU, form.action, form.ask.key)
            claimed[what] = asked[1:]
    assert claimed["stayed at home"] == claimed["was blocked"] == ["night"]
    assert claimed.get("my role", []) == []
    for what in {"healed", "watched", "questioned", "swapped", "investigated"} & {*claimed}:
        assert claimed[what] == ["night", "whom", "found"]


def test_to_whom_it_was_done_is_asked_for_again_and_what_came_of_it_only_then() -> None:
    story, names = town(ROLES).night().story, {Seat(f"p{n}"): name for n, name in enumerate("ABCDEFGHIJK", 1)}
    desk = Desk(story.asks(YOU), Scene("t", "m", "hidden", ()), names, misfit=partial(story.misfit, YOU))
    form = desk.read("/declare")
    for typed in ("watched", "lookout", "1"):
        assert isinstance(form, Unfinished)
        form = desk.fill(form, typed)
    assert isinstance(form, Unfinished) and form.missing[0].name == "whom"
    done = desk.fill(form, "")
    assert isinstance(done, Answered)
    with pytest.raises(IllegalAction, match="Say to whom"):
        story.decide(YOU, done.action, done.ask.key)
    found = desk.fill(form, "B")
    assert isinstance(found, Unfinished) and [each for each in found.menu if each] == ["nobody", *"ABCDEFGHIJK"[1:]]


def test_words_for_the_others_are_no_answer_and_say_how_they_are_said() -> None:
    game = town("sheriff doctor godfather mafioso escort lookout medium").night().talk()
    names = dict(zip(game.state.seats, ("Ann", "Bob", "Cleo", "Dan", "Eve", "Fox", "Gil"), strict=True))
    desk = Desk(game.story.asks(YOU), Scene("t", "m", "hidden", ()), names)
    for typed, how in (("why Bob and not Cleo", True), ("that is so unfair", True), ("hmm", False)):
        reading = desk.read(typed)
        assert isinstance(reading, Unclear) and ("To say it: “say …”." in reading.why) == how, typed


def test_nobody_is_whispered_to_without_a_verb() -> None:
    game = town("sheriff doctor godfather mafioso escort lookout medium").night().trial("p2")
    names = dict(zip(game.state.seats, ("Ann", "Bob", "Cleo", "Dan", "Eve", "Fox", "Gil"), strict=True))
    desk = Desk(game.story.asks(YOU), Scene("t", "m", "hidden", ()), names)
    assert desk.hints()[0] == "whisper …"
    assert desk.read("Bob is lying") == Unclear("Begin with what you do: “whisper …”.")
    assert isinstance(desk.read("whisper Bob you are lying"), Answered)
