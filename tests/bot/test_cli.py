from __future__ import annotations

import asyncio
import contextlib
import gc
import io
import json
import os
import re
import sqlite3
import time
import weakref
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx2
import pytest
from typer.testing import CliRunner, Result

from bot import tournament
from bot.cli import DATABASE, World, Wrong, app
from bot.cli.choosing import chosen
from bot.cli.folder import alone
from bot.cli.run import _piped
from bot.clock import VirtualClock
from bot.hall import Hall
from bot.players.seating import HousePlayers
from bot.ports import Moved, Occupant
from bot.stores.memory import MemoryStore
from bot.stores.sqlite import SqliteStore
from bot.surfaces.terminal.keyboard import as_found
from bot.surfaces.terminal.session import Terminal
from bot.table import Table
from games import all_games
from games.core import Seat, Told
from tests.bot.endpoint import SPEC, saying
from tests.bot.test_terminal_duet import Typed

Run = Callable[..., Result]


async def no_discord(hall: Hall) -> None:
    raise AssertionError("nobody asked for Discord")


@pytest.fixture
def world(tmp_path: Path) -> World:
    return World(
        data=tmp_path,
        token="",
        store=lambda: SqliteStore.open(tmp_path / "masquerade.sqlite3"),
        memory=MemoryStore,
        players=HousePlayers,
        discord=no_discord,
        speak=lambda quiet: None,
    )


@pytest.fixture
def run(world: World) -> Run:
    def go(*arguments: str, typed: str = "", **changes: Any) -> Result:
        # As a shell would: what goes wrong in a command must have become a sentence and an exit code.
        result = CliRunner().invoke(app(lambda: replace(world, **changes)), arguments, input=typed)
        assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
        return result

    return go


# ── playing ───────────────────────────────────────────────────────────────────────────────────────────────────────────

BOARD = '{"red_words": ["water", "tulip"], "blue_words": ["honey"], "assassin_word": "lizard"}'
DUEL = ("play", "codenames", "--option", f"board={BOARD}", "--as", "red,spymaster")


def test_a_newcomer_plays_leaves_and_goes_on_another_day(run: Run) -> None:
    left = run(*DUEL, typed="?\nquit\n")
    assert left.exit_code == 0
    assert "Red spymaster" in left.output
    assert "play --resume" in left.output
    again = run("play", "--resume", typed="quit\n")
    assert "Red spymaster" in again.output and "This is a new game" not in left.output + again.output
    listed = json.loads(run("games", "--json").output)
    assert [(each["game"], each["ended"]) for each in listed["stored"]] == [("codenames", None)]


def test_a_game_that_cannot_be_read_does_not_stand_before_an_older_one(run: Run, tmp_path: Path) -> None:
    run(*DUEL, typed="quit\n")
    run(*DUEL, typed="quit\n")
    new, old = (each["id"] for each in json.loads(run("games", "--json").output)["stored"])
    with contextlib.closing(sqlite3.connect(tmp_path / "masquerade.sqlite3")) as db:
        db.execute('UPDATE games SET options = \'{"pack": "klingon"}\' WHERE id = ?', (new,))
        db.commit()
    assert "Red spymaster" in run("play", "--resume", typed="quit\n").output
    with contextlib.closing(sqlite3.connect(tmp_path / "masquerade.sqlite3")) as db:
        db.execute('UPDATE games SET options = \'{"pack": "klingon"}\'')
        db.commit()
    refused = run("play", "--resume")
    assert (refused.exit_code, f"cannot go on with {old}, {new}" in refused.output) == (1, True)
    assert "does not know its options" in run("export", new).output


def test_of_several_games_one_goes_on_by_its_id(run: Run) -> None:
    run(*DUEL, typed="quit\n")
    second = run("play", "codenames", typed="quit\n")
    assert "The one you left goes on with" in second.output and "Red operative 1" in second.output
    _, first = (each["id"] for each in json.loads(run("games", "--json").output)["stored"])
    assert "Red spymaster" in run("play", first, "--resume", typed="quit\n").output
    last = run("play", "--resume", typed="quit\n").output
    assert ", Red spymaster. Type ?" in last, "the one left last, not the one begun last"
    refused = run("play", "nosuch", "--resume")
    assert (refused.exit_code, "You left no game “nosuch”" in refused.output) == (1, True)


