from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from assistant.arena.plan import plan_match
from assistant.arena.ratings import rank
from assistant.arena.strength import measure
from engine.cards import parse_cards
from engine.control import Budget, Control
from engine.errors import InputError
from engine.slave.agents.registry import make_agent
from engine.slave.card import to_mask
from engine.slave.kernels import rounds, worlds
from engine.slave.kernels.quick import make_scratch
from engine.slave.match import SlaveMatch
from engine.slave.policy import load_policy
from engine.slave.search import Against, Search, SearchSettings, seen_of, settings_for
from engine.slave.view import PlayerView, cut_view
from tests.bench.bench_slave import card_losses, policy_positions


def midgame(seed: int, n_moves: int) -> SlaveMatch:
    match = SlaveMatch(seed)
    greedy = make_agent("greedy")
    while not match.is_over and (n_moves > 0 or len(match.legal_actions()) < 3):
        match.apply(greedy.choose(match.view(match.current_seat)))
        n_moves -= 1
    return match


def swapped(match: SlaveMatch, seat: int) -> np.ndarray:
    """The same game with the hidden hands dealt otherwise: same information for `seat`."""
    row = match._row.copy()
    others = [s for s in range(4) if s != seat]
    cards = [c for s in others for c in range(52) if row[s] >> c & 1][::-1]
    for s in others:
        n = int(row[rounds.COUNTS]) >> (4 * s) & 15
        row[s] = sum(1 << c for c in cards[:n])
        cards = cards[n:]
    return row


def walker(seen: worlds.Evidence, chain: worlds.Chain) -> Callable[[int], None]:
    """Starts the chain of sampled deals again and swaps cards so many times."""
    net, scratch, rng = load_policy().quick, make_scratch(), np.array([1], np.int64)
    assert net is not None
    return lambda n_swaps: worlds.start_chain(seen, net, chain, scratch, rng, n_swaps)


@pytest.mark.parametrize("seed", range(6))
def test_same_information_same_suggestion(seed: int) -> None:
    match = midgame(seed, 20)
    seat = match.current_seat
    view = match.view(seat)
    other = swapped(match, seat)
    assert (other[:4] != match._row[:4]).any()
    twin = cut_view(other, seat, view.past, view.laid, view.known)
    settings = SearchSettings(n_playouts=300)
    first, second = Search(settings, 5).run(view), Search(settings, 5).run(twin)
    np.testing.assert_array_equal(first.tally, second.tally)
    assert first.best == second.best
    for name in ("heuristic", "policy", "greedy"):
        agent = make_agent(name)
        assert agent.choose(view) == agent.choose(twin)


def test_sampled_deals_fit_counts_and_known_cards() -> None:
    match = midgame(3, 24)
    seat = match.current_seat
    view = match.view(seat)
    unseen = ((1 << 52) - 1) & ~int(view.row[rounds.PLAYED]) & ~view.hand
    opponent = (seat + 1) % 4
    known = np.zeros(4, np.int64)
    known[opponent] = unseen & -unseen
    chain = worlds.make_chain()
    hands = chain.hands
    walk = walker(seen_of(replace(view, known=known)), chain)
    seen = set()
    for _ in range(30):
        walk(50)
        assert hands[opponent] & known[opponent] == known[opponent]
        assert np.bitwise_or.reduce(hands) == unseen
        assert sum(int(h).bit_count() for h in hands) == unseen.bit_count()
        for s in range(4):
            expected = 0 if s == seat else view.cards_left(s)
            assert int(hands[s]).bit_count() == expected
        seen.add(hands.tobytes())
    assert len(seen) > 10


@pytest.mark.parametrize("against", ["equal", "weaker"])
@pytest.mark.parametrize("n_moves", [8, 40])
def test_remembered_weights_are_those_of_the_hands(against: Against, n_moves: int) -> None:
    match, net = midgame(3, n_moves), load_policy().quick
    seen, chain = seen_of(match.view(match.current_seat), against), worlds.make_chain()
    scratch, rng, weights = make_scratch(), np.array([1], np.int64), np.empty(worlds.N_TYPES)
    worlds.start_chain(seen, net, chain, scratch, rng, 100)
    for _ in range(100):
        worlds.swap_cards(seen, net, chain, scratch, rng, 10)
        for seat in {0, 1, 2, 3} - {match.current_seat}:
            hand = chain.hands[seat]
            worlds.seat_likelihood(seen, seat, hand, net, scratch, weights, 0.0)
            np.testing.assert_array_equal(chain.weights[seat], weights)


