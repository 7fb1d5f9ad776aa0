"""The face for scripts and notebooks: `best_move`, with the chance of every title a move leads to.

`rank_moves` does the same for a view of a running match; the advisor is built on it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal

import numpy as np
from numpy.typing import NDArray

from engine.cards import parse_cards
from engine.control import Control
from engine.errors import IllegalStateError, InputError
from engine.slave.explain import explain_move
from engine.slave.history import view_of
from engine.slave.kernels.rulebook import HAND_SIZE, TITLE_NAMES
from engine.slave.policy import load_policy
from engine.slave.position import Position
from engine.slave.rules import Play, SlaveRules, decode_action
from engine.slave.search import Search, SearchResult, settings_for
from engine.slave.view import PlayerView
from engine.statistics import Interval, mean_interval, wilson
from engine.tabular import Tabular
from engine.words import counted

N_COMPARED = 3  # so many moves are played out to the end
TIE_WEIGHT = 0.01  # what the network's opinion adds to a move's value: it decides among equals


@dataclass(frozen=True, slots=True)
class TitleCounts:
    """How often each title came out, King first; shares are zero where nothing was played out."""

    counts: tuple[int, int, int, int]

    @property
    def n_samples(self) -> int:
        """How many playouts there were."""
        return sum(self.counts)

    @property
    def shares(self) -> tuple[float, ...]:
        """The chance of each title, King first."""
        return tuple(count / max(1, self.n_samples) for count in self.counts)

    @property
    def expected_place(self) -> float:
        """The mean place, 1 (King) to 4 (Slave)."""
        return sum(place * share for place, share in enumerate(self.shares, 1))

    @property
    def king_interval(self) -> Interval:
        """The 95 % interval of the chance to be King."""
        return wilson(self.counts[0], self.n_samples)

    @property
    def half_width(self) -> float:
        """± of the chance to be King, 95 %."""
        return self.king_interval.half_width

    @property
    def place_interval(self) -> Interval:
        """The 95 % interval of the mean place."""
        mean = self.expected_place
        spread = sum(n * (place - mean) ** 2 for place, n in enumerate(self.counts, 1))
        return mean_interval(mean, spread / max(1, self.n_samples - 1), self.n_samples)

    def __str__(self) -> str:
        return (
            f"first {self.shares[0]:.1%} ± {self.half_width:.1%}, "
            f"mean place {self.expected_place:.3f} ± {self.place_interval.half_width:.3f}"
        )


def title_counts(tally: NDArray[np.int64]) -> TitleCounts:
    """The counts of one choice from a kernel's tally."""
    king, queen, commoner, slave = map(int, tally)
    return TitleCounts((king, queen, commoner, slave))


@dataclass(frozen=True, slots=True)
class RankedMove:
    """A move: its action and play, what came of it, the network's share of it, and why."""

    action: int
    play: Play
    titles: TitleCounts
    policy_share: float
    why: str
    is_last: bool = False
    """The last cards go, and with them the title is certain."""

    @property
    def certain_title(self) -> str | None:
        """The title that the move surely leads to, if it is the last one."""
        counts = self.titles.counts
        if not self.is_last or not any(counts):
            return None
        return TITLE_NAMES[counts.index(max(counts))]

    def __str__(self) -> str:
        return str(self.play)


@dataclass(frozen=True, slots=True, repr=False)
class Moves(Tabular):
    """The moves of a position, the best first."""

    moves: tuple[RankedMove, ...]
    policy_says: str
    """The network's favourite, which may be a move that the search does not tell apart."""
    seed: int
    elapsed_s: float = field(compare=False)

    @property
    def best(self) -> RankedMove:
        """The best move."""
        return self.moves[0]

    @property
    def n_samples(self) -> int:
        """All playouts together."""
        return sum(move.titles.n_samples for move in self.moves)

    def rows(self) -> list[dict[str, object]]:
        """One line a move: the chance of each title, mean place, tries, the network's share."""
        return [
            {"move": str(move)}
            | dict(zip(TITLE_NAMES, move.titles.shares, strict=True))
            | {
                "place": Decimal(f"{move.titles.expected_place:.2f}"),
                "tries": move.titles.n_samples,
                "policy": move.policy_share,
                "why": move.why,
            }
            for move in self.moves
        ]

    def footnote(self) -> str:
        """How many playouts, and how sure the first chance is."""
        title, playouts = self.best.certain_title, counted(self.n_samples, "playout")
        sure = f"{title} for certain" if title else f"King ± {self.best.titles.half_width:.1%}"
        return f"{playouts}, {sure}"


