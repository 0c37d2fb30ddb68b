"""What the built-in players say: introductions, accounts of a night, accusations, defences, last words, whispers.

Sentences have {seat} marks for names, and every one of them is read by `claims` as exactly what it is meant to claim; tests
hold them to it. `<words>` in a template are filled in.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

from games.core import Seat, Temper
from games.mystery.claims import Account
from games.mystery.sentences import listed
from games.mystery.words import LONGEST_STATEMENT

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

# ── where somebody was ────────────────────────────────────────────────────────────────────────────────────────────────

WATCHED = (
    "I was in the <place> <when>.",
    "<When> I was in the <place>.",
    "I stayed in the <place> <when>.",
    "I kept watch in the <place> <when>.",
    "The <place> for me <when>.",
    "I sat in the <place> <when>.",
    "<When> I waited in the <place>.",
)
HID = (
    "I hid in the <place> <when>.",
    "<When> I hid in the <place>.",
    "I was hiding in the <place> <when>.",
    "I was in the <place> <when>, hidden.",
    "I kept out of sight in the <place> <when>.",
)
FOLLOWED = (
    "I followed <followed> to the <place> <when>.",
    "<When> I followed <followed>, and ended up in the <place>.",
    "I went after <followed> and was in the <place> <when>.",
)
GUARDED = (
    "I was in the <place> <when> and guarded <guarded>.",
    "<When> I guarded <guarded> in the <place>.",
    "I stood guard over <guarded> in the <place> <when>.",
)
FOLLOWED_AND_GUARDED = (
    "I followed <followed> to the <place> <when> and guarded <guarded>.",
    "<When> I followed <followed> to the <place>, and kept watch over <guarded>.",
)
FOLLOWED_AND_HID = (
    "I followed <followed> to the <place> <when> and hid there.",
    "<When> I followed <followed> to the <place>, and kept out of sight.",
)

# ── with whom ─────────────────────────────────────────────────────────────────────────────────────────────────────────

ALONE = (
    "Nobody else was there.",
    "I saw no one.",
    "I was alone.",
    "I saw nobody.",
    "Not a soul came in.",
    "I had the room to myself, alone.",
)
COMPANY = (
    "I saw <list> there, and nobody else.",
    "<list> <were> there, and no one else.",
    "I saw only <list> there.",
    "<list> <were> with me, nobody else.",
    "I met <list>, and nobody else.",
)
SOME_COMPANY = ("I saw <list> there.", "<list> <were> there.", "I met <list>.")

# ── what happened there ───────────────────────────────────────────────────────────────────────────────────────────────

FELL = (
    "<list> fell there.",
    "I was there when <list> fell.",
    "In the dark, <list> <were> struck down.",
    "<list> died right there, and I could not see whose hand it was.",
)
BLOCKED = (
    "A blow at <list> was blocked.",
    "Somebody's blow at <list> was stopped.",
    "There was a struggle over <list>.",
)
SAVED = (
    "Somebody struck at me, and a guard saved me.",
    "I was struck at, and I owe somebody my life.",
    "A blow at me was blocked.",
)
BLOW = (
    "I saw <a> strike <b>.",
    "With my own eyes I saw <a> strike <b>.",
    "I saw <a> strike at <b>, as clearly as I see you.",
)
CRY = (
    "I heard a cry from the <place>.",
    "A cry came from the <place>.",
    "There was a scream in the <place>.",
)

# ── what somebody thinks ──────────────────────────────────────────────────────────────────────────────────────────────

SURE = {
    "hedging": (
        "I am sorry to say it, but it must be <x>.",
        "I see no way around it: it must have been <x>.",
        "As far as I can tell, the murderer is <x>.",
    ),
    "plain": (
        "It must have been <x>.",
        "The murderer is <x>.",
        "It can only have been <x>.",
        "<x> did it.",
    ),
    "firm": (
        "<x> is the murderer, and I stake my life on it.",
        "It was <x>. Hang <x>.",
        "<x> did it, and tonight it ends.",
        "No more talk: the murderer is <x>.",
    ),
}
SUSPECTS = {
    "hedging": (
        "I am not certain, but I suspect <x>.",
        "I do not quite trust <x>.",
        "My guess is <x>.",
        "I am a little wary of <x>.",
    ),
    "plain": (
        "I suspect <x>.",
        "My suspicion falls on <x>.",
        "I do not trust <x>.",
        "My vote goes to <x>.",
    ),
    "firm": (
        "I accuse <x>.",
        "I say we hang <x>.",
        "I vote for <x>, and you all should.",
        "All of it points to <x>.",
    ),
}
BECAUSE = {
    "saw it": ("I know what I saw.", "I was close enough to touch them."),
    "only one": ("Nobody else had the chance.", "Who else had the chance?", "I know that it was not my hand."),
    "one of few": ("It happened among very few of us.", "Not many of us had the chance."),
    "contradicts me": ("<x>'s story is not what I saw.", "What <x> told us cannot be true, I know it."),
    "contradicts": ("<x>'s story does not fit with the others.", "The story of <x> does not hold together."),
    "quiet": ("Why so quiet, <x>?", "Where were you, <x>? We have heard nothing from you."),
    "": ("Call it a feeling.", "It is what is left when I put the stories together.", "The stories leave few others."),
}
TRUSTS = ("I believe <x>.", "I trust <x>.", "<x> tells the truth.", "I can vouch for <x>.")
DEFENCE = {
    "hedging": (
        "Please, it was not me.",
        "I know how it looks. I did not do it.",
        "You are making a mistake, I am innocent.",
    ),
    "plain": ("It was not me.", "I am innocent.", "I did not do it, and I have told you where I was."),
    "firm": ("I am innocent, and whoever points at me had better explain why.", "It was not me. Look elsewhere."),
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
    "Poor <victim>.",
    "What a dreadful night.",
    "I can hardly believe it.",
    "<victim>, of all people!",
    "I have barely slept.",
)
QUIET_NIGHT = (
    "A quiet night, thank heaven.",
    "We are all still here. How long, I wonder?",
    "Nobody died. I am not reassured.",
)

# ── last words and whispers ───────────────────────────────────────────────────────────────────────────────────────────

FAREWELL = (
    "I am innocent, and you will see it in a moment.",
    "You have the wrong one.",
    "I told you the truth. Remember what I saw.",
    "So be it. Good luck to the rest of you.",
    "This is a mistake, and tonight you will know it.",
)
LAST_SUSPECT = ("Look closely at <x>.", "When I am gone, hang <x>.", "My suspicion falls on <x>, to the end.")
WHISPER = ("I strike at <x> tonight.", "<x> is mine tonight.", "Leave <x> to me.")
WAITING_WHISPER = ("I lie low tonight.", "Not tonight. I wait.")


# ── putting it together ───────────────────────────────────────────────────────────────────────────────────────────────


def manner(temper: Temper) -> str:
    """How sure of themselves somebody sounds."""
    return "hedging" if temper.boldness < 0.34 else "firm" if temper.boldness > 0.66 else "plain"


def length(temper: Temper) -> str:
    return "terse" if temper.talkativeness < 0.34 else "chatty" if temper.talkativeness > 0.66 else "plain"


def filled(template: str, words: Mapping[str, str]) -> str:
    """The template with its `<words>`; a capital where a sentence begins with one."""
    for key, word in words.items():
        template = template.replace(f"<{key}>", word).replace(f"<{key.capitalize()}>", word[:1].upper() + word[1:])
    text = " ".join(template.split())
    for mark in ".,":
        text = text.replace(f" {mark}", mark)
    return text[:1].upper() + text[1:]


def introduction(place: int, guests: int, rng: random.Random, temper: Temper) -> str:
    """What the guest in that place of so many says first; nobody else at the table makes the same remark."""
    how = length(temper)
    return f"{rng.choice(GREETINGS[how])} {rng.choice(REMARKS[how][place::guests])}".strip()


def account(told: Account, night: int, day: int, rng: random.Random) -> str:
    """An account of a night, told on that day: at least where; then whom one saw, and what happened."""
    last = night == day
    when = f"on night {night}"
    words = {
        "place": told.place or "",
        "followed": f"{{{told.followed}}}",
        "guarded": f"{{{told.guarded}}}",
        "were": "were" if len(told.seen) > 1 else "was",
    }
    parts: list[str] = []
    if told.place:
        now = rng.choice(("last night", "last night", "")) if last else when
        template = rng.choice(_whereabouts(told))
        parts.append(filled(template, {**words, "when": now if "<When>" not in template else now or "last night"}))

    def also(template: str, **more: str) -> None:
        # An earlier night is named in every sentence, so that none of them is taken for last night's.
        body = filled(template, {**words, **more})
        parts.append(
            body
            if last
            else f"On night {night}, {body if body.startswith(('I ', '{')) else body[0].lower() + body[1:]}"
        )

    if told.seen:
        also(rng.choice(COMPANY if told.alone else SOME_COMPANY), list=listed(told.seen))
    elif told.alone:
        also(rng.choice(ALONE))
    for striker, victim in told.blows:
        also(rng.choice(BLOW), a=f"{{{striker}}}", b=f"{{{victim}}}")
    if told.fell:
        # Whoever hid and saw the blow has seen whose hand it was.
        also(
            rng.choice(FELL[:2] if told.blows else FELL),
            list=listed(told.fell),
            were="were" if len(told.fell) > 1 else "was",
        )
    if told.blocked:
        also(rng.choice(BLOCKED), list=listed(told.blocked))
    if told.saved:
        also(rng.choice(SAVED))
    for place in told.cries:
        also(rng.choice(CRY), place=place)
    return " ".join(parts)


def _whereabouts(told: Account) -> Sequence[str]:
    if told.followed and told.guarded:
        return FOLLOWED_AND_GUARDED
    if told.followed:
        return FOLLOWED_AND_HID if told.hid else FOLLOWED
    if told.guarded:
        return GUARDED
    return HID if told.hid else WATCHED


def accusation(whom: Seat, sure: bool, why: str, rng: random.Random, temper: Temper) -> str:
    """`why` is one of the reasons of BECAUSE."""
    words = {"x": f"{{{whom}}}"}
    said = filled(rng.choice((SURE if sure else SUSPECTS)[manner(temper)]), words)
    if length(temper) == "terse" and not sure:
        return said
    reason = filled(rng.choice(BECAUSE[why]), words)
    first = rng.random() < 0.5 and not reason.startswith(
        ("Call it", "It is what")
    )  # these speak of what was said before
    return f"{reason} {said}" if first else f"{said} {reason}"


def trust(whom: Seat, rng: random.Random) -> str:
    return filled(rng.choice(TRUSTS), {"x": f"{{{whom}}}"})


def defence(rng: random.Random, temper: Temper) -> str:
    return rng.choice(DEFENCE[manner(temper)])


def nothing_new(rng: random.Random) -> str:
    return rng.choice(NOTHING_NEW)


def opening(fallen: Sequence[Seat], rng: random.Random) -> str:
    """A first remark on the morning."""
    return filled(rng.choice(DISMAY), {"victim": listed(fallen)}) if fallen else rng.choice(QUIET_NIGHT)


def last_words(suspect: Seat | None, rng: random.Random) -> str:
    said = rng.choice(FAREWELL)
    return said if suspect is None else f"{said} {filled(rng.choice(LAST_SUSPECT), {'x': f'{{{suspect}}}'})}"


def whisper(victim: Seat | None, rng: random.Random) -> str:
    return rng.choice(WAITING_WHISPER) if victim is None else filled(rng.choice(WHISPER), {"x": f"{{{victim}}}"})


def statement(parts: Sequence[str]) -> str:
    """Several sentences as one statement, the last left out that would make it too long."""
    text = ""
    for part in parts:
        longer = f"{text} {part}".strip()
        if len(longer) > LONGEST_STATEMENT:
            break
        text = longer
    return text
