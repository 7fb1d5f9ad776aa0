"""Read a look at the page into a game: every word is checked here, once, and refused if absurd.

A page is not to be trusted: ranks and colours must be what a Pokle page can show, and of names only
what prints is kept. What is read is text and styles that a person sees; nothing of it is ever run.
Each kind of part is read in the first way that finds and understands all of it; if none does, the
first part that is wrong is named. Where a second way understands hole cards or trophies too, both
must say the same.
"""

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice, product
from typing import Any

from automation.errors import (
    PageError,
    PageRefusedError,
    PartNotFoundError,
    UnknownColourError,
    one_line,
)
from automation.layout import check_grid, check_table
from automation.look import Box, Elements, Look, PageElement
from automation.parts import N_CELLS, N_KEYS, WORDS, cell_part, parts_of
from automation.profiles import Profile
from automation.state import GameState
from engine.cards import Card, Suit, in_symbols, parse_card, shorten
from engine.errors import CardError, InputError
from engine.pokle.colors import colors_of
from engine.pokle.feedback import Row
from engine.pokle.rules import N_GUESSES, Hole, Puzzle, as_indices, fits_trophies

_RANK = re.compile(r"\??\s*(10|[2-9TJQKA])\s*\??", re.IGNORECASE)  # "?" marks a pardoned suit
MAX_NAME = 40
TABLE_KINDS = ("names", "hole_cards", "streets", "trophies")


@dataclass(frozen=True, slots=True)
class Cell:
    """A card of a guess row, with its colour if it has one."""

    card: Card | None
    colour: str | None
    active: bool | None  # None: the page does not say
    text: str = ""
    mark: str = ""  # the attribute, the style and the paint that show its colour
    fill: str = ""
    paint: str = ""

    def contradicts(self, profile: Profile) -> bool:
        """Return True if attribute, style and paint mean different colours."""
        said = {profile.colour_of(text) for text in (self.mark, self.fill, self.paint)}
        return len(said - {None, ""}) > 1 and profile.colour_of(self.paint) != ""

    def is_confirmed(self, profile: Profile) -> bool:
        """Return True if the attribute and the style or paint show the same colour."""
        shown = {profile.colour_of(text) for text in (self.fill, self.paint)}
        return self.colour is not None and {profile.colour_of(self.mark)} == shown

    def strange_marks(self, profile: Profile, blank: Collection[str]) -> list[str]:
        """Return what may be a colour that the profile does not know."""
        marks = [text for text in (self.mark, self.fill, self.paint) if text]
        unknown = [text for text in marks if profile.colour_of(text) is None]
        return [text for text in unknown if text not in blank]


def read_game(look: Look, profile: Profile) -> GameState:
    """Return the puzzle and the rows that have all their colours, checked against each other."""
    names = read_kind(look, profile, "names")
    for kind in ("hole_cards", "trophies"):
        _check_agreement(look, profile, kind)
    hands = read_kind(look, profile, "hole_cards")
    read_kind(look, profile, "streets")
    places = read_kind(look, profile, "trophies")
    hole: Hole = tuple(zip(hands[::2], hands[1::2], strict=True))  # type: ignore[assignment]
    flop, turn, river = (tuple(places[i : i + 3]) for i in (0, 3, 6))
    try:
        puzzle = Puzzle(hole, flop, turn, river)
    except InputError as error:
        raise PageRefusedError(f"the page shows no Pokle puzzle: {error}") from error
    rows = read_rows(look, profile)
    check_rows(puzzle, rows)
    return GameState(puzzle, tuple(names), rows)


def read_kind(look: Look, profile: Profile, kind: str) -> list[Any]:
    """Return what the parts of a kind say, in the first way that finds and understands them all."""
    return _first_way(look, profile, kind)[1]


def way_of(look: Look, profile: Profile, kind: str) -> int:
    """Return the first way (from 0) that finds and understands a kind, or raise."""
    return _first_way(look, profile, kind)[0]


