"""The store: what is written is read back, nothing counts twice, errors have one line."""

import os
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from assistant import database
from assistant.arena import schema
from assistant.arena.batch import Games
from assistant.arena.events import is_repeatable, replay
from assistant.arena.exports import export
from assistant.arena.plan import plan_match
from assistant.arena.results import Chunk, digest
from assistant.arena.runner import load_results, run_session
from assistant.arena.store import DONE, RUNNING, Store
from engine.errors import InputError, UnavailableError

GOLDEN = Path(__file__).parent / "golden"


def chunk(first: int, count: int, n_seats: int = 2) -> Chunk:
    rng = np.random.default_rng(first)
    lengths = rng.integers(1, 9, count).astype(np.uint32)
    games = Games(
        rng.integers(1, n_seats + 1, (count, n_seats)).astype(np.uint8),
        rng.normal(size=(count, n_seats)).astype(np.float32),
        lengths,
        rng.integers(0, 256, int(lengths.sum())).astype(np.uint8),
    )
    return Chunk(first, games, 0.5)


def make_session(store: Store, rounds: int = 50) -> int:
    return store.create(plan_match(["toy:high", "toy:random"], rounds, 7))


def test_chunks_are_read_back_as_they_were(store: Store) -> None:
    session = make_session(store)
    written = [chunk(0, 7), chunk(7, 20), chunk(40, 1)]
    for one in reversed(written):
        assert store.add(session, one)
    read = list(store.chunks(session))
    assert [(c.first, c.end, c.elapsed_s) for c in read] == [
        (0, 7, 0.5),
        (7, 27, 0.5),
        (40, 41, 0.5),
    ]
    assert digest(read) == digest(written)
    assert [c.first for c in store.chunks(session, holding=26)] == [7]
    assert list(store.chunks(session, holding=30)) == []


@pytest.mark.parametrize(("first", "count"), [(10, 10), (5, 6), (19, 3), (12, 2), (0, 40)])
def test_a_game_is_never_stored_twice(store: Store, first: int, count: int) -> None:
    session = make_session(store)
    store.add(session, chunk(10, 10))
    assert not store.add(session, chunk(first, count))
    assert [(c.first, c.end) for c in store.chunks(session)] == [(10, 20)]
    assert store.add(session, chunk(5, 5))
    assert store.add(session, chunk(20, 5))


def test_sessions_are_listed_and_missing_ones_refused(store: Store) -> None:
    with pytest.raises(InputError, match="no session is stored: `assistant arena run` plays one"):
        store.session()
    first, second = make_session(store), make_session(store, rounds=9)
    assert store.session().id == second
    assert store.session(first).plan.rounds == 50
    assert store.session(first).state == RUNNING
    assert set(store.session(first).versions) == {"program", "python", "numpy"}
    with pytest.raises(InputError, match="no session 9: expected 1 to 2"):
        store.session(9)


def test_a_finished_session_says_so(store: Store) -> None:
    session = make_session(store, rounds=1)
    results = run_session(store, session)
    row = store.session(session)
    assert (row.state, row.rounds_played) == (DONE, 1)
    assert store.digest(session) == digest(store.chunks(session))
    assert run_session(store, session).n_done == results.n_done == 2


