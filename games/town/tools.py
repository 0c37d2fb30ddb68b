"""What somebody in a town may look up before they speak: wills, roles, claims, votes, what was said, and the rules.

Every look-up is a pure function of what the seat knows, and finds the same in the seat's own view as on the table. What
people wrote and said is quoted, as a JSON string with no “<” in it: nothing in it can pass for a tag, or for a line of ours.

Errors: `IllegalAction` says in a sentence what can be looked up instead.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from dataclasses import replace

from games.core import IllegalAction, Seat, Tool, altered
from games.scene import Lines, Scene, Text
from games.town import manual
from games.town.claims import claims_of, ledger
from games.town.events import Overheard, Said
from games.town.people import RoleName
from games.town.phrases import listed
from games.town.scenes import scene
from games.town.sentences import CAUSES, a_role, noticed, say, will_found
from games.town.state import Grave, Line, State
from games.town.summaries import begun, talk

_DAY = re.compile(r"(?:day )?(\d{1,4})(?: ?(?:from|,) ?(?:line )?(\d{1,4}))?")


def quoted(text: str) -> str:
    """What somebody wrote, between quotation marks that nothing in it can close, and with no tag in it."""
    return json.dumps(text.replace("<", "‹"), ensure_ascii=False)


def as_data(sentence: str, longest: int = 0) -> str:
    """A sentence of ours, with what people said and wrote in it (`longest` characters of it, if not 0) quoted so."""
    return re.sub("“([^”]*)”", lambda found: quoted(begun(found[1], longest)), sentence)


def mark(seat: Seat) -> str:
    return f"{{{seat}}}"


# ── what was asked for ────────────────────────────────────────────────────────────────────────────────────────────────


def _player(s: State, text: str) -> Seat:
    """Who is meant: a seat, also as “{p3}”, “Player 3” or “3”."""
    wanted = text.strip().strip("{}").casefold().removeprefix("player ")
    for seat in s.seats:
        if wanted in (seat, seat.removeprefix("p")):
            return seat
    raise IllegalAction(f"Nobody of that name lives here. There are: {listed(s.seats)}.")


def _day(s: State, text: str) -> tuple[int, int]:
    """Which day, and from which of its lines on."""
    found = _DAY.fullmatch(manual.plain(text))
    day, line = (int(found[1]), int(found[2] or 1)) if found else (0, 0)
    if not 1 <= day <= s.day:
        known = "is only day 1" if s.day == 1 else f"are days 1 to {s.day}"
        raise IllegalAction(f"Ask for a day by its number: there {known}.")
    return day, line


# ── wills and the dead ────────────────────────────────────────────────────────────────────────────────────────────────


def check_will(s: State, seat: Seat, whose: str) -> str:
    """What was found on somebody who is dead; and one's own will."""
    player = _player(s, whose)
    if player == seat and s.grave(player) is None:
        own = s.paper(seat, "will").text
        return f"Your will, as it stands: {quoted(own)}" if own else "You have written no will."
    grave = _grave_of(s, player)
    return f"{mark(player)} {_fate(grave)}. {as_data(_will(grave))}{_cleaned(s, seat, grave)}"


def copy_will(s: State, seat: Seat, whose: str) -> str:
    """The will that was shown, word by word, and nothing else."""
    grave = _grave_of(s, _player(s, whose))
    if grave.bloodied or not grave.will:
        raise IllegalAction(f"There is nothing to copy. {_will(grave)}")
    return quoted(grave.will)


def _grave_of(s: State, player: Seat) -> Grave:
    grave = s.grave(player)
    if grave is None:
        dead = f"Wills are found on the dead: {listed(s.dead)}." if s.dead else "Nobody is dead yet."
        raise IllegalAction(f"{mark(player)} is alive: nobody reads the wills of the living. {dead}")
    return grave


def _will(grave: Grave) -> str:
    return will_found(grave.will, grave.bloodied)


