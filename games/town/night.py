"""A night in the town: what everybody ordered, in the order in which it happens, and what is found in the morning.

`resolve` goes through `STEPS`, which read like the rules: the jail; those who act before all others; blocks, then the
Witch; who goes where; protection and tricks; those who look; attacks; who lies dead; what becomes of the others. Deaths
are simultaneous: who dies tonight has acted tonight. Nothing depends on the order in which orders came in.

Where the rules are silent, the comment at the step says what holds here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import get_args

from games.core import Seat
from games.town.course import POWER, Attack, Course
from games.town.legal import ALONE, MAFIA, PUPPET_ACTS, Evening, able, is_legal
from games.town.people import Act, Death, Morning, Night, Notice, Order, RoleName
from games.town.role import GROUP_OF, NONE, UNSTOPPABLE
from games.town.roles import ROLE


def resolve(night: Night) -> Morning:
    """What a night comes to."""
    evening = Evening.of(night)
    rank = {each.seat: place for place, each in enumerate(night.people)}
    by_role: dict[RoleName, list[Seat]] = {}
    for seat in evening.living:
        by_role.setdefault(evening.people[seat].role, []).append(seat)
    deeds = _deeds(night.orders, evening)
    acts = {deed.act for deed in deeds.values()}
    course = Course(night, evening, dict(evening.people), deeds, {seat: seat for seat in rank}, rank, by_role, acts)
    for step in STEPS:
        step(course)
    return _morning(course)


def _deeds(orders: Iterable[Order], evening: Evening) -> dict[Seat, Order]:
    """The one legal order of each seat. Of several different ones none counts: which came in last is not known here, and must
    not matter."""
    given: dict[Seat, Order] = {}
    undecided: set[Seat] = set()
    for order in orders:
        if is_legal(order, evening) and given.setdefault(order.seat, order) != order:
            undecided.add(order.seat)
    for seat in undecided:
        del given[seat]
    return given


# ── the jail ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def lock_up(c: Course) -> None:
    """Whoever was jailed is told; their orders were not taken in the first place. By option the Jailor is seen there."""
    prisoner, jailor = c.evening.prisoner, c.evening.jailor
    if prisoner is not None and jailor is not None:
        c.tell(prisoner, "jailed")
        if c.night.rules.jailor_visit:
            c.visits.add((jailor, prisoner))


# ── before all others ─────────────────────────────────────────────────────────────────────────────────────────────────


def transport(c: Course) -> None:
    """Transporters swap two in turn, each finding people where the ones before have put them. Nobody in jail can be moved."""
    for seat, one, two in c.aiming("swap"):
        met = [c.go(seat, one), c.go(seat, two)]
        if None not in met:
            c.place[one], c.place[two] = c.place[two], c.place[one]
            for each in met:
                c.tell(each, "transported")  # type: ignore[arg-type]


def die_of_guilt(c: Course) -> None:
    """Vigilantes who killed a townsman last night turn the gun on themselves; a jail is no help."""
    for seat in c.living("vigilante"):
        if c.was(seat).guilty:
            c.attacks.append(Attack(None, seat, POWER["guilt"], "guilt", burns=True))
            c.tell(seat, "guilt")


def haunt(c: Course) -> None:
    """A Jester hanged today takes somebody along, whom chance picks if the Jester did not. Transporters mislead ghosts, too."""
    jester = c.evening.people.get(c.night.jester) if c.night.jester is not None else None
    guilty = [seat for seat in c.evening.living if seat in c.night.haunters]
    if jester is None or jester.alive or jester.role != "jester" or not guilty:
        return
    deed = c.deeds.get(jester.seat)
    victim = deed.target if deed else guilty[int(c.night.chances.haunt * len(guilty))]
    assert victim is not None
    c.strike(jester.seat, c.place[victim], "haunt")
    c.tell(c.place[victim], "haunted")


def raise_the_dead(c: Course) -> None:
    """Retributionists bring somebody back, as they were but clean of petrol and guilt; those are up at dawn, and nobody finds
    them before. By option a corpse's ability is used instead, by the Retributionist, who goes where it takes one."""
    for seat, corpse, other in c.aiming("revive"):
        c.change(seat, uses=c.people[seat].uses - 1)
        if c.night.rules.retributionist == "puppet":
            c.plan(seat, Order(seat, PUPPET_ACTS[c.was(corpse).role], other))
        else:
            c.change(corpse, alive=True, doused=False, framed=False, guilty=False)
            c.announced.append(("revived", corpse))


