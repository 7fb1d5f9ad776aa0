"""Repair a profile by pointing: a person clicks the parts of a page, and ways are built from it.

Each kind of part is asked for with as few clicks as are needed to find the rest. From the clicks
come places in the tree; from the elements there, their ids and what they have in common. Words and
colours that the profile does not know are asked for in the same manner. Nothing is typed or
submitted: one guess is played by the person.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from automation.browser import translated
from automation.errors import PageError
from automation.look import Look, PageElement
from automation.parts import (
    N_CELLS,
    N_KEYS,
    WORDS,
    ElementPlace,
    cell_part,
    hole_part,
    name_part,
    parse_place,
    places_of,
    trophy_part,
)
from automation.profiles import Profile
from automation.reading import keys_of, read_cells, read_kind, row_of, way_of
from automation.recording import Recording
from automation.site import PokleSite
from automation.tab import load_script
from engine.cards import shorten
from engine.errors import Cancelled, InputError
from engine.pokle.rules import N_GUESSES, STREETS

PICK = load_script("pick.js")
DESCRIBE = load_script("describe.js")
UNPICK = load_script("unpick.js")
WAIT_S = 0.1
MOST_COVERS = 3
LEVELS = 4  # a click may lie so many levels too deep in the tree
RANKS = (*map(str, range(2, 11)), *"JQKA")
SUITS = {"h": "hearts", "d": "diamonds", "c": "clubs", "s": "spades"}
PLACES = {1: "gold (first)", 2: "silver (second)", 3: "bronze (third)"}
COLOURS = {"g": "green", "y": "yellow", "e": "grey"}
FILE_WORDS = {"url", "svg", "png", "jpg", "jpeg", "webp", "gif", "static", "img", "images"}


class RepairStep(NamedTuple):
    """The next request to the person."""

    part: str
    words: str
    plays: bool = False  # in the page itself, until they say that it is done


class TreeStep(NamedTuple):
    """An element among its siblings."""

    nth: int
    id: str


TreePath = tuple[TreeStep, ...]
OnStep = Callable[[RepairStep], object]


@dataclass
class Draft:
    """The learnt keys of a profile."""

    ways: dict[str, list[Any]] = field(default_factory=dict)
    words: dict[str, dict[str, Any]] = field(default_factory=dict)
    close: list[str] = field(default_factory=list)

    def applied(self, base: Profile) -> Profile:
        """Return the base profile with what was learnt."""
        values = base.model_dump()
        for kind, ways in self.ways.items():
            values["ways"][kind] = ways
        for table, words in self.words.items():
            values[table] = {**values[table], **words}
        values["close"] = [*values["close"], *self.close]
        return Profile.model_validate(values)

    def as_toml(self, before: Mapping[str, Any]) -> str:
        """Return the user's file with these keys; its other keys stay."""
        values = dict(before)
        if self.close:
            values["close"] = [*before.get("close", []), *self.close]
        for table, words in ({"ways": self.ways} | self.words).items():
            if words:
                values[table] = {**before.get(table, {}), **words}
        tables = {key: value for key, value in values.items() if isinstance(value, dict)}
        lines = [f"{_key(k)} = {_value(v)}" for k, v in values.items() if k not in tables]
        for table, words in tables.items():
            lines += ["", f"[{table}]", *(f"{_key(k)} = {_value(v)}" for k, v in words.items())]
        return "\n".join(lines).lstrip("\n") + "\n"


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _key(text: str) -> str:
    return text if re.fullmatch(r"[A-Za-z0-9_-]+", text) else _quoted(text)


def _array(values: Sequence[Any]) -> str:
    return "[" + ", ".join(_value(value) for value in values) + "]"


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return _quoted(value)
    return _array(value) if isinstance(value, list | tuple) else str(value)


