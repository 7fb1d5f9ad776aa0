"""A family of stand-in pages: one generator, and a `Shape` that says how the page is built."""

import datetime
import html
import json
import random
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, field, fields, make_dataclass, replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, ClassVar

from playwright.sync_api import Browser

from assistant.pokle_bot import PlayedPuzzles
from automation.listener import Archive
from automation.practice.puzzles import puzzle_for
from automation.state import BrowserOutcome
from tests.browser.stage import Record, SharedTabs, Stage

SCRIPT = Path(__file__).with_name("family.js").read_text("utf-8")
STYLE = """
body { background: #1a1b1d; color: #fff; font: 16px sans-serif; }
#guesses { display: flex; gap: 12px; }
button { min-width: 34px; height: 34px; background-color: #fff; background-size: 16px; }
.swatch { display: inline-block; min-width: 20px; height: 20px; }
.is-g { background-color: darkgreen }
.is-y { background-color: gold }
.is-e { background-color: grey }
.toast { background: #eee; color: #000; z-index: 9; }
.guesses { display: flex; }
div.cover { position: fixed; inset: 55% 0 0 0; background: #234; z-index: 9; }
"""
NAMES = {
    "latin": ["Ada", "Bruno", "Chloé"],
    "thai": ["ธนา", "ปิยะ", "สมชาย"],
    "arabic": ["محمد", "ليلى", "عمر"],
    "devanagari": ["श्रेया", "अर्जुन", "मीरा"],
}
OPTIONS: dict[str, tuple[Any, ...]] = {
    "rows": ("one", "all"),
    "row_ms": (0, 200),
    "empty": ("question", "nothing", "word", "grey"),
    "trophies": ("direct", "nested", "image", "bare", "text", "emoji"),
    "marks": ("attributes", "styles", "rgb", "computed"),
    "order": ("forward", "backward", "scattered"),
    "colour_ms": (5, 60),
    "toast": ("none", "over submit", "over keys"),
    "end": ("plain", "dialog", "solution"),
    "earlier": (0, 1),
    "tall": (False, True),
    "names": tuple(NAMES),
    "tutorial": (True, False),
    "ids": ("all", "none"),
    "index": (True, False),
    "ranks": ("upper", "lower"),
    "suit_keys": ("letters", "pictures"),
    "rows_of_table": ("plain", "shifted"),
    "draw_ms": (0, 200),
    "newest": ("last", "first"),
    "preflop": ("", "stage-tag", "note"),
    "example": ("none", "green", "mixed", "away", "cut"),
    "root": ("page", "shadow", "frame"),
    "touch": (False, True),
    "confirms": (False, True),
    "keys": ("page", "keyboard"),
    "assets_ms": (0, 1200),
    "flash_ms": (0, 250),
    "legend": ("none", "lines", "words", "cells", "tutorial"),
}
# Pages that no program can play without more information, and the error for each.
UNPLAYABLE: dict[str, tuple[dict[str, Any], str]] = {
    "a table turned round": ({"transposed": True}, "trophy of player"),
    "a consent banner": (
        {"cover": "consent"},
        'a dialog covers the page: "We value your privacy.*"Accept all", "Manage"',
    ),
    "statistics first": ({"cover": "stats"}, 'a dialog covers the page: "Stats.*"Share", "×"'),
    "a chooser": ({"cover": "chooser"}, 'covers the page: "Which game.*"Daily", "Endless"'),
    "colours of a stranger": (
        {"marks": "teal", "earlier": 1},
        r'card 1 of guess 1 has a colour that the profile does not know .*write .* = "g"',
    ),
    "a stranger's colours in a legend": (
        {"marks": "teal", "legend": "lines"},
        r'explains colours that the profile does not know, at "Colours.*'
        r'style "rgb\(0, 128, 128\)", painted "rgb\(0, 128, 128\)"; .*'
        r'painted "rgb\(218, 112, 214\)"; .*such as "rgb\(0, 128, 128\)" = "g"',
    ),
    "a stranger's colours under the words of a legend": (
        {"marks": "teal", "legend": "words"},
        "explains colours that the profile does not know",
    ),
    "a stranger's colours in cells of the help": (
        {"marks": "teal", "legend": "cells"},
        r'in cells beside the guesses \(.*"rgb\(0, 128, 128\)"; .*"rgb\(218, 112, 214\)"; ',
    ),
    "a stranger's colours in the tutorial": (
        {"marks": "teal", "legend": "tutorial", "tutorial": True},
        "explains colours that the profile does not know",
    ),
    "colours that contradict each other": (
        {"marks": "liar", "earlier": 1},
        "has colours that contradict each other",
    ),
    "yesterday's solution in the table": ({"planted": True}, "is all green but does not fit"),
    "another board above the game's": ({"boards": 2}, "are on the page more than once"),
    "a row with a card that was dealt": ({"planted": "dealt"}, "which player 1 holds"),
}
MISSING = {
    "name": "name of player 3",
    "hole card": "hole card 2 of player 3",
    "street": "turn row",
    "trophy": "river trophy of player 2",
    "cell": "card 5 of guess 1",
    "rank key": "key 9",
    "suit key": "key s",
    "submit": "submit button",
}


def _words_of(shape: Any) -> str:
    differences = [f"{f.name}={getattr(shape, f.name)}" for f in fields(shape)
            if getattr(shape, f.name) != f.default]  # fmt: skip
    return ", ".join(differences) or "as the live page"


ODD = {"missing": "", "transposed": False, "cover": "", "planted": False, "boards": 1,
       "gives_up": 0, "lie": "", "lie_ms": 0}  # fmt: skip
