"""A position as one line of text, for all five games.

    line  = game ["?" option "=" value {"&" option "=" value}] " " (deal | fields)
    deal  = "deal " seed "/" seats ["/" rounds] [" moves " move {"; " move}]
    fields, one space between them, "-" for an empty one:
      konkan      hands table trash deck phase turn taken coming
      slave       hands trick played titles phase [" moves " leader ": " move {"; " move}]
      pokle       hands places guesses
      holdem      players board dead call
      kings-lows  players dead viewer

A line with a deal is a whole game and becomes a `State`. Fields are what one player knows and
become the advisor's request; the player who asks is seat "a", the next one "b". Cards are written
without spaces, ten is T, a joker JK or JK=9S, and "?3" are three hidden cards. Cards in brackets
are known to others (Konkan: everybody saw them taken; Slave: what the partner got or will give).
Options are written only where they differ from the usual rules. `docs/pages/positions.md` has
examples.
"""

import re
from collections import Counter
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, unquote

from pydantic import ValidationError

from assistant.play.game import State
from assistant.play.registry import GAMES, find_game
from assistant.requests import Request, explain_validation
from engine.cards import Card, parse_card, shorten
from engine.errors import InputError
from engine.words import counted

if TYPE_CHECKING:
    from assistant.advisors.holdem import HoldemRequest
    from assistant.advisors.kings_lows import KingsLowsRequest
    from assistant.advisors.konkan import KonkanRequest
    from assistant.advisors.pokle import PokleRequest
    from assistant.advisors.slave import SlaveRequest
    from engine.holdem.ranges import Range

MAX_LINE = 20_000  # letters
SEATS = "abcdefg"
NOTHING = "-"
_CARD = re.compile(r"JK(?:=(?:10|[2-9TJQKA])[HDCS])?|(?:10|[2-9TJQKA])[HDCS]", re.IGNORECASE)
_HIDDEN = re.compile(r"\?([0-9]{0,3})", re.ASCII)
_SYMBOLS = str.maketrans("♠♥♦♣", "SHDC", "\ufe0f")
_NUMBER = re.compile(r"[0-9]{1,9}", re.ASCII)
_DEAL = re.compile(r"deal ([0-9]{1,20})/([1-9])(?:/([0-9]{1,4}))?", re.ASCII)
Fields = dict[str, str]


def position_line(request: Request) -> str:
    """Return what a request knows as one line."""
    writers: dict[str, Callable[[Any], tuple[str, list[str]]]] = {
        "konkan": _konkan_fields,
        "slave": _slave_fields,
        "pokle": _pokle_fields,
        "holdem": _holdem_fields,
        "kings-lows": _kings_lows_fields,
    }
    options, fields = writers[request.game](request)
    head = f"{request.game}?{options}" if options else request.game
    return " ".join([head, *(field or NOTHING for field in fields)])


def game_line(state: State, game: str, moves: Sequence[str], rules: str = "") -> str:
    """Return a whole game as one line: its deal and all moves."""
    head = f"{game}?{rules}" if rules else game
    suffix = " moves " + "; ".join(moves) if moves else ""
    return f"{head} {state.start}{suffix}"


def read_position(text: str) -> Request | State:
    """Read a line: a deal with moves becomes a game's state, fields become a request."""
    line = " ".join(text.strip().translate(_SYMBOLS).split())
    if len(line) > MAX_LINE:
        raise InputError("the position is too long to be read")
    head, _, rest = line.partition(" ")
    game, _, options = head.partition("?")
    readers: dict[str, Callable[[str, Fields], Request]] = {
        "konkan": _read_konkan,
        "slave": _read_slave,
        "pokle": _read_pokle,
        "holdem": _read_holdem,
        "kings-lows": _read_kings_lows,
    }
    if game not in readers:
        raise InputError(
            f'cannot read the position "{shorten(text)}": expected it to begin with '
            + ", ".join(readers)
        )
    if rest.startswith("deal "):
        return _read_deal(game, options, rest)
    try:
        return readers[game](options, _fields(game, rest))
    except ValidationError as error:
        raise explain_validation(error) from None


