"""The random generator SplitMix64: its constants, and the number that a state gives."""

import numpy as np

GOLDEN = np.uint64(0x9E3779B97F4A7C15)  # what the state moves on by
MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
MIX_2 = np.uint64(0x94D049BB133111EB)


def scramble(state: int) -> int:
    """Return the 64 random bits of a state; of a larger number its last 64 bits count."""
    z = state % 2**64
    z = (z ^ z >> 30) * int(MIX_1) % 2**64
    z = (z ^ z >> 27) * int(MIX_2) % 2**64
    return z ^ z >> 31
