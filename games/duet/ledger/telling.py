"""How a display tells what happened: a sentence for each event, made of a template with typed slots; the author's before ours.

fill("{who} sends {value:coin|coins}.", {"who": "{human}", "value": 3}, "coins", "en") == "{human} sends 3 coins."
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from games.core import escape, record
from games.duet.events import Unit, Value
from games.duet.sentences import written
from games.duet.state import PASS

SLOT = re.compile(r"\{(?P<name>\w+)(?::(?P<one>[^{}|]*)\|(?P<many>[^{}|]*))?\}")
"""In a template; with words for one and for more of it behind a colon."""

_PIECE = re.compile(rf"{SLOT.pattern}|[^{{]+|{{")

OF_THE_HOUSE: Mapping[str, frozenset[str]] = {
    "round": frozenset({"round", "rounds"}),
    "payoff": frozenset({"who", "other", "value", "round"}),
    "result": frozenset({"who", "other", "value"}),
    "rules": frozenset(),
    "example": frozenset(),
}
"""What an author may have told in other words, besides moves, fields and private values, and the slots that it has; for “rules”
and “example” the names of fields."""

OF_A_MOVE = frozenset({"who", "other", "value", "round"})
OF_A_FIELD = frozenset({"value", "round"})


@record
class Tongue:
    """Our own templates in a language. `options` are what may be chosen, `quotes` stand around somebody's words, and `passing` is what somebody
    says who has nothing to say."""

    number: str
    choice: str
    text: str
    round: str
    of_rounds: str
    payoff: str
    nothing: str
    totals: str
    result: str
    wins: str
    over: str
    either: str
    range: str
    steps: str
    quotes: tuple[str, str]
    passing: str
    colon: str = ": "


TONGUES: Mapping[str, Tongue] = {
    "en": Tongue(
        "{who} names {value} ({move}).", "{who} chooses {value}.", "{who}: “{value}”", "Round {round}.",
        "Round {round} of {rounds}.", "{who} gets {value}.", "Nobody gets anything.", "So far {human} {player}.",
        "{human} has {one} and {player} has {two}.",
        "{human} has won {one:round|rounds} and {player} has won {two:round|rounds}.", "The game is over.", "or", "{low} to {high}", ", in steps of {step}", ("“", "”"), PASS,
    ),
    "de": Tongue(
        "{who} nennt {value} ({move}).", "{who} wählt „{value}“.", "{who}: „{value}“", "Runde {round}.",
        "Runde {round} von {rounds}.", "{who} bekommt {value}.", "Niemand bekommt etwas.", "Bisher {human} {player}.",
        "{human} hat {one}, und {player} hat {two}.",
        "{human} hat {one:Runde|Runden} gewonnen, {player} hat {two:Runde|Runden} gewonnen.", "Das Spiel ist aus.", "oder", "{low} bis {high}", ", in Schritten von {step}", ("„", "“"), "Diesmal sage ich nichts.",
    ),
    "fr": Tongue(
        "{who} annonce {value} ({move}).", "{who} choisit « {value} ».", "{who} : « {value} »", "Manche {round}.",
        "Manche {round} sur {rounds}.", "{who} reçoit {value}.", "Personne ne reçoit rien.", "Jusqu'ici {human} {player}.",
        "{human} a {one} et {player} a {two}.",
        "{human} a gagné {one:manche|manches} et {player} {two:manche|manches}.", "La partie est finie.", "ou", "de {low} à {high}", ", par pas de {step}", ("« ", " »"), "Je passe cette fois.", " : ",
    ),
    "es": Tongue(
        "{who} dice {value} ({move}).", "{who} elige «{value}».", "{who}: «{value}»", "Ronda {round}.",
        "Ronda {round} de {rounds}.", "{who} recibe {value}.", "Nadie recibe nada.", "Hasta ahora {human} {player}.",
        "{human} tiene {one} y {player} tiene {two}.",
        "{human} ha ganado {one:ronda|rondas} y {player} {two:ronda|rondas}.", "La partida ha terminado.", "o", "de {low} a {high}", ", en pasos de {step}", ("«", "»"), "Esta vez paso.",
    ),
}  # fmt: skip
"""Elsewhere facts are told in English."""


def tongue(language: str) -> Tongue:
    """Our templates for a language, or the English ones."""
    return TONGUES.get(language, TONGUES["en"])


def fill(template: str, values: Mapping[str, Value], unit: Unit | Mapping[str, Unit], language: str) -> str:
    """A template with its slots filled, once: what stands in a value stays as it is. A text may have {seat} marks. `unit` is
    that of all amounts, or of each by its name."""

    def filled(found: re.Match[str]) -> str:
        value = values.get(found["name"], "")
        if found["one"] is None:
            of = unit.get(found["name"], "") if isinstance(unit, Mapping) else unit
            return written(value, "" if found["name"] in ("round", "rounds") else of, language)
        one = isinstance(value, int | float) and (abs(value) < 2 if language == "fr" else value == 1)
        counted = written(value, "", language) if isinstance(value, int | float) else str(value)
        return f"{counted} {escape(found['one'] if one else found['many']).strip()}"

    return _PIECE.sub(lambda found: filled(found) if found["name"] else escape(found[0]), template)
