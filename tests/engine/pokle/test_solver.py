from dataclasses import replace

import numpy as np
import pytest

from engine.cards import parse_cards
from engine.classic.pokle import Card, Solver, Table, demo
from engine.control import Control
from engine.errors import CardError, IllegalStateError
from engine.pokle.boards import find_boards
from engine.pokle.colors import colors_of
from engine.pokle.feedback import Row
from engine.pokle.games import max_entropy_player, review_game
from engine.pokle.guesses import legal_guesses
from engine.pokle.rules import as_cards, fits
from engine.pokle.solver import best_guesses, rank_hands
from tests.engine.pokle.puzzles import REAL, SMALL, SMALL_BOARD

TRUE = Table(*SMALL_BOARD)


@pytest.fixture
def solver():
    return Solver(*SMALL.hole, *SMALL.places)


def test_the_names_of_old_answer(solver):
    boards = solver.solve()
    assert len(boards) == 161
    assert TRUE in boards
    turns, rivers = solver.possible_turns_rivers()
    assert rivers == boards
    assert {Table(*b.cards[:3]) for b in boards} <= set(solver.possible_flops())
    assert {Table(*b.cards[:4]) for b in boards} <= set(turns)
    best = max_entropy_player(find_boards(SMALL, Control()), legal_guesses(SMALL), 6)
    assert solver.get_maxh_table() == Table(*as_cards(best))


def test_a_game_is_won_by_following_the_guesses(solver):
    guess = Table(*as_cards(solver.rank(1).best.cards))
    for _ in range(6):
        colors = guess.compare(TRUE, suit_pardon=fits(SMALL, guess.cards))
        if colors.colors == "ggggg":
            break
        guess = solver.next_table_guess(colors)
    assert colors.colors == "ggggg"
    assert len(solver.rows) <= 3


def test_a_wrong_colour_changes_nothing(solver):
    guess = Table.parse("3D 5D 7D 3C 3S")
    with pytest.raises(IllegalStateError, match="Check guess 1"):
        solver.next_table_guess(guess.compare(Table.parse("AC KC QC JC 10C")))
    assert solver.rows == ()
    assert len(solver.left) == 161


def test_print_game_names_every_hand(solver, capsys):
    solver.print_game(TRUE)
    text = capsys.readouterr().out
    assert text.splitlines()[0].startswith("board")
    assert "P1 3. " in text.splitlines()[1]
    assert "full house, threes over sevens" in text or "threes" in text.splitlines()[3]
    assert len(text.splitlines()) == 4


def test_an_impossible_puzzle_says_so():
    impossible = Solver(
        *map(parse_cards, ("AC AD", "KC KD", "AH AS")), (1, 2, 3), (1, 1, 1), (1, 1, 1)
    )
    for ask in (impossible.solve, impossible.get_maxh_table):
        with pytest.raises(IllegalStateError, match="flop trophies are impossible"):
            ask()


def test_skill_of_the_best_guess_is_free_and_of_a_poor_one_is_not(boards):
    poor = parse_cards("2C 2D 2H 4C 4D")
    good = as_cards(Solver(*SMALL.hole, *SMALL.places).rank(1).best.cards)
    steps = [
        review_game(SMALL, boards, [Row(g, colors_of(g, SMALL_BOARD))], Control())[0]
        for g in (good, poor)
    ]
    assert steps[0].cost == pytest.approx(0, abs=0.02)
    assert steps[1].cost > 0.2
    assert steps[1].n_before == 161
    assert steps[1].made.expected_guesses > steps[1].best.expected_guesses


def test_luck_and_cost_add_up_to_the_guesses_made(boards):
    """First expectation, plus costs, less luck, is the number of guesses that it took."""
    rows, left = [], boards
    solver = Solver(*SMALL.hole, *SMALL.places)
    guess = solver.get_maxh_table()
    while not rows or not rows[-1].is_won:
        colors = guess.compare(TRUE, suit_pardon=fits(SMALL, guess.cards))
        rows.append(Row(guess.cards, colors.colors))
        guess = solver.next_table_guess(colors)
    steps = review_game(SMALL, left, rows, Control())
    expected = steps[0].made.expected_guesses - steps[0].luck
    for step in steps[1:]:
        expected += step.made.expected_guesses - step.best.expected_guesses - step.luck
    assert expected == pytest.approx(len(rows), abs=0.1)


def test_a_guess_that_tells_nothing_costs_one(boards):
    row = Row(SMALL_BOARD, "ggggg")
    wasted = Row(
        parse_cards("KC KD KH QC QH"), colors_of(parse_cards("KC KD KH QC QH"), SMALL_BOARD)
    )
    assert review_game(SMALL, boards, [row], Control())[0].n_after >= 1
    assert review_game(SMALL, boards, [wasted], Control())[0].cost > 0


def test_comparisons_and_entropies_are_those_of_plain_counting(solver):
    matrix, entropies = solver.comparisons_matrix, solver.river_entropies
    assert matrix.shape == (161, 161)
    guess, answer = matrix.columns[7], matrix.index[30]
    plain = Table.parse(guess).compare(Table.parse(answer), suit_pardon=True).colors
    assert matrix.loc[answer, guess] == plain
    shares = matrix[guess].value_counts(normalize=True)
    assert entropies[guess] == pytest.approx(-(shares * np.log2(shares)).sum())
    assert entropies.is_monotonic_decreasing
    best = solver.get_maxh_table()
    assert entropies[repr(best)] == pytest.approx(entropies.iloc[0])
    lines = solver.table_comparisons
    assert len(lines) == 161 * 161
    assert set(lines.columns) == {"guess_str", "answer_str", "table_comparison"}
    one = lines[(lines.guess_str == guess) & (lines.answer_str == answer)]
    assert one.table_comparison.tolist() == [plain]


