"""The pairs that come with the house: their headers are in order, and built-in players play them to the end they should."""

from __future__ import annotations

import random
import re
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from games import all_games
from games.core import TABLE, Kind, Seat, Temper, dice_for
from games.duet import GAME, pairs
from games.duet.events import HUMAN, MANAGER, PLAYER, SIDES, Choose, Enter, Show, Shown, Stop, Write
from games.duet.free import LOST
from games.duet.ledger import autoplay, reckoning, rules
from games.duet.ledger.expressions import evaluate
from games.duet.ledger.header import Header
from games.duet.ledger.reckoning import State
from games.story import Story

WITH_HEADER = ("auction", "bargaining", "prisoners-dilemma", "trust", "twenty-questions", "ultimatum")
TITLE = {"human": HUMAN, "player": PLAYER}


def strategies_of(header: Header, seat: Seat) -> tuple[str, ...]:
    """The names of a side's strategies; the first is how it plays if nobody says otherwise."""
    return tuple(each.name for each in header.strategies if each.seat == seat)


def header_of(name: str) -> Any:
    return pairs.parse(pairs.split(pairs.find(name).manager)[0])


def by_themselves(manager: str) -> str:
    """A manager's file without its strategies: its sides have to think."""
    bare = re.sub(r"\nstrategies:\n(?:[ #].*\n)+", "\n", manager)
    assert bare != manager
    return bare


class Evening:
    """A pair played by built-in players, or dictated for as long as `play` is told moves."""

    def __init__(
        self,
        name: str = "",
        human: str = "",
        player: str = "",
        seed: str = "evening",
        files: tuple[str, str] = ("", ""),
    ) -> None:
        self.game = all_games()["duet"]
        chosen = self.game.lobby.options(**({"pair": name} if name else {"manager": files[0], "player": files[1]}))
        self.tempers = {HUMAN: Temper(strategy=human), PLAYER: Temper(strategy=player), MANAGER: Temper()}
        self.story = Story(self.game, chosen, seed)
        kinds: dict[Seat, Kind] = dict.fromkeys((HUMAN, PLAYER, MANAGER), "built-in")
        assert self.game.lobby.may_begin(chosen, {seat: (kinds[seat], self.tempers[seat]) for seat in kinds}) is None
        self.story.tell(self.story.begin(kinds))
        self.dice = random.Random(seed)

    @property
    def state(self) -> State:
        return self.story.view(TABLE)  # type: ignore[no-any-return]

    @property
    def totals(self) -> tuple[float, float]:
        won = reckoning.totals(self.state)
        return won[HUMAN], won[PLAYER]

    def answer(self, seat: Seat) -> Any:
        """What the built-in player there would do now."""
        ask = self.story.asks(seat)[0]
        return self.game.policy.autoplay(self.story.view(seat), seat, ask, self.dice, self.tempers[seat])

    def step(self) -> None:
        """Whoever is waited for moves."""
        seat = next(iter(self.story.owed((MANAGER, HUMAN, PLAYER))))
        self.story.tell(self.story.decide(seat, self.answer(seat), self.story.asks(seat)[0].key))

    def until(self, seat: Seat) -> Evening:
        """Goes on until that seat is asked."""
        while seat not in self.story.owed((seat,)):
            self.step()
        return self

    def play(self, *moves: str) -> Evening:
        """These moves, “human 40”, with the manager showing what is to be shown between them."""
        for move in moves:
            side, value = move.split(" ", 1)
            seat = TITLE[side]
            while MANAGER in self.story.owed((MANAGER,)):
                self.step()
            ask = self.story.asks(seat)[0]
            action = (
                Enter(float(value)) if Enter in ask.forms else Write(value) if Write in ask.forms else Choose(value)
            )
            self.story.tell(self.story.decide(seat, action, ask.key))
        return self

    def end(self) -> Evening:
        """Lets everybody play until the game is over."""
        for _ in range(500):
            if self.story.outcome is not None:
                return self
            self.step()
        raise AssertionError("the game does not end")

    def moves(self, name: str, seat: Seat | None = None) -> list[Any]:
        """Every such move of the game, in order."""
        rounds = [*(each.moves for each in self.state.past), self.state.made]
        return [each.value for made in rounds for each in made if each.move == name and seat in (None, each.seat)]


