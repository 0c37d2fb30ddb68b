"""What Town looks like: the square by day and by night, who is accused and who judges, the graves, a seat's own page and role
card, and in the end the nights told again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace

from games.core import CLOCK, Seat
from games.scene import Block, Card, Control, Count, Face, Lines, Roster, Row, Scene, Sheet, Tally, Text, Timer
from games.town.asks import can_seance, clock_key, counting, menu, papers, within
from games.town.claims import claims_of, ledger
from games.town.emblems import EMBLEMS
from games.town.events import (
    NOBODY,
    PAPERS,
    Confer,
    Declare,
    Judge,
    Nominate,
    Paper,
    Reveal,
    RoomName,
    Say,
    Sentenced,
    Verdict,
    Wait,
    Whisper,
    Write,
)
from games.town.lists import once, pool
from games.town.manual import strategy
from games.town.people import RoleName
from games.town.phrases import listed
from games.town.replay import charts, replay
from games.town.roles import ROLE
from games.town.rooms import mates
from games.town.sentences import DEEDS, a_role, asked, in_one_line, noticed, ordered
from games.town.state import Grave, Line, State
from games.town.stating import stated
from games.town.trial import tally, threshold, weight
from games.town.winning import verdict

TITLE = "Town"
PRIVATE = "My role"
GRAVEYARD = "Graveyard"
CLAIMS = "Claims"
NIGHTS = "Night by night"

SPEAK, WHISPER = Control("Speak", Say, "💬", "primary"), Control("Whisper", Whisper, "🤫")
CLAIM = Control("Claim", Declare, "📜")

ON_TRIAL = ("defence", "judgement", "last words")

VERDICTS: Mapping[Verdict, tuple[str, Face]] = {
    "guilty": ("guilty", "red"), "innocent": ("innocent", "blue"), "abstain": ("abstains", "neutral"),
}  # fmt: skip
"""What stands on the card of who has judged so."""

SIDES: dict[str, Face] = {"town": "blue", "mafia": "red", "neutral": "gold"}
"""How somebody looks of whom one knows what they are."""

CAUSES = {
    "lynched": "hanged", "mafia": "gunned down by the Mafia", "vigilante": "shot by a Vigilante",
    "veteran": "shot by a Veteran", "jailor": "executed by the Jailor", "serial killer": "stabbed by a Serial Killer",
    "arsonist": "burnt by an Arsonist", "werewolf": "mauled by a Werewolf", "bodyguard": "fell in a Bodyguard's fight",
    "vampire": "bitten to death by a Vampire", "vampire hunter": "staked by a Vampire Hunter",
    "haunt": "haunted by the Jester", "guilt": "died of guilt",
}  # fmt: skip


def scene(s: State, seat: Seat | None) -> Scene:
    """The town as `seat` sees it (None: everyone), drawn from that seat's view."""
    if not s.seats or s.phase == "deal":
        return Scene(TITLE, "", "hidden", (Text("The people of the town come together."),))
    own = seat if seat in s.seats and s.phase != "over" else None
    timed = s.phase != "over" and within(s) is not None
    blocks: tuple[Block, ...] = (
        Text(_lead(s, own), "lead"),
        *(_own(s, own) if own is not None else ()),
        Tally((Count("Alive", len(s.alive)), Count("Dead", len(s.dead), "black")), drawn=True),
        *(Timer(CLOCK, each.key, "Count") for each in counting(s)),
        *((Timer(CLOCK, clock_key(s), _TIMED[s.phase]),) if timed else ()),
        Text(_news(s)),
        Text(_course(s), "small"),
        Lines("Named", _nominations(s), brief=True, drawn=True),
        _verdicts(s),
        Lines("Whispers today", _whispers(s), brief=True),
        _roster(s, own),
        _list(s),
        *(charts(s) if s.ended is not None else ()),
    )
    return Scene(
        title=TITLE,
        moment=f"{s.phase}:{s.day}:{s.trial}",
        face=_face(s),
        blocks=tuple(filter(_shows, blocks)),
        controls=_controls(s, own),
        secret=own is not None,
        private_label=PRIVATE,
        page=_own_page(s, own) if own is not None else f"{s.phase}:{s.day}",
        sheets=_sheets(s, own),
        place="night" if _asleep(s) else "day",
        chapter=f"{'Night' if s.phase == 'night' else 'Day'} {s.day}",
    )


