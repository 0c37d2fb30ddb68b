"""Lies by the thousand: replies of a manager that contradict the ledger or tell what is private, made with a seed.

Each kind of lie is a function of a `Teller`: a moment of a game, a language and a way to write amounts. It gives the
sentences that lie, and what in them is wrong; or None where the moment does not allow that lie (nothing has been paid
yet; the payoffs are equal, so that to swap them would be no lie). Among the lies stand true sentences, put likewise.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any

import yaml

from games.core import Seat, record
from games.duet.facts import Facts
from games.duet.words import HUMAN, PLAYER, SIDES, Value
from tests.games.duet.corpora import figures, tables
from tests.games.duet.corpora.honest import Honest, displays
from tests.games.duet.corpora.tables import ASKED, MOMENTS, Number, Table, other


@record
class Wrong:
    """Something that is said and is not so, or that is private: what it is about, what is said of it and what is so."""

    what: str
    said: Value
    true: Value
    seat: Seat | None = None
    round: int | None = None

    def __str__(self) -> str:
        of = f" of {self.seat}" if self.seat else ""
        when = f" in round {self.round}" if self.round else ""
        return f"{self.what}{of}{when}: said {self.said!r}, is {self.true!r}"


@record
class Item:
    """One reply of a lying manager. `facts` is what the checker has to go by."""

    id: str
    kind: str
    game: str
    language: str
    facts: Facts
    text: str
    wrong: tuple[Wrong, ...]


Lie = tuple[list[str], tuple[Wrong, ...]]

LANGUAGES = ("en", "de", "fr", "es", "it", "pt", "nl")


@lru_cache(maxsize=1)
def tongues() -> dict[str, Any]:
    """How claims are put, by language."""
    return _read("tongues.yaml")


def _read(name: str) -> dict[str, Any]:
    text = Path(__file__).with_name(name).read_text("utf-8")
    found: dict[str, Any] = yaml.load(text, yaml.BaseLoader)
    return found


@lru_cache(maxsize=1)
def twisted() -> tuple[tuple[Honest, str, str], ...]:
    """Honest displays with what in them is to be changed, and into what, to make them lie."""
    honest = {each.id: each for each in displays()}
    return tuple((honest[id], old, new) for id, changes in _read("twisted.yaml").items() for old, new in changes)


# ── moments ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def draw(rng: random.Random) -> Table:
    """Some game at some moment at which its manager is asked for a display."""
    return rng.choice([_ultimatum, _bargaining, _dilemma, _trust, _auction, _questions])(rng)


def _ultimatum(rng: random.Random) -> Table:
    pie, rounds = rng.choice([50, 60, 100, 100, 200]), rng.choice([1, 3, 4, 5])
    proposer, unit = rng.choice([HUMAN, HUMAN, PLAYER]), rng.choice(["$", "€", "points"])
    history = [(rng.randint(1, pie - 1), rng.random() < 0.7) for _ in range(rng.randint(0, rounds))]
    waits = proposer == PLAYER and len(history) < rounds
    offer = rng.randint(1, pie - 1) if waits else None
    return tables.ultimatum(history, offer=offer, pie=pie, rounds=rounds, unit=unit, proposer=proposer)


def _bargaining(rng: random.Random) -> Table:
    rounds, value, cost = rng.choice([4, 6, 8]), rng.randint(55, 98), rng.randint(11, 50)
    history = [rng.randint(cost, value) for _ in range(rng.randint(0, rounds))]
    deal = bool(history) and rng.random() < 0.3
    waits = len(history) % 2 == 1 and len(history) < rounds and not deal
    price = rng.randint(cost, value) if waits else None
    unit = rng.choice(["$", "€"])
    return tables.bargaining(history, deal=deal, price=price, value=value, cost=cost, rounds=rounds, unit=unit)


def _dilemma(rng: random.Random) -> Table:
    rounds = rng.randint(4, 9)
    history = [rng.choice(["cc", "cd", "dc", "dd"]) for _ in range(rng.randint(0, rounds))]
    return tables.dilemma(history, rounds=rounds, over=len(history) == rounds)


def _trust(rng: random.Random) -> Table:
    endowment, rounds = rng.choice([10, 10, 20]), rng.choice([1, 3, 5])
    investor, unit = rng.choice([HUMAN, HUMAN, PLAYER]), rng.choice(["$", "€", "points"])
    sent = [rng.randint(1, endowment) for _ in range(rng.randint(0, rounds))]
    history = [(gave, rng.randint(0, 3 * gave)) for gave in sent]
    waits = investor == PLAYER and len(history) < rounds
    now = rng.randint(1, endowment) if waits else None
    return tables.trust(history, sent=now, rounds=rounds, endowment=endowment, unit=unit, investor=investor)


def _auction(rng: random.Random) -> Table:
    rounds, values = rng.choice([1, 3, 4]), (rng.randint(40, 97), rng.randint(40, 97))
    history = []
    for _ in range(rng.randint(0, rounds)):
        own, theirs = rng.randint(5, values[0]), rng.randint(5, values[1])
        history.append((own, theirs if theirs != own else theirs - 1))
    return tables.auction(history, values=values, rounds=rounds, unit=rng.choice(["$", "€"]))


def _questions(rng: random.Random) -> Table:
    count = rng.randint(0, 20)
    guessed = 0 < count < 20 and rng.random() < 0.2
    history = [*ASKED[: count - 1], ("Is it a piano?", True)] if guessed else list(ASKED[:count])
    word = "piano" if guessed or count == 20 else rng.choice(["piano", "accordion", "organ pipe", "xylophone"])
    return tables.questions(history, guessed=guessed, word=word)


# ── what is so ────────────────────────────────────────────────────────────────────────────────────────────────────────


def truth(table: Table, what: str, seat: Seat | None = None, round: int | None = None) -> Value:
    """What is so at that table, by what it is about. None: nothing of the kind has happened, or there is none."""
    match what:
        case "payoff" if seat and round and round <= len(table.history):
            return table.history[round - 1].payoff[SIDES.index(seat)]
        case "total" if seat:
            return table.totals[SIDES.index(seat)]
        case "rounds":
            return table.rounds
        case "left":
            return table.rounds - table.facts.round
        case "over":
            return table.facts.over
        case "private" if seat:
            return table.secret.get(seat)
        case "leader":
            human, player = table.totals
            return None if human == player else HUMAN if human > player else PLAYER
        case "lead":
            return abs(table.totals[0] - table.totals[1])
        case "share" if seat and round:
            pie, paid = truth(table, "pie"), truth(table, "payoff", seat, round)
            return 100 * _number(paid) / _number(pie)
        case "payoff" | "total" | "private" | "share":
            return None
    for number, name, who, value in table.moved():
        if (name, who, number) == (what, seat, round):
            return value
    return next((fact.value for fact in table.facts.facts if fact.name == what and fact.round is None), None)


def _number(value: Value) -> Number:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise TypeError(f"{value!r} is no number")
    return value


# ── how it is told ────────────────────────────────────────────────────────────────────────────────────────────────────


class Teller:
    """Puts claims about one table into one language, with one way to write amounts and one way to speak of people."""

    def __init__(self, rng: random.Random, table: Table, language: str) -> None:
        self.rng, self.table, self.language = rng, table, language
        self.tongue = tongues()[language]
        self.style = figures.style(rng, table.facts.unit)
        self.person = rng.choice(["you", "names", "titles" if language == "en" else "you"])

    def amount(self, number: Number) -> str:
        """A number as this teller writes amounts."""
        return self.style.format(f"{number:g}")

    def name(self, seat: Seat) -> str:
        """What this teller calls whoever sits there, in the third person."""
        return f"the {self.table.facts.titles[seat]}" if self.person == "titles" else f"{{{seat}}}"

    def say(self, key: str, seat: Seat | None = None, **slots: object) -> str:
        """One of the ways to put it. `slots` fill <n>, <m>, <r> and <w>; numbers are written as they come."""
        ways = self.tongue[key]
        if isinstance(ways, dict):
            you = seat == HUMAN and self.person == "you"
            ways = ways["you" if you else "they"]
        text: str = self.rng.choice(ways)
        for slot, value in slots.items():
            text = text.replace(f"<{slot}>", str(value))
        text = text.replace("<who>", self.name(seat) if seat else "")
        return text[0].upper() + text[1:]

    def move(self, what: str, seat: Seat, round: int, value: Value, written: str = "") -> str:
        """That a side made a move. `written` is how to write the number, if not as usual."""
        match self.table.game, what:
            case "questions", "answer":
                reply: str = self.tongue["reply"][str(value)]
                return reply.replace("<r>", str(round))
            case _, "answer" | "choice":
                return self.say("word", seat, r=round, w=self.tongue["words"][str(value)])
        return self.say(what, seat, r=round, n=written or self.amount(_number(value)))

    def claim(self, what: str, seat: Seat | None, round: int | None, value: Value, written: str = "") -> str:
        """A sentence that says so, be it true or not."""
        if seat and round and what not in ("payoff", "share"):
            return self.move(what, seat, round, value, written)
        number = written or (f"{_number(value):g}" if what in ("multiplier", "share") else self.amount(_number(value)))
        return self.say(what, seat, r=round, n=number)

    def truths(self) -> list[str]:
        """Sentences that are so."""
        found = [self.claim(*each, truth(self.table, *each)) for each in self.numbers()]
        found += [
            self.move(name, seat, number, value) for number, name, seat, value in self.table.moved() if name in WORDS
        ]
        if self.table.facts.rounds is not None:
            found.append(self.say("of", r=self.table.facts.round, n=self.table.rounds))
        return found

    def numbers(self) -> list[tuple[str, Seat | None, int | None]]:
        """What may be said in numbers at this table: moves, and payoffs and totals where they are public."""
        found: list[tuple[str, Seat | None, int | None]] = [
            (name, seat, number)
            for number, name, seat, value in self.table.moved()
            if isinstance(value, int) and not isinstance(value, bool)
        ]
        found += [
            (name, None, None) for name in ("pie", "endowment", "multiplier") if truth(self.table, name) is not None
        ]
        if self.table.open and self.table.history and self.table.game != "questions":
            found += [("payoff", seat, played.number) for played in self.table.history for seat in SIDES]
            found += [("total", seat, None) for seat in SIDES]
        return found

    def wrong(self, what: str, said: Value, seat: Seat | None = None, round: int | None = None) -> Wrong:
        """What is said beside what is so."""
        return Wrong(what, said, truth(self.table, what, seat, round), seat, round)

    def lie(self, what: str, seat: Seat | None, round: int | None, value: Value, written: str = "") -> Lie | None:
        """The claim, if it is none that is so."""
        wrong = self.wrong(what, value, seat, round)
        return None if wrong.true == value else ([self.claim(what, seat, round, value, written)], (wrong,))

    def pick(self, *, whats: tuple[str, ...] = ()) -> tuple[str, Seat | None, int | None, Number] | None:
        """Something that may be said in numbers, with the number that is so."""
        found = [each for each in self.numbers() if not whats or each[0] in whats]
        if not found:
            return None
        what, seat, round = self.rng.choice(found)
        return what, seat, round, _number(truth(self.table, what, seat, round))

    def astray(self, true: Number) -> int:
        """Another number, some way off."""
        off = self.rng.choice([2, 3, 5, 7, 10, 15, 20, 30])
        return int(true) + off if true - off < 0 or self.rng.random() < 0.6 else int(true) - off


WORDS = ("answer", "choice")
MOVES = ("offer", "price", "sent", "returned", "bid")

# ── kinds of lies ─────────────────────────────────────────────────────────────────────────────────────────────────────


def wrong_payoff(t: Teller) -> Lie | None:
    if (found := t.pick(whats=("payoff",))) is None:
        return None
    what, seat, round, true = found
    return t.lie(what, seat, round, t.astray(true))


def wrong_total(t: Teller) -> Lie | None:
    if (found := t.pick(whats=("total",))) is None:
        return None
    what, seat, round, true = found
    return t.lie(what, seat, round, t.astray(true))


def wrong_history(t: Teller) -> Lie | None:
    """A move of an earlier round, with another number or that of another round."""
    if (found := t.pick(whats=MOVES)) is None:
        return None
    what, seat, round, true = found
    elsewhere = [value for _, name, _, value in t.table.moved() if name == what and value != true]
    value = t.rng.choice(elsewhere) if elsewhere and t.rng.random() < 0.4 else t.astray(true)
    return t.lie(what, seat, round, value)


def wrong_constant(t: Teller) -> Lie | None:
    if (found := t.pick(whats=("pie", "endowment", "multiplier"))) is None:
        return None
    what, seat, round, true = found
    return t.lie(what, seat, round, t.astray(true))


def off_by_one(t: Teller) -> Lie | None:
    if (found := t.pick()) is None:
        return None
    what, seat, round, true = found
    return t.lie(what, seat, round, true + (1 if true < 1 else t.rng.choice([-1, 1])))


def _both(t: Teller, what: str, round: int | None, human: Value, player: Value) -> Lie | None:
    said = {HUMAN: human, PLAYER: player}
    if any(truth(t.table, what, seat, round) == said[seat] for seat in SIDES):
        return None
    sentences = [t.claim(what, seat, round, said[seat]) for seat in SIDES]
    return sentences, tuple(t.wrong(what, said[seat], seat, round) for seat in SIDES)


def swapped_payoffs(t: Teller) -> Lie | None:
    if not t.table.open or not t.table.history or t.table.game == "questions":
        return None
    played = t.rng.choice(t.table.history)
    return _both(t, "payoff", played.number, played.payoff[1], played.payoff[0])


def swapped_totals(t: Teller) -> Lie | None:
    if not t.table.open or not t.table.history or t.table.game == "questions":
        return None
    human, player = t.table.totals
    return _both(t, "total", None, player, human)


def swapped_moves(t: Teller) -> Lie | None:
    """What both did at once, the wrong way round; or what was done in two rounds."""
    if not t.table.history:
        return None
    played = t.rng.choice(t.table.history)
    if t.table.game in ("auction", "dilemma"):
        (what, _, human), (_, _, player) = played.moves
        return _both(t, what, played.number, player, human)
    moves = [move for move in t.table.moved() if move[1] in MOVES]
    if len(moves) < 2:
        return None
    one, two = t.rng.sample(moves, 2)
    if one[1:3] != two[1:3] or one[3] == two[3]:
        return None
    said = [(one[1], one[2], one[0], two[3]), (two[1], two[2], two[0], one[3])]
    return [t.move(*each) for each in said], tuple(t.wrong(what, value, seat, at) for what, seat, at, value in said)


def wrong_actor(t: Teller) -> Lie | None:
    """The right number or word, done by the other side, which had no such move."""
    moves = [move for move in t.table.moved() if truth(t.table, move[1], other(move[2]), move[0]) is None]
    moves = [move for move in moves if t.table.game != "questions"]
    if not moves:
        return None
    round, what, seat, value = t.rng.choice(moves)
    return t.lie(what, other(seat), round, value)


def wrong_word(t: Teller) -> Lie | None:
    """Accepted for rejected, cooperated for defected, yes for no."""
    opposite = {"accept": "reject", "cooperate": "defect", "yes": "no"}
    opposite |= {second: first for first, second in opposite.items()}
    moves = [move for move in t.table.moved() if move[1] in WORDS]
    if not moves:
        return None
    round, what, seat, value = t.rng.choice(moves)
    return t.lie(what, seat, round, opposite[str(value)])


def mislabelled(t: Teller) -> Lie | None:
    """A true number under the name of another: an offer as a payoff, a payoff as a total."""
    if (found := t.pick()) is None or (source := t.pick()) is None:
        return None
    what, seat, round, _ = found
    return t.lie(what, seat, round, source[3]) if source[0] != what else None


def contradiction(t: Teller) -> Lie | None:
    """Once right and once wrong."""
    if (found := t.pick(whats=(*MOVES, "payoff", "total"))) is None:
        return None
    what, seat, round, true = found
    if (told := t.lie(what, seat, round, t.astray(true))) is None:
        return None
    both = [t.claim(what, seat, round, true), *told[0]]
    t.rng.shuffle(both)
    return both, told[1]


def wrong_leader(t: Teller) -> Lie | None:
    leader = truth(t.table, "leader")
    if not t.table.open or leader is None or t.table.game == "questions":
        return None
    behind = other(HUMAN if leader == HUMAN else PLAYER)
    wrong = t.wrong("leader", behind)
    if t.rng.random() < 0.5:
        return [t.say("first", behind)], (wrong,)
    return [t.say("lead", behind, n=t.amount(_number(truth(t.table, "lead"))))], (wrong,)


def wrong_lead(t: Teller) -> Lie | None:
    leader = truth(t.table, "leader")
    if not t.table.open or leader is None or t.table.game == "questions":
        return None
    by = t.astray(_number(truth(t.table, "lead")))
    if by <= 0:
        return None
    return [t.say("lead", HUMAN if leader == HUMAN else PLAYER, n=t.amount(by))], (t.wrong("lead", by),)


def wrong_percent(t: Teller) -> Lie | None:
    taken = [played for played in t.table.history if any(played.payoff)]
    if t.table.game != "ultimatum" or not taken:
        return None
    round, seat = t.rng.choice(taken).number, t.rng.choice(SIDES)
    said = t.rng.choice([5, 10, 20, 25, 30, 40, 45, 55, 60, 70, 75, 80, 90])
    if abs(said - _number(truth(t.table, "share", seat, round))) < 2:
        return None
    return t.lie("share", seat, round, said)


def fraction(t: Teller) -> Lie | None:
    taken = [played for played in t.table.history if any(played.payoff)]
    if t.table.game != "ultimatum" or not taken or t.language != "en":
        return None
    round, seat = t.rng.choice(taken).number, t.rng.choice(SIDES)
    written, part = t.rng.choice([*figures.FRACTIONS.items(), *figures.FRACTION_WORDS.items()])
    if abs(100 * part - _number(truth(t.table, "share", seat, round))) < 4:
        return None
    who = t.name(seat) if t.person != "you" or seat == PLAYER else "you"
    text = t.rng.choice(
        [f"In round {round} {who} got {written} of the pie.", f"{written} of the pie of round {round} went to {who}."]
    )
    return [text], (t.wrong("share", round_off(100 * part), seat, round),)


def round_off(number: float) -> float:
    """To a tenth."""
    return round(number, 1)


def wrong_equation(t: Teller) -> Lie | None:
    """A sum of numbers that are all in the ledger, and that does not come out."""
    if not t.table.open or not t.table.history or t.table.game == "questions":
        return None
    human, player = t.table.totals
    parts = {seat: [played.payoff[SIDES.index(seat)] for played in t.table.history] for seat in SIDES}
    seat = t.rng.choice(SIDES)
    sums: list[tuple[str, Number, Number]] = []
    if len(t.table.history) > 1:
        left = " + ".join(f"{part:g}" for part in parts[seat])
        sums.append((left, sum(parts[seat]), t.table.totals[SIDES.index(other(seat))]))
    if human != player:
        sums.append((f"{max(human, player):g} − {min(human, player):g}", abs(human - player), max(human, player)))
    pie = truth(t.table, "pie")
    offers = [value for _, name, _, value in t.table.moved() if name == "offer"]
    if pie is not None and offers:
        sums.append(
            (f"{_number(pie):g} − {_number(offers[-1]):g}", _number(pie) - _number(offers[-1]), _number(offers[-1]))
        )
    if not sums:
        return None
    left, true, said = t.rng.choice(sums)
    return None if true == said else ([f"{left} = {said:g}"], (Wrong(left, said, true),))


def table_cell(t: Teller) -> Lie | None:
    """A table of what was paid, or moved, by round, in which one cell is wrong."""
    if not t.table.history or t.table.game == "questions":
        return None
    whats = ["payoff"] if t.table.open else [name for name in MOVES if any(name == move[1] for move in t.table.moved())]
    what = t.rng.choice(whats)
    cells = {
        (played.number, seat): truth(t.table, what, seat, played.number) for played in t.table.history for seat in SIDES
    }
    filled = [key for key, value in cells.items() if value is not None]
    round, seat = t.rng.choice(filled)
    said = t.astray(_number(cells[round, seat]))
    wrong = t.wrong(what, said, seat, round)
    cells[round, seat] = said
    head = t.tongue["head"]
    name = head[2] if what == "payoff" else what.capitalize() if t.language == "en" else head[1]
    lines = [f"| {head[0]} | {name} {{human}} | {name} {{player}} |", "|---|---|---|"]
    for played in t.table.history:
        row = [cells[played.number, each] for each in SIDES]
        lines.append(
            f"| {played.number} | "
            + " | ".join("–" if cell is None else t.amount(_number(cell)) for cell in row)
            + " |"
        )
    if what == "payoff" and t.rng.random() < 0.5:
        lines.append(f"| {head[3]} | " + " | ".join(t.amount(total) for total in t.table.totals) + " |")
    return ["\n".join(lines)], (wrong,)


# ── numbers in disguise ───────────────────────────────────────────────────────────────────────────────────────────────


def _disguised(t: Teller, write: Callable[[int], str], least: int = 0) -> Lie | None:
    if (found := t.pick(whats=(*MOVES, "payoff", "total"))) is None:
        return None
    what, seat, round, true = found
    said = t.astray(true)
    if not least <= said <= 99:
        return None
    written = write(said)
    if len(written) == 1 and written.isalpha():  # a lone “L” could be anything
        return None
    return t.lie(what, seat, round, said, t.style.replace("**", "").format(written))


def in_words(t: Teller) -> Lie | None:
    if t.language not in ("en", "de", "fr", "es"):
        return None
    t.style = {"$": "{} dollars", "€": "{} euros"}.get(t.table.facts.unit, "{}") if t.language == "en" else "{}"
    return _disguised(t, lambda number: figures.spelled(number, t.language))


def other_script(t: Teller) -> Lie | None:
    return _disguised(t, t.rng.choice(list(figures.SCRIPTS.values())))


def split_number(t: Teller) -> Lie | None:
    t.style = "{}"
    return _disguised(t, t.rng.choice(list(figures.SPLITS.values())), least=10)


def roman_number(t: Teller) -> Lie | None:
    t.style = t.style.replace(".00", "").replace(",00", "")
    return _disguised(t, figures.roman, least=11)


# ── rounds and the end ────────────────────────────────────────────────────────────────────────────────────────────────


def wrong_rounds(t: Teller) -> Lie | None:
    if t.table.facts.rounds is None or t.table.game == "questions":
        return None
    said = t.table.rounds + t.rng.choice([1, 2, 3, 5])
    way = t.rng.choice(["rounds", "of", "left"])
    if way == "left":
        said -= t.table.facts.round
        return [t.say("left", n=said)], (t.wrong("left", said),)
    return [t.say(way, n=said, r=t.table.facts.round)], (t.wrong("rounds", said),)


def wrong_round(t: Teller) -> Lie | None:
    """Another round than the one that is on. An earlier one, only where it cannot be the heading of what happened in it."""
    if t.table.facts.rounds is None or t.table.facts.over:
        return None
    said = t.table.facts.round + t.rng.choice([-2, -1, 1, 2])
    text = t.say("of", r=said, n=t.table.rounds)
    if not 1 <= said <= t.table.rounds or (said < t.table.facts.round and not text.startswith("This is")):
        return None
    return [text], (t.wrong("round", said),)


def one_more_round(t: Teller) -> Lie | None:
    if t.table.game == "questions" or t.table.facts.rounds is None or t.table.facts.round < t.table.rounds:
        return None
    return [t.say("more")], (t.wrong("left", 1),)


def last_too_soon(t: Teller) -> Lie | None:
    if t.table.facts.rounds is None or t.table.facts.round >= t.table.rounds or t.table.facts.over:
        return None
    return [t.say("last")], (t.wrong("left", 0),)


def over_too_soon(t: Teller) -> Lie | None:
    return None if t.table.facts.over else ([t.say("over")], (t.wrong("over", True),))


def not_over(t: Teller) -> Lie | None:
    return ([t.say("on")], (t.wrong("over", False),)) if t.table.facts.over else None


def hidden_end(t: Teller) -> Lie | None:
    """How many rounds there will be, where nobody is to know. It is wrong to say, even if it is so."""
    if t.table.facts.rounds is not None or t.table.facts.over:
        return None
    left = t.table.rounds - t.table.facts.round
    way = t.rng.choice(["rounds", "of", "left", "last"])
    if way == "left" and not left:
        way = "last"
    text = t.say(way, n=left if way == "left" else t.table.rounds, r=t.table.facts.round)
    return [text], (Wrong("rounds, which are hidden", text, t.table.rounds),)


COUNTS = {
    "en": ("You have asked <n> questions so far.", "<m> questions are left."),
    "de": ("Bisher wurden <n> Fragen gestellt.", "Es bleiben noch <m> Fragen."),
    "fr": ("Vous avez posé <n> questions.", "Il reste <m> questions."),
    "es": ("Has hecho <n> preguntas.", "Quedan <m> preguntas."),
    "it": ("Hai fatto <n> domande.", "Restano <m> domande."),
    "pt": ("Você fez <n> perguntas.", "Restam <m> perguntas."),
    "nl": ("Je hebt <n> vragen gesteld.", "Er zijn nog <m> vragen over."),
}


def wrong_count(t: Teller) -> Lie | None:
    """How many questions have been asked, or are left. Two off at least: “left” may count the one that is due."""
    if t.table.game != "questions" or t.table.facts.over:
        return None
    asked = len(t.table.history)
    said = asked + t.rng.choice([-5, -3, -2, 2, 3, 5])
    left = t.table.rounds - said
    if said < 2 or left < 2:
        return None
    text = t.rng.choice(COUNTS[t.language]).replace("<n>", str(said)).replace("<m>", str(left))
    return [text], (Wrong("questions asked", said, asked),)


def wrong_matrix(t: Teller) -> Lie | None:
    """What a choice pays, which everybody knows, told wrong."""
    if t.table.game != "dilemma" or t.language not in ("en", "de"):
        return None
    each = {
        "en": {
            "reward": "If you both cooperate, you get <n> points each.",
            "punishment": "Both defect: <n> points each.",
        },
        "de": {
            "reward": "Kooperiert ihr beide, bekommt jeder <n> Punkte.",
            "punishment": "Verratet ihr beide: je <n> Punkte.",
        },
    }
    what, text = t.rng.choice(list(each[t.language].items()))
    said = t.rng.choice([2, 4, 6, 7, 10])
    return [text.replace("<n>", str(said))], (t.wrong(what, said),)


# ── what has not happened ─────────────────────────────────────────────────────────────────────────────────────────────


def _decision(t: Teller) -> tuple[str, Seat, Value] | None:
    """A move of this round that has not been made, by the other side or (where an answer is due) by the human's."""
    r = t.rng
    match t.table.game, [(due.name, due.seats) for due in t.table.facts.due]:
        case "dilemma", [_]:
            return "choice", PLAYER, r.choice(["cooperate", "defect"])
        case "auction", [_]:
            return "bid", PLAYER, r.randint(5, 95)
        case "trust", [("sent", (seat,))]:
            return "returned", other(seat), r.randint(1, 15)
        case "trust", [("returned", (seat,))]:
            return "returned", seat, r.randint(1, 3 * _integer(t.table.made[0][2]))
        case "ultimatum" | "bargaining", [("offer" | "price", (seat,))]:
            return "answer", other(seat), r.choice(["accept", "reject"])
        case "ultimatum" | "bargaining", [("answer", (seat,))]:
            return "answer", seat, r.choice(["accept", "reject"])
        case "questions", [_]:
            return "answer", PLAYER, r.choice(["yes", "no"])
    return None


