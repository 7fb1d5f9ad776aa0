"""The constants of the random generator SplitMix64."""

import numpy as np

GOLDEN = np.uint64(0x9E3779B97F4A7C15)  # what the state moves on by
MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
MIX_2 = np.uint64(0x94D049BB133111EB)
