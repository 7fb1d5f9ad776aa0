"""The practice site: Pokle as the live page plays it, served from the package on 127.0.0.1."""
