"""Players of Slave: random, greedy, heuristic, search and the trained policy."""
