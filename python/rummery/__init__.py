"""Rummery: three rummy games, the best plays, computer players, and rounds for programs that learn.

    import rummery

    env = rummery.VecEnv("princess", num_envs=256, seed=1)   # many rounds in one call
    env = rummery.AECEnv("princess", players=3)              # PettingZoo's AEC interface
    state = rummery.load_game("princess").new_initial_state()   # OpenSpiel's, re-expressed
    rummery.Position(line).best_play()                       # the solver

docs/python.md has actions and observations, number by number.
"""

from ._library import (LAYOUT, VERSION, ArgumentError, ClosedError, IllegalAction, NotationError,
                       NotNow, RuleError, RummeryError)
from .aec import AECEnv
from .positions import Bot, Match, Play, Position, describe, games, judge_meld, kinds
from .rounds import DRAW, PASS, PLAY, TAKE, Field, VecEnv
from .spiel import TERMINAL, Game, State, load_game

__version__ = VERSION

__all__ = [
    "AECEnv", "ArgumentError", "Bot", "ClosedError", "DRAW", "Field", "Game", "IllegalAction",
    "LAYOUT", "Match", "NotNow", "NotationError", "PASS", "PLAY", "Play", "Position", "RuleError",
    "RummeryError", "State", "TAKE", "TERMINAL", "VERSION", "VecEnv", "describe", "games",
    "judge_meld", "kinds", "load_game",
]
