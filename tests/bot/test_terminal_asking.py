"""What stands on the screen when somebody types: the list that a number is read by, and what Enter does."""

from __future__ import annotations

import asyncio
import io
import re
from collections.abc import AsyncIterator
from dataclasses import replace
from functools import partial

import pytest
from rich.console import Console
from rich.text import Text

from bot.clock import VirtualClock
from bot.hall import Hall
from bot.players.seating import HousePlayers
from bot.ports import Occupant
from bot.stores.memory import MemoryStore
from bot.surfaces.terminal.answers import Answered, Desk, Unclear, Unfinished
from bot.surfaces.terminal.asking import Asking
from bot.surfaces.terminal.clock import Watch
from bot.surfaces.terminal.console import Screen
from bot.surfaces.terminal.draw import Painter
from bot.surfaces.terminal.hearing import Hearing
from bot.surfaces.terminal.line import Line
from bot.surfaces.terminal.page import Page
from bot.surfaces.terminal.session import Terminal
from bot.surfaces.terminal.telling import MORE, Telling
from bot.table import Table
from bot.tournament import InOrder
from games.core import Action, Ask, Seat, record
from games.mystery.events import Night, Vote, Voted
from games.scene import Scene
from games.town.events import Ordered
from tests.games.mystery.table import mystery

YOU = Seat("p2")


async def no_pause(seconds: float) -> None:
    await asyncio.sleep(0)


class Guest:
    """Somebody who answers each kind of question (by the beginning of its key) with these lines, one after the other, leaves
    when there are no more of them or after 40 lines, and else presses Enter. What they type stands on the page behind its prompt."""

    table: Table

    def __init__(self, page: Console, **ways: list[str]) -> None:
        self.page, self.ways, self.left = page, ways, 40

    def ask(self, prompt: str) -> asyncio.Future[str]:
        line: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        keys = [ask.key.partition(":")[0] for ask in self.table.story.asks(YOU)]
        lines = next((self.ways[key] for key in keys if key in self.ways), None)
        typed = "" if lines is None else lines.pop(0) if lines else "quit"
        self.left -= 1
        typed = typed if self.left else "quit"
        self.page.print(f"{prompt}{typed}", markup=False)
        line.set_result(typed)
        return line

    def again(self, prompt: str) -> None:
        self.page.print(prompt, markup=False)


@pytest.fixture
async def hall() -> AsyncIterator[Hall]:
    hall = Hall(MemoryStore(), InOrder(HousePlayers()), VirtualClock())
    yield hall
    await hall.close()


def paper(width: int = 80) -> Screen:
    return Screen(file=io.StringIO(), width=width, height=24, color_system=None)


async def evening(
    hall: Hall, game: str, size: int, page: Console | None = None, seed: str = "x7", **ways: list[str]
) -> tuple[str, Table]:
    """All that stood on the page of somebody who played among built-in players until they left."""
    page = page or paper()
    sitting = {
        Seat(f"p{n}"): Occupant("person", "Guest", user="terminal")
        if f"p{n}" == YOU
        else hall.players.occupant(f"Nr{n}")
        for n in range(1, size + 1)
    }
    guest = Guest(page, **ways)
    timers = "slow" if game == "town" else False
    table = guest.table = await hall.open(game, {"players": size, "timers": timers}, sitting, seed=seed)
    terminal = Terminal(page, guest, 0.0, no_pause, look=hall.players.look, moves=hall.store.moves)
    hall.surfaces.append(terminal)
    assert await asyncio.wait_for(terminal.sit(table, YOU), 10) == "left"
    return str(page.file.getvalue()), table  # type: ignore[attr-defined]


async def test_a_number_stays_what_it_was_when_the_question_was_put(hall: Hall) -> None:
    shown, table = await evening(hall, "mystery", 7, night=["1, 1"] * 9, vote=["2", "2", "2", "1", "3"])
    votes = [each.event for each in table.log if isinstance(each.event, Voted) and each.event.seat == YOU]
    voted = [table.names[each.whom] if each.whom else "nobody" for each in votes]
    menu: dict[str, str] = {}
    meant: list[str] = []
    for line in shown.splitlines():
        if typed := re.fullmatch(r"(?:Enter: go on )?> (\d)", line):
            meant.append(menu[typed[1]])
        menu |= dict(re.findall(r"(?:^|\s)(\d) (Nr\d|Guest|nobody)(?=\s|$)", line))
    assert len(meant) == 5 and voted == list(dict.fromkeys(meant))
    assert shown.count("There is no number 2 to choose now.") == 2, (
        "who is voted for already is not the next in the list"
    )


async def test_what_enter_does_stands_before_every_line_at_which_it_does_something(hall: Hall) -> None:
    shown, _ = await evening(hall, "town", 7, town=["Good day, all.", ""], night=[])
    bare = [line.rstrip() for line in shown.splitlines() if re.match(r"(Enter: .*)?> ?", line)]
    assert "Enter: go on > Good day, all." in bare
    assert bare[bare.index("Enter: go on > Good day, all.") + 1] == "Enter: go on >", "also after one has spoken"


