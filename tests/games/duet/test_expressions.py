from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.duet.ledger.expressions import LONGEST, BadExpression, evaluate, names_in, together

NAMES: dict[str, Any] = {
    "pie": 100,
    "offer": None,
    "answer": "accept",
    "share": 0.3,
    "value": {"human": 70, "player": 33.5},
    "cost": 20,
    "cost.player": 20,
    "round": 2,
    "them": "player",
    "choices": ["accept", "reject"],
    "past": [{"round": 1, "offer": 40, "choice": {"human": "stay", "player": "go"}}],
    "things": {"cat": ["animal", "furry|hairy"], "car": ["machine"], "two": 2},
}


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("pie - 1", 99), ("pie / 4", 25), ("pie / 3", 33.333333), ("7 // 2", 3), ("7 % 2", 1), ("2 ** 10", 1024), ("-pie", -100),
        ("0.1 + 0.2", 0.3), ("0.1 + 0.2 == 0.3", True), ("1 / 3 * 3", 1), ("0.3 // 0.1", 3), ("0.3 % 0.1", 0),
        ("pie - 1 if answer == 'accept' else 0", 99), ("answer != 'accept' or pie > 99", True), ("not answer", False),
        ("0 < round < 3", True), ("answer in ['accept', 'reject']", True), ("'ccep' in answer", True), ("'x' not in answer", True),
        ("(answer == 'accept') * pie", 100), ("None", None), ("true", True), ("False", False), ("'a' + 'b'", "ab"),
        # what is not there yet
        ("offer", None), ("offer == 3", False), ("offer != 3", True), ("offer > 3", False), ("offer <= 3", False),
        ("offer is None", True), ("offer is not None", False), ("offer == None", True), ("pie if offer == None else offer", 100),
        ("offer in [1, 2]", False), ("offer.human", None),
        # mappings, lists
        ("value.human", 70), ("value['player']", 33.5), ("value[them]", 33.5), ("cost", 20), ("cost.player + cost", 40),
        ("past[-1].choice[them]", "go"), ("past[-1]['choice'].human", "stay"), ("len(past)", 1), ("past[1:]", []), ("past[0:1][0].offer", 40),
        ("things.two", 2), ("things['cat'][0]", "animal"), ("'cat' in things", True), ("{'stay': 1, 'go': 2}[past[-1].choice.player]", 2),
        ("sum(each.offer for each in past)", 40), ("[x * y for x in [1, 2] for y in [3, 4] if y > 3]", [4, 8]),
        ("any([each.choice[them] == 'go' for each in past])", True), ("all(x > 0 for x in [1, 0])", False),
        # functions
        ("abs(-3)", 3), ("min(3, 1, 2)", 1), ("max([3, 5])", 5), ("max('a', 'b')", "b"), ("round(2.5)", 3), ("round(-2.5)", -3), ("round(2.675, 2)", 2.68),
        ("floor(2.9)", 2), ("ceil(2.1)", 3), ("ceil(0.1 * 3 * 10)", 3), ("sum([1, 2.5])", 3.5), ("len('abc')", 3), ("sorted([3, 1, 2])", [1, 2, 3]),
        ("int('12') + int(2.9)", 14), ("float('1.5')", 1.5), ("str(pie / 2)", "50"), ("lower('AbC')", "abc"), ("round + 1", 3),
    ],
)  # fmt: skip
def test_it_comes_to(expression: str, value: Any) -> None:
    found = evaluate(expression, NAMES)
    assert found == value and type(found) is type(value)


@pytest.mark.parametrize(
    ("text", "words", "there"),
    [
        ("Is it an animal?", "animal", True), ("Is it an ANIMAL", "animal", True), ("animals", "animal", True), ("Boxes!", "box", True),
        ("animalistic", "animal", False), ("minimal", "animal", False), ("a cat's tail", "cat", True), ("Is it hairy?", "furry|hairy", True),
        ("a hot  air balloon", "hot air balloon", True), ("anything", "", False), ("c.t", "c.t", True), ("cat", "c.t", False), ("Größe", "größe", True),
    ],
)  # fmt: skip
def test_a_word_is_mentioned_as_a_word(text: str, words: str, there: bool) -> None:
    assert evaluate("mentions(text, words)", {"text": text, "words": words}) is there
    assert evaluate("mentions(text, ['zebra', words])", {"text": text, "words": words}) is there


@pytest.mark.parametrize("expression", ["None < 3", "3 < None", "None >= 0", "None <= None", "0 > None"])
def test_what_is_not_there_is_neither_more_nor_less_than_anything(expression: str) -> None:
    assert evaluate(expression, NAMES) is False


def test_what_nobody_said_mentions_nothing() -> None:
    assert evaluate("mentions(offer, 'cat')", NAMES) is False


