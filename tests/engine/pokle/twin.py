"""The rules of Pokle again, in the plainest Python: the oracle of the fast ones."""

from itertools import combinations

from engine.cards import Card

RANK_ORDER = ["high", "pair", "two", "three", "straight", "flush", "full", "four", "straightflush"]


def colors(guess: list[Card], answer: list[Card], pardon: bool = False) -> str:
    """Colours written down from the rules, without sets or tables."""
    result = ["?"] * 5
    open_cards = list(answer[:3])
    for i in range(3):
        if guess[i] in answer[:3]:
            result[i] = "g"
            open_cards.remove(guess[i])
    for i in range(3):
        if result[i] == "?":
            near = [c for c in open_cards if c.rank == guess[i].rank or c.suit == guess[i].suit]
            result[i] = "y" if near else "e"
    for i in (3, 4):
        same_rank, same_suit = guess[i].rank == answer[i].rank, guess[i].suit == answer[i].suit
        result[i] = "g" if same_rank and same_suit else "y" if same_rank or same_suit else "e"
    right_ranks = all(guess[i].rank == answer[i].rank for i in (3, 4))
    if pardon and result[:3] == ["g"] * 3 and right_ranks:
        return "ggggg"
    return "".join(result)


def five_card_value(cards: tuple[Card, ...]) -> tuple[int, list[int]]:
    """Category and ranks, weightiest first, of exactly five cards."""
    ranks = sorted((c.rank for c in cards), reverse=True)
    groups = sorted(((ranks.count(r), r) for r in set(ranks)), reverse=True)
    counts, order = [n for n, _ in groups], [r for _, r in groups]
    flush = len({c.suit for c in cards}) == 1
    if ranks == [14, 5, 4, 3, 2]:
        order, straight = [5, 4, 3, 2, 1], True
    else:
        straight = len(order) == 5 and ranks[0] - ranks[4] == 4
    name = {
        (4, 1): "four",
        (3, 2): "full",
        (3, 1, 1): "three",
        (2, 2, 1): "two",
        (2, 1, 1, 1): "pair",
    }.get(tuple(counts), "high")
    if straight or flush:
        name = "straightflush" if straight and flush else "flush" if flush else "straight"
    return RANK_ORDER.index(name), order


def best_value(cards: list[Card]) -> tuple[int, list[int]]:
    """The best five of five to seven cards."""
    return max(five_card_value(five) for five in combinations(cards, 5))


def places(hole: list[list[Card]], board: list[Card]) -> tuple[int, ...]:
    """Dense places of the players on a board."""
    values = [best_value([*hand, *board]) for hand in hole]
    ladder = sorted({(v[0], tuple(v[1])) for v in values}, reverse=True)
    return tuple(1 + ladder.index((v[0], tuple(v[1]))) for v in values)


def has_no_kicker(hole: list[list[Card]], board: list[Card]) -> bool:
    """Rule A: a hole card's rank, or in the straight that is a best hand on some street."""
    allowed = {card.rank for hand in hole for card in hand}
    for n_cards in (3, 4, 5):
        for hand in hole:
            category, order = best_value([*hand, *board[:n_cards]])
            if RANK_ORDER[category] in ("straight", "straightflush"):
                allowed |= {14 if rank == 1 else rank for rank in order}
    return all(card.rank in allowed for card in board)


def is_made(hole: list[list[Card]], board: list[Card]) -> bool:
    """Rule B: each card is in some player's made hand on some street, flushes not counted."""
    n_made = {"pair": 1, "two": 2, "three": 1, "straight": 5, "full": 2, "four": 1}
    n_made["straightflush"] = 5
    allowed: set[int] = set()
    for n_cards in (3, 4, 5):
        for hand in hole:
            category, order = best_value([*hand, *board[:n_cards]])
            made = order[: n_made.get(RANK_ORDER[category], 0)]
            allowed |= {14 if rank == 1 else rank for rank in made}
    return all(card.rank in allowed for card in board)
