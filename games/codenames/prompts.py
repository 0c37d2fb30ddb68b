"""What a model is sent that may look words up before it gives a clue, guesses or tags; else the house's prompt will do.

What the seat heard stands first, look-ups too, and only grows at its end; below it stands how the board lies now.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from importlib.resources import files
from string import Template
from typing import Literal

from games.codenames.clues import find_card
from games.codenames.events import OTHER, Clue, Dealt, EndTurn, Guess, KeyShown, Tag, TurnBegan, Untag
from games.codenames.rules import State, is_spymaster, seat_title, team_of
from games.codenames.sentences import say, show_number
from games.codenames.spelling import LONGEST
from games.codenames.tools import NUMBER, plain, read_number
from games.core import Action, Agent, Ask, Event, Final, IllegalAction, LookedUp, Prompt, Seat, Seated, rules_of

LOOKS, FEW_LOOKS = 4, 2
"""How often something may be looked up before an answer, and in few words."""

LATELY = 6
"""In few words: how much of what was heard stands there."""

SHORT, ADVICE = 1, 3
"""Of the pages beside this module, of each two, for a spymaster and an operative: the prompt in few words, how to play well."""

BREAK = "* * *\n"


def prompt(s: State, seat: Seat, asked: tuple[Ask, ...], heard: Sequence[Event]) -> Prompt | None:
    """The prompt about what the seat owes or is invited to, where it is a clue or a guess and models may look words up."""
    ask = next((each for each in asked if each.need != "none"), None) or next((a for a in asked if a.invites), None)
    if ask is None or not s.rules.look_ups or seat not in s.seats:
        return None
    finals = tuple(_finals(s, seat, ask))
    if not finals:
        return None
    tools = frozenset({"near", "legal"} if is_spymaster(seat) else {"near"})
    now = f"{_board(s, seat)}\n\n{ask.text}"

    def written(page: int, events: Sequence[Event], looks: int) -> Prompt:
        story = "\n".join(["What you have heard so far, in order:", *(f"- {_told(event)}" for event in events)])
        turns: tuple[tuple[Literal["user"], str], ...] = (("user", story), ("user", now))
        return Prompt(ask.key, _page(page, seat), turns if events else turns[1:], agent=Agent(finals, looks, tools))

    part = 0 if is_spymaster(seat) else 1
    lately = [event for event in heard if not isinstance(event, _SHOWN)][-LATELY:]
    bare = replace(written(0, heard, LOOKS), compact=written(SHORT + part, lately, FEW_LOOKS))
    return replace(bare, own=_pages()[ADVICE + part], bare=bare)


_SHOWN = (Seated, Dealt, KeyShown, TurnBegan)
"""What needs no telling beside the board."""


# ── how it may be answered ────────────────────────────────────────────────────────────────────────────────────────────


def _finals(s: State, seat: Seat, ask: Ask) -> Iterator[Final]:
    """The ways to answer; none for a question that needs no looking up."""
    if Clue in ask.forms:
        numbers = "1 to 9, 0 or unlimited" if "0" in ask.allowed["number"] else "1 to 9"
        argument = f"the clue, its number ({numbers}), and behind “for” the cards you mean: WORD 2 for CARD, CARD"
        about = "gives your team that clue; which cards you mean is told only when the game is over"
        yield Final("clue", about, _reader(s, seat), argument, longest=LONGEST, form=Clue)
    if Guess in ask.forms:
        yield Final("guess", "turns that card", Guess, "the card", ask.allowed["word"])
    if Tag in ask.forms:
        yield Final("tag", "shows your team that you think of that card", Tag, "the card", ask.allowed["word"])
    if Untag in ask.forms and (mine := tuple(word for who, word in s.tags if who == seat)):
        yield Final("untag", "takes your tag back", Untag, "the card", mine)
    if EndTurn() in ask.choices:
        yield Final("end", "ends your team's turn", lambda _: EndTurn())


_CLUE = re.compile(rf"(\S+?|\D+?)[\s:,(]+({NUMBER})\)?(?:(?:\s+for\b|\s*[:,;(–-])\s*(.*?)\)?\.?)?", re.IGNORECASE)


def _reader(s: State, seat: Seat) -> Callable[[str], Action]:
    """Makes a clue of “ocean 2 for BEACH, SHARK”."""

    def read(text: str) -> Action:
        found = _CLUE.fullmatch(text)
        if found is None:
            raise IllegalAction(
                "Write a clue as a word and its number, and which cards you mean: ocean 2 for BEACH, SHARK."
            )
        return Clue(plain(found[1]), read_number(found[2]), tuple(_cards(found[3] or "", s.unturned_of(team_of(seat)))))

    return read


def _cards(text: str, own: Sequence[str]) -> Iterator[str]:
    """Which of some cards are listed; “and” may stand between two, or in the name of one."""
    for part in re.split("[,;]", text):
        for each in [part] if find_card(part, own) else re.split(r"\band\b|&", part):
            if card := find_card(each, own):
                yield card


# ── what the seat was told ────────────────────────────────────────────────────────────────────────────────────────────


def _told(event: Event) -> str:
    if isinstance(event, LookedUp):
        return f"You looked up {event.tool} {event.argument}: {event.found}"
    return say(event)


def _board(s: State, seat: Seat) -> str:
    """How the board lies now, as the seat sees it."""
    team = team_of(seat)
    lines: dict[str, Sequence[str]] = {"Not turned": s.unturned}
    if is_spymaster(seat):
        lines = {
            f"Yours ({team.capitalize()})": s.unturned_of(team),
            f"{OTHER[team].capitalize()}'s": s.unturned_of(OTHER[team]),
            "Civilians": s.unturned_of("civilian"),
            "The assassin": s.unturned_of("assassin"),
        }
    turned: dict[str, Sequence[str]] = {"Turned": [f"{word} ({s.key[word]})" for word in s.words if word in s.turned]}
    tags: dict[str, Sequence[str]] = {"Tagged by your team": [f"{word} ({{{who}}})" for who, word in s.tags]}
    told = [f"{title}: {', '.join(words)}." for title, words in (lines | turned | tags).items() if words]
    left = (
        f"{team.capitalize()} has {s.remaining(team)} to find, {OTHER[team].capitalize()} {s.remaining(OTHER[team])}."
    )
    return "\n".join(["The board now.", *told, left, *_clue_now(s)])


def _clue_now(s: State) -> Iterator[str]:
    if clue := s.clue:
        most = s.most_guesses
        guesses = "any number" if most is None else f"{most} at most"
        yield f"The clue is {clue.word.upper()} {show_number(clue.number)}. Guesses made: {s.guesses} ({guesses})."


def _page(page: int, seat: Seat) -> str:
    values = {"name": f"{{{seat}}}", "seat": seat_title(seat), "rules": _rules()}
    return Template(_pages()[page]).substitute(values)


@cache
def _pages() -> tuple[str, ...]:
    text = files("games.codenames").joinpath("prompts.md").read_text(encoding="utf-8")
    return tuple(page.strip() for page in text.split(BREAK))


@cache
def _rules() -> str:
    return rules_of("games.codenames")().partition("\n")[2].strip()  # below their title
