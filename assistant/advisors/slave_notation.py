"""How a round of Slave is typed: cards left, players, titles and moves, as a request takes them."""

from engine.errors import InputError
from engine.slave.rules import TITLE_NAMES


def _numbers(option: str, text: str) -> tuple[int, ...]:
    try:
        return tuple(int(part) for part in text.replace(",", " ").split())
    except ValueError:
        raise InputError(f'cannot read {option} "{text}": expected numbers such as 9,7,8') from None


def parse_left(text: str) -> tuple[int, ...]:
    """Read how many cards the three others hold: "9,7,8"."""
    left = _numbers("--left", text)
    if len(left) != 3:
        raise InputError(
            f'--left "{text}" has {len(left)} numbers: expected three, the cards of players '
            "1, 2 and 3, such as 9,7,8"
        )
    return left


def parse_seats(option: str, text: str) -> tuple[bool, ...]:
    """Read which of the three others are meant: "1,3"."""
    seats = _numbers(option, text)
    if not set(seats) <= {1, 2, 3}:
        raise InputError(f'cannot read {option} "{text}": expected players of 1, 2, 3')
    return tuple(seat in seats for seat in (1, 2, 3))


def parse_titles(text: str) -> tuple[str, ...] | None:
    """Read the places of the last round: "King,Slave,Queen,Commoner"."""
    titles = tuple(part.strip().capitalize() for part in text.split(",")) if text else None
    if titles is not None and sorted(titles) != sorted(TITLE_NAMES):
        raise InputError(
            f'cannot read --titles "{text}": expected one each of {", ".join(TITLE_NAMES)}, '
            "yours first"
        )
    return titles


def parse_moves(text: str) -> tuple[str, ...]:
    """Read the moves of a round, separated by commas: "3C, p, 5D 5H"."""
    return tuple(part.strip() for part in text.split(",") if part.strip())
