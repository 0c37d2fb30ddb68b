"""A game as a file to keep: JSON for programs, CSV for spreadsheets, Markdown for people.

A game that is over is told whole: what each seat was told, how every move came in, what models cost and thought. A game
that still runs shows what everybody has heard, and nothing more: no seed, no options (they may hold the board's key), no
moves. People's ids are in no export; their names are.
"""

from __future__ import annotations

import csv
import io
import json
import re
import unicodedata
from collections.abc import Sequence
from dataclasses import asdict, fields
from datetime import UTC, datetime
from typing import Any, Literal, get_args

from bot.ports import Call, Called, Moved, Saved, cost_of, story_of
from games.core import MEANS, Audience, Game, Seat, StoodIn, Told, is_bookkeeping, labelled, named, tidy
from games.scene import Sheet, Text
from games.wire import dump, dump_told

Format = Literal["json", "csv", "md"]
FORMATS: tuple[Format, ...] = get_args(Format)

COLUMNS = ("n", "audience", "visible", "role", "seat", "speaker", "type", "text", "event", "game")
"""Of a spreadsheet. `role` is the seat of whoever spoke or moved (“player”), `seat` what it is called in this game (“Buyer”). An
event in which several spoke has a row for each, all of its number; the first holds the event."""

SILENCE = "(silence)"


def export(
    game: Game[Any],
    saved: Saved,
    calls: Sequence[Called],
    moves: Sequence[Moved],
    format: Format,
    *,
    everything: bool = True,
) -> str:
    """The stored game in that format. `everything` is granted only when it is over. Raises Unreadable."""
    page = _Page(game, saved, calls, moves, everything)
    return {"json": page.json, "csv": page.csv, "md": page.markdown}[format]()