def _shows(block: Block) -> bool:
    """Whether there is anything in it."""
    return not ((isinstance(block, Text) and not block.text) or (isinstance(block, Lines) and not block.lines))


def _own_page(s: State, seat: Seat) -> str:
    """A seat's own page is new when night falls, and when its news is told; the dead have one more, unless they are still
    asked something."""
    when = f"{'night' if s.phase == 'night' else 'day'}:{s.day}"
    busy = seat in s.alive or seat in s.awake or can_seance(s, seat) or s.in_seance(seat)
    return when if busy else "dead"


def _face(s: State) -> Face:
    if s.ended is not None:
        return {"town": "blue", "mafia": "red"}.get(s.ended.ending, "gold")  # type: ignore[return-value]
    return "black" if _asleep(s) else "gold"


def _asleep(s: State) -> bool:
    """Whether it is dark: once the dead are found it is day, before anybody talks."""
    return s.phase == "night" and not s.dawned


# ── what everybody sees ───────────────────────────────────────────────────────────────────────────────────────────────

_TIMED = {
    "discussion": "Talk ends", "nomination": "Night falls", "defence": "Defence ends", "judgement": "Verdicts due",
    "last words": "The rope", "night": "Dawn",
}  # fmt: skip


def _lead(s: State, own: Seat | None) -> str:
    """How things stand; whoever is asked something reads the question."""
    if s.phase == "over":
        return verdict(s.ended.ending) if s.ended else "The game was called off."
    if _asleep(s):
        return f"🌙 Night {s.day}. {_question(s, own) or 'The town sleeps, and not everybody does.'}"
    match s.phase:
        case "night":
            now = f"Dawn after night {s.day}."
        case "nomination":
            now = f"Day {s.day}. Whom {'do you' if own in s.alive else 'does the town'} accuse?"
        case "defence":
            now = f"{{{s.accused}}} is accused, and may speak."
        case "judgement" if s.accused is None:
            now = f"{{{s.sentences[-1].accused}}} is acquitted."
        case "judgement":
            now = f"Is {{{s.accused}}} guilty?"
        case "last words" if s.accused not in s.alive:
            now = f"{{{s.accused}}} was hanged."
        case "last words":
            now = f"{{{s.accused}}} has to hang. Any last words?"
        case _:
            now = f"Day {s.day}. The town talks."
    return f"☀️ {now}"


def _question(s: State, own: Seat | None) -> str:
    """What somebody is asked at night, until they have chosen, if there is one thing that they can do."""
    acts = {each.act for each in menu(s, own)} if own is not None and own not in s.orders else set()
    return asked(*acts) if len(acts) == 1 else ""


def _course(s: State) -> str:
    """What goes on now, and what it takes."""
    takes, trial = f"{threshold(len(s.alive))} of {len(s.alive)}", f"Day {s.day}, trial {s.trial} of {s.rules.trials}."
    return {
        "discussion": f"{'Nobody is accused today; night follows' if s.day == 1 else 'Nominations follow'} the talk. It is over "
        "when nobody has anything to say to what was said last: whoever speaks asks everybody anew.",
        "nomination": f"{'Too few agreed: everybody is asked once more. ' if s.ballot.round > 1 else ''}It takes {takes} to put somebody on trial. "
        f"{'All have said whom; unless somebody changes, night falls.' if counting(s) else 'Everybody names one, and may change their mind.'}"
        f"{_weight(s)} {_many(s.rules.trials - s.trial, 'trial')} left today.",
        "defence": f"{trial}{_named_by(s)}",
        "judgement": f"{trial}{_named_by(s)} More guilty than innocent, and they hang; a tie acquits.{_weight(s)}",
        "last words": trial,
        "night": "Everybody chooses in secret; at dawn the town hears who is dead.",
    }.get(s.phase, "")


