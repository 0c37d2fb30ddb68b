"""What somebody's words claim: what they are, what they did and learned at night, whom they suspect and trust.

A deterministic reader of English as people and models write it in such a town (“doc here, N1 healed {p3}”), and of all that
the built-in players say. What is doubtful claims nothing: questions, hearsay, quotations, conditions, jokes about other games,
denials. Seats are {seat} marks, so that names cannot mislead it.
"""

from __future__ import annotations

from typing import Literal

from games.core import Seat, record
from games.town.people import Act, RoleName
from games.town.state import State

Kind = Literal["role", "deed", "result", "accuse", "trust", "whereabouts"]
Source = Literal["said", "whispered", "will"]


@record
class Claim:
    """One thing that `seat` claims on that day, in the words `text` (the whole statement).

    *role*: to be `role`; or, without one, of a faction or alignment, which `found` names (“town”, “town protective”).
    *deed*: to have done `act` to `target` (None: to nobody) in `night`; a Jailor's jailing is no act of the night, and has
    None for `act` and “jailed” for `found`; a Transporter's second target stands in `found` (“p4”).
    *result*: what `act` (None: the words do not say) on `target` found: “suspicious”, “innocent”, “attacked” (a Doctor's
    patient), roles (“escort, transporter, consort”, in the Investigator's order where they are a group), seats of visitors
    (“p4, p5”) or “nobody”; a Spy's (act “bug”) has no target, and the seats that the Mafia visited.
    *whereabouts*: what became of the speaker in `night`, in `found`: “home”, “jailed”, “blocked”, “attacked”, “healed”,
    “guarded”, “transported”, “controlled”, “doused”.
    *accuse*: `target` is evil or lies; as what, in `role` (“{p4} is the Mafioso”); “not sheriff” in `found`.
    *trust*: `target` is of the Town or honest, with `role` where one is named (“{p4} is the Doctor”).

    `night` is 0 where none is named. `source` is “whispered” for all that not everybody heard (whispers, the jail, a seance).
    """

    day: int
    seat: Seat
    kind: Kind
    text: str
    role: RoleName | None = None
    night: int = 0
    act: Act | None = None
    target: Seat | None = None
    found: str = ""
    source: Source = "said"


def claims_in(text: str, seat: Seat, day: int, source: Source = "said") -> tuple[Claim, ...]:
    """What a statement or a will of `seat` claims; `text` has {seat} marks."""
    return ()


def claims_of(view: State) -> tuple[Claim, ...]:
    """All that the view heard claimed, in order, and then what the wills of the dead claim."""
    return ()


def contradicted(view: State, claim: Claim) -> tuple[str, ...]:
    """What everybody knows that does not agree with the claim, as sentences with {seat} marks."""
    return ()
