"""What a host may choose in the murder mystery: how many play, how hard the nights are, and how long anything takes."""

from __future__ import annotations

from dataclasses import fields
from typing import Any, Literal, Self

from pydantic import Field, model_validator

from games.core import Limit, Options
from games.mystery.events import PLACES, Rules

FEWEST, MOST = 4, 10

PLACES_FOR = {4: 3, 5: 4, 6: 5, 7: 5, 8: 5, 9: 6, 10: 6}
"""How many places a house has for so many guests."""

MURDERERS_FOR = {4: 1, 5: 1, 6: 2, 7: 2, 8: 2, 9: 3, 10: 3}
HIDES_FOR = {4: 1, 5: 0, 6: 1, 7: 1, 8: 0, 9: 1, 10: 3}
HIDERS_FOR = {4: 0, 5: 0, 6: 2, 7: 7, 8: 5, 9: 5, 10: 5}
"""How many murderers, how often somebody may hide, and how many once more: with these, built-in players win on either side about equally often
(`python -m tests.games.mystery.balance --set strength=normal`)."""

GENTLE_FOR = {players: players >= 6 for players in range(FEWEST, MOST + 1)}
"""Where nobody dies in the first night: else two or three blows would leave the innocents one day, or none."""

LONGEST_HOUSE_RULES = 500


class MysteryOptions(Options):
    """Titles and descriptions are what `/mystery start`, the terminal and the lobby show."""

    players: int = Field(7, ge=FEWEST, le=MOST, description="Seats at the table; AIs take the empty ones")
    murderers: int = Field(0, ge=0, le=3, description="0: one up to 5 players, two up to 8, three from 9")
    places: int = Field(0, ge=0, le=len(PLACES), description="Rooms of the house; 0: as many as suit the table")
    rounds: int = Field(2, ge=1, le=4, description="Rounds of statements a day")
    hides: int = Field(
        -1,
        ge=-1,
        le=12,
        title="Hiding",
        description="How often a game somebody may hide; -1: as often as suits the table",
    )
    hiders: int = Field(
        -1,
        ge=-1,
        le=MOST,
        title="Hiding once more",
        description="How many, drawn by lot, may hide once more than that; -1: as suits the table, none where you say how often",
    )
    gentle_first_night: Literal["auto", "yes", "no"] = Field(
        "auto", description="Nobody dies in the first night; auto: from six players, and for one person among AIs"
    )
    votes: Literal["open", "sealed"] = Field("open", description="A running tally, or sealed until the count")
    last_words: bool = Field(True, description="Who is to hang may say something before")
    plotting: bool = Field(False, description="Murderers may whisper to each other at night")
    full_nights: bool = Field(False, description="A night lasts its whole time, however fast everybody chooses")
    most_nights: int = Field(
        12, ge=1, le=30, title="Nights", description="So many nights without an end, and the innocents win"
    )
    timers: bool = Field(True, description="Play against the clock (games without people never do)")
    talk_seconds: Limit = Field(180, description="Seconds for a round of statements; 0: no limit")
    night_seconds: Limit = Field(120, description="Seconds for a night; 0: no limit")
    vote_seconds: Limit = Field(120, description="Seconds to vote; 0: no limit")
    last_words_seconds: Limit = Field(
        60, title="Last words, seconds", description="Seconds for last words; 0: no limit"
    )
    house_rules: str = Field(
        "", max_length=LONGEST_HOUSE_RULES, description="What AI players should know about this table"
    )

    @model_validator(mode="before")
    @classmethod
    def _as_it_was_called(cls, given: Any) -> Any:
        """Games saved before there was the choice say instead whether murderers may strike in the first night."""
        if not isinstance(given, dict) or "strike_first_night" not in given:
            return given
        strikes = given["strike_first_night"]
        rest = {name: value for name, value in given.items() if name != "strike_first_night"}
        return {"gentle_first_night": "no" if strikes else "yes", **rest}

    @model_validator(mode="after")
    def _check(self) -> Self:
        if 0 < self.places < 3:
            raise ValueError("A house has 3 places or more: a ring of two has no neighbours.")
        if self.murderers and self.murderers * 2 >= self.players:
            raise ValueError(
                f"{self.murderers} murderers among {self.players} players have won before they begin: they must be fewer than half."
            )
        return self

    def murderers_among(self, players: int) -> int:
        return self.murderers or MURDERERS_FOR[players]

    def places_for(self, players: int) -> tuple[str, ...]:
        """The places of the house, in their order around the ring."""
        return PLACES[: self.places or PLACES_FOR[players]]

    def hiders_among(self, players: int) -> int:
        """How many may hide once more than the others; chosen hides are the same for everybody unless this is chosen too."""
        return min(players, self.hiders if self.hiders >= 0 else 0 if self.hides >= 0 else HIDERS_FOR[players])

    def rules_for(self, players: int) -> Rules:
        """The rules for a table of so many."""
        chosen: dict[str, Any] = {each.name: getattr(self, each.name, None) for each in fields(Rules)}
        chosen |= {"hides": self.hides if self.hides >= 0 else HIDES_FOR[players], "open_votes": self.votes == "open"}
        gentle = self.gentle_first_night
        chosen |= {"strike_first_night": gentle == "no" or (gentle == "auto" and not GENTLE_FOR[players])}
        chosen |= {"spares_newcomer": gentle == "auto"}
        if not self.timers:
            chosen |= {name: 0 for name in chosen if name.endswith("_seconds")}
        return Rules(**chosen)
