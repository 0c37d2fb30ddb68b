"""What each answer brings about, and why one is not asked for."""

from __future__ import annotations

from typing import cast

from games.core import EVERYONE, HOST, Action, Dice, IllegalAction, Seat, Told, require
from games.mystery.asks import CORRECTIONS, asks
from games.mystery.events import (
    LONGEST_STATEMENT,
    NOBODY,
    Act,
    Answered,
    Choice,
    Chose,
    Claim,
    Correct,
    Corrected,
    Doomed,
    LastWords,
    LetDie,
    Night,
    Plot,
    Plotted,
    Say,
    Silence,
    Spoke,
    TakeBack,
    Tell,
    TimeUp,
    Vote,
    Voted,
)
from games.mystery.meaning import check, claimed, corrected, length
from games.mystery.state import State, evolve, heard
from games.mystery.turns import count, dawn
from games.mystery.voice import in_words


def decide(s: State, seat: Seat, action: Action, dice: Dice) -> list[Told]:
    match action:
        case Say():
            text = _said(action.text)
            return _speak(s, seat, text, heard(text, seat, s.day) if action.means is None else action.means)
        case Silence():
            return _speak(s, seat, "", ())
        case Night():
            return [Told(frozenset({seat}), Chose(seat, choice(action)))]
        case Vote():
            voted = Voted(seat, None if action.whom == NOBODY else Seat(action.whom))
            if s.rules.open_votes:
                return [Told(EVERYONE, voted)]
            return [Told(frozenset({seat}), voted), Told(EVERYONE, Answered(seat))]
        case Correct():
            return _correct(s, seat, claimed(s, seat, action))
        case TakeBack():
            return _correct(s, seat, ())
        case Tell():
            means = claimed(s, seat, action)
            return _speak(s, seat, in_words(means), means)
        case Plot(text=text, means=meant):
            return [Told(frozenset(s.known_murderers), Plotted(seat, _said(text), meant))]
        case LetDie(who=who):
            return [Told(EVERYONE, Doomed(Seat(who)))]
    return _time_up(s, dice)


def _said(text: str) -> str:
    text = " ".join(text.split())
    if not text:
        raise IllegalAction("There is nothing in your statement; say something, or stay silent.")
    if len(text) > LONGEST_STATEMENT and (characters := length(text)) > LONGEST_STATEMENT:
        raise IllegalAction(f"Your statement has {characters} characters; {LONGEST_STATEMENT} is the most.")
    return text


def _speak(s: State, seat: Seat, text: str, means: tuple[Claim, ...]) -> list[Told]:
    if s.phase == "last words":
        return [Told(EVERYONE, LastWords(seat, text, means))]
    return [Told(frozenset({seat}), Spoke(seat, text, means)), Told(EVERYONE, Answered(seat))]


def _correct(s: State, seat: Seat, now: tuple[Claim, ...]) -> list[Told]:
    """What is claimed instead, told to those who have heard the statement: before it is shared, it is made anew."""
    said = s.latest(seat)
    assert said is not None
    means = corrected(said.means, now) if now else ()
    if s.spoken.get(seat) is said:
        text = f"{said.text} Correction: {in_words(now) or 'none of it is a claim.'}"
        return [Told(frozenset({seat}), Spoke(seat, text, means))]
    return [Told(EVERYONE, Corrected(seat, in_words(now), means))]


def choice(night: Night) -> Choice:
    """What the answer to a night's question says: “follow {p3}”, “guard {p4}”."""
    (go, follow), (verb, target) = _parsed(night.where), _parsed(night.act)
    return Choice(None if follow else go, follow, cast(Act, verb), target)


def _parsed(text: str) -> tuple[str, Seat | None]:
    """“follow {p3}” → follow, p3."""
    verb, mark, whom = text.removesuffix("}").partition(" {")
    return (verb, Seat(whom)) if mark else (text, None)


