"""The harness of the benchmarks: what it measured can be kept."""

import json
from dataclasses import asdict

import numpy as np

from tests.bench.harness import Bench


def test_figures_of_numpy_can_be_written() -> None:
    bench = Bench("numbers")
    bench.row("at least", np.float32(2), "times", at_least=1)
    bench.row("at most", 2.0, "times", at_most=np.float64(1))
    bench.row("no target", np.int64(3), "games")
    rows = json.loads(json.dumps([asdict(row) for row in bench.rows]))
    assert [row["met"] for row in rows] == [True, False, None]
    assert [row["value"] for row in rows] == [2, 2, 3]
