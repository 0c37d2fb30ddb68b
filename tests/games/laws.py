"""What holds for every game, whatever it is about.

A law looks at a story (or at a log that somebody has tampered with) and yields, in words, whatever breaks it. The dice
here play any game by itself: they answer open questions from their choices, forms, allowed values and examples.
"""

from __future__ import annotations

import copy
import dataclasses
import random
import string
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Annotated, Any, get_args, get_origin, get_type_hints

from pydantic import ValidationError

from games import wire
from games.core import (
    CLOCK,
    EVERYONE,
    HOST,
    Action,
    Ask,
    Cancel,
    Cancelled,
    Event,
    Game,
    IllegalAction,
    Kind,
    Pause,
    Paused,
    Resumed,
    Seat,
    Seated,
    Told,
    dice_for,
    named,
)
from games.scene import Card, Control, Grid, Scene, Text, Timer
from games.story import NOT_NOW, PASSED, Step, Story, read_answer

NOBODY = Seat("nobody")
"""Stands for the public where a function wants a seat."""

LONGEST_GAME = 5000
"""Moves by which dice have ended every game of ours; a game that goes on is taken not to end."""

SHORT = 40
"""Events up to which a story is short: in a longer one a look at all of it is as much rarer as it takes longer."""

SURE = 150
"""Worlds in which something is so, and it is taken to be so in every world that a seat could not tell apart."""

CANARY = "canarybird"

Played = tuple[Seat, Ask, Action]


# ── dice that play ────────────────────────────────────────────────────────────────────────────────────────────────────

NONSENSE = tuple(
    "".join(random.Random(i).choice(string.ascii_lowercase[j % 2 :: 2]) for j in range(4 + i % 5)) for i in range(300)
)
"""Words that nobody says: what dice write where a form wants text."""


def random_options(game: Game[Any], rng: random.Random) -> Any:
    """Options with every switch thrown by chance, choices made and texts as suggested now and then, the rest as they come."""
    while True:
        try:
            return game.lobby.options(**_some_options(game, rng))
        except ValidationError:
            continue  # what chance put together does not go together


def _some_options(game: Game[Any], rng: random.Random) -> dict[str, Any]:
    fields = game.lobby.options.model_fields.items()
    switches = [name for name, field in fields if field.annotation is bool]
    chosen: dict[str, Any] = {name: rng.random() < 0.5 for name in switches if rng.random() < 0.5}
    offered = {name: _literals(field.annotation) for name, field in fields}
    chosen |= {name: rng.choice(values) for name, values in offered.items() if values and rng.random() < 0.3}
    suggested = {name: game.lobby.options.suggestions(name) for name, field in fields if field.annotation is str}
    return chosen | {name: rng.choice(values) for name, values in suggested.items() if values and rng.random() < 0.9}


def random_story(game: Game[Any], rng: random.Random, options: Any = None) -> Story[Any]:
    """A table about to begin: some parties with some wishes, people and models mixed, a host apart or not."""
    options = options if options is not None else random_options(game, rng)
    parties = rng.randint(game.lobby.players.start, min(game.lobby.players.stop - 1, game.lobby.players.start + 6))
    wishes = [[wish.key for wish in game.lobby.wishes if rng.random() < 0.3] for _ in range(parties)]
    seed = f"{rng.getrandbits(64):x}"
    seating = game.lobby.seats(options, wishes, dice_for(seed, 0))
    machines = rng.choice((0.0, 0.5, 1.0))
    kinds: dict[Seat, Kind] = {
        seat: rng.choice(("model", "built-in")) if seat not in seating.given or rng.random() < machines else "person"
        for seat in seating.seats
    }
    story = Story(game, options, seed)
    story.tell(story.begin(kinds, host=rng.random() < 0.7))
    return story


def vocabulary(story: Story[Any]) -> tuple[str, ...]:
    """Words that mean something at this table: what stands on its cards."""
    scene = story.game.shows.scene(story.view(None), None)
    cards = [cell.label for block in scene.blocks if isinstance(block, Grid) for cell in block.cells]
    return tuple(cards) or NONSENSE


