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
from typing import Literal, NamedTuple, get_args

from games.core import Seat, Temper
from games.manners import ended, manners
from games.mystery.claims import Account, accounts, as_claims
from games.mystery.events import LONGEST_STATEMENT, PLACES, Claim, listed
from games.mystery.grounds import BY_LOT, NEAR, Ground, Note, Plea, Stand, Why
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

BECAUSE: Mapping[Why, tuple[str, ...]] = {
    "eyewitness": ("({by} saw the blow|{by} saw whose hand it was|{by} watched it happen|{by} had no reason to invent it)",),
    "only one": ("(nobody else had the chance|nobody else was near enough|I know my own hands, and nobody else was near|I know that I did not strike, and there is nobody else|nobody else was within reach of {about}|it lies between the two of us|besides me, there was nobody in reach of {about})",),
    "all of them": ("(nobody in that room but me can be innocent|so many blows need as many hands, and mine were still|there were as many hands as blows, mine apart)",),
    "elsewhere": ("(all the others were in my sight|everybody else was far from it|I had all the others before my eyes|nobody else was out of my sight|the others never left my sight)",),
    "between": ("({they} were alone with {about}|{they} tell us themselves that they were alone with {about}|by their own words nobody else was near {about}|{they} cannot both be innocent of {about}'s death)",),
    "in the open": ("(whoever hides does not strike, and {they} did not hide|others hid, and {they} did not|no hidden hand can strike, and {they} hid from nobody)",),
    "one of few": (
        "(it happened among very few of us|not many of us had the chance|few of us stood near {about}|{they} stood within reach of {about}|there were not many of us with {about}|few of us were close enough to {about})",
    ),
    "contradicts me": (
        "({their} story is not what I saw|{their} night and mine do not go together|what {they} told us cannot be so|I know better than {their} story|one of us two invents things, not I|my night leaves no room for {their} story)",
    ),
    "contradicts": (
        "({their} story does not go with {by}'s|{by} told that night otherwise|{by}'s night and {their} story exclude each other|{their} story breaks when it is put beside {by}'s|what {by} told us speaks against {their} story|{their} story leaves no room for {by}'s)",
    ),
    "belied": ("({their} story is at odds with the body|what we found in the morning speaks against {their} story|{their} tale does not go with what we all know|the morning has shown {their} story up)",),
    "nobody else": ("(nobody else can have been near {about}|everybody else has told of another place than {about}'s|no other story leaves room for {about}'s death|all the rest of us have told of other places than {about}'s)",),
    "placed": ("({by} has placed them at the body|by {by}'s account they were within reach of {about}|{by} has told us who was near {about}|{by} had them in that very room|{by} puts them next to {about})",),
    "own words": ("(by {their} own account they were near {about}|{they} put themselves beside {about}|{they} told us themselves how near they were to {about}|{their} own words put them at the body)",),
    "votes": ("({their} vote helped to hang {about}, one of the innocent|{their} vote is on {about}'s rope, and it was the wrong rope|{they} had a hand in {about}'s rope, the wrong one|the rope for {about} was wrong, and {they} pulled at it)",),
    "spared": ("({they} would have spared {about}, a murderer|with {their} vote {about} would be at this table still|when a murderer hanged, {their} vote was elsewhere|{they} had no vote for {about} when it counted|{their} vote would have let a murderer go)",),
    "quiet": ("({they} said nothing while the rest of us told our nights|{they} let the rest of us go first|{they} heard our nights before telling theirs|{they} kept quiet at first, when others did not|{they} waited to hear what the rest of us knew)",),
    "unseen": ("(nobody has told us that they saw {whom} when {about} fell|for the hour of {about}'s death nobody bears {whom} out|in {about}'s last hour {they} had no company that could say so|{their} story of {about}'s last night rests on {their} word alone)",),
    "alone": ("({their} night rests on {their} word alone|{they} had no company, and the rest of us did|nobody can bear out {their} story|of all our nights, {their} own has no witness)",),
    "apart": ("(I can answer for my company of last night, and {they} had no part in it|I had others before my eyes, and not {whom})",),
    "last": ("(there are three of us, and I know about one|one of two it is, and today is the last chance|three of us are left, and my own hands are clean)",),
    "must": ("(a day without a rope may be the last, and I have only a lot to go by|we cannot afford another night, and nothing else tells one from the other|somebody has to hang today, and the lot fell so)",),
    "left": ("(put beside {by}'s, {their} nights hold less water|I could strike everybody off my list but {whom}|I find much for {by}, and little for {whom}|I have laid all our nights side by side, and {their} own fits least)",),
}  # fmt: skip
"""Why somebody is accused, as a fact: `by` whose word, `about` whose death; {they} are named where the fact is told first."""
LINKS = ("{charge}: {ground}.", "{charge}. {ground}.", "{charge}; {ground}.", "{charge} – {ground}.")
LEADING = ("{ground}: {charge}.", "{ground}. {charge}.", "{ground}; {charge}.")
"""Where the ground says nothing of “them”, it may come first."""
ALONE: frozenset[Why] = frozenset(
    {"elsewhere", "only one", "between", "one of few", "in the open", "votes", "spared", "nobody else"}
)
ALONG = (
    "(I agree with {along}|{along} said so first|I heard {along}, and nod|{along} was quicker than I|{along} and I have come to the same|{along} has said it before me|no better word than {along}'s|I side with {along})",
)
"""Who has accused them before."""
REPLIES: Mapping[Why, tuple[str, ...]] = {
    "contradicts": ("({by} is mistaken|{by} has that night wrong|if my night and {by}'s do not go together, {by}'s is wrong|{by} mixes something up|it is {by}'s word that is wrong|{by} should be asked again, and slowly)",),
    "eyewitness": ("({by} saw no such thing|{by} has invented that|{by} made that story up|not a word of {by}'s story is true)",),
    "only one": ("(it lies between {by} and me, and my hands are clean|there were two of us left, and I know about one|I know that it was not my hand)",),
    "placed": ("(to be near is no crime|somebody had to be near|I was near, and did nothing|nearness alone proves nothing)",),
    "own words": ("(I told you myself how near I was|I need not have told you where I was|to be near is no crime|nearness alone proves nothing)",),
    "elsewhere": ("(not to be seen by {by} is no crime|{by} has not thought of those who hide|whoever hides is seen by nobody, and strikes nobody)",),
    "quiet": ("(I speak when I have something to say|I was listening|you might have asked|there is no law against silence)",),
    "votes": ("(one vote makes nobody guilty|I voted as it looked that day|others voted as I did|I would like that vote back myself)",),
    "spared": ("(one vote makes nobody guilty|I voted as it looked that day|I knew no more of {about} than others did|I would like that vote back myself)",),
}  # fmt: skip
"""What somebody answers whom `by` has charged with that."""
PLEAS: Mapping[Plea, tuple[str, ...]] = {
    "struck": ("(the blow of last night was meant for me|somebody wanted me dead last night|whoever struck at me is still at this table)",),
    "seen": ("(ask {company} about my night, it was not spent near {death}|{company} can answer for me and the hour of {death}'s death|for {death}'s last hour I have {company} to bear me out)",),
    "hanged": ("({death} hanged by my vote, too, and that was no mistake|I voted for {death}'s rope, and was right|I had a hand in {death}'s rope, the right one)",),
    "near": ("({company} stood as close to {death} as I|what is said of me and {death} may be said of {company}|{company} could have reached {death} as well as I)",),
    "company": ("(ask {company} about my night|{company} can answer for my night|for last night I have {company} to bear me out)",),
    "nothing": ("(I have no witness, so I ask for one: speak up, whoever passed by me|nobody can bear me out, unless somebody heard me where I was|my word is all that I can give: let anybody name one fact against it)",),
    "no proof": ("(I leave you no proof, only my word|I had no witness, and that is all that was against me|think of me when you ask the next one for a witness)",),
}  # fmt: skip
"""What speaks for whoever is accused: the `company` they had, whose `death` (or rope) it is; or what they ask for."""
TRUSTING: Mapping[bool, tuple[str, ...]] = {
    False: (
        "(no story speaks against theirs|their night goes with the others|I have found no fault with their story)",
    ),
    True: ("(whoever is struck at is no murderer|no murderer strikes at another|somebody wanted them dead)",),
}
"""Why somebody is trusted, who was struck at or not."""
NOTES: Mapping[Note, tuple[str, ...]] = {
    "agree": (
        "(so far the stories of the night go together|nobody's story contradicts another's so far|I find no hole in anybody's story yet|the stories fit, every one that we have heard|no two stories of the night quarrel)",
    ),
    "alone": (
        "(can anybody bear out {whom}?|did nobody pass by {whom} last night?|who was near enough to {whom} to be a witness?|is there a witness for {whom}?|what might prove the night of {whom}?)",
    ),
    "late": (
        "({whom}, what have you to tell?|I have not heard from {whom}: what was your night like?|may we hear {whom}, too?|and where was {whom}?|whose night do we lack but that of {whom}?|will {whom} tell us a night, too?)",
    ),
    "dark": (
        "(the hand that struck {whom} was as near to me as you are, and I could not tell whose|one of us beside {whom} did it, and I cannot say which|about {whom}'s death I know no more than that it was one of us in that room|it was too dark beside {whom} for me to name anybody|I would name the hand that struck {whom} if I knew more than the room|of all who stood around {whom} I can rule out only myself)",
    ),
    "nobody near": (
        "(somebody must have been with {whom}, and nobody says so|nobody owns to have been near {whom}|one of our stories is invented, for {whom} did not die alone|whoever met {whom} keeps it from us|we have everybody's night, and nobody's for {whom}'s last hour)",
    ),
}
"""What may be said of a night's stories without a word against anybody."""
Turn = Literal["", "again", "besides", "instead"]
TURNS: Mapping[Turn, tuple[str, ...]] = {
    "again": ("(I stand by my word:|I have not changed my mind:|as I said before,|my mind is still made up:|nothing since has told me otherwise:)",),
    "besides": ("(that is not all of it:|there is one thing more:|one name is not enough:)",),
    "instead": ("(I named somebody else before, but|I have changed my mind:|I take back what I said before:|I was on another track before, but now)",),
}  # fmt: skip
"""What goes before an accusation of whoever has accused somebody before: the same, another one as well, or instead."""
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
"""One in so many tells a ground that all can see, or remarks on the morning: all speak at once."""
FIRST_HAND: frozenset[Why] = frozenset({"elsewhere", "only one", "all of them", "contradicts me", "left"})
WEAK: frozenset[Why] = frozenset(get_args(Why)[get_args(Why).index("unseen") :]) | {"between", "one of few"}
"""Too little to be sure of somebody."""
CROWD = 3
"""Of more than so many nobody says that they were “only” there."""
JOINTS = (". ", ". ", "; ", ", and ", " – ")
NAMED = re.compile("|".join(PLACES))
_CHOICE = re.compile(r"\(([^()]*)\)")
_BEGINNING = re.compile(r"(?<=[^.][.!?] )[a-z]")


