"""How the built-in spymaster thinks of a clue: what people think of at its cards, played out with many who listen.

Every listener is a stranger. Candidates are the thoughts that people have at an own card (`norms`) and the common words whose
vectors lie near (`vectors`). Each is given to imagined listeners who miss some of the ties, trust the spaces differently,
or know but one of them, and waver; the clue and number that bring home most on average is said. Whoever is to understand a
private code says so: `twin` thinks as `listener` does, and finds all that is meant.

Without vectors and norms a spymaster says a neutral word of the language that leans towards one card by its letters.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from string import ascii_lowercase
from typing import TYPE_CHECKING, cast

import numpy as np

from games.codenames.events import Clue, Number
from games.codenames.listener import BACK, LETTERS, SPACES, THERE, WEIGHTS, alike, fits
from games.codenames.norms import Norms, norms
from games.codenames.vectors import english, exact, lexicon, plain

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]

DRAWS, FINALISTS, MANY = 64, 16, 512  # listeners imagined for each candidate, and for the best of them
LOST = 100.0  # more than any clue is worth
CANDIDATES = 90  # clues played out, those with the best margins
MOST = 4  # words meant by one clue, at most
MOST_TWIN = 6
NEAR = 150  # common words near by their vectors, beside what is thought of
MISSES = 0.2  # how many of the ties between words a stranger does not see
ALONE = 0.2  # the share of strangers who know one space of vectors, and hardly any ties
SHARP = 1.3  # how much a deviation of closeness counts with one who knows one space
TASTE = 0.5  # how much listeners differ in trusting the spaces (sigma of a lognormal weight)
WARY = 0.8  # how much closer than measured the assassin is taken to be
OWN, CIVILIAN, OTHER, ASSASSIN = 1.0, -0.2, -0.6, -16.0
UNTIED = 0.7  # what a card costs that is meant without a tie that could be told, or with a loose one
FIRM, NEARLY = 0.5, 4.0  # how strong a tie is that costs nothing, and how near a card without any
FOUR = 0.4  # what a clue for four costs: people seldom find the fourth
RARE = 0.14  # what a clue costs for each doubling of its rank beyond the commonest
COMMON = 3_000


@dataclass(frozen=True)
class Board:
    """The cards still unturned, own ones first, with what is known of each."""

    cards: tuple[str, ...]
    sizes: tuple[int, int, int, int]
    """How many are one's own, the others', civilians, assassins."""
    language: str

    @property
    def own(self) -> tuple[str, ...]:
        return self.cards[: self.sizes[0]]


def think_of_clue(
    own: Sequence[str],
    other: Sequence[str],
    civilian: Sequence[str],
    assassin: Sequence[str],
    *,
    language: str,
    legal: Callable[[str], bool],
    said: Collection[str] = (),
    fallback: Sequence[str] = (),
    names: bool = False,
    twin: bool = False,
    rng: random.Random,
    boldness: float = 0.5,
    strength: float = 1.0,
) -> Clue:
    """A legal clue for the cards still unturned, in any case.

    ``legal`` is asked about the best candidates only; clues already ``said`` are avoided. ``names`` of several words may
    be said where the rules allow it. ``twin``: the listener is this player's own. ``fallback`` is a list of neutral words
    in the game's language. ``boldness`` and ``strength`` go from 0 to 1. Raises ValueError when there is no own card left.
    """
    if not own:
        raise ValueError("There is no card left to give a clue for.")
    gone = {plain(word) for word in said}
    draw = np.random.default_rng(rng.getrandbits(64))
    sizes = (len(own), len(other), len(civilian), len(assassin))
    board = Board((*own, *other, *civilian, *assassin), sizes, language)

    def sayable(word: str) -> bool:
        return plain(word) not in gone and legal(word)

    for idea in _ideas(board, names, twin, draw, boldness, strength):
        if sayable(idea.word):
            return idea
    return _neutral(own, [*other, *civilian, *assassin], fallback, sayable, rng)


def _ideas(
    board: Board, names: bool, twin: bool, draw: np.random.Generator, boldness: float, strength: float
) -> Iterator[Clue]:
    """Ideas, best first."""
    words = _candidates(board, names)
    if not words:
        return
    parts = _fits(words, board)
    scores = parts @ WEIGHTS
    if strength < 1.0:
        scores = scores + np.float32(2.0 * (1.0 - strength)) * draw.standard_normal(scores.shape, np.float32)
    most = min(MOST_TWIN if twin else MOST, board.sizes[0])
    order = np.argsort(-_margins(scores, board.sizes, most), kind="stable")
    best = order[:CANDIDATES]
    if twin:
        scores[best] = np.stack([fits(words[at], board.cards, board.language) for at in best]) @ WEIGHTS
        worth = _brought_home(_ranked(scores[best][:, None], most), board.sizes, boldness).mean(1)
    else:
        odd = _odd([words[at] for at in best], parts[best], scores[best], board, most)
        worth = _worth(parts[best], board.sizes, most, draw, boldness, DRAWS) - odd
        # Who was lucky with a few listeners is tried with many.
        finest = np.argsort(-worth.max(1), kind="stable")[:FINALISTS]
        worth[finest] = _worth(parts[best[finest]], board.sizes, most, draw, boldness, MANY) - odd[finest]
        worth[np.setdiff1d(np.arange(len(best)), finest)] -= LOST
    numbers = worth.argmax(1)
    for at in np.argsort(-worth.max(1), kind="stable"):
        yield _idea(words[best[at]], int(numbers[at]) + 1, scores[best[at]], board)
    for at in order[CANDIDATES:]:
        yield _idea(words[at], 1, scores[at], board)


def _idea(clue: str, number: int, scores: Floats, board: Board) -> Clue:
    nearest = np.argsort(-scores[: board.sizes[0]], kind="stable")[:number]
    return Clue(clue, cast(Number, number), tuple(board.own[at] for at in nearest))


def _candidates(board: Board, names: bool) -> list[str]:
    """What is thought of at the own cards, and common words that lie near one of them; each once."""
    found: dict[str, str] = {}
    said_by = norms(board.language)
    if said_by:
        for card in board.own:
            for key, link in said_by.thoughts(card).items():
                if names or " " not in link.thought:
                    found.setdefault(key, link.thought)
            for key, word in said_by.cards_with(card):
                if names or " " not in word:
                    found.setdefault(key, word)
    if words := lexicon(board.language):
        for row in words.near([known for card in board.own if (known := words.meaning(card))], NEAR):
            word = words.clues[row]
            found.setdefault(said_by.key(word) if said_by else word, word)
    return list(found.values())


def _fits(words: Sequence[str], board: Board) -> Floats:
    """What the fit of every candidate to every card is made of, (words, cards, parts)."""
    found = np.zeros((len(words), len(board.cards), len(WEIGHTS)), np.float32)
    if known_words := lexicon(board.language):
        cards = {at: known for at, card in enumerate(board.cards) if (known := known_words.meaning(card))}
        if cards:
            close = known_words.closeness(list(cards.values()), known_words.meanings(words))
            found[:, list(cards), SPACES] = close.transpose(1, 2, 0)
    if said_by := norms(board.language):
        _tie(found, words, board, said_by)
    return found


def _tie(found: Floats, words: Sequence[str], board: Board, said_by: Norms) -> None:
    keys = [said_by.key(word) for word in words]
    for place, card in enumerate(board.cards):
        thoughts = said_by.thoughts(card)
        back = dict(said_by.cards_with(card))
        for at, key in enumerate(keys):
            if key in thoughts:
                found[at, place, THERE] = thoughts[key].strength
            if key in back and (link := said_by.back(words[at], card)):
                found[at, place, BACK] = link.strength


def _margins(scores: Floats, sizes: Sequence[int], most: int) -> Floats:
    """A quick guess at each clue's worth, (clues,): for the best number, how many words it would safely bring home."""
    own = -np.sort(-scores[:, : sizes[0]], axis=1)[:, :most]
    aside = np.repeat(np.array([0.5, 0.0, 1.0], np.float32), sizes[1:])
    danger = (scores[:, sizes[0] :] + aside).max(1) if len(aside) else np.full(len(scores), -1.0, np.float32)
    sure = 1.0 / (1.0 + np.exp(-(own - danger[:, None])))
    return np.asarray(np.cumprod(sure, axis=1).sum(1), np.float32)


