"""The documents' names are there, and the documents' own examples are true."""

import importlib
import re
import tomllib
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from assistant import classic
from assistant.cli.main import run
from engine.cards import parse_cards
from engine.classic import holdem, kings_lows, konkan, pokle, slave
from engine.errors import CardError
from engine.poker.evaluator import evaluate

ROOT = Path(__file__).resolve().parents[3]
PAGE = (ROOT / "docs" / "pages" / "founding-names.md").read_text("utf-8")
PLACES = re.findall(r"\| `([a-z_.]+\.\w+)` \|$", PAGE, re.MULTILINE)
MODULES = (holdem, kings_lows, konkan, pokle, slave, classic)


@pytest.mark.parametrize("place", PLACES)
def test_every_name_of_the_table_can_be_imported(place):
    module, _, name = place.rpartition(".")
    try:
        importlib.import_module(place)
    except ModuleNotFoundError:
        assert hasattr(importlib.import_module(module), name)


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__)
def test_every_exported_name_stands_in_the_table(module):
    words = set(re.findall(r"\w+", PAGE))
    own = {"KonkanGame", "KonkanRules", "best_melds", "search"}  # the rest of Konkan's engine
    missing = [name for name in module.__all__ if name not in words | own]
    assert not missing


def test_a_pokle_card_equals_its_letter_and_the_card_of_the_table():
    card = pokle.Card(14, "H")
    assert card.suit == "H"
    assert card.suit != "D"
    assert repr(card) == "AH"
    assert {card} == set(parse_cards("AH"))
    assert parse_cards("AH")[0] == card
    assert card != pokle.Card(14, "D")
    assert pokle.Card(13, "S") < card
    assert repr(card.to_color("g")) == "AH_g"
    assert card.to_color("g") != card
    with pytest.raises(CardError, match="not a colour"):
        card.to_color("red")


def test_entropies_of_the_matrix_are_those_of_the_search(capsys):
    solver = pokle.example()
    assert "161 boards" in capsys.readouterr().out
    by_column = solver.comparisons_matrix.apply(solver.entropy_from_series, axis=0)
    known = solver.river_entropies
    assert np.allclose(by_column[known.index], known)


def test_solver_takes_the_documents_cards():
    texts = ("8H 7S", "JD 10D", "3H 5C")
    hands = [[pokle.Card(c.rank, c.suit.name) for c in parse_cards(text)] for text in texts]
    assert len(pokle.Solver(*hands, [3, 1, 2], [3, 2, 1], [2, 3, 1]).solve()) == 161


def test_sandbox_prints_colours(capsys):
    pokle.sandbox()
    assert "QS_g 10S_e AS_g 6C_y 6D_y" in capsys.readouterr().out


SCORES = {
    "A♠️ K♠️ Q♠️ J♠️ 10♠️": (9000, "Royal Flush"),
    "A♠️ 2♠️ 3♠️ 4♠️ 5♠️": (8000, "Straight Flush"),
    "2♠️ 2♥️ 2♦️ 2♣️ 3♠️": (7000, "Four of a Kind"),
    "2♠️ 2♥️ 2♦️ 3♣️ 3♠️": (6000, "Full House"),
    "2♠️ 3♠️ 4♠️ 5♠️ 7♠️": (5000, "Flush"),
    "A♠️ 2♥️ 3♠️ 4♠️ 5♠️": (4000, "Straight"),
    "2♠️ 2♥️ 2♦️ 3♣️ 4♠️": (3000, "Three of a Kind"),
    "2♠️ 2♥️ 3♦️ 3♣️ 4♠️": (2000, "Two Pair"),
    "2♠️ 2♥️ 3♦️ 4♣️ 5♠️": (1000, "One Pair"),
    "2♠️ 3♥️ 4♦️ 5♣️ 7♠️": (0, "High Card"),
}


@pytest.mark.parametrize("hand", SCORES)
def test_the_lowest_hand_of_a_category_has_its_base_score(hand):
    solver = holdem.MonteCarloSolver()
    score = solver._evaluate_five_cards(hand.split())
    assert (score, solver._get_hand_category(score)) == SCORES[hand]


def test_scores_order_hands_as_the_evaluator_does():
    solver = holdem.MonteCarloSolver()
    hands = list(combinations(parse_cards("AS KS QS JS 10S AH KH 2C 3C"), 5))
    by_value = sorted(hands, key=evaluate)
    scores = [solver._evaluate_hand(hand) for hand in by_value]
    assert scores == sorted(scores)
    assert len(set(scores)) == len(set(map(evaluate, hands)))


def test_holdem_answers_as_the_document_shows():
    result = holdem.solve_poker_hand(["A♠️", "A♥️"], 1, ["2♠️", "7♥️", "9♦️", "J♣️"])
    assert result.exact
    assert sum(result.hand_category_frequencies.values()) == pytest.approx(1)
    solver = holdem.MonteCarloSolver()
    assert [solver._get_simulation_count(m) for m in holdem.MODES] == [10_000, 100_000, 500_000]
    assert solver._is_wheel_straight([14, 2, 3, 4, 5])
    assert not solver._is_wheel_straight([2, 3, 4, 5, 6])


