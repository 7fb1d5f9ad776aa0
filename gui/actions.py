"""One table of everything a user can do: menus, shortcuts and the help page are made from it."""

from collections.abc import Callable
from dataclasses import dataclass
from html import escape

from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu, QMenuBar, QWidget


@dataclass(frozen=True, slots=True)
class ActionRow:
    """One action: its name in code, its menu, its words, its keys, and what it does."""

    name: str
    menu: str
    text: str
    keys: str = ""
    help: str = ""
    icon: str = ""


PANELS = (
    ("pokle", "Pokle"),
    ("konkan", "Konkan"),
    ("slave", "Slave"),
    ("holdem", "Hold'em"),
    ("kings-lows", "Kings and Lows"),
    ("arena", "Arena"),
)
COACH_PAGES = (("review", "Review"), ("practice", "Practice"), ("you", "Your record"))
HOME = ("home", "Home")
PAGES = (HOME, *PANELS, *COACH_PAGES)
GROUPS = (
    ("", ("home",)),
    ("Play", ("pokle", "konkan", "slave")),
    ("Odds", ("holdem", "kings-lows")),
    ("Lab", ("arena",)),
    ("You", ("review", "practice", "you")),
)
"""The pages of the sidebar, by groups."""

ACTIONS = (
    ActionRow("open", "File", "Open position…", "Ctrl+O", "Load a position from a file.", "open"),
    ActionRow(
        "save", "File", "Save position…", "Ctrl+S", "Save what is entered to a file.", "save"
    ),
    ActionRow("export", "File", "Export answer…", "Ctrl+E", "Save it as CSV, JSON or text."),
    ActionRow(
        "image",
        "File",
        "Save image of panel…",
        "Ctrl+Shift+I",
        "A picture of the panel (PNG).",
    ),
    ActionRow("quit", "File", "Quit", "Ctrl+Q", "Stop everything and close the window."),
    ActionRow("undo", "Edit", "Undo", "Ctrl+Z", "Take the last entry back.", "undo"),
    ActionRow("redo", "Edit", "Redo", "Ctrl+Shift+Z", "Redo what was taken back.", "redo"),
    ActionRow("clear", "Edit", "Clear panel", "Ctrl+L", "Empty all fields.", "clear"),
    ActionRow("example", "Edit", "Example", "Ctrl+Shift+X", "Fill in an example."),
    ActionRow(
        "copy",
        "Edit",
        "Copy answer as text",
        "Ctrl+Shift+C",
        "Copy it for a message.",
        "copy",
    ),
    ActionRow(
        "copy-position",
        "Edit",
        "Copy position",
        "Ctrl+Shift+P",
        "What is entered, or the table on show, as one line of text.",
    ),
    ActionRow(
        "paste-position",
        "Edit",
        "Paste position",
        "Ctrl+Shift+V",
        "Open the position that was copied, in its own panel.",
    ),
    ActionRow(
        "settings", "Edit", "Settings…", "Ctrl+,", "Theme, cards, precision, browser.", "settings"
    ),
    ActionRow("panel-home", "Go", "Home", "Ctrl+0", "Show the home page.", "home"),
    *[
        ActionRow(f"panel-{game}", "Go", title, f"Ctrl+{place}", f"Show the {title} panel.", game)
        for place, (game, title) in enumerate(PANELS, 1)
    ],
    ActionRow("panel-review", "Go", "Review", "Ctrl+7", "What the moves of a game cost.", "review"),
    ActionRow("panel-practice", "Go", "Practice", "Ctrl+8", "Exercises from games.", "practice"),
    ActionRow("panel-you", "Go", "Your record", "Ctrl+9", "Your results over time.", "you"),
    ActionRow("focus", "Go", "Go to first field", "Ctrl+K", "Put the cursor into the first field."),
    ActionRow(
        "again", "Compute", "Recalculate", "F5", "Calculate again; at a table: pause or resume."
    ),
    ActionRow(
        "stop",
        "Compute",
        "Stop",
        "Esc",
        "Stop and keep what was found so far. At a table: deselect cards first.",
        "stop",
    ),
    ActionRow("theme", "View", "Light or dark", "Ctrl+D", "Change between the two themes."),
    ActionRow("larger", "View", "Larger text", "Ctrl++", "Make the text larger."),
    ActionRow("smaller", "View", "Smaller text", "Ctrl+-", "Make the text smaller."),
    ActionRow("help", "Help", "Help", "F1", "Rules, terms and shortcuts.", "help"),
    ActionRow("about", "Help", "About", "Ctrl+F1", "Versions of the program and its parts."),
)

ENTRY_HELP = (
    ("Type cards", "AsKd, ah 10♥, T♦ or a pasted list; blanks and commas do not matter."),
    ("Click cards", "The picker fills the field touched last; click a card again to take it back."),
    ("Arrow keys", "Move over the picker; Space or Enter picks."),
    ("Tab", "Go to the next field. Alt opens the menus."),
    ("1 2 3", "On a trophy: set its place and go on. Or click in order; right-click for a tie."),
    ("g y e", "The colours of a guess: green, yellow, grey; or click the tiles, or paste 🟩🟨⬛."),
)


def make_actions(owner: QWidget, slots: dict[str, Callable[[], object]]) -> dict[str, QAction]:
    """Return an action for every row of the table, connected to its slot."""
    made = {}
    for row in ACTIONS:
        action = QAction(row.text, owner)
        action.setShortcut(QKeySequence(row.keys))
        action.setStatusTip(row.help)
        action.triggered.connect(lambda _=False, slot=slots[row.name]: slot())
        owner.addAction(action)
        made[row.name] = action
    return made


def fill_menus(bar: QMenuBar, actions: dict[str, QAction]) -> None:
    """Put the actions into menus, in the order of the table."""
    menus: dict[str, QMenu] = {}
    for row in ACTIONS:
        if row.menu not in menus:
            menus[row.menu] = bar.addMenu(f"&{row.menu}")  # Alt and its first letter open it
        menus[row.menu].addAction(actions[row.name])


def help_html() -> str:
    """Return the help page: every action of the table, and how cards are entered."""
    rows = "".join(
        _help_row(row.keys or "-", f"{row.menu} › {row.text}", row.help) for row in ACTIONS
    )
    entry = "".join(_help_row(keys, "", text) for keys, text in ENTRY_HELP)
    return (
        f"<h2>Entering cards</h2><table cellspacing=6>{entry}</table>"
        f"<h2>Shortcuts</h2><table cellspacing=6>{rows}</table>"
    )


def _help_row(keys: str, what: str, text: str) -> str:
    cells = (f"<b>{escape(keys, False)}</b>", escape(what, False), escape(text, False))
    return f"<tr>{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>"
