"""Settings, help, about, and the questions about files."""
