"""What happens in a duet, as sentences: the same for people, models and transcripts."""

from __future__ import annotations

from games.core import Event, Seat, Speech, escape, house_says
from games.duet.events import (
    HUMAN,
    MANAGER,
    PLAYER,
    Answered,
    Asked,
    Began,
    Changed,
    Cued,
    Dealt,
    Ended,
    Handed,
    LengthSet,
    Moved,
    Named,
    Opened,
    Paid,
    RoundBegan,
    Shown,
    Spoke,
    TurnCame,
    Turned,
    Unit,
    Value,
    Wrote,
)

AHEAD = frozenset("$€£¥₹₩₿")
"""Units that stand before their number, without a space."""


ONE = {"points": "point", "dollars": "dollar", "euros": "euro", "pounds": "pound", "coins": "coin", "tokens": "token"}
"""What one of a unit is called, where that is another word."""


FORMATS = {"de": (",", "."), "fr": (",", "\u202f"), "es": (",", ".")}
"""The signs before a fraction and between thousands, by language; amounts have their unit behind them there. Elsewhere a
number has a point and no thousands."""


def number(value: float, language: str = "en") -> str:
    """A number as it is read: whole where it is, else with as many digits as it needs."""
    plain = f"{round(value, 6):,.6f}".rstrip("0").rstrip(".")
    if language not in FORMATS:
        return plain.replace(",", "")
    point, thousands = FORMATS[language]
    whole, _, rest = plain.partition(".")
    whole = whole.replace(",", thousands if len(whole) > len("9,999") else "")
    return f"{whole}{point}{rest}" if rest else whole


def amount(value: float, unit: str, language: str = "en") -> str:
    """An amount with its unit: “$40”, “40 points”. A unit may have two forms: “Punkt|Punkte”."""
    sign, plain = ("−" if value < 0 else ""), number(abs(value), language)
    one = abs(value) < 2 if language == "fr" else abs(value) == 1
    if "|" in unit:
        unit = unit.split("|")[0 if one else 1].strip()
    elif one and unit.isalpha():
        unit = ONE.get(unit, unit)
    if unit in AHEAD and language not in FORMATS:
        return f"{sign}{unit}{plain}"
    return f"{sign}{plain} {unit}".strip()


def written(value: Value, unit: Unit = "", language: str = "en") -> str:
    """Any value as it is read: “$40”, “price $40, delivery later”. A text may have {seat} marks: somebody at the table wrote it."""
    if isinstance(value, tuple):
        units = unit if isinstance(unit, tuple) else (unit,) * len(value)
        each = zip(value, units, strict=True)
        return ", ".join(f"{called(name)} {written(part, how, language)}" for (name, part), how in each)
    assert isinstance(unit, str)
    match value:
        case None | bool():
            return YES.get(language, YES["en"])[(None, True, False).index(value)]
        case int() | float():
            return amount(value, unit, language)
    return value


YES = {
    "en": ("nothing", "yes", "no"),
    "de": ("nichts", "ja", "nein"),
    "fr": ("rien", "oui", "non"),
    "es": ("nada", "sí", "no"),
}


def called(name: str) -> str:
    """A name of the header as words: “unit_price” is “unit price”."""
    return escape(name.replace("_", " "))


def counted(count: int, what: str) -> str:
    """“1 round”, “3 rounds”."""
    return f"{count} {what}{'' if count == 1 else 's'}"


def say(event: Event) -> str:
    """One sentence an event."""
    match event:
        case Began(title=title, header=header):
            return f"{escape(title)} begins{'.' if header else ', without a header: the manager keeps the rules.'}"
        case Handed(seat=seat):
            return f"{{{seat}}} is given its prompt."
        case Dealt(seat=seat, values=values):
            return f"Only {{{seat}}} knows: {_listed(values)}."
        case LengthSet(rounds=1):
            return "There is one round."
        case LengthSet(rounds=rounds):
            return f"There are {rounds} rounds."
        case RoundBegan(round=number):
            return f"Round {number} begins."
        case TurnCame(seats=seats, ask=ask):
            return f"{both(seats)} {'is' if len(seats) == 1 else 'are'} asked: {escape(ask)}"
        case Moved(move=move, seat=seat, value=value, unit=unit):
            return f"{{{seat}}}: {called(move)} – {_ended(written(value, unit))}"
        case Opened(move=move, values=values, unit=unit):
            chosen = ", ".join(f"{{{seat}}} – {written(value, unit)}" for seat, value in values)
            return f"Both at once, {called(move)}: {chosen}."
        case Changed(values=values):
            return f"Now {_listed(values)}."
        case Paid(round=round, seat=seat, amount=won, unit=unit):
            return f"{{{seat}}} gets {amount(won, unit)} from round {round}."
        case Ended(why=why, revealed=revealed):
            hands = " ".join(f"Of {{{seat}}}: {_listed(values)}." for seat, values in revealed)
            return f"The game is over. {why} {hands}".strip()
        case Cued():
            return "{manager} is to show how things stand."
        case Turned(to=seat):
            return f"It is {{{seat}}}'s turn."
        case Shown(text=text):
            return f"{{manager}} shows: {text}"
        case Wrote(text=text, again=again):
            return f"{{manager}} writes unseen: {text}" + (f" – It is sent back: {again}" if again else "")
        case Asked(text=text):
            return f"{{manager}} to {{player}}: {text}"
        case Answered(text=text):
            return f"{{player}} to {{manager}}: {text}"
        case Spoke(text=text):
            return f"{{human}} writes: {text}"
    return house_says(event)


def _ended(said: str) -> str:
    """With a full stop, where it does not end a sentence by itself."""
    return said if said.endswith((".", "!", "?")) else f"{said}."


def _listed(values: Named) -> str:
    return ", ".join(f"{called(name)} is {written(value)}" for name, value in values)


def both(seats: tuple[Seat, ...]) -> str:
    """One side's mark, or both sides'."""
    return " and ".join(f"{{{seat}}}" for seat in seats)


def speeches(event: Event) -> tuple[Speech, ...]:
    """What was said in an event, by whom."""
    match event:
        case Shown(text=text) | Wrote(text=text) | Asked(text=text):
            return (Speech(MANAGER, text),)
        case Answered(text=text):
            return (Speech(PLAYER, text),)
        case Spoke(text=text):
            return (Speech(HUMAN, text),)
        case Moved(move=move, unit=unit) | Opened(move=move, unit=unit):
            chosen = event.values if isinstance(event, Opened) else ((event.seat, event.value),)
            return tuple(Speech(seat, f"{called(move)}: {written(value, unit)}") for seat, value in chosen)
    return ()
