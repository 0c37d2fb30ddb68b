"""Serves the browser surface from the bot's own loop, beside whatever else runs there."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import socket
from collections import Counter
from collections.abc import Callable
from typing import ClassVar

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from bot.hall import Hall
from bot.surfaces.web.app import make_app
from bot.surfaces.web.config import WebConfig, is_loopback, mistakes
from bot.surfaces.web.guard import network_of

# It would log every page that it sends, whole: a log is no place for what a seat alone was told.
logging.getLogger("sse_starlette").setLevel(logging.WARNING)

SLOWEST_HEAD = 10.0
"""Seconds in which a connection says what it wants."""

MOST_OF_ONE = 400
"""Connections that one network may have open: else whoever does nothing but open them would keep everybody out."""

SLOWEST_READER = 20.0
"""Seconds that an answer waits for whoever does not read on; a page comes back by itself."""


class Taken(Exception):
    """The address cannot be listened at: a sentence."""


def bound(config: WebConfig) -> socket.socket:
    """A socket at the address. Taken says why there is none: also where others would get in without the owner's token."""
    for mistake in mistakes(config):
        raise Taken(mistake)
    family = socket.AF_INET6 if ":" in config.host else socket.AF_INET
    # Named in full: only of a socket that knows itself for TCP does the loop send small answers at once, not 40 ms later.
    found = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        found.bind((config.host.strip("[]"), config.port))
        found.listen(2048)  # from here on whoever comes is kept waiting, and nobody is sent away
    except OSError as error:
        found.close()
        raise Taken(
            f"Port {config.port} at {config.host} cannot be used: {error.strerror}. Something else runs there, perhaps another "
            "Masquerade. Choose another with MASQUERADE_WEB_PORT=8001."
        ) from None
    return found


async def serve(hall: Hall, config: WebConfig, ready: Callable[[str], None] = lambda address: None) -> None:
    """Serves until it is cancelled. `ready` is told the address. Raises Taken."""
    listening = bound(config)
    port = listening.getsockname()[1]
    app = await make_app(hall, config)
    app.state.site.port = port
    server = _Server(
        uvicorn.Config(
            app,
            http=type("_Ours", (_Patient,), {"proxies": frozenset(config.proxies)}),
            ws="none",
            log_config=None,
            access_log=False,
            lifespan="off",
            timeout_graceful_shutdown=1,
            timeout_keep_alive=20,
            limit_concurrency=5000,
            server_header=False,
            h11_max_incomplete_event_size=32 * 1024,
            proxy_headers=False,
        )
    )
    here = f"http://{'127.0.0.1' if config.everywhere else config.host}:{port}"
    ready(f"{here}, for others at {app.state.site.address}" if app.state.site.address != here else here)
    serving = asyncio.create_task(server.serve(sockets=[listening]))
    try:
        await asyncio.shield(serving)
    except asyncio.CancelledError:
        app.state.site.live.close()
        server.should_exit = True
        await asyncio.wait([serving], timeout=3)
        raise
    finally:
        listening.close()


class _Patient(H11Protocol):
    """Waits for the head of a request and for whoever reads an answer, and not for ever: else a few who do nothing would keep
    everybody out."""

    proxies: frozenset[str] = frozenset()
    """Those who speak for many; so does whatever runs on this machine."""

    _open: ClassVar[Counter[str]] = Counter()
    _from = ""
    _head: asyncio.TimerHandle | None = None
    _reader: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        address = self.client[0] if self.client else ""
        if address and not is_loopback(address) and address not in self.proxies:
            self._from = network_of(address)
            self._open[self._from] += 1
            if self._open[self._from] > MOST_OF_ONE:
                self.transport.abort()
                return
        self._watch()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._watch()

    def connection_lost(self, error: Exception | None) -> None:
        super().connection_lost(error)
        if self._from:
            self._open[self._from] -= 1
            if not self._open[self._from]:
                del self._open[self._from]
        for waiting in filter(None, (self._head, self._reader)):
            waiting.cancel()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._reader = self.loop.call_later(SLOWEST_READER, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        if self._reader is not None:
            self._reader.cancel()

    def _watch(self) -> None:
        """Runs the time as long as a request is begun and not understood."""
        if self.conn.their_state is not h11.IDLE:
            if self._head is not None:
                self._head.cancel()
            self._head = None
        elif self._head is None:
            self._head = self.loop.call_later(SLOWEST_HEAD, self._hang_up)

    def _hang_up(self) -> None:
        self._head = None
        if self.conn.their_state is h11.IDLE and not self.transport.is_closing():
            self.transport.close()


class _Server(uvicorn.Server):
    """Signals are for whoever runs the loop."""

    def capture_signals(self):  # type: ignore[no-untyped-def]
        return contextlib.nullcontext()
