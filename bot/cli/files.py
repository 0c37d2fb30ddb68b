"""Files that a command reads or writes."""

from __future__ import annotations

import asyncio
from pathlib import Path

import typer

from bot.cli.world import Wrong


def read_text(file: Path) -> str:
    """A file's text. Wrong says why there is none."""
    try:
        return file.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise Wrong(f"“{file}” cannot be read: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise Wrong(f"“{file}” cannot be read: it has to be a text file in UTF-8.") from None


async def write(file: Path, written: str | bytes, quiet: bool = False) -> None:
    """Writes a file and says so: on standard output, or where that has to stay `quiet`, on standard error."""
    try:
        await asyncio.to_thread(file.write_bytes, written.encode() if isinstance(written, str) else written)
    except OSError as error:
        raise Wrong(f"“{file}” cannot be written: {error.strerror}.", 1) from None
    typer.echo(f"Written to {file}.", err=quiet)
