"""Check that there is a screen for the window before Qt, which would abort the program.

The display server is contacted, because DISPLAY may name one that is gone, and Qt's plugin for it
is loaded, because a system library may be missing.
"""

import ctypes
import importlib.util
import os
import socket
import sys
from collections.abc import Callable
from pathlib import Path

from assistant import system_libraries
from engine.cards import shorten
from engine.errors import UnavailableError

REMEDY = "start it in a desktop session, or use the command line (assistant --help)"
PLATFORMS = {"WAYLAND_DISPLAY": "wayland", "DISPLAY": "xcb"}
LIBRARIES = {"WAYLAND_DISPLAY": system_libraries.WAYLAND, "DISPLAY": system_libraries.X11}


def require_display() -> None:
    """Raise in one line if no window can be opened; else make Qt use the server that answers."""
    plain_unix = sys.platform.startswith(("linux", "freebsd"))
    if not plain_unix or os.environ.get("QT_QPA_PLATFORM"):
        return
    named = [name for name in PLATFORMS if os.environ.get(name)]
    if not named:
        raise UnavailableError(f"there is no display to open the window on: {REMEDY}")
    reasons = {name: _why_not(name) for name in named}
    usable = [name for name, reason in reasons.items() if not reason]
    if not usable:
        raise UnavailableError(f"{'; '.join(reasons.values())}; {REMEDY}")
    if len(usable) < len(named):
        os.environ["QT_QPA_PLATFORM"] = PLATFORMS[usable[0]]


def _why_not(name: str) -> str:
    """Return why the server that a variable names cannot be used, or ""."""
    answers: dict[str, Callable[[], bool]] = {"DISPLAY": _x_answers, "WAYLAND_DISPLAY": _wl_answers}
    try:
        missing = system_libraries.missing_packages(system_libraries.QT, LIBRARIES[name])
        if missing:
            return system_libraries.explain_missing(missing)
        if not answers[name]():
            value = shorten(os.environ[name])
            return f'no display server answers at {name}="{value}"'
        _load_plugin(PLATFORMS[name])
    except OSError as error:
        return f"the window's plugin for {name} cannot be loaded: {error}"
    return ""


def _x_answers() -> bool:
    """Connect as Qt's plugin does: through libxcb, which knows hosts, sockets and cookies."""
    xcb = ctypes.CDLL("libxcb.so.1")
    xcb.xcb_connect.restype = ctypes.c_void_p
    connection = ctypes.c_void_p(xcb.xcb_connect(None, None))
    is_refused = xcb.xcb_connection_has_error(connection)
    xcb.xcb_disconnect(connection)
    return not is_refused


def _wl_answers() -> bool:
    """Connect to the socket, which is named in full or stands in the user's runtime folder."""
    path = Path(os.environ.get("XDG_RUNTIME_DIR", "/"), os.environ["WAYLAND_DISPLAY"])
    with socket.socket(socket.AF_UNIX) as connection:
        try:
            connection.connect(str(path))
        except OSError:
            return False
    return True


def _load_plugin(platform: str) -> None:
    """Load Qt's plugin, if Qt brings its own; `OSError` names the library that is missing."""
    spec = importlib.util.find_spec("PySide6")
    for folder in spec.submodule_search_locations or () if spec else ():
        plugin = Path(folder, "Qt", "plugins", "platforms", f"libq{platform}.so")
        if plugin.exists():
            ctypes.CDLL(str(plugin))
