"""Exact odds before the flop: boards by rank, with a correction for flushes."""