def rank_moves(
    view: PlayerView, n_playouts: int = 20_000, seed: int = 0, control: Control | None = None
) -> Moves:
    """Rank the moves of a view whose player is to act; the control hears of rankings so far."""
    control = control or Control()
    if not view.legal_actions():
        raise IllegalStateError("there is no legal move in this position")
    samples = control.budget.samples
    budget = settings_for(n_playouts if samples is None else samples)
    settings = replace(budget, prior_weight=TIE_WEIGHT, least_share=0.0, keep=N_COMPARED)
    shares = policy_shares(view)
    favourite = str(decode_action(max(shares, key=lambda action: shares[action]), view.hand))

    def ranked(result: SearchResult) -> Moves:
        return Moves(_in_order(view, result, shares), favourite, seed, control.elapsed_s)

    return ranked(Search(settings, seed).run(view, control.mapping(ranked)))


def _in_order(
    view: PlayerView, result: SearchResult, shares: Mapping[int, float]
) -> tuple[RankedMove, ...]:
    order = sorted(range(len(result.actions)), key=lambda i: (-result.values[i], i))
    actions = [int(result.actions[i]) for i in order]
    return tuple(
        RankedMove(
            action,
            decode_action(action, view.hand),
            title_counts(result.tally[i]),
            shares[action],
            explain_move(view, action),
            _is_last(view, action),
        )
        for i, action in zip(order, actions, strict=True)
    )


def _is_last(view: PlayerView, action: int) -> bool:
    return len(decode_action(action, view.hand).cards) == view.hand.bit_count()


def policy_shares(view: PlayerView) -> dict[int, float]:
    """The network's share of every legal action."""
    legal = view.legal_actions()
    logits = load_policy().logits(view.observation()[None], view.action_mask()[None])[0, legal]
    weights = np.exp(logits - logits.max())
    return {a: float(w) for a, w in zip(legal, weights / weights.sum(), strict=True)}


def best_move(
    hand: str,
    last: str = "",
    *,
    last_by: int | None = None,
    played: str = "",
    left: Sequence[int] = (HAND_SIZE,) * 3,
    passed: Sequence[int] = (),
    titles: str = "",
    gave: str = "",
    first_lead: bool = False,
    history: str = "",
    leader: int | None = None,
    rules: SlaveRules | None = None,
    n_playouts: int = 20_000,
    seed: int = 0,
    control: Control | None = None,
) -> Moves:
    """The moves of a position, the best first; cards and names as text, players 1, 2, 3 after you.

    `last` is the play to beat; `passed` are the players out of the trick, `titles` the places of
    the last round ("Queen, King, Slave, Commoner", yours first), `gave` what you gave then. With
    `history`, all moves of the round ("3C, p, 5D 5H, p"), the rest of the table need not be told,
    and hidden cards are known best.

    >>> best_move("9S 9H 2C", "8C 8D", left=(4, 4, 4), n_playouts=400)
    move     King ...
    9♥ 9♠...
    pass ...
    400 playouts, King ± ...
    """
    if not {*passed} <= {1, 2, 3}:
        raise InputError(f"passed={tuple(passed)}: expected players of 1, 2, 3")
    if n_playouts < 1:
        raise InputError(f"{n_playouts} playouts rank no move: expected at least 1")
    position = Position(
        hand=parse_cards(hand),
        last=parse_cards(last),
        last_by=last_by,
        played=parse_cards(played),
        left=tuple(left),
        passed=tuple(seat in passed for seat in (1, 2, 3)),
        titles=tuple(_words(titles.title())) or None,
        gave=parse_cards(gave),
        first_lead=first_lead,
        history=tuple(_words(history)),
        leader=leader,
        rules=rules or SlaveRules(),
    )
    return rank_moves(view_of(position), n_playouts, seed, control)


def _words(text: str) -> list[str]:
    return [part.strip() for part in text.split(",") if part.strip()]