# ── blocks, then the Witch ────────────────────────────────────────────────────────────────────────────────────────────


def block(c: Course) -> None:
    """Escorts and Consorts keep people from acting. All at once: who blocks is not stopped by another block. Whoever is kept
    from acting is told, whether they had anything in mind or not, and does nothing; only a Serial Killer who is not cautious
    goes out all the same."""
    for blocker, target, _ in c.aiming("block"):
        met = c.go(blocker, target)
        if met is not None and "block" in c.role(met).immune:
            c.tell(met, "immune_to_block")
        elif met is not None:
            c.blockers[met].append(blocker)
            c.tell(met, "blocked")
    for seat in c.blockers:
        deed = c.deeds.get(seat)
        if deed is not None and deed.act != "block" and not _undeterred(c, seat):
            c.plan(seat, None)


def _turns_on_blockers(c: Course, seat: Seat) -> bool:
    return c.was(seat).role == "serial killer" and not c.was(seat).cautious


def _undeterred(c: Course, seat: Seat) -> bool:
    return _turns_on_blockers(c, seat) and c.night.rules.sk_blocked == "in_addition"


def control(c: Course) -> None:
    """Witches make people use what they have on whom the Witch likes. Where it has no effect, nothing is learnt and only the
    immune notice. It comes too late for those who act before: Escorts, Retributionists, Mediums; and the cell is beyond it."""
    for witch, target, other in c.aiming("control"):
        met = c.go(witch, target)
        if met is None:
            continue
        forced = _forced(c, met, other)
        if "control" in c.role(met).immune:
            c.tell(met, "immune_to_control")
        elif forced is not None and (met not in c.blockers or _undeterred(c, met)):
            c.plan(met, forced)
            c.controlled.add(met)
            c.tell(met, "controlled")
            c.tell(witch, "witch_role", role=c.was(met).role)


def _forced(c: Course, seat: Seat, victim: Seat) -> Order | None:
    """What somebody can be made to do to `victim`, if anything. To themselves, an Arsonist sets alight, and a Bodyguard and a
    Survivor put on a vest; a Survivor can do nothing to others."""
    one = c.was(seat)
    act = ROLE[one.role].forced
    if act is None or (victim != seat and act == "vest") or not able(one, act, c.evening):
        return None
    if victim != seat:
        return Order(seat, act, victim)
    if act in ("guard", "heal") and not one.uses:
        return None
    at_home: dict[Act, Act] = {"douse": "ignite", "vest": "vest"}
    return Order(seat, at_home[act]) if act in at_home else Order(seat, act, seat)


# ── who goes out ──────────────────────────────────────────────────────────────────────────────────────────────────────


def send_the_mafia(c: Course) -> None:
    """One goes out to kill: the Mafioso, for the Godfather or of his own accord; the Godfather himself only if there is no
    Mafioso, or as the options have it if the Mafioso is held up. A Mafioso led by a Witch goes where she wants. One who is sent
    elsewhere than he meant to go is told."""
    bosses = [deed for deed in c.doing("kill") if c.was(deed.seat).role == "godfather"]
    hands = c.living("mafioso")
    able_hands = [seat for seat in hands if c.free(seat)]
    gone = _sent(c, able_hands, bosses[0] if bosses else None)
    if gone is None and bosses and not able_hands and (not hands or _boss_steps_in(c, hands)):
        gone = bosses[0]
    if gone is not None and gone.target is not None and gone != c.deeds.get(gone.seat):
        c.tell(gone.seat, "overruled", seats=(gone.target,))
    for deed in c.doing("kill"):
        c.plan(deed.seat, None)
    if gone is not None:
        c.plan(gone.seat, gone)


def _sent(c: Course, hands: Sequence[Seat], boss: Order | None) -> Order | None:
    """What the first of those who can go has to do: those led by a Witch come first."""
    own = [c.deeds[seat] for seat in sorted(hands, key=lambda seat: seat not in c.controlled) if seat in c.deeds]
    if boss is None or (own and own[0].seat in c.controlled):
        return own[0] if own else None
    return Order(hands[0], "kill", boss.target) if hands else None


