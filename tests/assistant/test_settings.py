import os

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from assistant.settings import Settings, load_settings, save_settings, settings_file
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


@pytest.mark.parametrize(
    ("text", "word"),
    [('{"font_pt": 99}', "font size"), ('{"colour": 1}', "colour"), ("[1, 2]", "damaged")],
)
def test_message_says_what_is_wrong(text: str, word: str) -> None:
    settings_file().write_text(text)
    assert word in load_settings()[1]


def test_a_damaged_file_gives_way_to_the_one_before() -> None:
    save_settings(Settings(theme="light"))
    save_settings(Settings(theme="dark"))
    settings_file().write_text('{"theme": "da')
    settings, note = load_settings()
    assert settings.theme == "light"
    assert "settings.json.damaged; its last version is used" in note


def test_only_what_was_changed_is_kept() -> None:
    before = Settings()
    save_settings(before)
    save_settings(Settings(theme="dark"), before)
    save_settings(Settings(font_pt=12), before)
    assert load_settings()[0] == Settings(theme="dark", font_pt=12)


@pytest.mark.parametrize("home", ["/dev/null", "/proc/nowhere"])
def test_a_home_that_cannot_be_made_gives_defaults_and_a_line(
    home: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CARD_TABLE_HOME", home)
    settings, note = load_settings()
    assert settings == Settings()
    assert note.startswith(f'cannot write "{home}')
    with pytest.raises(UnavailableError, match="cannot write"):
        save_settings(settings)


def test_threads_and_budget() -> None:
    assert Settings(threads=3).n_threads == 3
    assert Settings().n_threads == (os.cpu_count() or 1)
    assert Settings(precision="quick").budget_s < Settings(precision="precise").budget_s
    with pytest.raises(ValidationError):
        Settings(font_pt=3)
