"""Ranges of hole cards as people write them: "QQ+, AKs, A5s-A2s, 76s:0.5, AhKd, top 15%, !AKs".

A range is a weight for each of the 1,326 combinations, checked when it is made. Every range has a
text that `parse_range` reads back to the same range, and a 13 by 13 grid of weights for painting.
"""

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.cards import Card, Suit, parse_cards, shorten
from engine.errors import CardError, InputError
from engine.holdem.combos import (
    CLASS_NAMES,
    GRID_RANKS,
    RANK_LETTERS,
    combo_index,
    combo_text,
)
from engine.holdem.order import classes_between
from engine.holdem.tables import CLASS_OF_COMBO, CLASS_SIZES, COMBO_CARDS, COMBO_MASKS, N_COMBOS

ACCEPTED = (
    "hands such as QQ+, AKs, KTo+, A5s-A2s, 99-66, Axs, AhKd, 76s:0.5, !AKs, 15%, 5%-20%, or random"
)
MIN_WEIGHT = 1e-6  # the least weight above 0: products of seven must not vanish
WEIGHTS = f"0, or {MIN_WEIGHT:f} to 1"
_PLACE = {letter: place for place, letter in enumerate(RANK_LETTERS[r] for r in GRID_RANKS)}
_R, _CARD = "[2-9TJQKA]", "[2-9TJQKA][CDHS♣♦♥♠]"
_HAND = re.compile(f"({_R})({_R})([SO]?)", re.IGNORECASE)
_TOKEN = re.compile(
    rf"(?P<first>{_R}{_R}[SO]?)(?P<plus>\+)?(?:-(?P<last>{_R}{_R}[SO]?))?"
    rf"|(?P<cards>{_CARD}{_CARD})|(?P<all>RANDOM|ANY|\*)|(?P<with>{_R})X(?P<kind>[SO]?)",
    re.IGNORECASE,
)
_PERCENT = re.compile(r"(?:(?P<low>[\d.]+)%?-)?(?P<high>[\d.]+)%")


@dataclass(frozen=True, slots=True, eq=False)
class Range:
    """A weight from 0 to 1 for each of the 1,326 combinations of hole cards."""

    weights: NDArray[np.float64]

    def __post_init__(self) -> None:
        shape = getattr(self.weights, "shape", type(self.weights).__name__)
        if shape != (N_COMBOS,) or self.weights.dtype != np.float64:
            raise InputError(f"a range has {N_COMBOS} weights, not {shape}")
        allowed = (self.weights >= MIN_WEIGHT) & (self.weights <= 1) | (self.weights == 0)
        if not allowed.all():
            bad = float(self.weights[~allowed][0])
            raise InputError(f"a hand of the range has the weight {bad!r}: expected {WEIGHTS}")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Range) and bool((self.weights == other.weights).all())

    def __hash__(self) -> int:
        return hash(self.weights.tobytes())

    def __repr__(self) -> str:
        return f"parse_range({format_range(self)!r})"

    @property
    def n_combos(self) -> int:
        """How many combinations have a weight above zero."""
        return int(np.count_nonzero(self.weights))

    @property
    def is_random(self) -> bool:
        """True if every combination is as likely as any other."""
        return bool((self.weights == 1).all())

    @property
    def is_known(self) -> bool:
        """True if there is one combination: two known cards."""
        return self.n_combos == 1 and float(self.weights.max()) == 1

    def without(self, cards_mask: int) -> "Range":
        """Return the range once cards (a 52-bit mask) are known to be elsewhere."""
        free = COMBO_MASKS & np.uint64(cards_mask) == 0
        return Range(np.where(free, self.weights, 0.0))

    def grid(self) -> NDArray[np.float64]:
        """Return the mean weight of each of the 169 classes, ace to two, suited above the
        diagonal.
        """
        sums = np.bincount(CLASS_OF_COMBO, self.weights, minlength=169)
        means: NDArray[np.float64] = (sums / CLASS_SIZES).reshape(13, 13)
        return means


def random_range() -> Range:
    """Return the range of any two cards."""
    return Range(np.ones(N_COMBOS))


def known_hand(first: Card, second: Card) -> Range:
    """Return the range of exactly these two cards."""
    weights = np.zeros(N_COMBOS)
    weights[combo_index(first, second)] = 1.0
    return Range(weights)


def range_of_grid(grid: NDArray[np.float64]) -> Range:
    """Return the range that a painted 13 by 13 grid of weights means."""
    flat = np.asarray(grid, float).reshape(-1)
    if flat.shape != (169,):
        raise InputError("a range grid has 13 rows of 13 weights from 0 to 1")
    return Range(flat[CLASS_OF_COMBO])


