"""Check a request of Konkan, and turn it into the view that the search is given."""

from collections import Counter
from typing import Literal

from assistant.advisors.konkan import KonkanRequest, SeatEntry
from assistant.advisors.konkan_words import in_hand
from engine.cards import in_symbols
from engine.errors import CardError, IllegalStateError, InputError
from engine.konkan.cards import Joker, KonkanCard, format_hand, require_two_copies
from engine.konkan.game import SeatView, View, make_view
from engine.konkan.rules import FULL_HAND, HAND_SIZE, MAX_PLAYERS, MIN_PLAYERS
from engine.words import counted

N_CARDS = 106  # two decks and two jokers
Phase = Literal["pull", "act"]


def verify_request(request: KonkanRequest) -> None:
    """Raise if the table that is described cannot be."""
    players = 1 + len(request.opponents)
    if not MIN_PLAYERS <= players <= MAX_PLAYERS:
        raise InputError(f"{counted(players - 1, 'opponent')}: expected 1 or 2")
    _verify_hand(request)
    owners = [entry.owner for entry in request.table if entry.owner >= players]
    if owners:
        raise InputError(
            f"there is no player {owners[0]} to own a meld: expected 0 (you) to {players - 1}"
        )
    require_two_copies(seen_cards(request))
    _verify_down(request)
    _verify_opponents(request)
    _verify_turn(request)


def _verify_hand(request: KonkanRequest) -> None:
    hand, n_cards = request.hand, len(request.hand)
    if any(isinstance(card, Joker) and card.stands_for for card in hand):
        raise CardError(
            f'"{format_hand(hand)}": write a joker in hand as JK, without a card that it stands for'
        )
    if request.first_turn and request.down_total is not None:
        raise IllegalStateError("in the first turn of a round nobody is down")
    if request.down_total is not None:
        if not 1 <= n_cards <= HAND_SIZE:
            raise IllegalStateError(f"{n_cards} cards for a player who is down: expected 1 to 14")
        return
    phase = phase_of(request)
    if request.coming:
        if not 1 <= n_cards < FULL_HAND or phase != "act":
            raise IllegalStateError(f"{n_cards} cards while coming down: expected 1 to 14")
        return
    expected = HAND_SIZE if phase == "pull" else FULL_HAND
    if n_cards != expected:
        doing = "about to draw" if phase == "pull" else "about to throw"
        raise IllegalStateError(
            f"your hand has {counted(n_cards, 'card')}: expected {expected}, as you are not down "
            f"and {doing}"
        )


def _verify_down(request: KonkanRequest) -> None:
    totals = [request.down_total, *(opponent.down_total for opponent in request.opponents)]
    for entry in request.table:
        if totals[entry.owner] is None and not (entry.owner == 0 and request.coming):
            raise IllegalStateError(
                f"{_named(entry.owner)} {in_symbols(entry.meld.cards)} on the table: "
                "add the points of coming down"
            )
    came = [total for total in totals if total is not None]
    if came and min(came) < request.rules.threshold:
        raise IllegalStateError(
            f"a player came down with {counted(min(came), 'point')}: at least "
            f"{request.rules.threshold} are needed"
        )
    if len(set(came)) < len(came) and not request.rules.raise_by_later_melds:
        raise IllegalStateError(
            f"two players came down with {max(came, key=came.count)} points: the later one must "
            "have more"
        )


def _named(owner: int) -> str:
    return "you have" if owner == 0 else f"opponent {owner} has"


def _verify_opponents(request: KonkanRequest) -> None:
    for number, opponent in enumerate(request.opponents, 1):
        if len(opponent.known) > opponent.n_cards:
            raise IllegalStateError(
                f"opponent {number} has {counted(opponent.n_cards, 'card')} but is known to hold "
                f"{in_symbols(opponent.known)}"
            )
        if opponent.down_total is None and opponent.n_cards != HAND_SIZE:
            raise IllegalStateError(
                f"opponent {number} has {counted(opponent.n_cards, 'card')}: a player who is not "
                f"down has {HAND_SIZE}; for one who is down add the points, such as "
                f"{opponent.n_cards}:85"
            )