def _first_way(look: Look, profile: Profile, kind: str) -> tuple[int, list[Any]]:
    """Return the first way that finds and understands a kind, and what it reads there."""
    problems: list[PageError] = []
    for way in range(len(look.ways(kind))):
        try:
            return way, read_way(look, profile, kind, way)
        except PageError as error:
            problems.append(error)
    raise min(problems, key=lambda problem: problem.at, default=PartNotFoundError(WORDS[kind]))


def read_way(look: Look, profile: Profile, kind: str, way: int) -> list[Any]:
    """Return what one way reads of a kind; raise if it is not understood or misplaced."""
    found = _read_all(look.ways(kind)[way], profile, kind)
    if kind in TABLE_KINDS and look.is_crowded(kind, way) and _is_pattern(profile, kind, way):
        raise PageRefusedError(f"the {WORDS[kind]} are on the page more than once")
    boxes = look.boxes_of(kind, way) if kind in ("hole_cards", "trophies") else None
    if boxes is not None:
        names, streets = (_boxes_in_use(look, profile, each) for each in ("names", "streets"))
        check_table(kind, boxes, names, streets)
    if kind == "cells":
        cells = [box for box in (look.boxes.get(kind) or [[]] * (way + 1))[way] if box]
        check_grid(cells[: N_CELLS * len(found)])
    return found


def _is_pattern(profile: Profile, kind: str, way: int) -> bool:
    """Return True for one selector for all parts; a list may pick them out of many like them."""
    return isinstance(getattr(profile.ways, kind)[way], str)


def _boxes_in_use(look: Look, profile: Profile, kind: str) -> list[Box] | None:
    """Return where the parts of a kind are, in the way that is used; None if none is."""
    with suppress(PageError):
        return look.boxes_of(kind, way_of(look, profile, kind))
    return None


def _check_agreement(look: Look, profile: Profile, kind: str) -> None:
    """Refuse parts that the first two ways which understand a kind read differently."""
    for part, *said in zip(parts_of(kind), *islice(_readings(look, profile, kind), 2), strict=True):
        if len(set(said)) > 1:
            words = " and ".join(map(repr, said))
            raise PageRefusedError(f"the {part} reads {words}, depending on how it is found")


def _readings(look: Look, profile: Profile, kind: str) -> Iterator[list[Any]]:
    """Yield what each way that understands a kind reads."""
    for way in range(len(look.ways(kind))):
        with suppress(PageError):
            yield read_way(look, profile, kind, way)


def problem_of(look: Look, profile: Profile, kind: str, way: int) -> str:
    """Return why a way cannot be used for a kind; "" if it can."""
    try:
        read_way(look, profile, kind, way)
    except PageError as error:
        return str(error)
    return ""


# -- the guess rows -----------------------------------------------------------------------------


def read_rows(look: Look, profile: Profile) -> tuple[Row, ...]:
    """Return the rows that have all five colours, in the order in which they were guessed."""
    shown = read_cells(look, profile)
    for guess, cells in enumerate(shown):
        _check_cards(cells, guess)
    rows = [row_of(cells) if not all(cell.active for cell in cells) else None for cells in shown]
    coloured = [guess for guess, row in enumerate(rows) if row is not None]
    if coloured and coloured[-1] - coloured[0] >= len(coloured):
        raise PageRefusedError("there is a gap between the coloured guesses")
    found = [row for row in rows if row is not None]
    if _is_newest_first(shown, coloured, found):
        found.reverse()
    while len(found) > 1 and found[-1].is_won and is_same_win(found[-2], found[-1].guess):
        found.pop()  # some pages show the solution once more below the winning guess
    if any(row.is_won for row in found[:-1]):
        raise PageRefusedError("the page shows more guesses after an all-green one")
    return tuple(found)


def _is_newest_first(
    shown: Sequence[Sequence[Cell]], coloured: Sequence[int], rows: Sequence[Row]
) -> bool:
    """Return True if new rows come on top: the row to fill or the winning one is above others."""
    if not coloured:
        return False
    to_fill = open_row(shown)
    if to_fill is not None:
        return to_fill < coloured[0]
    return len(rows) > 1 and rows[0].is_won


