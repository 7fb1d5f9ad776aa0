"""Four views of a Kings and Lows answer: hand types, wild cards, streets, sample deals."""

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtWidgets import QWidget

from assistant.advisors.kings_lows import (
    HistoryHand,
    KingsLowsAdvice,
    KingsLowsPlayerAdvice,
    KnownCard,
)
from engine.cards import Card
from engine.poker.hands import HandType
from engine.words import capital
from gui.theme import theme
from gui.widgets.bars import Bar, Bars, percent
from gui.widgets.boxes import column, framed, row
from gui.widgets.card_row import CardRow
from gui.widgets.controls import choice
from gui.widgets.explained import marked
from gui.widgets.faces import Face
from gui.widgets.labels import label, show_if_any, wrapped
from gui.widgets.share_table import ShareTable
from gui.widgets.table import AnswerTable, Cell

N_IMPROVEMENTS = 5
FIGURE_BY_PT = 7  # pixels of a figure for each point of the font: "100.0%" moves nothing
KINDS = tuple(kind.label for kind in reversed(HandType))  # best first


class TypesView(QWidget):
    """The hands that each player's cards become, all players in one table."""

    def __init__(self) -> None:
        super().__init__()
        self.table = ShareTable("Hand types")
        self.setLayout(column(framed("Hand types at the end", (self.table, 1))))

    def show_advice(self, advice: KingsLowsAdvice | None) -> None:
        """Show the players' hand types, the best first; kinds that nobody makes are left out."""
        players = advice.players if advice else ()
        made = [kind for kind in KINDS if any(player.hand_types.get(kind) for player in players)]
        columns = [
            (player.name, {capital(kind): share for kind, share in player.hand_types.items()})
            for player in players
        ]
        self.table.show_shares([capital(kind) for kind in made], columns)


class WildView(QWidget):
    """A player's cards with how often each is wild, and what wild cards do."""

    def __init__(self) -> None:
        super().__init__()
        self._players: tuple[KingsLowsPlayerAdvice, ...] = ()
        self.whose = choice("Whose wild cards", [])
        self.whose.currentIndexChanged.connect(lambda _: self._show_player())
        self.improved = label("", "figure", "Improved by wild cards")
        self.improved.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.improved.setMinimumWidth(FIGURE_BY_PT * theme.settings.font_pt)
        improved = marked(label("improved", "muted"), "improved")
        self.cards = CardRow("Known cards", 0, 42)
        self.made = wrapped("", "muted", "Made hand")
        self.counts = Bars("Number of wild cards", name_width=96)
        self.improvements = Bars("Improvements", name_width=230)
        known = framed("How often each known card is wild", self.cards, self.made)
        counts = framed("Number of wild cards", (self.counts, 1))
        improvements = framed("What wild cards make of the hand", (self.improvements, 1))
        line = row(self.whose, 1, self.improved, improved, spacing=8)
        self.setLayout(column(line, known, (counts, 1), (improvements, 1)))

    def show_advice(self, advice: KingsLowsAdvice | None) -> None:
        """Show the player who is chosen, the first one before anybody is."""
        self._players = advice.players if advice else ()
        with QSignalBlocker(self.whose):
            chosen = max(self.whose.currentIndex(), 0)
            self.whose.clear()
            self.whose.addItems([player.name for player in self._players])
            self.whose.setCurrentIndex(min(chosen, len(self._players) - 1))
        self._show_player()

    def _show_player(self) -> None:
        place = self.whose.currentIndex()
        player = self._players[place] if place >= 0 else None
        self.improved.setText(percent(player.improved.value) if player else "–")
        self.cards.show_faces([_share_face(card) for card in player.cards] if player else [])
        show_if_any(self.made, capital(player.made.words) if player and player.made else "")
        counts = player.wild_counts if player else ()
        self.counts.show_bars([Bar(f"{c.n_wild} wild", (c.share,)) for c in counts])
        improvements = player.improvements[:N_IMPROVEMENTS] if player else ()
        self.improvements.show_bars(
            [Bar(f"{capital(x.natural)} → {x.with_wild}", (x.share,)) for x in improvements]
        )


class StreetsView(QWidget):
    """Everybody's share of the pot after each street."""

    def __init__(self) -> None:
        super().__init__()
        self.table = ShareTable("Streets")
        self.setLayout(column(framed("Share of the pot after each street", (self.table, 1))))

    def show_advice(self, advice: KingsLowsAdvice | None) -> None:
        """Show the odds street by street, if they were computed."""
        streets = advice.streets if advice else ()
        shares: dict[str, dict[str, float]] = {}
        for street in streets:
            for player in street.players:
                shares.setdefault(player.name, {})[street.title] = player.equity.value
        self.table.show_shares([street.title for street in streets], list(shares.items()))


class DealsView(QWidget):
    """Some of the deals that were played, with the winners."""

    def __init__(self) -> None:
        super().__init__()
        self.table = AnswerTable("Sample deals", ["Player", "Cards", "Hand"], 18, 34)
        self.table.setSelectionMode(self.table.SelectionMode.NoSelection)  # nothing can be chosen
        self.setLayout(column(framed("Some deals of the sample", self.table)))

    def show_advice(self, advice: KingsLowsAdvice | None) -> None:
        """Show the sample deals, with who won."""
        deals = advice.history if advice else ()
        hands = [(place, hand) for place, deal in enumerate(deals) for hand in deal]
        self.table.show_rows([_deal_row(hand) for _, hand in hands])
        for line, (place, _) in enumerate(hands):
            if place % 2:  # every second deal on another ground: one sees where it ends
                self.table.shade_row(line, theme.color("window"))


def _share_face(card: KnownCard) -> Face:
    note = "hidden" if card.wild_share is None else f"{card.wild_share:.0%}"
    return Face(card.card, mark="wild" if card.wild_now else "", note=note, dim=not card.seen)


def _deal_row(hand: HistoryHand) -> tuple[Cell, ...]:
    did = "win" if hand.won else "fold" if hand.folded else ""
    ending = "" if not did or hand.name == "You" else "s"
    return (
        f"{hand.name} {did}{ending}".strip(),
        tuple(_deal_face(card, hand) for card in hand.cards),
        hand.words,
    )


def _deal_face(card: Card, hand: HistoryHand) -> Face:
    return Face(card, mark="wild" if card in hand.wild else "", dim=card not in hand.five)
