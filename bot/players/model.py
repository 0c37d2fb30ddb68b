"""A language model in a seat: one letter out, one move back, through any endpoint that speaks as OpenAI's does.

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
from dataclasses import field, replace
from typing import TYPE_CHECKING, Any, Literal

from bot.players import agent, channels, letters
from bot.players.briefing import Size, letter
from bot.players.channels import Channel, Server
from bot.players.completions import Sent, called, content, reasoning
from bot.players.letters import dictated
from bot.players.reply import Form, Unreadable
from bot.ports import Brief, Call, Move, PlayerFailed
from games import core
from games.core import record

if TYPE_CHECKING:
    import openai
    from openai.types.chat import ChatCompletion, ChatCompletionMessage

log = logging.getLogger(__name__)

Reply = Literal["schema", "tools", "json", "text"]
TokenWord = Literal["max_tokens", "max_completion_tokens"]
STEP_DOWN: dict[Reply, Reply | None] = {"schema": "json", "tools": "json", "json": "text", "text": None}

CUT_OFF = "Your answer was cut off before its end. Think in one short sentence and answer with the JSON object alone."
EMPTY = "Your answer was empty. Answer with the JSON object."
DECLINED = (
    "You declined to answer. This is a board game among friends, and it needs your move: answer with the JSON object."
)
SHORTER = "Your answer was cut off: write it shorter."
NEEDED = "You declined to answer. This is a game among friends, and it needs your answer."
TOOL = "move"
CHARACTERS_A_TOKEN = 3


@record
class ModelSpec:
    """One model and how it is reached. Prices are US dollars a million tokens (None: unknown; cached ones default to the
    price of others). `context` is how many tokens it is sent and may answer at most. `extra` goes into every request as it
    is. `channel` is how it writes answers that are given in steps (None: as `reply` says), and `server` what serves it, where
    that can do more than others: write on in an answer that was begun, and hold it to a grammar."""

    model: str
    base_url: str = ""
    api_key: str = field(default="", repr=False)
    reply: Reply = "schema"
    price_in: float | None = None
    price_out: float | None = None
    price_cached: float | None = None
    briefing: Size = "full"
    answer_tokens: int = 1500
    context: int = 32_000
    temperature: float | None = None
    timeout: float = 60.0
    extra: Mapping[str, Any] = field(default_factory=dict)
    channel: Channel | None = None
    server: Server = ""

    @property
    def longest_letter(self) -> int:
        """Characters of a letter; languages and tokenizers differ, and three a token is on the safe side for English."""
        return self.room_beside(self.answer_tokens)

    def tokens(self, wanted: int, longer: bool) -> int:
        """How long an answer may be of which `wanted` tokens are wanted (0: as many as this model may write). `longer`: twice
        as long, and at least that long: a model that thinks unseen may have spent them all before it began."""
        return (
            (max(2 * wanted, self.answer_tokens) if wanted else 2 * self.answer_tokens)
            if longer
            else wanted or self.answer_tokens
        )

    def room_beside(self, tokens: int) -> int:
        """Characters of a letter whose answer has so many tokens."""
        return CHARACTERS_A_TOKEN * max(0, self.context - tokens)

    def cost(self, prompt: int, cached: int, answer: int) -> float | None:
        """US dollars for so many tokens, or None when the price is not known."""
        if self.price_in is None or self.price_out is None:
            return None
        price_cached = self.price_in if self.price_cached is None else self.price_cached
        return ((prompt - cached) * self.price_in + cached * price_cached + answer * self.price_out) / 1e6


@record
class Manners:
    """What an endpoint was found to take."""

    reply: Reply
    token_word: TokenWord = "max_tokens"
    temperature: bool = True
    stop: bool = True


Write = Callable[[bool], Sent]
"""Writes a letter, with long lists of allowed values in it or (False) without."""


class Endpoint:
    """A model behind its client, with the manners it was found to have. Shared by all seats that play on it."""

    def __init__(self, spec: ModelSpec, client: openai.AsyncOpenAI, gate: asyncio.Semaphore) -> None:
        self.spec, self.client, self.gate = spec, client, gate
        # OpenAI's newer models know only the newer word, most other servers only the older one.
        self.manners = Manners(spec.reply, "max_tokens" if spec.base_url else "max_completion_tokens")
        self.ways = channels.ways(spec.channel or channels.BY_REPLY[spec.reply], spec.server)

    async def ask(self, write: Write, seconds: float, longer: bool = False) -> tuple[Sent, ChatCompletion, Call]:
        """The letter that was sent, what came back, and what it cost. Raises PlayerFailed, with the call as far as it
        went. `longer` lets the answer be twice as long as usual."""
        began = time.monotonic()
        try:
            async with asyncio.timeout(seconds), self.gate:
                the_letter, completion = await self._asked(write, longer, began + seconds)
        except TimeoutError:
            why = f"{self.spec.model} did not answer in {seconds:.0f} seconds"
            raise PlayerFailed(why, Call(self.spec.model, latency=_since(began))) from None
        except PlayerFailed as failure:
            call = replace(failure.call or Call(self.spec.model), latency=_since(began))
            raise type(failure)(failure.why, call, failure.again) from None
        return the_letter, completion, self._counted(the_letter, completion, began)

    async def move(self, write: Write, seconds: float, longer: bool = False) -> Move:
        """The move that a letter of the house is answered with. Raises PlayerFailed."""
        the_letter, completion, call = await self.ask(write, seconds, longer)
        assert the_letter.form is not None, "a letter of the house has a form"
        return move_in(self.spec.model, the_letter.form, completion, call)

    async def _asked(self, write: Write, longer: bool, until: float) -> tuple[Sent, ChatCompletion]:
        """The completion, in the strictest way that the endpoint takes."""
        manners, tried, spec = self.manners, set[Manners](), self.spec
        while True:
            tried.add(manners)
            listed = manners.reply in ("json", "text")
            the_letter = write(listed)
            try:
                completion = await self._create(the_letter, manners, longer, until)
            except _Rejected as rejected:
                milder = _milder(manners, rejected.about, tried, the_letter)
                if milder is None:
                    why = f"{spec.model} does not take the request (400)"
                    raise agent.NotTaken(why, self._call(the_letter)) from None
                log.info("%s does not take %s; trying %s", spec.model, manners, milder)
                manners = milder
                continue
            except PlayerFailed as failure:
                raise PlayerFailed(failure.why, self._call(the_letter), failure.again) from None
            self.manners = manners
            return the_letter, completion

    async def _create(self, the_letter: Sent, manners: Manners, longer: bool, until: float) -> ChatCompletion:
        import openai

        spec = self.spec
        request: dict[str, Any] = {
            "model": spec.model,
            "messages": the_letter.messages(),
            manners.token_word: spec.tokens(the_letter.tokens, longer),
        }
        temperature = spec.temperature if the_letter.temperature is None else the_letter.temperature
        if temperature is not None and manners.temperature:
            request["temperature"] = temperature
        if the_letter.stop and manners.stop:
            request["stop"] = list(the_letter.stop)
        # The schema goes as it is: among the named arguments the client would look through every value in it first, which
        # takes longer than all else that is done here for an answer.
        shape = _shape(the_letter, manners.reply) if the_letter.schema else {}
        body = shape | dict(the_letter.extra) | dict(spec.extra)
        try:
            answer = await self.client.chat.completions.create(
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
        choices = getattr(answer, "choices", None)
        if not choices or not getattr(choices[0], "message", None):
            why = f"{spec.model} answered something that is no completion; is the base URL right?"
            raise PlayerFailed(why)
        return answer  # type: ignore[no-any-return]

    def _call(self, the_letter: Sent) -> Call:
        """The row of a call before anything has come back."""
        schema = dict(the_letter.schema) if the_letter.schema else None
        asked = [the_letter.messages(), schema, *([dict(the_letter.extra)] if the_letter.extra else [])]
        text = json.dumps(asked, ensure_ascii=False, sort_keys=True)
        return Call(self.spec.model, hashlib.sha256(text.encode()).hexdigest()[:16])

    def _counted(self, the_letter: Sent, completion: ChatCompletion, began: float) -> Call:
        usage = completion.usage
        prompt, answer = (usage.prompt_tokens or 0, usage.completion_tokens or 0) if usage else (0, 0)
        details = usage.prompt_tokens_details if usage else None
        cached = (details.cached_tokens or 0) if details else 0
        log.info("%s answered in %.1f s: %d + %d tokens", self.spec.model, _since(began), prompt, answer)
        return replace(
            self._call(the_letter),
            prompt_tokens=prompt,
            cached_tokens=cached,
            answer_tokens=answer,
            cost=self.spec.cost(prompt, cached, answer) if usage else None,
            latency=_since(began),
        )


class ModelPlayer:
    """Answers briefs by asking a model, as long as the game has cost less than `budget` US dollars. `persona` is a few
    sentences of character for its letters; those that a game writes itself go without."""

    def __init__(self, endpoint: Endpoint, budget: float | None = None, persona: str = "") -> None:
        self._endpoint, self._budget, self._persona = endpoint, budget, persona
        self._looked: tuple[agent.Seen, ...] = ()

    async def move(self, brief: Brief) -> Move:
        if self._budget is not None and brief.spent >= self._budget:
            raise PlayerFailed("the game's budget is used up")
        spec = self._endpoint.spec
        seconds = min(spec.timeout, brief.seconds) if brief.seconds is not None else spec.timeout
        if (only := _only_answer(brief)) is not None:
            return only
        if (own := brief.game.letter(brief.view, brief.seat, brief.asks, brief.heard)) is not None:
            if own.compact is not None and (spec.briefing == "compact" or _length(own) > spec.longest_letter):
                own = own.compact
            if own.agent is not None:
                return await self._in_steps(own, own.agent, brief, seconds)
            return await self._answer(own, brief, seconds)

        def write(listed: bool) -> Sent:
            return letter(brief, self._persona, spec.briefing, listed=listed, longest=spec.longest_letter)

        return await self._endpoint.move(write, seconds, CUT_OFF in brief.refusals)

    async def _answer(self, own: core.Letter, brief: Brief, seconds: float) -> Move:
        """The answer to a letter of the game's own."""
        spec = self._endpoint.spec
        longer = SHORTER in brief.refusals
        room = spec.room_beside(spec.tokens(own.tokens, longer))
        the_letter = dictated(own, brief, room)
        _, completion, call = await self._endpoint.ask(lambda _: the_letter, seconds, longer)
        return answer_in(spec.model, own, brief, completion, call)

    async def _in_steps(self, own: core.Letter, how: core.Agent, brief: Brief, seconds: float) -> Move:
        """The answer to a letter that is answered in steps. What was looked up for an answer that was refused need not be
        looked up again for the next."""
        turn = agent.Turn(self._endpoint, self._budget, own, how, brief, self._looked if brief.refusals else ())
        try:
            return await turn.move(seconds)
        finally:
            self._looked = turn.looked