def _weight(s: State) -> str:
    living = [seat for seat in s.seats if seat in s.mayors and seat in s.alive]
    return f" {listed(living)}, the Mayor, counts three times." if living else ""


def _named_by(s: State) -> str:
    by = [seat for seat, whom in s.voters if whom == s.accused]
    return f" Put on trial by {listed(by)}." if by else ""


def _news(s: State) -> str:
    """What the last dawn brought, while it is news."""
    if s.phase == "night" and not s.dawned:
        return _untried(s)
    if s.phase != "discussion" or s.day == 1:
        return ""
    night = s.day - 1
    dead = [grave for grave in s.graves if grave.day == night and not grave.lynched]
    parts = [f"{{{grave.seat}}}: {_died(grave)}." for grave in dead] or ["Nobody died last night."]
    parts += [f"{{{seat}}} is back from the dead." for when, seat in s.revived if when == night]
    parts += [f"An Amnesiac remembered to be {a_role(role)}." for when, role in s.remembered if when == night]
    return " ".join(parts)


def _untried(s: State) -> str:
    """That nobody (else) stood trial before this night, and how many were missing for it."""
    if s.untried is None:
        return ""
    tried = any(each.day == s.day for each in s.sentences)
    said = f"Nobody {'else ' if tried else ''}stood trial today: too few agreed."
    most = tally(s.untried, s.mayors).most_common(1)
    return (
        f"{said} It takes {threshold(len(s.alive))} of {len(s.alive)}, and {{{most[0][0]}}} had {most[0][1]}."
        if most
        else said
    )


def _nominations(s: State) -> tuple[str, ...]:
    """Who is named by whom, and how much of what it takes that is; the most at the end."""
    need, lines = threshold(len(s.alive)), []
    for whom, votes in tally(s.voters, s.mayors).most_common() if s.phase == "nomination" else ():
        by = [f"{{{seat}}}{' (×3)' if seat in s.mayors else ''}" for seat, chosen in s.voters if chosen == whom]
        lines.append(f"{{{whom}}} {votes} of {need} ({', '.join(by)})")
    return tuple(lines)


def _verdicts(s: State) -> Lines:
    """Who has judged; and once it is over, who judged how."""
    if s.phase == "judgement" and s.accused is not None:
        judged = [f"{{{seat}}}" for seat in s.alive if seat in s.answered]
        return Lines(f"Judged ({len(judged)} of {len(s.alive) - 1})", tuple(judged), brief=True, drawn=True)
    last = _turned(s)
    if last is None:
        return Lines("Verdicts", ())
    lines = [f"on {{{last.accused}}}"]
    weights = {"guilty": f"guilty {last.guilty}", "innocent": f"innocent {last.innocent}", "abstain": "abstained"}
    for vote, count in weights.items():
        if by := [f"{{{seat}}}" for seat, each in last.votes if each == vote]:
            lines.append(f"{count}: {', '.join(by)}")
    return Lines("Verdicts", tuple(lines), brief=True, drawn=True)


def _turned(s: State) -> Sentenced | None:
    """The verdicts that lie open: those of today's last trial, until somebody else stands trial, or night falls."""
    last = s.sentences[-1] if s.sentences and s.by_day else None
    judging = s.phase == "defence" or (s.phase == "judgement" and s.accused is not None)
    return last if last is not None and last.day == s.day and not judging else None


def _whispers(s: State) -> tuple[str, ...]:
    """Who whispered to whom today, and how often; never what."""
    seen = Counter((seat, to) for day, seat, to in s.whispers if day == s.day) if s.by_day else Counter()
    return tuple(f"{{{seat}}} → {{{to}}}{f' ×{count}' if count > 1 else ''}" for (seat, to), count in seen.items())


