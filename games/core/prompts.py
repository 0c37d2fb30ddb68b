"""What a game brings for the models that sit at it: prompts of its own, look-ups, ways to end a turn."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Literal

from games.core.asks import Ask
from games.core.events import Action, Event, Seat
from games.core.records import S, record


@record
class Tool:
    """Something that a seat may look up before it answers. `look` is a pure function of the seat's own view, and of what was
    asked for; it changes nothing. An IllegalAction is a sentence for whoever asked. `argument` says in a few words what is
    asked for (“a player”), empty where there is nothing to ask: names of those at the table come as their seats (“p3”), unless
    it is about `words`, whoever may be called so; and what comes back may have {seat} marks. `name` is a tag: lower-case
    letters, digits and “_”; `about` is empty where it says enough."""

    name: str
    about: str
    look: Callable[[Any, Seat, str], str]
    argument: str = ""
    words: bool = False


@record
class Final:
    """A way to end a turn. `becomes` makes an answer to the prompt's ask of the text that it holds; its IllegalAction is a
    sentence for the model. `argument` says in a few words what that text is, empty where it holds none; where it is one of
    `values` only, these are its values, as in `Ask.allowed`; it may have `longest` characters at most (0: as many as the house
    lets a model say). Where it is for one of `to`, it begins with that one and a colon: `becomes` gets both, whom as in
    `Ask.allowed` (“p3: Hello”). Whoever answers in JSON fills in `form`, one of the ask's, instead: what is held to a schema
    field by field cannot be misread (`longest` is then of each field). `tag` is written as a tool's name is."""

    tag: str
    about: str
    becomes: Callable[[str], Action]
    argument: str = ""
    values: tuple[str, ...] = ()
    longest: int = 0
    to: tuple[str, ...] = ()
    form: type[Action] | None = None


@record
class Agent:
    """How a prompt is answered in steps: some thinking that nobody hears, at most `looks` look-ups with the game's tools (those
    of these names, or all), and then one of `finals`. What was found is told to the seat as `LookedUp`, just
    before its answer, for a game to fold into its view and repeat in its next prompts as long as it likes: where it stands
    among what else was heard, so that a prompt begins as the last one did."""

    finals: tuple[Final, ...]
    looks: int = 3
    tools: frozenset[str] | None = None


def _reads_nothing(text: str) -> Action:
    raise TypeError("a prompt says how its answer is read: by `read`, or by the finals of its `agent`")


@record
class Prompt:
    """A game's own prompt for a seat, where it does not want the house's: `system`, at whose end stands what is this seat's `own`
    alone (all before it is the same for the whole table, and a provider reads it once); then `turns` in order: what the seat was
    told (user) and what it answered (assistant). Texts may have {seat} marks. `read` makes an answer to the ask `key` of
    what the model writes; its IllegalAction is a sentence for the model. `tokens` is how long the answer may be (0: as the
    house has it), `temperature` is the model's own where None. `shape` is a JSON schema to which
    an endpoint that can may hold the answer; `read` takes either. Of an answer that was cut off, where it is not to be had
    `whole`, what stands up to the end of its last sentence is read; where it may be `blank`, so is an empty one. With an `agent`
    it is answered in steps: the house says how, below `system`, and how this turn may end, below the last of `turns`; `read`,
    `shape` and `whole` say nothing. `compact` is the same in fewer words, for a model that reads slowly or remembers little;
    `bare` is the same without what code brings besides what the seat heard and the rules say (a ledger, advice), for measuring
    what that is worth. Where whoever sits there has a character, the house says so below `own` if `persona` is set: there is no
    character without help."""

    key: str
    system: str
    turns: tuple[tuple[Literal["user", "assistant"], str], ...]
    read: Callable[[str], Action] = _reads_nothing
    tokens: int = 0
    temperature: float | None = None
    shape: Mapping[str, Any] | None = None
    whole: bool = True
    blank: bool = False
    agent: Agent | None = None
    compact: Prompt | None = None
    bare: Prompt | None = None
    persona: bool = False
    own: str = ""


@dataclass(frozen=True, kw_only=True)
class Prompts(Generic[S]):
    """What a game brings for the models that sit at it, where the house's own prompt is not enough."""

    prompt: Callable[[S, Seat, tuple[Ask, ...], Sequence[Event]], Prompt | None] = lambda view, seat, asks, heard: None
    """The game's own prompt for a seat that owes one of these answers, from its view and all that it heard, in order."""
    known_moves: tuple[type[Action], ...] = ()
    """The moves that a model may be asked for: the house's prompt describes them once, below the rules. Of others a question says
    itself what they are."""
    tools: tuple[Tool, ...] = ()
    """What may be looked up before an answer that is given in steps."""
