"""The practice site's server and puzzles, without a browser."""

import datetime
import json
import socket
import struct
import threading
import urllib.error
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from automation.practice import server as practice_server
from automation.practice.puzzles import FIRST_DAY, puzzle_for
from automation.practice.results import MAX_PUZZLES, ResultCounts
from automation.practice.server import PracticeServer
from engine.cards import parse_cards
from engine.errors import InputError
from engine.pokle.generator import puzzle_of_cards

TODAY = datetime.date(2026, 11, 16)
CARDS = "KC JS JC JH 10H 6S QS 10S AS 6C 6D"


@pytest.fixture(scope="module")
def server() -> Iterator[PracticeServer]:
    with PracticeServer() as running:
        yield running


def get(url: str) -> tuple[int, bytes]:
    try:
        with urllib.request.urlopen(url) as answer:
            return answer.status, answer.read()
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.read()


def test_listens_on_this_machine_only(server: PracticeServer) -> None:
    assert server.url(seed=3).startswith("http://127.0.0.1:")
    assert server.url(seed=3, puzzle=None).endswith("/?seed=3")


@pytest.mark.parametrize("path", ["", "style.css", "main.js", "hearts.svg", "gold.svg"])
def test_serves_its_files(server: PracticeServer, path: str) -> None:
    assert get(server.url() + path)[0] == 200


@pytest.mark.parametrize("path", ["../server.py", "%2e%2e/server.py", "nothing", "static/main.js"])
def test_serves_nothing_else(server: PracticeServer, path: str) -> None:
    assert get(server.url() + path)[0] == 404


def test_every_picture_that_the_page_names_is_there(server: PracticeServer) -> None:
    names = ("hearts", "diamonds", "clubs", "spades", "gold", "silver", "bronze", "icon")
    assert {f"/{name}.svg" for name in names} <= set(server.assets)


def talk(server: PracticeServer, request: bytes) -> bytes:
    """Send bytes, and read until the server hangs up."""
    port = int(server.url().rsplit(":", 1)[1].strip("/"))
    with socket.create_connection(("127.0.0.1", port), timeout=20) as line:
        line.sendall(request)
        return b"".join(iter(lambda: line.recv(65536), b""))


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1", "127.0.0.1:1", ""])
def test_a_request_must_mean_this_server(server: PracticeServer, host: str) -> None:
    answer = talk(server, f"GET / HTTP/1.1\r\nHost: {host}\r\n\r\n".encode())
    assert answer.startswith(b"HTTP/1.1 421")
    assert b"Pokle" not in answer.partition(b"\r\n\r\n")[2]


def test_localhost_is_this_server(server: PracticeServer) -> None:
    assert get(server.url().replace("127.0.0.1", "localhost"))[0] == 200


@pytest.mark.parametrize(
    ("request_line", "header", "status"),
    [
        ("GET /" + "a" * 3000, "X: y", 414),
        ("GET /" + "a" * 70000, "X: y", 414),
        ("GET /", "Content-Length: 5", 413),
        ("GET /", "Transfer-Encoding: chunked", 413),
        ("POST /", "X: y", 404),
        ("PUT /", "X: y", 501),
        ("POST /results.json", "Content-Length: 5", 413),
        ("GET /", "X: " + "y" * 70000, 431),
    ],
)
def test_sizes_are_bounded(
    server: PracticeServer, request_line: str, header: str, status: int
) -> None:
    host = server.url().split("/")[2]
    text = f"{request_line} HTTP/1.1\r\nHost: {host}\r\n{header}\r\nConnection: close\r\n\r\n"
    assert talk(server, text.encode()).startswith(f"HTTP/1.1 {status}".encode())


def test_a_strict_policy_goes_with_every_answer(server: PracticeServer) -> None:
    for path in ("", "main.js", "puzzle.json"):
        with urllib.request.urlopen(server.url() + path) as answer:
            policy = answer.headers["Content-Security-Policy"]
            assert "default-src 'none'" in policy
            assert "unsafe" not in policy
            assert answer.headers["X-Content-Type-Options"] == "nosniff"


def test_a_request_that_comes_byte_by_byte_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(practice_server, "READ_S", 0.3)
    with PracticeServer() as running:
        address = ("127.0.0.1", int(running.url().rsplit(":", 1)[1].strip("/")))
        with socket.create_connection(address, timeout=20) as line:
            line.settimeout(0.02)
            for _ in range(1000):  # each byte comes long before a single step takes too long
                try:
                    line.send(b"X")
                    if line.recv(10) == b"":
                        return
                except TimeoutError:
                    continue
                except OSError:
                    return
    raise AssertionError("the connection was kept")


def test_slow_connections_shut_nobody_out(capfd: pytest.CaptureFixture[str]) -> None:
    with PracticeServer() as running:
        address = ("127.0.0.1", int(running.url().rsplit(":", 1)[1].strip("/")))
        most = practice_server.MAX_PER_CLIENT
        lines = [socket.create_connection(address, timeout=20) for _ in range(most)]
        for line in lines:
            line.send(b"GET / HT")
        assert [get(running.url())[0] for _ in range(5)] == [200] * 5
        assert lines[0].recv(10) == b""  # the oldest went first
        for line in lines[6:]:
            line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        for line in lines:
            line.close()  # with a reset: the client leaves in the middle
        assert get(running.url())[0] == 200
    assert capfd.readouterr().err == ""


