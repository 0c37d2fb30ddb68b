from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from bot.export import SILENCE, Format, _harmless, _Page, _plainly
from bot.export import export as export_as
from bot.hall import Hall
from bot.players.seating import HousePlayers
from bot.ports import About, Call, Called, Moved, Occupant, Saved, Unreadable
from bot.stores.memory import MemoryStore
from bot.tournament import play_one
from games import all_games
from games.codenames.events import Clue, EndTurn, Guess
from games.core import Game, Options, Outcome, Seat, dice_for, is_bookkeeping, named
from games.duet import events as duet
from games.wire import dump_told, load_event
from tests.bot.tiny import ANN, BOASTS, BOB, SCROLL, Tell, Unroll
from tests.games.town.table import town
from tests.scripted import ScriptedPlayers

BOARD = {
    "red_words": ["water", "tulip"],
    "blue_words": ["honey", "log"],
    "civilian_words": ["spoon"],
    "assassin_word": "lizard",
}
PEOPLE = {
    Seat("red-spymaster"): Occupant("person", "=Ada|*", user="discord:777001"),
    Seat("red-1"): Occupant("person", "Basil", user="discord:777002"),
    Seat("blue-spymaster"): Occupant("person", "Clio", user="discord:777003"),
    Seat("blue-1"): Occupant("person", "Dante", user="discord:777004"),
}
PAIR = {ANN: Occupant("person", "Ann", user="discord:1"), BOB: Occupant("person", "Bob", user="discord:2")}
SECRET = Call("small-1", "hash", 100, 10, 20, 0.25, 1.5, reasoning="thinks of a river", answer="{}")


async def played(hall: Hall, *guesses: str) -> tuple[Saved, list[Called], list[Moved]]:
    options, place = {"board": BOARD, "timers": False}, f"discord:1:{len(hall.tables)}"
    table = await hall.open("codenames", options, PEOPLE, host="discord:777001", place=place, seed="s33d")
    clue = Clue("xylophone", 2, ("water", "tulip"))
    await table.submit(Seat("red-spymaster"), clue, "clue:1", "interaction:777005", aside="a river, I think")
    for n, word in enumerate(guesses):
        await table.submit(Seat("red-1"), Guess(word), f"guess:1:{n}", f"interaction:{n}")
    saved = await hall.store.load(table.id)
    assert saved is not None
    calls = [Called(Seat("red-spymaster"), "clue:1", SECRET, "accepted")]
    return saved, calls, await hall.store.moves(table.id)


def export(saved: Saved, calls: Sequence[Called], moves: Sequence[Moved], format: Format, **how: Any) -> str:
    return export_as(all_games()[saved.game], saved, calls, moves, format, **how)


