"""Konkan in the arena: one round a game, two or three players; the winner takes.

Losers share the second place; a draw is a tie of all. Points are the deadwood left in hand,
counted against its holder. The first seat starts, with fifteen cards.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from assistant.advisors.konkan_words import words_of
from assistant.arena.game import Batch, Game, Games, Match, Outcome, Player, player_seeds
from assistant.tables.konkan import konkan_view, rules_of, winner_words
from assistant.tables.view import TableView
from engine.agents import AgentSpec
from engine.konkan.game import KonkanGame
from engine.konkan.players import AGENTS, make_player
from engine.konkan.rules import DEFAULT_RULES, KonkanRules

SIMPLE = ("random", "greedy")


class KonkanMatch:
    """One round at the engine's game."""

    def __init__(self, game: KonkanGame) -> None:
        self.game = game

    def seat(self) -> int | None:
        """Whose turn it is."""
        return None if self.game.is_over else self.game.seat

    def legal(self) -> Sequence[str]:
        """Every legal action."""
        return self.game.legal_actions()

    def apply(self, move: str) -> None:
        """Do an action."""
        self.game.apply(move)

    def outcome(self) -> Outcome:
        """The winner before all others; in a draw everybody is first."""
        return outcome_of(self.game)

    def words(self, move: str) -> str:
        """An action in words."""
        return words_of(move, self.game)

    def view(self, names: Sequence[str], agents: Sequence[str]) -> TableView:
        """The game as a table."""
        game = self.game
        need = f"turn {game.turn + 1} · {game.threshold(game.seat)} points to come down"
        headline = winner_words(game, names) if game.is_over else need
        return konkan_view(game, names, agents, headline, [""] * game.players)


class EnginePlayer:
    """One of the engine's players in its seat; every decision has its own seed."""

    def __init__(self, spec: AgentSpec, seed: int) -> None:
        self._player, self._seed = make_player(spec), seed

    def choose(self, match: Match) -> str:
        """The player's action."""
        assert isinstance(match, KonkanMatch)
        self._seed += 1
        return self._player.choose(match.game, self._seed)


def outcome_of(game: KonkanGame) -> Outcome:
    """The winner before all others; in a draw everybody is first."""
    result = game.result()
    other = 1 if result.winner is None else 2
    places = [other] * len(result.deadwood)
    if result.winner is not None:
        places[result.winner] = 1
    return Outcome(tuple(places), tuple(0.0 - points for points in result.deadwood))


class KonkanRound(Game):
    """Konkan."""

    name = "konkan"
    title = "Konkan"
    n_seats = (2, 3)
    points_name = "deadwood"
    agents = AGENTS
    example = ("search?simulations=64", "greedy")

    def __init__(self, rules: KonkanRules = DEFAULT_RULES) -> None:
        self.rules = rules

    def with_options(self, options: Sequence[str]) -> Game:
        """The game by the house rules of these options."""
        return KonkanRound(rules_of(options)) if options else self

    def deal(self, seed: int, n_seats: int) -> KonkanGame:
        """A round that was just dealt."""
        return KonkanGame.deal(seed, n_seats, rules=self.rules)

    def play_batch(self, batch: Batch) -> Games:
        """Rounds between the engine's simple players have a loop of their own: it is all Rust."""
        if not {spec.name for spec in batch.agents} <= set(SIMPLE):
            return super().play_batch(batch)
        seeds = player_seeds(batch.play_seeds, batch.n_seats)
        return self.pack(self._play_simple(batch, row, seeds[row]) for row in range(len(batch)))

    def _play_simple(
        self, batch: Batch, row: int, seeds: NDArray[np.uint64]
    ) -> tuple[Outcome, bytes]:
        game = self.deal(int(batch.deal_seeds[row]), batch.n_seats)
        text = game.play_out([spec.name for spec in batch.seats(row)], seeds.tolist())
        return outcome_of(game), text.encode()

    def new_match(self, deal_seed: int, n_seats: int, n_rounds: int = 1) -> Match:
        """A round that was just dealt."""
        return KonkanMatch(self.deal(deal_seed, n_seats))

    def new_player(self, spec: AgentSpec, seed: int, seat: int) -> Player:
        """An agent that sits down."""
        return EnginePlayer(spec, seed)


GAME = KonkanRound()
