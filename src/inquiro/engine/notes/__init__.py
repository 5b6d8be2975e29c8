"""A note before it is researched: what it is about, and what of that may leave the machine."""
