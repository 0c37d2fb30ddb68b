from __future__ import annotations

import asyncio
import io
import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from itertools import pairwise
from typing import Annotated, Any

import pytest
from pydantic import Field
from rich.cells import cell_len
from rich.console import Console

from bot.clock import VirtualClock
from bot.hall import Hall
from bot.players.seating import HousePlayers
from bot.ports import Occupant
from bot.stores.memory import MemoryStore
from bot.surfaces.terminal.answers import Answered, Desk, Unclear, Unfinished
from bot.surfaces.terminal.draw import Painter, marked
from bot.surfaces.terminal.session import End, Terminal
from bot.table import Table
from bot.tournament import InOrder
from games.codenames.events import Clue, EndTurn, Guess, Tag
from games.core import HOST, Action, Ask, Event, Pause, Seat, Speech, Talk, record
from games.liars_dice.rules import Bid, Liar
from games.reading import read
from games.scene import Card, Cell, Chart, Control, Count, Grid, Lines, Roster, Row, Scene, Tally, Text
from tests.bot.tiny import ANN, BOASTS, BOB, Boast, Claim, Duel, Pick, Revealed, Said, Say
from tests.bot.tiny import GAME as DUEL
from tests.scripted import ScriptedPlayers

WORDS = ("water", "tulip", "honey", "lizard", "spoon", "strawberry jam", "log", "flag", "coach")


def board(*turned: str) -> Grid:
    cells = tuple(
        Cell(w, "red" if w in turned else "hidden", w in turned, presses=(Control(f"Guess {w}", Guess(w)),))
        for w in WORDS
    )
    return Grid(cells, 3, "nine cards")


def guessing(*choices: Action) -> tuple[Ask, ...]:
    words = {"word": WORDS}
    return (
        Ask("guess:1", "Guess a word.", "one", choices=choices, forms=(Guess,), allowed=words),
        Ask("tag:1", "You may tag.", "none", forms=(Tag,), allowed=words),
    )


def at_board(*asks: Ask) -> Desk:
    return Desk(asks or guessing(EndTurn()), Scene("t", "m", "hidden", (board(),)), {Seat("p1"): "Ada"})


def answer(desk: Desk, text: str) -> Action | str:
    match desk.read(text):
        case Answered(action=action):
            return action
        case Unclear(why=why):
            return why
        case Unfinished(question=question):
            return question


# ── what is typed ─────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("typed", ["2", "tulip", "TULIP", "  Tulip ", "guess tulip", "guess 2"])
def test_a_card_is_guessed_by_name_or_number(typed: str) -> None:
    assert answer(at_board(), typed) == Guess("tulip")


def test_a_name_of_several_words_is_one_name() -> None:
    assert answer(at_board(), "strawberry jam") == Guess("strawberry jam")


@pytest.mark.parametrize("typed", ["end", "pass", "End turn", "done"])
def test_several_words_end_the_turn(typed: str) -> None:
    assert answer(at_board(), typed) == EndTurn()


def test_passing_is_not_offered_when_the_rules_do_not_offer_it() -> None:
    assert isinstance(at_board(*guessing()).read("end"), Answered | Unclear)
    assert answer(at_board(*guessing()), "end") != EndTurn()


def test_a_verb_reaches_what_need_not_be_answered() -> None:
    assert answer(at_board(), "tag 5") == Tag("spoon")


def test_a_typo_is_asked_back_and_what_was_meant_is_kept() -> None:
    reading = at_board().read("tulpi")
    assert isinstance(reading, Unclear)
    assert "TULIP" in reading.why
    assert reading.meant is not None
    assert reading.meant.action == Guess("tulip")


@record
class Drill(Action):
    word: str


@pytest.mark.parametrize(
    ("text", "forms", "hints"),
    [
        ("Guess a word, or end the turn.", (Guess,), ["a card's name or number", "end turn"]),
        ("Your team waits.", (Guess,), ["guess …, or only a card's name or number", "end turn"]),
        ("End the turn, drill or guess.", (Guess, Drill), ["guess …, or only a card's name or number", "drill …", "end turn"]),
    ],
)  # fmt: skip
def test_what_naming_a_card_does_is_said_unless_the_question_begins_with_it(
    text: str, forms: tuple[type[Action], ...], hints: list[str]
) -> None:
    desk = at_board(Ask("guess:1", text, "one", choices=(EndTurn(),), forms=forms, allowed={"word": WORDS}))
    assert desk.hints() == hints


def test_a_number_without_a_card_is_no_guess() -> None:
    assert "99" in str(answer(at_board(), "99"))


def test_what_is_near_nothing_goes_to_the_rules_to_refuse() -> None:
    assert answer(at_board(), "quixotic") == Guess("quixotic")


CLUE = Ask("clue:1", "Give a clue.", "each", forms=(Clue,), allowed={"number": (*"1234567890", "unlimited")})


def test_a_clue_is_a_word_and_a_number() -> None:
    assert answer(at_board(CLUE), "animal 2") == Clue("animal", 2)
    assert answer(at_board(CLUE), "New York unlimited") == Clue("New York", "unlimited")


def test_words_meant_by_a_clue_stand_in_brackets_by_name_or_number() -> None:
    assert answer(at_board(CLUE), "animal 2 (4, honey)") == Clue("animal", 2, ("lizard", "honey"))


def test_a_clue_without_a_number_is_asked_for_it() -> None:
    desk = at_board(CLUE)
    form = desk.read("animal")
    assert isinstance(form, Unfinished)
    assert "Number" in form.question
    filled = desk.fill(form, "3")
    assert isinstance(filled, Answered)
    assert filled.action == Clue("animal", 3)


