"""Every measure of the house, a line a figure: games a second, the store's commits, how well the built-in players play.

make bench            or one alone: make bench ARGS=games            or each for a second: make bench ARGS=--briefly
with its own options: make bench ARGS="evening --minutes 60"
"""

from __future__ import annotations

import subprocess
import sys

BENCHES = (
    "games",
    "mystery",
    "town",
    "duet",
    "store",
    "codenames",
    "company",
    "voices",
    "agent",
    "town_prefix",
    "web",
    "discord",
    "providers",
    "evening",
    "quiet",
)
"""Modules beside this one; each runs alone."""

BRIEFLY = {
    "games": ("--seconds", "0.1"),
    "mystery": ("--seconds", "0.1", "--without-textarena"),
    "town": ("--seconds", "0.1"),
    "store": ("--games", "2", "--seconds", "0.1"),
    "codenames": ("--boards", "1"),
    "company": ("--games", "1", "--players", "7", "--jobs", "1"),
    "voices": ("--tables", "1", "--lines", "8"),
    "town_prefix": ("--players", "7", "--statements", "1"),
    "discord": ("--games", "3", "--rate", "10", "--seconds", "0.5"),
    "providers": ("--games", "1", "--seconds", "0.3"),
    "evening": ("--minutes", "0.02", "--times", "1"),
    "quiet": ("--games", "1", "--minutes", "0.5"),
    "web": ("--tables", "4", "--seconds", "0.2"),
}
"""What lets a bench come to its end in about a second; the figures are for nobody then."""


def main(asked: list[str]) -> int:
    """Runs the benches asked for, or all of them. Options after the name of one are that one's own."""
    briefly = "--briefly" in asked
    asked = [each for each in asked if each != "--briefly"]
    own = asked[1:] if asked[1:] and asked[1].startswith("-") else []
    asked = asked[: len(asked) - len(own)]
    unknown = [name for name in asked if name not in BENCHES]
    if unknown:
        print(f"There is no bench “{unknown[0]}”. There are: {', '.join(BENCHES)}.", file=sys.stderr)
        return 2
    for name in asked or BENCHES:
        print(f"── {name} ──", flush=True)
        # Each in a process of its own: what one has loaded is not to make the next look light or quick.
        more = BRIEFLY.get(name, ()) if briefly else ()
        code = subprocess.run([sys.executable, "-m", f"tests.bench.{name}", *more, *own], check=False).returncode
        if code:
            return code
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
