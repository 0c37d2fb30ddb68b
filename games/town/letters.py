"""What a model in a seat of Town is sent: who it is, what the seat was told so far, and what is asked now.

A letter begins as the last one of its day did: the system prompt is the same all game long, and below it stand the town as it
was when the day broke, what happened before, and then what the seat hears, in the order in which it hears it, look-ups too. So
a provider need not read again what it has read. What happened is told in full; of the talk of earlier days stands what the
seat itself kept of it. Everything comes from what the seat heard.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import cache
from importlib.resources import files
from string import Template
from typing import Any, cast

from games.core import Action, Agent, Ask, Event, Final, IllegalAction, Letter, LookedUp, Seat
from games.town.asks import deed_of, menu
from games.town.people import Death, Notice
from games.town.roles import ROLE
from games.town.sentences import CAUSES, a_role, noticed, say
from games.town.state import State, evolve
from games.town.summaries import digest, summary
from games.town.trial import threshold
from games.town.words import (
    LONGEST_PAPER,
    LONGEST_STATEMENT,
    LONGEST_SUMMARY,
    PAPERS,
    Became,
    Bid,
    Cautioned,
    Confer,
    Corrected,
    Dawned,
    DayBroke,
    Deed,
    DoubleDeed,
    Gagged,
    Jail,
    Jailed,
    Judge,
    Judged,
    JudgementBegan,
    Lynched,
    MatesMet,
    MayorRevealed,
    NightFell,
    Nominate,
    Nominated,
    NominationBegan,
    Noticed,
    Ordered,
    Overheard,
    Paper,
    Picked,
    Reach,
    Reveal,
    RoleGiven,
    Said,
    Say,
    Seance,
    SeanceBegan,
    Sentenced,
    Sleep,
    Spent,
    Sum,
    TrialBegan,
    Triumphed,
    Wait,
    Whisper,
    WhisperSeen,
    Write,
    Wrote,
)

BREAK = "* * *\n"
LOOKS = 3
"""How often something may be looked up before each answer that is worth it."""

LATELY, STEP, SHORT = 6, 6, 160
"""In few words: so many lines at least of what was said last, so many more before older ones go, and characters of each."""

LAST, SHORTEST = 2, 100
"""The same, where a model is only to say how eager it is to speak."""

FACTS = 4
"""In few words: how much of what only the seat knows stands there."""

FEW = frozenset({"check_will", "lookup_role", "claims", "chat_log", "vote_history"})
FEW_LOOKS = 1
"""The look-ups of a letter in few words, and how many there are before an answer."""


def letter(s: State, seat: Seat, asked: tuple[Ask, ...], heard: Sequence[Event]) -> Letter | None:
    """The letter about what the seat owes, or else about what it is invited to do. None: the house's will do."""
    ask = next((each for each in asked if each.need != "none"), None) or next((a for a in asked if a.invites), None)
    if ask is None or seat not in s.seats or s.role(seat) is None:
        return None
    if ask.key.startswith("bid:"):
        return _bidding(s, seat, ask, heard)
    way = _way(s, seat, ask)
    if way is None:
        return None
    story = _Story(s, seat, heard, before_dawn=ask.key.startswith("summary:"))
    question = _question(s, seat, ask)
    finals = tuple(final for final in way.finals if not final.to)
    few = replace(way, finals=finals, tools=FEW, looks=min(way.looks, FEW_LOOKS))
    short = Letter(ask.key, story.compact_system(), (("user", story.compact()), ("user", ask.text)), agent=few)
    return Letter(ask.key, story.system(), (("user", story.full()), ("user", question)), agent=way, compact=short)


# ── what is asked ─────────────────────────────────────────────────────────────────────────────────────────────────────


def _question(s: State, seat: Seat, ask: Ask) -> str:
    kind = ask.key.partition(":")[0]
    if kind == "nominate":
        return f"{ask.text} It takes votes of {threshold(len(s.alive))}."
    if kind == "summary":
        return (
            f"The day is over. {ask.text} Sum it up for yourself, in at most {LONGEST_SUMMARY} characters: who claimed what, "
            "who accused and defended whom, and what you plan. Only this will be left to you of what was said."
        )
    return ask.text


