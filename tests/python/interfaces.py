"""interfaces.py - what PettingZoo's api_test asks of an AEC environment and OpenSpiel's basic tests
of a state, asked by ourselves, since neither is a Debian package: over all games and players.
usage: interfaces.py LIBRARY [GAME]"""

from __future__ import annotations

import copy
import os
import pickle
import re
import sys
from pathlib import Path

import numpy as np

os.environ["RUMMERY_LIBRARY"] = os.path.abspath(sys.argv[1])
sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "python"))

import rummery  # noqa: E402
from sentences import any_legal, raises, run, test  # noqa: E402

GAMES = sys.argv[2:] or rummery.games()
EVERYWHERE = [(game, players) for game in GAMES for players in (2, 3, 4)]


# ---- PettingZoo's AEC interface ----


def check_agent(env: rummery.AECEnv, agent: str) -> None:
    """Whatever can be asked at any time about a living agent."""
    assert env.observation_space(agent) is env.observation_space(agent)
    assert env.action_space(agent) is env.action_space(agent)
    seen = env.observe(agent)
    assert env.observation_space(agent).contains(seen)
    assert seen["observation"].dtype == np.uint8
    again = env.observe(agent)
    assert all((seen[name] == again[name]).all() for name in seen), "observe() changes something"
    is_on_turn = agent == env.agent_selection and not env.terminations[agent]
    assert seen["action_mask"].any() == is_on_turn
    if is_on_turn:
        assert (env.infos[agent]["action_mask"] == seen["action_mask"]).all()
    for kept in (env.rewards, env.terminations, env.truncations, env.infos):
        assert agent in kept


def play_round(env: rummery.AECEnv, rng: np.random.Generator) -> dict[str, float]:
    """A round to its end; returns what each agent was given in all."""
    given = dict.fromkeys(env.possible_agents, 0.0)
    since = dict.fromkeys(env.possible_agents, 0.0)  # rewards since an agent's last step
    living, left = list(env.agents), []
    for steps, agent in enumerate(env.agent_iter()):
        assert agent == env.agent_selection and agent in env.agents
        assert env.num_agents == len(env.agents) <= env.max_num_agents
        if steps % 7 == 0:
            for other in env.agents:
                check_agent(env, other)
        observation, reward, is_over, is_cut, info = env.last()
        assert isinstance(reward, float) and isinstance(is_over, bool) and is_cut is False
        assert isinstance(info, dict) and env.last(observe=False)[0] is None
        assert info is env.infos[agent] and is_over == env.terminations[agent]
        assert env.observation_space(agent).contains(observation)
        assert observation["observation"].any()
        given[agent] += reward
        assert since[agent] == reward, "last() tells other rewards than there were"
        since[agent] = 0.0
        if is_over:
            left.append(agent)
            living.remove(agent)
            raises(rummery.ArgumentError, env.step, 0)
            assert env.step(None) is None
        else:
            assert not any(env.rewards.values()) and not any(env.terminations.values())
            raises(rummery.ArgumentError, env.step, None)
            action = any_legal(observation["action_mask"], rng)
            assert env.action_space(agent).contains(action)
            assert env.step(np.int32(action) if steps % 2 else action) is None
        for other, reward in env.rewards.items():
            since[other] += reward
        assert env.agents == living
        for kept in (env.rewards, env.terminations, env.truncations, env.infos):
            assert set(kept) == set(env.agents)
    assert env.agents == [] and sorted(left) == sorted(env.possible_agents)
    return given


@test("an AEC environment keeps to what PettingZoo's test of the interface asks")
def _() -> None:
    for game, players in EVERYWHERE:
        env = rummery.AECEnv(game, players=players, plays=3, render_mode="ansi")
        assert env.metadata["name"] == f"rummery_{game}_v{rummery.LAYOUT}"
        assert len(env.possible_agents) == players and env.unwrapped is env
        for agent in env.possible_agents:
            assert re.fullmatch("[a-z]+_[0-9]+", agent)
            box = env.observation_space(agent)["observation"]
            assert box.low.shape == box.high.shape == box.shape and (box.low < box.high).all()
            assert env.observation_space(agent) == env.observation_space("seat_0")
            assert env.action_space(agent) == env.action_space("seat_0")
            assert env.observation_space(agent).contains(env.observation_space(agent).sample())
        rng = np.random.default_rng(1)
        env.reset(seed=players, options={})
        assert env.agents == env.possible_agents and env.agent_selection in env.agents
        assert isinstance(env.render(), str)
        given = play_round(env, rng)
        assert [given[agent] for agent in env.possible_agents] == env._rounds.scores()
        raises(rummery.ArgumentError, env.step, None)
        env.reset()
        env.step(any_legal(env.last()[0]["action_mask"], rng))
        env.reset()
        assert env.agents == env.possible_agents
        env.close()