def _boss_steps_in(c: Course, hands: Sequence[Seat]) -> bool:
    rules = c.night.rules
    held_up = any(seat in c.blockers for seat in hands)
    return (rules.gf_if_mafioso_blocked if held_up else rules.gf_if_mafioso_jailed) == "gf_kills"


def send_the_vampires(c: Course) -> None:
    """The youngest Vampire out of jail goes where most of them want; where they are divided, the youngest of those who asked
    for one of these places decides. Is the youngest blocked, nobody goes; led by a Witch, the vote does not matter."""
    votes = c.doing("bite")
    for vote in votes:
        c.plan(vote.seat, None)
    flock = sorted((seat for seat in c.living("vampire") if seat != c.evening.prisoner), key=lambda s: _youth(c, s))
    if votes and c.free(flock[-1]):
        youngest = flock[-1]
        led = [vote.target for vote in votes if vote.seat == youngest and youngest in c.controlled]
        c.plan(youngest, Order(youngest, "bite", led[0] if led else _wanted(c, votes)))


def _youth(c: Course, seat: Seat) -> tuple[int, int]:
    return c.was(seat).turned, c.rank[seat]


def _wanted(c: Course, votes: list[Order]) -> Seat | None:
    count = Counter(vote.target for vote in votes)
    return max(votes, key=lambda vote: (count[vote.target], _youth(c, vote.seat))).target


def go_out(c: Course) -> None:
    """Everybody who is still to act goes to whom they will find. From here on it is settled who visits whom."""
    for seat, deed in c.deeds.items():
        if deed.act == "vest":
            # A Bodyguard's vest is a guard at home: swapped away, he finds himself guarding another.
            met = c.go(seat, seat) if c.was(seat).role == "bodyguard" else seat
        elif deed.act == "bug" and deed.target is not None:
            # A bug stays where it was meant to be, whoever is moved. The Spy is seen planting it.
            met = c.visit(seat, deed.target)
        elif deed.act in _OUT and deed.target is not None:
            met = c.go(seat, deed.target)
        else:
            continue
        if met is not None:
            c.aims[seat] = met


_OUT: frozenset[Act] = frozenset(get_args(Act)) - ALONE - {
    "swap", "block", "control", "execute", "haunt", "revive", "remember", "seance", "bug",
}  # fmt: skip
"""Deeds that take somebody out when all that comes before is done."""


# ── protection and tricks ─────────────────────────────────────────────────────────────────────────────────────────────


def heal(c: Course) -> None:
    """Doctors look after people: what counts is whom they find. A revealed Mayor is past help."""
    for doctor, patient in c.meeting("heal"):
        if c.was(patient).revealed and c.was(patient).role == "mayor":
            continue
        if doctor != patient or _can_afford(c, doctor):
            c.healed.add(patient)


def guard(c: Course) -> None:
    """Bodyguards stand before somebody, or put on their vest if it is themselves whom they find. Survivors put on theirs."""
    for seat, target in c.meeting("guard", "vest"):
        if target != seat:
            c.guards[target].append(seat)
        elif _can_afford(c, seat):
            c.vested.add(seat)


def _can_afford(c: Course, seat: Seat) -> bool:
    """Takes a use for what somebody does to themselves, where there is one left."""
    affordable = c.people[seat].uses > 0 or c.role(seat).name == "retributionist"
    if affordable:
        c.spend(seat)
    return affordable


def frame(c: Course) -> None:
    """Framers make somebody look guilty: tonight, or by option until somebody has looked."""
    lasting = c.night.rules.frame_lasts == "until_investigated"
    c.framed.update(target for _, target in c.meeting("frame"))
    for seat in c.framed if lasting else ():
        c.change(seat, framed=True)
    if lasting:
        c.framed.update(seat for seat in c.evening.living if c.was(seat).framed)


def wash(c: Course) -> None:
    """Arsonists with nothing better to do wash off what others poured over them."""
    for seat in c.living("arsonist"):
        if c.free(seat) and seat not in c.deeds and c.was(seat).doused:
            c.change(seat, doused=False)
            c.tell(seat, "washed")