def question_of(text: str) -> Request:
    """Read a line as a question to the advisor; of a whole game, that of the seat to act."""
    found = read_position(text)
    if isinstance(found, Request):
        return found
    if found.seat is None:
        raise InputError("the round of this position is over: there is nothing to ask")
    return found.seen(found.seat).request()


FIELDS = {
    "konkan": ("hands", "table", "trash", "deck", "phase", "turn", "taken", "coming"),
    "slave": ("hands", "trick", "played", "titles", "phase"),
    "pokle": ("hands", "places", "guesses"),
    "holdem": ("players", "board", "dead", "call"),
    "kings-lows": ("players", "dead", "viewer"),
}


def _fields(game: str, text: str) -> Fields:
    """Return the fields by name; one that is empty is ""."""
    body, _, moves = text.partition(" moves ")
    values = body.split()
    names = FIELDS[game]
    if len(values) != len(names) or (moves and game != "slave"):
        raise InputError(
            f'"{shorten(text)}" has {counted(len(values), "part")}, but a position of {game} has '
            f"{len(names)}: {' '.join(names)}"
        )
    found = {name: "" if v == NOTHING else v for name, v in zip(names, values, strict=True)}
    return found | {"moves": moves}


def _read_deal(game: str, options: str, text: str) -> State:
    deal, _, moves = text.partition(" moves ")
    match = _DEAL.fullmatch(deal)
    if match is None or game not in GAMES:
        raise InputError(f'cannot read "{shorten(deal)}": expected a deal such as deal 7/3')
    found = find_game(game)
    seed, n_seats, n_rounds = int(match[1]), int(match[2]), int(match[3] or 1)
    if n_seats not in found.n_seats or not 1 <= n_rounds <= 1_000 or seed >= 1 << 63:
        seats = " or ".join(map(str, found.n_seats))
        raise InputError(
            f"{deal}: expected a seed below 2^63, {seats} players and 1 to 1,000 rounds"
        )
    state = found.deal(seed, n_seats, n_rounds, found.rules_type.read(options))
    for number, move in enumerate(filter(None, moves.split("; ")), 1):
        try:
            state.apply(move)
        except InputError as error:
            raise InputError(f"move {number} of the position: {error}") from None
    return state


# -- parts ----------------------------------------------------------------------------------------


def _name(card: object) -> str:
    return repr(card).replace("10", "T")


def _cards(cards: Sequence[object]) -> str:
    return "".join(map(_name, cards))


def _split(text: str) -> list[str]:
    """Return the single cards of a text, or raise."""
    found = _CARD.findall(text)
    if "".join(found) != text:
        raise InputError(f'cannot read the cards "{shorten(text)}": expected cards such as AHTD')
    return [card.upper().replace("T", "10") for card in found]


def _plain(text: str) -> tuple[Card, ...]:
    return tuple(map(parse_card, _split(text)))


def _number(text: str, what: str) -> int:
    if not _NUMBER.fullmatch(text):
        raise InputError(f'cannot read {what} "{shorten(text)}": expected a number')
    return int(text)


def _hidden(text: str) -> tuple[str, int]:
    """Return cards without their hidden ones at the end, and how many those are."""
    match = _HIDDEN.search(text)
    if match is None:
        return text, 0
    if match.end() != len(text):
        raise InputError(f'"{shorten(text)}": hidden cards stand at the end, such as KHQH?3')
    return text[: match.start()], int(match[1] or 1)


