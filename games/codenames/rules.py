"""Codenames: two teams race to find their words from one-word clues.

Follows the published rules (2015 and later); where tables differ, `Rules` has a switch and the default is the published
rule. A state is what one view knows: the key has a colour for each card whose colour was told.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Mapping, Sequence
from dataclasses import field, replace
from datetime import timedelta
from typing import Literal

from games.codenames.clues import check_clue, find_card
from games.codenames.events import (
    OTHER,
    TEAMS,
    CardTurned,
    Cause,
    Challenge,
    Challenged,
    ChallengeSettled,
    Clue,
    ClueGiven,
    ClueMeant,
    Colour,
    Cover,
    Dealt,
    Decided,
    Dismiss,
    EndTurn,
    GameEnded,
    Guess,
    KeyShown,
    Number,
    Rules,
    Tag,
    Tagged,
    Team,
    TimeUp,
    TurnBegan,
    TurnEnd,
    TurnEnded,
    Untag,
    Untagged,
    Uphold,
    Voted,
)
from games.codenames.options import STANDARD, CodenamesOptions
from games.codenames.spelling import LONGEST
from games.core import (
    CLOCK,
    EVERYONE,
    HOST,
    Action,
    Ask,
    Dice,
    Event,
    IllegalAction,
    Kind,
    Outcome,
    Paused,
    Resumed,
    Seat,
    Seated,
    Seating,
    Temper,
    Told,
    altered,
    require,
    state,
)

RULING_SECONDS = 60
QUIET_TURNS = 4
"""So many turns running without a turned card, and a game with people pauses; one without them is a draw."""

Phase = Literal["deal", "between", "clue", "guess", "ruling", "cover", "covered", "over"]


@state
class Given:
    """A clue of an earlier or the present turn, with the cards turned on it so far."""

    turn: int
    team: Team
    seat: Seat
    word: str
    number: Number
    turned: tuple[tuple[str, Colour], ...] = ()

    @property
    def hits(self) -> int:
        return sum(colour == self.team for _, colour in self.turned)


@state
class State:
    words: tuple[str, ...] = ()
    key: Mapping[str, Colour] = field(default_factory=dict)
    turned: frozenset[str] = frozenset()
    left: tuple[int, int] = (0, 0)
    starts: Team = "red"
    seats: tuple[Seat, ...] = ()
    silent: Team | None = None
    rules: Rules = field(default_factory=Rules)
    people: frozenset[Seat] = frozenset()
    host: bool = False
    phase: Phase = "deal"
    team: Team = "red"
    turn: int = 0
    clues: tuple[Given, ...] = ()
    guesses: int = 0
    last: CardTurned | None = None
    tags: tuple[tuple[Seat, str], ...] = ()
    votes: tuple[tuple[Seat, str | None], ...] = ()
    decided: frozenset[Seat] = frozenset()
    challenged: bool = False
    guessed: frozenset[Seat] = frozenset()
    meant: tuple[tuple[int, tuple[str, ...]], ...] = ()
    quiet: int = 0
    silent_moved: bool = False
    ended: GameEnded | None = None

    # ── what is so ──

    @property
    def clue(self) -> Given | None:
        """The clue of this turn, when it has been given."""
        return self.clues[-1] if self.clues and self.clues[-1].turn == self.turn else None

    @property
    def unturned(self) -> tuple[str, ...]:
        return tuple([word for word in self.words if word not in self.turned])

    @property
    def ai_only(self) -> bool:
        return not self.people

    def remaining(self, team: Team) -> int:
        """How many words the team has still to find; everybody may know."""
        return self.left[TEAMS.index(team)]

    def unturned_of(self, colour: Colour) -> tuple[str, ...]:
        """The cards of that colour not turned yet, as far as this view knows."""
        return tuple(word for word in self.unturned if self.key.get(word) == colour)

    def team_seats(self, team: Team) -> frozenset[Seat]:
        return frozenset(seat for seat in self.seats if team_of(seat) == team)

    def guessers(self, team: Team) -> tuple[Seat, ...]:
        """Those who may confirm a guess: the people among the operatives, or else the first of them."""
        operatives = [seat for seat in self.seats if team_of(seat) == team and not is_spymaster(seat)]
        return tuple([seat for seat in operatives if seat in self.people] or operatives[:1])

    @property
    def voted(self) -> dict[Seat, str | None]:
        """What those of the team on turn who may confirm a guess would do, as far as this view knows; None is to end the turn."""
        guessers = self.guessers(self.team) if self.votes else ()
        return {seat: word for seat, word in self.votes if seat in guessers}

    @property
    def awaited(self) -> tuple[Seat, ...]:
        """Who has still to guess: of those who must agree whoever has said nothing yet, or all once each has said another thing."""
        guessers, said = self.guessers(self.team), self.decided.union(self.voted)
        return tuple([seat for seat in guessers if seat not in said]) or guessers

    @property
    def may_pass(self) -> bool:
        return self.guesses > 0 or self.rules.may_pass_at_once

    @property
    def most_guesses(self) -> int | None:
        """How many guesses the clue allows: one more than its number; None is no limit."""
        clue = self.clue
        return None if clue is None or clue.number in (0, "unlimited") else int(clue.number) + 1

    @property
    def unfinished(self) -> tuple[Given, ...]:
        """Earlier clues of the team on turn on which fewer cards of theirs were turned than they named."""
        clues = (each for each in self.clues if each.team == self.team and each.turn != self.turn)
        return tuple([each for each in clues if each.number != "unlimited" and each.hits < each.number])


def team_of(seat: Seat) -> Team:
    return "red" if seat.startswith("red") else "blue"


def is_spymaster(seat: Seat) -> bool:
    return seat.endswith("-spymaster")


def spymaster(team: Team) -> Seat:
    return Seat(f"{team}-spymaster")


def seat_title(seat: Seat) -> str:
    """What the seat is called where nobody's name stands: “Red spymaster”, “Blue operative 2”."""
    part = "spymaster" if is_spymaster(seat) else f"operative {seat.rsplit('-', 1)[1]}"
    return f"{team_of(seat).capitalize()} {part}"


