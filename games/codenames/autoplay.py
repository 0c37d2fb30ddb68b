"""The built-in Codenames player: plays any seat from its view, offline. `spymaster` thinks of clues, `listener` understands them."""

from __future__ import annotations

import random
from collections import Counter

from games.codenames import packs
from games.codenames.clues import check_clue
from games.codenames.events import OTHER, Clue, Cover, EndTurn, Guess, Tag
from games.codenames.options import CodenamesOptions
from games.codenames.rules import State, team_of
from games.core import Action, Ask, IllegalAction, Seat, Temper


def autoplay(s: State, seat: Seat, ask: Ask, rng: random.Random, temper: Temper = Temper()) -> Action:  # noqa: B008
    """A legal answer to `ask`, chosen from what `seat` sees. The same view and dice choose the same."""
    if Clue in ask.forms:
        return _clue(s, seat, rng, temper)
    if Guess in ask.forms:
        return _another(s, seat, ask, rng, _guess(s, ask, rng, temper))
    if Tag in ask.forms:
        return _tag(s, seat, rng, temper)
    if Cover in ask.forms:
        return Cover(rng.choice(s.unturned_of(team_of(seat))))
    return rng.choice(ask.choices)


TWIN = "twin"
"""The one strategy that has a name: a spymaster whose operative is the same player, and who speaks in what only those two see."""


HURRY = 1
"""So few words left to the other team mean that every turn may be the last."""


def strategies() -> tuple[str, ...]:
    return (TWIN,)


def autoplay_note(options: CodenamesOptions) -> str:
    """What a lobby should say about the built-in players of such a game, or nothing."""
    from games.codenames.vectors import FILES, plain

    words = options.board.words if options.board else options.deck
    strange = options.language not in FILES or sum(not plain(word) for word in words) > len(words) / 2
    return "Built-in players do not know what these words mean: they play by letters and luck." if strange else ""


def _clue(s: State, seat: Seat, rng: random.Random, temper: Temper) -> Clue:
    from games.codenames import spymaster  # numpy and the word vectors are loaded when somebody first thinks

    def legal(word: str) -> bool:
        try:
            check_clue(word, s.unturned, language=s.rules.language, names=s.rules.names)
        except IllegalAction:
            return False
        return True

    team = team_of(seat)
    own, others = s.unturned_of(team), s.unturned_of(OTHER[team])
    # Who is about to lose the race has little to lose by meaning more.
    late = len(others) <= HURRY < len(own)
    return spymaster.think_of_clue(
        own,
        others,
        s.unturned_of("civilian"),
        s.unturned_of("assassin"),
        language=s.rules.language,
        legal=legal,
        said=[clue.word for clue in s.clues],
        names=s.rules.names,
        twin=temper.strategy == TWIN,
        rng=rng,
        boldness=1.0 if late else temper.boldness,
        strength=temper.strength,
        fallback=_neutral_words(s),
    )


def _neutral_words(s: State) -> tuple[str, ...]:
    """Words of the language to give as clues where no vectors help: its packs' words, without those on the board."""
    language = (pack for pack in packs.packs().values() if pack.language == s.rules.language)
    return tuple(word for pack in language for word in pack.words if word not in s.words)


def _guess(s: State, ask: Ask, rng: random.Random, temper: Temper) -> Action:
    from games.codenames import listener

    clue = s.clue
    if clue is None:
        raise ValueError("a guess was asked for before a clue was given")
    language = s.rules.language
    hunches = listener.listen(clue.word, s.unturned, language=language, rng=rng, strength=temper.strength)
    number = None if clue.number == "unlimited" else clue.number
    if not listener.go_on(number, s.guesses, hunches, boldness=temper.boldness):
        beyond = number != 0 and s.guesses >= (number or 1)
        owed = _owed(s) if beyond else ()
        if card := listener.come_back(owed, s.unturned, language=language, boldness=temper.boldness):
            return Guess(card)
        if EndTurn() in ask.choices:
            return EndTurn()
    # A clue of 0 says “none of ours”: the unlikeliest card is the best guess.
    return Guess(hunches[-1].word if clue.number == 0 else hunches[0].word)


def _another(s: State, seat: Seat, ask: Ask, rng: random.Random, answer: Action) -> Action:
    """The answer; or, where a majority is sought and the seat has voted so already, what somebody else voted for, or any other."""
    votes = {who: EndTurn() if word is None else Guess(word) for who, word in s.votes}
    mine = votes.pop(seat, None)
    if answer != mine:
        return answer
    others = [vote for vote in votes.values() if vote != mine]
    return rng.choice(others or [each for each in (*ask.choices, *map(Guess, s.unturned)) if each != mine])


def _tag(s: State, seat: Seat, rng: random.Random, temper: Temper) -> Action:
    from games.codenames import listener

    clue = s.clue
    if clue is None:
        raise ValueError("a tag was asked for before a clue was given")
    mine = {word for who, word in s.tags if who == seat}
    open_words = [word for word in s.unturned if word not in mine]
    heard = listener.listen(clue.word, open_words, language=s.rules.language, rng=rng, strength=temper.strength)
    return Tag(heard[0].word)


def _owed(s: State) -> tuple[str, ...]:
    """Earlier clues of the team on turn that named more words than were found. What was found beyond a later clue's number
    was owed by the one that it fits best."""
    from games.codenames import listener

    owed = Counter[str]()
    for clue in s.clues:
        if clue.team != s.team or clue.number == 0:
            continue
        number = 1 if clue.number == "unlimited" else clue.number
        found = [word for word, colour in clue.turned if colour == clue.team]
        for word in found[number:]:
            owed[listener.closest(owed, word, s.rules.language)] -= 1
            owed = +owed  # without those that are owed nothing
        if clue is not s.clue and len(found) < number:
            owed[clue.word] = number - len(found)
    return tuple(owed)