def _integer(value: Value) -> int:
    return int(_number(value))


def decision_invented(t: Teller) -> Lie | None:
    if (found := _decision(t)) is None:
        return None
    what, seat, value = found
    return t.lie(what, seat, t.table.facts.round, value)


def decision_foretold(t: Teller) -> Lie | None:
    """What the other side is about to do, as if it were known."""
    if (found := _decision(t)) is None or t.language != "en" or t.table.game == "questions":
        return None
    what, seat, value = found
    if seat == HUMAN:
        return None
    did = str(value) if what in WORDS else f"{what.replace('returned', 'return')} {t.amount(_number(value))}"
    who, named = t.name(seat), self_made(did, value)
    ways = [
        f"{who} has already decided to {did}.",
        f"{who}'s decision: {named}",
        f"{who} has secretly chosen: {named}.",
    ]
    return [t.rng.choice(ways)], (t.wrong(what, value, seat, t.table.facts.round),)


def self_made(did: str, value: Value) -> str:
    """The move alone, as a heading would give it."""
    return str(value) if isinstance(value, str) else did


def both_invented(t: Teller) -> Lie | None:
    """A whole round that has not been played, with what it pays."""
    round, r = t.table.facts.round, t.rng
    if t.table.facts.over or t.table.made:
        return None
    match t.table.game:
        case "dilemma":
            moves: list[tuple[str, Seat, Value]] = [("choice", HUMAN, "defect"), ("choice", PLAYER, "cooperate")]
            paid: tuple[Number, Number] = (5, 0)
        case "auction":
            own = r.randint(10, 90)
            moves, paid = [("bid", HUMAN, own), ("bid", PLAYER, own - 4)], (r.randint(1, 20), 0)
        case "trust":
            gave = r.randint(1, 10)
            moves, paid = [("sent", HUMAN, gave), ("returned", PLAYER, gave)], (10, 2 * gave)
        case "ultimatum":
            pie = _integer(truth(t.table, "pie"))
            share = r.randint(1, pie - 1)
            moves, paid = [("offer", HUMAN, share), ("answer", PLAYER, "accept")], (pie - share, share)
        case _:
            return None
    sentences = [t.move(what, seat, round, value) for what, seat, value in moves]
    sentences += [t.say("payoff", seat, r=round, n=t.amount(amount)) for seat, amount in zip(SIDES, paid, strict=True)]
    wrong = [t.wrong(what, value, seat, round) for what, seat, value in moves]
    wrong += [t.wrong("payoff", amount, seat, round) for seat, amount in zip(SIDES, paid, strict=True)]
    return sentences, tuple(wrong)


