"""What the built-in player of Town does with what it believes: whom to visit, to jail, to accuse, to hang, and what to pass for.

Every role plays to win. The Town looks where it is in doubt, protects whoever the other side must fear, and hangs by what it
believes. Whoever has something to hide votes and speaks by what an onlooker would believe, never by what it knows, and keeps
to a part that the role list leaves open.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

from games.core import Seat, Temper, record
from games.town.asks import menu
from games.town.claims import claims_of
from games.town.mind import KILLER, MAFIA, PARTY, TOWN, Belief, believe, findings, testimony
from games.town.people import Act, Order, RoleName
from games.town.roles import GROUPS, ROLE
from games.town.rooms import mates
from games.town.state import State
from games.town.trial import tally, threshold
from games.town.words import Claim, Verdict

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
"""What one nomination by somebody else is worth, in likelihood."""
SHOOT = 0.72
EXECUTE = 0.68
GUESS, CARE = 1.2, 0.8
"""How much chance there is in whom killers go to, and in whom the Town protects."""
IMPATIENCE = 0.12
"""By how much less will do when nobody has died since yesterday's dawn: the town is about to lose the game to boredom, …"""
YIELDING = 0.15
"""… and by how much less again for whom most others want on trial, when asked a second time."""
GAMBIT = 0.3
"""How often somebody evil, of middling boldness, makes up a result about somebody else."""
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
    def friends(self) -> tuple[Seat, ...]:
        return mates(self.s, self.me)

    def evil(self, seat: Seat) -> float:
        """How likely somebody is to have to hang, to one of this strength: the weaker, the more chance there is in it."""
        sure = self.sees.evil(seat) if self.honest else self.seems.evil(seat)
        noise = 1 - self.temper.strength
        return sure * self.temper.strength + noise * self.rng.random() if noise > 0 else sure

    def likeliest(self, among: Iterable[Seat], score: Callable[[Seat], float], chance: float = 0.1) -> Seat | None:
        """The one with the highest score, give or take some chance."""
        rated = [(score(seat) + chance * self.rng.random(), seat) for seat in among]
        return max(rated)[1] if rated else None


# ── the night ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def night_order(head: Head) -> Order | None:
    """What to do tonight, one of the things that one may do; None: sleep."""
    orders = menu(head.s, head.me)
    if not orders:
        return None
    act, target, other = _NIGHTS.get(head.role, _stay)(head, orders)
    if act is None:
        return None
    return next((each for each in orders if each == Order(head.me, act, target, other)), None)


Choice = tuple[Act | None, Seat | None, Seat | None]
NOTHING: Choice = (None, None, None)


def _stay(head: Head, orders: Sequence[Order]) -> Choice:
    return NOTHING


def _targets(orders: Sequence[Order], act: Act) -> list[Seat]:
    return list(dict.fromkeys(each.target for each in orders if each.act == act and each.target is not None))


def fear(head: Head, seat: Seat) -> float:
    """How much somebody counts for the Town, as everybody can see."""
    seems = head.seems
    role = "mayor" if seat in head.s.mayors else seems.claimed.get(seat)
    worth = WORTH.get(role, 0.6) if role is not None else 1.0
    return worth * seems.town(seat)


def _ward(head: Head, wards: Iterable[Seat]) -> Seat | None:
    """Whom to look after: the likeliest victim who deserves it."""
    return head.likeliest(wards, lambda seat: fear(head, seat) * head.sees.town(seat), CARE)


def _heal(head: Head, orders: Sequence[Order]) -> Choice:
    wards = [seat for seat in _targets(orders, "heal") if seat not in head.s.mayors]
    known = head.seems.claimed.get(head.me) is not None
    if head.me in wards and head.rng.random() < (0.6 if known else 0.1):
        return "heal", head.me, None
    return "heal", _ward(head, [seat for seat in wards if seat != head.me]), None


def _guard(head: Head, orders: Sequence[Order]) -> Choice:
    known = head.seems.claimed.get(head.me) is not None
    if any(each.act == "vest" for each in orders) and head.rng.random() < (0.5 if known else 0.08):
        return "vest", None, None
    return "guard", _ward(head, _targets(orders, "guard")), None


