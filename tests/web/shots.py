"""Pictures of every page and state, on a phone and a desktop, by day and by evening: to be looked at one by one.

python -m tests.web.shots FOLDER [NAME …]     names, or how they begin; all of them without any
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.web.conftest import CHROMIUM, NO_CHROMIUM, chromium
from tests.web.house import house
from tests.web.tables import DESKTOP, PHONE, PLACES, Mistakes, opened

SIZES = {"phone": PHONE, "desktop": DESKTOP}


def main(folder: Path, names: list[str]) -> int:
    """Takes them; how many pages made a mistake while they were looked at."""
    if not CHROMIUM:
        print(NO_CHROMIUM, file=sys.stderr)  # noqa: T201
        return 2
    folder.mkdir(parents=True, exist_ok=True)
    chosen = [each for each in PLACES if not names or each.name.startswith(tuple(names))]
    wrong = 0
    with (
        tempfile.TemporaryDirectory() as data,
        house(Path(data), speed=1.0) as shown,
        sync_playwright() as playwright,
        chromium(playwright) as browser,
    ):
        for place in chosen:
            for kind, size in SIZES.items():
                for scheme in ("light", "dark"):
                    mistakes = Mistakes()
                    with opened(browser, shown, place, size, scheme, mistakes) as page:  # type: ignore[arg-type]
                        path = folder / f"{place.name.replace(' ', '-')}-{kind}-{scheme}.png"
                        page.screenshot(path=path)
                    wrong += bool(mistakes)
                    print(path, *mistakes, sep="\n  ", flush=True)  # noqa: T201
    return int(wrong > 0)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m tests.web.shots")
    parser.add_argument("folder", type=Path)
    parser.add_argument("names", nargs="*")
    asked = parser.parse_args()
    sys.exit(main(asked.folder, asked.names))
