"""`assistant pokle`: asks for a puzzle step by step; the other commands take it as options."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from assistant.advisors.pokle import (
    PokleAdvice,
    PokleRequest,
    RankedGuess,
    advise,
    own_words,
)
from assistant.cli import pokle_doctor, pokle_play
from assistant.cli.app import AsJson, Seconds, emit, game_app, print_table, terminal_control
from assistant.cli.options import grouped
from engine.cards import in_symbols, parse_cards
from engine.errors import InputError
from engine.pokle.colors import SQUARES
from engine.pokle.feedback import parse_row
from engine.pokle.rules import STREETS, BoardRule, parse_places
from engine.words import counted, sentence

if TYPE_CHECKING:  # what only some commands need is imported by them
    from assistant.advisors.pokle_game import BoardList, SkillReport

app = game_app("Pokle: every board that fits, the best next guess, and why.", default="ask")
pokle_play.register(app)
pokle_doctor.register(app)


@dataclass(frozen=True)
class PuzzleOptions:
    """A puzzle and the guesses made so far."""

    hole: Annotated[
        list[str], typer.Option("--hole", help='A player\'s two cards, "KC JS"; three times.')
    ]
    flop: Annotated[
        str, typer.Option("--flop", help="Places of the three players on the flop: 1,2,3.")
    ]
    turn: Annotated[str, typer.Option("--turn", help="Places on the turn; 1,2,2 is a tie.")]
    river: Annotated[str, typer.Option("--river", help="Places on the river.")]
    guess: Annotated[
        list[str] | None,
        typer.Option(
            "--guess",
            help='A guess and its colours, g, y or e (grey): "QS 10S AS 6C 6D=gyege"; repeat.',
        ),
    ] = None
    rule: Annotated[BoardRule, typer.Option("--rule", help="Which boards the puzzle may have.")] = (
        "no_kickers"
    )
    suit_pardon: Annotated[
        bool,
        typer.Option(
            help="Forgive wrong suits on turn and river if all else is right, as the site does."
        ),
    ] = True

    def request(self, **asked: Any) -> PokleRequest:
        """Return the request of these texts, and of what else is asked."""
        if len(self.hole) != 3:
            raise InputError(
                f"{counted(len(self.hole), 'hand')}: give --hole three times, two cards each"
            )
        return PokleRequest.of(
            hole=tuple(map(parse_cards, self.hole)),
            flop=parse_places(self.flop, "flop"),
            turn=parse_places(self.turn, "turn"),
            river=parse_places(self.river, "river"),
            rows=tuple(map(parse_row, self.guess or ())),
            board_rule=self.rule,
            suit_pardon=self.suit_pardon,
            **asked,
        )


@app.command()
@grouped
def solve(
    puzzle: PuzzleOptions,
    top: Annotated[int, typer.Option(min=1, max=100, help="How many guesses to list.")] = 10,
    own: Annotated[
        str, typer.Option("--own", help="A guess of your own to rate beside the best.")
    ] = "",
    boards_only: Annotated[
        bool, typer.Option("--boards-only", help="List only guesses that can still be the board.")
    ] = False,
    seconds: Seconds = None,
    as_json: AsJson = False,
) -> None:
    """The boards that are left, the best next guesses, and why."""
    own_guess = parse_cards(own) if own else None
    request = puzzle.request(n_guesses=top, boards_only=boards_only, own_guess=own_guess)
    with terminal_control(seconds, quiet=as_json) as control:
        advice = advise(request, control)
    emit(advice, as_json, lambda: print_advice(advice))


@app.command()
@grouped
def skill(
    puzzle: PuzzleOptions,
    seconds: Seconds = None,
    as_json: AsJson = False,
) -> None:
    """Show what each guess of a game cost against the best guess."""
    from assistant.advisors.pokle_game import report_skill

    request = puzzle.request()
    if not request.rows:
        raise InputError('There is no guess to rate. Add one: --guess "QS 10S AS 6C 6D=gyege"')
    with terminal_control(seconds, quiet=as_json) as control:
        report = report_skill(request, control)
    emit(report, as_json, lambda: print_skill(report))


@app.command()
@grouped
def boards(
    puzzle: PuzzleOptions,
    limit: Annotated[int, typer.Option(min=0, help="How many boards to list; 0 for all.")] = 20,
    csv: Annotated[
        Path | None, typer.Option("--csv", help="Write all boards into this file instead.")
    ] = None,
    seconds: Seconds = None,
    as_json: AsJson = False,
) -> None:
    """Every board that is left, with each player's hand on flop, turn and river."""
    from assistant.advisors.pokle_game import export_boards, list_boards

    request = puzzle.request()
    with terminal_control(seconds, quiet=as_json) as control:
        if csv is not None:
            n_boards = export_boards(request, control, csv)
            typer.echo(f"{counted(n_boards, 'board')} written to {csv}", err=True)
            return
        found = list_boards(request, control, limit or None)
    emit(found, as_json, lambda: print_boards(found))