def test_a_pass_makes_high_cards_unlikely() -> None:
    """A greedy opponent who let 2♥ pass is rarely dealt the 2♠ that beats it."""
    two = 50
    row = np.zeros(rounds.ROW, np.int64)
    hand = to_mask(parse_cards("3D 3H 4C 4D 5C 5D 6C 6D 7C 7D 8C 8D"))
    row[0] = hand
    row[rounds.COUNTS] = 12 | 13 << 4 | 13 << 8 | 13 << 12
    row[rounds.PLAYED] = 1 << two
    row[rounds.KIND], row[rounds.TOP], row[rounds.LAST], row[rounds.CUR] = 1, two, 0, 1
    row[rounds.MUST], row[rounds.TITLES] = -1, -1
    past = row.copy()
    past[:4] = 0
    row[rounds.CUR], row[rounds.OUT] = 2, 2
    chain = worlds.make_chain()
    hands = chain.hands
    view = PlayerView(0, row, past[None], np.zeros(1, np.int64))
    walk = walker(seen_of(view, "weaker"), chain)
    high = [0.0, 0.0]
    above = ((1 << 52) - 1) & ~((2 << two) - 1)
    for _ in range(100):
        walk(400)
        high[0] += int(hands[1] & above).bit_count()
        high[1] += int(hands[2] & above).bit_count()
    assert high[0] < 0.6 * high[1]


def test_the_true_cards_get_more_weight_than_in_an_even_deal() -> None:
    """In games of four policies; the bench measures by how much."""
    losses = np.array([card_losses(match, seat) for match, seat in policy_positions(10)])
    even, weighed = losses.mean(axis=0)
    assert len(losses) > 30
    assert weighed < even - 0.04


def test_a_sure_win_is_found() -> None:
    row = np.zeros(rounds.ROW, np.int64)
    row[0] = to_mask(parse_cards("4C 2S"))
    row[rounds.COUNTS] = 2 | 1 << 4 | 5 << 8 | 5 << 12
    row[rounds.PLAYED] = (
        ((1 << 52) - 1) & ~int(row[0]) & ~to_mask(parse_cards("3D 5C 5D 6D 7D 8D 9D 10D JD QD KD"))
    )
    row[rounds.TOP] = row[rounds.LAST] = row[rounds.MUST] = row[rounds.TITLES] = -1
    result = Search(SearchSettings(n_playouts=400, keep=3), 1).run(PlayerView(0, row))
    assert result.best == 52  # the 2♠ first: it cannot be beaten, and then the 4♣ is out
    best = result.tally[list(result.actions).index(52)]
    assert best[0] == best.sum()


def test_the_search_stops_when_told() -> None:
    view = midgame(2, 0).view(midgame(2, 0).current_seat)
    control = Control(Budget(seconds=0.0))
    result = Search(SearchSettings(n_playouts=5_000_000, keep=3), 1).run(view, control)
    assert 0 < result.tally.sum() < 100_000


def test_search_beats_greedy_clearly() -> None:
    plan = plan_match(("search?rollouts=400", "greedy", "greedy", "greedy"), 16, 1, "slave")
    first = rank(measure(plan, Control(), workers=0).results).standings[0]
    assert first.agent == "slave:search?rollouts=400"
    assert first.win_share.interval.low > 0.4


def test_moves_that_the_policy_likes_get_a_bonus() -> None:
    match = midgame(2, 8)
    view = match.view(match.current_seat)
    plain = Search(SearchSettings(n_playouts=300, prior_weight=0.0, keep=9), 1).run(view)
    liked = Search(SearchSettings(n_playouts=300, prior_weight=0.5, keep=9), 1).run(view)
    np.testing.assert_array_equal(plain.tally, liked.tally)
    assert (liked.values - plain.values).sum() == pytest.approx(0.5)
    sure = Search(SearchSettings(n_playouts=300, prior_weight=50.0), 1).run(view)
    assert sure.best == make_agent("policy").choose(view)


def test_a_move_that_the_policy_finds_absurd_costs_no_playouts() -> None:
    match = midgame(2, 8)
    view = match.view(match.current_seat)
    only = Search(SearchSettings(least_share=1.0), 1).run(view)
    assert only.best == make_agent("policy").choose(view)
    assert only.tally.sum() == 0
    every = Search(SearchSettings(n_playouts=300, least_share=0.0), 1).run(view)
    assert (every.tally.sum(axis=1) > 0).all()


def test_a_larger_budget_is_spent_on_deals_that_differ_more() -> None:
    assert settings_for(1_200) == SearchSettings() == replace(settings_for(10), n_playouts=1_200)
    small, large, huge = (settings_for(n) for n in (1_200, 12_000, 1_000_000))
    assert (large.n_swaps, large.n_burn) == (2 * small.n_swaps, small.n_burn)
    assert large.doubt > small.doubt
    assert replace(huge, n_playouts=12_000) == large


def test_a_search_stops_early_when_one_move_is_clearly_best() -> None:
    match = midgame(2, 8)
    view = match.view(match.current_seat)
    hasty = Search(SearchSettings(n_playouts=50_000, doubt=0.5), 1).run(view)
    assert hasty.tally.sum() < 25_000
    assert hasty.tally.sum(axis=1).max() == hasty.tally[list(hasty.actions).index(hasty.best)].sum()


def test_a_policy_without_its_quick_form_cannot_search() -> None:
    bare = replace(load_policy(), quick=None)
    with pytest.raises(InputError, match="no quick form"):
        Search(policy=bare)
