"""Seeded questions through every native function of Hold'em, and their tallies.

`golden.json` holds what they counted when the engine was first written, integers and floats to the
last bit: a change of streams, of chunk sizes or of the order of additions shows here.
`python -m tests.engine.holdem.golden` writes the file again.
"""

import hashlib
import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from unittest.mock import patch

import numpy as np
from numpy.typing import NDArray

from engine.control import Control
from engine.holdem import exact, sampling, study
from engine.holdem.preflop import build
from engine.holdem.sampling import Sampling
from engine.holdem.situation import Situation
from tests.engine.holdem.asking import table

PATH = Path(__file__).with_name("golden.json")
ANY = "random"
SOME = "22+, A2s+, K9s+, T9s:0.5, ATo+"
FLOP, TURN, RIVER = "Qh Jh 2c", "Qh Jh Th 2c", "9h Jh Th 2c 2d"
CROWD = "AA:0.0001, 72o"

Tallies = list[list[int | str]]
Question = Callable[[], Tallies]


def questions() -> dict[str, Question]:
    """Every question by its name."""
    return {
        **{f"sampled: {name}": ask for name, ask in _sampled().items()},
        **{f"exact: {name}": ask for name, ask in _enumerated().items()},
        **{f"study: {name}": ask for name, ask in _studied().items()},
        **{f"decks: {n} of block {block}": _decks(block, n) for block, n in ((0, 1), (3, 400))},
    }


def _sampled() -> dict[str, Question]:
    """Random hands, ranges, listed rows and strata, on every street."""
    plain = {
        f"{n} opponents on {board or 'no board'}": _sample(
            table("AhKh", *[ANY] * n, board=board), 1_000 + n, stratify=False
        )
        for n in range(1, 10)
        for board in ("", FLOP, TURN, RIVER)
        if n in (1, 2, 6, 9) or not board
    }
    return plain | {
        "one deal": _sample(table("7d2c", ANY), 1),
        "three chunks, six opponents": _sample(table("9s8s", *[ANY] * 6), 70_000),
        "three chunks, one opponent on a flop": _sample(
            table("9s8s", ANY, board=FLOP), 70_000, stratify=False
        ),
        "dead cards": _sample(table("AhKh", ANY, ANY, dead="As Ad Ac 2h"), 1_000),
        "a range": _sample(table("AhKh", SOME), 2_000),
        "ranges and a random hand": _sample(table("QQ+, AKs:0.5", SOME, ANY), 2_000),
        "two ranges on a flop": _sample(table("QQ+, AK:0.3", SOME, board=FLOP), 2_000),
        "two chunks of ranges": _sample(table("QQ+, AK:0.3", SOME, "TT+"), 40_000),
        "nine ranges": _sample(table(*[SOME] * 10), 300),
        "a range on a turn": _sample(table("AhKh", "QQ+, 87s", ANY, board=TURN), 2_000),
        "a range on a river": _sample(table("AhKh", "QQ+, 87s", ANY, board=RIVER), 2_000),
        "listed rows": _sample(table(*[CROWD] * 5), 2_000),
        "listed rows and a random hand": _sample(table(*[CROWD] * 5, ANY, board=FLOP), 2_000),
        "strata of a turn": _sample(table("AhKh", ANY, board=TURN), 46 * 30),
        "strata of a turn, three players": _sample(table("AhKh", "QcQs", ANY, board=TURN), 3_000),
        "strata of a flop": _sample(table("AhKh", *[ANY] * 3, board=FLOP), 1081 * 30 + 1),
    }


