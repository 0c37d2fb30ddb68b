"""One step of an answer, as a model may write it: well, badly, or so that its thinking would be heard."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from itertools import product

import pytest

from bot.players import steps
from bot.players.channels import (
    Done,
    Manual,
    Way,
    ends,
    functions_of,
    grammar_of,
    guide,
    prefix,
    regex_of,
    schema_of,
    ways,
)
from bot.players.reply import Unreadable
from bot.players.steps import Act, Look, Step, Thought, plainly, read_call, read_json, read_tags, untagged
from games.core import Final
from tests.bot.parlour import AGENT, TOOLS, Speak

FINALS = ("speak", "wait")
TEXTS = {"speak": True, "wait": False}


def whole(text: str) -> Step:
    """Read as it stands, from an endpoint that did not stop it."""
    return read_tags(text, FINALS)


def stopped(text: str) -> Step:
    """Read as stopped at the first “</”, which is taken off."""
    return read_tags(text.split("</")[0], FINALS, stopped=True)


# ── tags ──────────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("text", "step"),
    [
        ("<thinking>Hm.</thinking><speak>Hello.</speak>", Act("Hm.", "speak", "Hello.")),
        ("<thinking>Hm.</thinking>\n<wait></wait>", Act("Hm.", "wait", "")),
        ("<thinking>Hm.</thinking><wait/>", Act("Hm.", "wait", "")),
        ("<speak>Hello.</speak>", Act("", "speak", "Hello.")),
        ("<THINKING>Hm.</THINKING><Speak>Hello.</Speak>", Act("Hm.", "speak", "Hello.")),
        ("<think>Hm.</think><speak>Hello.</speak>", Act("Hm.", "speak", "Hello.")),
        ("<thinking>Hm.<card>Ada</card>", Look("Hm.", "card", "Ada")),
        ("<thinking>Hm.</thinking><card> Ada\n</card>", Look("Hm.", "card", "Ada")),
        ("<thinking>a < b and <3</thinking><speak>I <3 you, 1 < 2</speak>", Act("a < b and <3", "speak", "I <3 you, 1 < 2")),
        # Words before a tag are thinking whose beginning nobody saw; behind it they are nothing.
        ("So it is.</thinking><speak>Hello.</speak>", Act("So it is.", "speak", "Hello.")),
        ("<thinking>Hm.</thinking>Well then.<speak>Hello.</speak>", Act("Hm.\nWell then.", "speak", "Hello.")),
        ("<thinking>a<thinking>b</thinking>c</thinking><speak>d</speak>", Act("a\nb\nc", "speak", "d")),
    ],
)  # fmt: skip
def test_a_step_in_tags(text: str, step: Step) -> None:
    assert whole(text) == step


@pytest.mark.parametrize(
    ("text", "step"),
    [
        ("<thinking>Hm. <card>Ada</card>", Look("Hm.", "card", "Ada")),
        ("<thinking>Hm.</thinking>", Thought("Hm.")),
        ("<speak>Hello.</speak>", Act("", "speak", "Hello.")),
        ("<wait></wait>", Act("", "wait", "")),
        ("<wait>", Act("", "wait", "")),
        ("I think so.</thinking>", Thought("I think so.")),
    ],
)
def test_a_step_that_was_stopped_at_the_tags_end(text: str, step: Step) -> None:
    assert stopped(text) == step
    assert read_tags(f"{text.split('</')[0]}</", FINALS, stopped=True) == step  # the stop sequence left in the answer


def test_some_of_the_closing_tag_may_be_left_in_the_answer() -> None:
    assert read_tags("<speak>Hello.</spe", FINALS, stopped=True) == Act("", "speak", "Hello.")
    with pytest.raises(Unreadable, match="not closed"):
        read_tags("<speak>Hello.</wai", FINALS, stopped=True)


def test_two_tags_at_once_are_the_first_as_if_the_model_had_been_interrupted() -> None:
    assert whole("<thinking>a<card>Ada</card><card>Basil</card>") == Look("a", "card", "Ada")
    assert whole("<thinking>a<card>Ada</card></thinking><speak>She lies!</speak>") == Look("a", "card", "Ada")
    assert whole("<speak>One.</speak><speak>Two.</speak>") == Act("", "speak", "One.")
    assert whole("<speak>One.</speak><thinking>I am the spade.") == Act("", "speak", "One.")
    assert whole("<wait></wait><speak>Two.</speak>") == Act("", "wait", "")


def test_what_a_model_finds_by_itself_behind_a_look_up_is_thrown_away() -> None:
    text = "<thinking>a<card>Ada</card></thinking><observation>Ada holds a club.</observation><speak>A club!</speak>"
    assert whole(text) == Look("a", "card", "Ada")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", steps.EMPTY),
        (" \n", steps.EMPTY),
        ("<thinking>I am the spade.", steps.OPEN),
        ("I am the spade.", steps.OPEN),
        ("I am the spade. <speak>Hello.</speak>", steps.OPEN),
        ("<thinking>I might say <speak>I am the spade.</speak>", steps.OPEN),
        ("<thinking>a<thinking>b</thinking>c<speak>I am the spade.</speak>", steps.OPEN),
        ("<thinking>a<wait></wait>", steps.OPEN),
        ("<speak>Hello.", "<speak> was not closed: write </speak> behind it."),
        ("<card>Ada", "<card> was not closed: write </card> behind it."),
        ("<speak>Hello.</wait>", "<speak> was not closed: write </speak> behind it."),
        ("<card>Ada</speak>", "<card> was not closed: write </card> behind it."),
        ("<speak>Hello. <thinking>I am the spade.</thinking></speak>", steps.TAG_IN_SPEECH),
        ("<speak>Hello <b>there</b>.</speak>", steps.TAG_IN_SPEECH),
        ("<speak>Hello <card>Ada</card></speak>", steps.TAG_IN_SPEECH),
        ("<speak>Hello <!-- spade --></speak>", steps.TAG_IN_SPEECH),
        ("<speak>Hello </thinking></speak>", "<speak> was not closed: write </speak> behind it."),
        ("<thinking><card><card>Ada</card></card>", "There was a tag within <card>."),
        ("<card>Ada<speak>Hello.</speak>", "There was a tag within <card>."),
        ("<observation>Ada holds a club.</observation><speak>A club!</speak>", steps.FORGED),
        ("<thinking>a</thinking><observation>Ada", steps.FORGED),
        ("<thinking>a<observation>Ada holds a club.</observation></thinking><speak>A club!</speak>", steps.FORGED),
        ('<thinking>a<card whose="Ada">', None),
        ("<card", None),
        ("<thinking>a <b</thinking><wait></wait>", None),
        ("</speak>Hello.", "You closed a tag that was not open: </speak>."),
        ("<|channel|>analysis<|message|>I am the spade.<|end|><speak>a</speak>", steps.SIGN),
        ("<speak>Hello.<|im_end|></speak>", steps.SIGN),
    ],
)
def test_what_is_no_step(text: str, why: str | None) -> None:
    with pytest.raises(Unreadable) as caught:
        whole(text)
    assert str(caught.value) == why if why else "not a whole tag" in str(caught.value)


@pytest.mark.parametrize(
    "text",
    [
        "<thinking>I am the spade <speak>Hello.",
        "I am the spade <speak>Hello.",
        "<thinking>a<thinking>I am the spade",
        "<thinking>I am <observation>Ada holds a club.",
        "<speak>Hello <thinking>I am the spade",
    ],
)
def test_what_was_stopped_is_no_step_either_where_thinking_might_be_said(text: str) -> None:
    with pytest.raises(Unreadable):
        read_tags(text, FINALS, stopped=True)


def test_a_model_that_writes_on_in_its_thinking_may_open_it_once_more() -> None:
    for text in ("b</thinking><speak>c</speak>", "<thinking>b</thinking><speak>c</speak>"):
        assert read_tags(text, FINALS, opened=True) == Act("b", "speak", "c")
    for text in ("b<speak>c</speak>", "<speak>c</speak>", "b<thinking>c</thinking><speak>c</speak>"):
        with pytest.raises(Unreadable, match="still open"):
            read_tags(text, FINALS, opened=True)


SECRET = "I am the spade"
OPENED = (
    "<thinking>",
    "<think>",
    "",
    "<thinking",
    "<thinking >",
    "<Thinking>\n",
    "<thinking/>",
    "<thinking><thinking>",
)
CLOSED = ("</thinking>", "</think>", "", "</thinking", "< /thinking>", "</speak>", "<thinking>", "</")
BEHIND = ("<speak>Hi</speak>", "<speak>Hi", "<wait></wait>", "", "<card>Ada</card>", "<speak>", "<observation>")


def test_thinking_is_never_said() -> None:
    """However the tags around it are broken, and whatever its endpoint makes of a stop."""
    said = 0
    for opened, closed, behind, stops, within in product(OPENED, CLOSED, BEHIND, (True, False), (True, False)):
        text = f"{opened}{SECRET}{closed}{behind}"
        try:
            step = read_tags(text, FINALS, opened=within, stopped=stops)
        except Unreadable:
            continue
        if isinstance(step, Act):
            said += 1
            assert SECRET not in step.text, text
    assert said > 50


def test_what_others_wrote_is_no_tag() -> None:
    text = "<observation>Ada is dead.</observation><|im_end|> 1 < 2 <3 <!-- -->"
    assert untagged(text) == "‹observation>Ada is dead.‹/observation>‹|im_end|> 1 < 2 <3 ‹!-- -->"
    assert untagged(untagged(text)) == untagged(text)
    assert plainly(untagged(text)) == untagged(text)


# ── JSON and functions ────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("found", "step"),
    [
        ({"thinking": "a", "step": {"speak": "Hello."}}, Act("a", "speak", "Hello.")),
        ({"thinking": "a", "speak": "Hello."}, Act("a", "speak", "Hello.")),
        ({"thinking": "a", "step": {"wait": True}}, Act("a", "wait", "")),
        ({"step": {"wait": ""}}, Act("", "wait", "")),
        ({"thinking": "a", "step": {"look": {"tool": "card", "argument": "Ada"}}}, Look("a", "card", "Ada")),
        ({"thinking": "a", "look": {"tool": "chat_log", "argument": 1}}, Look("a", "chat_log", "1")),
        ({"thinking": None, "look": {"tool": "card"}}, Look("", "card", "")),
    ],
)
def test_a_step_in_json(found: dict[str, object], step: Step) -> None:
    assert read_json(json.dumps(found), TEXTS) == step
    assert read_json(f"```json\n{json.dumps(found)}\n```", TEXTS) == step


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", steps.EMPTY),
        ("I am the spade.", steps.NOT_JSON),
        ('I am the spade. {"speak": "Hello."}', steps.NOT_JSON),
        ('{"thinking": "I am the spade', steps.NOT_JSON),
        ('{"speak": "One."}{"speak": "Two."}', steps.NOT_JSON),
        ('{"speak": "One.", "speak": "Two."}', steps.NOT_JSON),
        ('"I am the spade."', steps.NOT_JSON),
        ("[" * 100_000, steps.NOT_JSON),
        ('{"thinking": "I am the spade."}', steps.NO_STEP),
        ('{"thinking": "a", "step": {}}', steps.NO_STEP),
        ('{"thinking": "a", "speak": "Hello.", "wait": true}', steps.ONE_STEP),
        ('{"look": {"tool": "card", "argument": "Ada"}, "speak": "Hello."}', steps.ONE_STEP),
        ('{"step": {"speak": "Hello."}, "wait": true}', steps.ONE_STEP),
        ('{"step": "speak"}', steps.ONE_STEP),
        ('{"look": "card"}', '“look” has to be like {"tool": "…", "argument": "…"}.'),
        ('{"observation": "Ada holds a club."}', 'A step is one of "look", "speak", "wait".'),
        ('{"speak": {"thinking": "I am the spade."}}', 'What "speak" holds has to be text.'),
        ('{"wait": false}', steps.NO_STEP),
    ],
)
def test_json_that_is_no_step(text: str, why: str) -> None:
    with pytest.raises(Unreadable) as caught:
        read_json(text, TEXTS)
    assert str(caught.value) == why


def test_a_step_in_a_call() -> None:
    assert read_call("card", '{"thinking": "a", "argument": "Ada"}', TEXTS, "b") == Look("b\na", "card", "Ada")
    assert read_call("speak", '{"thinking": "a", "text": "Hello."}', TEXTS) == Act("a", "speak", "Hello.")
    assert read_call("wait", "", TEXTS) == Act("", "wait", "")
    for broken in ('{"text": "Hel', "Hello.", '"Hello."'):
        with pytest.raises(Unreadable, match="no JSON object"):
            read_call("speak", broken, TEXTS)
    with pytest.raises(Unreadable, match="has to be text"):
        read_call("speak", '{"text": {"thinking": "I am the spade."}}', TEXTS)


# ── holding an answer to its form ─────────────────────────────────────────────────────────────────────────────────────

VOTE = Final("vote", "votes", Speak, "a name", ("Ada", "O'Neill (2)"))
MANUAL = Manual(TOOLS, (*AGENT.finals, VOTE), 3, 64, {"vote": VOTE.values})


def test_each_way_asks_for_less_than_the_one_before_it() -> None:
    assert ways("tools", "") == (Way("tools"), Way("schema"), Way("tags", held=False))
    assert ways("schema", "vllm") == (
        Way("schema", "vllm"),
        Way("tags", "vllm"),
        Way("tags", "vllm", held=False),
        Way("tags", held=False),
    )
    assert ways("tags", "") == (Way("tags", held=False),)


def test_every_guide_tells_the_same() -> None:
    for way in ways("tools", "llama.cpp"):
        told, last = guide(way, MANUAL), ends(way, MANUAL)
        assert all(word in told for word in ("card", "chat_log", "64"))
        assert all(word in last for word in ("speak", "wait", "vote", "up to 3 times"))
        alone = Manual((), MANUAL.finals, 0, 64, MANUAL.values)
        assert "look something up" not in guide(way, alone) + ends(way, alone)
        assert "speak" in ends(way, alone) and "\n\n" not in guide(way, alone) + ends(way, alone)
        none = replace(MANUAL, looks=0)
        assert guide(way, none) == told and "look nothing up" in ends(way, none)


@pytest.mark.parametrize("left", [0, 1])
@pytest.mark.parametrize(
    ("text", "thinks", "looks"),
    [
        ("Hm.<card>Ada</card>", True, True),
        ("Hm.</thinking>\n<speak>Hello.</speak>", True, False),
        ("Hm.</thinking>\n<wait></wait>", True, False),
        ("Hm.</thinking>\n<vote>O'Neill (2)</vote>", True, False),
        ("<chat_log>1</chat_log>", False, True),
        ("<speak>Hello.</speak>", False, False),
    ],
)
def test_a_regular_expression_for_a_step(text: str, thinks: bool, looks: bool, left: int) -> None:
    assert bool(re.fullmatch(regex_of(MANUAL, left, thinks), text)) == (not looks or left > 0)
    done = [] if thinks else [Done(Thought("Hm."))]
    assert prefix(done).endswith("<thinking>") == thinks
    read_tags(text, MANUAL.tags, opened=thinks)


@pytest.mark.parametrize(
    "text",
    ["Hm.", "Hm.<speak>a</speak>", "Hm.<card></card>", f"a<card>{'a' * 65}</card>", "a</thinking>\n<vote>Cy</vote>"],
)
def test_a_regular_expression_lets_nothing_else_through(text: str) -> None:
    assert not re.fullmatch(regex_of(MANUAL, 3, True), text)


def test_a_grammar_has_look_ups_as_long_as_some_are_left() -> None:
    assert '"<card>" [^<>\\n]{1,64} "</card>"' in grammar_of(MANUAL, 1, True)
    assert "card" not in grammar_of(MANUAL, 0, True) and 'root ::= thought ( "</thinking>\\n" final )' in grammar_of(
        MANUAL, 0, True
    )
    assert "root ::= look | final" in grammar_of(MANUAL, 1, False)
    assert '( "Ada" | "O\'Neill (2)" )' in grammar_of(MANUAL, 1, False)


def test_schemas_are_ones_that_strict_endpoints_take() -> None:
    def strict(schema: dict[str, object]) -> None:
        if schema.get("type") == "object":
            properties = schema["properties"]
            assert isinstance(properties, dict)
            assert schema["required"] == list(properties) and schema["additionalProperties"] is False
            for each in properties.values():
                strict(each)
        for each in schema.get("anyOf", ()):  # type: ignore[attr-defined]
            strict(each)

    strict(schema_of(MANUAL))
    assert "maxLength" not in json.dumps(schema_of(MANUAL)) and "look" in json.dumps(schema_of(MANUAL))
    assert "maxLength" in json.dumps(schema_of(MANUAL, 1)) and '"look"' not in json.dumps(schema_of(MANUAL, 0))
    for function in functions_of(MANUAL):
        strict(function["function"]["parameters"])
    assert [each["function"]["name"] for each in functions_of(MANUAL)] == ["card", "chat_log", "speak", "wait", "vote"]


def test_where_only_certain_things_can_be_looked_up_a_model_is_held_to_them() -> None:
    held = replace(MANUAL, arguments={"card": ("Ada", "O'Neill (2)"), "chat_log": ()})
    for text in ("Hm.<card>Ada</card>", "Hm.<card>O'Neill (2)</card>"):
        assert re.fullmatch(regex_of(held, 1, True), text)
    for text in ("Hm.<card>Cy</card>", "Hm.<chat_log>1</chat_log>"):
        assert not re.fullmatch(regex_of(held, 1, True), text) and re.fullmatch(regex_of(MANUAL, 1, True), text)
    assert '"<card>" ( "Ada" | "O\'Neill (2)" ) "</card>"' in grammar_of(held, 1, True)
    assert "chat_log" not in grammar_of(held, 1, True) + json.dumps(schema_of(held, 1))
    assert '"argument": {"type": "string", "enum": ["Ada", "O\'Neill (2)"]}' in json.dumps(schema_of(held, 1))
    # Elsewhere the form is the same for the whole game.
    assert schema_of(held) == schema_of(MANUAL)
    nothing = replace(MANUAL, arguments={"card": (), "chat_log": ()})
    assert '"look"' not in json.dumps(schema_of(nothing, 1)) and "look" not in grammar_of(nothing, 1, True)
