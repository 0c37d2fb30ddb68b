"""What the built-in player of Town does with what it believes: whom to visit, to jail, to accuse, to hang, and what to pass for.

Every role plays to win. The Town looks where it is in doubt, protects whoever the other side must fear, and hangs by what it
believes. Whoever has something to hide votes and speaks by what an onlooker would believe, never by what it knows, and keeps
to a part that the role list leaves open.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import cast

from games.core import Seat, Temper, record
from games.town.asks import menu
from games.town.claims import claims_of
from games.town.events import Claim, Verdict
from games.town.mind import KILLER, MAFIA, PARTY, TOWN, Belief, believe, evidence, left, met
from games.town.people import Act, Order, RoleName
from games.town.roles import GROUPS, ROLE
from games.town.rooms import mates
from games.town.state import State
from games.town.trial import tally, threshold
from games.town.wills import log_of

# How sure one has to be, for a player of middling temper. Found by playing many games.
TRIAL = 0.5
"""How likely somebody must be evil to be put on trial, and …"""
GUILTY = 0.46
"""… to be found guilty."""
WARY = 0.2
"""By how much a wary player needs less than a trusting one."""
BASE_RATE = 1.25
"""But never less than so many times what anybody is likely to be."""
HERD = 0.06
"""What one nomination by somebody else is worth, in likelihood, …"""
PUSH = 3
"""… and how many times as much to those who kill, when it decides the game."""
WORD = 0.3
"""What it is worth to do as one has said: more than what all others do, less than what one has learned since."""
SOONER = 0.1
"""By how much less will do to say it of somebody, and to find guilty whom one has said it of."""
CHANCE = 0.7
"""How much chance there is in what the weakest of all thinks of somebody, from end to end. It lasts all day."""
SHOOT = 0.72
EXECUTE = 0.68
GUESS, CARE = 1.2, 0.8
"""How much chance there is in whom killers go to, and in whom the Town protects."""
IMPATIENCE = 0.12
"""By how much less will do when nobody has died since yesterday's dawn: the town is about to lose the game to boredom, …"""
YIELDING = 0.15
"""… and by how much less again for whom most others want on trial, when asked a second time."""
GAMBIT = 0.5
"""How often somebody evil, of middling boldness, makes up a result when one more wrong rope would decide it."""
ONTO = 0.8
"""How much more those who kill want whoever is onto them."""
JAIL_TOP = 3
"""A Jailor picks among so many of the likeliest."""

WORTH: Mapping[RoleName, float] = {
    "mayor": 3.0, "jailor": 3.0, "sheriff": 2.4, "investigator": 2.4, "spy": 1.8, "lookout": 1.9, "vigilante": 1.6,
    "retributionist": 1.6, "doctor": 1.7, "bodyguard": 1.3, "transporter": 1.3, "escort": 1.4, "medium": 1.2,
    "vampire hunter": 1.2, "veteran": 0.3,
}  # fmt: skip
"""What somebody with such a claim is worth to the Town, and how much the others fear them. Nobody calls on a Veteran."""

STRONG: Sequence[RoleName] = (
    "investigator", "sheriff", "serial killer", "werewolf", "arsonist", "lookout", "doctor", "vigilante", "escort", "spy",
    "bodyguard", "transporter", "consigliere", "mafioso", "godfather", "medium", "consort", "janitor", "blackmailer",
)  # fmt: skip
"""What an Amnesiac would like to be, the best first."""


@record
class Head:
    """Somebody at the table with all that it decides by. `sees` is what it believes; `seems` is what an onlooker would."""

    s: State
    me: Seat
    role: RoleName
    rng: random.Random
    temper: Temper

    @property
    def sees(self) -> Belief:
        return believe(self.s, self.me)

    @property
    def seems(self) -> Belief:
        return believe(self.s, None)

    @property
    def thinks(self) -> Belief:
        """What it goes by before others: what it believes, or what it may let on."""
        return self.sees if self.honest else self.seems

    @property
    def party(self) -> int:
        return PARTY[self.role]

    @property
    def honest(self) -> bool:
        """Whether it plays with open cards: the Town, and those who only want to live or have no side yet."""
        return PARTY[self.role] == TOWN or self.role in ("survivor", "amnesiac")

    @property
    def others(self) -> list[Seat]:
        return [seat for seat in self.s.alive if seat != self.me]

    @property
    def quarry(self) -> Seat | None:
        """Whom an Executioner wants hanged, as long as they live."""
        quarry = self.s.cast[self.me].quarry
        return quarry if quarry in self.s.alive else None

    @property
    def friends(self) -> tuple[Seat, ...]:
        return mates(self.s, self.me)

    def evil(self, seat: Seat) -> float:
        """How likely somebody is to have to hang, to one of this strength: the weaker, the more chance there is in it, for and
        against them alike, the same all day, whatever it is asked for."""
        sure, noise = self.thinks.evil(seat), CHANCE * (1 - self.temper.strength)
        return sure + noise * (_lot(self, f"{seat} {self.s.day}").random() - 0.5) if noise > 0 else sure

    def likeliest(self, among: Iterable[Seat], score: Callable[[Seat], float], chance: float = 0.1) -> Seat | None:
        """The one with the highest score, give or take some chance."""
        rated = [(score(seat) + chance * self.rng.random(), seat) for seat in among]
        return max(rated)[1] if rated else None