def douse(c: Course) -> None:
    """Arsonists pour petrol over somebody; and, whatever they do and wherever they are, over those who come to their door. By
    option a Bodyguard takes it for an attack, the first of the night."""
    for arsonist, target in c.meeting("douse"):
        if c.night.rules.bodyguard_vs_douse and target != arsonist and c.guards[target]:
            _fight(c, c.guards[target].pop(0), arsonist)
            c.guarded.add(target)
        else:
            _pour(c, target)
    if c.night.rules.arsonist_douses_visitors:
        for arsonist in c.living("arsonist"):
            for visitor in c.visitors(arsonist):
                _pour(c, visitor)


def _pour(c: Course, seat: Seat) -> None:
    """Somebody is doused. Nobody notices but who knows the smell: another Arsonist."""
    c.change(seat, doused=True)
    if c.was(seat).role == "arsonist":
        c.tell(seat, "doused")


# ── those who look ────────────────────────────────────────────────────────────────────────────────────────────────────


def investigate(c: Course) -> None:
    """Investigators learn a group: a frame shows before petrol, and petrol before a disguise."""
    for seat, target in c.meeting("investigate"):
        c.note(Notice(seat, "group", roles=GROUP_OF[_looks_like(c, target)]))
        _clear_name(c, target)


def _looks_like(c: Course, seat: Seat) -> RoleName:
    if seat in c.framed:
        return "framer"
    return "arsonist" if c.people[seat].doused else _guise(c, seat)


def _guise(c: Course, seat: Seat) -> RoleName:
    """Disguisers look like somebody else for the rest of the night, dead or alive. (Their place in the order is among the
    attacks, but who looks at them tonight is taken in already.)"""
    return next((c.was(target).role for who, target in c.meeting("disguise") if who == seat), c.was(seat).role)


def question(c: Course) -> None:
    """Sheriffs learn who is suspicious: a Werewolf only on a full moon, the framed in any case."""
    for seat, target in c.meeting("question"):
        howls = c.was(target).role == "werewolf" and c.evening.full_moon
        c.tell(seat, "suspicious" if howls or target in c.framed or c.role(target).suspicious else "innocent")
        _clear_name(c, target)


def _clear_name(c: Course, seat: Seat) -> None:
    """A lasting frame comes off when an Investigator or a Sheriff has looked; all who look tonight still see it."""
    if c.night.rules.frame_lasts == "until_investigated":
        c.change(seat, framed=False)


def consult(c: Course) -> None:
    """Consiglieri learn what somebody really is."""
    for seat, target in c.meeting("consult"):
        c.tell(seat, "role_is", role=c.was(target).role)


def watch(c: Course) -> None:
    """Lookouts learn who came, if only that nobody did."""
    for seat, target in c.meeting("watch"):
        c.tell(seat, "visitors", seats=tuple(who for who in c.visitors(target) if who != seat))


# ── attacks ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def execute(c: Course) -> None:
    """A Jailor executes; for a townsman he pays with all executions that he has left."""
    for jailor, prisoner, _ in c.aiming("execute"):
        c.spend(jailor)
        c.strike(jailor, prisoner, "jailor")
        if c.role(prisoner).faction == "town":
            c.change(jailor, uses=0)
            c.tell(jailor, "forfeited")


def shoot_visitors(c: Course) -> None:
    """Veterans on alert shoot at everybody who comes, and know that somebody came. Nobody can block that, nor lead it
    elsewhere."""
    level = UNSTOPPABLE if c.night.rules.veteran == "atk3/def2" else POWER["veteran"]
    for deed in c.doing("alert"):
        c.spend(deed.seat)
        for visitor in c.visitors(deed.seat):
            c.strike(deed.seat, visitor, "veteran", level=level)
            c.tell(deed.seat, "shot")


def stake(c: Course) -> None:
    """Vampire Hunters stake a Vampire whom they visit, and one who visits them, even if something kept them at home."""
    for hunter, target in c.meeting("stake"):
        if c.was(target).role == "vampire":
            c.strike(hunter, target, "vampire hunter", direct=True)
    for hunter in c.living("vampire hunter"):
        for visitor in c.visitors(hunter) if hunter != c.evening.prisoner else ():
            if c.was(visitor).role == "vampire":
                c.strike(hunter, visitor, "vampire hunter")


