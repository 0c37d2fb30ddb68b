"""The endpoints of all models, and whether each takes its key and knows its model."""

from __future__ import annotations

import difflib
import time
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from typing import Any

import httpx2

from bot.checkup import Finding
from bot.players.spec import OPENAI, ModelSpec

PATIENCE = 20.0
"""Seconds that an endpoint has to answer."""

_STATUS = {
    401: ("does not accept the API key", "copy it again from the provider; it is sent as it stands"),
    402: ("says that the account is out of credit", "pay in there"),
    403: ("does not let this key in", "ask the provider what it may be used for"),
    429: ("takes no more requests just now", "wait a minute; if it stays so, the account is out of credit or quota"),
}


async def models(
    specs: Mapping[str, ModelSpec], call: bool, transport: httpx2.AsyncBaseTransport | None = None
) -> AsyncIterator[Finding]:
    """What is to be said of every model. Their lists cost nothing; with `call`, each is asked for one word."""
    if not specs:
        yield Finding("models", "fine", "No language model is set: built-in players play")
    lists: dict[tuple[str, str], Finding | Listed] = {}
    async with httpx2.AsyncClient(timeout=PATIENCE, transport=transport) as client:
        for name, spec in specs.items():
            where = (spec.base_url or OPENAI, spec.api_key)
            if where not in lists:
                lists[where] = await _listed(client, *where)
            found = lists[where]
            yield found if isinstance(found, Finding) else _known(name, spec, found, call)
            if call and not (isinstance(found, Finding) and found.state == "wrong"):
                yield await _called(client, name, spec)


@dataclass(frozen=True, slots=True)
class Listed:
    """The models that an endpoint says it has, and whether it says so only to whoever has a key that it knows."""

    there: list[str]
    to_keys_alone: bool


def _headers(key: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {key}"} if key else {}


async def _listed(client: httpx2.AsyncClient, base_url: str, key: str) -> Finding | Listed:
    """The models that an endpoint says it has, or what is wrong with it."""
    try:
        answer = await client.get(f"{base_url}/models", headers=_headers(key))
    except (httpx2.HTTPError, httpx2.InvalidURL, OSError) as error:
        return _unreachable(base_url, error)
    if answer.status_code in (404, 405):
        what = f"{base_url} has no list of models: it may be all the same, or the address is wrong"
        return Finding(
            "models", "doubtful", what, "masquerade doctor --call tries each model; most addresses end in /v1"
        )
    if answer.status_code >= 400:
        return _status(base_url, answer.status_code)
    try:
        rows = answer.json()
        rows = rows["data"] if isinstance(rows, dict) else rows
        there = [str(each["id"]) for each in rows]
    except (ValueError, KeyError, TypeError):
        what = f"{base_url} answers something that is no list of models"
        return Finding("models", "doubtful", what, "look at MASQUERADE_BASE_URL: most addresses end in /v1")
    return Listed(there, bool(key) and await _refused_without(client, base_url))


async def _refused_without(client: httpx2.AsyncClient, base_url: str) -> bool:
    """Whether the list is kept from whoever sends no key: else it says nothing of a key that it was shown for all the same."""
    try:
        return (await client.get(f"{base_url}/models")).status_code in (401, 403)
    except (httpx2.HTTPError, OSError):
        return False


def _known(name: str, spec: ModelSpec, found: Listed, call: bool) -> Finding:
    there = found.there
    called = f"“{name}”" if name == spec.model else f"“{name}” ({spec.model})"
    at = spec.base_url or OPENAI
    if spec.model in there or any(each.endswith(f"/{spec.model}") for each in there):
        if found.to_keys_alone:
            return Finding("models", "fine", f"{called} is there at {at}, and the key is accepted")
        key = "whether its key is accepted" if spec.api_key else "no key is set, and whether it answers without"
        more = "" if call else f"; everybody is shown that list; {key}, masquerade doctor --call finds out"
        return Finding("models", "fine", f"{called} is listed at {at}{more}")
    near = difflib.get_close_matches(spec.model, there, 3, 0.4) or there[:3]
    has = f"write one that it has, such as {', '.join(near)}" if near else "masquerade doctor --call tries it"
    return Finding("models", "doubtful", f"{at} does not list a model {called}", has)


async def _called(client: httpx2.AsyncClient, name: str, spec: ModelSpec) -> Finding:
    """What became of one cheap call. Endpoints differ in how they want to be told its length."""
    base_url = spec.base_url or OPENAI
    asked: dict[str, Any] = {
        "model": spec.model,
        "messages": [{"role": "user", "content": "Answer with the word yes."}],
    }
    began = time.monotonic()
    for length in ("max_completion_tokens", "max_tokens"):
        try:
            answer = await client.post(
                f"{base_url}/chat/completions",
                json=asked | {length: 256} | dict(spec.extra),
                headers=_headers(spec.api_key),
                timeout=max(PATIENCE, spec.timeout),
            )
        except (httpx2.HTTPError, httpx2.InvalidURL, OSError) as error:
            return _unreachable(base_url, error)
        if answer.status_code not in (400, 422):
            break
    if answer.status_code == 404:
        what = f"{base_url} knows no model “{spec.model}”, or nothing at all"
        return Finding("call", "wrong", what, "look at the model's name and at the address; most end in /v1")
    if answer.status_code >= 400:
        if answer.status_code == 401 and not spec.api_key:
            what = f"{base_url} wants an API key (401), and none is set"
            return Finding("call", "wrong", what, "set it where the model is set")
        return _status(base_url, answer.status_code)
    try:
        completion = answer.json()
        message = completion["choices"][0]["message"]
        tokens = (completion.get("usage") or {}).get("total_tokens")
        assert isinstance(message, dict)
    except (ValueError, LookupError, TypeError, AttributeError, AssertionError):
        what = f"“{name}” was asked at {base_url}, and what it answered is no completion"
        return Finding("call", "wrong", what, "the address has to be that of an OpenAI-compatible endpoint")
    took = f"{time.monotonic() - began:.1f} s" + (f", {tokens} tokens" if tokens else "")
    return Finding("call", "fine", f"“{name}” was asked and answered ({took})")


def _status(base_url: str, status: int) -> Finding:
    """Never with the endpoint's own text, which may repeat the key."""
    what, mend = _STATUS.get(status, ("is out of order", "try again later, or ask the provider"))
    if status < 500 and status not in _STATUS:
        what, mend = "refuses the request", "look at the address, the model's name and “extra”"
    return Finding("models", "wrong", f"{base_url} {what} ({status})", mend)


def _unreachable(base_url: str, error: Exception) -> Finding:
    why = "it does not answer in time" if isinstance(error, httpx2.TimeoutException) else "no connection"
    own = (
        "start the server there"
        if "//127." in base_url or "//localhost" in base_url
        else "look at the address and the network"
    )
    return Finding("models", "wrong", f"{base_url} cannot be reached: {why}", own)
