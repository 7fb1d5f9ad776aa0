import re

import pytest
from pydantic import ValidationError

from assistant.advisors.pokle import (
    PokleAdvice,
    PokleRequest,
    _from_sample,
    advise,
    boards_left,
    boards_of,
    own_words,
)
from assistant.advisors.pokle_game import export_boards, list_boards, report_skill, signed
from assistant.pokle_bot import proposal_for
from automation.state import GameState
from engine.cards import format_cards, in_symbols, parse_cards
from engine.control import Budget, CancelFlag, Control, Progress
from engine.errors import IllegalStateError
from engine.pokle.boards import find_boards
from engine.pokle.colors import colors_of
from engine.pokle.feedback import Row
from engine.pokle.games import fewest_guesses_player, review_game
from engine.pokle.rules import as_cards, fits
from engine.pokle.search import Effort, GuessSearch, Limits
from engine.pokle.solver import best_guesses

SMALL = {
    "hole": ("8H 7S", "JD 10D", "3H 5C"),
    "flop": (3, 1, 2),
    "turn": (3, 2, 1),
    "river": (2, 3, 1),
}
TRUE = parse_cards("5D 3D 7D 3C 3S")


def request(**changes) -> PokleRequest:
    return PokleRequest(**(SMALL | changes))


def play(n_rows: int) -> list[dict]:
    """The first rows of a game that follows the advice."""
    rows: list[dict] = []
    for _ in range(n_rows):
        guess = advise(request(rows=rows), Control()).guesses[0].cards
        colors = colors_of(guess, TRUE, fits(request().puzzle(), guess))
        rows.append({"guess": guess, "colors": colors})
        if colors == "ggggg":
            break
    return rows


def with_limits(monkeypatch, **changes) -> None:
    """Let the adviser search with other limits."""
    monkeypatch.setattr(GuessSearch.__init__, "__defaults__", (6, Effort.QUICK, Limits(**changes)))


def test_advice_is_ready_to_be_painted():
    advice = advise(request(), Control())
    best = advice.guesses[0]
    assert (advice.boards_left, advice.guesses_left, advice.exact) == (161, 6, True)
    assert advice.split == best.group_sizes
    assert sum(advice.split) == 161
    assert len(advice.sample_boards) == 12
    assert len(advice.guesses) == 10
    assert advice.why.startswith(f"{best.expected_guesses:.2f} guesses on average, this one")
    assert f"; splits 161 boards into {len(best.group_sizes)} groups" in advice.why
    assert advice.reason.startswith("proven the fewest; splits 161 boards into ")


def test_a_first_answer_has_no_more_time_than_the_whole(monkeypatch):
    budgets = []

    def search(left, legal, control, guesses_left):
        budgets.append(control.budget.seconds)
        return GuessSearch(left, legal, control, guesses_left)

    monkeypatch.setattr("assistant.advisors.pokle.GuessSearch", search)
    sample = boards_of(request().puzzle(), Control())
    assert _from_sample(request(), sample, 1.0, Control(Budget(seconds=60)))
    assert budgets == [60]


def test_the_proof_goes_on_while_the_first_answer_is_shown(monkeypatch):
    with_limits(monkeypatch, few_visits=1)
    reports: list[Progress] = []
    advice = advise(request(), Control(on_progress=reports.append))
    early = [p.partial for p in reports if isinstance(p.partial, PokleAdvice) and p.partial.guesses]
    assert not early[0].guesses[0].proven
    assert advice.guesses[0].proven
    assert advice.guesses[0].expected_guesses <= early[0].guesses[0].expected_guesses
    assert "this one included, proven the fewest; " in advice.why
    assert advice.least_expected == advice.guesses[0].expected_guesses
    assert 1 < early[0].least_expected < early[0].guesses[0].expected_guesses


def test_a_game_by_advice_is_won_quickly_and_reported():
    rows = play(6)
    assert rows[-1]["colors"] == "ggggg"
    assert len(rows) <= 4
    ended = advise(request(rows=rows), Control())
    assert ended.won
    guess = in_symbols(rows[-1]["guess"])
    assert ended.why == f"won in {len(rows)} guesses with {guess}"
    report = report_skill(request(rows=rows), Control())
    assert len(report.steps) == len(rows)
    assert report.total_cost == pytest.approx(sum(step.cost for step in report.steps))
    assert report.total_cost < 0.1
    assert report.steps[0].boards_before == 161
    assert report.summary.startswith(f"{len(rows)} guesses: ")