def _bracketed(text: str) -> tuple[list[str], list[str]]:
    """Return all cards, and those in brackets."""
    if re.fullmatch(r"(?:[^\[\]]*(?:\[[^\[\]]*\])?)*", text) is None:
        raise InputError(f'"{shorten(text)}": a bracket is not closed')
    known = [card for part in re.findall(r"\[([^\[\]]*)\]", text) for card in _split(part)]
    return _split(text.replace("[", "").replace("]", "")), known


def _seat(letter: str, n_seats: int) -> int:
    place = SEATS.find(letter) if len(letter) == 1 else -1
    if not 0 <= place < n_seats:
        raise InputError(
            f'there is no seat "{shorten(letter)}": expected a to {SEATS[n_seats - 1]}'
        )
    return place


def _options(text: str, known: Sequence[str]) -> dict[str, str]:
    found = dict[str, str]()
    for part in filter(None, text.split("&")):
        key, sign, value = part.partition("=")
        if key not in known or not sign or key in found:
            wanted = ", ".join(known)
            raise InputError(f'"{shorten(part)}" is not an option here: expected {wanted}')
        found[key] = unquote(value)
    return found


def _switch(text: str, usual: bool) -> bool:
    if text not in ("", "yes", "no"):
        raise InputError(f'"{shorten(text)}": expected yes or no')
    return usual if not text else text == "yes"


# -- Konkan ---------------------------------------------------------------------------------------


def _konkan_fields(request: "KonkanRequest") -> tuple[str, list[str]]:
    from assistant.advisors.konkan_view import N_CARDS, phase_of, seen_cards, turn_of

    totals = (request.down_total, *(opponent.down_total for opponent in request.opponents))
    laid = request.laid or tuple(total or 0 for total in totals)
    hidden = [opponent.n_cards - len(opponent.known) for opponent in request.opponents]
    known, own = Counter(request.known), list[str]()
    for card in request.hand:
        own.append(f"[{_name(card)}]" if known[card] > 0 else _name(card))
        known[card] -= 1
    hands = ["".join(own)]
    for opponent, n_hidden in zip(request.opponents, hidden, strict=True):
        seen = f"[{_cards(opponent.known)}]" if opponent.known else ""
        hands.append(seen + (f"?{n_hidden}" if n_hidden else ""))
    for place, total in enumerate(totals):
        later = laid[place] - (total or 0)
        hands[place] += (f":{total}" if total is not None else "") + (f"+{later}" if later else "")
    n_deck = N_CARDS - len(seen_cards(request)) - sum(hidden)
    table = ",".join(f"{SEATS[entry.owner]}{_cards(entry.meld.cards)}" for entry in request.table)
    taken = "" if request.taken is None else _name(request.taken)
    return request.rules.text, [
        "/".join(hands),
        table,
        _cards(request.trash),
        f"?{n_deck}",
        phase_of(request),
        str(turn_of(request)),
        taken,
        str(request.coming),
    ]


_TOTALS = re.compile(r"([^:+]*)(?::([0-9]{1,3}))?(?:\+([0-9]{1,3}))?", re.ASCII)


