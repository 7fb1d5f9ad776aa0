"""Slave as a live game: rounds with exchange between four seats.

A move is the cards that are laid ("7C 7H"), "pass", or "give 3C" while King and Queen choose their
gifts. Read as well: symbols, "gives 3♣", "p", and "7 7 7" for three sevens. Rewards add up over
the rounds and give the places; in a game of one round those are the titles.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from itertools import combinations
from typing import Any, Self

import numpy as np

from assistant.advisors.slave import SlaveAdvice, SlaveRequest, best_open_title
from assistant.play.game import (
    DEALER,
    EARLIER_DEALER,
    Dealer,
    Decision,
    Game,
    Outcome,
    Player,
    State,
    places_of,
    start_text,
)
from assistant.play.view import HIDDEN, Choice, Group, Hint, RoundStanding, Seat, TableView
from engine.agents import AgentSpec
from engine.cards import Card, in_symbols, parse_card, parse_cards
from engine.control import Control
from engine.errors import IllegalStateError, InputError
from engine.rules import Rules
from engine.slave import row as rounds
from engine.slave.actions import (
    FIRST_QUAD,
    FIRST_SINGLE,
    FIRST_TRIPLE,
    N_ACTIONS,
    PASS_ACTION,
)
from engine.slave.agents.registry import AGENTS, seat_agent
from engine.slave.budget import QUESTION_PLAYOUTS
from engine.slave.card import from_int, from_mask, to_int, to_mask
from engine.slave.game_state import Title
from engine.slave.history import PASS_WORDS
from engine.slave.match import SlaveMatch
from engine.slave.rules import (
    CARD_PENALTY,
    N_GIVEN,
    PASS,
    TITLE_NAMES,
    TITLE_REWARDS,
    Play,
    SlaveRules,
    action_mask_of,
    decode_action,
    encode_play,
)
from engine.slave.view import PlayerView
from engine.words import figure_text

POLICIES = {name: kind.kernel for name, kind in AGENTS.items() if kind.kernel is not None}
GIVE = "give "
PASS_MOVE = "pass"
EXCHANGE = "exchange"


def _text(cards: Sequence[Card]) -> str:
    return " ".join(map(repr, cards))


@cache
def move_texts() -> tuple[str, ...]:
    """Return every move by its code, as unambiguous text: "7C 7H", "7 7 7", "give 7C"."""
    texts = []
    for action in range(N_ACTIONS):
        if action >= FIRST_TRIPLE:
            first = FIRST_QUAD if action >= FIRST_QUAD else FIRST_TRIPLE
            rank = from_int(4 * (action - first)).rank_name
            texts.append(" ".join([rank] * (4 if action >= FIRST_QUAD else 3)))
        else:
            texts.append(_text(from_mask(action_mask_of(action, 0))) or PASS_MOVE)
    return (*texts, *(GIVE + repr(from_int(card)) for card in range(52)))


@cache
def _codes() -> dict[str, int]:
    return {text: code for code, text in enumerate(move_texts())}


@lru_cache(maxsize=8192)
def move_code(move: str) -> int:
    """Return the code of a move in any spelling: an action, or 157 and more for a gift."""
    found = _codes().get(move)
    if found is not None:
        return found
    verb, _, cards = move.partition(" ")
    if verb in ("give", "gives"):
        given = parse_cards(cards)
        if len(given) != 1:
            raise IllegalStateError(f'"{move}" cannot be given: expected one card')
        return N_ACTIONS + to_int(given[0])
    if move in PASS_WORDS:
        return PASS_ACTION
    play = Play(parse_cards(move))
    if play == PASS:
        raise IllegalStateError(f'"{move}" is not a move: expected cards or "{PASS_MOVE}"')
    return encode_play(play)


@dataclass(frozen=True, slots=True)
class SlaveSeen:
    """A seat's view; in the exchange the view has the hand as it was dealt."""

    view: PlayerView
    phase: str
    rules: SlaveRules
    is_turn: bool  # True if this seat is to act

    @property
    def seat(self) -> int:
        """The seat whose view this is."""
        return self.view.seat

    def legal(self) -> list[str]:
        """Return the legal plays, or the cards that may be given."""
        if not self.is_turn:
            return []
        if self.phase == EXCHANGE:
            return [GIVE + repr(card) for card in from_mask(self.view.hand)]
        return [self.move_text(action) for action in self.view.legal_actions()]

    def move_text(self, action: int) -> str:
        """Return an action as a move."""
        if self.phase == EXCHANGE:
            return GIVE + repr(from_int(action - FIRST_SINGLE))
        return _text(decode_action(action, self.view.hand).cards) or PASS_MOVE

    def request(self) -> SlaveRequest:
        """Return the question of this seat, which is seat 0 there."""
        view, row = self.view, self.view.row
        order = [(self.seat + i) % 4 for i in range(4)]
        titles = view.titles
        shared: dict[str, Any] = {
            "titles": None if titles is None else tuple(TITLE_NAMES[titles[s]] for s in order),
            "trick": self.rules.trick,
            "free_lead": not self.rules.first_lead_contains_3c,
            "n_playouts": QUESTION_PLAYOUTS,
        }
        partner = None if titles is None else titles.index(3 - titles[self.seat])
        known = 0 if partner is None else int(view.known[partner])
        if self.phase == EXCHANGE:
            given = int(view.known[self.seat])
            return SlaveRequest(
                hand=from_mask(view.hand | given),
                incoming=from_mask(known),
                given=from_mask(given),
                phase="exchange",
                **shared,
            )
        moves = [_text(from_mask(int(laid))) or "p" for laid in view.laid]
        leader = order.index(int(view.past[0][rounds.CUR])) if moves else None
        return SlaveRequest(
            hand=from_mask(view.hand),
            gave=from_mask(known & ~int(row[rounds.PLAYED])),
            got=from_mask(view.received),
            first_lead=int(row[rounds.MUST]) >= 0,
            history=tuple(moves),
            leader=leader if titles is None else None,  # type: ignore[arg-type]  # 0 to 3
            **shared,
        )


