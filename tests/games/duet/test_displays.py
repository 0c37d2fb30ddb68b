"""Displays: where the facts stand, what is told of each event, in whose language, and what of the manager's words stays."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from games.colour import sift
from games.core import named
from games.duet import pairs
from games.duet.events import PLAYER, Ended, Shown, Write, Wrote
from games.duet.ledger import display
from games.duet.ledger.autoplay import autoplay
from games.duet.ledger.declared import BadPair
from games.duet.ledger.telling import TONGUES
from tests.games.duet.table import DILEMMA, HAGGLE, ULTIMATUM, Dictated, duet

HUM = "The lamp hums over the table."


def last(game: Dictated) -> str:
    """The last display, with names."""
    shown = [event for event in game.story.heard(None) if isinstance(event, Shown)]
    return named(shown[-1].text, {**game.names})


def displayed(text: str, header: str = ULTIMATUM, *turns: str) -> list[str]:
    """The lines of the display that this text makes after these moves."""
    game = duet(header).quietly()
    for turn in turns:
        game.play(turn)
    if not turns:
        game = duet(header)
    return last(game.play(f"manager shows {text}")).split("\n")


OVER = ("human enters 40", "player chooses accept")
MOVED = "Human names $40 (offer). Player chooses accept."
RESULT = "The game is over. Human has $60 and Player has $40."


# ── where the facts stand ─────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("", [MOVED, RESULT]),
        (HUM, [f"“{HUM}”", MOVED, RESULT]),
        (f"{{{{moves}} {HUM} {{{{result}}", [MOVED, f"“{HUM}”", RESULT]),
        ("{{result} {{moves}", [RESULT, MOVED]),
        ("{{{{ Result }} **{{moves}**", [RESULT, MOVED]),
        ("{{moves} {{result} {{moves} {{moves}", [MOVED, RESULT]),
        (f"{{{{moves}}\n{HUM}", [MOVED, f"“{HUM}”", RESULT]),
        ("{{payoffs} {{due} {{rules} {{nonsense}", [MOVED, RESULT]),
        ("Not so: {{moves} is what they say.", [MOVED, RESULT]),
        ("It is false that\n{{moves}", [MOVED, RESULT]),
        (f"{HUM} So {{{{moves}}, or so they tell.", [f"“{HUM}”", MOVED, RESULT]),
    ],
)
def test_a_slot_says_where_a_fact_stands_once_and_what_has_none_stands_at_the_end(text: str, lines: list[str]) -> None:
    assert displayed(text, ULTIMATUM, *OVER) == lines


def test_a_slot_in_what_a_side_wrote_stays_as_it_is() -> None:
    header = HAGGLE.replace("type: choice, choices: [deal, no deal]", "type: text").replace("'deal'", "'x'")
    game = duet(header).quietly().play("human enters 50", "player writes I say {{moves} and {{human} “now”")
    game.on("player enters 9")
    assert "Player: “I say {moves} and {human} ‘now’”" in last(game)


def test_an_example_stands_where_the_author_wrote_one_and_the_manager_wants_it() -> None:
    assert "{example}" not in " ".join(displayed("{{example} " + HUM))
    header = ULTIMATUM + 'tell: {example: "With half of {pie} each, both go home content."}\n'
    assert displayed("{{example}", header)[0] == "With half of $100 each, both go home content."
    assert not any("half" in line for line in displayed(HUM, header))


def test_what_a_manager_reads_again_makes_the_same_display() -> None:
    game = duet().quietly().play(*OVER)
    made = display.compose(f"You won! {HUM} {{{{moves}}", game.state.heard(None))
    assert display.compose(made.kept, game.state.heard(None)).text == made.text and made.dropped == ("You won!",)


WALNUTS = """
title: Walnuts
summary: A thing, and a squirrel.
seats: {human: Squirrel, player: Gardener}
state: {acorns: 3, places: {type: list, value: {teapot: [kettle, samovar]}}}
private: {player: {burrow: {choices: [teapot, hedge]}}}
moves:
  - {name: nibble, by: human, type: choice, choices: {hug: [embrace, cuddles up], tickle: []}, ask: "What now?"}
