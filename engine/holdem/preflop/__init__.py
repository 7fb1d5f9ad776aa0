"""The stored answers before the flop: 169 starting hands against one to six random opponents."""
