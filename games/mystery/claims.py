"""What somebody's words claim: where they were, whom they saw, who fell, who did it. And who lied, once all is known.

A deterministic reader of English, by patterns: it reads every sentence of the built-in players exactly, and of what people
and models say as much as is plain. Questions, hearsay (“he says that …”), conditions and denials (“I did not see …”) claim
nothing. A claim that names no night is about last night. Seats are {seat} marks, so that names cannot mislead it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Literal, NamedTuple

from games.core import Seat, record
from games.mystery.rules import State
from games.mystery.sentences import listed
from games.mystery.words import PLACES, Facts

Kind = Literal[
    "was", "saw", "alone", "hid", "followed", "guarded", "cry", "fell", "blocked", "saved", "struck", "guilty", "accuses", "clears",
]  # fmt: skip


@record
class Claim:
    """One thing that `by` claims about a night.

    *was*: `whom` (often `by`) was in `place`. *saw*: `by` saw `whom`, in `place` where one is named. *alone*: `by` saw nobody
    besides those named. *hid*; *followed*, *guarded* `whom`. *cry*: one was heard from `place`. *fell*: `whom`, in `place`.
    *blocked*: a blow at `whom` was. *saved*: `by` was struck at, and guarded. *struck*: `by` saw `whom` strike `other`.
    *guilty*: `whom` is a murderer, for certain. *accuses*, *clears*: what `by` thinks of `whom`.
    """

    kind: Kind
    by: Seat
    night: int
    whom: Seat | None = None
    place: str | None = None
    other: Seat | None = None


@record
class Account:
    """What somebody claims of one night, all in all. `alone` says that nobody else was seen; `others` are seats said to
    have been in places."""

    place: str | None = None
    seen: tuple[Seat, ...] = ()
    alone: bool = False
    hid: bool = False
    followed: Seat | None = None
    guarded: Seat | None = None
    saved: bool = False
    fell: tuple[Seat, ...] = ()
    blocked: tuple[Seat, ...] = ()
    blows: tuple[tuple[Seat, Seat], ...] = ()
    cries: tuple[str, ...] = ()
    others: tuple[tuple[Seat, str], ...] = ()


# ── sentences and clauses ─────────────────────────────────────────────────────────────────────────────────────────────

_SEAT = r"\{p\d+(?:\+p\d+)*\}"
"""One seat, or several named together: “{p1}, {p2} and {p3}” is read as “{p1+p2+p3}”."""
_MARK = re.compile(r"p\d+")
_LIST = re.compile(r"\{(p\d+)\}(?:(?:, and |, ?| and | & )\{(?:p\d+)\})+")
_ONE_MORE = re.compile(r"\+(p\d+)\}(?= (?:was|is|has|fell asleep)\b)")
_PLACE = re.compile(rf"\b({'|'.join(PLACES)})s?\b", re.IGNORECASE)

_SENTENCE = re.compile(r"(?<=[.!?;…])\s+|\s+[–—-]\s+|: ")
# “and” begins a new clause only before a new subject or verb, so that lists of names stay whole.
_CLAUSE = re.compile(
    r",?\s+(?:but|while|whereas|because|although|though|however|yet|so(?! was| were)|when|as|which|where)\s+"
    rf"|(?:,|,? and|,? then|,? or)\s+(?={_SEAT} (?:was|were|is|are|fell|did|died|struck|has|must|lies|lied|can|could)\b)"
    r"|(?:,|,? and|,? then)\s+(?=(?:i|i'm|we|then|nobody|no one|there|it|my|a|somebody|someone|whoever|alone|all|did|didn't|in the)\b)"
    r"|(?:,|,? and|,? then)\s+(?=(?:saw|seen|heard|hid|followed|guarded|found|met|watched|stayed|went|spent|waited|blocked)\b)",
)
_NIGHT = re.compile(r"\bnight (\d+)\b|\b(first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth) night\b")
_EARLIER = re.compile(r"\bthe night before\b(?! me)|\bnight before last\b|\btwo nights ago\b")
_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")

_HEARSAY = re.compile(
    r"\b(?:says?|said|saying|claims?|claimed|claiming|told|tells us|according to|pretends?|pretended|insists?|insisted|"
    r"swears?|swore|alleges?|supposedly|allegedly|you were|why were|denies|denied)\b"
)
_CONDITION = re.compile(
    r"\b(?:if|unless|suppose|imagine|whoever|would|wouldn't|perhaps it would|could have been|might have been|hypothetically)\b"
)
_DENIAL = re.compile(
    r"\b(?:not|never|neither|nor|n't|cannot)\b|n't\b|\bnobody (?:struck|fell|died|was (?:killed|struck|attacked))|\bdeny\b|\bwithout\b"
)


_AND_I = re.compile(rf"({_SEAT}),? and I (?=were|was|sat|stayed|both|waited|spent|hid|kept)", re.IGNORECASE)


def read(text: str, by: Seat, day: int) -> tuple[Claim, ...]:
    """What a statement of `by` on that day claims; `text` has {seat} marks."""
    return _read(text, by, day)


@lru_cache(maxsize=4096)
def _read(text: str, by: Seat, day: int) -> tuple[Claim, ...]:
    found: dict[Claim, None] = {}
    here: dict[int, str] = {}
    for sentence in _SENTENCE.split(_plain(text)):
        if sentence.rstrip(" \"”'").endswith("?"):
            continue
        low = sentence.casefold().rstrip(".!…; ")
        if low.startswith(("if ", "according to ")):
            continue
        night = _night(low, day)
        sight = bool(_SIGHT.search(low))
        for clause in _CLAUSE.split(low):
            if not clause:
                continue
            at = _night(clause, night, day)
            for claim in _clause(clause.strip(" ,"), by, at, here.get(at), sight):
                if claim.whom == by and claim.kind not in ("was", "clears"):
                    continue  # “I am {p1}” is no sight of oneself
                found[claim] = None
                if claim.kind == "was" and claim.whom == by and claim.place:
                    here[at] = claim.place
            place = _place(clause)
            if place and not _CRY.search(clause):
                here[at] = place
    return tuple(found)


def _plain(text: str) -> str:
    """With straight quotes, no brackets that only look like a mark, and lists of names as one mark each: “{p1} and {p2} was”
    names one after the other."""
    text = " ".join(text.replace("{{", "(").replace("’", "'").split())
    text = _LIST.sub(lambda found: "{" + "+".join(_MARK.findall(found[0])) + "}", text)
    text = _ONE_MORE.sub(lambda found: "} and {" + found[1] + "}", text)
    text = _AND_I.sub(r"I with \1 ", text)
    return re.sub(r"\bnot (?:a|another) (?:living )?soul\b", "no soul", text, flags=re.IGNORECASE)


def _night(text: str, otherwise: int, day: int | None = None) -> int:
    """The night that the text names, `otherwise` if none; “the night before” is the one before last night's."""
    if named := _NIGHT.search(text):
        return int(named[1]) if named[1] else _ORDINALS.index(named[2]) + 1
    if _EARLIER.search(text):
        return max(1, (day or otherwise) - 1)
    if "last night" in text or "tonight" in text:
        return day or otherwise
    return otherwise


