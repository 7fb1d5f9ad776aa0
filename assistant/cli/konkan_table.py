"""The table in the terminal: seats, melds, hand, suggestions, actions, log and scoreboard.

Everything fits in 80 columns and 24 lines. The computer thinks in a thread of its own while a
spinner turns; the table does the rules.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, ClassVar

from rich.text import Text
from textual import work
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Footer, OptionList, RichLog, Static
from textual.widgets.option_list import Option
from textual.worker import get_current_worker

from assistant.advice import Advice
from assistant.play.kept import keep_game
from assistant.play.konkan import KonkanState, winner_words
from assistant.play.table import GameTable, Task, Thought
from assistant.play.view import Choice, Hint
from assistant.review.player_record import PlayerRecord
from engine.cards import Card
from engine.control import CancelFlag, Control
from engine.errors import Cancelled, InputError, UnavailableError
from engine.konkan.cards import Joker, KonkanCard, hand_order
from engine.konkan.game import KonkanGame
from engine.konkan.melds import deadwood
from engine.konkan.search import SearchResult
from engine.words import counted, figure_text, sentence

SPINNER = "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏"
NAMES = ("South", "West", "North")
WATCH_S = 0.4  # pause after each move when nobody plays
N_LOG_LINES = 200


def card_text(card: KonkanCard) -> Text:
    """Return a card in the colour of its suit."""
    face: Card | None = card.stands_for if isinstance(card, Joker) else card
    style = "bold magenta" if face is None else "bold red" if face.suit.is_red else "bold"
    name = card.symbol if not isinstance(card, Joker) or face is None else f"*{face.symbol}"
    return Text(name, style=style)


def cards_text(cards: tuple[KonkanCard, ...]) -> Text:
    """Return cards beside each other."""
    return Text(" ").join(map(card_text, cards))


def advice_text(hints: Sequence[Hint]) -> Text:
    """Return advice as lines: the turn, its chance, and what follows."""
    lines = Text()
    for place, hint in enumerate(hints):
        style = "bold" if place == 0 else ""
        lines.append(f"{hint.choice.text}: {hint.figure}\n", style)
        lines.append(f"  {hint.why}\n", "dim")
    return lines


class Sheet(ModalScreen[None]):
    """A page over the table: the whole trash, or advice; arrows scroll, Escape closes."""

    CSS = """
    Sheet { align: center middle; }
    #sheet { width: 76; max-width: 100%; max-height: 22; height: auto; border: round $accent;
             padding: 0 1; background: $surface; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,q,a,t,enter", "close", "Close")]

    def __init__(self, title: str, text: Text) -> None:
        super().__init__()
        self.head, self.text = title, text

    def compose(self) -> ComposeResult:
        """Yield a page that scrolls."""
        with VerticalScroll(id="sheet"):
            yield Static(self.text, id="page")

    def on_mount(self) -> None:
        """Give the page the keyboard focus."""
        page = self.query_one("#sheet")
        page.border_title, page.border_subtitle = self.head, "Esc closes"
        page.focus()

    def action_close(self) -> None:
        """Return to the table."""
        self.dismiss()


