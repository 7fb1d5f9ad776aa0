from typing import Any

import pytest

from engine.control import Budget, Control
from engine.errors import IllegalStateError, InputError
from engine.konkan.cards import card_of_kind, parse_hand
from engine.konkan.game import KonkanGame, SeatView, View, make_view
from engine.konkan.melds import parse_meld
from engine.konkan.player_view import KonkanView
from engine.konkan.players import SearchPlayer
from engine.konkan.rules import KonkanRules
from engine.konkan.search import SearchConfig, Searcher, search
from tests.engine.konkan.positions import fields_of, game_of


def position(seed: int, n_actions: int, players: int = 2) -> KonkanGame:
    game = KonkanGame.deal(seed, players)
    for _ in range(n_actions):
        if not game.is_over:
            game.apply(game.choose("greedy"))
    return game


def other_world(game: KonkanGame) -> KonkanGame:
    """The same information for the seat to act, other hidden cards: hands and deck rotated."""
    fields = fields_of(game)
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
    fields |= {"hands": " / ".join(map(" ".join, hands)), "deck": " ".join(deck)}
    return game_of(**fields | {"rng": "5 6 7 8"})


@pytest.mark.parametrize("flat", [False, True])
@pytest.mark.parametrize("n_actions", [1, 9, 24, 35])
@pytest.mark.parametrize("players", [2, 3])
def test_hidden_cards_do_not_change_the_search(n_actions: int, flat: bool, players: int) -> None:
    game = position(3, n_actions, players)
    twin = other_world(game)
    opponent = (game.seat + 1) % players
    assert twin.hand(opponent) != game.hand(opponent), "the worlds must differ"
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
        result = search(game.observation(game.seat), SearchConfig(16))
        for turn in result.actions:
            trial = game.copy()
            for action in turn.turn:
                trial.apply(action)
            assert turn.turn == ("pull deck",) or trial.is_over or trial.seat != game.seat
        assert result.best.visits == max(turn.visits for turn in result.actions)


def test_flat_search_tries_all_turns_alike() -> None:
    game = position(8, 4)
    result = search(game.observation(game.seat), SearchConfig(120, flat=True))
    visits = [turn.visits for turn in result.actions]
    assert sum(visits) == 120
    assert max(visits) - min(visits) <= 1


def view(hand: str, phase: str, table: str, trash: str) -> View:
    """A view of seat 0, who is down with 90, against one opponent."""
    melds = [words.partition(":") for words in table.split(",")]
    cards = parse_hand(hand)
    return make_view(
        cards,
        [SeatView(0, len(cards), 90, 90, ()), SeatView(1, 3, 98, 98, ())],
        [(int(owner), parse_meld(words)) for owner, _, words in melds],
        parse_hand(trash),
        phase=phase,
        turn=33,
    )


@pytest.mark.parametrize(
    ("hand", "table"),
    [
        ("4S 5S JK", "0: 7S 8S 9S, 0: 9C 9D 9H, 1: 5D 6D 7D"),
        ("10H JH 10S", "0: JC JD JS, 1: QH KH AH"),
    ],
)
def test_a_win_on_the_table_is_certain(hand: str, table: str) -> None:
    result = Searcher(view(hand, "act", table, "5C"), SearchConfig(20)).run()
    assert result.best.wins
    assert result.win_share == 1.0
    assert result.n_simulations == 0
    assert [action.split()[0] for action in result.line] == ["sarf", "sarf", "throw"]


def test_a_win_with_the_trash_card_is_certain() -> None:
    table = "0: 7S 8S 9S, 1: 5D 6D 7D"
    result = Searcher(view("2C", "pull", table, "KH 10S"), SearchConfig(20)).run()
    assert result.line == ("pull trash", "sarf 0 10S", "throw 2C")
    assert result.best.wins


def test_no_win_on_the_spot_is_missed_in_real_games() -> None:
    """Whatever the turns find, the search takes; and wins whatever greedy wins."""
    n_wins = 0
    for seed in range(60):
        game = position(seed, 0)
        while not game.is_over:
            before, way = game.copy(), game.going_out()
            if way is not None:
                n_wins += 1
                assert search(game.observation(game.seat), SearchConfig(8)).best.wins
            game.apply(game.choose("greedy"))
        assert game.winner is None or before.going_out() is not None
    assert n_wins > 30


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
                assert result.best.wins
                return
    pytest.fail("no game was won")


def test_a_player_that_plans_whole_turns_plays_legal_games() -> None:
    game = KonkanGame.deal(11, 3)
    seats = [SearchPlayer(SearchConfig(8, seed=seat)) for seat in range(3)]
    while not game.is_over:
        for action in seats[game.seat].choose(KonkanView(game, game.seat), seed=5):
            game.apply(action)
    assert game.winner is not None


def test_a_search_stops_when_asked() -> None:
    game = position(3, 20)
    control = Control(on_progress=lambda progress: control.cancel.set())
    result = search(game.observation(game.seat), SearchConfig(10**9), control)
    assert 0 < result.n_simulations < 10**9
    timed = search(game.observation(game.seat), SearchConfig(10**9), Control(Budget(seconds=0.1)))
    assert timed.actions
    assert timed.n_simulations < 10**9


def test_progress_is_told() -> None:
    game = position(3, 20)
    reports: list[int] = []
    control = Control(on_progress=lambda progress: reports.append(progress.done))
    search(game.observation(game.seat), SearchConfig(64), control)
    assert reports[-1] == 64


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
        {"against": "friendly"},
    ):
        with pytest.raises(InputError):
            SearchConfig(**bad)  # type: ignore[arg-type]
    game = position(3, 20)
    waiting = 1 - game.seat
    with pytest.raises(IllegalStateError, match="not to act"):
        Searcher(game.view(waiting), SearchConfig())


def test_views_that_cannot_be_are_refused() -> None:
    meld = parse_meld("7S 8S 9S")
    good: dict[str, Any] = {
        "hand": parse_hand("4S 5S JK"),
        "seats": [SeatView(0, 3, 90, 90, ()), SeatView(1, 3, 98, 98, ())],
        "table": [(0, meld)],
        "trash": parse_hand("5C"),
        "phase": "act",
        "turn": 33,
    }
    assert make_view(**good).deck_size == 106 - 3 - 3 - 3 - 1
    for reason, bad in (
        ("there 3 times", {"trash": parse_hand("5C 5C 5C")}),
        ("is not in the hand", {"taken": parse_hand("KH")[0]}),
        ("at most 15", {"seats": [*good["seats"][:1], SeatView(1, 16, 98, 98, ())]}),
        ("known cards", {"seats": [*good["seats"][:1], SeatView(1, 1, 98, 98, meld.cards)]}),
        ("hidden", {"trash": [card_of_kind(k) for k in range(53)] * 2, "hand": (), "table": []}),
        ("players", {"seats": good["seats"][:1]}),
        ("owner", {"table": [(2, meld)]}),
        ("too few natural", {"table": [(0, parse_meld("JK JK 9S"))], "rules": KonkanRules(81, 2)}),
        ("phase", {"phase": "over"}),
        ("turn", {"turn": 10_001}),
    ):
        with pytest.raises(IllegalStateError, match=reason):
            make_view(**good | bad)
