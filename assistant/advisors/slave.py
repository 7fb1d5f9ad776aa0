"""Advice for Slave: ranked moves with the chance of every title, and what King and Queen give.

`advise` answers a position that a user describes; `advise_view` and `advise_gift` one of a
running match, where the moves seen so far say more about the hidden cards. Seats are counted
clockwise from the user: 0 is the user, 1 the next to play.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Literal, cast

from pydantic import Field, model_validator

from assistant.advice import Advice
from assistant.requests import CardsField, FrozenModel, Request, Seed
from engine.cards import in_symbols, require_distinct
from engine.control import Control
from engine.errors import IllegalStateError
from engine.slave.budget import QUESTION_PLAYOUTS
from engine.slave.rules import HAND_SIZE, N_GIVEN, TITLE_NAMES, TitleName
from engine.words import capital

if TYPE_CHECKING:
    from engine.slave.exchange import Exchange, GiftResult
    from engine.slave.position import Position
    from engine.slave.solver import RankedMoves, TitleCounts
    from engine.slave.view import PlayerView

Against = Literal["equal", "weaker"]
CHOOSERS = TITLE_NAMES[:2]  # the titles that choose what they give
LEFT_OUT = "Moves with fewer playouts were clearly worse in the same deals and left out early."


class SlaveRequest(Request):
    """A position as the user sees it, with the fields of the engine's `Position`.

    With `phase` "exchange" the hand is as dealt, `incoming` what you will get, `given` what you
    have given so far. The first lead of a game (`first_lead`) contains 3♣, unless the table plays
    with a `free_lead`. Chances are those `against` opponents who play as well as the advisor's
    policy, or weaker ones.
    """

    game: ClassVar[str] = "slave"

    hand: CardsField
    last: CardsField = ()
    last_by: Literal[1, 2, 3] | None = None
    played: CardsField = ()
    left: tuple[int, int, int] = (HAND_SIZE, HAND_SIZE, HAND_SIZE)
    passed: tuple[bool, bool, bool] = (False, False, False)
    titles: tuple[TitleName, TitleName, TitleName, TitleName] | None = None
    gave: CardsField = ()
    got: CardsField = ()
    phase: Literal["play", "exchange"] = "play"
    incoming: CardsField = ()
    given: CardsField = ()
    first_lead: bool = False
    history: tuple[str, ...] = ()
    leader: Literal[0, 1, 2, 3] | None = None
    trick: Literal["pass_out", "lap"] = "pass_out"
    free_lead: bool = False
    against: Against = "equal"
    n_playouts: int = Field(default=QUESTION_PLAYOUTS, ge=100, le=5_000_000)
    seed: Seed = 0

    @model_validator(mode="after")
    def _check(self) -> "SlaveRequest":
        require_distinct([*self.hand, *self.incoming])
        self.position()
        if self.phase == "exchange":
            _check_exchange(self)
        return self

    def position(self) -> "Position":
        """Return the position as the engine takes it; in the exchange there is no trick yet."""
        from engine.slave.position import Position
        from engine.slave.rules import SlaveRules

        plays = self.phase == "play"
        return Position(
            hand=self.hand,
            last=self.last if plays else (),
            last_by=self.last_by if plays else None,
            played=self.played,
            left=self.left,
            passed=self.passed,
            titles=self.titles,
            gave=self.gave if plays else (),
            got=self.got if plays else (),
            first_lead=self.first_lead,
            history=self.history if plays else (),
            leader=self.leader if plays else None,
            rules=SlaveRules(self.trick, not self.free_lead),
        )


def _check_exchange(request: SlaveRequest) -> None:
    title = request.titles[0] if request.titles else None
    if title not in CHOOSERS:
        raise IllegalStateError(
            "only a King or a Queen chooses what to give: add the titles of the last round, "
            "yours first"
        )
    needed = N_GIVEN[TITLE_NAMES.index(title)]
    if len(request.incoming) != needed or len(request.hand) != HAND_SIZE:
        raise IllegalStateError(
            f"the exchange needs the {HAND_SIZE} cards dealt to you and the {needed} you get, not "
            f"{len(request.hand)} and {len(request.incoming)}"
        )
    if not set(request.given) <= set(request.hand) or len(request.given) >= needed:
        raise IllegalStateError(
            f"you cannot have given {len(request.given)} cards already: check them"
        )


class TitleChances(FrozenModel):
    """A choice, the chance of every title after it and the mean place, 1 (King) to 4 (Slave)."""

    king: float
    queen: float
    commoner: float
    slave: float
    expected_place: float
    n_samples: int
    half_width: float
    """± of the chance to be King, 95%."""
    text: str
    cards: CardsField
    why: str

    def chance(self, title: TitleName) -> float:
        """Return the chance of a title."""
        return (self.king, self.queen, self.commoner, self.slave)[TITLE_NAMES.index(title)]


def left_out_words(choices: Sequence[TitleChances]) -> str:
    """Return why a choice with better figures may stand lower: it was tried less often; or ""."""
    return LEFT_OUT if any(c.n_samples < choices[0].n_samples for c in choices) else ""


def best_open_title(choices: Sequence[TitleChances]) -> TitleName:
    """Return the best title that at least one of the choices may still reach."""
    return next(
        t for t in TITLE_NAMES if t == "Slave" or any(c.chance(t) >= 0.005 for c in choices)
    )


def title_at_stake(moves: Sequence["SlaveMove"]) -> TitleName:
    """Return the title that the best move makes certain, else the best that is still open."""
    return moves[0].certain_title or best_open_title(moves)


class SlaveMove(TitleChances):
    """One move: what it is, what came of it, what the network thinks of it, and why."""

    action: int
    policy_share: float | None = None
    certain_title: TitleName | None = None  # the title of a player who plays the last cards
    behind: float = 0.0
    """How many places it loses to the best move in the same deals."""
    behind_error: float = 0.0
    """± of that, 95%."""


class SlaveGift(TitleChances):
    """One gift of a King or Queen; `cost` is how many places it loses to the best one.

    A gift that was dropped early may have come out better by luck: it costs nothing, not less.
    """

    cost: float = 0.0


class SlaveAdvice(Advice):
    """Moves (or gifts in the exchange) from best to worst; `best` is the first in words."""

    best: str
    moves: tuple[SlaveMove, ...] = ()
    gifts: tuple[SlaveGift, ...] = ()
    search_says: str = ""
    policy_says: str | None = None
    against: Against = "equal"


def advise(request: SlaveRequest, control: Control) -> SlaveAdvice:
    """Rank the moves, or the gifts in the exchange, of the position in the request."""
    from engine.slave.history import view_of

    how = request.n_playouts, request.seed, request.against
    if request.phase == "exchange":
        return advise_gift(exchange_of_request(request), control, *how)
    return advise_view(view_of(request.position()), control, *how)


def advise_view(
    view: "PlayerView",
    control: Control,
    n_playouts: int = QUESTION_PLAYOUTS,
    seed: int = 0,
    against: Against = "equal",
) -> SlaveAdvice:
    """Rank the moves of a view whose player is to act."""
    from engine.slave.solver import rank_moves

    def answer(ranked: "RankedMoves") -> SlaveAdvice:
        return _move_advice(ranked, against)

    return answer(rank_moves(view, n_playouts, seed, control.converting(answer), against))


def policy_move(request: SlaveRequest) -> str:
    """Return what the policy alone would play, at once: for a user who waits for the engine."""
    from engine.slave.history import view_of
    from engine.slave.solver import rank_by_policy

    return rank_by_policy(view_of(request.position())).policy_says


def _move_advice(ranked: "RankedMoves", against: Against) -> SlaveAdvice:
    moves = [
        SlaveMove(
            action=move.action,
            text=str(move),
            cards=move.play.cards,
            policy_share=move.policy_share,
            certain_title=cast(TitleName | None, move.certain_title),
            why=move.why,
            behind=move.behind,
            behind_error=move.behind_error,
            **_chances(move.titles),
        )
        for move in ranked.moves
    ]
    best = moves[0]
    return SlaveAdvice(
        why=_compare(moves, against),
        reason=_reason(moves),
        exact=best.certain_title is not None,
        n_samples=ranked.n_samples,
        half_width=None if best.certain_title or not best.n_samples else best.half_width,
        seed=ranked.seed,
        elapsed_s=ranked.elapsed_s,
        best=best.text,
        moves=tuple(moves),
        search_says=best.text,
        policy_says=ranked.policy_says,
        against=against,
    )


def _chances(titles: "TitleCounts") -> dict[str, Any]:
    return dict(
        zip(("king", "queen", "commoner", "slave"), titles.shares, strict=True),
        expected_place=titles.expected_place,
        n_samples=titles.n_samples,
        half_width=titles.half_width,
    )


def _compare(moves: list[SlaveMove], against: Against) -> str:
    """Return why the best move is best; another one is called worse only where the deals say so."""
    best, title = moves[0], title_at_stake(moves)
    if not best.n_samples:
        return f"{best.why}. The trained network's choice; the search follows"
    if best.certain_title:
        return f"{best.why}. {title} for certain"
    line = f"{best.why}. {title} {best.chance(title):.0%} of the time {against_words(against)}"
    return "; ".join(filter(None, [line, _second(moves)]))


def _reason(moves: list[SlaveMove]) -> str:
    """Return the why without the chance of a title."""
    best = moves[0]
    if best.certain_title or not best.n_samples:
        return best.why if best.certain_title else ""
    return ". ".join(filter(None, [best.why, capital(_second(moves))]))


def _second(moves: list[SlaveMove]) -> str:
    """Return how the second best move compares; "" if there is none."""
    if len(moves) == 1:
        return ""
    second = moves[1]
    is_clear = second.behind > second.behind_error
    return f"{second.text} is {behind_words(second) if is_clear else 'about as good'}"


def against_words(against: Against) -> str:
    """Return the opponents that the chances assume: "against equal players"."""
    return f"against {against} players"


def behind_words(move: SlaveMove) -> str:
    """Return how much worse than the best a move came out: "0.12 ± 0.05 places worse"."""
    return f"{move.behind:.2f} ± {move.behind_error:.2f} places worse"


def exchange_of_request(request: SlaveRequest) -> "Exchange":
    """Return the choice of the King or Queen who asks."""
    from engine.slave.card import to_mask
    from engine.slave.exchange import Exchange

    titles = request.position().places
    assert titles is not None  # checked on entry
    dealt, incoming = to_mask(request.hand), to_mask(request.incoming)
    given = to_mask(request.given)
    return Exchange(0, dealt, incoming, titles, given, lap=request.trick == "lap")


def advise_gift(
    exchange: "Exchange",
    control: Control,
    n_playouts: int = QUESTION_PLAYOUTS,
    seed: int = 0,
    against: Against = "equal",
) -> SlaveAdvice:
    """Rank the gifts of a King or Queen."""
    from engine.slave.exchange import rank_gifts

    samples = control.budget.samples
    n_wanted = n_playouts if samples is None else samples

    def answer(result: "GiftResult") -> SlaveAdvice:
        return _gift_advice(exchange, result, seed, control, against)

    return answer(rank_gifts(exchange, n_wanted, seed, control.converting(answer), against))


def _gift_advice(
    exchange: "Exchange", result: "GiftResult", seed: int, control: Control, against: Against
) -> SlaveAdvice:
    from engine.slave.card import from_mask
    from engine.slave.explain import explain_gift
    from engine.slave.solver import title_counts

    gifts = []
    for i in sorted(range(len(result.gifts)), key=lambda i: (-result.values[i], i)):
        cards = from_mask(int(result.gifts[i]) & ~exchange.given)
        gifts.append(
            SlaveGift(
                text=in_symbols(cards),
                cards=cards,
                why=explain_gift(exchange.dealt, int(result.gifts[i]), exchange.incoming),
                **_chances(title_counts(result.tally[i])),
            )
        )
    best = gifts[0]
    gifts = [_with_cost(gift, best) for gift in gifts]
    return SlaveAdvice(
        why=f"{best.why}. {_gift_chance(best, against)}",
        reason=best.why if best.n_samples else "",
        exact=False,
        n_samples=sum(g.n_samples for g in gifts),
        half_width=best.half_width if best.n_samples else None,
        seed=seed,
        elapsed_s=control.elapsed_s,
        best=f"give {best.text}",
        gifts=tuple(gifts),
        search_says=best.text,
        against=against,
    )


def _gift_chance(best: SlaveGift, against: Against) -> str:
    if not best.n_samples:
        return "A quick estimate; the search follows"
    return f"King {best.king:.0%} of the time {against_words(against)}"


def _with_cost(gift: SlaveGift, best: SlaveGift) -> SlaveGift:
    return gift.model_copy(update={"cost": max(0.0, gift.expected_place - best.expected_place)})
