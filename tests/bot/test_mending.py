"""What is said of values that cannot be used: what to write instead, and nothing in a library's words."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import pytest
from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from bot.mending import mends
from bot.surfaces.fields import sentences


class Part(BaseModel):
    word: str


class Chosen(BaseModel):
    model_config = ConfigDict(extra="forbid")

    rounds: int = Field(2, ge=1, le=4)
    share: float = Field(0.5, gt=0, lt=1, allow_inf_nan=False)
    loud: bool = False
    kind: Literal["open", "sealed"] = "open"
    words: Annotated[tuple[str, ...], Field(min_length=2, max_length=3)] = ("a", "b")
    name: str = Field("Ada", min_length=2, max_length=4, pattern="^[A-Z]")
    part: Part | None = None

    @field_validator("name")
    @classmethod
    def _not_bob(cls, name: str) -> str:
        if name == "Bob":
            raise ValueError("Bob is taken.")
        return name


def test_of_a_number_out_of_its_range_all_of_it_is_said_where_the_fields_are_known() -> None:
    for given in ({"rounds": 9}, {"rounds": 0}):
        with pytest.raises(ValidationError) as mistake:
            Chosen.model_validate(given)
        assert [why for _, why, _ in mends(mistake.value, Chosen)] == ["write a number from 1 to 4."]
        assert sentences(mistake.value, Chosen) == "rounds: write a number from 1 to 4."


@pytest.mark.parametrize(
    ("given", "where", "why"),
    [
        ({"rounds": "soon"}, "rounds", "write a whole number."),
        ({"rounds": 9}, "rounds", "write a number not above 4."),
        ({"rounds": 0}, "rounds", "write a number not below 1."),
        ({"share": 0}, "share", "write a number above 0."),
        ({"share": 1}, "share", "write a number below 1."),
        ({"share": "inf"}, "share", "write a number."),
        ({"loud": "perhaps"}, "loud", "write on or off."),
        ({"kind": "shut"}, "kind", "write 'open' or 'sealed'."),
        ({"words": "apple"}, "words", 'write a list, like ["one", "two"], or name a file with one on each line.'),
        ({"words": ["a"]}, "words", "2 are the least, and these are 1."),
        ({"words": list("abcd")}, "words", "3 are the most, and these are 4."),
        ({"words": ["a", "b", 2]}, "words.2", "write a text."),
        ({"name": "A"}, "name", "2 characters are the least."),
        ({"name": "Adaline"}, "name", "4 characters are the most."),
        ({"name": "ada"}, "name", "write something of the form ^[A-Z]."),
        ({"name": "Bob"}, "name", "Bob is taken."),
        ({"part": {}}, "part.word", "this is missing."),
        ({"part": [1]}, "part", 'write names with their values, like {"name": "value"}.'),
        ({"round": 1}, "round", "there is nothing of this name."),
    ],
)
def test_each_mistake_is_said_by_what_to_write_instead(given: dict[str, Any], where: str, why: str) -> None:
    with pytest.raises(ValidationError) as wrong:
        Chosen.model_validate(given)
    assert list(mends(wrong.value)) == [(where, why, why == "Bob is taken.")]
