"""Whole turns against a brute force: every sequence of legal actions of the state machine.

The state machine itself is compared with a referee of its own (`test_referee.py`).
"""

import random
from collections import Counter
from itertools import combinations

import pytest

from engine.konkan.cards import format_hand
from engine.konkan.game import KonkanGame
from tests.engine.konkan.positions import fields_of, game_of
from tests.engine.konkan.referee import JOKER, RANKS, SUITS, Hand, melds_in

DECK = [*(rank + suit for suit in SUITS for rank in RANKS[:13]), JOKER] * 2
N_SMALL, N_LARGE = 2_000, 200
MAX_STATES = 4_000


def position(rng: random.Random, n_cards: int) -> KonkanGame:
    """A random position in the middle of a turn, with melds that have something to do with it."""
    deck = DECK.copy()
    rng.shuffle(deck)
    table = table_of(deck, rng)
    hand = near_hand(deck, table, n_cards, rng)
    opponent, trash = (
        [deck.pop() for _ in range(rng.randint(1, 14))],
        [deck.pop() for _ in range(rng.randint(1, 5))],
    )
    is_down = rng.random() < 0.6
    melds = ", ".join(f"{rng.randrange(2) if is_down else 1}: {text}" for text in table)
    # A joker that was taken could be laid and swapped back to be thrown: turns leave that out.
    naturals = [card for card in hand if card != JOKER]
    taken = rng.choice(naturals) if naturals and rng.random() < 0.2 else "-"
    threshold = rng.choice((10, 20, 30, 40))
    options = f"{rng.choice((1, 1, 2))} {rng.randrange(2)} {rng.randrange(2)} {rng.randrange(2)}"
    return game_of(
        rules=f"{threshold} {options} 25 400",
        taken=taken,
        down=f"{'90' if is_down else '-'} {'5' if table else '-'}",
        hands=f"{' '.join(hand)} / {' '.join(opponent)}",
        known=f"{'' if taken == '-' else taken} / ",
        table=melds,
        trash=" ".join(trash),
        deck=" ".join(deck),
    )


def table_of(deck: list[str], rng: random.Random) -> list[str]:
    """Some melds from the deck, jokers declared."""
    texts = []
    for _ in range(rng.randrange(4)):
        suit, first = rng.choice(SUITS), rng.randrange(11)
        if rng.random() < 0.5:
            faces = [rank + suit for rank in RANKS[first : first + rng.choice((3, 3, 4))]]
        else:
            faces = [RANKS[first] + s for s in rng.sample(SUITS, 3)]
        cards = list(faces)
        if JOKER in deck and rng.random() < 0.3:
            cards[rng.randrange(3)] = JOKER
        if any(cards.count(card) > deck.count(card) for card in cards):
            continue
        for card in cards:
            deck.remove(card)
        words = (
            f"JK={face}" if card == JOKER else card for card, face in zip(cards, faces, strict=True)
        )
        texts.append(" ".join(words))
    return texts


def near_hand(deck: list[str], table: list[str], n: int, rng: random.Random) -> list[str]:
    """Cards of few ranks and suits, so that much fits; jokers now and then."""
    ranks = {rng.randrange(13) + i for i in range(4)}
    ranks |= {RANKS.index(word.split("=")[-1][:-1]) + d for t in table for word in t.split()
              for d in (-1, 0, 1)}  # fmt: skip
    near = {RANKS[rank % 13] for rank in ranks}
    liked = [card for card in deck if card[:-1] in near or (card == JOKER and rng.random() < 0.5)]
    hand = (liked + deck)[:n]
    for card in hand:
        deck.remove(card)
    return hand


def brute_force(game: KonkanGame) -> dict[Hand, int] | None:
    """What may stay in hand with its most points that count; None if there are too many states."""
    start, rules = fields_of(game), game.rules
    counts = start["down"].split()[0] == "-" or rules.raise_by_later_melds
    before = 0 if start["down"].split()[0] == "-" else int(start["down"].split()[0])
    ends: dict[Hand, int] = {}
    seen, todo = {game.text}, [game]
    while todo:
        state = todo.pop()
        legal = state.legal_actions()
        if any(action.startswith("throw") for action in legal):
            total = fields_of(state)["down"].split()[0]
            points = int(total) - before if counts and total != "-" else 0
            left = tuple(sorted(format_hand(state.hand(0)).split()))
            ends[left] = max(ends.get(left, 0), points)
        for action in legal:
            if not action.startswith("throw"):
                after = state.copy()
                after.apply(action)
                if after.text not in seen:
                    seen.add(after.text)
                    todo.append(after)
        if len(seen) > MAX_STATES:
            return None
    return ends


def undominated(ends: dict[Hand, int]) -> dict[Hand, int]:
    """Without the ends that keep natural cards where another one keeps jokers."""

    def better(left: Hand) -> bool:
        free = 2 - left.count(JOKER)
        naturals = [card for card in left if card != JOKER]
        for n in range(1, free + 1):
            for gone in combinations(naturals, n):
                other = Counter(left) - Counter(gone) + Counter([JOKER] * n)
                if ends.get(tuple(sorted(other.elements())), -1) >= ends[left]:
                    return True
        return False

    return {left: points for left, points in ends.items() if not better(left)}


