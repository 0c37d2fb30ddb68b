"""What a model in a seat of Town is sent: who it is, what the seat was told so far, and what is asked now.

What changes stands behind what does not, so that a provider need not read again what it has read. The system prompt is the same
all game long, but for its end for everybody at the table. Below it stand the days that are over, of each what happened, what only
the seat knows, and what it kept of the talk; then the town as it was when the day broke, what code makes of it (the ledger), and
what the seat hears, in the order in which it hears it, look-ups too; last what is new in the ledger, and the question. Everything
comes from what the seat heard.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache, cached_property
from importlib.resources import files
from itertools import chain, pairwise
from string import Template
from typing import Any

from games.core import Action, Agent, Ask, Event, Final, IllegalAction, LookedUp, Prompt, Seat
from games.town import events, manual
from games.town.asks import deed_of, menu
from games.town.events import LONGEST_PAPER, LONGEST_STATEMENT, LONGEST_SUMMARY, PAPERS, Paper
from games.town.ledger import ledger
from games.town.manual import rules_text
from games.town.roles import ROLE
from games.town.scenes import nights_told
from games.town.sentences import a_role, noticed, say
from games.town.state import State, evolve
from games.town.summaries import begun, digest, summary
from games.town.tools import as_data, quoted
from games.town.trial import threshold

BREAK = "* * *\n"
LOOKS = 3
"""How often something may be looked up before each answer that is worth it."""

LATELY, STEP, SHORT = 6, 6, 160
"""In few words: so many lines at least of what was said last, so many more before older ones go, and characters of each."""

LAST, SHORTEST = 2, 100
"""The same, where a model is only to say how eager it is to speak."""

BARE, RULES, OWN = 4, 5, 6
"""Of the pages beside this module: the prompt without any help, the rules in few words, and who somebody is."""

FACTS = 4
"""In few words: how much of what only the seat knows stands there."""

FEW = frozenset({"check_will", "lookup_role", "claims", "chat_log", "vote_history"})
FEW_LOOKS = 1
"""The look-ups of a prompt in few words, and how many there are before an answer."""


def prompt(s: State, seat: Seat, asked: tuple[Ask, ...], heard: Sequence[Event]) -> Prompt | None:
    """The prompt about what the seat owes, or else about what it is invited to do. None: the house's will do."""
    ask = next((each for each in asked if each.need != "none"), None) or next((a for a in asked if a.invites), None)
    if ask is None or seat not in s.seats or s.role(seat) is None:
        return None
    if ask.key.startswith("bid:"):
        return _bidding(s, seat, ask, heard)
    finals = _finals(s, seat, ask)
    if not finals:
        return None
    story = _Story(s, seat, heard, before_dawn=ask.key.startswith("summary:"))
    looks = 0 if {final.tag for final in finals} <= {"sum", "sleep"} else LOOKS
    few = Agent(tuple(final for final in finals if not final.to), min(looks, FEW_LOOKS), tools=FEW)
    short = Prompt(ask.key, story.fill(1), (("user", story.compact()), ("user", ask.text)), agent=few)
    question, agent = _question(s, ask), Agent(finals, looks)
    bare = Prompt(
        ask.key, story.fill(BARE), (("user", story.full(bare=True)), ("user", question)), agent=agent, compact=short
    )
    asked_now = "\n\n".join(filter(None, (story.lately_found(), question)))
    return Prompt(
        ask.key,
        story.fill(0),
        (("user", story.full()), ("user", asked_now)),
        agent=agent,
        compact=short,
        bare=bare,
        persona=True,
        own=story.fill(OWN),
    )


# ── what is asked ─────────────────────────────────────────────────────────────────────────────────────────────────────


def _question(s: State, ask: Ask) -> str:
    match ask.key.partition(":")[0]:
        case "nominate":
            return f"{ask.text} It takes votes of {threshold(len(s.alive))}."
        case "summary":
            return (
                f"The day is over. {ask.text} Sum it up for yourself, in at most {LONGEST_SUMMARY} characters: who claimed "
                "what, who accused and defended whom, and what you plan. Only this will be left to you of what was said."
            )
    return ask.text


