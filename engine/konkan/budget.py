"""Default number of simulations of a Konkan search."""

PLAYER_TRIES = 256
"""A computer player in each turn."""

QUESTION_TRIES = 2_048
"""A question without a time limit: the command line, and requests from code."""

TIMED_TRIES = 50_000
"""A question with a time limit, which usually ends it first: the window, positions and review."""
