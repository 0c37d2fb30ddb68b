"""A night in Town, resolved slowly and paragraph by paragraph of the rules page, to hold the real rules against."""

from dataclasses import replace
from typing import Any

from games.core import Seat
from games.town.people import Act, Citizen, Death, Morning, Night, Notice, NoticeKind, Order, RoleName

# ── §4 and §5, typed from the page ───────────────────────────────────────────────────────────────────────────────────

TOWN = {
    "investigator", "sheriff", "lookout", "spy", "jailor", "vampire hunter", "veteran", "vigilante", "bodyguard", "doctor",
    "escort", "mayor", "medium", "retributionist", "transporter",
}  # fmt: skip
MAFIA = {"godfather", "mafioso", "framer", "janitor", "forger", "disguiser", "blackmailer", "consigliere", "consort"}
UNIQUE_TOWN = {"jailor", "veteran", "mayor", "retributionist"}
BLOCK_IMMUNE = {"escort", "consort", "transporter", "veteran", "witch"}
CONTROL_IMMUNE = {"veteran", "transporter", "witch"}
BASIC_DEFENCE = {"godfather", "executioner", "serial killer", "arsonist", "werewolf"}
SUSPICIOUS = (MAFIA - {"godfather"}) | {"serial killer"}

DEEDS: dict[str, set[str]] = {
    "investigator": {"investigate"}, "sheriff": {"question"}, "lookout": {"watch"}, "spy": {"bug"}, "jailor": {"execute"},
    "vampire hunter": {"stake"}, "veteran": {"alert"}, "vigilante": {"shoot"}, "bodyguard": {"guard", "vest"},
    "doctor": {"heal"}, "escort": {"block"}, "mayor": set(), "medium": set(), "retributionist": {"revive"},
    "transporter": {"swap"}, "godfather": {"kill"}, "mafioso": {"kill"}, "framer": {"frame"}, "janitor": {"clean"},
    "forger": {"forge"}, "disguiser": {"disguise"}, "blackmailer": {"blackmail"}, "consigliere": {"consult"},
    "consort": {"block"}, "amnesiac": {"remember"}, "survivor": {"vest"}, "vampire": {"bite"}, "executioner": set(),
    "jester": set(), "witch": {"control"}, "serial killer": {"stab"}, "arsonist": {"douse", "ignite"},
    "werewolf": {"rampage"},
}  # fmt: skip
# §10 “puppet”, which the page does not explain, as games/town/legal.py has it: what a Retributionist can do with a corpse.
PUPPETS: dict[str, Act] = {
    "investigator": "investigate", "sheriff": "question", "lookout": "watch", "vampire hunter": "stake",
    "vigilante": "shoot", "bodyguard": "guard", "doctor": "heal", "escort": "block",
}  # fmt: skip
LIMITED = {"execute", "alert", "shoot", "vest", "clean", "forge", "revive"}
AT_HOME = {"vest", "alert", "ignite"}

# What a Witch makes of somebody: the one thing that role can do to somebody else at night.
FORCED: dict[str, Act] = {
    "investigator": "investigate", "sheriff": "question", "lookout": "watch", "vampire hunter": "stake",
    "vigilante": "shoot", "bodyguard": "guard", "doctor": "heal", "godfather": "kill", "mafioso": "kill",
    "framer": "frame", "janitor": "clean", "forger": "forge", "disguiser": "disguise", "blackmailer": "blackmail",
    "consigliere": "consult", "vampire": "bite", "serial killer": "stab", "arsonist": "douse", "werewolf": "rampage",
}  # fmt: skip

GROUPS: list[tuple[RoleName, ...]] = [
    ("vigilante", "veteran", "mafioso"),
    ("medium", "janitor", "retributionist"),
    ("survivor", "vampire hunter", "amnesiac"),
    ("spy", "blackmailer", "jailor"),
    ("sheriff", "executioner", "werewolf"),
    ("framer", "vampire", "jester"),
    ("lookout", "forger", "witch"),
    ("escort", "transporter", "consort"),
    ("doctor", "disguiser", "serial killer"),
    ("investigator", "consigliere", "mayor"),
    ("bodyguard", "godfather", "arsonist"),
]