def test_a_pardoned_win_names_the_guess_and_how_many_boards_fit():
    row = {"guess": "5D 3D 7D 3S 3C", "colors": "ggggg"}
    ended = advise(request(rows=[row], own_guess="2C 2D 2H 4C 4D"), Control())
    assert (ended.won, ended.boards_left) == (True, 2)
    assert ended.why == (
        "won in 1 guess with 5♦ 3♦ 7♦ 3♠ 3♣; 2 boards still fit, because wrong suits there are "
        "forgiven; your own guess is not rated: the game is over"
    )


def test_seven_guesses_are_refused_in_words():
    row = {"guess": "KC KD KH QC QH", "colors": "eeeee"}
    with pytest.raises(ValidationError, match="7 guesses: a game has at most 6"):
        request(rows=[row] * 7)


def test_a_refused_guess_is_not_advised_again():
    rows = play(1)
    guess = advise(request(rows=rows), Control()).guesses[0].cards
    again = advise(request(rows=rows, refused=[guess]), Control())
    assert guess not in [guess.cards for guess in again.guesses]


def test_no_guess_is_left_after_six():
    row = {"guess": "KC KD KH QC QH", "colors": colors_of(parse_cards("KC KD KH QC QH"), TRUE)}
    ended = advise(request(rows=[row] * 6), Control())
    assert (ended.guesses_left, ended.won, ended.guesses) == (0, False, ())
    assert ended.why.startswith("no guess is left; ")


def test_colours_that_contradict_name_the_likeliest_row():
    rows = play(2)
    rows[0]["colors"] = "gg" + rows[0]["colors"][2:]
    if rows[0]["colors"] == play(1)[0]["colors"]:
        pytest.skip("the first two were green")
    with pytest.raises(IllegalStateError, match="Check guess 1"):
        advise(request(rows=rows), Control())


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"flop": (1, 3, 3)}, "1 3 3"),
        ({"hole": ("8H 7S", "JD 8H", "3H 5C")}, "8♥ is given twice"),
        ({"hole": ("8H 7S", "JD", "3H 5C")}, "Player 2"),
        ({"rows": [{"guess": "KC KD KH QC", "colors": "eeeee"}]}, "4 cards"),
        ({"rows": [{"guess": "KC KD KH QC QH", "colors": "eeeeee"}]}, "expected five"),
        ({"board_rule": "kickers"}, "board_rule"),
        ({"unknown": 1}, "unknown"),
    ],
)
def test_bad_requests_are_refused_with_a_reason(changes, message):
    with pytest.raises(ValidationError, match=message):
        request(**changes)


def test_boards_are_remembered():
    puzzle = request().puzzle()
    assert boards_of(puzzle, Control()) is boards_of(puzzle, Control())


def test_very_many_boards_answer_from_a_sample_first():
    many = PokleRequest(
        hole=("AC AD", "KH KS", "2C 7D"),
        flop=(1, 2, 3),
        turn=(1, 2, 3),
        river=(1, 2, 3),
        board_rule="any",
    )
    cancel, early = CancelFlag(), []

    def listen(progress: Progress) -> None:
        if isinstance(progress.partial, PokleAdvice):
            early.append(progress.partial)
            cancel.set()

    advice = advise(many, Control(cancel=cancel, on_progress=listen))
    assert [advice] == early  # cancelled before all boards were found: the best answer so far
    assert not advice.exact
    assert advice.n_samples >= 10_000
    assert 10_000_000 < advice.boards_left < 25_000_000
    assert advice.why.startswith("from a sample of ")
    assert "fewe" not in advice.why  # neither fewer nor the fewest: a sample bounds nothing
    assert advice.least_expected is None
    assert advice.guesses[0].entropy > 4


