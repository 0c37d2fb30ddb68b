"""The seed's free protocol, for a pair without a header: the manager keeps the rules and the sums, and turns to the player by tags.

The manager writes: a block for the player, which alone hears it and answers; or else a display, and then it is the human's
turn to write. What the seats of such a game are sent and shown is what they wrote, and what was written to them.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Iterator, Sequence
from itertools import takewhile

from games.core import (
    EVERYONE,
    Action,
    Ask,
    Audience,
    Dice,
    Event,
    IllegalAction,
    Outcome,
    Paused,
    Prompt,
    Seat,
    Temper,
    Told,
    altered,
    escape,
    require,
    state,
    tidy_lines,
)
from games.duet import protocol, scenes
from games.duet.events import (
    HUMAN,
    MANAGER,
    PLAYER,
    SIDES,
    Answered,
    Asked,
    Ended,
    Show,
    Shown,
    Spoke,
    Stop,
    Turned,
    Write,
    Wrote,
)
from games.duet.prompts import Turn, addressed, page
from games.duet.state import LONGEST_DISPLAY, LONGEST_WORDS, PASS, Duet, Message
from games.scene import Block, Control, Scene, Text, Timer

WARNINGS = 2
"""After so many the manager's next display that tells both sides' secrets stops the game."""


@state
class State(Duet):
    """Whose turn it is to write (`to`), in which of its turns, and how often the manager has turned to the player in it."""

    hops: int = 3
    most_turns: int = 100
    to: Seat | None = None
    turn: int = 0
    hop: int = 0

    @property
    def open(self) -> bool:
        """Whether what passes between the manager and the human is for everybody. A person in the player's place reads what
        everybody reads, and then it is not."""
        return self.kind(PLAYER) != "person"


def evolve(s: State, event: Event) -> State:
    """Folds one event."""
    match event:
        case Wrote(text=text, again=again):
            return _wrote(_wrote(s, "wrote", text), "warned", again)
        case Asked(text=text) | Answered(text=text):
            return _wrote(s, type(event).__name__.lower(), text)
        case Spoke(text=text):
            return _wrote(s, "spoke", text, s.open)
        case Shown(text=text):
            return _wrote(s, "shown", text, s.ended or s.open)
        case Turned(to=to, turn=turn, hop=hop):
            return altered(s, to=to, turn=turn, hop=hop)
        case Ended(why=why):
            return altered(s, ended=True, why=why, to=None, closed=True)
    return s


def _wrote(s: State, how: str, text: str, open: bool = False) -> State:
    return altered(s, messages=(*s.messages, Message(how, text, open))) if text else s


def outcome(s: State) -> Outcome | None:
    """Nobody wins where only the manager knows who is ahead."""
    return Outcome(frozenset(), s.why) if s.closed else None


def _between(s: State) -> Audience:
    """Who hears what passes between the manager and the human."""
    return EVERYONE if s.open else frozenset({HUMAN, MANAGER})


# ── what is asked ─────────────────────────────────────────────────────────────────────────────────────────────────────


def asks(s: State, seat: Seat) -> tuple[Ask, ...]:
    """The open questions, from the table's state or the seat's own view."""
    if s.ended or seat != s.to:
        return ()
    key = f"turn:{s.turn}:{s.hop}"
    if seat == MANAGER:
        warned = sum(each.how == "warned" for each in s.messages)
        text = "Write the display for the human, or a block for the player."
        return (Ask(f"{key}:{warned}", text, "each", forms=(Show,), late="autoplay", examples=_AS_MANAGER),)
    if seat == PLAYER:
        # What is asked of it is the block, and whoever sits there reads it before.
        block = next((each.text for each in reversed(s.messages) if each.how == "asked"), "")
        return (
            Ask(key, block, "each", forms=(Write,), within=s.within, late="autoplay", private=not s.open, known=True),
        )
    return (
        Ask(key, "It is your turn.", "each", choices=(Stop(),), forms=(Write,), within=s.within, default=Stop(),
            private=not s.open, known=True),
    )  # fmt: skip


_AS_MANAGER = (
    Show(f"[{protocol.TURN}]\nWhat do you say?\n[/{protocol.TURN}]"),
    Show("The player thinks it over. What do you write?"),
    Show(f"That was all. [{protocol.OVER}]"),
)


def decide(s: State, seat: Seat, action: Action, dice: Dice) -> list[Told]:
    """What an action brings about. IllegalAction says why not."""
    match action:
        case Show(text=text):
            return _managed(s, tidy_lines(text))
        case Write(text=text) if seat == PLAYER:
            answer = protocol.said(tidy_lines(text), LONGEST_WORDS)
            return [
                Told(frozenset({PLAYER, MANAGER}), Answered(answer)),
                Told(EVERYONE, Turned(MANAGER, s.turn, s.hop)),
            ]
        case Write(text=text):
            return [
                Told(_between(s), Spoke(protocol.said(tidy_lines(text), LONGEST_WORDS))),
                Told(EVERYONE, Turned(MANAGER, s.turn + 1, 0)),
            ]
    return [Told(EVERYONE, Ended("{human} ended the game."))]


def why_not(s: State, seat: Seat, action: Action) -> None:
    require(seat == s.to and not s.ended, "It is not your turn.")
    raise IllegalAction("Write your answer.")


def _managed(s: State, text: str) -> list[Told]:
    """What the manager wrote: a block, a display, or something to be written again."""
    if not text:
        raise IllegalAction("You wrote nothing.")
    if len(text) > LONGEST_DISPLAY:
        raise IllegalAction(f"That is {len(text)} characters long; {LONGEST_DISPLAY} is the most.")
    written = protocol.read(text)
    if written.wrong:
        raise IllegalAction(written.wrong)
    if written.block and s.hop >= s.hops:
        raise IllegalAction(
            f"You have asked the player {s.hop} times since the human wrote: now write what the human is to see."
        )
    if again := _secrets_warning(s, written):
        kept = Told(frozenset({MANAGER}), Wrote(text, again))
        return [kept, _stopped(s)] if _warned(s) >= WARNINGS else [kept]
    if written.block:
        return [
            Told(frozenset({MANAGER}), Wrote(text)),
            Told(frozenset({PLAYER}), Asked(written.block)),
            Told(EVERYONE, Turned(PLAYER, s.turn, s.hop + 1)),
        ]
    if not written.display:
        raise IllegalAction("There is nothing in it for the human to see.")
    shown = Told(_between(s), Shown(0, written.display))
    if written.over or s.turn >= s.most_turns:
        why = "The manager ended the game." if written.over else f"{s.most_turns} turns are over."
        # Once it is over there is nothing left to keep from the player's side.
        last = [Told(EVERYONE, Ended(why)), Told(EVERYONE, shown.event)]
        return last if shown.to is not None else [shown, last[0]]
    return [shown, Told(EVERYONE, Turned(HUMAN, s.turn, s.hop))]


def _secrets_warning(s: State, written: protocol.Written) -> str:
    """A sentence for a manager that writes what both sides keep to themselves where one of them reads it, while the game
    goes on. What a side has just written itself is no secret of theirs."""
    prompt = s.prompt(MANAGER)
    if prompt is None or written.over:
        return ""
    last = {each.how: each.text for each in s.messages if each.how in ("spoke", "answered")}
    said = protocol.secrets_told(secrets := protocol.secrets_in(prompt.text), "\n".join(last.values()))
    told = [each for each in protocol.secrets_told(secrets, written.block or written.display) if each not in said]
    if len(told) < 2:
        return ""
    reader = "the player" if written.block else "the human"
    return (
        f"What you wrote for {reader} holds private values of both sides ({', '.join(told)}). Write it again without what "
        f"{reader} is not to know."
    )


def _warned(s: State) -> int:
    """How often the manager has been warned since anybody read or wrote anything else."""
    return len(list(takewhile(lambda each: each.how in ("wrote", "warned"), reversed(s.messages)))) // 2


def _stopped(s: State) -> Told:
    """A manager that will not keep the secrets: people decide how it goes on, and a game without them is over."""
    why = f"The manager would have shown what both sides keep to themselves, {WARNINGS + 1} times in a row; nobody read it."
    if any(s.kind(seat) == "person" for seat in SIDES):
        return Told(EVERYONE, Paused(f"{why} Let it try again, or end the game."))
    return Told(EVERYONE, Ended(why))


# ── what stands in ────────────────────────────────────────────────────────────────────────────────────────────────────

LOST = "No display was written this time. Write your move once more, or end the game."
"""What is shown when no model manages a game without a header: code cannot, as only the manager's prompt has its rules."""