def check_ways(game: KonkanGame) -> dict[Hand, int]:
    """The ends that the engine lists, each way followed to what it promises."""
    ends = {}
    for end in game.turns():
        after = game.copy()
        for action in end.way:
            after.apply(action)
        left = tuple(sorted(format_hand(end.left).split()))
        assert tuple(sorted(format_hand(after.hand(0)).split())) == left
        assert left not in ends
        ends[left] = end.points
    return ends


def check_going_out(game: KonkanGame, can: bool) -> None:
    way = game.going_out()
    assert (way is not None) is can, game.text
    if way is not None:
        for action in way:
            game.apply(action)
        assert game.winner == 0


def compare(rng: random.Random, n_cards: int, verbs: Counter[str]) -> bool:
    """One position; False if it is too large for the brute force."""
    game = position(rng, n_cards)
    verbs.update(action.split()[0] for end in game.turns() for action in end.way)
    slow = brute_force(game)
    if slow is None:
        return False
    assert check_ways(game) == undominated(slow), game.text
    check_going_out(game, any(len(left) == 1 for left in slow))
    return True


def test_every_end_of_small_turns_is_found() -> None:
    rng = random.Random(1)
    verbs: Counter[str] = Counter()
    done = [compare(rng, 1 + i % 7, verbs) for i in range(N_SMALL)]
    assert sum(done) > 0.9 * N_SMALL
    assert min(verbs[verb] for verb in ("lay", "sarf", "swap")) > N_SMALL / 10


@pytest.mark.slow
@pytest.mark.timeout(3_600)
def test_twenty_thousand_small_turns_agree() -> None:
    rng = random.Random(2)
    assert sum(compare(rng, 1 + i % 7, Counter()) for i in range(20_500)) >= 20_000


def growing_position(rng: random.Random) -> KonkanGame:
    """A seat that comes down with a joker, wins another one, and may add it to the new meld."""
    suit, other = rng.sample(SUITS, 2)
    first = rng.randrange(2, 9)
    swapped = f"{RANKS[rng.randrange(10)]}{other}"
    run = [f"{RANKS[RANKS.index(swapped[:-1]) + i]}{other}" for i in (1, 2)]
    near = [f"{RANKS[(first + i) % 13]}{suit}" for i in (-3, -2, 2, 3)]
    hand = [f"{RANKS[first]}{suit}", f"{RANKS[first + 1]}{suit}", JOKER, swapped]
    hand += rng.sample(near, rng.choice((1, 2)))
    deck = DECK.copy()
    for card in [*hand, *run, JOKER]:
        deck.remove(card)
    rng.shuffle(deck)
    return game_of(
        rules="10 1 0 0 0 25 400",
        down="- 5",
        hands=f"{' '.join([*hand, deck.pop()])} / {deck.pop()}",
        table=f"1: JK={swapped} {' '.join(run)}",
        trash=deck.pop(),
        deck=" ".join(deck),
    )


def test_jokers_won_after_coming_down_are_added_to_new_melds() -> None:
    rng = random.Random(4)
    verbs: Counter[str] = Counter()
    for _ in range(N_LARGE):
        game = growing_position(rng)
        slow = brute_force(game)
        assert slow is not None
        assert check_ways(game) == undominated(slow), game.text
        way = game.going_out()
        verbs.update(action[:9] for action in way or ())
        check_going_out(game, any(len(left) == 1 for left in slow))
    assert verbs["sarf 1 JK"], "a joker went to the new meld"


def test_going_out_with_many_cards_is_found() -> None:
    """Hands that can be laid but for one card: melds and sarfs are dealt, then mixed."""
    rng = random.Random(3)
    n_out = 0
    for _ in range(N_LARGE):
        game = large_position(rng)
        way = game.going_out()
        assert way is not None, game.text
        for action in way:
            game.apply(action)
        n_out += game.winner == 0
    assert n_out == N_LARGE


def large_position(rng: random.Random) -> KonkanGame:
    """A seat that is down with melds, cards that fit on the table, and one card more."""
    deck = DECK.copy()
    rng.shuffle(deck)
    table = ["5S 6S 7S", "9H 9D 9C"]
    for card in " ".join(table).split():
        deck.remove(card)
    hand = [card for card in ("8S", "9S", "4S") if rng.random() < 0.7]
    hand = hand if "8S" in hand else [card for card in hand if card != "9S"]
    for card in hand:
        deck.remove(card)
    while len(hand) < 9:
        melds = [m for m in melds_in(tuple(sorted(deck[:20]))) if len(m.cards) + len(hand) <= 13]
        if melds:
            cards = rng.choice(melds).cards
            for card in cards:
                deck.remove(card)
            hand += cards
        rng.shuffle(deck)
    hand.append(deck.pop())
    rng.shuffle(hand)
    trash, opponent = [deck.pop()], [deck.pop() for _ in range(5)]
    return game_of(
        down="90 85",
        hands=f"{' '.join(hand)} / {' '.join(opponent)}",
        table=f"0: {table[0]}, 1: {table[1]}",
        trash=" ".join(trash),
        deck=" ".join(deck),
    )