class SlaveState(State):
    """Rounds of Slave; `match` is the engine's."""

    n_seats = 4

    def __init__(
        self, seed: int, n_rounds: int, rules: SlaveRules, dealer: Dealer = DEALER
    ) -> None:
        self.n_rounds, self.rules = n_rounds, rules
        self.start = start_text(seed, 4, n_rounds)
        streamed = dealer != EARLIER_DEALER
        self.match = SlaveMatch(seed, n_rounds, rules, deals_on=False, streamed=streamed)

    @property
    def round_number(self) -> int:  # type: ignore[override]
        """The round that is played, from 1."""
        return self.match.game.round_number

    @property
    def seat(self) -> int | None:
        """The seat to act."""
        return self.match.current_seat if self.match.phase in (EXCHANGE, "play") else None

    @property
    def is_over(self) -> bool:
        """True when the last round is played."""
        return self.match.is_over

    def copy(self) -> "SlaveState":
        """Return an independent copy."""
        twin = object.__new__(SlaveState)
        twin.__dict__.update(self.__dict__)
        twin.match = self.match.copy()
        return twin

    def seen(self, seat: int) -> SlaveSeen:
        """Return all that a seat may know."""
        return SlaveSeen(self.match.view(seat), self.match.phase, self.rules, seat == self.seat)

    # -- moves ----------------------------------------------------------------------------------

    def legal(self) -> Sequence[str]:
        """Return the legal plays, or the cards that may be given."""
        return [self.move_text(action) for action in self.match.legal_actions()]

    def move_text(self, action: int) -> str:
        """Return an action of the match as a move."""
        if self.match.phase == EXCHANGE:
            return GIVE + repr(from_int(action - FIRST_SINGLE))
        hand = self.match.game.hands[self.match.current_seat]
        return _text(decode_action(action, hand).cards) or PASS_MOVE

    def spell(self, move: str) -> str:
        """Return the usual spelling, with the suits that are laid."""
        code = move_code(move)
        return move_texts()[code] if code >= N_ACTIONS else self.move_text(code)

    def _apply(self, move: str) -> None:
        if self.seat is None:
            raise IllegalStateError("the round is over")
        code = move_code(move)
        if code >= N_ACTIONS:
            self._verify_gifts([from_int(code - N_ACTIONS)], 1)
            self.match.apply(code - N_ACTIONS + FIRST_SINGLE)
        else:
            self._verify_play(move, code)
            self.match.apply(code)

    def deal(self) -> None:
        """Deal the next round; King and Queen will choose what they give."""
        self.match.deal_next()

    def _verify_play(self, move: str, action: int) -> None:
        """Raise with the rule that a play breaks."""
        if self.match.phase == EXCHANGE:
            raise IllegalStateError(f'"{move}" cannot be played: cards are given first')
        hand = self.match.game.hands[self.match.current_seat]
        play = decode_action(action, hand) if " " not in move else _play_of(move, action, hand)
        if play.mask & ~hand or encode_play(play) != action:
            raise IllegalStateError(f'"{move}" is not all in your hand')
        reason = self.match.game.why_illegal(play)
        if reason is not None:
            raise IllegalStateError(f"{play} is not allowed: {reason}")

    def _verify_gifts(self, cards: Sequence[Card], n_cards: int) -> None:
        """Raise with the rule against giving these cards, of which there must be so many."""
        if self.match.phase != EXCHANGE:
            raise IllegalStateError("cards are given only before a round, by King and Queen")
        seat = self.match.current_seat
        free = self.match.game.hands[seat] & ~self.match.given(seat)
        if not len(set(cards)) == len(cards) == n_cards or to_mask(cards) & ~free:
            wanted = "two of your cards" if self.n_to_give == 2 else "one of your cards"
            raise IllegalStateError(f"choose {wanted} to give")

    @property
    def n_to_give(self) -> int:
        """How many cards the seat to act still gives."""
        titles = self.match.game.titles
        if self.match.phase != EXCHANGE or titles is None:
            return 0
        seat = self.match.current_seat
        return N_GIVEN[titles[seat]] - self.match.given(seat).bit_count()

    @property
    def incoming(self) -> tuple[Card, ...]:
        """The cards that the King or Queen who is to give will get."""
        titles = self.match.game.titles
        assert titles is not None
        return from_mask(self.match.game.incoming()[titles[self.match.current_seat]])

    def partner(self, seat: int) -> int:
        """Return with whom a seat exchanges: King with Slave, Queen with Commoner."""
        titles = self.match.game.titles
        assert titles is not None
        return titles.index(Title(3 - titles[seat]))

    def outcome(self) -> Outcome:
        """Return the rewards of all rounds as points, the most first."""
        cents = [round(100 * points) for points in self.match.points()]
        return Outcome(places_of(cents), tuple(value / 100 for value in cents))

    def standings(self) -> tuple[RoundStanding, ...]:
        """Return the seats by the titles of the round that is over; at the end of the match by its
        places.
        """
        match = self.match
        places = self.outcome().places if self.is_over else [title + 1 for title in match.places()]
        titles, points, totals = match.places(), match.round_points[-1], match.points()
        rows = [
            RoundStanding(
                seat,
                places[seat],
                TITLE_NAMES[titles[seat]],
                figure_text(points[seat], "+g"),
                figure_text(totals[seat], "+g"),
            )
            for seat in range(4)
        ]
        return tuple(sorted(rows, key=lambda row: row.place))

    @property
    def scoring(self) -> str:
        """How points are counted."""
        named = zip(TITLE_NAMES, TITLE_REWARDS, strict=True)
        titles = ", ".join(f"{name} {figure_text(points, '+g')}" for name, points in named)
        return f"{titles}; {-CARD_PENALTY:g} less for each card left."

    # -- words ----------------------------------------------------------------------------------

    def words(self, move: str) -> str:
        """Return a move in words: "give 3♣", "pass", "7♣ 7♥"."""
        code = move_code(move)
        if code >= N_ACTIONS:
            return f"give {from_int(code - N_ACTIONS).symbol}"
        if code == PASS_ACTION:
            return "pass"
        return str(decode_action(code, self.match.game.hands[self.match.current_seat]))

    def may_know(self, move: str, seat: int) -> bool:
        """Return True for a gift if the seat gives or gets it; other moves are known to all."""
        if move_code(move) < N_ACTIONS or self.seat is None or self.match.phase != EXCHANGE:
            return True
        return seat in (self.seat, self.partner(self.seat))

    def past(self, move: str, is_known: bool = True) -> str:
        """Return what a player did: "passed", "played 7♣ 7♥", "gave 3♣" or "gave a card"."""
        code = move_code(move)
        if code >= N_ACTIONS:
            return f"gave {from_int(code - N_ACTIONS).symbol if is_known else 'a card'}"
        return "passed" if code == PASS_ACTION else f"played {self.words(move)}"

    def consequences(self, before: Self, humans: Sequence[int]) -> str:
        """Return what the one person at the table gave and got once the exchange is over."""
        if before.match.phase != EXCHANGE or self.match.phase == EXCHANGE or len(humans) != 1:
            return ""
        held, holds = (state.match.game.hands[humans[0]] for state in (before, self))
        gave, got = (" ".join(_symbols(cards)) for cards in (held & ~holds, holds & ~held))
        return f"In the exchange you got {got} for {gave}"

    def prompt(self, chosen: Sequence[str] = ()) -> str:
        """Return what to do now."""
        if self.seat is None:
            return ""
        if self.match.phase == EXCHANGE:
            wanted = "two cards" if self.n_to_give == 2 else "a card"
            titles = self.match.game.titles
            assert titles is not None
            partner = TITLE_NAMES[titles[self.partner(self.seat)]]
            return f"give {wanted} to the {partner}; you will get {in_symbols(self.incoming)}"
        plays = [move for move in self.legal() if move != PASS_MOVE]
        if not plays:
            return "pass, nothing you hold can be played"
        return "play or pass" if len(plays) < len(self.legal()) else "you lead"

    def target_words(self, place: str) -> str:
        """Return "Give" in the exchange and "Play" after it."""
        if place != "trick":
            return ""
        return "Give" if self.match.phase == EXCHANGE else "Play"

    def choices(self) -> tuple[Choice, ...]:
        """Return every legal play, the pass last; or every gift, the lowest cards first."""
        if self.seat is None:
            return ()
        if self.match.phase == EXCHANGE:
            gifts = combinations(self.legal(), self.n_to_give)
            return tuple(self.choice_of(*gift) for gift in gifts)
        found = [self.choice_of(move) for move in self.legal()]
        return tuple(sorted(found, key=lambda choice: choice.target == PASS_MOVE))

    def choice_of(self, *moves: str) -> Choice:
        """Return a play or gifts with their cards and where they go."""
        if moves[0] == PASS_MOVE:
            return Choice(moves, "pass", (), PASS_MOVE)
        cards = tuple(
            card.symbol for move in moves for card in parse_cards(move.removeprefix(GIVE))
        )
        if moves[0].startswith(GIVE):
            partner = self.partner(self.match.current_seat)
            return Choice(moves, GIVE + " ".join(cards), cards, f"seat {partner}")
        return Choice(moves, " ".join(cards), cards, "trick")

    def moves_for(self, cards: Sequence[str], target: str) -> Decision:
        """Return the gifts or the play of these cards; only the pass button passes."""
        held = parse_cards(" ".join(cards))
        if self.match.phase == EXCHANGE:
            if target == PASS_MOVE:
                raise IllegalStateError("nobody passes in the exchange: choose what to give")
            self._verify_gifts(held, self.n_to_give)  # a King gives both at once
            return tuple(GIVE + repr(card) for card in held)
        if target == PASS_MOVE:
            if held:
                names = in_symbols(held)
                raise IllegalStateError(f"{names} is chosen: deselect it to pass")
            if PASS_MOVE not in self.legal():
                raise IllegalStateError("you lead, so you must play")
            move = PASS_MOVE
        elif not held:
            plays = [move for move in self.legal() if move != PASS_MOVE]
            raise IllegalStateError(
                "choose the cards to play" if plays else "nothing you hold can be played: pass"
            )
        elif len({card.rank for card in held}) > 1:
            raise IllegalStateError("play cards of one rank only")
        else:
            move = _text(held)
        action = move_code(move)
        self._verify_play(move, action)
        return (self.move_text(action),)

    # -- what is seen ---------------------------------------------------------------------------

    def look(self, names: Sequence[str], agents: Sequence[str]) -> TableView:
        """Return the table: hands, gifts face down, and the plays of this trick."""
        match = self.match
        points = match.points() if match.rounds_completed else None
        seats = tuple(
            Seat(
                names[seat],
                agents[seat],
                _symbols(match.game.hands[seat] & ~match.given(seat)),
                _note(match, seat),
                "" if points is None else figure_text(points[seat], "+g"),
                seat == self.seat,
                _title(match, seat),
            )
            for seat in range(4)
        )
        return TableView(self._headline(names), seats, (*_gifts(match), *_trick(match)))

    def _headline(self, names: Sequence[str]) -> str:
        match, of = self.match, f"Round {self.round_number} of {self.n_rounds}"
        if match.phase in ("over", "dealing"):
            titles = match.places()
            order = sorted(range(4), key=lambda seat: titles[seat])
            named = ", ".join(f"{TITLE_NAMES[titles[s]]} {names[s]}" for s in order)
            if "You" in names:
                mine = titles[names.index("You")]
                others = ", ".join(
                    f"{names[s]} {TITLE_NAMES[titles[s]]}" for s in order if titles[s] != mine
                )
                named = f"You are {TITLE_NAMES[mine]}{'!' if mine == Title.KING else '.'} {others}"
            fallen = ". The old King falls to Slave." if king_fell(match) else ""
            return f"{'The match is over' if match.is_over else of}: {named}{fallen}"
        if match.phase == EXCHANGE:
            return f"{of} · the exchange"
        if match.game.must_contain >= 0:
            return f"{of} · the first lead contains {from_int(match.game.must_contain).symbol}"
        return of


