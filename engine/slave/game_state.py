"""The readable game: deals, tricks, finishing order, titles and the exchange between rounds.

Hands are bit masks in Slave's order. This is the reference: the compiled batch in `kernels`
is tested against it move by move.
"""

import secrets
from copy import copy
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.cards import Card, in_symbols
from engine.errors import IllegalStateError
from engine.slave.actions import PASS_ACTION
from engine.slave.card import N_SEATS, Deck, from_int, from_mask, highest, lowest, to_mask
from engine.slave.rules import (
    CARD_PENALTY,
    N_GIVEN,
    TITLE_REWARDS,
    Play,
    SlaveRules,
    action_mask_of,
    action_text,
    encode_play,
    kind_of_action,
    play_of,
    valid_plays_of,
    why_not_beat,
)

ROUND_STRIDE = 1_000_003  # keeps the deals of one match's rounds apart


class Title(IntEnum):
    """A player's standing at the end of a round; its value is the place."""

    KING = 0
    QUEEN = 1
    COMMONER = 2
    SLAVE = 3


ILLEGAL_REWARD = -1.0


@dataclass(frozen=True, slots=True)
class TrickPlay:
    """One entry of the history: who did what, in which trick."""

    seat: int
    action: int
    play: Play
    trick: int


@dataclass
class GameState:
    """One match: rounds of four hands. `step` plays, `exchange_cards` opens later rounds."""

    rules: SlaveRules = field(default_factory=SlaveRules)
    hands: list[int] = field(default_factory=lambda: [0] * N_SEATS)
    played: int = 0
    last_play: Play | None = None
    last_player: int = -1
    current_player: int = 0
    out_of_trick: int = 0
    finished: list[int] = field(default_factory=list)
    titles: list[Title] | None = None
    round_number: int = 1
    must_contain: int = -1
    trick_number: int = 0
    history: list[TrickPlay] = field(default_factory=list)
    seed: int = 0

    def copy(self) -> "GameState":
        """Return an independent copy."""
        twin = copy(self)
        twin.hands, twin.finished = list(self.hands), list(self.finished)
        twin.history = list(self.history)
        return twin

    def reset(self, seed: int | None = None) -> None:
        """Deal round 1; the holder of 3♣ (of the lowest card in a short game) leads."""
        self.seed = secrets.randbits(32) if seed is None else seed
        self.round_number, self.titles = 1, None
        self._deal()
        low = min(h & -h for h in self.hands)
        self.current_player = next(s for s in range(N_SEATS) if self.hands[s] & low)
        self.must_contain = low.bit_length() - 1 if self.rules.first_lead_contains_3c else -1

    def start_next_round(self) -> None:
        """Deal the next round, cards not yet exchanged; the Slave will lead."""
        if not self.is_game_over():
            raise IllegalStateError(f"round {self.round_number} is not over")
        self.titles = self.determine_positions()
        self.round_number += 1
        self._deal()
        self.must_contain = -1
        self.current_player = self.titles.index(Title.SLAVE)

    def _shuffled_hands(self) -> list[int]:
        """Return the hands of the round, from the seed."""
        deck = Deck()
        deck.shuffle(self.seed + ROUND_STRIDE * (self.round_number - 1))
        return [to_mask(hand) for hand in deck.deal(N_SEATS, self.rules.hand_size)]

    def _deal(self) -> None:
        self.hands = self._shuffled_hands()
        self.played = self.out_of_trick = self.trick_number = 0
        self.last_play, self.last_player = None, -1
        self.finished, self.history = [], []

    def hand(self, seat: int) -> tuple[Card, ...]:
        """Return a seat's cards, lowest first."""
        return from_mask(self.hands[seat])

    def cards_left(self, seat: int) -> int:
        """Return how many cards a seat holds."""
        return self.hands[seat].bit_count()

    def valid_plays(self) -> list[Play]:
        """Return the current player's legal plays."""
        if self.is_game_over():
            return []
        must = 1 << self.must_contain if self.must_contain >= 0 else 0
        return valid_plays_of(self.hands[self.current_player], self.last_play, must)

    def valid_actions(self) -> list[int]:
        """Return the current player's legal actions, ascending."""
        return [encode_play(play) for play in self.valid_plays()]

    def verify_action(self, seat: int, action: int) -> Play:
        """Return the play of an action, or an error that names the rule it breaks."""
        if self.is_game_over():
            raise IllegalStateError("the round is over")
        if seat != self.current_player:
            raise IllegalStateError(f"seat {seat} is not to play: it is seat {self.current_player}")
        mask = action_mask_of(action, self.hands[seat])
        if mask & ~self.hands[seat] or mask.bit_count() != kind_of_action(action):
            raise IllegalStateError(
                f"action {action}, {action_text(action)}, is not in the hand of seat {seat}"
            )
        play = play_of(mask)
        reason = self.why_illegal(play)
        if reason is not None:
            raise IllegalStateError(f"action {action} ({play}) is illegal: {reason}")
        return play

    def why_illegal(self, play: Play) -> str | None:
        """Return the rule that forbids a play from the current player's hand, or None if it is
        legal.
        """
        reason = why_not_beat(play, self.last_play)
        if reason is None and self.must_contain >= 0 and not play.mask >> self.must_contain & 1:
            return f"the first lead contains {from_int(self.must_contain).symbol}"
        return reason

    def step(
        self, player_id: int, action: int
    ) -> tuple[NDArray[np.float32], float, bool, dict[str, Any]]:
        """Play an action; returns the next player's observation, the mover's reward, done, info."""
        from engine.slave.observations import encode_observation

        self.apply(player_id, action)
        done = self.is_game_over()
        reward = self.rewards()[player_id] if done else 0.0
        info = {"current_player": self.current_player, "finished": tuple(self.finished)}
        return encode_observation(self, self.current_player), reward, done, info

    def apply(self, seat: int, action: int) -> None:
        """Play an action, or raise and leave the game as it was."""
        self.perform(seat, action, self.verify_action(seat, action))

    def perform(self, seat: int, action: int, play: Play) -> None:
        """Play an action that was verified, without checking it again."""
        self.history.append(TrickPlay(seat, action, play, self.trick_number))
        lap = self.rules.trick == "lap"
        if action == PASS_ACTION or lap:
            self.out_of_trick |= 1 << seat
        if action != PASS_ACTION:
            self._lay(seat, play)
        if not self.is_game_over():
            self._advance(seat)

    def _lay(self, seat: int, play: Play) -> None:
        self.hands[seat] &= ~play.mask
        self.played |= play.mask
        self.last_play, self.last_player, self.must_contain = play, seat, -1
        if not self.hands[seat]:
            self.finished.append(seat)
        if len(self.finished) == N_SEATS - 1:
            self.finished.append(next(s for s in range(N_SEATS) if self.hands[s]))

    def _advance(self, seat: int) -> None:
        for step in range(1, N_SEATS):
            candidate = (seat + step) % N_SEATS
            may_act = self.hands[candidate] and not self.out_of_trick >> candidate & 1
            if may_act and candidate != self.last_player:
                self.current_player = candidate
                return
        self._clear_trick()

    def _clear_trick(self) -> None:
        leader = self.last_player
        while not self.hands[leader]:
            leader = (leader + 1) % N_SEATS
        self.current_player, self.last_play, self.last_player = leader, None, -1
        self.out_of_trick = 0
        self.trick_number += 1

    def is_game_over(self) -> bool:
        """Return True when all but one player have finished."""
        return len(self.finished) >= N_SEATS - 1

    def determine_positions(self) -> list[Title]:
        """Return each seat's title by finishing order, with the King's fall from round 2 on."""
        if not self.is_game_over():
            raise IllegalStateError("positions are known when the round is over")
        order = list(self.finished)
        if self.titles is not None:
            old_king = self.titles.index(Title.KING)
            if order[0] != old_king:
                order.remove(old_king)
                order.append(old_king)
        return [Title(order.index(seat)) for seat in range(N_SEATS)]

    def rewards(self) -> list[float]:
        """Return each seat's reward at the end of the round: by title, less what cards left
        cost.
        """
        titles = self.determine_positions()
        return [
            TITLE_REWARDS[titles[s]] + CARD_PENALTY * self.cards_left(s) for s in range(N_SEATS)
        ]

    def incoming(self) -> dict[Title, int]:
        """Return what King and Queen are about to get, as masks: the best of Slave and Commoner."""
        if self.titles is None:
            raise IllegalStateError("round 1 has no exchange")
        slave, commoner = self.titles.index(Title.SLAVE), self.titles.index(Title.COMMONER)
        return {
            Title.KING: highest(self.hands[slave], 2),
            Title.QUEEN: highest(self.hands[commoner], 1),
        }

    def exchange_cards(self, king_gives: int | None = None, queen_gives: int | None = None) -> None:
        """Exchange by the last round's titles; King and Queen give their lowest by default."""
        incoming = self.incoming()
        assert self.titles is not None
        for taker, giver, choice in (
            (Title.KING, Title.SLAVE, king_gives),
            (Title.QUEEN, Title.COMMONER, queen_gives),
        ):
            high, low = self.titles.index(taker), self.titles.index(giver)
            given = lowest(self.hands[high], N_GIVEN[taker]) if choice is None else choice
            self._verify_gift(high, given, N_GIVEN[taker])
            self.hands[high] = self.hands[high] & ~given | incoming[taker]
            self.hands[low] = self.hands[low] & ~incoming[taker] | given

    def _verify_gift(self, seat: int, given: int, n_cards: int) -> None:
        if given & ~self.hands[seat] or given.bit_count() != n_cards:
            cards = in_symbols(from_mask(given))
            raise IllegalStateError(
                f'"{cards}" cannot be given: expected {n_cards} of the cards seat {seat} was dealt'
            )