class _Page:
    """What of a stored game may be told, and how it is put in each format."""

    def __init__(
        self, game: Game[Any], saved: Saved, calls: Sequence[Called], moves: Sequence[Moved], everything: bool
    ) -> None:
        self.game, self.saved, self.calls, self.moves = game, saved, calls, moves
        self.story = story_of(saved, game)
        self.whole = whole = everything and self.story.outcome is not None
        self.told = [each for each in saved.log if whole or each.to is None]
        self.names = {seat: occupant.name for seat, occupant in saved.seats.items()}

    def said(self, told: Told) -> list[tuple[Seat, str, str]]:
        """Who said what in an event, if it is talk: their seats, names and words."""
        return [
            (each.seat, self.names.get(each.seat, each.seat), named(each.text, self.names))
            for each in self.game.talks.speeches(told.event)
        ]

    def sentence(self, told: Told) -> str:
        return named(self.game.shows.say(told.event), self.names)

    # ── JSON ──

    def json(self) -> str:
        saved, outcome = self.saved, self.story.outcome
        document: dict[str, Any] = {
            "id": saved.id,
            "game": saved.game,
            "version": saved.version,
            "created": saved.created,
            "ended": saved.ended,
            "started_at": _iso(saved.created),
            "ended_at": None if saved.ended is None else _iso(saved.ended),
            "whole": self.whole,
            "seats": {
                seat: {"title": self.game.shows.seat_title(seat)}
                | {name: getattr(occupant, name) for name in ("kind", "name", "model", "persona")}
                for seat, occupant in saved.seats.items()
            },
            "outcome": {"winners": sorted(outcome.winners), "why": outcome.why} if outcome else None,
            "messages": self.messages(),
            "events": [dump_told(each) for each in self.told],
        }
        if self.whole:
            document |= {
                "seed": saved.seed,
                "options": saved.options,
                # A move without its cause: that may name a press of a person.
                "moves": [_without(asdict(each), "cause", "after") for each in self.moves],
                "calls": [
                    _without(asdict(each), "call") | _without(asdict(each.call), "ticket") for each in self.calls
                ],
                "models": self.models(),
                "tokens": self.tokens(),
            }
        return json.dumps(document, ensure_ascii=False, indent=1) + "\n"

    def messages(self) -> list[dict[str, Any]]:
        """All that was said, in order. `n` is the place of its event among `events`, from 1; several may share one. What
        something else said for whoever sits there is marked so."""
        before = [None, *(entry.event for entry in self.told)]
        return [
            {
                "n": n,
                "role": seat,
                "name": who,
                "text": text,
                "visible": entry.to is None,
                "stand_in": isinstance(stood := before[n - 1], StoodIn) and stood.seat == seat,
            }
            for n, entry in enumerate(self.told, 1)
            for seat, who, text in self.said(entry)
        ]

    def models(self) -> list[dict[str, Any]]:
        """Which models were asked, at which host and with which version of the prompts, and what they came to; a game that was
        played on with others has them all. A cost that nobody knows is null."""
        found: dict[tuple[str, str, str], list[Call]] = {}
        for call in (each.call for each in self.calls):
            found.setdefault((call.model, call.host, call.prompts), []).append(call)
        return [
            {"model": model, "host": host, "prompts": prompts, "calls": len(calls), "cost": cost_of(calls)}
            | {"estimated": sum(each.estimated for each in calls)}
            for (model, host, prompts), calls in found.items()
        ]

    def tokens(self) -> dict[Seat, dict[str, int]]:
        """What the models in each seat read and wrote, and how often they were asked."""
        found: dict[Seat, dict[str, int]] = {}
        for each in self.calls:
            seat = found.setdefault(each.seat, {"prompt": 0, "answer": 0, "cached": 0, "calls": 0})
            seat["prompt"] += each.call.prompt_tokens
            seat["answer"] += each.call.answer_tokens
            seat["cached"] += each.call.cached_tokens
            seat["calls"] += 1
        return found

    # ── CSV ──

    def csv(self) -> str:
        page = io.StringIO()
        rows = csv.writer(page, lineterminator="\r\n")
        rows.writerow(COLUMNS)
        game, public, seats = self.game, self.story.view(None), self.saved.seats
        for n, each in enumerate(self.told, 1):
            told_to = "everyone" if each.to is None else " ".join(sorted(each.to))
            visible, kind = "yes" if each.to is None else "no", type(each.event).__name__
            mover = Seat(str(getattr(each.event, "seat", "")))
            said = [(seat, who, text or SILENCE) for seat, who, text in self.said(each)]
            for at, (seat, who, text) in enumerate(said or [(mover, "", self.sentence(each))]):
                role = (
                    (seat, game.shows.part(public, seat) or game.shows.seat_title(seat)) if seat in seats else ("", "")
                )
                event = "" if at else dump(each.event)
                rows.writerow(map(_harmless, (str(n), told_to, visible, *role, who, kind, text, event, self.saved.id)))
        return page.getvalue()

    # ── Markdown ──

    def markdown(self) -> str:
        game, outcome, scene = self.game, self.story.outcome, self.game.shows.scene(self.story.view(None), None)
        why = named(outcome.why, self.names) if outcome else "The game goes on; this is what everyone has heard."
        lines = [f"# {_plainly(named(scene.title, self.names))}", "", _plainly(why), "", "## At the table", ""]
        for seat, occupant in self.saved.seats.items():
            won = " – won" if outcome and seat in outcome.winners else ""
            kind = "" if occupant.kind == "person" else f", {_plainly(occupant.model) or occupant.kind}"
            lines.append(f"- {game.shows.seat_title(seat)}: {_plainly(occupant.name)}{kind}{won}")
        lines += ["", "## What happened", ""]
        news = [each for each in self.told if not is_bookkeeping(game, each)]
        lines += [self.happened(n, each) for n, each in enumerate(news, 1)]
        if self.whole:
            for sheet in scene.sheets:
                lines += self.sheet(sheet)
            if thoughts := [each for each in self.moves if each.aside and each.seat in self.saved.seats]:
                lines += ["", "## What they thought", ""]
                lines += [
                    f"- {game.shows.seat_title(each.seat)} ({each.key}): {_plainly(each.aside)}" for each in thoughts
                ]
            if self.calls:
                lines += ["", _bill(self.calls)]
        # By it a file is known again, when somebody in it wants to be forgotten.
        return "\n".join((*lines, "", f"Game {_plainly(self.saved.id)}")) + "\n"

    def happened(self, n: int, told: Told) -> str:
        """An event as one item of a list."""
        said = [f"**{_plainly(who)}:**{_quoted(text or SILENCE)}" for _, who, text in self.said(told)]
        first, *rest = "\n\n".join(said or [_in_lines(self.sentence(told))]).split("\n")
        # What belongs to one number is indented as far as its text.
        indent = " " * (len(str(n)) + 2)
        aside = self.meant(getattr(told.event, MEANS, None)) + self.told_to(told.to)
        quotes = bool(rest) and rest[-1].startswith(">")
        page = "\n".join([f"{n}. {first}{aside if quotes else ''}", *(f"{indent}{line}".rstrip() for line in rest)])
        return page if quotes else page + aside

    def sheet(self, sheet: Sheet) -> list[str]:
        """Something to look up at the end: a section, with a list under each heading."""
        lines = ["", f"## {_plainly(sheet.label)}"]
        for block in sheet.blocks:
            if isinstance(block, Text):
                lines += ["", _plainly(named(block.text, self.names))]
            else:
                lines += ["", f"**{_plainly(block.title)}**", ""]
                lines += [f"- {_plainly(named(line, self.names))}" for line in block.lines]
        return lines

    def meant(self, means: Any) -> str:
        """What somebody's words were taken for, by the fields of each record that say something; those of several papers in
        turn."""
        claims = [each for one in means or () for each in (one if isinstance(one, tuple) else (one,) if one else ())]
        claimed = [
            ", ".join(
                f"{each.name} {labelled(str(value), self.names)}"
                for each in fields(claim)
                if (value := getattr(claim, each.name)) != each.default
            )
            for claim in claims
        ]
        return f" *(meaning {_plainly('; '.join(claimed))})*" if claimed else ""

    def told_to(self, to: Audience) -> str:
        """Who was told, if not everybody: of those who sit there, and not of the ears that rooms listen with."""
        if to is None:
            return ""
        seated = ", ".join(self.game.shows.seat_title(seat) for seat in sorted(to) if seat in self.names)
        return f" *(told to {seated or 'nobody at the table'})*"


