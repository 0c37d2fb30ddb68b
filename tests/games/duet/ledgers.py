"""Ledgers of six small games at several moments, as the facts a display may be made of."""

from __future__ import annotations

from games.core import Seat
from games.duet.facts import Due, Fact, Facts
from games.duet.words import HUMAN, PLAYER, SIDES, Value

ACCEPT = {"accept": ("accepts", "accepted", "annehmen"), "reject": ("rejects", "rejected", "ablehnen")}
TRUST = {"cooperate": ("cooperates", "cooperated"), "defect": ("defects", "defected", "betray")}
REPLY = {"yes": (), "no": (), "correct": ()}


def pair(name: str, human: Value, player: Value, round: int | None = None) -> tuple[Fact, Fact]:
    """One thing that both sides have."""
    return Fact(name, human, HUMAN, round), Fact(name, player, PLAYER, round)


def ultimatum(
    offer: int | None = None, answer: str = "", pie: int = 100, maker: Seat = HUMAN, unit: str = "$"
) -> Facts:
    """Nothing offered yet; with an offer, the answer is due; with an answer, it is over. `maker` offers, the other answers."""
    other = PLAYER if maker == HUMAN else HUMAN
    titles = {maker: "Proposer", other: "Responder"}
    facts = [Fact("pie", pie)]
    due: tuple[Due, ...] = ()
    if offer is None:
        due = (Due("offer", (maker,), "number", "How much do you offer?", 0, pie, 1),)
    else:
        facts.append(Fact("offer", offer, maker, 1, ("bid", "Angebot", "offre")))
        if not answer:
            due = (Due("answer", (other,), "choice", "Do you accept?", choices=("accept", "reject")),)
        else:
            kept = {maker: pie - offer, other: offer} if answer == "accept" else {maker: 0, other: 0}
            facts += [Fact("answer", answer, other, 1)]
            facts += [*pair("payoff", kept[HUMAN], kept[PLAYER], 1), *pair("total", kept[HUMAN], kept[PLAYER])]
    if not answer:
        facts += pair("total", 0, 0)
    why = f"The offer was {'accepted' if answer == 'accept' else 'rejected'}." if answer else ""
    return Facts("Ultimatum", titles, 1, 1, tuple(facts), due, (), {"answer": ACCEPT}, unit, over=bool(answer), why=why)


def bargaining(*offers: int, deal: bool = False, value: int = 82, cost: int = 35, rounds: int = 5) -> Facts:
    """A seller (the player) and a buyer (the human) bid a price in turn, the human first; with a `deal` the last was accepted.
    What it is worth to each is private until then. Without offers, it is the opening."""
    facts: list[Fact] = []
    for number, offer in enumerate(offers, 1):
        maker, other = (HUMAN, PLAYER) if number % 2 else (PLAYER, HUMAN)
        facts.append(Fact("price", offer, maker, number, ("offer", "Preis")))
        if number < len(offers) or deal:
            last = deal and number == len(offers)
            facts.append(Fact("answer", "accept" if last else "reject", other, number))
            facts += pair("payoff", value - offer if last else 0, offer - cost if last else 0, number) if last else ()
    maker, other = (HUMAN, PLAYER) if len(offers) % 2 else (PLAYER, HUMAN)
    private: tuple[tuple[str, ...], ...] = (("value", "valuation"), ("cost", "costs"))
    if deal:
        facts += pair("total", value - offers[-1], offers[-1] - cost)
        facts += [Fact("value", value, HUMAN), Fact("cost", cost, PLAYER)]
        due: tuple[Due, ...] = ()
    else:
        facts += pair("total", 0, 0)
        if offers and other == HUMAN:
            due = (Due("answer", (HUMAN,), "choice", "Do you take this price?", choices=("accept", "reject")),)
        elif not offers:
            due = (Due("price", (HUMAN,), "number", "What price do you offer?", 0, 100, 1),)
        else:
            due = (Due("answer", (PLAYER,), "choice", "Do you take this price?", choices=("accept", "reject")),)
    return Facts(
        "Bargaining",
        {HUMAN: "Buyer", PLAYER: "Seller"},
        max(1, len(offers)),
        rounds,
        tuple(facts),
        due,
        private,
        {"answer": ACCEPT},
        "€",
        over=deal,
        why="They agreed on a price." if deal else "",
    )


PRISONERS = {("cooperate", "cooperate"): (3, 3), ("cooperate", "defect"): (0, 5)}
PRISONERS |= {("defect", "cooperate"): (5, 0), ("defect", "defect"): (1, 1)}


