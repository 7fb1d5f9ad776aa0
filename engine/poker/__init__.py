"""Poker hands: what they are called, and which of two is stronger."""
