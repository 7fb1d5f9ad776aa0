"""Benchmarks, run only when asked: `make bench`, or `make bench ARGS="holdem"` for one group."""
