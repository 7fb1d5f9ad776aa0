"""Konkan's judge: the turns that the search considers and the one played, by the chance to win.

A decision is all that a seat does without seeing a new card: a draw ends it, so does the throw. A
fair share is what the reference player wins from a seat, counted over deals of fixed seeds.
"""

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from assistant.advisors.konkan_words import in_hand
from assistant.play.game import Decision, State
from assistant.play.konkan import KonkanState
from assistant.review.judgement import THRESHOLDS
from assistant.review.judges import (
    Consequence,
    Judge,
    Outcomes,
    Question,
    Sample,
    clearest,
    mid_sentence,
)
from assistant.review.rounds import OwnDecision
from engine.cards import N_CARDS, Card
from engine.control import Control
from engine.konkan.cards import Joker, KonkanCard, hand_order, parse_konkan_card
from engine.konkan.game import KonkanGame
from engine.konkan.melds import solve
from engine.konkan.rules import DEFAULT_RULES, KonkanRules
from engine.konkan.search import SearchConfig, Searcher
from engine.konkan.trials import (
    CAME_DOWN,
    TOOK,
    draws_after,
    evaluate_moves,
    evaluate_position,
)
from engine.words import counted

NOBODY, REPLY_SHIFT = 3, 2  # outcomes: the winner in two bits, then what the next player did
N_SIMULATIONS = 128  # fewer than of a question: they only name the candidates
N_CANDIDATES = 6
RUN_GAP = 2  # ranks between two cards of a run that waits for one more
N_FAIR_DEALS, N_FAIR_WORLDS = 400, 4
FAIR_SHARES = {2: (0.525, 0.475)}
"""By default rules, the seat that starts first: from 12,000 deals of four worlds each (± 0.5%)."""


class KonkanJudge(Judge):
    """Judges turns of Konkan."""

    unit = "chance to win"
    thresholds = THRESHOLDS["konkan"]
    first_worlds = 64
    most_worlds = 512
    most_for_mistakes = 8_192

    def prepare(self, control: Control) -> None:
        """Do nothing: there is nothing to compile."""

    def goes_on(self, before: State, move: str, after: State) -> bool:
        """Return True unless a card was drawn or the turn has ended."""
        return move != "pull deck" and after.seat == before.seat

    def ask(self, own: OwnDecision, seed: int) -> Question:
        """Return the best turns of a search and the turn played as candidates."""
        assert isinstance(own.state, KonkanState)
        game = own.state.game
        observation = game.observation(game.seat)
        config = SearchConfig(simulations=N_SIMULATIONS, seed=seed)
        searched = Searcher(observation.view, config).run()
        turns = [value.turn for value in searched.actions[:N_CANDIDATES]]
        moves = tuple(dict.fromkeys([own.moves, *turns]))

        def try_moves(kept: Sequence[int], n_worlds: int, seed: int, control: Control) -> Sample:
            """Try these candidates and, if none is left out, the reference player's choice."""
            own_choice = [()] if len(kept) == len(moves) else []
            tried = [*(moves[move] for move in kept), *own_choice]
            trial = evaluate_moves(observation, tried, n_worlds, seed, control)
            results = trial.results
            outcomes = np.minimum(trial.winners, NOBODY) | trial.replies << REPLY_SHIFT
            reference = results[-1] if own_choice else np.full(trial.n_worlds, np.nan)
            return Sample(outcomes[: len(kept)], results[: len(kept)], reference)

        return Question(moves, try_moves)

    def kind(self, own: OwnDecision) -> str:
        """Return whether to draw, come down or throw."""
        if own.moves[0].startswith("pull"):
            return "draw"
        return "throw" if len(own.moves) == 1 else "lay"

    def result(self, state: State, seat: int) -> float:
        """Return 1 for the winner, 0 for all others and in a draw."""
        assert isinstance(state, KonkanState)
        return float(state.game.winner == seat)

    def fair_share(self, state: State, seat: int) -> float:
        """Return how often the reference player wins from this seat."""
        assert isinstance(state, KonkanState)
        starter = (state.round_number - 1) % state.n_seats
        return fair_shares(state.n_seats, state.rules)[(seat - starter) % state.n_seats]

    def is_first(self, outcomes: Outcomes, own: OwnDecision) -> NDArray[np.bool_]:
        """Return where the own seat won."""
        assert own.state.seat is not None
        first: NDArray[np.bool_] = np.equal(outcomes & NOBODY, own.state.seat)
        return first

    def happened_more_often(
        self, outcomes: Outcomes, own: OwnDecision, names: Sequence[str]
    ) -> Consequence | None:
        """Return what the next player did clearly more often, else the opponent who won more often.

        Between two players that would only repeat the chance to win.
        """
        assert own.state.seat is not None
        follower = mid_sentence(names[(own.state.seat + 1) % len(names)])
        replies = (
            (f"{follower} took the card that was thrown", TOOK),
            (f"{follower} came down at once", CAME_DOWN),
        )
        found = clearest([(what, (outcomes >> REPLY_SHIFT & bit) > 0) for what, bit in replies])
        if found is not None or len(names) == 2:
            return found
        others = [seat for seat in range(len(names)) if seat != own.state.seat]
        winners = outcomes & NOBODY
        return clearest(
            [(f"{mid_sentence(names[other])} won", winners == other) for other in others]
        )

    def contrast(self, own: OwnDecision, best: Decision) -> str:
        """Return that the best turn goes out, or what each does to the hand and the outs.

        "7♠ breaks 6♠ 7♠ 8♠; 9♦ fits nothing." It is said only where the hand speaks for the better
        one, or where one of them lays more cards.
        """
        assert isinstance(own.state, KonkanState)
        if _goes_out(own.state, best) and not _goes_out(own.state, own.moves):
            return "The better one goes out and wins the round."
        hand = _lay_contrast(own.state, own.moves, best)
        if best == ("pull deck",) and (n_outs := _n_outs(own.state, best)):
            return f"{hand} Drawing goes out at once with {counted(n_outs, 'unseen card')}.".strip()
        if not all(moves[-1].startswith("throw ") for moves in (own.moves, best)):
            return hand
        is_throw = own.moves[:-1] == best[:-1]
        hand = hand or (_throw_contrast(own.state, own.moves, best) if is_throw else "")
        few, many = (_n_outs(own.state, moves) for moves in (own.moves, best))
        if many > few:
            outs = (
                f"With {counted(many, 'unseen card')} the next turn would go out after the better "
                f"one, with {few or 'none'} after the turn played."
            )
            return " ".join(filter(None, (hand, outs)))
        return hand or (_meld_contrast(own.state, own.moves, best) if is_throw else "")


