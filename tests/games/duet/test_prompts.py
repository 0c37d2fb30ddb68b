"""What models in the three seats are sent: the seed's own shape, word for word, and nothing that another seat knows."""

from __future__ import annotations

import re

import pytest

from games.core import IllegalAction, Prompt, Seat
from games.duet import prompts
from games.duet.events import HUMAN, MANAGER, PLAYER, SIDES, Choose, Enter, Show, Shown, Stop, Write
from games.duet.free import OPENING
from tests.games.duet.table import DILEMMA, HAGGLE, ULTIMATUM, Dictated, duet

MARKET = """
title: Market
summary: A price, or none.
seats: {human: Buyer, player: Seller}
unit: €
state: {unit_fee: {value: 2, from: 0, to: 9}, mood: calm}
private:
  human: {top_price: {from: 81, to: 81}}
  player: {cost: {from: 37, to: 37}}
rounds: 3
moves:
  - {name: bid, by: human, type: number, from: 0, to: 100, step: 5, ask: "What do you bid?", set: {unit_fee: unit_fee + 1}}
  - {name: answer, by: player, type: choice, choices: [deal, no deal], ask: "Is it a {deal}?"}
  - {name: remark, by: player, type: text, ask: "What do you say to it?"}
payoff:
  human: bid - 10 if answer == 'deal' else 0
  player: bid - 20 if answer == 'deal' else 0
"""

BODY, PROMPT = "Tell it {briefly}.", "Sell well."

ROUND = ("human enters 40", "player chooses no deal", "player writes Rather more!")


def market(more: str = "", *turns: str) -> Dictated:
    """The market with these moves made, and what is to be shown shown."""
    return duet(MARKET + more, BODY, PROMPT).on(*turns)


def prompt_of(game: Dictated, seat: Seat) -> Prompt:
    found = game.story.game.prompts.prompt(game.story.view(seat), seat, game.story.asks(seat))
    assert found is not None
    return found


def displays(game: Dictated) -> list[str]:
    return [event.text for event in game.story.heard(None) if isinstance(event, Shown)]


# ── with a header ─────────────────────────────────────────────────────────────────────────────────────────────────────


def test_the_player_is_sent_its_prompt_and_blocks_and_its_own_moves():
    game = market("", *ROUND, "human enters 45")
    assert game.prompt("player") == (
        "Sell well.\n\nYou are the Seller in “Market”. A price, or none.",
        [
            (
                "user",
                "Only you know: cost is €37.\nEverybody knows: unit fee is €2, mood is calm.\nThere are 3 rounds.\n"
                "Round 1.\n{human}: bid – €40\nunit fee is now €3.\n\nIs it a {{deal}?",
            ),
            ("assistant", "no deal"),
            ("user", "What do you say to it?"),
            ("assistant", "Rather more!"),
            (
                "user",
                "{human} gets €0.\n{player} gets €0.\nRound 2.\n{human}: bid – €45\nunit fee is now €4.\n\n"
                "Is it a {{deal}?\nAnswer with one of these and nothing else: deal, no deal.",
            ),
        ],
    )


def test_the_manager_is_sent_its_prompt_its_own_words_with_slots_and_the_facts():
    game = duet(MARKET, BODY, PROMPT).play("manager shows The lamp hums. You win!")
    game.on(*ROUND[:2]).play(ROUND[2])
    system, turns = game.prompt("manager")
    assert system == f"Tell it {{{{briefly}}.\n\n{prompts.page('manager')}"
    assert turns[:2] == [
        ("user", "Market: {human} is the Buyer, {player} the Seller.\nRound 1."),
        ("assistant", "The lamp hums.\n{{rules}\n{{round}\n{{due}"),
    ]
    assert turns[2:] == [
        (
            "user",
            "{human}: bid – €40\nunit fee is now €3.\n{player}: answer – no deal\n{player}: remark – Rather more!\n"
            "{human} gets €0.\n{player} gets €0.\nRound 2.\n\nThe table tells this, where you put its slot:\n"
            "{{moves}:\n{human} names €40 (bid). {player} chooses no deal. {player}: “Rather more!”\n"
            "{{payoffs}:\nNobody gets anything.\n{{round}:\nRound 2 of 3.\n{{due}:\nWhat do you bid? (€0 to €100, in steps of 5)",
        )
    ]


def test_a_manager_is_told_in_which_language_to_write():
    assert duet(MARKET + "language: fr\n", BODY).prompt("manager")[0].endswith("Write in French.")


