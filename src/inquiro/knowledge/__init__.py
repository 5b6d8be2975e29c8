"""What research found, kept for later research: gathered from runs, merged, searched."""
