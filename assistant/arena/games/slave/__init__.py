"""Slave in the arena: some rounds a game with exchange between them, pass-out, four seats.

Rewards add up over a game's rounds and give the places; in a game of one round those are the
titles. Games between simple policies are played and recorded by one compiled call; the other
agents sit at the engine's own `SlaveMatch`. Both deal from the same seed in the same way.
"""

from collections.abc import Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray

from assistant.arena.game import Batch, Game, Games, Match, Outcome, Player, places_of
from assistant.tables.slave import slave_view
from assistant.tables.view import TableView
from engine.agents import AgentSpec
from engine.errors import IllegalStateError
from engine.slave.agents.registry import AGENTS, seat_agent
from engine.slave.rules import SlaveRules, decode_action

POLICIES = {"random": 0, "greedy": 1, "heuristic": 2}  # as the engine's kernels number them
MAX_MOVES = 256  # a round has three gifts, at most 52 plays and three passes on each
GIFT = "gives "


@cache
def move_texts() -> tuple[str, ...]:
    """Every move in words that mean it alone: "pass", "7♣", "7♣ 7♥", "7 7 7", "gives 7♣"."""
    from engine.slave.actions import (
        FIRST_PAIR,
        FIRST_QUAD,
        FIRST_SINGLE,
        FIRST_TRIPLE,
        PAIR_SUITS,
    )
    from engine.slave.card import from_int

    cards = [from_int(i) for i in range(52)]
    ranks = [cards[4 * rank].rank_name for rank in range(13)]
    texts = {0: "pass"} | {FIRST_SINGLE + i: card.symbol for i, card in enumerate(cards)}
    for rank, name in enumerate(ranks):
        for i, (low, high) in enumerate(PAIR_SUITS):
            pair = cards[4 * rank + low], cards[4 * rank + high]
            texts[FIRST_PAIR + 6 * rank + i] = " ".join(card.symbol for card in pair)
        texts[FIRST_TRIPLE + rank] = " ".join([name] * 3)
        texts[FIRST_QUAD + rank] = " ".join([name] * 4)
    gifts = [GIFT + card.symbol for card in cards]
    return (*(texts[action] for action in range(len(texts))), *gifts)


@cache
def _codes() -> dict[str, int]:
    return {text: code for code, text in enumerate(move_texts())}


class ArenaMatch:
    """The engine's match, dealt by the compiled dealer."""

    def __init__(self, deal_seed: int, n_rounds: int, rules: SlaveRules | None = None) -> None:
        from assistant.arena.games.slave.dealt import DealtMatch

        self.match = DealtMatch(deal_seed, n_rounds, rules)

    def seat(self) -> int | None:
        """Whose turn it is."""
        return None if self.match.is_over else self.match.current_seat

    def legal(self) -> Sequence[str]:
        """The legal plays, or cards to give, in words."""
        return [self.move_text(action) for action in self.match.legal_actions()]

    def move_text(self, action: int) -> str:
        """An action of the engine's match in words."""
        return move_texts()[self._first_code() + action]

    def _first_code(self) -> int:
        """What lies between an action and its move: gifts are actions, too, in the exchange."""
        from engine.slave.actions import FIRST_SINGLE, N_ACTIONS

        return N_ACTIONS - FIRST_SINGLE if self.match.phase == "exchange" else 0

    def apply(self, move: str) -> None:
        """Make a play, or give a card."""
        first = self._first_code()
        action = _codes().get(move, -1) - first
        if action < 0 or (not first and move.startswith(GIFT)):
            raise IllegalStateError(
                f'"{move}" is no play: expected one of {", ".join(self.legal())}'
            )
        self.match.apply(action)

    def outcome(self) -> Outcome:
        """Rewards of all rounds as points, the most first; after one round they are the titles."""
        cents = [round(100 * points) for points in self.match.points()]
        return Outcome(places_of(cents), tuple(value / 100 for value in cents))

    def words(self, move: str) -> str:
        """A play, with the suits that are laid, or a gift."""
        if move.startswith(GIFT) or move not in _codes():
            return move
        hand = self.match.game.hands[self.match.current_seat]
        return str(decode_action(_codes()[move], hand))

    def view(self, names: Sequence[str], agents: Sequence[str]) -> TableView:
        """The match as a table."""
        match = self.match
        scores = [f"{p:+.2f}" for p in match.points()] if match.rounds_completed else [""] * 4
        headline = f"Round {match.game.round_number} of {match.n_rounds}"
        headline += ", exchange" if match.phase == "exchange" else ""
        return slave_view(match, names, agents, headline, scores)


