"""One advisor a game: a request comes in, advice with a why-line goes out."""
