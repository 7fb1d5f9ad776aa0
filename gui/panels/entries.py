"""The entries of a panel as values, and the steps of undo between such values."""

import time
from collections.abc import Callable
from typing import Any, Self

from pydantic import BaseModel, ConfigDict
from PySide6.QtCore import QObject
from PySide6.QtGui import QUndoCommand, QUndoStack

from assistant.scenarios import flatten

MERGE_S = 1.2  # edits of one field within this time are undone together
MAX_STEPS = 200  # undo steps of each panel


class Entries(BaseModel):
    """The base of what can be entered in a panel."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    @classmethod
    def of(cls, **values: Any) -> Self:
        """Return what stands in widgets, whose types nobody knows, as checked values."""
        return cls.model_validate(values)


class EntryCommand(QUndoCommand):
    """One edit: the entries before and after it."""

    def __init__(self, show: Callable[[Entries], None], before: Entries, after: Entries) -> None:
        super().__init__("entry")
        self._show, self.before, self.after = show, before, after
        self.made_s = time.monotonic()
        self._first = True

    def redo(self) -> None:
        """Write the entries again; the first time they are there already."""
        if not self._first:
            self._show(self.after)
        self._first = False

    def undo(self) -> None:
        """Write the entries of before."""
        self._show(self.before)


class EntryHistory(QUndoStack):
    """The steps of undo of one panel; `show` writes entries into its widgets."""

    def __init__(self, parent: QObject, show: Callable[[Entries], None]) -> None:
        super().__init__(parent)
        self.setUndoLimit(MAX_STEPS)
        self._show = show
        self._last: EntryCommand | None = None

    def add(self, before: Entries, after: Entries) -> None:
        """Keep a step of its own."""
        self._last = None
        self.push(EntryCommand(self._show, before, after))

    def add_edit(self, before: Entries, after: Entries) -> None:
        """Keep an edit, together with the one before if that was in the same field just now."""
        if self._last is not None and self._continues(self._last, after):
            self._last.after, self._last.made_s = after, time.monotonic()
        else:
            self.add(before, after)
            command = self.command(self.index() - 1)
            self._last = command if isinstance(command, EntryCommand) else None

    def _continues(self, last: EntryCommand, entries: Entries) -> bool:
        if self.index() != self.count() or self.count() == 0:
            return False
        is_recent = time.monotonic() - last.made_s < MERGE_S
        return is_recent and _changed(last.before, last.after) == _changed(last.after, entries)


def _changed(before: Entries, after: Entries) -> set[str]:
    old, new = (dict(flatten(entries.model_dump())) for entries in (before, after))
    return {path for path in old.keys() | new.keys() if old.get(path) != new.get(path)}