def _roster(s: State, own: Seat | None) -> Roster:
    """The living, then the dead in the order of their deaths. Who names whom stands below them, and later below whom they
    have put on trial; verdicts lie before those who gave them, and are turned together."""
    accused = s.accused if s.phase in ON_TRIAL else None
    awaited, turned, judging = _awaited(s), _turned(s), s.phase == "judgement"
    given = dict(turned.votes) if turned is not None else {}
    died = {grave.seat: at for at, grave in enumerate(s.graves)}
    doors = _doors(s, own)
    rows = []
    for seat in (*s.alive, *sorted(s.dead, key=lambda seat: died.get(seat, -1))):
        named = s.phase == "nomination" or seat == accused
        answer, face = VERDICTS[given[seat]] if seat in given else ("", "hidden")
        row = replace(
            _row(s, seat), awaited=seat in awaited and seat in s.alive, gone=seat not in s.alive,
            marks=tuple(each for each, whom in s.voters if whom == seat) if named else (),
            laid=judging and seat in s.answered, answer=answer, answer_face=face,
            says=_says(s, seat) if seat == accused else None,
            weight=weight(seat, s.mayors), chosen=seat in doors,
        )  # fmt: skip
        rows.append(row)
    return Roster(tuple(rows), "street", accused)


def _doors(s: State, own: Seat | None) -> tuple[Seat | None, ...]:
    """To whose doors somebody means to go tonight, once they have chosen."""
    order = s.orders.get(own) if own is not None and _asleep(s) else None
    return (order.target, order.other) if order is not None else ()


def _says(s: State, seat: Seat) -> str | None:
    """What somebody says who stands trial: in their defence, and then before the rope."""
    now = ("last words",) if s.phase == "last words" else ON_TRIAL[:2]
    lines = [each for each in s.recent() if each.seat == seat and each.room == "town"]
    said = [_as_it_stands(each) for each in lines if each.trial == s.trial and each.phase in now]
    return "\n".join(reversed(said)) if said or s.phase == "judgement" else None


def _row(s: State, seat: Seat) -> Row:
    """What somebody is or was, as far as this view knows."""
    grave, role = s.grave(seat), s.role(seat)
    face = SIDES[ROLE[role].faction] if role else "hidden"
    if s.ended is not None:
        fate = f", {_fate(grave)}" if grave is not None else ""
        won = ", won" if seat in s.ended.winners else ""
        return Row(seat, f"{_titled(role)}{fate}{won}", face, brief=_titled(role))
    if grave is not None:
        return Row(seat, _died(grave), "black", brief=_titled(grave.role) if grave.role else "cleaned")
    return Row(seat, role.title() if role else "", face)


def _titled(role: RoleName | None) -> str:
    return role.title() if role else "nobody knows what"


def _fate(grave: Grave) -> str:
    """“stabbed by a Serial Killer, night 2”."""
    causes = " and ".join(CAUSES.get(cause, cause) for cause in grave.causes)
    return f"{causes}, {'day' if grave.lynched else 'night'} {grave.day}"


def _died(grave: Grave) -> str:
    shown = a_role(grave.role) if grave.role else "cleaned up: nobody knows what they were"
    return f"{_fate(grave)}; {shown}"


def _awaited(s: State) -> frozenset[Seat]:
    """Who is publicly waited for; at night that is nobody's business."""
    living = frozenset(s.alive)
    match s.phase:
        case "discussion":
            return s.talking if s.floor.holder is None else s.talking | {s.floor.holder}
        case "nomination":
            return living - s.ballot.chosen
        case "judgement" if s.accused is not None:
            return living - s.answered - {s.accused}
        case "defence" | "last words" if s.accused is not None:
            return frozenset({s.accused})
    return frozenset()


