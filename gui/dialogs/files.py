"""The questions about files: where to save, what to open. Tests put their own answers here."""

from pathlib import Path

from PySide6.QtWidgets import QFileDialog, QWidget

from assistant import paths


def ask_save(parent: QWidget, title: str, suggestion: str, kinds: str) -> Path | None:
    """Ask where to save; None if the user thinks better of it."""
    start = str(paths.data_dir() / suggestion)
    name, kind = QFileDialog.getSaveFileName(parent, title, start, kinds)
    if not name:
        return None
    path = Path(name)
    return path if path.suffix else path.with_suffix(_ending(kind))


def ask_open(parent: QWidget, title: str, kinds: str) -> Path | None:
    """Ask what to open; None if the user thinks better of it."""
    name, _ = QFileDialog.getOpenFileName(parent, title, str(paths.data_dir()), kinds)
    return Path(name) if name else None


def ask_folder(parent: QWidget, title: str) -> Path | None:
    """Ask for a folder; None if the user thinks better of it."""
    name = QFileDialog.getExistingDirectory(parent, title, str(paths.data_dir()))
    return Path(name) if name else None


def _ending(kind: str) -> str:
    """The first ending of a filter such as "Table (*.csv)"."""
    return kind.partition("*")[2].rstrip(")").split(" ")[0] or ".json"
