"""The compiled game, its players, sampled deals and playouts.

Importing one of these modules imports numba, so the rest of the engine does it inside functions.
Besides each other they import only the modules that `engine.slave.compile.SOURCES` lists: compiled
code is cached under a name that covers all of these files.
"""