def _watch(head: Head, orders: Sequence[Order]) -> Choice:
    return "watch", _ward(head, _targets(orders, "watch")), None


def _look(head: Head, orders: Sequence[Order]) -> Choice:
    """Investigates whom it is most in doubt about, and has not looked at yet."""
    act = orders[0].act
    read = {found.target for found in findings(head.s, head.me) if found.kind not in ("blocked", "controlled")}
    sees = head.sees

    def doubt(seat: Seat) -> float:
        evil = sees.evil(seat)
        return (
            evil * (1 - evil) + 0.3 * evil + 0.2 * (1 - sees.town(seat)) - 2.0 * (seat in read) - (seat in sees.known)
        )

    return act, head.likeliest(_targets(orders, act), doubt, 0.12), None


def _block(head: Head, orders: Sequence[Order]) -> Choice:
    """An Escort keeps the likeliest killer at home."""
    return "block", head.likeliest(_targets(orders, "block"), head.sees.evil, 0.08), None


def _shoot(head: Head, orders: Sequence[Order]) -> Choice:
    """A Vigilante shoots whom it is convinced of, and nobody twice who was too strong."""
    survived = {found.target for found in findings(head.s, head.me) if found.kind == "too_strong"}
    able = [seat for seat in _targets(orders, "shoot") if seat not in survived]
    best = head.likeliest(able, head.evil, 0.02)
    if (
        best is None
        or head.evil(best) < SHOOT + WARY / 2 - 0.3 * (head.temper.boldness - 0.5) - WARY * head.temper.suspicion
    ):
        return NOTHING
    return "shoot", best, None


def _alert(head: Head, orders: Sequence[Order]) -> Choice:
    """A Veteran waits with a gun in some nights, more of them when known to be somebody else."""
    uses = head.s.uses[head.s.at(head.me)] or 0
    chance = 0.25 + 0.3 * head.temper.boldness + 0.1 * (head.s.day > 1) + 0.1 * (uses > 1)
    return ("alert", None, None) if head.rng.random() < chance else NOTHING


def _execute(head: Head, orders: Sequence[Order]) -> Choice:
    """A Jailor executes the convicted, and whoever lies in the cell."""
    prisoner = orders[0].target
    if prisoner is None:
        return NOTHING
    evil = head.evil(prisoner)
    lies = prisoner in head.sees.liars
    need = EXECUTE + WARY / 2 - WARY * head.temper.suspicion - 0.2 * (head.temper.boldness - 0.5) - 0.15 * lies
    return ("execute", prisoner, None) if evil >= need else NOTHING


def _stake(head: Head, orders: Sequence[Order]) -> Choice:
    done = {order.target for night in head.s.nights if (order := night[head.s.at(head.me)]) is not None}
    sees = head.sees
    return (
        "stake",
        head.likeliest(_targets(orders, "stake"), lambda seat: sees.of(seat)[KILLER] - 0.2 * (seat in done), 0.15),
        None,
    )


def _swap(head: Head, orders: Sequence[Order]) -> Choice:
    """A Transporter puts a suspect in the place of whoever the Town cannot do without."""
    wards = _targets(orders, "swap")
    ward = _ward(head, wards)
    suspect = head.likeliest([seat for seat in wards if seat not in (ward, head.me)], head.sees.evil, 0.1)
    if ward is None or suspect is None or head.rng.random() > 0.45 + 0.4 * head.temper.boldness:
        return NOTHING
    return "swap", ward, suspect


def _revive(head: Head, orders: Sequence[Order]) -> Choice:
    """A Retributionist waits for somebody worth it."""
    rest = {order.target: order for order in orders if order.target is not None}
    worth = {seat: WORTH.get(head.sees.known.get(seat, "veteran"), 1.0) for seat in rest}
    best = max(worth, key=lambda seat: worth[seat])
    if worth[best] < 2.0 and head.s.day < 5 and head.rng.random() < 0.7:
        return NOTHING
    if head.s.rules.night.retributionist == "puppet":
        aims = [order.other for order in orders if order.target == best and order.other is not None]
        return "revive", best, head.likeliest(aims, head.sees.evil, 0.1)
    return "revive", best, None


