"""The numbers of the game that rules, kernels, advice and window share; importing it is cheap."""

from typing import Literal, get_args

HAND_SIZE = 13

# By title, King first, as are the names and whatever else is told of titles.
TitleName = Literal["King", "Queen", "Commoner", "Slave"]
TITLE_NAMES: tuple[TitleName, ...] = get_args(TitleName)
N_GIVEN = (2, 1, 1, 2)  # cards in the exchange
TITLE_REWARDS = (10.0, 5.0, -5.0, -10.0)
CARD_PENALTY = -0.01  # for each card left
