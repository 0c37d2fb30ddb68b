"""A model behind its client, at any endpoint that speaks as OpenAI's does: one prompt out, what its answer means back.

Endpoints differ in what they accept: each begins on the rung of the ladder that it is set to, and is asked for less when it
says no. What it took is remembered for as long as the process runs.

Errors: everything that can go wrong with a provider comes out as `PlayerFailed` with a reason in words, never with the
provider's own text, which may repeat a key or a prompt. `again` is set where asking once more may help.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
import time
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from bot.players.completions import CUT_OFF, DECLINED, EMPTY, BadAnswer, Sent, T, answer_of, reasoning
from bot.players.ladder import Manners, Rung
from bot.players.spec import ModelSpec
from bot.ports import Call, Move, PlayerFailed

if TYPE_CHECKING:
    import openai
    from openai.types.chat import ChatCompletion

log = logging.getLogger(__name__)

LONGEST_ASIDE = 2000
"""Characters of thinking that are kept with a move, to be read at the end; the whole is kept with the call."""

Write = Callable[[Rung], Sent[T]]
"""Writes a prompt that is answered as the rung says."""


class Endpoint:
    """A model behind its client, with the manners it was found to have. Shared by all seats that play on it."""

    def __init__(self, spec: ModelSpec, client: openai.AsyncOpenAI, gate: asyncio.Semaphore) -> None:
        self.spec, self.client, self.gate = spec, client, gate
        self.manners = Manners.expected(spec)

    async def move(self, write: Write[Move], seconds: float, longer: bool = False) -> Move:
        """The move that a prompt is answered with. Raises PlayerFailed."""
        move, call = await self.ask(write, seconds, longer)
        thoughts = move.aside or call.reasoning
        return replace(move, aside=thoughts[:LONGEST_ASIDE], call=replace(call, reasoning=thoughts))

    async def ask(self, write: Write[T], seconds: float, longer: bool = False) -> tuple[T, Call]:
        """What the answer to a prompt means, and what it cost. Raises PlayerFailed, with the call as far as it went. `longer`
        lets the answer be twice as long as usual."""
        began = time.monotonic()
        try:
            async with asyncio.timeout(seconds), self.gate:
                the_prompt, completion = await self._asked(write, longer, began + seconds)
        except TimeoutError:
            why = f"{self.spec.model} did not answer in {seconds:.0f} seconds"
            raise PlayerFailed(why, Call(self.spec.model, latency=_since(began))) from None
        except PlayerFailed as failure:
            failure.call = replace(failure.call or Call(self.spec.model), latency=_since(began))
            raise
        return self._read(the_prompt, completion, self._counted(the_prompt, completion, began))

    def _read(self, the_prompt: Sent[T], completion: ChatCompletion, call: Call) -> tuple[T, Call]:
        """What a completion means, with the call that tells of it, or which of the many ways of meaning nothing this is."""
        name, choice = self.spec.model, completion.choices[0]
        text, why_ended = answer_of(choice.message), choice.finish_reason
        call = replace(call, answer=text, reasoning=reasoning(choice.message))
        if refusal := getattr(choice.message, "refusal", None):
            raise PlayerFailed(f"{name} declined to answer", replace(call, answer=refusal), DECLINED)
        if why_ended == "content_filter":
            raise PlayerFailed(f"{name}'s answer was held back by a content filter", call, DECLINED)
        if not why_ended:
            raise PlayerFailed(f"{name}'s answer broke off", call, CUT_OFF)
        cut_off = why_ended == "length"
        try:
            if not text.strip() and not the_prompt.blank:
                raise BadAnswer(EMPTY)
            return the_prompt.read(text, cut_off), call
        except BadAnswer as bad:
            again = CUT_OFF if cut_off else str(bad)
            why = {CUT_OFF: "cut off", EMPTY: "empty"}.get(again, "no move")
            raise PlayerFailed(f"{name}'s answer was {why}", call, again) from None

    async def _asked(self, write: Write[T], longer: bool, until: float) -> tuple[Sent[T], ChatCompletion]:
        """The completion, in the strictest way that the endpoint takes."""
        first = manners = self.manners
        while True:
            the_prompt = write(manners.rung)
            try:
                completion = await self._create(the_prompt, manners, longer, until)
            except PlayerFailed as failure:
                failure.call = self._call(the_prompt)
                milder = manners.milder(failure.about, the_prompt, first) if isinstance(failure, _Rejected) else None
                if milder is None:  # what the provider wrote goes no further
                    raise PlayerFailed(failure.why, failure.call, failure.again, failure.steps) from None
                log.info("%s does not take %s; trying %s", self.spec.model, manners, milder)
                manners = milder
            else:
                self.manners = manners
                return the_prompt, completion

    async def _create(self, the_prompt: Sent[Any], manners: Manners, longer: bool, until: float) -> ChatCompletion:
        import openai

        spec = self.spec
        request: dict[str, Any] = {
            "model": spec.model,
            "messages": the_prompt.messages(),
            manners.token_word: spec.tokens(the_prompt.tokens, longer),
        }
        temperature = spec.temperature if the_prompt.temperature is None else the_prompt.temperature
        if temperature is not None and manners.temperature:
            request["temperature"] = temperature
        if the_prompt.stop and manners.stop:
            request["stop"] = list(the_prompt.stop)
        # The schema goes as it is: among the named arguments the client would look through every value in it first, which
        # takes longer than all else that is done here for an answer.
        body = manners.rung.asks(the_prompt) | dict(spec.extra)
        try:
            completion = await self.client.chat.completions.create(
                **request, extra_body=body or None, timeout=max(1.0, until - time.monotonic())
            )
        except (openai.OpenAIError, ValueError) as error:
            raise _failure(spec.model, error) from None
        # A proxy's error page comes back as text, and some servers leave `choices` out.
        choices = getattr(completion, "choices", None)
        if not choices or not getattr(choices[0], "message", None):
            raise PlayerFailed(f"{spec.model} answered something that is no completion; is the base URL right?")
        return completion  # type: ignore[no-any-return]

    def _call(self, the_prompt: Sent[Any]) -> Call:
        """The row of a call of which nothing has come back yet."""
        schema = dict(the_prompt.schema) if the_prompt.schema else None
        asked = json.dumps([the_prompt.messages(), schema], ensure_ascii=False, sort_keys=True)
        return Call(self.spec.model, hashlib.sha256(asked.encode()).hexdigest()[:16])

    def _counted(self, the_prompt: Sent[Any], completion: ChatCompletion, began: float) -> Call:
        usage = completion.usage
        prompt, answer = (usage.prompt_tokens or 0, usage.completion_tokens or 0) if usage else (0, 0)
        details = usage.prompt_tokens_details if usage else None
        cached = (details.cached_tokens or 0) if details else 0
        # Which model is asked at night says who owes something in private: calls are counted, and told of when a game is over.
        log.debug("%s answered in %.1f s: %d + %d tokens", self.spec.model, _since(began), prompt, answer)
        return replace(
            self._call(the_prompt),
            prompt_tokens=prompt,
            cached_tokens=cached,
            answer_tokens=answer,
            cost=self.spec.cost(prompt, cached, answer) if usage else None,
            latency=_since(began),
        )


# ── requests and their errors ─────────────────────────────────────────────────────────────────────────────────────────


class _Rejected(PlayerFailed):
    """A 400 that a milder request may avoid; `about` is what it complains of, in lower case, and goes no further."""

    def __init__(self, why: str, about: str) -> None:
        super().__init__(why)
        self.about = about


def _failure(model: str, error: Exception) -> PlayerFailed:
    import openai

    match error:
        case openai.APITimeoutError():
            return PlayerFailed(f"{model} did not answer in time")
        case openai.APIConnectionError():
            return PlayerFailed(f"{model}'s endpoint cannot be reached")
        case openai.BadRequestError() | openai.UnprocessableEntityError():
            return _bad_request(model, error)
        case openai.APIStatusError():
            return PlayerFailed(_status(model, error))
    return PlayerFailed(f"{model} answered something that is no completion ({type(error).__name__})")


def _bad_request(model: str, error: openai.APIStatusError) -> PlayerFailed:
    """A 400 or 422 by what it is about: too long, held back by a filter, or something that may be mended."""
    about = f"{error.message} {error.code} {error.param}".casefold()
    if "content_filter" in about or "content management policy" in about:
        return PlayerFailed(f"{model}'s provider held the question back by a content filter")
    if "context" in about and any(word in about for word in ("length", "size", "window", "exceed", "token")):
        return PlayerFailed(f"the prompt is too long for {model}; a smaller MASQUERADE_CONTEXT makes it shorter")
    return _Rejected(f"{model} does not take the request (400)", about)


_STATUS = {
    401: "{}'s endpoint does not accept the API key",
    402: "{}'s account is out of credit",
    403: "the API key may not use {}",
    404: "the endpoint has no model “{}”, or its base URL is wrong",
    429: "{}'s endpoint takes no more requests just now",
}


def _status(model: str, error: openai.APIStatusError) -> str:
    """Why an endpoint gave no answer, by its status."""
    status = error.status_code
    otherwise = "{}'s endpoint is out of order" if status >= 500 else "{}'s endpoint refused the request"
    spent = status == 429 and error.code == "insufficient_quota"
    return f"{_STATUS.get(402 if spent else status, otherwise).format(model)} ({status})"


def _since(began: float) -> float:
    return round(time.monotonic() - began, 3)
