"""Rounds of Konkan at one table: seats, whose move it is, the log and the scoreboard.

It knows nothing of Textual; the terminal table and its tests drive it.
"""

from dataclasses import dataclass, field

from engine.control import Control
from engine.konkan.cards import hand_order
from engine.konkan.game import KonkanGame
from engine.konkan.melds import Layout, solve
from engine.konkan.players import SearchPlayer
from engine.konkan.search import SearchConfig, SearchResult

NAMES = ("South", "West", "North")


@dataclass(frozen=True, slots=True)
class Offer:
    """Something a player can choose: what it is called and the actions it stands for."""

    label: str
    actions: tuple[str, ...]


@dataclass(slots=True)
class Score:
    """What a seat gathered over the rounds."""

    wins: int = 0
    laid_points: int = 0
    deadwood: int = 0

    @property
    def net(self) -> int:
        """Points laid less points left in hand."""
        return self.laid_points - self.deadwood


@dataclass
class Session:
    """The table: humans sit in the first seats, searches in the others."""

    players: int
    humans: int
    config: SearchConfig
    seed: int
    round_number: int = 0
    log: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.scores = [Score() for _ in range(self.players)]
        self.last_result: SearchResult | None = None
        self.game = self._deal()

    def _deal(self) -> KonkanGame:
        self._brains = [SearchPlayer(self.config) for _ in range(self.players)]
        starter = self.round_number % self.players
        self.round_number += 1
        self.log.append(f"Round {self.round_number}: {self.name(starter)} begins.")
        return KonkanGame.deal(self.seed + self.round_number, self.players, starter)

    def next_round(self) -> bool:
        """Deal again; False while the round is not over."""
        if not self.game.is_over:
            return False
        self.game = self._deal()
        return True

    def name(self, seat: int) -> str:
        """A seat's name; people are marked."""
        return NAMES[seat] + (" (you)" if self.humans == 1 and seat == 0 else "")

    def is_human(self, seat: int) -> bool:
        """True if a person plays the seat."""
        return seat < self.humans

    @property
    def waits_for_human(self) -> bool:
        """True if a person is to choose."""
        return not self.game.is_over and self.is_human(self.game.seat)

    @property
    def shown_seat(self) -> int:
        """Whose hand lies open in front: the person to act, or the first seat."""
        return self.game.seat if self.waits_for_human else 0

    def think(self, control: Control) -> str:
        """The computer's action for the seat to act; runs in a thread of its own."""
        brain = self._brains[self.game.seat]
        action = brain.choose(self.game, self.seed, control)
        self.last_result = brain.result
        return action

    def apply(self, action: str) -> None:
        """Do an action, write it down and count the round when it ends."""
        seat, top = self.game.seat, self.game.trash[-1:]
        self.game.apply(action)
        name = NAMES[seat]
        shown = f"takes {top[0].symbol}" if action == "pull trash" and top else _told(action)
        self.log.append(f"{name} {shown}.")
        if self.game.is_over:
            self._count()

    def _count(self) -> None:
        result = self.game.result()
        for seat, score in enumerate(self.scores):
            score.wins += result.winner == seat
            score.laid_points += result.laid_points[seat]
            score.deadwood += result.deadwood[seat]
        won = "Nobody wins" if result.winner is None else f"{NAMES[result.winner]} goes out"
        self.log.append(f"{won} after {result.turns} turns. N deals again.")

    def suggestion(self, seat: int) -> Layout:
        """The best melds of a hand: those that come down, or those of most points."""
        hand = self.game.hand(seat)
        frontier = solve(hand, self.game.rules)
        observation = self.game.observation(seat)
        if observation.seats[seat].down_total is not None:
            return frontier.least_deadwood(keep=1)
        return frontier.reaching(observation.threshold) or frontier.most_points()

    def offers(self) -> list[Offer]:
        """What the person to act may choose, the likely choices first."""
        legal = self.game.legal_actions()
        offers = [*self._whole_layout(legal)]
        offers += [Offer(_offered(action), (action,)) for action in sorted(legal, key=_rank)]
        return offers

    def _whole_layout(self, legal: list[str]) -> list[Offer]:
        if not any(action.startswith("lay") for action in legal):
            return []
        layout = self.suggestion(self.game.seat)
        actions = tuple(f"lay {meld!r}" for meld in layout.melds)
        trial = self.game.copy()
        for action in actions:
            if not trial.can(action):
                return []
            trial.apply(action)
        if len(actions) < 2 or trial.must_lay:
            return []
        return [Offer(f"lay all suggested melds ({layout.points} points)", actions)]


_ORDER = ("pull", "swap", "sarf", "lay", "throw")


def _rank(action: str) -> tuple[int, tuple[int, int], str]:
    verb, _, rest = action.partition(" ")
    if verb != "throw":
        return _ORDER.index(verb), (0, 0), action
    from engine.konkan.cards import parse_konkan_card

    return _ORDER.index(verb), hand_order(parse_konkan_card(rest)), action


def symbols(text: str) -> str:
    """Card text with signs for the suits: "7S 10D" becomes "7♠ 10♦"."""
    from engine.konkan.cards import parse_hand

    return " ".join(card.symbol for card in parse_hand(text))


def _offered(action: str) -> str:
    verb, _, rest = action.partition(" ")
    if verb in ("sarf", "swap"):
        number, card, *end = rest.split()
        return " ".join([verb, symbols(card), *end, f"at meld {int(number) + 1}"])
    return action if verb == "pull" else f"{verb} {symbols(rest)}"


def _told(action: str) -> str:
    if action == "pull deck":
        return "draws"
    verb, _, rest = _offered(action).partition(" ")
    return f"{verb}s {rest}"