def test_five_of_a_kind_is_the_highest_type():
    types = kings_lows.HandType
    ranking = kings_lows.HandTypeStrengthRanking.Classic
    assert (ranking[types.FiveOfAKind], ranking[types.StraightFlush], ranking[types.Quads]) == (
        10,
        9,
        8,
    )
    assert types.FiveOfAKind.display == "Five of a Kind"
    determine = kings_lows.HandTypeDetermination.determine_hand_type
    assert determine(kings_lows.to_cards("Kh Kd Kc Ks 2d")) is types.Quads
    assert determine(kings_lows.to_cards("Kh Kd Kc")) is types.Incomplete
    assert determine(kings_lows.to_cards("Kh Kd Kc Ks") + parse_cards("KH")) is types.FiveOfAKind


def test_the_simulation_of_the_kings_and_lows_document():
    alice = kings_lows.KingsAndLowsPlayer("Alice").with_hole_cards("Kh 2d").with_board_cards("3c")
    bob = kings_lows.KingsAndLowsPlayer("Bob").with_hole_cards("As").with_board_cards("Ac")
    table = kings_lows.KingsAndLowsSimulation().with_player(alice).with_player(bob)
    result = table.with_king_required(False).simulate(2_000, seed=1)
    assert isinstance(result, kings_lows.StudSimulationResult)


def test_a_head_to_head_of_the_konkan_document():
    config = konkan.SearchConfig
    report = classic.run_head_to_head(
        rounds=1, baseline=config(simulations=2), challenger=config(simulations=4), seed=42
    )
    assert report.baseline.wins + report.challenger.wins + report.draws == len(report.history) == 2


def test_the_four_developer_commands_are_installed_and_run_their_tools(monkeypatch):
    scripts = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["scripts"]
    ran = []

    class Done:
        returncode = 0

    def note(words, check):
        ran.append(words[2])
        return Done

    monkeypatch.setattr("subprocess.run", note)
    for name in ("konkan-format", "konkan-lint", "konkan-typecheck", "konkan-test"):
        module, _, function = scripts[name].partition(":")
        assert getattr(importlib.import_module(module), function)() == 0
    assert ran == ["ruff", "ruff", "mypy", "ruff", "mypy", "pytest"]
    monkeypatch.setattr(Done, "returncode", 3)
    assert classic.konkan_test() == 3


def test_slave_cards_have_the_documents_numbers():
    deck = slave.create_deck()
    assert [card.to_int() for card in deck] == list(range(52))
    assert deck == sorted(deck)
    assert [suit.value for suit in slave.Suit] == [1, 2, 3, 4]
    highest = slave.Card(slave.Rank.TWO, slave.Suit.SPADES)
    assert highest == deck[-1] == slave.Card.from_int(51)
    assert str(highest) == "2♠"
    with pytest.raises(CardError):
        slave.Card.from_int(52)


def test_a_slave_deck_deals_thirteen_each_and_repeats_a_seed():
    first, second = slave.Deck(), slave.Deck()
    first.shuffle(seed=7)
    second.shuffle(seed=7)
    hands = first.deal(4)
    assert hands == second.deal(4)
    assert [len(hand) for hand in hands] == [13] * 4
    assert sorted(card for hand in hands for card in hand) == slave.create_deck()


def test_the_four_examples_of_slave(capsys):
    game = slave.example_strategic_exchange()
    assert [game.cards_left(seat) for seat in range(4)] == [13] * 4
    assert slave.example_environment().rounds_completed == 1
    assert slave.example_multi_round().rounds_completed == 3
    assert slave.example_tournament(40) > 0.7  # about 0.87 over many games
    assert capsys.readouterr().out.count("\n") == 4


@pytest.mark.parametrize(
    ("words", "command"),
    [
        ("--mode watch --games 5", "slave watch --games 5"),
        (
            "--mode test --agents random random random random --games 100",
            "slave tournament random random random random --games 100",
        ),
        ("--mode tournament", "slave tournament greedy random greedy random"),
        ("--mode eval --agents greedy --seed 3", "slave eval greedy --seed 3"),
        ("--mode play", "slave play"),
        ("--mode train", "slave train"),
    ],
)
def test_modes_of_the_slave_program_are_commands(words, command):
    assert classic.slave_arguments(words.split()) == command.split()
    assert run(_command(), [*command.split()[:2], "--help"]) == 0


def test_the_slave_program_plays(capsys):
    four = ["random"] * 4
    assert classic.main(["--mode", "test", "--agents", *four, "--games", "4"]) == 0
    assert "random" in capsys.readouterr().out


def _command():
    from assistant.cli.app import load_command

    return load_command("assistant.cli.main:app")
