"""What the murder mystery looks like: the house by day and by night, the vote, a seat's own page, and the reveal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from games.core import CLOCK, TABLE, Seat, pages_of
from games.mystery.asks import asks
from games.mystery.claims import Account, Lie, accounts, claims_of, lies, sentence
from games.mystery.events import NOBODY, Choice, Facts, LetDie, Plot, Say, Silence, Tell, Vote, listed
from games.mystery.house import chapter, does, plan, ways
from games.mystery.mind import Told, belied, contradictions
from games.mystery.phrases import OPINIONS
from games.mystery.sentences import YOU, chosen, died, learned, times
from games.mystery.state import Death, State, Statement
from games.mystery.turns import verdict
from games.scene import Block, Chart, Control, Count, Face, Lines, Roster, Row, Scene, Sheet, Tally, Text, Timer

TITLE = "Murder mystery"
PRIVATE = "My role"
LIES_SHOWN = 12
"""Lines about lies in the reveal; a long evening has more."""


def scene(s: State, seat: Seat | None) -> Scene:
    """The house as `seat` sees it (None: everyone; TABLE: whoever knows all), drawn from that seat's view."""
    if not s.seats:
        return Scene(TITLE, "", "hidden", (Text("The guests arrive."),))
    mine = seat if seat in s.alive and s.ended is None else None
    moment = f"{s.phase}:{s.day}:{s.round if s.phase == 'talk' else 0}"
    own = _own(s, mine) if mine else []
    ring = Text(f"The house, a ring of places: {' · '.join(s.places)}.", "small", drawn=True, heard=True)
    end = _reveal(s) if s.ended else [plan(s, seat), ring]
    roster = _roster(s, known=s.ended is not None or seat == TABLE)
    lead = Text(_lead(s), "lead", heard=True)
    blocks = [lead, *own, _tally(s), _timer(s), _rule(s), _news(s), _votes(s), roster, *end]
    return Scene(
        title=TITLE,
        moment=moment,
        face=_face(s),
        blocks=tuple(filter(None, blocks)),
        controls=_controls(s, mine),
        secret=mine is not None or (seat == TABLE and s.ended is None),
        private_label=PRIVATE,
        # A seat's own page is new when night falls, and when the night's facts are told.
        page=f"{'night' if s.phase == 'night' else 'day'}:{s.day}" if mine else moment,
        sheets=_sheets(s, mine),
        place="night" if s.phase == "night" else "day",
        chapter=chapter(s),
    )


def _face(s: State) -> Face:
    if s.ended is not None:
        return "red" if s.ended.winner == "murderer" else "blue"
    return "black" if s.phase == "night" else "gold"


def _lead(s: State) -> str:
    match s.phase:
        case "over" if s.ended:
            return verdict(s.ended)
        case "night":
            return f"🌙 Night {s.day}. Everyone chooses in secret where to be and what to do."
        case "vote":
            return f"☀️ Day {s.day}: who is to hang?"
        case "last words" if s.hangs:
            return f"☀️ Day {s.day}: {{{s.hangs}}} has to hang, and may say something before."
    if s.day == 0:
        return "☀️ The guests introduce themselves."
    if s.accused:
        return f"☀️ Day {s.day}: {listed(s.accused)} may answer before the vote."
    return f"☀️ Day {s.day}, round {s.round} of {s.rules.rounds}, all at once: what does everybody say?"


def _rule(s: State) -> Text | None:
    """What everybody should know of the vote; of the first night, until it is over."""
    if s.phase == "vote":
        return Text("Most votes decide; a tie, or most for nobody, hangs no one.", "small")
    before_dawn = s.day == 0 or s.phase == "night"
    spared = s.gentle and before_dawn and not s.ended
    return Text("Nobody strikes in the first night.", "small", heard=True) if spared else None


def _news(s: State) -> Text | None:
    """What the last dawn brought, while it is news."""
    if s.phase not in ("talk", "vote") or s.day == 0:
        return None
    found = " ".join(f"{{{death.seat}}}: {died(death)}." for death in _fresh(s))
    return Text(found or "Nobody died last night.", heard=True)


def _fresh(s: State) -> list[Death]:
    """Who died last night, while it is news."""
    return s.lost(s.day) if s.phase in ("talk", "vote") else []


def _tally(s: State) -> Tally:
    at_large = f"Murderer{'' if s.at_large == 1 else 's'} at large"
    return Tally((Count("Alive", len(s.alive)), Count(at_large, s.at_large, "red")))


