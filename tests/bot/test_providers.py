"""Providers in trouble: each is asked at its own pace, troubles are told apart, and answers are read in whichever shape they come."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx2
import pytest

from bot.players import provider, remembered
from bot.players.completions import CUT_OFF
from bot.players.seating import HousePlayers
from bot.players.shapes import completion_in
from bot.players.troubles import fewer_tokens
from bot.ports import Move, PlayerFailed, StoreFailed
from bot.stores.memory import MemoryStore
from bot.stores.sqlite import SqliteStore
from games.codenames.events import Guess
from tests.bot.endpoint import AI, KEY, SPEC, At, Endpoint, error, guessing, saying
from tests.bot.test_model_player import LEMON, form_of, own

SICK = replace(SPEC, model="sick-1", base_url="http://sick.test/v1")


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(provider, "FIRST_REST", 0.001)


# ── each at its own pace ──────────────────────────────────────────────────────────────────────────────────────────────

Asked = Callable[[httpx2.Request], Awaitable[httpx2.Response]]


class House:
    """Models at providers that answer as the test says, by host."""

    def __init__(self, **models: Any) -> None:
        self.asked: list[str] = []
        self._asked: asyncio.Queue[str] = asyncio.Queue()
        self.hosts: dict[str, Asked] = {"model.test": self.well, "sick.test": self.hang}
        specs = {"tiny": SPEC, "sick": SICK}
        transport = httpx2.MockTransport(self.answer)
        self.players = HousePlayers(specs | models.pop("specs", {}), "tiny", transport=transport, **models)

    async def answer(self, request: httpx2.Request) -> httpx2.Response:
        self.asked.append(request.url.host)
        self._asked.put_nowait(request.url.host)
        return await self.hosts[request.url.host](request)

    async def next_asked(self, times: int = 1) -> None:
        """Returns when so many more requests have come than were waited for."""
        for _ in range(times):
            await self._asked.get()

    async def well(self, request: httpx2.Request) -> httpx2.Response:
        return httpx2.Response(200, json=saying(LEMON))

    async def hang(self, request: httpx2.Request) -> httpx2.Response:
        await asyncio.Event().wait()
        raise AssertionError

    async def move(self, model: str = "sick", **brief: Any) -> Move:
        return await self.players.seat(replace(AI, model=model)).move(guessing(**brief))

    async def why(self, model: str = "sick", **brief: Any) -> str:
        with pytest.raises(PlayerFailed) as caught:
            await self.move(model, **brief)
        assert type(caught.value) is PlayerFailed and not caught.value.again
        return caught.value.why


@pytest.fixture
async def house() -> AsyncIterator[Callable[..., House]]:
    made: list[House] = []

    def make(**models: Any) -> House:
        made.append(House(**models))
        return made[-1]

    yield make
    for each in made:
        await each.players.close()


async def test_a_provider_that_hangs_holds_up_nobody_else(house: Callable[..., House]) -> None:
    at = house(concurrent=2)
    hanging = [asyncio.create_task(at.move("sick")) for _ in range(5)]
    await at.next_asked(2)
    assert at.asked == ["sick.test"] * 2
    async with asyncio.timeout(60):
        assert [(await at.move("tiny")).action for _ in range(5)] == [Guess("LEMON")] * 5
    for task in hanging:
        task.cancel()
    await asyncio.gather(*hanging, return_exceptions=True)


async def test_who_waits_for_a_turn_has_all_the_time_to_answer_left(house: Callable[..., House]) -> None:
    at = house(concurrent=1, specs={"tiny": replace(SPEC, timeout=1.0)})

    async def slowly(request: httpx2.Request) -> httpx2.Response:
        await asyncio.sleep(0.3)
        return httpx2.Response(200, json=saying(LEMON))

    at.hosts["model.test"] = slowly
    moves = await asyncio.gather(*(at.move("tiny") for _ in range(5)))
    assert [each.action for each in moves] == [Guess("LEMON")] * 5
    latest = [each.call.latency for each in moves if each.call]
    assert max(latest) > 1.2, "and how long it took for the game is kept with the call"


async def test_a_turn_that_comes_after_the_games_own_time_is_none(house: Callable[..., House]) -> None:
    at = house(concurrent=1, specs={"sick": replace(SICK, timeout=0.5)})
    first = asyncio.create_task(at.why())
    await at.next_asked()
    assert await at.why(seconds=0.02) == "sick-1 had too much to do to answer in 0 seconds"
    assert "did not answer" in await first and len(at.asked) == 1


async def test_after_three_failures_in_a_row_a_seat_hears_at_once_that_it_is_out_of_order(
    house: Callable[..., House], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    now = 1000.0

    class Time:
        @staticmethod
        def monotonic() -> float:
            return now

    monkeypatch.setattr(provider, "time", Time)
    at = house()
    at.hosts["sick.test"] = late
    for _ in range(3):
        await at.why()
    assert await at.why() == await at.why() == "sick-1 is out of order just now"
    assert len(at.asked) == 3
    assert "sick-1 is out of order (sick-1 did not answer in time); it is asked again in 15 s" in caplog.text
    now += 15
    at.hosts["sick.test"] = at.hang
    trying = asyncio.create_task(at.why())  # one tries whether it is well
    await at.next_asked(4)
    assert "out of order" in await at.why(), "and nobody else"
    trying.cancel()
    await asyncio.gather(trying, return_exceptions=True)
    at.hosts["sick.test"] = late
    assert "did not answer" in await at.why() and len(at.asked) == 5, "whoever went away leaves the try to the next"
    now += 29
    assert "out of order" in await at.why(), "the second time it is left alone for twice as long"
    now += 1
    at.hosts["sick.test"] = at.well
    assert [(await at.move()).action for _ in range(3)] == [Guess("LEMON")] * 3
    assert len(at.asked) == 8


async def late(request: httpx2.Request) -> httpx2.Response:
    raise httpx2.ReadTimeout("late")


async def test_who_waits_for_a_turn_when_it_goes_out_of_order_hears_so_too(house: Callable[..., House]) -> None:
    at, over = house(concurrent=3), asyncio.Event()

    async def late(request: httpx2.Request) -> httpx2.Response:
        await over.wait()
        raise httpx2.ReadTimeout("late")

    at.hosts["sick.test"] = late
    whys = [asyncio.create_task(at.why()) for _ in range(9)]
    await at.next_asked(3)
    over.set()
    waited = [each for each in await asyncio.gather(*whys) if each == "sick-1 is out of order just now"]
    assert len(at.asked) == 9 - len(waited) <= 5, "but for whoever's turn came before the third had failed"


async def test_one_model_of_a_provider_may_be_out_of_order_and_the_others_not(house: Callable[..., House]) -> None:
    at = house(specs={"sick": replace(SICK, timeout=0.1), "other": replace(SICK, model="other-1")})

    async def one(request: httpx2.Request) -> httpx2.Response:
        return await (at.hang if json.loads(request.content)["model"] == "sick-1" else at.well)(request)

    at.hosts["sick.test"] = one
    for _ in range(4):
        await at.why("sick")
        await at.move("other")
    assert await at.why("sick") == "sick-1 is out of order just now" and len(at.asked) == 7


async def test_a_whole_provider_is_out_of_order_for_all_its_models(house: Callable[..., House]) -> None:
    others = {f"m{n}": replace(SICK, model=f"m-{n}", timeout=0.02) for n in range(5)}
    at = house(specs=others)
    whys = [await at.why(name) for name in others]
    assert [each.split(" ", 1)[1][:6] for each in whys] == ["did no"] * 3 + ["is out"] * 2


async def test_who_need_not_ask_hears_what_its_owner_has_to_mend(house: Callable[..., House]) -> None:
    at = house(specs={"other": replace(SICK, model="other-1")})

    async def refuse(request: httpx2.Request) -> httpx2.Response:
        return error(404) if json.loads(request.content)["model"] == "sick-1" else await at.well(request)

    at.hosts["sick.test"] = refuse
    whys = {await at.why() for _ in range(5)}
    assert whys == {"the endpoint has no model “sick-1”, or its base URL is wrong (404)"} and len(at.asked) == 3
    assert (await at.move("other")).action == Guess("LEMON"), "one model alone says nothing of the others"


async def test_a_game_with_little_time_says_nothing_about_a_provider(house: Callable[..., House]) -> None:
    at = house()
    for _ in range(5):
        assert "did not answer" in await at.why(seconds=0.01)


# ── to be left alone for a while ──────────────────────────────────────────────────────────────────────────────────────


def limited(**headers: str) -> httpx2.Response:
    return httpx2.Response(429, json={"error": {"message": f"slow down {KEY}"}}, headers=headers)


async def test_what_a_provider_says_about_when_to_ask_again_holds_for_all_who_ask_it(
    house: Callable[..., House],
) -> None:
    at = house(specs={"sick": replace(SICK, timeout=0.8), "other": replace(SICK, model="other-1", timeout=0.8)})
    lines, when = [limited(**{"retry-after": "1"})], list[float]()

    async def answer(request: httpx2.Request) -> httpx2.Response:
        when.append(time.monotonic())
        return lines.pop() if lines else await at.well(request)

    at.hosts["sick.test"] = answer
    first = asyncio.create_task(at.move("sick"))
    await at.next_asked()
    await asyncio.sleep(0.02)
    second = asyncio.create_task(at.move("other"))
    assert (await first).action == (await second).action == Guess("LEMON"), "none of it was the answer's time"
    assert len(when) == 3 and min(when[1:]) - when[0] >= 0.99


async def test_nobody_waits_for_what_comes_after_the_games_own_time_or_after_long(house: Callable[..., House]) -> None:
    at = house()

    async def answer(request: httpx2.Request) -> httpx2.Response:
        return limited(**{"retry-after": "20"} if len(at.asked) < 2 else {"retry-after": "3600"})

    at.hosts["sick.test"] = answer
    assert "takes no more requests" in await at.why(seconds=5)
    assert "takes no more requests" in await at.why(seconds=5) and len(at.asked) == 1, "the next need not even ask"
    at = house()
    at.hosts["sick.test"] = answer
    at.asked.append("")
    assert "takes no more requests" in await at.why()


@pytest.mark.parametrize(
    ("line", "seconds"),
    [
        (limited(**{"retry-after-ms": "1500"}), 1.5),
        (limited(**{"retry-after": "2"}), 2),
        (limited(**{"retry-after": "Wed, 21 Oct 2015 07:28:00 GMT"}), 0),
        (limited(**{"retry-after": "soon"}), None),
        (error(503, headers={}), None),
        (httpx2.Response(429, json={"error": {"message": "Rate limit. Please try again in 6.25s. See"}}), 6.25),
        (httpx2.Response(429, json={"error": {"message": "Please try again in 1m2s"}}), 62),
        (httpx2.Response(429, json={"error": {"message": "Please retry in 350ms."}}), 0.35),
        (
            httpx2.Response(
                429, json={"error": {"message": "You exceeded your current quota, retry in 12s, or billing"}}
            ),
            12,
        ),
    ],
)
def test_how_long_to_wait_is_found_wherever_it_stands(line: httpx2.Response, seconds: float | None) -> None:
    from bot.players.troubles import trouble_in

    line.headers.pop("retry-after-ms") if line.status_code == 503 else None
    trouble = trouble_in("tiny-1", line.status_code, line.json(), line.headers)
    assert trouble.passes and trouble.after == (None if seconds is None else pytest.approx(seconds))


# ── troubles, told apart ──────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    "line",
    [
        error(429, code="insufficient_quota"),
        error(402),
        error(403, "Your billing is not active,"),
        error(400, "Your credit balance is too low"),
        error(429, "You exceeded your current quota, check your plan"),
        httpx2.Response(200, json={"error": {"code": 402, "message": "Insufficient credits"}}),
        httpx2.Response(200, json={"error": {"type": "insufficient_quota"}}),
    ],
)
async def test_an_empty_account_is_not_asked_again(endpoint: At, line: httpx2.Response) -> None:
    line.headers.pop("retry-after-ms", None)
    assert "out of credit" in (await endpoint(line).failure()).why


@pytest.mark.parametrize(
    "body",
    [
        {"error": {"code": 502, "message": "upstream"}},
        {"error": {"type": "overloaded_error", "message": "Overloaded"}, "type": "error"},
        {"error": {"code": "rate_limit_exceeded"}},
        {"error": "out of memory"},
        {"object": "error", "message": "engine died", "code": 500},
        {"choices": [{"error": {"code": 503}, "message": {"content": "Lem"}, "finish_reason": "error"}]},
    ],
)
async def test_an_error_with_a_status_of_200_is_one(endpoint: At, body: dict[str, Any]) -> None:
    assert (await endpoint(httpx2.Response(200, json=body), saying(LEMON)).move()).action == Guess("LEMON")


async def test_an_error_with_a_status_of_200_that_stays_is_named(endpoint: At) -> None:
    lines = [httpx2.Response(200, json={"error": "out of memory"}) for _ in range(4)]
    failure = await endpoint(*lines).failure()
    assert failure.why == "tiny-1's endpoint is out of order (500)" and not failure.again


@pytest.mark.parametrize("status", [400, 404, 405, 422, 500, 501])
async def test_a_form_that_is_not_known_is_refused_with_any_status(endpoint: At, status: int) -> None:
    at = endpoint(error(status, "No endpoints found that support response_format"), saying(LEMON))
    assert (await at.move()).action == Guess("LEMON")
    assert [form_of(asked) for asked in at.asked] == ["json_schema", "json_object"]


async def test_an_endpoint_that_breaks_at_a_form_without_a_word_is_asked_without(endpoint: At) -> None:
    at = endpoint(error(500), error(500), saying(LEMON), error(500), error(500), saying(LEMON))
    player = at.seated().seat(AI)
    await player.move(guessing())
    await player.move(guessing())  # what it took before is not given up for the next trouble
    assert [form_of(each) for each in at.asked] == ["json_schema"] * 2 + ["json_object"] * 4


async def test_what_was_taken_before_is_asked_again_before_it_is_given_up(endpoint: At) -> None:
    refused = "No endpoints found that support response_format"
    once, twice = [error(404, refused), saying(LEMON)], [error(404, refused), error(404, refused), saying(LEMON)]
    at = endpoint(saying(LEMON), *once, *twice)
    player = at.seated().seat(AI)
    for _ in range(3):
        await player.move(guessing())
    assert [form_of(each) for each in at.asked] == ["json_schema"] * 5 + ["json_object"]


async def test_one_odd_refusal_steps_nobody_down(endpoint: At) -> None:
    at = endpoint(error(400, "Provider returned error"), saying(LEMON), saying(LEMON))
    player = at.seated().seat(AI)
    await player.move(guessing())
    await player.move(guessing())
    assert [form_of(each) for each in at.asked] == ["json_schema"] * 3


@pytest.mark.parametrize(
    ("message", "tokens"),
    [
        ("max_tokens is too large: 1500. This model supports at most 1024 completion tokens", 1024),
        ("`max_tokens` must be less than or equal to `800`", 800),
        ("Range of max_tokens should be [1, 512]", 512),
        ("max_tokens: 1500 > 640, which is the maximum allowed number of output tokens", 640),
        ("max_completion_tokens exceeds the limit", 750),
        (
            "This model's maximum context length is 2048 tokens. However, you requested 2748 tokens (1248 in the messages,"
            " 1500 in the completion).",
            800,
        ),
        (
            "'max_tokens' or 'max_completion_tokens' is too large: 1500. This model's maximum context length is 2048 tokens and"
            " your request has 1000 input tokens (1500 > 2048 - 1000).",
            1048,
        ),
    ],
)
async def test_an_answer_that_may_not_be_so_long_is_asked_for_shorter(endpoint: At, message: str, tokens: int) -> None:
    at = endpoint(error(400, message), saying(LEMON))
    assert (await at.move()).action == Guess("LEMON")
    assert [each["max_tokens"] for each in at.asked] == [1500, tokens]
    assert [form_of(each) for each in at.asked] == ["json_schema"] * 2


def test_there_is_an_end_to_asking_for_shorter_answers() -> None:
    about, asked, tries = "max_tokens is too large", 200_000, 0
    while (fewer := fewer_tokens(about, asked)) is not None:
        asked, tries = fewer, tries + 1
    assert tries < 14 and fewer_tokens("max_tokens is not supported", 1500) is None


# ── shapes ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def pieces(*deltas: dict[str, Any], end: str | None = "stop", done: bool = True, **more: Any) -> str:
    sent = [{"choices": [{"index": 0, "delta": delta, "finish_reason": None}]} for delta in deltas]
    sent.append({"choices": [{"index": 0, "delta": {}, "finish_reason": end}], **more})
    lines = [f"data: {json.dumps(each)}\n\n" for each in sent]
    return ": OPENROUTER PROCESSING\n\n" + "".join(lines) + "data: [DONE]\n\n" * done


def answered(text: str, kind: str = "application/json") -> httpx2.Response:
    return httpx2.Response(200, text=text, headers={"content-type": kind})


def message(**said: Any) -> httpx2.Response:
    return answered(json.dumps({"choices": [{"finish_reason": "stop", "message": {"role": "assistant", **said}}]}))


USED = {"prompt_tokens": 10, "completion_tokens": 5}
CALLED = {"name": "move", "arguments": LEMON}
LEMON_OBJECT = json.loads(LEMON)
SHAPES = {
    "pieces nobody asked for": answered(pieces({"content": LEMON[:20]}, {"content": LEMON[20:]}, usage=USED)),
    "pieces of a function": answered(
        pieces(
            {"tool_calls": [{"index": 0, "function": {"name": "move", "arguments": LEMON[:9]}}]},
            {"tool_calls": [{"index": 0, "function": {"arguments": LEMON[9:]}}]},
        ),
        "text/event-stream",
    ),
    "a whole completion in one piece": answered(f"data: {json.dumps(saying(LEMON))}\n\ndata: [DONE]\n"),
    "comments before it": answered(f": keep-alive\n\n: keep-alive\n\n{json.dumps(saying(LEMON))}"),
    "blank lines before it": answered(f"\n\n   \n{json.dumps(saying(LEMON))}\n"),
    "a mark of its encoding": answered(f"\ufeff{json.dumps(saying(LEMON))}"),
    "in a list": answered(json.dumps([saying(LEMON)])),
    "called text": answered(json.dumps(saying(LEMON)), "text/plain"),
    "without a reason why it ended": answered(json.dumps(saying(LEMON, ended=None))),
    "a legacy function": message(content=None, function_call=CALLED),
    "arguments as an object": message(content=None, tool_calls=[{"function": {"arguments": LEMON_OBJECT}}]),
    "an empty function and content": message(
        content=LEMON, tool_calls=[{"type": "function", "function": {"arguments": ""}}]
    ),
    "content as an object": message(content=LEMON_OBJECT),
    "the older kind": answered(json.dumps({"choices": [{"text": LEMON, "finish_reason": "stop"}]})),
    "Anthropic's": answered(
        json.dumps(
            {
                "type": "message",
                "content": [{"type": "thinking", "thinking": "Sour."}, {"type": "text", "text": LEMON}],
                "stop_reason": "end_turn",
                "usage": {"input_tokens": 6, "cache_read_input_tokens": 4, "output_tokens": 5},
            }
        )
    ),
    "Anthropic's function": answered(
        json.dumps(
            {"type": "message", "content": [{"type": "tool_use", "input": LEMON_OBJECT}], "stop_reason": "tool_use"}
        )
    ),
    "the Responses API's": answered(
        json.dumps(
            {
                "status": "completed",
                "output": [
                    {"type": "reasoning", "summary": [{"type": "summary_text", "text": "Sour."}]},
                    {"type": "message", "content": [{"type": "output_text", "text": LEMON}]},
                ],
                "usage": {"input_tokens": 10, "input_tokens_details": {"cached_tokens": 4}, "output_tokens": 5},
            }
        )
    ),
    "Ollama's": answered(
        json.dumps({"model": "m", "message": {"content": LEMON}, "done": True, "done_reason": "stop"})
    ),
}


@pytest.mark.parametrize("between", ["\n", "\r\n", "\r"])
def test_what_breaks_lines_elsewhere_is_a_character_of_an_answer(between: str) -> None:
    said = "Sour.\u2028Sweet.\u2029Salty.\x85Bitter."
    deltas = [{"choices": [{"delta": {"content": each}}]} for each in ("Taste: ", said, " That is all.")]
    lines = [": wait", *(f"data: {json.dumps(each, ensure_ascii=False)}" for each in deltas), "data: [DONE]", ""]
    assert completion_in((between * 2).join(lines).encode()).text == f"Taste: {said} That is all."


@pytest.mark.parametrize("name", SHAPES)
async def test_an_answer_is_read_in_whichever_shape_it_comes(endpoint: At, name: str) -> None:
    move = await endpoint(SHAPES[name]).move()
    assert move.action == Guess("LEMON") and move.call is not None
    if name in ("Anthropic's", "the Responses API's"):
        counted = (move.call.prompt_tokens, move.call.cached_tokens, move.call.answer_tokens)
        assert counted == (10, 4, 5) and move.call.reasoning == "It is sour."
    if name == "pieces nobody asked for":
        assert (move.call.prompt_tokens, move.call.answer_tokens) == (10, 5)


@pytest.mark.parametrize(
    ("line", "again"),
    [
        (answered(pieces({"content": LEMON[:30]}, done=False, end=None)), CUT_OFF),
        (answered(pieces({"content": LEMON[:30]}, end="length")), CUT_OFF),
        (
            answered(
                json.dumps(
                    {
                        "status": "incomplete",
                        "incomplete_details": {"reason": "max_output_tokens"},
                        "output": [{"type": "message", "content": [{"text": LEMON[:30]}]}],
                    }
                )
            ),
            CUT_OFF,
        ),
        (
            answered(
                json.dumps({"type": "message", "content": [{"text": LEMON[:30]}], "stop_reason": "max_tokens"}),
            ),
            CUT_OFF,
        ),
    ],
)
async def test_in_every_shape_it_is_seen_that_an_answer_was_cut_off(
    endpoint: At, line: httpx2.Response, again: str
) -> None:
    assert (await endpoint(line).failure()).again == again


@pytest.mark.parametrize(
    ("text", "ended", "taken"),
    [("I pick 3.", None, True), ("I pick 3", None, False), ("(I pick 3 )", None, True), ("I pick 3", "stop", True)],
)
async def test_words_that_nobody_says_were_whole_are_taken_where_they_end_as_whole_ones(
    endpoint: At, text: str, ended: str | None, taken: bool
) -> None:
    at = endpoint(saying(text, ended=ended))
    if taken:
        assert (await at.move(own())).key == "pick:1"
    else:
        assert (await at.failure(own())).again == CUT_OFF


@pytest.mark.parametrize(
    ("text", "way"),
    [
        ('data: {"type": "message_start"}\n\ndata: {"type": "content_block_delta"}\n\n', "Anthropic's way"),
        ('{"completion": "Lemon", "stop": "x"}', "Anthropic's way"),
        ('{"candidates": [{"content": {"parts": []}}]}', "Gemini's own way"),
        (
            '{"message": {"content": "L"}, "done": false}\n{"message": {"content": ""}, "done": true}',
            "Ollama's own way",
        ),
    ],
)
async def test_an_endpoint_that_speaks_another_way_is_told_so(endpoint: At, text: str, way: str) -> None:
    failure = await endpoint(answered(text)).failure()
    address = "point MASQUERADE_BASE_URL at its OpenAI-compatible address"
    assert failure.why == f"tiny-1 speaks {way}: {address}"


# ── what was found out is remembered ──────────────────────────────────────────────────────────────────────────────────

NO_SCHEMA = error(400, "response_format json_schema is not supported")


async def forms_asked(at: Endpoint, store: Any = None, times: int = 1) -> list[str]:
    """How a new process asks, and how it is answered."""
    players = at.seated()
    if store is not None:
        players.remember(store)
    for _ in range(times):
        await players.seat(AI).move(guessing())
    return [form_of(asked) for asked in at.asked]


async def test_what_an_endpoint_takes_is_known_after_a_restart(endpoint: At, tmp_path: Path) -> None:
    store = await SqliteStore.open(tmp_path / "m.sqlite3")
    assert await forms_asked(endpoint(NO_SCHEMA, saying(LEMON)), store) == ["json_schema", "json_object"]
    await store.close()
    store = await SqliteStore.open(tmp_path / "m.sqlite3")
    assert await forms_asked(endpoint(saying(LEMON)), store) == ["json_object"]
    kept = await store.all("manners")
    assert len(kept) == 1 and KEY not in str(kept)
    await store.close()


@pytest.mark.parametrize(
    ("lines", "seconds"),
    [([NO_SCHEMA], 7 * 86400), ([error(400, "no"), error(400, "no")], 3600), ([error(500), error(500)], 3600)],
)
async def test_nothing_is_believed_for_ever(
    endpoint: At, monkeypatch: pytest.MonkeyPatch, lines: list[httpx2.Response], seconds: float
) -> None:
    now = 1_000_000.0

    class Time:
        @staticmethod
        def time() -> float:
            return now

    monkeypatch.setattr(remembered, "time", Time)
    store = MemoryStore()
    await forms_asked(endpoint(*lines, saying(LEMON)), store)
    now += seconds - 1
    assert await forms_asked(endpoint(saying(LEMON)), store) == ["json_object"]
    now += 2
    at = endpoint(saying(LEMON), saying(LEMON))
    assert await forms_asked(at, store, 2) == ["json_schema"] * 2


@pytest.mark.parametrize("kept", [{}, {"manners": {"rung": {"reply": "psalm"}}, "until": 9e18}, {"until": "soon"}])
async def test_what_cannot_be_understood_any_more_is_found_out_again(endpoint: At, kept: dict[str, Any]) -> None:
    store = MemoryStore()
    await store.put("manners", "http://model.test/v1 tiny-1 schema", kept)
    assert await forms_asked(endpoint(saying(LEMON)), store) == ["json_schema"]


async def test_a_disk_that_fails_costs_no_move(endpoint: At, caplog: pytest.LogCaptureFixture) -> None:
    class Broken(MemoryStore):
        async def get(self, kind: str, key: str) -> dict[str, Any] | None:
            raise StoreFailed("no disk")

        async def put(self, kind: str, key: str, value: Any) -> None:
            raise StoreFailed("no disk")

    assert await forms_asked(endpoint(NO_SCHEMA, saying(LEMON)), Broken()) == ["json_schema", "json_object"]
    assert caplog.text.count("no disk") == 2


async def test_a_smaller_answer_is_remembered_and_what_the_context_left_once_is_not(endpoint: At) -> None:
    at = endpoint(error(400, "max_tokens must be at most 900"), saying(LEMON), saying(LEMON))
    await forms_asked(at, times=2)
    assert [each["max_tokens"] for each in at.asked] == [1500, 900, 900]
    full = "maximum context length is 2048 tokens and your request has 1000 input tokens"
    at = endpoint(error(400, full), saying(LEMON), saying(LEMON))
    await forms_asked(at, times=2)
    assert [each["max_tokens"] for each in at.asked] == [1500, 1048, 1500]


# ── over a real connection ────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("sent", "why"),
    [
        (b"HTTP/1.1 200 OK\r\ncontent-length: %d\r\n\r\n%s", ""),
        (b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\n: hi\n\r\n%x\r\n%s\r\n0\r\n\r\n", ""),
        (b"HTTP/1.1 200 OK\r\ncontent-length: 9%d\r\n\r\n%s", "cannot be reached"),
        (b"HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: %d\r\n\r\n%s", "no completion"),
        (b"SSH-2.0-OpenSSH_9.6 %d %s\r\n", "cannot be reached"),
        (b"", "cannot be reached"),
        (b"HTTP/1.1 307 Moved\r\nlocation: /elsewhere\r\ncontent-length: 0\r\n\r\n", "cannot be reached"),
    ],
)
async def test_over_a_real_connection_it_is_the_same(sent: bytes, why: str) -> None:
    body = json.dumps(saying(LEMON)).encode()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(sent % (len(body), body) if b"%s" in sent else sent)
        writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    address = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/v1"
    players = HousePlayers({"tiny": replace(SPEC, base_url=address, timeout=5)}, "tiny")
    try:
        if why:
            with pytest.raises(PlayerFailed, match=why):
                await players.seat(AI).move(guessing())
        else:
            assert (await players.seat(AI).move(guessing())).action == Guess("LEMON")
    finally:
        await players.close()
        server.close()
        await server.wait_closed()