def autoplay(s: State, seat: Seat, ask: Ask, rng: random.Random, temper: Temper = Temper()) -> Action:  # noqa: B008
    """What stands in for somebody can do no more than let the game go on."""
    return Show(LOST) if seat == MANAGER else Write(PASS)


# ── what is sent ──────────────────────────────────────────────────────────────────────────────────────────────────────

OPENING = "Begin the game now: write what {human} is to see first."
STOPS = frozenset({"[stop]", "stop", "[game_over]"})


def prompt(s: State, seat: Seat, asked: tuple[Ask, ...], heard: Sequence[Event] = ()) -> Prompt | None:
    """The prompt for whoever sits there, as far as this view goes."""
    if seat == MANAGER:
        prompt = s.prompt(seat)
        tags = "" if prompt and protocol.has_tags(prompt.text) else page("protocol")
        turns = _turns(s, ("answered", "spoke", "warned"), ("wrote", "shown"))
        return addressed(s, seat, asked, (("user", OPENING), *turns), Show, tags)
    if seat == PLAYER:
        return addressed(s, seat, asked, _turns(s, ("asked",), ("answered",)), Write)
    return addressed(s, seat, asked, _turns(s, ("shown",), ("spoke",)), _spoken, page("human"))


def _turns(s: State, theirs: Collection[str], mine: Collection[str]) -> Iterator[Turn]:
    for each in s.messages:
        if each.how in mine:
            yield "assistant", each.text
        elif each.how in theirs:
            decided = each.how == "answered"
            yield "user", _as_data(each.text) if decided else each.text


