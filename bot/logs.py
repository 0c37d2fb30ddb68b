"""What the log says, and how: for people at a terminal, or as JSON, a line each, for programs that collect logs.

Everybody writes to `logging`, and begins with what it is about: “game %s …”, “table %s: …”. Here each line gets its time, its
level, and that game's id as a field of its own, and whatever else was written in `extra`.
"""

from __future__ import annotations

import logging
import re
import sys
import traceback
from collections.abc import MutableMapping
from typing import IO, Any, Literal, TextIO

import structlog

Format = Literal["console", "json"]

QUIET = {
    "aiosqlite": logging.WARNING,
    "asyncio": logging.WARNING,
    "discord.client": logging.WARNING,
    "httpcore2": logging.WARNING,
    "httpx2": logging.WARNING,
    "httpx": logging.WARNING,
    "matplotlib": logging.WARNING,
    "openai": logging.WARNING,
    "PIL": logging.WARNING,
    # It would log every page that it sends, whole: a log is no place for what a seat alone was told.
    "sse_starlette": logging.WARNING,
    "uvicorn": logging.WARNING,
}
"""Libraries that tell of every request, or of all that they do."""

ABOUT = {"game": "game", "table": "game", "lobby": "game"}
"""A line that begins with one of these words and a “%s” is about the game of that id; a lobby and its game share theirs."""

CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]+")
"""What ends a line somewhere, or is obeyed by what shows it."""

Line = MutableMapping[str, Any]


def speak(level: int, how: Format = "console", stream: IO[str] | None = None) -> None:
    """Writes the log of everything in this process to `stream` (standard error), from this level on."""
    out = stream or sys.stderr
    root = logging.getLogger()
    root.setLevel(level)
    for handler in [each for each in root.handlers if getattr(each, "ours", False)]:
        root.removeHandler(handler)
    handler = logging.StreamHandler(out)
    handler.setFormatter(_formatter(how, out.isatty()))
    handler.ours = True  # type: ignore[attr-defined]
    root.addHandler(handler)
    for name, least in QUIET.items():
        logging.getLogger(name).setLevel(max(level, least))


def _formatter(how: Format, terminal: bool) -> structlog.stdlib.ProcessorFormatter:
    drawn: list[Any]
    more: list[Any] = []  # a sentence tells people what a program reads as fields
    if how == "json":
        more = [about, structlog.stdlib.ExtraAdder(), unrepeated]
        drawn = [
            structlog.processors.format_exc_info,
            structlog.processors.JSONRenderer(ensure_ascii=False),
            in_one_line,
        ]
    else:
        drawn = [structlog.dev.ConsoleRenderer(colors=terminal, pad_event_to=0, exception_formatter=set_off)]
    return structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=[
            *more,
            structlog.stdlib.add_log_level,
            structlog.stdlib.add_logger_name,
            hushed,
            tamed,
            structlog.processors.TimeStamper(fmt="iso" if how == "json" else "%Y-%m-%d %H:%M:%S", utc=how == "json"),
        ],
        processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, *drawn],
    )


def about(logger: Any, method: str, line: Line) -> Line:
    """Which game the line is about, as a field."""
    word, _, rest = str(line["_record"].msg).partition(" ")
    if word in ABOUT and rest.startswith("%s"):
        line[ABOUT[word]] = re.split(r"\W", line["event"].partition(" ")[2], maxsplit=1)[0]
    return line


def unrepeated(logger: Any, method: str, line: Line) -> Line:
    """Without what another handler has noted in the record."""
    line.pop("message", None)
    line.pop("asctime", None)
    return line


def tamed(logger: Any, method: str, line: Line) -> Line:
    """Without characters that a terminal would obey, and in one line, whatever somebody is called."""
    line["event"] = CONTROL.sub(" ", line["event"])
    return line


def in_one_line(logger: Any, method: str, line: str) -> str:
    """A line of JSON in which nothing that some program takes for the end of a line stands as itself."""
    return CONTROL.sub(lambda found: "".join(f"\\u{ord(each):04x}" for each in found[0]), line)


def set_off(out: TextIO, broke: structlog.typing.ExcInfo) -> None:
    """How something broke, each line of it a little to the right: what stands in an error may be anybody's words, and none of
    them begin a line of the log."""
    told = "".join(traceback.format_exception(*broke))
    out.write("\n".join(f"    {CONTROL.sub(' ', line)}" for line in told.rstrip("\n").split("\n")))


def hushed(logger: Any, method: str, line: Line) -> Line:
    """What discord.py says of a connection that it makes anew by itself is one line, and no error of ours."""
    if line["logger"].startswith("discord.") and line["event"].startswith("Attempting a reconnect"):
        _, cause, _ = line.pop("exc_info", None) or (None, None, None)
        line["event"] = f"The connection to Discord broke ({type(cause).__name__}); trying again"
        line["level"] = "warning"
    return line
