"""The view of a position that a user describes, from its cards or from all moves of the round.

The moves say most about the hidden cards.
"""

import numpy as np

from engine.cards import format_cards, parse_cards
from engine.errors import CardError, IllegalStateError
from engine.slave import row as rounds
from engine.slave.card import from_mask, to_int, to_mask
from engine.slave.position import Position
from engine.slave.rules import HAND_SIZE, PASS, THREE_OF_CLUBS, Play, play_of, why_not_beat
from engine.slave.view import Ints, PlayerView, pack_titles
from engine.words import counted

PASS_WORDS = ("p", "pass", "-")


def view_of(position: Position) -> PlayerView:
    """Return the position as the engine sees it; the player sits at seat 0 and is to move."""
    return _view_after(position) if position.history else _view_now(position)


def _view_now(position: Position) -> PlayerView:
    row = _new_row(position)
    row[0] = to_mask(position.hand)
    row[rounds.PLAYED] = to_mask({*position.played, *position.last})
    left = (len(position.hand), *position.left)
    row[rounds.COUNTS] = sum(n << (4 * s) for s, n in enumerate(left))
    row[rounds.OUT] = sum(1 << (s + 1) for s in range(3) if position.passed[s])
    if position.last:
        play = play_of(to_mask(position.last))
        row[rounds.KIND], row[rounds.TOP] = play.kind, play.top
        row[rounds.LAST] = position.last_by or _likely_last(position)
    elif position.first_lead and position.rules.first_lead_contains_3c:
        row[rounds.MUST] = _three_of_clubs(position)
    done = [s for s in range(4) if not left[s]]
    row[rounds.N_DONE] = len(done)
    row[rounds.ORDER] = sum(s << (2 * i) for i, s in enumerate(done))
    return PlayerView(0, row, known=_known(position), received=to_mask(position.got))


def _new_row(position: Position) -> Ints:
    """Return a row with the rules and the last round filled in, and no cards."""
    row = np.zeros(rounds.ROW, np.int64)
    row[rounds.TOP] = row[rounds.LAST] = row[rounds.MUST] = -1
    row[rounds.LAP] = int(position.rules.trick == "lap")
    row[rounds.ROUND] = 1 if position.titles is None else 2
    row[rounds.TITLES] = pack_titles(position.places)
    return row


def _known(position: Position) -> Ints:
    """Return the cards that the player has given, by the seat that got them."""
    known = np.zeros(4, np.int64)
    if position.gave:
        known[position.partner] = to_mask(position.gave)
    return known


def _likely_last(position: Position) -> int:
    """Return who made the last play: the nearest player before this one who is still in the
    trick.
    """
    return next((s for s in (3, 2, 1) if not position.passed[s - 1] and position.left[s - 1]), 3)


def _three_of_clubs(position: Position) -> int:
    if min(map(to_int, position.hand)) != THREE_OF_CLUBS:
        raise IllegalStateError(
            f'the first lead of a game contains 3♣, but the hand "{format_cards(position.hand)}" '
            "does not hold it"
        )
    return THREE_OF_CLUBS


def _view_after(position: Position) -> PlayerView:
    """Return the position after all moves of a round; whose they are follows from the rules."""
    hand, row = to_mask(position.hand), _new_row(position)
    row[rounds.COUNTS] = sum(HAND_SIZE << (4 * seat) for seat in range(4))
    row[rounds.CUR] = position.first_seat
    if position.titles is None and position.rules.first_lead_contains_3c:
        row[rounds.MUST] = THREE_OF_CLUBS
    past: list[Ints] = []
    laid: list[int] = []
    for number, text in enumerate(position.history, 1):
        last = play_of(next(filter(None, reversed(laid)))) if row[rounds.KIND] else None
        past.append(row.copy())
        laid.append(
            _cards_of_move(f'move {number} of the history, "{text}"', text, row, hand, last)
        )
        rounds.apply_cards(row, laid[-1])
    row[:4] = hand, 0, 0, 0
    _check_history(position, row)
    moves = np.array(past), np.array(laid, np.int64)
    return PlayerView(0, row, *moves, _known(position), to_mask(position.got))


def _cards_of_move(name: str, text: str, row: Ints, hand: int, last: Play | None) -> int:
    """Return the cards of a move of the history as a mask, or an error that says why it
    cannot be.
    """
    seat = int(row[rounds.CUR])
    play = _read_play(name, text)
    reason = why_not_beat(play, last)
    again = play.mask & (int(row[rounds.PLAYED]) | hand)
    if row[rounds.N_DONE] == 4:
        reason = "the round was over"
    elif again:
        reason = f"{from_mask(again)[0].symbol} is in your hand or was played before"
    elif len(play.cards) > int(row[rounds.COUNTS]) >> (4 * seat) & 15:
        reason = "that player did not hold so many cards"
    elif reason is None and row[rounds.MUST] >= 0 and not play.mask >> int(row[rounds.MUST]) & 1:
        reason = "the first lead of a game contains 3♣; a later round needs its titles"
    if reason is not None:
        who = "you" if seat == 0 else f"player {seat}"
        raise IllegalStateError(f"{name} by {who}: {reason}")
    return play.mask


def _read_play(name: str, text: str) -> Play:
    try:
        return PASS if text.strip().lower() in PASS_WORDS else Play(parse_cards(text))
    except CardError as error:
        raise CardError(f"{name}: {error}, or p for a pass") from None


def _check_history(position: Position, row: Ints) -> None:
    n_own = int(row[rounds.COUNTS]) & 15
    if row[rounds.N_DONE] == 4 or row[rounds.CUR] != 0:
        turn = f"player {row[rounds.CUR]} is to play"
        state = "the round is over" if row[rounds.N_DONE] == 4 else turn
        raise IllegalStateError(f"after the history {state}: expected all moves up to your turn")
    if n_own != len(position.hand):
        raise IllegalStateError(
            f"after the history you hold {counted(n_own, 'card')}, but the hand "
            f'"{format_cards(position.hand)}" has {len(position.hand)}'
        )
