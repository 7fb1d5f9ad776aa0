"""How many tries a Konkan search has: as a player, and as the answer to a question.

The time grows with the number alone from about 1,000 tries on. Below, a try costs less: one that
comes after a candidate's first `FURTHER_FROM` (48) with few candidates left looks two turns
further ahead, and a search of 256 tries has hardly any of them. Where none looks further, the
time grows with the number alone from the start (`make bench ARGS="konkan"` prints both).
"""

PLAYER_TRIES = 256
"""The tries of the agent "search": stored sessions and measured ratings hold for this number."""

QUESTION_TRIES = 50_000
"""A question, wherever it is asked: some seconds, if no clock ends it first."""
