"""Rules that look at the open cards: what followed the last queen, and extra cards for fours.

Open cards are dealt street by street, on each street seat by seat in the order of the table; the
seventh card is among them where it is dealt up. While open cards are to come the wild cards are not
settled, and the table is dealt in a way of its own.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from engine.cards import Card
from engine.kings_lows.deals import NOT_OPEN, TO_DEAL, OpenDeal
from engine.kings_lows.hand import MAX_OPEN, N_HOLE
from engine.kings_lows.table import KingsAndLowsPlayer, StudTable, n_extra
from engine.kings_lows.wild import QUEEN, BaseballRules, FollowTheQueenRules, WildRule
from engine.poker.masks import mask_of


def open_streets(player: KingsAndLowsPlayer) -> tuple[int, ...]:
    """Return a player's open cards as indices, street by street; TO_DEAL and NOT_OPEN where none
    is.
    """
    shown = [card.index for card in player.board_cards]
    last = NOT_OPEN
    if player.last_card_face_up:
        last = TO_DEAL if player.last_card is None else player.last_card.index
    return (*shown, *[TO_DEAL] * (MAX_OPEN - len(shown)), last)


def settle(table: StudTable) -> StudTable:
    """Return the table with the rule that its known open cards make."""
    return replace(table, rules=_settled(table.rules, table.players))


def _settled(rules: WildRule, players: Sequence[KingsAndLowsPlayer]) -> WildRule:
    if rules != FollowTheQueenRules():
        return rules
    return FollowTheQueenRules(_followed(_known_in_order(players)))


def _known_in_order(players: Sequence[KingsAndLowsPlayer]) -> Iterator[Card]:
    for street in zip(*map(open_streets, players), strict=True):
        yield from (Card.from_index(index) for index in street if index >= 0)


def _followed(cards: Iterator[Card]) -> int | None:
    """Return the rank after the last queen; None if there was no queen, or nothing after it."""
    found, is_after_queen = None, False
    for card in cards:
        if card.rank == QUEEN:
            found, is_after_queen = None, True
        elif is_after_queen:
            found, is_after_queen = card.rank, False
    return found


def depends_on_deal(table: StudTable) -> bool:
    """Return True if cards that are still to be dealt open, or extra ones, decide what a
    hand is.
    """
    is_open = any(TO_DEAL in open_streets(player) for player in table.players)
    if isinstance(table.rules, BaseballRules) and table.rules.extra_for_four:
        return is_open or any(n_extra(player, table.rules) for player in table.players)
    return is_open and table.rules == FollowTheQueenRules()


def open_deal_of(table: StudTable, floors: NDArray[np.uint16]) -> OpenDeal:
    """Return the table as the native module takes it."""
    hidden, n_hidden = [], []
    for player in table.players:
        held, n_wanted = list(player.hole_cards), N_HOLE + n_extra(player, table.rules)
        if not player.last_card_face_up:
            n_wanted += 1
            held += [player.last_card] if player.last_card else []
        hidden.append(mask_of(held))
        n_hidden.append(n_wanted - len(held))
    return OpenDeal(
        np.array(hidden, np.uint64),
        np.array(n_hidden, np.int64),
        np.array([open_streets(player) for player in table.players], np.int64).T.copy(),
        np.array([card.index for card in table.deck], np.uint8),
        table.rules.code,
        floors,
        isinstance(table.rules, FollowTheQueenRules),
        isinstance(table.rules, BaseballRules) and table.rules.extra_for_four,
    )


@dataclass(frozen=True, slots=True)
class FilledTable:
    """A table dealt out: open cards in their places, the others beside; the rule is settled."""

    players: tuple[KingsAndLowsPlayer, ...]
    hidden: tuple[tuple[Card, ...], ...]
    rules: WildRule


def fill_in(table: StudTable, dealt: Iterator[Card]) -> FilledTable:
    """Deal cards as the native module does: open, hidden, and extra ones while there are any."""
    boards: list[list[Card]] = [[] for _ in table.players]
    for street in zip(*map(open_streets, table.players), strict=True):
        for board, index in zip(boards, street, strict=True):
            if index != NOT_OPEN:
                board.append(next(dealt) if index == TO_DEAL else Card.from_index(index))
    players = tuple(map(_with_board, table.players, boards))
    counts = open_deal_of(table, np.zeros(len(players), np.uint16)).n_hidden.tolist()
    hidden = [[next(dealt) for _ in range(n)] for n in counts]
    for own, before, after in zip(hidden, table.players, players, strict=True):
        own += islice(dealt, n_extra(after, table.rules) - n_extra(before, table.rules))
    return FilledTable(players, tuple(map(tuple, hidden)), _settled(table.rules, players))


def _with_board(player: KingsAndLowsPlayer, board: list[Card]) -> KingsAndLowsPlayer:
    last = board[MAX_OPEN] if player.last_card_face_up else player.last_card
    return replace(player, board_cards=tuple(board[:MAX_OPEN]), last_card=last)
