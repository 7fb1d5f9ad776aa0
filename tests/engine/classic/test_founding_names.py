"""The documents' names are there, and the documents' own examples are true."""

import importlib
import re
import subprocess
import sys
import tomllib
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from assistant import classic
from assistant.cli.app import load_command
from assistant.cli.main import run
from assistant.cli.start import PROGRAMS
from assistant.play.record import HUMAN
from engine.cards import parse_cards
from engine.classic import holdem, kings_lows, konkan, pokle, slave
from engine.errors import CardError, InputError
from engine.poker.evaluator import evaluate
from engine.slave import rules

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


def test_a_coloured_pokle_card_is_a_card_whose_suit_equals_its_letter():
    card = pokle.ColorCard(13, "S", "g")
    assert isinstance(card, pokle.Card)
    assert card.suit == "S"
    assert repr(card) == "KS_g"
    assert card == pokle.Card(13, "S").to_color("g") != pokle.ColorCard(13, "S", "y")
    assert repr(card.card) == "KS"
    assert len({card, pokle.Card(13, "S").to_color("g")}) == 1
    assert card < pokle.Card(14, "H")


def test_a_table_takes_pokle_cards():
    flop = pokle.Table(pokle.Card(14, "H"), pokle.Card(10, "D"), pokle.Card(2, "C"))
    river = flop.add_cards(pokle.Card(3, "S"), pokle.Card(4, "S"))
    assert river.flop == frozenset(parse_cards("AH 10D 2C"))
    assert river.compare(river).is_match(river)


def test_entropies_of_the_matrix_are_those_of_the_search(capsys):
    solver = pokle.example()
    assert "161 boards" in capsys.readouterr().out
    by_column = solver.comparisons_matrix.apply(solver.entropy_from_series, axis=0)
    known = solver.river_entropies
    assert np.allclose(by_column[known.index], known)


def test_the_pivot_of_the_comparisons_is_the_matrix(capsys):
    solver = pokle.example()
    matrix = solver.table_comparisons.pivot(
        index="answer_str", columns="guess_str", values="table_comparison"
    )
    assert matrix.equals(solver.comparisons_matrix.sort_index(axis=0).sort_index(axis=1))
    bits = matrix.apply(solver.entropy_from_series, axis=0).sort_values(ascending=False)
    assert np.allclose(bits, solver.river_entropies)


def test_a_solver_takes_colours_by_the_documents_name(capsys):
    solver = pokle.example()
    answer, guess = solver.solve()[3], solver.get_maxh_table()
    colors = guess.compare(answer)
    cards = [pokle.Card(c.rank, c.suit.name).to_color(c.color) for c in colors.cards]
    solver.next_table_guess(table_colors=pokle.ColorTable(*cards))
    assert answer in solver.solve()
    assert all(colors.is_match(board) for board in solver.solve())


def test_the_documents_modules_run_as_programs():
    def output(*words):
        run = subprocess.run([sys.executable, "-m", *words], capture_output=True, text=True)
        assert run.returncode == 0, run.stderr
        return run.stdout

    assert "board" in output("engine.classic.pokle")
    assert "The King" in output("engine.classic.slave", "example_strategic_exchange")


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


def test_helpers_of_the_holdem_document():
    solver = holdem.MonteCarloSolver()
    assert solver.config["simulation_settings"]["fast_mode_simulations"] == 10_000
    assert solver._load_config() == solver.config
    deck = solver._create_deck_with_removed_cards(["A♠️", "K♥️"])
    assert len(deck) == len(set(deck)) == 50
    assert deck[:4] == ["A♥️", "A♦️", "A♣️", "K♠️"]
    hands = solver._deal_opponent_hands(deck, 6)
    assert [len(hand) for hand in hands] == [2] * 6
    assert len({card for hand in hands for card in hand} & set(deck)) == 12
    for simulate in (solver._run_simulation, solver._run_parallel_simulation):
        win, tie, loss, categories = simulate(["A♠️", "A♥️"], 1, ["A♦️", "7♥️", "9♦️"], 1_000)
        assert win + tie + loss == sum(categories.values()) == 1_000
        assert win > 900
    low, high = solver._calculate_confidence_interval(0.5, 1_000)
    assert (low + high) / 2 == pytest.approx(0.5)
    assert high - low == pytest.approx(0.062, abs=0.001)


@pytest.mark.parametrize(
    ("hand", "opponents", "board", "words"),
    [
        (["A♠️"], 1, (), "must be a list of exactly 2 cards"),
        (["A♠️", "X♥️"], 1, (), "Invalid card format"),
        (["A♠️", "A♥️"], 1, ["A♠️"], "Duplicate cards detected"),
        (["A♠️", "A♥️"], 0, (), "Number of opponents must be between 1 and"),
    ],
)
def test_input_that_the_holdem_document_refuses(hand, opponents, board, words):
    with pytest.raises(ValueError, match=words):
        holdem.MonteCarloSolver()._validate_input(hand, opponents, board)