async def test_enter_says_nothing_where_silence_is_an_answer(hall: Hall) -> None:
    shown, _ = await evening(hall, "mystery", 4, night=[])
    assert re.search(r"Introduce yourself(.|\n)*?\nEnter: say nothing, go on > *\n", shown)


async def test_a_number_typed_before_the_list_changed_is_not_taken(hall: Hall) -> None:
    page = paper()
    sitting = {Seat(f"p{n}"): Occupant("person", f"Nr{n}", user=f"u{n}") for n in range(1, 5)}
    options = {"players": 4, "timers": False}
    table = await hall.open("mystery", options, sitting, seed="a")
    while not any(ask.key.startswith("vote") for ask in table.asks(YOU)):
        for seat in table.order:
            for ask in table.asks(seat)[:1]:
                default = ask.default or ask.choices[0]
                await table.submit(seat, default, ask.key, f"{seat}:{ask.key}:{len(table.log)}")
    hearing, watch = Hearing(table, YOU, False), Watch(table, YOU, hall.clock.now)
    on = Page(page, hearing, Line(page, None), watch.left, lambda occupant: None)
    asking = Asking(YOU, hearing, on, Telling(hearing, on, watch, 0.0, no_pause, None).news, watch)
    for _ in table.log:
        hearing.hear()
    asking.show(asking.desk())
    ask = table.asks(YOU)[0]
    await table.submit(YOU, Vote(ask.allowed["whom"][0]), ask.key, "elsewhere")
    before = len(table.log)
    await asking.take("1")
    assert len(table.log) == before
    assert "Nothing was taken." in page.file.getvalue()  # type: ignore[attr-defined]
    asking.show(asking.desk())
    await asking.take("2")
    assert len(table.log) > before


def test_choices_keep_their_numbers_where_one_is_gone() -> None:
    places: dict[str, tuple[str, ...]] = {}
    three = Ask("way:1", "Where?", "each", (Left(), Right(), Dance(1)))
    whole = Desk((three,), Scene("t", "m", "hidden", ()), {}, places=places)
    left = Desk((replace(three, choices=three.choices[1:]),), Scene("t", "m", "hidden", ()), {}, places=places)
    assert whole.menu == ("Left", "Right", "Dance 1") and left.menu == ("", "Right", "Dance 1")
    read = left.read("2")
    assert isinstance(read, Answered) and read.action == Right() and isinstance(left.read("1"), Unclear)


async def test_who_sits_there_is_told_with_the_company_they_are(hall: Hall) -> None:
    shown, _ = await evening(hall, "mystery", 4, paper(160), talk=["who"])
    lines = [line for line in shown.splitlines() if "built-in player. " in line]
    assert len(lines) == 3 and all("Like " in line and line.endswith(".") for line in lines)
    assert "Guest (you), person" in shown


async def test_help_says_what_each_choice_does(hall: Hall) -> None:
    page = paper()
    shown, _ = await evening(hall, "town", 7, page, town=["?", ""], night=["?"])
    said = " ".join(shown.split())
    assert "/whisper …: Whisper to one player; everybody sees that you do, and not what." in said
    assert "sleep: Do nothing tonight." in said
    assert "Enter: go on At any time: rules" in said


@record
class Left(Action):
    """Go left, where the dragon sleeps."""


@record
class Right(Action):
    """Go right, and home."""


@record
class Dance(Action):
    steps: int


def test_choices_of_several_kinds_are_explained_one_by_one_and_what_says_nothing_of_itself_is_not() -> None:
    ways = Ask("way:1", "Where?", "each", (Left(), Right()))
    dance = Ask("dance:1", "You may dance.", "none", forms=(Dance,))
    desk = Desk((ways, dance), Scene("t", "m", "hidden", ()), {})
    assert desk.hints() == ["a name or number", "dance …"]
    assert desk.explained() == {
        "left": "Go left, where the dragon sleeps.",
        "right": "Go right, and home.",
        "dance …": "",
    }


class Reader(Guest):
    """Somebody who gives up on a small screen: they type this at the end, and before that whatever ends a question."""

    def __init__(self, page: Console, at_the_end: str) -> None:
        super().__init__(page)
        self.at_the_end = at_the_end

    def ask(self, prompt: str) -> asyncio.Future[str]:
        line: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        keys = [ask.key.partition(":")[0] for ask in self.table.story.asks(YOU) if ask.need != "none"]
        line.set_result({"night": "1, 1", "vote": "nobody"}.get(keys[0], "") if keys else "")
        if prompt == MORE:
            line = asyncio.get_running_loop().create_future()
            line.set_result(self.at_the_end)
        self.page.print(prompt, markup=False)
        return line


