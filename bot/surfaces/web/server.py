"""Serves the browser surface from the bot's own loop, beside whatever else runs there."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable

import uvicorn

from bot.hall import Hall
from bot.surfaces.web.app import make_app
from bot.surfaces.web.config import WebConfig


class Taken(Exception):
    """The address cannot be listened at: a sentence."""


def bound(config: WebConfig) -> socket.socket:
    """A socket at the address. Taken says why there is none."""
    family = socket.AF_INET6 if ":" in config.host else socket.AF_INET
    found = socket.socket(family, socket.SOCK_STREAM)
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


class _Server(uvicorn.Server):
    """Signals are for whoever runs the loop."""

    def capture_signals(self):  # type: ignore[no-untyped-def]
        import contextlib

        return contextlib.nullcontext()