# ── set-up ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def seats(options: CodenamesOptions, wishes: Sequence[Collection[str]], dice: Dice) -> Seating:
    """One spymaster and one or more operatives a team. Who wished for a team gets it, the others go where someone is
    missing. The first in a team who wished to be spymaster is; else whoever came second without any wish, if anybody."""
    teams = (options.board.starts if options.board else "red",) if options.together else TEAMS
    sides = _sides(teams, wishes)
    given: dict[int, Seat] = {}
    places: list[Seat] = []
    for team in teams:
        mine = sorted((i for i, side in enumerate(sides) if side == team), key=lambda i: not wishes[i])
        wished = [i for i in sorted(mine) if "spymaster" in wishes[i]]
        second = [i for i in mine[1:] if not wishes[i]]
        given |= dict.fromkeys((wished or second)[:1], spymaster(team))
        operatives = [i for i in mine if i not in given]
        given |= {i: Seat(f"{team}-{n}") for n, i in enumerate(operatives, 1)}
        places += [spymaster(team), *(Seat(f"{team}-{n}") for n in range(1, max(1, len(operatives)) + 1))]
    return Seating(tuple(places), tuple(given[i] for i in range(len(wishes))))


def _sides(teams: Sequence[Team], wishes: Sequence[Collection[str]]) -> list[Team]:
    """Each party's team: the wished one, else the smaller."""
    sides: list[Team | None] = [next((team for team in teams if team in wish), None) for wish in wishes]
    for i, side in enumerate(sides):
        if side is None:
            sides[i] = min(teams, key=sides.count)
    return [side for side in sides if side is not None]


