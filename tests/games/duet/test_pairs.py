from __future__ import annotations

import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.core import Temper
from games.duet import GAME, pairs
from games.duet.events import HUMAN, PLAYER
from games.duet.events import MANAGER as MANAGER_SEAT
from games.duet.ledger.header import Rounds
from games.duet.options import DuetOptions
from games.duet.pairs import BadPair, check, find, names, parse, split
from games.story import Story

MANAGER = """\
---
title: Haggling
summary: One sells, one buys.
seats: {human: Seller, player: Buyer}
unit: $
state:
  pot: 100
  sent: {value: 0, from: 0, to: 200}
  weather: {choices: [rain, sun]}
  things: {cat: [animal, furry], car: machine}
private:
  human: {cost: {from: 20, to: 60}}
  player: {value: {from: 60, to: 100}}
rounds: {from: 2, to: 4, hidden: yes}
moves:
  - name: price
    by: human
    type: number
    from: 0
    to: pot
    ask: What is your price?
    set: {sent: price}
    default: pot // 2
  - {name: answer, by: the other, choices: {accept: [accepts, yes], reject: [no]}, ask: Do you accept?}
  - {name: mood, by: both, choices: [calm, cross], ask: How are you?, when: answer == 'reject'}
after_round: {pot: pot - 5}
payoff:
  human: price - cost if answer == 'accept' else 0
  player: value - price if answer == 'accept' else 0
ends_when: answer == 'accept'
player_hears: [pot, price, round, value]
strategies:
  player:
    shrewd: {answer: "'accept' if price < value - 10 else 'reject'", mood: pick(choices)}
report:
  - {title: Prices, of: price, as: distribution}
  - {title: Calm, of: mood.human == 'calm', as: share, by: round}
---
You are the manager of a haggle.
"""
PLAYER_PROMPT = "You buy. You know what it is worth to you.\n"


def said(manager: str, player: str = PLAYER_PROMPT) -> list[str]:
    """What is wrong, a line each: where, then the sentence; notes begin with “note”."""
    return [
        f"{'note ' if each.note else ''}{'player ' if each.file == 'player' else ''}{each.line}: {each.sentence}"
        for each in check(manager, player)
    ]


def changed(old: str, new: str) -> str:
    assert MANAGER.count(old) == 1, old
    return MANAGER.replace(old, new)


# ── what is well ──────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_pair_in_order_has_nothing_said_of_it() -> None:
    assert said(MANAGER) == []


def test_a_header_is_read_as_it_is_written() -> None:
    header = parse(split(MANAGER)[0])
    assert (header.title, header.unit, header.titles) == ("Haggling", "$", {HUMAN: "Seller", PLAYER: "Buyer"})
    assert [(each.name, each.kind, each.value) for each in header.fields] == [
        ("pot", "number", "100"), ("sent", "number", "0"), ("weather", "choice", ""), ("things", "list", ""),
    ]  # fmt: skip
    assert header.fields[3].constant == {"cat": ["animal", "furry"], "car": "machine"}
    assert [(seat, each.name, each.kind, each.low, each.high) for seat, each in header.private] == [
        (HUMAN, "cost", "integer", 20, 60), (PLAYER, "value", "integer", 60, 100),
    ]  # fmt: skip
    assert header.rounds == Rounds(2, 4, None, hidden=True)
    price, answer, mood = header.moves
    assert (price.low, price.high, price.step, price.sets) == ("0", "pot", "1", (("sent", "price"),))
    assert answer.by == "the other" and answer.choices == {"accept": ("accepts", "yes"), "reject": ("no",)}
    assert mood.choices == {"calm": (), "cross": ()} and mood.when == "answer == 'reject'"
    assert header.player_hears == ("pot", "price", "round", "value")
    assert [(each.name, each.seat) for each in header.strategies] == [("shrewd", PLAYER)]
    assert [(each.how, each.by) for each in header.reports] == [("distribution", ""), ("share", "round")]


