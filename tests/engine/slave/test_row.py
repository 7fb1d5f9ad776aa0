"""The plain row game is the compiled one: moves, observations, network inputs."""

import numpy as np
import pytest

from engine.slave import row as plain
from engine.slave.kernels import bits, deals, encoding, rounds
from engine.slave.policy import load_policy
from engine.slave.rules import action_mask_of


@pytest.mark.parametrize("lap", [0, 1])
def test_plain_and_compiled_rounds_are_equal_move_by_move(lap: int) -> None:
    rng, buffer = np.array([4 + lap], np.int64), np.zeros(64, np.int64)
    seen, mask = np.empty(155, np.float32), np.empty(157, np.int8)
    for game in range(40):
        row = np.zeros(rounds.ROW, np.int64)
        deals.reset_row(row, rng, 0.5, lap, 13)
        hands, packed = [int(hand) for hand in row[:4]], int(row[rounds.TITLES])
        titles = None if packed < 0 else [packed >> (2 * s) & 3 for s in range(4)]
        mine = plain.begin_round(hands, titles, int(row[rounds.ROUND]), bool(lap), must=True)
        while row[rounds.N_DONE] < 4:
            np.testing.assert_array_equal(mine, row)
            n = rounds.legal_actions(row, buffer)
            assert plain.legal_actions(mine) == buffer[:n].tolist()
            if game % 4 == 0:
                for seat in range(4):
                    encoding.observe(row, seat, seen)
                    np.testing.assert_array_equal(plain.observe(mine, seat), seen)
                encoding.fill_mask(row, mask, buffer)
                np.testing.assert_array_equal(plain.action_mask(mine), mask)
            action = int(buffer[bits.random_below(rng, n)])
            plain.apply_cards(mine, action_mask_of(action, int(mine[mine[plain.CUR]])))
            rounds.apply_action(row, action)
        np.testing.assert_array_equal(mine, row)


def test_network_inputs_follow_from_what_is_seen() -> None:
    """Against a slow count of one position."""
    hand, played = 0b0011_0000_0001 | 1 << 51, 0b0100 << 8
    row = plain.begin_round([hand, 0b10 << 8, 1 << 20, 1 << 24], None, 1, False, must=False)
    row[plain.PLAYED], row[plain.CUR] = played, 0
    features = plain.derive(plain.observe(row, 0)[None], plain.action_mask(row)[None])[0]
    held, unseen = features[312:364].reshape(13, 4), features[364:416].reshape(13, 4)
    assert held.sum(axis=1).tolist() == [1, 0, 2, *[0] * 9, 1]
    assert unseen.sum(axis=1).tolist() == [3, 4, 1, *[4] * 9, 3]
    assert features[416:429].tolist() == [0] * 12 + [1]  # only the 2♠ cannot be beaten
    assert features[429:468].reshape(3, 13).argmax(axis=1).tolist() == [0, 0, 0]
    assert features[468:].tolist() == [0, 0, 1] + [0] * 10
    logits = load_policy().logits(plain.observe(row, 0)[None], plain.action_mask(row)[None])
    assert logits.shape == (1, 157)
