"""`assistant position "konkan …"`: check a position line, print it, advise on it."""

from typing import Any

import typer

from assistant.cli.app import App, AsJson, Seconds, emit, terminal_control

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
            found = answer["advice"]
            headline = found.get("headline") or found.get("best") or ""
            typer.echo(". ".join(filter(None, [headline, found["why"]])))

    emit(answer, as_json, show)