def _verify_turn(request: KonkanRequest) -> None:
    taken = request.taken
    if Counter(request.known) - Counter(request.hand):
        raise IllegalStateError(f"{in_symbols(request.known)} are known, but not all in your hand")
    if len(request.laid) not in (0, 1 + len(request.opponents)) or min(request.laid, default=0) < 0:
        raise IllegalStateError(f"points laid by {len(request.laid)} seats: expected one each")
    if taken is not None and taken not in request.hand:
        raise IllegalStateError(f"the card taken, {taken.symbol}, is not in your hand")
    if taken is not None and request.phase == "pull":
        raise IllegalStateError(f"{taken.symbol} was taken already: there is nothing left to draw")
    if request.first_turn and (request.table or request.trash or request.turn):
        raise IllegalStateError(
            "in the first turn of a round the table and the trash are empty, and no turn was played"
        )
    if turn_of(request) >= request.rules.max_turns:
        raise IllegalStateError(
            f"turn {turn_of(request)}: a round is drawn after {request.rules.max_turns} turns"
        )


def phase_of(request: KonkanRequest) -> Phase:
    """Return whether to pull or to act; "auto" follows from the number of cards."""
    if request.phase != "auto":
        return request.phase
    if request.first_turn or request.taken is not None:
        return "act"
    return "act" if request.down_total is None and len(request.hand) >= FULL_HAND else "pull"


def turn_of(request: KonkanRequest) -> int:
    """Return the number of turns played, as given or else estimated from the cards that are gone.

    Every turn but the starter's first takes a card from the deck or the trash. Cards that are
    neither in the deck nor in a dealt hand were drawn; those that an opponent took from the trash
    and still holds count one turn each. Only the starter's first turn is number 0.
    """
    if request.first_turn:
        return 0
    if request.turn:
        return request.turn
    n_hands = HAND_SIZE * (1 + len(request.opponents))
    n_hidden = sum(opponent.n_cards - len(opponent.known) for opponent in request.opponents)
    n_drawn = len(seen_cards(request)) + n_hidden - n_hands
    n_taken = sum(len(opponent.known) for opponent in request.opponents)
    just_drawn = phase_of(request) == "act" and request.taken is None
    return max(1, min(n_drawn + n_taken - just_drawn, request.rules.max_turns - 1))


def seen_cards(request: KonkanRequest) -> list[KonkanCard]:
    """Return every card whose place is known."""
    table = [in_hand(card) for entry in request.table for card in entry.meld.cards]
    known = [card for opponent in request.opponents for card in opponent.known]
    return [*request.hand, *table, *request.trash, *known]


def view_of(request: KonkanRequest) -> View:
    """Return the view of seat 0 that the search is given."""
    n_hidden = sum(opponent.n_cards - len(opponent.known) for opponent in request.opponents)
    n_missing = len(seen_cards(request)) + n_hidden - N_CARDS
    if n_missing > 0:
        many = counted(n_missing, "card")
        raise IllegalStateError(f"there are {many} too many for the two decks")
    own = SeatEntry.model_construct(
        n_cards=len(request.hand), down_total=request.down_total, known=request.known
    )
    entries = (own, *request.opponents)
    laid = request.laid or [entry.down_total or 0 for entry in entries]
    return make_view(
        request.hand,
        [
            SeatView(seat, entry.n_cards, entry.down_total, laid[seat], entry.known)
            for seat, entry in enumerate(entries)
        ],
        [(entry.owner, entry.meld) for entry in request.table],
        request.trash,
        phase=phase_of(request),
        turn=turn_of(request),
        taken=request.taken,
        coming=request.coming,
        rules=request.rules,
    )
