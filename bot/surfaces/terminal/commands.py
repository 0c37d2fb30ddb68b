"""What may be typed at any time, besides answers: rules or what they say about something, log, board, who, help, quit, and whatever there
is to look up."""

from __future__ import annotations

import re

from rich.markdown import Markdown

from bot.surfaces.manual import looked_up, preface, sections
from bot.surfaces.terminal.answers import Desk
from bot.surfaces.terminal.hearing import Hearing, says_only_who
from bot.surfaces.terminal.page import Page
from games.scene import Sheet

OTHERWISE = {"?": "help", "h": "help", "exit": "quit", "q": "quit", "table": "board", "look": "board"}
"""What else may be typed for a command."""

IN_A_SENTENCE = "To say just such a word, put it into a sentence."


_ASKED = re.compile(r"(rules|about|help|\?)(?: +|(?<=\?))(?:of +|a +|an +|the +)?(.+?)[?. ]*")
"""A command with what it asks about: “rules of the night”, “about sheriff”, “? jailor”."""


class Left(Exception):
    """The person has left the table."""


def sheet_called(hearing: Hearing, line: str) -> Sheet | None:
    """What a line asks to look up."""
    word = _word(line)
    return next((each for each in hearing.scene.sheets if each.label.casefold() == word), None)


def obeyed(hearing: Hearing, page: Page, desk: Desk, line: str, enter: str = "") -> bool:
    """Carries out a command, or shows a sheet by its label; False where a line is neither. `enter` is what an empty one does."""
    word, table = _word(line), hearing.table
    asked = _ASKED.fullmatch(word)
    match OTHERWISE.get(word, word):
        case "quit":
            raise Left
        case "rules all":
            _here(hearing, page)
            page.console.print(Markdown(hearing.game.manual()))
        case "rules":
            _rules(hearing, page)
        case "log":
            for told in table.log[: hearing.cursor or None]:
                # a day's talk has many that say only who spoke
                if told.heard_by(hearing.ear) and not (hearing.game.shows.feed and says_only_who(told.event)):
                    page.say(told.event)
        case "who":
            for seat in table.order:
                occupant = table.seats[seat]
                kind = occupant.kind.replace("built-in", "built-in player")
                who = f"{occupant.name}{' (you)' if seat == hearing.you else ''}"
                look = page.look(occupant)
                about = f". {look.of(occupant.name)}" if look and look.about else ""
                page.print(f"  {hearing.game.shows.seat_title(seat)}: {who}, {kind}{about}")
        case "board":
            page.show(hearing.scene)
        case "help":
            _help(hearing, page, desk, enter)
        case _ if (sheet := sheet_called(hearing, line)) is not None:
            page.console.print(page.painter.sheet(sheet))
        case _ if asked and (section := looked_up(hearing.game.manual(), asked[2])) is not None:
            page.console.print(Markdown(section))
        case _ if asked and desk.says is not None and (asked[1] == "?" or " " not in asked[2]):
            # else a slip in “about sheriff” would be said to everybody
            page.print(f"The rules have nothing that is called “{asked[2]}”. {IN_A_SENTENCE}", "italic")
        case _:
            return False
    return True


def _here(hearing: Hearing, page: Page) -> None:
    """What is special at this table."""
    for each in hearing.game.shows.about(hearing.table.view(None)).splitlines():
        page.print(hearing.table.named(each))


def _rules(hearing: Hearing, page: Page) -> None:
    """What is special here, how the rules begin, and which sections there are."""
    manual = hearing.game.manual()
    _here(hearing, page)
    page.console.print(Markdown(preface(manual)))
    if titles := [title.casefold() for title in sections(manual)]:
        page.console.print()
        page.print(f"Sections: {' · '.join(titles)}.", "bold")
        page.print(f"Type rules and one of them, such as “rules {titles[0]}”; or “rules all”.")


def _help(hearing: Hearing, page: Page, desk: Desk, enter: str) -> None:
    page.print("Now you can type:")
    for hint, about in (desk.explained() | desk.corrections).items():
        page.print(f"  {hint}: {about}" if about else f"  {hint}")
    for value, of in desk.meanings.items():
        page.print(f"    {value}: {of}")
    if enter:
        page.print(f"  Enter: {enter}")
    page.print(
        "At any time: rules, about … (whatever the rules name), log, board, who, ? (this help), quit (the game is saved)."
    )
    if sheets := hearing.scene.sheets:
        page.print(f"To look up: {', '.join(each.label.casefold() for each in sheets)}.")
    if desk.says is not None:
        page.print(IN_A_SENTENCE, "dim")
    elif desk.cards:
        page.print("Where a card has such a name, put a slash before the command: /log.", "dim")


def _word(line: str) -> str:
    return line.removeprefix("/").casefold()