def test_where_a_manager_wrote_nothing_it_reads_what_was_shown():
    game = market("", *ROUND[:2])
    assert game.play(ROUND[2]).prompt("manager")[1][1] == ("assistant", displays(game)[0])


def test_the_human_is_sent_the_displays_and_no_prompt_of_the_pair():
    game = market("", *ROUND)
    first, second = displays(game)
    assert game.prompt("human") == (
        f"{prompts.page('human')}\n\nYou are the Buyer in “Market”. A price, or none.",
        [
            (
                "user",
                "Only you know: top price is €81.\nEverybody knows: unit fee is €2, mood is calm.\nThere are 3 rounds.\n"
                f"Round 1.\n\n{first}\n\nWhat do you bid?",
            ),
            ("assistant", "40"),
            (
                "user",
                "unit fee is now €3.\n{player}: answer – no deal\n{player}: remark – Rather more!\n{human} gets €0.\n"
                f"{{player}} gets €0.\nRound 2.\n\n{second}\n\nWhat do you bid? (€0 to €100, in steps of 5)\n"
                "Answer with the number and nothing else.",
            ),
        ],
    )


def test_a_prompt_goes_on_where_the_last_one_ended():
    """What was sent once stays as it was, but for how the last question is to be answered."""
    sent: dict[Seat, list[list[tuple[str, str]]]] = {seat: [] for seat in (HUMAN, PLAYER, MANAGER)}
    game = market()
    for turn in (*ROUND, *ROUND, *ROUND):
        for seat in (HUMAN, PLAYER, MANAGER):
            if game.story.asks(seat):
                sent[seat].append(game.prompt(seat)[1])
        game.on(turn)
    for seat in SIDES:
        for earlier, later in zip(sent[seat], sent[seat][1:], strict=False):
            assert later[: len(earlier) - 1] == earlier[:-1]
            begun = re.sub(r" \([^()]*\)$", "", earlier[-1][1].rsplit("\n", 1)[0])
            assert later[len(earlier) - 1][1] == begun


def test_nobody_is_sent_a_prompt_who_is_asked_nothing():
    game = market()
    assert game.story.game.prompts.prompt(game.story.view(PLAYER), PLAYER, game.story.asks(PLAYER)) is None
    assert game.story.game.prompts.prompt(game.story.view(MANAGER), MANAGER, game.story.asks(MANAGER)) is None


# ── what the player hears ─────────────────────────────────────────────────────────────────────────────────────────────


def heard(hears: str) -> str:
    game = market(f"player_hears: [{hears}]\n", *ROUND, "human enters 45")
    return "\n".join(text for role, text in game.prompt("player")[1] if role == "user")


@pytest.mark.parametrize(
    ("hears", "there", "not_there"),
    [
        ("bid", ("bid – €40", "bid – €45"), ("fee", "mood", "Round", "rounds", "{human} gets")),
        ("unit_fee", ("unit fee is €2", "unit fee is now €3"), ("€40", "mood", "Round", "{human} gets")),
        ("mood, round", ("mood is calm", "Round 1.", "Round 2."), ("€40", "fee", "There are", "{human} gets")),
        ("rounds", ("There are 3 rounds.",), ("Round 1.", "€40", "fee")),
        ("payoff", ("{human} gets €0.",), ("€40", "fee", "Round")),
    ],
)
def test_the_player_hears_what_the_header_lets_it(hears: str, there: tuple[str, ...], not_there: tuple[str, ...]):
    text = heard(hears)
    assert all(each in text for each in (*there, "cost is €37", "{player} gets €0.", "Is it a {{deal}?"))
    assert not any(each in text for each in not_there)


def test_what_the_player_hears_is_no_matter_for_the_others():
    plain, filtered = market("", *ROUND), market("player_hears: [bid]\n", *ROUND)
    assert plain.prompt("human") == filtered.prompt("human")
    plain.play("human enters 5", "player chooses deal", "player writes So.")
    filtered.play("human enters 5", "player chooses deal", "player writes So.")
    assert plain.prompt("manager") == filtered.prompt("manager")


# ── what a prompt does not hold ───────────────────────────────────────────────────────────────────────────────────────


def whole(game: Dictated, seat: str) -> str:
    system, turns = game.prompt(seat)
    return "\n".join([system, *(text for _, text in turns)])


