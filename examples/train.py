#!/usr/bin/python3
"""train.py - learns Princess Rummy in under a minute, with nothing but numpy: a linear policy by
REINFORCE, against players who choose any legal action. Prints how often it wins, before and after.

usage: python3 examples/train.py [SECONDS]    (RUMMERY_LIBRARY may say where librummery is)
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

import numpy as np

try:
    import rummery
except ModuleNotFoundError:  # in the source tree
    sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "python"))
    import rummery

PARTS = ("phase", "rack", "top", "play_cards")  # what the policy looks at
LEARNER = 0  # the other seat plays at random
RATE = 0.01


def features(env: rummery.VecEnv) -> np.ndarray:
    seen = [env.part(name).reshape(env.num_envs, -1) for name in PARTS]
    ones = np.ones((env.num_envs, 1), np.uint8)
    return np.concatenate([*seen, ones], axis=1).astype(np.float32)


def chances(weights: np.ndarray, x: np.ndarray, mask: np.ndarray) -> np.ndarray:
    """How likely each action is: a softmax over the legal ones."""
    logits = np.where(mask, x @ weights, -np.inf)
    p = np.exp(logits - logits.max(axis=1, keepdims=True))
    return p / p.sum(axis=1, keepdims=True)


def choose(p: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    sums = p.cumsum(axis=1)
    return (sums > rng.random((len(p), 1), np.float32) * sums[:, -1:]).argmax(axis=1)


def play(weights: np.ndarray, rounds: int, rng: np.random.Generator) -> float:
    """The share of rounds that the policy wins; a tie is half of one."""
    env = rummery.VecEnv("princess", num_envs=128, seed=int(rng.integers(2**32)))
    won = []
    while len(won) < rounds:
        actions = choose(chances(weights, features(env), env.action_mask), rng)
        actions = np.where(env.seats == LEARNER, actions, env.sample(rng))
        _, rewards, over, _, _ = env.step(actions)
        won += ((np.sign(rewards[over, LEARNER] - rewards[over, 1 - LEARNER]) + 1) / 2).tolist()
    return float(np.mean(won))


def learn(seconds: float, rng: np.random.Generator) -> tuple[np.ndarray, int]:
    """Actions of rounds that were won become likelier, those of rounds that were lost less so."""
    env = rummery.VecEnv("princess", num_envs=128, seed=1)
    x = features(env)
    weights = np.zeros((x.shape[1], env.num_actions), np.float32)
    traces = np.zeros((env.num_envs, *weights.shape), np.float32)  # of each round so far
    scale = np.full_like(weights, 1e-3)
    baseline, rounds, end = 0.0, 0, time.monotonic() + seconds
    while time.monotonic() < end:
        p = chances(weights, x, env.action_mask)
        actions = choose(p, rng)
        is_own = env.seats == LEARNER
        actions = np.where(is_own, actions, env.sample(rng))
        p[np.arange(env.num_envs), actions] -= 1
        own = np.flatnonzero(is_own)
        traces[own] -= x[own, :, None] * p[own, None, :]
        _, rewards, over, _, _ = env.step(actions)
        x = features(env)
        if not over.any():
            continue
        result = np.sign(rewards[over, LEARNER] - rewards[over, 1 - LEARNER])
        step = np.tensordot(result - baseline, traces[over], 1) / over.sum()
        baseline += 0.02 * float((result - baseline).mean())
        scale += 0.01 * (step * step - scale)
        weights += RATE * step / np.sqrt(scale + 1e-6)
        traces[over] = 0
        rounds += int(over.sum())
    return weights, rounds


def main() -> None:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 30.0
    rng = np.random.default_rng(1)
    weights, rounds = learn(seconds, rng)
    blank = np.zeros_like(weights)
    print(f"before: wins {play(blank, 1000, rng):.0%} of rounds against random players")
    print(f"after {rounds} rounds in {seconds:.0f} s: wins {play(weights, 1000, rng):.0%}")


if __name__ == "__main__":
    main()
