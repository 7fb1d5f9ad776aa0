"""Some of the deals of a sample, written out: every player's seven cards, and who won."""

from collections.abc import Iterator, Sequence
from itertools import islice

from engine.cards import Card
from engine.kings_lows.deals import Deal, OpenDeal
from engine.kings_lows.hand import MAX_OPEN, N_HOLE, KingsAndLowsHand
from engine.kings_lows.odds import HandRecord
from engine.kings_lows.open_cards import fill_in
from engine.kings_lows.table import KingsAndLowsPlayer, StudTable
from engine.kings_lows.wild import WildRule


def deal_history(
    table: StudTable, deal: Deal | OpenDeal, seed: int, n_records: int
) -> tuple[HandRecord, ...]:
    """Return the first random deals of a seed, hand by hand."""
    if n_records <= 0:
        return ()
    rows = _dealt_cards(deal, seed, n_records)
    floors = dict(zip((player.name for player in table.players), deal.floors.tolist(), strict=True))
    finish = _finish_open if isinstance(deal, OpenDeal) else _finish
    return tuple(_record(finish(table, row), floors) for row in rows)


def _dealt_cards(deal: Deal | OpenDeal, seed: int, n_records: int) -> list[list[Card]]:
    return [[Card.from_index(i) for i in row] for row in deal.native.record(seed, 0, n_records)]


def _record(hands: dict[str, KingsAndLowsHand], floors: dict[str, int]) -> HandRecord:
    stayed = {name: hand for name, hand in hands.items() if hand.strength >= floors[name]}
    best = max(stayed.values())
    winners = tuple(name for name, hand in stayed.items() if hand == best)
    return HandRecord(hands, winners, tuple(name for name in hands if name not in stayed))


def _finish(table: StudTable, dealt: Sequence[Card]) -> dict[str, KingsAndLowsHand]:
    cards = iter(dealt)
    return {player.name: _finish_hand(player, cards, table.rules) for player in table.players}


def _finish_open(table: StudTable, dealt: Sequence[Card]) -> dict[str, KingsAndLowsHand]:
    filled = fill_in(table, iter(dealt))
    return {
        player.name: _open_hand(player, own, filled.rules)
        for player, own in zip(filled.players, filled.hidden, strict=True)
    }


def _open_hand(
    player: KingsAndLowsPlayer, own: tuple[Card, ...], rules: WildRule
) -> KingsAndLowsHand:
    """Return a hand whose open cards are known: the others fill hole and last card, then are
    extra.
    """
    down = [*player.hole_cards, *own]
    last = player.last_card or down.pop(N_HOLE)
    return KingsAndLowsHand(down[:N_HOLE], player.board_cards, last, rules, tuple(down[N_HOLE:]))


def _finish_hand(
    player: KingsAndLowsPlayer, cards: Iterator[Card], rules: WildRule
) -> KingsAndLowsHand:
    """Return the player's known cards, and dealt ones where a card is missing."""
    hole = (*player.hole_cards, *islice(cards, N_HOLE - len(player.hole_cards)))
    board = (*player.board_cards, *islice(cards, MAX_OPEN - len(player.board_cards)))
    return KingsAndLowsHand(hole, board, player.last_card or next(cards), rules)
