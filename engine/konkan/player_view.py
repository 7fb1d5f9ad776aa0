"""All that one seat may know of a round of Konkan: what a player gets, and nothing else."""

from engine.konkan.cards import KonkanCard
from engine.konkan.game import KonkanGame, Observation, SeatView, TableMeld, View
from engine.konkan.rules import KonkanRules


class KonkanView:
    """A round as one seat sees it; hidden cards cannot be reached from here."""

    __slots__ = ("__game", "seat")

    def __init__(self, game: KonkanGame, seat: int) -> None:
        self.__game = game
        self.seat = seat

    @property
    def rules(self) -> KonkanRules:
        """The house rules."""
        return self.__game.rules

    @property
    def players(self) -> int:
        """Number of seats."""
        return self.__game.players

    @property
    def seat_to_act(self) -> int:
        """The seat to act."""
        return self.__game.seat

    @property
    def phase(self) -> str:
        """ "pull", "act" or "over"."""
        return self.__game.phase

    @property
    def turn(self) -> int:
        """Turns ended so far."""
        return self.__game.turn

    @property
    def hand(self) -> tuple[KonkanCard, ...]:
        """The own cards."""
        return self.__game.hand(self.seat)

    @property
    def seats(self) -> tuple[SeatView, ...]:
        """The public state of every seat."""
        return self.__game.seats

    @property
    def table(self) -> tuple[TableMeld, ...]:
        """The melds on the table."""
        return self.__game.table

    @property
    def trash(self) -> tuple[KonkanCard, ...]:
        """The trash pile, its top last."""
        return self.__game.trash

    @property
    def deck_size(self) -> int:
        """Cards left to draw."""
        return self.__game.deck_size

    @property
    def taken(self) -> KonkanCard | None:
        """The trash card that the seat to act took this turn, as long as it is in hand."""
        return self.__game.taken

    @property
    def coming(self) -> int:
        """Points that the seat to act has laid in this turn while coming down."""
        return self.__game.coming

    @property
    def view(self) -> View:
        """The view as the search gets it."""
        return self.__game.view(self.seat)

    def observation(self) -> Observation:
        """Return the same as one value."""
        return self.__game.observation(self.seat)

    def legal(self) -> list[str]:
        """Return the legal actions; none if another seat is to act."""
        is_turn = self.seat == self.__game.seat and not self.__game.is_over
        return self.__game.legal_actions() if is_turn else []

    def choose(self, player: str, seed: int) -> str:
        """Return the action of the simple player "random" or "greedy", who look at no more."""
        return self.__game.choose(player, seed)