def _place(text: str) -> str | None:
    found = _PLACE.search(text)
    return found[1].capitalize() if found else None


def _seats(text: str) -> list[Seat]:
    return [Seat(each) for each in _MARK.findall(text)]


# ── what a clause claims ──────────────────────────────────────────────────────────────────────────────────────────────

_ME = re.compile(
    r"^(?:well|yes|no|so|and|then|so|me|as for me|honestly|truly)?,? ?\b(?:i|i'm|i've|we|my|me)\b|\band (?:i|me)\b|\b(?:i|me) and\b|\bi\b"
)
_SIGHT = re.compile(
    r"\b(?:i|we) (?:\w+ )?(?:saw|watched|witnessed|have seen)\b|\bsaw\b|\bmy own eyes\b|\bbefore my eyes\b|\bin front of me\b"
)
_STRIKE = r"(?:strike|strikes|struck|striking|stab|stabbed|stabbing|hit|kill|killed|killing|murder|murdered|murdering|attack|attacked|attacking|raise .*? against|raised .*? against|cut|slay|slew)"
_BLOW = re.compile(rf"({_SEAT})(?: \w+ly)? (?:{_STRIKE}|strike down|struck down)(?: down| at| dead)? ({_SEAT})")
_BY = re.compile(
    rf"({_SEAT}) (?:was|get|got|being|were) (?:\w+ )?(?:struck|killed|murdered|stabbed|attacked)(?: down)? by ({_SEAT})"
)
_CRY = re.compile(r"\b(?:cry|cries|scream|screams|screamed|screaming|shriek|shrieks|yell|cried out)\b")
_FELL = re.compile(
    rf"({_SEAT})(?:,)? (?:who )?(?:both )?(?:fell|fall|falling|died|die|dying|dropped|collapsed?|(?:was|were|got|get|being|lay) (?:\w+ )?"
    r"(?:killed|struck down|murdered|stabbed|dead|slain))\b"
)
_BLOCKED = re.compile(
    rf"\b(?:blow|blows|strike|attack|knife|blade|struggle|attempt|stab)\b[^{{]*\b(?:at|on|against|over|for|towards?|around|of|aimed at|meant for) ({_SEAT})"
    rf"|\bblocked [^{{]*({_SEAT})|({_SEAT})(?: \w+)? (?:was|were) (?:attacked|struck at|nearly killed|almost killed|saved|set upon)"
)
_STOPPED = re.compile(
    r"\b(?:block(?:ed)?|stopped|failed|fended off|turned aside|parried|foiled|struggle|attempt|saved|attacked|struck at|nearly|almost|set upon|missed|warded off|came to nothing)\b"
)
_SAVED = re.compile(
    r"\b(?:saved me|guarded me|protected me|saved my life|blow at me|blow aimed at me|attack on me|i was (?:attacked|struck at|saved)|"
    r"i owe (?:my life|somebody|someone)|struck at me|tried to kill me|meant for me|my life was saved|came for me)\b"
)
_HID = re.compile(r"\b(?:hid|hidden|hiding|in hiding|concealed|out of sight|tucked away)\b")
_FOLLOWED = re.compile(
    rf"\b(?:followed|trailed|shadowed|tailed|went after|stayed behind|crept after|kept behind|tracked|following|trailing) ({_SEAT})"
)
_GUARDED = re.compile(
    rf"\b(?:guarded|guarding|protected|protecting|shielded|watched over|watching over|kept (?:watch|guard) over|stood guard over|stood before|guard over) ({_SEAT})"
)
_ALONE = re.compile(
    r"\b(?:alone|by myself|on my own)\b"
    r"|\b(?:saw|met|see|seen|found|heard|with|but) (?:absolutely )?(?:nobody|no one|no-one|no soul|no other)\b"
    r"|\b(?:nobody|no one|no-one)(?: else)?(?: (?:was|came|there|here|around|about|joined|besides|but me|in sight|with me|entered|passed|showed)\b|$)"
    r"|\bno (?:other )?soul\b|\bthe only one there\b|\band (?:nobody|no one) else\b|\bnobody else in\b"
    rf"|\b(?:only|just|none but|no one but|nobody but)(?: saw| with| met| see| found)? {_SEAT}(?! (?:can|could|had|has|did|is|knows)\b)"
    r"|\bjust the (?:two|three|four) of us\b|\bonly the (?:two|three|four) of us\b|\bthe only (?:other )?(?:one|person|soul|face)\b"
)
_ONLY_ME = re.compile(rf"{_SEAT} (?:\w+ )?(?:was|were|is) (?:\w+ )?(?:alone|the only one)\b(?! with me)")
_WITH = re.compile(
    rf"\b(?:with|beside|next to|near|alongside|together with|in the company of|and so was|so was|there was|there were|there sat|so were|except|but|besides|only|just|too was) (?:both |only |just |me |by )*({_SEAT})"
)
_SAW = re.compile(
    rf"\b(?:saw|seen|see|met|found|noticed|spotted|recognised|recognized|watched|came across|ran into|bumped into)\b(?: \w+ly| only| just| both| that| there| also| me)* ({_SEAT})"
)
_COMPANY = re.compile(
    rf"({_SEAT})(?:,? too,?)? (?:was|were|sat|stood|stayed|waited|kept|came|joined)(?: \w+)*? (?:with me|beside me|next to me|there|me company|here|with us|me)\b|\bme and ({_SEAT})|({_SEAT}) and i\b|({_SEAT}) kept me company"
)
_WAS = re.compile(
    rf"({_SEAT})(?: also| too)? (?:was|were|sat|stood|stayed|waited|hid|went|spent|slept|has been|had been|remained)\b"
)
_BEING = re.compile(
    r"\b(?:was|were|stayed|spent|went|sat|waited|slept|kept|stood|remained|walked|hid|watched|been|chose|took|passed|visited|am|night|lay|ended up|found myself|moved|crept|staying|being|saw|myself|alone|followed|guarded|sitting|protected)\b|^(?:in )?(?:the )?\w+$|^in the|^the \w+ (?:for|with|again|alone|too)"
)