def test_a_result_is_made_as_the_holdem_document_makes_it():
    result = holdem.SimulationResult(
        win_probability=0.5,
        tie_probability=0.0,
        loss_probability=0.5,
        simulations_run=10,
        execution_time_ms=5,
        confidence_interval=(0.4, 0.6),
        hand_category_frequencies={},
    )
    assert result.equity is None
    assert not result.exact


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


def test_wild_cards_of_the_kings_and_lows_document():
    hand = kings_lows.to_cards("2h 2d 5c 8s Kh")
    wild = kings_lows.WildCardRules(king_required=False).determine_wild_cards(hand)
    assert set(wild) == set(parse_cards("2H 2D KH"))
    without_king = kings_lows.to_cards("2h 2d 5c 8s Qh")
    assert not kings_lows.WildCardRules(king_required=True).determine_wild_cards(without_king)


def test_the_evaluator_takes_the_documents_ranking():
    types, strength = kings_lows.HandType, kings_lows.HandStrength
    evaluate_best = kings_lows.WildCardHandEvaluator.evaluate_best_hand
    classic_order = kings_lows.HandTypeStrengthRanking.Classic
    hand = kings_lows.to_cards("9d 9c 9h Ks 2c")
    best = evaluate_best(hand, kings_lows.to_cards("Ks 2c"), classic_order)
    assert best == (types.FiveOfAKind, strength.calculate_five_of_a_kind(9))
    royal = kings_lows.to_cards("As Ks Qs Js Ts")
    assert strength.calculate(royal, types.StraightFlush, classic_order) < best[1]
    with pytest.raises(InputError, match="not of the type"):
        strength.calculate(royal, types.Quads)
    with pytest.raises(InputError, match="Classic alone"):
        evaluate_best(hand, (), {types.Quads: 1})


def test_a_head_to_head_of_the_konkan_document():
    config = konkan.SearchConfig
    report = classic.run_head_to_head(
        rounds=1, baseline=config(simulations=2), challenger=config(simulations=4), seed=42
    )
    assert report.baseline.wins + report.challenger.wins + report.draws == len(report.history) == 2


def test_the_konkan_documents_commands(monkeypatch, capsys):
    shown = []
    monkeypatch.setattr(
        "assistant.cli.konkan_table.TerminalTable.run", lambda table: shown.append(table)
    )
    for stream in (sys.stdin, sys.stdout):
        monkeypatch.setattr(stream, "isatty", lambda: True)
    play = (
        "play --players 3 --humans 1 --simulations 256 "
        "--dirichlet-alpha 0.3 --dirichlet-weight 0.25 --debug --no-opponent-priors"
    )
    assert run(load_command(PROGRAMS["konkan-play"]), play.split()) == 0
    [terminal] = shown
    assert terminal.table.humans == (0,)
    search = "search?dirichlet_weight=0.25&opponent_priors=no"  # 256 is the default
    assert terminal.table.agents == (HUMAN, search, search)
    benchmark = (
        "benchmark --rounds 1 --baseline-sims 2 --challenger-sims 4 "
        "--dirichlet-alpha 0.3 --dirichlet-weight 0.2"
    )
    assert run(load_command(PROGRAMS["konkan-play"]), benchmark.split()) == 0
    assert "challenger" in capsys.readouterr().out


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


def test_slave_plays_of_the_documents_cards_follow_its_special_rules():
    def play(rank, *suits):
        return slave.Play(slave.Card(rank, slave.Suit[suit]) for suit in suits)

    rank = slave.Rank
    two = play(rank.TWO, "SPADES")
    threes = play(rank.THREE, "CLUBS", "DIAMONDS", "HEARTS")
    pair = play(rank.TWO, "CLUBS", "SPADES")
    assert two.kind is slave.PlayType.SINGLE
    assert slave.can_beat(threes, two)
    assert not slave.can_beat(two, threes)
    assert not slave.can_beat(pair, two)
    assert slave.can_beat(play(rank.FOUR, *slave.Suit.__members__), pair)
    assert slave.can_beat(play(rank.ACE, "SPADES"), play(rank.ACE, "HEARTS"))
    assert slave.determine_trick_winner([(3, play(rank.ACE, "CLUBS")), (1, two)]) == 1


def test_valid_plays_of_the_documents_cards_are_those_of_the_engine():
    deck = slave.Deck()
    deck.shuffle(seed=42)
    for hand in deck.deal(4):
        plays = slave.get_valid_plays(hand, None)
        assert plays == rules.get_valid_plays([card.plain for card in hand], None)
        assert slave.Play([hand[0]]) in plays
        assert slave.get_valid_plays([hand[0].plain]) == [slave.Play([hand[0]])]
    highest = slave.Card(slave.Rank.TWO, slave.Suit.SPADES)
    assert len({slave.Play([highest]), rules.Play((highest.plain,))}) == 1


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
    assert run(load_command(PROGRAMS["assistant"]), [*command.split()[:2], "--help"]) == 0


def test_the_slave_program_plays(capsys):
    four = ["random"] * 4
    assert classic.main(["--mode", "test", "--agents", *four, "--games", "4"]) == 0
    assert "random" in capsys.readouterr().out
