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
from collections.abc import Mapping, Sequence
from dataclasses import fields
from datetime import UTC, datetime
from typing import Any, Literal, get_args

from bot.ports import Called, Moved, Saved, story_of
from games import all_games
from games.core import MEANS, Audience, Game, Seat, StoodIn, Told, is_bookkeeping, labelled, named
from games.scene import Sheet, Text
from games.story import Story
from games.wire import dump, dump_told

Format = Literal["json", "csv", "md"]
FORMATS: tuple[Format, ...] = get_args(Format)

COLUMNS = ("n", "audience", "visible", "role", "seat", "speaker", "type", "text", "event")
"""Of a spreadsheet. `role` is the seat of whoever spoke or moved (“player”), `seat` what it is called in this game (“Buyer”). An
event in which several spoke has a row for each, all of its number; the first holds the event."""

SILENCE = "(silence)"


def export(
    saved: Saved, calls: Sequence[Called], moves: Sequence[Moved], format: Format, *, everything: bool = True
) -> str:
    """The game in that format. `everything` is granted only when the game is over. Raises Unreadable."""
    game = all_games()[saved.game]
    story = story_of(saved, game)
    whole = everything and story.outcome is not None
    told = [each for each in saved.log if whole or each.to is None]
    match format:
        case "json":
            return _json(saved, story, told, calls, moves, whole)
        case "csv":
            return _csv(saved, story, told)
        case "md":
            return _markdown(saved, story, told, calls, moves, whole)
    raise ValueError(f"“{format}” is not a format; there are {', '.join(FORMATS)}.")


# ── JSON ──────────────────────────────────────────────────────────────────────────────────────────────────────────────


def _json(
    saved: Saved,
    story: Story[Any],
    told: Sequence[Told],
    calls: Sequence[Called],
    moves: Sequence[Moved],
    whole: bool,
) -> str:
    outcome = story.outcome
    document: dict[str, Any] = {
        "id": saved.id,
        "game": saved.game,
        "version": saved.version,
        "created": saved.created,
        "ended": saved.ended,
        "started_at": _iso(saved.created),
        "ended_at": None if saved.ended is None else _iso(saved.ended),
        "whole": whole,
        "seats": {
            seat: {
                "title": story.game.seat_title(seat),
                "kind": occupant.kind,
                "name": occupant.name,
                "model": occupant.model,
                "persona": occupant.persona,
            }
            for seat, occupant in saved.seats.items()
        },
        "outcome": {"winners": sorted(outcome.winners), "why": outcome.why} if outcome else None,
        "messages": _messages(saved, story.game, told),
        "events": [dump_told(each) for each in told],
    }
    if whole:
        document |= {
            "seed": saved.seed,
            "options": saved.options,
            "moves": [_move(each) for each in moves],
            "calls": [_call(each) for each in calls],
            "tokens": _tokens(calls),
        }
    return json.dumps(document, ensure_ascii=False, indent=1) + "\n"


def _iso(seconds: float) -> str:
    """A time in seconds since 1970 as people and programs read it, in UTC."""
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="milliseconds")


def _messages(saved: Saved, game: Game[Any], told: Sequence[Told]) -> list[dict[str, Any]]:
    """All that was said, in order. `n` is the place of its event among `events`, from 1; several may share one. What something
    else said for whoever sits there is marked so."""
    names = _names(saved)
    before = [None, *(entry.event for entry in told)]
    return [
        {
            "n": n,
            "role": each.seat,
            "name": names.get(each.seat, each.seat),
            "text": named(each.text, names),
            "visible": entry.to is None,
            "stand_in": isinstance(stood := before[n - 1], StoodIn) and stood.seat == each.seat,
        }
        for n, entry in enumerate(told, 1)
        for each in game.speeches(entry.event)
    ]


