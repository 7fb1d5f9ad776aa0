"""`assistant hand "Ah Kh …"`: what the best five of five to seven cards are called."""

import typer

from assistant.cli.app import App, AsJson, emit

app = App(add_completion=False)


@app.command()
def hand(
    cards: str = typer.Argument(help='Five to seven cards, such as "Ah Kh Qh Jh 10h 2c 3d".'),
    as_json: AsJson = False,
) -> None:
    """Name the best five of five to seven cards."""
    from engine.cards import format_cards, parse_cards
    from engine.poker.evaluator import best_five, describe, evaluate, hand_type

    given = parse_cards(cards)
    value = evaluate(given)
    five = best_five(given)
    answer = {
        "cards": format_cards(given),
        "best_five": format_cards(five),
        "hand_type": hand_type(value).name,
        "name": describe(value),
        "value": value,
    }
    emit(answer, as_json, lambda: typer.echo(f"{' '.join(map(str, five))}  {describe(value)}"))
