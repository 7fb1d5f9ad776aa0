"""Random attacks on every border: `make fuzz`; the suite runs a short slice of each."""