@test("rewards of a round are its scores: what one wins, the others lose, where going out wins")
def _() -> None:
    rng = np.random.default_rng(2)
    for game in ("exclusiv", "photo"):
        env = rummery.AECEnv(game, players=3, plays=2, seed=4)
        env.reset()
        assert sum(play_round(env, rng).values()) == 0


@test("the same seed gives the same round, another one another, and none the next deal")
def _() -> None:
    for game, players in EVERYWHERE:
        one, two = rummery.AECEnv(game, players), rummery.AECEnv(game, players)
        first = []
        for env in (one, two):
            env.reset(seed=11)
            first.append(env.observe("seat_0")["observation"])
        assert (first[0] == first[1]).all()
        for env in (one, two):
            env.reset()
        assert (one.observe("seat_0")["observation"] == two.observe("seat_0")["observation"]).all()
        assert (one.observe("seat_0")["observation"] != first[0]).any()
        one.reset(seed=12)
        assert (one.observe("seat_0")["observation"] != first[0]).any()


# ---- OpenSpiel's states ----


def check_clones(state: rummery.State, rng: np.random.Generator) -> None:
    """A mask is exact: what it allows is accepted, and judged legal from what the player sees; what
    it does not is refused and changes nothing."""
    player = state.current_player()
    mask = state.legal_actions_mask()
    view, before = state.view(), state.serialize()
    assert state.legal_actions() == np.flatnonzero(mask).tolist()
    for action in range(len(mask)):
        clone = state.clone()
        if mask[action]:
            view.judge(state.action_to_string(player, action))
            assert state.string_to_action(state.action_to_string(action)) == action
            clone.apply_action(action)
            assert clone.history() == [*state.history(), action]
        else:
            error = raises(rummery.IllegalAction, clone.apply_action, action)
            assert "not legal" in str(error)
            assert clone.serialize() == before
            assert (clone.observation_tensor() == state.observation_tensor()).all()
    for action in (-1, len(mask), 2**31, 2**70, -2**70):
        raises(rummery.IllegalAction, state.apply_action, action)
    assert state.serialize() == before


@test("every action of the mask is accepted, every other one refused, and nothing changes then")
def _() -> None:
    for game, players in EVERYWHERE:
        rng = np.random.default_rng(players)
        state = rummery.load_game(game, players=players, plays=3).new_initial_state(5)
        while not state.is_terminal():
            if state.move_number() % 17 == 0:
                check_clones(state, rng)
            state.apply_action(int(rng.choice(state.legal_actions())))
        assert state.legal_actions() == [] and state.current_player() == rummery.TERMINAL
        raises(rummery.IllegalAction, state.apply_action, 0)


@test("a state is copied, written and read back to the same bytes")
def _() -> None:
    for game, players in EVERYWHERE:
        loaded = rummery.load_game(game, players=players, plays=2)
        rng = np.random.default_rng(9)
        state = loaded.new_initial_state(21)
        for _ in range(30):
            if not state.is_terminal():
                state.apply_action(int(rng.choice(state.legal_actions())))
        for other in (state.clone(), copy.deepcopy(state), pickle.loads(pickle.dumps(state)),
                      loaded.deserialize_state(state.serialize())):
            assert other.serialize() == state.serialize()
            assert other.returns() == state.returns()
            for player in range(players):
                assert (other.information_state_tensor(player)
                        == state.information_state_tensor(player)).all()
                assert (other.information_state_string(player)
                        == state.information_state_string(player))