def _as_data(text: str) -> str:
    """What the player wrote, for the manager: lines after the first are set off, so that none reads as somebody else's message."""
    lines = text.replace("\n", "\n| ")
    return f"[{protocol.DECISION}]\n{lines}\n[/{protocol.DECISION}]"


def _spoken(text: str) -> Action:
    return Stop() if text.strip().casefold() in STOPS else Write(text)


# ── what is shown ─────────────────────────────────────────────────────────────────────────────────────────────────────


def scene(s: State, seat: Seat | None) -> Scene:
    """What `seat` sees; None is the public."""
    blocks: list[Block] = [Text(_lead(s) if seat is None or seat != s.to else "Your turn: write.", "lead")]
    if seat == HUMAN and not s.open and (shown := [each.text for each in s.messages if each.how == "shown"]):
        blocks.append(Text(shown[-1]))
    blocks.append(scenes.rows(s, {HUMAN: "Human", PLAYER: "Player"}, {s.to} if s.to else ()))
    if not s.ended:
        blocks.append(Text("The manager keeps this: nobody checks its rules and sums.", "small"))
    if s.within and s.to in SIDES and s.to is not None:
        blocks.append(Timer(s.to, f"turn:{s.turn}:{s.hop}", "Time to write"))
    moment = f"{s.shown}:{s.hop if seat == PLAYER else ''}"
    # A side's own page is new with every display and block.
    page = f"own:{s.shown}:{s.hop}" if seat in SIDES and not s.closed and not s.open else ""
    return scenes.scene(s, moment, "My side" if s.began and not s.open else "", page, blocks, _controls(s, seat))


def about(s: State) -> str:
    """What is played, and by whom it is kept."""
    return f"{escape(s.title)} has no header: the manager keeps this, and nobody checks its rules and sums."


def _lead(s: State) -> str:
    """What is so now, in a line."""
    if s.closed:
        return s.why
    return {None: "The game begins.", MANAGER: "{manager} is writing."}.get(s.to, f"It is {{{s.to}}}'s turn.")


def _controls(s: State, seat: Seat | None) -> Iterator[Control]:
    """What may be pressed now. The public's buttons are for whoever is asked."""
    if s.to in SIDES and (s.open or seat == s.to):
        yield Control("Write", Write, "✍️", "primary")
        if s.to == HUMAN:
            yield Control("End the game", Stop(), style="danger", confirm=True)
