"""What King and Queen give: all choices, the rule of shape, playouts, no look at other hands."""

from copy import deepcopy

import numpy as np
import pytest

from engine.cards import parse_cards
from engine.control import Control, Progress
from engine.errors import InputError
from engine.slave.agents.registry import make_agent
from engine.slave.card import highest, lowest, to_mask
from engine.slave.exchange import (
    Exchange,
    evaluate_gifts,
    exchange_of,
    gift_by_shape,
    rank_gifts,
)
from engine.slave.game_state import Title
from engine.slave.kernels.endgame import make_solver
from engine.slave.kernels.gifts import gift_slice
from engine.slave.kernels.playouts import Tools
from engine.slave.kernels.quick import make_scratch
from engine.slave.match import SlaveMatch
from engine.slave.policy import load_policy
from engine.slave.rules import SlaveRules
from engine.slave.search import OPPONENT_TYPES
from engine.slave.view import pack_titles

HAND = "3C 3D 5H 7S 7H 9D JC QD KH KS AS 2C 2S"


def king_of(hand: str = HAND, incoming: str = "2H AH", given: str = "") -> Exchange:
    masks = (to_mask(parse_cards(text)) if text else 0 for text in (hand, incoming, given))
    dealt, coming, gone = masks
    return Exchange(0, dealt, coming, (0, 1, 2, 3), gone)


def exchange_match(seed: int) -> SlaveMatch:
    """A match that has just come to its first exchange: the King is to give."""
    match = SlaveMatch(seed, 2)
    heuristic = make_agent("heuristic")
    while match.phase == "play":
        match.apply(heuristic.choose(match.view(match.current_seat)))
    return match


def gift_of(agent_name: str, match: SlaveMatch) -> int:
    """What the agent gives as the player who is to choose, as a mask."""
    match, agent = deepcopy(match), make_agent(agent_name)
    seat, gift = match.current_seat, 0
    while match.phase == "exchange" and match.current_seat == seat:
        action = agent.choose_gift(match.view(seat))
        match.apply(action)
        gift |= 1 << (action - 1)
    return gift


def test_gifts_are_all_choices() -> None:
    king = king_of("3C 4C 5C 6C")
    assert len(king.gifts()) == 6
    assert len(Exchange(0, king.dealt, 0, (1, 0, 2, 3)).gifts()) == 4
    given = to_mask(parse_cards("5C"))
    second = king_of("3C 4C 5C 6C", given="5C").gifts()
    assert len(second) == 3
    assert all(gift & given for gift in second.tolist())


def test_a_king_does_not_give_his_twos() -> None:
    king = king_of("3C 4D 6H 7S 7H 9D 9C QD KH KS AS 2C 2S")
    result = rank_gifts(king, 8_000, seed=1)
    best = int(result.gifts[np.argmax(result.values)])
    assert best & to_mask(parse_cards("2C 2S AS")) == 0
    assert result.tally.sum() >= 8_000 - 3 * len(result.gifts)
    with pytest.raises(InputError, match="nothing to choose"):
        rank_gifts(Exchange(0, king.dealt, 0, (3, 1, 2, 0)), 100)


def test_the_chances_of_gifts_expect_departures_and_reviews_do_not() -> None:
    """Kings who search fall more often than if everybody made the policy's first choice."""
    expected, first_choices = [], []
    for seed in range(6):
        match = exchange_match(seed)
        king = exchange_of(match.view(match.current_seat))
        result = rank_gifts(king, 6_000, seed)
        likely = np.argsort(result.tally.sum(axis=1))[-4:]
        tally = result.tally[likely].sum(axis=0)
        expected.append(tally[0] / tally.sum())
        places = evaluate_gifts(king, result.gifts[likely], 200, seed)
        first_choices.append((places == 0).mean())
    assert np.mean(expected) < np.mean(first_choices) - 0.02


def test_the_rule_of_shape_gives_low_lone_cards_and_keeps_sets() -> None:
    def best(exchange: Exchange) -> int:
        gifts = exchange.gifts()
        return int(gifts[np.argmax(exchange.shapes(gifts))])

    assert best(king_of()) == to_mask(parse_cards("5H 9D"))
    makes_a_pair = king_of(incoming="5S AH")  # then the 5 is not a lone card any more
    assert best(makes_a_pair) == to_mask(parse_cards("3C 3D"))
    no_lone_low_card = king_of("3C 3D 3H 4C 4D 4H 5C 5D KH KS AS AD 2C")
    assert best(no_lone_low_card) == to_mask(parse_cards("5C 5D"))


