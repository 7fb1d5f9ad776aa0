"""A match as an arena, a window or a terminal plays it: one object, one uniform way to move.

    match = SlaveMatch(seed=7, n_rounds=3)
    while not match.is_over:
        seat = match.current_seat
        match.apply(agents[seat].choose(match.view(seat)))

Between rounds King and Queen choose what they give, one card an action (`phase` "exchange",
actions 1 to 52); the rest is the 157 actions of the environment.
"""

from copy import copy
from dataclasses import dataclass, replace

import numpy as np

from engine.errors import IllegalStateError
from engine.slave import row as rounds
from engine.slave.actions import FIRST_SINGLE
from engine.slave.card import from_int
from engine.slave.game_state import GameState, Title
from engine.slave.rules import N_GIVEN, Play, SlaveRules, decode_action
from engine.slave.view import PlayerView, cut_view, row_of
from engine.split_mix import GOLDEN, scramble

MAX_MOVES = 256  # a round has at most 52 plays and three passes on each


@dataclass(frozen=True, slots=True)
class Move:
    """One entry of the match's record."""

    round_number: int
    phase: str
    seat: int
    action: int
    text: str


class StreamedState(GameState):
    """A game whose rounds come from one stream of random numbers, as compiled games are dealt."""

    def _shuffled_hands(self) -> list[int]:
        if self.round_number == 1:
            self._stream = self.seed
        deck, size = list(range(52)), self.rules.hand_size
        for place in range(4 * size):
            self._stream = (self._stream + int(GOLDEN)) % 2**64
            other = place + ((scramble(self._stream) >> 33) * (52 - place) >> 31)
            deck[place], deck[other] = deck[other], deck[place]
        hands = [deck[seat * size : (seat + 1) * size] for seat in range(4)]
        return [sum(1 << card for card in hand) for hand in hands]


