"""`masquerade duet`: a game from two files in the terminal, and what is wrong with them."""

from __future__ import annotations

import asyncio
import csv
import io
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx2
import pytest
from typer.testing import CliRunner, Result

from bot.cli import World, Wrong, app
from bot.hall import Hall
from bot.players.seating import HousePlayers
from bot.players.spec import ModelSpec
from bot.settings import read_settings
from bot.stores.memory import MemoryStore
from bot.stores.sqlite import SqliteStore
from games import all_games
from games.duet import pairs

Run = Callable[..., Result]

MANAGER = """---
title: Halves
summary: One number, and the other side takes it or not.
seats: {human: Divider, player: Chooser}
state: {cake: 10}
moves:
  - {name: part, by: human, type: number, from: 0, to: cake, ask: How much do you give?}
  - {name: verdict, by: player, type: choice, choices: [take, leave], ask: Do you take it?}
payoff:
  human: cake - part if verdict == 'take' else 0
  player: part if verdict == 'take' else 0
strategies:
  player:
    taker: {verdict: "'take'"}
    leaver: {verdict: "'leave'"}
---
You are the manager of a small game about a cake.
"""
PLAYER = "You choose. Answer with take or leave."


async def no_discord(hall: Hall) -> None:
    raise AssertionError("nobody asked for Discord")


class Typed:
    """Lines that are there already when they are asked for."""

    def __init__(self, lines: list[str]) -> None:
        self._lines = lines

    def ask(self, prompt: str) -> asyncio.Future[str]:
        line: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        if self._lines:
            line.set_result(self._lines.pop(0))
        else:
            line.set_exception(EOFError())
        return line

    def again(self, prompt: str) -> None:
        pass


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    monkeypatch.chdir(tmp_path)
    world = World(
        data=tmp_path,
        token="",
        store=lambda: SqliteStore.open(tmp_path / "masquerade.sqlite3"),
        memory=MemoryStore,
        players=HousePlayers,
        discord=no_discord,
        speak=lambda quiet: None,
    )

    def go(*arguments: str, typed: str = "", command: tuple[str, ...] = ("duet",), **changes: Any) -> Result:
        monkeypatch.setattr("bot.cli.playing.Keyboard", lambda: Typed(typed.splitlines()))
        result = CliRunner().invoke(app(lambda: replace(world, **changes)), [*command, *arguments])
        assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
        return result

    return go


@pytest.fixture
def pair(tmp_path: Path) -> tuple[str, ...]:
    (tmp_path / "halves_manager.md").write_text(MANAGER, encoding="utf-8")
    (tmp_path / "halves_player.md").write_text(PLAYER, encoding="utf-8")
    return "-M", "halves_manager.md", "-P", "halves_player.md"


# ── playing ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_two_files_are_a_game_and_a_transcript(run: Run, pair: tuple[str, ...], tmp_path: Path) -> None:
    result = run(*pair, "--players", "built-in:taker", "--name", "Zoe", "--save", "cake.json", typed="4\n")
    assert result.exit_code == 0, result.output
    assert "Written to cake.json." in result.output and "Play again: " in result.output
    assert "duet -M halves_manager.md -P halves_player.md" in " ".join(result.output.split())
    kept = json.loads((tmp_path / "cake.json").read_text(encoding="utf-8"))
    assert (kept["game"], kept["options"]["manager"], kept["options"]["player"]) == ("duet", MANAGER, PLAYER)
    assert (kept["options"]["manager_tokens"], kept["options"]["player_tokens"]) == (500, 100)
    assert kept["outcome"]["winners"] == ["human"] and "{human} has 6" in kept["outcome"]["why"]
    assert kept["seats"]["manager"]["kind"] == "built-in"


def test_a_strategy_is_one_of_the_files_own(run: Run, pair: tuple[str, ...], tmp_path: Path) -> None:
    run(*pair, "--players", "built-in:leaver", "--save", "cake.json", typed="4\n")
    kept = json.loads((tmp_path / "cake.json").read_text(encoding="utf-8"))
    assert [each["event"]["value"] for each in kept["events"] if each["event"]["type"] == "Moved"][-1] == "leave"
    refused = run(*pair, "--players", "built-in:lever")
    assert (refused.exit_code, "Did you mean “built-in:leaver”?" in refused.output) == (2, True)


