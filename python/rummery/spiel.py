"""A round as a game and its states: OpenSpiel's interface, re-expressed.

Chance is sampled when it is due, by the seed (OpenSpiel's sampled stochastic games), so that no
state is a chance node.
"""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import numpy as np

from ._library import LAYOUT, ArgumentError, NotationError, lib, number
from .positions import Position
from .rounds import PLAYS, SEED_MAX, Rounds, any_seed

TERMINAL = -4  # OpenSpiel's PlayerId.TERMINAL
INVALID_ACTION = -1


def load_game(game: str, players: int = 2, plays: int = PLAYS, **options: Any) -> Game:
    """A game by its name, with options as in docs/games.md."""
    return Game(game, players, plays, **options)


def _game(game: str, players: int, plays: int, options: dict[str, Any]) -> Game:
    return Game(game, players, plays, **options)


class Game:
    """What does not change from state to state."""

    def __init__(self, game: str, players: int = 2, plays: int = PLAYS, **options: Any):
        self._first = Rounds(game, players, 1, plays, 0, None, options)
        self.name = game
        self.options = dict(options)
        self.plays = self._first.plays
        self.fields = self._first.fields

    def num_players(self) -> int:
        return self._first.players

    def num_distinct_actions(self) -> int:
        return self._first.actions

    def observation_tensor_shape(self) -> list[int]:
        return [self._first.observation_size]

    def observation_tensor_size(self) -> int:
        return self._first.observation_size

    def information_state_tensor_shape(self) -> list[int]:
        return [self._first.information_size]

    def information_state_tensor_size(self) -> int:
        return self._first.information_size

    def new_initial_state(self, seed: int | None = None) -> State:
        """A round that is dealt, by the seed or by any."""
        return State(self, any_seed() if seed is None else number(seed, "a seed", 0, SEED_MAX))

    def deserialize_state(self, words: str) -> State:
        """What State.serialize() wrote: the seed and the actions, done again."""
        try:
            kept = json.loads(words)
            is_good = (isinstance(kept, dict) and kept["layout"] == LAYOUT
                       and kept["setup"] == self._first.setup and kept["plays"] == self.plays
                       and isinstance(kept["actions"], list))
            seed = kept["seed"]
        except (ValueError, TypeError, KeyError) as error:
            raise NotationError("this is no state", lib.RUMMERY_TEXT) from error
        if not is_good:
            raise NotationError("this is a state of another game or layout", lib.RUMMERY_TEXT)
        state = self.new_initial_state(number(seed, "a seed", 0, SEED_MAX))
        for action in kept["actions"]:
            state.apply_action(action)
        return state

    def __reduce__(self) -> Any:
        return _game, (self.name, self.num_players(), self.plays, self.options)

    def __repr__(self) -> str:
        return f"Game({self._first.setup!r}, plays={self.plays})"


