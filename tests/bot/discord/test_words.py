"""Nothing that somebody writes can format, ping, link or forge."""

from __future__ import annotations

import pytest

from bot.surfaces.discord.board import _newest
from bot.surfaces.discord.markdown import clean, counted, fit, flowing, newest, pages, plain, said, sat, told
from bot.surfaces.prose import listed
from games.core import Seat
from games.scene import Lines


@pytest.mark.parametrize(
    "text",
    [
        "**bold** _it_ ~~out~~ `code` ||hidden||", "# heading", "> quote", "- list", "1. list", "[a](http://b.c)", "<@123>",
        "<t:0:R>", "</game:1>", "<:emoji:1>", "-# small", "@everyone @here", "https://a.b", "discord.gg/abc", "discord.gift/abc", ":skull:",
    ],
)  # fmt: skip
def test_markup_is_taken_as_it_was_written(text: str):
    shown = clean(text)
    assert shown != text
    assert not shown.startswith(("#", "> ", "- ", "-#", "1. "))
    for live in ("@everyone", "@here", "://", "discord.gg", "discord.gift", " :skull:", "](", "<@", "<t:", "</"):
        assert live not in shown.replace("\\<", "‹").replace("\\]", "›")
    assert shown.replace("\\", "").replace("\u200b", "") == text


def test_invisible_and_directing_characters_go_and_lines_become_one():
    assert plain("a\u200bb\u202ec\nd\te\x00") == "abc d e"
    assert plain("  Zoë  ") == "Zoë"


def test_names_replace_seat_marks_and_ais_are_marked():
    names = {Seat("p1"): sat("Eve_", "person"), Seat("p2"): sat("Ada", "model", bold=True)}
    assert said("{p1} waves to {p2} *loudly*.", names) == r"Eve\_ waves to **Ada** 🤖 \*loudly\*."
    assert sat("\u200b", "person") == "somebody"


def test_long_texts_are_cut_or_paged():
    assert fit("abcdef", 4) == "abc…" and fit("abc", 0) == "abc"
    text = "\n".join(f"line {i}" for i in range(900))
    found = pages(text, 1000)
    assert all(len(page) <= 1000 for page in found) and "\n".join(found) == text
    assert pages("x" * 2500, 1000) == ["x" * 1000, "x" * 1000, "x" * 500]
    assert listed(["a", "b", "c"]) == "a, b and c" and listed([]) == ""


def test_paragraphs_lose_the_line_breaks_of_their_file():
    text = "# Title\nOne\ntwo.\n\n**Three.** Four\n**five**\n- six\n  seven\n- eight\n1. nine"
    assert flowing(text) == "# Title\nOne two.\n\n**Three.** Four **five**\n- six seven\n- eight\n1. nine"


def test_the_first_of_many_lines_has_no_signs_of_markdown_either():
    names = {Seat("p1"): "Eve"}
    assert told("{p1} shows: **Trust**\n*Your* move?", names) == ["Eve shows: Trust\n> Your move?"]
    assert told("{p1} waves *loudly*.", names) == [r"Eve waves \*loudly\*."]


def test_the_end_of_a_list_says_how_much_stood_earlier():
    lines = tuple(f"line {n}" for n in range(9))
    assert counted(lines, newest(lines, 21)) == ["-# 6 earlier", "line 6", "line 7", "line 8"]
    assert counted(lines, newest(lines, 99)) == [*lines]
    long = Lines("Clues", tuple(f"CLUE{n} 2: {'word ' * 20}".strip() for n in range(40)))
    before, *latest = _newest(long, {}, 3000)
    assert before.startswith("-# Clues so far: 25 earlier · CLUE25 2: ") and "CLUE37 2: " in before
    assert [each[:6] for each in latest] == ["CLUE38", "CLUE39"]
    brief = Lines("Named", tuple(f"name {n}" for n in range(40)), brief=True)
    (line,) = _newest(brief, {}, 80)
    assert line.startswith("Named: 34 earlier · name 34") and line.endswith("name 39") and len(line) <= 80
