"""Every measure of the house, a line a figure: games a second, the store's commits, how well the built-in players play.

make bench            or one alone: make bench ARGS=games
"""

from __future__ import annotations

import importlib.util
import subprocess
import sys

BENCHES = ("games", "mystery", "town", "duet", "store", "codenames_mind", "agent", "town_prefix")
"""Modules beside this one; each runs alone."""


def main(asked: list[str]) -> int:
    """Runs the benches asked for, or all of them."""
    unknown = [name for name in asked if name not in BENCHES]
    if unknown:
        print(f"There is no bench “{unknown[0]}”. There are: {', '.join(BENCHES)}.", file=sys.stderr)
        return 2
    for name in asked or BENCHES:
        if importlib.util.find_spec(f"tests.bench.{name}") is None:
            continue
        print(f"── {name} ──", flush=True)
        # Each in a process of its own: what one has loaded is not to make the next look light or quick.
        code = subprocess.run([sys.executable, "-m", f"tests.bench.{name}"], check=False).returncode
        if code:
            return code
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
