"""A table of Slave: rounds with exchange between four seats.

A move is its cards ("7♣ 7♥"), "pass", or "give 3♣" while King and Queen choose their gifts.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Literal

from assistant.tables.table import DEAL, Table
from assistant.tables.view import HIDDEN, HUMAN, Choice, Group, Hint, Seat, TableView
from engine.cards import Card, parse_card, parse_cards
from engine.control import Control
from engine.errors import IllegalStateError, InputError
from engine.slave.actions import FIRST_SINGLE
from engine.slave.agents.registry import AGENTS, make_agent
from engine.slave.card import from_int, from_mask, to_int, to_mask
from engine.slave.game_state import Title
from engine.slave.match import SlaveMatch
from engine.slave.rules import (
    N_GIVEN,
    PASS,
    TITLE_NAMES,
    Play,
    SlaveRules,
    decode_action,
    encode_play,
)

HINT_PLAYOUTS = 8_000
GIVE = "give "
PASS_MOVE = "pass"
LAP, FREE_LEAD = "lap", "free lead"  # options: one turn each in a trick; any first lead


def rules_of(options: Sequence[str]) -> SlaveRules:
    """The rules that a table's options ask for."""
    unknown = set(options) - {LAP, FREE_LEAD}
    if unknown:
        raise InputError(
            f'unknown option "{min(unknown)}" of a table of Slave: expected {LAP} or {FREE_LEAD}'
        )
    trick: Literal["pass_out", "lap"] = "lap" if LAP in options else "pass_out"
    return SlaveRules(trick, FREE_LEAD not in options)


