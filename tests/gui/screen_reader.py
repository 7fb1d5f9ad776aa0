"""The window as a screen reader meets it: a program on a display and a bus of its own (AT-SPI)."""

import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple

from jeepney import DBusAddress, MatchRule, MessageType, message_bus, new_method_call
from jeepney.io.blocking import DBusConnection, open_dbus_connection

PATIENCE_S = 120.0  # a machine under load may take long to start a window
ROOT = "/org/a11y/atspi/accessible/root"
KEY_SYMBOL = 3  # AT-SPI: the key is given by its symbol, to be pressed and released
ACCESSIBLE = "org.a11y.atspi.Accessible"
REGISTRY = "org.a11y.atspi.Registry"


class Part(NamedTuple):
    """One object of the tree: where it is on the bus, what it is and what it is called."""

    bus_name: str
    path: str
    role: str
    name: str


class ScreenReader:
    """Reads the tree of the program on the bus, presses its buttons, hears what it announces."""

    def __init__(self, bus: DBusConnection) -> None:
        self._bus = bus
        rule = MatchRule(
            type="signal", interface="org.a11y.atspi.Event.Object", member="Announcement"
        )
        bus.send_and_get_reply(message_bus.AddMatch(rule))
        self._wait_for_registry()
        registry = (REGISTRY, "/org/a11y/atspi/registry")
        self._call(*registry, REGISTRY, "RegisterEvent", "object:announcement")
        self._heard = bus.filter(rule, bufsize=1_000).__enter__()

    def _wait_for_registry(self) -> None:
        """Start the registry; one that ends at once, as it may when the bus starts, is repeated."""
        end_s = time.monotonic() + PATIENCE_S
        while not self._answer(message_bus.NameHasOwner(REGISTRY)):
            assert time.monotonic() < end_s, "the registry does not start"
            with suppress(LookupError):
                self._answer(message_bus.StartServiceByName(REGISTRY))
            time.sleep(0.1)

    def _call(self, bus_name: str, path: str, interface: str, method: str, *texts: str) -> Any:
        address = DBusAddress(path, bus_name=bus_name, interface=interface)
        message = new_method_call(address, method, "s" * len(texts) or None, texts)
        return self._answer(message)

    def _answer(self, message: Any) -> Any:
        reply = self._bus.send_and_get_reply(message, timeout=PATIENCE_S)
        if reply.header.message_type == MessageType.error:
            raise LookupError(reply.body)
        return reply.body[0] if reply.body else None

    def parts(self) -> Iterator[Part]:
        """Yield all objects of the program, depth first."""
        for bus_name, path in self._call(REGISTRY, ROOT, ACCESSIBLE, "GetChildren"):
            yield from self._below(bus_name, path)

    def _below(self, bus_name: str, path: str) -> Iterator[Part]:
        role = self._call(bus_name, path, ACCESSIBLE, "GetRoleName")
        yield Part(bus_name, path, role, self._property(bus_name, path, "Name"))
        for child in self._call(bus_name, path, ACCESSIBLE, "GetChildren"):
            yield from self._below(*child)

    def _property(self, bus_name: str, path: str, name: str) -> str:
        interface = "org.freedesktop.DBus.Properties"
        return str(self._call(bus_name, path, interface, "Get", ACCESSIBLE, name)[1])

    def describe(self, name: str, role: str) -> str:
        """Return what is said about a part beside its name."""
        part = self.find(name, role)
        return self._property(part.bus_name, part.path, "Description")

    def find(self, name: str, *roles: str) -> Part:
        """Wait for a part with this name that has one of these roles."""
        end_s = time.monotonic() + PATIENCE_S
        while time.monotonic() < end_s:
            try:
                for part in self.parts():
                    if part.name == name and part.role in roles:
                        return part
            except LookupError:
                pass  # the tree changed meanwhile
            time.sleep(0.1)
        raise AssertionError(f"no {' or '.join(roles)} is called {name!r}")

    def press(self, name: str) -> None:
        """Press a button."""
        part = self.find(name, "push button", "check box")
        address = DBusAddress(part.path, bus_name=part.bus_name, interface="org.a11y.atspi.Action")
        assert self._answer(new_method_call(address, "DoAction", "i", (0,)))

    def type(self, key: int) -> None:
        """Type a key, by its X11 symbol, into whatever has the focus."""
        address = DBusAddress(
            "/org/a11y/atspi/registry/deviceeventcontroller",
            bus_name=REGISTRY,
            interface="org.a11y.atspi.DeviceEventController",
        )
        self._answer(
            new_method_call(address, "GenerateKeyboardEvent", "isu", (key, "", KEY_SYMBOL))
        )

    def write(self, name: str, words: str) -> None:
        """Put words into a text field."""
        part = self.find(name, "text")
        interface = "org.a11y.atspi.EditableText"
        assert self._call(part.bus_name, part.path, interface, "SetTextContents", words)

    def hear(self, pattern: str) -> str:
        """Wait for an announcement with these words, a regular expression, and return it whole."""
        heard: list[str] = []
        while not heard or not re.search(pattern, heard[-1]):
            try:
                message = self._bus.recv_until_filtered(self._heard, timeout=PATIENCE_S)
            except TimeoutError:
                raise AssertionError(f"{pattern!r} was not announced, but {heard}") from None
            heard.append(str(message.body[3][1]))
        return heard[-1]


