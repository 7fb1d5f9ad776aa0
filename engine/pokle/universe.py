"""Every legal guess at once: how well it splits a set of boards, without asking each by itself.

A guess is a flop, a turn and a river. Flops whose cards meet all boards alike are taken together,
so are turns and rivers that split alike; the parts into which flops cut the boards are numbered,
each once. A part's gain under a turn and river is read from one word for each class, whose bits
say in unary how many of its boards fall where: the union of the words has the largest classes.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, combinations_with_replacement, product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.pokle.boards import Boards, Index
from engine.pokle.climb import GuessSpace
from engine.pokle.patterns import (
    CARD_PATTERN,
    N_FLOP_PATTERNS,
    N_PATTERNS,
    Patterns,
    flop_meetings,
    flop_patterns,
)
from engine.pokle.rules import CardArray
from engine.pokle.splits import class_numbers

SEED = 30_011
WORD = 52  # members of a set that one float holds exactly, a bit each
N_LATER = 9  # patterns of turn and river
AT_ONCE = 4_000_000  # words worked on in a block: some ten milliseconds
Kinds = Sequence[list[int]]  # cards that do the same, kind by kind


@dataclass(frozen=True, slots=True, eq=False)
class Splits:
    """Guesses by number of their flop and of their turn and river, and the gain of each."""

    flops: Index
    pairs: Index
    gains: NDArray[np.int64]


class Universe:
    """All guesses of a space, asked about one set of boards."""

    def __init__(self, boards: Boards, space: GuessSpace) -> None:
        self._space = space
        self._classes = class_numbers(boards.class_key)
        self._flop_kinds, self._triples, by_class = _flop_splits(boards, space.live)
        self._flop_rows = by_class[:, self._classes]
        self._classes_of_part, self._parts_of_flop = _parts(by_class)
        self._n_entries = max(_size(self._classes_of_part), _size(self._parts_of_flop[1]))
        self._turn_kinds, turns = _card_splits(boards.cards[:, 3], space.live)
        self._river_kinds, rivers = _card_splits(boards.cards[:, 4], space.live)
        later: Patterns = turns[:, None] * np.uint8(3) + rivers
        self._later = later.reshape(-1, len(boards))

    @property
    def is_large(self) -> bool:
        """True if it takes more than one block to look at."""
        return self._n_entries * len(self._later) > AT_ONCE

    def splitting(self, least_gain: int) -> Iterator[Splits]:
        """The guesses of at least this gain, block by block: largest classes, summed over groups.

        Guesses are taken as they are, without any pardon.
        """
        n_columns = max(1, AT_ONCE // self._n_entries)
        for start in range(0, len(self._later), n_columns):
            gains = self._gains(self._later[start : start + n_columns])
            flops, pairs = np.nonzero(gains >= least_gain)
            yield Splits(flops, pairs + start, gains[flops, pairs].astype(np.int64))

    def _gains(self, later: Patterns) -> NDArray[np.uint16]:
        """The gain of each flop (row) with each turn and river (column)."""
        words = _unary_words(later, self._classes)
        united = _gather(self._classes_of_part, words, np.bitwise_or)
        order, parts = self._parts_of_flop
        gains = np.empty((len(order), len(later)), np.uint16)
        gains[order] = _gather(parts, np.bitwise_count(united).astype(np.uint16), np.add)
        return gains

    def rows(self, flops: Index, pairs: Index) -> NDArray[np.uint16]:
        """How guesses split the boards: groups are named after their first board, none is won."""
        patterns = self._flop_rows[flops] * np.uint8(N_LATER) + self._later[pairs]
        row, last = np.arange(len(flops))[:, None], patterns.shape[1] - 1
        names = np.zeros((len(flops), N_PATTERNS), np.uint16)
        names[row, patterns[:, ::-1]] = N_PATTERNS + np.arange(last, -1, -1)  # the first stays
        named: NDArray[np.uint16] = names[row, patterns]
        return named

    def cards(self, flop: int, pair: int) -> CardArray | None:
        """Five different cards that split so; None if the site accepts none."""
        triple = self._triples[flop].tolist()
        turn, river = divmod(pair, len(self._river_kinds))
        for later in product(self._turn_kinds[turn], self._river_kinds[river]):
            for first in _flops_of(triple, self._flop_kinds, later):
                cards = np.array([*sorted(first), *later], np.uint8)
                if later[0] != later[1] and self._space.allows(cards):
                    return cards
        return None


def _flops_of(
    triple: Sequence[int], kinds: Kinds, taken: tuple[int, ...]
) -> Iterator[tuple[int, ...]]:
    """All flops of three kinds without the cards that are taken."""
    free = [
        combinations([card for card in kinds[kind] if card not in taken], triple.count(kind))
        for kind in sorted(set(triple))
    ]
    for chosen in product(*free):
        yield tuple(card for cards in chosen for card in cards)


def _flop_splits(boards: Boards, live: CardArray) -> tuple[Kinds, Index, Patterns]:
    """The kinds of flop cards, all flops as three kinds, and the pattern of each by class."""
    firsts = np.unique(boards.class_key, return_index=True)[1]
    used, flop_of_class = np.unique(boards.flop_id[firsts], return_inverse=True)
    meetings = flop_meetings(boards.flops[used])
    kinds = _kinds(meetings[live], live)
    n_cards = np.array([len(cards) for cards in kinds])
    triples = _triples(len(kinds))
    a, b, c = triples.T
    copy_b, copy_c = (b == a).astype(np.intp), np.where(c == b, 1 + (b == a), 0)
    possible = (copy_b < n_cards[b]) & (copy_c < n_cards[c])
    shown = np.array([np.resize(cards, 3) for cards in kinds], np.uint8)
    flops = np.stack([shown[a, 0], shown[b, copy_b], shown[c, copy_c]], 1)[possible]
    return kinds, triples[possible], flop_patterns(flops, meetings)[:, flop_of_class]


@cache
def _triples(n_kinds: int) -> Index:
    return np.array(list(combinations_with_replacement(range(n_kinds), 3)), np.intp)


def _card_splits(answers: CardArray, live: CardArray) -> tuple[Kinds, Patterns]:
    """The kinds of turn or river cards, and how each splits the boards."""
    rows = CARD_PATTERN[live][:, answers]
    kinds = _kinds(_plain_labels(rows), live)
    return kinds, rows[np.searchsorted(live, [cards[0] for cards in kinds])]


def _plain_labels(rows: Patterns) -> Patterns:
    """Digits renamed in the order they come in a row: equal splits have equal rows."""
    first = rows[:, :1]
    at = (rows != first).argmax(1)
    second = rows[np.arange(len(rows)), at][:, None]
    labels: Patterns = np.where(rows == first, 0, np.where(rows == second, 1, 2)).astype(np.uint8)
    return labels


def _kinds(rows: NDArray[Any], live: CardArray) -> Kinds:
    """The cards whose rows are equal."""
    number = np.unique(rows, axis=0, return_inverse=True)[1].ravel()
    return [live[number == kind].tolist() for kind in range(number.max() + 1)]


def _parts(by_class: Patterns) -> tuple[list[Index], tuple[Index, list[Index]]]:
    """The parts into which flops cut the classes: members of each, and the parts of each flop.

    Both as columns for `_gather`; the second with the order of the flops that it needs.
    """
    n_flops, n_classes = by_class.shape
    keys = by_class + (np.arange(n_flops) * N_FLOP_PATTERNS)[:, None]
    words = np.empty((n_flops * N_FLOP_PATTERNS, -(-n_classes // WORD)), np.int64)
    for number, start in enumerate(range(0, n_classes, WORD)):
        some = keys[:, start : start + WORD]
        bits = np.tile(2.0 ** np.arange(some.shape[1]), n_flops)
        words[:, number] = np.bincount(some.ravel(), bits, len(words))
    used = np.flatnonzero(words.any(1))
    first, part = _distinct(words[used])
    members = (words[used[first], :, None] >> np.arange(WORD) & 1).reshape(len(first), -1)
    sizes = members.sum(1)
    order = np.argsort(-sizes, kind="stable")
    rank = np.empty_like(order)
    rank[order] = np.arange(len(order))
    classes = _columns(np.nonzero(members[order])[1], sizes[order])
    n_parts = np.bincount(used // N_FLOP_PATTERNS, minlength=n_flops)
    by_count = np.argsort(-n_parts, kind="stable")
    starts = np.cumsum(n_parts) - n_parts
    n_parts = n_parts[by_count]
    shift = starts[by_count] - (np.cumsum(n_parts) - n_parts)
    flat = np.arange(len(part)) + np.repeat(shift, n_parts)
    return classes, (by_count, _columns(rank[part][flat], n_parts))


def _distinct(words: NDArray[np.int64]) -> tuple[Index, Index]:
    """Where each distinct row is first, and the number of each row."""
    rng = np.random.default_rng(SEED)
    while True:
        factors = rng.integers(1, 1 << 62, words.shape[1]) * 2 + 1
        _, first, number = np.unique(
            (words * factors).sum(1), return_index=True, return_inverse=True
        )
        if (words == words[first[number]]).all():  # else two rows met by chance: mix otherwise
            return first, number


def _columns(flat: Index, sizes: Index) -> list[Index]:
    """Lists of falling sizes, laid end to end, as columns: the j-th entry of all that have one."""
    starts = np.cumsum(sizes) - sizes
    counts = [int((sizes > j).sum()) for j in range(int(sizes[0]))]
    return [flat[starts[:count] + j] for j, count in enumerate(counts)]


def _size(columns: list[Index]) -> int:
    return sum(map(len, columns))


def _gather(columns: list[Index], values: NDArray[Any], join: np.ufunc) -> NDArray[Any]:
    """For each list the join of its entries' values."""
    result = values[columns[0]]
    for column in columns[1:]:
        part = result[: len(column)]
        join(part, values[column], out=part)
    return result


def _unary_words(later: Patterns, classes: Index) -> NDArray[Any]:
    """A word for each class and each turn and river: its boards by pattern, counted in unary.

    64 bits are enough: of the four suits of a rank, at most one is green, three yellow or grey.
    """
    n_classes, n_rows = int(classes.max()) + 1, len(later)
    keys = (classes * n_rows + np.arange(n_rows)[:, None]) * N_LATER + later
    counts = np.bincount(keys.ravel(), minlength=n_classes * n_rows * N_LATER)
    counts = counts.reshape(n_classes, n_rows, N_LATER)
    widths = counts.max((0, 1))
    wide: Any = np.uint16 if widths.sum() <= 16 else np.uint32 if widths.sum() <= 32 else np.uint64
    ones = (np.uint64(1) << counts.astype(np.uint64)) - np.uint64(1)
    words: NDArray[Any] = (ones << (np.cumsum(widths) - widths).astype(np.uint64)).sum(2)
    return words.astype(wide)