class Memory(Talk):
    """What was said, and `today`: the latest day's statements."""

    def __init__(self, said: Iterable[tuple[Seat | None, str]], me: Seat, today: Iterable[str] = ()) -> None:
        super().__init__(said, me, NAMED)
        self.today = Talk(((None, text) for text in today), me, NAMED)


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
        today = [said.text for said in s.statements if said.day == s.day and said.text]
        talk = Memory([(said.seat, said.text) for said in s.statements], by, today)
        turn = s.alive.index(by) + sum(len(each.text) for each in s.statements if each.round)  # what all know
        return cls(by, s.day, rng, temper, talk, turn % len(s.alive), len(s.alive))

    # ── a day's statement ──

    def account(self, told: Account) -> Said:
        """Where one was last night, whom one saw and what happened."""
        text = account(told, self.day, self.day, self.rng, self._talk)
        return self._said(self._framed(text), as_claims(told, self.by, self.day))

    def accusation(
        self,
        whom: Sequence[Seat],
        sure: bool,
        why: Ground,
        along: Seat | None = None,
        turn: Turn = "",
    ) -> Said | None:
        """With its ground, unless the table knows it; `along`: who has said so before; what one has said oneself is not said again
        and again without a ground, nor taken back."""
        kind = "guilty" if sure and len(whom) == 1 else "accuses"
        how = "hedging" if why.why in WEAK else manner(self.temper)
        name = f"{kind}:{how}" if len(whom) == 1 else "accuses:some"
        slots = _facts(why, whom) | {"along": f"{{{along}}}"}
        must = turn == "instead" or (kind == "guilty" and not along)
        reasons = self._reasons(why.why, along is not None, slots, must)
        charges = self._share(variants(*SAYS[name]))
        if self._how and not reasons and kind == "accuses":
            own = self._how.pair if len(whom) > 1 else self._how.charge
            charges = [each.replace("{target}", "{whom}") for each in own if _fits(each)] + [*charges]
        turns = [each for each in self._share(variants(*TURNS[turn])) if not self._talk.worn(each)] if turn else []
        needless = turns if turn == "again" else why.why == "told" and turn != "instead"
        if not (reasons or along or needless):
            return None

        def make() -> str:
            charge, reason = self.rng.choice(charges), self.rng.choice(reasons or [""])
            if turns:
                charge = f"{self.rng.choice(turns)} {charge}"
            if self._how and reason and not along and not turns and why.why not in BY_LOT:  # too little for a flourish
                text = self._how.grounded(charge, reason, self.rng)
            elif self._how:
                text = f"{charge}; {reason}" if reason else charge
                text = self.rng.choice(self._how.agree).replace("{text}", text) if along else text
            else:
                link = self.rng.choice((*LINKS, *LEADING) if why.why in ALONE else LINKS) if reason else "{charge}"
                text = link.replace("{charge}", charge).replace("{ground}", reason)
                text = f"{self.rng.choice(ALONG)}. {text}" if along else text
            return filled(ended(_of_them(text)), self.rng, **slots)

        means = tuple(Claim(kind, self.by, self.day, seat) for seat in whom)  # type: ignore[arg-type]
        return self._said(self._fresh(make), means)

    def _reasons(self, why: Why, along: bool, slots: Mapping[str, str], must: bool) -> list[str]:
        """Wordings of a ground that nobody has used; none where the table has heard it, or where others are to tell it, if one need not:
        all speak at once."""
        if why in ("told", "") or (why in WEAK and along):
            return []  # it needs no more words, or has none
        every, shared = variants(*BECAUSE[why]), why not in FIRST_HAND
        thought = NEAR if why in NEAR else {why}
        heard = any(self._talk.today.worn(each) for name in thought for each in variants(*BECAUSE[name]))
        one_in = ONE_IN if self._guests > CROWD + 1 else self._guests
        if shared and (heard or (self._place % one_in and not must)):
            return []
        one_in = 1 if must or not shared else one_in
        place, guests = self._place // one_in, -(-self._guests // one_in)
        own = every[place::guests] if len(every) > place or one_in > 1 else every[place % len(every) :: len(every)]
        return [each for each in own if not self._talk.worn(fill(each, slots))]

    def trust(self, whom: Seat, struck_at: bool) -> Said:
        """A good word for somebody, with a reason where there is the breath for it."""
        reasons = [each for each in variants(*TRUSTING[struck_at]) if not self._talk.worn(each)]

        def make() -> str:
            brief = length(self.temper) == "terse" or not reasons
            link = "{charge}." if brief else self.rng.choice(LINKS)
            text = link.replace("{charge}", self.rng.choice(SAYS["clears"]))
            text = filled(text.replace("{ground}", self.rng.choice(reasons or [""])), self.rng, whom=f"{{{whom}}}")
            return self._how.tells(text, self.rng) if self._how else text

        return self._said(self._fresh(make), (Claim("clears", self.by, self.day, whom),))

    def defence(self, accuser: Seat, why: Ground, stand: Stand) -> Said | None:
        """An answer to what `accuser` has charged one with, and what speaks for one; nothing, if neither is new."""
        slots = {"by": f"{{{why.by or accuser}}}", "about": f"{{{why.about}}}", **_slots(stand)}
        every = self._share(variants(*REPLIES[why.why])) if why.why in REPLIES else ()
        replies = [each for each in every if not self._talk.worn(fill(each, slots))]
        told = "; ".join([*replies[:1], *self._plea(stand)])
        if not told:
            return None

        def make() -> str:
            if self._how:
                return filled(self._how.replied(told, self.rng), self.rng, **slots)
            denied = self.rng.choice(SAYS[f"innocent:{manner(self.temper)}"])
            return filled(
                self.rng.choice(LINKS).replace("{charge}", denied).replace("{ground}", told), self.rng, **slots
            )

        return self._said(self._fresh(make), (Claim("clears", self.by, self.day, self.by),))

    def _plea(self, stand: Stand) -> list[str]:
        """What speaks for one, in words that nobody has used, if there are any."""
        every = variants(*PLEAS[stand.plea])
        own = [*self._share(every), *every]
        return [each for each in own if not self._talk.worn(fill(each, _slots(stand)))][:1]

    def remark(self, notes: Sequence[tuple[Note, tuple[Seat, ...]]]) -> Said | None:
        """What this seat says of the stories, as long as it is new: one of the notes, each of which falls to one or two."""
        if self._place >= 2 * len(notes):
            return None
        note, whom = notes[self._place % len(notes)]
        return self._remark(NOTES[note], whom=listed(whom))

    def opening(self, fallen: Sequence[Seat], gentle: bool) -> Said | None:
        """A first remark on the morning, of a few, if nobody has made it; a `gentle` night is one in which nobody could strike."""
        if self._place % ONE_IN:
            return None
        calm = FIRST_MORNING if gentle else QUIET_NIGHT
        return self._remark(DISMAY if fallen else calm, victim=listed(fallen))

    def last_words(self, suspect: Seat | None, why: Ground, stand: Stand) -> Said:
        """A farewell, what speaks for one, and whom one suspects, and why."""
        said = [self._remark(self._how.farewell if self._how else FAREWELL)]
        stand = replace(stand, plea="no proof") if stand.plea == "nothing" else stand
        said += [self._said(filled(ended(each), None, **_slots(stand))) for each in self._plea(stand)]
        if suspect:
            slots = _facts(why, [suspect])
            reasons = self._reasons(why.why, False, slots, True)
            links = [each for each in LINKS if reasons] or ["{charge}"]

            def make() -> str:
                text = self.rng.choice(links).replace("{charge}", self.rng.choice(SAYS["accuses:to the end"]))
                return filled(ended(text.replace("{ground}", self.rng.choice(reasons or [""]))), self.rng, **slots)

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


