"""The compiled game, its players, sampled deals and playouts.

These modules import each other and nothing else of the engine, so that the name of the compiled
cache covers all that they are built from.
"""
