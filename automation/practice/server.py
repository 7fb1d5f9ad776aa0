"""Serves the practice site on 127.0.0.1, in a thread of its own; nothing else is served.

The files are read once from the package, so a request can name none but these. A request must name
this machine as the host (against DNS rebinding) and arrive in time, from a bounded number of
connections; the page may load nothing but its own files. The only data that can be sent here is how
a game ended, by the page itself.
"""

import datetime
import json
import logging
import socket
import sys
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib import resources
from typing import Any, ClassVar
from urllib.parse import SplitResult, parse_qs, urlencode, urlsplit

from automation.practice.results import ResultCounts
from engine.errors import InputError, UnavailableError

_log = logging.getLogger(__name__)

HOST = "127.0.0.1"
NAMES = (HOST, "localhost")
MAX_CONNECTIONS = 64
MAX_PER_CLIENT = 32  # on this machine everybody comes from one address
MAX_PATH = 2000  # characters
READ_S = 10.0  # for a whole request to come
HEADERS = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; "
    "img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
}
TYPES = {
    "html": "text/html; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml",
}


def load_assets() -> dict[str, bytes]:
    """Return the files of the site by their address path."""
    folder = resources.files("automation.practice") / "static"
    files = {f"/{file.name}": file.read_bytes() for file in folder.iterdir()}
    return files | {"/": files["/index.html"]}


@dataclass(slots=True)
class _Connection:
    """A connection: when it was opened or last answered, and whether a request is being
    answered.
    """

    request: socket.socket
    client: str
    since_s: float
    is_busy: bool = False

    def hang_up(self) -> None:
        """Wake the thread that waits for the client; it closes the connection."""
        with suppress(OSError):
            self.request.shutdown(socket.SHUT_RDWR)