def test_either_side_can_be_played(run: Run, pair: tuple[str, ...]) -> None:
    result = run(*pair, "--side", "player", "--seed", "s", typed="take\n")
    assert "You are Guest, Chooser" in result.output and "chooses take." in " ".join(result.output.split())
    refused = run(*pair, "--side", "manager")
    assert (refused.exit_code, "runs the game" in refused.output) == (2, True)


def test_whoever_leaves_is_told_that_only_what_everybody_heard_is_written(
    run: Run, pair: tuple[str, ...], tmp_path: Path
) -> None:
    result = run(*pair, "--save", "cake.csv", typed="quit\n")
    told = " ".join(result.output.split())
    assert "Written to cake.csv. It is what everybody has heard so far." in told
    assert "--format csv --out cake.csv" in told
    rows = list(csv.DictReader(io.StringIO((tmp_path / "cake.csv").read_bytes().decode())))
    assert rows and {row["visible"] for row in rows} == {"yes"}


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("-M", "none.md"), "“none.md” cannot be read: No such file"),
        (("-M", "halves_manager.md", "--save", "cake.txt"), "“cake.txt” is to end in .json, .csv, .md."),
        (("-M", "halves_manager.md", "--save", "none/cake.json"), "there is no folder “none”"),
        ((), "MASQUERADE_MODEL"),
        (("-P", "halves_player.md"), "MASQUERADE_MODEL"),
    ],
)
def test_what_cannot_be_played_is_a_sentence(
    run: Run, pair: tuple[str, ...], arguments: tuple[str, ...], sentence: str
) -> None:
    result = run(*arguments)
    assert (result.exit_code, sentence in result.output) == (2, True), result.output


def test_every_mistake_is_named_by_file_and_line_before_anything_is_played(run: Run, pair: tuple[str, ...]) -> None:
    Path("halves_manager.md").write_text(
        MANAGER.replace("to: cake", "to: cakes").replace("human: cake -", "human: x -")
    )
    result = run(*pair)
    assert result.exit_code == 2
    assert "halves_manager.md:7: " in result.output and "halves_manager.md:10: " in result.output


def test_a_pair_without_a_header_is_played_by_a_model_as_long_and_freely_as_asked(run: Run, tmp_path: Path) -> None:
    """The manager's block goes to the player, its answer back, and the display to the person."""
    (tmp_path / "m.md").write_text("You manage. Ask with [PLAYER_TURN] and [/PLAYER_TURN].", encoding="utf-8")
    (tmp_path / "p.md").write_text("You are shy.", encoding="utf-8")
    asked: list[dict[str, Any]] = []
    answers = ["[PLAYER_TURN]\nHello?\n[/PLAYER_TURN]", "Hm.", "The player says Hm.\n\nAnd you?"]

    def answer(request: httpx2.Request) -> httpx2.Response:
        asked.append(json.loads(request.content))
        choice = {"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": answers.pop(0)}}
        usage = {"prompt_tokens": 7, "completion_tokens": 3, "total_tokens": 10}
        body = {"id": "c", "object": "chat.completion", "created": 0, "model": "x", "choices": [choice], "usage": usage}
        return httpx2.Response(200, json=body)

    def players(model: str = "", **more: Any) -> HousePlayers:
        specs = {model: ModelSpec(model, "http://model.test/v1")} if model else {}
        return HousePlayers(specs, model, transport=httpx2.MockTransport(answer), **more)

    given = ("-M", "m.md", "-P", "p.md", "-m", "shy-1", "-t", "0.3", "--manager-max-tokens", "70")
    result = run(*given, "--player-max-tokens", "20", "--save", "t.csv", typed="quit\n", players=players)
    assert result.exit_code == 0, result.output
    assert [(each["model"], each["max_tokens"], each["temperature"]) for each in asked] == [
        ("shy-1", 70, 0.3),
        ("shy-1", 20, 0.3),
        ("shy-1", 70, 0.3),
    ]
    assert asked[0]["messages"][0]["content"].startswith("You manage.")
    assert asked[1]["messages"] == [
        {"role": "system", "content": "You are shy."},
        {"role": "user", "content": "Hello?"},
    ]
    assert "Hm." in asked[2]["messages"][-1]["content"] and "[PLAYER_DECISION]" in asked[2]["messages"][-1]["content"]
    assert "And you?" in result.output and "Hello?" not in result.output
    # On another day no setting knows this model; it plays on, and is not asked again for what it has said.
    answers[:] = ["A fine answer."]
    again = run("--resume", typed="Yes.\n", command=("play",), players=players)
    assert "A fine answer." in again.output and len(asked) == 4
    assert asked[3]["model"] == "shy-1" and asked[3]["messages"][-1]["content"] == "Yes."


