"""What a Codenames table looks like: the board, both teams, the clues so far, and the buttons of the moment."""

from __future__ import annotations

from typing import get_args

from games.codenames.events import (
    OTHER,
    TEAMS,
    Challenge,
    Clue,
    Colour,
    Cover,
    Dismiss,
    EndTurn,
    Guess,
    Tag,
    Team,
    Untag,
    Uphold,
)
from games.codenames.rules import (
    Given,
    State,
    asks,
    is_spymaster,
    may_challenge,
    seat_title,
    spymaster,
    team_of,
    verdict,
    would,
)
from games.codenames.sentences import show_number
from games.core import CLOCK, Seat, pages_of
from games.scene import (
    SYMBOLS,
    Cell,
    Control,
    Count,
    Face,
    Grid,
    Headline,
    Lines,
    Roster,
    Row,
    Scene,
    Sheet,
    Tally,
    Text,
    Timer,
)

FACES: dict[Colour | None, Face] = {
    None: "hidden",
    "red": "red",
    "blue": "blue",
    "civilian": "neutral",
    "assassin": "black",
}
SIGNS: dict[Face, str] = {
    "red": "Red", "blue": "Blue", "neutral": "nobody's: ends the turn", "black": "assassin: loses at once",
}  # fmt: skip
COLUMNS = 5


def scene(s: State, seat: Seat | None) -> Scene:
    """The table as `seat` sees it (None: everyone), drawn from that seat's view."""
    if not s.words:
        return Scene("Codenames", "", "hidden", (Text("The cards are being dealt."),))
    clues = Lines("Clues", tuple(_clue_line(s, clue) for clue in s.clues), heard=True) if s.clues else None
    grid = Grid(
        tuple(_cell(s, seat, word) for word in s.words), COLUMNS, _about(s), SIGNS, heard=not s.key.keys() - s.turned
    )
    roster = Roster(tuple(_row(s, seat) for seat in s.seats))
    headline = _headline(s, seat)
    lead = Text(_lead(s, seat), "lead", drawn=headline is not None)
    blocks = (lead, headline, _tally(s), _timer(s), grid, _how_many(s), tags_of(s, seat), clues, roster)
    secret = seat is not None and is_spymaster(seat) and s.ended is None
    return Scene(
        title="Codenames",
        moment=f"turn{s.turn}" if s.ended is None else "over",
        face=FACES[s.team] if s.ended is None else FACES[s.ended.winner],
        blocks=tuple(filter(None, blocks)),
        controls=_controls(s),
        secret=secret,
        private_label="My key",
        sheets=_sheets(s, seat),
        chapter=f"Turn {s.turn}" if s.turn else "",
    )


_PAGES = pages_of("games.codenames", "strategy.md")


def _sheets(s: State, seat: Seat | None) -> tuple[Sheet, ...]:
    """How whoever looks plays their part well."""
    if seat not in s.seats:
        return ()
    part = "Spymaster" if is_spymaster(seat) else "Operative"
    return (Sheet("About my part", (Lines(part, tuple(_PAGES()[part.lower()].splitlines())),), "🎭", "page"),)


def _lead(s: State, seat: Seat | None) -> str:
    """What is so now, in a line."""
    team = s.team.capitalize()
    match s.phase:
        case "over" if s.ended:
            return verdict(s.ended)
        case "clue" if seat == spymaster(s.team):
            return f"Give {_readers(s)} a clue."
        case "clue":
            return f"{team}'s turn: {{{spymaster(s.team)}}} thinks of a clue."
        case "guess" if s.clue:
            return f"{team} guesses: {_shown(s.clue)}{_guesses_left(s)}{_to_agree(s)}"
        case "ruling" if s.clue:
            return f"Challenge! Is {_shown(s.clue)} a legal clue? The host decides."
        case "cover":
            return f"The challenge was upheld: {{{spymaster(OTHER[s.team])}}} covers a word."
    return f"{team}'s turn."


def _readers(s: State) -> str:
    """For whom the clue is: the one operative, or the team."""
    operatives = [each for each in s.seats if team_of(each) == s.team and not is_spymaster(each)]
    return f"{{{operatives[0]}}}" if len(operatives) == 1 else "your team"


def _shown(clue: Given) -> str:
    return f"{clue.word.upper()} {show_number(clue.number)}"


def _headline(s: State, seat: Seat | None) -> Headline | None:
    """The clue as long as it is guessed at, with all that the first line says of it."""
    clue, face = s.clue, FACES[s.team]
    if clue is None or s.phase not in ("guess", "ruling"):
        return None
    if s.phase == "ruling":
        return Headline(_shown(clue), "A legal clue? The host decides", face)
    whose = clue.team.capitalize() if seat not in s.seats or team_of(seat) != clue.team else "you"
    over = "Your clue" if seat == clue.seat else f"{{{clue.seat}}} gives {whose}"
    most = s.most_guesses or 0
    left = max(0, most - s.guesses)
    label = "any number of guesses" if not most else "guess left" if left == 1 else "guesses left"
    return Headline(_shown(clue), over, face, left, most, label)


def _guesses_left(s: State) -> str:
    if s.most_guesses is None:
        return " · any number of guesses"
    left = s.most_guesses - s.guesses
    return f" · {left} guess{'' if left == 1 else 'es'} left"


