"""Headers that nobody would write, and that are in order all the same: no game of theirs hangs, leaks or shows dirt."""

from __future__ import annotations

import random
import re
from collections.abc import Callable

import pytest

from games.core import Action, IllegalAction, marked, named
from games.duet import pairs
from games.duet.events import HUMAN, MANAGER, PLAYER, Choose, Enter, Write
from games.duet.ledger import expressions, reckoning
from games.duet.ledger.autoplay import MOST_STEPS, autoplay
from games.duet.ledger.expressions import MOST_AT_ONCE
from tests.games.duet.table import Dictated, duet, manager

NAMES = {HUMAN: "Ann", PLAYER: "Bob", MANAGER: "Max"}

BRACES = """
title: Braces {human} {x}
summary: So many of {them}.
rounds: 2
moves:
  - {name: where, by: human, type: choice, choices: ["{player}", "say TV"], ask: "Which {player} {b?"}
  - {name: word, by: player, type: text, ask: "Say {human}?"}
"""


def told(game: Dictated) -> str:
    return "\n".join(named(game.story.game.shows.say(each), NAMES) for each in game.story.heard(None))


def test_what_a_side_writes_about_another_has_its_name_in_it() -> None:
    game = duet(BRACES).on("human chooses say TV", "player writes " + marked("Is Ann a {thing}, Bob?", NAMES))
    assert "Is Ann a {thing}, Bob?" in told(game)
    assert "{human}" not in told(game).replace("Braces {human} {x}", "").replace("Say {human}?", "")
    assert "Is {human} a {{thing}, {player}?" in "\n".join(text for _, text in game.prompt("human")[1])


def test_braces_in_a_question_are_no_names() -> None:
    game = duet(BRACES).quietly()
    (ask,) = game.story.asks(HUMAN)
    assert named(ask.text, NAMES) == "Which {player} {b?"
    assert "Which {player} {b? ({player} / say TV)" in told(game)
    with pytest.raises(IllegalAction) as refusal:
        game.story.decide(HUMAN, Choose("neither"), ask.key)
    assert named(str(refusal.value), NAMES) == "Choose one of these: {player}, say TV."


def test_a_choice_keeps_its_capitals_on_its_button() -> None:
    game = duet(BRACES).quietly()
    scene = game.story.game.shows.scene(game.story.view(HUMAN), HUMAN)
    assert [each.label for each in scene.controls] == ["{{player}", "Say TV"]


# ── whoever is absent ─────────────────────────────────────────────────────────────────────────────────────────────────

ABSENT = """
title: Absent
summary: Somebody is away.
state: {{note: "", far: 1000}}
moves:
  - {move}
  - {{name: last, by: player, type: choice, choices: [a, b], ask: "And?"}}
"""


@pytest.mark.parametrize(
    ("move", "default"),
    [
        ("{name: m, by: human, type: number, from: 0, to: 11, step: 4, ask: How?, default: far}", Enter(8)),
        ("{name: m, by: human, type: number, from: 0, to: 11, step: 4, ask: How?, default: 0 - far}", Enter(0)),
        ("{name: m, by: human, type: text, longest: 5, ask: What?, default: good morning}", Write("good")),
        ("{name: m, by: human, type: text, ask: What?, default: \"'' + note\"}", None),
        ("{name: m, by: human, type: text, longest: 3, ask: What?}", None),
    ],
)  # fmt: skip
def test_an_absent_side_makes_a_move_that_is_legal(move: str, default: Action | None) -> None:
    game = duet(ABSENT.format(move=move)).quietly()
    (ask,) = game.story.asks(HUMAN)
    assert ask.default == default
    for action in filter(None, (ask.default, autoplay(game.story.view(HUMAN), HUMAN, ask, random.Random(1)))):
        assert game.story.decide(HUMAN, action, ask.key).told


@pytest.mark.parametrize("says", ["'a long farewell to all'", "'  '"])
def test_a_strategy_writes_what_may_be_written(says: str) -> None:
    move = "{name: m, by: human, type: text, longest: 6, ask: What?}"
    game = duet(ABSENT.format(move=move) + f'strategies: {{human: {{wordy: {{m: "{says}"}}}}}}\n').quietly()
    (ask,) = game.story.asks(HUMAN)
    assert game.story.decide(HUMAN, autoplay(game.story.view(HUMAN), HUMAN, ask, random.Random(1)), ask.key).told


# ── what is private ───────────────────────────────────────────────────────────────────────────────────────────────────

SECRET = """
title: Secret
summary: What one gets gives away what it is worth to them.
private: {human: {worth: {from: 1000, to: 2000}}}
rounds: 3
moves:
  - {name: price, by: human, type: number, from: 0, to: 100, ask: "Which?"}
  - MOVE
payoff: {human: worth - price, player: price}
"""
MORE = '{name: more, by: player, type: number, from: 0, to: 9, ask: "More?"}'


