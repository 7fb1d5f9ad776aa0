"""`assistant position "konkan …"`: check a position line, print it, advise on it."""

from typing import Any

import typer

from assistant.cli.app import App, AsJson, Seconds, emit, terminal_control
from engine.cards import in_symbols, parse_cards
from engine.words import sentence

app = App(add_completion=False)


@app.command()
def position(
    text: str = typer.Argument(help='A position line, such as "holdem AHKH/? QH7H2C - -".'),
    ask: bool = typer.Option(False, "--advise", help="Also ask the advisor."),
    seconds: Seconds = None,
    as_json: AsJson = False,
) -> None:
    """Read a position of any game; say what is wrong with it, or print it in its usual form."""
    from assistant.advisors.registry import advise
    from assistant.play.position import position_line, question_of

    request = question_of(text)
    answer: dict[str, Any] = {"game": request.game, "position": position_line(request)}
    answer["request"] = request.model_dump(mode="json")
    if ask:
        with terminal_control(seconds or 5.0, quiet=as_json) as control:
            answer["advice"] = advise(request, control).model_dump(mode="json")

    def show() -> None:
        typer.echo(answer["position"])
        if ask:
            typer.echo(_in_short(request.game, answer["advice"]))

    emit(answer, as_json, show)


def _in_short(game: str, advice: dict[str, Any]) -> str:
    """Return what to do or what a hand is worth, and why, in sentences."""
    first = advice.get("headline") or advice.get("best") or ""
    if game == "holdem":
        share = f"{advice['players'][0]['equity']:.1%} of the pot"
        first = "" if advice["why"].startswith(share) else share
    if game == "pokle" and advice["guesses"]:
        first = f"guess {in_symbols(parse_cards(advice['guesses'][0]['cards']))}"
    return " ".join(map(sentence, filter(None, [first, advice["why"]])))
