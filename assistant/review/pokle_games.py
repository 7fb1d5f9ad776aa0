"""Games of Pokle that a person played on a page or typed into the panel: kept, reviewed, shared."""

import hashlib
from collections.abc import Sequence
from datetime import UTC, datetime

from assistant.advisors.pokle import PokleRequest
from assistant.play.kept import game_file, keep_game, store_game
from assistant.play.position import position_line
from assistant.play.record import HUMAN, Record, join_decisions
from assistant.review.kept import review_once
from assistant.review.player_record import LOST_GUESSES, PlayerRecord
from assistant.review.review_notes import note_review
from engine.cards import format_cards
from engine.control import Control
from engine.pokle.colors import SQUARES
from engine.pokle.feedback import Row, finished
from engine.pokle.rules import N_GUESSES


def is_over(rows: Sequence[Row]) -> bool:
    """Return whether the board was found or no guess is left."""
    made = finished(rows)
    return bool(made) and (made[-1].is_won or len(made) == N_GUESSES)


BOT = ("Bot", "solver")  # name and agent of a seat that the browser bot plays


def pokle_record(request: PokleRequest, player: tuple[str, str] = ("You", HUMAN)) -> Record:
    """Return a finished game as a record; the same puzzle is the same game all day."""
    rows = finished(request.rows)
    line = position_line(request.model_copy(update={"rows": rows}))
    puzzle = position_line(request.model_copy(update={"rows": ()}))
    seed = int(hashlib.sha256(puzzle.encode()).hexdigest()[:12], 16)
    points = float(len(rows) if rows[-1].is_won else LOST_GUESSES)
    return Record(
        game="pokle",
        seats=(player,),
        rounds=1,
        seed=seed,
        start=line,
        moves=join_decisions([(format_cards(row.guess),) for row in rows]),
        places=(1,),
        points=(points,),
        begun=datetime.now(UTC).date().isoformat(),
    )


def keep_pokle(request: PokleRequest, control: Control) -> None:
    """Keep a person's finished game in the record, with its review."""
    record = pokle_record(request)
    if PlayerRecord().number_of(record) is None:
        keep_game(record)
        PlayerRecord().add_finished(record)
        note_review(record, review_once(record, 0, control))


def keep_bot_game(request: PokleRequest) -> None:
    """Keep a game that the bot finished, to be reviewed; it is not in a person's record.

    A person's own game of the same puzzle and day stays.
    """
    record = pokle_record(request, BOT)
    if not game_file(record).exists():
        store_game(record)


def result_words(record: Record, seat: int) -> str:
    """Return how a game of Pokle ended for a seat: "Solved in 3"."""
    guesses = LOST_GUESSES if record.points is None else int(record.points[seat])
    return f"Solved in {guesses}" if guesses < LOST_GUESSES else "Not solved"


def share_text(rows: Sequence[Row]) -> str:
    """Return a game as coloured squares, without spoilers."""
    made = finished(rows)
    count = f"{len(made)}" if made and made[-1].is_won else "X"
    squares = ("".join(SQUARES[color] for color in row.colors) for row in made)
    return "\n".join([f"Pokle {count}/{N_GUESSES}", *squares])