def setup(places: tuple[Seat, ...], options: CodenamesOptions, dice: Dice) -> list[Told]:
    """The board for everyone, the key for the spymasters."""
    silent = next((team for team in TEAMS if team not in map(team_of, places)), None)
    if options.board:
        words, key, starts = options.board.words, options.board.key, options.board.starts
    else:
        starts = OTHER[silent] if silent else dice().choice(TEAMS)
        words, key = deal(options.deck, starts, dice())
    dealt = Dealt(
        words=words,
        starts=OTHER[silent] if silent else starts,
        red=key.count("red"),
        blue=key.count("blue"),
        civilians=key.count("civilian"),
        assassins=key.count("assassin"),
        seats=places,
        silent=silent,
        rules=options.rules,
    )
    return [Told(EVERYONE, dealt), Told(frozenset(filter(is_spymaster, places)), KeyShown(key))]


def deal(deck: Sequence[str], starts: Team, rng: random.Random) -> tuple[tuple[str, ...], tuple[Colour, ...]]:
    """25 different words and their key: 9 for the starting team, 8 for the other, 7 civilians, 1 assassin."""
    counts: dict[Colour, int] = {starts: 9, OTHER[starts]: 8, "civilian": 7, "assassin": 1}
    key = [colour for colour, count in counts.items() for _ in range(count)]
    rng.shuffle(key)
    return tuple(rng.sample(deck, STANDARD)), tuple(key)


# ── what happened ─────────────────────────────────────────────────────────────────────────────────────────────────────


def evolve(s: State, event: Event) -> State:
    match event:
        case CardTurned():
            return _turned(s, event)
        case ClueGiven(team=team, seat=seat, word=word, number=number):
            clue = Given(s.turn, team, seat, word, number)
            return altered(s, clues=(*s.clues, clue), phase="guess", guesses=0, last=None, challenged=False)
        case TurnBegan(team=team, turn=turn):
            return altered(s, phase="clue", team=team, turn=turn, guesses=0, last=None, silent_moved=False)
        case TurnEnded(why=why):
            quiet = s.quiet if s.guesses or why == "challenge" else s.quiet + 1
            return altered(s, phase="between", tags=(), votes=(), decided=frozenset(), last=None, quiet=quiet)
        case ClueMeant(turn=turn, words=words):
            return altered(s, meant=(*s.meant, (turn, words)))
        case Tagged(seat=seat, word=word):
            return altered(s, tags=(*s.tags, (seat, word)))
        case Untagged(seat=seat, word=word):
            return altered(s, tags=tuple(tag for tag in s.tags if tag != (seat, word)))
        case Voted(seat=seat, word=word):
            return altered(s, votes=(*(vote for vote in s.votes if vote[0] != seat), (seat, word)))
        case Decided(seat=seat):
            return altered(s, decided=s.decided | {seat})
        case Challenged():
            return altered(s, phase="ruling", challenged=True)
        case ChallengeSettled(upheld=upheld):
            return altered(s, phase="cover" if upheld else "guess")
        case KeyShown(key=key):
            return altered(s, key=_key(s, key))
        case GameEnded(key=key, meant=meant):
            return altered(
                s, phase="over", key=_key(s, key), meant=meant, tags=(), votes=(), decided=frozenset(), ended=event
            )
        case Seated(seat=seat, kind=kind):
            if seat == HOST:
                return altered(s, host=kind == "person")
            return altered(s, people=s.people | {seat} if kind == "person" else s.people - {seat})
        case Resumed():
            return altered(s, quiet=0)
        case Dealt(words=words):
            return altered(
                s,
                words=words,
                left=(event.red, event.blue),
                starts=event.starts,
                team=event.starts,
                seats=event.seats,
                silent=event.silent,
                rules=event.rules,
            )
    return s


def _key(s: State, told: Sequence[Colour]) -> dict[str, Colour]:
    return dict(zip(s.words, told, strict=True))