FIRST = {option: values[0] for option, values in OPTIONS.items()} | ODD
Shape = make_dataclass(
    "Shape",
    [(option, Any, field(default=value)) for option, value in FIRST.items()],
    frozen=True,
    namespace={"__str__": _words_of, "__doc__": "How a page is built; as the live page at first."},
)


SINGLE = [Shape(), *(replace(Shape(), **{option: value})
                     for option, values in OPTIONS.items() for value in values[1:])]  # fmt: skip


def random_shapes(seed: int, count: int = 10) -> list[Shape]:
    """Combinations of all options, the same for the same seed."""
    rng = random.Random(seed)
    drawn = [
        Shape(**{option: rng.choice(values) for option, values in OPTIONS.items()})
        for _ in range(count)
    ]
    return [_playable(shape) for shape in drawn]


def covering_shapes(seed: int) -> list[Shape]:
    """Few combinations in which every value of every option comes up, the same for a seed."""
    rng = random.Random(seed)
    count = max(map(len, OPTIONS.values()))
    columns = {}
    for option, values in OPTIONS.items():
        column = [values[n % len(values)] for n in range(count)]
        rng.shuffle(column)
        columns[option] = column
    drawn = [Shape(**{option: columns[option][n] for option in OPTIONS}) for n in range(count)]
    return [_playable(shape) for shape in drawn]


def _playable(shape: Shape) -> Shape:
    """Rows that are all there, and filled from below, do not say which of them is to be filled."""
    return replace(shape, rows="one") if shape.newest == "first" else shape


def all_cards(seed: str) -> str:
    """The hands and the board of a page's puzzle."""
    puzzle = puzzle_for(seed, None, datetime.date(2026, 1, 1))
    return " ".join([*(card for hand in puzzle["hole"] for card in hand), *puzzle["board"]])


def page_of(shape: Shape, seed: str) -> str:
    """The whole page, its puzzle and script inside."""
    puzzle = {**puzzle_for(seed, None, datetime.date(2026, 1, 1)), "names": NAMES[shape.names]}
    dealt = {card for hand in puzzle["hole"] for card in hand}
    free = [card for rank in "23456789" for suit in "CDHS" if (card := rank + suit) not in dealt]
    puzzle["earlier"] = [[free[i] for i in (0, 5, 10, 15, 20)]] * shape.earlier
    puzzle["yesterday"] = [free[i] for i in (1, 7, 9, 14, 22)]
    puzzle["planted"] = puzzle["yesterday"]
    if shape.planted == "dealt":
        puzzle["planted"] = [*puzzle["board"][:4], puzzle["hole"][0][0]]
    given = f"const shape = {json.dumps(asdict(shape))}; const puzzle = {json.dumps(puzzle)};"
    page = (
        f"<!doctype html><meta charset='utf-8'><title>Pokle</title><style>{STYLE}</style>"
        f"<body><script>{given}\n{SCRIPT}</script>"
    )
    if shape.root != "frame":
        return page
    style = "position: absolute; left: 40px; top: 30px; width: 1100px; height: 1700px"
    frame = f'<iframe style="{style}" srcdoc="{html.escape(page)}"></iframe>'
    return f"<!doctype html><meta charset='utf-8'><title>Pokle</title><body>{frame}"


class PageServer:
    """Serves one page after the other, whatever is asked for."""

    def __init__(self) -> None:
        self.page = ""
        self.requests: list[str] = []
        server = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version: ClassVar[str] = "HTTP/1.1"

            def do_GET(self) -> None:
                server.requests.append(self.path)
                server.answer(self)

            def log_message(self, format: str, *args: object) -> None:
                return

        self._http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._http.server_port}/"
        threading.Thread(target=self._http.serve_forever, args=(0.02,), daemon=True).start()

    def answer(self, handler: BaseHTTPRequestHandler) -> None:
        if handler.path.startswith("/slow?"):
            time.sleep(int(handler.path.partition("?")[2]) / 1000)
        body = self.page.encode() if handler.path == "/" else b""
        handler.send_response(200 if body else 404)
        handler.send_header("Content-Type", "text/html; charset=utf-8")
        handler.send_header("Content-Length", str(len(body)))
        handler.end_headers()
        handler.wfile.write(body)

    def close(self) -> None:
        self._http.shutdown()
        self._http.server_close()


@contextmanager
def visiting(
    server: PageServer, browser: Browser, archive: Archive | None = None
) -> Iterator[Stage]:
    """A visitor of the page, in a context of its own."""
    tabs = SharedTabs(browser)
    try:
        yield Stage(server, tabs, archive=archive or Archive())
    finally:
        tabs.context.close()


def play_shape(
    server: PageServer, browser: Browser, shape: Shape, **options: Any
) -> tuple[BrowserOutcome, Record]:
    """One game on a page of this shape; the page's own count of guesses must be the bot's."""
    server.page = page_of(shape, "7")
    server.requests.clear()
    with visiting(server, browser) as stage:
        outcome = stage.play(url=server.url, **options)
        assert len(guesses_of(stage)) == outcome.n_guesses
        return outcome, stage.record


def guesses_of(stage: Stage) -> list[str]:
    """Return the guesses that were submitted, as the page lists them."""
    return [line for line in stage.tabs.log if line.startswith("GUESS")]


@contextmanager
def refusing(server: PageServer, browser: Browser, shape: Shape, folder: Path) -> Iterator[Stage]:
    """A page that cannot be played: no guess may be spent, and nothing stored."""
    server.page = page_of(shape, "7")
    kept = folder / "played.json"
    with visiting(server, browser, PlayedPuzzles(kept)) as stage:
        yield stage
        assert len(guesses_of(stage)) == shape.earlier
        assert not stage.record.turns
        assert not kept.exists()
