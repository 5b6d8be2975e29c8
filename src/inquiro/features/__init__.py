"""Vertical slices: what one way of working needs beyond the engine, in a folder of its own."""