def _bug(head: Head, orders: Sequence[Order]) -> Choice:
    return "bug", _ward(head, _targets(orders, "bug")), None


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
    """Whom one would kill: the most feared, but not always, for Doctors think likewise, and nobody whom they have just saved;
    nor whom the town is about to hang."""
    sees, seems = head.sees, head.seems
    saved = _went_to(head)

    def score(seat: Seat) -> float:
        worth = 0.5 * fear(head, seat) - 0.8 * max(0.0, seems.evil(seat) - 0.35)
        role = sees.known.get(seat)
        if role is not None:
            worth += 0.4 * WORTH.get(role, 0.5)
        return worth - 0.6 * (role in ("veteran", "jester")) - 0.7 * (seat == saved)

    return head.likeliest(among, score, GUESS)


def _went_to(head: Head) -> Seat | None:
    """Whom one went to last night."""
    order = head.s.nights[-1][head.s.at(head.me)] if head.s.nights else None
    return None if order is None else order.target


def _kill(head: Head, orders: Sequence[Order]) -> Choice:
    able = _targets(orders, "kill")
    whom = agreed(head.s, head.me)
    return "kill", whom if whom in able else victim(head, able), None


def _stab(head: Head, orders: Sequence[Order]) -> Choice:
    return "stab", victim(head, _targets(orders, "stab")), None


