"""The built-in Codenames player: thinks of clues, and guesses what a clue means, offline and at once.

**Listener.** Every card is as close to the clue as three vector spaces say, each measured against how close the card is
to words in general. **Spymaster.** A clue is worth what a listener who hears it differently would bring home: candidates
with a good margin are played many times against listeners whose spaces weigh differently and who waver, and the best
clue and number on average is said. Rules that only look at margins are perfect with themselves and lose with strangers.
Whoever left cards unturned that an earlier clue clearly meant is taken for a stranger from then on.

English has vectors. In other languages the player is weaker: the listener compares letters, and the spymaster says a
neutral word from the caller's list, with number 1.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from string import ascii_lowercase
from typing import TYPE_CHECKING, cast

import numpy as np

from games.codenames.vectors import Meaning, english, plain
from games.codenames.words import Clue, Number

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]

# Found by playing against vector spaces that are not ours; a turn lost to the assassin costs as much as many words.
MIX = (0.5, 0.78, 0.2)  # glove, minilm, gloss
DRAWS = 96  # listeners imagined for each candidate
CANDIDATES = 150  # clues played out, those with the best margins
MOST = 6  # words meant by one clue, at most
MOST_APART = 3  # the same for a person, who sees other ties between words than we do
WAVER = 1.0  # how much an imagined listener's closeness wavers from card to card
TASTE = 0.6  # how much listeners differ in trusting the three spaces (sigma of a lognormal weight)
WARY = 1.0  # how much closer than measured the assassin is taken to be
KINDRED = 0.45  # the share of listeners who think exactly as we do, as long as none of our clues was missed
MISSED = 3.0  # closeness to an earlier clue from which whoever thinks as we do would have turned an own card
OWN, CIVILIAN, OTHER, ASSASSIN = 1.0, -0.15, -0.5, -20.0
SURE = 4.0  # closeness from which a card is guessed beyond the number, at boldness 0
HOPELESS = 0.0  # closeness below which a card is left alone although the number allows it, at boldness 0
ASIDE = np.array([0.0, 0.3, 0.8], np.float32)  # margins asked from civilians, the other team, the assassin


@dataclass(frozen=True, slots=True)
class Hunch:
    """A card and how well it fits the clue: a chance word lies around 0, a loose fit at 2 to 4, a good one above."""

    word: str
    score: float


# --- the spymaster -------------------------------------------------------------------------------------------------


def think_of_clue(
    own: Sequence[str],
    other: Sequence[str],
    civilian: Sequence[str],
    assassin: Sequence[str],
    *,
    language: str,
    legal: Callable[[str], bool],
    said: Collection[str] = (),
    heard: Collection[str] | None = None,
    stranger: bool = False,
    fallback: Sequence[str] = (),
    rng: random.Random,
    boldness: float = 0.5,
    strength: float = 1.0,
) -> Clue:
    """A legal clue for the cards still unturned, in any case.

    ``legal`` is asked about the best candidates only; clues already ``said`` are avoided. ``heard`` are those of
    them that were the own team's, all if not given: what they left unturned tells how the team listens. A
    ``stranger`` is known from the start not to think as we do: a person. ``fallback`` is a list of neutral words in the
    game's language, used where there are no vectors. ``boldness`` and ``strength`` go from 0 to 1. Raises ValueError when there is no own card left to give a clue for.
    """
    if not own:
        raise ValueError("There is no card left to give a clue for.")
    gone = {plain(word) for word in said}
    earlier = gone if heard is None else {plain(word) for word in heard}
    draw = np.random.default_rng(rng.getrandbits(64))

    def sayable(word: str) -> bool:
        return plain(word) not in gone and legal(word)

    if language == "en" and any(english().meaning(word) for word in own):
        for idea in _ideas([own, other, civilian, assassin], earlier, stranger, draw, boldness, strength):
            if sayable(idea.word):
                return idea
    return _neutral(own, [*other, *civilian, *assassin], fallback, sayable, rng)


def _ideas(
    sides: Sequence[Sequence[str]],
    earlier: Collection[str],
    stranger: bool,
    draw: np.random.Generator,
    boldness: float,
    strength: float,
) -> Iterator[Clue]:
    """Ideas, best first: the clues played out, then every other clue word by its margin alone."""
    lexicon = english()
    known = [[(w, m) for w in side if (m := lexicon.meaning(w))] for side in sides]
    cards = [m for side in known for _, m in side]
    sizes = [len(side) for side in known]
    close = lexicon.closeness(cards)
    blurred = _mixed(close)
    if strength < 1.0:
        blurred = blurred + np.float32(1.2 * (1.0 - strength)) * draw.standard_normal(blurred.shape, np.float32)
    rows = [row for clue in earlier if (row := lexicon.row(clue)) is not None and row < len(lexicon.clues)]
    kindred = 0.0 if stranger or (blurred[rows, : sizes[0]] >= MISSED).any() else KINDRED
    most = MOST_APART if stranger else MOST
    order = np.argsort(-_margins(blurred, sizes, most), kind="stable")
    best = order[:CANDIDATES]
    worth = _worth(close[:, best], blurred[best], sizes, most, draw, boldness, kindred)
    numbers = worth.argmax(1)
    for at in np.argsort(-worth.max(1), kind="stable"):
        yield _idea(lexicon.clues[best[at]], int(numbers[at]) + 1, blurred[best[at]], known[0])
    for row in order[CANDIDATES:]:
        yield _idea(lexicon.clues[row], 1, blurred[row], known[0])


def _idea(clue: str, number: int, closeness: Floats, own: Sequence[tuple[str, Meaning]]) -> Clue:
    nearest = np.argsort(-closeness[: len(own)], kind="stable")[:number]
    return Clue(clue, cast(Number, number), tuple(own[at][0] for at in nearest))


def _mixed(close: Floats, weights: Sequence[float] = MIX) -> Floats:
    """The spaces together, (clues, cards), scaled so that a chance word lies around 0 with a spread of about 1."""
    total = sum((np.float32(w) * z for w, z in zip(weights, close, strict=True)), np.zeros_like(close[0]))
    return np.asarray(total / np.float32(sum(w * w for w in weights) ** 0.5), np.float32)


def _margins(closeness: Floats, sizes: Sequence[int], most: int) -> Floats:
    """A quick guess at each clue's worth, (clues,): for the best number, how many words it would safely bring home."""
    own = -np.sort(-closeness[:, : sizes[0]], axis=1)[:, :most]
    aside = np.repeat(ASIDE, sizes[1:])
    danger = (closeness[:, sizes[0] :] + aside).max(1) if len(aside) else np.full(len(closeness), -1.0, np.float32)
    sure = 1.0 / (1.0 + np.exp(-2.5 * (own - danger[:, None])))
    return np.asarray(np.cumprod(sure, axis=1).sum(1), np.float32)