def shoot(c: Course) -> None:
    """Vigilantes shoot; a bullet meant for somebody in jail is kept."""
    for seat, target in c.meeting("shoot"):
        c.spend(seat)
        c.strike(seat, target, "vigilante", direct=True)


def kill(c: Course) -> None:
    """The Mafia kills."""
    for seat, target in c.meeting("kill"):
        c.strike(seat, target, "mafia", direct=True)


def stab(c: Course) -> None:
    """Serial Killers stab; and, unless cautious, those who tried to keep them from it, whose wills nobody can read for the
    blood, and a Jailor who let them live."""
    for seat, target in c.meeting("stab"):
        c.strike(seat, target, "serial killer", direct=True)
    for seat in c.living("serial killer"):
        for blocker in c.blockers.get(seat, ()) if _turns_on_blockers(c, seat) else ():
            c.strike(seat, blocker, "serial killer", direct=True)
        if _turns_on_blockers(c, seat) and (jailor := _merciful(c, seat)):
            c.strike(seat, jailor, "serial killer", direct=True)


def _merciful(c: Course, seat: Seat) -> Seat | None:
    """The Jailor who holds somebody, and lets them live."""
    return c.evening.jailor if seat == c.evening.prisoner and not c.doing("execute") else None


def rampage(c: Course) -> None:
    """Under a full moon a Werewolf attacks whom it finds and all who came there: of somebody in jail the visitors alone; at
    home, those who come; spared in jail, the Jailor and all who come to him."""
    for seat in c.living("werewolf") if c.evening.full_moon else ():
        if seat != c.evening.prisoner:
            deed = c.deeds.get(seat)
            _maul(c, seat, c.place[deed.target] if deed and deed.target else seat)
        elif jailor := _merciful(c, seat):
            _maul(c, seat, jailor)


def _maul(c: Course, wolf: Seat, lair: Seat) -> None:
    if lair not in (wolf, c.evening.prisoner):
        c.strike(wolf, lair, "werewolf", direct=True)
    for visitor in c.visitors(lair):
        # The Jailor is in the cell, whether he is seen there or not, but no visitor.
        if visitor != wolf and (lair, visitor) != (c.evening.prisoner, c.evening.jailor):
            c.strike(wolf, visitor, "werewolf")


def ignite(c: Course) -> None:
    """Arsonists set alight all who are doused, themselves too if another doused them. Nothing put on or given helps, nor,
    unless the option says so, the jail."""
    for deed in c.doing("ignite"):
        for seat in c.evening.living:
            safe = c.night.rules.jail_blocks_ignite and seat == c.evening.prisoner
            if c.people[seat].doused and not safe:
                c.attacks.append(Attack(deed.seat, seat, POWER["arsonist"], "arsonist", burns=True))


def bite(c: Course) -> None:
    """The Vampire bites. Defenceless townsmen turn, but not two nights running, nor when there are four Vampires or more; then
    they are attacked like all others."""
    for seat, victim in c.meeting("bite"):
        attack = Attack(seat, victim, POWER["vampire"], "vampire", direct=seat != victim)
        prey = c.role(victim).faction == "town" and c.was(victim).role != "vampire hunter" and c.defence(attack) == NONE
        turns = prey and not c.night.bitten and len(c.living("vampire")) < 4
        c.attacks.append(replace(attack, level=NONE, bite=True) if turns else attack)


def step_in(c: Course) -> None:
    """Bodyguards take upon them whoever comes first to attack the one they guard, one each. Who comes first: those who
    execute and stake, then Vigilantes, the Mafia, Serial Killers, Werewolves and Vampires, each in seat order."""
    if not c.guards:
        return
    coming, c.attacks = c.attacks, []
    for attack in coming:
        guards = c.guards.get(attack.on) if attack.direct else None
        if guards and attack.by is not None:
            c.guarded.add(attack.on)
            _fight(c, guards.pop(0), attack.by)
        else:
            c.attacks.append(attack)


def _fight(c: Course, bodyguard: Seat, attacker: Seat) -> None:
    """Both strike, and whoever falls, falls in that fight: no Vigilante has to feel guilty of a Bodyguard."""
    c.strike(bodyguard, attacker, "bodyguard")
    c.strike(attacker, bodyguard, "bodyguard")