def test_busy_connections_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(practice_server, "MAX_PER_CLIENT", 2)
    asked, go_on = threading.Barrier(3), threading.Event()

    class Slow(PracticeServer):
        def puzzle(self, seed: str | None, puzzle: str | None) -> dict[str, object]:
            if seed:
                asked.wait(20)
                go_on.wait(20)
            return super().puzzle(seed, puzzle)

    with Slow() as running, ThreadPoolExecutor(2) as pool:
        answers = [pool.submit(get, f"{running.url()}puzzle.json?seed={n}") for n in (1, 2)]
        asked.wait(20)
        assert talk(running, b"GET / HTTP/1.1\r\n\r\n") == b""  # no room
        go_on.set()
        assert [answer.result(60)[0] for answer in answers] == [200, 200]


def test_a_puzzle_over_the_wire(server: PracticeServer) -> None:
    status, body = get(server.url() + "puzzle.json?puzzle=" + CARDS.replace(" ", "%20"))
    assert status == 200
    assert json.loads(body)["board"] == ["QS", "10S", "AS", "6C", "6D"]


def test_a_bad_puzzle_over_the_wire(server: PracticeServer) -> None:
    status, body = get(server.url() + "puzzle.json?puzzle=AS%20AS")
    assert status == 400
    assert "A puzzle of 2 cards" in json.loads(body)["error"]


def post(server: PracticeServer, query: str, origin: str | None = None) -> tuple[int, bytes]:
    host = server.url().split("/")[2]
    origin = f"http://{host}" if origin is None else origin
    head = f"POST /results.json?{query} HTTP/1.1\r\nHost: {host}\r\nOrigin: {origin}\r\n"
    answer = talk(server, f"{head}Content-Length: 0\r\nConnection: close\r\n\r\n".encode())
    return int(answer.split()[1]), answer.partition(b"\r\n\r\n")[2]


def test_results_are_counted_once_a_game(server: PracticeServer) -> None:
    assert json.loads(post(server, "puzzle=a&result=3")[1])["results"] == [0, 0, 1, 0, 0, 0, 0]
    assert json.loads(post(server, "puzzle=a&result=7")[1])["results"] == [0, 0, 1, 0, 0, 0, 1]
    status, body = get(server.url() + "results.json?puzzle=a&result=3")  # looking counts nothing
    assert (status, json.loads(body)["results"]) == (200, [0, 0, 1, 0, 0, 0, 1])
    assert json.loads(get(server.url() + "results.json?puzzle=b")[1])["results"] == [0] * 7


@pytest.mark.parametrize(
    "query", ["puzzle=a&result=8", "puzzle=a", "result=3", "puzzle=%s&result=3"]
)
def test_bad_results_are_refused(server: PracticeServer, query: str) -> None:
    status, body = post(server, query.replace("%s", "x" * 300))
    assert status == 400
    assert "is no" in json.loads(body)["error"]


@pytest.mark.parametrize("origin", ["http://evil.example", "null", ""])
def test_only_the_page_tells_results(server: PracticeServer, origin: str) -> None:
    assert post(server, "puzzle=c&result=1", origin)[0] == 403
    assert server.results.look("c") == [0] * 7


def test_results_of_old_puzzles_make_room() -> None:
    results = ResultCounts()
    for number in range(MAX_PUZZLES + 5):
        results.add(str(number), "2")
    assert results.look("0") == [0] * 7
    assert results.look(str(MAX_PUZZLES)) == [0, 1, 0, 0, 0, 0, 0]


def test_the_port_is_kept_for_the_next_start(server: PracticeServer) -> None:
    address = server.url()
    server.stop()
    server.start()
    assert server.url() == address
    assert get(address)[0] == 200


def test_a_seed_has_one_puzzle_and_a_day_has_one() -> None:
    assert puzzle_for("a", None, TODAY) == puzzle_for("a", None, FIRST_DAY)
    today = puzzle_for(None, None, TODAY)
    number = (TODAY - FIRST_DAY).days + 1
    assert today == puzzle_for(None, str(number), FIRST_DAY)
    assert today["name"] == f"#{number}"
    assert today["board"] != puzzle_for(None, None, TODAY + datetime.timedelta(1))["board"]


def test_what_the_page_is_told() -> None:
    page_data = puzzle_for(None, CARDS, TODAY)
    assert page_data["places"] == {"flop": [1, 2, 3], "turn": [1, 3, 2], "river": [2, 3, 1]}
    assert page_data["hands"] == {
        "flop": ["St", "P", "P"],
        "turn": ["St", "P", "2P"],
        "river": ["St", "2P", "FH"],
    }
    assert len(set(page_data["names"])) == 3


def test_pardons_are_the_ends_that_fit_the_trophies() -> None:
    page_data = puzzle_for(None, CARDS, TODAY)
    true = puzzle_of_cards(CARDS).puzzle
    for turn in "CDH":  # the six of spades is a hole card
        for river in set("CDH") - {turn}:
            board = f"QS 10S AS 6{turn} 6{river}"
            same = puzzle_of_cards(f"KC JS JC JH 10H 6S {board}").puzzle == true
            assert (f"6{turn} 6{river}" in page_data["pardons"]) == same
    assert all(len(set(parse_cards(end))) == 2 for end in page_data["pardons"])


@pytest.mark.parametrize(
    ("seed", "puzzle"), [("x" * 61, None), (None, "1234567"), (None, "AS KS"), (None, "no cards")]
)
def test_bad_addresses(seed: str | None, puzzle: str | None) -> None:
    with pytest.raises(InputError):
        puzzle_for(seed, puzzle, TODAY)
