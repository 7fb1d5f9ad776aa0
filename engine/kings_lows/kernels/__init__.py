"""Compiled inner loops of games with wild cards; they import only kernels and tables."""
