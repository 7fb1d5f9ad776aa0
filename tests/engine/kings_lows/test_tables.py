"""The stored tables are what the rules say, and every sum of keys is one of a kind."""

import numpy as np

from engine.kings_lows import build_tables, tables, values
from engine.poker.tables import rank_counts

N_SAMPLES = 300


def places(sums):
    return build_tables.places_of(sums, tables.load().row_starts)


def test_all_key_sums_of_seven_differ():
    sums = [tables.wild_sums(rank_counts(7 - n), n) for n in range(8)]
    everything = np.concatenate(sums)
    assert len(everything) == 76_155
    assert len(np.unique(everything)) == len(everything)


def test_no_two_hands_share_a_place():
    sums = np.concatenate([tables.wild_sums(rank_counts(7 - n), n) for n in range(8)])
    found = places(sums)
    assert len(np.unique(found % (1 << tables.TABLE_BITS))) == len(sums)
    assert found.max() < len(tables.load().rank_values)


def test_stored_values_are_the_rules_values():
    rng = np.random.default_rng(1)
    stored = tables.load().rank_values
    for n_wild in range(8):
        counts = rank_counts(7 - n_wild)
        counts = counts[rng.permutation(len(counts))[:N_SAMPLES]]
        found = stored[places(tables.wild_sums(counts, n_wild))]
        assert found.tolist() == [values.value_by_ranks(row, n_wild) for row in counts]


def test_stored_flushes_are_the_rules_flushes():
    rng = np.random.default_rng(2)
    stored = tables.load().flush_values.reshape(8, -1)
    for mask in rng.integers(0, 1 << 13, N_SAMPLES).tolist():
        ranks = [rank for rank in range(2, 15) if mask >> (rank - 2) & 1]
        for n_wild in range(4):
            assert stored[n_wild, mask] == values.value_by_suit(ranks, n_wild)
    assert not stored[4:].any()