def _lay_contrast(state: KonkanState, played: Decision, best: Decision) -> str:
    """Return how many cards each turn lays, if they differ."""
    (laid, kept), (better_laid, better_kept) = (_laid(state, moves) for moves in (played, best))
    if laid > better_laid:
        other = f"lays {better_laid}" if better_laid else "lays none yet"
        cards = counted(laid, "card")
        return f"The turn played lays {cards} and keeps {kept}; the better one {other}."
    if laid < better_laid:
        return f"The better turn lays {counted(better_laid, 'card')} and keeps {better_kept}."
    return ""


def _throw_contrast(state: KonkanState, played: Decision, best: Decision) -> str:
    """Return how the card thrown was of more use to the hand than the better one."""
    hand, cards = _hand_before(state, best), _thrown(played, best)
    (worth, use), (less, better) = (_use(card, hand, state.rules) for card in cards)
    return f"{cards[0].symbol} {use}; {cards[1].symbol} {better}." if worth > less else ""


def _meld_contrast(state: KonkanState, played: Decision, best: Decision) -> str:
    """Return how many more cards would make a meld after the better throw."""
    hand, cards = _hand_before(state, best), _thrown(played, best)
    few, many = (_n_helpful(card, hand, state.rules) for card in cards)
    if few >= many:
        return ""
    return (
        f"{counted(many, 'card')} would make a new meld after throwing {cards[1].symbol}, "
        f"{few} after {cards[0].symbol}."
    )


def _hand_before(state: KonkanState, turn: Decision) -> list[KonkanCard]:
    """Return the hand from which a turn throws its last card."""
    game = state.game.copy()
    for move in turn[:-1]:
        game.apply(move)
    return [in_hand(card) for card in game.hand(game.seat)]


