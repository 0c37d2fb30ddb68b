"""Games with staff, presets, a library, strategies and documents: who sits where, what may be typed, what is refused."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx2
import pytest
from typer.testing import CliRunner, Result

import games
from bot import rights
from bot.cli import World, Wrong, app
from bot.cli.choosing import chosen, options
from bot.clock import VirtualClock
from bot.hall import Hall, shares
from bot.players.autoplay import BuiltInPlayers
from bot.players.seating import HousePlayers, personas
from bot.players.spec import ModelSpec
from bot.ports import Occupant
from bot.stores.memory import MemoryStore
from bot.stores.sqlite import SqliteStore
from bot.surfaces.terminal.session import Terminal
from games.core import IllegalAction, Seat, Temper, dice_for
from tests.bot.refereed import GAME, REFEREE
from tests.bot.tiny import ANN, BOB, Picked

GAMES = {"refereed": GAME}
STRATEGIES = GAME.policy.strategies
MODELS = {"tiny": ModelSpec("tiny-1", "http://model.test/v1"), "big": ModelSpec("big-1", "http://model.test/v1")}
ME = Occupant("person", "Zoe", user="u:1")


def hall(*, models: bool = False) -> Hall:
    deaf = httpx2.MockTransport(lambda request: httpx2.Response(503))
    players = HousePlayers(MODELS if models else {}, "tiny" if models else "", strategies=STRATEGIES, transport=deaf)
    return Hall(MemoryStore(GAMES), players, VirtualClock(), games=GAMES)


# ── staff ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("specs", "shared"),
    [
        ("", ("", "", "")),
        ("A", ("", "A", "A")),
        ("A,B", ("", "A", "B")),
        ("A,B,C", ("C", "A", "B")),
        ("A,B,C,D", ("C", "A", "B")),
    ],
)
def test_the_staff_counts_where_one_more_is_named_than_plays(specs: str, shared: tuple[str, ...]) -> None:
    places = (REFEREE, ANN, BOB)
    assert shares(places, specs, GAME.lobby.staff) == dict(zip(places, shared, strict=True))


def test_the_staff_is_the_houses_own_and_built_in_where_only_built_in_players_were_asked_for() -> None:
    def cast(specs: str) -> list[str]:
        return [
            each.model or each.kind
            for each in hall(models=True).cast((REFEREE, ANN, BOB), specs, (), GAME.lobby.staff).values()
        ]

    assert cast("") == ["tiny", "tiny", "tiny"]
    assert cast("built-in,big") == ["tiny", "built-in", "big"]
    assert cast("built-in") == ["built-in"] * 3
    assert cast("built-in:stubborn,built-in") == ["built-in"] * 3
    assert cast("built-in,built-in,big") == ["big", "built-in", "built-in"]


def test_those_at_the_table_have_names_of_their_own() -> None:
    cast = hall().cast((REFEREE, ANN, BOB), "", ["Ada"], GAME.lobby.staff)
    assert list(cast) == [REFEREE, ANN, BOB]
    assert len({each.name for each in cast.values()} | {"Ada"}) == 4


async def test_a_lobby_seats_nobody_among_the_staff() -> None:
    house = hall()
    lobby = await house.open_lobby("refereed", {}, ME.user, "here")
    await house.join(lobby.id, ME)
    await house.add_ai(lobby.id)
    with pytest.raises(IllegalAction, match="full"):
        await house.join(lobby.id, replace(ME, user="u:2"))
    table = await house.start(lobby.id)
    assert (table.seats[REFEREE].kind, table.seats[ANN].user, table.seats[BOB].kind) == ("built-in", "u:1", "built-in")
    await house.close()


async def test_no_person_sits_down_among_the_staff() -> None:
    house = hall()
    seats = house.cast((REFEREE, ANN, BOB), "", (), GAME.lobby.staff)
    with pytest.raises(IllegalAction, match="The Referee runs the game"):
        await house.open("refereed", {}, seats | {REFEREE: ME})
    table = await house.open("refereed", {}, seats | {ANN: ME})
    with pytest.raises(IllegalAction, match="The Referee runs the game"):
        await table.reseat(REFEREE, replace(ME, user="u:2"), "c1")
    await table.reseat(REFEREE, Occupant("built-in", "Quinn"), "c2")
    assert rights.free(table) == [BOB]
    await house.close()


# ── who may begin, and how they play ──────────────────────────────────────────────────────────────────────────────────


async def test_a_game_that_cannot_begin_says_why_and_the_lobby_stays() -> None:
    house = hall()
    lobby = await house.open_lobby("refereed", {"strict": True}, ME.user, "here")
    await house.join(lobby.id, ME)
    with pytest.raises(IllegalAction, match="needs a model as its referee"):
        await house.start(lobby.id)
    assert house.at("here") == house.lobby(lobby.id) and not await house.store.recent_games()


async def test_a_game_begins_with_whom_it_wants() -> None:
    house = hall(models=True)
    seats = house.cast((REFEREE, ANN, BOB), "built-in,built-in,tiny", (), GAME.lobby.staff)
    table = await house.open("refereed", {"strict": True}, seats)
    assert table.seats[REFEREE].model == "tiny"
    await house.close()
    await house.players.close()


async def test_a_built_in_player_plays_the_strategy_that_was_asked_for() -> None:
    house = hall()
    seats = house.cast((REFEREE, ANN, BOB), "built-in:stubborn,built-in", (), GAME.lobby.staff)
    assert seats[ANN].temper == Temper(strategy="Stubborn") and seats[ANN].persona in personas()
    table = await house.open("refereed", {}, seats)
    await table.idle()
    await house.close()
    picks = [told.event.number for told in table.story.log if isinstance(told.event, Picked) and told.event.seat == ANN]
    assert picks == [6, 6]


async def test_a_game_has_only_its_own_strategies() -> None:
    house = hall()
    stubborn = house.ai(spec="built-in:Stubborn")
    house.games = {"refereed": GAME.but(strategies=lambda: ("fair-minded",))}
    seats = house.cast((REFEREE, ANN, BOB), "", (), GAME.lobby.staff)
    with pytest.raises(IllegalAction, match="no strategy “Stubborn” for its built-in players: there are fair-minded"):
        await house.open("refereed", {}, seats | {ANN: stubborn})
    house.games = {"refereed": GAME.but(strategies=tuple)}
    with pytest.raises(IllegalAction, match="there are none"):
        await house.open("refereed", {}, seats | {ANN: stubborn})


@pytest.mark.parametrize("kind", [HousePlayers, BuiltInPlayers])
def test_strategies_stand_behind_the_tempers(kind: Callable[..., Any]) -> None:
    players = kind(strategies=STRATEGIES)
    tempers = tuple(f"built-in:{temper}" for temper in ("bold", "careful", "easy", "normal", "hard"))
    assert players.specs()[:7] == ("built-in", *tempers, "built-in:stubborn")
    assert players.occupant("Ada", "BUILT-IN:STUBBORN").temper.strategy == "Stubborn"
    assert players.occupant("Ada", "built-in:bold").temper == Temper(boldness=0.9)
    with pytest.raises(IllegalAction, match="built-in:stubborn"):
        players.occupant("Ada", "built-in:stuborn")


# ── in the terminal ───────────────────────────────────────────────────────────────────────────────────────────────────

Run = Callable[..., Result]


async def no_discord(house: Hall) -> None:
    raise AssertionError("nobody asked for Discord")


@pytest.fixture
def world(tmp_path: Path) -> World:
    return World(
        data=tmp_path,
        token="",
        store=lambda: SqliteStore.open(tmp_path / "masquerade.sqlite3", GAMES),
        memory=lambda: MemoryStore(GAMES),
        players=lambda: HousePlayers(strategies=STRATEGIES),
        discord=no_discord,
        speak=lambda quiet: None,
        games=lambda: GAMES,
    )


@pytest.fixture
def run(world: World) -> Run:
    def go(*arguments: str, typed: str = "", **changes: Any) -> Result:
        result = CliRunner().invoke(app(lambda: replace(world, **changes)), arguments, input=typed)
        assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
        return result

    return go


def test_a_preset_is_played_by_its_name(run: Run) -> None:
    result = run("watch", "Sprint", "--json", "-")
    played = json.loads(result.stdout)
    assert (played["game"], played["options"]["rounds"]) == ("refereed", 1)
    assert json.loads(run("watch", "sprint", "-o", "rounds=3", "--json", "-").stdout)["options"]["rounds"] == 3
    again = run("watch", "sprint", "--players", "built-in:stubborn,built-in", "--seed", "s")
    assert "watch Sprint --players built-in:stubborn,built-in,built-in --seed s" in " ".join(again.output.split())


def test_hints_keep_the_name_of_a_preset_also_on_another_day(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    left = run("play", "sprint", typed="quit\n")
    assert left.exit_code == 0 and "play --resume" in left.output

    async def over(*_: Any, **__: Any) -> str:
        return "over"

    monkeypatch.setattr(Terminal, "sit", over)
    for again in (run("play", "--resume"), run("play", "sprint", "--resume"), run("play", "sprint")):
        assert "Play again: " in again.output and "play Sprint" in again.output


def test_games_lists_presets_under_their_game(run: Run) -> None:
    assert "  refereed: Everyone picks a number; the nearest to the die wins.\n    Sprint\n" in run("games").output
    available = json.loads(run("games", "--json").output)["available"]
    assert [(each["name"], each["presets"]) for each in available] == [("refereed", ["Sprint"])]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("play", "sprnt"), "Did you mean “Sprint”?"),
        (("play", "chess"), "There are: refereed, Sprint."),
        (("play", "sprint", "--seat", "referee"), "The Referee runs the game"),
        (("play", "sprint", "--seat", "cat"), "There are: ann, bob."),
        (("play", "sprint", "-o", "strict=on"), "A strict game needs a model as its referee; Zoe and "),
        (("watch", "sprint", "-o", "strict=on"), "needs a model as its referee"),
        (("watch", "sprint", "-o", "strict=on", "--games", "5"), "needs a model as its referee"),
        (("play", "sprint", "-o", "house_rules=@none.md"), "“none.md” cannot be read: No such file"),
    ],
)
def test_what_cannot_be_played_is_a_sentence(run: Run, arguments: tuple[str, ...], sentence: str) -> None:
    result = run(*arguments, *(("--name", "Zoe") if arguments[0] == "play" else ()))
    assert (result.exit_code, sentence in result.output) == (2, True), result.output


def test_somebody_at_a_terminal_may_pick_a_preset_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    answers = ["sprnt", "Sprint"]
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    monkeypatch.setattr("builtins.input", lambda prompt: answers.pop(0))
    monkeypatch.setattr("bot.cli.choosing.FIRST", "refereed")
    world = SimpleNamespace(games=lambda: GAMES, folder=None)
    assert chosen(world) == "Sprint"  # type: ignore[arg-type]


@pytest.mark.parametrize("text", ["One line", "two\n\n  lines\n", '["no", "JSON"]', "---\ntitle: x\n---\n{human}"])
def test_a_document_is_a_files_whole_text(tmp_path: Path, text: str) -> None:
    file = tmp_path / "rules.md"
    file.write_text(text, encoding="utf-8")
    assert options(GAME, [f"house_rules=@{file}"], {}).model_dump()["house_rules"] == text
    assert options(GAME, [f"house-rules={text}"], {}).model_dump()["house_rules"] == text


def test_a_document_has_to_be_text(tmp_path: Path) -> None:
    file = tmp_path / "rules.md"
    file.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(Wrong, match="has to be a text file in UTF-8"):
        options(GAME, [f"house_rules=@{file}"], {})


def test_what_lies_in_the_library_is_played_at_once(run: Run, tmp_path: Path) -> None:
    """Also what is put there while the games are known already."""
    assert GAME.stocked
    stocked = {"refereed": GAME.stocked(tmp_path)}
    assert "Did you mean" not in run("play", "marathon", games=lambda: stocked).output
    (tmp_path / "marathon.txt").write_text("4")
    played = json.loads(run("watch", "marathon", "--json", "-", games=lambda: stocked).stdout)
    assert played["options"]["rounds"] == 4


def test_every_game_is_stocked_from_the_library(tmp_path: Path) -> None:
    plain, stocked = games.all_games(), games.all_games(tmp_path)
    assert list(plain) == list(stocked)
    for name, game in plain.items():
        assert (stocked[name] is game) == (game.stocked is None)


def test_seats_that_are_given_to_those_who_come_are_none_of_the_staff() -> None:
    for game in (*games.all_games().values(), GAME):
        for parties in game.lobby.players:
            given = game.lobby.seats(game.lobby.options(), [()] * parties, dice_for("s", 0)).given
            assert not game.lobby.staff & set(given)
            assert Seat("clock") not in game.lobby.staff
