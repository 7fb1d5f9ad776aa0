"""Default number of tries of a Konkan search.

There are three numbers because three things end a search; its time grows with them in proportion.
"""

PLAYER_TRIES = 256
"""What the agent "search" is: stored sessions and measured ratings hold for this number."""

QUESTION_TRIES = 2_048
"""A question that no clock ends, from the command line or from code: a fraction of a second."""

TIMED_TRIES = 50_000
"""A question that the clock usually ends first, in the window and the review: some seconds."""