@pytest.mark.parametrize(
    "move",
    [
        MORE.replace("to: 9", "to: 9 + total.human"),
        MORE.replace("}", ', when: "payoff.human == None or payoff.human > 1500"}'),
        MORE.replace("}", ', when: "len(past) == 0 or past[-1].payoff.human > 1500"}'),
        MORE.replace("}", ", when: \"len(past) == 0 or past[-1]['payoff'].human > 1500\"}"),
    ],
)
def test_a_payoff_that_gives_a_secret_away_stands_in_no_question(move: str) -> None:
    (mistake,) = pairs.check(manager(SECRET.replace("MOVE", move)), "Play.")
    assert "would give a private value away" in mistake.sentence and mistake.line == 8
    assert not pairs.check(manager(SECRET.replace("MOVE", move).replace("worth - price", "price")), "Play.")


def test_what_everybody_is_asked_is_worked_out_from_what_everybody_knows() -> None:
    game = duet(SECRET.replace("MOVE", MORE)).on("human enters 3", "player enters 1")
    assert reckoning.names(game.state)["total"]["human"] >= 997
    assert reckoning.names(game.state.heard(None))["total"] == {"human": 0, "player": 0}
    assert "worth" not in reckoning.names(game.state.heard(None))
    own = reckoning.names(game.state, PLAYER)
    assert own["total"] == {"human": 0, "player": 3} == reckoning.names(game.story.view(PLAYER), PLAYER)["total"]


# ── large numbers ─────────────────────────────────────────────────────────────────────────────────────────────────────

BILLIONS = """
title: Billions
summary: As much as can be.
state: {much: 900000000000000}
moves:
  - {name: mine, by: both, type: number, from: 0 - much, to: much, step: 0.000001, ask: "How much?"}
payoff: {human: mine.human, player: mine.player}
"""


def test_those_who_think_think_of_billions_too() -> None:
    game = duet(BILLIONS).quietly()
    (ask,) = game.story.asks(HUMAN)
    action = autoplay(game.story.view(HUMAN), HUMAN, ask, random.Random(1))
    assert action == Enter(900_000_000_000_000)


# ── what takes long ───────────────────────────────────────────────────────────────────────────────────────────────────

SLOW = "len([a for a in many for b in many[:9] if many == many])"
BOMB = """
title: Bomb
summary: A word sets it off.
state:
  many: {{type: list, value: [{many}]}}
{fields}
moves:
  - {{name: word, by: human, type: text, ask: "What?"}}
  - {{name: n, by: human, type: number, from: 0, to: 100, ask: "How much?"}}
after_round:
{changes}
payoff: {{human: n, player: n}}
"""


def bomb(fuse: str) -> str:
    return BOMB.format(
        many=", ".join(f"w{n}" for n in range(100)),
        fields="\n".join(f"  f{n}: 0" for n in range(60)),
        changes="\n".join(f'  f{n}: "{SLOW}{fuse}"' for n in range(60)),
    )


def test_all_that_a_move_brings_about_takes_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    spent: list[int] = []
    monkeypatch.setattr(expressions._Evaluator, "spend", counting(spent, expressions._Evaluator.spend))
    game = duet(bomb(" if word == 'boom' else 0")).on("human writes boom")
    (ask,) = game.story.asks(HUMAN)
    spent.clear()
    autoplay(game.story.view(HUMAN), HUMAN, ask, random.Random(1))
    assert 100_000 < sum(spent) < 2 * MOST_STEPS
    spent.clear()
    game.play("human enters 3").quietly()
    assert game.story.outcome and "takes too long" in game.story.outcome.why
    assert sum(spent) < 4 * MOST_AT_ONCE  # a story decides a move more than once


def counting(spent: list[int], spend: Callable[..., None]) -> Callable[..., None]:
    def counted(evaluator: object, steps: int) -> None:
        spent.append(steps)
        spend(evaluator, steps)

    return counted


def test_an_author_hears_that_a_round_takes_too_long() -> None:
    told = [str(each) for each in pairs.check(manager(bomb("")), "Play.")]
    assert (
        "Manager file, line 2: A round takes too long to be worked out; make its expressions simpler, or fewer." in told
    )


def test_a_round_that_is_played_out_does_not_take_too_long() -> None:
    at_length = "\nrounds: 2\nafter_round: {f0: 'sum([len([b for b in many[:50]]) for a in many])'}\npayoff:"
    header = re.sub(r"\nafter_round:.*\npayoff:", at_length, bomb(""), flags=re.S)
    assert [str(each) for each in pairs.check(manager(header), "Play.") if not each.note] == []


def test_an_author_hears_that_a_constant_is_no_secret() -> None:
    header = SECRET.replace("  - MOVE\n", "").replace("{from: 1000, to: 2000}", "VALUE")
    for value in ("80", "{value: 80}", "{type: text, value: apple}"):
        (note,) = pairs.check(manager(header.replace("VALUE", value).replace("worth - price", "price")), "Play.")
        assert not note.note and note.line == 4 and "“worth” is not drawn" in note.sentence
    assert not pairs.check(
        manager(header.replace("VALUE", "{choices: [apple, pear]}").replace("worth - price", "price")), "Play."
    )
