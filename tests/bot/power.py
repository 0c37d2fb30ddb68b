"""What is on a disk when the power goes: SQLite's own writes and flushes, recorded as they pass to the files.

What a file system owes nobody is left out as the dice say: since the last flush of a file each sector of 512 bytes may have
been written, or not, or torn in the middle, in any order; so may its length. What was flushed is there.

The recording stands below SQLite (a “VFS” in its words), where nothing that is written can pass it by: its methods are the
system's own, but for writing, shortening, flushing and deleting, which note what they do first.
"""

from __future__ import annotations

import ctypes
import ctypes.util
import random
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from ctypes import CFUNCTYPE, POINTER, Structure, c_char_p, c_int, c_int64, c_void_p, cast
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

SECTOR = 512

# A file's name is handed on as the address it came by: SQLite keeps that, and asks it for the names of further files.
Open = CFUNCTYPE(c_int, c_void_p, c_void_p, c_void_p, c_int, POINTER(c_int))
Delete = CFUNCTYPE(c_int, c_void_p, c_char_p, c_int)
Write = CFUNCTYPE(c_int, c_void_p, c_void_p, c_int, c_int64)
Truncate = CFUNCTYPE(c_int, c_void_p, c_int64)
Sync = CFUNCTYPE(c_int, c_void_p, c_int)


class Methods(Structure):
    """sqlite3_io_methods: what can be done with an open file."""

    _fields_ = [
        ("version", c_int), ("close", c_void_p), ("read", c_void_p), ("write", c_void_p), ("truncate", c_void_p),
        ("sync", c_void_p), ("rest", c_void_p * 13),
    ]  # fmt: skip


class System(Structure):
    """sqlite3_vfs: what SQLite asks of a system."""

    _fields_ = [
        ("version", c_int), ("size", c_int), ("longest", c_int), ("next", c_void_p), ("name", c_char_p),
        ("data", c_void_p), ("open", c_void_p), ("delete", c_void_p), ("rest", c_void_p * 14),
    ]  # fmt: skip


@dataclass
class Trace:
    """What happened to the files, in order: (name, "write" or "truncate" or "sync" or "delete", offset or length, bytes)."""

    done: list[tuple[str, str, int, bytes]] = field(default_factory=list)


@contextmanager
def recorded() -> Iterator[Trace]:
    """Notes what SQLite does in this process to every database that is opened meanwhile."""
    sqlite = ctypes.CDLL(ctypes.util.find_library("sqlite3") or "libsqlite3.so.0")
    sqlite.sqlite3_vfs_find.restype = c_void_p
    sqlite.sqlite3_vfs_find.argtypes = [c_char_p]
    sqlite.sqlite3_vfs_register.argtypes = [c_void_p, c_int]
    sqlite.sqlite3_vfs_unregister.argtypes = [c_void_p]
    usual = System.from_address(sqlite.sqlite3_vfs_find(None))
    ours = System.from_buffer_copy(usual)
    ours.name, ours.next = b"recorded", None
    trace, names, kept = Trace(), dict[int, str](), list[Any]()

    def opened(vfs: int, name: int | None, file: int, flags: int, out: Any) -> int:
        result = Open(usual.open)(vfs, name, file, flags, out)
        if result == 0 and name and not flags & 0x8:  # not what is gone once it is closed
            at = c_void_p.from_address(file)
            methods = Methods.from_buffer_copy(Methods.from_address(at.value or 0))
            usually = (Write(methods.write), Truncate(methods.truncate), Sync(methods.sync))
            short = names[file] = Path(ctypes.string_at(name).decode()).name

            def write(file: int, content: int, size: int, offset: int) -> int:
                trace.done.append((short, "write", offset, ctypes.string_at(content, size)))
                return int(usually[0](file, content, size, offset))

            def truncate(file: int, length: int) -> int:
                trace.done.append((short, "truncate", length, b""))
                return int(usually[1](file, length))

            def sync(file: int, flags: int) -> int:
                result = int(usually[2](file, flags))
                trace.done.append((short, "sync", 0, b""))
                return result

            calls = Write(write), Truncate(truncate), Sync(sync)
            methods.write, methods.truncate, methods.sync = (cast(each, c_void_p).value for each in calls)
            kept.append((methods, calls, usually))
            at.value = ctypes.addressof(methods)
        return int(result)

    def deleted(vfs: int, name: bytes, flush: int) -> int:
        trace.done.append((Path(name.decode()).name, "delete", 0, b""))
        return int(Delete(usual.delete)(vfs, name, flush))

    hooks = Open(opened), Delete(deleted)
    ours.open, ours.delete = (cast(each, c_void_p).value for each in hooks)
    assert sqlite.sqlite3_vfs_register(ctypes.addressof(ours), 1) == 0
    try:
        yield trace
    finally:
        sqlite.sqlite3_vfs_register(ctypes.addressof(usual), 1)
        sqlite.sqlite3_vfs_unregister(ctypes.addressof(ours))
        _for_ever.append((ours, hooks, kept))


_for_ever: list[Any] = []
"""A connection that is still open asks these."""


class Disk:
    """The files as they are flushed, and what is on its way to each."""

    def __init__(self) -> None:
        self.flushed: dict[str, bytearray] = {}
        self.waiting: dict[str, list[tuple[str, int, bytes]]] = {}

    def take(self, name: str, what: str, at: int, content: bytes) -> None:
        """The next thing that happens."""
        if what == "delete":  # SQLite deletes what holds nothing any more, so that it does not matter when
            self.flushed.pop(name, None)
            self.waiting.pop(name, None)
        elif what == "sync":
            file = self.flushed.setdefault(name, bytearray())
            for each in self.waiting.pop(name, []):
                _apply(file, *each)
        else:
            self.waiting.setdefault(name, []).append((what, at, content))

    def cut(self, folder: Path, dice: random.Random) -> None:
        """Leaves in the folder what could be there, had the power gone now."""
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        luck = dice.choice((0.0, 0.5, 0.9, 1.0))
        for name in {*self.flushed, *self.waiting}:
            if name not in self.flushed and dice.random() > luck:
                continue  # it was made, and its folder not flushed
            file = bytearray(self.flushed.get(name, b""))
            for what, at, content in self.waiting.get(name, []):
                if what == "truncate":
                    if dice.random() < luck:
                        _apply(file, what, at, content)
                    continue
                for start in range(0, len(content), SECTOR):
                    if dice.random() < luck:
                        piece = content[start : start + SECTOR]
                        torn = dice.randrange(len(piece)) if dice.random() < 0.05 else len(piece)
                        _apply(file, what, at + start, piece[:torn])
            (folder / name).write_bytes(file)


def _apply(file: bytearray, what: str, at: int, content: bytes) -> None:
    if what == "truncate":
        del file[at:]
        return
    if len(file) < at + len(content):
        file.extend(bytes(at + len(content) - len(file)))
    file[at : at + len(content)] = content