def _turned(s: State, event: CardTurned) -> State:
    red, blue = s.left
    guess = event.cause == "guess"
    clues = s.clues
    if guess and clues:
        clue = clues[-1]
        clues = (*clues[:-1], altered(clue, turned=(*clue.turned, (event.word, event.colour))))
    return altered(
        s,
        key={**s.key, event.word: event.colour},
        turned=s.turned | {event.word},
        left=(red - (event.colour == "red"), blue - (event.colour == "blue")),
        clues=clues,
        guesses=s.guesses + guess,
        guessed=s.guessed | {event.seat} if guess and event.seat else s.guessed,
        last=event,
        tags=tuple(tag for tag in s.tags if tag[1] != event.word),
        votes=(),
        decided=frozenset(),
        phase="covered" if event.cause == "penalty" else s.phase,
        silent_moved=s.silent_moved or event.cause == "silent",
        quiet=0,
    )


# ── what is asked ─────────────────────────────────────────────────────────────────────────────────────────────────────


def asks(s: State, seat: Seat) -> tuple[Ask, ...]:
    if seat == CLOCK:
        return _asked_of_clock(s)
    if seat == HOST and s.phase == "ruling":
        text = "Is the challenge right? An upheld challenge ends the turn, and the other team covers one of its words."
        return (Ask(f"ruling:{s.turn}", text, "each", choices=(Uphold(), Dismiss())),)
    if seat not in s.seats:
        return ()
    return _asked_of_spymaster(s, seat) if is_spymaster(seat) else _asked_of_operative(s, seat)


_NUMBERS = {
    "0": "None of your words, as a warning; your team guesses as often as it likes.",
    "unlimited": "However many: your team guesses as often as it likes.",
}


def _asked_of_spymaster(s: State, seat: Seat) -> tuple[Ask, ...]:
    team = team_of(seat)
    if s.phase == "clue" and team == s.team:
        text = "Give your team a clue: one word, and how many of your words it is about."
        numbers = (*"123456789", *(("0", "unlimited") if s.rules.zero_and_unlimited else ()))
        key, examples = f"clue:{s.turn}", (Clue("animal", 2), Clue("winter", 3))
        return (Ask(key, text, "each", forms=(Clue,), allowed={"number": numbers}, examples=examples, about=_NUMBERS),)
    if s.phase == "guess" and team != s.team and may_challenge(s):
        text = "You may challenge the clue before the first guess. The host decides."
        return (Ask(f"challenge:{s.turn}", text, "none", choices=(Challenge(),)),)
    if s.phase == "cover" and team != s.team:
        text = "The challenge was upheld: cover one of your own words."
        own = s.unturned_of(team)
        key, within = f"cover:{s.turn}", _seconds(s, s.rules.clue_seconds)
        return (Ask(key, text, "each", forms=(Cover,), allowed={"word": own}, within=within, late="autoplay"),)
    return ()


def _asked_of_operative(s: State, seat: Seat) -> tuple[Ask, ...]:
    team = team_of(seat)
    if s.phase != "guess" or team != s.team:
        return ()
    words = {"word": s.unturned}
    guesses = seat in s.guessers(team)
    text = "You may tag cards: a tag marks a card for your team to talk about, and turns nothing over."
    tag = Ask(f"tag:{s.turn}", text, "none", forms=(Tag, Untag), allowed=words, invites=not guesses and bool(s.people))
    if not guesses:
        return (tag,)
    text = "Guess a word of your team" + (", or end the turn." if s.may_pass else ".")
    stop = (EndTurn(),) if s.may_pass else ()
    need: Literal["each", "one", "none"] = "each" if s.rules.majority else "one"
    if seat not in s.awaited:
        need, text = "none", _waiting(s, seat)
    elif seat in s.voted:
        text = f"More than half of you must say the same. {text}"
    return (Ask(f"guess:{s.turn}:{s.guesses}", text, need, choices=stop, forms=(Guess,), allowed=words), tag)


def would(word: str | None) -> str:
    """What somebody would do who must agree with others: “turn BEACH”."""
    return f"turn {word}" if word else "end the turn"


def _waiting(s: State, seat: Seat) -> str:
    others = " and ".join(f"{{{each}}}" for each in s.awaited)
    if seat not in s.voted:  # who looks does not know
        return f"That waits for {others}."
    return f"You would {would(s.voted[seat])}; that waits for {others}. You may still say otherwise."


