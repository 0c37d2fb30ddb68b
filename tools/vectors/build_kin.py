"""Lays games/codenames/kin_en.txt: where English word-building deceives, by what WordNet says of the words.

Run it once, from the repository's root; it takes a minute:

    apt-get install wordnet-base
    python -m tools.vectors.build_kin

The rules in `games/codenames/tongues/english.py` propose: “archery” may have grown from “archer”, “cargo” may be put together of “car” and “go”. What
they propose for a word of WordNet's holds when something speaks for it: WordNet points from the one to the other, the
definition of the one speaks of the other (an iceberg is “a large mass of ice”), or the two are close in the built-in
player's spaces. Kin that WordNet points to and no rule proposes (choice and choose) comes on top. Only words about which the
rules are wrong stand in the file; all others, and words that WordNet does not know, go by rule.
"""

from __future__ import annotations

import argparse
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import chain
from pathlib import Path
from typing import NamedTuple

import numpy as np

from games.codenames.spelling import fold
from games.codenames.tongues.english import English
from games.codenames.tongues.tongue import SHORTEST_PART
from games.codenames.vectors import english


def entries(path: Path) -> list[str]:
    """The lines of a database file without its licence, which stands indented above them; see wndb(5WN)."""
    return [line for line in path.read_text("utf-8").splitlines() if not line.startswith("  ")]


def spoken(text: str) -> list[str]:
    """The words of a definition or of lemmas ("rain_cats_and_dogs"); what is shorter tells nothing."""
    return re.findall(r"[a-z]{3,}", re.sub(r"\(\w+\)", "", text.lower()))


DERIVED, OPPOSITE = {"+", "\\"}, {"!"}
AROUND = {"@", "@i", "+", "\\", "&", "#p", "%p", "#m", "#s", "%s", ";c"}
"""Meanings so near that their words count as words of the definition."""
VESSELS = {"ship", "vessel", "aircraft", "spacecraft", "helicopter"}
"""What WordNet calls a thing that is a -ship, and no state of being."""
LOOSE = {"sub", "non", "pre", "mis", "dis", "anti", "inter", "trans", "semi", "multi", "con", "pro", "rep"}
"""Beginnings that are words only in a pinch."""
CLOSE = 0.45
"""The mean likeness in the player's spaces from which two words that look akin are."""
CLOSER = 0.6
"""The same where one has but three letters."""
LONG = {3: 0.85, 4: 0.81, 5: 0.7}
"""The same for endings of four letters and more, which seldom turn up by accident."""
PLAIN = {"less", "ful", "ness"}
UNKNOWN = 0.15
"""The likeness of a word that the player does not know."""
SURE = {3: 0.97, 4: 0.93, 5: 0.93}
"""From which share of supported words on an ending is trusted, by the length of what it ends."""
PRODUCTIVE = 3
"""How many compounds a word begins or ends before it is expected to."""


