"""Titles, hand size and gifts under their earlier name; they are in `engine.slave.rules`."""

from engine.slave.rules import (
    CARD_PENALTY,
    HAND_SIZE,
    N_GIVEN,
    TITLE_NAMES,
    TITLE_REWARDS,
    TitleName,
)

__all__ = ["CARD_PENALTY", "HAND_SIZE", "N_GIVEN", "TITLE_NAMES", "TITLE_REWARDS", "TitleName"]