@pytest.mark.parametrize(
    "typed", ["animal two", "2, animal", "clue, animal 2", "animal, spoon 12, two", "lamp, animal 2"]
)
def test_a_clue_is_typed_in_one_line_wherever_it_is_asked_for_or_piece_by_piece(typed: str) -> None:
    desk = at_board(CLUE)
    line, *more = typed.split(", ")
    reading = desk.read(line)
    for line in more:
        assert isinstance(reading, Unfinished)
        answered = desk.fill(reading, line)
        reading = reading if isinstance(answered, Unclear) else answered
    assert isinstance(reading, Answered) and reading.action == Clue("animal", 2)


@record
class Accuse(Action):
    who: str


def test_choices_without_cards_are_numbered_and_know_people_by_name() -> None:
    ask = Ask("vote:1", "Who did it?", "each", choices=(Accuse("p1"), Accuse("p2")))
    desk = Desk((ask,), Scene("t", "m", "hidden", ()), {Seat("p1"): "Ada", Seat("p2"): "Basil"})
    assert desk.menu == ("Accuse Ada", "Accuse Basil")
    assert [answer(desk, typed) for typed in ("2", "basil", "accuse Basil")] == [Accuse("p2")] * 3


def test_a_fields_list_is_numbered_where_no_card_shows_it() -> None:
    ask = Ask("vote:1", "Who did it?", "each", forms=(Accuse,), allowed={"who": ("p1", "p2")})
    desk = Desk((ask,), Scene("t", "m", "hidden", ()), {Seat("p1"): "Ada", Seat("p2"): "Basil"})
    assert [answer(desk, typed) for typed in ("1", "Ada")] == [Accuse("p1")] * 2


def test_free_speech_takes_the_whole_line() -> None:
    ask = Ask("say:1", "You may say something.", "none", forms=(Say,))
    desk = Desk((ask,), Scene("t", "m", "hidden", ()), {})
    assert answer(desk, "say it was 2 of them") == Say("it was 2 of them")


@record
class Go(Action):
    where: Annotated[str, Field(title="Where")]
    act: Annotated[str, Field(title="What")]


@record
class Speak(Action):
    text: Talk


@record
class Silence(Action):
    pass


GOING = Ask(
    "night:1",
    "Where do you go?",
    "each",
    forms=(Go,),
    allowed={"where": ("Hall", "Library", "follow {p2}"), "act": ("watch", "guard {p2}")},
    default=Go("Hall", "watch"),
    private=True,
    examples=(Go("Library", "guard {p2}"),),
)
TALKING = Ask("talk:1", "What do you say?", "each", (Silence(),), (Speak,), default=Silence())
TWO = {Seat("p1"): "Ada", Seat("p2"): "Basil"}


def at_night(ask: Ask = GOING) -> Desk:
    return Desk((ask,), Scene("t", "m", "hidden", ()), TWO, lambda ask, text: read(ask, text, TWO))


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("library, guard Basil", Go("Library", "guard {p2}")),
        ("2, 2", Go("Library", "guard {p2}")),
        ("3 1", Go("follow {p2}", "watch")),
        ("I'll follow basil and watch", Go("follow {p2}", "watch")),
        ("guard Basil in the libary", Go("Library", "guard {p2}")),
    ],
)
def test_a_form_of_lists_is_filled_in_by_one_line(typed: str, meant: Action) -> None:
    assert answer(at_night(), typed) == meant


def test_what_is_missing_in_a_form_of_lists_is_asked_with_its_own_list() -> None:
    desk = at_night()
    assert desk.menu == ("Hall", "Library", "follow Basil")
    assert desk.hints() == ["where: a name or number, then what; or all in words: “Library, guard Basil”"]
    for typed in ("2", "library"):
        form = desk.read(typed)
        assert isinstance(form, Unfinished)
        assert form.menu == ("watch", "guard Basil")
        for then in ("2", "guard basil", "I want to guard Basil"):
            filled = desk.fill(form, then)
            assert isinstance(filled, Answered)
            assert filled.action == Go("Library", "guard {p2}")


def test_what_no_list_has_is_refused_before_the_next_field_is_asked() -> None:
    desk = at_night()
    form = desk.read("/go")
    assert isinstance(form, Unfinished)
    assert desk.fill(form, "the moon, by bus") == Unclear("“the moon, by bus” is none of them.")


def test_what_nothing_was_said_of_is_asked_back_before_it_is_taken_for_the_usual() -> None:
    reading = at_night().read("let me follow basil")
    assert isinstance(reading, Unclear)
    assert reading.why == "You mean: follow Basil, watch?"
    assert reading.meant is not None and reading.meant.action == Go("follow {p2}", "watch")


def test_what_is_in_doubt_is_told_and_nothing_is_done() -> None:
    reading = at_night().read("the hall or the library")
    assert isinstance(reading, Unclear) and reading.meant is None
    assert at_night().read("99") == Unclear("There is no number 99 to choose now.")


@pytest.mark.parametrize("typed", ["Say what you like, I was in the Hall.", "2", "guard p1? {p2}!", "end"])
def test_a_line_is_what_is_said_where_talk_is_asked_for(typed: str) -> None:
    assert answer(at_night(TALKING), typed) == Speak(typed)


@pytest.mark.parametrize("typed", ["silence", "Silent", "say nothing", "pass", "…"])
def test_silence_has_many_names(typed: str) -> None:
    desk = at_night(TALKING)
    assert answer(desk, typed) == Silence()
    assert desk.silence == Answered(TALKING, Silence())
    assert desk.hints() == ["type what you say"]


# ── what is drawn ─────────────────────────────────────────────────────────────────────────────────────────────────────


