"""Replay a record: its steps, a position to copy, and a game to try again from there.

Moves are counted over the whole record, as `ReviewedDecision.number` counts them.
"""

from datetime import UTC, datetime

from assistant.play.game import DEAL, DEALER, Decision, State
from assistant.play.position import MAX_LINE, game_line, position_line, read_position
from assistant.play.record import HUMAN, Record, join_decisions
from assistant.play.registry import find_game
from assistant.play.slave import SlaveState
from assistant.play.view import Choice, Event
from assistant.review.rounds import apply_move, dealt
from engine.errors import InputError


def game_steps(record: Record) -> list[Event]:
    """Return every move of a game with the table before and after it."""
    state = dealt(record)
    view, steps = state.look(record.names, record.agents), list[Event]()
    for number, move in enumerate(_moves(record)):
        if state.seat is None and not state.is_over:
            state.deal()
            view = state.look(record.names, record.agents)
        if move == DEAL:
            steps.append(Event(number, state.round_number, None, DEAL, "Deal", view, view))
            continue
        seat, round_number = state.seat, state.round_number
        past_words = state.past(move)
        apply_move(state, move, number, record)
        before, view = view, state.look(record.names, record.agents)
        name = "" if seat is None else record.names[seat]
        steps.append(Event(number, round_number, seat, move, f"{name} {past_words}", before, view))
    return steps


def state_at(record: Record, n_moves: int) -> State:
    """Return the game before a move."""
    state = dealt(record)
    for number, move in enumerate(_moves(record)[:n_moves]):
        if move != DEAL:
            apply_move(state, move, number, record)
        elif state.seat is None and not state.is_over:
            state.deal()
    if state.seat is None and not state.is_over:
        state.deal()
    return state


def choice_of(state: State, moves: Decision) -> Choice:
    """Return a decision as one choice: all cards it moves, and where the last of them go."""
    if isinstance(state, SlaveState):
        return state.choice_of(*map(state.spell, moves))
    trial, parts = state.copy(), list[Choice]()
    for place, move in enumerate(moves):
        alone = (c for c in trial.choices() if len(c.moves) == 1)
        same = (c for c in alone if trial.spell(c.moves[0]) == trial.spell(move))
        parts.append(next(same, Choice((move,), trial.words(move), (), "")))
        if place + 1 < len(moves):
            trial.apply(move)
    cards = tuple(card for part in parts for card in part.cards)
    words = ", ".join(part.text for part in parts)
    return Choice(moves, words, cards, parts[-1].target if parts else "")


def line_at(record: Record, n_moves: int) -> str:
    """Return the position before a move as its player knew it, as one line."""
    state = state_at(record, n_moves)
    if state.seat is None:
        raise InputError("The round is over here: there is no position to copy.")
    return position_line(state.seen(state.seat).request())


def whole_line(record: Record, n_moves: int) -> str:
    """Return the game up to a move as one line, hidden cards included; "" if it has none."""
    if record.dealer != DEALER or record.start:
        return ""  # the line says nothing of how earlier versions dealt
    moves = [move for move in _moves(record)[:n_moves] if move != DEAL]
    rules = dealt_rules(record)
    line = game_line(dealt(record), record.game, moves, rules)
    return line if len(line) <= MAX_LINE else ""


def record_of_line(line: str) -> Record:
    """Return a whole game that was copied as one line; its seats are taken for people's."""
    from assistant.advisors.pokle import PokleRequest
    from assistant.review.pokle_games import is_over, pokle_record

    found = read_position(line)
    if isinstance(found, PokleRequest):
        if not is_over(found.rows):
            raise InputError("This game of Pokle is not finished yet: play it to its end first.")
        return pokle_record(found)
    if not isinstance(found, State):
        raise InputError("This line is a position without the moves before it: copy a whole game.")
    head, _, rest = " ".join(line.split()).partition(" ")
    game, _, options = head.partition("?")
    seed, n_seats, n_rounds = start_numbers(found.start)
    moves = [move for move in rest.partition(" moves ")[2].split("; ") if move]
    outcome = found.outcome() if found.is_over else None
    return Record(
        game=game,
        rules=find_game(game).rules_type.read(options).full_text,
        seats=tuple((f"Player {seat + 1}", HUMAN) for seat in range(n_seats)),
        rounds=n_rounds,
        seed=seed,
        moves=join_decisions([(move,) for move in moves]),
        places=None if outcome is None else outcome.places,
        points=None if outcome is None else outcome.points,
    )


def start_numbers(start: str) -> tuple[int, int, int]:
    """Return the seed, the seats and the rounds of how a match was dealt: "deal 7/3"."""
    parts = start.removeprefix("deal ").split("/")
    return int(parts[0]), int(parts[1]), int(parts[2]) if len(parts) > 2 else 1


def dealt_rules(record: Record) -> str:
    """Return the house rules of a record where they differ from the usual ones."""
    return find_game(record.game).rules_type.read(record.rules).text


def try_again(record: Record, n_moves: int, seat: int) -> Record:
    """Return a new game that starts before a move, with the same opponents and hidden cards.

    The seat is played by a person. The new game does not count for the rating.
    """
    if state_at(record, n_moves).seat is None:
        raise InputError("The round is over here: choose a decision before it.")
    seats = tuple(
        (("You", HUMAN) if place == seat else (_other_name(name, agent), agent))
        for place, (name, agent) in enumerate(record.seats)
    )
    begun = datetime.now(UTC).isoformat(timespec="microseconds")
    return record.model_copy(
        update={
            "seats": seats,
            "moves": join_decisions(_cut(record.decisions, n_moves)),
            "taken_back": (),
            "places": None,
            "points": None,
            "paused": False,
            "begun": begun,
            "helped": True,
        }
    )


def _other_name(name: str, agent: str) -> str:
    return "Other" if name == "You" and agent != HUMAN else name


def _moves(record: Record) -> list[str]:
    return [move for moves in record.decisions for move in moves]


def _cut(decisions: tuple[Decision, ...], n_moves: int) -> list[Decision]:
    """Return the first decisions up to a number of moves; the last one may be a part."""
    kept, left = list[Decision](), n_moves
    for moves in decisions:
        if left <= 0:
            break
        kept.append(moves[:left])
        left -= len(moves)
    return kept