class Net:
    """What WordNet says of single words and which of them it holds for kin."""

    def __init__(self, folder: Path, rules: English) -> None:
        self.rules = rules
        self.glosses: dict[str, list[str]] = defaultdict(list)
        self.near: dict[str, set[str]] = defaultdict(set)
        self.kin: dict[str, set[str]] = defaultdict(set)
        self.tagged: Counter[str] = Counter()
        self.verbs: set[str] = set()
        self.adjectives: set[str] = set()
        self.apart: dict[str, str] = {}
        synsets: dict[str, tuple[list[str], list[str]]] = {}
        for pos, name in (("n", "noun"), ("v", "verb"), ("a", "adj"), ("r", "adv")):
            for line in entries(folder / f"data.{name}"):
                data, _, gloss = line.partition("|")
                offset, _, _, count, *f = data.split()
                at = 2 * int(count, 16)
                words = [re.sub(r"\(\w+\)", "", word) for word in f[:at:2]]
                synsets[pos + offset] = words, f[at + 1 :]
                for word in map(str.lower, words):
                    self.glosses[word].append(gloss.split('; "')[0])
                    head, _, tail = word.replace("-", "_").partition("_")
                    if tail.isalpha():
                        self.apart[head + tail] = head
            for line in entries(folder / f"index.{name}"):
                word, *f = line.split()
                self.tagged[word] += int(f[-int(f[1]) - 1])
                if pos == "v":
                    self.verbs.add(word)
                elif pos == "a" and self.tagged[word] < 2 * int(f[-int(f[1]) - 1]) + 1:
                    self.adjectives.add(word)
        self.pairs: set[tuple[str, str, str]] = set()
        for words, f in synsets.values():
            for sign, offset, pos, ends in zip(f[::4], f[1::4], f[2::4], f[3::4], strict=False):
                if (there := pos.replace("s", "a") + offset) not in synsets:
                    continue
                others = synsets[there][0]
                if sign in AROUND:
                    for word in words:
                        self.near[word.lower()].update(spoken(" ".join(others)))
                if sign in DERIVED | OPPOSITE and ends != "0000":
                    one, two = words[int(ends[:2], 16) - 1].lower(), others[int(ends[2:], 16) - 1].lower()
                    if one != two and one.isalpha() and two.isalpha():
                        if sign in DERIVED or one.endswith(two):
                            self.kin[one].add(two)
                            self.kin[two].add(one)
                        if sign in DERIVED:
                            self.pairs.add((one, two, sign))
            for word in map(str.lower, words):
                self.near[word].update(x for other in words if other.lower() != word for x in spoken(other))
        self.lexicon = english()
        # One net is read in a run: what it was asked is kept with it.
        self.told = cache(self._told)
        self.support = cache(self._support)

    def _told(self, word: str) -> frozenset[str]:
        """The dictionary forms of the words with which a word is defined."""
        said = self.near[word] | set(spoken(" ".join(self.glosses[word]))) - {word}
        return frozenset(lemma for each in said for lemma in self.rules.lemmas(each))

    def parted(self, word: str, head: str, half: str) -> float:
        """What speaks for a half of a compound: it is also written in two words, or what speaks for kin."""
        return 1.0 if self.apart.get(word) == head else self.support(word, half)

    def _support(self, word: str, other: str) -> float:
        """What speaks for two words that look akin: 1 for WordNet's word, else how near they are in the player's spaces."""
        if other in self.kin[word] or self.kin[word] & self.kin[other]:
            return 1.0
        for one, two in ((word, other), (other, word)):
            if two in self.told(one) or any(kin.startswith(two) for kin in self.kin[two] & self.told(one)):
                return 1.0
        if word.endswith("ed") and other in self.verbs and len(other) > SHORTEST_PART:
            return 1.0
        return self.likeness(word, other)

    def deceptive(self, word: str, base: str) -> bool:
        """Whether letters may be alike by accident: of short words, and of nouns that end as adjectives do: bunny, not baggy."""
        return word not in self.adjectives and (
            len(base) == SHORTEST_PART or (word.endswith("y") and not word.endswith(base))
        )

    def near_enough(self, word: str, base: str) -> bool:
        """Whether what speaks for it is enough."""
        return self.support(word, base) >= (CLOSER if self.deceptive(word, base) else CLOSE)

    def likeness(self, word: str, other: str) -> float:
        """How near two words are in the player's spaces."""
        if word not in self.lexicon.row_of:
            return UNKNOWN
        rows = self.lexicon.row_of.get(word), self.lexicon.row_of.get(other)
        if None in rows or rows[0] == rows[1]:
            return 0.0
        each = [space.rows[list(rows)].astype(np.float64) for space in self.lexicon.spaces]  # type: ignore[index]
        near = np.mean([a @ b / max(np.linalg.norm(a) * np.linalg.norm(b), 1e-9) for a, b in each])
        return min(max(float(near), 0.0), 0.99)


def shared(one: str, two: str) -> int:
    """How many letters two words begin with alike."""
    return next((at for at, (a, b) in enumerate(zip(one, two, strict=False)) if a != b), min(len(one), len(two)))


def looks_akin(one: str, two: str, sign: str) -> bool:
    """Whether two words that WordNet calls kin are also spelled so: solar is no form of sun to a player."""
    return shared(one, two) >= (2 if sign == "+" and min(len(one), len(two)) <= 5 else 3)


def begins_like(word: str, other: str) -> bool:
    """Whether a word of the definition may be what the word grew from, by an ending that no rule knows."""
    alike = shared(word, other)
    return alike >= max(4, len(other) - 1) and len(other) < len(word) <= alike + 4


