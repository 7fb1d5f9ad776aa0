"""The stream of random cards in plain Python: SplitMix64, four cards from one number."""

GOLDEN, MIX_1, MIX_2 = 0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB
WORD = (1 << 64) - 1
FRACTION_BITS = 58


def mix(state: int) -> int:
    """Return the 64 random bits of one state."""
    z = (state ^ state >> 30) * MIX_1 & WORD
    z = (z ^ z >> 27) * MIX_2 & WORD
    return z ^ z >> 31


def seed_state(seed: int, stream: int) -> int:
    """Return the state in which one stream of one seed starts."""
    return mix(mix(seed + GOLDEN & WORD) + stream * MIX_1 & WORD)


def shuffle_to(state: int, deck: list[int], n_cards: int) -> int:
    """Put a random choice of cards at the first places, and return the new state."""
    fraction = 0
    for place in range(n_cards):
        if place % 4 == 0:
            state = state + GOLDEN & WORD
            fraction = mix(state) >> 6
        product = fraction * (len(deck) - place)
        other = place + (product >> FRACTION_BITS)
        deck[place], deck[other] = deck[other], deck[place]
        fraction = product & (1 << FRACTION_BITS) - 1
    return state
