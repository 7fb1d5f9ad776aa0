"""The system's libraries that the window needs: which are missing, and the command to get them.

All that are missing are named at once. The set-up script reads this module, too, before anything is
installed, so it uses nothing but Python's own library.
"""

import ctypes
import shutil
import sys
from collections.abc import Iterable

# Debian package -> the shared library that shows it is there.
QT = {
    "libegl1": "libEGL.so.1",
    "libgl1": "libGL.so.1",
    "libfontconfig1": "libfontconfig.so.1",
    "libfreetype6": "libfreetype.so.6",
    "libglib2.0-0": "libglib-2.0.so.0",
    "libxkbcommon0": "libxkbcommon.so.0",
    "libdbus-1-3": "libdbus-1.so.3",
    "libx11-6": "libX11.so.6",
    "libzstd1": "libzstd.so.1",
    "zlib1g": "libz.so.1",
}
X11 = {
    "libx11-xcb1": "libX11-xcb.so.1",
    "libxcb1": "libxcb.so.1",
    "libxcb-cursor0": "libxcb-cursor.so.0",
    "libxcb-icccm4": "libxcb-icccm.so.4",
    "libxcb-image0": "libxcb-image.so.0",
    "libxcb-keysyms1": "libxcb-keysyms.so.1",
    "libxcb-randr0": "libxcb-randr.so.0",
    "libxcb-render0": "libxcb-render.so.0",
    "libxcb-render-util0": "libxcb-render-util.so.0",
    "libxcb-shape0": "libxcb-shape.so.0",
    "libxcb-shm0": "libxcb-shm.so.0",
    "libxcb-sync1": "libxcb-sync.so.1",
    "libxcb-util1": "libxcb-util.so.1",
    "libxcb-xfixes0": "libxcb-xfixes.so.0",
    "libxcb-xkb1": "libxcb-xkb.so.1",
    "libxkbcommon-x11-0": "libxkbcommon-x11.so.0",
}
WAYLAND = {
    "libwayland-client0": "libwayland-client.so.0",
    "libwayland-cursor0": "libwayland-cursor.so.0",
    "libwayland-egl1": "libwayland-egl.so.1",
}
BY_LIBRARY = ("dnf", "zypper")  # package managers that find a package by the library in it


def missing_packages(*tables: dict[str, str]) -> dict[str, str]:
    """Return the packages and libraries of some tables that the system's loader does not find."""
    if not sys.platform.startswith("linux"):
        return {}
    wanted = {package: name for table in tables for package, name in table.items()}
    return {package: name for package, name in wanted.items() if not has_library(name)}


def has_library(name: str) -> bool:
    """Return True if the system's loader finds the shared library."""
    try:
        ctypes.CDLL(name)
    except OSError:
        return False
    return True


def explain_missing(missing: dict[str, str]) -> str:
    """Return all libraries that are missing in one line, with the one command that brings them."""
    return f"system libraries are missing: {', '.join(missing.values())}{install_hint(missing)}"


def install_hint(missing: dict[str, str]) -> str:
    """Return the command that installs them here, for a system whose package manager is known."""
    if shutil.which("apt-get"):
        return f"; run: sudo apt-get install {' '.join(missing)}"
    manager = next(filter(shutil.which, BY_LIBRARY), None)
    return f"; run: sudo {manager} install {_by_library(missing.values())}" if manager else ""


def _by_library(names: Iterable[str]) -> str:
    return " ".join(f"'{name}()(64bit)'" for name in names)