def evening(name: str, human: str = "", player: str = "", seed: str = "evening") -> Evening:
    return Evening(name, human, player, seed).end()


# ── every pair ────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_the_shelf_holds_what_it_should() -> None:
    assert set(pairs.names()) == {*WITH_HEADER, "haggle"}


@pytest.mark.parametrize("name", [*WITH_HEADER, "haggle"])
def test_a_pair_has_no_mistakes(name: str) -> None:
    pair = pairs.find(name)
    found = pairs.check(pair.manager, pair.player)
    assert [str(each) for each in found if not each.note] == []
    assert [each for each in found if each.note] == [] or name == "haggle"  # which has no header, and hears so


@pytest.mark.parametrize("name", WITH_HEADER)
def test_each_side_has_strategies_for_all_of_its_moves(name: str) -> None:
    header = header_of(name)
    for seat in SIDES:
        assert len(strategies_of(header, seat)) >= (2 if name == "twenty-questions" else 5)
    for each in header.strategies:
        made = {rule.name for rule in header.moves if rule.by in (str(each.seat), "both", "in turns", "the other")}
        assert {move for move, _ in each.moves} == made


@pytest.mark.parametrize("name", WITH_HEADER)
def test_every_strategy_plays_every_other_to_the_end(name: str) -> None:
    """Each move is the strategy's own: one that could not be worked out would be played by the next, and nobody would know."""
    header = header_of(name)
    moves = {(each.seat, each.name): dict(each.moves) for each in header.strategies}
    for human, player in product(*(strategies_of(header, seat) for seat in SIDES)):
        game = Evening(name, human, player, seed=f"{human} {player}")
        while game.story.outcome is None:
            for seat in game.story.owed(SIDES):
                view = game.story.view(seat)
                own = moves[seat, game.tempers[seat].strategy][view.pending.move]
                names = reckoning.names(view, seat) | {
                    "low": view.pending.low, "high": view.pending.high, "step": view.pending.step,
                    "choices": view.pending.choices,
                }  # fmt: skip
                value = evaluate(own, names, random.Random(1))
                assert value in view.pending.choices if view.pending.kind == "choice" else value != "", own
            game.step()
        assert "worked out" not in game.story.outcome.why
        shown = [each for each in game.story.heard(None) if isinstance(each, Shown)]
        assert shown and all(each.by_code for each in shown)


def test_a_side_plays_its_first_strategy_when_nobody_says_otherwise() -> None:
    for name in WITH_HEADER:
        header = header_of(name)
        first = tuple(strategies_of(header, seat)[0] for seat in SIDES)
        unsaid, said = evening(name, seed=name), evening(name, *first, seed=name)
        assert unsaid.story.log == said.story.log


def test_the_names_of_strategies_are_offered() -> None:
    names = autoplay.strategies()
    assert {"tit-for-tat", "fair-minded", "boulware", "shading", "halving", "typical"} <= set(names)
    assert list(names) == sorted(set(names))


WRITTEN = (
    "",
    "The lamp hums on the wall. {{moves} You win, and the secret is an owl! What do you do, {human}?\n{{due}",
    "Its value is 87, and 48 to the other. {{result} The cost: 27. Nobody said more. {player} leaves.",
)


@pytest.mark.parametrize("name", WITH_HEADER)
def test_a_display_is_made_of_what_everybody_was_told_whatever_lies_in_other_hands(name: str) -> None:
    """Dealt anew, with other unseen moves and another length, the same text makes the same display, byte by byte."""
    for seed in ("one", "two", "three"):
        game, dice = Evening(name, seed=seed), random.Random(seed)
        while game.story.outcome is None:
            assert game.state.heard(None) == game.story.view(None)
            for text in WRITTEN if MANAGER in game.story.owed((MANAGER,)) else ():
                made = rules.decide(game.state, MANAGER, Show(text), dice_for(seed, 0))
                for seat in (MANAGER, HUMAN, PLAYER):
                    other = game.game.rules.resample(game.state, seat, dice)
                    assert rules.decide(other, MANAGER, Show(text), dice_for(seed, 0)) == made
            game.step()


