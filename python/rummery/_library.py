"""librummery by cffi: found, declared from its public headers, and its refusals made exceptions.

All of the package goes through `call` and `text`, which raise what the library refuses.
"""

from __future__ import annotations

import ctypes.util
import os
import subprocess
import threading
from pathlib import Path
from typing import Any, Callable

import cffi

ffi = cffi.FFI()

NOBODY = -1


class RummeryError(Exception):
    """Whatever the library refuses. `code` is the library's, `rule` the number of a rule or ''."""

    def __init__(self, words: str, code: int = 0, rule: str = "", reason: str = "", **where: Any):
        super().__init__(f"{rule}: {words}" if rule else words)
        self.words = words
        self.code = code
        self.rule = rule
        self.reason = reason
        self.where = where


class RuleError(RummeryError):
    """The rules forbid it: `rule` is its number (docs/rules); `where` has meld, place, card."""


class NotationError(RummeryError, ValueError):
    """A text cannot be read; `where["offset"]` says from which character on."""


class ArgumentError(RummeryError, ValueError):
    """A number, name, shape or type that there is not."""


class IllegalAction(ArgumentError):
    """The number of an action that is not legal now. `where["index"]` is its round."""


class NotNow(RummeryError):
    """Not what the round waits for: it is over, or somebody else is on turn."""


class ClosedError(RummeryError):
    """Used after it was closed."""


def _declarations() -> str:
    """What stands between the marks of the headers: beside this file once installed, in the source
    tree's include/ otherwise."""
    here = Path(__file__).resolve().parent
    parts = []
    for name in ("rummery.h", "rummery_env.h"):
        places = [here / name, here.parent.parent / "include" / name]
        found = next((place for place in places if place.is_file()), None)
        if found is None:
            raise ImportError(f"rummery: {name} is neither in {here} nor in the source tree")
        header = found.read_text(encoding="utf-8")
        parts.append(header.split("/* cdef */", 1)[1].split("/* end of cdef */", 1)[0])
    return "\n".join(parts)


def _candidates() -> list[str]:
    """RUMMERY_LIBRARY alone if it is set; else where the loader and pkg-config look."""
    chosen = os.environ.get("RUMMERY_LIBRARY")
    if chosen:
        return [chosen]
    found = ["librummery.so.0"]
    by_name = ctypes.util.find_library("rummery")
    if by_name:
        found.append(by_name)
    try:
        asked = subprocess.run(["pkg-config", "--variable=libdir", "rummery"], check=False,
                               capture_output=True, text=True, timeout=10)
        if asked.returncode == 0:
            found.append(os.path.join(asked.stdout.strip(), "librummery.so.0"))
    except (OSError, subprocess.SubprocessError):
        pass
    return found


def _open() -> Any:
    faults = []
    for name in _candidates():
        try:
            return ffi.dlopen(name)
        except OSError as error:
            faults.append(str(error))
    raise ImportError("rummery: librummery is not found; RUMMERY_LIBRARY may say where it is. "
                      + "; ".join(faults))


ffi.cdef(_declarations())
lib = _open()

if lib.rummery_env_layout() != lib.RUMMERY_ENV_LAYOUT:
    raise ImportError(f"rummery: the library has layout {lib.rummery_env_layout()} of what is "
                      f"observed, this package {lib.RUMMERY_ENV_LAYOUT}: one version of both")

VERSION = ffi.string(lib.rummery_version()).decode()
LAYOUT = int(lib.RUMMERY_ENV_LAYOUT)

_KINDS = {
    lib.RUMMERY_ARGUMENT: ArgumentError,
    lib.RUMMERY_TEXT: NotationError,
    lib.RUMMERY_RULE: RuleError,
    lib.RUMMERY_NOT_NOW: NotNow,
}


