"""Plays and keeps the mystery that the browser's first page plays back: `python -m tools.recorded`.

Built-in players play it, from a seed whose story is worth telling: by night everybody chooses, and what the first seat knew
of it is little. For each night, and for the end, it is written down which sentences say what happened.
"""

from __future__ import annotations

import json
import random
from pathlib import Path

from bot.surfaces.web.recorded import FILE
from games import all_games
from games.core import Seat, StaleAsk, Temper, dice_for
from games.scene import Plan
from games.story import Story
from games.wire import dump_told

SEED = "1"
OPTIONS = {"players": 6, "murderers": 2, "places": 5, "timers": False}
NAMES = ("Ada", "Priya", "Basil", "Clio", "Jonas", "Mira")
PEOPLE = ("Priya", "Jonas", "Mira")
TITLE, EYES, LAST = "A house of six, two murderers", Seat("p1"), "Who lied"


def play() -> Story[object]:
    game = all_games()["mystery"]
    options = game.lobby.options.model_validate(OPTIONS)
    seats = game.lobby.seats(options, [frozenset()], dice_for("x", 0)).seats
    story, dice = Story(game, options, SEED), random.Random(SEED)
    story.tell(story.begin(dict.fromkeys(seats, "built-in")))
    while not story.outcome:
        for seat in story.seats:
            ask = next((each for each in story.asks(seat) if each.need != "none"), None)
            if ask is not None:
                try:
                    step = story.decide(
                        seat, game.policy.autoplay(story.view(seat), seat, ask, dice, Temper()), ask.key
                    )
                except StaleAsk:
                    continue
                story.tell(step)
    return story


def moments(story: Story[object]) -> list[dict[str, object]]:
    """The last moment of each night, and the end: what it is called, how long the log was, and, of those eyes and of all, the
    places in the log of what is said about it."""
    found: list[dict[str, object]] = []
    so_far, night, fell = Story(story.game, story.options, story.seed), "", 0
    for step, told in enumerate(story.log):
        so_far.tell([told])
        scene = so_far.game.shows.scene(so_far.view(None), None)
        name = next((plan.centre for plan in scene.of(Plan)), "")
        if scene.place == "night" and not night:
            fell = step
        if night and scene.place == "day":
            alone = [n for n in range(fell, step) if story.log[n].to is not None]
            knew = [n for n in alone if story.log[n].heard_by(EYES)]
            struck = [n for n in alone if " strikes " in story.game.shows.say(story.log[n].event)]
            struck.sort(key=lambda n: f"{{{EYES}}}" not in story.game.shows.say(story.log[n].event))
            found.append({"label": night, "step": step, "eyes": knew[-1:], "all": struck[:2]})
        night = name if scene.place == "night" else ""
    end = len(story.log)
    told_to_all = [n for n in range(end) if story.log[n].to is None and story.game.shows.say(story.log[n].event)]
    found.append({"label": LAST, "step": end, "eyes": told_to_all[-2:], "all": told_to_all[-2:]})
    return found


def main() -> None:
    story = play()
    seats = [
        {"seat": seat, "kind": "person" if name in PEOPLE else "built-in", "name": name}
        for seat, name in zip(story.seats, NAMES, strict=True)
    ]
    kept = {
        "game": story.game.name,
        "version": story.game.rules.version,
        "title": TITLE,
        "eyes": EYES,
        "options": OPTIONS,
        "seed": SEED,
        "seats": seats,
        "moments": moments(story),
    }
    lines = ",\n".join(json.dumps(dump_told(told), ensure_ascii=False) for told in story.log)
    head = json.dumps(kept, ensure_ascii=False)
    Path(FILE).write_text(f'{head[:-1]}, "log": [\n{lines}\n]}}\n', encoding="utf-8")


if __name__ == "__main__":
    main()