def _asked_of_clock(s: State) -> tuple[Ask, ...]:
    match s.phase:
        case "clue":
            seconds, moment = s.rules.clue_seconds + (s.rules.first_clue_extra if s.turn == 1 else 0), f"clue:{s.turn}"
            within = _seconds(s, seconds if s.rules.clue_seconds else 0)
        case "guess":
            within, moment = _seconds(s, s.rules.guess_seconds), f"guess:{s.turn}:{s.guesses}"
        case "ruling":
            within, moment = timedelta(seconds=RULING_SECONDS), f"ruling:{s.turn}"
        case _:
            return ()
    return (Ask(moment, "Time runs.", "none", choices=(TimeUp(),), within=within),) if within else ()


def _seconds(s: State, seconds: int) -> timedelta | None:
    """Time to answer; games without people are not played against the clock."""
    return timedelta(seconds=seconds) if seconds and not s.ai_only else None


def may_challenge(s: State) -> bool:
    return s.rules.challenges and not s.challenged and not s.guesses and s.silent is None


# ── what may be done ──────────────────────────────────────────────────────────────────────────────────────────────────


def decide(s: State, seat: Seat, action: Action, dice: Dice) -> list[Told]:
    match action:
        case Clue():
            return _give_clue(s, seat, action)
        case Guess(word=word):
            return _confirm(s, seat, word)
        case EndTurn():
            return _confirm(s, seat, None)
        case Tag(word=word):
            require((seat, word) not in s.tags, f"You have tagged {word} already.")
            return [Told(s.team_seats(s.team), Tagged(seat, word))]
        case Untag(word=word):
            require((seat, word) in s.tags, _untagged(word))
            return [Told(s.team_seats(s.team), Untagged(seat, word))]
        case Challenge():
            return [Told(EVERYONE, Challenged(seat))]
        case Uphold() | Dismiss():
            return [Told(EVERYONE, ChallengeSettled(isinstance(action, Uphold), "The host decided."))]
        case Cover(word=word):
            return [_turn_card(s, word, OTHER[s.team], seat, "penalty")]
    if s.phase == "ruling":
        return [Told(EVERYONE, ChallengeSettled(False, "The host did not answer in time."))]
    return [Told(EVERYONE, TurnEnded(s.team, "no clue in time" if s.phase == "clue" else "no guess in time"))]


def _give_clue(s: State, seat: Seat, clue: Clue) -> list[Told]:
    word = check_clue(clue.word, s.unturned, language=s.rules.language, names=s.rules.names)
    told = [Told(EVERYONE, ClueGiven(s.team, seat, word, clue.number))]
    own = s.unturned_of(s.team)
    meant = tuple(dict.fromkeys(card for each in clue.intended if (card := find_card(each, own))))
    return told + ([Told(frozenset({seat}), ClueMeant(seat, s.turn, meant))] if meant else [])


def _confirm(s: State, seat: Seat, card: str | None) -> list[Told]:
    """One operative confirms a card (None: the end of the turn); with the majority rule this is a vote."""
    if s.rules.majority and len(s.guessers(s.team)) > 1:
        require((seat, card) not in s.votes, "You have said so already; more than half of your team must agree.")
        first = [] if seat in s.decided else [Told(EVERYONE, Decided(seat))]
        return [*first, Told(s.team_seats(s.team), Voted(seat, card))]
    return [_confirmed(s, seat, card)]


def _confirmed(s: State, seat: Seat, card: str | None) -> Told:
    return Told(EVERYONE, TurnEnded(s.team, "passed")) if card is None else _turn_card(s, card, s.team, seat)


def _turn_card(s: State, card: str, team: Team, seat: Seat | None, cause: Cause = "guess") -> Told:
    return Told(EVERYONE, CardTurned(card, s.key[card], team, seat, cause))


def meant(s: State, seat: Seat, action: Action, names: Mapping[Seat, str]) -> Action:
    """A card as it stands on the board, however somebody has written it."""
    match action:
        case Guess(word=word) | Tag(word=word) | Untag(word=word) | Cover(word=word) if card := find_card(
            word, s.words
        ):
            return replace(action, word=card)
    return action