def drawn(scene: Scene, width: int = 80, room: int | None = None, you: Seat | None = None, **console: Any) -> str:
    page = Console(file=io.StringIO(), width=width, height=24, legacy_windows=False, **console)
    names = {Seat("p1"): "Ada", Seat("p2"): "Basil"}
    page.print(Painter(page, names, you).draw(scene, room))
    return str(page.file.getvalue())  # type: ignore[attr-defined]


TABLE_SCENE = Scene(
    "t",
    "m",
    "red",
    (
        Text("{p1} thinks.", "lead"),
        Tally((Count("Red to find", 3, "red"), Count("Blue to find", 2, "blue"))),
        board("honey"),
        Lines("Clues", tuple(f"♦️ CLUE{n} 2: word ✓ 💀" for n in range(12))),
        Roster((Row(Seat("p1"), "spymaster", "red", True), Row(Seat("p2"), "operative", "blue"))),
    ),
)


def test_the_signs_on_the_cards_that_are_there_are_explained_below_them():
    faces = {"red": "Red", "neutral": "nobody's", "black": "assassin"}
    assert drawn(Scene("t", "m", "red", (replace(board("honey"), faces=faces),))).splitlines()[-1] == "◆ Red"
    assert "Red" not in drawn(Scene("t", "m", "red", (replace(board(), faces=faces),)))


def test_whoever_looks_is_pointed_out_in_what_is_told_and_not_in_what_is_said():
    painter = Painter(Console(width=80), {Seat("p1"): "Ada", Seat("p2"): "Guest"}, Seat("p2"))
    told = painter.say("{p1} whispers to {p2}: “I trust {p2}, and {p1}.” {p2} nods.").plain
    assert told == "Ada whispers to Guest (you): “I trust Guest, and Ada.” Guest (you) nods."


@pytest.mark.parametrize("width", [80, 60, 40])
def test_nothing_is_wider_than_the_terminal(width: int) -> None:
    lines = drawn(TABLE_SCENE, width).splitlines()
    assert max(map(cell_len, lines)) <= width
    rows = [line for line in lines if line.startswith(("│", "┌", "├", "└"))]
    assert len({cell_len(line) for line in rows}) == 1


def test_the_board_and_what_is_left_to_find_fit_whatever_else_there_is() -> None:
    lines = drawn(TABLE_SCENE, room=12).splitlines()
    assert len(lines) <= 12
    assert any("LIZARD" in line for line in lines)
    assert "CLUE11" in "".join(lines)
    assert "CLUE0 " not in "".join(lines)
    assert "Clues: 10 earlier" in lines


def test_a_list_says_how_much_of_it_stands_above_and_keeps_all_where_there_is_room() -> None:
    assert "earlier" not in drawn(TABLE_SCENE)
    for room in range(10, 30):
        lines = drawn(TABLE_SCENE, room=room).splitlines()
        shown = sum("CLUE" in line for line in lines)
        assert len(lines) <= room and (f"Clues: {12 - shown} earlier" in lines) == (shown < 12)
    named = Lines("Named", tuple(f"name number {n}" for n in range(20)), brief=True)
    lines = drawn(Scene("t", "m", "hidden", (named,)), room=3).splitlines()
    assert lines[0] == f"Named: {20 - sum(line.count('number') for line in lines)} earlier" and "number 19" in lines[-1]


def test_faces_have_marks_and_texts_no_emoji() -> None:
    shown = drawn(TABLE_SCENE, no_color=True)
    assert "◆ Red to find: 3" in shown
    assert "● Blue to find: 2" in shown
    assert "◆ CLUE11 2: word ✓ ✖" in shown
    assert "◆ honey" in shown
    assert marked("Ada takes a seat 🤖.") == "Ada takes a seat (AI)."


def test_turned_cards_have_no_number_and_the_others_have() -> None:
    shown = drawn(TABLE_SCENE)
    assert " 2 TULIP" in shown
    assert "3" not in [cell.strip()[:1] for line in shown.splitlines() for cell in line.split("│") if "honey" in cell]


def test_whoever_looks_is_marked_and_whoever_is_waited_for_too() -> None:
    shown = drawn(TABLE_SCENE, you=Seat("p1"))
    assert "Ada (you) thinks." in shown
    assert "Ada (you), spymaster…" in shown


def test_a_long_speech_hangs_beside_its_speaker_in_their_colour() -> None:
    page = Console(file=io.StringIO(), width=50, height=24, force_terminal=True, color_system="truecolor")
    painter = Painter(page, TWO, Seat("p1"), colours={Seat("p2"): 0xC8553D})
    page.print(painter.speech(Speech(Seat("p2"), "I saw {p1} in the Hall, " + "and nobody else " * 5 + "🦊[red].")))
    shown: str = page.file.getvalue()  # type: ignore[attr-defined]
    assert "48;2;200;85;61" in shown
    plainly = re.sub(r"\x1b\[[0-9;]*m", "", shown).splitlines()
    assert plainly[0].startswith("  Basil: I saw Ada in the Hall,")
    assert all(re.match(r"    \w", line) for line in plainly[1:-1])
    assert plainly[-1].rstrip().endswith("[red].")
    assert max(map(cell_len, plainly)) <= 50


CHART = Chart(
    "Who was where",
    ("", "Hall", "Library", "Kitchen"),
    (("Night 1", "{p1} ✖; {p2} strikes {p1}", "", "{p3}"), ("Night 2", "", "{p2}", "")),
    "Night 1: …",
)


@pytest.mark.parametrize("width", [80, 40, 24])
def test_a_chart_is_a_table_or_where_that_is_too_narrow_a_list(width: int) -> None:
    lines = drawn(Scene("t", "m", "hidden", (CHART,)), width).splitlines()
    assert max(map(cell_len, lines)) <= width
    text = " ".join(" ".join(lines).split())
    assert text.startswith("Who was where")
    assert ("Night 1, Hall: Ada ✖; Basil strikes Ada" in text) == (width < 80)
    if width == 80:
        assert ["Ada ✖" in line for line in lines] == [False, False, True, False, False]
        assert "Basil strikes Ada" in lines[3]


