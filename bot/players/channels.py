"""How steps are written to and by a model: as tags, as JSON objects, or as calls of functions.

Endpoints differ. Each begins with the channel that it is set to and steps down when it says no (functions → JSON → tags).
With tags a model is stopped at every “</”, since many providers take few stop sequences; where its server can hold it to a
grammar, the grammar ends each step instead. Where the server lets a model write on in an answer that it has begun, it does;
elsewhere what it looked up reaches it as the next message.

Whatever the channel, the messages of a turn begin with those of the step before: a provider need not read them again.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import field, replace
from typing import TYPE_CHECKING, Any, Literal

from bot.players import completions
from bot.players.briefing import fill, prompt
from bot.players.completions import Sent
from bot.players.reply import Unreadable, strict_object
from bot.players.steps import NO_CALL, Look, Step, Thought, read_call, read_json, read_tags
from games.core import Final, Tool, record

if TYPE_CHECKING:
    from openai.types.chat import ChatCompletion

Channel = Literal["tools", "schema", "tags"]
Server = Literal["", "llama.cpp", "vllm"]

BY_REPLY: dict[str, Channel] = {"schema": "schema", "tools": "tools", "json": "schema", "text": "tags"}
"""The channel of a model of which only is known how it replies."""

CHANNELS: tuple[Channel, ...] = ("tags", "schema", "tools")
PARTS = 9
STOP = "</"


@record
class Way:
    """A channel, and whether an answer is held to its form and may be continued, by the means of that server."""

    channel: Channel
    server: Server = ""
    held: bool = True


def ways(channel: Channel, server: Server) -> tuple[Way, ...]:
    """The ways to try, best first: each asks for less than the one before it."""
    found: list[Way] = []
    if channel == "tools":
        found.append(Way("tools"))
    if channel in ("tools", "schema"):
        found.append(Way("schema", server))
    if server:
        found += [Way("tags", server), Way("tags", server, held=False)]
    return (*found, Way("tags", held=False))


@record
class Manual:
    """What may be done in a turn. `values` are those of the finals that take only certain ones, as people read them, and
    `arguments` those of the tools. `thought`
    and `speech` are how many characters each may have where a grammar or a schema on a server of one's own holds it to
    them."""

    tools: tuple[Tool, ...]
    finals: tuple[Final, ...]
    looks: int
    longest: int
    values: Mapping[str, tuple[str, ...]]
    thought: int = 400
    speech: int = 600
    arguments: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    @property
    def useful(self) -> tuple[Tool, ...]:
        """The tools for which there is something that can be asked for."""
        return tuple(tool for tool in self.tools if self.arguments.get(tool.name) != ())

    @property
    def tags(self) -> tuple[str, ...]:
        return tuple(final.tag for final in self.finals)

    def most(self, final: Final) -> int:
        """How many characters the text of that final may have, where it is held to so many."""
        return min(self.speech, final.longest or self.speech)

    @property
    def texts(self) -> dict[str, bool]:
        """Of each final, whether it holds text."""
        return {final.tag: bool(final.argument) for final in self.finals}


@record
class Done:
    """A step that was taken, and what the model is told of it."""

    step: Look | Thought
    found: str = ""


# ── what a model is told about them ───────────────────────────────────────────────────────────────────────────────────


def guide(way: Way, manual: Manual) -> str:
    """How to answer, for the end of the system prompt: the same for every turn of a game."""
    parts = prompt("agent", PARTS)
    at = CHANNELS.index(way.channel)
    listed = _join(way).join(_tool(tool, way.channel) for tool in manual.tools)
    told = fill(parts[at + 3], tools=listed, longest=str(manual.longest)) if manual.tools else ""
    return _lines(fill(parts[at], tools=told))


def ends(way: Way, manual: Manual) -> str:
    """How this turn may end, for the end of the letter."""
    parts = prompt("agent", PARTS)
    at = CHANNELS.index(way.channel)
    finals = _join(way).join(_final(each, way, manual.values.get(each.tag, ())) for each in manual.finals)
    return _lines(fill(parts[at + 6], looks=_looks(manual), finals=finals))


def _join(way: Way) -> str:
    return ", " if way.channel == "tools" else "\n"


def _looks(manual: Manual) -> str:
    if not manual.tools:
        return ""
    match manual.looks:
        case 0:
            return "This time you can look nothing up."
        case 1:
            return "You may look something up once."
    return f"You may look something up up to {manual.looks} times."


def _lines(text: str) -> str:
    return "\n".join(line for line in text.split("\n") if line)


def _tool(tool: Tool, channel: Channel) -> str:
    match channel:
        case "tags":
            return f"<{tool.name}>{tool.argument}</{tool.name}> {tool.about}"
        case "schema":
            return f"{tool.name} ({tool.argument or 'none'}): {tool.about}"
    return tool.name


def _final(final: Final, way: Way, values: tuple[str, ...]) -> str:
    held = " | ".join(values) or final.argument
    # A small model copies whatever example it is shown; where its answer is held to a form, it needs none.
    if way.server and way.held:
        return f"{final.tag}: {final.about}{f' ({held})' if values else ''}"
    match way.channel:
        case "tags":
            return f"<{final.tag}>{held}</{final.tag}> {final.about}"
        case "schema":
            step = {final.tag: held if final.argument else True}
            return f"{_dump({'thinking': '…', 'step': step})} {final.about}"
    return final.tag


def _dump(thing: Any) -> str:
    return json.dumps(thing, ensure_ascii=False)


# ── writing ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def write(way: Way, base: Sent, manual: Manual, done: Sequence[Done]) -> Sent:
    """The letter with what was done since, in the way that the endpoint takes."""
    left = manual.looks - sum(isinstance(each.step, Look) for each in done)
    more: Iterable[Mapping[str, Any]]
    stop: tuple[str, ...] = ()
    extra: dict[str, Any] = {}
    match way.channel:
        case "tags":
            # The answer that was begun, for the model to write on, or each step as a message of its own.
            begun = {"role": "assistant", "content": prefix(done)}
            more = [begun] if way.server else _in_turn(done, manual)
            holds = bool(way.server) and way.held
            stop = () if holds else (STOP,)
            # Where it has to be said that the model writes on in the last message.
            extra = {"continue_final_message": True, "add_generation_prompt": False} if way.server == "vllm" else {}
            extra |= _held_to(way.server, manual, done, left) if holds else {}
        case "schema":
            more = (message for each in done for message in _as_json(each))
            schema = {"name": "step", "strict": True, "schema": schema_of(manual, left if way.server else None)}
            extra = {"response_format": {"type": "json_schema", "json_schema": schema}}
        case "tools":
            more = (message for n, each in enumerate(done) for message in _as_call(n, each))
            # The same for the whole turn: most providers put them before the letter.
            extra = {"tools": functions_of(manual), "tool_choice": "required"}
    return replace(base, shape=None, stop=stop, extra=extra, more=tuple(more))


def _in_turn(done: Sequence[Done], manual: Manual) -> Iterable[Mapping[str, Any]]:
    """Each step as an answer, with what came of it as the next message."""
    finals = ", ".join(f"<{tag}>" for tag in manual.tags)
    for each in done:
        yield {"role": "assistant", "content": _tagged(each.step)}
        if isinstance(each.step, Look):
            yield {"role": "user", "content": f"<observation>{each.found}</observation>"}
        else:
            yield {"role": "user", "content": f"Go on: one tag to look something up, or one of {finals}."}


def prefix(done: Sequence[Done]) -> str:
    """What stands of the answer so far, up to where the model writes on: within its thinking, or just behind it."""
    parts = []
    for each in done:
        parts.append(_tagged(each.step))
        if isinstance(each.step, Look):
            parts.append(f"<observation>{each.found}</observation>")
    if not done or isinstance(done[-1].step, Look):
        parts.append("<thinking>")
    return "\n".join(parts)


def _tagged(step: Look | Thought) -> str:
    look = f"\n<{step.tool}>{step.argument}</{step.tool}>" if isinstance(step, Look) else ""
    return f"<thinking>{step.thinking}{look}</thinking>"


def _as_json(done: Done) -> Iterable[Mapping[str, Any]]:
    step = done.step
    if isinstance(step, Thought):
        return
    look = {"look": {"tool": step.tool, "argument": step.argument}}
    yield {"role": "assistant", "content": _dump({"thinking": step.thinking, "step": look})}
    yield {"role": "user", "content": _dump({"observation": done.found})}


def _as_call(n: int, done: Done) -> Iterable[Mapping[str, Any]]:
    step = done.step
    if isinstance(step, Thought):
        return
    arguments = _dump({"thinking": step.thinking, "argument": step.argument})
    call = {"id": f"look-{n}", "type": "function", "function": {"name": step.tool, "arguments": arguments}}
    yield {"role": "assistant", "content": None, "tool_calls": [call]}
    yield {"role": "tool", "tool_call_id": call["id"], "content": done.found}


# ── holding an answer to its form ─────────────────────────────────────────────────────────────────────────────────────


def schema_of(manual: Manual, left: int | None = None) -> dict[str, Any]:
    """A JSON schema for one step within what strict endpoints accept. `left`: how many look-ups are left, on a server where
    another schema costs nothing, and which also keeps to lengths."""
    bounded = left is not None

    def text(longest: int, **more: Any) -> dict[str, Any]:
        return {"type": "string", **({"maxLength": longest} if bounded else {}), **more}

    steps: list[dict[str, Any]] = []
    if manual.tools and manual.looks and left is None:
        names = [tool.name for tool in manual.tools]
        look = strict_object({"tool": {"type": "string", "enum": names}, "argument": text(manual.longest)})
        steps.append(strict_object({"look": look}))
    elif manual.useful and manual.looks and left:
        steps.append(strict_object({"look": {"anyOf": [_held_look(tool, manual) for tool in manual.useful]}}))
    for final in manual.finals:
        values = manual.values.get(final.tag, ())
        held: dict[str, Any] = {"type": "boolean", "enum": [True]}
        if final.argument:
            held = {"type": "string", "enum": list(values)} if values else text(manual.most(final))
        steps.append(strict_object({final.tag: held}))
    about = "nobody hears it"
    return strict_object({"thinking": text(manual.thought, description=about), "step": {"anyOf": steps}})


def _held_look(tool: Tool, manual: Manual) -> dict[str, Any]:
    """One look-up, for what can be asked for."""
    values = manual.arguments.get(tool.name, ()) if tool.argument else ("",)
    asked: dict[str, Any] = {"enum": list(values)} if values else {"maxLength": manual.longest}
    return strict_object({"tool": {"type": "string", "enum": [tool.name]}, "argument": {"type": "string", **asked}})


def functions_of(manual: Manual) -> list[dict[str, Any]]:
    """The look-ups and the ends of a turn, as functions."""
    thinking = {"type": "string", "description": "What you think first; nobody hears it."}
    found: list[tuple[str, str, dict[str, Any]]] = []
    for tool in manual.tools if manual.looks else ():
        about = {"argument": {"type": "string", "description": tool.argument}} if tool.argument else {}
        found.append((tool.name, tool.about, about))
    for final in manual.finals:
        values = manual.values.get(final.tag, ())
        held: dict[str, Any] = {"type": "string", "description": final.argument}
        held |= {"enum": list(values)} if values else {}
        found.append((final.tag, final.about, {"text": held} if final.argument else {}))
    return [
        {
            "type": "function",
            "function": {
                "name": name,
                "description": about,
                "strict": True,
                "parameters": strict_object({"thinking": thinking, **properties}),
            },
        }
        for name, about, properties in found
    ]


def _held_to(server: Server, manual: Manual, done: Sequence[Done], left: int) -> dict[str, Any]:
    """What a request says to hold a step to its tags, in the words of that server."""
    thinks = not done or isinstance(done[-1].step, Look)
    if server == "vllm":
        return {"structured_outputs": {"regex": regex_of(manual, left, thinks)}}
    return {"grammar": grammar_of(manual, left, thinks)}


def grammar_of(manual: Manual, left: int, thinks: bool) -> str:
    """A step in GBNF, from within the thinking (`thinks`) or from behind it: one tag to look something up, or one final."""
    look, final = (" | ".join(each) for each in _tags(manual, left, _in_gbnf))
    rules = {"final": final, **({"look": look} if look else {})}
    if thinks:
        rules["thought"] = f"[^<>]{{1,{manual.thought}}}"
        rules["root"] = f'thought ( {"look | " if look else ""}"</thinking>\\n" final )'
    else:
        rules["root"] = "look | final" if look else "final"
    return "\n".join(f"{name} ::= {rule}" for name, rule in rules.items())


def regex_of(manual: Manual, left: int, thinks: bool) -> str:
    """The same as a regular expression."""
    look, final = _tags(manual, left, _in_regex)
    finals = f"({'|'.join(final)})"
    if not thinks:
        return f"({'|'.join([*look, finals])})"
    ends = "|".join([*look, f"</thinking>\\n{finals}"])
    return f"[^<>]{{1,{manual.thought}}}({ends})"


def _tags(manual: Manual, left: int, write: Callable[[str, tuple[str, ...], int], str]) -> tuple[list[str], list[str]]:
    """What may be looked up, and how the turn may end: each tag with the values that it takes, or how long its text may be."""
    looks = [
        write(tool.name, manual.arguments.get(tool.name, ()), manual.longest if tool.argument else 0)
        for tool in (manual.useful if left > 0 else ())
    ]
    finals = [
        write(final.tag, manual.values.get(final.tag, ()), manual.most(final) if final.argument else 0)
        for final in manual.finals
    ]
    return looks, finals


def _in_gbnf(tag: str, values: tuple[str, ...], longest: int) -> str:
    held = f"( {' | '.join(map(_dump, values))} )" if values else f"[^<>\\n]{{1,{longest}}}" if longest else ""
    return " ".join(filter(None, (_dump(f"<{tag}>"), held, _dump(f"</{tag}>"))))


def _in_regex(tag: str, values: tuple[str, ...], longest: int) -> str:
    held = f"({'|'.join(map(re.escape, values))})" if values else f"[^<>\\n]{{1,{longest}}}" if longest else ""
    return f"<{tag}>{held}</{tag}>"


# ── reading ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def read(way: Way, completion: ChatCompletion, manual: Manual, done: Sequence[Done], stopped: bool) -> Step:
    """The step in a completion. `stopped`: it may have been stopped at STOP. Raises Unreadable."""
    message = completion.choices[0].message
    text = completions.content(message)
    match way.channel:
        case "schema":
            return read_json(text, manual.texts)
        case "tools":
            # The first alone: the others were called without knowing what comes of it.
            for call in completions.called(message):
                return read_call(call.name, call.arguments, manual.texts, text)
            raise Unreadable(NO_CALL)
    opened = bool(way.server) and prefix(done).endswith("<thinking>")
    return read_tags(_written_on(way, text, done), manual.tags, opened=opened, stopped=stopped)


def written(way: Way, completion: ChatCompletion, done: Sequence[Done]) -> str:
    """What the model wrote in a step, with its calls, for the record."""
    message = completion.choices[0].message
    calls = [f"{call.name}({call.arguments})" for call in completions.called(message)]
    return "\n".join(filter(None, (_written_on(way, completions.content(message), done), *calls)))


def _written_on(way: Way, text: str, done: Sequence[Done]) -> str:
    """An answer without what was begun of it, which some servers send back."""
    return text.removeprefix(prefix(done)) if way.channel == "tags" and way.server else text
