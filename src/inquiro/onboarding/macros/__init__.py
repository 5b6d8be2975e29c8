"""Macros as files: read with their lines, checked before anything runs, and found by name."""
