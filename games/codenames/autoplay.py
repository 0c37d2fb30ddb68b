"""The built-in Codenames player: plays any seat from its view, offline; the thinking is in `mind`."""

from __future__ import annotations

import random

from games.codenames import packs
from games.codenames.clues import check_clue
from games.codenames.options import CodenamesOptions
from games.codenames.rules import State, team_of
from games.codenames.words import OTHER, Clue, Cover, EndTurn, Guess, Tag
from games.core import Action, Ask, IllegalAction, Seat, Temper


def autoplay(s: State, seat: Seat, ask: Ask, rng: random.Random, temper: Temper = Temper()) -> Action:  # noqa: B008
    """A legal answer to `ask`, chosen from what `seat` sees. The same view and dice choose the same."""
    if Clue in ask.forms:
        return _clue(s, seat, rng, temper)
    if Guess in ask.forms:
        return _guess(s, ask, rng, temper)
    if Tag in ask.forms:
        return _tag(s, seat, rng, temper)
    if Cover in ask.forms:
        return Cover(rng.choice(s.unturned_of(team_of(seat))))
    return rng.choice(ask.choices)


def autoplay_note(options: CodenamesOptions) -> str:
    """What a lobby should say about the built-in players of such a game, or nothing."""
    strange = "Built-in players do not know this language's meanings: they play by letters and luck."
    return "" if options.language == "en" else strange


def _clue(s: State, seat: Seat, rng: random.Random, temper: Temper) -> Clue:
    from games.codenames import mind  # numpy and the word vectors are loaded when somebody first thinks

    def legal(word: str) -> bool:
        try:
            check_clue(word, s.unturned, language=s.rules.language)
        except IllegalAction:
            return False
        return True

    team = team_of(seat)
    return mind.think_of_clue(
        s.unturned_of(team),
        s.unturned_of(OTHER[team]),
        s.unturned_of("civilian"),
        s.unturned_of("assassin"),
        language=s.rules.language,
        legal=legal,
        said=[clue.word for clue in s.clues],
        heard=[clue.word for clue in s.clues if clue.team == team],
        stranger=any(seat in s.people for seat in s.guessers(team)),
        rng=rng,
        boldness=temper.boldness,
        strength=temper.strength,
        fallback=_neutral_words(s),
    )


def _neutral_words(s: State) -> tuple[str, ...]:
    """Words of the language to give as clues where no vectors help: its packs' words, without those on the board."""
    language = (pack for pack in packs.packs().values() if pack.language == s.rules.language)
    return tuple(word for pack in language for word in pack.words if word not in s.words)


def _guess(s: State, ask: Ask, rng: random.Random, temper: Temper) -> Action:
    from games.codenames import mind

    clue = s.clue
    if clue is None:
        raise ValueError("a guess was asked for before a clue was given")
    hunches = mind.listen(clue.word, s.unturned, language=s.rules.language, rng=rng, strength=temper.strength)
    number = None if clue.number == "unlimited" else clue.number
    more = mind.go_on(clue.word, number, s.guesses, hunches, owed=_owed(s), boldness=temper.boldness)
    if not more and EndTurn() in ask.choices:
        return EndTurn()
    # A clue of 0 says “none of ours”: the unlikeliest card is the best guess.
    return Guess(hunches[-1].word if clue.number == 0 else hunches[0].word)


def _tag(s: State, seat: Seat, rng: random.Random, temper: Temper) -> Action:
    from games.codenames import mind

    clue = s.clue
    if clue is None:
        raise ValueError("a tag was asked for before a clue was given")
    mine = {word for who, word in s.tags if who == seat}
    open_words = [word for word in s.unturned if word not in mine]
    return Tag(mind.listen(clue.word, open_words, language=s.rules.language, rng=rng, strength=temper.strength)[0].word)


def _owed(s: State) -> tuple[tuple[str, int], ...]:
    """Earlier clues of the team on turn that named more words than were found."""
    earlier = (clue for clue in s.clues[:-1] if clue.team == s.team and isinstance(clue.number, int))
    return tuple((clue.word, int(clue.number) - clue.hits) for clue in earlier if int(clue.number) > clue.hits)
