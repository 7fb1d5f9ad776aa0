"""Calibration: whether what the assistant says happens as often as it says.

A game's module plays with the program's own agents and returns `Measurements`; `report` turns them
into reliability tables, biases and intervals; `games` lists the modules by name.
"""