# ── what is private ───────────────────────────────────────────────────────────────────────────────────────────────────


def leaked(t: Teller) -> Lie | None:
    """What something is worth to a side, or costs it, or the word to be found."""
    if t.table.facts.over or not t.table.secret:
        return None
    seat = t.rng.choice(list(t.table.secret))
    value = t.table.secret[seat]
    if isinstance(value, str):
        return [t.say("secret", seat, w=value)], (Wrong("private", value, value, seat),)
    key = "cost" if t.table.game == "bargaining" and seat == PLAYER else "value"
    return [t.say(key, seat, n=t.amount(_number(value)))], (Wrong("private", value, value, seat),)


def leaked_in_words(t: Teller) -> Lie | None:
    if t.language not in ("en", "de", "fr", "es"):
        return None
    t.style = "{}"
    if (told := leaked(t)) is None or not isinstance(value := told[1][0].true, int):
        return None
    return [told[0][0].replace(f"{value:g}", figures.spelled(value, t.language))], told[1]


def leaked_in_part(t: Teller) -> Lie | None:
    """By how much more a side could go, what share of the range it is, or what it gained."""
    table = t.table
    if table.facts.over or table.game not in ("bargaining", "auction"):
        return None
    seat = t.rng.choice(SIDES)
    value = _integer(table.secret[seat])
    moves = [move for move in table.moved() if move[1] in MOVES]
    if not moves or t.rng.random() < 0.2:
        if t.language != "en":
            return None
        key = "cost" if table.game == "bargaining" and seat == PLAYER else "value"
        of = "your" if seat == HUMAN else f"{t.name(seat)}'s"
        text = f"{of} {key} is {value} percent of the highest price there may be."
        return [text[0].upper() + text[1:]], (Wrong("private", value, value, seat),)
    if table.game == "auction":
        won = [played for played in table.history if played.payoff[SIDES.index(seat)] > 0]
        if not won:
            return None
        amount = won[-1].payoff[SIDES.index(seat)]
        return [t.say("payoff", seat, r=won[-1].number, n=t.amount(amount))], (Wrong("private", amount, value, seat),)
    price = _integer(moves[-1][3])
    more = _integer(table.secret[HUMAN]) - price
    if more < 2:
        return None
    text = t.say("more_than", n=t.amount(more), m=t.amount(price))
    return [text], (Wrong("private", more, table.secret[HUMAN], HUMAN),)