# ── who lies dead ─────────────────────────────────────────────────────────────────────────────────────────────────────


def take_armour(c: Course) -> None:
    """The first attack costs a Witch her armour, even if somebody heals her: it stops that one, and none after it tonight.
    Which is the first goes by the order of the steps, and then of seats."""
    for place, attack in enumerate(c.attacks):
        if c.people[attack.on].armoured:
            c.attacks[place] = replace(attack, first=True)
            c.change(attack.on, armoured=False)


def fall(c: Course) -> None:
    """Who was attacked beyond their defence is dead."""
    for attack in c.attacks:
        if attack.level > c.defence(attack):
            c.dead.setdefault(attack.on, []).append(attack)
    for seat in c.dead:
        c.change(seat, alive=False)


def tell_of_attacks(c: Course) -> None:
    """Survivors hear that they were attacked and by what they were saved; attackers, that it was not enough; Doctors, that
    there was somebody. Who was guarded was attacked too."""
    real = [attack for attack in c.attacks if not attack.bite]
    for attack in real:
        if attack.on not in c.dead:
            c.tell(attack.on, "attacked")
            for kind, level in c.protection(attack.on):
                if kind is not None and c.innate(attack) < attack.level <= level:
                    c.tell(attack.on, kind)
            if attack.by is not None:
                c.tell(attack.by, "too_strong")
    for seat in c.guarded - set(c.dead):
        c.tell(seat, "attacked")
        c.tell(seat, "guarded")
    attacked = c.guarded | {attack.on for attack in real}
    for doctor, patient in c.meeting("heal"):
        if patient in attacked:
            c.tell(doctor, "target_attacked")


def feel_guilt(c: Course) -> None:
    """A Vigilante who killed a townsman shoots no more, and will not live through the next night. Guilt once died of is gone."""
    for seat, attacks in c.dead.items():
        if c.people[seat].guilty:
            c.change(seat, guilty=False)
        for attack in attacks:
            culprit = attack.by if attack.cause == "vigilante" and c.role(seat).faction == "town" else None
            if culprit is not None and c.was(culprit).role == "vigilante":
                c.change(culprit, uses=0, guilty=culprit not in c.dead)


def forge(c: Course) -> None:
    """A forgery is used up whether anybody dies or not."""
    for seat, _ in c.meeting("forge"):
        c.spend(seat)


def clean(c: Course) -> None:
    """Janitors clean up if there was a death, and only then is it one time less. They alone learn what there was."""
    for seat, target in c.meeting("clean"):
        if target in c.dead:
            c.spend(seat)
            c.change(target, cleaned=True)
            one = c.was(target)
            c.note(Notice(seat, "cleaned", roles=(one.role,), text=one.will))


# ── what becomes of the others ────────────────────────────────────────────────────────────────────────────────────────


def turn(c: Course) -> None:
    """The bitten who live turn. All Vampires hear of it."""
    for victim in [attack.on for attack in c.attacks if attack.bite and attack.on not in c.dead]:
        c.become(victim, "vampire")
        c.bitten = True
        c.tell(victim, "was_converted")
        for seat in c.living("vampire"):
            c.tell(seat, "converted", seats=(victim,))


def hush(c: Course) -> None:
    """Blackmailers make somebody hold their tongue tomorrow, who is told, if they are there to hear it."""
    for _, target in c.meeting("blackmail"):
        if target not in c.dead:
            c.tell(target, "blackmailed")


def remember(c: Course) -> None:
    """Amnesiacs who live become what somebody was, with nothing of it used up. Everybody hears of each of them."""
    for deed in c.doing("remember"):
        if deed.seat not in c.dead and deed.target is not None:
            _rise_to(c, deed.seat, c.was(deed.target).role)
            c.announced.append(("remembered", c.was(deed.target).role))


def _rise_to(c: Course, seat: Seat, role: RoleName) -> None:
    c.become(seat, role)
    c.tell(seat, "became", role=role)


def promote(c: Course) -> None:
    """A Mafioso takes the place of a dead Godfather; a Mafia without killers makes one."""
    mafia = [each for each in c.people.values() if each.role in MAFIA and each.alive]
    killers = [each for each in mafia if ROLE[each.role].alignment == "mafia killing"]
    godfathers = [each for each in c.people.values() if each.role == "godfather"]
    if mafia and not killers:
        _rise_to(c, mafia[int(c.night.chances.promotion * len(mafia))].seat, "mafioso")
    elif killers and all(each.role == "mafioso" for each in killers) and godfathers:
        _rise_to(c, killers[0].seat, "godfather")