def _timer(s: State) -> Timer | None:
    due = {"talk": "Statements due", "night": "Dawn", "count": "Count", "vote": "Votes due", "last": "Last words due"}
    return next((Timer(CLOCK, ask.key, due[ask.key.partition(":")[0]]) for ask in asks(s, CLOCK)), None)


def _votes(s: State) -> Lines | None:
    """Who votes for whom, as long as a vote runs: all of it when votes are open, else what this view knows."""
    cast = [(seat, s.votes[seat]) for seat in s.seats if seat in s.votes]
    voted = tuple(f"{{{seat}}} → {whom if whom == NOBODY else f'{{{whom}}}'}" for seat, whom in cast)
    return Lines("Votes", voted, brief=True, drawn=s.rules.open_votes) if voted else None


def _roster(s: State, known: bool) -> Roster:
    """Who sits here, those alive first. Once all is `known`, with what each of them was."""
    fresh = {death.seat for death in _fresh(s)}
    awaited, laid, said = _awaited(s), _laid(s, known), _said(s)
    votes = _turned(s, known)
    dead = {death.seat: replace(death, role=s.role(death.seat)) if known else death for death in s.deaths}
    rows = [
        Row(
            seat,
            died(dead[seat]) if seat in dead else s.role(seat) or "" if known else "",
            _seat_face(s, seat, dead.get(seat), known),
            seat in awaited,
            brief=s.role(seat) if known else "" if seat in fresh else None,
            gone=seat in dead,
            marks=tuple(by for by in s.seats if votes.get(by) == seat),
            laid=seat in laid,
            answer="" if (whom := votes.get(seat)) is None else whom if whom == NOBODY else f"{{{whom}}}",
            says=said[seat].text if seat in said else None,
        )
        for seat in s.seats
    ]
    return Roster(tuple(sorted(rows, key=lambda row: row.gone)), accused=s.hangs)


def _seat_face(s: State, seat: Seat, death: Death | None, known: bool) -> Face:
    role = s.role(seat) if known else death.role if death else None
    if role == "murderer":
        return "red"
    return "blue" if known else "black" if death else "hidden"


def _said(s: State) -> dict[Seat, Statement]:
    """What was said in the round of today that was shared last."""
    today = [said for said in s.statements if said.day == s.day and said.round]
    return {said.seat: said for said in today if said.round == today[-1].round}


def _turned(s: State, known: bool) -> Mapping[Seat, str]:
    """Whom everybody votes for, as far as it lies open: from the first when votes are, else from the count on."""
    if s.phase == "vote":
        return s.votes if s.rules.open_votes or known else {}
    return {seat: whom or NOBODY for seat, whom in s.ballots[-1].votes} if s.phase == "last words" else {}


def _laid(s: State, known: bool) -> frozenset[Seat]:
    """Whose statement or vote lies face down."""
    return s.answered if s.phase == "talk" or (s.phase == "vote" and not _turned(s, known)) else frozenset()


def _awaited(s: State) -> frozenset[Seat]:
    """Who is publicly waited for; at night that is nobody's business."""
    match s.phase:
        case "talk" | "vote":
            return frozenset(s.alive) - s.answered
        case "last words" if s.hangs:
            return frozenset({s.hangs})
    return frozenset()


# ── one's own page ────────────────────────────────────────────────────────────────────────────────────────────────────


def _own(s: State, seat: Seat) -> list[Block | None]:
    tonight = s.choices.get(seat) if s.phase == "night" else None
    where = f"You are in the {s.stays_in(seat)}, and {_hiding(s, seat)}."
    nights = [f"Night {night}: {learned(facts, YOU)}" for night, facts in s.told(seat).items()]
    return [
        Text(_identity(s, seat)),
        Text(f"Tonight you {chosen(tonight, by_you=True)}.") if tonight else None,
        Text(where, "small") if s.phase == "night" else None,
        Text(nights[-1], heard=True) if nights else None,
        Lines("Earlier nights", tuple(nights[:-1]), heard=True) if nights[:-1] else None,
        _page(s, seat) if seat in s.people and s.day < 2 and not nights else None,
        _whispers(s) if s.role(seat) == "murderer" else None,
    ]


def _page(s: State, seat: Seat) -> Lines:
    """How one's role is played well; before the first dawn on a person's own page, later among what can be looked up."""
    return Lines("How to play it", tuple(_PAGES()[s.role(seat) or "innocent"].splitlines()))


_PAGES = pages_of("games.mystery", "strategy.md")


def _hiding(s: State, seat: Seat) -> str:
    if not s.rules.hides and not s.hiders:
        return "nobody can hide in this house"
    left = s.hides_left(seat)
    return f"can hide {times(left)} more" if left else "cannot hide any more" if s.hides(seat) else "cannot hide"


