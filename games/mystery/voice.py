"""What the built-in players say: introductions, accounts of a night, accusations, defences, last words, whispers.

What claims something is worded in `phrases`, and said with what it means; here stands what goes with it. Sentences have {seat}
marks for names.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import NamedTuple

from games.core import Seat, Temper
from games.manners import ended, manners
from games.mystery.claims import Account, accounts, as_claims
from games.mystery.events import LONGEST_STATEMENT, PLACES, Claim, listed
from games.mystery.grounds import Answer, Ground, Plea
from games.mystery.phrases import OPINIONS, SAYS
from games.mystery.state import State
from games.phrases import Talk, fill, worded

# ── day 0 ─────────────────────────────────────────────────────────────────────────────────────────────────────────────

GREETINGS = (
    "Good evening.", "Hello, everybody.", "A pleasure to meet you all.", "Good evening, everyone.", "Good evening, my dears!", "Hello, hello!",
    "What a splendid gathering!", "Delighted, delighted!", "Evening.", "Hello.", "Good evening, all.", "How do you do?", "Well met, all of you.",
    "Ah, company!", "So this is everybody.", "At last, faces.", "What weather!", "I hope I am not late.", "Do I know anybody here?", "Charmed.",
)  # fmt: skip
REMARKS = {
    "terse": (
        "I have come for the dinner.",
        "I keep to myself, mostly.",
        "Let us get this over with.",
        "My name is on the door. That will do.",
        "I say little. Do not take it for guilt.",
        "Ask me, if you must.",
        "I like it quiet.",
        "The less said, the better.",
        "I am no good at parties.",
        "Long journey. Good fire.",
        "I trust locks.",
        "You will hear from me when there is something to say.",
        "No speeches, please.",
        "I never forget a face.",
        "I only came out of politeness.",
        "Wake me when it is over.",
        "Cards, anybody? No? Well then.",
        "I sleep lightly.",
        "My coat is still wet.",
        "I have seen worse houses.",
    ),
    "plain": (
        "What a house!",
        "I came for the music and stay for the company.",
        "I hope we all meet again at breakfast.",
        "I am a careful sort, and I listen before I judge.",
        "I have read too many detective stories to sleep well here.",
        "I shall keep notes, if nobody minds.",
        "I count candlesticks when I am nervous.",
        "I am told the last train has gone, so here we are.",
        "I mend clocks for a living, and not one in this house is right.",
        "I teach arithmetic. Two of us more or less, I would notice.",
        "My aunt was to come in my place, and now I see why she did not.",
        "Does anybody else find the portraits unfriendly?",
        "I have brought a pie. Please do not ask what is in it.",
        "I am a botanist, so do not let me near the tea.",
        "I do not believe in ghosts, but I have left my lamp burning.",
        "I play the violin, badly, and only when asked.",
        "I have never won at cards, so my face must be an honest one.",
        "The invitation was unsigned. Was yours?",
        "I write letters to newspapers, and this weekend will make a long one.",
        "If the butler asks, I wiped my boots.",
    ),
    "chatty": (
        "I talk when I am nervous, and this house makes me very nervous. Do forgive me.",
        "I have already tried the soup, the chairs and the bell-pull. All excellent.",
        "Every face here is new to me, which is a pity, and one of us is said to be dangerous, which is worse.",
        "I promise to tell you everything I hear, and I hear a good deal.",
        "I was told of a quiet weekend in the country. I begin to doubt the invitation.",
        "I used to sing in the opera, in the back row, where one sees who leaves early.",
        "Four trains, two ferries and a donkey, and nobody told me to bring a lantern!",
        "My doctor prescribed fresh air and no excitement. I fear I shall disappoint him twice.",
        "I collect teaspoons, umbrellas and other people's secrets, and I give back the umbrellas.",
        "If I fall asleep over dessert, it is not poison. I do that everywhere.",
        "I have written nine novels, and in every one of them it was the least likely guest. Who is that, I wonder?",
        "Such curtains! My late husband always said that one can judge a house by its curtains and a guest by their shoes.",
        "I bet a cousin of mine that nothing would happen this weekend. I am no longer fond of that bet.",
        "I know a joke for every occasion, and for this one I know three. They can wait until breakfast.",
        "I was a judge of dogs for thirty years. People are simpler: they growl with their eyebrows.",
        "I have told my landlady when to expect me back, and she has told the whole town, so please keep me alive.",
        "I could not help reading the guest book. Half the guests never signed out!",
        "My fortune-teller warned me of a tall stranger, and here I am among nothing but strangers of every size.",
        "I intend to win everybody's trust by Sunday, beginning with the cook.",
        "There is a draught, there is a storm, there is a stuffed owl. I could not be happier, nor more frightened.",
    ),
}
"""Things to say of oneself. Every seat has its own share of them, so that no two say the same in one evening."""

# ── what nobody could call a claim ────────────────────────────────────────────────────────────────────────────────────

BECAUSE: Mapping[str, tuple[str, ...]] = {
    "false witness": ("(what {whom} claimed to have seen never happened|I know that what {whom} claimed to have seen is not true)",),
    "only one": ("apart from me, only {among} {were} near enough to strike {about} in the {place}",),
    "guarded": ("{by} watched over {about}; apart from me, only {among} {were} near enough to strike",),
    "elsewhere": ("when {about} died in the {place}, {company}; (that leaves only|this leaves only) {among}",),
    "near": ("by {whom}'s own words, no other was with {about} in the {place}",),
    "clash": ("{whom}'s story{when} has {about} in the {place}, and {by} in the {other}",),
    "left out": ("{whom}'s story{when} leaves {about} out of the {other}, {by} has {about} there",),
    "put in": ("{whom}'s story{when} has {about} in the {place}, {by} leaves {about} out",),
    "belied": ("(what was found in the morning speaks against {whom}'s story|{whom}'s story does not go with what was found in the morning)",),
}  # fmt: skip
"""Why somebody is accused, as a fact."""
LINKS = ("{charge}: {ground}.", "{charge}. {ground}.", "{charge}; {ground}.", "{charge} – {ground}.")
PLEAS: Mapping[Plea, tuple[str, ...]] = {
    "witnesses": ("(what {whom} claimed to have seen never happened|it is not true what {whom} claimed to have seen)",),
    "saw": ("whoever strikes denies it, and I stand by what I saw",),
    "seen": ("({whom} can tell you that I was in the {place} when {about} died|{whom} had me in sight when {about} died)",),
    "unseen": ("when {about} died, nobody had {whom} in sight, either",),
}  # fmt: skip
"""What somebody says who is accused."""
FALSE_WITNESSES = "{plea}: two false witnesses, two murderers"
CLEARED = (
    "(no murderer strikes at another|whoever is struck at is no murderer|a murderer's knife is for the innocent)",
)
"""Why somebody is trusted, who was struck at."""
NOBODY_NEAR = (
    "(nobody tells of the {place}, where we found {whom}: one story is false|{whom} was found in the {place}, and no story tells of the {place}: one is false)",
)
INSTEAD = (
    "(I named somebody else before, but|I have changed my mind:|I take back what I said before:|I was on another track before, but now)",
)
"""What goes before an accusation of whoever has accused somebody else before."""
DISMAY = (
    "(poor|alas, poor) {victim}", "what a dreadful night", "I can hardly believe it", "{victim}, of all people", "my hands still shake", "I shall never like this house",
    "(we shall miss|the house will miss|I set a place for) {victim}", "this house gets emptier", "the coffee went cold this morning",
    "(I liked|I had grown fond of|I had just begun to like) {victim}",
)  # fmt: skip
QUIET_NIGHT = (
    "a quiet night, thank heaven", "nobody fell, and I wonder for how long", "nobody fell, and yet I shiver", "everybody has come down again",
    "I do not trust the peace", "I had feared worse", "so the night can be kind, too", "a morning without a body, imagine",
)  # fmt: skip
FIRST_MORNING = (
    "so that was the first night", "one night behind us", "the next one will be worse", "it is the coming night that I fear", "let us use the calm",
    "a first breakfast together, and some of us only pretend to eat", "we have one calm day to look at each other", "I hardly knew my way about this house",
    "I have learned where the stairs creak", "these corridors all look alike",
)  # fmt: skip
"""After a night in which nobody could strike."""

LIKE = (
    "(I was in the {place} last night, and it was as {by} told it.|Last night I was in the {place}; {by} has told all that I could.|I was in the {place} last night; my account is the same as {by}'s.)",
)
"""A night of which somebody has told all."""

# ── last words and whispers ───────────────────────────────────────────────────────────────────────────────────────────

FAREWELL = (
    "(you have the wrong one|you are about to be wrong|this is a mistake), and (tonight you will know it|you will know it soon|the morning will show it)",
    "(I told you the truth|I have said what I know|you heard me). (Remember what I saw|Remember who pushed for this|Look at who is smiling)",
    "(so be it|very well|then that is that|if you must). (Good luck to the rest of you|Good night, all|Mind the stairs in the dark|I hope it was worth it)",
    "(ask yourselves tomorrow who wanted this|look who was in a hurry|somebody here is glad now|remember this count|that is one fewer for them)",
)  # fmt: skip
WHISPER = (
    "I strike at {whom} tonight.", "{whom} is mine tonight.", "Leave {whom} to me.", "Tonight, {whom}.", "My knife is for {whom}.",
)  # fmt: skip
WAITING_WHISPER = ("I lie low tonight.", "Not tonight. I wait.", "No blow from me tonight.", "I keep still tonight.")


# ── putting it together ───────────────────────────────────────────────────────────────────────────────────────────────

TRIES = 12
"""Wordings that are thought of, before one is taken that was said before."""
ONE_IN = 3
"""One in so many remarks on the morning: all speak at once."""
CROWD = 3
"""Of more than so many nobody says that they were “only” there."""
JOINTS = (". ", ". ", "; ", ", and ", " – ")
NAMED = re.compile("|".join(PLACES))
_CHOICE = re.compile(r"\(([^()]*)\)")
_BEGINNING = re.compile(r"(?<=[^.][.!?] )[a-z]")


class Memory(Talk):
    """What was said; places make no difference."""

    def __init__(self, said: Iterable[tuple[Seat | None, str]], me: Seat) -> None:
        super().__init__(said, me, NAMED)


class Voice:
    """How one seat speaks on one day: in its manner, with words that it and the table have not worn out. The same dice choose the same."""

    def __init__(
        self, by: Seat, day: int, rng: random.Random, temper: Temper, talk: Memory, place: int = 0, guests: int = 1
    ) -> None:
        self.by, self.day, self.rng, self.temper, self._talk = by, day, rng, temper, talk
        self._place, self._guests = place, guests
        self._how = manners().get(temper.manner)

    @classmethod
    def at(cls, s: State, by: Seat, rng: random.Random, temper: Temper) -> Voice:
        """The voice of a seat that has heard what was said in this view."""
        talk = Memory([(said.seat, said.text) for said in s.statements], by)
        turn = s.alive.index(by) + sum(len(each.text) for each in s.statements if each.round)  # what all know
        return cls(by, s.day, rng, temper, talk, turn % len(s.alive), len(s.alive))

    # ── a day's statement ──

    def account(self, told: Account, like: Seat | None = None) -> Said:
        """Where one was last night, whom one saw and what happened: no more words than it needs where somebody has told the same."""
        means = as_claims(told, self.by, self.day)
        if like:
            same = variants(*LIKE)
            text = same[self._place % len(same)]  # those who speak at once do not say it in the same words
            return self._said(filled(text, self.rng, place=told.place or "", by=f"{{{like}}}"), means)
        return self._said(self._framed(account(told, self.day, self.day, self.rng, self._talk)), means)

    def accusation(self, whom: Sequence[Seat], sure: bool, why: Ground, instead: bool = False) -> Said:
        """With its ground, if it needs more than what was told; `instead` of whom one has accused before."""
        kind = "guilty" if sure and len(whom) == 1 else "accuses"
        slots, charges = self._facts(why, whom), variants(*SAYS[kind if len(whom) == 1 else "accuses:some"])
        reasons = variants(*BECAUSE[name]) if (name := _wording(why)) else ()
        if self._how and not reasons and kind == "accuses":
            own = tuple(each.replace("{target}", "{whom}") for each in self._how.charge if _fits(each))
            charges = own or charges

        def make() -> str:
            charge, reason = self.rng.choice(charges), self.rng.choice(reasons or ("",))
            if instead:
                text = f"{self.rng.choice(variants(*INSTEAD))} {charge}" + (f"; {reason}" if reason else "")
            elif self._how and reason:
                text = self._how.grounded(charge, reason, self.rng)
            else:
                text = (
                    self.rng.choice(LINKS).replace("{charge}", charge).replace("{ground}", reason) if reason else charge
                )
            return filled(ended(text), self.rng, **slots)

        means = tuple(Claim(kind, self.by, self.day, seat) for seat in whom)  # type: ignore[arg-type]
        return self._said(self._fresh(make), means)

    def _facts(self, why: Ground, whom: Sequence[Seat]) -> dict[str, str]:
        by = f"{{{why.by}}}" if why.why == "only one" else "mine" if why.by == self.by else f"{{{why.by}}}'s story"
        about = "me" if why.about == self.by else f"{{{why.about}}}"
        rooms = [f"the {place} {'held ' * (not n)}{self._those(who)}" for n, (place, who) in enumerate(why.company)]
        unseen = why.why == "elsewhere" and not any(self.by in who for _, who in why.company)
        among = self._those((*why.among, self.by) if unseen else why.among)
        return {
            "whom": listed(whom), "by": by, "about": about, "place": why.place or why.other, "other": why.other or why.place,
            "among": among, "were": "were" if len(why.among) > 1 else "was", "company": ", ".join(rooms), "when": f" of night {why.night}" if why.night not in (0, self.day) else "",
        }  # fmt: skip

    def _those(self, who: Sequence[Seat]) -> str:
        """“{p1}, {p2} and me”."""
        named = [*(f"{{{each}}}" for each in who if each != self.by), *(["me"] if self.by in who else [])]
        return " and ".join(filter(None, (", ".join(named[:-1]), *named[-1:])))

    def trust(self, whom: Seat) -> Said:
        """A good word for somebody who was struck at."""

        def make() -> str:
            link, charge = self.rng.choice(LINKS), self.rng.choice(SAYS["clears"])
            reason = self.rng.choice(variants(*CLEARED))
            text = filled(link.replace("{charge}", charge).replace("{ground}", reason), self.rng, whom=f"{{{whom}}}")
            return self._how.tells(text, self.rng) if self._how else text

        return self._said(self._fresh(make), (Claim("clears", self.by, self.day, whom),))

    def defence(self, answer: Answer, at_large: int) -> Said:
        """An answer to what one is accused of."""
        slots = {"whom": listed(answer.whom), "about": f"{{{answer.about}}}", "place": answer.place}
        every = variants(*PLEAS[answer.plea])
        if answer.plea == "witnesses" and len(answer.whom) == at_large == 2:
            every = tuple(FALSE_WITNESSES.replace("{plea}", each) for each in every)

        def make() -> str:
            text = every[self._place % len(every)]
            framed = self._how.replied(text, self.rng) if self._how else ended(text)
            return filled(framed, self.rng, **slots)

        return self._said(self._fresh(make), (Claim("clears", self.by, self.day, self.by),))

    def nobody_near(self, fallen: Seat, place: str) -> Said | None:
        """That somebody lies, as long as nobody has said so."""
        return self._remark(NOBODY_NEAR, whom=f"{{{fallen}}}", place=place)

    def opening(self, fallen: Sequence[Seat], gentle: bool) -> Said | None:
        """A first remark on the morning, of a few, if nobody has made it; a `gentle` night is one in which nobody could strike."""
        if self._place % ONE_IN:
            return None
        calm = FIRST_MORNING if gentle else QUIET_NIGHT
        return self._remark(DISMAY if fallen else calm, victim=listed(fallen))

    def last_words(self, suspect: Seat | None, why: Ground) -> Said:
        """A farewell, and whom one suspects, and why, if that is new."""
        said = [self._remark(self._how.farewell if self._how else FAREWELL)]
        if suspect and (name := _wording(why)):
            slots, reasons = self._facts(why, [suspect]), variants(*BECAUSE[name])

            def make() -> str:
                charge, reason = self.rng.choice(SAYS["accuses:to the end"]), self.rng.choice(reasons)
                text = self.rng.choice(LINKS).replace("{charge}", charge).replace("{ground}", reason)
                return filled(text, self.rng, **slots)

            said.append(self._said(self._fresh(make), (Claim("accuses", self.by, self.day, suspect),)))
        return statement(each for each in said if each)

    def _remark(self, wordings: Sequence[str], **slots: str) -> Said | None:
        every = [filled(ended(each), None, **slots) for each in variants(*wordings)]
        fresh = [each for each in self._share(every) if not self._talk.worn(each)]
        return self._said(self.rng.choice(fresh)) if fresh else None

    def _share(self, every: Sequence[str]) -> Sequence[str]:
        """Today's share of them: those who speak at once do not say the same."""
        return every[self._place :: self._guests] or [every[self._place % len(every)]]

    def _said(self, text: str, means: tuple[Claim, ...] = ()) -> Said:
        self._talk.hear(self.by, text)
        return Said(text, means)

    def _framed(self, text: str) -> str:
        """What is told of oneself, as the character says it."""
        how = self._how
        return self._fresh(lambda: how.tells(text, self.rng)) if how else text

    def _fresh(self, make: Callable[[], str]) -> str:
        return self._talk.freshest(make, TRIES)