# ── the night ─────────────────────────────────────────────────────────────────────────────────────────────────────────

NEVER = -9.0
"""What nobody does, whatever the dice say; what is worth more than half of it is better than to sleep."""
SURELY = 9.0


def night_order(head: Head) -> Order | None:
    """What to do tonight: of all that one may do what one wants most, give or take some chance; None: sleep."""
    orders = menu(head.s, head.me)
    willing = {
        act: head.rng.random() < _OFTEN[act](head) for act in dict.fromkeys(o.act for o in orders) if act in _OFTEN
    }
    wishes = [(_wish(head, order), order) for order in orders if willing.get(order.act, True)]
    best, order = max(wishes, key=lambda wish: wish[0], default=(NEVER, None))
    return order if best > NEVER / 2 else None


def _wish(head: Head, order: Order) -> float:
    """How much one wants to do that."""
    gladly, chance = _WISHES[order.act]
    second = _SECOND[order.act](head, order.other) if order.other is not None else 0.0
    again = AGAIN.get(order.act, 0.0) if order.target is not None and order.target == _last_target(head) else 0.0
    return gladly(head, order.target or head.me) + second - again + chance * head.rng.random()


AGAIN: Mapping[Act, float] = {"watch": 0.8, "heal": 0.8, "guard": 0.8, "block": 0.25}
"""How much less one wants to go where one was last night: whoever reads it from one's will, or sees it, knows where one is not. Of a
suspect, with the proof that a quiet night is, it takes more to let go."""


def _last_target(head: Head) -> Seat | None:
    order = head.s.nights[-1].get(head.me) if head.s.nights else None
    return order.target if order is not None else None


def fear(head: Head, seat: Seat) -> float:
    """How much somebody counts for the Town, as everybody can see."""
    seems = head.seems
    role = "mayor" if seat in head.s.mayors else seems.claimed.get(seat)
    worth = WORTH.get(role, 0.6) if role is not None else 1.0
    return worth * seems.town(seat)


def _ward(head: Head, seat: Seat) -> float:
    """Looks after the likeliest victim who deserves it."""
    return fear(head, seat) * head.sees.town(seat)


def _patient(head: Head, seat: Seat) -> float:
    """A Doctor is most afraid for himself when he is known."""
    if seat == head.me:
        return SURELY if head.rng.random() < (0.6 if _known(head) else 0.1) else NEVER
    return NEVER if seat in head.s.mayors else _ward(head, seat)


def _known(head: Head) -> bool:
    return head.me in head.seems.claimed


def _doubt(head: Head, seat: Seat) -> float:
    """Investigates whom it is most in doubt about, and has not looked at yet."""
    sees = head.sees
    evil = sees.evil(seat)
    read = any(claim.target == seat for claim in log_of(head.s, head.me))
    return evil * (1 - evil) + 0.3 * evil + 0.2 * (1 - sees.town(seat)) - 2.0 * read - (seat in sees.known)


def _hindered(head: Head, seat: Seat) -> float:
    """An Escort keeps the likeliest killer at home, a Consort whoever the Town needs."""
    if head.honest:
        return head.sees.evil(seat)
    return NEVER if head.seems.claimed.get(seat) == "veteran" else _silenced(head, seat)


def _silenced(head: Head, seat: Seat) -> float:
    """Whoever has most to say tomorrow: not the one who will be dead by then."""
    return NEVER if seat == agreed(head.s, head.me) else fear(head, seat)


