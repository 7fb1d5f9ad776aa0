import json
import re

import pytest
from typer.testing import CliRunner

from assistant.advisors.pokle import PokleAdvice
from assistant.advisors.pokle_game import BoardList, SkillReport
from assistant.cli.pokle import app
from engine.errors import InputError
from engine.pokle.rules import parse_places

PUZZLE = ["--hole", "8H 7S", "--hole", "JD 10D", "--hole", "3H 5C"]
PUZZLE += ["--flop", "3,1,2", "--turn", "3,2,1", "--river", "2,3,1"]
ROW = ["--guess", "3D 5D 7D 3C 3S=ggggg"]


def test_solve_prints_guesses_and_the_reason(call):
    out = call("pokle", "solve", *PUZZLE, "--top", "3")
    assert "; splits 161 boards into" in out
    assert "bits" in out


def test_solve_as_json_is_the_advice(call):
    advice = PokleAdvice.model_validate_json(
        call("pokle", "solve", *PUZZLE, "--json", "--top", "2")
    )
    assert (advice.boards_left, len(advice.guesses)) == (161, 2)


def test_a_won_game_names_its_board(call):
    assert "Won in 1 guess" in call("pokle", "solve", *PUZZLE, *ROW)


def test_no_board_is_named_while_two_fit_a_won_game(call):
    out = call(
        "pokle", "solve", *PUZZLE, "--guess", "5D 3D 7D 3S 3C=ggggg", "--own", "2C 2D 2H 4C 4D"
    )
    assert "The board:" not in out
    assert "Won in 1 guess with 5♦ 3♦ 7♦ 3♠ 3♣; 2 boards still fit" in out
    assert "your own guess is not rated" in out


def test_skill_as_json_and_for_people(call):
    report = SkillReport.model_validate_json(call("pokle", "skill", *PUZZLE, *ROW, "--json"))
    assert len(report.steps) == 1
    assert report.total_luck > 1
    assert report.summary in call("pokle", "skill", *PUZZLE, *ROW)


def test_a_game_asked_step_by_step_forgives_mistakes_and_undoes():
    answers = [
        "8H 7S", "8H JD", "JD 10D", "3H", "3H 5C", "3 1 2", "3 3 1", "321", "2,3,1",
        "3D 5D 7D 3C 3S", "eeeee",  # leaves no board: an error, and not entered
        "3D 5D 7D", "3D 5D 7D 3S 3C", "ggg", "gggyy", "undo",
        "", "quit",
    ]  # fmt: skip
    result = CliRunner().invoke(app, ["ask"], input="\n".join(answers[:-2]) + "\nquit\n")
    assert result.exit_code == 0, result.output
    for part in ("8♥ is given twice", "1 card:", "3 3 1", "the guess is not taken", "3 cards"):
        assert part in result.output


def test_a_game_to_its_end_shows_the_skill():
    answers = ["8H 7S", "JD 10D", "3H 5C", "312", "321", "231", "3D 5D 7D 3C 3S", "ggggg"]
    result = CliRunner().invoke(app, ["ask"], input="\n".join(answers) + "\n")
    assert result.exit_code == 0, result.output
    assert "Won in 1 guess" in result.output
    assert "perfect play; " in result.output or "lost to weaker guesses; " in result.output
    assert re.search(r"luck (saved|cost) \d\.\d\d guesses", result.output)


def test_places_and_rows_are_read_without_fuss():
    assert parse_places("1, 2 2", "turn") == parse_places("122", "turn") == (1, 2, 2)
    for text in ("12", "1x22", "133"):
        with pytest.raises(InputError, match="turn's places"):
            parse_places(text, "turn")


def test_json_of_a_step_by_step_game_is_json():
    answers = ["8H 7S", "JD 10D", "3H 5C", "312", "321", "231", "quit"]
    result = CliRunner().invoke(app, ["ask", "--json"], input="\n".join(answers) + "\n")
    text = result.stdout  # the runner echoes what is typed; a terminal would too
    answer, _ = json.JSONDecoder().raw_decode(text[text.index("{") :])
    assert answer["boards_left"] == 161


def test_boards_are_listed_and_exported(call, tmp_path):
    out = call("pokle", "boards", *PUZZLE, "--limit", "3")
    assert "161 boards are left; the first 3 are listed" in out
    assert "161 boards are left; the first one is listed" in call(
        "pokle", "boards", *PUZZLE, "--limit", "1"
    )
    out = call("pokle", "boards", *PUZZLE, "--limit", "0", "--json")
    assert len(BoardList.model_validate_json(out).boards) == 161
    target = tmp_path / "boards.csv"
    code, _, err = call.run("pokle", "boards", *PUZZLE, "--csv", str(target))
    assert (code, "161 boards written" in err) == (0, True)
    assert len(target.read_text().splitlines()) == 162


def test_six_wrong_rows_with_boards_left_find_no_board(call):
    out = call("pokle", "solve", *PUZZLE, *["--guess", "KC KD KH QC QH=eyeye"] * 6)
    assert "The board:" not in out
    assert "No guess is left;" in out
    assert "boards still fit" in out


def test_an_own_guess_is_rated(call):
    own = ("--own", "2C 2D 2H 4C 4D", "--boards-only")
    assert "guesses worse than the best" in call("pokle", "solve", *PUZZLE, *own)


def test_squares_are_colours(call):
    letters, squares = (
        call.json("pokle", "solve", *PUZZLE, "--guess", f"2C 3C 4C 5C 6H={colours}")
        for colours in ("yyyye", "🟨🟨🟨🟨⬛")
    )
    assert squares | {"elapsed_s": letters["elapsed_s"]} == letters
