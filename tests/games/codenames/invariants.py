"""What is so at every moment of every game of Codenames."""

from __future__ import annotations

from collections.abc import Iterator

from games.codenames.events import TEAMS, CardTurned, ClueGiven, GameEnded, TurnBegan, TurnEnded
from games.codenames.rules import OTHER, QUIET_TURNS, State, is_spymaster, spymaster, team_of
from games.core import CLOCK, HOST
from games.story import Story


def breaches(story: Story[State]) -> Iterator[str]:
    """Whatever is not as it must be, in words."""
    s = story.state
    if set(s.words) != s.key.keys() or not s.turned <= s.key.keys():
        yield "the table does not know its own key"
        return
    for team in TEAMS:
        if s.remaining(team) != len(s.unturned_of(team)):
            yield f"{team} has {s.remaining(team)} words left, but {s.unturned_of(team)} lie there"
    if [*s.key.values()].count("assassin") != 1:
        yield "there is one assassin"
    if s.phase in ("deal", "between", "covered"):
        yield f"the table rests in {s.phase}" if story.paused is None else ""
    if s.phase == "guess" and s.clue is None:
        yield "guessing without a clue"
    if s.clue is not None and s.most_guesses is not None and s.guesses > s.most_guesses:
        yield f"{s.guesses} guesses on {s.clue}"
    if s.phase == "guess" and s.most_guesses is not None and s.guesses >= s.most_guesses:
        yield "another guess is awaited beyond the last"
    if s.quiet >= QUIET_TURNS and story.paused is None and s.ended is None:
        yield f"{s.quiet} quiet turns, and the game goes on"
    if s.silent is not None and any(team_of(seat) == s.silent for seat in s.seats):
        yield "somebody sits in a silent team"
    yield from _asked(story)
    yield from _ended(s)


def _asked(story: Story[State]) -> Iterator[str]:
    s = story.state
    if story.outcome or story.paused is not None:
        return
    owed = story.owed((*story.seats, HOST))
    expected = {
        "clue": {spymaster(s.team)},
        "guess": set(s.awaited),
        "ruling": {HOST},
        "cover": {spymaster(OTHER[s.team])},
    }[s.phase]
    if set(owed) != expected:
        yield f"in {s.phase} of {s.team} these are waited for: {set(owed)}"
    timed = bool(s.people) and (s.phase == "ruling" or (s.phase != "cover" and s.rules.clue_seconds > 0))
    if bool(story.asks(CLOCK)) != timed:
        yield f"the clock is {'not ' if timed else ''}asked in {s.phase}"


def _ended(s: State) -> Iterator[str]:
    found = [team for team in TEAMS if not s.remaining(team)]
    touched = any(s.key[word] == "assassin" for word in s.turned)
    if s.ended is None:
        if found or touched:
            yield f"the game goes on although {found or 'the assassin'} is found"
        return
    match s.ended.why:
        case "all words" if found != [s.ended.winner] or touched:
            yield f"{s.ended.winner} is said to have found all its words"
        case "assassin" if not touched or s.last is None or s.ended.winner != OTHER[s.last.team]:
            yield f"{s.ended.winner} is said to win by the assassin"
        case "nothing happens" if s.people or s.ended.winner is not None or found or touched:
            yield "a draw that is none"


def breaches_at_the_end(story: Story[State]) -> Iterator[str]:
    """What is so of a whole log."""
    turn, team, clues, turned = 0, story.state.starts, 0, []
    for told in story.log:
        match told.event:
            case TurnBegan() as began:
                if began.turn != turn + 1:
                    yield f"turn {began.turn} follows turn {turn}"
                if turn and story.state.silent is None and began.team == team:
                    yield f"{team} has two turns running"
                turn, team, clues = began.turn, began.team, 0
            case ClueGiven() as clue:
                clues += 1
                if clues > 1 or clue.team != team or clue.seat != spymaster(team):
                    yield f"out of turn: {clue}"
            case CardTurned() as card:
                if card.word in turned:
                    yield f"{card.word} is turned twice"
                turned.append(card.word)
                if card.cause == "guess" and (
                    card.seat is None or is_spymaster(card.seat) or team_of(card.seat) != team
                ):
                    yield f"out of turn: {card}"
            case TurnEnded() as ended if ended.team != team:
                yield f"out of turn: {ended}"
            case GameEnded() if told is not story.log[-1]:
                yield "something happens after the end"
