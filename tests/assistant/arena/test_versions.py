"""A session that another version of the program has begun: notes in one line, or refused."""

from pathlib import Path

import pytest

from assistant.arena.plan import plan_match
from assistant.arena.results import Results
from assistant.arena.runner import play_chunk, run_session
from assistant.arena.session import FINISHED, play_session
from assistant.arena.store import Store, present_versions
from assistant.arena.versions import compare_versions
from engine.control import Control
from engine.errors import UnavailableError
from tests.assistant.arena.toy import ToyPlayer

TOY = ("toy:random", "toy:low")


def begin(store: Store, n_games: int, **versions: str) -> int:
    """A session of the toy of which another version has played some games."""
    plan = plan_match(TOY, 4, 7)
    session = store.create(plan)
    if n_games:
        store.add(session, play_chunk(plan.to_json(), 0, n_games))
    store.keep_versions(session, present_versions() | versions)
    return session


def resume(store: Store, session: int) -> tuple[Results, list[str]]:
    notes: list[str] = []
    return run_session(store, session, on_note=notes.append), notes


def test_another_version_is_told_once_and_kept(store: Store) -> None:
    session = begin(store, 3, program="0.0.9", numpy="1.26.4")
    results, notes = resume(store, session)
    now = present_versions()
    assert notes == [
        f"session 1 was begun with program 0.0.9 and numpy 1.26.4 and goes on with program "
        f"{now['program']} and numpy {now['numpy']}: results of its parts may differ"
    ]
    assert results.n_done == 8
    assert store.session(session).versions == {
        "program": f"0.0.9, {now['program']}",
        "python": now["python"],
        "numpy": f"1.26.4, {now['numpy']}",
    }
    assert compare_versions(store, session) == ""


@pytest.mark.parametrize(("n_games", "versions"), [(3, {}), (0, {"program": "0.0.9"})])
def test_the_same_version_or_a_session_without_games_is_no_news(
    store: Store, n_games: int, versions: dict[str, str]
) -> None:
    session = begin(store, n_games, **versions)
    results, notes = resume(store, session)
    assert (results.n_done, notes) == (8, [])
    assert store.session(session).versions == present_versions()


def test_a_version_that_plays_otherwise_is_refused(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = begin(store, 3, program="0.0.9")
    monkeypatch.setattr(ToyPlayer, "choose", lambda self, seen, _: (seen.legal()[-1],))
    with pytest.raises(UnavailableError, match=r"begun with program 0.0.9; with .* begin a new"):
        resume(store, session)
    assert sum(len(chunk.games) for chunk in store.chunks(session)) == 3
    assert store.session(session).versions["program"] == "0.0.9"


def test_a_snapshot_tells_it(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Store(path) as store:
        session, other = begin(store, 3, program="0.0.9"), begin(store, 3, program="0.0.9")
    finished = play_session(session, Control(), path, 0)
    assert finished.state == FINISHED
    assert "was begun with program 0.0.9" in finished.message
    monkeypatch.setattr(ToyPlayer, "choose", lambda self, seen, _: (seen.legal()[-1],))
    with pytest.raises(UnavailableError, match="its agents make other moves"):
        play_session(other, Control(), path, 0)
