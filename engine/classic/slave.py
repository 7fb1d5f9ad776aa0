"""Thai Slave by the names of its founding document, on `engine/slave`.

`Card` here has Slave's own order and suits from 1 (clubs) to 4 (spades); the rest of the program
uses the one card of `engine.cards`. The document's `main.py` is `python -m assistant.classic`.
"""

import random
import sys
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum
from typing import TYPE_CHECKING

from engine import cards
from engine.slave import card as slave_cards
from engine.slave import rules
from engine.slave.agents.base_agent import BaseAgent
from engine.slave.agents.greedy_agent import GreedyAgent
from engine.slave.agents.random_agent import RandomAgent
from engine.slave.card import N_SEATS, Rank
from engine.slave.env import SlaveEnv
from engine.slave.game_state import GameState, Title
from engine.slave.match import SlaveMatch
from engine.slave.observations import encode_observation, get_action_mask
from engine.slave.rules import PlayType, can_beat, determine_trick_winner

if TYPE_CHECKING:
    from pathlib import Path

    from engine.control import Control

__all__ = [
    "BaseAgent",
    "Card",
    "Deck",
    "GameState",
    "GreedyAgent",
    "Play",
    "PlayType",
    "RandomAgent",
    "Rank",
    "SlaveEnv",
    "Suit",
    "can_beat",
    "create_deck",
    "determine_trick_winner",
    "encode_observation",
    "example_environment",
    "example_multi_round",
    "example_strategic_exchange",
    "example_tournament",
    "get_action_mask",
    "get_valid_plays",
    "self_play",
]


class Suit(IntEnum):
    """The suits by strength."""

    CLUBS = 1
    DIAMONDS = 2
    HEARTS = 3
    SPADES = 4


@dataclass(frozen=True, slots=True, order=True)
class Card:
    """A card in Slave's order: by rank, then by suit."""

    rank: Rank
    suit: Suit

    def to_int(self) -> int:
        """Return the card's place in the deck: 0 (3♣) to 51 (2♠)."""
        return slave_cards.to_int(self.plain)

    @classmethod
    def from_int(cls, index: int) -> "Card":
        """Return the card at a place of the deck."""
        card = slave_cards.from_int(index)
        return cls(slave_cards.slave_rank(card), Suit(card.suit + 1))

    @property
    def plain(self) -> cards.Card:
        """The card as the rest of the program knows it."""
        rank = 2 if self.rank is Rank.TWO else int(self.rank)
        return cards.Card(rank, cards.Suit(self.suit - 1))

    def __str__(self) -> str:
        return self.plain.symbol


def create_deck() -> list[Card]:
    """Return all 52 cards from 3♣ to 2♠."""
    return [Card.from_int(index) for index in range(slave_cards.N_CARDS)]


class Play(rules.Play):
    """A play of the document's cards; equal to the engine's play of the same cards."""

    __slots__ = ()

    def __init__(self, cards: Iterable[Card | cards.Card] = ()) -> None:
        super().__init__(_plain(cards))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, rules.Play) and self.cards == other.cards

    __hash__ = rules.Play.__hash__


def get_valid_plays(
    hand: Iterable[Card | cards.Card], last_play: rules.Play | None = None
) -> list[rules.Play]:
    """Return every legal play from a hand, in the order of the actions."""
    return rules.get_valid_plays(_plain(hand), last_play)


def _plain(hand: Iterable[Card | cards.Card]) -> tuple[cards.Card, ...]:
    return tuple(card.plain if isinstance(card, Card) else card for card in hand)


class Deck:
    """A deck that is shuffled from a seed and dealt to the players."""

    def __init__(self) -> None:
        self._deck = slave_cards.Deck()

    def shuffle(self, seed: int | None = None) -> None:
        """Shuffle the deck; the same seed gives the same order."""
        self._deck.shuffle(seed)

    def deal(self, num_players: int = N_SEATS) -> list[list[Card]]:
        """Return equal hands of all cards."""
        dealt = self._deck.deal(num_players)
        return [[Card.from_int(slave_cards.to_int(card)) for card in hand] for hand in dealt]


def self_play(
    out: "Path", recipe: str = "full", seed: int = 1, control: "Control | None" = None
) -> dict[str, object]:
    """Train a policy by self-play in a folder; return the card of what was exported."""
    from engine.slave.training.pipeline import train_policy  # needs the training extra

    return train_policy(out, recipe, seed, control)


def example_strategic_exchange(seed: int = 42) -> GameState:
    """Play a round; the King then gives his two highest cards. Return the round that follows."""
    game = GameState()
    game.reset(seed)
    rng = random.Random(seed)
    while not game.is_game_over():
        game.apply(game.current_player, rng.choice(game.valid_actions()))
    game.start_next_round()
    assert game.titles is not None  # a round was finished
    king = game.titles.index(Title.KING)
    given = slave_cards.highest(game.hands[king], 2)
    game.exchange_cards(king_gives=given)
    _say(f"The King, seat {king}, gave {_text(given)} and now holds {_text(game.hands[king])}.")
    return game


def example_environment(seed: int = 42) -> SlaveEnv:
    """Play one round of random legal actions in the environment and print the rewards."""
    return _play_environment(1, seed)


def example_multi_round(seed: int = 42) -> SlaveEnv:
    """Play three rounds in one episode and print the rewards, which add up."""
    return _play_environment(3, seed)


def example_tournament(n_games: int = 100) -> float:
    """Seat two greedy agents among two random ones; return the greedy agents' share of Kings."""
    kings: Counter[str] = Counter()
    for seed in range(n_games):
        agents: list[BaseAgent] = [GreedyAgent(seed), RandomAgent(seed)] * 2
        match = SlaveMatch(seed)
        while not match.is_over:
            seat = match.current_seat
            match.apply(agents[seat].act(match.view(seat), match.phase))
        kings[agents[match.places().index(Title.KING)].name] += 1
    _say(f"greedy was King in {kings['greedy']} of {n_games} games")
    return kings["greedy"] / n_games


def _play_environment(num_rounds: int, seed: int) -> SlaveEnv:
    env = SlaveEnv(num_rounds=num_rounds)
    env.reset(seed=seed)
    totals = dict.fromkeys(env.agents, 0.0)
    rng = random.Random(seed)
    for _ in env.agent_iter():
        _, _, terminated, truncated, info = env.last()
        for name, reward in env.rewards.items():
            totals[name] += reward
        legal = info["action_mask"].nonzero()[0].tolist()
        env.step(None if terminated or truncated else rng.choice(legal))
    _say(f"{env.rounds_completed} rounds: {totals}")
    return env


def _text(mask: int) -> str:
    return " ".join(card.symbol for card in slave_cards.from_mask(mask))


def _say(text: str) -> None:
    print(text)  # noqa: T201 - examples are there to print


EXAMPLES = {
    example.__name__: example
    for example in (
        example_strategic_exchange,
        example_environment,
        example_multi_round,
        example_tournament,
    )
}

if __name__ == "__main__":  # the document's `python example_tournament.py`
    for name in sys.argv[1:]:
        EXAMPLES[name]()
