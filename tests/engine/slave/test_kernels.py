"""The compiled game is the readable one, move by move."""

import random

import numpy as np
import pytest

from engine.slave.game_state import GameState
from engine.slave.kernels import batches, bits, deals, encoding, rounds
from engine.slave.observations import encode_observation, get_action_mask, view_of_observation
from engine.slave.rules import SlaveRules
from engine.slave.view import row_of
from tests.engine.slave.batch_play import random_legal, step_batch


def play_twins(game: GameState, rng: random.Random, look: bool) -> None:
    row, buffer = row_of(game), np.zeros(64, np.int64)
    while not game.is_game_over():
        actions = game.valid_actions()
        assert buffer[: rounds.legal_actions(row, buffer)].tolist() == actions
        assert row[rounds.CUR] == game.current_player
        if look:
            assert row.tolist() == row_of(game).tolist()
            check_observations(game, row)
        action = rng.choice(actions)
        game.apply(game.current_player, action)
        rounds.apply_action(row, action)
    assert row.tolist() == row_of(game).tolist()
    assert [rounds.place_of(row, s) for s in range(4)] == list(game.determine_positions())


def check_observations(game: GameState, row: np.ndarray) -> None:
    features, mask = np.empty(155, np.float32), np.empty(157, np.int8)
    for seat in range(4):
        encoding.observe(row, seat, features)
        np.testing.assert_array_equal(features, encode_observation(game, seat))
    encoding.fill_mask(row, mask, np.zeros(64, np.int64))
    np.testing.assert_array_equal(mask, get_action_mask(game, game.current_player))


@pytest.mark.parametrize("n_wanted", [2_500, pytest.param(10_000, marks=pytest.mark.slow)])
def test_twins_agree_on_random_games(n_wanted: int) -> None:
    rng = random.Random(11)
    n_games = 0
    while n_games < n_wanted:
        trick = "lap" if rng.random() < 0.3 else "pass_out"
        size = rng.choice((2, 3, 4, 5, 6, 8, 13))
        game = GameState(SlaveRules(trick=trick, hand_size=size))  # type: ignore[arg-type]
        game.reset(rng.getrandbits(32))
        for round_number in range(rng.choice((1, 3))):
            if round_number:
                game.start_next_round()
                hands = np.array(game.hands, np.int64)
                deals.exchange_lowest(hands, row_of(game)[rounds.TITLES])
                game.exchange_cards()
                assert hands.tolist() == game.hands
            play_twins(game, rng, look=n_games % 50 == 0)
            n_games += 1


def test_a_decided_place_is_the_final_one() -> None:
    rng, buffer = np.array([3], np.int64), np.zeros(64, np.int64)
    for game in range(300):
        row = np.zeros(rounds.ROW, np.int64)
        deals.reset_row(row, rng, 0.7, game % 2, 13)
        decided: dict[int, int] = {}
        while row[rounds.N_DONE] < 4:
            n = rounds.legal_actions(row, buffer)
            rounds.apply_action(row, buffer[bits.random_below(rng, n)])
            for seat in range(4):
                place = int(rounds.decided_place(row, seat))
                assert decided.setdefault(seat, place) == place or decided[seat] < 0
                decided[seat] = place
        assert decided == {seat: rounds.place_of(row, seat) for seat in range(4)}


def test_a_batch_steps_as_single_games_do() -> None:
    rng = np.array([5], np.int64)
    rows = np.zeros((32, rounds.ROW), np.int64)
    batches.reset_batch(rows, rng, 0.5, 0, 13)
    actions, done = np.zeros(32, np.int64), np.zeros(32, np.bool_)
    observations, masks = np.zeros((32, 155), np.float32), np.zeros((32, 157), np.int8)
    rewards = np.zeros((32, 4))
    n_done = 0
    for _ in range(120):
        random_legal(rows, actions, rng)
        singles = rows.copy()
        step_batch(rows, actions, observations, masks, rewards, done, rng, 0.5, 13)
        for game in range(32):
            rounds.apply_action(singles[game], actions[game])
            assert done[game] == (singles[game, rounds.N_DONE] == 4)
            if not done[game]:
                np.testing.assert_array_equal(rows[game], singles[game])
                assert masks[game].sum() >= 1
            else:
                n_done += 1
                titles = sorted(round(r) for r in rewards[game])
                assert titles == [-10, -5, 5, 10]
    assert n_done > 16


def test_observations_read_back_give_the_same_legal_actions() -> None:
    rng, buffer = np.array([8], np.int64), np.zeros(64, np.int64)
    row = np.zeros(rounds.ROW, np.int64)
    for _ in range(50):
        deals.reset_row(row, rng, 0.5, 0, 13)
        while row[rounds.N_DONE] < 4:
            seat = int(row[rounds.CUR])
            features, mask = np.empty(155, np.float32), np.empty(157, np.int8)
            encoding.observe(row, seat, features)
            n = encoding.fill_mask(row, mask, buffer)
            view = view_of_observation(features, mask)
            assert view.legal_actions() == buffer[:n].tolist()
            assert view.hand == row[seat]
            assert [view.cards_left(s) for s in range(4)] == [
                int(row[rounds.COUNTS]) >> (4 * ((seat + s) % 4)) & 15 for s in range(4)
            ]
            rounds.apply_action(row, buffer[bits.random_below(rng, n)])


def test_the_generator_of_random_numbers_is_even() -> None:
    rng = np.array([1], np.int64)
    counts = np.bincount([bits.random_below(rng, 7) for _ in range(14_000)], minlength=7)
    assert counts.min() > 1_800
    assert counts.max() < 2_200


@pytest.mark.parametrize(("mask", "low", "high", "n"), [(1, 0, 0, 1), (0b1010 << 40, 41, 43, 2)])
def test_bits_are_counted(mask: int, low: int, high: int, n: int) -> None:
    assert (bits.take_lowest(mask, 1), bits.take_highest(mask, 1)) == (1 << low, 1 << high)
    counts = int(bits.rank_counts(mask))
    assert sum(counts >> (4 * r) & 15 for r in range(13)) == n
