"""The numbers of the actions under their earlier name; they are in `engine.slave.actions`."""

from engine.slave.actions import (
    FIRST_PAIR,
    FIRST_QUAD,
    FIRST_SINGLE,
    FIRST_TRIPLE,
    FIXED_MASKS,
    N_ACTIONS,
    PAIR_SUITS,
    PASS_ACTION,
)

__all__ = [
    "FIRST_PAIR",
    "FIRST_QUAD",
    "FIRST_SINGLE",
    "FIRST_TRIPLE",
    "FIXED_MASKS",
    "N_ACTIONS",
    "PAIR_SUITS",
    "PASS_ACTION",
]
