import json

import pytest
from typer.testing import CliRunner

from assistant.advisors.pokle import PokleAdvice
from assistant.advisors.pokle_game import BoardList, SkillReport
from assistant.cli.app import load_command
from assistant.cli.main import run
from assistant.cli.pokle import app, read_places
from engine.errors import InputError

PUZZLE = ["--hole", "8H 7S", "--hole", "JD 10D", "--hole", "3H 5C"]
PUZZLE += ["--flop", "3,1,2", "--turn", "3,2,1", "--river", "2,3,1"]
ROW = ["--guess", "3D 5D 7D 3C 3S=ggggg"]


def call(capsys, *args: str) -> tuple[int, str, str]:
    code = run(load_command("assistant.cli.main:app"), ["pokle", *args])
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def test_solve_prints_guesses_and_the_reason(capsys):
    code, out, _ = call(capsys, "solve", *PUZZLE, "--top", "3")
    assert code == 0
    assert "splits 161 boards into" in out
    assert "bits" in out


def test_solve_as_json_is_the_advice(capsys):
    code, out, _ = call(capsys, "solve", *PUZZLE, "--json", "--top", "2")
    advice = PokleAdvice.model_validate_json(out)
    assert (code, advice.boards_left, len(advice.guesses)) == (0, 161, 2)


def test_a_won_game_names_its_board(capsys):
    code, out, _ = call(capsys, "solve", *PUZZLE, *ROW)
    assert code == 0
    assert "won in 1 guess" in out


def test_skill_as_json_and_for_people(capsys):
    code, out, _ = call(capsys, "skill", *PUZZLE, *ROW, "--json")
    report = SkillReport.model_validate_json(out)
    assert (code, len(report.steps)) == (0, 1)
    assert report.total_luck > 1
    code, out, _ = call(capsys, "skill", *PUZZLE, *ROW)
    assert report.summary in out


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["solve", *PUZZLE[2:]], "expected --hole three times"),
        (["solve", *PUZZLE, "--guess", "3D 5D 7D 3C 3S"], "3D 5D 7D 3C 3S"),
        (["solve", *PUZZLE, "--guess", "3D 5D 7D 3C 3S=gggg"], "gggg"),
        (["solve", *PUZZLE, "--guess", "3D 5D 7D 3C 3S=eeeee"], "guess 1"),
        (["solve", *PUZZLE[:-1], "2,3,3"], "2 3 3"),
        (["solve", *PUZZLE[:-1], "first"], "first"),
        (["solve", *PUZZLE, "--rule", "none"], "none"),
        (["skill", *PUZZLE], "no guess"),
    ],
)
def test_bad_input_is_one_line_and_exit_2(capsys, args, message):
    code, _, err = call(capsys, *args)
    assert code == 2
    assert message in err
    assert err.count("\n") == 1


def test_a_game_asked_step_by_step_forgives_mistakes_and_undoes():
    answers = [
        "8H 7S", "8H JD", "JD 10D", "3H", "3H 5C", "3 1 2", "3 3 1", "321", "2,3,1",
        "3D 5D 7D 3C 3S", "eeeee",  # leaves no board: told, not entered
        "3D 5D 7D", "3D 5D 7D 3S 3C", "ggg", "gggyy", "undo",
        "", "quit",
    ]  # fmt: skip
    result = CliRunner().invoke(app, ["ask"], input="\n".join(answers[:-2]) + "\nquit\n")
    assert result.exit_code == 0, result.output
    for told in ("8H is given twice", "1 cards", "3 3 1", "the guess was not entered", "3 cards"):
        assert told in result.output


def test_a_game_to_its_end_shows_the_skill():
    answers = ["8H 7S", "JD 10D", "3H 5C", "312", "321", "231", "3D 5D 7D 3C 3S", "ggggg"]
    result = CliRunner().invoke(app, ["ask"], input="\n".join(answers) + "\n")
    assert result.exit_code == 0, result.output
    assert "won in 1 guess" in result.output
    assert "by luck" in result.output


def test_places_and_rows_are_read_without_fuss():
    assert read_places("1, 2 2") == read_places("122") == (1, 2, 2)
    with pytest.raises(InputError, match="12"):
        read_places("12")


def test_json_of_a_step_by_step_game_is_json():
    answers = ["8H 7S", "JD 10D", "3H 5C", "312", "321", "231", "quit"]
    result = CliRunner().invoke(app, ["ask", "--json"], input="\n".join(answers) + "\n")
    text = result.stdout  # the runner echoes what is typed; a terminal would too
    answer, _ = json.JSONDecoder().raw_decode(text[text.index("{") :])
    assert answer["boards_left"] == 161


def test_boards_are_listed_and_exported(capsys, tmp_path):
    code, out, _ = call(capsys, "boards", *PUZZLE, "--limit", "3")
    assert code == 0
    assert "161 boards are left; the first 3 are listed" in out
    code, out, _ = call(capsys, "boards", *PUZZLE, "--limit", "0", "--json")
    assert len(BoardList.model_validate_json(out).boards) == 161
    target = tmp_path / "boards.csv"
    code, _, err = call(capsys, "boards", *PUZZLE, "--csv", str(target))
    assert (code, "161 boards written" in err) == (0, True)
    assert len(target.read_text().splitlines()) == 162


def test_six_wrong_rows_with_boards_left_find_no_board(capsys):
    rows = ["--guess", "KC KD KH QC QH=eyeye"] * 6
    code, out, _ = call(capsys, "solve", *PUZZLE, *rows)
    assert code == 0
    assert "the board:" not in out
    assert "no guess is left;" in out
    assert "boards still fit" in out


def test_an_own_guess_is_rated_and_squares_are_colours(capsys):
    squares = ["--guess", "2C 3C 4C 5C 6H=🟨🟨🟨🟨⬛"]
    code, out, _ = call(capsys, "solve", *PUZZLE, "--own", "2C 2D 2H 4C 4D", "--boards-only")
    assert code == 0
    assert "guesses worse than the best" in out
    letters = call(capsys, "solve", *PUZZLE, "--guess", "2C 3C 4C 5C 6H=yyyye", "--json")
    drawn = call(capsys, "solve", *PUZZLE, *squares, "--json")
    assert drawn[0] == letters[0]
    assert drawn[1].partition("elapsed")[0] == letters[1].partition("elapsed")[0]
    code, _, err = call(capsys, "solve", *PUZZLE, "--own", "2C 2D")
    assert (code, "expected five" in err) == (2, True)
