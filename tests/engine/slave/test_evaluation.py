"""Moves in the same deals: paired differences, the reference policy, honest errors."""

from dataclasses import replace

import numpy as np
import pytest

from engine.control import Budget, Control
from engine.errors import InputError
from engine.slave.evaluation import (
    LEFT_OUT,
    Evaluation,
    evaluate_chains,
    evaluate_moves,
    mean_error,
    race_moves,
    reference_action,
)
from engine.slave.exchange import gift_by_shape
from engine.slave.kernels.quick import make_scratch, other_choice
from engine.slave.match import SlaveMatch
from engine.slave.policy import load_policy
from engine.slave.search import SearchSettings, settings_for_chances
from engine.slave.solver import best_move, rank_moves
from engine.slave.view import PlayerView


def first_view(seed: int = 3) -> PlayerView:
    match = SlaveMatch(seed)
    match.apply(match.legal_actions()[0])
    return match.view(match.current_seat)


def test_all_moves_are_played_out_in_the_same_deals() -> None:
    view = first_view()
    moves = view.legal_actions()[:4]
    found = evaluate_moves(view, moves, 200, seed=1)
    assert found.actions == tuple(moves)
    assert found.places.shape == (4, 200)
    assert found.n_worlds == len(found.reference) == 200
    assert set(np.unique(found.places)) <= {0, 1, 2, 3}
    assert found.values[0].mean() == pytest.approx(1 - found.places[0].mean() / 3)
    assert found.difference(0, 0)[0] == 0
    gap, error = found.difference(0, 1)
    assert gap == pytest.approx(found.values[0].mean() - found.values[1].mean())
    assert 0 < error < 1
    again = evaluate_moves(view, moves, 200, seed=1)
    np.testing.assert_array_equal(found.places, again.places)


def test_chains_one_after_another_are_those_of_their_seeds() -> None:
    """Late in a round, where the same hands come again in every chain."""
    match, policy = SlaveMatch(3), load_policy()
    while len(match.moves) < 40:
        match.apply(reference_action(match.view(match.current_seat), policy))
    view = match.view(match.current_seat)
    moves = view.legal_actions()
    for seed, found in enumerate(evaluate_chains(view, moves, 20, range(6))):
        alone = evaluate_moves(view, moves, 20, seed)
        np.testing.assert_array_equal(found.places, alone.places)
        np.testing.assert_array_equal(found.reference, alone.reference)


def test_the_value_of_the_position_is_that_of_the_policys_own_move() -> None:
    view = first_view()
    own = reference_action(view, load_policy())
    others = [action for action in view.legal_actions() if action != own][:2]
    both = evaluate_moves(view, [*others, own], 150, seed=2)
    np.testing.assert_array_equal(both.reference, both.places[2])
    alone = evaluate_moves(view, others, 150, seed=2)
    assert alone.places.shape == (2, 150)
    np.testing.assert_array_equal(alone.reference_values, both.reference_values)


def test_it_stops_when_told_and_refuses_what_is_not_legal() -> None:
    view = first_view()
    control = Control(Budget(seconds=0.0))
    short = evaluate_moves(view, view.legal_actions(), 1_000_000, control=control)
    assert 0 < short.n_worlds < 100_000
    illegal = next(a for a in range(157) if a not in view.legal_actions())
    for moves in ([illegal], []):
        with pytest.raises(InputError, match="no legal moves"):
            evaluate_moves(view, moves)
    with pytest.raises(InputError, match="0 deals"):
        evaluate_moves(view, view.legal_actions(), 0)


def test_a_move_that_was_left_out_is_compared_where_it_was_played() -> None:
    places = np.array([[0, 0, 3, 3], [1, 0, LEFT_OUT, LEFT_OUT]], np.int8)
    found = Evaluation((5, 6), places, places[0])
    gap, _ = found.difference(0, 1)
    assert gap == pytest.approx(1 / 6)
    assert np.isnan(found.values[1, 2:]).all()


def test_the_error_of_a_chain_is_wider_than_that_of_even_draws() -> None:
    rng = np.random.default_rng(1)
    steps = rng.normal(size=5_000)
    walk = np.zeros(5_000)
    for i in range(1, 5_000):
        walk[i] = 0.9 * walk[i - 1] + steps[i]
    even = 1.96 * walk.std() / 5_000**0.5
    assert 2.5 < mean_error(walk) / even < 7  # the true factor is sqrt(19) = 4.4
    assert 0.6 < mean_error(steps) / (1.96 * steps.std() / 5_000**0.5) < 1.5