# What an Amnesiac begins the role with (§4); a promoted Vampire Hunter gets one bullet, as in the game.
FRESH = {"jailor": 3, "veteran": 3, "vigilante": 3, "bodyguard": 1, "doctor": 1, "retributionist": 1, "janitor": 3}
FRESH |= {"forger": 3, "survivor": 4}

# §3, step 6, in the order in which the page lists them; what is fired at P1 comes before.
WHEN = ["guilt", "haunt", "veteran", "jailor", "vampire hunter", "vigilante", "mafia", "serial killer", "werewolf"]
WHEN += ["arsonist", "vampire", "bodyguard"]


def full_moon(night: Night) -> bool:
    """§2: even nights, or 2, 4 and every one after."""
    if night.rules.full_moon == "2,4,all_after":
        return night.number in (2, 4) or night.number > 4
    return night.number % 2 == 0


def possible(night: Night, order: Order, prisoner: Seat | None) -> bool:
    """Whether somebody can give that order tonight (people.Night: the others are dropped)."""
    people = {each.seat: each for each in night.people}
    who = people.get(order.seat)
    if who is None or not who.alive or who.seat == prisoner or order.act not in DEEDS[who.role]:
        return False
    if order.act in LIMITED and who.uses <= 0:
        return False
    target = people.get(order.target) if order.target is not None else None
    other = people.get(order.other) if order.other is not None else None
    if order.target not in people and order.target is not None:
        return False
    to_self = target is not None and target.seat == who.seat

    puppets = night.rules.retributionist == "puppet"
    for_two = {"swap", "control", "revive"} if puppets else {"swap", "control"}
    if order.other is not None and order.act not in for_two:  # people.Order: `other` is for these
        return False
    if order.act in AT_HOME:  # §4: self
        return order.target is None
    if order.act == "execute":  # §4: not Night 1; of the one in jail
        return night.number > 1 and prisoner is not None and order.target == prisoner
    if target is None:
        return False
    if order.act == "rampage":  # §4: full moon only
        return full_moon(night) and target.alive and not to_self
    if order.act == "revive":  # §4: one dead Town member, corpse not cleaned
        if target.alive or target.role not in TOWN or target.cleaned:
            return False
        if puppets:
            return target.role in PUPPETS and other is not None and other.alive and other.seat != who.seat
        return True
    if order.act == "remember":  # §4: a graveyard role, not unique Town, not cleaned
        return not target.alive and not target.cleaned and target.role not in UNIQUE_TOWN
    if not target.alive:
        return False
    if order.act == "swap":  # §3.1: may include the Transporter; fails if a == b
        return other is not None and other.alive and other.seat != target.seat
    if order.act == "control":  # §4: target A to use the ability on B, self-targeting allowed
        return other is not None and other.alive and not to_self
    if order.act == "heal":  # §4: one self-heal
        return not to_self or who.uses > 0
    if to_self:
        return False
    if who.role in MAFIA and target.role in MAFIA:  # §11: Mafioso → GF is illegal, same faction
        return False
    if order.act == "shoot":  # §4: not Night 1; after killing Town no more shots
        return night.number > 1 and not who.guilty
    if order.act == "bite":  # not each other
        return target.role != "vampire"
    if order.act == "bug":
        return night.rules.spy == "bug"
    return True