_MURDERER = r"(?:murderers?|killers?|culprit|assassin|guilty one|guilty|one we want|one we are looking for)"
_GUILTY = (
    re.compile(rf"({_SEAT}) (?:is|are|was|were|must be|has to be|can only be|is certainly|is surely)(?: \w+)?(?: \w+)?(?: the| a| our| one of the)? {_MURDERER}\b"),
    re.compile(rf"\b{_MURDERER} (?:is|was|must be|has to be|can only be|must have been)(?: surely| certainly)? ({_SEAT})"),
    re.compile(rf"\b(?:it|that) (?:was|is|must be|must have been|can only be|can only have been|has to be|had to be)(?: surely| certainly| only)? ({_SEAT})"),
    re.compile(rf"({_SEAT}) (?:did it|did this|has done it|must have done it|must have struck|must have killed|can only have done it|is behind (?:it|this))\b"),
    re.compile(rf"({_SEAT})(?: \w+ly)? (?:struck|killed|murdered|stabbed|attacked|slew)\b"),
    re.compile(rf"\b(?:only|nobody but|no one but) ({_SEAT}) can(?: only)? have\b"),
)  # fmt: skip
_ACCUSES = (
    re.compile(
        rf"\b(?:suspect|accuse|distrust|doubt|blame|hang|hanging|vote for|voting for|vote goes to|vote is for|rope for|eye on|eyes on|"
        rf"point(?:ing)?(?: my finger)? (?:at|to)|points to|pointing to|money is on|money on|suspicion (?:falls|is) on|wary of|afraid of|worried about|"
        rf"bet (?:is |on |is on )*|guess (?:is|would be)|trust anybody but|lean towards?|start with|careful with|look (?:closely |hard )*at|believe anyone but|case against) (?:\w+ly )?(?:it's |it is )?({_SEAT})"
    ),
    re.compile(
        rf"({_SEAT})(?:'s)? (?:\w+ )?(?:\w+ )?(?:is lying|lies|lied|a liar|suspicious|suspect|must hang|should hang|ought to hang|story|fishy|strange|"
        r"has not told|does not add up|cannot be trusted|can't be trusted|worries me|frightens me|makes me nervous|contradicts|hides something|is hiding something|to the rope|on the rope|looks guilty|seems guilty|acts guilty)\b"
    ),
    re.compile(rf"\b(?:don't|do not|cannot|can't|never|no longer|hardly|did not|didn't) (?:quite |really |fully |at all )?(?:trust|believe) ({_SEAT})"),
    re.compile(rf"\bstory of ({_SEAT}) (?:does not|doesn't|cannot|can't)"),
    re.compile(rf"\bwhat ({_SEAT}) (?:says|said|told us|tells us|claims) (?:\w+ )?(?:cannot be|can't be|is not|isn't) true"),
    re.compile(rf"\b(?:my suspect is|suspicious of|my suspicion|my vote:|vote:|top suspect is|likeliest is|i name|i say hang|i say) ({_SEAT})"),
)  # fmt: skip
_CLEARS = (
    re.compile(rf"({_SEAT}) (?:is|was|must be|seems|looks) (?:\w+ )?(?:innocent|honest|in the clear|clear|clean|trustworthy|not guilty|not (?:the|a) (?:murderer|killer)|right|telling the truth)\b"),
    re.compile(rf"({_SEAT}) (?:cannot|can't|could not|couldn't) (?:possibly )?(?:have|be)\b(?! trusted| believed| right)"),
    re.compile(rf"({_SEAT}) (?:isn't|is not|wasn't|was not|did not|didn't|tells the truth|speaks the truth)(?: (?:the|a) {_MURDERER}| guilty| do it| do this| kill| strike|\b$)"),
    re.compile(rf"\b(?:trust|believe|vouch for|clear|speak for|stand by|can vouch for) ({_SEAT})"),
    re.compile(rf"\b(?:it|that) (?:wasn't|was not|isn't|is not|cannot be|can't be|cannot have been) ({_SEAT})"),
    re.compile(rf"\b(?:do not|don't|never|no longer|not|no reason to) (?:suspect|accuse|doubt|distrust|blame|hang|vote for) ({_SEAT})"),
)  # fmt: skip
_I_AM_INNOCENT = re.compile(
    r"\bi(?:'m| am) (?:\w+ )?innocent\b|\bi(?:'m| am) not (?:the|a) (?:murderer|killer)\b|\b(?:wasn't|was not|not) me\b|\bi (?:did not|didn't) (?:do it|kill|strike)\b"
)
_TRUST_LOST = re.compile(
    r"\b(?:don't|do not|cannot|can't|never|no longer|hardly|did not|didn't)(?: \w+)? (?:trust|believe)\b"
)