def _time_up(s: State, dice: Dice) -> list[Told]:
    """What has been left open when the time of a phase is over: each does what an absent player does."""
    owed = [(seat, ask.default) for seat in s.alive for ask in asks(s, seat) if ask.need == "each"]
    told = [each for seat, default in owed if default for each in decide(s, seat, default, dice)]
    for each in told:
        s = evolve(s, each.event)
    return told + (count(s) if s.phase == "vote" else dawn(s) if s.phase == "night" else [])


# ── what may not ──────────────────────────────────────────────────────────────────────────────────────────────────────


def why_not(s: State, seat: Seat, action: Action) -> None:
    match action:
        case TimeUp():
            raise IllegalAction("Only the clock says when time is up.")
        case LetDie(who=who):
            require(seat == HOST, "Only the host lets somebody die of fright.")
            require(who not in s.doomed, "They will die at dawn already.")
            raise IllegalAction("Only those who have left the table, and live, can die of fright.")
    require(seat in s.seats, "You do not play in this game.")
    require(seat in s.alive, "You are dead. The dead hear everything and say nothing.")
    by_form = isinstance(action, Tell | TakeBack)
    require(seat in s.people or not by_form, "Only people claim something by a form: say it in words of your own.")
    match action:
        case Night():
            require(s.phase == "night", "It is day. Choose when night has fallen.")
            require(seat not in s.choices, "You have chosen for tonight, and it stands.")
            _why_not_tonight(s, seat, choice(action))
        case Vote(whom=whom):
            require(s.phase == "vote", "There is no vote now.")
            require(s.votes.get(seat) != whom, "That is your vote already.")
            _check_alive(s, Seat(whom))
        case Correct() | TakeBack():
            said = s.latest(seat)
            correctable = said is not None and said.day and said.corrections < CORRECTIONS
            require(correctable, "There is no statement of yours that could be corrected any more.")
            if isinstance(action, Correct):
                check(action)
        case Say() | Tell() | Silence():
            require(s.phase != "last words", "Only whoever is to hang may speak now.")
            require(s.phase != "night", "It is night. You can speak again by day.")
            require(s.phase != "vote", "The talk is over; now the vote decides.")
            require(not s.accused or seat in s.accused, "Only those who were accused in the last round answer now.")
            said_already = "You have made your statement for this round. The next round is soon."
            require(seat not in s.answered, said_already)
            require(s.day or not isinstance(action, Tell), "Nothing has happened yet that you could claim.")
            if isinstance(action, Tell):
                check(action)
        case Plot():
            require(s.rules.plotting and s.role(seat) == "murderer", "Nobody whispers in this house.")
            require(s.phase == "night", "You can whisper to each other at night only.")
            raise IllegalAction("You have whispered enough for one night, or nobody is there to hear it.")


def _why_not_tonight(s: State, seat: Seat, chosen: Choice) -> None:
    """Whom or what the seat may not choose; what nobody can choose anywhere is left to the house."""
    if chosen.follow is not None:
        _check_whom(s, seat, "follow", chosen.follow)
    if chosen.act == "hide" and s.hides_left(seat) <= 0:
        often = f"You have hidden as often as you may in a game ({s.hides(seat)})."
        nowhere = "You cannot hide in this house." if s.hiders else "Nobody can hide in this house."
        raise IllegalAction(often if s.hides(seat) else nowhere)
    if chosen.target is not None and chosen.act in ("guard", "strike"):
        _check_whom(s, seat, chosen.act, chosen.target)


def _check_whom(s: State, seat: Seat, verb: str, whom: Seat) -> None:
    require(verb != "strike" or s.role(seat) == "murderer", "Only murderers strike.")
    _check_alive(s, whom)
    if verb == "strike":
        require(not s.gentle, "In the first night nobody strikes.")
        require(s.role(whom) != "murderer", "Murderers never strike each other, nor themselves.")
        return
    require(whom != seat, f"You cannot {verb} yourself.")
    require(whom != s.last(seat, verb), f"You {verb}ed {{{whom}}} last night; not the same one two nights running.")


def _check_alive(s: State, whom: Seat) -> None:
    require(whom in s.seats or whom == NOBODY, "Nobody of that name plays in this game.")
    require(whom in s.alive or whom == NOBODY, f"{{{whom}}} is dead.")
