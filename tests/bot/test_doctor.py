"""What the doctor finds: nothing on a machine where all is well, and a sentence with a way out for whatever is not."""

from __future__ import annotations

import json
import os
import socket
import sqlite3
import sys
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from email.utils import formatdate
from pathlib import Path
from typing import Any

import discord
import httpx2
import pytest
from aiohttp import web
from typer.testing import CliRunner, Result

from bot.checkup import Finding, machine
from bot.checkup.commands import registered
from bot.checkup.models import models
from bot.checkup.on_discord import FOR, discord_findings
from bot.cli import app
from bot.cli.world import DATABASE
from bot.players.spec import ModelSpec
from bot.settings import PERMISSIONS
from bot.stores.sqlite import SqliteStore
from bot.surfaces.discord.registering import KIND, state
from bot.surfaces.web.config import WebConfig
from games import all_games

KEY = "sk-canary-4411"
TOKEN = "MTIzNDU2Nzg5MDEyMzQ1Njc4.Gabcde.canary-token-of-the-bot"

Doctor = Callable[..., Result]


@pytest.fixture
def doctor(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Doctor:
    """Asks the doctor, in a folder of its own with these settings."""
    monkeypatch.chdir(tmp_path)

    def go(*arguments: str, **settings: str) -> Result:
        for name, value in {"MASQUERADE_WEB": "off", **settings}.items():
            monkeypatch.setenv(name, value)
        result = CliRunner().invoke(app(lambda: pytest.fail("the doctor makes no world")), ["doctor", *arguments])
        assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
        return result

    return go


def sick(findings: list[Finding]) -> list[str]:
    return [str(each) for each in findings if each.state != "fine"]


def test_where_all_is_there_the_doctor_has_nothing_to_mend(doctor: Doctor, tmp_path: Path) -> None:
    answer = doctor()
    assert answer.exit_code == 0
    assert "✗" not in answer.output and "The bot has all that it needs." in answer.output
    assert "this machine's clock is compared with none" in answer.output, "only Discord is asked what time it is"
    assert not (tmp_path / "data").exists(), "it only looks"


def test_the_doctor_says_which_model_lends_built_in_players_its_words(doctor: Doctor) -> None:
    own = {"MASQUERADE_MODEL": "small-1", "MASQUERADE_BASE_URL": "http://127.0.0.1:9/v1"}
    assert "in other words" not in doctor(**own).output
    answer = doctor(**own, MASQUERADE_REWORDING="small-1")
    assert "small-1 says in other words what built-in players say" in " ".join(answer.output.split())


def test_every_mistake_in_the_settings_is_a_finding_for_people_and_programs(doctor: Doctor) -> None:
    wrong = {"MASQUERADE_PACE": "fast", "MASQUERADE_BASE_URL": "http://127.0.0.1:9/v1/chat/completions"}
    answer = doctor(**wrong)
    assert answer.exit_code == 1
    assert "✗ MASQUERADE_PACE" in answer.output
    assert "✗ MASQUERADE_BASE_URL has too much path: leave away what it ends with, /chat/completions." in answer.output
    told = json.loads(doctor("--json", **wrong).output)
    assert told["fine"] is False
    assert [each["state"] for each in told["findings"] if each["about"] == "settings"] == ["wrong", "wrong", "doubtful"]


def test_keys_that_others_can_read_deserve_a_look(doctor: Doctor, tmp_path: Path) -> None:
    (tmp_path / ".env").write_text("MASQUERADE_PACE=1\n")
    os.chmod(tmp_path / ".env", 0o644)
    assert "! .env can be read by others on this machine, and holds keys — chmod 600 .env" in doctor().output
    os.chmod(tmp_path / ".env", 0o600)
    assert "!" not in doctor().output


# ── the machine ───────────────────────────────────────────────────────────────────────────────────────────────────────


def test_an_old_python_and_a_missing_package_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "version_info", (3, 10, 4, "final", 0))
    wanted = ["no-such-package>=1", "not-here>=1; sys_platform == 'win32'"]
    monkeypatch.setattr(machine.importlib.metadata, "requires", lambda name: wanted)
    assert sick(list(machine.python())) == [
        "✗ Python 3.10.4 is too old — install Python 3.11 or newer",
        "✗ These packages are missing: no-such-package — `make run` installs what is needed",
    ]