def test_order_and_differences_of_advice_are_one_value() -> None:
    for hand, last in (("5H 7S 7H JC KS AS 2C 2S", "10D"), ("4C 4H 6D 9S 9H JC KD AS", "")):
        found = best_move(hand, last, left=(9, 9, 9), n_playouts=3_000)
        behind = [move.behind for move in found.moves]
        assert behind[0] == 0
        assert behind == sorted(behind)
        whole = [m for m in found.moves if m.titles.n_samples == found.best.titles.n_samples]
        for move in whole:
            places = move.titles.expected_place - found.best.titles.expected_place
            assert move.behind == pytest.approx(places)


def test_chances_are_less_extreme_than_if_everybody_made_the_first_choice() -> None:
    """Players who search often depart from it, and 99% came true in nine of ten cases."""
    match, policy, certainty = SlaveMatch(3), load_policy(), np.zeros(2)
    settings = replace(settings_for_chances(300), keep=1)
    while not match.is_over:
        view = match.view(match.current_seat)
        action = reference_action(view, policy)
        for i, slip in enumerate((settings.slip, 0.0)):
            asked = replace(settings, slip=slip)
            places = race_moves(view, np.array([action], np.int64), asked, policy, seed=5)[0]
            certainty[i] += ((np.bincount(places, minlength=4) / len(places)) ** 2).sum()
        match.apply(action)
    assert certainty[0] < 0.97 * certainty[1]


def test_after_an_exchange_the_king_departs_most_often() -> None:
    """The other three gain more on him by searching than he gains himself."""
    settings = replace(settings_for_chances(400), keep=1)
    assert settings.king_slip > settings.slip
    match = SlaveMatch(3, 2)
    king_chances = np.zeros((4, 2))
    while not match.is_over:
        view = match.view(match.current_seat)
        if match.phase == "exchange":
            match.apply(gift_by_shape(view))
            continue
        action = reference_action(view, load_policy())
        asked = [replace(settings, king_slip=slip) for slip in (0.0, settings.king_slip)]
        moves = np.array([action], np.int64)
        alike, more = (race_moves(view, moves, one, load_policy(), seed=5)[0] for one in asked)
        if view.titles is None:
            np.testing.assert_array_equal(alike, more)
        else:
            king_chances[view.titles[view.seat]] += (alike == 0).mean(), (more == 0).mean()
        match.apply(action)
    assert king_chances[0, 1] < king_chances[0, 0] - 0.1
    assert king_chances[1:, 1].sum() > king_chances[1:, 0].sum()


def test_another_choice_is_legal_and_not_the_policys_first() -> None:
    net, scratch, rng = load_policy().quick_form, make_scratch(), np.array([3], np.int64)
    match, chosen = SlaveMatch(3), set()
    while not match.is_over:
        view = match.view(match.current_seat)
        first, legal = reference_action(view, load_policy()), view.legal_actions()
        others = {int(other_choice(view.row, net, scratch, rng)) for _ in range(20)}
        assert others <= ({*legal} - {first} if len(legal) > 1 else {first})
        chosen.add(len(others))
        match.apply(first)
    assert max(chosen) > 2


def test_advice_expects_departures_and_the_agent_plays_without_them() -> None:
    assert SearchSettings().slip == 0.0
    view = first_view()
    best = rank_moves(view, 4_000, seed=1).best
    asked = replace(settings_for_chances(1_000), keep=1)
    actions = np.array([best.action], np.int64)
    places = race_moves(view, actions, asked, load_policy(), seed=2)[0]
    said = np.bincount(places, minlength=4) / len(places)
    assert abs(said - np.array(best.titles.shares)).max() < 0.1


def test_weaker_opponents_make_a_king_likelier() -> None:
    view = first_view(5)
    equal, weaker = (
        rank_moves(view, 3_000, against=against).best.titles.shares[0]
        for against in ("equal", "weaker")  # type: ignore[attr-defined]
    )
    assert weaker > equal + 0.05
