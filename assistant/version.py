"""The version of the program, in one place (rust_meld/Cargo.toml), and the commit it is from."""

import subprocess
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from resources import resource_path

try:
    VERSION = version("card-table-assistant")
except PackageNotFoundError:  # sources without an install
    VERSION = "0+unknown"

ROOT = Path(__file__).resolve().parent.parent


def commit() -> str:
    """Return the commit of the wheel, the bundle or the checkout; "" if it is unknown."""
    built = resource_path("commit.txt")
    if (ROOT / ".git").exists():
        command = ["git", "-C", str(ROOT), "rev-parse", "--short", "HEAD"]
        try:
            return subprocess.run(command, capture_output=True, text=True).stdout.strip()
        except OSError:
            return ""
    return built.read_text("utf-8").strip() if built.exists() else ""


def full_version() -> str:
    """Return what `assistant --version` prints: "0.2.0 (commit 1a2b3c4)"."""
    made_of = commit()
    return f"{VERSION} (commit {made_of})" if made_of else VERSION