# ── ultimatum ─────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("human", "player", "totals"),
    [
        ("greedy", "fair-minded", (0, 0)),
        ("greedy", "rational", (99, 1)),
        ("mean-offer", "fair-minded", (60, 40)),
        ("mean-offer", "envious", (0, 0)),
        ("even-split", "envious", (50, 50)),
        ("even-split", "spiteful", (0, 0)),
        ("generous", "spiteful", (40, 60)),
    ],
)
def test_an_ultimatum_ends_as_its_strategies_have_it(human: str, player: str, totals: tuple[float, float]) -> None:
    assert evening("ultimatum", human, player).totals == totals


@pytest.mark.parametrize(("offer", "answer"), [(29, "reject"), (30, "accept")])
def test_the_fair_minded_want_three_tenths(offer: int, answer: str) -> None:
    game = Evening("ultimatum", player="fair-minded").play(f"human {offer}").end()
    assert game.moves("answer") == [answer]


def test_a_higher_offer_is_accepted_more_often() -> None:
    def accepted(offer: int) -> float:
        game = Evening("ultimatum").play(f"human {offer}")
        return sum(game.answer(PLAYER) == Choose("accept") for _ in range(400)) / 400

    rates = [accepted(offer) for offer in (0, 10, 20, 30, 40)]
    assert rates == sorted(rates)
    assert rates[0] < 0.2 and 0.4 < rates[2] < 0.7 and rates[4] > 0.95


def test_people_offer_four_or_five_tenths() -> None:
    game = Evening("ultimatum").until(HUMAN)
    offers = [game.answer(HUMAN).number for _ in range(500)]
    assert 35 < sum(offers) / 500 < 45
    assert sorted(offers)[250] == 40 and max(offers) == 50


# ── the prisoners ─────────────────────────────────────────────────────────────────────────────────────────────────────


def rounds_of(game: Evening) -> int:
    return len(game.moves("choice", HUMAN))


@pytest.mark.parametrize("seed", ["a", "b", "c", "d"])
def test_tit_for_tat_loses_to_a_defector_once(seed: str) -> None:
    game = evening("prisoners-dilemma", "tit-for-tat", "always-defect", seed)
    rounds = rounds_of(game)
    assert game.totals == (rounds - 1, rounds + 4)
    assert game.moves("choice", HUMAN) == ["cooperate", *["defect"] * (rounds - 1)]


@pytest.mark.parametrize(
    ("human", "player", "each_round"),
    [
        ("tit-for-tat", "tit-for-tat", (3, 3)),
        ("grim", "pavlov", (3, 3)),
        ("always-cooperate", "always-defect", (0, 5)),
        ("always-defect", "suspicious-tit-for-tat", (1, 1)),
    ],
)
def test_some_pairs_do_the_same_in_every_round(human: str, player: str, each_round: tuple[int, int]) -> None:
    game = evening("prisoners-dilemma", human, player)
    rounds = rounds_of(game)
    assert game.totals == (each_round[0] * rounds, each_round[1] * rounds)


def test_two_kinds_of_tit_for_tat_take_turns() -> None:
    game = evening("prisoners-dilemma", "tit-for-tat", "suspicious-tit-for-tat")
    assert rounds_of(game) > 2
    assert game.moves("choice", HUMAN)[:3] == ["cooperate", "defect", "cooperate"]
    assert game.moves("choice", PLAYER)[:3] == ["defect", "cooperate", "defect"]


def test_a_grim_prisoner_never_forgives_and_pavlov_shifts_when_it_loses() -> None:
    """C/D, then in turn what each strategy answers to it: worked out by hand."""
    both = "cooperate", "defect"
    for name, theirs, mine in (
        ("grim", "CDCCC", "CCDDD"),
        ("pavlov", "CDDCC", "CCDCC"),
        ("tit-for-tat", "CDDCC", "CCDDC"),
    ):
        game = Evening("prisoners-dilemma", player=name, seed=long_seed(5))
        for letter in theirs:
            game.play(f"human {both['CD'.index(letter)]}").until(PLAYER).step()
        chosen = "".join(each[0].upper() for each in game.moves("choice", PLAYER))
        assert chosen.startswith(mine), (name, chosen)


def long_seed(rounds: int) -> str:
    """A seed with which the game goes on for more than so many rounds."""
    for at in range(100):
        if (Evening("prisoners-dilemma", seed=f"long {at}").state.length or 0) > rounds:
            return f"long {at}"
    raise AssertionError("no game is so long")