def _list(s: State) -> Lines:
    """The role list of this town, with a cross for each that was found dead, the narrowest slots first. Whoever had become what
    they were is crossed out where only one kind of slot can have been theirs."""
    left = list(s.slots)
    gone: Counter[str] = Counter()
    buried = [each for each in s.graves if each.role is not None and (each.seat not in s.alive or s.ended is not None)]
    for role in (each.role for each in buried if each.role is not None):
        fitting = [slot for slot in left if role in pool(slot)]
        if not fitting:
            came = {slot for slot in left if once(role).intersection(pool(slot))}
            fitting = list(came) if len(came) == 1 else []
        if fitting:
            slot = min(fitting, key=lambda slot: len(pool(slot)))
            left.remove(slot)
            gone[slot] += 1
    lines = []
    for slot, count in sorted(Counter(s.slots).items(), key=lambda each: _rank(each[0])):
        many = f" ×{count}" if count > 1 else ""
        dead = f" ✖{gone[slot] if count > 1 else ''}" if gone[slot] else ""
        lines.append(f"{slot.replace('|', ' or ')}{many}{dead}")
    return Lines("Role list", tuple(lines), brief=True)


def _rank(slot: str) -> tuple[int, int, str]:
    """The Town first, then the Mafia, then others; narrow slots before wide ones."""
    roles = pool(slot)
    factions = {ROLE[role].faction for role in roles}
    side = list(SIDES).index(next(iter(factions))) if len(factions) == 1 else len(SIDES)
    return side, len(roles), slot


# ── one's own page ────────────────────────────────────────────────────────────────────────────────────────────────────


def _own(s: State, seat: Seat) -> list[Block]:
    role = s.role(seat)
    if role is None:
        return []
    condition = "🤐 You are blackmailed: today you can vote, but neither speak nor whisper." if seat in s.gagged else ""
    if seat not in s.alive:
        condition = "You are dead. The dead talk to the dead, and read everything that is said to all."
    return [
        card(s, seat, role),
        Text("You have what you wanted: you win, whoever else does." if seat in s.triumphs else ""),
        Text(condition),
        Text(_company(s, seat, role)),
        Text(_tonight(s, seat, role)),
        Text(_today(s, seat, role)),
        Lines("How to play it", _page(role) if s.day == 1 and seat in s.alive else ()),
        Lines("Your nights", tuple(line for _, line in nights_told(s, seat))),
        Lines("Heard tonight" if s.phase == "night" else "Heard last night", _overheard(s, seat)),
        Lines("Today's whispers", _whispered(s, seat)),
        Lines("Your papers", _papers(s, seat)),
    ]


def _page(role: RoleName) -> tuple[str, ...]:
    """How a role is played well; before the first night is over on one's own page, later among what can be looked up."""
    return tuple(strategy(role).splitlines())


def card(s: State, seat: Seat, role: RoleName) -> Card:
    """What the seat is, to look at: what it can do, how often still, how strong it is, and what it takes to win."""
    its = ROLE[role]
    lines = [*its.abilities, *its.differences(s.rules.night)]
    if (uses := s.cast[seat].uses) is not None and its.uses:
        lines.append(f"{its.limit.capitalize()}: {uses or 'none'} left.")
    if (quarry := s.cast[seat].quarry) is not None:
        lines.append(f"Your target: {{{quarry}}}.")
    if its.attack or its.defence:
        lines.append(its.attributes[0])
    lines.append(f"Goal: {its.goal}")
    title, kind = role.title(), its.alignment.title()
    about = f"{title}, {kind}. {' '.join(lines)}"
    return Card(title, kind, tuple(lines), SIDES[its.faction], about, EMBLEMS[role])


def _company(s: State, seat: Seat, role: RoleName) -> str:
    """Whom one knows for one's own."""
    own = mates(s, seat)
    if not own:
        return "You are the last of your kind." if seat in s.alive and role == "vampire" else ""
    side = "Mafia" if ROLE[role].faction == "mafia" else "Vampires"
    return f"The {side} besides you: {', '.join(f'{{{each}}} ({_titled(s.role(each))})' for each in own)}."


