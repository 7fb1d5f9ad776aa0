"""Serve the practice site until Ctrl-C: `python -m automation.practice [PORT]`."""

import sys
import threading

from automation.practice.server import PracticeServer


def main() -> None:
    """Listen on the given port, or on a free one, and say where."""
    with PracticeServer(int(sys.argv[1]) if len(sys.argv) > 1 else 0) as server:
        sys.stdout.write(f"Pokle practice: {server.url()} (Ctrl-C stops it)\n")
        try:
            threading.Event().wait()
        except KeyboardInterrupt:
            sys.stdout.write("\n")


if __name__ == "__main__":
    main()