async def test_a_database_is_looked_at_and_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / DATABASE
    await (await SqliteStore.open(path, all_games())).close()
    before = path.read_bytes()
    (found,) = (each for each in machine.data(tmp_path, path) if each.about == "database")
    assert (found.state, "is whole: 0 games" in found.what) == ("fine", True)
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("spoil", "says"),
    [
        (lambda path: path.write_bytes(b"no database at all" * 500), "cannot be read: file is not a database"),
        (lambda path: _write(path, "PRAGMA user_version = 9999"), "was written by a newer Masquerade — update the bot"),
        (lambda path: _write(path, "PRAGMA application_id = 7"), "is another program's database"),
        (lambda path: _write(path, _BEGUN.format(time.time() + 9999)), "later than this machine's clock says"),
        (
            lambda path: _tear(path, "documents"),
            "malformed",
        ),
    ],
)
async def test_what_is_wrong_with_a_database_is_said(tmp_path: Path, spoil: Callable[[Path], Any], says: str) -> None:
    path = tmp_path / DATABASE
    await (await SqliteStore.open(path, all_games())).close()
    spoil(path)
    (wrong,) = sick(list(machine.data(tmp_path, path)))
    assert says in wrong and wrong.startswith("✗")


_BEGUN = "INSERT INTO games (id, game, version, options, seed, about, created) VALUES ('a', 'x', 1, '', '', '', {})"


def _write(path: Path, statement: str) -> None:
    db = sqlite3.connect(path)
    with db:
        db.execute(statement)
    db.close()


def _tear(path: Path, table: str) -> None:
    """Overwrites the inside of an index, as a bad disk would."""
    _write(path, "INSERT INTO documents (kind, key, value) VALUES ('a', 'b', '{}')")
    db = sqlite3.connect(path)
    (page,) = db.execute("SELECT rootpage FROM sqlite_schema WHERE name = ?", (table,)).fetchone()
    (size,) = db.execute("PRAGMA page_size").fetchone()
    db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    db.close()
    whole = bytearray(path.read_bytes())
    whole[(page - 1) * size : page * size] = b"\xff" * size
    path.write_bytes(whole)