def test_large_chunks_are_stored_in_pieces(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("assistant.arena.store.PIECE_BYTES", 20)
    session, whole = make_session(store), chunk(3, 40)
    assert store.add(session, whole)
    pieces = list(store.chunks(session))
    assert len(pieces) > 5
    assert (pieces[0].first, pieces[-1].end) == (3, 43)
    assert digest(pieces) == digest([whole])
    assert sum(piece.elapsed_s for piece in pieces) == pytest.approx(whole.elapsed_s)
    assert not store.add(session, chunk(0, 8))
    assert [c.first for c in store.chunks(session, holding=42)] == [pieces[-1].first]


def change(path: Path, script: str) -> None:
    """Change a store as another program would."""
    with closing(sqlite3.connect(path)) as db:
        db.executescript(script)


def open_old(path: Path, version: int = 1) -> Path:
    change(path, (GOLDEN / f"store_v{version}.sql").read_text())
    return path


@pytest.mark.parametrize("version", [1, 2])
def test_a_store_of_a_version_before_opens_and_goes_on(
    tmp_path: Path, store: Store, version: int
) -> None:
    with Store(open_old(tmp_path / "old.sqlite", version)) as old:
        first, second, *_ = old.sessions()
        assert (first.state, second.state) == (DONE, RUNNING)
        assert [(c.first, c.end) for c in old.chunks(1)] == [(0, 4)]
        assert [(c.first, c.end) for c in old.chunks(2)] == [(0, 3), (4, 6)]
        run_session(old, 2)
        for row in (first, second):
            new = store.create(row.plan)
            run_session(store, new)
            assert old.digest(row.id) == store.digest(new)
    with Store(tmp_path / "old.sqlite") as again:
        assert load_results(again, 2).n_done == 8


def test_games_of_slave_that_an_older_version_stored_are_shown(tmp_path: Path) -> None:
    with Store(open_old(tmp_path / "old.sqlite", 2)) as old:
        (stored,) = old.chunks(3)
        for number in range(3):
            *_, last = replay(old, 3, number)
            assert last.outcome is not None
            assert last.outcome.places == tuple(stored.games.places[number])
            assert np.float32(last.outcome.points).tolist() == stored.games.points[number].tolist()
            assert is_repeatable(old, 3, number)
        assert old.session(3).plan.game_rounds == 1


def test_a_failed_upgrade_leaves_the_old_store_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = open_old(tmp_path / "old.sqlite")

    def fail(*_: object) -> list[object]:
        raise sqlite3.OperationalError("the power went out")

    monkeypatch.setattr("assistant.arena.schema._packed", fail)
    with pytest.raises(UnavailableError, match="power went out"):
        Store(path)
    monkeypatch.undo()
    with closing(sqlite3.connect(path)) as db:
        assert db.execute("PRAGMA user_version").fetchone() == (1,)
        assert db.execute("SELECT count(*) FROM games").fetchone() == (9,)


@pytest.mark.parametrize(
    ("script", "reason"),
    [
        ("PRAGMA user_version = 99", "newer version of the program"),
        ("CREATE TABLE notes (text)", "of another program"),
    ],
)
def test_a_newer_or_foreign_store_is_refused(path: Path, script: str, reason: str) -> None:
    change(path, script)
    with pytest.raises(UnavailableError, match=reason):
        Store(path)


def test_a_damaged_file_is_refused_and_kept(path: Path) -> None:
    path.write_bytes(b"this is no database, but somebody may want it back" * 100)
    before = path.read_bytes()
    with pytest.raises(UnavailableError, match=r"is damaged .* kept as it is"):
        Store(path)
    assert path.read_bytes() == before


def test_games_that_changed_on_disk_are_noticed(store: Store) -> None:
    session = make_session(store)
    store.add(session, chunk(0, 30))
    change(store.path, "UPDATE chunks SET places = zeroblob(length(places))")
    with pytest.raises(UnavailableError, match="games after number 0 have changed"):
        list(store.chunks(session))


def test_a_locked_store_is_told(store: Store) -> None:
    session = make_session(store)
    with closing(sqlite3.connect(store.path, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        with Store(store.path, busy_s=0.05) as waiting:
            with pytest.raises(UnavailableError, match="locked by another program"):
                waiting.add(session, chunk(0, 3))
            other.execute("ROLLBACK")
            assert waiting.add(session, chunk(0, 3))


def test_a_full_disk_loses_nothing_and_can_be_resumed(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("assistant.arena.store.PAGE_BYTES", 4096)
    with Store(path) as store:
        session = make_session(store, rounds=800)
        pages = store._db.execute("PRAGMA page_count").fetchone()[0]
        store._db.execute(f"PRAGMA max_page_count = {pages + 8}")
        with pytest.raises(UnavailableError, match="no space left"):
            run_session(store, session)
        kept = load_results(store, session).n_done
        assert 0 < kept < 1600
        store._db.execute("PRAGMA max_page_count = 1000000")
        run_session(store, session)
        fresh = make_session(store, rounds=800)
        run_session(store, fresh)
        assert store.digest(session) == store.digest(fresh)


def test_a_folder_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(UnavailableError, match="cannot be written"):
        Store(tmp_path / "missing" / "arena.sqlite")


def test_a_new_store_is_the_users_own(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        with Store(tmp_path / "arena.sqlite") as store:
            store.create(plan_match(["toy:random", "toy:high"], 1, 1))
            modes = {path.stat().st_mode & 0o777 for path in tmp_path.iterdir()}
    finally:
        os.umask(before)
    assert modes == {0o600}


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("plan", "{"),
        ("plan", "null"),
        ("plan", '{"game": "toy"}'),
        ("plan", '{"game": "os:system", "agents": [], "line_ups": [], "rounds": 1, "seed": 1}'),
        (
            "plan",
            '{"game": "toy", "agents": ["high"], "line_ups": [[0, 9]], "rounds": 1, "seed": 1}',
        ),
        ("versions", "[]"),
        ("state", "eaten"),
    ],
)
def test_a_damaged_session_is_named(store: Store, column: str, value: str) -> None:
    session = make_session(store)
    store._db.execute(f"UPDATE sessions SET {column} = ?", (value,))
    with pytest.raises(UnavailableError, match=f"session {session} of .* is damaged"):
        store.session(session)
    found, (line,) = store.list_sessions()
    assert not found
    assert f"session {session} of " in line


def test_a_damaged_session_hides_no_other(store: Store) -> None:
    first, second, third = (make_session(store) for _ in range(3))
    store._db.execute("UPDATE sessions SET plan = '{' WHERE id = ?", (second,))
    assert [row.id for row in store.sessions()] == [first, third]
    with pytest.raises(InputError, match="no session 9: expected 1 to 3"):
        store.session(9)


def test_reading_makes_and_changes_nothing(path: Path) -> None:
    with pytest.raises(InputError, match=r"there is no session file .*arena run` makes one"):
        Store(path, reading=True)
    assert list(path.parent.iterdir()) == []
    with Store(path) as store:
        run_session(store, make_session(store, rounds=3))
        digest_written = store.digest(1)
    before = path.read_bytes(), path.stat().st_mtime_ns
    with Store(path, reading=True) as store:
        assert store.digest(1) == digest_written
        with pytest.raises(UnavailableError, match="cannot be read"):
            make_session(store)
    assert (path.read_bytes(), path.stat().st_mtime_ns) == before
    assert list(path.parent.iterdir()) == [path]


def test_a_reader_sees_what_another_has_just_written(store: Store) -> None:
    session = make_session(store)
    with Store(store.path, reading=True) as reader:
        store.add(session, chunk(0, 7))
        assert load_results(reader, session).n_done == 7


def test_a_folder_that_may_not_be_written_can_be_read(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Store(path) as store:
        run_session(store, make_session(store, rounds=3))
    connect = sqlite3.connect

    def refuse_log(address: str, **how: Any) -> sqlite3.Connection:
        if "immutable" in address:
            return connect(address, **how)
        return connect(path.parent / "no" / "such", **how)

    monkeypatch.setattr("assistant.database.sqlite3.connect", refuse_log)
    with Store(path, reading=True) as store:
        assert load_results(store, 1).n_done == 6
    path.with_name(f"{path.name}-wal").write_bytes(b"games that are not in the store yet")
    with pytest.raises(UnavailableError, match="cannot be read"):
        Store(path, reading=True)


@pytest.mark.parametrize(("version", "after"), [(1, 3), (2, 2)])
def test_an_older_store_is_read(tmp_path: Path, version: int, after: int) -> None:
    path = open_old(tmp_path / "old.sqlite", version)
    with Store(path, reading=True) as old:
        assert load_results(old, 2).n_done == 5
    with closing(sqlite3.connect(path)) as db:
        assert db.execute("PRAGMA user_version").fetchone() == (after,)


@pytest.mark.parametrize("first", [5, 10**9])
def test_a_chunk_at_another_place_is_damaged(store: Store, first: int) -> None:
    session = make_session(store)
    store.add(session, chunk(0, 7))
    store.add(session, chunk(7, 3))
    store._db.execute("UPDATE chunks SET first = ? WHERE first = 7", (first,))
    with pytest.raises(UnavailableError, match=f"3 games after number {first} have changed"):
        load_results(store, session)


@pytest.mark.parametrize("column", ["n", "first", "places", "lengths", "elapsed_s"])
def test_a_chunk_of_another_size_is_damaged(store: Store, column: str) -> None:
    session = make_session(store)
    store.add(session, chunk(0, 7))
    store._db.execute(f"UPDATE chunks SET {column} = 'x'")
    with pytest.raises(UnavailableError, match="is damaged"):
        load_results(store, session)


ENDLESS = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n"
STRANGE = {
    "a view for a table": (
        "ALTER TABLE sessions RENAME TO hidden;"
        f"CREATE VIEW sessions AS SELECT ({ENDLESS}) AS id, '' AS created, '' AS state, "
        "'' AS plan, '' AS versions, 1 AS rounds_played"
    ),
    "a trigger": ("CREATE TRIGGER t AFTER UPDATE ON sessions BEGIN DELETE FROM chunks; END"),
    "a table more": "CREATE TABLE notes (text)",
    "a table less": "DROP TABLE chunks",
    "a generated column": "ALTER TABLE sessions ADD COLUMN more AS (hex(plan))",
    "an index on an expression": "CREATE INDEX i ON sessions (hex(plan))",
}


@pytest.mark.parametrize("change_it", STRANGE.values(), ids=STRANGE)
@pytest.mark.parametrize("reading", [True, False])
@pytest.mark.parametrize("version", [2, 3])
def test_a_store_with_other_tables_is_refused(
    path: Path, change_it: str, reading: bool, version: int
) -> None:
    with Store(path) as store:
        run_session(store, make_session(store, rounds=3))
    change(path, f"{change_it}; PRAGMA user_version = {version}")
    with pytest.raises(UnavailableError, match=r"is not a session file"):
        Store(path, reading=reading)


def test_a_store_that_was_analysed_is_ours(path: Path) -> None:
    with Store(path) as store:
        make_session(store)
    change(path, "ANALYZE; VACUUM")
    with Store(path, reading=True) as store:
        assert len(store.sessions()) == 1


def test_every_statement_ends(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "QUERY_S", 0.01)
    with pytest.raises(UnavailableError, match="takes too long to answer"), store._explained():
        store._db.execute(ENDLESS)
    with pytest.raises(UnavailableError, match="takes too long to answer"), store._explained():
        list(store._db.rows(f"SELECT 1 UNION ALL SELECT ({ENDLESS}) WHERE ? IS NULL", (None,)))


@pytest.mark.parametrize("kind", ["a folder", "a pipe"])
def test_only_a_regular_file_is_a_store(path: Path, kind: str) -> None:
    path.mkdir() if kind == "a folder" else os.mkfifo(path)
    for reading in (True, False):
        with pytest.raises(InputError, match="is not a regular file"):
            Store(path, reading=reading)


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("created", "\x1b]0;gone\x07"),
        ("created", "yesterday"),
        ("versions", '{"program": "\\u001b[2J"}'),
        ("versions", '{"program": "' + "9" * 5000 + '"}'),
        ("rounds_played", "many"),
        ("rounds_played", 10**9),
        ("plan", b"\xff\xfe"),
        ("plan", "[" * 100_000),
    ],
)
def test_values_that_we_never_write_are_damage(store: Store, column: str, value: object) -> None:
    session = make_session(store)
    store._db.execute(f"UPDATE sessions SET {column} = ?", (value,))
    found, (line,) = store.list_sessions()
    assert not found
    assert f"session {session} of " in line
    assert line.isprintable()


def forge(store: Store, **fields: bytes) -> None:
    """Change fields of the first chunk, with a checksum that fits."""
    row = store._db.execute("SELECT places, points, lengths, moves FROM chunks").fetchone()
    kept = dict(zip(("places", "points", "lengths", "moves"), row, strict=True)) | fields
    values = (*kept.values(), schema.checksum(*kept.values()))
    store._db.execute(
        "UPDATE chunks SET places = ?, points = ?, lengths = ?, moves = ?, checksum = ?", values
    )


@pytest.mark.parametrize(
    "fields",
    [
        {"places": bytes([0, 9])},
        {"points": np.array([np.nan, 1], "<f4").tobytes()},
        {"points": np.array([np.inf, 1], "<f4").tobytes()},
        {"lengths": np.array([2**31], "<u4").tobytes()},
    ],
)
def test_a_chunk_is_checked_behind_its_checksum(store: Store, fields: dict[str, bytes]) -> None:
    session = make_session(store)
    store.add(session, chunk(0, 1))
    forge(store, **fields)
    with pytest.raises(UnavailableError, match="have changed"):
        load_results(store, session)


@pytest.mark.parametrize("moves", [b"\xff\xfe\xfd", b"\x1b[2J", b"12\r34"])
def test_moves_that_are_no_text_are_damage(store: Store, tmp_path: Path, moves: bytes) -> None:
    session = make_session(store)
    store.add(session, chunk(0, 1))
    forge(store, moves=moves, lengths=np.array([len(moves)], "<u4").tobytes())
    for read in (
        lambda: list(replay(store, session, 0)),
        lambda: export(store, session, "games", tmp_path / "games.csv", with_moves=True),
    ):
        with pytest.raises(UnavailableError, match="moves of game 1 cannot be read"):
            read()