def dilemma(*rounds: tuple[str, str], over: bool = False) -> Facts:
    """Each round: what the human and the player chose. Nobody knows how many rounds there will be; the next is due."""
    facts = [Fact("reward", 3), Fact("temptation", 5), Fact("punishment", 1), Fact("sucker", 0)]
    totals = [0, 0]
    for number, chosen in enumerate(rounds, 1):
        paid = PRISONERS[chosen]
        totals = [total + amount for total, amount in zip(totals, paid, strict=True)]
        facts += [*pair("choice", *chosen, number), *pair("payoff", *paid, number)]
    facts += pair("total", *totals)
    due = () if over else (Due("choice", SIDES, "choice", "Cooperate or defect?", choices=("cooperate", "defect")),)
    return Facts(
        "Prisoner's dilemma",
        {HUMAN: "Human", PLAYER: "Player"},
        len(rounds) if over else len(rounds) + 1,
        len(rounds) if over else None,
        tuple(facts),
        due,
        (),
        {"choice": TRUST},
        "points",
        over=over,
        why="That was the last round." if over else "",
    )


def trust(sent: int | None = None, back: int | None = None) -> Facts:
    """The human may send some of 10 to the player, it is tripled, and the player may send some of it back."""
    facts = [Fact("endowment", 10), Fact("factor", 3)]
    due: tuple[Due, ...] = (Due("sent", (HUMAN,), "number", "How much do you send?", 0, 10, 1),)
    if sent is not None:
        facts += [Fact("sent", sent, HUMAN, 1), Fact("tripled", 3 * sent)]
        due = (Due("back", (PLAYER,), "number", "How much do you send back?", 0, 3 * sent, 1),)
    if sent is not None and back is not None:
        due = ()
        facts += [Fact("back", back, PLAYER, 1, ("returned", "return"))]
        paid = (10 - sent + back, 3 * sent - back)
        facts += [*pair("payoff", *paid, round=1), *pair("total", *paid)]
    else:
        facts += pair("total", 0, 0)
    return Facts(
        "Trust game",
        {HUMAN: "Investor", PLAYER: "Trustee"},
        1,
        1,
        tuple(facts),
        due,
        unit="€",
        over=not due,
        why="The money has been sent back." if not due else "",
    )


def auction(*rounds: tuple[int, int], over: bool = False, values: tuple[int, int] = (70, 64)) -> Facts:
    """Three sealed-bid auctions: each round the human's bid and the player's; the higher pays it. Before the end a payoff would
    give away a value, so that none is among the facts."""
    facts: list[Fact] = []
    totals = [0, 0]
    for number, bids in enumerate(rounds, 1):
        won = 0 if bids[0] >= bids[1] else 1
        paid = [values[side] - bids[side] if side == won else 0 for side in (0, 1)]
        totals = [total + amount for total, amount in zip(totals, paid, strict=True)]
        facts += [*pair("bid", *bids, number)]
        facts += pair("payoff", paid[0], paid[1], number) if over else ()
    due: tuple[Due, ...] = ()
    if over:
        facts += [*pair("total", *totals), *pair("value", *values)]
    else:
        due = (Due("bid", SIDES, "number", "What do you bid?", 0, 100, 1),)
    return Facts(
        "First-price auction",
        {HUMAN: "Bidder A", PLAYER: "Bidder B"},
        len(rounds) if over else len(rounds) + 1,
        3,
        tuple(facts),
        due,
        (("value", "valuation", "worth"),),
        {},
        "$",
        over=over,
        why="All rounds have been played." if over else "",
    )


def questions(*asked: tuple[str, str], over: bool = False, secret: str = "cat") -> Facts:
    """The human asks, the player (who has a word in mind) answers yes or no."""
    facts: list[Fact] = []
    for number, (question, reply) in enumerate(asked, 1):
        facts += [Fact("question", question, HUMAN, number), Fact("reply", reply, PLAYER, number)]
    facts += pair("total", 1 if over else 0, 0)
    if over:
        facts += [Fact("secret", secret, PLAYER), *pair("payoff", 1, 0, len(asked))]
    due = () if over else (Due("question", (HUMAN,), "text", "What do you ask?"),)
    return Facts(
        "Twenty questions",
        {HUMAN: "Guesser", PLAYER: "Keeper"},
        len(asked) if over else len(asked) + 1,
        20,
        tuple(facts),
        due,
        (("secret", "secret word"),),
        {"reply": REPLY},
        "",
        over=over,
        why="The word was found." if over else "",
    )