@test("tensors have the sizes that the game says; an information state begins as the observation")
def _() -> None:
    for game, players in EVERYWHERE:
        loaded = rummery.load_game(game, players=players)
        state = loaded.new_initial_state(1)
        assert not state.is_chance_node() and not state.is_simultaneous_node()
        assert state.num_players() == players == len(state.returns()) == len(state.rewards())
        size = loaded.observation_tensor_size()
        for player in range(players):
            seen, known = state.observation_tensor(player), state.information_state_tensor(player)
            assert seen.dtype == np.float32 and seen.shape == (size,)
            assert [size] == loaded.observation_tensor_shape()
            assert list(known.shape) == loaded.information_state_tensor_shape()
            assert (known[:size] == seen).all()
        end = max(field.offset + field.rows * field.columns for field in loaded.fields.values())
        assert end == loaded.information_state_tensor_size()


@test("nobody is told what others hold or draw")
def _() -> None:
    for game, players in EVERYWHERE:
        rng = np.random.default_rng(3)
        state = rummery.load_game(game, players=players, plays=2).new_initial_state(8)
        order = {name: i for i, name in enumerate(rummery.kinds(game))}
        rack_of = state.get_game().fields["rack"]
        for _ in range(40):
            if state.is_terminal():
                break
            for player in range(players):
                view = state.view(player)
                hidden = [card for other in range(players) if other != player
                          for card in view.rack(other)]
                assert set(hidden) <= {"?"}
                held = np.zeros(len(order))
                for card in view.rack():
                    held[order[card]] += 1
                assert (rack_of.of(state.observation_tensor(player))[0] == held).all()
                own = [line for line in state.information_state_string(player).split("\n")
                       if line.endswith(")")]
                assert all(line.startswith(f"{player}:") for line in own)
            state.apply_action(int(rng.choice(state.legal_actions())))


# ---- Many rounds ----


@test("many rounds in one call are the same rounds, one by one")
def _() -> None:
    for game, players in EVERYWHERE:
        env = rummery.VecEnv(game, num_envs=5, players=players, plays=3, seed=77, information=True)
        twin = rummery.AECEnv(game, players=players, plays=3, seed=77)
        twin.reset()
        rng = np.random.default_rng(4)
        for _ in range(150):
            action = env.sample(rng)
            assert env.action_mask[np.arange(5), action].all()
            seen = twin.last()[0]
            assert (seen["observation"] == env.observations[0]).all()
            assert (seen["action_mask"] == env.action_mask[0]).all()
            assert twin.agent_selection == f"seat_{env.seats[0]}"
            assert (env.information[:, :env.observation_size] == env.observations).all()
            twin.step(action[0])
            _, rewards, terminations, truncations, infos = env.step(action)
            assert infos["action_mask"] is env.action_mask and not truncations.any()
            assert not rewards[~terminations].any()
            if terminations[0]:
                assert list(twin.rewards.values()) == rewards[0].tolist()
                twin.reset()


@test("parts of observations are found by their names")
def _() -> None:
    env = rummery.VecEnv("princess", num_envs=3, players=4, seed=1)
    assert env.part("rack").shape == (3, 1, 28) and env.part("rack").sum() == 30
    assert env.part("bracelets").shape == (3, 4, 4)
    assert np.shares_memory(env.part("rack"), env.observations)
    raises(rummery.ArgumentError, env.part, "nothing")
    raises(rummery.ArgumentError, env.part, "past_laid")
    assert rummery.VecEnv("princess", 3, information=True).part("past_laid").shape == (3, 2, 28)


@test("computer players take seats of their own")
def _() -> None:
    rng = np.random.default_rng(6)
    env = rummery.AECEnv("princess", players=3, opponents=[0, 5, 2], seed=1)
    assert env.possible_agents == ["seat_0"]
    env.reset()
    while not env.terminations.get("seat_0", True):
        env.apply(env.ask(5)) if rng.random() < 0.5 else env.step(
            any_legal(env.last()[0]["action_mask"], rng))
    many = rummery.VecEnv("princess", num_envs=20, opponents=[1, 0], seed=1)
    for _ in range(60):
        assert (many.seats == 1).all()
        many.step(many.sample(rng))


sys.exit(run())