class _Server(ThreadingHTTPServer):
    """Takes a bounded number of connections; ignores clients that leave.

    A client has so many seconds to send a whole request, however slowly it sends. Where there is
    no room, the connection that has been idle for longest makes it.
    """

    daemon_threads = True

    def __init__(self, port: int, handler: type[BaseHTTPRequestHandler]) -> None:
        self._connections: dict[int, _Connection] = {}
        self._guard = threading.Lock()
        super().__init__((HOST, port), handler)

    def process_request(self, request: Any, client_address: Any) -> None:
        """Accept one more connection, if there is room or can be made."""
        connection = _Connection(request, client_address[0], time.monotonic())
        with self._guard:
            is_taken = self._make_room(connection.client)
            if is_taken:
                self._connections[id(request)] = connection
        if is_taken:
            super().process_request(request, client_address)
        else:
            self.shutdown_request(request)

    def _make_room(self, client: str) -> bool:
        """Close the longest idle connection if a client, or all together, have too many."""
        own = [
            connection for connection in self._connections.values() if connection.client == client
        ]
        for connections, most in (
            (own, MAX_PER_CLIENT),
            (list(self._connections.values()), MAX_CONNECTIONS),
        ):
            if len(connections) < most:
                continue
            idle = [connection for connection in connections if not connection.is_busy]
            if not idle:
                return False
            oldest = min(idle, key=lambda connection: connection.since_s)
            self._connections.pop(id(oldest.request), None)
            oldest.hang_up()
        return True

    def service_actions(self) -> None:
        """Close the connection of a client that did not send a whole request in time."""
        now_s = time.monotonic()
        with self._guard:
            for connection in self._connections.values():
                if not connection.is_busy and now_s - connection.since_s > READ_S:
                    connection.hang_up()

    def set_busy(self, request: socket.socket, is_busy: bool) -> None:
        """Note that a whole request has arrived, or was answered."""
        with self._guard:
            connection = self._connections.get(id(request))
            if connection is not None:
                connection.is_busy, connection.since_s = is_busy, time.monotonic()

    def process_request_thread(self, request: Any, client_address: Any) -> None:
        """Serve a connection, then make room."""
        try:
            super().process_request_thread(request, client_address)
        finally:
            with self._guard:
                connection = self._connections.get(id(request))
                if connection is not None and connection.request is request:
                    del self._connections[id(request)]

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Ignore a client that left; log any other error."""
        if not isinstance(sys.exception(), OSError):
            _log.exception("a request to the practice site failed")


class PracticeServer:
    """The running site. Use it as a context manager; `url(...)` is the address of a puzzle."""

    headers: Mapping[str, str] = HEADERS

    def __init__(self, port: int = 0) -> None:
        self.assets = load_assets()
        self.results = ResultCounts()
        self._port = port
        self._http: _Server | None = None

    def __enter__(self) -> "PracticeServer":
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def start(self) -> None:
        """Listen; a port of 0 takes a free one and keeps it for the next start.

        Today's puzzle is made first: compiled code takes a second to load, and no visitor waits.
        """
        self.puzzle(None, None)
        handler = type("Handler", (_Handler,), {"site": self})
        try:
            self._http = _Server(self._port, handler)
        except OSError as error:
            raise UnavailableError(f"cannot listen on {HOST}:{self._port}: {error}") from error
        self._port = self._http.server_port
        threading.Thread(target=self._http.serve_forever, args=(0.02,), daemon=True).start()

    def stop(self) -> None:
        """Stop listening; the port can be taken again at once."""
        if self._http is not None:
            self._http.shutdown()
            self._http.server_close()
            self._http = None

    def url(self, **query: object) -> str:
        """Return the address of the page, with what it is asked: seed, puzzle, pace, order."""
        asked = {key: value for key, value in query.items() if value is not None}
        return f"http://{HOST}:{self._port}/" + (f"?{urlencode(asked)}" if asked else "")

    def is_meant(self, host: str) -> bool:
        """Return True if the host of a request is this server."""
        return host in {f"{name}:{self._port}" for name in NAMES}

    def is_own(self, origin: str) -> bool:
        """Return True if a request was sent by the page of this server."""
        return origin in {f"http://{name}:{self._port}" for name in NAMES}

    def puzzle(self, seed: str | None, puzzle: str | None) -> dict[str, object]:
        """Return the puzzle that the page asks for."""
        from automation.practice.puzzles import puzzle_for  # loads compiled code

        return puzzle_for(seed, puzzle, datetime.date.today())


class _Handler(BaseHTTPRequestHandler):
    """Answers with a file of the site or with a puzzle."""

    site: ClassVar[PracticeServer]
    protocol_version = "HTTP/1.1"
    server_version = "Pokle"
    sys_version = ""
    timeout = READ_S  # for each step of reading and writing
    server: _Server

    def handle_one_request(self) -> None:
        """Wait for a request and answer it."""
        super().handle_one_request()
        self.server.set_busy(self.connection, False)

    def parse_request(self) -> bool:
        """Read the headers; from here on the connection is not idle."""
        is_sound = super().parse_request()
        self.server.set_busy(self.connection, True)
        return is_sound

    def do_GET(self) -> None:
        """Send files by name, `puzzle.json` and `results.json` by their query, nothing else."""
        if self._is_sound():
            self._answer(urlsplit(self.path))

    def do_POST(self) -> None:
        """Count how a game of the page ended, from the query; there is no body."""
        if not self._is_sound():
            return
        address = urlsplit(self.path)
        if address.path != "/results.json":
            self._refuse(HTTPStatus.NOT_FOUND)
        elif not self.site.is_own(self.headers.get("Origin", "")):
            self._refuse(HTTPStatus.FORBIDDEN)
        else:
            self._send_results(_query(address), counted=True)

    def _is_sound(self) -> bool:
        """Return True if a request may be answered; else it has been refused."""
        if not self.site.is_meant(self.headers.get("Host", "")):
            self._refuse(HTTPStatus.MISDIRECTED_REQUEST)
        elif len(self.path) > MAX_PATH:
            self._refuse(HTTPStatus.REQUEST_URI_TOO_LONG)
        elif self.headers.get("Content-Length", "0") != "0" or "Transfer-Encoding" in self.headers:
            self._refuse(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
        else:
            return True
        return False

    def _refuse(self, status: HTTPStatus) -> None:
        self.close_connection = True
        self._send(status, status.phrase.encode(), "text/plain")

    def _answer(self, address: SplitResult) -> None:
        if address.path == "/puzzle.json":
            self._send_puzzle(_query(address))
        elif address.path == "/results.json":
            self._send_results(_query(address), counted=False)
        elif (body := self.site.assets.get(address.path)) is not None:
            kind = "html" if address.path == "/" else address.path.rpartition(".")[2]
            self._send(HTTPStatus.OK, body, TYPES[kind])
        else:
            self._send(HTTPStatus.NOT_FOUND, b"not found", "text/plain")

    def _send_puzzle(self, query: dict[str, str]) -> None:
        self._send_json(lambda: self.site.puzzle(query.get("seed"), query.get("puzzle")))

    def _send_results(self, query: dict[str, str], counted: bool) -> None:
        puzzle, results = query.get("puzzle", ""), self.site.results
        self._send_json(
            lambda: {
                "results": results.add(puzzle, query.get("result", ""))
                if counted
                else results.look(puzzle)
            }
        )

    def _send_json(self, answer: Callable[[], Mapping[str, object]]) -> None:
        status = HTTPStatus.OK
        try:
            body = dict(answer())
        except InputError as error:
            status, body = HTTPStatus.BAD_REQUEST, {"error": str(error)}
        self._send(status, json.dumps(body).encode(), "application/json")

    def _send(self, status: HTTPStatus, body: bytes, kind: str) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        for name, value in self.site.headers.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        """Print nothing: the terminal belongs to the game."""


def _query(address: SplitResult) -> dict[str, str]:
    return {key: values[0] for key, values in parse_qs(address.query).items()}