def test_built_in_players_play_easy_the_first_time_and_else_as_asked_for(run: Run, tmp_path: Path) -> None:
    def strengths(*more: str) -> set[float]:
        assert run("play", "liars-dice", "--seed", "1", *more, typed="quit\n").exit_code == 0
        with contextlib.closing(sqlite3.connect(tmp_path / "masquerade.sqlite3")) as db:
            last = "SELECT id FROM games ORDER BY created DESC, rowid DESC LIMIT 1"
            return {
                each for (each,) in db.execute(f"SELECT strength FROM seats WHERE game = ({last}) AND kind <> 'person'")
            }

    assert strengths() == {0.2}
    told = " ".join(run("play", "mystery", typed="quit\n").output.split())
    assert "Built-in players play easy, until you have won this game once or played it three times." in told
    assert "is no murderer" not in told and "is no murderer" in run("learn", "mystery", typed="quit\n").output
    assert strengths("--strength", "Hard") == strengths("-o", "strength=hard") == {1.0}
    assert strengths("--strength", "mixed") == strengths("--players", "built-in") == {1.0}
    wrong = run("play", "liars-dice", "--strength", "brutal")
    assert wrong.exit_code == 2 and "mixed" in wrong.output and "easy" in wrong.output
    with contextlib.closing(sqlite3.connect(tmp_path / "masquerade.sqlite3")) as db:
        db.execute("UPDATE games SET ended = 1.0")
        db.commit()
    assert strengths() != {0.2}, "so many have been played to their end"
    told = run("play", "liars-dice", typed="quit\n").output
    assert "each as its character does: you have won this game once or played it" in " ".join(told.split())


