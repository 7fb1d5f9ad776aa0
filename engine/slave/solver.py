"""Functions for scripts and notebooks: `best_move`, with the chance of every title after a move.

`rank_moves` does the same for a view of a running match; the advisor is built on it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal

import numpy as np
from numpy.typing import NDArray

from engine.cards import parse_cards
from engine.control import Control
from engine.errors import IllegalStateError, InputError
from engine.slave.budget import QUESTION_PLAYOUTS
from engine.slave.compile import is_compiled, prepare
from engine.slave.evaluation import (
    LEFT_OUT,
    TITLE_VALUES,
    Evaluation,
    mean_error,
    race_moves,
    title_values,
)
from engine.slave.explain import explain_move
from engine.slave.history import view_of
from engine.slave.policy import load_policy
from engine.slave.position import Position
from engine.slave.rules import HAND_SIZE, TITLE_NAMES, Play, SlaveRules, decode_action
from engine.slave.search import Against, candidates, policy_shares, settings_for_chances
from engine.slave.view import PlayerView
from engine.statistics import Z_95, Interval, mean_interval, wilson_of_error
from engine.tabular import Tabular
from engine.words import counted

N_COMPARED = 3  # moves that are never dropped
SURE = 3.0  # standard errors below the best at which a move is dropped


@dataclass(frozen=True, slots=True)
class TitleCounts:
    """How often each title came out, King first; shares are zero where nothing was played out.

    The ± of the King's share and of the mean place are those of independent deals, unless they were
    measured otherwise: deals of one chain resemble each other.
    """

    counts: tuple[int, int, int, int]
    king_error: float = 0.0
    place_error: float = 0.0

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
        """The 95% interval of the chance to be King."""
        return wilson_of_error(self.shares[0], self.king_error / Z_95, self.n_samples)

    @property
    def half_width(self) -> float:
        """± of the chance to be King, 95%."""
        return self.king_interval.half_width

    @property
    def place_interval(self) -> Interval:
        """The 95% interval of the mean place."""
        mean = self.expected_place
        if self.place_error > 0:
            return Interval(mean - self.place_error, mean + self.place_error)
        spread = sum(n * (place - mean) ** 2 for place, n in enumerate(self.counts, 1))
        return mean_interval(mean, spread / max(1, self.n_samples - 1), self.n_samples)

    def __str__(self) -> str:
        return (
            f"first {self.shares[0]:.1%} ± {self.half_width:.1%}, "
            f"mean place {self.expected_place:.3f} ± {self.place_interval.half_width:.3f}"
        )


def title_counts(tally: NDArray[np.int64], *errors: float) -> TitleCounts:
    """Return the counts of one choice from a kernel's tally, with any measured errors."""
    king, queen, commoner, slave = map(int, tally)
    return TitleCounts((king, queen, commoner, slave), *errors)


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
    behind: float = 0.0
    """How many places it loses to the best move in the same deals."""
    behind_error: float = 0.0
    """± of that, 95%."""

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
class RankedMoves(Tabular):
    """The moves of a position, the best first."""

    moves: tuple[RankedMove, ...]
    policy_says: str
    """The network's favourite, which the search may have merged with a similar move."""
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
        """Return one line a move: the chance of each title, mean place, playouts, the network's
        share.
        """
        return [
            {"move": str(move)}
            | dict(zip(TITLE_NAMES, move.titles.shares, strict=True))
            | {
                "place": Decimal(f"{move.titles.expected_place:.2f}"),
                "behind": Decimal(f"{move.behind:.2f}"),
                "±": Decimal(f"{move.behind_error:.2f}"),
                "playouts": move.titles.n_samples,
                "policy": move.policy_share,
                "why": move.why,
            }
            for move in self.moves
        ]

    def footnote(self) -> str:
        """Return the number of playouts, and the ± of the first chance."""
        title, playouts = self.best.certain_title, counted(self.n_samples, "playout")
        sure = f"{title} for certain" if title else f"King ± {self.best.titles.half_width:.1%}"
        return f"{playouts}, {sure}"


def rank_moves(
    view: PlayerView,
    n_playouts: int = QUESTION_PLAYOUTS,
    seed: int = 0,
    control: Control | None = None,
    against: Against = "equal",
) -> RankedMoves:
    """Rank the moves of a view whose player is to act; early rankings are reported to the control.

    While the kernels are compiled, once, the policy's ranking is reported and no time is counted.
    Order and differences come from one value, the mean place in the same deals; the network
    decides among moves that came out equal.
    """
    first, policy = rank_by_policy(view, seed), load_policy()
    control = prepare(control, first)
    if control.cancel.is_set() and not is_compiled():
        return first
    samples = control.budget.samples
    settings = replace(
        settings_for_chances(n_playouts if samples is None else samples),
        utilities=TITLE_VALUES,
        doubt=SURE,
        keep=N_COMPARED,
        against=against,
    )
    by_action = sorted(first.moves, key=lambda move: move.action)
    actions = np.array([move.action for move in by_action], np.int64)

    def ranked(places: NDArray[np.int8]) -> RankedMoves:
        evaluation = Evaluation(tuple(map(int, actions)), places, places[0])
        return replace(first, moves=_in_order(by_action, evaluation), elapsed_s=control.elapsed_s)

    return ranked(race_moves(view, actions, settings, policy, seed, control, ranked))


