"""Slave's training data from many workers: shards of the search's decisions, a seed each.

The files are those that `assistant slave train` makes one by one and looks for first, so a run
whose shards were collected on a cluster goes straight on to learning from them.
"""

from pathlib import Path

from assistant.arena.cluster import Workers
from engine.control import Control
from engine.files import make_folder, write_with
from engine.slave.search import SearchSettings
from engine.slave.training.decisions import collect


def shard_path(folder: Path, seed: int) -> Path:
    """Return the file of one shard in the folder of a training run."""
    return folder / f"decisions-{seed}.npz"


def collect_shards(
    folder: Path,
    seeds: range,
    shard_size: int,
    settings: SearchSettings,
    workers: Workers,
    control: Control,
) -> list[Path]:
    """Collect the shards that are missing; return all that are there when it is done or stopped."""
    make_folder(folder)
    jobs = [(shard_size, seed, settings) for seed in seeds if not shard_path(folder, seed).exists()]
    for n_done, (job, decisions) in enumerate(workers.run(collect, jobs, control.should_stop), 1):
        write_with(shard_path(folder, job[1]), decisions.save)
        control.report(n_done, len(jobs), "shards of decisions")
    return [path for seed in seeds if (path := shard_path(folder, seed)).exists()]