def test_a_folder_that_cannot_be_written_to_and_a_full_disk_are_wrong(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    usage = machine.shutil.disk_usage(tmp_path)
    for free, how in ((50 << 20, "wrong"), (500 << 20, "doubtful"), (5 << 30, "fine")):
        monkeypatch.setattr(machine.shutil, "disk_usage", lambda at, free=free: usage._replace(free=free))
        (found,) = (each for each in machine.data(tmp_path, tmp_path / DATABASE) if each.about == "data")
        assert found.state == how

    def refused(**how: Any) -> Any:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(machine.tempfile, "TemporaryFile", refused)
    (wrong,) = machine.data(tmp_path, tmp_path / DATABASE)
    assert "Nothing can be written" in wrong.what and "chown" in wrong.mend


def test_the_folder_for_backups_is_tried(doctor: Doctor, tmp_path: Path) -> None:
    answer = doctor(MASQUERADE_BACKUPS="/proc/backups")
    assert answer.exit_code == 1 and "✗ Nothing can be written to /proc/backups: " in answer.output
    assert "(as root: install -d -m 700 -o " in answer.output, "nobody is told to take over what lies around it"
    answer = doctor(MASQUERADE_BACKUPS=str(tmp_path / "new"))
    assert f"✓ Backups are put in {tmp_path / 'new'}, on a disk with " in answer.output
    assert not (tmp_path / "new").exists()


def test_what_deserves_a_look_is_counted_in_the_end(doctor: Doctor) -> None:
    answer = doctor(DISCORD_TOKN="x", MASQUERADE_BASE_URL="http://127.0.0.1:9/v1")
    assert answer.exit_code == 0
    assert "! DISCORD_TOKN is no setting: did you mean DISCORD_TOKEN?\n" in answer.output
    assert "! MASQUERADE_BASE_URL is set, and no model is" in answer.output
    assert answer.output.endswith("Nothing stops the bot; 2 things deserve a look (!).\n")


def test_a_port_that_something_else_has_is_told_from_our_own(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        config = WebConfig(port=taken.getsockname()[1])
        monkeypatch.setattr(machine, "PATIENCE", 0.1)
        (wrong,) = sick(list(machine.browsers(True, config)))
        assert "cannot be used: Address already in use — set MASQUERADE_WEB_PORT=8001" in wrong
        monkeypatch.setattr(machine, "_ours", lambda address: True)
        assert not sick(list(machine.browsers(True, config)))
    monkeypatch.setattr(machine, "_ours", lambda address: False)
    public = WebConfig(port=0, admin="a" * 20, public_url="https://masks.example")
    weak, away = sick(list(machine.browsers(True, public)))
    assert "few different characters" in weak and "https://masks.example does not lead to" in away


# ── models ────────────────────────────────────────────────────────────────────────────────────────────────────────────


async def asked(answer: Callable[[httpx2.Request], httpx2.Response], *, call: bool = False) -> list[Finding]:
    specs = {"fast": ModelSpec("small-1", "http://model.test/v1", KEY)}
    found = [each async for each in models(specs, call, httpx2.MockTransport(answer))]
    assert KEY not in "".join(map(str, found))
    return found


def listing(*names: str) -> httpx2.Response:
    return httpx2.Response(200, json={"data": [{"id": name} for name in names]})


async def test_a_model_that_is_listed_is_fine_and_costs_nothing() -> None:
    def answer(request: httpx2.Request) -> httpx2.Response:
        assert (request.method, request.url.path) == ("GET", "/v1/models")
        known = request.headers.get("authorization") == f"Bearer {KEY}"
        return listing("small-1") if known else httpx2.Response(401)

    (found,) = await asked(answer)
    assert str(found) == "✓ “fast” (small-1) is there at http://model.test/v1, and the key is accepted"


@pytest.mark.parametrize(
    ("key", "says"),
    [(KEY, "whether its key is accepted, masq"), ("", "no key is set, and whether it answers without, masq")],
)
async def test_a_list_that_everybody_is_shown_says_nothing_of_a_key(key: str, says: str) -> None:
    public = httpx2.MockTransport(lambda request: listing("small-1"))
    specs = {"small-1": ModelSpec("small-1", "http://model.test/v1", key)}
    (found,) = [each async for each in models(specs, False, public)]
    assert found.state == "fine" and says in found.what and "--call" in found.what
    listed, _ = [each async for each in models(specs, True, public)]
    assert listed.what == "“small-1” is listed at http://model.test/v1", "what the call says comes next"


def unreached(request: httpx2.Request) -> httpx2.Response:
    raise httpx2.ConnectError(f"no route {KEY}")


@pytest.mark.parametrize(
    ("answer", "says"),
    [
        (
            lambda _: listing("small-2", "large"),
            "! http://model.test/v1 does not list a model “fast” (small-1) — write one",
        ),
        (
            lambda _: httpx2.Response(401, text=KEY),
            "✗ http://model.test/v1 does not accept the API key (401) — copy it",
        ),
        (lambda _: httpx2.Response(404), "! http://model.test/v1 has no list of models"),
        (lambda _: httpx2.Response(503, text=KEY), "✗ http://model.test/v1 is out of order (503)"),
        (lambda _: httpx2.Response(200, text="<html>"), "! http://model.test/v1 answers something that is no list"),
        (unreached, "✗ http://model.test/v1 cannot be reached: no connection"),
    ],
)
async def test_what_is_wrong_with_an_endpoint_is_said_without_its_key(answer: Any, says: str) -> None:
    (found,) = await asked(answer)
    assert str(found).startswith(says)


async def test_with_call_a_model_is_asked_for_one_word_in_the_way_it_takes() -> None:
    bodies: list[dict[str, Any]] = []

    def answer(request: httpx2.Request) -> httpx2.Response:
        if request.method == "GET":
            return listing("small-1")
        bodies.append(json.loads(request.content))
        if "max_completion_tokens" in bodies[-1]:
            return httpx2.Response(400, json={"error": {"message": "use max_tokens"}})
        message = {"choices": [{"message": {"content": "yes"}}], "usage": {"total_tokens": 12}}
        return httpx2.Response(200, json=message)

    _, called = await asked(answer, call=True)
    assert called.state == "fine" and "12 tokens" in called.what
    assert len(bodies) == 2 and bodies[-1]["max_tokens"] <= 256


async def test_an_answer_that_is_no_completion_is_wrong() -> None:
    def answer(request: httpx2.Request) -> httpx2.Response:
        return listing("small-1") if request.method == "GET" else httpx2.Response(200, json={"error": {"code": 1}})

    _, called = await asked(answer, call=True)
    assert called.state == "wrong" and "no completion" in called.what


# ── Discord ───────────────────────────────────────────────────────────────────────────────────────────────────────────

ME, SERVER, CHANNEL, ROLE = "123456789012345678", "500", "700", "900"
SHUT = [{"id": SERVER, "type": 0, "allow": "0", "deny": str(discord.Permissions(send_messages=True).value)}]
COMMANDS = [{"id": "41", "name": "game", "version": "1"}, {"id": "42", "name": "town", "version": "7"}]
LEFT = {"commands:everywhere": state(COMMANDS)}


@asynccontextmanager
async def told_by_discord(monkeypatch: pytest.MonkeyPatch, **differs: Any) -> AsyncIterator[None]:
    """A Discord on this machine that answers what the doctor asks; `differs` by the first word of what is asked."""
    me = {"id": ME, "username": "Masks", "discriminator": "0001", "avatar": None, "bot": True}
    role = {"name": "r", "color": 0, "colors": {"primary_color": 0}, "hoist": False, "position": 0, "managed": False}
    role |= {"mentionable": False, "flags": 0}
    permissions = str(differs.get("permissions", PERMISSIONS))
    answers: dict[str, Any] = {
        "gateway": {"url": "ws://127.0.0.1"},
        "gateway/bot": {"url": "ws://127.0.0.1", "shards": 1, "session_start_limit": {"remaining": 900}},
        "users/@me": me,
        "users/@me/guilds": [{"id": SERVER, "name": "Town", "owner": False, "permissions": permissions, "features": []}],
        "oauth2/applications/@me": {
            "id": ME, "name": "Masks", "description": "", "icon": None, "verify_key": "", "rpc_origins": [],
            "bot_public": True, "bot_require_code_grant": False, "owner": me, "flags": 0,
        },
        f"guilds/{SERVER}": {
            "id": SERVER, "name": "Town", "owner_id": "1", "features": [], "emojis": [], "stickers": [],
            "roles": [{**role, "id": SERVER, "permissions": "0"}, {**role, "id": ROLE, "permissions": permissions}],
            "verification_level": 0, "default_message_notifications": 0, "explicit_content_filter": 0, "mfa_level": 0,
            "nsfw_level": 0, "premium_tier": 0, "preferred_locale": "en-US", "system_channel_flags": 0, "afk_timeout": 60,
        },
        f"guilds/{SERVER}/members/{ME}": {"user": me, "roles": [ROLE], "joined_at": "2026-01-01T00:00:00+00:00", "flags": 0,
                                          "deaf": False, "mute": False},
        f"channels/{CHANNEL}": {"id": CHANNEL, "type": 0, "guild_id": SERVER, "name": "games", "position": 0,
                                "permission_overwrites": differs.get("overwrites", [])},
        f"guilds/{SERVER}/channels": [
            {"id": CHANNEL, "type": 0, "guild_id": SERVER, "name": "games", "position": 0, "permission_overwrites": []},
            {"id": "701", "type": 0, "guild_id": SERVER, "name": "locked", "position": 1, "permission_overwrites": SHUT
             if differs.get("locked") else []},
            {"id": "702", "type": 2, "guild_id": SERVER, "name": "voices", "position": 2, "bitrate": 1, "user_limit": 0, "permission_overwrites": SHUT},
        ],
        f"applications/{ME}/commands": COMMANDS,
    }  # fmt: skip
    answers |= differs.get("answers", {})

    async def answer(request: web.Request) -> web.Response:
        found = answers.get(request.match_info["path"])
        if request.headers.get("Authorization", f"Bot {TOKEN}") != f"Bot {TOKEN}":
            return _json({"message": "401: Unauthorized", "code": 0}, 401)
        if found is None:
            return _json({"message": "Unknown", "code": 10003}, 404)
        return _json(found, Date=formatdate(time.time() + differs.get("ahead", 0), usegmt=True))

    served = web.Application()
    served.router.add_get("/{path:.*}", answer)
    runner = web.AppRunner(served)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    port = runner.addresses[0][1]
    monkeypatch.setattr(discord.http.Route, "BASE", f"http://127.0.0.1:{port}")
    try:
        yield
    finally:
        await runner.cleanup()


def _json(told: Any, status: int = 200, **headers: str) -> web.Response:
    # discord.py reads as JSON what is called by this very name.
    return web.Response(
        body=json.dumps(told).encode(), status=status, headers={"Content-Type": "application/json", **headers}
    )


async def examined(token: str = TOKEN, **how: Any) -> list[Finding]:
    found = [each async for each in discord_findings(token, **how)]
    assert TOKEN not in "".join(map(str, found)) and "canary" not in "".join(map(str, found))
    return found


async def test_a_bot_that_may_do_all_is_fine_and_its_invite_link_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    async with told_by_discord(monkeypatch):
        found = await examined(channel=CHANNEL)
        assert not sick(found) and not sick(await examined())
    assert f"client_id={ME}" in found[-1].what and f"permissions={PERMISSIONS}" in found[-1].what
    assert any(each.what == "In #games the bot may do all that it needs" for each in found)


async def test_each_permission_that_is_missing_in_a_channel_is_named_with_what_it_is_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    denied = discord.Permissions(attach_files=True, manage_threads=True)
    overwrites = [{"id": ME, "type": 1, "allow": "0", "deny": str(denied.value)}]
    async with told_by_discord(monkeypatch, overwrites=overwrites):
        (wrong,) = sick(await examined(channel=CHANNEL))
        assert not sick(await examined()), "on the server as a whole it may"
    assert wrong.startswith("✗ In #games the bot lacks Attach Files (to show boards as pictures); Manage Threads (")
    allowed = PERMISSIONS & ~discord.Permissions(add_reactions=True).value
    async with told_by_discord(monkeypatch, permissions=allowed):
        (doubtful,) = sick(await examined())
    assert doubtful.startswith("! In the server “Town” as a whole the bot lacks Add Reactions (")


def test_the_doctor_knows_of_every_permission_that_the_invite_link_asks_for() -> None:
    assert discord.Permissions(**dict.fromkeys(FOR, True)) == discord.Permissions(PERMISSIONS)


@pytest.mark.parametrize(
    ("differs", "how", "says"),
    [
        ({"answers": {f"channels/{CHANNEL}": None}}, {"channel": CHANNEL}, "✗ The bot cannot see a channel 700"),
        ({"ahead": 60}, {}, "✗ This machine's clock is 60 seconds behind"),
        ({"ahead": -60}, {}, "✗ This machine's clock is 60 seconds ahead"),
        ({}, {"message_content": True}, "✗ MASQUERADE_MESSAGE_CONTENT is on, and the application lacks"),
        ({"answers": {"users/@me/guilds": []}}, {}, "! The bot is on no server"),
        ({}, {"token": "another.one.canary"}, "✗ Discord does not know this DISCORD_TOKEN"),
    ],
)
async def test_what_is_wrong_on_discord_is_said_with_the_way_out(
    differs: dict[str, Any], how: dict[str, Any], says: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with told_by_discord(monkeypatch, **differs):
        (wrong,) = sick(await examined(**how))
    assert wrong.replace("61", "60").replace("59", "60").startswith(says) and " — " in wrong


@pytest.mark.parametrize(
    "named", [CHANNEL, f"<#{CHANNEL}>", "games", "#Games", f"https://discord.com/channels/{SERVER}/{CHANNEL}"]
)
async def test_a_channel_is_named_as_people_name_it(named: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async with told_by_discord(monkeypatch):
        found = await examined(channel=named)
    assert any(each.what == "In #games the bot may do all that it needs" for each in found)


async def test_a_channel_that_is_not_there_or_there_twice_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    twice = [
        {"id": id, "type": 0, "guild_id": SERVER, "name": "games", "position": 0, "permission_overwrites": []}
        for id in ("700", "703")
    ]
    async with told_by_discord(monkeypatch):
        assert sick(await examined(channel="gamse")) == [
            "✗ The bot is on no server with a channel “gamse” — there is #games"
        ]
    async with told_by_discord(monkeypatch, answers={f"guilds/{SERVER}/channels": twice}):
        assert sick(await examined(channel="games")) == [
            "✗ There are 2 channels “games” — take an id: 700 on “Town”, 703 on “Town”"
        ]


async def test_channels_in_which_no_game_can_be_played_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    async with told_by_discord(monkeypatch, locked=True):
        found = await examined()
    (named,) = [str(each) for each in found if "No game can be played in" in each.what]
    assert "in #locked of “Town”" in named and "masquerade doctor --channel '#locked'" in named
    assert not sick(found), "it may well be meant"


async def test_servers_that_the_setting_does_not_name_are(monkeypatch: pytest.MonkeyPatch) -> None:
    async with told_by_discord(monkeypatch):
        assert not sick(await examined(servers=[500]))
        away, left = sick(await examined(servers=[456]))
    assert away.startswith("! MASQUERADE_SERVERS names 456, where the bot is not — ")
    assert left.startswith("✗ MASQUERADE_SERVERS does not name “Town” (500): the bot is there and does not play — ")


async def test_commands_that_something_else_has_registered_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    async def said(answers: dict[str, Any] | None = None, **how: Any) -> str:
        async with told_by_discord(monkeypatch, answers=answers or {}):
            (found,) = [each for each in await examined(**how) if each.about == "commands"]
        return str(found)

    assert await said(registered=LEFT) == "✓ Discord has the slash commands of this bot"
    assert (await said()).startswith("✓ The bot tells Discord its slash commands at its next start")
    newer = [COMMANDS[0], {**COMMANDS[1], "version": "8"}]
    for others in (COMMANDS[:1], newer):
        told = await said({f"applications/{ME}/commands": others}, registered=LEFT)
        assert told.startswith("! Discord has other slash commands than this bot has left there")
    assert (await said(guilds=[500])).startswith("✗ MASQUERADE_GUILDS names 500, where the bot may have no")


async def test_how_the_bot_left_its_commands_is_read_from_the_database(tmp_path: Path) -> None:
    path = tmp_path / DATABASE
    assert registered(path) == {}
    store = await SqliteStore.open(path, all_games())
    for key, value in LEFT.items():
        await store.put(KIND, key, {"digest": "…", "state": value})
    await store.put(KIND, "commands:5", {"digest": "of an older version"})
    await store.close()
    assert registered(path) == LEFT


async def test_a_discord_that_is_not_there_is_a_finding(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(discord.http.Route, "BASE", "http://127.0.0.1:9")
    (wrong,) = sick(await examined())
    assert wrong.startswith("✗ Discord cannot be reached")
