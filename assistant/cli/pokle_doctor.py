"""`assistant pokle doctor` and `profile`: what is found on a page, and where one looks for it."""

import threading
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from assistant.cli.app import emit
from assistant.cli.pokle_play import AS_JSON, BROWSER, HEADED, SITE, URL, read_request
from engine.errors import InputError, UnavailableError

if TYPE_CHECKING:
    from assistant.pokle_bot import BotRequest
    from automation.doctor import Diagnosis, Finding
    from automation.profiles import Sourced
    from automation.recording import Replayed

SEED = "1"  # of the practice puzzle that is looked at


def register(app: typer.Typer) -> None:
    """Add the commands to the Pokle group."""
    app.command("doctor")(doctor)
    app.command("profile")(profile)


def doctor(
    site: str = SITE,
    url: str = URL,
    headed: bool = HEADED,
    record: Path | None = typer.Option(
        None, help="Keep every phase of a game there; the bot plays it, with --headed you do."
    ),
    replay: Path | None = typer.Option(None, help="Look at such a folder instead of the site."),
    browser: Path | None = BROWSER,
    as_json: bool = AS_JSON,
) -> None:
    """Say, part by part, which way finds it on the page and which does not."""
    if record and replay:
        raise InputError("--record and --replay together: expected one of them")
    request = read_request(site, url, SEED, headed, browser, None, {})
    if replay:
        _replay(replay, request, as_json)
    elif record:
        _record(record, request, as_json)
    else:
        _tell(examine_site(request), as_json)


def profile(site: str = SITE, as_json: bool = AS_JSON) -> None:
    """Print the profile in force, and where each key comes from."""
    from assistant.pokle_bot import profiles_dir, sourced_profile

    sourced = sourced_profile(site)
    values = {key: _value(sourced, key) for key in sourced.origins}
    told = {
        "overridden_in": str(profiles_dir()),
        "keys": {key: {"value": values[key], "from": sourced.origins[key]} for key in values},
    }
    emit(told, as_json, lambda: _print_profile(sourced, values, profiles_dir()))


def examine_site(request: "BotRequest") -> "Diagnosis":
    """One look at the page."""
    from assistant.pokle_bot import open_site, site_profile
    from automation.doctor import examine
    from automation.site import PokleSite

    with open_site(request) as opened:
        return examine(PokleSite(opened.tabs.page, site_profile(request.site)), opened.url)


def _record(folder: Path, request: "BotRequest", as_json: bool) -> None:
    from assistant.pokle_bot import record

    recording, problem = record(request, folder, threading.Event())
    if not as_json:
        for phase in recording.phases:
            typer.echo(f"{phase.file}: {phase.problem or _rows(phase.reads)}")
        typer.echo(f"{len(recording.phases)} phases kept in {folder}")
    if problem:
        raise UnavailableError(problem)
    _tell(recording.diagnoses[-1], as_json)


def _replay(folder: Path, request: "BotRequest", as_json: bool) -> None:
    from assistant.pokle_bot import replay

    replayed = replay(request, folder)
    if as_json:
        emit({"phases": [_as_replayed(each) for each in replayed]}, True, lambda: None)
    else:
        for each in replayed:
            now = each.diagnosis.problem or _rows(each.reads)
            typer.echo(f"{each.phase.file}: {now}{'' if each.is_same else '   NOT AS RECORDED'}")
        for broken in [each for each in replayed if not each.diagnosis.is_sound][:1]:
            _print_diagnosis(broken.diagnosis)
    raise typer.Exit(0 if all(each.is_same for each in replayed) else 1)


def _as_replayed(replayed: "Replayed") -> dict[str, Any]:
    return {
        "phase": replayed.phase.name,
        "same": replayed.is_same,
        "reads": replayed.reads,
        **_as_dict(replayed.diagnosis),
    }


def _rows(reads: dict[str, Any] | None) -> str:
    n_rows = len(reads["rows"]) if reads else 0
    return f"read, {n_rows} row{'' if n_rows == 1 else 's'} with colours"


def _tell(diagnosis: "Diagnosis", as_json: bool) -> None:
    emit(_as_dict(diagnosis), as_json, lambda: _print_diagnosis(diagnosis))
    raise typer.Exit(0 if diagnosis.is_sound else 1)


def _as_dict(diagnosis: "Diagnosis") -> dict[str, Any]:
    from dataclasses import asdict

    used = [finding.used for finding in diagnosis.findings]
    told = asdict(diagnosis)
    for finding, way in zip(told["findings"], used, strict=True):
        finding["used"] = way
    return {"sound": diagnosis.is_sound, **told}


def _print_diagnosis(diagnosis: "Diagnosis") -> None:
    typer.echo(diagnosis.url)
    for finding in diagnosis.findings:
        _print_finding(finding)
    typer.echo(diagnosis.problem or "The page can be played.")


def _print_finding(finding: "Finding") -> None:
    for number, way in enumerate(finding.ways):
        name = finding.part if number == 0 else ""
        mark = "used" if number == finding.used else "" if not way.problem else "MISSING"
        mark = "" if finding.optional and mark == "MISSING" else mark
        mark = "no" if mark == "MISSING" and finding.is_sound else mark
        count = f"{way.n_found}/{finding.n_expected}"
        typer.echo(f"{name:<14} {mark:<8} {count:>6}   {way.selector}")
        if way.problem and not finding.is_sound:
            typer.echo(f"{'':<31}{way.problem}")


def _value(sourced: "Sourced", key: str) -> Any:
    found: Any = sourced.profile.model_dump()
    for name in key.split(".", 1):
        found = found[name]
    return list(found) if isinstance(found, tuple) else found


def _print_profile(sourced: "Sourced", values: dict[str, Any], folder: Path) -> None:
    import json

    source = ""
    for key, value in values.items():
        if sourced.origins[key] != source:
            source = sourced.origins[key]
            typer.echo(f"# from {source}")
        name = ".".join(part if part.isidentifier() else f'"{part}"' for part in key.split(".", 1))
        typer.echo(f"{name} = {json.dumps(value, ensure_ascii=False)}")
    own = f"{folder / sourced.profile.name}.toml"
    typer.echo(
        f"# To override keys: write them into {own}, or into a file given as --site FILE.toml"
    )
