"""A prompt of a game's own: sent as the game wrote it, and answered in the way that the game reads.

The house adds names for the {seat} marks, sentences about earlier tries, and a limit: where a prompt would be longer than its
model takes, the turns that were answered longest ago are left out. What a model thinks aloud before it answers never reaches
the game: where nobody can tell where the thinking ends, there is no answer.

Errors: `BadAnswer` is one sentence for the model, which may try again.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import zip_longest

from bot.players.briefing import fill, left_out_of, one_line, template, told_apart
from bot.players.completions import CUT_OFF, EMPTY, BadAnswer, Message, Sent, merged
from bot.players.thoughts import without_thoughts
from bot.players.version import version_of
from bot.ports import Brief, Move
from games.core import IllegalAction, Prompt, Seat, escape, named

LONGEST_NAME = 32


def dictated(prompt: Prompt, brief: Brief, longest: int) -> Sent[Move]:
    """The prompt as it is sent, in `longest` characters if that can be."""
    names = plain_names(brief)
    told: list[Message] = [(role, named(text, names)) for role, text in prompt.turns]
    refusals = [one_line(named(refusal, names)) for refusal in brief.refusals]
    turns = merged(_again(told, refusals, brief.drafts))
    system = named(f"{prompt.system}\n\n{prompt.own}".strip(), names)
    kept = shortened(turns, longest - len(system))
    return Sent(
        system,
        kept,
        lambda text, cut_off: read(prompt, brief, text, cut_off),
        prompt.shape,
        json=False,
        blank=prompt.blank,
        tokens=prompt.tokens,
        temperature=prompt.temperature,
        payer=brief.payer,
        version=version_of(brief.game),
    )


def in_character(prompt: Prompt, voice: str) -> Prompt:
    """The prompt with how somebody of such a character talks, where it has room for one."""
    if not (prompt.persona and voice):
        return prompt
    (page,) = template("character", 1)
    return replace(prompt, own=f"{prompt.own}\n\n{fill(page, voice=escape(voice))}".strip())


def _again(turns: Sequence[Message], refusals: Sequence[str], drafts: Sequence[str]) -> list[Message]:
    """The turns with earlier tries, and what was wrong with each, behind the last that the model was told."""
    at = max((n for n, (role, _) in enumerate(turns, 1) if role == "user"), default=len(turns))
    tries: list[Message] = []
    for refusal, draft in zip_longest(refusals, drafts[: len(refusals)], fillvalue=""):
        tries += [("assistant", draft), ("user", refusal)] if draft else [("user", refusal)]
    return [*turns[:at], *tries, *turns[at:]]


def shortened(turns: Sequence[Message], room: int) -> tuple[Message, ...]:
    """The turns in `room` characters if that can be: pairs of told and answered go, the oldest but the first of them first.
    How much goes grows in steps of a quarter of the room, so that the prompt's beginning stays the same for some time."""
    first, rest = list(turns[:2]), list(turns[2:])
    excess = left_out_of(sum(len(text) for _, text in turns), room)
    while excess > 0 and len(rest) > 2:
        excess -= sum(len(text) for _, text in rest[:2])
        del rest[:2]
    return (*first, *rest)


# ── names ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


def plain_names(brief: Brief) -> dict[Seat, str]:
    """Who sits where, by names of letters, digits, spaces, dots, hyphens and apostrophes alone: no tag or bracket that a
    game's protocol may use can be part of one. Two that are alike are told apart by their seats."""
    plain = {seat: _plain(name) or brief.game.shows.seat_title(seat) for seat, name in brief.names.items()}
    return told_apart(plain, brief.game)


def _plain(name: str) -> str:
    return " ".join(re.sub(r"[^\w .'’-]", "", one_line(name))[:LONGEST_NAME].split())


def as_the_table_knows(text: str, brief: Brief) -> str:
    """What a model wrote, with the names as the table knows them."""
    plain = plain_names(brief)
    known = {plain[seat]: name for seat, name in brief.names.items() if plain[seat] != name}
    if not known:
        return text
    longest_first = "|".join(re.escape(each) for each in sorted(known, key=len, reverse=True))
    return re.sub(rf"(?<!\w)(?:{longest_first})(?!\w)", lambda found: known[found[0]], text)


# ── answers ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def read(prompt: Prompt, brief: Brief, text: str, cut_off: bool) -> Move:
    """The answer that the game makes of what a model wrote, and what it thought aloud before. Raises BadAnswer."""
    if cut_off and (prompt.whole or not text.strip()):
        raise BadAnswer(CUT_OFF)
    answer, thoughts = without_thoughts(as_far(text) if cut_off else text)
    if not answer and not prompt.blank:
        raise BadAnswer(EMPTY)
    try:
        return Move(prompt.key, prompt.read(as_the_table_knows(answer, brief)), thoughts)
    except IllegalAction as refusal:
        raise BadAnswer(str(refusal)) from None


def as_far(text: str) -> str:
    """What of an answer that was cut off stands whole: up to the end of its last sentence or line."""
    ends = [found.end() for found in _SENTENCE.finditer(text)]
    return text[: ends[-1]].rstrip() if ends else text


_SENTENCE = re.compile(r"[.!?…。！？][\"'”’»*_)\]]*(?=\s)|\n")