def _play_of(move: str, action: int, hand: int) -> Play:
    """Return the play with the cards that were named, or with those held if only ranks were."""
    try:
        return Play(parse_cards(move))
    except InputError:
        return decode_action(action, hand)


def king_fell(match: SlaveMatch) -> bool:
    """Return True if the King of the round before is Slave now."""
    if len(match.round_titles) < 2:
        return False
    before, now = match.round_titles[-2:]
    return now[before.index(0)] == Title.SLAVE


def _title(match: SlaveMatch, seat: int) -> str:
    titles = match.places() if match.phase in ("over", "dealing") else match.game.titles
    return "" if titles is None else TITLE_NAMES[titles[seat]]


def _note(match: SlaveMatch, seat: int) -> str:
    game = match.game
    parts = [title] if (title := _title(match, seat)) else []
    if not game.hands[seat]:
        parts.append("out")
    elif game.out_of_trick >> seat & 1 and match.phase == "play":
        parts.append("passed")
    return ", ".join(parts)


def _gifts(match: SlaveMatch) -> list[Group]:
    chosen = ((seat, match.given(seat).bit_count()) for seat in range(4))
    return [Group(f"gift {seat}", "gift", (HIDDEN,) * n, seat) for seat, n in chosen if n]


def _trick(match: SlaveMatch) -> tuple[Group, ...]:
    """Return the cards that are out of play, and the plays of this trick, oldest first."""
    game = match.game
    plays = [e for e in game.history if e.trick == game.trick_number and e.play.cards]
    lying = 0
    for entry in plays:
        lying |= entry.play.mask
    gone = _symbols(game.played & ~lying)
    groups = (
        Group(f"trick {i}", "", tuple(card.symbol for card in entry.play.cards), entry.seat)
        for i, entry in enumerate(plays)
    )
    return (*((Group("gone", "played", gone),) if gone else ()), *groups)


