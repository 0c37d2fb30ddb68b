"""Python, the data folder and its database, the files of settings, and the address for browsers."""

from __future__ import annotations

import contextlib
import importlib.metadata
import json
import os
import re
import shutil
import socket
import sqlite3
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from bot.checkup import Finding, size
from bot.stores.sqlite import APPLICATION, MIGRATIONS
from bot.surfaces.web.config import WebConfig
from bot.version import version

OLDEST = (3, 11)
LITTLE, TOO_LITTLE = 1 << 30, 100 << 20
"""Bytes of free space below which the disk deserves a look, and below which it will be full in the middle of an evening."""

PATIENCE = 5.0
"""Seconds that an address has to answer."""


def python() -> Iterator[Finding]:
    here = ".".join(map(str, sys.version_info[:3]))
    if sys.version_info < OLDEST:
        yield Finding("python", "wrong", f"Python {here} is too old", "install Python 3.11 or newer")
    else:
        yield Finding("python", "fine", f"Masquerade {version()} on Python {here}")
    try:
        wanted = importlib.metadata.requires("masquerade") or []
    except importlib.metadata.PackageNotFoundError:
        wanted = []
    missing = [name for name in map(_package, wanted) if name and not _installed(name)]
    if missing:
        there = ", ".join(missing)
        yield Finding("python", "wrong", f"These packages are missing: {there}", "`make run` installs what is needed")


def _package(requirement: str) -> str:
    """The name of a package that is always needed; empty for one that is needed elsewhere or for something more."""
    return "" if ";" in requirement else re.split(r"[^\w.-]", requirement, maxsplit=1)[0]


def _installed(name: str) -> bool:
    try:
        importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        return False
    return True


def settings_file(env_file: Path) -> Iterator[Finding]:
    """Whether others on this machine can read the keys."""
    with contextlib.suppress(OSError):
        if os.name == "posix" and env_file.stat().st_mode & 0o044:
            what = f"{env_file} can be read by others on this machine, and holds keys"
            yield Finding("settings", "doubtful", what, f"chmod 600 {env_file}")


def data(folder: Path, database: Path) -> Iterator[Finding]:
    """The data folder, and who holds it."""
    at = _nearest(folder)
    if refused := _unwritable("data", folder, at):
        yield refused
        return
    free = shutil.disk_usage(at).free
    what = f"Games are kept in {folder}, on a disk with {size(free)} free"
    if free < LITTLE:
        mend = "make room, or name a folder on another disk with MASQUERADE_DATA"
        yield Finding("data", "wrong" if free < TOO_LITTLE else "doubtful", what, mend)
    else:
        yield Finding("data", "fine", what)
    if _held(folder / "lock"):
        yield Finding("lock", "fine", f"A Masquerade runs on {folder} just now")
    yield from _database(database)


def backups(folder: Path) -> Iterator[Finding]:
    """The folder that the running bot puts backups in."""
    at = _nearest(folder)
    if refused := _unwritable("backups", folder, at):
        yield refused
        return
    free = size(shutil.disk_usage(at).free)
    yield Finding("backups", "fine", f"Backups are put in {folder}, on a disk with {free} free")


def _nearest(folder: Path) -> Path:
    """The folder, or the nearest above it that is there: where it will be made."""
    return next((each for each in (folder, *folder.absolute().parents) if each.exists()), Path("/"))


def _unwritable(about: str, folder: Path, at: Path) -> Finding | None:
    """What keeps the bot from writing to a folder that is, or will be made, `at` some place; None where nothing does."""
    try:
        with tempfile.TemporaryFile(dir=at) as file:
            file.write(b"masquerade")
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        how = f"chown -R {_user()} {folder}" if at == folder else f"install -d -m 700 -o {_user()} {folder}"
        mend = f"let the user that runs the bot write there (as root: {how}), or name another folder"
        return Finding(about, "wrong", f"Nothing can be written to {folder}: {error.strerror}", mend)
    return None


def _user() -> str:
    with contextlib.suppress(ImportError, KeyError):
        import pwd

        return pwd.getpwuid(os.getuid()).pw_name
    return "USER"