def bases(net: Net) -> dict[str, set[str]]:
    """Of every word what it grew from: what the rules propose and something speaks for, and what WordNet points to."""
    proposed = {word: {base for base in net.rules.grown_from(word) if base in net.glosses} for word in words(net)}
    tries, right = Counter[tuple[str, int, bool]](), Counter[tuple[str, int, bool]]()
    for word, base in ((word, base) for word, each in proposed.items() for base in each):
        kind = (*ending(word, base), word in net.adjectives)
        tries[kind] += 1
        right[kind] += net.near_enough(word, base)

    def holds(word: str, base: str) -> bool:
        """An ending that is nearly always right needs nobody's word: who has no child is childless."""
        kind = (*ending(word, base), word in net.adjectives)
        usual, often = right[kind] / tries[kind], tries[kind] >= 20
        much = net.support(word, base)
        plain = (len(kind[0]) > 3 and usual >= LONG[kind[1]]) or (kind[0] in PLAIN and kind[1] > SHORTEST_PART)
        return (
            net.near_enough(word, base)
            or (often and plain)
            or (kind[0] == "y" and kind[1] > SHORTEST_PART and word in net.adjectives and much >= UNKNOWN)
            or (often and usual >= SURE[kind[1]] and not net.deceptive(word, base))
            or (kind[1] == 5 and usual >= 0.75 and much >= 0.2)
        )

    grown = {word: {base for base in each if holds(word, base)} for word, each in proposed.items()}
    for word, each in grown.items():
        if not each:
            near = (near for near in net.told(word) if begins_like(word, near))
            each |= {
                base
                for base in near
                if len(base) > 4 and not any(word[at:] in net.glosses for at in (len(base) - 1, len(base)))
            }
    for one, two, sign in net.pairs:
        if looks_akin(one, two, sign):
            # The simpler of the two is the one that others lead to as well.
            basis, word = sorted((one, two), key=lambda w: (len(w), -net.tagged[w], w))
            grown.setdefault(word, set()).add(basis)
    return grown


def ending(word: str, base: str) -> tuple[str, int]:
    """What a word has beyond its base, and how long that is: short ones turn up by accident."""
    beyond = word[: -len(base)] + "-" if word.endswith(base) else word[shared(word, base) :]
    return beyond.removeprefix(base[-1]) if len(beyond) > 2 else beyond, min(len(base), 5)


def compounds(net: Net, grown: dict[str, set[str]]) -> tuple[dict[str, set[str]], set[str], set[str]]:
    """Of every word the halves it is put together of, and the words that begin and end compounds."""
    cuts: dict[str, list[Cut]] = {}
    odd: dict[str, str] = {}
    for word in words(net):
        for at in range(SHORTEST_PART, len(word) - SHORTEST_PART + 1):
            head, tail = word[:at], word[at:]
            derived = any(base.startswith(head) and word.startswith(base[:-1]) for base in grown[word])
            # WordNet speaks of a steamship, not of friendship, as of a ship.
            vessel = tail == "ship" and not VESSELS.isdisjoint(net.told(word))
            if head in LOOSE or (derived and not vessel):
                continue  # what is derived is taken apart in its base: a leadership is no leaders' hip
            linked = len(head) > SHORTEST_PART and head not in net.glosses and "s" + tail not in net.glosses
            half = head.removesuffix("s") if linked else head
            if half in net.glosses and tail in net.glosses:
                cut = Cut(half, tail, net.parted(word, head, half), net.parted(word, head, tail))
                # A battleship is a ship, a friendship is none.
                if (
                    tail not in net.rules.barren
                    or vessel
                    or (len(head) > SHORTEST_PART and net.likeness(word, tail) >= 0.5)
                ):
                    cuts.setdefault(word, []).append(cut)
            # A mermaid is a maid, whatever a mer is.
            elif (
                tail in net.glosses
                and len(tail) > SHORTEST_PART
                and tail not in net.rules.barren | grown[word]
                and net.likeness(word, tail) >= 0.25
                and net.support(word, tail) == 1
            ):
                odd[word] = tail
    told = [cut for each in cuts.values() for cut in each if max(cut.by_head, cut.by_tail) == 1]
    heads, tails = Counter(cut.head for cut in told), Counter(cut.tail for cut in told)
    begins = {head for head, count in heads.items() if count >= PRODUCTIVE}
    finish = {tail for tail, count in tails.items() if count >= PRODUCTIVE}

    def holds(cut: Cut) -> bool:
        usual = (cut.head in begins, cut.tail in finish)
        if max(cut.by_head, cut.by_tail) == 1:
            other = cut.by_head < cut.by_tail
            half, support, often = (cut.head, cut.by_head, usual[0]) if other else (cut.tail, cut.by_tail, usual[1])
            return len(half) > SHORTEST_PART or often or support >= 0.2
        short = min(len(cut.head), len(cut.tail)) == SHORTEST_PART
        support = cut.by_head + cut.by_tail
        if short:
            return support >= (0.4 if all(usual) else 0.65)
        return support >= (0.2 if any(usual) else 0.35)

    found = {word: {tail} for word, tail in odd.items()}
    for word, each in cuts.items():
        if kept := [cut for cut in each if holds(cut)]:
            found[word] = set(max(kept, key=lambda cut: (cut.by_head + cut.by_tail, len(cut.head)))[:2])
    return found, begins, finish