class PolicyPlayer:
    """A simple policy in its seat, playing exactly as it does in the compiled games."""

    def __init__(self, policy: int, seed: int, seat: int) -> None:
        self._policy, self._seat = policy, seat
        self._rng = np.array([seed], np.int64)
        self._buffer = np.empty(64, np.int64)

    def choose(self, match: Match) -> str:
        """The policy's play; King and Queen give their lowest cards."""
        from engine.slave.kernels.players import policy_action

        assert isinstance(match, ArenaMatch)
        if match.match.phase == "exchange":
            return match.legal()[0]
        row = match.match.view(self._seat).row
        return match.move_text(int(policy_action(row, self._policy, self._buffer, self._rng)))


class AgentPlayer:
    """One of the engine's agents in its seat."""

    def __init__(self, spec: AgentSpec, seed: int, seat: int) -> None:
        self._agent, self._seat = seat_agent(spec, seed), seat

    def choose(self, match: Match) -> str:
        """The agent's play, or the card it gives."""
        assert isinstance(match, ArenaMatch)
        action = self._agent.act(match.match.view(self._seat), match.match.phase)
        return match.move_text(int(action))


class SlaveGame(Game):
    """Thai Slave, by some house rules."""

    n_seats = (4,)
    max_rounds = 100
    points_name = "reward"
    agents = AGENTS
    example = ("policy", "heuristic", "greedy", "random")

    def __init__(self, name: str, title: str, rules: SlaveRules) -> None:
        self.name, self.title, self.rules = name, title, rules

    def new_match(self, deal_seed: int, n_seats: int, n_rounds: int = 1) -> Match:
        """A game whose first round was just dealt."""
        return ArenaMatch(deal_seed, n_rounds, self.rules)

    def new_player(self, spec: AgentSpec, seed: int, seat: int) -> Player:
        """An agent that sits down."""
        policy = POLICIES.get(spec.name)
        return AgentPlayer(spec, seed, seat) if policy is None else PolicyPlayer(policy, seed, seat)

    def encode(self, moves: Sequence[str]) -> bytes:
        """One byte a move."""
        return bytes(_codes()[move] for move in moves)

    def decode(self, stored: bytes) -> list[str]:
        """The moves of a stored game."""
        return [move_texts()[code] for code in stored]

    def play_batch(self, batch: Batch) -> Games:
        """Games between simple policies go to the compiled call."""
        if any(spec.name not in POLICIES for spec in batch.agents):
            return super().play_batch(batch)
        return _play_compiled(batch, self.rules)


def _play_compiled(batch: Batch, rules: SlaveRules) -> Games:
    from assistant.arena.games.slave.kernels import record_games

    n, n_rounds = len(batch), batch.n_rounds
    policies = np.array([POLICIES[spec.name] for spec in batch.agents])
    places: NDArray[np.uint8] = np.empty((n, 4), np.uint8)
    points: NDArray[np.float32] = np.empty((n, 4), np.float32)
    lengths: NDArray[np.uint32] = np.empty(n, np.uint32)
    moves: NDArray[np.uint8] = np.empty(n * n_rounds * MAX_MOVES, np.uint8)  # most is never touched
    tables = batch.deal_seeds, batch.play_seeds, batch.seatings
    options = int(rules.trick == "lap"), int(not rules.first_lead_contains_3c)
    n_moves = record_games(*tables, policies, n_rounds, *options, places, points, lengths, moves)
    return Games(places, points, lengths, moves[:n_moves])


GAME = SlaveGame("slave", "Slave", SlaveRules())
LAP_GAME = SlaveGame("slave_lap", "Slave (lap)", SlaveRules("lap"))
FREE_GAME = SlaveGame(
    "slave_free", "Slave (any first lead)", SlaveRules(first_lead_contains_3c=False)
)
LAP_FREE_GAME = SlaveGame(
    "slave_lap_free",
    "Slave (lap, any first lead)",
    SlaveRules("lap", first_lead_contains_3c=False),
)
