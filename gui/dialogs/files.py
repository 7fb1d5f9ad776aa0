"""The questions about files: where to save, what to open. Tests put their own answers here.

They begin in the user's documents, and then in the folder that was chosen last.
"""

from pathlib import Path

from PySide6.QtCore import QStandardPaths
from PySide6.QtWidgets import QFileDialog, QWidget


class LastFolder:
    """The folder that was chosen last; there is one instance, `last`. The window's state
    stores it.
    """

    def __init__(self) -> None:
        self.path = ""

    def folder(self) -> Path:
        """Return where a question begins."""
        if self.path and Path(self.path).is_dir():
            return Path(self.path)
        documents = QStandardPaths.StandardLocation.DocumentsLocation
        return Path(QStandardPaths.writableLocation(documents) or Path.home())

    def remember(self, path: Path) -> Path:
        """Begin there the next time; return the same path."""
        self.path = str(path.parent)
        return path


last = LastFolder()


def ask_save(parent: QWidget, title: str, suggestion: str, kinds: str) -> Path | None:
    """Ask where to save; None if the user cancels."""
    start = str(last.folder() / suggestion)
    name, kind = QFileDialog.getSaveFileName(parent, title, start, kinds)
    if not name:
        return None
    path = last.remember(Path(name))
    return path if path.suffix else path.with_suffix(_ending(kind))


def ask_open(parent: QWidget, title: str, kinds: str) -> Path | None:
    """Ask what to open; None if the user cancels."""
    name, _ = QFileDialog.getOpenFileName(parent, title, str(last.folder()), kinds)
    return last.remember(Path(name)) if name else None


def ask_folder(parent: QWidget, title: str) -> Path | None:
    """Ask for a folder; None if the user cancels."""
    name = QFileDialog.getExistingDirectory(parent, title, str(last.folder()))
    return Path(name) if name else None


def _ending(kind: str) -> str:
    """Return the first ending of a filter such as "Table (*.csv)"."""
    return kind.partition("*")[2].rstrip(")").split(" ")[0] or ".json"
