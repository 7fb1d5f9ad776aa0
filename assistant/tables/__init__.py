"""The one live game of each kind, which window, terminal and command drive.

A `Table` is a game in progress between people and AIs: it knows whose turn it is, what may be
done, and keeps every move as an event with the table before and after it.
"""

from assistant.tables.table import DEAL, SavedTable, Table, read_table
from assistant.tables.view import HIDDEN, HUMAN, Choice, Event, Group, Hint, Seat, TableView

__all__ = [
    "DEAL",
    "HIDDEN",
    "HUMAN",
    "Choice",
    "Event",
    "Group",
    "Hint",
    "SavedTable",
    "Seat",
    "Table",
    "TableView",
    "read_table",
]