def test_a_model_that_no_setting_lists_is_reached_as_the_general_one_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    env = tmp_path / ".env"
    env.write_text("")
    with pytest.raises(ValueError, match="no way to reach “shy-1”: set MASQUERADE_API_KEY"):
        read_settings().unlisted("shy-1")
    env.write_text("MASQUERADE_BASE_URL=http://127.0.0.1:8080/v1\nMASQUERADE_TIMEOUT=9")
    spec = read_settings().unlisted("shy-1")
    assert (spec.model, spec.base_url, spec.timeout) == ("shy-1", "http://127.0.0.1:8080/v1", 9)
    env.write_text("MASQUERADE_BASE_URL=http://127.0.0.1:8080/v1\nMASQUERADE_BUDGET=1")
    with pytest.raises(ValueError, match="has no prices"):
        read_settings().unlisted("shy-1")


def test_the_program_takes_a_model_by_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from bot.__main__ import build

    monkeypatch.chdir(tmp_path)
    (tmp_path / ".env").write_text("MASQUERADE_MODEL=big-1\nMASQUERADE_BASE_URL=http://127.0.0.1:8080/v1")
    world = build()
    assert world.players().occupant("Ada").model == "big-1"
    assert world.players(model="shy-1").occupant("Ada").model == "shy-1"
    assert "built-in:tit-for-tat" in world.players().specs()
    assert "built-in:taker" in world.players(strategies=lambda: ["taker"]).specs()
    (tmp_path / ".env").write_text("")
    with pytest.raises(Wrong, match="no way to reach"):
        build().players(model="shy-1")


