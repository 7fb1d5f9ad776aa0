"""How many playouts a Slave search has: as a player, and as the answer to a question."""

PLAYER_PLAYOUTS = 1_200
"""The tries of the agent "search": stored sessions and measured ratings hold for this number."""

QUESTION_PLAYOUTS = 20_000
"""A question, wherever it is asked: the answer takes about a second."""