@contextmanager
def listening_to_the_window(home: Path) -> Iterator[ScreenReader]:
    """Start the program on a display and a bus of its own, and read it as a screen reader."""
    with ExitStack() as stack:
        display = _start_display(stack)
        environment = os.environ | {
            "DISPLAY": display,
            "XDG_RUNTIME_DIR": str(home),
            "CARD_TABLE_HOME": str(home),
            "QT_QPA_PLATFORM": "xcb",
            "QT_LINUX_ACCESSIBILITY_ALWAYS_ON": "1",
        }
        session = _start_bus(stack, environment)
        environment["DBUS_SESSION_BUS_ADDRESS"] = session
        bus = stack.enter_context(open_dbus_connection(_accessibility_bus(stack, session)))
        reader = ScreenReader(bus)
        _start(stack, [sys.executable, "-m", "assistant", "gui"], environment)
        yield reader


def _start(stack: ExitStack, command: list[str], environment: Any, **more: Any) -> Any:
    """Start a process that ends with the stack."""
    process = subprocess.Popen(command, env=environment, stderr=subprocess.DEVNULL, **more)

    def end() -> None:
        process.terminate()
        process.wait(PATIENCE_S)

    stack.callback(end)
    return process


def _start_display(stack: ExitStack) -> str:
    ours, theirs = os.pipe()
    command = ["Xvfb", "-displayfd", str(theirs), "-screen", "0", "1400x900x24"]
    _start(stack, [*command, "-nolisten", "tcp"], None, pass_fds=[theirs])
    os.close(theirs)
    with os.fdopen(ours) as pipe:
        return f":{pipe.readline().strip()}"


def _start_bus(stack: ExitStack, environment: dict[str, str]) -> str:
    command = ["dbus-daemon", "--session", "--nofork", "--print-address"]
    daemon = _start(stack, command, environment, stdout=subprocess.PIPE, text=True)
    stack.callback(daemon.stdout.close)
    return str(daemon.stdout.readline().strip())


def _accessibility_bus(stack: ExitStack, session: str) -> str:
    """Return the address of the bus for screen readers, which the session's bus starts."""
    bus = stack.enter_context(open_dbus_connection(session))
    address = DBusAddress("/org/a11y/bus", bus_name="org.a11y.Bus", interface="org.a11y.Bus")
    reply = bus.send_and_get_reply(new_method_call(address, "GetAddress"), timeout=PATIENCE_S)
    return str(reply.body[0])
