"""Slave on the terminal: play against three agents, or watch four of them."""

import secrets
from collections.abc import Iterable, Sequence
from typing import Any

import typer
from rich.console import Console
from rich.panel import Panel
from rich.text import Text

from assistant.cli.app import emit
from assistant.play.kept import keep_game
from assistant.play.record import HUMAN
from assistant.play.slave import EXCHANGE, GAME, GIVE, PASS_MOVE, SlaveState
from assistant.play.table import GameTable, run
from assistant.play.view import Event
from assistant.review.player_record import PlayerRecord
from engine.cards import Card, parse_cards
from engine.control import Control
from engine.errors import InputError
from engine.rules import Rules
from engine.slave.card import from_mask
from engine.slave.match import SlaveMatch
from engine.slave.rules import TITLE_NAMES
from engine.words import counted, figure_text, sentence

HELP = 'Type cards ("7c 7h"), p to pass, u to take back, ? for advice, m for all moves, q to leave'
N_HINTS = 3


class Leave(Exception):  # noqa: N818 - the player's wish, not a failure
    """The player has left the table."""


def cards_text(cards: Iterable[Card]) -> Text:
    """Return cards in red and the terminal's own colour."""
    text = Text()
    for card in cards:
        text.append(card.symbol, style="bold red" if card.suit.is_red else "bold")
        text.append(" ")
    return text


class TerminalGame:
    """A table with a person at seat 0, drawn with Rich."""

    def __init__(self, table: GameTable, console: Console) -> None:
        self.table, self.console = table, console
        self.names = table.names

    @property
    def state(self) -> SlaveState:
        """The game that is played."""
        assert isinstance(self.table.state, SlaveState)
        return self.table.state

    @property
    def match(self) -> SlaveMatch:
        """The engine's match."""
        return self.state.match

    def run(self) -> None:
        """Play to the end."""
        self.console.print(Panel(HELP, title="Slave", expand=False))
        while not self.table.is_over:
            for event in run(self.table, Control()):
                self._show(event)
            if self.table.waits_for_human:
                for event in self.table.play(*moves) if (moves := self._choose()) else ():
                    self._show(event)
        points = self.match.points()
        order = sorted(range(4), key=lambda seat: -points[seat])
        total = ", ".join(f"{self.names[s]} {figure_text(points[s], '+.2f')}" for s in order)
        self.console.print(f"Points: {total}")

    def _show(self, event: Event) -> None:
        if event.seat is not None and not event.move.startswith(GIVE):
            self._show_move(event, event.seat)
        if event.consequence:
            self.console.print(f"  {event.consequence}.")

    def _show_move(self, event: Event, seat: int) -> None:
        text = event.text.removeprefix(f"{self.table.names[seat]} ")
        ended = self.table.waits_for_deal or self.table.is_over
        if not ended and not event.after.seats[seat].cards:
            text += ", is out"
        style = "dim" if event.move == PASS_MOVE else ""
        self.console.print(f"  {self.names[seat]:<20} {text}", style=style)
        game = self.match.game
        if ended:
            self.console.print(Panel(event.after.headline, expand=False))
        elif game.last_play is None:
            leader = game.current_player
            leads = "You lead" if leader == 0 else f"{self.names[leader]} leads"
            self.console.print(f"  ── {leads}", style="dim")

    def _choose(self) -> tuple[str, ...]:
        """Return what the player does; nothing if a decision was taken back instead."""
        choices = self.table.choices()
        if self.match.phase == EXCHANGE:
            return self._choose_gift()
        if [choice.target for choice in choices] == [PASS_MOVE]:
            self.console.print("  You hold nothing that beats it.", style="dim")
            return (PASS_MOVE,)
        self._show_table()
        return self._read("Your move", ", ".join(choice.text for choice in choices))

    def _choose_gift(self) -> tuple[str, ...]:
        n_cards = self.state.n_to_give
        hand = from_mask(self.match.game.hands[0] & ~self.match.given(0))
        self.console.print(Text("\n  Your hand: ") + cards_text(hand))
        self.console.print(Text("  You will get: ") + cards_text(self.state.incoming))
        wanted = "two cards" if n_cards == 2 else "a card"
        title = TITLE_NAMES[self.match.places()[0]]
        lowest = [card.symbol for card in hand[:n_cards]]
        return self._read(
            f"{title}, give {wanted} (Enter: the lowest, ?: advice)", "", " ".join(lowest)
        )

    def _read(self, prompt: str, all_moves: str, default: str = "") -> tuple[str, ...]:
        """Return the moves that are typed, once all questions are answered; none if one was taken
        back.
        """
        while True:
            text = self._ask(prompt) or default
            try:
                if text == "?":
                    self._advise()
                elif text == "m":
                    self.console.print(f"  {all_moves}")
                elif text == "u":
                    self.table.take_back()
                    return ()
                elif not text:
                    self.console.print(f"  {HELP}", style="dim")
                else:
                    return self._typed(text)
            except InputError as error:
                self.console.print(f"  {sentence(str(error))}", style="yellow")

    def _typed(self, text: str) -> tuple[str, ...]:
        passes = text in ("p", PASS_MOVE)
        cards = [] if passes else [repr(card) for card in parse_cards(text)]
        return self.state.moves_for(cards, PASS_MOVE if passes else "trick")

    def _ask(self, prompt: str) -> str:
        try:
            text = self.console.input(f"[bold]{prompt}>[/] ").strip().lower()
        except (EOFError, KeyboardInterrupt):
            raise Leave from None
        if text in ("q", "quit", "exit"):
            raise Leave
        return text

    def _show_table(self) -> None:
        game = self.match.game
        left = {s: game.cards_left(s) for s in (1, 2, 3)}
        others = " · ".join(
            f"{self.names[s]}: {counted(n, 'card') if n else 'out'}" for s, n in left.items()
        )
        title = "" if game.titles is None else f" · you are {TITLE_NAMES[game.titles[0]]}"
        self.console.print(Text(f"\nRound {game.round_number}{title} · {others}"))
        self.console.print(Text("  Your hand: ") + cards_text(game.hand(0)))
        if game.last_play is not None:
            by = Text(f"({self.names[game.last_player]})")
            self.console.print(Text("  To beat:   ") + cards_text(game.last_play.cards) + by)
        elif game.must_contain >= 0:
            self.console.print("  You lead; 3♣ must be in the play.", style="green")
        else:
            self.console.print("  You lead.", style="green")

    def _advise(self) -> None:
        self.table.helped = True  # a game with hints is not rated
        task = self.table.ask()
        assert task is not None
        for hint in self.table.hints(task, task.work(Control()))[:N_HINTS]:
            self.console.print(f"  {hint.choice.text:<12} {hint.figure}: {hint.why}", style="cyan")