def test_what_is_left_out_has_a_default() -> None:
    header = parse("title: T\nsummary: S\nmoves: [{name: word, by: in turns, type: text, ask: Which?}]")
    assert header.titles == {HUMAN: "Human", PLAYER: "Player"} and header.rounds == Rounds(1, 1)
    assert header.payoff == {HUMAN: "0", PLAYER: "0"} and header.player_hears is None


@pytest.mark.parametrize(
    ("written", "kind", "value"),
    [
        ("100", "number", "100"), ("2.50", "number", "2.5"), ("'100'", "text", "'100'"), ("yes", "yes-no", "True"),
        ("Off", "yes-no", "False"), ("red", "text", "'red'"), ("it's", "text", '"it\'s"'), ("'no'", "text", "'no'"),
    ],
)  # fmt: skip
def test_a_short_field_is_what_it_looks_like(written: str, kind: str, value: str) -> None:
    field = parse(split(changed("pot: 100", f"pot: 100\n  x: {written}"))[0]).fields[1]
    assert (field.kind, field.value) == (kind, value)


def test_a_chance_of_another_round_is_hidden_by_itself() -> None:
    text = split(changed("{from: 2, to: 4, hidden: yes}", "{chance: 0.9, most: 20}"))[0]
    assert parse(text).rounds == Rounds(1, 20, 0.9, hidden=True)


def test_a_choice_may_stand_without_quotes_where_only_a_choice_can() -> None:
    text = changed("answer: \"'accept' if price < value - 10 else 'reject'\"", "answer: reject")
    assert said(text) == [] and parse(split(text)[0]).strategies[0].moves[0] == ("answer", "'reject'")