def _read_konkan(options: str, fields: Fields) -> "KonkanRequest":
    from assistant.advisors.konkan import KonkanRequest, SeatEntry, TableEntry
    from assistant.advisors.konkan_view import N_CARDS, seen_cards
    from engine.konkan.cards import parse_konkan_card
    from engine.konkan.melds import parse_meld
    from engine.konkan.rules import KonkanRules

    hands = fields["hands"].split("/")
    cards, known, n_hidden = list[list[str]](), list[list[str]](), list[int]()
    totals, laid = list[int | None](), list[int]()
    for text in hands:
        match = _TOTALS.fullmatch(text)
        if match is None:
            raise InputError(f'cannot read the hand "{shorten(text)}"')
        seen, n = _hidden(match[1])
        all_cards, bracketed = _bracketed(seen)
        total = None if match[2] is None else int(match[2])
        cards.append(all_cards)
        known.append(bracketed)
        n_hidden.append(n)
        totals.append(total)
        laid.append((total or 0) + int(match[3] or 0))
    rules = KonkanRules.read(options)
    table = []
    for text in filter(None, fields["table"].split(",")):
        meld = parse_meld(" ".join(_split(text[1:])), rules)
        table.append(TableEntry(owner=_seat(text[0].lower(), len(hands)), meld=meld))
    turn = _number(fields["turn"], "the turn")
    konkan = parse_konkan_card
    request = KonkanRequest(
        hand=tuple(map(konkan, cards[0])),
        opponents=tuple(
            SeatEntry(
                n_cards=len(cards[i]) + n_hidden[i],
                down_total=totals[i],
                known=tuple(map(konkan, cards[i])),
            )
            for i in range(1, len(hands))
        ),
        table=tuple(table),
        trash=tuple(map(konkan, _split(fields["trash"]))),
        down_total=totals[0],
        phase=fields["phase"],  # type: ignore[arg-type]  # checked on entry
        taken=konkan(_split(fields["taken"])[0]) if fields["taken"] else None,
        first_turn=turn == 0,
        turn=turn,
        known=tuple(map(konkan, known[0])),
        coming=_number(fields["coming"], "the points of coming down"),
        laid=tuple(laid),
        rules=rules,
    )
    n_deck = N_CARDS - len(seen_cards(request)) - sum(n_hidden[1:])
    if n_hidden[0] or _hidden(fields["deck"]) != ("", n_deck) or n_deck < 0:
        raise InputError(
            f"the deck of this position has ?{n_deck} cards: {fields['deck']} is given"
        )
    return request


# -- Slave ----------------------------------------------------------------------------------------


def _slave_fields(request: "SlaveRequest") -> tuple[str, list[str]]:
    from engine.slave.history import PASS_WORDS
    from engine.slave.rules import SlaveRules

    rules = SlaveRules(request.trick, not request.free_lead)
    gives = request.phase == "exchange"
    partner = request.position().partner if request.gave or gives else 0
    seen = request.incoming if gives else request.gave
    hands = [_cards(request.hand)]
    for place in (1, 2, 3):
        n_cards = _slave_left(request)[place - 1]
        n_known = len(seen) if place == partner else 0
        known = f"[{_cards(seen)}]" if n_known else ""
        hands.append(known + (f"?{n_cards - n_known}" if n_cards > n_known else ""))
    trick = ""
    if gives:
        trick = f"a{_cards(request.given)}" if request.given else ""
    elif request.last and not request.history:
        by = "?" if request.last_by is None else SEATS[request.last_by]
        out = "".join(SEATS[i] for i in (1, 2, 3) if request.passed[i - 1])
        trick = f"{by}{_cards(request.last)}" + (f":{out}" if out else "")
    phase = "give" if gives else "lead" if request.first_lead else "play"
    played = "" if request.history else _cards(request.played)
    titles = "".join(title[0] for title in request.titles or ())
    titles += f":{_cards(request.got)}" if request.got else ""
    fields = ["/".join(hands), trick, played, titles, phase]
    if request.history:
        leader = SEATS[request.position().first_seat]
        moves = "; ".join(
            "pass" if move.strip().lower() in PASS_WORDS else move for move in request.history
        )
        fields.append(f"moves {leader}: {moves}")
    return rules.text, fields


def _slave_left(request: "SlaveRequest") -> Sequence[int]:
    """Return how many cards the others hold."""
    if not request.history or request.phase == "exchange":
        return request.left
    from engine.slave.history import view_of

    view = view_of(request.position())
    return [view.cards_left(seat) for seat in (1, 2, 3)]


