"""Games that another engine recorded, played again here: each action accepted or refused alike, and the same table after it.

    python -m tests.games.codenames.replay FILE             prints games, events, differences
    python -m tests.games.codenames.replay FILE --compact   prints the same games, a short line each

A file holds one game a line, either as the engine wrote it (board, events with their states) or compact. In the compact
form an event reads “blue clue perform 9 > blue guesses 10 | 0/9 0/8”: who did what, who is to act then, with how many
guesses, cards turned (“+19”), and the words found of blue and of red; “! why” stands where it was refused.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from games.codenames import GAME
from games.codenames.events import Clue, EndTurn, Guess, Team
from games.codenames.options import Board, CodenamesOptions
from games.codenames.rules import State
from games.core import Action, IllegalAction, Seat
from games.story import Story

KEPT = Path(__file__).with_name("replays.jsonl")

SKIPPED = {"clue repeated", "board word, revealed"}
"""Refusals of that engine which the printed rules do not know."""

COLOURS = {"RED": "red", "BLUE": "blue", "NEUTRAL": "civilian", "ASSASSIN": "assassin"}
SEATS = tuple(map(Seat, ("red-spymaster", "red-1", "blue-spymaster", "blue-1")))
REASONS = {"Target score reached": "all words", "Opponent hit assassin card": "assassin"}


@dataclass(frozen=True)
class After:
    """The table after an event: whose turn, what is awaited (“clue”, “guess”, “over”), guesses left, cards turned, words
    found and words to find of blue and of red, winner and why."""

    team: str
    phase: str
    guesses: int
    turned: frozenset[int]
    score: str
    ending: str = ""


@dataclass(frozen=True)
class Step:
    team: Team
    verb: str
    word: str
    number: int
    refused: str
    after: After

    def action(self) -> tuple[Seat, Action]:
        if self.verb == "clue":
            return Seat(f"{self.team}-spymaster"), Clue(self.word, self.number)  # type: ignore[arg-type]
        return Seat(f"{self.team}-1"), Guess(self.word) if self.verb == "guess" else EndTurn()


@dataclass(frozen=True)
class Recorded:
    id: str
    starts: Team
    board: tuple[tuple[str, str], ...]
    steps: tuple[Step, ...] = field(default=())


# ── as the engine wrote it ────────────────────────────────────────────────────────────────────────────────────────────


def read_engine(game: dict[str, Any]) -> Recorded:
    board = tuple((card["word"], COLOURS[card["color"]]) for card in game["board"])
    steps = tuple(_engine_step(event) for event in game["events"])
    return Recorded(game["id"], game["starting_team"].lower(), board, steps)


def _engine_step(event: dict[str, Any]) -> Step:
    action, state = event["action"], event["state"]
    over = state["winner"] is not None
    after = After(
        team="" if over else state["team"].lower(),
        phase="over" if over else {"SPYMASTER": "clue", "OPERATIVE": "guess"}[state["role"]],
        guesses=state["left_guesses"],
        turned=frozenset(i for i, turned in enumerate(state["revealed"]) if turned),
        score=" ".join(f"{found}/{of}" for found, of in (state["score"]["BLUE"], state["score"]["RED"])),
        ending=f"{state['winner'].lower()}: {REASONS[state['reason']]}" if over else "",
    )
    word = action.get("word") or (f"card-{action['index']}" if action["type"] == "guess" else "")
    why = (event.get("why") or event["error"]) if event["error"] else ""
    return Step(action["team"].lower(), action["type"], word, action.get("number", 0), why, after)


# ── compact ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def compact(game: Recorded) -> str:
    lines, before = [], frozenset[int]()
    for step in game.steps:
        said = " ".join(filter(None, (step.team, step.verb, step.word, str(step.number or ""))))
        after = step.after
        turned = " ".join(f"+{i}" for i in sorted(after.turned - before))
        who = after.ending if after.phase == "over" else f"{after.team} {after.phase} {after.guesses}"
        refused = f" ! {step.refused}" if step.refused else ""
        lines.append(f"{said}{refused} > {who} | {after.score} {turned}".rstrip())
        before = after.turned
    board = " ".join(f"{word}:{colour}" for word, colour in game.board)
    record = {"id": game.id, "starts": game.starts, "board": board, "events": lines}
    return json.dumps(record, ensure_ascii=False, separators=(",", ":"))


def read_compact(game: dict[str, Any]) -> Recorded:
    board = tuple(tuple(card.rsplit(":", 1)) for card in game["board"].split())
    steps, turned = [], frozenset[int]()
    for line in game["events"]:
        did, then = line.split(" > ", 1)
        did, _, refused = did.partition(" ! ")
        team, verb, *rest = did.split()
        who, _, table = then.partition(" | ")
        blue, red, *fresh = table.split()
        turned |= {int(i) for i in fresh}
        if ": " in who:
            after = After("", "over", 0, turned, f"{blue} {red}", who)
        else:
            of, phase, guesses = who.split()
            after = After(of, phase, int(guesses), turned, f"{blue} {red}")
        number = int(rest[1]) if len(rest) > 1 else 0
        steps.append(Step(team, verb, rest[0] if rest else "", number, refused, after))  # type: ignore[arg-type]
    return Recorded(game["id"], game["starts"], board, tuple(steps))  # type: ignore[arg-type]


def read(path: Path) -> Iterator[Recorded]:
    with path.open(encoding="utf-8") as lines:
        for line in lines:
            game = json.loads(line)
            yield read_engine(game) if "starting_team" in game else read_compact(game)


# ── played again ──────────────────────────────────────────────────────────────────────────────────────────────────────


def differences(game: Recorded) -> list[str]:
    """Where our table differs from the recorded one, a line each."""
    by = {colour: tuple(w for w, c in game.board if c == colour) for colour in ("red", "blue", "civilian", "assassin")}
    board = Board(
        red_words=by["red"], blue_words=by["blue"], civilian_words=by["civilian"], assassin_word=by["assassin"][0],
        board_words=tuple(word for word, _ in game.board),
    )  # fmt: skip
    story = Story(GAME, CodenamesOptions(board=board), "replay")
    story.tell(story.begin(dict.fromkeys(SEATS, "person")))
    found = [] if story.state.team == game.starts else [f"{game.id}: {story.state.team} starts"]
    for at, step in enumerate(game.steps):
        if step.refused in SKIPPED:
            continue
        refusal = _play(story, step)
        if bool(refusal) != bool(step.refused):
            found.append(
                f"{game.id}/{at}: {step.team} {step.verb} {step.word}: {refusal or 'accepted'}, {step.refused}"
            )
        elif (now := after(story)) != step.after:
            found.append(f"{game.id}/{at}: {now}, not {step.after}")
        if found:
            break  # what follows would differ for that reason alone
    return found


def _play(story: Story[State], step: Step) -> str:
    """Why the table refuses the step, or nothing."""
    seat, action = step.action()
    key = next((ask.key for ask in story.asks(seat) if ask.takes(action)), "")
    try:
        story.tell(story.decide(seat, action, key))
    except IllegalAction as refusal:
        return str(refusal)
    return ""


def after(story: Story[State]) -> After:
    s = story.state
    score = " ".join(
        f"{sum(s.key[word] == team for word in s.turned)}/{[*s.key.values()].count(team)}" for team in ("blue", "red")
    )
    turned = frozenset(i for i, word in enumerate(s.words) if word in s.turned)
    if s.ended:
        return After("", "over", 0, turned, score, f"{s.ended.winner}: {s.ended.why}")
    left = (s.most_guesses or 0) - s.guesses if s.phase == "guess" else 0
    return After(s.team, s.phase, left, turned, score)


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    arguments.add_argument("file", type=Path, nargs="?", default=KEPT)
    arguments.add_argument("--compact", action="store_true", help="print the games in the compact form instead")
    chosen = arguments.parse_args()
    games = list(read(chosen.file))
    if chosen.compact:
        sys.stdout.writelines(f"{compact(game)}\n" for game in games)
        return
    found = [line for game in games for line in differences(game)]
    events = sum(step.refused not in SKIPPED for game in games for step in game.steps)
    skipped = sum(len(game.steps) for game in games) - events
    sys.stdout.writelines(f"{line}\n" for line in found)
    sys.stdout.write(f"{len(games)} games, {events} events ({skipped} skipped), {len(found)} differences\n")
    sys.exit(bool(found))


if __name__ == "__main__":
    main()