@pytest.mark.parametrize(("typed", "whole"), [("", True), ("q", False)])
async def test_the_end_comes_part_by_part_on_a_screen_that_it_does_not_fit(hall: Hall, typed: str, whole: bool) -> None:
    page = Screen(file=io.StringIO(), width=80, height=8, color_system=None, force_terminal=True)
    sitting = {
        Seat(f"p{n}"): Occupant("person", "Guest", user="terminal")
        if f"p{n}" == YOU
        else hall.players.occupant(f"Nr{n}")
        for n in range(1, 5)
    }
    guest = Reader(page, typed)
    options = {"players": 4, "timers": False, "most_nights": 1, "gentle_first_night": "yes"}
    guest.table = await hall.open("mystery", options, sitting, seed="x")
    terminal = Terminal(page, guest, 0.0, no_pause)
    hall.surfaces.append(terminal)
    assert await asyncio.wait_for(terminal.sit(guest.table, YOU), 10) == "over"
    shown = str(page.file.getvalue())  # type: ignore[attr-defined]
    assert MORE in shown and len(re.findall("You (won|lost)", shown)) == 1
    assert re.search("You (won!|lost)", shown[: shown.index(MORE)]), "the result comes first"
    assert shown.rstrip().endswith(MORE.rstrip()) != whole


def test_a_heading_is_read_whole_however_narrow_the_screen() -> None:
    page = paper(40)
    painter = Painter(page, {})
    heading = "Night 1. Everyone chooses in secret where to be and what to do."
    page.print(painter.rule(Text(heading), "left"))
    lines = page.file.getvalue().splitlines()  # type: ignore[attr-defined]
    assert " ".join(" ".join(lines).split()) == heading and max(map(len, lines)) <= 40


async def test_the_rules_are_read_section_by_section(hall: Hall) -> None:
    shown, table = await evening(
        hall, "town", 7, town=["rules", "rules night", "rules sheriff", "rules of the road"], night=["rules submarine"]
    )
    said = " ".join(shown.split())
    assert "Sections: the day · the night · " in said and said.count("The night") == 1
    assert said.count("Learns each night whether a player is suspicious.") == 1
    assert "Each night everybody" not in said and "Guest (you): rules of the road" in said
    assert not any(" submarine" in str(each.event) for each in table.log)


async def test_help_says_what_comes_of_what_can_be_chosen(hall: Hall) -> None:
    shown, _ = await evening(hall, "mystery", 4, paper(120), night=["?", "hall, watch"], vote=["?"])
    assert "watch: You see who is in that place, unless they hide." in shown
    assert "guard: You see who is there, and if they are, no blow lands on them." in shown
    assert "strike:" not in shown, "this seat cannot strike"
    assert "nobody: If most say so, nobody hangs today." in shown


async def test_enter_does_the_only_thing_there_is_to_do(hall: Hall) -> None:
    shown, table = await evening(hall, "town", 7, seed="x20", night=["", "quit"])  # a Medium
    assert "Enter: sleep > \n" in shown
    assert any(isinstance(each.event, Ordered) and each.event.seat == YOU for each in table.log)


def test_what_may_be_claimed_besides_goes_with_what_was_said_so_far() -> None:
    story, you = mystery(4).quiet_day().night().story, Seat("p1")
    names = {Seat(f"p{n}"): name for n, name in enumerate("ABCD", 1)}
    desk = Desk(story.asks(you), Scene("t", "m", "hidden", ()), names, misfit=partial(story.misfit, you))
    begun = desk.read("/tell")
    for nowhere in (True, False):
        form = begun
        for typed in ("", "" if nowhere else "hall", ""):
            assert isinstance(form, Unfinished)
            form = desk.fill(form, typed)
        assert isinstance(form, Unfinished) and form.missing[0].name == "what"
        offered = [each.value for each in form.missing[0].values if each.value]
        assert ("watched" in offered) != nowhere
        for what in offered:
            done = desk.fill(form, what)
            assert isinstance(done, Unfinished) == ("…" in what)
            done = desk.fill(done, "B") if isinstance(done, Unfinished) else done
            assert isinstance(done, Answered)
            story.decide(you, done.action, done.ask.key)


def test_what_was_meant_stays_where_the_next_line_leaves_it_open() -> None:
    story, you = mystery(4).quiet_day().story, Seat("p1")
    names = {Seat(f"p{n}"): name for n, name in enumerate(("Ann", "Bob", "Cleo", "Dan"), 1)}
    desk = Desk(story.asks(you), Scene("t", "m", "hidden", ()), names)
    meant = desk.read("I'd like to follow Bob")
    assert isinstance(meant, Unclear) and meant.meant is not None
    hidden = desk.read("and hide", meant.meant.action)
    assert isinstance(hidden, Unclear) and hidden.meant is not None
    assert hidden.meant.action == Night("follow {p2}", "hide")
    whole = desk.read("hall, hide", meant.meant.action)
    assert isinstance(whole, Answered) and whole.action == Night("Hall", "hide")
