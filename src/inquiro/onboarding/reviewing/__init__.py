"""The gate: what a person sees, may change and decides, and what follows from it."""
