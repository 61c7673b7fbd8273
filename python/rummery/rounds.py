"""Rounds for programs that learn: the handle that all environments share, and many at once."""

from __future__ import annotations

import secrets
import threading
from dataclasses import dataclass
from typing import Any, Sequence

import numpy as np

from ._library import (NOBODY, ArgumentError, ClosedError, IllegalAction, call, checked, ffi,
                       given, lib, made, number, setup_line, solver, text)
from .positions import Position

DRAW, TAKE, PASS, PLAY = (int(lib.RUMMERY_ENV_DRAW), int(lib.RUMMERY_ENV_TAKE),
                          int(lib.RUMMERY_ENV_PASS), int(lib.RUMMERY_ENV_PLAY))
PLAYS = 8
SEED_MAX = 2**64 - 1


@dataclass(frozen=True)
class Field:
    """A part of an observation: `rows` of `columns` bytes from `offset` on."""

    name: str
    offset: int
    rows: int
    columns: int

    def of(self, observations: np.ndarray) -> np.ndarray:
        """That part of one observation or of many, with its rows and columns: a view, no copy."""
        end = self.offset + self.rows * self.columns
        part = observations[..., self.offset:end]
        return part.reshape(*observations.shape[:-1], self.rows, self.columns)


def any_seed() -> int:
    return secrets.randbits(64)