def test_where_the_figure_is_an_estimate_the_bound_stands_alone(monkeypatch):
    proven = advise(request(), Control())
    with_limits(monkeypatch, listed_boards=100, searched_boards=50)
    advice = advise(request(), Control())
    assert not advice.guesses[0].is_achievable
    assert not advice.exact
    assert 1 < advice.least_expected < proven.guesses[0].expected_guesses
    bound = re.search(r"this one included; no guess can need fewer than (\S+); ", advice.why)
    assert 0 <= advice.least_expected - float(bound[1]) < 0.01


def test_a_guess_of_ones_own_is_rated_by_the_measure_of_the_best():
    plain = advise(request(), Control())
    best = plain.guesses[0]
    same = advise(request(own_guess=best.cards), Control()).own_guess
    assert same.cards == best.cards
    assert same.expected_guesses == pytest.approx(best.expected_guesses)
    assert own_words(same, best).startswith("your guess is as good as the best")
    poor = advise(request(own_guess="2C 2D 2H 4C 4D"), Control())
    assert poor.guesses == plain.guesses
    assert poor.own_guess.expected_guesses > best.expected_guesses + 0.2
    cost = poor.own_guess.expected_guesses - best.expected_guesses
    assert f"{cost:.2f} guesses worse" in own_words(poor.own_guess, best)


def test_the_filter_leaves_only_guesses_that_can_be_the_board():
    free, strict = advise(request(), Control()), advise(request(boards_only=True), Control())
    assert not all(guess.is_board for guess in free.guesses)
    assert all(guess.is_board for guess in strict.guesses)
    assert strict.guesses[0].expected_guesses >= free.guesses[0].expected_guesses


def test_twins_are_one_line():
    advice = advise(request(rows=["2C 2D 2H 4C 4D=yeeye"]), Control())
    assert advice.boards_left == 57
    assert any(guess.equivalent_guesses for guess in advice.guesses)
    shown = [
        cards for guess in advice.guesses for cards in (guess.cards, *guess.equivalent_guesses)
    ]
    assert len(set(shown)) == len(shown)


def test_every_board_is_listed_with_the_hands_that_make_its_places(tmp_path):
    found = list_boards(request(), Control())
    assert (found.boards_left, len(found.boards)) == (161, 161)
    assert {line.board for line in found.boards} >= {parse_cards("3D 5D 7D 3C 3S")}
    true = next(line for line in found.boards if set(line.board) == set(TRUE))
    assert true.flop == (
        "pair of sevens, 8-5-3",
        "flush, J-10-7-5-3",
        "two pair, fives and threes, seven kicker",
    )
    some = list_boards(request(), Control(), 5)
    assert some.boards == found.boards[:5]
    assert some.summary == "161 boards are left; the first 5 are listed"
    assert export_boards(request(), Control(), tmp_path / "boards.csv") == 161
    lines = (tmp_path / "boards.csv").read_text().splitlines()
    assert len(lines) == 162
    assert lines[0].startswith("flop 1,flop 2,flop 3,turn,river,player 1 on the flop")


def test_many_boards_have_a_bound_and_a_figure_that_can_be_reached():
    real = {
        "hole": ("KC JS", "JC JH", "10H 6S"),
        "flop": (1, 2, 3),
        "turn": (1, 3, 2),
        "river": (2, 3, 1),
    }
    advice = advise(PokleRequest(**real), Control())
    best = advice.guesses[0]
    same = advise(PokleRequest(**real, own_guess=best.cards), Control()).own_guess
    assert same.expected_guesses == best.expected_guesses  # by one measure, of many boards too
    assert advice.boards_left == 2_956
    assert best.is_achievable
    assert not advice.exact  # it is not proven
    assert 2 < advice.least_expected < best.expected_guesses
    gap = best.expected_guesses - advice.least_expected
    assert f", at most {gap:.2f} more than the fewest possible; " in advice.why
    shown = [(guess.loss_chance, guess.expected_guesses) for guess in advice.guesses]
    assert shown == sorted(shown)


@pytest.mark.parametrize("boards_only", [True, False])
def test_nothing_below_the_proven_guess_is_better(boards_only):
    advice = advise(request(boards_only=boards_only, n_guesses=40), Control())
    best, *others = advice.guesses
    assert best.proven
    assert advice.exact
    assert all(guess.expected_guesses >= best.expected_guesses for guess in others)
    among = " of guesses that can be the board" if boards_only else ""
    assert f", proven the fewest{among}; " in advice.why


