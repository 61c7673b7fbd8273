"""A round as an environment of agents who act in turn: PettingZoo's AEC interface."""

from __future__ import annotations

from typing import Any, Iterator, Sequence

import numpy as np

from ._library import LAYOUT, ArgumentError, lib
from .rounds import PLAYS, Rounds
from .spaces import Box, Dict, Discrete

try:
    from pettingzoo import AECEnv as _Base  # type: ignore
except ImportError:
    _Base = object

RENDER_MODES = ("ansi", "human")


class AECEnv(_Base):  # type: ignore
    """One round. Agents are `seat_0` and so on; rewards are the scores at its end.

    An observation is `{"observation": uint8 array, "action_mask": int8 array}`; the mask of whoever
    is not on turn is all zero. `infos[agent]["action_mask"]` is the mask of the agent on turn.
    Seats of computer players (`opponents`) are no agents: they play by themselves.
    """

    def __init__(self, game: str, players: int = 2, plays: int = PLAYS, seed: int | None = None,
                 opponents: Sequence[int] | None = None, render_mode: str | None = None,
                 **options: Any):
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise ArgumentError(f"render_mode is one of {', '.join(RENDER_MODES)}",
                                lib.RUMMERY_ARGUMENT)
        self._rounds = Rounds(game, players, 1, plays, seed, opponents, options)
        self._is_dealt = False
        self.metadata = {"name": f"rummery_{game}_v{LAYOUT}", "render_modes": list(RENDER_MODES),
                         "is_parallelizable": False}
        self.render_mode = render_mode
        self._seat_of = {f"seat_{seat}": seat for seat, level in enumerate(self._rounds.levels)
                         if level == 0}
        self._agent_of = {seat: agent for agent, seat in self._seat_of.items()}
        self.possible_agents = list(self._seat_of)
        mask = Box(0, 1, (self._rounds.actions,), np.int8)
        seen = Box(0, 255, (self._rounds.observation_size,), np.uint8)
        self.observation_spaces = {agent: Dict({"observation": seen, "action_mask": mask})
                                   for agent in self.possible_agents}
        self.action_spaces = {agent: Discrete(self._rounds.actions)
                              for agent in self.possible_agents}
        self.fields = self._rounds.fields
        self.agents: list[str] = []

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    @property
    def unwrapped(self) -> AECEnv:
        return self

    @property
    def num_agents(self) -> int:
        return len(self.agents)

    @property
    def max_num_agents(self) -> int:
        return len(self.possible_agents)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deals: by the seed, or without one the next cards of the last. There are no options."""
        if seed is not None or self._is_dealt:
            self._rounds.reset(seed)
        else:
            self._rounds.handle  # not after close()
        self._is_dealt = True
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self._agent_of[self._rounds.seat()]
        self._inform()

    def _inform(self) -> None:
        for agent in self.agents:
            self.infos[agent] = {}
        self.infos[self.agent_selection] = {"action_mask": self._rounds.mask()}

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        """What an agent sees, be it on turn or not."""
        seat = self._seat_of[agent]
        if self._rounds.seat() == seat:
            mask = self._rounds.mask()
        else:
            mask = np.zeros(self._rounds.actions, np.int8)
        return {"observation": self._rounds.observation(seat), "action_mask": mask}

    def last(self, observe: bool = True) -> tuple[dict[str, np.ndarray] | None, float, bool, bool,
                                                  dict[str, Any]]:
        """Observation, reward since its last turn, termination, truncation and info of the agent on
        turn."""
        agent = self.agent_selection
        return (self.observe(agent) if observe else None, self._cumulative_rewards[agent],
                self.terminations[agent], self.truncations[agent], self.infos[agent])

    def step(self, action: int | None) -> None:
        """The agent on turn acts; one whose round is over takes its leave by None. An action that
        is not legal raises IllegalAction, and nothing has changed."""
        if not self.agents:
            raise ArgumentError("everybody has left: reset() first", lib.RUMMERY_ARGUMENT)
        agent = self.agent_selection
        if self.terminations[agent]:
            self._leave(agent, action)
            return
        if action is None:
            raise ArgumentError("None is for agents whose round is over", lib.RUMMERY_ARGUMENT)
        self._rounds.act(action)
        self._go_on(agent)

    def apply(self, action: str) -> None:
        """An action in the notation, also one that has no number, like a play beyond the best."""
        if not self.agents or self.terminations[self.agent_selection]:
            raise ArgumentError("the round is over", lib.RUMMERY_ARGUMENT)
        self._rounds.apply(action)
        self._go_on(self.agent_selection)

    def _go_on(self, agent: str) -> None:
        """After an action of that agent: to the next one's turn, or to the end."""
        self._cumulative_rewards[agent] = 0.0
        seat = self._rounds.seat()
        if seat >= 0:
            self.infos[agent] = {}
            self.agent_selection = self._agent_of[seat]
            self.infos[self.agent_selection] = {"action_mask": self._rounds.mask()}
            return
        scores = self._rounds.scores()
        for other in self.agents:
            self.rewards[other] = float(scores[self._seat_of[other]])
            self._cumulative_rewards[other] += self.rewards[other]
            self.terminations[other] = True
        self.agent_selection = self.agents[(self.agents.index(agent) + 1) % len(self.agents)]
        self._inform()

    def _leave(self, agent: str, action: int | None) -> None:
        if action is not None:
            raise ArgumentError("the round is over: None is the only action", lib.RUMMERY_ARGUMENT)
        place = self.agents.index(agent)
        self.agents.remove(agent)
        of_agents: tuple[dict[str, Any], ...] = (
            self.rewards, self._cumulative_rewards, self.terminations, self.truncations, self.infos)
        for kept in of_agents:
            kept.pop(agent)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        if self.agents:
            self.agent_selection = self.agents[place % len(self.agents)]

    def agent_iter(self, max_iter: int = 2**63) -> Iterator[str]:
        """The agents in the order in which they act, until all have left."""
        while self.agents and max_iter > 0:
            max_iter -= 1
            yield self.agent_selection

    def action_text(self, action: int) -> str:
        """A legal action in the notation."""
        return self._rounds.action_text(action)

    def ask(self, level: int) -> str:
        """What a computer player of that level would do now, in the notation."""
        return self._rounds.ask(level)

    def view(self, agent: str | None = None) -> Any:
        """The Position that an agent sees, or everybody."""
        return self._rounds.view(None if agent is None else self._seat_of[agent])

    def render(self) -> str | None:
        """What everybody sees: as text (`ansi`), or printed (`human`)."""
        view = self._rounds.view(None)
        racks = " ".join(str(len(view.rack(seat))) for seat in range(view.players))
        turn = "" if view.seat is None else f", seat {view.seat}"
        lines = [f"{view.game}, {view.phase}{turn}", f"racks {racks}, stock {view.stock}",
                 f"table {view.table}"]
        if view.discard:
            lines.append(f"discard {view.discard[-1]}")
        words = "\n".join(lines)
        if self.render_mode == "ansi":
            return words
        if self.render_mode == "human":
            print(words)
        return None

    def close(self) -> None:
        self._rounds.close()

    def __str__(self) -> str:
        return str(self.metadata["name"])