def _clause(text: str, by: Seat, night: int, here: str | None, sight: bool) -> Iterator[Claim]:
    if _CONDITION.search(text):
        return
    thoughts = tuple(_thoughts(text, by, night))
    yield from thoughts
    if _HEARSAY.search(text):
        return
    yield from _blows(text, by, night, sight)
    if _DENIAL.search(text) and not _SAVED.search(text):
        # “I was not alone” and “I did not see anybody” say too little, or say it too oddly.
        if re.search(r"\b(?:did not|didn't|never) (?:see|meet|notice|spot|saw) (?:anybody|anyone|a soul)", text):
            yield Claim("alone", by, night)
        return
    yield from _sight(text, by, night, here, bool(thoughts))


def _thoughts(text: str, by: Seat, night: int) -> Iterator[Claim]:
    """Whom the clause accuses or clears."""
    if _I_AM_INNOCENT.search(text):
        yield Claim("clears", by, night, by)
    denied = bool(_DENIAL.search(text))
    cleared = {} if _TRUST_LOST.search(text) else {seat: None for pattern in _CLEARS for seat in _named(pattern, text)}
    guilty = {} if denied else {seat: None for pattern in _GUILTY for seat in _named(pattern, text)}
    accused = {seat: None for pattern in _ACCUSES for seat in _named(pattern, text)}
    passive = {seat for each in _BY.findall(text) for seat in _seats(each[0])}
    for seat in cleared:
        if seat not in guilty:
            yield Claim("clears", by, night, seat)
    for seat in guilty:
        if seat not in passive and seat != by and not _BLOW_SEEN.search(text):
            yield Claim("guilty", by, night, seat)
    for seat in accused:
        if seat not in guilty and seat not in cleared and seat != by:
            yield Claim("accuses", by, night, seat)