def _whispers(s: State) -> Lines | None:
    lines = tuple(f"Night {night}, {{{who}}}: {text}" for night, who, text in s.plots)
    return Lines("Whispers", lines) if lines else None


def _identity(s: State, seat: Seat) -> str:
    if s.role(seat) != "murderer":
        return "You are innocent: find the murderers and have them hanged."
    partners = [each for each in s.known_murderers if each != seat]
    if not partners:
        return "You are the murderer: kill until only one innocent is left, and don't be found out."
    return f"You are a murderer, with {listed(partners)}: kill until you are at least as many as the innocents."


# ── the buttons ───────────────────────────────────────────────────────────────────────────────────────────────────────


def _controls(s: State, seat: Seat | None) -> tuple[Control, ...]:
    found: list[Control] = []
    match s.phase:
        case "talk" | "last words":
            found = [Control("Speak", Say, "💬", "primary"), Control("Stay silent", Silence(), "🤐")]
            if s.day and s.phase == "talk":
                found.insert(1, Control("Claim", Tell, "📜"))
        case "vote":
            tally = Counter(s.votes.values() if s.rules.open_votes else ())
            found = [_vote_control(each, f"{{{each}}}", tally[each]) for each in s.alive]
            found.append(_vote_control(NOBODY, "Nobody", tally[NOBODY]))
        case "night" if seat is not None and s.rules.plotting and s.role(seat) == "murderer" and s.murderers > 1:
            found = [Control("Whisper", Plot, "🤫")]
    if s.ended is None:
        found += [
            Control(f"Let {{{each}}} die of fright", LetDie(each), "👻", "danger", confirm=True) for each in s.gone
        ]
    return tuple(found)


def _vote_control(whom: str, label: str, votes: int) -> Control:
    return Control(f"{label} · {votes}" if votes else label, Vote(whom), "🪢" if whom != NOBODY else "🕊️")


# ── who has claimed what ──────────────────────────────────────────────────────────────────────────────────────────────


def _sheets(s: State, mine: Seat | None) -> tuple[Sheet, ...]:
    """How to play what one is; and what follows from deaths and votes, what people think today, what the murderers have confided
    to each other; and night by night, who claims to have been where and to have seen whom, and who cannot both be right, or not by
    what one saw oneself."""
    told = {seat: accounts(claims_of(s, seat)) for seat in s.seats}
    counts, blocks = tuple(_counts(s)), list[Text | Lines]()
    if counts:
        blocks.append(Lines("So far", counts))
    if thoughts := tuple(dict.fromkeys(_opinions(s))):
        blocks.append(Lines("Today", thoughts, heard=True))
    if s.confided:
        blocks.append(Lines("Whispered", tuple(dict.fromkeys(map(sentence, s.confided))), heard=True))
    for night in range(len(s.nights), 0, -1):
        those = tuple((seat, told[seat][night]) for seat in s.seats if night in told[seat])
        lines = [*_told_of(those)]
        lines += [
            f"⚠️ {listed(seats)} cannot both be right."
            if len(seats) > 1
            else f"⚠️ {{{seats[0]}}} says what cannot have been."
            for seats in contradictions(s, night, those)
        ]
        wrong = belied(s, mine, night, those) if mine else ()
        lines += [f"⚠️ By what you saw, {{{seat}}} cannot be right." for seat in wrong]
        if lines:
            blocks.append(Lines(f"Night {night}", tuple(lines)))
    found = (Sheet("Claims", tuple(blocks), "📜", "ledger"),) if blocks else ()
    about = Sheet("About my role", (Text(_identity(s, mine)), _page(s, mine)), "🎭", "page") if mine else None
    return (*found, about) if about else found


def _counts(s: State) -> Iterator[str]:
    """What deaths and votes say of those who live: no murderer falls in the night."""
    fallen = [death.seat for death in s.deaths if death.where in s.places or death.role == "innocent"]
    if fallen and s.ended is None:
        yield f"Certainly innocent: {listed(fallen)}."
    if s.ended is None and s.phase in ("dawn", "talk", "vote") and s.day and (s.ballots or s.deaths):
        spare = (len(s.alive) - 2 * s.at_large - 1) // 2
        ropes = f"{spare or 'no'} more wrong rope{'' if spare == 1 else 's'}"
        yield f"If one dies a night, the innocents can afford {ropes}."
    for whom, role in s.revealed.items():
        if by := {seat for ballot in s.ballots for seat, voted in ballot.votes if voted == whom and seat in s.alive}:
            yield f"Voted for {{{whom}}} ({role}): {listed(seat for seat in s.alive if seat in by)}."