def _wording(why: Ground) -> str:
    """Under what its wordings stand; “” needs no more words than were told."""
    if why.why in ("contradicts me", "contradicts"):
        return "clash" if why.place and why.other else "put in" if why.place else "left out"
    return "guarded" if why.why == "only one" and why.by else why.why if why.why in BECAUSE else ""


def _fits(charge: str) -> bool:
    """Whether a bare charge is one character's own, and says only whom it suspects, be they one or two."""
    shared = sum(charge in how.charge for how in manners().values()) > 1
    return not shared and charge.count("{target}") == 1 and "lying" not in charge and "worries" not in charge


@cache
def variants(*wordings: str) -> tuple[str, ...]:
    """“(a|b) c” → “a c”, “b c”."""
    found = [(each, _CHOICE.search(each)) for each in wordings]
    return tuple(
        text
        for each, choice in found
        for text in (
            variants(*(each.replace(choice[0], one, 1) for one in choice[1].split("|"))) if choice else (each,)
        )
    )


def length(temper: Temper) -> str:
    return "terse" if temper.talkativeness < 0.34 else "chatty" if temper.talkativeness > 0.66 else "plain"


def filled(wording: str, rng: random.Random | None = None, **words: str) -> str:
    """The wording with its slots filled and one of each `(a|b)` taken (without dice the first), and a capital where a sentence begins."""
    text = fill(wording, words) if rng is None else worded(wording, words, rng)
    return _BEGINNING.sub(lambda found: found[0].upper(), text[:1].upper() + text[1:])


