"""Compiled players and playouts: simple policies, sampled worlds, and the search over them."""
