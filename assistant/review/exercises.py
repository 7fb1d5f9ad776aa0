"""Exercises: a position on the table and the question "What do you play?".

They come from costly decisions of one's own games, and from ready sets for those who have none
yet; the sets are made by `assistant practice make` from games between AIs.
"""

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict

from assistant.play.game import Decision, State
from assistant.play.position import read_position
from assistant.play.record import BETWEEN_MOVES
from assistant.play.registry import find_game
from assistant.play.table import GameTable, run
from assistant.review.decisions import ReviewedDecision, review, review_decision
from assistant.review.judges import find_judge
from assistant.review.player_record import Exercise, PlayerRecord
from assistant.review.replay import choice_of
from assistant.review.review_notes import exercises_of
from assistant.review.text import shown
from engine.control import Budget, Control
from engine.errors import InputError, UnavailableError
from engine.files import write_text
from resources import resource_path

FILE = "exercises.json"
SET_SIZE = 10
ANSWER_S = 3.0  # how long a wrong answer is looked at
AS_GOOD = 0.02  # an answer that costs less is as good as the best one
MAKERS = {"konkan": ("greedy", "greedy"), "slave": ("greedy",) * 4}
"""The players of the games from which ready-made exercises come: they err often."""


class ExerciseTable:
    """An exercise that is being answered: its position, and the moves made so far."""

    def __init__(self, exercise: Exercise) -> None:
        self.exercise = exercise
        start = read_position(exercise.position)
        if isinstance(start, State) and start.seat is None and not start.is_over:
            start.deal()  # the decision is the first one of a later round
        if not isinstance(start, State) or start.seat is None:
            raise InputError("The position of this exercise is damaged.")
        self.game, self._judge = find_game(exercise.game), find_judge(exercise.game)
        self.start, self.state, self.seat = start, start.copy(), start.seat
        self.moves: Decision = ()
        self.is_answered = False
        self.names = _names(start.n_seats, self.seat)

    @property
    def best(self) -> Decision:
        """The clearly best answer."""
        return tuple(self.exercise.best.split(BETWEEN_MOVES))

    @property
    def best_text(self) -> str:
        """The clearly best answer in words."""
        return choice_of(self.start, self.best).text

    @property
    def is_best(self) -> bool:
        """True if the answer is the best one; the order of lays and gifts does not matter."""
        return Counter(self.moves) == Counter(self.best)

    def play(self, *moves: str) -> None:
        """Make moves; an illegal one raises and changes nothing."""
        trial, made, is_open = self.state.copy(), list(self.moves), True
        for move in moves:
            before = trial.copy()
            made.append(trial.spell(move))
            trial.apply(move)
            is_open = trial.seat == self.seat and self._judge.goes_on(before, move, trial)
        self.state, self.moves = trial, tuple(made)
        self.is_answered = not is_open

    def check(self, control: Control) -> tuple[bool, ReviewedDecision | None]:
        """Return whether the answer is right; an answer other than the best is judged like
        a move.
        """
        if self.is_best:
            return True, None
        limited = Control(Budget(ANSWER_S), control.cancel)
        found = review_decision(
            self.exercise.game, self.start, self.moves, self.names, limited, seed=1
        )
        judged = found.judgement
        return judged is not None and judged.lead < AS_GOOD, found


def answer_words(table: ExerciseTable, is_right: bool, found: ReviewedDecision | None) -> str:
    """Return what is said of an answer: the best one, and what another one cost."""
    words = f"{'Right!' if is_right else 'Not the best.'} Best: {table.best_text}."
    if found is None or found.judgement is None:
        return words
    game = table.exercise.game
    loss = shown(found.judgement, game, find_judge(game).unit).loss
    if loss:
        return f"{words} Yours cost {loss} points. {found.reason}".rstrip()
    return f"{words} Yours is as good." if is_right else words


def due_set(game: str, player: PlayerRecord | None = None) -> tuple[Exercise, ...]:
    """Return up to ten exercises that are due; the ready ones join the own ones.

    Where nothing can be written, the ready ones that could not join are asked all the same.
    """
    ready = ready_exercises(game)
    try:
        player = player or PlayerRecord()
    except UnavailableError:  # there is no folder for a record
        return tuple(ready[:SET_SIZE])
    known = player.known_positions(game)
    new = [each for each in ready if each.position not in known]
    with suppress(UnavailableError):
        player.add_exercises(new)
        new = []
    return (*player.due_exercises(game, SET_SIZE), *new)[:SET_SIZE]


def ready_exercises(game: str) -> list[Exercise]:
    """Return the ready exercises of a game."""
    stored = json.loads(resource_path(FILE).read_text("utf-8"))
    return [Exercise(**each) for each in stored if each["game"] == game]


def make_exercises(game: str, count: int, seed: int, control: Control) -> Iterator[Exercise]:
    """Yield exercises from games between AIs: costly decisions whose best answer is clear."""
    made = 0
    for number in range(seed, seed + 100 * count):
        agents = MAKERS[game]
        table = GameTable(find_game(game), agents, 1, number, _names(len(agents), 0))
        for _ in run(table, control):
            pass
        control.check()
        found = review(table.record, 0, control=Control(cancel=control.cancel))
        for exercise in exercises_of(table.record, found):
            made += 1
            control.report(made, count, f"{made} exercises")
            yield exercise
            if made == count:
                return


def _names(n_seats: int, seat: int) -> tuple[str, ...]:
    """Return what the players of an exercise are called."""
    return tuple("You" if place == seat else f"Player {place + 1}" for place in range(n_seats))


def write_exercises(exercises: Sequence[Exercise]) -> None:
    """Store the ready sets."""
    kept = ("game", "position", "best", "played", "loss", "why")
    rows = [
        {key: value for key, value in asdict(each).items() if key in kept} for each in exercises
    ]
    write_text(resource_path(FILE), json.dumps(rows, indent=1, ensure_ascii=False) + "\n")
