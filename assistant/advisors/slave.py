"""Advice for Slave: ranked moves with the chance of every title, and what King and Queen give.

`advise` answers a position that a user describes; `advise_view` and `advise_gift` one of a
running match, where the moves seen so far tell more about the hidden cards. Seats are counted
clockwise from the user: 0 is the user, 1 the next to play.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

from assistant.advice import Advice
from assistant.requests import CardsField, Request, Seed
from engine.cards import format_cards, require_distinct
from engine.control import Control
from engine.errors import IllegalStateError

if TYPE_CHECKING:
    from engine.slave.exchange import Exchange, GiftResult
    from engine.slave.search import SearchResult
    from engine.slave.view import PlayerView

TitleName = Literal["King", "Queen", "Commoner", "Slave"]
TITLES: tuple[TitleName, ...] = ("King", "Queen", "Commoner", "Slave")
FULL_HAND = 13
N_COMPARED = 3  # so many moves are played out to the end
TIE_WEIGHT = 0.01  # what the network's opinion adds to a move's value: it decides among equals


class SlaveRequest(Request):
    """A position as the user sees it.

    `last` is the play to beat (empty: you lead) and `last_by` who made it; `left` the cards
    of the three others, `passed` who of them is out of the trick. `titles` are the places of
    the last round, yours first. `history` is every move of the round ("7C 7H", "p"), from the
    `leader`'s on: then what lies on the table, is out and is left need not be told. With `phase`
    "exchange" the hand is as dealt and `incoming` is what you will get.
    """

    game: ClassVar[str] = "slave"

    hand: CardsField
    last: CardsField = ()
    last_by: Literal[1, 2, 3] | None = None
    played: CardsField = ()
    left: tuple[int, int, int] = (13, 13, 13)
    passed: tuple[bool, bool, bool] = (False, False, False)
    titles: tuple[TitleName, TitleName, TitleName, TitleName] | None = None
    phase: Literal["play", "exchange"] = "play"
    incoming: CardsField = ()
    first_lead: bool = False
    history: tuple[str, ...] = ()
    leader: Literal[0, 1, 2, 3] = 0
    trick: Literal["pass_out", "lap"] = "pass_out"
    n_playouts: int = Field(default=20_000, ge=100, le=5_000_000)
    seed: Seed = 0

    @model_validator(mode="after")
    def _check(self) -> "SlaveRequest":
        out = set(self.played) | set(self.last)
        require_distinct([*self.hand, *out, *self.incoming])
        _check_hand(self)
        _check_table(self, len(out))
        if self.phase == "exchange":
            _check_exchange(self)
        else:
            _check_trick(self)
        return self


def _check_hand(request: SlaveRequest) -> None:
    if not 1 <= len(request.hand) <= FULL_HAND:
        raise IllegalStateError(
            f'the hand "{format_cards(request.hand)}" has {len(request.hand)} cards, not 1 to 13'
        )
    if request.titles is not None and len(set(request.titles)) != 4:
        raise IllegalStateError(
            f'the places "{", ".join(request.titles)}" are not one each of {", ".join(TITLES)}'
        )


def _check_table(request: SlaveRequest, n_out: int) -> None:
    for n_cards in request.left:
        if not 0 <= n_cards <= FULL_HAND:
            raise IllegalStateError(f"{n_cards} cards left with a player: expected 0 to 13")
    if not any(request.left):
        raise IllegalStateError("no other player has cards left: the round is over")
    if len(request.hand) + n_out + sum(request.left) > 52:
        raise IllegalStateError(
            f"{len(request.hand)} cards in hand, {n_out} played and {sum(request.left)} with the "
            "others are more than 52"
        )


def _check_trick(request: SlaveRequest) -> None:
    """Who made the last play is still in the trick, unless everyone has one turn."""
    if not request.last:
        if request.last_by is not None:
            raise IllegalStateError(f"last_by is {request.last_by}, but there is no last play")
        return
    if request.trick == "lap":
        return
    if all(request.passed):
        raise IllegalStateError(
            f'all others have passed: nobody can have played "{format_cards(request.last)}"'
        )
    if request.last_by is not None and request.passed[request.last_by - 1]:
        raise IllegalStateError(
            f'player {request.last_by} made the last play "{format_cards(request.last)}" and '
            "cannot have passed"
        )


def _check_exchange(request: SlaveRequest) -> None:
    needed = {"King": 2, "Queen": 1}.get(request.titles[0] if request.titles else "")
    if needed is None:
        raise IllegalStateError(
            "only a King or a Queen chooses what to give: give titles, yours first"
        )
    if len(request.incoming) != needed or len(request.hand) != FULL_HAND:
        raise IllegalStateError(
            f"the exchange needs the 13 cards dealt and {needed} incoming: "
            f"given {len(request.hand)} and {len(request.incoming)}"
        )


class TitleChances(BaseModel):
    """A choice, the chance of every title after it and the mean place, 1 (King) to 4 (Slave)."""

    model_config = ConfigDict(frozen=True, extra="forbid", arbitrary_types_allowed=True)

    king: float
    queen: float
    commoner: float
    slave: float
    expected_place: float
    n_samples: int
    half_width: float
    """± of the chance to be King, 95 %."""
    text: str
    cards: CardsField
    why: str

    def chance(self, title: TitleName) -> float:
        """The chance of a title."""
        return (self.king, self.queen, self.commoner, self.slave)[TITLES.index(title)]


def telling_title(choices: Sequence[TitleChances]) -> TitleName:
    """The best title that any of the choices still has a chance of: the one to speak about."""
    return next(t for t in TITLES if t == "Slave" or any(c.chance(t) >= 0.005 for c in choices))


class SlaveMove(TitleChances):
    """One move: what it is, what came of it, what the network thinks of it, and why."""

    action: int
    policy_share: float | None = None


class SlaveGift(TitleChances):
    """One gift of a King or Queen; `cost` is how many places it loses to the best one."""

    cost: float = 0.0


class SlaveAdvice(Advice):
    """Moves (or gifts in the exchange) from best to worst; `best` is the first in words."""

    best: str
    moves: tuple[SlaveMove, ...] = ()
    gifts: tuple[SlaveGift, ...] = ()
    search_says: str = ""
    policy_says: str | None = None


def advise(request: SlaveRequest, control: Control) -> SlaveAdvice:
    """Rank the moves, or the gifts in the exchange, of the position in the request."""
    if request.phase == "exchange":
        return advise_gift(exchange_of_request(request), control, request.n_playouts, request.seed)
    return advise_view(view_of(request), control, request.n_playouts, request.seed)


def view_of(request: SlaveRequest) -> "PlayerView":
    """The position of a request as the engine sees it; the user sits at seat 0."""
    import numpy as np

    from assistant.advisors.slave_history import view_after
    from engine.slave.card import to_mask
    from engine.slave.kernels import rounds
    from engine.slave.rules import play_of
    from engine.slave.view import PlayerView, pack_titles

    if request.history:
        return view_after(request, _places(request.titles))
    row = np.zeros(rounds.ROW, np.int64)
    row[0] = to_mask(request.hand)
    row[rounds.PLAYED] = to_mask({*request.played, *request.last})
    left = (len(request.hand), *request.left)
    row[rounds.COUNTS] = sum(n << (4 * s) for s, n in enumerate(left))
    row[rounds.TOP] = row[rounds.LAST] = row[rounds.MUST] = -1
    row[rounds.OUT] = sum(1 << (s + 1) for s in range(3) if request.passed[s])
    if request.last:
        play = play_of(to_mask(request.last))
        row[rounds.KIND], row[rounds.TOP] = play.kind, play.top
        row[rounds.LAST] = request.last_by or _likely_last(request)
    elif request.first_lead:
        row[rounds.MUST] = _three_of_clubs(request)
    row[rounds.LAP] = int(request.trick == "lap")
    row[rounds.ROUND] = 1 if request.titles is None else 2
    row[rounds.TITLES] = pack_titles(_places(request.titles))
    done = [s for s in range(4) if not left[s]]
    row[rounds.N_DONE] = len(done)
    row[rounds.ORDER] = sum(s << (2 * i) for i, s in enumerate(done))
    return PlayerView(0, row, np.zeros((0, rounds.ROW), np.int64), np.zeros(0, np.int64))


def _likely_last(request: SlaveRequest) -> int:
    """Who made the last play: the nearest player before the user who is still in the trick."""
    return next((s for s in (3, 2, 1) if not request.passed[s - 1] and request.left[s - 1]), 3)


def _three_of_clubs(request: SlaveRequest) -> int:
    from engine.slave.card import to_int
    from engine.slave.rules import THREE_OF_CLUBS

    if min(map(to_int, request.hand)) != THREE_OF_CLUBS:
        raise IllegalStateError(
            f'the first lead of a game contains 3♣, but the hand "{format_cards(request.hand)}" '
            "does not hold it"
        )
    return THREE_OF_CLUBS


def _places(titles: tuple[TitleName, ...] | None) -> tuple[int, ...] | None:
    return None if titles is None else tuple(TITLES.index(title) for title in titles)


def advise_view(
    view: "PlayerView", control: Control, n_playouts: int = 20_000, seed: int = 0
) -> SlaveAdvice:
    """Rank the moves of a view whose player is to act."""
    from engine.slave.search import Search, SearchSettings

    if not view.legal_actions():
        raise IllegalStateError("there is no legal move in this position")
    samples = control.budget.samples
    n_wanted = n_playouts if samples is None else samples
    settings = SearchSettings(
        n_playouts=n_wanted, prior_weight=TIE_WEIGHT, least_share=0.0, keep=N_COMPARED
    )
    telling = control.mapping(lambda early: _move_advice(view, early, seed, control))
    result = Search(settings, seed).run(view, telling)
    return _move_advice(view, result, seed, control)


def _chances(tally: Any) -> dict[str, Any]:
    from engine.statistics import wilson

    n = int(tally.sum())
    shares = [float(x) / max(1, n) for x in tally]
    return dict(
        zip(("king", "queen", "commoner", "slave"), shares, strict=True),
        expected_place=sum((i + 1) * share for i, share in enumerate(shares)),
        n_samples=n,
        half_width=wilson(int(tally[0]), n).half_width,
    )


def _move_advice(
    view: "PlayerView", result: "SearchResult", seed: int, control: Control
) -> SlaveAdvice:
    from engine.slave.explain import explain_move
    from engine.slave.rules import decode_action

    shares = _policy_shares(view)
    order = sorted(range(len(result.actions)), key=lambda i: (-result.values[i], i))
    moves = []
    for i in order:
        action = int(result.actions[i])
        play = decode_action(action, view.hand)
        moves.append(
            SlaveMove(
                action=action,
                text=str(play),
                cards=play.cards,
                policy_share=shares[action],
                why=explain_move(view, action),
                **_chances(result.tally[i]),
            )
        )
    best = moves[0]
    favourite = max(shares, key=lambda a: shares[a])
    return SlaveAdvice(
        why=_compare(moves),
        exact=False,
        n_samples=sum(m.n_samples for m in moves),
        half_width=best.half_width,
        seed=seed,
        elapsed_s=control.elapsed_s,
        best=best.text,
        moves=tuple(moves),
        search_says=best.text,
        policy_says=str(decode_action(favourite, view.hand)),
    )


def _compare(moves: list[SlaveMove]) -> str:
    best, title = moves[0], telling_title(moves)
    line = f"{best.text}: {best.why}; {title} in {best.chance(title):.0%}"
    if len(moves) > 1:
        line += f", with {moves[1].text} in {moves[1].chance(title):.0%}"
    return line


def _policy_shares(view: "PlayerView") -> dict[int, float]:
    """The network's share of every legal action."""
    import numpy as np

    from engine.slave.policy import load_policy

    legal = view.legal_actions()
    logits = load_policy().logits(view.observation()[None], view.action_mask()[None])[0, legal]
    weights = np.exp(logits - logits.max())
    return {a: float(w) for a, w in zip(legal, weights / weights.sum(), strict=True)}


