"""Games in the browser: an HTTP API for anybody's programs, and pages drawn from the same scenes as Discord's boards."""

from bot.surfaces.web.config import WebConfig
from bot.surfaces.web.server import serve

__all__ = ["WebConfig", "serve"]
