"""Codenames told to a friend: draw a board as text, dictate the turns, look at the end.

    game = codenames("*TRUNK:red* BEACH:red LEMON:grey STAR:black CLOUD:blue")
    game.play("red clue water 2", "guess STAR")
    assert game.ends("Blue wins: Red touched the assassin")

A starred card has been turned already. A team or an assassin that is not drawn gets one card aside (SPARE, OTHER, DOOM).
A turn names a seat (“red-2 guess STAR”), a team (“red clue water 2”, “blue covers NAIL”), the host or the clock, or, with
no name, whoever is to guess.
"""

from __future__ import annotations

import dataclasses
from typing import Any

from games.codenames import GAME
from games.codenames.events import (
    OTHER,
    CardTurned,
    Challenge,
    Clue,
    Colour,
    Cover,
    Dismiss,
    EndTurn,
    Guess,
    Tag,
    Team,
    TimeUp,
    TurnBegan,
    Untag,
    Uphold,
)
from games.codenames.options import Board, CodenamesOptions
from games.codenames.rules import State
from games.core import (
    CLOCK,
    EVERYONE,
    HOST,
    Action,
    Cancel,
    Kind,
    Pause,
    Resume,
    Seat,
    Told,
)
from games.story import Story
from tests.games import dictated

COLOURS: dict[str, Colour] = {"red": "red", "blue": "blue", "grey": "civilian", "black": "assassin"}
SPARES: dict[str, str] = {"SPARE": "red", "OTHER": "blue", "DOOM": "black"}

ACTIONS: dict[str, Any] = {
    "clue": Clue, "guess": Guess, "tag": Tag, "untag": Untag, "passes": EndTurn, "challenges": Challenge,
    "upholds": Uphold, "dismisses": Dismiss, "covers": Cover, "strikes": TimeUp, "pauses": Pause, "resumes": Resume,
    "cancels": Cancel,
}  # fmt: skip


def codenames(
    board: str = "",
    *,
    red: int = 1,
    blue: int = 1,
    models: str = "",
    host: bool = True,
    seed: str = "a friend's table",
    **options: Any,
) -> Dictated:
    """A table: `red` and `blue` operatives (0: nobody plays that team), all people but the seats named in `models` (“all”:
    every one), a host apart. Without a board the cards are dealt."""
    drawn = [card.strip("*").split(":") for card in board.split()]
    drawn += [[w, c] for w, c in SPARES.items() if board and all(c != colour for _, colour in drawn)]
    if board:
        of = {c: tuple(word for word, colour in drawn if colour == c) for c in COLOURS}
        options["board"] = Board(
            red_words=of["red"], blue_words=of["blue"], civilian_words=of["grey"], assassin_word=of["black"][0],
            board_words=tuple(word for word, _ in drawn),
        )  # fmt: skip
    options.setdefault("together", not (red and blue))
    seats = [f"{team}-{n or 'spymaster'}" for team, count in (("red", red), ("blue", blue)) if count
             for n in range(count + 1)]  # fmt: skip
    machines = seats if models == "all" else models.split()
    kinds: dict[Seat, Kind] = {Seat(seat): "model" if seat in machines else "person" for seat in seats}
    game = Dictated(Story(GAME, CodenamesOptions(**options), seed))
    told = game.story.begin(kinds, host=host).told
    turned = [card.strip("*").split(":")[0] for card in board.split() if card.startswith("*")]
    colours = {word: COLOURS[colour] for word, colour in drawn}
    before = next(i for i, each in enumerate(told) if isinstance(each.event, TurnBegan))
    lying = [
        Told(EVERYONE, CardTurned(word, colours[word], "red" if colours[word] == "red" else "blue", None, "silent"))
        for word in turned
    ]
    game.tell([*told[:before], *lying, *told[before:]])
    return game


class Dictated(dictated.Dictated[State]):
    """A game of Codenames that obeys a friend's words, and keeps what every seat saw."""

    def key(self, seat: str, action: Action | type[Action] = Guess) -> str:
        return super().key(seat, action)

    def turn(self) -> str:
        """Whose turn it is and what is awaited: “red guess”."""
        return f"{self.state.team} {self.state.phase}"

    def news(self, since: int) -> list[str]:
        """What everybody was told from that place of the log on, in sentences."""
        return [self._sentence(told.event) for told in self.story.log[since:] if told.to is None]

    # ── within ──

    def _do(self, seat: Seat, action: Action, key: str) -> None:
        """As a table takes what people write."""
        super()._do(seat, GAME.talks.meant(self.story.view(seat), seat, action, self.names), key)

    def _read(self, turn: str) -> tuple[Seat, Action]:
        who, _, rest = turn.partition(" ")
        if who in ACTIONS:
            who, rest = "", turn
        verb, *words = rest.split()
        action = _action(ACTIONS[verb], " ".join(words))
        return self._seat(who, action), action

    def _seat(self, who: str, action: Action) -> Seat:
        if who in ("clock", "host") or "-" in who:
            return {"clock": CLOCK, "host": HOST}.get(who, Seat(who))
        by_spymaster = isinstance(action, Clue | Cover | Challenge)
        against = isinstance(action, Cover | Challenge)
        team: Team = who or (OTHER[self.state.team] if against else self.state.team)  # type: ignore[assignment]
        return Seat(f"{team}-spymaster") if by_spymaster else self.state.guessers(team)[0]


def _action(kind: Any, words: str) -> Action:
    if kind is Clue:
        word, _, number = words.partition(" ")
        return Clue(word, int(number) if number.isdecimal() else number)  # type: ignore[arg-type]
    return kind(words) if dataclasses.fields(kind) and words else kind()
