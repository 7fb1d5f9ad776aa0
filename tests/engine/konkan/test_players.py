"""Players of Konkan: a softened choice, a short memory, and the reference player of playouts."""

from collections import Counter

import pytest

from engine.agents import resolve
from engine.errors import IllegalStateError, InputError
from engine.konkan.game import KonkanGame
from engine.konkan.player_view import KonkanView
from engine.konkan.players import AGENTS, SearchPlayer, make_player, parse_agent, parse_player


def opening(seed: int = 5) -> KonkanView:
    return KonkanView(KonkanGame.deal(seed, 2), 0)


def later(n_turns: int) -> KonkanView:
    game = KonkanGame.deal(5, 2)
    while game.turn < n_turns:
        game.apply(game.choose("random", game.turn))
    return KonkanView(game, game.seat)


def test_a_softened_choice_varies_between_close_turns_and_avoids_bad_ones() -> None:
    seen = opening()
    counts = {
        temperature: Counter(
            parse_player(f"search?simulations=32&temperature={temperature}").choose(seen, seed)
            for seed in range(40)
        )
        for temperature in (0.001, 0.05, 100)
    }
    assert len(counts[0.001]) <= len(counts[0.05]) <= len(counts[100])
    assert len(counts[100]) >= 3
    player = parse_player("search?simulations=32&temperature=0.05")
    assert player.choose(seen, 3) == player.choose(seen, 3)


def test_a_player_is_written_with_its_settings() -> None:
    text = "search?memory=4&simulations=32&temperature=0.1"
    assert parse_player(text).name == text
    assert parse_player("search").name == "search"
    with pytest.raises(InputError, match="memory"):
        parse_player("search?memory=0")


def test_a_short_memory_changes_what_is_believed() -> None:
    seen = later(24)
    assert len(seen.trash) > 8
    results = []
    for memory in (106, 2):
        player = parse_player(f"search?simulations=64&memory={memory}")
        assert isinstance(player, SearchPlayer)
        player.choose(seen, 1)
        assert player.result is not None
        results.append([turn.values for turn in player.result.actions])
    assert results[0] != results[1]


def test_named_opponents_sit_down_as_the_agent_behind_them() -> None:
    for name, kind in AGENTS.items():
        if kind.level:
            spec = resolve(parse_agent(name, "konkan", AGENTS), AGENTS)
            assert make_player(parse_agent(name, "konkan", AGENTS)).name == spec.short


def test_the_reference_player_plays_legal_rounds_to_their_end() -> None:
    game = KonkanGame.deal(3, 2)
    while not game.is_over:
        for action in game.reference_actions():
            game.apply(action)
    with pytest.raises(IllegalStateError, match="over"):
        game.reference_actions()