CARD = Card("Doctor", "Town Protective", ("Each night you heal {p1} or somebody else, once yourself.",), "blue", "…")


@pytest.mark.parametrize("width", [80, 40, 24])
def test_a_card_stands_in_a_frame(width: int) -> None:
    lines = drawn(Scene("t", "m", "hidden", (CARD,)), width).splitlines()
    assert max(map(cell_len, lines)) <= width
    assert "● Doctor" in lines[0] and lines[0].startswith("╭") and lines[-1].startswith("╰")
    text = " ".join(line.strip("│ ") for line in lines[1:-1])
    assert " ".join(text.split()) == "Each night you heal Ada or somebody else, once yourself."


def test_brief_lines_stand_beside_each_other_and_others_below() -> None:
    beside, below = (Lines("Named", tuple(f"name {n}" for n in range(9)), brief) for brief in (True, False))
    assert len(drawn(Scene("t", "m", "hidden", (beside,)), 80).splitlines()) == 2
    assert len(drawn(Scene("t", "m", "hidden", (below,)), 80).splitlines()) == 9


def test_many_options_stand_in_columns() -> None:
    page = Console(file=io.StringIO(), width=80, height=24)
    page.print(Painter(page, {}).menu([f"option {n}" for n in range(1, 21)]))
    lines = page.file.getvalue().splitlines()  # type: ignore[attr-defined]
    assert len(lines) <= 5
    assert all(f"{n} option {n}" in " ".join(lines) for n in range(1, 21))


class OldPage(io.StringIO):
    encoding = "cp1252"


def test_a_terminal_that_cannot_write_marks_gets_letters() -> None:
    page = Console(file=OldPage(), width=80, height=24, legacy_windows=True, color_system=None)
    page.print(Painter(page, {}).draw(TABLE_SCENE))
    shown = page.file.getvalue()  # type: ignore[attr-defined]
    assert shown.encode("cp1252")
    assert "# Red to find: 3" in shown


# ── a person sits down ────────────────────────────────────────────────────────────────────────────────────────────────


class Typed:
    """Somebody who types these lines, one for each prompt, and then closes the terminal."""

    def __init__(self, lines: Iterable[str]) -> None:
        self.lines, self.prompts = list(lines), 0

    def ask(self, prompt: str) -> asyncio.Future[str]:
        self.prompts += 1
        line: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        if self.lines:
            line.set_result(self.lines.pop(0))
        else:
            line.set_exception(EOFError())
        return line

    def again(self, prompt: str) -> None:
        pass


async def no_pause(seconds: float) -> None:
    await asyncio.sleep(0)


async def sit(
    hall: Hall, table: Table, *typed: str, you: Seat | None = ANN, resumed: bool = False, all: bool = False
) -> tuple[End, str]:
    """How it ended, and everything that was on the screen."""
    page = Console(file=io.StringIO(), width=80, height=24, color_system=None)
    terminal = Terminal(page, Typed(typed), 0.0, no_pause, everything=all, now=hall.clock.now)
    hall.surfaces.append(terminal)
    end = await asyncio.wait_for(terminal.sit(table, you, resumed=resumed), 20)
    return end, page.file.getvalue()  # type: ignore[attr-defined]


PEOPLE: Mapping[Seat, Occupant] = {ANN: Occupant("person", "Ada", user="terminal"), BOB: Occupant("built-in", "Basil")}


async def test_a_person_plays_a_whole_game_that_the_terminal_knows_nothing_about(
    hall: Hall, players: ScriptedPlayers
) -> None:
    players["Basil"] = [Pick(3), Pick(4)]
    table = await hall.open("duel", {}, PEOPLE)
    end, screen = await sit(hall, table, "3", "pick 4")
    assert end == "over"
    assert table.story.outcome is not None
    assert "Pick a number from 1 to 6." in screen
    assert "was nearest most often." in screen


async def test_the_first_question_stands_below_ones_own_table_and_lists_that_changed_above_the_next(
    hall: Hall, players: ScriptedPlayers
) -> None:
    you, other = Seat("p2"), Seat("p1")
    seats = {other: PEOPLE[BOB], you: PEOPLE[ANN]}
    players["Basil"] = [Liar(), Bid(1, 2)]
    table = await hall.open("liars-dice", {"players": 2, "timers": False}, seats, seed="b")
    _, screen = await sit(hall, table, "3 2", "quit", you=you)
    assert screen.index("You have ") < screen.index("Make the first bid.") < screen.index("calls Ada (you)'s")
    assert "The cups then: Basil: " in screen


async def test_what_happens_while_one_still_reads_is_told_before_the_end(hall: Hall, players: ScriptedPlayers) -> None:
    players["Ada"], players["Basil"] = [Pick(3)], [Pick(4)]
    table = await hall.open("duel", {"rounds": 1}, {ANN: Occupant("built-in", "Ada"), BOB: PEOPLE[BOB]})

    async def until_the_end(seconds: float) -> None:
        await table.idle()

    page = Console(file=io.StringIO(), width=80, height=24, color_system=None)
    await asyncio.wait_for(Terminal(page, None, 1.0, until_the_end).sit(table), 20)
    assert "Revealed" in page.file.getvalue()  # type: ignore[attr-defined]


async def test_a_name_that_looks_like_a_seat_stays_a_name(hall: Hall, players: ScriptedPlayers) -> None:
    players["{bob}"] = [Pick(3)]
    table = await hall.open("duel", {"rounds": 1}, {ANN: Occupant("built-in", "{bob}"), BOB: PEOPLE[ANN]})
    _, screen = await sit(hall, table, "3", you=BOB)  # of two that are as near, the first wins
    assert "{bob} was nearest most often. Winners: {bob}. You lost." in screen