@pytest.mark.parametrize("ends", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("begins", ["", "\ufeff", "\ufeff\n\n"])
def test_line_ends_and_byte_order_marks_change_nothing_but_lines(ends: str, begins: str) -> None:
    text = begins + MANAGER.replace("\n", ends)
    assert said(text) == []
    assert split(text)[1] == "You are the manager of a haggle."
    wrong = text.replace("unit: $", "unitt: $")
    line = 5 + begins.count("\n")
    assert said(wrong) == [f"{line}: The header has no “unitt” (did you mean “unit”?)."]


def test_a_rule_across_the_page_below_the_header_is_the_prompts() -> None:
    assert split("---\ntitle: T\n---\nOne\n---\nTwo\n") == ("title: T", "One\n---\nTwo")
    assert split("One\n---\nTwo\n") == ("", "One\n---\nTwo")


# ── what is broken ────────────────────────────────────────────────────────────────────────────────────────────────────

BROKEN = [
    # the file
    ("---\nYou are", "You are", ["1: The header that begins here is not closed; put a line “---” below it."]),
    ("title: Haggling\n", "", ["2: The header has no “title”: what the game is called."]),
    ("summary: One", "summary: " + "x" * 100 + " One", ["3: “summary” is 121 characters long; 100 is the most."]),
    ("pot: 100\n", "pot: 100\n\tx: 1\n", ["8: The line is indented with a tab; YAML takes spaces only."]),
    ("pot: 100\n", "pot: 100\n  pot: 7\n", ["8: “pot” stands twice in “state”, first on line 7."]),
    ("pot: 100\n", "pot: &all 100\n  x: *all\n", ["7: “&all” means something of its own in YAML; put the text in quotes.", "8: “*all” means something of its own in YAML; put the text in quotes."]),
    ("pot: 100\n", "pot: !!python/object:os.system 100\n", ["7: “!!python/object:os.system” means something of its own in YAML; put the text in quotes."]),
    ("title: Haggling", "title: Haggling: the game", ["2: There is a colon too many, or a line is indented too far; a text with “: ” in it stands in quotes."]),
    ("unit: $", 'unit: "$', ["5: A quotation mark opens in this line and is not closed in it."]),
    ("seats: {human: Seller, player: Buyer}", "seats: {human: Seller, player: Buyer", ["5: Between { and } something cannot be read: “}” is missing, or a text has one of [ ] { } in it or goes on after a closing quotation mark; put such a text in double quotes as a whole."]),
    ("seats: {human: Seller, player: Buyer}", "seats: {human: Seller, plaier: Buyer}", ["4: “seats” has no “plaier” (did you mean “player”?)."]),
    ("player: Buyer}", "player: seller}", ["4: Both sides are called “Seller”; give them different titles."]),
    ("ends_when: answer == 'accept'", "ends_when: 'accept' == answer", ["30: This line does not fit those above it: it is indented differently, or a text that begins with a quotation mark goes on after the closing one (put the whole in double quotes)."]),
    ("unit: $", "unit: %", ["5: A text cannot begin with this character; put it in quotes."]),
    # fields
    ("pot: 100\n", "pot: $100\n", ["7: “$100” is not a number; write it without signs and commas, and say “unit: $” or the like."]),
    ("pot: 100\n", "pot: 1,000\n", ["7: “1,000” is not a number; write it without signs and commas, and say “unit: $” or the like."]),
    ("pot: 100\n", "pot: 100\n  half: pot / 2\n", ["8: “pot / 2” would be a text here; to have it worked out, write {type: number, value: pot / 2}, else put it in quotes."]),
    ("pot: 100\n", "pot: 100\n  round: 2\n", ["8: “round” means something in every game; call this field something else."]),
    ("pot: 100\n", "pot: 100\n  price: 2\n", ["17: “price” is already the name of something else; call this move something else."]),
    ("pot: 100\n", "pot: 100\n  my pot: 2\n", ["8: “my pot” is not a name: names are letters, digits and “_”, and begin with a letter; call this field something else."]),
    ("pot: 100\n", "pot: 100\n  x: {typ: integer, from: 1, to: 2}\n", ["8: “x” has no “typ” (did you mean “type”?)."]),
    ("pot: 100\n", "pot: 100\n  x: {type: numbr, from: 1, to: 2}\n", ["8: “numbr” is no type (did you mean “number”?); there are integer, number, text, choice, yes-no and list."]),
    ("pot: 100\n", "pot: 100\n  x: {type: number, from: 1}\n", ["8: “x” has no value and no “to”: say what it begins as, or from where to where it is drawn."]),
    ("pot: 100\n", "pot: 100\n  x: {value: later + 1, type: number}\n  later: 2\n", ["8: In “value” of “x”: “later” is not declared before it; a value may name fields above it only."]),
    ("sent: {value: 0,", "sent: {value: 300,", ["8: “sent” begins as 300, which is not within its range."]),
    ("weather: {choices: [rain, sun]}", "weather: {choices: [rain, Rain]}", ["9: The choice “Rain” of “weather” is there twice."]),
    ("cost: {from: 20, to: 60}", "cost: {from: 60, to: 20}", ["12: “cost” goes from 60 to 20, which is upside down."]),
    ("cost: {from: 20, to: 60}", "cost: [20, 60]", ["12: “cost” is a list, and a private value is a number, a text or a choice."]),
    ("  human: {cost:", "  humans: {cost:", ["12: “private” has no “humans” (did you mean “human”?)."]),
    # rounds and moves
    ("{from: 2, to: 4, hidden: yes}", "{from: 4, to: 2}", ["14: “rounds” goes from 4 to 2, which is upside down."]),
    ("{from: 2, to: 4, hidden: yes}", "{chance: 2}", ["14: “chance” is 2, and should be more than 0 and less than 1, such as 0.9.", "14: “rounds” by chance need a “most”: after how many they end at the latest (100 is the most)."]),
    ("{from: 2, to: 4, hidden: yes}", "many", ["14: “rounds” is “many”, and should be a whole number from 1 to 100."]),
    ("    by: human\n", "", ["16: The move “price” has no “by”: human, player, both, in turns or the other."]),
    ("by: human\n", "by: humans\n", ["17: “by” of “price” is “humans” (did you mean “human”?); it may be human, player, both, in turns or the other."]),
    ("by: human\n", "by: the other\n", ["17: “price” is made by the other side, but no move comes before it.", "note 34: The strategy “shrewd” of player says nothing of “price”; there it plays as built-in players do."]),
    ("    ask: What is your price?\n", "", ["16: The move “price” has no “ask”: the question that whoever is to make it reads."]),
    ("    from: 0\n", "", ["16: The move “price” is a number and has no “from”: say from where to where it may go."]),
    ("    from: 0\n    to: pot\n", "    from: 10\n    to: 5\n", ["19: “price” goes from 10 to 5, which is upside down."]),
    ("to: pot\n", "to: pto\n", ["20: In “to” of “price”: there is nothing called “pto” (did you mean “pot”?)."]),
    ("to: pot\n", "to: pot + value\n", ["20: In “to” of “price”: “value” is private, and only public values may stand here."]),
    ("{accept: [accepts, yes], reject: [no]}", "[accept]", ["24: “answer” needs at least two different choices."]),
    ("set: {sent: price}", "set: {snet: price}", ["22: “set” of “price” changes “snet”, which is no field of “state” (did you mean “sent”?)."]),
    # expressions
    ("price - cost if", "price - cst if", ["28: In the payoff of the human side: there is nothing called “cst” (did you mean “cost”?)."]),
    ("value - price if answer == 'accept' else 0", "value - price if answer = 'accept' else 0", ["29: In the payoff of the player side: “value - price if answer = 'accept' else 0” cannot be read: “==” compares, and a single “=” has no meaning here."]),
    ("value - price if answer == 'accept' else 0", "value - price if answer == 'acept' else 0", ["29: In the payoff of the player side: “answer” is never 'acept' (did you mean “accept”?)."]),
    ("value - price if answer == 'accept' else 0", "value - price if answer == accept else 0", ["29: In the payoff of the player side: “accept” is a text, and texts stand in quotes: 'accept'."]),
    ("value - price if answer == 'accept' else 0", "value - price if answer == 'accept'", ["29: In the payoff of the player side: “value - price if answer == 'accept'” cannot be read: “if” needs an “else”, as in “10 if answer == 'accept' else 0”."]),
    ("value - price if answer == 'accept' else 0", "cost.player", ["29: In the payoff of the player side: only the human side has a “cost”: write just “cost”."]),
    ("  player: value - price if answer == 'accept' else 0\n", "", ["27: “payoff” says nothing of the player side; write “player: 0” if it gets nothing."]),
    ("mood.human == 'calm'", "mood == 'calm'", ["37: In “of” of a report: both sides have a “mood”: write “mood.human” or “mood.player”."]),
    ("pot: pot - 5", "pot: pot - chance(0.5)", ["26: In “after_round”, “pot”: “chance” throws dice, which only strategies may."]),
    ("pot: pot - 5", "pot: pot - rounds", ["26: In “after_round”, “pot”: the number of rounds is hidden, and no expression may name it."]),
    ("pot: pot - 5", "pot: max(0, pot - 5)", ["26: In “after_round” “pot - 5)” has no value: between { and } a comma ends an entry, so put what has commas in it in quotes."]),
    ("[pot, price, round, value]", "[pot, prize, cost, things]", ["31: “player_hears” has “prize”, and there is nothing of that name (did you mean “price”?).", "31: “cost” is private to the human side, and the player never hears it.", "31: “things” is a list, which is for expressions only and never shown."]),
    ("price < value - 10", "price < cost - 10", ["34: In the strategy “shrewd” of player: “cost” is private to the other side."]),
    ("mood: pick(choices)", "price: 3", ["34: The strategy “shrewd” of player says how to make “price”, which is the other side's move.", "note 34: The strategy “shrewd” of player says nothing of “mood”; there it plays as built-in players do."]),
    ("as: distribution", "as: histogram", ["36: “as” of a report is “histogram”; it may be distribution, share or mean."]),
    # what only play shows
    ("when: answer == 'reject'", "when: mood.human + 1 > 2", ["25: In “when” of “mood”, as it can happen in play in round 1: “mood.human + 1 > 2”: “mood.human” is not there yet, and cannot be reckoned with; say what holds then, as in “… if mood.human != None else 0”."]),
    ("pot: pot - 5", "pot: pot / (100 - price)", ["26: In “after_round”, “pot”, as it can happen in play in round 1: “pot / (100 - price)”: it divides by zero, as “100 - price” can be 0."]),
    ("pot: pot - 5", "pot: pot - 60", ["16: “price” can come to lie between 0 and -20, where there is nothing."]),
    ("mood: pick(choices)", "mood: \"'happy'\"", ["34: In the strategy “shrewd” of player: it should come to one of calm, cross, and can come to 'happy'."]),
    ("  human: price - cost if answer == 'accept' else 0", "  human: answer", ["28: In the payoff of the human side: it should be a number, and can come to 'reject'."]),
    ("default: pot // 2", "default: past[-1].price", ["23: In “default” of “price”, as it can happen in play in round 1: “past[-1].price”: “past[-1]” does not exist: “past” has nothing in it yet."]),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "sentences"), BROKEN)
