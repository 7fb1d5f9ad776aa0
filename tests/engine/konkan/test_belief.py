"""Sampled hands look like real ones: they wait, cannot have gone out, and fit what was thrown."""

from itertools import product

import rust_meld
from engine.errors import IllegalStateError
from engine.konkan.cards import Joker, KonkanCard, format_hand, from_codes
from engine.konkan.game import KonkanGame
from engine.konkan.melds import Meld, parse_meld, solve
from tests.engine.konkan.positions import view_with

N_WORLDS = 60


def _late_position() -> KonkanGame:
    """Two players after twenty turns in which nobody came down."""
    for seed in range(100):
        game = KonkanGame.deal(seed, 2)
        while not game.is_over and game.turn < 20:
            legal = game.legal_actions()
            waits = game.phase == "act"
            game.apply(max(a for a in legal if not waits or a.startswith("throw")))
        if game.phase == "pull" and game.turn == 20:
            return game
    raise AssertionError("no such position")


def _melds(hands: list[list[bytes]], seat: int) -> list[tuple[bool, bool]]:
    """Whether each sampled hand could come down, and whether all its cards are in melds."""
    found = []
    for world in hands:
        frontier = solve(from_codes(world[seat]))
        found.append((max(frontier.points) >= 81, frontier.points[14] >= 81))
    return found


def test_equal_opponents_wait_and_greedy_ones_do_not() -> None:
    game = _late_position()
    me, opponent = game.seat, 1 - game.seat
    view = game.view(me)
    ready = {}
    for kind in ("equal", "greedy"):
        hands = _melds(rust_meld.sample_hands(view, N_WORLDS, 7, kind), opponent)
        ready[kind] = sum(can for can, _ in hands) / N_WORLDS
        assert sum(all_melded for _, all_melded in hands) <= 2, "who could go out has done so"
    assert ready["equal"] > 0.2
    assert ready["greedy"] < 0.05


def test_hands_grow_with_the_turns() -> None:
    game = _late_position()
    opponent = 1 - game.seat
    n_cards = []
    for turn in (2, 20):
        worlds = rust_meld.sample_hands(view_with(game, turn=turn), N_WORLDS, 7, "equal")
        frontiers = [solve(from_codes(world[opponent])) for world in worlds]
        melded = [max(n for n, p in enumerate(f.points) if p or not n) for f in frontiers]
        n_cards.append(sum(melded) / N_WORLDS)
    assert n_cards[1] > n_cards[0] + 2


def test_coming_down_does_not_change_what_opponents_are_believed_to_hold() -> None:
    """A turn that comes down shows nothing of the others' cards."""
    game = _late_position()
    opponent = 1 - game.seat
    before, after = (
        rust_meld.sample_hands(view_with(game, down_total=down_total), N_WORLDS, 7, "equal")
        for down_total in (None, 80)
    )
    n_equal = sum(a[opponent] == b[opponent] for a, b in zip(before, after, strict=True))
    assert n_equal > 0.9 * N_WORLDS


def _position_behind_a_player_who_is_down(seed: int) -> KonkanGame:
    """Two greedy players, the one to pull not down and the other down."""
    game = KonkanGame.deal(seed, 2)
    while not game.is_over:
        down = [seat.down_total is not None for seat in game.seats]
        if game.phase == "pull" and down[1 - game.seat] and not down[game.seat]:
            return game
        game.apply(game.choose("greedy", seed=1))
    return _position_behind_a_player_who_is_down(seed + 1)


def _fits(card: KonkanCard, meld: Meld) -> bool:
    try:
        parse_meld(format_hand((*meld.cards, card)))
    except IllegalStateError:
        return False
    return True


def test_an_opponent_who_is_down_holds_nothing_that_could_have_been_laid() -> None:
    """Only a player who waits, with two cards left, may keep a joker for the last turn."""
    n_jokers = dict.fromkeys(("equal", "greedy"), 0)
    for seed, kind in product((1, 100, 200), n_jokers):
        game = _position_behind_a_player_who_is_down(seed)
        me, opponent = game.seat, 1 - game.seat
        for world in rust_meld.sample_hands(game.view(me), N_WORLDS, 7, kind):
            hand = from_codes(world[opponent])
            assert len(hand) == game.seats[opponent].n_cards
            naturals = [card for card in hand if not isinstance(card, Joker)]
            n_jokers[kind] += len(hand) - len(naturals)
            assert len(hand) == 2 or len(naturals) == len(hand)
            assert not any(_fits(card, entry.meld) for card in naturals for entry in game.table)
            assert max(solve(hand).points) == 0
    assert n_jokers["equal"] > n_jokers["greedy"] == 0