def _held(lock: Path) -> bool:
    """Whether a running bot holds the folder."""
    try:
        import fcntl

        with lock.open() as held:
            fcntl.flock(held, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    except (ImportError, OSError):
        pass
    return False


def _database(path: Path) -> Iterator[Finding]:
    if not path.exists():
        yield Finding("database", "fine", f"{path} is not there yet; the first start makes it")
        return
    restore = "stop the bot, and put a backup in its place (docs/operating.md)"
    try:
        with closing(sqlite3.connect(path.absolute().as_uri() + "?mode=ro", uri=True, timeout=PATIENCE)) as db:
            (application,), (form,) = (
                db.execute(f"PRAGMA {each}").fetchone() for each in ("application_id", "user_version")
            )
            if application != APPLICATION:
                other = "name another folder with MASQUERADE_DATA"
                yield Finding("database", "wrong", f"{path} is another program's database", other)
                return
            if form > len(MIGRATIONS):
                yield Finding("database", "wrong", f"{path} was written by a newer Masquerade", "update the bot")
                return
            broken = [line for (line,) in db.execute("PRAGMA quick_check(3)") if line != "ok"]
            if broken:
                yield Finding("database", "wrong", f"{path} is damaged: {broken[0].splitlines()[0]}", restore)
                return
            games, running, newest = db.execute(
                "SELECT count(*), sum(ended IS NULL), max(created) FROM games"
            ).fetchone()
    except sqlite3.Error as error:
        yield Finding("database", "wrong", f"{path} cannot be read: {error}", restore)
        return
    older = f"; the next start brings it from form {form} to {len(MIGRATIONS)}" if form < len(MIGRATIONS) else ""
    yield Finding("database", "fine", f"{path} is whole: {games} games, {running or 0} of them running{older}")
    if (newest or 0) > time.time() + 60:
        what = "A game was begun later than this machine's clock says it is now"
        yield Finding("clock", "wrong", what, "set the clock; `timedatectl set-ntp true` keeps it right")


def browsers(on: bool, config: WebConfig) -> Iterator[Finding]:
    """The address for browsers: whether it can be had, or who has it."""
    if not on:
        yield Finding("web", "fine", "Browsers are not served (MASQUERADE_WEB=off)")
        return
    where, port = config.host.strip("[]"), config.port
    if not port:
        yield Finding("web", "fine", f"Browsers are served at {where}, at whatever port is free")
    elif error := _taken(where, port):
        here = f"http://{'127.0.0.1' if config.everywhere else config.host}:{port}"
        if _ours(here):
            yield Finding("web", "fine", f"Browsers are served at {here} by the Masquerade that runs here")
        else:
            yield Finding(
                "web", "wrong", f"Port {port} at {where} cannot be used: {error}", "set MASQUERADE_WEB_PORT=8001"
            )
    else:
        yield Finding("web", "fine", f"Browsers are to be served at {where}:{port}, which is free")
    if config.admin:
        yield Finding("web", "fine", f"The owner's secret has {len(config.admin)} characters")
        if len(set(config.admin)) < 8:
            what = "The owner's secret is made of few different characters"
            yield Finding("web", "doubtful", what, "take one that nobody guesses: openssl rand -hex 16")
    if config.public_url and not _ours(config.public_url):
        what = f"{config.public_url} does not lead to a running Masquerade from here"
        yield Finding("web", "doubtful", what, "start the bot, and look at the proxy in front of it (docs/web.md)")


def _taken(host: str, port: int) -> str:
    """Why the port cannot be listened at; empty where it can."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(found[0], socket.SOCK_STREAM) as trying:
            trying.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            trying.bind(found[4])
    except OSError as error:
        return error.strerror or str(error)
    return ""


def _ours(address: str) -> bool:
    """Whether a Masquerade answers there."""
    try:
        with urllib.request.urlopen(f"{address}/healthz", timeout=PATIENCE) as answer:
            body = answer.read(10_000)
    except urllib.error.HTTPError as unwell:  # it says with a 503 what is wrong with it
        with unwell:
            body = unwell.read(10_000)
    except (OSError, ValueError):
        return False
    with contextlib.suppress(ValueError):
        told = json.loads(body)
        return isinstance(told, dict) and told.get("service") == "masquerade"
    return False