def combos_of_suits(pairs: Collection[tuple[Suit, Suit]]) -> NDArray[np.bool_]:
    """Return which combinations have one of these pairs of suits, the higher card's first.

    A pair of one rank has them in either order. No pairs stand for all suits.
    """
    if not pairs:
        return np.ones(N_COMBOS, bool)
    wanted = np.zeros((4, 4), bool)
    for high, low in pairs:
        wanted[high, low] = True
    rank, suit = COMBO_CARDS // 4, COMBO_CARDS % 4
    is_pair = rank[:, 0] == rank[:, 1]
    turned = is_pair & wanted[suit[:, 0], suit[:, 1]]
    found: NDArray[np.bool_] = wanted[suit[:, 1], suit[:, 0]] | turned
    return found


def parse_range(text: str) -> Range:
    """Read a range; a later part overrides an earlier one, "!AKs" takes hands out again."""
    known = _parse_two_cards(text)
    if known is not None:
        return known
    parts = re.split(r"[\s,;]+", _close_up(text).strip(" ,;\t\n"))
    if _is_meant_as_cards(parts):
        parse_cards(text)  # names the card that cannot be read
        raise CardError(f'a hand has two cards: write "{shorten(text)}" as in "AhKd QsQc"')
    starts_full = all(part.startswith("!") for part in parts)  # all hands but these
    weights = np.ones(N_COMBOS) if starts_full else np.zeros(N_COMBOS)
    for part in parts:
        token, colon, weight = part.removeprefix("!").partition(":")
        if colon and part.startswith("!"):
            raise _unreadable(part)
        share = _parse_weight(part, weight) if colon else float(not part.startswith("!"))
        weights[_parse_token(token, part)] = share
    return Range(weights)


def _parse_two_cards(text: str) -> Range | None:
    try:
        cards = parse_cards(text)
    except CardError:
        return None
    if len(cards) % 2:  # an even number may be hands written close, as in "AhKd QsQc"
        raise CardError(f'a hand has two cards, not {len(cards)} as in "{shorten(text)}"')
    if len(cards) != 2:
        return None
    if cards[0] == cards[1]:
        raise CardError(f"the card {cards[0].symbol} is given twice")
    return known_hand(*cards)


def _is_meant_as_cards(parts: list[str]) -> bool:
    """Return True for a card by itself, "Ah Kx" or "1h Kh", or for two written close, "AhKx"."""
    texts = [part.replace("10", "T") for part in parts]
    if len(texts) == 2 and not _TOKEN.fullmatch(texts[0]):
        return any(re.fullmatch(_CARD, text, re.IGNORECASE) for text in texts)
    rest = "" if len(texts) > 1 else "[^-:+%]{1,2}"
    return re.fullmatch(_CARD + rest, texts[0], re.IGNORECASE) is not None


def _close_up(text: str) -> str:
    closed = re.sub(r"\s*([-:])\s*", r"\1", text.replace("\ufe0f", ""))
    return re.sub(r"(?i)\btop\s*(?=[\d.]+\s*%)|(?<=!)\s+|(?<=\d)\s+(?=%)", "", closed)


def _parse_weight(part: str, text: str) -> float:
    try:
        weight = float(text.rstrip("%")) / (100 if text.endswith("%") else 1)
    except ValueError:
        weight = -1.0
    if weight != 0 and not MIN_WEIGHT <= weight <= 1:
        raise InputError(f'cannot read the weight in "{shorten(part)}": expected {WEIGHTS}')
    return weight


def _parse_token(token: str, part: str) -> NDArray[np.bool_]:
    percent = _PERCENT.fullmatch(token)
    if percent is not None:
        return np.isin(CLASS_OF_COMBO, _parse_percent(percent, part))
    match = _TOKEN.fullmatch(token.replace("10", "T"))
    if match is None or (match["plus"] and match["last"]):
        raise _unreadable(part)
    if match["all"]:
        return np.ones(N_COMBOS, bool)
    if match["cards"]:
        first, second = parse_cards(match["cards"])
        if first == second:
            raise CardError(f"the card {first.symbol} is given twice")
        return np.equal(np.arange(N_COMBOS), combo_index(first, second))
    if match["with"]:
        return np.isin(CLASS_OF_COMBO, list(_with_rank(match["with"], match["kind"])))
    places = list(_classes(match["first"], bool(match["plus"]), match["last"], part))
    return np.isin(CLASS_OF_COMBO, places)


