"""What a seat may do now, on any surface: actions to carry out and forms to fill in, what each is called, and what stands in it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from bot.surfaces.fields import FormField, Value, form_fields
from games.core import Action, Ask, Seat, labelled, named
from games.scene import Control, called, titled

Does = Action | type[Action]
Names = Mapping[Seat, str]
Controls = Sequence[Control]


@dataclass(frozen=True)
class Offer:
    """One way to answer `ask`: an action, or a form with `fields`. Its `control` is the button that the scene has for it, if
    it has one. Where that has filled the form in, only words are asked for, and what else stands there is `kept`."""

    ask: Ask
    does: Does
    label: str
    control: Control | None = None
    fields: tuple[FormField, ...] = ()
    kept: Mapping[str, str] = field(default_factory=dict)

    @property
    def form(self) -> type[Action]:
        """The form; TypeError for an action."""
        if not isinstance(self.does, type):
            raise TypeError(f"{self.does} is no form")
        return self.does

    @property
    def needed(self) -> tuple[FormField, ...]:
        """Its fields that may not be left out."""
        return tuple(each for each in self.fields if each.required)


def offers(ask: Ask, controls: Controls, names: Names, begun: Action | None = None) -> Iterator[Offer]:
    """All ways to answer `ask`, its choices first; a form as often as one of `controls` has filled it in. What is `begun`
    stands in its form."""
    for does in ask.answers:
        found = [each for each in controls if each.action == does]
        filled = [each for each in found if each.filled is not None]
        for control in filled or found[:1] or (None,):
            yield offer(ask, does, names, control, begun)


def offer(ask: Ask, does: Does, names: Names, control: Control | None = None, begun: Action | None = None) -> Offer:
    """One of them."""
    said = label_of(does, [control] if control else (), names)
    if not isinstance(does, type):
        return Offer(ask, does, said, control)
    filled = control.filled if control else None
    before = begun if filled is None else filled
    typed = as_typed(before) if isinstance(before, does) else {}
    asked = []
    for each in form_fields(does):
        # A list on which nothing stands yet is nothing to choose from, nor to type into.
        if (filled is None or each.talk) and (each.required or ask.allowed.get(each.name, True)):
            values = (
                Value(value, labelled(value, names), pick_of(value), ask.about.get(value, ""))
                for value in ask.allowed.get(each.name, ())
            )
            text, reads = typed.pop(each.name, ""), ask.amounts.get(each.name, "")
            text = text if filled is None else named(text, names)
            asked.append(each._replace(values=tuple(values), typed=text, reads=reads))
    return Offer(ask, does, said, control, tuple(asked), typed)


def label_of(does: Does, controls: Controls, names: Names) -> str:
    """What an answer is called: as its button says it, or else what it does, and with what."""
    labels = (each.label for each in controls if each.action == does)
    return named(next(labels, titled(does) if isinstance(does, type) else called(does, names)), names)


def about(kind: type[Action]) -> str:
    """What an action does, in its own words; empty where it has none."""
    said = (kind.__doc__ or "").strip().split("\n")[0]
    return "" if said.startswith(f"{kind.__name__}(") else said  # what dataclasses write for themselves


def as_typed(action: Action | None) -> dict[str, str]:
    """What stands in an action, as it would be typed: 40.0 is “40”."""
    fields = form_fields(type(action)) if action is not None else ()
    typed = {each.name: _typed(getattr(action, each.name)) for each in fields}
    return {name: text for name, text in typed.items() if text}


def _typed(value: object) -> str:
    if isinstance(value, tuple | list):
        return ", ".join(map(str, value))
    return f"{value:.12g}" if isinstance(value, float) else "" if value is None else str(value)


def pick_of(value: str) -> str:
    """By what on a board a value is known: the seat in it, or itself."""
    start, end = value.find("{"), value.find("}")
    return value[start + 1 : end] if 0 <= start < end else value
