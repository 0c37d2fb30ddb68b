"""Writes docs/prompts.md, what models are sent in each game, word for word: `python -m tools.prompts`.

Built-in players play each game from one seed; where one of its questions is asked that is worth showing, it is written down what a
model in that seat would have been sent.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bot.players.completions import Sent
from bot.players.ladder import Rung
from bot.players.model import ModelPlayer
from bot.players.purse import Purse
from bot.players.seating import personas
from bot.players.spec import ModelSpec
from bot.ports import Brief, PlayerFailed
from games import all_games
from games.core import EVERYONE, Ask, Game, IllegalAction, Seat, Temper, dice_for
from games.story import Story

FILE = Path(__file__).parents[1] / "docs" / "prompts.md"
SEED = "prompts"
NAMES = (*(each.name for each in personas().values()), "Iris")

HEAD = f"""# What models are sent

Every prompt of the house once, in full, as a game from the seed “{SEED}” brings it about: `python -m tools.prompts` writes this
page, and a test holds it to what the code sends.

**None of these prompts was tried with a capable model here**: none was at hand. A small one on one's own machine answers in form, and
plays without sense. Whoever has a capable one can judge them by this page, and measure what code adds for a model besides
the rules and what its seat heard by playing with `bare = true` in its table of models.toml (or `MASQUERADE_BARE=true`) and without.
"""


@dataclass(frozen=True)
class Moment:
    """A question worth showing: its key begins so, after so many moves at least."""

    title: str
    key: str
    after: int = 0
    spec: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Shown:
    """A game, as it is played for this page, and what of it is shown."""

    name: str
    options: Mapping[str, Any]
    moments: tuple[Moment, ...]


PAGE = (  # every game, in the order of the page
    Shown(
        "town",
        {},
        (
            Moment("Asked how eager it is to speak", "bid:2"),
            Moment("It has the floor", "floor:2"),
            Moment("The same, in few words", "floor:2", spec={"briefing": "compact"}),
            Moment("The same, bare", "floor:2", spec={"bare": True}),
            Moment("By night", "night:2"),
            Moment("It sums up the day", "summary:"),
        ),
    ),
    Shown(
        "mystery",
        {},
        (
            Moment("By night", "night:"),
            Moment("Talk by day", "talk:2:2"),
            Moment("A vote", "vote:2"),
            Moment("The same, in few words", "vote:2", spec={"briefing": "compact"}),
            Moment("The same, bare", "vote:2", spec={"bare": True}),
        ),
    ),
    Shown("codenames", {}, (Moment("A spymaster's clue", "clue:", 6), Moment("An operative's guess", "guess:", 6))),
    Shown("liars-dice", {}, (Moment("A bid", "bid:", 4),)),
    Shown(
        "duet",
        {"pair": "bargaining"},
        (
            Moment("The manager's display", "display:", 3),
            Moment("A price to name", "move:", 6),
            Moment("A price to answer", "move:", 8),
        ),
    ),
)


class _Listening:
    """An endpoint that hears what it is sent, and answers nothing."""

    def __init__(self, spec: ModelSpec) -> None:
        self.spec, self.purse, self.sent = spec, Purse(), list[Sent[Any]]()

    async def ask(self, write: Callable[[Rung], Sent[Any]], *_: object) -> Any:
        self.sent.append(write(Rung(self.spec.reply)))
        raise PlayerFailed("only listened")

    move = ask


def sent(brief: Brief, spec: Mapping[str, Any]) -> Sent[Any] | None:
    """What a model is sent that is given this; None where it is not asked at all."""
    listening = _Listening(ModelSpec("a model", "http://somewhere.test/v1", context=128_000, **spec))
    voice = (
        personas()[brief.names[brief.seat].casefold()].voice if brief.names[brief.seat].casefold() in personas() else ""
    )
    with suppress(PlayerFailed):
        asyncio.run(ModelPlayer(listening, voice).move(brief))  # type: ignore[arg-type]
    return listening.sent[0] if listening.sent else None


def briefed(story: Story[Any], seat: Seat) -> Brief:
    """What a seat is given."""
    names = {each: NAMES[n % len(NAMES)] for n, each in enumerate(story.seats)}
    heard = [told for told in story.log if told.heard_by(seat)]
    private = frozenset(n for n, told in enumerate(heard) if told.to is not EVERYONE)
    return Brief(story.game, "a table", seat, story.view(seat), story.heard(seat), story.asks(seat), names, private)


def moves(game: Game[Any], options: Mapping[str, Any], seed: str = SEED) -> Iterator[tuple[int, Story[Any], Seat, Ask]]:
    """A game as built-in players play it, from before each move: how many there were, and what is asked of whom."""
    chosen = game.lobby.options.model_validate(options)
    seats = game.lobby.seats(chosen, [frozenset()], dice_for("x", 0)).seats
    story, dice, count = Story(game, chosen, seed), random.Random(seed), 0
    story.tell(story.begin(dict.fromkeys(seats, "model")))
    while not story.outcome:
        before = count
        for seat in story.seats:
            for ask in story.asks(seat):
                if ask.need == "none" and not ask.invites:
                    continue
                yield count, story, seat, ask
                with suppress(IllegalAction):
                    action = game.policy.autoplay(story.view(seat), seat, ask, dice, Temper())
                    story.tell(story.decide(seat, action, ask.key))
                    count += 1
                break
        if count == before:
            return


def shown(page: Shown) -> Iterator[str]:
    """What of a game is shown, as Markdown."""
    game = all_games()[page.name]
    yield f"## {game.title}\n"
    left = list(page.moments)
    for count, story, seat, ask in moves(game, page.options):
        for moment in [each for each in left if ask.key.startswith(each.key) and count >= each.after]:
            if (found := sent(briefed(story, seat), moment.spec)) is not None:
                left.remove(moment)
                yield from _written(moment.title, game.shows.seat_title(seat), found)
        if not left:
            return
    raise ValueError(f"{page.name}: nobody was asked {', '.join(each.title for each in left)}")


def _written(title: str, seat: str, found: Sent[Any]) -> Iterator[str]:
    messages = found.messages()
    size = sum(len(each["content"]) for each in messages)
    yield f"### {title}\n\n{seat}; {size:,} characters, some {round(size / 4, -2):,.0f} tokens.\n"
    for each in messages:
        yield f"**{each['role']}**\n\n~~~text\n{each['content']}\n~~~\n"


def written() -> str:
    """The whole page."""
    return "\n".join((HEAD, *(line for page in PAGE for line in shown(page))))


def main() -> None:
    FILE.write_text(written(), encoding="utf-8")


if __name__ == "__main__":
    main()