def resolve(night: Night) -> Morning:
    """What a night comes to. One step of §3 after the other."""
    rules = night.rules
    people: dict[Seat, Citizen] = {each.seat: each for each in night.people}
    seats: list[Seat] = list(people)
    place = {seat: number for number, seat in enumerate(seats)}
    living = [seat for seat in seats if people[seat].alive]
    role: dict[Seat, RoleName] = {seat: people[seat].role for seat in seats}
    left = {seat: people[seat].uses for seat in seats}
    doused = {seat: people[seat].doused for seat in seats}
    armoured = {seat: people[seat].armoured for seat in seats}
    change: dict[Seat, dict[str, Any]] = {seat: {} for seat in seats}
    told: set[Notice] = set()
    announced: list[tuple[str, str]] = []
    visits: set[tuple[Seat, Seat]] = set()
    attacks: list[dict[str, Any]] = []

    def tell(seat: Seat, kind: NoticeKind, **about: Any) -> None:
        told.add(Notice(seat=seat, kind=kind, **about))

    def visit(seat: Seat, where: Seat) -> None:
        if seat != where:
            visits.add((seat, where))

    def attack(by: Seat, on: Seat, power: int, cause: str, direct: bool = False) -> None:
        attacks.append({"by": by, "on": on, "power": power, "cause": cause, "direct": direct})

    # ── §3.0 Jail ────────────────────────────────────────────────────────────────────────────────────────────────────
    jailor = next((seat for seat in living if role[seat] == "jailor" and seat != night.jailed), None)
    prisoner = night.jailed if night.jailed in living and jailor is not None else None
    if prisoner is not None and jailor is not None:
        tell(prisoner, "jailed")
        if rules.jailor_visit:  # §10
            visit(jailor, prisoner)

    # The orders that count. Whoever asks for two different things has asked for nothing: no order of them is before the
    # other (laws at the end of §11: independent of submission order).
    deed: dict[Seat, tuple[Act, Seat | None, Seat | None]] = {}
    for seat in living:
        given = {order for order in night.orders if order.seat == seat and possible(night, order, prisoner)}
        if len(given) == 1:
            order = given.pop()
            deed[seat] = (order.act, order.target, order.other)
    does = {seat: act for seat, (act, _, _) in deed.items()}

    # ── §3.1 P1-high: Transporter, in seat order ─────────────────────────────────────────────────────────────────────
    swaps: list[tuple[Seat, Seat]] = []

    def led(seat: Seat) -> Seat:
        """Where what is aimed at somebody ends up."""
        for a, b in swaps:
            seat = b if seat == a else a if seat == b else seat
        return seat

    for seat in living:
        if does.get(seat) != "swap":
            continue
        _, first, second = deed[seat]
        assert first is not None and second is not None
        a, b = led(first), led(second)
        visit(seat, a)
        visit(seat, b)
        if prisoner in (a, b):  # “fails if either is jailed”; §11: both not told
            tell(seat, "target_jailed")
            continue
        swaps.append((a, b))
        tell(a, "transported")
        tell(b, "transported")

    # ── P1-high: Veteran alert, guilt, haunt. P1: Retributionist ─────────────────────────────────────────────────────
    alert = {seat for seat in living if does.get(seat) == "alert"}
    for seat in alert:
        left[seat] -= 1
    for seat in living:
        if people[seat].guilty:  # §4 Vigilante: unpreventable
            tell(seat, "guilt")
            attack(seat, seat, 99, "guilt")
    jester = night.jester if night.jester not in living else None
    may_be_haunted = [seat for seat in living if seat in night.haunters]
    if jester is not None and may_be_haunted:  # §4 Jester: must haunt one; random if none chosen
        chosen = {
            order.target
            for order in night.orders
            if (order.seat, order.act, order.other) == (jester, "haunt", None) and order.target in may_be_haunted
        }
        index = int(night.chances.haunt * len(may_be_haunted))
        victim = chosen.pop() if len(chosen) == 1 else may_be_haunted[index]
        assert victim is not None
        tell(led(victim), "haunted")
        attack(jester, led(victim), 3, "haunt")
    revived: list[Seat] = []
    for seat in living:
        corpse = deed[seat][1] if does.get(seat) == "revive" else None
        if corpse is not None and corpse not in revived:
            left[seat] -= 1
            if rules.retributionist == "puppet":  # goes and does it in person
                deed[seat] = (PUPPETS[role[corpse]], deed[seat][2], None)
                does[seat] = deed[seat][0]
            else:
                revived.append(corpse)

    # ── §3.2 P2-high: Escort and Consort ─────────────────────────────────────────────────────────────────────────────
    blocked: set[Seat] = set()
    blockers: dict[Seat, list[Seat]] = {}
    for seat in living:
        if does.get(seat) != "block":
            continue
        _, first, _ = deed[seat]
        assert first is not None
        to = led(first)
        visit(seat, to)
        if to == prisoner:
            tell(seat, "target_jailed")
        elif role[to] in BLOCK_IMMUNE:
            tell(to, "immune_to_block")
        else:
            blockers.setdefault(to, []).append(seat)
            tell(to, "blocked")
            undaunted = role[to] == "serial killer" and not people[to].cautious and rules.sk_blocked == "in_addition"
            if not undaunted:
                blocked.add(to)

    # ── §3.2 P2: Witch. The Escort's block is done by now, and so are P1 and P1-high ─────────────────────────────────
    controlled: set[Seat] = set()
    for seat in living:
        if does.get(seat) != "control":
            continue
        _, first, other = deed[seat]
        assert first is not None and other is not None
        to = led(first)
        visit(seat, to)
        if to == prisoner:
            tell(seat, "target_jailed")
            continue
        if role[to] in CONTROL_IMMUNE:
            tell(to, "immune_to_control")
            continue
        who = people[to]
        act = FORCED.get(who.role)
        if who.role == "spy" and rules.spy == "bug":
            act = "bug"
        if who.role == "arsonist" and other == to:  # §4: self-target = ignite
            act = "ignite"
        if who.role in ("bodyguard", "survivor") and other == to:  # “self-targeting allowed”
            act = "vest"
        if to in blocked or act is None:  # “no effect on blocked … or roles without an ability …
            continue
        if who.uses <= 0 and (act in LIMITED or (act == "heal" and other == to)):  # … / uses left”
            continue
        if act == "shoot" and (night.number == 1 or who.guilty):
            continue
        if act == "rampage" and not full_moon(night):
            continue
        controlled.add(to)
        deed[to] = (act, other, None)
        does[to] = act
        tell(to, "controlled")
        tell(seat, "witch_role", roles=(role[to],))

    # What is left to be done, and where. Blocked: the action is removed.
    aim: dict[Seat, Seat] = {}
    doing: dict[Seat, Act] = {}
    for seat in living:
        if seat not in deed or seat in blocked:
            continue
        act, target, _ = deed[seat]
        if act in ("swap", "block", "control", "revive", "alert", "kill", "bite"):
            continue
        doing[seat] = act
        if act == "vest" and role[seat] == "bodyguard":  # §3.1: vest → guard
            aim[seat] = led(seat)
            doing[seat] = "guard"
        elif target is not None and act not in ("vest", "ignite", "execute", "remember", "bug"):
            aim[seat] = led(target)
        elif act == "bug" and target is not None:  # §3.1: not redirected
            aim[seat] = target

    # §4 Godfather, Mafioso, §10: who kills for the Mafia.
    godfather = next((seat for seat in living if role[seat] == "godfather"), None)
    mafioso = next((seat for seat in living if role[seat] == "mafioso"), None)

    def picked(seat: Seat | None) -> Seat | None:
        if seat is None or seat in blocked or does.get(seat) != "kill":
            return None
        return deed[seat][1]

    killer: Seat | None = godfather
    marked: Seat | None = picked(godfather)
    if mafioso is not None and mafioso == prisoner:
        if rules.gf_if_mafioso_jailed == "kill_lost":
            killer = None
    elif mafioso is not None and mafioso in blocked:
        if rules.gf_if_mafioso_blocked == "kill_lost":
            killer = None
    elif mafioso is not None:
        killer = mafioso
        if mafioso in controlled or marked is None:
            marked = picked(mafioso)
        elif does.get(mafioso) != "kill" or deed[mafioso][1] != marked:
            tell(mafioso, "overruled", seats=(marked,))
    if killer is not None and marked is not None:
        doing[killer] = "kill"
        aim[killer] = led(marked)

    # §4 Vampire: a vote of the group, the youngest bites.
    pack = [seat for seat in living if role[seat] == "vampire" and seat != prisoner]
    if pack:
        youngest = max(pack, key=lambda seat: (people[seat].turned, place[seat]))
        votes = [deed[seat][1] for seat in pack if does.get(seat) == "bite" and seat not in blocked]
        if votes and youngest not in blocked:
            most = max(votes.count(vote) for vote in votes)
            leading = [seat for seat in seats if votes.count(seat) == most]
            by_youth = sorted(pack, key=lambda seat: (people[seat].turned, place[seat]), reverse=True)
            theirs = [deed[seat][1] for seat in by_youth if does.get(seat) == "bite" and seat not in blocked]
            if youngest in controlled:
                bitten = theirs[0]
            else:
                bitten = next(vote for vote in theirs if vote in leading)
            assert bitten is not None
            doing[youngest] = "bite"
            aim[youngest] = led(bitten)

    # ── §3.3 The visits are frozen ───────────────────────────────────────────────────────────────────────────────────
    for seat, where in aim.items():
        visit(seat, where)
    for seat in list(aim):  # §3.0: “other players' actions on them fail … but still count as visits”
        if aim[seat] == prisoner:
            tell(seat, "no_result" if doing[seat] == "question" else "target_jailed")  # §4 Sheriff
            if doing[seat] != "rampage":
                del doing[seat], aim[seat]

    def ones(act: Act) -> list[Seat]:
        return [seat for seat in living if doing.get(seat) == act]

    # ── §3.4 P3 ──────────────────────────────────────────────────────────────────────────────────────────────────────
    doctors: dict[Seat, list[Seat]] = {}
    healed: set[Seat] = set()
    for seat in ones("heal"):
        doctors.setdefault(aim[seat], []).append(seat)
        if aim[seat] == seat and role[seat] == "doctor":  # one self-heal, whoever was meant
            if left[seat] <= 0:
                continue
            left[seat] -= 1
        if not people[aim[seat]].revealed:  # §4 Doctor: no effect on a revealed Mayor
            healed.add(aim[seat])

    vested: set[Seat] = set()
    guards: dict[Seat, list[Seat]] = {}
    for seat in ones("guard"):
        if aim[seat] != seat:
            guards.setdefault(aim[seat], []).append(seat)
        elif role[seat] == "retributionist":  # a corpse's vest
            vested.add(seat)
        elif left[seat] > 0:
            left[seat] -= 1
            vested.add(seat)
    for seat in ones("vest"):
        left[seat] -= 1
        vested.add(seat)

    gagged = {aim[seat] for seat in ones("blackmail")}
    framed = {aim[seat] for seat in ones("frame")}
    if rules.frame_lasts == "until_investigated":
        framed |= {seat for seat in living if people[seat].framed}
    forgers = {seat: aim[seat] for seat in ones("forge")}
    janitors = {seat: aim[seat] for seat in ones("clean")}
    disguise = {seat: role[aim[seat]] for seat in ones("disguise")}  # must be on before P4 to be seen there

    for seat in living:  # §4 Arsonist: no action = clean own gas
        if role[seat] == "arsonist" and seat not in deed and seat not in blocked and seat != prisoner and doused[seat]:
            doused[seat] = False
            tell(seat, "washed")

    def fight(guard: Seat, attacker: Seat) -> None:
        """§4 Bodyguard: the attacker takes Powerful, and so does the Bodyguard."""
        attack(guard, attacker, 2, "bodyguard")
        attack(attacker, guard, 2, "bodyguard")

    fights: list[tuple[Seat, Seat, Seat]] = []
    soaked: set[Seat] = set()
    for seat in ones("douse"):
        if rules.bodyguard_vs_douse and guards.get(aim[seat]) and aim[seat] != seat:  # §10
            fights.append((guards[aim[seat]].pop(0), seat, aim[seat]))
        else:
            soaked.add(aim[seat])
    if rules.arsonist_douses_visitors:
        soaked |= {visitor for visitor, host in visits if role[host] == "arsonist"}
    for seat in soaked:
        doused[seat] = True
        if role[seat] == "arsonist":
            tell(seat, "doused")

    # ── §3.5 P4 ──────────────────────────────────────────────────────────────────────────────────────────────────────
    uncovered: set[Seat] = set()
    for seat in ones("investigate"):
        to = aim[seat]
        seems = role[to]
        if to in framed:
            seems = "framer"
            uncovered.add(to)
        elif doused[to]:
            seems = "arsonist"
        elif to in disguise:
            seems = disguise[to]
        tell(seat, "group", roles=next(group for group in GROUPS if seems in group))
    for seat in ones("question"):
        to = aim[seat]
        if to in framed:
            uncovered.add(to)
        wolf = role[to] == "werewolf" and full_moon(night)
        bad = role[to] in SUSPICIOUS or wolf or to in framed
        tell(seat, "suspicious" if bad else "innocent")
    for seat in ones("consult"):
        tell(seat, "role_is", roles=(role[aim[seat]],))
    for seat in ones("watch"):
        came = tuple(each for each in seats if (each, aim[seat]) in visits and each != seat)
        tell(seat, "visitors", seats=came)

    # ── §3.6 P5 ──────────────────────────────────────────────────────────────────────────────────────────────────────
    for seat in alert:  # every visitor
        for visitor, host in visits:
            if host == seat:
                tell(seat, "shot")
                attack(seat, visitor, 3 if rules.veteran == "atk3/def2" else 2, "veteran")

    executed = False
    if prisoner is not None and jailor is not None and doing.get(jailor) == "execute":
        executed = True
        left[jailor] -= 1
        attack(jailor, prisoner, 3, "jailor")
        if role[prisoner] in TOWN:
            left[jailor] = 0
            tell(jailor, "forfeited")

    for seat in ones("stake"):
        if role[aim[seat]] == "vampire":
            attack(seat, aim[seat], 1, "vampire hunter", direct=True)
    for seat in ones("bite"):  # a visiting Vampire
        if role[aim[seat]] == "vampire hunter":
            attack(aim[seat], seat, 1, "vampire hunter")

    for seat in ones("shoot"):
        left[seat] -= role[seat] == "vigilante"  # the bullet was a corpse's otherwise
        attack(seat, aim[seat], 1, "vigilante", direct=True)
    for seat in ones("kill"):
        attack(seat, aim[seat], 1, "mafia", direct=True)

    for seat in living:
        if role[seat] != "serial killer":
            continue
        if doing.get(seat) == "stab":
            attack(seat, aim[seat], 1, "serial killer", direct=True)
        if not people[seat].cautious:
            for blocker in blockers.get(seat, []):
                attack(seat, blocker, 1, "serial killer", direct=True)
            if seat == prisoner and not executed and jailor is not None:
                attack(seat, jailor, 1, "serial killer", direct=True)

    for seat in living:
        if role[seat] != "werewolf" or not full_moon(night):
            continue
        if seat == prisoner:
            if not executed and jailor is not None:
                attack(seat, jailor, 2, "werewolf", direct=True)
                for visitor, host in visits:
                    if host == jailor:
                        attack(seat, visitor, 2, "werewolf")
            continue
        den = aim[seat] if doing.get(seat) == "rampage" and seat in aim else seat
        if den not in (seat, prisoner):
            attack(seat, den, 2, "werewolf", direct=True)
        for visitor, host in visits:
            if host == den and visitor != seat and not (den == prisoner and visitor == jailor):
                attack(seat, visitor, 2, "werewolf")

    for seat in ones("ignite"):
        for victim in living:
            if doused[victim] and not (victim == prisoner and rules.jail_blocks_ignite):
                attack(seat, victim, 3, "arsonist")

    # A bite is an attack or a conversion; which, is seen below.
    for seat in ones("bite"):
        attack(seat, aim[seat], 1, "vampire", direct=True)

    # Bodyguards step in before the first direct attackers, in the page's order, then by seat.
    attacks.sort(key=lambda blow: (WHEN.index(blow["cause"]), place[blow["by"]], place[blow["on"]]))
    attacked: set[Seat] = {target for _, _, target in fights}
    standing: list[dict[str, Any]] = []
    for blow in attacks:
        attacked.add(blow["on"])
        if blow["direct"] and guards.get(blow["on"]) and blow["by"] != blow["on"]:
            fights.append((guards[blow["on"]].pop(0), blow["by"], blow["on"]))
        else:
            standing.append(blow)
    attacks = []
    for bodyguard, attacker, _ in fights:
        attacked |= {bodyguard, attacker}
        fight(bodyguard, attacker)
    attacks = standing + attacks

    def defence(seat: Seat, blow: dict[str, Any]) -> int:
        """§1: the highest of what somebody has; it never adds up."""
        has = [inborn(seat, blow)]
        if seat in alert:
            has.append(2 if rules.veteran == "atk3/def2" else 1)
        if seat in vested and blow["cause"] != "arsonist":  # §4: ignition ignores heal, vest, jail
            has.append(1)
        if seat in healed and blow["cause"] != "arsonist":
            has.append(3 if rules.heal == "absolute" else 2)
        return max(has)

    def inborn(seat: Seat, blow: dict[str, Any]) -> int:
        """What somebody has by their role."""
        has = [0]
        if role[seat] in BASIC_DEFENCE or armoured[seat]:
            has.append(1)
        if role[seat] == "vampire hunter" and blow["cause"] == "vampire":
            has.append(1)
        return max(has)

    dead: dict[Seat, list[dict[str, Any]]] = {}
    failed: list[dict[str, Any]] = []
    turning: list[Seat] = []
    vampires = [seat for seat in living if role[seat] == "vampire"]
    for blow in attacks:
        on = blow["on"]
        if blow["cause"] == "vampire":
            convertible = role[on] in TOWN and role[on] != "vampire hunter" and defence(on, blow) == 0
            # §4 Vampire: not on consecutive nights; four or more only attack.
            if convertible and len(vampires) < 4 and not night.bitten:
                turning.append(on)
                if not any(each["on"] == on for each in attacks if each is not blow):
                    attacked.discard(on)  # a conversion is no attack
                continue
        blow["inborn"] = inborn(on, blow)
        if blow["power"] > defence(on, blow):
            dead.setdefault(on, []).append(blow)
        else:
            failed.append(blow)
        if armoured[on]:  # §4 Witch: until first attacked
            armoured[on] = False
            change[on]["armoured"] = False

    for _, _, target in fights:
        if target not in dead:
            tell(target, "attacked")
            tell(target, "guarded")
    for blow in failed:  # §1
        if blow["on"] not in dead:
            tell(blow["by"], "too_strong")
            tell(blow["on"], "attacked")
            if blow["power"] > blow["inborn"]:  # saved by something
                if blow["on"] in healed:
                    tell(blow["on"], "healed")
                if blow["on"] in vested and blow["power"] == 1:
                    tell(blow["on"], "vested")
    for seat in attacked:
        for doctor in doctors.get(seat, []):
            tell(doctor, "target_attacked")

    for seat in (each for each in living if role[each] == "vigilante"):  # §4 Vigilante: killing Town → guilt
        for victim, by in dead.items():
            if any(blow["by"] == seat and blow["cause"] == "vigilante" for blow in by) and role[victim] in TOWN:
                change[seat]["guilty"] = True
                left[seat] = 0  # “no more shots”
    for seat in living:
        if people[seat].guilty or seat in dead:
            change[seat]["guilty"] = False

    # §4 Janitor, Forger: only if the target dies tonight.
    cleaned: set[Seat] = set()
    for seat, target in janitors.items():
        if target in dead:
            cleaned.add(target)
            left[seat] -= 1
            tell(seat, "cleaned", roles=(role[target],), text=people[target].will)
    forged: dict[Seat, str] = {}
    for seat, target in forgers.items():
        left[seat] -= 1  # only of a clean does the page say that success alone spends it
        if target in dead:
            forged.setdefault(target, people[seat].forgery)

    # ── §3.7 P6: Spy, Amnesiac, conversions, promotions ──────────────────────────────────────────────────────────────
    for seat in living:
        if role[seat] == "spy" and seat != prisoner and seat not in blocked:
            seen = sorted((host for visitor, host in visits if role[visitor] in MAFIA), key=lambda host: place[host])
            if seen:
                tell(seat, "mafia_visited", seats=tuple(seen))

    now: dict[Seat, RoleName] = dict(role)
    here = {seat for seat in living if seat not in dead} | set(revived)

    def become(seat: Seat, new: RoleName, uses: int) -> None:
        now[seat] = new
        left[seat] = uses

    for seat in ones("remember"):
        corpse = deed[seat][1]
        if corpse is None or seat in dead:
            continue
        become(seat, role[corpse], FRESH.get(role[corpse], 0))
        if role[corpse] == "witch":
            change[seat]["armoured"] = True
        if role[corpse] == "vampire":
            change[seat]["turned"] = night.number
        tell(seat, "became", roles=(role[corpse],))
        announced.append(("remembered", role[corpse]))

    converted = False
    for prey in turning:
        if prey in here:
            converted = True
            become(prey, "vampire", 0)
            change[prey]["turned"] = night.number
            change[prey]["guilty"] = False
            change[prey]["revealed"] = False
            tell(prey, "was_converted")
            for vampire in vampires:
                tell(vampire, "converted", seats=(prey,))

    def living_with(*names: str) -> list[Seat]:
        return [seat for seat in seats if seat in here and now[seat] in names]

    gone = [seat for seat in seats if now[seat] == "godfather" and seat not in here]
    if gone and not living_with("godfather"):  # Mafioso → Godfather if GF dead
        for seat in living_with("mafioso")[:1]:
            become(seat, "godfather", 0)
            tell(seat, "became", roles=("godfather",))
    others = living_with(*MAFIA)
    if others and not living_with("godfather", "mafioso"):  # no killing Mafia left
        seat = others[int(night.chances.promotion * len(others))]
        become(seat, "mafioso", 0)
        tell(seat, "became", roles=("mafioso",))
    for seat in living_with("executioner"):  # target died by night
        if people[seat].quarry in dead and role[seat] == "executioner":
            become(seat, "jester", 0)
            change[seat]["quarry"] = None
            tell(seat, "became", roles=("jester",))
    if not living_with("vampire"):
        for seat in living_with("vampire hunter"):
            become(seat, "vigilante", 1)
            tell(seat, "became", roles=("vigilante",))

    # ── §3.8 The morning ─────────────────────────────────────────────────────────────────────────────────────────────
    for seat in revived:
        change[seat]["alive"] = True
        announced.append(("revived", seat))
    for seat in dead:
        change[seat]["alive"] = False
        if seat in cleaned:
            change[seat]["cleaned"] = True
    if rules.frame_lasts == "until_investigated":
        for seat in framed:
            change[seat]["framed"] = seat not in uncovered
    talkless = tuple(seat for seat in seats if seat in gagged and seat in here)
    for seat in talkless:
        tell(seat, "blackmailed")

    deaths: list[Death] = []
    for seat in seats:
        if seat not in dead:
            continue
        bloodied = any(
            blow["cause"] == "serial killer"
            and blow["on"] in blockers.get(blow["by"], [])
            and not people[blow["by"]].cautious
            for blow in dead[seat]
        )
        shown: str | None = people[seat].will
        if seat in cleaned:  # §7; people.Death: None is cleaned
            shown = None
        elif bloodied:
            shown = ""
        elif seat in forged:
            shown = forged[seat]
        killers = {blow["by"] for blow in dead[seat] if blow["cause"] != "guilt"}
        deaths.append(
            Death(
                seat=seat,
                causes=tuple(sorted({blow["cause"] for blow in dead[seat]})),
                role=None if seat in cleaned else disguise.get(seat, role[seat]),
                will=shown,
                notes=tuple(people[each].note for each in seats if each in killers and people[each].note),
                bloodied=bloodied,
            )
        )

    for seat in ones("bug"):  # §4 Spy: sees target's private notices
        for notice in list(told):
            if notice.seat == aim[seat] and notice.kind != "bugged":
                tell(seat, "bugged", seats=notice.seats, roles=notice.roles, text=notice.kind)

    after = tuple(
        replace(people[seat], role=now[seat], uses=left[seat], doused=doused[seat], **change[seat]) for seat in seats
    )
    return Morning(
        people=after,
        deaths=tuple(deaths),
        notices=tuple(sorted(told, key=lambda n: (place[n.seat], n.kind, n.seats, n.roles, n.text))),
        visits=tuple(sorted(visits, key=lambda v: (place[v[0]], place[v[1]]))),
        talkless=talkless,
        bitten=converted,
        announced=tuple(sorted(announced)),
    )
