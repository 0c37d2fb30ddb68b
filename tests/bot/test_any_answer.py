"""Whatever a model or an endpoint answers, however long and strange: it is read in no time, or refused in a sentence."""

from __future__ import annotations

import contextlib
import json
import random
import signal
from collections.abc import Iterator
from typing import Any

import httpx2
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.players import provider
from bot.players.completions import LONGEST_READ, TOO_LONG, BadAnswer, calm
from bot.players.dictated import as_far
from bot.players.reply import form_for
from bot.players.shapes import LONGEST_BODY, ErrorInBody, NoCompletion, completion_in
from bot.players.steps import read_json, read_tags
from bot.players.thoughts import parted, without_thoughts
from bot.players.troubles import fewer_tokens, trouble_in
from bot.ports import PlayerFailed
from games.codenames.events import Clue
from games.core import IllegalAction
from games.duet.protocol import said
from tests.bot.briefs import Evening
from tests.bot.endpoint import AI, KEY, At, Endpoint, guessing, saying
from tests.bot.nasty import PIECES, TEXTS, holding
from tests.bot.test_model_player import own

FORMS = [form_for(Evening(Clue("fruit", 2)).brief("red-1").asks), form_for(Evening().brief("red-spymaster").asks)]
FINALS = {"speak": True, "wait": False}


def read_in_every_way(text: str, cut_off: bool = False) -> None:
    """Raises what a reader raises besides BadAnswer."""
    readers = [
        *(lambda text, form=form: form.read(text, cut_off) for form in FORMS),
        lambda text: read_tags(text, FINALS, cut_off),
        lambda text: read_json(text, FINALS, ("speak",)),
        without_thoughts,
        as_far,
        parted,
    ]
    for read in readers:
        with contextlib.suppress(BadAnswer):
            read(text)  # type: ignore[operator]


@pytest.mark.parametrize("name", TEXTS)
def test_the_longest_and_strangest_answers_are_read_in_no_time(name: str) -> None:
    """Each in some milliseconds (tests.bench.providers says how many). What takes quadratic time takes many seconds."""
    with in_cpu_seconds(5):
        held = holding(TEXTS[name])
        n = list(TEXTS).index(name)  # each form some times; all of them are for the bench
        for text in (TEXTS[name], held[n % len(held)], held[(n + 5) % len(held)]):
            read_in_every_way(calm(text))
        with contextlib.suppress(IllegalAction):
            said(calm(TEXTS[name]), 500)


@contextlib.contextmanager
def in_cpu_seconds(seconds: float) -> Iterator[None]:
    """Interrupts what would go on for minutes."""

    def stop(*_: object) -> None:
        raise AssertionError(f"not done after {seconds} s of one core")

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


@pytest.mark.parametrize("words", [["ZEBRA"] * 101, "ZEBRA," * 30_000])
def test_no_field_takes_thousands_of_values(words: object) -> None:
    move = {"action": "Clue", "word": "zoo", "number": "1", "intended": words}
    with pytest.raises(BadAnswer, match='"intended" holds more'):
        FORMS[1].read(json.dumps({"thoughts": "", "move": move}))


def test_marks_upon_marks_are_no_more_than_thirty() -> None:
    assert calm("e\u0301" + "\u0316\u0300" * 30_000) == "e\u0301" + ("\u0316\u0300" * 15)[:29]
    assert calm("Zoë — “e\u0301”\n…") == "Zoë — “e\u0301”\n…"


def test_no_half_of_a_character_is_kept() -> None:
    half = "\ud800"
    assert calm(f"a{half}b").encode() == b"a?b"
    read = FORMS[0].read(json.dumps({"thoughts": f"hm {half}", "move": {"action": "Guess", "word": "LEMON"}}))
    assert read.aside.encode()


texts = st.lists(st.sampled_from(PIECES) | st.text(max_size=6), max_size=12).map("".join)
values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8) | texts,
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["a", "action", "word", "text"]), inner)
    ),
    max_leaves=8,
)


@settings(max_examples=120, deadline=None)
@given(texts, st.booleans())
def test_no_text_raises_anything_but_a_refusal(text: str, cut_off: bool) -> None:
    read_in_every_way(calm(text), cut_off)


@settings(max_examples=80, deadline=None)
@given(
    st.dictionaries(
        st.sampled_from(["thoughts", "move", "action", "word", "thinking", "step", "look", "speak"]), values
    )
)
def test_no_object_raises_anything_but_a_refusal(found: dict[str, Any]) -> None:
    read_in_every_way(json.dumps(found))
    read_in_every_way(json.dumps({"thinking": "", "step": found}))
    read_in_every_way(json.dumps({"move": found}, ensure_ascii=False))