def _worth(
    parts: Floats,
    sizes: tuple[int, int, int, int],
    most: int,
    draw: np.random.Generator,
    boldness: float,
    draws: int,
) -> Floats:
    """Expected reward, (candidates, numbers), over so many imagined listeners who guess until wrong or done."""
    clues, cards, kinds = parts.shape
    weights = WEIGHTS * np.exp(TASTE * draw.standard_normal((draws, kinds))).astype(np.float32)
    alone = draw.random(draws) < ALONE
    one = np.eye(kinds, dtype=np.float32)[draw.integers(0, SPACES.stop, draws)] * np.float32(SHARP)
    weights[alone] = one[alone]
    heard = draw.gumbel(size=(draws, cards)).astype(np.float32)[None].repeat(clues, 0)
    heard += (parts[:, :, SPACES] @ weights[:, SPACES].T).transpose(0, 2, 1)
    seen = (draw.random((draws, cards)) >= MISSES).astype(np.float32)
    heard += (parts[:, :, THERE:LETTERS] @ weights[:, THERE:LETTERS].T).transpose(0, 2, 1) * seen
    heard[:, :, cards - sizes[3] :] += np.float32(WARY * 2.0 * (1.0 - boldness))
    return np.asarray(_brought_home(_ranked(heard, most), sizes, boldness).mean(1), np.float32)