_BLOW_SEEN = re.compile(rf"\b(?:saw|seen|watched|witnessed|see)\b.*(?:{_BLOW.pattern})")


def _named(pattern: re.Pattern[str], text: str) -> list[Seat]:
    return [seat for match in pattern.finditer(text) for seat in _seats(match[1])]


def _blows(text: str, by: Seat, night: int, sight: bool) -> Iterator[Claim]:
    """Who was seen to strike whom; without sight it is a thought, and `_thoughts` has read it."""
    seen = [(a, b) for a, b in _BLOW.findall(text)]
    told = [(a, b) for b, a in _BY.findall(text)]
    for strikers, victims in seen + told:
        for striker in _seats(strikers):
            for victim in _seats(victims) if sight else ():
                yield Claim("struck", by, night, striker, None, victim)
            if not sight and (strikers, victims) in told:
                yield Claim("guilty", by, night, striker)


def _sight(text: str, by: Seat, night: int, here: str | None, thought: bool) -> Iterator[Claim]:
    """What the clause says of places, company and what happened there."""
    place = _place(text)
    if _CRY.search(text):
        if place:
            yield Claim("cry", by, night, None, place)
        return
    blow = _BLOW.search(text) or _BY.search(text)
    blocked = [] if blow else list(_blocked(text))
    fell = [] if blow else [seat for found in _FELL.findall(text) for seat in _seats(found)]
    company = [] if blow or thought else _company(text)
    me = bool(_ME.search(text)) or not _MARK.search(text) or not _WAS.search(text)
    if _SAVED.search(text):
        yield Claim("saved", by, night)
    elif _HID.search(text) and me:
        yield Claim("hid", by, night)
    for kind, pattern in (("followed", _FOLLOWED), ("guarded", _GUARDED)):
        if me and (found := pattern.search(text)) and not text.startswith(found[1]):
            yield Claim("followed" if kind == "followed" else "guarded", by, night, _seats(found[1])[0])
    if place and me and not thought and _BEING.search(text) and not (fell and not _I_WAS.search(text)):
        yield Claim("was", by, night, by, place)
    theirs = bool(place) and not me and bool(_WAS.match(text)) and not re.search(r"\b(?:me|us)\b", text)
    for seat in dict.fromkeys(company) if theirs else ():
        yield Claim("was", by, night, seat, place)  # “{p2} was in the Hall with {p3}”
    for seat in dict.fromkeys(company) if not theirs else ():
        if seat not in fell or _WITH.search(text):
            yield Claim("saw", by, night, seat, place or here)
    for found in _WAS.finditer(text):
        for seat in _seats(found[1]):
            if place and not me and seat not in company and seat not in fell and seat not in blocked and not thought:
                yield Claim("was", by, night, seat, place)
    for seat in fell:
        yield Claim("fell", by, night, seat, place or here)
    for seat in blocked:
        yield Claim("blocked", by, night, seat)
    if not thought and _ALONE.search(text) and not _ONLY_ME.search(text):
        yield Claim("alone", by, night)


