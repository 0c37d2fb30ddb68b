"""Seeds faults one at a time into a copy of the repository and says which tests notice.

python -m tests.faults [WORD …] [--jobs N]      all of them, or those whose description has every WORD
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tests.faults import duet, faults, town
from tests.faults.faults import Fault

ROOT = Path(__file__).parents[2]
SECONDS = 300
FAULTS = (*faults.FAULTS, *duet.FAULTS, *town.FAULTS)


def copy_to(folder: Path) -> Path:
    """The files of the working tree, without what git ignores."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        check=True,
        capture_output=True,
    )
    for name in filter(None, listed.stdout.decode().split("\0")):
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name)
    return folder


def run(folder: Path, tests: tuple[str, ...]) -> tuple[int, str]:
    """Pytest's exit code there, and its last words."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    command = [sys.executable, "-m", "pytest", "-x", "-q", "--no-header", "-p", "no:cacheprovider", *tests]
    try:
        done = subprocess.run(
            command, cwd=folder, env=environment, capture_output=True, text=True, timeout=SECONDS, check=False
        )
    except subprocess.TimeoutExpired:
        return 1, f"no end within {SECONDS} s"
    lines = [line for line in done.stdout.splitlines() if line.startswith(("FAILED", "ERROR"))]
    return done.returncode, (lines or done.stdout.strip().splitlines() or [done.stderr[-300:]])[-1]


def seed(fault: Fault, clean: Path) -> tuple[str, str]:
    """“red”, “green” or “lost”, and why. Each test that is named has to turn red by itself."""
    with tempfile.TemporaryDirectory(prefix="fault-") as temporary:
        folder = Path(temporary, "copy")
        shutil.copytree(clean, folder)
        file = folder / fault.file
        text = file.read_text(encoding="utf-8") if file.is_file() else ""
        if text.count(fault.before) != 1:
            return "lost", f"what it changes stands {text.count(fault.before)} times in {fault.file}"
        compiled = file.stat().st_mtime
        file.write_text(text.replace(fault.before, fault.after), encoding="utf-8")
        # All else is compiled already; of this file that would be taken for what it is now if neither time nor length differed.
        os.utime(file, (compiled + 60, compiled + 60))
        for test in fault.tests:
            code, said = run(folder, (test,))
            if code != 1:
                return ("green" if code == 0 else "lost"), f"{test}: {said}"
    return "red", said


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    arguments.add_argument("words", nargs="*", help="only faults whose description has these words")
    arguments.add_argument("--jobs", type=int, default=1)
    chosen = arguments.parse_args()
    seeded = [fault for fault in FAULTS if all(word in f"{fault.file} {fault.what}" for word in chosen.words)]
    if not seeded:
        arguments.error("no fault is described with these words")
    with tempfile.TemporaryDirectory(prefix="clean-") as temporary:
        clean = copy_to(Path(temporary))
        tests = tuple(dict.fromkeys(test for fault in seeded for test in fault.tests))
        code, said = run(clean, tests)
        if code != 0:
            sys.stdout.write(f"Without a fault these tests are not green: {said}\n")
        counted = {"red": 0, "green": 0, "lost": 0}
        with ThreadPoolExecutor(chosen.jobs) as pool:
            for fault, (colour, why) in zip(seeded, pool.map(lambda each: seed(each, clean), seeded), strict=True):
                counted[colour] += 1
                sys.stdout.write(f"{colour:5}  {fault.file}: {fault.what}\n")
                if colour != "red":
                    sys.stdout.write(f"       {why}\n")
                sys.stdout.flush()
    sys.stdout.write(f"{counted['red']} of {len(seeded)} faults turn their tests red\n")
    sys.exit(counted["red"] != len(seeded) or code != 0)


if __name__ == "__main__":
    main()
