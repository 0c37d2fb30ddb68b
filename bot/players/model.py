"""A language model in a seat: one prompt out, one move back, through any endpoint that speaks as OpenAI's does.

Endpoints differ in what they accept. Each begins with the strictest way of answering it is set to and steps down when it
says no (strict schema → any JSON → plain text); what it took is remembered for as long as the process runs.

Errors: everything that can go wrong with a provider comes out as `PlayerFailed` with a reason in words, never with the
provider's own text, which may repeat a key or a prompt. `again` is set where asking once more may help.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
import time
from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal

from bot.players.agent import LONGEST_ASIDE, Turn
from bot.players.briefing import prompt
from bot.players.completions import CUT_OFF, DECLINED, EMPTY, BadAnswer, Sent, T, answer_of, reasoning
from bot.players.dictated import dictated
from bot.players.spec import ModelSpec, Reply
from bot.players.steps import Done
from bot.ports import Brief, Call, Move, PlayerFailed
from games.core import Prompt, record

if TYPE_CHECKING:
    import openai
    from openai.types.chat import ChatCompletion

log = logging.getLogger(__name__)

TokenWord = Literal["max_tokens", "max_completion_tokens"]
STEP_DOWN: dict[Reply, Reply | None] = {"schema": "json", "tools": "json", "json": "text", "text": None}

TOOL = "move"


@record
class Manners:
    """What an endpoint was found to take; `bounded`: that a schema says how long a text may be."""

    reply: Reply
    token_word: TokenWord = "max_tokens"
    bounded: bool = True
    temperature: bool = True
    stop: bool = True


Write = Callable[[Reply], Sent[T]]
"""Writes a prompt that is answered in that way."""


class Endpoint:
    """A model behind its client, with the manners it was found to have. Shared by all seats that play on it."""

    def __init__(self, spec: ModelSpec, client: openai.AsyncOpenAI, gate: asyncio.Semaphore) -> None:
        self.spec, self.client, self.gate = spec, client, gate
        # OpenAI's newer models know only the newer word, most other servers only the older one.
        word: TokenWord = "max_tokens" if spec.base_url else "max_completion_tokens"
        self.manners = Manners(spec.reply, word, bounded=bool(spec.base_url))

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
            call = failure.call or Call(self.spec.model)
            raise PlayerFailed(failure.why, replace(call, latency=_since(began))) from None
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
        if cut_off and (the_prompt.whole or not text.strip()):
            raise PlayerFailed(f"{name}'s answer was cut off", call, CUT_OFF)
        if not text.strip() and not the_prompt.blank:
            raise PlayerFailed(f"{name}'s answer was empty", call, EMPTY)
        try:
            return the_prompt.read(text, cut_off), call
        except BadAnswer as bad:
            if cut_off:
                raise PlayerFailed(f"{name}'s answer was cut off", call, CUT_OFF) from None
            raise PlayerFailed(f"{name}'s answer was no move", call, str(bad)) from None

    async def _asked(self, write: Write[T], longer: bool, until: float) -> tuple[Sent[T], ChatCompletion]:
        """The completion, in the strictest way that the endpoint takes."""
        manners, tried, spec = self.manners, set[Manners](), self.spec
        while True:
            tried.add(manners)
            the_prompt = write(manners.reply)
            try:
                completion = await self._create(the_prompt, manners, longer, until)
            except _Rejected as rejected:
                milder = _milder(manners, rejected.about, tried, the_prompt)
                if milder is None:
                    why = f"{spec.model} does not take the request (400)"
                    raise PlayerFailed(why, self._call(the_prompt)) from None
                log.info("%s does not take %s; trying %s", spec.model, manners, milder)
                manners = milder
                continue
            except PlayerFailed as failure:
                raise PlayerFailed(failure.why, self._call(the_prompt)) from None
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
        body = _shape(the_prompt, manners) | dict(spec.extra)
        try:
            completion = await self.client.chat.completions.create(
                **request, extra_body=body or None, timeout=max(1.0, until - time.monotonic())
            )
        except openai.APITimeoutError:
            raise PlayerFailed(f"{spec.model} did not answer in time") from None
        except openai.APIConnectionError:
            raise PlayerFailed(f"{spec.model}'s endpoint cannot be reached") from None
        except (openai.BadRequestError, openai.UnprocessableEntityError) as error:
            raise _bad_request(spec.model, error) from None
        except openai.APIStatusError as error:
            raise PlayerFailed(_status(spec.model, error)) from None
        except (openai.OpenAIError, ValueError) as error:
            raise PlayerFailed(
                f"{spec.model} answered something that is no completion ({type(error).__name__})"
            ) from None
        # A proxy's error page comes back as text, and some servers leave `choices` out.
        choices = getattr(completion, "choices", None)
        if not choices or not getattr(choices[0], "message", None):
            why = f"{spec.model} answered something that is no completion; is the base URL right?"
            raise PlayerFailed(why)
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
        log.info("%s answered in %.1f s: %d + %d tokens", self.spec.model, _since(began), prompt, answer)
        return replace(
            self._call(the_prompt),
            prompt_tokens=prompt,
            cached_tokens=cached,
            answer_tokens=answer,
            cost=self.spec.cost(prompt, cached, answer) if usage else None,
            latency=_since(began),
        )


class ModelPlayer:
    """Answers briefs by asking a model, as long as the game has cost less than `budget` US dollars. `persona` is a few
    sentences of character for its prompts; those that a game writes itself go without."""

    def __init__(self, endpoint: Endpoint, budget: float | None = None, persona: str = "") -> None:
        self._endpoint, self._budget, self._persona = endpoint, budget, persona
        self._looked: list[Done] = []

    async def move(self, brief: Brief) -> Move:
        if self._budget is not None and brief.spent >= self._budget:
            raise PlayerFailed("the game's budget is used up")
        spec = self._endpoint.spec
        seconds = min(spec.timeout, brief.seconds) if brief.seconds is not None else spec.timeout
        longer = CUT_OFF in brief.refusals
        if (only := _only_answer(brief)) is not None:
            return only
        own = brief.game.prompts.prompt(brief.view, brief.seat, brief.asks, brief.heard)
        if own is None:
            return await self._endpoint.move(lambda reply: self._prompt(brief, reply), seconds, longer)
        if own.compact is not None and (spec.briefing == "compact" or _length(own) > spec.longest_prompt):
            own = own.compact
        if own.agent is None:
            the_prompt = dictated(own, brief, spec.room_beside(spec.tokens(own.tokens, longer)))
            return await self._endpoint.move(lambda _: the_prompt, seconds, longer)
        # What was looked up for an answer that was refused need not be looked up again for the next.
        looked = self._looked if brief.refusals else []
        turn = Turn(self._endpoint, self._budget, own, own.agent, brief, longer, looked)
        try:
            return await turn.move(seconds)
        finally:
            self._looked = turn.looked

    def _prompt(self, brief: Brief, reply: Reply) -> Sent[Move]:
        spec, listed = self._endpoint.spec, reply in ("json", "text")
        return prompt(brief, self._persona, spec.briefing, listed=listed, longest=spec.longest_prompt)


def _only_answer(brief: Brief) -> Move | None:
    """The answer where there is one only: no model need be asked for that."""
    owed = [ask for ask in brief.asks if ask.need != "none" or ask.invites]
    if len(owed) == 1 and len(owed[0].choices) == 1 and not owed[0].forms:
        return Move(owed[0].key, owed[0].choices[0])
    return None


def _length(own: Prompt) -> int:
    return len(own.system) + sum(len(text) for _, text in own.turns)


# ── requests and their errors ─────────────────────────────────────────────────────────────────────────────────────────


class _Rejected(Exception):
    """A 400 that a milder request may avoid; `about` is what it complains of, in lower case, and goes no further."""

    def __init__(self, about: str) -> None:
        super().__init__("rejected")
        self.about = about


def _shape(the_prompt: Sent[Any], manners: Manners) -> dict[str, Any]:
    """What a request says about the answer's shape."""
    if the_prompt.schema is None:
        return {}
    shape = the_prompt.schema if manners.bounded else _unbounded(the_prompt.schema)
    match manners.reply:
        case "schema":
            schema = {"name": TOOL, "strict": True, "schema": shape}
            return {"response_format": {"type": "json_schema", "json_schema": schema}}
        case "tools":
            function = {"name": TOOL, "description": "Make your move.", "strict": True, "parameters": shape}
            chosen = {"type": "function", "function": {"name": TOOL}}
            return {"tools": [{"type": "function", "function": function}], "tool_choice": chosen}
        case "json" if the_prompt.json:  # which insists on a prompt that speaks of JSON
            return {"response_format": {"type": "json_object"}}
    return {}