class SlaveTable(Table):
    """Four seats."""

    game_name = "slave"
    n_seats = (4,)
    kinds = AGENTS
    orders = ("rank", "suit")
    targets = (("trick", "Play or give", "L"), (PASS_MOVE, "Pass", "P"))
    house_rules = (
        (LAP, "One turn a trick", 'Everyone plays at most once in a trick ("lap")'),
        (FREE_LEAD, "Any first lead", "The first lead of the game need not contain 3♣"),
    )

    def _open(self) -> None:
        rules = rules_of(self.options)
        self.match = SlaveMatch(self.seed, self.n_rounds, rules, deals_on=False)
        self._players = [
            None if agent == HUMAN else make_agent(agent, self.seed + place)
            for place, agent in enumerate(self.agents)
        ]

    @property
    def seat(self) -> int | None:
        """Whose turn it is."""
        return self.match.current_seat if self.match.phase in ("exchange", "play") else None

    @property
    def round_number(self) -> int:
        """The round that is played, from 1."""
        return self.match.game.round_number

    @property
    def is_over(self) -> bool:
        """True when the last round is played."""
        return self.match.is_over

    # -- moves ----------------------------------------------------------------------------------

    def _apply(self, move: str) -> None:
        if move == DEAL:
            self.match.deal_next()
        elif move.startswith(GIVE):
            (action,) = self._gift_actions(parse_cards(move.removeprefix(GIVE)))
            self.match.apply(action)
        else:
            self.match.apply(self._play_action(move))

    def _play_action(self, move: str) -> int:
        """The action of a play in text, or an error that names the rule it breaks."""
        if self.match.phase == "exchange":
            raise IllegalStateError(f'"{move}" cannot be played: cards are given first')
        play = PASS if move == PASS_MOVE else Play(parse_cards(move))
        if self.seat is None:
            raise IllegalStateError("the round is over")
        if play == PASS and move != PASS_MOVE:
            raise IllegalStateError(f'"{move}" is no move: expected cards or "{PASS_MOVE}"')
        if play.mask & ~self.match.game.hands[self.match.current_seat]:
            raise IllegalStateError(f'"{play}" is not all in your hand')
        reason = self.match.game.why_illegal(play)
        if reason is not None:
            raise IllegalStateError(f"{play} is not allowed: {reason}")
        return encode_play(play)

    def _gift_actions(self, cards: Sequence[Card]) -> list[int]:
        """The actions that give cards, or the rule against it."""
        if self.match.phase != "exchange":
            raise IllegalStateError("cards are given only before a round, by King and Queen")
        left = self.n_to_give
        free = self.match.game.hands[self.match.current_seat] & ~self._given()
        if not 1 <= len(set(cards)) == len(cards) <= left or to_mask(cards) & ~free:
            names = " ".join(card.symbol for card in cards)
            raise IllegalStateError(f'"{names}" cannot be given: expected {left} of your cards')
        return [FIRST_SINGLE + to_mask((card,)).bit_length() - 1 for card in cards]

    def _given(self) -> int:
        return self.match.given(self.match.current_seat)

    @property
    def n_to_give(self) -> int:
        """How many cards the seat to act still gives."""
        titles = self.match.game.titles
        if self.match.phase != "exchange" or titles is None:
            return 0
        return N_GIVEN[titles[self.match.current_seat]] - self._given().bit_count()

    @property
    def incoming(self) -> tuple[Card, ...]:
        """What the King or Queen who is to give will get."""
        titles = self.match.game.titles
        assert titles is not None
        return from_mask(self.match.game.incoming()[titles[self.match.current_seat]])

    def round_moves(self) -> tuple[tuple[int, str], ...]:
        """Seat and move of all that was played in this round, oldest first."""
        played = [m for m in self.match.moves if m.phase == "play"]
        return tuple((m.seat, m.text) for m in played if m.round_number == self.round_number)

    def gave(self, seat: int) -> tuple[Card, ...]:
        """What a seat has given in the exchange before this round and is not played yet."""
        if self.match.phase != "play" or self.match.game.titles is None:
            return ()
        known = int(self.match.view(seat).known[self.partner(seat)])
        return from_mask(known & ~self.match.game.played)

    def out_of_play(self) -> tuple[Card, ...]:
        """The cards played in this round, but for the play to beat."""
        last = self.match.game.last_play
        return from_mask(self.match.game.played & ~(last.mask if last else 0))

    def partner(self, seat: int) -> int:
        """With whom a seat exchanges: King with Slave, Queen with Commoner."""
        titles = self.match.game.titles
        assert titles is not None
        return titles.index(Title(3 - titles[seat]))

    @staticmethod
    def sort_key(card: str, by: str) -> tuple[int, int]:
        """By rank (3 low, 2 high) or suit."""
        rank, suit = divmod(to_int(parse_card(card)), 4)
        return (suit, rank) if by == "suit" else (rank, suit)

    def words(self, move: str) -> str:
        """A move in words; the suits of a triple are those that are laid."""
        if move.startswith(GIVE):
            return move.replace(GIVE, "gives ", 1)
        if move == PASS_MOVE:
            return "passes"
        action = encode_play(Play(parse_cards(move)))
        return str(decode_action(action, self.match.game.hands[self.match.current_seat]))

    def move_of(self, action: int) -> str:
        """An action of the match as a move in text."""
        if self.match.phase == "exchange":
            return GIVE + from_int(action - FIRST_SINGLE).symbol
        return str(decode_action(action, self.match.game.hands[self.match.current_seat]))

    def think(self, control: Control) -> str:
        """The move of the agent whose turn it is."""
        seat = self.match.current_seat
        player = self._players[seat]
        assert player is not None
        player.control = control
        return self.move_of(player.act(self.match.view(seat), self.match.phase))

    def choices(self) -> tuple[Choice, ...]:
        """Every legal play, the pass last; or every card that may be given."""
        if self.seat is None:
            return ()
        found = [self.choice_of(self.move_of(action)) for action in self.match.legal_actions()]
        return tuple(sorted(found, key=lambda choice: choice.target == PASS_MOVE))

    def choice_of(self, *moves: str) -> Choice:
        """A play or gifts with their cards and where they go."""
        if moves[0] == PASS_MOVE:
            return Choice(moves, "pass", (), PASS_MOVE)
        cards = tuple(
            card.symbol for move in moves for card in parse_cards(move.removeprefix(GIVE))
        )
        if moves[0].startswith(GIVE):
            partner = self.partner(self.match.current_seat)
            return Choice(moves, GIVE + " ".join(cards), cards, f"seat {partner}")
        return Choice(moves, " ".join(cards), cards, "trick")

    def moves_for(self, cards: Sequence[str], target: str) -> tuple[str, ...]:
        """Give the cards in the exchange, else play them; no cards are a pass."""
        held = parse_cards(" ".join(cards))
        if self.match.phase == "exchange":
            return tuple(map(self.move_of, self._gift_actions(held)))
        move = " ".join(card.symbol for card in held) or PASS_MOVE
        return (self.move_of(self._play_action(move)),)

    # -- advice ---------------------------------------------------------------------------------

    def hints(self, control: Control) -> tuple[Hint, ...]:
        """The ranked moves of the advisor, or the ranked gifts in the exchange."""
        from assistant.advisors.slave import advise_gift, advise_view, telling_title
        from engine.slave.exchange import exchange_of

        if self.seat is None:
            return ()
        view = self.match.view(self.seat)
        if self.match.phase == "exchange":
            gifts = advise_gift(exchange_of(view), control, HINT_PLAYOUTS, self.seed).gifts
            return tuple(
                Hint(
                    self.choice_of(*(GIVE + card.symbol for card in gift.cards)),
                    f"King {gift.king:.0%}, costs {gift.cost:.2f}",
                    gift.why,
                )
                for gift in gifts
            )
        moves = advise_view(view, control, HINT_PLAYOUTS, self.seed).moves
        title = telling_title(moves)
        return tuple(
            Hint(self.choice_of(self.move_of(m.action)), f"{title} {m.chance(title):.0%}", m.why)
            for m in moves
        )

    # -- what is seen ---------------------------------------------------------------------------

    def _look(self) -> TableView:
        points = self.match.points() if self.match.rounds_completed else None
        scores = [""] * 4 if points is None else [f"{value:+.2f}" for value in points]
        return slave_view(self.match, self.names, self.agents, self._headline(), scores)

    def _headline(self) -> str:
        match, of = self.match, f"Round {self.round_number} of {self.n_rounds}"
        if match.phase in ("over", "dealing"):
            titles = match.places()
            order = sorted(range(4), key=lambda seat: titles[seat])
            named = ", ".join(f"{TITLE_NAMES[titles[s]]} {self.names[s]}" for s in order)
            fallen = " (the old King falls)" if king_fell(match) else ""
            return f"{'The match is over' if match.is_over else of}: {named}{fallen}"
        if match.phase == "exchange" and self.waits_for_human:
            cards = " ".join(card.symbol for card in self.incoming)
            wanted = "two cards" if self.n_to_give == 2 else "a card"
            partner = self.names[self.partner(match.current_seat)]
            return f"{of} · give {wanted} to {partner}; you will get {cards}"
        if match.phase == "exchange":
            return f"{of} · the exchange"
        if match.game.must_contain >= 0:
            return f"{of} · the first lead contains {from_int(match.game.must_contain).symbol}"
        return of