def test_whoever_has_outgrown_easy_players_hears_so_when_the_game_is_over(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def called_off(terminal: Terminal, table: Table, *_: Any, **__: Any) -> str:
        await table.cancel("over")
        return "over"

    monkeypatch.setattr(Terminal, "sit", called_off)
    told = [" ".join(run("play", "liars-dice").output.split()) for _ in range(4)]
    said = "next time built-in players play mixed, each as its character does. To play easy ones again, add --strength easy. Play again: "
    assert [said in each for each in told] == [False, False, True, False]


def test_which_of_several_games_begins_is_said_where_only_the_name_of_all_was_typed(run: Run) -> None:
    told = " ".join(run("play", "duet", typed="quit\n").output.split())
    assert "This is Ultimatum. For another one type its name instead of “duet”: auction, bargaining," in told
    assert "This is Bargaining." in run("learn", "duet", typed="quit\n").output
    assert not any("For another one" in run("play", each, typed="quit\n").output for each in ("ultimatum", "codenames"))


def test_a_game_is_learnt_by_playing_it(run: Run) -> None:
    told = run("learn", "codenames", "--as", "spymaster", "--seed", "1").output
    assert "Built-in players play easy." in told and "Blue is silent" in told
    assert " ".join(told.split()).count("Hint: You alone of your team see the colours.") == 1
    assert "Play again" not in told and run("learn", "codenames").exit_code == 0
    assert run("learn", "nosuch").exit_code == 2


class PlayedTwice(SqliteStore):
    """A file that another process writes to just before this one does."""

    async def append(self, game: str, after: int, told: Sequence[Told], moved: Moved, **more: Any) -> None:
        await super().append(game, after, told, replace(moved, cause="elsewhere"), **more)
        await super().append(game, after, told, moved, **more)


def test_a_game_that_is_open_twice_is_a_sentence_and_goes_on(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run("play", "ultimatum", typed="quit\n")
    (game,) = json.loads(run("games", "--json").output)["stored"]
    path = tmp_path / "masquerade.sqlite3"
    monkeypatch.setattr("bot.cli.playing.Keyboard", lambda: Typed("40"))
    refused = run("play", "--resume", store=lambda: PlayedTwice.open(path))
    assert (refused.exit_code, "has been played on elsewhere" in refused.output) == (1, True)
    assert f"play {game['id']} --resume" in refused.output
    monkeypatch.setattr("bot.cli.playing.Keyboard", Typed)
    assert "offer $40" in run("play", game["id"], "--resume").output


def test_games_lists_a_game_by_its_presets_name(run: Run) -> None:
    run(*DUEL, typed="quit\n")
    run("play", "trust", typed="quit\n")
    listed = run("games").output.split("Games that were played")[1].split("\n")
    assert [line.split()[1] for line in listed[2:4]] == ["trust", "codenames"]
    assert run("export", listed[2].split()[0], "--format", "md").output.startswith("# Trust\n")


def test_without_a_name_and_a_terminal_the_first_game_is_played(run: Run) -> None:
    assert "Codenames" in run("play", typed="quit\n").output


@pytest.mark.parametrize(
    ("typed", "game"), [("", "codenames"), ("4", "mystery"), ("Mystery", "mystery"), ("ultimatum", "ultimatum")]
)
def test_somebody_at_a_terminal_is_asked_which_game(
    world: World, monkeypatch: pytest.MonkeyPatch, typed: str, game: str
) -> None:
    answers = ["nonsense", "99", typed]
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    monkeypatch.setattr("builtins.input", lambda prompt: answers.pop(0))
    assert chosen(world) == game
    assert answers == []


def test_going_on_without_a_game_says_how_to_start_one(run: Run) -> None:
    result = run("play", "--resume")
    assert result.exit_code == 1
    assert "play codenames" in result.output


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("play", "codenams"), "Did you mean “codenames”?"),
        (("play", "codenames", "--seat", "red-9"), "There are: red-spymaster, red-1"),
        (("play", "codenames", "--as", "king"), "red, blue, spymaster"),
        (("play", "codenames", "--option", "majorty=on"), "Did you mean “majority”?"),
        (("play", "codenames", "--option", "majority"), "is not KEY=VALUE"),
        (("play", "codenames", "--option", "clue_seconds=soon"), "clue_seconds: write a whole number."),
        (("watch", "codenames", "--pace", "-3"), "write a number of seconds from 0 to 3600."),
        (("watch", "codenames", "--pace", "nan"), "write a number of seconds from 0 to 3600."),
        (("play", "mystery", "--option", "rounds=9"), "rounds: write a number from 1 to 4."),
        (("play", "codenames", "--option", "words=apple"), 'words: write a list, like ["one", "two"], or name a file'),
        (("play", "codenames", "--option", "board={}"), "board.red_words: this is missing."),
        (("play", "codenames", "--option", "majority=perhaps"), "majority: write on or off."),
        (("play", "mystery", "--option", "votes=loud"), "votes: write 'open' or 'sealed'."),
        (("play", "codenames", "--option", "pack=klingon"), "pack: There is no word pack"),
        (("play", "town", "--option", "custom=Jailor"), "A role list has 7 to 15 slots; yours has 1."),
        (("play", "codenames", "--option", "words=@nowhere.txt"), "“nowhere.txt” cannot be read: No such file"),
        (("play", "codenames", "--option", "board={" * 2), "This is not JSON"),
        (("play", "codenames", "--option", f"board={'[' * 100_000}"), "This is not JSON"),
        (("play", "codenames", "--size", "99"), "1 to 16 players"),
        (("watch", "codenames", "--players", "built-in:boldd"), "Did you mean “built-in:bold”?"),
        (("export", "nothing", "--format", "pdf"), "There are: json, csv, md, html"),
    ],
)
def test_a_wrong_command_is_a_sentence_with_the_way_out(run: Run, arguments: tuple[str, ...], sentence: str) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    assert sentence in result.output and not result.output.startswith(":")


def test_a_game_that_is_not_there_says_where_ones_own_are_looked_for(run: Run) -> None:
    assert "where MASQUERADE_GAMES says, and it is not set." in run("play", "customs").output
    assert "and it says my-games." in run("watch", "customs", folder=Path("my-games")).output


