"""The simple policies: legal, and what they say they are."""

import numpy as np

from engine.slave.agents.greedy_agent import GreedyAgent
from engine.slave.explain import cannot_be_beaten, explain_gift, group_text
from engine.slave.kernels import bits, deals, encoding, rounds
from engine.slave.kernels.players import greedy_action, heuristic_action
from engine.slave.match import SlaveMatch
from engine.slave.rules import decode_action, valid_plays_of
from tests.engine.slave.batch_play import play_games


def positions(n_games: int, seed: int) -> list[np.ndarray]:
    """Rows from random games, before every move that was not forced."""
    rng, buffer, rows = np.array([seed], np.int64), np.zeros(64, np.int64), []
    for game in range(n_games):
        row = np.zeros(rounds.ROW, np.int64)
        deals.reset_row(row, rng, 0.3, game % 2, 13)
        while row[rounds.N_DONE] < 4:
            n = rounds.legal_actions(row, buffer)
            if n > 1:
                rows.append(row.copy())
            rounds.apply_action(row, buffer[bits.random_below(rng, n)])
    return rows


def test_the_compiled_greedy_player_is_the_greedy_agent() -> None:
    agent, mask = GreedyAgent(), np.empty(157, np.int8)
    for row in positions(60, 1):
        encoding.fill_mask(row, mask, np.zeros(64, np.int64))
        assert greedy_action(row) == agent.select_action(np.zeros(155, np.float32), mask)


def test_the_heuristic_is_legal_and_reads_only_what_it_may() -> None:
    buffer = np.zeros(64, np.int64)
    for row in positions(60, 2):
        action = heuristic_action(row)
        assert action in buffer[: rounds.legal_actions(row, buffer)]
        blind = row.copy()
        blind[[s for s in range(4) if s != row[rounds.CUR]]] = 0
        assert heuristic_action(blind) == action


def test_what_cannot_be_beaten_is_what_no_unseen_cards_beat() -> None:
    match, checked = SlaveMatch(4), {True: 0, False: 0}
    while not match.is_over:
        view = match.view(match.current_seat)
        unseen = ((1 << 52) - 1) & ~int(view.row[rounds.PLAYED]) & ~view.hand
        most = max(view.cards_left(s) for s in range(4) if s != view.seat)
        for action in view.legal_actions():
            if action == 0:
                continue
            play = decode_action(action, view.hand)
            answers = [p for p in valid_plays_of(unseen, play) if 0 < p.kind <= most]
            assert cannot_be_beaten(view, play) == (not answers), (str(play), answers)
            checked[not answers] += 1
        match.apply(match.legal_actions()[-1])
    assert min(checked.values()) > 5


def test_matches_of_simple_policies_add_up() -> None:
    tally = play_games(np.array([2, 1, 1, 0]), 200, 3, 0, np.array([5], np.int64))
    assert tally.sum(axis=0).tolist() == tally.sum(axis=1).tolist() == [600] * 4
    places = tally @ np.arange(1, 5)
    assert places[0] < places[1] < places[3]


def test_groups_have_words() -> None:
    assert group_text(1) == "3♣"
    assert group_text(0b11) == "the pair of threes"
    assert group_text(0b111 << 40) == "the triple of kings"
    assert (
        explain_gift(0b1_0011, 0b1_0000, 1 << 51) == "clears a loose card, leaves 2 plays with 2♠"
    )
    assert explain_gift(0b1_0011, 0b1, 1 << 51) == "breaks the pair of threes, leaves 3 plays"