def _enumerated() -> dict[str, Question]:
    """Deals on runouts, duels, and boards by rank."""
    runouts = {
        "three hands on a flop": table("AhKh", "2c2d", "9h8h", board="Qh Jh 2s"),
        "three ranges on a turn": table("AhKh", "22, 33:0.7", "QQ:0.3, TT", board=TURN),
        "three ranges on a river": table("AA", "22, 33:0.7", "QQ:0.3, TT", board=RIVER),
        "two hands on a flop": table("AhKh", "2c2d", board="Qh Jh 2s", dead="3c"),
    }
    duels = {
        "any two on a turn": table(ANY, ANY, board=TURN),
        "weighted ranges on a flop": table("QQ+, AK:0.3", SOME, board=FLOP),
        "a random hand on a flop": table("AhKh", ANY, board=FLOP),
        "weighted ranges on a river": table("QQ+, AK:0.3", SOME, board=RIVER),
    }
    matchups = {
        "aces against kings": table("AhAs", "KdKc"),
        "weighted ranges": table("AA, AKs:0.3", "KK:0.7, AQs"),
        "three hands with dead cards": table("AhKh", "QdQc", "7s6s", dead="Ac 2h"),
        "five hands": table("AhKh", "2c2d", "9h8h", "QsQd", "JcTc"),
    }
    randoms = {
        "suited": table("AhKh", ANY),
        "weighted, dead cards": table("AA:0.3, 72o", ANY, dead="Ah 2c 2d"),
    }
    kinds = exact.N_BOARD_KINDS
    return {
        **{n: _enumerate(s, exact._plan_runouts(s)) for n, s in runouts.items()},
        **{n: _enumerate(s, exact._plan_duel(s, len(s.runouts()))) for n, s in duels.items()},
        **{n: _enumerate(s, exact._plan_matchups(s, 1)) for n, s in matchups.items()},
        **{
            f"random, {n}": _enumerate(s, exact._plan_random_opponent(s))
            for n, s in randoms.items()
        },
        **{
            f"kinds of boards, {n}": _enumerate(s, exact._plan_duel(s, kinds))
            for n, s in {"weighted": table("KK+, AKs:0.5", "QQ, KQo:0.3")}.items()
        },
    }


def _studied() -> dict[str, Question]:
    return {
        "ranges on a flop": _study(table("QQ, AKs, JTs:0.5", SOME, board=FLOP)),
        "ranges on a river": _study(table("QQ, AKs, JTs:0.5", SOME, board=RIVER)),
        "before the flop": _study(table("QQ, JTs:0.3", "KK, AQs")),
    }


def _sample(situation: Situation, n_samples: int, **options: bool) -> Question:
    def ask() -> Tallies:
        with _caught("odds_of_sample", sampling) as caught:
            sampling.sample(situation, Sampling(n_samples, 20, 1, **options), Control())
        return caught

    return ask


def _enumerate(situation: Situation, plan: exact.EnumerationPlan | None) -> Question:
    def ask() -> Tallies:
        assert plan is not None
        with _caught("odds_of_enumeration", exact) as caught:
            exact.enumerate_odds(situation, plan, Control())
        return caught

    return ask


def _study(situation: Situation) -> Question:
    def ask() -> Tallies:
        swept = study._sweep(situation, study._runouts(situation, 20), Control())
        assert swept is not None
        return [_digest(swept.by_hand), _digest(swept.by_runout)]

    return ask


def _decks(block: int, n_decks: int) -> Question:
    def ask() -> Tallies:
        sums = asdict(build.run_block(block, 20, n_decks))
        # Rounded: the sums of thirds are made by BLAS, whose last bit differs between processors.
        return [_digest(np.ascontiguousarray(np.round(part, 6))) for part in sums.values()]

    return ask


@contextmanager
def _caught(name: str, module: object) -> Iterator[Tallies]:
    """Catch the tally that a function of a module is called with."""
    caught: Tallies = []

    def catch(tally: NDArray[np.int64] | NDArray[np.float64], *_: object) -> None:
        caught.append(_text(tally))

    with patch.object(module, name, catch):
        yield caught


def _text(tally: NDArray[np.int64] | NDArray[np.float64]) -> list[int | str]:
    """The values of a tally: integers, or floats in hexadecimal."""
    return [v.hex() if isinstance(v, float) else v for v in tally.tolist()]


def _digest(values: NDArray[np.generic]) -> list[int | str]:
    """A digest of many values, and their sum for a reader."""
    total = values.sum().item()
    text = total.hex() if isinstance(total, float) else total
    return [hashlib.sha256(values.tobytes()).hexdigest(), text]


if __name__ == "__main__":
    rows = (f"{json.dumps(name)}: {json.dumps(ask())}" for name, ask in questions().items())
    PATH.write_text("{\n" + ",\n".join(rows) + "\n}\n", encoding="utf-8")