def is_same_win(row: Row, cards: Sequence[Card]) -> bool:
    """Return True if a row is all green and these cards win too; turn and river by rank alone."""
    same_flop = set(row.guess[:3]) == set(cards[:3])
    later = zip(row.guess[3:], cards[3:], strict=True)
    return row.is_won and same_flop and all(one.rank == two.rank for one, two in later)


def check_rows(puzzle: Puzzle, rows: Sequence[Row]) -> None:
    """Refuse guesses that cannot be of this puzzle: they were made in another game."""
    dealt = {card: player for player, hand in enumerate(puzzle.hole, 1) for card in hand}
    for number, row in enumerate(rows, 1):
        card = next((card for card in row.guess if card in dealt), None)
        if card is not None:
            raise PageRefusedError(
                f"guess {number} shows {card.symbol}, which player {dealt[card]} holds: "
                "this row belongs to another game"
            )
    if rows and rows[-1].is_won and not _can_be_won(puzzle, rows):
        raise PageRefusedError(
            f"{in_symbols(rows[-1].guess)} is all green but does not fit the hands, the trophies "
            "and the other guesses: this row belongs to another game"
        )


def _can_be_won(puzzle: Puzzle, rows: Sequence[Row]) -> bool:
    """Return True if a board with the green row's flop, turn rank and river rank fits."""
    flop, (turn, river) = rows[-1].guess[:3], rows[-1].guess[3:]
    pairs = product(Suit, Suit)
    boards = [(*flop, Card(turn.rank, one), Card(river.rank, two)) for one, two in pairs]
    boards = [board for board in boards if len(set(board)) == N_CELLS]
    legal = fits_trophies(puzzle, as_indices(boards))
    return any(
        all(_has_colours(row, board) for row in rows)
        for board, is_legal in zip(boards, legal, strict=True)
        if is_legal
    )


def _has_colours(row: Row, board: Sequence[Card]) -> bool:
    """Return True if a board gives a row its colours, with a pardon or without."""
    return row.colors in {colors_of(row.guess, board, pardon) for pardon in (False, True)}


def row_of(cells: Sequence[Cell]) -> Row | None:
    """Return the row of these cells once they have five cards and five colours."""
    if not all(cell.card and cell.colour for cell in cells):
        return None
    cards = tuple(cell.card for cell in cells if cell.card)
    try:
        return Row(cards, "".join(cell.colour or "" for cell in cells))
    except InputError as error:
        raise PageRefusedError(f"the page shows an impossible guess: {error}") from error


def is_row_of(cells: Sequence[Cell], cards: Sequence[Card]) -> bool:
    """Return True if cells show a guess; a green turn or river may have another suit."""
    shown = [cell.card for cell in cells]
    if not all(shown) or set(shown[:3]) != set(cards[:3]):
        return False
    later = zip(cells[3:], cards[3:], strict=True)
    return all(
        cell.card == card or (cell.card and cell.colour == "g" and cell.card.rank == card.rank)
        for cell, card in later
    )


def _check_cards(cells: Sequence[Cell], guess: int) -> None:
    """Refuse a row that was submitted and shows something else than a card."""
    if not all(cell.colour and cell.active is False for cell in cells):
        return
    unread = [index for index, cell in enumerate(cells) if cell.card is None]
    if 0 < len(unread) < N_CELLS:
        part, text = cell_part(guess, unread[0]), shorten(cells[unread[0]].text)
        raise PageRefusedError(f'{part} shows "{text}", which is not a card')


def read_cells(look: Look, profile: Profile) -> list[list[Cell]]:
    """Return the cells of the guess rows that are there, row by row, as two ways read them."""
    readings = list(islice(_readings(look, profile, "cells"), 2))
    if len(readings) == 2 and _cards_and_colours(readings[0]) != _cards_and_colours(readings[1]):
        raise PageRefusedError(
            "the guess rows read differently depending on how they are found: "
            f"{_row_words(readings[0])}; {_row_words(readings[1])}"
        )
    return readings[0] if readings else read_kind(look, profile, "cells")