def _finals(s: State, seat: Seat, ask: Ask) -> tuple[Final, ...]:
    """The ways in which the question may be answered."""
    finals = []
    for form in ask.forms:
        if form in _NAMING:
            finals.append(replace(_NAMING[form], values=ask.allowed["whom"]))
        elif form is events.Write:
            finals += [_paper(name, about) for name, about in _PAPERS.items() if name in ask.allowed["paper"]]
        elif form in _SPEAKING:
            finals.append(replace(_SPEAKING[form], to=ask.allowed["to"] if form is events.Whisper else ()))
    if verdicts := tuple(each.verdict for each in ask.choices if isinstance(each, events.Judge)):
        finals.append(Final("verdict", "is your verdict", _verdict, "your verdict", verdicts))
    if events.Sleep() in ask.choices and (deeds := _deeds(s, seat)):
        finals.append(Final("act", "does that tonight", deeds.__getitem__, "what you do", tuple(deeds)))
    return (*finals, *(final for choice, final in _CHOOSING if choice in ask.choices))


def _claiming(text: str) -> tuple[str, str]:
    """What is said, and what it is to claim: “I had a look at Bob. CLAIMS: I am the Sheriff. Night 1: I questioned Bob: innocent.”"""
    said, _, claims = text.partition("CLAIMS:")
    return said.rstrip(), claims.strip()


def _whisper(text: str) -> Action:
    to, _, said = text.partition(": ")
    return events.Whisper(to, *_claiming(said))


def _verdict(text: str) -> Action:
    return events.Judge(text)  # type: ignore[arg-type]


def _deeds(s: State, seat: Seat) -> dict[str, Action]:
    """What the seat may do tonight, as a model writes it."""
    found: dict[str, Action] = {}
    for order in menu(s, seat):
        deed = deed_of(order)
        if order.other is None:
            found[deed] = events.Deed(deed)
        else:
            found[f"{deed}, {{{order.other}}}"] = events.DoubleDeed(deed, order.other)
    return found


LONGEST_CLAIMS = 200
_WITH = LONGEST_STATEMENT + LONGEST_CLAIMS
_SAYS, _AMONG = (
    f"what you say, {LONGEST_STATEMENT} characters at most; then CLAIMS",
    "says it to those who are with you",
)
_SPEAKING: Mapping[type[Action], Final] = {
    events.Say: Final("speak", "says it to the whole town", lambda text: events.Say(*_claiming(text)), _SAYS, longest=_WITH),
    events.Confer: Final("speak", _AMONG, lambda text: events.Confer(*_claiming(text)), _SAYS, longest=_WITH),
    events.Reach: Final("speak", _AMONG, lambda text: events.Reach(*_claiming(text)), _SAYS, longest=_WITH),
    events.Whisper: Final(
        "whisper", "whispers it to one player", _whisper, "a name, a colon, and what you say; then CLAIMS", longest=_WITH,
    ),
    events.Sum: Final("sum", "keeps that", events.Sum, "what you keep of that day", longest=LONGEST_SUMMARY),
}  # fmt: skip
_NAMING: Mapping[type[Action], Final] = {
    events.Nominate: Final("vote", "wants them on trial", events.Nominate, "a name, or nobody"),
    events.Jail: Final("jail", "jails them tonight", events.Jail, "a name, or nobody"),
    events.Seance: Final("call", "calls them tonight", events.Seance, "a name, or nobody"),
}
_CHOOSING: tuple[tuple[Action, Final], ...] = (
    (events.Wait(), Final("wait", "says nothing now", lambda _: events.Wait())),
    (events.Reveal(), Final("reveal", "reveals you to everybody as the Mayor", lambda _: events.Reveal())),
    (events.Sleep(), Final("sleep", "does nothing tonight", lambda _: events.Sleep())),
)
_PAPERS: Mapping[Paper, str] = {
    "will": "writes your will anew, which everybody reads when you die: what you are, and what you did and learned each night",
    "death note": "writes anew what is found with whom you kill",
    "forgery": "writes anew what is found in place of a will that you forge",
    "notebook": "writes your notebook anew, which nobody else reads",
}


def _paper(paper: Paper, about: str) -> Final:
    return Final(
        paper.replace(" ", "_"),
        about,
        lambda text: events.Write(paper, *_claiming(text)),
        f"the text, {LONGEST_PAPER} characters at most",
        longest=LONGEST_PAPER + LONGEST_CLAIMS,
    )