def steps(story: Story[Any], rng: random.Random, most: int = LONGEST_GAME) -> Iterator[Played]:
    """Plays the story to its end by chance, and yields each move that was accepted, after it was told. People and
    machines come and go between the moves."""
    words = vocabulary(story)
    for _ in range(most):
        if story.outcome:
            return
        if rng.random() < 0.01:
            story.tell(story.reseat(rng.choice(story.seats), rng.choice(("person", "model", "built-in"))))
        for _ in range(1000):
            seat, ask = _some_ask(story, rng)
            action = answer(ask, rng, words)
            told = _told(story, seat, action, ask.key)
            if told is not None:
                break
        else:
            raise AssertionError(f"{story.game.name}: no move is legal any more")
        story.tell(told)
        yield seat, ask, action
    if not story.outcome:
        raise AssertionError(f"{story.game.name}: after {most} moves by chance the game goes on")


def moments(story: Story[Any], rng: random.Random, often: float) -> Iterator[None]:
    """Plays the story to its end by chance, and stops before the first move, after some (so often as long as it is short),
    and at the end."""
    yield
    for _ in steps(story, rng):
        if rng.random() < often * min(1.0, SHORT / len(story.log)):
            yield
    yield


def _told(story: Story[Any], seat: Seat, action: Action, key: str) -> Step[Any] | None:
    """What the move would bring about; None when it is refused, which is done in a sentence."""
    try:
        return story.decide(seat, action, key)
    except IllegalAction as refusal:
        sentence = str(refusal)
    if not sentence.strip().endswith((".", "!", "?", "”")):
        raise AssertionError(f"no sentence: {sentence}")
    return None


def _some_ask(story: Story[Any], rng: random.Random) -> tuple[Seat, Ask]:
    seats = [*story.seats, CLOCK, HOST]
    rng.shuffle(seats)
    for seat in seats:
        asks = story.asks(seat)
        if (
            asks
            and (seat in story.kinds or rng.random() < 0.1)
            and (seat != HOST or len(asks) > 1 or rng.random() < 0.02)
        ):
            return seat, rng.choice(asks[:-1] if seat == HOST and len(asks) > 1 and rng.random() < 0.98 else asks)
    return next((seat, asks[0]) for seat in seats if (asks := story.asks(seat)))


def answer(ask: Ask, rng: random.Random, words: Sequence[str]) -> Action:
    """Some answer of the kinds that the question takes; mostly legal."""
    kinds = [*ask.choices, *ask.forms]
    kind = rng.choice(kinds)
    if not isinstance(kind, type):
        return kind
    if kind is Cancel and rng.random() < 0.9:
        return Pause()
    return fill(kind, rng, words, ask)


def fill(kind: type[Action], rng: random.Random, words: Sequence[str], ask: Ask | None = None) -> Action:
    """A form filled in by chance, from what the question allows or gives as examples."""
    examples = [each for each in ask.examples if isinstance(each, kind)] if ask else []
    values: dict[str, Any] = {}
    for name, hint, optional in _fields(kind):
        hint = _AS_TEXT.get(hint, hint)
        allowed = ask.allowed.get(name) if ask else None
        if allowed and hint == tuple[str, ...]:
            values[name] = rng.sample(allowed, min(len(allowed), rng.randint(0, 3)))
        elif allowed:
            # Half of the time the first: dice that never agree would never come to a majority.
            values[name] = allowed[0] if rng.random() < 0.5 else rng.choice(allowed)
        elif optional and (allowed is not None or rng.random() < 0.5):
            continue
        elif hint == tuple[str, ...]:
            values[name] = rng.sample(words, min(len(words), rng.randint(0, 4)))
        elif examples and rng.random() < 0.3:
            values[name] = getattr(rng.choice(examples), name)
        elif hint is str:
            values[name] = rng.choice(NONSENSE if ask else (*words, *NONSENSE[:5]))
        elif choices := _literals(hint):
            values[name] = rng.choice(choices)
        elif hint is bool:
            values[name] = rng.random() < 0.5
        elif hint is int or hint is float:
            values[name] = rng.randint(0, 9)
        elif not optional:
            what = f"{kind.__name__}.{name}"
            raise AssertionError(
                f"Dice cannot fill in {what}: let it be text, a number, a Literal, a Seat or a tuple of texts."
            )
    return wire.adapter(kind).validate_python(values)