def introduction(place: int, guests: int, rng: random.Random, temper: Temper) -> str:
    """What the guest in that place of so many says first; nobody else at the table makes the same remark, or greets so."""
    how = length(temper)
    greeting = rng.choice(GREETINGS[place::guests]) if rng.random() < 0.4 + 0.5 * temper.talkativeness else ""
    return f"{greeting} {rng.choice(REMARKS[how][place::guests])}".strip()


def account(told: Account, night: int, day: int, rng: random.Random | None = None, talk: Talk | None = None) -> str:
    """An account of a night, told on that day: at least where; then whom one saw, and what happened. Without dice in the
    plainest words; with a `talk` in words that are not worn."""
    last, parts = night == day, list[str]()
    when = "last night" if last else f"on night {night}"
    slots = {
        "place": told.place or "", "when": when, "followed": f"{{{told.followed}}}", "guarded": f"{{{told.guarded}}}",
        "seen": listed(told.seen),
    }  # fmt: skip

    def say(*names: str, wordings: Sequence[str] = (), many: bool = False, **more: str) -> None:
        """One sentence, or two that belong together."""

        def make() -> str:
            said = [rng.choice(wordings or SAYS[name]) if rng else (wordings or SAYS[name])[0] for name in names]
            if not last and not names[0].startswith("was"):
                # An earlier night is named in every sentence, so that none of them is taken for last night's.
                said = [f"on night {night}, {each}" for each in said]
            joint = rng.choice(JOINTS) if rng and last else ". "
            return filled(f"{joint.join(said)}.", rng, **{**slots, **more, "were": "were" if many else "was"})

        parts.append(talk.freshest(make, TRIES) if talk else make())

    where = (_whereabouts(told),) if told.place else ()
    alone = ("alone:hid" if told.hid else "alone",) if told.alone else ()
    company = ("saw alone" if told.alone else "saw",) if told.seen else alone
    if told.alone and len(told.seen) > CROWD:
        company = ("saw alone:crowd",)
    if told.hid and told.seen:
        company = ("saw alone:hid" if told.alone else "saw:hid",)
    if last and where and company:
        say(*where, *company, many=len(told.seen) > 1)
    else:
        for each in (*where, *company):
            say(each, many=len(told.seen) > 1)
    for striker, victim in told.blows:
        say("struck", whom=f"{{{striker}}}", other=f"{{{victim}}}")
    seen_struck = {victim for _, victim in told.blows}
    fell = tuple(each for each in told.fell if rng is None or each not in seen_struck)
    if fell:
        # Whoever hid and saw the blow has seen whose hand it was; of several, what stands first is read back whole.
        several = [each for each in SAYS["fell"] if each.startswith("{fell}")]
        plain, many = SAYS["fell"][: 1 if len(fell) > 1 else 2], len(fell) > 1
        say("fell", wordings=plain if told.blows else several if many else (), many=many, fell=listed(fell))
    for each in told.blocked if rng is None else [each for each in told.blocked if each not in seen_struck]:
        say("blocked", blocked=f"{{{each}}}")
    if told.saved:
        say("saved")
    for place in told.cries:
        say("cry", place=place)
    for whom, place in told.others:
        say("was:they", whom=f"{{{whom}}}", place=place)
    return " ".join(parts)


