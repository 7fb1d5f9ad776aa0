"""What the application can do without a window: requests, advice, sessions, the command line."""