def play_match(
    opponents: list[str], n_rounds: int, seed: int | None = None, rules: Rules | None = None
) -> None:
    """Play on the terminal against three agents; without a seed the deals are random."""
    if len(opponents) != 3:
        raise InputError(
            f"{counted(len(opponents), 'opponent')} given: expected three, such as dao chai ekachai"
        )
    seed = secrets.randbits(31) if seed is None else seed
    table = GameTable(GAME, (HUMAN, *opponents), n_rounds, seed, rules=rules)
    try:
        TerminalGame(table, Console()).run()
    except (Leave, KeyboardInterrupt):  # at a question, or while an opponent thinks
        typer.echo(f"\nYou left the table. Deal it again with --seed {seed}.")
    if table.events:
        keep_game(table.record)
        PlayerRecord().add_finished(table.record)


def watch_matches(
    agents: list[str],
    n_rounds: int,
    seeds: Sequence[int],
    as_json: bool,
    rules: Rules | None = None,
) -> None:
    """Play matches between agents, one a seed, and show every move with the hands."""
    watched = []
    for seed in seeds:
        table = GameTable(GAME, agents, n_rounds, seed, rules=rules)
        for _ in run(table, Control()):
            pass
        watched.append(_match_data(table))
        if not as_json:
            if len(seeds) > 1:
                typer.echo(f"Game {len(watched)} of {len(seeds)}, seed {seed}")
            _print_moves(table)
    if as_json:
        emit(watched[0] if len(seeds) == 1 else {"games": watched}, True, lambda: None)


def _match_of(table: GameTable) -> SlaveMatch:
    assert isinstance(table.state, SlaveState)
    return table.state.match


def _match_data(table: GameTable) -> dict[str, Any]:
    match = _match_of(table)
    moves = [
        {
            "round": m.round_number,
            "phase": m.phase,
            "seat": m.seat,
            "action": m.action,
            "text": m.text,
        }
        for m in match.moves
    ]
    data: dict[str, Any] = {"agents": list(table.agents), "seed": table.seed, "moves": moves}
    return data | {"titles": match.round_titles, "points": match.points()}


def _print_moves(table: GameTable) -> None:
    console = Console()
    round_number = 0
    for event in table.events:
        if event.round_number != round_number:
            round_number = event.round_number
            console.rule(f"Round {round_number}")
        if event.seat is not None:
            hand = " ".join(event.before.seats[event.seat].cards)
            text = event.text.removeprefix(f"{table.names[event.seat]} ")
            console.print(f"{table.names[event.seat]:<22} [bold]{text:<22}[/] [dim]{hand}[/]")
    for number, titles in enumerate(_match_of(table).round_titles, 1):
        named = ", ".join(f"{table.names[s]} {TITLE_NAMES[titles[s]]}" for s in range(4))
        console.print(f"Round {number}: {named}")
