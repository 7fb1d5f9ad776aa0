"""Slave in the arena: one round a game, pass-out, four seats; places are the titles.

Rounds between simple policies are played and recorded by one compiled call; the other agents
sit at the engine's own `SlaveMatch`. Both deal from the same seed in the same way.
"""

from collections.abc import Sequence
from functools import cache
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from assistant.arena.game import Batch, Game, Games, Match, Outcome, Player
from assistant.arena.spec import AgentKind, AgentSpec, Option
from engine.errors import IllegalStateError

POLICIES = {"random": 0, "greedy": 1, "heuristic": 2}  # as the engine's kernels number them
MAX_MOVES = 256  # a round has at most 52 plays and three passes on each


@cache
def action_texts() -> tuple[str, ...]:
    """Every action in words that mean it alone: "pass", "7♣", "7♣ 7♥", "7 7 7"."""
    from engine.slave.card import from_int
    from engine.slave.rules import FIRST_PAIR, FIRST_QUAD, FIRST_SINGLE, FIRST_TRIPLE, PAIR_SUITS

    cards = [from_int(i) for i in range(52)]
    ranks = [cards[4 * rank].rank_name for rank in range(13)]
    texts = {0: "pass"} | {FIRST_SINGLE + i: card.symbol for i, card in enumerate(cards)}
    for rank, name in enumerate(ranks):
        for i, (low, high) in enumerate(PAIR_SUITS):
            pair = cards[4 * rank + low], cards[4 * rank + high]
            texts[FIRST_PAIR + 6 * rank + i] = " ".join(card.symbol for card in pair)
        texts[FIRST_TRIPLE + rank] = " ".join([name] * 3)
        texts[FIRST_QUAD + rank] = " ".join([name] * 4)
    return tuple(texts[action] for action in range(len(texts)))


@cache
def _actions() -> dict[str, int]:
    return {text: action for action, text in enumerate(action_texts())}


class SlaveTable:
    """One round at the engine's match, dealt by the compiled dealer."""

    def __init__(self, deal_seed: int) -> None:
        from assistant.arena.games.slave.dealt import DealtMatch

        self.match = DealtMatch(deal_seed)

    def seat(self) -> int | None:
        """Whose turn it is."""
        return None if self.match.is_over else self.match.current_seat

    def legal(self) -> Sequence[str]:
        """The legal plays in words."""
        return [action_texts()[action] for action in self.match.legal_actions()]

    def apply(self, move: str) -> None:
        """Make a play."""
        action = _actions().get(move)
        if action is None:
            raise IllegalStateError(
                f'"{move}" is no play: expected one of {", ".join(self.legal())}'
            )
        self.match.apply(action)

    def outcome(self) -> Outcome:
        """Titles as places, rewards as points."""
        places = tuple(title + 1 for title in self.match.places())
        return Outcome(places, self.match.points())

    def lines(self) -> Sequence[str]:
        """The four hands, who is out, and what lies on the table."""
        game = self.match.game
        lines = [f"seat {s}  {self.match.hand_text(s) or 'out'}" for s in range(4)]
        last = f"{game.last_play} (seat {game.last_player})" if game.last_play else "nothing"
        return [*lines, f"on the table: {last}"]

    def state(self) -> dict[str, object]:
        """Hands, last play, finishing order and who is to play."""
        game = self.match.game
        return {
            "hands": [[card.symbol for card in game.hand(s)] for s in range(4)],
            "last_play": str(game.last_play) if game.last_play else "",
            "last_player": game.last_player,
            "finished": list(game.finished),
            "to_play": self.seat(),
        }


class PolicyPlayer:
    """A simple policy in its seat, playing exactly as it does in the compiled rounds."""

    def __init__(self, policy: int, seed: int, seat: int) -> None:
        self._policy, self._seat = policy, seat
        self._rng = np.array([seed], np.int64)
        self._buffer = np.empty(64, np.int64)

    def choose(self, match: Match) -> str:
        """The policy's play."""
        from engine.slave.playouts.kernels import policy_action

        assert isinstance(match, SlaveTable)
        view = match.match.view(self._seat)
        return action_texts()[int(policy_action(view.row, self._policy, self._buffer, self._rng))]


class AgentPlayer:
    """One of the engine's agents in its seat."""

    def __init__(self, spec: AgentSpec, seed: int, seat: int) -> None:
        from engine.slave.agents.registry import make_agent

        self._agent, self._seat = make_agent(spec.short, seed), seat

    def choose(self, match: Match) -> str:
        """The agent's play."""
        assert isinstance(match, SlaveTable)
        return action_texts()[self._agent.choose(match.match.view(self._seat))]


class SlaveGame(Game):
    """Thai Slave."""

    name = "slave"
    title = "Slave"
    n_seats = (4,)
    points_name = "reward"
    agents: ClassVar = {
        "random": AgentKind("any legal play"),
        "greedy": AgentKind("the lowest play that is legal; never passes by choice"),
        "heuristic": AgentKind("leads its lowest group whole, keeps sets, cashes sure winners"),
        "search": AgentKind(
            "plays every move out in deals that fit what was seen",
            {"rollouts": Option(1_200, 1, 1_000_000), "prior": Option(0.1, 0, 100)},
        ),
        "policy": AgentKind("the trained network alone", {"temperature": Option(0.0, 0, 100)}),
    }

    def new_match(self, deal_seed: int, n_seats: int) -> Match:
        """A round that was just dealt."""
        return SlaveTable(deal_seed)

    def new_player(self, spec: AgentSpec, seed: int, seat: int) -> Player:
        """An agent that sits down."""
        policy = POLICIES.get(spec.name)
        return AgentPlayer(spec, seed, seat) if policy is None else PolicyPlayer(policy, seed, seat)

    def encode(self, moves: Sequence[str]) -> bytes:
        """One byte a play: its action."""
        return bytes(_actions()[move] for move in moves)

    def decode(self, stored: bytes) -> list[str]:
        """The plays of a stored round."""
        return [action_texts()[action] for action in stored]

    def play_batch(self, batch: Batch) -> Games:
        """Rounds between simple policies go to the compiled call."""
        if any(spec.name not in POLICIES for spec in batch.agents):
            return super().play_batch(batch)
        return _play_compiled(batch)


def _play_compiled(batch: Batch) -> Games:
    from assistant.arena.games.slave.kernels import play_rounds

    n = len(batch)
    policies = np.array([POLICIES[spec.name] for spec in batch.agents])
    places: NDArray[np.uint8] = np.empty((n, 4), np.uint8)
    points: NDArray[np.float32] = np.empty((n, 4), np.float32)
    lengths: NDArray[np.uint32] = np.empty(n, np.uint32)
    moves: NDArray[np.uint8] = np.empty(n * MAX_MOVES, np.uint8)  # most of it is never touched
    seeds = batch.deal_seeds, batch.play_seeds
    n_moves = play_rounds(*seeds, batch.seatings, policies, places, points, lengths, moves)
    return Games(places, points, lengths, moves[:n_moves].tobytes())


GAME = SlaveGame()
