"""Stored reviews: one small file each, so that a game that was reviewed before opens at once.

The store is only a cache: a review that is missing, damaged or of another version is made again.
"""

import hashlib
from contextlib import suppress
from pathlib import Path

from pydantic import TypeAdapter

from assistant import paths
from assistant.file_store import MAX_BYTES
from assistant.play.record import Record
from assistant.review.decisions import Review, review, seat_of
from assistant.version import VERSION
from engine.control import Control
from engine.errors import UnavailableError
from engine.files import make_folder, read_bounded, write_text

METHOD = 5  # raised when reviews of the same game change
WHAT_COUNTS = {"game", "rules", "seats", "rounds", "seed", "dealer", "start", "moves"}
MAX_KEPT = 500


def find_review(record: Record, seat: int) -> Review | None:
    """Return the stored review of a game and a seat, if there is one."""
    try:
        return _adapter().validate_json(read_bounded(_file(record, seat), MAX_BYTES))
    except (OSError, ValueError, UnavailableError):  # ValueError: also pydantic's
        return None


def keep_review(record: Record, found: Review) -> None:
    """Store a finished review; the oldest ones are removed."""
    file = _file(record, found.seat)
    write_text(file, _adapter().dump_json(found).decode())
    files = sorted(file.parent.glob("*.json"), key=lambda each: each.stat().st_mtime_ns)
    for old in files[:-MAX_KEPT]:
        old.unlink(missing_ok=True)


def review_once(record: Record, seat: int | None, control: Control) -> Review:
    """Return the stored review, or make it and store it."""
    place = seat_of(record, seat)
    found = find_review(record, place)
    if found is None:
        found = review(record, place, control=control)
        if not control.should_stop():
            with suppress(UnavailableError, OSError):  # it is only made again next time
                keep_review(record, found)
    return found


def _adapter() -> TypeAdapter[Review]:
    return TypeAdapter(Review)


def _file(record: Record, seat: int) -> Path:
    what = record.model_dump_json(include=WHAT_COUNTS)
    key = hashlib.sha256(f"{VERSION} {METHOD} {seat} {what}".encode()).hexdigest()[:32]
    return make_folder(paths.data_dir() / "reviews") / f"{key}.json"
