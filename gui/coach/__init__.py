"""The coach in the window: the review of a game, practice, and your own record."""
