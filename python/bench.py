#!/usr/bin/python3
"""bench.py - steps a second on one core, as JSON lines: many rounds in one call, and one round by
the AEC and OpenSpiel interfaces. Actions are random legal ones; choosing them is part of the time.

usage: python3 python/bench.py [SECONDS]    (RUMMERY_LIBRARY may say where librummery is)
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from typing import Callable

import numpy as np

try:
    import rummery
except ModuleNotFoundError:  # in the source tree
    sys.path.insert(0, str(Path(__file__).resolve().parent))
    import rummery

NUM_ENVS = 256


def vectorised(game: str, players: int) -> Callable[[], int]:
    env = rummery.VecEnv(game, num_envs=NUM_ENVS, players=players, seed=1)
    rng = np.random.default_rng(1)

    def run() -> int:
        env.step(env.sample(rng))
        return NUM_ENVS

    return run


def one_by_one(game: str, players: int) -> Callable[[], int]:
    env = rummery.AECEnv(game, players=players, seed=1)
    rng = np.random.default_rng(1)

    def run() -> int:
        env.reset()
        steps = 0
        for _ in env.agent_iter():
            observation, _, is_over, _, _ = env.last()
            action = None
            if not is_over:
                legal = observation["action_mask"].nonzero()[0]
                action = legal[int(rng.random() * len(legal))]
            env.step(action)
            steps += 1
        return steps

    return run


def states(game: str, players: int) -> Callable[[], int]:
    loaded = rummery.load_game(game, players=players)
    rng = np.random.default_rng(1)

    def run() -> int:
        state = loaded.new_initial_state(int(rng.integers(2**63)))
        while not state.is_terminal():
            state.observation_tensor()
            legal = state.legal_actions()
            state.apply_action(legal[int(rng.random() * len(legal))])
        return state.move_number()

    return run


def measure(run: Callable[[], int], seconds: float) -> float:
    run()
    best = 0.0
    for _ in range(3):
        start, steps = time.process_time(), 0
        while (spent := time.process_time() - start) < seconds / 3:
            steps += run()
        best = max(best, steps / spent)
    return best


def main() -> None:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 3.0
    ways = {"python.vectorised": vectorised, "python.aec": one_by_one, "python.states": states}
    for name, way in ways.items():
        for game in rummery.games():
            for players in (2, 4):
                rate = measure(way(game, players), seconds)
                print(json.dumps({"bench": name, "game": game, "players": players,
                                  "steps_per_second": round(rate)}), flush=True)


if __name__ == "__main__":
    main()
