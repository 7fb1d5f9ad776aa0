"""One turn of Konkan thought through: search, follow the best moves to the throw, say why."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Literal, Protocol, cast

import rust_meld
from assistant.advisors.konkan import (
    HelpfulCard,
    KonkanAdvice,
    KonkanRequest,
    MeldGroup,
    MeldPoint,
    MoveAdvice,
)
from assistant.advisors.konkan_view import phase_of, seen_cards, view_text
from engine.control import Budget, Control, Progress
from engine.errors import Cancelled
from engine.konkan.cards import (
    JOKER_KIND,
    KonkanCard,
    card_of_kind,
    hand_order,
    parse_konkan_card,
    to_kinds,
)
from engine.konkan.melds import Layout, Meld, deadwood, meld_of, solve
from engine.konkan.search import ActionValue, SearchConfig, Searcher, SearchResult
from engine.statistics import wilson

N_HELPFUL = 8
MOVE_SHARE = 0.25  # of the simulations, for each later move of the turn


@dataclass(slots=True)
class Plan:
    """The moves of a turn, gathered one after the other."""

    actions: list[str] = field(default_factory=list)
    lays: list[Meld] = field(default_factory=list)
    sarfs: list[str] = field(default_factory=list)
    swaps: list[str] = field(default_factory=list)
    throw: KonkanCard | None = None
    pull: Literal["deck", "trash"] | None = None

    def add(self, action: str) -> None:
        """Take up one more move."""
        self.actions.append(action)
        verb, _, rest = action.partition(" ")
        if verb == "pull":
            self.pull = cast(Literal["deck", "trash"], rest)
        elif verb == "lay":
            self.lays.append(meld_of(rest))
        elif verb == "throw":
            self.throw = parse_konkan_card(rest)
        else:
            (self.sarfs if verb == "sarf" else self.swaps).append(action)


def advise_turn(request: KonkanRequest, control: Control) -> KonkanAdvice:
    """Search the next move, then the rest of the turn as far as it shows no hidden card."""
    control.check()
    config = SearchConfig(request.simulations, seed=request.seed, threads=request.threads)
    view = view_text(request)
    searcher = Searcher(view, 0, config)
    if control.wants_report():
        control.report(0, request.simulations, "melds", _melds_only(request, searcher, control))
    result = searcher.run(_sharing(control, 0.7))
    if control.cancel.is_set() and result.n_simulations == 0:
        raise Cancelled("the search was cancelled before its first simulation")
    plan = _follow(searcher, result, request, control)
    return _advice(request, result, plan, control)


def _sharing(control: Control, share: float) -> Control:
    """A control for a part of the job: the same flag and callback, a share of the time."""
    seconds = control.budget.seconds
    left_s = None if seconds is None else max(0.0, control.remaining_s * share)
    return Control(Budget(left_s, control.budget.samples), control.cancel, _passing(control))


def _passing(control: Control) -> Callable[[Progress], None]:
    def tell(progress: Progress) -> None:
        control.report(progress.done, progress.total + 1, progress.text, progress.partial)

    return tell


def _follow(
    searcher: Searcher, result: SearchResult, request: KonkanRequest, control: Control
) -> Plan:
    """The moves of this turn: each searched with a part of the budget in the tree that is there."""
    plan = Plan()
    plan.add(result.best.action)
    budget = max(1, int(request.simulations * MOVE_SHARE))
    while plan.throw is None and plan.actions[-1] != "pull deck":
        view = searcher.after(plan.actions[-1])
        searcher.advance(plan.actions[-1], view)
        seconds = None if control.budget.seconds is None else max(0.01, control.remaining_s / 3)
        step = searcher.run(Control(Budget(seconds, budget), control.cancel))
        plan.add(step.best.action)
    return plan


def _melds_only(request: KonkanRequest, searcher: Searcher, control: Control) -> KonkanAdvice:
    """What is known at once: the melds, and the greedy player's move."""
    action = searcher.greedy()
    n_seats = 1 + len(request.enemies)
    guess = ActionValue(action, 0, 0.0, (0.0,) * n_seats)
    plan = Plan()
    plan.add(action)
    return _advice(request, SearchResult(0, (guess,), (action,), 0), plan, control)