payoff: {human: "1", player: "1"}
"""


@pytest.mark.parametrize(
    "sentence",
    [
        "A hug is warm.", "The wind embraces the trees.", "The cat cuddles up by the stove.", "It may tickle.", "Feathers are tickling in the dust.",
        "The teapot gleams.", "A samovar hums in the corner.", "The hedges rustle in the wind.", "The burrow is dark.", "The acorns lie in the grass.",
        "The nibble is loud.", "The gardener frowns.",
    ],
)  # fmt: skip
def test_nothing_that_is_possible_in_this_game_may_be_said_whatever_is_so(sentence: str) -> None:
    assert displayed(f"{sentence} {HUM}", WALNUTS)[0] == f"“{HUM}”"


# ── what is told ──────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_display_tells_what_is_new_since_the_last_one_and_nothing_again() -> None:
    game = duet(DILEMMA, people="human player").on("human chooses defect", "player chooses cooperate")
    first = last(game)
    assert first.split("\n") == [
        "Human chooses defect. Player chooses cooperate.",
        "Human gets 5 points. Player gets 0 points.",
        "Round 2 of 3.",
        "What do you do? (cooperate / defect)",
    ]
    game.on("human chooses defect", "player chooses defect")
    assert "So far Human 6 points, Player 1 point." in last(game) and "cooperate." not in last(game)


IN_TURNS = """
title: In turns
summary: Whose turn it is gets what they say.
rounds: 3
unit: coins
moves: [{name: take, by: in turns, from: 0, to: 9, ask: "How much?"}, {name: reply, by: the other, from: 0, to: 9, ask: "And you?"}]
payoff: {human: "take if by.take == 'human' else reply", player: "reply if by.take == 'human' else take"}
"""


@pytest.mark.parametrize("text", ["", "{{due}", "{{moves} {{due} {{payoffs}"])
def test_what_is_left_out_stands_before_the_question_and_what_a_round_paid_before_the_next_ones_moves(
    text: str,
) -> None:
    game = (
        duet(IN_TURNS).on("human enters 5", "player enters 2").play("player enters 7", f"manager shows {text}".strip())
    )
    assert last(game).split("\n") == [
        "Human names 5 coins (take). Player names 2 coins (reply).",
        "Human gets 5 coins. Player gets 2 coins.",
        "Round 2 of 3. Player names 7 coins (take).",
        "And you? (0 to 9 coins)",
    ]


CONTEST = """
title: Throw
summary: Two throws at once.
rounds: {first to: 2}
moves: [{name: throw, by: both, type: choice, choices: [rock, paper], ask: "What do you throw?"}]
beats: [paper beats rock]
payoff: {human: "9 if winner == 'human' else 0", player: "1 if winner == 'player' else 0"}
"""


@pytest.mark.parametrize(
    ("language", "drawn", "won"),
    [
        (
            "en",
            "Nobody gets anything. Human has won 0 rounds and Player has won 0 rounds.",
            "Human has won 1 round and",
        ),
        ("de", "Niemand bekommt etwas.", "Human hat 1 Runde gewonnen"),
        ("fr", "Personne ne reçoit rien.", "Human a gagné 1 manche"),
        ("es", "Nadie recibe nada.", "Human ha ganado 1 ronda"),
    ],
)
def test_a_contest_tells_after_each_round_who_has_won_how_many(language: str, drawn: str, won: str) -> None:
    game = duet(f"{CONTEST}language: {language}\n", people="human player").on(
        "human chooses rock", "player chooses rock"
    )
    assert drawn in last(game)
    game.on("human chooses paper", "player chooses rock")
    assert won in last(game) and "9" in last(game)
    assert "{human} 1 round won · {player} 0 rounds won" in str(game.story.game.shows.scene(game.state, None))


def test_what_was_moved_in_this_round_already_is_told_with_it() -> None:
    game = duet(HAGGLE).on("human enters 50", "player chooses no deal", "player enters 60")
    assert last(game).split("\n") == [
        "Human names €50 (price). Player chooses no deal.",
        "Round 2 of 3. Player names €60 (price).",
        "Is it a deal? (deal / no deal)",
    ]


def test_the_rules_are_told_once_with_what_each_way_of_choosing_pays() -> None:
    game = duet(DILEMMA)
    assert last(game.play("manager shows")).split("\n")[:2] == [
        "Cooperate or defect, again and again.",
        "Human / Player – cooperate / cooperate: 3 points / 3 points; cooperate / defect: 0 points / 5 points; "
        "defect / cooperate: 5 points / 0 points; defect / defect: 1 point / 1 point.",
    ]
    assert "pie: $100" in displayed("")


# ── in the author's words ─────────────────────────────────────────────────────────────────────────────────────────────

GERMAN = """
title: Teilen
summary: Ein Angebot, eine Antwort.
language: de
unit: Punkt|Punkte
state: {kuchen: 12500.5}
moves:
  - {name: angebot, by: human, type: number, from: 0, to: kuchen, step: 0.5, ask: "Wie viel bietest du?"}
  - {name: antwort, by: player, type: choice, choices: {ja: [okay], nein: []}, ask: "Nimmst du an?"}
