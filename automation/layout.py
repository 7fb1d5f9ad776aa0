"""Check the positions of what was read: trophies by street and player, cells in a grid.

A page may have an extra row, or its table transposed. Parts may then be readable and still be the
wrong ones, so their positions are compared with those of names and streets.
"""

from collections.abc import Sequence
from itertools import pairwise

from automation.errors import PageRefusedError
from automation.look import Box
from automation.parts import N_CELLS, parts_of

SLACK = 4.0  # pixels


def check_table(
    kind: str, boxes: Sequence[Box], names: Sequence[Box] | None, streets: Sequence[Box] | None
) -> None:
    """Refuse hole cards and trophies that stand with another player's name or street."""
    if names is not None:
        axis = _axis(names)
        players = [place % 3 if kind == "trophies" else place // 2 for place in range(len(boxes))]
        _check_aligned(kind, boxes, names, players, axis, "player")
        if kind == "trophies" and streets is not None and _axis(streets) == axis:
            raise PageRefusedError(
                "players and streets are in one line: this is not the player table"
            )
    if kind == "trophies" and streets is not None:
        rows = [place // 3 for place in range(len(boxes))]
        _check_aligned(kind, boxes, streets, rows, _axis(streets), "street")


def _axis(boxes: Sequence[Box]) -> int:
    """Return 0 if boxes stand side by side, 1 if one below the other."""
    spreads = [max(_centres(boxes, axis)) - min(_centres(boxes, axis)) for axis in (0, 1)]
    return 0 if spreads[0] >= spreads[1] else 1


def _centres(boxes: Sequence[Box], axis: int) -> list[float]:
    return [box[axis] + box[axis + 2] / 2 for box in boxes]


def _check_aligned(
    kind: str,
    boxes: Sequence[Box],
    labels: Sequence[Box],
    belongs: Sequence[int],
    axis: int,
    what: str,
) -> None:
    """Refuse a part that is farther from its label than half the distance between labels."""
    places, at = _centres(labels, axis), _centres(boxes, axis)
    ordered = sorted(places)
    gap = min(after - before for before, after in pairwise(ordered))
    if gap < SLACK:
        return  # overlapping labels cannot be compared
    for number, part in enumerate(parts_of(kind)):
        if abs(at[number] - places[belongs[number]]) > gap / 2 + SLACK:
            error = PageRefusedError(f"the {part} is not in line with its {what}")
            error.at = number
            raise error


def check_grid(boxes: Sequence[Box]) -> None:
    """Refuse guess rows that do not stand below each other at even distances."""
    for index in range(N_CELLS):
        column = boxes[index::N_CELLS]
        if len(column) < 2 or not all(width and height for _, _, width, height in column):
            continue
        lefts, tops = _centres(column, 0), _centres(column, 1)
        widest = max(box[2] for box in column)
        highest = max(box[3] for box in column)
        gaps = [abs(after - before) for before, after in pairwise(tops)]
        is_column = max(lefts) - min(lefts) <= widest / 2 + SLACK
        is_even = max(gaps) <= 1.6 * min(gaps) + SLACK and max(gaps) <= 4 * highest + SLACK
        if not (is_column and is_even):
            raise PageRefusedError(
                "the guess rows are not evenly below each other: some belong to another game"
            )