# ── how eager somebody is ─────────────────────────────────────────────────────────────────────────────────────────────


def _bidding(s: State, seat: Seat, ask: Ask, heard: Sequence[Event]) -> Prompt:
    """A very short prompt: it is asked for often."""
    story = _Story(s, seat, heard)
    known, last = _list("Only you know", story.known_briefly()), _list("Only you know", story.told_alone(1))
    left = s.floor.left(seat, s.rules.ai_statements)
    again = f"You may speak {left} more time{'' if left == 1 else 's'} today."

    def saying(system: int, lines: list[str], more: str = "", known: str = "") -> Prompt:
        said = "\n".join(lines) or "Nobody has said anything today."
        text = "\n".join(filter(None, (f"Day {s.day}.", known, said, f"{more}How eager are you, 0 to 4?")))
        return Prompt(ask.key, story.fill(system), (("user", text),), _eagerness, shape=_EAGERNESS)

    lately = story.lately(LATELY)
    return replace(
        saying(2, lately, f"{again} ", known),
        compact=saying(3, story.since(SHORTEST)[-LAST:], known=last),
        bare=saying(2, lately, f"{again} "),
    )


_EAGERNESS: Mapping[str, Any] = {
    "type": "object",
    "properties": {"eagerness": {"type": "integer", "enum": [0, 1, 2, 3, 4]}},
    "required": ["eagerness"],
    "additionalProperties": False,
}


def _eagerness(text: str) -> Action:
    found = set(re.findall(r"(?<![\d.])[0-4](?![\d.]*\d)", text))
    if len(found) != 1 or re.search(r"\d{2}|[5-9]", text):
        raise IllegalAction("Answer with one number from 0 to 4, and nothing else.")
    return events.Bid(int(found.pop()))  # type: ignore[arg-type]


# ── what the seat was told ────────────────────────────────────────────────────────────────────────────────────────────