def test_no_display_and_nothing_of_the_managers_reaches_the_player():
    game = duet(MARKET, "CANARY-BODY", "CANARY-PROMPT").play("manager shows The CANARYDISPLAY sings in the hall.")
    game.play("human enters 40")
    assert "CANARY-PROMPT" in whole(game, "player") and whole(game, "player").count("CANARY") == 1
    game.play(*ROUND[1:])
    assert "CANARY-BODY" in whole(game, "manager") and "CANARYDISPLAY" in whole(game, "manager")
    assert "CANARY-PROMPT" not in whole(game, "manager")
    game.play("manager shows The CANARYSECOND sings in the yard.")
    assert whole(game, "human").count("CANARY") == 2 and "CANARYSECOND" in whole(game, "human")


def test_private_values_stand_in_their_sides_prompts_alone():
    game = market("", *ROUND[:2])
    assert "37" in whole(game, "player") and "81" not in whole(game, "player")
    game.play(ROUND[2])
    assert not {"37", "81"} & set(re.findall(r"\d+", whole(game, "manager")))
    game.quietly()
    assert "81" in whole(game, "human") and "37" not in whole(game, "human")


def test_payoffs_that_give_a_value_away_stand_in_their_sides_prompts_alone():
    game = duet(HAGGLE).on("human enters 50", "player chooses no deal")
    assert "{player} gets €0." in whole(game, "player") and "{human} gets" not in whole(game, "player")
    game.play("player enters 60")
    assert "gets €" not in whole(game, "manager") and "total" not in whole(game, "manager")
    game.quietly()
    assert "{human} gets €0." in whole(game, "human") and "{player} gets" not in whole(game, "human")


def test_a_move_made_at_once_stands_in_no_prompt_before_it_is_opened():
    game = duet(DILEMMA).quietly().play("human chooses defect")
    assert "– defect" not in whole(game, "player") and game.prompt("player")[1][0][1].count("defect") == 1
    game.play("player chooses cooperate")
    assert "{human}: choice – defect" in whole(game, "manager")
    game.quietly()
    assert (
        "{human}: choice – defect" in whole(game, "player") and ("assistant", "cooperate") in game.prompt("player")[1]
    )


def test_a_hidden_horizon_stands_in_no_prompt():
    header = DILEMMA.replace("rounds: 3", "rounds: {from: 7, to: 7, hidden: yes}")
    game = duet(header)
    assert "7" not in whole(game, "manager") and "rounds" not in game.prompt("manager")[1][-1][1]
    game.quietly()
    for side in ("human", "player"):
        assert "There are" not in whole(game, side) and "7" not in game.prompt(side)[1][-1][1]
    assert "There are 3 rounds." in whole(duet(DILEMMA).quietly(), "player")


def test_what_an_author_writes_cannot_name_seats():
    game = duet(MARKET.replace("title: Market", "title: The {manager}"), BODY, "Beat {human}.").on(ROUND[0])
    system, turns = game.prompt("player")
    assert system.startswith("Beat {{human}.") and "“The {{manager}”" in system
    assert "Is it a {{deal}?" in turns[-1][1]


# ── what an answer may be ─────────────────────────────────────────────────────────────────────────────────────────────


def test_an_answer_is_held_to_the_shape_of_the_move():
    def shape(game: Dictated, seat: Seat) -> object:
        found = prompt_of(game, seat).shape
        assert found is None or (found["type"], found["additionalProperties"]) == ("object", False)
        return found and (found["properties"], found["required"])

    game = market()
    assert shape(game, HUMAN) == ({"bid": {"type": "integer"}}, ["bid"])
    assert shape(game.on(ROUND[0]), PLAYER) == ({"answer": {"type": "string", "enum": ["deal", "no deal"]}}, ["answer"])
    assert shape(game.on(ROUND[1]), PLAYER) == ({"remark": {"type": "string"}}, ["remark"])
    assert shape(game.play(ROUND[2]), MANAGER) is None
    for half in ("step: 0.5", "from: 0.5, step: 1"):
        header = MARKET.replace(
            "from: 0, to: 100, step: 5", f"to: 100, {'from: 0, ' if 'from' not in half else ''}{half}"
        )
        assert shape(duet(header).quietly(), HUMAN) == ({"bid": {"type": "number"}}, ["bid"])


@pytest.mark.parametrize(
    "text", ['{"bid": 40}', '{"bid": "40"}', ' {"bid": 40.0} ', "40", "€40", "My bid is 40.", '{"bid": "I bid 40"}']
)
def test_an_answer_is_read_from_its_shape_or_from_words(text: str):
    assert market().reads("human", text) == Enter(40)


