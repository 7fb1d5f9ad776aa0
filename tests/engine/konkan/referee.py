"""A slow, readable referee of Konkan that shares nothing with the Rust core but the text of cards.

It knows cards as strings ("7S", "JK"), hands as Counters and melds as tuples of (card, face).
Positions of a run are 1 (ace low) to 14 (ace high).
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations

SUITS = "CDHS"
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
JOKER = "JK"
Hand = tuple[str, ...]


def face_points(card: str) -> int:
    rank = card[:-1]
    return int(rank) if rank.isdigit() else 10


@dataclass(frozen=True)
class Meld:
    """Faces in order; `jokers` are the places among them that a joker fills."""

    faces: tuple[str, ...]
    jokers: frozenset[int]
    is_run: bool

    @property
    def cards(self) -> tuple[str, ...]:
        return tuple(JOKER if i in self.jokers else face for i, face in enumerate(self.faces))

    @property
    def points(self) -> int:
        return sum(map(face_points, self.faces))

    @property
    def text(self) -> str:
        return " ".join(
            f"JK={face}" if i in self.jokers else face for i, face in enumerate(self.faces)
        )

    @property
    def is_natural_four(self) -> bool:
        return not self.is_run and len(self.faces) == 4 and not self.jokers


def all_shapes() -> Iterator[tuple[tuple[str, ...], bool]]:
    """Every run and every set as faces."""
    for suit in SUITS:
        for first in range(12):
            for last in range(first + 3, 15):
                yield tuple(rank + suit for rank in RANKS[first:last]), True
    for rank in RANKS[:13]:
        for n_suits in (3, 4):
            for suits in combinations(SUITS, n_suits):
                yield tuple(rank + suit for suit in suits), False


SHAPES = tuple((faces, frozenset(faces), is_run) for faces, is_run in all_shapes())
SHAPES_WITH = {
    rank + suit: tuple(shape for shape in SHAPES if rank + suit in shape[1])
    for rank in RANKS
    for suit in SUITS
}
Shape = tuple[tuple[str, ...], frozenset[str], bool]


def melds_of(hand: Hand, shapes: tuple[Shape, ...], naturals: int = 1) -> Iterator[Meld]:
    """Every way to fill the shapes with the cards and jokers of a hand."""
    held = Counter(hand)
    kinds = set(held)
    for faces, kinds_wanted, is_run in shapes:
        if len(kinds_wanted - kinds) > held[JOKER]:
            continue
        missing = {place for place, face in enumerate(faces) if face not in kinds}
        for n_jokers in range(len(missing), held[JOKER] + 1):
            for places in map(frozenset, combinations(range(len(faces)), n_jokers)):
                if not missing <= places or n_jokers > len(faces) - naturals:
                    continue
                meld = Meld(faces, places, is_run)
                if not Counter(meld.cards) - held:
                    yield meld


@cache
def melds_in(hand: Hand, naturals: int = 1) -> tuple[Meld, ...]:
    """Every meld that a hand can lay, with every declaration of its jokers."""
    return tuple(melds_of(hand, SHAPES, naturals))


def without(hand: Hand, cards: tuple[str, ...]) -> Hand:
    left = list(hand)
    for card in cards:
        left.remove(card)
    return tuple(left)


@cache
def frontier(hand: Hand, naturals: int = 1) -> dict[int, int]:
    """The most points for every number of cards laid, by trying every meld of the first card."""
    first = next((card for card in hand if card != JOKER), None)
    if first is None:
        return {0: 0}
    best = dict(frontier(without(hand, (first,)), naturals))
    for meld in melds_of(hand, SHAPES_WITH[first], naturals):
        if first in meld.cards:
            for n_cards, points in frontier(without(hand, meld.cards), naturals).items():
                n_all = n_cards + len(meld.cards)
                best[n_all] = max(best.get(n_all, 0), points + meld.points)
    return best


def best_points(hand: Hand, naturals: int = 1) -> int:
    """The most points that leave at least one card."""
    return max(points for n, points in frontier(hand, naturals).items() if n < max(len(hand), 1))


class Referee:
    """The rules of Konkan, written down a second time, one after the other."""

    def __init__(self, text: str) -> None:
        fields = dict(field.strip().partition(" ")[::2] for field in text.split(";"))
        rules = list(map(int, fields["rules"].split()))
        self.threshold, self.naturals, self.raises, self.swaps_own = rules[:4]
        self.keeps_top, self.max_turns = rules[4], rules[6]
        self.players = int(fields["players"])
        self.seat = int(fields["seat"])
        self.turn = int(fields["turn"])
        self.phase = fields["phase"]
        self.hands = [Counter(hand.split()) for hand in fields["hands"].split("/")]
        self.deck = fields["deck"].split()
        self.trash: list[str] = fields["trash"].split()
        self.table: list[tuple[int, Meld]] = []
        self.totals: list[int | None] = [None] * self.players
        self.taken: str | None = None
        self.laid_now = 0
        self.came_down_now = False
        self.winner: int | None = None

    @property
    def hand(self) -> Hand:
        return tuple(sorted(self.hands[self.seat].elements()))

    @property
    def is_down(self) -> bool:
        return self.totals[self.seat] is not None

    @property
    def need(self) -> int:
        opponents = [t for s, t in enumerate(self.totals) if s != self.seat and t is not None]
        return max([self.threshold, *(total + 1 for total in opponents)])

    def legal_actions(self) -> set[str]:
        if self.phase == "over":
            return set()
        if self.phase == "pull":
            deck = {"pull deck"} if self.deck or len(self.trash) > self.keeps_top else set()
            return deck | ({"pull trash"} if self.may_take_trash() else set())
        throws = {f"throw {card}" for card in set(self.hand)}
        if self.turn == 0:
            return throws
        melds = melds_in(self.hand, self.naturals) if self.is_down or self.can_begin() else ()
        actions = {f"lay {meld.text}" for meld in melds if self.may_lay(meld)}
        if not self.is_down:
            return actions if self.laid_now or self.taken else actions | throws
        if self.taken and self.hands[self.seat][self.taken] == 1:
            throws.discard(f"throw {self.taken}")
        return actions | throws | set(self.sarfs()) | set(self.swaps())

    def may_take_trash(self) -> bool:
        if self.is_down or not self.trash:
            return bool(self.trash)
        top = self.trash[-1]
        return self.can_finish(tuple(sorted((*self.hand, top))), 0, top)

    def can_finish(self, hand: Hand, points: int, required: str | None) -> bool:
        """True if lays bring the points to what is needed, the required card among them."""
        if points + best_points(hand, self.naturals) < self.need:
            return False
        if required is None:
            return bool(hand)
        return any(
            required in meld.cards
            and len(hand) > len(meld.cards)
            and points + meld.points + best_points(without(hand, meld.cards), self.naturals)
            >= self.need
            for meld in melds_in(hand, self.naturals)
        )

    def can_begin(self) -> bool:
        """False if the whole hand cannot reach what is needed: then no single lay can."""
        return self.laid_now + best_points(self.hand, self.naturals) >= self.need

    def may_lay(self, meld: Meld) -> bool:
        left = without(self.hand, meld.cards)
        taken = None if self.taken in meld.cards else self.taken
        if self.is_down:
            return self.can_throw(left, taken)
        return bool(left) and self.can_finish(left, self.laid_now + meld.points, taken)

    def can_throw(self, left: Hand, taken: str | None) -> bool:
        return len(left) > 1 or (len(left) == 1 and left[0] != taken)

    def may_use(self, card: str) -> bool:
        if not self.hands[self.seat][card]:
            return False
        taken = None if card == self.taken else self.taken
        return self.can_throw(without(self.hand, (card,)), taken)

    def open_faces(self, meld: Meld) -> list[tuple[str, int]]:
        """Faces that can be added and whether in front (0) or behind (1)."""
        if not meld.is_run:
            rank = meld.faces[0][:-1]
            missing = [rank + suit for suit in SUITS if rank + suit not in meld.faces]
            return [(face, 1) for face in missing]
        suit = meld.faces[0][-1]
        first, last = run_ends(meld)
        ends = []
        if first > 1:
            ends.append((RANKS[first - 2] + suit, 0))
        if last < 14:
            ends.append((RANKS[last] + suit, 1))
        return ends

    def sarfs(self) -> Iterator[str]:
        for number, (_, meld) in enumerate(self.table):
            for face, end in self.open_faces(meld):
                high = " high" if meld.is_run and face[0] == "A" and end == 1 else ""
                if self.may_use(face):
                    yield f"sarf {number} {face}{high}"
                if self.may_use(JOKER):
                    yield f"sarf {number} JK={face}{high}"

    def swaps(self) -> Iterator[str]:
        for number, (owner, meld) in enumerate(self.table):
            for place in meld.jokers:
                face = meld.faces[place]
                high = " high" if meld.is_run and face[0] == "A" and place > 0 else ""
                if (owner != self.seat or self.swaps_own) and self.hands[self.seat][face]:
                    yield f"swap {number} {face}{high}"

    def apply(self, action: str, deck_after: list[str]) -> None:
        """Do an action; `deck_after` is the order of a deck that was just shuffled."""
        verb, *words = action.split()
        getattr(self, verb)(words, deck_after)

    def pull(self, words: list[str], deck_after: list[str]) -> None:
        if words == ["trash"]:
            self.taken = self.trash.pop()
            self.hands[self.seat][self.taken] += 1
        else:
            if not self.deck:
                n_kept = self.keeps_top
                shuffled, kept = self.trash[: len(self.trash) - n_kept], self.trash[-1:] * n_kept
                drawn = Counter(shuffled) - Counter(deck_after)
                assert drawn.total() == 1
                self.deck = [*deck_after, *drawn]
                self.trash = kept
            self.hands[self.seat][self.deck.pop()] += 1
        self.phase = "act"

    def spend(self, card: str) -> None:
        self.hands[self.seat][card] -= 1
        if card == self.taken:
            self.taken = None

    def lay(self, words: list[str], _: list[str]) -> None:
        meld = next(m for m in melds_in(self.hand, self.naturals) if m.text == " ".join(words))
        need = self.need
        for card in meld.cards:
            self.spend(card)
        if not self.is_down:
            self.laid_now += meld.points
            if self.laid_now >= need and self.taken is None:
                self.totals[self.seat] = self.laid_now
                self.came_down_now = True
        elif self.came_down_now or self.raises:
            self.totals[self.seat] = (self.totals[self.seat] or 0) + meld.points
        if meld.is_natural_four:
            self.trash = [*meld.cards, *self.trash]
        else:
            self.table.append((self.seat, meld))

    def sarf(self, words: list[str], _: list[str]) -> None:
        owner, meld = self.table[int(words[0])]
        joker = words[1].startswith("JK=")
        face = words[1].removeprefix("JK=")
        behind = dict.fromkeys([(face, 0), (face, 1)])
        ends = [end for end in self.open_faces(meld) if end in behind]
        end = ends[-1][1] if words[2:] == ["high"] else ends[0][1]
        self.table[int(words[0])] = (owner, extended(meld, face, end, joker))
        self.spend(JOKER if joker else face)

    def swap(self, words: list[str], _: list[str]) -> None:
        owner, meld = self.table[int(words[0])]
        places = sorted(place for place in meld.jokers if meld.faces[place] == words[1])
        place = places[-1] if words[2:] == ["high"] else places[0]
        changed = Meld(meld.faces, meld.jokers - {place}, meld.is_run)
        self.table[int(words[0])] = (owner, changed)
        self.spend(words[1])
        self.hands[self.seat][JOKER] += 1

    def throw(self, words: list[str], _: list[str]) -> None:
        self.spend(words[0])
        self.trash.append(words[0])
        self.taken, self.laid_now, self.came_down_now = None, 0, False
        self.turn += 1
        if not self.hand:
            self.winner, self.phase = self.seat, "over"
            return
        self.seat = (self.seat + 1) % self.players
        self.phase = "over" if self.turn >= self.max_turns else "pull"
        if self.phase == "pull" and not self.legal_actions():
            self.phase = "over"


def run_ends(meld: Meld) -> tuple[int, int]:
    """First and last position of a run; an ace in front is low."""
    first = RANKS.index(meld.faces[0][:-1]) + 1
    return first, first + len(meld.faces) - 1


def extended(meld: Meld, face: str, end: int, joker: bool) -> Meld:
    """The meld with one more card in front, behind, or among the suits of a set."""
    if not meld.is_run:
        cards = sorted(
            [*zip(meld.faces, (i in meld.jokers for i in range(4)), strict=False), (face, joker)],
            key=lambda card: SUITS.index(card[0][-1]),
        )
    else:
        pairs = [(f, i in meld.jokers) for i, f in enumerate(meld.faces)]
        cards = [(face, joker), *pairs] if end == 0 else [*pairs, (face, joker)]
    faces = tuple(f for f, _ in cards)
    return Meld(faces, frozenset(i for i, (_, wild) in enumerate(cards) if wild), meld.is_run)
