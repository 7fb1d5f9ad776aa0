"""What the compiled kernels of several games share; they import only kernels and tables."""

POT = 2520  # parts of a pot: every split between one to ten players divides it