@pytest.mark.parametrize("seed", range(8))
def test_same_information_same_gift(seed: int) -> None:
    """The other hands are dealt again, but the giver still gives the same cards."""
    match = exchange_match(seed)
    titles = match.game.titles
    assert titles is not None
    twin = deepcopy(match)
    king, slave = titles.index(Title.KING), titles.index(Title.SLAVE)
    others = [s for s in range(4) if s not in (king, slave)]
    hands = twin.game.hands
    top = highest(hands[slave], 2)
    low = lowest(hands[slave] & ~top, 5)
    free = [c for c in range(52) if (1 << c < top & -top) and hands[others[0]] >> c & 1][:5]
    swap = sum(1 << c for c in free)
    low = lowest(low, len(free))
    hands[slave] ^= low | swap
    hands[others[0]] ^= low | swap
    assert twin.game.hands != match.game.hands
    assert twin.game.incoming()[Title.KING] == match.game.incoming()[Title.KING]
    for name in ("policy", "search?rollouts=30", "greedy"):
        assert gift_of(name, twin) == gift_of(name, match)
    results = [rank_gifts(exchange_of(m.view(king)), 400, 1) for m in (match, twin)]
    np.testing.assert_array_equal(results[0].tally, results[1].tally)


def test_policy_and_search_choose_and_simple_agents_give_their_lowest() -> None:
    chosen = 0
    for seed in range(10):
        match = exchange_match(seed)
        hand = match.game.hands[match.current_seat]
        simple = {gift_of(name, match) for name in ("random", "greedy", "heuristic")}
        assert simple == {lowest(hand, 2)}
        gift = gift_of("policy", match)
        assert gift == gift_of("search?rollouts=30", match)
        assert gift & ~hand == 0
        chosen += gift != lowest(hand, 2)
    assert chosen > 3


def test_a_gift_is_given_card_by_card_as_it_was_chosen() -> None:
    match = exchange_match(3)
    king = match.current_seat
    exchange = exchange_of(match.view(king))
    gifts = exchange.gifts()
    best = int(gifts[np.argmax(exchange.shapes(gifts))])
    assert gift_of("policy", match) == best
    match.apply(gift_by_shape(match.view(king)))
    assert exchange_of(match.view(king)).dealt == exchange.dealt
    assert exchange_of(match.view(king)).given == match.game.hands[king] & best & -best


def test_the_rules_of_the_match_reach_the_choice() -> None:
    match = SlaveMatch(3, 2, SlaveRules(trick="lap"))
    while match.phase == "play":
        match.apply(match.legal_actions()[-1])
    assert exchange_of(match.view(match.current_seat)).lap
    king = king_of()
    lap = Exchange(0, king.dealt, king.incoming, king.titles, lap=True)
    assert (rank_gifts(king, 2_000).tally != rank_gifts(lap, 2_000).tally).any()


def test_playouts_are_told_and_stop_when_asked() -> None:
    reports: list[int] = []

    def hear(progress: Progress) -> None:
        reports.append(int(progress.partial.tally.sum()))  # type: ignore[attr-defined]
        control.cancel.set()

    control = Control(on_progress=hear)
    result = rank_gifts(king_of(), 1_000_000, 1, control)
    assert [result.tally.sum()] == reports
    assert reports[0] <= 1_000


def test_there_is_no_gift_in_round_one() -> None:
    with pytest.raises(InputError, match="round 1"):
        exchange_of(SlaveMatch(1).view(0))


def test_chosen_gifts_keep_more_kings_than_lowest_cards() -> None:
    tally, net = np.zeros((2, 4), np.int64), load_policy().quick
    assert net is not None
    tools = Tools(net, make_scratch(), make_solver())
    for seed in range(40):
        match = exchange_match(seed)
        king = exchange_of(match.view(match.current_seat))
        gifts = np.array([gift_of("policy", match), lowest(king.dealt, 2)], np.int64)
        fixed = (king.seat, king.dealt, king.incoming, pack_titles(king.titles), 2, 0)
        rng, equal = np.array([seed], np.int64), np.array(OPPONENT_TYPES["equal"])
        gift_slice(*fixed, gifts, np.ones(2, np.bool_), tally, 100, tools, equal, np.zeros(4), rng)
    assert tally[0, 0] > tally[1, 0] + 100