def _cleaned(s: State, seat: Seat, grave: Grave) -> str:
    """What a Janitor found where there is no doubt on whom."""
    if grave.role is not None or sum(each.role is None and each.day == grave.day for each in s.graves) != 1:
        return ""
    found = [n for night, n in s.notices if night == grave.day and n.seat == seat and n.kind == "cleaned"]
    return "".join(f" {as_data(noticed(notice))}" for notice in found)


def _fate(grave: Grave) -> str:
    """“was killed by the Mafia in night 2”."""
    causes = " and ".join(CAUSES[cause] for cause in grave.causes)
    return f"{causes} {'on day' if grave.lynched else 'in night'} {grave.day}"


def graveyard(s: State, seat: Seat, _: str = "") -> str:
    """Everybody who is dead, in the order in which they died, and who has come back."""
    lines = [_buried(grave) for grave in s.graves if s.grave(grave.seat) is grave]
    lines += [f"{mark(who)} came back from the dead in night {night}." for night, who in s.revived]
    lines += [f"An Amnesiac remembered in night {night} to be {a_role(role)}." for night, role in s.remembered]
    return "\n".join(lines) or "Nobody is dead yet."


def _buried(grave: Grave) -> str:
    notes = "".join(f" Death note: {quoted(note)}." for note in grave.notes)
    left = "" if grave.bloodied or not grave.will else " They left a will."
    return f"{mark(grave.seat)} {_fate(grave)}, and {_shown(grave)}.{left or f' {_will(grave)}'}{notes}"


# ── roles ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


def lookup_role(s: State, seat: Seat, whose: str) -> str:
    """What somebody is, as far as the seat knows."""
    player = _player(s, whose)
    shown = next((grave for grave in reversed(s.graves) if grave.seat == player), None)
    known = s.role(player) if s.knows(seat, player) else "mayor" if player in s.mayors else None
    told = []
    if known == "mayor" and shown is not None and shown.role is not None and player not in (*s.alive, seat):
        known = None  # what a grave shows counts for more: somebody may have been bitten since
    if known is not None and (player in s.alive or shown is None or shown.role != known or player == seat):
        told.append(_known(s, seat, player, known))
    if shown is not None:
        told.append(f"{mark(player)} {_fate(shown)}, and {_shown(shown)}.{_cleaned(s, seat, shown)}")
        if player in s.alive:
            told.append(f"{mark(player)} is back from the dead.")
    return " ".join(told) or f"You do not know what {mark(player)} is."


def _known(s: State, seat: Seat, player: Seat, role: RoleName) -> str:
    if player == seat:
        quarry = s.cast[seat].quarry
        return f"You are {a_role(role)}{f', and want {mark(quarry)} hanged' if quarry else ''}."
    if player in s.mayors and role == "mayor":
        return f"{mark(player)} is the Mayor, revealed."
    return f"{mark(player)} is {a_role(role)}, as you know."


def _shown(grave: Grave) -> str:
    return "nobody knows what they were" if grave.role is None else f"was shown to be {a_role(grave.role)}"


def roles_list(s: State, seat: Seat, _: str = "") -> str:
    """The role list, with a cross for each that was found dead."""
    return ", ".join(lines_of(scene(s, None), "Role list"))


def lines_of(page: Scene, title: str) -> tuple[str, ...]:
    """The lines below a title on what is shown of the town."""
    return next((block.lines for block in page.blocks if isinstance(block, Lines) and block.title == title), ())


# ── rules ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


def phases(s: State, seat: Seat, _: str = "") -> str:
    now = " ".join(block.text for block in scene(s, None).blocks if isinstance(block, Text))
    return f"{manual.phases(s.rules, s.clocked)}\nNow: {now}"


# ── what was said ─────────────────────────────────────────────────────────────────────────────────────────────────────


def chat_log(s: State, seat: Seat, which: str) -> str:
    """What the seat heard said in a day and the night after it, line by line."""
    day, first = _day(s, which)
    lines = [f"{n}. {_line(line)}" for n, line in enumerate(talk(s, seat, day), 1)]
    if lines and not 1 <= first <= len(lines):
        raise IllegalAction(f"Day {day} has lines 1 to {len(lines)}.")
    return "\n".join(lines[first - 1 :]) or f"You heard nobody speak on day {day}."