# ── what may not ──────────────────────────────────────────────────────────────────────────────────────────────────────


def why_not(s: State, seat: Seat, action: Action) -> None:
    match action:
        case Clue():
            require(seat in s.seats and is_spymaster(seat), "Only a spymaster gives clues.")
            _check_turn(s, seat)
            require(s.phase == "clue", "This turn's clue has been given already.")
            most = "0 to 9, or “unlimited”" if s.rules.zero_and_unlimited else "1 to 9"
            raise IllegalAction(f"At this table the number of a clue is {most}.")
        case Guess() | EndTurn() | Tag() | Untag():
            _check_operative(s, seat)
            if isinstance(action, Guess | EndTurn):
                require(seat in s.guessers(s.team), "While a person sits in your team, you only tag words.")
            if isinstance(action, EndTurn):
                require(s.may_pass, "Your team has to guess at least once.")
            else:
                require(not isinstance(action, Untag), _untagged(action.word))
                turned = find_card(action.word, tuple(s.turned))
                require(not turned, f"{turned} has been turned already.")
                raise IllegalAction(f"“{action.word[:LONGEST]}” is not on the board.")
        case Challenge():
            by_other = seat == spymaster(OTHER[s.team]) and seat in s.seats
            require(by_other, "Only the other team's spymaster can challenge a clue.")
            require(s.rules.challenges, "At this table clues are not challenged.")
            require(s.phase == "guess" and not s.guesses, "A clue can be challenged only before the first guess.")
            require(not s.challenged, "This clue has been challenged already.")
        case Uphold() | Dismiss():
            require(seat == HOST, "Only the host settles a challenge.")
            require(s.phase == "ruling", "There is no challenge to settle.")
        case Cover(word=word):
            require(s.phase == "cover" and seat == spymaster(OTHER[s.team]), "There is nothing for you to cover.")
            raise IllegalAction(f"“{word[:LONGEST]}” is not one of your team's words.")
        case TimeUp():
            require(seat == CLOCK, "Only the clock says when time is up.")
            raise IllegalAction("No time runs now.")


def _untagged(word: str) -> str:
    return f"You have not tagged “{word[:LONGEST]}”."


def _check_turn(s: State, seat: Seat) -> None:
    require(team_of(seat) == s.team, f"It is {s.team.capitalize()}'s turn.")


def _check_operative(s: State, seat: Seat) -> None:
    operative = seat in s.seats and not is_spymaster(seat)
    require(operative, "Only operatives tag, guess and end turns: a spymaster says nothing but the clue.")
    _check_turn(s, seat)
    require(s.phase != "clue", "Your spymaster has not given a clue yet.")
    require(s.phase == "guess", "Guessing waits until the challenge is settled.")


# ── what follows by itself ────────────────────────────────────────────────────────────────────────────────────────────


def then(s: State, dice: Dice) -> list[Told]:
    if s.phase in ("deal", "over"):
        return [Told(EVERYONE, TurnBegan(s.team, 1))] if s.phase == "deal" and s.words else []
    end = _end(s)
    if end:
        return [Told(EVERYONE, end)]
    match s.phase:
        case "guess" if why := _turn_over(s):
            return [Told(EVERYONE, TurnEnded(s.team, why))]
        case "guess" if vote := _agreed(s):
            return [_confirmed(s, *vote)]
        case "ruling" if not s.host or s.ai_only:
            return [Told(EVERYONE, ChallengeSettled(False, "There is no host apart from the players to ask."))]
        case "covered":
            return [Told(EVERYONE, TurnEnded(s.team, "challenge"))]
        case "between":
            return _next_turn(s, dice)
    return []


def _turn_over(s: State) -> TurnEnd | None:
    if s.last is None or s.last.colour == s.team:
        return "maximum" if s.most_guesses is not None and s.guesses >= s.most_guesses else None
    return "civilian" if s.last.colour == "civilian" else "other team"