def _suspect(head: Head, seat: Seat) -> float:
    """A Vigilante shoots whom he is convinced of, and nobody twice who was too strong."""
    evil = head.evil(seat)
    line = SHOOT + WARY / 2 - 0.3 * (head.temper.boldness - 0.5) - WARY * head.temper.suspicion
    return evil if evil >= line and seat not in met(head.s, head.me, "too_strong") else NEVER


def _prisoner(head: Head, seat: Seat) -> float:
    """A Jailor executes the convicted, and whoever lies in the cell."""
    lies = seat in head.sees.liars
    line = EXECUTE + WARY / 2 - WARY * head.temper.suspicion - 0.2 * (head.temper.boldness - 0.5) - 0.15 * lies
    return SURELY if head.evil(seat) >= line else NEVER


def _coffin(head: Head, seat: Seat) -> float:
    return head.sees.of(seat)[KILLER] - 0.2 * any(order.target == seat for order in _deeds(head))


def _risen(head: Head, seat: Seat) -> float:
    """A Retributionist waits for somebody worth it, though not for ever."""
    worth = WORTH.get(head.sees.known.get(seat, "veteran"), 1.0)
    return worth if worth >= 2.0 or head.s.day >= 5 else NEVER


def _remembered(head: Head, seat: Seat) -> float:
    """An Amnesiac takes something strong, or in the end whatever there is."""
    role = head.sees.known.get(seat)
    rank = STRONG.index(role) if role in STRONG else len(STRONG)
    return NEVER if role is None or (head.s.day < 5 and rank > 7) else 1 / (1 + rank)


# ── those who kill ────────────────────────────────────────────────────────────────────────────────────────────────────


def agreed(s: State, me: Seat) -> Seat | None:
    """Whom those with `me` tonight want dead: the first whom the highest of them has named."""
    named: dict[Seat, Seat] = {}
    for line in s.lines_of(me):
        if line.day != s.day or line.phase != "night":
            break
        if line.room in ("mafia", "vampires") and line.seat is not None:
            whom = next((seat for seat in s.alive if f"{{{seat}}}" in line.text), None)
            if whom is not None:
                named[line.seat] = whom  # lines come the last first: the first thing that somebody said stays
    return next((named[seat] for seat in in_command(s, me) if seat in named), None)


def in_command(s: State, me: Seat) -> list[Seat]:
    """Those who are together at night, whoever decides first of all."""
    rank = {"godfather": 0, "mafioso": 1}
    ours = (*mates(s, me), me)
    return sorted(ours, key=lambda seat: (rank.get(s.role(seat) or "", 2), s.seats.index(seat)))


def victim(head: Head, among: Iterable[Seat]) -> Seat | None:
    """Whom one would have killed, or bitten."""
    gladly, chance = (_prey, 0.4) if head.role == "vampire" else (_quarry, GUESS)
    return head.likeliest(among, lambda seat: gladly(head, seat), chance)


def _quarry(head: Head, seat: Seat) -> float:
    """The most feared, but not always, for Doctors think likewise, and nobody whom they have just saved; nor whom the town is
    about to hang, nor who plays against the Town, too."""
    saved = head.s.nights and (order := head.s.nights[-1].get(head.me)) and order.target
    worth = 0.5 * fear(head, seat) - 0.8 * max(0.0, head.seems.evil(seat) - 0.35) + head.sees.town(seat)
    role = head.sees.known.get(seat)
    if role is not None:
        worth += 0.4 * WORTH.get(role, 0.5)
    worth += ONTO * (seat in _onto_us(head))
    return worth - 0.6 * (role in ("veteran", "jester")) - 0.7 * (seat == saved)


def _onto_us(head: Head) -> set[Seat]:
    """Who has accused those who kill, or looked into them with such a result."""
    ours, told = {head.me, *head.friends}, evidence(claims_of(head.s))
    blamed = (each for each in told.opinions if each.kind == "accuse")
    looked = (each for each in told.results if each.found == "suspicious")
    return {each.seat for each in (*blamed, *looked) if each.target in ours}


def _prey(head: Head, seat: Seat) -> float:
    """Vampires go to whoever looks like an ordinary townsman, and not to those who could bite back."""
    hard = ("vampire hunter", "veteran", "jailor")
    return head.seems.town(seat) - 0.7 * (head.seems.claimed.get(seat) in hard)


def _deeds(head: Head) -> list[Order]:
    """What one has meant to do, night by night."""
    return [order for night in head.s.nights if (order := night.get(head.me)) is not None]


