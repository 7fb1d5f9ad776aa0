"""One sentence about the odds: where hero stands now, and what may still come."""

import numpy as np

from engine.cards import Card, parse_cards
from engine.holdem.ranges import Range
from engine.holdem.result import CATEGORY_NAMES, Odds
from engine.holdem.situation import Situation
from engine.holdem.tables import COMBO_CARDS, COMBO_MASKS
from engine.poker.evaluator import describe, evaluate, evaluate_batch, hand_type

BEST_VALUE = evaluate(parse_cards("As Ks Qs Js Ts"))
WORTH_SAYING = 0.04  # chances below this are left out of the sentence


def hero_cards(situation: Situation) -> tuple[Card, ...]:
    """Return Hero's two cards, or none if hero has a range of which more than one hand is left."""
    hero = situation.seats[0]
    if hero.n_combos != 1:
        return ()
    return tuple(Card.from_index(int(i)) for i in COMBO_CARDS[hero.weights.argmax()][::-1])


def hand_now(situation: Situation) -> str:
    """Return Hero's hand in words from the flop on."""
    hero = hero_cards(situation)
    return describe(evaluate(hero + situation.board)) if hero and situation.board else ""


def share_beaten(situation: Situation, opponent: Range) -> tuple[float, float]:
    """Return how much of an opponent's range hero is ahead of and behind now, on the board as it
    lies.
    """
    hero, board = hero_cards(situation), [card.index for card in situation.board]
    own = evaluate(hero + situation.board)
    mask = np.uint64(sum(card.mask for card in hero))
    held = np.flatnonzero((opponent.weights > 0) & (COMBO_MASKS & mask == 0))
    hands = np.concatenate([COMBO_CARDS[held], np.tile(board, (len(held), 1))], axis=1)
    values, weights = evaluate_batch(hands.astype(np.uint8)), opponent.weights[held]
    total = weights.sum()
    return float(weights[values < own].sum() / total), float(weights[values > own].sum() / total)


def explain(situation: Situation, odds: Odds) -> str:
    """Return why the equity is what it is, in one sentence."""
    hand = hand_now(situation)
    start = f"{hand}: " if hand else f"{odds.hero.equity:.1%} of the pot "
    return start + give_reason(situation, odds)


def give_reason(situation: Situation, odds: Odds) -> str:
    """Return the explanation without the hand or the equity that it begins with."""
    if not hand_now(situation):
        return _before_the_flop(odds)
    return f"{_standing(situation)} now{_improvements(situation, odds)}"


def _standing(situation: Situation) -> str:
    """Return where hero stands against the opponent who is hardest to beat."""
    opponents = situation.seats[1:]
    shares = [
        (*share_beaten(situation, opponent), place) for place, opponent in enumerate(opponents, 1)
    ]
    ahead, behind, place = min(shares, key=lambda share: share[0])
    whose = f"opponent {place}" if len(shares) > 1 else "the opponent"
    if opponents[place - 1].n_combos == 1:
        word = "ahead of" if ahead else "behind" if behind else "level with"
        return f"{word} {whose}"
    level = 1 - ahead - behind
    for share, word in ((ahead, "ahead of"), (behind, "behind"), (level, "level with")):
        if share == 1:
            return f"{word} all of {whose}'s hands"
    return f"ahead of {_share_words(ahead)} of {whose}'s hands"


def _share_words(share: float) -> str:
    """Return a share in whole percents; 0% and 100% only where they are exact."""
    if 0 < share < 0.01:
        return "less than 1%"
    return "more than 99%" if 0.99 < share < 1 else f"{share:.0%}"


def _before_the_flop(odds: Odds) -> str:
    n = len(odds.players) - 1
    fair = 1 / len(odds.players)
    against = "one opponent" if n == 1 else f"{n} opponents"
    best = max(odds.hero_categories.items(), key=lambda item: item[1], default=None)
    usual = f"; most often you end with {_named(best[0])} ({best[1]:.0%})" if best else ""
    share = "an even share" if n == 1 else f"an equal share ({fair:.1%})"
    edge = _against_fair_share(odds, fair).format(share)
    return f"against {against}, {edge}{usual}"


def _against_fair_share(odds: Odds, fair: float) -> str:
    """Compare with a fair share; a difference within the noise is neither more nor less."""
    hero, ends = odds.hero, odds.hero.equity_interval
    if hero.equity == fair:
        return "{}"
    if ends is None or fair not in ends:
        return "more than {}" if hero.equity > fair else "less than {}"
    return "about {}"


def _improvements(situation: Situation, odds: Odds) -> str:
    """Return the chances to end with something better than now, the likeliest three."""
    if len(situation.board) == 5:
        return ""
    own = hand_type(evaluate(hero_cards(situation) + situation.board))
    shares = _with_flushes_joined(odds.hero_categories)
    better = [(share, name) for name, share in shares.items() if _above(name, own)]
    said = sorted((b for b in better if b[0] >= WORTH_SAYING), reverse=True)[:3]
    if not said:
        is_best = evaluate(hero_cards(situation) + situation.board) == BEST_VALUE
        return f", and {'nothing' if is_best else 'little'} can improve your hand"
    first, *others = (f"{share:.0%} {_named(name)}" for share, name in said)
    chances = ", ".join([first.replace(" ", " to make ", 1), *others])
    return f"; {chances} by the river"


def _above(name: str, own: int) -> bool:
    return CATEGORY_NAMES.index(name) + 1 > own


def _with_flushes_joined(categories: dict[str, float]) -> dict[str, float]:
    """Count straight flushes as flushes: the draw is the same."""
    flushes = ("Flush", "Straight Flush", "Royal Flush")
    rest = {name: share for name, share in categories.items() if name not in flushes}
    return rest | {"Flush": sum(categories.get(name, 0.0) for name in flushes)}


def _named(category: str) -> str:
    plain = {"High Card": "only a high card", "One Pair": "a pair", "Two Pair": "two pair"}
    uncounted = ("Three of a Kind", "Four of a Kind")
    article = "" if category in uncounted else "a "
    return plain.get(category, article + category.lower())
