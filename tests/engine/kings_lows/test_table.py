"""Players written as text."""

from hypothesis import given
from hypothesis import strategies as st

from engine.cards import Card
from engine.kings_lows.table import KingsAndLowsPlayer, format_player, parse_player


@given(
    st.text("abc 1-", min_size=1).map(str.strip).filter(bool),
    st.lists(st.integers(0, 51).map(Card.from_index), max_size=7, unique=True),
)
def test_players_survive_text(name, cards):
    last = cards[6] if len(cards) == 7 else None
    player = KingsAndLowsPlayer(name, tuple(cards[:2]), tuple(cards[2:6]), last)
    assert parse_player(format_player(player)) == player