@pytest.mark.parametrize(
    ("expression", "sentence"),
    [
        ("pi + 1", "“pi + 1”: there is nothing called “pi” (did you mean “pie”?)."),
        ("pie - offer", "“pie - offer”: “offer” is not there yet, and cannot be reckoned with; say what holds then, as in “… if offer != None else 0”."),
        ("pie / (round - 2)", "“pie / (round - 2)”: it divides by zero, as “round - 2” can be 0."),
        ("pie // 0.0", "“pie // 0.0”: it divides by zero, as “0.0” can be 0."),
        ("pie % 0", "“pie % 0”: it divides by zero, as “0” can be 0."),
        ("answer - 1", "“answer - 1”: “answer” is a text, and “answer - 1” needs numbers."),
        ("answer < 1", "“answer < 1”: “answer < 1” compares a text with a number."),
        ("maxx(1)", "“maxx(1)”: there is no function “maxx” (did you mean “max”?)."),
        ("abs", "“abs”: “abs” is a function, and needs something in brackets after it."),
        ("abs(1, 2)", "“abs(1, 2)”: “abs” takes one value between its brackets."),
        ("abs('x')", "“abs('x')”: in “abs('x')” there is a text where a number should be."),
        ("sum(pie)", "“sum(pie)”: in “sum(pie)” there is a number where a list should be."),
        ("max([])", "“max([])”: in “max([])” the list is empty."),
        ("int('ten')", "“int('ten')”: in “int('ten')” the text is not a number."),
        ("past[3].offer", "“past[3].offer”: “past[3]” does not exist: “past” has only 1 in it."),
        ("past[0].ofer", "“past[0].ofer”: “past[0]” has nothing called “ofer” (did you mean “offer”?)."),
        ("pie.human", "“pie.human”: “pie” is a number, and there is no “human” in it."),
        ("chance(0.5)", "“chance(0.5)”: “chance” throws dice, which only strategies may."),
        ("pie = 3", "“pie = 3” cannot be read: “==” compares, and a single “=” has no meaning here."),
        ("pie && round", "“pie && round” cannot be read: write “and” for “&&”."),
        ("(pie", "“(pie” cannot be read: its round brackets do not match."),
        ("'pie", "“'pie” cannot be read: a quotation mark is not closed."),
        ("“accept”", "““accept”” cannot be read: texts stand in straight quotation marks, as in 'accept'."),
        ("1 if pie", "“1 if pie” cannot be read: “if” needs an “else”, as in “10 if answer == 'accept' else 0”."),
        ("pie | round", "“pie | round”: “|” (write “or”) is not available here."),
        ("answer is 'accept'", "“answer is 'accept'”: “==” compares; “is” stands before None alone."),
        ("", "An expression is empty."),
    ],
)  # fmt: skip
def test_what_is_wrong_is_one_sentence(expression: str, sentence: str) -> None:
    with pytest.raises(BadExpression) as wrong:
        evaluate(expression, NAMES)
    assert str(wrong.value) == sentence


ATTACKS = [
    "9**9**9", "9**99999999", "(10**15)**(10**15)", "2**-9999999", "1e308*10", "1e999", "10**15*10**15", "(-8)**0.5", "0**-1", "1j", "10**400",
    "().__class__.__bases__[0].__subclasses__()", "pie.__class__", "past.__class__", "value.__class__", "value['__class__']", "__import__('os')",
    "'{0.__class__}'.format(pie)", "'%1000000000d' % 1", "'a' * 1000000000", "[0] * 1000000000", "f'{pie!r:>1000000000}'", "f'{pie}'", "'a'.join(['b'])",
    "lambda: 1", "(lambda x: x)(1)", "(x := 1)", "[*past, *past]", "{**value}", "{x: 1 for x in past}", "{x for x in past}", "pie.real", "past.append(1)",
    "value.get('human')", "eval('1')", "open('/etc/passwd')", "getattr(pie, 'real')", "print(1)", "abs(*past)", "abs(x=1)", "max(1, key=abs)", "...", "b'a'",
    "1 << 1000000", "~pie", "pie @ pie", "await x", "yield 1", "import os", "pie; round", "pie\nround", "pie = 1", "del pie", "assert pie", "_", "__", "_x", "x._y",
    "(" * 249 + ")" * 249, "-" * 450 + "1", "[" * 90 + "]" * 90, "not " * 120 + "1", "1" + "+1" * 240, "x" * 501, "1" * 499, "\x00", "\ud800", "é" * 500,
    "[a for a in past for b in range(10)]", "sum(1 for a in L for b in L for c in L)", "[[a] * 2 for a in L]", "[L for a in L]", "[[L, L] for a in L for b in L]",
    "sorted([sorted(L) for a in L])", "max([mentions(T, W) for a in L for b in L])", "any([T in T for a in L for b in L for c in L])",
    "[e for e in [[d, d] for d in [[c, c] for c in [[b, b] for b in [[a, a] for a in L]]]]]", "str(T) + str(T) + T + T + T + T + T + T", "L + L + L + L + L + L + L + L + L + L + L",
    "any([True for a in L for b in L for c in L if a + b + c < 0])",
    "L[::0]", "L['a']", "L[1.5]", "L[None]", "{[1]: 2}", "{1: 2}[L]", "L == L < L", "value < value", "T[0:9].x", "int('9' * 9)", "int('" + "9" * 400 + "')", "float('inf')", "float('nan')",
]  # fmt: skip