@lru_cache(maxsize=4096)
def _symbols(mask: int) -> tuple[str, ...]:
    return tuple(card.symbol for card in from_mask(mask))


class PolicyPlayer:
    """A simple policy in its seat, which plays exactly as in the compiled games."""

    def __init__(self, policy: int, seed: int) -> None:
        self._policy = policy
        self._rng = np.array([seed], np.int64)
        self._buffer = np.empty(64, np.int64)

    def choose(self, seen: Any, control: Control) -> Decision:
        """Return the policy's play; King and Queen give their lowest cards."""
        from engine.slave.kernels.players import policy_action

        if seen.phase == EXCHANGE:
            return tuple(seen.legal()[: _n_gifts(seen.view)])
        row = seen.view.row
        return (seen.move_text(int(policy_action(row, self._policy, self._buffer, self._rng))),)


class AgentPlayer:
    """One of the engine's agents in its seat."""

    def __init__(self, spec: AgentSpec, seed: int) -> None:
        self._agent = seat_agent(spec, seed)

    def choose(self, seen: Any, control: Control) -> Decision:
        """Return the agent's play, or all cards it gives."""
        self._agent.control = control
        if seen.phase != EXCHANGE:
            return (seen.move_text(int(self._agent.choose(seen.view))),)
        view, gifts = seen.view, list[str]()
        for _ in range(_n_gifts(view)):
            action = int(self._agent.choose_gift(view))
            gifts.append(seen.move_text(action))
            view = _after_gift(view, 1 << (action - FIRST_SINGLE))
        return tuple(gifts)