def _way(s: State, seat: Seat, ask: Ask) -> Agent | None:
    """How the question may be answered."""
    if Sum in ask.forms:
        return _at_once(Final("sum", "keeps that", Sum, "what you keep of that day", longest=LONGEST_SUMMARY))
    if Write in ask.forms:
        return Agent(tuple(map(_paper, cast("tuple[Paper, ...]", ask.allowed["paper"]))), LOOKS)
    for form, tag, about in _NAMING:
        if form in ask.forms:
            return _of_values(tag, about, form, "a name, or nobody", ask.allowed["whom"])
    if verdicts := tuple(each.verdict for each in ask.choices if isinstance(each, Judge)):
        return _of_values("verdict", "is your verdict", _verdict, "your verdict", verdicts)
    if Sleep() in ask.choices:
        return _of_night(s, seat)
    spoken = next((form for form in ask.forms if form in (Say, Confer, Reach)), None)
    return None if spoken is None else _talking(cast("type[Say]", spoken), ask)


_NAMING: tuple[tuple[type[Nominate | Jail | Seance], str, str], ...] = (
    (Nominate, "vote", "wants them on trial"),
    (Jail, "jail", "jails them tonight"),
    (Seance, "call", "calls them tonight"),
)


def _talking(form: Callable[[str, str], Action], ask: Ask) -> Agent:
    about = "says it to the whole town" if form is Say else "says it to those who are with you"
    finals = [
        Final(
            "speak",
            about,
            lambda text: form(*_claiming(text)),
            f"what you say, {LONGEST_STATEMENT} characters at most{_AND}",
            longest=_WITH,
        ),
        Final("wait", "says nothing now", lambda _: Wait()),
    ]
    if Whisper in ask.forms:
        about = "whispers it to one player: everybody sees that you do, and not what"
        what = f"a name, a colon, and up to {LONGEST_STATEMENT} characters{_AND}"
        finals.append(Final("whisper", about, _whisper, what, longest=_WITH, to=ask.allowed["to"]))
    if Reveal() in ask.choices:
        finals.append(Final("reveal", "reveals you to everybody as the Mayor", lambda _: Reveal()))
    return Agent(tuple(finals), LOOKS)


def _whisper(text: str) -> Action:
    to, _, words = text.partition(": ")
    return Whisper(to, *_claiming(words))


LONGEST_CLAIMS = 200
_WITH = LONGEST_STATEMENT + LONGEST_CLAIMS
_AND = ", and then CLAIMS: what you claim by it, a short sentence each"


def _claiming(text: str) -> tuple[str, str]:
    """What is said, and what it is to claim: “I had a look at Bob. CLAIMS: I am the Sheriff. Night 1: I questioned Bob: innocent.”"""
    words, _, claims = text.partition("CLAIMS:")
    return words.rstrip(), claims.strip()


def _at_once(final: Final) -> Agent:
    return Agent((final,), looks=0)


def _of_values(tag: str, about: str, becomes: Callable[[str], Action], what: str, values: Sequence[str]) -> Agent:
    return Agent((Final(tag, about, becomes, what, tuple(values)),), LOOKS)


def _verdict(text: str) -> Action:
    return Judge(text)  # type: ignore[arg-type]


def _of_night(s: State, seat: Seat) -> Agent:
    orders = {
        deed_of(each) if each.other is None else f"{deed_of(each)}, {{{each.other}}}": each for each in menu(s, seat)
    }

    def act(text: str) -> Action:
        order = orders[text]
        return Deed(deed_of(order)) if order.other is None else DoubleDeed(deed_of(order), order.other)

    sleep = Final("sleep", "does nothing tonight", lambda _: Sleep())
    if not orders:
        return _at_once(sleep)
    return Agent((Final("act", "does that tonight", act, "what you do", tuple(orders)), sleep), LOOKS)


_PAPERS: dict[Paper, str] = {
    "will": "writes your will anew, which everybody reads when you die: what you are, and what you did and learned each night",
    "death note": "writes anew what is found with whom you kill",
    "forgery": "writes anew what is found in place of a will that you forge",
    "notebook": "writes your notebook anew, which nobody else reads",
}


def _paper(paper: Paper) -> Final:
    return Final(
        paper.replace(" ", "_"),
        _PAPERS[paper],
        lambda text: Write(paper, *_claiming(text)),
        f"the text, {LONGEST_PAPER} characters at most",
        longest=LONGEST_PAPER + LONGEST_CLAIMS,
    )


# ── how eager somebody is ─────────────────────────────────────────────────────────────────────────────────────────────


