"""What comes from outside: profiles and looks of a page, requests to our server, native calls."""

import random
import socket
import sys
import traceback
import urllib.request
from functools import cache
from pathlib import Path
from typing import Any

from engine.errors import InputError
from tests.fuzz import odd
from tests.fuzz.files import folder

FAULTS: list[str] = []  # tracebacks that the practice server would have printed


def profiles(rng: random.Random) -> None:
    """A profile of a site as a file of the user's may give it."""
    import automation.profiles as known

    path = folder() / "mine.toml"
    good = Path(known.__file__).with_name(rng.choice(("live.toml", "practice.toml"))).read_bytes()
    path.write_bytes(odd.changed(rng, good) if rng.random() < 0.8 else good)
    known.load_profile(str(path))


def looks(rng: random.Random) -> None:
    """A look at a page in the middle of a game, with some of it spoilt."""
    from automation.look import parse_look
    from automation.reading import is_colouring, is_drawn, read_cells, read_game
    from tests.automation.test_reading import PROFILE, fill_row, look_text, page

    seen = page()
    if rng.random() < 0.5:
        fill_row(seen, 0, "AS KD QH 10C 2C", [*rng.choices([*PROFILE.colours], k=5)])
    for _ in range(rng.randrange(4)):
        element = seen[rng.choice([*seen])]
        if element is not None:
            element[rng.choice(("text", "pictures", "suit", "colour", odd.word(rng)))] = rng.choice(
                (odd.word(rng), [odd.word(rng)], odd.value(rng))
            )
    text = look_text(seen)
    if rng.random() < 0.3:
        text = odd.changed(rng, text.encode("utf-8", "replace")).decode("utf-8", "replace")
    found = parse_look(text)
    is_drawn(found)
    is_colouring(read_cells(found, PROFILE))
    read_game(found, PROFILE)


def _note_fault(*_: object) -> None:
    if not isinstance(sys.exception(), OSError):  # a client that left is not a fault
        FAULTS.append(traceback.format_exc(limit=-3))


@cache
def _server() -> Any:
    from automation.practice.server import PracticeServer

    server = PracticeServer()
    server.start()
    assert server._http is not None
    server._http.handle_error = _note_fault
    return server


def practice_server(rng: random.Random) -> None:
    """Bytes to the practice server; it must stay and serve the page to the next visitor."""
    server = _server()
    assert not FAULTS, FAULTS.pop()
    port = int(server.url().rsplit(":", 1)[1].strip("/"))
    paths = (
        *("/", "/puzzle.json?seed=", "/puzzle.json?puzzle=", "/../../etc/passwd", "/%00", "//x"),
        *("/results.json?puzzle=a&result=", "/results.json?result=1&puzzle="),
    )
    line = f"{rng.choice(('GET', 'POST', 'HEAD', 'PUT', odd.word(rng)))} {rng.choice(paths)}"
    request = f"{line}{odd.word(rng)} HTTP/1.{rng.choice('0129')}\r\n"
    request += f"Host: {rng.choice((f'127.0.0.1:{port}', 'evil.example', odd.word(rng)))}\r\n"
    if rng.random() < 0.5:
        request += f"Origin: {rng.choice((server.url().rstrip('/'), 'null', odd.word(rng)))}\r\n"
    for _ in range(rng.choice((0, 1, 3, 150))):
        request += f"{odd.word(rng)}: {odd.word(rng) * rng.choice((1, 1, 2000))}\r\n"
    data = (request + "\r\n").encode("utf-8", "replace")
    if rng.random() < 0.3:
        data = odd.changed(rng, data)
    with socket.create_connection(("127.0.0.1", port), timeout=10) as visitor:
        try:
            visitor.sendall(data)
            if rng.random() < 0.7:
                visitor.shutdown(socket.SHUT_WR)
                visitor.recv(65536)
        except OSError:
            pass  # it hung up: fine
    with urllib.request.urlopen(server.url(), timeout=10) as page:
        assert page.status == 200
        assert b"<html" in page.read()


def native(rng: random.Random) -> None:
    """The native functions with anything: they refuse by `ValueError` and never end the process."""
    import rust_meld

    calls = (_melds, _game, _search, _pokle, _evaluators)
    try:
        rng.choice(calls)(rng, rust_meld)
    except (ValueError, TypeError, OverflowError, rust_meld.EngineError) as error:
        if isinstance(error, rust_meld.EngineError):
            raise AssertionError(f"a panic inside: {error}") from error


def _bytes(rng: random.Random, top: int, most: int = 20) -> bytes:
    limit = rng.choice((top, top, top, 256))
    return bytes(rng.randrange(limit) for _ in range(rng.randrange(most)))


def _melds(rng: random.Random, rust: Any) -> None:
    hand, naturals = _bytes(rng, 53), rng.choice((0, 1, 1, 2, 3, 255))
    rust.frontier(hand, naturals, rng.choice((None, 25, 0, 255)))
    rust.layout(hand, rng.choice((0, 3, 14, 255, 2**40)), naturals)
    rust.melds(hand[:15], naturals)
    rust.find_meld(hand[:15], naturals)


def _rules(rng: random.Random) -> tuple[Any, ...]:
    flags = (rng.random() < 0.5, rng.random() < 0.5, rng.random() < 0.5)
    return (rng.choice((81, 1, 255)), rng.choice((0, 1, 3)), *flags, 25, rng.choice((1, 30, 400)))