def _worth(
    close: Floats,
    mixed: Floats,
    sizes: Sequence[int],
    most: int,
    draw: np.random.Generator,
    boldness: float,
    kindred: float,
) -> Floats:
    """Expected reward, (candidates, numbers), over imagined listeners who guess until wrong or done."""
    cards = sum(sizes)
    careful = 1.5 - boldness  # 1.0 in the middle
    rewards = np.repeat(np.array([OWN, CIVILIAN, OTHER, ASSASSIN * careful], np.float32), sizes)
    weights = np.array(MIX) * np.exp(TASTE * draw.standard_normal((DRAWS, len(MIX))))
    weights /= np.sqrt((weights**2).sum(1, keepdims=True))
    waver = np.float32(WAVER * (0.5 + 0.5 * careful)) * draw.gumbel(size=(DRAWS, cards)).astype(np.float32)
    heard = waver[None].repeat(len(mixed), 0)
    for space, weight in zip(close, weights.T.astype(np.float32), strict=True):
        heard += weight[None, :, None] * space[:, None, :]
    heard[:, :, cards - sizes[3] :] += np.float32(WARY)
    # Sorting whole numbers that carry the card in their last digits is several times faster than argsort.
    keys = (heard * np.float32(-(2**20))).astype(np.int64) * cards + np.arange(cards)
    first = np.sort(keys, axis=2)[:, :, : min(most, sizes[0])] % cards
    alike_listener = np.argsort(-mixed, axis=1, kind="stable")[:, None, : first.shape[2]]
    strangers, ourselves = (_brought_home(guessed, rewards, sizes[0]).mean(1) for guessed in (first, alike_listener))
    return np.asarray((1.0 - kindred) * strangers + kindred * ourselves, np.float32)