class ProfileRepairer:
    """Asks a person for the parts of an open page, and builds a profile from the clicks."""

    def __init__(
        self,
        site: PokleSite,
        recording: Recording,
        on_step: OnStep = lambda step: None,
        should_stop: Callable[[], bool] = lambda: False,
    ) -> None:
        """`on_step` is called with every question before the answer is awaited."""
        self.site = site
        self.draft = Draft()
        self._base = site.profile
        self._recording = recording
        self._on_step = on_step
        self._should_stop = should_stop
        self._hole_paths: list[TreePath] = []  # where hole cards and trophies are, once asked for
        self._trophy_paths: list[TreePath] = []

    def run(self, url: str) -> Draft:
        """Ask for everything; returns what was learnt."""
        with translated():
            self.site.open(url)
            self._close_covers()
            self._learn_table()
            cells: list[TreePath] = []
            if not self._keeps("cells"):
                cells = [self._ask_path(cell_part(0, i), _words_of_cell(i)) for i in range(N_CELLS)]
                self._set_cells(cells, 0, 0)
            if not self._keeps("keys"):
                self._learn_keys()
            if self._hole_paths:
                self._set_deep("hole_cards", self._hole_paths)
            if not self._keeps("submit"):
                submit = self._ask_path("submit button", "Click the button that submits a guess.")
                self._set_ways("submit", [_selector(submit)], by_name=True)
            if self._trophy_paths:
                self._learn_trophies()
            self._recording.keep(self._drafted(), "repaired start")
            self._play_one_guess(cells)
            self._recording.keep(self._drafted(), "repaired guess")
            self.site.tab.ask(UNPICK)
        return self.draft

    # -- asking ---------------------------------------------------------------------------------

    def _keeps(self, kind: str) -> bool:
        """Return True if a kind is already found and the person confirms it."""
        found = self._places(kind)
        if not found:
            return False
        words = (
            f"The frames show the {WORDS[kind]} as they are found now. Press Done to keep them, "
            "or Skip to click them yourself."
        )
        return "done" in self._ask(RepairStep(f"keep {kind}", words), found)

    def _places(self, kind: str) -> list[ElementPlace]:
        """Return where a kind is found now; nothing if it is not understood."""
        look, profile = self._look()
        try:
            way = way_of(look, profile, kind)
        except PageError:
            return []
        places = places_of(profile, kind)[way]
        return places[:N_CELLS] if kind == "cells" else places

    def _ask(self, step: RepairStep, found: Sequence[ElementPlace] = ()) -> dict[str, Any]:
        """Ask, and wait as long as the person takes; parts found so far are framed."""
        learnt = [place for kind in self.draft.ways for place in self._places(kind)]
        found = found or learnt
        given = {
            "words": step.words,
            "passed": step.plays,
            "found": [place.sent() for place in found],
        }
        self.site.tab.ask(PICK, given)
        self._on_step(step)
        while True:
            if self._should_stop():
                raise Cancelled("repairing was stopped")
            said: dict[str, Any] | None = self.site.tab.ask(PICK, given)
            if said is not None and not (step.plays and "path" in said):
                return said
            self.site.tab.page.wait_for_timeout(WAIT_S * 1000)

    def _ask_path(self, part: str, words: str, optional: bool = False) -> TreePath:
        """Return the place in the tree of the part that is clicked; () if the person skips it."""
        while True:
            said = self._ask(RepairStep(part, words))
            if "path" in said:
                return tuple(TreeStep(step["nth"], step["id"]) for step in said["path"])
            if optional:
                return ()

    # -- the parts ------------------------------------------------------------------------------

    def _close_covers(self) -> None:
        words = "If something covers the page, click what closes it. Otherwise press Skip."
        for _ in range(MOST_COVERS):
            path = self._ask_path("cover", words, optional=True)
            if not path:
                return
            place = parse_place(_selector(path))
            names = self.site.tab.ask(DESCRIBE, [place.sent()])
            text = (names["texts"][0] or names["labels"][0]) if names else ""
            self.draft.close.append(f'role=button "{text}"' if _is_plain(text) else _selector(path))
            self.site.tab.ask(UNPICK)
            self.site.press_place(place)

    def _learn_table(self) -> None:
        if not self._keeps("names"):
            names = [
                self._ask_path(name_part(p), f"Click the name of player {p}.") for p in (1, 2, 3)
            ]
            self._set_ways("names", [_selector(path, names) for path in names])
        if not self._keeps("hole_cards"):
            self._ask_hands()
        if not self._keeps("streets"):
            self._ask_streets()
        if not self._keeps("trophies"):
            self._ask_trophies()

    def _ask_hands(self) -> None:
        """Ask for three hole cards, and derive where the others are."""
        corners = [(1, 1), (1, 2), (2, 1)]
        hands = [
            self._ask_path(hole_part(p, c), f"Click hole card {c} of player {p}.")
            for p, c in corners
        ]
        steps = [(p, c) for p in range(3) for c in range(2)]
        self._hole_paths = [_between(hands[0], (hands[2], p), (hands[1], c)) for p, c in steps]

    def _ask_streets(self) -> None:
        tags = [self._ask_path(f"{s} row", f'Click the word for "{s}".') for s in STREETS]
        self._set_ways("streets", [_selector(path, tags) for path in tags])
        texts = self.site.tab.ask(
            DESCRIBE, [parse_place(_selector(path, tags)).sent() for path in tags]
        )
        if texts:
            found = zip(texts["texts"], STREETS, strict=True)
            self._learn("streets", {text.casefold(): street for text, street in found if text})

    def _ask_trophies(self) -> None:
        """Ask for three trophies, and derive where the others are."""
        corners = [("flop", 1), ("flop", 2), ("turn", 1)]
        cups = [
            self._ask_path(trophy_part(s, p), f"Click the {s} trophy of player {p}.")
            for s, p in corners
        ]
        steps = [(s, p) for s in range(3) for p in range(3)]
        self._trophy_paths = [_between(cups[0], (cups[2], s), (cups[1], p)) for s, p in steps]

    def _learn_keys(self) -> None:
        """Ask for two keys, then for those that are not understood."""
        two = self._ask_path("key 2", 'Click the key for "2".')
        hearts = self._ask_path("key h", "Click the key for hearts.")
        self.draft.ways["keys"] = [self._key_selector(two, hearts)]
        missing = self._missing_keys()
        for rank in [rank for rank in RANKS if rank in missing]:
            seen = self._seen_at(self._ask_path(f"key {rank}", f'Click the key for "{rank}".'))
            if seen and (seen.text or seen.label):
                self._learn("ranks", {(seen.text or seen.label).casefold(): rank})
        if missing & set(SUITS):
            shown = {"h": self._seen_at(hearts)} | {
                suit: self._seen_at(self._ask_path(f"key {suit}", f"Click the key for {word}."))
                for suit, word in SUITS.items()
                if suit != "h"
            }
            self._learn("suits", _distinct_words(shown))

    def _learn_trophies(self) -> None:
        try:
            self._set_deep("trophies", self._trophy_paths)
        except InputError:
            shown = {
                place: self._seen_at(
                    self._ask_path(f"place {place}", f"Click a trophy of {words}.")
                )
                for place, words in PLACES.items()
            }
            self._learn("trophies", _distinct_words(shown))
            self._set_deep("trophies", self._trophy_paths)

    def _play_one_guess(self, cells: Sequence[TreePath]) -> None:
        words = (
            "Play one guess yourself: five cards, then submit it. Press Done when it is coloured."
        )
        self._ask(RepairStep("guess", words, plays=True))
        if cells:
            self._ask_rows(cells)
        self._learn_colours()

    def _ask_rows(self, cells: Sequence[TreePath]) -> None:
        """Ask for two rows, and derive where the others will be."""
        old = self._ask_path("coloured row", "Click the first card of the guess that you made.")
        new = self._ask_path("next row", "Click the first card of the row for the next guess.")
        level, step, first = _row_step(old, new)
        self._set_cells(
            [_at(cell, level - len(old), first) for cell in cells], level - len(old), step
        )

    def _learn_colours(self) -> None:
        """Ask for the colours of the guess, if they are not known."""
        rows = read_cells(self._drafted().look(), self._drafted().profile)
        if any(row_of(row) for row in rows):
            return
        blank = {cell.paint for row in rows for cell in row if cell.card is None}
        learnt: dict[str, str] = {}
        for colour, word in COLOURS.items():
            words = f"Click a card of your guess that is {word}, or Skip if there is none."
            path = self._ask_path(f"colour {colour}", words, optional=True)
            seen = self._seen_at(path) if path else None
            for level in range(LEVELS):  # the sign may lie inside the coloured cell
                if seen is None or (seen.paint.startswith("rgb(") and seen.paint not in blank):
                    break
                seen = self._seen_at(path[: len(path) - level - 1])
            if seen is not None and seen.paint.startswith("rgb("):
                learnt[seen.paint] = colour
        empty = {paint: "" for paint in blank if paint.startswith("rgb(") and paint not in learnt}
        self._learn("colours", {**empty, **learnt})

    # -- ways -----------------------------------------------------------------------------------

    def _drafted(self) -> PokleSite:
        """Return the page, read with what was learnt so far."""
        return self._read_with(self.draft.applied(self._base))

    def _read_with(self, profile: Profile) -> PokleSite:
        """Return the page in the open tab, read with a profile."""
        made = PokleSite(self.site.tab.page, profile, self.site.patience, self._should_stop)
        made.tab = self.site.tab
        return made

    def _look(self) -> tuple[Look, Profile]:
        site = self._drafted()
        return site.look(), site.profile

    def _learn(self, table: str, words: dict[str, Any]) -> None:
        self.draft.words[table] = {**self.draft.words.get(table, {}), **words}

    def _set_ways(self, kind: str, selectors: list[str], by_name: bool = False) -> None:
        """Find the parts by ids, by names, by their place among similar elements, and by path."""
        described = self.site.tab.ask(DESCRIBE, [parse_place(css).sent() for css in selectors])
        if described is None:
            raise InputError(
                f"the {kind.replace('_', ' ')} cannot be found again where they were clicked"
            )
        ways: list[list[str]] = []
        if all(described["ids"]) and len(set(described["ids"])) == len(selectors):
            ways.append([f"#{name}" for name in described["ids"]])
        name = described["texts"][0] or described["labels"][0]
        if by_name and _is_plain(name):
            ways.append([f'role=button "{name}"'])
        if described["css"] and all(described["positions"]):
            ways.append([f"{described['css']} @{n}" for n in described["positions"]])
        ways.append(selectors)
        self.draft.ways[kind] = ways

    def _set_deep(self, kind: str, paths: Sequence[TreePath]) -> None:
        """Set ways by the clicked elements, or by those around them that can be understood."""
        problem = ""
        for level in range(LEVELS):
            cut = [path[: len(path) - level] for path in paths]
            try:
                self._set_ways(kind, [_selector(path, cut) for path in cut])
                read_kind(*self._look(), kind)
                return
            except (InputError, PageError) as error:
                problem = problem or str(error)
        raise InputError(f"the {kind.replace('_', ' ')} cannot be read: {shorten(problem, 100)}")

    def _set_cells(self, cells: Sequence[TreePath], level: int, step: int) -> None:
        """Set the ways for six rows; before the second row is known, all six are the first."""
        rows = [
            [_at(cell, level, None, step * guess) for cell in cells] for guess in range(N_GUESSES)
        ]
        flat = [path for row in rows for path in row]
        anchor = list(cells)
        ways = [[_selector(path, anchor) for path in flat]]
        if step:
            both = [_selector(path, anchor) for path in (*rows[0], *rows[1])]
            described = self.site.tab.ask(DESCRIBE, [parse_place(css).sent() for css in both])
            at = described["positions"] if described else []
            steps = {after - before for before, after in zip(at, at[N_CELLS:], strict=False)}
            if described and described["css"] and all(at) and len(steps) == 1:
                apart = steps.pop()
                ways.insert(
                    0,
                    [
                        f"{described['css']} @{n + apart * g}"
                        for g in range(N_GUESSES)
                        for n in at[:N_CELLS]
                    ],
                )
        self.draft.ways["cells"] = ways

    def _key_selector(self, two: TreePath, hearts: TreePath) -> str:
        """Return a selector of all keys, from what the two clicked ones have in common."""
        given = [parse_place(_selector(path)).sent() for path in (two, hearts)]
        both = self.site.tab.ask(DESCRIBE, given)
        each = [self.site.tab.ask(DESCRIBE, [place]) for place in given]
        tags = [str(described["css"]).partition(".")[0] for described in each if described]
        tries = [both["css"] if both else "", ", ".join(dict.fromkeys(t["css"] for t in each if t))]
        for css in filter(None, [*tries, ", ".join(dict.fromkeys(tags))]):
            self.draft.ways["keys"] = [css]
            if sum(element is not None for element in self._look()[0].ways("keys")[0]) >= N_KEYS:
                return str(css)
        raise InputError("the keys cannot be found: they have nothing in common")

    def _missing_keys(self) -> set[str]:
        look, profile = self._look()
        return {*RANKS, *SUITS} - keys_of(look.ways("keys")[0], profile)

    def _seen_at(self, path: TreePath) -> PageElement | None:
        """Return the element at a place."""
        if not path:
            return None
        ways = {**self._base.model_dump()["ways"], "submit": [_selector(path)]}
        profile = self._base.model_copy(update={"ways": type(self._base.ways).model_validate(ways)})
        return self._read_with(profile).look().ways("submit")[0][0]