def _unbounded(schema: Any) -> Any:
    """A schema that does not say how long texts may be, which some strict endpoints refuse."""
    if isinstance(schema, Mapping):
        return {name: _unbounded(each) for name, each in schema.items() if name != "maxLength"}
    return [_unbounded(each) for each in schema] if isinstance(schema, list) else schema


def _milder(manners: Manners, about: str, tried: Collection[Manners], the_prompt: Sent[Any]) -> Manners | None:
    """What to try after a rejection: mend what it names, else ask for less form; None when nothing is left."""
    other: dict[TokenWord, TokenWord] = {"max_tokens": "max_completion_tokens", "max_completion_tokens": "max_tokens"}
    if any(word in about for word in other) and len({each.token_word for each in tried}) == 1:
        return replace(manners, token_word=other[manners.token_word])
    if "temperature" in about and manners.temperature:
        return replace(manners, temperature=False)
    if "stop" in about and the_prompt.stop and manners.stop:
        return replace(manners, stop=False)
    if the_prompt.schema is None:
        return None  # it asks for no form that could be less strict
    shaped = manners.reply in ("schema", "tools")
    if shaped and manners.bounded and _unbounded(the_prompt.schema) != the_prompt.schema:
        return replace(manners, bounded=False)
    reply = STEP_DOWN[manners.reply]
    return replace(manners, reply=reply) if reply else None


def _bad_request(model: str, error: openai.APIStatusError) -> Exception:
    """A 400 or 422 by what it is about: too long, held back by a filter, or something that may be mended."""
    about = f"{error.message} {error.code} {error.param}".casefold()
    if "content_filter" in about or "content management policy" in about:
        return PlayerFailed(f"{model}'s provider held the question back by a content filter")
    if "context" in about and any(word in about for word in ("length", "size", "window", "exceed", "token")):
        return PlayerFailed(f"the prompt is too long for {model}; a smaller MASQUERADE_CONTEXT makes it shorter")
    return _Rejected(about)


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