def _cards_and_colours(
    rows: Sequence[Sequence[Cell]],
) -> list[list[tuple[Card | None, str | None]]]:
    return [[(cell.card, cell.colour) for cell in cells] for cells in rows]


def _row_words(rows: Sequence[Sequence[Cell]]) -> str:
    full = [[cell.card for cell in cells if cell.card] for cells in rows]
    shown = [in_symbols(cards) for cards in full if len(cards) == N_CELLS]
    return f"{len(rows)} with {', '.join(shown) or 'no cards'}"


def open_row(rows: Sequence[Sequence[Cell]]) -> int | None:
    """Return the row to fill (from 0): the active one, else the first not submitted."""
    for guess, cells in enumerate(rows):
        if all(cell.active for cell in cells):
            return guess
    silent = (g for g, cells in enumerate(rows) if all(cell.active is None for cell in cells))
    return next((g for g in silent if not _is_submitted(rows[g])), None)


def _is_submitted(cells: Sequence[Cell]) -> bool:
    """Return True if a row has five cards that can no longer be changed."""
    is_full = all(cell.card for cell in cells)
    return is_full and any(cell.colour or cell.active is False for cell in cells)


def blank_paints(rows: Sequence[Sequence[Cell]]) -> set[str]:
    """Return how cells without a card are painted."""
    return {cell.paint for cells in rows for cell in cells if cell.card is None}


def unknown_colours(
    rows: Sequence[Sequence[Cell]], profile: Profile, submitted: Sequence[Card] = ()
) -> PageError | None:
    """Return what is wrong with the colours of a submitted row, if anything.

    A row that does not say so counts as submitted if it is the one of `submitted`, or if it is
    painted otherwise than every empty cell.
    """
    blank = blank_paints(rows)
    for guess, cells in enumerate(rows):
        is_full = all(cell.card for cell in cells) and not all(cell.active for cell in cells)
        if not is_full or row_of(cells) is not None:
            continue
        painted = blank and all(cell.paint not in blank for cell in cells)
        if not (_is_submitted(cells) or painted or (submitted and is_row_of(cells, submitted))):
            continue
        for index, cell in enumerate(cells):
            strange = cell.strange_marks(profile, blank)
            if cell.colour is None and (strange or cell.contradicts(profile)):
                return _unknown_colour(cell_part(guess, index), cell, strange)
    return None


def _unknown_colour(part: str, cell: Cell, strange: Sequence[str]) -> PageError:
    seen = marks_in_words((cell.mark, cell.fill, cell.paint))
    if not strange:
        return UnknownColourError(f"{part} has colours that contradict each other ({seen})")
    line = f'"{shorten(strange[0])}" = "g"'
    return UnknownColourError(
        f"{part} has a colour that the profile does not know ({seen}): write {line} (or y for "
        "yellow, e for grey) under [colours] in your profile"
    )


def marks_in_words(marks: tuple[str, str, str]) -> str:
    """Return the attribute, the style and the paint of an element as a message names them."""
    named = zip(("attribute", "style", "painted"), marks, strict=True)
    return ", ".join(f'{name} "{shorten(text)}"' for name, text in named if text)


def is_drawn(look: Look) -> bool:
    """Return True once there is anything of a game: a hole card or a cell of the first guess."""
    kinds = ("hole_cards", "cells")
    return any(element for kind in kinds for way in look.ways(kind) for element in way)


def is_colouring(rows: Sequence[Sequence[Cell]]) -> bool:
    """Return True while a submitted row waits for some of its colours."""
    return any(_is_submitted(cells) and row_of(cells) is None for cells in rows)


def shown_step(look: Look) -> int | None:
    """Return the step of the tutorial that is shown (from 0)."""
    steps = look.ways("tutorial")[0] if look.ways("tutorial") else []
    return next((i for i, step in enumerate(steps) if step and step.shown), None)