async def test_a_refusal_is_a_sentence_and_the_question_stays_open(hall: Hall, players: ScriptedPlayers) -> None:
    players["Basil"] = [Pick(3)]
    table = await hall.open("duel", {"rounds": 1}, PEOPLE)
    end, screen = await sit(hall, table, "9", "many", "2")
    assert "9 is not on the die." in screen
    assert "no number in that" in screen
    assert end == "over"


async def test_leaving_keeps_the_game_and_coming_back_tells_what_happened(hall: Hall, players: ScriptedPlayers) -> None:
    players["Basil"] = [Pick(3), Pick(3)]
    table = await hall.open("duel", {}, PEOPLE)
    end, _ = await sit(hall, table, "2", "quit")
    assert (end, table.story.outcome) == ("left", None)
    end, screen = await sit(hall, table, "5", resumed=True)
    assert end == "over"
    assert screen.index("Revealed") < screen.index("Pick a number")


async def test_a_closed_terminal_leaves_like_quit(hall: Hall, players: ScriptedPlayers) -> None:
    players["Basil"] = [Pick(3)]
    table = await hall.open("duel", {}, PEOPLE)
    assert (await sit(hall, table))[0] == "left"
    await table.idle()


async def test_commands_answer_and_ask_again(hall: Hall, players: ScriptedPlayers) -> None:
    players["Basil"] = [Pick(3)]
    table = await hall.open("duel", {"rounds": 1}, PEOPLE)
    end, screen = await sit(hall, table, "?", "rules", "log", "who", "/board", "say hello", "3")
    assert "Now you can type:" in screen
    assert "The nearest to the die wins the round." in screen
    assert "Basil, built-in player" in screen
    assert "Said(seat='ann', text='hello')" in screen
    assert end == "over"


async def test_whoever_finds_the_game_paused_is_told_how_it_goes_on(hall: Hall, players: ScriptedPlayers) -> None:
    players["Basil"] = [Pick(3)]
    table = await hall.open("duel", {"rounds": 1}, PEOPLE)
    await table.idle()
    await table.submit(HOST, Pause(), "host", "c1")
    end, screen = await sit(hall, table, "resume", "2")
    assert "The game is paused. (resume · ?)" in screen
    assert end == "over"


async def test_what_others_keep_to_themselves_is_not_on_the_screen(hall: Hall, players: ScriptedPlayers) -> None:
    players["Basil"] = [Pick(6)]
    table = await hall.open("duel", {}, PEOPLE)
    await table.idle()
    _, screen = await sit(hall, table, "log", "quit")
    assert "number=6" not in screen


class Interrupted(Typed):
    """Somebody whose first line is finished only after something was printed over it."""

    def __init__(self, lines: Iterable[str]) -> None:
        super().__init__(lines)
        self.begun = asyncio.Event()

    def ask(self, prompt: str) -> asyncio.Future[str]:
        if self.prompts:
            return super().ask(prompt)
        self.prompts, self.half = 1, asyncio.get_running_loop().create_future()
        self.begun.set()
        return self.half

    def again(self, prompt: str) -> None:
        self.half.set_result(self.lines.pop(0))


async def test_news_comes_while_somebody_types_and_the_prompt_comes_again(hall: Hall, players: ScriptedPlayers) -> None:
    players["Basil"] = [Say("Hurry up."), Pick(3)]
    players["Basil"].hold()
    table = await hall.open("duel", {"rounds": 1, "chat": True}, PEOPLE)
    page = Console(file=io.StringIO(), width=80, height=24, color_system=None)
    lines = Interrupted(["4"])
    terminal = Terminal(page, lines, 0.0, no_pause)
    hall.surfaces.append(terminal)
    sitting = asyncio.create_task(terminal.sit(table, ANN))
    await lines.begun.wait()
    players["Basil"].release()
    assert await asyncio.wait_for(sitting, 20) == "over"
    assert "Hurry up." in page.file.getvalue()  # type: ignore[attr-defined]


async def test_the_last_seconds_are_announced_once(hall: Hall, players: ScriptedPlayers, clock: VirtualClock) -> None:
    table = await hall.open(
        "duel", {"rounds": 1, "seconds": 60}, {**PEOPLE, BOB: Occupant("person", "Basil", user="b")}
    )
    page = Console(file=io.StringIO(), width=80, height=24, color_system=None)
    lines = Interrupted(["quit"])
    terminal = Terminal(page, lines, 0.0, no_pause, now=clock.now)
    hall.surfaces.append(terminal)
    sitting = asyncio.create_task(terminal.sit(table, ANN))
    await lines.begun.wait()
    await clock.advance(31)
    assert await asyncio.wait_for(sitting, 20) == "left"
    assert page.file.getvalue().count("Time is running out: 0:30 left.") == 1  # type: ignore[attr-defined]


class Away(Typed):
    """Somebody who is gone, and types these lines when they come back."""

    def __init__(self, lines: Iterable[str]) -> None:
        super().__init__(lines)
        self.begun = asyncio.Event()
        self.half: asyncio.Future[str] | None = None

    def ask(self, prompt: str) -> asyncio.Future[str]:
        if self.begun.is_set():
            return super().ask(prompt)
        self.half = asyncio.get_running_loop().create_future()
        self.begun.set()
        return self.half

    def again(self, prompt: str) -> None:
        """What was printed does not wake them."""

    def come(self) -> None:
        assert self.half is not None
        self.half.set_result(self.lines.pop(0))


