"""The players at the table and their known cards, as all or one viewer know them.

Builders are immutable: every `with_…` gives a new player. `StudTable` checks once that the
situation can be, and `seen_by` takes away what a viewer cannot see.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from engine.cards import Card, format_cards, full_deck, in_symbols, parse_cards, shorten
from engine.errors import CardError, IllegalStateError, InputError
from engine.kings_lows.hand import MAX_OPEN, N_HOLE
from engine.kings_lows.tables import N_HAND
from engine.kings_lows.wild import FOUR, BaseballRules, WildCardRules, WildRule
from engine.words import counted

MIN_PLAYERS = 2
MAX_PLAYERS = 7


def read_cards(cards: str | Iterable[Card]) -> tuple[Card, ...]:
    """Return cards from text or from cards."""
    return parse_cards(cards) if isinstance(cards, str) else tuple(cards)


@dataclass(frozen=True, slots=True)
class KingsAndLowsPlayer:
    """A player and the cards of theirs that are known: hole, board (open) and last card."""

    name: str
    hole_cards: tuple[Card, ...] = ()
    board_cards: tuple[Card, ...] = ()
    last_card: Card | None = None
    last_card_face_up: bool = False

    def with_hole_cards(self, cards: str | Iterable[Card]) -> "KingsAndLowsPlayer":
        """Return the same player with these known hole cards: none, one or two."""
        return replace(self, hole_cards=read_cards(cards))

    def with_board_cards(self, cards: str | Iterable[Card]) -> "KingsAndLowsPlayer":
        """Return the same player with these open cards: at most four."""
        return replace(self, board_cards=read_cards(cards))

    def with_last_card(self, card: str | Card) -> "KingsAndLowsPlayer":
        """Return the same player with this seventh card."""
        cards = read_cards(card) if isinstance(card, str) else (card,)
        if len(cards) != 1:
            raise IllegalStateError(
                f'"{format_cards(cards)}" is not a card: expected one last card'
            )
        return replace(self, last_card=cards[0])

    def with_last_card_face_up(self, face_up: bool = True) -> "KingsAndLowsPlayer":
        """Return the same player, whose seventh card the others see (or do not)."""
        return replace(self, last_card_face_up=face_up)

    @property
    def known_cards(self) -> tuple[Card, ...]:
        """All known cards: hole, board, last."""
        last = () if self.last_card is None else (self.last_card,)
        return (*self.hole_cards, *self.board_cards, *last)

    def seen_by_others(self) -> "KingsAndLowsPlayer":
        """Return the same player with only the cards that lie face up."""
        last = self.last_card if self.last_card_face_up else None
        return replace(self, hole_cards=(), last_card=last)

    def on_street(self, street: int) -> "KingsAndLowsPlayer":
        """Return the same player as of a street, 3 (two in the hole, one open) to 7 (all cards)."""
        last = self.last_card if street == N_HAND else None
        return replace(self, board_cards=self.board_cards[: street - N_HOLE], last_card=last)


def parse_player(text: str) -> KingsAndLowsPlayer:
    """Return a player from "Ann: Kh 2d | 3c 9h | 5s": hole, open and last card; any may be left
    out.
    """
    name, colon, cards = text.partition(":")
    parts = [parse_cards(part) for part in cards.split("|")]
    if not colon or not name.strip() or len(parts) > 3 or len(parts[2:] and parts[2]) > 1:
        raise InputError(
            f'cannot read the player "{shorten(text, 60)}": '
            'expected "name: hole cards | open cards | last card"'
        )
    hole, board, last = (*parts, (), ())[:3]
    return KingsAndLowsPlayer(name.strip(), hole, board, last[0] if last else None)


def format_player(player: KingsAndLowsPlayer) -> str:
    """Return a player as `parse_player` reads them; who shows the last card is not in the text."""
    last = () if player.last_card is None else (player.last_card,)
    parts = (player.hole_cards, player.board_cards, last)
    return f"{player.name}: {' | '.join(map(format_cards, parts))}"


@dataclass(frozen=True, slots=True)
class StudTable:
    """Two to seven players, the dead cards and the rule: a situation that can be."""

    players: tuple[KingsAndLowsPlayer, ...]
    dead_cards: tuple[Card, ...] = ()
    rules: WildRule = field(default_factory=WildCardRules)

    def __post_init__(self) -> None:
        _check_players(self.players, self.rules)
        _check_owners(self.players, self.dead_cards)
        n_needed = sum(
            N_HAND + n_extra(player, self.rules) - len(player.known_cards)
            for player in self.players
        )
        if n_needed > len(self.deck):
            raise IllegalStateError(
                f"{len(self.players)} players need {counted(n_needed, 'more card')}: "
                f"the deck has only {len(self.deck)} left"
            )

    @property
    def deck(self) -> tuple[Card, ...]:
        """The cards that nobody is known to hold and that are not dead."""
        gone = {*self.dead_cards, *(c for p in self.players for c in p.known_cards)}
        return tuple(card for card in full_deck() if card not in gone)

    def place_of(self, name: str) -> int:
        """Return the place of a player's name."""
        names = [player.name for player in self.players]
        if name not in names:
            raise InputError(f'no player is called "{shorten(name)}": there are {", ".join(names)}')
        return names.index(name)

    def seen_by(self, viewer: str | None) -> "StudTable":
        """Return the table as one player sees it; None knows all that is known."""
        if viewer is None:
            return self
        own = self.place_of(viewer)
        seen = (p if i == own else p.seen_by_others() for i, p in enumerate(self.players))
        return replace(self, players=tuple(seen))

    def on_street(self, street: int) -> "StudTable":
        """Return the table as of a street, 3 to 7, without what later open fours brought."""
        players = (player.on_street(street) for player in self.players)
        return replace(self, players=tuple(_without_later(p, self.rules) for p in players))