def king_fell(match: SlaveMatch) -> bool:
    """True if the King of the round before is Slave now."""
    if len(match.round_titles) < 2:
        return False
    before, now = match.round_titles[-2:]
    return now[before.index(0)] == Title.SLAVE


def slave_view(
    match: SlaveMatch,
    names: Sequence[str],
    agents: Sequence[str],
    headline: str,
    scores: Sequence[str],
) -> TableView:
    """A match of Slave as a table to paint."""
    to_move = match.current_seat if match.phase in ("exchange", "play") else None
    seats = tuple(
        Seat(
            names[seat],
            agents[seat],
            _symbols(match.game.hands[seat] & ~match.given(seat)),
            _note(match, seat),
            scores[seat],
            seat == to_move,
        )
        for seat in range(4)
    )
    return TableView(headline, seats, (*_gifts(match), *_trick(match)))


def _note(match: SlaveMatch, seat: int) -> str:
    game = match.game
    parts: list[str] = []
    titles = match.places() if match.phase in ("over", "dealing") else game.titles
    if titles is not None:
        parts.append(TITLE_NAMES[titles[seat]])
    if not game.hands[seat]:
        parts.append("out")
    elif game.out_of_trick >> seat & 1 and match.phase == "play":
        parts.append("passed")
    return ", ".join(parts)


def _gifts(match: SlaveMatch) -> list[Group]:
    chosen = ((seat, match.given(seat).bit_count()) for seat in range(4))
    return [Group(f"gift {seat}", "gift", (HIDDEN,) * n, seat) for seat, n in chosen if n]


def _trick(match: SlaveMatch) -> tuple[Group, ...]:
    """The cards that are out of play, and the plays of this trick, oldest first."""
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
