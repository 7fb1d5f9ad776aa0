"""What is read from files: each fuzzer writes a good one, changes it, and reads it."""

import json
import random
import shutil
import tempfile
from contextlib import closing, suppress
from functools import cache
from pathlib import Path
from typing import Any

from assistant.arena.plan import plan_match
from assistant.arena.runner import load_results, run_session
from assistant.arena.store import Store
from assistant.scenarios import Scenario, load_scenario, save_scenario
from assistant.settings import Settings, load_settings, save_settings, settings_file
from engine.holdem.config import load_config
from resources import resource_path
from tests.fuzz import odd


@cache
def folder() -> Path:
    """A folder for this process."""
    return Path(tempfile.mkdtemp(prefix="fuzz-files-"))


def scenarios(rng: random.Random) -> None:
    """A scenario: changed text, or other JSON."""
    path = folder() / "scenario.json"
    entries = {odd.word(rng): odd.value(rng) for _ in range(3)}
    good = json.dumps(
        {"format": "card-table-scenario", "version": 1, "game": "x"} | {"entries": entries}
    )
    path.write_bytes(spoil(rng, good))
    found = load_scenario(path)
    save_scenario(path, found)
    assert load_scenario(path) == found
    assert isinstance(found, Scenario)


def spoil(rng: random.Random, good: str) -> bytes:
    kind = rng.random()
    if kind < 0.3:
        return good.encode("utf-8", "surrogatepass")
    if kind < 0.6:
        return odd.changed(rng, good.encode("utf-8", "surrogatepass"))
    if kind < 0.7:
        return b"[" * rng.randrange(100_000)
    if kind < 0.75:
        return b'{"font_pt": ' + b"9" * rng.randrange(10_000) + b"}"
    return json.dumps(odd.value(rng)).encode() if kind < 0.95 else rng.randbytes(200)


def settings(rng: random.Random) -> None:
    """The settings' file: whatever is in it, the program starts and says what it did."""
    save_settings(Settings(theme="dark"))
    settings_file().write_bytes(spoil(rng, settings_file().read_text()))
    found, note = load_settings()
    assert isinstance(found, Settings)
    assert len(note) < 1000
    save_settings(found)
    assert load_settings() == (found, "")


def configuration(rng: random.Random) -> None:
    """Hold'em's configuration."""
    path = folder() / "config.json"
    keys = ("default_simulations", "random_seed", "parallel_processing", odd.word(rng))
    section = {rng.choice(keys): odd.value(rng)}
    path.write_bytes(spoil(rng, json.dumps({"simulation_settings": section})))
    load_config(path)


@cache
def _good_store() -> Path:
    path = folder() / "good.sqlite"
    with Store(path) as opened:
        number = opened.create(plan_match(["slave:random", "slave:greedy"] * 2, 4, 1))
        run_session(opened, number)
    return path


def store(rng: random.Random) -> None:
    """A store with changed bytes, or with a changed plan in a whole database."""
    path = folder() / f"{rng.randrange(10**9)}.sqlite"
    shutil.copy(_good_store(), path)
    try:
        kind = rng.random()
        if kind < 0.4:
            path.write_bytes(odd.changed(rng, path.read_bytes()))
        elif kind < 0.8:
            _change_row(rng, path)
        else:
            _change_schema(rng, path)
        with Store(path, reading=rng.random() < 0.3) as opened:
            for row in opened.sessions():
                load_results(opened, row.id)
                opened.digest(row.id)
                if rng.random() < 0.7:
                    run_session(opened, row.id)
    finally:
        for file in folder().glob(f"{path.name}*"):
            file.unlink()


SCHEMAS = (
    "DROP TABLE chunks; CREATE VIEW chunks AS SELECT * FROM sessions",
    "ALTER TABLE sessions RENAME TO other; CREATE VIEW sessions AS WITH RECURSIVE n(i) AS "
    "(SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) AS id FROM n",
    "CREATE TRIGGER t AFTER UPDATE ON sessions BEGIN DELETE FROM chunks; END",
    "CREATE INDEX i ON chunks (hex(moves))",
    "ALTER TABLE sessions ADD COLUMN more AS (hex(plan))",
    "CREATE VIRTUAL TABLE words USING fts5(text)",
)


