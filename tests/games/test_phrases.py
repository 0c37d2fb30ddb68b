"""One table of phrases says and reads: strictly, with what people do to words, names and nights."""

from __future__ import annotations

import pytest

from games.core import Seat
from games.phrases import Phrasebook, fill

BOOK = Phrasebook(
    {
        "is": "I IS {role} / {role} HERE",
        "healed": "^ HEALED {target} / I {target} HEALED",
        "found": "{target} [IS] {found}",
        "could be": "{target} {role}",
        "bad": "{target} [IS] EVIL / VOTE {target}",
        "named": "{target}",
    },
    {"target": "seats", "role": "role", "found": "found"},
    {
        "": {"role": {"doctor": "doctor|doc", "sheriff": "sheriff", "godfather": "gf", "jailor": "jailor", "escort": "escort|esc", "transporter": "trans", "consort": "consort"}},
        "en": {"found": {"suspicious": "sus|suspicious", "innocent": "inno|not sus"}, "healed": "healed", "evil": "evil", "vote": "vote", "here": "here"},
        "de": {"role": {"doctor": "doktor"}, "healed": "geheilt"},
    },
)  # fmt: skip
NAMES = {Seat(f"p{at}"): name for at, name in enumerate(("Ada", "Basil", "Clio", "Dante", "Edda", "Felix"), 1)}


def read(text: str) -> str:
    """What is heard, a phrase a line: “1: healed p2”."""
    heard = BOOK.read(text, NAMES, 2)
    nights = ["+".join(map(str, each.nights)) for each in heard]
    said = (" ".join((each.name, *("+".join(value) for value in each.slots.values()))) for each in heard)
    return "; ".join(f"{night}: {what}" if night else what for night, what in zip(nights, said, strict=True))


@pytest.mark.parametrize(
    ("text", "heard"),
    [
        ("ok so healed bas n1", "1: healed p2"),
        ("doc here, healed {p2} last night", "is doctor; 2: healed p2"),
        ("im the jailer btw", "is jailor"),
        ("im sheriff, clio sus n1, dante not sus n2", "is sheriff; 1: found p3 suspicious; 2: found p4 innocent"),
        ("n1 {p3}: esc/trans/consort", "1: could be p3 escort+transporter+consort"),
        ("N1: bas\nN2 - clio n dante", "1: named p2; 2: named p3+p4"),
        ("healed bas and clio is evil", "healed p2; bad p3"),
        ("bas, dante and clio are evil", "bad p2+p4+p3"),
        ("vote 4", "bad p4"),
        ("healed bsail", "healed p2"),
        ("vote clio because she walks oddly", "bad p3"),
        ("ich bin der Doktor, hab bas letzte nacht geheilt", "is doctor; 2: healed p2"),
        ("idc what u all think basil is evil, id bet my phone on it", "bad p2"),
        ("healed bas both nights so far, who was on clio?", "1+2: healed p2"),
        ("clio is evil dont let him talk his way out of it again", "bad p3"),
    ],
)
def test_what_people_type_is_read(text: str, heard: str) -> None:
    assert read(text) == heard


@pytest.mark.parametrize(
    ("text", "heard"),
    [
        ("healed clio n1 no wait dante", "1: healed p4"),
        ("healed clio n1. wait n2 not n1", "2: healed p3"),
        ("im gf jk", ""),
        ("healed clio. sorry i meant healed dante", "healed p4"),
    ],
)
def test_what_is_taken_back_is_not_claimed(text: str, heard: str) -> None:
    assert read(text) == heard


@pytest.mark.parametrize(
    "text",
    [
        "is clio evil?", "who healed bas", "clio says im doc", "if im doc then vote clio", "“healed bas”, she wrote", "im the doctor of love",
        ",?", "didn't heal bas", "i will vote clio", "maybe clio is evil", "healing bas", "doc", "clio", "grandma healed bas", "healed bas maybe", "im the doc with bas", "sure, and im doc", "", "\n", "{{p2} is evil",
    ],
)  # fmt: skip
def test_in_doubt_nothing_is_claimed(text: str) -> None:
    assert read(text) in ("", "named p3")


def test_a_wording_is_filled_with_the_first_of_its_ways() -> None:
    assert fill("(I|we) healed {target} .", {"target": "{p3}"}) == "I healed {p3}."
