import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from assistant.settings import (
    Settings,
    load_settings,
    read_model,
    save_settings,
    settings_file,
    write_text,
)
from engine.errors import UnavailableError

any_settings = st.builds(
    Settings,
    theme=st.sampled_from(["system", "light", "dark"]),
    four_colour=st.booleans(),
    colour_blind=st.booleans(),
    font_pt=st.integers(8, 18),
    threads=st.integers(0, 256),
    precision=st.sampled_from(["quick", "normal", "precise"]),
    browser_path=st.text(alphabet=st.characters(exclude_categories=["Cs"])),
)


@given(any_settings)
def test_settings_come_back(settings: Settings) -> None:
    save_settings(settings)
    assert load_settings() == (settings, "")


def test_first_start_has_defaults_and_no_message() -> None:
    assert load_settings() == (Settings(), "")


@given(st.binary(max_size=200))
def test_any_bytes_are_defaults_and_the_file_is_kept(data: bytes) -> None:
    path = settings_file()
    path.write_bytes(data)
    settings, note = load_settings()
    if note:
        assert settings == Settings()
        assert path.with_name("settings.json.damaged").read_bytes() == data
        assert not path.exists()


@pytest.mark.parametrize(
    ("text", "word"),
    [('{"font_pt": 99}', "font_pt"), ('{"colour": 1}', "colour"), ("[1, 2]", "damaged")],
)
def test_message_says_what_is_wrong(text: str, word: str) -> None:
    settings_file().write_text(text)
    assert word in load_settings()[1]


def test_unreadable_folder_is_told(tmp_path: Path) -> None:
    settings, note = read_model(tmp_path, Settings)  # a folder is no file
    assert settings == Settings()
    assert "was damaged" in note


def test_write_leaves_no_part_behind(tmp_path: Path) -> None:
    write_text(tmp_path / "a.json", "1")
    assert [path.name for path in tmp_path.iterdir()] == ["a.json"]
    with pytest.raises(UnavailableError, match="cannot write"):
        write_text(tmp_path / "nowhere" / "a.json", "1")


def test_threads_and_budget() -> None:
    assert Settings(threads=3).n_threads == 3
    assert Settings().n_threads == (os.cpu_count() or 1)
    assert Settings(precision="quick").budget_s < Settings(precision="precise").budget_s
    with pytest.raises(ValidationError):
        Settings(font_pt=3)