def _only_answer(brief: Brief) -> Move | None:
    """The answer where there is one only: no model need be asked for that."""
    owed = [ask for ask in brief.asks if ask.need != "none" or ask.invites]
    if len(owed) == 1 and len(owed[0].choices) == 1 and not owed[0].forms:
        return Move(owed[0].key, owed[0].choices[0])
    return None


def _length(own: core.Letter) -> int:
    return len(own.system) + sum(len(text) for _, text in own.turns)


# ── reading ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def move_in(name: str, form: Form, completion: ChatCompletion, call: Call) -> Move:
    """The move in a completion, or which of the many ways of giving none this is."""
    text, call = _answered(name, completion, call, _Again(DECLINED, CUT_OFF, EMPTY))
    try:
        answer = form.read(text)
    except Unreadable as unreadable:
        raise PlayerFailed(f"{name}'s answer was no move", call, str(unreadable)) from None
    thoughts = answer.aside or call.reasoning
    return replace(answer, aside=thoughts[: agent.LONGEST_ASIDE], call=replace(call, reasoning=thoughts))


def answer_in(name: str, own: core.Letter, brief: Brief, completion: ChatCompletion, call: Call) -> Move:
    """The answer to a game's own letter in a completion, as the game reads it."""
    text, call = _answered(name, completion, call, _Again(NEEDED, SHORTER, letters.EMPTY), own.whole, own.blank)
    try:
        action, aloud = letters.read(own, brief, text)
    except Unreadable as unreadable:
        raise PlayerFailed(f"{name}'s answer was no move", call, str(unreadable)) from None
    thoughts = call.reasoning or aloud
    return Move(own.key, action, thoughts[: agent.LONGEST_ASIDE], replace(call, reasoning=thoughts))


