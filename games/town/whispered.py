"""What a built-in player whispers back to somebody who whispered to it, as far as it understands them.

Whatever it is, it answers as soon and as often; and where it does not trust whom it answers, it says the same. What it is asked to
do, or to say of itself, it promises nobody.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Literal

from games.core import Action, Ask, Seat
from games.idiom import IDIOMS
from games.phrases import Talk, worded
from games.town.events import Bid, Claim, Whisper
from games.town.phrases import CALLED, SIDES
from games.town.reading import SYNONYMS
from games.town.state import Line
from games.town.tactics import Head
from games.town.voice import ROLES_NAMED, TRIES, Intent, meant, said

Wish = Literal["deed", "pact", "role", "suspect", "opinion", "claim", ""]
"""What somebody wants who whispers: that one does something; says to be something; tells what one is; or whom one suspects; hears of
somebody; or of them; or nobody knows what."""

EAGER = Bid(3)
SUSPECTED, CLEAR = 0.4, 0.2
"""From where on everybody may see somebody for evil; and up to where not."""

SAYS: Mapping[Wish, str] = {
    "deed": "(I promise nothing about my nights|What I do at night I promise to nobody), (not even whether I could|and whoever could do that would not tell)(.|, but I heard you.)",
    "pact": "(No deals|No pact) about (what we call ourselves|our claims)(: I speak for myself|; each speaks for themselves), (when it counts|when I have to).",
    "claim": "(I heard you|Noted), and (I keep it to myself|nobody hears it from me)(.| today.)",
    "": "(I don't follow you|I can't make sense of that)(: say it plainly|; put it in plain words), (with a name, a role or a night|a name, a role or a night).",
}  # fmt: skip
NOBODY_YET = "(Nobody stands out|I have nobody) (to me |)(so far|yet)."
SHARED, UNSHARED, OPEN = (
    "(You are not alone with that|I look at it as you do).",
    "(I don't see it that way|I see it differently) (so far|yet).",
    "(It may be|Could be), (I have no proof for it or against it|I can't tell yet).",
)


def replied(head: Head, ask: Ask, confides: Callable[[Seat], Intent | None]) -> Action | None:
    """An answer to a whisper of a person's that has had none, or the wish to give one; None: there is nothing to answer here.
    `confides` is what one would tell somebody whom one trusts."""
    bids = Bid in map(type, ask.choices)
    if not bids and Whisper not in ask.forms:
        return None
    line = _open(head)
    if line is None or line.seat is None:
        return None
    if bids:
        return EAGER
    if line.seat not in ask.allowed["to"]:
        return None
    text, means = _answer(head, line, confides)
    return Whisper(line.seat, text, means=means)


def _open(head: Head) -> Line | None:
    """The last whisper of today to which somebody waits for an answer."""
    met: set[Seat | None] = set()
    for each in head.s.recent():  # the last first
        if each.room != "whisper" or head.me not in (each.seat, each.to):
            continue
        other = each.to if each.seat == head.me else each.seat
        if other == each.seat and other not in met and other in head.s.people and other in head.s.alive:
            return each
        met.add(other)
    return None


def _answer(head: Head, line: Line, confides: Callable[[Seat], Intent | None]) -> tuple[str, tuple[Claim, ...]]:
    wish, intent, asker = wished(line.text, line.means or ()), None, line.seat
    assert asker is not None
    if wish == "role":
        trusted = confides(asker)
        intent = trusted if trusted is not None and trusted.role else Intent("answer")
    elif wish == "suspect":
        able = [each for each in head.others if each not in (line.seat, *head.friends)]
        whom = max(able, key=head.seems.evil, default=None)
        if whom is not None and head.seems.evil(whom) > SUSPECTED:
            intent = Intent("accuse", whom)
    if intent is not None:
        return said(intent, head.rng, _talk(head), head.temper.manner), meant(intent)
    wording = NOBODY_YET if wish == "suspect" else _judged(head, line) if wish == "opinion" else SAYS[wish]
    return _talk(head).freshest(lambda: worded(wording, {}, head.rng), TRIES), ()


def _judged(head: Head, line: Line) -> str:
    """What one says to an opinion of somebody: what everybody may think, whatever one knows."""
    claim = next(each for each in line.means or () if each.kind in ("accuse", "trust"))
    if claim.target is None or claim.target == head.me:
        return OPEN
    evil = head.seems.evil(claim.target)
    shares, doubts = (evil > SUSPECTED, evil < CLEAR) if claim.kind == "accuse" else (evil < CLEAR, evil > SUSPECTED)
    return SHARED if shares else UNSHARED if doubts else OPEN


def _talk(head: Head) -> Talk:
    """What one has whispered."""
    return Talk(
        [(head.me, each.text) for each in head.s.lines if each.to and each.seat == head.me], head.me, ROLES_NAMED
    )


# ── what was meant ────────────────────────────────────────────────────────────────────────────────────────────────────


def wished(text: str, means: Iterable[Claim]) -> Wish:
    """What somebody wants who whispers so: “are you Mafia too?” → "role", “I'll claim Doctor, you say Sheriff” → "pact"."""
    words = re.findall(r"\w+(?:'\w+)*", text.casefold().replace("’", "'"))
    kinds = {claim.kind for claim in means}
    you, asks = not _YOU.isdisjoint(words), text.rstrip().endswith("?") or words[:1] in _ASKS
    named = any(f" {each} " in f" {' '.join(words)} " for each in _ROLES)
    if asks and not _OPINIONS.isdisjoint(words):
        return "suspect"
    if named and not _CLAIMING.isdisjoint(words) and (you or not _COMING.isdisjoint(words)) and "role" not in kinds:
        return "role" if asks and words[0] not in _OFFERS else "pact"
    if not _ACTS.isdisjoint(words) and not kinds & {"deed", "result"}:
        return "deed"
    if sum((asks, named, you)) > 1:
        return "role"
    if kinds & {"accuse", "trust"}:
        return "opinion"
    return "claim" if kinds else ""


def _words(*said: str) -> frozenset[str]:
    return frozenset(word for each in said for word in each.split("|"))


_EN = IDIOMS["en"]
_ASKS = [[word] for word in _words(_EN["ask"], _EN["aux"])]
_YOU = _words(_EN["you"], "your|ur|you're|youre|yourself|both|together")
_COMING = _words("i'll|ill|i'm|im|let's|lets|we|let")
_OFFERS = _words("can|could|shall|should|let's|lets|how")
_CLAIMING = _words("claim|claiming|say|pretend|call|fake|play|be")
_OPINIONS = _words("suspect|suspects|think|trust|vote|voting|hang|hanging|lynch|lynching|believe|accuse|nominate")
_ROLES = [
    *(each for names in CALLED.values() for each in names.split("|")),
    *(_words(*SIDES.values()) - {"ne", "nk", "ti", "tk"}),
]
_ACTS = frozenset(
    way for way in (*SYNONYMS, *(each for ways in SYNONYMS.values() for each in ways), "jail") if " " not in way
) - {"ask", "make", "become", "light", "turn", "force", "remember", "question", "target"}
"""What one may be asked to do at night."""
