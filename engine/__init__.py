"""Rules, solvers and simulations of five card games: no window, no browser, no printing."""
