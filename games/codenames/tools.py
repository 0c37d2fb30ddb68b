"""What a model may look up before it gives a clue or guesses: which cards are near a word, and whether a word may be said.

Every look-up is a pure function of what the seat sees: of unturned cards a spymaster reads the colours, an operative does not.

Errors: `IllegalAction` says in a sentence why there is nothing to look up.
"""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from games.codenames.clues import check_clue
from games.codenames.events import TEAMS, Number
from games.codenames.rules import State, is_spymaster, team_of
from games.codenames.sentences import show_number
from games.codenames.spelling import one_word
from games.core import IllegalAction, Seat, Tool

if TYPE_CHECKING:
    from games.codenames.listener import Hunch

SHOWN, ALWAYS = 8, 5
"""Cards that are listed at most, and at least: a listener hardly ever goes further."""

LITTLE = 0.01
"""A chance below which others than the first cards are not listed."""

NUMBER = r"\d|unlimited|∞"
_SAID = re.compile(rf"(.+?)(?:[\s:,]+({NUMBER}))?", re.IGNORECASE)


def near(s: State, seat: Seat, text: str) -> str:
    """The unturned cards, those first that a listener would think of at this word; with a number, which it would turn."""
    word, number = _said(text)
    word = one_word(word, s.rules.names)
    if not s.unturned:
        raise IllegalAction("There is no card left to be near to.")
    hunches = _heard(s, word, s.unturned)
    master = is_spymaster(seat)
    lines = (  # what is long comes last: a model that reads little is told the beginning
        _refusal(s, word) if master else "",
        _unknown(s, word),
        "" if number is None else _guessed(s, seat, word, number),
        _danger(s, hunches) if master else "",
        _listed(s, seat, hunches),
    )
    return " ".join(filter(None, lines))


def legal(s: State, seat: Seat, text: str) -> str:
    """Of one word, or of several with commas between them, whether it may be said just now."""
    words = [_said(each)[0] for each in text.split(",") if each.strip()]
    return " ".join(_refusal(s, word) or f"“{one_word(word, s.rules.names)}” may be said." for word in words or [""])


def read_number(text: str) -> Number:
    """A clue's number, as `NUMBER` finds it."""
    return int(text) if text.isdecimal() else "unlimited"  # type: ignore[return-value]


def plain(word: str) -> str:
    """A word without the quotation marks that somebody put around it."""
    return word.strip(" “”„\"'‘’")


def _said(text: str) -> tuple[str, Number | None]:
    """The word that was asked for, and a clue's number if one stands behind it."""
    found = _SAID.fullmatch(text.strip())
    if found is None:
        return "", None
    return plain(found[1]), None if found[2] is None else read_number(found[2])


def _heard(s: State, word: str, cards: Sequence[str]) -> list[Hunch]:
    from games.codenames.listener import listen  # numpy and the word vectors are loaded when somebody first looks

    return listen(word, cards, language=s.rules.language, rng=random.Random(0))


def _refusal(s: State, word: str) -> str:
    """Why a word may not be said, or nothing."""
    try:
        check_clue(word, s.unturned, language=s.rules.language, names=s.rules.names)
    except IllegalAction as refusal:
        return str(refusal)
    return ""


def _unknown(s: State, word: str) -> str:
    from games.codenames.listener import LETTERS, fits

    meant = fits(word, s.unturned, s.rules.language)[:, :LETTERS].any()
    return "" if meant else f"What “{word}” means is not known here: cards are compared with it by their letters alone."


def _listed(s: State, seat: Seat, hunches: Sequence[Hunch]) -> str:
    """“Nearest: BEACH 41 % (yours), TRUNK 9 % (civilian); 12 others less likely.”"""
    shown = [each for n, each in enumerate(hunches[:SHOWN]) if n < ALWAYS or each.chance >= LITTLE]
    others = len(hunches) - len(shown)
    return f"Nearest: {_cards(s, seat, shown)}{f'; {others} others less likely' if others else ''}."


def _danger(s: State, hunches: Sequence[Hunch]) -> str:
    """How near the assassin is."""
    deadly = s.unturned_of("assassin")
    places = ((place, each) for place, each in enumerate(hunches, 1) if each.word in deadly)
    return " ".join(
        f"The assassin, {each.word}, comes at place {place} of {len(hunches)} ({_percent(each)})."
        for place, each in places
    )


def _guessed(s: State, seat: Seat, word: str, number: Number) -> str:
    """Which cards a listener would turn at a clue, one after the other, until it stops or a spymaster sees that it must; each
    with how likely it is by then."""
    from games.codenames.listener import go_on

    turned: list[Hunch] = []
    cards, end = [*s.unturned], "and then stop"
    count = None if number == "unlimited" else number
    while cards:
        hunches = _heard(s, word, cards)
        if not go_on(count, len(turned), hunches):
            break
        guess = hunches[-1 if number == 0 else 0]  # 0 says “none of ours”: the unlikeliest is the best guess
        turned.append(guess)
        cards.remove(guess.word)
        if is_spymaster(seat) and s.key[guess.word] != team_of(seat):
            end = "and lose" if s.key[guess.word] == "assassin" else "which ends the turn"
            break
    return f"At {word.upper()} {show_number(number)} a listener would turn {_cards(s, seat, turned, ', then ')}, {end}."


def _cards(s: State, seat: Seat, hunches: Sequence[Hunch], between: str = ", ") -> str:
    return between.join(f"{each.word} {_percent(each)}{_whose(s, seat, each.word)}" for each in hunches)


def _whose(s: State, seat: Seat, card: str) -> str:
    if not is_spymaster(seat):
        return ""
    colour = s.key[card]
    return f" ({'yours' if colour == team_of(seat) else colour.capitalize() if colour in TEAMS else colour})"


def _percent(hunch: Hunch) -> str:
    return "under 1 %" if hunch.chance < LITTLE else f"{100 * hunch.chance:.0f} %"


TOOLS: tuple[Tool, ...] = (
    Tool(
        "near",
        "the cards that one listener thinks of at it, the likeliest first; with a number, also which it would turn",
        near,
        "a word, or a clue and its number",
        words=True,
    ),
    Tool(
        "legal",
        "whether it may be said as a clue, or why not",
        legal,
        "a word, or several with commas between them",
        words=True,
    ),
)