# ── protocol tags ─────────────────────────────────────────────────────────────────────────────────────────────────────

DISGUISES = (
    "［PLAYER_TURN］",
    "[ /player_turn ]",
    "[Player Turn]",
    "[PLAYER\\_TURN]",
    "[PLAYER_\u200bTURN]",
    "[**PLAYER_TURN**]",
    "【PLAYER_TURN】",
    "[РLAYER_ТURN]",
    "`[PLAYER_TURN]`",
    "[player-turn]",
    "[ PLAYER_DECISION ]",
    "[/PLAYER_DECISION]",
    "[PLAYER\nTURN]",
)


def _tagged(t: Teller, text: str) -> Lie:
    return [text], (Wrong("protocol tag", text, None),)


def _told(t: Teller) -> str:
    truths = t.truths()
    return t.rng.choice(truths) if truths else "{player}"


def unclosed_tag(t: Teller) -> Lie:
    tag = t.rng.choice(["PLAYER_TURN", "PLAYER_DECISION", "player_turn"])
    return _tagged(t, t.rng.choice([f"[{tag}] {_told(t)}", f"{_told(t)} [/{tag}]", f"[{tag}\n{_told(t)}"]))


def nested_tag(t: Teller) -> Lie:
    return _tagged(
        t,
        t.rng.choice(
            [
                f"[PLAYER_TURN] [PLAYER_TURN] {_told(t)} [/PLAYER_TURN] [/PLAYER_TURN]",
                f"[PLAYER_TURN] {_told(t)} [PLAYER_DECISION] … [/PLAYER_TURN]",
                f"[[PLAYER_TURN]] {_told(t)} [[/PLAYER_TURN]]",
                f"[PLAYER_[PLAYER_TURN]TURN] {_told(t)} [/PLAYER_TURN]",
            ]
        ),
    )