def _tonight(s: State, seat: Seat, role: RoleName) -> str:
    """What one can do tonight, or has chosen."""
    if s.phase != "night":
        return ""
    parts = []
    if s.prisoner == seat and role != "jailor":
        parts.append("⛓️ You sit in jail tonight, and can do nothing. You can talk to the Jailor.")
    elif s.prisoner is not None and role == "jailor":
        parts.append(f"⛓️ {{{s.prisoner}}} sits in your cell, and you can talk.")
    parts += [
        f"You speak to {{{whom}}} tonight." if medium == seat else "A dead Medium speaks to you tonight."
        for _, medium, whom in s.in_seance(seat)
    ]
    order, acts = s.orders.get(seat), tuple(dict.fromkeys(each.act for each in menu(s, seat)))
    if seat in s.orders:
        parts.append(f"Tonight you {ordered(order)}." if order is not None else "Tonight you sleep.")
    elif acts:
        deeds = [DEEDS[act].replace("{one}", "somebody").replace("{two}", "somebody else") for act in acts]
        parts.append(f"Tonight you can {'; or '.join(deeds)}; or sleep.")
    elif seat in s.alive and s.prisoner != seat:
        parts.append("There is nothing for you to do tonight but sleep.")
    return " ".join(parts)


def _today(s: State, seat: Seat, role: RoleName) -> str:
    """What one has chosen for tonight, or may do by day."""
    if not s.by_day:
        return ""
    pick = s.picks.get(seat)
    if role == "jailor" and seat in s.alive:
        return f"⛓️ You will jail {{{pick}}} tonight." if pick else "⛓️ You jail nobody tonight, so far."
    if can_seance(s, seat):
        return (
            f"You will speak to {{{pick}}} tonight." if pick else "Once you may speak to one of the living for a night."
        )
    if role == "mayor" and seat in s.alive and seat not in s.mayors:
        return "You may reveal yourself by day: your vote counts three times from then on."
    return ""


def nights_told(s: State, seat: Seat) -> Iterator[tuple[int, str]]:
    """Of each night in which one did something or was told something, its number and a line."""
    for night in range(1, len(s.nights) + 1):
        order, told = s.night_of(seat, night)
        parts = [f"{{{each}}} sat in your cell." for when, each in s.jails if when == night and each != seat]
        parts += [f"You chose to {ordered(order)}."] if order is not None else []
        parts += map(noticed, told)
        if parts:
            yield night, f"Night {night}: {' '.join(parts)}"


def _overheard(s: State, seat: Seat) -> tuple[str, ...]:
    """What was said out of the town's hearing in this night, or on the next day in the last one, to whom one knows or not."""
    night = s.day if s.phase == "night" else s.day - 1
    heard = [each for each in s.lines_of(seat) if (each.day, each.phase) == (night, "night") and each.room in _ROOMS]
    return tuple(f"{each.who} ({_ROOMS[each.room]}): {_as_it_stands(each)}" for each in reversed(heard) if each.text)


_ROOMS: Mapping[RoomName, str] = {
    "mafia": "Mafia", "vampires": "Vampires", "jail": "jail", "dead": "the dead", "seance": "seance",
}  # fmt: skip


def _whispered(s: State, seat: Seat) -> tuple[str, ...]:
    """Whispers of the day, to oneself, by oneself, or overheard."""
    lines = [each for each in s.lines_of(seat) if each.room == "whisper" and each.day == s.day] if s.by_day else []
    return tuple(f"{{{line.seat}}} → {{{line.to}}}: {_as_it_stands(line)}" for line in reversed(lines))


def _as_it_stands(line: Line) -> str:
    """What was said, and what it is to claim instead of what it did."""
    return f"{line.text} (corrects: {stated(line.means or ())})" if line.corrected else line.text


def _papers(s: State, seat: Seat) -> tuple[str, ...]:
    written = [s.paper(seat, each) for each in PAPERS]
    return tuple(f"{each.paper.capitalize()}: {in_one_line(each.text)}" for each in written if each.text)


# ── what can be looked up ─────────────────────────────────────────────────────────────────────────────────────────────