@pytest.mark.parametrize("attack", ATTACKS)
def test_nothing_breaks_out_or_takes_long(attack: str) -> None:
    names = {**NAMES, "L": list(range(100)), "T": "word " * 200, "W": ["ab" * 20] * 50}
    with pytest.raises(BadExpression) as wrong:
        evaluate(attack, names)
    assert "\n" not in str(wrong.value) and len(str(wrong.value)) < 400


def test_a_list_of_a_hundred_by_a_hundred_is_not_too_much_to_count() -> None:
    assert evaluate("sum(1 for a in L if a > 3)", {"L": list(range(100))}) == 96


# ── dice ──────────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    "expression",
    ["between(1, 6)", "pick(choices)", "chance(0.5)", "between(0.5, 1.5)", "[between(1, 6) for x in [1, 2, 3]]"],
)
def test_the_same_dice_throw_the_same(expression: str) -> None:
    thrown = [evaluate(expression, NAMES, random.Random(seed)) for seed in range(30)]
    assert thrown == [evaluate(expression, NAMES, random.Random(seed)) for seed in range(30)]
    assert len({str(each) for each in thrown}) > 1


def test_dice_keep_to_what_they_are_given() -> None:
    dice = random.Random(1)
    assert {evaluate("between(1, 3)", {}, dice) for _ in range(100)} == {1, 2, 3}
    assert {evaluate("pick(choices)", NAMES, dice) for _ in range(100)} == {"accept", "reject"}
    assert 20 < sum(evaluate("chance(0.3)", {}, dice) for _ in range(100)) < 40
    for wrong in ("between(3, 1)", "pick([])", "chance('x')"):
        with pytest.raises(BadExpression):
            evaluate(wrong, {}, dice)


# ── names ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("expression", "names"),
    [
        ("pie - offer", {"pie", "offer"}), ("value.human + value['player']", {"value"}), ("past[-1].choice[them]", {"past", "them"}),
        ("max(pie, 3)", {"pie"}), ("sum(x.offer for x in past if x.offer > low)", {"past", "low"}), ("'pie'", set()), ("None == true", set()),
        ("[x for x in x]", {"x"}), ("[y for x in past for y in x]", {"past"}), ("{'a': pie}[answer]", {"pie", "answer"}),
    ],
)  # fmt: skip
def test_the_names_in_an_expression(expression: str, names: set[str]) -> None:
    assert names_in(expression) == names


def test_what_does_not_parse_has_no_names() -> None:
    with pytest.raises(BadExpression):
        names_in("pie -")


# ── anything at all ───────────────────────────────────────────────────────────────────────────────────────────────────

PIECES = st.sampled_from(
    [*NAMES, "1", "0", "2.5", "'a'", "(", ")", "[", "]", "{", "}", ".", ",", ":", "+", "-", "*", "/", "//", "%", "**", "==", "<", "in", "not", "and",
     "if", "else", "for", "x", "None", "True", "human", *(f"{each}(" for each in ("max", "sum", "len", "mentions", "sorted", "str", "int", "round"))]
)  # fmt: skip


@settings(max_examples=400, deadline=None)
@given(st.one_of(st.text(max_size=LONGEST + 10), st.lists(PIECES, max_size=25).map(" ".join)))
def test_anything_comes_to_a_value_or_a_sentence(expression: str) -> None:
    try:
        value = evaluate(expression, NAMES, random.Random(0))
    except BadExpression as wrong:
        sentence = str(wrong)
    else:
        sentence = "."
        assert evaluate(expression, NAMES, random.Random(0)) == value
    assert sentence.endswith(".")


def test_what_is_worked_out_together_shares_its_steps() -> None:
    slow = "sum(1 for a in many for b in many)"
    names = {"many": list(range(20))}
    with together(10_000) as left:
        evaluate(slow, names)
    steps = 10_000 - left[0]
    with together(3 * steps):
        evaluate(slow, names)
        with together(10 * steps):  # no more than there is left
            evaluate(slow, names)
            evaluate(slow, names)
        with pytest.raises(BadExpression, match="it takes too long"):
            evaluate(slow, names)
    with together(10 * steps):
        with together(steps), pytest.raises(BadExpression, match="it takes too long"):
            evaluate(f"{slow} + {slow}", names)
        evaluate(slow, names)
    assert evaluate(slow, names) == 400
