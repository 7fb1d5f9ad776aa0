"""Compiled inner loops of Hold'em; they import only kernels and tables."""