def _advice(
    request: KonkanRequest, result: SearchResult, plan: Plan, control: Control
) -> KonkanAdvice:
    threshold = threshold_of(request)
    is_down = request.down_total is not None
    frontier = solve(request.hand, request.rules)
    best = _shown_layout(request, threshold)
    left = best.left_of(request.hand)
    moves = tuple(_move(action, result, request) for action in result.actions)
    points = sum(meld.points for meld in plan.lays)
    after_turn = len(request.hand) + (plan.pull is not None) - _n_laid(plan) + len(plan.swaps)
    half_width = moves[0].half_width if moves and moves[0].visits else None
    helpful = helpful_cards(request, threshold) if phase_of(request) == "pull" else ()
    advice = KonkanAdvice(
        why="",
        exact=False,
        n_samples=result.n_simulations,
        half_width=half_width,
        seed=request.seed,
        elapsed_s=control.elapsed_s,
        phase=cast(Literal["pull", "act"], phase_of(request)),
        headline=_headline(plan, points, is_down),
        pull=plan.pull,
        come_down=bool(plan.lays) and not is_down,
        come_down_points=points if not is_down else 0,
        lay=tuple(map(group_of, plan.lays)),
        sarf=tuple(words_of(action, request) for action in plan.sarfs),
        swap=tuple(words_of(action, request) for action in plan.swaps),
        throw=plan.throw,
        goes_out=plan.throw is not None and after_turn == 1,
        plan=tuple(words_of(action, request) for action in plan.actions),
        moves=moves,
        win_share=result.win_share,
        seat_win_shares=result.best.values,
        groups=tuple(map(group_of, best.melds)),
        group_points=best.points,
        threshold=threshold,
        is_down=is_down,
        reaches=not is_down and frontier.reaching(threshold) is not None,
        left=tuple(sorted(left, key=hand_order)),
        deadwood=deadwood(left, request.rules),
        frontier=tuple(
            MeldPoint(n_cards=n, points=p) for n, p in enumerate(frontier.points) if p > 0
        ),
        helpful=helpful,
    )
    return advice.model_copy(update={"why": _why(advice, request)})


def _n_laid(plan: Plan) -> int:
    return sum(len(meld.cards) for meld in plan.lays) + len(plan.sarfs) + len(plan.swaps)


def threshold_of(request: KonkanRequest) -> int:
    """Points that are needed to come down."""
    totals = [e.down_total + 1 for e in request.enemies if e.down_total is not None]
    return max([request.rules.threshold, *totals])


def _shown_layout(request: KonkanRequest, threshold: int) -> Layout:
    """The melds to draw: those that reach the threshold, else those of most points."""
    frontier = solve(request.hand, request.rules)
    if request.down_total is not None:
        return frontier.least_deadwood(keep=1)
    return frontier.reaching(threshold) or frontier.most_points()


def group_of(meld: Meld) -> MeldGroup:
    """A meld as a group to draw."""
    return MeldGroup(cards=meld.cards, points=meld.points, is_run=meld.is_run)


def _move(action: ActionValue, result: SearchResult, request: KonkanRequest) -> MoveAdvice:
    sort = action.action.partition(" ")[0]
    share = action.values[result.me]
    interval = wilson(min(share * action.visits, action.visits), action.visits)
    return MoveAdvice(
        action=action.action,
        words=words_of(action.action, request),
        sort=cast(Literal["pull", "lay", "sarf", "swap", "throw"], sort),
        visits=action.visits,
        share=action.share,
        win_share=share,
        half_width=interval.half_width,
    )


class Seen(Protocol):
    """A table as far as actions name it: a request or a game in progress."""

    @property
    def trash(self) -> Sequence[KonkanCard]:
        """The trash pile, its top last."""

    @property
    def table(self) -> Sequence["HasMeld"]:
        """The melds on the table, by number."""


class HasMeld(Protocol):
    """Something on the table that is a meld."""

    @property
    def meld(self) -> Meld:
        """Its cards."""


