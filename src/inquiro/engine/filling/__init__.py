"""A result in a declared shape: filled from facts, and every field bound to the exact words it rests on."""