def _bidding(s: State, seat: Seat, ask: Ask, heard: Sequence[Event]) -> Letter:
    """A very short letter: it is asked for often."""
    story = _Story(s, seat, heard)
    left = s.rules.ai_statements - s.counts[s.at(seat)]
    again = f"You may speak {left} more time{'' if left == 1 else 's'} today."

    def saying(system: int, lines: list[str], more: str = "") -> Letter:
        said = "\n".join(lines) or "Nobody has said anything today."
        text = f"Day {s.day}.\n{said}\n{more}How eager are you, 0 to 4?"
        return Letter(ask.key, story.fill(system), (("user", text),), _eagerness, shape=_EAGERNESS)

    return replace(saying(2, story.lately(LATELY), f"{again} "), compact=saying(3, story.since(SHORTEST)[-LAST:]))


_EAGERNESS: dict[str, Any] = {
    "type": "object",
    "properties": {"eagerness": {"type": "integer", "enum": [0, 1, 2, 3, 4]}},
    "required": ["eagerness"],
    "additionalProperties": False,
}


def _eagerness(text: str) -> Action:
    found = set(re.findall(r"(?<![\d.])[0-4](?![\d.]*\d)", text))
    if len(found) != 1 or re.search(r"\d{2}|[5-9]", text):
        raise IllegalAction("Answer with one number from 0 to 4, and nothing else.")
    return Bid(int(found.pop()))  # type: ignore[arg-type]


# ── what the seat was told ────────────────────────────────────────────────────────────────────────────────────────────


