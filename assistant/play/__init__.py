"""The one live game of each kind, its driver, records and positions.

Window, terminals, arena and review all play on these: see `game` for the contract, `table` for
the driver, `record` for the file of a game and `position` for positions as one line of text.
"""

from assistant.play.game import DEAL, Decision, Game, Outcome, Player, Seen, State
from assistant.play.record import HUMAN, Record, read_record
from assistant.play.registry import GAMES, find_game
from assistant.play.table import GameTable, Task, Thought, run
from assistant.play.view import HIDDEN, Choice, Event, Group, Hint, Seat, TableView

__all__ = [
    "DEAL",
    "GAMES",
    "HIDDEN",
    "HUMAN",
    "Choice",
    "Decision",
    "Event",
    "Game",
    "GameTable",
    "Group",
    "Hint",
    "Outcome",
    "Player",
    "Record",
    "Seat",
    "Seen",
    "State",
    "TableView",
    "Task",
    "Thought",
    "find_game",
    "read_record",
    "run",
]