def _ranked(heard: Floats, most: int) -> NDArray[np.int64]:
    """The cards that are guessed first, (…, most)."""
    cards = heard.shape[-1]
    # Sorting whole numbers that carry the card in their last digits is several times faster than argsort.
    keys = (heard * np.float32(-(2**20))).astype(np.int64) * cards + np.arange(cards)
    return np.asarray(np.sort(keys, axis=-1)[..., :most] % cards, np.int64)


def _brought_home(guessed: NDArray[np.int64], sizes: tuple[int, int, int, int], boldness: float) -> Floats:
    """Reward for each number, the last axis, of guessing cards in this order until one is not our own."""
    careful = 4.0 ** (1.0 - 2.0 * boldness)  # 1 in the middle, 4 for the most careful, a quarter for the boldest
    rewards = np.repeat(np.array([OWN, CIVILIAN, OTHER, ASSASSIN * careful], np.float32), sizes)
    going = np.cumprod(guessed < sizes[0], axis=-1)
    reached = np.concatenate([np.ones_like(going[..., :1]), going[..., :-1]], axis=-1)
    return np.asarray((rewards[guessed] * reached).cumsum(-1), np.float32)


def _odd(words: Sequence[str], parts: Floats, scores: Floats, board: Board, most: int) -> Floats:
    """What is taken off, (clues, numbers), for rare words, for four cards, and for cards meant without a tie that could be told, where it
    is known what people think of at a card."""
    own, said_by = board.sizes[0], norms(board.language)
    order = np.argsort(-scores[:, :own], axis=1, kind="stable")[:, :most]
    known = np.array([bool(said_by and said_by.thoughts(card)) for card in board.own])
    tied = np.take_along_axis(parts[:, :own, THERE:LETTERS].sum(2), order, 1)
    near = np.take_along_axis(parts[:, :own, SPACES] @ WEIGHTS[SPACES], order, 1)
    untied = np.where(tied > 0, np.clip(FIRM - tied, 0.0, FIRM), np.clip(NEARLY - near, 0.0, 2.0))
    lacking = np.where(known[order], untied, untied / 2)
    known_words = lexicon(board.language)
    row_of = known_words.row_of if known_words else {}
    ranks = np.array([row_of.get(exact(word), COMMON) for word in words], np.float32)
    rare = RARE * np.log2(np.maximum(ranks, COMMON) / COMMON)
    four = np.where(np.arange(order.shape[1]) >= 3, FOUR, 0.0)
    return np.asarray(UNTIED * np.cumsum(lacking, axis=1) + rare[:, None] + four, np.float32)


def _neutral(
    own: Sequence[str], rest: Sequence[str], fallback: Sequence[str], sayable: Callable[[str], bool], rng: random.Random
) -> Clue:
    """The weaker spymaster: among some neutral words, the one whose letters lean most towards one own card."""
    words = [*fallback] or [*english().clues]
    pool = rng.sample(words, min(len(words), 400))

    def lean(word: str) -> tuple[float, float, str]:
        danger = max((alike(word, card) for card in rest), default=0.0)
        near, card = max((alike(word, card) - danger, card) for card in own)
        return near, rng.random(), card  # where no letter is shared, any word is as good

    ranked = sorted(((*lean(word), word) for word in pool), reverse=True)
    found = next(((word, card) for _, _, card, word in ranked if sayable(word)), None)
    if found is None:
        found = next(word for word in (*words, *_any_words()) if sayable(word)), own[0]
    return Clue(found[0], 1, (found[1],))


def _any_words() -> Iterator[str]:
    """Words of last resort, so that a clue is always found."""
    yield from ("".join(letters) for letters in product(ascii_lowercase, repeat=3))