_I_WAS = re.compile(r"\bi (?:was|stayed|sat|hid|stood|waited|watched)\b")


def _blocked(text: str) -> Iterator[Seat]:
    if _STOPPED.search(text):
        for groups in _BLOCKED.findall(text):
            yield from dict.fromkeys(seat for group in groups for seat in _seats(group))


def _company(text: str) -> list[Seat]:
    found: list[Seat] = []
    for pattern in (_SAW, _WITH, _COMPANY):
        for match in pattern.finditer(text):
            found += [seat for group in match.groups() if group for seat in _seats(group)]
    return found


# ── accounts ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def accounts(claims: Iterable[Claim]) -> dict[int, Account]:
    """What one speaker's claims make of each night; the later of two places counts."""
    nights: dict[int, list[Claim]] = {}
    for claim in claims:
        nights.setdefault(claim.night, []).append(claim)
    return {night: _account(each) for night, each in nights.items()}


def _account(claims: Sequence[Claim]) -> Account:
    place, others = None, {}
    by_kind: dict[str, list[Claim]] = {}
    for claim in claims:
        by_kind.setdefault(claim.kind, []).append(claim)
        if claim.kind == "was" and claim.whom == claim.by:
            place = claim.place
        elif claim.kind == "was" and claim.whom and claim.place:
            others[claim.whom] = claim.place

    def seats(kind: Kind) -> tuple[Seat, ...]:
        return tuple(dict.fromkeys(claim.whom for claim in by_kind.get(kind, ()) if claim.whom))

    place = place or next((claim.place for claim in by_kind.get("saw", ()) if claim.place), None)
    return Account(
        place,
        seats("saw"),
        "alone" in by_kind,
        "hid" in by_kind,
        next(iter(seats("followed")), None),
        next(iter(seats("guarded")), None),
        "saved" in by_kind,
        seats("fell"),
        seats("blocked"),
        tuple(dict.fromkeys((c.whom, c.other) for c in by_kind.get("struck", ()) if c.whom and c.other)),
        tuple(dict.fromkeys(claim.place for claim in by_kind.get("cry", ()) if claim.place)),
        tuple(others.items()),
    )