def rows(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


@pytest.mark.parametrize("format", ["json", "csv", "md"])
async def test_no_export_names_a_persons_account(hall: Hall, format: Any) -> None:
    for guesses in (("water",), ("water", "tulip")):
        assert "7770" not in export(*await played(hall, *guesses), format)


@pytest.mark.parametrize("format", ["json", "csv", "md"])
async def test_a_running_game_gives_away_nothing_that_not_everybody_heard(hall: Hall, format: Any) -> None:
    text = export(*await played(hall, "water"), format, everything=True)
    assert "water" in text
    for secret in ("s33d", 'assassin"', "KeyShown", "ClueMeant", "You meant", "river", "red_words", "small-1"):
        assert secret not in text, secret


async def test_places_in_a_running_games_export_do_not_count_what_is_hidden(hall: Hall) -> None:
    told = rows(export(*await played(hall, "water"), "csv"))
    assert [row["n"] for row in told] == [str(n) for n in range(1, len(told) + 1)]


async def test_a_game_that_is_over_is_told_whole(hall: Hall) -> None:
    saved, calls, moves = await played(hall, "water", "tulip")
    document = json.loads(export(saved, calls, moves, "json"))
    assert document["seed"] == "s33d"
    assert document["outcome"]["winners"] == ["red-1", "red-spymaster"]
    assert [each["event"]["type"] for each in document["events"]] == [type(told.event).__name__ for told in saved.log]
    meant = next(each for each in document["events"] if each["event"]["type"] == "ClueMeant")
    assert meant["to"] == ["red-spymaster"]
    assert document["calls"][0]["cost"] == 0.25
    assert [each["source"] for each in document["moves"]] == ["person"] * 3


async def test_the_public_view_of_a_game_that_is_over_keeps_asides_back(hall: Hall) -> None:
    text = export(*await played(hall, "water", "tulip"), "json", everything=False)
    assert "ClueMeant" not in text
    assert "s33d" not in text
    assert '"GameEnded"' in text


async def test_a_spreadsheet_sees_who_heard_what(hall: Hall) -> None:
    told = {row["type"]: row for row in rows(export(*await played(hall, "water", "tulip"), "csv"))}
    assert (told["KeyShown"]["visible"], told["KeyShown"]["audience"]) == ("no", "blue-spymaster red-spymaster")
    assert (told["ClueGiven"]["visible"], told["ClueGiven"]["audience"]) == ("yes", "everyone")


async def test_no_cell_is_a_formula(hall: Hall) -> None:
    told = rows(export(*await played(hall, "water", "tulip"), "csv"))
    given = next(row for row in told if row["type"] == "ClueGiven")
    assert given["text"].startswith("'=Ada")
    cells: Sequence[str] = [cell for row in told for cell in row.values()]
    assert not [cell for cell in cells if cell[:1] in ("=", "+", "-", "@", "\t")]


@pytest.mark.parametrize(
    "cell", ["=1+1", "＝1", "\u00a0=1", "\u3000＋1", "﹣1", "−1", "  @x", "\u200b=1", "\t=1", "\n=1"]
)
def test_no_sign_and_no_space_of_any_width_makes_a_formula(cell: str) -> None:
    assert _harmless(cell) == f"'{cell}" and _harmless(f"x{cell}") == f"x{cell}"


def test_nothing_in_a_transcript_is_obeyed() -> None:
    assert _plainly("I think\x1b[31m \u202eso\x07") == r"I think\[31m so"


def test_nothing_in_a_transcript_becomes_a_link() -> None:
    written = _plainly(
        "see https://x.example, HTTP://y, www.z.example, mailto:a@b.example or a@b.example; at 10:30, note:this"
    )
    assert written == (
        r"see https\://x.example, HTTP\://y, www\.z.example, mailto\:a\@~b.example or a\@~b.example; at 10:30, note:this".replace(
            "~", "\u200b"
        )
    )


async def test_a_transcript_reads_as_sentences_and_says_what_was_whispered(hall: Hall) -> None:
    text = export(*await played(hall, "water", "tulip"), "md")
    assert text.startswith("# Codenames\n\nRed wins: all its words are found.")
    assert "Basil guesses water: a word of Red!" in text
    assert "You meant water, tulip. *(told to Red spymaster)*" in text
    assert r"=Ada\|\*" in text
    assert "a river, I think" in text
    assert "120 tokens, 0.2500 US dollars" in text


async def test_the_end_names_people_and_not_their_seats(hall: Hall) -> None:
    saved, calls, moves = await played(hall, "water", "tulip")
    won = Outcome(frozenset({Seat("red-1")}), "{red-1} found them.")
    game = all_games()["codenames"].but(outcome=lambda s: won)
    assert export_as(game, saved, calls, moves, "md").startswith("# Codenames\n\nBasil found them.")


async def test_options_that_this_version_does_not_know_are_a_sentence(hall: Hall) -> None:
    saved, calls, moves = await played(hall, "water")
    with pytest.raises(Unreadable, match="does not know its options") as refusal:
        export(replace(saved, options={**saved.options, "pack": "klingon"}), calls, moves, "md")
    assert "tulip" not in str(refusal.value)


async def evening(seed: str = "e") -> tuple[Saved, list[Called], list[Moved]]:
    """A game with talk, played by built-in players to its end."""
    store, players = MemoryStore(), HousePlayers()
    seats = {Seat(f"p{n}"): ("built-in", players.occupant(f"=Zoe {n}")) for n in range(1, 5)}
    options = all_games()["mystery"].lobby.options.model_validate({"players": 4, "most_nights": 1, "timers": False})
    played = await play_one(store, players, "mystery", options, seats, seed)
    saved = await store.load(played.table.id)
    assert saved is not None
    return saved, [], []


async def test_each_speech_has_a_row_of_its_own(hall: Hall) -> None:
    saved, *_ = await evening()
    told = rows(export(saved, [], [], "csv"))
    assert [int(row["n"]) for row in told] == sorted(int(row["n"]) for row in told)
    shared = [row for row in told if row["type"] == "Shared"]
    introductions = [row for row in shared if row["n"] == shared[0]["n"]]
    assert sorted(row["speaker"] for row in introductions) == [f"'=Zoe {n}" for n in range(1, 5)]
    assert all(row["visible"] == "yes" and row["text"] and "{p" not in row["text"] for row in introductions)
    assert [bool(row["event"]) for row in introductions] == [True, False, False, False]
    sealed = [row for row in told if row["type"] == "Spoke"]
    assert sealed and {row["visible"] for row in sealed} == {"no"} and {row["speaker"] for row in sealed} == {""}


async def test_each_speech_is_a_paragraph(hall: Hall) -> None:
    text = export(*await evening(), "md")
    number = re.search(r"(?m)^(\d+)\. \*\*=Zoe \d:\*\* ", text)
    assert number is not None
    indent = " " * (len(number[1]) + 2)
    assert len(re.findall(rf"(?m)^{indent}\*\*=Zoe \d:\*\* \S", text)) >= 3


async def test_a_turn_that_was_passed_is_in_the_transcript(hall: Hall) -> None:
    saved, calls, moves = await played(hall, "water")
    table = hall.tables[saved.id]
    await table.submit(Seat("red-1"), EndTurn(), "guess:1:1", "c9")
    again = await hall.store.load(saved.id)
    assert again is not None
    assert "Red ends its turn." in export(again, calls, moves, "md")


async def test_what_somebodys_words_meant_stands_beside_them(hall: Hall) -> None:
    hall.games["boasts"] = BOASTS
    table = await hall.open("boasts", {}, PAIR)
    await table.submit(ANN, Tell("I picked 3 like Bob"), "say:1", "c1")
    await table.submit(ANN, Tell("Hello"), "say:1", "c2")
    saved = await hall.store.load(table.id)
    assert saved is not None
    page = export_as(BOASTS, saved, [], [], "md")
    assert "**Ann:** I picked 3 like Bob *(meaning number 3, like Bob)*" in page
    assert page.splitlines()[-3:] == ["5. **Ann:** Hello", "", f"Game {saved.id}"]
    assert '"means":[{"number":3,"like":"bob"}]' in export_as(BOASTS, saved, [], [], "csv").replace('""', '"')


async def test_what_was_written_in_lines_is_quoted_and_forges_nothing(hall: Hall) -> None:
    hall.games = hall.store._games = {**hall.games, "scroll": SCROLL}
    text = "# Round 1\n- one\n2. two\n*three*"
    table = await hall.open("scroll", {}, PAIR, seed="s")
    await table.submit(ANN, Unroll(text), "scroll", "1")
    saved = await hall.store.load(table.id)
    assert saved is not None
    told = _Page(SCROLL, saved, [], [], True).markdown().split("## What happened")[1]
    n = sum(each.to is None for each in table.story.log)
    assert f"{n}. **Ann:**\n\n   > \\# Round 1\\\n   > \\- one\\\n   > 2\\. two\\\n   > \\*three\\*\n" in told
    assert dump_told(table.story.log[-1])["event"]["text"] == text


# ── out and back, for every game ──────────────────────────────────────────────────────────────────────────────────────


def shortest(game: Game[Any]) -> Options:
    options = {"codenames": {"board": BOARD}, "mystery": {"players": 4, "most_nights": 1}}.get(game.name, {})
    return game.lobby.options.model_validate(options)


@pytest.fixture(params=sorted(all_games()))
async def finished(request: pytest.FixtureRequest) -> tuple[Game[Any], Saved, list[Called], list[Moved]]:
    """A game of each kind, played by built-in players to its end, by people with names that are hard on any file."""
    game = all_games()[request.param]
    store, players = MemoryStore(), HousePlayers()
    options = shortest(game)
    places = game.lobby.seats(options, [()] * min(game.lobby.players), dice_for("s", 0)).seats
    seats = {seat: ("built-in", players.occupant(f'=Zoe "{n}", \n;|')) for n, seat in enumerate(places)}
    table = (await play_one(store, players, game.name, options, seats, "s")).table
    saved = await store.load(table.id)
    assert saved is not None and saved.ended is not None
    calls = [Called(seat, "k", replace(SECRET, prompt_tokens=n), "accepted") for n, seat in enumerate(places * 2, 1)]
    return game, saved, calls, await store.moves(table.id)


@pytest.mark.parametrize("everything", [True, False])
async def test_every_game_comes_back_from_json(finished: Any, everything: bool) -> None:
    game, saved, calls, moves = finished
    document = json.loads(export(saved, calls, moves, "json", everything=everything))
    told = [each for each in saved.log if everything or each.to is None]
    read = [
        (None if each["to"] is None else frozenset(each["to"]), load_event(game, json.dumps(each["event"])))
        for each in document["events"]
    ]
    assert read == [(each.to, each.event) for each in told]
    names = {seat: occupant.name for seat, occupant in saved.seats.items()}
    assert document["messages"] == [
        {
            "n": n,
            "role": said.seat,
            "name": names[said.seat],
            "text": named(said.text, names),
            "visible": each.to is None,
            "stand_in": False,
        }
        for n, each in enumerate(told, 1)
        for said in game.talks.speeches(each.event)
    ]
    assert ("tokens" in document, "calls" in document, "options" in document) == (everything,) * 3
    if everything:
        assert game.lobby.options.model_validate(document["options"]) == game.lobby.options.model_validate(
            saved.options
        )
        assert [each["seat"] for each in document["moves"]] == [each.seat for each in moves]
        first = next(iter(saved.seats))
        second_time = 1 + len(saved.seats)
        expected = {"prompt": 1 + second_time, "answer": 40, "cached": 20, "calls": 2}
        assert document["tokens"][first] == expected and document["tokens"].keys() == saved.seats.keys()


@pytest.mark.parametrize("everything", [True, False])
async def test_every_game_comes_back_from_csv(finished: Any, everything: bool) -> None:
    game, saved, calls, moves = finished
    told = [each for each in saved.log if everything or each.to is None]
    found = rows(export(saved, calls, moves, "csv", everything=everything))
    events = [row for row in found if row["event"]]
    assert [load_event(game, row["event"]) for row in events] == [each.event for each in told]
    assert [row["n"] for row in events] == [str(n) for n in range(1, len(told) + 1)]
    assert [row["visible"] for row in events] == ["yes" if each.to is None else "no" for each in told]
    names = {seat: occupant.name for seat, occupant in saved.seats.items()}
    said = [each for entry in told for each in game.talks.speeches(entry.event)]
    assert [(row["speaker"], row["text"].removeprefix("'")) for row in found if row["speaker"]] == [
        (f"'{names[each.seat]}", named(each.text, names).removeprefix("'") or SILENCE) for each in said
    ]


async def test_times_are_told_so_that_people_can_read_them() -> None:
    saved, *_ = await evening()
    saved = replace(saved, created=1_700_000_000.25, ended=1_700_000_060.0)
    document = json.loads(export(saved, [], [], "json"))
    assert (document["started_at"], document["ended_at"]) == (
        "2023-11-14T22:13:20.250+00:00",
        "2023-11-14T22:14:20.000+00:00",
    )
    running = json.loads(export(replace(saved, ended=None), [], [], "json"))
    assert running["ended_at"] is None


PROMPTS = {
    "manager": "You manage. Write to the player between [PLAYER_TURN] and [/PLAYER_TURN].",
    "player": "You play.",
}


BLOCK = 'Their offer:\n\n- =1 apple,\n- "two" pears'
DECISION = "no\n\nnever; not for {apples}"
DISPLAY = "Basil declines.\n\n| you | Basil |\n|---|---|\n| 0 | 0 |\n\nWhat now, Ada?"


async def conversation(hall: Hall, players: ScriptedPlayers) -> Saved:
    """A pair without a header: the manager asks the player, in lines, hears the answer in lines, and shows it to the human."""
    players["Max"] = [duet.Show(f"[PLAYER_TURN]\n{BLOCK}\n[/PLAYER_TURN]"), duet.Show(DISPLAY)]
    players["Basil"] = [duet.Write(DECISION)]
    seats = {
        duet.MANAGER: Occupant("model", "Max", model="small-1"),
        duet.HUMAN: Occupant("person", "Ada", user="discord:777001"),
        duet.PLAYER: Occupant("model", "Basil", model="small-1"),
    }
    table = await hall.open("duet", PROMPTS, seats, host="discord:777001", place="here", seed="s")
    await table.idle()
    await table.cancel("c2", "Enough.")
    saved = await hall.store.load(table.id)
    assert saved is not None
    return saved


async def test_what_was_written_in_lines_is_kept_in_lines_with_who_could_see_it(
    hall: Hall, players: ScriptedPlayers
) -> None:
    saved = await conversation(hall, players)
    messages = json.loads(export(saved, [], [], "json"))["messages"]
    whole = f"[PLAYER_TURN]\n{BLOCK}\n[/PLAYER_TURN]"
    assert [(each["role"], each["text"], each["visible"]) for each in messages] == [
        ("manager", whole, False),
        ("manager", BLOCK, False),
        ("player", DECISION, False),
        ("manager", DISPLAY, True),
    ]
    found = rows(export(saved, [], [], "csv"))
    spoken = [
        (row["role"], row["seat"], row["speaker"], row["text"], row["visible"]) for row in found if row["speaker"]
    ]
    assert spoken == [
        ("manager", "Manager", "Max", whole, "no"),
        ("manager", "Manager", "Max", BLOCK, "no"),
        ("player", "Player", "Basil", DECISION, "no"),
        ("manager", "Manager", "Max", DISPLAY, "yes"),
    ]


async def test_what_the_manager_and_the_player_wrote_to_each_other_is_in_no_public_export(
    hall: Hall, players: ScriptedPlayers
) -> None:
    saved = await conversation(hall, players)
    for format in ("json", "csv", "md"):
        public = export(saved, [], [], format, everything=False)  # type: ignore[arg-type]
        assert "What now, Ada?" in public and "apple" not in public and "never" not in public


def test_what_there_is_to_look_up_at_the_end_stands_in_a_transcript_that_is_whole() -> None:
    game = town("sheriff doctor godfather escort lookout medium jester").play(
        "p1 wills {p3} *did* it\nNight 2: nothing"
    )
    story = game.night("p3 kill {p1}", "p2 heal {p4}").hang("p3").story
    seats = {seat: Occupant("person", f"Guest {seat[1:]}") for seat in story.seats}
    options = story.options.model_dump(mode="json")
    saved = Saved("t1", "town", story.game.rules.version, options, story.seed, About(), seats, log=tuple(story.log))
    page = export(saved, [], [], "md")
    graves, nights = page.index("## Graveyard"), page.index("## Night by night")
    assert page.index("## What happened") < graves < nights
    assert "- Guest 3 \\*did\\* it\n- Night 2: nothing\n" in page[graves:nights]
    assert "- Guest 2, a Doctor, means to heal Guest 4.\n" in page[nights:]
    assert "Graveyard" not in export(saved, [], [], "md", everything=False)


async def test_a_transcript_leaves_out_whose_turn_it_was_to_speak() -> None:
    store, players = MemoryStore(), HousePlayers()
    seats = {Seat(f"p{n}"): ("built-in", players.occupant(f"Zoe {n}")) for n in range(1, 8)}
    game = all_games()["town"]
    options = game.lobby.options.model_validate({"players": 7, "timers": False})
    played = await play_one(store, players, "town", options, seats, "e")
    saved = await store.load(played.table.id)
    assert saved is not None
    page = export(saved, [], [], "md")
    happened = re.findall(r"(?m)^(\d+)\. (.*)", page.partition("## What happened")[2].partition("\n## ")[0])
    assert [int(n) for n, _ in happened] == list(range(1, len(happened) + 1))
    kinds = [type(each.event).__name__ for each in saved.log]
    for kind, sentence in {
        "Bade": "is eager to speak", "Invited": "Who has something to say", "FloorGiven": "about to speak",
        "Waited": "nothing more to say", "Answered": "has judged", "Reached": "Heard by",
    }.items():  # fmt: skip
        assert kind in kinds
        assert not [line for _, line in happened if sentence in line], sentence
    assert len(happened) == len(saved.log) - sum(is_bookkeeping(game, each) for each in saved.log) < len(saved.log) / 2
    confided = [line for _, line in happened if "to the Mafia: “" in line]
    assert confided and all(re.search(r"\*\(told to Player \d(, Player \d)*\)\*$", line) for line in confided)
    assert [row["type"] for row in rows(export(saved, [], [], "csv")) if row["event"]] == kinds
