"""Positions, matches, the solver and computer players: what one thinks about, and who thinks."""

from __future__ import annotations

import json
import threading
from dataclasses import dataclass
from typing import Any

from ._library import (NOBODY, ArgumentError, call, checked, ffi, given, lib, made, number,
                       setup_line, solver, text)

_PHASES = {lib.RUMMERY_PHASE_START: "start", lib.RUMMERY_PHASE_DRAWN: "drawn",
           lib.RUMMERY_PHASE_LAID: "laid", lib.RUMMERY_PHASE_OVER: "over"}
_GOALS = {"cards": lib.RUMMERY_GOAL_CARDS, "points": lib.RUMMERY_GOAL_POINTS}


def games() -> list[str]:
    """The games by their names."""
    return [ffi.string(lib.rummery_game_name(i)).decode() for i in range(lib.rummery_game_count())]


def describe(game: str) -> dict[str, Any]:
    """Cards, turn and options of a game (docs/games.md)."""
    return json.loads(text(lib.rummery_game_describe, given(game, "a game")))


def kinds(game: str) -> list[str]:
    """The kinds of cards in the order that all arrays have; jokers come last."""
    name = given(game, "a game")
    count = checked(lib.rummery_kind_count(name))
    return [text(lib.rummery_kind_name, name, kind) for kind in range(count)]


def judge_meld(game: str, meld: str, players: int = 2, **options: Any) -> None:
    """Raises RuleError where a meld by itself is not correct."""
    call(lib.rummery_meld_judge, setup_line(game, players, options).encode(), given(meld, "a meld"))


@dataclass(frozen=True)
class Play:
    """A play that the solver found: an action, how many cards it lays, and points."""

    action: str
    cards: int
    points: int
    is_exact: bool
    is_out: bool


class Position:
    """What one seat may know of a round: a view, or a line like those of `rummery solve`.

    `Position(line)` reads a position in one line (docs/notation.md). Cards that the viewer may not
    see are in no part of it.
    """

    def __init__(self, line: str | None = None):
        view = lib.rummery_view_new()
        if view == ffi.NULL:
            raise MemoryError("rummery: no room for a position")
        self._view = ffi.gc(view, lib.rummery_view_free)
        if line is not None:
            call(lib.rummery_view_read, self._view, given(line, "a position"))

    # ---- what it shows ----

    @property
    def game(self) -> str:
        index = checked(lib.rummery_view_game(self._view))
        return ffi.string(lib.rummery_game_name(index)).decode()

    @property
    def players(self) -> int:
        return checked(lib.rummery_view_seats(self._view))

    def _seat(self, seat: int) -> int | None:
        if seat < NOBODY:
            raise ArgumentError("the position is empty", seat)
        return None if seat == NOBODY else seat

    @property
    def viewer(self) -> int | None:
        """Whose view it is; None for a watcher's."""
        return self._seat(lib.rummery_view_viewer(self._view))

    @property
    def seat(self) -> int | None:
        """Who is on turn; None when the round is over."""
        return self._seat(lib.rummery_view_seat(self._view))

    @property
    def winner(self) -> int | None:
        return self._seat(lib.rummery_view_winner(self._view))

    @property
    def phase(self) -> str:
        """`start`, `drawn`, `laid` or `over`."""
        return _PHASES[checked(lib.rummery_view_phase(self._view))]

    def opened(self, seat: int) -> bool:
        return checked(lib.rummery_view_opened(self._view, self._of(seat))) == 1

    def _of(self, seat: int) -> int:
        return number(seat, "a seat", 0, self.players - 1)

    def rack(self, seat: int | None = None) -> list[str]:
        """The cards of a seat, the viewer's by default; `?` are those that are not seen."""
        seat = self.viewer if seat is None else seat
        if seat is None:
            raise ArgumentError("a watcher has no rack", lib.RUMMERY_ARGUMENT)
        return text(lib.rummery_view_rack, self._view, self._of(seat)).split()

    @property
    def table(self) -> str:
        return text(lib.rummery_view_table, self._view)

    @property
    def discard(self) -> list[str]:
        """The discard pile, its top last."""
        return text(lib.rummery_view_discard, self._view).split()

    @property
    def stock(self) -> int:
        return checked(lib.rummery_view_stock(self._view))

    def line(self) -> str:
        """The position in one line."""
        return text(lib.rummery_view_write, self._view)

    def json(self) -> dict[str, Any]:
        """The object that is a VIEW in docs/protocol.md."""
        return json.loads(text(lib.rummery_view_json, self._view))

    def copy(self) -> Position:
        other = Position.__new__(Position)
        view = lib.rummery_view_copy(self._view)
        if view == ffi.NULL:
            raise MemoryError("rummery: no room for a position")
        other._view = ffi.gc(view, lib.rummery_view_free)
        return other

    def __repr__(self) -> str:
        try:
            return f"Position({self.line()!r})"
        except Exception:  # a watcher's, or an empty one: it has no line
            return "<rummery.Position>"

    # ---- trying out ----

    def judge(self, action: str) -> None:
        """Raises RuleError with the rule's number where the seat on turn may not do that."""
        call(lib.rummery_view_judge, self._view, given(action, "an action"))

    def is_legal(self, action: str) -> bool:
        return lib.rummery_view_judge(self._view, given(action, "an action"), ffi.NULL) == 0

    def apply(self, action: str) -> Position:
        """What the viewer would see then; a card that is drawn is unknown."""
        after = self.copy()
        call(lib.rummery_view_apply, after._view, given(action, "an action"))
        return after

    # ---- thinking ----

    def plays(self, count: int = 1, goal: str = "cards") -> list[Play]:
        """The best plays of the viewer, who is on turn, best first; no two lay the same cards."""
        if goal not in _GOALS:
            raise ArgumentError(f"a goal is one of {', '.join(_GOALS)}", lib.RUMMERY_ARGUMENT)
        count = number(count, "how many plays", 1, lib.RUMMERY_PLAYS_MAX)
        work = solver()
        found = call(lib.rummery_solver_solve, work, self._view, _GOALS[goal], count)
        return [self._play(work, i) for i in range(found)]

    @staticmethod
    def _play(work: Any, index: int) -> Play:
        play = ffi.new("struct rummery_play *")
        checked(lib.rummery_solver_play(work, index, play))
        return Play(text(lib.rummery_solver_action, work, index), play.cards, play.points,
                    play.is_exact != 0, play.is_out != 0)

    def best_play(self, goal: str = "cards") -> Play | None:
        found = self.plays(1, goal)
        return found[0] if found else None

    def way_out(self) -> Play | None:
        """How the viewer can go out in this turn, if it can be done."""
        work = solver()
        found = call(lib.rummery_solver_out, work, self._view)
        return self._play(work, 0) if found else None

    def legal_actions(self, plays: int = 8) -> list[str]:
        """What the viewer may do, as text: draws, a pass, so many of the best plays, discards."""
        simple = ["draw", "draw discard", "pass"]
        simple += [f"discard {card}" for card in dict.fromkeys(self.rack()) if card != "?"]
        legal = [action for action in simple if self.is_legal(action)]
        return legal + [play.action for play in self.plays(plays)]


