"""Answers that can be shown as a table: as text, in a notebook, as a pandas frame.

A class gives `rows`, one dictionary for each line, and `footnote`, how the answer was obtained.
Shares (values of type float) are shown in percent.
"""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pandas as pd

Row = Mapping[str, object]


class Tabular:
    """Shows itself as a table."""

    __slots__ = ()

    @abstractmethod
    def rows(self) -> Sequence[Row]:
        """Return the lines of the table, all with the same keys."""

    @abstractmethod
    def footnote(self) -> str:
        """Return how the answer was obtained, in a few words."""

    def to_frame(self) -> "pd.DataFrame":
        """Return the table as a pandas frame, with plain numbers."""
        import pandas as pd

        return pd.DataFrame([dict(row) for row in self.rows()])

    def __repr__(self) -> str:
        rows = [list(self._heads()), *(list(map(_text, row.values())) for row in self.rows())]
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        lines = [
            "  ".join(
                cell.ljust(width) if place == 0 else cell.rjust(width)
                for place, (cell, width) in enumerate(zip(row, widths, strict=True))
            ).rstrip()
            for row in rows
        ]
        return "\n".join([*lines, self.footnote()])

    def _repr_html_(self) -> str:
        heads = "".join(f"<th>{escape(head)}</th>" for head in self._heads())
        lines = (
            "".join(f"<td>{escape(_text(value))}</td>" for value in row.values())
            for row in self.rows()
        )
        body = "".join(f"<tr>{line}</tr>" for line in lines)
        note = escape(self.footnote())
        return f"<table><tr>{heads}</tr>{body}</table><small>{note}</small>"

    def _heads(self) -> Sequence[str]:
        return list(next(iter(self.rows()), {}))


def _text(value: object) -> str:
    if value is None:
        return ""
    return f"{value:.2%}" if isinstance(value, float) else str(value)