class Rounds:
    """A handle of the library with its sizes. One thread is inside at a time; a lock sees to it."""

    def __init__(self, game: str, players: int, count: int, plays: int, seed: int | None,
                 opponents: Sequence[int] | None, options: dict[str, Any]):
        self.setup = setup_line(game, players, options)
        self.game = game
        self.players = int(players)
        self.plays = number(plays, "plays", 1, lib.RUMMERY_ENV_PLAYS_MAX)
        self.count = number(count, "the number of rounds", 1, lib.RUMMERY_ENV_COUNT_MAX)
        self.levels = self._levels(opponents)
        self.seed = any_seed() if seed is None else number(seed, "a seed", 0, SEED_MAX)
        levels = ffi.new("int32_t[]", self.levels)
        self._take(made(lib.rummery_env_new, lib.rummery_env_free, solver(), self.setup.encode(),
                        self.plays, levels, self.count, self.seed))
        self.actions = checked(lib.rummery_env_actions(self._env))
        self.observation_size = checked(lib.rummery_env_observation_size(self._env))
        self.information_size = checked(lib.rummery_env_information_size(self._env))
        self.fields = self._fields()

    def _take(self, handle: Any) -> None:
        self._env = handle
        self._lock = threading.Lock()

    def _levels(self, opponents: Sequence[int] | None) -> list[int]:
        if opponents is None:
            return [0] * self.players
        if len(opponents) != self.players:
            raise ArgumentError(f"opponents has a level a seat, 0 for one's own: {self.players} of "
                                f"them, not {len(opponents)}", lib.RUMMERY_ARGUMENT)
        return [number(level, "a level", 0, lib.RUMMERY_LEVEL_MAX) for level in opponents]

    def _fields(self) -> dict[str, Field]:
        fields: dict[str, Field] = {}
        out = ffi.new("struct rummery_env_field *")
        while lib.rummery_env_field(self._env, len(fields), out) == 0:
            name = ffi.string(out.name).decode()
            fields[name] = Field(name, int(out.offset), int(out.rows), int(out.columns))
        return fields

    @property
    def handle(self) -> Any:
        if self._env is None:
            raise ClosedError("it was closed")
        return self._env

    def close(self) -> None:
        with self._lock:
            if self._env is not None:
                ffi.release(self._env)
                self._env = None

    def copy(self) -> Rounds:
        other = Rounds.__new__(Rounds)
        with self._lock:
            handle = lib.rummery_env_copy(self.handle)
        other.__dict__.update(self.__dict__)
        if handle == ffi.NULL:
            raise MemoryError("rummery: no room for a copy")
        other._take(ffi.gc(handle, lib.rummery_env_free))
        return other

    # ---- one round ----

    def _round(self, index: int) -> int:
        return number(index, "a round", 0, self.count - 1)

    def seat(self, index: int = 0) -> int:
        """Who is on turn; -1 when the round is over."""
        with self._lock:
            seat = lib.rummery_env_seat(self.handle, self._round(index))
        return seat if seat == NOBODY else checked(seat)

    def reset(self, seed: int | None) -> None:
        """All rounds by a seed; without one each is dealt its next cards."""
        work = solver()
        if seed is not None:
            seed = number(seed, "a seed", 0, SEED_MAX)
        with self._lock:
            if seed is not None:
                checked(lib.rummery_env_reset(self.handle, work, seed))
                self.seed = seed
                return
            for index in range(self.count):
                checked(lib.rummery_env_reset_round(self.handle, work, index))

    def act(self, action: int, index: int = 0) -> None:
        try:
            chosen = action.__index__()
        except AttributeError:
            raise TypeError(f"an action is a whole number, not {type(action).__name__}") from None
        work = solver()
        with self._lock:
            code = -1
            if 0 <= chosen < self.actions:
                code = lib.rummery_env_act(self.handle, work, self._round(index), chosen, ffi.NULL)
            else:
                self.handle
        if code != 0:
            raise IllegalAction(f"action {chosen} is not legal now", lib.RUMMERY_ARGUMENT,
                                index=index)

    def apply(self, action: str, index: int = 0) -> None:
        words, work = given(action, "an action"), solver()
        with self._lock:
            call(lib.rummery_env_apply, self.handle, work, self._round(index), words)

    def ask(self, level: int, index: int = 0) -> str:
        level = number(level, "a level", 1, lib.RUMMERY_LEVEL_MAX)
        work = solver()
        with self._lock:
            return text(lib.rummery_env_ask, self.handle, work, self._round(index), level,
                        with_error=True)

    def action_text(self, action: int, index: int = 0) -> str:
        with self._lock:
            number(action, "an action", 0, self.actions - 1)
            return text(lib.rummery_env_action, self.handle, self._round(index), int(action))

    def mask(self, index: int = 0) -> np.ndarray:
        out = np.empty(self.actions, np.int8)
        with self._lock:
            checked(lib.rummery_env_mask(self.handle, self._round(index),
                                         ffi.from_buffer("uint8_t[]", out), self.actions))
        return out

    def observation(self, seat: int, index: int = 0, has_past: bool = False) -> np.ndarray:
        size = self.information_size if has_past else self.observation_size
        look = lib.rummery_env_inform if has_past else lib.rummery_env_observe
        seat = number(seat, "a seat", 0, self.players - 1)
        out = np.empty(size, np.uint8)
        with self._lock:
            checked(look(self.handle, self._round(index), seat, ffi.from_buffer("uint8_t[]", out),
                         size))
        return out

    def view(self, seat: int | None, index: int = 0) -> Position:
        position = Position()
        chosen = NOBODY if seat is None else number(seat, "a seat", 0, self.players - 1)
        with self._lock:
            checked(lib.rummery_env_view(self.handle, self._round(index), chosen, position._view))
        return position

    def scores(self, index: int = 0) -> list[int]:
        """Of a round that is over; zeros before."""
        out = ffi.new("int32_t[]", lib.RUMMERY_SEATS_MAX)
        with self._lock:
            code = lib.rummery_env_scores(self.handle, self._round(index), out, len(out))
        if code == lib.RUMMERY_NOT_NOW:
            return [0] * self.players
        return list(out)[:checked(code)]


