"""Training data from many workers is the data that one would have made."""

from pathlib import Path

import numpy as np

from assistant.arena.cluster import InProcess, Processes
from assistant.arena.training_data import collect_shards, shard_path
from engine.control import Control
from engine.slave.search import SearchSettings
from engine.slave.training.decisions import Decisions, collect

SETTINGS = SearchSettings(n_playouts=8)


def test_shards_are_the_same_wherever_they_are_made(tmp_path: Path) -> None:
    seeds = range(5, 8)
    with Processes(2) as workers:
        paths = collect_shards(tmp_path, seeds, 20, SETTINGS, workers, Control())
    assert paths == [shard_path(tmp_path, seed) for seed in seeds]
    for seed, path in zip(seeds, paths, strict=True):
        alone, there = collect(20, seed, SETTINGS), Decisions.load(path)
        assert np.array_equal(alone.rows, there.rows)
        assert np.array_equal(alone.tally, there.tally)


def test_what_is_there_is_kept_and_a_stop_keeps_what_is_whole(tmp_path: Path) -> None:
    shard_path(tmp_path, 5).write_bytes(b"kept")
    control = Control(on_progress=lambda _: control.cancel.set())
    paths = collect_shards(tmp_path, range(5, 9), 10, SETTINGS, InProcess(), control)
    assert paths == [shard_path(tmp_path, 5), shard_path(tmp_path, 6)]
    assert paths[0].read_bytes() == b"kept"
    assert sorted(p.name for p in tmp_path.iterdir()) == [p.name for p in paths]
