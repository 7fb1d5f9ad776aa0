"""Review games: the cost of each decision, as losses, marks, accuracy and luck."""
