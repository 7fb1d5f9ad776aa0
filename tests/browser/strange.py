"""Ten pages that the shipped profile cannot play: nothing on them is named as on the live page."""

import datetime
import json
from pathlib import Path
from typing import Any

from automation.practice.puzzles import puzzle_for

SCRIPT = Path(__file__).with_name("strange.js").read_text("utf-8")
STYLE = """
body { background: #222; color: #fff; font: 16px sans-serif; }
.line { display: flex; gap: 10px; }
table.players .line { display: table-row; }
.players .line > * { width: 90px; margin: 2px; text-align: center; }
.face, .slot { width: 44px; height: 40px; background: #fff; color: #000; background-size: 12px; }
.slot { background-color: #f4f1e8; }
.key { min-width: 34px; height: 34px; background-size: 16px; }
.cover { position: fixed; inset: 30% 0 0 0; background: #345; z-index: 5; }
"""
PLAIN: dict[str, Any] = {
    "title": "Board riddle",
    "layout": "table",
    "streets": ["Flop", "Turn", "River"],
    "ranks": {},
    "suits": {"h": "hearts", "d": "diamonds", "c": "clubs", "s": "spades"},
    "suitsAs": "picture",
    "trophies": ["gold", "silver", "bronze"],
    "trophiesAs": "picture",
    "colours": {"g": "darkgreen", "y": "gold", "e": "grey"},
    "submit": "Submit",
    "blank": "",
    "newest": "last",
    "cover": "",
}
SIGNS = {"h": "♥", "d": "♦", "c": "♣", "s": "♠"}
FRENCH = {"h": "coeur", "d": "carreau", "c": "trefle", "s": "pique"}
SKINS: dict[str, dict[str, Any]] = {
    "other ids and classes": {},
    "boxes instead of a table": {"layout": "divs"},
    "players in rows, streets in columns": {"layout": "transposed"},
    "colours of another theme": {"colours": {"g": "teal", "y": "orchid", "e": "#445566"}},
    "colours in oklch": {
        "colours": {"g": "oklch(0.5 0.15 140)", "y": "oklch(0.8 0.15 90)", "e": "oklch(0.4 0 0)"}
    },
    "German": {
        "streets": ["Flop", "Vierte", "Fünfte"],
        "ranks": {"J": "B", "Q": "D"},
        "submit": "Abgeben",
        "trophies": ["erster", "zweiter", "dritter"],
        "trophiesAs": "text",
    },
    "French pictures": {"suits": FRENCH, "trophies": ["or", "argent", "cuivre"], "blank": "·"},
    "signs instead of pictures": {
        "suits": SIGNS,
        "suitsAs": "text",
        "ranks": {"10": "X"},
        "trophies": ["I", "II", "III"],
        "trophiesAs": "text",
    },
    "the newest guess first": {"newest": "first", "layout": "divs", "submit": "Guess!"},
    "a banner in another language": {"cover": "Wir verwenden Kekse.", "submit": "Los"},
}
# Several of them on one page: what the suite repairs, as it takes a quarter of the time.
COMBINED: dict[str, dict[str, Any]] = {
    "boxes, oklch, the newest guess first": (
        SKINS["colours in oklch"] | SKINS["the newest guess first"]
    ),
    "streets in columns, in German": SKINS["players in rows, streets in columns"] | SKINS["German"],
    "French pictures, another theme, a banner": (
        SKINS["French pictures"]
        | SKINS["colours of another theme"]
        | SKINS["a banner in another language"]
    ),
    "signs instead of pictures": SKINS["signs instead of pictures"],
}


def puzzle(seed: str = "7") -> dict[str, Any]:
    """The puzzle of these pages."""
    return puzzle_for(seed, None, datetime.date(2026, 1, 1)) | {"names": ["Ann", "Bob", "Cy"]}


FIRST_GUESS = ["3H", "KC", "KD", "KS", "9S"]  # green, yellow and grey on this board


def page_of(skin: dict[str, Any]) -> str:
    """The whole page."""
    given = f"const skin = {json.dumps(PLAIN | skin)}; const puzzle = {json.dumps(puzzle())};"
    return (
        f"<!doctype html><meta charset='utf-8'><title>Riddle</title><style>{STYLE}</style>"
        f"<body><script>{given}\n{SCRIPT}</script>"
    )
