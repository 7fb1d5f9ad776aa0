"""How a tally is laid out: one flat array that kernels add to and `result` reads.

A row of counts for each seat, then the categories of hero and field, then hero's share by next
card. Shares of the pot are counted in 420ths, which every split between two to seven players
divides: integers, so that sums do not depend on the order of threads.
"""

POT = 420
MAX_SEATS = 7
WINS, TIES, TIE_SHARES, TIE_SQUARES, BATCH_WIN_SQUARES, BATCH_SHARE_SQUARES = range(6)
N_SEAT_COUNTS = 6
N_CATEGORIES = 11  # by HandType, the royal flush apart as the eleventh
CATEGORIES = MAX_SEATS * N_SEAT_COUNTS
NEXT_CARDS = CATEGORIES + 2 * N_CATEGORIES
N_TALLY = NEXT_CARDS + 2 * 52