def _game(rng: random.Random, rust: Any) -> None:
    game = rust.Game(
        rng.choice((1, 2**63, -1)), rng.choice((2, 3, 0, 9)), rng.choice((0, 1, 7)), _rules(rng)
    )
    for _ in range(rng.randrange(60)):
        actions = game.legal_actions()
        if not actions:
            break
        action = rng.choice((*(text for text, *_ in actions), game.choose("random", 1)))
        game.apply(action if rng.random() < 0.97 else odd.text(rng))
    text = game.text()
    rust.Game.from_text(odd.changed(rng, text.encode()).decode("utf-8", "replace"))


def _view(rng: random.Random, rust: Any) -> Any:
    """A view of cards dealt from a deck, some of them wrong."""
    deck = [kind for kind in range(53) for _ in range(2)]
    rng.shuffle(deck)

    def cards(count: int) -> bytes:
        taken = bytes(deck.pop() for _ in range(count))
        return taken if rng.random() < 0.95 else odd.changed(rng, taken)

    seats = [
        (rng.choice((14, 14, 15, 3)), cards(0), rng.choice((None, 90)), 0),
        (rng.choice((14, 14, 5, 250)), cards(rng.choice((0, 2))), rng.choice((None, 95)), 7),
    ]
    return rust.View(
        cards(rng.choice((14, 14, 15, 1))),
        seats,
        [(1, bytes([34, 35, 64 + 36]))] * rng.choice((0, 0, 1)),
        cards(rng.choice((0, 1, 20))),
        phase=rng.choice(("pull", "pull", "act")),
        turn=rng.choice((1, 9, 399)),
        taken=rng.choice((None, None, 52)),
        coming=rng.choice((0, 0, 40)),
        rules=(81, 1, False, False, False, 25, 400),
    )


def _search(rng: random.Random, rust: Any) -> None:
    game = rust.Game(rng.randrange(99), 2, 0, (81, 1, False, False, False, 25, 400))
    for _ in range(rng.randrange(30)):
        game.apply(game.choose("greedy", 1))
    view = game.view(rng.choice((game.seat, game.seat, 0)))
    if rng.random() < 0.5:
        view = _view(rng, rust)
    search = rust.Search(
        view,
        seed=1,
        threads=rng.choice((1, 2)),
        dirichlet_alpha=rng.choice((0.3, *odd.FLOATS)),
        dirichlet_weight=rng.choice((0.0, 0.5, *odd.FLOATS)),
        opponent_priors=rng.random() < 0.5,
        flat=rng.random() < 0.5,
        horizon=rng.choice((0, 10)),
        trust=rng.choice((0.3, *odd.FLOATS)),
        simulations=rng.choice((1, 50)),
        opponents=rng.choice(("equal", "greedy")),
        memory=rng.choice((1, 106)),
        candidates=rng.choice((0, 3)),
    )
    search.run(rng.choice((0, 50)), rng.choice((0.05, *odd.FLOATS)))
    search.choices()


def _pokle(rng: random.Random, rust: Any) -> None:
    """Boards that are mostly right, so that the search itself is reached, and odd arguments."""
    n_cards = rng.choice((7, 12, 52))

    def rows(count: int) -> bytes:
        if rng.random() < 0.05:
            return _bytes(rng, 52, 20)
        found = (rng.sample(range(n_cards), 5) for _ in range(count))
        return b"".join(bytes([*sorted(row[:3]), *row[3:]]) for row in found)

    def often(right: Any, *odd_ones: Any) -> Any:
        return right if rng.random() < 0.9 else rng.choice(odd_ones)

    def keep_going() -> bool:
        return rng.random() < 0.95

    search = rust.PokleSearch(
        rows(rng.randrange(1, 25)),
        extra_winners=rows(rng.randrange(3)),
        legal_cards=often(bytes(range(n_cards)), _bytes(rng, 52)),
        refused=rows(rng.randrange(3)),
        suit_pardon=rng.random() < 0.5,
        boards_only=rng.random() < 0.2,
    )
    left = often(rng.choice((1, 2, 3, 6)), 0, 99, 100, -1, 2**31)
    budget = rng.choice((0, 1_000, 10_000_000, -1))
    calls = [
        lambda: search.split_scores(rows(3), rng.random() < 0.5),
        lambda: search.shortlist(left, rng.choice((0, 1, 16)), keep_going),
        lambda: search.rollout(rows(1), rng.random() < 0.5, left),
        lambda: search.evaluate(rows(1), rng.random() < 0.5, left, budget, keep_going),
        lambda: search.solve(left, often(None, (0, 5), (2**32, 1)), budget, keep_going),
        lambda: search.unfound(left, often(None, rows(1)), True),
        lambda: search.two_guess_bound(keep_going),
        lambda: rust.pokle_patterns(rows(1), rows(5), True),
    ]
    for call in rng.sample(calls, len(calls)):
        call()


def _evaluators(rng: random.Random, _: Any) -> None:
    from engine.cards import parse_cards
    from engine.kings_lows.evaluator import WildCardHandEvaluator
    from engine.poker.evaluator import evaluate

    hand = parse_cards(odd.some_cards(rng, rng.randrange(10)))
    try:
        evaluate(hand)
        WildCardHandEvaluator.best_hand(hand, hand[: rng.randrange(3)])
    except InputError:
        pass
