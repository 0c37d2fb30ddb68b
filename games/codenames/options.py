"""What a host may choose in Codenames: words, a board of their own, the rules that differ from table to table, timers."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Self

from pydantic import BaseModel, ConfigDict, Field, field_validator, model_validator

from games.codenames import packs
from games.codenames.events import Colour, Rules, Team
from games.codenames.spelling import fold
from games.core import Limit, Options

STANDARD = 25


class Board(BaseModel):
    """A board with its key, in the form of the seed's word list. ValueError lists every mistake, a sentence each."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    red_words: tuple[str, ...]
    blue_words: tuple[str, ...]
    civilian_words: tuple[str, ...] = ()
    assassin_word: str = ""
    board_words: tuple[str, ...] = ()

    @model_validator(mode="after")
    def _check(self) -> Self:
        mistakes = list(_board_mistakes(self))
        if mistakes:
            raise ValueError(" ".join(mistakes))
        return self

    @property
    def words(self) -> tuple[str, ...]:
        return self.board_words or (*self.red_words, *self.blue_words, *self.civilian_words, self.assassin_word)

    @property
    def starts(self) -> Team:
        return "blue" if len(self.blue_words) > len(self.red_words) else "red"

    @property
    def key(self) -> tuple[Colour, ...]:
        colours: dict[str, Colour] = {fold(self.assassin_word): "assassin"}
        colours |= {fold(word): "red" for word in self.red_words}
        colours |= {fold(word): "blue" for word in self.blue_words}
        colours |= {fold(word): "civilian" for word in self.civilian_words}
        return tuple(colours[fold(word)] for word in self.words)


def _board_mistakes(board: Board) -> list[str]:
    lists = {
        "red_words": board.red_words,
        "blue_words": board.blue_words,
        "civilian_words": board.civilian_words,
        "assassin_word": (board.assassin_word,) if board.assassin_word.strip() else (),
    }
    mistakes = [
        f"“{name}” is empty: each team needs a word." for name in ("red_words", "blue_words") if not lists[name]
    ]
    if not lists["assassin_word"]:
        mistakes.append("“assassin_word” is missing: every board has an assassin.")
    where: dict[str, str] = {}
    for name, words in lists.items():
        for word in words:
            key = fold(word)
            if wrong := packs.fault(word):
                mistakes.append(f"In {name} there is something that cannot lie on a board: {wrong}.")
            elif key in where and where[key] == name:
                mistakes.append(f"“{word}” stands twice in {name}.")
            elif key in where:
                mistakes.append(f"“{word}” stands in both {where[key]} and {name}.")
            where.setdefault(key, name)
    if board.board_words:
        folded = [fold(word) for word in board.board_words]
        mistakes += [
            f"“{w}” stands twice in board_words." for i, w in enumerate(board.board_words) if folded[i] in folded[:i]
        ]
        mistakes += [f"“{w}” is in board_words but has no colour." for w in board.board_words if fold(w) not in where]
        missing = [w for words in lists.values() for w in words if fold(w) not in folded]
        mistakes += [f"“{w}” has a colour but is not in board_words." for w in missing]
    return mistakes


class CodenamesOptions(Options):
    """Titles and descriptions are what `/codenames start`, the terminal and the lobby show."""

    pack: str = Field("english", title="Words", description="Which word pack to deal from")
    words: tuple[str, ...] = Field(
        (), title="Own words", description="Your own list of 25 words or more, instead of a pack"
    )
    board: Board | None = Field(None, title="Own board", description="A whole board with its key, as JSON")
    together: bool = Field(
        False,
        title="One team",
        description="Everybody plays one team against a silent opponent; the score is the turns",
    )
    zero_and_unlimited: bool = Field(True, title="0 and ∞", description="Allow the clue numbers 0 and unlimited")
    may_pass_at_once: bool = Field(False, title="Pass at once", description="A team may end its turn without a guess")
    majority: bool = Field(False, description="More than half of a team's operatives must agree on a guess")
    names: bool = Field(False, title="Long names", description="Proper names of several words may be clues")
    challenges: bool = Field(True, description="Spymasters may challenge the other team's clues")
    look_ups: bool = Field(
        False,
        title="Look-ups",
        description="Models may look up which cards are near a word, and whether it may be said",
    )
    timers: bool = Field(True, description="Play against the clock (games without people never do)")
    clue_seconds: Limit = Field(180, description="Seconds to give a clue; 0: no limit")
    guess_seconds: Limit = Field(120, description="Seconds for each guess; 0: no limit")
    first_clue_extra: int = Field(
        60, ge=0, le=86400, title="First clue, more seconds", description="More seconds for the first clue"
    )

    @field_validator("pack")
    @classmethod
    def _known(cls, name: str) -> str:
        packs.pack(name)
        return name

    @field_validator("words")
    @classmethod
    def _enough(cls, words: tuple[str, ...]) -> tuple[str, ...]:
        return packs.read_words("\n".join(words)) if words else ()

    @classmethod
    def suggestions(cls, field: str) -> tuple[str, ...]:
        return tuple(packs.packs()) if field == "pack" else ()

    @property
    def language(self) -> str:
        """The language whose forms a clue is judged by; own words are taken to be in the pack's."""
        return packs.pack(self.pack).language

    @property
    def deck(self) -> tuple[str, ...]:
        return self.words or packs.pack(self.pack).words

    @property
    def rules(self) -> Rules:
        rules = Rules(**{each.name: getattr(self, each.name) for each in fields(Rules)})
        return rules if self.timers else replace(rules, clue_seconds=0, guess_seconds=0)