def _brought_home(guessed: NDArray[np.int64], rewards: Floats, own: int) -> Floats:
    """Reward for each number, the last axis, of guessing cards in this order until one is not our own."""
    going = np.cumprod(guessed < own, axis=-1)
    reached = np.concatenate([np.ones_like(going[..., :1]), going[..., :-1]], axis=-1)
    return np.asarray((rewards[guessed] * reached).cumsum(-1), np.float32)


def _neutral(
    own: Sequence[str], rest: Sequence[str], fallback: Sequence[str], sayable: Callable[[str], bool], rng: random.Random
) -> Clue:
    """The weaker spymaster: among some neutral words, the one whose letters lean most towards one own card."""
    words = [*fallback] or [*english().clues]
    pool = rng.sample(words, min(len(words), 400))

    def lean(word: str) -> tuple[float, str]:
        danger = max((alike(word, card) for card in rest), default=0.0)
        return max((alike(word, card) - danger, card) for card in own)

    ranked = sorted(((*lean(word), word) for word in pool), reverse=True)
    found = next(((word, card) for _, card, word in ranked if sayable(word)), None)
    if found is None:
        found = next(word for word in (*words, *_any_words()) if sayable(word)), own[0]
    return Clue(found[0], 1, (found[1],))


def _any_words() -> Iterator[str]:
    """Words of last resort, so that a clue is always found."""
    yield from ("".join(letters) for letters in product(ascii_lowercase, repeat=3))


# --- the listener --------------------------------------------------------------------------------------------------


def listen(
    clue: str, unturned: Sequence[str], *, language: str, rng: random.Random, strength: float = 1.0
) -> list[Hunch]:
    """Every unturned card with how well it fits the clue, best first."""
    scores = _heard(clue, unturned) if language == "en" else [2.0 * alike(clue, card) for card in unturned]
    waver = 1.2 * (1.0 - strength)
    hunches = [
        Hunch(card, score + rng.gauss(0.0, waver) + rng.random() * 1e-6)
        for card, score in zip(unturned, scores, strict=True)
    ]
    return sorted(hunches, key=lambda hunch: -hunch.score)


def _heard(clue: str, cards: Sequence[str]) -> list[float]:
    lexicon = english()
    said = lexicon.meaning(clue)
    known = {at: meaning for at, card in enumerate(cards) if (meaning := lexicon.meaning(card))}
    scores = [2.0 * alike(clue, card) - 0.5 for card in cards]
    if said and known:
        mixed = _mixed(lexicon.closeness(list(known.values()), said))[0]
        for at, score in zip(known, mixed.tolist(), strict=True):
            scores[at] = score
    return scores


def alike(one: str, two: str) -> float:
    """How alike two words are written, 0 to 1: the share of letter pairs and triples they have in common (Dice)."""
    a, b = _pieces(one), _pieces(two)
    return 2.0 * len(a & b) / (len(a) + len(b)) if a and b else 0.0


def _pieces(word: str) -> set[str]:
    padded = f" {word.casefold().strip()} "
    return {padded[at : at + n] for n in (2, 3) for at in range(len(padded) - n + 1)}


# --- going on ------------------------------------------------------------------------------------------------------


def go_on(
    clue: str,
    number: int | None,
    guesses_made: int,
    hunches: list[Hunch],
    *,
    owed: Sequence[tuple[str, int]] = (),
    boldness: float = 0.5,
    language: str = "en",
) -> bool:
    """Whether to guess ``hunches[0]`` too, the best card left for the clue on the table; the first guess is always made.

    ``number`` None is unlimited, 0 means “none of ours” (one guess, and no more). ``owed`` are the team's earlier clues
    with how many of their words were missed. Beyond the number, only a card that an owed clue also points to is
    guessed. ``boldness`` from 0 to 1 lowers what is asked of a card.
    """
    if guesses_made == 0:
        return True
    if not hunches or number == 0:
        return False
    if number is None:
        return hunches[0].score >= SURE - boldness
    if guesses_made < number:
        return hunches[0].score >= HOPELESS - boldness
    return guesses_made == number and any(
        _points_to(earlier, missed, hunches, language, SURE - boldness) for earlier, missed in owed
    )


def _points_to(clue: str, missed: int, hunches: Sequence[Hunch], language: str, sure: float) -> bool:
    """Whether a clue's best cards, as many as are missed, include the first hunch's with enough certainty."""
    again = listen(clue, [hunch.word for hunch in hunches], language=language, rng=random.Random(0))
    return any(h.word == hunches[0].word and h.score >= sure for h in again[:missed])
