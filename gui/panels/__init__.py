"""One file a panel: it builds a request and paints an advice."""
