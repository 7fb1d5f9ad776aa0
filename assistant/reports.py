"""An answer as a report: the question, the answer, how sure it is.

The same report is copied as text and written as CSV or text; JSON is the whole answer, for
programs.
"""

import csv
import io
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from assistant.advice import Advice
from engine.errors import InputError
from engine.files import write_text
from engine.words import counted


@dataclass(frozen=True, slots=True)
class Report:
    """Lines of what was entered, the answer in a sentence or two, a table, and how sure it is."""

    asked: Sequence[str]
    answer: Sequence[str]
    headers: Sequence[str]
    rows: Sequence[Sequence[str]]
    how_sure: str = ""

    def as_text(self) -> str:
        """Return lines to paste into a message; the columns of the table stand below each other."""
        table = [self.headers, *self.rows] if self.rows else []
        widths = [max(map(len, column)) for column in zip(*table, strict=True)]
        lines = ["  ".join(map(str.ljust, row, widths)).rstrip() for row in table]
        blocks = (self.asked, self.answer, lines, [self.how_sure] if self.how_sure else [])
        return "\n\n".join("\n".join(block) for block in blocks if block) + "\n"

    def as_csv(self) -> str:
        """Return the table with its header first, or question and answer if there is none."""
        out = io.StringIO()
        rows = csv.writer(out, lineterminator="\n")
        if self.rows:
            rows.writerows([self.headers, *self.rows])
        else:
            rows.writerows([("question", "answer"), (*self.asked, *self.answer)])
        return out.getvalue()


def how_sure(advice: Advice) -> str:
    """Return "exact", or "± 0.21%, 1,200,000 samples"."""
    if advice.exact:
        return "exact"
    half = "" if advice.half_width is None else f"± {advice.half_width * 100:.2f}%"
    samples = counted(advice.n_samples, "sample") if advice.n_samples else ""
    return ", ".join(part for part in (half, samples) if part)


def export_answer(path: Path, report: Report, advice: Advice) -> None:
    """Write an answer; the ending (.csv, .json, .txt) says how."""
    texts: dict[str, Callable[[], str]] = {
        ".csv": report.as_csv,
        ".txt": report.as_text,
        ".json": lambda: advice.model_dump_json(indent=2) + "\n",
    }
    text = texts.get(path.suffix.lower())
    if text is None:
        raise InputError(f'cannot export to "{path.name}": expected .csv, .json or .txt')
    write_text(path, text())