def claims_of(s: State, seat: Seat) -> tuple[Claim, ...]:
    """All that `seat` has claimed in this view, in order."""
    return tuple(claim for said in s.statements if said.seat == seat for claim in read(said.text, seat, said.day))


# ── a claim in words ──────────────────────────────────────────────────────────────────────────────────────────────────


def sentence(claim: Claim) -> str:
    """The claim as somebody else reports it, with {seat} marks."""
    me, whom, night = f"{{{claim.by}}}", f"{{{claim.whom}}}", f"on night {claim.night}"
    there = f" in the {claim.place}" if claim.place else ""
    match claim.kind:
        case "was" if claim.whom == claim.by:
            return f"{me} claimed to have been{there} {night}."
        case "was":
            return f"{me} claimed that {whom} was{there} {night}."
        case "saw":
            return f"{me} claimed to have seen {whom}{there} {night}."
        case "alone":
            return f"{me} claimed to have seen nobody else {night}."
        case "hid":
            return f"{me} claimed to have hidden {night}."
        case "followed" | "guarded":
            return f"{me} claimed to have {claim.kind} {whom} {night}."
        case "cry":
            return f"{me} claimed to have heard a cry from the {claim.place} {night}."
        case "fell":
            return f"{me} claimed that {whom} fell{there} {night}."
        case "blocked":
            return f"{me} claimed that a blow at {whom} was blocked {night}."
        case "saved":
            return f"{me} claimed to have been struck at {night}."
        case "struck":
            return f"{me} claimed to have seen {whom} strike {{{claim.other}}} {night}."
        case "guilty":
            return f"{me} claimed that {whom} is a murderer."
        case "accuses":
            return f"{me} suspected {whom}."
        case "clears" if claim.whom == claim.by:
            return f"{me} claimed to be innocent."
        case "clears":
            return f"{me} took {whom} for innocent."


# ── who lied ──────────────────────────────────────────────────────────────────────────────────────────────────────────


class Lie(NamedTuple):
    """A claim that was definitely false: when it was made (the same claim of one seat counts once), and the truth."""

    day: int
    seat: Seat
    claim: Claim
    truth: str


def lies(s: State) -> tuple[Lie, ...]:
    """Who lied about what, in the order of their words. A mistaken suspicion is not a lie, unless whoever voices it knows
    better. Needs the view of a finished game: empty before."""
    if s.ended is None:
        return ()
    found: dict[Claim, Lie] = {}
    named: dict[tuple[Seat, int], set[Seat]] = {}
    for said in s.statements:
        claims = read(said.text, said.seat, said.day)
        for claim in claims:
            if claim.kind in ("saw", "fell", "blocked") and claim.whom:
                named.setdefault((said.seat, claim.night), set()).add(claim.whom)
        for claim in claims:
            truth = _truth(s, claim, named.get((said.seat, claim.night), set())) if claim not in found else None
            if truth:
                found[claim] = Lie(said.day, said.seat, claim, truth)
    return tuple(found.values())