def test_a_row_without_all_its_colours_counts_for_nothing_and_says_so():
    advice = advise(request(rows=["2C 2D 2H 4C 4D=yyy"]), Control())
    assert (advice.boards_left, advice.guesses_left) == (161, 6)
    assert advice.notes == ("Guess 1 does not count yet: 2 colours missing.",)
    assert not advise(request(), Control()).notes


def test_a_guess_of_ones_own_may_hold_a_dealt_card_with_a_warning():
    advice = advise(request(own_guess="8H 2D 5C 4C 4D"), Control())
    assert advice.own_guess.expected_guesses > 1
    assert advice.notes == (
        "Your guess holds 8♥ of player 1 and 5♣ of player 3: the page may refuse it.",
    )
    held = advise(request(rows=["8H 2C 2D 4C 4D=eyyye"]), Control())
    assert held.boards_left < 161
    assert held.notes == ("Guess 1 holds 8♥ of player 1: the page may refuse it.",)


def test_losses_are_told_once_and_figures_agree():
    row = {"guess": "KC KD KH QC QH", "colors": colors_of(parse_cards("KC KD KH QC QH"), TRUE)}
    advice = advise(request(rows=[row] * 5), Control())
    best = advice.guesses[0]
    assert advice.guesses_left == 1
    assert best.loss_chance == pytest.approx(1 - best.win_chance)
    assert best.worst_case == 2
    assert 1 < best.expected_guesses < 2
    assert " chance of running out of guesses, whatever you play; splits " in advice.why
    assert "on average" not in advice.why
    assert advice.least_expected is None


@pytest.mark.parametrize(
    ("guesses", "text"), [(-0.001, "0.00"), (0.004, "0.00"), (0.25, "+0.25"), (-1, "−1.00")]
)
def test_luck_has_a_sign_only_if_there_is_some(guesses, text):
    assert signed(guesses) == text


@pytest.mark.parametrize("effort", Effort)
def test_every_way_in_gives_the_same_answer_for_the_same_effort(effort):
    rows = ["2C 2D 2H 4C 4D=yeeye"]
    asked = request(rows=rows, effort=effort)
    quiet = advise(asked, Control())
    loud = advise(asked, Control(on_progress=lambda progress: None))
    legal, left = asked.legal(), boards_left(asked, Control())
    direct = GuessSearch(left, legal, Control(), 5, effort).best(1).best
    script = best_guesses(
        *SMALL["hole"], flop="312", turn="321", river="231", rows=rows, top=1, effort=effort
    )
    answers = {format_cards(quiet.guesses[0].cards), format_cards(loud.guesses[0].cards)}
    answers |= {format_cards(as_cards(g.cards)) for g in (direct, script.ranking.best)}
    if effort is Effort.QUICK:
        state = GameState(asked.puzzle(), ("Ann", "Bob", "Cleo"), asked.rows)
        answers.add(format_cards(proposal_for(state, CancelFlag()).guess))
        answers.add(format_cards(as_cards(fewest_guesses_player(left, legal, 5))))
        next_guess = parse_cards("KC KD KH QC QH")
        made = [*asked.rows, Row(next_guess, colors_of(next_guess, as_cards(left.cards[0])))]
        puzzle = asked.puzzle()
        reviewed = review_game(puzzle, find_boards(puzzle, Control()), made, Control())[1]
        answers.add(format_cards(as_cards(reviewed.best.cards)))
    assert len(answers) == 1


def test_a_guess_that_wins_every_board_says_so():
    advice = advise(
        PokleRequest(
            hole=("4S 8H", "6D 3S", "2H AD"),
            flop=(1, 3, 2),
            turn=(1, 2, 3),
            river=(2, 3, 1),
            rows=("8C 8D 8S 6S AS=gyyeg",),
        ),
        Control(),
    )
    assert advice.boards_left == 3  # of one class: wrong suits on the turn are forgiven
    assert advice.why == "wins now, whichever of the 3 boards it is"
