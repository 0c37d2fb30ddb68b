"""What went wrong, as a problem document (RFC 9457) for programs and a page for people: one sentence, and a status.

    Problem           the base; `sentence` is for whoever asked
      ├ NotFound      404  nothing of that name, or nothing that this key may know of
      ├ Forbidden     403  it belongs to the host, or to the owner
      └ NoKey         401  a seat's or host's key is needed, and none was given

IllegalAction from the rules becomes 422, StaleAsk 409, NotYours 403, or 401 for a stranger.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from starlette.exceptions import HTTPException
from starlette.responses import Response

PROBLEM = "application/problem+json"


class Problem(HTTPException):
    """Something that cannot be done, and the HTTP status that says so. Whoever reads a body lets an HTTPException pass."""

    status = 400

    def __init__(self, sentence: str, status: int | None = None, **more: Any) -> None:
        super().__init__(status or self.status, sentence)
        self.sentence, self.status, self.more = sentence, self.status_code, more


class NotFound(Problem):
    status = 404


class Forbidden(Problem):
    status = 403


class NoKey(Problem):
    status = 401


def document(status: int, sentence: str, headers: Mapping[str, str] | None = None, **more: Any) -> Response:
    """A problem document. What was sent may be quoted in it, half a character of it too."""
    body = {"type": "about:blank", "title": HTTPStatus(status).phrase, "status": status, "detail": sentence, **more}
    told = {**(headers or {}), **({"WWW-Authenticate": "Bearer"} if status == 401 else {})}
    return Response(json.dumps(body, ensure_ascii=False).encode(errors="replace"), status, told, PROBLEM)
