"""What the built-in players say: what they claim and learned, whom they suspect, what they ask and agree to.

Sentences have {seat} marks for names, and every one of them is read by `claims` as exactly what it is meant to claim; tests
hold them to it.
"""

from __future__ import annotations

import random
from typing import Literal

from games.core import Seat, record
from games.town.people import Act, RoleName

Aim = Literal[
    "claim", "report", "accuse", "trust", "deny", "ask", "agree", "vote", "spare", "chat", "greet", "farewell",
    "propose", "second", "demand", "plead",
]  # fmt: skip
Why = Literal["", "result", "counter", "contradicted", "quiet", "votes", "will", "visited", "wagon", "changed"]
"""Why somebody is accused: what one found out oneself; they claim one's own role (`Intent.role`); what everybody knows speaks
against what they claim; they say little; they voted to save somebody bad; a dead one's will names them; they were seen at a
victim's house; they push too hard; they claim now this and now that."""


@record
class Entry:
    """One night of somebody's log, true or invented. `act` None: they stayed at home, were jailed … as `found` says (“home”,
    “jailed”, “blocked”, “attacked”, …; see whereabouts in `claims.Claim`), or with a target: they jailed somebody. `found` is
    what came of it, as in `claims.Claim`; empty where nothing did. `other` is a Transporter's second target."""

    night: int
    act: Act | None = None
    target: Seat | None = None
    found: str = ""
    other: Seat | None = None


@record
class Intent:
    """What somebody means to say.

    By day: *claim* to be `role`, with the log of their nights; *report* the entries of the log (a result, mostly), without or
    with the role; *accuse* `target`, `why`; *trust* (defend) `target`, as a `role` where one is named; *deny* an accusation, by `target` if given; *ask*
    `target` for their role; *agree* (with `target`, if given); *vote* to put `target` on trial; *spare* them; *chat*: nothing important;
    *greet* on day 1; *farewell*: last words, with a role and a log or without. At night: *propose* `target` for a victim and *second* it, in the Mafia's or the Vampires' room;
    *demand* a claim of the prisoner; *plead* as the prisoner, who claims `role` and the log if there is one.
    """

    aim: Aim
    target: Seat | None = None
    role: RoleName | None = None
    log: tuple[Entry, ...] = ()
    why: Why = ""


def said(intent: Intent, rng: random.Random) -> str:
    """The intent in words, at most 200 characters, with {seat} marks."""
    return ""