def failure(code: int, error: Any = None) -> Exception:
    """The exception for a refusal."""
    if code == lib.RUMMERY_NO_MEMORY:
        return MemoryError("rummery: there is not enough memory")
    kind = _KINDS.get(code, RummeryError)
    if error is None or error.code == 0:
        return kind("that cannot be", code)
    where = {name: int(getattr(error, name)) for name in ("offset", "meld", "place", "line")
             if getattr(error, name) >= 0}
    card = ffi.string(error.card).decode()
    if card:
        where["card"] = card
    return kind(ffi.string(error.words).decode(), code, ffi.string(error.rule).decode(),
                ffi.string(error.reason).decode(), **where)


def checked(code: int, error: Any = None) -> int:
    """The answer itself, or its refusal raised."""
    if code < 0:
        raise failure(code, error)
    return code


def call(function: Callable[..., int], *arguments: Any) -> int:
    """Calls what takes an error as its last argument, and raises what it refuses."""
    error = ffi.new("struct rummery_error *")
    return checked(function(*arguments, error), error)


def made(function: Callable[..., Any], free: Callable[[Any], None], *arguments: Any) -> Any:
    """A new handle, freed with the object that it is in."""
    error = ffi.new("struct rummery_error *")
    handle = function(*arguments, error)
    if handle == ffi.NULL:
        raise failure(error.code or lib.RUMMERY_NO_MEMORY, error)
    return ffi.gc(handle, free)


def given(words: Any, what: str) -> bytes:
    """A text for the library: no other type, and nothing behind a NUL that would be lost."""
    if not isinstance(words, str):
        raise TypeError(f"{what} is a str, not {type(words).__name__}")
    if "\0" in words:
        raise NotationError(f"{what} has a NUL in it", lib.RUMMERY_TEXT)
    return words.encode("utf-8", "replace")


def text(function: Callable[..., int], *arguments: Any, with_error: bool = False) -> str:
    """What the library hands out as text."""
    room = lib.RUMMERY_TEXT_MAX
    error = ffi.new("struct rummery_error *") if with_error else None
    more = (error,) if with_error else ()
    while True:
        out = ffi.new("char[]", room)
        size = checked(function(*arguments, out, room, *more), error)
        if size < room:
            return ffi.buffer(out, size)[:].decode()
        room = size + 1


class _Local(threading.local):
    """A solver for each thread: it has room for one thought at a time."""

    def __init__(self) -> None:
        handle = lib.rummery_solver_new()
        if handle == ffi.NULL:
            raise MemoryError("rummery: no room for a solver")
        self.solver = ffi.gc(handle, lib.rummery_solver_free)


_local = _Local()


def solver() -> Any:
    """This thread's solver."""
    return _local.solver


def number(value: Any, what: str, least: int, most: int) -> int:
    """A whole number within bounds; bool is none."""
    try:
        if isinstance(value, bool):
            raise TypeError
        found = value.__index__()
    except (AttributeError, TypeError):
        raise TypeError(f"{what} is a whole number, not {type(value).__name__}") from None
    if not least <= found <= most:
        raise ArgumentError(f"{what} is {least} to {most}, not {found}", lib.RUMMERY_ARGUMENT)
    return int(found)


def setup_line(game: str, players: int, options: dict[str, Any]) -> str:
    """`princess players=2 deal=13`, judged by the library."""
    if not isinstance(game, str) or not game.isidentifier():
        raise ArgumentError(f"there is no game {game!r}", lib.RUMMERY_ARGUMENT)
    words = [game, f"players={number(players, 'players', 2, lib.RUMMERY_SEATS_MAX)}"]
    for name, value in options.items():
        value = {True: "yes", False: "no"}.get(value, value) if isinstance(value, bool) else value
        if not str(value).isalnum():
            raise ArgumentError(f"{name}={value!r} is no option", lib.RUMMERY_ARGUMENT)
        words.append(f"{name}={value}")
    line = text(lib.rummery_setup_tidy, given(" ".join(words), "a setup"), with_error=True)
    return line.removeprefix("match ")
