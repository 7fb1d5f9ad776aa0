"""The command line: one module a game, loaded only when its command is called."""