def _change_schema(rng: random.Random, path: Path) -> None:
    """Put something into a store that the program never made."""
    import sqlite3

    with closing(sqlite3.connect(path)) as db, suppress(sqlite3.Error):
        db.executescript(rng.choice(SCHEMAS))


def _change_row(rng: random.Random, path: Path) -> None:
    import sqlite3

    db = sqlite3.connect(path)
    (text,) = db.execute("SELECT plan FROM sessions").fetchone()
    plan = json.loads(text)
    if rng.random() < 0.5:
        plan[rng.choice([*plan, odd.word(rng)])] = odd.value(rng)
        text = json.dumps(plan)
    else:
        text = odd.changed(rng, text.encode()).decode("utf-8", "replace")
    column, value = rng.choice(
        [("plan", text), ("versions", odd.text(rng)), ("state", odd.word(rng)), ("created", "x")]
    )
    db.execute(f"UPDATE sessions SET {column} = ?", (value,))
    if rng.random() < 0.3:
        field = rng.choice(("places", "points", "lengths", "moves", "n", "first", "checksum"))
        db.execute(
            f"UPDATE OR IGNORE chunks SET {field} = ?", (rng.choice((rng.randbytes(9), -1, 10**9)),)
        )
    db.commit()
    db.close()


def policies(rng: random.Random) -> None:
    """A policy's arrays and card, changed; with a checksum that fits or not."""
    import hashlib

    from engine.slave.policy import read_policy

    good = resource_path("policies/slave.npz")
    path = folder() / "policy.npz"
    data = odd.changed(rng, good.read_bytes())
    card = json.loads(good.with_suffix(".json").read_text())
    if rng.random() < 0.7:
        card["sha256"] = hashlib.sha256(data).hexdigest()
    if rng.random() < 0.3:
        card[rng.choice([*card])] = odd.value(rng)
    path.write_bytes(data)
    path.with_suffix(".json").write_bytes(
        spoil(rng, json.dumps(card)) if rng.random() < 0.3 else json.dumps(card).encode()
    )
    read_policy(path)


@cache
def _trained() -> Any:
    """A short training run, its folder and the bytes of its checkpoint."""
    from engine.slave.training.checkpoints import Checkpoints, identity_of
    from engine.slave.training.curriculum import SCRATCH
    from engine.slave.training.ppo import CHECKPOINT, Ppo, PpoSettings

    settings = PpoSettings(n_games=4, n_choices=16, width=8, stages=SCRATCH)
    runs = Checkpoints(folder() / "run", identity_of(settings, "fuzz", 1))
    Ppo(settings).save(runs)
    return runs, settings, (runs.folder / CHECKPOINT).read_bytes()


def checkpoints(rng: random.Random) -> None:
    """A checkpoint, changed, often with a checksum that fits; and the files beside it."""
    from engine.slave.training.checkpoints import Checkpoints, _checksum
    from engine.slave.training.decisions import is_whole
    from engine.slave.training.pipeline import _Clock
    from engine.slave.training.ppo import CHECKPOINT, Ppo

    runs, settings, good = _trained()
    line, _, data = good.partition(b"\n")
    head = json.loads(line)
    if rng.random() < 0.3:
        head[rng.choice([*head, odd.word(rng)])] = odd.value(rng)
    if rng.random() < 0.5:
        data = odd.changed(rng, data)
    if rng.random() < 0.7:
        head["sha256"] = _checksum(data, head["facts"])
    text = json.dumps(head)
    path = runs.folder / CHECKPOINT
    path.write_bytes((spoil(rng, text) if rng.random() < 0.3 else text.encode()) + b"\n" + data)
    (runs.folder / "seconds.json").write_bytes(spoil(rng, '{"ppo": 1.5}'))
    _Clock(runs.folder / "seconds.json").total_s()
    (runs.folder / "decisions-1.npz").write_bytes(data)
    assert not is_whole(runs.folder / "decisions-1.npz")
    card = runs.folder / "run.json"
    contents = card.read_bytes()
    try:
        Ppo.load(runs, settings)
        card.write_bytes(spoil(rng, contents.decode()))
        Checkpoints(runs.folder, runs.identity)
    finally:
        card.write_bytes(contents)
