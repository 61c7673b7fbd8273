"""hostile.py - positions, solver and computer players; and whatever one can do wrong in Python: it
raises, it never ends the interpreter, and what was there goes on. Also the documents' examples.
usage: hostile.py LIBRARY"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import threading
from pathlib import Path

import numpy as np

TOP = Path(__file__).resolve().parents[2]
os.environ["RUMMERY_LIBRARY"] = os.path.abspath(sys.argv[1])
sys.path.insert(0, str(TOP / "python"))

import rummery  # noqa: E402
from sentences import raises, run, test  # noqa: E402

WRONG = (rummery.RummeryError, TypeError, ValueError, OverflowError)
OPENED = "exclusiv players=2; opened 1; table [b8 g8 y8 r8]; rack r7 r9 y2"


# ---- Positions, solver, computer players ----


@test("X-13 a refusal has the number of the rule")
def _() -> None:
    position = rummery.Position("exclusiv players=2; rack r5 r6 r7")
    error = raises(rummery.RuleError, position.judge, "play [r5 r6 r7]")
    assert error.rule == "X-13" and "40" in error.words and str(error).startswith("X-13")
    assert not position.is_legal("play [r5 r6 r7]") and position.is_legal("draw")
    assert raises(rummery.RuleError, rummery.judge_meld, "photo", "[GBc GBs]").rule == "P-12"
    rummery.judge_meld("photo", "[GBc GBs *]")


@test("a position is read, shown, and written as it was")
def _() -> None:
    position = rummery.Position(OPENED)
    assert (position.game, position.players) == ("exclusiv", 2)
    assert (position.seat, position.viewer) == (0, 0)
    assert position.rack() == ["r7", "r9", "y2"] and position.opened(0) and not position.opened(1)
    assert position.phase == "start" and position.winner is None and position.discard == []
    assert rummery.Position(position.line()).line() == position.line()
    assert position.json()["viewer"] == 0 and position.json()["seat"] == 0
    assert set(position.rack(1)) == {"?"}


@test("the best plays come best first")
def _() -> None:
    position = rummery.Position(OPENED)
    best = position.best_play()
    assert (best.action, best.cards, best.points) == ("play [y8 g8 b8] [r7 r8 r9]", 2, 16)
    assert best.is_exact and not best.is_out and position.way_out() is None
    assert position.legal_actions() == ["draw", best.action]
    after = position.apply(best.action)
    assert after.rack(0) == ["y2"] and position.rack() == ["r7", "r9", "y2"]
    drawn = rummery.Position("princess players=2; seat 1; phase drawn; table 0[g4 g5 g6]; "
                             "discard b2; rack g7 y1 r3")
    plays = drawn.plays(9)
    assert [play.cards for play in plays] == sorted((p.cards for p in plays), reverse=True)
    assert "discard y1" in drawn.legal_actions() and "draw" not in drawn.legal_actions()


@test("computer players of all levels play a match to its end, and its record is read back")
def _() -> None:
    for game in rummery.games():
        match = rummery.Match(game, players=2, seed=3, rounds=1)
        bots = [rummery.Bot(5, seed=1), rummery.Bot(2, seed=2)]
        while not match.is_over:
            match.act(bots[match.seat].decide(match.view(match.seat)))
        again = rummery.Match.read(match.record())
        assert again.is_over and again.totals == match.totals and again.leaders == match.leaders
        best = max(match.totals)
        assert match.leaders == [i for i, total in enumerate(match.totals) if total == best]
        assert match.seat is None and match.view(None).viewer is None
    same = [rummery.Bot(1, seed=9).decide(rummery.Position(OPENED)) for _ in range(3)]
    assert len(set(same)) == 1


# ---- Wrong use ----


@test("games, players, options and levels that there are not raise")
def _() -> None:
    for arguments in [("poker",), ("",), ("prin cess",), (None,), (7,), ("princess\0",),
                      ("princess", 1), ("princess", 5), ("princess", 2.0), ("princess", True),
                      ("princess", 2, 0), ("princess", 2, 33), ("princess", 2, None)]:
        raises(WRONG, rummery.AECEnv, *arguments)
        raises(WRONG, rummery.load_game, *arguments)
    for named in [{"deal": 11}, {"nothing": 1}, {"deal": "x y"}, {"deal": "10;rack"},
                  {"opponents": [1]}, {"opponents": [1, 1]}, {"opponents": [0, 8]},
                  {"opponents": [0, -1]}, {"opponents": "ab"}, {"seed": -1}, {"seed": 2**64},
                  {"seed": 1.5}, {"render_mode": "gl"}]:
        raises(WRONG, rummery.AECEnv, "princess", **named)
    raises(WRONG, rummery.AECEnv, "princess", 4, deal=13)
    for count in (0, -1, 2**16 + 1, 2**40, 1.5, "9"):
        raises(WRONG, rummery.VecEnv, "princess", count)
    for level in (0, 8, -1, 2**40, "5", 1.0, None):
        raises(WRONG, rummery.Bot, level)


@test("actions of a wrong type, shape or value raise, and no round has moved")
def _() -> None:
    env = rummery.VecEnv("princess", num_envs=4, seed=1)
    rng = np.random.default_rng(1)
    legal = env.sample(rng)
    before = env.observations.copy()
    for wrong in [None, 0, [0], [0] * 5, [[0] * 4], np.zeros((4, 1), int), np.zeros(4),
                  np.full(4, np.nan), np.zeros(4, bool), ["a"] * 4, [None] * 4, [0, 0, 0, 1.5],
                  np.zeros(4, complex), np.zeros(4, object), np.zeros(4, "U3"),
                  np.full(4, -1), np.full(4, 10**6), np.full(4, 2**63 - 1), np.full(4, -2**63),
                  np.full(4, 2**64 - 1, np.uint64), [2**70] * 4, {}, "0000"]:
        raises(WRONG, env.step, wrong)
        assert (env.observations == before).all()
    wrong = legal.copy()
    wrong[2] = rummery.PASS
    assert raises(rummery.IllegalAction, env.step, wrong).where["index"] == 2
    twin = rummery.VecEnv("princess", num_envs=4, seed=1)
    for kind in (np.int8, np.uint16, np.int32, np.uint64, ">i8"):
        env.reset(seed=1)
        env.step(legal.astype(kind))
        twin.reset(seed=1)
        twin.step(np.repeat(legal, 3)[::3])  # not contiguous
        assert (env.observations == twin.observations).all()
    frozen = legal.copy()
    frozen.flags.writeable = False
    env.reset(seed=1)
    env.step(frozen)
    for action in (None, "0", 1.0, [0], np.zeros(2, int)):
        state = rummery.load_game("photo").new_initial_state(1)
        raises(WRONG, state.apply_action, action)


@test("after close() everything raises, and closing twice is nothing")
def _() -> None:
    env = rummery.VecEnv("photo", num_envs=2, seed=1)
    env.close()
    env.close()
    for use in (lambda: env.step([0, 0]), lambda: env.reset(), lambda: env.reset(seed=1),
                lambda: env.view(0), lambda: env.action_text(0)):
        raises(rummery.ClosedError, use)
    aec = rummery.AECEnv("photo", seed=1)
    aec.reset()
    aec.close()
    for use in (lambda: aec.step(0), lambda: aec.observe("seat_0"), lambda: aec.reset(),
                lambda: aec.ask(1), lambda: aec.view()):
        raises(rummery.ClosedError, use)
    with rummery.VecEnv("photo", num_envs=2) as inside:
        inside.step([0, 0])
    raises(rummery.ClosedError, inside.reset)


@test("junk for notation raises, whatever it is")
def _() -> None:
    rng = np.random.default_rng(7)
    position = rummery.Position(OPENED)
    state = rummery.load_game("princess").new_initial_state(1)
    aec = rummery.AECEnv("princess", seed=1)
    aec.reset()
    pieces = ["play ", "[", "]", "r7", "b8", " ", "0[", "draw", "discard ", "*", "?", "g1",
              "9" * 30, "\0", "\n",
              "é", "\udc80", ";", "rack ", "match ", "players=2", "deal", "timeout"]
    for _ in range(400):
        junk = "".join(rng.choice(pieces, rng.integers(0, 40)))
        for use in (rummery.Position, rummery.Match.read, position.judge, position.apply, aec.apply,
                    state.string_to_action, state.get_game().deserialize_state):
            try:
                use(junk)
            except WRONG:
                pass
    for junk in (None, b"draw", 7, ["draw"], "x" * 10**6):
        for use in (rummery.Position, rummery.Match.read, position.judge, aec.apply):
            if junk is not None or use is not rummery.Position:
                raises(WRONG, use, junk)
    raises(WRONG, lambda: rummery.Position().rack())
    raises(WRONG, lambda: rummery.Position().best_play())
    raises(WRONG, rummery.Bot(1).decide, rummery.Position())
    raises(TypeError, rummery.Bot(1).decide, None)
    for seat in (-1, 2, 2**40, "0", 0.0):
        raises(WRONG, position.rack, seat)
        raises(WRONG, position.opened, seat)
        raises(WRONG, state.observation_tensor, seat)
    for index in (-1, 1, 2**40, "0"):
        raises(WRONG, aec._rounds.view, 0, index)


@test("several threads at one environment, and at one computer player, do no harm")
def _() -> None:
    env = rummery.VecEnv("princess", num_envs=8, seed=1)
    bot, position = rummery.Bot(5), rummery.Position(OPENED)
    faults: list[BaseException] = []

    def work(seed: int) -> None:
        rng = np.random.default_rng(seed)
        try:
            for _ in range(150):
                try:
                    env.step(env.sample(rng))
                except rummery.IllegalAction:
                    pass  # another thread was faster
                assert position.best_play().cards == 2
                bot.decide(position)
        except BaseException as error:
            faults.append(error)

    threads = [threading.Thread(target=work, args=(i,)) for i in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert faults == [], faults


@test("without the library the import says what is missing")
def _() -> None:
    bad = {**os.environ, "RUMMERY_LIBRARY": "/nowhere/librummery.so",
           "PYTHONPATH": str(TOP / "python")}
    asked = subprocess.run([sys.executable, "-c", "import rummery"], env=bad, capture_output=True,
                           text=True, check=False)
    assert asked.returncode == 1 and "RUMMERY_LIBRARY" in asked.stderr


# ---- Documents ----


@test("the examples of the documents run")
def _() -> None:
    count = 0
    for name in ("python/README.md", "docs/python.md"):
        for block in re.findall(r"```python\n(.*?)```", (TOP / name).read_text(), re.S):
            exec(compile(block, name, "exec"), {"__name__": "example"})
            count += 1
    assert count >= 4


sys.exit(run())
