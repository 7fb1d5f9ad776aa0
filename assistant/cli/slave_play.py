"""Slave on the terminal: play against three agents, or watch four of them."""

import secrets
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import typer
from rich.console import Console
from rich.panel import Panel
from rich.text import Text

from assistant.cli.app import emit
from engine.cards import Card, parse_cards
from engine.control import Budget, Control
from engine.errors import InputError
from engine.slave.agents.base_agent import BaseAgent
from engine.slave.agents.registry import make_agent
from engine.slave.card import from_mask, to_mask
from engine.slave.game_state import TITLE_NAMES
from engine.slave.kernels.actions import FIRST_SINGLE, PASS_ACTION
from engine.slave.match import SlaveMatch
from engine.slave.rules import PASS, Play, encode_play

if TYPE_CHECKING:
    from assistant.advisors.slave import TitleChances

HELP = 'type cards ("7c 7h"), p to pass, ? for advice, m for all moves, q to leave'
N_HINTS = 3


class Leave(Exception):  # noqa: N818 - the player's wish, not a failure
    """The player has left the table."""


def cards_text(cards: tuple[Card, ...]) -> Text:
    """Cards in red and the terminal's own colour."""
    text = Text()
    for card in cards:
        text.append(card.symbol, style="bold red" if card.suit.is_red else "bold")
        text.append(" ")
    return text


def read_action(match: SlaveMatch, text: str) -> int:
    """The action that a player typed, or an error that names the rule it breaks."""
    play = PASS if text.strip().lower() in ("p", "pass") else Play(parse_cards(text))
    if play.mask & ~match.game.hands[match.current_seat]:
        raise InputError(f'"{play}" is not all in your hand')
    reason = match.game.why_illegal(play)
    if reason is not None:
        raise InputError(f"{play} is not allowed: {reason}")
    return encode_play(play)


def read_gift(match: SlaveMatch, text: str, n_cards: int) -> list[int]:
    """The actions that give the cards which a player typed."""
    cards = parse_cards(text)
    hand = match.game.hands[match.current_seat]
    if len(set(cards)) != n_cards or to_mask(cards) & ~hand:
        raise InputError(f'"{text.strip()}" cannot be given: expected {n_cards} of your cards')
    return [FIRST_SINGLE + to_mask((card,)).bit_length() - 1 for card in cards]


