import threading
import time

import pytest

import rust_meld
from engine.control import Budget, Control
from engine.errors import IllegalStateError, InputError
from engine.konkan.game import KonkanGame
from engine.konkan.players import SearchPlayer
from engine.konkan.search import SearchConfig, Searcher, search


def position(seed: int, n_actions: int, players: int = 2) -> KonkanGame:
    game = KonkanGame.deal(seed, players)
    for _ in range(n_actions):
        if not game.is_over:
            game.apply(game.choose("greedy"))
    return game


def other_world(game: KonkanGame) -> KonkanGame:
    """The same information for the seat to act, other hidden cards: hands and deck rotated."""
    fields = dict(field.strip().partition(" ")[::2] for field in game.text.split(";"))
    hands = [hand.split() for hand in fields["hands"].split("/")]
    known = [cards.split() for cards in fields["known"].split("/")]
    deck = fields["deck"].split()
    for seat, hand in enumerate(hands):
        if seat == game.seat:
            continue
        seen, free = list(known[seat]), list(hand)
        for card in seen:
            free.remove(card)
        new, rest = [], list(deck)
        for card in deck:
            if len(new) < len(free) and (seen + new).count(card) < 2:
                new.append(card)
                rest.remove(card)
        hands[seat], deck = seen + new, free + rest
    text = game.text.replace(
        f"hands {fields['hands']}", "hands " + " / ".join(" ".join(hand) for hand in hands)
    )
    text = text.replace(f"deck {fields['deck']}", "deck " + " ".join(deck))
    return KonkanGame.from_text(text.replace(f"rng {fields['rng']}", "rng 5 6 7 8"))


@pytest.mark.parametrize("flat", [False, True])
@pytest.mark.parametrize("n_actions", [1, 9, 24, 35])
@pytest.mark.parametrize("players", [2, 3])
def test_hidden_cards_do_not_change_the_search(n_actions: int, flat: bool, players: int) -> None:
    game = position(3, n_actions, players)
    twin = other_world(game)
    enemy = (game.seat + 1) % players
    assert twin.hand(enemy) != game.hand(enemy), "the worlds must differ"
    config = SearchConfig(96, seed=4, flat=flat, dirichlet_weight=0.2)
    first = search(game.observation(game.seat), config)
    second = search(twin.observation(game.seat), config)
    assert first == second


@pytest.mark.parametrize("threads", [1, 2, 3])
def test_a_search_is_the_same_for_its_seed(threads: int) -> None:
    game = position(5, 20)
    config = SearchConfig(100, seed=9, threads=threads)
    first = search(game.observation(game.seat), config)
    assert search(game.observation(game.seat), config) == first
    assert sum(action.visits for action in first.actions) == 100
    assert sum(action.share for action in first.actions) == pytest.approx(1)
    assert all(
        sum(action.values) == pytest.approx(1, abs=1e-3)
        for action in first.actions
        if action.visits
    )


def test_every_searched_action_is_legal() -> None:
    for n_actions in range(0, 60, 7):
        game = position(8, n_actions, 3)
        if game.is_over:
            break
        legal = set(game.legal_actions())
        result = search(game.observation(game.seat), SearchConfig(16))
        assert {action.action for action in result.actions} <= legal
        assert result.line[0] == max(result.actions, key=lambda action: action.visits).action


def test_flat_search_looks_at_every_legal_action() -> None:
    game = position(8, 4)
    result = search(game.observation(game.seat), SearchConfig(60, flat=True))
    assert {action.action for action in result.actions} == set(game.legal_actions())


def test_the_winning_throw_is_found() -> None:
    """One card fits on the table, the other is thrown: the round is won."""
    for seed in range(200):
        game = position(seed, 0)
        while not game.is_over:
            before, action = game.copy(), game.choose("greedy")
            game.apply(action)
            if game.is_over and game.winner is not None:
                result = search(before.observation(before.seat), SearchConfig(32))
                assert result.win_share == 1.0
                return
    pytest.fail("no game was won")


def test_the_tree_is_kept_within_a_turn() -> None:
    game = position(3, 29)
    while game.phase != "pull" or "pull trash" in game.legal_actions():
        game.apply(game.choose("greedy"))
    searcher = Searcher(game.observation(game.seat).text, game.seat, SearchConfig(400, seed=1))
    searcher.run()
    game.apply("pull deck")
    searcher.advance("pull deck", game.observation(game.seat).text)
    assert {action.action for action in searcher.result().actions} <= set(game.legal_actions())
    result = searcher.run()
    assert sum(action.visits for action in result.actions) >= 400


def test_a_player_with_a_tree_plays_legal_games() -> None:
    game = KonkanGame.deal(11, 3)
    seats = [SearchPlayer(SearchConfig(8, seed=seat)) for seat in range(3)]
    while not game.is_over:
        game.apply(seats[game.seat].choose(game, seed=5))
    assert game.winner is not None


def test_a_search_stops_when_asked() -> None:
    game = position(3, 20)
    control = Control()
    threading.Timer(0.2, control.cancel.set).start()
    start_s = time.monotonic()
    result = search(game.observation(game.seat), SearchConfig(10**9), control)
    assert time.monotonic() - start_s < 5
    assert 0 < result.n_simulations < 10**9
    timed = search(game.observation(game.seat), SearchConfig(10**9), Control(Budget(seconds=0.1)))
    assert timed.n_simulations > 0


def test_progress_is_told() -> None:
    game = position(3, 20)
    told: list[int] = []
    control = Control(on_progress=lambda progress: told.append(progress.done))
    search(game.observation(game.seat), SearchConfig(64), control)
    assert told[-1] == 64


def test_bad_settings_are_refused() -> None:
    for bad in (
        {"simulations": 0},
        {"threads": 0},
        {"dirichlet_alpha": 0.0},
        {"dirichlet_alpha": float("inf")},
        {"dirichlet_alpha": float("nan")},
        {"dirichlet_alpha": 1e308},
        {"dirichlet_weight": 2.0},
        {"horizon": -1},
    ):
        with pytest.raises(InputError):
            SearchConfig(**bad)  # type: ignore[arg-type]
    game = position(3, 20)
    waiting = 1 - game.seat
    with pytest.raises(IllegalStateError, match="not to act"):
        Searcher(game.observation(waiting).text, waiting, SearchConfig())
    with pytest.raises(ValueError, match="hidden"):
        rust_meld.Search(
            game.observation(game.seat).text.replace("deck ?", "deck ?1"),
            game.seat,
            seed=0,
            threads=1,
            dirichlet_alpha=0.3,
            dirichlet_weight=0.0,
            opponent_priors=True,
            flat=False,
            horizon=0,
            exploration=1.0,
        )