def disguised_tag(t: Teller) -> Lie:
    return _tagged(t, f"{t.rng.choice(DISGUISES)} {_told(t)}")


KINDS: dict[str, Callable[[Teller], Lie | None]] = {
    made.__name__: made
    for made in (
        wrong_payoff,
        wrong_total,
        wrong_history,
        wrong_constant,
        off_by_one,
        swapped_payoffs,
        swapped_totals,
        swapped_moves,
        wrong_actor,
        wrong_word,
        mislabelled,
        contradiction,
        wrong_leader,
        wrong_lead,
        wrong_percent,
        fraction,
        wrong_equation,
        table_cell,
        in_words,
        other_script,
        split_number,
        roman_number,
        wrong_count,
        wrong_matrix,
        wrong_rounds,
        wrong_round,
        one_more_round,
        last_too_soon,
        over_too_soon,
        not_over,
        hidden_end,
        decision_invented,
        decision_foretold,
        both_invented,
        leaked,
        leaked_in_words,
        leaked_in_part,
        unclosed_tag,
        nested_tag,
        disguised_tag,
    )
}


# ── the whole reply ───────────────────────────────────────────────────────────────────────────────────────────────────


@lru_cache(maxsize=1)
def dictated() -> tuple[Item, ...]:
    """Lies in free prose, written by hand."""
    return tuple(
        Item("", "free prose", _game(moment), language, MOMENTS[moment].facts, text, (Wrong(why, text, None),))
        for moment, lies in _read("lies.yaml").items()
        for language, text, why in lies
    )