class SlaveMatch:
    """Rounds of Slave between four seats, dealt from a seed; every state can be played on."""

    def __init__(
        self,
        seed: int = 0,
        n_rounds: int = 1,
        rules: SlaveRules | None = None,
        deals_on: bool = True,
        streamed: bool = False,
    ) -> None:
        """Deal a match; without `deals_on` a finished round stays on the table.

        `streamed` deals as the compiled games do: all rounds from one stream of the seed.
        """
        if n_rounds < 1:
            raise IllegalStateError(f"{n_rounds} rounds cannot be played: expected at least 1")
        self.seed, self.n_rounds, self.deals_on = seed, n_rounds, deals_on
        self.game = (StreamedState if streamed else GameState)(rules or SlaveRules())
        self.moves: list[Move] = []
        self.round_titles: list[tuple[int, ...]] = []
        self.round_points: list[tuple[float, ...]] = []
        self._gifts: dict[int, int] = {}
        self._chosen: dict[int, int] = {}
        self.game.reset(seed)
        self._begin_play()

    def copy(self) -> "SlaveMatch":
        """Return an independent copy."""
        twin = copy(self)
        twin.game = self.game.copy()
        for name in ("moves", "round_titles", "round_points", "_gifts", "_chosen"):
            setattr(twin, name, copy(getattr(self, name)))
        for name in ("_row", "_past", "_laid", "_known"):
            setattr(twin, name, getattr(self, name).copy())
        return twin

    @property
    def phase(self) -> str:
        """ "exchange" while King or Queen choose, "play", "dealing" between rounds, "over"."""
        if len(self.round_titles) == self.n_rounds:
            return "over"
        if len(self.round_titles) == self.game.round_number:
            return "dealing"
        return "exchange" if self._gifts else "play"

    @property
    def is_over(self) -> bool:
        """True when all rounds are played."""
        return self.phase == "over"

    @property
    def current_seat(self) -> int:
        """The seat to act."""
        return next(iter(self._gifts)) if self._gifts else self.game.current_player

    def legal_actions(self) -> list[int]:
        """Return the actions that `apply` accepts now, ascending."""
        if self.phase == "exchange":
            free = self.game.hands[self.current_seat] & ~self._gifts[self.current_seat]
            return [FIRST_SINGLE + card for card in range(52) if free >> card & 1]
        return self.game.valid_actions() if self.phase == "play" else []

    def action_text(self, action: int) -> str:
        """Return an action in words, for the player who is to act: "7♣ 7♥", "pass", "gives 3♣"."""
        if self.phase == "exchange":
            return f"gives {from_int(action - FIRST_SINGLE).symbol}"
        return str(decode_action(action, self.game.hands[self.current_seat]))

    def apply(self, action: int) -> None:
        """Play an action of the current seat, or raise an error that names the rule."""
        if self.phase in ("over", "dealing"):
            what = "match" if self.is_over else "round"
            raise IllegalStateError(f"the {what} is over")
        seat, phase = self.current_seat, self.phase
        if phase == "exchange":
            self._verify_gift(action)
        else:
            play = self.game.verify_action(seat, action)
        self.moves.append(
            Move(self.game.round_number, phase, seat, action, self.action_text(action))
        )
        if phase == "exchange":
            self._give(seat, action)
        else:
            self._play(seat, action, play)

    def _verify_gift(self, action: int) -> None:
        if action not in self.legal_actions():
            raise IllegalStateError(
                f"action {action} cannot be given: expected 1 + a card that seat "
                f"{self.current_seat} was dealt and has not given yet"
            )

    def _give(self, seat: int, action: int) -> None:
        self._gifts[seat] |= 1 << (action - FIRST_SINGLE)
        self._chosen[seat] = self._gifts[seat]
        assert self.game.titles is not None
        if self._gifts[seat].bit_count() == N_GIVEN[self.game.titles[seat]]:
            del self._gifts[seat]
        if not self._gifts:
            self._exchange()

    def _exchange(self) -> None:
        titles = self.game.titles
        assert titles is not None
        king, queen = titles.index(Title.KING), titles.index(Title.QUEEN)
        slave, commoner = titles.index(Title.SLAVE), titles.index(Title.COMMONER)
        incoming = self.game.incoming()
        self.game.exchange_cards(self._chosen[king], self._chosen[queen])
        self._begin_play()
        for high, low, title in ((king, slave, Title.KING), (queen, commoner, Title.QUEEN)):
            self._known[high, low] = self._chosen[high]
            self._known[low, high] = incoming[title]
            self._received[high], self._received[low] = incoming[title], self._chosen[high]

    def _begin_play(self) -> None:
        self._row = row_of(self.game)
        self._past = np.zeros((MAX_MOVES, rounds.ROW), np.int64)
        self._laid = np.zeros(MAX_MOVES, np.int64)
        self._n_moves = 0
        self._known = np.zeros((4, 4), np.int64)
        self._received = [0] * 4

    def _play(self, seat: int, action: int, play: Play) -> None:
        self._past[self._n_moves, 4:] = self._row[4:]
        self._laid[self._n_moves] = play.mask
        self._n_moves += 1
        self.game.perform(seat, action, play)
        self._row = row_of(self.game)
        if self.game.is_game_over():
            self._finish_round()

    def _finish_round(self) -> None:
        self.round_titles.append(tuple(int(t) for t in self.game.determine_positions()))
        self.round_points.append(tuple(self.game.rewards()))
        if self.deals_on and not self.is_over:
            self.deal_next()

    def deal_next(self) -> None:
        """Deal the next round; King and Queen will choose what they give."""
        if self.phase != "dealing":
            raise IllegalStateError("the round is not over yet")
        self.game.start_next_round()
        assert self.game.titles is not None
        king, queen = (self.game.titles.index(t) for t in (Title.KING, Title.QUEEN))
        self._gifts = {king: 0, queen: 0}
        self._chosen = {}

    def given(self, seat: int) -> int:
        """Return the cards that a King or Queen has chosen so far in this exchange, as a mask."""
        return self._chosen.get(seat, 0) if self.phase == "exchange" else 0

    def view(self, seat: int) -> PlayerView:
        """Return what a seat may know. In the exchange the row has the hand as it was dealt."""
        if self._gifts:
            return self._exchange_view(seat)
        past, laid = self._past[: self._n_moves].copy(), self._laid[: self._n_moves].copy()
        view = cut_view(self._row, seat, past, laid, self._known[seat].copy())
        return replace(view, received=self._received[seat])

    def _exchange_view(self, seat: int) -> PlayerView:
        """Return the view of a chooser: the hand as dealt, less cards already given.

        `known` holds the incoming cards (at the giver) and those already given (at the chooser).
        """
        titles = self.game.titles
        assert titles is not None
        row = row_of(self.game)
        row[rounds.CUR] = seat
        row[seat] &= ~self._gifts.get(seat, 0)
        known = np.zeros(4, np.int64)
        for taker, giver in ((Title.KING, Title.SLAVE), (Title.QUEEN, Title.COMMONER)):
            if titles[seat] == taker:
                known[titles.index(giver)] = self.game.incoming()[taker]
                known[seat] = self._gifts.get(seat, 0)
        return replace(cut_view(row, seat), known=known)

    @property
    def row(self) -> rounds.Ints:
        """The round that is played with all hands, as a row that kernels play on; a copy."""
        return self._row.copy()

    def places(self) -> tuple[int, ...]:
        """Return each seat's title in the last finished round: 0 King to 3 Slave."""
        if not self.round_titles:
            raise IllegalStateError("no round is finished yet")
        return self.round_titles[-1]

    def points(self) -> tuple[float, ...]:
        """Return each seat's rewards added over the finished rounds."""
        return tuple(sum(points[s] for points in self.round_points) for s in range(4))

    @property
    def rounds_completed(self) -> int:
        """How many rounds are finished."""
        return len(self.round_titles)
