"""How a pot is counted."""

POT = 2520  # parts of a pot: every split between one to ten players divides it