class _Story:
    """All that a seat heard, as it reads on one day: what was so when the day broke, and what it has heard since. `before_dawn`:
    on the day before, up to when this one broke."""

    def __init__(self, s: State, seat: Seat, heard: Sequence[Event], before_dawn: bool = False) -> None:
        breaks = [n for n, event in enumerate(heard) if isinstance(event, DayBroke)]
        if before_dawn:
            heard, breaks = heard[: breaks[-1]], breaks[:-1]
        self.s, self.seat = s, seat
        self.past, self.today = heard[: breaks[-1]], heard[breaks[-1] + 1 :]
        self.day = len(breaks)
        self.role = next(event.role for event in heard if isinstance(event, RoleGiven))
        self.dawn = State()
        for event in heard[: breaks[-1] + 1]:
            self.dawn = evolve(self.dawn, event)

    # ── who the model is ──

    def system(self) -> str:
        return self.fill(0)

    def compact_system(self) -> str:
        return self.fill(1)

    def fill(self, part: int) -> str:
        """A system prompt: the same for the whole game, though somebody may be something else by now."""
        role, s = ROLE[self.role], self.s
        differences = role.differences(s.rules.night)
        host = f"The host's house rules: {_words(s.house_rules)}" if s.house_rules else ""
        return Template(_pages()[part]).substitute(
            name=f"{{{self.seat}}}",
            role=self.role.title(),
            a_role=a_role(self.role),
            alignment=role.alignment.title(),
            goal=role.goal,
            summary=role.summary,
            abilities="\n".join(f"- {each}" for each in (*role.abilities, *role.attributes, *differences, *role.tips)),
            players=str(len(s.seats)),
            slots=", ".join(sorted(s.slots)),
            options=host,
            rules=_rules(),
        )

    # ── what the model knows ──

    def full(self) -> str:
        """The town when the day broke, and all that the seat has heard since."""
        parts = [
            f"Day {self.day}.",
            _list("Players", (self._player(each) for each in self.s.seats)),
            _list("What happened", self._happened()),
            _list("What only you know", _known(self.past, self.seat)),
            _list("What you keep of the talk of earlier days", self._kept()),
            _list("Your papers", self._papers()),
            _list("Today", self.since()),
        ]
        return "\n\n".join(filter(None, parts))

    def compact(self) -> str:
        """The same in a few lines."""
        dead = ", ".join(f"{{{each}}} ({self._was(each) or 'unknown'})" for each in self.dawn.dead)
        parts = [
            f"Day {self.day}. Alive: {', '.join(f'{{{each}}}' for each in self.dawn.alive)}.",
            f"Dead: {dead}." if dead else "",
            *_known(self.past, self.seat)[-FACTS:],
            *(f"Day {day}: {text}" for day, text in self._summaries()[-1:]),
            *self.lately(LATELY),
        ]
        return "\n".join(filter(None, parts))

    def lately(self, count: int) -> list[str]:
        """The last things of today, shortened; the older ones go several at a time, so that a letter's beginning stays the same
        for some time."""
        lines = self.since(SHORT)
        return lines[max(0, len(lines) - count) // STEP * STEP :]

    def _player(self, seat: Seat) -> str:
        you = " (you)" if seat == self.seat else ""
        grave = self.dawn.grave(seat)
        if grave is None:
            mayor = " - Role: Mayor" if seat in self.dawn.mayors else ""
            return f"{{{seat}}}{you}{mayor}"
        when = "day" if grave.lynched else "night"
        return f"{{{seat}}}{you} [DEAD, {when} {grave.day}] - Role: {self._was(seat) or 'unknown'}"

    def _was(self, seat: Seat) -> str:
        grave = self.dawn.grave(seat)
        return grave.role.title() if grave is not None and grave.role is not None else ""

    def _happened(self) -> list[str]:
        """What everybody knows of the days before: the will of whoever died stands in the news of one day only."""
        found = []
        day, whispers = 1, list[str]()
        for n, event in enumerate(self.past):
            match event:
                case DayBroke():
                    day = event.day
                case WhisperSeen(seat=seat, to=to):
                    whispers.append(f"{{{seat}}} to {{{to}}}")
                case NightFell() if whispers:
                    found.append(f"Day {day}, whispers: {', '.join(whispers)}.")
                    whispers = []
            if isinstance(event, (MayorRevealed, Gagged, Sentenced, Lynched)):
                found.append(f"Day {day}: {_told(event, self.seat, wills=False)}")
            elif isinstance(event, Dawned):
                last = not any(isinstance(each, Dawned) for each in self.past[n + 1 :])
                found.append(_dawned(event, wills=last))
        return found

    def _kept(self) -> list[str]:
        return [f"Day {day}: {text}" for day, text in self._summaries()]

    def _summaries(self) -> list[tuple[int, str]]:
        """What the seat keeps of each day before this one, in its own words or, where it wrote none, what was said last."""
        found = []
        for day in range(1, self.day):
            own = summary(self.s, self.seat, day)
            found.append((day, _words(own) if own is not None else _words(digest(self.dawn, self.seat, day))))
        return found

    def _papers(self) -> list[str]:
        written = [self.dawn.paper(self.seat, each) for each in PAPERS]
        return [f"Your {each.paper}: {_words(each.text)}" for each in written if each.text]

    def since(self, longest: int = 0) -> list[str]:
        """What the seat has heard today, in order; a whisper that it heard itself only once."""
        found: list[str] = []
        before: Event | None = None
        for event in self.today:
            known = (
                isinstance(event, WhisperSeen)
                and isinstance(before, Said)
                and (before.seat, before.to) == (event.seat, event.to)
            )
            if not known and (line := _told(event, self.seat, longest)):
                found.append(line)
            before = event
        return found


def _known(events: Iterable[Event], seat: Seat) -> list[str]:
    """What only the seat was told, but for what was said: of what it chose in a night, the last."""
    found: list[str] = []
    night, chosen = 0, ""
    for event in events:
        match event:
            case NightFell():
                night, chosen = event.night, ""
            case Ordered():
                chosen = f"Night {night}: {_told(event, seat)}"
            case Dawned():
                found += filter(None, (chosen,))
                chosen = ""
            case Noticed():
                found.append(f"Night {event.night}: {_noticed(event.notice)}")
            case Jailed() | SeanceBegan():
                found.append(f"Night {event.night}: {_told(event, seat)}")
            case RoleGiven(quarry=quarry) if quarry is not None:
                found.append(f"You want {{{quarry}}} hanged.")
            case MatesMet() | Became() | Spent() | Triumphed():
                found.append(_told(event, seat))
    return found


# ── lines ─────────────────────────────────────────────────────────────────────────────────────────────────────────────

_TO = {
    "mafia": "to the Mafia",
    "vampires": "to the Vampires",
    "jail": "in jail",
    "dead": "to the dead",
    "seance": "in a seance",
}


def _told(event: Event, seat: Seat, longest: int = 0, wills: bool = True) -> str:
    """One line for what the seat was told, with what people said and wrote as JSON strings (`longest` characters of it, if not
    0); nothing for what needs no telling."""
    match event:
        case Said(room="town", seat=who, text=text):
            return f"{{{who}}}: {_words(text, longest)}"
        case Said(room="whisper", seat=who, to=to, text=text):
            return f"{{{who}}} whispers to {{{to}}}: {_words(text, longest)}"
        case Said(room=room, seat=who, text=text):
            return f"{{{who}}}, {_TO[room]}: {_words(text, longest)}"
        case Overheard(room=room, voice=voice, text=text):
            return f"{voice.capitalize()}, {_TO[room]}: {_words(text, longest)}"
        case Wrote(paper=paper, text=text):
            return f"You write your {paper}: {_words(text, longest)}" if text else f"You tear up your {paper}."
        case LookedUp(tool=tool, argument=argument, found=found):
            found = found if not longest or len(found) <= longest else _begun(found, longest)
            what = f"{tool} {argument}".strip()
            return f"You looked up {what}: {found}".replace("\n", "\n  ")
        case Dawned():
            return _dawned(event, wills)
        case Lynched(seat=who, role=role, will=will):
            return f"{{{who}}} was hanged, and was {a_role(role)}. {_will(will, wills)}"
        case Noticed(notice=notice):
            return _noticed(notice)
        case Became(role=role):
            return f"You are {a_role(role)} from now on. {ROLE[role].does}"
        case Picked(whom=whom):
            return f"You choose {f'{{{whom}}}' if whom else 'nobody'} for tonight."
        case Judged(verdict=verdict):
            return f"You find: {verdict}."
        case Ordered():
            return say(event).replace(f"{{{seat}}} chooses", "You choose", 1)
        case Spent(uses=uses):
            return f"You can do it {uses} more time{'' if uses == 1 else 's'}."
        case Triumphed():
            return "You have what you wanted."
    return say(event) if isinstance(event, _PLAIN) else ""


_PLAIN = (
    MayorRevealed, WhisperSeen, NominationBegan, Nominated, TrialBegan, Gagged, JudgementBegan, Sentenced, NightFell, Jailed,
    SeanceBegan, Cautioned, MatesMet, Corrected,
)  # fmt: skip
"""What a sentence tells as it stands: there are no words of anybody's own in it."""


def _words(text: str, longest: int = 0) -> str:
    """What somebody said or wrote, as a JSON string: nothing in it can pass for what the table says."""
    return json.dumps(text if not longest or len(text) <= longest else _begun(text, longest), ensure_ascii=False)


def _begun(text: str, longest: int) -> str:
    """The beginning of a text, cut between words: {seat} marks stay whole."""
    return f"{text[:longest].rpartition(' ')[0]} …".lstrip()


def _dawned(event: Dawned, wills: bool = True) -> str:
    parts = [_died(death, wills) for death in event.deaths] or ["Nobody died."]
    parts += [f"{{{each}}} is back from the dead." for each in event.revived]
    parts += [f"An Amnesiac has remembered to be {a_role(role)}." for role in event.remembered]
    return f"Night {event.night}: {' '.join(parts)}"


def _died(death: Death, wills: bool) -> str:
    was = f", and was {a_role(death.role)}" if death.role is not None else ", and nobody can tell what they were"
    will = "Their will is soaked in blood." if death.bloodied else _will(death.will, wills)
    notes = "".join(f" A death note was found: {_words(note)}" for note in death.notes) if wills else ""
    return f"{{{death.seat}}} {' and '.join(CAUSES[cause] for cause in death.causes)}{was}. {will}{notes}"


def _will(will: str | None, whole: bool) -> str:
    if will is None:
        return "No will is left."
    if not will:
        return "They left no will."
    return f"Their will: {_words(will)}" if whole else "They left a will."


def _noticed(notice: Notice) -> str:
    if not notice.text or notice.kind == "bugged":
        return noticed(notice)
    return noticed(replace(notice, text="@")).replace("“@”", _words(notice.text))


def _list(title: str, lines: Iterable[str]) -> str:
    listed_ = "\n".join(f"- {line}" for line in lines)
    return f"{title}:\n{listed_}" if listed_ else ""


@cache
def _pages() -> tuple[str, ...]:
    text = files("games.town").joinpath("letters.md").read_text(encoding="utf-8")
    return tuple(page.strip() for page in text.split(BREAK))


@cache
def _rules() -> str:
    """The rules below their title."""
    text = files("games.town").joinpath("rules.md").read_text(encoding="utf-8").strip()
    return text.partition("\n")[2].strip() if text.startswith("# ") else text
