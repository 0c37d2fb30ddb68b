"""What somebody writes in lines: the signs of Markdown go, the words stay, and no line passes for anybody else's."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

from bot.surfaces.discord.markdown import QUOTE, paragraph, quoted, told
from bot.surfaces.prose import plain_lines
from bot.surfaces.terminal.draw import Painter
from games.core import Seat, Speech

NAMES = {Seat("p1"): "Ada", Seat("p2"): "B*b"}
LONG = "\n".join(f"Line {n} of {{p1}}: {'word ' * (n % 40)}" for n in range(200))


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("# Round 2\n**Pie:** $100", ["Round 2", "Pie: $100"]),
        ("| Side | Total |\n|------|:-----:|\n| Ada | 40 |", ["Side · Total", "Ada · 40"]),
        ("```\nplain\n```", ["plain"]),
        ("- one\n* two\n  + three", ["• one", "• two", "  • three"]),
        ("one\n\n\n---\n\ntwo\n\n", ["one", "", "two"]),
        ("2**3**4 and 2 * 3 * 4, snake_case_name, 5*", ["2**3**4 and 2 * 3 * 4, snake_case_name, 5*"]),
        ("*a* _b_ __c__ `d` ***e***", ["a b c d e"]),
        ("-5 points\n+3", ["-5 points", "+3"]),
        ("", [""]),
    ],
)
def test_the_signs_of_markdown_go_and_the_words_stay(written: str, read: list[str]) -> None:
    assert plain_lines(written) == read


@pytest.mark.parametrize(
    "line",
    [
        "### Forged",
        "-# small",
        "> quote",
        "🏆 Ada",
        "<@123>",
        "@everyone",
        "||spoiler||",
        "[a](http://b)",
        "1. one",
        "```",
    ],
)
def test_no_line_of_a_speech_passes_for_the_bots_own(line: str) -> None:
    [shown] = quoted(f"Hello.\n{line}\nBye.", NAMES)
    assert all(each.startswith(QUOTE) for each in shown.split("\n"))
    for live in ("> #", "> -#", "> >", "<@", "@everyone", "> |", "](", "```"):
        assert live not in shown.replace("\\<", "‹").replace("\\]", "›")


def test_names_stand_in_lines_and_a_line_by_itself_is_a_sentence() -> None:
    assert quoted("{p1}\n\nand {p2}", NAMES) == ["> Ada\n> \u200b\n> and B*b"]
    assert told("{p1} writes *this*", NAMES) == [r"Ada writes \*this\*"]
    assert told("{p1} writes: a\n# b", NAMES) == ["Ada writes: a\n> b"]
    assert paragraph("one", NAMES) == "one" and paragraph("one\ntwo", NAMES) == "> one\n> two"


@pytest.mark.parametrize("text", [LONG, "word " * 900, "x" * 5000])
def test_long_prose_is_parted_at_the_ends_of_lines_and_nothing_is_lost(text: str) -> None:
    parts = quoted(text, NAMES, 1000)
    assert len(parts) > 3 and all(len(part) <= 1000 for part in parts)
    words = "".join("".join(line.removeprefix(QUOTE) for part in parts for line in part.split("\n")).split()).replace(
        "\\:", ":"
    )
    assert words == "".join(text.replace("{p1}", "Ada").split())


def test_where_prose_is_parted_does_not_depend_on_names() -> None:
    short, long = ({Seat("p1"): "A" * n} for n in (1, 40))
    assert len(quoted(LONG, short, 1000)) == len(quoted(LONG, long, 1000))


def test_a_terminal_shows_lines_behind_a_bar() -> None:
    page = io.StringIO()
    console = Console(file=page, width=40)
    text = f"# Round 1\n{{p1}} has 40.\n> ? What do you say\n{'long ' * 15}"
    console.print(Painter(console, NAMES, Seat("p1")).speech(Speech(Seat("p2"), text)))
    first, *rest = page.getvalue().rstrip("\n").split("\n")
    assert first == "  B*b:" and rest[:2] == ["  │ Round 1", "  │ Ada has 40."]
    assert all(line.startswith("  │ ") and len(line) <= 40 for line in rest) and len(rest) >= 5