class _Story:
    """All that a seat heard, as it reads on one day: what was so when the day broke, and what it has heard since. `before_dawn`:
    on the day before, up to when this one broke."""

    def __init__(self, s: State, seat: Seat, heard: Sequence[Event], before_dawn: bool = False) -> None:
        breaks = [n for n, event in enumerate(heard) if isinstance(event, events.DayBroke)]
        if before_dawn:
            heard, breaks = heard[: breaks[-1]], breaks[:-1]
        self.s, self.seat, self.before_dawn = s, seat, before_dawn
        self.past, self.today = heard[: breaks[-1]], heard[breaks[-1] + 1 :]
        self.day = len(breaks)
        self.role = next(event.role for event in heard if isinstance(event, events.RoleGiven))
        self.dawn = State()
        for event in heard[: breaks[-1] + 1]:
            self.dawn = evolve(self.dawn, event)

    def fill(self, part: int) -> str:
        """A system prompt: the same for the whole game, though somebody may be something else by now."""
        role, s, bare = ROLE[self.role], self.s, part == BARE
        tips = role.tips if bare else ()
        can = (*role.abilities, *role.attributes, *role.differences(s.rules.night), *tips)
        listed = "\n".join(f"- {each}" if bare else each for each in can)
        house = (f"The host's house rules: {quoted(s.house_rules)}",) if s.house_rules else ()
        return Template(_pages()[part]).substitute(
            name=f"{{{self.seat}}}",
            role=self.role.title(),
            a_role=a_role(self.role),
            alignment=role.alignment.title(),
            goal=role.goal,
            summary=role.summary,
            abilities=listed if bare else manual.only_possible(listed, s.slots),
            strategy=manual.strategy(self.role),
            players=str(len(s.seats)),
            slots=", ".join(sorted(s.slots)) if bare else manual.slots_here(s.slots),
            roles=manual.roles_here(s.slots),
            options="\n".join((*(() if bare else manual.options_here(s.rules, s.slots)), *house)),
            # Below their title; or in few words.
            rules=rules_text().partition("\n")[2].strip()
            if bare
            else manual.only_possible(Template(_pages()[RULES]).substitute(trials=s.rules.trials), s.slots),
        )

    # ── what the model knows ──

    def full(self, bare: bool = False) -> str:
        """The town when the day broke, and all that the seat has heard since. `bare`: without what code makes of it."""
        news = (_told(event, self.seat) for event in self._spans[-1] if isinstance(event, events.Dawned))
        parts = [
            *map(self._over, range(self.day)),
            f"Day {self.day}.",
            _list("Players", (self._player(each) for each in self.s.seats)),
            "" if bare else _list("The ledger when the day broke, kept by the table", self._ledger),
            _list("Your papers", self._papers()),
            _list("Today", (*news, *self.since(again=bare))),
        ]
        return "\n\n".join(filter(None, parts))

    @cached_property
    def _ledger(self) -> tuple[str, ...]:
        return ledger(self.dawn, self.seat)

    def lately_found(self) -> str:
        """What is other in the ledger since the day broke: it stands behind all that only grows."""
        if self.before_dawn:
            return ""
        return _list("New in the ledger", (each for each in ledger(self.s, self.seat) if each not in self._ledger))

    def compact(self) -> str:
        """The same in a few lines."""
        dead = ", ".join(f"{{{each}}} ({self._was(each) or 'unknown'})" for each in self.dawn.dead)
        parts = [
            f"Day {self.day}. Alive: {', '.join(f'{{{each}}}' for each in self.dawn.alive)}.",
            f"Dead: {dead}." if dead else "",
            *self._known[-FACTS:],
            *(f"Day {day}: {self._kept(day)}" for day in range(max(1, self.day - 1), self.day)),
            *self.lately(LATELY),
        ]
        return "\n".join(filter(None, parts))

    def lately(self, count: int) -> list[str]:
        """The last things of today, shortened; the older ones go several at a time, so that a prompt's beginning stays the same
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

    @cached_property
    def _spans(self) -> tuple[Sequence[Event], ...]:
        """What was heard before the first day, and on each day that is over and in its night."""
        breaks = [n for n, event in enumerate(self.past) if isinstance(event, events.DayBroke)]
        return tuple(self.past[start:end] for start, end in pairwise((0, *breaks, len(self.past))))

    def _over(self, day: int) -> str:
        """A day that is over, as it reads from then on: what everybody knows, what only the seat does, what it keeps of the talk.
        Day 0 is before the first."""
        known = _list("Only you know", self._known_of(day))
        if day == 0:
            return known
        parts = [
            _list(f"Day {day}, which is over", self._happened(day)),
            known,
            f"You keep of the talk: {self._kept(day)}",
        ]
        return "\n".join(filter(None, parts))

    def _happened(self, day: int) -> list[str]:
        """What everybody knows of a day that is over, from its dawn on: the will of whoever died stands in the news of one day only."""
        dawn = [event for event in self._spans[day - 1] if isinstance(event, events.Dawned)]
        told = [event for event in self._spans[day] if isinstance(event, _SEEN)]
        whispers = [f"{{{e.seat}}} to {{{e.to}}}" for e in self._spans[day] if isinstance(e, events.WhisperSeen)]
        lines = [_told(event, self.seat, wills=False) for event in (*dawn, *told)]
        return [*lines, *([f"Whispers: {', '.join(whispers)}."] if whispers else [])] or [
            "Nothing happened that all saw."
        ]

    def _known_of(self, day: int) -> list[str]:
        """What only the seat was told on a day that is over and in its night, but for what was said, and what it did then."""
        dealt = (event for event in self._spans[day] if isinstance(event, events.RoleGiven))
        found = [f"You want {{{event.quarry}}} hanged." for event in dealt if event.quarry]
        found += [_told(event, self.seat) for event in self._spans[day] if isinstance(event, _BECAME)]
        return found + [as_data(line) for night, line in nights_told(self.dawn, self.seat) if night == day]

    @cached_property
    def _known(self) -> list[str]:
        return list(chain.from_iterable(map(self._known_of, range(self.day))))

    def _kept(self, day: int) -> str:
        """What the seat keeps of a day, in its own words or, where it wrote none, what was said last."""
        return quoted(summary(self.s, self.seat, day) or digest(self.dawn, self.seat, day))

    def known_briefly(self) -> list[str]:
        """What bears on how eager somebody is to speak: what the seat was told alone, and what its notebook says."""
        notes = self.s.paper(self.seat, "notebook").text
        jotted = [f"Your notebook: {quoted(begun(notes, SHORT))}"] if notes else []
        return self.told_alone(FACTS) + jotted

    def told_alone(self, count: int) -> list[str]:
        """What the seat was told alone last."""
        return [begun(line, SHORT) for line in self._known[-count:]]

    def _papers(self) -> list[str]:
        written = [self.dawn.paper(self.seat, each) for each in PAPERS]
        return [f"Your {each.paper}: {quoted(each.text)}" for each in written if each.text]

    def since(self, longest: int = 0, again: bool = False) -> list[str]:
        """What the seat has heard today, in order; a whisper that it heard itself only once. Of what is looked up `again` only
        what was not found before, unless all of it is wanted."""
        lines = (
            _told(event, self.seat, longest)
            for before, event in zip((None, *self.today), self.today if again else self._found_once(), strict=False)
            if event is not None
            and not (
                isinstance(before, events.Said) and isinstance(event, events.WhisperSeen) and before.to == event.to
            )
        )
        return list(filter(None, lines))

    def _found_once(self) -> Iterator[Event | None]:
        """What was heard today, with of each look-up the lines only that this has not found today: None where there are none."""
        found: dict[tuple[str, str], set[str]] = {}
        for event in self.today:
            if not isinstance(event, LookedUp):
                yield event
                continue
            known = found.setdefault((event.tool, event.argument), set())
            new = [line for line in event.found.split("\n") if line not in known]
            known.update(new)
            yield replace(event, found="\n".join(new)) if new else None


# ── lines ─────────────────────────────────────────────────────────────────────────────────────────────────────────────

_OWN = (
    events.Wrote, events.Became, events.Picked, events.Judged, events.Ordered, events.Spent, events.Triumphed, events.Cautioned,
)  # fmt: skip
"""What a seat does or becomes itself."""
_SEEN = (events.MayorRevealed, events.Gagged, events.Sentenced, events.Lynched)
"""What everybody knows of a day when it is over."""
_BECAME = (events.MatesMet, events.Became, events.Spent, events.Triumphed)
_TOLD = (
    *_OWN, events.Said, events.Overheard, events.Corrected, events.MayorRevealed, events.WhisperSeen, events.NominationBegan,
    events.Nominated, events.TrialBegan, events.Gagged, events.JudgementBegan, events.Sentenced, events.Lynched, events.NightFell,
    events.Jailed, events.SeanceBegan, events.MatesMet, events.Noticed, events.Dawned,
)  # fmt: skip
"""What needs telling."""


def _told(event: Event, seat: Seat, longest: int = 0, wills: bool = True) -> str:
    """One line for what the seat was told, with what people said and wrote as data (`longest` characters of it, if not 0);
    nothing for what needs no telling."""
    if isinstance(event, LookedUp):
        return f"You looked up {f'{event.tool} {event.argument}'.strip()}: {begun(event.found, longest)}".replace(
            "\n", "\n  "
        )
    if not isinstance(event, _TOLD):
        return ""
    line = noticed(event.notice) if isinstance(event, events.Noticed) else say(event)
    if isinstance(event, _OWN):
        line = _to_you(line, seat)
    if isinstance(event, events.Became):
        line += f" {ROLE[event.role].does}"
    if not wills:
        line = re.sub("Their will: “[^”]*”", "They left a will.", line)
    return as_data(line, longest)


_YOURS = {"is": "are", "has": "have", "can": "can", "cannot": "cannot", "their": "your", "they": "you"}


def _to_you(sentence: str, seat: Seat) -> str:
    """What somebody does, told to them: “You choose to heal {p3}.”"""
    ours, quote, theirs = sentence.partition("“")
    ours = re.sub(rf"^\{{{seat}}} (\w+)", lambda verb: f"You {_YOURS.get(verb[1], verb[1].removesuffix('s'))}", ours)
    return re.sub(r"\b(their|they)\b", lambda word: _YOURS[word[1]], ours) + quote + theirs


def _list(title: str, lines: Iterable[str]) -> str:
    listed_ = "\n".join(f"- {line}" for line in lines)
    return f"{title}:\n{listed_}" if listed_ else ""


@cache
def _pages() -> tuple[str, ...]:
    text = files("games.town").joinpath("prompts.md").read_text(encoding="utf-8")
    return tuple(page.strip() for page in text.split(BREAK))
