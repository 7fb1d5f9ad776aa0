"""Cards dealt in blocks are the cards dealt one deal after another."""

import numpy as np
import pytest

from engine.kernels.generator import (
    BLOCK,
    draw_steps,
    no_steps,
    seed_state,
    shuffle_to,
    take_card,
)


@pytest.mark.parametrize(("n_deck", "n_cards"), [(52, 1), (50, 7), (50, 17), (45, 24), (9, 9)])
def test_a_block_deals_what_single_deals_would(n_deck: int, n_cards: int) -> None:
    state = np.uint64(seed_state(3, 1))
    single, together = np.arange(n_deck), np.arange(n_deck)
    steps = no_steps(n_cards)
    ahead = draw_steps(state, n_deck, n_cards, steps)
    for deal in range(BLOCK):
        state = np.uint64(shuffle_to(state, single, n_cards))
        own = steps[deal::BLOCK]
        taken = [take_card(together, np.uint64(i), own[i]) for i in range(n_cards)]
        assert taken == single[:n_cards].tolist()
        assert together.tolist() == single.tolist()
    assert ahead == int(state)
