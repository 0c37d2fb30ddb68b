"""The API says of itself what it does: whatever is sent, the answer is one that its document promises, and never a 500.

    .venv/bin/python -m tests.web.test_openapi 500

does the same with so many examples of each kind for each call.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
import sys
import threading
from collections.abc import Iterator

import httpx2
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode
from schemathesis.specs.openapi import checks

from tests.web.serving import bearer, serving, some_hall

PROMISED = [
    schemathesis.checks.not_a_server_error,
    checks.status_code_conformance,
    checks.content_type_conformance,
    checks.response_headers_conformance,
    checks.response_schema_conformance,
    checks.allow_header_conformance,
]

EXAMPLES = 3
"""Of each call, kept to its schema and breaking it."""


class Tried:
    """A server in a thread of its own, with games in every state to aim at."""

    def __init__(self, address: str) -> None:
        self.address, self.rng = address, random.Random(11)
        self.http = httpx2.Client(base_url=f"{address}/api/games")
        self.key = ""
        self.ids: list[str] = []

    def post(self, path: str, sent: object = None) -> dict:
        return self.http.post(path, json=sent, headers=bearer(self.key) if self.key else {}).json()

    def game(self, far: str) -> str:
        """A game of our own in that state."""
        opened = self.post("/sessions", {"game": "duel", "public": True})
        self.key = opened["token"] or self.key
        id = opened["session"]["id"]
        if far != "lobby":
            self.post(f"/sessions/{id}/join", {"name": "Ada"})
            self.post(f"/sessions/{id}/start")
        if far == "over":
            self.http.delete(f"/sessions/{id}", headers=bearer(self.key))
        return id

    def some(self) -> str:
        """The id of one of them. They come and go as calls are tried."""
        if self.rng.random() < 0.1 or not self.ids:
            self.ids = [self.game(far) for far in ("lobby", "running", "over")]
        return self.rng.choice(self.ids)


@contextlib.contextmanager
def tried() -> Iterator[Tried]:
    ready: list[str] = []
    began, over = threading.Event(), threading.Event()

    async def run() -> None:
        async with serving(hall=some_hall()) as served:
            ready.append(served.address)
            began.set()
            await asyncio.to_thread(over.wait)

    thread = threading.Thread(target=asyncio.run, args=(run(),))
    thread.start()
    assert began.wait(30)
    found = Tried(ready[0])
    try:
        yield found
    finally:
        found.http.close()
        over.set()
        thread.join(30)


def try_everything(tried: Tried, examples: int) -> int:
    """Sends so many examples of each kind to every call; how many answers that were."""
    schema = schemathesis.openapi.from_dict(tried.http.get(f"{tried.address}/api/openapi.json").json())
    answers = 0
    for found in schema.get_all_operations():
        operation = found.ok()
        if operation.path.endswith("/events"):  # it does not end
            continue
        for mode in (GenerationMode.POSITIVE, GenerationMode.NEGATIVE):

            @settings(
                max_examples=examples,
                database=None,
                deadline=None,
                derandomize=True,
                phases=[Phase.generate],
                suppress_health_check=list(HealthCheck),
            )
            @given(operation.as_strategy(generation_mode=mode))
            def send(case: schemathesis.Case) -> None:
                nonlocal answers
                if "{id}" in case.path and tried.rng.random() < 0.8:
                    case.path_parameters["id"] = tried.some()
                with_key = tried.rng.random() < 0.8 and tried.key
                answer = case.call(base_url=tried.address, headers=bearer(tried.key) if with_key else {})
                case.validate_response(answer, checks=PROMISED)
                answers += 1

            with contextlib.suppress(Unsatisfiable):  # where nothing is sent, nothing can be wrong with it
                send()
    return answers


@pytest.mark.filterwarnings("ignore")
def test_whatever_is_sent_the_answer_is_one_that_was_promised():
    with tried() as found:
        assert try_everything(found, EXAMPLES) > 80


if __name__ == "__main__":
    with tried() as found:
        sys.stdout.write(f"{try_everything(found, int(sys.argv[1]))} answers, each as promised\n")
