"""Konkan in the arena: one round a game, two or three players; the winner takes.

Losers share the second place; a draw is a tie of all. Points are the deadwood left in hand,
counted against its holder. The first seat starts, with fifteen cards.
"""

from collections.abc import Sequence

from assistant.arena.game import Batch, Game, Games, Match, Outcome, Player, player_seeds
from engine.agents import AgentSpec
from engine.konkan.cards import KonkanCard
from engine.konkan.game import KonkanGame
from engine.konkan.players import AGENTS, make_player

SIMPLE = ("random", "greedy")


class KonkanMatch:
    """One round at the engine's game."""

    def __init__(self, deal_seed: int, n_seats: int) -> None:
        self.game = KonkanGame.deal(deal_seed, n_seats)

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

    def lines(self) -> Sequence[str]:
        """Hands, table, top of the trash and the size of the deck."""
        game = self.game
        hands = [f"seat {s}  {_text(game.hand(s))}" for s in range(game.players)]
        melds = [f"meld {m.number} (seat {m.owner})  {m.meld}" for m in game.table]
        top = game.trash[-1].symbol if game.trash else "nothing"
        return [*hands, *melds, f"trash: {top}   deck: {game.deck_size}   turn {game.turn}"]

    def state(self) -> dict[str, object]:
        """Hands, table, trash and deck as plain values."""
        game = self.game
        return {
            "hands": [[card.symbol for card in game.hand(s)] for s in range(game.players)],
            "table": [{"owner": m.owner, "meld": str(m.meld)} for m in game.table],
            "trash": [card.symbol for card in game.trash],
            "deck_size": game.deck_size,
            "phase": game.phase,
            "turn": game.turn,
            "to_play": self.seat(),
        }


def _text(cards: Sequence[KonkanCard]) -> str:
    return " ".join(card.symbol for card in cards) or "-"


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

    def play_batch(self, batch: Batch) -> Games:
        """Rounds between the engine's simple players have a loop of their own: it is all Rust."""
        if not {spec.name for spec in batch.agents} <= set(SIMPLE):
            return super().play_batch(batch)
        names = [spec.name for spec in batch.agents]
        seatings = [[names[i] for i in row] for row in batch.seatings.tolist()]
        seeds = player_seeds(batch.play_seeds, batch.n_seats).tolist()
        games = [KonkanGame.deal(seed, batch.n_seats) for seed in batch.deal_seeds.tolist()]
        codes = [text.encode() for text in map(KonkanGame.play_out, games, seatings, seeds)]
        return self.pack(map(outcome_of, games), codes)

    def new_match(self, deal_seed: int, n_seats: int, n_rounds: int = 1) -> Match:
        """A round that was just dealt."""
        return KonkanMatch(deal_seed, n_seats)

    def new_player(self, spec: AgentSpec, seed: int, seat: int) -> Player:
        """An agent that sits down."""
        return EnginePlayer(spec, seed)


GAME = KonkanRound()