def test_too_many_boards_are_not_compared_each_with_each():
    with pytest.raises(IllegalStateError, match="2,956 boards are too many"):
        Solver(*REAL.hole, *REAL.places).river_entropies  # noqa: B018


def test_hands_are_ranked_with_their_checks(solver):
    assert solver.rank_hands(Table(*SMALL_BOARD)) == SMALL.river
    assert rank_hands(SMALL.hole, SMALL_BOARD[:3]) == SMALL.flop
    with pytest.raises(IllegalStateError, match="A board of 2 cards"):
        rank_hands(SMALL.hole, SMALL_BOARD[:2])
    with pytest.raises(CardError, match="given twice"):
        rank_hands(SMALL.hole, (*SMALL_BOARD[:2], SMALL.hole[0][0]))
    with pytest.raises(IllegalStateError, match="2 hands"):
        rank_hands(SMALL.hole[:2], SMALL_BOARD)


def test_cards_take_a_colour():
    assert repr(Card(13, "S").to_color("g")) == "KS_g"
    with pytest.raises(CardError, match="not a colour"):
        Card(13, "S").to_color("red")


def test_the_demo_plays_a_game_to_its_end(capsys):
    demo()
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("1. ")
    assert lines[-4].startswith("board")


def test_best_guesses_are_a_table():
    found = best_guesses("8H 7S", "JD 10D", "3H 5C", flop="3 1 2", turn="321", river="2,3,1", top=3)
    assert found.n_boards == 161
    frame = found.to_frame()
    assert list(frame.columns) == ["guess", "wins now", "bits", "expected", "worst"]
    assert len(frame) == 3
    assert "proven best" in found._repr_html_()
    first = replace(found.ranking.best, proven=False)
    unproven = replace(found, ranking=replace(found.ranking, guesses=(first,), least_expected=2.0))
    gap = first.expected_guesses - 2
    assert unproven.footnote() == f"161 boards left, at most {gap:.2f} above the fewest possible"
    estimate = replace(first.evaluation, is_achievable=False)
    guessed = replace(unproven.ranking, guesses=(replace(first, evaluation=estimate),))
    words = replace(unproven, ranking=guessed).footnote()
    assert words == "161 boards left, no guess can need fewer than 2.00"
    with pytest.raises(IllegalStateError, match="No board fits"):
        best_guesses(
            "8H 7S", "JD 10D", "3H 5C", flop="312", turn="321", river="231",
            rows=["3D 5D 7D 3C 3S=eeeee"],
        )  # fmt: skip


SMALL_TEXTS = {"flop": "312", "turn": "321", "river": "231"}
WASTED = "KC KD KH QC QH=" + colors_of(parse_cards("KC KD KH QC QH"), SMALL_BOARD)


@pytest.mark.parametrize(
    ("rows", "message"),
    [([WASTED] * 6, "All six guesses are made"), (["5D 3D 7D 3C 3S=ggggg"], "is won")],
)
def test_a_game_that_is_over_has_no_best_guess(rows, message):
    with pytest.raises(IllegalStateError, match=message):
        best_guesses("8H 7S", "JD 10D", "3H 5C", **SMALL_TEXTS, rows=rows)


def test_an_impossible_puzzle_and_odd_places_are_refused_in_words():
    impossible = {"flop": "123", "turn": "111", "river": "111"}
    with pytest.raises(IllegalStateError, match="flop trophies are impossible"):
        best_guesses("AC AD", "KC KD", "AH AS", **impossible)
    for places in ("3x12", "31", "3 1 2 3", "-312"):
        with pytest.raises(IllegalStateError, match="Cannot read the flop's places"):
            best_guesses("8H 7S", "JD 10D", "3H 5C", **SMALL_TEXTS | {"flop": places})


def test_an_unfinished_row_changes_nothing():
    known = best_guesses("8H 7S", "JD 10D", "3H 5C", **SMALL_TEXTS, rows=["2C 2D 2H 4C 4D=yyy"])
    assert known.n_boards == 161


def test_the_demo_pardons_by_the_trophies_alone(monkeypatch, capsys):
    """A guess that fits the trophies and breaks the board rule is pardoned, as the solver holds."""
    asked = []
    monkeypatch.setattr(
        "engine.classic.pokle.fits_trophies", lambda *args: asked.append(args) or np.array([True])
    )
    demo()
    assert asked
    assert capsys.readouterr().out


def test_luck_of_a_guess_that_can_only_lose_is_none(boards):
    """The last guess shows nothing and wins nothing: it was worth two guesses and took two."""
    wasted = Row(parse_cards("KC KD KH QC QH"), WASTED.split("=")[1])
    steps = review_game(SMALL, boards, [wasted] * 6, Control())
    assert steps[-1].made.win_chance == 0
    assert steps[-1].luck == pytest.approx(0)
    assert steps[-1].cost > 0
