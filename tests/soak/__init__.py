"""Ten minutes under load, with threads, cancels, kills and resumes: `make soak`."""