def shows_tutorial(look: Look) -> bool:
    """Return True while a step of the tutorial is shown."""
    return shown_step(look) is not None


# -- the kinds ----------------------------------------------------------------------------------


def _each(
    elements: Elements,
    kind: str,
    read: Callable[[str, PageElement, Profile], Any],
    profile: Profile,
) -> list[Any]:
    """Return what each part says; an error names the one that is wrong."""
    found = []
    if len(elements) != len(parts_of(kind)):
        raise PageRefusedError(f"the page cannot be read: {len(elements)} {kind.replace('_', ' ')}")
    for at, (part, seen) in enumerate(zip(parts_of(kind), elements, strict=True)):
        try:
            if seen is None:
                raise PartNotFoundError(part)
            found.append(read(part, seen, profile))
        except PageError as error:
            error.at = at
            raise
    return found


def _name(part: str, seen: PageElement, profile: Profile) -> str:
    name = one_line(seen.text)
    if not 1 <= len(name) <= MAX_NAME:
        raise PageRefusedError(
            f'{part}: "{shorten(name)}" is not a name: expected 1 to {MAX_NAME} letters'
        )
    return name


def _hole(part: str, seen: PageElement, profile: Profile) -> Card:
    card = _card(seen, profile)
    if card is None:
        suit = _suit(seen, profile)
        raise PageRefusedError(
            f'{part} shows "{shorten(seen.text)}" with the suit "{suit or ""}", which is not a card'
        )
    return card


def _card(seen: PageElement, profile: Profile) -> Card | None:
    """Return the card that an element shows, if it shows one."""
    rank, suit = _rank(seen.text, profile), _suit(seen, profile)
    try:
        return parse_card(f"{rank}{suit}" if rank and suit else seen.text)
    except CardError:
        return None


def _rank(text: str, profile: Profile) -> str:
    """Return the rank that a text names, beside signs of a suit; "" if it names none."""
    own = profile.ranks.get(text.strip(" ?").casefold())
    plain = _RANK.fullmatch(text)
    if own or plain:
        return own or (plain[1].upper() if plain else "")
    words = [word for word in _words(text) if word != "?"]
    ranks = {found for word in words if (found := _rank_word(word, profile))}
    others = [word for word in words if not _rank_word(word, profile)]
    known = all(word in profile.suits or not word.isalnum() for word in others)
    return ranks.pop() if len(ranks) == 1 and known else ""


def _rank_word(word: str, profile: Profile) -> str:
    plain = _RANK.fullmatch(word)
    return profile.ranks.get(word, plain[1].upper() if plain else "")


def _words(text: str) -> list[str]:
    """Return the words of a text, and the signs beside them."""
    return re.findall(r"\w+|[^\w\s]", text.casefold())


def _suit(seen: PageElement, profile: Profile) -> str:
    """Return the suit that an element shows: as attribute, picture or sign, else by its label."""
    by_attribute = profile.suits.get(seen.suit.casefold())
    if by_attribute or seen.pictures:
        return by_attribute or _word(seen.pictures, profile.suits) or ""
    signs = [word for word in _words(seen.text) if not _rank_word(word, profile)]
    return _meaning(signs, profile.suits) or _meaning(_words(seen.label), profile.suits) or ""


def _meaning(words: Sequence[str], known: Mapping[str, Any]) -> Any:
    """Return what words mean, if they all mean the same."""
    found = {known[word] for word in words if word in known}
    return found.pop() if len(found) == 1 else None


def _word(pictures: Sequence[str], words: Mapping[str, Any]) -> Any:
    """Return what the words in the file names of pictures mean, if they agree."""
    files = (picture.rpartition("/")[2].casefold() for picture in pictures)
    return _meaning([name for file in files for name in re.findall(r"[^\W_]{2,}", file)], words)


def _street(part: str, seen: PageElement, profile: Profile) -> str:
    street = profile.streets.get(seen.text.casefold(), "")
    if part != f"{street} row":
        raise PageRefusedError(
            f'the {part} reads "{shorten(seen.text)}": expected "{part.partition(" ")[0]}"'
        )
    return street