def _thrown(*turns: Decision) -> list[KonkanCard]:
    return [in_hand(parse_konkan_card(turn[-1].partition(" ")[2])) for turn in turns]


def _n_outs(state: KonkanState, turn: Decision) -> int:
    """Return with how many unseen cards the seat to act would go out in its next turn."""
    observation = state.game.observation(state.game.seat)
    table = [card for entry in observation.table for card in entry.meld.cards]
    known = [
        card for seat in observation.seats if seat.seat != observation.me for card in seat.known
    ]
    seen = Counter(map(in_hand, (*observation.hand, *table, *observation.trash, *known)))
    draws = draws_after(observation, turn)
    return sum(2 - seen[draw.card] for draw in draws if draw.goes_out)


def _goes_out(state: KonkanState, moves: Decision) -> bool:
    """Return whether moves win the round at once."""
    after = state.copy()
    for move in moves:
        after.apply(move)
    return after.game.winner == state.seat


def _laid(state: KonkanState, moves: Decision) -> tuple[int, int]:
    """Return how many cards moves lay on the table, and how many stay in the hand."""
    assert state.seat is not None
    after = state.copy()
    for move in moves:
        after.apply(move)
    drawn, thrown = (sum(move.startswith(what) for move in moves) for what in ("pull", "throw"))
    before, kept = (len(each.game.hand(state.seat)) for each in (state, after))
    return before + drawn - thrown - kept, kept


def _n_helpful(thrown: KonkanCard, hand: Sequence[KonkanCard], rules: KonkanRules) -> int:
    """Return how many different cards would make one more meld in a hand after a throw."""
    rest = list(hand)
    rest.remove(thrown)
    n_melds = len(solve(rest, rules).most_points().melds)
    every = [card for card in map(Card.from_index, range(N_CARDS)) if rest.count(card) < 2]
    return sum(len(solve([*rest, each], rules).most_points().melds) > n_melds for each in every)


def _use(card: KonkanCard, hand: Sequence[KonkanCard], rules: KonkanRules) -> tuple[int, str]:
    """Return how much a card is worth to a hand: 2 in a meld, 1 beside others, 0; and in words."""
    rest = list(hand)
    rest.remove(card)
    melds = solve(hand, rules).most_points().melds
    if len(solve(rest, rules).most_points().melds) < len(melds):
        for meld in melds:
            cards = [in_hand(each) for each in meld.cards]
            if card in cards:
                return 2, f"breaks {' '.join(each.symbol for each in cards)}"
    near = list(dict.fromkeys(each for each in hand if _goes_with(card, each)))
    if near:
        return 1, f"goes with {' and '.join(each.symbol for each in near[:2])}"
    return 0, "fits nothing in the hand"


def _goes_with(card: KonkanCard, other: KonkanCard) -> bool:
    """Return whether two natural cards wait for one more to make a meld."""
    if isinstance(card, Joker) or isinstance(other, Joker):
        return False
    if card.rank == other.rank:
        return card.suit != other.suit
    return card.suit == other.suit and any(
        abs(one - two) <= RUN_GAP for one in _ranks(card) for two in _ranks(other)
    )


def _ranks(card: Card) -> tuple[int, ...]:
    """Return the places of a card in a run; an ace stands below the two or above the king."""
    return (0, 13) if card.rank_name == "A" else (hand_order(card)[1],)


@lru_cache(maxsize=8)
def fair_shares(n_seats: int, rules: KonkanRules) -> tuple[float, ...]:
    """Return what the reference player wins from each seat, the one that starts first."""
    if rules == DEFAULT_RULES and n_seats in FAIR_SHARES:
        return FAIR_SHARES[n_seats]
    return count_fair_shares(n_seats, rules)


def count_fair_shares(n_seats: int, rules: KonkanRules) -> tuple[float, ...]:
    """Count what the reference player wins from each seat."""
    wins = np.zeros(n_seats)
    for deal in range(N_FAIR_DEALS):
        observation = KonkanGame.deal(deal, n_seats, 0, rules).observation(0)
        winners = evaluate_position(observation, N_FAIR_WORLDS, seed=deal).winners
        wins += np.bincount(winners.ravel(), minlength=256)[:n_seats]
    return tuple(map(float, wins / (N_FAIR_DEALS * N_FAIR_WORLDS)))