def words_of(action: str, seen: Seen) -> str:
    """An action in words: "sarf 10♠ on 7♠ 8♠ 9♠"."""
    verb, _, rest = action.partition(" ")
    if verb == "pull":
        top = seen.trash[-1].symbol if rest == "trash" and seen.trash else ""
        return f"take {top} from the trash" if rest == "trash" else "draw from the deck"
    if verb == "throw":
        return f"throw {parse_konkan_card(rest).symbol}"
    if verb == "lay":
        meld = meld_of(rest)
        return f"lay {meld} ({meld.points})"
    number, _, card = rest.partition(" ")
    name = parse_konkan_card(card.split()[0]).symbol
    on_table = int(number) < len(seen.table)
    target = str(seen.table[int(number)].meld) if on_table else "the new meld"
    return f"{verb} {name} {'on' if verb == 'sarf' else 'for the joker of'} {target}"


def helpful_cards(request: KonkanRequest, threshold: int) -> tuple[HelpfulCard, ...]:
    """The unseen cards that raise the points of the melds most, best first."""
    hand = to_kinds(request.hand)
    naturals = request.rules.min_naturals
    now = max(rust_meld.frontier(hand, naturals))
    seen = Counter(to_kinds(seen_cards(request)))
    found = []
    for kind in range(JOKER_KIND + 1):
        n_unseen = 2 - seen[kind]
        if n_unseen > 0 and len(hand) < 16:
            points = max(rust_meld.frontier(bytes([*hand, kind]), naturals)[: len(hand)])
            if points > now:
                found.append((points, n_unseen, kind))
    found.sort(key=lambda card: (-card[0], card[2]))
    is_down = request.down_total is not None
    return tuple(
        HelpfulCard(
            card=card_of_kind(kind),
            n_unseen=n_unseen,
            points=points,
            comes_down=not is_down and points >= threshold,
        )
        for points, n_unseen, kind in found[:N_HELPFUL]
    )


def _headline(plan: Plan, points: int, is_down: bool) -> str:
    parts = []
    if plan.pull:
        parts.append("draw from the deck" if plan.pull == "deck" else "take the trash card")
    if plan.lays:
        parts.append("lay new melds" if is_down else f"come down with {points} points")
    if plan.swaps:
        parts.append("swap a joker")
    if plan.sarfs:
        parts.append(f"sarf {_counted(len(plan.sarfs), 'card')}")
    if plan.throw is not None:
        parts.append(f"throw {plan.throw.symbol}")
    text = ", ".join(parts)
    return text[:1].upper() + text[1:]


def _counted(n: int, noun: str) -> str:
    return f"{n} {noun}" if n == 1 else f"{n} {noun}s"


def _why(advice: KonkanAdvice, request: KonkanRequest) -> str:
    if advice.goes_out:
        return "Every other card is laid: this throw wins the round."
    reasons = [_state(advice), _comparison(advice.moves)]
    if advice.throw is not None:
        reasons.append(_throw_reason(advice, request))
    return " ".join(reason for reason in reasons if reason)


def _state(advice: KonkanAdvice) -> str:
    if advice.is_down:
        return f"You are down; {advice.deadwood} points stay in hand after the melds that fit."
    if advice.reaches:
        return f"The melds are worth {advice.group_points}, {advice.threshold} are needed."
    missing = advice.threshold - advice.group_points
    if missing > 0:
        return f"The melds are worth {advice.group_points}: {missing} points are missing."
    return f"The melds are worth {advice.group_points}, but no card would be left to throw."


def _comparison(moves: Sequence[MoveAdvice]) -> str:
    if len(moves) < 2 or not moves[0].visits:
        return ""
    best, second = moves[0], moves[1]
    return (
        f"It wins about {best.win_share:.0%} of the simulated rounds, "
        f"{second.words} {second.win_share:.0%}."
    )


def _throw_reason(advice: KonkanAdvice, request: KonkanRequest) -> str:
    throw = advice.throw
    assert throw is not None
    in_meld = any(throw in group.cards for group in advice.groups)
    if in_meld and throw not in advice.left:
        return f"{throw.symbol} leaves a meld: the others are worth more together."
    return f"{throw.symbol} is in none of the melds and promises least."