class Bot:
    """A computer player of level 1 to 7 (docs/bots.md). Same seed and positions: same moves."""

    def __init__(self, level: int, seed: int = 0):
        level = number(level, "a level", 1, lib.RUMMERY_LEVEL_MAX)
        handle = lib.rummery_bot_new(level, number(seed, "a seed", 0, 2**64 - 1))
        if handle == ffi.NULL:
            raise MemoryError("rummery: no room for a computer player")
        self._bot = ffi.gc(handle, lib.rummery_bot_free)
        self._lock = threading.Lock()
        self.level = level

    def decide(self, position: Position) -> str:
        """What it does in the place of the viewer, who is on turn."""
        if not isinstance(position, Position):
            raise TypeError(f"a Position, not {type(position).__name__}")
        with self._lock:
            return text(lib.rummery_bot_decide, self._bot, position._view, with_error=True)


class Match:
    """A match: rounds, totals, and a record of all that happened. Chance follows from the seed."""

    def __init__(self, game: str, players: int = 2, seed: int | None = None, **options: Any):
        line = setup_line(game, players, options)
        self._take(made(lib.rummery_match_new, lib.rummery_match_free, line.encode()))
        if seed is not None:
            checked(lib.rummery_match_seed(self._match, number(seed, "a seed", 0, 2**64 - 1)))
        self._chance()

    @classmethod
    def read(cls, record: str) -> Match:
        """As a record tells it, up to wherever it goes."""
        match = cls.__new__(cls)
        words = given(record, "a record")
        match._take(made(lib.rummery_match_read, lib.rummery_match_free, words))
        match._chance()
        return match

    def _take(self, handle: Any) -> None:
        self._match = handle
        self._lock = threading.Lock()

    def _chance(self) -> None:
        waits = (lib.RUMMERY_NEED_LOT, lib.RUMMERY_NEED_DEAL, lib.RUMMERY_NEED_SHUFFLE)
        while lib.rummery_match_need(self._match) in waits:
            call(lib.rummery_match_chance, self._match)

    def act(self, action: str) -> None:
        """What the seat on turn does; lot, deal and shuffle follow by themselves."""
        words = given(action, "an action")
        with self._lock:
            call(lib.rummery_match_act, self._match, lib.rummery_match_seat(self._match), words)
            self._chance()

    def view(self, seat: int | None) -> Position:
        """What a seat sees, or with None a watcher."""
        position = Position()
        chosen = NOBODY if seat is None else number(seat, "a seat", 0, self.players - 1)
        with self._lock:
            call(lib.rummery_view_look, position._view, self._match, chosen)
        return position

    @property
    def players(self) -> int:
        return checked(lib.rummery_match_seats(self._match))

    @property
    def seat(self) -> int | None:
        """Who is on turn; None when the match is over."""
        seat = lib.rummery_match_seat(self._match)
        return None if seat == NOBODY else checked(seat)

    @property
    def is_over(self) -> bool:
        return lib.rummery_match_need(self._match) == lib.RUMMERY_NEED_NOTHING

    @property
    def totals(self) -> list[int]:
        out = ffi.new("int32_t[]", lib.RUMMERY_SEATS_MAX)
        count = checked(lib.rummery_match_totals(self._match, out, len(out)))
        return list(out)[:count]

    @property
    def leaders(self) -> list[int]:
        """Who leads, or has won once it is over."""
        bits = checked(lib.rummery_match_leaders(self._match))
        return [seat for seat in range(self.players) if bits >> seat & 1]

    def record(self) -> str:
        """All that happened, chance included: what `Match.read` and `rummery replay` take."""
        with self._lock:
            return text(lib.rummery_match_record, self._match)