def lose_the_quarry(c: Course) -> None:
    """An Executioner whose target died tonight becomes a Jester."""
    for seat in c.living("executioner"):
        if seat not in c.dead and c.was(seat).quarry in c.dead:
            _rise_to(c, seat, "jester")


def lay_down_stakes(c: Course) -> None:
    """Vampire Hunters become Vigilantes when there is no Vampire left, with one bullet and not with all."""
    if not any(each.alive and each.role == "vampire" for each in c.people.values()):
        for each in list(c.people.values()):
            if each.alive and each.role == "vampire hunter":
                _rise_to(c, each.seat, "vigilante")
                c.change(each.seat, uses=1)


def spy(c: Course) -> None:
    """Spies who are neither jailed nor blocked learn whom the Mafia visited, once for each visit; and by option all that the one
    they bugged is told, but for a will that is a Janitor's alone, and for what other bugs bring in."""
    spies = [seat for seat in c.living("spy") if c.free(seat)]
    if spies:
        mafia = {seat for seat in c.evening.living if c.role(seat).faction == "mafia"}
        visited = tuple(sorted((whom for who, whom in c.visits if who in mafia), key=c.rank.__getitem__))
        for seat in spies if visited else ():
            c.tell(seat, "mafia_visited", seats=visited)
    overheard = list(c.notices)
    for seat, target in c.meeting("bug"):
        c.note(*(Notice(seat, "bugged", n.seats, n.roles, n.kind) for n in overheard if n.seat == target))


STEPS: tuple[Callable[[Course], None], ...] = (
    lock_up,
    transport,
    die_of_guilt,
    haunt,
    raise_the_dead,
    block,
    control,
    send_the_mafia,
    send_the_vampires,
    go_out,
    heal,
    guard,
    frame,
    wash,
    douse,
    investigate,
    question,
    consult,
    watch,
    execute,
    shoot_visitors,
    stake,
    shoot,
    kill,
    stab,
    rampage,
    ignite,
    bite,
    step_in,
    take_armour,
    fall,
    tell_of_attacks,
    feel_guilt,
    forge,
    clean,
    turn,
    hush,
    remember,
    promote,
    lose_the_quarry,
    lay_down_stakes,
    spy,
)
"""A night, in order."""


# ── the morning ───────────────────────────────────────────────────────────────────────────────────────────────────────


def _morning(c: Course) -> Morning:
    rank, hushed = c.rank, {notice.seat for notice in c.notices if notice.kind == "blackmailed"}
    return Morning(
        people=tuple(c.people.values()),
        deaths=tuple([_death(c, seat) for seat in rank if seat in c.dead]),
        notices=tuple(sorted(c.notices, key=lambda notice: rank[notice.seat])),
        visits=tuple(sorted(c.visits, key=lambda visit: (rank[visit[0]], rank[visit[1]]))),
        talkless=tuple([seat for seat in rank if seat in hushed]),
        bitten=c.bitten,
        announced=tuple(sorted(c.announced)),
    )


def _death(c: Course, seat: Seat) -> Death:
    """A death as the town finds it: a cleaned body says nothing, a bloodied will is illegible, a forged one is the first
    forger's."""
    attacks = c.dead[seat]
    causes = tuple(sorted({attack.cause for attack in attacks}))
    killers = {attack.by for attack in attacks if attack.by is not None}
    notes = tuple(c.was(killer).note for killer in sorted(killers, key=c.rank.__getitem__) if c.was(killer).note)
    # Of those whom a Serial Killer killed for blocking.
    bloodied = any(
        each.by and each.cause == "serial killer" and seat in c.blockers.get(each.by, ()) for each in attacks
    )
    if c.people[seat].cleaned:
        return Death(seat, causes, None, None, notes, bloodied)
    forged = (c.was(forger).forgery for forger, target in c.meeting("forge") if target == seat)
    will = "" if bloodied else next(forged, c.was(seat).will)
    return Death(seat, causes, _guise(c, seat), will, notes, bloodied)
