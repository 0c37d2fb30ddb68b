"""Where the browser surface listens, who may reach it, and how it is reached from outside."""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable
from dataclasses import dataclass
from urllib.parse import urlsplit


@dataclass(frozen=True)
class WebConfig:
    """`admin` is the token that the owner gives (empty: whoever reaches the loopback is the owner). `public_url` is how others
    reach this address (“https://masks.example”), empty where nobody else does. Of a `proxy` the client's address is taken
    from X-Forwarded-For. `discord` says that a bot runs beside it, so that games belong to those who sat at them;
    `invite` is where it is invited to a server. `first` and `watched` are the games that the first page offers at one press,
    to play and to look on; empty: the first and the last."""

    host: str = "127.0.0.1"
    port: int = 8000
    admin: str = ""
    public_url: str = ""
    proxies: tuple[str, ...] = ()
    discord: bool = False
    invite: str = ""
    first: str = ""
    watched: str = ""

    @property
    def local(self) -> bool:
        """Whether nobody but this machine can connect."""
        return is_loopback(self.host)

    @property
    def hosts(self) -> frozenset[str]:
        """The names by which it may be asked for: another would be somebody else's page, resolved to this address."""
        known = {"127.0.0.1", "localhost", "[::1]", self.host.casefold()}
        if self.public_url:
            known.add(urlsplit(self.public_url).hostname or "")
        return frozenset(known)

    def served_as(self, name: str) -> bool:
        """Whether it may be asked for by that name (without a port). Whoever listens at every address of this machine has no
        list of them; a number is no page's name that could be made to lead here."""
        return name in self.hosts or (self.everywhere and _number(name))

    @property
    def everywhere(self) -> bool:
        """Whether it listens at every address of this machine."""
        return self.host.strip("[]") in ("0.0.0.0", "::")


def _number(name: str) -> bool:
    try:
        ipaddress.ip_address(name.strip("[]"))
    except ValueError:
        return False
    return True


def is_loopback(host: str) -> bool:
    """Whether an address is this machine's own."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


def mistakes(config: WebConfig) -> Iterable[str]:
    """What is wrong between the settings, a sentence each."""
    if not config.local and not config.admin:
        yield (
            f"MASQUERADE_WEB_HOST is {config.host}, which others can reach: set MASQUERADE_WEB_ADMIN to a long secret of your "
            "own, or leave the host at 127.0.0.1."
        )
    if config.proxies and not config.admin:
        yield "MASQUERADE_WEB_PROXIES lets others in: set MASQUERADE_WEB_ADMIN to a long secret of your own."
    if config.public_url and not config.admin:
        yield "MASQUERADE_WEB_PUBLIC_URL lets others in: set MASQUERADE_WEB_ADMIN to a long secret of your own."
    if config.admin and len(config.admin) < 16:
        yield "MASQUERADE_WEB_ADMIN is too short: others could guess it. Take 16 characters or more."
