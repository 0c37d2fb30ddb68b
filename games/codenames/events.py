"""The words of Codenames: teams and colours, what happens in a game, and what a seat may do."""

from __future__ import annotations

from typing import Annotated, Literal, get_args

from pydantic import BeforeValidator, Field

from games.core import Action, Event, Seat, record

Team = Literal["red", "blue"]
Colour = Literal["red", "blue", "civilian", "assassin"]
Number = Literal[1, 2, 3, 4, 5, 6, 7, 8, 9, 0, "unlimited"]
Cause = Literal["guess", "penalty", "silent"]
TurnEnd = Literal["passed", "civilian", "other team", "maximum", "no clue in time", "no guess in time", "challenge"]

TEAMS: tuple[Team, Team] = ("red", "blue")
NUMBERS: tuple[Number, ...] = get_args(Number)
OTHER: dict[Team, Team] = {"red": "blue", "blue": "red"}


SPELLED: dict[str, Number] = {
    **dict(
        zip(
            ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"),
            (0, *NUMBERS[:9]),
            strict=True,
        )
    ),
    **dict.fromkeys(("unlimited", "∞", "infinity", "inf", "unl"), "unlimited"),
}
"""Numbers of clues as people write them, beside digits."""


def clue_number(value: object) -> Number:
    """A number as people and models write it: “2”, “ 2 ”, “two”, “∞”, “Unlimited”."""
    if isinstance(value, str):
        text = value.strip().casefold()
        value = SPELLED.get(text, int(text) if text.isdecimal() else value)
    if value in NUMBERS and not isinstance(value, bool):
        return value
    raise ValueError("The number is 0 to 9, or “unlimited”.")


ClueNumber = Annotated[Number, BeforeValidator(clue_number)]


@record
class Rules:
    """The switches and timers of one game that everybody may know; the key is not among them."""

    language: str = "en"
    zero_and_unlimited: bool = True
    may_pass_at_once: bool = False
    majority: bool = False
    names: bool = False
    challenges: bool = True
    look_ups: bool = False
    clue_seconds: int = 180
    guess_seconds: int = 120
    first_clue_extra: int = 60


# ── what happens ──────────────────────────────────────────────────────────────────────────────────────────────────────


@record
class Dealt(Event):
    """The board lies on the table. `counts` are how many cards each colour has; `silent` is a team that nobody plays."""

    words: tuple[str, ...]
    starts: Team
    red: int
    blue: int
    civilians: int
    assassins: int
    seats: tuple[Seat, ...]
    silent: Team | None
    rules: Rules


@record
class KeyShown(Event):
    """The spymasters see the key: a colour for each card of the board, in its order."""

    key: tuple[Colour, ...]


@record
class TurnBegan(Event):
    team: Team
    turn: int


@record
class ClueGiven(Event):
    team: Team
    seat: Seat
    word: str
    number: Number


@record
class ClueMeant(Event):
    """Which words a spymaster meant by the clue just given; only that spymaster is told before the end."""

    seat: Seat
    turn: int
    words: tuple[str, ...]


@record
class Tagged(Event):
    seat: Seat
    word: str


@record
class Untagged(Event):
    seat: Seat
    word: str


@record
class Voted(Event):
    """With the majority rule: an operative would turn this card (or, with no word, end the turn)."""

    seat: Seat
    word: str | None


@record
class Decided(Event):
    """With the majority rule: an operative has said what they would do; what that is, only their team hears."""

    seat: Seat


@record
class CardTurned(Event):
    """A card shows its colour: guessed by `seat` for `team`, covered as a penalty, or by the silent team."""

    word: str
    colour: Colour
    team: Team
    seat: Seat | None
    cause: Cause = "guess"


@record
class Challenged(Event):
    seat: Seat


@record
class ChallengeSettled(Event):
    upheld: bool
    why: str


@record
class TurnEnded(Event):
    team: Team
    why: TurnEnd


@record
class GameEnded(Event):
    """The end, the whole key, what each clue was meant to say (turn, words), how many turns it took, and who was silent."""

    winner: Team | None
    why: Literal["all words", "assassin", "nothing happens"]
    key: tuple[Colour, ...]
    meant: tuple[tuple[int, tuple[str, ...]], ...]
    turns: int
    silent: Team | None = None


# ── what may be done ──────────────────────────────────────────────────────────────────────────────────────────────────


@record
class Clue(Action):
    """Give your team a clue."""

    word: Annotated[str, Field(title="Clue", description="one word, not a form or a part of a word on the board")]
    number: Annotated[
        ClueNumber, Field(title="Number", description="how many words it is about: 1 to 9, 0 or unlimited")
    ]
    intended: Annotated[
        tuple[str, ...],
        Field(title="Meant for", description="the words you mean; nobody is told before the game is over"),
    ] = ()


@record
class Guess(Action):
    """Turn a card."""

    word: Annotated[str, Field(title="Word", description="a word on the board that is not turned yet")]


@record
class Tag(Action):
    """Mark a card for your team to talk about; it turns nothing over."""

    word: Annotated[str, Field(title="Word", description="a word on the board that is not turned yet")]


@record
class Untag(Action):
    """Take your tag back."""

    word: Annotated[str, Field(title="Word", description="a word that you tagged")]


@record
class EndTurn(Action):
    """Stop guessing."""


@record
class Challenge(Action):
    """Say that the other team's clue is against the rules."""


@record
class Uphold(Action):
    """The challenge is right: the turn ends."""


@record
class Dismiss(Action):
    """The clue stands."""


@record
class Cover(Action):
    """Cover one of your own words, after an upheld challenge."""

    word: Annotated[str, Field(title="Word", description="one of your team's own words")]


@record
class TimeUp(Action):
    """The clock has run out."""