def _douse(head: Head, orders: Sequence[Order]) -> Choice:
    """An Arsonist lights the match when it is worth it: enough of those who live are doused."""
    s, at = head.s, head.s.at(head.me)
    last = max((n for n, night in enumerate(s.nights) if (order := night[at]) and order.act == "ignite"), default=-1)
    wet = {
        order.target
        for night in s.nights[last + 1 :]
        if (order := night[at]) is not None and order.act == "douse" and order.target in s.alive
    }
    enough = max(1, min(len(head.others), 2 + round(2 * (1 - head.temper.boldness)), (len(head.others) + 1) // 2))
    dry = [seat for seat in _targets(orders, "douse") if seat not in wet]
    if len(wet) >= enough or not dry or (wet and len(wet) >= 2 and head.seems.evil(head.me) > 0.7):
        return "ignite", None, None
    return "douse", victim(head, dry), None


def _rampage(head: Head, orders: Sequence[Order]) -> Choice:
    return "rampage", victim(head, _targets(orders, "rampage")), None


def _bite(head: Head, orders: Sequence[Order]) -> Choice:
    """Vampires go to whoever looks like an ordinary townsman, and not to those who could bite back."""
    able = _targets(orders, "bite")
    whom = agreed(head.s, head.me)
    return "bite", whom if whom in able else prey(head, able), None


def prey(head: Head, among: Iterable[Seat]) -> Seat | None:
    hard = ("vampire hunter", "veteran", "jailor")
    seems = head.seems

    def score(seat: Seat) -> float:
        return seems.town(seat) - 0.7 * (seems.claimed.get(seat) in hard)

    return head.likeliest(among, score, 0.4)


def _control(head: Head, orders: Sequence[Order]) -> Choice:
    """A Witch sends those with a weapon to whoever the Town needs; and looks for one, else."""
    pairs = {order.target for order in orders}
    sees = head.sees
    armed = {
        found.target: found.roles[0]
        for found in findings(head.s, head.me)
        if found.kind == "witch_role" and found.roles
    }

    def use(seat: Seat) -> float:
        role = armed.get(seat) or sees.claimed.get(seat)
        if role is None:
            return 0.5
        return 1.0 if ROLE[role].attack else 0.3

    puppet = head.likeliest([seat for seat in pairs if seat is not None and seat != head.me], use, 0.4)
    aims = [order.other for order in orders if order.target == puppet and order.other not in (None, head.me)]
    aim = head.likeliest([seat for seat in aims if seat is not None], lambda seat: 0.5 * fear(head, seat), 0.4)
    return "control", puppet, aim


# ── the Mafia's tricks ────────────────────────────────────────────────────────────────────────────────────────────────


def _frame(head: Head, orders: Sequence[Order]) -> Choice:
    """Somebody whom the Town is likely to look at next, and who will live to be seen."""
    doomed = agreed(head.s, head.me)
    able = [seat for seat in _targets(orders, "frame") if seat != doomed]
    return "frame", head.likeliest(able, head.seems.evil, 0.4), None


def _clean(head: Head, orders: Sequence[Order]) -> Choice:
    return _paperwork(head, orders, "clean", 0.75)


def _forge(head: Head, orders: Sequence[Order]) -> Choice:
    return _paperwork(head, orders, "forge", 0.6)


def _paperwork(head: Head, orders: Sequence[Order], act: Act, chance: float) -> Choice:
    doomed = agreed(head.s, head.me)
    if doomed not in _targets(orders, act) or head.rng.random() > chance:
        return NOTHING
    return act, doomed, None


def _disguise(head: Head, orders: Sequence[Order]) -> Choice:
    return "disguise", head.likeliest(_targets(orders, "disguise"), head.seems.town, 0.3), None


def _blackmail(head: Head, orders: Sequence[Order]) -> Choice:
    """Whoever has most to say tomorrow: not the one who will be dead by then."""
    doomed = agreed(head.s, head.me)
    able = [seat for seat in _targets(orders, "blackmail") if seat != doomed]
    return "blackmail", head.likeliest(able, lambda seat: fear(head, seat), 0.6), None


def _consort(head: Head, orders: Sequence[Order]) -> Choice:
    doomed = agreed(head.s, head.me)
    able = [seat for seat in _targets(orders, "block") if seat != doomed and head.seems.claimed.get(seat) != "veteran"]
    return "block", head.likeliest(able, lambda seat: fear(head, seat), 0.6), None


# ── the rest ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def _vest(head: Head, orders: Sequence[Order]) -> Choice:
    """A Survivor counts the vests against the nights that are left."""
    uses = head.s.uses[head.s.at(head.me)] or 0
    danger = 0.15 + 0.12 * uses + 0.25 * (len(head.s.alive) <= 6) - 0.25 * (head.s.day == 1)
    return ("vest", None, None) if head.rng.random() < danger else NOTHING


def _remember(head: Head, orders: Sequence[Order]) -> Choice:
    """An Amnesiac takes something strong, or in the end whatever there is."""
    graves = {seat: head.sees.known[seat] for seat in _targets(orders, "remember") if seat in head.sees.known}
    if not graves:
        return NOTHING
    worth = {seat: STRONG.index(role) if role in STRONG else len(STRONG) for seat, role in graves.items()}
    best = min(worth, key=lambda seat: (worth[seat], head.s.seats.index(seat)))
    patient = head.s.day < 3 or (head.s.day < 5 and worth[best] > 7)
    return NOTHING if patient and head.rng.random() < 0.6 else ("remember", best, None)


def _haunt(head: Head, orders: Sequence[Order]) -> Choice:
    return "haunt", head.rng.choice(_targets(orders, "haunt")), None


_NIGHTS: Mapping[RoleName, Callable[[Head, Sequence[Order]], Choice]] = {
    "investigator": _look, "sheriff": _look, "lookout": _watch, "spy": _bug, "jailor": _execute, "vampire hunter": _stake,
    "veteran": _alert, "vigilante": _shoot, "bodyguard": _guard, "doctor": _heal, "escort": _block,
    "retributionist": _revive, "transporter": _swap, "godfather": _kill, "mafioso": _kill, "framer": _frame,
    "janitor": _clean, "forger": _forge, "disguiser": _disguise, "blackmailer": _blackmail, "consigliere": _look,
    "consort": _consort, "amnesiac": _remember, "survivor": _vest, "vampire": _bite, "jester": _haunt, "witch": _control,
    "serial killer": _stab, "arsonist": _douse, "werewolf": _rampage,
}  # fmt: skip


# ── the jail ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def whom_to_jail(head: Head) -> Seat | None:
    """One of the likeliest to be evil, and rather one who has claimed nothing; never a revealed Mayor."""
    sees = head.sees
    able = [seat for seat in head.others if seat not in head.s.mayors and seat not in sees.known]
    if not able:
        return None
    top = sorted(able, key=lambda seat: sees.evil(seat) + 0.05 * (seat not in sees.claimed), reverse=True)[:JAIL_TOP]
    return head.likeliest(top, head.evil, 0.15)


# ── trials ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def need(head: Head, base: float) -> float:
    """How likely somebody must be evil: less for the wary, and never so little that it could be anybody."""
    belief = head.sees if head.honest else head.seems
    others = head.others
    anybody = sum(belief.evil(seat) for seat in others) / max(1, len(others))
    least = max(base + WARY / 2 - WARY * head.temper.suspicion, min(0.9, BASE_RATE * anybody))
    return least - IMPATIENCE * bored(head.s)


def bored(s: State) -> bool:
    """Whether nobody has died for so long that the town had better agree on somebody."""
    return s.day > 3 and not any(grave.day >= s.day - 1 for grave in s.graves)


def whom_to_try(head: Head, allowed: Collection[str]) -> Seat | None:
    """Whom to nominate: the likeliest, or of those about as likely the one whom most others want on trial; None: nobody."""
    able = [seat for seat in head.others if seat in allowed and seat not in head.s.mayors]
    votes = tally(((who, whom) for who, whom in head.s.voters if who != head.me), head.s.mayors)
    tried = {each.accused for each in head.s.sentences if each.day == head.s.day}
    if head.role == "jester":
        return _jesters_choice(head, able, votes)
    quarry = head.s.quarries[head.s.at(head.me)]
    if head.role == "executioner" and quarry in able:
        return quarry
    ours = set(head.friends)
    able = [seat for seat in able if seat not in ours]
    worth = {seat: head.evil(seat) + HERD * min(votes[seat], 4) - 0.25 * (seat in tried) for seat in able}
    if not worth:
        return None
    best = max(worth, key=lambda seat: worth[seat])
    most = max((votes[seat] for seat in able), default=0)
    if (
        most > 1 and head.s.ballot and bored(head.s)
    ):  # a town that waits for the night is lost: better a doubtful trial than none
        best = max((seat for seat in able if votes[seat] == most), key=lambda seat: worth[seat])
        return best if worth[best] >= need(head, TRIAL) - YIELDING else None
    if head.honest:
        return best if worth[best] >= need(head, TRIAL) else None
    return best if worth[best] >= need(head, TRIAL) - 0.05 or _wagon(head, votes, best) else None


def _wagon(head: Head, votes: Counter[Seat], best: Seat) -> bool:
    """Whether it costs nothing to join those who want somebody on trial."""
    return votes[best] >= max(1, threshold(len(head.s.alive)) // 3)


def _jesters_choice(head: Head, able: Sequence[Seat], votes: Counter[Seat]) -> Seat | None:
    """A Jester accuses whom nobody suspects."""
    if not able:
        return None
    return min(able, key=lambda seat: (votes[seat], head.seems.evil(seat)))


def verdict(head: Head) -> Verdict:
    """Guilty or not, of who stands trial."""
    accused = head.s.accused
    if accused is None:
        return "abstain"
    quarry = head.s.quarries[head.s.at(head.me)]
    if head.role == "executioner" and quarry is not None and quarry in head.s.alive:
        return "guilty" if accused == quarry else _as_onlooker(head, accused)
    if head.role == "jester":
        return "guilty" if head.rng.random() < 0.7 else "innocent"
    if accused in head.friends:
        # Nobody can save who is lost, and whoever tries is remembered.
        return (
            "guilty"
            if head.seems.evil(accused) > need(head, GUILTY) + 0.25 * (1 - head.temper.boldness)
            else "innocent"
        )
    if not head.honest:
        return _as_onlooker(head, accused)
    evil = head.evil(accused)
    line = need(head, GUILTY)
    if abs(evil - line) < 0.04:
        # Whoever has brought somebody to trial does not leave it to others.
        return "guilty" if head.s.nominations[head.s.at(head.me)] == accused else "abstain"
    return "guilty" if evil > line else "innocent"


def _as_onlooker(head: Head, accused: Seat) -> Verdict:
    """Who is against the Town hangs whom one may hang, and a little more."""
    seems = head.seems.evil(accused)
    line = need(head, GUILTY) - 0.1 - 0.2 * head.temper.boldness
    return "guilty" if seems >= line else "innocent" if head.rng.random() < 0.7 else "abstain"


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
    before = testimony(claims_of(head.s)).roles.get(head.me)
    if before is not None:
        return before
    seems = head.seems
    taken = Counter(role for seat, role in seems.claimed.items() if seat != head.me)
    lot = _lot(head)
    accuses = scapegoat(head) is not None
    gladly: dict[RoleName, float] = {}
    for role, weight in _HARMLESS.items():
        room = seems.rest.most.get(role, 0) - taken[role]
        if room > 0:
            sure = seems.rest.roles[role] > 0.95 and seems.rest.most[role] == 1
            likes = weight * (0.15 if sure else 1.0) * (30.0 if accuses and role == "sheriff" else 1.0)
            gladly[role] = likes * lot.random()
    if gladly:
        return max(gladly, key=lambda role: gladly[role])
    # Whatever one says, somebody else says it, too: their word against one's own.
    shared = {role: lot.random() for role in _HARMLESS if seems.rest.most.get(role)}
    return max(shared, key=lambda role: shared[role]) if shared else "doctor"


def _lot(head: Head, what: object = "") -> random.Random:
    """Dice that fall the same whenever the seat throws them in this game."""
    return random.Random(f"{head.me} {what} {head.s.slots} {head.role}")


def scapegoat(head: Head) -> tuple[int, Seat] | None:
    """Whom somebody with something to hide means to call guilty, as a Sheriff who has found them out in a night (the number):
    an Executioner the one who is wanted, a bold one of the others now and then somebody who is not with them."""
    if head.honest or head.role == "jester":
        return None
    lot = _lot(head, "scapegoat")
    night = lot.choice((1, 1, 2, 2, 3))
    quarry = head.s.quarries[head.s.at(head.me)]
    if quarry is not None:
        return (night, quarry) if _lived(head.s, quarry, night) else None
    if lot.random() > GAMBIT * 2 * head.temper.boldness:
        return None
    kin = MAFIA if head.party == MAFIA else KILLER
    known = head.sees.known.items() if head.party == MAFIA or head.role == "vampire" else ()
    ours = {head.me, *(seat for seat, role in known if PARTY[role] == kin)}
    whom = lot.choice([seat for seat in head.s.seats if seat not in ours])
    return (night, whom) if _lived(head.s, whom, night) else None


def invented(head: Head, role: RoleName) -> tuple[Claim, ...]:
    """The nights that somebody in that part would have had: always the same for the same seat."""
    act = next(iter(ROLE[role].acts), None)
    blamed = scapegoat(head) if role == "sheriff" else None
    found = []
    for night in range(1, head.s.day):
        if act is None or act in ("shoot", "revive", "execute", "alert", "bug"):
            found.append(Claim("whereabouts", night=night, found="home"))
            continue
        if blamed is not None and blamed[0] == night:
            found.append(Claim("result", None, night, act, blamed[1], "suspicious"))
            continue
        lot = _lot(head, night)
        there = [seat for seat in head.s.seats if seat != head.me and _lived(head.s, seat, night)]
        target = lot.choice(there)
        if act == "swap":
            other = lot.choice([seat for seat in there if seat != target] or [head.me])
            found.append(Claim("deed", None, night, act, target, other))
            continue
        result = _finding(head, act, target, lot)
        found.append(Claim("result" if result else "deed", None, night, act, target, result))
    return tuple(found)


def _lived(s: State, seat: Seat, night: int) -> bool:
    """Whether somebody was there to be visited in a night."""
    grave = s.grave(seat)
    return grave is None or grave.day > night or (grave.day == night and not grave.lynched)


def _finding(head: Head, act: Act, target: Seat, lot: random.Random) -> str:
    match act:
        case "question":
            return "innocent"
        case "investigate":
            role = head.seems.known.get(target) or head.seems.claimed.get(target)
            return ", ".join(next((group for group in GROUPS if role in group), lot.choice(_PLAIN)))
        case "watch":
            return "nobody"
    return ""


_PLAIN = tuple(group for group in GROUPS if "escort" in group or "medium" in group or "lookout" in group)
