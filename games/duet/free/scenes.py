"""What a game without a header shows: whose turn it is to write."""

from __future__ import annotations

from collections.abc import Iterator

from games.core import Seat, escape
from games.duet import scenes
from games.duet.free.rules import State
from games.duet.words import HUMAN, MANAGER, PLAYER, SIDES, Stop, Write
from games.scene import Block, Control, Scene, Text, Timer


def scene(s: State, seat: Seat | None) -> Scene:
    """What `seat` sees; None is the public."""
    blocks: list[Block] = [Text(_lead(s), "lead")]
    if seat == HUMAN and not s.open and (shown := [each.text for each in s.messages if each.how == "shown"]):
        blocks.append(Text(shown[-1]))
    blocks.append(scenes.rows(s, {HUMAN: "Human", PLAYER: "Player"}, {s.to} if s.to else ()))
    if not s.ended:
        blocks.append(Text("The manager keeps this: nobody checks its rules and sums.", "small"))
    if s.seconds and s.to in SIDES and s.to is not None:
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
