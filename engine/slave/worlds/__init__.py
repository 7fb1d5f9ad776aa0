"""Deals that fit what a player has seen, and playouts of every move in them."""