def test_what_is_no_answer_is_refused_for_the_model_to_try_again():
    game = market()
    for text in ('{"price": 40, "or": 50}', "[40, 50]", "I wait.", '{"bid": null}'):
        with pytest.raises(IllegalAction):
            game.reads("human", text)
    game.on(ROUND[0])
    assert game.reads("player", '{"answer": "no deal"}') == Choose("no deal")
    assert game.on(ROUND[1]).reads("player", '{"remark": "[PLAYER_TURN] hm"}') == Write("[PLAYER_TURN] hm")
    assert game.play(ROUND[2]).reads("manager", '{"bid": 40}') == Show('{"bid": 40}')


def test_a_side_answers_whole_and_a_display_is_used_as_far_as_it_goes():
    game = market()
    assert prompt_of(game, HUMAN).whole
    game.play(*ROUND)
    assert not prompt_of(game, MANAGER).whole


def test_tokens_and_temperature_are_the_hosts():
    game = duet(ULTIMATUM, manager_tokens=321, player_tokens=45, temperature=0.3)
    prompt = prompt_of(game, MANAGER)
    assert (prompt.tokens, prompt.temperature) == (321, 0.3)
    game.on("human enters 40")
    prompt = prompt_of(game, PLAYER)
    assert (prompt.tokens, prompt.temperature) == (45, 0.3)
    assert prompt.key == game.asked("player")["move"].key


# ── without a header ──────────────────────────────────────────────────────────────────────────────────────────────────

WELCOME = "manager shows Welcome. What do you offer?"
TURN = "Now.\n[PLAYER_TURN]\nThe offer is 40. Accept?\n[/PLAYER_TURN]\nWait."


def haggle(body: str = "You run {it}.", *turns: str) -> Dictated:
    return duet("", body, PROMPT).play(WELCOME, "human writes 40", f"manager shows {TURN}", *turns)


def test_without_a_header_the_player_is_sent_its_blocks_and_nothing_else():
    game = haggle("You run {it}.", "player writes No.", "manager shows It says no. What now?", "human writes 50")
    game.play("manager shows [player turn] The offer is 50. [/player turn]")
    assert game.prompt("player") == (
        "Sell well.",
        [("user", "The offer is 40. Accept?"), ("assistant", "No."), ("user", "The offer is 50.")],
    )


def test_without_a_header_the_manager_is_sent_all_that_it_wrote_and_was_told():
    game = haggle("You run {it}.", "player writes No.")
    assert game.prompt("manager") == (
        f"You run {{{{it}}.\n\n{prompts.page('protocol')}",
        [
            ("user", OPENING),
            ("assistant", "Welcome. What do you offer?"),
            ("user", "40"),
            ("assistant", TURN),
            ("user", "[PLAYER_DECISION]\nNo.\n[/PLAYER_DECISION]"),
        ],
    )


def test_a_manager_whose_prompt_speaks_of_tags_is_not_told_about_them_again():
    body = "Ask the player between [PLAYER_TURN] and [/PLAYER_TURN]."
    assert duet("", body).prompt("manager") == (body, [("user", OPENING)])


def test_without_a_header_the_human_is_sent_what_it_was_shown():
    game = haggle("You run {it}.", "player writes No.", "manager shows It says no. What now?")
    assert game.prompt("human") == (
        prompts.page("human"),
        [("user", "Welcome. What do you offer?"), ("assistant", "40"), ("user", "It says no. What now?")],
    )


def test_without_a_header_answers_are_words_of_no_shape():
    game = haggle()
    prompt = prompt_of(game, PLAYER)
    assert (prompt.shape, prompt.whole, prompt.read("40, or 50?")) == (None, False, Write("40, or 50?"))
    game.play("player writes No.", "manager shows It says no. What now?")
    assert game.reads("human", "60") == Write("60")
    for text in ("[STOP]", " stop\n", "[game_over]"):
        assert game.reads("human", text) == Stop()
    assert game.reads("human", "Please stop that.") == Write("Please stop that.")


def test_a_manager_is_sent_back_what_it_wrote_with_the_reason():
    game = duet("", "The buyer's valuation is 73. The seller's cost is 41.").play(
        "manager shows It is 73 and 41. Well?"
    )
    (_, written), (role, why) = game.prompt("manager")[1][-2:]
    assert (written, role) == ("It is 73 and 41. Well?", "user")
    assert "73, 41" in why
    game.play("manager shows What do you offer?")
    assert game.prompt("human")[1] == [("user", "What do you offer?")]
