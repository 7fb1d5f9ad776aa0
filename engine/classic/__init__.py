"""The names of the founding documents, one module for each."""
