"""Named ranges: kept, used by "@name", removed; bad names and ranges are refused."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assistant.ranges import keep_range, kept_ranges, look_up_range, ranges_file, remove_range
from engine.errors import InputError


def test_a_range_is_kept_used_and_removed() -> None:
    assert keep_range(" the  button ", "22+, A2s+") == "the button"
    keep_range("@blind", "15%")
    assert kept_ranges() == {"blind": "15%", "the button": "22+, A2s+"}
    assert look_up_range("@the button") == "22+, A2s+"
    assert look_up_range("QQ+") == "QQ+"
    keep_range("blind", "20%")
    assert look_up_range(" @blind") == "20%"
    remove_range("@blind")
    remove_range("the button")
    assert kept_ranges() == {}


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [("", "QQ", "is not a name"), ("x" * 41, "QQ", "1 to 40"), ("tight", "QQ, XY", '"XY"')],
)
def test_bad_names_and_ranges_are_refused(name: str, text: str, said: str) -> None:
    with pytest.raises(InputError, match=said):
        keep_range(name, text)
    assert name not in kept_ranges()


def test_an_unknown_name_is_told_with_those_there_are() -> None:
    keep_range("tight", "QQ+")
    for ask in (look_up_range, remove_range):
        with pytest.raises(InputError, match='"@loose": expected one of tight'):
            ask("@loose")


def test_a_damaged_file_stops_nobody() -> None:
    keep_range("tight", "QQ+")
    keep_range("loose", "50%")
    ranges_file().write_text('{"ranges": 3')
    assert kept_ranges() == {"tight": "QQ+"}  # as before the last change


@given(st.text(max_size=50))
@settings(max_examples=30, deadline=None)
def test_any_name_is_kept_or_refused(name: str) -> None:
    try:
        kept = keep_range(name, "QQ")
    except InputError:
        return
    assert look_up_range(f"@{kept}") == "QQ"
    remove_range(kept)
