"""The tags by which a manager without a header turns to the player, and how nobody else can write them.

`[PLAYER_TURN]…[/PLAYER_TURN]` is for the player alone; its decision comes back as `[PLAYER_DECISION]…[/PLAYER_DECISION]`;
`[GAME_OVER]` at the end of a display ends the game. Whatever else the manager writes is its display.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from functools import lru_cache

from games.core import IllegalAction, record

TURN, DECISION, OVER = "PLAYER_TURN", "PLAYER_DECISION", "GAME_OVER"

_TAG = re.compile(
    r"\\?[\[［【〔⟦<＜({]{1,2}\s{0,9}(?P<close>/?)\s{0,9}"
    r"(?P<name>PLAYER[\s_\-\\]{0,9}(?:TURN|(?P<decision>DECISION))|(?P<over>GAME[\s_\-\\]{0,9}OVER))"
    r"\s{0,9}\\?[\]］】〕⟧>＞)}]{1,2}",
    re.IGNORECASE,
)
_BROKEN = re.compile(r"\bPLAYER\\?_+(?:TURN|DECISION)\b", re.IGNORECASE)
"""The name of a tag, where there is no tag: what was meant for the player would be shown to the human."""

_NAMED = re.compile(r"\bPLAYER\\?[_.\-‐‑‒–—]+(?:TURN|DECISION)\b", re.IGNORECASE)
"""The same in any spelling: a model may take “[PLAYER_DECISION: yes]” for a tag."""


@record
class Written:
    """What a manager wrote: a block for the player, or else a display; `over` when it ends the game; `wrong` is a sentence
    about tags that cannot be understood."""

    block: str = ""
    display: str = ""
    over: bool = False
    wrong: str = ""


def read(text: str) -> Written:
    """What a manager's text is."""
    folded = _folded(text)
    tags = list(_TAG.finditer(_plain(folded)))
    turns = [(found, bool(found["close"])) for found in tags if not (found["decision"] or found["over"])]
    if any(found["decision"] for found in tags):
        return Written(wrong=f"Only the table writes [{DECISION}]: never write the player's decision yourself.")
    if not turns:
        display = _replaced(_TAG, folded).strip() if tags else text.strip()
        broken = _BROKEN.search(_plain(_folded(display)))
        return _wrong("is not written as a tag") if broken else Written(display=display, over=bool(tags))
    if [close for _, close in turns] != [False, True]:
        return _wrong("is opened and not closed" if len(turns) == 1 else "must stand there once, opened and closed")
    block = _replaced(_TAG, folded[turns[0][0].end() : turns[1][0].start()]).strip()
    return Written(block=block) if block else Written(wrong=f"The [{TURN}] block is empty: write in it what is asked.")


def _wrong(how: str) -> Written:
    return Written(
        wrong=f"[{TURN}] {how}. Write one block, [{TURN}] … [/{TURN}], or none and what the human is to see."
    )


def has_tags(text: str) -> bool:
    """Whether anything in a text reads like one of the tags."""
    return _TAG.search(_plain(_folded(text))) is not None


def defused(text: str) -> str:
    """A text in which no tag is left, but its words in quotation marks: what somebody wrote who has no right to them."""
    folded = _folded(text)
    plain = _plain(folded)
    if not (_TAG.search(plain) or _NAMED.search(plain)):
        return text
    return _replaced(
        _NAMED, _replaced(_TAG, folded, lambda found: f"“{_words(found['name'])}”"), lambda f: _words(f[0])
    )


def said(text: str, longest: int) -> str:
    """What somebody wrote, defused. IllegalAction says why it cannot be said."""
    found = defused(text) if len(text) <= 8 * longest else text  # too long whatever is in it
    if not found:
        raise IllegalAction("There is nothing written.")
    if len(found) > longest:
        raise IllegalAction(f"That is {len(found)} characters long; {longest} is the most.")
    return found


def _replaced(pattern: re.Pattern[str], folded: str, how: Callable[[re.Match[str]], str] = lambda _: "") -> str:
    """`folded` with something else for all that reads like the pattern; the rest keeps its own letters."""
    parts, at = [], 0
    for found in pattern.finditer(_plain(folded)):
        parts += [folded[at : found.start()], how(found)]
        at = found.end()
    return "".join([*parts, folded[at:]])


def _words(name: str) -> str:
    return re.sub(r"[^a-z]+", " ", name.lower())


def _folded(text: str) -> str:
    return unicodedata.normalize("NFKC", text)


def _plain(folded: str) -> str:
    """The same, letter for letter, with Latin letters for those of other alphabets that look like them."""
    return folded.translate(_LOOK_ALIKE)


_LOOK_ALIKE = str.maketrans(
    "АВЕЅІЈКМНОРСТУХҮԌԜѴаеѕіјорсухүԍԝѵӏΑΒΕΖΗΙΚΜΝΟΡΤΥΧανοιυρɡɩʏɪᴀᴄᴅᴇɢᴍɴᴏᴘᴛᴜᴠʟʀꜱӀլոսօց․‗ꓑꓡꓮꓬꓰꓣꓔꓴꓠꓓꓚꓲꓢꓳꓖꓟꓦᏢᏞᎪᎽᎬᎡᎢᏟᏚᎠᏀᎷᏙ",
    "ABESIJKMHOPCTYXYGWVaesijopcyxygwvlABEZHIKMNOPTYXavoiupgiyiacdegmnoptuvlrsIlnuog._PLAYERTUNDCISOGMVPLAYERTCSDGMV",
)


# ── private values in a prompt ────────────────────────────────────────────────────────────────────────────────────────

_SECRET = re.compile(
    r"\b(?P<label>(?:[A-Za-z'’]+\s+){0,2}?(?:valuation|worth|reservation(?:\s+price)?|private\s+value|secret(?:\s+\w+)?|cost|budget|limit|"
    r"walk-?away(?:\s+price)?|BATNA|password|code\s?word))\b[^\n\d“\"'`*]{0,40}[“\"'`*$€£]*"
    r"(?P<value>\d[\d.,]*|(?<=[“\"'`*])[\w-]{3,40})",
    re.IGNORECASE,
)


@lru_cache(maxsize=64)
def secrets_in(prompt: str) -> tuple[str, ...]:
    """Values that a prompt seems to keep private: a number, or a word in quotation marks, that follows “valuation”, “cost”,
    “secret …” and the like on its line. In the order in which they stand there."""
    found = (each["value"].rstrip(".,") for each in _SECRET.finditer(_folded(prompt)))
    return tuple(dict.fromkeys(each for each in found if each))


def secrets_told(secrets: tuple[str, ...], text: str) -> tuple[str, ...]:
    """Those of them that stand in a text as a word or number."""
    folded = _folded(text)
    return tuple(
        each for each in secrets if re.search(rf"(?<![\w.,]){re.escape(each)}(?![\w]|[.,]\d)", folded, re.IGNORECASE)
    )
