from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.scenarios import Scenario, load_scenario, save_scenario
from engine.errors import InputError

words = st.text(alphabet=st.characters(exclude_categories=["Cs"]), max_size=20)
values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | words,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(words, inner, max_size=3),
    max_leaves=5,
)


@given(words, st.dictionaries(words, values, max_size=3))
def test_scenarios_come_back(
    tmp_path_factory: pytest.TempPathFactory, game: str, entries: dict[str, object]
) -> None:
    path = tmp_path_factory.mktemp("s") / "a.json"
    scenario = Scenario(game=game, entries=entries)
    save_scenario(path, scenario)
    assert load_scenario(path) == scenario


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "cannot read"),
        ("{", "cannot read"),
        ("[]", "is not a saved position"),
        ('{"game": "pokle"}', "entries"),
        ('{"game": 7, "entries": {}}', "game"),
        ('{"game": "pokle", "entries": {}, "version": 2}', "version"),
    ],
)
def test_bad_scenario_names_the_file_and_the_reason(tmp_path: Path, text: str, reason: str) -> None:
    path = tmp_path / "bad.json"
    path.write_text(text)
    with pytest.raises(InputError, match=reason) as error:
        load_scenario(path)
    assert "bad.json" in str(error.value)
    assert "\n" not in str(error.value)


def test_missing_and_huge_files_are_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"none\.json"):
        load_scenario(tmp_path / "none.json")
    huge = tmp_path / "huge.json"
    with huge.open("wb") as file:
        file.truncate(11_000_000)
    with pytest.raises(InputError, match="10 MB"):
        load_scenario(huge)
