"""What stands before every page and every call: whose page sent it, how much of it there may be, and what a browser may do.

It is plain ASGI, because streams pass through it. Whatever goes wrong behind it comes by here, so that its answer has the
same headers as every other.
"""

from __future__ import annotations

import asyncio
import ipaddress
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from urllib.parse import urlsplit

from python_multipart.multipart import parse_options_header
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from bot.surfaces.web.config import WebConfig
from bot.surfaces.web.problems import Problem

MOST_BODY = 256 * 1024
"""Bytes of a request's body: a pair of prompts fits."""

SLOWEST_BODY = 20.0
"""Seconds that a body may take to come."""

BURST, PER_SECOND = 60, 5.0
"""So many writing calls an address may make at once, and so many a second for long."""

READS, READS_PER_SECOND = 600, 60.0
"""The same of what only looks: a page is some ten of these."""

MOST_ADDRESSES = 10_000

SAFE = frozenset({"GET", "HEAD", "OPTIONS"})

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}

Told = Callable[[Request, Exception], Awaitable[Response]]


class Guard:
    """Lets through what may pass; for all else, and for what breaks, `told` has an answer."""

    def __init__(self, app: ASGIApp, config: WebConfig, told: Told) -> None:
        self.app, self.config, self.told = app, config, told
        self._writing = Buckets(BURST, PER_SECOND)
        self._reading = Buckets(READS, READS_PER_SECOND)
        # Where nobody but this machine's owner comes in, there is nobody to hold back.
        self._limits = bool(config.admin) or not config.local

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        headers, started = Headers(scope=scope), False

        async def sending(message: Message) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started = True
                sent = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    sent.setdefault(name, value)
                sent.setdefault("cache-control", "no-store")
            await send(message)

        try:
            scope["client"] = (self.client(scope, headers), 0)
            self._check(scope, headers)
            await self.app(scope, _limited(scope, headers, receive), sending)
        except ClientDisconnect:
            return
        except Exception as error:
            if started:
                raise
            await (await self.told(Request(scope), error))(scope, receive, sending)

    def _check(self, scope: Scope, headers: Headers) -> None:
        host, safe = headers.get("host", ""), scope["method"] in SAFE
        if not self.config.served_as(_name_of(host)):
            raise Problem("This address is not served here. Open it by the name that Masquerade printed.", 421)
        elsewhere = headers.get("sec-fetch-site") in ("cross-site", "same-site")
        if safe and elsewhere and headers.get("sec-fetch-mode") != "navigate":
            raise Problem("Another site asked for this; only its links may lead here.", 403)
        if not safe:
            own = {f"{scheme}://{host}" for scheme in ("http", "https")} | {_origin_of(self.config.public_url)}
            if elsewhere or headers.get("origin", _origin_of(f"http://{host}")) not in own:
                raise Problem("Another site sent this; only pages of this one may.", 403)
            # Others can say half a character, which nobody could write down or be shown.
            if parse_options_header(headers.get("content-type"))[1].get(b"charset", b"utf-8").lower() != b"utf-8":
                raise Problem("Write it in UTF-8.", 400)
        buckets = self._reading if safe else self._writing
        if self._limits and not buckets.take(scope["client"][0]):
            raise Problem("That was a lot at once. Wait a few seconds.", 429)

    def client(self, scope: Scope, headers: Headers) -> str:
        """The address of whoever asks, as far as proxies that are trusted tell it."""
        address = str((scope.get("client") or ("", 0))[0])
        hops = [each.strip() for line in headers.getlist("x-forwarded-for") for each in line.split(",")]
        while address in self.config.proxies and hops:
            hop = hops.pop()
            if _address(hop) is None:
                break
            address = hop
        return address


class Buckets:
    """How many calls each address has left: `burst` at once, and then `rate` a second."""

    def __init__(self, burst: float, rate: float) -> None:
        self.burst, self.rate = float(burst), rate
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, address: str) -> bool:
        """Takes one of them; False where none is left."""
        now, network = time.monotonic(), network_of(address)
        left, then = self._left.pop(network, (self.burst, now))
        left = min(self.burst, left + (now - then) * self.rate)
        self._left[network] = (left - 1 if left >= 1 else left, now)
        while len(self._left) > MOST_ADDRESSES:
            self._left.popitem(last=False)
        return left >= 1


def _limited(scope: Scope, headers: Headers, receive: Receive) -> Receive:
    """A body in time and of a size that fits into the memory of a small machine."""
    length = headers.get("content-length", "0")
    if not length.isdecimal() or len(length) > 12 or int(length) > MOST_BODY:
        raise _too_long()
    if scope["method"] in SAFE and (int(length) or "transfer-encoding" in headers):
        raise Problem("Who only looks sends nothing along.", 400)
    came, until, whole = 0, time.monotonic() + SLOWEST_BODY, False

    async def limited() -> Message:
        nonlocal came, whole
        if whole:
            return await receive()  # nothing comes but that they hang up
        try:
            async with asyncio.timeout(max(0.01, until - time.monotonic())):
                message = await receive()
        except TimeoutError:
            raise Problem("The rest of this request did not come in time.", 408) from None
        came += len(message.get("body", b""))
        whole = not message.get("more_body", False)
        if came > MOST_BODY:
            raise _too_long()
        return message

    return limited


def _too_long() -> Problem:
    return Problem(f"That is too long: {MOST_BODY // 1024} KB are taken at most.", 413)


def _name_of(host: str) -> str:
    """The name in a Host header, without its port."""
    try:
        name = urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return ""
    return f"[{name}]" if ":" in name else name


def _origin_of(url: str) -> str:
    """What a browser calls the origin of an address; “-”, which is none, where there is no address."""
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}" if parts.netloc else "-"


def _address(text: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        return ipaddress.ip_address(text)
    except ValueError:
        return None


def network_of(address: str) -> str:
    """Whoever has an IPv6 address has as many as they like of the same network."""
    found = _address(address)
    if not isinstance(found, ipaddress.IPv6Address):
        return address
    if found.ipv4_mapped:
        return str(found.ipv4_mapped)
    return str(ipaddress.ip_network((int(found), 64), strict=False))