async def test_whoever_stays_away_from_the_terminal_finds_the_game_at_rest_and_has_the_seat_back(
    hall: Hall, players: ScriptedPlayers, clock: VirtualClock
) -> None:
    players["Basil"] = [Pick(1), Pick(2), Pick(3), Pick(3)]  # the third is lost in the pause
    me = Occupant("person", "Ada", user="terminal")
    table = await hall.open(
        "duel", {"rounds": 9, "seconds": 60}, {ANN: me, BOB: Occupant("built-in", "Basil")}, host="terminal"
    )
    page = Console(file=io.StringIO(), width=80, height=24, color_system=None)
    lines = Away(["4", "back", "quit"])
    terminal = Terminal(page, lines, 0.0, no_pause, now=clock.now)
    hall.surfaces.append(terminal)
    sitting = asyncio.create_task(terminal.sit(table, ANN))
    await lines.begun.wait()
    for _ in range(3):
        await clock.advance(61)
    assert table.paused is not None and table.seats[ANN].kind != "person"
    await asyncio.sleep(0.05)  # what happened is being printed
    lines.come()
    assert await asyncio.wait_for(sitting, 20) == "left"
    written = page.file.getvalue()  # type: ignore[attr-defined]
    assert "SatIn(seat='ann', missed=2)" in written and "An AI plays on for you." in written
    assert "take your seat back first" in written and "You have your seat back." in written
    assert table.seats[ANN] == me and table.paused is None


async def test_an_onlooker_hears_what_everybody_hears_unless_all_is_asked_for(
    hall: Hall, players: ScriptedPlayers
) -> None:
    players["Ada"], players["Basil"] = [Pick(1)], [Pick(6)]
    seats = {ANN: Occupant("built-in", "Ada"), BOB: Occupant("built-in", "Basil")}
    table = await hall.open("duel", {"rounds": 1}, seats)
    _, public = await sit(hall, table, you=None)
    _, whole = await sit(hall, table, you=None, all=True)
    assert "Picked" not in public
    assert "Picked" in whole


def _charted(s: Duel, seat: Seat | None) -> Scene:
    """One card, the same for everybody, that changes with the round."""
    return Scene("Dice duel", str(s.round), "hidden", (Grid((Cell(f"{s.round} of 3"),), 1, "the round"),))


async def test_a_board_stands_below_each_heading_of_a_game_in_news_for_onlookers_too(
    hall: Hall, players: ScriptedPlayers
) -> None:
    players["Ada"], players["Basil"] = [Pick(1), Pick(3), Pick(2)], [Pick(6), Pick(4), Pick(5)]
    hall.games["charted"] = DUEL.but(name="charted", scene=_charted, feed=(Revealed,), say=lambda event: "News.")
    seats = {ANN: Occupant("built-in", "Ada"), BOB: Occupant("built-in", "Basil")}
    _, screen = await sit(hall, await hall.open("charted", {"rounds": 3}, seats), you=None)
    assert [screen.count(f"{n} OF 3") for n in (1, 2, 3)] == [1, 1, 1]


async def test_what_is_told_in_passing_keeps_its_paragraphs(hall: Hall, players: ScriptedPlayers) -> None:
    players["Basil"] = [Pick(6)]

    def say(event: Event) -> str:
        return "Somebody speaks.\n\nThe rest listen." if isinstance(event, Said) else "News."

    hall.games["told"] = DUEL.but(name="told", feed=(Revealed,), say=say)
    _, screen = await sit(hall, await hall.open("told", {"rounds": 1}, PEOPLE), "say hello", "3")
    assert "\n  Somebody speaks.\n  │ The rest listen.\n" in screen


@pytest.fixture
def codenames() -> dict[Seat, Occupant]:
    seats = ("red-spymaster", "red-1", "blue-spymaster", "blue-1")
    return {Seat(s): Occupant("person", s.title(), user="terminal" if s == "red-1" else s) for s in seats}


BOARD = {
    "red_words": ["water", "tulip"],
    "blue_words": ["honey", "log"],
    "civilian_words": ["spoon"],
    "assassin_word": "lizard",
}


async def test_a_word_called_like_a_command_is_a_word_and_the_stroke_makes_the_command(
    codenames: dict[Seat, Occupant],
) -> None:
    hall = Hall(MemoryStore(), ScriptedPlayers(), VirtualClock())
    words = {**BOARD, "red_words": ["water", "tulip", "log"], "blue_words": ["honey"]}
    table = await hall.open("codenames", {"board": words, "timers": False}, codenames)
    await table.submit(Seat("red-spymaster"), Clue("xylophone", 2), "clue:1", "c1")
    _, screen = await sit(hall, table, "/log", "log", "quit", you=Seat("red-1"))
    assert screen.count("Red-1 (you) guesses log: a word of Red!") == 1
    await hall.close()


async def test_a_question_answered_wrongly_is_asked_again_until_it_is_left(codenames: dict[Seat, Occupant]) -> None:
    hall = Hall(MemoryStore(), ScriptedPlayers(), VirtualClock())
    table = await hall.open("codenames", {"board": BOARD, "timers": False}, codenames)
    await table.submit(Seat("red-spymaster"), Clue("xylophone", 2), "clue:1", "c1")
    _, screen = await sit(hall, table, "tag", "untag 6", "water", "tag", "", "tulip", "quit", you=Seat("red-1"))
    assert "“untag 6” is not on the board." in screen and "or Enter to go back:" in screen
    assert "tags water" in screen and "guesses water" not in screen, "it was asked which word to tag"
    assert "guesses tulip" in screen, "an empty line leaves the question"
    await hall.close()