def test_a_mistake_is_told_with_its_line(old: str, new: str, sentences: list[str]) -> None:
    assert said(changed(old, new)) == sentences


def test_every_mistake_is_told_at_once() -> None:
    text = (
        MANAGER.replace("unit: $", "unt: $").replace("by: human", "by: nobody").replace("price - cost", "prise - cost")
    )
    assert [each.split(":")[0] for each in said(text)] == ["5", "17", "28"]


PLAYED = [
    # What is worked out in play is known by the same names there as here, however it is written.
    ("price - cost if", "price - cost.human if"),
    ("value - price if", "value['player'] - price if"),
    ("ends_when: answer == 'accept'", "ends_when: by.price == 'player'"),
    (
        "when: answer == 'reject'",
        "when: 'by.mood == None and len(past) < 9 and (by.answer == None or by.answer != by.price)'",
    ),
    ("pot: pot - 5", "pot: pot - 5 - len(past) - (payoff.human < 0) - (weather == 'rain')"),
    ("default: pot // 2", "default: cost + round + len(things.cat) - sum(each.price for each in past)"),
]


@pytest.mark.parametrize("seed", ["a", "b", "c"])
@pytest.mark.parametrize(("old", "new"), [("unit: $", "unit: $"), *PLAYED])
def test_what_is_found_in_order_is_played_to_its_end(old: str, new: str, seed: str) -> None:
    assert said(changed(old, new)) == []
    options = DuetOptions(pair="haggling", manager=changed(old, new), player=PLAYER_PROMPT)
    story = Story(GAME, options, seed)
    story.tell(story.begin({MANAGER_SEAT: "built-in", HUMAN: "built-in", PLAYER: "built-in"}))
    rng = random.Random(seed)
    while story.outcome is None:
        seat, asks = next(iter(story.owed(story.seats).items()))
        action = GAME.policy.autoplay(story.view(seat), seat, asks[0], rng, Temper())
        story.tell(story.decide(seat, action, asks[0].key))
    assert "cannot be worked out" not in story.outcome.why


