"""Mistakes made one at a time by mutmut, and those that no test notices.

make mutants                                     the modules whose tests ought to notice everything
make mutants ARGS=games/story.py                 one of them
make mutants ARGS="games/story.py *decide*"      those of its functions
make mutants ARGS="games/town/night.py -- tests/games/town/test_night.py"    any other, against these tests

A mistake that survives is a test that is missing, or a line that could go, or it makes no difference to anybody.
(`Told(None, …)` for `Told(EVERYONE, …)` makes none; nor does what only keeps for later what is worked out again.)
mutmut leaves functions with decorators alone. Everything happens in a copy, build/mutants, which stays to be looked at:
there `mutmut browse` shows mistake by mistake.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
COPY = ROOT / "build/mutants"
FOLDERS = ("bot", "games", "prompts", "tests", "docs")

CORE = ("tests/games/test_core.py", "tests/games/test_story.py", "tests/games/test_laws.py")
TABLE = ("tests/bot/test_table.py", "tests/bot/test_hall.py", "tests/bot/test_steps.py")

TABLE = ("tests/bot/test_table.py", "tests/bot/test_hall.py", "tests/bot/test_steps.py")
CONCERNED = {
    **dict.fromkeys(("games/core/asks.py", "games/core/text.py", "games/core/game.py"), CORE),
    "games/story.py": ("tests/games/test_story.py", "tests/games/codenames/test_rules.py"),
    "games/codenames/rules.py": (
        "tests/games/codenames/test_rules.py",
        "tests/games/codenames/test_seating.py",
        "tests/games/test_laws.py",
    ),
    **dict.fromkeys([f"bot/table/{each}.py" for each in ("door", "drafts", "deadlines", "thinking", "clock")], TABLE),
    "bot/stores/memory.py": ("tests/bot/test_store.py",),
    "bot/stores/sqlite.py": ("tests/bot/test_store.py",),
}
"""What `make mutants` tries, and the tests that should notice."""


def mutmut(*arguments: str, shown: bool = False) -> str:
    """What mutmut says there; with `shown` it is on the screen as it comes, if that is a screen."""
    run = [sys.executable, "-m", "mutmut", *arguments]
    environment = {**os.environ, "PYTHONPATH": ""}  # the copy, and not the house that somebody is in
    piped = None if shown and sys.stdout.isatty() else subprocess.PIPE
    done = subprocess.run(run, cwd=COPY, env=environment, stdout=piped, text=True, check=False)
    if done.returncode:
        raise SystemExit((done.stdout or "")[-2000:] + f"\nmutmut {arguments[0]} did not come to its end.")
    return done.stdout or ""


def lay(module: str, tests: tuple[str, ...]) -> None:
    """A fresh copy of the house, with mutmut told what to change and what to run."""
    shutil.rmtree(COPY, ignore_errors=True)
    for folder in FOLDERS:
        shutil.copytree(ROOT / folder, COPY / folder, ignore=shutil.ignore_patterns("__pycache__"))
    files = [each for each in ROOT.iterdir() if each.is_file() and each.name != ".git"]  # a file in a worktree
    for file in files:
        shutil.copy2(file, COPY)
    settings = {
        "source_paths": [module.split("/")[0]],
        "only_mutate": [module],
        "also_copy": [*FOLDERS, *(file.name for file in files)],
        "pytest_add_cli_args_test_selection": list(tests),
    }
    with (COPY / "pyproject.toml").open("a", encoding="utf-8") as project:
        project.write("\n[tool.mutmut]\n" + "".join(f"{key} = {value!r}\n" for key, value in settings.items()))


def report(module: str, tests: tuple[str, ...], names: list[str]) -> None:
    """Tries a module, and prints what no test noticed."""
    lay(module, tests)
    prefix = module.removesuffix(".py").replace("/", ".")
    mutmut("run", *(f"{prefix}.{name}" for name in names), shown=True)
    results = [line.strip().split(": ") for line in mutmut("results", "--all", "true").splitlines() if ": " in line]
    tried = [(mutant, how) for mutant, how in results if how != "not checked"]
    left = [mutant for mutant, how in tried if how not in ("killed", "timeout")]
    for mutant in left:
        changed = [
            line for line in mutmut("show", mutant).splitlines() if line[:1] in "-+" and line[:3] not in ("---", "+++")
        ]
        sys.stdout.write("\n".join((f"\n{mutant}", *changed)) + "\n")
    sys.stdout.write(f"\n{module}: of {len(tried)} mistakes {len(left)} are noticed by no test\n")


def main() -> None:
    given = sys.argv[1:]
    if set(given) & {"-h", "--help"}:
        raise SystemExit(__doc__)
    at = given.index("--") if "--" in given else len(given)
    (modules, names), tests = (given[:at][:1], given[:at][1:]), tuple(given[at + 1 :])
    for module in modules or CONCERNED:
        if not (ROOT / module).is_file() or not (tests or module in CONCERNED):
            raise SystemExit(f"Which tests should notice a mistake in {module}? Name them after a --.")
        report(module, tests or CONCERNED[module], names)


if __name__ == "__main__":
    main()