@pytest.mark.parametrize(
    ("typed", "clue"),
    [
        ("royal, many, 2", "royal"),
        ("2, royal", "royal"),
        ("waters, 2, 2, ocean", "ocean"),
        ("royal two", "royal"),
        ("royal too, 2", "royal"),
        ("royal 22, two", "royal"),
        ("royal too, ocean 2", "ocean"),
    ],
)
async def test_a_clue_that_was_begun_well_is_kept_and_one_that_is_refused_is_left(
    codenames: dict[Seat, Occupant], typed: str, clue: str
) -> None:
    hall = Hall(MemoryStore(), ScriptedPlayers(), VirtualClock())
    table = await hall.open("codenames", {"board": BOARD, "timers": False}, codenames)
    sitting = asyncio.ensure_future(sit(hall, table, *typed.split(", "), you=Seat("red-spymaster")))
    for _ in range(100):
        await asyncio.sleep(0)
    sitting.cancel()
    assert [(each.word, each.number) for each in table.story.state.clues] == [(clue, 2)]
    await hall.close()


async def test_what_may_not_be_done_yet_is_no_card_that_is_missing(codenames: dict[Seat, Occupant]) -> None:
    hall = Hall(MemoryStore(), ScriptedPlayers(), VirtualClock())
    table = await hall.open("codenames", {"board": BOARD, "timers": False}, codenames)
    await table.submit(Seat("red-spymaster"), Clue("xylophone", 2), "clue:1", "c1")
    _, screen = await sit(hall, table, "end turn", "clue x 2", "quit", you=Seat("red-1"))
    assert "Your team has to guess at least once." in screen and "“end turn”" not in screen
    assert "“clue x 2” is not on the board." in screen
    await hall.close()


async def test_every_clue_stands_there_with_the_guesses_left_the_first_too(codenames: dict[Seat, Occupant]) -> None:
    hall = Hall(MemoryStore(), ScriptedPlayers(), VirtualClock())
    table = await hall.open("codenames", {"board": BOARD, "timers": False}, codenames)

    async def clue() -> None:
        await table.submit(Seat("red-spymaster"), Clue("xylophone", 1), "clue:1", "c1")

    giving = asyncio.ensure_future(clue())
    _, screen = await sit(hall, table, "water", "quit", you=Seat("red-1"))
    await giving
    assert screen.index("XYLOPHONE 1 · 2 guesses left") < screen.index("guesses water")
    assert "XYLOPHONE 1 · 1 guess left" in screen
    await hall.close()


async def test_the_key_is_on_the_screen_only_when_the_game_is_over(codenames: dict[Seat, Occupant]) -> None:
    hall = Hall(MemoryStore(), ScriptedPlayers(), VirtualClock())
    table = await hall.open("codenames", {"board": BOARD, "timers": False}, codenames)
    await table.submit(Seat("red-spymaster"), Clue("xylophone", 2, ("tulip",)), "clue:1", "c1")
    _, screen = await sit(hall, table, "water", "quit", you=Seat("red-1"))
    assert "✖" not in screen
    assert "meant" not in screen
    end, screen = await sit(hall, table, "tulip", you=Seat("red-1"), resumed=True)
    assert end == "over"
    assert "✖ LIZARD" in screen
    assert "meant tulip" in screen
    assert "Red wins" in screen
    await hall.close()


# ── a game that is told like a newspaper ──────────────────────────────────────────────────────────────────────────────


class Guest:
    """Somebody who answers each kind of question in their own way (by the beginning of its key), and lets everything else
    go on."""

    def __init__(self, you: Seat, **ways: str) -> None:
        self.you, self.ways, self.left = you, ways, False

    def ask(self, prompt: str) -> asyncio.Future[str]:
        line: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        asks = self.table.story.asks(self.you)
        if asks or not self.left:
            line.set_result(self.ways.get(asks[0].key.partition(":")[0], "") if asks and asks[0].need != "none" else "")
        self.left = not asks
        return line

    def again(self, prompt: str) -> None:
        pass

    table: Table


async def evening(seed: str, **options: Any) -> str:
    """All that stands on the screen of somebody who spends an evening with three built-in players."""
    you = Seat("p2")
    hall = Hall(MemoryStore(), InOrder(HousePlayers()), VirtualClock())
    sitting = {
        Seat(seat): Occupant("person", "Guest", user="terminal") if seat == you else hall.players.occupant(name)
        for seat, name in (("p1", "Ada"), ("p2", ""), ("p3", "Clio"), ("p4", "Dante"))
    }
    guest = Guest(you, talk="Good evening.", night="1, 1", vote="nobody")
    guest.table = await hall.open(
        "mystery", {"players": 4, "timers": False, "gentle_first_night": "no", **options}, sitting, seed=seed
    )
    page = Console(file=io.StringIO(), width=80, height=24, color_system=None)
    terminal = Terminal(page, guest, 0.0, no_pause, look=hall.players.look, moves=hall.store.moves)
    hall.surfaces.append(terminal)
    assert await asyncio.wait_for(terminal.sit(guest.table, you), 20) == "over"
    await hall.close()
    return str(page.file.getvalue())  # type: ignore[attr-defined]


HIDDEN = ("is the only murderer", " strikes ", "is innocent.")


async def test_whoever_dies_sees_on_and_nothing_hidden_stood_there_before() -> None:
    shown = await evening("h")
    before, after = shown.split("The graveyard.")
    assert not any(hidden in before for hidden in HIDDEN)
    assert all(hidden in after for hidden in HIDDEN)
    assert "Guest (you): Good evening." in before
    assert "Who was where" in after


async def test_whoever_dies_as_the_game_ends_sees_the_end_at_once() -> None:
    shown = await evening("a")
    assert "You lost." in shown and "The graveyard." not in shown and "Who was where" in shown


