"""What the panels are built of: cards, fields, bars, tiles. They know no game."""
