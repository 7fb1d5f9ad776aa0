"""The Pokle panel: hands, trophies and guesses in; boards left and the best guesses out."""

from collections.abc import Sequence
from functools import partial
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QGridLayout, QVBoxLayout, QWidget

from assistant.advisors.pokle import (
    PokleAdvice,
    PokleRequest,
    RankedGuess,
    advise,
    own_words,
)
from assistant.reports import Report, how_sure
from assistant.review.pokle_games import is_over, keep_pokle
from automation.state import GameState
from engine.cards import Card, format_cards, in_symbols
from engine.errors import InputError
from engine.pokle.colors import SQUARES
from engine.pokle.feedback import Row
from engine.pokle.rules import N_GUESSES
from engine.words import capital, counted, in_words
from gui.jobs import JobRunner
from gui.panels.card_panel import CardPanel
from gui.panels.entries import Entries
from gui.panels.pokle_boards import BoardsView
from gui.panels.pokle_browser import BrowserView
from gui.panels.pokle_skill import SkillView
from gui.theme import theme
from gui.widgets.bars import percent
from gui.widgets.boxes import column, fill, framed, group, row
from gui.widgets.card_row import SLIVER, CardRow
from gui.widgets.controls import button, check, choice, value_of
from gui.widgets.explained import marked
from gui.widgets.faces import Face
from gui.widgets.guess_field import N_CARDS, GuessField
from gui.widgets.labels import label, wrapped
from gui.widgets.place_button import PlaceButton, Street
from gui.widgets.split_bar import SplitBar
from gui.widgets.table import AnswerTable
from gui.widgets.verdict import Verdict

STREETS = ("flop", "turn", "river")
RULES = (
    ("no_kickers", "No kickers (live game)"),
    ("made_hand", "Made hands"),
    ("any", "Any board"),
)
N_SHOWN_BOARDS = 12
HIGH_BY_PT = 88  # pixels of the panel for each point of the font, for six guesses in one column
WIDE_BY_PT = 100  # and of its width, for large tiles
SMALL_TILE, LARGE_TILE = 20, 34
HAND_PX, BOARD_PX = (25, 36), (22, 32)  # in a usual and in a large window
HEADERS = ("Guess", "Wins now", "Expected", "Worst", "")

Triple = tuple[int, int, int]
TypedRow = tuple[str, str]  # cards, colours


class PokleEntries(Entries):
    """Hands and guesses as typed; place 0 is a trophy that is not set."""

    hands: tuple[str, str, str] = ("", "", "")
    flop: Triple = (0, 0, 0)
    turn: Triple = (0, 0, 0)
    river: Triple = (0, 0, 0)
    guesses: tuple[TypedRow, TypedRow, TypedRow, TypedRow, TypedRow, TypedRow] = (("", ""),) * 6
    board_rule: str = "no_kickers"
    suit_pardon: bool = True
    boards_only: bool = False


class GuessTable(AnswerTable):
    """The ranked guesses; the notes of the last column give way where there is no room for them."""

    def __init__(self, name: str, headers: Sequence[str]) -> None:
        super().__init__(name, headers, most_width=34)
        self.set_figures(*range(1, len(headers) - 1))
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    def fit(self) -> None:
        """Columns first, then the notes if they fit."""
        super().fit()
        is_hidden = self._need > self.viewport().width()
        if is_hidden == self.has_notes:
            self.setColumnHidden(self.columnCount() - 1, is_hidden)
            super().fit()

    @property
    def has_notes(self) -> bool:
        """True while the notes are seen."""
        return not self.isColumnHidden(self.columnCount() - 1)