def test_the_generous_forgive_a_third() -> None:
    game = Evening("prisoners-dilemma", player="generous-tit-for-tat", seed=long_seed(2))
    game.play("human defect").until(PLAYER).step()
    game.until(PLAYER)
    forgiven = sum(game.answer(PLAYER) == Choose("cooperate") for _ in range(600))
    assert 150 < forgiven < 250


def test_nobody_can_tell_how_long_it_goes_on() -> None:
    lengths = {evening("prisoners-dilemma", seed=f"length {at}").state.length for at in range(20)}
    assert len(lengths) > 5
    view = Evening("prisoners-dilemma").story.view(HUMAN)
    assert view.length is None and "rounds" not in reckoning.names(view, HUMAN)


# ── trust, an auction, a bargain ──────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("human", "player", "totals"),
    [
        ("trusting", "selfish", (0, 30)),
        ("trusting", "fair", (15, 15)),
        ("trusting", "reciprocal", (15, 15)),
        ("half", "reciprocal", (10, 10)),
        ("cautious", "honest", (10, 4)),
        ("wary", "fair", (10, 0)),
    ],
)
def test_trust_pays_or_does_not(human: str, player: str, totals: tuple[float, float]) -> None:
    assert evening("trust", human, player).totals == totals


def test_nobody_is_asked_to_return_what_was_not_sent() -> None:
    assert evening("trust", "wary", "fair").moves("returned") == []


def values_of(game: Evening) -> tuple[float, float]:
    dealt = {seat: next(value for _, value in values) for seat, values in game.state.private}
    return dealt[HUMAN], dealt[PLAYER]  # type: ignore[return-value]


@pytest.mark.parametrize("seed", ["a", "b", "c", "d", "e", "f"])
def test_the_truthful_win_nothing_and_the_shading_half_of_what_it_is_worth(seed: str) -> None:
    game = evening("auction", "truthful", "shading", seed)
    first, second = values_of(game)
    bid = second // 2
    assert game.moves("bid", HUMAN) == [first] and game.moves("bid", PLAYER) == [bid]
    assert game.totals == (0, second - bid if bid > first else (second - bid) / 2 if bid == first else 0)


def test_a_tie_is_shared() -> None:
    game = Evening("auction", seed="a")
    mine, theirs = values_of(game)
    assert game.play("human 20", "player 20").end().totals == ((mine - 20) / 2, (theirs - 20) / 2)


@pytest.mark.parametrize("seed", [f"bargain {at}" for at in range(12)])
@pytest.mark.parametrize("strategies", [("boulware", "conceder"), ("conceder", "boulware"), ("typical", "typical")])
def test_nobody_bargains_themselves_into_a_loss(seed: str, strategies: tuple[str, str]) -> None:
    game = evening("bargaining", *strategies, seed)
    value, cost = values_of(game)
    assert min(game.totals) >= 0
    if game.moves("answer")[-1] == "accept":
        price = game.moves("price")[-1]
        assert game.totals == (value - price, price - cost)
    else:
        assert game.totals == (0, 0)


def test_whoever_hardly_moves_gets_more_from_whoever_gives_way() -> None:
    def share(human: str, player: str) -> float:
        return sum(evening("bargaining", human, player, f"share {at}").totals[0] for at in range(20))

    assert share("boulware", "conceder") > share("conceder", "boulware")


def test_splitting_the_difference_meets_in_the_middle() -> None:
    game = Evening("bargaining", player="split-the-difference", seed="a").play("human 10")
    cost = values_of(game)[1]
    game.until(PLAYER).step()  # refuses
    game.until(PLAYER).step()
    assert game.moves("answer", PLAYER) == ["refuse"]
    assert game.moves("price", PLAYER) == [max(cost, 65)]  # between 10 and the most of 120


def test_leaving_breaks_a_bargain_off() -> None:
    game = Evening("bargaining").play("human 40", "player leave").end()
    assert game.totals == (0, 0) and game.state.round == 1


# ── twenty questions ──────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("seed", [f"thing {at}" for at in range(6)])
def test_halving_finds_the_thing(seed: str) -> None:
    game = evening("twenty-questions", "halving", "honest", seed)
    secret = dict(dict(game.state.private)[PLAYER])["secret"]
    asked = game.moves("question")
    assert len(asked) <= 10 and secret in asked[-1]
    assert game.totals == (21 - len(asked), 0)


