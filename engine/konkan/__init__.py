"""Konkan: exact melds, the rules as a state machine, a search without peeking, a benchmark.

The work is done in Rust (`rust_meld`); these modules are its typed face.
"""