def _tokens(calls: Sequence[Called]) -> dict[Seat, dict[str, int]]:
    """What the models in each seat read and wrote, and how often they were asked."""
    found: dict[Seat, dict[str, int]] = {}
    for each in calls:
        seat = found.setdefault(each.seat, {"prompt": 0, "answer": 0, "cached": 0, "calls": 0})
        seat["prompt"] += each.call.prompt_tokens
        seat["answer"] += each.call.answer_tokens
        seat["cached"] += each.call.cached_tokens
        seat["calls"] += 1
    return found


def _move(moved: Moved) -> dict[str, Any]:
    """A move without its cause: that may name a press of a person."""
    return {
        "seat": moved.seat,
        "key": moved.key,
        "source": moved.source,
        "seconds": moved.seconds,
        "aside": moved.aside,
        "why": moved.why,
    }


def _call(called: Called) -> dict[str, Any]:
    call = called.call
    return {
        "seat": called.seat,
        "key": called.key,
        "outcome": called.outcome,
        "why": called.why,
        "model": call.model,
        "prompt_hash": call.prompt_hash,
        "prompt_tokens": call.prompt_tokens,
        "cached_tokens": call.cached_tokens,
        "answer_tokens": call.answer_tokens,
        "cost": call.cost,
        "latency": call.latency,
        "reasoning": call.reasoning,
        "answer": call.answer,
    }


# ── CSV ───────────────────────────────────────────────────────────────────────────────────────────────────────────────


def _csv(saved: Saved, story: Story[Any], told: Sequence[Told]) -> str:
    page = io.StringIO()
    rows = csv.writer(page, lineterminator="\r\n")
    rows.writerow(COLUMNS)
    game, public, names = story.game, story.view(None), _names(saved)
    for n, each in enumerate(told, 1):
        told_to = "everyone" if each.to is None else " ".join(sorted(each.to))
        said = [
            (speech.seat, names.get(speech.seat, speech.seat), named(speech.text, names) or SILENCE)
            for speech in game.speeches(each.event)
        ]
        mover = Seat(str(getattr(each.event, "seat", "")))
        for at, (seat, who, text) in enumerate(said or [(mover, "", _sentence(saved, game, each))]):
            role = (seat, game.part(public, seat) or game.seat_title(seat)) if seat in saved.seats else ("", "")
            event = "" if at else dump(each.event)
            row = (
                str(n),
                told_to,
                "yes" if each.to is None else "no",
                *role,
                who,
                type(each.event).__name__,
                text,
                event,
            )
            rows.writerow(map(_harmless, row))
    return page.getvalue()


def _harmless(cell: str) -> str:
    """A cell that no spreadsheet takes for a formula: people and models choose words and names."""
    return f"'{cell}" if cell.lstrip(" ")[:1] in ("=", "+", "-", "@", "\t", "\r", "\n") else cell


# ── Markdown ──────────────────────────────────────────────────────────────────────────────────────────────────────────

_MARKUP = re.compile(r"([\\`*_{}\[\]<>#|~@])")