def test_a_pair_in_the_library_is_played_by_its_name(
    tmp_path: Path, pair: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    from bot.__main__ import build

    (tmp_path / "shelf").mkdir()
    monkeypatch.chdir(tmp_path)
    (tmp_path / ".env").write_text("MASQUERADE_LIBRARY=shelf")
    world = build()  # before the files lie there
    for part in ("manager", "player"):
        (tmp_path / f"halves_{part}.md").rename(tmp_path / "shelf" / f"halves_{part}.md")
    (tmp_path / "shelf" / "torn_manager.md").write_text("---\ntitle: x")
    (tmp_path / "shelf" / "torn_player.md").write_text("x")
    played = {
        spec: CliRunner().invoke(
            app(lambda: world),
            ["watch", "halves", "--json", "-", "--seed", "s", "--players", f"built-in,built-in:{spec}"],
        )
        for spec in ("taker", "leaver")
    }
    for spec, result in played.items():
        assert result.exit_code == 0, result.output
        document = json.loads(result.stdout)
        assert document["options"]["manager"] == MANAGER
        moves = [each["event"]["value"] for each in document["events"] if each["event"]["type"] == "Moved"]
        assert moves[-1] == {"taker": "take", "leaver": "leave"}[spec]
    torn = CliRunner().invoke(app(lambda: world), ["watch", "torn"])
    assert (torn.exit_code, "line 1: The header that begins here is not closed" in torn.output) == (2, True)
    listed = CliRunner().invoke(app(lambda: world), ["games", "--json"])
    available = {each["name"]: each["presets"] for each in json.loads(listed.output)["available"]}
    assert "halves" in available["duet"] and "halves" not in all_games()["duet"].lobby.presets()


@pytest.mark.parametrize("typed", [("duet",), ("ultimatum",)])
def test_files_of_ones_own_are_checked_however_they_are_brought(
    run: Run, pair: tuple[str, ...], tmp_path: Path, typed: tuple[str, ...]
) -> None:
    (tmp_path / "torn.md").write_text("---\ntitle: x")
    for brought in (["-o", "manager=@torn.md"], ["-o", "manager=@torn.md", "-o", "player=@halves_player.md"]):
        refused = run(*brought, command=("play", *typed))
        assert (refused.exit_code, "The header that begins here is not closed" in refused.output) == (2, True)


def test_one_file_of_ones_own_goes_with_the_other_of_a_pair_that_is_named(run: Run, pair: tuple[str, ...]) -> None:
    result = run("-o", "manager=@halves_manager.md", "--json", "-", command=("watch", "ultimatum"))
    options = json.loads(result.stdout)["options"]
    assert (options["manager"], options["pair"]) == (MANAGER, "own")
    assert options["player"] == pairs.find("ultimatum").player


# ── checking ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_pair_in_order_says_so(run: Run, pair: tuple[str, ...]) -> None:
    result = run("check", "halves_player.md", "halves_manager.md")
    assert (result.exit_code, result.output) == (0, "halves: in order\n")


def test_the_pairs_that_come_along_are_in_order(run: Run) -> None:
    result = run("check", str(pairs.FOLDER))
    assert result.exit_code == 0
    assert result.output.count(": in order\n") == len(pairs.names())


def test_mistakes_are_printed_by_file_and_line_and_notes_are_marked(run: Run, pair: tuple[str, ...]) -> None:
    Path("halves_manager.md").write_text(MANAGER.replace("to: cake", "to: cakes") + "[PLAYER_TURN]x[/PLAYER_TURN]\n")
    result = run("check", "halves_manager.md", "halves_player.md")
    lines = result.output.splitlines()
    assert result.exit_code == 1
    assert any(line.startswith("halves_manager.md:7: ") for line in lines)
    at = MANAGER.count("\n") + 1
    assert any(line.startswith(f"halves_manager.md:{at}: Note: ") for line in lines), lines
    assert "halves: in order" not in result.output


def test_a_file_alone_is_checked_alone_and_that_is_noted(run: Run, pair: tuple[str, ...]) -> None:
    manager = run("check", "halves_manager.md")
    note = "halves_manager.md:1: Note: it was checked alone; name the player's file too, and both are."
    assert (manager.exit_code, manager.output.splitlines()) == (0, [note, "halves: in order"])
    player = run("check", "halves_player.md")
    assert player.exit_code == 0 and "name the manager's file too" in player.output


def test_two_pairs_are_told_apart_by_their_names(run: Run, pair: tuple[str, ...]) -> None:
    Path("broken_manager.md").write_text("---\ntitle: x\n")
    Path("broken_player.md").write_text("Play.")
    result = run("check", *(f"{name}_{part}.md" for part in ("manager", "player") for name in ("broken", "halves")))
    assert result.exit_code == 1
    assert "halves: in order" in result.output and "broken_manager.md:1: " in result.output


@pytest.mark.parametrize(
    ("name", "content", "sentence"),
    [
        ("rules.md", b"x", "rules.md:1: A file of a pair is called NAME_manager.md or NAME_player.md."),
        (
            "a_manager.md",
            b"\xff\xfe",
            "a_manager.md:1: “a_manager.md” cannot be read: it has to be a text file in UTF-8.",
        ),
        ("a_player.md", None, "a_player.md:1: “a_player.md” cannot be read: No such file or directory."),
        ("a_manager.md", b"x" * 70_000, "a_manager.md:1: The file is larger than 64 KiB."),
        ("a_player.md", b" \n", "a_player.md:1: There is no prompt for the player."),
    ],
)
def test_a_file_that_is_none_is_a_mistake(
    run: Run, tmp_path: Path, name: str, content: bytes | None, sentence: str
) -> None:
    if content is not None:
        (tmp_path / name).write_bytes(content)
    result = run("check", name)
    assert (result.exit_code, sentence in result.output) == (1, True), result.output


def test_checking_without_files_is_a_mistake_of_the_command(run: Run) -> None:
    assert run("check").exit_code == 2
