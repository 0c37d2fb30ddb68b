"""What everybody is asked in a murder mystery, and what they may answer."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from functools import cache
from typing import Any

from games.circle import clock
from games.core import CLOCK, HOST, Ask, Seat
from games.mystery import questions
from games.mystery.events import Correct, LetDie, Night, Plot, TakeBack, Tell, TimeUp
from games.mystery.meaning import CRY, DEEDS, NOBODY_ELSE, WATCHED, as_form
from games.mystery.night import neighbours
from games.mystery.options import MOST
from games.mystery.state import State
from games.mystery.voice import in_words

SETTLING_SECONDS = 10
"""A vote closes when all are in and none has changed for so long."""

PLOTS_A_NIGHT = 2

CORRECTIONS = 3
"""So often may one correct how a statement was understood."""


def asks(s: State, seat: Seat) -> tuple[Ask, ...]:
    if s.phase in ("deal", "dawn", "over"):
        return ()
    if seat == CLOCK:
        return _clock_asks(s)
    if seat == HOST:
        return _host_asks(s)
    if seat not in s.alive:
        return ()
    if s.phase == "last words":
        return (s.question,) if s.question and seat == s.hangs and seat not in s.answered else ()
    asked = _talking if s.phase == "talk" else _night_asks if s.phase == "night" else _voting
    return (*asked(s, seat), *_understanding(s, seat)) if seat in s.people else asked(s, seat)


# ── by day ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def _talking(s: State, seat: Seat) -> tuple[Ask, ...]:
    if seat in s.answered or s.question is None:
        return ()
    if seat not in s.people or s.day == 0:
        return (s.question,)
    return (s.question, _claiming(s, seat, Tell, key=f"claim:{s.day}:{s.round}", text="Or claim something."))


def _understanding(s: State, seat: Seat) -> tuple[Ask, ...]:
    """How somebody was understood, which they may correct until the next statements are shared."""
    said = s.latest(seat)
    if said is None or not said.day or said.corrections >= CORRECTIONS:
        return ()
    words = in_words(said.means)
    text = f"You were understood so: {words}" if words else "Nothing of it was taken for a claim."
    key, unclaim = f"claims:{said.day}:{said.round}:{said.corrections}", (TakeBack(),) if words else ()
    begun = as_form(said.means, s.day)
    return (
        _claiming(s, seat, Correct, key=key, text=text, choices=unclaim, private=True, follows=True, default=begun),
    )


def _claiming(s: State, seat: Seat, form: type[Tell], **asked: Any) -> Ask:
    """The offer to claim something by a form."""
    others = tuple(each for each in s.seats if each != seat)
    allowed = {
        "night": tuple(f"night {night}" for night in range(s.day, 0, -1)),
        "place": s.places,
        "seen": (NOBODY_ELSE, *others),
        "what": (WATCHED, *DEEDS, *(f"{CRY}{place}" for place in s.places)),
        "whom": others,
    }
    example = form(f"night {s.day}", s.places[0], (NOBODY_ELSE,))
    return Ask(need="none", forms=(form,), allowed=allowed, examples=(example,), **asked)


def _voting(s: State, seat: Seat) -> tuple[Ask, ...]:
    if seat in s.votes:
        return (questions.another_vote(s.key, s.alive, s.votes[seat]),)
    return (s.question,) if s.question else ()


# ── by night ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def _night_asks(s: State, seat: Seat) -> tuple[Ask, ...]:
    chosen = seat in s.choices
    found = () if chosen else (_choosing(s, seat),)
    if s.rules.plotting and s.murderers > 1 and s.role(seat) == "murderer" and _plots_left(s, seat):
        # Whoever plays by itself is asked to whisper when its own choice is made: nothing waits for it then.
        text = "You may whisper to the other murderers."
        found = (*found, Ask(f"plot:{s.day}", text, "none", (), (Plot,), invites=chosen, private=True))
    return found


def _choosing(s: State, seat: Seat) -> Ask:
    where = (*s.places, *[FOLLOW[each] for each in followable(s, seat)])
    acts = acts_of(s, seat)
    spared = " Nobody strikes tonight." if s.gentle else ""
    text, allowed = f"Night {s.day}: where do you go, and what do you do there?{spared}", {"where": where, "act": acts}
    stay, examples = Night(s.stays_in(seat), "watch"), (Night(s.places[-1], "watch"), Night(where[-1], acts[-1]))
    return Ask(
        s.key,
        text,
        "each",
        (),
        (Night,),
        allowed,
        stay,
        s.limit,
        private=True,
        examples=examples,
        about=_comes_of(s.places),
    )


@cache
def _comes_of(places: tuple[str, ...]) -> Mapping[str, str]:
    """What comes of each thing that one may choose at night: “Hall”, “hide”."""
    near = {place: " or the ".join(neighbours(places, place)) for place in places}
    heard = {place: f"You are in this room, and hear a cry from the {next_door}." for place, next_door in near.items()}
    return {**heard, **_COMES_OF}


_COMES_OF = {
    "follow": "You end up where they go.",
    "watch": "You see who is in that place, unless they hide.",
    "hide": "Nobody sees you there, and no blow lands on you.",
    "guard": "You see who is there, and if they are, no blow lands on them. It does not protect you.",
    "strike": "They die if they are where you are, do not hide, and nobody there guards them.",
}


def _orders(verb: str) -> dict[Seat, str]:
    return {Seat(f"p{n}"): f"{verb} {{p{n}}}" for n in range(1, MOST + 1)}


FOLLOW, GUARD, STRIKE = map(_orders, ("follow", "guard", "strike"))
"""“guard {p3}”: how an answer says it, by whom it is done to."""


def followable(s: State, seat: Seat) -> tuple[Seat, ...]:
    """Whom the seat may follow tonight: anybody alive, but not the same one two nights running."""
    last = s.last(seat, "follow")
    return tuple([each for each in s.alive if each != seat and each != last])


def acts_of(s: State, seat: Seat) -> tuple[str, ...]:
    """What the seat may do tonight, as it is written in an answer."""
    last, hide = s.last(seat, "guard"), ("hide",) if s.hides_left(seat) > 0 else ()
    guard = [GUARD[each] for each in s.alive if each != seat and each != last]
    if s.role(seat) != "murderer" or s.gentle:
        return ("watch", *hide, *guard)
    return ("watch", *hide, *guard, *[STRIKE[each] for each in s.alive if s.roles.get(each) != "murderer"])


def _plots_left(s: State, seat: Seat) -> bool:
    others = any(each != seat and each in s.alive for each in s.known_murderers)
    return others and sum(night == s.day and who == seat for night, who, _ in s.plots) < PLOTS_A_NIGHT


# ── beside the table ──────────────────────────────────────────────────────────────────────────────────────────────────


def _clock_asks(s: State) -> tuple[Ask, ...]:
    """That of a vote runs on when all are in, or somebody could put off the count for ever by changing theirs."""
    found = clock(s.key, s.limit, TimeUp())
    if s.phase == "vote" and s.people and s.answered.issuperset(s.alive):
        settled, key = timedelta(seconds=SETTLING_SECONDS), f"count:{s.day}:{s.changes}"
        return (Ask(key, "The votes are in.", "each", (TimeUp(),), within=settled), *found)
    return found


def _host_asks(s: State) -> tuple[Ask, ...]:
    if not s.gone:
        return ()
    who = ", ".join(f"{{{seat}}}" for seat in s.gone)
    text = f"People have left the table: {who}. You may let them die of fright at dawn; else an AI plays on for them."
    return (Ask(f"fright:{s.day}", text, "none", tuple(LetDie(seat) for seat in s.gone)),)
