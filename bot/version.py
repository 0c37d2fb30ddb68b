"""Which version of Masquerade this is."""

from __future__ import annotations

import tomllib
from importlib.metadata import PackageNotFoundError
from importlib.metadata import version as installed
from pathlib import Path


def version() -> str:
    """Of a folder that is run as it lies there, what its pyproject.toml says: what was noted when it was installed stays as it is when a
    newer version is fetched into it. Elsewhere, as it was installed; else “unknown”."""
    try:
        project = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text(encoding="utf-8"))["project"]
        if project["name"] == "masquerade":
            return str(project["version"])
    except (OSError, ValueError, KeyError, TypeError):
        pass
    try:
        return installed("masquerade")
    except PackageNotFoundError:
        return "unknown"
