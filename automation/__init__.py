"""The browser bot: reads a Pokle page, types guesses, plays. Advice comes from a function."""