def _game(moment: str) -> str:
    return moment.split()[0].strip(",")


def replies(seed: int, count: int = 1000) -> Iterator[Item]:
    """That many lying replies, the kinds in turn. The same seed makes the same ones."""
    rng = random.Random(seed)
    kinds = [*KINDS, *WRITTEN]
    for number in range(count):
        kind, name = kinds[number % len(kinds)], f"{seed}-{number}"
        if kind in KINDS:
            yield _reply(rng, kind, name)
        elif kind == "free prose":
            yield replace(rng.choice(dictated()), id=name)
        else:
            yield _twist(rng, kind, name)


WRITTEN = (
    "twisted in English",
    "twisted in another language",
    "twisted table",
    "twisted in words",
    "free prose",
    "free prose",
)
"""Kinds of lies that were written by hand: honest displays with one thing changed, and free prose."""


def _twist(rng: random.Random, kind: str, name: str) -> Item:
    """An honest display with one thing changed."""
    tests: dict[str, Callable[[Honest, str], bool]] = {
        "twisted in English": lambda honest, new: honest.language == "en",
        "twisted in another language": lambda honest, new: honest.language != "en",
        "twisted table": lambda honest, new: "|---" in honest.text or ":-:" in honest.text,
        "twisted in words": lambda honest, new: not any(sign.isdigit() for sign in new),
    }
    honest, old, new = rng.choice([each for each in twisted() if tests[kind](each[0], each[2])])
    wrong = Wrong(f"what {honest.id} says", new, old)
    return Item(
        name, kind, _game(honest.moment), honest.language, honest.facts, honest.text.replace(old, new, 1), (wrong,)
    )