def test_reading_refuses_what_checking_finds() -> None:
    with pytest.raises(BadPair) as wrong:
        parse(split(changed("by: human", "by: nobody"))[0])
    assert [each.line for each in wrong.value.mistakes] == [17]
    assert str(wrong.value).startswith("Manager file, line 17: “by” of “price” is “nobody”")


@pytest.mark.parametrize(
    "header", ["- a\n- b", "just words", "\n", "{}", "[]", "x: 1", "moves: 3\nstate: [1]\npayoff: []\nrounds: []", "? [a]\n: b", "!!x", "%YAML 1.1"]
)  # fmt: skip
def test_a_header_of_another_shape_is_refused(header: str) -> None:
    with pytest.raises(BadPair):
        parse(header)


def test_billions_of_laughs_are_not_laughed() -> None:
    laughs = "a: &a [x, x]\n" + "".join(
        f"{new}: &{new} [*{old}, *{old}]\n" for old, new in zip("abcdefgh", "bcdefghi", strict=True)
    )
    with pytest.raises(BadPair, match="means something of its own in YAML"):
        parse(laughs)


@pytest.mark.parametrize(
    "header", ["[" * 5000, "{a: " * 3000, "- " * 5000, "a: " + "b" * 20_000, "title: \x00", "title: \ud800"]
)
def test_what_is_deep_or_large_or_invisible_is_refused(header: str) -> None:
    with pytest.raises(BadPair):
        parse(header)