def _n_gifts(view: PlayerView) -> int:
    """Return how many cards a chooser still gives."""
    assert view.titles is not None
    return N_GIVEN[view.titles[view.seat]] - int(view.known[view.seat]).bit_count()


def _after_gift(view: PlayerView, card: int) -> PlayerView:
    """Return the view of a chooser who has given one card more."""
    row, known = view.row.copy(), view.known.copy()
    row[view.seat] &= ~card
    known[view.seat] |= card
    return replace(view, row=row, known=known)


class Slave(Game):
    """Thai Slave."""

    name = "slave"
    title = "Slave"
    n_seats = (4,)
    max_rounds = 100
    agents = AGENTS
    example = ("policy", "heuristic", "greedy", "random")
    rules_type = SlaveRules
    weak_opponents = "weaker"
    orders = ("rank", "suit")
    largest_hand = 13
    targets = (("trick", "Play or give", "L"), (PASS_MOVE, "Pass", "P"))

    def deal(
        self,
        seed: int,
        n_seats: int = 4,
        n_rounds: int = 1,
        rules: Rules | None = None,
        dealer: Dealer = DEALER,
    ) -> SlaveState:
        """Return a match whose first round was just dealt."""
        given = rules or SlaveRules()
        assert isinstance(given, SlaveRules)
        return SlaveState(seed, n_rounds, given, dealer)

    def player(self, spec: AgentSpec, seed: int, seat: int) -> Player:
        """Return an agent that sits down."""
        policy = POLICIES.get(spec.name)
        return AgentPlayer(spec, seed) if policy is None else PolicyPlayer(policy, seed)

    def hints(self, advice: SlaveAdvice, state: State) -> tuple[Hint, ...]:
        """Return the ranked moves, or the ranked gifts in the exchange."""
        assert isinstance(state, SlaveState)
        if advice.gifts:
            return tuple(
                Hint(
                    state.choice_of(*(GIVE + repr(card) for card in gift.cards)),
                    f"King {gift.king:.0%}, costs {gift.cost:.2f}",
                    gift.why,
                )
                for gift in advice.gifts
            )
        title = best_open_title(advice.moves)
        return tuple(
            Hint(
                state.choice_of(state.move_text(m.action)), f"{title} {m.chance(title):.0%}", m.why
            )
            for m in advice.moves
        )

    def sort_key(self, card: str, by: str) -> tuple[int, int]:
        """Sort by rank (3 low, 2 high) or suit."""
        rank, suit = divmod(to_int(parse_card(card)), 4)
        return (suit, rank) if by == "suit" else (rank, suit)

    def encode(self, moves: Sequence[str]) -> bytes:
        """Return one byte a move."""
        return bytes(map(move_code, moves))

    def decode(self, stored: bytes) -> list[str]:
        """Return the moves of a stored game."""
        return [move_texts()[code] for code in stored]


GAME = Slave()
