"""Bad input to commands, as it was found: one line that quotes it, never "unexpected"."""

import shlex
from pathlib import Path

import pytest

from assistant.cli.app import load_command
from assistant.cli.main import run

HUGE = 2**64
HAND = "'AS KS QS JS 10S 2H 3H 4H 5H 6H 7H 8H 9H 10H'"


def told(capsys: pytest.CaptureFixture[str], line: str) -> tuple[int, str]:
    program, *args = shlex.split(line)
    target = "konkan_play" if program == "konkan-play" else "main"
    code = run(load_command(f"assistant.cli.{target}:app"), args, program)
    return code, capsys.readouterr().err


@pytest.mark.parametrize(
    ("line", "word"),
    [
        ("assistant konkan melds 'AH 2H 3H' --threshold 0", "a threshold of 0"),
        (f"assistant konkan advise {HAND} --enemy ²", "'²'"),
        (f"assistant konkan advise {HAND} --seed -1", "--seed"),
        (f"assistant slave advise --hand '3C 4C' --seed {HUGE}", str(HUGE)),
        ("assistant slave strength --games 4 --seed -1", "--seed"),
        (f"assistant arena show {HUGE}", str(HUGE)),
        (f"assistant arena show --store={'9' * 5000}", "too large"),
        ("assistant arena league --scale inf", "--scale"),
        ("assistant arena run --agents konkan:random --workers 1000000 konkan:random", "1000000"),
        ("assistant holdem AhKh --threads 1000000000", "1000000000"),
        ("assistant holdem AhKh --seconds nan", "--seconds"),
        ("assistant kings-lows odds --player 'a: Kh 2d' --threads 999999999", "999999999"),
        ("konkan-play benchmark --rounds 1000000000000", "1000000000000 rounds"),
        ("konkan-play benchmark --rounds 1 --workers 5000", "5000 workers"),
        ("konkan-play benchmark --rounds 1 --dirichlet-alpha inf", "inf"),
        ("konkan-play benchmark --rounds 1 --seconds inf", "inf seconds"),
        ("konkan-play benchmark --rounds 1 --seconds 0", "0.0 seconds"),
    ],
)
def test_a_line_that_quotes_it(capsys: pytest.CaptureFixture[str], line: str, word: str) -> None:
    code, error = told(capsys, line)
    assert code == 2
    assert word in error
    assert "unexpected" not in error
    assert error.count("\n") == 1


def test_names_are_no_markup(capsys: pytest.CaptureFixture[str]) -> None:
    seats = "--player '[/]: KH 2D | 3C 4C 5C 6C | 7C' --player '[bold]: 3D 4D | 5D 6D 7D 8D | 9D'"
    code, error = told(capsys, f"assistant kings-lows odds {seats}")
    assert (code, error) == (0, "")


def test_a_folder_that_is_a_device_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    code, error = told(capsys, "assistant kings-lows frequencies --plots /dev/null")
    assert (code, error) == (1, 'error: cannot write "/dev/null": File exists\n')


@pytest.mark.parametrize("text", ["[" * 100_000, '{"simulation_settings": ' * 5000, "9" * 5000])
def test_a_nested_configuration_is_one_line(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, text: str
) -> None:
    (tmp_path / "holdem.json").write_text(text)
    code, error = told(capsys, f"assistant holdem AhKh --config {tmp_path / 'holdem.json'}")
    assert code == 2
    assert "holdem.json" in error
    assert error.count("\n") == 1


def test_a_long_match_ends_when_its_time_is_up(capsys: pytest.CaptureFixture[str]) -> None:
    sides = "--baseline random --challenger greedy"
    code, error = told(capsys, f"konkan-play benchmark --rounds 9999999 {sides} --seconds 0.5")
    assert (code, error) == (0, "")
    code, error = told(capsys, "konkan-play strength --games 9999 --seconds 0.5")
    assert (code, error) == (0, "")
