"""Codenames in sentences: one an event, the same to people and models; seats stand as {seat} marks."""

from __future__ import annotations

from games.codenames.events import (
    OTHER,
    CardTurned,
    Challenged,
    ChallengeSettled,
    ClueGiven,
    ClueMeant,
    Colour,
    Dealt,
    Decided,
    GameEnded,
    KeyShown,
    Number,
    Tagged,
    TurnBegan,
    TurnEnd,
    TurnEnded,
    Untagged,
    Voted,
)
from games.codenames.rules import verdict, would
from games.core import Event, house_says

_WHY_OVER: dict[TurnEnd, str] = {
    "passed": "{team} ends its turn.",
    "civilian": "A civilian: {team}'s turn ends.",
    "other team": "A word of {other}: {team}'s turn ends.",
    "maximum": "Maximum guesses reached: {team}'s turn ends.",
    "no clue in time": "No clue in time: {team}'s turn passes.",
    "no guess in time": "No guess in time: {team}'s turn passes.",
    "challenge": "The challenge was upheld: {team}'s turn ends.",
}


def show_number(number: Number) -> str:
    return "∞" if number == "unlimited" else str(number)


def say(event: Event) -> str:
    match event:
        case Dealt(words=words, starts=starts):
            counts = (
                f"Red has {event.red} word{'' if event.red == 1 else 's'}, Blue {event.blue}; "
                f"{event.civilians} civilian{'' if event.civilians == 1 else 's'}, {event.assassins} assassin."
            )
            silent = (
                f" {event.silent.capitalize()} is silent and covers a word of its own each turn."
                if event.silent
                else ""
            )
            return f"The board: {', '.join(words)}. {counts} {starts.capitalize()} starts.{silent}"
        case KeyShown():
            return "You see the key."
        case TurnBegan(team=team):
            return f"It is {team.capitalize()}'s turn."
        case ClueGiven(seat=seat, team=team, word=word, number=number):
            return f"{{{seat}}} gives {team.capitalize()} the clue {word.upper()} {show_number(number)}."
        case ClueMeant(words=words):
            return f"You meant {', '.join(words)}."
        case Tagged(seat=seat, word=word):
            return f"{{{seat}}} tags {word}."
        case Untagged(seat=seat, word=word):
            return f"{{{seat}}} takes the tag off {word}."
        case Voted(seat=seat, word=word):
            return f"{{{seat}}} would {would(word)}; more than half of the team must agree."
        case Decided(seat=seat):
            return f"{{{seat}}} has chosen."
        case CardTurned():
            return _turned(event)
        case Challenged(seat=seat):
            return f"{{{seat}}} challenges the clue. Guessing waits for the host."
        case ChallengeSettled(upheld=upheld, why=why):
            return f"The challenge is {'upheld' if upheld else 'dismissed'}. {why}"
        case TurnEnded(team=team, why=why):
            return _WHY_OVER[why].format(team=team.capitalize(), other=OTHER[team].capitalize())
        case GameEnded():
            return verdict(event)
    return house_says(event)


def _turned(event: CardTurned) -> str:
    match event.cause:
        case "silent":
            return f"{event.team.capitalize()} covers {event.word}."
        case "penalty":
            return f"{{{event.seat}}} covers {event.word} for {event.team.capitalize()}."
    return f"{{{event.seat}}} guesses {event.word}: {_found(event.colour)}"


def _found(colour: Colour) -> str:
    match colour:
        case "assassin":
            return "the assassin was touched! Game over!"
        case "civilian":
            return "a civilian."
    return f"a word of {colour.capitalize()}!"