def _without(values: dict[str, Any], *names: str) -> dict[str, Any]:
    return {name: value for name, value in values.items() if name not in names}


def _iso(seconds: float) -> str:
    """A time in seconds since 1970 as people and programs read it, in UTC."""
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="milliseconds")


def _harmless(cell: str) -> str:
    """A cell that no spreadsheet takes for a formula, however wide its sign or its spaces: people and models choose words and names."""
    begins = unicodedata.normalize("NFKC", cell).lstrip(" \u200b\u2060\ufeff")[:1]
    return f"'{cell}" if begins in ("=", "+", "-", "@", "\t", "\r", "\n", "\u2212") else cell


_MARKUP = re.compile(r"([\\`*_{}\[\]<>#|~@])")
_LINK = re.compile(r"(?i)[a-z]:(?=//)|\b(?:mailto|xmpp):|\bwww\.")
"""What viewers make a link of by themselves ends with a sign that can be escaped; of an address of mail they do so even then, so that
a gap stands in it."""

_GAP = "\u200b"


def _bill(calls: Sequence[Called]) -> str:
    spent = sum(each.call.prompt_tokens + each.call.answer_tokens for each in calls)
    paid = cost_of(each.call for each in calls)
    cost = "" if paid is None else f", {paid:.4f} US dollars"
    which = dict.fromkeys(f"{_plainly(e.call.model)}{f' at {e.call.host}' if e.call.host else ''}" for e in calls)
    return f"Models were asked {len(calls)} times ({', '.join(which)}): {spent} tokens{cost}."


def _plainly(text: str) -> str:
    """Text on one line that Markdown leaves as it is, and that nothing makes a link of."""
    plain = _MARKUP.sub(r"\\\1", tidy(text))
    return _LINK.sub(lambda found: found[0][:-1] + "\\" + found[0][-1], plain).replace("\\@", f"\\@{_GAP}")


def _quoted(text: str) -> str:
    """What was said, beside who said it; what was written in lines below, each line a quotation."""
    first, line_break, _ = text.partition("\n")
    return "\n\n" + _as_quotation(text) if line_break else f" {_plainly(first)}"


def _in_lines(text: str) -> str:
    """A sentence; one that goes on in more lines has them quoted below."""
    first, line_break, rest = text.partition("\n")
    return f"{_plainly(first)}\n\n{_as_quotation(rest)}" if line_break else _plainly(first)


def _as_quotation(text: str) -> str:
    """Lines that Markdown leaves as they are, each of them quoted and none run into the next."""
    return "\n".join(f"> {_AT_START.sub(_escaped, _plainly(line))}\\" for line in text.split("\n")).removesuffix("\\")


_AT_START = re.compile(r"^([-+=]+|\d+(?=[.)]))([.)]?)(?=\s|$)")


def _escaped(found: re.Match[str]) -> str:
    return f"{found[1]}\\{found[2]}" if found[2] else f"\\{found[1]}"
