"""Lines that somebody types, read beside everything else that happens, with the terminal left as it was found."""

from __future__ import annotations

import asyncio
import contextlib
import sys
import threading
from collections.abc import Callable, Iterator
from typing import Protocol


class Lines(Protocol):
    """Where typed lines come from. One is read at a time."""

    def ask(self, prompt: str) -> asyncio.Future[str]:
        """The next line, without its end; EOFError when there will be none."""
        ...

    def again(self, prompt: str) -> None:
        """Shows the prompt once more, with what has been typed so far: something was printed over it."""
        ...


class Keyboard:
    """Standard input. A thread of its own waits for each line, so that the table goes on meanwhile."""

    def __init__(self) -> None:
        self._editor = _editor() if sys.stdin.isatty() else None
        self._typed = b""

    def ask(self, prompt: str) -> asyncio.Future[str]:
        loop = asyncio.get_running_loop()
        line: asyncio.Future[str] = loop.create_future()

        def settle(read: Callable[[str], str]) -> None:
            try:
                text = read(prompt)
            except (EOFError, OSError, ValueError):
                _later(loop, line, lambda: line.set_exception(EOFError()))
            else:
                _later(loop, line, lambda: line.set_result(text))

        # A daemon: a line that nobody finishes must not keep the process from ending.
        threading.Thread(target=settle, args=(input if sys.stdin.isatty() else self._plain,), daemon=True).start()
        return line

    def again(self, prompt: str) -> None:
        typed = self._editor() if self._editor else ""
        sys.stdout.write(prompt + typed)
        sys.stdout.flush()

    def _plain(self, prompt: str) -> str:
        """A line of a pipe or file. Unbuffered, so that a thread waiting in it holds no lock when the process ends."""
        sys.stdout.write(prompt)
        sys.stdout.flush()
        with open(sys.stdin.fileno(), "rb", buffering=0, closefd=False) as pipe:
            line = pipe.readline()
        sys.stdout.write("\n")
        if not line:
            raise EOFError
        return line.decode(sys.stdin.encoding or "utf-8", "replace").rstrip("\r\n")


def _later(loop: asyncio.AbstractEventLoop, line: asyncio.Future[str], settle: Callable[[], None]) -> None:
    """Settles `line` in its loop, if both are still there."""
    with contextlib.suppress(RuntimeError):
        loop.call_soon_threadsafe(lambda: None if line.done() else settle())


def _editor() -> Callable[[], str] | None:
    """Line editing where the system has it; returns what says how much has been typed."""
    try:
        import readline
    except ImportError:
        return None
    return readline.get_line_buffer


@contextlib.contextmanager
def as_found() -> Iterator[None]:
    """Puts the terminal back as it was, also when a line was left half typed."""
    try:
        import termios
    except ImportError:
        yield
        return
    typed = sys.stdin is not None and not sys.stdin.closed and sys.stdin.isatty()  # a service may have none at all
    before = termios.tcgetattr(sys.stdin.fileno()) if typed else None
    try:
        yield
    finally:
        if before is not None:
            termios.tcsetattr(sys.stdin.fileno(), termios.TCSANOW, before)