def _sheets(s: State, seat: Seat | None) -> tuple[Sheet, ...]:
    found = [Sheet(GRAVEYARD, tuple(_epitaphs(s)), "🪦")] if s.graves else []
    if claims := claims_of(s):
        # Who has claimed what, as far as this view heard it, and what everybody knows against it.
        by_seat = sorted(claims, key=lambda each: s.seats.index(each.seat))
        found.append(Sheet(CLAIMS, (Lines("So far", tuple(ledger(s, by_seat))),), "📜"))
    if s.ended is not None:
        found.append(Sheet(NIGHTS, replay(s), "🌙"))
    role = s.role(seat) if seat is not None else None
    if role is not None:
        its = ROLE[role]
        lines = (*its.attributes, *its.differences(s.rules.night))
        tips = Lines("How to play it", (*_page(role), *its.tips))
        found.append(Sheet("About my role", (Text(its.summary), Lines(role.title(), lines), tips), "🎭"))
    return tuple(found)


def _epitaphs(s: State) -> list[Text | Lines]:
    """Who lies where, with what was found on them."""
    found: list[Text | Lines] = []
    for grave in s.graves:
        back = " (back from the dead)" if grave.seat in s.alive else ""
        lines = [f"✉️ {in_one_line(note)}" for note in grave.notes]
        found.append(Text(f"{{{grave.seat}}}{back}: {_died(grave)}.", "lead"))
        found.append(Lines("Will", (*_will_of(grave), *lines)))
    return found


def _will_of(grave: Grave) -> tuple[str, ...]:
    if grave.bloodied:
        return ("Soaked in blood; nobody can read it.",)
    if grave.will is None:
        return ("Cleaned away.",)
    return tuple(line for line in grave.will.split("\n") if line.strip()) or ("None.",)


# ── the buttons ───────────────────────────────────────────────────────────────────────────────────────────────────────


def _controls(s: State, seat: Seat | None) -> tuple[Control, ...]:
    """Buttons for everybody to see; who cannot use one is told why. Only on one's own page there are those that say who one is."""
    found: list[Control] = []
    match s.phase:
        case "discussion":
            found = [SPEAK, CLAIM, WHISPER, Control("Nothing to say", Wait(), "🤐")]
        case "nomination":
            count = tally(s.voters, s.mayors)
            found = [_naming(each, count[each]) for each in s.alive]
            found += [Control("Nobody", Nominate(NOBODY), "🕊️"), SPEAK, CLAIM]
        case "defence" | "last words":
            found = [SPEAK, CLAIM, Control("Nothing more", Wait(), "🤐")]
        case "judgement":
            found = [
                Control("Guilty", Judge("guilty"), "👎", "danger"),
                Control("Innocent", Judge("innocent"), "👍", "success"),
                Control("Abstain", Judge("abstain"), "🤷"),
            ]
        case "night" if seat in s.alive:
            found = [Control("Talk", Confer, "🤫", "primary")]
    if seat is None:
        return tuple(found)
    if seat not in s.alive:
        return (*found, Control("Tell the dead", Confer, "🤫", "primary"))
    if s.by_day and s.role(seat) == "mayor" and seat not in s.mayors:
        found.append(Control("Reveal yourself", Reveal(), "🎩", confirm=True))
    if s.by_day and s.phase != "discussion":
        found.append(WHISPER)
    # A pen for each of the papers that the seat may write: its form begins with what stands there.
    signs: dict[Paper, str] = {"will": "📜", "death note": "✉️", "forgery": "🖋️", "notebook": "📓"}
    for each in papers(s, seat):
        found.append(Control(each.capitalize(), Write, signs[each], filled=Write(each, s.paper(seat, each).text)))
    return tuple(found)


def _naming(whom: Seat, votes: int) -> Control:
    return Control(f"{{{whom}}} · {votes}" if votes else f"{{{whom}}}", Nominate(whom), "☝️")


def _many(count: int, what: str) -> str:
    return f"{count or 'no'} {what}{'' if count == 1 else 's'}".capitalize()
