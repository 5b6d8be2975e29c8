"""A real browser for pages that need one: the system's Chromium, honest about itself, behind our own proxy."""
