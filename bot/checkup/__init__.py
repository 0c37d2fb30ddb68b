"""What the doctor looks at: this machine, the data folder, browsers, models, Discord. Nothing is changed by looking.

Every check gives findings and raises nothing: what breaks on the way is a finding too. No finding holds a key or a token.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

State = Literal["fine", "doubtful", "wrong"]


@dataclass(frozen=True, slots=True)
class Finding:
    """What was looked at (`about`, one word), how it is, and, where it is not fine, how to mend it."""

    about: str
    state: State
    what: str
    mend: str = ""

    def __str__(self) -> str:
        mark = {"fine": "✓", "doubtful": "!", "wrong": "✗"}[self.state]
        return f"{mark} {self.what}" + (f" — {self.mend}" if self.mend else "")


def size(of: float) -> str:
    """A number of bytes, for people."""
    for unit in ("bytes", "KB", "MB", "GB"):
        if of < 1024:
            return f"{of:.0f} {unit}"
        of /= 1024
    return f"{of:.1f} TB"
