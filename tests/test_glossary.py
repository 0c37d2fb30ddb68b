"""What the glossary of CONTRIBUTING.md explains is there, by these names."""

from __future__ import annotations

import re
from pathlib import Path

from games import core, scene


def test_every_word_of_the_glossary_is_one_of_the_house():
    guide = (Path(__file__).parents[1] / "CONTRIBUTING.md").read_text(encoding="utf-8")
    table = guide.split("## Glossary", 1)[1].split("\n## ", 1)[0]
    words = re.findall(r"^\| `([\w.]+)` \|", table, re.MULTILINE)
    assert len(words) > 20
    for word in words:
        name, _, member = word.partition(".")
        found = getattr(core, name, None) or getattr(scene, name, None)
        assert found is not None, word
        assert not member or member in found.__annotations__, word