class Cut(NamedTuple):
    """A word cut in two, and what speaks for either half."""

    head: str
    tail: str
    by_head: float
    by_tail: float


def words(net: Net) -> Iterator[str]:
    """Words of WordNet's, and what it writes in two words where others write one."""
    told = (word for word in net.apart if word not in net.glosses and net.rules.known(word))
    return (
        word for word in chain(net.glosses, told) if word.isalpha() and word.isascii() and len(word) > SHORTEST_PART
    )


def one_spelling(rules: English, each: Iterable[str]) -> set[str]:
    return set(chain.from_iterable(map(rules.spellings, each)))


def wrapped(each: Iterable[str]) -> str:
    return "\n".join(re.findall(r".{1,110}(?: |$)", " ".join(sorted(each))))


def main() -> None:
    parser = argparse.ArgumentParser(description="Lay the table of English word families and compounds.")
    parser.add_argument("--wordnet", type=Path, default=Path("/usr/share/wordnet"), help="WordNet 3.0 database folder")
    parser.add_argument("--out", type=Path, default=Path(__file__).parents[2] / "games" / "codenames" / "kin_en.txt")
    args = parser.parse_args()
    rules = English(laid=False)
    net = Net(args.wordnet, rules)
    rules.short = frozenset(word for word in net.glosses if len(word) == SHORTEST_PART)
    grown = bases(net)
    halves, heads, tails = compounds(net, grown)
    stems = Counter(base for each in grown.values() for base in each if len(base) == SHORTEST_PART)
    rules.short = frozenset(base for base, count in stems.items() if count >= PRODUCTIVE)
    rules.heads, rules.tails = frozenset(heads), frozenset(tails)
    found: dict[str, tuple[set[str], set[str]]] = {}
    for word in words(net):
        if fold(word) == word and (net.tagged[word] or word in net.lexicon.row_of or rules.known(word)):
            # What is rarer goes by rule, though that may err. Two spellings of a word stand as one.
            kin, parts = found.setdefault(one_spelling(rules, [word]).pop(), (set(), set()))
            kin |= one_spelling(rules, grown.get(word, ()))
            parts |= halves.get(word, set())
    lines = [
        " ".join((word, *sorted(kin - {word}))) + ("=" + " ".join(sorted(parts)) if parts else "")
        for word, (kin, parts) in sorted(found.items())
        if (kin - {word}, parts) != (one_spelling(rules, rules.grown_from(word)), rules.put_together_of(word))
    ]
    args.out.write_text(
        f"# What WordNet 3.0 says of English words where the rules are wrong, laid by tools/vectors/build_kin.py;"
        f" its licence stands in vectors/README.md.\n\n[heads]\n{wrapped(heads)}\n[tails]\n{wrapped(tails)}\n[short]\n{wrapped(rules.short)}\n"
        "[kin]\n# word, what it grew from, = what it is put together of\n" + "\n".join(lines) + "\n",
        "utf-8",
    )


if __name__ == "__main__":
    main()