def n_extra(player: KingsAndLowsPlayer, rules: WildRule) -> int:
    """Return how many extra cards a player's open fours bring, where they do."""
    if not (isinstance(rules, BaseballRules) and rules.extra_for_four):
        return 0
    shown = [card for card in (player.last_card,) if card and player.last_card_face_up]
    return sum(card.rank == FOUR for card in (*player.board_cards, *shown))


def _without_later(player: KingsAndLowsPlayer, rules: WildRule) -> KingsAndLowsPlayer:
    """Return a player with the hole cards that the open cards account for: the first of those
    known.
    """
    return replace(player, hole_cards=player.hole_cards[: N_HOLE + n_extra(player, rules)])


def _check_players(players: tuple[KingsAndLowsPlayer, ...], rules: WildRule) -> None:
    if not MIN_PLAYERS <= len(players) <= MAX_PLAYERS:
        raise IllegalStateError(
            f"{counted(len(players), 'player')}: "
            f"expected {MIN_PLAYERS} to {MAX_PLAYERS} with one deck"
        )
    names: set[str] = set()
    for player in players:
        if not player.name.strip():
            raise IllegalStateError("a player has no name: give each a name of their own")
        if player.name in names:
            raise IllegalStateError(
                f"two players are called {player.name}: give each their own name"
            )
        names.add(player.name)
        _check_counts(player, n_extra(player, rules))


def _check_counts(player: KingsAndLowsPlayer, extra: int) -> None:
    for cards, limit, kind in (
        (player.hole_cards, N_HOLE + extra, "hole"),
        (player.board_cards, MAX_OPEN, "open"),
    ):
        if len(cards) > limit:
            raise IllegalStateError(
                f"{player.name} has {len(cards)} {kind} cards, "
                f"{in_symbols(cards)}: expected at most {limit}"
            )


def _check_owners(players: tuple[KingsAndLowsPlayer, ...], dead: tuple[Card, ...]) -> None:
    owners: dict[Card, str] = {}
    places = [(card, p.name) for p in players for card in p.known_cards]
    for card, owner in places + [(card, "the dead cards") for card in dead]:
        if card in owners:
            raise CardError(f"the card {card.symbol} is given twice: {owners[card]} and {owner}")
        owners[card] = owner
