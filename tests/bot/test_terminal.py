from __future__ import annotations

import asyncio
import io
from collections.abc import Iterable, Mapping
from typing import Any

import pytest
from rich.cells import cell_len
from rich.console import Console

from bot.clock import VirtualClock
from bot.hall import Hall
from bot.players.scripted import ScriptedPlayers
from bot.ports import Occupant
from bot.stores.memory import MemoryStore
from bot.surfaces.terminal.answers import Answered, Desk, Unclear, Unfinished
from bot.surfaces.terminal.draw import Painter, marked
from bot.surfaces.terminal.session import End, Terminal
from bot.table import Table
from games.codenames.words import Clue, EndTurn, Guess, Tag
from games.core import HOST, Action, Ask, Pause, Seat, record
from games.scene import Cell, Control, Count, Grid, Lines, Roster, Row, Scene, Tally, Text
from tests.bot.tiny import ANN, BOB, Pick, Say

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
    assert "valid integer" in screen
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
    assert "“untag 6” is not on the board." in screen and "or Enter to leave it:" in screen
    assert "tags water" in screen and "guesses water" not in screen, "it was asked which word to tag"
    assert "guesses tulip" in screen, "an empty line leaves the question"
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