async def test_nobody_is_dead_in_a_heading_before_it_is_told() -> None:
    hall = Hall(MemoryStore(), InOrder(HousePlayers()), VirtualClock())
    guests = hall.cast([Seat(f"p{n}") for n in range(1, 8)], "")
    table = await hall.open("mystery", {"players": 7, "timers": False}, guests, seed="q9")
    page = Console(file=io.StringIO(), width=80, height=24, color_system=None)
    terminal = Terminal(page, None, 0.0, no_pause)
    hall.surfaces.append(terminal)
    assert await asyncio.wait_for(terminal.sit(table), 20) == "over"
    await hall.close()
    shown = " ".join(str(page.file.getvalue()).split())  # type: ignore[attr-defined]
    dead = re.findall(r"(\w+) is found dead", shown)
    dead = [name for name in dead if f"✖ {name}, found dead" in shown]  # the last death may end the game
    assert dead
    assert all(shown.index(f"{name} is found dead") < shown.index(f"✖ {name}, found dead") for name in dead)
    assert table.story.outcome and shown.count(table.story.outcome.why) == 1, "the end is told once"


async def test_that_somebody_is_ready_is_no_line_of_its_own() -> None:
    shown = await evening("x", most_nights=1, gentle_first_night="yes")
    assert "is ready." not in shown and " votes for " in shown


async def test_what_oneself_was_told_stands_once_where_a_page_shows_it() -> None:
    shown = await evening("x", most_nights=1, gentle_first_night="yes")
    assert shown.count("You were in the Hall") == 1
    assert "Guest (you) was in the Hall" not in shown
    assert shown.count("Day 1, round 1 of 2, all at once: what does everybody say?") == 1
    assert max(map(cell_len, shown.splitlines())) <= 80


async def test_who_sits_where_is_drawn_again_only_when_that_has_changed() -> None:
    shown = await evening("x", most_nights=2, gentle_first_night="yes")
    rosters = [shown[at : shown.index("\n", at)] for at in (m.start() for m in re.finditer("Seats: ", shown))]
    assert rosters and all(one != other for one, other in pairwise(rosters))


async def test_a_vote_that_only_waits_for_a_change_of_mind_is_counted_with_enter() -> None:
    shown = await evening("x", most_nights=1, gentle_first_night="yes")
    assert "You have voted, and may change it until the count. (a name or number · ?)" in shown
    assert "The votes: " in shown


# ── how somebody was understood ───────────────────────────────────────────────────────────────────────────────────────


async def boast(hall: Hall, *typed: str) -> tuple[list[tuple[Boast, ...]], str]:
    """What stands claimed after these lines of Ada's, and the screen; Basil sits there and does nothing."""
    hall.games["boasts"] = BOASTS
    table = await hall.open("boasts", {}, {ANN: PEOPLE[ANN], BOB: Occupant("person", "Basil", user="terminal:2")})
    _, screen = await sit(hall, table, *typed)
    return [means for _, means in table.story.state.ledger], " ".join(screen.split())


async def test_whoever_speaks_reads_at_once_how_they_were_understood(hall: Hall) -> None:
    claimed, screen = await boast(hall, "/tell I picked 3 like Basil", "3", "/tell Hello")
    assert claimed == [(Boast(3, BOB),), ()]
    assert screen.count("You were understood so: 3 like Basil. (/correct … · /take back)") == 1
    assert screen.count("Nothing was taken for a claim. (/correct …)") == 1


async def test_a_correction_is_typed_in_one_line_or_list_by_list(hall: Hall) -> None:
    assert (await boast(hall, "/tell I picked 3", "/correct 4, basil"))[0] == [(Boast(4, BOB),)]
    claimed, screen = await boast(hall, "/tell I picked 3", "/correct", "", "1")
    assert claimed == [(Boast(0, BOB),)]
    assert "Number, or Enter to leave it out:" in screen and "Like whom, or Enter to leave it out:" in screen
    assert "You were understood so: like Basil." in screen
    assert (await boast(hall, "/tell I picked 3", "/take back"))[0] == [()]


async def test_a_claim_is_made_by_a_form_of_lists_that_may_be_left_out(hall: Hall) -> None:
    claimed, screen = await boast(
        hall,
        "/claim basil, today yesterday quite number 2",
        "/claim",
        "5",
        "",
        "1, today",
        "2",
        "/claim nine",
        "/claim",
        "",
        "",
        "",
        "",
    )
    assert claimed == [(Boast(2, BOB),), (Boast(5),)]
    assert "“nine” is on no list here." in screen and "Claim something." in screen
    assert "Who picked the same" not in screen and "Like whom (who picked the same)" in screen


def test_several_things_of_one_list_are_named_in_a_line_or_behind_commas() -> None:
    lists = {"number": tuple("123"), "like": ("p1", "p2"), "since": ("today", "two days ago")}
    ask = Ask("claim:1", "What do you claim?", "none", forms=(Claim,), allowed=lists)
    desk = Desk((ask,), Scene("t", "m", "hidden", ()), TWO)
    assert answer(desk, "claim basil, two days ago, today number 3") == Claim("3", "p2", ("two days ago", "today"))
    form = desk.read("claim")
    for typed in ("3", "", "2, today"):
        assert isinstance(form, Unfinished) and form.optional
        form = desk.fill(form, typed)
    assert form == Answered(ask, Claim("3", "", ("two days ago", "today")))


async def test_a_correction_is_no_question_of_its_own(hall: Hall) -> None:
    _, screen = await boast(hall, "/tell I picked 3", "correct", "", "", "?", "/claims", "/correct 4", "claims")
    assert screen.count("Pick a number from 1 to 6. (") == 4, "once, and again after help and sheets"
    assert "(a number · speak … · object · claim … · murmur … · ?)" in screen
    assert screen.index("What they say Ada (you): 3") < screen.index("What they say Ada (you): 4")
