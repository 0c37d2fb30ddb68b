"""How the built-in player understands a clue: which cards it may mean, how likely each is meant, and when to stop.

A card fits a clue by what people think of at either (`norms`), by four spaces of word vectors (`vectors`), and by letters.
The weights were fitted to turns that people might have played (`tests/bench/turns`), so that the scores say how likely a
card is the one that is meant: chances are their softmax.

A word that nobody wrote down is read as a slip of the pen, as a name by the cards that are thought of with it, or by its parts.
English, German, French and Spanish have vectors; a language with one space alone counts it for all four. Any other
language is compared by letters.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from string import ascii_lowercase
from typing import TYPE_CHECKING

import numpy as np

from games.codenames.norms import Norms, norms
from games.codenames.vectors import Lexicon, Meaning, lexicon, plain

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]

WEIGHTS = np.array([0.2, 0.25, 0.55, 0.45, 3.6, 1.6, 0.8, 0.2], np.float32)
"""Of what a fit is made of: glove, potion, minilm, use, thought of at the card, at the clue, in part, by letters."""

SPACES, THERE, BACK, PARTLY, LETTERS = slice(0, 4), 4, 5, 6, 7
FORM_OF = 0.5  # how much of a tie is left when only a word of a name or a phrase is said
SMALL = frozenset(["the", "and", "for", "with", "from", "off", "out", "into", "over"])


@dataclass(frozen=True, slots=True)
class Hunch:
    """A card, how well it fits the clue, and how likely it is the first that is meant."""

    word: str
    score: float
    chance: float = 0.0


def listen(
    clue: str, unturned: Sequence[str], *, language: str, rng: random.Random, strength: float = 1.0
) -> list[Hunch]:
    """Every unturned card with how well it fits the clue, best first. A weak listener (`strength` from 0 to 1) wavers."""
    waver = 2.0 * (1.0 - strength)
    fit = (fits(clue, unturned, language) @ WEIGHTS).tolist()
    scores: list[float] = [score + rng.gauss(0.0, waver) + rng.random() * 1e-6 for score in fit]
    chances = softmax(np.array(scores))
    hunches = [Hunch(*each) for each in zip(unturned, scores, chances.tolist(), strict=True)]
    return sorted(hunches, key=lambda hunch: -hunch.score)


def softmax(scores: NDArray[np.float64]) -> NDArray[np.float64]:
    grown = np.exp(scores - scores.max(initial=0.0))
    return np.asarray(grown / grown.sum())


def fits(clue: str, cards: Sequence[str], language: str) -> Floats:
    """What the fit of each card to a clue is made of, (cards, 8), as `WEIGHTS` weigh it."""
    said, said_by, words = clue, norms(language), lexicon(language)
    found = np.zeros((len(cards), len(WEIGHTS)), np.float32)
    meaning = words.meaning(said) if words else None
    if meaning is None and words and not _thought_of(said, cards, said_by) and (meant := slip(said, language)):
        said = meant
        meaning = words.meaning(said)
    if meaning is None and said_by and words:
        meaning = _name(said, said_by, words)
    if meaning is not None and words:
        known = {at: known for at, card in enumerate(cards) if (known := words.meaning(card))}
        if known:
            found[list(known), SPACES] = words.closeness(list(known.values()), tuple(each[None] for each in meaning))[
                :, 0
            ].T
    if said_by:
        found[:, THERE : PARTLY + 1] = [ties(said_by, said, card) for card in cards]
    found[:, LETTERS] = [alike(clue, card) for card in cards]
    return found


def ties(norms: Norms, clue: str, card: str) -> tuple[float, float, float]:
    """How strongly a clue is thought of at a card, the card at the clue, and the one at a part of the other."""
    at_card = norms.thoughts(card)
    there, back = at_card.get(norms.key(clue)), norms.back(clue, card)
    words = [word for word in plain(clue).split() if len(word) > 2 and word not in SMALL]
    partly = 0.0
    if there is None and at_card:
        if len(words) > 1:
            partly = max((at_card[key].strength for word in words if (key := norms.key(word)) in at_card), default=0.0)
        elif words:
            phrases = (link for link in at_card.values() if " " in link.thought)
            partly = max((link.strength for link in phrases if words[0] in plain(link.thought).split()), default=0.0)
    return there.strength if there else 0.0, back.strength if back else 0.0, FORM_OF * partly


def _thought_of(clue: str, cards: Sequence[str], said_by: Norms | None) -> bool:
    return said_by is not None and any(any(ties(said_by, clue, card)) for card in cards)


def _name(clue: str, said_by: Norms, words: Lexicon) -> Meaning | None:
    """What a name means that no vector knows: what those cards mean at which it is thought of."""
    cards = [known for card in said_by.cards_of(clue)[:12] if (known := words.meaning(said_by.written(card)))]
    return tuple(np.asarray(sum(each), np.float32) for each in zip(*cards, strict=True)) if cards else None


# --- slips of the pen ----------------------------------------------------------------------------------------------


@lru_cache(maxsize=256)
def slip(clue: str, language: str) -> str | None:
    """The known word that was most likely meant by an unknown one of five letters or more; None when there is none."""
    said, words = plain(clue), lexicon(language)
    if len(said) < 5 or words is None:
        return None
    known = words.row_of
    near = [word for word in dict.fromkeys(_slips(said)) if word in known]
    return min(near, key=lambda word: (word[0] != said[0], known[word]), default=None)


def _slips(word: str) -> Iterator[str]:
    """Every word that is one letter away: left out, doubled, mistaken, or two that changed places."""
    cuts = [(word[:at], word[at:]) for at in range(len(word) + 1)]
    yield from (a + b[1] + b[0] + b[2:] for a, b in cuts if len(b) > 1)
    yield from (a + letter + b for a, b in cuts for letter in ascii_lowercase)
    yield from (a + b[1:] for a, b in cuts if b)
    yield from (a + letter + b[1:] for a, b in cuts if b for letter in ascii_lowercase)


def alike(one: str, two: str) -> float:
    """How alike two words are written, 0 to 1: the share of letter pairs and triples they have in common (Dice)."""
    a, b = _pieces(one), _pieces(two)
    return 2.0 * len(a & b) / (len(a) + len(b)) if a and b else 0.0


def _pieces(word: str) -> set[str]:
    padded = f" {word.casefold().strip()} "
    return {"".join(pair) for pair in pairwise(padded)} | {padded[at : at + 3] for at in range(len(padded) - 2)}


# --- going on ------------------------------------------------------------------------------------------------------

DOUBT = 0.12  # how likely the best card has to be meant for a guess that the number allows, at boldness 0.5
SURE = 0.75  # the same where the number is unlimited
OWED = 0.5
"""The same for a guess beyond the number, at a card that an earlier clue points to: one to make at nearly every second chance. In
1,300 games of strangers (whose spymasters and operatives think and hear at `strength` 0.6) 87 % of 293 were right and none the
assassin. One that finds a civilian costs nothing: the turn ends with it anyway."""


def go_on(number: int | None, guesses_made: int, hunches: Sequence[Hunch], *, boldness: float = 0.5) -> bool:
    """Whether to guess ``hunches[0]`` too, the best card left for the clue on the table; the first guess is always made.

    ``number`` None is unlimited, 0 means “none of ours” (one guess, and no more). ``boldness`` from 0 to 1 lowers what is
    asked of a card.
    """
    if guesses_made == 0:
        return True
    if not hunches or number == 0:
        return False
    asked = float(2.0 ** (1.0 - 2.0 * boldness))  # twice as much of the careful, half of the bold
    if number is None:
        return hunches[0].chance >= 1.0 - (1.0 - SURE) / asked
    return guesses_made < number and hunches[0].chance >= DOUBT * asked


def come_back(owed: Collection[str], cards: Sequence[str], *, language: str, boldness: float = 0.5) -> str | None:
    """The card that one of the earlier clues with words missed points to, surely enough to be guessed beyond the number."""
    again = (listen(clue, cards, language=language, rng=random.Random(0))[0] for clue in owed)
    best = max(again, key=lambda hunch: hunch.chance, default=None)
    asked = float(2.0 ** (0.5 - boldness))
    return best.word if best is not None and best.chance >= 1.0 - (1.0 - OWED) / asked else None


def closest(clues: Collection[str], card: str, language: str) -> str:
    """Which of some clues a card fits best; none of no clues."""
    return max(clues, key=lambda clue: float((fits(clue, [card], language) @ WEIGHTS)[0]), default="")
