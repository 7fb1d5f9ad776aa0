"""The widgets of the panels: cards, fields, bars, tiles. They know no game."""