def _read_slave(options: str, fields: Fields) -> "SlaveRequest":
    from assistant.advisors.slave import SlaveRequest
    from engine.slave.rules import TITLE_NAMES, SlaveRules

    rules = SlaveRules.read(options)
    hands = fields["hands"].split("/")
    if len(hands) != 4:
        raise InputError(f"{len(hands)} hands: Slave has four")
    others = [_bracketed(_hidden(hand)[0])[1] for hand in hands[1:]]
    left = [len(known) + _hidden(hand)[1] for known, hand in zip(others, hands[1:], strict=True)]
    letters = {title[0]: title for title in TITLE_NAMES}
    gives = fields["phase"] == "give"
    if fields["phase"] not in ("play", "lead", "give"):
        raise InputError(f'"{shorten(fields["phase"])}": expected play, lead or give')
    titles, _, got = fields["titles"].partition(":")
    if not set(titles) <= letters.keys():
        raise InputError(f'"{shorten(fields["titles"])}": expected one of K Q C S for each seat')
    values: dict[str, Any] = {
        "hand": _plain(hands[0]),
        "titles": tuple(letters[letter] for letter in titles) or None,
        "got": _plain(got),
        "phase": "exchange" if gives else "play",
        "first_lead": fields["phase"] == "lead",
        "trick": rules.trick,
        "free_lead": not rules.first_lead_contains_3c,
    }
    known = tuple(parse_card(card) for cards in others for card in cards)
    values["incoming" if gives else "gave"] = known
    if gives:
        values["given"] = _plain(fields["trick"].removeprefix("a"))
    elif fields["moves"]:
        values |= _slave_moves(fields["moves"], bool(titles))
    else:
        values |= _slave_trick(fields["trick"])
        values |= {"played": _plain(fields["played"]), "left": tuple(left)}
    return SlaveRequest(**values)


def _slave_trick(text: str) -> dict[str, Any]:
    cards, _, out = text.partition(":")
    passed = {_seat(letter, 4) for letter in out}
    found: dict[str, Any] = {"passed": tuple(seat in passed for seat in (1, 2, 3))}
    if cards:
        by = None if cards[0] == "?" else _seat(cards[0].lower(), 4)
        found |= {"last": _plain(cards[1:]), "last_by": by}
    return found


def _slave_moves(text: str, has_titles: bool) -> dict[str, Any]:
    leader, colon, moves = text.partition(":")
    if not colon:
        raise InputError(
            f'the moves "{shorten(text)}" do not say who led: write the seat first, such as c: 3C'
        )
    history = tuple("p" if move.strip() == "pass" else move.strip() for move in moves.split(";"))
    place = _seat(leader.strip().lower(), 4)
    return {"history": history, "leader": None if has_titles else place}


# -- Pokle ----------------------------------------------------------------------------------------


def _pokle_fields(request: "PokleRequest") -> tuple[str, list[str]]:
    options = []
    if request.board_rule != "no_kickers":
        options.append(f"board_rule={request.board_rule}")
    if not request.suit_pardon:
        options.append("suit_pardon=no")
    streets = (request.flop, request.turn, request.river)
    return "&".join(options), [
        "/".join(map(_cards, request.hole)),
        "/".join("".join(map(str, street)) for street in streets),
        ",".join(f"{_cards(row.guess)}={row.colors}" for row in request.rows),
    ]


def _read_pokle(options: str, fields: Fields) -> "PokleRequest":
    from assistant.advisors.pokle import PokleRequest

    given = _options(options, ("board_rule", "suit_pardon"))
    hands, streets = fields["hands"].split("/"), fields["places"].split("/")
    if len(hands) != 3 or [len(street) for street in streets] != [3, 3, 3]:
        raise InputError("a position of Pokle has three hands and three places on three streets")
    flop, turn, river = (
        tuple(_number(letter, "the place") for letter in street) for street in streets
    )
    rows = []
    for text in filter(None, fields["guesses"].split(",")):
        guess, _, colors = text.partition("=")
        rows.append({"guess": _plain(guess), "colors": colors})
    return PokleRequest.of(
        hole=tuple(map(_plain, hands)),
        flop=flop,
        turn=turn,
        river=river,
        rows=rows,
        board_rule=given.get("board_rule", "no_kickers"),
        suit_pardon=_switch(given.get("suit_pardon", ""), True),
    )