def exchange_of_request(request: SlaveRequest) -> "Exchange":
    """The choice of the King or Queen who asks."""
    from engine.slave.card import to_mask
    from engine.slave.exchange import Exchange

    titles = _places(request.titles)
    assert titles is not None  # checked on entry
    dealt, incoming = to_mask(request.hand), to_mask(request.incoming)
    return Exchange(0, dealt, incoming, titles, lap=request.trick == "lap")


def advise_gift(
    exchange: "Exchange", control: Control, n_playouts: int = 20_000, seed: int = 0
) -> SlaveAdvice:
    """Rank the gifts of a King or Queen."""
    from engine.slave.exchange import rank_gifts

    samples = control.budget.samples
    n_wanted = n_playouts if samples is None else samples
    telling = control.mapping(lambda early: _gift_advice(exchange, early, seed, control))
    result = rank_gifts(exchange, n_wanted, seed, telling)
    return _gift_advice(exchange, result, seed, control)


def _gift_advice(
    exchange: "Exchange", result: "GiftResult", seed: int, control: Control
) -> SlaveAdvice:
    from engine.slave.card import from_mask
    from engine.slave.explain import explain_gift

    gifts = []
    for i in sorted(range(len(result.gifts)), key=lambda i: (-result.values[i], i)):
        cards = from_mask(int(result.gifts[i]) & ~exchange.given)
        gifts.append(
            SlaveGift(
                text=" ".join(c.symbol for c in cards),
                cards=cards,
                why=explain_gift(exchange.dealt, int(result.gifts[i]), exchange.incoming),
                **_chances(result.tally[i]),
            )
        )
    best = gifts[0]
    gifts = [g.model_copy(update={"cost": g.expected_place - best.expected_place}) for g in gifts]
    return SlaveAdvice(
        why=f"give {best.text}: {best.why}; King in {best.king:.0%}",
        exact=False,
        n_samples=sum(g.n_samples for g in gifts),
        half_width=best.half_width,
        seed=seed,
        elapsed_s=control.elapsed_s,
        best=f"give {best.text}",
        gifts=tuple(gifts),
        search_says=best.text,
    )