def _together(alone: Callable[[Head, Seat], float]) -> Callable[[Head, Seat], float]:
    """Whom those who kill together have agreed on, or whom one would have taken alone."""
    return lambda head, seat: SURELY if seat == agreed(head.s, head.me) else alone(head, seat)


def _doused(head: Head) -> set[Seat]:
    """Those alive on whom there is an Arsonist's petrol."""
    wet: set[Seat] = set()
    for order in _deeds(head):
        wet = wet | {order.target} if order.act == "douse" and order.target else set()
    return wet.intersection(head.s.alive)


def _lights(head: Head) -> float:
    """An Arsonist lights the match when it is worth it: enough of those who live are doused."""
    wet, others = len(_doused(head)), len(head.others)
    enough = max(1, min(others, 2 + round(2 * (1 - head.temper.boldness)), (others + 1) // 2))
    return float(wet >= enough or (wet >= 2 and head.seems.evil(head.me) > 0.7))


def _framed(head: Head, seat: Seat) -> float:
    """Somebody whom the Town is likely to look at next, and who will live to be seen."""
    return NEVER if seat == agreed(head.s, head.me) else head.seems.evil(seat)


def _puppet(head: Head, seat: Seat) -> float:
    """A Witch sends those with a weapon to whoever the Town needs; and looks for one, else."""
    seen = met(head.s, head.me, "witch_role").get(seat)
    role = seen.roles[0] if seen else head.sees.claimed.get(seat)
    return NEVER if seat == head.me else 0.5 if role is None else 1.0 if ROLE[role].attack else 0.3


_WISHES: Mapping[Act, tuple[Callable[[Head, Seat], float], float]] = {
    "heal": (_patient, CARE), "guard": (_ward, CARE), "watch": (_ward, CARE), "bug": (_ward, CARE), "swap": (_ward, 0.4),
    "question": (_doubt, 0.12), "investigate": (_doubt, 0.12), "consult": (_doubt, 0.12), "block": (_hindered, 0.1),
    "shoot": (_suspect, 0.02), "execute": (_prisoner, 0.0), "stake": (_coffin, 0.15), "revive": (_risen, 0.1),
    "remember": (_remembered, 0.0), "kill": (_together(_quarry), GUESS), "bite": (_together(_prey), 0.4),
    "stab": (_quarry, GUESS), "rampage": (_quarry, GUESS),
    "douse": (lambda head, seat: NEVER if seat in _doused(head) else _quarry(head, seat), GUESS),
    "frame": (_framed, 0.4), "disguise": (lambda head, seat: head.seems.town(seat), 0.3), "blackmail": (_silenced, 0.6),
    "clean": (_together(lambda head, seat: NEVER), 0.0), "forge": (_together(lambda head, seat: NEVER), 0.0),
    "control": (_puppet, 0.4), "haunt": (lambda head, seat: 0.0, 1.0),
    "vest": (lambda head, me: SURELY, 0.0), "alert": (lambda head, me: SURELY, 0.0), "ignite": (lambda head, me: SURELY, 0.0),
}  # fmt: skip
"""How much one wants to do what to whom, and how much chance there is in it."""

_SECOND: Mapping[Act, Callable[[Head, Seat], float]] = {
    "swap": lambda head, seat: head.sees.evil(seat), "revive": lambda head, seat: head.sees.evil(seat),
    "control": lambda head, seat: NEVER if seat == head.me else 0.5 * fear(head, seat),
}  # fmt: skip
"""On whom else: a Transporter puts a suspect in the place of whoever the Town cannot do without."""


def _vests(head: Head) -> float:
    """A Survivor counts the vests against the nights that are left; a Bodyguard takes care when he is known."""
    if head.role == "bodyguard":
        return 0.5 if _known(head) else 0.08
    return 0.15 + 0.12 * _uses(head) + 0.25 * (len(head.s.alive) <= 6) - 0.25 * (head.s.day == 1)


def _uses(head: Head) -> int:
    return head.s.cast[head.me].uses or 0


_OFTEN: Mapping[Act, Callable[[Head], float]] = {
    "vest": _vests, "ignite": _lights, "swap": lambda head: 0.45 + 0.4 * head.temper.boldness,
    "alert": lambda head: 0.25 + 0.3 * head.temper.boldness + 0.1 * (head.s.day > 1) + 0.1 * (_uses(head) > 1),
    "clean": lambda head: 0.75, "forge": lambda head: 0.6, "remember": lambda head: 0.4 if head.s.day < 3 else 1.0,
}  # fmt: skip
"""How often one is in the mood for it at all, where not always."""


# ── the jail ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def whom_to_jail(head: Head) -> Seat | None:
    """One of the likeliest to be evil, and rather one who has claimed nothing; never a revealed Mayor, nor who is about to hang."""
    sees = head.sees
    able = [seat for seat in head.others if seat not in (*head.s.mayors, head.s.accused) and seat not in sees.known]
    if not able:
        return None
    top = sorted(able, key=lambda seat: sees.evil(seat) + 0.05 * (seat not in sees.claimed), reverse=True)[:JAIL_TOP]
    return head.likeliest(top, head.evil, 0.15)


# ── trials ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def decisive(head: Head) -> bool:
    """Whether one more wrong rope, and the night after it, make those who kill as many as all others: now it is worth being seen."""
    ours = 1 + len(head.friends)
    return head.party in (MAFIA, KILLER) and 2 * ours >= len(head.s.alive) - 2


def need(head: Head, base: float) -> float:
    """How likely somebody must be evil: less for the wary, and never so little that it could be anybody."""
    others = head.others
    anybody = sum(map(head.thinks.evil, others)) / max(1, len(others))
    least = max(base + WARY / 2 - WARY * head.temper.suspicion, min(0.9, BASE_RATE * anybody))
    return least - IMPATIENCE * bored(head.s)


def bored(s: State) -> bool:
    """Whether nobody has died for so long that the town had better agree on somebody."""
    return s.day > 3 and not any(grave.day >= s.day - 1 for grave in s.graves)


def whom_to_try(head: Head, allowed: Collection[str]) -> Seat | None:
    """Whom to nominate: the likeliest, or of those about as likely the one whom most others want on trial; None: nobody."""
    s = head.s
    able = [seat for seat in head.others if seat in allowed and seat not in s.mayors]
    votes = tally(((who, whom) for who, whom in s.voters if who != head.me), s.mayors)
    stuck = (
        bored(s) and max(votes.values(), default=0) > 1
    )  # then they, too, would rather see anybody hang than the game end in nothing
    tried = {each.accused for each in s.sentences if each.day == s.day}
    blamed, trusted = _words_today(head)
    if head.role == "jester" and not stuck:  # who accuses whom nobody suspects
        return min(able, key=lambda seat: (seat not in blamed, votes[seat], head.seems.evil(seat)), default=None)
    if head.quarry in able and not stuck:
        return head.quarry
    worth = {
        seat: head.evil(seat)
        + HERD * min(votes[seat], 4) * (PUSH if decisive(head) else 1)
        - 0.25 * (seat in tried)
        + WORD * ((seat in blamed) - (seat in trusted))
        for seat in able
        if seat not in head.friends
    }
    if not worth:
        return None
    best = max(worth, key=lambda seat: worth[seat])
    line, most = need(head, TRIAL), max(votes[seat] for seat in worth)
    first = max((seat for seat in worth if votes[seat] == most), key=lambda seat: worth[seat])
    if most > 1 and stuck and best not in blamed and worth[first] >= line - YIELDING:
        return first  # A town that waits for the night is lost: better a doubtful trial than none.
    if not head.honest:
        joins = decisive(head) or votes[best] >= max(
            1, threshold(len(s.alive)) // 3
        )  # it costs nothing to go with others
        line = 0.0 if joins else line - 0.05
    return best if worth[best] >= line else None


def _words_today(head: Head) -> tuple[set[Seat], set[Seat]]:
    """Whom one has accused today before the town, or told guilty, and for whom one has stood up."""
    mine = [
        each for each in claims_of(head.s) if each.seat == head.me and each.day == head.s.day and each.source == "said"
    ]
    named = [each for each in mine if each.target is not None]
    blamed = {cast(Seat, each.target) for each in named if each.kind == "accuse" or each.found == "suspicious"}
    return blamed, {cast(Seat, each.target) for each in named if each.kind == "trust" or each.found == "innocent"}


def verdict(head: Head) -> Verdict:
    """Guilty or not, of who stands trial."""
    accused = head.s.accused
    assert accused is not None
    if head.role == "jester":
        return "guilty" if head.rng.random() < 0.7 else "innocent"
    if accused == head.quarry:
        return "guilty"
    seems, line = head.seems.evil(accused), need(head, GUILTY)
    if decisive(head):
        return "innocent" if accused in head.friends else "guilty"
    if accused in head.friends:
        # Nobody can save who is lost, and whoever tries is remembered.
        return "guilty" if seems > line else "innocent"
    if not head.honest:
        # Who is against the Town hangs whom one may hang, and a little more.
        if seems >= line - 0.1 - 0.2 * head.temper.boldness:
            return "guilty"
        return "innocent" if head.rng.random() < 0.7 else "abstain"
    evil, line = head.evil(accused), line - SOONER * (accused in _words_today(head)[0])
    if abs(evil - line) < 0.04:
        # Whoever has brought somebody to trial does not leave it to others.
        return "guilty" if head.s.ballot.votes.get(head.me) == accused else "abstain"
    return "guilty" if evil > line else "innocent"


def reveals(head: Head) -> bool:
    """Whether a Mayor steps forward: when it decides a vote, when accused, or when few are left."""
    s = head.s
    if s.day < 2:
        return False
    top = max((head.sees.evil(seat) for seat in head.others), default=0.0)
    return len(s.alive) <= 7 or s.day >= 4 or (top > 0.6 and head.rng.random() < 0.3 + 0.4 * head.temper.boldness)


# ── a part to play ────────────────────────────────────────────────────────────────────────────────────────────────────

_HARMLESS: Mapping[RoleName, float] = {
    "doctor": 1.0, "lookout": 0.7, "escort": 1.0, "bodyguard": 1.0, "vigilante": 0.8, "sheriff": 0.4, "investigator": 0.1,
    "medium": 0.9, "spy": 0.4, "transporter": 0.7, "retributionist": 0.5, "vampire hunter": 0.5,
}  # fmt: skip
"""What one may pass for, and how gladly."""


def part(head: Head) -> RoleName:
    """What somebody passes for: what they are, or (whoever has something to hide) a role of the Town's that the list leaves
    open and nobody else claims. What they have claimed once they keep to."""
    if head.honest:
        return head.role
    before = evidence(claims_of(head.s)).roles.get(head.me)
    if before is not None:
        return before
    written = next((each.role for each in head.s.paper(head.me, "will").means or () if each.kind == "role"), None)
    if written is not None and scapegoat(head) is None and _open(head, written):
        return written
    seems = head.seems
    taken = Counter(role for seat, role in seems.claimed.items() if seat != head.me)
    # Those who know each other take turns by one lot: no two of them say the same.
    team = sorted({head.me, *(seat for seat in head.friends if seat in head.s.alive)})
    lot, accuses = random.Random(f"{team if len(team) > 1 else head.me} {head.s.slots}"), scapegoat(head) is not None
    silent = [seat for seat in team if seat not in seems.claimed or seat == head.me]
    # Whoever is that may have yet to say so; against somebody's word one goes only where nothing else is left.
    late = {role: seems.rest.roles[role] - taken[role] for role in _HARMLESS if seems.rest.most.get(role)}
    if not seems.rest.most.get("vampire"):
        late.pop("vampire hunter", None)  # who would have nobody to hunt
    # Another of those who lie shown is hard to believe in, and what somebody evil said before them nobody believes.
    liars = {seat for seat, its in seems.known.items() if PARTY[its] != TOWN}
    buried = {
        *seems.known.values(),
        *(its for seat, its in evidence(claims_of(head.s), False).roles.items() if seat in liars),
    }
    doubt = {role: (1.0 if late[role] <= 0.5 else 0.3) * (0.1 if role in buried else 1.0) for role in late}
    gladly = {role: _HARMLESS[role] * lot.random() * doubt[role] for role in late}
    if accuses:
        return "sheriff"
    able = [role for role in gladly if _open(head, role)] or list(gladly)
    if seen := _sightings(head):
        able = [role for role in able if ROLE[role].acts and not _IDLE.intersection(ROLE[role].acts)] or able
        if any(_struck(head, night, seat) for night, seat in seen.items()):  # who was there to save them, and did not?
            able = [role for role in able if not _SAVING.intersection(ROLE[role].acts)] or able
    best = sorted(able, key=lambda role: (taken[role] > 0, -gladly[role])) or ["doctor"]
    return best[min(silent.index(head.me), len(best) - 1)]


def tenable(head: Head, role: RoleName) -> bool:
    """Whether one may say to be that: what one is, or what the list still leaves room for, beside all who say so too."""
    if head.honest:
        return True
    if evidence(claims_of(head.s), False).roles.get(head.me) == role:
        return room(head, role)
    return _open(head, role)


def room(head: Head, role: RoleName, *claimed: RoleName) -> bool:
    """Whether the role list has room for that beside all who were shown, whoever must have killed somebody, and these."""
    known = Counter(head.seems.known.values())
    killed = {
        cast(RoleName, cause)
        for grave in head.s.graves
        for cause in grave.causes
        if cause in ("veteran", "vigilante", "jailor")
    }
    there = tuple(sorted((*known.elements(), *claimed, *(each for each in killed if each != role and not known[each]))))
    return len(there) < len(head.s.slots) and left(head.s.slots, there).most.get(role, 0) > 0


def _lot(head: Head, what: object = "") -> random.Random:
    """Dice that fall the same whenever the seat throws them in this game."""
    return random.Random(f"{head.me} {what} {head.s.slots} {head.role}")


def scapegoat(head: Head) -> tuple[int, Seat] | None:
    """Whom somebody with something to hide means to call guilty, as a Sheriff who has found them out in a night (the number):
    an Executioner the one who is wanted; a bold one of the others, once it decides the game, whoever looks worst of those who
    are not with them. It takes a Sheriff whom nobody denies, and what has been said stays."""
    if head.honest or head.role == "jester" or _spent(head):
        return None
    s, told = head.s, evidence(claims_of(head.s))
    for each in told.results:
        if each.seat == head.me and each.found == "suspicious" and each.target is not None:
            return each.night, each.target
    if told.roles.get(head.me, "sheriff") != "sheriff" or not _open(head, "sheriff"):
        return None
    lot, whom = _lot(head, "scapegoat"), s.cast[head.me].quarry
    if whom is not None:
        night = lot.choice((1, 1, 2, 2, 3))
        return (night, whom) if _lived(s, whom, night) else None
    if lot.random() > GAMBIT * 2 * head.temper.boldness or not decisive(head):
        return None
    able = [seat for seat in head.others if seat not in (*head.friends, *s.mayors)]
    return (s.day - 1, max(able, key=head.seems.evil)) if able and s.day > 1 else None


def _spent(head: Head) -> bool:
    """Whether all whom a Sheriff could find suspicious have been shown."""
    rest = head.seems.rest.roles
    shown = any(ROLE[role].suspicious for role in head.seems.known.values())
    return shown and not any(ROLE[role].suspicious and count > 0.3 for role, count in rest.items())


def _open(head: Head, role: RoleName) -> bool:
    """Whether the role list leaves room for another who claims that, beside all who have claimed something of the Town, and nobody of
    one's own has claimed it."""
    known, told = head.sees.known, evidence(claims_of(head.s)).roles  # of the dead, too
    ours = any(
        its == role and seat != head.me and PARTY[known[seat]] == head.party
        for seat, its in told.items()
        if seat in known
    )
    claimed = [
        its
        for seat, its in head.seems.claimed.items()
        if seat not in (head.me, *head.seems.known) and PARTY[its] == TOWN
    ]
    return not ours and room(head, role, *claimed)


_IDLE: frozenset[Act] = frozenset({"shoot", "revive", "execute", "alert", "bug"})
"""What nobody makes up: they stayed at home, they say."""
_SAVING: frozenset[Act] = frozenset({"heal", "guard"})
_PLAIN = tuple(group for group in GROUPS if {"escort", "medium", "lookout"}.intersection(group))


def invented(head: Head, role: RoleName) -> tuple[Claim, ...]:
    """The nights that somebody in that part would have had: always the same for the same seat, and as they were told."""
    blamed = scapegoat(head) if role == "sheriff" else None
    mine = [each for each in evidence(claims_of(head.s)).results if each.seat == head.me]
    said = [Claim(each.kind, None, each.night, each.act, each.target, each.found) for each in mine]
    will = head.s.paper(head.me, "will").means or ()
    acts = ROLE[role].acts
    own = any(each.role == role for each in will)
    written = [each for each in will if own and each.kind != "role" and (each.act is None or each.act in acts)]
    said = [each for each in said if each.act is None or each.act in acts]
    told = {each.night: each for each in (*written, *said)}  # what one has written down one keeps to
    for night, whom in (*_sightings(head).items(), *([blamed] if blamed else [])):
        if night in told and told[night] not in said and told[night].target != whom:
            del told[night]
    for night in range(1, head.s.day):
        if night not in told and (each := _invented(head, role, night, blamed, [*told.values()])) is not None:
            told[night] = each
    return tuple(told[night] for night in sorted(told))


def _invented(
    head: Head, role: RoleName, night: int, blamed: tuple[int, Seat] | None, before: Sequence[Claim]
) -> Claim | None:
    """A night that nothing speaks against which was said: nobody is cleared whom one accuses, or knows for one's own."""
    act = next(iter(ROLE[role].acts), None)
    if act is None:
        return None
    if act in _IDLE:
        return Claim("whereabouts", night=night, found="home")
    lot, told = _lot(head, night), evidence(claims_of(head.s))
    for kept in ("jailed", "blocked"):
        if any((each.night, each.found) == (night, kept) for each in log_of(head.s, head.me)):
            return Claim("whereabouts", night=night, found=kept)  # the Jailor knows, or the Escort
    for each in told.results:
        held = each.found == "jailed" or (each.act == "block" and "block" not in ROLE[role].immune)
        if each.target == head.me and each.night == night and held:
            return Claim("whereabouts", night=night, found=each.found or "blocked")
    met_at = _sightings(head).get(night)
    rivals = {seat for seat, its in head.seems.claimed.items() if its == role}
    rivals |= {each.seat for each in told.results if each.target == head.me and each.found == "suspicious"}
    accused = {each.target for each in told.opinions if each.seat == head.me and each.kind == "accuse"}
    watched = {each.target for each in told.results if (each.night, each.act) == (night, "watch")}
    busy = {each.seat for each in told.results if each.night == night} if act == "block" else set()
    jailed = {each.target or each.seat for each in claims_of(head.s) if (each.night, each.found) == (night, "jailed")}
    jailed |= {grave.seat for grave in head.s.graves if grave.day == night and "jailor" in grave.causes}
    there = [seat for seat in head.s.seats if seat not in (head.me, *jailed) and _lived(head.s, seat, night)]
    if act in _SAVING or act == "watch":  # others know that somebody came there
        busy |= {seat for seat in there if _struck(head, night, seat)}
    idle = [
        each.seat for each in claims_of(head.s) if (each.night, each.found) == (night, "blocked") and act == "block"
    ]
    avoided = {
        *busy,
        head.me,
        blamed and blamed[1],
        *head.friends,
        *watched,
        *rivals,
        *(accused if act == "question" else ()),
    }
    looked = {each.target for each in before}
    able = [seat for seat in there if seat not in avoided]
    able = [seat for seat in able if seat in idle] or able  # who says that somebody kept them busy
    fresh = [seat for seat in able if seat not in looked]
    if act == "question" and not fresh and not met_at and not (blamed and blamed[0] == night):
        return Claim("whereabouts", night=night, found="home")
    target = met_at or lot.choice(fresh or able or there)
    guests = [each.seat for each in told.results if (each.night, each.target) == (night, target)]
    visitors = ", ".join(dict.fromkeys(seat for seat in guests if seat != head.me))
    guise = head.seems.known.get(target)
    guilty = guise is not None and ROLE[guise].suspicious
    found = {"question": "suspicious" if guilty else "innocent", "watch": visitors or "nobody"}.get(act, "")
    if act == "swap":
        other = lot.choice([seat for seat in there if seat != target] or [head.me])
        return Claim("deed", None, night, act, target, other)
    if blamed is not None and blamed[0] == night:
        target, found = blamed[1], "suspicious"
    elif act == "investigate":
        seen = head.seems.known.get(target) or head.seems.claimed.get(target)
        found = ", ".join(ROLE[seen].group if seen else lot.choice(_PLAIN))
    return Claim("result" if found else "deed", None, night, act, target, found)


def _struck(head: Head, night: int, seat: Seat) -> bool:
    """Whether somebody came to kill them that night, or one was at their house oneself."""
    grave, order = head.s.grave(seat), head.s.nights[night - 1].get(head.me) if night <= len(head.s.nights) else None
    told = claims_of(head.s)
    hurt = any((each.seat, each.night, each.found) == (seat, night, "attacked") for each in told)
    saved = any((each.target, each.night, each.found) == (seat, night, "attacked") for each in told)
    dead = grave is not None and grave.day == night and not grave.lynched
    return dead or hurt or saved or (order is not None and order.target == seat)


def _sightings(head: Head) -> dict[int, Seat]:
    """At whose house one was seen in which night, as somebody says."""
    told = evidence(claims_of(head.s)).results
    return {
        each.night: each.target
        for each in told
        if each.act == "watch" and each.target and head.me in each.found.split(", ")
    }


def _lived(s: State, seat: Seat, night: int) -> bool:
    """Whether somebody was there to be visited in a night."""
    grave = s.grave(seat)
    return grave is None or grave.day > night or (grave.day == night and not grave.lynched)