# -- Hold'em --------------------------------------------------------------------------------------


def _holdem_fields(request: "HoldemRequest") -> tuple[str, list[str]]:
    players = "/".join(map(_holdem_player, (request.hero, *request.opponents)))
    call = "" if request.pot is None else f"{request.pot:.12g}:{request.price:.12g}"
    return "", [players, _cards(request.board), _cards(request.dead), call]


def _holdem_player(hands: "Range") -> str:
    from engine.holdem.ranges import format_range

    if hands.is_random:
        return "?"
    text = format_range(hands).replace(" ", "")
    return text.upper() if hands.is_known else f"{{{text}}}"


def _read_holdem(options: str, fields: Fields) -> "HoldemRequest":
    from assistant.advisors.holdem import HoldemRequest

    _options(options, ())
    players = [_read_holdem_player(text) for text in fields["players"].split("/")]
    pot, colon, price = fields["call"].partition(":")
    try:
        call = {"pot": float(pot), "price": float(price)} if colon else {}
    except ValueError:
        raise InputError(f'cannot read the call "{shorten(fields["call"])}"') from None
    return HoldemRequest.of(
        hero=players[0],
        opponents=tuple(players[1:]),
        board=_plain(fields["board"]),
        dead=_plain(fields["dead"]),
        **call,
    )


def _read_holdem_player(text: str) -> str:
    if text == "?":
        return "random"
    if text.startswith("{") and text.endswith("}"):
        return text[1:-1]
    return " ".join(_split(text))


# -- Kings and Lows -------------------------------------------------------------------------------

_KINGS_LOWS_OPTIONS = ("variant", "king_required", "extra_for_four", "fold_below")


def _kings_lows_fields(request: "KingsLowsRequest") -> tuple[str, list[str]]:
    usual = type(request).model_fields
    options = []
    for key in _KINGS_LOWS_OPTIONS:
        value = getattr(request, key)
        if value != usual[key].default:
            text = quote(value, safe="") if isinstance(value, str) else "yes" if value else "no"
            options.append(f"{key}={text}")
    players = []
    for seat in request.players:
        last = "" if seat.last is None else f"+{_name(seat.last)}" + "^" * seat.last_up
        cards = f"{_cards(seat.hole)}+{_cards(seat.open)}{last}"
        players.append(f"{quote(seat.name, safe='')}={cards}")
    names = [seat.name for seat in request.players]
    viewer = "" if request.viewer is None else SEATS[names.index(request.viewer)]
    return "&".join(options), ["/".join(players), _cards(request.dead), viewer]


def _read_kings_lows(options: str, fields: Fields) -> "KingsLowsRequest":
    from assistant.advisors.kings_lows import KingsLowsRequest

    given: dict[str, Any] = dict(_options(options, _KINGS_LOWS_OPTIONS))
    for key in ("king_required", "extra_for_four"):
        given[key] = _switch(given.get(key, ""), False)
    seats = []
    for place, text in enumerate(fields["players"].split("/"), 1):
        name, sign, cards = text.rpartition("=")
        hole, _, rest = cards.partition("+")
        open_cards, _, last = rest.partition("+")
        seats.append(
            {
                "name": unquote(name) if sign else f"Player {place}",
                "hole": _plain(_hidden(hole)[0]),
                "open": _plain(open_cards),
                "last": _plain(last.removesuffix("^"))[0] if last.removesuffix("^") else None,
                "last_up": last.endswith("^"),
            }
        )
    viewer = seats[_seat(fields["viewer"], len(seats))]["name"] if fields["viewer"] else None
    return KingsLowsRequest.of(players=seats, dead=_plain(fields["dead"]), viewer=viewer, **given)
