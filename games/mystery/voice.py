"""What the built-in players say: introductions, accounts of a night, accusations, defences, last words, whispers.

What claims something is worded in `phrases`, and said with what it means; here stands what goes with it. Sentences have {seat}
marks for names.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import NamedTuple

from games.core import Seat, Temper
from games.mystery.claims import Account, accounts
from games.mystery.events import LONGEST_STATEMENT, Claim, listed
from games.mystery.phrases import OPINIONS, SAYS
from games.phrases import fill

# ── day 0 ─────────────────────────────────────────────────────────────────────────────────────────────────────────────

GREETINGS = {
    "terse": ("Evening.", "Good evening.", "Hello.", ""),
    "plain": ("Good evening.", "Hello, everybody.", "A pleasure to meet you all.", "Good evening, everyone."),
    "chatty": ("Good evening, my dears!", "Hello, hello!", "What a splendid gathering!", "Delighted, delighted!"),
}
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

BECAUSE = {
    "saw it": ("I know what I saw.", "I was close enough to touch them."),
    "only one": ("Nobody else had the chance.", "Who else had the chance?", "I know that it was not my hand."),
    "one of few": ("It happened among very few of us.", "Not many of us had the chance."),
    "quiet": ("Why so quiet, {whom}?", "Where were you, {whom}? We have heard nothing from you."),
    "": ("Call it a feeling.", "It is what is left when I put the stories together.", "The stories leave few others."),
}
NOTHING_NEW = (
    "I have nothing to add.",
    "I have told you what I know.",
    "Let us put the stories side by side.",
    "Think before you vote.",
    "I am listening.",
    "That is all I can tell you.",
)
DISMAY = (
    "Poor {victim}.",
    "What a dreadful night.",
    "I can hardly believe it.",
    "{victim}, of all people!",
    "I have barely slept.",
)
QUIET_NIGHT = (
    "A quiet night, thank heaven.",
    "We are all still here. How long, I wonder?",
    "Nobody died. I am not reassured.",
)

# ── last words and whispers ───────────────────────────────────────────────────────────────────────────────────────────

FAREWELL = (
    "You have the wrong one.",
    "I told you the truth. Remember what I saw.",
    "So be it. Good luck to the rest of you.",
    "This is a mistake, and tonight you will know it.",
)
WHISPER = ("I strike at {whom} tonight.", "{whom} is mine tonight.", "Leave {whom} to me.")
WAITING_WHISPER = ("I lie low tonight.", "Not tonight. I wait.")


# ── putting it together ───────────────────────────────────────────────────────────────────────────────────────────────


def manner(temper: Temper) -> str:
    """How sure of themselves somebody sounds."""
    return "hedging" if temper.boldness < 0.34 else "firm" if temper.boldness > 0.66 else "plain"


def length(temper: Temper) -> str:
    return "terse" if temper.talkativeness < 0.34 else "chatty" if temper.talkativeness > 0.66 else "plain"


def filled(wording: str, **words: str) -> str:
    """The wording with its slots filled, and a capital where a sentence begins."""
    text = fill(wording, words)
    return text[:1].upper() + text[1:]


def introduction(place: int, guests: int, rng: random.Random, temper: Temper) -> str:
    """What the guest in that place of so many says first; nobody else at the table makes the same remark."""
    how = length(temper)
    return f"{rng.choice(GREETINGS[how])} {rng.choice(REMARKS[how][place::guests])}".strip()


def account(told: Account, night: int, day: int, rng: random.Random) -> str:
    """An account of a night, told on that day: at least where; then whom one saw, and what happened."""
    last = night == day
    parts: list[str] = []
    if told.place:
        when = rng.choice(("last night", "last night", "")) if last else f"on night {night}"
        wording = rng.choice(_whereabouts(told))
        when = when or ("last night" if wording.startswith("{when}") else "")
        parts.append(
            filled(wording, place=told.place, when=when, followed=f"{{{told.followed}}}", guarded=f"{{{told.guarded}}}")
        )

    def also(wordings: Sequence[str], many: bool = False, **slots: str) -> None:
        # An earlier night is named in every sentence, so that none of them is taken for last night's.
        body = filled(rng.choice(wordings).replace("(was|were)", "were" if many else "was"), **slots)
        if not last:
            body = f"On night {night}, {body if body.startswith(('I ', '{')) else body[0].lower() + body[1:]}"
        parts.append(body)

    if told.seen:
        also(SAYS["saw alone" if told.alone else "saw"], len(told.seen) > 1, seen=listed(told.seen))
    elif told.alone:
        also(SAYS["alone"])
    for striker, victim in told.blows:
        also(SAYS["struck"], whom=f"{{{striker}}}", other=f"{{{victim}}}")
    if told.fell:
        # Whoever hid and saw the blow has seen whose hand it was.
        also(SAYS["fell"][:2] if told.blows else SAYS["fell"], len(told.fell) > 1, fell=listed(told.fell))
    if told.blocked:
        also(SAYS["blocked"], blocked=listed(told.blocked))
    if told.saved:
        also(SAYS["saved"])
    for place in told.cries:
        also(SAYS["cry"], place=place)
    for whom, place in told.others:
        also(SAYS["was:they"], whom=f"{{{whom}}}", place=place)
    return " ".join(parts)


def _whereabouts(told: Account) -> Sequence[str]:
    did = ("followed", told.followed), ("guarded", told.guarded), ("hid", told.hid and not told.guarded)
    return SAYS[" ".join(("was", *(name for name, so in did if so)))]


class Said(NamedTuple):
    """Something said, and what is meant by it."""

    text: str
    means: tuple[Claim, ...] = ()


def _thought(name: str, by: Seat, day: int, whom: Seat, rng: random.Random) -> Said:
    """One of the wordings of what somebody thinks of `whom`: “accuses:firm”."""
    kind = "clears" if name.startswith("innocent") else name.partition(":")[0]
    claim = Claim(kind, by, day, whom)  # type: ignore[arg-type]
    return Said(filled(rng.choice(SAYS[name]), whom=f"{{{whom}}}"), (claim,))


def accusation(by: Seat, day: int, whom: Seat, sure: bool, why: str, rng: random.Random, temper: Temper) -> Said:
    """`why` is one of the reasons of BECAUSE, or that `whom` “contradicts” others or “contradicts me”."""
    said = _thought(f"{'guilty' if sure else 'accuses'}:{manner(temper)}", by, day, whom, rng)
    if length(temper) == "terse" and not sure:
        return said
    if f"accuses:{why}" in SAYS:
        reason = _thought(f"accuses:{why}", by, day, whom, rng)
    else:
        reason = Said(filled(rng.choice(BECAUSE[why]), whom=f"{{{whom}}}"))
    first = rng.random() < 0.5 and not reason.text.startswith(
        ("Call it", "It is what")
    )  # these speak of what was said before
    one, other = (reason, said) if first else (said, reason)
    return Said(f"{one.text} {other.text}", tuple(dict.fromkeys(one.means + other.means)))


def trust(by: Seat, day: int, whom: Seat, rng: random.Random) -> Said:
    return _thought("clears", by, day, whom, rng)


def defence(by: Seat, day: int, rng: random.Random, temper: Temper) -> Said:
    return _thought(f"innocent:{manner(temper)}", by, day, by, rng)


def nothing_new(rng: random.Random) -> Said:
    return Said(rng.choice(NOTHING_NEW))


def opening(fallen: Sequence[Seat], rng: random.Random) -> Said:
    """A first remark on the morning."""
    return Said(filled(rng.choice(DISMAY), victim=listed(fallen)) if fallen else rng.choice(QUIET_NIGHT))


def last_words(by: Seat, day: int, suspect: Seat | None, rng: random.Random) -> Said:
    text = rng.choice((*SAYS["innocent:to the end"], *FAREWELL))
    said = Said(text, (Claim("clears", by, day, by),) if text in SAYS["innocent:to the end"] else ())
    return said if suspect is None else statement((said, _thought("accuses:to the end", by, day, suspect, rng)))


def whisper(victim: Seat | None, rng: random.Random) -> str:
    return rng.choice(WAITING_WHISPER) if victim is None else filled(rng.choice(WHISPER), whom=f"{{{victim}}}")


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
            texts.append(filled(SAYS["saw:in"][0], seen=listed(told.seen), place=told.place, when=f"on night {night}"))
            told = replace(told, place=None, seen=())
        texts.append(account(told, night, 0, random.Random(0)))
    for claim in claims:
        if claim.kind in OPINIONS and claim.whom:
            kind = "innocent" if claim.whom == claim.by else claim.kind
            name = kind if kind in SAYS else f"{kind}:plain"
            texts.append(_thought(name, claim.by, claim.night, claim.whom, random.Random(0)).text)
    return " ".join(text for text in texts if text)