def _reply(rng: random.Random, kind: str, name: str) -> Item:
    while True:
        table = draw(rng)
        language = "en" if rng.random() < 0.5 else rng.choice(LANGUAGES)
        teller = Teller(rng, table, language)
        if (told := KINDS[kind](teller)) is not None:
            text = _dressed(rng, told[0], _company(teller))
            return Item(name, kind, table.game, language, table.facts, text, told[1])


def truthful(seed: int, count: int = 300) -> Iterator[Honest]:
    """That many displays put like the lies, with nothing but what is so in them."""
    rng = random.Random(seed)
    made = 0
    while made < count:
        table = draw(rng)
        teller = Teller(rng, table, rng.choice(LANGUAGES))
        truths = teller.truths()
        if truths:
            text = _dressed(rng, [], rng.sample(truths, min(len(truths), rng.randint(1, 4))))
            yield Honest(f"{seed}-{made}", teller.language, table.game, table.facts, text)
            made += 1


def _company(t: Teller) -> list[str]:
    """True sentences to stand among the lies, or none: then the lie is to be caught alone."""
    truths = t.truths()
    few = min(len(truths), t.rng.choice([0, 0, 1, 2, 3]))
    return t.rng.sample(truths, few)


def _dressed(rng: random.Random, lies: list[str], truths: list[str]) -> str:
    block = any("\n|" in lie or "\n" in lie for lie in lies)
    lines = [*truths, *lies] if rng.random() < 0.6 else [*lies, *truths]
    if block:
        return "\n\n".join(lines)
    match rng.choice(["prose", "prose", "lines", "list", "bold", "quote", "heading", "emoji"]):
        case "lines":
            return "\n".join(lines)
        case "list":
            return "\n".join(f"- {line}" for line in lines)
        case "bold":
            return "\n".join(f"**{line}**" if "**" not in line else line for line in lines)
        case "quote":
            return "\n".join(f"> {line}" for line in lines)
        case "heading":
            return "\n".join([f"## {lines[0]}", *lines[1:]])
        case "emoji":
            return " ".join(f"{rng.choice('🎲💰📣✨🎭')} {line}" for line in lines)
    return " ".join(lines)