def _agreed(s: State) -> tuple[Seat, str | None] | None:
    """What more than half of the operatives present would do, with the last of them to say so."""
    voted = s.voted
    for seat, word in reversed(voted.items()):
        if 2 * [*voted.values()].count(word) > len(s.guessers(s.team)):
            return seat, word
    return None


def _end(s: State) -> GameEnded | None:
    if s.last is not None and s.last.colour == "assassin":
        return _game_over(s, OTHER[s.last.team], "assassin")
    for team in TEAMS:
        if not s.remaining(team):
            return _game_over(s, team, "all words")
    if s.phase == "between" and s.quiet >= QUIET_TURNS and s.ai_only:
        return _game_over(s, None, "nothing happens")
    return None


def _game_over(s: State, winner: Team | None, why: Literal["all words", "assassin", "nothing happens"]) -> GameEnded:
    return GameEnded(winner, why, tuple(s.key[word] for word in s.words), s.meant, s.turn, s.silent)


def _next_turn(s: State, dice: Dice) -> list[Told]:
    if s.quiet >= QUIET_TURNS:
        return [Told(EVERYONE, Paused(f"No card was turned in {QUIET_TURNS} turns."))]
    if s.silent is None:
        return [Told(EVERYONE, TurnBegan(OTHER[s.team], s.turn + 1))]
    if not s.silent_moved:
        return [_turn_card(s, dice().choice(s.unturned_of(s.silent)), s.silent, None, "silent")]
    return [Told(EVERYONE, TurnBegan(s.team, s.turn + 1))]


def outcome(s: State) -> Outcome | None:
    if s.ended is None:
        return None
    winner = s.ended.winner
    return Outcome(s.team_seats(winner) if winner else frozenset(), verdict(s.ended))


def verdict(ended: GameEnded) -> str:
    """Who won and why, in one sentence."""
    if ended.winner is None:
        return f"Nobody wins: no card was turned in {QUIET_TURNS} turns."
    winner, loser = ended.winner.capitalize(), OTHER[ended.winner].capitalize()
    if ended.silent == OTHER[ended.winner]:
        return f"{winner} found all its words in {ended.turns} turn{'' if ended.turns == 1 else 's'}."
    return (
        f"{winner} wins: {f'{loser} touched the assassin' if ended.why == 'assassin' else 'all its words are found'}."
    )


# ── who may sit where, and worlds that look the same ──────────────────────────────────────────────────────────────────


def may_begin(options: CodenamesOptions, sitting: Mapping[Seat, tuple[Kind, Temper]]) -> str | None:
    """Why such a game cannot begin; None when it can. What is saved with both is played by its board."""
    if options.words and options.board is not None:
        return "Bring words or a board, not both: a board has words of its own."
    return None


def may_sit(s: State, seat: Seat, held: frozenset[Seat]) -> str | None:
    """Whoever has seen the key never becomes an operative; whoever has guessed for a team never its spymaster."""
    if not is_spymaster(seat) and any(map(is_spymaster, held)):
        return "You have seen the key, so you can only come back as a spymaster."
    if is_spymaster(seat) and any(team_of(each) == team_of(seat) for each in held & s.guessed):
        return "You have guessed for this team, so you cannot become its spymaster."
    return None


def resample(s: State, seat: Seat, rng: random.Random) -> State:
    """Another table that this seat could not tell apart: the other team has tagged and voted for nothing, nobody else
    meant anything by a clue, and for all but spymasters the unturned colours lie anew."""
    if s.ended is not None:
        return s
    mates = s.team_seats(team_of(seat)) if seat in s.seats else frozenset()
    own = {clue.turn for clue in s.clues if clue.seat == seat}
    s = replace(
        s,
        tags=tuple(tag for tag in s.tags if tag[0] in mates),
        votes=tuple(vote for vote in s.votes if vote[0] in mates),
        meant=tuple(each for each in s.meant if each[0] in own),
    )
    if is_spymaster(seat):
        return s
    hidden = [s.key[word] for word in s.unturned if word in s.key]
    rng.shuffle(hidden)
    return replace(s, key={**s.key, **dict(zip(s.unturned, hidden, strict=False))})