def _truth(s: State, claim: Claim, named: set[Seat]) -> str | None:
    """What was so instead, or None where the claim is true or nobody can tell."""
    if claim.kind in ("guilty", "clears"):
        return _known_better(s, claim)
    facts = s.facts_of(claim.by, claim.night)
    if facts is None:
        return None
    me, whom = f"{{{claim.by}}}", f"{{{claim.whom}}}"
    choice = s.choice_of(claim.by, claim.night)
    match claim.kind:
        case "was" if claim.whom == claim.by and claim.place != facts.place:
            return f"{me} was in the {facts.place}."
        case "was" | "saw" if claim.whom and claim.whom != claim.by:
            return _whereabouts(s, claim, facts)
        case "alone" if set(facts.seen) - named:
            return f"{me} saw {listed(facts.seen)} in the {facts.place}."
        case "hid" if not facts.hid:
            return f"{me} did not hide."
        case "followed" if choice is not None and choice.follow != claim.whom:
            return f"{me} followed {{{choice.follow}}}." if choice.follow else f"{me} followed nobody."
        case "guarded" if choice is not None and not (choice.act == "guard" and choice.target == claim.whom):
            return f"{me} guarded {{{choice.target}}}." if choice.act == "guard" else f"{me} guarded nobody."
        case "cry" if claim.place not in facts.cries and not (facts.fell and claim.place == facts.place):
            return f"{me} heard no cry from there."
        case "fell":
            return _fall(s, claim)
        case "blocked" if not any(claim.whom in each.blocked for each in _night_facts(s, claim.night)):
            return f"No blow at {whom} was blocked."
        case "saved" if not facts.saved:
            return f"Nobody saved {me} from a blow."
        case "struck" if claim.whom:
            return _blow(s, claim, claim.whom)
    return None


def _known_better(s: State, claim: Claim) -> str | None:
    """Murderers know who is innocent, and whoever speaks of themselves knows."""
    if s.role(claim.by) != "murderer" or claim.whom is None:
        return None
    if claim.kind == "guilty" and s.role(claim.whom) == "innocent":
        return f"{{{claim.whom}}} was innocent, and {{{claim.by}}} knew it."
    if claim.kind == "clears" and s.role(claim.whom) == "murderer":
        return f"{{{claim.whom}}} was a murderer" + (
            "." if claim.whom == claim.by else f", and {{{claim.by}}} knew it."
        )
    return None


def _whereabouts(s: State, claim: Claim, facts: Facts) -> str | None:
    assert claim.whom is not None
    theirs = s.facts_of(claim.whom, claim.night)
    if theirs is None:
        return None
    truth = f"{{{claim.whom}}} was in the {theirs.place}"
    if claim.kind == "was":
        # Repeating what others say is no lie; who was in one of the two places has seen what was so.
        knew = claim.whom in facts.seen or facts.place == claim.place
        return f"{truth}." if theirs.place != claim.place and knew else None
    if claim.whom not in facts.seen:
        return (
            f"{truth}, out of sight."
            if theirs.place == facts.place
            else f"{truth}, and {{{claim.by}}} in the {facts.place}."
        )
    return f"{truth}." if claim.place not in (None, facts.place) else None


def _fall(s: State, claim: Claim) -> str | None:
    death = next(
        (each for each in s.deaths if each.seat == claim.whom and each.where not in ("hanged", "fright")), None
    )
    if death is None or death.day != claim.night:
        return f"{{{claim.whom}}} did not fall that night."
    return f"{{{claim.whom}}} fell in the {death.where}." if claim.place not in (None, death.where) else None


def _blow(s: State, claim: Claim, striker: Seat) -> str | None:
    choice = s.choice_of(striker, claim.night)
    if choice is None or choice.act != "strike":
        return f"{{{striker}}} struck at nobody."
    return f"{{{striker}}} struck at {{{choice.target}}}." if choice.target != claim.other else None


def _night_facts(s: State, night: int) -> list[Facts]:
    return [facts for facts in s.facts[night - 1] if facts is not None] if 0 < night <= len(s.facts) else []
