"""`assistant pokle doctor` and `profile`: which parts of a page are found, and by which
selectors.
"""

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from assistant.cli.app import AsJson, emit
from assistant.cli.pokle_play import BROWSER, HEADED, SITE, URL, read_request
from engine.errors import InputError, UnavailableError

if TYPE_CHECKING:
    from assistant.pokle_bot import BotRequest
    from automation.doctor import Diagnosis
    from automation.recording import Replayed

SEED = "1"  # seed of the practice puzzle that is examined


def register(app: typer.Typer) -> None:
    """Add the commands to the Pokle group."""
    app.command("doctor")(doctor)
    app.command("profile")(profile)


def doctor(
    site: str = SITE,
    url: str = URL,
    headed: bool = HEADED,
    record: Path | None = typer.Option(
        None, help="Record a game into this folder; the bot plays it, or you with --headed."
    ),
    replay: Path | None = typer.Option(None, help="Read a recorded game instead of the site."),
    repair: bool = typer.Option(
        False, "--repair", help="Make a profile by clicking the parts of the page yourself."
    ),
    browser: Path | None = BROWSER,
    as_json: AsJson = False,
) -> None:
    """Check that every part of the page is found, and in which ways."""
    from assistant.pokle_page import examine_page

    if record and replay:
        raise InputError("--record and --replay together: expected one of them")
    request = read_request(site, url, SEED, headed, browser, None, {})
    if repair:
        _repair(request)
    elif replay:
        _replay(replay, request, as_json)
    elif record:
        _record(record, request, as_json)
    else:
        _emit_diagnosis(examine_page(request), as_json)


def profile(site: str = SITE, as_json: AsJson = False) -> None:
    """Print the profile in force, and where each key comes from."""
    from assistant.pokle_bot import profile_with_origins, profiles_dir
    from assistant.pokle_page import profile_lines, profile_values

    sourced = profile_with_origins(site)
    keys = {
        key: {"value": value, "from": sourced.origins[key]}
        for key, value in profile_values(sourced).items()
    }
    answer = {"overridden_in": str(profiles_dir()), "keys": keys}
    emit(answer, as_json, lambda: _print(profile_lines(sourced)))


def _repair(request: "BotRequest") -> None:
    from assistant.pokle_page import repair_page

    typer.echo("Answer the questions in the window that opens: click, Skip or Done.", err=True)
    line = ""
    for line in repair_page(request, lambda step: typer.echo(f"· {step.words}", err=True)):
        typer.echo(line)
    raise typer.Exit(0 if line.startswith("The profile is repaired") else 1)


def _record(folder: Path, request: "BotRequest", as_json: bool) -> None:
    from assistant.pokle_page import record_game, recording_lines

    if request.headed:
        typer.echo("Play in the window that opens; close it when the game is over.", err=True)
    recording, problem = record_game(request, folder)
    if not as_json:
        _print(recording_lines(recording))
    if problem:
        raise UnavailableError(problem)
    if recording.diagnoses:
        _emit_diagnosis(recording.diagnoses[-1], as_json)


def _replay(folder: Path, request: "BotRequest", as_json: bool) -> None:
    from assistant.pokle_page import has_own_profile, replay_game, replay_is_sound, replay_lines

    replayed, repaired = replay_game(request, folder), has_own_profile(request.site)
    answer = {"phases": [_as_replayed(each) for each in replayed]}
    emit(answer, as_json, lambda: _print(replay_lines(replayed, repaired)))
    raise typer.Exit(0 if replay_is_sound(replayed, repaired) else 1)


def _as_replayed(replayed: "Replayed") -> dict[str, Any]:
    seen = {"phase": replayed.phase.name, "same": replayed.is_same, "reads": replayed.reads}
    return {**seen, **_as_dict(replayed.diagnosis)}


def _emit_diagnosis(diagnosis: "Diagnosis", as_json: bool) -> None:
    from assistant.pokle_page import diagnosis_lines

    emit(_as_dict(diagnosis), as_json, lambda: _print(diagnosis_lines(diagnosis)))
    raise typer.Exit(0 if diagnosis.is_sound else 1)


def _as_dict(diagnosis: "Diagnosis") -> dict[str, Any]:
    from dataclasses import asdict

    used = [finding.used for finding in diagnosis.findings]
    answer = asdict(diagnosis)
    for finding, way in zip(answer["findings"], used, strict=True):
        finding["used"] = way
    return {"sound": diagnosis.is_sound, **answer}


def _print(lines: Iterable[str]) -> None:
    for line in lines:
        typer.echo(line)