class VecEnv:
    """Many rounds stepped in one call, each dealt anew when it is over.

    All arrays belong to the environment and are overwritten by the next step: copy what you keep.

    - `observations`  uint8 (num_envs, observation_size): what the seat on turn sees
    - `information`   uint8 (num_envs, information_size), if asked for: that, and what went before
    - `action_mask`   bool (num_envs, num_actions)
    - `seats`         uint8 (num_envs): who is on turn
    - `rewards`       float32 (num_envs, players): scores of rounds that ended, else 0
    - `terminations`  bool (num_envs): a round ended, and the next one was dealt
    """

    def __init__(self, game: str, num_envs: int = 256, players: int = 2, plays: int = PLAYS,
                 seed: int | None = None, opponents: Sequence[int] | None = None,
                 information: bool = False, **options: Any):
        rounds = Rounds(game, players, num_envs, plays, seed, opponents, options)
        self._rounds = rounds
        self.game, self.players, self.plays = rounds.game, rounds.players, rounds.plays
        self.num_envs, self.num_actions = rounds.count, rounds.actions
        self.observation_size, self.fields = rounds.observation_size, rounds.fields
        self.information_size = rounds.information_size
        count = rounds.count
        self.observations = np.zeros((count, rounds.observation_size), np.uint8)
        self.information = (np.zeros((count, rounds.information_size), np.uint8)
                            if information else None)
        self.action_mask = np.zeros((count, rounds.actions), np.bool_)
        self.rewards = np.zeros((count, rounds.players), np.float32)
        self.terminations = np.zeros(count, np.bool_)
        self.truncations = np.zeros(count, np.bool_)
        self.seats = np.zeros(count, np.uint8)
        self._out = self._pointers()
        self._look()

    def _pointers(self) -> Any:
        arrays = {"observations": self.observations, "information": self.information,
                  "masks": self.action_mask, "rewards": self.rewards, "dones": self.terminations,
                  "seats": self.seats}
        out = ffi.new("struct rummery_env_out *")
        kept = []
        for name, array in arrays.items():
            if array is None:
                continue
            kind = "float[]" if name == "rewards" else "uint8_t[]"
            kept.append(ffi.from_buffer(kind, array, require_writable=True))
            setattr(out, name, kept[-1])
        self._kept = kept
        return out

    def _look(self) -> None:
        with self._rounds._lock:
            checked(lib.rummery_env_look(self._rounds.handle, self._out))

    @property
    def infos(self) -> dict[str, np.ndarray]:
        return {"action_mask": self.action_mask, "seats": self.seats}

    def reset(self, seed: int | None = None) -> tuple[np.ndarray, dict[str, np.ndarray]]:
        """Deals all rounds: by a seed, or each its next cards."""
        self._rounds.reset(seed)
        self._look()
        return self.observations, self.infos

    def step(self, actions: Any) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray,
                                          dict[str, np.ndarray]]:
        """An action for each round. If one of them is not legal, IllegalAction says which
        (`where["index"]`), and no round has moved."""
        chosen = np.asarray(actions)
        if chosen.dtype.kind not in "iu":
            raise TypeError(f"actions are whole numbers, not {chosen.dtype}")
        if chosen.shape != (self.num_envs,):
            raise ArgumentError(f"actions have shape ({self.num_envs},), not {chosen.shape}",
                                lib.RUMMERY_ARGUMENT)
        if chosen.dtype == np.uint64:
            chosen = np.minimum(chosen, self.num_actions)
        chosen = np.ascontiguousarray(chosen, np.int64)
        work, error = solver(), ffi.new("struct rummery_error *")
        with self._rounds._lock:
            code = lib.rummery_env_step(self._rounds.handle, work,
                                        ffi.from_buffer("int64_t[]", chosen), self._out, error)
        if code != 0:
            index = int(error.have)
            raise IllegalAction(f"action {chosen[index]} of round {index} is not legal now", code,
                                index=index)
        return (self.observations, self.rewards, self.terminations, self.truncations, self.infos)

    def sample(self, rng: np.random.Generator) -> np.ndarray:
        """A random legal action for each round."""
        keys = rng.random(self.action_mask.shape, np.float32)
        keys += self.action_mask
        return keys.argmax(axis=1)

    def part(self, name: str) -> np.ndarray:
        """A part of all observations by its name, (num_envs, rows, columns): a view, no copy."""
        if name not in self.fields:
            raise ArgumentError(f"there is no part {name!r}", lib.RUMMERY_ARGUMENT)
        field = self.fields[name]
        if field.offset < self.observation_size:
            return field.of(self.observations)
        if self.information is None:
            raise ArgumentError(f"{name} is in the information, which was not asked for",
                                lib.RUMMERY_ARGUMENT)
        return field.of(self.information)

    def action_text(self, action: int, index: int = 0) -> str:
        """A legal action of a round in the notation."""
        return self._rounds.action_text(action, index)

    def view(self, index: int, seat: int | None = None) -> Position:
        """What a seat sees of a round; without one, what everybody sees."""
        return self._rounds.view(seat, index)

    def close(self) -> None:
        self._rounds.close()

    def __enter__(self) -> VecEnv:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
