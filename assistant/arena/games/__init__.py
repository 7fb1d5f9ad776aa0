"""The games of the arena, one small module each: its agents, its matches, its batches."""
