"""Texas Hold'em: equity of hands and ranges, exact where it can be, sampled where not."""
