"""What each decision of a game cost its player: losses, marks, accuracy and luck."""
