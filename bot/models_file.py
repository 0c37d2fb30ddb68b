"""Models in a file: TOML, a table for each of them, and where in it something stands that is wrong."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

ENDING = ".toml"


def is_file(text: str) -> bool:
    """Whether the setting names a file, rather than being the models themselves."""
    return text.strip().casefold().endswith(ENDING)


def read_models(text: str) -> dict[str, Any]:
    """The tables of the file that is named. ValueError is the end of a sentence that begins with the setting's name."""
    path = Path(text.strip()).expanduser()
    try:
        found = path.read_text(encoding="utf-8")
        return tomllib.loads(found)
    except FileNotFoundError:
        raise ValueError(f"names {path}, which is not there: models.example.toml is one to copy.") from None
    except (OSError, UnicodeDecodeError):
        raise ValueError(f"names {path}, which cannot be read: it has to be a text file in UTF-8.") from None
    except tomllib.TOMLDecodeError as error:
        # What is wrong is said without what stands there: a key may.
        at = re.search(r"\(at line (\d+),", str(error))
        line = at[1] if at else len(found.splitlines())
        mend = next((how for start, how in _SYNTAX.items() if str(error).startswith(start)), PLAINLY)
        raise ValueError(f"names {path}, and line {line} of it cannot be read: {mend}") from None


PLAINLY = 'write name = "text", name = 1.5 or [name].'
_SYNTAX = {
    "Invalid value": "a text stands in quotation marks, a number without them.",
    "Cannot overwrite a value": "the same name stands twice in a table.",
    "Cannot declare": "a table of that name stands there already.",
    "Illegal character '\\n'": "close the quotation mark.",
    "Unterminated string": "close the quotation mark.",
    "Expected '=' after a key": "write name = value.",
}
"""How to mend it, by what the reader's sentences begin with."""


class Places:
    """Where things stand in the file that a setting names."""

    def __init__(self, text: str) -> None:
        self.path = Path(text.strip()).expanduser()
        self._lines = self.path.read_text(encoding="utf-8").splitlines()

    def of(self, table: str, key: str = "") -> str:
        """“models.toml, line 7, [fast]”; the table's line where the key does not stand in it."""
        line = inside = 0
        for n, text in enumerate(self._lines, 1):
            if head := _HEAD.match(text):
                inside = _unquoted(head[1]) == table
                line = line or (n if inside else 0)
            elif inside and key and (named := _KEY.match(text)) and _unquoted(named[1]) == key:
                line = n
                break
            elif not key and not line and (named := _KEY.match(text)) and _unquoted(named[1]) == table:
                line = n  # it is no table at all
        return f"{self.path}{f', line {line}' if line else ''}, [{table if _BARE.fullmatch(table) else f'“{table}”'}]"


_HEAD = re.compile(r"\s*\[\s*([^\[\]]+?)\s*\]\s*(?:#.*)?$")
_KEY = re.compile(r"\s*([\w-]+|\"[^\"]*\"|'[^']*')\s*(?:\.[^=]*)?=")
_BARE = re.compile(r"[\w-]+")


def _unquoted(name: str) -> str:
    return name[1:-1] if name[:1] in "\"'" and name[:1] == name[-1:] else name