class TerminalTable(App[None]):
    """One table in the terminal."""

    ENABLE_COMMAND_PALETTE = False

    CSS = """
    #status { height: 1; background: $primary; color: $text; padding: 0 1; }
    #seats { height: auto; max-height: 3; padding: 0 1; }
    #middle { height: 1fr; min-height: 5; }
    #table { width: 1fr; height: 100%; border: round $primary; padding: 0 1; }
    #table:focus, #log:focus { border: round $accent; }
    #scores { width: 30; height: 100%; border: round $primary; padding: 0 1; }
    #hand { height: auto; max-height: 4; padding: 0 1; }
    #bottom { height: 8; }
    #actions { width: 1fr; height: 100%; border: round $accent; padding: 0; }
    #log { width: 38; height: 100%; border: round $primary; padding: 0 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("a", "advise", "Advice"),
        Binding("t", "show_trash", "Trash"),
        Binding("d", "toggle_debug", "Debug"),
        Binding("h", "toggle_hands", "Reveal"),
        Binding("u", "take_back", "Take back"),
        Binding("n", "next_round", "Next round"),
        Binding("q", "quit", "Quit"),
        *(Binding(str(i), f"choose({i})", show=False) for i in range(1, 10)),
    ]

    def __init__(self, table: GameTable, *, debug: bool = False) -> None:
        super().__init__()
        self.table = table
        self.show_debug = debug
        self.reveal = False
        self.thinking = False
        self._cancel = CancelFlag()  # stops the AI that is thinking
        self._cancel_advice = CancelFlag()
        self._choices: tuple[Choice, ...] = ()
        self._n_logged = 0
        self._tick = 0
        self._drawn: KonkanCard | None = None

    @property
    def state(self) -> KonkanState:
        """The rounds that are played."""
        assert isinstance(self.table.state, KonkanState)
        return self.table.state

    @property
    def game(self) -> KonkanGame:
        """The round that is played."""
        return self.state.game

    def compose(self) -> ComposeResult:
        """Yield status, seats, melds and scores, hand, actions and log, keys."""
        yield Static(id="status")
        yield Static(id="seats")
        with Horizontal(id="middle"):
            with VerticalScroll(id="table"):
                yield Static(id="melds")
            yield Static(id="scores")
        yield Static(id="hand")
        with Horizontal(id="bottom"):
            yield OptionList(id="actions")
            yield RichLog(id="log", wrap=True, min_width=20, max_lines=N_LOG_LINES)
        yield Footer()

    def on_mount(self) -> None:
        """Deal and begin."""
        self.title = "Konkan"
        for name in ("table", "scores", "actions", "log"):
            self.query_one(f"#{name}").border_title = name.capitalize()
        self.set_interval(0.1, self._spin)
        self._go_on()

    def on_unmount(self) -> None:
        """Stop a search that is under way, and keep the game."""
        self._cancel.set()
        self._cancel_advice.set()
        if self.table.humans and self.table.events:
            keep_game(self.table.record)
            PlayerRecord().add_finished(self.table.record)

    # ---- the course of the game

    def _go_on(self) -> None:
        """Paint, then wait for a person or let the computer think."""
        if not self.query("#status"):
            return  # the table was closed while a move was being computed
        self._cancel_advice.set()
        self._choices = self.table.choices()
        self._paint()
        task = self.table.todo()
        if task is not None:
            self.thinking = True
            self._cancel = CancelFlag()
            self._work(task, self._cancel, self._computer_chose)

    @work(thread=True)
    def _work(self, task: Task, cancel: CancelFlag, take: Callable[[Task, Any], None]) -> None:
        """Work on a task in a thread; `take` gets its answer on the main one."""
        worker = get_current_worker()
        try:
            value = task.work(Control(cancel=cancel))
        except Cancelled:
            return
        except (InputError, UnavailableError) as error:
            self.call_from_thread(self._failed, task, str(error))
            return
        if not worker.is_cancelled:
            self.call_from_thread(take, task, value)

    def _failed(self, task: Task, reason: str) -> None:
        if self.table.is_current(task):
            self.thinking = False
            self.notify(sentence(reason))

    def _computer_chose(self, task: Task, thought: Thought) -> None:
        if not self.table.is_current(task):
            return  # a decision was taken back meanwhile
        self.thinking = False
        self.table.answer(task, thought)
        if self.table.humans:
            self._go_on()
        else:
            self._paint()
            self.set_timer(WATCH_S, self._go_on)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Make the choice of a person with the arrows and Enter, or with the mouse."""
        self._choose(event.option_index)

    def action_choose(self, number: int) -> None:
        """Make the choice of a person by its number."""
        self._choose(number - 1)

    def _choose(self, index: int) -> None:
        if not self.table.waits_for_human or not 0 <= index < len(self._choices):
            return
        seat = self.game.seat
        before = Counter(self.game.hand(seat))
        moves = self._choices[index].moves
        self.table.play(*moves)
        gained = Counter(self.game.hand(seat)) - before
        self._drawn = next(iter(gained), None) if moves[0].startswith("pull") else None
        self._go_on()

    def action_take_back(self) -> None:
        """Undo the last decision of a person, also while the computer thinks."""
        self._try(self.table.take_back)

    def action_next_round(self) -> None:
        """Deal again once the round is over."""
        self._try(self.table.deal)

    def _try(self, change: Callable[[], object]) -> None:
        """Change the table, or say in one line why not."""
        try:
            change()
        except InputError as error:
            self.notify(sentence(str(error)))
            return
        self._cancel.set()
        self.thinking = False
        self._go_on()

    def action_show_trash(self) -> None:
        """Show the whole trash, its top first."""
        trash = tuple(reversed(self.game.trash))
        page = cards_text(trash) if trash else Text("The trash is empty.", style="dim")
        self.push_screen(Sheet(f"Trash, {counted(len(trash), 'card')}, top first", page))

    def action_advise(self) -> None:
        """Ask the search what a person could do now."""
        if not self.table.waits_for_human:
            self.notify("Advice is for your own turn.")
            return
        self.notify("Thinking about your turn…")
        self._cancel_advice.set()
        self._cancel_advice = CancelFlag()
        self.table.helped = True  # a game with hints is not rated
        task = self.table.ask()
        if task is not None:
            self._work(task, self._cancel_advice, self._show_advice)

    def _show_advice(self, task: Task, advice: Advice) -> None:
        hints = self.table.hints(task, advice)
        if hints:
            self.push_screen(Sheet("Advice", advice_text(hints)))

    def action_toggle_debug(self) -> None:
        """Show or hide what the search said, and the counts of the piles."""
        self.show_debug = not self.show_debug
        self._paint()

    def action_toggle_hands(self) -> None:
        """Show or hide every hand."""
        self.reveal = not self.reveal
        self._paint()

    @property
    def shown_seat(self) -> int:
        """The seat whose hand is shown: the person to act, else the first person."""
        if self.table.waits_for_human:
            return self.game.seat
        return self.table.humans[0] if self.table.humans else 0

    # ---- what is seen

    def _paint(self) -> None:
        for name, text in (
            ("status", self._status()),
            ("seats", self._seats()),
            ("melds", self._melds()),
            ("scores", self._debug() if self.show_debug else self._scores()),
            ("hand", self._hand()),
        ):
            self.query_one(f"#{name}", Static).update(text)
        self.query_one("#scores").border_title = "Debug" if self.show_debug else "Scores"
        self._paint_actions()
        self._paint_log()

    def _spin(self) -> None:
        self._tick += 1
        if self.thinking:
            self.query_one("#status", Static).update(self._status())

    def _status(self) -> Text:
        table, game = self.table, self.game
        if game.is_over:
            doing = f"{winner_words(game, table.names)} · N: next round"
        elif self.thinking:
            doing = f"{SPINNER[self._tick % len(SPINNER)]} {table.names[game.seat]} is thinking"
        else:
            doing = f"{table.names[game.seat]}: {self._to_do()}"
        top = game.trash[-1].symbol if game.trash else "empty"
        return Text(
            f"Round {table.round_number}  turn {game.turn}  deck {game.deck_size}  "
            f"trash {top}  {doing}"
        )

    def _to_do(self) -> str:
        game = self.game
        if game.phase == "pull":
            return "draw or take"
        return "lay or throw" if game.turn else "throw"

    def _seats(self) -> Text:
        game, names = self.game, self.table.names
        lines = []
        for view in game.observation(0).seats:
            mark = "▶" if view.seat == game.seat and not game.is_over else " "
            down = "not down" if view.down_total is None else f"down with {view.down_total}"
            noun = "card " if view.n_cards == 1 else "cards"
            line = Text(f"{mark} {names[view.seat]:<12}{view.n_cards:>2} {noun}  {down}")
            if self.reveal and view.seat != self.shown_seat:
                hand = sorted(game.hand(view.seat), key=hand_order)
                line = Text(f"{mark} {names[view.seat]:<6}") + cards_text(tuple(hand))
            elif view.known:
                line += Text("  took ") + cards_text(view.known)
            line.no_wrap = True
            lines.append(line)
        return Text("\n").join(lines)

    def _melds(self) -> Text:
        lines = [
            Text(f"{entry.number + 1:>2} {self.table.names[entry.owner]:<6}")
            + cards_text(entry.meld.cards)
            + Text(f"  {entry.meld.points}", style="dim")
            for entry in self.game.table
        ]
        return Text("\n").join(lines) if lines else Text("No melds yet.", style="dim")

    def _scores(self) -> Text:
        """Return what was gathered, the round that is played included."""
        lines = [Text("seat  wins laid left   net", style="dim")]
        for seat, score in enumerate(self.state.live_scores(self.shown_seat)):
            net = figure_text(score.net, "d")
            numbers = f"{score.wins:>4}{score.laid_points:>5}{score.deadwood:>5}{net:>6}"
            lines.append(Text(f"{self.table.names[seat]:<6}{numbers}"))
        return Text("\n").join(lines)

    def _debug(self) -> Text:
        game, result = self.game, self.table.thought
        lines = [Text(f"deck {game.deck_size}  trash {len(game.trash)}")]
        if not isinstance(result, SearchResult):
            lines.append(Text("no search yet", style="dim"))
        else:
            lines.append(Text(f"{result.n_simulations} simulations"))
            for turn in result.actions[:4]:
                wins, first = f"{turn.values[result.me]:.0%}", turn.actions[0].text
                lines.append(Text(f"{turn.share:>4.0%} {wins:>4} {first}", no_wrap=True))
        return Text("\n").join(lines)

    def _hand(self) -> Text:
        game, seat = self.game, self.shown_seat
        if not self.table.humans and not self.reveal:
            return Text("Watching only: H shows the hands, Q quits.", style="dim")
        hand = tuple(sorted(game.hand(seat), key=hand_order))
        layout = self.state.suggestion(seat)
        left = layout.left_of(hand)
        best = Text("  ").join([cards_text(meld.cards) for meld in layout.melds])
        need = game.threshold(seat)
        down = game.observation(seat).seats[seat].down_total is not None
        points = f"{layout.points}" if down else f"{layout.points}/{need}"
        first = Text("Hand   ", style="dim") + self._marked(hand)
        second = Text(f"Melds  {points}  ", style="dim") + best
        third = Text(f"Left   {deadwood(left, game.rules)}  ", style="dim") + cards_text(left)
        return Text("\n").join([first, second, third])

    def _marked(self, hand: tuple[KonkanCard, ...]) -> Text:
        """Return the hand, the card just drawn marked."""
        texts = [card_text(card) for card in hand]
        if self._drawn in hand and self.game.phase == "act":
            drawn = texts[hand.index(self._drawn)]
            drawn.stylize("reverse")
            drawn.append("◂")
        return Text(" ").join(texts)

    def _paint_actions(self) -> None:
        actions = self.query_one("#actions", OptionList)
        actions.clear_options()
        for i, choice in enumerate(self._choices):
            number = f"{i + 1} " if i < 9 else "  "
            actions.add_option(Option(Text(number + choice.text, no_wrap=True)))
        if self._choices:
            actions.highlighted = 0
            actions.focus()

    def _paint_log(self) -> None:
        log = self.query_one("#log", RichLog)
        if self._n_logged > len(self.table.events):  # moves were taken back
            log.clear()
            self._n_logged = 0
        for event in self.table.events[self._n_logged :]:
            log.write(event.text)
        self._n_logged = len(self.table.events)