@app.command()
def ask(as_json: AsJson = False) -> None:
    """Ask for the puzzle and the colours step by step; advise before every guess."""
    from assistant.cli.pokle_ask import ask_game

    ask_game(as_json, print_advice, print_skill)


def print_advice(advice: PokleAdvice) -> None:
    """Print the ranked guesses and the reason."""
    from rich.console import Console
    from rich.table import Table

    console = Console(markup=False, emoji=False)
    if advice.guesses:
        own = (advice.own_guess,) if advice.own_guess else ()
        loses = any(guess.loss_chance for guess in (*advice.guesses, *own))
        headings = ["guess", "entropy", "wins now", "expected", "worst", "possible"]
        table = Table(*headings, *["not found"] * loses)
        for guess in advice.guesses:
            table.add_row(*_cells(guess, loses))
        if advice.own_guess:
            table.add_section()
            table.add_row(*_cells(advice.own_guess, loses))
        console.print(table)
    elif advice.boards_left == 1:
        console.print("The board: " + in_symbols(advice.sample_boards[0]), highlight=False)
    console.print(sentence(advice.why), highlight=False, soft_wrap=True)
    if advice.own_guess:
        console.print(sentence(own_words(advice.own_guess, advice.guesses[0])), highlight=False)
    for note in advice.notes:
        console.print(note, highlight=False)


def _cells(guess: RankedGuess, loses: bool) -> list[str]:
    about = "" if guess.is_achievable else "~"
    n_alike = len(guess.equivalent_guesses)
    twins = f" and {n_alike:,} as good" if n_alike else ""
    cells = [
        in_symbols(guess.cards) + twins,
        f"{guess.entropy:.2f} bits",
        f"{guess.win_chance:.1%}",
        f"{about}{guess.expected_guesses:.2f}",
        "lost" if guess.loss_chance else f"{about}{guess.worst_case}",
        "yes" if guess.is_board else "no",
    ]
    return cells + [f"{guess.loss_chance:.1%}"] * loses


def print_boards(found: "BoardList") -> None:
    """Print the boards with everybody's hands."""
    rows = []
    for line in found.boards:
        streets = (line.flop, line.turn, line.river)
        hands = ["\n".join(f"P{i} {hand}" for i, hand in enumerate(held, 1)) for held in streets]
        rows.append((in_symbols(line.board), *hands))
    print_table(("board", *(f"on the {street}" for street in STREETS)), rows)
    typer.echo(sentence(found.summary))


def print_skill(report: "SkillReport") -> None:
    """Print the skill report."""
    from assistant.advisors.pokle_game import signed

    rows = (
        (
            f"{in_symbols(step.guess)} {''.join(SQUARES[colour] for colour in step.colors)}",
            f"{step.boards_before:,} → {step.boards_after:,}",
            f"{step.expected_guesses:.2f}",
            f"{in_symbols(step.best)} {step.best_expected_guesses:.2f}",
            f"{step.cost:.2f}",
            signed(step.luck),
        )
        for step in report.steps
    )
    print_table(("guess", "boards", "expected", "best was", "cost", "luck"), rows)
    typer.echo(report.summary)