@record
class _Again:
    """What a model is told that declined, was cut off, or said nothing."""

    declined: str
    cut_off: str
    empty: str


def _answered(
    name: str, completion: ChatCompletion, call: Call, again: _Again, whole: bool = True, blank: bool = False
) -> tuple[str, Call]:
    """What a completion says, `whole` or as far as it goes, or nothing where it may be `blank`, with the call that tells of
    it. Raises PlayerFailed."""
    choice = completion.choices[0]
    text, why_ended = _text(choice.message), choice.finish_reason
    call = replace(call, answer=text, reasoning=reasoning(choice.message))
    if getattr(choice.message, "refusal", None):
        declined = replace(call, answer=choice.message.refusal or "")
        raise PlayerFailed(f"{name} declined to answer", declined, again.declined)
    if why_ended == "content_filter":
        raise PlayerFailed(f"{name}'s answer was held back by a content filter", call, again.declined)
    if why_ended == "length" and not whole and text.strip():
        return letters.as_far(text), call
    if why_ended == "length":
        raise PlayerFailed(f"{name}'s answer was cut off", call, again.cut_off)
    if not why_ended:
        raise PlayerFailed(f"{name}'s answer broke off", call, again.cut_off)
    if not text.strip() and not blank:
        raise PlayerFailed(f"{name}'s answer was empty", call, again.empty)
    return text, call


