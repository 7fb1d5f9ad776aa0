"""Advice on one turn of Konkan: search among whole turns, and say which is best and why."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from assistant.advisors.konkan import (
    HelpfulCard,
    KonkanAdvice,
    KonkanRequest,
    MeldGroup,
    MeldPoint,
    MoveAdvice,
)
from assistant.advisors.konkan_view import N_CARDS, phase_of, seen_cards, turn_of, view_of
from assistant.advisors.konkan_words import in_hand, n_to_throw, suggested, words_of
from engine.cards import in_symbols
from engine.control import Control
from engine.errors import Cancelled
from engine.konkan.actions import Action, Pile, Verb
from engine.konkan.cards import JOKER, KonkanCard, hand_order
from engine.konkan.melds import Layout, Meld, deadwood, solve
from engine.konkan.search import Draw, SearchConfig, Searcher, SearchResult, TurnValue
from engine.statistics import Z_95, wilson_of_error
from engine.words import capital, counted

N_HELPFUL = 8
LONGEST_BRIEF = 40  # letters
LEAST_COMPARED = 4  # deals in which two turns were tried before their difference has a ±
AGAINST = {"equal": "against equal players", "greedy": "against greedy players"}
LAST_TURN = "This is the last of {} turns: nobody wins the round."


@dataclass(slots=True)
class TurnPlan:
    """The actions of a turn, sorted."""

    actions: tuple[Action, ...]

    def _cards(self, verb: Verb) -> tuple[KonkanCard, ...]:
        return tuple(a.card for a in self.actions if a.verb == verb and a.card is not None)

    @property
    def lays(self) -> tuple[Meld, ...]:
        """The melds that are laid."""
        return tuple(a.meld for a in self.actions if a.verb == "lay" and a.meld is not None)

    @property
    def sarfs(self) -> tuple[KonkanCard, ...]:
        """The cards that are added to melds on the table."""
        return self._cards("sarf")

    @property
    def swaps(self) -> tuple[KonkanCard, ...]:
        """The cards that are put in for jokers."""
        return self._cards("swap")

    @property
    def n_laid(self) -> int:
        """Cards that are laid or added."""
        return sum(len(meld.cards) for meld in self.lays) + len(self.sarfs)

    @property
    def throw(self) -> KonkanCard | None:
        """The card that is thrown, if the turn goes as far."""
        return next(iter(self._cards("throw")), None)

    @property
    def pull(self) -> Pile | None:
        """The pile from which a card is pulled first, if that is still to do."""
        return self.actions[0].pile

    def kept_of(self, request: KonkanRequest) -> tuple[KonkanCard, ...]:
        """Return what stays in hand after the turn, in order."""
        hand = Counter(request.hand)
        if self.pull == "trash":
            hand[request.trash[-1]] += 1
        hand.subtract(in_hand(card) for meld in self.lays for card in meld.cards)
        hand.subtract(map(in_hand, self.sarfs))
        hand.subtract(self.swaps)
        hand[JOKER] += len(self.swaps)
        hand.subtract(self._cards("throw"))
        return tuple(sorted(hand.elements(), key=hand_order))


@dataclass(frozen=True, slots=True)
class HandMelds:
    """The melds of the hand as it is, which all answers to a question share."""

    threshold: int
    suggested: Layout
    left: tuple[KonkanCard, ...]
    reaches: bool
    frontier: tuple[MeldPoint, ...]

    @classmethod
    def of(cls, request: KonkanRequest, threshold: int) -> "HandMelds":
        """Solve the hand of a request."""
        is_down = request.down_total is not None
        frontier, n_kept = solve(request.hand, request.rules), n_to_throw(phase_of(request))
        best = suggested(frontier, threshold, is_down, n_kept)
        points = enumerate(frontier.points)
        return cls(
            threshold=threshold,
            suggested=best,
            left=tuple(sorted(best.left_of(request.hand), key=hand_order)),
            reaches=not is_down and frontier.reaching(threshold, n_kept) is not None,
            frontier=tuple(MeldPoint(n_cards=n, points=p) for n, p in points if p > 0),
        )


def advise_turn(request: KonkanRequest, control: Control) -> KonkanAdvice:
    """Search among the whole turns; early answers grow with the simulations."""
    control.check()
    config = SearchConfig(
        request.simulations, seed=request.seed, threads=request.threads, against=request.against
    )
    view = view_of(request)
    searcher, melds = Searcher(view, config), HandMelds.of(request, view.threshold)
    draws: dict[tuple[str, ...], tuple[Draw, ...]] = {}  # after each turn that was best

    def answer(result: SearchResult) -> KonkanAdvice:
        if result.line not in draws:
            draws[result.line] = searcher.draws()
        return _advice(request, melds, result, draws[result.line], control)

    if control.wants_report():
        control.report(0, request.simulations, "melds", answer(searcher.result()))
    result = searcher.run(control.converting(answer))
    if control.cancel.is_set() and not result.best.wins and result.n_simulations == 0:
        raise Cancelled("the search was cancelled before its first simulation")
    return answer(result)


def _advice(
    request: KonkanRequest,
    melds: HandMelds,
    result: SearchResult,
    draws: Sequence[Draw],
    control: Control,
) -> KonkanAdvice:
    plan = TurnPlan(result.best.actions)
    threshold, best = melds.threshold, melds.suggested
    is_down = request.down_total is not None
    moves = tuple(_move(turn, result, request) for turn in result.actions)
    points = sum(meld.points for meld in plan.lays)
    wins = result.best.wins
    kept = plan.kept_of(request)
    words = _turn_words(result.best, request)
    is_last = plan.throw is not None and turn_of(request) + 1 == request.rules.max_turns
    certain = wins or is_last
    half_width = moves[0].half_width if moves[0].visits and not certain else None
    advice = KonkanAdvice(
        why="",
        exact=certain,
        n_samples=result.n_simulations,
        half_width=half_width,
        seed=request.seed,
        elapsed_s=control.elapsed_s,
        phase=phase_of(request),
        headline=capital("; ".join(words)),
        pull=plan.pull,
        come_down=bool(plan.lays) and not is_down,
        come_down_points=points if not is_down else 0,
        lay=tuple(map(group_of, plan.lays)),
        sarf=tuple(word for word in words if word.startswith("add ")),
        swap=tuple(word for word in words if word.startswith("swap")),
        throw=plan.throw,
        goes_out=wins,
        plan=words,
        kept=kept,
        moves=moves,
        win_share=result.win_share,
        seat_win_shares=result.best.values,
        against=request.against,
        groups=tuple(map(group_of, best.melds)),
        group_points=best.points,
        threshold=threshold,
        is_down=is_down,
        reaches=melds.reaches,
        left=melds.left,
        deadwood=deadwood(melds.left, request.rules),
        frontier=melds.frontier,
        helpful=() if wins or is_last else helpful_cards(request, draws, threshold),
    )
    why, reason = (_why(advice, request, result, draws, said) for said in (True, False))
    return advice.model_copy(update={"why": why, "reason": reason})


def group_of(meld: Meld) -> MeldGroup:
    """Return a meld as a group to draw."""
    return MeldGroup(cards=meld.cards, points=meld.points, is_run=meld.is_run)


def _move(turn: TurnValue, result: SearchResult, request: KonkanRequest) -> MoveAdvice:
    share = min(turn.values[result.me], 1.0)
    interval = wilson_of_error(share, turn.error, result.best.visits)
    words, plan = _words(turn, result.line, request), TurnPlan(turn.actions)
    return MoveAdvice(
        action=turn.turn[0],
        turn=turn.turn,
        words=words,
        brief=words if len(words) <= LONGEST_BRIEF else _brief(plan, request),
        sort=turn.actions[0].verb,
        visits=turn.visits,
        share=turn.share,
        win_share=share,
        half_width=0.0 if turn.wins else interval.half_width,
        behind=turn.behind,
        behind_half_width=_behind_half_width(turn),
        pull=plan.pull,
        lay=tuple(map(group_of, plan.lays)),
        swapped=plan.swaps,
        added=plan.sarfs,
        throw=plan.throw,
    )


def _behind_half_width(turn: TurnValue) -> float:
    """Return the ± of how far a turn is behind: all there is while too few deals compare it."""
    if turn.visits < LEAST_COMPARED:
        return 1.0 if turn.behind else 0.0
    return Z_95 * turn.behind_error


def _turn_words(turn: TurnValue, request: KonkanRequest) -> tuple[str, ...]:
    return tuple(words_of(action, request.trash) for action in turn.actions)


def _words(turn: TurnValue, best: Sequence[str], request: KonkanRequest) -> str:
    """Return a turn in words; one that differs from the best by its throw alone says just that."""
    words, actions = _turn_words(turn, request), turn.turn
    if len(actions) > 1 and actions != best and actions[:-1] == best[:-1]:
        return f"the same, but {words[-1]}"
    return "; ".join(words)


def _brief(plan: TurnPlan, request: KonkanRequest) -> str:
    """Return a turn by what it keeps: "take 10♠, lay 13 cards, keep 5♦, throw 9♦"."""
    parts = [f"take {request.trash[-1].symbol}"] if plan.pull == "trash" else []
    if plan.swaps:
        parts.append(f"swap {counted(len(plan.swaps), 'joker')}")
    parts.append(f"lay {counted(plan.n_laid, 'card')}")
    if kept := plan.kept_of(request):
        parts.append(f"keep {in_symbols(kept)}")
    if plan.throw is not None:
        parts.append(f"throw {plan.throw.symbol}")
    return ", ".join(parts)


def helpful_cards(
    request: KonkanRequest, draws: Sequence[Draw], threshold: int
) -> tuple[HelpfulCard, ...]:
    """Return the cards that end the round, then those with which most points can be laid."""
    seen = Counter(seen_cards(request))
    least = min((draw.points for draw in draws), default=0)
    helping = [draw for draw in draws if draw.goes_out or draw.points > least]
    helping.sort(key=lambda draw: (-draw.goes_out, -draw.points))
    is_down = request.down_total is not None
    return tuple(
        HelpfulCard(
            card=draw.card,
            n_unseen=2 - seen[draw.card],
            points=draw.points,
            comes_down=not is_down and draw.points >= threshold,
            goes_out=draw.goes_out,
        )
        for draw in helping[:N_HELPFUL]
    )


def _why(
    advice: KonkanAdvice,
    request: KonkanRequest,
    result: SearchResult,
    draws: Sequence[Draw],
    with_chance: bool,
) -> str:
    """Return the reasons for a turn, with its chance if asked, and the second best."""
    if advice.goes_out and advice.pull == "deck":
        return "Whatever card comes, you go out with it: this turn wins the round for certain."
    if advice.goes_out:
        return "Every other card is laid: this turn wins the round for certain."
    if advice.exact:
        return LAST_TURN.format(request.rules.max_turns)
    reasons = [
        _state(advice, deadwood(advice.kept, request.rules)),
        _outs(request, draws) if advice.pull == "deck" else "",
        _kept(advice),
        _chance(advice, result) if with_chance else _comparison(advice, result),
    ]
    if advice.throw is not None:
        reasons.append(_throw_reason(advice))
    return " ".join(reason for reason in reasons if reason)


def _outs(request: KonkanRequest, draws: Sequence[Draw]) -> str:
    """Return with how many of the unseen cards the round is won at once; "" with none."""
    seen = Counter(seen_cards(request))
    n_out = sum(2 - seen[draw.card] for draw in draws if draw.goes_out)
    n_unseen = N_CARDS - seen.total()
    return f"{n_out} of {n_unseen} unseen cards let you go out at once." if n_out else ""


def _state(advice: KonkanAdvice, kept_points: int) -> str:
    need = advice.threshold
    if advice.is_down:
        stay = "stays" if kept_points == 1 else "stay"
        return f"You are down; {counted(kept_points, 'point')} {stay} in hand after this turn."
    if advice.lay:  # with the card that was taken they may be worth more than those of the hand
        return f"This lays {counted(advice.come_down_points, 'point')}; you need {need}."
    if advice.reaches:
        return f"Your melds are worth {counted(advice.group_points, 'point')}; you need {need}."
    if not advice.group_points:
        return f"No melds yet; you need {need} points."
    if advice.group_points < need:
        return f"Your melds are worth {advice.group_points} of the {need} points you need."
    return f"Your melds are worth {advice.group_points}, but no card would be left to throw."


def _kept(advice: KonkanAdvice) -> str:
    if advice.throw is None or not (advice.lay or advice.sarf or advice.swap):
        return ""
    cards = in_symbols(advice.kept)
    return f"It leaves {cards} in hand."


def _chance(advice: KonkanAdvice, result: SearchResult) -> str:
    """Return the chance of the best turn, and how the second best compares."""
    best, other = advice.moves[0], _second(advice, result)
    if not best.visits:
        return ""
    wins = f"You win about {best.win_share:.0%} of the rounds {AGAINST[advice.against]}"
    return f"{wins}; {other}." if other else f"{wins}."


def _comparison(advice: KonkanAdvice, result: SearchResult) -> str:
    """Return how the second best turn compares, as a sentence; "" if there is none."""
    other = _second(advice, result)
    return f"{capital(other)}." if other else ""


def _second(advice: KonkanAdvice, result: SearchResult) -> str:
    """Return what the second best turn costs if that is known; "" if nothing was tried."""
    moves = advice.moves
    if len(moves) == 1 or not moves[0].visits:
        return ""
    second = moves[1]
    other = _instead(TurnPlan(result.actions[1].actions), advice)
    if not second.visits or second.behind <= second.behind_half_width:
        return f"{other} is about as good"
    cost, give = 100 * second.behind, 100 * second.behind_half_width
    return f"{other} wins {second.win_share:.0%}, {cost:.1f} ± {give:.1f} points less"


def _instead(plan: TurnPlan, advice: KonkanAdvice) -> str:
    """Return the second choice in a few words, by what differs from the best."""
    n_laid = plan.n_laid
    throws = "" if plan.throw is None else f"throwing {plan.throw.symbol}"
    if n_laid and not (advice.lay or advice.sarf):
        return f"laying {counted(n_laid, 'card')}" if advice.is_down else "coming down now"
    if plan.pull == "deck" and advice.pull != "deck":
        return "drawing from the deck"
    if plan.pull == "trash" and advice.pull != "trash":
        return "taking the trash card"
    if n_laid and n_laid != sum(len(group.cards) for group in advice.lay) + len(advice.sarf):
        return f"laying {counted(n_laid, 'card')}" + (f" and {throws}" if throws else "")
    if not n_laid and (advice.lay or advice.sarf):
        return f"keeping everything and {throws}" if throws else "keeping everything"
    return throws or "the second choice"


def _throw_reason(advice: KonkanAdvice) -> str:
    throw = advice.throw
    assert throw is not None
    in_meld = any(throw in group.cards for group in advice.groups)
    if in_meld and throw not in advice.left:
        return f"{throw.symbol} leaves a meld: the others are worth more together."
    return f"{throw.symbol} fits no meld and is least likely to."
