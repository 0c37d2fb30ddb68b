"""What is sent to the HTTP API and what comes back, as types: the API checks by them, the client reads by them."""

from __future__ import annotations

import json
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

from bot.surfaces.web.sessions import State

Name = Annotated[str, Field(max_length=200)]
Pace = Annotated[
    float, Field(ge=0, le=60, description="seconds that an AI waits before it moves, so that people can follow")
]
Away = Annotated[
    int,
    Field(ge=0, le=10, description="missed turns in a row after which an AI plays on for somebody; 0: it never does"),
]
Kind = Literal["person", "model", "built-in"]


def _for_example(*sent: dict[str, Any]) -> ConfigDict:
    return ConfigDict(json_schema_extra={"examples": [*sent]})


class Sent(BaseModel):
    """What somebody sends: nothing else than what is named here, and nothing that JSON and UTF-8 cannot say again."""

    model_config = ConfigDict(extra="forbid")

    @model_validator(mode="before")
    @classmethod
    def _can_be_kept(cls, sent: Any) -> Any:
        try:
            json.dumps(sent, ensure_ascii=False, allow_nan=False).encode()
        except (ValueError, TypeError, RecursionError):
            raise ValueError("half a character, a number that is none, or too many boxes in boxes") from None
        return sent


class NewSession(Sent):
    """A game to gather for. `game` is a kind or one of its presets; options that are not named are as usual."""

    model_config = _for_example({"game": "codenames", "options": {}, "public": False, "pace": 1.2})

    game: Name
    options: dict[str, Any] = {}
    public: Annotated[bool, Field(description="whether anybody with its id may look on, and replay it later")] = False
    pace: Pace = 0.0
    away: Away = 2


class Config(Sent):
    """What a host changes before the start; what is not named stays."""

    model_config = _for_example({"options": {}, "public": True})

    options: dict[str, Any] = {}
    public: bool | None = None
    pace: Pace | None = None
    away: Away | None = None


class Join(Sent):
    """Somebody comes. Before the start a `name` and perhaps a `wish` (one of the game's keys); after it the `seat` of an AI.
    An `invitation` is the signed word that a host gave out."""

    model_config = _for_example({"name": "Ada"}, {"name": "Ada", "seat": "p3"})

    name: Name = ""
    wish: Name | None = None
    seat: Name | None = None
    invitation: Annotated[str, Field(max_length=2000)] = ""


class AddAI(Sent):
    """Another AI: `spec` is who, empty for the configured kind."""

    spec: Name = ""


class ReportSent(Sent):
    """What an AI said and should not have: `n` is its place among what you heard, `seat` who said it, where several spoke at
    once, `reason` why."""

    model_config = _for_example({"n": 12, "reason": "It is an insult."})

    n: Annotated[int, Field(ge=1, le=1_000_000)]
    seat: Name | None = None
    reason: Annotated[str, Field(max_length=500)] = ""


class Done(BaseModel):
    """What became of it, in sentences."""

    done: str


class Mine(BaseModel):
    """All that is kept about whoever asks."""

    mine: dict[str, Any]


class Kick(Sent):
    """Who is to go, by name or seat."""

    model_config = _for_example({"name": "Basil"})

    name: Name


class OneBanned(BaseModel):
    """Somebody who is banned: `mark` lets them back in."""

    mark: str
    name: str


class Banned(BaseModel):
    """Who is banned from a table."""

    banned: list[OneBanned]


class Votes(BaseModel):
    """How a vote stands after one's own."""

    votes: int
    needed: int
    carried: bool


class MoveSent(Sent):
    """An answer: the key of the question, and the action with its `type`. `id` is the sender's own mark of this move, instead
    of the header `Idempotency-Key`."""

    model_config = _for_example({"ask": "pick:1", "action": {"type": "Pick", "number": 4}, "id": "7f3a"})

    ask: Name
    action: dict[str, Any]
    id: Name | None = None


class DraftSent(Sent):
    """What was picked and not confirmed: it counts when time is up. None forgets it."""

    ask: Name
    action: dict[str, Any] | None = None


