"""What the compiled kernels of several games share; they import only kernels and tables."""

POT = 420  # parts of a pot: every split between one to seven players divides it
