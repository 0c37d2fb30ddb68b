"""What people are called: nobody passes for another, for the house, or for nobody at all."""

from __future__ import annotations

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.names import LONGEST, MARKS, called, looks
from bot.surfaces.terminal.console import Screen, harmless
from games.core import tidy


@pytest.mark.parametrize(
    ("wanted", "name"),
    [
        ("Ada", "Ada"),
        ("  Ada\n Lovelace ", "Ada Lovelace"),
        ("🤖 Ada", "Ada"),
        ("A👑da", "Ada"),
        ("❤️ Zoë", "❤️ Zoë"),
        ("日本", "日本"),
        ("\u3164\u2800\u115f", "Guest"),
        ("\u200b\u202e", "Guest"),
        ("—", "Guest"),
        ("mɑsquerade", "mɑsquerade (player)"),
        ("ɑdmin", "ɑdmin (player)"),
        ("thɘ host", "thɘ host (player)"),
        ("ʜᴏsᴛ", "ʜᴏsᴛ (player)"),
        ("🤖", "Guest"),
        ("the host", "the host (player)"),
        ("Τhе Ноѕt", "Τhе Ноѕt (player)"),
        ("M o d e r a t o r", "M o d e r a t o r (player)"),
        ("\x1b]8;;http://x\x07Ada\x1b]8;;\x07", "]8;;http://xAda]8;;"),
        ("\x9b31mAda", "31mAda"),
        ("Z" + "\u0334" * 9 + "o", "Z" + "\u0334" * 2 + "o"),
    ],
)
def test_a_name_is_what_one_wants_without_what_deceives(wanted: str, name: str):
    assert called(wanted) == name


@pytest.mark.parametrize(
    "other",
    [
        "Аda",
        "ADA",
        "A-d-a",
        "Ａｄａ",
        "a\u200bda",
        "Àda",
        "🤖Ada",
        "A d a.",
        "ɑda",
        "Adɑ",
        "ᴀᴅᴀ",
        "🅐🅓🅐",
        "🇦🇩🇦",
        "Ꭺᗞꭺ",
        "Λda",
    ],
)
def test_whoever_looks_like_another_gets_a_number(other: str):
    name = called(other, ["Ada"])
    assert name.endswith(" 2") and looks(name) != looks("Ada")
    assert called(other, ["Ada", name]).endswith(" 3")


@pytest.mark.parametrize(
    "pair",
    [
        ("Ill", "lIl"),
        ("Bob1", "Bobl"),
        ("O0", "0O"),
        ("Guest", "Gսest"),
        ("Ill", "🅘🅛🅛"),
        ("Bɑsil", "Basil"),
        ("Strauß", "STRAUSS"),
    ],
)
def test_letters_that_look_alike_are_alike(pair: tuple[str, str]):
    assert looks(pair[0]) == looks(pair[1])


def test_names_of_every_language_are_their_own():
    ordinary = "Zoë Łukasz Lukasz Ægir Jürgen Đorđe Dorde Þór Por Øyvind Oyvind Strauß Əli Ñandú Антон Борис Мария Вера Ελένη Λευτέρης"
    ordinary += " Anna Анна Maria Vera Anton Boris משה محمد ᏣᎳᎩ 日本 さくら 민수 राम"
    names: list[str] = []
    for each in ordinary.split():
        names.append(called(each, names))
    assert names == ordinary.split()


def test_names_that_only_resemble_each_other_stay():
    assert called("Adam", ["Ada"]) == "Adam" and called("Müller", ["Miller"]) == "Müller"


@given(st.text(max_size=60), st.lists(st.text(max_size=40), max_size=4))
def test_every_name_can_be_read_is_short_and_is_nobody_elses(wanted: str, others: list[str]):
    name = called(wanted, others)
    assert name == tidy(name) and 0 < len(name) <= LONGEST + len(" (player)")
    assert looks(name) and looks(name) not in map(looks, others)
    assert not set(name) & set(MARKS) and harmless(name) == name


def test_no_terminal_obeys_what_is_shown():
    page = io.StringIO()
    screen = Screen(file=page, force_terminal=True, color_system="truecolor", width=60)
    screen.print("[bold]\x1b]8;;http://evil\x1b\\Ada\x1b[2J\x07 and \x9b31m more", markup=True)
    written = page.getvalue()
    assert "\x1b[1m" in written and "\x1b]8" not in written and "\x1b[2J" not in written
    assert not set("\x07\x9b") & set(written)
