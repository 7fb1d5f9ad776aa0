"""The start of the bundle: one folder that brings Python, Qt and libraries.

`card-table-assistant` calls it before anything else is imported. Libraries that this system lacks
are loaded from the bundle, those it has are its own (they know its drivers).
"""

import ctypes
import os
import sys
from pathlib import Path

ROOT = Path(sys.prefix).parent


def main() -> None:
    """Run the command line; without arguments, open the window."""
    load_libraries("qt" if sys.argv[1:2] in ([], ["gui"]) else "any")
    sys.argv[1:] = sys.argv[1:] or ["gui"]
    from assistant.cli.start import assistant

    assistant()


def load_libraries(purpose: str) -> None:
    """Load the bundled libraries that this system lacks; a list says which, and in which order."""
    folder = ROOT / "lib"
    for line in (folder / f"{purpose}.txt").read_text().split():
        try:
            ctypes.CDLL(line, ctypes.RTLD_GLOBAL)
        except OSError:
            ctypes.CDLL(str(folder / line), ctypes.RTLD_GLOBAL)
    if purpose == "qt":
        _offer("FONTCONFIG_FILE", Path("/etc/fonts/fonts.conf"), ROOT / "share/fonts/fonts.conf")
        _offer("XKB_CONFIG_ROOT", Path("/usr/share/X11/xkb"), ROOT / "share/xkb")


def _offer(variable: str, usual: Path, own: Path) -> None:
    if not usual.exists() and own.exists():
        os.environ.setdefault(variable, str(own))


if __name__ == "__main__":
    main()
