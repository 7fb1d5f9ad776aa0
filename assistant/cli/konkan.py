"""`assistant konkan`: the melds of a hand, and what to do at a real table."""

from typing import TYPE_CHECKING

import typer

from assistant.cli.app import (
    POSITION,
    AsJson,
    Seconds,
    emit,
    game_app,
    print_table,
    read_question,
    terminal_control,
)
from assistant.cli.konkan_play import play
from assistant.cli.options import grouped
from engine.cards import in_symbols
from engine.errors import InputError
from engine.konkan.budget import QUESTION_TRIES
from engine.konkan.rules import KonkanRules

if TYPE_CHECKING:
    from assistant.advisors.konkan import HelpfulCard

app = game_app("Konkan melds and move advice.", default="advise")
app.command()(play)  # as `konkan-play play`, where Slave and Pokle have it, too

NO_HAND = 'give your hand, such as "7S 8S 9S JK QH …": JK is a joker'
HAND = typer.Argument(help='Your hand: "7S 8S 9S JK …" (JK is a joker).')


@app.command()
@grouped
def melds(rules: KonkanRules, hand: str = HAND, as_json: AsJson = False) -> None:
    """Most points for every number of cards laid, and the melds that make them."""
    from engine.konkan.cards import parse_hand
    from engine.konkan.melds import deadwood, solve

    cards = parse_hand(hand)
    if not cards:
        raise InputError(NO_HAND)
    frontier = solve(cards, rules)
    reaching = frontier.reaching(rules.threshold)
    layouts = [
        {
            "n_cards": layout.n_cards,
            "points": layout.points,
            "melds": [repr(meld) for meld in layout.melds],
            "left": [repr(card) for card in layout.left_of(cards)],
        }
        for layout in frontier.layouts()
    ]
    least = frontier.least_deadwood()
    answer = {
        "frontier": layouts,
        "comes_down": reaching is not None,
        "goes_out": frontier.goes_out(),
        "least_deadwood": deadwood(least.left_of(cards), rules),
    }

    def show() -> None:
        rows = []
        for layout in frontier.layouts():
            names = " | ".join(map(str, layout.melds))
            left = in_symbols(layout.left_of(cards))
            rows.append((str(layout.n_cards), str(layout.points), names, left))
        print_table(("cards", "points", "melds", "left"), rows)
        comes = "can" if reaching else "cannot"
        print(f"This hand {comes} come down with {rules.threshold} points and a card to throw.")

    emit(answer, as_json, show)


@app.command()
@grouped
def advise(
    rules: KonkanRules,
    hand: str = typer.Argument("", help='Your hand: "7S 8S 9S JK …" (JK is a joker).'),
    trash: str = typer.Option("", help="The trash as far as you saw it, top card last."),
    table: list[str] = typer.Option(
        [], help='A meld on the table with its owner (0 you, 1 next player): "1: 7S 8S 9S".'
    ),
    opponent: list[str] = typer.Option(
        [],
        help='An opponent, in order of play: cards, "14", or when down cards:points, "5:83".',
    ),
    took: list[str] = typer.Option(
        [], help='Cards that an opponent took from the trash and still holds: "1: 7S 10D".'
    ),
    down: int | None = typer.Option(None, help="The points you came down with, if you are down."),
    phase: str = typer.Option(
        "auto", help="pull: you draw next; act: you have drawn; auto: by the number of your cards."
    ),
    taken: str | None = typer.Option(None, help="The card just taken from the trash."),
    first_turn: bool = typer.Option(False, help="The first turn of the round: you only throw."),
    turn: int = typer.Option(0, help="Turns played so far by all; 0: counted from the trash."),
    against: str = typer.Option("equal", help="How the opponents play: equal or greedy."),
    position: str = POSITION,
    simulations: int = typer.Option(QUESTION_TRIES, help="How many rounds to simulate."),
    seconds: Seconds = None,
    threads: int = typer.Option(
        1, help="Threads of the search; with more than one the answer varies."
    ),
    seed: int = typer.Option(0, min=0, help="Seed of the simulations."),
    as_json: AsJson = False,
) -> None:
    """Advise what to draw, lay, add, swap and throw, with the chances to win and the reason."""
    from assistant.advisors.konkan import KonkanRequest
    from assistant.advisors.konkan import advise as advise_konkan
    from assistant.advisors.konkan_notation import parse_opponents, parse_table_meld
    from assistant.advisors.konkan_turn import AGAINST

    if not (hand or position):
        raise InputError(NO_HAND)
    effort = {"simulations": simulations, "threads": threads, "seed": seed, "against": against}
    request = (
        read_question(position, KonkanRequest).model_copy(update=effort)
        if position
        else KonkanRequest.model_validate(
            {
                "hand": hand,
                "trash": trash,
                "table": [parse_table_meld(text) for text in table],
                "opponents": parse_opponents(opponent, took),
                "down_total": down,
                "phase": phase,
                "taken": taken,
                "first_turn": first_turn,
                "turn": turn,
                "rules": rules,
                **effort,
            }
        )
    )
    with terminal_control(seconds, quiet=as_json) as control:
        advice = advise_konkan(request, control)

    def show() -> None:
        from rich.console import Console

        console = Console(markup=False)
        console.print(advice.headline, style="bold")
        console.print(advice.why)
        groups = " | ".join(
            f"{in_symbols(group.cards)} ({group.points})" for group in advice.groups
        )
        left = in_symbols(advice.left)
        need = (
            "down" if advice.is_down else f"{advice.group_points} points, {advice.threshold} needed"
        )
        console.print(f"Melds: {groups or 'none'} [{need}]")
        console.print(f"Left: {left or 'nothing'}")
        if advice.helpful:
            console.print(
                f"Cards that would help (points with them): {', '.join(map(_help, advice.helpful))}"
            )
        if advice.exact:
            return
        moves = []
        for move in advice.moves[:8]:
            width = f"{move.half_width:.1%}" if move.visits else ""
            behind = f"{move.behind:.1%} ± {move.behind_half_width:.1%}" if move.behind else ""
            moves.append((move.words, f"{move.win_share:.1%}", width, behind, str(move.visits)))
        print_table(("turn", "wins", "±", "behind the best", "playouts"), moves)
        console.print(
            f"Chances are {AGAINST[advice.against]}; ± says how far sampling may be off (95%)."
        )

    emit(advice, as_json, show)


def _help(helpful: "HelpfulCard") -> str:
    """Return a card with what it does: "10♦ (113)", "7♠ (out)"."""
    return f"{helpful.card.symbol} ({'out' if helpful.goes_out else helpful.points})"
