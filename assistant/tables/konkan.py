"""A table of Konkan: rounds against one or two AIs, or AIs alone to watch, with a scoreboard."""

from collections.abc import Sequence

from assistant.advisors.konkan_turn import words_of
from assistant.tables.table import HUMAN, Group, Hint, Seat, Table, TableMove, TableView
from engine.control import Budget, Control
from engine.errors import InputError
from engine.konkan.cards import KonkanCard, hand_order
from engine.konkan.game import KonkanGame
from engine.konkan.players import parse_player
from engine.konkan.search import SearchConfig, search

HINT_SECONDS = 1.5
HINT_SIMULATIONS = 4_000


class KonkanTable(Table):
    """Two or three seats; the person, if there is one, sits at seat 0. The starter moves on."""

    def __init__(self, agents: Sequence[str], n_rounds: int = 3, seed: int = 0) -> None:
        if len(agents) not in (2, 3):
            raise InputError(f"{len(agents)} players: Konkan is played by two or three")
        self.agents = tuple(agents)
        self.n_rounds, self.seed = n_rounds, seed
        self._players = [None if spec == HUMAN else parse_player(spec) for spec in agents]
        self._round, self._step = 1, 0
        self.wins = [0] * len(agents)
        self.deadwood = [0] * len(agents)
        self.log: list[str] = []
        self.game = self._deal()

    def _deal(self) -> KonkanGame:
        n_seats = len(self.agents)
        seed = self.seed * 1_000 + self._round
        return KonkanGame.deal(seed, n_seats, starter=(self._round - 1) % n_seats)

    @property
    def seat(self) -> int | None:
        """Whose turn it is."""
        return None if self.game.is_over else self.game.seat

    def play(self, key: int) -> None:
        """Make a move by its place in the list of legal actions."""
        actions = self.game.legal_actions()
        if not 0 <= key < len(actions):
            raise InputError(f"{key} is no move: expected 0 to {len(actions) - 1}")
        self._apply(actions[key])

    def play_ai(self, control: Control) -> None:
        """Let the AI whose turn it is move."""
        player = self._players[self.game.seat]
        assert player is not None
        self._apply(player.choose(self.game, self.seed + self._step, control))

    def _apply(self, action: str) -> None:
        line = f"{self._name(self.game.seat)}: {words_of(action, self.game)}"
        self.game.apply(action)
        self._step += 1
        self.log.append(line)
        if self.game.is_over:
            self._score()

    def _score(self) -> None:
        result = self.game.result()
        if result.winner is None:
            self.log.append(f"round {self._round}: a draw")
        else:
            self.wins[result.winner] += 1
            self.log.append(f"round {self._round}: {self._name(result.winner)} wins")
        for seat, points in enumerate(result.deadwood):
            self.deadwood[seat] += 0 if seat == result.winner else points
        if self._round < self.n_rounds:
            self._round += 1
            self.game = self._deal()

    def hints(self, control: Control) -> Sequence[Hint]:
        """What the search would do from what the person sees."""
        limited = Control(Budget(HINT_SECONDS), control.cancel)
        config = SearchConfig(simulations=HINT_SIMULATIONS, seed=self.seed + self._step)
        result = search(self.game.observation(self.game.seat), config, limited)
        line = " → ".join(result.line)
        return [
            Hint(
                words_of(action.action, self.game),
                f"wins {action.values[result.me]:.0%}",
                f"then {line}" if not place and len(result.line) > 1 else f"{action.visits} tries",
            )
            for place, action in enumerate(result.actions[:6])
        ]

    def view(self, reveal: bool = False) -> TableView:
        """The table as the person at seat 0 sees it; with `reveal`, all hands."""
        mine = self.waits_for_human
        actions = self.game.legal_actions() if mine else []
        watching = HUMAN not in self.agents
        shown = reveal or watching
        return TableView(
            headline=self._headline(),
            seats=tuple(self._seat(s, shown) for s in range(len(self.agents))),
            groups=self._groups(),
            hand=() if watching else _symbols(sorted(self.game.hand(0), key=hand_order)),
            moves=tuple(
                TableMove(place, words_of(action, self.game))
                for place, action in enumerate(actions)
            ),
            log=tuple(self.log),
            scores=self._scores(),
            is_over=self.seat is None,
        )

    def _name(self, seat: int) -> str:
        return "You" if self.agents[seat] == HUMAN else f"Seat {seat + 1}"

    def _seat(self, place: int, reveal: bool) -> Seat:
        core = self.game.observation(place).seats[place]
        down = f"down with {core.down_total}" if core.down_total is not None else "not down"
        shown = reveal and self.agents[place] != HUMAN
        return Seat(
            self._name(place),
            self.agents[place],
            core.n_cards,
            down,
            place == self.seat,
            _symbols(sorted(self.game.hand(place), key=hand_order)) if shown else (),
        )

    def _groups(self) -> tuple[Group, ...]:
        trash = self.game.trash
        top = (Group(f"trash ({len(trash)})", _symbols(trash[-1:])),) if trash else ()
        melds = tuple(
            Group(f"{m.number}: {self._name(m.owner)}, {m.meld.points}", _symbols(m.meld.cards))
            for m in self.game.table
        )
        return top + melds

    def _headline(self) -> str:
        game = self.game
        if game.is_over:
            leader = max(range(len(self.agents)), key=lambda s: (self.wins[s], -self.deadwood[s]))
            return f"The match is over: {self._name(leader)} won {self.wins[leader]} rounds"
        whose = "Your turn" if self.waits_for_human else f"{self._name(game.seat)} to play"
        need = game.threshold(0)
        return (
            f"Round {self._round} of {self.n_rounds} · turn {game.turn + 1} · {whose} · "
            f"{need} points to come down · deck {game.deck_size}"
        )

    def _scores(self) -> str:
        seats = range(len(self.agents))
        return " · ".join(
            f"{self._name(s)} {self.wins[s]} won, deadwood {self.deadwood[s]}" for s in seats
        )


def _symbols(cards: Sequence[KonkanCard]) -> tuple[str, ...]:
    return tuple(card.symbol for card in cards)