class TerminalTable:
    """One player at seat 0 and three agents, drawn with Rich."""

    def __init__(self, match: SlaveMatch, rivals: list[BaseAgent], console: Console) -> None:
        self.match, self.console = match, console
        self.agents: list[BaseAgent | None] = [None, *rivals]
        self.names = ["you", *(f"{agent.name} {i + 1}" for i, agent in enumerate(rivals))]

    def run(self) -> None:
        """Play to the end."""
        self.console.print(Panel(HELP, title="Slave", expand=False))
        while not self.match.is_over:
            n_rounds = self.match.rounds_completed
            if self.match.phase == "exchange":
                self._exchange()
                continue
            seat = self.match.current_seat
            agent = self.agents[seat]
            if agent is None:
                self._own_turn()
            else:
                self.match.apply(agent.choose(self.match.view(seat)))
            self._show_move()
            if self.match.rounds_completed > n_rounds:
                self._show_round()
        self._show_end()

    def _show_move(self) -> None:
        game, move = self.match.game, self.match.moves[-1]
        text = move.text
        ended = move.round_number == self.match.rounds_completed
        if not ended and not game.hands[move.seat]:
            text += ", is out"
        style = "dim" if move.action == PASS_ACTION else ""
        self.console.print(f"  {self.names[move.seat]:<12} {text}", style=style)
        if not ended and game.last_play is None:
            seat = game.current_player
            leads = "you lead" if seat == 0 else f"{self.names[seat]} leads"
            self.console.print(f"  ── {leads}", style="dim")

    def _exchange(self) -> None:
        """Let King and Queen give, and tell the player which own cards came and went."""
        before = self.match.game.hands[0]
        while self.match.phase == "exchange":
            seat = self.match.current_seat
            agent = self.agents[seat]
            if agent is None:
                self._own_gift()
            else:
                self.match.apply(agent.choose_gift(self.match.view(seat)))
        after, titles = self.match.game.hands[0], self.match.places()
        partner = titles.index(3 - titles[0])
        line = Text(f"  you give {self.names[partner]} ")
        line += cards_text(from_mask(before & ~after)) + Text("and get ")
        self.console.print(line + cards_text(from_mask(after & ~before)))

    def _own_turn(self) -> None:
        legal = self.match.legal_actions()
        if legal == [PASS_ACTION]:
            self.console.print("  you have nothing that beats it", style="dim")
            self.match.apply(PASS_ACTION)
            return
        self._show_table()
        while True:
            text = self._ask("your move")
            try:
                if text == "?":
                    self._advise()
                elif text == "m":
                    self._show_moves(legal)
                elif not text:
                    self.console.print(f"  {HELP}", style="dim")
                else:
                    self.match.apply(read_action(self.match, text))
                    return
            except InputError as error:
                self.console.print(f"  {error}", style="yellow")

    def _own_gift(self) -> None:
        titles = self.match.game.titles
        assert titles is not None
        n_cards = 2 if titles[0] == 0 else 1
        incoming = from_mask(self.match.game.incoming()[titles[0]])
        self.console.print(Text("\n  your hand: ") + cards_text(self.match.game.hand(0)))
        self.console.print(Text("  you will get: ") + cards_text(incoming))
        wanted = "two cards" if n_cards == 2 else "a card"
        while True:
            text = self._ask(
                f"{TITLE_NAMES[titles[0]]}, give {wanted} (Enter: the lowest, ?: advice)"
            )
            try:
                if text == "?":
                    self._advise_gift()
                    continue
                if not text:
                    text = " ".join(map(repr, self.match.game.hand(0)[:n_cards]))
                for action in read_gift(self.match, text, n_cards):
                    self.match.apply(action)
                return
            except InputError as error:
                self.console.print(f"  {error}", style="yellow")

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
        others = ", ".join(
            f"{self.names[s]} {f'has {n}' if n else 'is out'}" for s, n in left.items()
        )
        title = "" if game.titles is None else f" · you are {TITLE_NAMES[game.titles[0]]}"
        self.console.print(Text(f"\nround {game.round_number}{title} · {others}"))
        self.console.print(Text("  your hand: ") + cards_text(game.hand(0)))
        if game.last_play is not None:
            by = Text(f"({self.names[game.last_player]})")
            self.console.print(Text("  to beat:   ") + cards_text(game.last_play.cards) + by)
        elif game.must_contain >= 0:
            self.console.print("  you lead, with 3♣ in the play", style="green")
        else:
            self.console.print("  you lead", style="green")

    def _show_moves(self, legal: list[int]) -> None:
        self.console.print("  " + ", ".join(self.match.action_text(a) for a in legal))

    def _advise(self) -> None:
        from assistant.advisors.slave import advise_view

        self._show_hints(advise_view(self.match.view(0), Control(Budget(seconds=2.0))).moves)

    def _advise_gift(self) -> None:
        from assistant.advisors.slave import advise_gift
        from engine.slave.exchange import exchange_of

        exchange = exchange_of(self.match.view(0))
        self._show_hints(advise_gift(exchange, Control(Budget(seconds=2.0))).gifts)

    def _show_hints(self, ranked: "Sequence[TitleChances]") -> None:
        from assistant.advisors.slave import telling_title

        title = telling_title(ranked)
        for choice in ranked[:N_HINTS]:
            chances = f"{title} {choice.chance(title):.0%}, mean place {choice.expected_place:.2f}"
            self.console.print(f"  {choice.text:<12} {chances}: {choice.why}", style="cyan")

    def _show_round(self) -> None:
        titles = self.match.places()
        order = sorted(range(4), key=lambda seat: titles[seat])
        line = ", ".join(f"{TITLE_NAMES[titles[s]]} {self.names[s]}" for s in order)
        earlier = self.match.round_titles[:-1]
        if earlier and titles[earlier[-1].index(0)] == 3:
            line += " (the old King falls)"
        self.console.print(Panel(line, title=f"round {self.match.rounds_completed}", expand=False))

    def _show_end(self) -> None:
        points = self.match.points()
        order = sorted(range(4), key=lambda seat: -points[seat])
        self.console.print(
            "points: " + ", ".join(f"{self.names[s]} {points[s]:+.2f}" for s in order)
        )


def play_match(rivals: list[str], n_rounds: int, seed: int) -> None:
    """Play on the terminal against three agents."""
    if len(rivals) != 3:
        raise InputError(
            f"{len(rivals)} rivals given: expected three, such as search policy greedy"
        )
    seed = secrets.randbits(31) if seed < 0 else seed
    agents = [make_agent(spec, seed + i) for i, spec in enumerate(rivals)]
    table = TerminalTable(SlaveMatch(seed, n_rounds), agents, Console())
    try:
        table.run()
    except Leave:
        typer.echo(f"\nyou left the table; deal it again with --seed {seed}")


def watch_match(specs: list[str], n_rounds: int, seed: int, as_json: bool) -> None:
    """Play a match between agents and show every move with the hands."""
    if len(specs) != 4:
        raise InputError(f"{len(specs)} agents given: expected four")
    match = SlaveMatch(seed, n_rounds)
    agents = [make_agent(spec, seed + i) for i, spec in enumerate(specs)]
    hands = []
    while not match.is_over:
        seat = match.current_seat
        hands.append(match.hand_text(seat))
        match.apply(agents[seat].act(match.view(seat), match.phase))
    data: dict[str, Any] = {
        "agents": specs,
        "seed": seed,
        "moves": [
            {
                "round": m.round_number,
                "phase": m.phase,
                "seat": m.seat,
                "action": m.action,
                "text": m.text,
            }
            for m in match.moves
        ],
        "titles": match.round_titles,
        "points": match.points(),
    }
    emit(data, as_json, lambda: _print_moves(match, specs, hands))


def _print_moves(match: SlaveMatch, specs: list[str], hands: list[str]) -> None:
    console = Console()
    round_number = 0
    for move, hand in zip(match.moves, hands, strict=True):
        if move.round_number != round_number:
            round_number = move.round_number
            console.rule(f"round {round_number}")
        console.print(f"{specs[move.seat]:<22} [bold]{move.text:<14}[/] [dim]{hand}[/]")
    for number, titles in enumerate(match.round_titles, 1):
        named = ", ".join(f"{specs[s]} {TITLE_NAMES[titles[s]]}" for s in range(4))
        console.print(f"round {number}: {named}")