@lru_cache(maxsize=1 << 10)
def _told_of(those: Told) -> tuple[str, ...]:
    """What is told of a night, one line for those who were together and all say the same; remembered as the `contradictions` are."""
    night, lines = dict(those), list[str]()
    alike: dict[tuple[frozenset[Seat], Account], list[Seat]] = {}
    for seat, told in night.items():
        here = frozenset({seat, *told.seen} if told.place and told.alone else {seat})
        alike.setdefault((here, replace(told, seen=()) if told.alone else told), []).append(seat)
    for company in alike.values():
        told = night[company[0]]
        others = tuple(each for each in told.seen if each not in company)
        if words := _account(replace(told, seen=others), together=len(company) > 1):
            lines.append(f"{listed(company)}: {words}")
    return tuple(lines)


def _opinions(s: State) -> Iterator[str]:
    """What people said today of what others are, all suspicions of one in a line."""
    today = [each for said in s.statements if said.day == s.day for each in said.means if each.kind in OPINIONS]
    for each in today:
        if each.kind != "accuses":
            yield sentence(each)
        else:
            whom = dict.fromkeys(other.whom for other in today if (other.kind, other.by) == ("accuses", each.by))
            yield f"{{{each.by}}} suspected {listed(filter(None, whom))}."


def _account(told: Account, together: bool = False) -> str:
    """“in the Hall, hidden; saw {p2} and nobody else”."""
    how = f"{' together' * together}{', hidden' * told.hid}"
    parts = [f"in the {told.place}{how}"] if told.place else ["hidden"] if told.hid else []
    parts += [f"{did} {{{whom}}}" for did, whom in (("followed", told.followed), ("guarded", told.guarded)) if whom]
    if told.seen:
        parts.append(f"saw {listed(told.seen)}{' and nobody else' if told.alone else ''}")
    elif told.alone:
        parts.append(f"saw nobody{' else' * together}")
    parts += [f"saw {{{striker}}} strike {{{victim}}}" for striker, victim in told.blows]
    parts += [f"{{{seat}}} fell there" for seat in told.fell]
    parts += [f"a blow at {{{seat}}} was blocked" for seat in told.blocked]
    parts += ["was struck at, and saved"] if told.saved else []
    parts += [f"a cry from the {place}" for place in told.cries]
    return "; ".join((*parts, *(f"{{{seat}}} was in the {place}" for seat, place in told.others)))


# ── the reveal ────────────────────────────────────────────────────────────────────────────────────────────────────────


def _reveal(s: State) -> list[Block | None]:
    """Who was where in each night, who struck whom, what the murderers whispered, and who lied."""
    nights = range(1, len(s.nights) + 1)
    rows = tuple((f"Night {night}", *(_in_place(s, night, place) for place in s.places)) for night in nights)
    about, lied = _about(s, rows), _main(lies(s))
    told = tuple(f"{f'Day {lie.day}' if lie.day else 'Evening'}: {sentence(lie.claim)} {lie.truth}" for lie in lied)
    return [
        Chart("Who was where", ("", *s.places), rows, about, drawn=True) if rows else None,
        ways(s, lied, about) if rows else None,
        _whispers(s),
        Lines("Lies", told[:LIES_SHOWN], drawn=True) if told else None,
    ]


def _main(found: Sequence[Lie]) -> list[Lie]:
    """Without what follows from another lie: whoever was elsewhere has not hidden there either, and has not been alone."""
    elsewhere = {(lie.seat, lie.claim.night) for lie in found if lie.claim.kind == "was" and lie.claim.whom == lie.seat}
    follows = ("hid", "alone")
    return [lie for lie in found if lie.claim.kind not in follows or (lie.seat, lie.claim.night) not in elsewhere]


def _in_place(s: State, night: int, place: str) -> str:
    there = [seat for seat in s.seats if (facts := s.facts_of(seat, night)) and facts.place == place]
    return "; ".join(_deed(seat, s.choice_of(seat, night), s.facts_of(seat, night)) for seat in there)


def _deed(seat: Seat, choice: Choice | None, facts: Facts | None) -> str:
    """“{p3} guards {p4}”, “{p4} ✖”: who fell has a cross."""
    name = f"{{{seat}}}{' ✖' if facts and seat in facts.fell else ''}"
    return f"{name} {does(choice)}".rstrip()


def _about(s: State, rows: Sequence[Sequence[str]]) -> str:
    nights = []
    for night, *places in rows:
        deeds = [f"{place}: {there}" for place, there in zip(s.places, places, strict=True) if there]
        nights.append(f"{night}. {'. '.join(deeds)}.")
    return " ".join(nights)