def test_a_board_may_come_from_a_file_of_any_editor(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "board.json"
    file.write_bytes(BOARD.encode("utf-8-sig"))
    assert "TULIP" in run("play", "codenames", "-o", f"board=@{file}", "--as", "red,spymaster", typed="quit\n").output
    file.write_bytes("Füße".encode("latin-1"))
    refused = run("play", "codenames", "-o", f"words=@{file}")
    assert (refused.exit_code, "a text file in UTF-8" in refused.output) == (2, True)
    file.write_bytes(b"\xef\xbb\xbf \r\n\n")
    refused = run("play", "codenames", "-o", f"words=@{file}")
    assert (refused.exit_code, f"“{file}” is empty." in refused.output.replace("\n", "")) == (2, True)


def test_settings_that_cannot_be_used_are_all_named_and_nothing_starts() -> None:
    def mistaken() -> World:
        raise Wrong("MASQUERADE_PACE is no number.\nMASQUERADE_DATA is no folder.")

    result = CliRunner().invoke(app(mistaken), ["run"])
    assert result.exit_code == 2
    assert result.output.splitlines() == ["MASQUERADE_PACE is no number.", "MASQUERADE_DATA is no folder."]


# ── serving browsers ──────────────────────────────────────────────────────────────────────────────────────────────────


def test_without_a_token_browsers_are_served_and_the_address_is_printed(run: Run) -> None:
    async def web(hall: Hall, ready: Callable[[str], None]) -> None:
        ready("http://127.0.0.1:8000")

    result = run("run", web=web)
    assert result.exit_code == 0
    assert "Masquerade is at http://127.0.0.1:8000 " in result.output
    assert "wins" in run("run", "--terminal", web=web).output, "it plays here instead"


def test_a_start_says_how_many_games_go_on(run: Run, caplog: pytest.LogCaptureFixture) -> None:
    async def web(hall: Hall, ready: Callable[[str], None]) -> None:
        if not hall.tables:
            chairs = ("red-spymaster", "red-1", "blue-spymaster", "blue-1")
            seats = {Seat(each): Occupant("person", each.title(), user=f"web:{each}") for each in chairs}
            await hall.open("codenames", {}, seats, host="web:red-1", place="web:1")
            await hall.open_lobby("codenames", {}, "web:red-1", "web:2")

    caplog.set_level("INFO")
    for expected in ("Games that go on: 0; lobbies that are open: 0", "Games that go on: 1; lobbies that are open: 1"):
        caplog.clear()
        assert run("run", web=web).exit_code == 0
        assert expected in caplog.text


def test_a_taken_port_is_one_sentence(run: Run) -> None:
    async def web(hall: Hall, ready: Callable[[str], None]) -> None:
        raise Wrong("Port 8000 at 127.0.0.1 cannot be used.", 1)

    result = run("run", web=web)
    assert (result.exit_code, result.output) == (1, "Port 8000 at 127.0.0.1 cannot be used.\n")


def test_a_taken_port_does_not_end_the_bot_on_discord(run: Run, caplog: pytest.LogCaptureFixture) -> None:
    async def web(hall: Hall, ready: Callable[[str], None]) -> None:
        raise Wrong("Port 8000 at 127.0.0.1 cannot be used.", 1)

    async def discord(hall: Hall) -> None:
        await asyncio.sleep(0.05)

    assert run("run", web=web, discord=discord, token="x").exit_code == 0
    assert "Nothing is served to browsers. Port 8000" in caplog.text


def test_a_folder_is_served_by_one_program_at_a_time(run: Run, world: World) -> None:
    async def web(hall: Hall, ready: Callable[[str], None]) -> None:
        with pytest.raises(Wrong, match="Another Masquerade runs on the folder"), alone(world.data):
            pass

    assert run("run", web=web).exit_code == 0


@pytest.mark.parametrize(("sent", "piped"), [(b"quit\n", True), (b"", False), (None, False)])
def test_only_a_pipe_with_something_in_it_is_played_from(
    sent: bytes | None, piped: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    out, into = os.pipe()
    with open(out) as stdin, open(into, "wb", buffering=0) as pipe:
        monkeypatch.setattr("sys.stdin", stdin)
        if sent is not None:
            pipe.write(sent)
            pipe.close()
        assert _piped() is piped


# ── watching ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_without_a_terminal_run_says_so_and_shows_a_game(run: Run) -> None:
    result = run("run")
    assert result.exit_code == 0
    assert "not a terminal to play in" in result.output
    assert re.search(r"(wins: |Nobody wins)", result.output)


def test_the_same_seed_tells_the_same_games_byte_for_byte(run: Run) -> None:
    first, second = (run("watch", "--games", "2", "--seed", "x", "--json", "-").stdout for _ in range(2))
    assert first == second
    games = [json.loads(line) for line in first.splitlines()]
    assert [game["seed"] for game in games] == ["x-1", "x-2"]
    assert games[0]["events"] != games[1]["events"]


def test_a_line_holds_the_whole_game(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    result = run("watch", "--players", "built-in:bold,clio", "--json", str(file), "--seed", "7", "--pace", "0")
    (line,) = file.read_text(encoding="utf-8").splitlines()
    game = json.loads(line)
    assert [seat["player"] for seat in game["seats"].values()] == ["built-in:bold"] * 2 + ["clio"] * 2
    assert {"to": None, "event": {"type": "Seated", "seat": "red-1", "kind": "built-in"}} in game["events"]
    assert game["outcome"]["why"] in result.output
    assert game["turns"] == max(each["event"].get("turn", 0) for each in game["events"])
    assert (game["calls"], game["tokens"], game["refusals"], game["fallbacks"]) == (0, 0, 0, 0)


def test_a_file_of_games_is_written_over_by_games_alone(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    file.write_text("what was played yesterday\n", encoding="utf-8")
    assert run("watch", "--players", "nobody", "--json", str(file)).exit_code == 2
    assert file.read_text(encoding="utf-8") == "what was played yesterday\n"
    nowhere = run("watch", "--json", str(tmp_path / "nowhere" / "games.jsonl"), "--pace", "0")
    assert nowhere.exit_code == 1 and "No such file or directory" in nowhere.output and "Red" not in nowhere.output


def test_a_game_that_is_over_says_what_each_seat_cost(run: Run) -> None:
    """Answers that are no moves cost what others do; whoever is asked for nothing has no line."""

    def players(*_: Any, **__: Any) -> HousePlayers:
        def answer(_: httpx2.Request) -> httpx2.Response:
            return httpx2.Response(200, json=saying("Hm."))

        return HousePlayers({"tiny": SPEC}, "tiny", transport=httpx2.MockTransport(answer))

    dice = ("watch", "liars-dice", "--set", "players=2", "--players", "tiny,built-in", "--seed", "x", "--pace", "0")
    told = run(*dice, players=players).output
    rows = re.findall(r"\(Player (\d)\) +tiny-1 +(\d+) +(\d+) +0 +(\d+) +([\d.]+)", told)
    ((seat, calls, read, wrote, dollars),) = rows
    assert seat == "1" and int(calls) > 1 and (int(read), int(wrote)) == (1000 * int(calls), 100 * int(calls))
    assert float(dollars) == pytest.approx(int(calls) * (1000 * SPEC.price_in + 100 * SPEC.price_out) / 1e6)  # type: ignore[operator]
    assert "What models cost" not in run("watch", "liars-dice", "--pace", "0").output


def test_many_games_are_counted_with_their_uncertainty(run: Run) -> None:
    result = run("watch", "--games", "2", "--seed", "x")
    assert "2 of 2 games played." in result.output
    assert "Red spymaster" in result.output
    assert "95 %" in result.output


def test_players_are_counted_by_what_they_were_in_the_game(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    result = run("watch", "mystery", "--size", "4", "--games", "2", "--seed", "x", "--json", str(file))
    assert re.search(r"(?m)^built-in\s+innocent\s", result.output)
    assert re.search(r"(?m)^built-in\s+murderer\s", result.output)
    for line in file.read_text(encoding="utf-8").splitlines():
        parts = [seat["part"] for seat in json.loads(line)["seats"].values()]
        assert sorted(parts) == ["innocent"] * 3 + ["murderer"]


def test_many_towns_are_counted_by_the_side_that_won(run: Run) -> None:
    result = run("watch", "town", "--size", "7", "--games", "2", "--seed", "a")
    assert "True" not in result.output and re.search(r"\(\d+–\d+\) of 1\b", result.output), "a role that came up once"
    counted = result.output.partition("Won by")[2].partition("\nPlayers")[0]
    assert re.search(r"(?m)^(Town|Mafia|no side|draw: [a-z ]+?) +[12] ", counted) and "Player" not in counted
    assert re.search(r"(?m)^built-in +all +\d+ % \(\d+–\d+\) of 14 ", result.output), (
        "seven seats in two games, whatever they were"
    )
    assert "How games ended" in result.output and "Games won with a role at the end" in result.output


def test_one_evening_is_told_with_all_that_is_hidden_when_asked_for(run: Run) -> None:
    evening = ("watch", "mystery", "--set", "players=4", "--seed", "x")
    public, whole = (run(*evening, *more).output for more in ((), ("--behind",)))
    told = public[: public.index("Who was where")]
    assert "Dawn after night 1." in told and " strikes " not in told and "is the only murderer" not in told
    assert "is the only murderer" in whole[: whole.index("Who was where")]
    assert "watch mystery -o players=4 --seed x" in public


async def test_players_who_win_together_without_being_a_side_are_named() -> None:
    game = all_games()["liars-dice"]
    seats = {Seat(f"p{n}"): Occupant("built-in", name) for n, name in enumerate(("Ada", "Basil", "Clio"), 1)}
    hall = Hall(MemoryStore(), HousePlayers(), VirtualClock())
    table = await hall.open(game.name, game.lobby.options(players=3), seats, seed="s")
    sides = {tournament.side_of(table, [*seats][:n]) for n in (0, 1, 2, 3)}
    await hall.close()
    assert sides == {"nobody", "Ada", "Ada, Basil", "Ada, Basil, Clio"}


async def test_a_game_that_was_counted_is_kept_no_longer() -> None:
    class Game:
        pass

    async def play(seed: str) -> Any:
        made.append(weakref.ref(game := Game()))
        return game

    made: list[weakref.ref[Game]] = []
    counted = 0
    async for _ in tournament.play_many(["a", "b", "c"], play):
        counted += 1
        await asyncio.sleep(0)  # the loop lets go of whatever woke this up
        gc.collect()
        assert counted < 3 or made[0]() is None
    assert counted == 3


# ── what is stored ────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_stored_game_is_listed_and_exported_by_its_id(run: Run, tmp_path: Path) -> None:
    run(*DUEL, typed="quit\n")
    (stored,) = json.loads(run("games", "--json").output)["stored"]
    assert stored["id"] in run("games").output
    assert "lizard" in run("export", stored["id"]).output
    assert run("export", stored["id"], "--format", "json", "--out", str(tmp_path / "g.json")).exit_code == 0
    assert "seed" not in json.loads((tmp_path / "g.json").read_text(encoding="utf-8"))
    assert run("export", stored["id"], "--format", "html", "--out", str(tmp_path / "g.html")).exit_code == 0
    assert "lizard" in (tmp_path / "g.html").read_text(encoding="utf-8")
    missing = run("export", stored["id"][:-1] + ("y" if stored["id"].endswith("x") else "x"))
    assert missing.exit_code == 1
    assert stored["id"] in missing.output


def test_a_person_is_forgotten(run: Run) -> None:
    run(*DUEL, "--name", "Zebedee", typed="quit\n")
    assert "Zebedee" in run("games").output
    assert "in 1 game." in run("erase-person", "terminal").output
    assert "Zebedee" not in run("games").output
    assert json.loads(run("games", "--json").output)["stored"][0]["seats"]["red-spymaster"]["kind"] == "built-in"


def test_an_id_that_nobody_could_have_and_one_that_nobody_has_are_told_apart(run: Run) -> None:
    run(*DUEL, "--name", "Zebedee", typed="quit\n")
    for wrong in ("bob", "discord:bob", "web:1", "terminal:1", "discord:", "1234"):
        for command in ("erase-person", "privacy"):
            refused = run(command, wrong)
            assert refused.exit_code == 2 and "discord:123456789012345678" in refused.output, wrong
    unknown = run("erase-person", "discord:123456789012345678")
    assert (unknown.exit_code, unknown.output.strip()) == (1, "Nobody with that id is known here.")
    assert run("erase-person", "terminal").exit_code == 0
    assert run("erase-person", "terminal").exit_code == 1, "they are not known any more"


def test_what_is_kept_about_a_person_is_told_and_written_down(run: Run, tmp_path: Path) -> None:
    assert run("privacy").exit_code == 1, "nobody has played"
    run(*DUEL, "--name", "Zebedee", typed="quit\n")
    told = run("privacy", keep_days=7.0).output
    assert "1 game (1 still running), there as “Zebedee”" in told and "deleted 7 days after their end" in told
    assert run("privacy", "--out", str(tmp_path / "mine.json")).exit_code == 0
    mine = json.loads((tmp_path / "mine.json").read_text(encoding="utf-8"))
    assert mine["games"][0]["seats"]["red-spymaster"]["name"] == "Zebedee"
    # It lies beside the database, and goes with them.
    assert run("erase-person", "terminal").exit_code == 0
    assert "Zebedee" not in (tmp_path / "mine.json").read_text(encoding="utf-8")


def test_reports_are_listed_and_deleted(run: Run, tmp_path: Path) -> None:
    async def keep() -> None:
        store = await SqliteStore.open(tmp_path / DATABASE)
        line = {
            "n": 3,
            "seat": "p1",
            "name": "Basil",
            "text": "vile \x1b[31mwords",
            "model": "small-1",
            "prompt_hash": "abc",
        }
        for id in ("aa11", "bb22"):
            about = {"by": "discord:7", "at": 1e9, "game": "g1", "title": "Town", "reason": "It is vile."}
            await store.put("report", id, {**about, "lines": [line]})
        await store.close()

    assert "Nobody has reported anything." in run("reports").output
    asyncio.run(keep())
    listed = run("reports").output
    assert "aa11" in listed and "small-1 · abc" in listed and "It is vile." in listed and "discord:7" in listed
    assert "\x1b" not in listed
    assert [each["id"] for each in json.loads(run("reports", "--json").output)] == ["aa11", "bb22"]
    assert run("reports", "--delete", "cc33").exit_code == 1
    assert run("reports", "--delete", "aa11").exit_code == 0
    assert "aa11" not in (left := run("reports").output) and "bb22" in left
    run("reports", "--clear")
    assert "Nobody has reported anything." in run("reports").output


def test_nobody_is_forgotten_behind_the_running_bots_back(run: Run, tmp_path: Path) -> None:
    with alone(tmp_path):
        refused = run("erase-person", "discord:1")
    assert (refused.exit_code, "stop it first" in refused.output) == (1, True)


# ── the bot ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_with_a_token_the_bot_runs_and_its_heart_beats(run: Run, tmp_path: Path) -> None:
    halls: list[Hall] = []

    async def discord(hall: Hall) -> None:
        halls.append(hall)

        for _ in range(100):
            await asyncio.sleep(0.01)
            if (tmp_path / "heartbeat").exists():
                beats.append(True)
                return

    beats: list[bool] = []
    assert run("health").exit_code == 1
    assert run("run", token="secret", discord=discord).exit_code == 0
    assert len(halls) == 1 and beats
    assert run("health").exit_code == 1, "it has left in order"


def test_the_bot_runs_on_where_it_can_give_no_sign_of_life(run: Run, tmp_path: Path) -> None:
    (tmp_path / "heartbeat").symlink_to(tmp_path / "gone" / "heartbeat")

    async def discord(hall: Hall) -> None:
        await asyncio.sleep(0.2)

    assert run("run", token="secret", discord=discord).exit_code == 0


def test_what_the_bot_fails_of_is_a_sentence(run: Run) -> None:
    def discord(hall: Hall) -> Coroutine[Any, Any, None]:
        async def fail() -> None:
            raise Wrong("Discord does not know this token.")

        return fail()

    result = run("run", token="secret", discord=discord)
    assert result.exit_code == 2
    assert "does not know this token" in result.output


def test_health_believes_only_a_fresh_sign_of_life(run: Run, tmp_path: Path) -> None:
    beat = tmp_path / "heartbeat"
    beat.touch()
    assert run("health").exit_code == 0
    os.utime(beat, (time.time() - 120, time.time() - 120))
    stale = run("health")
    assert stale.exit_code == 1
    assert "no sign of life" in stale.output


def test_the_version_is_told(run: Run) -> None:
    assert re.match(r"\d+\.\d+", run("--version").output)


def test_a_service_without_anything_to_type_into_is_no_trouble(monkeypatch: pytest.MonkeyPatch) -> None:
    shut = io.StringIO()
    shut.close()
    for nothing in (None, shut):
        monkeypatch.setattr("sys.stdin", nothing)
        with as_found():
            pass
