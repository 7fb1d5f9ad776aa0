"""The window: paints advice and computes nothing."""
