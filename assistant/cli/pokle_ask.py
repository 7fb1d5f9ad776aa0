"""The step-by-step game of `assistant pokle`: a wrong answer is explained and asked for again.

Nothing that was right is lost: an entry that leaves no board is dropped, and `undo` takes the
last guess back.
"""

from collections.abc import Callable
from functools import partial
from typing import TypeVar

import typer

from assistant.advisors.pokle import PokleAdvice, PokleRequest, advise
from assistant.advisors.pokle_game import SkillReport, report_skill
from assistant.cli.app import emit, terminal_control
from engine.cards import Card, in_symbols, parse_cards, require_distinct
from engine.errors import InputError
from engine.pokle.colors import parse_colors
from engine.pokle.feedback import Row, check_guess
from engine.pokle.rules import N_GUESSES, parse_places
from engine.words import capital, counted

Answer = TypeVar("Answer")
Hand = tuple[Card, ...]
UNDO, QUIT = "undo", "quit"


def ask_game(
    as_json: bool,
    print_advice: Callable[[PokleAdvice], None],
    print_skill: Callable[[SkillReport], None],
) -> None:
    """Ask for a puzzle, then advise and ask for colours until it is won, lost or left."""
    request = _ask_puzzle()
    advice = _advise(request, as_json)
    while True:
        emit(advice, as_json, lambda: print_advice(advice))  # noqa: B023 - called at once
        if not advice.guesses:
            break
        row = _ask_row(advice, bool(request.rows))
        if row == QUIT:
            return
        request, advice = _take(request, advice, row, as_json)
    with terminal_control(quiet=as_json) as control:
        report = report_skill(request, control)
    emit(report, as_json, lambda: print_skill(report))


def _take(
    request: PokleRequest, advice: PokleAdvice, row: Row | str, as_json: bool
) -> tuple[PokleRequest, PokleAdvice]:
    """Return the game after a row or an undo; unchanged if the row leaves no board."""
    rows = request.rows[:-1] if row == UNDO else (*request.rows, row)
    wanted = request.model_copy(update={"rows": rows})
    try:
        return wanted, _advise(wanted, as_json)
    except InputError as error:
        typer.echo(f"error: {capital(str(error))}", err=True)
        typer.echo("the guess is not taken: enter it again", err=True)
        return request, advice


def _advise(request: PokleRequest, as_json: bool) -> PokleAdvice:
    with terminal_control(quiet=as_json) as control:
        return advise(request, control)


def _ask_puzzle() -> PokleRequest:
    hole: list[Hand] = []
    for player in (1, 2, 3):
        hole.append(_ask(f"Player {player}'s cards, such as KC JS", lambda t: _read_hand(t, hole)))
    flop, turn, river = (
        _ask(
            f"Places on the {street}, player 1 first, such as 1 2 3",
            partial(parse_places, street=street),
        )
        for street in ("flop", "turn", "river")
    )
    return PokleRequest(hole=(hole[0], hole[1], hole[2]), flop=flop, turn=turn, river=river)


def _read_hand(text: str, others: list[Hand]) -> Hand:
    hand = parse_cards(text)
    if len(hand) != 2:
        raise InputError(f"{counted(len(hand), 'card')}: expected two, such as KC JS")
    require_distinct([*hand, *(card for other in others for card in other)])
    return hand


def _ask_row(advice: PokleAdvice, may_undo: bool) -> Row | str:
    best = advice.guesses[0].cards
    number = N_GUESSES - advice.guesses_left + 1
    hint = in_symbols(best)
    words = "undo, or quit" if may_undo else "or quit"
    guess = _ask(
        f"Guess {number}: five cards, Enter for {hint}, {words}",
        lambda text: _read_guess(text, best, may_undo),
    )
    if isinstance(guess, str):
        return guess
    return Row(guess, _ask("Its colours (g green, y yellow, e grey), such as gyege", parse_colors))


def _read_guess(text: str, best: Hand, may_undo: bool) -> Hand | str:
    word = text.strip().lower()
    if word == QUIT or (word == UNDO and may_undo):
        return word
    guess = parse_cards(text) or best
    check_guess(guess)
    return guess


def _ask(question: str, read: Callable[[str], Answer]) -> Answer:
    """Ask until the answer can be read; each error is shown in one line."""
    while True:
        text = typer.prompt(question, default="", show_default=False, err=True)
        try:
            return read(text)
        except InputError as error:
            typer.echo(f"error: {capital(str(error))}", err=True)
