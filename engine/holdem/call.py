"""Is a call worth its price? The equity it needs, and what it gains on average."""

from dataclasses import dataclass
from typing import Literal

from engine.errors import InputError
from engine.statistics import Interval

MAX_CHIPS = 10**12
Verdict = Literal["call", "fold", "even"]


@dataclass(frozen=True, slots=True)
class Call:
    """A call of `price` into a pot (the opponents' bet included), and nothing bet after it."""

    pot: float
    price: float

    def __post_init__(self) -> None:
        for name, chips in (("pot", self.pot), ("call", self.price)):
            if not 0 < chips <= MAX_CHIPS:
                raise InputError(f"a {name} of {chips:g}: expected more than 0 and at most 10^12")

    @property
    def needed_equity(self) -> float:
        """The equity at which calling and folding are worth the same."""
        return self.price / (self.pot + self.price)

    def value(self, equity: float) -> float:
        """Return what the call gains on average, in the pot's units; folding gains 0."""
        return equity * (self.pot + self.price) - self.price

    def verdict(self, equity: float, interval: Interval | None) -> Verdict:
        """Return "call", "fold", or "even" where the interval allows no more than that."""
        low, high = (equity, equity) if interval is None else (interval.low, interval.high)
        if low > self.needed_equity:
            return "call"
        return "fold" if high < self.needed_equity else "even"
