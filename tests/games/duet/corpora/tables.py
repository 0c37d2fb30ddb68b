"""Six games at some moment, as the manager has them before it (`Facts`) and as they really are (what is private, too)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field

from games.core import Seat, record
from games.duet.facts import Due, Fact, Facts
from games.duet.words import HUMAN, PLAYER, SIDES, Value

Number = int | float


@record
class Round:
    """What was moved in a round, by name and seat, and what each side got for it."""

    number: int
    moves: tuple[tuple[str, Seat, Value], ...]
    payoff: tuple[Number, Number]


@record
class Table:
    """A moment of a game. `secret` are the private values by seat (none for a side that has none), `rounds` how many there will
    really be, `history` the rounds that are over, `made` the moves of the round that is not."""

    game: str
    facts: Facts
    history: tuple[Round, ...]
    rounds: int
    made: tuple[tuple[str, Seat, Value], ...] = ()
    secret: Mapping[Seat, Value] = field(default_factory=dict)

    @property
    def totals(self) -> tuple[Number, Number]:
        """What the human's and the player's side have got so far."""
        human, player = zip(*(played.payoff for played in self.history), strict=True) if self.history else ((0,), (0,))
        return sum(human), sum(player)

    @property
    def open(self) -> bool:
        """Whether the payoffs so far are known to everybody."""
        return any(fact.name == "total" for fact in self.facts.facts)

    def moved(self) -> list[tuple[int, str, Seat, Value]]:
        """Every move that has been made, of earlier rounds and of this one."""
        earlier = [(played.number, *move) for played in self.history for move in played.moves]
        return earlier + [(self.facts.round, *move) for move in self.made]


@record
class Rules:
    """What is the same for every moment of one game."""

    game: str
    title: str
    titles: Mapping[Seat, str]
    unit: str
    rounds: int
    constants: tuple[tuple[str, Value], ...] = ()
    words: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    choices: Mapping[str, Mapping[str, tuple[str, ...]]] = field(default_factory=dict)
    hidden: bool = False
    private: Mapping[Seat, tuple[str, ...]] = field(default_factory=dict)
    secret: Mapping[Seat, Value] = field(default_factory=dict)
    open: bool = True

    def table(
        self,
        history: Sequence[Round],
        made: Sequence[tuple[str, Seat, Value]] = (),
        due: Due | None = None,
        why: str = "",
    ) -> Table:
        """The moment after `history`, with `made` in the round that runs; `why` it is over, if it is."""
        now = len(history) if why else len(history) + 1
        facts = [Fact("round", now)]
        if not self.hidden or why:
            facts.append(Fact("rounds", self.rounds))
        facts += [Fact(name, value, None, None, self.words.get(name, ())) for name, value in self.constants]
        told = self.open or bool(why)
        for played in history:
            facts += [
                Fact(name, value, seat, played.number, self.words.get(name, ())) for name, seat, value in played.moves
            ]
            if told:
                facts += [
                    Fact("payoff", paid, seat, played.number) for seat, paid in zip(SIDES, played.payoff, strict=True)
                ]
        facts += [Fact(name, value, seat, now, self.words.get(name, ())) for name, seat, value in made]
        whole = Table(self.game, _nothing, tuple(history), self.rounds)
        if told:
            facts += [Fact("total", total, seat) for seat, total in zip(SIDES, whole.totals, strict=True)]
        if why:
            for seat, (name, *words) in self.private.items():
                facts.append(Fact(name, self.secret[seat], seat, None, tuple(words)))
        return Table(
            game=self.game,
            facts=Facts(
                title=self.title,
                titles=self.titles,
                round=now,
                rounds=None if self.hidden and not why else self.rounds,
                facts=tuple(facts),
                due=(due,) if due and not why else (),
                private=() if why else tuple(dict.fromkeys(self.private.values())),
                choices=self.choices,
                unit=self.unit,
                over=bool(why),
                why=why,
            ),
            history=tuple(history),
            rounds=self.rounds,
            made=tuple(made),
            secret=dict(self.secret),
        )


_nothing = Facts(title="", titles={}, round=0, rounds=None, facts=())


def other(seat: Seat) -> Seat:
    """Who sits opposite."""
    return PLAYER if seat == HUMAN else HUMAN


def _pair(seat: Seat, own: Number, theirs: Number) -> tuple[Number, Number]:
    return (own, theirs) if seat == HUMAN else (theirs, own)


ANSWERS = {
    "accept": ("accepts", "accepted", "annehmen", "angenommen", "accepté", "aceptar", "accettato"),
    "reject": ("rejects", "rejected", "refuse", "refused", "ablehnen", "abgelehnt", "refusé", "rechazar", "rifiutato"),
}
OFFER = ("offers", "offered", "proposal", "Angebot", "offre", "oferta", "offerta", "bod")
VALUE = ("value", "valuation", "worth", "Wert", "valeur", "valor", "valore", "waarde")
PRICE = ("offer", "Preis", "Angebot", "prix", "precio", "prezzo", "preço", "prijs")


def ultimatum(
    history: Sequence[tuple[int, bool]] = (),
    *,
    offer: int | None = None,
    pie: int = 100,
    rounds: int = 1,
    unit: str = "$",
    proposer: Seat = HUMAN,
    worded: bool = True,
) -> Table:
    """The proposer offers a share of the pie; refused, nobody gets anything. With `offer` made, an answer is due."""
    responder = other(proposer)
    rules = Rules(
        game="ultimatum",
        title="Ultimatum",
        titles={proposer: "Proposer", responder: "Responder"},
        unit=unit,
        rounds=rounds,
        constants=(("pie", pie),),
        words={"offer": OFFER if worded else ()},
        choices={"answer": ANSWERS if worded else {"accept": (), "reject": ()}},
    )
    played = [
        Round(
            number,
            (("offer", proposer, share), ("answer", responder, "accept" if taken else "reject")),
            _pair(proposer, pie - share, share) if taken else (0, 0),
        )
        for number, (share, taken) in enumerate(history, start=1)
    ]
    why = "All rounds have been played." if len(played) == rounds else ""
    if offer is None:
        return rules.table(
            played, due=Due("offer", (proposer,), "number", "How much do you offer?", 0, pie, 1), why=why
        )
    answer = Due("answer", (responder,), "choice", "Do you accept?", choices=("accept", "reject"))
    return rules.table(played, [("offer", proposer, offer)], answer, why)


def bargaining(
    history: Sequence[int] = (),
    *,
    deal: bool = False,
    price: int | None = None,
    value: int = 80,
    cost: int = 45,
    rounds: int = 6,
    unit: str = "$",
) -> Table:
    """Buyer (human) and seller name prices in turns, the buyer first. `history` are the prices of the rounds that are over: all
    refused, but for the last one if there is a `deal`."""
    rules = Rules(
        game="bargaining",
        title="Bargaining",
        titles={HUMAN: "Buyer", PLAYER: "Seller"},
        unit=unit,
        rounds=rounds,
        words={"price": PRICE},
        choices={"answer": ANSWERS},
        private={HUMAN: VALUE, PLAYER: ("cost", "costs", "Kosten", "coût", "coste", "costo", "custo", "kosten")},
        secret={HUMAN: value, PLAYER: cost},
        open=False,
    )
    played = []
    for number, named in enumerate(history, start=1):
        by = HUMAN if number % 2 else PLAYER
        taken = deal and number == len(history)
        moves = (("price", by, named), ("answer", other(by), "accept" if taken else "reject"))
        played.append(Round(number, moves, (value - named, named - cost) if taken else (0, 0)))
    why = "A price was accepted." if deal else "All rounds have been played." if len(played) == rounds else ""
    by = HUMAN if len(played) % 2 == 0 else PLAYER
    if price is None:
        return rules.table(played, due=Due("price", (by,), "number", "What price do you name?", 0, 100, 1), why=why)
    answer = Due("answer", (other(by),), "choice", "Do you accept?", choices=("accept", "reject"))
    return rules.table(played, [("price", by, price)], answer, why)


CHOICES = {
    "cooperate": ("cooperates", "cooperated", "cooperation", "kooperieren", "kooperiert", "coopérer", "cooperar"),
    "defect": ("defects", "defected", "defection", "verraten", "defektiert", "trahir", "traicionar"),
}


def dilemma(history: Sequence[str] = (), *, rounds: int = 7, over: bool = False, unit: str = "points") -> Table:
    """The prisoner's dilemma with a hidden end. `history` has “cd” for a round in which the human cooperated and the player
    defected."""
    rules = Rules(
        game="dilemma",
        title="Prisoner's dilemma",
        titles={HUMAN: "Human", PLAYER: "Player"},
        unit=unit,
        rounds=rounds,
        constants=(("temptation", 5), ("reward", 3), ("punishment", 1), ("sucker", 0)),
        choices={"choice": CHOICES},
        hidden=True,
    )
    paid = {"cc": (3, 3), "cd": (0, 5), "dc": (5, 0), "dd": (1, 1)}
    full = {"c": "cooperate", "d": "defect"}
    played = [
        Round(number, (("choice", HUMAN, full[both[0]]), ("choice", PLAYER, full[both[1]])), paid[both])
        for number, both in enumerate(history, start=1)
    ]
    due = Due("choice", SIDES, "choice", "What do you do?", choices=("cooperate", "defect"))
    return rules.table(played, due=due, why="All rounds have been played." if over else "")


def trust(
    history: Sequence[tuple[int, int]] = (),
    *,
    sent: int | None = None,
    rounds: int = 5,
    endowment: int = 10,
    unit: str = "$",
    investor: Seat = HUMAN,
) -> Table:
    """The investor sends some of the endowment, it is tripled, and the trustee sends some of that back."""
    trustee = other(investor)
    rules = Rules(
        game="trust",
        title="Trust",
        titles={investor: "Investor", trustee: "Trustee"},
        unit=unit,
        rounds=rounds,
        constants=(("endowment", endowment), ("multiplier", 3)),
        words={"sent": ("sends", "send", "investment", "schickt", "envoyé"), "returned": ("returns", "return", "back")},
    )
    played = [
        Round(
            number,
            (("sent", investor, gave), ("returned", trustee, back)),
            _pair(investor, endowment - gave + back, 3 * gave - back),
        )
        for number, (gave, back) in enumerate(history, start=1)
    ]
    why = "All rounds have been played." if len(played) == rounds else ""
    if sent is None:
        return rules.table(
            played, due=Due("sent", (investor,), "number", "How much do you send?", 0, endowment, 1), why=why
        )
    due = Due("returned", (trustee,), "number", "How much do you send back?", 0, 3 * sent, 1)
    return rules.table(played, [("sent", investor, sent)], due, why)


def auction(
    history: Sequence[tuple[int, int]] = (),
    *,
    values: tuple[int, int] = (70, 64),
    rounds: int = 3,
    unit: str = "$",
) -> Table:
    """Both bid at once; the higher bid wins and pays what it said. Bids are never equal here."""
    rules = Rules(
        game="auction",
        title="Sealed-bid auction",
        titles={HUMAN: "Bidder A", PLAYER: "Bidder B"},
        unit=unit,
        rounds=rounds,
        words={"bid": ("bids", "Gebot", "offre", "puja", "offerta", "lance", "bod")},
        private={HUMAN: VALUE, PLAYER: VALUE},
        secret={HUMAN: values[0], PLAYER: values[1]},
        open=False,
    )
    played = [
        Round(
            number,
            (("bid", HUMAN, own), ("bid", PLAYER, theirs)),
            (values[0] - own, 0) if own > theirs else (0, values[1] - theirs),
        )
        for number, (own, theirs) in enumerate(history, start=1)
    ]
    why = "All rounds have been played." if len(played) == rounds else ""
    return rules.table(played, due=Due("bid", SIDES, "number", "What do you bid?", 0, 100, 1), why=why)


REPLIES = {"yes": ("ja", "oui", "sí", "sì", "sim"), "no": ("nein", "non", "não", "nee")}


def questions(
    history: Sequence[tuple[str, bool]] = (), *, word: str = "piano", guessed: bool = False, rounds: int = 20
) -> Table:
    """Twenty questions: the human asks, the player answers; `guessed` in the last one of `history`."""
    rules = Rules(
        game="questions",
        title="Twenty questions",
        titles={HUMAN: "Guesser", PLAYER: "Keeper"},
        unit="",
        rounds=rounds,
        words={"question": ("Frage", "pregunta", "domanda", "pergunta", "vraag"), "answer": ()},
        choices={"answer": REPLIES},
        private={PLAYER: ("word", "secret word", "Wort", "mot", "palabra", "parola", "palavra", "woord")},
        secret={PLAYER: word},
        open=False,
    )
    played = []
    for number, (question, yes) in enumerate(history, start=1):
        won = guessed and number == len(history)
        moves = (("question", HUMAN, question), ("answer", PLAYER, "yes" if yes else "no"))
        played.append(Round(number, moves, (1, 0) if won else (0, 1) if number == rounds else (0, 0)))
    why = "The word was found." if guessed else "All rounds have been played." if len(played) == rounds else ""
    return rules.table(played, due=Due("question", (HUMAN,), "text", "What do you ask?"), why=why)


ASKED = (
    ("Is it alive?", False),
    ("Is it made by people?", True),
    ("Is it bigger than a chair?", True),
    ("Is it found in most homes?", False),
    ("Is it made of wood?", True),
    ("Does it make a sound?", True),
    ("Do you play it with a bow?", False),
    ("Has it got strings?", True),
    ("Can one person carry it?", False),
    ("Is it black?", True),
    ("Has it got pedals?", True),
    ("Is it an organ?", False),
    ("Is it older than electricity?", True),
    ("Is it a harp?", False),
    ("Is it found in concert halls?", True),
    ("Is it played with sticks?", False),
    ("Is it a harpsichord?", False),
    ("Has it got white parts?", True),
    ("Is it a cello?", False),
    ("Is it a clock?", False),
)
"""Questions about a piano, with their answers."""

MOMENTS: dict[str, Table] = {
    "ultimatum opening": ultimatum(),
    "ultimatum accepted": ultimatum([(60, True)]),
    "ultimatum refused": ultimatum([(20, False)]),
    "ultimatum of five, round 2": ultimatum([(40, True)], rounds=5),
    "ultimatum of five, after a refusal": ultimatum([(40, True), (10, False)], rounds=5),
    "ultimatum of five, over": ultimatum([(50, True), (30, False), (45, True), (40, True), (25, False)], rounds=5),
    "ultimatum, an offer to you": ultimatum(offer=35, rounds=3, unit="€", proposer=PLAYER),
    "ultimatum, a second offer to you": ultimatum([(15, False)], offer=24, pie=60, rounds=3, unit="€", proposer=PLAYER),
    "ultimatum for points": ultimatum([(80, True)], pie=200, rounds=4, unit="points", worded=False),
    "bargaining opening": bargaining(),
    "bargaining, asked for 75": bargaining([40], price=75),
    "bargaining, after two refusals": bargaining([40, 75]),
    "bargaining, the last word": bargaining([40, 75, 50, 66, 55], price=60),
    "bargaining, a deal": bargaining([40, 75, 50, 62], deal=True),
    "bargaining, breakdown": bargaining([30, 80, 38, 72, 44, 65], unit="€"),
    "bargaining in euros": bargaining([52], price=70, unit="€"),
    "dilemma opening": dilemma(),
    "dilemma, both cooperated": dilemma(["cc"]),
    "dilemma, betrayed": dilemma(["cc", "cd"]),
    "dilemma, round 5": dilemma(["cc", "cd", "dd", "dc"]),
    "dilemma, over": dilemma(["cc", "cc", "cd", "dd", "dd", "dc"], rounds=6, over=True),
    "trust opening": trust(),
    "trust, round 2": trust([(6, 9)]),
    "trust, nothing came back": trust([(6, 9), (10, 0)]),
    "trust, over": trust([(6, 9), (10, 0), (0, 0), (4, 6), (5, 8)]),
    "trust, you hold 24": trust(sent=8, unit="€", investor=PLAYER),
    "auction opening": auction(),
    "auction, outbid": auction([(45, 52)]),
    "auction, one each": auction([(45, 52), (58, 49)], unit="€"),
    "auction, over": auction([(45, 52), (58, 49), (61, 55)]),
    "questions opening": questions(),
    "questions, after six": questions(ASKED[:6]),
    "questions, the last one": questions(ASKED[:19]),
    "questions, found": questions([*ASKED[:11], ("Is it a piano?", True)], guessed=True),
    "questions, not found": questions(ASKED),
}
"""The moments that the honest displays belong to."""