def thing(secret: str) -> Evening:
    """A game in which the Answerer has that thing in mind."""
    for at in range(1000):
        game = Evening("twenty-questions", seed=f"mind {at}")
        if dict(dict(game.state.private)[PLAYER])["secret"] == secret:
            return game
    raise AssertionError(f"nobody ever thinks of {secret}")


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Is it an animal?", "yes"),
        ("does it LIVE in the sea", "yes"),
        ("Is it a furry animal?", "no"),
        ("Has it fur, or is it dangerous?", "yes"),
        ("Is it a whale?", "no"),
        ("Is it a shark or a whale?", "yes"),
        ("What is its name?", "unclear"),
    ],
)
def test_the_answerer_knows_its_thing(question: str, answer: str) -> None:
    game = thing("shark").play(f"human {question}")
    game.step()
    assert game.moves("answer") == [answer]


@pytest.mark.parametrize("question", ["Is it a shark?", "SHARK!", "I say it is the shark."])
def test_naming_the_thing_wins(question: str) -> None:
    game = thing("shark").play("human Is it alive?", "player yes", f"human {question}").end()
    assert game.totals == (19, 0)


def test_naming_everything_wins_nothing() -> None:
    everything = ", ".join(header_of("twenty-questions").private[0][1].choices)[:190]
    game = thing("shark").play(f"human {everything}")
    assert not game.state.ended and dict(game.state.fields)["found"] is False


# ── those who think for themselves ────────────────────────────────────────────────────────────────────────────────────


def thinking(name: str, seed: str = "evening") -> Evening:
    pair = pairs.find(name)
    return Evening(seed=seed, files=(by_themselves(pair.manager), pair.player))


@pytest.mark.parametrize("name", WITH_HEADER)
def test_a_pair_without_strategies_is_played_to_the_end(name: str) -> None:
    game = thinking(name).end()
    assert "worked out" not in game.story.outcome.why  # type: ignore[union-attr]


def test_a_thinker_takes_what_pays() -> None:
    assert thinking("ultimatum").play("human 1").answer(PLAYER) == Choose("accept")
    assert thinking("prisoners-dilemma").until(HUMAN).answer(HUMAN) == Choose("defect")
    assert thinking("trust").play("human 5").answer(PLAYER) == Enter(0)


def test_a_thinker_expects_others_to_take_what_pays_them() -> None:
    offers = [thinking("ultimatum", f"offer {at}").until(HUMAN).answer(HUMAN).number for at in range(6)]
    assert max(offers) < 15 and sorted(offers)[3] > 0


def test_a_thinker_goes_on_rather_than_end_with_nothing() -> None:
    game = thinking("bargaining")
    cost = values_of(game)[1]
    game.play("human 0")
    assert cost > 0 and game.answer(PLAYER) == Choose("refuse")


def test_a_thinker_bids_less_than_it_is_worth_and_more_than_nothing() -> None:
    for at in range(4):
        game = thinking("auction", f"thinker {at}").until(HUMAN)
        value = values_of(game)[0]
        bid = game.answer(HUMAN).number
        assert bid < value or value <= 5


def test_the_same_view_and_dice_choose_the_same() -> None:
    for seed in ("a", "b"):
        game = thinking("bargaining", seed).play("human 50")
        view, ask = game.story.view(PLAYER), game.story.asks(PLAYER)[0]
        assert HUMAN not in dict(view.private)
        answers = [game.game.policy.autoplay(view, PLAYER, ask, random.Random(5), Temper()) for _ in range(2)]
        assert answers[0] == answers[1]


def test_the_weak_sometimes_do_something_else() -> None:
    game = thinking("prisoners-dilemma").until(HUMAN)
    view, ask = game.story.view(HUMAN), game.story.asks(HUMAN)[0]
    weak = {game.game.policy.autoplay(view, HUMAN, ask, random.Random(at), Temper(strength=0)) for at in range(20)}
    assert weak == {Choose("cooperate"), Choose("defect")}


def test_the_weak_offer_nothing_absurd() -> None:
    offers = []
    for at in range(12):
        game = thinking("ultimatum", f"weak {at}").until(HUMAN)
        view, ask = game.story.view(HUMAN), game.story.asks(HUMAN)[0]
        offers.append(game.game.policy.autoplay(view, HUMAN, ask, random.Random(at), Temper(strength=0)).number)
    assert max(offers) <= 60 and len({*offers}) > 3, "they differ, and give nothing away"