def _how_many(s: State) -> Text | None:
    """Why so many guesses, and what earlier clues have left to find for the team that guesses."""
    if s.phase != "guess" or s.clue is None:
        return None
    why = "As many guesses as the clue says, and one more for a word of an earlier clue." if s.most_guesses else ""
    of = (f"{each.word.upper()} ({each.hits} of {each.number} found)" for each in s.unfinished)
    left = f"Earlier clues of {s.team.capitalize()} with words left: {', '.join(of)}."
    text = " ".join(filter(None, (why, left if s.unfinished else "")))
    return Text(text, "small") if text else None


def _to_agree(s: State) -> str:
    """Whom those wait for who have said already what to do, where more than half must agree; what that is, their team sees."""
    awaited = s.awaited
    return (
        ""
        if len(awaited) == len(s.guessers(s.team))
        else f" · waiting for {' and '.join(f'{{{each}}}' for each in awaited)}"
    )


def _tally(s: State) -> Tally:
    return Tally(tuple(Count(f"{team.capitalize()} to find", s.remaining(team), FACES[team]) for team in TEAMS))


def _timer(s: State) -> Timer | None:
    seat = spymaster(OTHER[s.team]) if s.phase == "cover" else CLOCK
    runs = () if s.ai_only else (ask for ask in asks(s, seat) if ask.within)
    return next((Timer(seat, ask.key, f"{s.phase.capitalize()} due") for ask in runs), None)


def _cell(s: State, seat: Seat | None, word: str) -> Cell:
    done = word in s.turned
    tags = tuple(dict.fromkeys(who for who, marked in (*s.tags, *s.voted.items()) if marked == word))
    note = " ".join(f"{{{who}}}" for who in tags)
    return Cell(word, FACES[s.key.get(word)], done, note, () if done or s.ended else _presses(s, seat, word), tags)


def _presses(s: State, seat: Seat | None, word: str) -> tuple[Control, ...]:
    guess = Control(f"Guess {word}", Guess(word), "✅", "success", confirm=True)
    if s.phase == "cover":
        return (Control(f"Cover {word}", Cover(word), "⬛", "danger", confirm=True),)
    if seat is not None and (seat, word) in s.tags:
        return (guess, Control("Take the tag back", Untag(word), "↩️"))
    return (Control(f"Tag {word}", Tag(word), "🏷️"), guess)


def _about(s: State) -> str:
    """The board in words: what is turned, what this view knows, what is open."""
    turned = [f"{word} ({s.key[word]})" for word in s.words if word in s.turned]
    left = ((colour, s.unturned_of(colour)) for colour in get_args(Colour))
    known = "; ".join(f"{colour}: {', '.join(words)}" for colour, words in left if words)
    parts = [f"Key: {known}." if known else f"Not turned: {', '.join(s.unturned) or 'none'}."]
    return " ".join([*parts, f"Turned: {', '.join(turned) or 'none'}."])


def tags_of(s: State, seat: Seat | None) -> Lines | None:
    """Who of the seat's team thinks of which card, for that team alone."""
    if seat is None or seat not in s.seats or s.ended is not None:
        return None
    lines = [f"{{{who}}}: {word}" for who, word in s.tags if team_of(who) == team_of(seat)]
    voted = s.voted if team_of(seat) == s.team else {}
    lines += [f"{{{who}}} would {would(word)}" for who, word in voted.items()]
    return Lines("Tags", tuple(lines), drawn=not voted) if lines else None


def _clue_line(s: State, clue: Given) -> str:
    mark = SYMBOLS[FACES[clue.team]]
    turned = ", ".join(f"{word} {_sign(colour, clue.team)}" for word, colour in clue.turned)
    meant = next((words for turn, words in s.meant if turn == clue.turn), ())
    found = {word for word, colour in clue.turned if colour == clue.team}
    told = [f"{word}: {link}" if (link := s.ended and _link(s, clue, word)) else word for word in meant]
    # What was meant is news only where it is not what was found, or where it can be said why.
    aside = f" (meant {'; '.join(told)})" if meant and (told != [*meant] or set(meant) != found) else ""
    return f"{mark} {_shown(clue)}{f': {turned}' if turned else ''}{aside}"


def _link(s: State, clue: Given, word: str) -> str:
    """How a card hangs together with the clue that meant it, “found in”, if people are known to think so."""
    from games.codenames.norms import norms

    known = norms(s.rules.language)
    link = known.link(clue.word, word) if known else None
    return link.kind if link else ""


def _sign(colour: Colour, team: Team) -> str:
    return "✓" if colour == team else SYMBOLS[FACES[colour]]


def _row(s: State, seat: Seat) -> Row:
    awaited = any(ask.need != "none" for ask in asks(s, seat))
    return Row(seat, seat_title(seat), FACES[team_of(seat)], awaited, "Spymaster" if is_spymaster(seat) else "")


def _controls(s: State) -> tuple[Control, ...]:
    match s.phase:
        case "clue":
            return (Control("Give clue", Clue, "💬", "primary"),)
        case "guess":
            stop = Control("End turn", EndTurn(), "✋", moment=f"turn{s.turn}:{s.guesses}")
            challenge = Control("Challenge", Challenge(), "⚖️")
            return (stop, challenge) if may_challenge(s) else (stop,)
        case "ruling":
            return (Control("Uphold", Uphold(), "⚖️", "danger"), Control("Dismiss", Dismiss(), "🟢", "success"))
    return ()