FIELDS = [
    "choices",
    "message",
    "content",
    "tool_calls",
    "function",
    "arguments",
    "function_call",
    "finish_reason",
    "usage",
    "prompt_tokens",
    "error",
    "code",
    "type",
    "status",
    "output",
    "text",
    "delta",
    "stop_reason",
    "input",
    "refusal",
    "reasoning",
    "prompt_tokens_details",
    "cached_tokens",
    "summary",
    "object",
    "done",
]
bodies = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.sampled_from(["stop", "text", "message", "function_call", "{"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(FIELDS), inner, max_size=5),
    max_leaves=20,
)


@settings(max_examples=200, deadline=None)
@given(bodies, st.integers(200, 599))
def test_no_body_raises_anything_but_that_it_is_no_completion(body: Any, status: int) -> None:
    whole = json.dumps(body).encode()
    for each in (whole, b"data: " + whole + b"\n\ndata: [DONE]", b": wait\n\n" + whole, whole[:-2]):
        with contextlib.suppress(NoCompletion, ErrorInBody):
            completion = completion_in(each)
            assert isinstance(completion.text, str) and completion.ended is not None
    trouble = trouble_in("tiny-1", status, body)
    assert trouble.why.startswith(("tiny-1", "the "))
    fewer = fewer_tokens(trouble.about, 1500)
    assert fewer is None or 0 < fewer < 1500


@settings(max_examples=80, deadline=None)
@given(st.binary(max_size=60))
def test_no_bytes_raise_anything_but_that_they_are_no_completion(body: bytes) -> None:
    for each in (body, b"data: " + body, b'{"choices":' + body):
        with contextlib.suppress(NoCompletion, ErrorInBody):
            completion_in(each)


async def test_no_endpoint_raises_anything_but_that_a_player_failed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(provider, "FIRST_REST", 0.0)
    monkeypatch.setattr(provider, "LONGEST_WAIT", 0.001)
    dice = random.Random(14)
    headers = [
        "1",
        "soon",
        "-5",
        "inf",
        "nan",
        "1e400",
        "Wed, 21 Oct 2015 07:28:00 GMT",
        "Wed, 99 Oct 99999 07:28:00 GMT",
    ]
    types = ["application/json", "text/html", "text/event-stream; charset=utf-99", "application/json; charset=utf-16"]
    bodies = [
        b"",
        b"\xff\xfe",
        b"null",
        b"[]",
        b'{"error": null}',
        b"[" * 5000,
        b"data: {",
        b'{"error": {"message": ["context"]}}',
    ]

    async def answer(request: httpx2.Request) -> httpx2.Response:
        if dice.random() < 0.1:
            raise dice.choice([httpx2.ReadError, httpx2.RemoteProtocolError, httpx2.DecodingError, httpx2.PoolTimeout])(
                "x"
            )
        status = dice.choice(
            [200, 200, 204, 302, 304, 400, 400, 402, 404, 405, 409, 413, 415, 418, 422, 429, 451, 500, 501, 529, 599]
        )
        more = {
            "retry-after": dice.choice(headers),
            "content-type": dice.choice(types),
            "content-encoding": dice.choice(["", "gzip"]),
        }
        return httpx2.Response(status, content=dice.choice(bodies), headers={k: v for k, v in more.items() if v})

    for _ in range(80):
        at = Endpoint()
        at.answer = answer  # type: ignore[method-assign]
        players = at.seated()
        with pytest.raises(PlayerFailed) as caught:
            await players.seat(AI).move(guessing())
        assert type(caught.value) is PlayerFailed and caught.value.why and KEY not in caught.value.why
        await players.close()


async def test_an_answer_that_is_far_too_long_is_refused_with_a_sentence(endpoint: At) -> None:
    failure = await endpoint(saying("x" * (LONGEST_READ + 1))).failure(own())
    assert (failure.why, failure.again) == ("tiny-1's answer was too long", TOO_LONG)
    assert failure.call and len(failure.call.answer) == LONGEST_READ and failure.call.answer_tokens == 100


async def test_a_body_without_an_end_is_not_read_to_it(endpoint: At) -> None:
    read = 0

    async def forever() -> Any:
        nonlocal read
        while True:
            read += 65_536
            yield b" " * 65_536

    failure = await endpoint(httpx2.Response(200, content=forever())).failure()
    assert "more than anybody reads" in failure.why and read <= LONGEST_BODY + 2 * 65_536
