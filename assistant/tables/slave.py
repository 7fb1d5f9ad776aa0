"""A table of Slave: rounds with exchange against three agents, or four agents to watch."""

from collections.abc import Sequence

from assistant.tables.table import HUMAN, Group, Hint, Seat, Table, TableMove, TableView
from engine.control import Control
from engine.errors import InputError
from engine.slave.agents.registry import make_agent
from engine.slave.card import from_mask
from engine.slave.match import SlaveMatch

TITLES = ("King", "Queen", "Commoner", "Slave")
HINT_PLAYOUTS = 8_000


class SlaveTable(Table):
    """Four seats; the person, if there is one, sits at seat 0."""

    def __init__(self, agents: Sequence[str], n_rounds: int = 3, seed: int = 0) -> None:
        if len(agents) != 4:
            raise InputError(f"{len(agents)} players: Slave is played by four")
        self.agents = tuple(agents)
        self.match = SlaveMatch(seed, n_rounds)
        self._players = [
            None if spec == HUMAN else make_agent(spec, seed + place)
            for place, spec in enumerate(agents)
        ]

    @property
    def seat(self) -> int | None:
        """Whose turn it is."""
        return None if self.match.is_over else self.match.current_seat

    def play(self, key: int) -> None:
        """Make a move by its action number."""
        self.match.apply(key)

    def play_ai(self, control: Control) -> None:
        """Let the agent whose turn it is move."""
        seat = self.match.current_seat
        player = self._players[seat]
        assert player is not None
        self.match.apply(player.act(self.match.view(seat), self.match.phase))

    def hints(self, control: Control) -> Sequence[Hint]:
        """The ranked moves of the advisor, or the ranked gifts in the exchange."""
        from assistant.advisors.slave import advise_gift, advise_view, telling_title
        from engine.slave.exchange import exchange_of

        view, seed = self.match.view(self.match.current_seat), self.match.seed
        if self.match.phase == "exchange":
            gifts = advise_gift(exchange_of(view), control, HINT_PLAYOUTS, seed).gifts
            return [Hint(f"give {g.text}", f"King {g.king:.0%}", g.why) for g in gifts]
        moves = advise_view(view, control, HINT_PLAYOUTS, seed).moves
        title = telling_title(moves)
        return [Hint(m.text, f"{title} {m.chance(title):.0%}", m.why) for m in moves]

    def view(self, reveal: bool = False) -> TableView:
        """The table as the person at seat 0 sees it; with `reveal`, all hands."""
        match, seat = self.match, self.seat
        mine = self.waits_for_human
        moves = [TableMove(a, match.action_text(a)) for a in match.legal_actions()] if mine else []
        watching = HUMAN not in self.agents
        return TableView(
            headline=self._headline(),
            seats=tuple(self._seat(s, seat, reveal or watching) for s in range(4)),
            groups=self._groups(),
            hand=() if watching else self._cards(0),
            moves=tuple(moves),
            log=tuple(f"{self._name(m.seat)}: {m.text}" for m in match.moves),
            scores=self._scores(),
            is_over=match.is_over,
        )

    def _name(self, seat: int) -> str:
        return "You" if self.agents[seat] == HUMAN else f"Seat {seat + 1}"

    def _cards(self, seat: int) -> tuple[str, ...]:
        return tuple(card.symbol for card in from_mask(self.match.game.hands[seat]))

    def _seat(self, place: int, to_move: int | None, reveal: bool) -> Seat:
        titles = self.match.game.titles
        shown = reveal and self.agents[place] != HUMAN
        return Seat(
            self._name(place),
            self.agents[place],
            self.match.game.hands[place].bit_count(),
            TITLES[titles[place]] if titles is not None else "",
            place == to_move,
            self._cards(place) if shown else (),
        )

    def _groups(self) -> tuple[Group, ...]:
        """The plays of the trick, oldest first: the last moves since everyone had passed."""
        last = self.match.game.last_play
        if last is None or not last.cards:
            return ()
        return (Group("to beat", tuple(card.symbol for card in last.cards)),)

    def _headline(self) -> str:
        match = self.match
        if match.is_over:
            return "The match is over: " + ", ".join(
                f"{self._name(s)} {TITLES[t]}" for s, t in enumerate(match.places())
            )
        whose = "Your turn" if self.waits_for_human else f"{self._name(match.current_seat)} to play"
        return f"Round {match.game.round_number} of {match.n_rounds} · {match.phase} · {whose}"

    def _scores(self) -> str:
        if not self.match.rounds_completed:
            return ""
        points = self.match.points()
        return " · ".join(f"{self._name(s)} {points[s]:+.2f}" for s in range(4))
