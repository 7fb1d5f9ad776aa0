"""The application without a window: requests, advice, sessions, the command line."""
