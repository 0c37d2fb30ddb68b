"""What is asked of a seat, and what somebody's own words mean as an answer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from datetime import timedelta
from math import inf
from typing import (
    Literal,
)

from games.core.events import Action
from games.core.records import record
from games.core.text import answer_fields, needs, talk_fields


@record
class Ask:
    """An open question to one seat; a seat may have several open at once.

    `key` names the moment (“guess:3:1”), so that a late press can be told from a timely one. `need` says who is waited
    for: *each* seat asked, *one* of those sharing the key, or *none* (a standing offer). Answer with one of `choices`, or
    fill in one of `forms`; `allowed` lists the values that a form's field takes just now (select options, schema enum), and
    nothing else is taken there, but for fields in which they are only `suggested`. A form may be made for this question alone. A
    value may be a seat, or have {seat} marks in it; see `labelled`. `amounts` says how a number in a field is read, with “…” in its place: “$…”; for one
    and for more where these differ: “… coin|… coins”. `about` says what comes of values, by themselves (“hide”) or by the word that
    several begin with (“guard” for “guard {p3}”), or what a field takes that has no list, to whoever asks for help.
    `invites` marks a standing offer that players other than people should be asked about once. A `private` question is
    put and answered where nobody else sees it, and nobody hears who still owes it; `known`: that it is put to this seat is no
    secret. One that `follows` goes with what the seat has just done (“You were understood so: …”): whoever did it is shown its
    text at once, alone, and may answer it, beginning with its `default`. `within` is the time to answer; `late` what an absent
    person does then.
    """

    key: str
    text: str
    need: Literal["each", "one", "none"]
    choices: tuple[Action, ...] = ()
    forms: tuple[type[Action], ...] = ()
    allowed: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    default: Action | None = None
    within: timedelta | None = None
    late: Literal["default", "autoplay"] = "default"
    invites: bool = False
    private: bool = False
    follows: bool = False
    known: bool = False
    examples: tuple[Action, ...] = ()
    amounts: Mapping[str, str] = field(default_factory=dict)
    suggested: frozenset[str] = frozenset()
    about: Mapping[str, str] = field(default_factory=dict)

    @property
    def answers(self) -> tuple[Action | type[Action], ...]:
        """What answers it: its choices, then its forms."""
        return (*self.choices, *self.forms)

    @property
    def says(self) -> type[Action] | None:
        """The form that plain talk fills in, where one does: it has nothing but one text to fill in."""
        return next(
            (
                form
                for form in self.forms
                if () != talk_fields(form)[:1] == tuple(each.name for each in answer_fields(form))
            ),
            None,
        )

    def by_lists(self, form: type[Action], most: float = inf) -> bool:
        """Whether a form is filled in from lists alone: all that it needs has one, of so many values at `most`."""
        lists = (len(self.allowed.get(name, ())) for name in needs(form))
        return answer_fields(form) != () and all(0 < each <= most for each in lists)

    def takes(self, action: Action | type[Action]) -> bool:
        """Whether `action` is of a kind that this question asks for, or a form of it."""
        return type(action) in self.forms or action in self.answers or action == self.default

    def allows(self, action: Action) -> bool:
        """Whether it takes `action`, and all that stands in its fields."""
        listed = type(action) in self.forms and self.unlisted(action) is None
        return listed or action in self.choices or action == self.default

    def unlisted(self, action: Action) -> tuple[str, str] | None:
        """The first field of a form in which something stands that is not allowed there, and what. An optional field may be
        left out."""
        for name, values in self.allowed.items() if type(action) in self.forms else ():
            value = getattr(action, name, None)  # not every form has every field
            if value in values or value is None or name in self.suggested:
                continue
            if value == type(action).__dataclass_fields__[name].default:  # type: ignore[attr-defined]
                continue
            for each in value if isinstance(value, tuple) else (str(value),):
                if each not in values:
                    return name, each
        return None
