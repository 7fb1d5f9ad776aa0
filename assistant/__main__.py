"""`python -m assistant`: the same as the script `assistant`."""

from assistant.cli.start import assistant

if __name__ == "__main__":
    assistant()