def _line(line: Line) -> str:
    if line.seat is None:
        return as_data(say(Overheard(line.room, line.voice or "somebody", line.text)))
    return as_data(say(Said(line.room, line.seat, line.text, line.to)))


def whispers(s: State, seat: Seat, _: str = "") -> str:
    """Who whispered to whom on which day; and what, where the seat heard it."""
    heard: dict[tuple[int, Seat, Seat], list[str]] = {}
    for line in s.lines_of(seat):
        if line.room == "whisper" and line.seat is not None and line.to is not None:
            heard.setdefault((line.day, line.seat, line.to), []).insert(0, line.text)
    lines = []
    for (day, who, to), times in Counter(s.whispers).items():
        texts = heard.get((day, who, to), [])
        missed = times - len(texts)
        said = [*map(quoted, texts), *(["not heard" if missed == 1 else f"{missed} not heard"] if missed else [])]
        lines.append(f"Day {day}, {mark(who)} to {mark(to)}: {', '.join(said)}")
    return "\n".join(lines) or "Nobody has whispered yet."


def notes(s: State, seat: Seat, _: str = "") -> str:
    """What the seat has written down for itself."""
    own = s.paper(seat, "notebook").text
    return f"Your notebook: {quoted(own)}" if own else "Your notebook is empty."


# ── what was claimed ──────────────────────────────────────────────────────────────────────────────────────────────────


def claims(s: State, seat: Seat, whose: str) -> str:
    """What somebody claimed and when, and which public fact contradicts it; of “all” what they claim to be."""
    everybody = manual.plain(whose) in ("all", "everybody", "everyone")
    view = _as_heard(s, seat)
    made = claims_of(view)
    if everybody:
        made = tuple(each for each in made if each.kind == "role")
    else:
        player = _player(s, whose)
        made = tuple(each for each in made if each.seat == player)
    lines = list(dict.fromkeys(ledger(view, made)))
    if lines:
        return "\n".join(lines)
    return "Nobody has claimed to be anything." if everybody else f"You have heard no claim of {mark(player)}."


def _as_heard(s: State, seat: Seat) -> State:
    """A state with what the seat heard alone; a view is that already."""
    if not any(line.heard for line in s.lines):
        return s
    # Lines of its own, as every view has: what was read in them is remembered by them.
    return altered(s, lines=tuple(replace(line, heard=()) for line in s.lines_of(seat))[::-1])


# ── votes ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


def vote_history(s: State, seat: Seat, _: str = "") -> str:
    """Every trial with everybody's verdict, and the nominations of now."""
    lines = [f"Day {each.day}: {say(each)}" for each in s.sentences]
    if named := lines_of(scene(s, None), "Named"):
        lines.append(f"Named now: {'; '.join(named)}.")
    return "\n".join(lines) or "There was no trial yet."


# ── what can be asked for ─────────────────────────────────────────────────────────────────────────────────────────────


TOOLS: tuple[Tool, ...] = (
    Tool("check_will", "what the dead left", check_will, "a player"),
    Tool("copy_will", "word by word", copy_will, "a player"),
    Tool("lookup_role", "what they are, as far as you know", lookup_role, "a player"),
    Tool("claims", "what was claimed when, and what contradicts it", claims, "a player, or all"),
    Tool("get_role_details", "", lambda s, _, role: manual.role_details(role, s.rules), "a role"),
    Tool("victory_conditions", "", lambda s, _, whose: manual.goals(whose, s.rules), "a role, a side, or draw"),
    Tool(
        "attributes", "what the rules say of it", lambda s, _, what: manual.attribute(what, s.rules),
        "a word of the rules, such as immune",
    ),
    Tool("chat_log", "what you heard", chat_log, "a day (“2 from 15”: from its line 15)"),
    Tool("phases", "", phases),
    Tool("roles_list", "✖: found dead", roles_list),
    Tool("whispers", "", whispers),
    Tool("graveyard", "", graveyard),
    Tool("notes", "your notebook", notes),
    Tool("vote_history", "", vote_history),
)  # fmt: skip
"""What may be looked up; where a name says it, nothing more is said."""