# ── what comes back ──


class Wishing(BaseModel):
    """Something that one may ask for before the start."""

    key: str
    label: str


class GameKind(BaseModel):
    """A kind of game: how many play, what a host may choose (`options`, a JSON Schema), and its rules in Markdown."""

    name: str
    title: str
    summary: str
    fewest: int
    most: int
    presets: list[str]
    wishes: list[Wishing]
    options: dict[str, Any]
    rules: str


class Games(BaseModel):
    """All kinds of games, by what can be created."""

    games: list[GameKind]


class Defaults(BaseModel):
    """The options of each kind as they are where nobody chooses otherwise; and for the owner who can be asked for as an AI."""

    options: dict[str, dict[str, Any]]
    ais: list[str] | None = None


class Sitting(BaseModel):
    """Who sits (or waits) here. In a lobby there are no seats yet."""

    name: str
    kind: Kind
    seat: str | None = None
    title: str = ""
    you: bool = False
    wishes: list[str] = []


class Session(BaseModel):
    """A game from its lobby to its end, as everybody who knows its id may see it. `options` are for its host, before the
    start."""

    id: str
    game: str
    title: str
    state: State
    host: bool
    public: bool
    you: str | None
    seats: list[Sitting]
    options: dict[str, Any] | None = None
    winners: list[str] = []
    why: str = ""


class Created(BaseModel):
    """A session, and the key of whoever opened or joined it. The key is given this once, and only where none came along."""

    session: Session
    token: str | None


class Invitation(BaseModel):
    """A word that lets one more in, once: send it as `invitation` with a join."""

    invitation: str


class Choice(BaseModel):
    """One answer: what a button would say, and what to send."""

    label: str
    action: dict[str, Any]


class Form(BaseModel):
    """An answer to fill in: the JSON Schema of its action, and for fields that take only some values what these are called."""

    label: str
    type: str
    json_schema: Annotated[dict[str, Any], Field(description="of the action to send, its type included")]
    allowed: dict[str, list[dict[str, str]]] = {}


class Question(BaseModel):
    """What this seat may answer now. Of `each` and `one` it is waited for; `none` is a standing offer."""

    key: str
    text: str
    need: Literal["each", "one", "none"]
    private: bool
    choices: list[Choice]
    forms: list[Form]
    examples: list[dict[str, Any]]
    default: dict[str, Any] | None = None
    deadline: Annotated[float | None, Field(description="seconds since 1970")] = None
    draft: dict[str, Any] | None = None


class Block(BaseModel):
    """Part of a screen: `type` says which (Text, Headline, Grid, Roster, Plan, Tally, Scale, Lines, Timer, Chart, Ways, Card),
    and the rest is that block's own."""

    model_config = ConfigDict(extra="allow")

    type: str


class Screen(BaseModel):
    """What this seat sees, in words that any front end can draw. Texts have names in them, seats are ids."""

    title: str
    moment: str
    place: Literal["day", "night"]
    face: str
    secret: bool
    blocks: list[Block]
    controls: list[dict[str, Any]]
    sheets: list[dict[str, Any]]


class Entry(BaseModel):
    """Something heard. `n` counts what these ears were told, from 1."""

    n: int
    text: str
    seat: str | None = None
    private: bool = False


class View(BaseModel):
    """One pair of eyes at one moment: the screen, what was heard, and what is asked. `waited_for` is as far as everybody may
    know."""

    session: Session
    scene: Screen
    asks: list[Question]
    waited_for: list[str]
    paused: str | None
    heard: list[Entry]
    heard_so_far: int


class Happened(BaseModel):
    """One `told` event of a stream: its place `n` among what this seat was told, the event, and its sentence."""

    n: int
    private: bool
    sentence: str
    event: dict[str, Any]


class ProblemDocument(BaseModel):
    """What went wrong (RFC 9457): `detail` is one sentence for whoever asked."""

    type: str = "about:blank"
    title: str
    status: int
    detail: str