def rank_by_policy(view: PlayerView, seed: int = 0) -> RankedMoves:
    """Return the moves as the network likes them, not played out: an answer at once."""
    if not view.legal_actions():
        raise IllegalStateError("there is no legal move in this position")
    actions = candidates(view)
    shares = policy_shares(view, actions, load_policy())
    moves = tuple(
        RankedMove(
            int(actions[i]),
            decode_action(int(actions[i]), view.hand),
            TitleCounts((0, 0, 0, 0)),
            float(shares[i]),
            explain_move(view, int(actions[i])),
            _is_last(view, int(actions[i])),
        )
        for i in np.argsort(-shares, kind="stable")
    )
    return RankedMoves(moves, str(moves[0]), seed, 0.0)


def _in_order(moves: Sequence[RankedMove], evaluation: Evaluation) -> tuple[RankedMove, ...]:
    """Return the same moves with what came of them, the best first."""
    places, n = evaluation.places, len(moves)
    shares = [move.policy_share for move in moves]
    tallies = np.array([np.bincount(p[p != LEFT_OUT], minlength=4) for p in places])
    means = tallies @ np.array(TITLE_VALUES) / tallies.sum(axis=1)
    means[places[:, -1] == LEFT_OUT] = -1.0  # dropped: it cannot be the best
    best = max(range(n), key=lambda i: (means[i], shares[i]))
    behind = [(0.0, 0.0) if i == best else evaluation.difference(best, i) for i in range(n)]
    order = sorted(range(n), key=lambda i: (i != best, max(0.0, behind[i][0]), -shares[i]))
    n_places = len(TITLE_VALUES) - 1
    ranked = []
    for i in order:
        kings = evaluation.kings[i, places[i] != LEFT_OUT].astype(np.float64)
        values = title_values(places[i, places[i] != LEFT_OUT])
        titles = title_counts(tallies[i], mean_error(kings), n_places * mean_error(values))
        gap, error = behind[i]
        ranked.append(
            replace(
                moves[i],
                titles=titles,
                behind=n_places * max(0.0, gap),
                behind_error=n_places * error,
            )
        )
    return tuple(ranked)


def _is_last(view: PlayerView, action: int) -> bool:
    return len(decode_action(action, view.hand).cards) == view.hand.bit_count()


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
    got: str = "",
    rules: SlaveRules | None = None,
    n_playouts: int = QUESTION_PLAYOUTS,
    seed: int = 0,
    control: Control | None = None,
    against: Against = "equal",
) -> RankedMoves:
    """Return the moves of a position, the best first; cards and names as text, players 1, 2, 3
    after you.

    `last` is the play to beat; `passed` are the players out of the trick, `titles` the places of
    the last round ("Queen, King, Slave, Commoner", yours first), `gave` and `got` what you gave and
    got then. With `history`, all moves of the round ("3C, p, 5D 5H, p"), the rest of the table can
    be left out, and hidden cards are known best. The others play as well as the policy, unless
    `against` is "weaker".

    >>> best_move("9S 9H 2C", "8C 8D", left=(4, 4, 4), n_playouts=400)
    move     King ...
    9♥ 9♠...
    pass ...
    400 playouts, King ± ...
    """
    if not {*passed} <= {1, 2, 3}:
        raise InputError(f"passed={tuple(passed)}: expected players of 1, 2, 3")
    if n_playouts < 1:
        raise InputError(f"{n_playouts} playouts: expected at least 1")
    position = Position(
        hand=parse_cards(hand),
        last=parse_cards(last),
        last_by=last_by,
        played=parse_cards(played),
        left=tuple(left),
        passed=tuple(seat in passed for seat in (1, 2, 3)),
        titles=tuple(_words(titles.title())) or None,
        gave=parse_cards(gave),
        got=parse_cards(got),
        first_lead=first_lead,
        history=tuple(_words(history)),
        leader=leader,
        rules=rules or SlaveRules(),
    )
    return rank_moves(view_of(position), n_playouts, seed, control, against)


def _words(text: str) -> list[str]:
    return [part.strip() for part in text.split(",") if part.strip()]