def _markdown(
    saved: Saved,
    story: Story[Any],
    told: Sequence[Told],
    calls: Sequence[Called],
    moves: Sequence[Moved],
    whole: bool,
) -> str:
    game, outcome = story.game, story.outcome
    lines = [
        f"# {_plainly(named(game.scene(story.view(None), None).title, _names(saved)))}",
        "",
        _plainly(named(outcome.why, _names(saved)))
        if outcome
        else "The game goes on; this is what everyone has heard.",
    ]
    lines += ["", "## At the table", ""]
    for seat, occupant in saved.seats.items():
        won = " – won" if outcome and seat in outcome.winners else ""
        kind = "" if occupant.kind == "person" else f", {_plainly(occupant.model) or occupant.kind}"
        lines.append(f"- {game.seat_title(seat)}: {_plainly(occupant.name)}{kind}{won}")
    lines += ["", "## What happened", ""]
    for n, each in enumerate((each for each in told if not is_bookkeeping(game, each)), 1):
        said = [f"**{_plainly(who)}:**{_quoted(text)}" for who, text in _said(saved, game, each)]
        first, *rest = "\n\n".join(said or [_in_lines(_sentence(saved, game, each))]).split("\n")
        # What belongs to one number is indented as far as its text.
        indent = " " * (len(str(n)) + 2)
        aside = _meant(saved, getattr(each.event, MEANS, None)) + _aside(saved, game, each.to)
        quotes = bool(rest) and rest[-1].startswith(">")
        page = "\n".join([f"{n}. {first}{aside if quotes else ''}", *(f"{indent}{line}".rstrip() for line in rest)])
        lines.append(page if quotes else page + aside)
    if whole:
        lines += _sheets(game.scene(story.view(None), None).sheets, _names(saved))
    thoughts = [each for each in moves if each.aside] if whole else []
    if thoughts:
        lines += ["", "## What they thought", ""]
        lines += [f"- {game.seat_title(each.seat)} ({each.key}): {_plainly(each.aside)}" for each in thoughts]
    if whole and calls:
        lines += ["", _bill(calls)]
    return "\n".join(lines) + "\n"


def _sheets(sheets: Sequence[Sheet], names: Mapping[Seat, str]) -> list[str]:
    """What there is to look up at the end: a section each, a list under each heading."""
    lines: list[str] = []
    for sheet in sheets:
        lines += ["", f"## {_plainly(sheet.label)}"]
        for block in sheet.blocks:
            if isinstance(block, Text):
                lines += ["", _plainly(named(block.text, names))]
            else:
                lines += ["", f"**{_plainly(block.title)}**", ""]
                lines += [f"- {_plainly(named(line, names))}" for line in block.lines]
    return lines


def _meant(saved: Saved, means: Any) -> str:
    """What somebody's words were taken for, by the fields of each record that say something; those of several papers in turn."""
    names, claimed = _names(saved), []
    for claim in (each for one in means or () for each in (one if isinstance(one, tuple) else (one,) if one else ())):
        told = (
            (each.name, getattr(claim, each.name))
            for each in fields(claim)
            if getattr(claim, each.name) != each.default
        )
        claimed.append(", ".join(f"{name} {labelled(str(value), names)}" for name, value in told))
    return f" *(meaning {_plainly('; '.join(claimed))})*" if claimed else ""


def _aside(saved: Saved, game: Game[Any], to: Audience) -> str:
    """Who was told, if not everybody: of those who sit there, and not of the ears that rooms listen with."""
    if to is None:
        return ""
    seated = ", ".join(game.seat_title(seat) for seat in sorted(to) if seat in saved.seats)
    return f" *(told to {seated or 'nobody at the table'})*"


def _bill(calls: Sequence[Called]) -> str:
    spent = sum(each.call.prompt_tokens + each.call.answer_tokens for each in calls)
    prices = [each.call.cost for each in calls]
    cost = "" if None in prices else f", {sum(price or 0.0 for price in prices):.4f} US dollars"
    return f"Models were asked {len(calls)} times: {spent} tokens{cost}."


def _plainly(text: str) -> str:
    """Text on one line that Markdown leaves as it is."""
    return _MARKUP.sub(r"\\\1", " ".join(text.split()))


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


# ── both ──────────────────────────────────────────────────────────────────────────────────────────────────────────────


def _said(saved: Saved, game: Game[Any], told: Told) -> list[tuple[str, str]]:
    """Who said what in an event, if it is talk."""
    names = _names(saved)
    return [(names.get(each.seat, each.seat), named(each.text, names) or SILENCE) for each in game.speeches(told.event)]


def _sentence(saved: Saved, game: Game[Any], told: Told) -> str:
    return named(game.say(told.event), _names(saved))


def _names(saved: Saved) -> dict[Seat, str]:
    return {seat: occupant.name for seat, occupant in saved.seats.items()}
