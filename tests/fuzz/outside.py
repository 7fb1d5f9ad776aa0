"""What comes from outside: profiles and looks of a page, requests to our server, native calls."""

import json
import random
import socket
import urllib.request
from functools import cache
from typing import TYPE_CHECKING, Any

from engine.errors import InputError
from tests.fuzz import odd

if TYPE_CHECKING:
    from automation.profiles import Profile


def profiles(rng: random.Random) -> None:
    """A profile of a site as a file may give it."""
    from automation.profiles import Profile, load_profile

    entries = load_profile("practice").model_dump(mode="json")
    for _ in range(rng.randrange(3)):
        entries[rng.choice([*entries, odd.word(rng)])] = odd.value(rng)
    assert Profile.model_validate(entries).ways


def looks(rng: random.Random) -> None:
    """A look at the page: any text, any picture, any shape."""
    from automation.look import parse_look
    from automation.profiles import load_profile
    from automation.reading import is_drawn, read_game

    profile = load_profile("live")
    kinds = [*type(profile.ways).model_fields, odd.word(rng)]
    look: dict[str, Any] = {"found": {kind: [_elements(rng, profile)] for kind in kinds}}
    if rng.random() < 0.1:
        look[odd.word(rng)] = odd.value(rng)
    text = json.dumps(look)
    if rng.random() < 0.3:
        text = odd.changed(rng, text.encode()).decode("utf-8", "replace")
    found = parse_look(text)
    is_drawn(found)
    read_game(found, profile)


def _elements(rng: random.Random, profile: "Profile") -> list[dict[str, Any] | None]:
    """Some elements of one kind, mostly such as a page has."""
    streets = ("flop", "turn", "river", odd.word(rng))
    pictures = [*profile.suits, *profile.trophies, odd.word(rng)]
    elements: list[dict[str, Any] | None] = []
    for _ in range(rng.randrange(8)):
        element: dict[str, Any] = {
            "text": rng.choice((*odd.RANKS, *streets, "Ann", odd.word(rng)))[:60],
            "pictures": [f'url("{rng.choice(pictures)}")'[:60]],
            "colour": rng.choice((*profile.colours, "", odd.word(rng)))[:60],
        }
        if rng.random() < 0.02:
            element[rng.choice([*element, odd.word(rng)])] = odd.value(rng)
        elements.append(element if rng.random() < 0.95 else None)
    return elements


@cache
def _server() -> Any:
    from automation.practice.server import PracticeServer

    server = PracticeServer()
    server.start()
    return server


def practice_server(rng: random.Random) -> None:
    """Bytes to the practice server; it must stay and serve the page to the next visitor."""
    server = _server()
    port = int(server.url().rsplit(":", 1)[1].strip("/"))
    paths = ("/", "/puzzle.json?seed=", "/puzzle.json?puzzle=", "/../../etc/passwd", "/%00", "//x")
    line = f"{rng.choice(('GET', 'POST', 'HEAD', 'PUT', odd.word(rng)))} {rng.choice(paths)}"
    request = f"{line}{odd.word(rng)} HTTP/1.{rng.choice('0129')}\r\n"
    request += f"Host: {rng.choice((f'127.0.0.1:{port}', 'evil.example', odd.word(rng)))}\r\n"
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
    rust.read_meld(odd.text(rng), naturals)


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
        action = rng.choice((*actions, game.choose("random", 1)))
        game.apply(action if rng.random() < 0.97 else odd.text(rng))
    text = game.text()
    rust.Game.from_text(odd.changed(rng, text.encode()).decode("utf-8", "replace"))


def _search(rng: random.Random, rust: Any) -> None:
    game = rust.Game(rng.randrange(99), 2, 0, (81, 1, False, False, False, 25, 400))
    for _ in range(rng.randrange(30)):
        game.apply(game.choose("greedy", 1))
    view = game.view(game.seat)
    if rng.random() < 0.5:
        view = odd.changed(rng, view.encode()).decode("utf-8", "replace")
    search = rust.Search(
        view,
        rng.choice((game.seat, 0, 9)),
        seed=1,
        threads=rng.choice((1, 2)),
        dirichlet_alpha=rng.choice((0.3, *odd.FLOATS)),
        dirichlet_weight=rng.choice((0.0, 0.5, *odd.FLOATS)),
        opponent_priors=rng.random() < 0.5,
        flat=rng.random() < 0.5,
        horizon=rng.choice((0, 10)),
        trust=rng.choice((0.3, *odd.FLOATS)),
        simulations=rng.choice((1, 50)),
    )
    search.run(rng.choice((0, 50)), rng.choice((0.05, *odd.FLOATS)))
    search.choices()
    search.after(odd.text(rng))


def _pokle(rng: random.Random, rust: Any) -> None:
    boards = _bytes(rng, 52, 60)
    tables = {"card_patterns": _bytes(rng, 9, 600), "flop_patterns": _bytes(rng, 27, 60)}
    made = rust.PokleBoards(boards, suit_pardon=rng.random() < 0.5, **tables)
    made.rate(_bytes(rng, 52, 20), rng.random() < 0.5, rng.random() < 0.5)
    made.climb(_bytes(rng, 52, 6), _bytes(rng, 52), _bytes(rng, 52), rng.choice((0, 5)), False)
    made.look_deeper(_bytes(rng, 243), False, 5)


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