def _trophy(part: str, seen: PageElement, profile: Profile) -> int:
    """Return the place that a trophy shows, as a picture, as text or by its label."""
    pictured = _word(seen.pictures, profile.trophies)
    written = profile.trophies.get(seen.text.casefold()) or _meaning(
        _words(seen.text), profile.trophies
    )
    called = _meaning(_words(seen.label), profile.trophies)
    if len({pictured, written, called} - {None}) > 1:
        words = shorten(seen.text or seen.label)
        raise PageRefusedError(f'{part} shows place {pictured or written} but reads "{words}"')
    place: int | None = pictured or written or called
    if place is None:
        shown = shorten(", ".join([*seen.pictures, *filter(None, [seen.text])]))
        raise PageRefusedError(
            f'{part} shows "{shown}": expected a picture of {", ".join(profile.trophies)}'
        )
    return place


def _read_cells(elements: Elements, profile: Profile) -> list[list[Cell]]:
    """Return the rows that are there from the top; the first one must be."""
    rows = [elements[at : at + N_CELLS] for at in range(0, N_CELLS * N_GUESSES, N_CELLS)]
    made: list[list[Cell]] = []
    for row in rows:
        if not all(row):
            break
        made.append([_cell(seen, profile) for seen in row if seen])
    if not made:
        missing = next(index for index, seen in enumerate(rows[0]) if not seen)
        raise PartNotFoundError(cell_part(0, missing))
    return made


def _cell(seen: PageElement, profile: Profile) -> Cell:
    active = {"true": True, "false": False}.get(seen.active)
    colour = None if active else _colour(seen, profile)
    marks = (seen.colour, seen.fill, seen.paint)
    return Cell(_card(seen, profile), colour, active, seen.text, *marks)


def _colour(seen: PageElement, profile: Profile) -> str | None:
    """Return the colour as attribute, as inline style or as it is painted.

    None if a person sees no colour yet, or if the three say different things.
    """
    if profile.colour_of(seen.paint) == "":
        return None
    said = (profile.colour_of(text) for text in (seen.colour, seen.fill, seen.paint))
    found = {colour for colour in said if colour}
    return found.pop() if len(found) == 1 else None


def _read_keys(elements: Elements, profile: Profile) -> list[str]:
    """Return what each key types: a rank, h d c s for a suit, "" for anything else."""
    found = [_key(seen, profile) if seen else "" for seen in elements]
    missing = sorted(_KEYS - keys_of(elements, profile))
    if missing:
        raise PartNotFoundError(f"key {missing[0]}" if found else "card keyboard")
    return found


def keys_of(elements: Elements, profile: Profile) -> set[str]:
    """Return the keys among these elements."""
    return _KEYS & {_key(seen, profile) for seen in elements if seen}


_KEYS = {*map(str, range(2, 11)), *"JQKA", *"hdcs"}
assert len(_KEYS) == N_KEYS


def _key(seen: PageElement, profile: Profile) -> str:
    rank = _rank(seen.text, profile)
    if rank:
        return rank
    by_text = profile.suits.get(seen.text.casefold())
    by_label = profile.ranks.get(seen.label.casefold()) if not seen.text else None
    return by_text or by_label or _suit(seen, profile)


def _submit(part: str, seen: PageElement, profile: Profile) -> PageElement:
    if not seen.shown:
        raise PartNotFoundError(part)
    return seen


_PARTS: dict[str, Callable[[str, PageElement, Profile], Any]] = {
    "names": _name,
    "hole_cards": _hole,
    "streets": _street,
    "trophies": _trophy,
    "submit": _submit,
}


def _read_all(elements: Elements, profile: Profile, kind: str) -> list[Any]:
    """Return the parsed parts that a way found; raise if one is wrong."""
    if kind == "cells":
        return _read_cells(elements, profile)
    if kind == "keys":
        return _read_keys(elements, profile)
    return _each(elements, kind, _PARTS[kind], profile)
