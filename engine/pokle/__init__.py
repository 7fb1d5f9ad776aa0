"""Pokle: every board that fits the trophies and the colours, and the best next guess."""