# ── requests and their errors ─────────────────────────────────────────────────────────────────────────────────────────


class _Rejected(Exception):
    """A 400 that a milder request may avoid; `about` is what it complains of, in lower case, and goes no further."""

    def __init__(self, about: str) -> None:
        super().__init__("rejected")
        self.about = about


def _shape(the_letter: Sent, reply: Reply) -> dict[str, Any]:
    """What a request says about the answer's shape."""
    match reply:
        case "schema":
            schema = {"name": TOOL, "strict": True, "schema": the_letter.schema}
            return {"response_format": {"type": "json_schema", "json_schema": schema}}
        case "tools":
            function = {"name": TOOL, "description": "Make your move.", "strict": True, "parameters": the_letter.schema}
            chosen = {"type": "function", "function": {"name": TOOL}}
            return {"tools": [{"type": "function", "function": function}], "tool_choice": chosen}
        case "json" if the_letter.form:  # a game's own letter need not speak of JSON, which this insists on
            return {"response_format": {"type": "json_object"}}
    return {}


def _milder(manners: Manners, about: str, tried: Collection[Manners], the_letter: Sent) -> Manners | None:
    """What to try after a rejection: mend what it names, else ask for less form; None when nothing is left."""
    other: dict[TokenWord, TokenWord] = {"max_tokens": "max_completion_tokens", "max_completion_tokens": "max_tokens"}
    if any(word in about for word in other) and len({each.token_word for each in tried}) == 1:
        return replace(manners, token_word=other[manners.token_word])
    if "temperature" in about and manners.temperature:
        return replace(manners, temperature=False)
    if "stop" in about and the_letter.stop and manners.stop:
        return replace(manners, stop=False)
    if the_letter.schema is None:
        return None  # it asks for no form that could be less strict
    reply = STEP_DOWN[manners.reply]
    return replace(manners, reply=reply) if reply else None


def _bad_request(model: str, error: openai.APIStatusError) -> Exception:
    """A 400 or 422 by what it is about: too long, held back by a filter, or something that may be mended."""
    about = f"{error.message} {error.code} {error.param}".casefold()
    if "content_filter" in about or "content management policy" in about:
        return PlayerFailed(f"{model}'s provider held the question back by a content filter")
    if "context" in about and any(word in about for word in ("length", "size", "window", "exceed", "token")):
        return PlayerFailed(f"the letter is too long for {model}; a smaller MASQUERADE_CONTEXT makes it shorter")
    return _Rejected(about)


def _status(model: str, error: openai.APIStatusError) -> str:
    """Why an endpoint gave no answer, by its status."""
    match error.status_code:
        case 401:
            return f"{model}'s endpoint does not accept the API key (401)"
        case 402:
            return f"{model}'s account is out of credit (402)"
        case 403:
            return f"the API key may not use {model} (403)"
        case 404:
            return f"the endpoint has no model “{model}”, or its base URL is wrong (404)"
        case 429 if error.code == "insufficient_quota":
            return f"{model}'s account is out of credit (429)"
        case 429:
            return f"{model}'s endpoint takes no more requests just now (429)"
        case status if status >= 500:
            return f"{model}'s endpoint is out of order ({status})"
        case status:
            return f"{model}'s endpoint refused the request ({status})"


def _text(message: ChatCompletionMessage) -> str:
    """The answer itself, in whichever place this endpoint puts it."""
    for call in called(message):
        return call.arguments or ""
    return content(message)


def _since(began: float) -> float:
    return round(time.monotonic() - began, 3)
