"""Tables where people play against AIs, or watch them: what a window shows and what it may do.

A `Table` is one game in progress. `play_on` lets the AIs move until a person is to act; it is a
long job like any other and tells the table after every move. All values are ready to paint.
"""

from assistant.tables.table import (
    HUMAN,
    Group,
    Hint,
    Pace,
    Seat,
    Table,
    TableMove,
    TableView,
    ask_hints,
    play_on,
)

__all__ = [
    "HUMAN",
    "Group",
    "Hint",
    "Pace",
    "Seat",
    "Table",
    "TableMove",
    "TableView",
    "ask_hints",
    "play_on",
]
