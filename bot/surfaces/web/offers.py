"""What one may do now, as a page offers it: buttons, choices of which one is picked, and forms.

Everything comes from the seat's own asks and the controls of its scene; what a grid's cells offer stands on the cells.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from bot.surfaces import offers
from bot.surfaces.fields import FormField, Value, form_fields
from bot.surfaces.offers import pick_of
from bot.surfaces.web.glance import Glance
from games.core import Action, Ask, Seat, named
from games.scene import Cell, Grid, titled
from games.wire import dump

FEW = 12
"""So many values stand as chips beside each other; more are a list to choose from."""


def kin(field: FormField, placed: frozenset[str]) -> list[tuple[str, list[Value]]]:
    """A field's values by the verb that several share (“guard”, with all whom one may guard), first those that stand alone.
    What is `placed` on the board needs no verb here."""
    found: dict[str, list[Value]] = {"": []}
    for each in field.values:
        verb = each.value.partition("{")[0].strip() if "{" in each.value and each.pick not in placed else ""
        found.setdefault(verb if each.label.startswith(verb) else "", []).append(each)
    alone = [each for verb, values in found.items() if not verb or len(values) == 1 for each in values]
    return [("", alone), *((verb, values) for verb, values in found.items() if verb and len(values) > 1)]


@dataclass(frozen=True)
class Offer:
    """One thing to do. With an `action` a button; with `values` one of several actions to pick; else a form with `fields`.
    `ask` is the key of its question, empty where it is not asked now: then it can be touched, and a sentence says why not. One
    thing on a screen is `lit`: the answer that is owed. What is picked of a form that is answered `by_lists` alone counts when
    time is up; what is half written does not."""

    label: str
    ask: str
    style: str = "secondary"
    action: str = ""
    values: tuple[Value, ...] = ()
    kind: str = ""
    fields: tuple[FormField, ...] = ()
    confirm: bool = False
    lit: bool = False
    filled: Mapping[str, str] = field(default_factory=dict)
    by_lists: bool = False

    @property
    def talk(self) -> bool:
        """Whether it is saying something, and nothing else."""
        return (
            not self.filled
            and [each.talk for each in self.fields if each.required] == [True]
            and not any(each.values for each in self.fields)
        )

    @property
    def besides(self) -> tuple[FormField, ...]:
        """Lines that may be left out, where others may not: they open when they are wanted."""
        free = tuple(each for each in self.fields if not (each.required or each.values or each.talk))
        return free if any(each.required for each in self.fields) else ()

    def touching(self, placed: frozenset[str], people: Iterable[str]) -> str:
        """What a button says while nothing is picked: what to touch on the board, where it is there, and what else to choose."""
        wanted = [each for each in self.fields if each.required]
        picks = [{value.pick for value in each.values} & placed for each in wanted]
        if not any(picks):
            titles = [each.title.casefold() for each in wanted]
            if self.label:
                return (
                    f"{self.label.removesuffix(' …')}: choose one"
                    if self.label.endswith(" …") and wanted[0].values
                    else ""
                )
            return f"Choose {' and '.join(titles)}" if len(titles) > 1 else "Choose one"
        touched = next(filter(None, picks))
        rest = [each.title.casefold() for each, of in zip(wanted, picks, strict=True) if each.values and not of]
        one, two = ("somebody", "two people") if touched & {*people} else ("a place", "two places")
        start = f"{self.label.removesuffix(' …')}: touch" if self.label else "Touch"
        return ", then choose ".join([f"{start} {one if sum(map(bool, picks)) == 1 else two}", *rest[:1]])

    @property
    def verb(self) -> str:
        """What is done with the thing itself, where the label names it by its kind: “Give clue” gives WATER 2."""
        return (
            self.label[: -len(self.kind)].rstrip() if self.label.casefold().endswith(f" {self.kind.casefold()}") else ""
        )


@dataclass(frozen=True)
class Question:
    """What is asked, with the ways to answer it; what is owed comes first. What `follows` goes with what one has just done.
    With `board`, cards answer it."""

    ask: Ask
    offers: tuple[Offer, ...]
    board: bool = False

    @property
    def owed(self) -> bool:
        return self.ask.need != "none"


def questions(glance: Glance, drafts: Mapping[tuple[Seat, str], Action] | None = None) -> list[Question]:
    """All that this seat is asked, with what the scene offers for it."""
    on_board = frozenset(
        press.action for cell in _cells(glance) for press in cell.presses if not isinstance(press.action, type)
    )
    found: list[Question] = []
    for ask in sorted(glance.asks, key=lambda ask: (ask.follows, ask.need == "none")):
        draft = (drafts or {}).get((glance.seat, ask.key)) if glance.seat else None
        board = any(map(ask.takes, on_board))
        offers = list(_offers(glance, ask, on_board, draft))
        if ask.need != "none" and not any(each.ask.need != "none" for each in found) and not board:
            offers = _lit(offers)
        if offers or board or ask.need != "none":
            found.append(Question(ask, tuple(offers), board))
    return found


def _lit(offers: list[Offer]) -> list[Offer]:
    """With the one that is most likely meant lit: a form or a choice; else the only button that the game puts forward. Where
    two are, it is a matter of conscience, and none is."""
    forms = [each for each in offers if not each.action]
    forward = [each for each in offers if each.action and each.style in ("primary", "success", "danger")]
    meant = forms[:1] or (forward if len(forward) == 1 else offers if len(offers) == 1 else [])
    return sorted((replace(each, lit=each in meant) for each in offers), key=lambda each: not each.lit)


def closed(glance: Glance) -> list[Offer]:
    """What the scene shows and this seat is not asked for now."""
    asked = [each for ask in glance.asks for each in ask.answers]
    return [
        Offer(
            named(each.label, glance.names),
            "",
            action="" if isinstance(each.action, type) else dump(each.action),
            kind=each.action.__name__ if isinstance(each.action, type) else "",
        )
        for each in glance.scene.controls
        if each.action not in asked
    ]


def _offers(glance: Glance, ask: Ask, on_board: frozenset[Action], draft: Action | None) -> Iterator[Offer]:
    free: list[Value] = []
    forms: list[Offer] = []
    touched = {each.name for action in on_board if ask.takes(action) for each in form_fields(type(action))}
    for each in offers.offers(ask, glance.scene.controls, glance.names, draft):
        if isinstance(each.does, type):
            if not touched or not touched.issuperset(field.name for field in form_fields(each.does)):
                forms.append(_form(each))  # else a card is touched for it
        elif each.control is not None:
            yield Offer(each.label, ask.key, each.control.style, dump(each.does), confirm=each.control.confirm)
        elif each.does not in on_board:
            free.append(_value(each.does, each.label))
    if len(free) == 1:
        yield Offer(free[0].label, ask.key, action=free[0].value)
    elif free:
        yield Offer("", ask.key, values=tuple(free))
    yield from forms


def _form(of: offers.Offer) -> Offer:
    control, fields, form = of.control, of.fields, of.form
    if len(fields) == 1 == len(fields[0].values) and fields[0].required and not (fields[0].several or of.kept):
        [(value, label, *_)] = fields[0].values  # the one answer that it can give: a button
        return Offer(label[0].upper() + label[1:], of.ask.key, "primary", dump(form(**{fields[0].name: value})))
    return Offer(
        of.label if control else _called(form, fields),
        of.ask.key,
        control.style if control else "primary",
        kind=form.__name__,
        fields=fields,
        confirm=bool(control and control.confirm),
        filled=of.kept,
        by_lists=of.ask.by_lists(form),
    )


def _called(form: type[Action], fields: tuple[FormField, ...]) -> str:
    """What a form is called before anything is picked: “Nominate …”; nothing where what is picked is a deed with its verb."""
    if not all(each.values and each.required for each in fields):
        return titled(form)
    if any(value.pick != value.value.strip("{}") for each in fields for value in each.values):
        return ""
    return f"{titled(form)} …" if len(fields) == 1 else titled(form)


def _value(action: Action, label: str) -> Value:
    """One of several actions, known on the board by the one thing that it is about."""
    about = [str(getattr(action, each.name)) for each in form_fields(type(action))]
    return Value(dump(action), label, pick_of(about[0]) if len(about) == 1 else "")


def _cells(glance: Glance) -> Iterable[Cell]:
    return (cell for grid in glance.scene.of(Grid) for cell in grid.cells)


def presses(glance: Glance, cell: Cell) -> list[Offer]:
    """What may be done with a card: the first at a touch, the rest offered besides."""
    offers = []
    for press in cell.presses:
        if not isinstance(press.action, type):
            ask, label = glance.asked(press.action), named(press.label, glance.names)
            offers.append(Offer(label, ask.key if ask else "", press.style, dump(press.action), confirm=press.confirm))
    return offers