def _is_plain(text: str) -> bool:
    return bool(text) and '"' not in text and "{" not in text and "}" not in text


def _words_of_cell(index: int) -> str:
    flop = [f"the {nth} card of the flop" for nth in ("first", "second", "third")]
    return f"In the empty row, click {(*flop, 'the turn', 'the river')[index]}."


def _selector(path: TreePath, others: Sequence[TreePath] = ()) -> str:
    """Return a CSS selector of a path, from the nearest id that it shares with others."""
    shared = len(path)
    for other in others:
        same = next(
            (
                i
                for i, (a, b) in enumerate(zip(path, other, strict=False))
                if a.id != b.id or a.nth != b.nth
            ),
            min(len(path), len(other)),
        )
        shared = min(shared, same if other != path else shared)
    own = len(path) - 1 if others else len(path)
    anchors = [i for i in range(min(shared, own)) if re.fullmatch(r"[A-Za-z][\w-]*", path[i].id)]
    start = anchors[-1] if anchors else -1
    steps = [f":nth-child({step.nth})" for step in path[start + 1 :]]
    begin = [f"#{path[start].id}"] if anchors else ["body"]
    return " > ".join([*begin, *steps])


def _between(first: TreePath, *others: tuple[TreePath, int]) -> TreePath:
    """Return the path of a part, extrapolated from how other paths differ from the first."""
    found = list(first)
    for other, times in others:
        for level, (mine, theirs) in enumerate(zip(first, other, strict=False)):
            if theirs.nth != mine.nth:
                found[level] = TreeStep(found[level].nth + times * (theirs.nth - mine.nth), "")
    return tuple(found)


