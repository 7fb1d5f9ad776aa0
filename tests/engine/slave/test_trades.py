"""The exchange in sampled deals: what the policy gives, and hands that look like real ones."""

import numpy as np
import pytest

from engine.slave.card import highest, lowest
from engine.slave.exchange import Exchange, gift_by_shape
from engine.slave.kernels import rounds, trades, worlds
from engine.slave.kernels.quick import make_scratch, quick_action
from engine.slave.match import SlaveMatch
from engine.slave.policy import load_policy
from engine.slave.search import seen_of
from engine.slave.view import PlayerView, pack_titles

TITLES = (0, 1, 2, 3)
HIGH = 0xFF << 44  # aces and twos


def dealt_hands(rng: np.random.Generator) -> np.ndarray:
    cards = rng.permutation(52)
    return np.array([sum(1 << int(c) for c in cards[13 * s : 13 * s + 13]) for s in range(4)])


def later_round(seed: int) -> SlaveMatch:
    """A match at the first move after an exchange, played by the policy's quick form."""
    match, net, scratch = SlaveMatch(seed, n_rounds=2), load_policy().quick, make_scratch()
    assert net is not None
    while match.game.round_number == 1 or match.phase == "exchange":
        view = match.view(match.current_seat)
        gives = match.phase == "exchange"
        match.apply(gift_by_shape(view) if gives else int(quick_action(view.row, net, scratch)))
    return match


def sampled_hands(view: PlayerView, n_deals: int) -> np.ndarray:
    """Hands of the seats in sampled deals (n_deals, 4)."""
    net, chain, scratch = load_policy().quick, worlds.make_chain(), make_scratch()
    assert net is not None
    rng, seen = np.array([view.seat + 1], np.int64), seen_of(view)
    worlds.start_chain(seen, net, chain, scratch, rng, 200)
    found = []
    for _ in range(n_deals):
        worlds.swap_cards(seen, net, chain, scratch, rng, 20)
        found.append(chain.hands[:4].copy())
    return np.array(found)


def test_the_compiled_gift_is_the_rule_of_shape() -> None:
    rng = np.random.default_rng(3)
    for _ in range(200):
        hands = dealt_hands(rng)
        for seat, giver, n in ((0, 3, 2), (1, 2, 1)):
            dealt, incoming = int(hands[seat]), highest(int(hands[giver]), n)
            exchange = Exchange(seat, dealt, incoming, TITLES)
            gifts = exchange.gifts()
            shapes = exchange.shapes(gifts)
            values = [trades.shape_value(dealt, incoming, gift) for gift in gifts]
            assert values == shapes.tolist()
            assert trades.shape_gift(dealt, incoming, n) == gifts[np.argmax(shapes)]


def test_an_exchange_by_shape_keeps_all_cards_and_moves_the_best() -> None:
    hands = dealt_hands(np.random.default_rng(4))
    before = [int(hand) for hand in hands]
    trades.exchange_by_shape(hands, pack_titles(TITLES))
    assert sum(map(int, hands)) == sum(before)
    assert int(hands[0]) & highest(before[3], 2) == highest(before[3], 2)
    assert int(hands[1]) & highest(before[2], 1) == highest(before[2], 1)
    assert [int(hand).bit_count() for hand in hands] == [13] * 4


def test_a_trade_that_happened_weighs_more_than_one_that_cannot_be() -> None:
    hands = dealt_hands(np.random.default_rng(5))
    before = [int(hand) for hand in hands]
    up = highest(before[3], 2)
    down = int(trades.shape_gift(before[0], up, 2))
    trades.exchange_by_shape(hands, pack_titles(TITLES))
    rules = trades.TOP_RULE | trades.GIFT_RULE
    trade = np.array([0, 3, 2, up, down, rules, 0])
    true = trades.trade_weight(trade, hands[0], hands[3], 1.0)
    assert true == pytest.approx(1.0, abs=0.01)
    trade[trades.UP] = lowest(int(hands[0]), 2)  # the Slave held better cards than these
    assert trades.trade_weight(trade, hands[0], hands[3], 1.0) < 1e-3 * true


def test_sampled_hands_look_like_real_ones_after_an_exchange() -> None:
    """Aces and twos by title: mean of the sampled hands against the real ones."""
    real, sampled = np.zeros(4), np.zeros(4)
    for seed in range(40):
        match = later_round(seed)
        titles = match.game.titles
        assert titles is not None
        seat = seed % 4
        hands = sampled_hands(match.view(seat), 30)
        for other in range(4):
            if other != seat:
                real[titles[other]] += (match.game.hands[other] & HIGH).bit_count()
                sampled[titles[other]] += np.bitwise_count(hands[:, other] & HIGH).mean()
    assert sampled[0] > 2 * sampled[3]  # the King has the best cards
    np.testing.assert_allclose(sampled / 30, real / 30, atol=0.45)


def test_a_king_knows_that_the_slave_kept_nothing_better() -> None:
    for seed in range(12):
        match = later_round(seed)
        assert match.game.titles is not None
        king, slave = match.game.titles.index(0), match.game.titles.index(3)
        view = match.view(king)
        assert view.received.bit_count() == 2
        assert view.hand & view.received == view.received
        lowest_up = (view.received & -view.received).bit_length() - 1
        own = sampled_hands(view, 20)[:, slave] & ~int(view.known[slave])
        assert (own >> lowest_up == 0).mean() > 0.9


def test_without_all_moves_only_what_is_remembered_counts() -> None:
    match = later_round(3)
    assert match.game.titles is not None
    seat = match.game.titles.index(2)
    view = match.view(seat)
    row = view.row.copy()
    played = int(row[seat]) & -int(row[seat])
    row[seat] ^= played
    row[rounds.PLAYED] = played
    row[rounds.COUNTS] -= 1 << (4 * seat)
    chain, net = worlds.make_chain(), load_policy().quick
    assert net is not None
    without_moves = PlayerView(seat, row, known=view.known, received=view.received)
    worlds.start_chain(
        seen_of(without_moves), net, chain, make_scratch(), np.array([1], np.int64), 50
    )
    assert chain.trades[:, trades.RULES].tolist() == [0, 0]
    np.testing.assert_array_equal(chain.factors, 1.0)
