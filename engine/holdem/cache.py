"""Cache of recent answers; a question that differs only by names of suits or seats is found again.

An answer is kept in the frame of its question's canonical form: the renaming of suits and the
order of opponents that give the smallest key. Reading it back undoes this question's own renaming.
"""

from collections import OrderedDict
from dataclasses import dataclass, replace
from itertools import permutations
from threading import Lock

from engine.cards import Card
from engine.holdem.matchups import renamed_combos
from engine.holdem.ranges import Range
from engine.holdem.result import Odds
from engine.holdem.situation import Situation

Key = tuple[object, ...]
_ORDERS = tuple(permutations(range(4)))


@dataclass(frozen=True, slots=True)
class Canonical:
    """A question's key, the renaming of suits that leads to it, and where each seat went."""

    key: Key
    suits: tuple[int, ...]
    seats: tuple[int, ...]

    def card(self, index: int) -> int:
        """Return a card of the question in the canonical frame."""
        return index // 4 * 4 + self.suits[index % 4]


def canonical(situation: Situation) -> Canonical:
    """Return the form that situations share if they differ by names of suits or order of
    opponents.
    """
    forms = [_renamed(situation, number) for number in range(len(_ORDERS))]
    return min(forms, key=lambda form: form.key)


def _renamed(situation: Situation, number: int) -> Canonical:
    order, renaming = _ORDERS[number], renamed_combos()[number]

    def cards(group: tuple[Card, ...]) -> tuple[int, ...]:
        return tuple(sorted(card.index // 4 * 4 + order[card.suit] for card in group))

    def seat_key(hands: Range, is_random: bool) -> tuple[int, int, bytes]:
        if is_random:
            return 0, 0, b""
        if hands.n_combos == 1:
            return 1, int(renaming[hands.weights.argmax()]), b""
        weights = hands.weights.copy()
        weights[renaming] = hands.weights
        return 2, 0, weights.tobytes()

    keys = list(map(seat_key, situation.seats, situation.random_seats))
    opponents = sorted(range(1, len(keys)), key=keys.__getitem__)
    seats = (0, *opponents)
    key = cards(situation.board), cards(situation.dead), tuple(keys[seat] for seat in seats)
    return Canonical(key, order, seats)


class AnswerCache:
    """The latest answers, `size` of them; safe to share between threads."""

    def __init__(self, size: int = 256) -> None:
        self._size = size
        self._answers: OrderedDict[Key, Odds] = OrderedDict()
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._answers)

    def get(self, situation: Situation) -> Odds | None:
        """Return the answer to an equal question, in this question's suits and seats."""
        form = canonical(situation)
        with self._lock:
            found = self._answers.get(form.key)
            if found is None:
                return None
            self._answers.move_to_end(form.key)
        players = dict(zip(form.seats, found.players, strict=True))
        back = {form.card(index): index for index in range(52)}
        next_cards = {back[card]: equity for card, equity in found.next_cards.items()}
        return replace(
            found,
            players=tuple(players[seat] for seat in sorted(players)),
            next_cards=dict(sorted(next_cards.items())),
            from_cache=True,
        )

    def put(self, situation: Situation, odds: Odds) -> None:
        """Store an answer; the least recently used one makes room."""
        form = canonical(situation)
        kept = replace(
            odds,
            players=tuple(odds.players[seat] for seat in form.seats),
            next_cards={form.card(card): equity for card, equity in odds.next_cards.items()},
        )
        with self._lock:
            self._answers[form.key] = kept
            self._answers.move_to_end(form.key)
            while len(self._answers) > self._size:
                self._answers.popitem(last=False)
