"""A glance as JSON: what a seat sees and is asked, for any front end to draw and any program to answer.

Seats are ids where a field is one; in texts their names stand.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from functools import lru_cache
from typing import Any

from bot.surfaces.fields import form_fields
from bot.surfaces.offers import label_of
from bot.surfaces.web.glance import Glance
from bot.surfaces.web.shapes import Block, Choice, Form, Question, Screen
from games.core import CLAIMS, HOST, MEANS, Action, Ask, Seat, labelled, named
from games.scene import Control, Timer, titled
from games.wire import adapter, dump


def screen(glance: Glance) -> Screen:
    """The scene."""
    scene = glance.scene
    return Screen(
        title=named(scene.title, glance.names),
        moment=scene.moment,
        place=scene.place,
        face=scene.face,
        secret=scene.secret,
        blocks=[Block.model_validate(_block(each, glance)) for each in scene.blocks],
        controls=[_control(each, glance) for each in scene.controls],
        sheets=[
            {"label": each.label, "blocks": [_block(block, glance) for block in each.blocks]} for each in scene.sheets
        ],
    )


def questions(glance: Glance, drafts: Mapping[tuple[Seat, str], Action]) -> list[Question]:
    """What is asked, what is owed first."""
    return [_question(each, glance, drafts) for each in sorted(glance.asks, key=lambda ask: ask.need == "none")]


def as_sent(action: Action) -> dict[str, Any]:
    """An action as it is sent: what is meant by its words is not."""
    sent: dict[str, Any] = json.loads(dump(action))
    return {name: value for name, value in sent.items() if name not in (MEANS, CLAIMS)}


def _question(ask: Ask, glance: Glance, drafts: Mapping[tuple[Seat, str], Action]) -> Question:
    mine = [seat for seat in (glance.seat, HOST) if seat is not None]
    due = next((glance.deadlines[seat, ask.key] for seat in mine if (seat, ask.key) in glance.deadlines), None)
    draft = drafts.get((glance.seat, ask.key)) if glance.seat is not None else None
    return Question(
        key=ask.key,
        text=named(ask.text, glance.names),
        need=ask.need,
        private=ask.private,
        choices=[
            Choice(label=label_of(each, glance.scene.controls, glance.names), action=as_sent(each))
            for each in ask.choices
        ],
        forms=[_form(each, ask, glance) for each in ask.forms],
        examples=[as_sent(each) for each in ask.examples],
        default=None if ask.default is None else as_sent(ask.default),
        deadline=None if due is None or glance.paused is not None else due.at,
        draft=None if draft is None else as_sent(draft),
    )


def _form(kind: type[Action], ask: Ask, glance: Glance) -> Form:
    schema = json.loads(_schema(kind))  # type: ignore[arg-type]
    allowed = {name: values for name, values in ask.allowed.items() if name in schema["properties"]}
    for name, values in allowed.items():
        field = schema["properties"][name]
        among = {"type": "string", "enum": [*values, *([""] if "default" in field and "" not in values else [])]}
        if field.get("type") == "array":
            field["items"] = among
        elif field.get("type", "string") == "string":
            field |= among
    labels = {
        name: [{"value": each, "label": labelled(each, glance.names)} for each in values]
        for name, values in allowed.items()
    }
    called = label_of(kind, glance.scene.controls, glance.names)
    return Form(label=called, type=kind.__name__, json_schema=schema, allowed=labels)


@lru_cache(maxsize=256)
def _schema(kind: type[Action]) -> str:
    """The JSON Schema of an action as it is sent. As text, so that nobody changes what all share."""
    schema = adapter(kind).json_schema()
    properties = {"type": {"const": kind.__name__}}
    for each in form_fields(kind):
        field = schema["properties"][each.name]
        if field.get("type") == "string" and "enum" not in field:
            field.setdefault("maxLength", each.longest)
        properties[each.name] = field
    required = ["type", *(each.name for each in form_fields(kind) if each.required)]
    kept = {"title": titled(kind), "type": "object", "properties": properties, "required": required}
    if "$defs" in schema and "$ref" in json.dumps(properties):
        kept["$defs"] = schema["$defs"]
    return json.dumps(kept)


def _block(block: Any, glance: Glance) -> dict[str, Any]:
    shown = {"type": type(block).__name__, **_plain(block, glance)}
    if isinstance(block, Timer):
        due = glance.due(block)
        shown["deadline"] = None if due is None else due.at
    return shown


def _plain(thing: Any, glance: Glance) -> Any:
    """A part of a scene as JSON has it."""
    match thing:
        case str():
            return named(thing, glance.names)
        case Control():
            return _control(thing, glance)
        case tuple() | list():
            return [_plain(each, glance) for each in thing]
        case _ if is_dataclass(thing):
            return {each.name: _plain(getattr(thing, each.name), glance) for each in fields(thing)}
    return thing


def _control(control: Control, glance: Glance) -> dict[str, Any]:
    """A button: which question it answers (None: it is not asked now), and what it sends or which form it opens."""
    ask = glance.asked(control.action)
    return {
        "label": named(control.label, glance.names),
        "ask": ask.key if ask else None,
        "action": None if isinstance(control.action, type) else as_sent(control.action),
        "form": control.action.__name__ if isinstance(control.action, type) else None,
        "style": control.style,
        "confirm": control.confirm,
        "filled": None if control.filled is None else as_sent(control.filled),
    }
