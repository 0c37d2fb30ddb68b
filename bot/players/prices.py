"""What models cost, where the settings do not say: from a list of providers' prices that comes along and asks no network."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

from bot.players.spec import LOCAL, OPENAI, ModelSpec


def priced(spec: ModelSpec) -> ModelSpec:
    """The model with its provider's prices, where it has none of its own and they are known. The first time takes a third of a
    second."""
    if spec.price_in is not None or spec.price_out is not None or spec.host == LOCAL:
        return spec
    found = _listed(spec.model, spec.base_url or OPENAI, spec.context)
    if found is None:
        return spec
    price_in, price_cached, price_out = found
    return replace(spec, price_in=price_in, price_cached=price_cached, price_out=price_out)


@cache
def _listed(model: str, base_url: str, context: int) -> tuple[float, float | None, float] | None:
    """US dollars a million tokens: read, read from the cache (None: unknown), written. None where nobody knows."""
    from genai_prices import Usage, calc_price

    try:
        prices = calc_price(Usage(input_tokens=0, output_tokens=0), model, provider_api_url=base_url).model_price
    except LookupError:
        return None
    price_in, price_cached, price_out = (
        _price(getattr(prices, name, None), context) for name in ("input_mtok", "cache_read_mtok", "output_mtok")
    )
    # Where each request costs something besides, tokens are not what it costs.
    if price_in is None or price_out is None or getattr(prices, "requests_kcount", None):
        return None
    return price_in, price_cached, price_out


def _price(found: Any, context: int) -> float | None:
    """A price; of one that is higher for long prompts, the highest that prompts of `context` tokens can reach."""
    if found is None:
        return None
    tiers = [tier.price for tier in getattr(found, "tiers", ()) if tier.start < context]
    return float(max([getattr(found, "base", found), *tiers]))