def _whereabouts(told: Account) -> str:
    did = ("followed", told.followed), ("guarded", told.guarded), ("hid", told.hid and not told.guarded)
    return " ".join(("was", *(name for name, so in did if so)))


class Said(NamedTuple):
    """Something said, and what is meant by it."""

    text: str
    means: tuple[Claim, ...] = ()


def whisper(victim: Seat | None, rng: random.Random) -> str:
    wordings = WAITING_WHISPER if victim is None else WHISPER
    return filled(rng.choice(wordings), whom=f"{{{victim}}}")


def statement(parts: Iterable[Said]) -> Said:
    """Several sentences as one statement, the last left out that would make it too long."""
    text, means = "", dict[Claim, None]()
    for part in parts:
        longer = f"{text} {part.text}".strip()
        if len(longer) > LONGEST_STATEMENT:
            break
        text, means = longer, means | dict.fromkeys(part.means)
    return Said(text, tuple(means))


def in_words(claims: Iterable[Claim]) -> str:
    """The claims as their speaker would say them, each with its night; nobody chooses between wordings."""
    claims, texts = tuple(claims), list[str]()
    where_i_was = {each.night for each in claims if each.kind == "was" and each.whom == each.by}
    for night, told in accounts(claims).items():
        if told.place and night not in where_i_was:
            seen = filled(SAYS["saw:in"][0], seen=listed(told.seen), place=told.place, when=f"on night {night}")
            texts.append(f"{seen}.")
            told = replace(told, place=None, seen=())
        did = {
            "hid": told.hid,
            f"followed {{{told.followed}}}": told.followed,
            f"guarded {{{told.guarded}}}": told.guarded,
        }
        texts += [f"On night {night}, I {what}." for what, so in did.items() if so and not told.place]
        texts.append(account(told, night, 0))
    for claim in claims:
        if claim.kind in OPINIONS and claim.whom:
            kind = "innocent" if claim.whom == claim.by else claim.kind
            texts.append(f"{filled(SAYS[kind][0], whom=f'{{{claim.whom}}}')}.")
    return " ".join(text for text in texts if text)