def _at(path: TreePath, level: int, nth: int | None, more: int = 0) -> TreePath:
    """Return a path with another number at a level, counted from its end (0: as it is)."""
    if level == 0:
        return path
    found = list(path)
    before = found[level]
    found[level] = TreeStep((before.nth if nth is None else nth) + more, "" if more else before.id)
    return tuple(found)


def _row_step(old: TreePath, new: TreePath) -> tuple[int, int, int]:
    """Return the level of the tree where rows differ, by how much, and the first row."""
    if len(old) != len(new):
        raise InputError("the two rows are built differently: click the card itself in both")
    levels = [i for i, (a, b) in enumerate(zip(old, new, strict=True)) if a.nth != b.nth]
    if len(levels) != 1:
        raise InputError(
            "the two cards do not stand below each other: click the first card of each"
        )
    one, other = old[levels[0]].nth, new[levels[0]].nth
    return levels[0], abs(other - one), min(one, other)


def _distinct_words(shown: dict[Any, PageElement | None]) -> dict[str, Any]:
    """Return the words that only one meaning has: a text, a file's name or a label."""
    words = {meaning: _words_of(seen) for meaning, seen in shown.items() if seen}
    found: dict[str, Any] = {}
    for meaning, own in words.items():
        others = {word for other, theirs in words.items() if other != meaning for word in theirs}
        found |= {word: meaning for word in own[:3] if word not in others}
    return found


def _words_of(seen: PageElement) -> list[str]:
    if seen.text:
        return [seen.text.casefold()]
    files = [picture.rpartition("/")[2].casefold() for picture in seen.pictures]
    words = [word for file in files for word in re.findall(r"[^\W_]{2,}", file)]
    return [word for word in words if word not in FILE_WORDS] or [seen.label.casefold()]