def test_what_to_expect_of_built_in_players_is_said_where_a_pair_says_nowhere_how_it_is_played() -> None:
    pair = pairs.find("ultimatum")
    note = GAME.policy.autoplay_note
    options = GAME.lobby.options.model_validate
    assert note(options({"pair": "ultimatum"})) == note(options({"pair": "haggle"})) == ""
    bare = options({"manager": by_themselves(pair.manager), "player": pair.player})
    assert note(bare).startswith("This game says nowhere how it is played well")


LATE = """---
title: Late
summary: A strategy for one of two moves.
moves:
  - {name: first, by: human, type: number, from: 0, to: 10, ask: "How many?"}
  - {name: word, by: human, type: text, ask: "Which word?"}
payoff: {human: first, player: 0}
strategies:
  human:
    seven: {first: "7.4"}
    wild: {first: "99", word: "'so be it'"}
---
Show it.
"""


def test_a_strategy_is_kept_within_the_rules_and_its_gaps_are_filled() -> None:
    game = Evening(human="seven", files=(LATE, "Wait.")).end()
    assert game.moves("first") == [7] and game.moves("word") == ["so be it"]
    game = Evening(human="wild", files=(LATE, "Wait.")).end()
    assert game.moves("first") == [10]


# ── the guide ──────────────────────────────────────────────────────────────────────────────────────────────────────


GUIDE = (Path(__file__).parents[3] / "docs" / "duet.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```(\w+)\n(.*?)```", GUIDE, re.DOTALL)


def parts(header: str) -> dict[str, str]:
    """The text of a header, by its topmost keys."""
    found = re.split(r"^(?=[a-z_]+:)", header, flags=re.MULTILINE)
    return {each.split(":")[0]: each.rstrip("\n") for each in found if each.strip()}


def test_the_whole_games_of_the_guide_are_in_order() -> None:
    games = [text for kind, text in BLOCKS if kind == "markdown" and text.startswith("---")]
    assert len(games) == 1
    for manager in games:
        assert pairs.check(manager, "You are offered some of ten coins. Answer take or leave.") == ()
        assert Evening(files=(manager, "Answer.")).play("human 4", "player take").end().totals == (6, 4)


@pytest.mark.parametrize(
    "snippet", [text for kind, text in BLOCKS if kind == "yaml"], ids=lambda text: text.split(":")[0]
)
def test_every_example_in_the_guide_is_in_order(snippet: str) -> None:
    """Put into the guide's own game, it can be played."""
    whole = next(text for kind, text in BLOCKS if kind == "markdown" and text.startswith("---"))
    base = parts(pairs.split(whole)[0].lstrip("\n"))
    mine = parts(snippet)
    assert mine
    manager = "\n".join(["---", *{**base, **mine}.values(), "---", "Show it."])
    assert [str(each) for each in pairs.check(manager, "Answer.") if not each.note] == []
    Evening(files=(manager, "Answer.")).end()


# ── without a header ──────────────────────────────────────────────────────────────────────────────────────────────────


def haggle() -> Story[State]:
    """A haggle that models play; what happens when they fail is what a built-in player does."""
    game = all_games()["duet"]
    story = Story(game, game.lobby.options(pair="haggle"), "haggle")
    story.tell(story.begin({HUMAN: "person", PLAYER: "model", MANAGER: "model"}))
    return story


def test_a_haggle_needs_a_model() -> None:
    game = all_games()["duet"]
    alone = {seat: ("built-in", Temper()) for seat in (HUMAN, PLAYER, MANAGER)}
    refusal = game.lobby.may_begin(game.lobby.options(pair="haggle"), alone)
    assert refusal is not None and "header" in refusal


def test_a_manager_that_fails_without_a_header_says_so_and_plays_for_nobody() -> None:
    story = haggle()
    ask = story.asks(MANAGER)[0]
    shown = story.game.policy.autoplay(story.view(MANAGER), MANAGER, ask, random.Random(1), Temper())
    assert shown == Show(LOST)
    story.tell(story.decide(MANAGER, shown, ask.key))
    ask = story.asks(HUMAN)[0]
    assert story.game.policy.autoplay(story.view(HUMAN), HUMAN, ask, random.Random(1), Temper()) != Stop()