class PoklePanel(CardPanel):
    """The Pokle panel: a puzzle and its guesses, and the best next guesses."""

    game = "pokle"
    title = "Pokle"
    hint = "Enter three hands and click the trophies of flop, turn and river."
    Values = PokleEntries
    example = PokleEntries.of(
        hands=("JS KH", "7C 9S", "9H QD"),
        flop=(3, 2, 1),
        turn=(1, 3, 2),
        river=(1, 2, 3),
        guesses=(("QC 9D KS JD QS", "yyeey"), *[("", "")] * 5),
    )
    entry_width = 520
    picker_card_width = 33
    advise = staticmethod(advise)

    # -- entry ----------------------------------------------------------------------------------

    def __init__(self) -> None:
        self._keeper = JobRunner()
        self._kept: PokleRequest | None = None  # the game that went into the record last
        super().__init__()

    def build_entry(self) -> None:
        """Build the players with trophies, the guesses and the picker."""
        fill(self.entry_box, self._players(), self._guess_rows(), 1)
        self.sides.set_foot(framed("", self.picker))

    def _players(self) -> QWidget:
        grid = QGridLayout()
        grid.setHorizontalSpacing(6)
        grid.setVerticalSpacing(1)
        names, px = ("Player 1", "Player 2", "Player 3"), HAND_PX[0]
        self.hands = [self.card_field(name, 2, card_width=px, in_line=True) for name in names]
        self.places = {street: self._street(street) for street in STREETS}
        for player, hand in enumerate(self.hands, 1):  # first: Tab walks on to the trophies
            grid.addWidget(hand, player, 0)
        for place, (name, street) in enumerate(self.places.items(), 1):
            heading = label(name.capitalize(), "section")
            grid.addWidget(heading, 0, place, Qt.AlignmentFlag.AlignCenter)
            for player, trophy in enumerate(street.trophies, 1):
                grid.addWidget(trophy, player, place, Qt.AlignmentFlag.AlignVCenter)
        grid.setColumnStretch(0, 1)
        return framed("", row((grid, 1), self._options(), spacing=14))

    def _street(self, name: str) -> Street:
        called = name.capitalize()
        trophies = [PlaceButton(f"{called} place of player {player}") for player in (1, 2, 3)]
        street = Street(self, trophies)
        street.changed.connect(self.edited)
        return street

    def _options(self) -> QVBoxLayout:
        self.board_rule = choice("Board rule", RULES)
        self.suit_pardon = check("Suit pardon")
        self.suit_pardon.setChecked(True)
        pardon = marked(self.suit_pardon, "Suit pardon")
        return column(label("Boards", "muted"), self.board_rule, pardon, 1)

    def _guess_rows(self) -> QWidget:
        """Build six guesses: in two columns, or in one where the window is high."""
        self.guesses = [self.desk.add(GuessField(f"Guess {n}")) for n in range(1, 7)]
        self._guess_grid = QGridLayout()
        self._guess_grid.setHorizontalSpacing(4)
        self._guess_grid.setVerticalSpacing(3)
        self._place_guesses(2, SMALL_TILE)
        return framed("", self._guess_grid)

    def _place_guesses(self, n_columns: int, tile_px: int) -> None:
        n_rows = len(self.guesses) // n_columns
        for place, guess in enumerate(self.guesses):
            guess.set_card_width(tile_px)
            self._guess_grid.addWidget(guess, place % n_rows, place // n_rows)

    def fit_cards(self, is_large: bool) -> None:
        """Draw hands and boards larger in a large window."""
        for hand in self.hands:
            hand.set_card_width(HAND_PX[is_large])
        for board in self.boards:
            board.set_card_width(BOARD_PX[is_large])

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put the guesses below each other where there is the height for it."""
        super().resizeEvent(event)
        is_high = self.height() >= HIGH_BY_PT * theme.settings.font_pt
        is_wide = self.width() >= WIDE_BY_PT * theme.settings.font_pt
        self._place_guesses(1 if is_high else 2, LARGE_TILE if is_high and is_wide else SMALL_TILE)

    def controls(self) -> dict[str, Any]:
        """Return the controls, the trophies by their streets."""
        own = [name for name in PokleEntries.model_fields if name not in STREETS]
        return {name: getattr(self, name) for name in own} | self.places

    # -- question -------------------------------------------------------------------------------

    def build_request(self) -> PokleRequest | None:
        """Return the puzzle and the coloured guesses; None while hands or trophies are missing."""
        missing = [field.name for field in self.hands if len(field.cards) < 2]
        if missing:
            self.waiting_for = f"Enter the two cards of {in_words(missing)}."
            return None
        unset = [street for street in STREETS if 0 in value_of(self.places[street])]
        if unset:
            self.waiting_for = (
                f"Click the trophies of {in_words(unset)}, in the order of the places."
            )
            return None
        return PokleRequest(
            hole=(self.hands[0].cards, self.hands[1].cards, self.hands[2].cards),
            flop=value_of(self.places["flop"]),
            turn=value_of(self.places["turn"]),
            river=value_of(self.places["river"]),
            rows=tuple(
                Row(f.cards, f.colour_letters() or "")
                for f in self.guesses
                if len(f.cards) == N_CARDS and f.colour_letters()
            ),
            board_rule=self.board_rule.currentData(),
            suit_pardon=self.suit_pardon.isChecked(),
            boards_only=self.boards_only.isChecked(),
            own_guess=self._own_guess(),
            n_boards_shown=N_SHOWN_BOARDS,
        )

    def entries_of(self, request: PokleRequest) -> PokleEntries:
        """Return a request as it would be entered."""
        rows = [(format_cards(row.guess), row.colors) for row in request.rows]
        return PokleEntries.of(
            hands=[format_cards(cards) for cards in request.hole],
            flop=request.flop,
            turn=request.turn,
            river=request.river,
            guesses=(*rows, *[("", "")] * 6)[:6],
            board_rule=request.board_rule,
            suit_pardon=request.suit_pardon,
        )

    def _own_guess(self) -> tuple[Card, ...] | None:
        """Return the first guess that has five cards and no colours yet."""
        bare = (f.cards for f in self.guesses if len(f.cards) == N_CARDS and not f.is_complete)
        return next(bare, None)

    # -- answer ---------------------------------------------------------------------------------

    def verdict_of(self, advice: PokleAdvice) -> Verdict:
        """Return the best guess, why, and the expected number of guesses."""
        words = [*advice.notes, advice.reason or advice.why]  # how many boards are left
        if advice.own_guess and advice.guesses:
            words.append(own_words(advice.own_guess, advice.guesses[0]))
        why = ". ".join(capital(each).rstrip(".") for each in words) + "."
        if not advice.guesses:
            return Verdict(counted(advice.boards_left, "board") + " left", why)
        best = advice.guesses[0]
        faces = [Face(card) for card in best.cards]
        figure = f"{_about(best)}{best.expected_guesses:.2f}"
        return Verdict("", why, figure, "guesses expected", faces)

    def build_answer(self) -> None:
        """Build the tabs: advice, all boards, the review, the browser."""
        self.tabs.add("Advice", self._advice_view)
        make_boards = partial(BoardsView, self.current_request)
        self.boards_tab = self.tabs.add("Boards", make_boards, BoardsView.show_advice)
        make_skill = partial(SkillView, self.current_request)
        self.skill_tab = self.tabs.add("Skill report", make_skill, SkillView.show_advice)
        self.browser_tab = self.tabs.add("Play in browser", self._browser_view)
        self.answer_box.addWidget(self.tabs, 1)
        self.use = button("Use this guess", self._use_chosen, primary=True)
        self.use.setEnabled(False)
        self.verdict.add_button(self.use)

    def _browser_view(self) -> BrowserView:
        view = BrowserView()
        view.state_changed.connect(self._show_game)
        return view

    def _advice_view(self) -> QWidget:
        self.boards_only = check("Possible boards only", "Only guesses that can be the board")
        self.table = GuessTable("Ranked guesses", HEADERS)
        self.table.chosen.connect(self._show_split)
        self.table.used.connect(self._use_guess)
        self.split_words = wrapped("", "muted", "Split")
        self.split = SplitBar("How the guess splits the boards")
        listed = (self.boards_only, (self.table, 1), self.split_words, self.split)
        guesses = framed("Best guesses", *listed)
        parts = ((guesses, 1), self._board_sample())
        return group(column(*parts, spacing=8))

    def _board_sample(self) -> QWidget:
        grid = QGridLayout()
        grid.setHorizontalSpacing(14)
        grid.setVerticalSpacing(4)
        board_px = BOARD_PX[0]  # larger ones ask for no more room
        self.boards = [CardRow(f"Board {n}", 0, board_px) for n in range(1, N_SHOWN_BOARDS + 1)]
        for place, board in enumerate(self.boards):
            board.setMinimumWidth(board_px + (N_CARDS - 1) * SLIVER)
            grid.addWidget(board, place // 4, place % 4)
        return framed(f"Boards left, up to {N_SHOWN_BOARDS}", grid)

    def paint_advice(self, advice: PokleAdvice) -> None:
        """Show what is left and what to guess; a game that is over goes into the record."""
        if (advice.won or not advice.guesses_left) and not self.is_example:
            self._keep_game()
        self.use.setEnabled(bool(advice.guesses))
        self.table.show_rows([_cells(guess, advice) for guess in _listed(advice)])
        self._show_split(self.table.currentRow())
        boards_left = (*advice.sample_boards, *[()] * N_SHOWN_BOARDS)
        for drawn, board in zip(self.boards, boards_left, strict=False):
            drawn.show_cards(board)
        self.tabs.paint(advice)

    def _keep_game(self) -> None:
        request = self.build_request()
        if request is not None and is_over(request.rows) and request != self._kept:
            self._kept = request
            self._keeper.submit(keep_pokle, request)

    def paint_nothing(self) -> None:
        """Show that there is no answer."""
        self.use.setEnabled(False)
        self.table.show_rows([])
        self.split.show_sizes(())
        self.split_words.setText("")
        for drawn in self.boards:
            drawn.show_cards(())
        self.tabs.paint(None)

    def _show_split(self, place: int) -> None:
        guesses = _listed(self.advice)
        if not 0 <= place < len(guesses):
            return
        guess: RankedGuess = guesses[place]
        self.split.show_sizes(guess.group_sizes)
        cards = in_symbols(guess.cards)
        groups = counted(len(guess.group_sizes), "group")
        largest = counted(max(guess.group_sizes, default=0), "board")
        notes = ", ".join(_notes(guess, self.advice))
        about = f" ({notes})" if notes and not self.table.has_notes else ""
        self.split_words.setText(f"{cards}{about} makes {groups}; the largest has {largest}.")

    def _use_chosen(self) -> None:
        self._use_guess(max(self.table.currentRow(), 0))

    def _use_guess(self, place: int) -> None:
        """Put a guess of the list into the next empty row."""
        guesses = _listed(self.advice)
        field = next((field for field in self.guesses if not field.is_complete), None)
        if field is not None and 0 <= place < len(guesses):
            field.setValue((format_cards(guesses[place].cards), ""))
            field.colours.setFocus()

    # -- the look back --------------------------------------------------------------------------

    def current_request(self) -> PokleRequest | None:
        """Return the request of the game that is entered now; None if it is incomplete."""
        try:
            request = None if self.desk.error else self.build_request()
        except (InputError, ValueError):
            return None
        return request and request.model_copy(update={"own_guess": None})

    # -- the browser ----------------------------------------------------------------------------

    def _show_game(self, state: GameState, advice: PokleAdvice | None) -> None:
        """Show the puzzle, the rows and the advice of the bot; a game is one step of undo."""
        before, entries = self._entries, _entries_of(state)
        if state.is_finished:
            self.show_entries(entries)
        else:
            self.show_answered(entries, advice)
        self._mark_example(False)
        if any(getattr(before, name) != getattr(entries, name) for name in ("hands", *STREETS)):
            self.undo.add(before, self._entries)

    def open_table(self) -> None:
        """Show the page on which Pokle is played."""
        self.tabs.open(self.browser_tab)

    def shut_down(self) -> None:
        """Close the browser before the window closes."""
        if self.browser_tab.view is not None:
            self.browser_tab.view.leave()

    def share_text(self) -> str:
        """Return the answer as text; a finished game as coloured squares, without spoilers."""
        rows = [field.colour_letters() or "" for field in self.guesses if field.is_complete]
        if self.advice is None or not (self.advice.won or len(rows) == N_GUESSES):
            return super().share_text()
        tries = str(len(rows)) if self.advice.won else "X"
        squares = ["".join(SQUARES[letter] for letter in row) for row in rows]
        return "\n".join([f"Pokle {tries}/{N_GUESSES}", *squares])

    def report(self) -> Report:
        """Return the puzzle, the rows as squares as players share them, the best guesses."""
        advice = self.advice
        rows = [field.colour_letters() for field in self.guesses if field.is_complete]
        places = {street: value_of(trophies) for street, trophies in self.places.items()}
        order = ", ".join(f"{street} {' '.join(map(str, p))}" for street, p in places.items())
        asked = [f"Pokle: {' · '.join(field.text() for field in self.hands)}; {order}"]
        asked += ["".join(SQUARES[letter] for letter in row or "") for row in rows]
        answer = (f"{counted(advice.boards_left, 'board')} left",)
        table = [(format_cards(g.cards), *_cells(g, advice)[1:]) for g in advice.guesses]
        return Report(asked, (*answer, capital(advice.why)), HEADERS, table, how_sure(advice))


def _entries_of(state: GameState) -> PokleEntries:
    puzzle = state.puzzle
    rows = [(format_cards(row.guess), row.colors) for row in state.rows]
    return PokleEntries.of(
        hands=tuple(map(format_cards, puzzle.hole)),
        flop=puzzle.flop,
        turn=puzzle.turn,
        river=puzzle.river,
        guesses=tuple([*rows, *[("", "")] * 6][:6]),
    )


def _listed(advice: object) -> tuple[RankedGuess, ...]:
    """Return the guesses in the order of the table: the best, then the user's own."""
    if not isinstance(advice, PokleAdvice):
        return ()
    return (*advice.guesses, advice.own_guess) if advice.own_guess else advice.guesses


def _notes(guess: RankedGuess, advice: PokleAdvice) -> list[str]:
    """Return what is to be said of a guess beside its figures."""
    notes = ["yours"] * (guess is advice.own_guess) + ["possible"] * guess.is_board
    notes += ["best"] * guess.proven
    if guess.loss_chance:
        notes.append(f"{percent(guess.loss_chance)} not found")
    if guess.equivalent_guesses:
        notes.append(f"{len(guess.equivalent_guesses)} as good")
    return notes


def _about(guess: RankedGuess) -> str:
    """Return the sign before figures that are estimated."""
    return "" if guess.is_achievable else "~"


def _cells(guess: RankedGuess, advice: PokleAdvice) -> tuple[Any, ...]:
    about = _about(guess)
    return (
        tuple(map(Face, guess.cards)),
        percent(guess.win_chance),
        f"{about}{guess.expected_guesses:.2f}",
        "lost" if guess.loss_chance else f"{about}{guess.worst_case:,}",
        ", ".join(_notes(guess, advice)),
    )
