"""`assistant doctor`: what is installed, found and compiled; each line ok or what to do."""

import importlib
import io
import os
import platform
import sys
import zipfile
from collections.abc import Callable, Iterator
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import typer

from assistant import paths, system_libraries
from assistant.cli.app import AsJson, emit, game_app, terminal_control
from assistant.log import where
from assistant.requests import FrozenModel
from assistant.settings import load_settings
from assistant.version import VERSION
from engine.errors import UnavailableError
from engine.files import write_bytes

app = game_app("What is installed, and what is missing.", default="check")

MAX_LOG = 100_000  # letters of the log that are packed
PACKAGES = ("numpy", "scipy", "pandas", "numba", "pydantic", "textual", "pettingzoo")
OPTIONAL = {"torch": "train", "distributed": "cluster"}


class Finding(FrozenModel):
    """One line of the report; `required` findings decide the exit code."""

    name: str
    ok: bool
    detail: str
    required: bool = True


class SystemReport(FrozenModel):
    """All findings."""

    version: str
    ok: bool
    findings: tuple[Finding, ...]


@app.command()
def check(
    report_file: Path | None = typer.Option(
        None, "--report", help="Pack this, the log and the settings into a .zip for a bug report."
    ),
    compile_now: bool = typer.Option(False, "--compile", help="Compile Slave's engine now."),
    as_json: AsJson = False,
) -> None:
    """Look at everything the program needs."""
    if compile_now:
        from engine.slave.compile import prepare

        with terminal_control(quiet=as_json) as control:
            prepare(control)
    findings = tuple(find_all())
    report = SystemReport(
        version=VERSION, ok=all(f.ok for f in findings if f.required), findings=findings
    )
    emit(report, as_json, lambda: print_report(report))
    if report_file is not None:
        write_bytes(report_file, pack(report))
        typer.echo(f"Wrote {report_file}: look through it before you send it", err=True)
    if not report.ok:
        raise typer.Exit(1)


def pack(report: SystemReport) -> bytes:
    """Return what a bug report needs, as an archive: findings, system, settings, the log's last
    lines.
    """
    settings = load_settings()[0].model_dump_json(indent=1, exclude={"browser_path"})
    system = f"{platform.platform()}\nPython {sys.version}\n{os.cpu_count()} cores\n"
    log = where()
    parts = {
        "doctor.json": report.model_dump_json(indent=1),
        "system.txt": system,
        "settings.json": settings,
        "log.txt": Path(log).read_text(errors="replace")[-MAX_LOG:] if log else "",
    }
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, text in parts.items():
            packed.writestr(name, text.replace(str(Path.home()), "~"))
    return archive.getvalue()


def print_report(report: SystemReport) -> None:
    """Print one line for each finding."""
    typer.echo(f"card-table assistant {report.version}")
    for finding in report.findings:
        sign = "ok" if finding.ok else "MISSING" if finding.required else "optional"
        typer.echo(f"{sign:>9}  {finding.name:<16} {finding.detail}")


def find_all() -> Iterator[Finding]:
    """Yield every finding, in the order of the report."""
    yield Finding(name="Python", ok=sys.version_info >= (3, 11), detail=platform.python_version())
    for package in PACKAGES:
        yield _package(package, "pip install card-table-assistant")
    for package, extra in OPTIONAL.items():
        yield _package(package, f'pip install "card-table-assistant[{extra}]"', required=False)
    yield _finding("Rust module", _find_rust, "build it: make run")
    yield _finding("Slave's engine", _find_slave_engine, "--compile does it now", required=False)
    yield _finding("Qt", _find_qt, "pip install PySide6-Essentials")
    yield _finding("display", _find_display, "set DISPLAY to open the window", required=False)
    yield _finding("browser", _find_browser, "install Chromium or Google Chrome")
    yield _finding("user folder", lambda: str(paths.data_dir()), "make it writable")


def _package(name: str, remedy: str, required: bool = True) -> Finding:
    try:
        return Finding(name=name, ok=True, detail=version(name), required=required)
    except PackageNotFoundError:
        return Finding(name=name, ok=False, detail=f"not installed: {remedy}", required=required)


def _finding(name: str, find: Callable[[], str], remedy: str, required: bool = True) -> Finding:
    try:
        return Finding(name=name, ok=True, detail=find(), required=required)
    except (ImportError, OSError, UnavailableError) as error:
        detail = f"{' '.join(str(error).split())}; {remedy}"
        return Finding(name=name, ok=False, detail=detail, required=required)


def _find_rust() -> str:
    import rust_meld

    return f"loaded from {rust_meld.__file__}"


def _find_slave_engine() -> str:
    from engine.slave.compile import cache_folder, is_compiled

    if not is_compiled():
        raise UnavailableError("compiles when it is first asked")
    return f"compiled in {cache_folder()}"


def _find_qt() -> str:
    missing = system_libraries.missing_packages(system_libraries.QT)
    if missing:
        raise UnavailableError(system_libraries.explain_missing(missing))
    importlib.import_module("PySide6.QtWidgets")  # by name: this layer must not know Qt
    return version("PySide6-Essentials")


def _find_display() -> str:
    if sys.platform in ("darwin", "win32"):
        return sys.platform
    display = os.environ.get("WAYLAND_DISPLAY") or os.environ.get("DISPLAY")
    if not display:
        raise UnavailableError("none found")
    return display


def _find_browser() -> str:
    from automation.browser import find_browser

    return str(find_browser())
