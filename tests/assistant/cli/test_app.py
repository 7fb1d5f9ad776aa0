"""What every command shares: tables, and a bar where there is a terminal."""

import pytest

from assistant.cli.app import print_table, terminal_control
from engine.control import Progress


def test_names_in_a_table_are_printed_as_they_are(capsys: pytest.CaptureFixture[str]) -> None:
    print_table(("name",), [("a:dog:[bold]",)])
    assert "a:dog:[bold]" in capsys.readouterr().out


@pytest.mark.parametrize(("forced", "quiet"), [("", False), ("1", False), ("1", True)])
def test_progress_is_shown_where_there_is_a_terminal(
    forced: str,
    quiet: bool,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("FORCE_COLOR", forced)
    with terminal_control(quiet=quiet) as control:
        assert control.on_progress is not None  # some jobs go on longer if somebody listens
        control.on_progress(Progress(1, 2, "searching boards"))
    output = capsys.readouterr()
    assert ("searching boards" in output.err) == (forced == "1" and not quiet)
    assert output.out == ""
