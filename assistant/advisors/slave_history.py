"""A position of Slave from all moves of its round: they tell most about the hidden cards."""

from typing import TYPE_CHECKING

import numpy as np

from engine.cards import format_cards, parse_cards
from engine.errors import IllegalStateError
from engine.slave.card import HAND_SIZE, from_mask, to_mask
from engine.slave.kernels import rounds
from engine.slave.rules import PASS, Play, play_of, why_not_beat
from engine.slave.view import Ints, PlayerView, pack_titles

if TYPE_CHECKING:
    from assistant.advisors.slave import SlaveRequest

PASS_WORDS = ("p", "pass", "-")


def view_after(request: "SlaveRequest", places: tuple[int, ...] | None) -> PlayerView:
    """The position after all moves of a round; whose they are follows from the rules."""
    hand, row = to_mask(request.hand), np.zeros(rounds.ROW, np.int64)
    row[rounds.COUNTS] = sum(HAND_SIZE << (4 * seat) for seat in range(4))
    row[rounds.TOP] = row[rounds.LAST] = -1
    row[rounds.MUST] = -1 if request.titles else 0
    row[rounds.LAP], row[rounds.CUR] = int(request.trick == "lap"), request.leader
    row[rounds.ROUND] = 1 if request.titles is None else 2
    row[rounds.TITLES] = pack_titles(places)
    past: list[Ints] = []
    laid: list[int] = []
    for number, text in enumerate(request.history, 1):
        last = play_of(next(filter(None, reversed(laid)))) if row[rounds.KIND] else None
        past.append(row.copy())
        name = f'move {number} of the history, "{text}"'
        laid.append(_cards_of_move(name, text, row, hand, last))
        rounds.apply_cards(row, laid[-1])
    row[0] = hand
    _check_history(request, row)
    return PlayerView(0, row, np.array(past), np.array(laid, np.int64))


def _cards_of_move(name: str, text: str, row: Ints, hand: int, last: Play | None) -> int:
    """The cards of a move of the history as a mask, or an error that says why it cannot be."""
    seat = int(row[rounds.CUR])
    play = PASS if text.strip().lower() in PASS_WORDS else Play(parse_cards(text))
    reason = why_not_beat(play, last)
    again = play.mask & (int(row[rounds.PLAYED]) | hand)
    if row[rounds.N_DONE] == 4:
        reason = "the round was over"
    elif again:
        reason = f"{from_mask(again)[0].symbol} is in your hand or was played before"
    elif len(play.cards) > int(row[rounds.COUNTS]) >> (4 * seat) & 15:
        reason = "so many cards were not left"
    if reason is not None:
        who = "you" if seat == 0 else f"player {seat}"
        raise IllegalStateError(f"{name} by {who}: {reason}")
    return play.mask


def _check_history(request: "SlaveRequest", row: Ints) -> None:
    n_own = int(row[rounds.COUNTS]) & 15
    if row[rounds.N_DONE] == 4 or row[rounds.CUR] != 0:
        turn = f"player {row[rounds.CUR]} is to play"
        state = "the round is over" if row[rounds.N_DONE] == 4 else turn
        raise IllegalStateError(f"after the history {state}: expected all moves up to your turn")
    if n_own != len(request.hand):
        raise IllegalStateError(
            f"after the history you hold {n_own} cards, but the hand "
            f'"{format_cards(request.hand)}" has {len(request.hand)}'
        )