payoff: {human: kuchen - angebot, player: angebot}
"""
TELL = """
tell:
  rules: "Es gibt {kuchen:Krume|Krumen}."
  angebot: "{who} bietet {other} {value:Krume|Krumen}."
  antwort: {ja: "{who} nimmt an."}
  result: "Am Ende hat {who} {value}."
"""


def test_facts_are_told_in_the_headers_language_with_its_numbers_and_plurals() -> None:
    assert displayed("", GERMAN) == [
        "Ein Angebot, eine Antwort.",
        "kuchen: 12.500,5 Punkte",
        "Wie viel bietest du? (0 bis 12.500,5 Punkte, in Schritten von 0,5)",
    ]
    assert displayed("Die Lampe brennt auf dem Tisch.", GERMAN, "human enters 1", "player chooses ja") == [
        "„Die Lampe brennt auf dem Tisch.“",
        "Human nennt 1 Punkt (angebot). Player wählt „ja“.",
        "Das Spiel ist aus. Human hat 12.499,5 Punkte, und Player hat 1 Punkt.",
    ]


def test_the_author_may_tell_each_event_in_other_words() -> None:
    header = GERMAN + TELL
    assert displayed("", header)[0] == "Es gibt 12.500,5 Krumen."
    told = displayed("", header, "human enters 1", "player chooses nein")
    assert told[0] == "Human bietet Player 1 Krume. Player wählt „nein“."
    assert told[1].endswith("Am Ende hat Human 12.499,5 Punkte. Am Ende hat Player 1 Punkt.")
    assert "Player nimmt an." in displayed("", header, "human enters 1", "player chooses ja")[0]


OFFER = """
title: Handel
summary: Preis und Frist.
language: de
moves:
  - name: angebot
    by: human
    ask: Was bietest du?
    fields: {preis: {from: 0, to: 5000, unit: €}, frist: {choices: [heute, morgen]}}
