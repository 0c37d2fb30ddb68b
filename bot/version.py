"""Which version of Masquerade this is."""

from __future__ import annotations

import tomllib
from importlib.metadata import PackageNotFoundError
from importlib.metadata import version as installed
from pathlib import Path


def version() -> str:
    """As it was installed; of a folder that is run as it lies there, what its pyproject.toml says; else “unknown”."""
    try:
        return installed("masquerade")
    except PackageNotFoundError:
        pass
    try:
        project = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text(encoding="utf-8"))
        return str(project["project"]["version"])
    except (OSError, ValueError, KeyError):
        return "unknown"
