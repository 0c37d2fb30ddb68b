"""What everybody is asked alike, in a talk or a vote: made when it begins, and not for each of them at every look."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from games.core import Ask, Seat
from games.mystery.events import NOBODY, Say, Silence, Vote, listed

_SILENCE, _NOBODY = Silence(), Vote(NOBODY)
_GREETING, _LAST = Say("Good evening, everyone."), Say("You will regret this.")
_INNOCENT = Say("I did not do it.")
_SEEN = Say("I was in the Hall and saw nobody.", "I was in the Hall. I saw nobody.")


def introduction(key: str, within: timedelta | None) -> Ask:
    return _saying(
        key, "Introduce yourself in a sentence or two. Everybody's words are shared together.", _GREETING, within
    )


def statement(key: str, day: int, number: int, rounds: int, within: timedelta | None) -> Ask:
    text = f"Day {day}, round {number} of {rounds}: what do you say?"
    if (day, number) == (1, 1):
        text += " All statements are shared together, when everybody has made theirs. Say where you were and whom you saw, or lie."
    return _saying(key, text, _SEEN, within)


def reply(key: str, day: int, accused: Sequence[Seat], within: timedelta | None) -> Ask:
    text = f"Day {day}, before the vote: {listed(accused)} may answer what was said of them."
    return _saying(key, text, _INNOCENT, within)


def last_words(key: str, within: timedelta | None) -> Ask:
    return _saying(key, "You are to hang. Have you any last words?", _LAST, within)


def _saying(key: str, text: str, example: Say, within: timedelta | None) -> Ask:
    return Ask(key, text, "each", (_SILENCE,), (Say,), {}, _SILENCE, within, examples=(example,))


_COMES_OF = {NOBODY: "If most say so, nobody hangs today."}


def vote(key: str, day: int, alive: Sequence[Seat], within: timedelta | None) -> Ask:
    who = {"whom": (*alive, NOBODY)}
    return Ask(
        key,
        f"Day {day}: who is to hang?",
        "each",
        (),
        (Vote,),
        who,
        _NOBODY,
        within,
        examples=(_NOBODY,),
        about=_COMES_OF,
    )


def another_vote(key: str, alive: Sequence[Seat], now: str) -> Ask:
    """Whoever has voted for `now` may take it back."""
    who = {"whom": tuple(whom for whom in (*alive, NOBODY) if whom != now)}
    text = "You have voted, and may change it until the count."
    return Ask(key, text, "none", (), (Vote,), who, _NOBODY, examples=(_NOBODY,), about=_COMES_OF)