def _facts(why: Ground, whom: Iterable[Seat]) -> dict[str, str]:
    by, about = f"{{{why.by}}}", f"{{{why.about}}}"
    return {"whom": listed(whom), "by": by, "about": about, "they": "they", "their": "their"}


def _slots(stand: Stand) -> dict[str, str]:
    return {"company": listed(stand.whom), "death": f"{{{stand.about}}}"}


_THEY = re.compile(r"\{(they|their)\}")


def _of_them(text: str) -> str:
    """The first {they} or {their} as {whom}, where it comes before {whom}."""
    they = _THEY.search(text)
    if they is None or text.find("{whom}") < they.start():
        return text
    return text.replace(they[0], "{whom}'s" if they[1] == "their" else "{whom}", 1)


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


def manner(temper: Temper) -> str:
    """How sure of themselves somebody sounds."""
    return "hedging" if temper.boldness < 0.34 else "firm" if temper.boldness > 0.66 else "plain"


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
        "seen": listed(told.seen), "fell": listed(told.fell),
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
    if told.fell:
        # Whoever hid and saw the blow has seen whose hand it was; of several, what stands first is read back whole.
        several = [each for each in SAYS["fell"] if each.startswith("{fell}")]
        plain, many = SAYS["fell"][: 1 if len(told.fell) > 1 else 2], len(told.fell) > 1
        say("fell", wordings=plain if told.blows else several if many else (), many=many)
    for each in told.blocked:
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
            name = kind if kind in SAYS else f"{kind}:plain"
            texts.append(f"{filled(SAYS[name][0], whom=f'{{{claim.whom}}}')}.")
    return " ".join(text for text in texts if text)
