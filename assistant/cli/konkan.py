"""`assistant konkan`: the melds of a hand, and what to do at a real table."""

import re

import typer

from assistant.cli.app import emit, game_app, terminal_control

NUMBER = re.compile(r"\s*\d{1,4}\s*", re.ASCII)

app = game_app("Konkan melds and move advice.", default="advise")

JSON = typer.Option(False, "--json", help="Print JSON.")
HAND = typer.Argument(help='The hand: "7S 8S 9S JK …".')


@app.command()
def melds(
    hand: str = HAND,
    threshold: int = typer.Option(81, min=1, max=1_000, help="Points needed to come down."),
    as_json: bool = JSON,
) -> None:
    """Most points for every number of cards laid, and the melds that make them."""
    from engine.konkan.cards import parse_hand
    from engine.konkan.melds import deadwood, solve

    cards = parse_hand(hand)
    frontier = solve(cards)
    reaching = frontier.reaching(threshold)
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
        "least_deadwood": deadwood(least.left_of(cards)),
    }

    def show() -> None:
        from rich.console import Console
        from rich.table import Table

        table = Table("cards", "points", "melds", "left")
        for layout in frontier.layouts():
            names = " | ".join(map(str, layout.melds))
            left = " ".join(card.symbol for card in layout.left_of(cards))
            table.add_row(str(layout.n_cards), str(layout.points), names, left)
        Console().print(table)
        comes = "can" if reaching else "cannot"
        print(f"This hand {comes} come down with {threshold} points and a card to throw.")

    emit(answer, as_json, show)


@app.command()
def advise(
    hand: str = HAND,
    trash: str = typer.Option("", help="The trash as far as seen, its top last."),
    table: list[str] = typer.Option([], help='A meld on the table with its owner: "1: 7S 8S 9S".'),
    enemy: list[str] = typer.Option(
        [], help='An enemy in the order of play: cards and total, "14" or "5:83" when down.'
    ),
    down: int | None = typer.Option(None, help="Your own total, if you are down."),
    phase: str = typer.Option("auto", help="pull, act, or auto by the number of cards."),
    taken: str | None = typer.Option(None, help="The card just taken from the trash."),
    first_turn: bool = typer.Option(False, help="You are the starter, who only throws."),
    turn: int = typer.Option(0, help="Turns played so far, by all."),
    simulations: int = typer.Option(2048, help="Simulated rounds."),
    seconds: float | None = typer.Option(None, help="Time limit."),
    threads: int = typer.Option(1, help="Threads."),
    seed: int = typer.Option(0, min=0, help="Seed of the simulations."),
    as_json: bool = JSON,
) -> None:
    """What to pull, lay, sarf, swap and throw, with the chances to win and the reason."""
    from assistant.advisors.konkan import KonkanRequest
    from assistant.advisors.konkan import advise as advise_konkan

    request = KonkanRequest.model_validate(
        {
            "hand": hand,
            "trash": trash,
            "table": [_table_entry(text) for text in table],
            "enemies": [_enemy(text) for text in enemy] or [{}, {}],
            "down_total": down,
            "phase": phase,
            "taken": taken,
            "first_turn": first_turn,
            "turn": turn,
            "simulations": simulations,
            "threads": threads,
            "seed": seed,
        }
    )
    with terminal_control(seconds, quiet=as_json) as control:
        advice = advise_konkan(request, control)

    def show() -> None:
        from rich.console import Console
        from rich.table import Table

        console = Console()
        console.print(advice.headline, style="bold", markup=False)
        console.print(advice.why)
        groups = " | ".join(
            f"{' '.join(card.symbol for card in group.cards)} ({group.points})"
            for group in advice.groups
        )
        left = " ".join(card.symbol for card in advice.left)
        need = "down" if advice.is_down else f"{advice.group_points} of {advice.threshold}"
        console.print(f"melds: {groups or 'none'} [{need}]  left: {left}", markup=False)
        moves = Table("move", "wins", "±", "visits")
        for move in advice.moves[:8]:
            width = f"{move.half_width:.1%}" if move.visits else ""
            moves.add_row(move.words, f"{move.win_share:.1%}", width, str(move.visits))
        console.print(moves)

    emit(advice, as_json, show)


def _table_entry(text: str) -> dict[str, object]:
    from engine.errors import InputError

    owner, colon, meld = text.partition(":")
    if not colon or not NUMBER.fullmatch(owner):
        raise InputError(f"cannot read the meld {text!r}: expected an owner and cards, 1: 7S 8S 9S")
    return {"owner": int(owner), "meld": meld}


def _enemy(text: str) -> dict[str, object]:
    from engine.errors import InputError

    n_cards, colon, total = text.partition(":")
    if not NUMBER.fullmatch(n_cards) or (colon and not NUMBER.fullmatch(total)):
        raise InputError(f"cannot read the enemy {text!r}: expected cards, or cards:total as 5:83")
    return {"n_cards": int(n_cards), "down_total": int(total) if colon else None}
