"""A model behind its client, at any endpoint that speaks as OpenAI's does: one prompt out, what its answer means back.

Endpoints differ in what they accept: each begins on the rung of the ladder that it is set to, and is asked for less when it
says no. What it took is remembered for a while.

Errors: everything that can go wrong with a provider comes out as `PlayerFailed` with a reason in words, never with the
provider's own text, which may repeat a key or a prompt. `again` is set where asking once more may help.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, cast

from bot.players.completions import CUT_OFF, DECLINED, EMPTY, LONGEST_READ, TOO_LONG, BadAnswer, Sent, T, calm
from bot.players.ladder import Manners, Rung, Way
from bot.players.provider import Breaker, Patience, Provider
from bot.players.purse import Bill, Purse, Request
from bot.players.remembered import Known
from bot.players.shapes import LONGEST_BODY, NOT_ONE, Completion, ErrorInBody, NoCompletion, completion_in
from bot.players.spec import ModelSpec
from bot.players.troubles import Trouble, trouble_in
from bot.ports import Call, Move, PlayerFailed

log = logging.getLogger(__name__)

LONGEST_ASIDE = 2000
"""Characters of thinking that are kept with a move, to be read at the end; with the call, as many as are read of an answer."""

WHOLE = tuple('.!?…。！？"”’»)]}>*`')
"""What an answer ends with that was not broken off."""

LARGE = 100_000
"""Bytes of a body from which it is taken apart beside the loop."""

Write = Callable[[Rung], Sent[T]]
"""Writes a prompt that is answered as the rung says."""


class Endpoint:
    """A model behind its client, with the manners it was found to have. Shared by all seats that play on it."""

    def __init__(self, spec: ModelSpec, provider: Provider, purse: Purse | None = None) -> None:
        self.spec, self.provider, self.known, self.purse = spec, provider, Known(spec), purse or Purse()
        self._breaker = Breaker(spec.model)
        self._proven: Rung | None = None

    async def move(self, write: Write[Move], patience: Patience, longer: bool = False) -> Move:
        """The move that a prompt is answered with. Raises PlayerFailed."""
        move, call = await self.ask(write, patience, longer)
        thoughts = move.aside or call.reasoning
        return replace(move, aside=thoughts[:LONGEST_ASIDE], call=replace(call, reasoning=thoughts))

    async def ask(self, write: Write[T], patience: Patience, longer: bool = False) -> tuple[T, Call]:
        """What the answer to a prompt means, and what it cost. Raises PlayerFailed, with the call as far as it went. `longer`
        lets the answer be twice as long as usual."""
        before, bill = patience.since, self.purse.bill(self.spec)
        try:
            with self.provider.asked(self.spec.model, self._breaker, patience):
                the_prompt, completion, call = await self._asked(write, longer, patience, bill)
            call = bill.on(replace(call, latency=round(patience.since - before, 3)))
            tokens = f"{call.prompt_tokens} + {call.answer_tokens} tokens{' at most' if call.estimated else ''}"
            # Which model is asked at night says who owes something in private: calls are counted, and told of at the game's end.
            log.debug("%s answered in %.1f s: %s", self.spec.model, call.latency, tokens)
            return self._read(the_prompt, completion, call)
        except PlayerFailed as failure:
            call = replace(failure.call or Call(self.spec.model), latency=round(patience.since - before, 3))
            # Nobody may have been asked, where there is no money. Whatever else is known of the trouble is for these rooms alone.
            nobody = bool(failure.notice) and not isinstance(failure, Trouble) and not bill.paid
            asked = None if nobody else bill.on(call)
            raise PlayerFailed(failure.why, asked, failure.again, failure.steps, failure.notice) from None
        except asyncio.CancelledError:
            bill.lost()
            raise

    def _read(self, the_prompt: Sent[T], completion: Completion, call: Call) -> tuple[T, Call]:
        """What a completion means, with the call that tells of it, or which of the many ways of meaning nothing this is."""
        name, why_ended = self.spec.model, completion.ended
        text, reasoning, refusal = (
            calm(each[: LONGEST_READ + 1]) for each in (completion.text, completion.reasoning, completion.refusal)
        )
        call = replace(call, answer=text[:LONGEST_READ], reasoning=reasoning[:LONGEST_READ])
        if refusal:
            raise PlayerFailed(f"{name} declined to answer", replace(call, answer=refusal[:LONGEST_READ]), DECLINED)
        if why_ended == "content_filter":
            raise PlayerFailed(f"{name}'s answer was held back by a content filter", call, DECLINED)
        if len(completion.text) > LONGEST_READ:
            raise PlayerFailed(f"{name}'s answer was too long", call, TOO_LONG)
        # Endpoints that never say why an answer ended are believed where it ends as whole ones do.
        cut_off = why_ended == "length" or (not why_ended and not text.rstrip().endswith(WHOLE))
        try:
            if not text.strip() and not the_prompt.blank:
                raise BadAnswer(EMPTY)
            return the_prompt.read(text, cut_off), call
        except BadAnswer as bad:
            again = CUT_OFF if cut_off else str(bad)
            why = {CUT_OFF: "cut off", EMPTY: "empty"}.get(again, "no move")
            raise PlayerFailed(f"{name}'s answer was {why}", call, again) from None

    # ── one answer, by as many requests as it takes ──

    async def _asked(
        self, write: Write[T], longer: bool, patience: Patience, bill: Bill
    ) -> tuple[Sent[T], Completion, Call]:
        """The completion, in the strictest way that the endpoint takes."""
        await self.known.recall()
        way = Way(self.known.manners, self._proven)
        the_prompt, call = self._written(write, way.manners)
        while True:
            manners = way.manners
            try:
                tokens = way.tokens(self.spec.tokens(the_prompt.tokens, longer))
                async with (
                    bill.request(the_prompt, tokens) as request,
                    self.provider.turn(self.spec.model, self._breaker, patience),
                ):
                    completion = await self._requested(the_prompt, manners, tokens, patience, request)
            except Trouble as trouble:
                trouble.call = call
                if not way.goes_on(trouble, the_prompt):
                    raise
                if trouble.passes and not await self.provider.rests(trouble, way.tries, patience):
                    raise
                if way.manners != manners:
                    log.info("%s does not take %s; trying %s", self.spec.model, manners, way.manners)
                    the_prompt, call = self._written(write, way.manners)
            else:
                self._proven = manners.rung
                await self.known.learn(manners, way.sure)
                return the_prompt, completion, call

    async def _requested(
        self, the_prompt: Sent[Any], manners: Manners, tokens: int, patience: Patience, request: Request
    ) -> Completion:
        """One request, within the answer's time. Raises Trouble."""
        try:
            with patience.runs():
                async with asyncio.timeout(patience.left):
                    request.begins()
                    completion = await self._sent(self._body(the_prompt, manners, tokens), patience.left)
                    request.ended(completion.usage)
                    return completion
        except TimeoutError:
            why = f"{self.spec.model} did not answer in {patience.seconds:.0f} seconds"
            raise Trouble(why, sick=patience.fair) from None
        except Trouble as trouble:
            trouble.asked = tokens
            raise

    def _body(self, the_prompt: Sent[Any], manners: Manners, tokens: int) -> dict[str, Any]:
        spec = self.spec
        body: dict[str, Any] = {"model": spec.model, "messages": the_prompt.messages(), manners.token_word: tokens}
        temperature = spec.temperature if the_prompt.temperature is None else the_prompt.temperature
        if temperature is not None and manners.temperature:
            body["temperature"] = temperature
        if the_prompt.stop and manners.stop:
            body["stop"] = list(the_prompt.stop)
        return body | manners.rung.asks(the_prompt) | dict(spec.extra)

    async def _sent(self, body: Mapping[str, Any], seconds: float) -> Completion:
        """Sends a request and reads what comes back: every request that may cost something goes through here, and has ended when
        this has, however it ended. Raises Trouble."""
        import httpx2
        import openai

        model = self.spec.model
        try:
            # Not by the client's own method for it: that looks through every value of a schema first, which takes longer than
            # all else that is done here, and reads a body of any length into objects that nobody needs.
            response = await cast(Any, self.provider.client).post(
                "/chat/completions",
                cast_to=httpx2.Response,
                body=body,
                options={"timeout": max(1.0, seconds), "max_retries": 0},
                stream=True,
                stream_cls=openai.AsyncStream[Any],
            )
            found = await _body_of(response)
            return await asyncio.to_thread(completion_in, found) if len(found) > LARGE else completion_in(found)
        except openai.APITimeoutError:
            raise Trouble(f"{model} did not answer in time", sick=True) from None
        except openai.APIStatusError as error:
            raise trouble_in(model, error.status_code, _error_of(error.response), error.response.headers) from None
        except (openai.APIConnectionError, httpx2.TransportError):
            raise Trouble(f"{model}'s endpoint cannot be reached", passes=True, sick=True) from None
        except ErrorInBody as error:
            raise trouble_in(model, 200, error.error, response.headers) from None
        except NoCompletion as what:
            raise Trouble(f"{model} {what}", sick=True) from None
        except (openai.OpenAIError, httpx2.HTTPError, httpx2.InvalidURL, ValueError) as error:
            raise Trouble(f"{model} {NOT_ONE} ({type(error).__name__})", sick=True) from None
        except RuntimeError:
            if not self.provider.client.is_closed():
                raise
            raise Trouble(f"{model} was hung up on") from None

    def _written(self, write: Write[T], manners: Manners) -> tuple[Sent[T], Call]:
        """A prompt, and the row of a call for it of which nothing has come back yet."""
        the_prompt = write(manners.rung)
        schema = dict(the_prompt.schema) if the_prompt.schema else None
        asked = json.dumps([the_prompt.messages(), schema], ensure_ascii=False, sort_keys=True)
        hashed = hashlib.sha256(asked.encode("utf-8", "replace")).hexdigest()[:16]
        return the_prompt, Call(self.spec.model, hashed)


async def _body_of(response: Any) -> bytes:
    """What an endpoint answers, but for what comes after its end or is more than anybody reads."""
    found, size = list[bytes](), 0
    try:
        async for chunk in response.aiter_bytes():
            found.append(chunk)
            size += len(chunk)
            if size > LONGEST_BODY or b"data: [DONE]" in chunk:
                break
    finally:
        await response.aclose()
    return b"".join(found)


def _error_of(response: Any) -> Any:
    """The body of an error, as JSON where it is that."""
    text = response.content[:LONGEST_BODY].decode("utf-8", "replace")
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text
