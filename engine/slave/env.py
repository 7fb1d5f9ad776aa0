"""The PettingZoo environment: four agents, 157 actions, 155 features, one or more rounds.

`GameState` is the truth; observations and masks come from its row, compiled or plain. An illegal
action costs 1 and leaves the game as it was. Between rounds King and Queen give their lowest cards
unless `choose_gift(seat, hand, incoming)` is given: it gets the hand as dealt and the incoming
cards, as masks, and returns the mask of as many cards to give.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from gymnasium.spaces import Box, Discrete
from numpy.typing import NDArray
from pettingzoo import AECEnv

from engine.cards import in_symbols
from engine.errors import IllegalStateError
from engine.slave import row as plain
from engine.slave.actions import N_ACTIONS
from engine.slave.card import N_SEATS
from engine.slave.compile import is_compiled
from engine.slave.game_state import ILLEGAL_REWARD, GameState, Title
from engine.slave.layout import N_FEATURES
from engine.slave.rules import TITLE_NAMES, SlaveRules
from engine.slave.view import Ints, row_of

GiftChooser = Callable[[int, int, int], int]


class _PlainTwin:
    """Observations and masks of a row in plain Python, until the kernels are compiled."""

    def observe(self, row: Ints, seat: int) -> NDArray[np.float32]:
        return plain.observe(row, seat)

    def fill_mask(self, row: Ints, mask: NDArray[np.int8]) -> None:
        mask[:] = plain.action_mask(row)


class _CompiledTwin:
    """Observations and masks of a row by the kernels, which do the same faster."""

    def __init__(self) -> None:
        from engine.slave.kernels import encoding

        self._encoding = encoding
        self._buffer = np.empty(64, np.int64)

    def observe(self, row: Ints, seat: int) -> NDArray[np.float32]:
        features = np.empty(N_FEATURES, np.float32)
        self._encoding.observe(row, np.int64(seat), features)
        return features

    def fill_mask(self, row: Ints, mask: NDArray[np.int8]) -> None:
        self._encoding.fill_mask(row, mask, self._buffer)


class SlaveEnv(AECEnv):  # type: ignore[misc]  # pettingzoo has no types
    """Slave as an AEC environment; the mask of an agent is `infos[agent]["action_mask"]`."""

    metadata = {"name": "slave_v1", "render_modes": ["ansi"], "is_parallelizable": False}  # noqa: RUF012

    def __init__(
        self,
        num_rounds: int = 1,
        rules: SlaveRules | None = None,
        render_mode: str | None = None,
        choose_gift: GiftChooser | None = None,
    ) -> None:
        super().__init__()
        if num_rounds < 1:
            raise IllegalStateError(f"num_rounds={num_rounds}: expected at least 1")
        if render_mode not in (None, "ansi"):
            raise IllegalStateError(f'render_mode="{render_mode}": expected "ansi" or None')
        self.num_rounds, self.render_mode, self.choose_gift = num_rounds, render_mode, choose_gift
        self.game_state = GameState(rules or SlaveRules())
        self.possible_agents = [f"player_{seat}" for seat in range(N_SEATS)]
        self.agents: list[str] = []
        space = Box(0.0, 1.0, (N_FEATURES,), np.float32)
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)
        self.action_spaces = {agent: Discrete(N_ACTIONS) for agent in self.possible_agents}
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._twin: _PlainTwin | _CompiledTwin
        self._twin = _CompiledTwin() if is_compiled() else _PlainTwin()
        self._seeds = np.random.default_rng()

    def observation_space(self, agent: str) -> Box:
        """Box(0, 1, (155,), float32)."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        """Discrete(157)."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal round 1; without a seed every episode is a new deal."""
        if seed is not None:
            self._seeds = np.random.default_rng(seed)
        self.game_state.reset(int(self._seeds.integers(1 << 31)))
        self.agents = list(self.possible_agents)
        self.rounds_completed = 0
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._nothing = np.zeros(N_ACTIONS, np.int8)
        self.infos: dict[str, dict[str, Any]] = {
            agent: {"action_mask": self._nothing.copy()} for agent in self.agents
        }
        self._hand_over()

    def _hand_over(self) -> None:
        """Name the next agent and fill its mask."""
        self._row = row_of(self.game_state)
        self.agent_selection = self.possible_agents[self.game_state.current_player]
        self._twin.fill_mask(self._row, self.infos[self.agent_selection]["action_mask"])

    def observe(self, agent: str) -> NDArray[np.float32]:
        """Return the 155 features that `agent` sees."""
        return self._twin.observe(self._row, self._seat_of[agent])

    def step(self, action: int | None) -> None:
        """Play the selected agent's action."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        seat = self._seat_of[agent]
        mask = self.infos[agent]["action_mask"]
        if action is None or not 0 <= action < N_ACTIONS or not mask[action]:
            self.rewards[agent] = ILLEGAL_REWARD
        else:
            self._play(seat, int(action))
        self._accumulate_rewards()

    def _play(self, seat: int, action: int) -> None:
        self.game_state.apply(seat, action)
        self.infos[self.agent_selection] = {"action_mask": self._nothing.copy()}
        if self.game_state.is_game_over():
            self._row = row_of(self.game_state)
            self._end_round()
        else:
            self._hand_over()

    def _end_round(self) -> None:
        for agent, reward in zip(self.agents, self.game_state.rewards(), strict=True):
            self.rewards[agent] = reward
        titles = self.game_state.determine_positions()
        for agent, title in zip(self.agents, titles, strict=True):
            self.infos[agent]["title"] = TITLE_NAMES[title]
        self.rounds_completed += 1
        if self.rounds_completed == self.num_rounds:
            self.terminations = dict.fromkeys(self.agents, True)
            return
        self.game_state.start_next_round()
        self.game_state.exchange_cards(*self._gifts())
        self._hand_over()

    def _gifts(self) -> tuple[int | None, int | None]:
        titles = self.game_state.titles
        if self.choose_gift is None or titles is None:
            return None, None
        king, queen = titles.index(Title.KING), titles.index(Title.QUEEN)
        hands, incoming = self.game_state.hands, self.game_state.incoming()
        return (
            self.choose_gift(king, hands[king], incoming[Title.KING]),
            self.choose_gift(queen, hands[queen], incoming[Title.QUEEN]),
        )

    def reward(self, agent: str) -> float:
        """Return what the last step gave `agent`."""
        return float(self.rewards[agent])

    def termination(self, agent: str) -> bool:
        """Return True when all rounds are played."""
        return bool(self.terminations[agent])

    def truncation(self, agent: str) -> bool:
        """Return False: a round always ends."""
        return bool(self.truncations[agent])

    def render(self) -> str | None:
        """Return the table as text, all hands open, with `render_mode="ansi"`."""
        return render_table(self.game_state) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Do nothing: there is nothing to release."""


def render_table(game: GameState) -> str:
    """Return all hands, the play to beat and who is to move, one line each."""
    lines = [f"round {game.round_number}, to beat: {game.last_play or 'nothing'}"]
    for seat in range(N_SEATS):
        pointer = ">" if seat == game.current_player and not game.is_game_over() else " "
        cards = in_symbols(game.hand(seat)) or "out"
        title = f" ({TITLE_NAMES[game.titles[seat]]})" if game.titles is not None else ""
        lines.append(f"{pointer} player_{seat}{title}: {cards}")
    return "\n".join(lines)