def _parse_percent(percent: "re.Match[str]", part: str) -> NDArray[np.int64]:
    try:
        low, high = float(percent["low"] or 0), float(percent["high"])
    except ValueError:
        raise _unreadable(part) from None
    if not 0 <= low < high <= 100:
        raise InputError(f'cannot read "{shorten(part)}" in the range: expected 15% or 5%-20%')
    return classes_between(low / 100, high / 100)


def _with_rank(rank: str, kind: str) -> Iterator[int]:
    """Yield every class with a rank: "Ax" all, the pair too; "Axs" the suited, "Axo" the others."""
    own = _PLACE[rank.upper()]
    others = (tuple(sorted((own, other))) for other in range(13) if other != own)
    if not kind:
        yield own * 14
    yield from _places(((high, low) for high, low in others), kind.lower())


def _unreadable(part: str) -> InputError:
    if not part.strip():
        return InputError(f"the range is empty: expected {ACCEPTED}")
    return InputError(f'cannot read "{shorten(part)}" in the range: expected {ACCEPTED}')


def _classes(first: str, plus: bool, last: str | None, part: str) -> Iterator[int]:
    """Yield the grid places that a hand, a hand with a plus or a span of hands stands for."""
    high, low, kind = _read_hand(first, part)
    end_high, end_low, end_kind = _read_hand(last, part) if last else (high, low, kind)
    if kind != end_kind:
        raise _unreadable(part)
    if high == low:
        ends = (0, high) if plus else sorted((high, end_high))
        if end_high != end_low:
            raise _unreadable(part)
        yield from (i * 14 for i in range(ends[0], ends[1] + 1))
    elif high == end_high:
        ends = (high + 1, low) if plus else sorted((low, end_low))
        yield from _places(((high, i) for i in range(ends[0], ends[1] + 1)), kind)
    elif low - high == end_low - end_high:
        steps = sorted((high, end_high))
        yield from _places(((i, i + low - high) for i in range(steps[0], steps[1] + 1)), kind)
    else:
        raise _unreadable(part)


def _read_hand(text: str, part: str) -> tuple[int, int, str]:
    match = _HAND.fullmatch(text)
    if match is None:
        raise _unreadable(part)
    high, low = sorted(_PLACE[match[i].upper()] for i in (1, 2))
    kind = match[3].lower()
    if high == low and kind:
        raise _unreadable(part)
    return high, low, kind


def _places(hands: Iterator[tuple[int, int]], kind: str) -> Iterator[int]:
    for high, low in hands:
        if kind != "o":
            yield high * 13 + low
        if kind != "s":
            yield low * 13 + high


def format_range(hands: Range) -> str:
    """Return the range as text that `parse_range` reads back: runs of hands, then single cards."""
    if hands.is_random:
        return "random"
    grid = np.zeros(169)
    grid[CLASS_OF_COMBO] = hands.weights
    mixed = np.bincount(CLASS_OF_COMBO, hands.weights != grid[CLASS_OF_COMBO]) > 0
    grid[mixed] = -1  # no single weight: written card by card
    parts = [part for run in _grid_runs() for part in _format_run(run, grid)]
    single = (grid[CLASS_OF_COMBO] < 0) & (hands.weights > 0)
    parts += [combo_text(int(i)) + _suffix(hands.weights[i]) for i in np.flatnonzero(single)]
    return ", ".join(parts)


def _grid_runs() -> list[list[int]]:
    """Return places that may be written as one span: pairs, then each high card suited and
    offsuit.
    """
    pairs = [i * 14 for i in range(13)]
    suited = [[row * 13 + column for column in range(row + 1, 13)] for row in range(12)]
    offsuit = [[column * 13 + row for column in range(row + 1, 13)] for row in range(12)]
    return [pairs, *suited, *offsuit]


def _format_run(run: list[int], grid: NDArray[np.float64]) -> Iterator[str]:
    start = 0
    while start < len(run):
        weight, stop = grid[run[start]], start + 1
        while stop < len(run) and grid[run[stop]] == weight:
            stop += 1
        if weight > 0:
            yield _span(run, start, stop) + _suffix(weight)
        start = stop


def _span(run: list[int], start: int, stop: int) -> str:
    first, last = CLASS_NAMES[run[start]], CLASS_NAMES[run[stop - 1]]
    if stop - start == 1:
        return first
    return last + "+" if start == 0 else f"{first}-{last}"


def _suffix(weight: float) -> str:
    return "" if weight == 1 else f":{float(weight)!r}"
