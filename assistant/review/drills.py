"""Drills without a game: melds against the clock, guessing equities, rating a guess at Pokle.

Each drill has a seed; the same seed asks the same question.
"""

import random
from dataclasses import dataclass

from assistant.advisors.holdem import HoldemRequest
from assistant.advisors.holdem import advise as advise_holdem
from assistant.advisors.kings_lows import KingsLowsRequest
from assistant.advisors.kings_lows import advise as advise_kings_lows
from assistant.advisors.pokle import PokleRequest
from assistant.advisors.pokle import advise as advise_pokle
from engine.cards import Card, format_cards, full_deck, in_symbols, parse_cards
from engine.control import Budget, Control
from engine.konkan.cards import KonkanCard
from engine.konkan.game import KonkanGame
from engine.konkan.melds import Layout, solve
from engine.konkan.rules import DEFAULT_RULES
from engine.pokle.boards import find_boards
from engine.pokle.colors import colors_of
from engine.pokle.feedback import Row, check_guess
from engine.pokle.generator import GeneratedPuzzle, generate_puzzle
from engine.pokle.rules import as_cards

ANSWER_S = 2.0
GOOD_GUESS = 5.0  # points of equity within which a guess is right
BOARDS = (0, 3, 3, 4)  # cards on the board, drawn at random


@dataclass(frozen=True, slots=True)
class DrillScore:
    """How an answer was: right or not, points from 0 to 100, and what to say."""

    is_right: bool
    points: int
    words: str


@dataclass(frozen=True, slots=True)
class MeldDrill:
    """A hand of Konkan: which cards make the most points in melds?"""

    hand: tuple[KonkanCard, ...]
    best: Layout

    def score(self, chosen: tuple[KonkanCard, ...], seconds: float) -> DrillScore:
        """Score the cards that were chosen: their points against the most possible."""
        points = solve(chosen, DEFAULT_RULES).most_points().points if len(chosen) > 2 else 0
        share = points / self.best.points
        melds = "; ".join(in_symbols(meld.cards) for meld in self.best.melds)
        if points == self.best.points:
            return DrillScore(
                True, 100, f"{points} points, the most there are, in {seconds:.0f} s."
            )
        words = f"{points} of {self.best.points} points in {seconds:.0f} s. Best: {melds}."
        return DrillScore(False, round(100 * share), words)


def meld_drill(seed: int) -> MeldDrill:
    """Return a hand with at least two melds."""
    rng = random.Random(f"melds {seed}")
    while True:
        hand = KonkanGame.deal(rng.getrandbits(40), 2).hand(0)
        best = solve(hand, DEFAULT_RULES).most_points()
        if len(best.melds) >= 2:
            return MeldDrill(tuple(hand), best)


@dataclass(frozen=True, slots=True)
class EquityDrill:
    """A table whose first player's share of the pot is guessed, in percent."""

    question: str
    hands: tuple[tuple[str, tuple[Card, ...]], ...]  # names and cards, the first is asked for
    board: tuple[Card, ...]
    equity: float  # percent

    def score(self, guess: float) -> DrillScore:
        """Score a guess by how far it is off."""
        off = abs(guess - self.equity)
        words = f"{self.equity:.0f}% is right; you said {guess:.0f}%."
        return DrillScore(off <= GOOD_GUESS, round(max(0.0, 100 - 5 * off)), words)


def holdem_drill(seed: int, control: Control | None = None) -> EquityDrill:
    """Return two hands of Hold'em, before the flop or later."""
    rng = random.Random(f"holdem {seed}")
    cards = rng.sample(full_deck(), 8)
    board = tuple(cards[4 : 4 + rng.choice(BOARDS)])
    hero, villain = tuple(cards[:2]), tuple(cards[2:4])
    request = HoldemRequest.of(
        hero=format_cards(hero), opponents=(format_cards(villain),), board=board
    )
    advice = advise_holdem(request, _limited(control))
    hands = (("You", hero), ("Opponent", villain))
    return EquityDrill("What is your equity?", hands, board, 100 * advice.hero.equity)


def kings_lows_drill(seed: int, control: Control | None = None) -> EquityDrill:
    """Return three hands of Kings and Lows of which some cards are open."""
    rng = random.Random(f"kings {seed}")
    n_open = rng.choice((1, 2, 3, 4))
    each = 2 + n_open
    cards = rng.sample(full_deck(), 3 * each)
    names = ("You", "Ann", "Bo")
    hands = tuple(
        (name, tuple(cards[place * each : (place + 1) * each])) for place, name in enumerate(names)
    )
    players = [{"name": name, "hole": hand[:2], "open": hand[2:]} for name, hand in hands]
    advice = advise_kings_lows(KingsLowsRequest.of(players=players), _limited(control))
    question = "All cards are open: what is your share of the pot?"
    return EquityDrill(question, hands, (), 100 * advice.players[0].equity.value)


@dataclass(frozen=True, slots=True)
class GuessDrill:
    """A puzzle of Pokle with a guess made: which guess comes next?"""

    request: PokleRequest

    def score(self, text: str, control: Control | None = None) -> DrillScore:
        """Score a guess by the guesses it loses against the best one."""
        guess = parse_cards(text)
        check_guess(guess)
        asked = self.request.model_copy(update={"own_guess": guess})
        advice = advise_pokle(asked, _limited(control))
        own, best = advice.own_guess, advice.guesses[0]
        assert own is not None  # no guess made is the board yet
        lost = max(0.0, own.expected_guesses - best.expected_guesses)
        words = (
            f"Your guess needs {own.expected_guesses:.2f} guesses on average, the best one "
            f"({in_symbols(best.cards)}) {best.expected_guesses:.2f}."
        )
        return DrillScore(lost < 0.05, round(max(0.0, 100 - 100 * lost)), words)


def guess_drill(seed: int) -> GuessDrill:
    """Return a puzzle with one wrong guess, a board that fits the trophies, and its colours."""
    rng = random.Random(f"pokle {seed}")
    made = generate_puzzle(seed)
    while (row := _first_guess(made, rng)).is_won:
        made = generate_puzzle(rng.getrandbits(40))
    puzzle = made.puzzle
    request = PokleRequest(
        hole=puzzle.hole,
        flop=puzzle.flop,
        turn=puzzle.turn,
        river=puzzle.river,
        rows=(row,),
        board_rule=puzzle.board_rule,
        suit_pardon=puzzle.suit_pardon,
    )
    return GuessDrill(request)


def _first_guess(made: GeneratedPuzzle, rng: random.Random) -> Row:
    """Return one of the boards that fit the trophies, with its colours."""
    boards = find_boards(made.puzzle, Control())
    guess = as_cards(boards.cards[rng.randrange(len(boards))])
    return Row(tuple(guess), colors_of(guess, made.board, made.puzzle.suit_pardon))


def _limited(control: Control | None) -> Control:
    return (
        Control(Budget(ANSWER_S)) if control is None else Control(Budget(ANSWER_S), control.cancel)
    )