_AS_TEXT: dict[Any, Any] = {Seat: str, tuple[Seat, ...]: tuple[str, ...]}
"""Seats are filled in as texts are: with what the question allows, or with anything."""


@cache
def _fields(kind: type) -> tuple[tuple[str, Any, bool], ...]:
    """Name, bare type and whether it may be left out, of each field of a record."""
    hints = get_type_hints(kind, include_extras=False)
    return tuple(
        (each.name, hints[each.name], each.default is not dataclasses.MISSING) for each in dataclasses.fields(kind)
    )


@cache
def _literals(hint: Any) -> tuple[Any, ...]:
    if get_origin(hint) is Annotated:
        hint = get_args(hint)[0]
    return get_args(hint) if "Literal" in str(hint) and get_origin(hint) is not tuple else ()


def wild(game: Game[Any], rng: random.Random, words: Sequence[str]) -> Action:
    """Any action of the game, whether anybody is asked for it or not."""
    return fill(rng.choice(game.rules.actions), rng, words)


def attempts(story: Story[Any], rng: random.Random, count: int) -> list[Action]:
    """What anybody might try now: half of it what somebody is asked for, so that it means something; the rest quite wild."""
    words = (*vocabulary(story), *story.seats)
    open_asks = [ask for seat in (*story.seats, HOST, CLOCK) for ask in story.asks(seat)]
    meant = [answer(rng.choice(open_asks), rng, words) for _ in range(count // 2 if open_asks else 0)]
    return meant + [wild(story.game, rng, words) for _ in range(count - len(meant))]


# ── what a seat may know ──────────────────────────────────────────────────────────────────────────────────────────────


def places(log: Sequence[Told], rng: random.Random, of_each: int, looked: Counter[str]) -> frozenset[int]:
    """Where to look at a log: after so many events of each kind, by chance, less those that were looked at before. Of a short
    log that is nearly everywhere; in a long one the rare is not lost among the usual."""
    found: dict[str, list[int]] = {}
    for at, told in enumerate(log):
        found.setdefault(type(told.event).__name__, []).append(at)
    chosen: list[int] = []
    for kind, every in found.items():
        some = rng.sample(every, max(0, min(of_each - looked[kind], len(every))))
        looked[kind] += len(some)
        chosen += some
    return frozenset(chosen)


def breaches_of_knowledge(
    game: Game[Any], log: Iterable[Told], rng: random.Random, where: Container[int] | None = None
) -> Iterator[str]:
    """After every single event (or after those at some places of the log): each seat knows what it should, and no more.

    *No more*: re-dealing what a seat cannot see leaves its view alone. *What it should*: whatever re-dealing leaves alone,
    the view says as the table does. *News*: what changes the table changes every view that hears it. *So*: what a seat is
    asked follows from its view, and stays as it is in a world that the seat could not tell apart. (What happens at any
    table is everybody's to know.)
    """
    state, seats = game.rules.blank(), (None, HOST, CLOCK)
    views: dict[Seat | None, Any] = dict.fromkeys(seats, state)
    for at, told in enumerate(log):
        event = told.event
        if isinstance(event, Seated | Paused | Resumed | Cancelled) and told.to is not EVERYONE:
            yield f"{event} is not told to everyone"
        if isinstance(event, Seated) and event.seat not in views:
            views[event.seat] = views[None]
        before, state = state, game.rules.evolve(state, event)
        for seat, view in views.items():
            if told.heard_by(seat):
                views[seat] = game.rules.evolve(view, event)
                if state != before and views[seat] == view:
                    yield f"{type(event).__name__} is nothing to {seat or 'the public'}, who hears it"
        for seat, view in views.items() if where is None or at in where else ():
            yield from _knows(game, state, seat, view, rng, event)


def _knows(
    game: Game[Any], state: Any, seat: Seat | None, view: Any, rng: random.Random, event: Event
) -> Iterator[str]:
    as_seat = NOBODY if seat is None else seat
    after = f"after {type(event).__name__} {seat or 'the public'}"
    for world in (game.rules.resample(view, as_seat, rng) for _ in range(2)):
        for name in _state_fields(type(view)) if world != view else ():
            if (dealt := getattr(world, name)) != (known := getattr(view, name)):
                yield (
                    f"{after} knows what it should not: its view holds {name}, which `resample` deals anew ({known} became "
                    f"{dealt}). Either it was told too much, or `resample` changes what it may know"
                )
    worlds = [game.rules.resample(state, as_seat, rng) for _ in range(2)]
    for name in _state_fields(type(state)):
        ours, theirs = getattr(state, name), getattr(view, name)
        seen = [getattr(world, name) for world in worlds]
        while (lack := _lack(name, ours, theirs, seen)) and len(seen) < SURE:
            seen += [getattr(game.rules.resample(state, as_seat, rng), name) for _ in range(2 * len(seen))]
        if lack:
            yield (
                f"{after} does not know {lack} in every world that it could be in. A view must say whatever "
                "cannot be otherwise: tell it, keep what has an order for nobody as counts, or let `resample` deal it anew"
            )
    asked = game.rules.asks(state, as_seat)
    if game.rules.asks(view, as_seat) != asked:
        yield f"{after} is asked otherwise than its view says"
    if any(game.rules.asks(world, as_seat) != asked for world in worlds):
        yield f"{after} is asked otherwise in a world that it cannot tell apart"


def _lack(where: str, ours: Any, theirs: Any, worlds: Sequence[Any]) -> str:
    """What a view lacks that is so in all of these worlds, such as “places[p3]: None, not 'C3'”; empty: nothing. It is the value,
    or parts of it, by key in mappings, by field in states, by place in tuples of one length, by being there in others."""
    if ours == theirs:
        return ""
    if theirs is None:  # of a mapping, there is nothing under this key
        theirs = type(ours)() if isinstance(ours, Mapping | tuple) else None
    if all(world == ours for world in worlds):
        return f"{where}: {theirs!r}, not {ours!r},"
    parts: Iterable[tuple[str, Any, Any, list[Any]]] = ()
    if hasattr(ours, "__dict__"):  # a state within a state
        own, other = vars(ours), vars(theirs)
        parts = ((f".{name}", each, other[name], [vars(world)[name] for world in worlds]) for name, each in own.items())
    elif isinstance(ours, Mapping):
        parts = ((f"[{k}]", each, theirs.get(k), [world.get(k) for world in worlds]) for k, each in ours.items())
    elif isinstance(ours, tuple) and all(len(each) == len(ours) for each in (theirs, *worlds)):
        parts = ((f"[{i}]", each, theirs[i], [world[i] for world in worlds]) for i, each in enumerate(ours))
    elif isinstance(ours, tuple):
        missing = (each for each in ours if each not in theirs and all(each in world for world in worlds))
        return next((f"{each!r} in {where}" for each in missing), "")
    return next((lack for name, *values in parts if (lack := _lack(f"{where}{name}", *values))), "")


@cache
def _state_fields(kind: type) -> tuple[str, ...]:
    return tuple(each.name for each in dataclasses.fields(kind))


def breaches_of_refusal(story: Story[Any], actions: Sequence[Action], rng: random.Random) -> Iterator[str]:
    """Whether a move is refused, and in which words, tells nobody what they cannot see."""
    game = story.game
    for seat in (*story.seats, HOST, CLOCK):
        twin = twin_of(story, seat, rng)
        for action in actions:
            here, there = reaction(story, seat, action), reaction(twin, seat, action)
            if here != there:
                yield f"{game.name}: {seat}, {action}: “{here}” here, “{there}” in a world it cannot tell apart"


def breaches_of_legality(story: Story[Any], rng: random.Random, actions: Sequence[Action]) -> Iterator[str]:
    """A question holds what it says: nothing else is taken, whatever the game would make of it, and what it allows the game can
    decide, or refuses in a sentence of its own."""
    lenient = copy.copy(story)
    lenient.game = story.game.but(decide=lambda s, seat, action, dice: [])
    for seat in (*story.seats, HOST, CLOCK):
        asks = story.asks(seat)
        for ask in asks:
            answers = [answer(ask, rng, NONSENSE) for _ in range(3)]
            strays = [stray for each in answers for stray in strays_of(ask, each)]
            for action in (*actions, *answers, *strays, *ask.choices):
                listed = type(action) in ask.forms and fits(ask, action)
                allowed = listed or action in ask.choices or action == ask.default
                said = _refusal(story if allowed else lenient, seat, action, ask.key)
                if said in (PASSED, NOT_NOW) if allowed else not said:
                    yield f"{seat}, {ask.key}: {action} is {'allowed' if allowed else 'not allowed'}, and met by “{said}”"


def fits(ask: Ask, action: Action) -> bool:
    """Whether all that stands in a form is listed, where anything is; only what may be left out is."""
    for name, _, optional in _fields(type(action)):
        value, default = getattr(action, name), type(action).__dataclass_fields__[name].default  # type: ignore[attr-defined]
        if name not in ask.allowed or name in ask.suggested or (optional and value == default):
            continue
        if not {*map(str, value if isinstance(value, tuple) else (value,))} <= {*ask.allowed[name]}:
            return False
    return True


def strays_of(ask: Ask, action: Action) -> Iterator[Action]:
    """The same form with one field that holds something unlisted."""
    for name, hint, _ in _fields(type(action)):
        if name in ask.allowed:
            yield dataclasses.replace(action, **{name: (CANARY,) if get_origin(hint) is tuple else CANARY})  # type: ignore[type-var]


def _refusal(story: Story[Any], seat: Seat, action: Action, key: str) -> str:
    try:
        story.decide(seat, action, key)
    except IllegalAction as refusal:
        return str(refusal)
    return ""


def reaction(story: Story[Any], seat: Seat, action: Action) -> str:
    """The sentence that refuses this move now, or nothing."""
    return _refusal(story, seat, action, next((ask.key for ask in story.asks(seat) if ask.takes(action)), ""))


def twin_of(story: Story[Any], seat: Seat | None, rng: random.Random) -> Story[Any]:
    """The same evening in another world: what `seat` cannot see lies anew, and what it was not told says something else."""
    twin = Story(story.game, story.options, story.seed)
    log = [told if told.heard_by(seat) else dataclasses.replace(told, event=planted(told.event)) for told in story.log]
    world = story.game.rules.resample(story.state, NOBODY if seat is None else seat, rng)
    twin.tell(Step(0, log, world, story.house))
    return twin


def padded(twin: Story[Any], seat: Seat | None, rng: random.Random) -> Story[Any]:
    """With more that these eyes did not hear: a place in the log, or its length, is nothing for them to know."""
    log: list[Told] = []
    for told in twin.log:
        log.append(told)
        if not told.heard_by(seat) and rng.random() < 0.5:
            log.extend([told] * rng.randint(1, 3))
    twin.log = log
    return twin


def planted(event: Event) -> Event:
    """The event with a canary in place of every word in it; seats, colours and the like stay."""
    words = {}
    for name, hint, _ in _fields(type(event)):
        if hint is str or hint == str | None:
            words[name] = CANARY
        elif hint == tuple[str, ...]:
            words[name] = tuple(f"{CANARY}{i}" for i in range(len(getattr(event, name))))
    return dataclasses.replace(event, **words)


def canaried(story: Story[Any], seat: Seat | None) -> Story[Any]:
    """The story folded from a log in which all that `seat` was not told is full of canaries."""
    log = [told if told.heard_by(seat) else dataclasses.replace(told, event=planted(told.event)) for told in story.log]
    return Story(story.game, story.options, story.seed, log)


def shown(story: Story[Any], seat: Seat | None) -> str:
    """All that `seat` (None: the public) is shown of a story by the house: what it heard, its screen, its questions."""
    game = story.game
    view = story.view(seat)
    heard = "\n".join(map(game.shows.say, story.heard(seat)))
    clocks = tuple(each for each in story.asks(CLOCK) if not each.private)  # those that everybody may see running
    asks = clocks if seat is None else story.asks(seat)
    return f"{heard}\n{view}\n{game.shows.scene(view, seat)}\n{asks}\n{story.paused}\n{story.outcome}"


def breaches_of_isolation(story: Story[Any], rng: random.Random) -> Iterator[str]:
    """Nothing that a seat is shown depends on what it cannot see, or holds a word that it was not told."""
    for seat in (None, *story.seats, HOST):
        mine = shown(story, seat)
        if shown(twin_of(story, seat, rng), seat) != mine:
            yield f"{seat or 'the public'} is shown something else in a world it cannot tell apart"
        if CANARY in shown(canaried(story, seat), seat):
            yield f"{seat or 'the public'} is shown a word that it was not told"


# ── what is written, said and drawn ───────────────────────────────────────────────────────────────────────────────────


def breaches_of_record(story: Story[Any]) -> Iterator[str]:
    """The log is the game: read back from JSON and folded, it is where we are, for the table and for everyone."""
    game = story.game
    read = [
        Told(wire.load_audience(wire.dump_audience(told.to)), wire.load_event(game, wire.dump(told.event)))
        for told in story.log
    ]
    if vars(story.state).keys() != set(_state_fields(type(story.state))):
        yield f"the state has other fields than it should: {sorted(vars(story.state))}"
    if read != story.log:
        yield "the log reads back otherwise"
    again = Story(game, game.lobby.options.model_validate_json(story.options.model_dump_json()), story.seed, read)
    if (again.state, again.paused, again.kinds, again.outcome) != (
        story.state,
        story.paused,
        story.kinds,
        story.outcome,
    ):
        yield "the log folds back to another state"
    for seat in (None, *story.seats, HOST):
        if again.view(seat) != story.view(seat):
            yield f"the log folds back to another view of {seat}"
        if seat is not None and again.asks(seat) != story.asks(seat):
            yield f"after folding back {seat} is asked something else"


def breaches_of_speech(story: Story[Any], told: Iterable[Told]) -> Iterator[str]:
    """Every event has a sentence, and whoever it names sits at the table."""
    seats = dict.fromkeys((*story.seats, HOST), "")
    for each in told:
        sentence = story.game.shows.say(each.event)
        if not sentence.strip():
            yield f"no sentence for {each.event}"
        if "{" in named(sentence, seats):
            yield f"nobody sits there: {sentence}"


def breaches_of_rest(story: Story[Any]) -> Iterator[str]:
    """What follows by itself has followed; a game that is over asks nothing; who has won sat at the table."""
    game = story.game
    if story.paused is None and game.rules.then(story.state, dice_for(story.seed, len(story.log))):
        yield "something more would follow by itself"
    if outcome := story.outcome:
        if not outcome.winners <= set(story.seats):
            yield f"{outcome.winners} are no seats"
        called_off = isinstance(story.log[-1].event, Cancelled)
        if not outcome.why.strip().endswith(".") and not called_off:
            yield f"no sentence: {outcome.why}"
        if any(story.asks(seat) for seat in (*story.seats, HOST, CLOCK)):
            yield "a game that is over asks on"
    elif not any(story.asks(seat) for seat in (*story.seats, CLOCK)):
        yield "nobody is asked anything, and the game is not over"
    for seat in (*story.seats, HOST, CLOCK):
        keys = [ask.key for ask in story.asks(seat)]
        if len(keys) != len(set(keys)):
            yield f"{seat} has two questions of one key: {keys}"
        for ask in story.asks(seat):
            if not ask.text.strip() or not (ask.choices or ask.forms):
                yield f"a question without words or answers: {ask}"
            if ask.follows and not (ask.private and ask.need == "none"):
                yield f"what follows is owed, or not for one alone: {ask}"
            if any(game_action not in (*game.rules.actions, *wire.HOUSE_ACTIONS) for game_action in ask.forms):
                yield f"a form that the game does not list: {ask.forms}"


def breaches_of_drawing(story: Story[Any]) -> Iterator[str]:
    """Every screen says what it shows, names seats that exist, and offers only what can be answered or refused in words."""
    game = story.game
    seats = dict.fromkeys((*story.seats, HOST), "")
    for seat in (None, *story.seats, HOST):
        scene = game.shows.scene(story.view(seat), seat)
        if not scene.title or not scene.blocks:
            yield f"an empty screen for {seat}"
        for text in _texts(scene):
            if "{" in named(text, seats):
                yield f"nobody sits there: {text}"
        for block in scene.blocks:
            if isinstance(block, Grid):
                yield from _breaches_of_grid(block)
            if isinstance(block, Timer) and story.paused is None:
                # Where choices are sealed, this screen may name somebody who has made theirs: the others' time runs on.
                asked = [ask for each in (block.seat, *story.seats) for ask in story.asks(each)]
                if not any(ask.key == block.key and ask.within for ask in asked):
                    yield f"a timer for {block.seat} {block.key}, where no time runs"
        for control in _controls(scene):
            if seat is not None:
                yield from _breaches_of_control(story, seat, control)


def _breaches_of_grid(grid: Grid) -> Iterator[str]:
    if not grid.about.strip():
        yield "a grid without words"
    for cell in grid.cells:
        if not cell.label.strip():
            yield "a card without a word"
        if cell.done and cell.presses:
            yield f"{cell.label} is done and takes presses"


def _breaches_of_control(story: Story[Any], seat: Seat, control: Control) -> Iterator[str]:
    if not control.label.strip():
        yield f"a button without a word: {control}"
    if isinstance(control.action, type):
        asked = [form for each in story.seats for ask in story.game.rules.asks(story.state, each) for form in ask.forms]
        if control.action not in (*story.game.rules.actions, *wire.HOUSE_ACTIONS, *asked):
            yield f"a form that the game does not have: {control.action}"
    elif (refusal := reaction(story, seat, control.action)) and not refusal.rstrip().endswith((".", "!")):
        yield f"no sentence: {refusal}"


def _controls(scene: Scene) -> Iterator[Control]:
    yield from scene.controls
    for block in scene.blocks:
        if isinstance(block, Grid):
            for cell in block.cells:
                yield from cell.presses


def _texts(thing: Any) -> Iterator[str]:
    """Every string in a record, whatever holds it."""
    if isinstance(thing, str):
        yield thing
    elif isinstance(thing, tuple):
        for each in thing:
            yield from _texts(each)
    elif dataclasses.is_dataclass(thing) and not isinstance(thing, type):
        for field in dataclasses.fields(thing):
            yield from _texts(getattr(thing, field.name))


# ── what a surface takes on trust ─────────────────────────────────────────────────────────────────────────────────────


def breaches_of_reading(story: Story[Any], rng: random.Random) -> Iterator[str]:
    """Whatever is written in answer to a question, what is made of it is an action as the rules know it: each field has the
    type that it says, and no number is a text. What is not understood is said to be so."""
    game, names = story.game, {seat: f"Player {at}" for at, seat in enumerate(story.seats, 1)}
    words = vocabulary(story)
    for seat in story.seats:
        for ask in story.asks(seat):
            for text in _written(ask, rng, words):
                reading = read_answer(game, story.view(seat), seat, ask, named(text, names), names)
                action = reading.action
                if action is None:
                    if not reading.why.strip():
                        yield f"{seat}, {ask.key}: “{text}” is nothing, and it is not said why"
                elif not any(each.takes(action) for each in story.asks(seat)):
                    yield f"{seat}, {ask.key}: “{text}” became {action}, which is not asked for"
                elif wire.load_action(game, wire.dump(action), ask) != action:
                    yield f"{seat}, {ask.key}: “{text}” became {action}, with a field of another type"


def _written(ask: Ask, rng: random.Random, words: Sequence[str]) -> Iterator[str]:
    """How somebody may answer: all of it, the half of it, a number, something quite different."""
    action = answer(ask, rng, words)
    values = [getattr(action, each.name) for each in dataclasses.fields(action)]  # type: ignore[arg-type]
    said = [
        f"{{{each}}}" if each in ask.allowed.get("to", ()) else str(each) for each in values if each not in (None, ())
    ]
    yield " ".join(said) or type(action).__name__
    yield ", ".join(said[:1]) or "?"
    yield str(rng.randint(0, 30))
    yield rng.choice(words)


def breaches_of_patience(story: Story[Any]) -> Iterator[str]:
    """Where people play against the clock, whoever is waited for has a time, or the clock itself moves on for all."""
    if not getattr(story.options, "timers", False) or not story.people or story.paused is not None or story.outcome:
        return
    if any(ask.within for ask in story.asks(CLOCK)):
        return
    for seat, asks in story.owed(story.people).items():
        for ask in asks:
            if ask.within is None:
                yield f"{seat} may think for ever about {ask.key}"


def breaches_of_privacy(story: Story[Any]) -> Iterator[str]:
    """Where seats are told secrets that others are not, somebody who has seen some is refused another seat, in a sentence."""
    heard = {seat: {at for at, told in enumerate(story.log) if told.to and seat in told.to} for seat in story.seats}
    pairs = [(seat, other) for seat in story.seats for other in story.seats if heard[other] - heard[seat]]
    refusals = [story.game.lobby.may_sit(story.state, seat, frozenset({other})) for seat, other in pairs]
    if pairs and not any(refusals):
        yield "whoever has seen the secrets of one seat may take any other"
    for refusal in refusals:
        if refusal is not None and not refusal.strip().endswith("."):
            yield f"no sentence: {refusal}"


def breaches_of_marking(story: Story[Any]) -> Iterator[str]:
    """A screen on which a seat reads more than it would if it knew what everybody knows is secret."""
    draw, public = story.game.shows.scene, story.view(None)
    for seat in story.seats if not story.outcome else ():
        scene, known = draw(story.view(seat), seat), draw(public, seat).blocks
        own = [each for each in scene.blocks if isinstance(each, Text | Card) and each not in known]
        if own and not scene.secret:
            yield f"{seat} alone reads {own[0]}, and its scene is not `secret`: it would stand where everybody looks"


class Moments:
    """What one story called its moments, on the screen that everybody sees and in its questions, looked at after every move."""

    def __init__(self, story: Story[Any]) -> None:
        self._story = story
        self._now = ""
        self._answered: dict[tuple[Seat, str], str] = {}
        self._seen: set[str] = set()
        self._pressed: dict[tuple[Seat, str], set[str]] = {}

    def look(self, step: Step | None = None) -> Iterator[str]:
        """A question that was answered is asked in another moment under another key: else a late answer to the first would be
        one to the second."""
        story = self._story
        scene = story.game.shows.scene(story.view(None), None)
        if step is not None and step[1].need != "none":
            self._answered.setdefault((step[0], step[1].key), self._now)
        self._now = scene.moment
        self._seen |= {scene.moment, *(each.moment for each in scene.controls if each.moment)}
        for seat in story.seats:
            asks = [ask for ask in story.game.rules.asks(story.state, seat) if ask.need != "none"]
            for ask in asks:
                if self._answered.get((seat, ask.key), self._now) != self._now:
                    again = "in an earlier moment, and is asked under that key again: let keys name the round"
                    yield f"{seat} answered “{ask.key}” {again}"
            for control in scene.controls:
                keys = {ask.key for ask in asks if control.action in (*ask.forms, *ask.choices)}
                self._pressed.setdefault((seat, repr(control.action)), set()).update(keys)

    def stands(self) -> str:
        """Where one button answers different questions in turn, and there is but one moment: a sentence about it."""
        again = any(len(keys) > 1 for keys in self._pressed.values())
        never = "`Scene.moment` never changes, while the same buttons answer one question after another"
        return never if len(self._seen) == 1 and again else ""


def private_words(story: Story[Any], seat: Seat) -> tuple[str, tuple[Any, ...]] | None:
    """The page of a seat's private screen, and what it says to that seat alone (lists besides may grow)."""
    scene, public = story.game.shows.scene(story.view(seat), seat), story.game.shows.scene(story.view(None), None)
    if not scene.secret:
        return None
    own = [each for each in scene.blocks if isinstance(each, Text | Card) and each not in public.blocks]
    return scene.page, tuple(each for each in own if not (isinstance(each, Text) and each.style == "lead"))


# ── tampering ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def widened(log: Sequence[Told], at: int) -> list[Told]:
    """The log with one event told to everyone."""
    return [dataclasses.replace(told, to=EVERYONE) if i == at else told for i, told in enumerate(log)]


def narrowed(log: Sequence[Told], at: int, seat: Seat, seats: Iterable[Seat]) -> list[Told]:
    """The log with one event kept from one seat that heard it."""
    heard = frozenset(each for each in seats if log[at].heard_by(each) and each != seat)
    return [dataclasses.replace(told, to=heard) if i == at else told for i, told in enumerate(log)]
