"""The card table of the window: one felt for playing, watching and replaying."""