# ── the prompts ───────────────────────────────────────────────────────────────────────────────────────────────────────

PLAIN = "You manage a game. Turn to the player with [PLAYER_TURN] … [/PLAYER_TURN].\n"
ALONE = "note 1: Without a header the manager holds both sides' secrets and code checks nothing; it needs a model."


@pytest.mark.parametrize(
    ("manager", "player", "sentences"),
    [
        (PLAIN, "You play.", [ALONE]),
        ("You manage.", "You play.", [ALONE, "note 1: The prompt never speaks of [PLAYER_TURN], by which a manager without a header turns to the player."]),
        (PLAIN, " \n", [ALONE, "player 1: There is no prompt for the player."]),
        ("", "You play.", ["1: There is no prompt for the manager.", ALONE]),
        (MANAGER.replace("You are the manager of a haggle.\n", ""), PLAYER_PROMPT, ["39: There is no prompt for the manager below the header."]),
        (MANAGER + "\nWrite [PLAYER_TURN] first.\n", PLAYER_PROMPT, ["note 41: With a header code turns to the player, and “[PLAYER_TURN]” means nothing to it."]),
        (PLAIN, "You play.\nAnswer in [/player_decision].", [ALONE, "note player 2: “[/player_decision]” is for the manager alone: what the player writes goes to it without tags."]),
        (MANAGER, "You play.\nTheir cost is what counts.", ["note player 2: The prompt speaks of “cost”, which is private to the human side: the player never learns it."]),
        (MANAGER, MANAGER, ["player 1: The player's file begins with a header, which belongs into the manager's; the player would read all of it.", "note player 12: The prompt speaks of “cost”, which is private to the human side: the player never learns it."]),
        ("You play. [PLAYER_TURN][/PLAYER_TURN]", MANAGER, [ALONE, "player 1: The player's file begins with a header, which belongs into the manager's: are the two files swapped?"]),
        ("x" * 70_000, "You play.", ["1: The file is larger than 64 KiB."]),
    ],
)  # fmt: skip
def test_prompts_are_looked_at_too(manager: str, player: str, sentences: list[str]) -> None:
    assert said(manager, player) == sentences


@pytest.mark.parametrize(("above", "line"), [("# A haggle\n", 3), ("```yaml\n", 3), ("", 1)])
def test_a_header_that_is_none_is_pointed_at(above: str, line: int) -> None:
    manager = above + (MANAGER if above else MANAGER.removeprefix("---\n"))
    why = "This looks like a header. A header begins with a line “---” at the top of the file, with nothing above it, and ends with another."
    assert f"note {line}: {why}" in said(manager, "You play.")


