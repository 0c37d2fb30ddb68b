"""Carries out a command, and makes of whatever goes wrong with the world a sentence and an exit code."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Coroutine
from typing import Any

import typer

from bot.cli.world import Wrong
from bot.surfaces.terminal.keyboard import as_found


def go(job: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """Carries out one command. Raises typer.Exit with its exit code where it is not 0."""
    try:
        with as_found():
            asyncio.run(job())
    except BrokenPipeError:
        sys.stderr.close()  # whoever read our output has left; there is nobody to tell
        raise typer.Exit(1) from None
    except (KeyboardInterrupt, asyncio.CancelledError):
        raise typer.Exit(130) from None
    except Exception as failed:
        wrong = _wrong(failed)
        if wrong is None:
            raise
        typer.echo(str(wrong), err=True)
        raise typer.Exit(wrong.code) from None


def _wrong(failed: Exception) -> Wrong | None:
    """What went wrong, where a sentence tells it; anything else is a mistake in the program."""
    if isinstance(failed, Wrong):
        return failed
    from bot.ports import StoreFailed  # whoever can raise it has paid for it
    from games.core import IllegalAction

    match failed:
        case StoreFailed():
            return Wrong(str(failed), 1)
        case IllegalAction():
            return Wrong(str(failed))
    return None
