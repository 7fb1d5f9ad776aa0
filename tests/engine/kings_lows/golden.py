"""Fixed questions to the native functions of Kings and Lows, and their answers as plain numbers.

`golden.json` holds the answers of an earlier implementation, compiled by numba: the native
one must give them to the last bit. Long tables of counts are stored as a digest.
"""

import hashlib
from collections.abc import Iterator
from itertools import permutations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.cards import parse_cards
from engine.kings_lows.deals import no_counts
from engine.kings_lows.last_card import question_of
from engine.kings_lows.simulation import Folding, complete_hands, deal_of
from engine.kings_lows.table import StudTable, parse_player
from engine.kings_lows.wild import (
    BaseballRules,
    DeucesWildRules,
    DoctorPepperRules,
    FollowTheQueenRules,
    WildCardRules,
    WildRule,
)
from engine.poker.hands import HandType
from rust_meld import stud_starts, stud_values_by_rule, stud_values_marked
from tests.engine.kings_lows.small import small_table

N_DEALS = 1_500
GO_ON = np.zeros(1, np.uint8)  # a stop flag that nobody sets
RULES: dict[str, WildRule] = {
    "lows": WildCardRules(),
    "lows with a king": WildCardRules(True),
    "baseball": BaseballRules(),
    "deuces": DeucesWildRules(),
    "pepper": DoctorPepperRules(),
    "queen": FollowTheQueenRules(),
    "queen then 10": FollowTheQueenRules(10),
    "baseball and a card": BaseballRules(True),
}
TABLES = {
    "two of nothing": ("Ann: ", "Bob: "),
    "seven": tuple(f"P{i}: " for i in range(7)),
    "three": ("Ann: Kh 2d | 3c", "Bob: | Ac Qd", "Cid: 4c 4d | 4h 4s"),
    "four late": (
        "Ann: Kh 2d | 3c 9h 4d 9d",
        "Bob: As Qc | Ac 7d 8c | 5c",
        "Cid: | Ks Kd 6c 6d",
        "Dan: Jh Js | 2c 3d 10s Qh",
    ),
}
DEAD = {"three": "5d 5h", "four late": "4c 4h 2s"}
CLOSED = ("lows", "lows with a king", "baseball", "deuces", "pepper", "queen then 10")
OPEN = ("queen", "baseball and a card")


def answers() -> Iterator[tuple[str, Any]]:
    """Yield each question's name and its answer."""
    for rule in (*CLOSED, *OPEN):
        for name, players in TABLES.items():
            table = StudTable(
                tuple(map(parse_player, players)), parse_cards(DEAD.get(name, "")), RULES[rule]
            )
            yield f"deal, {rule}, {name}", dealt(table, 1, 0)
            if name == "four late":
                folding = Folding(HandType.FULL_HOUSE, "Cid")
                yield f"deal, {rule}, folding", dealt(table, 5, 3, folding)
                yield f"record, {rule}, {name}", recorded(table)
        yield f"values, {rule}", by_rule(RULES[rule].code)
    yield "values, marked", by_marks()
    for n_players, rule in ((2, "lows"), (4, "baseball"), (7, "lows with a king")):
        yield f"starts, {n_players}, {rule}", starts(n_players, RULES[rule].code)
    for rule in CLOSED[:3]:
        yield f"play out, {rule}", played_out(RULES[rule])
    for level in (None, HandType.FOUR_OF_A_KIND):
        yield f"last card, {level}", last_card(level)


def dealt(table: StudTable, seed: int, chunk: int, folding: Folding | None = None) -> Any:
    """Return the counts of random deals."""
    counts = no_counts(len(table.players))
    assert deal_of(table, folding).native.deal(seed, chunk, N_DEALS, GO_ON, *counts) == N_DEALS
    results, kinds, lows = counts
    return {"results": results.tolist(), "lows": lows.tolist(), "kinds": digest(kinds)}


def recorded(table: StudTable) -> Any:
    """Return the cards of the first deals."""
    rows = deal_of(table).native.record(2, 1, 40)
    return [*map(list, rows[:2]), digest(np.array([list(row) for row in rows], np.uint8))]


def by_rule(code: int) -> Any:
    """Return the values of random hands under a rule."""
    hands, values = random_hands(1_000), np.zeros(1_000, np.uint16)
    assert stud_values_by_rule(hands, code, values)
    return [*values[:3].tolist(), digest(values)]


def by_marks() -> Any:
    """Return the values of random hands with marked cards."""
    hands, values = random_hands(1_000), np.zeros(1_000, np.uint16)
    assert stud_values_marked(hands, (np.arange(1_000) * 37 % 256).astype(np.uint8), values)
    return [*values[:3].tolist(), digest(values)]


def starts(n_players: int, code: int) -> Any:
    """Return the counts of full tables by starting cards."""
    counted = np.zeros((13, 13, 13, 4), np.int64)
    stud_starts(n_players, N_DEALS, 3, 2, code, counted)
    return [*counted.sum(axis=(0, 1, 2)).tolist(), digest(counted)]


def played_out(rules: WildRule) -> Any:
    """Return the counts of every deal of a small table."""
    players = (
        "Ann: Kh 2d | 3c 9h 4d",
        "Bob: As Qc | Ac 7d 8c | 5c",
        "Cid: 10h 10s | Ks 6c 6d 7h",
    )
    table = small_table(rules, "Jh As 2c Kd 5d 6h 8h 9c Qs 3h 3d", *players)
    hands = complete_hands(deal_of(table, Folding(HandType.FULL_HOUSE, "Ann")), GO_ON)
    assert hands is not None
    part = hands.play_slice((0, int(hands.starts[1]), GO_ON))
    counts, (added, values) = hands.tally.counts, hands.completed
    return {
        "n_deals": part.n_deals,
        "results": part.counts.results.tolist(),
        "added": digest(added),
        "values": digest(values),
        "kinds": digest(counts.kinds),
        "lows": counts.lows.tolist(),
        "order": hands.order.tolist(),
        "starts": hands.starts.tolist(),
    }


def last_card(level: HandType | None) -> Any:
    """Return hero's gains in every world of a small table."""
    players = (
        "You: 10c 9d | 8s 8h 7c 4d",
        "Ann: 10h | 6c 6d Jd 3h",
        "Bob: 10s Jc | Qs Qh 5c 5d | 9c",
    )
    asked = small_table(WildCardRules(), "Jh As 2c Kd", *players)
    worlds = np.array([[c.index for c in w] for w in permutations(asked.deck, 3)], np.uint8)
    gains = np.zeros((len(worlds), 2))
    n_weighed = question_of(asked, "You", level).weigh(worlds, GO_ON, gains)
    return [n_weighed, [[gain.hex() for gain in row] for row in gains.tolist()]]


def digest(array: NDArray[np.generic]) -> str:
    """Return a short hash of an array's numbers and shape."""
    return hashlib.sha256(repr(array.shape).encode() + array.tobytes()).hexdigest()[:24]


def random_hands(n_hands: int) -> NDArray[np.uint8]:
    """Return rows of seven different cards."""
    deck = np.tile(np.arange(52, dtype=np.uint8), (n_hands, 1))
    return np.random.Generator(np.random.PCG64(11)).permuted(deck, axis=1)[:, :7].copy()