class State:
    """A round, and how it came about. Players are seats."""

    def __init__(self, game: Game, seed: int):
        self._game = game
        self._rounds = game._first.copy()
        self._rounds.reset(seed)
        self._seed = seed
        self._actions: list[int] = []
        self._lines: list[tuple[int, str, str]] = []  # player, action, the card drawn
        self._racks = [self._rack(player) for player in range(self.num_players())]

    def _rack(self, player: int) -> str:
        return " ".join(self._rounds.view(player).rack())

    # ---- whose turn, and what may be done ----

    def get_game(self) -> Game:
        return self._game

    def num_players(self) -> int:
        return self._game.num_players()

    def current_player(self) -> int:
        """Who is on turn; TERMINAL (-4) when the round is over."""
        seat = self._rounds.seat()
        return TERMINAL if seat < 0 else seat

    def is_terminal(self) -> bool:
        return self._rounds.seat() < 0

    def is_chance_node(self) -> bool:
        return False

    def is_simultaneous_node(self) -> bool:
        return False

    def legal_actions_mask(self, player: int | None = None) -> np.ndarray:
        if player is not None and self._player(player) != self.current_player():
            return np.zeros(self._rounds.actions, np.int8)
        return self._rounds.mask()

    def legal_actions(self, player: int | None = None) -> list[int]:
        return np.flatnonzero(self.legal_actions_mask(player)).tolist()

    def action_to_string(self, player: int, action: int | None = None) -> str:
        """A legal action in the notation; the player may be left out."""
        return self._rounds.action_text(player if action is None else action)

    def string_to_action(self, words: str) -> int:
        for action in self.legal_actions():
            if self._rounds.action_text(action) == words:
                return action
        raise ArgumentError(f"{words!r} has no number now", lib.RUMMERY_ARGUMENT)

    def apply_action(self, action: int) -> None:
        """Raises IllegalAction where it is not legal; nothing has changed then."""
        player = self._rounds.seat()
        is_legal = player >= 0 and action in self.legal_actions()
        words = self._rounds.action_text(action) if is_legal else ""
        before = Counter(self._rounds.view(player).rack()) if is_legal else Counter()
        self._rounds.act(action)
        drawn = ""
        if words.startswith("draw") and words != "draw discard":
            drawn = " ".join((Counter(self._rounds.view(player).rack()) - before).elements())
        self._actions.append(int(action))
        self._lines.append((player, words, drawn))

    def child(self, action: int) -> State:
        state = self.clone()
        state.apply_action(action)
        return state

    # ---- what a player knows ----

    def _player(self, player: int | None) -> int:
        if player is None:
            player = max(self._rounds.seat(), 0)
        return number(player, "a player", 0, self.num_players() - 1)

    def view(self, player: int | None = None) -> Position:
        return self._rounds.view(self._player(player))

    def observation_tensor(self, player: int | None = None) -> np.ndarray:
        """What a player sees now, as float32."""
        return self._rounds.observation(self._player(player)).astype(np.float32)

    def information_state_tensor(self, player: int | None = None) -> np.ndarray:
        """The same, and what everybody was seen to discard, take up and lay. The order in which it
        happened is only in information_state_string()."""
        return self._rounds.observation(self._player(player), has_past=True).astype(np.float32)

    def observation_string(self, player: int | None = None) -> str:
        return self.view(player).line()

    def information_state_string(self, player: int | None = None) -> str:
        """All that a player has seen, in order: its cards, every action, the cards it drew."""
        player = self._player(player)
        lines = [self._rounds.setup, f"player {player}", f"rack {self._racks[player]}"]
        for seat, words, drawn in self._lines:
            own = f" ({drawn})" if drawn and seat == player else ""
            lines.append(f"{seat}: {words}{own}")
        return "\n".join(lines)

    # ---- how it ends ----

    def returns(self) -> list[float]:
        """The scores of a round that is over; zeros before."""
        return [float(score) for score in self._rounds.scores()]

    def rewards(self) -> list[float]:
        """Of the last action: the scores are all there is, at the end."""
        return self.returns()

    def player_return(self, player: int) -> float:
        return self.returns()[self._player(player)]

    def player_reward(self, player: int) -> float:
        return self.rewards()[self._player(player)]

    # ---- copies ----

    def clone(self) -> State:
        other = State.__new__(State)
        other.__dict__.update(self.__dict__)
        other._rounds = self._rounds.copy()
        other._actions = list(self._actions)
        other._lines = list(self._lines)
        return other

    def __deepcopy__(self, memo: dict[int, Any]) -> State:
        return self.clone()

    def __reduce__(self) -> Any:
        return self._game.deserialize_state, (self.serialize(),)

    def history(self) -> list[int]:
        return list(self._actions)

    def move_number(self) -> int:
        return len(self._actions)

    def serialize(self) -> str:
        """One line of JSON: setup, seed, actions. It tells all cards: not for players."""
        return json.dumps({"layout": LAYOUT, "setup": self._rounds.setup, "plays": self._game.plays,
                           "seed": self._seed, "actions": self._actions}, separators=(",", ":"))

    def __str__(self) -> str:
        lines = [f"{seat}: {words}" for seat, words, _ in self._lines]
        return "\n".join([self._rounds.setup, *lines])