@pytest.mark.parametrize(
    ("old", "new", "note"),
    [
        ("What is your price?", '"Your price, of {pot}?"', "21: Braces in “ask” of “price” stay as they are: say in words what is meant."),
        ("ends_when:", "tell: {answer: {accept: Done.}}\nends_when:", "30: Of “answer” the table tells “reject” in words of its own."),
    ],
)  # fmt: skip
def test_what_nobody_fills_and_what_is_left_to_the_table_is_noted(old: str, new: str, note: str) -> None:
    assert said(changed(old, new)) == [f"note {note}"]


# ── files ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


def lay(folder: Path, name: str, manager: str = MANAGER, player: str = PLAYER_PROMPT) -> None:
    (folder / f"{name}_manager.md").write_text(manager, "utf-8")
    (folder / f"{name}_player.md").write_text(player, "utf-8")


def test_a_pair_in_a_folder_is_found(tmp_path: Path) -> None:
    lay(tmp_path, "haggling")
    (tmp_path / "half_manager.md").write_text(MANAGER, "utf-8")
    assert "haggling" in names([tmp_path]) and "half" not in names([tmp_path])
    assert find(" Haggling ", [tmp_path]) == pairs.Pair("haggling", MANAGER, PLAYER_PROMPT)


def test_a_folder_of_ones_own_comes_before_ours(tmp_path: Path) -> None:
    lay(tmp_path, "ultimatum")
    assert find("ultimatum", [tmp_path]).manager == MANAGER
    assert find("ultimatum", [tmp_path / "nowhere"]).manager != MANAGER


@pytest.mark.parametrize("name", ["ultimatom", "../ultimatum", "", "/etc/passwd", "ultimatum_manager.md"])
def test_a_pair_that_is_not_there_is_named(name: str) -> None:
    with pytest.raises(ValueError, match="There is no pair called") as wrong:
        find(name)
    assert "there are" in str(wrong.value)
    if name == "ultimatom":
        assert "did you mean “ultimatum”?" in str(wrong.value)


def test_a_file_that_is_no_text_or_too_large_is_refused(tmp_path: Path) -> None:
    lay(tmp_path, "odd")
    (tmp_path / "odd_player.md").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(ValueError, match=r"odd_player\.md is not UTF-8 text"):
        find("odd", [tmp_path])
    (tmp_path / "odd_player.md").write_bytes(b"x" * (pairs.LONGEST + 1))
    with pytest.raises(ValueError, match=r"odd_player\.md is larger than 64 KiB"):
        find("odd", [tmp_path])


@pytest.mark.parametrize("name", names())
def test_our_own_pairs_are_in_order(name: str) -> None:
    pair = find(name)
    assert [each for each in check(pair.manager, pair.player) if not each.note] == []


# ── anything at all ───────────────────────────────────────────────────────────────────────────────────────────────────

ANYTHING = st.text(st.characters(exclude_categories=()), max_size=60)


@settings(max_examples=150, deadline=None)
@given(ANYTHING, ANYTHING)
def test_nothing_but_mistakes_comes_of_any_text(manager: str, player: str) -> None:
    check(manager, player)
    check(f"---\n{manager}\n---\n", player)


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_nothing_but_mistakes_comes_of_a_header_with_anything_in_it(data: st.DataObject) -> None:
    lines = MANAGER.split("\n")
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(1, len(lines) - 1))
        cut = data.draw(st.integers(0, len(lines[at])))
        piece = data.draw(
            st.one_of(
                ANYTHING,
                st.sampled_from(
                    [
                        "[",
                        "{",
                        "'",
                        '"',
                        ": ",
                        "- ",
                        "&a ",
                        "*a",
                        "!!x ",
                        "None",
                        "[]",
                        "0",
                        "-1",
                        "1e9",
                        "price",
                        "past[-1]",
                    ]
                ),
            )
        )
        lines[at] = lines[at][:cut] + piece + lines[at][cut + data.draw(st.integers(0, 9)) :]
    text = "\n".join(lines)
    mistakes = check(text, PLAYER_PROMPT)
    assert all(1 <= each.line <= text.count("\n") + 60 and each.sentence.endswith((".", "?")) for each in mistakes)
