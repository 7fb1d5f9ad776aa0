"""The layout of a tally, which the native functions add to and `result` reads.

A tally is one flat array: a row of counts for each seat, then the categories of hero and field,
then hero's share by next card. Shares of the pot are counted in 2,520ths: integers, so that sums do
not depend on the order of threads. `rust_meld/src/holdem/tally.rs` states the same layout.
"""

MAX_SEATS = 10
WINS, TIES, TIE_SHARES, TIE_SQUARES, BATCH_WIN_SQUARES, BATCH_SHARE_SQUARES = range(6)
N_SEAT_COUNTS = 6
N_CATEGORIES = 11  # by HandType, the royal flush apart as the eleventh
CATEGORIES = MAX_SEATS * N_SEAT_COUNTS
NEXT_CARDS = CATEGORIES + 2 * N_CATEGORIES
N_TALLY = NEXT_CARDS + 2 * 52
