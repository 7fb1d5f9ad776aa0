"""The browser: reads a Pokle page, types guesses, plays. Asks for advice through a function."""
