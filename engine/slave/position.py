"""A position as a player describes it: his cards, the trick, the others' card counts, or all moves.

Seats are counted clockwise from the player, who is 0; 1 plays after him. An impossible position
raises an error of one line. `history.py` turns a position into the engine's `PlayerView`.
"""

from dataclasses import dataclass, field

from engine.cards import Card, format_cards, in_symbols, require_distinct
from engine.errors import IllegalStateError
from engine.slave.card import N_CARDS
from engine.slave.rules import HAND_SIZE, N_GIVEN, TITLE_NAMES, SlaveRules
from engine.words import counted


@dataclass(frozen=True, slots=True)
class Position:
    """A position as the player to move knows it.

    `last` is the play to beat (none: he leads) and `last_by` who made it; `left` are the cards of
    players 1, 2, 3 and `passed` who of them is out of the trick. `titles` are the places of the
    last round, his own first, `gave` and `got` what he gave and got in the exchange. `history` is
    every move of the round ("7C 7H", "p") from the `leader`'s on (by default the Slave's, in round
    1 his own): then `last`, `played`, `left` and `passed` follow from it and are not looked at.
    """

    hand: tuple[Card, ...]
    last: tuple[Card, ...] = ()
    last_by: int | None = None
    played: tuple[Card, ...] = ()
    left: tuple[int, ...] = (HAND_SIZE,) * 3
    passed: tuple[bool, ...] = (False,) * 3
    titles: tuple[str, ...] | None = None
    gave: tuple[Card, ...] = ()
    got: tuple[Card, ...] = ()
    first_lead: bool = False
    history: tuple[str, ...] = ()
    leader: int | None = None
    rules: SlaveRules = field(default_factory=SlaveRules)

    def __post_init__(self) -> None:
        _check_players(self)
        _check_hand(self)
        _check_titles(self)
        if not self.history:
            _check_table(self)
            _check_trick(self)

    @property
    def places(self) -> tuple[int, ...] | None:
        """The places of the last round as numbers, 0 King to 3 Slave."""
        return None if self.titles is None else tuple(map(TITLE_NAMES.index, self.titles))

    @property
    def first_seat(self) -> int:
        """The player who led the round."""
        if self.titles is not None:
            return self.titles.index("Slave")
        return self.leader or 0

    @property
    def partner(self) -> int:
        """With whom the player exchanged: King with Slave, Queen with Commoner."""
        places = self.places
        if places is None:
            raise IllegalStateError("round 1 has no exchange: give the titles of the last round")
        return places.index(3 - places[0])


def _check_players(position: Position) -> None:
    for what, numbers in (("cards left", position.left), ("passed", position.passed)):
        if len(numbers) != 3:
            raise IllegalStateError(
                f"{what} of {counted(len(numbers), 'player')} ({', '.join(map(str, numbers))}): "
                "expected those of players 1, 2 and 3"
            )
    if position.last_by not in (None, 1, 2, 3):
        raise IllegalStateError(
            f"player {position.last_by} cannot have made the last play: expected 1, 2 or 3"
        )
    if position.leader not in (None, 0, 1, 2, 3):
        raise IllegalStateError(f"player {position.leader} cannot have led: expected 0 to 3")


def _check_hand(position: Position) -> None:
    hand = position.hand
    if not 1 <= len(hand) <= HAND_SIZE:
        raise IllegalStateError(
            f"your hand has {counted(len(hand), 'card')}: expected 1 to {HAND_SIZE}"
        )
    require_distinct([*hand, *position.gave])


def _check_titles(position: Position) -> None:
    titles = position.titles
    if titles is not None and sorted(titles) != sorted(TITLE_NAMES):
        raise IllegalStateError(
            f'the places "{", ".join(titles)}" are not one each of {", ".join(TITLE_NAMES)}'
        )
    if titles is not None and position.leader not in (None, position.first_seat):
        raise IllegalStateError(
            f"player {position.leader} cannot have led: the Slave leads, player "
            f"{position.first_seat}"
        )
    require_distinct([*position.gave, *position.got])
    for cards, done, does in ((position.gave, "given", "gives"), (position.got, "got", "gets")):
        if cards:
            _check_gift(position.places, cards, done, does)


def _check_gift(
    places: tuple[int, ...] | None, cards: tuple[Card, ...], done: str, does: str
) -> None:
    text = in_symbols(cards)
    if places is None:
        raise IllegalStateError(
            f"{text} cannot have been {done} in round 1: add the titles of the last round"
        )
    n_given = N_GIVEN[places[0]]
    if len(cards) > n_given:
        raise IllegalStateError(
            f"{text} cannot have been {done}: the {TITLE_NAMES[places[0]]} {does} {n_given}"
        )


def _check_table(position: Position) -> None:
    require_distinct(position.last)
    require_distinct(position.played)
    out = {*position.played, *position.last}
    require_distinct([*position.hand, *out])
    for n_cards in position.left:
        if not 0 <= n_cards <= HAND_SIZE:
            raise IllegalStateError(
                f"a player cannot hold {n_cards} cards: expected 0 to {HAND_SIZE}"
            )
    if not any(position.left):
        raise IllegalStateError("no other player has cards left: the round is over")
    if len(position.hand) + len(out) + sum(position.left) > N_CARDS:
        raise IllegalStateError(
            f"{counted(len(position.hand), 'card')} in hand, {len(out)} played and "
            f"{sum(position.left)} with the others are more than 52"
        )


def _check_trick(position: Position) -> None:
    """Raise unless the maker of the last play is in the trick, or everyone has just one turn."""
    last_by = position.last_by
    if position.first_lead and (position.last or position.played or any(position.passed)):
        raise IllegalStateError("nobody can have played or passed before the first lead of a game")
    if not position.last:
        if last_by is not None:
            raise IllegalStateError(
                f"player {last_by} cannot have made the last play: there is none"
            )
        return
    if position.rules.trick == "lap":
        return
    if all(position.passed):
        raise IllegalStateError(
            f'all others have passed: nobody can have played "{format_cards(position.last)}"'
        )
    if last_by is not None and position.passed[last_by - 1]:
        raise IllegalStateError(
            f'player {last_by} made the last play "{format_cards(position.last)}" and '
            "cannot have passed"
        )