payoff: {human: 1, player: 0}
rounds: {best of: 1}
"""


@pytest.mark.parametrize(
    ("tell", "said"),
    [
        ("", "Human nennt preis 2000 €, frist morgen (angebot)."),
        ('tell: {angebot: "{who} will {preis}, und zwar {frist}."}', "Human will 2000 €, und zwar morgen."),
    ],
)
def test_an_offer_and_a_contest_are_told_field_by_field_in_the_headers_language(tell: str, said: str) -> None:
    assert displayed("", OFFER + tell)[-1] == "Was bietest du? (preis: 0 bis 5000 €; frist: heute oder morgen)"
    told = displayed("", OFFER + tell, 'human offers {"preis": 2000, "frist": "morgen"}')
    assert told[0] == said
    assert told[-1] == "Das Spiel ist aus. Human hat 1 Runde gewonnen, Player hat 0 Runden gewonnen."


def test_a_field_is_told_once_a_round_as_it_is_then_and_a_yes_or_no_in_a_sentence_for_each() -> None:
    fields = "state: {rain: no, heat: {value: 0, from: 0, to: 9, unit: degrees}}\nafter_round: {heat: heat + 1}\n"
    sets = DILEMMA.replace("ask:", "set: {rain: not rain, heat: heat + 3}, ask:")
    header = f'{sets}{fields}tell: {{rain: {{yes: "It rains.", no: "It is dry."}}, heat: "It is {{value}}."}}\n'
    game = duet(header, people="human player").on("human chooses defect", "player chooses defect")
    assert "It rains. It is 4 degrees." in last(game) and "3 degrees" not in last(game)
    assert "It is dry. It is 8 degrees." in last(game.on("human chooses defect", "player chooses defect"))


@pytest.mark.parametrize("language", [*TONGUES, "fi"])
def test_every_language_tells_the_same_events(language: str) -> None:
    game = duet(HAGGLE + f"language: {language}\n").on("human enters 50", "player chooses no deal", "player enters 60")
    assert all(each in last(game) for each in ("50", "60", "no deal", "2", "3")) and "{" not in last(game)
    ended = next(each for each in game.on("human chooses deal").story.heard(None) if isinstance(each, Ended))
    assert "{human}" in ended.why and ("has" in ended.why) == (language in ("en", "fi"))


def test_french_has_a_space_before_its_colons_and_a_side_passes_in_the_games_language() -> None:
    header = DILEMMA.replace("type: choice, choices: [cooperate, defect]", "type: text")
    header = header[: header.index("payoff:")] + "language: fr\nstate: {lune: {type: text, value: noire}}\n"
    game = duet(header)
    assert "lune : noire" in last(game.play("manager shows"))
    [ask] = game.story.asks(PLAYER)
    assert autoplay(game.story.view(PLAYER), PLAYER, ask, random.Random(0)) == Write("Je passe cette fois.")


def test_where_the_table_knows_no_words_of_a_language_the_facts_are_told_in_english_and_nothing_else() -> None:
    header = ULTIMATUM + "language: it\n"
    for text in (HUM, "La lampada brilla sul tavolo."):
        assert displayed(text, header, *OVER) == [MOVED, RESULT]
    notes = [each for each in pairs.check(f"---{header}---\nShow it.", "Play.") if each.note]
    assert any("the table knows no words" in each.sentence for each in notes)


@pytest.mark.parametrize(
    ("tell", "why"),
    [
        ("{offr: x}", "did you mean “offer”"),
        ('{offer: "{who} offers {valu}."}', "did you mean “value”"),
        ('{answer: {acept: "x"}}', "did you mean “accept”"),
        ('{offer: "{who offers."}', "a slot is not written"),
        ('{example: "{offer}"}', "has no “{offer}”"),
    ],
)
def test_a_template_that_cannot_be_filled_is_a_mistake_with_its_line(tell: str, why: str) -> None:
    with pytest.raises(BadPair) as wrong:
        pairs.parse(f"{ULTIMATUM}tell: {tell}\n")
    assert why in str(wrong.value) and "line" in str(wrong.value)


def test_a_hidden_length_has_no_slot() -> None:
    header = DILEMMA.replace("rounds: 3", "rounds: {from: 2, to: 5, hidden: yes}")
    with pytest.raises(BadPair, match="hidden"):
        pairs.parse(header + 'tell: {round: "Round {round} of {rounds}."}\n')


def test_words_that_displays_were_checked_by_are_let_be_with_a_note() -> None:
    header = ULTIMATUM.replace("state: {pie: 100}", "state: {pie: {value: 100, words: [Kuchen]}}")
    header = header.replace("default: pie // 2}", "default: pie // 2, words: [bids]}")
    found = pairs.check(f"---{header}---\nShow it.", "Play.")
    assert [each.note for each in found] == [True, True] and "not read any more" in found[0].sentence


# ── what managers write ───────────────────────────────────────────────────────────────────────────────────────────────

TITLES = {
    "de": ("Anbieter, Empfänger", "annehmen: [angenommen, nimmt an], ablehnen: [abgelehnt, lehnt ab]"),
    "fr": ("Offrant, Répondant", "accepter: [accepte, accepté], refuser: [refuse, refusé]"),
    "es": ("Oferente, Receptor", "aceptar: [acepta, aceptado], rechazar: [rechaza, rechazado]"),
}


def header_of(name: str) -> str:
    """A shipped pair's header, or one in that language."""
    if name not in TITLES:
        return pairs.split(pairs.find(name).manager)[0]
    (human, player), choices = TITLES[name][0].split(", "), TITLES[name][1]
    return ULTIMATUM.replace("[accept, reject]", f"{{{choices}}}").replace("'accept'", repr(choices.split(":")[0])) + (
        f"language: {name}\nseats: {{human: {human}, player: {player}}}\n"
    )


def colours(kind: str) -> list[list[str]]:
    """What stays of each text of that kind, sentence by sentence."""
    text = (Path(__file__).parent / "written.txt").read_text("utf-8").split(f"## {kind}\n")[1].split("\n\n")[0]
    rows = [line.split("|", 2) for line in text.splitlines()]
    bounds = [display.bounds_of(header_of(name), moment) for name, moment, _ in rows]
    return [list(sift(row[2].replace("\\n", "\n"), each)[0]) for row, each in zip(rows, bounds, strict=True)]


def test_most_honest_texts_keep_a_sentence_and_hardly_a_lie_survives() -> None:
    honest, lies = colours("honest"), colours("lies")
    kept = sum(any(len(re.findall(r"[^\W\d_]+(?:'\w+)?", each)) >= 5 for each in said) for said in honest)
    assert kept >= 0.74 * len(honest) and sum(map(bool, lies)) <= 0.05 * len(lies)
    assert not any(map(re.compile(r"\d").search, (each for said in (*honest, *lies) for each in said)))


# ── logs of before ────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_display_of_before_is_read_as_it_was_shown() -> None:
    game = duet().quietly()
    log = [told for told in game.story.log if not isinstance(told.event, Wrote)]
    assert isinstance(log[-2].event, Shown)
    old = type(log[-2])(None, Shown(1, "**Ultimatum**\nHow much do you offer? (0 to 100)"))
    view = game.story.game.rules.blank()
    for told in [*log[:-2], old, log[-1]]:
        view = game.story.game.rules.evolve(view, told.event)
    assert view.messages[-1].text == "**Ultimatum**\nHow much do you offer? (0 to 100)" and view.pending is not None
