"""What is to be known of a model before anybody asks it. The settings are read for every command: this costs them nothing."""

from __future__ import annotations

import ipaddress
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Any, Literal
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from bot.players.briefing import Size

Reply = Literal["schema", "tools", "json", "text"]
CHARACTERS_A_TOKEN = 3


@dataclass(frozen=True, slots=True)
class ModelSpec:
    """One model and how it is reached. Prices are US dollars a million tokens (None: unknown; cached ones default to the
    price of others). `context` is how many tokens it is sent and may answer at most. `extra` goes into every
    request as it is. A `bare` one is told the rules and what its seat heard, and nothing that code makes of it."""

    model: str
    base_url: str = ""
    api_key: str = field(default="", repr=False)
    reply: Reply = "schema"
    price_in: float | None = None
    price_out: float | None = None
    price_cached: float | None = None
    briefing: Size = "full"
    bare: bool = False
    answer_tokens: int = 1500
    context: int = 32_000
    temperature: float | None = None
    timeout: float = 60.0
    extra: Mapping[str, Any] = field(default_factory=dict)

    @property
    def host(self) -> str:
        """Where it is asked, as games remember it."""
        return host_of(self.base_url)

    @property
    def priced(self) -> bool:
        return self.price_in is not None and self.price_out is not None

    @property
    def longest_prompt(self) -> int:
        """Characters of a prompt; languages and tokenizers differ, and three a token is on the safe side for English."""
        return self.room_beside(self.answer_tokens)

    def tokens(self, wanted: int, longer: bool) -> int:
        """How long an answer may be of which `wanted` tokens are wanted (0: as many as this model may write). `longer`: twice
        as long, and at least that long: a model that thinks unseen may have spent them all before it began."""
        return (
            (max(2 * wanted, self.answer_tokens) if wanted else 2 * self.answer_tokens)
            if longer
            else wanted or self.answer_tokens
        )

    def room_beside(self, tokens: int) -> int:
        """Characters of a prompt whose answer has so many tokens."""
        return CHARACTERS_A_TOKEN * max(0, self.context - tokens)

    def cost(self, prompt: int, cached: int, answer: int) -> float | None:
        """US dollars for so many tokens, or None when the price is not known."""
        if self.price_in is None or self.price_out is None:
            return None
        price_cached = self.price_in if self.price_cached is None else self.price_cached
        return ((prompt - cached) * self.price_in + cached * price_cached + answer * self.price_out) / 1e6


OPENAI = "https://api.openai.com/v1"
LOCAL = "local"


@cache
def host_of(base_url: str) -> str:
    """The host of an endpoint; LOCAL for an address on one's own network, which is nobody else's business."""
    host = urlsplit(base_url or OPENAI).hostname or ""
    try:
        return LOCAL if not ipaddress.ip_address(host).is_global else host
    except ValueError:
        inside = "." not in host or host.endswith((".local", ".internal", ".lan", ".home", ".localhost"))
        return LOCAL if inside else host
